//! Known answers of single checks: lines `LINE KIND proved|fails`, with `FILE:` before the line number if a task has several files.

use std::path::Path;

/// The known answer of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// How the file's name ends; empty for any.
    pub file: String,
    /// The line of the check.
    pub line: u64,
    /// Its kind, as `check` prints it.
    pub kind: String,
    /// Does it hold?
    pub holds: bool,
}

impl Expectation {
    /// A name for tables and results.
    pub fn key(&self) -> String {
        let colon = if self.file.is_empty() { "" } else { ":" };
        format!("{}{colon}{} {}", self.file, self.line, self.kind)
    }

    /// Is this about a check of that place and kind?
    pub fn is_about(&self, file: &str, line: u64, kind: &str) -> bool {
        self.line == line && self.kind == kind && file.ends_with(&self.file)
    }
}

/// Reads a file of expectations.
///
/// # Errors
/// What is wrong, with the file's name and the line.
pub fn read(path: &Path) -> Result<Vec<Expectation>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    parse(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn parse(text: &str) -> Result<Vec<Expectation>, String> {
    let mut all = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        all.push(
            parse_line(line)
                .ok_or_else(|| format!("line {}: expected `LINE KIND proved|fails`", index + 1))?,
        );
    }
    Ok(all)
}

fn parse_line(line: &str) -> Option<Expectation> {
    let mut words = line.split_whitespace();
    let (place, kind, verdict) = (words.next()?, words.next()?, words.next()?);
    let (file, number) = place.rsplit_once(':').unwrap_or(("", place));
    let holds = match verdict {
        "proved" => true,
        "fails" => false,
        _ => return None,
    };
    let line = number.parse().ok()?;
    words.next().is_none().then(|| Expectation { file: file.to_owned(), line, kind: kind.to_owned(), holds })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let all = parse("# places\n12 assertion proved\nutil.c:3 bounds fails # why\n").expect("readable");
        assert_eq!(all.len(), 2);
        assert!(all[0].holds && all[0].is_about("x/a.c", 12, "assertion"));
        assert!(
            !all[1].holds
                && all[1].is_about("x/util.c", 3, "bounds")
                && !all[1].is_about("x/a.c", 3, "bounds")
        );
        assert_eq!(all[1].key(), "util.c:3 bounds");
        assert!(parse("12 assertion maybe").is_err());
        assert!(parse("x assertion proved").is_err());
    }
}
