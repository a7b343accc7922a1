//! Declarations and function definitions.

use super::declarator::Naming;
use super::{Parsed, Parser};
use crate::ast::{
    Attribute, DeclPart, DeclSpecs, Declaration, Declarator, FunctionDef, FunctionPart, InitDeclarator, Item,
    StaticAssert, Storage, TypeSpec,
};
use crate::token::Tok;

/// What specifiers can lead to.
pub(super) enum Declared {
    Declaration(Declaration),
    Function(Box<FunctionDef>),
}

impl Parser<'_> {
    /// All external declarations.
    pub(super) fn unit(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while self.tok() != Tok::Eof {
            if self.eat(Tok::Semi) {
                continue;
            }
            let mark = self.mark();
            match self.item() {
                Ok(item) => items.push(item),
                Err(_) => {
                    self.recover(mark);
                    if self.tok() == Tok::RBrace {
                        self.bump();
                        self.eat(Tok::Semi);
                    }
                }
            }
            if self.pos == mark.pos {
                self.bump();
            }
        }
        items
    }

    fn item(&mut self) -> Parsed<Item> {
        let lo = self.lo();
        match self.tok() {
            Tok::RBrace => {
                self.error("'}' without a matching '{'");
                self.bump();
                self.eat(Tok::Semi);
                // Not a failure: what follows is fine.
                self.item_after_brace()
            }
            Tok::StaticAssert => Ok(Item::StaticAssert(Box::new(self.static_assert()?))),
            Tok::Extension if matches!(self.peek(1), Tok::Asm | Tok::StaticAssert) => {
                self.bump();
                self.item()
            }
            Tok::Asm => self.top_level_asm(lo),
            _ => Ok(match self.declaration_or_function(Vec::new())? {
                Declared::Declaration(d) => Item::Declaration(d),
                Declared::Function(f) => Item::Function(f),
            }),
        }
    }

    fn item_after_brace(&mut self) -> Parsed<Item> {
        if matches!(self.tok(), Tok::Eof | Tok::RBrace) {
            return Err(super::Fail);
        }
        self.item()
    }

    fn top_level_asm(&mut self, lo: u32) -> Parsed<Item> {
        self.asm()?;
        Ok(Item::Asm(self.since(lo)))
    }

    /// `_Static_assert(condition, "message");`
    #[inline(never)]
    pub(super) fn static_assert(&mut self) -> Parsed<StaticAssert> {
        let lo = self.lo();
        self.bump();
        let open = self.here();
        self.expect(Tok::LParen, "'(' after '_Static_assert'")?;
        let condition = self.conditional()?;
        let message = if self.eat(Tok::Comma) { Some(self.plain_string("string literal")?) } else { None };
        self.expect_close(Tok::RParen, "')' after '_Static_assert'", open)?;
        self.expect_semi("after '_Static_assert'")?;
        Ok(StaticAssert { condition, message, span: self.since(lo) })
    }

    /// A declaration or function definition; `attrs` were read before it.
    pub(super) fn declaration_or_function(&mut self, attrs: Vec<Attribute>) -> Parsed<Declared> {
        let lo = self.lo();
        let specs = self.checked_specifiers(attrs)?;
        if self.eat(Tok::Semi) {
            let declaration = Declaration { specs, declarators: Vec::new(), span: self.since(lo) };
            return Ok(Declared::Declaration(declaration));
        }
        let declarator = self.first_declarator(&specs)?;
        if let Some(DeclPart::Function(part)) = declarator.parts.first() {
            let old_style = !part.names.is_empty() && self.starts_decl(0);
            if self.tok() == Tok::LBrace || old_style {
                return self.function(specs, declarator, lo);
            }
        }
        let declaration = self.declaration_rest(specs, declarator, lo)?;
        self.expect_semi("after declaration")?;
        Ok(Declared::Declaration(Declaration { span: self.since(lo), ..declaration }))
    }

    /// A declaration that cannot be a function definition, with its semicolon.
    pub(super) fn plain_declaration(&mut self) -> Parsed<Declaration> {
        let lo = self.lo();
        let specs = self.checked_specifiers(Vec::new())?;
        if self.eat(Tok::Semi) {
            return Ok(Declaration { specs, declarators: Vec::new(), span: self.since(lo) });
        }
        let declarator = self.first_declarator(&specs)?;
        let declaration = self.declaration_rest(specs, declarator, lo)?;
        self.expect_semi("after declaration")?;
        Ok(Declaration { span: self.since(lo), ..declaration })
    }

    /// Specifiers; a name that can only be an unknown type is reported.
    fn checked_specifiers(&mut self, attrs: Vec<Attribute>) -> Parsed<DeclSpecs> {
        if self.at_unknown_type() {
            self.missing_type()?;
        }
        let specs = self.specifiers(attrs)?;
        if matches!(specs.ty, TypeSpec::Missing) && self.at_unknown_type() {
            self.missing_type()?;
            let more = self.specifiers(Vec::new())?;
            return Ok(DeclSpecs { ty: more.ty, ..specs });
        }
        Ok(specs)
    }

    /// Here is a name that is no type, and what follows shows that it should be one.
    pub(super) fn at_unknown_type(&self) -> bool {
        if self.tok() != Tok::Ident || self.is_typedef(self.token().name) {
            return false;
        }
        match self.peek(1) {
            Tok::Ident => true,
            // `x * y;` in a block is an expression; the callers there do not ask.
            Tok::Star => matches!(self.peek(2), Tok::Ident | Tok::Star | Tok::Const),
            _ => false,
        }
    }

    fn first_declarator(&mut self, specs: &DeclSpecs) -> Parsed<Declarator> {
        let mut declarator = self.declarator(Naming::Named, Vec::new())?;
        self.declarator_end(&mut declarator)?;
        self.declare_name(&declarator, specs);
        Ok(declarator)
    }

    fn declare_name(&mut self, declarator: &Declarator, specs: &DeclSpecs) {
        if let Some(name) = declarator.name {
            self.declare(name, specs.storage == Storage::Typedef);
        }
    }

    /// `asm("label")` and attributes after a declarator.
    fn declarator_end(&mut self, declarator: &mut Declarator) -> Parsed<()> {
        loop {
            match self.tok() {
                Tok::Asm => {
                    self.bump();
                    self.expect(Tok::LParen, "'(' after 'asm'")?;
                    declarator.asm_label = Some(self.plain_string("string literal")?);
                    self.expect(Tok::RParen, "')' after asm label")?;
                }
                Tok::Attribute => self.attributes(&mut declarator.attrs)?,
                _ => return Ok(()),
            }
        }
    }

    /// The initialiser of the first declarator and all further declarators.
    fn declaration_rest(&mut self, specs: DeclSpecs, first: Declarator, lo: u32) -> Parsed<Declaration> {
        let mut declarators = Vec::with_capacity(1);
        let mut declarator = first;
        loop {
            let init = if self.eat(Tok::Assign) { Some(self.initializer()?) } else { None };
            declarators.push(InitDeclarator { declarator, init });
            if !self.eat(Tok::Comma) {
                break;
            }
            let mut attrs = Vec::new();
            self.attributes(&mut attrs)?;
            declarator = self.declarator(Naming::Named, attrs)?;
            self.declarator_end(&mut declarator)?;
            self.declare_name(&declarator, &specs);
        }
        Ok(Declaration { specs, declarators, span: self.since(lo) })
    }

    /// The rest of a function definition.
    fn function(&mut self, specs: DeclSpecs, declarator: Declarator, lo: u32) -> Parsed<Declared> {
        self.enter()?;
        self.open_scope();
        if let Some(DeclPart::Function(part)) = declarator.parts.first() {
            self.declare_parameters(part);
        }
        let mut old_style = Vec::new();
        while self.tok() != Tok::LBrace && self.starts_decl(0) {
            let declaration = self.plain_declaration()?;
            old_style.push(declaration);
        }
        if self.tok() != Tok::LBrace {
            return self.expected("'{' of function body");
        }
        let body = self.block()?;
        self.close_scope();
        self.leave();
        let span = self.since(lo);
        Ok(Declared::Function(Box::new(FunctionDef { specs, declarator, old_style, body, span })))
    }

    fn declare_parameters(&mut self, part: &FunctionPart) {
        for param in &part.params {
            if let Some(name) = param.declarator.name {
                self.declare(name, false);
            }
        }
        for &(name, _) in &part.names {
            self.declare(name, false);
        }
    }
}
