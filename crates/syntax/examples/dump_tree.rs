//! Prints the syntax tree of preprocessed text from standard input, and its errors.

use std::io::Read;

use maymust_source::{Diagnostics, SourceMap};
use maymust_syntax::{Names, dump::dump, parse, text_of_bytes};

fn main() {
    let mut bytes = Vec::new();
    if let Err(error) = std::io::stdin().read_to_end(&mut bytes) {
        eprintln!("standard input: {error}");
        return;
    }
    let (mut sources, mut names, mut diagnostics) =
        (SourceMap::default(), Names::default(), Diagnostics::default());
    let file = sources.add("stdin", text_of_bytes(bytes));
    let unit = parse(file, &mut sources, &mut names, &mut diagnostics);
    print!("{}", dump(&unit, &names));
    diagnostics.iter().for_each(|d| eprint!("{}", d.render(&sources, false)));
}
