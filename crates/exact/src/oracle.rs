//! The solver with the limits of the task, and what its answers mean as sets of abstract states.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use maymust_engine::{Backend, Integers, Task};
use maymust_solver::bdd::Bdd;
use maymust_solver::{Answer, Limits, Process, Program, Reason, Solver};
use maymust_term::{TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::space::{At, Space};

/// Conflicts of one query about a path.
const CONFLICTS: u64 = 100_000;
/// Conflicts of one query about a step: there are many of these, and a set may be coarser.
const STEP_CONFLICTS: u64 = 4_000;
/// The time of one query about a path, and of one about a step.
const TIMES: [Duration; 2] = [Duration::from_secs(5), Duration::from_millis(400)];
/// Sets of more cubes are made coarser.
const MOST_CUBES: usize = 256;
/// What a coarser set looks at besides one predicate.
const FEW: usize = 5;

/// A predicate at a place of a relation, with the bit that stands for it.
pub type Literal = (At, usize, TermId);

/// A set of abstract states.
#[derive(Clone)]
pub struct Cubes {
    /// All for which there is a concrete state, and perhaps more.
    pub set: Bdd,
    /// Is there a concrete state for each?
    pub is_exact: bool,
}

/// Facts and the literals that stand with them.
type Key = (Vec<TermId>, Vec<Literal>);

/// Asks the solver.
pub struct Oracle {
    solver: Box<dyn Solver>,
    /// When it has to come to an end.
    pub deadline: Instant,
    cancel: Arc<AtomicBool>,
    known: FxHashMap<Key, Cubes>,
    /// Queries to the solver.
    pub n_queries: u64,
}

impl Oracle {
    /// An oracle for a task.
    ///
    /// # Errors
    /// If there is no solver.
    pub fn new(task: &Task<'_>, deadline: Instant) -> std::io::Result<Oracle> {
        let mut options = task.options.clone();
        if options.integers == Integers::Unbounded && options.solver == Backend::Builtin {
            // The built-in solver knows bits.
            options.solver = if Process::new(Program::Z3).is_some() { Backend::Z3 } else { Backend::Cvc5 };
        }
        let solver = options.new_solver()?;
        let known = FxHashMap::default();
        Ok(Oracle { solver, deadline, cancel: task.cancel.clone(), known, n_queries: 0 })
    }

    /// Must the work come to an end?
    pub fn is_over(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }

    fn limits(&self, conflicts: u64, time: Duration) -> Limits {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let time = left.min(time).max(Duration::from_millis(1));
        Limits { time: Some(time), conflicts: Some(conflicts), interrupts: vec![self.cancel.clone()] }
    }

    /// Is there a model of these terms?
    pub fn check(&mut self, terms: &mut Terms, all: &[TermId]) -> Answer {
        self.n_queries += 1;
        let limits = self.limits(CONFLICTS, TIMES[0]);
        self.solver.check(terms, all, &limits)
    }

    fn check_step(&mut self, terms: &mut Terms) -> Answer {
        self.n_queries += 1;
        let limits = self.limits(STEP_CONFLICTS, TIMES[1]);
        self.solver.check(terms, &[], &limits)
    }

    /// After an unsatisfiable check: a part that is so too, and not much too large.
    pub fn core(&mut self, terms: &mut Terms) -> Vec<TermId> {
        const SMALL: usize = 40;
        let core = self.solver.core(terms);
        if core.len() > SMALL {
            return core;
        }
        let limits = self.limits(STEP_CONFLICTS, TIMES[1]);
        self.solver.minimal_core(terms, &limits)
    }

    /// After a satisfiable check: the value of a term.
    pub fn value(&mut self, terms: &mut Terms, t: TermId) -> Option<Value> {
        self.solver.value(terms, t)
    }

    /// The values of literals for which there is a concrete state with these facts. Facts and literals that share no symbol
    /// are independent of each other, so they are looked at in parts; parts without a fact or a literal at one of the
    /// `outputs` are left out.
    ///
    /// # Errors
    /// If there are too many nodes, or the work has to end.
    pub fn cubes(
        &mut self,
        terms: &mut Terms,
        space: &Space,
        facts: &[TermId],
        literals: &[Literal],
        outputs: &[At],
    ) -> Result<Cubes, Reason> {
        let mut all = Cubes { set: space.tru(), is_exact: true };
        let known: FxHashSet<TermId> = facts.iter().copied().collect();
        let mut first: FxHashMap<TermId, Literal> = FxHashMap::default();
        let mut left = Vec::new();
        for &literal in literals {
            let (at, bit, t) = literal;
            let not = terms.not(t);
            let bdd = space.bit(at, bit)?;
            if t == terms.tru() || known.contains(&t) {
                all.set = bdd.and(&all.set)?;
            } else if t == terms.fls() || known.contains(&not) {
                all.set = bdd.not()?.and(&all.set)?;
            } else if let Some((at, bit, _)) = first.get(&t) {
                all.set = space.bit(*at, *bit)?.iff(&bdd)?.and(&all.set)?;
            } else if let Some((at, bit, _)) = first.get(&not) {
                all.set = space.bit(*at, *bit)?.xor(&bdd)?.and(&all.set)?;
            } else {
                first.insert(t, literal);
                left.push(literal);
            }
        }
        for (facts, literals) in parts(terms, facts, &left) {
            let is_output = literals.iter().any(|l| outputs.contains(&l.0));
            if facts.is_empty() && !is_output {
                continue;
            }
            let part = self.part(terms, space, facts, literals, outputs)?;
            all.set = all.set.and(&part.set)?;
            all.is_exact &= part.is_exact;
            if all.set.is_false() {
                break;
            }
        }
        Ok(all)
    }

    fn part(
        &mut self,
        terms: &mut Terms,
        space: &Space,
        facts: Vec<TermId>,
        literals: Vec<Literal>,
        outputs: &[At],
    ) -> Result<Cubes, Reason> {
        let key = (facts, literals);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let (facts, literals) = &key;
        let cubes = match self.enumerate(terms, space, facts, literals)? {
            Some(set) => Cubes { set, is_exact: true },
            None => {
                let mut set = space.tru();
                for output in literals.iter().filter(|l| outputs.contains(&l.0)) {
                    let near = near(terms, *output, literals, outputs);
                    if let Some(one) = self.enumerate(terms, space, facts, &near)? {
                        set = set.and(&one)?;
                    }
                }
                Cubes { set, is_exact: false }
            }
        };
        self.known.insert(key, cubes.clone());
        Ok(cubes)
    }

    /// All values of literals, one model each; none if there are too many, or the solver gives up.
    fn enumerate(
        &mut self,
        terms: &mut Terms,
        space: &Space,
        facts: &[TermId],
        literals: &[Literal],
    ) -> Result<Option<Bdd>, Reason> {
        let mut set = space.fls();
        self.solver.push();
        for f in facts {
            self.solver.assert(terms, *f);
        }
        let mut n_cubes = 0;
        let all = loop {
            if self.is_over() {
                self.solver.pop(1);
                return Err(Reason::Interrupted);
            }
            match self.check_step(terms) {
                Answer::Unsat => break Some(set),
                Answer::Sat if n_cubes < MOST_CUBES => {}
                Answer::Sat | Answer::Unknown(_) => break None,
            }
            n_cubes += 1;
            let mut cube = space.tru();
            let mut same = Vec::new();
            let mut has_values = true;
            for &(at, bit, t) in literals {
                let Some(value) = self.solver.value(terms, t).and_then(|v| v.as_bool()) else {
                    has_values = false;
                    break;
                };
                cube = space.literal(at, bit, value)?.and(&cube)?;
                same.push(if value { t } else { terms.not(t) });
            }
            if !has_values {
                break None;
            }
            set = set.or(&cube)?;
            let same = terms.and(&same);
            let other = terms.not(same);
            if other == terms.fls() {
                break Some(set);
            }
            self.solver.assert(terms, other);
        };
        self.solver.pop(1);
        Ok(all)
    }
}

/// An output with the literals that speak of the same symbols: not many.
fn near(terms: &Terms, output: Literal, literals: &[Literal], outputs: &[At]) -> Vec<Literal> {
    let mine: FxHashSet<_> = terms.support(output.2).into_iter().collect();
    let is_near =
        |l: &&Literal| !outputs.contains(&l.0) && terms.support(l.2).iter().any(|s| mine.contains(s));
    let mut near: Vec<Literal> = literals.iter().filter(is_near).take(FEW).copied().collect();
    near.push(output);
    near
}

/// Parts that share no symbol.
fn parts(terms: &Terms, facts: &[TermId], literals: &[Literal]) -> Vec<(Vec<TermId>, Vec<Literal>)> {
    let n = facts.len() + literals.len();
    let mut parent: Vec<usize> = (0..n).collect();
    let mut user = FxHashMap::default();
    let all = facts.iter().copied().chain(literals.iter().map(|l| l.2));
    for (i, t) in all.enumerate() {
        for s in terms.support(t) {
            let other = *user.entry(s).or_insert(i);
            let (a, b) = (root(&mut parent, i), root(&mut parent, other));
            parent[a] = b;
        }
    }
    let mut number: FxHashMap<usize, usize> = FxHashMap::default();
    let mut parts: Vec<(Vec<TermId>, Vec<Literal>)> = Vec::new();
    for i in 0..n {
        let r = root(&mut parent, i);
        let at = *number.entry(r).or_insert_with(|| {
            parts.push((Vec::new(), Vec::new()));
            parts.len() - 1
        });
        match facts.get(i) {
            Some(fact) => parts[at].0.push(*fact),
            None => parts[at].1.push(literals[i - facts.len()]),
        }
    }
    parts
}

fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}
