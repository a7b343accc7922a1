//! Minimal correction sets and maximal satisfiable subsets over soft assumptions.
//!
//! A correction set is what must be given up of the soft terms so that the rest can hold together
//! with the hard ones; it is minimal if nothing of it could be kept. What is kept then is a maximal
//! satisfiable subset.

use crate::limits::{Answer, Limits, Reason};
use crate::solver::Solver;
use maymust_term::{Op, Sort, TermId, Terms, Value};

/// A way to satisfy as much as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// What is given up, in the order of the soft terms.
    pub dropped: Vec<TermId>,
    /// What is kept.
    pub kept: Vec<TermId>,
}

/// Enumerates minimal correction sets. Assertions of the solver, and `hard`, must hold.
pub struct Corrections<'a> {
    hard: Vec<TermId>,
    soft: &'a [TermId],
    /// A set found before is blocked: one of its members must be kept.
    blocked: Vec<TermId>,
    done: bool,
}

impl<'a> Corrections<'a> {
    /// Over these hard and soft terms.
    pub fn new(hard: &[TermId], soft: &'a [TermId]) -> Self {
        Corrections { hard: hard.to_vec(), soft, blocked: Vec::new(), done: false }
    }

    /// The next one; `None` when there is no other.
    ///
    /// # Errors
    /// The reason, if a check gave no answer.
    pub fn next(
        &mut self,
        solver: &mut dyn Solver,
        terms: &mut Terms,
        limits: &Limits,
    ) -> Result<Option<Correction>, Reason> {
        if self.done {
            return Ok(None);
        }
        let (mut kept, mut dropped): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut open: Vec<usize> = (0..self.soft.len()).collect();
        loop {
            // All at once, without what stands against each other: a refusal takes less than a model.
            let mut later: Vec<usize> = Vec::new();
            while !self.ask(solver, terms, &[&kept, &open], None, limits)? {
                let core = solver.core(terms);
                let against: Vec<usize> = open.extract_if(.., |i| core.contains(&self.soft[*i])).collect();
                match against[..] {
                    [] => return self.nothing_possible(solver, terms, limits),
                    [one] => dropped.push(one),
                    _ => later.extend(against),
                }
            }
            kept.append(&mut open);
            self.take_true(solver, terms, &mut kept, &mut later);
            // Mostly there is nothing more to keep: one question says so of all that is left.
            if later.is_empty() || !self.some(solver, terms, &kept, &later, limits)? {
                dropped.append(&mut later);
                break;
            }
            self.take_true(solver, terms, &mut kept, &mut later);
            open = later;
            open.sort_unstable();
        }
        dropped.sort_unstable();
        kept.sort_unstable();
        let correction = Correction {
            dropped: dropped.iter().map(|i| self.soft[*i]).collect(),
            kept: kept.iter().map(|i| self.soft[*i]).collect(),
        };
        self.block(terms, &correction);
        Ok(Some(correction))
    }

    /// What is kept by now can be kept, so if none of the rest is in the way, it is the hard terms that cannot hold.
    fn nothing_possible(
        &mut self,
        solver: &mut dyn Solver,
        terms: &mut Terms,
        limits: &Limits,
    ) -> Result<Option<Correction>, Reason> {
        if self.ask(solver, terms, &[], None, limits)? {
            return Err(Reason::Failed("the UNSAT core contains no soft constraint".into()));
        }
        self.done = true;
        Ok(None)
    }

    fn block(&mut self, terms: &mut Terms, correction: &Correction) {
        if correction.dropped.is_empty() {
            self.done = true;
            return;
        }
        let some = match correction.dropped[..] {
            [one] => one,
            _ => terms.app(Op::Or, &correction.dropped),
        };
        self.blocked.push(some);
    }

    /// Can one of these be kept as well?
    fn some(
        &self,
        solver: &mut dyn Solver,
        terms: &mut Terms,
        kept: &[usize],
        open: &[usize],
        limits: &Limits,
    ) -> Result<bool, Reason> {
        let open: Vec<TermId> = open.iter().map(|i| self.soft[*i]).collect();
        let some = terms.or(&open);
        self.ask(solver, terms, &[kept], Some(some), limits)
    }

    fn ask(
        &self,
        solver: &mut dyn Solver,
        terms: &mut Terms,
        kept: &[&[usize]],
        more: Option<TermId>,
        limits: &Limits,
    ) -> Result<bool, Reason> {
        let soft = kept.iter().copied().flatten().map(|i| self.soft[*i]).chain(more);
        let all: Vec<TermId> = self.hard.iter().chain(&self.blocked).copied().chain(soft).collect();
        match solver.check(terms, &all, limits) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// What the model satisfies anyway is kept.
    fn take_true(
        &self,
        solver: &mut dyn Solver,
        terms: &mut Terms,
        kept: &mut Vec<usize>,
        open: &mut Vec<usize>,
    ) {
        open.retain(|i| {
            let holds = solver.value(terms, self.soft[*i]) == Some(Value::Bool(true));
            if holds {
                kept.push(*i);
            }
            !holds
        });
    }
}

/// A minimal correction set; `None` if the hard terms cannot hold.
///
/// # Errors
/// The reason, if a check gave no answer.
pub fn correct(
    solver: &mut dyn Solver,
    terms: &mut Terms,
    hard: &[TermId],
    soft: &[TermId],
    limits: &Limits,
) -> Result<Option<Correction>, Reason> {
    debug_assert!(soft.iter().all(|t| terms.sort(*t) == Sort::Bool));
    Corrections::new(hard, soft).next(solver, terms, limits)
}

/// All minimal correction sets, at most `most`.
///
/// # Errors
/// The reason, if a check gave no answer.
pub fn all_corrections(
    solver: &mut dyn Solver,
    terms: &mut Terms,
    hard: &[TermId],
    soft: &[TermId],
    most: usize,
    limits: &Limits,
) -> Result<Vec<Correction>, Reason> {
    let mut corrections = Corrections::new(hard, soft);
    let mut out = Vec::new();
    while out.len() < most {
        match corrections.next(solver, terms, limits)? {
            Some(c) => out.push(c),
            None => break,
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::Builtin;

    /// All minimal correction sets of soft terms over three booleans, by trying all subsets.
    fn expected(terms: &Terms, hard: TermId, soft: &[TermId]) -> Vec<Vec<TermId>> {
        let can = |keep: u32| {
            (0..8u32).any(|m| {
                let holds = |t: TermId| {
                    let value = |s: maymust_term::Symbol| Value::Bool(m >> s.index() & 1 == 1);
                    terms.eval(t, &value).as_bool() == Some(true)
                };
                holds(hard) && (0..soft.len()).all(|i| keep >> i & 1 == 0 || holds(soft[i]))
            })
        };
        let all = (1u32 << soft.len()) - 1;
        let maximal = |k: &u32| can(*k) && (0..soft.len()).all(|i| k >> i & 1 == 1 || !can(k | 1 << i));
        (0..=all)
            .filter(maximal)
            .map(|k| (0..soft.len()).filter(|i| k >> i & 1 == 0).map(|i| soft[i]).collect())
            .collect()
    }

    #[test]
    fn agrees_with_all_subsets() {
        let mut state = 7u64;
        let mut random = |n: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        for _ in 0..60 {
            let mut terms = Terms::new();
            let vars = ["a", "b", "c"].map(|n| terms.declare_var(n, Sort::Bool));
            let mut literal = |terms: &mut Terms| {
                let v = vars[random(3) as usize];
                if random(2) == 0 { v } else { terms.not(v) }
            };
            let hard = [literal(&mut terms), literal(&mut terms)];
            let hard = terms.or(&hard);
            let mut soft = Vec::new();
            for _ in 0..5 {
                let pair = [literal(&mut terms), literal(&mut terms)];
                soft.push(if soft.len() < 2 { terms.or(&pair) } else { terms.and(&pair) });
            }
            soft.sort();
            soft.dedup();
            let mut want = expected(&terms, hard, &soft);
            let mut solver = Builtin::new();
            let limits = Limits::none();
            let found =
                all_corrections(&mut solver, &mut terms, &[hard], &soft, 100, &limits).expect("answers");
            let mut got: Vec<Vec<TermId>> = found.into_iter().map(|c| c.dropped).collect();
            want.sort();
            got.sort();
            assert_eq!(got, want);
        }
    }

    #[test]
    fn nothing_to_correct_and_nothing_possible() {
        let mut terms = Terms::new();
        let a = terms.declare_var("a", Sort::Bool);
        let (na, limits) = (terms.not(a), Limits::none());
        let mut solver = Builtin::new();
        let c = correct(&mut solver, &mut terms, &[], &[a], &limits).expect("an answer");
        assert_eq!(c, Some(Correction { dropped: vec![], kept: vec![a] }));
        let c = correct(&mut solver, &mut terms, &[a, na], &[a], &limits).expect("an answer");
        assert_eq!(c, None);
    }
}
