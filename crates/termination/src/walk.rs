//! Runs of the machine that repeat themselves.
//!
//! At the header of a loop only those variables count on which the way of its iterations depends: if they are the same at two visits, with
//! the loop not left in between, the run can go that way again, with the same inputs, for ever. Of a recursion the
//! innermost activation and what is around it must be the same, without a return to below the first of the two.

use std::time::{Duration, Instant};

use maymust_engine::Run;
use maymust_machine::{Env, Inputs, Limits, Request, Seeded, Silent, State, Stop, Zeros};
use maymust_program::loops::LoopId;
use maymust_program::{LocId, ProcId, VarId};
use maymust_term::{BvValue, Sort, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::hang::{Endless, Stage};

/// Edges of one run.
const EDGES: u64 = 400_000;
/// Time of one run.
const TIME: Duration = Duration::from_millis(120);
/// Runs with random inputs.
const SEEDS: u64 = 6;

/// What came of the runs.
#[derive(Default)]
pub struct Walked {
    /// How many there were.
    pub runs: u64,
    /// One that never ends.
    pub endless: Option<Run>,
    /// Loops that a run was in when its time was over.
    pub suspects: Vec<Suspect>,
}

/// A loop that a run did not leave so far.
#[derive(Clone)]
pub struct Suspect {
    /// Its procedure.
    pub proc: ProcId,
    /// The loop.
    pub id: LoopId,
    /// A state at its header.
    pub state: State,
}

/// Always the same number.
struct Always(i64);

impl Inputs for Always {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        Some(match request.sort {
            Sort::Bool => Value::Bool(self.0 != 0),
            Sort::BitVec(w) => Value::Bv(BvValue::from_i64(w, self.0)),
            _ => maymust_machine::zero(terms, request.sort),
        })
    }
}

/// Runs with different inputs, until one of them repeats itself.
pub fn walk(stage: &Stage<'_>) -> Walked {
    let mut walked = Walked::default();
    let mut sources: Vec<Box<dyn Inputs>> =
        vec![Box::new(Zeros), Box::new(Always(1)), Box::new(Always(2)), Box::new(Always(-1))];
    sources.extend((0..SEEDS).map(|s| Box::new(Seeded::new(s)) as Box<dyn Inputs>));
    let end = Instant::now() + stage.task.budget / 10;
    for mut source in sources {
        if stage.is_over() || Instant::now() > end {
            break;
        }
        walked.runs += 1;
        let reads = run(stage, source.as_mut(), TIME, &mut walked);
        if walked.endless.is_some() || !reads {
            break;
        }
    }
    walked
}

/// A run with the inputs of a model, which may repeat itself.
pub fn replay(stage: &Stage<'_>, inputs: &mut dyn Inputs) -> Option<Run> {
    let mut walked = Walked::default();
    run(stage, inputs, TIME * 2, &mut walked);
    walked.endless
}

/// What is kept of an earlier visit to a header.
struct Snapshot {
    values: Vec<Value>,
    state: State,
    visits: u64,
    next: u64,
}

/// The variables that decide at a header; memory as a whole if they are not all scalars.
struct Deciding {
    vars: Vec<VarId>,
    memory: bool,
}

/// One run; says whether it has read anything.
fn run(stage: &Stage<'_>, inputs: &mut dyn Inputs, time: Duration, walked: &mut Walked) -> bool {
    let Some(mut state) = stage.machine.start() else { return false };
    let end = Instant::now() + time;
    let mut walker = Walker {
        stage,
        deciding: FxHashMap::default(),
        snapshots: FxHashMap::default(),
        recursion: None,
        inside: FxHashMap::default(),
    };
    for n in 0..EDGES {
        if n % 1024 == 0 && Instant::now() > end {
            break;
        }
        let env = Env { inputs, output: &mut Silent, observer: None };
        match stage.machine.run(&mut state, env, Limits { steps: 1, stepped: true, ..Limits::default() }) {
            Stop::StepLimit => {}
            _ => return !state.record.values.is_empty() || !state.record.contents.is_empty(),
        }
        if let Some(endless) = walker.look(&state) {
            walked.endless = stage.confirm(endless);
            if walked.endless.is_some() {
                return true;
            }
        }
    }
    walked.suspects.extend(walker.suspects(&state));
    true
}

struct Walker<'s, 'a> {
    stage: &'s Stage<'a>,
    deciding: FxHashMap<(ProcId, LoopId), Deciding>,
    /// By depth of activation and loop.
    snapshots: FxHashMap<(usize, LoopId), Snapshot>,
    recursion: Option<(State, u64, u64)>,
    /// By depth: the loops that the run is in there, outer ones first.
    inside: FxHashMap<usize, (ProcId, Vec<LoopId>)>,
}

impl Walker<'_, '_> {
    /// The run stands here; does it repeat itself?
    fn look(&mut self, state: &State) -> Option<Endless> {
        let (depth, frame) = (state.frames().len(), state.top()?);
        self.enter(depth, frame.proc, frame.loc);
        let tree = &self.stage.loops.trees[frame.proc.index()];
        if let Some(id) = tree.at_header(frame.loc)
            && let Some(endless) = self.at_header(state, depth, frame.proc, id)
        {
            return Some(endless);
        }
        let data = self.stage.program.proc(frame.proc);
        if frame.loc == data.entry && self.stage.loops.calls.recursive[frame.proc.index()] {
            return self.at_entry(state, frame.proc);
        }
        if let Some((earlier, ..)) = &self.recursion
            && earlier.frames().len() > depth
        {
            self.recursion = None;
        }
        None
    }

    /// Keeps track of the loops that the run is in, and drops what is known of those that it has left.
    fn enter(&mut self, depth: usize, proc: ProcId, loc: LocId) {
        let tree = &self.stage.loops.trees[proc.index()];
        let mut now = Vec::new();
        let mut at = tree.innermost[loc.index()];
        while let Some(id) = at {
            now.push(id);
            at = tree.loops[id.index()].parent;
        }
        let before = self.inside.insert(depth, (proc, now.clone()));
        if let Some((old, loops)) = before {
            for id in loops.into_iter().filter(|id| old != proc || !now.contains(id)) {
                self.snapshots.remove(&(depth, id));
            }
        }
        if self.inside.len() > depth {
            self.inside.retain(|d, _| *d <= depth);
            self.snapshots.retain(|(d, _), _| *d <= depth);
        }
    }

    fn at_header(&mut self, state: &State, depth: usize, proc: ProcId, id: LoopId) -> Option<Endless> {
        let stage = self.stage;
        let deciding = self.deciding.entry((proc, id)).or_insert_with(|| {
            let all = stage.loops.deciding(stage.program, proc, id);
            deciding_of(stage, &all, &stage.loops.modified(stage.program, proc, id))
        });
        let vars = deciding.vars.iter();
        let values: Vec<Value> = vars.filter_map(|v| stage.machine.value(state, *v)).collect();
        let snapshot = match self.snapshots.entry((depth, id)) {
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(Snapshot { values, state: state.clone(), visits: 0, next: 1 });
                return None;
            }
            std::collections::hash_map::Entry::Occupied(there) => there.into_mut(),
        };
        snapshot.visits += 1;
        let is_same = snapshot.values == values
            && (!deciding.memory || state.same_around(&snapshot.state))
            && state.record.contents.len() == snapshot.state.record.contents.len();
        if is_same {
            let header = stage.loops.trees[proc.index()].loops[id.index()].header;
            let data = stage.program.proc(proc);
            let span = data.successors(header).map(|(_, e)| e.span).next().unwrap_or(data.span);
            let shown: Vec<String> =
                deciding.vars.iter().zip(&values).map(|(v, value)| shown(stage, *v, value)).take(8).collect();
            let here = if shown.is_empty() { String::new() } else { format!(" ({})", shown.join(", ")) };
            let n = snapshot.visits;
            let after = if n == 1 { "every iteration".to_owned() } else { format!("{n} iterations") };
            let why = format!("after {after} the loop is where it was{here}");
            return Some(endless(&snapshot.state, state, span, why));
        }
        if snapshot.visits >= snapshot.next {
            let next = snapshot.next * 2;
            *snapshot = Snapshot { values, state: state.clone(), visits: 0, next };
        }
        None
    }

    fn at_entry(&mut self, state: &State, proc: ProcId) -> Option<Endless> {
        let Some((earlier, calls, next)) = &mut self.recursion else {
            self.recursion = Some((state.clone(), 0, 1));
            return None;
        };
        *calls += 1;
        let deeper = state.frames().len() > earlier.frames().len();
        if !deeper {
            if state.frames().len() < earlier.frames().len() {
                self.recursion = None;
            }
            return None;
        }
        if state.same_top(earlier) {
            let data = self.stage.program.proc(proc);
            let name = self.stage.program.shown_name(proc);
            let why = format!("`{name}` calls itself with the same arguments in the same state");
            return Some(endless(earlier, state, data.span, why));
        }
        if *calls >= *next {
            let next = *next * 2;
            self.recursion = Some((state.clone(), 0, next));
        }
        None
    }

    /// The loops that the run is in, innermost last.
    fn suspects(&self, state: &State) -> Vec<Suspect> {
        let mut out = Vec::new();
        let mut seen = FxHashSet::default();
        for (depth, frame) in state.frames().iter().enumerate() {
            let Some((proc, loops)) = self.inside.get(&(depth + 1)) else { continue };
            for id in loops.iter().rev() {
                let Some(snapshot) = self.snapshots.get(&(depth + 1, *id)) else { continue };
                if *proc == frame.proc && seen.insert((*proc, *id)) {
                    out.push(Suspect { proc: *proc, id: *id, state: snapshot.state.clone() });
                }
            }
        }
        out
    }
}

fn endless(earlier: &State, now: &State, span: maymust_source::Span, why: String) -> Endless {
    let cycle = now.record.values[earlier.record.values.len()..].to_vec();
    Endless { stem: earlier.record.clone(), cycle, span, why }
}

fn deciding_of(stage: &Stage<'_>, all: &FxHashSet<VarId>, modified: &[VarId]) -> Deciding {
    let is_array = |v: &VarId| stage.program.terms.symbol_sort(*v).is_array();
    let changing: Vec<VarId> = modified.iter().filter(|v| all.contains(v)).copied().collect();
    let (arrays, vars): (Vec<VarId>, Vec<VarId>) = changing.into_iter().partition(is_array);
    Deciding { vars, memory: !arrays.is_empty() }
}

/// A variable with its value.
pub fn shown(stage: &Stage<'_>, var: VarId, value: &Value) -> String {
    let data = stage.program.var(var);
    let name = data.name.rsplit("::").next().unwrap_or(&data.name);
    format!("{name} = {}", stage.machine.show(value, data.reading))
}
