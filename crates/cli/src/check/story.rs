//! The story of a failing run: replayed on the machine, told with its inputs, source lines, calls and values.

use std::collections::{HashMap, VecDeque};

use maymust_engine::Run;
use maymust_machine::{AfterEnd, Env, Limits, List, Machine, Observer, Silent, State, Stop};
use maymust_program::{CheckKind, EdgeId, Input, ObjectState, Op, ProcId, ProcOrigin, Reading, VarId};
use maymust_source::{SourceMap, Span};
use maymust_term::Value;

use super::{Report, Section};
use crate::front::Loaded;

/// Lines that are kept, the last ones.
const LINES: usize = 30;
/// A longer run is not told.
const STEPS: u64 = 3_000_000;

/// An input that the run read.
pub struct Given {
    /// What it is for.
    pub input: Input,
    /// Its value.
    pub value: Value,
    /// The variable that got it.
    pub var: VarId,
    /// The procedure that read it.
    pub proc: ProcId,
    /// Where.
    pub span: Span,
}

/// One line of the source that was executed, with what it assigned.
pub struct Line {
    /// The procedure.
    pub proc: ProcId,
    /// Where.
    pub span: Span,
    /// Which line of which file that is.
    key: (String, u32),
    /// Variables and their new values.
    pub values: Vec<(String, String)>,
    /// The function that it calls.
    pub calls: Option<ProcId>,
}

/// The story.
pub struct Story {
    /// All inputs in order.
    pub inputs: Vec<Given>,
    /// The last lines.
    pub lines: VecDeque<Line>,
    /// How many lines came before them.
    pub left_out: usize,
    /// Variables of the function that fails, with their values there.
    pub values: Vec<(String, String)>,
}

/// Replays a run; none if it is too long to be told, or goes another way (then nothing is said rather than
/// something wrong).
pub fn tell(report: &Report<'_>, section: &Section, run: &Run) -> Option<Story> {
    let loaded = report.loaded;
    let machine = &report.machine;
    let mut state = machine.start_at(section.start, &[])?;
    let mut inputs = List::replay(&run.inputs, AfterEnd::Zero);
    let story = Story { inputs: Vec::new(), lines: VecDeque::new(), left_out: 0, values: Vec::new() };
    let mut teller = Teller { loaded, machine, story, havoc: None, objects: HashMap::new() };
    let env = Env { inputs: &mut inputs, output: &mut Silent, observer: Some(&mut teller) };
    let stop = machine.run(&mut state, env, Limits { steps: STEPS, ..Limits::default() });
    match stop {
        Stop::Failed(failure) if failure.check == run.failure.check => {
            let values = teller.values(&state);
            Some(Story { values, ..teller.story })
        }
        _ => None,
    }
}

/// How many variables are shown.
const VALUES: usize = 24;

/// Where the program is to blame: for a rule that is the call of the function, not the line of the rule.
pub fn blamed(loaded: &Loaded, run: &Run) -> Span {
    let failure = &run.failure;
    if failure.kind != CheckKind::Rule {
        return failure.span;
    }
    let is_program = |(proc, _, span): &&(ProcId, EdgeId, Span)| {
        loaded.program.proc(*proc).origin == ProcOrigin::User && *span != Span::NONE
    };
    failure.stack.iter().find(is_program).map_or(failure.span, |(_, _, span)| *span)
}

struct Teller<'a> {
    loaded: &'a Loaded,
    machine: &'a Machine<'a>,
    story: Story,
    /// The input that is just being read.
    havoc: Option<(ProcId, VarId, Input, Span)>,
    /// Objects of local variables by their numbers, with the variables' names; only looked up, never iterated.
    objects: HashMap<u32, String>,
}

impl Teller<'_> {
    /// The variables of the innermost function of the program, as the source names them.
    fn values(&self, state: &State) -> Vec<(String, String)> {
        let program = &self.loaded.program;
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
        let (number, offset) = self.loaded.program.layout.split(address);
        match (self.objects.get(&number), offset) {
            (Some(name), 0) => format!("&{name}"),
            (Some(name), offset) => format!("&{name} + {offset}"),
            (None, _) => self.machine.show(value, reading),
        }
    }

    fn line(&mut self, proc: ProcId, span: Span) {
        let Some(place) = self.loaded.sources.place(span) else { return };
        let key = (place.file, place.line);
        let lines = &mut self.story.lines;
        if lines.back().is_some_and(|l| l.key == key && l.proc == proc) {
            return;
        }
        if lines.len() == LINES {
            lines.pop_front();
            self.story.left_out += 1;
        }
        lines.push_back(Line { proc, span, key, values: Vec::new(), calls: None });
    }
}

impl Observer for Teller<'_> {
    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        let data = self.loaded.program.proc(proc);
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
        if let (Op::Call { proc: callee, .. }, Some(line)) = (&edge.op, self.story.lines.back_mut())
            && !self.loaded.program.proc(*callee).is_library()
        {
            line.calls = Some(*callee);
        }
    }

    fn assigned(&mut self, var: VarId, value: &Value) {
        if let Some((proc, target, input, span)) = &self.havoc
            && *target == var
        {
            let given = Given { input: input.clone(), value: value.clone(), var, proc: *proc, span: *span };
            self.story.inputs.push(given);
            self.havoc = None;
        }
        let data = self.loaded.program.var(var);
        if let (Some(name), Some(address)) = (object_name(&data.name), value.as_u64()) {
            self.objects.insert(self.loaded.program.layout.split(address).0, name.to_owned());
        }
        let Some(name) = source_name(&data.name) else { return };
        let shown = self.show(value, data.reading);
        if let Some(line) = self.story.lines.back_mut() {
            line.values.retain(|(n, _)| *n != name);
            line.values.push((name, shown));
        }
    }

    fn stored(&mut self, address: u64, bytes: &[u8]) {
        let Some(line) = self.story.lines.back_mut() else { return };
        let (number, offset) = self.loaded.program.layout.split(address);
        let static_object = self.loaded.program.statics.get((number as usize).wrapping_sub(1));
        let name = static_object.map(|o| &o.name).or_else(|| self.objects.get(&number));
        let Some(object) = name.filter(|n| !n.is_empty() && !n.starts_with('$')) else { return };
        if bytes.len() > 8 {
            return;
        }
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let name = if offset == 0 { object.clone() } else { format!("{object}+{offset}") };
        line.values.retain(|(n, _)| *n != name);
        line.values.push((name, u64::from_le_bytes(word).to_string()));
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
pub fn line_text(sources: &SourceMap, span: Span) -> &str {
    let original = sources.place(span).and_then(|p| sources.original_line(&p));
    original.or_else(|| sources.line_text(span)).unwrap_or("").trim()
}

/// The C function by which the program asked for an input: read off the source at the call.
pub fn asked_by(loaded: &Loaded, given: &Given) -> String {
    let proc = &loaded.program.proc(given.proc).name;
    if proc.starts_with(NONDET) {
        return proc.clone();
    }
    let (line, place) = (loaded.sources.line_text(given.span), loaded.sources.place(given.span));
    let written = line.zip(place).and_then(|(line, place)| {
        let rest = line.get(place.column.saturating_sub(1) as usize..)?.trim_start_matches(['(', ' ']);
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        Some(&rest[..end])
    });
    match (written, &given.input) {
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

/// The value of an input as C would write it.
pub fn value_text(
    loaded: &Loaded,
    machine: &Machine<'_>,
    input: &Input,
    given: Option<&Given>,
    value: &Value,
) -> String {
    let reading = match (input, given) {
        (Input::Nondet(word), _) if word.starts_with("nondet f") => Reading::Float,
        (_, Some(given)) => loaded.program.var(given.var).reading,
        _ => Reading::Signed,
    };
    machine.show(value, reading)
}

/// An input in words.
pub fn input_text(input: &Input) -> String {
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
