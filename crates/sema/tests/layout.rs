//! Record layouts against the C compiler: random records, every field's bits compared.

mod common;

use std::fmt::Write;
use std::process::Command;

use maymust_sema::{DataModel, Field, RecordLayout, Type, Types};

/// A small deterministic generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

const SCALARS: &[&str] = &[
    "char",
    "short",
    "int",
    "long",
    "long long",
    "double",
    "float",
    "void *",
    "long double",
    "_Bool",
    "enum e",
    "enum p",
    "a16",
    "a2",
];
const BIT_TYPES: &[(&str, u64)] = &[
    ("int", 32),
    ("unsigned", 32),
    ("char", 8),
    ("unsigned short", 16),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
    ("enum e", 32),
    ("signed char", 8),
];

const PRELUDE: &str = "enum e { E1, E2 = 100 }; enum __attribute__((packed)) p { P1 };
typedef int a16 __attribute__((aligned(16))); typedef int a2 __attribute__((aligned(2)));\n";

fn member(random: &mut Random, i: u64, records: u64) -> String {
    let attribute = match random.below(12) {
        0 => " __attribute__((aligned(8)))",
        1 => " __attribute__((packed))",
        2 => " __attribute__((aligned(2)))",
        _ => "",
    };
    match random.below(8) {
        0..=3 => {
            let (ty, most) = BIT_TYPES[random.below(BIT_TYPES.len() as u64) as usize];
            if random.one_in(8) {
                return format!("{ty} : {};", random.below(2) * random.below(most));
            }
            let width = 1 + random.below(most);
            format!("{ty} f{i} : {width}{attribute};")
        }
        4 if records > 0 => format!("struct s{} f{i}{attribute};", random.below(records)),
        5 => {
            let ty = SCALARS[random.below(SCALARS.len() as u64 - 2) as usize];
            format!("{ty} f{i}[{}]{attribute};", 1 + random.below(3))
        }
        _ => {
            let ty = SCALARS[random.below(SCALARS.len() as u64) as usize];
            format!("{ty} f{i}{attribute};")
        }
    }
}

/// Definitions of `struct s0 … ` or unions.
fn definitions(random: &mut Random, n: u64) -> String {
    let mut out = PRELUDE.to_owned();
    for s in 0..n {
        let packs = random.one_in(6);
        if packs {
            let _ = writeln!(out, "#pragma pack(push, {})", 1 << random.below(4));
        }
        let count = 1 + random.below(6);
        let attribute = match random.below(6) {
            0 => " __attribute__((packed))",
            1 => " __attribute__((aligned(16)))",
            2 if random.one_in(2) => " __attribute__((packed, aligned(4)))",
            _ => "",
        };
        let inner = if random.one_in(5) { "union" } else { "struct" };
        let members: String = (0..count).map(|i| member(random, i, s)).collect();
        if inner == "union" {
            let _ = writeln!(out, "struct s{s} {{ char pre; union {{ {members} }} u; }}{attribute};");
        } else {
            let _ = writeln!(out, "struct s{s} {{ {members} }}{attribute};");
        }
        if packs {
            out.push_str("#pragma pack(pop)\n");
        }
    }
    out
}

/// Path, and the bits it covers.
fn fields_of(
    types: &Types,
    layout: &RecordLayout,
    name: &dyn Fn(&Field) -> String,
) -> Vec<(String, u64, u64, bool)> {
    let mut out = Vec::new();
    for field in &layout.fields {
        let path = name(field);
        if let Type::Record(r) = types.bare(field.ty)
            && types.record(*r).is_union
            && let Some(inner) = &types.record(*r).layout
        {
            for f in &inner.fields {
                out.push(bits_of(types, f, field.offset * 8, format!("{path}.{}", name(f))));
            }
            continue;
        }
        out.push(bits_of(types, field, 0, path));
    }
    out
}

fn bits_of(types: &Types, field: &Field, base: u64, path: String) -> (String, u64, u64, bool) {
    let start = base + field.offset * 8;
    match field.bits {
        Some(bits) => (path, start + u64::from(bits.shift), u64::from(bits.width), true),
        None => (path, start, types.size_of(field.ty).unwrap_or(0) * 8, false),
    }
}

fn compare(model: DataModel, flag: &str, seed: u64) {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let dir = std::env::temp_dir().join(format!("maymust-layout-{}-{seed}{flag}", std::process::id()));
    if std::fs::create_dir_all(&dir).is_err() {
        return;
    }
    let count = 150;
    let definitions = definitions(&mut Random(seed), count);
    let (program, expected) = program(&definitions, count, model);
    let (source, binary) = (dir.join("l.c"), dir.join("l"));
    std::fs::write(&source, program).expect("a writable directory");
    let built = Command::new(&compiler).args(["-w", flag, "-o"]).arg(&binary).arg(&source).output();
    if !built.as_ref().is_ok_and(|o| o.status.success()) {
        let _ = std::fs::remove_dir_all(&dir);
        eprintln!("skipped: {compiler} {flag} does not build programs here");
        return;
    }
    let output = Command::new(&binary).output().expect("the program runs");
    let found = String::from_utf8_lossy(&output.stdout);
    let _ = std::fs::remove_dir_all(&dir);
    for (found, expected) in found.lines().zip(expected.lines()) {
        let number: usize = expected[1..].split([' ', '.']).next().and_then(|n| n.parse().ok()).unwrap_or(0);
        let definition = definitions.lines().find(|l| l.starts_with(&format!("struct s{number} ")));
        assert_eq!(found, expected, "seed {seed}: {definition:?}");
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

/// A program that prints the layouts, and what we say it prints.
fn program(definitions: &str, count: u64, model: DataModel) -> (String, String) {
    let globals: String = (0..count).map(|s| format!("struct s{s} v{s};")).collect();
    let aligns: String = (0..count).map(|s| format!("__alignof__(struct s{s}),")).collect();
    let source = format!("{definitions}{globals} int aligns[] = {{ {aligns} }};");
    let checked = common::check_files(&[&source], model);
    assert!(checked.errors().is_empty(), "{:?}", checked.messages);
    let types = &checked.program.types;
    let mut main = String::new();
    let mut expected = String::new();
    for s in 0..count {
        let global = &checked.program.globals[s as usize];
        let Type::Record(r) = types.bare(global.ty) else { panic!("a record") };
        let layout = types.record(*r).layout.as_ref().expect("complete");
        let _ = writeln!(main, "printf(\"s{s} %d %d\\n\", (int)sizeof v{s}, (int)__alignof__(struct s{s}));");
        let _ = writeln!(expected, "s{s} {} {}", layout.size, layout.align);
        // Names are f0, f1, … in order of interning; the union wrapper has `pre` and `u`.
        let names = &checked.names;
        let name = |f: &Field| f.name.map(|n| names.text(n).to_owned()).unwrap_or_default();
        for (path, start, width, is_bits) in fields_of(types, layout, &name) {
            if width == 0 {
                continue;
            }
            let set = if is_bits {
                format!("v{s}.{path} = -1")
            } else {
                format!("memset(&v{s}.{path}, 255, sizeof v{s}.{path})")
            };
            let _ = writeln!(
                main,
                "memset(&v{s}, 0, sizeof v{s}); {set}; show(\"s{s}.{path}\", &v{s}, sizeof v{s});"
            );
            let _ = writeln!(expected, "s{s}.{path} {start} {width}");
        }
    }
    let show = "static void show(const char *n, void *p, int size) { unsigned char *b = p; int first = -1, count = 0;
        for (int i = 0; i < size * 8; i++) if (b[i / 8] >> i % 8 & 1) { if (first < 0) first = i; count++; }
        printf(\"%s %d %d\\n\", n, first, count); }";
    let text = format!(
        "#include <stdio.h>\n#include <string.h>\n{definitions}{globals}\n{show}\nint main(void) {{\n{main}}}\n"
    );
    (text, expected)
}

#[test]
fn lp64_layouts_are_gccs() {
    for seed in 1..=4 {
        compare(DataModel::Lp64, "-m64", seed);
    }
}

#[test]
fn ilp32_layouts_are_gccs() {
    for seed in 1..=4 {
        compare(DataModel::Ilp32, "-m32", seed);
    }
}
