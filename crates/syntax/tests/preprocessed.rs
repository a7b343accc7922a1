//! Real C through the real preprocessor: the C library's headers and the programs under `tests/run`.
//!
//! Without a C compiler these tests say so and pass.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use maymust_source::{Diagnostics, SourceMap};
use maymust_syntax::{Names, parse, text_of_bytes};

/// The compiler's name, if it runs.
fn compiler() -> Option<String> {
    let cc = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let works = Command::new(&cc).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if works.is_ok_and(|s| s.success()) {
        return Some(cc);
    }
    eprintln!("skipped: no C compiler '{cc}'");
    None
}

/// Preprocessed text, or nothing if the preprocessor rejects it.
fn preprocess(cc: &str, args: &[&str], file: &Path) -> Option<String> {
    let output = Command::new(cc).arg("-E").args(args).arg(file).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| text_of_bytes(output.stdout))
}

/// Rendered errors of a text.
fn errors(name: &str, text: String) -> Vec<String> {
    let (mut sources, mut names, mut diagnostics) =
        (SourceMap::default(), Names::default(), Diagnostics::default());
    let file = sources.add(name, text);
    parse(file, &mut sources, &mut names, &mut diagnostics);
    diagnostics.iter().map(|d| d.render(&sources, false)).collect()
}

#[rustfmt::skip]
const HEADERS: &[&str] = &[
    "stdio.h", "stdlib.h", "string.h", "math.h", "complex.h", "setjmp.h", "signal.h", "pthread.h", "time.h", "errno.h",
    "ctype.h", "wchar.h", "wctype.h", "locale.h", "limits.h", "float.h", "stdint.h", "inttypes.h", "stdarg.h",
    "stddef.h", "stdbool.h", "stdatomic.h", "stdalign.h", "stdnoreturn.h", "iso646.h", "threads.h", "uchar.h",
    "fenv.h", "assert.h", "unistd.h", "fcntl.h", "dirent.h", "dlfcn.h", "netdb.h", "poll.h", "pwd.h", "grp.h",
    "regex.h", "sched.h", "semaphore.h", "spawn.h", "syslog.h", "termios.h", "search.h", "glob.h", "ftw.h",
    "fts.h", "obstack.h", "argp.h", "getopt.h", "malloc.h", "link.h", "elf.h", "iconv.h", "ifaddrs.h", "libgen.h",
    "net/if.h", "netinet/in.h", "netinet/tcp.h", "netinet/ip.h", "netinet/udp.h", "arpa/inet.h", "sys/types.h",
    "sys/stat.h", "sys/socket.h", "sys/un.h", "sys/wait.h", "sys/time.h", "sys/times.h", "sys/resource.h",
    "sys/mman.h", "sys/select.h", "sys/epoll.h", "sys/ioctl.h", "sys/uio.h", "sys/utsname.h", "sys/statvfs.h",
    "sys/sem.h", "sys/shm.h", "sys/msg.h", "sys/ptrace.h", "sys/syscall.h", "sys/eventfd.h", "sys/timerfd.h",
    "sys/signalfd.h", "sys/inotify.h", "sys/random.h", "linux/types.h", "immintrin.h",
];

/// A source that includes the headers one after the other, under the given macros.
fn including(macros: &str, headers: &[&str]) -> String {
    let lines = headers.iter().map(|h| format!("#if __has_include(<{h}>)\n#include <{h}>\n#endif\n"));
    format!("{macros}\n{}int end;\n", lines.collect::<String>())
}

#[test]
fn library_headers() {
    let Some(cc) = compiler() else { return };
    let path = std::env::temp_dir().join(format!("maymust-headers-{}.c", std::process::id()));
    let cases: [(&str, &[&str]); 4] = [
        ("#define _GNU_SOURCE", &[]),
        ("#define _POSIX_C_SOURCE 200809L", &["-std=c11", "-O2"]),
        ("#define _GNU_SOURCE\n#define _FORTIFY_SOURCE 2", &["-O2"]),
        ("", &["-std=c99", "-C", "-dD"]),
    ];
    for (macros, args) in cases {
        std::fs::write(&path, including(macros, HEADERS)).expect("a temporary file");
        let text = preprocess(&cc, args, &path);
        std::fs::remove_file(&path).expect("the temporary file");
        let Some(text) = text else { continue };
        let found = errors("headers.c", text);
        assert!(found.is_empty(), "{args:?}:\n{}", found.concat());
    }
}

/// All C files under a directory, in order.
fn c_files(dir: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            c_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "c") {
            out.push(path);
        }
    }
}

#[test]
fn programs_of_the_repository() {
    let Some(cc) = compiler() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for dir in ["tests/run", "tests/ub", "tests/layout", "examples"] {
        c_files(&root.join(dir), &mut files);
    }
    let mut bad = String::new();
    for file in &files {
        if let Some(text) = preprocess(&cc, &[], file) {
            let found = errors(&file.display().to_string(), text);
            bad.extend(found);
        }
    }
    assert!(bad.is_empty(), "{bad}");
}
