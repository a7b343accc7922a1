//! Summaries: what a procedure must be able to do, and what it cannot do. Two types, so that neither stands in for the other.

use maymust_program::{ProcId, VarId};
use maymust_term::{Symbol, TermId};

use crate::contract::Ghost;
use crate::graph::{ContentsAt, Label, Read};
use crate::ids::{SpaceId, SummaryId};
use crate::space::Goal;

/// A path through a procedure that runs can take.
///
/// For all inputs and all values of `reads` where the conditions hold, there is a run of the procedure that ends as
/// `end` says with the outputs as they are given, as terms over the inputs (parameters, globals, memory at the entry).
#[derive(Clone, Debug)]
pub struct MustSummary {
    /// Its number.
    pub id: SummaryId,
    /// The procedure.
    pub proc: ProcId,
    /// Conditions on inputs and reads.
    pub conditions: Vec<TermId>,
    /// Changed globals and memory, and the result.
    pub outputs: Vec<(VarId, TermId)>,
    /// Inputs that it reads, in order.
    pub reads: Vec<Given>,
    /// Contents of new objects; `after` counts `reads`.
    pub contents: Vec<ContentsAt>,
    /// Symbols bound in it: of reads that are not fixed, and of uninitialised locals.
    pub bound: Vec<Symbol>,
    /// Where it ends.
    pub end: End,
    /// Is every state it describes a real one? (Not if something had to be forgotten on the way.)
    pub exact: bool,
}

/// An input that a path reads.
#[derive(Clone, Debug)]
pub struct Given {
    /// Its value: a symbol of its own, or a constant if nothing but the path depends on it.
    pub value: TermId,
    /// The condition under which it is read.
    pub condition: TermId,
    /// What it stands for.
    pub what: Read,
}

/// Where a path ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// It returns.
    Exit,
    /// Something fails.
    Failure(Label),
}

/// No run of the procedure that starts in a state of `pre` ends in `post`, whatever the values of rigid symbols.
#[derive(Clone, Debug)]
pub struct NotMaySummary {
    /// Its number.
    pub id: SummaryId,
    /// The procedure.
    pub proc: ProcId,
    /// Over inputs and rigid symbols.
    pub pre: TermId,
    /// Over outputs and rigid symbols, or failing.
    pub post: Goal,
    /// The conjunction of the literals of `post`.
    pub post_term: TermId,
    /// The space that it was read off; none for a contract, which comes from induction over calls.
    pub space: Option<SpaceId>,
    /// Inputs and the rigid symbols that stand for them: `pre` says that they are equal, so that `post` speaks of both ends.
    pub ghosts: Vec<Ghost>,
    /// Assumptions about queries in progress that it rests on; it is used for those queries alone.
    pub rests_on: Vec<SummaryId>,
}
