//! A run may be stopped anywhere and go on from a snapshot, in fast or stepped code: nothing else changes. For the programs
//! under `tests/run` and `tests/ub`, as they are lowered, with memory divided into regions, and as engines get them.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use maymust_machine::{Captured, Env, Limits, Machine, Stop, Zeros};
use maymust_program::Program;
use maymust_sema::DataModel;
use maymust_source::Span;

/// What a run did: the output, and how it ended.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    output: Vec<u8>,
    end: String,
    /// The places of the calls under way.
    stack: Vec<Span>,
}

/// How a run is cut.
#[derive(Clone, Copy)]
enum Cut {
    Whole,
    /// Pieces that grow, every other one stepped.
    Pieces(u64),
}

fn outcome(program: &Program, cut: Cut) -> Option<Outcome> {
    let machine = Machine::new(program);
    let mut state = machine.start()?;
    let mut output = Captured::default();
    let mut piece = 0u64;
    loop {
        piece += 1;
        let limits = match cut {
            Cut::Whole => Limits::default(),
            Cut::Pieces(first) => {
                let steps = first + piece * piece / 16;
                Limits { steps, stepped: piece.is_multiple_of(2), ..Limits::default() }
            }
        };
        let env = Env { inputs: &mut Zeros, output: &mut output, observer: None };
        let (end, stack) = match machine.run(&mut state, env, limits) {
            Stop::StepLimit => {
                state = state.clone();
                continue;
            }
            Stop::Failed(failure) => {
                let stack = failure.stack.iter().map(|f| f.2).collect();
                (format!("{:?} at {:?}: {:?}", failure.kind, failure.span, failure.access), stack)
            }
            other => (format!("{other:?}"), Vec::new()),
        };
        let mut all = std::mem::take(&mut output.stdout);
        all.append(&mut output.stderr);
        return Some(Outcome { output: all, end, stack });
    }
}

/// The programs of a folder of the repository: files, or folders of files.
fn programs(folder: &str) -> Vec<Vec<PathBuf>> {
    let list = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
        paths.sort();
        paths
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    list(&root).into_iter().map(|path| if path.is_dir() { list(&path) } else { vec![path] }).collect()
}

fn compare(files: &[PathBuf], data_model: DataModel) -> Result<(), String> {
    let name = files[0].display();
    let options = maymust_front::Options { data_model, ..maymust_front::Options::new(files.to_vec()) };
    let loaded = maymust_front::load(&options, false).0.map_err(|e| format!("{name}: {e}"))?;
    let plain = loaded.program;
    let (mut divided, mut prepared) = (plain.clone(), plain.clone());
    maymust_program::partition::partition(&mut divided);
    maymust_program::prepare(&mut prepared);
    let mut whole = outcome(&plain, Cut::Whole);
    let mut expect = |program: &Program, how: &str, first: u64| {
        let mut pieces = outcome(program, Cut::Pieces(first));
        if how == "prepared" {
            // Calls that were inlined are gone from the stack.
            whole.iter_mut().chain(&mut pieces).for_each(|o| o.stack.clear());
        }
        if pieces == whole {
            Ok(())
        } else {
            Err(format!("{name}, {how}, in pieces from {first}: {pieces:?}, not {whole:?}"))
        }
    };
    for first in [1, 2, 3] {
        expect(&plain, "as it is", first)?;
        expect(&divided, "divided", first)?;
    }
    expect(&prepared, "prepared", 1)
}

fn compare_all(list: &[Vec<PathBuf>]) {
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(files) = list.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(message) = compare(files, DataModel::Lp64) {
                        wrong.lock().expect("no thread panicked").push(message);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no thread panicked");
    assert!(wrong.is_empty(), "{} programs:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn runs_in_pieces_are_like_whole_ones() {
    if std::process::Command::new("cc").arg("--version").output().is_err() {
        println!("skipped: there is no C compiler");
        return;
    }
    let list: Vec<Vec<PathBuf>> = ["run", "ub"].into_iter().flat_map(programs).collect();
    assert!(list.len() > 300, "only {} programs", list.len());
    compare_all(&list);
}

#[test]
fn pointers_of_32_bits_stay_pointers_in_regions() {
    let text = "int putchar(int);
        int f(int x) { return x + 1; } int g(int x) { return x + 2; }
        struct s { int n; int *p; struct s *next; char *name; };
        int a = 4, b = 5, *table[3] = { &a, 0, &b };
        struct s first = { 1, &a, 0, \"one\" };
        int main(void) {
            int (*t[3])(int) = { g, f, 0 }; int i = 1, sum = 0;
            struct s second = { 2, &b, &first, \"two\" }, third = second;
            for (struct s *s = &third; s; s = s->next) { sum += *s->p * s->n; *s->p += 1; }
            for (i = 0; i < 3; i++) if (table[i]) sum += *table[i];
            i = 1;
            putchar(third.name[1]); putchar('0' + sum); putchar(third.next->name[i]);
            return t[0](1) * 10 + t[i](1) + (t[2] == 0); }";
    runs_with_pointers_of_32_bits("pointers32.i", text, (b"wIn", "Exit(33)"));
}

#[test]
fn variadic_arguments_of_32_bits_are_pointers_or_numbers() {
    let text = "int printf(const char *, ...);
        int count(int n, ...) {
            __builtin_va_list list; __builtin_va_start(list, n); int sum = 0;
            while (n--) { int *p = __builtin_va_arg(list, int *); if (p) sum += *p; sum += __builtin_va_arg(list, int); }
            return sum; }
        int main(void) {
            int a = 4; long long big = 1ll << 40;
            printf(\"%d %s %lld %g %c %p\\n\", 3, \"text\", big, 2.5, 'c', (void *)0);
            return count(3, &a, 1, (int *)0, 2, 0, 3); }";
    runs_with_pointers_of_32_bits("variadic32.i", text, (b"3 text 1099511627776 2.5 c (nil)\n", "Exit(10)"));
}

fn runs_with_pointers_of_32_bits(name: &str, text: &str, (output, end): (&[u8], &str)) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, text).expect("a file is written");
    let options = maymust_front::Options {
        data_model: DataModel::Ilp32,
        ..maymust_front::Options::new(vec![file.clone()])
    };
    let program = maymust_front::load(&options, false).0.expect("it loads").program;
    let whole = outcome(&program, Cut::Whole).expect("it starts");
    assert_eq!((whole.output.as_slice(), whole.end.as_str()), (output, end));
    if let Err(message) = compare(&[file], DataModel::Ilp32) {
        panic!("{message}");
    }
}

/// An address of a row, kept before a loop, plus one index: neither an access nor known as a whole.
#[test]
fn sums_with_a_part_at_hand_are_plain_code() {
    let text = "static int a[9][7][5]; int *kept;
        int main(void) {
            int sum = 0;
            for (int i = 0; i < 9; i++) for (int j = 0; j < 7; j++) for (int k = 0; k < 5; k++) {
                a[i][j][k] += i + j; kept = &a[i][j][k]; sum += *kept; }
            return sum & 127; }";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sums.i");
    std::fs::write(&file, text).expect("a file is written");
    let options = maymust_front::Options::new(vec![file.clone()]);
    let program = maymust_front::load(&options, false).0.expect("it loads").program;
    let machine = Machine::new(&program);
    let main = program.procs.iter().position(|p| p.name == "main").expect("there is a main");
    let code = machine.listing(maymust_program::ProcId(main as u32));
    assert!(!code.contains("Eval"), "{code}");
    if let Err(message) = compare(&[file], DataModel::Lp64) {
        panic!("{message}");
    }
}
