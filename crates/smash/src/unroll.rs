//! Unrolling: if the program has only finitely many runs, all of them are one segment.
//!
//! Loops are executed round by round and callees in their callers' place; where ways meet, states are merged. What no run does (a
//! further round, a deeper call) is cut off, and becomes part of an edge of its own from the entry to the goal: no run is known
//! that takes it, and a proof must exclude it too. So nothing rests on what was cut off but the last `unsat`. The same edge
//! stands for all states at the entry that are no start of the program: a symbol says of a state that it is one.
//! The segment stands for must and not-may summaries of all that is in it, so it is made only by analyses that keep both, and only
//! if the search with summaries does not get on.

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use maymust_program::index::IndexVec;
use maymust_program::loops::LoopTree;
use maymust_program::{LocId, Op, ProcId, VarId};
use maymust_symbolic::State;
use maymust_term::TermId;
use rustc_hash::FxHashMap;

use crate::active::Active;
use crate::core::Core;
use crate::graph::{Edge, Graph, Kind, Label, Read, Reader, operation};
use crate::ids::{EdgeId, NodeId};
use crate::path::Context;
use crate::query::{Progress, Reply};
use crate::space::Space;

/// A procedure that is being executed.
struct Frame {
    proc: ProcId,
    order: Rc<Order>,
    /// States that wait at locations.
    states: FxHashMap<LocId, Vec<State>>,
    /// Where they wait, by rank.
    work: std::collections::BTreeSet<(u32, LocId)>,
    /// How often headers were passed.
    rounds: FxHashMap<LocId, u32>,
    /// Who called it.
    caller: Option<Caller>,
}

struct Caller {
    frame: usize,
    /// Where the result goes, and where the run goes on.
    result: Option<VarId>,
    to: LocId,
    /// Variables of an earlier call of the same procedure.
    saved: Vec<(VarId, TermId)>,
}

/// In which order locations are taken.
struct Order {
    rank: Vec<u32>,
    is_header: Vec<bool>,
}

struct Unroller<'a> {
    core: &'a mut Core,
    context: &'a Context,
    deadline: Instant,
    frames: Vec<Frame>,
    orders: FxHashMap<ProcId, Rc<Order>>,
    reader: Reader,
    fails: Vec<(Label, TermId)>,
    cuts: Vec<TermId>,
    /// Conditions about which the solver was asked: does a state of the context satisfy them?
    feasible: FxHashMap<TermId, bool>,
    steps: u32,
}

/// How much is unrolled: operations, rounds of one loop in one call, calls within each other.
const STEPS: u32 = 40_000;
const ROUNDS: u32 = 300;
const DEPTH: usize = 60;
/// The search with summaries goes first: for so many questions to the solver and one more for each edge of the program, or this
/// part of the time.
const FIRST_CALLS: u64 = 400;
const FIRST_PART: u32 = 6;
/// A program with fewer edges is unrolled as soon as the search is in a loop.
const SMALL: usize = 2000;
/// Then what is unrolled gets half as much time as the search had, and this; the next time when all has taken this many times as long.
const LEAST: Duration = Duration::from_millis(100);
const AGAIN: u32 = 3;

/// The program's start, unrolled.
#[derive(Clone, Debug, Default)]
pub enum Unrolled {
    /// Not tried, or not for long enough.
    #[default]
    NotYet,
    /// There are too many runs, or other reasons against it.
    Never,
    /// All of it.
    All(Arc<Graph>),
}

impl Core {
    /// Does the search with summaries not get on, or is it in a loop?
    pub fn is_time_to_unroll(&self, query: &Active) -> bool {
        let Some(after) = query.effort.unroll_after else { return false };
        let (began, calls) = query.effort.began;
        let spent = began.elapsed();
        if !after.is_zero() {
            return spent > after;
        }
        let left = self.oracle.question_deadline.saturating_duration_since(Instant::now());
        let size: usize = self.facts.program.procs.iter().map(|p| p.edges.len()).sum();
        (self.is_looping && size < SMALL)
            || self.counts.solver_calls > calls + FIRST_CALLS + size as u64
            || spent > (spent + left) / FIRST_PART
    }

    /// Asks the query of the program's start about what it is unrolled.
    pub fn unroll_start(&mut self, query: &mut Active) -> Progress {
        let spent = query.effort.began.0.elapsed();
        let time = spent / 2 + LEAST;
        query.effort.unroll_after = None;
        let proc = self.known.spaces[query.space].proc;
        if !self.facts.rules.unroll || self.facts.is_called[proc] {
            return Progress::On;
        }
        if let Unrolled::NotYet = self.known.unrolled_start {
            let context = query.paths.context.clone();
            self.known.unrolled_start = self.unroll(proc, &context, time / 2);
        }
        let answer = match self.known.unrolled_start.clone() {
            Unrolled::NotYet => None,
            Unrolled::Never => return Progress::On,
            Unrolled::All(graph) => {
                self.oracle.unrolled_time = time;
                self.ask_unrolled(query, graph)
            }
        };
        match answer {
            Some((reply, answered)) => {
                *query = answered;
                Progress::Done(reply)
            }
            None => {
                // More time helps if all of it was used.
                let used = query.effort.began.0.elapsed();
                query.effort.unroll_after = (used - spent >= time / 2).then_some(used * AGAIN);
                Progress::On
            }
        }
    }

    /// Answers a query on the unrolled procedure: the answer, and the query as it stood at the end.
    fn ask_unrolled(&mut self, query: &Active, graph: Arc<Graph>) -> Option<(Reply, Active)> {
        let space = &self.known.spaces[query.space];
        let (proc, goal) = (space.proc, space.goal.clone());
        let mut context = query.paths.context.clone();
        let tru = self.terms.tru();
        Rc::make_mut(&mut context.values).insert(self.facts.start, tru);
        let space = Space::init_pi_ne(&mut self.terms, proc, goal, graph);
        let space = self.known.spaces.push(space);
        let mut query = Active::new(self, space, context);
        const MOST: u32 = 40;
        while query.effort.steps < MOST && !self.is_over() {
            match self.step(&mut query) {
                Progress::On => {}
                Progress::Done(Reply::Unknown(_)) | Progress::Ask(..) => return None,
                Progress::Done(reply) => return Some((reply, query)),
            }
        }
        None
    }

    /// All runs of the program's start as one segment.
    fn unroll(&mut self, proc: ProcId, context: &Context, time: Duration) -> Unrolled {
        let deadline = Instant::now() + time;
        let mut unroller = Unroller {
            core: self,
            context,
            deadline,
            frames: Vec::new(),
            orders: FxHashMap::default(),
            reader: Reader::default(),
            fails: Vec::new(),
            cuts: Vec::new(),
            feasible: FxHashMap::default(),
            steps: 0,
        };
        unroller.enter(proc, State::new(), None);
        match unroller.run() {
            Some(()) => Unrolled::All(Arc::new(unroller.graph(proc))),
            None if Instant::now() >= deadline => Unrolled::NotYet,
            None => Unrolled::Never,
        }
    }
}

impl Unroller<'_> {
    /// Executes until nothing waits; none if it is too much.
    fn run(&mut self) -> Option<()> {
        loop {
            let top = self.frames.len() - 1;
            let Some((_, loc)) = self.frames[top].work.pop_first() else {
                let frame = self.frames.pop()?;
                let Some(caller) = frame.caller else { return Some(()) };
                self.leave(frame.proc, frame.states, caller);
                continue;
            };
            let waiting = self.frames[top].states.remove(&loc).unwrap_or_default();
            let Some(state) = State::merge(&mut self.core.terms, waiting) else { continue };
            if self.frames[top].order.is_header[loc.index()] {
                let rounds = self.frames[top].rounds.entry(loc).or_default();
                *rounds += 1;
                let rounds = *rounds;
                if rounds > ROUNDS {
                    return None;
                }
                if rounds > 1 && !self.goes_on(&state) {
                    continue;
                }
            }
            let proc = self.frames[top].proc;
            let range = self.core.facts.program.proc(proc).out[loc.index()]
                ..self.core.facts.program.proc(proc).out[loc.index() + 1];
            for e in range {
                self.steps += 1;
                self.edge(top, e as usize, state.clone())?;
            }
            let is_over = self.steps > STEPS || Instant::now() >= self.deadline || self.core.is_over();
            if is_over {
                return None;
            }
        }
    }

    /// Carries a state over an edge; none if calls are too deep.
    fn edge(&mut self, frame: usize, edge: usize, mut state: State) -> Option<()> {
        let core = &mut *self.core;
        let edge = &core.facts.program.proc(self.frames[frame].proc).edges[edge];
        let to = edge.to;
        if let Op::Call { proc, args, result } = &edge.op
            && core.facts.program.proc(*proc).has_body
        {
            let args = state.eval_all(&mut core.terms, args);
            let (proc, result) = (*proc, *result);
            return self.call(frame, proc, args, result, to, state);
        }
        let goes_on = operation(
            &core.facts.program,
            &mut core.terms,
            &edge.op,
            &mut state,
            &mut self.reader,
            &mut self.fails,
        );
        if goes_on && !state.is_dead(&self.core.terms) {
            self.wait(frame, to, state);
        }
        Some(())
    }

    fn wait(&mut self, frame: usize, loc: LocId, state: State) {
        let frame = &mut self.frames[frame];
        frame.states.entry(loc).or_default().push(state);
        let is_exit = loc == self.core.facts.program.proc(frame.proc).exit;
        if !is_exit {
            frame.work.insert((frame.order.rank[loc.index()], loc));
        }
    }

    fn call(
        &mut self,
        frame: usize,
        proc: ProcId,
        args: Vec<TermId>,
        result: Option<VarId>,
        to: LocId,
        mut state: State,
    ) -> Option<()> {
        let is_under_way = self.frames.iter().any(|f| f.proc == proc);
        if self.frames.len() > DEPTH {
            return None;
        }
        if is_under_way && !self.goes_on(&state) {
            return Some(());
        }
        let callee = self.core.facts.program.proc(proc);
        let own = callee.params.iter().chain(&callee.locals).chain(&callee.result).copied();
        let params = callee.params.clone();
        let own: Vec<VarId> = if is_under_way { own.collect() } else { Vec::new() };
        let saved = own.into_iter().map(|v| (v, state.value(&mut self.core.terms, v))).collect();
        // Locals start with anything.
        for v in self.core.graph(proc).locals.clone() {
            let condition = state.condition(&self.core.terms);
            let value = self.reader.fresh(&mut self.core.terms, v, condition, Read::Forgotten);
            state.set(v, value);
        }
        for (p, a) in params.into_iter().zip(args) {
            state.set(p, a);
        }
        self.enter(proc, state, Some(Caller { frame, result, to, saved }));
        Some(())
    }

    /// Starts a procedure.
    fn enter(&mut self, proc: ProcId, state: State, caller: Option<Caller>) {
        let program = &self.core.facts.program;
        let order = self.orders.entry(proc).or_insert_with(|| {
            let proc = program.proc(proc);
            let tree = LoopTree::new(proc);
            let mut is_header = vec![false; proc.locs as usize];
            tree.loops.iter().for_each(|l| is_header[l.header.index()] = true);
            Rc::new(Order { rank: tree.order(proc), is_header })
        });
        let order = order.clone();
        self.frames.push(Frame {
            proc,
            order,
            states: FxHashMap::default(),
            work: std::collections::BTreeSet::new(),
            rounds: FxHashMap::default(),
            caller,
        });
        let entry = program.proc(proc).entry;
        self.wait(self.frames.len() - 1, entry, state);
    }

    /// Ends a procedure: its caller goes on.
    fn leave(&mut self, proc: ProcId, mut states: FxHashMap<LocId, Vec<State>>, caller: Caller) {
        let core = &mut *self.core;
        let proc = core.facts.program.proc(proc);
        let exits = states.remove(&proc.exit).unwrap_or_default();
        let Some(mut state) = State::merge(&mut core.terms, exits) else { return };
        let value = proc.result.map(|r| state.value(&mut core.terms, r));
        let own = proc.params.iter().chain(&proc.locals).chain(&proc.result);
        own.for_each(|v| state.unset(*v));
        for (v, t) in caller.saved {
            state.set(v, t);
        }
        if let (Some(to), Some(value)) = (caller.result, value) {
            state.set(to, value);
        }
        self.wait(caller.frame, caller.to, state);
    }

    /// Does a state of the context get here? If not, the way is cut off.
    fn goes_on(&mut self, state: &State) -> bool {
        const EACH: Duration = Duration::from_secs(1);
        let condition = state.condition(&self.core.terms);
        if let Some(&known) = self.feasible.get(&condition) {
            return known;
        }
        let mut query = self.context.conditions.clone();
        query.extend(self.core.terms.substitute_all(&state.path.conjuncts(), &self.context.values));
        let feasible = !self.core.check_within(&query, EACH).is_unsat();
        if !feasible {
            self.cuts.push(condition);
        }
        self.feasible.insert(condition, feasible);
        feasible
    }

    /// The ways to failure, and what was cut off.
    fn graph(self, proc: ProcId) -> Graph {
        const ENTRY: NodeId = NodeId(0);
        const EXIT: NodeId = NodeId(1);
        const ERROR: NodeId = NodeId(2);
        let (fails, cut) = (EdgeId(0), EdgeId(1));
        let Unroller { core, context, reader, fails: failing, cuts, .. } = self;
        let start = core.terms.var(core.facts.start);
        let all = context.conditions.iter().copied().chain([start]).collect::<Vec<_>>();
        let from_start = core.terms.and(&all);
        let mut here = |t: TermId| {
            let t = core.terms.substitute(t, &context.values);
            core.terms.and(&[from_start, t])
        };
        let ways = failing.into_iter().map(|(label, t)| (label, here(t))).collect();
        let mut unknown: Vec<TermId> = cuts.into_iter().map(&mut here).collect();
        let mut reads = reader.reads;
        let inputs = reads.inputs.iter_mut().map(|i| &mut i.condition);
        let conditions = inputs.chain(reads.contents.iter_mut().map(|c| &mut c.condition));
        conditions.for_each(|c| *c = here(*c));
        for c in &mut reads.contents {
            for t in c.regions.iter_mut().map(|r| &mut r.1).chain([&mut c.number, &mut c.size]) {
                *t = core.terms.substitute(*t, &context.values);
            }
        }
        let reads = Arc::new(reads);
        unknown.push(core.terms.not(start));
        let guard = core.terms.or(&unknown);
        let edge = |kind| Edge { from: ENTRY, to: ERROR, kind };
        let edges = vec![
            edge(Kind::Fail { ways, reads: reads.clone() }),
            edge(Kind::Block { guard, updates: Vec::new(), reads }),
        ];
        let p = core.facts.program.proc(proc);
        Graph {
            locs: vec![p.entry, p.exit, p.exit].into(),
            out: vec![vec![fails, cut], Vec::new(), Vec::new()].into(),
            into: vec![Vec::new(), Vec::new(), vec![fails, cut]].into(),
            edges: edges.into(),
            is_head: IndexVec::filled(false, 3),
            entry: ENTRY,
            exit: EXIT,
            error: ERROR,
            locals: core.graph(proc).locals.clone(),
            forgets: reader.forgets,
            unrolled: true,
            cut: Some(cut),
        }
    }
}
