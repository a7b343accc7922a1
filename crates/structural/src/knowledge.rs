//! What is known of each target so far, shared by all threads.

use std::sync::Mutex;

use maymust_engine::{Reason, Run};
use maymust_program::CheckId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::Blocks;
use crate::summary::Target;
use crate::targets::{Targets, together};
use crate::worker::NextStep;

/// What is known of a target.
#[derive(Clone, Debug)]
pub enum Known {
    /// It was not looked at.
    Nothing,
    /// No run reaches it.
    Unreachable,
    /// This run does.
    Fails(Box<Run>),
    /// Neither, and why.
    Unknown(Reason),
}

impl Known {
    /// Is there something left to decide?
    pub fn is_open(&self) -> bool {
        matches!(self, Known::Nothing | Known::Unknown(_))
    }
}

/// What is known of all targets.
pub struct Knowledge<'a> {
    /// Of single targets.
    known: Mutex<FxHashMap<Target, Known>>,
    /// Checks of library models, sorted.
    library: Vec<CheckId>,
    /// What is not modelled and may block proofs.
    pub blocks: Blocks<'a>,
}

impl<'a> Knowledge<'a> {
    /// Nothing so far.
    pub fn new(targets: Targets, blocks: Blocks<'a>) -> Knowledge<'a> {
        let known = targets.single().map(|t| (t, Known::Nothing)).collect();
        Knowledge { known: Mutex::new(known), library: targets.library, blocks }
    }

    /// All of it.
    pub fn into_known(self) -> (FxHashMap<Target, Known>, Blocks<'a>) {
        (self.known.into_inner().unwrap_or_default(), self.blocks)
    }

    /// Keeps what was found, as far as it says more than what was known; calls `news` with each such fact about a single
    /// target. Gives how many targets are decided.
    pub fn keep(&self, found: Vec<(Target, Known)>, news: &dyn Fn(Target, &Known)) -> usize {
        let Ok(mut known) = self.known.lock() else { return 0 };
        let single = |(t, k): (Target, Known)| match t {
            Target::Checks(..) => self.members(t).iter().map(|c| (Target::Check(*c), k.clone())).collect(),
            _ => vec![(t, k)],
        };
        for (t, k) in found.into_iter().flat_map(single) {
            if !known.get(&t).is_none_or(Known::is_open) {
                continue;
            }
            news(t, &k);
            if matches!((t, &k), (Target::Check(_), Known::Unreachable)) {
                self.blocks.proved();
            }
            known.insert(t, k);
        }
        #[allow(clippy::iter_over_hash_type)]
        known.values().filter(|k| !k.is_open()).count()
    }

    /// Is there something left to decide about a target?
    pub fn is_open(&self, target: Target, decided: &dyn Fn(CheckId) -> bool) -> bool {
        let Ok(known) = self.known.lock() else { return false };
        let open = |t: Target| known.get(&t).is_some_and(Known::is_open);
        match target {
            Target::Check(c) => open(target) && !decided(c),
            Target::Checks(..) => {
                self.members(target).iter().any(|c| open(Target::Check(*c)) && !decided(*c))
            }
            Target::Unsupported(..) => open(target),
        }
    }

    /// Does anything depend on a target? On what is not modelled only proofs do, of what can come after it.
    pub fn is_needed(&self, target: Target) -> bool {
        let Target::Unsupported(..) = target else { return true };
        self.blocks.is_needed(target, || {
            let Ok(known) = self.known.lock() else { return FxHashSet::default() };
            #[allow(clippy::iter_over_hash_type)]
            let proved = known.iter().filter_map(|(t, k)| match (t, k) {
                (Target::Check(check), Known::Unreachable) => Some(*check),
                _ => None,
            });
            proved.collect()
        })
    }

    /// There will be no further look at a target.
    pub fn end(&self, target: Target) {
        let is_open = self.known.lock().is_ok_and(|k| k.get(&target).is_some_and(Known::is_open));
        if is_open {
            self.blocks.give_up(target);
        }
    }

    /// The checks that are asked together in a target.
    pub fn members(&self, target: Target) -> &[CheckId] {
        let Target::Checks(first, last) = target else { return &[] };
        let from = self.library.partition_point(|c| *c < first);
        let to = self.library.partition_point(|c| *c <= last);
        &self.library[from..to]
    }

    /// What is to be asked in place of a target.
    pub fn parts(&self, target: Target, next: NextStep) -> Vec<Target> {
        let members = self.members(target);
        let (a, b) = match next {
            NextStep::Without(check) => {
                let at = members.partition_point(|c| *c < check);
                let after = members.partition_point(|c| *c <= check);
                (&members[..at], &members[after..])
            }
            _ => members.split_at(members.len() / 2),
        };
        together(a).into_iter().chain(together(b)).collect()
    }
}
