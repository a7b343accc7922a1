//! Every failure is replayed on the concrete machine, on the program as it was lowered, before it is reported.
//!
//! A path of the prepared program says which inputs are read, in order. The lowered program reads more (what the
//! preparation dropped), so inputs are matched by what they stand for and by the variable that gets them; others are zero.

use std::collections::VecDeque;

use maymust_engine::Run;
use maymust_engine::replay::{LARGEST_OBJECT, object_bytes};
use maymust_machine::{CheckSet, Env, Inputs, Limits, Machine, Options, Request, Silent, Stop};
use maymust_program::{CheckId, Input, Program, VarId};
use maymust_term::{Terms, Value};

use crate::active::Active;
use crate::core::Core;
use crate::graph::Read;
use crate::ids::PlaceId;

/// What a run of the prepared program reads.
#[derive(Clone, Debug, Default)]
pub struct Script {
    values: VecDeque<(Option<VarId>, Input, Value)>,
    contents: Vec<(u32, Vec<u8>)>,
    n_vars: usize,
}

impl Core {
    /// The inputs of a path that the last model takes.
    pub fn script(&mut self, active: &Active, place: PlaceId) -> Script {
        let graph = self.known.spaces[active.space].graph.clone();
        let start = (*active.paths.context.values).clone();
        let path = active.paths.unroll(self, &graph, place, start);
        let mut script = Script::default();
        for read in &path.reads {
            let Read::Value(var, input) = &read.what else { continue };
            if self.value(read.condition) != Value::Bool(true) {
                continue;
            }
            let value = self.value(read.value);
            script.values.push_back((Some(*var), input.clone(), value));
        }
        for at in &path.contents {
            if self.value(at.condition) == Value::Bool(true) {
                self.contents(at, &mut script);
            }
        }
        script
    }

    /// The bytes of a new object in the model.
    fn contents(&mut self, at: &crate::graph::ContentsAt, script: &mut Script) {
        let (number, size) = (self.value(at.number).as_u64(), self.value(at.size).as_u64());
        let (Some(number), Some(size)) = (number, size) else { return };
        if size > LARGEST_OBJECT {
            return;
        }
        let mut regions = Vec::new();
        for (var, t) in &at.regions {
            let region = self.facts.program.memory.regions.iter().find(|r| r.var == *var);
            let Some(cell) = region.map(|r| r.cell) else { continue };
            if let Value::Array(array) = self.value(*t) {
                regions.push((cell, array));
            }
        }
        let base = self.facts.program.layout.join(number as u32, 0);
        let bytes = object_bytes(&regions, base, size);
        if bytes.iter().any(|b| *b != 0) {
            script.contents.push((number as u32, bytes));
        }
    }
}

impl Inputs for Script {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        let zero = maymust_machine::zero(terms, request.sort);
        let Some((var, input, value)) = self.values.front() else { return Some(zero) };
        let same_var = match (var, request.var) {
            (Some(a), Some(b)) => *a == b || a.index() >= self.n_vars,
            _ => true,
        };
        if input != request.input || !same_var || !value.has_sort(request.sort) {
            return Some(zero);
        }
        let value = value.clone();
        self.values.pop_front();
        Some(value)
    }

    fn contents(&mut self, object: u32, size: u32) -> Option<Vec<u8>> {
        let found = self.contents.iter().find(|c| c.0 == object)?;
        (found.1.len() <= size as usize).then(|| found.1.clone())
    }

    fn stdin(&mut self) -> Option<u8> {
        match self.values.front() {
            Some((_, Input::Stdin, value)) => {
                let byte = value.as_u64().filter(|b| *b < 256).map(|b| b as u8);
                self.values.pop_front();
                byte
            }
            _ => None,
        }
    }
}

/// Runs the lowered program with the inputs; the run, if it fails the check.
pub fn replay(
    program: &Program,
    checks: CheckSet,
    check: CheckId,
    mut script: Script,
) -> Result<Run, String> {
    const STEPS: u64 = 50_000_000;
    script.n_vars = program.vars.len();
    let machine = Machine::with_options(program, Options { checks, record: true });
    let Some(mut state) = machine.start() else { return Err("the program has no entry".to_owned()) };
    let env = Env { inputs: &mut script, output: &mut Silent, observer: None };
    match machine.run(&mut state, env, Limits { steps: STEPS, ..Limits::default() }) {
        Stop::Failed(failure) if failure.check == Some(check) => {
            Ok(Run { inputs: state.record.clone(), failure: *failure })
        }
        Stop::Failed(failure) => Err(format!("the run fails otherwise: {}", failure.message)),
        Stop::Unsupported { reason, .. } => Err(format!("not supported: {reason}")),
        stop => Err(format!("the run does not fail ({})", word(&stop))),
    }
}

fn word(stop: &Stop) -> &'static str {
    match stop {
        Stop::Exit(_) => "it exits",
        Stop::Returned => "it returns",
        Stop::StepLimit | Stop::Turn => "step limit reached",
        Stop::Blocked { .. } => "an assumption does not hold",
        Stop::StackOverflow { .. } => "the stack overflows",
        Stop::InputsEnded { .. } => "it needs more inputs",
        Stop::Failed(_) | Stop::Unsupported { .. } => "it stops",
    }
}
