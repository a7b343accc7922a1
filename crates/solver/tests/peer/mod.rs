//! Other solvers to compare with.

use maymust_solver::{Process, Program};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The program if it is installed; for bitwuzla, its Python module does as well.
pub fn peer(program: Program) -> Option<Process> {
    static MODULE: OnceLock<bool> = OnceLock::new();
    let module = || {
        let import = Command::new("python3").args(["-c", "import bitwuzla"]).stderr(Stdio::null()).status();
        import.is_ok_and(|s| s.success())
    };
    match Process::new(program) {
        None if program == Program::Bitwuzla && *MODULE.get_or_init(module) => {
            let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bitwuzla_process.py");
            Some(Process::at(program, script))
        }
        found => found,
    }
}
