//! Rules and properties that are woven into the program.

use maymust_program::{ProcId, Program};
use maymust_rules::Rule;
use maymust_source::{Diagnostics, SourceMap};

use crate::Spec;

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
    for function in &spec.forbidden {
        // Models of the error functions fail by themselves.
        if program.find_proc(function).is_none_or(|p| program.proc(p).is_library()) {
            continue;
        }
        let text = format!("entry {function} {{ abort \"{function} is called\"; }}\n");
        let id = sources.add("property.rule", text);
        rules.extend(maymust_rules::parse(id, sources, diagnostics));
    }
    if spec.cleanup {
        check_cleanup(program, starts);
    }
    if !rules.is_empty() {
        maymust_rules::weave(program, &rules, starts, diagnostics);
    }
}

/// No heap object is left when the program ends, whether or not something points to it.
fn check_cleanup(program: &mut Program, starts: &[ProcId]) {
    let Some(heap) = program.memory.heap_objects else { return };
    let terms = &mut program.terms;
    let (heap, zero) = (terms.var(heap), terms.bv(32, 0));
    let empty = terms.eq(heap, zero);
    maymust_rules::check_at_end(program, starts, empty, "heap objects are not freed when the program ends");
}
