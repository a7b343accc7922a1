//! Deep call chains: every procedure calls the next one from two places, so a non-compositional analysis sees twice as many
//! contexts with every procedure (all with other arguments), and a compositional one needs few summaries each.

use super::text::Text;
use super::{Ask, Generated, Parameters};

/// `procedures=N bug=none|bottom|middle`: the number of procedures, and where a bug is planted.
///
/// # Errors
/// If a parameter is wrong.
pub fn generate(parameters: &Parameters) -> Result<Generated, String> {
    let n = parameters.number("procedures", 10)?.clamp(2, 100_000);
    let at = match parameters.text("bug").unwrap_or("none") {
        "none" => None,
        "bottom" => Some(0),
        "middle" => Some(n / 2),
        other => return Err(format!("bug is none, bottom or middle, not `{other}`")),
    };
    let mut text = Text::default();
    head(&mut text, n);
    for level in 0..n {
        procedure(&mut text, level, at == Some(level));
    }
    main(&mut text, n);
    let failing = at.map(|at| inputs(n, at));
    let ask = |name: &str, inputs| Ask {
        name: name.to_owned(),
        define: Some(format!("RULE_{}", name.to_uppercase())),
        property: "unreach-call",
        within: None,
        inputs,
    };
    // A bug leaves the lock held and makes the result negative: both rules see it.
    let questions = vec![ask("lock", failing.clone()), ask("result", failing)];
    Ok(Generated { text: text.finish(), questions })
}

/// The value that makes the bug happen.
const SECRET: i64 = 4711;

/// The value that main passes, then one choice for each procedure down to the bug, whose choice is the secret.
fn inputs(n: u64, at: u64) -> Vec<i64> {
    let mut inputs = vec![5];
    inputs.extend((at + 1..n).map(|_| 1));
    inputs.push(SECRET);
    inputs
}

fn head(text: &mut Text, n: u64) {
    text.put(format_args!("/* A chain of {n} procedures; each calls the next from two places. */"));
    text.line("extern int __VERIFIER_nondet_int(void);");
    text.line("extern void reach_error(void);");
    text.line("");
    text.line("static int held;");
    text.line("");
    text.function(format_args!("static void acquire(void)"));
    text.line("#ifdef RULE_LOCK");
    text.line("if (held)");
    text.line("    reach_error();");
    text.line("#endif");
    text.line("held = 1;");
    text.end();
    text.function(format_args!("static void release(void)"));
    text.line("#ifdef RULE_LOCK");
    text.line("if (!held)");
    text.line("    reach_error();");
    text.line("#endif");
    text.line("held = 0;");
    text.end();
}

fn procedure(text: &mut Text, level: u64, bug: bool) {
    text.function(format_args!("static int level_{level}(unsigned x)"));
    text.line("int choice = __VERIFIER_nondet_int();");
    text.line("int r;");
    if bug {
        text.open(format_args!("if (choice == {SECRET} && (x & 1u))"));
        text.line("acquire();");
        text.line("return -1;");
        text.close("");
    }
    text.line("acquire();");
    text.open(format_args!("if (choice > 0)"));
    text.line("release();");
    if level == 0 {
        text.line("r = (int)(x & 7u);");
    } else {
        text.put(format_args!("r = level_{}(2u * x + 1u);", level - 1));
    }
    text.otherwise();
    text.line("release();");
    if level == 0 {
        text.line("r = 1;");
    } else {
        text.put(format_args!("r = level_{}(2u * x);", level - 1));
    }
    text.close("");
    text.line("return r;");
    text.end();
}

fn main(text: &mut Text, n: u64) {
    text.function(format_args!("int main(void)"));
    text.line("int x = __VERIFIER_nondet_int();");
    text.line("int r;");
    text.put(format_args!("r = level_{}((unsigned)x);", n - 1));
    text.line("#ifdef RULE_LOCK");
    text.line("if (held)");
    text.line("    reach_error();");
    text.line("#endif");
    text.line("#ifdef RULE_RESULT");
    text.line("if (r < 0)");
    text.line("    reach_error();");
    text.line("#endif");
    text.line("return r == 0;");
    text.end();
}

#[cfg(test)]
mod tests {
    use super::super::from_line;

    #[test]
    fn one_procedure_for_each_level() {
        let program = from_line("c chain procedures=20 bug=middle").expect("generated").2;
        assert_eq!(program.text.matches("static int level_").count(), 20);
        assert_eq!(program.questions[0].inputs.as_ref().map(Vec::len), Some(1 + 9 + 1));
        assert!(from_line("c chain bug=top").is_err());
        assert!(
            from_line("c chain procedures=5")
                .expect("generated")
                .2
                .questions
                .iter()
                .all(|q| q.inputs.is_none())
        );
    }
}
