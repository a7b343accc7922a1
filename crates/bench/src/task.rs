//! Tasks: programs with questions whose answers are known, read from SV-COMP task definitions (format 2.0).
//!
//! Beyond the format, a property may have a `rule_file` instead of a `property_file`, macros to define (`defines`), arguments
//! for `maymust check` (`arguments`) and a list of its checks (`checks_file`); options may have an `entry`, `cpp_flags` and a `category`.

use std::path::{Path, PathBuf};

use crate::checks::{self, Expectation};
use maymust_yaml::Yaml;

/// Sizes of C's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataModel {
    /// 32-bit int, long and pointers.
    Ilp32,
    /// 64-bit long and pointers.
    Lp64,
}

impl DataModel {
    /// As on the command line.
    pub fn word(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ilp32",
            DataModel::Lp64 => "lp64",
        }
    }
}

/// What is asked about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// No call of `reach_error`, no failing assertion.
    Unreachable,
    /// No signed overflow.
    NoOverflow,
    /// No invalid access, no invalid free, no leak.
    MemorySafety,
    /// No leak when the program ends.
    MemoryCleanup,
    /// Every run ends.
    Termination,
    /// A rule of an API.
    Rule(PathBuf),
    /// What the arguments say.
    Arguments,
}

/// A question about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// A short name, unique in its task.
    pub name: String,
    /// What is asked.
    pub subject: Subject,
    /// The property file, if there is one.
    pub file: Option<PathBuf>,
    /// The known answer.
    pub expected: Option<bool>,
    /// Macros to define.
    pub defines: Vec<String>,
    /// Further arguments for `maymust check`.
    pub arguments: Vec<String>,
    /// Known answers of single checks.
    pub checks: Vec<Expectation>,
}

/// A program with its questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// A name, unique in the suite.
    pub name: String,
    /// What it is counted under.
    pub category: String,
    /// Its files.
    pub files: Vec<PathBuf>,
    /// The data model.
    pub model: DataModel,
    /// The function to start with, if not `main`.
    pub entry: Option<String>,
    /// Flags for the preprocessor.
    pub cpp_flags: Vec<String>,
    /// The questions.
    pub questions: Vec<Question>,
    /// How many questions it has that are not known here.
    pub skipped: usize,
    /// Lines of all its files.
    pub lines: usize,
}

/// Reads a task definition. The name is given; the category is the folder's name unless the definition says another.
///
/// # Errors
/// What is wrong, with the file's name.
pub fn read(path: &Path, name: &str) -> Result<Task, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let doc = Yaml::parse(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    of_document(&doc, folder, name).map_err(|e| format!("{}: {e}", path.display()))
}

fn of_document(doc: &Yaml, folder: &Path, name: &str) -> Result<Task, String> {
    let version = doc.get("format_version").and_then(Yaml::text).unwrap_or("");
    if !version.starts_with("2.") {
        return Err(format!("format_version is `{version}`, not 2.0"));
    }
    let files: Vec<PathBuf> =
        doc.get("input_files").map(Yaml::texts).unwrap_or_default().iter().map(|f| folder.join(f)).collect();
    if files.is_empty() {
        return Err("no input_files".to_owned());
    }
    let options = doc.get("options");
    let option = |key: &str| options.and_then(|o| o.get(key)).and_then(Yaml::text).filter(|t| !t.is_empty());
    if let Some(language) = option("language").filter(|l| *l != "C") {
        return Err(format!("the language is {language}, not C"));
    }
    let model = match option("data_model") {
        Some("LP64") => DataModel::Lp64,
        None | Some("ILP32") => DataModel::Ilp32,
        Some(other) => return Err(format!("no data model is called {other}")),
    };
    let Some(Yaml::List(properties)) = doc.get("properties") else { return Err("no properties".to_owned()) };
    let all = properties.iter().map(|p| question(p, folder)).collect::<Result<Vec<_>, _>>()?;
    let n = all.len();
    let questions: Vec<Question> = all.into_iter().flatten().collect();
    let category = option("category").map(str::to_owned).unwrap_or_else(|| folder_name(folder));
    Ok(Task {
        name: name.to_owned(),
        category,
        lines: files.iter().map(|f| count_lines(f)).sum(),
        files,
        model,
        entry: option("entry").map(str::to_owned),
        cpp_flags: strings(options.and_then(|o| o.get("cpp_flags"))),
        skipped: n - questions.len(),
        questions,
    })
}

/// A question; none if its property is not known here.
fn question(entry: &Yaml, folder: &Path) -> Result<Option<Question>, String> {
    let text = |key: &str| entry.get(key).and_then(Yaml::text).filter(|t| !t.is_empty());
    let expected = match text("expected_verdict") {
        Some("true") => Some(true),
        Some("false") => Some(false),
        Some("unknown") | None => None,
        Some(other) => return Err(format!("an expected_verdict cannot be `{other}`")),
    };
    let file = text("property_file").map(|f| folder.join(f));
    let subject = match (&file, text("rule_file")) {
        (Some(file), _) => match subject_of(file)? {
            Some(subject) => subject,
            None => return Ok(None),
        },
        (None, Some(rule)) => Subject::Rule(folder.join(rule)),
        (None, None) if entry.get("arguments").is_some() => Subject::Arguments,
        (None, None) => return Err("a property needs its property_file or rule_file".to_owned()),
    };
    let stem = |path: &Path| path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let name = match (text("name"), &subject, &file) {
        (Some(name), ..) => name.to_owned(),
        (None, Subject::Rule(rule), _) => stem(rule),
        (None, _, Some(file)) => stem(file),
        (None, ..) => "arguments".to_owned(),
    };
    let checks = match text("checks_file") {
        Some(path) => checks::read(&folder.join(path))?,
        None => Vec::new(),
    };
    Ok(Some(Question {
        name,
        subject,
        file,
        expected,
        defines: strings(entry.get("defines")),
        arguments: strings(entry.get("arguments")),
        checks,
    }))
}

fn strings(node: Option<&Yaml>) -> Vec<String> {
    node.map(Yaml::texts).unwrap_or_default().into_iter().map(str::to_owned).collect()
}

/// What a property file asks.
fn subject_of(file: &Path) -> Result<Option<Subject>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(subject_of_text(&text))
}

fn subject_of_text(text: &str) -> Option<Subject> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if text.contains("G!call(") {
        Some(Subject::Unreachable)
    } else if text.contains("G!overflow") {
        Some(Subject::NoOverflow)
    } else if text.contains("Gvalid-memcleanup") {
        Some(Subject::MemoryCleanup)
    } else if text.contains("Gvalid-") {
        Some(Subject::MemorySafety)
    } else if text.contains("LTL(Fend)") {
        Some(Subject::Termination)
    } else {
        None
    }
}

fn count_lines(path: &Path) -> usize {
    std::fs::read(path).map(|text| text.iter().filter(|b| **b == b'\n').count()).unwrap_or(0)
}

/// The last part of a folder's path.
pub fn folder_name(folder: &Path) -> String {
    let full = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    full.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_else(|| "tasks".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Task, String> {
        of_document(&Yaml::parse(text).expect("yaml"), Path::new("no/such/folder"), "t")
    }

    #[test]
    fn extensions_are_read() {
        let task = parse(
            "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - rule_file: ../lock.rule\n    expected_verdict: true\n    \
             defines: [RULE=2, X]\n  - name: nulls\n    arguments: ['--check', 'null']\noptions:\n  data_model: LP64\n  category: drivers\n",
        )
        .expect("a task");
        assert_eq!(task.category, "drivers");
        assert_eq!(task.model, DataModel::Lp64);
        assert_eq!(task.questions[0].name, "lock");
        assert_eq!(task.questions[0].defines, ["RULE=2", "X"]);
        assert_eq!(task.questions[0].expected, Some(true));
        assert_eq!(task.questions[1].subject, Subject::Arguments);
        assert_eq!(task.questions[1].expected, None);
    }

    #[test]
    fn what_is_missing_is_said() {
        assert!(parse("input_files: a.c\n").unwrap_err().contains("format_version"));
        assert!(parse("format_version: '2.0'\n").unwrap_err().contains("input_files"));
        assert!(parse("format_version: '2.0'\ninput_files: a.c\n").unwrap_err().contains("properties"));
        let java = "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - rule_file: x\noptions:\n  language: Java\n";
        assert!(parse(java).unwrap_err().contains("Java"));
    }

    #[test]
    fn property_texts() {
        let of = subject_of_text;
        assert_eq!(of("CHECK( init(main()), LTL(G ! call(reach_error())) )"), Some(Subject::Unreachable));
        assert_eq!(of("CHECK( init(main()), LTL(G ! overflow) )"), Some(Subject::NoOverflow));
        assert_eq!(of("CHECK( init(main()), LTL(G valid-deref) )"), Some(Subject::MemorySafety));
        assert_eq!(of("CHECK( init(main()), LTL(G valid-memcleanup) )"), Some(Subject::MemoryCleanup));
        assert_eq!(of("CHECK( init(main()), LTL(F end) )"), None);
    }
}
