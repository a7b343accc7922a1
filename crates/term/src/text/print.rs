//! Printing as s-expressions, linear in the size of the graph: what is used twice, or lies too
//! deep, is bound by `let`.

use crate::arena::Terms;
use crate::op::TermId;
use rustc_hash::FxHashMap;

/// Nesting beyond this is broken up, for the sake of parsers that recurse.
const MAX_NESTING: u32 = 40;

impl Terms {
    /// The s-expression of a term. [`Terms::parse_term`] reads it back to the same term.
    pub fn print_term(&self, t: TermId) -> String {
        let prefix = self.let_prefix(t);
        let order = self.postorder(t);
        let names = self.shared_names(t, &order, &prefix);
        let mut out = String::new();
        let mut n_lets = 0;
        for &u in &order {
            let Some(name) = names.get(&u).filter(|_| u != t) else { continue };
            out.push_str("(let ((");
            out.push_str(name);
            out.push(' ');
            self.print_body(u, &names, &mut out);
            out.push_str(")) ");
            n_lets += 1;
        }
        self.print_body(t, &names, &mut out);
        out.extend(std::iter::repeat_n(')', n_lets));
        out
    }

    /// A prefix for bound names that no symbol of the term starts with.
    fn let_prefix(&self, t: TermId) -> String {
        let symbols = self.support(t);
        let mut prefix = String::from("?");
        while symbols.iter().any(|s| self.symbol_name(*s).starts_with(&prefix)) {
            prefix.push('?');
        }
        prefix
    }

    /// Subterms, each once, in the order of a walk from left to right: unlike the order of ids
    /// it does not depend on the arena.
    pub(super) fn postorder(&self, root: TermId) -> Vec<TermId> {
        let mut done: FxHashMap<TermId, bool> = FxHashMap::default();
        let mut order = Vec::new();
        let mut stack = vec![root];
        while let Some(t) = stack.pop() {
            match done.get(&t) {
                Some(true) => {}
                Some(false) => {
                    done.insert(t, true);
                    order.push(t);
                }
                None => {
                    done.insert(t, false);
                    stack.push(t);
                    let args = self.args(t).iter().rev();
                    stack.extend(args.filter(|a| !done.contains_key(*a)));
                }
            }
        }
        order
    }

    /// Names for the inner nodes that are used more than once or nest too deep.
    fn shared_names(&self, root: TermId, order: &[TermId], prefix: &str) -> FxHashMap<TermId, String> {
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        for &t in order {
            for a in self.args(t) {
                *uses.entry(*a).or_default() += 1;
            }
        }
        let mut names = FxHashMap::default();
        let mut depth: FxHashMap<TermId, u32> = FxHashMap::default();
        for &t in order {
            if self.args(t).is_empty() {
                continue;
            }
            let below = self.args(t).iter().filter_map(|a| depth.get(a)).max();
            let mut d = below.map_or(1, |d| d + 1);
            let shared = uses.get(&t).is_some_and(|n| *n > 1);
            if t != root && (shared || d >= MAX_NESTING) {
                names.insert(t, format!("{prefix}{}", names.len() + 1));
                d = 0;
            }
            depth.insert(t, d);
        }
        names
    }

    /// One term, with names for what is bound.
    fn print_body(&self, t: TermId, names: &FxHashMap<TermId, String>, out: &mut String) {
        enum Step {
            Term(TermId),
            Close,
        }
        let mut stack = vec![Step::Term(t)];
        let mut first = true;
        while let Some(step) = stack.pop() {
            let Step::Term(u) = step else {
                out.push(')');
                continue;
            };
            if !first {
                out.push(' ');
            }
            if let Some(name) = names.get(&u).filter(|_| !first) {
                out.push_str(name);
            } else if self.args(u).is_empty() {
                out.push_str(&self.leaf_text(u));
            } else {
                out.push('(');
                out.push_str(&self.head(u));
                stack.push(Step::Close);
                stack.extend(self.args(u).iter().rev().map(|a| Step::Term(*a)));
            }
            first = false;
        }
    }
}
