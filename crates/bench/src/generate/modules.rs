//! Programs of many small modules (tokenisers, ring buffers, lists, string handling, state machines, lookups, averages, matrices)
//! under layers of functions, with one bug in one module at the bottom: an index, a null pointer, an assertion, a division.
//! Most modules matter nothing to the bug; a good refinement never opens them.

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
}

/// `modules=N depth=N bug=none|bounds|null|assertion|division seed=N`.
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
        other => return Err(format!("no bug is called `{other}`")),
    };
    let mut random = Random::new(parameters.number("seed", 1)?);
    let secret = Secret {
        mode: random.range(1, 40),
        size: random.range(9, 15),
        key: random.range(1000, 900_000),
        flag: random.range(1, 255),
    };
    let mut text = Text::default();
    text.put(format_args!("/* {modules} modules under {depth} layers; made by the generator. */"));
    include_str!("../../c/modules_head.c").lines().for_each(|line| text.line(line));
    for index in 0..modules {
        module(&mut text, &mut random, index);
    }
    culprit(&mut text, bug, &secret);
    for layer in (0..depth).rev() {
        self::layer(&mut text, &mut random, layer, depth, modules, &secret);
    }
    include_str!("../../c/modules_main.c").lines().for_each(|line| text.line(line));
    let (name, property) = match bug {
        Some(Bug::Bounds) => ("bounds", "bounds"),
        Some(Bug::Null) => ("null", "null"),
        Some(Bug::Division) => ("division", "div0"),
        Some(Bug::Assertion) | None => ("assertion", "unreach-call"),
    };
    let inputs =
        bug.map(|_| [secret.mode, secret.size, secret.key, secret.flag].iter().map(|v| *v as i64).collect());
    let questions = vec![Ask { name: name.to_owned(), define: None, property, inputs }];
    Ok(Generated { text: text.finish(), questions })
}

/// A module that is right.
fn module(text: &mut Text, random: &mut Random, index: u64) {
    text.function(format_args!("static int module_{index}(struct context *ctx)"));
    let (a, b) = (random.range(1, 30), random.range(2, 9));
    let template = match random.below(8) {
        0 => include_str!("../../c/module_words.c"),
        1 => include_str!("../../c/module_ring.c"),
        2 => include_str!("../../c/module_list.c"),
        3 => include_str!("../../c/module_copy.c"),
        4 => include_str!("../../c/module_states.c"),
        5 => include_str!("../../c/module_lookup.c"),
        6 => include_str!("../../c/module_average.c"),
        _ => include_str!("../../c/module_matrix.c"),
    };
    for line in template.lines() {
        text.line(&line.replace("$A", &a.to_string()).replace("$B", &b.to_string()));
    }
    text.end();
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
        Some(Bug::Assertion) | None => {
            let guard = if bug.is_none() { " && ctx->size < 0" } else { "" };
            text.put(format_args!("if (ctx->key == {key} && ctx->flag == {flag}{guard})"));
            text.line("    reach_error();");
            text.line("return 1;");
        }
    }
    text.end();
}

/// A layer: some modules, and the next layer under a condition that the secret meets.
fn layer(text: &mut Text, random: &mut Random, layer: u64, depth: u64, modules: u64, secret: &Secret) {
    text.function(format_args!("static int layer_{layer}(struct context *ctx)"));
    text.line("int r = 0;");
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
        assert_eq!(program.questions[0].name, "null");
        assert!(!program.text.contains('$'));
        assert!(from_line("m modules bug=none").expect("generated").2.questions[0].inputs.is_none());
        assert!(from_line("m modules bug=other").is_err());
    }
}
