//! From choices to a run of the machine.
//!
//! The run is executed again with these choices alone: every input gets a name of its own and no condition is forgotten. A model
//! of all conditions gives the inputs, and the machine says whether it fails.

use maymust_engine::{Reason, Run};
use maymust_machine::{AfterEnd, Env, Limits, List, Machine, Options, Record, Silent, Stop, Turns};
use maymust_program::{CheckId, Input};
use maymust_term::{BvValue, Sort, TermId, Value};

use crate::exec::{Event, Exec, Point, Script};
use crate::value::Val;

/// Loop iterations and calls of a replayed run.
const STEPS: u64 = 50_000_000;

/// The failing run of these choices.
///
/// # Errors
/// Why there is none.
pub fn replay(exec: &mut Exec<'_>, check: CheckId, choices: &[u64]) -> Result<Run, Reason> {
    let failed = |why: &str| Reason::NotReplayed(why.to_owned());
    exec.eval.all_inputs_differ = true;
    exec.eval.looked.clear();
    exec.script = Some(Script {
        choices: choices.iter().rev().copied().collect(),
        target: Some(check),
        start: exec.steps,
        ..Script::default()
    });
    let record = record(exec);
    exec.eval.all_inputs_differ = false;
    exec.script = None;
    exec.failed.clear();
    let record = record.ok_or_else(|| failed("the path is not found again"))?;
    let task = exec.task;
    let machine = Machine::with_options(task.program, Options { checks: task.check_set(), record: true });
    let mut state = machine.start().ok_or(Reason::NoEntry)?;
    let mut inputs = List::replay(&record, AfterEnd::Zero);
    let env = Env { inputs: &mut inputs, output: &mut Silent, observer: None };
    match machine.run(&mut state, env, Limits { steps: STEPS, ..Limits::default() }) {
        Stop::Failed(failure) if failure.check == Some(check) => {
            Ok(Run { inputs: std::mem::take(&mut state.record), failure: *failure })
        }
        Stop::Failed(failure) => {
            let at = failure
                .check
                .map_or(String::new(), |c| format!(" ({})", task.program.checks[c.index()].message));
            Err(failed(&format!("the machine fails another check{at}")))
        }
        Stop::Exit(_) | Stop::Returned => Err(failed("it terminates without a failure")),
        Stop::Unsupported { .. } => Err(failed("it reaches something that is not modelled")),
        Stop::Blocked { .. } => Err(failed("it ends at an assumption")),
        Stop::StackOverflow { .. } => Err(Reason::StackOverflow),
        Stop::StepLimit | Stop::Turn | Stop::InputsEnded { .. } => Err(failed("step limit reached")),
    }
}

/// The inputs of the scripted run.
fn record(exec: &mut Exec<'_>) -> Option<Record> {
    let mut state = exec.start()?;
    exec.stop_at_calls = false;
    let races = exec.race_check();
    let point = exec.run(&mut state);
    let script = exec.script.take()?;
    // What races has been accessed when the choices are used up, whatever comes of it then.
    let is_seen = match point {
        Point::Hit => true,
        Point::End | Point::Returned(_) => {
            script.choices.is_empty() && races.is_some() && races == script.target
        }
        _ => false,
    };
    if !is_seen {
        return None;
    }
    let looked = std::mem::take(&mut exec.eval.looked);
    let mut wanted: Vec<TermId> = looked.iter().map(|l| l.3).collect();
    for event in &script.events {
        let (Event::Value(_, _, value) | Event::Stdin(value)) = event;
        wanted.extend(if let Val::Sym(t) = value { Some(*t) } else { None });
    }
    let values = exec.paths.model(&mut exec.eval.terms, &state.path, &wanted)?;
    let mut values = values.into_iter();
    let mut contents: Vec<(u32, Vec<u8>)> = Vec::new();
    for (object, offset, length, _) in looked {
        let size = state.heap.size(object) as usize;
        let bits = values.next()?.as_bv().map(BvValue::to_le_bytes)?;
        let at = match contents.iter().position(|c| c.0 == object) {
            Some(at) => at,
            None => {
                contents.push((object, vec![0; size]));
                contents.len() - 1
            }
        };
        let range = offset as usize..(offset + length) as usize;
        contents[at].1.get_mut(range)?.copy_from_slice(&bits[..length as usize]);
    }
    contents.sort_by_key(|c| c.0);
    let mut record = Record { contents, ..Record::default() };
    for thread in script.turns {
        match record.schedule.last_mut() {
            Some(turns) if turns.thread == thread => turns.count += 1,
            _ => record.schedule.push(Turns { thread, count: 1 }),
        }
    }
    for event in script.events {
        let (input, sort, value) = match event {
            Event::Value(input, sort, value) => (input, sort, value),
            Event::Stdin(value) => (Input::Stdin, Sort::BitVec(32), value),
        };
        let value: Value = match value {
            Val::Sym(_) => values.next()?,
            value => value.to_value(sort)?,
        };
        record.values.push((input, value));
    }
    Some(record)
}
