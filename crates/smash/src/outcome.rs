//! Candidates for contracts: how what a procedure gives depends on what it was given, as far as samples show.
//!
//! Bounds, equations with inputs, their sums and products, their lowest bit and powers of two; and all of these under conditions
//! on the inputs (comparisons that the program makes, small constants), for those samples that satisfy them.

use std::rc::Rc;

use maymust_program::VarId;
use maymust_term::{BvValue, Op, Sort, TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::candidates::Material;
use crate::contract::Member;
use crate::core::Core;
use crate::path::{Concrete, Values};

/// Conditions on inputs, candidates under one of them, and candidates in all.
const MOST_CONDITIONS: usize = 40;
const MOST_EACH: usize = 8;
/// Conditions that all samples satisfy.
const MOST_ALWAYS: usize = 5;
const MOST: usize = 180;
/// Terms that outputs are compared with.
const MOST_TERMS: usize = 14;

/// Which candidates: those that say most and are soonest decided come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Equations with inputs, their sums and differences.
    Equal,
    /// Equations with lowest bits of inputs, powers of two and products, too.
    Derived,
    /// Equations under conditions.
    EqualCases,
    /// Bounds and comparisons, and all but the derived ones under conditions.
    Cases,
    /// Derived equations under conditions.
    DerivedCases,
}

impl Stage {
    /// All, in the order in which they are tried.
    pub const ALL: [Stage; 5] =
        [Stage::Equal, Stage::Derived, Stage::EqualCases, Stage::DerivedCases, Stage::Cases];

    fn is_derived(self) -> bool {
        matches!(self, Stage::Derived | Stage::DerivedCases)
    }

    fn has_cases(self) -> bool {
        matches!(self, Stage::EqualCases | Stage::Cases | Stage::DerivedCases)
    }
}

/// A term, and its value in each sample.
struct Column {
    term: TermId,
    values: Vec<Value>,
}

impl Core {
    /// Candidates at the exit of a procedure that all samples satisfy: with bits, powers and products of inputs, or without.
    pub fn outcomes(
        &mut self,
        member: &Member,
        material: &Material,
        samples: &[Rc<Concrete>],
        stage: Stage,
    ) -> Vec<TermId> {
        if samples.is_empty() {
            // It never returns, as far as is known.
            return vec![self.terms.fls()];
        }
        let open = self.undetermined(member);
        let mut outputs: Vec<TermId> = open.iter().map(|v| self.terms.var(*v)).collect();
        let inputs: Vec<TermId> = member.ghosts.iter().map(|g| self.terms.var(g.1)).collect();
        // How far something has moved.
        for (input, ghost) in &member.ghosts {
            let is_number = matches!(self.terms.symbol_sort(*input), Sort::BitVec(_));
            if is_number && open.contains(input) {
                let (now, then) = (self.terms.var(*input), self.terms.var(*ghost));
                outputs.push(self.terms.bv_sub(now, then));
            }
        }
        let mut others = inputs.clone();
        for &t in inputs.iter().filter(|_| stage.is_derived()) {
            if let Sort::BitVec(width) = self.terms.sort(t) {
                let one = self.terms.bv(width, 1);
                others.push(self.terms.bv_and(t, one));
                others.push(self.terms.bv_shl(one, t));
            }
        }
        others.truncate(MOST_TERMS);
        let everything = self.facts_of(material, &outputs, &others, samples, (stage, false));
        let mut out = everything.clone();
        let known: FxHashSet<TermId> = everything.into_iter().collect();
        let proved: FxHashSet<TermId> = member.known().iter().copied().collect();
        let mut n_always = 0;
        let conditions =
            if stage.has_cases() { self.conditions_on(member, material, samples) } else { Vec::new() };
        for condition in conditions {
            let not = self.terms.not(condition);
            let holds: Vec<bool> = samples.iter().map(|s| self.holds(condition, s)).collect();
            let is_always = holds.iter().all(|h| *h);
            n_always += usize::from(is_always);
            if is_always && n_always > MOST_ALWAYS {
                continue;
            }
            let these: Vec<Rc<Concrete>> =
                samples.iter().zip(&holds).filter(|(_, h)| **h).map(|(s, _)| s.clone()).collect();
            if these.is_empty() {
                // From there it does not return, as far as is known.
                out.push(not);
                continue;
            }
            let mut facts = self.facts_of(material, &outputs, &others, &these, (stage, true));
            // A condition that all samples satisfy may be what an induction needs.
            facts.retain(|t| if is_always { !proved.contains(t) } else { !known.contains(t) });
            facts.truncate(MOST_EACH);
            for fact in facts {
                out.push(self.terms.or(&[not, fact]));
            }
        }
        let mut seen = FxHashSet::default();
        out.retain(|t| *t != self.terms.tru() && seen.insert(*t));
        out.truncate(MOST);
        out
    }

    /// The outputs that no known fact gives as a term over inputs.
    fn undetermined(&self, member: &Member) -> Vec<VarId> {
        let is_input = |v: &VarId| member.ghosts.iter().any(|g| g.1 == *v);
        let gives = |t: TermId, o: VarId| {
            let (a, b) = (self.terms.arg(t, 0), self.terms.arg(t, 1));
            [(a, b), (b, a)]
                .iter()
                .any(|(x, y)| self.terms.as_var(*x) == Some(o) && self.terms.support(*y).iter().all(is_input))
        };
        let is_given =
            |o: &VarId| member.known().iter().any(|t| self.terms.op(*t) == Op::Eq && gives(*t, *o));
        member.outputs.iter().copied().filter(|o| !is_given(o)).collect()
    }

    /// Conditions on inputs, over ghosts, and on outputs that have few values.
    fn conditions_on(
        &mut self,
        member: &Member,
        material: &Material,
        samples: &[Rc<Concrete>],
    ) -> Vec<TermId> {
        let ghosts: Values = member.ghosts.iter().map(|(v, g)| (*v, self.terms.var(*g))).collect();
        let of_inputs = |core: &Core, t: TermId| core.terms.support(t).iter().all(|v| ghosts.contains_key(v));
        let mut out = Vec::new();
        const FEW: usize = 3;
        for o in &member.outputs {
            let mut values: Vec<Value> = samples.iter().filter_map(|s| s.get(o).cloned()).collect();
            values.sort_by_key(Value::as_u64);
            values.dedup();
            let constants: Vec<TermId> = values.iter().filter_map(|v| self.terms.value(v)).collect();
            if constants.len() > 1 && constants.len() <= FEW {
                let o = self.terms.var(*o);
                out.extend(constants.into_iter().map(|c| self.terms.eq(o, c)).collect::<Vec<_>>());
            }
        }
        for n in [0, 1] {
            // All inputs are large enough.
            let mut all = Vec::new();
            for (_, ghost) in &member.ghosts {
                let t = self.terms.var(*ghost);
                if let Sort::BitVec(width) = self.terms.sort(t) {
                    let bound = self.terms.bv(width, n);
                    all.push(self.terms.sle(bound, t));
                }
            }
            if all.len() > 1 {
                out.push(self.terms.and(&all));
            }
        }
        for &atom in &material.atoms {
            if of_inputs(self, atom) {
                let atom = self.terms.substitute(atom, &ghosts);
                let not = self.terms.not(atom);
                out.extend([atom, not]);
            }
        }
        for (_, ghost) in &member.ghosts {
            let t = self.terms.var(*ghost);
            match self.terms.sort(t) {
                Sort::Bool => {
                    let not = self.terms.not(t);
                    out.extend([t, not]);
                }
                Sort::BitVec(width) => {
                    let zero = self.terms.bv(width, 0);
                    out.push(self.terms.sle(zero, t));
                    let mut constants = vec![BvValue::zero(width), BvValue::one(width)];
                    constants.extend((2..4).map(|n| BvValue::from_u64(width, n)));
                    for c in material.constants.get(&width).into_iter().flatten().take(6) {
                        let one = BvValue::one(width);
                        constants.extend([c.clone(), c.add(&one), c.sub(&one)]);
                    }
                    let mut seen: Vec<BvValue> = Vec::new();
                    for c in constants {
                        if !seen.contains(&c) {
                            let constant = self.terms.bv_value(c.clone());
                            out.push(self.terms.eq(t, constant));
                            out.push(self.terms.sle(constant, t));
                            seen.push(c);
                        }
                    }
                }
                _ => {}
            }
        }
        let mut seen = FxHashSet::default();
        out.retain(|t| self.terms.as_bool(*t).is_none() && seen.insert(*t));
        out.truncate(MOST_CONDITIONS);
        out
    }

    /// Facts about outputs that all samples satisfy.
    fn facts_of(
        &mut self,
        material: &Material,
        outputs: &[TermId],
        others: &[TermId],
        samples: &[Rc<Concrete>],
        (stage, is_case): (Stage, bool),
    ) -> Vec<TermId> {
        let outputs = self.columns(outputs, samples);
        let others = self.columns(others, samples);
        let mut found = Vec::new();
        for (i, o) in outputs.iter().enumerate() {
            self.equations(o, &others, stage, &mut found);
            if is_case {
                self.constants(material, o, &mut found);
            }
            for other in outputs[i + 1..].iter().chain(&others) {
                if self.terms.sort(other.term) == self.terms.sort(o.term) {
                    self.binary((o.term, &o.values), (other.term, &other.values), true, &mut found);
                    self.binary((other.term, &other.values), (o.term, &o.values), false, &mut found);
                }
            }
            if !is_case {
                self.unary(material, o.term, &o.values, &mut found);
            }
        }
        let is_equation = |core: &Core, t: TermId| core.terms.op(t) == Op::Eq;
        if stage != Stage::Cases {
            found.retain(|t| is_equation(self, *t));
        }
        // Remainders are hard for solvers.
        found.retain(|t| !self.terms.cone_of(&[*t]).iter().any(|t| self.terms.op(*t) == Op::BvURem));
        found.retain(|t| samples.iter().all(|s| self.holds(*t, s)));
        // Equations say most.
        found.sort_by_key(|t| !is_equation(self, *t));
        let mut seen = FxHashSet::default();
        found.retain(|t| self.terms.as_bool(*t).is_none() && seen.insert(*t));
        found
    }

    fn columns(&mut self, terms: &[TermId], samples: &[Rc<Concrete>]) -> Vec<Column> {
        let none = FxHashMap::default();
        let column = |t: &TermId| Column {
            term: *t,
            values: samples.iter().map(|s| self.concrete(*t, s, &none)).collect(),
        };
        terms.iter().map(column).collect()
    }

    /// The value that an output has in all samples, or bounds that it has by its sign.
    fn constants(&mut self, material: &Material, o: &Column, found: &mut Vec<TermId>) {
        if let Some(constant) = o.values.first().and_then(|v| self.terms.value(v)) {
            found.push(self.terms.eq(o.term, constant));
        }
        if let Sort::BitVec(width) = self.terms.sort(o.term) {
            let mut bounds = vec![BvValue::zero(width), BvValue::one(width)];
            bounds.extend(material.constants.get(&width).into_iter().flatten().take(4).cloned());
            for bound in bounds {
                let bound = self.terms.bv_value(bound);
                found.push(self.terms.sle(bound, o.term));
                found.push(self.terms.sle(o.term, bound));
            }
        }
    }

    /// `o = a + b + c`, `o = a - b + c` and `o = a * b + c` with the constant that the first sample says.
    fn equations(&mut self, o: &Column, others: &[Column], stage: Stage, found: &mut Vec<TermId>) {
        let sort = self.terms.sort(o.term);
        let Sort::BitVec(_) = sort else { return };
        for (i, a) in others.iter().enumerate() {
            for (j, b) in others.iter().enumerate() {
                if i == j || self.terms.sort(a.term) != sort || self.terms.sort(b.term) != sort {
                    continue;
                }
                let pair =
                    |s: usize| Some((o.values[s].as_bv()?, a.values[s].as_bv()?, b.values[s].as_bv()?));
                let fits = |f: &dyn Fn(&BvValue, &BvValue) -> BvValue| -> Option<BvValue> {
                    let rest = |s: usize| pair(s).map(|(o, a, b)| o.sub(&f(a, b)));
                    let first = rest(0)?;
                    (0..o.values.len()).all(|s| rest(s).as_ref() == Some(&first)).then_some(first)
                };
                let mut sums = Vec::new();
                if i < j
                    && let Some(c) = fits(&|a, b| a.add(b))
                {
                    sums.push((self.terms.bv_add(a.term, b.term), c));
                }
                if let Some(c) = fits(&|a, b| a.sub(b)) {
                    sums.push((self.terms.bv_sub(a.term, b.term), c));
                }
                if stage.is_derived()
                    && i < j
                    && o.values.len() > 3
                    && let Some(c) = fits(&|a, b| a.mul(b))
                {
                    sums.push((self.terms.bv_mul(a.term, b.term), c));
                }
                for (sum, c) in sums {
                    let c = self.terms.bv_value(c);
                    let sum = self.terms.bv_add(sum, c);
                    found.push(self.terms.eq(o.term, sum));
                }
            }
        }
    }
}
