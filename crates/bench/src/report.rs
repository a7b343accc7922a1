//! From results to what people read: tables per category, scores, plots, CSV and JSON.

use std::path::Path;

use serde_json::{Value, json};

use crate::answer::{Answer, Grade, grade, score};
use crate::papers;
use crate::record::{Record, Unit};
use crate::svg::{Axis, Chart, Mark, Scale, Series};
use crate::table::{Table, csv_line, seconds};

/// Everything that is made of the results.
#[derive(Clone, Debug)]
pub struct Report {
    /// The tables, in order.
    pub tables: Vec<Table>,
    /// Plots by file name.
    pub plots: Vec<(String, String)>,
}

/// What a group of results comes to.
#[derive(Clone, Debug, Default, PartialEq)]
struct Totals {
    units: usize,
    right_proofs: usize,
    right_alarms: usize,
    wrong: usize,
    unjudged: usize,
    unknown: usize,
    timeouts: usize,
    memouts: usize,
    errors: usize,
    cpu: f64,
    wall: f64,
    memory: f64,
    score: i64,
    best: i64,
}

impl Totals {
    fn of<'a>(records: impl Iterator<Item = &'a Record>) -> Totals {
        let mut all = Totals::default();
        for record in records {
            all.cpu += record.cpu;
            all.wall += record.wall;
            all.memory = all.memory.max(record.memory);
            record.units().iter().for_each(|u| all.add(u));
        }
        all
    }

    fn add(&mut self, unit: &Unit) {
        self.units += 1;
        self.score += score(unit.answer, unit.expected);
        self.best += match unit.expected {
            Some(true) => 2,
            Some(false) => 1,
            None => 0,
        };
        match (unit.answer, grade(unit.answer, unit.expected)) {
            (_, Grade::Wrong) => self.wrong += 1,
            (_, Grade::Unjudged) => self.unjudged += 1,
            (Answer::Proved, _) => self.right_proofs += 1,
            (Answer::Fails, _) => self.right_alarms += 1,
            (Answer::Unknown, _) => self.unknown += 1,
            (Answer::TimeOut, _) => self.timeouts += 1,
            (Answer::OutOfMemory, _) => self.memouts += 1,
            (Answer::Error, _) => self.errors += 1,
        }
    }

    fn cells(&self) -> Vec<String> {
        let share =
            100.0 * (self.right_proofs + self.right_alarms + self.unjudged) as f64 / self.units.max(1) as f64;
        let mut cells: Vec<String> = [
            self.units,
            self.right_proofs,
            self.right_alarms,
            self.wrong,
            self.unjudged,
            self.unknown,
            self.timeouts,
            self.memouts,
            self.errors,
        ]
        .iter()
        .map(usize::to_string)
        .collect();
        cells.push(format!("{share:.1}"));
        cells.extend([seconds(self.cpu), seconds(self.wall), format!("{:.0}", self.memory)]);
        cells.push(format!("{}", self.score));
        cells.push(format!("{}", self.best));
        cells
    }
}

const COLUMNS: [&str; 17] = [
    "category",
    "contender",
    "checks",
    "proofs",
    "alarms",
    "wrong",
    "unjudged",
    "unknown",
    "time-outs",
    "memory-outs",
    "errors",
    "decided %",
    "cpu (s)",
    "wall (s)",
    "max MB",
    "score",
    "of",
];

/// Makes the report. Contenders are in the order of tables; the limit is that of time, in seconds.
pub fn report(records: &[Record], contenders: &[String], limit: f64) -> Report {
    let mut tables = vec![overview(records, contenders)];
    tables.extend(papers::table_1(records, contenders));
    tables.extend(papers::table_2(records, contenders));
    tables.extend(papers::conditions(records, contenders));
    tables.extend(papers::regions(records, contenders));
    let mut plots = vec![("quantile.svg".to_owned(), quantile(records, contenders, limit).render())];
    if let Some((bars, table)) = papers::figure_12(records, contenders) {
        tables.push(table);
        plots.push(("figure-12.svg".to_owned(), bars.render()));
    }
    plots.extend(papers::figure_11(records, contenders).map(|c| ("figure-11.svg".to_owned(), c.render())));
    for (index, x) in contenders.iter().enumerate() {
        for y in &contenders[index + 1..] {
            let name = format!("scatter-{}-{}.svg", file_name(x), file_name(y));
            plots.push((name, scatter(records, x, y, limit).render()));
        }
    }
    Report { tables, plots }
}

fn file_name(contender: &str) -> String {
    contender.replace('+', "plus").replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}

fn overview(records: &[Record], contenders: &[String]) -> Table {
    let mut table = Table::new("Answers", &COLUMNS);
    let mut categories: Vec<&str> = Vec::new();
    for record in records {
        if !categories.contains(&record.category.as_str()) {
            categories.push(&record.category);
        }
    }
    let mut rows = |name: &str, keep: &dyn Fn(&Record) -> bool| {
        for contender in contenders {
            let totals = Totals::of(records.iter().filter(|r| r.contender == *contender && keep(r)));
            table.row([name.to_owned(), contender.clone()].into_iter().chain(totals.cells()));
        }
    };
    if categories.len() > 1 {
        categories.iter().for_each(|category| rows(category, &|r| r.category == *category));
    }
    rows("all", &|_| true);
    table
}

/// Times of right answers, sorted: how many a contender gets within how much time each.
fn quantile(records: &[Record], contenders: &[String], limit: f64) -> Chart {
    let mut series = Vec::new();
    let mut most = 1;
    for contender in contenders {
        let mut times: Vec<(f64, &Record)> = records
            .iter()
            .filter(|r| {
                r.contender == *contender
                    && matches!(grade(r.answer, r.expected), Grade::Correct | Grade::Unjudged)
            })
            .map(|r| (r.cpu.max(0.01), r))
            .collect();
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        most = most.max(times.len());
        let points = times
            .iter()
            .enumerate()
            .map(|(n, (t, r))| ((n + 1) as f64, *t, format!("{} {}: {} s", r.task, r.question, seconds(*t))))
            .collect();
        series.push(Series { name: contender.clone(), mark: Mark::Line, points });
    }
    Chart {
        title: "Right answers by time".to_owned(),
        x: Axis { label: "n-th fastest right answer".to_owned(), scale: Scale::Linear(0.0, most as f64) },
        y: Axis { label: "processor time (s)".to_owned(), scale: Scale::Log(0.01, limit.max(0.1) * 1.2) },
        diagonal: false,
        series,
    }
}

/// Times of two contenders on the same questions; what one does not decide lies at the limit.
fn scatter(records: &[Record], x: &str, y: &str, limit: f64) -> Chart {
    let mut series: Vec<Series> = ["proved", "fails", "neither decides"]
        .iter()
        .map(|n| Series { name: (*n).to_owned(), mark: Mark::Points, points: Vec::new() })
        .collect();
    for a in records.iter().filter(|r| r.contender == x) {
        let partner =
            records.iter().find(|b| b.contender == y && b.task == a.task && b.question == a.question);
        let Some(b) = partner else { continue };
        let time = |r: &Record| if r.answer.is_definite() { r.cpu.clamp(0.01, limit) } else { limit };
        let kind = match (a.answer, b.answer) {
            (Answer::Proved, _) | (_, Answer::Proved) => 0,
            (Answer::Fails, _) | (_, Answer::Fails) => 1,
            _ => 2,
        };
        let text = format!("{} {}: {} s, {} s", a.task, a.question, seconds(a.cpu), seconds(b.cpu));
        series[kind].points.push((time(a), time(b), text));
    }
    let axis =
        |name: &str| Axis { label: format!("{name} (s)"), scale: Scale::Log(0.01, limit.max(0.1) * 1.2) };
    Chart { title: format!("{x} against {y}"), x: axis(x), y: axis(y), diagonal: true, series }
}

/// All results as CSV.
pub fn csv(records: &[Record]) -> String {
    let head = [
        "task",
        "question",
        "contender",
        "category",
        "lines",
        "expected",
        "answer",
        "wall_s",
        "cpu_s",
        "memory_mb",
        "score",
        "reason",
    ];
    let mut names: Vec<&str> = records.iter().flat_map(|r| r.statistics.keys().map(String::as_str)).collect();
    names.sort_unstable();
    names.dedup();
    // Counts per procedure would make as many columns as there are procedures.
    names.retain(|n| !n.starts_with("queries_of_") && !n.starts_with("opened_"));
    let mut out = csv_line(&head.iter().chain(&names).map(|h| (*h).to_owned()).collect::<Vec<_>>());
    for r in records {
        let expected = r.expected.map(|e| e.to_string()).unwrap_or_default();
        let score: i64 = r.units().iter().map(|u| score(u.answer, u.expected)).sum();
        let mut cells = vec![
            r.task.clone(),
            r.question.clone(),
            r.contender.clone(),
            r.category.clone(),
            r.lines.to_string(),
            expected,
            r.answer.word().to_owned(),
            format!("{:.3}", r.wall),
            format!("{:.3}", r.cpu),
            format!("{:.1}", r.memory),
            score.to_string(),
            r.reason.clone(),
        ];
        cells.extend(names.iter().map(|n| r.statistics.get(*n).map(f64::to_string).unwrap_or_default()));
        out += &csv_line(&cells);
    }
    out
}

/// All results as one JSON document.
pub fn json(records: &[Record], conditions: &Value) -> Value {
    json!({"conditions": conditions, "results": records.iter().map(Record::to_json).collect::<Vec<_>>()})
}

impl Report {
    /// The tables as one text.
    pub fn text(&self) -> String {
        let tables: Vec<String> = self.tables.iter().map(Table::render).collect();
        tables.join("\n")
    }

    /// Writes everything into a folder.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, folder: &Path, records: &[Record], conditions: &Value) -> Result<(), String> {
        let put = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
        };
        put("tables.md", &self.text())?;
        put("results.csv", &csv(records))?;
        put("results.json", &format!("{:#}\n", json(records, conditions)))?;
        self.plots.iter().try_for_each(|(name, svg)| put(name, svg))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::CheckResult;
    use crate::record::tests::record;

    fn names() -> Vec<String> {
        vec!["x".to_owned(), "y".to_owned()]
    }

    #[test]
    fn totals_and_score() {
        let mut records = vec![
            record("a", "x", Some(true), Answer::Proved, 1.0),
            record("b", "x", Some(false), Answer::Fails, 2.0),
            record("c", "x", Some(false), Answer::Proved, 2.0),
            record("d", "x", Some(true), Answer::TimeOut, 9.0),
            record("e", "x", None, Answer::Fails, 0.5),
            record("a", "y", Some(true), Answer::Unknown, 1.0),
        ];
        let totals = Totals::of(records.iter().filter(|r| r.contender == "x"));
        assert_eq!((totals.right_proofs, totals.right_alarms, totals.wrong, totals.timeouts), (1, 1, 1, 1));
        assert_eq!((totals.unjudged, totals.score, totals.best), (1, 2 + 1 - 32, 2 + 1 + 1 + 2));
        records[2].category = "other".to_owned();
        let report = report(&records, &names(), 10.0);
        assert_eq!(records[2].wrong(), ["c q (x): proved, but it can fail"]);
        let text = report.text();
        assert_eq!(
            text.lines().filter(|l| l.starts_with("| other") || l.starts_with("| all")).count(),
            4,
            "{text}"
        );
        let plots: Vec<&str> = report.plots.iter().map(|(n, _)| n.as_str()).collect();
        assert_eq!(plots, ["quantile.svg", "scatter-x-y.svg"]);
    }

    #[test]
    fn listed_checks_are_counted_one_by_one() {
        let mut r = record("a", "x", Some(false), Answer::Fails, 1.0);
        for (expected, answer) in [(false, Answer::Fails), (true, Answer::Proved), (true, Answer::Unknown)] {
            r.checks.push(CheckResult { key: "k".to_owned(), expected, answer, time: 0.1 });
        }
        let totals = Totals::of([&r].into_iter());
        assert_eq!((totals.units, totals.right_proofs, totals.right_alarms, totals.unknown), (3, 1, 1, 1));
    }

    #[test]
    fn files_are_written() {
        let dir = tempfile::tempdir().expect("a folder");
        let records = vec![record("a", "x", Some(true), Answer::Proved, 1.0)];
        let conditions = json!({"time_s": 10});
        report(&records, &names(), 10.0).write(dir.path(), &records, &conditions).expect("written");
        let csv = std::fs::read_to_string(dir.path().join("results.csv")).expect("there");
        assert!(csv.lines().nth(1).is_some_and(|l| l.starts_with("a,q,x,c,10,true,proved,")), "{csv}");
        let json: Value =
            serde_json::from_str(&std::fs::read_to_string(dir.path().join("results.json")).expect("there"))
                .expect("json");
        assert_eq!(json["results"][0]["answer"], "proved");
    }
}
