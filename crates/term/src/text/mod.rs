//! Text forms of terms: the s-expressions of SMT-LIB with a few operators of ours (`(_ load 4)`,
//! `(_ store_wide 4)`, `(table …)`, `fp.to_ieee_bv`), which print and parse without loss; and
//! a C-like form for people.

mod apply;
mod heads;
mod parse;
mod pretty;
mod print;
mod reads;
mod sexpr;
mod standard;

pub use parse::ParseError;
pub use standard::Standard;
