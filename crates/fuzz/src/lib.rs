//! Random C programs with known answers: a generator, and the truth about a program by trying all its inputs.
//!
//! Generated programs read inputs from a small range only, so that they can be run on every input, by the concrete machine
//! ([`truth`]()) and, compiled by gcc, by themselves ([`native`]()). What is seen is the truth that engines are compared with. Used by
//! tests alone.

mod generate;
mod idioms;
mod learn;
mod native;
mod pointers;
mod random;
mod truth;

pub use generate::generate;
pub use maymust_sema::DataModel;
pub use native::{Native, native};
pub use truth::{INPUTS, Truth, truth};

/// A program of [`idioms`] with assertions that are near the truth; none if it cannot be made.
pub fn near_truth(seed: u64, model: DataModel) -> Option<String> {
    learn::learn(seed, &idioms::idioms(seed), model)
}

/// The same of a program in which pointers go through integers and bytes.
pub fn near_truth_of_pointers(seed: u64, model: DataModel) -> Option<String> {
    learn::learn(seed, &pointers::pointers(seed), model)
}

/// Loads a program that is given as text.
pub fn load(text: &str, model: DataModel) -> Option<maymust_front::Loaded> {
    let folder = tempfile::tempdir().ok()?;
    let path = folder.path().join("program.c");
    std::fs::write(&path, text).ok()?;
    let mut options = maymust_front::Options::new(vec![path]);
    // The system's own headers will do for 32 bits too.
    options.cpp = Some("cc -E".to_owned());
    options.data_model = model;
    maymust_front::load(&options, false).0.ok()
}
