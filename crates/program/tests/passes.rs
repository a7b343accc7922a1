//! Call resolution, the call graph, mod/ref and slicing on small programs in text form.

mod common;

use common::End;
use maymust_program::calls::CallGraph;
use maymust_program::modref::ModRef;
use maymust_program::resolve::resolve_calls;
use maymust_program::slice::slice;
use maymust_program::text_parse::parse;
use maymust_program::verify::verify;
use maymust_program::{CheckId, Op, ProcId, Program, VarId, prepare};

fn read(text: &str) -> Program {
    let p = parse(text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(verify(&p), []);
    p
}

/// f and g take and give an int; h takes a pointer; main calls through pointers.
const POINTERS: &str = "maymust-program 1
pointers 32 32
entry proc3
var bytes memory unsigned @0:0 (Array (_ BitVec 64) (_ BitVec 8))
var f::x param proc0 signed @0:0 (_ BitVec 32)
var f::r result proc0 signed @0:0 (_ BitVec 32)
var g::x param proc1 signed @0:0 (_ BitVec 32)
var g::r result proc1 signed @0:0 (_ BitVec 32)
var h::x param proc2 signed @0:0 (_ BitVec 64)
var h::r result proc2 signed @0:0 (_ BitVec 32)
var p local proc3 signed @0:0 (_ BitVec 64)
var r local proc3 signed @0:0 (_ BitVec 32)
var total global signed @0:0 (_ BitVec 32)
static f 0 code proc0 @0:0
static g 0 code proc1 @0:0
static h 0 code proc2 @0:0
memory bytes - - - -
check invalid-call proc3 @0:0 - \"call\"
proc f @0:0 locs 2 entry 0 exit 1 body user result f::r params f::x locals
  0 -> 1 @0:0 f::r := f::x
proc g @0:0 locs 2 entry 0 exit 1 body user result g::r params g::x locals
  0 -> 1 @0:0 total := g::x
proc h @0:0 locs 2 entry 0 exit 1 body user result h::r params h::x locals
  0 -> 1 @0:0 h::r := ((_ load 4) bytes h::x)
proc main @0:0 locs 4 entry 0 exit 3 body user result - params locals p r
";

fn callees(lines: &str) -> Vec<String> {
    let mut p = read(&format!("{POINTERS}{lines}"));
    resolve_calls(&mut p);
    assert_eq!(verify(&p), []);
    let main = &p.procs[3];
    let names = main.edges.iter().filter_map(|e| match &e.op {
        Op::Call { proc, .. } => Some(p.procs[proc.index()].name.clone()),
        Op::CallPointer { .. } => Some("pointer".to_owned()),
        Op::Check(c, t) => Some(format!("{c} {}", *t == p.terms.fls())),
        _ => None,
    });
    names.collect()
}

#[test]
fn calls_are_resolved_to_what_the_pointer_holds() {
    let known = callees(
        "  0 -> 1 @0:0 p := #x0000000200000000\n  1 -> 2 @0:0 call-pointer check0 r p #x00000001\n  2 -> 3 @0:0 halt r\n",
    );
    assert_eq!(known, ["g", "check0 true"]);
}

#[test]
fn a_pointer_in_memory_is_followed() {
    let stored = callees(
        "  0 -> 1 @0:0 bytes := ((_ store_wide 8) bytes #x0000000000000010 (ite (= r total) #x0000000200000000 #x0000000100000000))
  1 -> 2 @0:0 call-pointer check0 r ((_ load 8) bytes #x0000000000000010) #x00000001
  2 -> 3 @0:0 halt r\n",
    );
    assert_eq!(stored, ["f", "g", "check0 true"]);
}

#[test]
fn an_unknown_pointer_may_be_anything_that_fits() {
    let unknown = callees(
        "  0 -> 1 @0:0 havoc p nondet \"x\"\n  1 -> 2 @0:0 call-pointer check0 r p #x00000001\n  2 -> 3 @0:0 halt r\n",
    );
    assert_eq!(unknown, ["f", "g", "check0 true"]);
    let wrong = callees(
        "  0 -> 1 @0:0 p := #x0000000300000000\n  1 -> 2 @0:0 call-pointer check0 r p #x00000001\n  2 -> 3 @0:0 halt r\n",
    );
    assert_eq!(wrong, ["check0 true"]);
}

/// main: x = in(); y = x + 1; loop on z; if (x < 0) stop(x); check x >= 0; check y.
const SLICED: &str = "maymust-program 1
pointers 32 32
entry proc0
var x global signed @0:0 (_ BitVec 32)
var y global signed @0:0 (_ BitVec 32)
var z local proc0 signed @0:0 (_ BitVec 32)
var stop::s param proc1 signed @0:0 (_ BitVec 32)
var inc::a param proc2 signed @0:0 (_ BitVec 32)
var inc::b param proc2 signed @0:0 (_ BitVec 32)
var inc::r result proc2 signed @0:0 (_ BitVec 32)
memory - - - - -
check assertion proc0 @0:0 - \"x\"
check assertion proc0 @0:0 - \"y\"
proc main @0:0 locs 11 entry 0 exit 10 body user result - params locals z
  0 -> 1 @0:0 havoc x nondet \"in\"
  1 -> 2 @0:0 call proc2 y x z
  2 -> 3 @0:0 assume (bvslt z y)
  2 -> 4 @0:0 assume (not (bvslt z y))
  3 -> 2 @0:0 z := (bvadd z #x00000001)
  4 -> 5 @0:0 assume (bvslt x #x00000000)
  4 -> 6 @0:0 assume (not (bvslt x #x00000000))
  5 -> 6 @0:0 call proc1 - x
  6 -> 7 @0:0 call proc3 -
  7 -> 8 @0:0 check check0 (not (bvslt x #x00000000))
  8 -> 9 @0:0 check check1 (= y x)
  9 -> 10 @0:0 output #x00000001 #x41
proc stop @0:0 locs 2 entry 0 exit 1 body user result - params stop::s locals
  0 -> 1 @0:0 halt stop::s
proc inc @0:0 locs 2 entry 0 exit 1 body user result inc::r params inc::a inc::b locals
  0 -> 1 @0:0 inc::r := (bvadd inc::a #x00000001)
proc log @0:0 locs 2 entry 0 exit 1 body user result - params locals
  0 -> 1 @0:0 output #x00000001 #x42
";

fn main_ops(p: &Program) -> Vec<String> {
    p.procs[0].edges.iter().map(|e| maymust_program::pretty::op_text(p, &e.op)).collect()
}

#[test]
fn a_slice_keeps_what_decides_a_check_and_no_more() {
    let p = read(SLICED);
    let s = slice(&p, &[CheckId(0)]);
    let ops = main_ops(&s);
    assert!(ops.iter().any(|o| o.starts_with("stop(")), "{ops:?}");
    assert!(ops.iter().any(|o| o.contains("check0")), "{ops:?}");
    for gone in ["inc(", "output", "log(", "z :=", "check1", "z <"] {
        assert!(!ops.iter().any(|o| o.contains(gone)), "{gone} in {ops:?}");
    }
    assert_eq!(s.procs[2].edges.len(), 0);
    assert_eq!(s.procs[1].edges.len(), 1);
}

#[test]
fn a_slice_follows_results_and_parameters() {
    let p = read(SLICED);
    let s = slice(&p, &[CheckId(1)]);
    let ops = main_ops(&s);
    for kept in ["inc(", "check1", "x := input in"] {
        assert!(ops.iter().any(|o| o.contains(kept)), "{kept} not in {ops:?}");
    }
    assert!(!ops.iter().any(|o| o.starts_with("z :=")), "{ops:?}");
    // The other check speaks of `x` alone: it stays as an assumption.
    assert!(!ops.iter().any(|o| o.contains("check0")), "{ops:?}");
    assert_eq!(s.procs[2].edges.len(), 1);
}

#[test]
fn the_call_graph_and_its_order() {
    let p = read(SLICED);
    let calls = CallGraph::new(&p);
    assert_eq!(calls.show(&p), "main: stop inc log\nstop: \ninc: \nlog: \n");
    let order: Vec<ProcId> = calls.bottom_up().collect();
    assert_eq!(order.last(), Some(&ProcId(0)));
    assert!(calls.recursive.iter().all(|r| !r));
}

#[test]
fn recursion_is_found() {
    let text = "maymust-program 1
pointers 32 32
entry proc0
memory - - - - -
proc a @0:0 locs 2 entry 0 exit 1 body user result - params locals
  0 -> 1 @0:0 call proc1 -
proc b @0:0 locs 3 entry 0 exit 2 body user result - params locals
  0 -> 1 @0:0 call proc0 -
  1 -> 2 @0:0 call proc2 -
proc c @0:0 locs 1 entry 0 exit 0 bodiless user result - params locals
";
    let p = read(text);
    let calls = CallGraph::new(&p);
    assert_eq!(calls.recursive, [true, true, false]);
    assert_eq!(calls.components, [vec![ProcId(2)], vec![ProcId(0), ProcId(1)]]);
    assert_eq!(calls.show(&p), "a recursive: b\nb recursive: a c\nc no-body: \n");
}

#[test]
fn effects_are_transitive() {
    let p = read(&SLICED.replace("0 -> 1 @0:0 output #x00000001 #x42", "0 -> 1 @0:0 y := x"));
    let m = ModRef::new(&p, &CallGraph::new(&p));
    let names = |list: &[VarId]| list.iter().map(|v| p.var(*v).name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&m.writes[3]), ["y"]);
    assert_eq!(names(&m.reads[3]), ["x"]);
    assert_eq!(names(&m.writes[0]), ["x", "y"]);
    assert_eq!(names(&m.writes[2]), Vec::<String>::new());
    assert!(
        m.may_write(ProcId(0), p.terms.lookup("y").unwrap())
            && !m.may_read(ProcId(1), p.terms.lookup("x").unwrap())
    );
}

/// main fills two objects from one allocator, one with ints, one with bytes; `unused` is never called.
const ALLOCATOR: &str = "maymust-program 1
pointers 32 32
entry proc0
var bytes memory unsigned @0:0 (Array (_ BitVec 64) (_ BitVec 8))
var size memory unsigned @0:0 (Array (_ BitVec 32) (_ BitVec 32))
var state memory unsigned @0:0 (Array (_ BitVec 32) (_ BitVec 8))
var next memory unsigned @0:0 (_ BitVec 32)
var p local proc0 unsigned @0:0 (_ BitVec 64)
var q local proc0 unsigned @0:0 (_ BitVec 64)
var get::n param proc1 unsigned @0:0 (_ BitVec 32)
var get::t local proc1 unsigned @0:0 (_ BitVec 64)
var get::r result proc1 unsigned @0:0 (_ BitVec 64)
memory bytes size state next -
check bounds proc1 @0:0 - \"size\"
proc main @0:0 locs 7 entry 0 exit 6 body user result - params locals p q
  0 -> 1 @0:0 call proc1 p #x00000008
  1 -> 2 @0:0 call proc1 q #x00000010
  2 -> 3 @0:0 bytes := ((_ store_wide 4) bytes (bvadd p #x0000000000000004) #x00000041)
  3 -> 4 @0:0 bytes := ((_ store_wide 1) bytes q #x42)
  4 -> 5 @0:0 output #x00000001 ((_ extract 7 0) ((_ load 4) bytes (bvadd p #x0000000000000004)))
  5 -> 6 @0:0 halt ((_ zero_extend 24) ((_ load 1) bytes q))
proc get @0:0 locs 5 entry 0 exit 4 body user result get::r params get::n locals get::t
  0 -> 1 @0:0 check check0 (bvult get::n #x00000020)
  1 -> 2 @0:0 allocate get::t heap arbitrary get::n
  2 -> 3 @0:0 get::r := get::t
  3 -> 4 @0:0 assume true
proc unused @0:0 locs 2 entry 0 exit 1 body library result - params locals
  0 -> 1 @0:0 bytes := ((_ store_wide 8) bytes #x0000000000000001 #x0000000000000001)
";

#[test]
fn allocators_are_inlined_and_their_objects_told_apart() {
    let p = read(ALLOCATOR);
    let mut q = p.clone();
    let shown = prepare(&mut q);
    assert_eq!(verify(&q), []);
    assert_eq!(q.memory.regions.len(), 2, "{shown}");
    assert!(q.procs[1].edges.is_empty() && q.procs[2].edges.is_empty());
    let expected = (End::Halt(0x42), vec![0x41]);
    assert_eq!(common::run(&p, 1, 100), expected);
    assert_eq!(common::run(&q, 1, 100), expected);
    assert_eq!(q.original_check(CheckId(2)), CheckId(0));
    // Both copies of the check stand in main now.
    assert_eq!(q.checks[1..].iter().map(|c| c.proc).collect::<Vec<_>>(), [ProcId(0), ProcId(0)]);
}

#[test]
fn slices_fail_where_programs_fail() {
    let p = read(SLICED);
    for check in [CheckId(0), CheckId(1)] {
        let s = slice(&p, &[check]);
        for seed in 0..50 {
            let (whole, sliced) = (common::run(&p, seed, 1000).0, common::run(&s, seed, 1000).0);
            if whole == End::Fail(check) {
                assert_eq!(sliced, whole, "seed {seed}");
            }
        }
    }
}
