//! Declarators, parameter lists and type names.

use super::{MAX_NESTING, Parsed, Parser};
use crate::ast::{
    ArraySize, Attribute, DeclPart, DeclSpecs, Declarator, FunctionPart, Param, Quals, TypeName, TypeSpec,
};
use crate::token::Tok;

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// It must.
    Named,
    /// It must not: type names.
    Abstract,
    /// It may: parameters.
    Either,
}

impl Parser<'_> {
    /// A declarator; `attrs` were read before it.
    pub(super) fn declarator(&mut self, naming: Naming, attrs: Vec<Attribute>) -> Parsed<Declarator> {
        let mut d = Declarator { attrs, span: self.here(), ..Declarator::default() };
        self.declarator_into(&mut d, naming)?;
        Ok(d)
    }

    /// Adds the derivations that are written here to the declarator, from the name outward.
    fn declarator_into(&mut self, d: &mut Declarator, naming: Naming) -> Parsed<()> {
        let start = d.parts.len();
        while self.eat(Tok::Star) {
            let mut attrs = Vec::new();
            let quals = self.qualifiers(&mut attrs)?;
            d.parts.push(DeclPart::Pointer(quals, attrs));
            self.check_parts(d)?;
        }
        let pointers = d.parts.len() - start;
        // The rightmost star is next to the name.
        d.parts[start..].reverse();
        self.direct_declarator(d, naming)?;
        self.suffixes(d)?;
        // Whatever stands right of the name binds tighter than the stars.
        d.parts[start..].rotate_left(pointers);
        Ok(())
    }

    fn check_parts(&mut self, d: &Declarator) -> Parsed<()> {
        if d.parts.len() > MAX_NESTING as usize {
            self.stop(format!("nesting too deep (more than {MAX_NESTING} levels)"));
            return Err(super::Fail);
        }
        Ok(())
    }

    /// The name, a declarator in parentheses, or nothing.
    fn direct_declarator(&mut self, d: &mut Declarator, naming: Naming) -> Parsed<()> {
        match self.tok() {
            Tok::Ident if naming != Naming::Abstract => {
                d.name = Some(self.token().name);
                d.span = self.here();
                self.bump();
            }
            Tok::LParen if naming == Naming::Named || !self.at_parameters() => {
                let open = self.here();
                self.enter()?;
                self.bump();
                self.attributes(&mut d.attrs)?;
                self.declarator_into(d, naming)?;
                self.expect_close(Tok::RParen, "')'", open)?;
                self.leave();
            }
            _ if naming == Naming::Named => return self.expected("identifier or '('"),
            _ if d.name.is_none() => d.span = self.after_previous(),
            _ => {}
        }
        Ok(())
    }

    /// In a declarator that may be abstract: does this parenthesis open a parameter list?
    fn at_parameters(&self) -> bool {
        let mut ahead = 1;
        while self.peek(ahead) == Tok::Attribute {
            // Attributes can stand before either; look behind them.
            let mut depth = 0;
            loop {
                ahead += 1;
                match self.peek(ahead) {
                    Tok::LParen => depth += 1,
                    Tok::RParen => depth -= 1,
                    Tok::Eof => return false,
                    _ => {}
                }
                if depth <= 0 {
                    break;
                }
            }
            ahead += 1;
        }
        let ellipsis_or_end = matches!(self.peek(ahead), Tok::RParen | Tok::Ellipsis);
        ellipsis_or_end || self.starts_decl(ahead) || (ahead == 1 && self.at_bracket_after_paren())
    }

    fn at_bracket_after_paren(&self) -> bool {
        self.peek(1) == Tok::LBracket && self.peek(2) == Tok::LBracket
    }

    /// `[…]` and `(…)` after the name.
    fn suffixes(&mut self, d: &mut Declarator) -> Parsed<()> {
        loop {
            let part = match self.tok() {
                Tok::LBracket if self.at_bracket_attribute() => {
                    self.attributes(&mut d.attrs)?;
                    continue;
                }
                Tok::LBracket => self.array_part()?,
                Tok::LParen => DeclPart::Function(Box::new(self.function_part()?)),
                _ => return Ok(()),
            };
            d.parts.push(part);
            self.check_parts(d)?;
        }
    }

    /// `[size]`, `[static const size]`, `[*]`
    fn array_part(&mut self) -> Parsed<DeclPart> {
        let open = self.here();
        self.bump();
        let mut attrs = Vec::new();
        let mut quals = self.qualifiers(&mut attrs)?;
        if self.eat(Tok::Static) {
            let more = self.qualifiers(&mut attrs)?;
            quals = union(quals, more);
        }
        let size = if self.tok() == Tok::RBracket {
            ArraySize::None
        } else if self.tok() == Tok::Star && self.peek(1) == Tok::RBracket {
            self.bump();
            ArraySize::Star
        } else {
            ArraySize::Expr(Box::new(self.assignment()?))
        };
        self.expect_close(Tok::RBracket, "']' after array size", open)?;
        Ok(DeclPart::Array { size, quals })
    }

    /// `(parameters)`
    fn function_part(&mut self) -> Parsed<FunctionPart> {
        let (lo, open) = (self.lo(), self.here());
        self.enter()?;
        self.bump();
        let mut part = FunctionPart::default();
        self.open_scope();
        if self.tok() == Tok::Ident && !self.is_typedef(self.token().name) && self.at_identifier_list() {
            self.identifier_list(&mut part)?;
        } else if self.tok() != Tok::RParen {
            self.parameters(&mut part)?;
        }
        self.close_scope();
        self.expect_close(Tok::RParen, "')' after parameters", open)?;
        self.leave();
        part.span = self.since(lo);
        Ok(part)
    }

    fn at_identifier_list(&self) -> bool {
        matches!(self.peek(1), Tok::Comma | Tok::RParen)
    }

    fn identifier_list(&mut self, part: &mut FunctionPart) -> Parsed<()> {
        loop {
            let name = self.ident("parameter name")?;
            part.names.push(name);
            if !self.eat(Tok::Comma) {
                return Ok(());
            }
        }
    }

    fn parameters(&mut self, part: &mut FunctionPart) -> Parsed<()> {
        part.prototype = true;
        loop {
            if self.eat(Tok::Ellipsis) {
                part.variadic = true;
                break;
            }
            let param = self.parameter()?;
            part.params.push(param);
            if self.tok() == Tok::Semi {
                self.error("forward declarations of parameters are not supported");
                return Err(super::Fail);
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        if let [only] = &part.params[..]
            && is_void(only)
            && !part.variadic
        {
            part.params.clear();
        }
        Ok(())
    }

    fn parameter(&mut self) -> Parsed<Param> {
        let lo = self.lo();
        let mut attrs = Vec::new();
        self.attributes(&mut attrs)?;
        if !self.starts_decl(0) {
            self.missing_type()?;
        }
        let specs = self.specifiers(attrs)?;
        let mut declarator = self.declarator(Naming::Either, Vec::new())?;
        self.attributes(&mut declarator.attrs)?;
        if let Some(name) = declarator.name {
            self.declare(name, false);
        }
        Ok(Param { specs, declarator, span: self.since(lo) })
    }

    /// A type should start here. An unknown name that looks like one is reported, and then counts as one.
    pub(super) fn missing_type(&mut self) -> Parsed<()> {
        if self.tok() != Tok::Ident {
            return self.expected("declaration specifiers");
        }
        let name = self.token().name;
        let message = format!("unknown type name {}", self.found());
        self.error(message);
        // In all scopes from here on, so that it is said once.
        if let Some(entry) = self.typedefs.get_mut(name.0 as usize) {
            *entry = true;
        }
        // Too many errors end the file.
        if self.stopped { Err(super::Fail) } else { Ok(()) }
    }

    /// The type of a cast, of `sizeof`, ….
    pub(super) fn type_name(&mut self) -> Parsed<TypeName> {
        let lo = self.lo();
        if !self.starts_decl(0) {
            return self.expected("type name");
        }
        self.enter()?;
        let specs = self.specifiers(Vec::new())?;
        let declarator = self.declarator(Naming::Abstract, Vec::new())?;
        let mut type_name = TypeName { specs, declarator, span: self.since(lo) };
        self.attributes(&mut type_name.declarator.attrs)?;
        self.leave();
        Ok(type_name)
    }
}

fn union(a: Quals, b: Quals) -> Quals {
    Quals {
        is_const: a.is_const | b.is_const,
        is_volatile: a.is_volatile | b.is_volatile,
        is_restrict: a.is_restrict | b.is_restrict,
        is_atomic: a.is_atomic | b.is_atomic,
    }
}

/// Is the parameter a lone `void`?
fn is_void(param: &Param) -> bool {
    let DeclSpecs { ty, quals, .. } = &param.specs;
    matches!(ty, TypeSpec::Void)
        && *quals == Quals::default()
        && param.declarator.name.is_none()
        && param.declarator.parts.is_empty()
}
