//! Writing of values and of stand-alone queries.

use maymust_term::{Op, Sort, Standard, TermId, Terms, Value};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The text of a value of a sort.
pub fn value_text(terms: &mut Terms, value: &Value, sort: Sort) -> String {
    match terms.value_of_sort(value, sort) {
        Some(t) => {
            let mut standard = Standard::new();
            let t = standard.translate(terms, t);
            terms.print_term(t)
        }
        None => value.to_string(),
    }
}

/// A script that asks whether all these terms can hold, in operators that every solver knows.
pub fn query_text(terms: &mut Terms, roots: &[TermId]) -> String {
    let mut standard = Standardizer::default();
    let mut all = Vec::new();
    for &t in roots {
        all.push(standard.translate(terms, t));
    }
    all.extend(standard.take_conditions());
    let mut out = format!("(set-logic {})\n", logic_of(terms, &all));
    for s in terms.support_of(&all) {
        let var = terms.var(s);
        let sort = terms.sort_text(terms.sort(var));
        let _ = writeln!(out, "(declare-const {} {sort})", terms.print_term(var));
    }
    for t in all {
        let _ = writeln!(out, "(assert {})", terms.print_term(t));
    }
    out.push_str("(check-sat)\n");
    out
}

/// The smallest usual logic that has all sorts in the terms.
pub fn logic_of(terms: &Terms, roots: &[TermId]) -> &'static str {
    let (mut arrays, mut floats, mut ints) = (false, false, false);
    for t in terms.cone_of(roots) {
        match terms.sort(t) {
            Sort::Array(_) => arrays = true,
            Sort::Float(_) => floats = true,
            Sort::Int => ints = true,
            Sort::Bool | Sort::BitVec(_) => {}
        }
    }
    match (ints, arrays, floats) {
        (true, ..) => "ALL",
        (_, true, true) => "QF_ABVFP",
        (_, true, false) => "QF_ABV",
        (_, false, true) => "QF_BVFP",
        _ => "QF_BV",
    }
}

/// [`Standard`], with overflow predicates taken apart first: they are young in SMT-LIB.
#[derive(Default)]
pub struct Standardizer {
    standard: Standard,
    expanded: rustc_hash::FxHashMap<TermId, TermId>,
    done: FxHashSet<TermId>,
}

impl Standardizer {
    /// The term in operators that every solver knows.
    pub fn translate(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        let mut args: Vec<TermId> = Vec::new();
        if self.done.insert(root) {
            for t in terms.cone(root) {
                if self.expanded.contains_key(&t) {
                    continue;
                }
                args.clear();
                args.extend(terms.args(t).iter().map(|a| self.expanded[a]));
                let new = expand(terms, t, &args);
                self.expanded.insert(t, new);
            }
        }
        let expanded = self.expanded[&root];
        self.standard.translate(terms, expanded)
    }

    /// Side conditions that came up since the last call; each must be asserted.
    pub fn take_conditions(&mut self) -> Vec<TermId> {
        self.standard.take_conditions()
    }
}

fn expand(terms: &mut Terms, t: TermId, args: &[TermId]) -> TermId {
    let op = terms.op(t);
    match op {
        Op::UAddO | Op::SAddO | Op::SSubO | Op::UMulO | Op::SMulO => {}
        _ if args == terms.args(t) => return t,
        _ => return terms.app(op, args),
    }
    let width = terms.width(args[0]);
    let signed = matches!(op, Op::SAddO | Op::SSubO | Op::SMulO);
    let extra = if matches!(op, Op::UMulO | Op::SMulO) { width } else { 1 };
    let extend = |terms: &mut Terms, t| {
        if signed { terms.sign_extend(t, extra) } else { terms.zero_extend(t, extra) }
    };
    let (a, b) = (extend(terms, args[0]), extend(terms, args[1]));
    let exact = match op {
        Op::UAddO | Op::SAddO => terms.app(Op::BvAdd, &[a, b]),
        Op::SSubO => terms.app(Op::BvSub, &[a, b]),
        _ => terms.app(Op::BvMul, &[a, b]),
    };
    let low = terms.extract(exact, width - 1, 0);
    let back = extend(terms, low);
    terms.ne(exact, back)
}
