//! Walks over terms with explicit stacks: substitution, import, support, size, cone.

use crate::arena::Terms;
use crate::op::{Op, Symbol, TermId};
use crate::sort::Sort;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

impl Terms {
    /// The subterms of some terms, each once, arguments before users.
    pub fn cone_of(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut todo: Vec<TermId> = roots.to_vec();
        while let Some(t) = todo.pop() {
            if seen.insert(t) {
                todo.extend(self.args(t).iter().filter(|a| !seen.contains(*a)));
            }
        }
        // Arguments are interned before their users.
        #[allow(clippy::iter_over_hash_type)]
        let mut cone: Vec<TermId> = seen.into_iter().collect();
        cone.sort_unstable();
        cone
    }

    /// The subterms of a term, itself included, each once, arguments before users.
    pub fn cone(&self, t: TermId) -> Vec<TermId> {
        self.cone_of(&[t])
    }

    /// How many different subterms a term has.
    pub fn size(&self, t: TermId) -> usize {
        self.cone(t).len()
    }

    /// Has a term at most so many different subterms? Takes no longer for greater terms.
    pub fn is_small(&self, t: TermId, most: usize) -> bool {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut todo = vec![t];
        while let Some(t) = todo.pop() {
            if seen.insert(t) {
                if seen.len() > most {
                    return false;
                }
                todo.extend(self.args(t));
            }
        }
        true
    }

    /// The symbols in a term, in the order of declaration.
    pub fn support(&self, t: TermId) -> Vec<Symbol> {
        self.support_of(&[t])
    }

    /// The symbols in some terms, in the order of declaration.
    pub fn support_of(&self, roots: &[TermId]) -> Vec<Symbol> {
        let mut symbols: Vec<Symbol> =
            self.cone_of(roots).into_iter().filter_map(|t| self.as_var(t)).collect();
        symbols.sort_unstable();
        symbols
    }

    /// Replaces symbols, all at once.
    pub fn substitute(&mut self, t: TermId, map: &FxHashMap<Symbol, TermId>) -> TermId {
        if map.is_empty() {
            return t;
        }
        Substitution::new(|s| map.get(&s).copied()).apply(self, t)
    }

    /// Replaces symbols in several terms, all at once, sharing the work.
    pub fn substitute_all(&mut self, roots: &[TermId], map: &FxHashMap<Symbol, TermId>) -> Vec<TermId> {
        let mut substitution = Substitution::new(|s| map.get(&s).copied());
        roots.iter().map(|t| substitution.apply(self, *t)).collect()
    }

    /// Replaces subterms (outermost first), all at once.
    pub fn replace(&mut self, t: TermId, map: &FxHashMap<TermId, TermId>) -> TermId {
        Rebuild { memo: map.clone(), stack: Vec::new() }.replaced(self, t)
    }

    fn is_leaf(&self, t: TermId) -> bool {
        self.args(t).is_empty()
    }

    /// Copies a term of another arena into this one. `symbols` gives the symbol here for a
    /// symbol there; see [`Terms::import_by_name`].
    pub fn import(
        &mut self,
        other: &Terms,
        t: TermId,
        symbols: &mut dyn FnMut(&mut Terms, Symbol) -> TermId,
    ) -> TermId {
        self.import_all(other, &[t], symbols)[0]
    }

    /// Copies several terms of another arena, sharing the work.
    pub fn import_all(
        &mut self,
        other: &Terms,
        roots: &[TermId],
        symbols: &mut dyn FnMut(&mut Terms, Symbol) -> TermId,
    ) -> Vec<TermId> {
        let mut memo: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut args: Vec<TermId> = Vec::new();
        for t in other.cone_of(roots) {
            args.clear();
            args.extend(other.args(t).iter().map(|a| memo[a]));
            let copy = match other.op(t) {
                Op::Var(s) => symbols(self, s),
                Op::ConstArray(_) => {
                    let sort = self.import_sort(other, other.sort(t));
                    self.const_array(sort, args[0])
                }
                Op::Table(_) => {
                    let sort = self.import_sort(other, other.sort(t));
                    let table = other.as_table(t).expect("a table").clone();
                    self.table(sort, table)
                }
                Op::BvConst(_) | Op::FloatConst(_) | Op::IntConst(_) => {
                    let value = other.constant_value(t).expect("a constant");
                    self.value(&value).expect("no array")
                }
                op => self.app(op, &args),
            };
            memo.insert(t, copy);
        }
        roots.iter().map(|t| memo[t]).collect()
    }

    /// Copies a term of another arena; its symbols are declared here by name and sort.
    pub fn import_by_name(&mut self, other: &Terms, t: TermId) -> TermId {
        self.import(other, t, &mut |terms, s| {
            let sort: Sort = terms.import_sort(other, other.symbol_sort(s));
            terms.declare_var(other.symbol_name(s), sort)
        })
    }
}

impl Terms {
    /// A step of rebuilding terms bottom up: the term with its arguments replaced as `memo` says. If some are not in
    /// there yet, none, and they are put on the stack.
    pub fn rebuilt(
        &mut self,
        t: TermId,
        memo: &FxHashMap<TermId, TermId>,
        stack: &mut Vec<TermId>,
    ) -> Option<TermId> {
        let before = stack.len();
        stack.extend(self.args(t).iter().filter(|a| !memo.contains_key(*a)));
        if stack.len() > before {
            return None;
        }
        let args: SmallVec<[TermId; 4]> = self.args(t).iter().map(|a| memo[a]).collect();
        Some(if args[..] == *self.args(t) { t } else { self.app(self.op(t), &args) })
    }
}

/// A simultaneous replacement of symbols that remembers what it has done.
pub struct Substitution<F> {
    map: F,
    rebuild: Rebuild,
}

impl<F: Fn(Symbol) -> Option<TermId>> Substitution<F> {
    /// Replaces each symbol for which `map` gives a term (of the same sort).
    pub fn new(map: F) -> Self {
        Self { map, rebuild: Rebuild::default() }
    }

    /// The term with its symbols replaced.
    pub fn apply(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        let map = &self.map;
        self.rebuild.run(terms, t, |terms, t| {
            if !terms.is_leaf(t) {
                return None;
            }
            let replaced = terms.as_var(t).and_then(map);
            debug_assert!(replaced.is_none_or(|r| terms.sort(r) == terms.sort(t)));
            Some(replaced.unwrap_or(t))
        })
    }
}

/// Rebuilds terms bottom up with a memo and a stack of its own.
#[derive(Default)]
pub(crate) struct Rebuild {
    /// What terms are replaced by.
    pub(crate) memo: FxHashMap<TermId, TermId>,
    stack: Vec<TermId>,
}

impl Rebuild {
    /// The term with its subterms replaced as the memo says.
    pub(crate) fn replaced(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        self.run(terms, root, |terms, t| terms.is_leaf(t).then_some(t))
    }

    fn run(
        &mut self,
        terms: &mut Terms,
        root: TermId,
        leaf: impl Fn(&mut Terms, TermId) -> Option<TermId>,
    ) -> TermId {
        self.stack.push(root);
        while let Some(&t) = self.stack.last() {
            if self.memo.contains_key(&t) {
                self.stack.pop();
                continue;
            }
            if let Some(new) = leaf(terms, t) {
                self.memo.insert(t, new);
                self.stack.pop();
                continue;
            }
            if let Some(new) = terms.rebuilt(t, &self.memo, &mut self.stack) {
                self.memo.insert(t, new);
                self.stack.pop();
            }
        }
        self.memo[&root]
    }
}
