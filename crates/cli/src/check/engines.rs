//! The engines that are plugged in, and how `auto` asks them.

use maymust_engine::{
    Answer, Concrete, Engine, Outcome, Reason, Share, Statistics, Task, Together, Verdict, side_by_side,
};
use maymust_structural::Structural;

use crate::args::{CheckArgs, EngineName};
use crate::exit::Exit;

/// Every engine. A new engine is one line here (and its name in [`EngineName`]).
fn all() -> Vec<(EngineName, Box<dyn Engine + Send>)> {
    vec![
        (EngineName::Concrete, Box::new(Concrete)),
        (EngineName::Smash, Box::new(maymust_smash::Smash::default())),
        (EngineName::Structural, Box::new(Structural)),
        (EngineName::Exact, Box::new(maymust_exact::Exact)),
        (EngineName::References, Box::new(maymust_references::References)),
    ]
}

/// The engines that the command line asks for. `--analysis` and `--refine` name the engine that they belong to.
pub fn chosen(args: &CheckArgs) -> Result<Vec<Box<dyn Engine + Send>>, Exit> {
    let mut name = args.engine;
    for (given, flag, owner) in [
        (args.analysis.is_some(), "--analysis", EngineName::Smash),
        (args.refine.is_some(), "--refine", EngineName::Structural),
        (args.approximation.is_some(), "--approximation", EngineName::Exact),
        (args.summaries.is_some(), "--summaries", EngineName::References),
    ] {
        if given && name != EngineName::Auto && name != owner {
            return Err(Exit::usage(format!("{flag} is for the engine `{}`", word(owner))));
        }
        if given {
            name = owner;
        }
    }
    let alone = [EngineName::Exact, EngineName::References];
    let asked = |n: EngineName| if name == EngineName::Auto { !alone.contains(&n) } else { n == name };
    let engines: Vec<_> = all().into_iter().filter(|(n, _)| asked(*n)).map(|(_, e)| e).collect();
    if engines.is_empty() {
        return Err(Exit::usage(format!("the engine `{}` is not part of this maymust", word(name))));
    }
    Ok(engines)
}

fn word(name: EngineName) -> String {
    use clap::ValueEnum;
    name.to_possible_value().map_or(String::new(), |v| v.get_name().to_owned())
}

/// What one engine did.
pub struct Work {
    /// Its name.
    pub engine: &'static str,
    /// Its statistics.
    pub statistics: Statistics,
}

/// The answers of all engines together.
#[derive(Default)]
pub struct Answers {
    /// One per check, in the order of the checks.
    pub answers: Vec<Answer>,
    /// The engines that worked.
    pub work: Vec<Work>,
    /// What audits found broken.
    pub broken: Vec<String>,
    /// Answers that contradict each other.
    pub contradictions: Vec<(Answer, Answer)>,
}

/// The concrete engine may use this part of the time before the others start.
const QUICK: u32 = 20;

/// Asks the concrete engine first, if it is among several: it is done soon. Then asks the others side by side about what is
/// still unknown.
pub fn ask(mut engines: Vec<Box<dyn Engine + Send>>, task: &Task<'_>) -> Answers {
    let start = std::time::Instant::now();
    let mut all = Answers::default();
    let mut task = task.clone();
    let budget = task.budget;
    if engines.len() > 1 && engines[0].name() == Concrete.name() {
        let mut quick = engines.remove(0);
        task.budget = budget / QUICK;
        let Outcome { answers, statistics, broken } = maymust_engine::answers(quick.as_mut(), &task);
        all.add(Share { engine: quick.name(), outcome: Outcome { answers: Vec::new(), statistics, broken } });
        task.checks = answers.iter().filter(|a| is_unknown(a)).map(|a| a.check).collect();
        all.answers = answers;
    }
    if all.answers.is_empty() || !(task.checks.is_empty() || task.is_cancelled()) {
        let before = start.elapsed();
        task.budget = budget.saturating_sub(before);
        let Together { mut answers, contradictions, shares } = side_by_side(engines, &task);
        answers.iter_mut().for_each(|a| a.time += before);
        merge(&mut all.answers, answers);
        shares.into_iter().for_each(|s| all.add(s));
        all.contradictions = contradictions;
    }
    all
}

impl Answers {
    fn add(&mut self, share: Share) {
        let Share { engine, outcome } = share;
        self.work.push(Work { engine, statistics: outcome.statistics });
        self.broken.extend(outcome.broken.into_iter().map(|b| format!("{engine}: {b}")));
    }
}

fn is_unknown(answer: &Answer) -> bool {
    matches!(answer.verdict, Verdict::Unknown(_))
}

/// Puts the answers of further engines in the place of those that they were asked about.
fn merge(all: &mut Vec<Answer>, new: Vec<Answer>) {
    if all.is_empty() {
        *all = new;
        return;
    }
    let mut new = new.into_iter().peekable();
    for old in all.iter_mut().filter(|a| is_unknown(a)) {
        if let Some(answer) = new.next_if(|n| n.check == old.check)
            && !matches!(answer.verdict, Verdict::Unknown(Reason::Cancelled))
        {
            *old = answer;
        }
    }
}
