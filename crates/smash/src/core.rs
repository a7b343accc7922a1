//! What all parts of the engine share: the program, terms, solver, graphs, spaces, summaries and counts.

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use maymust_program::calls::CallGraph;
use maymust_program::loops::LoopTree;
use maymust_program::modref::ModRef;
use maymust_program::{CheckId, Op, ProcId, Program, VarId, VarKind};
use maymust_solver::{Answer, Limits, Solver};
use maymust_term::{Symbol, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::{self, Graph, Label};
use crate::rules::Rules;
use crate::space::{Goal, Space};
use crate::summary::{MustSummary, NotMaySummary};
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
    pub queries_by_proc: Vec<u64>,
    pub notmay_made: u64,
    pub notmay_used: u64,
    pub must_made: u64,
    pub must_used: u64,
    pub tests: u64,
    pub splits: u64,
    pub excluded: u64,
    pub solver_calls: u64,
    pub houdini_rounds: u64,
    pub invariants: u64,
    pub time_solver: Duration,
    pub time_tests: Duration,
    pub time_invariants: Duration,
    pub time_graphs: Duration,
}

/// The engine's state.
pub struct Core {
    /// The prepared program; its arena is taken out into `terms`.
    pub program: Program,
    /// The arena.
    pub terms: Terms,
    /// The solver; nothing is ever asserted, all is assumed.
    pub solver: Box<dyn Solver>,
    /// Which rules are on.
    pub rules: Rules,
    /// Mod/ref sets.
    pub modref: ModRef,
    /// Which procedures contain, or call, something that can fail.
    pub may_fail: Vec<bool>,
    /// By variable: is it a global or memory?
    pub shared_mask: Rc<Vec<bool>>,
    /// Can call themselves.
    pub recursive: Vec<bool>,
    /// Have loops or recursion, or call what has.
    pub is_hard: Vec<bool>,
    pub graphs: Vec<Option<Arc<Graph>>>,
    pub spaces: Vec<Space>,
    pub space_index: FxHashMap<(ProcId, Goal), u32>,
    pub must: Vec<Vec<Rc<MustSummary>>>,
    pub notmay: Vec<Vec<Rc<NotMaySummary>>>,
    pub next_summary: u32,
    pub questions: Vec<Question>,
    pub counts: Counts,
    /// When the present question must end.
    pub question_deadline: Instant,
    pub cancel: Arc<std::sync::atomic::AtomicBool>,
    pub random: u64,
    /// Procedures whose contract was looked for.
    pub contracted: FxHashSet<ProcId>,
    /// Goals of procedures that were asked about without conditions.
    pub asked: FxHashSet<(ProcId, Goal)>,
    /// A symbol: is a state at the entry one in which the program starts?
    pub start: Symbol,
    /// Is a procedure called by others?
    pub is_called: Vec<bool>,
    /// Was one region after the other split in a loop since the question was put?
    pub is_looping: bool,
    /// The program's start, unrolled.
    pub unrolled_start: Unrolled,
    /// How long a question about what is unrolled may take.
    pub unrolled_time: Duration,
    /// Does a goal imply a summary's? Remembered by (summary, goal).
    pub implied: FxHashMap<(u32, TermId), bool>,
}

/// What a call can see of a procedure.
impl Core {
    /// Over a prepared program.
    pub fn new(mut program: Program, solver: Box<dyn Solver>, rules: Rules, deadline: Instant) -> Core {
        let calls = CallGraph::new(&program);
        let modref = ModRef::new(&program, &calls);
        let may_fail = may_fail(&program, &calls);
        let mut terms = std::mem::take(&mut program.terms);
        let start = terms.declare("start@", maymust_term::Sort::Bool);
        let is_shared = |v: &maymust_program::VarData| matches!(v.kind, VarKind::Global | VarKind::Memory);
        let shared_mask = Rc::new(program.vars.iter().map(is_shared).collect());
        let n = program.procs.len();
        Core {
            terms,
            solver,
            rules,
            modref,
            may_fail,
            shared_mask,
            is_hard: is_hard(&program, &calls),
            recursive: calls.recursive,
            graphs: vec![None; n],
            spaces: Vec::new(),
            space_index: FxHashMap::default(),
            must: vec![Vec::new(); n],
            notmay: vec![Vec::new(); n],
            next_summary: 0,
            questions: Vec::new(),
            counts: Counts { queries_by_proc: vec![0; n], ..Counts::default() },
            question_deadline: deadline,
            cancel: Arc::default(),
            random: 0x9e37_79b9_7f4a_7c15,
            implied: FxHashMap::default(),
            contracted: FxHashSet::default(),
            asked: FxHashSet::default(),
            start,
            is_called: calls.callers.iter().map(|c| !c.is_empty()).collect(),
            is_looping: false,
            unrolled_start: Unrolled::NotYet,
            unrolled_time: Duration::ZERO,
            program,
        }
    }

    /// The graph of a procedure.
    pub fn graph(&mut self, proc: ProcId) -> Arc<Graph> {
        if let Some(graph) = &self.graphs[proc.index()] {
            return graph.clone();
        }
        let start = Instant::now();
        let graph = Arc::new(graph::build(&self.program, &mut self.terms, proc, &self.may_fail));
        self.counts.time_graphs += start.elapsed();
        self.graphs[proc.index()] = Some(graph.clone());
        graph
    }

    /// The space of a procedure and a goal. Like not-may summaries, which are read off it, it outlives its query only if such
    /// summaries are kept.
    pub fn space(&mut self, proc: ProcId, goal: &Goal) -> u32 {
        let known = self.space_index.get(&(proc, goal.clone()));
        if let Some(&space) = known.filter(|_| self.rules.notmay_summaries) {
            return space;
        }
        let graph = self.graph(proc);
        let space = Space::init_pi_ne(&mut self.terms, proc, goal.clone(), graph);
        self.spaces.push(space);
        let id = self.spaces.len() as u32 - 1;
        self.space_index.insert((proc, goal.clone()), id);
        id
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

    /// Is the time over?
    pub fn is_over(&self) -> bool {
        self.cancel.load(std::sync::atomic::Ordering::Relaxed) || Instant::now() >= self.question_deadline
    }

    /// How long a question about an edge may take.
    pub fn patience(&self, graph: &Graph) -> Duration {
        if graph.unrolled { self.unrolled_time } else { EDGE_TIME }
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
            return self.solver.check(&mut self.terms, &[fls], &Limits::none());
        }
        let left = self.question_deadline.saturating_duration_since(start).min(time);
        let limits = Limits { time: Some(left), interrupts: vec![self.cancel.clone()], conflicts: None };
        let answer = self.solver.check(&mut self.terms, assumptions, &limits);
        self.counts.time_solver += start.elapsed();
        answer
    }

    /// Limits for finding a smaller core: it is worth little.
    pub fn core_limits(&self) -> Limits {
        let left = self.question_deadline.saturating_duration_since(Instant::now());
        let time = left.min(Duration::from_millis(200));
        Limits { time: Some(time), interrupts: vec![self.cancel.clone()], conflicts: Some(2000) }
    }

    /// The value of a term in the last model.
    pub fn value(&mut self, t: TermId) -> Value {
        let sort = self.terms.sort(t);
        match self.solver.value(&mut self.terms, t) {
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

    /// A number for a new summary.
    pub fn summary_id(&mut self) -> u32 {
        self.next_summary += 1;
        self.next_summary - 1
    }

    /// Facts that hold of objects in every state, for those that some terms over program variables speak of.
    pub fn object_facts(&mut self, roots: &[TermId]) -> Vec<TermId> {
        match (self.program.memory.state, self.program.memory.next) {
            (Some(state), Some(next)) => maymust_symbolic::object_facts(&mut self.terms, roots, state, next),
            _ => Vec::new(),
        }
    }
}

fn may_fail(program: &Program, calls: &CallGraph) -> Vec<bool> {
    let own = |p: &maymust_program::Proc| {
        p.edges.iter().any(|e| matches!(e.op, Op::Check(..) | Op::Unsupported(_) | Op::CallPointer { .. }))
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
