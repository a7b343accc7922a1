//! Results: one JSON object a line, appended as soon as it is known, so that an interrupted run goes on where it stopped.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::answer::{Answer, Grade, grade};

/// The answer to one check whose answer is known.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    /// Its place and kind.
    pub key: String,
    /// Does it hold?
    pub expected: bool,
    /// What the tool says.
    pub answer: Answer,
    /// Seconds spent on it.
    pub time: f64,
}

/// The answer of one contender to one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The task's name.
    pub task: String,
    /// The question's name.
    pub question: String,
    /// The contender's name.
    pub contender: String,
    /// What it is counted under.
    pub category: String,
    /// Lines of the program.
    pub lines: usize,
    /// The known answer.
    pub expected: Option<bool>,
    /// The answer.
    pub answer: Answer,
    /// Why it is not definite.
    pub reason: String,
    /// Seconds on the wall.
    pub wall: f64,
    /// Seconds of processor time.
    pub cpu: f64,
    /// Megabytes.
    pub memory: f64,
    /// Single checks whose answers are known.
    pub checks: Vec<CheckResult>,
    /// Numbers of the tool.
    pub statistics: BTreeMap<String, f64>,
}

/// One thing that is counted: a question, or one of its checks if these are listed.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// The answer.
    pub answer: Answer,
    /// The known answer.
    pub expected: Option<bool>,
}

impl Record {
    /// What tells results apart.
    pub fn key(&self) -> (String, String, String) {
        (self.task.clone(), self.question.clone(), self.contender.clone())
    }

    /// What is counted. If a run as a whole came to no answer, neither did its checks.
    pub fn units(&self) -> Vec<Unit> {
        if self.checks.is_empty() {
            return vec![Unit { answer: self.answer, expected: self.expected }];
        }
        self.checks.iter().map(|c| Unit { answer: c.answer, expected: Some(c.expected) }).collect()
    }

    /// The wrong answers in it, in words.
    pub fn wrong(&self) -> Vec<String> {
        let place = format!("{} {} ({})", self.task, self.question, self.contender);
        let mut all = Vec::new();
        if grade(self.answer, self.expected) == Grade::Wrong {
            all.push(format!(
                "{place}: {}, but it {}",
                self.answer.word(),
                truth(self.expected == Some(true))
            ));
        }
        for check in &self.checks {
            if grade(check.answer, Some(check.expected)) == Grade::Wrong {
                all.push(format!(
                    "{place} {}: {}, but it {}",
                    check.key,
                    check.answer.word(),
                    truth(check.expected)
                ));
            }
        }
        all
    }

    /// A number of the statistics; zero if the tool did not give it.
    pub fn number(&self, name: &str) -> f64 {
        self.statistics.get(name).copied().unwrap_or(0.0)
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        let checks: Vec<Value> = self
            .checks
            .iter()
            .map(|c| json!({"key": c.key, "expected": c.expected, "answer": c.answer.word(), "time_s": c.time}))
            .collect();
        let statistics: Map<String, Value> =
            self.statistics.iter().map(|(k, v)| (k.clone(), json!(v))).collect();
        json!({
            "task": self.task, "question": self.question, "contender": self.contender, "category": self.category,
            "lines": self.lines, "expected": self.expected, "answer": self.answer.word(), "reason": self.reason,
            "wall_s": self.wall, "cpu_s": self.cpu, "memory_mb": self.memory, "checks": checks,
            "statistics": statistics,
        })
    }

    /// From JSON; none if something is missing.
    pub fn from_json(value: &Value) -> Option<Record> {
        let text = |key: &str| Some(value.get(key)?.as_str()?.to_owned());
        let number = |key: &str| value.get(key).and_then(Value::as_f64);
        let check = |c: &Value| {
            Some(CheckResult {
                key: c.get("key")?.as_str()?.to_owned(),
                expected: c.get("expected")?.as_bool()?,
                answer: Answer::from_word(c.get("answer")?.as_str()?)?,
                time: c.get("time_s")?.as_f64()?,
            })
        };
        let statistics = value.get("statistics")?.as_object()?;
        Some(Record {
            task: text("task")?,
            question: text("question")?,
            contender: text("contender")?,
            category: text("category")?,
            lines: usize::try_from(value.get("lines")?.as_u64()?).ok()?,
            expected: value.get("expected")?.as_bool(),
            answer: Answer::from_word(&text("answer")?)?,
            reason: text("reason")?,
            wall: number("wall_s")?,
            cpu: number("cpu_s")?,
            memory: number("memory_mb")?,
            checks: value.get("checks")?.as_array()?.iter().map(check).collect::<Option<_>>()?,
            statistics: statistics.iter().filter_map(|(k, v)| Some((k.clone(), v.as_f64()?))).collect(),
        })
    }
}

fn truth(holds: bool) -> &'static str {
    if holds { "holds" } else { "can fail" }
}

/// A file of results that grows.
#[derive(Debug)]
pub struct Log {
    file: std::fs::File,
    /// What was there already.
    pub old: Vec<Record>,
}

impl Log {
    /// Opens a file of results made under the same conditions, or starts one. A last line that was cut off by an interruption is dropped.
    ///
    /// # Errors
    /// If the file cannot be written, or holds results of other conditions.
    pub fn open(path: &Path, conditions: &Value, fresh: bool) -> Result<Log, String> {
        let say = |e: std::io::Error| format!("{}: {e}", path.display());
        let text = if fresh { String::new() } else { std::fs::read_to_string(path).unwrap_or_default() };
        let mut lines = text.lines();
        let header = lines.next().and_then(|l| serde_json::from_str::<Value>(l).ok());
        if header.as_ref().is_some_and(|h| h != conditions) {
            return Err(format!(
                "{} has results of other conditions; choose another --out, or --fresh to drop them",
                path.display()
            ));
        }
        let kept = lines.map_while(|l| serde_json::from_str(l).ok().as_ref().and_then(Record::from_json));
        let old: Vec<Record> = if header.is_some() { kept.collect() } else { Vec::new() };
        let mut whole = format!("{conditions}\n");
        old.iter().for_each(|r| whole += &format!("{}\n", r.to_json()));
        std::fs::write(path, whole).map_err(say)?;
        let file = std::fs::OpenOptions::new().append(true).open(path).map_err(say)?;
        Ok(Log { file, old })
    }

    /// Appends a result.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), String> {
        let line = format!("{}\n", record.to_json());
        self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush()).map_err(|e| e.to_string())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A record to test with.
    pub(crate) fn record(
        task: &str,
        contender: &str,
        expected: Option<bool>,
        answer: Answer,
        cpu: f64,
    ) -> Record {
        Record {
            task: task.to_owned(),
            question: "q".to_owned(),
            contender: contender.to_owned(),
            category: "c".to_owned(),
            lines: 10,
            expected,
            answer,
            reason: String::new(),
            wall: cpu,
            cpu,
            memory: 12.5,
            checks: Vec::new(),
            statistics: BTreeMap::new(),
        }
    }

    #[test]
    fn json_comes_back() {
        let mut r = record("t", "x", None, Answer::TimeOut, 1.5);
        r.reason = "a \"quoted\" reason\n".to_owned();
        r.checks.push(CheckResult {
            key: "3 bounds".to_owned(),
            expected: false,
            answer: Answer::Proved,
            time: 0.5,
        });
        r.statistics.insert("queries".to_owned(), 7.0);
        let text = r.to_json().to_string();
        assert_eq!(Record::from_json(&serde_json::from_str(&text).expect("json")), Some(r.clone()));
        assert_eq!(r.wrong(), ["t q (x) 3 bounds: proved, but it can fail"]);
    }

    #[test]
    fn an_interrupted_run_goes_on() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("results.jsonl");
        let conditions = json!({"time": 10});
        let mut log = Log::open(&path, &conditions, false).expect("opens");
        log.add(&record("a", "x", Some(true), Answer::Proved, 1.0)).expect("added");
        log.add(&record("b", "x", Some(true), Answer::Proved, 1.0)).expect("added");
        drop(log);
        // The interruption cuts the second line.
        let text = std::fs::read_to_string(&path).expect("there");
        std::fs::write(&path, &text[..text.len() - 20]).expect("written");
        let mut log = Log::open(&path, &conditions, false).expect("opens");
        assert_eq!(log.old.iter().map(|r| r.task.as_str()).collect::<Vec<_>>(), ["a"]);
        log.add(&record("b", "x", Some(true), Answer::Fails, 1.0)).expect("added");
        drop(log);
        assert_eq!(Log::open(&path, &conditions, false).expect("opens").old.len(), 2);
        assert!(Log::open(&path, &json!({"time": 20}), false).is_err());
        assert_eq!(Log::open(&path, &json!({"time": 20}), true).expect("opens").old.len(), 0);
    }
}
