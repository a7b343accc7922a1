//! What is to be checked: the words of `--check`, the properties of SV-COMP, and rules.

use std::path::Path;

use maymust_program::{CheckData, CheckKind};

use crate::exit::Exit;

/// What is asked about.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Kinds of checks.
    pub kinds: Vec<CheckKind>,
    /// Functions that must not be called.
    pub forbidden: Vec<String>,
    /// Must every heap object be freed at the end?
    pub cleanup: bool,
    /// The entry that a property file names.
    pub entry: Option<String>,
    /// Is the question a property of the whole program, and nothing else?
    pub is_property: bool,
}

impl Wanted {
    /// Is this check asked about?
    pub fn wants(&self, check: &CheckData) -> bool {
        self.kinds.contains(&check.kind)
    }
}

/// Is this a function whose calls are checks in every program?
pub fn is_error_function(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

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

/// The kinds that `assert` stands for.
pub const ASSERT: [CheckKind; 2] = [CheckKind::Assertion, CheckKind::ErrorCall];

const DEFAULT: [CheckKind; 6] = [
    CheckKind::Assertion,
    CheckKind::ErrorCall,
    CheckKind::DivisionByZero,
    CheckKind::SignedOverflow,
    CheckKind::ShiftRange,
    CheckKind::Unreachable,
];

/// What is checked unless something else is said.
pub fn default() -> Wanted {
    let kinds = DEFAULT.into_iter().chain(MEMORY).collect();
    Wanted { kinds, ..Wanted::default() }
}

/// The kinds of a list of words.
pub fn of_words(words: &[String]) -> Result<Wanted, Exit> {
    let mut kinds = Vec::new();
    for word in words {
        match word.as_str() {
            "all" => kinds.extend(CheckKind::ALL),
            "assert" => kinds.extend(ASSERT),
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
    Ok(Wanted { kinds, ..Wanted::default() })
}

/// The properties of an SV-COMP file.
pub fn of_property(path: &Path) -> Result<Wanted, Exit> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| Exit::no_input(format!("{name}: {e}")))?;
    let mut wanted = Wanted::default();
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        add_property(&mut wanted, line)
            .map_err(|why| Exit::input(format!("{name}:{number}: {why}: `{line}`")))?;
    }
    if wanted.kinds.is_empty() && wanted.forbidden.is_empty() && !wanted.cleanup {
        return Err(Exit::input(format!("{name}: there is no property in this file")));
    }
    Ok(wanted)
}

/// `CHECK( init(main()), LTL(G …) )`
fn add_property(wanted: &mut Wanted, line: &str) -> Result<(), &'static str> {
    let text: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    const FORM: &str = "a property is written CHECK( init(FUNCTION()), LTL(G …) )";
    let inner = text.strip_prefix("CHECK(").and_then(|t| t.strip_suffix(')')).ok_or(FORM)?;
    let inner = inner.strip_prefix("init(").ok_or(FORM)?;
    let (entry, formula) = inner.split_once("()),LTL(").ok_or(FORM)?;
    let formula = formula.strip_suffix(')').ok_or(FORM)?;
    match &wanted.entry {
        Some(other) if other != entry => return Err("all properties of a file must start from one function"),
        _ => wanted.entry = Some(entry.to_owned()),
    }
    if let Some(function) = formula.strip_prefix("G!call(").and_then(|f| f.strip_suffix("())")) {
        // Calls of these are checks of their own, whatever the program defines.
        if is_error_function(function) {
            wanted.kinds.push(CheckKind::ErrorCall);
        }
        wanted.forbidden.push(function.to_owned());
        return Ok(());
    }
    let kinds: &[CheckKind] = match formula {
        "G!overflow" => &[CheckKind::SignedOverflow],
        "Gvalid-free" => &[CheckKind::DoubleFree, CheckKind::InvalidFree],
        "Gvalid-deref" => &[
            CheckKind::NullDereference,
            CheckKind::InvalidPointer,
            CheckKind::Bounds,
            CheckKind::UseAfterFree,
            CheckKind::InvalidCall,
        ],
        "Gvalid-memtrack" => &[CheckKind::Leak],
        "Gvalid-memcleanup" => {
            wanted.cleanup = true;
            &[]
        }
        "Gdef-behavior" => {
            wanted.kinds.extend(MEMORY);
            &[
                CheckKind::SignedOverflow,
                CheckKind::DivisionByZero,
                CheckKind::ShiftRange,
                CheckKind::Unreachable,
            ]
        }
        "Fend" => return Err("termination is not supported"),
        "G!data-race" => return Err("data races are not supported"),
        _ => return Err("this property is not known"),
    };
    wanted.kinds.extend(kinds);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_read() {
        let mut wanted = Wanted::default();
        assert_eq!(add_property(&mut wanted, "CHECK( init(main()), LTL(G ! call(reach_error())) )"), Ok(()));
        assert_eq!(add_property(&mut wanted, "CHECK( init(main()), LTL(G valid-free) )"), Ok(()));
        assert_eq!(add_property(&mut wanted, "CHECK(init(main()),LTL(G valid-memcleanup))"), Ok(()));
        assert_eq!(wanted.forbidden, ["reach_error"]);
        assert_eq!(wanted.kinds, [CheckKind::ErrorCall, CheckKind::DoubleFree, CheckKind::InvalidFree]);
        assert!(wanted.cleanup && wanted.entry.as_deref() == Some("main"));
        for bad in [
            "CHECK( init(main()), LTL(F end) )",
            "CHECK( init(main()), LTL(G nonsense) )",
            "CHECK( init(other()), LTL(G valid-free) )",
            "G valid-free",
            "CHECK(",
        ] {
            assert!(add_property(&mut wanted, bad).is_err(), "{bad}");
        }
    }
}
