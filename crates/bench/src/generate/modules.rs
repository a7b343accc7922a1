//! Programs of many small modules (tokenisers, ring buffers, lists, string handling, state machines, lookups, averages, matrices)
//! under layers of functions, with one bug in one module at the bottom: an index, a null pointer, an assertion, a division.
//! Most modules matter nothing to the bug; a good refinement never opens them.
//!
//! The bugs `copy`, `fold`, `count` and `slot` need more than inputs that meet conditions: iterations of a loop, what a function computes,
//! or what functions of other layers have done before. Programs with them have more kinds of modules (sorting, parsing, searching, calls through
//! pointers, recursion).
//!
//! Two questions: whether any check of the kind fails, and, as the papers ask, whether the one in question does (the checks of that kind in the
//! function with the bug).

use super::text::{Random, Text};
use super::{Ask, Generated, Parameters};

/// What the inputs must be for the bug to happen.
struct Secret {
    mode: u64,
    size: u64,
    key: u64,
    flag: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    Bounds,
    Null,
    Assertion,
    Division,
    /// An index that runs past an array while a string is copied.
    Copy,
    /// An assertion over what a function computes of a string.
    Fold,
    /// A division by what functions of three layers have counted.
    Count,
    /// A pointer that one function has set and another has cleared.
    Slot,
}

impl Bug {
    /// Does it need more than inputs?
    fn is_deep(self) -> bool {
        matches!(self, Bug::Copy | Bug::Fold | Bug::Count | Bug::Slot)
    }

    /// What a layer does for it before anything else.
    fn steps(self, layer: u64, depth: u64) -> Vec<&'static str> {
        let steps: &[(u64, &str)] = match self {
            Bug::Count => &[(0, "check_size"), (depth / 2, "check_mode"), (depth - 1, "check_flag")],
            Bug::Slot => &[(0, "open_all"), (depth / 2, "close_some")],
            _ => &[],
        };
        steps.iter().filter(|(at, _)| *at == layer).map(|(_, step)| *step).collect()
    }
}

/// `modules=N depth=N bug=none|bounds|null|assertion|division|copy|fold|count|slot seed=N`.
///
/// # Errors
/// If a parameter is wrong.
pub fn generate(parameters: &Parameters) -> Result<Generated, String> {
    let modules = parameters.number("modules", 12)?.clamp(1, 10_000);
    let depth = parameters.number("depth", 4)?.clamp(1, 1_000);
    let bug = match parameters.text("bug").unwrap_or("none") {
        "none" => None,
        "bounds" => Some(Bug::Bounds),
        "null" => Some(Bug::Null),
        "assertion" => Some(Bug::Assertion),
        "division" => Some(Bug::Division),
        "copy" => Some(Bug::Copy),
        "fold" => Some(Bug::Fold),
        "count" => Some(Bug::Count),
        "slot" => Some(Bug::Slot),
        other => return Err(format!("no bug is called `{other}`")),
    };
    let mut random = Random::new(parameters.number("seed", 1)?);
    let mut secret = Secret {
        mode: random.range(1, 40),
        size: random.range(9, 15),
        key: random.range(1000, 900_000),
        flag: random.range(1, 255),
    };
    if bug == Some(Bug::Slot) {
        // The slot that is closed is the one that is read.
        secret.mode = secret.mode & !3 | secret.size & 3;
    }
    let mut text = Text::default();
    text.put(format_args!("/* {modules} modules under {depth} layers; made by the generator. */"));
    include_str!("../../c/modules_head.c").lines().for_each(|line| text.line(line));
    let deep = bug.filter(|b| b.is_deep());
    if deep.is_some() {
        include_str!("../../c/modules_more.c").lines().for_each(|line| text.line(line));
    }
    let kinds = if deep.is_some() { MODULES.len() } else { SIMPLE };
    for index in 0..modules {
        module(&mut text, &mut random, index, kinds);
    }
    match deep {
        Some(bug) => deep_culprit(&mut text, bug, &secret),
        None => culprit(&mut text, bug, &secret),
    }
    for layer in (0..depth).rev() {
        let steps = deep.map(|b| b.steps(layer, depth)).unwrap_or_default();
        self::layer(&mut text, &mut random, Layer { layer, depth, modules, steps }, &secret);
    }
    include_str!("../../c/modules_main.c").lines().for_each(|line| text.line(line));
    let (name, property, kind) = match bug {
        Some(Bug::Bounds | Bug::Copy) => ("bounds", "bounds", "bounds"),
        Some(Bug::Null | Bug::Slot) => ("null", "null", "null"),
        Some(Bug::Division | Bug::Count) => ("division", "div0", "div0"),
        Some(Bug::Assertion | Bug::Fold) | None => ("assertion", "unreach-call", "assert"),
    };
    let inputs = bug.map(|_| inputs(&secret));
    let any = Ask { name: format!("any-{name}"), define: None, property, within: None, inputs };
    let one = Ask { name: format!("one-{name}"), property: kind, within: Some("culprit"), ..any.clone() };
    let questions = if bug.is_some() { vec![any, one] } else { vec![any] };
    Ok(Generated { text: text.finish(), questions })
}

/// Bodies of modules.
const MODULES: [&str; 13] = [
    include_str!("../../c/module_words.c"),
    include_str!("../../c/module_ring.c"),
    include_str!("../../c/module_list.c"),
    include_str!("../../c/module_copy.c"),
    include_str!("../../c/module_states.c"),
    include_str!("../../c/module_lookup.c"),
    include_str!("../../c/module_average.c"),
    include_str!("../../c/module_matrix.c"),
    include_str!("../../c/module_sort.c"),
    include_str!("../../c/module_parse.c"),
    include_str!("../../c/module_search.c"),
    include_str!("../../c/module_dispatch.c"),
    include_str!("../../c/module_gcd.c"),
];
/// So many of them are in every program.
const SIMPLE: usize = 8;
/// The string of the inputs that show a bug; longer than the array of the bug `copy`.
const STRING: &[u8; 8] = b"keystone";

/// Inputs that show the bug, in the order in which `main` reads them.
fn inputs(secret: &Secret) -> Vec<i64> {
    let numbers = [secret.mode, secret.size, secret.key, secret.flag];
    numbers.iter().map(|v| *v as i64).chain(STRING.iter().map(|c| i64::from(*c))).collect()
}

/// A module that is right, of one of the first so many kinds.
fn module(text: &mut Text, random: &mut Random, index: u64, kinds: usize) {
    text.function(format_args!("static int module_{index}(struct context *ctx)"));
    let (a, b) = (random.range(1, 30), random.range(2, 9));
    let template = MODULES[random.below(kinds as u64) as usize];
    for line in template.lines() {
        text.line(&line.replace("$A", &a.to_string()).replace("$B", &b.to_string()));
    }
    text.end();
}

/// What `fold` of the bug of that name makes of the string, as it is asked about.
fn rest() -> u32 {
    STRING[..4].iter().fold(5381u32, |h, c| h.wrapping_mul(33).wrapping_add(u32::from(*c))) % 1021
}

/// The module with a bug that needs more than inputs, and what belongs to it.
fn deep_culprit(text: &mut Text, bug: Bug, secret: &Secret) {
    let template = match bug {
        Bug::Copy => include_str!("../../c/bug_copy.c"),
        Bug::Fold => include_str!("../../c/bug_fold.c"),
        Bug::Count => include_str!("../../c/bug_count.c"),
        _ => include_str!("../../c/bug_slot.c"),
    };
    let values = [
        ("$KEY", secret.key),
        ("$MODE", secret.mode),
        ("$SIZE", secret.size),
        ("$FLAG", secret.flag),
        ("$REST", u64::from(rest())),
    ];
    for line in template.lines() {
        let line = values.iter().fold(line.to_owned(), |l, (name, v)| l.replace(name, &v.to_string()));
        text.line(&line);
    }
}

/// The module with the bug; without one, the same with the guard that was forgotten.
fn culprit(text: &mut Text, bug: Option<Bug>, secret: &Secret) {
    let Secret { mode, size, key, flag } = secret;
    text.function(format_args!("static int culprit(struct context *ctx)"));
    match bug {
        Some(Bug::Bounds) => {
            text.line("char out[8] = { 0 };");
            text.put(format_args!("if (ctx->key == {key} && ctx->mode == {mode})"));
            text.line("    out[ctx->size] = 1;");
            text.line("return out[ctx->size & 7];");
        }
        Some(Bug::Null) => {
            text.line("const struct entry *found = find_entry(ctx->key);");
            text.put(format_args!("if (found == 0 && ctx->mode != {mode})"));
            text.line("    return 0;");
            text.line("return found->value;");
        }
        Some(Bug::Division) => {
            text.put(format_args!("if (ctx->key == {key})"));
            text.put(format_args!("    return 100 / (ctx->size - {size});"));
            text.line("return 0;");
        }
        _ => {
            let guard = if bug.is_none() { " && ctx->size < 0" } else { "" };
            text.put(format_args!("if (ctx->key == {key} && ctx->flag == {flag}{guard})"));
            text.line("    reach_error();");
            text.line("return 1;");
        }
    }
    text.end();
}

/// Which layer it is.
struct Layer {
    layer: u64,
    depth: u64,
    modules: u64,
    /// Functions that the bug needs.
    steps: Vec<&'static str>,
}

/// A layer: some modules, and the next layer under a condition that the secret meets.
fn layer(text: &mut Text, random: &mut Random, it: Layer, secret: &Secret) {
    let Layer { layer, depth, modules, steps } = it;
    text.function(format_args!("static int layer_{layer}(struct context *ctx)"));
    text.line("int r = 0;");
    for step in steps {
        text.put(format_args!("r += {step}(ctx);"));
    }
    let share = modules.div_ceil(depth);
    let first = layer * share;
    for index in first..(first + share).min(modules) {
        if random.percent(40) {
            text.put(format_args!("if (ctx->flag & {})", 1 << random.below(8)));
            text.put(format_args!("    r += module_{index}(ctx);"));
        } else {
            text.put(format_args!("r += module_{index}(ctx);"));
        }
        text.line("r &= 1023;");
    }
    let condition = match random.below(4) {
        0 => format!("ctx->mode < {}", secret.mode + random.range(1, 20)),
        1 => format!("ctx->key > {}", secret.key - random.range(1, 900)),
        2 => format!("ctx->flag != {}", secret.flag + random.range(1, 9)),
        _ => format!("ctx->size >= {}", secret.size - random.range(0, 5)),
    };
    let next = if layer + 1 == depth { "culprit".to_owned() } else { format!("layer_{}", layer + 1) };
    text.put(format_args!("if ({condition})"));
    text.put(format_args!("    r += {next}(ctx);"));
    text.line("return r & 1023;");
    text.end();
}

#[cfg(test)]
mod tests {
    use super::super::from_line;

    #[test]
    fn modules_and_layers() {
        let program = from_line("m modules modules=20 depth=5 bug=null seed=4").expect("generated").2;
        assert_eq!(program.text.matches("static int module_").count(), 20);
        assert_eq!(program.text.matches("static int layer_").count(), 5);
        assert_eq!(program.questions[0].name, "any-null");
        assert_eq!(program.questions[1].within, Some("culprit"));
        assert!(!program.text.contains('$'));
        assert!(from_line("m modules bug=none").expect("generated").2.questions[0].inputs.is_none());
        assert!(from_line("m modules bug=other").is_err());
    }

    #[test]
    fn deep_bugs_have_their_steps_in_layers() {
        let program = from_line("m modules modules=20 depth=5 bug=count seed=4").expect("generated").2;
        for step in ["check_size(ctx);", "check_mode(ctx);", "check_flag(ctx);"] {
            assert_eq!(program.text.matches(step).count(), 1, "{step}");
        }
        assert_eq!(program.questions[0].property, "div0");
        let program = from_line("m modules modules=40 depth=1 bug=slot seed=4").expect("generated").2;
        assert!(
            program.text.contains("r += open_all(ctx);") && program.text.contains("r += close_some(ctx);")
        );
        assert!(!program.text.contains('$'));
    }
}
