//! Scheduling: conditions that wait for another look, and in which order they are looked at.
//!
//! Each look may take more effort than the last, counted in rounds and conflicts, so that the order is the same on every
//! machine.

use std::collections::{BTreeMap, VecDeque};

use maymust_engine::Refine;

use crate::refine::Choice;
use crate::summary::Target;

/// So many looks are at closed loops only.
const QUICK: u32 = 2;
/// A look with open loops comes after so many further looks with closed ones.
const OPEN_LOOPS: usize = 2;
/// The look of checks that are asked together: they end in halves, not in another look.
const TOGETHER: u32 = 3;

/// A condition that is to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// What.
    pub target: Target,
    /// How many looks there were before: each may take more effort than the last.
    pub look: u32,
    /// Do loops stay closed?
    pub is_quick: bool,
    /// How regions are chosen.
    pub choice: Choice,
}

/// When the default scheme chooses regions in which way.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// From this look on one effect at a time, once loops may be open, …
    nearest: u32,
    /// … and from this one on correction sets in turn with it.
    both: u32,
}

impl Turns {
    /// One effect at a time is faster, but can follow a loop or a recursion for ever.
    const UNBOUNDED: Turns = Turns { nearest: 2, both: 2 };
    /// Where it cannot.
    const BOUNDED: Turns = Turns { nearest: 1, both: 6 };

    /// None if there is but one way.
    pub fn of(options: &maymust_engine::Options) -> Option<Turns> {
        let bounded = options.unroll.is_some();
        let turns = if bounded { Turns::BOUNDED } else { Turns::UNBOUNDED };
        (options.refine == Refine::Default).then_some(turns)
    }
}

impl Attempt {
    /// The first look.
    pub fn new(target: Target, is_quick: bool) -> Attempt {
        let (look, choice) = match target {
            Target::Checks(..) => (TOGETHER, Choice::Nearest),
            _ => (0, Choice::Correction),
        };
        Attempt { target, look, is_quick, choice }
    }

    /// What comes first: little effort, and closed loops.
    fn rank(self) -> usize {
        self.look as usize + if self.is_quick { 0 } else { OPEN_LOOPS }
    }

    /// With open loops.
    pub fn open(self, look: u32, turns: Option<Turns>) -> Attempt {
        let choice =
            if turns.is_some_and(|t| look >= t.nearest) { Choice::Nearest } else { Choice::Correction };
        Attempt { look, is_quick: false, choice, ..self }
    }

    /// With more effort, or in the other way.
    pub fn again(self, turns: Option<Turns>) -> Attempt {
        if self.choice == Choice::Nearest && turns.is_some_and(|t| self.look >= t.both) {
            return Attempt { choice: Choice::Correction, ..self };
        }
        let look = self.look + 1;
        match self.is_quick && look < QUICK {
            true => Attempt { look, ..self },
            false => self.open(look, turns),
        }
    }
}

/// Conditions that wait, by rank; those of a rank in turn.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    ranks: BTreeMap<usize, VecDeque<Attempt>>,
    /// Those that nothing depends on so far.
    pub asleep: Vec<Attempt>,
}

impl Queue {
    /// Adds one.
    pub fn push(&mut self, next: Attempt) {
        self.ranks.entry(next.rank()).or_default().push_back(next);
    }

    /// Is there none but those that sleep?
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// Drops all.
    pub fn clear(&mut self) {
        *self = Queue::default();
    }

    /// Those that something depends on by now no longer sleep.
    pub fn wake(&mut self, is_needed: impl Fn(Target) -> bool) {
        let mut asleep = std::mem::take(&mut self.asleep);
        asleep.extract_if(.., |t| is_needed(t.target)).for_each(|t| self.push(t));
        self.asleep = asleep;
    }

    /// The next one.
    pub fn pop(&mut self) -> Option<Attempt> {
        let mut first = self.ranks.first_entry()?;
        let next = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maymust_program::CheckId;

    #[test]
    fn only_the_default_takes_turns() {
        let looks = |is_quick, turns| {
            let mut one = Attempt::new(Target::Check(CheckId(0)), is_quick);
            let mut looks = Vec::new();
            for _ in 0..9 {
                looks.push((one.look, one.choice));
                one = one.again(turns);
            }
            looks
        };
        use Choice::{Correction, Nearest};
        assert_eq!(looks(false, None), [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|look| (look, Correction)));
        let mut turns = vec![(0, Correction), (1, Correction)];
        turns.extend([2, 3, 4].iter().flat_map(|look| [(*look, Nearest), (*look, Correction)]));
        turns.push((5, Nearest));
        assert_eq!(looks(true, Some(Turns::UNBOUNDED)), turns);
        let mut turns = vec![(0, Correction), (1, Correction)];
        turns.extend([2, 3, 4, 5, 6].map(|look| (look, Nearest)));
        turns.extend([(6, Correction), (7, Nearest)]);
        assert_eq!(looks(true, Some(Turns::BOUNDED)), turns);
    }
}
