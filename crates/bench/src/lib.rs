//! Benchmarks: suites of verification tasks, run under limits for several configurations and other tools, with known answers.
//!
//! A suite ([`suite`]) is a set of tasks ([`task`]): programs with questions, in the format of SV-COMP. Every question goes to every
//! contender ([`contender`], [`peers`]) in a process of its own ([`process`]), interleaved so that noise hits all alike ([`run`]).
//! Results ([`record`]) are appended to a file as they come, so an interrupted run goes on where it stopped. Reports
//! ([`report`], [`papers`]) are tables, plots ([`svg`]), CSV and JSON. Programs can be generated ([`generate`]).
//!
//! This crate knows nothing of C or of engines: it asks the command line, as anybody would.

pub mod answer;
pub mod checks;
pub mod contender;
pub mod generate;
pub mod papers;
pub mod peers;
pub mod process;
pub mod read_check;
pub mod record;
pub mod report;
pub mod run;
pub mod suite;
pub mod svg;
pub mod table;
pub mod task;

pub use answer::Answer;
pub use contender::{Config, configs};
pub use maymust_yaml as yaml;
pub use process::Limits;
pub use run::{Options, Outcome, run};
