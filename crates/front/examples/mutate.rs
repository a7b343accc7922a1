//! Looks for panics: `cargo run --profile hard -p maymust-front --example mutate -- SECONDS SEED FILE.i…`. Preprocessed files are
//! cut, glued, shuffled and spoilt at random places and loaded; a text that makes the front end panic is kept and named.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use maymust_front::{Options, load};

/// `splitmix64`
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// A short range of a text.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length);
        let most = [4, 30, 300][self.below(3)];
        start..(start + 1 + self.below(most)).min(length)
    }
}

/// Pieces that lead into corners.
const PIECES: [&str; 40] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "= {",
    "sizeof",
    "typeof(x)",
    "int",
    "struct s",
    "union {",
    "enum {",
    "const",
    "[0 ... 9]",
    ".a =",
    "0",
    "-1",
    "99999999999999999999",
    "1e999",
    "'",
    "\"",
    "? :",
    "goto x;",
    "x:",
    "&&x",
    "__attribute__((aligned(1 << 40)))",
    "__attribute__((vector_size(16)))",
    "_Complex",
    "__int128",
    "static",
    "({",
    "})",
    ": 70",
    "[n]",
    "__builtin_offsetof(struct s, a)",
];

fn mutate(random: &mut Random, texts: &[Vec<u8>]) -> Vec<u8> {
    let mut text = texts[random.below(texts.len())].clone();
    for _ in 0..=random.below(4) {
        let range = random.range(text.len());
        match random.below(7) {
            0 => text.truncate(range.start),
            1 => drop(text.drain(range)),
            2 => {
                let piece = text[range].to_vec();
                let at = random.below(text.len());
                drop(text.splice(at..at, piece));
            }
            3 => {
                let other = &texts[random.below(texts.len())];
                let from = random.range(other.len());
                drop(text.splice(range, other[from].to_vec()));
            }
            4 => {
                for at in range {
                    text[at] = random.next() as u8;
                }
            }
            _ => {
                let piece = PIECES[random.below(PIECES.len())];
                drop(text.splice(range.start..range.start, piece.bytes()));
            }
        }
        if text.is_empty() {
            break;
        }
    }
    text
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number = || args.next().and_then(|a| a.parse::<u64>().ok()).unwrap_or(1);
    let (seconds, seed) = (number(), number());
    let texts: Vec<Vec<u8>> = args.filter_map(|f| std::fs::read(f).ok()).filter(|t| !t.is_empty()).collect();
    assert!(!texts.is_empty(), "no files");
    let work = std::thread::Builder::new().stack_size(1 << 30).spawn(move || run(seconds, seed, &texts));
    let panics = work.ok().and_then(|w| w.join().ok()).unwrap_or(1);
    std::process::exit(i32::from(panics > 0));
}

fn run(seconds: u64, seed: u64, texts: &[Vec<u8>]) -> usize {
    let (mut random, start) = (Random(seed), Instant::now());
    let path: PathBuf = std::env::temp_dir().join(format!("maymust-mutate-{}.i", std::process::id()));
    let (mut loads, mut accepted, mut panics) = (0, 0, 0);
    while start.elapsed() < Duration::from_secs(seconds) {
        let text = mutate(&mut random, texts);
        std::fs::write(&path, &text).expect("the temporary folder can be written");
        let options = Options::new(vec![path.clone()]);
        loads += 1;
        match catch_unwind(AssertUnwindSafe(|| load(&options, false).0.is_ok())) {
            Ok(ok) => accepted += usize::from(ok),
            Err(_) => {
                panics += 1;
                let kept = path.with_extension(format!("{panics}.i"));
                std::fs::write(&kept, &text).expect("the temporary folder can be written");
                println!("panic: {}", kept.display());
            }
        }
    }
    let _ = std::fs::remove_file(&path);
    println!("{loads} texts, {accepted} accepted, {panics} panics");
    panics
}
