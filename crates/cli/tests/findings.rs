//! What `maymust check` tells people, word for word: `tests/findings/NAME.c` asks, `NAME.expected` has the answer.
//!
//! `MAYMUST_BLESS=1 cargo test -p maymust --test findings` writes the answers anew.

mod common;

use std::path::Path;

use common::{all, entries, maymust, programs, run, scratch, stem};

#[test]
fn findings_read_as_expected() {
    let folder = programs("findings");
    let list: Vec<_> =
        entries(&folder).into_iter().filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    assert!(list.len() >= 8, "{list:?}");
    let bless = std::env::var_os("MAYMUST_BLESS").is_some();
    all(&list, |program| told(&folder, program, bless));
}

fn told(folder: &Path, program: &Path, bless: bool) -> Result<(), String> {
    let name = stem(program);
    let text = std::fs::read_to_string(program).map_err(|e| format!("{name}: {e}"))?;
    let flags =
        text.lines().next().and_then(|l| l.strip_prefix("// ask: ")).ok_or(format!("{name}: no flags"))?;
    let mut command = maymust();
    command.current_dir(folder).args(["check", "--timeout", "40s"]).args(flags.split_whitespace());
    let out = run(command.arg(format!("{name}.c")), &scratch("findings").join(&name));
    let status = out.status.map_or("none".to_owned(), |s| s.to_string());
    // Other tests look at the notes.
    let told: String =
        out.stdout.lines().filter(|l| !l.starts_with("note: ")).map(|l| format!("{l}\n")).collect();
    let got = format!("{told}{}status: {status}\n", out.stderr);
    let file = folder.join(format!("{name}.expected"));
    if bless {
        return std::fs::write(&file, got).map_err(|e| format!("{name}: {e}"));
    }
    let expected = std::fs::read_to_string(&file).map_err(|e| format!("{name}.expected: {e}"))?;
    if got == expected { Ok(()) } else { Err(format!("{name}: expected\n{expected}\nbut got\n{got}")) }
}

/// What no finding may show: names that lowering made, numbers of objects and locations.
#[test]
fn no_finding_speaks_of_the_model() {
    for file in
        entries(&programs("findings")).iter().filter(|p| p.extension().is_some_and(|e| e == "expected"))
    {
        let text = std::fs::read_to_string(file).expect("readable");
        for word in ["$t", "object 1", "::", "loc1", "&&"] {
            let lines = text.lines().filter(|l| !l.contains(" | ") && l.contains(word)).count();
            assert_eq!(lines, 0, "{}: `{word}`", file.display());
        }
    }
}
