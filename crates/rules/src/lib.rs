//! API rules: a small C-like language for how functions are to be used, and its weaving into a program.
//!
//! A rule has state variables, and blocks that happen when a named function is called (`entry`), when it has
//! returned (`exit`) and when the program ends (`end`). A block reads the arguments (`$1`, …) and the result
//! (`$return`), changes the state, and says `abort "message"` where the rule is broken. See `docs/rules.md`.
//!
//! **Per handle.** State that belongs to a handle (a lock, a file) is kept for *one* handle, chosen arbitrarily when the
//! program starts and never changed: blocks `for $1` happen only if the argument is that handle. A rule about
//! all handles holds exactly if it holds for the one, whichever it is; no map is needed.
//!
//! **Weaving.** Every watched function `f` gets a wrapper under its number, `f$rule`: the entry blocks, the call of the
//! function itself, the exit blocks. So calls through pointers are seen as well, and functions without body too.
//! Calls of library models by library models are not: a rule speaks of what the program does.
//!
//! Invariants: rules change no variable of the program; this crate knows no C.

mod lexer;
mod parser;
mod shipped;
mod tree;
mod weave;

pub use parser::parse;
pub use shipped::{shipped, shipped_names};
pub use tree::Rule;
pub use weave::{check_at_end, missing, weave};
