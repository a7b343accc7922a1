//! The abstraction of a program with the words for its bits, for those who write it down.

use maymust_engine::{Reason, Task};
use maymust_program::ProcId;
use rustc_hash::FxHashSet;

use crate::abstraction::Abstraction;
use crate::belnap::Sides;
use crate::blocks::{Label, Node};
use crate::model::Model;
use crate::oracle::Oracle;
use crate::prepared::Prepared;
use crate::session::Session;
use crate::space::Space;

/// A program over bits, and what they stand for.
pub struct Abstracted {
    /// Where its sets live.
    pub space: Space,
    /// The program.
    pub model: Model,
    /// By procedure.
    pub procs: Vec<Described>,
}

/// What the bits of a procedure stand for.
#[derive(Clone, Debug, Default)]
pub struct Described {
    /// Its name.
    pub name: String,
    /// Its predicates.
    pub predicates: Vec<Predicate>,
    /// By location: the bits that are known there.
    pub at: Vec<Vec<usize>>,
    /// By location: what has failed there.
    pub fails: Vec<Option<String>>,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The bit that stands for it.
    pub bit: usize,
    /// Its text.
    pub text: String,
    /// Does it speak of globals alone? Then it is the same predicate in every procedure.
    pub is_global: bool,
}

/// Answers the checks of a task as far as that goes, and gives the abstraction that came of it.
///
/// # Errors
/// Why there is none.
pub fn abstracted(task: &Task<'_>) -> Result<Abstracted, Reason> {
    let mut found = Err(Reason::NoEntry);
    Session::new(task).run_with(&mut |prepared, oracle, space| {
        found = describe(prepared, oracle, space);
    });
    found
}

fn describe(p: &mut Prepared, oracle: &mut Oracle, space: &mut Space) -> Result<Abstracted, Reason> {
    let mut space = std::mem::replace(space, Space::new(1));
    let mut abstraction = Abstraction {
        program: &p.program,
        terms: &mut p.terms,
        graphs: &p.graphs,
        scopes: &mut p.scopes,
        predicates: &p.predicates,
        oracle,
        space: &mut space,
        sides: Sides { may: true, must: false },
        choices: 0,
    };
    let model = abstraction.model(&p.start).map_err(|r| Reason::SolverGaveUp(r.to_string()))?;
    let mut procs = Vec::new();
    for (i, graph) in p.graphs.iter().enumerate() {
        let Some(graph) = graph else {
            procs.push(Described::default());
            continue;
        };
        let id = ProcId(i as u32);
        let mut texts: FxHashSet<String> = FxHashSet::default();
        let predicate = |(bit, t): (usize, _)| {
            let text = p.terms.pretty(t);
            // Long texts are shortened, and may then be the same.
            let is_new = texts.insert(text.clone());
            let text = if is_new { text } else { format!("{text} #{bit}") };
            Predicate { bit, text, is_global: p.predicates.is_global(t) }
        };
        let fails = graph.nodes.iter().map(|node| match node {
            Node::Loc(_) => None,
            Node::Fail(Label::Check(c)) => Some(p.program.checks[c.index()].message.to_string()),
            Node::Fail(Label::Unsupported(what)) => Some(format!("not supported: {what}")),
        });
        let at = |node| p.predicates.at(id, graph, node).into_iter().map(|b| b.0).collect();
        procs.push(Described {
            name: p.program.proc(id).name.clone(),
            predicates: p.predicates.of(id).into_iter().map(predicate).collect(),
            at: (0..graph.nodes.len()).map(at).collect(),
            fails: fails.collect(),
        });
    }
    Ok(Abstracted { space, model, procs })
}
