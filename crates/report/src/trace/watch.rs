//! The values of what the source speaks of: the expression that fails is read again, and its parts are looked up.

use maymust_engine::Run;
use maymust_machine::State;
use maymust_program::shape::{Shape, ShapeId};
use maymust_program::{ProcId, ProcOrigin, Reading, VarId, VarKind};
use maymust_source::{SourceMap, Span};
use maymust_term::Value;

use super::names::Names;
use super::record::innermost;
use super::{object_name, source_name, user_call};

/// How many values are shown.
const VALUES: usize = 10;

/// Something that has a value.
#[derive(Clone, Debug)]
enum Thing {
    /// A value, and what it looks like.
    Value(Value, Option<ShapeId>, VarId),
    /// What lies at an address.
    Memory(u64, ShapeId),
}

/// The parts of the expression that fails, as the program's own code writes it, with their values.
pub(super) fn values(
    names: &Names<'_>,
    sources: &SourceMap,
    state: &State,
    run: &Run,
) -> Vec<(String, String)> {
    let program = names.program;
    let Some((proc, _, span)) = user_call(program, run) else { return Vec::new() };
    let frame = state.frames().iter().rposition(|f| f.proc == proc);
    let Some(frame) = frame else { return Vec::new() };
    let text = expression(sources, span);
    let mut out: Vec<(String, String)> = Vec::new();
    let scope = Scope { names, state, frame, proc, at: span };
    for path in paths(&text) {
        for (text, thing) in scope.walk(path) {
            let Some(value) = scope.show(&thing).filter(|v| *v != text) else { continue };
            if !out.iter().any(|(t, _)| *t == text) && out.len() < VALUES {
                out.push((text, value));
            }
        }
    }
    out
}

/// The text that a span covers, as the user wrote it; of an assertion, which a macro hides, the whole line.
fn expression(sources: &SourceMap, span: Span) -> String {
    let place = sources.place(span);
    let line = sources.line_text(span).unwrap_or("");
    let start = place.as_ref().map_or(0, |p| p.column as usize - 1);
    let end = start + span.hi.saturating_sub(span.lo) as usize;
    let marked = line.get(start.min(line.len())..end.min(line.len())).unwrap_or("");
    match place.as_ref().and_then(|p| sources.original_line(p)) {
        Some(original) if !original.contains(marked) || marked.trim().is_empty() => original.to_owned(),
        _ => marked.to_owned(),
    }
}

/// Variables with what follows them: `a->b[i].c` is one path; calls are none.
fn paths(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if bytes[at] == b'"' || bytes[at] == b'\'' {
            let quote = bytes[at];
            at += 1;
            while at < bytes.len() && bytes[at] != quote {
                at += 1 + usize::from(bytes[at] == b'\\');
            }
            at += 1;
            continue;
        }
        if !is_word(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        at = word_end(bytes, at);
        if bytes[start].is_ascii_digit() {
            continue;
        }
        let inner_from = at;
        let mut end = at;
        loop {
            let rest = &text[end..];
            let step = if rest.starts_with("->") { 2 } else { usize::from(rest.starts_with('.')) };
            if step > 0 && bytes.get(end + step).is_some_and(|b| is_word(*b)) {
                end = word_end(bytes, end + step);
            } else if rest.starts_with('[') {
                let Some(close) = matching(bytes, end) else { break };
                end = close + 1;
            } else {
                break;
            }
        }
        if !text[end..].trim_start().starts_with('(') {
            out.push(&text[start..end]);
        }
        // The expression in brackets is shown as well.
        at = inner_from;
        while bytes.get(at).is_some_and(|b| *b == b'.' || *b == b'-' || *b == b'>') && at < end {
            at += 1;
            at = word_end(bytes, at);
        }
    }
    out
}

fn word_end(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.iter().skip(from);
    from + rest.take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count()
}

/// The bracket that closes the one at a position.
fn matching(bytes: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, b) in bytes.iter().enumerate().skip(open) {
        match b {
            b'[' => depth += 1,
            b']' if depth == 1 => return Some(i),
            b']' => depth -= 1,
            _ => {}
        }
    }
    None
}

struct Scope<'s, 'a> {
    names: &'s Names<'a>,
    state: &'s State,
    frame: usize,
    proc: ProcId,
    at: Span,
}

impl Scope<'_, '_> {
    /// A path and those that lead to it, with what they stand for.
    fn walk(&self, path: &str) -> Vec<(String, Thing)> {
        let bytes = path.as_bytes();
        let mut end = word_end(bytes, 0);
        let Some(mut thing) = self.variable(&path[..end]) else { return Vec::new() };
        let mut out = vec![(path[..end].to_owned(), thing.clone())];
        while end < path.len() {
            let rest = &path[end..];
            let next = if rest.starts_with('[') {
                let Some(close) = matching(bytes, end) else { break };
                let index = self.index(path[end + 1..close].trim());
                end = close + 1;
                index.and_then(|i| self.element(&thing, i))
            } else {
                let arrow = rest.starts_with("->");
                let start = end + if arrow { 2 } else { 1 };
                end = word_end(bytes, start);
                self.field(&thing, &path[start..end], arrow)
            };
            let Some(next) = next else { break };
            thing = next;
            out.push((path[..end].to_owned(), thing.clone()));
        }
        out
    }

    fn index(&self, text: &str) -> Option<i64> {
        if let Ok(number) = text.parse() {
            return Some(number);
        }
        let is_path = paths(text).first().is_some_and(|p| *p == text);
        let (_, thing) = self.walk(text).pop().filter(|(t, _)| is_path && t == text)?;
        match thing {
            Thing::Value(value, shape, var) => {
                let shape = shape.map(|s| self.names.program.shapes.get(s));
                let signed = match shape {
                    Some(Shape::Scalar { reading, .. }) => *reading == Reading::Signed,
                    _ => self.names.program.var(var).reading == Reading::Signed,
                };
                let bv = value.as_bv()?;
                if signed { i64::try_from(bv.to_i128()?).ok() } else { i64::try_from(bv.to_u64()?).ok() }
            }
            Thing::Memory(address, shape) => {
                let Shape::Scalar { bytes, reading, .. } = self.names.program.shapes.get(shape) else {
                    return None;
                };
                let bytes = self.state.memory.read(address, *bytes as usize).ok()?;
                let bv = maymust_term::BvValue::from_le_bytes(&bytes);
                let signed = *reading == Reading::Signed;
                if signed { i64::try_from(bv.to_i128()?).ok() } else { i64::try_from(bv.to_u64()?).ok() }
            }
        }
    }

    /// A local variable that is declared before this place, else a global.
    fn variable(&self, name: &str) -> Option<Thing> {
        let program = self.names.program;
        let proc = program.proc(self.proc);
        let declared = |var: &&VarId| program.var(**var).span.lo <= self.at.hi;
        let is = |var: &&VarId| {
            let full = &program.var(**var).name;
            source_name(full) == Some(name) || object_name(full) == Some(name)
        };
        let local = proc
            .params
            .iter()
            .chain(&proc.locals)
            .filter(is)
            .filter(declared)
            .max_by_key(|v| program.var(**v).span.lo);
        if let Some(&var) = local {
            let value = self.names.machine.value_in(self.state, self.frame, var)?;
            return match program.shapes.of_object(var).filter(|_| program.shapes.of_var(var).is_none()) {
                Some(shape) => Some(Thing::Memory(value.as_u64()?, shape)),
                None => Some(Thing::Value(value, program.shapes.of_var(var), var)),
            };
        }
        let is_global =
            |d: &maymust_program::VarData| d.kind == VarKind::Global && source_name(&d.name) == Some(name);
        if let Some(data) = program.vars.iter().find(|d| is_global(d)) {
            let var = program.terms.lookup(&data.name)?;
            return Some(Thing::Value(
                self.names.machine.value(self.state, var)?,
                program.shapes.of_var(var),
                var,
            ));
        }
        let number =
            program.statics.iter().position(|s| s.name == name && !s.is_library && s.proc.is_none())? as u32
                + 1;
        Some(Thing::Memory(program.layout.join(number, 0), program.shapes.of_static(number)?))
    }

    /// The address that a thing holds, and what it points to.
    fn pointee(&self, thing: &Thing) -> Option<(u64, ShapeId)> {
        let shapes = &self.names.program.shapes;
        match thing {
            Thing::Value(value, Some(shape), _) => match shapes.get(*shape) {
                Shape::Pointer(to) => Some((value.as_u64()?, *to)),
                _ => None,
            },
            Thing::Memory(address, shape) => match shapes.get(*shape) {
                Shape::Pointer(to) => Some((self.names.pointer_at(self.state, *address)?, *to)),
                Shape::Array { element, .. } => Some((*address, *element)),
                _ => None,
            },
            Thing::Value(..) => None,
        }
    }

    fn element(&self, thing: &Thing, index: i64) -> Option<Thing> {
        let (address, shape) = self.pointee(thing)?;
        let size = self.names.program.shapes.size(shape, self.names.program.layout.bytes()) as i64;
        Some(Thing::Memory(address.checked_add_signed(index.checked_mul(size)?)?, shape))
    }

    fn field(&self, thing: &Thing, name: &str, arrow: bool) -> Option<Thing> {
        let (address, shape) = match thing {
            Thing::Memory(address, shape) if !arrow => (*address, *shape),
            thing if arrow => self.pointee(thing)?,
            _ => return None,
        };
        let (offset, shape) = find_field(self.names, shape, name)?;
        Some(Thing::Memory(address.wrapping_add(offset), shape))
    }

    fn show(&self, thing: &Thing) -> Option<String> {
        match thing {
            Thing::Value(value, _, var) => Some(self.names.of_var(*var, value)),
            Thing::Memory(address, shape) => match self.names.program.shapes.get(*shape) {
                Shape::Scalar { .. } | Shape::Pointer(_) => {
                    self.names.in_memory(self.state, *address, *shape)
                }
                _ => None,
            },
        }
    }
}

/// A field, also one of a record without name inside; bit-fields have no address and are not looked up.
fn find_field(names: &Names<'_>, shape: ShapeId, name: &str) -> Option<(u64, ShapeId)> {
    let Shape::Record { fields, .. } = names.program.shapes.get(shape) else { return None };
    fields.iter().find_map(|f| match &f.name {
        Some(n) if **n == *name && f.bits.is_none() => Some((f.offset, f.shape)),
        Some(_) => None,
        None => find_field(names, f.shape, name).map(|(at, shape)| (f.offset + at, shape)),
    })
}

/// What lies at an address, by a pointer of the function at work that leads there.
pub(super) fn through_pointer(names: &Names<'_>, state: &State, address: u64, bytes: u64) -> Option<String> {
    let program = names.program;
    let (frame, proc) =
        innermost(program, state).filter(|(_, p)| program.proc(*p).origin == ProcOrigin::User)?;
    let (object, offset) = program.layout.split(address);
    let proc = program.proc(proc);
    for &var in proc.params.iter().chain(&proc.locals) {
        let Some(shape) = program.shapes.of_var(var) else { continue };
        let Shape::Pointer(to) = program.shapes.get(shape) else { continue };
        let Some(value) = names.machine.value_in(state, frame, var).and_then(|v| v.as_u64()) else {
            continue;
        };
        let (base, from) = program.layout.split(value);
        if base != object || from > offset || program.shapes.size(*to, program.layout.bytes()) == 0 {
            continue;
        }
        let text = source_name(&program.var(var).name)?.to_owned();
        let label = super::names::Label { text, is_pointer: true, shape: Some(*to) };
        let path = names.path_from(&label, u64::from(offset - from), bytes);
        // One of many is shown as an element.
        let is_many = u64::from(state.memory.info(object).size) > bytes;
        return Some(match path.strip_prefix('*') {
            Some(pointer) if is_many && !pointer.starts_with('(') => format!("{pointer}[0]"),
            _ => path,
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::paths;

    #[test]
    fn paths_are_found_in_expressions() {
        assert_eq!(paths("r->buf[r->head] = x"), ["r->buf[r->head]", "r->head", "x"]);
        assert_eq!(paths("f(a.b, \"c d\", 'e') + 7u"), ["a.b"]);
        assert_eq!(paths("s / n"), ["s", "n"]);
        assert_eq!(paths("a[i][j]"), ["a[i][j]", "i", "j"]);
    }
}
