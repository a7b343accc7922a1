//! `maymust show`: the program model for people and tools.

use std::fmt::Write as _;
use std::time::Duration;

use maymust_engine::{Engine, Task};
use maymust_program::calls::CallGraph;
use maymust_program::loops::LoopTree;
use maymust_program::{CheckId, Proc, ProcId, Program, dot, pretty, text};

use crate::args::ShowArgs;
use crate::exit::Exit;
use crate::front::{self, Arguments, Loaded};

/// Prints what was asked for.
pub fn show(args: &ShowArgs) -> Result<i32, Exit> {
    let loaded = front::load(&args.front, Arguments::Any)?;
    if let Some(name) = &args.function
        && loaded.program.find_proc(name).is_none()
    {
        return Err(Exit::usage(format!("there is no function `{name}`")));
    }
    let keep = |p: &Proc| match &args.function {
        Some(name) => p.name == *name,
        None => args.library || !p.is_library(),
    };
    let what = &args.what;
    let out = if what.text {
        text::print(&loaded.program)
    } else if what.cfa {
        pretty::show_cfa(&loaded.program, Some(&loaded.sources), keep)
    } else if what.dot {
        dot::dot(&loaded.program, keep)
    } else if what.calls {
        CallGraph::new(&loaded.program).show(&loaded.program)
    } else if what.summaries {
        summaries(loaded)?
    } else if what.boolean {
        boolean(loaded)?
    } else if what.checks {
        checks(loaded, keep)
    } else if what.code {
        let machine = maymust_machine::Machine::new(&loaded.program);
        per_proc(&loaded.program, keep, |id| {
            format!("{}:\n{}", loaded.program.proc(id).name, machine.listing(id))
        })
    } else if what.loops {
        per_proc(&loaded.program, keep, |id| {
            let proc = loaded.program.proc(id);
            format!("{}:\n{}", proc.name, LoopTree::new(proc).show())
        })
    } else {
        maymust_program::prepare(&mut loaded.program)
    };
    // A closed pipe is the reader's choice, not an error.
    print!("{out}");
    Ok(0)
}

/// A task about all assertions.
fn assertions(loaded: &Loaded) -> Result<Task<'_>, Exit> {
    if loaded.program.entry.is_none() {
        return Err(Exit::input("there is no function to start from (see --entry)"));
    }
    let is_assertion = |c: &CheckId| loaded.program.checks[c.index()].kind.is_assertion();
    let checks = (0..loaded.program.checks.len() as u32).map(CheckId).filter(is_assertion).collect();
    Ok(Task::new(&loaded.program, checks, Duration::from_secs(20)))
}

/// What the engine `smash` knows when it has answered all assertions.
fn summaries(loaded: &Loaded) -> Result<String, Exit> {
    let mut task = assertions(loaded)?;
    task.options.evidence = true;
    let outcome = maymust_smash::Smash::default().answer(&task);
    let mut out = String::new();
    for (what, text) in &outcome.statistics.evidence {
        let _ = writeln!(out, "{what}: {text}");
    }
    Ok(out)
}

/// The abstraction that the engine `exact` needs for all assertions.
fn boolean(loaded: &Loaded) -> Result<String, Exit> {
    let task = assertions(loaded)?;
    let abstracted = maymust_exact::describe::abstracted(&task)
        .map_err(|why| Exit::input(format!("there is no abstraction: {why}")))?;
    maymust_boolean::write(&abstracted)
        .map_err(|why| Exit::input(format!("the abstraction is too large to be written: {why}")))
}

fn per_proc(program: &Program, keep: impl Fn(&Proc) -> bool, print: impl Fn(ProcId) -> String) -> String {
    let procs = (0..program.procs.len() as u32).map(ProcId).filter(|&id| keep(program.proc(id)));
    procs.map(print).collect::<Vec<_>>().join("\n")
}

fn checks(loaded: &Loaded, keep: impl Fn(&Proc) -> bool) -> String {
    let mut out = String::new();
    for check in &loaded.program.checks {
        let proc = loaded.program.proc(check.proc);
        if !keep(proc) {
            continue;
        }
        let place = front::place_text(&loaded.sources, check.span);
        let _ = writeln!(out, "{place}: {}: {} (in {})", check.kind.name(), check.message, proc.name);
    }
    out
}
