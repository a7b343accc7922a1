//! Lassos by formulas: inputs for which a loop, or a recursion, comes back to a state in which it was.
//!
//! Everything is unrolled a few times, exactly. Between two visits to a header the variables that decide over the way of iterations
//! must be the same. A model gives the inputs, and the machine walks them.

use std::time::Instant;

use maymust_engine::{Reason, Run};
use maymust_machine::Record;
use maymust_program::loops::LoopId;
use maymust_program::{LocId, ProcId, VarId};
use maymust_solver::Answer;
use maymust_source::Span;
use maymust_symbolic::State;
use maymust_term::{TermId, Value};
use rustc_hash::FxHashMap;

use crate::explore::{Explorer, Halted, Policy, body, enter, region};
use crate::hang::{Again, Endless, Stage};
use crate::walk;

/// Conflicts of one query.
const CONFLICTS: u64 = 4_000;
/// Models that are tried on the machine.
const TRIED: usize = 6;

/// Looks for a lasso with so many iterations of each loop.
pub fn search(stage: &Stage<'_>, unroll: usize, deadline: Instant) -> Option<Run> {
    let core = Explorer::new(stage, deadline).ok()?;
    let mut search = Search {
        stage,
        core,
        unroll,
        activations: Vec::new(),
        deciding: FxHashMap::default(),
        tried: 0,
        found: None,
    };
    let start = search.core.start();
    // Whatever else ends it, only what was found counts.
    let _ = body(&mut search, stage.program.entry?, start);
    search.found
}

struct Search<'s> {
    stage: &'s Stage<'s>,
    core: Explorer<'s>,
    unroll: usize,
    /// Activations of recursive procedures, with their states at the entry and the inputs read so far.
    activations: Vec<(ProcId, State, usize)>,
    deciding: FxHashMap<(ProcId, Option<LoopId>), Vec<VarId>>,
    tried: usize,
    found: Option<Run>,
}

impl Search<'_> {
    /// The variables that must be the same.
    fn deciding(&mut self, proc: ProcId, id: Option<LoopId>) -> Vec<VarId> {
        let (stage, program) = (self.stage, self.core.program);
        let found = self.deciding.entry((proc, id)).or_insert_with(|| match id {
            Some(id) => {
                let all = stage.loops.deciding(program, proc, id);
                let modified = stage.loops.modified(program, proc, id);
                modified.into_iter().filter(|v| all.contains(v)).collect()
            }
            None => {
                let all = stage.loops.deciding_in_calls(program, proc);
                let writes = &stage.loops.modref.writes[proc.index()];
                let vars = program.proc(proc).params.iter().chain(writes);
                vars.filter(|v| all.contains(v)).copied().collect()
            }
        });
        found.clone()
    }

    /// Can the later state be the same as the earlier one?
    fn compare(
        &mut self,
        vars: &[VarId],
        (earlier, from): (&State, usize),
        later: &State,
    ) -> Result<(), Halted> {
        if self.tried >= TRIED {
            return Ok(());
        }
        if Instant::now() >= self.core.deadline {
            return Err(Halted::Unknown(Reason::TIME));
        }
        let terms = &mut self.core.terms;
        let mut query = vec![later.condition(terms)];
        for var in vars {
            let (a, b) = (earlier.value(terms, *var), later.value(terms, *var));
            if a == b {
                continue;
            }
            if terms.sort(a).is_array() {
                return Ok(());
            }
            query.push(terms.eq(a, b));
        }
        if self.core.check(&query, CONFLICTS) != Answer::Sat {
            return Ok(());
        }
        self.tried += 1;
        let endless = self.inputs(from);
        let mut inputs = Again::new(&endless);
        self.found = walk::replay(self.stage, &mut inputs);
        if self.found.is_some() { Err(Halted::Found) } else { Ok(()) }
    }

    /// The inputs of the last model; those from some number on are read again and again.
    fn inputs(&mut self, from: usize) -> Endless {
        let (mut stem, mut cycle) = (Record::default(), Vec::new());
        for (i, read) in self.core.reads.clone().into_iter().enumerate() {
            let value = |core: &mut Explorer<'_>, t: TermId| core.solver.value(&mut core.terms, t);
            if value(&mut self.core, read.condition) != Some(Value::Bool(true)) {
                continue;
            }
            let Some(value) = value(&mut self.core, read.value) else { continue };
            let list = if i < from { &mut stem.values } else { &mut cycle };
            list.push((read.input.clone(), value));
        }
        Endless { stem, cycle, span: Span::NONE, why: String::new() }
    }
}

impl<'s> Policy<'s> for Search<'s> {
    fn core(&mut self) -> &mut Explorer<'s> {
        &mut self.core
    }

    fn enter_loop(
        &mut self,
        proc: ProcId,
        id: LoopId,
        mut state: State,
    ) -> Result<Vec<(LocId, State)>, Halted> {
        let header = self.stage.loops.trees[proc.index()].loops[id.index()].header;
        let vars = self.deciding(proc, Some(id));
        let (mut visits, mut exits): (Vec<(State, usize)>, Vec<(LocId, State)>) = Default::default();
        for i in 0..=self.unroll {
            for (earlier, from) in visits.iter().rev() {
                self.compare(&vars, (earlier, *from), &state)?;
            }
            if i == self.unroll {
                break;
            }
            visits.push((state.clone(), self.core.reads.len()));
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
        let data = self.core.program.proc(proc);
        let own: Vec<VarId> = data.params.iter().chain(&data.locals).chain(&data.result).copied().collect();
        let saved: Vec<(VarId, TermId)> =
            own.iter().map(|v| (*v, state.value(&mut self.core.terms, *v))).collect();
        let entered = enter(data, &args, state);
        let vars = self.deciding(proc, None);
        for (other, earlier, from) in self.activations.clone().into_iter().rev() {
            if other == proc {
                self.compare(&vars, (&earlier, from), &entered)?;
            }
        }
        if self.activations.len() >= self.unroll {
            return Ok(None);
        }
        self.activations.push((proc, entered.clone(), self.core.reads.len()));
        let after = body(self, proc, entered);
        self.activations.pop();
        let Some(mut after) = after? else { return Ok(None) };
        for (var, value) in saved {
            if Some(var) != data.result {
                after.set(var, value);
            }
        }
        Ok(Some(after))
    }

    fn unsupported(&mut self, _reason: &str, _state: State) -> Result<(), Halted> {
        Ok(())
    }
}
