//! Random C programs with known answers: a generator, and the truth about a program by trying all its inputs.
//!
//! Generated programs read inputs from a small range only, so the concrete machine can run them on every input. What it
//! sees is the truth that engines are compared with. Used by tests alone.

mod generate;
mod truth;

pub use generate::generate;
pub use truth::{INPUTS, Truth, truth};
