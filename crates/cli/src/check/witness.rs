//! `--witness` and `--validate`: witnesses of verdicts, written and checked.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use maymust_engine::Task;
use maymust_machine::{Machine, Options};
use maymust_program::CheckId;
use maymust_report::Report;
use maymust_report::witness::read::{Claim, Witness, read};
use maymust_report::witness::{TaskInfo, Validity, render, sha256, validate};
use maymust_spec::Spec;

use crate::args::{CheckArgs, Model};
use crate::exit::Exit;
use crate::front::Loaded;

fn read_file(file: &Path) -> Result<Vec<u8>, Exit> {
    std::fs::read(file).map_err(|e| Exit::no_input(format!("{}: {e}", file.display())))
}

fn data_model(args: &CheckArgs) -> &'static str {
    if args.front.data_model == Model::Ilp32 { "ILP32" } else { "LP64" }
}

fn task_info(args: &CheckArgs) -> Result<TaskInfo, Exit> {
    let hash = |f: &std::path::PathBuf| Ok((f.display().to_string(), sha256(&read_file(f)?)));
    let files = args.front.files.iter().map(hash).collect::<Result<Vec<_>, Exit>>()?;
    let specification = match &args.property {
        Some(file) => String::from_utf8_lossy(&read_file(file)?).trim().to_owned(),
        None => "CHECK( init(main()), LTL(G ! call(reach_error())) )".to_owned(),
    };
    Ok(TaskInfo { files, specification, data_model: data_model(args), time: now() })
}

/// Writes the witness of a verdict, if there is one.
pub fn write(args: &CheckArgs, report: &Report<'_>, file: &Path) -> Result<(), Exit> {
    match render(report, &task_info(args)?) {
        Some(text) => {
            std::fs::write(file, text).map_err(|e| Exit::output(format!("{}: {e}", file.display())))
        }
        None => {
            eprintln!("maymust: {}: no witness was written: the verdict has none", file.display());
            Ok(())
        }
    }
}

/// Validates a violation witness; gives the text to print and whether it is confirmed.
pub fn check(
    args: &CheckArgs,
    loaded: &Loaded,
    spec: &Spec,
    checks: &[CheckId],
    file: &Path,
) -> Result<bool, Exit> {
    let name = file.display();
    let text = String::from_utf8_lossy(&read_file(file)?).into_owned();
    let verdict = validity(args, loaded, spec, checks, &text)?;
    match verdict {
        Validity::Confirmed(check) => {
            let data = &loaded.program.checks[check.index()];
            let place = crate::front::place_text(&loaded.sources, data.span);
            println!("{name}: witness confirmed: {place}: {}", data.message);
            println!("verdict: fails");
            Ok(true)
        }
        Validity::Rejected(why) => {
            println!("{name}: witness rejected: {why}");
            println!("verdict: unknown");
            Ok(false)
        }
    }
}

fn validity(
    args: &CheckArgs,
    loaded: &Loaded,
    _spec: &Spec,
    checks: &[CheckId],
    text: &str,
) -> Result<Validity, Exit> {
    let reject = |why: String| Ok(Validity::Rejected(why));
    let witness = match read(text) {
        Ok(witness) => witness,
        Err(why) => return reject(why),
    };
    let task = task_info(args)?;
    if let Some(why) = about_another(&witness, &task, args.property.is_some()) {
        return reject(why);
    }
    let waypoints = match &witness.claim {
        Claim::Violation(waypoints) => waypoints,
        Claim::Correctness(n) => {
            let text = format!(
                "a correctness witness ({n} invariants) is read, but not validated: check the program itself"
            );
            return reject(text);
        }
    };
    let Some(start) = loaded.starts.first().map(|s| s.1) else {
        return reject("the program has no entry".to_owned());
    };
    let set = Task::new(&loaded.program, checks.to_vec(), std::time::Duration::ZERO).check_set();
    let machine = Machine::with_options(&loaded.program, Options { checks: set, record: false });
    Ok(validate(&loaded.program, &loaded.sources, &machine, start, checks, waypoints))
}

/// Why a witness is about another program or question, if it is.
fn about_another(witness: &Witness, task: &TaskInfo, has_property: bool) -> Option<String> {
    if witness.data_model != task.data_model {
        return Some(format!(
            "the witness is for {}, the program is read as {}",
            witness.data_model, task.data_model
        ));
    }
    let known = |hash: &str| task.files.iter().any(|(_, h)| h == hash);
    if let Some((file, _)) = witness.hashes.iter().find(|(_, hash)| !known(hash)) {
        return Some(format!("`{file}` has another hash: the witness is for another program"));
    }
    if witness.hashes.len() != task.files.len() {
        return Some("the witness names another number of files".to_owned());
    }
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    if has_property && plain(&witness.specification) != plain(&task.specification) {
        return Some("the witness is for another property".to_owned());
    }
    None
}

/// The time as ISO 8601 writes it, in UTC.
fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    iso(seconds)
}

fn iso(seconds: u64) -> String {
    let (day, rest) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March have their leap day at the end.
    let days = day + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * of_year + 2) / 153;
    let date = of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{date:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::iso;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(iso(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(iso(1_700_000_000), "2023-11-14T22:13:20Z");
    }
}
