//! Traces: a failing run, replayed on the machine, as people tell it: what was given, the lines that were executed with calls and
//! loops, and the values at the place that fails.

mod fold;
mod given;
mod names;
mod record;
mod watch;

use maymust_engine::Run;
use maymust_machine::{AfterEnd, Env, Limits, List, Silent, State, Stop};
use maymust_program::{CheckKind, EdgeId, Input, ProcId, ProcOrigin, Program, VarId};
use maymust_source::{Place, Span};
use maymust_term::Value;

use crate::{Finding, Report};

pub use given::{Argument, GivenObject};
pub(crate) use given::{input_text, signature};
use record::Recorder;

/// A longer run has no trace.
pub(crate) const LENGTH: u64 = 3_000_000;
/// Steps of a run without an end that are looked at.
const ENDLESS: u64 = 20_000;

/// A failing run in terms of the source.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// What the run was given, as C: a name and a value each.
    pub inputs: Vec<(String, String)>,
    /// All values that the run asked for, in order.
    pub asked: Vec<GivenInput>,
    /// The arguments of the entry function.
    pub arguments: Vec<Argument>,
    /// The objects that arguments and globals lead to.
    pub objects: Vec<GivenObject>,
    /// The globals that the lines speak of and that are no objects, with their values at the start.
    pub globals: Vec<Argument>,
    /// The lines that were executed; loops are folded.
    pub steps: Vec<Step>,
    /// Steps that are left out, besides those in loops.
    pub omitted: u64,
    /// The parts of the expression that fails, with their values.
    pub values: Vec<(String, String)>,
    /// The last line of the program that was executed.
    pub last: Option<Span>,
}

/// An input that the run read.
#[derive(Clone, Debug)]
pub struct GivenInput {
    /// What it is for.
    pub input: Input,
    /// Its value.
    pub value: Value,
    /// The variable that got it.
    pub var: VarId,
    /// The C function by which the program asked for it.
    pub asked_by: String,
    /// The value as C writes it.
    pub text: String,
    /// Where.
    pub place: Option<Place>,
    /// The same in the text.
    pub span: Span,
}

/// One line of the source that was executed, with what it assigned.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where.
    pub place: Place,
    /// The function.
    pub function: String,
    /// How many calls it is under.
    pub depth: usize,
    /// The thread, where there are several.
    pub thread: Option<u32>,
    /// The text of the line.
    pub text: String,
    /// The call by which the function was entered, with its arguments, if this is its first line.
    pub entered: Option<String>,
    /// Variables and places in memory with their new values.
    pub values: Vec<(String, String)>,
    /// Are earlier ones left out?
    pub values_omitted: bool,
    /// Does it go on with a line after a call?
    pub resumed: bool,
    /// Iterations of a loop that are left out before this line.
    pub folded: u64,
}

impl Report<'_> {
    /// The trace of a failing run; none if it is too long, or goes another way when it is replayed (then nothing is said
    /// rather than something wrong).
    pub fn trace(&self, finding: &Finding) -> Option<Trace> {
        self.trace_within(finding, &mut LENGTH.clone())
    }

    /// The same in a number of steps, from which those that it takes are taken.
    pub(crate) fn trace_within(&self, finding: &Finding, steps: &mut u64) -> Option<Trace> {
        let run = finding.run()?;
        let mut state = self.machine.start_at(finding.start, &[])?;
        let is_endless = run.failure.kind == CheckKind::Termination;
        let after = if is_endless { AfterEnd::Stop } else { AfterEnd::Zero };
        let limit = if is_endless { ENDLESS.min(*steps) } else { *steps };
        let mut inputs = List::replay(&run.inputs, after);
        let mut recorder = Recorder::new(self, self.program.find_proc(&finding.entry));
        let env = Env { inputs: &mut inputs, output: &mut Silent, observer: Some(&mut recorder) };
        let stop = self.machine.run(&mut state, env, Limits { steps: limit, ..Limits::default() });
        *steps = steps.saturating_sub(state.steps);
        match stop {
            // A run without an end is shown as far as it has been seen to go.
            Stop::StepLimit | Stop::InputsEnded { .. } | Stop::StackOverflow { .. } if is_endless => {
                Some(recorder.finish(&state, run))
            }
            Stop::Failed(failure) if failure.check == run.failure.check => Some(recorder.finish(&state, run)),
            _ => None,
        }
    }
}

/// Where the program is to blame: for a rule and for what fails in a library model that is the call in the program's text.
pub(crate) fn blamed(program: &Program, run: &Run) -> Span {
    let failure = &run.failure;
    let is_elsewhere = failure.stack.first().is_some_and(|(p, ..)| program.proc(*p).is_library());
    if failure.kind == CheckKind::Rule || is_elsewhere { in_program(program, run) } else { failure.span }
}

/// The innermost place of the program's own code in a failing run.
pub(crate) fn in_program(program: &Program, run: &Run) -> Span {
    user_call(program, run).map_or(run.failure.span, |(_, _, span)| span)
}

/// The innermost call of the program's own code in a failing run.
pub(crate) fn user_call(program: &Program, run: &Run) -> Option<(ProcId, EdgeId, Span)> {
    let is_program = |(proc, _, span): &&(ProcId, EdgeId, Span)| {
        program.proc(*proc).origin == ProcOrigin::User && *span != Span::NONE
    };
    run.failure.stack.iter().find(is_program).copied()
}

/// The innermost activation of a function of the program.
fn user_frame(program: &Program, state: &State) -> Option<usize> {
    state.frames().iter().rposition(|f| program.proc(f.proc).origin == ProcOrigin::User)
}

/// The last part of a name, without what makes it unique.
fn plain_name(name: &str) -> &str {
    let last = name.rsplit("::").next().unwrap_or(name);
    last.split(['!', '#']).next().unwrap_or(last)
}

/// The variable whose object's address a variable holds.
fn object_name(name: &str) -> Option<&str> {
    plain_name(name).strip_prefix('&').filter(|n| !n.is_empty() && !n.contains('$'))
}

/// A variable's name as the source has it; none for what lowering made up.
pub(crate) fn source_name(name: &str) -> Option<&str> {
    let plain = plain_name(name);
    let hidden = plain.is_empty() || plain.contains('$') || plain.starts_with('&');
    (!hidden).then_some(plain)
}
