//! What went wrong: the check, the place, the object, the values, the calls.

use maymust_program::{CheckId, CheckKind, EdgeId, ObjectState, Op, ProcId, Reading, VarId};
use maymust_source::Span;
use maymust_term::{TermId, Value};

use crate::machine::Machine;
use crate::memory::Site;
use crate::state::State;

/// A failed check, or undefined behaviour that no active check guards.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The check; none if no active check guards what happened.
    pub check: Option<CheckId>,
    /// Its kind.
    pub kind: CheckKind,
    /// Where.
    pub span: Span,
    /// What is checked, in words of the source.
    pub message: String,
    /// What happened to which object, if an access is at fault.
    pub access: Option<String>,
    /// Further places: where the object was allocated and freed.
    pub notes: Vec<(Span, String)>,
    /// The variables of the condition with their values.
    pub values: Vec<(String, String)>,
    /// The calls under way: procedure, edge and place, innermost first.
    pub stack: Vec<(ProcId, EdgeId, Span)>,
}

impl Machine<'_> {
    /// A check's failure; the innermost frame stands at its edge.
    pub(crate) fn check_failure(&self, state: &State, check: CheckId) -> Failure {
        let data = &self.program.checks[check.index()];
        let mut failure = self.failure(state, data.kind, data.span, data.message.to_string());
        failure.check = Some(check);
        failure.values = self.condition_values(state);
        if let Some((address, bytes)) = data.access
            && let Some(address) = self.term_value(state, address).and_then(|v| v.as_u64())
        {
            self.explain_access(state, &mut failure, address, bytes, None);
        }
        if data.kind == CheckKind::Bounds && failure.access.is_none() {
            failure.access = self.explain_index(state);
        }
        if matches!(data.kind, CheckKind::DoubleFree | CheckKind::InvalidFree) && failure.access.is_none() {
            self.explain_free(state, &mut failure);
        }
        if data.kind == CheckKind::Leak
            && let Some(lost) = crate::leak::first_lost(self, state)
        {
            let (object, notes) = describe_object(self, state, lost);
            failure.access = Some(format!("{object} is lost"));
            failure.notes = notes;
        }
        failure
    }

    /// Nobody can go on; the innermost frame stands at a wait.
    pub(crate) fn deadlock_failure(&self, state: &State, check: CheckId) -> Failure {
        let mut failure = self.check_failure(state, check);
        let waiting = state.threads().filter(|t| !t.frames.is_empty()).map(|t| t.number.to_string());
        let waiting: Vec<String> = waiting.collect();
        failure.access = Some(match waiting.as_slice() {
            [_] => "the only thread left waits".to_owned(),
            all => format!("threads {} all wait", all.join(", ")),
        });
        failure
    }

    /// An access that no check guards.
    pub(crate) fn access_failure(&self, state: &State, address: u64, bytes: u32, write: bool) -> Failure {
        let (number, _) = state.memory.split(address);
        let kind = match state.memory.state(number) {
            _ if number == 0 => CheckKind::NullDereference,
            ObjectState::None | ObjectState::Code => CheckKind::InvalidPointer,
            ObjectState::Freed | ObjectState::Dead => CheckKind::UseAfterFree,
            _ => CheckKind::Bounds,
        };
        let span = self.span(state);
        let mut failure = self.failure(state, kind, span, "memory access".to_owned());
        self.explain_access(state, &mut failure, address, bytes, Some(write));
        failure
    }

    fn failure(&self, state: &State, kind: CheckKind, span: Span, message: String) -> Failure {
        let stack = state.frames.iter().rev().map(|f| {
            let span = self.program.proc(f.proc).edges.get(f.edge.index()).map_or(Span::NONE, |e| e.span);
            (f.proc, f.edge, span)
        });
        Failure {
            check: None,
            kind,
            span,
            message,
            access: None,
            notes: Vec::new(),
            values: Vec::new(),
            stack: stack.collect(),
        }
    }

    fn explain_access(
        &self,
        state: &State,
        failure: &mut Failure,
        address: u64,
        bytes: u32,
        write: Option<bool>,
    ) {
        let (number, offset) = state.memory.split(address);
        let what = match write {
            Some(true) => "write",
            Some(false) => "read",
            None => self.access_word(state),
        };
        let plural = if bytes == 1 { "" } else { "s" };
        let place = if number == 0 {
            format!("through a null pointer (offset {})", offset as i32)
        } else {
            let (object, notes) = describe_object(self, state, number);
            failure.notes.extend(notes);
            format!("at offset {} of {object}", offset as i32)
        };
        failure.access = Some(format!("{what} of {bytes} byte{plural} {place}"));
    }

    /// Reads or writes the edge after the checks at hand?
    fn access_word(&self, state: &State) -> &'static str {
        let Some(frame) = state.top() else { return "access" };
        let proc = self.program.proc(frame.proc);
        let mut loc = frame.loc;
        for _ in 0..16 {
            let Some((_, edge)) = proc.successors(loc).next() else { break };
            match &edge.op {
                Op::Check(..) => loc = edge.to,
                Op::Assign(var, _) if self.program.terms.symbol_sort(*var).is_array() => return "write",
                Op::Assign(..) => return "read",
                Op::Fill { .. } | Op::Bytes { .. } => return "write",
                _ => break,
            }
        }
        "access"
    }

    /// Of an index or a size that is compared with a limit, both.
    fn explain_index(&self, state: &State) -> Option<String> {
        let frame = state.top()?;
        let edge = self.program.proc(frame.proc).edges.get(frame.edge.index())?;
        let Op::Check(_, condition) = edge.op else { return None };
        let terms = &self.program.terms;
        // "index < length" is "not (length <= index)" to the arena.
        let (condition, is_negated) = match terms.op(condition) {
            maymust_term::Op::Not => (*terms.args(condition).first()?, true),
            _ => (condition, false),
        };
        let (maymust_term::Op::Ult | maymust_term::Op::Ule, &[a, b]) =
            (terms.op(condition), terms.args(condition))
        else {
            return None;
        };
        let (index, length) = if is_negated { (b, a) } else { (a, b) };
        let value = |t: TermId| self.term_value(state, t)?.as_bv()?.to_i128();
        Some(format!("{}, limit {}", value(index)?, value(length)?))
    }

    fn explain_free(&self, state: &State, failure: &mut Failure) {
        let Some(frame) = state.top() else { return };
        let proc = self.program.proc(frame.proc);
        let mut loc = frame.loc;
        for _ in 0..16 {
            let Some((_, edge)) = proc.successors(loc).next() else { return };
            if let Op::Free { pointer, .. } = &edge.op {
                let Some(address) = self.term_value(state, *pointer).and_then(|v| v.as_u64()) else { return };
                let (number, offset) = state.memory.split(address);
                let (object, notes) = describe_object(self, state, number);
                failure.access = Some(format!("free of a pointer to offset {} of {object}", offset as i32));
                failure.notes.extend(notes);
                return;
            }
            loc = edge.to;
        }
    }

    /// A term's value in the innermost frame, by its small variables; memory as a whole is never built for it.
    pub fn term_value(&self, state: &State, term: TermId) -> Option<Value> {
        let terms = &self.program.terms;
        let support = terms.support(term);
        if support.iter().any(|v| terms.symbol_sort(*v).is_array()) {
            return self.term_with_memory(state, term);
        }
        let values: Option<Vec<(VarId, Value)>> =
            support.into_iter().map(|v| self.value(state, v).map(|value| (v, value))).collect();
        let values = values?;
        let model = |var: VarId| {
            let found = values.iter().find(|(v, _)| *v == var);
            found.map_or(Value::Bool(false), |(_, value)| value.clone())
        };
        Some(maymust_term::eval(terms, term, &model))
    }

    /// As above for terms that read memory: loads are done one by one.
    fn term_with_memory(&self, state: &State, term: TermId) -> Option<Value> {
        crate::reader::read_term(self, state, term)
    }

    /// The variables of the failed condition, in the form of the source.
    fn condition_values(&self, state: &State) -> Vec<(String, String)> {
        let Some(frame) = state.top() else { return Vec::new() };
        let proc = self.program.proc(frame.proc);
        let Some(edge) = proc.edges.get(frame.edge.index()) else { return Vec::new() };
        let Op::Check(_, condition) = &edge.op else { return Vec::new() };
        let mut support = self.program.terms.support(*condition);
        support.sort_unstable();
        let mut values = Vec::new();
        for var in support {
            let Some(data) = self.program.vars.get(var.index()) else { continue };
            if self.program.terms.symbol_sort(var).is_array() {
                continue;
            }
            if let Some(value) = self.value(state, var) {
                values.push((data.name.clone(), self.show(&value, data.reading)));
            }
        }
        values
    }

    /// A value as a C programmer would write it.
    pub fn show(&self, value: &Value, reading: Reading) -> String {
        let Value::Bv(v) = value else { return value.to_string() };
        match (reading, v.width(), v.to_u64()) {
            (Reading::Signed, ..) => v.to_i128().map_or_else(|| v.to_string(), |n| n.to_string()),
            (Reading::Float, 32, Some(bits)) => format!("{:?}", f32::from_bits(bits as u32)),
            (Reading::Float, 64, Some(bits)) => format!("{:?}", f64::from_bits(bits)),
            (Reading::Pointer, _, Some(0)) => "null".to_owned(),
            (Reading::Pointer, _, Some(address)) => {
                let (number, offset) = self.program.layout.split(address);
                let static_object = self.program.statics.get((number as usize).wrapping_sub(1));
                let name = match static_object {
                    Some(object) => format!("&{}", object.name),
                    None if number == 0 => return address.to_string(),
                    None => format!("object {number}"),
                };
                if offset == 0 { name } else { format!("{name} + {offset}") }
            }
            _ => v.to_string(),
        }
    }
}

/// An object in words, and where it came from.
pub(crate) fn describe_object(
    machine: &Machine<'_>,
    state: &State,
    number: u32,
) -> (String, Vec<(Span, String)>) {
    let program = machine.program;
    let info = state.memory.info(number);
    let word = Machine::state_word(info.state);
    let span_of = |(proc, edge): (u32, u32)| {
        program
            .procs
            .get(proc as usize)
            .and_then(|p| p.edges.get(edge as usize))
            .map_or(Span::NONE, |e| e.span)
    };
    let mut notes = Vec::new();
    let name = match info.site {
        Some(Site::Static(index)) => {
            let object = program.statics.get(index as usize);
            notes.extend(object.map(|o| (o.span, "the object is declared here".to_owned())));
            object.map_or(String::new(), |o| format!(" `{}`", o.name))
        }
        Some(Site::Edge(proc, edge)) => {
            notes.push((span_of((proc, edge)), "the object is allocated here".to_owned()));
            allocated_name(machine, proc, edge)
        }
        None => String::new(),
    };
    if let Some(end) = info.end {
        let text = if info.state == ObjectState::Freed { "it is freed here" } else { "its life ends here" };
        notes.push((span_of(end), text.to_owned()));
    }
    let size = match info.state {
        ObjectState::None | ObjectState::Code => String::new(),
        _ => format!(" ({} byte{})", info.size, if info.size == 1 { "" } else { "s" }),
    };
    (format!("{word}{name}{size}"), notes)
}

/// The variable that an allocation edge defines, if it has a name of the source.
fn allocated_name(machine: &Machine<'_>, proc: u32, edge: u32) -> String {
    let program = machine.program;
    let edge = program.procs.get(proc as usize).and_then(|p| p.edges.get(edge as usize));
    match edge.map(|e| &e.op) {
        Some(Op::Allocate { result, state: ObjectState::Stack, .. }) => {
            program.vars.get(result.index()).map_or(String::new(), |v| format!(" `{}`", source_name(&v.name)))
        }
        _ => String::new(),
    }
}

/// A variable's name without what lowering puts around it.
fn source_name(name: &str) -> &str {
    let name = name.rsplit("::").next().unwrap_or(name);
    name.trim_start_matches('&').split(['!', '#']).next().unwrap_or(name)
}
