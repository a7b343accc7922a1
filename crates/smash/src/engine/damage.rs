//! What an audit finds: the state at the end of a proof or a failing run is damaged, once for each of the invariants I1 to I5 and
//! for what rests on assumptions.

use maymust_term::Op as TermOp;

use super::*;
use crate::graph::Kind;
use crate::space::Why;
use crate::summary::{MustSummary, NotMaySummary};

const LOOP: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    int up(int x) { while (x < 10) x++; return x; }
    int main(void) { int x = up(__VERIFIER_nondet_int()); if (x < 10) reach_error(); return 0; }";

const RECURSION: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    int held; void work(int n) { if (held) reach_error(); held = 1; held = 0; if (n > 0) work(n - 1); }
    int main(void) { held = 0; work(__VERIFIER_nondet_int()); if (held) reach_error(); return 0; }";

/// Recursion that goes wrong only some calls down: what is assumed of inner calls does not hold.
const WRONG: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    int held; void work(int n) { if (held) reach_error(); held = n == 3; if (n > 0) work(n - 1); held = 0; }
    int main(void) { held = 0; int n = __VERIFIER_nondet_int(); if (n < 6) work(n); return 0; }";

/// Asks about all assertions of a program, damages the state at the end, and audits it: the verdicts, and what is broken.
fn audited(text: &str, damage: impl FnOnce(&mut Core)) -> (Vec<Verdict>, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.i");
    std::fs::write(&file, text).expect("a file");
    let (loaded, _) = maymust_front::load(&maymust_front::Options::new(vec![file]), false);
    let loaded = loaded.expect("a program");
    let kind = |c: &CheckId| loaded.program.checks[c.index()].kind;
    let checks = (0..loaded.program.checks.len() as u32).map(CheckId);
    let checks: Vec<CheckId> = checks.filter(|c| kind(c).is_assertion()).collect();
    let mut task = Task::new(&loaded.program, checks.clone(), Duration::from_secs(60));
    task.options.without = vec![maymust_engine::Helper::Unroll];
    let mut session = Session::new(&task, Questions::Together);
    let (mut core, targets) = session.core(Assumptions::IfRelevant).expect("a solver");
    session.ask_all(&mut core, targets);
    damage(&mut core);
    session.audit(&mut core);
    let verdict = |c: &CheckId| session.verdicts[c].0.clone();
    (checks.iter().map(verdict).collect(), session.broken)
}

fn is_proved(verdicts: &[Verdict]) -> bool {
    verdicts.iter().all(|v| matches!(v, Verdict::Proved))
}

#[test]
fn an_audit_finds_nothing_in_a_proof() {
    for text in [LOOP, RECURSION] {
        let (verdicts, broken) = audited(text, |_| {});
        assert!(is_proved(&verdicts), "{verdicts:?}");
        assert_eq!(broken, Vec::<String>::new());
    }
}

#[test]
fn what_was_assumed_of_inner_calls_is_no_proof() {
    let (verdicts, broken) = audited(WRONG, |core| {
        assert!(core.known.assumptions.is_empty());
        assert!(core.known.notmay.iter().flatten().all(|s| s.rests_on.is_empty()));
        assert!(core.known.spaces.iter().all(|s| s.rests_on.is_empty()));
    });
    assert!(matches!(verdicts[..], [Verdict::Fails(_)]), "{verdicts:?}");
    assert_eq!(broken, Vec::<String>::new());
}

#[test]
fn i1_parts_that_overlap() {
    let (_, broken) = audited(LOOP, |core| {
        for space in &mut core.known.spaces {
            let splits: Vec<_> = space.regions.iter().filter_map(|r| r.split).collect();
            for split in splits {
                let yes = space.regions[split.yes].literals.clone();
                space.regions[split.no].literals = yes;
            }
        }
    });
    assert!(broken.iter().any(|b| b.starts_with("I1")), "{broken:?}");
}

/// Excludes every pair over the edges of a kind.
fn exclude(core: &mut Core, is_meant: impl Fn(&Kind) -> bool, why: Why) {
    for space in &mut core.known.spaces {
        let graph = space.graph.clone();
        for (e, edge) in graph.edges.entries().filter(|(_, edge)| is_meant(&edge.kind)) {
            for from in space.leaves[edge.from].clone() {
                for to in space.leaves[edge.to].clone() {
                    space.exclude(e, from, to, why);
                }
            }
        }
    }
}

#[test]
fn i3_a_pair_with_a_transition() {
    let is_block = |kind: &Kind| matches!(kind, Kind::Block { .. });
    let (_, broken) = audited(LOOP, |core| exclude(core, is_block, Why::Edge));
    assert!(broken.iter().any(|b| b.starts_with("I3")), "{broken:?}");
}

#[test]
fn i3_an_invariant_that_a_call_does_not_keep() {
    let is_call = |kind: &Kind| matches!(kind, Kind::Call(_));
    let (_, broken) = audited(LOOP, |core| exclude(core, is_call, Why::Invariant));
    assert!(broken.iter().any(|b| b.contains("does not keep an invariant")), "{broken:?}");
}

#[test]
fn i4_a_corrupted_summary() {
    let (_, broken) = audited(LOOP, |core| {
        let tru = core.terms.tru();
        for summary in core.known.notmay.iter_mut().flatten() {
            *summary = Rc::new(NotMaySummary {
                pre: tru,
                post: Goal::Exit(Vec::new()),
                post_term: tru,
                ..(**summary).clone()
            });
        }
    });
    assert!(broken.iter().any(|b| b.starts_with("I4")), "{broken:?}");
}

#[test]
fn i4_a_summary_that_rests_on_an_assumption() {
    let (_, broken) = audited(RECURSION, |core| {
        let id = core.known.summary_id();
        for summary in core.known.notmay.iter_mut().flatten() {
            Rc::make_mut(summary).rests_on = vec![id];
        }
    });
    assert!(broken.iter().any(|b| b.contains("assumption")), "{broken:?}");
}

#[test]
fn i2_and_i5_a_path_that_runs_do_not_take() {
    // I2: no state satisfies the condition, so none is reached that way.
    let (_, broken) = audited(WRONG, |core| {
        let fls = core.terms.fls();
        damage_paths(core, |summary, _| summary.conditions = vec![fls]);
    });
    assert!(broken.iter().any(|b| b.contains("has no run")), "{broken:?}");
    // I5: the outputs are not what the machine gives.
    let (_, broken) = audited(LOOP, |core| {
        damage_paths(core, |summary, terms| {
            for (_, output) in &mut summary.outputs {
                if let maymust_term::Sort::BitVec(width) = terms.sort(*output) {
                    let one = terms.bv(width, 1);
                    *output = terms.bv_add(*output, one);
                }
            }
        });
    });
    assert!(broken.iter().any(|b| b.contains("the machine contradicts")), "{broken:?}");
}

fn damage_paths(core: &mut Core, damage: impl Fn(&mut MustSummary, &mut Terms)) {
    for list in core.known.must.iter_mut() {
        for summary in list {
            damage(Rc::make_mut(summary), &mut core.terms);
        }
    }
}

#[test]
fn contracts_speak_of_both_ends() {
    let (verdicts, _) = audited(
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int add(int a, int b) { return a == 0 ? b : add(a - 1, b + 1); }
        int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
            if (add(a, b) != (int)((unsigned)a + (unsigned)b)) reach_error(); return 0; }",
        |core| {
            let contracts = core.known.notmay.iter().flatten().filter(|s| !s.ghosts.is_empty());
            let is_equation = |s: &Rc<NotMaySummary>| {
                let t = s.post_term;
                core.terms.op(t) == TermOp::Not && core.terms.op(core.terms.arg(t, 0)) == TermOp::Eq
            };
            assert!(contracts.clone().any(is_equation), "no equation among the contracts");
        },
    );
    assert!(is_proved(&verdicts), "{verdicts:?}");
}
