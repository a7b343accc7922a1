//! Assertions that barely hold or barely fail: a program is run on all inputs to learn what its probes see, and each probe becomes an
//! assertion about the extremes.

use std::fmt::Write;

use maymust_machine::{CheckSet, Output};
use maymust_sema::DataModel;

use crate::random::Random;
use crate::truth::run_all;

/// What a probe calls while its program is learned from.
const RECORDER: &str = "int printf(const char *, ...); static long low[99], high[99]; static char seen[99];
static void probe(int k, long v) { if (!seen[k] || v < low[k]) low[k] = v; if (!seen[k] || v > high[k]) high[k] = v; seen[k] = 1; }
";
const REPORTER: &str = "int main(void) { program(); for (int k = 0; k < 99; k++) if (seen[k]) printf(\"%d %ld %ld\\n\", k, low[k], high[k]); return 0; }
";

/// The program with assertions in place of its probes; none if it cannot be run.
pub fn learn(seed: u64, text: &str, model: DataModel) -> Option<String> {
    let body = text.replace("PROBE(", "probe(").replace("int main(void)", "static int program(void)");
    let loaded = crate::load(&format!("{RECORDER}{body}{REPORTER}"), model)?;
    let mut printed = Printed(Vec::new());
    run_all(&loaded.program, CheckSet::NONE, &mut printed);
    let mut ranges: Vec<Option<(i64, i64)>> = vec![None; 99];
    for line in String::from_utf8_lossy(&printed.0).lines() {
        let numbers: Vec<i64> = line.split(' ').filter_map(|n| n.parse().ok()).collect();
        let &[k, low, high] = numbers.as_slice() else { continue };
        let known = ranges.get_mut(usize::try_from(k).ok()?)?;
        *known = Some(known.map_or((low, high), |(l, h)| (l.min(low), h.max(high))));
    }
    let mut random = Random::new(!seed);
    let mut out = "void reach_error(void);\n".to_owned();
    for line in text.lines() {
        match parts(line) {
            Some((k, e)) => {
                let range = ranges.get(k).copied().flatten();
                let _ = writeln!(out, "  if (!({})) reach_error();", claim(&mut random, e, range));
            }
            None => {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    Some(out)
}

/// The number and the expression of a probe.
fn parts(line: &str) -> Option<(usize, &str)> {
    let (k, e) = line.trim().strip_prefix("PROBE(")?.strip_suffix(");")?.split_once(", ")?;
    Some((k.parse().ok()?, e))
}

fn claim(random: &mut Random, e: &str, range: Option<(i64, i64)>) -> String {
    // Where no run comes anything holds.
    let Some((low, high)) = range else { return "0".to_owned() };
    let e = format!("(long)({e})");
    // What fails in every run hides all that follows.
    let all = if low == high && random.chance(80) { 4 } else { 7 };
    match random.below(all) {
        0 => format!("{e} <= {high}L"),
        1 => format!("{e} >= {low}L"),
        2 => format!("{e} >= {low}L && {e} <= {high}L"),
        3 => format!("{e} != {}L", high.wrapping_add(1)),
        4 => format!("{e} < {high}L"),
        5 => format!("{e} > {low}L"),
        _ => format!("{e} != {high}L"),
    }
}

struct Printed(Vec<u8>);

impl Output for Printed {
    fn write(&mut self, _stream: u32, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}
