//! Reading the text form of a program; see [`crate::text`] for what it looks like.
//!
//! The reader trusts nothing: a text that is no program gives a [`ParseError`] with its line. Whether the
//! program is well formed is the business of [`crate::verify`].

use crate::text::{HEADER, state_name};
use crate::{
    Cell, CheckData, CheckId, CheckKind, Edge, Input, LocId, ObjectState, Op, PointerLayout, Proc, ProcId,
    ProcOrigin, Program, Reading, Region, StaticObject, VarId, VarKind,
};
use maymust_source::Span;
use maymust_term::TermId;
use std::fmt;

/// Why a text is no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a program.
///
/// # Errors
/// If the text does not have the form that [`crate::text::print`] gives.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let mut program = Program::default();
    let mut lines = text.lines().enumerate();
    let error = |line: usize, message: String| ParseError { line: line + 1, message };
    if lines.next().is_none_or(|(_, l)| l.trim_end() != HEADER) {
        return Err(error(0, format!("expected `{HEADER}`")));
    }
    for (i, line) in lines {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with(';') {
            Reader { rest: line, program: &mut program }.line().map_err(|m| error(i, m))?;
        }
    }
    for proc in &mut program.procs {
        let locs = proc.locs;
        if proc.edges.iter().any(|e| e.from.0 >= locs || e.to.0 >= locs) {
            return Err(error(0, format!("an edge of `{}` is outside of its locations", proc.name)));
        }
        proc.index_edges();
    }
    Ok(program)
}

type Result1<T> = Result<T, String>;

/// Procedures with more locations than this are taken for damaged text, not allocated.
const MAX_LOCS: u32 = 1 << 28;

struct Reader<'a> {
    rest: &'a str,
    program: &'a mut Program,
}

impl<'a> Reader<'a> {
    fn line(&mut self) -> Result1<()> {
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return self.edge();
        }
        match self.bare()? {
            "pointers" => {
                let (object_bits, offset_bits) = (self.number()?, self.number()?);
                let layout = PointerLayout { object_bits, offset_bits };
                if !layout.is_possible() {
                    return Err(format!("no pointer has {object_bits} and {offset_bits} bits"));
                }
                self.program.layout = layout;
            }
            "entry" => self.program.entry = Some(self.proc_id()?),
            "var" => self.var()?,
            "static" => self.statik()?,
            "memory" => self.memory()?,
            "thread" => self.program.thread = Some(self.find_var()?),
            "region" => self.region()?,
            "target" => {
                let t = self.term()?;
                let regions = self.numbers()?;
                self.program.memory.targets.insert(t, regions);
            }
            "allocated" => {
                let var = self.find_var()?;
                let regions = self.numbers()?;
                self.program.memory.allocated.insert(var, regions);
            }
            "check" => self.check()?,
            "copied" => {
                let (copy, original) = (CheckId(self.id("check")?), CheckId(self.id("check")?));
                self.program.copied_checks.insert(copy, original);
            }
            "assumption" => {
                let entry = (self.span()?, self.string()?);
                self.program.assumptions.push(entry);
            }
            "proc" => self.proc()?,
            other => return Err(format!("unknown line `{other}`")),
        }
        match self.rest.trim() {
            "" => Ok(()),
            rest => Err(format!("unexpected `{rest}`")),
        }
    }

    // --- words ---------------------------------------------------------------------------------

    fn done(&mut self) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.is_empty()
    }

    /// A word up to the next space.
    fn bare(&mut self) -> Result1<&'a str> {
        if self.done() {
            return Err("the line ends too early".to_owned());
        }
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(word)
    }

    fn keyword(&mut self, expected: &str) -> Result1<()> {
        match self.bare()? {
            w if w == expected => Ok(()),
            w => Err(format!("expected `{expected}`, found `{w}`")),
        }
    }

    fn number<N: std::str::FromStr>(&mut self) -> Result1<N> {
        let w = self.bare()?;
        w.parse().map_err(|_| format!("`{w}` is no number"))
    }

    fn id(&mut self, prefix: &str) -> Result1<u32> {
        let w = self.bare()?;
        let number = w.strip_prefix(prefix).and_then(|n| n.parse().ok());
        number.ok_or_else(|| format!("expected `{prefix}` and a number, found `{w}`"))
    }

    fn proc_id(&mut self) -> Result1<ProcId> {
        self.id("proc").map(ProcId)
    }

    /// A name, plain or quoted.
    fn string(&mut self) -> Result1<String> {
        if self.done() || !self.rest.starts_with('"') {
            return self.bare().map(str::to_owned);
        }
        let mut out = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.rest = &self.rest[i + 1..];
                    return Ok(out);
                }
                '\\' => out.push(escape(&mut chars)?),
                c => out.push(c),
            }
        }
        Err("unterminated string".to_owned())
    }

    fn span(&mut self) -> Result1<Span> {
        let w = self.bare()?;
        let parts = w.strip_prefix('@').and_then(|w| w.split_once(':'));
        let span = parts.and_then(|(lo, hi)| Some(Span::new(lo.parse().ok()?, hi.parse().ok()?)));
        span.ok_or_else(|| format!("`{w}` is no span"))
    }

    fn state(&mut self) -> Result1<ObjectState> {
        use ObjectState::*;
        let w = self.bare()?;
        let all = [None, Static, Stack, Heap, External, Constant, Freed, Dead, Code];
        all.into_iter().find(|s| state_name(*s) == w).ok_or_else(|| format!("`{w}` is no state"))
    }

    fn find_var(&mut self) -> Result1<VarId> {
        let name = self.string()?;
        let found = self.program.terms.lookup(&name).filter(|v| v.index() < self.program.vars.len());
        found.ok_or_else(|| format!("no variable `{name}`"))
    }

    fn opt_var(&mut self) -> Result1<Option<VarId>> {
        if !self.done() && (self.rest == "-" || self.rest.starts_with("- ")) {
            self.rest = &self.rest[1..];
            return Ok(None);
        }
        self.find_var().map(Some)
    }

    fn term(&mut self) -> Result1<TermId> {
        if self.done() {
            return Err("a term is missing".to_owned());
        }
        let n = self.program.vars.len();
        let terms = &mut self.program.terms;
        let read = terms.parse_term_prefix_exact(self.rest, &mut |terms, name| {
            let symbol = terms.lookup(name).filter(|s| s.index() < n)?;
            Some(terms.var(symbol))
        });
        let (t, end) = read.map_err(|e| e.to_string())?;
        self.rest = self.rest.get(end..).unwrap_or("");
        Ok(t)
    }

    fn terms(&mut self) -> Result1<Vec<TermId>> {
        let mut list = Vec::new();
        while !self.done() {
            list.push(self.term()?);
        }
        Ok(list)
    }

    // --- lines ---------------------------------------------------------------------------------

    fn var(&mut self) -> Result1<()> {
        let name = self.string()?;
        let kind = match self.bare()? {
            "global" => VarKind::Global,
            "thread-local" => VarKind::ThreadLocal,
            "memory" => VarKind::Memory,
            "local" => VarKind::Local(self.proc_id()?),
            "param" => VarKind::Param(self.proc_id()?),
            "result" => VarKind::Result(self.proc_id()?),
            w => return Err(format!("`{w}` is no kind of variable")),
        };
        let reading = match self.bare()? {
            "unsigned" => Reading::Unsigned,
            "signed" => Reading::Signed,
            "float" => Reading::Float,
            "pointer" => Reading::Pointer,
            w => return Err(format!("expected `unsigned`, `signed`, `float` or `pointer`, found `{w}`")),
        };
        let span = self.span()?;
        let (sort, end) = self.program.terms.parse_sort_prefix(self.rest).map_err(|e| e.to_string())?;
        self.rest = self.rest.get(end..).unwrap_or("");
        if self.program.terms.lookup(&name).is_some() {
            return Err(format!("variable `{name}` is declared twice"));
        }
        self.program.new_var(&name, sort, kind, reading, span);
        Ok(())
    }

    fn statik(&mut self) -> Result1<()> {
        let (name, size, state) = (self.string()?, self.number()?, self.state()?);
        let proc = match self.bare()? {
            "-" => None,
            w => Some(ProcId(w.strip_prefix("proc").and_then(|n| n.parse().ok()).ok_or("no procedure")?)),
        };
        let span = self.span()?;
        let is_library = !self.done();
        if is_library {
            self.keyword("library")?;
        }
        self.program.statics.push(StaticObject { name, size, state, proc, is_library, span });
        Ok(())
    }

    fn memory(&mut self) -> Result1<()> {
        self.program.memory.bytes = self.opt_var()?;
        self.program.memory.size = self.opt_var()?;
        self.program.memory.state = self.opt_var()?;
        self.program.memory.next = self.opt_var()?;
        self.program.memory.heap_objects = self.opt_var()?;
        Ok(())
    }

    fn region(&mut self) -> Result1<()> {
        let var = self.find_var()?;
        let kind = self.bare()?;
        let cell = match kind {
            "bytes" => Cell::Bytes,
            "cells" => Cell::Cells { bits: self.number()? },
            "scalar" => {
                let bits = self.number()?;
                let w = self.bare()?;
                let address = w.strip_prefix("0x").and_then(|w| u64::from_str_radix(w, 16).ok());
                Cell::Scalar { bits, address: address.ok_or_else(|| format!("`{w}` is no address"))? }
            }
            w => return Err(format!("`{w}` is no kind of cells")),
        };
        let description = self.string()?;
        self.program.memory.regions.push(Region { var, cell, description });
        Ok(())
    }

    fn numbers(&mut self) -> Result1<Vec<u32>> {
        let mut list = Vec::new();
        while !self.done() {
            list.push(self.number()?);
        }
        Ok(list)
    }

    fn check(&mut self) -> Result1<()> {
        let w = self.bare()?;
        let kind = CheckKind::from_name(w).ok_or_else(|| format!("`{w}` is no kind of check"))?;
        let (proc, span) = (self.proc_id()?, self.span()?);
        let access = match self.bare()? {
            "-" => None,
            n => {
                let n = n.parse().map_err(|_| format!("`{n}` is no number of bytes"))?;
                Some((self.term()?, n))
            }
        };
        let message = self.string()?;
        self.program.checks.push(CheckData { kind, message: message.into(), proc, span, access });
        Ok(())
    }

    fn proc(&mut self) -> Result1<()> {
        let (name, span) = (self.string()?, self.span()?);
        self.keyword("locs")?;
        let locs = self.number()?;
        if locs > MAX_LOCS {
            return Err("too many locations".to_owned());
        }
        self.keyword("entry")?;
        let entry = LocId(self.number()?);
        self.keyword("exit")?;
        let exit = LocId(self.number()?);
        if entry.0 >= locs || exit.0 >= locs {
            return Err("entry or exit is no location".to_owned());
        }
        let body = self.bare()?;
        let (has_body, any_arguments) = (body == "body" || body == "unprototyped", body == "unprototyped");
        let origin = match self.bare()? {
            "user" => ProcOrigin::User,
            "library" => ProcOrigin::Library,
            "start" => ProcOrigin::Start,
            "rule" => ProcOrigin::Rule { watched: None },
            word => match word.strip_prefix("rule:").and_then(|n| n.parse().ok()) {
                Some(n) => ProcOrigin::Rule { watched: Some(ProcId(n)) },
                None => return Err(format!("expected `user`, `library`, `start` or `rule`, found `{word}`")),
            },
        };
        self.keyword("result")?;
        let result = self.opt_var()?;
        self.keyword("params")?;
        let mut params = Vec::new();
        while !(self.done() || self.rest == "locals" || self.rest.starts_with("locals ")) {
            params.push(self.find_var()?);
        }
        self.keyword("locals")?;
        let mut locals = Vec::new();
        while !self.done() {
            locals.push(self.find_var()?);
        }
        let (edges, out) = (Vec::new(), Vec::new());
        let proc = Proc {
            name,
            params,
            result,
            locals,
            locs,
            entry,
            exit,
            edges,
            out,
            has_body,
            any_arguments,
            origin,
            span,
        };
        self.program.procs.push(proc);
        Ok(())
    }

    fn edge(&mut self) -> Result1<()> {
        let from = LocId(self.number()?);
        self.keyword("->")?;
        let to = LocId(self.number()?);
        let span = self.span()?;
        let op = self.op()?;
        if !self.done() {
            return Err(format!("unexpected `{}`", self.rest));
        }
        let proc = self.program.procs.last_mut().ok_or("an edge before any procedure")?;
        proc.edges.push(Edge { from, to, op, span });
        Ok(())
    }

    fn op(&mut self) -> Result1<Op> {
        let start = self.rest;
        let first = self.string()?;
        if !self.done() && self.rest.starts_with(":= ") {
            self.rest = start;
            let var = self.find_var()?;
            self.keyword(":=")?;
            return Ok(Op::Assign(var, self.term()?));
        }
        Ok(match first.as_str() {
            "assume" => Op::Assume(self.term()?),
            "havoc" => Op::Havoc(self.find_var()?, self.input()?),
            "check" => Op::Check(CheckId(self.id("check")?), self.term()?),
            "call" => {
                let (proc, result) = (self.proc_id()?, self.opt_var()?);
                Op::Call { proc, args: self.terms()?, result }
            }
            "call-pointer" => {
                let (check, result) = (CheckId(self.id("check")?), self.opt_var()?);
                let pointer = self.term()?;
                Op::CallPointer { pointer, args: self.terms()?, result, check }
            }
            "allocate" => {
                let (result, state) = (self.find_var()?, self.state()?);
                let zeroed = self.bare()? == "zeroed";
                Op::Allocate { result, size: self.term()?, state, zeroed }
            }
            "free" => {
                let state = self.state()?;
                Op::Free { pointer: self.term()?, state }
            }
            "copy" => Op::Copy { to: self.term()?, from: self.term()?, bytes: self.term()? },
            "fill" => Op::Fill { to: self.term()?, byte: self.term()?, bytes: self.term()? },
            "bytes" => Op::Bytes { to: self.term()?, data: unhex(self.bare()?)?.into() },
            "output" => Op::Output { stream: self.term()?, byte: self.term()? },
            "halt" => Op::Halt(self.term()?),
            "spawn" => {
                let (proc, result) = (self.proc_id()?, self.opt_var()?);
                Op::Spawn { proc, args: self.terms()?, result }
            }
            "block" => Op::Block { check: CheckId(self.id("check")?), condition: self.term()? },
            "atomic-begin" => Op::AtomicBegin,
            "atomic-end" => Op::AtomicEnd,
            "acquire" => Op::Acquire(self.term()?),
            "release" => Op::Release(self.term()?),
            "end-thread" => Op::EndThread,
            "unsupported" => Op::Unsupported(self.string()?.into()),
            other => return Err(format!("unknown operation `{other}`")),
        })
    }

    fn input(&mut self) -> Result1<Input> {
        Ok(match self.bare()? {
            "nondet" => Input::Nondet(self.string()?.into()),
            "uninitialised" => Input::Uninitialised(self.string()?.into()),
            "external" => Input::External(self.string()?.into()),
            "entry" => Input::Entry(self.string()?.into()),
            "assembly" => Input::Assembly,
            "stdin" => Input::Stdin,
            w => return Err(format!("`{w}` is no input")),
        })
    }
}

fn escape(chars: &mut impl Iterator<Item = (usize, char)>) -> Result1<char> {
    Ok(match chars.next().map(|c| c.1) {
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some(c @ ('"' | '\\')) => c,
        Some('u') => {
            let digits: String = chars.map(|c| c.1).skip(1).take_while(|c| *c != '}').collect();
            let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
            code.ok_or_else(|| format!("`\\u{{{digits}}}` is no character"))?
        }
        _ => return Err("unknown escape".to_owned()),
    })
}

fn unhex(w: &str) -> Result1<Vec<u8>> {
    let digits = w.strip_prefix('x').filter(|d| d.len() % 2 == 0 && d.is_ascii());
    let bytes = digits
        .and_then(|d| (0..d.len()).step_by(2).map(|i| u8::from_str_radix(&d[i..i + 2], 16).ok()).collect());
    bytes.ok_or_else(|| "bytes are not written in hexadecimal".to_owned())
}
