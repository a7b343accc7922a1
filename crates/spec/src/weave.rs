//! Rules and properties that are woven into the program.

use maymust_program::{CheckData, CheckKind, Op, ProcId, Program};
use maymust_rules::Rule;
use maymust_source::{Diagnostics, SourceMap};

use crate::{Names, Spec, is_error_function};

/// Weaves in rules, given by the names and texts of their files, and what the specification needs besides. `starts` are
/// the procedures that runs start with. After an error nothing is woven, or the program is of no use.
pub fn weave(
    program: &mut Program,
    sources: &mut SourceMap,
    starts: &[ProcId],
    files: Vec<(String, String)>,
    spec: &Spec,
    diagnostics: &mut Diagnostics,
) {
    let mut rules: Vec<Rule> = Vec::new();
    for (name, text) in files {
        let id = sources.add(name, text);
        rules.extend(maymust_rules::parse(id, sources, diagnostics));
    }
    if diagnostics.error_count() > 0 {
        return;
    }
    let names = Names::new(program);
    for rule in &rules {
        let origin = format!("rule `{}`", rule.name);
        maymust_rules::missing(program, rule)
            .into_iter()
            .for_each(|f| names.look_up(&origin, f, diagnostics));
    }
    for function in &spec.forbidden {
        if !is_error_function(function) {
            names.look_up("property", function, diagnostics);
        }
        // Models of the error functions fail by themselves.
        if program.find_proc(function).is_none_or(|p| program.proc(p).is_library()) {
            continue;
        }
        let text = format!("entry {function} {{ abort \"{function} is called\"; }}\n");
        let id = sources.add("property.rule", text);
        rules.extend(maymust_rules::parse(id, sources, diagnostics));
    }
    if spec.kinds.contains(&CheckKind::Termination) {
        starts.iter().for_each(|start| check_termination(program, *start));
    }
    if spec.cleanup {
        check_cleanup(program, starts);
    }
    if !rules.is_empty() {
        maymust_rules::weave(program, &rules, starts, diagnostics);
    }
}

/// Every run ends. The check belongs to the function that is started.
fn check_termination(program: &mut Program, start: ProcId) {
    let called = program.proc(start).edges.iter().rev().find_map(|e| match e.op {
        Op::Call { proc, .. } if !program.proc(proc).is_library() => Some(proc),
        _ => None,
    });
    let proc = called.unwrap_or(start);
    let (kind, span) = (CheckKind::Termination, program.proc(proc).span);
    program.checks.push(CheckData { kind, message: "every run ends".into(), proc, span, access: None });
}

/// No heap object is left when the program ends, whether or not something points to it.
fn check_cleanup(program: &mut Program, starts: &[ProcId]) {
    let Some(heap) = program.memory.heap_objects else { return };
    let terms = &mut program.terms;
    let (heap, zero) = (terms.var(heap), terms.bv(32, 0));
    let empty = terms.eq(heap, zero);
    maymust_rules::check_at_end(program, starts, empty, "heap objects are not freed when the program ends");
}
