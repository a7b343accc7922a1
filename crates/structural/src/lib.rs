//! Structural abstraction: conditions over a shared graph in which calls and loops are closed until they matter.
//!
//! After two papers: CALYSTO (Babić and Hu, CAV 2007), where calls are placeholders that are expanded lazily, and
//! inertial refinement (Sinha, FMCAD 2010), where loops are placeholders too and regions are opened only when no failing
//! run exists without them. Question: can a check fail? Its *error condition* is a term over the program's inputs and the
//! placeholders of closed regions.
//!
//! - [`region`]: procedures and loops. [`summary`]: one summary per region, made once. [`unfold`]: instances of summaries.
//! - [`refine`]: rounds of refinement. [`scheme`]: what they open, one file a scheme. [`opening`]: how. [`dontcare`]: which placeholders a model needs. [`invariant`]: what loops keep.
//! - [`queue`], [`schedule`], [`worker`]: who looks at which condition, when and with how much effort.
//! - [`knowledge`]: what is known so far. [`witness`]: from a model to a run of the machine.
//!
//! Why answers can be believed: closed and abstract regions have all behaviours of the region and more, so an unsatisfiable
//! condition is a proof; what is not modelled ends a path and blocks the proofs of what could come after it. A failing
//! answer is a run of the machine on the program as it was lowered.

mod blocks;
mod cut;
mod dontcare;
mod engine;
mod immutable;
mod invariant;
mod knowledge;
mod opening;
mod pace;
mod queue;
mod refine;
mod region;
mod schedule;
mod scheme;
mod stats;
mod summary;
mod targets;
mod unfold;
mod witness;
mod worker;

pub use engine::Structural;
