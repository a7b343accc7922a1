//! Programs for people: operations in C-like words, procedures as listings (`show --cfa`).

use crate::text::state_name;
use crate::{Input, LocId, Op, Proc, ProcId, Program, Reading, VarId};
use maymust_source::{SourceMap, Span};
use maymust_term::TermId;
use std::fmt::Write;

/// At most so many bytes of a table are shown.
const SHOWN_BYTES: usize = 16;

/// An operation in C-like words, on one line.
pub fn op_text(program: &Program, op: &Op) -> String {
    let t = |t: TermId| program.terms.pretty(t);
    let name = |v: VarId| program.var(v).name.clone();
    let list = |args: &[TermId]| args.iter().map(|a| t(*a)).collect::<Vec<_>>().join(", ");
    let into = |v: &Option<VarId>| v.map_or(String::new(), |v| format!("{} := ", name(v)));
    match op {
        Op::Assign(v, x) => format!("{} := {}", name(*v), t(*x)),
        Op::Assume(c) => format!("[{}]", t(*c)),
        Op::Havoc(v, input) => format!("{} := {}", name(*v), input_text(input)),
        Op::Check(c, x) => {
            let kind = program.checks.get(c.index()).map_or("?", |c| c.kind.name());
            format!("{c} ({kind}): {}", t(*x))
        }
        Op::Call { proc, args, result } => {
            format!("{}{}({})", into(result), program.proc(*proc).name, list(args))
        }
        Op::CallPointer { pointer, args, result, .. } => {
            format!("{}(*{})({})", into(result), t(*pointer), list(args))
        }
        Op::Allocate { result, size, state, zeroed } => {
            let zeroed = if *zeroed { ", zeroed" } else { "" };
            format!("{} := allocate({}, {}{zeroed})", name(*result), state_name(*state), t(*size))
        }
        Op::Free { pointer, state } => format!("end({}, {})", state_name(*state), t(*pointer)),
        Op::Copy { to, from, bytes } => format!("copy({}, {}, {})", t(*to), t(*from), t(*bytes)),
        Op::Fill { to, byte, bytes } => format!("fill({}, {}, {})", t(*to), t(*byte), t(*bytes)),
        Op::Bytes { to, data } => format!("bytes({}, {})", t(*to), bytes_text(data)),
        Op::Output { stream, byte } => format!("output({}, {})", t(*stream), t(*byte)),
        Op::Halt(x) => format!("halt({})", t(*x)),
        Op::Spawn { proc, args, result } => {
            format!("{}spawn {}({})", into(result), program.proc(*proc).name, list(args))
        }
        Op::Block { check, condition } => format!("{check} (deadlock): wait for {}", t(*condition)),
        Op::AtomicBegin => "atomic {".to_owned(),
        Op::AtomicEnd => "} atomic".to_owned(),
        Op::Acquire(address) => format!("acquire({})", t(*address)),
        Op::Release(address) => format!("release({})", t(*address)),
        Op::EndThread => "end of the thread".to_owned(),
        Op::Unsupported(why) => format!("unsupported: {why}"),
    }
}

fn input_text(input: &Input) -> String {
    match input {
        Input::Nondet(f) => format!("input {f}"),
        Input::Uninitialised(v) => format!("uninitialised {v}"),
        Input::External(f) => format!("result of {f}, which has no body"),
        Input::Entry(v) => format!("{v} at the entry"),
        Input::Assembly => "output of assembly".to_owned(),
        Input::Stdin => "byte of standard input".to_owned(),
    }
}

fn bytes_text(data: &[u8]) -> String {
    let mut out: String = data.iter().take(SHOWN_BYTES).map(|b| format!("{b:02x}")).collect();
    if data.len() > SHOWN_BYTES {
        let _ = write!(out, "… {} bytes", data.len());
    }
    out
}

/// All procedures that `keep` chooses, as listings; with sources, edges name their lines.
pub fn show_cfa(program: &Program, sources: Option<&SourceMap>, keep: impl Fn(&Proc) -> bool) -> String {
    let mut out = String::new();
    for (i, proc) in program.procs.iter().enumerate() {
        if keep(proc) {
            show_proc(program, ProcId(i as u32), sources, &mut out);
        }
    }
    out
}

fn show_proc(program: &Program, id: ProcId, sources: Option<&SourceMap>, out: &mut String) {
    let proc = program.proc(id);
    let params: Vec<String> = proc.params.iter().map(|v| typed(program, *v)).collect();
    let result = proc.result.map_or(String::new(), |v| format!(" -> {}", typed(program, v)));
    let library = if proc.is_library() { " // library model" } else { "" };
    let _ = writeln!(out, "{}({}){result}{library}", proc.name, params.join(", "));
    if !proc.has_body {
        out.push_str("  no body\n\n");
        return;
    }
    for v in &proc.locals {
        let _ = writeln!(out, "  var {}", typed(program, *v));
    }
    for l in (0..proc.locs).map(LocId) {
        let mark = match l {
            l if l == proc.entry => " entry",
            l if l == proc.exit => " exit",
            _ => "",
        };
        let _ = writeln!(out, "  {}:{mark}", l.0);
        for (_, e) in proc.successors(l) {
            let op = op_text(program, &e.op);
            let target = if crate::builder::ends_run(program, &e.op) {
                String::new()
            } else {
                format!(" -> {}", e.to.0)
            };
            let _ = writeln!(out, "    {op}{target}{}", place_comment(sources, e.span));
        }
    }
    out.push('\n');
}

fn place_comment(sources: Option<&SourceMap>, span: Span) -> String {
    let place = sources.and_then(|s| s.place(span));
    place.map_or(String::new(), |p| format!("  // {}:{}", p.file, p.line))
}

fn typed(program: &Program, v: VarId) -> String {
    let sort = program.terms.symbol_sort(v);
    let text = match sort {
        maymust_term::Sort::BitVec(w) => match program.var(v).reading {
            Reading::Unsigned => format!("u{w}"),
            Reading::Signed => format!("i{w}"),
            Reading::Float => format!("f{w}"),
            Reading::Pointer => "pointer".to_owned(),
        },
        sort => program.terms.sort_text(sort),
    };
    format!("{}: {text}", program.var(v).name)
}
