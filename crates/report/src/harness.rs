//! `--test OUT.c`: the inputs of a failing run as C, to be compiled with the program.
//!
//! Every `__VERIFIER_nondet_…` function that the run called is defined to give its values in order. Functions that only
//! verifiers know (`__VERIFIER_assume`, `reach_error`, …) get weak definitions, which give way to the program's own. If runs start with
//! another function than `main`, the file includes the program's and has a `main` that makes its objects and calls it.

use std::fmt::Write as _;

use maymust_engine::Run;
use maymust_program::shape::Shape;
use maymust_program::{CheckKind, Input, Reading};
use maymust_term::Value;

use crate::{Argument, Finding, Report, Trace, place_text, trace};

/// Why there is no test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTest {
    /// No check fails.
    NothingFails,
    /// The run never ends, and nobody can wait for that.
    NeverEnds,
    /// The failing run is too long to be replayed step by step.
    TooLong,
    /// An argument has a type without a name.
    NoName,
}

impl NoTest {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            NoTest::NothingFails => "nothing fails",
            NoTest::NeverEnds => "the failing run never ends",
            NoTest::TooLong => "the failing run is too long",
            NoTest::NoName => "an argument of the entry function has a type without a name",
        }
    }
}

/// A test: a C file that makes the program fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The file.
    pub text: String,
    /// The file of the program that it includes; it is not to be compiled once more.
    pub includes: Option<String>,
    /// Must the rest be compiled with `-Dmain=program_main`?
    pub renames_main: bool,
}

/// The test of the first failing check.
///
/// # Errors
/// Why there is none.
pub fn render(report: &Report<'_>) -> Result<Test, NoTest> {
    let failing = report.findings.iter().find(|f| f.run().is_some());
    of(report, failing.ok_or(NoTest::NothingFails)?)
}

/// The test of a failing check.
///
/// # Errors
/// Why there is none.
pub fn of(report: &Report<'_>, finding: &Finding) -> Result<Test, NoTest> {
    let run = finding.run().ok_or(NoTest::NothingFails)?;
    if run.failure.kind == CheckKind::Termination {
        return Err(NoTest::NeverEnds);
    }
    let trace = report.trace(finding).ok_or(NoTest::TooLong)?;
    let is_main = finding.entry == "main";
    let arguments = if is_main { arguments(report, finding, run) } else { None };
    let place = place_text(finding.place.as_ref());
    let mut out = format!(
        "/* Inputs that make the program fail at {}:\n   {}: {}.\n",
        comment(&place),
        run.failure.kind.name(),
        comment(&run.failure.message)
    );
    let includes = if is_main { None } else { entry_file(report, finding) };
    out.push_str(match (&includes, &arguments) {
        (Some(_), _) => "   It includes the file of the entry function: compile it with the program's other files and run the result.\n",
        (None, None) => "   Compile it together with the program and run the result.\n",
        (None, Some(_)) => {
            "   Compile the program with -Dmain=program_main, then this file with it, and run the result.\n"
        }
    });
    for (what, value) in outside(finding, run) {
        let _ = writeln!(out, "   Not in this file: {} = {value}", comment(&what));
    }
    out.push_str("*/\n\n");
    if let Some(file) = &includes {
        let file: String = file.chars().filter(|c| !matches!(c, '"' | '\n' | '\\')).collect();
        let _ = writeln!(out, "#define main program_main\n#include \"{file}\"\n#undef main\n");
    }
    let mut functions: Vec<(String, Vec<&Value>)> = Vec::new();
    for given in trace.asked.iter().filter(|g| matches!(g.input, Input::Nondet(_))) {
        let name = given.asked_by.clone();
        match functions.iter_mut().find(|(n, _)| *n == name) {
            Some((_, values)) => values.push(&given.value),
            None => functions.push((name, vec![&given.value])),
        }
    }
    for (name, values) in &functions {
        out.push_str(&function(name, values));
    }
    if includes.is_some() {
        out.push_str(&call(report, finding, &trace)?);
    }
    out.push_str(arguments.as_deref().unwrap_or_default());
    out.push_str(&support(report));
    let renames_main = arguments.is_some() || includes.is_some();
    Ok(Test { text: out, includes, renames_main })
}

fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace(['\n', '\r'], " ")
}

/// The file that defines the entry function, from the root of the file system on.
fn entry_file(report: &Report<'_>, finding: &Finding) -> Option<String> {
    let entry = report.program.find_proc(&finding.entry)?;
    let place = report.sources.place(report.program.proc(entry).span)?;
    let path = std::path::absolute(&place.file).ok()?;
    path.to_str().map(str::to_owned)
}

/// A `main` that makes the objects of the run and calls the entry function.
fn call(report: &Report<'_>, finding: &Finding, trace: &Trace) -> Result<String, NoTest> {
    let program = report.program;
    let (shapes, layout) = (&program.shapes, program.layout);
    let mut out = String::from("int main(void)\n{\n");
    let pointer = |address: u64| {
        let (number, offset) = layout.split(address);
        let place =
            |text: String| if offset == 0 { text } else { format!("(char *){text} + {}", offset as i32) };
        if number == 0 {
            return Some(format!("(void *){offset}"));
        }
        if let Some(object) = trace.objects.iter().find(|o| o.number == number) {
            return Some(place(match &object.global {
                Some(name) => format!("&{name}"),
                None => format!("object_{number}"),
            }));
        }
        let object = program.statics.get((number as usize).wrapping_sub(1))?;
        (!object.name.contains([' ', '$', '"'])).then(|| place(format!("&{}", object.name)))
    };
    for object in &trace.objects {
        let n = object.number;
        let target = match &object.global {
            Some(name) => format!("&{name}"),
            None => {
                let _ = writeln!(
                    out,
                    "    unsigned char *object_{n} = __builtin_calloc({}, 1);",
                    object.size.max(1)
                );
                format!("object_{n}")
            }
        };
        if object.global.is_some() {
            let _ = writeln!(out, "    __builtin_memset({target}, 0, sizeof {});", &target[1..]);
        }
        if !object.bytes.is_empty() {
            let bytes: Vec<String> = object.bytes.iter().map(u8::to_string).collect();
            let _ = writeln!(
                out,
                "    __builtin_memcpy({target}, (unsigned char[]){{ {} }}, {});",
                bytes.join(", "),
                bytes.len()
            );
        }
    }
    for object in &trace.objects {
        for (at, to) in &object.pointers {
            let base = match &object.global {
                Some(name) => format!("(char *)&{name}"),
                None => format!("object_{}", object.number),
            };
            if let Some(to) = pointer(*to) {
                let _ = writeln!(out, "    *(void **)({base} + {at}) = (void *)({to});");
            }
        }
    }
    let value = |argument: &Argument| -> Result<String, NoTest> {
        let bits = bits(&argument.value);
        match argument.shape.map(|s| shapes.get(s)) {
            Some(Shape::Pointer(_)) => Ok(pointer(bits).map_or("0".to_owned(), |p| format!("(void *)({p})"))),
            Some(Shape::Scalar { reading: Reading::Float, bytes: 4, .. }) => {
                Ok(format!("((union {{ unsigned bits; float value; }}){{ {bits}u }}).value"))
            }
            Some(Shape::Scalar { reading: Reading::Float, bytes: 8, .. }) => {
                Ok(format!("((union {{ unsigned long long bits; double value; }}){{ {bits}ull }}).value"))
            }
            Some(Shape::Scalar { .. }) => Ok(format!("{bits}ull")),
            _ => match argument.record.map(|s| shapes.get(s)) {
                Some(Shape::Record { name: Some(name), .. }) => {
                    let address = pointer(bits).ok_or(NoTest::NoName)?;
                    Ok(format!("*({name} *)({address})"))
                }
                _ => Err(NoTest::NoName),
            },
        }
    };
    for global in &trace.globals {
        let _ = writeln!(out, "    {} = {};", global.name, value(global)?);
    }
    let list = trace.arguments.iter().map(value).collect::<Result<Vec<_>, _>>()?;
    let _ = writeln!(out, "    {}({});\n    return 0;\n}}\n", finding.entry, list.join(", "));
    Ok(out)
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
    for (input, value) in &run.inputs.values {
        let given = match input {
            Input::Nondet(_) | Input::Uninitialised(_) => true,
            // In `main`, if the program looks at them.
            Input::Entry(name) => {
                finding.entry != "main" || name.starts_with("arg") || &**name == "a longer argument"
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

/// Functions that only verifiers know, for compilers: what the program defines itself is left out.
fn support(report: &Report<'_>) -> String {
    const FUNCTIONS: [(&str, &str, &str); 4] = [
        ("__VERIFIER_assume", "int condition", "if (!condition)\n        _Exit(0);"),
        ("__VERIFIER_assert", "int condition", "if (!condition)\n        abort();"),
        ("__VERIFIER_error", "void", "abort();"),
        ("reach_error", "void", "abort();"),
    ];
    let mut out = String::from("extern void abort(void);\nextern void _Exit(int);\n");
    let program = report.program;
    for (name, parameters, body) in FUNCTIONS {
        let own = program.find_proc(name).map(|p| program.proc(p));
        if own.is_none_or(|p| p.is_library() || !p.has_body) {
            let _ = write!(out, "\n__attribute__((weak)) void {name}({parameters})\n{{\n    {body}\n}}\n");
        }
    }
    out
}
