//! Recurrent sets: states of a loop from which it comes back to the set, whatever happens, if inputs are chosen well.
//!
//! The machine has brought a state in which a loop goes on; the inputs of one iteration from there are the choice. Of all the
//! formulas that hold in that state, the strongest set that an iteration keeps is what an iteration can be asked to keep. If it also
//! excludes every way out of the loop, the run never ends. Another solver says so once more.

use std::time::Instant;

use maymust_engine::{Run, Statistics};
use maymust_invariant::{Houdini, Transition, comparisons};
use maymust_program::loops::LoopId;
use maymust_program::{CheckId, LocId, ProcId, VarId, VarKind};
use maymust_solver::{Answer, Builtin, Solver};
use maymust_source::Span;
use maymust_symbolic::State;
use maymust_term::{Op, Sort, Symbol, TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::explore::{Explorer, Halted, Policy, body, enter, region};
use crate::hang::{Endless, Stage};
use crate::loops::may_overflow;
use crate::rank::plain;
use crate::walk::Suspect;

/// Iterations of inner loops that are followed.
const INNER: usize = 4;
/// Conflicts of one query.
const CONFLICTS: u64 = 10_000;
/// At most so many formulas.
const MOST: usize = 160;

/// Looks for a set that one of the loops never leaves.
pub fn search(
    stage: &Stage<'_>,
    suspects: &[Suspect],
    deadline: Instant,
    statistics: &mut Statistics,
) -> Option<Run> {
    let mut tried: Vec<(ProcId, LoopId, usize)> = Vec::new();
    for suspect in suspects {
        let (proc, id) = (suspect.proc, suspect.id);
        let before = tried.iter_mut().find(|(p, l, _)| (*p, *l) == (proc, id));
        let times = match before {
            Some((.., n)) => {
                *n += 1;
                *n
            }
            None => {
                tried.push((proc, id, 1));
                1
            }
        };
        if times > 3 || stage.is_over() || Instant::now() >= deadline {
            continue;
        }
        if let Some(run) = of_suspect(stage, suspect, deadline, statistics) {
            return Some(run);
        }
    }
    None
}

struct Iteration<'s> {
    core: Explorer<'s>,
    stage: &'s Stage<'s>,
    deciding: FxHashSet<VarId>,
    depth: usize,
}

fn of_suspect(
    stage: &Stage<'_>,
    suspect: &Suspect,
    deadline: Instant,
    statistics: &mut Statistics,
) -> Option<Run> {
    let core = Explorer::new(stage, deadline).ok()?;
    let program = stage.program;
    let (proc, id) = (suspect.proc, suspect.id);
    let header = stage.loops.trees[proc.index()].loops[id.index()].header;
    let deciding = stage.loops.deciding(program, proc, id);
    let mut iteration = Iteration { core, stage, deciding, depth: 0 };
    let done = region(&mut iteration, proc, Some(id), header, State::new()).ok()?;
    let mut core = iteration.core;
    let back = State::merge(&mut core.terms, done.back)?;
    let stay = back.condition(&core.terms);
    // The state that the machine has brought, as far as the iteration depends on it.
    let modified = stage.loops.modified(program, proc, id);
    let moving: FxHashMap<Symbol, TermId> =
        modified.iter().map(|v| (*v, back.value(&mut core.terms, *v))).collect();
    let mut relevant: FxHashSet<Symbol> = FxHashSet::default();
    let mut work = core.terms.support(stay);
    while let Some(s) = work.pop() {
        if relevant.insert(s)
            && let Some(after) = moving.get(&s)
        {
            work.extend(core.terms.support(*after));
        }
    }
    let mut here: Vec<(VarId, Value)> = Vec::new();
    for i in 0..program.vars.len() {
        let var = VarId::from_index(i);
        let is_own = match program.var(var).kind {
            VarKind::Local(p) | VarKind::Param(p) | VarKind::Result(p) => p == proc,
            _ => true,
        };
        if relevant.contains(&var) && is_own && !program.terms.symbol_sort(var).is_array() {
            here.push((var, stage.machine.value(&suspect.state, var)?));
        }
    }
    let mut facts = Vec::new();
    let mut point: FxHashMap<Symbol, TermId> = FxHashMap::default();
    for (var, value) in &here {
        let (t, v) = (core.terms.var(*var), core.terms.value(value)?);
        facts.push(core.terms.eq(t, v));
        point.insert(*var, v);
    }
    // Inputs with which the iteration from there goes on.
    let mut query = facts.clone();
    query.push(stay);
    if core.check(&query, CONFLICTS) != Answer::Sat {
        return None;
    }
    let mut choice: FxHashMap<Symbol, TermId> = FxHashMap::default();
    let mut cycle = Vec::new();
    for read in core.reads.clone() {
        let value = core.solver.value(&mut core.terms, read.value)?;
        let taken = core.solver.value(&mut core.terms, read.condition) == Some(Value::Bool(true));
        let constant = core.terms.value(&value)?;
        choice.insert(core.terms.as_var(read.value)?, constant);
        if taken {
            cycle.push((read.input.clone(), value));
        }
    }
    let stay = core.terms.substitute(stay, &choice);
    let now: FxHashMap<Symbol, TermId> = moving
        .iter_sorted()
        .into_iter()
        .filter(|(s, _)| relevant.contains(s))
        .map(|(s, t)| (s, core.terms.substitute(t, &choice)))
        .collect();
    let mut list = candidates(&mut core, &here, &now, stay);
    let at_point = core.terms.substitute_all(&list, &point);
    let yes = core.terms.tru();
    let mut holds = at_point.into_iter().map(|t| t == yes);
    list.retain(|_| holds.next() == Some(true));
    list.truncate(MOST);
    // That the numbers of objects come to an end is a limit of the model, and none of the program.
    let mut enough = core.terms.tru();
    if let Some(next) = program.memory.next {
        let (next, last) = (core.terms.var(next), core.terms.bv(32, u64::from(u32::MAX) - (1 << 20)));
        enough = core.terms.ult(next, last);
    }
    let step = vec![stay, enough];
    let transition = Transition { step, now: now.clone(), frame: FxHashMap::default() };
    let effort = core.effort(CONFLICTS);
    let mut houdini =
        Houdini { terms: &mut core.terms, solver: core.solver.as_mut(), transition: &transition, effort };
    let set = houdini.together(list);
    // From every state of the set the loop goes on, and the next state is in the set again.
    let after = core.terms.substitute_all(&set, &now);
    let mut goes_on = after;
    goes_on.push(stay);
    let all = core.terms.and(&goes_on);
    let mut query = set.clone();
    query.extend([core.terms.not(all), enough]);
    if !core.check(&query, CONFLICTS).is_unsat() {
        return None;
    }
    let limits = core.limits(CONFLICTS * 10);
    if !Builtin::new().check(&mut core.terms, &query, &limits).is_unsat() {
        return None;
    }
    let needed = needed(&mut core, &set, &now, (stay, enough));
    let text: Vec<String> = needed.iter().map(|t| plain(&core.terms.pretty(*t))).collect();
    let text = if text.is_empty() { "true".to_owned() } else { text.join(" && ") };
    let why = format!("the loop is never left while {text}, and every iteration keeps that");
    statistics.count("recurrent_sets", 1);
    if stage.task.options.evidence {
        statistics.evidence.push(("recurrent set".to_owned(), text));
    }
    let data = program.proc(proc);
    let span = data.successors(header).map(|(_, e)| e.span).find(|s| *s != Span::NONE).unwrap_or(data.span);
    stage.confirm(Endless { stem: suspect.state.record.clone(), cycle, span, why })
}

/// A part of the set that is closed as well, for people.
fn needed(
    core: &mut Explorer<'_>,
    set: &[TermId],
    now: &FxHashMap<Symbol, TermId>,
    (stay, enough): (TermId, TermId),
) -> Vec<TermId> {
    let mut kept = set.to_vec();
    let mut at = kept.len();
    while at > 0 {
        at -= 1;
        let mut fewer = kept.clone();
        fewer.remove(at);
        let mut goes_on = core.terms.substitute_all(&fewer, now);
        goes_on.push(stay);
        let all = core.terms.and(&goes_on);
        let mut query = fewer.clone();
        query.extend([core.terms.not(all), enough]);
        if core.check(&query, 500).is_unsat() {
            kept = fewer;
        }
    }
    kept
}

trait Sorted {
    fn iter_sorted(&self) -> Vec<(Symbol, TermId)>;
}

impl Sorted for FxHashMap<Symbol, TermId> {
    fn iter_sorted(&self) -> Vec<(Symbol, TermId)> {
        let mut all: Vec<(Symbol, TermId)> = self.iter().map(|(s, t)| (*s, *t)).collect();
        all.sort_unstable();
        all
    }
}

/// Formulas about the variables, weak ones first: whoever leaves out from the end leaves out the strong ones.
fn candidates(
    core: &mut Explorer<'_>,
    here: &[(VarId, Value)],
    now: &FxHashMap<Symbol, TermId>,
    stay: TermId,
) -> Vec<TermId> {
    let mut roots = vec![stay];
    roots.extend(here.iter().filter_map(|(v, _)| now.get(v)));
    let atoms = comparisons(&core.terms, &roots);
    let terms = &mut core.terms;
    let mut list = Vec::new();
    for t in atoms.into_iter().take(40) {
        list.extend([t, terms.not(t)]);
    }
    let cone = terms.cone_of(&roots);
    let mut constants: Vec<(u32, TermId)> = Vec::new();
    for t in cone {
        if let Op::BvConst(_) = terms.op(t) {
            let w = terms.width(t);
            if constants.len() < 24 {
                constants.push((w, t));
            }
        }
    }
    let numbers: Vec<(VarId, TermId, u32)> = here
        .iter()
        .filter_map(|(v, value)| match terms.symbol_sort(*v) {
            Sort::BitVec(w) => Some((*v, terms.value(value)?, w)),
            _ => None,
        })
        .collect();
    for (var, value, w) in &numbers {
        let x = terms.var(*var);
        let zero = terms.bv(*w, 0);
        let own = constants.iter().filter(|(v, _)| v == w).map(|(_, c)| *c);
        let bounds: Vec<TermId> = own.chain([zero, *value]).collect();
        for c in bounds {
            list.extend([terms.sle(c, x), terms.sle(x, c), terms.ule(c, x), terms.ule(x, c)]);
            list.extend([terms.slt(c, x), terms.slt(x, c), terms.ne(x, c)]);
        }
        for bits in [1, 2, 3] {
            if bits < *w {
                let (a, b) = (terms.extract(x, bits - 1, 0), terms.extract(*value, bits - 1, 0));
                list.push(terms.eq(a, b));
            }
        }
    }
    for (i, (a, p, v)) in numbers.iter().enumerate().take(8) {
        for (b, q, w) in numbers.iter().skip(i + 1).take(8) {
            if v != w {
                continue;
            }
            let (x, y) = (terms.var(*a), terms.var(*b));
            list.extend([terms.slt(x, y), terms.slt(y, x), terms.sle(x, y), terms.sle(y, x)]);
            list.extend([terms.ne(x, y), terms.eq(x, y)]);
            let (d, e) = (terms.bv_sub(x, y), terms.bv_sub(*p, *q));
            list.push(terms.eq(d, e));
            let (d, e) = (terms.bv_add(x, y), terms.bv_add(*p, *q));
            list.push(terms.eq(d, e));
        }
    }
    for (var, value) in here {
        let x = terms.var(*var);
        if let Some(value) = terms.value(value) {
            list.push(terms.eq(x, value));
        }
    }
    let mut seen = FxHashSet::default();
    list.retain(|t| !terms.is_const(*t) && seen.insert(*t));
    list
}

impl<'s> Policy<'s> for Iteration<'s> {
    fn core(&mut self) -> &mut Explorer<'s> {
        &mut self.core
    }

    fn minds(&mut self, check: CheckId, condition: TermId) -> bool {
        let support = self.core.program.terms.support(condition);
        !may_overflow(self.core.program, check) || support.iter().any(|v| self.deciding.contains(v))
    }

    fn enter_loop(
        &mut self,
        proc: ProcId,
        id: LoopId,
        mut state: State,
    ) -> Result<Vec<(LocId, State)>, Halted> {
        let header = self.stage.loops.trees[proc.index()].loops[id.index()].header;
        let mut exits = Vec::new();
        for _ in 0..INNER {
            let done = region(self, proc, Some(id), header, state)?;
            exits.extend(done.exits);
            match State::merge(&mut self.core.terms, done.back) {
                Some(back) => state = back,
                None => break,
            }
        }
        Ok(exits)
    }

    fn call_recursive(
        &mut self,
        proc: ProcId,
        args: Vec<TermId>,
        state: State,
    ) -> Result<Option<State>, Halted> {
        if self.depth >= INNER {
            return Ok(None);
        }
        let data = self.core.program.proc(proc);
        let own: Vec<VarId> = data.params.iter().chain(&data.locals).copied().collect();
        let saved: Vec<(VarId, TermId)> =
            own.iter().map(|v| (*v, state.value(&mut self.core.terms, *v))).collect();
        let entered = enter(data, &args, state);
        self.depth += 1;
        let after = body(self, proc, entered);
        self.depth -= 1;
        let Some(mut after) = after? else { return Ok(None) };
        saved.into_iter().for_each(|(var, value)| after.set(var, value));
        Ok(Some(after))
    }

    fn unsupported(&mut self, _reason: &str, _state: State) -> Result<(), Halted> {
        Ok(())
    }
}
