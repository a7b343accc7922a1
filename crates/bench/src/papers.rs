//! The tables and figures of the papers, for our suites: SMASH's Tables 1 and 2 and Figures 11 and 12; CALYSTO's and the inertial
//! refinement's tables of conditions and regions.

use crate::answer::Answer;
use crate::record::Record;
use crate::svg::{Axis, Bars, Chart, Mark, Scale, Series};
use crate::table::{Table, seconds};

/// Members of the SMASH family, by the names of their configurations.
const FAMILY: [&str; 7] = ["slam", "dart", "dash", "may", "smart", "must", "smash"];
/// Schemes of refinement.
const SCHEMES: [&str; 7] = ["eager", "calysto", "naive", "dcr", "dcr+", "inertial", "default"];

/// Those of the contenders that are in a family, if there are two or more.
fn members<'a>(contenders: &'a [String], family: &[&str]) -> Vec<&'a str> {
    let found: Vec<&str> = contenders.iter().map(String::as_str).filter(|c| family.contains(c)).collect();
    if found.len() >= 2 { found } else { Vec::new() }
}

fn of<'a>(records: &'a [Record], contender: &str) -> Vec<&'a Record> {
    records.iter().filter(|r| r.contender == contender).collect()
}

fn count(records: &[&Record], answer: Answer) -> usize {
    records.iter().flat_map(|r| r.units()).filter(|u| u.answer == answer).count()
}

fn sum(records: &[&Record], name: &str) -> f64 {
    // An empty sum of floats is minus zero.
    records.iter().map(|r| r.number(name)).sum::<f64>() + 0.0
}

fn time(records: &[&Record]) -> f64 {
    records.iter().map(|r| r.cpu).sum::<f64>() + 0.0
}

/// The programs, in the order in which they were first answered.
fn programs(records: &[Record]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for record in records {
        if !names.contains(&record.task.as_str()) {
            names.push(&record.task);
        }
    }
    names
}

/// SMASH's Table 1: the members of the family over the whole suite.
pub fn table_1(records: &[Record], contenders: &[String]) -> Option<Table> {
    let members = members(contenders, &FAMILY);
    let mut head = vec!["statistics"];
    head.extend(&members);
    let mut table = Table::new("Table 1: the family over all programs", &head);
    let programs = programs(records).len().max(1) as f64;
    let mut row = |name: &str, cell: &dyn Fn(&[&Record]) -> String| {
        let cells = members.iter().map(|m| cell(&of(records, m)));
        table.row(std::iter::once(name.to_owned()).chain(cells));
    };
    row("not-may summaries used per program", &|r| {
        format!("{:.1}", sum(r, "notmay_summaries_used") / programs)
    });
    row("must summaries used per program", &|r| format!("{:.1}", sum(r, "must_summaries_used") / programs));
    row("checks", &|r| r.iter().map(|r| r.units().len()).sum::<usize>().to_string());
    row("proofs", &|r| count(r, Answer::Proved).to_string());
    row("bugs", &|r| count(r, Answer::Fails).to_string());
    row("time-outs", &|r| count(r, Answer::TimeOut).to_string());
    row("other unknowns", &|r| {
        [Answer::Unknown, Answer::OutOfMemory, Answer::Error]
            .iter()
            .map(|a| count(r, *a))
            .sum::<usize>()
            .to_string()
    });
    row("time (s)", &|r| seconds(time(r)));
    (!members.is_empty()).then_some(table)
}

/// SMASH's Table 2: program by program.
pub fn table_2(records: &[Record], contenders: &[String]) -> Option<Table> {
    let members = members(contenders, &FAMILY);
    let mut head = vec!["program".to_owned(), "lines".to_owned(), "checks".to_owned()];
    for member in &members {
        head.extend(["not-may", "must", "time-outs", "time (s)"].map(|c| format!("{member} {c}")));
    }
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let mut table = Table::new("Table 2: program by program", &head);
    for program in programs(records) {
        let all: Vec<&Record> = records.iter().filter(|r| r.task == program).collect();
        let first = of_one(&all, members.first().copied().unwrap_or(""));
        let checks: usize = first.iter().map(|r| r.units().len()).sum();
        let lines = all.first().map(|r| r.lines).unwrap_or(0);
        let mut cells = vec![program.to_owned(), lines.to_string(), checks.to_string()];
        for member in &members {
            let mine = of_one(&all, member);
            cells.push(format!("{:.0}", sum(&mine, "notmay_summaries_used")));
            cells.push(format!("{:.0}", sum(&mine, "must_summaries_used")));
            cells.push(count(&mine, Answer::TimeOut).to_string());
            cells.push(seconds(time(&mine)));
        }
        table.row(cells);
    }
    (!members.is_empty()).then_some(table)
}

fn of_one<'a>(records: &[&'a Record], contender: &str) -> Vec<&'a Record> {
    records.iter().copied().filter(|r| r.contender == contender).collect()
}

/// SMASH's Figure 11: how many checks take how long.
pub fn figure_11(records: &[Record], contenders: &[String]) -> Option<Chart> {
    let members = members(contenders, &FAMILY);
    let longest = records.iter().map(|r| r.cpu).fold(1.0, f64::max);
    // Three steps for every power of ten, from a hundredth of a second on.
    let steps: Vec<f64> =
        (0..=30).map(|k| 0.01 * 10f64.powf(f64::from(k) / 3.0)).take_while(|t| *t < longest * 2.2).collect();
    let mut most: f64 = 1.0;
    let mut series = Vec::new();
    for member in &members {
        let mut points = Vec::new();
        // What takes less than the clock shows counts as well.
        let mut low = -1.0;
        for high in &steps {
            let n = of(records, member).iter().filter(|r| r.cpu > low && r.cpu <= *high).count() as f64;
            most = most.max(n);
            points.push((*high, n, format!("{n} checks up to {} s", seconds(*high))));
            low = *high;
        }
        series.push(Series { name: (*member).to_owned(), mark: Mark::Line, points });
    }
    let axis = |label: &str, scale| Axis { label: label.to_owned(), scale };
    (!members.is_empty()).then(|| Chart {
        title: "Figure 11: how many checks take how long".to_owned(),
        x: axis("time of a check (s)", Scale::Log(0.01, longest.max(0.1) * 2.2)),
        y: axis("checks", Scale::Linear(0.0, most * 1.3)),
        diagonal: false,
        series,
    })
}

/// SMASH's Figure 12: the summaries that an answer used, on average, by kind of answer.
pub fn figure_12(records: &[Record], contenders: &[String]) -> Option<(Bars, Table)> {
    if !contenders.iter().any(|c| c == "smash") {
        return None;
    }
    let mine = of(records, "smash");
    let mut bars = Vec::new();
    let mut table = Table::new(
        "Figure 12: summaries used per answer",
        &["answer", "not-may", "must", "not-may %", "must %"],
    );
    for (name, answer) in [("proof", Answer::Proved), ("bug", Answer::Fails)] {
        let those: Vec<&Record> = mine.iter().copied().filter(|r| r.answer == answer).collect();
        let n = those.len().max(1) as f64;
        let (may, must) = (sum(&those, "notmay_summaries_used") / n, sum(&those, "must_summaries_used") / n);
        let share = |x: f64| {
            if may + must > 0.0 { format!("{:.0}", 100.0 * x / (may + must)) } else { "-".to_owned() }
        };
        table.row([name.to_owned(), format!("{may:.2}"), format!("{must:.2}"), share(may), share(must)]);
        bars.push((name.to_owned(), vec![may, must]));
    }
    let bars = Bars {
        title: "Figure 12: summaries used per answer".to_owned(),
        label: "summaries".to_owned(),
        parts: vec!["not-may".to_owned(), "must".to_owned()],
        bars,
    };
    Some((bars, table))
}

/// CALYSTO's table: conditions, proved, failing, time-outs (those that met the limit of memory among them) and time, program by program.
pub fn conditions(records: &[Record], contenders: &[String]) -> Option<Table> {
    let members = members(contenders, &SCHEMES);
    let mut head = vec!["program".to_owned(), "lines".to_owned(), "conditions".to_owned()];
    for member in &members {
        head.extend(["proved", "failing", "time-outs", "time (s)"].map(|c| format!("{member} {c}")));
    }
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let mut table = Table::new("Conditions", &head);
    let row = |name: &str, lines: usize, all: &[&Record]| {
        let first = of_one(all, members.first().copied().unwrap_or(""));
        let conditions = sum(&first, "checks");
        let mut cells = vec![name.to_owned(), lines.to_string(), format!("{conditions:.0}")];
        for member in &members {
            let mine = of_one(all, member);
            cells.push(format!("{:.0}", sum(&mine, "checks_proved")));
            cells.push(format!("{:.0}", sum(&mine, "checks_failing")));
            cells.push(format!("{:.0}", sum(&mine, "checks_timed_out")));
            cells.push(seconds(time(&mine)));
        }
        cells
    };
    let mut lines = 0;
    for program in programs(records) {
        let all: Vec<&Record> = records.iter().filter(|r| r.task == program).collect();
        let own = all.first().map(|r| r.lines).unwrap_or(0);
        lines += own;
        table.row(row(program, own, &all));
    }
    table.row(row("total", lines, &records.iter().collect::<Vec<_>>()));
    (!members.is_empty()).then_some(table)
}

/// The inertial refinement's table: regions opened and time, program by program.
pub fn regions(records: &[Record], contenders: &[String]) -> Option<Table> {
    let members = members(contenders, &SCHEMES);
    let mut head = vec!["program".to_owned(), "lines".to_owned()];
    for member in &members {
        head.extend(["answer", "regions", "time (s)"].map(|c| format!("{member} {c}")));
    }
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let mut table = Table::new("Regions opened", &head);
    for program in programs(records) {
        let all: Vec<&Record> = records.iter().filter(|r| r.task == program).collect();
        let mut cells = vec![program.to_owned(), all.first().map(|r| r.lines).unwrap_or(0).to_string()];
        for member in &members {
            let mine = of_one(&all, member);
            let answers: Vec<&str> = mine.iter().map(|r| r.answer.word()).collect();
            cells.push(if answers.len() == 1 {
                answers[0].to_owned()
            } else {
                format!("{} answers", answers.len())
            });
            cells.push(format!("{:.0}", sum(&mine, "regions_opened")));
            cells.push(seconds(time(&mine)));
        }
        table.row(cells);
    }
    let mut cells = vec!["total".to_owned(), String::new()];
    for member in &members {
        let mine = of(records, member);
        let definite = mine.iter().filter(|r| r.answer.is_definite()).count();
        cells.extend([
            format!("{definite} decided"),
            format!("{:.0}", sum(&mine, "regions_opened")),
            seconds(time(&mine)),
        ]);
    }
    table.row(cells);
    (!members.is_empty()).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::record;

    fn family() -> (Vec<Record>, Vec<String>) {
        let mut records = vec![
            record("a", "dash", Some(true), Answer::TimeOut, 60.0),
            record("a", "smash", Some(true), Answer::Proved, 1.0),
            record("b", "dash", Some(false), Answer::Fails, 2.0),
            record("b", "smash", Some(false), Answer::Fails, 0.0),
        ];
        records[1].statistics.insert("notmay_summaries_used".to_owned(), 6.0);
        records[3].statistics.insert("must_summaries_used".to_owned(), 2.0);
        (records, vec!["dash".to_owned(), "smash".to_owned()])
    }

    #[test]
    fn tables_of_the_family() {
        let (records, names) = family();
        let one = table_1(&records, &names).expect("a table").render();
        assert!(one.contains("| time-outs                          |    1 |     0 |"), "{one}");
        assert!(one.contains("| not-may summaries used per program |  0.0 |   3.0 |"), "{one}");
        let two = table_2(&records, &names).expect("a table").render();
        assert!(two.lines().any(|l| l.starts_with("| a ") && l.contains("60.0")), "{two}");
        let (bars, table) = figure_12(&records, &names).expect("bars");
        assert_eq!(bars.bars, [("proof".to_owned(), vec![6.0, 0.0]), ("bug".to_owned(), vec![0.0, 2.0])]);
        assert!(table.render().contains("100"));
        let chart = figure_11(&records, &names).expect("a chart");
        let total: f64 = chart.series[1].points.iter().map(|p| p.1).sum();
        assert_eq!(total, 2.0);
    }

    #[test]
    fn other_contenders_have_no_paper() {
        let (records, _) = family();
        let names = vec!["auto".to_owned(), "cbmc".to_owned()];
        assert!(table_1(&records, &names).is_none() && conditions(&records, &names).is_none());
        assert!(figure_12(&records, &names).is_none() && regions(&records, &names).is_none());
    }

    #[test]
    fn tables_of_the_schemes() {
        let mut records = vec![
            record("a", "eager", None, Answer::Fails, 3.0),
            record("a", "calysto", None, Answer::Fails, 1.0),
        ];
        for (name, n) in
            [("checks", 10.0), ("checks_proved", 8.0), ("checks_failing", 2.0), ("regions_opened", 5.0)]
        {
            records[1].statistics.insert(name.to_owned(), n);
            records[0].statistics.insert(name.to_owned(), n);
        }
        let names = vec!["eager".to_owned(), "calysto".to_owned()];
        let text = conditions(&records, &names).expect("a table").render();
        assert!(
            text.lines().any(|l| l.starts_with("| total ") && l.contains("3.00") && l.contains("1.00")),
            "{text}"
        );
        let text = regions(&records, &names).expect("a table").render();
        assert!(text.contains("1 decided"), "{text}");
    }
}
