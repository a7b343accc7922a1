//! Task definitions of SV-COMP (`check task.yml`): the files, the data model and the property that they name.

use std::path::{Path, PathBuf};

use maymust_bench::yaml::Yaml;

use crate::args::{CheckArgs, Model};
use crate::exit::Exit;

/// A task definition.
pub struct Task {
    file: PathBuf,
    files: Vec<PathBuf>,
    is_32_bit: bool,
    properties: Vec<PathBuf>,
}

/// The task that the only file on the command line is, if it is one.
pub fn named(args: &CheckArgs) -> Result<Option<Task>, Exit> {
    match &args.front.files[..] {
        [file] if file.extension().is_some_and(|e| e == "yml" || e == "yaml") => read(file).map(Some),
        _ => Ok(None),
    }
}

fn read(file: &Path) -> Result<Task, Exit> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|e| Exit::no_input(format!("{shown}: {e}")))?;
    let doc = Yaml::parse(&text).map_err(|e| Exit::input(format!("{shown}: {e}")))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let files: Vec<PathBuf> =
        doc.get("input_files").map(Yaml::texts).unwrap_or_default().iter().map(|f| folder.join(f)).collect();
    if files.is_empty() {
        return Err(Exit::input(format!("{shown}: no input_files: this is no task definition")));
    }
    let option = |key: &str| doc.get("options").and_then(|o| o.get(key)).and_then(Yaml::text);
    if let Some(language) = option("language").filter(|l| *l != "C") {
        return Err(Exit::input(format!("{shown}: the language is {language}, not C")));
    }
    // Tasks that say nothing are older than the option: they are for 32 bits.
    let is_32_bit = option("data_model") != Some("LP64");
    let properties = match doc.get("properties") {
        Some(Yaml::List(list)) => {
            let file = |p: &Yaml| p.get("property_file").and_then(Yaml::text).map(|f| folder.join(f));
            list.iter().filter_map(file).collect()
        }
        _ => Vec::new(),
    };
    Ok(Task { file: file.to_owned(), files, is_32_bit, properties })
}

impl Task {
    /// Asks what the task asks, as far as the command line does not ask something else.
    ///
    /// # Errors
    /// If it has several properties and none is chosen.
    pub fn apply(self, args: &mut CheckArgs) -> Result<(), Exit> {
        args.front.files = self.files;
        args.front.data_model = if self.is_32_bit { Model::Ilp32 } else { Model::Lp64 };
        if args.check.is_some() || args.property.is_some() || !args.rule.is_empty() {
            return Ok(());
        }
        match &self.properties[..] {
            [] => {}
            [only] => args.property = Some(only.clone()),
            several => {
                let names: Vec<String> =
                    several.iter().map(|p| format!("  --property {}", p.display())).collect();
                let file = self.file.display();
                let names = names.join("\n");
                return Err(Exit::usage(format!("{file} has several properties; choose one:\n{names}")));
            }
        }
        Ok(())
    }
}
