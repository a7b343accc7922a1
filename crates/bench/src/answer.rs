//! What a tool answered to a question, and how good that is.

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// The property holds.
    Proved,
    /// It is violated.
    Fails,
    /// The tool does not know.
    Unknown,
    /// The time limit was met.
    TimeOut,
    /// The memory limit was met.
    OutOfMemory,
    /// The tool broke, or did not understand the program.
    Error,
}

impl Answer {
    /// All, in the order of tables.
    pub const ALL: [Answer; 6] =
        [Answer::Proved, Answer::Fails, Answer::Unknown, Answer::TimeOut, Answer::OutOfMemory, Answer::Error];

    /// Its word in results.
    pub fn word(self) -> &'static str {
        match self {
            Answer::Proved => "proved",
            Answer::Fails => "fails",
            Answer::Unknown => "unknown",
            Answer::TimeOut => "timeout",
            Answer::OutOfMemory => "memory",
            Answer::Error => "error",
        }
    }

    /// From its word.
    pub fn from_word(word: &str) -> Option<Answer> {
        Answer::ALL.into_iter().find(|a| a.word() == word)
    }

    /// Proved or fails.
    pub fn is_definite(self) -> bool {
        matches!(self, Answer::Proved | Answer::Fails)
    }
}

/// An answer against the known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// As known.
    Correct,
    /// The opposite.
    Wrong,
    /// A definite answer to a question without known answer.
    Unjudged,
    /// No definite answer.
    None,
}

/// Judges an answer.
pub fn grade(answer: Answer, expected: Option<bool>) -> Grade {
    match (answer, expected) {
        (Answer::Proved | Answer::Fails, None) => Grade::Unjudged,
        (Answer::Proved, Some(holds)) | (Answer::Fails, Some(holds)) => {
            if holds == (answer == Answer::Proved) { Grade::Correct } else { Grade::Wrong }
        }
        _ => Grade::None,
    }
}

/// Points of SV-COMP: 2 for a right proof, 1 for a right alarm, −32 for a wrong proof, −16 for a wrong alarm.
pub fn score(answer: Answer, expected: Option<bool>) -> i64 {
    match (answer, grade(answer, expected)) {
        (Answer::Proved, Grade::Correct) => 2,
        (Answer::Fails, Grade::Correct) => 1,
        (Answer::Proved, Grade::Wrong) => -32,
        (Answer::Fails, Grade::Wrong) => -16,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points() {
        let points = |a| [score(a, Some(true)), score(a, Some(false)), score(a, None)];
        assert_eq!(points(Answer::Proved), [2, -32, 0]);
        assert_eq!(points(Answer::Fails), [-16, 1, 0]);
        for answer in [Answer::Unknown, Answer::TimeOut, Answer::OutOfMemory, Answer::Error] {
            assert_eq!(points(answer), [0, 0, 0]);
            assert_eq!(grade(answer, Some(true)), Grade::None);
        }
        assert_eq!(grade(Answer::Fails, None), Grade::Unjudged);
    }

    #[test]
    fn words_come_back() {
        for answer in Answer::ALL {
            assert_eq!(Answer::from_word(answer.word()), Some(answer));
        }
        assert_eq!(Answer::from_word("maybe"), None);
    }
}
