//! The program model: procedures as control-flow automata over terms.
//!
//! [`model`](Program) is what every engine works on; [`index`] has ids and what is kept by them; [`pointer`] says how
//! pointers are encoded; [`builder`] makes procedures; [`text`], [`pretty`] and [`dot`] show
//! programs; [`environment`] is what was there before the program started; [`verify`] says whether one is well formed. Analyses: [`loops`], [`calls`], [`flow`], [`points_to`],
//! [`modref`]. Passes: [`prune`](mod@prune), [`resolve`], [`inline`](mod@inline), [`partition`](mod@partition) — in this
//! order by [`prepare`] — and on demand [`slice`](mod@slice) and [`constants`]. Invariant: every pass leaves a program
//! that the verifier accepts.

pub mod builder;
pub mod calls;
mod cells;
pub mod constants;
pub mod dot;
pub mod environment;
pub mod flow;
pub mod index;
pub mod inline;
pub mod loops;
mod model;
pub mod modref;
pub mod partition;
pub mod pointer;
pub mod points_to;
pub mod pretty;
pub mod prune;
mod ranges;
pub mod resolve;
mod scc;
pub mod shape;
pub mod slice;
mod sums;
pub mod text;
pub mod text_parse;
pub mod threads;
pub mod unset;
pub mod verify;
mod visit;
mod windows;

pub use builder::ProcBuilder;
pub use model::*;
pub use pointer::{ObjectState, PointerLayout, SIZE_BITS};

/// Prepares a lowered program for engines: drops what is not called, resolves calls through pointers, inlines small
/// library models and allocators, and divides memory into regions. Gives the text of `show --memory`.
pub fn prepare(program: &mut Program) -> String {
    prune::prune(program);
    resolve::resolve_calls(program);
    prune::prune(program);
    inline::inline(program, inline::Limits::default());
    prune::prune(program);
    partition::partition(program)
}
