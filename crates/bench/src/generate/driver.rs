//! Driver-like programs: an interface of the operating system whose rules are assertions, a table of handlers, services that
//! many handlers share, helpers whose loops are hard for may analysis, helpers whose arithmetic is hard for must analysis,
//! chains of steps with a bug at their end.
//!
//! Every handler obeys every rule on every path; a bug is one violation of one rule, made at the end of a chain of steps when the
//! request has certain values, with everything else in order. So the verdict of each rule is known.

use super::blocks::Blocks;
use super::text::{Random, Text};
use super::{Ask, Generated, Parameters};

/// A rule of the interface: its name, and what violates it and nothing else.
struct Rule {
    name: &'static str,
    violation: &'static [&'static str],
    /// Does the violation skip the completion of the request?
    skips_completion: bool,
}

const fn rule(name: &'static str, violation: &'static [&'static str]) -> Rule {
    Rule { name, violation, skips_completion: false }
}

const RULES: [Rule; 16] = [
    rule("lock_double", &["acquire_lock();", "acquire_lock();", "release_lock();"]),
    rule("lock_release", &["release_lock();"]),
    rule("lock_exit", &["acquire_lock();"]),
    rule("complete_twice", &["complete_request(req, -5);"]),
    Rule { name: "complete_never", violation: &["dev->stats[7]++;"], skips_completion: true },
    rule("irql_order", &["lower_irql(3);", "lower_irql(0);"]),
    rule("irql_exit", &["raise_irql(2);"]),
    rule("ref_negative", &["put_device(dev);", "get_device(dev);"]),
    rule("ref_exit", &["get_device(dev);"]),
    rule("sleep_locked", &["acquire_lock();", "wait_event();", "release_lock();"]),
    rule("timer_double", &["set_timer();", "set_timer();", "cancel_timer();"]),
    rule("timer_exit", &["set_timer();"]),
    rule("buffer_double", &["take_buffer();", "give_buffer();", "give_buffer();"]),
    rule("buffer_exit", &["take_buffer();"]),
    rule("power_io", &["power_down();", "start_io();", "power_up();"]),
    rule("init_use", &["dev->ready = 0;", "use_device(dev);", "dev->ready = 1;"]),
];

/// The names of the rules.
pub fn rule_names() -> Vec<&'static str> {
    RULES.iter().map(|r| r.name).collect()
}

/// What a request must look like for a bug to happen.
#[derive(Clone, Copy)]
struct Secret {
    arg: u64,
    length: u64,
    flags: u64,
}

struct Bug {
    rule: &'static Rule,
    handler: u64,
    secret: Secret,
}

/// `handlers=N services=N may=N must=N depth=N bugs=RULE,… rules=N table=0|1 seed=N`.
///
/// # Errors
/// If a parameter is wrong.
pub fn generate(parameters: &Parameters) -> Result<Generated, String> {
    let handlers = parameters.number("handlers", 8)?.clamp(1, 10_000);
    let services = parameters.number("services", handlers / 2 + 1)?.clamp(1, 10_000);
    let may = parameters.number("may", 2)?.clamp(1, 100);
    let must = parameters.number("must", 2)?.clamp(1, 100);
    let depth = parameters.number("depth", 4)?.clamp(1, 2_000);
    let table = parameters.number("table", 1)? != 0;
    let mut random = Random::new(parameters.number("seed", 1)?);
    let bugs = plant(&parameters.words("bugs"), handlers, &mut random)?;
    let mut text = Text::default();
    text.put(format_args!(
        "/* A driver with {handlers} handlers, {services} services and chains of {depth} steps; made by the generator. */"
    ));
    interface(&mut text);
    let mut blocks = Blocks::new(random, services, may, must);
    blocks.helpers(&mut text);
    (0..services).for_each(|s| blocks.service(&mut text, s));
    for handler in 0..handlers {
        let bug = bugs.iter().find(|b| b.handler == handler);
        steps(&mut text, &mut blocks, handler, depth, bug);
        blocks.handler(&mut text, handler);
    }
    dispatch(&mut text, handlers, table);
    let ask = |rule: &Rule| Ask {
        name: rule.name.to_owned(),
        define: Some(format!("RULE_{}", rule.name.to_uppercase())),
        property: "unreach-call",
        within: None,
        inputs: bugs.iter().find(|b| b.rule.name == rule.name).map(|b| {
            [b.handler, b.secret.arg, b.secret.length, b.secret.flags].iter().map(|v| *v as i64).collect()
        }),
    };
    let wanted = parameters.number("rules", RULES.len() as u64)? as usize;
    let is_asked =
        |(index, rule): &(usize, &Rule)| *index < wanted || bugs.iter().any(|b| b.rule.name == rule.name);
    let questions = RULES.iter().enumerate().filter(is_asked).map(|(_, r)| ask(r)).collect();
    Ok(Generated { text: text.finish(), questions })
}

/// Chooses a handler of its own and the values of the request for every bug.
fn plant(names: &[&str], handlers: u64, random: &mut Random) -> Result<Vec<Bug>, String> {
    let mut bugs: Vec<Bug> = Vec::new();
    for name in names {
        let rule = RULES
            .iter()
            .find(|r| r.name == *name)
            .ok_or_else(|| format!("no rule is called `{name}`; there are {}", rule_names().join(", ")))?;
        if bugs.len() as u64 >= handlers {
            return Err("there are more bugs than handlers".to_owned());
        }
        let mut handler = random.below(handlers);
        while bugs.iter().any(|b| b.handler == handler) {
            handler = (handler + 1) % handlers;
        }
        let secret = Secret {
            arg: random.range(1000, 900_000),
            length: random.range(100, 4000),
            flags: random.range(1, 255),
        };
        bugs.push(Bug { rule, handler, secret });
    }
    Ok(bugs)
}

fn interface(text: &mut Text) {
    let parts = include_str!("../../c/driver_interface.c");
    parts.lines().for_each(|line| text.line(line));
    text.line("");
}

/// The chain of a handler: each step tests something of the request and goes on; the last one has the bug, if there is one.
fn steps(text: &mut Text, blocks: &mut Blocks, handler: u64, depth: u64, bug: Option<&Bug>) {
    let secret = bug.map(|b| b.secret).unwrap_or(Secret { arg: 1200, length: 164, flags: 1 });
    for step in (0..depth).rev() {
        text.function(format_args!(
            "static int step_{handler}_{step}(struct device *dev, struct request *req)"
        ));
        if blocks.random.percent(30) {
            blocks.compute(text);
        }
        let last = step + 1 == depth;
        let condition =
            if last { format!("req->arg == {}", secret.arg) } else { condition(&secret, &mut blocks.random) };
        text.open(format_args!("if ({condition})"));
        match (last, bug) {
            (false, _) => text.put(format_args!("return step_{handler}_{}(dev, req);", step + 1)),
            (true, Some(bug)) => {
                bug.rule.violation.iter().for_each(|line| text.line(line));
                text.line(if bug.rule.skips_completion { "return FORGOTTEN;" } else { "return -5;" });
            }
            (true, None) => {
                blocks.compute(text);
                text.line("return 1;");
            }
        }
        text.close("");
        text.line("return 0;");
        text.end();
    }
}

/// A test that the secret passes.
fn condition(secret: &Secret, random: &mut Random) -> String {
    match random.below(6) {
        0 => format!("req->length > {}", secret.length - random.range(1, 99)),
        1 => format!("req->length < {}", secret.length + random.range(1, 500)),
        2 => {
            let bit = 1 << random.below(8);
            format!("(req->flags & {bit}) {} 0", if secret.flags & bit != 0 { "!=" } else { "==" })
        }
        3 => {
            let m = random.range(2, 17);
            format!("req->arg % {m} == {}", secret.arg % m)
        }
        4 => format!("req->arg != {}", secret.arg + random.range(1, 50)),
        _ => format!("req->arg >= {}", secret.arg - random.range(0, 900)),
    }
}

fn dispatch(text: &mut Text, handlers: u64, table: bool) {
    if table {
        text.put(format_args!(
            "static int (*const handlers[{handlers}])(struct device *, struct request *) = {{"
        ));
        (0..handlers).for_each(|h| text.put(format_args!("    handle_{h},")));
        text.line("};");
        text.line("");
    }
    text.function(format_args!("static int dispatch_request(struct device *dev, struct request *req)"));
    text.put(format_args!("if (req->code < 0 || req->code >= {handlers}) {{"));
    text.line("    complete_request(req, -22);");
    text.line("    return -22;");
    text.line("}");
    if table {
        text.line("return handlers[req->code](dev, req);");
    } else {
        text.line("switch (req->code) {");
        for handler in 0..handlers {
            text.put(format_args!("case {handler}:"));
            text.put(format_args!("    return handle_{handler}(dev, req);"));
        }
        text.line("}");
        text.line("return 0;");
    }
    text.end();
    include_str!("../../c/driver_main.c").lines().for_each(|line| text.line(line));
}

#[cfg(test)]
mod tests {
    use super::super::from_line;

    #[test]
    fn bugs_have_inputs_and_other_rules_hold() {
        let program = from_line("d driver handlers=6 bugs=ref_exit,power_io seed=3").expect("generated").2;
        assert_eq!(program.questions.len(), 16);
        let failing: Vec<&str> =
            program.questions.iter().filter(|q| q.inputs.is_some()).map(|q| q.name.as_str()).collect();
        assert_eq!(failing, ["ref_exit", "power_io"]);
        assert!(from_line("d driver handlers=1 bugs=ref_exit,power_io").is_err());
    }

    #[test]
    fn braces_are_balanced() {
        for seed in 0..20 {
            let text =
                from_line(&format!("d driver handlers=7 depth=9 seed={seed}")).expect("generated").2.text;
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "seed {seed}");
        }
    }
}
