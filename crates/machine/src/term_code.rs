//! Terms to straight-line code: every subterm once, in registers.

use maymust_term::{FloatFormat, Op, Rounding, Sort, TermId};

use crate::code::{AnyAccess, ApplyInfo};
use crate::compile::{Compiler, Known, bit};
use crate::inst::{FloatOp, Inst, Reg, WideOp};
use crate::layout::{Home, constant_words};
use crate::layout::{Place, Rep, rep_of};

/// Where the base of an address is.
#[derive(Clone, Copy)]
pub(crate) enum Base {
    Term(TermId),
    /// A sum that is at hand.
    Sum(Reg),
}

/// An address `base + index * factor`, the index sign-extended from width `64 - from`.
pub(crate) struct Indexed {
    pub(crate) base: Base,
    pub(crate) index: TermId,
    pub(crate) factor: u16,
    pub(crate) from: u8,
}

impl Indexed {
    /// The terms that must be at hand.
    fn operands(&self) -> Vec<TermId> {
        match self.base {
            Base::Term(base) => vec![base, self.index],
            Base::Sum(_) => vec![self.index],
        }
    }

    /// The registers of base and index, given those of the operands.
    fn registers(&self, operands: &[Place]) -> (Reg, Reg) {
        match self.base {
            Base::Term(_) => (operands[0].index, operands[1].index),
            Base::Sum(a) => (a, operands[0].index),
        }
    }
}

/// `64 - width` of a sort kept in one register.
fn spare(sort: Sort) -> u8 {
    64 - match sort {
        Sort::BitVec(w) => w.min(64) as u8,
        Sort::Float(f) => f.width().min(64) as u8,
        _ => 1,
    }
}

/// Is this a format of the host? True for double.
fn host_format(format: FloatFormat) -> Option<bool> {
    match format {
        FloatFormat::F64 => Some(true),
        FloatFormat::F32 => Some(false),
        _ => None,
    }
}

impl Compiler<'_> {
    /// Where the value of a term is, computing it if need be.
    pub(crate) fn value(&mut self, t: TermId) -> Place {
        self.compute(t, None)
    }

    /// Puts the value of a term into a place of the same kind.
    pub(crate) fn value_into(&mut self, t: TermId, dst: Place) {
        let place = self.compute(t, Some(dst));
        self.copy(dst, place);
    }

    pub(crate) fn copy(&mut self, dst: Place, from: Place) {
        if dst == from {
            return;
        }
        match dst.rep {
            Rep::Big => self.emit(Inst::MoveBig { dst: dst.index, a: from.index }),
            Rep::One if self.retarget(dst.index, from.index) => {}
            _ => self.emit(Inst::Move { dst: dst.index, a: from.index }),
        }
        if dst.rep == Rep::Two {
            self.emit(Inst::Move { dst: dst.index + 1, a: from.index + 1 });
        }
    }

    /// The value if it is at hand.
    pub(crate) fn known(&self, t: TermId, quiet: bool) -> Option<Known> {
        if let Some(&place) = self.layout.const_place.get(&t) {
            return Some(Known { place, depends: 0, quiet: false });
        }
        if let Op::Var(var) = self.program.terms.op(t)
            && let Home::Frame(_, place) = self.homes.of(var)
        {
            return Some(Known { place, depends: bit(var), quiet: false });
        }
        self.available.values.get(&t).copied().filter(|k| quiet || !k.quiet)
    }

    fn compute(&mut self, root: TermId, hint: Option<Place>) -> Place {
        let mut stack = vec![(root, false)];
        while let Some(&(t, quiet)) = stack.last() {
            if self.known(t, quiet).is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for (i, a) in self.operands(t, quiet).into_iter().enumerate() {
                let quiet = quiet || self.is_conditional(t, i);
                if self.known(a, quiet).is_none() {
                    stack.push((a, quiet));
                }
            }
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let is_root = stack.is_empty();
            let known = self.node(t, quiet, hint.filter(|_| is_root));
            if is_root && hint.is_some_and(|h| h == known.place) {
                return known.place;
            }
            self.available.values.insert(t, known);
        }
        self.known(root, false).map_or(Place { rep: Rep::One, index: 0 }, |k| k.place)
    }

    /// Is operand `i` meant only under a condition? Then it must not fault.
    fn is_conditional(&self, t: TermId, i: usize) -> bool {
        i > 0 && matches!(self.program.terms.op(t), Op::Ite | Op::And | Op::Or)
    }

    /// The subterms whose values the node's code needs.
    fn operands(&self, t: TermId, quiet: bool) -> Vec<TermId> {
        let terms = &self.program.terms;
        let args = terms.args(t);
        match terms.op(t) {
            Op::Load { .. } | Op::Select
                if !terms.op(args[0]).is_const() && terms.as_var(args[0]).is_none() =>
            {
                Vec::new()
            }
            Op::Load { .. } | Op::Select if terms.is_const(args[0]) => vec![args[1]],
            Op::Load { .. } | Op::Select => match terms.as_var(args[0]).map(|v| self.homes.of(v)) {
                Some(Home::Frame(..) | Home::Global(_)) => args.to_vec(),
                Some(Home::Bytes) if self.indexed_load(t, quiet).is_some() => {
                    self.indexed_access(args[1]).map_or(Vec::new(), |i| i.operands())
                }
                _ => vec![self.fold_offset(args[1]).0],
            },
            Op::BvAdd => match self.indexed(t) {
                Some(i) => i.operands(),
                None => args.to_vec(),
            },
            _ if args.iter().any(|a| self.is_memory_array(*a)) => Vec::new(),
            _ => args.to_vec(),
        }
    }

    /// A load of usual size from an indexed address.
    fn indexed_load(&self, t: TermId, quiet: bool) -> Option<Indexed> {
        let terms = &self.program.terms;
        match terms.op(t) {
            Op::Load { bytes: 1 | 4 | 8 } | Op::Select if !quiet => self.indexed_access(terms.arg(t, 1)),
            _ => None,
        }
    }

    /// Is it an array that is not held as a value (memory, or made from it, or a literal)?
    fn is_memory_array(&self, t: TermId) -> bool {
        let terms = &self.program.terms;
        if !terms.sort(t).is_array() {
            return false;
        }
        !matches!(terms.as_var(t).map(|v| self.homes.of(v)), Some(Home::Frame(..) | Home::Global(_)))
    }

    /// `base + constant` as base and offset, where that saves an addition.
    fn fold_offset(&self, address: TermId) -> (TermId, i32) {
        let terms = &self.program.terms;
        if terms.op(address) == Op::BvAdd && self.known(address, false).is_none() {
            let (a, b) = (terms.arg(address, 0), terms.arg(address, 1));
            let offset = terms.as_i64(b).filter(|_| terms.width(b) == 64);
            if let Some(offset) = offset.and_then(|o| i32::try_from(o).ok()) {
                return (a, offset);
            }
        }
        (address, 0)
    }

    /// Reads `base + index * factor` if no part of it is at hand yet.
    pub(crate) fn indexed(&self, address: TermId) -> Option<Indexed> {
        let terms = &self.program.terms;
        if self.stepped || terms.op(address) != Op::BvAdd || terms.width(address) != 64 {
            return None;
        }
        if self.known(address, false).is_some() {
            return None;
        }
        let (x, y) = (terms.arg(address, 0), terms.arg(address, 1));
        self.with_sum(address).or_else(|| self.scaled(y, x)).or_else(|| self.scaled(x, y))
    }

    /// An address of an access as base and index: also a plain sum, which the access then adds up.
    pub(crate) fn indexed_access(&self, address: TermId) -> Option<Indexed> {
        let terms = &self.program.terms;
        let plain = || {
            let sum = terms.op(address) == Op::BvAdd && terms.width(address) == 64 && !self.stepped;
            if !sum || self.known(address, false).is_some() || self.fold_offset(address).1 != 0 {
                return None;
            }
            let (base, index) = (Base::Term(terms.arg(address, 0)), terms.arg(address, 1));
            Some(Indexed { base, index, factor: 1, from: 0 })
        };
        self.indexed(address).or_else(plain)
    }

    /// The address as a sum that is at hand and one part more.
    fn with_sum(&self, address: TermId) -> Option<Indexed> {
        if self.available.sums.is_empty() {
            return None;
        }
        let all = self.linear(address);
        all.parts.iter().enumerate().find_map(|(i, (part, factor))| {
            let factor = u16::try_from(*factor).ok()?;
            let sum = self.available.sums.get(&all.without(i))?;
            let (index, from) = self.unsigned_part(*part);
            Some(Indexed { base: Base::Sum(sum.place.index), index, factor, from })
        })
    }

    /// What a sign extension extends and `64 - width` of that; the term itself if it is at hand or something else.
    pub(crate) fn unsigned_part(&self, t: TermId) -> (TermId, u8) {
        let terms = &self.program.terms;
        match terms.op(t) {
            Op::SignExtend(_) if self.known(t, false).is_none() => {
                let inner = terms.arg(t, 0);
                (inner, spare(terms.sort(inner)))
            }
            _ => (t, 0),
        }
    }

    fn scaled(&self, part: TermId, base: TermId) -> Option<Indexed> {
        let terms = &self.program.terms;
        let fresh = |t: TermId| self.known(t, false).is_none();
        let (whole, factor) = match terms.op(part) {
            Op::BvShl if fresh(part) => {
                (terms.arg(part, 0), 1 << terms.as_u64(terms.arg(part, 1)).filter(|n| *n < 16)?)
            }
            Op::BvMul if fresh(part) => {
                let factor = terms.as_u64(terms.arg(part, 1))?;
                (terms.arg(part, 0), u16::try_from(factor).ok()?)
            }
            _ => (part, 1),
        };
        let (index, from) = self.unsigned_part(whole);
        let base = Base::Term(base);
        (factor > 1 || from > 0).then_some(Indexed { base, index, factor, from })
    }

    /// The register of a base.
    pub(crate) fn base(&mut self, base: Base) -> Reg {
        match base {
            Base::Term(t) => self.register(t),
            Base::Sum(reg) => reg,
        }
    }

    /// Register and offset of an address.
    pub(crate) fn address(&mut self, address: TermId) -> (Reg, i32) {
        let (base, offset) = self.fold_offset(address);
        (self.register(base), offset)
    }

    /// A register with a constant.
    pub(crate) fn constant(&mut self, value: u64) -> Reg {
        let dst = self.temp(Rep::One).index;
        self.emit(Inst::Const { dst, value });
        dst
    }

    /// The register `a + off`.
    pub(crate) fn offset(&mut self, a: Reg, off: i32) -> Reg {
        let b = self.constant(off as i64 as u64);
        let dst = self.temp(Rep::One).index;
        self.emit(Inst::Add { s: 0, dst, a, b });
        dst
    }

    /// A fresh place.
    pub(crate) fn temp(&mut self, rep: Rep) -> Place {
        let available = &mut self.available;
        let counter = if rep == Rep::Big { &mut available.bigs } else { &mut available.regs };
        let index = *counter;
        *counter += if rep == Rep::Two { 2 } else { 1 };
        self.code.regs = self.code.regs.max(available.regs);
        self.code.bigs = self.code.bigs.max(available.bigs);
        Place { rep, index }
    }

    /// The variables of a term, as bits.
    pub(crate) fn depends_of(&mut self, t: TermId) -> u64 {
        if let Some(bits) = self.depends.get(&t) {
            return *bits;
        }
        let terms = &self.program.terms;
        let mut stack = vec![t];
        while let Some(&t) = stack.last() {
            if self.depends.contains_key(&t) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.args(t).iter().filter(|a| !self.depends.contains_key(*a)));
            if stack.len() > before {
                continue;
            }
            let mut bits = terms.args(t).iter().fold(0, |bits, a| bits | self.depends[a]);
            if let Op::Var(var) = terms.op(t) {
                bits |= bit(var);
                self.var_terms.insert(var, t);
            }
            self.depends.insert(t, bits);
            stack.pop();
        }
        self.depends[&t]
    }

    /// Emits the node itself; its operands are at hand.
    fn node(&mut self, t: TermId, quiet: bool, hint: Option<Place>) -> Known {
        let depends = self.depends_of(t);
        let operands = self.operands(t, quiet);
        let at_hand = |(i, a): (usize, &TermId)| self.known(*a, quiet || self.is_conditional(t, i));
        let known: Vec<Known> = operands.iter().enumerate().filter_map(at_hand).collect();
        debug_assert_eq!(known.len(), operands.len(), "operands are computed before their node");
        let was_quiet = quiet && known.iter().any(|k| k.quiet);
        let places: Vec<Place> = known.iter().map(|k| k.place).collect();
        if let Some(place) = self.alias(t, &places) {
            return Known { place, depends, quiet: was_quiet };
        }
        let dst = self.destination(t, &places, hint);
        let is_load = self.leaf(t, dst, quiet, &places);
        let loads_quietly = quiet && is_load == Some(true);
        if is_load.is_none()
            && !self.one(t, dst, &places)
            && !self.float(t, dst, &places)
            && !self.wide(t, dst, &places)
        {
            self.apply(t, dst, &places);
        }
        Known { place: dst, depends, quiet: was_quiet || loads_quietly }
    }

    /// The hint, unless code of several instructions would overwrite an operand.
    fn destination(&mut self, t: TermId, operands: &[Place], hint: Option<Place>) -> Place {
        let several = matches!(self.program.terms.op(t), Op::Ite | Op::And | Op::Or);
        match hint {
            Some(hint) if !several || !operands.contains(&hint) => hint,
            _ => self.temp(rep_of(self.program.terms.sort(t))),
        }
    }

    /// Nodes whose value is that of their operand.
    fn alias(&self, t: TermId, args: &[Place]) -> Option<Place> {
        let small =
            args.first().filter(|p| p.rep == Rep::One && rep_of(self.program.terms.sort(t)) == Rep::One)?;
        match self.program.terms.op(t) {
            Op::ZeroExtend(_) | Op::FpToBits => Some(*small),
            _ => None,
        }
    }

    /// Variables, constants and reads of arrays. None if it is something else; true if memory is read.
    fn leaf(&mut self, t: TermId, dst: Place, quiet: bool, args: &[Place]) -> Option<bool> {
        let program = self.program;
        let terms = &program.terms;
        match terms.op(t) {
            Op::Var(var) => {
                self.variable(t, self.homes.of(var), dst);
                return Some(false);
            }
            op if op.is_const() => {
                match constant_words(program, t) {
                    Some(words) => {
                        for (i, value) in words.into_iter().enumerate() {
                            self.emit(Inst::Const { dst: dst.index + i as u32, value });
                        }
                    }
                    None => self.eval(t, dst),
                }
                return Some(false);
            }
            Op::Load { .. } | Op::Select => {}
            // A sum may have a part that is at hand, see `with_sum`.
            Op::BvAdd => return None,
            _ if args.len() < terms.args(t).len() => {
                self.eval(t, dst);
                return Some(false);
            }
            _ => return None,
        }
        let array = terms.arg(t, 0);
        let small = dst.rep == Rep::One && args.first().is_some_and(|a| a.rep == Rep::One);
        if terms.as_table(array).is_some() && terms.op(t) == Op::Select && small {
            self.emit(Inst::TableSelect { dst: dst.index, a: args[0].index, table: t });
            return Some(false);
        }
        let Some(var) = terms.as_var(array) else {
            self.eval(t, dst);
            return Some(false);
        };
        let bytes = match terms.op(t) {
            Op::Load { bytes } => Some(bytes),
            _ => None,
        };
        match (self.homes.of(var), bytes) {
            (Home::Frame(..) | Home::Global(_), _) => return None,
            (Home::Size, None) => self.emit(Inst::GetSize { dst: dst.index, a: args[0].index }),
            (Home::State, None) => self.emit(Inst::GetState { dst: dst.index, a: args[0].index }),
            (Home::Bytes, bytes) => match self.indexed_load(t, quiet) {
                Some(index) => self.load_indexed(t, dst, &index, index.registers(args), bytes.unwrap_or(1)),
                None => self.load(t, dst, args[0].index, bytes.unwrap_or(1), quiet),
            },
            (Home::Cells(bits), None) => self.load(t, dst, args[0].index, bits.div_ceil(8), quiet),
            _ => self.eval(t, dst),
        }
        Some(true)
    }

    fn variable(&mut self, t: TermId, home: Home, dst: Place) {
        match home {
            Home::Global(place) if place.rep == Rep::Big => {
                self.emit(Inst::GetGlobalBig { dst: dst.index, global: place.index });
            }
            Home::Global(place) => {
                self.emit(Inst::GetGlobal { dst: dst.index, global: place.index });
                if place.rep == Rep::Two {
                    self.emit(Inst::GetGlobal { dst: dst.index + 1, global: place.index + 1 });
                }
            }
            Home::Next => self.emit(Inst::GetNext { dst: dst.index }),
            Home::Scalar(bits, address) => {
                let a = self.constant(address);
                self.load_at(t, dst, (a, 0), bits.div_ceil(8), false);
            }
            _ if dst.rep == Rep::Big => self.eval(t, dst),
            _ => self.unsupported("a variable of no procedure is read"),
        }
    }

    fn load(&mut self, t: TermId, dst: Place, base: Reg, bytes: u32, quiet: bool) {
        let address = self.program.terms.arg(t, 1);
        let off = self.fold_offset(address).1;
        if !quiet {
            self.use_guard(Some(address));
        }
        self.load_at(t, dst, (base, off), bytes, quiet);
    }

    fn load_indexed(&mut self, t: TermId, dst: Place, index: &Indexed, (a, b): (Reg, Reg), bytes: u32) {
        let (from, factor, dst) = (index.from, index.factor, dst.index);
        self.use_guard(Some(self.program.terms.arg(t, 1)));
        self.emit(match bytes {
            1 => Inst::LoadIndex1 { from, factor, dst, a, b },
            4 => Inst::LoadIndex4 { from, factor, dst, a, b },
            _ => Inst::LoadIndex8 { from, factor, dst, a, b },
        });
    }

    fn load_at(&mut self, t: TermId, dst: Place, (a, off): (Reg, i32), bytes: u32, quiet: bool) {
        let sort = self.program.terms.sort(t);
        let whole = dst.rep == Rep::One && sort == Sort::BitVec(8 * bytes);
        let d = dst.index;
        match bytes {
            1 | 2 | 4 | 8 if whole && quiet => {
                let a = if off == 0 { a } else { self.offset(a, off) };
                self.emit(Inst::LoadQuiet { bytes: bytes as u8, dst: d, a });
            }
            1 if whole => self.emit(Inst::Load1 { dst: d, a, off }),
            2 if whole => self.emit(Inst::Load2 { dst: d, a, off }),
            4 if whole => self.emit(Inst::Load4 { dst: d, a, off }),
            8 if whole => self.emit(Inst::Load8 { dst: d, a, off }),
            _ => {
                let address = if off == 0 { a } else { self.offset(a, off) };
                let index = self.code.accesses.len() as u32;
                self.code.accesses.push(AnyAccess { address, value: dst, sort, bytes, quiet });
                self.emit(Inst::LoadAny(index));
            }
        }
    }

    fn eval(&mut self, t: TermId, dst: Place) {
        let index = self.code.evals.len() as u32;
        self.code.evals.push((t, dst));
        self.emit(Inst::Eval(index));
    }

    fn apply(&mut self, t: TermId, dst: Place, places: &[Place]) {
        let terms = &self.program.terms;
        let args = places.iter().zip(terms.args(t)).map(|(p, a)| (*p, terms.sort(*a))).collect();
        let index = self.code.applies.len() as u32;
        self.code.applies.push(ApplyInfo { op: terms.op(t), args, dst });
        self.emit(Inst::Apply(index));
    }

    /// Operators on single registers; false if this is none.
    fn one(&mut self, t: TermId, dst: Place, args: &[Place]) -> bool {
        let terms = &self.program.terms;
        if dst.rep != Rep::One || args.is_empty() || args.iter().any(|p| p.rep != Rep::One) {
            return false;
        }
        let s = spare(terms.sort(terms.arg(t, 0)));
        let (dst, a) = (dst.index, args[0].index);
        let b = args.get(1).map_or(0, |p| p.index);
        let inst = match terms.op(t) {
            Op::Not => Inst::NotBool { dst, a },
            Op::And | Op::Or => {
                self.connective(terms.op(t) == Op::And, dst, args);
                return true;
            }
            Op::Eq => Inst::Eq { dst, a, b },
            Op::Ite => {
                let (then, other) = (args[1].index, args[2].index);
                self.emit(Inst::Move { dst, a: other });
                Inst::CMov { dst, c: a, a: then }
            }
            Op::BvNeg => Inst::Neg { s, dst, a },
            Op::BvNot => Inst::Not { s, dst, a },
            Op::BvAdd => match self.indexed(t) {
                Some(index) => {
                    let (a, b) = index.registers(args);
                    Inst::Index { from: index.from, factor: index.factor, dst, a, b }
                }
                None => Inst::Add { s, dst, a, b },
            },
            Op::BvSub => Inst::Sub { s, dst, a, b },
            Op::BvMul => Inst::Mul { s, dst, a, b },
            Op::BvUDiv => Inst::UDiv { s, dst, a, b },
            Op::BvSDiv => Inst::SDiv { s, dst, a, b },
            Op::BvURem => Inst::URem { dst, a, b },
            Op::BvSRem => Inst::SRem { s, dst, a, b },
            Op::BvAnd => Inst::And { dst, a, b },
            Op::BvOr => Inst::Or { dst, a, b },
            Op::BvXor => Inst::Xor { dst, a, b },
            Op::BvShl => Inst::Shl { s, dst, a, b },
            Op::BvLShr => Inst::LShr { s, dst, a, b },
            Op::BvAShr => Inst::AShr { s, dst, a, b },
            Op::Concat => Inst::Concat { shift: terms.width(terms.arg(t, 1)) as u8, dst, a, b },
            Op::Extract { hi, lo } => Inst::Extract { lo: lo as u8, s: (63 - (hi - lo)) as u8, dst, a },
            Op::SignExtend(_) => Inst::SExt { from: s, s: spare(terms.sort(t)), dst, a },
            Op::Ult => Inst::Ult { dst, a, b },
            Op::Ule => Inst::Ule { dst, a, b },
            Op::Slt => Inst::Slt { s, dst, a, b },
            Op::Sle => Inst::Sle { s, dst, a, b },
            Op::UAddO => Inst::UAddO { s, dst, a, b },
            Op::SAddO => Inst::SAddO { s, dst, a, b },
            Op::SSubO => Inst::SSubO { s, dst, a, b },
            Op::UMulO => Inst::UMulO { s, dst, a, b },
            Op::SMulO => Inst::SMulO { s, dst, a, b },
            _ => return false,
        };
        self.emit(inst);
        true
    }

    fn connective(&mut self, and: bool, dst: Reg, args: &[Place]) {
        let mut a = args[0].index;
        for arg in &args[1..] {
            let b = arg.index;
            self.emit(if and { Inst::And { dst, a, b } } else { Inst::Or { dst, a, b } });
            a = dst;
        }
    }

    /// Singles and doubles in nearest-even by the host; false if this is something else.
    fn float(&mut self, t: TermId, dst: Place, args: &[Place]) -> bool {
        use Rounding::{Down, NearestAway, NearestEven, Up, Zero};
        let terms = &self.program.terms;
        if dst.rep != Rep::One || args.is_empty() || args.iter().any(|p| p.rep != Rep::One) {
            return false;
        }
        let operand = terms.sort(terms.arg(t, 0));
        let from = operand.format().and_then(host_format);
        let (dst, mut a) = (dst.index, args[0].index);
        let b = args.get(1).map_or(0, |p| p.index);
        let (op, double) = match (terms.op(t), from) {
            (Op::FpAdd(NearestEven), Some(d)) => (FloatOp::Add, d),
            (Op::FpSub(NearestEven), Some(d)) => (FloatOp::Sub, d),
            (Op::FpMul(NearestEven), Some(d)) => (FloatOp::Mul, d),
            (Op::FpDiv(NearestEven), Some(d)) => (FloatOp::Div, d),
            (Op::FpSqrt(NearestEven), Some(d)) => (FloatOp::Sqrt, d),
            (Op::FpLe, Some(d)) => (FloatOp::Le, d),
            (Op::FpLt, Some(d)) => (FloatOp::Lt, d),
            (Op::FpEq, Some(d)) => (FloatOp::Eq, d),
            (Op::FpAbs, Some(d)) => (FloatOp::Abs, d),
            (Op::FpNeg, Some(d)) => (FloatOp::Neg, d),
            (Op::FpIsNan, Some(d)) => (FloatOp::IsNan, d),
            (Op::FpIsInf, Some(d)) => (FloatOp::IsInf, d),
            (Op::FpIsZero, Some(d)) => (FloatOp::IsZero, d),
            (Op::FpIsNormal, Some(d)) => (FloatOp::IsNormal, d),
            (Op::FpIsSubnormal, Some(d)) => (FloatOp::IsSubnormal, d),
            (Op::FpIsNegative, Some(d)) => (FloatOp::IsNegative, d),
            (Op::FpIsPositive, Some(d)) => (FloatOp::IsPositive, d),
            (Op::FpRoundToIntegral(Zero), Some(d)) => (FloatOp::Trunc, d),
            (Op::FpRoundToIntegral(Down), Some(d)) => (FloatOp::Floor, d),
            (Op::FpRoundToIntegral(Up), Some(d)) => (FloatOp::Ceil, d),
            (Op::FpRoundToIntegral(NearestEven), Some(d)) => (FloatOp::RoundEven, d),
            (Op::FpRoundToIntegral(NearestAway), Some(d)) => (FloatOp::RoundAway, d),
            (Op::FpFromFp(f, NearestEven), Some(d)) if host_format(f) == Some(!d) => (FloatOp::Convert, d),
            (Op::FpFromBits(f), _) => match host_format(f) {
                Some(d) => (FloatOp::Canonical, d),
                None => return false,
            },
            (Op::FpFromUbv(f, NearestEven), _) => match host_format(f) {
                Some(d) => (FloatOp::FromUnsigned, d),
                None => return false,
            },
            (Op::FpFromSbv(f, NearestEven), _) => match host_format(f) {
                Some(d) => {
                    let from = spare(operand);
                    if from > 0 {
                        let wide = self.temp(Rep::One).index;
                        self.emit(Inst::SExt { from, s: 0, dst: wide, a });
                        a = wide;
                    }
                    (FloatOp::FromSigned, d)
                }
                None => return false,
            },
            (Op::FpToSbv(w, Zero) | Op::FpToUbv(w, Zero), Some(double)) => {
                let signed = matches!(terms.op(t), Op::FpToSbv(..));
                self.emit(Inst::FloatToInt { double, signed, s: (64 - w) as u8, dst, a });
                return true;
            }
            _ => return false,
        };
        self.emit(Inst::Float { op, double, dst, a, b });
        true
    }

    /// Operators on 65 to 128 bits; false if this is something else.
    fn wide(&mut self, t: TermId, dst: Place, args: &[Place]) -> bool {
        let terms = &self.program.terms;
        if args.is_empty() || args.iter().any(|p| p.rep == Rep::Big) || dst.rep == Rep::Big {
            return false;
        }
        let (Sort::BitVec(_), Some(width)) =
            (terms.sort(terms.arg(t, 0)), terms.sort(terms.arg(t, 0)).width())
        else {
            return false;
        };
        let result = terms.sort(t).width().unwrap_or(1) as u8;
        let all_two = args.iter().all(|p| p.rep == Rep::Two);
        let (a, width) = (args[0].index, width as u8);
        let b = args.get(1).map_or(0, |p| p.index);
        let op = match terms.op(t) {
            Op::Concat if args.iter().all(|p| p.rep == Rep::One) && dst.rep == Rep::Two => {
                let low = terms.width(terms.arg(t, 1)) as u8;
                self.emit(Inst::WideConcat { low, dst: dst.index, a, b });
                return true;
            }
            Op::ZeroExtend(_) | Op::SignExtend(_) if args[0].rep == Rep::One && dst.rep == Rep::Two => {
                let signed = matches!(terms.op(t), Op::SignExtend(_));
                self.emit(Inst::WideExtend { from: width, width: result, signed, dst: dst.index, a });
                return true;
            }
            Op::Extract { lo, .. } if all_two && dst.rep == Rep::One => {
                self.emit(Inst::WideExtract { lo: lo as u8, width: result, dst: dst.index, a });
                return true;
            }
            _ if !all_two => return false,
            Op::BvAdd => WideOp::Add,
            Op::BvSub => WideOp::Sub,
            Op::BvMul => WideOp::Mul,
            Op::BvUDiv => WideOp::UDiv,
            Op::BvSDiv => WideOp::SDiv,
            Op::BvURem => WideOp::URem,
            Op::BvSRem => WideOp::SRem,
            Op::BvAnd => WideOp::And,
            Op::BvOr => WideOp::Or,
            Op::BvXor => WideOp::Xor,
            Op::BvShl => WideOp::Shl,
            Op::BvLShr => WideOp::LShr,
            Op::BvAShr => WideOp::AShr,
            Op::BvNeg => WideOp::Neg,
            Op::BvNot => WideOp::Not,
            Op::Eq => WideOp::Eq,
            Op::Ult => WideOp::Ult,
            Op::Ule => WideOp::Ule,
            Op::Slt => WideOp::Slt,
            Op::Sle => WideOp::Sle,
            _ => return false,
        };
        self.emit(Inst::Wide { op, width, dst: dst.index, a, b });
        true
    }
}
