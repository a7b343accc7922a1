//! No reduction changes an answer: random small programs with threads, decided by `maymust check` and by a search of all
//! interleavings that is written down here and shares nothing with the tool.

mod common;

use std::collections::HashSet;
use std::fmt::Write as _;

use common::{maymust, run, scratch};

const VARS: usize = 3;
const LOCKS: usize = 2;
const PROGRAMS: u64 = 25;

/// Pseudo-random numbers (splitmix).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

/// A statement.
enum Stmt {
    Set(usize, i32),
    Copy(usize, usize, i32),
    Locked(usize, Vec<Stmt>),
    Section(Vec<Stmt>),
    If(usize, i32, Vec<Stmt>),
    Assert(usize, i32),
}

/// A step of a thread.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    Read(usize),
    /// The register plus a constant.
    Write(usize, i32),
    Set(usize, i32),
    Lock(usize),
    Unlock(usize),
    Begin,
    End,
    /// Goes there unless the register is this.
    Unless(i32, usize),
    /// Fails if the register is this.
    Fail(i32),
    Join(usize),
}

fn block(random: &mut Random, depth: u32, in_section: bool) -> Vec<Stmt> {
    (0..1 + random.below(3)).map(|_| stmt(random, depth, in_section)).collect()
}

fn stmt(random: &mut Random, depth: u32, in_section: bool) -> Stmt {
    let var = |random: &mut Random| random.below(VARS as u64) as usize;
    let number = |random: &mut Random| random.below(3) as i32;
    match random.below(if depth == 0 { 5 } else { 9 }) {
        0 => Stmt::Set(var(random), number(random)),
        1 | 2 => Stmt::Copy(var(random), var(random), number(random)),
        3 => {
            let v = var(random);
            Stmt::Copy(v, v, 1)
        }
        4 => Stmt::Assert(var(random), 1 + number(random)),
        5 | 6 if !in_section => {
            Stmt::Locked(random.below(LOCKS as u64) as usize, block(random, depth - 1, false))
        }
        7 if !in_section => Stmt::Section(block(random, depth - 1, true)),
        _ => Stmt::If(var(random), number(random), block(random, depth - 1, in_section)),
    }
}

fn steps(stmts: &[Stmt], out: &mut Vec<Step>) {
    for stmt in stmts {
        match stmt {
            Stmt::Set(v, c) => out.push(Step::Set(*v, *c)),
            Stmt::Copy(to, from, c) => out.extend([Step::Read(*from), Step::Write(*to, *c)]),
            Stmt::Locked(lock, body) => {
                out.push(Step::Lock(*lock));
                steps(body, out);
                out.push(Step::Unlock(*lock));
            }
            Stmt::Section(body) => {
                out.push(Step::Begin);
                steps(body, out);
                out.push(Step::End);
            }
            Stmt::If(v, c, body) => {
                out.push(Step::Read(*v));
                let at = out.len();
                out.push(Step::Unless(*c, 0));
                steps(body, out);
                out[at] = Step::Unless(*c, out.len());
            }
            Stmt::Assert(v, c) => out.extend([Step::Read(*v), Step::Fail(*c)]),
        }
    }
}

fn text(stmts: &[Stmt], out: &mut String) {
    for stmt in stmts {
        let _ = match stmt {
            Stmt::Set(v, c) => write!(out, "V({v}) = {c}; "),
            Stmt::Copy(to, from, 1) if to == from => write!(out, "V({to})++; "),
            Stmt::Copy(to, from, c) => write!(out, "V({to}) = V({from}) + {c}; "),
            Stmt::Assert(v, c) => write!(out, "if (V({v}) == {c}) reach_error(); "),
            Stmt::Locked(lock, body) => {
                let _ = write!(out, "pthread_mutex_lock(&m[{lock}]); ");
                text(body, out);
                write!(out, "pthread_mutex_unlock(&m[{lock}]); ")
            }
            Stmt::Section(body) => {
                out.push_str("__VERIFIER_atomic_begin(); ");
                text(body, out);
                write!(out, "__VERIFIER_atomic_end(); ")
            }
            Stmt::If(v, c, body) => {
                let _ = write!(out, "if (V({v}) == {c}) {{ ");
                text(body, out);
                write!(out, "}} ")
            }
        };
    }
}

/// What can happen.
#[derive(Default, Debug)]
struct Outcomes {
    assert: bool,
    race: bool,
    deadlock: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    at: Vec<usize>,
    register: Vec<i32>,
    vars: [i32; VARS],
    owner: [Option<usize>; LOCKS],
}

struct Search<'a> {
    threads: &'a [Vec<Step>],
    outcomes: Outcomes,
    seen: HashSet<State>,
    open: Vec<State>,
}

enum After {
    On(State),
    Fails,
}

impl Search<'_> {
    fn step(&self, state: &State, t: usize) -> Option<Step> {
        self.threads[t].get(state.at[t]).copied()
    }

    fn can_go_on(&self, state: &State, t: usize) -> bool {
        match self.step(state, t) {
            None => false,
            Some(Step::Lock(l)) => state.owner[l].is_none(),
            Some(Step::Join(other)) => self.step(state, other).is_none(),
            _ => true,
        }
    }

    /// One step, a whole section being one; what it accesses.
    fn go(&self, state: &State, t: usize) -> (After, Vec<(usize, bool)>) {
        let (mut s, mut accesses, mut inside) = (state.clone(), Vec::new(), false);
        loop {
            let Some(step) = self.step(&s, t) else { return (After::On(s), accesses) };
            s.at[t] += 1;
            match step {
                Step::Read(v) => {
                    accesses.push((v, false));
                    s.register[t] = s.vars[v];
                }
                Step::Write(v, c) => {
                    accesses.push((v, true));
                    s.vars[v] = s.register[t] + c;
                }
                Step::Set(v, c) => {
                    accesses.push((v, true));
                    s.vars[v] = c;
                }
                Step::Lock(l) => s.owner[l] = Some(t),
                Step::Unlock(l) => s.owner[l] = None,
                Step::Begin => inside = true,
                Step::End => inside = false,
                Step::Unless(c, to) if s.register[t] != c => s.at[t] = to,
                Step::Fail(c) if s.register[t] == c => return (After::Fails, accesses),
                Step::Unless(..) | Step::Fail(_) | Step::Join(_) => {}
            }
            if !inside {
                return (After::On(s), accesses);
            }
        }
    }

    fn all(&mut self) {
        while let Some(state) = self.open.pop() {
            let n = self.threads.len();
            // The run ends with the first thread.
            if self.step(&state, 0).is_none() || !self.seen.insert(state.clone()) {
                continue;
            }
            let ready: Vec<usize> = (0..n).filter(|t| self.can_go_on(&state, *t)).collect();
            self.outcomes.deadlock |= ready.is_empty();
            for &t in &ready {
                let (after, accesses) = self.go(&state, t);
                for other in ready.iter().filter(|o| **o != t) {
                    let plain = match self.step(&state, *other) {
                        Some(Step::Read(v)) => (v, false),
                        Some(Step::Write(v, _) | Step::Set(v, _)) => (v, true),
                        _ => continue,
                    };
                    self.outcomes.race |=
                        accesses.iter().any(|(v, write)| *v == plain.0 && (*write || plain.1));
                }
                match after {
                    After::On(next) => self.open.push(next),
                    After::Fails => self.outcomes.assert = true,
                }
            }
        }
    }
}

/// The text of a program, and what can happen in it.
fn program(seed: u64) -> (String, Outcomes) {
    let random = &mut Random(seed);
    let bodies: Vec<Vec<Stmt>> = (0..3).map(|_| block(random, 2, false)).collect();
    let place = if random.below(2) == 0 {
        "int v0, v1, v2;\n#define V(i) v##i"
    } else {
        "int v[3];\n#define V(i) v[i]"
    };
    let joins = random.below(3) as usize;
    let mut source = format!(
        "#include <pthread.h>\nextern void reach_error(void);\n\
         extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n\
         {place}\npthread_mutex_t m[{LOCKS}];\n"
    );
    for t in 1..3 {
        let _ = write!(source, "static void *f{t}(void *unused) {{ ");
        text(&bodies[t], &mut source);
        source.push_str("return 0; }\n");
    }
    source.push_str(
        "int main(void) { pthread_t a, b; pthread_create(&a, 0, f1, 0); pthread_create(&b, 0, f2, 0); ",
    );
    text(&bodies[0], &mut source);
    source.push_str(["", "pthread_join(a, 0); ", "pthread_join(a, 0); pthread_join(b, 0); "][joins]);
    source.push_str("if (V(0) == 3) reach_error(); return 0; }\n");
    let mut threads: Vec<Vec<Step>> = Vec::new();
    for body in &bodies {
        let mut list = Vec::new();
        steps(body, &mut list);
        threads.push(list);
    }
    threads[0].extend((0..joins).map(|j| Step::Join(j + 1)));
    threads[0].extend([Step::Read(0), Step::Fail(3)]);
    let (at, register) = (vec![0; 3], vec![0; 3]);
    let start = State { at, register, vars: [0; VARS], owner: [None; LOCKS] };
    let mut search =
        Search { threads: &threads, outcomes: Outcomes::default(), seen: HashSet::new(), open: vec![start] };
    search.all();
    (source, search.outcomes)
}

#[test]
fn answers_are_those_of_all_interleavings() {
    let folder = scratch("schedules");
    let count = std::env::var("SCHEDULES").ok().and_then(|n| n.parse().ok()).unwrap_or(PROGRAMS);
    let first = std::env::var("SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    for seed in first..first + count {
        let (source, outcomes) = program(seed);
        let file = folder.join(format!("{seed}.c"));
        std::fs::write(&file, &source).expect("the program can be written");
        for (check, fails) in
            [("assert", outcomes.assert), ("race", outcomes.race), ("deadlock", outcomes.deadlock)]
        {
            let log = folder.join(format!("{seed}.{check}"));
            let out = run(maymust().args(["check", "--timeout", "120s", "--check", check]).arg(&file), &log);
            let verdict =
                out.stdout.lines().last().unwrap_or_default().split(" (").next().unwrap_or_default();
            let right = if fails { "verdict: fails" } else { "verdict: proved" };
            // Without a lock nothing is asked about deadlocks.
            let is_nothing = !fails && out.stdout.contains("nothing to check");
            assert!(
                verdict == right || is_nothing,
                "{seed}: {check}: not {right}:\n{source}{}{}",
                out.stdout,
                out.stderr
            );
        }
    }
}
