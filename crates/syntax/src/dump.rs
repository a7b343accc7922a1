//! The tree as text, for tests and for looking at it: s-expressions, one external declaration a line.
//!
//! Recurses as deep as the tree is.

use std::fmt::Write;

use crate::ast::*;
use crate::{Name, Names};

/// The unit as text.
pub fn dump(unit: &Unit, names: &Names) -> String {
    let mut d = Dump { out: String::new(), names };
    for item in &unit.items {
        d.item(item);
        d.out.push('\n');
    }
    d.out
}

struct Dump<'a> {
    out: String,
    names: &'a Names,
}

impl Dump<'_> {
    fn put(&mut self, text: &str) {
        let opens = self.out.is_empty() || self.out.ends_with([' ', '(', '\n', '{', '[']);
        if !opens && !text.starts_with([')', '}', ']']) {
            self.out.push(' ');
        }
        self.out.push_str(text);
    }

    fn name(&mut self, name: Name) {
        let names = self.names;
        self.put(names.text(name));
    }

    /// `(head …)`
    fn list(&mut self, head: &str, inside: impl FnOnce(&mut Self)) {
        self.put("(");
        self.out.push_str(head);
        inside(self);
        self.out.push(')');
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Declaration(d) => self.declaration(d),
            Item::Function(f) => self.function(f),
            Item::StaticAssert(s) => self.static_assert(s),
            Item::Asm(_) => self.put("(asm)"),
        }
    }

    fn static_assert(&mut self, s: &StaticAssert) {
        self.list("static_assert", |d| {
            d.expr(&s.condition);
            if let Some(message) = &s.message {
                d.put(&format!("{message:?}"));
            }
        });
    }

    fn function(&mut self, f: &FunctionDef) {
        self.list("fn", |d| {
            d.specs(&f.specs);
            d.declarator(&f.declarator);
            f.old_style.iter().for_each(|o| d.declaration(o));
            d.block(&f.body);
        });
    }

    fn declaration(&mut self, declaration: &Declaration) {
        self.list("decl", |d| {
            d.specs(&declaration.specs);
            for InitDeclarator { declarator, init } in &declaration.declarators {
                d.list("", |d| {
                    d.declarator(declarator);
                    if let Some(init) = init {
                        d.put("=");
                        d.init(init);
                    }
                });
            }
        });
    }

    fn attrs(&mut self, attrs: &[Attribute]) {
        for a in attrs {
            let text = format!("@{}", self.names.text(a.name));
            self.put(&text);
            if !a.args.is_empty() {
                self.out.push('(');
                a.args.iter().for_each(|e| self.expr(e));
                self.out.push(')');
            }
        }
    }

    fn quals(&mut self, q: Quals) {
        let words = [
            (q.is_const, "const"),
            (q.is_volatile, "volatile"),
            (q.is_restrict, "restrict"),
            (q.is_atomic, "atomic"),
        ];
        words.iter().filter(|w| w.0).for_each(|w| self.put(w.1));
    }

    fn specs(&mut self, s: &DeclSpecs) {
        let storage = match s.storage {
            Storage::None => "",
            Storage::Typedef => "typedef",
            Storage::Extern => "extern",
            Storage::Static => "static",
            Storage::Auto => "auto",
            Storage::Register => "register",
        };
        let flags = [
            (!storage.is_empty(), storage),
            (s.thread_local, "thread"),
            (s.inline, "inline"),
            (s.noreturn, "noreturn"),
        ];
        flags.iter().filter(|w| w.0).for_each(|w| self.put(w.1));
        self.quals(s.quals);
        self.attrs(&s.attrs);
        s.alignas.iter().for_each(|a| self.list("alignas", |d| d.sizeof_arg(a)));
        self.type_spec(&s.ty);
    }

    fn type_spec(&mut self, ty: &TypeSpec) {
        match ty {
            TypeSpec::Complex(part) => self.list("complex", |d| d.type_spec(part)),
            TypeSpec::Typedef(name) => {
                let text = format!("`{}", self.names.text(*name));
                self.put(&text);
            }
            TypeSpec::Record(r) => self.record(r),
            TypeSpec::Enum(e) => self.enumeration(e),
            TypeSpec::TypeofExpr(e) => self.list("typeof", |d| d.expr(e)),
            TypeSpec::TypeofType(t) => self.list("typeof", |d| d.type_name(t)),
            TypeSpec::Atomic(t) => self.list("atomic", |d| d.type_name(t)),
            simple => self.put(&format!("{simple:?}").to_lowercase()),
        }
    }

    fn record(&mut self, r: &RecordSpec) {
        let head = if r.kind == RecordKind::Struct { "struct" } else { "union" };
        self.list(head, |d| {
            r.tag.iter().for_each(|&t| d.name(t));
            d.attrs(&r.attrs);
            if let Some(pack) = r.pack {
                d.put(&format!("#pack={pack}"));
            }
            if let Some(members) = &r.members {
                d.put("{");
                members.iter().for_each(|m| d.member(m));
                d.put("}");
            }
        });
    }

    fn member(&mut self, member: &Member) {
        match member {
            Member::StaticAssert(s) => self.static_assert(s),
            Member::Field { specs, declarators, .. } => self.list("", |d| {
                d.specs(specs);
                for field in declarators {
                    d.list("", |d| {
                        d.declarator(&field.declarator);
                        if let Some(width) = &field.width {
                            d.put(":");
                            d.expr(width);
                        }
                    });
                }
            }),
        }
    }

    fn enumeration(&mut self, e: &EnumSpec) {
        self.list("enum", |d| {
            e.tag.iter().for_each(|&t| d.name(t));
            d.attrs(&e.attrs);
            let Some(enumerators) = &e.enumerators else { return };
            d.put("{");
            for enumerator in enumerators {
                d.name(enumerator.name);
                if let Some(value) = &enumerator.value {
                    d.put("=");
                    d.expr(value);
                }
            }
            d.put("}");
        });
    }

    fn declarator(&mut self, declarator: &Declarator) {
        declarator.name.iter().for_each(|&n| self.name(n));
        declarator.parts.iter().for_each(|p| self.part(p));
        if let Some(label) = &declarator.asm_label {
            self.put(&format!("asm={label}"));
        }
        self.attrs(&declarator.attrs);
    }

    fn part(&mut self, part: &DeclPart) {
        match part {
            DeclPart::Pointer(quals, attrs) => {
                self.put("*");
                self.quals(*quals);
                self.attrs(attrs);
            }
            DeclPart::Array { size, quals } => {
                self.put("[");
                self.quals(*quals);
                match size {
                    ArraySize::None => {}
                    ArraySize::Star => self.put("*"),
                    ArraySize::Expr(e) => self.expr(e),
                }
                self.put("]");
            }
            DeclPart::Function(f) => self.function_part(f),
        }
    }

    fn function_part(&mut self, f: &FunctionPart) {
        self.put("fn(");
        for param in &f.params {
            self.list("", |d| {
                d.specs(&param.specs);
                d.declarator(&param.declarator);
            });
        }
        f.names.iter().for_each(|&(n, _)| self.name(n));
        if f.variadic {
            self.put("...");
        }
        if !f.prototype {
            self.put("?");
        }
        self.put(")");
    }

    fn type_name(&mut self, t: &TypeName) {
        self.list("type", |d| {
            d.specs(&t.specs);
            d.declarator(&t.declarator);
        });
    }

    fn init(&mut self, init: &Initializer) {
        match init {
            Initializer::Expr(e) => self.expr(e),
            Initializer::List(list) => self.init_list(list),
        }
    }

    fn init_list(&mut self, list: &InitList) {
        self.put("{");
        for entry in &list.entries {
            entry.designators.iter().for_each(|x| self.designator(x));
            if !entry.designators.is_empty() {
                self.put("=");
            }
            self.init(&entry.value);
        }
        self.put("}");
    }

    fn designator(&mut self, designator: &Designator) {
        match designator {
            Designator::Field(name, _) => {
                let text = format!(".{}", self.names.text(*name));
                self.put(&text);
            }
            Designator::Index(e) => self.bracketed(e, None),
            Designator::Range(a, b) => self.bracketed(a, Some(b)),
        }
    }

    fn bracketed(&mut self, low: &Expr, high: Option<&Expr>) {
        self.put("[");
        self.expr(low);
        if let Some(high) = high {
            self.put("...");
            self.expr(high);
        }
        self.put("]");
    }

    fn block(&mut self, block: &Block) {
        self.put("{");
        block.stmts.iter().for_each(|s| self.stmt(s));
        self.put("}");
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Empty => self.put(";"),
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Declaration(d) => self.declaration(d),
            StmtKind::NestedFunction(f) => self.list("nested", |d| d.function(f)),
            StmtKind::StaticAssert(s) => self.static_assert(s),
            StmtKind::LocalLabels(labels) => {
                self.list("labels", |d| labels.iter().for_each(|&(n, _)| d.name(n)));
            }
            StmtKind::Block(b) => self.block(b),
            StmtKind::If(..) | StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::For(_) => {
                self.compound(stmt)
            }
            StmtKind::Switch(e, s) => self.head_body("switch", e, s),
            StmtKind::Case(low, high, s) => self.list("case", |d| {
                d.expr(low);
                if let Some(high) = high {
                    d.put("...");
                    d.expr(high);
                }
                d.stmt(s);
            }),
            StmtKind::Default(s) => self.list("default", |d| d.stmt(s)),
            StmtKind::Label(name, s) => self.list("label", |d| {
                d.name(*name);
                d.stmt(s);
            }),
            StmtKind::Goto(name) => self.list("goto", |d| d.name(*name)),
            StmtKind::ComputedGoto(e) => self.list("goto*", |d| d.expr(e)),
            StmtKind::Break => self.put("(break)"),
            StmtKind::Continue => self.put("(continue)"),
            StmtKind::Return(e) => self.list("return", |d| e.iter().for_each(|e| d.expr(e))),
            StmtKind::Asm(asm) => self.asm(asm),
        }
    }

    fn head_body(&mut self, head: &str, e: &Expr, s: &Stmt) {
        self.list(head, |d| {
            d.expr(e);
            d.stmt(s);
        });
    }

    fn compound(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::If(c, a, b) => self.list("if", |d| {
                d.expr(c);
                d.stmt(a);
                b.iter().for_each(|b| d.stmt(b));
            }),
            StmtKind::While(c, s) => self.head_body("while", c, s),
            StmtKind::DoWhile(s, c) => self.list("do", |d| {
                d.stmt(s);
                d.expr(c);
            }),
            StmtKind::For(f) => self.list("for", |d| {
                match &f.init {
                    ForInit::None => d.put("_"),
                    ForInit::Expr(e) => d.expr(e),
                    ForInit::Declaration(decl) => d.declaration(decl),
                }
                for e in [&f.condition, &f.step] {
                    match e {
                        Some(e) => d.expr(e),
                        None => d.put("_"),
                    }
                }
                d.stmt(&f.body);
            }),
            _ => {}
        }
    }

    fn asm(&mut self, asm: &Asm) {
        self.list(if asm.is_volatile { "asm volatile" } else { "asm" }, |d| {
            d.put(&format!("{:?}", asm.template));
            for (what, operands) in [("out", &asm.outputs), ("in", &asm.inputs)] {
                for (constraint, e) in operands {
                    d.list(what, |d| {
                        d.put(constraint);
                        d.expr(e);
                    });
                }
            }
            asm.clobbers.iter().for_each(|c| d.put(&format!("~{c}")));
            asm.labels.iter().for_each(|&(l, _)| d.name(l));
        });
    }

    fn args<'e>(&mut self, head: &str, args: impl IntoIterator<Item = &'e Expr>) {
        self.list(head, |d| args.into_iter().for_each(|a| d.expr(a)));
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Ident(name) => self.name(*name),
            ExprKind::Int { .. } | ExprKind::Float(..) | ExprKind::Char(..) | ExprKind::Str(..) => {
                self.literal(e)
            }
            ExprKind::Imaginary(e) => self.args("imaginary", [&**e]),
            ExprKind::FunctionName => self.put("__func__"),
            ExprKind::Paren(e) => self.args("paren", [&**e]),
            ExprKind::Index(a, b) => self.args("index", [&**a, b]),
            ExprKind::Call(f, args) => self.args("call", std::iter::once(&**f).chain(args)),
            ExprKind::Member(e, name) => self.member_of(".", e, *name),
            ExprKind::Arrow(e, name) => self.member_of("->", e, *name),
            ExprKind::Unary(op, e) => self.args(unary_text(*op), [&**e]),
            ExprKind::Postfix(op, e) => {
                self.args(if *op == IncDec::Inc { "post++" } else { "post--" }, [&**e])
            }
            ExprKind::Binary(op, a, b) => self.args(binary_text(*op), [&**a, b]),
            ExprKind::LogicalAnd(a, b) => self.args("&&", [&**a, b]),
            ExprKind::LogicalOr(a, b) => self.args("||", [&**a, b]),
            ExprKind::Comma(a, b) => self.args(",", [&**a, b]),
            ExprKind::Assign(op, a, b) => {
                let head = format!("{}=", op.map_or("", binary_text));
                self.args(&head, [&**a, b]);
            }
            ExprKind::Conditional(c, Some(a), b) => self.args("?", [&**c, a, b]),
            ExprKind::Conditional(c, None, b) => self.args("?:", [&**c, b]),
            ExprKind::ChooseExpr(c, a, b) => self.args("choose", [&**c, a, b]),
            ExprKind::ComplexPart(imag, e) => self.args(if *imag { "imag" } else { "real" }, [&**e]),
            ExprKind::StmtExpr(b) => self.list("stmt-expr", |d| d.block(b)),
            ExprKind::LabelAddr(name) => self.list("&&label", |d| d.name(*name)),
            _ => self.typed_expr(e),
        }
    }

    /// Expressions with types in them.
    fn typed_expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Cast(t, e) => self.list("cast", |d| {
                d.type_name(t);
                d.expr(e);
            }),
            ExprKind::CompoundLiteral(t, list) => self.list("literal", |d| {
                d.type_name(t);
                d.init_list(list);
            }),
            ExprKind::Sizeof(arg) => self.list("sizeof", |d| d.sizeof_arg(arg)),
            ExprKind::Alignof(arg) | ExprKind::MinAlignof(arg) => self.list("alignof", |d| d.sizeof_arg(arg)),
            ExprKind::Generic(e, arms) => self.list("generic", |d| {
                d.expr(e);
                for (ty, e) in arms {
                    match ty {
                        Some(ty) => d.type_name(ty),
                        None => d.put("default"),
                    }
                    d.expr(e);
                }
            }),
            ExprKind::VaArg(e, t) => self.list("va_arg", |d| {
                d.expr(e);
                d.type_name(t);
            }),
            ExprKind::Offsetof(t, path) => self.list("offsetof", |d| {
                d.type_name(t);
                path.iter().for_each(|p| d.designator(p));
            }),
            ExprKind::HasAttribute(of, attribute) => self.list("has-attribute", |d| {
                d.sizeof_arg(of);
                d.attrs(std::slice::from_ref(attribute));
            }),
            ExprKind::ConvertVector(value, ty) => self.list("convertvector", |d| {
                d.expr(value);
                d.type_name(ty);
            }),
            ExprKind::TypesCompatible(a, b) => self.list("compatible", |d| {
                d.type_name(a);
                d.type_name(b);
            }),
            _ => {}
        }
    }

    fn member_of(&mut self, head: &str, e: &Expr, name: Name) {
        self.list(head, |d| {
            d.expr(e);
            d.name(name);
        });
    }

    fn sizeof_arg(&mut self, arg: &SizeofArg) {
        match arg {
            SizeofArg::Type(t) => self.type_name(t),
            SizeofArg::Expr(e) => self.expr(e),
        }
    }

    fn literal(&mut self, e: &Expr) {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = match &e.kind {
            ExprKind::Int { value, suffix, decimal } => {
                let s = suffix;
                let (u, l) = (if s.unsigned { "u" } else { "" }, &"ll"[..s.longs.min(2) as usize]);
                let i = if s.imaginary { "i" } else { "" };
                let decimal = *decimal || *value == 0;
                if decimal { write!(text, "{value}{u}{l}{i}") } else { write!(text, "{value:#x}{u}{l}{i}") }
            }
            ExprKind::Float(digits, FloatSuffix::Double) => write!(text, "{digits}d"),
            ExprKind::Float(digits, suffix) => write!(text, "{digits}{suffix:?}"),
            ExprKind::Char(value, encoding) => write!(text, "{}'{value}'", prefix(*encoding)),
            ExprKind::Str(units, encoding) => write!(text, "{}{}", prefix(*encoding), units_text(units)),
            _ => Ok(()),
        };
        self.put(&text);
    }
}

fn prefix(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Plain => "",
        Encoding::Wide => "L",
        Encoding::Utf8 => "u8",
        Encoding::Utf16 => "u",
        Encoding::Utf32 => "U",
    }
}

/// Code units in quotes, those beyond printable ASCII in hexadecimal.
fn units_text(units: &[u32]) -> String {
    let shown = units.iter().map(|&u| match u {
        0x20..0x7F if u != 0x22 && u != 0x5C => char::from(u as u8).to_string(),
        _ => format!("\\{u:x};"),
    });
    format!("\"{}\"", shown.collect::<String>())
}

fn unary_text(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::AddrOf => "&",
        UnaryOp::Deref => "*",
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::PreInc => "++",
        UnaryOp::PreDec => "--",
    }
}

fn binary_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::And => "&",
        BinaryOp::Xor => "^",
        BinaryOp::Or => "|",
    }
}
