//! Properties as SV-COMP writes them: `CHECK( init(main()), LTL(G …) )`.

use maymust_program::CheckKind;

use crate::{MEMORY, Spec, is_error_function};

/// Adds one property.
///
/// # Errors
/// Why the line is no property that can be checked.
pub(crate) fn add(spec: &mut Spec, line: &str) -> Result<(), &'static str> {
    let text: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    const FORM: &str = "a property is written CHECK( init(FUNCTION()), LTL(G …) )";
    let inner = text.strip_prefix("CHECK(").and_then(|t| t.strip_suffix(')')).ok_or(FORM)?;
    let inner = inner.strip_prefix("init(").ok_or(FORM)?;
    let (entry, formula) = inner.split_once("()),LTL(").ok_or(FORM)?;
    let formula = formula.strip_suffix(')').ok_or(FORM)?;
    match &spec.entry {
        Some(other) if other != entry => return Err("all properties of a file must start from one function"),
        _ => spec.entry = Some(entry.to_owned()),
    }
    if let Some(function) = formula.strip_prefix("G!call(").and_then(|f| f.strip_suffix("())")) {
        // Calls of these are checks of their own, whatever the program defines.
        if is_error_function(function) {
            spec.kinds.push(CheckKind::ErrorCall);
        }
        spec.forbidden.push(function.to_owned());
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
            spec.cleanup = true;
            &[]
        }
        "Gdef-behavior" => {
            spec.kinds.extend(MEMORY);
            &[
                CheckKind::SignedOverflow,
                CheckKind::DivisionByZero,
                CheckKind::ShiftRange,
                CheckKind::Unreachable,
            ]
        }
        "G!data-race" => &[CheckKind::DataRace],
        "Fend" => &[CheckKind::Termination],
        _ => return Err("this property is not known"),
    };
    spec.kinds.extend(kinds);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_read() {
        let mut spec = Spec::default();
        assert_eq!(add(&mut spec, "CHECK( init(main()), LTL(G ! call(reach_error())) )"), Ok(()));
        assert_eq!(add(&mut spec, "CHECK( init(main()), LTL(G valid-free) )"), Ok(()));
        assert_eq!(add(&mut spec, "CHECK(init(main()),LTL(G valid-memcleanup))"), Ok(()));
        assert_eq!(add(&mut spec, "CHECK( init(main()), LTL(F end) )"), Ok(()));
        assert_eq!(spec.forbidden, ["reach_error"]);
        let mut races = Spec::default();
        assert_eq!(add(&mut races, "CHECK( init(main()), LTL(G ! data-race) )"), Ok(()));
        assert_eq!(races.kinds, [CheckKind::DataRace]);
        let kinds =
            [CheckKind::ErrorCall, CheckKind::DoubleFree, CheckKind::InvalidFree, CheckKind::Termination];
        assert_eq!(spec.kinds, kinds);
        assert!(spec.cleanup && spec.entry.as_deref() == Some("main"));
        for bad in [
            "CHECK( init(main()), LTL(F start) )",
            "CHECK( init(main()), LTL(G nonsense) )",
            "CHECK( init(other()), LTL(G valid-free) )",
            "G valid-free",
            "CHECK(",
        ] {
            assert!(add(&mut spec, bad).is_err(), "{bad}");
        }
    }
}
