//! `--test OUT.c`: the inputs of a failing run as C, to be compiled with the program.
//!
//! Every `__VERIFIER_nondet_…` function that the run called is defined to give its values in order. Functions that only
//! verifiers know (`__VERIFIER_assume`, `reach_error`, …) get weak definitions, which give way to the program's own.

use std::fmt::Write as _;

use maymust_engine::Run;
use maymust_program::{CheckKind, Input};
use maymust_term::Value;

use crate::{Finding, Report, Trace, place_text, trace};

/// Why there is no test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTest {
    /// No check fails.
    NothingFails,
    /// The run never ends, and nobody can wait for that.
    NeverEnds,
    /// The failing run is too long to be replayed step by step.
    TooLong,
}

/// The test of the first failing check.
///
/// # Errors
/// Why there is none.
pub fn render(report: &Report<'_>) -> Result<String, NoTest> {
    let failing = report.findings.iter().find_map(|f| f.run().map(|run| (f, run)));
    let (finding, run) = failing.ok_or(NoTest::NothingFails)?;
    if run.failure.kind == CheckKind::Termination {
        return Err(NoTest::NeverEnds);
    }
    let trace = report.trace(finding).ok_or(NoTest::TooLong)?;
    Ok(text(report, finding, run, &trace))
}

fn text(report: &Report<'_>, finding: &Finding, run: &Run, trace: &Trace) -> String {
    let place = place_text(finding.place.as_ref());
    let mut out = format!(
        "/* Inputs that make the program fail at {place}:\n   {}: {}.\n",
        run.failure.kind.name(),
        run.failure.message.replace("*/", "* /")
    );
    let arguments = arguments(report, finding, run);
    out.push_str(match arguments {
        None => "   Compile it together with the program and run the result.\n",
        Some(_) => {
            "   Compile the program with -Dmain=program_main, then this file with it, and run the result.\n"
        }
    });
    for (what, value) in outside(finding, run) {
        let _ = writeln!(out, "   Not in this file: {what} = {value}", what = what.replace("*/", "* /"));
    }
    out.push_str("*/\n\n");
    let mut functions: Vec<(String, Vec<&Value>)> = Vec::new();
    for given in trace.inputs.iter().filter(|g| matches!(g.input, Input::Nondet(_))) {
        let name = given.asked_by.clone();
        match functions.iter_mut().find(|(n, _)| *n == name) {
            Some((_, values)) => values.push(&given.value),
            None => functions.push((name, vec![&given.value])),
        }
    }
    for (name, values) in &functions {
        out.push_str(&function(name, values));
    }
    out.push_str(&arguments.unwrap_or_default());
    out.push_str(SUPPORT);
    out
}

/// A `main` that calls the program's with the arguments of the run, if the program looks at them.
fn arguments(report: &Report<'_>, finding: &Finding, run: &Run) -> Option<String> {
    let program = report.program;
    let main = program.proc(program.find_proc("main").filter(|_| finding.entry == "main")?);
    let reads = |e: &maymust_program::Edge| {
        let support = e.op.terms().into_iter().flat_map(|t| program.terms.support(t)).collect::<Vec<_>>();
        main.params.iter().any(|p| support.contains(p))
    };
    if !main.edges.iter().any(reads) {
        return None;
    }
    let entry = |name: &str| {
        let is = |(input, _): &&(Input, Value)| matches!(input, Input::Entry(n) if **n == *name);
        run.inputs.values.iter().find(is).map(|(_, value)| value)
    };
    let count = bits(entry("argc")?) as u32 as i32;
    let strings: Vec<String> = (0..count.clamp(0, 3))
        .map(|i| entry(&format!("argv[{i}]")).map_or("\"program\"".to_owned(), c_string))
        .collect();
    Some(format!(
        "extern int program_main();\n\nint main(void)\n{{\n    char *argv[] = {{ {}, 0 }};\n    \
         return program_main({count}, argv, argv + {});\n}}\n\n",
        strings.join(", "),
        strings.len()
    ))
}

/// The string whose bytes are a number, least first, as C writes it.
fn c_string(value: &Value) -> String {
    let mut out = "(char[]){ ".to_owned();
    for byte in bits(value).to_le_bytes().into_iter().take(7).take_while(|b| *b != 0) {
        let _ = write!(out, "{}, ", byte as i8);
    }
    out + "0 }"
}

/// Inputs that this file cannot give: arguments, results of functions without body, standard input.
fn outside(finding: &Finding, run: &Run) -> Vec<(String, String)> {
    let mut list = Vec::new();
    if finding.entry != "main" {
        list.push(("the call of the entry function".to_owned(), finding.entry.clone()));
    }
    for (input, value) in &run.inputs.values {
        let given = match input {
            Input::Nondet(_) | Input::Uninitialised(_) => true,
            // In `main`, if the program looks at them.
            Input::Entry(name) => {
                finding.entry == "main" && (name.starts_with("arg") || &**name == "a longer argument")
            }
            _ => false,
        };
        if !given {
            list.push((trace::input_text(input), value.to_string()));
        }
    }
    list
}

fn function(name: &str, values: &[&Value]) -> String {
    let word = name.trim_start_matches("__VERIFIER_nondet_");
    let ty = c_type(word);
    let list: Vec<String> = values.iter().map(|v| format!("{}ull", bits(v))).collect();
    let n = list.len();
    let value = match ty {
        "float" => "union { unsigned bits; float value; } u = { (unsigned)values[n] }; n++; return u.value;",
        "double" => {
            "union { unsigned long long bits; double value; } u = { values[n] }; n++; return u.value;"
        }
        _ => "return values[n++];",
    };
    let cast = value.replace("return values[n++];", &format!("return ({ty})values[n++];"));
    format!(
        "{ty} {name}(void)\n{{\n    static const unsigned long long values[{n}] = {{ {} }};\n    static unsigned n;\n    \
         if (n >= {n})\n        return ({ty})0;\n    {cast}\n}}\n\n",
        list.join(", ")
    )
}

fn bits(value: &Value) -> u64 {
    match value {
        Value::Bv(v) => v.resize_unsigned(64).to_u64().unwrap_or(0),
        other => other.as_u64().unwrap_or(0),
    }
}

/// The C type of a `__VERIFIER_nondet_…` function by its ending.
fn c_type(word: &str) -> &'static str {
    match word {
        "bool" | "_Bool" => "_Bool",
        "char" => "char",
        "schar" => "signed char",
        "uchar" | "u8" | "unsigned_char" => "unsigned char",
        "short" => "short",
        "ushort" | "u16" => "unsigned short",
        "uint" | "unsigned" | "u32" | "unsigned_int" => "unsigned int",
        "long" | "loff_t" => "long",
        "ulong" | "size_t" | "sector_t" => "unsigned long",
        "longlong" => "long long",
        "ulonglong" | "u64" => "unsigned long long",
        "float" => "float",
        "double" => "double",
        "pointer" | "pchar" => "void *",
        _ => "int",
    }
}

const SUPPORT: &str = "\
extern void abort(void);
extern void _Exit(int);

__attribute__((weak)) void __VERIFIER_assume(int condition)
{
    if (!condition)
        _Exit(0);
}

__attribute__((weak)) void __VERIFIER_assert(int condition)
{
    if (!condition)
        abort();
}

__attribute__((weak)) void __VERIFIER_error(void)
{
    abort();
}

__attribute__((weak)) void reach_error(void)
{
    abort();
}
";
