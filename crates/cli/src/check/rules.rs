//! Rules and properties that are woven into the program.

use std::path::PathBuf;

use maymust_program::ProcId;
use maymust_rules::Rule;
use maymust_source::{Diagnostics, SourceMap};

use super::kinds::Wanted;
use super::names::Names;
use crate::exit::Exit;
use crate::front::{Loaded, color, count_errors};

/// Reads the rule files and weaves them in, with what the property needs.
pub fn weave(loaded: &mut Loaded, files: &[PathBuf], wanted: &Wanted, names: &Names) -> Result<(), Exit> {
    let mut diagnostics = Diagnostics::default();
    let mut rules: Vec<Rule> = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file)
            .map_err(|error| Exit::no_input(format!("{}: {error}", file.display())))?;
        let id = loaded.sources.add(file.display().to_string(), text);
        rules.extend(maymust_rules::parse(id, &loaded.sources, &mut diagnostics));
    }
    tell(&diagnostics, &loaded.sources)?;
    for rule in &rules {
        for function in maymust_rules::missing(&loaded.program, rule) {
            names.look_up(&format!("rule `{}`", rule.name), function);
        }
    }
    for function in &wanted.forbidden {
        if !super::kinds::is_error_function(function) {
            names.look_up("property", function);
        }
        // Models of the error functions fail by themselves.
        if loaded.program.find_proc(function).is_none_or(|p| loaded.program.proc(p).is_library()) {
            continue;
        }
        let text = format!("entry {function} {{ abort \"{function} is called\"; }}\n");
        let id = loaded.sources.add("property.rule", text);
        rules.extend(maymust_rules::parse(id, &loaded.sources, &mut diagnostics));
    }
    let starts: Vec<ProcId> = loaded.starts.iter().map(|(_, start)| *start).collect();
    if wanted.cleanup {
        check_cleanup(loaded, &starts);
    }
    if !rules.is_empty() {
        maymust_rules::weave(&mut loaded.program, &rules, &starts, &mut diagnostics);
    }
    tell(&diagnostics, &loaded.sources)
}

/// No heap object is left when the program ends, whether or not something points to it.
fn check_cleanup(loaded: &mut Loaded, starts: &[ProcId]) {
    let Some(heap) = loaded.program.memory.heap_objects else { return };
    let terms = &mut loaded.program.terms;
    let (heap, zero) = (terms.var(heap), terms.bv(32, 0));
    let empty = terms.eq(heap, zero);
    maymust_rules::check_at_end(
        &mut loaded.program,
        starts,
        empty,
        "heap objects are not freed when the program ends",
    );
}

fn tell(diagnostics: &Diagnostics, sources: &SourceMap) -> Result<(), Exit> {
    for diagnostic in diagnostics.iter() {
        eprint!("{}", diagnostic.render(sources, color()));
    }
    let errors = diagnostics.error_count();
    count_errors(errors);
    if errors > 0 { Err(Exit::input(String::new())) } else { Ok(()) }
}
