//! The engine: questions about the checks of a task, and their answers.

use std::rc::Rc;
use std::time::{Duration, Instant};

use maymust_engine::{Answer, Engine, Event, Means, Outcome, Reason, Statistics, Task, Verdict};
use maymust_program::slice::{Assumptions, slice_with};
use maymust_program::{Cell, CheckId, Input, Op, ProcId, VarId};
use maymust_symbolic::{Host, State};
use maymust_term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::active::Active;
use crate::core::{Core, Question};
use crate::graph::Label;
use crate::ids::{QuestionId, SpaceId};
use crate::path::{Context, Values};
use crate::query::Reply;
use crate::replay::replay;
use crate::rules::Rules;
use crate::space::Goal;
use crate::summary::End;

/// The engine. See the crate's documentation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Smash {
    /// How questions are put.
    pub questions: Questions,
}

/// How questions are put.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Questions {
    /// First one about all checks together, then single ones about what that leaves open.
    #[default]
    Together,
    /// One after the other, in the order of the task. Summaries stay.
    InOrder,
}

impl Engine for Smash {
    fn name(&self) -> &'static str {
        "smash"
    }

    fn answer(&mut self, task: &Task<'_>) -> Outcome {
        Session::new(task, self.questions).run()
    }
}

/// One task.
struct Session<'a, 't> {
    task: &'a Task<'t>,
    questions: Questions,
    broken: Vec<String>,
    start: Instant,
    deadline: Instant,
    verdicts: FxHashMap<CheckId, (Verdict, Means, Duration)>,
    statistics: Statistics,
    /// Checks with a failing path that is no run.
    spurious: Vec<CheckId>,
    /// Something unsupported that runs reach: nothing is proved any more.
    blocked: Option<String>,
}

impl<'a, 't> Session<'a, 't> {
    fn new(task: &'a Task<'t>, questions: Questions) -> Self {
        let start = Instant::now();
        let deadline = start.checked_add(task.budget).unwrap_or(start + Duration::from_secs(1 << 30));
        Session {
            task,
            questions,
            broken: Vec::new(),
            start,
            deadline,
            verdicts: FxHashMap::default(),
            statistics: Statistics::default(),
            spurious: Vec::new(),
            blocked: None,
        }
    }

    fn run(mut self) -> Outcome {
        self.ask_slice(Assumptions::IfRelevant);
        if !self.spurious.is_empty() && !self.task.is_cancelled() {
            // Dropped assumptions let through what is no run: once more, with all of them.
            for c in std::mem::take(&mut self.spurious) {
                self.verdicts.remove(&c);
            }
            self.ask_slice(Assumptions::All);
        }
        let mut answers = Vec::new();
        for &check in &self.task.checks {
            let unasked = || (Verdict::Unknown(Reason::TIME), Means::Search, self.start.elapsed());
            let (verdict, by, time) = self.verdicts.get(&check).cloned().unwrap_or_else(unasked);
            if !matches!(verdict, Verdict::Unknown(_)) {
                self.statistics.count(&format!("answered_by_{}", by.name()), 1);
            }
            answers.push(Answer { check, verdict, engine: "smash", by, time });
        }
        Outcome { answers, statistics: self.statistics, broken: self.broken }
    }

    /// Asks about all checks that are open, on a slice.
    fn ask_slice(&mut self, assumptions: Assumptions) {
        match self.core(assumptions) {
            Ok((mut core, targets)) => {
                self.ask_all(&mut core, targets);
                self.count(&core);
                if self.task.options.evidence {
                    self.statistics.evidence.extend(core.evidence());
                }
                if self.task.options.audit {
                    self.audit(&mut core);
                }
            }
            Err(reason) => {
                for c in self.open() {
                    self.settle(c, Verdict::Unknown(reason.clone()), Means::Search);
                }
            }
        }
    }

    /// The checks that have no verdict.
    fn open(&self) -> Vec<CheckId> {
        self.task.checks.iter().filter(|c| !self.verdicts.contains_key(c)).copied().collect()
    }

    /// Prepares a copy of the program: the core, and the checks in question with those of the task that they belong to.
    fn core(&mut self, assumptions: Assumptions) -> Result<(Core, Vec<(CheckId, CheckId)>), Reason> {
        let program = self.task.prepared();
        let open: FxHashSet<CheckId> = self.open().into_iter().collect();
        let targets: Vec<(CheckId, CheckId)> = (0..program.checks.len() as u32)
            .map(|c| (CheckId(c), program.original_check(CheckId(c))))
            .filter(|(_, original)| open.contains(original))
            .collect();
        let ids: Vec<CheckId> = targets.iter().map(|t| t.0).collect();
        let mut sliced = slice_with(&program, &ids, assumptions);
        let ids: FxHashSet<CheckId> = ids.into_iter().collect();
        for edge in sliced.procs.iter_mut().flat_map(|p| &mut p.edges) {
            if let Op::Check(c, t) = edge.op
                && !ids.contains(&c)
            {
                edge.op = Op::Assume(t);
            }
        }
        maymust_program::constants::constant_objects(&mut sliced);
        maymust_program::constants::constant_parameters(&mut sliced);
        let solver = self.task.options.new_solver().map_err(|e| Reason::NoSolver(e.to_string()))?;
        let rules = Rules::of(&self.task.options);
        let mut core = Core::new(sliced, solver, rules, self.deadline);
        core.oracle.cancel = self.task.cancel.clone();
        Ok((core, targets))
    }

    fn settle(&mut self, check: CheckId, verdict: Verdict, by: Means) {
        let time = self.start.elapsed();
        let answer = Answer { check, verdict: verdict.clone(), engine: "smash", by, time };
        (self.task.listener)(Event::Answered(&answer));
        self.verdicts.insert(check, (verdict, by, time));
    }

    fn ask_all(&mut self, core: &mut Core, targets: Vec<(CheckId, CheckId)>) {
        let Some(entry) = core.facts.program.entry else {
            for c in self.open() {
                self.settle(c, Verdict::Unknown(Reason::NoEntry), Means::Search);
            }
            return;
        };
        // A check that the preparation dropped is never reached.
        let there: FxHashSet<CheckId> = targets.iter().map(|t| t.1).collect();
        for c in self.open() {
            if !there.contains(&c) {
                self.settle(c, Verdict::Proved, Means::Preparation);
            }
        }
        let context = start_context(core);
        let left = match self.questions {
            Questions::Together => self.ask_group(core, entry, &context, targets),
            Questions::InOrder => targets.into_iter().map(|(c, o)| (c, o, Reason::NoProgress)).collect(),
        };
        self.ask_each(core, entry, &context, left);
    }

    /// One question about all targets; those that it leaves open, with why.
    fn ask_group(
        &mut self,
        core: &mut Core,
        entry: ProcId,
        context: &Context,
        targets: Vec<(CheckId, CheckId)>,
    ) -> Vec<(CheckId, CheckId, Reason)> {
        let share = if targets.len() > 1 { 2 } else { 1 };
        let now = Instant::now();
        core.oracle.question_deadline = now + self.deadline.saturating_duration_since(now) / share;
        let ids = targets.iter().map(|t| t.0).collect();
        let question = core.known.questions.push(Question { targets: ids, unsupported: true });
        let reason = self.answer_question(core, entry, context, question, &targets);
        let open = targets.into_iter().filter(|t| !self.verdicts.contains_key(&t.1));
        open.map(|(c, original)| (c, original, reason.clone())).collect()
    }

    /// Single questions about what is open.
    fn ask_each(
        &mut self,
        core: &mut Core,
        entry: ProcId,
        context: &Context,
        open: Vec<(CheckId, CheckId, Reason)>,
    ) {
        type Group = (CheckId, Vec<(CheckId, CheckId)>, Reason);
        let mut groups: Vec<Group> = Vec::new();
        for (c, original, reason) in open {
            match groups.iter_mut().find(|g| g.0 == original) {
                Some(group) => group.1.push((c, original)),
                None => groups.push((original, vec![(c, original)], reason)),
            }
        }
        let n = groups.len();
        for (i, (original, targets, mut reason)) in groups.into_iter().enumerate() {
            let now = Instant::now();
            let left = self.deadline.saturating_duration_since(now);
            let alone = self.questions == Questions::InOrder;
            if (n > 1 || alone) && !left.is_zero() && !self.task.is_cancelled() {
                core.oracle.question_deadline = now + left / (n - i) as u32;
                let ids = targets.iter().map(|t| t.0).collect();
                let unsupported = self.blocked.is_none();
                let question = core.known.questions.push(Question { targets: ids, unsupported });
                if !alone && core.facts.rules.notmay_summaries {
                    core.inherit_spaces(QuestionId(0), question);
                }
                reason = self.answer_question(core, entry, context, question, &targets);
            }
            if !self.verdicts.contains_key(&original) {
                self.settle(original, Verdict::Unknown(reason), Means::Search);
            }
        }
    }

    /// Asks until all targets are settled or nothing more is known; then says why.
    fn answer_question(
        &mut self,
        core: &mut Core,
        entry: ProcId,
        context: &Context,
        question: QuestionId,
        targets: &[(CheckId, CheckId)],
    ) -> Reason {
        loop {
            // What others have decided is left to them.
            for (c, original) in targets {
                if (self.task.decided)(*original) {
                    core.known.questions[question].targets.remove(c);
                }
            }
            if core.known.questions[question].targets.is_empty() {
                return Reason::Cancelled;
            }
            let before = (core.counts.notmay_used, core.counts.must_used);
            let (reply, active) = core.ask(entry, &Goal::Error(question), context.clone());
            let used = (core.counts.notmay_used - before.0, core.counts.must_used - before.1);
            self.count_used(&reply, used);
            match reply {
                Reply::No(_) => {
                    if let Some(reason) = &self.blocked {
                        return Reason::Unsupported { what: reason.clone(), function: None };
                    }
                    let open = core.known.questions[question].targets.clone();
                    let mut proved: Vec<CheckId> =
                        targets.iter().filter(|t| open.contains(&t.0)).map(|t| t.1).collect();
                    proved.dedup();
                    let by = core.means(&active);
                    for c in proved {
                        if !self.verdicts.contains_key(&c) {
                            self.settle(c, Verdict::Proved, by);
                        }
                    }
                    return Reason::NoProgress;
                }
                Reply::Yes(summary) => match &summary.end {
                    End::Failure(Label::Unsupported(reason)) => {
                        self.blocked = Some(reason.to_string());
                        core.known.questions[question].unsupported = false;
                    }
                    End::Failure(Label::Check(check)) => {
                        self.failed(core, &active, *check, question, targets);
                    }
                    End::Exit => return Reason::NoProgress,
                },
                Reply::Partly(_, reason) | Reply::Unknown(reason) => {
                    return match &self.blocked {
                        Some(blocked) => Reason::Unsupported { what: blocked.clone(), function: None },
                        None if core.is_over() => Reason::TIME,
                        None => reason.into(),
                    };
                }
            }
        }
    }

    /// A path fails a check: it is replayed.
    fn failed(
        &mut self,
        core: &mut Core,
        active: &Active,
        check: CheckId,
        question: QuestionId,
        targets: &[(CheckId, CheckId)],
    ) {
        let original = targets.iter().find(|t| t.0 == check).map_or(check, |t| t.1);
        let verdict = match self.replayed(core, active, original) {
            Ok(run) => Verdict::Fails(Box::new(run)),
            Err(reason) => {
                self.spurious.push(original);
                Verdict::Unknown(Reason::NotReplayed(reason))
            }
        };
        if !self.verdicts.contains_key(&original) {
            self.settle(original, verdict, core.means(active));
        }
        for (c, o) in targets {
            if *o == original {
                core.known.questions[question].targets.remove(c);
            }
        }
    }

    fn replayed(
        &self,
        core: &mut Core,
        active: &Active,
        check: CheckId,
    ) -> Result<maymust_engine::Run, String> {
        let Some(place) = active.reached.found else { return Err("no path".to_owned()) };
        let mut paths = active.paths.clone();
        let graph = core.known.spaces[active.space].graph.clone();
        let conditions = paths.conditions(core, &graph, place);
        if !core.check(&conditions).is_sat() {
            return Err("its condition has no model".to_owned());
        }
        let script = core.script(active, place);
        replay(self.task.program, self.task.check_set(), check, script)
    }

    /// Summaries used, by the kind of answer that they led to.
    fn count_used(&mut self, reply: &Reply, (notmay, must): (u64, u64)) {
        let kind = match reply {
            Reply::No(_) => "proofs",
            Reply::Yes(_) => "bugs",
            Reply::Partly(..) | Reply::Unknown(_) => "unknowns",
        };
        self.statistics.count(&format!("notmay_summaries_used_in_{kind}"), notmay);
        self.statistics.count(&format!("must_summaries_used_in_{kind}"), must);
    }

    fn audit(&mut self, core: &mut Core) {
        const TIME: Duration = Duration::from_secs(60);
        let solver = match self.task.options.new_audit_solver() {
            Ok(solver) => solver,
            Err(error) => {
                self.broken.push(format!("the audit's solver: {error}"));
                return;
            }
        };
        core.oracle.question_deadline = Instant::now() + TIME;
        let audit = core.audit(TIME, solver);
        self.statistics.count("audit_checked", audit.checked);
        self.statistics.count("audit_unchecked", audit.unchecked);
        self.broken.extend(audit.broken);
    }

    fn count(&mut self, core: &Core) {
        let c = &core.counts;
        let s = &mut self.statistics;
        s.count("queries", c.queries);
        s.count("notmay_summaries_made", c.notmay_made);
        s.count("notmay_summaries_used", c.notmay_used);
        s.count("must_summaries_made", c.must_made);
        s.count("must_summaries_used", c.must_used);
        s.count("tests", c.tests);
        s.count("predicates", c.splits);
        s.count("excluded_pairs", c.excluded);
        s.count("solver_calls", c.solver_calls);
        s.count("invariants", c.invariants);
        s.time("solver_s", c.time_solver);
        s.time("tests_s", c.time_tests);
        s.time("invariants_s", c.time_invariants);
        s.time("graphs_s", c.time_graphs);
        for (p, n) in c.queries_by_proc.entries() {
            let proc = core.facts.program.proc(p);
            if *n > 0 && !proc.is_library() {
                s.count(&format!("queries_of_{}", proc.name), *n);
            }
        }
    }
}

/// Fresh symbols for what is unknown at the start.
struct Start;

impl Host for Start {
    fn input(&mut self, terms: &mut Terms, _state: &State, var: VarId, _input: &Input) -> TermId {
        self.forget(terms, var)
    }

    fn forget(&mut self, terms: &mut Terms, var: VarId) -> TermId {
        let name = terms.symbol_name(var).to_owned();
        let symbol = terms.fresh(&format!("{name}@start"), terms.symbol_sort(var));
        terms.var(symbol)
    }
}

/// The state in which the program starts.
pub fn start_context(core: &mut Core) -> Context {
    let state = maymust_symbolic::initial(&core.facts.program, &mut core.terms, &mut Start);
    let mut values: Values = state.changed().into_iter().collect();
    let allocated: Vec<u32> = core.facts.program.memory.allocated.values().flatten().copied().collect();
    for (i, region) in core.facts.program.memory.regions.iter().enumerate() {
        // Only static objects lie in such a region, and they are zero.
        if let Cell::Bytes | Cell::Cells { .. } = region.cell
            && !allocated.contains(&(i as u32))
        {
            let sort = core.terms.symbol_sort(region.var);
            let bits = if let Cell::Cells { bits } = region.cell { bits } else { 8 };
            let zero = core.terms.bv(bits, 0);
            let array = core.terms.const_array(sort, zero);
            values.insert(region.var, array);
        }
    }
    if let Some(entry) = core.facts.program.entry {
        let locals = core.graph(entry).locals.clone();
        let fresh = core.rename(&locals);
        values.extend(locals.iter().map(|l| (*l, fresh[l])));
    }
    let condition = state.condition(&core.terms);
    Context { conditions: core.terms.conjuncts(condition), values: Rc::new(values) }
}

impl Core {
    /// What answered a query.
    fn means(&self, query: &Active) -> Means {
        match &self.known.spaces[query.space].graph {
            graph if graph.unrolled => Means::Unrolling,
            _ if self.counts.invariants > 0 => Means::Invariants,
            _ => Means::Search,
        }
    }

    /// What is known for one question is known for another about fewer failures.
    fn inherit_spaces(&mut self, from: QuestionId, to: QuestionId) {
        let spaces = self.known.spaces.ids();
        let old: Vec<SpaceId> = spaces
            .filter(|s| self.known.spaces[*s].goal == Goal::Error(from))
            .filter(|s| !self.known.spaces[*s].graph.unrolled)
            .collect();
        for s in old {
            let mut space = self.known.spaces[s].clone();
            space.goal = Goal::Error(to);
            let key = (space.proc, space.goal.clone());
            let id = self.known.spaces.push(space);
            self.known.space_index.insert(key, id);
        }
    }
}

#[cfg(test)]
mod damage;
