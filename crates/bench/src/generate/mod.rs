//! Programs from seeds: the same list gives the same programs everywhere.
//!
//! A `.gen` file has a line per program: `NAME FAMILY key=value …`. Families: `driver` ([`driver`]), `chain` ([`chain`]) and
//! `modules` ([`modules`]). Each program is written with its task definition, whose verdicts are known by construction; what
//! fails comes with inputs that show it.

pub mod chain;
pub mod driver;
pub mod modules;
pub mod text;

mod blocks;

use std::path::{Path, PathBuf};

/// A generated program with its questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The C text.
    pub text: String,
    /// What is asked about it.
    pub questions: Vec<Ask>,
}

/// A question about a generated program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Its name.
    pub name: String,
    /// The macro that switches it on.
    pub define: Option<String>,
    /// The property: the stem of a property file, or a kind of check.
    pub property: &'static str,
    /// The function that is asked about; else all are.
    pub within: Option<&'static str>,
    /// Inputs that violate it; none if it holds.
    pub inputs: Option<Vec<i64>>,
}

/// The words of one line of a list.
#[derive(Clone, Debug, Default)]
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// A number, or another value if the line does not give it.
    ///
    /// # Errors
    /// If it is not a number.
    pub fn number(&self, key: &str, default: u64) -> Result<u64, String> {
        match self.text(key) {
            Some(text) => text.parse().map_err(|_| format!("{key} is not a number")),
            None => Ok(default),
        }
    }

    /// A word.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    /// Words between commas.
    pub fn words(&self, key: &str) -> Vec<&str> {
        self.text(key).unwrap_or("").split(',').filter(|w| !w.is_empty()).collect()
    }
}

const PROPERTIES: [(&str, &str); 3] = [
    ("unreach-call", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"),
    ("no-overflow", "CHECK( init(main()), LTL(G ! overflow) )\n"),
    (
        "valid-memsafety",
        "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n",
    ),
];

/// Generates the programs of a list into a folder of the list's name below `work`; gives the task definitions.
///
/// # Errors
/// What is wrong with the list, or with writing.
pub fn from_list(list: &Path, work: &Path) -> Result<Vec<PathBuf>, String> {
    let say = |e: std::io::Error| format!("{}: {e}", list.display());
    let text = std::fs::read_to_string(list).map_err(say)?;
    let stem = list.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = work.join(stem);
    std::fs::create_dir_all(&folder).map_err(say)?;
    for (name, text) in PROPERTIES {
        std::fs::write(folder.join(format!("{name}.prp")), text).map_err(say)?;
    }
    let mut made = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let (name, family, program) =
            from_line(line).map_err(|e| format!("{} line {}: {e}", list.display(), index + 1))?;
        made.push(write(&folder, &name, &family, &program).map_err(say)?);
    }
    Ok(made)
}

/// The program of one line, with its name and family.
///
/// # Errors
/// What is wrong with the line.
pub fn from_line(line: &str) -> Result<(String, String, Generated), String> {
    let mut words = line.split_whitespace();
    let (Some(name), Some(family)) = (words.next(), words.next()) else {
        return Err("expected `NAME FAMILY key=value …`".to_owned());
    };
    let pairs = words.map(|w| w.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned())));
    let parameters = Parameters(pairs.collect::<Option<_>>().ok_or("expected `key=value`")?);
    let program = match family {
        "driver" => driver::generate(&parameters)?,
        "chain" => chain::generate(&parameters)?,
        "modules" => modules::generate(&parameters)?,
        _ => return Err(format!("no family is called `{family}`; there are driver, chain, modules")),
    };
    Ok((name.to_owned(), family.to_owned(), program))
}

/// Writes the program and its task definition. Files that are right already are left alone, so that their times stay.
fn write(folder: &Path, name: &str, family: &str, program: &Generated) -> std::io::Result<PathBuf> {
    let put = |path: &Path, text: &str| {
        if std::fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
            Ok(())
        } else {
            std::fs::write(path, text)
        }
    };
    put(&folder.join(format!("{name}.c")), &program.text)?;
    let definition = folder.join(format!("{name}.yml"));
    put(&definition, &task_definition(name, family, program))?;
    Ok(definition)
}

fn task_definition(name: &str, family: &str, program: &Generated) -> String {
    let mut out = format!("format_version: '2.0'\n\ninput_files: '{name}.c'\n\nproperties:\n");
    for ask in &program.questions {
        if PROPERTIES.iter().any(|(name, _)| *name == ask.property) {
            out += &format!("  - property_file: {}.prp\n", ask.property);
        } else {
            let within = ask.within.map(|f| format!(", '--within', '{f}'")).unwrap_or_default();
            out += &format!("  - arguments: ['--check', '{}'{within}]\n", ask.property);
        }
        out += &format!("    name: {}\n", ask.name);
        out += &format!("    expected_verdict: {}\n", ask.inputs.is_none());
        if let Some(define) = &ask.define {
            out += &format!("    defines: [{define}]\n");
        }
        if let Some(inputs) = &ask.inputs {
            let inputs: Vec<String> = inputs.iter().map(i64::to_string).collect();
            out += &format!("    # fails with inputs {}\n", inputs.join(","));
        }
    }
    out + &format!("\noptions:\n  language: C\n  data_model: LP64\n  category: {family}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_written_and_read_back() {
        let dir = tempfile::tempdir().expect("a folder");
        let list = dir.path().join("some.gen");
        std::fs::write(
            &list,
            "# programs\nd1 driver handlers=3 bugs=lock_exit seed=1\nc1 chain procedures=10\n",
        )
        .expect("written");
        let made = from_list(&list, dir.path()).expect("generated");
        assert_eq!(made, [dir.path().join("some/d1.yml"), dir.path().join("some/c1.yml")]);
        let task = crate::task::read(&made[0], "d1").expect("a task");
        assert_eq!(task.category, "driver");
        let failing: Vec<&str> =
            task.questions.iter().filter(|q| q.expected == Some(false)).map(|q| q.name.as_str()).collect();
        assert_eq!(failing, ["lock_exit"]);
        assert!(task.lines > 100);
    }

    #[test]
    fn bad_lines_are_refused() {
        assert!(from_line("x").is_err());
        assert!(from_line("x nosuch a=1").is_err());
        assert!(from_line("x driver handlers").is_err());
        assert!(from_line("x driver handlers=many").is_err());
        assert!(from_line("x driver bugs=nosuch").is_err());
    }

    #[test]
    fn the_same_seed_gives_the_same_program() {
        let make =
            |seed: u32| from_line(&format!("x driver handlers=5 seed={seed}")).expect("generated").2.text;
        assert_eq!(make(1), make(1));
        assert_ne!(make(1), make(2));
    }
}
