//! Depth, size and garbage: whatever the input, there is an answer, soon, and no crash.

use super::{error_list, on_large_stack, parse_text};

/// Parses on a large stack; gives the errors.
fn errors_of(text: String) -> Vec<String> {
    let (sender, receiver) = std::sync::mpsc::channel();
    on_large_stack(move || sender.send(error_list(&parse_text(&text))).expect("a receiver"));
    receiver.recv().expect("a result")
}

fn nested(before: &str, open: &str, inner: &str, close: &str, after: &str, n: usize) -> String {
    format!("{before}{}{inner}{}{after}", open.repeat(n), close.repeat(n))
}

/// The ways to nest: text before, opening, innermost, closing, after.
const WAYS: &[[&str; 5]] = &[
    ["int a = ", "(", "1", ")", ";"],
    ["int a = ", "{", "1", "}", ";"],
    ["void f(void) ", "{", "", "}", ""],
    ["int a = b", "[", "1", "]", ";"],
    ["int a = ", "f(", "1", ")", ";"],
    ["int a = ", "-", "1", "", ";"],
    ["int a = ", "- ", "1", "", ";"],
    ["int a = ", "*", "p", "", ";"],
    ["int a = ", "(int)", "1", "", ";"],
    ["int a = ", "sizeof ", "1", "", ";"],
    ["int a = ", "sizeof(", "1", ")", ";"],
    ["int a = ", "a=", "1", "", ";"],
    ["int a = ", "1?", "1", ":1", ";"],
    ["int a = ", "({", "1;", "})", ";"],
    ["int a = ", "__extension__ ", "1", "", ";"],
    ["int a = ", "_Generic(", "1", ",default:1)", ";"],
    ["int a = ", "(typeof(", "1", "))1", ";"],
    ["int a = ", "(int[]){", "1", "}", ";"],
    ["int ", "*", "a", "", ";"],
    ["int ", "(", "a", ")", ";"],
    ["int a", "[1]", "", "", ";"],
    ["int a", "(int (*)", "(int)", ")", ";"],
    ["int a", "(int ", "x", ")", ";"],
    ["", "struct {", "int a;", "};", ""],
    ["", "struct { int a[sizeof(", "struct { int b; }", ")]; };", ""],
    ["typeof(", "typeof(", "int", ")", ") a;"],
    ["void f(void) { ", "if (1) ", ";", "", "}"],
    ["void f(void) { ", "while (1) ", ";", "", "}"],
    ["void f(void) { ", "do ", ";", " while (1);", "}"],
    ["void f(void) { ", "for (;;) ", ";", "", "}"],
    ["void f(void) { ", "switch (1) ", ";", "", "}"],
    ["void f(void) { ", "void g(void) { ", ";", "}", "}"],
    ["int a __attribute__((x", "(f", "", ")", "));"],
    ["int a = b", "?:b", "", "", ";"],
    ["", "__extension__ ", "int a;", "", ""],
    ["void f(void) { ", "__extension__ ", "a;", "", "}"],
    ["void f(void) { ", "else ", "a;", "", "}"],
    ["void f(void) { ", "__attribute__((x)) ", "a;", "", "}"],
    ["enum {", "A = sizeof(enum {", "A", "})", "};"],
    ["int a = ", "__builtin_offsetof(int, a[", "1", "])", ";"],
    ["", "_Static_assert(({", "1;", "}));", ""],
    ["void f(void) { ", "l: ", "a;", "", "}"],
    ["", "}", "", "", ""],
    ["", "int f(void) {", "", "", ""],
];

#[test]
fn two_thousand_levels_work() {
    for way in WAYS {
        let [before, open, inner, close, after] = way;
        let errors = errors_of(nested(before, open, inner, close, after, 2_000));
        // Some of the ways are no C; only depth matters here.
        let syntactic: Vec<_> = errors.iter().filter(|e| e.contains("nesting")).collect();
        assert!(syntactic.is_empty(), "{way:?}: {syntactic:?}");
    }
}

#[test]
fn a_hundred_thousand_levels_end_in_an_error() {
    for way in WAYS {
        let [before, open, inner, close, after] = way;
        let errors = errors_of(nested(before, open, inner, close, after, 100_000));
        assert!(errors.len() <= 101, "{way:?}: {errors:?}");
    }
}

#[test]
fn unclosed_levels_end_in_an_error() {
    for way in WAYS {
        for n in [10, 1_000, 100_000] {
            let errors = errors_of(format!("{}{}", way[0], way[1].repeat(n)));
            assert!((1..=101).contains(&errors.len()), "{way:?} {n}: {errors:?}");
        }
    }
}

#[test]
fn long_chains_work() {
    let none = Vec::<String>::new();
    assert_eq!(errors_of(format!("int x = a{};", "+a".repeat(200_000))), none);
    assert_eq!(errors_of(format!("int x = (a{});", ",a".repeat(200_000))), none);
    assert_eq!(errors_of(format!("int x = a{};", "[0]".repeat(200_000))), none);
    assert_eq!(errors_of(format!("int x = a{};", "&&a||a".repeat(100_000))), none);
    assert_eq!(errors_of(format!("int x = {}a;", "a?a:".repeat(50_000))), none);
    assert_eq!(errors_of(format!("void f(void) {{ if (a) b; {} }}", "else if (a) b; ".repeat(50_000))), none);
    assert_eq!(errors_of(format!("void f(void) {{ {} ; }}", "case 1: ".repeat(50_000))), none);
    assert_eq!(errors_of(format!("void f(void) {{ {} }}", "a = b; ".repeat(200_000))), none);
    assert_eq!(errors_of(format!("int a[] = {{{}}};", "1,".repeat(500_000))), none);
    assert_eq!(errors_of(format!("char *a = {};", "\"a\" ".repeat(200_000))), none);
    assert_eq!(errors_of(format!("char *a = \"{}\";", "abcdefgh".repeat(1_250_000))), none);
    assert_eq!(errors_of(format!("int {};", "a".repeat(10_000_000))), none);
    assert_eq!(errors_of(format!("int a = {};", " ".repeat(10_000_000) + "1")), none);
}

#[test]
fn chains_without_end_end() {
    let errors = errors_of(format!("int x = a{};", "+a".repeat(5_000_000)));
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("too long"), "{errors:?}");
}

const SAMPLE: &str = r#"# 1 "s.c"
typedef unsigned long size_t; struct s { int a : 3; char *b; } __attribute__((packed));
static int f(a, b) int a; char *b; { switch (a) { case 1 ... 3: return b[a]; default: break; } return a ? *b : -1; }
enum e { A, B = 'x', C = 0x1fUL }; float g = 1.5e3f; const char *t = "a\n\x41" "b";
int main(void) { for (int i = 0; i < 3; i++) { l: if (i) goto l; else do f(i, (char *)&g); while (0); }
  asm volatile ("" : "=r" (g) : : "memory"); struct s x = { .a = 1, b: "é" }; return ({ x.a; }) + sizeof(struct s) + _Generic(1, int: 2, default: 3); }
_Static_assert(sizeof(int) == 4, "size"); #pragma pack(1)
"#;

#[test]
fn truncated_at_every_byte() {
    for end in 0..SAMPLE.len() {
        let bytes = SAMPLE.as_bytes()[..end].to_vec();
        parse_text(&crate::text_of_bytes(bytes));
    }
}

/// A small random generator, so that failures can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }
}

#[test]
fn binary_garbage() {
    let mut random = Random(7);
    for round in 0..200 {
        let bytes: Vec<u8> = (0..round * 20).map(|_| random.below(256) as u8).collect();
        parse_text(&crate::text_of_bytes(bytes));
    }
    let megabyte: Vec<u8> = (0..1_000_000).map(|_| random.below(256) as u8).collect();
    parse_text(&crate::text_of_bytes(megabyte));
    parse_text(&"\0".repeat(1_000_000));
}

#[test]
fn token_soup() {
    #[rustfmt::skip]
    const MORE: &[&str] = &[
        "(", ")", "{", "}", "[", "]", ";", ",", ":", "?", "=", "*", "&", "&&", "...", ".", "->", "++", "-", "+=",
        "a", "b", "T", "1", "1.5", "'c'", "\"s\"", "\n", "typedef int T;", "(T", "((", "[[", "]]", "struct {",
        "\n# 1 \"x\"\n", "\n#pragma pack(1)\n", "\\\n", "__attribute__((", "enum {", "case 1:", "x:",
    ];
    let words: Vec<&str> = crate::token::KEYWORDS.iter().map(|k| k.0).chain(MORE.iter().copied()).collect();
    let mut random = Random(42);
    for _ in 0..4_000 {
        let len = random.below(60);
        let mut text = String::from(if random.below(2) == 0 { "" } else { "void f(void) { " });
        for _ in 0..len {
            // Punctuation is what makes it interesting.
            let i = if random.below(3) == 0 {
                random.below(words.len())
            } else {
                words.len() - 1 - random.below(MORE.len())
            };
            text.push_str(words[i]);
            text.push(' ');
        }
        parse_text(&text);
    }
}

#[test]
fn mutated_programs() {
    let mut random = Random(1);
    for _ in 0..3_000 {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for _ in 0..=random.below(6) {
            let (i, j) = (random.below(bytes.len()), random.below(bytes.len()));
            match random.below(4) {
                0 => bytes[i] = random.below(256) as u8,
                1 => drop(bytes.drain(i..(i + random.below(20)).min(bytes.len()))),
                2 => bytes.swap(i, j),
                _ => {
                    let piece = bytes[i..(i + random.below(40)).min(bytes.len())].to_vec();
                    bytes.splice(j..j, piece);
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        parse_text(&crate::text_of_bytes(bytes));
    }
}
