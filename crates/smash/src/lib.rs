//! SMASH: proofs and bugs from alternating may and must summaries.
//!
//! **Question.** Can a run of the program fail a check? It is a query `<P1 ?=>_f P2>`: can procedure f, started in a state
//! of P1, end in P2? Here f is the program's start, and P2 the failure of a check.
//!
//! **Rules** (Godefroid, Nori, Rajamani, Tetali, POPL 2010). Each is a function with its name. May side ([`space`]): partitions
//! of states per node, and pairs of regions without a transition (INIT-PI-NE, NOTMAY-PRE, IMPL-LEFT, IMPL-RIGHT, VERIFIED).
//! Must side ([`path`], [`test`]): states that tests reach (INIT-OMEGA, MUST-POST, BUGFOUND). Both meet at the
//! [`frontier`]: an edge from a region that tests reach to one that they do not. At [`call`]s: must summaries, then not-may
//! summaries, then a new query about the callee ([`query`]) in as much of the context as matters to it ([`relevant`]). A query that is
//! in progress already is answered by an assumption that its own answer must confirm ([`assume`]). Beyond the frontier the goal is
//! carried back without tests ([`carry`]). [`invariant`]: candidates for loops, checked to be inductive before they are used;
//! [`contract`]: the same for circles of calls, as summaries that relate outputs to inputs ([`use_contract`]). [`unroll`]: if the
//! context leaves only few runs, all of them are one segment. `audit`: the paper's I1 to I5, checked again. [`rules`]: the family
//! of analyses by switching rules off, and helpers that the paper does not have.
//!
//! **Deviations.** Edges are large blocks ([`graph`]). There is no `error` variable: failing checks lead to a node of
//! their own, at once. A must summary is a path with its condition and its outputs as terms over the inputs, which is stronger
//! than the paper's pair; such paths are kept side by side, so there is no MERGE-MUSTSUMMARY. Spaces outlive queries: what is
//! known of a procedure and a goal serves every context. A not-may summary may have *rigid* symbols, constants of any value, that stand for what the callee does not know.
//! Tests run through blocks and calls ([`through`]), on the same terms that the machine executes; every failure is replayed
//! from the program's start on the machine before it is reported ([`replay`]).
//!
//! **Soundness.** An excluded pair rests on an `unsat` or on a not-may summary; a not-may summary on excluded pairs; a proof on
//! the not-may summary of the start. What is not modelled counts as failing, and blocks proofs.

mod active;
mod assume;
mod audit;
mod call;
mod candidates;
mod carry;
mod contract;
mod core;
mod engine;
mod explore;
mod frontier;
mod graph;
mod ids;
mod invariant;
mod outcome;
mod path;
mod query;
mod reason;
mod relevant;
mod replay;
mod rules;
mod search;
mod space;
mod summarise;
mod summary;
mod test;
mod through;
mod unroll;
mod use_contract;

pub use engine::{Questions, Smash};
pub use rules::Rules;
