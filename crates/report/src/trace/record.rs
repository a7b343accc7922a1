//! Looks on while the machine runs, and notes what people want to know.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use maymust_engine::Run;
use maymust_machine::{Machine, Observer, State};
use maymust_program::{EdgeId, Input, ObjectState, Op, ProcId, ProcOrigin, Program, Reading, VarId, VarKind};
use maymust_source::{Place, SourceMap, Span};
use maymust_term::Value;

use super::fold::Folded;
use super::given::{Given, asked_by, asked_lines, given};
use super::names::{Label, Names};
use super::{GivenInput, Step, Trace, object_name, signature, source_name, user_frame, watch};
use crate::Report;

/// How many values are kept of a line.
const VALUES: usize = 8;

/// A line that was executed.
pub(super) struct Line {
    pub(super) proc: ProcId,
    pub(super) span: Span,
    pub(super) place: Rc<Place>,
    pub(super) depth: usize,
    pub(super) thread: Option<u32>,
    /// What it assigned, the latest last.
    pub(super) values: VecDeque<(String, String)>,
    /// Does it leave out earlier ones?
    pub(super) omitted: bool,
    pub(super) entered: Option<String>,
    pub(super) resumed: bool,
    pub(super) folded: u64,
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
pub(super) struct Read {
    pub(super) input: Input,
    pub(super) value: Value,
    pub(super) var: VarId,
    pub(super) proc: ProcId,
    pub(super) span: Span,
}

/// The activation at work.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Here {
    thread: u32,
    frames: usize,
    proc: ProcId,
    /// Activations of the program's own functions.
    depth: usize,
}

pub(super) struct Recorder<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    names: Names<'a>,
    entry: Option<ProcId>,
    given: Option<Given>,
    reads: Vec<Read>,
    folded: Folded,
    here: Option<Here>,
    has_threads: bool,
    /// The function that was just entered, with its arguments.
    entered: Option<String>,
    /// The input that is just being read.
    havoc: Option<(ProcId, VarId, Input, Span)>,
    /// The innermost place of the program, where a heap object that is just made comes from.
    user_span: Span,
    /// Is the edge at hand one that makes a heap object?
    makes_heap: bool,
    made: HashMap<Span, u32>,
    places: HashMap<Span, Option<Rc<Place>>>,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(report: &'a Report<'_>, entry: Option<ProcId>) -> Recorder<'a> {
        let machine: &'a Machine<'a> = &report.machine;
        Recorder {
            program: report.program,
            sources: report.sources,
            names: Names::new(report.program, machine),
            entry,
            given: None,
            reads: Vec::new(),
            folded: Folded::default(),
            here: None,
            has_threads: false,
            entered: None,
            havoc: None,
            user_span: Span::NONE,
            makes_heap: false,
            made: HashMap::new(),
            places: HashMap::new(),
        }
    }

    /// The trace, with the values at the failure.
    pub(super) fn finish(self, state: &State, run: &Run) -> Trace {
        let Recorder { program, sources, names, given, folded, reads, .. } = self;
        let last = folded.lines.last().map(|l| l.span);
        let values = watch::values(&names, sources, state, run);
        let asked: Vec<GivenInput> = reads
            .into_iter()
            .map(|read| {
                let reading = match &read.input {
                    Input::Nondet(word) if word.starts_with("nondet f") => Reading::Float,
                    Input::Nondet(word) if word.starts_with("nondet i") => Reading::Signed,
                    _ => program.var(read.var).reading,
                };
                GivenInput {
                    asked_by: asked_by(program, sources, &read),
                    text: names.number(&read.value, reading, false),
                    place: sources.place(read.span),
                    span: read.span,
                    input: read.input,
                    value: read.value,
                    var: read.var,
                }
            })
            .collect();
        let step = |line: Line| Step {
            function: program.shown_name(line.proc).to_owned(),
            text: line_text(sources, line.span).to_owned(),
            place: (*line.place).clone(),
            depth: line.depth,
            thread: line.thread,
            entered: line.entered,
            resumed: line.resumed,
            folded: line.folded,
            values_omitted: line.omitted,
            values: line.values.into(),
        };
        let steps: Vec<Step> = folded.lines.into_iter().map(step).collect();
        let Given { arguments, mut objects, lines, globals, mut global_values } = given.unwrap_or_default();
        // Of the globals those matter that the lines speak of.
        let is_told = |name: &str| steps.iter().any(|s| mentions(&s.text, name));
        let globals = globals.into_iter().filter(|(name, _)| is_told(name));
        global_values.retain(|g| is_told(&g.name));
        objects.retain(|o| o.global.as_deref().is_none_or(is_told));
        let inputs = lines.into_iter().chain(globals).chain(asked_lines(&asked)).collect();
        Trace {
            inputs,
            asked,
            arguments,
            objects,
            globals: global_values,
            steps,
            omitted: folded.omitted,
            values,
            last,
        }
    }

    fn place(&mut self, span: Span) -> Option<Rc<Place>> {
        let sources = self.sources;
        self.places.entry(span).or_insert_with(|| sources.place(span).map(Rc::new)).clone()
    }

    fn line(&mut self, proc: ProcId, span: Span) {
        let Some(place) = self.place(span) else { return };
        let Some(Here { depth, thread, .. }) = self.here else { return };
        let thread = self.has_threads.then_some(thread);
        let entered = self.entered.take();
        let is_same = |l: &Line| {
            l.place.line == place.line && l.place.file == place.file && l.proc == proc && l.depth == depth
        };
        if let Some(last) = self.folded.lines.last()
            && is_same(last)
            && last.thread == thread
            && entered.is_none()
        {
            return;
        }
        // After a call its line goes on.
        let before = self.folded.lines.iter().rev().take(200).find(|l| l.depth <= depth);
        let resumed = entered.is_none()
            && before.is_some_and(|l| is_same(l))
            && self.folded.lines.last().is_some_and(|l| l.depth > depth);
        let (values, omitted, folded) = (VecDeque::new(), false, 0);
        self.folded.push(Line {
            proc,
            span,
            place,
            depth,
            thread,
            values,
            omitted,
            entered,
            resumed,
            folded,
        });
    }

    /// Another activation than before is at work.
    fn switch(&mut self, state: &State, thread: u32, frames: usize, proc: ProcId) {
        let is_user = |p: ProcId| self.program.proc(p).origin == ProcOrigin::User;
        let depth = state.frames().iter().filter(|f| is_user(f.proc)).count();
        let is_new = self.here.is_none_or(|h| h.thread != thread || h.frames < frames);
        self.has_threads |= state.has_threads();
        self.here = Some(Here { thread, frames, proc, depth });
        if !is_user(proc) {
            return;
        }
        if is_new {
            if self.entry == Some(proc) && self.given.is_none() {
                self.given = Some(given(&mut self.names, state, proc));
            }
            self.entered = Some(self.call(state, frames - 1, proc));
        }
        if !self.has_threads {
            self.folded.at_depth(depth);
        }
    }

    /// The call of a function of the program with its arguments.
    fn call(&mut self, state: &State, frame: usize, proc: ProcId) -> String {
        let data = self.program.proc(proc);
        let mut arguments = Vec::new();
        for &var in &data.params {
            let name = source_name(&self.program.var(var).name);
            let Some((name, value)) = name.zip(self.names.machine.value_in(state, frame, var)) else {
                continue;
            };
            if let Some((shape, address)) = self.program.shapes.of_var(var).zip(value.as_u64()) {
                self.names.note_pointee_if_pointer(address, shape);
            }
            let is_record =
                self.program.shapes.of_var(var).is_none() && self.program.shapes.of_object(var).is_some();
            let value = if is_record { "{…}".to_owned() } else { self.names.of_var(var, &value) };
            arguments.push((name.to_owned(), value));
        }
        signature(self.program.shown_name(proc), &arguments)
    }
}

impl Observer for Recorder<'_> {
    fn before(&mut self, state: &State) {
        let Some(frame) = state.top() else { return };
        let (thread, frames, proc, edge) = (state.running(), state.frames().len(), frame.proc, frame.edge);
        if self.here.is_none_or(|h| (h.thread, h.frames, h.proc) != (thread, frames, proc)) {
            self.switch(state, thread, frames, proc);
        }
        let data = self.program.proc(proc);
        let Some(edge) = data.edges.get(edge.index()) else { return };
        if data.origin != ProcOrigin::User || self.has_threads {
            return;
        }
        let line = self.place(edge.span).map(|p| p.line);
        self.folded.at_location(self.program, proc, edge.from, line);
    }

    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        let data = self.program.proc(proc);
        let Some(edge) = data.edges.get(edge.index()) else { return };
        self.havoc = match &edge.op {
            Op::Havoc(var, input) => Some((proc, *var, input.clone(), edge.span)),
            _ => None,
        };
        self.makes_heap = matches!(edge.op, Op::Allocate { state: ObjectState::Heap, .. });
        if data.origin != ProcOrigin::User {
            return;
        }
        self.user_span = edge.span;
        // Objects of local variables are made where the function starts, before any line of it.
        if !matches!(edge.op, Op::Allocate { state: ObjectState::Stack, .. }) {
            self.line(proc, edge.span);
        }
    }

    fn assigned(&mut self, var: VarId, value: &Value) {
        if let Some((proc, target, input, span)) = &self.havoc
            && *target == var
        {
            let is_user = self.program.proc(*proc).origin == ProcOrigin::User;
            let span = if is_user { *span } else { self.user_span };
            let read = Read { input: input.clone(), value: value.clone(), var, proc: *proc, span };
            self.reads.push(read);
            self.havoc = None;
        }
        let data = self.program.var(var);
        if self.makes_heap
            && let Some(address) = value.as_u64()
        {
            self.makes_heap = false;
            let times = self.made.entry(self.user_span).or_default();
            *times += 1;
            let nth = if *times > 1 { format!(" #{times}") } else { String::new() };
            let place = self.sources.place(self.user_span);
            let text = place.map_or("<heap>".to_owned(), |p| format!("<heap:{}{nth}>", p.line));
            let label = Label { text, is_pointer: true, shape: None };
            self.names.label(self.program.layout.split(address).0, label);
        }
        if let (Some(name), Some(address)) = (object_name(&data.name), value.as_u64()) {
            let shape = self.program.shapes.of_object(var);
            let label = Label { text: name.to_owned(), is_pointer: false, shape };
            self.names.label(self.program.layout.split(address).0, label);
        }
        let owner = match data.kind {
            VarKind::Local(p) | VarKind::Param(p) | VarKind::Result(p) => Some(p),
            VarKind::Global | VarKind::ThreadLocal | VarKind::Memory => self.here.map(|h| h.proc),
        };
        let is_told = owner.is_some_and(|p| self.program.proc(p).origin == ProcOrigin::User);
        let Some(name) = source_name(&data.name).filter(|_| is_told) else { return };
        if let Some((shape, address)) = self.program.shapes.of_var(var).zip(value.as_u64()) {
            self.names.note_pointee_if_pointer(address, shape);
        }
        let shown = self.names.of_var(var, value);
        if let Some(line) = self.folded.lines.last_mut() {
            line.note(name.to_owned(), shown);
        }
    }

    fn stored(&mut self, state: &State, address: u64, bytes: &[u8]) {
        if bytes.len() > 8 || self.folded.lines.is_empty() {
            return;
        }
        let by_pointer = || watch::through_pointer(&self.names, state, address, bytes.len() as u64);
        let (object, _) = self.program.layout.split(address);
        let is_named = self.names.of(object).is_some_and(|l| !l.is_pointer);
        let found = if is_named { None } else { by_pointer() };
        let Some(path) = found.or_else(|| self.names.path(address, bytes.len() as u64)) else { return };
        if path.contains('<') || path.contains('$') {
            return;
        }
        let shown = self.names.stored_value(state, address, bytes);
        if let Some(line) = self.folded.lines.last_mut() {
            line.note(path, shown);
        }
    }
}

/// Does a line of C contain this word?
fn mentions(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

/// The text of the source line of a span.
fn line_text(sources: &SourceMap, span: Span) -> &str {
    let original = sources.place(span).and_then(|p| sources.original_line(&p));
    original.or_else(|| sources.line_text(span)).unwrap_or("").trim()
}

/// The innermost function of the program, if the machine is in one.
pub(super) fn innermost(program: &Program, state: &State) -> Option<(usize, ProcId)> {
    let frame = user_frame(program, state)?;
    Some((frame, state.frames()[frame].proc))
}
