//! Tests through calls: a run on terms goes on in the procedures that it calls, and comes back.
//!
//! Such a run has one path per call in it; each is a must summary of its procedure, which its caller's path uses. So a test need
//! not stop at a call that no known summary takes. Where recursion starts and ends, and at loop heads, the states are kept as *samples*:
//! candidates for contracts must hold of them ([`crate::contract`]).

use std::rc::Rc;
use std::sync::Arc;

use maymust_program::ProcId;
use maymust_term::{Symbol, Value};
use rustc_hash::FxHashMap;

use crate::core::Core;
use crate::graph::{Call, Graph, Kind, Label};
use crate::ids::{EdgeId, NodeId, PlaceId, QuestionId};
use crate::path::{Concrete, Context, ENTRY, Paths, Way};
use crate::summary::MustSummary;

/// Blocks that a run through calls takes at most, and calls within each other.
pub const STEPS: u32 = 1500;
const DEPTH: usize = 80;
/// Samples of one node.
const SAMPLES: usize = 48;

/// A state at a node, with the state in which the call began.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Where.
    pub node: NodeId,
    /// The state.
    pub state: Rc<Concrete>,
    /// The state at the entry.
    pub entry: Rc<Concrete>,
}

/// A call that is under way.
struct Frame {
    proc: ProcId,
    graph: Arc<Graph>,
    node: NodeId,
    state: Concrete,
    entry: Rc<Concrete>,
    /// The path so far, if it is wanted.
    path: Option<(Paths, PlaceId)>,
}

/// Where a run ended.
pub struct Ran {
    /// The state there.
    pub state: Concrete,
    /// The path, if it was wanted.
    pub summary: Option<Rc<MustSummary>>,
    /// What failed; none if it returned.
    pub failed: Option<Label>,
}

/// What one step of a frame does.
enum Step {
    Taken(Way, Concrete),
    Called(EdgeId, Call),
    Failed(Way, Label),
}

impl Core {
    /// Runs a procedure from a state; none if it does not end in time. A failure ends it if the question asks about it, and leaves it
    /// without an end if not.
    pub fn run_through(
        &mut self,
        proc: ProcId,
        start: Concrete,
        question: Option<QuestionId>,
        with_path: bool,
        steps: &mut u32,
    ) -> Option<Ran> {
        let mut frames = vec![self.frame(proc, start, with_path)];
        while *steps > 0 {
            *steps -= 1;
            let at = frames.len() - 1;
            self.sample(&frames[at]);
            let top = &mut frames[at];
            if top.node == top.graph.exit {
                let done = frames.pop()?;
                let summary = self.path_taken(&done);
                let Some(caller) = frames.last_mut() else {
                    return Some(Ran { state: done.state, summary, failed: None });
                };
                self.come_back(caller, done, summary);
                continue;
            }
            match self.frame_step(top, question)? {
                Step::Taken(way, state) => {
                    top.node = top.graph.edges[way.edge].to;
                    top.state = state;
                    self.take(top, way);
                }
                Step::Called(edge, call) => {
                    if frames.len() > DEPTH || self.is_over() {
                        return None;
                    }
                    let start = self.callee_state(&call, &frames[at].state);
                    // The edge is taken when the callee is back.
                    frames[at].node = frames[at].graph.edges[edge].from;
                    frames.push(self.frame(call.proc, start, with_path));
                }
                Step::Failed(way, label) => {
                    self.take(top, way);
                    return self.fail(frames, label);
                }
            }
        }
        None
    }

    fn frame(&mut self, proc: ProcId, start: Concrete, with_path: bool) -> Frame {
        let graph = self.graph(proc);
        let entry = Rc::new(start.clone());
        let context = || Context { conditions: Vec::new(), values: Rc::default() };
        let path = with_path.then(|| (Paths::init_omega(context(), graph.entry), ENTRY));
        Frame { proc, node: graph.entry, graph, state: start, entry, path }
    }

    /// A failure ends all calls under way.
    fn fail(&mut self, mut frames: Vec<Frame>, label: Label) -> Option<Ran> {
        loop {
            let done = frames.pop()?;
            let summary = self.path_taken(&done);
            let Some(caller) = frames.last_mut() else {
                return Some(Ran { state: done.state, summary, failed: Some(label) });
            };
            let graph = caller.graph.clone();
            let fails = |e: &&EdgeId| matches!(&graph.edges[**e].kind, Kind::CallFail(_));
            let edge = *graph.out[caller.node].iter().find(fails)?;
            self.take(caller, Way { edge, label: None, summary, renamed: Rc::default() });
        }
    }

    /// The next step of a frame.
    fn frame_step(&mut self, frame: &Frame, question: Option<QuestionId>) -> Option<Step> {
        let graph = frame.graph.clone();
        let mut drawn: Option<FxHashMap<Symbol, Value>> = None;
        for &edge in &graph.out[frame.node] {
            let mut way = Way { edge, label: None, summary: None, renamed: Rc::default() };
            match &graph.edges[edge].kind {
                Kind::Block { reads, .. } => {
                    let values = drawn.get_or_insert_with(|| self.arbitrary(reads)).clone();
                    if let Some(next) = self.concrete_step(&graph, &way, &frame.state, &values) {
                        return Some(Step::Taken(way, next));
                    }
                }
                Kind::Fail { ways, reads } => {
                    let values = drawn.get_or_insert_with(|| self.arbitrary(reads)).clone();
                    for (label, condition) in ways {
                        if self.concrete(*condition, &frame.state, &values).as_bool() != Some(true) {
                            continue;
                        }
                        let is_asked = question.is_some_and(|q| self.known.questions[q].wants(label));
                        way.label = Some(label.clone());
                        return is_asked.then(|| Step::Failed(way, label.clone()));
                    }
                }
                Kind::Call(call) => return Some(Step::Called(edge, call.clone())),
                Kind::CallFail(_) => {}
            }
        }
        None
    }

    /// The state that a callee starts in.
    pub fn callee_state(&self, call: &Call, state: &Concrete) -> Concrete {
        let none = FxHashMap::default();
        let params = &self.facts.program.proc(call.proc).params;
        let args = call.args.iter().map(|a| self.concrete(*a, state, &none));
        let mut start: Concrete = params.iter().copied().zip(args).collect();
        for v in self.facts.shared(call.proc) {
            start.insert(v, self.concrete_symbol(v, state, &none));
        }
        start
    }

    /// The state after a call.
    pub fn state_after(&self, call: &Call, before: &Concrete, after: &Concrete) -> Concrete {
        let mut state = before.clone();
        for v in &self.facts.modref.writes[call.proc.index()] {
            if let Some(value) = after.get(v) {
                state.insert(*v, value.clone());
            }
        }
        if let (Some(to), Some(r)) = (call.result, self.facts.program.proc(call.proc).result) {
            state.insert(to, self.concrete_symbol(r, after, &FxHashMap::default()));
        }
        state
    }

    /// A callee has returned.
    fn come_back(&mut self, caller: &mut Frame, done: Frame, summary: Option<Rc<MustSummary>>) {
        let graph = caller.graph.clone();
        let returns = |e: &&EdgeId| matches!(&graph.edges[**e].kind, Kind::Call(_));
        let Some(&edge) = graph.out[caller.node].iter().find(returns) else { return };
        let Kind::Call(call) = &graph.edges[edge].kind else { return };
        caller.state = self.state_after(call, &caller.state, &done.state);
        caller.node = graph.edges[edge].to;
        self.take(caller, Way { edge, label: None, summary, renamed: Rc::default() });
    }

    /// Adds a step to the path of a frame.
    fn take(&mut self, frame: &mut Frame, way: Way) {
        if let Some((paths, place)) = &mut frame.path {
            *place = paths.child(self, &frame.graph, *place, way.edge, way.label, way.summary);
        }
    }

    /// The path of a frame that has ended.
    fn path_taken(&mut self, frame: &Frame) -> Option<Rc<MustSummary>> {
        let (paths, place) = frame.path.as_ref()?;
        let summary =
            Rc::new(self.mustsummary_of(frame.proc, &frame.graph, paths, *place, Some(&frame.entry)));
        let same = |s: &&Rc<MustSummary>| {
            s.conditions == summary.conditions && s.outputs == summary.outputs && s.end == summary.end
        };
        if let Some(known) = self.known.must[frame.proc].iter().find(same) {
            return Some(known.clone());
        }
        self.counts.must_made += 1;
        if self.facts.rules.must_summaries {
            self.known.must[frame.proc].push(summary.clone());
        }
        Some(summary)
    }

    /// Keeps a state of a procedure that calls itself.
    fn sample(&mut self, frame: &Frame) {
        let is_cut = frame.node == frame.graph.exit || frame.graph.is_head[frame.node];
        if !is_cut || !self.facts.recursive[frame.proc] {
            return;
        }
        let list = &mut self.known.samples[frame.proc];
        if list.iter().filter(|s| s.node == frame.node).count() < SAMPLES {
            let state = Rc::new(frame.state.clone());
            list.push(Sample { node: frame.node, state, entry: frame.entry.clone() });
        }
    }
}
