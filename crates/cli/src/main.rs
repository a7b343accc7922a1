//! The maymust command.
fn main() {}
