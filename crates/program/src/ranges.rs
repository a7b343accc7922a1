//! Indices that are bounded wherever they are used in an address, be it accessed or computed.
//!
//! `s->items[i]` is `s + i·4 + 8`. To the points-to analysis a variable index may lead anywhere in the object, unless it
//! knows that `i` is below 8 whenever the address is accessed. Lowering checks that just before, so the facts of the
//! checks and assumptions on the straight way to each access are enough: they are followed as long as no other way joins
//! and nothing that they depend on changes. What holds only because a check was passed is right for all that verification
//! asks about: behind a failed check there is nothing.

use crate::sums::linear;
use crate::{LocId, Op, PointerLayout, Proc, Program, VarId, VarKind};
use maymust_term::{Op as TermOp, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many facts are kept on the way; the oldest are forgotten first.
const MAX_FACTS: usize = 48;

/// A term that is below a number.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fact {
    term: TermId,
    below: u64,
    /// Is it below as a signed number, be it negative or not?
    is_signed: bool,
}

/// By address: its parts that are below a number (the least that holds for all accesses) at every access.
#[derive(Default)]
pub(crate) struct Ranges {
    accessed: Bounds,
    computed: Bounds,
    /// By sum: its parts that checks keep near 0, wherever its value is used.
    near: FxHashMap<TermId, Vec<TermId>>,
    /// Terms as wide as pointers that are multiplied: are they near 0 wherever that is done?
    factors: FxHashMap<TermId, bool>,
}

/// The bounded parts of sums.
type Bounds = FxHashMap<TermId, Vec<(TermId, u64)>>;

impl Ranges {
    /// Looks at all accesses of a program.
    pub fn new(program: &Program) -> Ranges {
        let mut ranges = Ranges::default();
        let mut supports = Supports::default();
        let threads = crate::threads::starts_threads(program);
        for proc in program.procs.iter().filter(|p| p.has_body) {
            Walk { program, proc, supports: &mut supports, ranges: &mut ranges, threads }.all();
        }
        ranges.accessed.retain(|_, parts| !parts.is_empty());
        ranges.computed.retain(|_, parts| !parts.is_empty());
        ranges
    }

    /// Is a term that is multiplied less than an object's window away from 0 wherever the product is used?
    pub fn is_near(&self, t: TermId) -> bool {
        self.factors.get(&t).is_some_and(|near| *near)
    }

    /// The parts of a sum that change it by less than an object's window wherever its value is used.
    pub fn near_parts(&self, sum: TermId) -> &[TermId] {
        self.near.get(&sum).map_or(&[], |parts| parts)
    }

    /// The bounded parts of an address that is accessed.
    pub fn of(&self, address: TermId) -> &[(TermId, u64)] {
        self.accessed.get(&address).map_or(&[], |parts| parts)
    }

    /// The bounded parts of a sum, wherever its value may be used.
    pub fn of_value(&self, sum: TermId) -> &[(TermId, u64)] {
        self.computed.get(&sum).map_or(&[], |parts| parts)
    }
}

/// The variables of terms, and whether some are more than variables of a procedure.
#[derive(Default)]
struct Supports(FxHashMap<TermId, (Vec<VarId>, bool)>);

impl Supports {
    fn of(&mut self, program: &Program, t: TermId) -> &(Vec<VarId>, bool) {
        self.0.entry(t).or_insert_with(|| {
            let vars: Vec<VarId> = program.terms.support_of(&[t]).into_iter().collect();
            let is_outside = |v: &VarId| {
                matches!(program.var(*v).kind, VarKind::Global | VarKind::ThreadLocal | VarKind::Memory)
            };
            let outside = vars.iter().any(is_outside);
            (vars, outside)
        })
    }
}

struct Walk<'a> {
    program: &'a Program,
    proc: &'a Proc,
    supports: &'a mut Supports,
    ranges: &'a mut Ranges,
    /// Does the program start threads?
    threads: bool,
}

impl Walk<'_> {
    fn all(&mut self) {
        let mut ways = vec![0u32; self.proc.locs as usize];
        ways[self.proc.entry.index()] = 2;
        for e in &self.proc.edges {
            ways[e.to.index()] = ways[e.to.index()].saturating_add(1);
        }
        let starts = (0..self.proc.locs).map(LocId).filter(|l| ways[l.index()] != 1);
        let mut stack: Vec<(LocId, Vec<Fact>)> = starts.map(|l| (l, Vec::new())).collect();
        while let Some((loc, facts)) = stack.pop() {
            for (_, edge) in self.proc.successors(loc) {
                self.accesses(&edge.op, &facts);
                if ways[edge.to.index()] == 1 {
                    let mut after = facts.clone();
                    self.step(&edge.op, &mut after);
                    stack.push((edge.to, after));
                }
            }
        }
    }

    /// What holds after an operation.
    fn step(&mut self, op: &Op, facts: &mut Vec<Fact>) {
        if let Op::Check(_, c) | Op::Assume(c) = op {
            learn(&self.program.terms, *c, facts);
            if self.threads {
                // What others can change is not known any more at the next step.
                facts.retain(|fact| !self.supports.of(self.program, fact.term).1);
            }
            return;
        }
        let changes_memory = matches!(
            op,
            Op::Call { .. }
                | Op::CallPointer { .. }
                | Op::Allocate { .. }
                | Op::Free { .. }
                | Op::Copy { .. }
                | Op::Fill { .. }
                | Op::Bytes { .. }
        );
        let target = op.target();
        if target.is_none() && !changes_memory {
            return;
        }
        facts.retain(|fact| {
            let (vars, outside) = self.supports.of(self.program, fact.term);
            !(changes_memory && *outside) && target.is_none_or(|v| !vars.contains(&v))
        });
    }

    /// Notes the addresses that an operation loads from and stores to, and all sums that are more than compared.
    fn accesses(&mut self, op: &Op, facts: &[Fact]) {
        let terms = &self.program.terms;
        // A condition that is not an address leads nowhere: the one that says that a factor is near speaks of the product too.
        let is_data = !matches!(op, Op::Check(..) | Op::Assume(_));
        let mut stack: Vec<(TermId, bool)> = op.terms().into_iter().map(|t| (t, is_data)).collect();
        let mut seen = FxHashSet::default();
        while let Some((t, is_data)) = stack.pop() {
            if !seen.insert((t, is_data)) {
                continue;
            }
            if is_data {
                note(self.program, &mut self.ranges.computed, t, facts);
                note_near(self.program, &mut self.ranges.near, t, facts);
            }
            let is_access = match terms.op(t) {
                TermOp::Load { .. } | TermOp::StoreWide { .. } => true,
                TermOp::Select | TermOp::Store => terms.sort(terms.arg(t, 1)) == self.program.layout.sort(),
                _ => false,
            };
            if is_access {
                note(self.program, &mut self.ranges.accessed, terms.arg(t, 1), facts);
            }
            if is_data && terms.op(t) == TermOp::BvMul && terms.sort(t) == self.program.layout.sort() {
                self.factors(t, facts);
            }
            stack.extend(terms.args(t).iter().map(|a| (*a, is_data || is_access)));
        }
    }

    /// Notes of the factors of a product whether they are near 0 here.
    fn factors(&mut self, product: TermId, facts: &[Fact]) {
        let terms = &self.program.terms;
        for &factor in terms.args(product).iter().filter(|t| !terms.is_const(**t)) {
            // Sums are taken apart.
            for (_, atom) in linear(terms, factor).1 {
                let near = is_near(terms, self.program.layout, atom, facts);
                *self.ranges.factors.entry(atom).or_insert(true) &= near;
            }
        }
    }
}

/// Notes the parts of a sum that are bounded here as well as everywhere before.
fn note(program: &Program, bounds: &mut Bounds, sum: TermId, facts: &[Fact]) {
    let (terms, layout) = (&program.terms, program.layout);
    if !matches!(terms.op(sum), TermOp::BvAdd | TermOp::BvSub) || terms.sort(sum) != layout.sort() {
        return;
    }
    let known = bounds.get(&sum);
    if known.is_some_and(|parts| parts.is_empty()) {
        return;
    }
    let atoms = linear(terms, sum).1;
    // Ranges that reach further are none.
    let most = 1u64 << (layout.offset_bits - 1);
    let bounded = |(factor, atom): (i64, TermId)| {
        let below = bound(terms, atom, facts).filter(|n| *n < most)?;
        let reach = below.checked_mul(u64::try_from(factor).ok()?)?;
        (reach < most).then_some((atom, below))
    };
    let mut parts: Vec<(TermId, u64)> = atoms.into_iter().filter_map(bounded).collect();
    if let Some(known) = known {
        parts.retain_mut(|(atom, below)| match known.iter().find(|k| k.0 == *atom) {
            Some(other) => {
                *below = (*below).max(other.1);
                true
            }
            None => false,
        });
    }
    bounds.insert(sum, parts);
}

/// Notes the parts of a sum that are near 0 here as well as everywhere before.
///
/// Lowering checks the index of pointer arithmetic, `i + c < 2c`; in the sum it stands times the size of an element.
fn note_near(program: &Program, near: &mut FxHashMap<TermId, Vec<TermId>>, sum: TermId, facts: &[Fact]) {
    let (terms, layout) = (&program.terms, program.layout);
    let far = 1u64 << layout.offset_bits;
    if !matches!(terms.op(sum), TermOp::BvAdd | TermOp::BvSub) || terms.sort(sum) != layout.sort() {
        return;
    }
    if near.get(&sum).is_some_and(|parts| parts.is_empty()) {
        return;
    }
    let atoms = linear(terms, sum).1;
    let mut parts = Vec::new();
    for fact in facts.iter().filter(|f| f.below <= far && !f.is_signed) {
        if terms.sort(fact.term) != layout.sort() {
            continue;
        }
        let (shift, index) = linear(terms, fact.term);
        let Some((factor, first)) = index.first().copied() else { continue };
        let Some((times, _)) = atoms.iter().find(|(_, a)| *a == first) else { continue };
        let is_multiple = factor != 0 && times % factor == 0;
        let size = if is_multiple { times / factor } else { continue };
        let reach = u128::from(fact.below) * u128::from(size.unsigned_abs());
        let is_same = |(f, a): &(i64, TermId)| atoms.contains(&(f.wrapping_mul(size), *a));
        if (0..=far as i64).contains(&shift) && reach <= u128::from(far) && index.iter().all(is_same) {
            parts.extend(index.into_iter().map(|(_, a)| a));
        }
    }
    if let Some(known) = near.get(&sum) {
        parts.retain(|a| known.contains(a));
    }
    near.insert(sum, parts);
}

/// Facts of the form "below a number" in a condition.
fn learn(terms: &Terms, condition: TermId, facts: &mut Vec<Fact>) {
    let mut stack = vec![(condition, true)];
    while let Some((c, holds)) = stack.pop() {
        let args = terms.args(c);
        let number = |i: usize| terms.as_u64(args[i]);
        let positive = |i: usize| {
            let half = 1u64.checked_shl(terms.sort(args[i]).width()?.checked_sub(1)?)?;
            number(i).filter(|n| *n < half)
        };
        let (term, below) = match (terms.op(c), holds) {
            (TermOp::Not, _) => {
                stack.push((args[0], !holds));
                continue;
            }
            (TermOp::And, true) | (TermOp::Or, false) => {
                stack.extend(args.iter().map(|a| (*a, holds)));
                continue;
            }
            (TermOp::Ult, true) => (args[0], number(1)),
            (TermOp::Ule, true) => (args[0], number(1).and_then(|n| n.checked_add(1))),
            (TermOp::Ult, false) => (args[1], number(0).and_then(|n| n.checked_add(1))),
            (TermOp::Ule, false) => (args[1], number(0)),
            (TermOp::Slt, true) => (args[0], positive(1)),
            (TermOp::Slt, false) => (args[1], positive(0).map(|n| n + 1)),
            (TermOp::Eq, true) => (args[0], number(1).and_then(|n| n.checked_add(1))),
            _ => continue,
        };
        let Some(below) = below.filter(|_| !terms.is_const(term)) else { continue };
        if facts.len() >= MAX_FACTS {
            facts.remove(0);
        }
        facts.push(Fact { term, below, is_signed: terms.op(c) == TermOp::Slt });
    }
}

/// Is a term less than an object's window away from 0? Lowering checks indices by `t + c < 2c`.
fn is_near(terms: &Terms, layout: PointerLayout, t: TermId, facts: &[Fact]) -> bool {
    let far = 1u64 << layout.offset_bits;
    facts.iter().filter(|f| f.below <= far && !f.is_signed).any(|f| {
        let (shift, atoms) = linear(terms, f.term);
        atoms == [(1, t)] && (0..=far as i64).contains(&shift)
    })
}

/// A number that a part of an address is below, and not negative.
fn bound(terms: &Terms, atom: TermId, facts: &[Fact]) -> Option<u64> {
    let inner = match terms.op(atom) {
        TermOp::ZeroExtend(_) => known(terms, terms.arg(atom, 0), facts),
        // Below the sign bit, the extension is the number itself.
        TermOp::SignExtend(_) => {
            let t = terms.arg(atom, 0);
            known(terms, t, facts).filter(|below| is_below_sign(terms, t, *below))
        }
        _ => None,
    };
    [inner, known(terms, atom, facts)].into_iter().flatten().min()
}

/// A number that a term is below by facts or by its form.
fn known(terms: &Terms, t: TermId, facts: &[Fact]) -> Option<u64> {
    let by_facts = |is_signed: bool| {
        facts.iter().filter(|f| f.term == t && f.is_signed == is_signed).map(|f| f.below).min()
    };
    let below = [by_facts(false), by_form(terms, t)].into_iter().flatten().min()?;
    // What is not negative is below a number either way.
    let signed = by_facts(true).filter(|_| is_below_sign(terms, t, below));
    Some(signed.map_or(below, |signed| signed.min(below)))
}

/// Is a term not negative if it is below a number?
fn is_below_sign(terms: &Terms, t: TermId, below: u64) -> bool {
    terms.sort(t).width().is_some_and(|width| width <= 64 && below <= 1 << (width - 1))
}

/// A number that a term is below because of its form.
fn by_form(terms: &Terms, t: TermId) -> Option<u64> {
    let width = terms.sort(t).width().filter(|w| *w <= 64)?;
    let rest = match terms.op(t) {
        TermOp::BvURem => terms.as_u64(terms.arg(t, 1)).filter(|n| *n > 0),
        _ => None,
    };
    let most = !terms.known_bits(t).zeros & (u64::MAX >> (64 - width));
    rest.or_else(|| most.checked_add(1))
}
