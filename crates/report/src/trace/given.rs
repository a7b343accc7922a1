//! What a run was given: arguments, the objects that they lead to, values that the program asked for.

use std::collections::{BTreeSet, VecDeque};

use maymust_machine::State;
use maymust_program::shape::{Shape, ShapeId};
use maymust_program::{Input, ObjectState, ProcId, Program, VarId, VarKind};
use maymust_source::SourceMap;
use maymust_term::Value;

use super::names::{Label, Names};
use super::record::Read;
use super::{GivenInput, source_name};

/// Objects that are followed.
const OBJECTS: usize = 64;
/// Pointers of an object that are followed.
const POINTERS: usize = 64;
/// Bytes of an object that are kept.
const BYTES: u32 = 1 << 16;
/// Arguments of `main` that are shown.
const ARGUMENTS: u64 = 8;

/// An argument of the entry function.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The parameter.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// What it looks like; none for a record, which is passed by its address.
    pub shape: Option<ShapeId>,
    /// What the record looks like whose address the value is.
    pub record: Option<ShapeId>,
}

/// An object that is there when the entry function is called.
#[derive(Clone, Debug)]
pub struct GivenObject {
    /// Its number.
    pub number: u32,
    /// The global, if it is one.
    pub global: Option<String>,
    /// How large it is.
    pub size: u32,
    /// What is in it; zeros at the end may be missing.
    pub bytes: Vec<u8>,
    /// Where pointers lie in it, and to which addresses they go.
    pub pointers: Vec<(u64, u64)>,
    /// What it looks like.
    pub shape: Option<ShapeId>,
}

/// All that is known where the entry function starts.
#[derive(Default)]
pub(super) struct Given {
    pub(super) arguments: Vec<Argument>,
    pub(super) objects: Vec<GivenObject>,
    /// As C: what belongs to the arguments, and what to globals (with the names of these).
    pub(super) lines: Vec<(String, String)>,
    pub(super) globals: Vec<(String, String)>,
    /// Globals that are no objects.
    pub(super) global_values: Vec<Argument>,
}

/// Looks at the state in which an entry function starts, and names the objects that it finds.
pub(super) fn given(names: &mut Names<'_>, state: &State, entry: ProcId) -> Given {
    let program = names.program;
    let proc = program.proc(entry);
    let Some(frame) = state.frames().iter().rposition(|f| f.proc == entry) else { return Given::default() };
    let mut out = Given::default();
    let mut queue = VecDeque::new();
    for &var in &proc.params {
        let data = program.var(var);
        let (Some(name), Some(value)) = (source_name(&data.name), names.machine.value_in(state, frame, var))
        else {
            continue;
        };
        let shape = program.shapes.of_var(var);
        if let Some(shape) = shape.or(program.shapes.of_object(var)) {
            let is_pointer = matches!(program.shapes.get(shape), Shape::Pointer(_));
            if let Some(address) =
                value.as_u64().filter(|_| is_pointer || program.shapes.of_var(var).is_none())
            {
                queue.push_back((name.to_owned(), address, pointee(program, shape), is_pointer));
            }
        }
        let record = program.shapes.of_object(var).filter(|_| shape.is_none());
        out.arguments.push(Argument { name: name.to_owned(), value, shape, record });
    }
    let is_main = proc.name == "main";
    if !is_main {
        globals(names, state, &mut out, &mut queue);
        follow(names, state, queue, &mut out);
    }
    arguments(names, state, &proc.params, frame, &mut out);
    if is_main {
        argument_strings(names, state, &mut out);
    }
    for object in &out.objects {
        let Some(label) = names.of(object.number) else { continue };
        let base = program.layout.join(object.number, 0);
        let value = object.shape.and_then(|s| names.in_memory(state, base, s));
        let Some(value) = value else { continue };
        match &object.global {
            Some(name) => out.globals.push((name.clone(), value)),
            None if !out.arguments.iter().any(|a| a.name == label.text) => {
                out.lines.push((format!("*{}", label.text), value));
            }
            None => {}
        }
    }
    out
}

fn pointee(program: &Program, shape: ShapeId) -> Option<ShapeId> {
    match program.shapes.get(shape) {
        Shape::Pointer(to) => Some(*to).filter(|to| program.shapes.size(*to, program.layout.bytes()) > 0),
        _ => Some(shape),
    }
}

/// A pointer that leads to an object: the expression for it, its value, what it points to, whether the expression is a pointer.
type Lead = (String, u64, Option<ShapeId>, bool);

/// Globals of the program that may have any value.
fn globals(names: &Names<'_>, state: &State, out: &mut Given, queue: &mut VecDeque<Lead>) {
    let program = names.program;
    for (i, object) in program.statics.iter().enumerate() {
        let number = i as u32 + 1;
        let is_given = matches!(object.state, ObjectState::Static | ObjectState::External);
        if !is_given || object.is_library || object.name.starts_with('$') {
            continue;
        }
        if let Some(shape) = program.shapes.of_static(number) {
            queue.push_back((object.name.clone(), program.layout.join(number, 0), Some(shape), false));
        }
    }
    for data in program.vars.iter().filter(|d| d.kind == VarKind::Global) {
        let Some(var) = program.terms.lookup(&data.name) else { continue };
        let Some(shape) = program.shapes.of_var(var) else { continue };
        let Some(value) = names.machine.value(state, var) else { continue };
        out.globals.push((data.name.clone(), names.of_var(var, &value)));
        out.global_values.push(Argument {
            name: data.name.clone(),
            value: value.clone(),
            shape: Some(shape),
            record: None,
        });
        if let Shape::Pointer(_) = program.shapes.get(shape) {
            let address = value.as_u64().unwrap_or(0);
            queue.push_back((data.name.clone(), address, pointee(program, shape), true));
        }
    }
}

/// Follows pointers; every object gets the first name that is found for it.
fn follow(names: &mut Names<'_>, state: &State, mut queue: VecDeque<Lead>, out: &mut Given) {
    let program = names.program;
    let mut seen = BTreeSet::new();
    while let Some((text, address, shape, is_pointer)) = queue.pop_front() {
        let (number, offset) = program.layout.split(address);
        let data = program.statics.get((number as usize).wrapping_sub(1));
        let is_code = data.is_some_and(|d| matches!(d.state, ObjectState::Code | ObjectState::Constant));
        if number == 0 || offset != 0 || is_code || out.objects.len() == OBJECTS || !seen.insert(number) {
            continue;
        }
        let info = state.memory.info(number);
        if !info.state.is_live() {
            continue;
        }
        if is_pointer || data.is_none() {
            names.label(number, Label { text: text.clone(), is_pointer, shape });
        }
        let base = program.layout.join(number, 0);
        let size = info.size.min(BYTES);
        let mut bytes = state.memory.read(base, size as usize).unwrap_or_default();
        bytes.truncate(bytes.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1));
        let mut places = Vec::new();
        if let Some(shape) = shape {
            let each = program.shapes.size(shape, program.layout.bytes()).max(1);
            let count = (u64::from(info.size) / each).min(16);
            (0..count.max(1)).for_each(|i| pointers_in(program, shape, i * each, &mut places));
        }
        let label = Label { text, is_pointer, shape };
        let mut pointers = Vec::new();
        for (at, to) in places {
            let Some(target) = names.pointer_at(state, base + at).filter(|p| *p != 0) else { continue };
            pointers.push((at, target));
            let path = names.path_from(&label, at, u64::from(program.layout.bytes()));
            queue.push_back((path, target, pointee(program, to), true));
        }
        let global = data.filter(|d| !d.name.starts_with('$')).map(|d| d.name.clone());
        out.objects.push(GivenObject { number, global, size: info.size, bytes, pointers, shape });
    }
}

/// Where pointers lie in something of a shape, with their own shapes.
fn pointers_in(program: &Program, shape: ShapeId, at: u64, out: &mut Vec<(u64, ShapeId)>) {
    if out.len() >= POINTERS {
        return;
    }
    match program.shapes.get(shape) {
        Shape::Pointer(_) => out.push((at, shape)),
        Shape::Record { fields, .. } => {
            fields.iter().for_each(|f| pointers_in(program, f.shape, at + f.offset, out));
        }
        Shape::Array { element, count } => {
            let size = program.shapes.size(*element, program.layout.bytes());
            (0..(*count).min(POINTERS as u64))
                .for_each(|i| pointers_in(program, *element, at + i * size, out));
        }
        Shape::Scalar { .. } | Shape::Opaque { .. } => {}
    }
}

/// `r = &{.head = 3}`, `n = 5`, `s = "text"`.
fn arguments(names: &Names<'_>, state: &State, params: &[VarId], frame: usize, out: &mut Given) {
    for &var in params {
        let text = argument(names, state, frame, var);
        let Some(name) = source_name(&names.program.var(var).name) else { continue };
        out.lines.extend(text.map(|t| (name.to_owned(), t)));
    }
}

fn argument(names: &Names<'_>, state: &State, frame: usize, var: VarId) -> Option<String> {
    let program = names.program;
    let value = names.machine.value_in(state, frame, var)?;
    if let Some(shape) = program.shapes.of_object(var).filter(|_| program.shapes.of_var(var).is_none()) {
        return names.in_memory(state, value.as_u64()?, shape);
    }
    let Some(Shape::Pointer(to)) = program.shapes.of_var(var).map(|s| program.shapes.get(s)) else {
        return Some(names.of_var(var, &value));
    };
    let address = value.as_u64()?;
    let (number, _) = program.layout.split(address);
    let is_from_outside = program.memory.environment.heap_of(number).is_some();
    let is_named = program.statics.get((number as usize).wrapping_sub(1)).is_some() && !is_from_outside;
    if number == 0 || is_named {
        return Some(names.address(address));
    }
    let pointee = match program.shapes.get(*to) {
        Shape::Scalar { bytes: 1, .. } => names.string(state, address, 1 << 12),
        _ => names.in_memory(state, address, *to).map(|v| format!("&{v}")),
    };
    let size = state.memory.info(number).size;
    Some(pointee.unwrap_or_else(|| format!("<pointer to {size} bytes>")))
}

/// `argv[1] = "-1"`, in the place of the pointer.
fn argument_strings(names: &Names<'_>, state: &State, out: &mut Given) {
    let [count, list, ..] = &out.arguments[..] else { return };
    let (count, list) = (count.value.as_u64().unwrap_or(0), list.value.as_u64().unwrap_or(0));
    let name = out.arguments[1].name.clone();
    let bytes = u64::from(names.program.layout.bytes());
    let string = |i: u64| {
        let at = names.pointer_at(state, list + i * bytes).filter(|p| *p != 0)?;
        Some((format!("{name}[{i}]"), names.string(state, at, 1 << 12)?))
    };
    out.lines.retain(|(n, _)| *n != name);
    out.lines.extend((0..count.min(ARGUMENTS)).filter_map(string));
}

/// `x = 5`; a value that only repeats the name is left out.
pub(crate) fn assignment(name: &str, value: &str) -> String {
    if name == value || value.strip_prefix('&') == Some(name) {
        name.to_owned()
    } else {
        format!("{name} = {value}")
    }
}

/// The call of a function as C: its name and its arguments.
pub(crate) fn signature(name: &str, arguments: &[(String, String)]) -> String {
    let list: Vec<String> = arguments.iter().map(|(n, v)| assignment(n, v)).collect();
    format!("{name}({})", list.join(", "))
}

/// The inputs in order, as lines; equal ones in a row share a line.
pub(super) fn asked_lines(program: &Program, asked: &[GivenInput]) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String, u32)> = Vec::new();
    let mut stdin = Vec::new();
    for given in asked {
        let name = match &given.input {
            // What rules choose is in globals that the source does not have; the rest appears as arguments and globals.
            Input::Entry(_) if !is_of_rule(program, given.var) => continue,
            Input::Stdin => {
                stdin.extend(given.value.as_u64().and_then(|b| u8::try_from(b).ok()));
                continue;
            }
            Input::Nondet(_) => format!("{}()", given.asked_by),
            Input::External(name) => format!("{name}()"),
            input => input_text(input),
        };
        match lines.last_mut() {
            Some((n, v, times)) if *n == name && *v == given.text => *times += 1,
            _ => lines.push((name, given.text.clone(), 1)),
        }
    }
    let told = |(name, value, times): (String, String, u32)| match times {
        1 => (name, value),
        n => (name, format!("{value} ({n} times)")),
    };
    let mut lines: Vec<(String, String)> = lines.into_iter().map(told).collect();
    if !stdin.is_empty() {
        lines.push(("standard input".to_owned(), format!("\"{}\"", stdin.escape_ascii())));
    }
    lines
}

/// Is it a variable of a rule?
fn is_of_rule(program: &Program, var: VarId) -> bool {
    let data = program.var(var);
    data.kind == VarKind::Global && program.shapes.of_var(var).is_none() && !data.name.starts_with('$')
}

/// The C function by which the program asked for an input: read off the source at the call.
pub(super) fn asked_by(program: &Program, sources: &SourceMap, read: &Read) -> String {
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
        Input::Uninitialised(name) => match source_name(name) {
            Some(name) => format!("{name} (uninitialised)"),
            None => "uninitialised memory".to_owned(),
        },
        Input::External(name) => format!("result of `{name}`, which has no body"),
        Input::Entry(name) => name.rsplit("::").next().unwrap_or(name).to_owned(),
        Input::Assembly => "output of assembly".to_owned(),
        Input::Stdin => "byte of standard input".to_owned(),
    }
}
