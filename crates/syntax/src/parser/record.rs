//! `struct`, `union` and `enum` specifiers.

use maymust_source::Span;

use super::declarator::Naming;
use super::{Parsed, Parser};
use crate::ast::{
    Attribute, EnumSpec, Enumerator, FieldDeclarator, Member, RecordKind, RecordSpec, TypeSpec,
};
use crate::token::Tok;

impl Parser<'_> {
    /// `struct tag { members }`
    pub(super) fn record_spec(&mut self) -> Parsed<TypeSpec> {
        let lo = self.lo();
        let kind = if self.tok() == Tok::Struct { RecordKind::Struct } else { RecordKind::Union };
        self.bump();
        let mut attrs = Vec::new();
        self.attributes(&mut attrs)?;
        let tag = if self.tok() == Tok::Ident { Some(self.ident("tag")?.0) } else { None };
        let span = self.since(lo);
        let mut members = None;
        let mut pack = None;
        if self.tok() == Tok::LBrace {
            members = Some(self.members()?);
            pack = self.pack_at(self.since(lo).hi);
            self.attributes(&mut attrs)?;
        } else if tag.is_none() {
            return self.expected("tag or '{'");
        }
        Ok(TypeSpec::Record(Box::new(RecordSpec { kind, tag, members, attrs, pack, span })))
    }

    fn members(&mut self) -> Parsed<Vec<Member>> {
        let open = self.here();
        self.enter()?;
        self.bump();
        let mut members = Vec::new();
        while !matches!(self.tok(), Tok::RBrace | Tok::Eof) {
            if self.eat(Tok::Semi) {
                continue;
            }
            let mark = self.mark();
            match self.member() {
                Ok(member) => members.push(member),
                Err(_) => {
                    self.recover(mark);
                    if self.pos == mark.pos && self.tok() != Tok::RBrace {
                        self.bump();
                    }
                }
            }
        }
        self.expect_close(Tok::RBrace, "'}' after members", open)?;
        self.leave();
        Ok(members)
    }

    fn member(&mut self) -> Parsed<Member> {
        let lo = self.lo();
        if self.tok() == Tok::Extension && self.peek(1) == Tok::StaticAssert {
            self.bump();
        }
        if self.tok() == Tok::StaticAssert {
            return Ok(Member::StaticAssert(Box::new(self.static_assert()?)));
        }
        if !self.starts_decl(0) && !self.at_bracket_attribute() {
            self.missing_type()?;
        }
        let specs = self.specifiers(Vec::new())?;
        let mut declarators = Vec::new();
        if self.tok() != Tok::Semi && self.tok() != Tok::RBrace {
            let mut attrs = Vec::new();
            loop {
                declarators.push(self.field(std::mem::take(&mut attrs))?);
                if !self.eat(Tok::Comma) {
                    break;
                }
                self.attributes(&mut attrs)?;
            }
        }
        // gcc takes a last member without semicolon.
        if self.tok() != Tok::RBrace {
            self.expect_semi("after member")?;
        }
        Ok(Member::Field { specs, declarators, span: self.since(lo) })
    }

    /// `name`, `name : width`, `: width`
    fn field(&mut self, attrs: Vec<Attribute>) -> Parsed<FieldDeclarator> {
        let naming = if self.tok() == Tok::Colon { Naming::Either } else { Naming::Named };
        let mut declarator = self.declarator(naming, attrs)?;
        let width = if self.eat(Tok::Colon) { Some(Box::new(self.conditional()?)) } else { None };
        self.attributes(&mut declarator.attrs)?;
        Ok(FieldDeclarator { declarator, width })
    }

    /// `enum tag { enumerators }`
    pub(super) fn enum_spec(&mut self) -> Parsed<TypeSpec> {
        let lo = self.lo();
        self.bump();
        let mut attrs = Vec::new();
        self.attributes(&mut attrs)?;
        let tag = if self.tok() == Tok::Ident { Some(self.ident("tag")?.0) } else { None };
        let span = self.since(lo);
        let mut enumerators = None;
        if self.tok() == Tok::LBrace {
            enumerators = Some(self.enumerators()?);
            self.attributes(&mut attrs)?;
        } else if tag.is_none() {
            return self.expected("tag or '{'");
        }
        Ok(TypeSpec::Enum(Box::new(EnumSpec { tag, enumerators, attrs, span })))
    }

    fn enumerators(&mut self) -> Parsed<Vec<Enumerator>> {
        let open = self.here();
        self.bump();
        let mut list = Vec::new();
        while self.tok() != Tok::RBrace {
            let enumerator = self.enumerator()?;
            list.push(enumerator);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect_close(Tok::RBrace, "',' or '}' after enumerator", open)?;
        Ok(list)
    }

    fn enumerator(&mut self) -> Parsed<Enumerator> {
        let (name, span): (_, Span) = self.ident("enumerator name")?;
        let mut attrs = Vec::new();
        self.attributes(&mut attrs)?;
        let value = if self.eat(Tok::Assign) { Some(self.conditional()?) } else { None };
        self.attributes(&mut attrs)?;
        self.declare(name, false);
        Ok(Enumerator { name, value, span })
    }
}
