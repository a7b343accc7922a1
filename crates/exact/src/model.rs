//! Programs over bits: what abstraction makes of C, and what Boolean programs are by themselves.

use crate::belnap::Relation;

/// A program: procedures that call each other. States have no stack: calls are steps by the callee's relation, or ways into the
/// callee that forget the caller (the paper's mixed semantics).
#[derive(Clone)]
pub struct Model {
    /// Procedures.
    pub procs: Vec<Proc>,
    /// Where runs start.
    pub main: usize,
    /// The states in which they start, as successors at [`At::Here`](crate::space::At::Here) of nothing.
    pub start: Relation,
}

/// A procedure.
#[derive(Clone)]
pub struct Proc {
    /// Number of locations.
    pub n_locs: usize,
    /// Where it starts.
    pub entry: usize,
    /// Where it returns.
    pub exit: usize,
    /// Bits that states at the exit have; the others are of no interest there.
    pub exit_bits: Vec<usize>,
    /// Edges.
    pub edges: Vec<Edge>,
}

/// An edge.
#[derive(Clone)]
pub struct Edge {
    /// Source.
    pub from: usize,
    /// Target.
    pub to: usize,
    /// What happens.
    pub step: Step,
}

/// What happens on an edge.
#[derive(Clone)]
pub enum Step {
    /// A step from `Here` to `Next`.
    Local(Relation),
    /// A call.
    Call(Call),
}

/// A call.
#[derive(Clone)]
pub struct Call {
    /// Callee.
    pub proc: usize,
    /// From `Here` to `CalleeEntry`.
    pub enter: Relation,
    /// From `Here` and `CalleeExit` to `Next`.
    pub leave: Relation,
}

/// A location of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Procedure.
    pub proc: usize,
    /// Location.
    pub loc: usize,
}

/// Edges by source and by target, and who calls whom.
pub struct Links {
    /// By procedure and location: edges out.
    pub out: Vec<Vec<Vec<usize>>>,
    /// By procedure and location: sources of edges in, each once.
    pub before: Vec<Vec<Vec<usize>>>,
    /// By procedure: places of its calls.
    pub callers: Vec<Vec<Place>>,
}

impl Links {
    /// The links of the procedures that runs can come to.
    pub fn new(model: &Model) -> Links {
        let shape = |p: &Proc| vec![Vec::new(); p.n_locs];
        let mut links = Links {
            out: model.procs.iter().map(shape).collect(),
            before: model.procs.iter().map(shape).collect(),
            callers: vec![Vec::new(); model.procs.len()],
        };
        let mut seen = vec![false; model.procs.len()];
        let mut work = vec![model.main];
        seen[model.main] = true;
        while let Some(proc) = work.pop() {
            for (i, edge) in model.procs[proc].edges.iter().enumerate() {
                links.out[proc][edge.from].push(i);
                if !links.before[proc][edge.to].contains(&edge.from) {
                    links.before[proc][edge.to].push(edge.from);
                }
                let Step::Call(call) = &edge.step else { continue };
                links.callers[call.proc].push(Place { proc, loc: edge.from });
                if !std::mem::replace(&mut seen[call.proc], true) {
                    work.push(call.proc);
                }
            }
        }
        links
    }
}
