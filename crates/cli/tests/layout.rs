//! Sizes, alignments, offsets and bit-fields equal gcc's, with 64 and with 32 bits: `tests/layout`.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{all, compile, compiler, entries, maymust, programs, run, scratch, stem};

/// Prints the table that every declaration file ends with.
const PRINTER: &str = "
int printf(const char *, ...);
int main(void)
{
    unsigned long i;
    for (i = 0; i < sizeof layout / sizeof *layout; i++)
        printf(\"%lu\\n\", layout[i]);
    return 0;
}
";

fn is_program(path: &Path) -> bool {
    stem(path).starts_with("bits_")
}

fn with_printer(path: &Path, folder: &Path) -> PathBuf {
    let text = std::fs::read_to_string(path).expect("the declarations can be read");
    let program = folder.join(path.file_name().unwrap_or_default());
    std::fs::write(&program, text + PRINTER).expect("the program can be written");
    program
}

fn table(text: &str) -> Vec<&str> {
    text.lines().collect()
}

fn compare(name: &str, ours: &[&str], theirs: &[&str]) -> Result<(), String> {
    if ours == theirs {
        return Ok(());
    }
    let first = ours.iter().zip(theirs).position(|(a, b)| a != b);
    let (ours, theirs) = (first.map(|i| ours[i]), first.map(|i| theirs[i]));
    Err(format!("{name}: entry {first:?} is {ours:?}, not {theirs:?}"))
}

#[test]
fn layout_with_64_bits() {
    let Some(cc) = compiler() else { return };
    let folder = scratch("layout64");
    all(&entries(&programs("layout")), |path| {
        let name = stem(path);
        let program = if is_program(path) { path.clone() } else { with_printer(path, &folder) };
        let binary = folder.join(&name);
        compile(&cc, &[], std::slice::from_ref(&program), &binary)?;
        let theirs = run(&mut Command::new(&binary), &folder.join(format!("{name}.cc")));
        let ours = run(maymust().args(["run", "-w"]).arg(&program), &folder.join(format!("{name}.mm")));
        let said = ours.stderr.lines().take(4).collect::<Vec<_>>().join("\n    ");
        compare(&name, &table(&ours.stdout), &table(&theirs.stdout)).map_err(|e| format!("{e}\n    {said}"))
    });
}

/// The numbers of the table in 32-bit assembly, so that no 32-bit library is needed.
fn assembled(text: &str) -> Vec<String> {
    let after = text.lines().skip_while(|line| line.trim() != "layout:").skip(1);
    let mut numbers = Vec::new();
    for line in after {
        match line.trim().split_once('\t') {
            Some((".long", value)) => numbers.push(value.to_owned()),
            Some((".zero", bytes)) => {
                let count = bytes.parse::<usize>().unwrap_or(0) / 4;
                numbers.extend(std::iter::repeat_n("0".to_owned(), count));
            }
            _ => break,
        }
    }
    numbers
}

#[test]
fn layout_with_32_bits() {
    let Some(cc) = compiler() else { return };
    let folder = scratch("layout32");
    let list: Vec<PathBuf> = entries(&programs("layout")).into_iter().filter(|p| !is_program(p)).collect();
    let assemble = |path: &Path, assembly: &Path| {
        let mut command = Command::new(&cc);
        command.args(["-m32", "-O0", "-w", "-std=gnu11", "-S", "-o"]).arg(assembly).arg(path);
        command.output().is_ok_and(|out| out.status.success())
    };
    if !assemble(&list[0], &folder.join("probe.s")) {
        println!("skipped: the compiler does not compile for 32 bits");
        return;
    }
    all(&list, |path| {
        let name = stem(path);
        let assembly = folder.join(format!("{name}.s"));
        assert!(assemble(path, &assembly), "{name} compiles with 32 bits");
        let theirs = assembled(&std::fs::read_to_string(&assembly).expect("the assembly is there"));
        let theirs: Vec<&str> = theirs.iter().map(String::as_str).collect();
        let program = with_printer(path, &folder);
        let mut command = maymust();
        command.args(["run", "-w", "--data-model", "ilp32"]).arg(&program);
        let ours = run(&mut command, &folder.join(format!("{name}.mm")));
        let said = ours.stderr.lines().take(4).collect::<Vec<_>>().join("\n    ");
        compare(&name, &table(&ours.stdout), &theirs).map_err(|e| format!("{e}\n    {said}"))
    });
}
