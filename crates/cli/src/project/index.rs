//! What the files of a project define and need: which can be read, which functions are entries, which files make programs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use maymust_front::{Options, Symbols, symbols};
use maymust_project::Unit;
use maymust_sema::DataModel;

use crate::front::input;

/// A file that can be checked.
pub struct File {
    /// As it is shown.
    pub name: String,
    pub unit: Unit,
    /// The functions to start from: of a function in a header, only the first file that includes it has it.
    pub entries: Vec<String>,
}

/// A program: the file with its `main` and those that define what is needed.
pub struct LinkedProgram {
    /// The file of its `main`.
    pub name: String,
    /// Places in [`Index::files`].
    pub files: Vec<usize>,
}

/// What is known of a project.
pub struct Index {
    pub files: Vec<File>,
    pub programs: Vec<LinkedProgram>,
    /// Files that cannot be checked, and why.
    pub skipped: Vec<(String, String)>,
}

/// The parser's stack: sources nest deep.
const STACK: usize = 1 << 28;

/// Reads all files, several at the same time.
pub fn index(units: &[Unit], workers: usize, interrupted: &AtomicBool) -> Index {
    let next = AtomicUsize::new(0);
    let read: Mutex<BTreeMap<usize, Result<Symbols, String>>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let work = || {
                while !interrupted.load(Ordering::SeqCst) {
                    let i = next.fetch_add(1, Ordering::SeqCst);
                    let Some(unit) = units.get(i) else { return };
                    let symbols = std::thread::scope(|scope| {
                        let read = move || read_symbols(unit);
                        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read);
                        let said = || "maymust's parser crashed: this is a bug in maymust".to_owned();
                        thread
                            .map_err(|e| e.to_string())
                            .and_then(|t| t.join().unwrap_or_else(|_| Err(said())))
                    });
                    read.lock().unwrap_or_else(PoisonError::into_inner).insert(i, symbols);
                }
            };
            scope.spawn(work);
        }
    });
    let read = read.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut files = Vec::new();
    let mut all = Vec::new();
    let mut skipped = Vec::new();
    let mut seen = BTreeSet::new();
    for (i, symbols) in read {
        let name = input(&units[i]).path.display().to_string();
        let symbols = match symbols {
            Ok(symbols) => symbols,
            Err(why) => {
                skipped.push((name, why));
                continue;
            }
        };
        let functions = symbols.functions.iter();
        let is_new = |d: &&maymust_front::Definition| {
            d.name != "main" && seen.insert((d.name.clone(), d.place.clone()))
        };
        let entries = functions.filter(is_new).map(|d| d.name.clone()).collect();
        files.push(File { name, unit: units[i].clone(), entries });
        all.push(symbols);
    }
    let programs = programs(&files, &all);
    Index { files, programs, skipped }
}

fn read_symbols(unit: &Unit) -> Result<Symbols, String> {
    let mut options = Options::new(Vec::new());
    if unit.is_32_bit {
        options.data_model = DataModel::Ilp32;
    }
    let (symbols, messages) = symbols(&input(unit), &options);
    symbols.map_err(|error| {
        let first =
            messages.iter().find(|m| m.is_error).map(|m| m.text.lines().next().unwrap_or("").to_owned());
        first.unwrap_or_else(|| error.to_string().lines().take(2).collect::<Vec<_>>().join(": "))
    })
}

/// For every `main`, the files that it needs. A symbol that several files define comes from the one whose folder is nearest; where
/// that leaves several, from none of them: a model of the library or an arbitrary result takes its place.
fn programs(files: &[File], symbols: &[Symbols]) -> Vec<LinkedProgram> {
    let mut definers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, s) in symbols.iter().enumerate() {
        let functions = s.functions.iter().filter(|f| !f.is_static).map(|f| f.name.as_str());
        for name in functions.chain(s.objects.iter().map(String::as_str)) {
            definers.entry(name).or_default().push(i);
        }
    }
    let folder = |i: usize| files[i].unit.path().parent().map(std::path::Path::to_owned).unwrap_or_default();
    let mut programs = Vec::new();
    for &start in definers.get("main").into_iter().flatten() {
        let mut chosen = BTreeSet::from([start]);
        let mut work = vec![start];
        while let Some(i) = work.pop() {
            for name in &symbols[i].needed {
                let all = definers.get(name.as_str()).map_or(&[][..], |d| d);
                let common = |j: usize| {
                    let (a, b) = (folder(start), folder(j));
                    a.components().zip(b.components()).take_while(|(a, b)| a == b).count()
                };
                if all.iter().any(|j| chosen.contains(j)) {
                    continue;
                }
                let nearest = all.iter().map(|j| common(*j)).max().unwrap_or(0);
                // Another program's own file does not belong to this one.
                let has_main =
                    |j: &usize| symbols[*j].functions.iter().any(|f| f.name == "main" && !f.is_static);
                let near: Vec<usize> =
                    all.iter().copied().filter(|j| common(*j) == nearest && !has_main(j)).collect();
                if let [only] = near[..] {
                    chosen.insert(only);
                    work.push(only);
                }
            }
        }
        let name = files[start].name.clone();
        let mut files: Vec<usize> = chosen.into_iter().collect();
        files.sort_unstable_by_key(|i| *i != start);
        programs.push(LinkedProgram { name, files });
    }
    programs
}
