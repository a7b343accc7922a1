//! Random terms and small helpers for the tests of the solver.
#![allow(dead_code)]

use maymust_term::{FloatFormat, Op, Rounding, Sort, Symbol, TermId, Terms, Value};

/// How many times more than usual: `MAYMUST_FUZZ`.
pub fn times() -> u64 {
    std::env::var("MAYMUST_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Where to start: `MAYMUST_SEED`.
pub fn seed() -> u64 {
    std::env::var("MAYMUST_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// A small generator of pseudo-random numbers (xorshift with a multiplier).
pub struct Rng(u64);

impl Rng {
    /// Seeded; every seed gives another sequence.
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1);
        rng.next();
        rng.next();
        rng
    }

    /// 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n.max(1)
    }

    /// One of some.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// True once in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// What kind of formulas to make.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Widths of bit-vectors.
    pub widths: &'static [u32],
    /// Index and element width of array variables.
    pub arrays: &'static [(u32, u32)],
    /// Formats of floats.
    pub floats: &'static [FloatFormat],
    /// Variables of each sort.
    pub vars: usize,
    /// Operators applied.
    pub steps: usize,
}

/// Terms made so far, and variables.
pub struct Pool {
    pub terms: Vec<TermId>,
    pub vars: Vec<Symbol>,
}

/// A pool with the variables of a shape.
pub fn pool(terms: &mut Terms, shape: &Shape) -> Pool {
    let mut sorts: Vec<Sort> = vec![Sort::Bool];
    sorts.extend(shape.widths.iter().map(|w| Sort::BitVec(*w)));
    sorts.extend(shape.floats.iter().map(|f| Sort::Float(*f)));
    for (i, e) in shape.arrays {
        sorts.push(terms.array_sort(Sort::BitVec(*i), Sort::BitVec(*e)));
    }
    let mut pool = Pool { terms: Vec::new(), vars: Vec::new() };
    for (n, sort) in sorts.iter().enumerate() {
        for v in 0..shape.vars {
            let s = terms.declare(&format!("v{n}_{v}"), *sort);
            pool.vars.push(s);
            pool.terms.push(terms.var(s));
        }
    }
    pool
}

/// A random value of a sort that is no array and no integer.
pub fn value(rng: &mut Rng, sort: Sort) -> Value {
    match sort {
        Sort::BitVec(w) => Value::bv(w, number(rng, w)),
        Sort::Float(f) => {
            let bits = number(rng, f.width());
            let special = [0, 1 << (f.sig - 1), ((1 << f.exp) - 1) << (f.sig - 1), 1];
            let bits = if rng.one_in(3) { rng.pick(&special) } else { bits };
            Value::float_bits(f, maymust_term::BvValue::from_u64(f.width(), bits))
        }
        _ => Value::Bool(rng.one_in(2)),
    }
}

fn number(rng: &mut Rng, width: u32) -> u64 {
    let v = match rng.below(6) {
        0 => 0,
        1 => 1,
        2 => u64::MAX,
        3 => 1 << rng.below(width.min(64) as usize),
        _ => rng.next(),
    };
    if width >= 64 { v } else { v & ((1 << width) - 1) }
}

/// A random value of any sort but integers.
pub fn any_value(rng: &mut Rng, terms: &Terms, sort: Sort) -> Value {
    let Some((index, element)) = terms.array_parts(sort) else { return value(rng, sort) };
    let mut array = maymust_term::ArrayValue::constant(value(rng, element));
    for _ in 0..rng.below(5) {
        array = array.store(value(rng, index), value(rng, element));
    }
    Value::Array(array)
}

impl Pool {
    /// A term of a sort: one made before, or a constant.
    pub fn of(&self, rng: &mut Rng, terms: &mut Terms, sort: Sort) -> TermId {
        let fitting: Vec<TermId> = self.terms.iter().copied().filter(|t| terms.sort(*t) == sort).collect();
        let constant = !sort.is_array() && rng.one_in(6);
        if constant || fitting.is_empty() {
            let v = value(rng, sort);
            return terms.value(&v).expect("no array");
        }
        // Newer ones are deeper: take them more often.
        let n = fitting.len();
        fitting[n - 1 - rng.below(n).min(rng.below(n))]
    }

    fn any_sort(&self, rng: &mut Rng, terms: &Terms, want: fn(Sort) -> bool) -> Option<Sort> {
        let sorts: Vec<Sort> = self.terms.iter().map(|t| terms.sort(*t)).filter(|s| want(*s)).collect();
        (!sorts.is_empty()).then(|| sorts[rng.below(sorts.len())])
    }

    /// Makes one more term, of a random operator.
    pub fn step(&mut self, rng: &mut Rng, terms: &mut Terms, shape: &Shape) {
        let made = match rng.below(10) {
            0 | 1 => self.boolean(rng, terms),
            2 if !shape.arrays.is_empty() => self.array(rng, terms),
            3 if !shape.arrays.is_empty() => self.read(rng, terms),
            2..=5 if !shape.floats.is_empty() => self.float(rng, terms, shape),
            6 | 7 => self.comparison(rng, terms),
            _ => self.bits(rng, terms, shape),
        };
        self.terms.extend(made);
    }

    /// Says something about a variable and a constant: a bound, or some of its bits.
    fn bound(&self, rng: &mut Rng, terms: &mut Terms) -> Option<TermId> {
        let is_bits = |s: &&Symbol| matches!(terms.symbol_sort(**s), Sort::BitVec(_));
        let vars: Vec<Symbol> = self.vars.iter().filter(is_bits).copied().collect();
        let x = terms.var(*vars.get(rng.below(vars.len()))?);
        let w = terms.width(x);
        let c = terms.bv(w, number(rng, w));
        let t = match rng.below(4) {
            0 => terms.app(Op::Ult, &[x, c]),
            1 => terms.app(Op::Slt, &[x, c]),
            2 => {
                let (i, j) = (rng.below(w as usize) as u32, rng.below(w as usize) as u32);
                let (part, c) = (terms.extract(x, i.max(j), i.min(j)), terms.extract(c, i.max(j), i.min(j)));
                return Some(terms.eq(part, c));
            }
            _ => {
                let m = terms.bv(w, number(rng, w));
                let (part, c) = (terms.app(Op::BvAnd, &[x, m]), terms.app(Op::BvAnd, &[c, m]));
                return Some(terms.eq(part, c));
            }
        };
        Some(if rng.one_in(2) { t } else { terms.not(t) })
    }

    /// Makes a boolean term after some steps.
    pub fn formula(&mut self, rng: &mut Rng, terms: &mut Terms, shape: &Shape) -> TermId {
        if rng.one_in(4)
            && let Some(bound) = self.bound(rng, terms)
        {
            return bound;
        }
        for _ in 0..shape.steps {
            self.step(rng, terms, shape);
        }
        let made = self.comparison(rng, terms).or_else(|| self.boolean(rng, terms));
        let made = made.unwrap_or(terms.tru());
        self.terms.push(made);
        let other = self.of(rng, terms, Sort::Bool);
        match rng.below(4) {
            0 => terms.and(&[made, other]),
            1 => terms.or(&[made, other]),
            2 => terms.not(made),
            _ => made,
        }
    }

    fn boolean(&mut self, rng: &mut Rng, terms: &mut Terms) -> Option<TermId> {
        let a = self.of(rng, terms, Sort::Bool);
        let b = self.of(rng, terms, Sort::Bool);
        let c = self.of(rng, terms, Sort::Bool);
        Some(match rng.below(6) {
            0 => terms.not(a),
            1 => terms.and(&[a, b, c]),
            2 => terms.or(&[a, b, c]),
            3 => terms.xor(a, b),
            4 => terms.app(Op::Ite, &[a, b, c]),
            _ => terms.implies(a, b),
        })
    }

    fn comparison(&mut self, rng: &mut Rng, terms: &mut Terms) -> Option<TermId> {
        let sort = self.any_sort(rng, terms, |s| s != Sort::Bool)?;
        let (a, b) = (self.of(rng, terms, sort), self.of(rng, terms, sort));
        let ops: &[Op] = match sort {
            Sort::BitVec(_) => &[
                Op::Eq,
                Op::Eq,
                Op::Ult,
                Op::Ule,
                Op::Slt,
                Op::Sle,
                Op::UAddO,
                Op::SAddO,
                Op::SSubO,
                Op::UMulO,
                Op::SMulO,
            ],
            Sort::Float(_) => &[Op::Eq, Op::FpEq, Op::FpLt, Op::FpLe],
            _ => &[Op::Eq],
        };
        Some(terms.app(rng.pick(ops), &[a, b]))
    }

    fn bits(&mut self, rng: &mut Rng, terms: &mut Terms, shape: &Shape) -> Option<TermId> {
        let width = rng.pick(shape.widths);
        let sort = Sort::BitVec(width);
        let (a, b) = (self.of(rng, terms, sort), self.of(rng, terms, sort));
        let c = self.of(rng, terms, Sort::Bool);
        let ops = [
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvUDiv,
            Op::BvURem,
            Op::BvSDiv,
            Op::BvSRem,
            Op::BvSMod,
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvShl,
            Op::BvLShr,
            Op::BvAShr,
        ];
        Some(match rng.below(20) {
            0 => terms.app(Op::BvNeg, &[a]),
            1 => terms.app(Op::BvNot, &[a]),
            2 => terms.app(Op::Ite, &[c, a, b]),
            3..=5 => return self.resize(rng, terms, shape, width),
            _ => terms.app(rng.pick(&ops), &[a, b]),
        })
    }

    /// A term of a width from one of another.
    fn resize(&mut self, rng: &mut Rng, terms: &mut Terms, shape: &Shape, width: u32) -> Option<TermId> {
        let from = rng.pick(shape.widths);
        let a = self.of(rng, terms, Sort::BitVec(from));
        if from > width {
            let lo = rng.below((from - width + 1) as usize) as u32;
            return Some(terms.extract(a, lo + width - 1, lo));
        }
        let n = width - from;
        Some(match rng.below(3) {
            0 => terms.zero_extend(a, n),
            1 => terms.sign_extend(a, n),
            _ if n > 0 && shape.widths.contains(&n) => {
                let b = self.of(rng, terms, Sort::BitVec(n));
                terms.app(Op::Concat, &[a, b])
            }
            _ => terms.rotate_left(a, rng.below(from as usize) as u32),
        })
    }

    fn array(&mut self, rng: &mut Rng, terms: &mut Terms) -> Option<TermId> {
        let sort = self.any_sort(rng, terms, Sort::is_array)?;
        let (index, element) = terms.array_parts(sort)?;
        let (a, b) = (self.of(rng, terms, sort), self.of(rng, terms, sort));
        let i = self.of(rng, terms, index);
        let v = self.of(rng, terms, element);
        let c = self.of(rng, terms, Sort::Bool);
        let (j, n) = (self.of(rng, terms, index), self.of(rng, terms, index));
        Some(match rng.below(10) {
            8 => terms.fill(a, i, n, v),
            9 => terms.copy(a, i, n, b, j),
            0 => terms.app(Op::Ite, &[c, a, b]),
            1 => terms.const_array(sort, v),
            2 | 3 if element == Sort::BitVec(8) => {
                let wide = terms.app(Op::Concat, &[v, v]);
                let w = self.of(rng, terms, Sort::BitVec(8));
                let wide = if rng.one_in(2) { wide } else { terms.app(Op::Concat, &[w, wide]) };
                terms.store_wide(a, i, wide)
            }
            _ => terms.app(Op::Store, &[a, i, v]),
        })
    }

    fn read(&mut self, rng: &mut Rng, terms: &mut Terms) -> Option<TermId> {
        let sort = self.any_sort(rng, terms, Sort::is_array)?;
        let (index, element) = terms.array_parts(sort)?;
        let a = self.of(rng, terms, sort);
        let i = self.of(rng, terms, index);
        if element == Sort::BitVec(8) && rng.one_in(2) {
            let wide = terms.load(a, i, 2);
            return Some(terms.extract(wide, 11, 4));
        }
        Some(terms.app(Op::Select, &[a, i]))
    }

    fn float(&mut self, rng: &mut Rng, terms: &mut Terms, shape: &Shape) -> Option<TermId> {
        let f = rng.pick(shape.floats);
        let sort = Sort::Float(f);
        let (a, b) = (self.of(rng, terms, sort), self.of(rng, terms, sort));
        let c = self.of(rng, terms, sort);
        let r = rng.pick(&Rounding::ALL);
        Some(match rng.below(24) {
            0 => terms.app(Op::FpAbs, &[a]),
            1 => terms.app(Op::FpNeg, &[a]),
            2 | 3 => terms.app(Op::FpAdd(r), &[a, b]),
            4 => terms.app(Op::FpSub(r), &[a, b]),
            5 | 6 => terms.app(Op::FpMul(r), &[a, b]),
            7 | 8 => terms.app(Op::FpDiv(r), &[a, b]),
            9 => terms.app(Op::FpFma(r), &[a, b, c]),
            10 => terms.app(Op::FpSqrt(r), &[a]),
            11 => terms.app(Op::FpRem, &[a, b]),
            12 => terms.app(Op::FpRoundToIntegral(r), &[a]),
            13 => terms.app(Op::FpMin, &[a, b]),
            14 => terms.app(Op::FpMax, &[a, b]),
            15 => {
                let is = [
                    Op::FpIsNan,
                    Op::FpIsInf,
                    Op::FpIsZero,
                    Op::FpIsNormal,
                    Op::FpIsSubnormal,
                    Op::FpIsNegative,
                    Op::FpIsPositive,
                ];
                terms.app(rng.pick(&is), &[a])
            }
            16 => {
                let g = rng.pick(shape.floats);
                terms.fp_from_fp(r, g, a)
            }
            17 | 18 => {
                let w = self.of(rng, terms, Sort::BitVec(shape.widths[0]));
                if rng.one_in(2) { terms.fp_from_sbv(r, f, w) } else { terms.fp_from_ubv(r, f, w) }
            }
            19 | 20 => {
                let w = rng.pick(shape.widths);
                if rng.one_in(2) { terms.fp_to_sbv(r, w, a) } else { terms.fp_to_ubv(r, w, a) }
            }
            21 => {
                let d = self.of(rng, terms, Sort::Bool);
                terms.app(Op::Ite, &[d, a, b])
            }
            22 => terms.app(Op::FpToBits, &[a]),
            _ => {
                let w = self.of(rng, terms, Sort::BitVec(f.width()));
                terms.fp_from_bits(f, w)
            }
        })
    }
}
