//! Which reads an assignment rests on.
//!
//! A formula holds in an assignment for some reason: of a false conjunction one false part will do, of an `ite` the
//! condition and the chosen branch. Reads that are no part of the reason need not agree with anything, so no lemma
//! and no search is spent on them. What is needed comes out of the model as it does of the assignment, so that the formula holds in
//! the model as well.

use super::Round;
use maymust_term::{Op, TermId};

impl Round<'_> {
    /// The term must have the value in the model that it has in the assignment.
    pub(super) fn need(&mut self, t: TermId) {
        if !self.extensional {
            self.todo.push(t);
        }
    }

    /// Starts the reads that what is needed rests on.
    pub(super) fn settle(&mut self) {
        while let Some(t) = self.todo.pop() {
            if self.needed.insert(t) {
                self.need_parts(t);
            }
        }
    }

    fn need_parts(&mut self, t: TermId) {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::And => match self.false_part(args) {
                Some(a) => self.todo.push(a),
                None => self.todo.extend(args),
            },
            Op::Ite => {
                self.todo.push(args[0]);
                match self.truth(args[0]) {
                    Some(holds) => self.todo.push(args[if holds { 1 } else { 2 }]),
                    None => self.todo.extend(&args[1..]),
                }
            }
            Op::Select | Op::Load { .. } => {
                self.todo.push(args[1]);
                if let Some(&access) = self.arrays.reads.get(&t) {
                    self.start(access, args[0]);
                }
            }
            _ => self.todo.extend(args),
        }
    }

    /// A false part of a conjunction, if possible one that is needed anyway.
    fn false_part(&self, args: &[TermId]) -> Option<TermId> {
        let mut found = args.iter().copied().filter(|a| self.truth(*a) == Some(false));
        let first = found.next()?;
        if self.needed.contains(&first) {
            return Some(first);
        }
        found.find(|a| self.needed.contains(a)).or(Some(first))
    }

    /// The value of a truth term, unless nothing of the instance depends on it.
    fn truth(&self, t: TermId) -> Option<bool> {
        self.instance.value(self.blaster.lit(self.terms, t))
    }
}
