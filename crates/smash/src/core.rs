//! What all parts of the engine share: facts about the program, what is known so far, and who decides formulas.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use maymust_program::calls::CallGraph;
use maymust_program::index::IndexVec;
use maymust_program::loops::LoopTree;
use maymust_program::modref::ModRef;
use maymust_program::{CheckId, Op, ProcId, Program, VarId, VarKind};
use maymust_solver::{Answer, Limits, Solver};
use maymust_term::{Symbol, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::assume::Assumption;
use crate::graph::{self, Call, Graph, Label};
use crate::ids::{QuestionId, SpaceId, SummaryId};
use crate::rules::Rules;
use crate::space::{Goal, Space};
use crate::summary::{MustSummary, NotMaySummary};
use crate::through::Sample;
use crate::unroll::Unrolled;

/// Time for one question to the solver.
const EDGE_TIME: Duration = Duration::from_secs(3);

/// Which failures a question is about.
#[derive(Clone, Debug)]
pub struct Question {
    /// Checks (of the prepared program).
    pub targets: FxHashSet<CheckId>,
    /// Does reaching something unsupported count?
    pub unsupported: bool,
}

impl Question {
    /// Is a failure of interest?
    pub fn wants(&self, label: &Label) -> bool {
        match label {
            Label::Check(c) => self.targets.contains(c),
            Label::Unsupported(_) => self.unsupported,
        }
    }

    /// Does it ask about everything that the other asks about?
    pub fn covers(&self, other: &Question) -> bool {
        (self.unsupported || !other.unsupported) && other.targets.is_subset(&self.targets)
    }
}

/// Counts of the work done.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub queries: u64,
    pub queries_by_proc: IndexVec<ProcId, u64>,
    pub notmay_made: u64,
    pub notmay_used: u64,
    pub must_made: u64,
    pub must_used: u64,
    pub tests: u64,
    pub splits: u64,
    pub excluded: u64,
    pub solver_calls: u64,
    pub houdini_rounds: u64,
    pub assumed: u64,
    pub withdrawn: u64,
    pub invariants: u64,
    pub time_solver: Duration,
    pub time_tests: Duration,
    pub time_invariants: Duration,
    pub time_graphs: Duration,
}

/// What never changes: the program, and what analyses say of it.
pub struct Facts {
    /// The prepared program; its arena is in [`Core::terms`].
    pub program: Program,
    /// Which rules are on.
    pub rules: Rules,
    /// Mod/ref sets.
    pub modref: ModRef,
    /// Which procedures contain, or call, something that can fail.
    pub may_fail: IndexVec<ProcId, bool>,
    /// By variable: is it a global or memory?
    pub shared_mask: Rc<Vec<bool>>,
    /// Which procedures can call themselves.
    pub recursive: IndexVec<ProcId, bool>,
    /// The procedures that call each other in circles.
    pub circles: Vec<Vec<ProcId>>,
    /// Which procedures have loops or recursion, or call what has.
    pub is_hard: IndexVec<ProcId, bool>,
    /// Which procedures are called by others.
    pub is_called: IndexVec<ProcId, bool>,
    /// A symbol: is a state at the entry one in which the program starts?
    pub start: Symbol,
}

/// What has been found out so far. It only grows.
#[derive(Default)]
pub struct Known {
    /// Graphs of large blocks, made when they are first needed.
    pub graphs: IndexVec<ProcId, Option<Arc<Graph>>>,
    /// Partitions and excluded pairs.
    pub spaces: IndexVec<SpaceId, Space>,
    /// The space of a procedure and a goal.
    pub space_index: FxHashMap<(ProcId, Goal), SpaceId>,
    /// Must summaries.
    pub must: IndexVec<ProcId, Vec<Rc<MustSummary>>>,
    /// Not-may summaries.
    pub notmay: IndexVec<ProcId, Vec<Rc<NotMaySummary>>>,
    /// States of procedures that call themselves, from runs.
    pub samples: IndexVec<ProcId, Vec<Sample>>,
    /// What is asked.
    pub questions: IndexVec<QuestionId, Question>,
    /// Procedures whose contract was looked for.
    pub contracted: FxHashSet<ProcId>,
    /// Goals of procedures that were asked about without conditions.
    pub asked: FxHashSet<(ProcId, Goal)>,
    /// Does a goal imply a summary's? Remembered by summary and goal.
    pub implied: FxHashMap<(SummaryId, TermId), bool>,
    /// Assumptions about queries in progress.
    pub assumptions: Vec<Assumption>,
    /// The program's start, unrolled.
    pub unrolled_start: Unrolled,
    /// The id of the next summary.
    next_summary: u32,
}

/// Who decides formulas, and for how long.
pub struct Oracle {
    /// The solver; nothing is ever asserted, all is assumed.
    pub solver: Box<dyn Solver>,
    /// When the present question must end.
    pub question_deadline: Instant,
    /// Set from outside when the work has to end.
    pub cancel: Arc<AtomicBool>,
    /// How long one query about an unrolled program may take.
    pub unrolled_time: Duration,
}

/// The engine's state.
pub struct Core {
    /// What never changes.
    pub facts: Rc<Facts>,
    /// What has been found out.
    pub known: Known,
    /// Who decides.
    pub oracle: Oracle,
    /// The arena.
    pub terms: Terms,
    /// Counts of the work done.
    pub counts: Counts,
    /// Was one region after the other split in a loop since the question was put?
    pub is_looping: bool,
    random: u64,
}

impl Facts {
    /// Of a prepared program, and the program's arena.
    fn new(mut program: Program, rules: Rules) -> (Facts, Terms) {
        let start = program.terms.declare("start@", maymust_term::Sort::Bool);
        let calls = CallGraph::new(&program);
        let is_shared = |v: &maymust_program::VarData| {
            matches!(v.kind, VarKind::Global | VarKind::ThreadLocal | VarKind::Memory)
        };
        let mut facts = Facts {
            rules,
            modref: ModRef::new(&program, &calls),
            may_fail: may_fail(&program, &calls).into(),
            shared_mask: Rc::new(program.vars.iter().map(is_shared).collect()),
            is_hard: is_hard(&program, &calls).into(),
            is_called: calls.callers.iter().map(|c| !c.is_empty()).collect(),
            circles: circles(&calls),
            recursive: calls.recursive.into(),
            start,
            program,
        };
        let terms = std::mem::take(&mut facts.program.terms);
        (facts, terms)
    }

    /// Globals and memory that a procedure reads or writes.
    pub fn shared(&self, proc: ProcId) -> Vec<VarId> {
        let (reads, writes) = (&self.modref.reads[proc.index()], &self.modref.writes[proc.index()]);
        let mut vars: Vec<VarId> = reads.iter().chain(writes).copied().collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// Is a symbol a global or memory variable of the program?
    pub fn is_shared(&self, var: VarId) -> bool {
        self.shared_mask.get(var.index()) == Some(&true)
    }

    /// Can a call change a variable of the caller?
    pub fn changes(&self, call: &Call, var: VarId) -> bool {
        Some(var) == call.result || self.modref.may_write(call.proc, var)
    }
}

impl Oracle {
    /// Is the time over?
    pub fn is_over(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) || Instant::now() >= self.question_deadline
    }

    /// The time that is left, and no more than this.
    pub fn at_most(&self, time: Duration) -> Duration {
        self.question_deadline.saturating_duration_since(Instant::now()).min(time)
    }

    fn limits(&self, time: Duration, conflicts: Option<u64>) -> Limits {
        Limits { time: Some(self.at_most(time)), interrupts: vec![self.cancel.clone()], conflicts }
    }

    /// Limits for finding a smaller core: it is worth little.
    pub fn core_limits(&self) -> Limits {
        self.limits(Duration::from_millis(200), Some(2000))
    }
}

impl Known {
    fn new(n_procs: usize) -> Known {
        Known {
            graphs: IndexVec::filled(None, n_procs),
            must: IndexVec::filled(Vec::new(), n_procs),
            notmay: IndexVec::filled(Vec::new(), n_procs),
            samples: IndexVec::filled(Vec::new(), n_procs),
            ..Known::default()
        }
    }

    /// An id for a new summary.
    pub fn summary_id(&mut self) -> SummaryId {
        self.next_summary += 1;
        SummaryId(self.next_summary - 1)
    }
}

impl Core {
    /// Over a prepared program.
    pub fn new(program: Program, solver: Box<dyn Solver>, rules: Rules, deadline: Instant) -> Core {
        let n_procs = program.procs.len();
        let (facts, terms) = Facts::new(program, rules);
        Core {
            facts: Rc::new(facts),
            known: Known::new(n_procs),
            oracle: Oracle {
                solver,
                question_deadline: deadline,
                cancel: Arc::default(),
                unrolled_time: Duration::ZERO,
            },
            terms,
            counts: Counts { queries_by_proc: IndexVec::filled(0, n_procs), ..Counts::default() },
            is_looping: false,
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// The graph of a procedure.
    pub fn graph(&mut self, proc: ProcId) -> Arc<Graph> {
        if let Some(graph) = &self.known.graphs[proc] {
            return graph.clone();
        }
        let start = Instant::now();
        let facts = self.facts.clone();
        let graph = Arc::new(graph::build(&facts.program, &mut self.terms, proc, &facts.may_fail));
        self.counts.time_graphs += start.elapsed();
        self.known.graphs[proc] = Some(graph.clone());
        graph
    }

    /// The space of a procedure and a goal. Like not-may summaries, which are read off it, it outlives its query only if such
    /// summaries are kept.
    pub fn space(&mut self, proc: ProcId, goal: &Goal) -> SpaceId {
        let known = self.known.space_index.get(&(proc, goal.clone()));
        if let Some(&space) = known.filter(|_| self.facts.rules.notmay_summaries) {
            return space;
        }
        let graph = self.graph(proc);
        let space = Space::init_pi_ne(&mut self.terms, proc, goal.clone(), graph);
        let id = self.known.spaces.push(space);
        self.known.space_index.insert((proc, goal.clone()), id);
        id
    }

    /// Is the time over?
    pub fn is_over(&self) -> bool {
        self.oracle.is_over()
    }

    /// How long a question about an edge may take.
    pub fn patience(&self, graph: &Graph) -> Duration {
        if graph.unrolled { self.oracle.unrolled_time } else { EDGE_TIME }
    }

    /// Are there values under which all of these hold?
    pub fn check(&mut self, assumptions: &[TermId]) -> Answer {
        self.check_within(assumptions, EDGE_TIME)
    }

    /// As [`Core::check`], within a time.
    pub fn check_within(&mut self, assumptions: &[TermId], time: Duration) -> Answer {
        let start = Instant::now();
        self.counts.solver_calls += 1;
        let fls = self.terms.fls();
        if assumptions.contains(&fls) {
            // Keep the solver's core in step.
            return self.oracle.solver.check(&mut self.terms, &[fls], &Limits::none());
        }
        let limits = self.oracle.limits(time, None);
        let answer = self.oracle.solver.check(&mut self.terms, assumptions, &limits);
        self.counts.time_solver += start.elapsed();
        answer
    }

    /// Is this a contradiction? A question asked to make a core smaller, so with little effort.
    pub fn is_unsat_at_once(&mut self, assumptions: &[TermId]) -> bool {
        self.counts.solver_calls += 1;
        let limits = self.oracle.core_limits();
        self.oracle.solver.check(&mut self.terms, assumptions, &limits).is_unsat()
    }

    /// The assumptions that the last `Unsat` needed.
    pub fn unsat_core(&mut self) -> FxHashSet<TermId> {
        self.oracle.solver.core(&mut self.terms).into_iter().collect()
    }

    /// The value of a term in the last model.
    pub fn value(&mut self, t: TermId) -> Value {
        let sort = self.terms.sort(t);
        match self.oracle.solver.value(&mut self.terms, t) {
            Some(value) => value,
            None => maymust_machine::zero(&self.terms, sort),
        }
    }

    /// The next pseudo-random number.
    pub fn random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// Facts that hold of objects in every state, for those that some terms over program variables speak of.
    pub fn object_facts(&mut self, roots: &[TermId]) -> Vec<TermId> {
        match (self.facts.program.memory.state, self.facts.program.memory.next) {
            (Some(state), Some(next)) => maymust_symbolic::object_facts(&mut self.terms, roots, state, next),
            _ => Vec::new(),
        }
    }
}

fn circles(calls: &CallGraph) -> Vec<Vec<ProcId>> {
    let is_circle = |c: &&Vec<ProcId>| c.iter().any(|p| calls.recursive[p.index()]);
    calls.components.iter().filter(is_circle).cloned().collect()
}

fn may_fail(program: &Program, calls: &CallGraph) -> Vec<bool> {
    let own = |p: &maymust_program::Proc| {
        p.edges.iter().any(|e| {
            matches!(
                e.op,
                Op::Check(..)
                    | Op::Unsupported(_)
                    | Op::CallPointer { .. }
                    | Op::Spawn { .. }
                    | Op::Block { .. }
            )
        })
    };
    with_callers(program.procs.iter().map(own).collect(), calls)
}

fn is_hard(program: &Program, calls: &CallGraph) -> Vec<bool> {
    let loops = program.procs.iter().map(|p| !LoopTree::new(p).loops.is_empty());
    let own = loops.zip(&calls.recursive).map(|(loops, recursive)| loops || *recursive);
    with_callers(own.collect(), calls)
}

/// Adds the callers of the procedures that are in a set.
fn with_callers(mut set: Vec<bool>, calls: &CallGraph) -> Vec<bool> {
    let mut work: Vec<ProcId> = (0..set.len()).filter(|p| set[*p]).map(|p| ProcId(p as u32)).collect();
    while let Some(p) = work.pop() {
        for &caller in &calls.callers[p.index()] {
            if !std::mem::replace(&mut set[caller.index()], true) {
                work.push(caller);
            }
        }
    }
    set
}
