//! Symbolic execution of a whole program, region by region: what a loop or a recursive call becomes is up to a [`Policy`].

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use maymust_engine::Reason;
use maymust_invariant::Effort;
use maymust_program::loops::LoopId;
use maymust_program::{CheckId, Input, LocId, Op, ProcId, Program, VarId};
use maymust_solver::{Answer, Limits, Solver};
use maymust_symbolic::{Host, State, Step, execute, initial};
use maymust_term::{TermId, Terms};

use crate::hang::Stage;
use crate::loops::Loops;

/// Edges that one exploration may execute.
const EDGES: u64 = 3_000_000;
/// Terms that it may make.
const TERMS: usize = 12_000_000;

/// Why an exploration came to no end.
#[derive(Clone, Debug)]
pub enum Halted {
    /// For this reason nothing can be said.
    Unknown(Reason),
    /// What was looked for is found.
    Found,
}

/// What was read, under which condition.
#[derive(Clone, Debug)]
pub struct Read {
    /// What it stands for.
    pub input: Input,
    /// Its symbol.
    pub value: TermId,
    /// When it is read.
    pub condition: TermId,
}

/// A region that was executed once: the states that come back to its header, and those that leave it.
#[derive(Default)]
pub struct Region {
    /// Back to the header.
    pub back: Vec<State>,
    /// Out of it, with the places where they go on.
    pub exits: Vec<(LocId, State)>,
}

/// What all explorations share.
pub struct Explorer<'a> {
    /// The prepared program.
    pub program: &'a Program,
    /// Its loops.
    pub loops: &'a Loops,
    /// The arena of all formulas.
    pub terms: Terms,
    /// Answers all queries.
    pub solver: Box<dyn Solver>,
    /// All inputs, in an order that every run keeps.
    pub reads: Vec<Read>,
    /// Has something been forgotten, so that there are more states than runs?
    pub forgot: bool,
    /// When it must be over.
    pub deadline: Instant,
    cancel: Arc<AtomicBool>,
    edges: u64,
}

/// What becomes of loops and recursive calls.
pub trait Policy<'a> {
    /// What all explorations share.
    fn core(&mut self) -> &mut Explorer<'a>;

    /// A loop is entered; the states that leave it.
    fn enter_loop(&mut self, proc: ProcId, id: LoopId, state: State) -> Result<Vec<(LocId, State)>, Halted>;

    /// A recursive procedure is called; the state after it, with its result in the variable for that.
    fn call_recursive(
        &mut self,
        proc: ProcId,
        args: Vec<TermId>,
        state: State,
    ) -> Result<Option<State>, Halted>;

    /// Does the run end where this condition of a check does not hold?
    fn minds(&mut self, _check: CheckId, _condition: TermId) -> bool {
        true
    }

    /// Something that is not modelled is reached.
    fn unsupported(&mut self, reason: &str, state: State) -> Result<(), Halted>;
}

struct Inputs<'e> {
    reads: &'e mut Vec<Read>,
    forgot: &'e mut bool,
}

impl Host for Inputs<'_> {
    fn input(&mut self, terms: &mut Terms, state: &State, var: VarId, input: &Input) -> TermId {
        let name = terms.symbol_name(var).to_owned();
        let symbol = terms.fresh(&name, terms.symbol_sort(var));
        let (value, condition) = (terms.var(symbol), state.condition(terms));
        self.reads.push(Read { input: input.clone(), value, condition });
        value
    }

    fn forget(&mut self, terms: &mut Terms, var: VarId) -> TermId {
        *self.forgot = true;
        let name = terms.symbol_name(var).to_owned();
        let symbol = terms.fresh(&name, terms.symbol_sort(var));
        terms.var(symbol)
    }
}

impl<'a> Explorer<'a> {
    /// For a prepared program.
    pub fn new(stage: &'a Stage<'_>, deadline: Instant) -> Result<Explorer<'a>, Halted> {
        let solver = stage.task.options.new_solver();
        let solver = solver.map_err(|e| Halted::Unknown(Reason::NoSolver(e.to_string())))?;
        Ok(Explorer {
            program: stage.program,
            loops: &stage.loops,
            terms: stage.program.terms.clone(),
            solver,
            reads: Vec::new(),
            forgot: false,
            deadline,
            cancel: stage.task.cancel.clone(),
            edges: 0,
        })
    }

    /// What one query may use.
    pub fn limits(&self, conflicts: u64) -> Limits {
        self.effort(conflicts).limits()
    }

    /// What a search for invariants may use.
    pub fn effort(&self, conflicts: u64) -> Effort {
        Effort { deadline: self.deadline, conflicts, interrupts: vec![self.cancel.clone()] }
    }

    /// Is there a model of these formulas?
    pub fn check(&mut self, formulas: &[TermId], conflicts: u64) -> Answer {
        let limits = self.limits(conflicts);
        self.solver.check(&mut self.terms, formulas, &limits)
    }

    /// Is it certain that no run is in this state?
    pub fn is_impossible(&mut self, state: &State) -> bool {
        let condition = state.condition(&self.terms);
        condition == self.terms.fls() || self.check(&[condition], 20_000).is_unsat()
    }

    /// The state in which the program starts.
    pub fn start(&mut self) -> State {
        let mut host = Inputs { reads: &mut self.reads, forgot: &mut self.forgot };
        let state = initial(self.program, &mut self.terms, &mut host);
        // Memory that nobody has written is not looked at by those who mind.
        self.forgot = false;
        state
    }

    /// A symbol for any value of a variable.
    pub fn any(&mut self, var: VarId) -> TermId {
        let name = self.terms.symbol_name(var).to_owned();
        let symbol = self.terms.fresh(&name, self.terms.symbol_sort(var));
        self.terms.var(symbol)
    }

    fn spend(&mut self) -> Result<(), Halted> {
        self.edges += 1;
        if self.edges > EDGES || self.terms.len() > TERMS {
            return Err(Halted::Unknown(Reason::StepLimit));
        }
        let is_cancelled = self.cancel.load(std::sync::atomic::Ordering::Relaxed);
        if self.edges % 64 == 0 && (Instant::now() >= self.deadline || is_cancelled) {
            return Err(Halted::Unknown(Reason::TIME));
        }
        Ok(())
    }
}

/// Executes a procedure's body; the state at its end.
pub fn body<'a, P: Policy<'a> + ?Sized>(
    policy: &mut P,
    proc: ProcId,
    state: State,
) -> Result<Option<State>, Halted> {
    let program = policy.core().program;
    let done = region(policy, proc, None, program.proc(proc).entry, state)?;
    let states = done.exits.into_iter().map(|(_, s)| s).collect();
    Ok(State::merge(&mut policy.core().terms, states))
}

/// Executes a region from its start once: a loop, or the body.
pub fn region<'a, P: Policy<'a> + ?Sized>(
    policy: &mut P,
    proc: ProcId,
    within: Option<LoopId>,
    start: LocId,
    state: State,
) -> Result<Region, Halted> {
    let (program, loops) = (policy.core().program, policy.core().loops);
    let (data, tree, order) = (program.proc(proc), &loops.trees[proc.index()], &loops.orders[proc.index()]);
    let mut out = Region::default();
    let mut pending: BTreeMap<(u32, LocId), Vec<State>> = BTreeMap::new();
    pending.insert((order[start.index()], start), vec![state]);
    let mut is_first = true;
    while let Some(((_, loc), states)) = pending.pop_first() {
        let Some(state) = State::merge(&mut policy.core().terms, states) else { continue };
        if within.is_none() && loc == data.exit {
            out.exits.push((loc, state));
            continue;
        }
        let mut next: Vec<(LocId, State)> = Vec::new();
        let inner = tree.innermost[loc.index()];
        if inner == within || is_first && within.is_some() {
            for (_, edge) in data.successors(loc) {
                policy.core().spend()?;
                if let Some(after) = step(policy, &edge.op, state.clone())? {
                    next.push((edge.to, after));
                }
            }
        } else {
            let child = tree.at_header(loc).filter(|l| {
                let data = &tree.loops[l.index()];
                data.parent == within && !data.irreducible
            });
            let Some(child) = child else {
                return Err(Halted::Unknown(Reason::NotTreated("a loop that is entered at several places")));
            };
            next = policy.enter_loop(proc, child, state)?;
        }
        is_first = false;
        for (to, state) in next {
            if state.is_dead(&policy.core().terms) {
                continue;
            }
            match within {
                Some(l) if tree.loops[l.index()].header == to => out.back.push(state),
                Some(l) if !tree.contains(l, to) => out.exits.push((to, state)),
                _ => pending.entry((order[to.index()], to)).or_default().push(state),
            }
        }
    }
    Ok(out)
}

/// Executes an operation; none if no run goes on.
fn step<'a, P: Policy<'a> + ?Sized>(
    policy: &mut P,
    op: &Op,
    mut state: State,
) -> Result<Option<State>, Halted> {
    if let Op::Check(check, condition) = op
        && !policy.minds(*check, *condition)
    {
        return Ok(Some(state));
    }
    let core = policy.core();
    let mut host = Inputs { reads: &mut core.reads, forgot: &mut core.forgot };
    match execute(core.program, &mut core.terms, &mut state, op, &mut host) {
        Step::Next => {}
        // Undefined behaviour is taken not to happen, and a failed assertion ends the run.
        Step::Check(_, condition) => state.assume(&mut core.terms, condition),
        Step::Halt(_) => return Ok(None),
        Step::Unsupported(reason) => {
            policy.unsupported(&reason, state)?;
            return Ok(None);
        }
        Step::Call { proc, args, result } => {
            let data = core.program.proc(proc);
            if !data.has_body {
                if let Some(result) = result {
                    let value = core.any(result);
                    core.forgot = true;
                    state.set(result, value);
                }
            } else {
                let is_recursive = core.loops.calls.recursive[proc.index()];
                let own = data.result.filter(|_| is_recursive);
                let own = own.map(|r| (r, state.value(&mut core.terms, r)));
                let after = if is_recursive {
                    policy.call_recursive(proc, args, state)?
                } else {
                    let state = enter(data, &args, state);
                    body(policy, proc, state)?
                };
                let Some(after) = after else { return Ok(None) };
                state = after;
                let core = policy.core();
                if let (Some(target), Some(returned)) = (result, data.result) {
                    let value = state.value(&mut core.terms, returned);
                    state.set(target, value);
                }
                match own {
                    // The caller may be an activation of the same procedure.
                    Some((var, value)) if Some(var) != result => state.set(var, value),
                    Some(_) => {}
                    None if is_recursive => {}
                    None => leave(data, &mut state, result),
                }
            }
        }
    }
    Ok((!state.is_dead(&policy.core().terms)).then_some(state))
}

/// Parameters get their arguments.
pub fn enter(data: &maymust_program::Proc, args: &[TermId], mut state: State) -> State {
    for (param, arg) in data.params.iter().zip(args) {
        state.set(*param, *arg);
    }
    state
}

/// What is out of scope is forgotten.
fn leave(data: &maymust_program::Proc, state: &mut State, result: Option<VarId>) {
    let own = data.params.iter().chain(&data.locals).chain(&data.result);
    own.filter(|v| Some(**v) != result).for_each(|v| state.unset(*v));
}
