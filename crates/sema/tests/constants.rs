//! Constant expressions against the C compiler: random ones, values and types compared in both data models.

mod common;

use std::fmt::Write;
use std::process::Command;

use maymust_sema::DataModel;
use maymust_sema::hir::{Constant, GlobalInit};

/// A small deterministic generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

const TYPES: &[&str] = &[
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "enum e",
];

fn literal(random: &mut Random) -> String {
    let suffix = random.pick(&["", "", "u", "l", "ul", "ll", "ull"]);
    let high = random.below(1 << 31);
    let low = random.below(1 << 31);
    match random.below(6) {
        0 => format!("{}{suffix}", random.below(300)),
        1 => format!("{:#x}{suffix}", (high << 31 | low) >> random.below(60)),
        2 => format!("{}{suffix}", (high << 31 | low) >> random.below(60)),
        3 => random
            .pick(&["'a'", "'\\377'", "L'x'", "E1", "E2", "sizeof(int)", "sizeof(long)", "-1"])
            .to_owned(),
        4 => format!(
            "(int)({} {} {})",
            random.pick(FLOATS),
            random.pick(&["+", "*", "/", "-"]),
            random.pick(FLOATS)
        ),
        _ => format!("({}){low}", random.pick(TYPES)),
    }
}

const FLOATS: &[&str] = &["1.5", "0.1f", "3.25L", "1e10", "-2.75", "123456789.0", "0x1.8p4", "2.0f"];

fn expression(random: &mut Random, depth: u64) -> String {
    if depth == 0 {
        return literal(random);
    }
    let sub = |random: &mut Random| expression(random, depth - 1);
    let a = sub(random);
    let b = sub(random);
    match random.below(10) {
        0 => format!("({}){a}", random.pick(TYPES)),
        1 => format!("({} {a})", random.pick(&["-", "~", "!", "+"])),
        2 => format!("({a} {} ({b} & 15))", random.pick(&["<<", ">>"])),
        3 => format!("({a} {} ({b} | 1))", random.pick(&["/", "%"])),
        4 => format!("({a} {} {b})", random.pick(&["<", ">", "<=", ">=", "==", "!=", "&&", "||"])),
        5 => format!("({a} ? {b} : {})", sub(random)),
        _ => format!("({a} {} {b})", random.pick(&["+", "-", "*", "&", "|", "^"])),
    }
}

fn compare(model: DataModel, flag: &str, seed: u64) {
    let mut random = Random(seed);
    let count = 400;
    let mut source = "enum e { E1 = 3, E2 = 70 };\n".to_owned();
    let mut values = Vec::new();
    for i in 0..count {
        let depth = 1 + random.below(3);
        let e = expression(&mut random, depth);
        values.push(format!("(unsigned long long)({e})"));
        values.push(format!("sizeof({e}) * 2ull + ((__typeof__(({e}) + 0))-1 < 0)"));
        let _ =
            writeln!(source, "unsigned long long v{i}[] = {{ {}, {} }};", values[2 * i], values[2 * i + 1]);
    }
    let checked = common::check_files(&[&source], model);
    assert!(checked.errors().is_empty(), "{:?}", checked.messages);
    let mut asserts = "enum e { E1 = 3, E2 = 70 };\n".to_owned();
    for (i, global) in checked.program.globals.iter().enumerate() {
        let mut found = [0u128; 2];
        if let GlobalInit::Cells(cells) = &global.init {
            for cell in cells {
                let Constant::Int(v) = cell.value else { panic!("a number") };
                found[(cell.offset / 8) as usize] = v;
            }
        }
        for (k, v) in found.iter().enumerate() {
            let _ = writeln!(asserts, "_Static_assert({} == {v:#x}ull, \"{v}\");", values[2 * i + k]);
        }
    }
    judge(flag, seed, &asserts);
}

/// Asks the compiler whether all assertions hold.
fn judge(flag: &str, seed: u64, asserts: &str) {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let path = std::env::temp_dir().join(format!("maymust-constants-{}-{seed}{flag}.c", std::process::id()));
    std::fs::write(&path, asserts).expect("a writable directory");
    let output = Command::new(&compiler).args(["-w", flag, "-fsyntax-only"]).arg(&path).output();
    let _ = std::fs::remove_file(&path);
    match output {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        Err(_) => eprintln!("skipped: no C compiler"),
    }
}

#[test]
fn lp64_constants_are_gccs() {
    for seed in 1..=3 {
        compare(DataModel::Lp64, "-m64", seed);
    }
}

#[test]
fn ilp32_constants_are_gccs() {
    for seed in 4..=6 {
        compare(DataModel::Ilp32, "-m32", seed);
    }
}
