//! The typed tree as text: C with every conversion written out. For tests and for looking at.

use std::fmt::Write;

use maymust_syntax::Names;

use crate::constant;
use crate::hir::*;
use crate::types::TypeId;

/// A whole program: globals with names, then functions.
pub fn program(program: &Program, names: &Names) -> String {
    let mut out = String::new();
    for (i, global) in program.globals.iter().enumerate() {
        let d = Dump { program, names, body: None };
        let name = d.global(GlobalId(i as u32));
        let _ = write!(out, "{name}: {}", d.ty(global.ty));
        if global.is_extern {
            out.push_str(" extern");
        }
        let _ = writeln!(out, "{}", d.init(&global.init));
    }
    for function in &program.functions {
        let d = Dump { program, names, body: function.body.as_ref() };
        let _ = write!(out, "{}: {}", function.name, d.ty(function.ty));
        match &function.body {
            None => out.push_str(";\n"),
            Some(body) => {
                out.push_str(" {\n");
                d.stmts(&body.block, 1, &mut out);
                out.push_str("}\n");
            }
        }
    }
    out
}

struct Dump<'p> {
    program: &'p Program,
    names: &'p Names,
    body: Option<&'p Body>,
}

impl Dump<'_> {
    fn ty(&self, ty: TypeId) -> String {
        self.program.types.display(ty, self.names)
    }

    fn global(&self, id: GlobalId) -> String {
        match self.program.globals.get(id.index()).and_then(|g| g.name.clone()) {
            Some(name) => name,
            None => format!("@{}", id.0),
        }
    }

    fn local(&self, id: LocalId) -> String {
        match self.body.and_then(|b| b.locals.get(id.index())) {
            Some(local) if !local.name.is_empty() => local.name.clone(),
            _ => format!("%{}", id.0),
        }
    }

    fn label(&self, id: LabelId) -> String {
        self.body
            .and_then(|b| b.labels.get(id.index()))
            .map_or_else(|| format!("label{}", id.0), |l| l.name.clone())
    }

    fn function(&self, id: FunctionId) -> String {
        self.program.functions.get(id.index()).map_or_else(|| format!("function{}", id.0), |f| f.name.clone())
    }

    fn init(&self, init: &GlobalInit) -> String {
        match init {
            GlobalInit::Zero => String::new(),
            GlobalInit::Bytes(bytes) => format!(" = {}", quote(bytes)),
            GlobalInit::Cells(cells) => {
                let cells: Vec<String> = cells
                    .iter()
                    .map(|c| format!("{}{}: {}", c.offset, bits(c.bits), self.constant(&c.value, c.ty)))
                    .collect();
                format!(" = {{{}}}", cells.join(", "))
            }
        }
    }

    fn constant(&self, c: &Constant, ty: TypeId) -> String {
        let types = &self.program.types;
        match c {
            Constant::Int(v) => {
                let value = constant::int_value(types, ty, *v);
                if types.unqualified(ty) == types.int {
                    value.to_string()
                } else {
                    format!("{value}:{}", self.ty(ty))
                }
            }
            Constant::Float(bits) => format!("{bits:#x}:{}", self.ty(ty)),
            Constant::Global(g, 0) => format!("&{}", self.global(*g)),
            Constant::Global(g, o) => format!("&{}{o:+}", self.global(*g)),
            Constant::Function(f) => format!("&{}", self.function(*f)),
            Constant::Label(_, label) => format!("&&{}", self.label(*label)),
        }
    }

    fn stmts(&self, stmts: &[Stmt], depth: usize, out: &mut String) {
        for stmt in stmts {
            self.stmt(stmt, depth, out);
        }
    }

    fn stmt(&self, stmt: &Stmt, depth: usize, out: &mut String) {
        let pad = "  ".repeat(depth);
        let line = match &stmt.kind {
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Block(stmts) => {
                let _ = writeln!(out, "{pad}{{");
                self.stmts(stmts, depth + 1, out);
                "}".to_owned()
            }
            StmtKind::Declare(local, init) => {
                let ty = self.body.and_then(|b| b.locals.get(local.index())).map(|l| self.ty(l.ty));
                let init = init.as_ref().map(|i| format!(" = {}", self.local_init(i))).unwrap_or_default();
                format!("{}: {}{init}", self.local(*local), ty.unwrap_or_default())
            }
            StmtKind::Cleanup(id) => {
                let call = self.body.and_then(|b| b.cleanups.get(id.index())).map(|c| self.expr(c));
                format!("cleanup {}", call.unwrap_or_default())
            }
            StmtKind::VlaSize(id, e) => format!("vla{} = {}", id.0, self.expr(e)),
            StmtKind::If(c, then, otherwise) => {
                let _ = writeln!(out, "{pad}if {}", self.expr(c));
                self.stmt(then, depth + 1, out);
                let Some(otherwise) = otherwise else { return };
                let _ = writeln!(out, "{pad}else");
                return self.stmt(otherwise, depth + 1, out);
            }
            StmtKind::While(c, body) => {
                let _ = writeln!(out, "{pad}while {}", self.expr(c));
                return self.stmt(body, depth + 1, out);
            }
            StmtKind::DoWhile(body, c) => {
                let _ = writeln!(out, "{pad}do");
                self.stmt(body, depth + 1, out);
                format!("while {}", self.expr(c))
            }
            StmtKind::For { init, condition, step, body } => {
                let _ = writeln!(out, "{pad}for");
                self.stmts(init, depth + 2, out);
                let part = |e: &Option<Expr>| e.as_ref().map(|e| self.expr(e)).unwrap_or_default();
                let _ = writeln!(out, "{pad}  ; {}; {}", part(condition), part(step));
                return self.stmt(body, depth + 1, out);
            }
            StmtKind::Switch { value, body } => {
                let _ = writeln!(out, "{pad}switch {}", self.expr(value));
                return self.stmt(body, depth + 1, out);
            }
            StmtKind::Case(low, high) if low == high => format!("case {low}:"),
            StmtKind::Case(low, high) => format!("case {low} ... {high}:"),
            StmtKind::Default => "default:".to_owned(),
            StmtKind::Label(label) => format!("{}:", self.label(*label)),
            StmtKind::Goto(label) => format!("goto {}", self.label(*label)),
            StmtKind::ComputedGoto(e) => format!("goto *{}", self.expr(e)),
            StmtKind::Break => "break".to_owned(),
            StmtKind::Continue => "continue".to_owned(),
            StmtKind::Return(None) => "return".to_owned(),
            StmtKind::Return(Some(e)) => format!("return {}", self.expr(e)),
            StmtKind::Asm { outputs, inputs, memory, .. } => {
                let outputs: Vec<String> = outputs.iter().map(|p| self.place(p)).collect();
                let memory = if *memory { " memory" } else { "" };
                format!("asm [{}] [{}]{memory}", outputs.join(", "), self.exprs(inputs))
            }
        };
        let _ = writeln!(out, "{pad}{line}");
    }

    fn local_init(&self, init: &LocalInit) -> String {
        match init {
            LocalInit::Expr(e) => self.expr(e),
            LocalInit::Bytes(bytes) => quote(bytes),
            LocalInit::Parts { zero, parts } => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|p| {
                        let value = match &p.value {
                            InitValue::Expr(e) => self.expr(e),
                            InitValue::Bytes(bytes) => quote(bytes),
                        };
                        format!("{}{}: {value}", p.offset, bits(p.bits))
                    })
                    .collect();
                format!("{}{{{}}}", if *zero { "zero " } else { "" }, parts.join(", "))
            }
        }
    }

    fn exprs(&self, list: &[Expr]) -> String {
        list.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }

    fn expr(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Constant(c) => self.constant(c, e.ty),
            ExprKind::Load(p) => self.place(p),
            ExprKind::AddrOf(p) => format!("&{}", self.place(p)),
            ExprKind::Convert(a) => format!("({}){}", self.ty(e.ty), self.expr(a)),
            ExprKind::Unary(op, a) => {
                format!("{}{}", if *op == UnaryOp::Neg { "-" } else { "~" }, self.expr(a))
            }
            ExprKind::Not(a) => format!("!{}", self.expr(a)),
            ExprKind::Binary(op, a, b) => format!("({} {} {})", self.expr(a), binary(*op), self.expr(b)),
            ExprKind::Compare(op, a, b) => format!("({} {} {})", self.expr(a), compare(*op), self.expr(b)),
            ExprKind::PointerAdd { pointer, index, subtract } => {
                let sign = if *subtract { "-" } else { "+" };
                format!("({} {sign}* {})", self.expr(pointer), self.expr(index))
            }
            ExprKind::PointerDiff(a, b) => format!("({} -* {})", self.expr(a), self.expr(b)),
            ExprKind::And(a, b) => format!("({} && {})", self.expr(a), self.expr(b)),
            ExprKind::Or(a, b) => format!("({} || {})", self.expr(a), self.expr(b)),
            ExprKind::Conditional(c, a, b) => {
                format!("({} ? {} : {})", self.expr(c), self.expr(a), self.expr(b))
            }
            ExprKind::ConditionalSelf(c, b) => format!("({} ?: {})", self.expr(c), self.expr(b)),
            ExprKind::Comma(a, b) => format!("({}, {})", self.expr(a), self.expr(b)),
            ExprKind::Assign(p, v) => format!("{} = {}", self.place(p), self.expr(v)),
            ExprKind::AssignOp { op, place, value, compute } => {
                format!("{} {}=({}) {}", self.place(place), binary(*op), self.ty(*compute), self.expr(value))
            }
            ExprKind::AssignPointerAdd { place, index, subtract } => {
                format!("{} {}*= {}", self.place(place), if *subtract { "-" } else { "+" }, self.expr(index))
            }
            ExprKind::IncDec { place, decrement, postfix } => {
                let op = if *decrement { "--" } else { "++" };
                if *postfix {
                    format!("{}{op}", self.place(place))
                } else {
                    format!("{op}{}", self.place(place))
                }
            }
            ExprKind::Call(f, args) => format!("{}({})", self.function(*f), self.exprs(args)),
            ExprKind::CallPointer(f, args) => format!("(*{})({})", self.expr(f), self.exprs(args)),
            ExprKind::Builtin(b, args) => format!("{b:?}({})", self.exprs(args)),
            ExprKind::StmtExpr(stmts, value) => {
                let mut out = String::new();
                self.stmts(stmts, 0, &mut out);
                let stmts = out.trim_end().replace('\n', "; ");
                let value = value.as_ref().map(|v| self.expr(v)).unwrap_or_default();
                format!("({{ {stmts}; {value} }})")
            }
            ExprKind::VaArg(list) => format!("va_arg({}, {})", self.expr(list), self.ty(e.ty)),
            ExprKind::LabelAddr(label) => format!("&&{}", self.label(*label)),
            ExprKind::VlaSizeof(ty) => format!("sizeof({})", self.ty(*ty)),
            ExprKind::Parts(parts) => {
                let parts: Vec<String> = parts.iter().map(|p| self.expr(p)).collect();
                format!("parts({})", parts.join(", "))
            }
            ExprKind::Unsupported(reason) => format!("unsupported \"{reason}\""),
        }
    }

    fn place(&self, p: &Place) -> String {
        match &p.kind {
            PlaceKind::Local(l) => self.local(*l),
            PlaceKind::Global(g) => self.global(*g),
            PlaceKind::Function(f) => self.function(*f),
            PlaceKind::Deref(e) => format!("*{}", self.expr(e)),
            PlaceKind::Element(base, index) => format!("{}[{}]", self.place(base), self.expr(index)),
            PlaceKind::Field { base, name, .. } => format!("{}.{name}", self.place(base)),
            PlaceKind::CompoundLiteral(l, init) => {
                format!("[{} = {}]", self.local(*l), self.local_init(init))
            }
            PlaceKind::Temporary(e) => format!("[{}]", self.expr(e)),
        }
    }
}

fn bits(bits: Option<crate::types::BitField>) -> String {
    bits.map(|b| format!(".{}+{}", b.shift, b.width)).unwrap_or_default()
}

fn quote(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii())
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
    }
}

fn compare(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
    }
}
