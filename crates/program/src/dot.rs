//! Programs as graphs in the DOT language (`show --dot`).

use crate::pretty::op_text;
use crate::{LocId, Op, Proc, ProcId, Program};
use std::fmt::Write;

/// Labels are cut after so many characters.
const MAX_LABEL: usize = 120;

/// A graph with one cluster per procedure that `keep` chooses.
pub fn dot(program: &Program, keep: impl Fn(&Proc) -> bool) -> String {
    let mut out =
        String::from("digraph program {\n  node [shape=circle fontsize=10];\n  edge [fontsize=10];\n");
    for (i, proc) in program.procs.iter().enumerate() {
        if keep(proc) {
            cluster(program, ProcId(i as u32), &mut out);
        }
    }
    out.push_str("}\n");
    out
}

/// The graph of one procedure.
pub fn dot_proc(program: &Program, id: ProcId) -> String {
    let mut out =
        String::from("digraph procedure {\n  node [shape=circle fontsize=10];\n  edge [fontsize=10];\n");
    cluster(program, id, &mut out);
    out.push_str("}\n");
    out
}

fn cluster(program: &Program, id: ProcId, out: &mut String) {
    let proc = program.proc(id);
    let n = id.0;
    let _ = writeln!(out, "  subgraph cluster_{n} {{\n    label={};", quoted(&proc.name));
    for l in (0..proc.locs).map(LocId) {
        let style = match l {
            l if l == proc.exit => " shape=doublecircle",
            l if l == proc.entry => " style=bold",
            _ => "",
        };
        let _ = writeln!(out, "    p{n}_{} [label=\"{}\"{style}];", l.0, l.0);
    }
    for e in &proc.edges {
        let label = quoted(&shorten(&op_text(program, &e.op)));
        let colour = match e.op {
            Op::Check(..) => " color=blue",
            Op::Unsupported(_) => " color=red",
            Op::Call { .. } | Op::CallPointer { .. } | Op::Spawn { .. } => " style=bold",
            _ => "",
        };
        let _ = writeln!(out, "    p{n}_{} -> p{n}_{} [label={label}{colour}];", e.from.0, e.to.0);
    }
    out.push_str("  }\n");
}

fn shorten(s: &str) -> String {
    match s.char_indices().nth(MAX_LABEL) {
        Some((end, _)) => format!("{}…", &s[..end]),
        None => s.to_owned(),
    }
}

/// A DOT string; backslashes are doubled so that no escape of DOT is meant.
fn quoted(s: &str) -> String {
    let mut out = String::from("\"");
    for c in s.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a\"b\\n\nc"), r#""a\"b\\n\nc""#);
        assert_eq!(shorten(&"é".repeat(200)).chars().count(), MAX_LABEL + 1);
    }
}
