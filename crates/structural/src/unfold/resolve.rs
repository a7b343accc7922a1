//! What placeholders stand for, and terms with placeholders replaced as a view asks.

use maymust_term::{Op, Symbol, TermId};
use rustc_hash::FxHashMap;

use super::{BoxId, Instance, InstanceId, Mode, Output, Unfolding, View};
use crate::summary::Target;

impl Unfolding<'_> {
    /// What a placeholder is replaced by.
    fn definition(&mut self, id: BoxId, output: Output, mode: Mode) -> TermId {
        if mode == Mode::Exact {
            let instance = self.exact(id);
            return self.says(instance, output);
        }
        let last = self.last(id);
        let says = self.says(last.instance, output);
        match output {
            Output::Lambda(_) => says,
            _ => self.terms.and(&[last.used, says]),
        }
    }

    /// What an instance says of an output of its box.
    pub(super) fn says(&mut self, id: InstanceId, output: Output) -> TermId {
        let summary = self.summary(self.instances[id.0 as usize].region);
        match output {
            Output::Pi(exit) => {
                let guard = summary.exits.get(exit).copied().unwrap_or_else(|| self.terms.fls());
                self.put_in(id, guard)
            }
            Output::Lambda(var) => match summary.values.get(&var) {
                Some(t) => self.put_in(id, *t),
                None => match self.instances[id.0 as usize].map.get(&var) {
                    Some(t) => *t,
                    None => self.zero(self.terms.symbol_sort(var)),
                },
            },
            Output::Error(target) => self.error(id, target),
            Output::Used | Output::Header => self.terms.tru(),
        }
    }

    /// The condition of reaching a target in an instance or in a box of it.
    pub fn error(&mut self, id: InstanceId, target: Target) -> TermId {
        if let Some(t) = self.instances[id.0 as usize].errors.get(&target) {
            return *t;
        }
        let Instance { region, is_last, .. } = self.instances[id.0 as usize];
        let summary = self.summary(region);
        let mut ways: Vec<TermId> = Vec::new();
        match target {
            Target::Checks(..) => {
                for (_, t) in summary.errors.iter().filter(|(t, _)| target.covers(**t)) {
                    ways.push(self.put_in(id, *t));
                }
            }
            _ => ways.extend(summary.errors.get(&target).map(|t| self.put_in(id, *t))),
        }
        let around = self.around(target);
        for (i, b) in summary.boxes.iter().enumerate() {
            let is_next = summary.next == Some(i);
            if around[b.region.index()] && !(is_last && is_next) {
                let guard = self.put_in(id, b.guard);
                let inside = self.placeholder(id, i, Output::Error(target));
                ways.push(self.terms.and(&[guard, inside]));
            }
        }
        let error = self.terms.or(&ways);
        self.instances[id.0 as usize].errors.insert(target, error);
        error
    }

    /// A term with every placeholder replaced as the view asks.
    pub fn resolve(&mut self, root: TermId, view: &View, memo: &mut FxHashMap<TermId, TermId>) -> TermId {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if memo.contains_key(&t) {
                stack.pop();
                continue;
            }
            if let Some(s) = self.terms.as_var(t) {
                let new = match self.replacement(s, view) {
                    None => t,
                    Some(d) => match memo.get(&d) {
                        Some(new) => *new,
                        None => {
                            stack.push(d);
                            continue;
                        }
                    },
                };
                memo.insert(t, new);
                stack.pop();
                continue;
            }
            if let Some(new) = self.rebuilt(t, memo, &mut stack) {
                memo.insert(t, new);
                stack.pop();
            }
        }
        memo[&root]
    }

    fn replacement(&mut self, symbol: Symbol, view: &View) -> Option<TermId> {
        let (id, output) = self.output(symbol)?;
        if matches!(output, Output::Used | Output::Header) {
            return None;
        }
        match self.mode(view, symbol, id) {
            Mode::Closed => None,
            mode => Some(self.definition(id, output, mode)),
        }
    }

    /// A step of rebuilding terms bottom up, see [`Terms::rebuilt`]; reads of what is immutable become constants.
    pub(super) fn rebuilt(
        &mut self,
        t: TermId,
        memo: &FxHashMap<TermId, TermId>,
        stack: &mut Vec<TermId>,
    ) -> Option<TermId> {
        let op = self.terms.op(t);
        if matches!(op, Op::Select | Op::Load { .. })
            && let (Some(&array), Some(&index)) =
                (memo.get(&self.terms.arg(t, 0)), memo.get(&self.terms.arg(t, 1)))
            && let Some(value) = self.immutable.read(&mut self.terms, op, array, index)
        {
            return Some(value);
        }
        self.terms.rebuilt(t, memo, stack)
    }
}
