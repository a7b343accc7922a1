//! Names and values as C writes them: of an address the variable, field or element that lies there.

use std::collections::HashMap;
use std::fmt::Write as _;

use maymust_machine::{Machine, State};
use maymust_program::shape::{Shape, ShapeId};
use maymust_program::{ObjectState, Program, Reading, VarId};
use maymust_term::{BvValue, Value};

/// Fields and elements that are shown of a record or array.
const PARTS: usize = 12;
/// Records in records that are shown.
const DEPTH: usize = 3;
/// Characters of a string that are shown.
const TEXT: usize = 60;

/// How the source can speak of an object.
#[derive(Clone, Debug)]
pub(super) struct Label {
    /// A variable, or a pointer to the object.
    pub(super) text: String,
    /// Is it a pointer?
    pub(super) is_pointer: bool,
    /// What lies there.
    pub(super) shape: Option<ShapeId>,
}

/// The objects of a run and what they are called.
pub(super) struct Names<'a> {
    pub(super) program: &'a Program,
    pub(super) machine: &'a Machine<'a>,
    /// By object number; only looked up, never iterated.
    labels: HashMap<u32, Label>,
}

impl<'a> Names<'a> {
    pub(super) fn new(program: &'a Program, machine: &'a Machine<'a>) -> Names<'a> {
        Names { program, machine, labels: HashMap::new() }
    }

    pub(super) fn label(&mut self, object: u32, label: Label) {
        self.labels.insert(object, label);
    }

    /// A pointer to the object has a shape: so the object has what it points to, unless that says nothing.
    pub(super) fn note_pointee_if_pointer(&mut self, address: u64, pointer: ShapeId) {
        let shapes = &self.program.shapes;
        let Shape::Pointer(to) = shapes.get(pointer) else { return };
        let (number, offset) = self.program.layout.split(address);
        let says_something = shapes.size(*to, self.program.layout.bytes()) > 1;
        if let Some(label) = self.labels.get_mut(&number)
            && offset == 0
            && says_something
        {
            label.shape.get_or_insert(*to);
        }
    }

    /// The label of an object, also of one that exists from the start.
    pub(super) fn of(&self, object: u32) -> Option<Label> {
        if let Some(label) = self.labels.get(&object) {
            return Some(label.clone());
        }
        let data = self.program.statics.get((object as usize).wrapping_sub(1))?;
        let hidden = data.name.starts_with('$') || data.name.is_empty();
        let shape = self.program.shapes.of_static(object);
        (!hidden).then(|| Label { text: data.name.clone(), is_pointer: false, shape })
    }

    /// What lies at an address, as an expression; `bytes` is how much of it is meant.
    pub(super) fn path(&self, address: u64, bytes: u64) -> Option<String> {
        let (object, offset) = self.program.layout.split(address);
        let label = self.of(object)?;
        if label.text == "string literal" || label.text.starts_with('"') {
            return None;
        }
        Some(self.path_from(&label, u64::from(offset), bytes))
    }

    /// The part at an offset from a label.
    pub(super) fn path_from(&self, label: &Label, mut offset: u64, bytes: u64) -> String {
        let shapes = &self.program.shapes;
        let (mut text, mut behind) = (label.text.clone(), label.is_pointer);
        let Some(mut shape) = label.shape else {
            return match (behind, offset) {
                (true, 0) => format!("*{text}"),
                (true, n) => format!("{text}[{n}]"),
                (false, 0) => text,
                (false, n) => format!("{text}+{n}"),
            };
        };
        loop {
            let size = shapes.size(shape, self.program.layout.bytes());
            if behind && size > 0 && offset >= size {
                let _ = write!(text, "[{}]", offset / size);
                (offset, behind) = (offset % size, false);
            }
            match shapes.get(shape) {
                Shape::Record { fields, .. } if size != bytes || offset != 0 => {
                    let holds = |f: &&maymust_program::shape::Field| {
                        let size = shapes.size(f.shape, self.program.layout.bytes()).max(1);
                        f.offset <= offset && offset < f.offset + size
                    };
                    let Some(field) = fields.iter().find(holds) else { break };
                    if let Some(name) = &field.name {
                        let _ = write!(text, "{}{name}", if behind { "->" } else { "." });
                        behind = false;
                    }
                    (offset, shape) = (offset - field.offset, field.shape);
                }
                Shape::Array { element, .. } if size != bytes || offset != 0 => {
                    let each = shapes.size(*element, self.program.layout.bytes());
                    if each == 0 {
                        break;
                    }
                    if behind {
                        text = format!("(*{text})");
                    }
                    let _ = write!(text, "[{}]", offset / each);
                    (offset, shape, behind) = (offset % each, *element, false);
                }
                _ => break,
            }
        }
        if behind {
            text = if text.contains(['-', '.', '[']) { format!("*({text})") } else { format!("*{text}") };
        }
        if offset > 0 { format!("{text}+{offset}") } else { text }
    }

    /// A pointer's value as an expression.
    pub(super) fn address(&self, address: u64) -> String {
        self.address_of(address, None)
    }

    /// The same, of a pointer to something of a shape.
    fn address_of(&self, address: u64, pointee: Option<ShapeId>) -> String {
        let (object, offset) = self.program.layout.split(address);
        if object == 0 {
            return if offset == 0 { "NULL".to_owned() } else { format!("NULL + {offset}") };
        }
        let data = self.program.statics.get((object as usize).wrapping_sub(1));
        if data.is_some_and(|d| d.state == ObjectState::Code) {
            return data.map(|d| d.name.clone()).unwrap_or_default();
        }
        if let Some(text) = self.outside_name(object, offset) {
            return text;
        }
        let Some(label) = self.of(object) else {
            return format!("<pointer, {} bytes into its object>", offset as i32);
        };
        if label.text == "string literal" {
            return "<string literal>".to_owned();
        }
        let is_array = label.shape.is_some_and(|s| matches!(self.program.shapes.get(s), Shape::Array { .. }));
        if offset == 0 && (label.is_pointer || is_array) {
            return label.text;
        }
        if (offset as i32) < 0 {
            return format!("{} - {} bytes", label.text, (offset as i32).unsigned_abs());
        }
        let bytes = pointee.map_or(1, |p| self.program.shapes.size(p, self.program.layout.bytes()).max(1));
        let path = self.path_from(&label, u64::from(offset), bytes);
        match path.split_once('+') {
            Some((base, bytes)) => format!("&{base} + {bytes} bytes"),
            None => format!("&{path}"),
        }
    }

    /// `&outside2[5]`: an object of the environment, by its type's heap and its place there. Equal pointers have equal names.
    fn outside_name(&self, object: u32, offset: u32) -> Option<String> {
        let environment = &self.program.memory.environment;
        let index = environment.heap_of(object)?;
        let heap = environment.heaps.get(index)?;
        let (element, rest) = match offset.checked_sub(heap.start) {
            Some(distance) => (distance / heap.stride.max(1), distance % heap.stride.max(1)),
            None => (0, 0),
        };
        let more = if rest == 0 { String::new() } else { format!(" + {rest} bytes") };
        Some(format!("&outside{}[{element}]{more}", index + 1))
    }

    /// A variable's value.
    pub(super) fn of_var(&self, var: VarId, value: &Value) -> String {
        let data = self.program.var(var);
        match self.program.shapes.of_var(var).map(|s| self.program.shapes.get(s)) {
            Some(Shape::Pointer(to)) => self.address_of(value.as_u64().unwrap_or(0), Some(*to)),
            Some(Shape::Scalar { reading, is_char, .. }) => self.number(value, *reading, *is_char),
            _ if data.reading == Reading::Pointer => self.address(value.as_u64().unwrap_or(0)),
            _ => self.number(value, data.reading, false),
        }
    }

    /// A number.
    pub(super) fn number(&self, value: &Value, reading: Reading, is_char: bool) -> String {
        if reading == Reading::Pointer {
            return self.address(value.as_u64().unwrap_or(0));
        }
        if let (true, Some(byte @ (0x20..=0x7e | 0x09 | 0x0a | 0x0d))) = (is_char, value.as_u64()) {
            return format!("'{}'", (byte as u8).escape_ascii());
        }
        self.machine.show(value, reading)
    }

    /// What lies at an address.
    pub(super) fn in_memory(&self, state: &State, address: u64, shape: ShapeId) -> Option<String> {
        self.part(state, address, shape, DEPTH)
    }

    fn part(&self, state: &State, address: u64, shape: ShapeId, depth: usize) -> Option<String> {
        let shapes = &self.program.shapes;
        match shapes.get(shape) {
            Shape::Scalar { bytes, reading, is_char, .. } => {
                let bytes = state.memory.read(address, *bytes as usize).ok()?;
                Some(self.number(&Value::Bv(BvValue::from_le_bytes(&bytes)), *reading, *is_char))
            }
            Shape::Pointer(to) => self.pointer_at(state, address).map(|p| self.address_of(p, Some(*to))),
            Shape::Record { .. } | Shape::Array { .. } if depth == 0 => Some("{…}".to_owned()),
            Shape::Record { fields, is_union, .. } => {
                let mut parts = Vec::new();
                for field in fields.iter().take(if *is_union { 1 } else { PARTS }) {
                    let value = match field.bits {
                        Some(bits) => self.bit_field(state, address + field.offset, bits)?,
                        None => self.part(state, address + field.offset, field.shape, depth - 1)?,
                    };
                    match &field.name {
                        Some(name) => parts.push(format!(".{name} = {value}")),
                        None => parts.push(value.trim_matches(['{', '}']).to_owned()),
                    }
                }
                if fields.len() > parts.len() && !is_union {
                    parts.push("…".to_owned());
                }
                Some(format!("{{{}}}", parts.join(", ")))
            }
            Shape::Array { element, count } => self.elements(state, address, *element, *count, depth),
            Shape::Opaque { .. } => None,
        }
    }

    fn elements(&self, state: &State, at: u64, element: ShapeId, count: u64, depth: usize) -> Option<String> {
        let shapes = &self.program.shapes;
        let size = shapes.size(element, self.program.layout.bytes());
        if let Shape::Scalar { is_char: true, .. } = shapes.get(element)
            && let Some(text) = self.string(state, at, count)
        {
            return Some(text);
        }
        let each = |i: u64| self.part(state, at + i * size, element, depth - 1);
        let mut values = (0..count.min(PARTS as u64)).map(each).collect::<Option<Vec<_>>>()?;
        // Elements that repeat the one before are not told one by one.
        let same = values.iter().rev().take_while(|v| Some(*v) == values.last()).count();
        let is_cut = count > PARTS as u64;
        if same > 2 || is_cut && same == values.len() {
            values.truncate(values.len() - same + 1);
            values.push("…".to_owned());
        } else if is_cut {
            values.push("…".to_owned());
        }
        Some(format!("{{{}}}", values.join(", ")))
    }

    /// Characters up to a zero, if it comes within `most`.
    pub(super) fn string(&self, state: &State, address: u64, most: u64) -> Option<String> {
        let mut text = String::from("\"");
        for i in 0..most.min(1 << 16) {
            let byte = *state.memory.read(address + i, 1).ok()?.first()?;
            if byte == 0 {
                return Some(text + "\"");
            }
            if i as usize == TEXT {
                return Some(text + "…\"");
            }
            let _ = match byte {
                b'"' => write!(text, "\\\""),
                b'\\' => write!(text, "\\\\"),
                b'\n' => write!(text, "\\n"),
                b'\t' => write!(text, "\\t"),
                0x20..=0x7e => write!(text, "{}", byte as char),
                // Three octal digits end by themselves, whatever comes next.
                _ => write!(text, "\\{byte:03o}"),
            };
        }
        None
    }

    /// What was just written at an address.
    pub(super) fn stored_value(&self, state: &State, address: u64, bytes: &[u8]) -> String {
        let (object, offset) = self.program.layout.split(address);
        let shape = self.of(object).and_then(|l| l.shape);
        let part = shape.and_then(|s| self.part_at(s, u64::from(offset), bytes.len() as u64));
        let value = part.and_then(|s| self.in_memory(state, address, s));
        value.unwrap_or_else(|| Value::Bv(BvValue::from_le_bytes(bytes)).to_string())
    }

    /// The shape of the number or pointer at an offset.
    fn part_at(&self, mut shape: ShapeId, mut offset: u64, bytes: u64) -> Option<ShapeId> {
        let shapes = &self.program.shapes;
        let size = |s: ShapeId| shapes.size(s, self.program.layout.bytes()).max(1);
        offset %= size(shape);
        loop {
            match shapes.get(shape) {
                Shape::Record { fields, .. } => {
                    let holds = |f: &&maymust_program::shape::Field| {
                        f.offset <= offset && offset < f.offset + size(f.shape) && f.bits.is_none()
                    };
                    let field = fields.iter().find(holds)?;
                    (offset, shape) = (offset - field.offset, field.shape);
                }
                Shape::Array { element, .. } => (offset, shape) = (offset % size(*element), *element),
                _ => return (offset == 0 && size(shape) == bytes).then_some(shape),
            }
        }
    }

    fn bit_field(&self, state: &State, at: u64, (shift, width, signed): (u32, u32, bool)) -> Option<String> {
        let bytes = state.memory.read(at, (shift + width).div_ceil(8) as usize).ok()?;
        let all = BvValue::from_le_bytes(&bytes);
        let bits = Value::Bv(all.extract(shift + width - 1, shift));
        Some(self.number(&bits, Reading::from(signed), false))
    }

    /// The pointer that lies at an address.
    pub(super) fn pointer_at(&self, state: &State, address: u64) -> Option<u64> {
        let bytes = state.memory.read(address, self.program.layout.bytes() as usize).ok()?;
        Some(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
}
