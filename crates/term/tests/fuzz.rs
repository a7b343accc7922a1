//! Random terms against evaluation: whatever the rules make of a term, its value stays.
//!
//! A pool of terms is grown by random operators; the values of each under some assignments are
//! computed on the side, by the meaning of the operators alone. `MAYMUST_FUZZ=n` runs n rounds.

use maymust_term::*;
use std::collections::BTreeMap;

/// A small generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 11) % n as u64) as usize
    }
}

const MODELS: usize = 12;

struct Pool {
    terms: Terms,
    by_sort: BTreeMap<Sort, Vec<(TermId, Vec<Value>)>>,
    models: Vec<BTreeMap<Symbol, Value>>,
    evaluators: Vec<Evaluator>,
    random: Random,
    widths: Vec<u32>,
    array: Sort,
    small: FloatFormat,
    /// Only loads and stores, at addresses near each other.
    memory: bool,
    /// How many terms changed when they were built again.
    again: usize,
}

impl Pool {
    fn new(seed: u64, widths: &[u32], address: u32) -> Self {
        let mut terms = Terms::new();
        let array = terms.array_sort(Sort::BitVec(address), Sort::BitVec(8));
        let mut widths = widths.to_vec();
        widths.extend([address, 8]);
        widths.sort_unstable();
        widths.dedup();
        let mut pool = Pool {
            terms,
            by_sort: BTreeMap::new(),
            models: vec![BTreeMap::new(); MODELS],
            evaluators: vec![Evaluator::new(); MODELS],
            random: Random::new(seed),
            widths,
            array,
            small: FloatFormat { exp: 3, sig: 4 },
            memory: false,
            again: 0,
        };
        pool.seed(address);
        pool
    }

    fn seed(&mut self, address: u32) {
        for i in 0..3 {
            self.variable(&format!("b{i}"), Sort::Bool, |r| Value::Bool(r.next() >> 40 & 1 == 1));
            self.variable(&format!("i{i}"), Sort::Int, |r| Value::Int((r.below(11) as i64 - 5).into()));
        }
        for w in self.widths.clone() {
            for i in 0..3 {
                self.variable(&format!("x{w}_{i}"), Sort::BitVec(w), |r| Value::Bv(random_bits(r, w)));
            }
        }
        let small = self.small;
        for f in [small, FloatFormat::F32] {
            self.variable(&format!("f{}", f.width()), Sort::Float(f), |r| {
                Value::float_bits(f, random_bits(r, f.width()))
            });
        }
        for i in 0..2 {
            self.variable(&format!("m{i}"), self.array, |r| {
                let mut a = ArrayValue::constant(Value::bv(8, r.next()));
                for _ in 0..4 {
                    a = a.store(Value::Bv(random_bits(r, address)), Value::bv(8, r.next()));
                }
                Value::Array(a)
            });
        }
        let bytes: Vec<u8> = (0..3).map(|_| self.random.next() as u8).collect();
        let base = random_bits(&mut self.random, address);
        let t = self.terms.table(self.array, Table::from_bytes(base, &bytes));
        let value = self.terms.constant_value(t).unwrap();
        self.by_sort.entry(self.array).or_default().push((t, vec![value; MODELS]));
    }

    fn variable(&mut self, name: &str, sort: Sort, value: impl Fn(&mut Random) -> Value) {
        let symbol = self.terms.declare(name, sort);
        let t = self.terms.var(symbol);
        let mut values = Vec::new();
        for m in &mut self.models {
            let v = value(&mut self.random);
            m.insert(symbol, v.clone());
            values.push(v);
        }
        self.by_sort.entry(sort).or_default().push((t, values));
    }

    fn constant(&mut self, sort: Sort) -> Option<(TermId, Vec<Value>)> {
        let v = match sort {
            Sort::BitVec(w) => Value::Bv(random_bits(&mut self.random, w)),
            Sort::Float(f) => Value::float_bits(f, random_bits(&mut self.random, f.width())),
            Sort::Int => Value::Int((self.random.below(7) as i64 - 3).into()),
            _ => return None,
        };
        Some((self.terms.value(&v)?, vec![v; MODELS]))
    }

    /// A variable or a number, and a little more or less.
    fn near_address(&mut self) -> (TermId, Vec<Value>) {
        let sort = self.address();
        let Sort::BitVec(w) = sort else { unreachable!() };
        let (base, values) = match self.random.below(4) {
            0 => {
                let v = Value::bv(w, 16);
                (self.terms.value(&v).unwrap(), vec![v; MODELS])
            }
            n => self.by_sort[&sort][n % 3].clone(),
        };
        let off = BvValue::from_i64(w, self.random.below(24) as i64 - 12);
        let c = self.terms.bv_value(off.clone());
        let t = self.terms.bv_add(base, c);
        let off = Value::Bv(off);
        let values = values.iter().map(|v| apply(Op::BvAdd, &[v, &off])).collect();
        (t, values)
    }

    fn memory_operator(&mut self) -> (Op, Vec<Sort>) {
        match self.random.below(12) {
            0 => (Op::Select, vec![self.array, self.address()]),
            1 | 2 => (Op::Store, vec![self.array, self.address(), Sort::BitVec(8)]),
            3 => (Op::Ite, vec![Sort::Bool, self.array, self.array]),
            4 => (Op::Eq, vec![self.address(), self.address()]),
            5 => self.range(),
            6 | 7 => self.wide(false),
            _ => self.wide(true),
        }
    }

    fn pick(&mut self, sort: Sort) -> (TermId, Vec<Value>) {
        if self.memory && sort == self.address() {
            return self.near_address();
        }
        if self.random.below(4) == 0
            && let Some(c) = self.constant(sort)
        {
            return c;
        }
        let list = &self.by_sort[&sort];
        // Recent ones more often, so that terms get deep.
        let n = list.len();
        let i = if self.random.below(2) == 0 {
            n - 1 - self.random.below(n.min(4))
        } else {
            self.random.below(n)
        };
        list[i].clone()
    }

    /// A random operator with the sorts of its arguments.
    fn operator(&mut self) -> (Op, Vec<Sort>) {
        let w = self.widths[self.random.below(self.widths.len())];
        let bv = Sort::BitVec(w);
        let f = if self.random.below(3) == 0 { FloatFormat::F32 } else { self.small };
        let fp = Sort::Float(f);
        let r = Rounding::ALL[self.random.below(5)];
        let binary = [
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvUDiv,
            Op::BvSDiv,
            Op::BvURem,
            Op::BvSRem,
            Op::BvSMod,
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvShl,
            Op::BvLShr,
            Op::BvAShr,
            Op::Ult,
            Op::Ule,
            Op::Slt,
            Op::Sle,
            Op::UAddO,
            Op::SAddO,
            Op::SSubO,
            Op::UMulO,
            Op::SMulO,
            Op::Eq,
            Op::BvAdd,
            Op::BvSub,
            Op::Ult,
            Op::Slt,
            Op::Eq,
        ];
        let float = [
            Op::FpAdd(r),
            Op::FpSub(r),
            Op::FpMul(r),
            Op::FpDiv(r),
            Op::FpRem,
            Op::FpMin,
            Op::FpMax,
            Op::FpLe,
            Op::FpLt,
            Op::FpEq,
            Op::Eq,
        ];
        let float1 = [
            Op::FpAbs,
            Op::FpNeg,
            Op::FpSqrt(r),
            Op::FpRoundToIntegral(r),
            Op::FpIsNan,
            Op::FpIsInf,
            Op::FpIsZero,
            Op::FpIsNormal,
            Op::FpIsSubnormal,
            Op::FpIsNegative,
            Op::FpIsPositive,
            Op::FpFromFp(self.small, r),
            Op::FpFromFp(FloatFormat::F32, r),
            Op::FpToSbv(w, r),
            Op::FpToUbv(w, r),
            Op::FpToBits,
        ];
        let int = [Op::IntAdd, Op::IntSub, Op::IntMul, Op::IntDiv, Op::IntMod, Op::IntLe, Op::IntLt, Op::Eq];
        match self.random.below(35) {
            34 => self.range(),
            0 => (Op::Not, vec![Sort::Bool]),
            1 | 2 => (Op::And, vec![Sort::Bool; 2 + self.random.below(2)]),
            3 | 4 => (Op::Or, vec![Sort::Bool; 2 + self.random.below(2)]),
            5 => (Op::Eq, vec![Sort::Bool; 2]),
            6 => (Op::Ite, vec![Sort::Bool; 3]),
            7 | 8 => (Op::Ite, vec![Sort::Bool, bv, bv]),
            9 => (Op::BvNeg, vec![bv]),
            10 => (Op::BvNot, vec![bv]),
            11..=13 => self.slice(w),
            14 => self.extension(w),
            15 => self.concatenation(),
            16 => (Op::Select, vec![self.array, self.address()]),
            17 => (Op::Store, vec![self.array, self.address(), Sort::BitVec(8)]),
            18 => (Op::Ite, vec![Sort::Bool, self.array, self.array]),
            19 | 20 => self.wide(true),
            21 | 22 => self.wide(false),
            23 => (float[self.random.below(float.len())], vec![fp, fp]),
            24 => (float1[self.random.below(float1.len())], vec![fp]),
            25 => match self.random.below(3) {
                0 => (Op::FpFromSbv(f, r), vec![bv]),
                1 => (Op::FpFromUbv(f, r), vec![bv]),
                _ => (Op::FpFma(r), vec![fp; 3]),
            },
            26 => match self.random.below(4) {
                0 => (Op::BvToInt, vec![bv]),
                1 => (Op::IntToBv(w), vec![Sort::Int]),
                2 => (Op::IntNeg, vec![Sort::Int]),
                _ => (int[self.random.below(int.len())], vec![Sort::Int; 2]),
            },
            _ => (binary[self.random.below(binary.len())], vec![bv, bv]),
        }
    }

    fn address(&self) -> Sort {
        self.terms.array_parts(self.array).unwrap().0
    }

    fn slice(&mut self, w: u32) -> (Op, Vec<Sort>) {
        let small: Vec<u32> = self.widths.iter().copied().filter(|v| *v <= w).collect();
        let n = small[self.random.below(small.len())];
        let lo = self.random.below((w - n + 1) as usize) as u32;
        (Op::Extract { hi: lo + n - 1, lo }, vec![Sort::BitVec(w)])
    }

    fn extension(&mut self, w: u32) -> (Op, Vec<Sort>) {
        let large: Vec<u32> = self.widths.iter().copied().filter(|v| *v >= w).collect();
        let n = large[self.random.below(large.len())] - w;
        let op = if self.random.below(2) == 0 { Op::ZeroExtend(n) } else { Op::SignExtend(n) };
        (op, vec![Sort::BitVec(w)])
    }

    fn concatenation(&mut self) -> (Op, Vec<Sort>) {
        let mut pairs = Vec::new();
        for &a in &self.widths {
            for &b in &self.widths {
                if self.widths.contains(&(a + b)) {
                    pairs.push((a, b));
                }
            }
        }
        if pairs.is_empty() {
            return (Op::Not, vec![Sort::Bool]);
        }
        let (a, b) = pairs[self.random.below(pairs.len())];
        (Op::Concat, vec![Sort::BitVec(a), Sort::BitVec(b)])
    }

    fn wide(&mut self, load: bool) -> (Op, Vec<Sort>) {
        let bytes: Vec<u32> = self.widths.iter().filter(|w| **w % 8 == 0).map(|w| w / 8).collect();
        let bytes = bytes[self.random.below(bytes.len())];
        if load {
            (Op::Load { bytes }, vec![self.array, self.address()])
        } else {
            (Op::StoreWide { bytes }, vec![self.array, self.address(), Sort::BitVec(8 * bytes)])
        }
    }

    fn range(&mut self) -> (Op, Vec<Sort>) {
        let at = self.address();
        if self.random.below(2) == 0 {
            (Op::Fill, vec![self.array, at, at, Sort::BitVec(8)])
        } else {
            (Op::Copy, vec![self.array, at, at, self.array, at])
        }
    }

    /// A length: mostly short.
    fn length(&mut self) -> (TermId, Vec<Value>) {
        let sort = self.address();
        let Sort::BitVec(w) = sort else { unreachable!() };
        let short = self.random.below(40) as u64;
        let v = Value::bv(w, short);
        let c = self.terms.value(&v).unwrap();
        match self.random.below(3) {
            0 => (c, vec![v; MODELS]),
            1 => {
                let (x, values) = self.by_sort[&sort][0].clone();
                let t = self.terms.bv_and(x, c);
                (t, values.iter().map(|x| apply(Op::BvAnd, &[x, &v])).collect())
            }
            _ => self.by_sort[&sort][self.random.below(3)].clone(),
        }
    }

    fn step(&mut self) {
        let (op, sorts) = if self.memory { self.memory_operator() } else { self.operator() };
        let mut args: Vec<(TermId, Vec<Value>)> = sorts.iter().map(|s| self.pick(*s)).collect();
        if matches!(op, Op::Fill | Op::Copy) {
            args[2] = self.length();
        }
        let ids: Vec<TermId> = args.iter().map(|a| a.0).collect();
        let t = self.terms.app(op, &ids);
        assert_eq!(self.terms.sort_of(op, &ids).unwrap(), self.terms.sort(t));
        let mut values = Vec::new();
        for m in 0..MODELS {
            let inputs: Vec<&Value> = args.iter().map(|a| &a.1[m]).collect();
            let expected = apply(op, &inputs);
            let model = &self.models[m];
            let got = self.evaluators[m].eval(&self.terms, t, &|s| model[&s].clone());
            assert_eq!(
                got,
                expected,
                "{op:?} on\n{}\nbecame\n  {}\nunder {model:?}",
                ids.iter()
                    .zip(&inputs)
                    .map(|(a, v)| format!("  {} = {v:?}\n", self.terms.print_term(*a)))
                    .collect::<String>(),
                self.terms.print_term(t)
            );
            self.check_known(t, &expected);
            values.push(expected);
        }
        let sort = self.terms.sort(t);
        if self.terms.size(t) < 60 && !self.terms.is_const(t) {
            let list = self.by_sort.entry(sort).or_default();
            list.push((t, values));
        }
    }

    fn check_known(&self, t: TermId, value: &Value) {
        let known = self.terms.known_bits(t);
        if let Some(v) = value.as_bv().filter(|v| v.width() <= 64).and_then(|v| v.to_u64()) {
            assert_eq!(v & known.zeros, 0, "known zeros of {}", self.terms.print_term(t));
            assert_eq!(!v & known.ones, 0, "known ones of {}", self.terms.print_term(t));
        }
    }

    /// Read without rules, the text gives the very term, and in another arena the same text.
    fn exact(&mut self, t: TermId, text: &str) {
        let mut lookup = |terms: &mut Terms, name: &str| {
            let s = terms.lookup(name)?;
            Some(terms.var(s))
        };
        assert_eq!(self.terms.parse_term_exact(text, &mut lookup), Ok(t), "{text}");
        let mut other = Terms::new();
        let here = &self.terms;
        let copy = other
            .parse_term_exact(text, &mut |terms, name| {
                let sort = here.symbol_sort(here.lookup(name)?);
                let sort = terms.import_sort(here, sort);
                Some(terms.declare_var(name, sort))
            })
            .unwrap();
        assert_eq!(other.print_term(copy), text);
        assert_eq!(other.stable_hash(copy), here.stable_hash(t), "{text}");
    }

    /// Rebuilding a simplified term mostly changes nothing; text and import give the same term.
    fn check_stable(&mut self) {
        let all: Vec<TermId> = self.by_sort.values().flatten().map(|(t, _)| *t).collect();
        for t in all {
            let text = self.terms.print_term(t);
            let back = self
                .terms
                .parse_term(&text, &mut |terms, name| {
                    let s = terms.lookup(name)?;
                    Some(terms.var(s))
                })
                .unwrap_or_else(|e| panic!("{e}: {text}"));
            assert_eq!(self.terms.sort(back), self.terms.sort(t), "{text}");
            self.again += (back != t) as usize;
            self.exact(t, &text);
            if back != t {
                // Rules that look two levels deep may find more the second time.
                for (m, model) in self.models.iter().enumerate() {
                    let model = |s: Symbol| model[&s].clone();
                    let e = &mut self.evaluators[m];
                    assert_eq!(e.eval(&self.terms, back, &model), e.eval(&self.terms, t, &model), "{text}");
                }
            }
            let mut other = Terms::new();
            let copy = other.import_by_name(&self.terms, back);
            let again = self.terms.import_by_name(&other, copy);
            let mut third = Terms::new();
            let third_copy = third.import_by_name(&other, copy);
            assert_eq!(other.stable_hash(copy), third.stable_hash(third_copy), "{text}");
            assert_eq!(self.terms.sort(again), self.terms.sort(t));
        }
    }
}

fn random_bits(r: &mut Random, width: u32) -> BvValue {
    let small = r.below(4) as u64;
    match r.below(6) {
        0 => BvValue::from_u64(width, small),
        1 => BvValue::from_i64(width, -(small as i64)),
        2 => BvValue::min_signed(width).add(&BvValue::from_i64(width, small as i64 - 2)),
        3 => BvValue::one(width).shl_by(r.below(width as usize) as u32),
        _ => {
            let mut v = BvValue::from_u64(width, r.next());
            for _ in 0..width / 64 {
                v = v.shl_by(64).or(&BvValue::from_u64(width, r.next()));
            }
            v
        }
    }
}

fn rounds() -> u64 {
    std::env::var("MAYMUST_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(60)
}

fn run(widths: &[u32], address: u32, seed: u64) {
    for round in 0..rounds() {
        let mut pool = Pool::new(seed * 1_000_003 + round, widths, address);
        for _ in 0..300 {
            pool.step();
        }
        pool.check_stable();
        let all: usize = pool.by_sort.values().map(Vec::len).sum();
        assert!(20 * pool.again < all, "{} of {all} changed when built again", pool.again);
    }
}

#[test]
fn tiny_widths() {
    run(&[1, 2, 3, 4], 2, 1);
}

#[test]
fn bytes_and_words() {
    run(&[1, 16, 24, 32], 8, 2);
}

#[test]
fn c_widths() {
    run(&[1, 8, 16, 32, 64], 16, 3);
}

#[test]
fn wide() {
    run(&[7, 64, 72, 128, 136, 200], 64, 4);
}

#[test]
fn memory() {
    for round in 0..2 * rounds() {
        let address = [4, 8, 16, 64][round as usize % 4];
        let mut pool = Pool::new(5_000_011 + round, &[16, 24, 32, 64], address);
        pool.memory = true;
        for _ in 0..200 {
            pool.step();
        }
        pool.check_stable();
    }
}
