//! Which engines answer a task, in which order and in how much time.
//!
//! The [`table`](ENGINES) has one line per engine: its name, how to make it, and at whose turn it works given the
//! [`Features`] of the program. [`ask`] lets them work; all answers come back through one [`Board`], which keeps the first
//! definite answer to each check and notices contradictions. [`Watch`] looks after time and memory.
//!
//! Invariant: this is the only crate that knows all engines; no engine knows another one.

mod ask;
mod board;
mod features;
mod table;
mod watch;

pub use ask::ask;
pub use board::Board;
pub use features::Features;
pub use table::{ENGINES, Member, Turn, member};
pub use watch::{Budget, Limit, Watch};
