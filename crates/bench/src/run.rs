//! A run of a suite: every question to every contender, interleaved, resumable.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use crate::contender::{Config, Contender};
use crate::peers::{Peer, Tool};
use crate::process::{self, Limits};
use crate::record::{CheckResult, Log, Record};
use crate::report::{self, Report};
use crate::suite;
use crate::table::seconds;
use crate::task::{Question, Task};

/// What to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Folders, `.set` lists, `.yml` and `.gen` files.
    pub suites: Vec<PathBuf>,
    /// The command whose `check` is asked.
    pub command: PathBuf,
    /// Its configurations.
    pub configs: Vec<Config>,
    /// Names of other tools.
    pub peers: Vec<String>,
    /// Do contenders stop at the first failure? The configurations of maymust say so themselves.
    pub first: bool,
    /// What one answer may use.
    pub limits: Limits,
    /// Where results are kept.
    pub out: PathBuf,
    /// Where programs are generated.
    pub work: PathBuf,
    /// Are results that are there already dropped?
    pub fresh: bool,
    /// Only tasks and questions whose `task question` contains this.
    pub filter: Option<String>,
    /// Of these questions, every so many-th one only, from the first on.
    pub sample: usize,
    /// Answers that are worked on at a time.
    pub jobs: usize,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Tables and plots; also written into the folder of results.
    pub report: Report,
    /// Wrong answers of maymust, in words.
    pub wrong: Vec<String>,
    /// Wrong answers of other tools.
    pub wrong_of_peers: Vec<String>,
    /// All results, old and new, in the order of the suite.
    pub records: Vec<Record>,
    /// Questions about properties that are not known here.
    pub skipped: usize,
}

/// Runs a suite; tells what happens as it does.
///
/// # Errors
/// What is wrong with the suite or the folder of results.
pub fn run(options: &Options, tell: &mut dyn FnMut(&str)) -> Result<Outcome, String> {
    let make = |path: &Path| std::fs::create_dir_all(path).map_err(|e| format!("{}: {e}", path.display()));
    make(&options.out)?;
    make(&options.work)?;
    let tasks = suite::load(&options.suites, &options.work)?;
    let skipped = tasks.iter().map(|t| t.skipped).sum();
    if skipped > 0 {
        tell(&format!("{skipped} questions are skipped: their properties are not known here"));
    }
    let questions: Vec<_> =
        chosen(&tasks, options.filter.as_deref()).into_iter().step_by(options.sample.max(1)).collect();
    if questions.is_empty() {
        return Err("no question matches the filter".to_owned());
    }
    let contenders = contenders(options, tell)?;
    let conditions = conditions(options);
    let mut log = Log::open(&options.out.join("results.jsonl"), &conditions, options.fresh)?;
    let mut records = std::mem::take(&mut log.old);
    if !records.is_empty() {
        tell(&format!("{} results are there already", records.len()));
    }
    let done: BTreeSet<_> = records.iter().map(Record::key).collect();
    let total = questions.len() * contenders.len();
    let mut turns = Vec::new();
    for (index, (task, question)) in questions.iter().enumerate() {
        for turn in 0..contenders.len() {
            // Each goes first equally often, so that caches favour nobody.
            let contender = &contenders[(index + turn) % contenders.len()];
            let key = (task.name.clone(), question.name.clone(), contender.name().to_owned());
            if !done.contains(&key) {
                turns.push((index * contenders.len() + turn + 1, contender, *task, *question));
            }
        }
    }
    in_parallel(options, &turns, |at, record| {
        log.add(&record)?;
        tell(&line(&record, at, total));
        records.push(record);
        Ok(())
    })?;
    let names: Vec<String> = contenders.iter().map(|c| c.name().to_owned()).collect();
    let records = in_order(records, &questions, &names);
    let report = report::report(&records, &names, options.limits.time.as_secs_f64());
    report.write(&options.out, &records, &conditions)?;
    let is_own = |r: &&Record| options.configs.iter().any(|c| c.name == r.contender);
    let (own, peers): (Vec<&Record>, Vec<&Record>) = records.iter().partition(is_own);
    let wrong = |of: Vec<&Record>| of.into_iter().flat_map(Record::wrong).collect();
    Ok(Outcome { wrong: wrong(own), wrong_of_peers: wrong(peers), report, records, skipped })
}

type Turn<'a> = (usize, &'a Contender, &'a Task, &'a Question);

/// Asks in order, a few at a time; answers are taken as they come.
fn in_parallel(
    options: &Options,
    turns: &[Turn<'_>],
    mut take: impl FnMut(usize, Record) -> Result<(), String>,
) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.clamp(1, turns.len().max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some((at, contender, task, question)) =
                    turns.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let record = ask(contender, task, question, options.limits);
                    // An answer that was cut short is none.
                    if process::is_interrupted() || sender.send((*at, record)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        receiver.into_iter().try_for_each(|(at, record)| take(at, record))
    })
}

fn chosen<'a>(tasks: &'a [Task], filter: Option<&str>) -> Vec<(&'a Task, &'a Question)> {
    let all = tasks.iter().flat_map(|t| t.questions.iter().map(move |q| (t, q)));
    all.filter(|(t, q)| filter.is_none_or(|f| format!("{} {}", t.name, q.name).contains(f))).collect()
}

/// The contenders: configurations, then the peers that are installed.
fn contenders(options: &Options, tell: &mut dyn FnMut(&str)) -> Result<Vec<Contender>, String> {
    let own = |c: &Config| Contender::Own(options.command.clone(), c.clone());
    let mut all: Vec<Contender> = options.configs.iter().map(own).collect();
    for name in &options.peers {
        let tool = Tool::from_name(name)
            .ok_or_else(|| format!("there is no adapter for `{name}`; there are cbmc and klee"))?;
        match Peer::find(tool, &options.work, options.first) {
            Ok(peer) => {
                tell(&format!("{name}: version {}", peer.version));
                all.push(Contender::Peer(peer));
            }
            Err(why) => tell(&format!("{name} is left out: {why}")),
        }
    }
    Ok(all)
}

/// What results depend on: those of other conditions are not mixed in.
fn conditions(options: &Options) -> Value {
    let changed = std::fs::metadata(&options.command).and_then(|m| m.modified()).ok();
    let built = changed.and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok()).map(|d| d.as_secs());
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "command_built": built,
        "time_s": options.limits.time.as_secs_f64(),
        "wall_s": options.limits.wall.as_secs_f64(),
        "memory_mb": options.limits.memory >> 20,
    })
}

fn ask(contender: &Contender, task: &Task, question: &Question, limits: Limits) -> Record {
    let mut reply = contender.ask(task, question, limits);
    if reply.checks.is_empty() {
        // Without a list from the tool, its answer to the whole is all that is known of the parts.
        let part = if reply.answer == crate::Answer::Fails { crate::Answer::Unknown } else { reply.answer };
        reply.checks = question
            .checks
            .iter()
            .map(|e| CheckResult { key: e.key(), expected: e.holds, answer: part, time: 0.0 })
            .collect();
    }
    Record {
        task: task.name.clone(),
        question: question.name.clone(),
        contender: contender.name().to_owned(),
        category: task.category.clone(),
        lines: task.lines,
        expected: question.expected,
        answer: reply.answer,
        reason: reply.reason,
        wall: reply.wall.as_secs_f64(),
        cpu: reply.cpu.as_secs_f64(),
        memory: reply.memory as f64 / (1 << 20) as f64,
        checks: reply.checks,
        statistics: reply.statistics.into_iter().collect(),
    }
}

fn line(record: &Record, at: usize, total: usize) -> String {
    let wrong = if record.wrong().is_empty() { "" } else { "  WRONG" };
    let reason = if record.reason.is_empty() { String::new() } else { format!(" ({})", record.reason) };
    format!(
        "[{at}/{total}] {} {} {}: {}{reason} {} s{wrong}",
        record.task,
        record.question,
        record.contender,
        record.answer.word(),
        seconds(record.cpu)
    )
}

/// The results of this suite and these contenders, in the order of the suite.
fn in_order(records: Vec<Record>, questions: &[(&Task, &Question)], names: &[String]) -> Vec<Record> {
    let mut by_key: std::collections::BTreeMap<_, Record> =
        records.into_iter().map(|r| (r.key(), r)).collect();
    let mut all = Vec::new();
    for (task, question) in questions {
        for name in names {
            all.extend(by_key.remove(&(task.name.clone(), question.name.clone(), name.clone())));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A tool that answers by the name of the file: a shell script in the place of the command.
    fn suite(dir: &Path) -> Options {
        use std::os::unix::fs::PermissionsExt;
        let script = "#!/bin/sh\necho x >> \"$(dirname \"$0\")/calls\"\ncase $2 in\n*bad*) echo '{\"verdict\": \"fails\", \"checks\": []}'; exit 1;;\n*) echo '{\"verdict\": \"proved\", \"checks\": []}'; exit 0;;\nesac\n";
        let command = dir.join("tool");
        std::fs::write(&command, script).expect("written");
        std::fs::set_permissions(&command, std::fs::Permissions::from_mode(0o755)).expect("executable");
        std::fs::create_dir(dir.join("s")).expect("made");
        std::fs::write(dir.join("s/p.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )")
            .expect("written");
        for (name, verdict) in [("one_bad", "false"), ("two", "true"), ("three_bad", "true")] {
            let yml = format!(
                "format_version: '2.0'\ninput_files: '{name}.c'\nproperties:\n  - property_file: p.prp\n    expected_verdict: {verdict}\n"
            );
            std::fs::write(dir.join(format!("s/{name}.yml")), yml).expect("written");
            std::fs::write(dir.join(format!("s/{name}.c")), "").expect("written");
        }
        Options {
            suites: vec![dir.join("s")],
            command,
            configs: crate::contender::configs(&["smash".to_owned(), "structural".to_owned()], &[], &[]),
            peers: vec!["klee".to_owned()],
            first: false,
            limits: Limits { time: Duration::from_secs(60), wall: Duration::from_secs(60), memory: 1 << 30 },
            out: dir.join("out"),
            work: dir.join("work"),
            fresh: false,
            filter: None,
            sample: 1,
            jobs: 1,
        }
    }

    fn calls(dir: &Path) -> usize {
        std::fs::read_to_string(dir.join("calls")).map(|t| t.lines().count()).unwrap_or(0)
    }

    #[test]
    fn wrong_answers_are_found_and_runs_resume() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut options = suite(dir.path());
        options.peers.clear();
        let mut told = Vec::new();
        let outcome = run(&options, &mut |line| told.push(line.to_owned())).expect("runs");
        assert_eq!(outcome.records.len(), 6);
        assert_eq!(calls(dir.path()), 6);
        assert_eq!(outcome.wrong.len(), 2);
        assert!(outcome.wrong[0].starts_with("three_bad"), "{:?}", outcome.wrong);
        // The one who goes first changes from question to question.
        assert!(told[0].contains("smash") && told[2].contains("structural"), "{told:?}");
        let again = run(&options, &mut |_| {}).expect("runs");
        assert_eq!((again.records, calls(dir.path())), (outcome.records, 6));
        options.fresh = true;
        options.filter = Some("two".to_owned());
        assert_eq!(run(&options, &mut |_| {}).expect("runs").records.len(), 2);
        assert_eq!(calls(dir.path()), 8);
        assert!(dir.path().join("out/quantile.svg").exists() && dir.path().join("out/tables.md").exists());
    }

    #[test]
    fn a_sample_in_parallel() {
        let dir = tempfile::tempdir().expect("a folder");
        let options = Options { peers: Vec::new(), sample: 2, jobs: 3, ..suite(dir.path()) };
        let outcome = run(&options, &mut |_| {}).expect("runs");
        let asked: Vec<(&str, &str)> =
            outcome.records.iter().map(|r| (r.task.as_str(), r.contender.as_str())).collect();
        assert_eq!(
            asked,
            [("one_bad", "smash"), ("one_bad", "structural"), ("two", "smash"), ("two", "structural")]
        );
        assert_eq!(calls(dir.path()), 4);
    }

    #[test]
    fn an_unknown_peer_is_an_error() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut options = suite(dir.path());
        options.peers = vec!["nosuchtool".to_owned()];
        assert!(run(&options, &mut |_| {}).unwrap_err().contains("nosuchtool"));
    }
}
