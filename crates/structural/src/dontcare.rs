//! CALYSTO's walk: which placeholders matter to a satisfying assignment.
//!
//! From the root, with the values of the assignment, don't-cares are skipped: of a false conjunction one false conjunct will
//! do, of an `ite` the condition and the chosen branch, of a product with a zero the zero. Reading an array at a place
//! follows only the stores that matter there.

use maymust_solver::Solver;
use maymust_term::{Op, Symbol, TermId, Terms, Value};
use rustc_hash::FxHashSet;

/// Symbols for which `is_wanted` holds and that matter, in the order of the walk; at most `most`.
pub fn relevant(
    solver: &mut dyn Solver,
    terms: &mut Terms,
    root: TermId,
    is_wanted: &dyn Fn(Symbol) -> bool,
    most: usize,
) -> Vec<Symbol> {
    let mut walk = Walk { solver, terms, seen: FxHashSet::default(), stack: vec![Item::Whole(root)] };
    let mut found = Vec::new();
    while let Some(item) = walk.stack.pop() {
        if !walk.seen.insert(item.clone()) {
            continue;
        }
        let (Item::Whole(t) | Item::At(t, _)) = item;
        if let Some(s) = walk.terms.as_var(t) {
            if is_wanted(s) && !found.contains(&s) {
                found.push(s);
                if found.len() >= most {
                    break;
                }
            }
            continue;
        }
        match item {
            Item::Whole(t) => walk.whole(t),
            Item::At(t, at) => walk.array_at(t, at),
        }
    }
    found
}

/// What the walk has to look at.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Item {
    /// A term.
    Whole(TermId),
    /// An array, at one index.
    At(TermId, u64),
}

struct Walk<'a> {
    solver: &'a mut dyn Solver,
    terms: &'a mut Terms,
    seen: FxHashSet<Item>,
    stack: Vec<Item>,
}

impl Walk<'_> {
    fn value(&mut self, t: TermId) -> Option<Value> {
        self.solver.value(self.terms, t)
    }

    fn truth(&mut self, t: TermId) -> Option<bool> {
        self.value(t)?.as_bool()
    }

    /// Arguments are looked at in their order: the first is pushed last.
    fn follow(&mut self, args: &[TermId]) {
        self.stack.extend(args.iter().rev().map(|a| Item::Whole(*a)));
    }

    fn whole(&mut self, t: TermId) {
        let args = self.terms.args(t).to_vec();
        match self.terms.op(t) {
            Op::And => {
                for &a in &args {
                    if self.truth(a) == Some(false) {
                        return self.follow(&[a]);
                    }
                }
                self.follow(&args);
            }
            Op::Ite => match self.truth(args[0]) {
                Some(true) => self.follow(&args[..2]),
                Some(false) => self.follow(&[args[0], args[2]]),
                None => self.follow(&args),
            },
            Op::BvMul | Op::BvAnd => {
                for &a in &args {
                    let zero = self.value(a).and_then(|v| v.as_bv().map(|b| b.is_zero()));
                    if zero == Some(true) {
                        return self.follow(&[a]);
                    }
                }
                self.follow(&args);
            }
            Op::BvOr => {
                for &a in &args {
                    let ones = self.value(a).and_then(|v| v.as_bv().map(|b| b.is_ones()));
                    if ones == Some(true) {
                        return self.follow(&[a]);
                    }
                }
                self.follow(&args);
            }
            Op::Select => self.read(args[0], args[1], 1),
            Op::Load { bytes } => self.read(args[0], args[1], u64::from(bytes)),
            _ => self.follow(&args),
        }
    }

    fn read(&mut self, array: TermId, index: TermId, cells: u64) {
        match self.value(index).and_then(|v| v.as_u64()) {
            Some(at) => {
                self.stack.extend((0..cells).map(|i| Item::At(array, at.wrapping_add(i))));
                self.follow(&[index]);
            }
            None => self.follow(&[index, array]),
        }
    }

    /// Is an index in a range, and how far from its start?
    fn hit(&mut self, at: u64, start: TermId, length: TermId) -> Option<Option<u64>> {
        let width = self.terms.width(start);
        let start = self.value(start)?.as_u64()?;
        let length = self.value(length)?.as_u64()?;
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        let distance = at.wrapping_sub(start) & mask;
        Some((distance < length).then_some(distance))
    }

    fn array_at(&mut self, array: TermId, at: u64) {
        let args = self.terms.args(array).to_vec();
        match self.terms.op(array) {
            Op::Store | Op::StoreWide { .. } => {
                let cells = match self.terms.op(array) {
                    Op::StoreWide { bytes } => u64::from(bytes),
                    _ => 1,
                };
                let hit = self.value(args[1]).and_then(|v| v.as_u64()).map(|k| at.wrapping_sub(k) < cells);
                match hit {
                    Some(true) => self.follow(&[args[1], args[2]]),
                    Some(false) => {
                        self.stack.push(Item::At(args[0], at));
                        self.follow(&[args[1]]);
                    }
                    None => self.follow(&args),
                }
            }
            // array, to, length, source, from
            Op::Copy => match self.hit(at, args[1], args[2]) {
                Some(Some(distance)) => match self.value(args[4]).and_then(|v| v.as_u64()) {
                    Some(from) => {
                        self.stack.push(Item::At(args[3], from.wrapping_add(distance)));
                        self.follow(&[args[1], args[2], args[4]]);
                    }
                    None => self.follow(&args),
                },
                Some(None) => {
                    self.stack.push(Item::At(args[0], at));
                    self.follow(&[args[1], args[2]]);
                }
                None => self.follow(&args),
            },
            // array, start, length, element
            Op::Fill => match self.hit(at, args[1], args[2]) {
                Some(Some(_)) => self.follow(&args[1..]),
                Some(None) => {
                    self.stack.push(Item::At(args[0], at));
                    self.follow(&[args[1], args[2]]);
                }
                None => self.follow(&args),
            },
            Op::Ite => match self.truth(args[0]) {
                Some(c) => {
                    self.stack.push(Item::At(args[if c { 1 } else { 2 }], at));
                    self.follow(&[args[0]]);
                }
                None => self.follow(&args),
            },
            _ => self.follow(&args),
        }
    }
}
