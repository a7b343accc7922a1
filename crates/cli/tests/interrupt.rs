//! Interrupts: what is known is printed, the status says so, and nothing stays behind.
#![cfg(unix)]

mod common;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{maymust, scratch};

/// Whether it fails is whether a number has factors: it has, and they are hard to find.
const ENDLESS: &str = "extern unsigned __VERIFIER_nondet_uint(void);\nint zero;\n\
    int main(void)\n{\n    unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();\n\
    if (a > 1 && a <= b && a * b == 1000000016000000063ull) __builtin_trap();\n    return 0;\n}\n";

/// The processes that have this one for their parent.
fn children(pid: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let read = |t: std::fs::DirEntry| std::fs::read_to_string(t.path().join("children")).unwrap_or_default();
    tasks
        .flat_map(|t| read(t).split_whitespace().filter_map(|c| c.parse().ok()).collect::<Vec<u32>>())
        .collect()
}

fn interrupted(command: &mut Command, after: Duration) -> (Option<i32>, String) {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    std::thread::sleep(after);
    let below = children(child.id());
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|s| s.success()));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status.code();
        }
        if start.elapsed() > Duration::from_secs(20) {
            let _ = child.kill();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut out = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().expect("output"), &mut out).expect("text");
    for pid in below {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        assert!(stat.is_empty() || stat.contains(") Z "), "process {pid} stays behind: {stat}");
    }
    (status, out)
}

#[test]
fn what_is_known_is_printed() {
    let path = scratch("interrupt").join("endless.i");
    std::fs::write(&path, ENDLESS).expect("written");
    for millis in [700, 1500] {
        let mut command = maymust();
        command.args(["check", "--timeout", "60s", "--check", "assert"]).arg(&path);
        let (status, out) = interrupted(&mut command, Duration::from_millis(millis));
        assert_eq!(status, Some(130), "{out}");
        assert!(out.contains("interrupted") && out.ends_with("verdict: unknown\n"), "{out}");
    }
}

#[test]
fn a_suite_can_be_interrupted() {
    let folder = scratch("interrupt").join("suite");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("p.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )")
        .expect("written");
    std::fs::write(folder.join("odd.prp"), "CHECK( init(main()), LTL(G sometimes) )").expect("written");
    std::fs::write(
        folder.join("t.i"),
        ENDLESS.replace("__builtin_trap()", "reach_error()").replace("int zero;", "void reach_error(void);"),
    )
    .expect("written");
    let task = "format_version: '2.0'\ninput_files: t.i\nproperties:\n  - property_file: p.prp\n    expected_verdict: true\n  - property_file: odd.prp\n";
    std::fs::write(folder.join("t.yml"), task).expect("written");
    let mut command = maymust();
    let out = scratch("interrupt").join("out");
    command
        .args(["bench", "--timeout", "60s", "--fresh", "--out"])
        .arg(&out)
        .arg("--work")
        .arg(out.join("work"))
        .arg(&folder);
    let (status, said) = interrupted(&mut command, Duration::from_millis(1500));
    assert_eq!(status, Some(130), "{said}");
    assert!(said.contains("skipped: 1 question"), "{said}");
}
