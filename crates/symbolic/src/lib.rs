//! What operations of the program mean as terms: one semantics for all engines that reason by formulas.
//!
//! A [`State`] maps variables to terms over their values at some start, under a path condition; [`execute`] carries it over
//! an operation; [`State::merge`] joins states that came different ways. Calls, checks and ends of the run are handed
//! back ([`Step`]): what becomes of them is the engine's choice. Invariant: a state describes every concrete run of the
//! same operations, and exactly these unless the [`Host`] was asked to [`Host::forget`] something.

mod execute;
mod facts;
mod initial;
mod path;
mod range;
mod state;

pub use execute::{Host, Step, execute};
pub use facts::object_facts;
pub use initial::initial;
pub use path::Path;
pub use state::State;
