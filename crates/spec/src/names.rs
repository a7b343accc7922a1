//! Names in a question that match nothing in the program: a warning each, with the nearest name that there is.

use maymust_program::Program;
use maymust_source::{Diagnostics, Span};

/// The names of a program's functions.
pub struct Names {
    functions: Vec<String>,
}

impl Names {
    /// Of a program, before anything is woven into it.
    pub fn new(program: &Program) -> Names {
        let mut functions: Vec<String> = program.procs.iter().map(|p| source_name(&p.name)).collect();
        functions.sort_unstable();
        functions.dedup();
        Names { functions }
    }

    /// Warns if the program has no function of a name; `origin` is where the name stands.
    pub fn look_up(&self, origin: &str, name: &str, diagnostics: &mut Diagnostics) {
        if !self.functions.iter().any(|f| f == name) {
            let hint = self.hint(name);
            diagnostics.warning(Span::NONE, format!("{origin}: no function `{name}` in the program{hint}"));
        }
    }

    /// "(did you mean …?)", if a name is near.
    fn hint(&self, name: &str) -> String {
        let most = (name.len() / 4).clamp(1, 3);
        let near = self.functions.iter().filter(|f| f.len().abs_diff(name.len()) <= most);
        let distances = near.map(|f| (distance(name.as_bytes(), f.as_bytes()), f));
        match distances.min().filter(|(d, _)| *d <= most) {
            Some((_, nearest)) => format!(" (did you mean `{nearest}`?)"),
            None => String::new(),
        }
    }
}

/// The name that a function has in its file: static ones of several files may share it.
fn source_name(name: &str) -> String {
    name.split('#').next().unwrap_or(name).to_owned()
}

/// How many characters must be inserted, dropped, replaced or swapped with the next to make one name of the other.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let first: Vec<usize> = (0..=b.len()).collect();
    let mut rows = [first.clone(), first.clone(), first];
    for i in 0..a.len() {
        rows.rotate_left(1);
        let [before, above, row] = &mut rows;
        row[0] = i + 1;
        for j in 0..b.len() {
            let replaced = above[j] + usize::from(a[i] != b[j]);
            row[j + 1] = replaced.min(row[j] + 1).min(above[j + 1] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
    }
    rows[2][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        let functions = ["clk_disable_unprepare", "clk_enable", "f"].map(str::to_owned).to_vec();
        let names = Names { functions };
        assert_eq!(names.hint("clk_disable_unprepar"), " (did you mean `clk_disable_unprepare`?)");
        assert_eq!(names.hint("clk_enabel"), " (did you mean `clk_enable`?)");
        assert_eq!(names.hint("spin_lock"), "");
        assert_eq!(distance(b"kitten", b"sitting"), 3);
        assert_eq!(distance(b"mian", b"main"), 1);
        assert_eq!(distance(b"", b"ab"), 2);
        let mut diagnostics = Diagnostics::default();
        names.look_up("rule `r`", "f", &mut diagnostics);
        assert_eq!(diagnostics.iter().count(), 0);
        names.look_up("rule `r`", "spin_lock", &mut diagnostics);
        assert_eq!(diagnostics.iter().count(), 1);
    }
}
