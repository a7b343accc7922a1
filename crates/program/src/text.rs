//! The text form of a program: everything in it, one thing per line, read back by [`crate::text_parse`].
//!
//! ```text
//! maymust-program 1
//! pointers 32 32
//! entry proc1
//! var main::x local proc0 signed @4:9 (_ BitVec 32)
//! static counter 4 static - @1:8
//! memory bytes - size state next -
//! check assertion proc0 @10:20 - "assertion `x > 0`"
//! proc main @0:40 locs 3 entry 0 exit 2 body params locals main::x
//!   0 -> 1 @4:9 main::x := (bvadd main::x #x00000001)
//!   1 -> 2 @10:20 check check0 (bvslt #x00000000 main::x)
//! ```
//!
//! Variables, statics, checks and procedures are numbered in the order of their lines. Names that are no plain words
//! stand in quotes, with the escapes `\"`, `\\`, `\n`, `\r`, `\t` and `\u{…}`. Terms are s-expressions (see the term
//! crate). Printing and parsing take time linear in the text.

use crate::{
    Cell, Input, ObjectState, Op, Proc, ProcOrigin, Program, Reading, Region, StaticObject, VarData, VarId,
    VarKind,
};
use maymust_source::Span;
use maymust_term::TermId;
use std::fmt::Write;

/// The first line of every text.
pub(crate) const HEADER: &str = "maymust-program 1";

/// The whole program as text.
pub fn print(program: &Program) -> String {
    let mut p = Printer { program, out: String::new() };
    p.header();
    for (i, v) in program.vars.iter().enumerate() {
        p.var(VarId::from_index(i), v);
    }
    for s in &program.statics {
        p.statik(s);
    }
    p.memory();
    if let Some(thread) = program.thread {
        let _ = writeln!(p.out, "thread {}", p.name(thread));
    }
    for c in &program.checks {
        let access = c.access.map_or("-".to_owned(), |(t, n)| format!("{n} {}", p.term(t)));
        let line = (c.kind.name(), c.proc, span(c.span), access, quoted(&c.message));
        let _ = writeln!(p.out, "check {} {} {} {} {}", line.0, line.1, line.2, line.3, line.4);
    }
    for (copy, original) in &program.copied_checks {
        let _ = writeln!(p.out, "copied {copy} {original}");
    }
    for (at, note) in &program.assumptions {
        let _ = writeln!(p.out, "assumption {} {}", span(*at), quoted(note));
    }
    for proc in &program.procs {
        p.proc(proc);
    }
    p.out
}

/// Do two programs say the same? Terms are compared by structure, since arenas differ.
pub fn same(a: &Program, b: &Program) -> bool {
    print(a) == print(b)
}

/// A name as it stands in the text: plain or quoted.
pub(crate) fn word(s: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.:#$!*&[]<>+".contains(c);
    let start = |c: char| c.is_ascii_alphabetic() || c == '_';
    // `locals` ends a list of names.
    if s.starts_with(start) && s.chars().all(plain) && s != "locals" { s.to_owned() } else { quoted(s) }
}

/// A string in quotes.
pub(crate) fn quoted(s: &str) -> String {
    let mut out = String::with_capacity(s.len() + 2);
    out.push('"');
    for c in s.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || c == '\u{2028}' || c == '\u{2029}' => {
                let _ = write!(out, "\\u{{{:x}}}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn span(s: Span) -> String {
    format!("@{}:{}", s.lo, s.hi)
}

/// The name of an object state.
pub(crate) fn state_name(state: ObjectState) -> &'static str {
    match state {
        ObjectState::None => "none",
        ObjectState::Static => "static",
        ObjectState::Stack => "stack",
        ObjectState::Heap => "heap",
        ObjectState::External => "external",
        ObjectState::Constant => "constant",
        ObjectState::Freed => "freed",
        ObjectState::Dead => "dead",
        ObjectState::Code => "code",
    }
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
}

impl Printer<'_> {
    fn term(&self, t: TermId) -> String {
        self.program.terms.print_term(t)
    }

    fn name(&self, v: VarId) -> String {
        word(&self.program.var(v).name)
    }

    fn opt_name(&self, v: Option<VarId>) -> String {
        v.map_or("-".to_owned(), |v| self.name(v))
    }

    fn header(&mut self) {
        let _ = writeln!(self.out, "{HEADER}");
        let layout = self.program.layout;
        let _ = writeln!(self.out, "pointers {} {}", layout.object_bits, layout.offset_bits);
        if let Some(entry) = self.program.entry {
            let _ = writeln!(self.out, "entry {entry}");
        }
    }

    fn var(&mut self, v: VarId, data: &VarData) {
        let kind = match data.kind {
            VarKind::Global => "global".to_owned(),
            VarKind::ThreadLocal => "thread-local".to_owned(),
            VarKind::Memory => "memory".to_owned(),
            VarKind::Local(p) => format!("local {p}"),
            VarKind::Param(p) => format!("param {p}"),
            VarKind::Result(p) => format!("result {p}"),
        };
        let reading = match data.reading {
            Reading::Unsigned => "unsigned",
            Reading::Signed => "signed",
            Reading::Float => "float",
            Reading::Pointer => "pointer",
        };
        let sort = self.program.terms.sort_text(self.program.terms.symbol_sort(v));
        let _ = writeln!(self.out, "var {} {kind} {reading} {} {sort}", word(&data.name), span(data.span));
    }

    fn statik(&mut self, s: &StaticObject) {
        let proc = s.proc.map_or("-".to_owned(), |p| p.to_string());
        let (name, at) = (word(&s.name), span(s.span));
        let library = if s.is_library { " library" } else { "" };
        let _ = writeln!(self.out, "static {name} {} {} {proc} {at}{library}", s.size, state_name(s.state));
    }

    fn memory(&mut self) {
        let m = &self.program.memory;
        let name = |v| self.opt_name(v);
        let (bytes, size) = (name(m.bytes), name(m.size));
        let (state, next, heap) = (name(m.state), name(m.next), name(m.heap_objects));
        let _ = writeln!(self.out, "memory {bytes} {size} {state} {next} {heap}");
        for Region { var, cell, description } in &m.regions {
            let cell = match cell {
                Cell::Bytes => "bytes".to_owned(),
                Cell::Cells { bits } => format!("cells {bits}"),
                Cell::Scalar { bits, address } => format!("scalar {bits} {address:#x}"),
            };
            let name = self.name(*var);
            let _ = writeln!(self.out, "region {name} {cell} {}", quoted(description));
        }
        for (t, regions) in &m.targets {
            let term = self.term(*t);
            let list: Vec<String> = regions.iter().map(u32::to_string).collect();
            let _ = writeln!(self.out, "target {term} {}", list.join(" "));
        }
        for (v, regions) in &m.allocated {
            let list: Vec<String> = regions.iter().map(u32::to_string).collect();
            let _ = writeln!(self.out, "allocated {} {}", self.name(*v), list.join(" "));
        }
    }

    fn proc(&mut self, p: &Proc) {
        let (name, at) = (word(&p.name), span(p.span));
        let _ = write!(self.out, "proc {name} {at} locs {} entry {} exit {}", p.locs, p.entry.0, p.exit.0);
        self.out.push_str(match (p.has_body, p.any_arguments) {
            (true, true) => " unprototyped",
            (true, false) => " body",
            (false, _) => " bodiless",
        });
        let _ = match p.origin {
            ProcOrigin::User => write!(self.out, " user"),
            ProcOrigin::Library => write!(self.out, " library"),
            ProcOrigin::Start => write!(self.out, " start"),
            ProcOrigin::Rule { watched: None } => write!(self.out, " rule"),
            ProcOrigin::Rule { watched: Some(watched) } => write!(self.out, " rule:{}", watched.0),
        };
        let _ = write!(self.out, " result {} params", self.opt_name(p.result));
        for v in &p.params {
            let _ = write!(self.out, " {}", self.name(*v));
        }
        self.out.push_str(" locals");
        for v in &p.locals {
            let _ = write!(self.out, " {}", self.name(*v));
        }
        self.out.push('\n');
        for e in &p.edges {
            let op = self.op(&e.op);
            let _ = writeln!(self.out, "  {} -> {} {} {op}", e.from.0, e.to.0, span(e.span));
        }
    }

    fn op(&self, op: &Op) -> String {
        let t = |t: &TermId| self.term(*t);
        let list = |args: &[TermId]| args.iter().map(|a| format!(" {}", self.term(*a))).collect::<String>();
        match op {
            Op::Assign(v, x) => format!("{} := {}", self.name(*v), t(x)),
            Op::Assume(c) => format!("assume {}", t(c)),
            Op::Havoc(v, input) => format!("havoc {} {}", self.name(*v), input_text(input)),
            Op::Check(c, x) => format!("check {c} {}", t(x)),
            Op::Call { proc, args, result } => {
                format!("call {proc} {}{}", self.opt_name(*result), list(args))
            }
            Op::CallPointer { pointer, args, result, check } => {
                format!("call-pointer {check} {} {}{}", self.opt_name(*result), t(pointer), list(args))
            }
            Op::Allocate { result, size, state, zeroed } => {
                let zeroed = if *zeroed { "zeroed" } else { "arbitrary" };
                format!("allocate {} {} {zeroed} {}", self.name(*result), state_name(*state), t(size))
            }
            Op::Free { pointer, state } => format!("free {} {}", state_name(*state), t(pointer)),
            Op::Copy { to, from, bytes } => format!("copy {} {} {}", t(to), t(from), t(bytes)),
            Op::Fill { to, byte, bytes } => format!("fill {} {} {}", t(to), t(byte), t(bytes)),
            Op::Bytes { to, data } => format!("bytes {} {}", t(to), hex(data)),
            Op::Output { stream, byte } => format!("output {} {}", t(stream), t(byte)),
            Op::Halt(x) => format!("halt {}", t(x)),
            Op::Spawn { proc, args, result } => {
                format!("spawn {proc} {}{}", self.opt_name(*result), list(args))
            }
            Op::Block { check, condition } => format!("block {check} {}", t(condition)),
            Op::AtomicBegin => "atomic-begin".to_owned(),
            Op::AtomicEnd => "atomic-end".to_owned(),
            Op::Acquire(address) => format!("acquire {}", t(address)),
            Op::Release(address) => format!("release {}", t(address)),
            Op::EndThread => "end-thread".to_owned(),
            Op::Unsupported(why) => format!("unsupported {}", quoted(why)),
        }
    }
}

fn input_text(input: &Input) -> String {
    match input {
        Input::Nondet(s) => format!("nondet {}", quoted(s)),
        Input::Uninitialised(s) => format!("uninitialised {}", quoted(s)),
        Input::External(s) => format!("external {}", quoted(s)),
        Input::Entry(s) => format!("entry {}", quoted(s)),
        Input::Assembly => "assembly".to_owned(),
        Input::Stdin => "stdin".to_owned(),
    }
}

fn hex(data: &[u8]) -> String {
    let mut out = String::with_capacity(2 + 2 * data.len());
    out.push('x');
    for b in data {
        let _ = write!(out, "{b:02x}");
    }
    out
}
