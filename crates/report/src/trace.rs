//! Traces: a failing run, replayed on the machine, with its inputs, source lines, calls and values.

use std::collections::{HashMap, VecDeque};

use maymust_engine::Run;
use maymust_machine::{AfterEnd, Env, Limits, List, Machine, Observer, Silent, State, Stop};
use maymust_program::{
    CheckKind, EdgeId, Input, ObjectState, Op, ProcId, ProcOrigin, Program, Reading, VarId,
};
use maymust_source::{Place, SourceMap, Span};
use maymust_term::Value;

use crate::{Finding, Report};

/// Steps that are kept, the last ones.
const STEPS: usize = 30;
/// A longer run has no trace.
pub(crate) const LENGTH: u64 = 3_000_000;
/// Steps of a run without an end that are shown or left out.
const ENDLESS: u64 = 20_000;
/// How many variables are shown.
const VALUES: usize = 24;

/// A failing run in terms of the source.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// All inputs in order.
    pub inputs: Vec<GivenInput>,
    /// The last steps.
    pub steps: Vec<Step>,
    /// How many steps came before them.
    pub omitted: usize,
    /// Variables of the function that fails, with their values there.
    pub values: Vec<(String, String)>,
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
    /// Where.
    pub place: Option<Place>,
}

/// One line of the source that was executed, with what it assigned.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where.
    pub place: Place,
    /// The function.
    pub function: String,
    /// The text of the line.
    pub text: String,
    /// Variables and their new values.
    pub values: Vec<(String, String)>,
    /// Are earlier ones left out?
    pub values_omitted: bool,
    /// The function that it calls.
    pub calls: Option<String>,
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
        let mut recorder = Recorder::new(self);
        let env = Env { inputs: &mut inputs, output: &mut Silent, observer: Some(&mut recorder) };
        let stop = self.machine.run(&mut state, env, Limits { steps: limit, ..Limits::default() });
        *steps = steps.saturating_sub(state.steps);
        match stop {
            // A run without an end is shown as far as it has been seen to go.
            Stop::StepLimit | Stop::InputsEnded { .. } | Stop::StackOverflow { .. } if is_endless => {
                Some(recorder.finish(&state))
            }
            Stop::Failed(failure) if failure.check == run.failure.check => Some(recorder.finish(&state)),
            _ => None,
        }
    }

    /// The value of an input as C would write it.
    pub(crate) fn value_text(&self, input: &Input, given: Option<&GivenInput>, value: &Value) -> String {
        let reading = match (input, given) {
            (Input::Nondet(word), _) if word.starts_with("nondet f") => Reading::Float,
            (_, Some(given)) => self.program.var(given.var).reading,
            _ => Reading::Signed,
        };
        self.machine.show(value, reading)
    }
}

/// Where the program is to blame: for a rule that is the call of the function, not the line of the rule.
pub(crate) fn blamed(program: &Program, run: &Run) -> Span {
    let failure = &run.failure;
    if failure.kind == CheckKind::Rule { in_program(program, run) } else { failure.span }
}

/// The innermost place of the program's own code in a failing run.
pub(crate) fn in_program(program: &Program, run: &Run) -> Span {
    let failure = &run.failure;
    let is_program = |(proc, _, span): &&(ProcId, EdgeId, Span)| {
        program.proc(*proc).origin == ProcOrigin::User && *span != Span::NONE
    };
    failure.stack.iter().find(is_program).map_or(failure.span, |(_, _, span)| *span)
}

/// A line that was executed.
struct Line {
    proc: ProcId,
    span: Span,
    place: Place,
    /// What it assigned, the latest last.
    values: VecDeque<(String, String)>,
    /// Does it leave out earlier ones?
    omitted: bool,
    calls: Option<ProcId>,
}

impl Line {
    /// Notes a new value. A line that is executed a million times assigns a million elements: the last ones will do.
    fn note(&mut self, name: String, value: String) {
        self.values.retain(|(n, _)| *n != name);
        if self.values.len() == VALUES {
            self.values.pop_front();
            self.omitted = true;
        }
        self.values.push_back((name, value));
    }
}

/// An input that was read: what for, its value, the variable that got it, where.
struct Read {
    input: Input,
    value: Value,
    var: VarId,
    proc: ProcId,
    span: Span,
}

/// Looks on while the machine runs.
struct Recorder<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    machine: &'a Machine<'a>,
    inputs: Vec<Read>,
    lines: VecDeque<Line>,
    omitted: usize,
    /// The input that is just being read.
    havoc: Option<(ProcId, VarId, Input, Span)>,
    /// Objects of local variables by their numbers, with the variables' names; only looked up, never iterated.
    objects: HashMap<u32, String>,
}

impl<'a> Recorder<'a> {
    fn new(report: &'a Report<'_>) -> Recorder<'a> {
        Recorder {
            program: report.program,
            sources: report.sources,
            machine: &report.machine,
            inputs: Vec::new(),
            lines: VecDeque::new(),
            omitted: 0,
            havoc: None,
            objects: HashMap::new(),
        }
    }

    /// The trace, with the values at the failure.
    fn finish(self, state: &State) -> Trace {
        let (values, program, sources) = (self.values(state), self.program, self.sources);
        let input = |read: Read| GivenInput {
            asked_by: asked_by(program, sources, &read),
            place: sources.place(read.span),
            input: read.input,
            value: read.value,
            var: read.var,
        };
        let step = |line: Line| Step {
            function: program.shown_name(line.proc).to_owned(),
            text: line_text(sources, line.span).to_owned(),
            place: line.place.clone(),
            calls: line.calls.map(|callee| program.shown_name(callee).to_owned()),
            values_omitted: line.omitted,
            values: line.values.into(),
        };
        Trace {
            inputs: self.inputs.into_iter().map(input).collect(),
            steps: self.lines.into_iter().map(step).collect(),
            omitted: self.omitted,
            values,
        }
    }

    /// The variables of the innermost function of the program, as the source names them.
    fn values(&self, state: &State) -> Vec<(String, String)> {
        let program = self.program;
        let is_program = |proc: ProcId| program.proc(proc).origin == ProcOrigin::User;
        let Some(frame) = state.frames().iter().rposition(|f| is_program(f.proc)) else { return Vec::new() };
        let proc = program.proc(state.frames()[frame].proc);
        let named = proc.params.iter().chain(&proc.locals).filter_map(|&var| {
            let data = program.var(var);
            let name = source_name(&data.name)?;
            Some((name, self.show(&self.machine.value_in(state, frame, var)?, data.reading)))
        });
        named.take(VALUES).collect()
    }

    /// A value as a C programmer would write it.
    fn show(&self, value: &Value, reading: Reading) -> String {
        let address = value.as_u64().filter(|_| reading == Reading::Pointer).unwrap_or(0);
        let (number, offset) = self.program.layout.split(address);
        match (self.objects.get(&number), offset) {
            (Some(name), 0) => format!("&{name}"),
            (Some(name), offset) => format!("&{name} + {offset}"),
            (None, _) => self.machine.show(value, reading),
        }
    }

    fn line(&mut self, proc: ProcId, span: Span) {
        let Some(place) = self.sources.place(span) else { return };
        let is_same = |l: &Line| l.place.line == place.line && l.place.file == place.file && l.proc == proc;
        if self.lines.back().is_some_and(is_same) {
            return;
        }
        if self.lines.len() == STEPS {
            self.lines.pop_front();
            self.omitted += 1;
        }
        let (values, omitted) = (VecDeque::new(), false);
        self.lines.push_back(Line { proc, span, place, values, omitted, calls: None });
    }
}

impl Observer for Recorder<'_> {
    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        let data = self.program.proc(proc);
        let Some(edge) = data.edges.get(edge.index()) else { return };
        self.havoc = match &edge.op {
            Op::Havoc(var, input) => Some((proc, *var, input.clone(), edge.span)),
            _ => None,
        };
        if data.is_library() {
            return;
        }
        // Objects of local variables are made where the function starts, before any line of it.
        if !matches!(edge.op, Op::Allocate { state: ObjectState::Stack, .. }) {
            self.line(proc, edge.span);
        }
        if let (Op::Call { proc: callee, .. }, Some(line)) = (&edge.op, self.lines.back_mut())
            && !self.program.proc(*callee).is_library()
        {
            line.calls = Some(*callee);
        }
    }

    fn assigned(&mut self, var: VarId, value: &Value) {
        if let Some((proc, target, input, span)) = &self.havoc
            && *target == var
        {
            let read = Read { input: input.clone(), value: value.clone(), var, proc: *proc, span: *span };
            self.inputs.push(read);
            self.havoc = None;
        }
        let data = self.program.var(var);
        if let (Some(name), Some(address)) = (object_name(&data.name), value.as_u64()) {
            self.objects.insert(self.program.layout.split(address).0, name.to_owned());
        }
        let Some(name) = source_name(&data.name) else { return };
        let shown = self.show(value, data.reading);
        if let Some(line) = self.lines.back_mut() {
            line.note(name, shown);
        }
    }

    fn stored(&mut self, address: u64, bytes: &[u8]) {
        let Some(line) = self.lines.back_mut() else { return };
        let (number, offset) = self.program.layout.split(address);
        let static_object = self.program.statics.get((number as usize).wrapping_sub(1));
        let name = static_object.map(|o| &o.name).or_else(|| self.objects.get(&number));
        let Some(object) = name.filter(|n| !n.is_empty() && !n.starts_with('$')) else { return };
        if bytes.len() > 8 {
            return;
        }
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let name = if offset == 0 { object.clone() } else { format!("{object}+{offset}") };
        line.note(name, u64::from_le_bytes(word).to_string());
    }
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
fn source_name(name: &str) -> Option<String> {
    let plain = plain_name(name);
    let hidden = plain.is_empty() || plain.contains('$') || plain.starts_with('&');
    (!hidden).then(|| plain.to_owned())
}

/// The text of the source line of a span.
fn line_text(sources: &SourceMap, span: Span) -> &str {
    let original = sources.place(span).and_then(|p| sources.original_line(&p));
    original.or_else(|| sources.line_text(span)).unwrap_or("").trim()
}

/// The C function by which the program asked for an input: read off the source at the call.
fn asked_by(program: &Program, sources: &SourceMap, read: &Read) -> String {
    let proc = &program.proc(read.proc).name;
    if proc.starts_with(NONDET) {
        return proc.clone();
    }
    let (line, place) = (sources.line_text(read.span), sources.place(read.span));
    let written = line.zip(place).and_then(|(line, place)| {
        let rest = line.get(place.column.saturating_sub(1) as usize..)?.trim_start_matches(['(', ' ']);
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        Some(&rest[..end])
    });
    match (written, &read.input) {
        (Some(name), _) if name.starts_with(NONDET) => name.to_owned(),
        (_, Input::Nondet(word)) => format!("{NONDET}{}", c_word(word)),
        _ => NONDET.to_owned(),
    }
}

const NONDET: &str = "__VERIFIER_nondet_";

/// The ending of the usual function for a type of the model.
fn c_word(word: &str) -> &str {
    match word.trim_start_matches("nondet ") {
        "bool" => "bool",
        "i8" => "char",
        "u8" => "uchar",
        "i16" => "short",
        "u16" => "ushort",
        "u32" => "uint",
        "i64" => "long",
        "u64" => "ulong",
        "f32" => "float",
        "f64" => "double",
        _ => "int",
    }
}

/// An input in words.
pub(crate) fn input_text(input: &Input) -> String {
    match input {
        Input::Nondet(word) => c_word(word).to_owned(),
        Input::Uninitialised(name) => {
            format!("uninitialised `{}`", source_name(name).unwrap_or_else(|| name.to_string()))
        }
        Input::External(name) => format!("result of `{name}`, which has no body"),
        Input::Entry(name) => name.rsplit("::").next().unwrap_or(name).to_owned(),
        Input::Assembly => "output of assembly".to_owned(),
        Input::Stdin => "byte of standard input".to_owned(),
    }
}
