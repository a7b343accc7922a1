//! What matters to whom: conditions that share no symbol with a procedure's inputs say nothing about them.
//!
//! A path feasible as a whole is feasible in each of its unconnected parts. So a callee's context needs only the part that its
//! inputs are connected to, and a must summary only the part that its inputs and outputs are: of the others it keeps one
//! solution. Contexts and summaries deep in a chain of calls would otherwise carry the whole chain.

use maymust_program::VarId;
use maymust_term::{Substitution, Symbol, TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::core::Core;
use crate::path::{Concrete, Context, Unrolled, Values};

/// Path conditions with more subterms than this are large.
const LARGE: usize = 100;

impl Core {
    /// Which conditions are connected to some symbols, directly or through other conditions; adds what they speak of.
    fn connected(&self, conditions: &[TermId], symbols: &mut FxHashSet<Symbol>) -> Vec<bool> {
        let supports: Vec<Vec<Symbol>> = conditions.iter().map(|c| self.terms.support(*c)).collect();
        let mut by_symbol: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
        for (i, support) in supports.iter().enumerate() {
            for s in support {
                by_symbol.entry(*s).or_default().push(i);
            }
        }
        // A condition about nothing is kept: it is false.
        let mut is_connected: Vec<bool> = supports.iter().map(Vec::is_empty).collect();
        let mut todo: Vec<Symbol> = symbols.iter().copied().collect();
        while let Some(s) = todo.pop() {
            for i in by_symbol.remove(&s).unwrap_or_default() {
                if !std::mem::replace(&mut is_connected[i], true) {
                    todo.extend(supports[i].iter().copied().filter(|s| symbols.insert(*s)));
                }
            }
        }
        is_connected
    }

    /// A context for a callee: the conditions of the caller's path that say something about the values it starts with.
    pub fn context(&self, conditions: Vec<TermId>, values: Values) -> Context {
        let mut roots: Vec<TermId> = values.values().copied().collect();
        roots.sort_unstable();
        let mut symbols: FxHashSet<Symbol> = self.terms.support_of(&roots).into_iter().collect();
        let mut is_connected = self.connected(&conditions, &mut symbols).into_iter();
        let mut conditions = conditions;
        conditions.retain(|_| is_connected.next() == Some(true));
        Context { conditions, values: values.into() }
    }

    /// A path whose condition is too large to be solved with others (a long way through a loop) is kept for the inputs of the test that took
    /// it alone.
    pub fn pin_inputs(&mut self, path: &mut Unrolled, outputs: &mut [(VarId, TermId)], start: &Concrete) {
        if self.terms.cone_of(&path.conditions).len() < LARGE {
            return;
        }
        let mut pins: Values = Values::default();
        let mut equations = Vec::new();
        for s in self.terms.support_of(&path.conditions) {
            let scalar = start.get(&s).filter(|v| !matches!(v, Value::Array(_)));
            let Some(constant) = scalar.and_then(|v| self.terms.value(v)) else { return };
            let var = self.terms.var(s);
            equations.push(self.terms.eq(var, constant));
            pins.insert(s, constant);
        }
        let tru = self.terms.tru();
        if self.terms.substitute_all(&path.conditions, &pins).iter().any(|c| *c != tru) {
            return;
        }
        path.conditions = equations;
        let mut substitution = Substitution::new(|s| pins.get(&s).copied());
        outputs.iter_mut().for_each(|o| o.1 = substitution.apply(&mut self.terms, o.1));
        path.reads.iter_mut().for_each(|r| r.condition = substitution.apply(&mut self.terms, r.condition));
    }

    /// Gives fixed values to bound symbols of a path that are connected to neither its inputs nor its outputs, and drops the conditions
    /// about them.
    pub fn fix_unconnected(&mut self, path: &mut Unrolled, outputs: &[TermId], bound: &mut Vec<Symbol>) {
        let own: FxHashSet<Symbol> = bound.iter().copied().collect();
        let mut roots = outputs.to_vec();
        for c in &path.contents {
            roots.extend([c.condition, c.number, c.size]);
            roots.extend(c.regions.iter().map(|r| r.1));
        }
        let inputs = self.terms.support_of(&path.conditions).into_iter().filter(|s| !own.contains(s));
        let mut symbols: FxHashSet<Symbol> = inputs.collect();
        symbols.extend(self.terms.support_of(&roots));
        let is_connected = self.connected(&path.conditions, &mut symbols);
        let part = |connected: bool| {
            let with = path.conditions.iter().zip(&is_connected).filter(move |c| *c.1 == connected);
            with.map(|c| *c.0).collect::<Vec<TermId>>()
        };
        let (kept, rest) = (part(true), part(false));
        if !self.check(&rest).is_sat() {
            return;
        }
        let mut fixed: Values = Values::default();
        for s in bound.iter().copied().filter(|s| !symbols.contains(s)) {
            let t = self.terms.var(s);
            let value = self.value(t);
            if let Some(constant) = self.terms.value(&value) {
                fixed.insert(s, constant);
            }
        }
        if rest.iter().any(|c| self.terms.support(*c).iter().any(|s| !fixed.contains_key(s))) {
            return;
        }
        bound.retain(|s| !fixed.contains_key(s));
        path.conditions = kept;
        let mut substitution = Substitution::new(|s| fixed.get(&s).copied());
        for read in &mut path.reads {
            read.value = substitution.apply(&mut self.terms, read.value);
            read.condition = substitution.apply(&mut self.terms, read.condition);
        }
    }
}
