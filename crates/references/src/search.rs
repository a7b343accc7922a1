//! The search without summaries: all states, depth first, each canonical form once.

use maymust_engine::{Event, Reason};
use maymust_program::CheckId;
use rustc_hash::FxHashSet;

use crate::canon::{Base, text};
use crate::exec::{Exec, Point};
use crate::state::State;

/// How a state was reached: the choice and the one before.
#[derive(Clone, Copy, Debug)]
struct Choice {
    before: u32,
    choice: u64,
}

/// The start of all runs.
const START: u32 = u32::MAX;

/// The choices that lead to states, as a tree.
#[derive(Debug, Default)]
pub struct Choices(Vec<Choice>);

impl Choices {
    /// One more choice after those of a node.
    pub fn push(&mut self, before: u32, choice: u64) -> u32 {
        self.0.push(Choice { before, choice });
        self.0.len() as u32 - 1
    }

    /// The choices up to a node, first first.
    pub fn up_to(&self, mut node: u32) -> Vec<u64> {
        let mut choices = Vec::new();
        while node != START {
            let Choice { before, choice } = self.0[node as usize];
            choices.push(choice);
            node = before;
        }
        choices.reverse();
        choices
    }
}

/// What a search has found out.
#[derive(Debug, Default)]
pub struct Found {
    /// Checks that fail, with the choices of a run that fails them.
    pub failures: Vec<(CheckId, Vec<u64>)>,
    /// Why not all runs were seen.
    pub cut: Vec<Reason>,
    /// States remembered.
    pub states: u64,
    /// Summaries made, and their effects.
    pub summaries: (u64, u64),
}

impl Found {
    /// Notes a failure of a check that did not fail before.
    pub fn fail(&mut self, check: CheckId, choices: impl FnOnce() -> Vec<u64>) {
        if !self.failures.iter().any(|f| f.0 == check) {
            self.failures.push((check, choices()));
        }
    }

    /// Notes why not all was seen.
    pub fn cut(&mut self, why: Reason) {
        if !self.cut.contains(&why) {
            self.cut.push(why);
        }
    }
}

/// Searches all states from one on.
pub fn search(exec: &mut Exec<'_>, start: State) -> Found {
    let base = Base::of(&start);
    let (mut found, mut choices) = (Found::default(), Choices::default());
    let mut seen: FxHashSet<u128> = FxHashSet::default();
    let mut stack = vec![(start, START)];
    'states: while let Some((mut state, node)) = stack.pop() {
        loop {
            let point = exec.run(&mut state);
            exec.eval.looked.clear();
            for check in std::mem::take(&mut exec.failed) {
                found.fail(check, || choices.up_to(node));
            }
            match point {
                Point::Cut(why) => {
                    let ends = !matches!(why, Reason::Unsupported { .. });
                    found.cut(why);
                    if ends {
                        break 'states;
                    }
                    continue 'states;
                }
                Point::End | Point::Returned(_) | Point::Hit | Point::Call => continue 'states,
                Point::Head | Point::Fork(_) => {}
            }
            if !seen.insert(text(exec, &mut state, &base).fingerprint()) {
                continue 'states;
            }
            if seen.len().is_multiple_of(1024) {
                (exec.task.listener)(Event::Counted("states", seen.len() as u64));
            }
            if let Point::Fork(ways) = point {
                for (choice, way) in ways.into_iter().rev() {
                    stack.push((way, choices.push(node, choice)));
                }
                continue 'states;
            }
        }
    }
    found.states = seen.len() as u64;
    found
}
