//! Replay: a model becomes input objects, and a run of the machine shows whether it fails.
//!
//! An engine reads inputs off a model of the prepared program. The machine runs that program with them, and what it
//! recorded is replayed on the program as it was lowered: only a failure there is a failure.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use maymust_machine::{Env, Inputs, Limits, Machine, Record, Request, Scheduled, Silent, Stop, zero};
use maymust_program::{Cell, CheckId, Input};
use maymust_term::{ArrayValue, Terms, Value};

use crate::Run;

/// Larger objects keep zeros.
pub const LARGEST_OBJECT: u64 = 1 << 20;
/// Steps between two looks at the clock.
const SLICE: u64 = 1 << 16;

/// The first bytes of an object at an address, as the arrays of its regions say; all further ones are zero.
pub fn object_bytes(regions: &[(Cell, ArrayValue)], base: u64, size: u64) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    for (cell, array) in regions {
        let (Cell::Bytes | Cell::Cells { .. }) = cell else { continue };
        let default = array.default_value().as_u64().unwrap_or(0) as u8;
        if regions.len() == 1 && *cell == Cell::Bytes && default != 0 {
            bytes.resize(size as usize, default);
        }
        for (address, value) in array.entries_in(base, base.saturating_add(size.saturating_sub(1))) {
            let Some(value) = value.as_bv() else { continue };
            let offset = (address - base) as usize;
            for (i, b) in value.to_le_bytes().into_iter().enumerate() {
                put(&mut bytes, offset + i, b, size as usize);
            }
        }
    }
    bytes
}

/// Sets a byte; those that are zero and behind all others are left out.
fn put(bytes: &mut Vec<u8>, at: usize, byte: u8, size: usize) {
    if at < bytes.len() {
        bytes[at] = byte;
    } else if byte != 0 && at < size {
        bytes.resize(at, 0);
        bytes.push(byte);
    }
}

/// A record of the prepared program for the lowered one, which lacks the inputs that inlining made.
struct Replayed {
    values: VecDeque<(Input, Value)>,
    contents: VecDeque<(u32, Vec<u8>)>,
}

impl Inputs for Replayed {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        while let Some((input, value)) = self.values.pop_front() {
            if input == *request.input && value.has_sort(request.sort) {
                return Some(value);
            }
            if !matches!(input, Input::Uninitialised(_)) {
                self.values.push_front((input, value));
                break;
            }
        }
        Some(zero(terms, request.sort))
    }

    fn contents(&mut self, object: u32, _size: u32) -> Option<Vec<u8>> {
        if self.contents.front().is_some_and(|c| c.0 == object) {
            return self.contents.pop_front().map(|c| c.1);
        }
        None
    }

    fn stdin(&mut self) -> Option<u8> {
        while let Some((input, value)) = self.values.pop_front() {
            if input == Input::Stdin {
                return value.as_u64().filter(|b| *b < 256).map(|b| b as u8);
            }
            if !matches!(input, Input::Uninitialised(_)) {
                self.values.push_front((input, value));
                break;
            }
        }
        None
    }
}

/// Two machines: of the prepared program and of the lowered one.
pub struct Replay<'p> {
    /// Of the prepared program.
    pub prepared: Machine<'p>,
    /// Of the lowered program.
    pub lowered: Machine<'p>,
}

impl Replay<'_> {
    /// Runs both programs; the check that fails (of the lowered program) and the run, if one does.
    ///
    /// # Errors
    /// Why there is no failing run.
    pub fn run(&self, inputs: &mut dyn Inputs, time: Duration) -> Result<(CheckId, Run), String> {
        let record = match run(&self.prepared, inputs, time) {
            (Ok(Stop::Failed(failure)), record) if failure.check.is_some() => record,
            (Ok(stop), _) => return Err(stop_text(&stop).to_owned()),
            (Err(why), _) => return Err(why),
        };
        let Record { values, contents, schedule } = record;
        let again = Replayed { values: values.into(), contents: contents.into() };
        let mut again = Scheduled::new(again, &schedule);
        match run(&self.lowered, &mut again, time) {
            (Ok(Stop::Failed(failure)), inputs) => match failure.check {
                Some(check) => Ok((check, Run { inputs, failure: *failure })),
                None => Err("it fails a check that was not asked about".to_owned()),
            },
            (Ok(stop), _) => Err(stop_text(&stop).to_owned()),
            (Err(why), _) => Err(why),
        }
    }
}

fn stop_text(stop: &Stop) -> &'static str {
    match stop {
        Stop::Exit(_) | Stop::Returned => "it terminates without a failure",
        Stop::Failed(_) => "it fails a check that was not asked about",
        Stop::Unsupported { .. } => "it reaches something that is not modelled",
        Stop::Blocked { .. } => "it ends at an assumption",
        Stop::StackOverflow { .. } => "the machine's stack overflows",
        Stop::StepLimit | Stop::Turn | Stop::InputsEnded { .. } => "step limit reached",
    }
}

fn run(machine: &Machine<'_>, inputs: &mut dyn Inputs, time: Duration) -> (Result<Stop, String>, Record) {
    let Some(mut state) = machine.start() else {
        return (Err("the program has no entry".to_owned()), Record::default());
    };
    let end = Instant::now() + time;
    while Instant::now() < end {
        let env = Env { inputs, output: &mut Silent, observer: None };
        match machine.run(&mut state, env, Limits { steps: SLICE, ..Limits::default() }) {
            Stop::StepLimit => {}
            stop => return (Ok(stop), std::mem::take(&mut state.record)),
        }
    }
    (Ok(Stop::StepLimit), Record::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(default: u64, bits: u32, entries: &[(u64, u64)]) -> ArrayValue {
        let mut array = ArrayValue::constant(Value::bv(bits, default));
        for (at, value) in entries {
            array = array.store(Value::bv(64, *at), Value::bv(bits, *value));
        }
        array
    }

    #[test]
    fn cells_lie_at_their_addresses_lowest_byte_first() {
        let base = 3 << 32;
        let words = array(0, 32, &[(base + 4, 0x0102), (base + 100, 9)]);
        assert_eq!(object_bytes(&[(Cell::Cells { bits: 32 }, words)], base, 12), [0, 0, 0, 0, 2, 1]);
    }

    #[test]
    fn a_default_fills_an_object_of_bytes() {
        let bytes = array(7, 8, &[(1, 0)]);
        assert_eq!(object_bytes(&[(Cell::Bytes, bytes.clone())], 0, 3), [7, 0, 7]);
        let two = [(Cell::Bytes, bytes.clone()), (Cell::Bytes, array(0, 8, &[]))];
        assert!(object_bytes(&two, 0, 3).is_empty());
    }
}
