//! The board: the one place where answers come in and are read.
//!
//! An engine tells what it decides while it works ([`Event::Answered`](maymust_engine::Event)) and gives all answers at its
//! end, with why it does not know the rest; both are noted here. The first definite answer to a check stays. Two definite answers that contradict each other
//! mean that one of the engines is wrong: nothing of the run is to be believed then.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use maymust_engine::{Answer, Means, Reason, Verdict};
use maymust_program::CheckId;

/// See the module.
pub struct Board {
    start: Instant,
    notes: Mutex<Notes>,
}

#[derive(Default)]
struct Notes {
    decided: BTreeMap<CheckId, Answer>,
    contradictions: Vec<(Answer, Answer)>,
    /// Why engines of this turn do not know.
    reasons: BTreeMap<CheckId, Vec<(&'static str, Reason)>>,
    /// Why engines of earlier turns did not.
    earlier: BTreeMap<CheckId, Vec<(&'static str, Reason)>>,
}

impl Default for Board {
    fn default() -> Board {
        Board { start: Instant::now(), notes: Mutex::default() }
    }
}

impl Board {
    /// Notes an answer; gives it back, with its time, if it is the first definite one to its check.
    pub fn note(&self, answer: &Answer) -> Option<Answer> {
        if let Verdict::Unknown(reason) = &answer.verdict {
            self.note_reason(answer.check, answer.engine, reason.clone());
            return None;
        }
        let mut notes = self.lock();
        let Notes { decided, contradictions, .. } = &mut *notes;
        if let Some(first) = decided.get(&answer.check) {
            let is_proof = |a: &Answer| matches!(a.verdict, Verdict::Proved);
            let known = contradictions.iter().any(|(a, _)| a.check == answer.check);
            if is_proof(first) != is_proof(answer) && !known {
                contradictions.push((first.clone(), answer.clone()));
            }
            return None;
        }
        let answer = Answer { time: self.start.elapsed(), ..answer.clone() };
        decided.insert(answer.check, answer.clone());
        Some(answer)
    }

    /// Notes why an engine does not know.
    pub fn note_reason(&self, check: CheckId, engine: &'static str, reason: Reason) {
        let mut notes = self.lock();
        let reasons = notes.reasons.entry(check).or_default();
        if !reasons.iter().any(|(e, r)| *e == engine && *r == reason) {
            reasons.push((engine, reason));
        }
    }

    /// Further engines are asked: their reasons count for more than those so far.
    pub fn next_turn(&self) {
        let mut notes = self.lock();
        let reasons = std::mem::take(&mut notes.reasons);
        notes.earlier.extend(reasons);
    }

    /// Is there a definite answer?
    pub fn is_decided(&self, check: CheckId) -> bool {
        self.lock().decided.contains_key(&check)
    }

    /// The definite answer, if there is one.
    pub fn decided(&self, check: CheckId) -> Option<Answer> {
        self.lock().decided.get(&check).cloned()
    }

    /// One answer per check. `stopped` is why engines that were stopped do not know.
    pub fn answers(&self, checks: &[CheckId], stopped: &Reason) -> Vec<Answer> {
        let notes = self.lock();
        let answer = |&check: &CheckId| match notes.decided.get(&check) {
            Some(answer) => answer.clone(),
            None => {
                let (engine, reason) = notes.why(check);
                let reason = if reason == Reason::Cancelled { stopped.clone() } else { reason };
                Answer {
                    check,
                    verdict: Verdict::Unknown(reason),
                    engine,
                    by: Means::Search,
                    time: self.start.elapsed(),
                }
            }
        };
        checks.iter().map(answer).collect()
    }

    /// Pairs of answers that contradict each other.
    pub fn contradictions(&self) -> Vec<(Answer, Answer)> {
        self.lock().contradictions.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Notes {
    /// The last engine that does not know, and the reasons of all; those of earlier turns only if later ones were stopped.
    fn why(&self, check: CheckId) -> (&'static str, Reason) {
        let mut found = ("none", Reason::Cancelled);
        for reasons in [&self.reasons, &self.earlier] {
            let Some(given) = reasons.get(&check) else { continue };
            let reason = Reason::join(given.iter().map(|(_, r)| r.clone()));
            found = (given.last().map_or("none", |(engine, _)| engine), reason);
            if found.1 != Reason::Cancelled {
                break;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn answer(engine: &'static str, verdict: Verdict) -> Answer {
        Answer { check: CheckId(0), verdict, engine, by: Means::Search, time: Duration::ZERO }
    }

    fn failing() -> Verdict {
        let failure = maymust_machine::Failure {
            check: Some(CheckId(0)),
            kind: maymust_program::CheckKind::Assertion,
            span: maymust_source::Span::NONE,
            message: String::new(),
            access: None,
            notes: Vec::new(),
            values: Vec::new(),
            stack: Vec::new(),
        };
        Verdict::Fails(Box::new(maymust_engine::Run { inputs: Default::default(), failure }))
    }

    fn reason(board: &Board) -> Reason {
        match board.answers(&[CheckId(0)], &Reason::Memory).remove(0).verdict {
            Verdict::Unknown(reason) => reason,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_first_definite_answer_stays() {
        let board = Board::default();
        assert!(board.note(&answer("a", Verdict::Unknown(Reason::NoProgress))).is_none());
        assert!(board.note(&answer("b", Verdict::Proved)).is_some());
        assert!(board.note(&answer("a", Verdict::Proved)).is_none());
        let answers = board.answers(&[CheckId(0)], &Reason::TIME);
        assert!(matches!(answers[0].verdict, Verdict::Proved) && answers[0].engine == "b");
        assert!(board.contradictions().is_empty());
    }

    #[test]
    fn a_contradiction_is_kept() {
        let board = Board::default();
        board.note(&answer("a", Verdict::Proved));
        board.note(&answer("b", failing()));
        board.note(&answer("b", failing()));
        assert_eq!(board.contradictions().len(), 1);
    }

    #[test]
    fn later_reasons_count_unless_their_engines_were_stopped() {
        let board = Board::default();
        assert_eq!(reason(&board), Reason::Memory);
        board.note(&answer("a", Verdict::Unknown(Reason::ReadsInputs)));
        board.next_turn();
        board.note(&answer("b", Verdict::Unknown(Reason::Cancelled)));
        assert_eq!(reason(&board), Reason::ReadsInputs);
        board.note(&answer("c", Verdict::Unknown(Reason::NoProgress)));
        assert_eq!(reason(&board), Reason::NoProgress);
    }
}
