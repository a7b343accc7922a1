//! Flags of C compilers on our command line: `maymust check -std=c99 -O2 -isystem inc a.c` is what people have at hand.

use std::ffi::OsString;

use maymust_project::flags::{is_kept, takes_argument};

/// The commands that read C.
const COMMANDS: [&str; 3] = ["check", "run", "show"];
/// Single-letter flags that are our own.
const OWN: [&str; 5] = ["-w", "-p", "-h", "-V", "-"];

/// The arguments with flags of compilers translated (`--compiler-flag`, `--data-model`) or left out. What follows `--` is the program's.
pub fn understood(arguments: Vec<OsString>) -> Vec<OsString> {
    let is_ours = |a: &OsString| a.to_str().is_some_and(|a| COMMANDS.contains(&a));
    if !arguments.get(1).is_some_and(is_ours) {
        return arguments;
    }
    let mut out: Vec<OsString> = arguments[..2].to_vec();
    let mut rest = arguments.into_iter().skip(2);
    while let Some(argument) = rest.next() {
        let Some(word) = argument.to_str() else {
            out.push(argument);
            continue;
        };
        if word == "--" {
            out.push(argument);
            break;
        }
        let is_single = word.starts_with('-') && !word.starts_with("--");
        let is_number = word.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        let is_own = is_number
            || OWN.contains(&word)
            || ["-I", "-D", "-U"].iter().any(|f| word.starts_with(f))
            || !is_single;
        match word {
            _ if is_own => out.push(argument),
            "-m32" => out.extend(["--data-model", "ilp32"].map(OsString::from)),
            "-m64" => out.extend(["--data-model", "lp64"].map(OsString::from)),
            _ => {
                let next = if takes_argument(word) { rest.next() } else { None };
                if is_kept(word) {
                    out.extend(["--compiler-flag".into(), argument]);
                    out.extend(next.into_iter().flat_map(|n| ["--compiler-flag".into(), n]));
                }
            }
        }
    }
    out.extend(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let words = understood(text.split(' ').map(OsString::from).collect());
        words.into_iter().map(|w| w.into_string().expect("text")).collect()
    }

    #[test]
    fn flags_of_compilers() {
        let given = "maymust check -std=c99 -O2 -Wall -isystem inc -o x -Iy -w a.c --check memory -m32";
        let expected = "maymust check --compiler-flag -std=c99 --compiler-flag -isystem --compiler-flag inc -Iy -w a.c --check \
                        memory --data-model ilp32";
        assert_eq!(words(given).join(" "), expected);
        assert_eq!(words("maymust run --inputs -1,2 a.c").join(" "), "maymust run --inputs -1,2 a.c");
        assert_eq!(words("maymust run a.c -- -O2").join(" "), "maymust run a.c -- -O2");
        assert_eq!(words("maymust solve -x").join(" "), "maymust solve -x");
    }
}
