//! Hash-consed terms: the one expression language of programs, predicates and conditions.
//!
//! A [`Terms`] arena owns terms; a [`TermId`] names one. Constructors are methods of the arena:
//! they check sorts, simplify by local rules, and share. Invariants:
//! - equal ids iff equal structure; the canonical form of a term (order of commutative arguments
//!   included) does not depend on the arena or on the order of construction;
//! - nothing recurses on the call stack over terms: a term a million deep is fine;
//! - this crate knows no program and no solver.

mod arena;
mod array_value;
mod build;
mod bv;
mod check;
mod conjuncts;
mod eval;
mod float;
mod hash;
mod index;
mod known;
mod op;
mod pmap;
mod sort;
mod table;
mod text;
mod value;
mod walk;

pub use arena::Terms;
pub use array_value::ArrayValue;
pub use bv::BvValue;
pub use check::SortError;
pub use eval::{Evaluator, apply, eval};
pub use float::FloatValue;
pub use known::KnownBits;
pub use op::{ConstId, Op, Symbol, TermId};
pub use sort::{ArraySort, FloatFormat, MAX_WIDTH, Rounding, Sort};
pub use table::Table;
pub use text::{ParseError, Standard};
pub use value::Value;
pub use walk::Substitution;
