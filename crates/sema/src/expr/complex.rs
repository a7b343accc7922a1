//! Complex arithmetic as gcc does it: by parts; products and quotients of floats by the functions of libgcc.

use maymust_source::Span;
use maymust_syntax::ast;

use crate::check::Checker;
use crate::expr::Operand;
use crate::float;
use crate::hir::*;
use crate::initializer::copy;
use crate::types::*;

impl Checker<'_> {
    fn complex_of(&mut self, part: TypeId) -> TypeId {
        self.types_mut().intern(Type::Complex(part))
    }

    /// The real type of a complex or real operand.
    fn real_type(&self, ty: TypeId) -> TypeId {
        match self.types().bare(ty) {
            Type::Complex(part) => *part,
            _ => self.types().unqualified(ty),
        }
    }

    /// The common type of arithmetic types of which one is complex.
    pub(crate) fn common_complex(&mut self, a: TypeId, b: TypeId) -> TypeId {
        let part = self.common_of(self.real_type(a), self.real_type(b));
        self.complex_of(part)
    }

    /// A real number as a complex one.
    fn complex_from(&mut self, real: Expr, ty: TypeId) -> Expr {
        let (part, span) = (self.real_type(ty), real.span);
        let real = self.convert(real, part);
        let zero = self.number(0, part, span);
        Expr { kind: ExprKind::Parts(vec![real, zero]), ty, span }
    }

    fn number(&mut self, value: i128, ty: TypeId, span: Span) -> Expr {
        let value = self.int_expr(value, self.types().int, span);
        self.convert(value, ty)
    }

    /// Conversion where the value or the type is complex.
    pub(crate) fn convert_complex(&mut self, value: Expr, to: TypeId) -> Expr {
        let span = value.span;
        if !self.types().is_complex(value.ty) {
            return self.complex_from(value, to);
        }
        if self.types().is_complex(to) {
            let part = self.real_type(to);
            return self.map_parts(value, to, span, |c, _, p| c.convert(p, part));
        }
        if matches!(self.types().bare(to), Type::Int(int) if int.rank == IntRank::Bool) {
            let truth = self.complex_truth(value);
            return self.convert(truth, to);
        }
        let real = self.take_part(value, 0, span);
        self.convert(real, to)
    }

    fn take_part(&mut self, value: Expr, i: usize, span: Span) -> Expr {
        let mut before = Vec::new();
        let mut parts = self.take(value, &mut before);
        self.after(before, parts.swap_remove(i), span)
    }

    /// Is the value different from zero?
    pub(crate) fn complex_truth(&mut self, value: Expr) -> Expr {
        let zero = self.number(0, self.types().int, value.span);
        self.complex_compare(CompareOp::Ne, value, zero)
    }

    /// `a == b`, `a != b`
    pub(super) fn complex_compare(&mut self, op: CompareOp, a: Expr, b: Expr) -> Expr {
        let span = a.span;
        let ty = self.common_complex(a.ty, b.ty);
        let (mut before, int) = (Vec::new(), self.types().int);
        let (a, b) = (self.convert(a, ty), self.convert(b, ty));
        let (a, b) = (self.take(a, &mut before), self.take(b, &mut before));
        let pairs = a.into_iter().zip(b);
        let mut tests: Vec<Expr> = pairs.map(|(x, y)| self.make_compare(op, x, y, span)).collect();
        let (Some(second), Some(first)) = (tests.pop(), tests.pop()) else { return self.error_expr(span) };
        let (first, second) = (Box::new(first), Box::new(second));
        let kind =
            if op == CompareOp::Eq { ExprKind::And(first, second) } else { ExprKind::Or(first, second) };
        let both = Expr { kind, ty: int, span };
        let both = match self.evaluate(&both) {
            Some(c) => Expr { kind: ExprKind::Constant(c), ..both },
            None => both,
        };
        self.after(before, both, span)
    }

    /// `a op b`
    pub(super) fn complex_binary(&mut self, op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
        let ty = self.common_complex(a.ty, b.ty);
        let part = self.real_type(ty);
        let mut before = Vec::new();
        // gcc keeps a real operand of floats real: no zero is multiplied or added.
        let mixed = self.types().is_complex(a.ty) != self.types().is_complex(b.ty)
            && self.types().is_float(part)
            && (op != BinaryOp::Div || self.types().is_complex(a.ty));
        let operand = |c: &mut Self, e: Expr, before: &mut Vec<Stmt>| {
            let to = if mixed && !c.types().is_complex(e.ty) { part } else { ty };
            let e = c.convert(e, to);
            c.take(e, before)
        };
        let (a, b) = (operand(self, a, &mut before), operand(self, b, &mut before));
        let parts = match (&a[..], &b[..]) {
            ([a, ai], [b, bi]) => return self.complex_pair(op, [a, ai, b, bi], ty, before, span),
            ([a, ai], [b]) => {
                let re = self.part_op(op, a, b, span);
                let im = match op {
                    BinaryOp::Add | BinaryOp::Sub => copy(ai),
                    _ => self.part_op(op, ai, b, span),
                };
                vec![re, im]
            }
            ([a], [b, bi]) => {
                let re = self.part_op(op, a, b, span);
                let im = match op {
                    BinaryOp::Add => copy(bi),
                    BinaryOp::Sub => self.negated(copy(bi), span),
                    _ => self.part_op(op, a, bi, span),
                };
                vec![re, im]
            }
            _ => return self.error_expr(span),
        };
        self.of_parts(before, parts, ty, span)
    }

    fn complex_pair(
        &mut self,
        op: BinaryOp,
        [a, b, c, d]: [&Expr; 4],
        ty: TypeId,
        before: Vec<Stmt>,
        span: Span,
    ) -> Expr {
        if matches!(op, BinaryOp::Add | BinaryOp::Sub) {
            let parts = vec![self.part_op(op, a, c, span), self.part_op(op, b, d, span)];
            return self.of_parts(before, parts, ty, span);
        }
        let part = self.real_type(ty);
        let Some(kind) = self.types().float_kind(part) else {
            let parts = match op {
                BinaryOp::Mul => self.integer_product([a, b, c, d], span),
                _ => return self.unsupported("division of complex integers", ty, span),
            };
            return self.of_parts(before, parts, ty, span);
        };
        if let Some(parts) = folded(kind, op, [a, b, c, d]) {
            let parts =
                parts.map(|bits| Expr { kind: ExprKind::Constant(Constant::Float(bits)), ty: part, span });
            return self.of_parts(before, parts.into(), ty, span);
        }
        let suffix = match kind {
            FloatKind::Float => "sc3",
            FloatKind::Double => "dc3",
            FloatKind::LongDouble => "xc3",
            _ => return self.unsupported("products of complex numbers of this type", ty, span),
        };
        if self.function.is_none() {
            return self.unsupported("complex arithmetic outside of functions", ty, span);
        }
        let name = format!("__{}{suffix}", if op == BinaryOp::Mul { "mul" } else { "div" });
        let args = [a, b, c, d].map(copy).into();
        let call = self.call_library(&name, ty, part, args, span);
        self.after(before, call, span)
    }

    /// A call of a function of libgcc: its models are in the library.
    fn call_library(
        &mut self,
        name: &str,
        result: TypeId,
        param: TypeId,
        args: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let params = vec![param; args.len()];
        let ty = FunctionType { result, params, variadic: false, prototype: true };
        let ty = self.types_mut().intern(Type::Function(ty));
        let name = self.names.intern(name);
        let decl = self.declare_undeclared(name, ty, span);
        let id = self.function_id(decl);
        Expr { kind: ExprKind::Call(id, args), ty: result, span }
    }

    fn integer_product(&mut self, [a, b, c, d]: [&Expr; 4], span: Span) -> Vec<Expr> {
        let mut product = |x, y| self.part_op(BinaryOp::Mul, x, y, span);
        let (ac, bd, ad, bc) = (product(a, c), product(b, d), product(a, d), product(b, c));
        let (re, im) =
            (self.part_sum(BinaryOp::Sub, ac, bd, span), self.part_sum(BinaryOp::Add, ad, bc, span));
        vec![re, im]
    }

    /// `x op y` of parts, in their own type.
    pub(super) fn part_op(&mut self, op: BinaryOp, x: &Expr, y: &Expr, span: Span) -> Expr {
        self.part_sum(op, copy(x), copy(y), span)
    }

    fn part_sum(&mut self, op: BinaryOp, x: Expr, y: Expr, span: Span) -> Expr {
        let ty = x.ty;
        let result = self.arithmetic(op, x, y, span);
        self.convert(result, ty)
    }

    fn negated(&mut self, x: Expr, span: Span) -> Expr {
        let ty = x.ty;
        let x = self.promote(x);
        let result = self.make_unary(UnaryOp::Neg, x, span);
        self.convert(result, ty)
    }

    /// `-z`, and `~z`: the conjugate.
    pub(super) fn complex_sign(&mut self, op: UnaryOp, value: Expr, span: Span) -> Expr {
        let ty = value.ty;
        self.map_parts(
            value,
            ty,
            span,
            |c, i, p| {
                if op == UnaryOp::Neg || i == 1 { c.negated(p, span) } else { p }
            },
        )
    }

    /// `__real__ e`, `__imag__ e`
    pub(super) fn complex_part(&mut self, imaginary: bool, inner: &ast::Expr, span: Span) -> Operand {
        let operand = self.operand(inner);
        if let Type::Complex(part) = *self.types().bare(operand.ty()) {
            return match operand {
                Operand::Place(place) => {
                    Operand::Place(Place { span, ..self.part_of(place, part, u64::from(imaginary)) })
                }
                Operand::Value(value) => Operand::Value(self.take_part(value, usize::from(imaginary), span)),
            };
        }
        if imaginary {
            let value = self.decay(operand);
            return Operand::Value(self.number(0, value.ty, span));
        }
        operand
    }

    /// `2.0i`, `2i`
    pub(super) fn imaginary(&mut self, value: Expr, span: Span) -> Expr {
        let part = value.ty;
        let ty = self.complex_of(part);
        let zero = self.number(0, part, span);
        Expr { kind: ExprKind::Parts(vec![zero, value]), ty, span }
    }

    /// `__builtin_complex(re, im)`, `__builtin_creal(z)`, …
    pub(crate) fn complex_builtin(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if name == "complex" {
            let (re, im) = (self.value(args.first()?), self.value(args.get(1)?));
            let part = self.common_of(re.ty, im.ty);
            if !self.types().is_float(part) {
                self.error(span, "operands of '__builtin_complex' are not of a floating type");
                return Some(self.error_expr(span));
            }
            let ty = self.complex_of(part);
            let parts = vec![self.convert(re, part), self.convert(im, part)];
            return Some(Expr { kind: ExprKind::Parts(parts), ty, span });
        }
        let types = self.types();
        let (plain, part) = match name.as_bytes() {
            [.., b'f'] => (&name[..name.len() - 1], types.float),
            [_, .., b'l'] if name != "creal" => (&name[..name.len() - 1], types.longdouble),
            _ => (name, types.double),
        };
        if !matches!(plain, "creal" | "cimag" | "conj") {
            return None;
        }
        let ty = self.complex_of(part);
        let value = self.converted(args.first()?, ty);
        Some(match plain {
            "creal" => self.take_part(value, 0, span),
            "cimag" => self.take_part(value, 1, span),
            _ => self.complex_sign(UnaryOp::BitNot, value, span),
        })
    }
}

/// Products and quotients of constants: gcc rounds them once, which a wider format comes to.
fn folded(kind: FloatKind, op: BinaryOp, operands: [&Expr; 4]) -> Option<[u128; 2]> {
    let mut wide = [0; 4];
    for (to, e) in wide.iter_mut().zip(operands) {
        let ExprKind::Constant(Constant::Float(bits)) = e.kind else { return None };
        *to = float::convert(kind, bits, FloatKind::F128);
    }
    let [a, b, c, d] = wide;
    let f = |op, x, y| float::binary(FloatKind::F128, op, x, y);
    let (ac, bd) = (f(BinaryOp::Mul, a, c)?, f(BinaryOp::Mul, b, d)?);
    let (ad, bc) = (f(BinaryOp::Mul, a, d)?, f(BinaryOp::Mul, b, c)?);
    let (re, im) = if op == BinaryOp::Mul {
        (f(BinaryOp::Sub, ac, bd)?, f(BinaryOp::Add, ad, bc)?)
    } else {
        let norm = f(BinaryOp::Add, f(BinaryOp::Mul, c, c)?, f(BinaryOp::Mul, d, d)?)?;
        let (re, im) = (f(BinaryOp::Add, ac, bd)?, f(BinaryOp::Sub, bc, ad)?);
        (f(BinaryOp::Div, re, norm)?, f(BinaryOp::Div, im, norm)?)
    };
    let parts = [re, im].map(|x| float::convert(FloatKind::F128, x, kind));
    parts.iter().all(|&x| float::is_finite(kind, x)).then_some(parts)
}
