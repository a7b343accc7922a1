//! The truth about a program whose inputs are small: run it on all of them.

use std::collections::BTreeSet;

use maymust_machine::{CheckSet, Env, Inputs, Limits, Machine, Options, Output, Request, Silent, Stop};
use maymust_program::{CheckId, Program};
use maymust_term::{Sort, Terms, Value};

/// Inputs are 0 to one below this.
pub const INPUTS: u64 = 4;

/// Runs to try before giving up on all inputs.
const RUNS: usize = 5000;

/// What runs of a program do.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// Checks that some run fails.
    pub fails: BTreeSet<CheckId>,
    /// Has everything been tried, so that other checks hold?
    pub complete: bool,
    /// How many runs.
    pub runs: usize,
}

/// Inputs from a list, zero after its end; the list grows by what is asked.
struct Choices {
    list: Vec<u64>,
    at: usize,
    /// Something other than a number was asked for.
    strange: bool,
}

impl Inputs for Choices {
    fn value(&mut self, _terms: &Terms, request: Request<'_>) -> Option<Value> {
        let Sort::BitVec(width) = request.sort else {
            self.strange = true;
            return None;
        };
        if self.at == self.list.len() {
            self.list.push(0);
        }
        self.at += 1;
        Some(Value::bv(width, self.list[self.at - 1]))
    }

    fn contents(&mut self, _object: u32, _size: u32) -> Option<Vec<u8>> {
        None
    }

    fn stdin(&mut self) -> Option<u8> {
        self.strange = true;
        None
    }
}

/// Runs a program on all inputs from 0 to [`INPUTS`], as far as that is possible, watching some checks.
pub fn truth(program: &Program, checks: CheckSet) -> Truth {
    run_all(program, checks, &mut Silent)
}

/// The same with what the runs print.
pub fn run_all(program: &Program, checks: CheckSet, output: &mut dyn Output) -> Truth {
    let machine = Machine::with_options(program, Options { checks, record: false });
    let mut truth = Truth { complete: true, ..Truth::default() };
    let mut choices = Choices { list: Vec::new(), at: 0, strange: false };
    while truth.runs < RUNS {
        truth.runs += 1;
        choices.at = 0;
        let Some(mut state) = machine.start() else { return Truth::default() };
        let env = Env { inputs: &mut choices, output: &mut *output, observer: None };
        match machine.run(&mut state, env, Limits { steps: 1_000_000, ..Limits::default() }) {
            Stop::Failed(failure) => truth.fails.extend(failure.check),
            Stop::Exit(_) | Stop::Returned | Stop::Blocked { .. } => {}
            _ => truth.complete = false,
        }
        choices.list.truncate(choices.at);
        while choices.list.last().is_some_and(|c| c + 1 >= INPUTS) {
            choices.list.pop();
        }
        let Some(last) = choices.list.last_mut() else {
            truth.complete &= !choices.strange;
            return truth;
        };
        *last += 1;
    }
    truth.complete = false;
    truth
}
