//! Definitions found among assertions: an asserted `x = t` replaces `x` by `t` everywhere, so that
//! the rules of the terms see through it. Where there are none left, bounds and slices define the
//! bits of symbols that they fix.

use crate::slices;
use maymust_term::{KnownBits, Op, Symbol, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// Definitions of symbols, free of cycles, and terms with the definitions put in.
#[derive(Default)]
pub struct Resolver {
    definitions: FxHashMap<Symbol, TermId>,
    memo: FxHashMap<TermId, TermId>,
    /// Symbols that were used as they are: too late to define them.
    frozen: FxHashSet<Symbol>,
    frozen_terms: FxHashSet<TermId>,
}

impl Resolver {
    /// The symbols of a term can no longer be defined.
    pub fn freeze(&mut self, terms: &Terms, t: TermId) {
        let mut todo = vec![t];
        while let Some(t) = todo.pop() {
            if self.frozen_terms.insert(t) {
                self.frozen.extend(terms.as_var(t));
                todo.extend(terms.args(t));
            }
        }
    }

    /// The term with all definitions put in.
    pub fn resolve(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        if self.definitions.is_empty() {
            return root;
        }
        let mut stack = vec![root];
        let mut args: Vec<TermId> = Vec::new();
        while let Some(&t) = stack.last() {
            if self.memo.contains_key(&t) {
                stack.pop();
                continue;
            }
            if let Some(&d) = terms.as_var(t).and_then(|s| self.definitions.get(&s)) {
                match self.memo.get(&d) {
                    Some(&new) => {
                        self.memo.insert(t, new);
                    }
                    None => stack.push(d),
                }
                continue;
            }
            let before = stack.len();
            stack.extend(terms.args(t).iter().filter(|a| !self.memo.contains_key(*a)));
            if stack.len() > before {
                continue;
            }
            args.clear();
            args.extend(terms.args(t).iter().map(|a| self.memo[a]));
            let new = if args == terms.args(t) { t } else { terms.app(terms.op(t), &args) };
            self.memo.insert(t, new);
        }
        self.memo[&root]
    }

    /// Takes conjuncts, finds definitions among them, and gives what is left to be asserted, with
    /// the definitions put in.
    pub fn digest(&mut self, terms: &mut Terms, asserted: &[TermId]) -> Vec<TermId> {
        let mut conjuncts: Vec<TermId> = asserted.to_vec();
        for _ in 0..ROUNDS {
            conjuncts = conjuncts.iter().map(|t| self.resolve(terms, *t)).collect();
            conjuncts = flatten(terms, &conjuncts);
            if conjuncts.iter().any(|t| terms.as_bool(*t) == Some(false)) {
                return vec![terms.fls()];
            }
            if self.define(terms, &mut conjuncts) {
                continue;
            }
            match self.fix_bits(terms, &conjuncts) {
                None => return vec![terms.fls()],
                Some(false) => break,
                Some(true) => {}
            }
        }
        let rest: Vec<TermId> = conjuncts.iter().map(|t| self.resolve(terms, *t)).collect();
        flatten(terms, &rest)
    }

    /// Takes definitions out of the conjuncts. True if there were any.
    fn define(&mut self, terms: &mut Terms, conjuncts: &mut Vec<TermId>) -> bool {
        let mut found: Vec<(Symbol, TermId, TermId)> = Vec::new();
        for &t in conjuncts.iter() {
            let Some((symbol, value)) = self.as_definition(terms, t) else { continue };
            if let Entry::Vacant(entry) = self.definitions.entry(symbol) {
                entry.insert(value);
                found.push((symbol, value, t));
            }
        }
        self.break_cycles(terms, &found);
        let kept: FxHashSet<TermId> =
            found.iter().filter(|(s, ..)| self.definitions.contains_key(s)).map(|(_, _, t)| *t).collect();
        if kept.is_empty() {
            return false;
        }
        conjuncts.retain(|t| !kept.contains(t));
        self.memo.clear();
        true
    }

    /// Defines symbols by the bits that conjuncts fix. True if there were any; `None` if conjuncts
    /// exclude each other.
    fn fix_bits(&mut self, terms: &mut Terms, conjuncts: &[TermId]) -> Option<bool> {
        let mut fixed: FxHashMap<Symbol, KnownBits> = FxHashMap::default();
        let mut symbols: Vec<Symbol> = Vec::new();
        for &t in conjuncts {
            let Some((symbol, bits)) = slices::fixed_bits(terms, t) else { continue };
            if self.frozen.contains(&symbol) {
                continue;
            }
            match fixed.entry(symbol) {
                Entry::Occupied(mut entry) => {
                    entry.insert(slices::both(*entry.get(), bits)?);
                }
                Entry::Vacant(entry) => {
                    entry.insert(bits);
                    symbols.push(symbol);
                }
            }
        }
        let mut any = false;
        for symbol in symbols {
            if let Some(whole) = slices::assembled(terms, symbol, fixed[&symbol]) {
                self.definitions.insert(symbol, whole);
                any = true;
            }
        }
        if any {
            self.memo.clear();
        }
        Some(any)
    }

    fn free(&self, terms: &Terms, t: TermId) -> Option<Symbol> {
        let s = terms.as_var(t)?;
        (!self.frozen.contains(&s) && !self.definitions.contains_key(&s)).then_some(s)
    }

    /// A conjunct that says what a symbol is.
    fn as_definition(&self, terms: &mut Terms, t: TermId) -> Option<(Symbol, TermId)> {
        match terms.op(t) {
            Op::Var(_) => Some((self.free(terms, t)?, terms.tru())),
            Op::Not => Some((self.free(terms, terms.arg(t, 0))?, terms.fls())),
            Op::Eq => {
                let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
                match (self.free(terms, a), self.free(terms, b)) {
                    (Some(x), _) => Some((x, b)),
                    (None, Some(y)) => Some((y, a)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Drops a new definition wherever a symbol would come to depend on itself.
    fn break_cycles(&mut self, terms: &mut Terms, found: &[(Symbol, TermId, TermId)]) {
        let new: FxHashSet<Symbol> = found.iter().map(|f| f.0).collect();
        let mut done: FxHashMap<TermId, bool> = FxHashMap::default();
        // A term to enter, or (true) one to leave: those to leave are the path.
        let mut stack: Vec<(TermId, bool)> = Vec::new();
        for (symbol, ..) in found {
            stack.push((terms.var(*symbol), false));
            while let Some((t, leave)) = stack.pop() {
                if leave {
                    done.insert(t, true);
                    continue;
                }
                match done.get(&t) {
                    Some(true) => continue,
                    Some(false) => {
                        // The last new definition on the path is on the cycle.
                        let open = stack.iter().rev().filter(|s| s.1);
                        let last = open
                            .filter_map(|s| terms.as_var(s.0))
                            .find(|s| new.contains(s) && self.definitions.contains_key(s));
                        last.map(|s| self.definitions.remove(&s));
                        continue;
                    }
                    None => {}
                }
                done.insert(t, false);
                stack.push((t, true));
                let definition = terms.as_var(t).and_then(|s| self.definitions.get(&s));
                stack.extend(definition.map(|d| (*d, false)));
                stack.extend(terms.args(t).iter().map(|a| (*a, false)));
            }
        }
    }
}

/// How often definitions that come to light by others are looked for.
const ROUNDS: usize = 6;

/// The conjuncts of conjunctions, each once, without `true`.
pub fn flatten(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut out = Vec::new();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut todo: Vec<TermId> = roots.iter().rev().copied().collect();
    while let Some(t) = todo.pop() {
        if terms.as_bool(t) == Some(true) || !seen.insert(t) {
            continue;
        }
        match terms.op(t) {
            Op::And => todo.extend(terms.args(t).iter().rev()),
            _ => out.push(t),
        }
    }
    out
}
