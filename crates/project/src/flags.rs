//! Command lines of C compilers, as gcc and clang take them.
//!
//! What matters to the text after preprocessing and to the sizes of types is kept; all else is left out silently, known or not: a
//! flag that only steers code generation or warnings says nothing about what a program means.

use std::path::{Path, PathBuf};

/// What a call of a compiler makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Makes {
    /// A preprocessed text (`-E`, `-M`).
    Text,
    /// Objects or assembler files (`-c`, `-S`).
    Objects,
    /// A program or a shared library.
    Program,
}

/// A call of a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerCall {
    /// The C files.
    pub sources: Vec<PathBuf>,
    /// Flags for the preprocessor.
    pub flags: Vec<String>,
    /// Is the target a machine of 32 bits (`-m32`)?
    pub is_32_bit: bool,
    /// What it makes.
    pub makes: Makes,
    /// The file that it writes (`-o`).
    pub output: Option<PathBuf>,
}

/// How a flag is written and what becomes of it.
enum Flag {
    /// Kept as it is.
    Keep,
    /// Kept with the argument after it.
    KeepPair,
    /// Left out.
    Drop,
    /// Left out with the argument after it.
    DropPair,
}

/// Flags for the preprocessor whose argument may stand apart.
const WITH_PATH: [&str; 14] = [
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-imultilib",
    "-I",
    "-D",
    "-U",
    "--sysroot",
];
/// Flags with an argument of their own that does not matter here.
const DROPPED_PAIRS: [&str; 23] = [
    "-MF",
    "-MT",
    "-MQ",
    "-L",
    "-l",
    "-z",
    "-T",
    "-u",
    "-e",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xclang",
    "-aux-info",
    "-dumpbase",
    "-dumpdir",
    "--param",
    "-framework",
    "-arch",
    "-target",
    "-rpath",
    "-mllvm",
    "-wrapper",
];
/// Flags that are kept as they are, by how they begin: they change predefined macros, the dialect or where headers are found.
const KEPT: [&str; 16] = [
    "-std=",
    "-ansi",
    "-trigraphs",
    "-m",
    "-nostdinc",
    "-pthread",
    "-fopenmp",
    "-funsigned-char",
    "-fsigned-char",
    "-fshort-",
    "-ffreestanding",
    "-fno-builtin",
    "-fgnu89-inline",
    "-fms-extensions",
    "--sysroot=",
    "-undef",
];

/// What becomes of a flag (a word that begins with `-`). Flags with their argument in the same word are one word.
fn flag(word: &str) -> Flag {
    if WITH_PATH.contains(&word) {
        return Flag::KeepPair;
    }
    if DROPPED_PAIRS.contains(&word) || word == "-o" || word == "-x" {
        return Flag::DropPair;
    }
    if WITH_PATH.iter().any(|p| *p != "--sysroot" && word.starts_with(p))
        || KEPT.iter().any(|p| word.starts_with(p))
    {
        // `-march=native` and such change macros for vectors alone, and clang refuses those of gcc.
        let of_the_machine = word.starts_with("-m") && word != "-m32" && word != "-m64" && word != "-mx32";
        return if of_the_machine { Flag::Drop } else { Flag::Keep };
    }
    Flag::Drop
}

/// Is this a word of a compiler's command line that belongs together with the next one?
pub fn takes_argument(word: &str) -> bool {
    matches!(flag(word), Flag::KeepPair | Flag::DropPair)
}

/// Is a word a flag of compilers for the preprocessor, so that it is kept?
pub fn is_kept(word: &str) -> bool {
    matches!(flag(word), Flag::Keep | Flag::KeepPair)
}

impl CompilerCall {
    /// Reads the words after the compiler's name. Files of words (`@file`) are read relative to the folder.
    pub fn parse(words: &[String], folder: &Path) -> CompilerCall {
        let mut call = CompilerCall {
            sources: Vec::new(),
            flags: Vec::new(),
            is_32_bit: false,
            makes: Makes::Program,
            output: None,
        };
        let words = with_files_of_words(words, folder, 0);
        let mut is_c = None;
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if !word.starts_with('-') || word == "-" {
                if is_c.unwrap_or_else(|| is_c_file(Path::new(word))) {
                    call.sources.push(PathBuf::from(word));
                }
                continue;
            }
            match word.as_str() {
                "-c" | "-S" | "-fsyntax-only" => call.makes = Makes::Objects,
                "-E" | "-M" | "-MM" => call.makes = Makes::Text,
                "-m32" => call.is_32_bit = true,
                "-m64" => call.is_32_bit = false,
                "-o" => call.output = words.next().map(PathBuf::from),
                "-x" => is_c = words.next().map(|l| matches!(l.as_str(), "c" | "cpp-output")),
                _ => call.flag(word, &mut words),
            }
        }
        call
    }

    fn flag<'a>(&mut self, word: &str, rest: &mut impl Iterator<Item = &'a String>) {
        if let Some(list) = word.strip_prefix("-Wp,") {
            // `-Wp,-D_FORTIFY_SOURCE=2`: words for the preprocessor.
            let is_define = |w: &&str| ["-D", "-U", "-I"].iter().any(|p| w.starts_with(p));
            self.flags.extend(list.split(',').filter(is_define).map(str::to_owned));
            return;
        }
        match flag(word) {
            Flag::Keep => self.flags.push(word.to_owned()),
            Flag::KeepPair => {
                self.flags.push(word.to_owned());
                self.flags.extend(rest.next().cloned());
            }
            Flag::Drop => {}
            Flag::DropPair => {
                rest.next();
            }
        }
    }
}

/// Is a file C by its name?
pub fn is_c_file(file: &Path) -> bool {
    file.extension().is_some_and(|e| e == "c" || e == "i")
}

/// Puts the words of `@file` in its place; files of words may name others.
fn with_files_of_words(words: &[String], folder: &Path, depth: u32) -> Vec<String> {
    const DEEPEST: u32 = 3;
    let mut out = Vec::new();
    for word in words {
        let text = word.strip_prefix('@').and_then(|f| std::fs::read_to_string(folder.join(f)).ok());
        match text.filter(|_| depth < DEEPEST) {
            Some(text) => out.extend(with_files_of_words(&split_words(&text), folder, depth + 1)),
            None => out.push(word.clone()),
        }
    }
    out
}

/// Takes a command line apart as a shell does: blanks, quotes and backslashes.
pub fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                word.extend(chars.by_ref().take_while(|c| *c != '\''));
            }
            '"' => {
                let word = word.get_or_insert_default();
                while let Some(c) = chars.next().filter(|c| *c != '"') {
                    match c {
                        '\\' => match chars.next() {
                            Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c),
                            Some(c) => word.extend(['\\', c]),
                            None => {}
                        },
                        c => word.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(chars.next()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(text: &str) -> CompilerCall {
        CompilerCall::parse(&split_words(text), Path::new("."))
    }

    #[test]
    fn what_matters_is_kept() {
        let call = call(
            "-std=gnu99 -O2 -g -Wall -Wextra -fPIC -march=native -pthread -isystem inc -I../x -I y -DA='\"q\"' -D B=1 \
             -MD -MF dep.d -Wp,-D_FORTIFY_SOURCE=2,-MD,x.d -Wl,-z,now -L lib -lm -x c -c src/a.c -o a.o",
        );
        let flags = [
            "-std=gnu99",
            "-pthread",
            "-isystem",
            "inc",
            "-I../x",
            "-I",
            "y",
            "-DA=\"q\"",
            "-D",
            "B=1",
            "-D_FORTIFY_SOURCE=2",
        ];
        assert_eq!(call.flags, flags);
        assert_eq!(call.sources, [PathBuf::from("src/a.c")]);
        assert_eq!((call.makes, call.output), (Makes::Objects, Some(PathBuf::from("a.o"))));
    }

    #[test]
    fn other_languages_are_no_sources() {
        assert_eq!(call("-c a.cc").sources, [] as [PathBuf; 0]);
        assert_eq!(call("-xc++ -c a.c").sources.len(), 1);
        assert_eq!(call("-x c++ -c a.c").sources, [] as [PathBuf; 0]);
        assert_eq!(call("-o prog a.o b.c libx.a -lz").sources, [PathBuf::from("b.c")]);
        assert_eq!(call("-E a.c").makes, Makes::Text);
        assert!(call("-m32 a.c").is_32_bit);
    }

    #[test]
    fn words_of_a_shell() {
        assert_eq!(
            split_words(r#"a 'b c' "d \" e" f\ g "" -DX=\"y\""#),
            ["a", "b c", "d \" e", "f g", "", "-DX=\"y\""]
        );
    }

    #[test]
    fn files_of_words() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("args"), "-DX -c 'a b.c' @more").expect("a file");
        std::fs::write(folder.path().join("more"), "-DY").expect("a file");
        let call = CompilerCall::parse(&["@args".to_owned()], folder.path());
        assert_eq!(call.sources, [PathBuf::from("a b.c")]);
        assert_eq!(call.flags, ["-DX", "-DY"]);
    }
}
