//! What a file defines and needs: enough to tell which files make a program, without lowering any.

use maymust_sema::{Linker, UnitInfo};
use maymust_source::{Diagnostics, SourceMap};
use maymust_syntax::Names;

use crate::{Error, Input, Message, Options, read_source, rendered};

/// A function that a file defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Where: file and line.
    pub place: (String, u32),
    /// Is it known in this file alone?
    pub is_static: bool,
}

/// The symbols of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// The functions that it defines, those of the system's headers aside.
    pub functions: Vec<Definition>,
    /// The objects that it defines for other files.
    pub objects: Vec<String>,
    /// Functions and objects that it uses and does not define.
    pub needed: Vec<String>,
}

/// The symbols of a file, if it can be read, parsed and checked; with all that there is to say about it.
pub fn symbols(input: &Input, options: &Options) -> (Result<Symbols, Error>, Vec<Message>) {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let symbols = of_file(input, options, &mut sources, &mut diagnostics);
    (symbols, rendered(&diagnostics, &sources, false))
}

fn of_file(
    input: &Input,
    options: &Options,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Symbols, Error> {
    let text = read_source(input, options)?;
    let id = sources.add(input.path.display().to_string(), text);
    let mut names = Names::default();
    let unit = maymust_syntax::parse(id, sources, &mut names, diagnostics);
    let mut linker = Linker::new(options.data_model);
    linker.announce(&unit);
    linker.add(unit, UnitInfo::default(), &mut names, diagnostics);
    if diagnostics.error_count() > 0 {
        return Err(Error::Input(String::new()));
    }
    let mut needed = linker.undefined_functions(&names);
    needed.extend(linker.undefined_objects());
    let program = linker.program();
    let defined =
        program.functions.iter().filter(|f| f.body.is_some() && !f.is_clause && !sources.is_system(f.span));
    let functions = defined.filter_map(|f| {
        let place = sources.place(f.span)?;
        Some(Definition { name: f.name.clone(), place: (place.file, place.line), is_static: f.is_static })
    });
    let is_defined = |g: &&maymust_sema::hir::Global| !g.is_extern && !g.is_static;
    let objects = program.globals.iter().filter(is_defined).filter_map(|g| g.name.clone()).collect();
    Ok(Symbols { functions: functions.collect(), objects, needed })
}
