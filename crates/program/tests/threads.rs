//! Operations of threads: programs with one thread only, where threads are switched, and what passes make of them.

use maymust_program::text_parse::parse;
use maymust_program::threads::{Visible, sequential, starts_threads};
use maymust_program::verify::verify;
use maymust_program::{EdgeId, Op, ProcId, Program, calls::CallGraph, modref::ModRef, slice};

const HEAD: &str = "maymust-program 1
pointers 32 32
entry proc0
var bytes memory unsigned @0:0 (Array (_ BitVec 64) (_ BitVec 8))
var size memory unsigned @0:0 (Array (_ BitVec 32) (_ BitVec 32))
var state memory unsigned @0:0 (Array (_ BitVec 32) (_ BitVec 8))
var next memory unsigned @0:0 (_ BitVec 32)
var g global signed @0:0 (_ BitVec 32)
var h global signed @0:0 (_ BitVec 32)
var own thread-local signed @0:0 (_ BitVec 32)
var self thread-local unsigned @0:0 (_ BitVec 32)
var main::x local proc0 signed @0:0 (_ BitVec 32)
var main::p local proc0 unsigned @0:0 (_ BitVec 64)
var main::q local proc0 unsigned @0:0 (_ BitVec 64)
memory bytes size state next -
thread self
check deadlock proc0 @0:0 - \"lock\"
check assertion proc1 @0:0 - \"g\"
check use-after-free proc0 @0:0 4 main::q \"q\"
";

fn program(text: &str) -> Program {
    let p = parse(&format!("{HEAD}{text}")).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(verify(&p), []);
    p
}

fn threaded() -> Program {
    program(
        "proc main @0:0 locs 14 entry 0 exit 13 body user result - params locals main::x main::p main::q
  0 -> 1 @0:0 allocate main::p stack arbitrary #x00000004
  1 -> 2 @0:0 allocate main::q stack arbitrary #x00000004
  2 -> 3 @0:0 bytes := ((_ store_wide 4) bytes main::p #x00000001)
  3 -> 4 @0:0 spawn proc1 main::x
  4 -> 5 @0:0 main::x := (bvadd main::x #x00000001)
  5 -> 6 @0:0 main::x := own
  6 -> 7 @0:0 atomic-begin
  7 -> 8 @0:0 block check0 (= g #x00000000)
  8 -> 9 @0:0 g := #x00000001
  9 -> 10 @0:0 atomic-end
  10 -> 11 @0:0 check check2 (= (select state ((_ extract 63 32) main::q)) #x02)
  11 -> 12 @0:0 main::x := ((_ load 4) bytes main::q)
  12 -> 13 @0:0 bytes := ((_ store_wide 8) bytes #x0000000100000000 main::q)
proc thread @0:0 locs 3 entry 0 exit 2 body user result - params locals
  0 -> 1 @0:0 check check1 (= g #x00000001)
  1 -> 2 @0:0 h := #x00000001
",
    )
}

#[test]
fn switching_is_before_what_others_see() {
    let p = threaded();
    let visible = Visible::new(&p);
    let seen: Vec<u32> = (0..13).filter(|e| visible.edge(ProcId(0), EdgeId(*e))).collect();
    // The spawn, the wait (for its section), what is in the section, the check of an access to what leaks (and not
    // the access behind it), the store. Not: the private object, locals, thread-locals.
    assert_eq!(seen, [3, 7, 8, 10, 12]);
    assert!(visible.edge(ProcId(1), EdgeId(0)) && visible.edge(ProcId(1), EdgeId(1)));
}

#[test]
fn what_threads_run_is_reached_and_read() {
    let p = threaded();
    assert!(starts_threads(&p));
    let calls = CallGraph::new(&p);
    assert!(calls.reachable[1]);
    let h = p.terms.lookup("h").expect("a variable");
    assert!(ModRef::new(&p, &calls).may_write(ProcId(0), h));
    let sliced = slice::slice(&p, &[maymust_program::CheckId(1)]);
    assert!(starts_threads(&sliced));
    assert!(sliced.procs[1].edges.iter().any(|e| matches!(e.op, Op::Check(..))));
}

#[test]
fn alone_a_wait_is_a_check_and_starts_are_not_supported() {
    let mut p = threaded();
    sequential(&mut p);
    assert!(!starts_threads(&p));
    let ops: Vec<&Op> = p.procs[0].edges.iter().map(|e| &e.op).collect();
    assert!(ops.iter().any(|op| matches!(op, Op::Unsupported(_))));
    let wait = ops.iter().position(|op| matches!(op, Op::Check(c, _) if c.0 == 0)).expect("the wait");
    assert!(matches!(ops[wait + 1], Op::Assume(_)));
}

#[test]
fn a_start_that_is_not_reached_does_not_count() {
    let p = program(
        "proc main @0:0 locs 2 entry 0 exit 1 body user result - params locals main::x main::p main::q
  0 -> 1 @0:0 g := #x00000001
proc thread @0:0 locs 2 entry 0 exit 1 body user result - params locals
  0 -> 1 @0:0 spawn proc1 -
",
    );
    assert!(!starts_threads(&p));
}
