//! Declaration specifiers: keywords in any order become one type, a storage class and flags.

use super::{Parsed, Parser};
use crate::ast::{Attribute, DeclSpecs, Quals, SizeofArg, Storage, TypeSpec};
use crate::token::Tok;

/// Type keywords seen so far.
#[derive(Default)]
struct Words {
    base: Option<TypeSpec>,
    signed: bool,
    unsigned: bool,
    short: bool,
    longs: u8,
    complex: bool,
}

impl Words {
    fn any(&self) -> bool {
        self.base.is_some() || self.signed || self.unsigned || self.short || self.longs > 0 || self.complex
    }

    /// The type that the words together name.
    fn resolve(self) -> Result<TypeSpec, &'static str> {
        let plain = !(self.signed || self.unsigned || self.short || self.longs > 0);
        if self.signed && self.unsigned {
            return Err("both 'signed' and 'unsigned' in declaration specifiers");
        }
        if self.short && self.longs > 0 {
            return Err("both 'short' and 'long' in declaration specifiers");
        }
        let complex = self.complex;
        let ty = match self.base {
            None if plain && complex => TypeSpec::Double,
            None if plain => TypeSpec::Missing,
            None | Some(TypeSpec::Int) => integer(self.unsigned, self.short, self.longs),
            Some(TypeSpec::Char) if !self.short && self.longs == 0 => match (self.signed, self.unsigned) {
                (true, _) => TypeSpec::SChar,
                (_, true) => TypeSpec::UChar,
                _ => TypeSpec::Char,
            },
            Some(TypeSpec::Int128) if !self.short && self.longs == 0 => {
                if self.unsigned {
                    TypeSpec::UInt128
                } else {
                    TypeSpec::Int128
                }
            }
            Some(TypeSpec::Double) if self.longs == 1 && !self.signed && !self.unsigned => {
                TypeSpec::LongDouble
            }
            Some(base) if plain => base,
            Some(_) => return Err("invalid combination of type specifiers"),
        };
        if !complex {
            return Ok(ty);
        }
        match ty {
            TypeSpec::Void
            | TypeSpec::Bool
            | TypeSpec::VaList
            | TypeSpec::AutoType
            | TypeSpec::Typedef(_) => Err("invalid combination of type specifiers with '_Complex'"),
            ty => Ok(TypeSpec::Complex(Box::new(ty))),
        }
    }
}

fn integer(unsigned: bool, short: bool, longs: u8) -> TypeSpec {
    match (short, longs, unsigned) {
        (true, _, false) => TypeSpec::Short,
        (true, _, true) => TypeSpec::UShort,
        (_, 0, false) => TypeSpec::Int,
        (_, 0, true) => TypeSpec::UInt,
        (_, 1, false) => TypeSpec::Long,
        (_, 1, true) => TypeSpec::ULong,
        (_, _, false) => TypeSpec::LongLong,
        (_, _, true) => TypeSpec::ULongLong,
    }
}

/// The type of a keyword that is one by itself.
fn keyword_type(tok: Tok) -> Option<TypeSpec> {
    Some(match tok {
        Tok::Void => TypeSpec::Void,
        Tok::Bool => TypeSpec::Bool,
        Tok::CharKw => TypeSpec::Char,
        Tok::Int => TypeSpec::Int,
        Tok::Float | Tok::Float32 => TypeSpec::Float,
        Tok::Double | Tok::Float64 | Tok::Float32x => TypeSpec::Double,
        Tok::Float64x => TypeSpec::LongDouble,
        Tok::Float128 => TypeSpec::Float128,
        Tok::Float16 => TypeSpec::Float16,
        Tok::Int128 => TypeSpec::Int128,
        Tok::VaList => TypeSpec::VaList,
        Tok::AutoType => TypeSpec::AutoType,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Declaration specifiers; `attrs` were read before them.
    pub(super) fn specifiers(&mut self, attrs: Vec<Attribute>) -> Parsed<DeclSpecs> {
        let lo = self.lo();
        let mut specs = DeclSpecs {
            storage: Storage::None,
            thread_local: false,
            inline: false,
            noreturn: false,
            quals: Quals::default(),
            ty: TypeSpec::Missing,
            attrs,
            alignas: Vec::new(),
            span: self.here(),
        };
        let mut words = Words::default();
        loop {
            let tok = self.tok();
            match tok {
                Tok::Ident => {
                    let name = self.token().name;
                    if words.any() || !self.is_typedef(name) {
                        break;
                    }
                    let builtin = self.int128.iter().find(|&&(n, _)| n == name);
                    words.base = Some(match builtin {
                        Some((_, true)) => TypeSpec::UInt128,
                        Some((_, false)) => TypeSpec::Int128,
                        None => TypeSpec::Typedef(name),
                    });
                    self.bump();
                }
                Tok::Attribute | Tok::LBracket if self.at_attribute() => self.attributes(&mut specs.attrs)?,
                Tok::Segment => self.segment(&mut specs.attrs),
                Tok::Extension => self.bump(),
                Tok::Struct | Tok::Union | Tok::Enum | Tok::Typeof | Tok::Atomic | Tok::Alignas => {
                    self.compound_specifier(tok, &mut specs, &mut words)?;
                }
                _ if tok.is_spec() => {
                    self.simple_specifier(tok, &mut specs, &mut words);
                    self.bump();
                }
                _ => break,
            }
        }
        specs.span = self.since(lo);
        match words.resolve() {
            Ok(ty) => specs.ty = ty,
            Err(message) => {
                self.error_at(specs.span, message);
                specs.ty = TypeSpec::Int;
            }
        }
        Ok(specs)
    }

    /// A specifier that is a single keyword.
    fn simple_specifier(&mut self, tok: Tok, specs: &mut DeclSpecs, words: &mut Words) {
        match tok {
            Tok::Typedef => self.storage(specs, Storage::Typedef),
            Tok::Extern => self.storage(specs, Storage::Extern),
            Tok::Static => self.storage(specs, Storage::Static),
            Tok::Auto => self.storage(specs, Storage::Auto),
            Tok::Register => self.storage(specs, Storage::Register),
            Tok::ThreadLocal => specs.thread_local = true,
            Tok::Inline => specs.inline = true,
            Tok::Noreturn => specs.noreturn = true,
            Tok::Const => specs.quals.is_const = true,
            Tok::Volatile => specs.quals.is_volatile = true,
            Tok::Restrict => specs.quals.is_restrict = true,
            Tok::Short => words.short = true,
            Tok::Signed => words.signed = true,
            Tok::Unsigned => words.unsigned = true,
            Tok::Complex => words.complex = true,
            Tok::Long if words.longs == 2 => self.error("'long long long' is too long"),
            Tok::Long => words.longs += 1,
            Tok::Decimal => {
                self.error("decimal floating types are not supported");
                words.base = Some(TypeSpec::Double);
            }
            _ => {
                if let Some(ty) = keyword_type(tok) {
                    self.base(words, ty);
                }
            }
        }
    }

    fn storage(&mut self, specs: &mut DeclSpecs, storage: Storage) {
        if specs.storage != Storage::None && specs.storage != storage {
            self.error("multiple storage classes in declaration specifiers");
        }
        specs.storage = storage;
    }

    fn base(&mut self, words: &mut Words, ty: TypeSpec) {
        if words.base.is_some() {
            self.error("two or more data types in declaration specifiers");
            return;
        }
        words.base = Some(ty);
    }

    /// A specifier of several tokens.
    fn compound_specifier(&mut self, tok: Tok, specs: &mut DeclSpecs, words: &mut Words) -> Parsed<()> {
        let ty = match tok {
            Tok::Struct | Tok::Union => self.record_spec()?,
            Tok::Enum => self.enum_spec()?,
            Tok::Typeof => self.typeof_spec()?,
            Tok::Atomic if self.peek(1) == Tok::LParen => {
                self.bump();
                TypeSpec::Atomic(Box::new(self.parenthesised_type()?))
            }
            Tok::Atomic => {
                self.bump();
                specs.quals.is_atomic = true;
                return Ok(());
            }
            _ => {
                self.bump();
                let arg = self.type_or_expression()?;
                specs.alignas.push(arg);
                return Ok(());
            }
        };
        if words.base.is_some() {
            self.error_at(self.after_previous(), "two or more data types in declaration specifiers");
        } else {
            words.base = Some(ty);
        }
        Ok(())
    }

    /// `typeof (type)` or `typeof (expression)`
    fn typeof_spec(&mut self) -> Parsed<TypeSpec> {
        self.bump();
        Ok(match self.type_or_expression()? {
            SizeofArg::Type(ty) => TypeSpec::TypeofType(Box::new(ty)),
            SizeofArg::Expr(e) => TypeSpec::TypeofExpr(Box::new(e)),
        })
    }

    /// `( type )` or `( expression )`
    fn type_or_expression(&mut self) -> Parsed<SizeofArg> {
        self.enter()?;
        let open = self.here();
        self.expect(Tok::LParen, "'('")?;
        let arg = if self.starts_decl(0) {
            SizeofArg::Type(self.type_name()?)
        } else {
            SizeofArg::Expr(self.expression()?)
        };
        self.expect_close(Tok::RParen, "')'", open)?;
        self.leave();
        Ok(arg)
    }

    /// `__seg_gs`: an address space of x86, kept as an attribute of that name.
    fn segment(&mut self, attrs: &mut Vec<Attribute>) {
        attrs.push(Attribute { name: self.token().name, args: Vec::new(), span: self.here() });
        self.bump();
    }

    /// Qualifiers and attributes after `*` or in array brackets.
    pub(super) fn qualifiers(&mut self, attrs: &mut Vec<Attribute>) -> Parsed<Quals> {
        let mut quals = Quals::default();
        loop {
            match self.tok() {
                Tok::Const => quals.is_const = true,
                Tok::Volatile => quals.is_volatile = true,
                Tok::Restrict => quals.is_restrict = true,
                Tok::Atomic => quals.is_atomic = true,
                Tok::Attribute | Tok::LBracket if self.at_attribute() => {
                    self.attributes(attrs)?;
                    continue;
                }
                Tok::Segment => {
                    self.segment(attrs);
                    continue;
                }
                _ => return Ok(quals),
            }
            self.bump();
        }
    }
}
