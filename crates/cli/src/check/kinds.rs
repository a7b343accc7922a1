//! What is to be checked: the words of `--check`.

use maymust_program::CheckKind;

use crate::exit::Exit;

/// The kinds that `memory` stands for.
pub const MEMORY: [CheckKind; 7] = [
    CheckKind::NullDereference,
    CheckKind::InvalidPointer,
    CheckKind::Bounds,
    CheckKind::UseAfterFree,
    CheckKind::DoubleFree,
    CheckKind::InvalidFree,
    CheckKind::InvalidCall,
];

/// The kinds of a list of words.
pub fn of_words(words: &[String]) -> Result<Vec<CheckKind>, Exit> {
    let mut kinds = Vec::new();
    for word in words {
        match word.as_str() {
            "all" => kinds.extend(CheckKind::ALL),
            "assert" => kinds.push(CheckKind::Assertion),
            "memory" => kinds.extend(MEMORY),
            "null" => kinds.push(CheckKind::NullDereference),
            "overflow" => kinds.push(CheckKind::SignedOverflow),
            "div0" => kinds.push(CheckKind::DivisionByZero),
            "shift" => kinds.push(CheckKind::ShiftRange),
            name => match CheckKind::from_name(name) {
                Some(kind) => kinds.push(kind),
                None => {
                    let names: Vec<_> = CheckKind::ALL.iter().map(|k| k.name()).collect();
                    return Err(Exit::usage(format!(
                        "no check is called `{name}`; there are all, assert, memory, null, overflow, div0, shift, {}",
                        names.join(", ")
                    )));
                }
            },
        }
    }
    Ok(kinds)
}
