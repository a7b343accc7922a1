//! The text form, the verifier and the builder on a program that has one of everything.

use maymust_program::text::{print, same};
use maymust_program::text_parse::parse;
use maymust_program::verify::verify;
use maymust_program::{Edge, LocId, Op, ProcId, Program};
use maymust_source::Span;

const EVERYTHING: &str = r##"maymust-program 1
pointers 32 32
entry proc1
var bytes memory unsigned @0:0 (Array (_ BitVec 64) (_ BitVec 8))
var size memory unsigned @0:0 (Array (_ BitVec 32) (_ BitVec 32))
var state memory unsigned @0:0 (Array (_ BitVec 32) (_ BitVec 8))
var next memory unsigned @0:0 (_ BitVec 32)
var g global signed @5:6 (_ BitVec 32)
var self thread-local unsigned @5:6 (_ BitVec 32)
var f::x param proc0 signed @7:9 (_ BitVec 32)
var f::result result proc0 signed @7:9 (_ BitVec 32)
var "main::a b" local proc1 signed @3:4 (_ BitVec 32)
var main::p local proc1 unsigned @3:4 (_ BitVec 64)
static f 0 code proc0 @1:2
static "\"a\\n\"" 3 constant - @2:3
static table 40 static - @2:3
memory bytes size state next -
thread self
check assertion proc1 @9:10 - "assertion `x > 0`"
check invalid-call proc1 @9:11 - "call"
check bounds proc1 @9:11 4 main::p "read of 4 bytes"
check deadlock proc2 @9:12 - "mutex"
check data-race proc2 @9:12 - "race"
assumption @1:2 "function `h` has no body"
proc f @0:30 locs 3 entry 0 exit 2 body user result f::result params f::x locals
  0 -> 1 @1:2 f::result := (bvadd f::x #x00000001)
  1 -> 2 @1:2 g := f::result
proc main @30:90 locs 18 entry 0 exit 17 body user result - params locals "main::a b" main::p
  0 -> 1 @1:2 call proc0 "main::a b" #x00000005
  1 -> 2 @1:2 call-pointer check1 "main::a b" main::p g
  2 -> 3 @1:2 allocate main::p heap zeroed #x00000010
  3 -> 4 @1:2 bytes := ((_ store_wide 4) bytes (bvadd main::p #x0000000000000004) g)
  4 -> 5 @1:2 copy main::p #x0000000300000000 #x00000008
  5 -> 6 @1:2 fill main::p #x00 #x00000008
  6 -> 7 @1:2 bytes #x0000000300000000 x00ff10
  7 -> 8 @1:2 havoc g nondet "__VERIFIER_nondet_int"
  8 -> 9 @1:2 assume (bvslt g #x00000000)
  8 -> 10 @1:2 assume (not (bvslt g #x00000000))
  9 -> 10 @1:2 output #x00000001 #x41
  10 -> 11 @1:2 check check2 (bvult ((_ extract 31 0) main::p) (select size ((_ extract 63 32) main::p)))
  11 -> 12 @1:2 "main::a b" := ((_ load 4) bytes main::p)
  12 -> 13 @1:2 check check0 (= "main::a b" g)
  13 -> 14 @1:2 free freed main::p
  14 -> 15 @1:2 havoc g stdin
  15 -> 16 @1:2 unsupported "long \"double\""
  16 -> 17 @1:2 halt #x00000000
proc threads @91:92 locs 9 entry 0 exit 8 body library result - params locals
  0 -> 1 @1:2 spawn proc0 g #x00000005
  1 -> 2 @1:2 atomic-begin
  2 -> 3 @1:2 block check3 (= g #x00000001)
  3 -> 4 @1:2 acquire #x0000000300000000
  4 -> 5 @1:2 release #x0000000300000000
  5 -> 6 @1:2 atomic-end
  6 -> 7 @1:2 spawn proc0 - self
  7 -> 8 @1:2 end-thread
"##;

/// Terms quote symbols with bars.
fn everything() -> Program {
    let text = EVERYTHING.replace("(= \"main::a b\" g)", "(= |main::a b| g)");
    parse(&text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn print_and_parse_are_inverse() {
    let p = everything();
    assert_eq!(verify(&p), []);
    let text = print(&p);
    let q = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(print(&q), text);
    assert!(same(&p, &q));
    assert_eq!(p.vars, q.vars);
    assert_eq!(p.statics, q.statics);
    assert_eq!(p.procs[1].edges.len(), q.procs[1].edges.len());
    for (a, b) in p.procs[1].edges.iter().zip(&q.procs[1].edges) {
        let hashes =
            |p: &Program, op: &Op| op.terms().iter().map(|t| p.terms.stable_hash(*t)).collect::<Vec<_>>();
        assert_eq!(hashes(&p, &a.op), hashes(&q, &b.op));
    }
}

#[test]
fn damaged_texts_are_refused_without_panic() {
    let text = print(&everything());
    for cut in (0..text.len()).filter(|i| text.is_char_boundary(*i)).step_by(7) {
        let _ = parse(&text[..cut]);
        let mut changed = text.clone();
        changed.remove(cut);
        let _ = parse(&changed).map(|p| verify(&p));
    }
    assert!(parse("").is_err());
    assert!(
        parse(
            "maymust-program 1\nproc f @0:0 locs 4000000000 entry 0 exit 1 body user result - params locals"
        )
        .is_err()
    );
}

#[test]
fn listings_and_graphs_show_every_operation() {
    let p = everything();
    let listing = maymust_program::pretty::show_cfa(&p, None, |_| true);
    for words in [
        "f(5)",
        "allocate(heap",
        "halt(0)",
        "unsupported: long",
        "check0 (assertion)",
        "atomic {",
        "wait for",
    ] {
        assert!(listing.contains(words), "{words} is missing in\n{listing}");
    }
    let graph = maymust_program::dot::dot(&p, |_| true);
    assert_eq!(graph.matches(" -> ").count(), 28);
}

fn broken(change: impl FnOnce(&mut Program)) -> String {
    let mut p = everything();
    change(&mut p);
    verify(&p).iter().map(|e| format!("{e}\n")).collect()
}

#[test]
fn the_verifier_finds_what_is_wrong() {
    let other_proc = broken(|p| {
        let t = p.terms.lookup("f::x").map(|s| p.terms.var(s)).unwrap();
        p.procs[1].edges[7].op = Op::Assign(p.terms.lookup("g").unwrap(), t);
    });
    assert!(other_proc.contains("proc1 `main`: edge7: a variable of proc0"), "{other_proc}");
    let sort =
        broken(|p| p.procs[1].edges[8].op = Op::Assume(p.terms.lookup("g").map(|s| p.terms.var(s)).unwrap()));
    assert!(sort.contains("condition is of sort (_ BitVec 32), not Bool"), "{sort}");
    let arguments =
        broken(|p| p.procs[1].edges[0].op = Op::Call { proc: ProcId(0), args: vec![], result: None });
    assert!(arguments.contains("0 arguments for the 1 parameters of `f`"), "{arguments}");
    let several = broken(|p| p.procs[1].edges[8].op = Op::Unsupported("x".into()));
    assert!(several.contains("one of several edges is no assume"), "{several}");
    let exit = broken(|p| {
        let tru = p.terms.tru();
        let (from, to) = (LocId(17), LocId(0));
        p.procs[1].edges.push(Edge { from, to, op: Op::Assume(tru), span: Span::NONE });
        p.procs[1].index_edges();
    });
    assert!(exit.contains("an edge leaves the exit"), "{exit}");
    let index = broken(|p| p.procs[0].edges.swap(0, 1));
    assert!(index.contains("not sorted"), "{index}");
    let memory = broken(|p| {
        let size = p.terms.lookup("size").unwrap();
        let sort = p.terms.symbol_sort(size);
        let one = p.terms.bv(32, 1);
        let constant = p.terms.const_array(sort, one);
        p.procs[0].edges[1].op = Op::Assign(size, constant);
    });
    assert!(memory.contains("something else than stores on itself"), "{memory}");
    let check = broken(|p| p.checks.truncate(1));
    assert!(check.contains("check2 does not exist"), "{check}");
}

mod builder {
    use super::*;
    use maymust_program::ProcBuilder;
    use maymust_term::Sort;

    fn build(entry: u32, exit: u32, edges: &[(u32, u32, &str)]) -> Vec<(u32, u32)> {
        let mut program = Program::default();
        let terms = &mut program.terms;
        let c = terms.declare_var("c", Sort::Bool);
        let mut b = ProcBuilder::new("f", ProcId(0), Span::NONE);
        let n = edges.iter().map(|e| e.0.max(e.1)).max().unwrap_or(0).max(entry).max(exit);
        for _ in 0..=n {
            b.fresh_loc();
        }
        for (from, to, op) in edges {
            let op = match *op {
                "" => Op::Assume(terms.tru()),
                "halt" => Op::Halt(terms.bv(32, 0)),
                "never" => Op::Assume(terms.fls()),
                _ => Op::Assume(c),
            };
            b.edge(LocId(*from), LocId(*to), op, Span::NONE);
        }
        let p = b.finish(&program, LocId(entry), LocId(exit));
        p.edges.iter().map(|e| (e.from.0, e.to.0)).collect()
    }

    #[test]
    fn skips_are_contracted_and_dead_code_dropped() {
        let edges = [(0, 1, ""), (1, 2, "c"), (2, 3, ""), (3, 4, "c"), (7, 4, "c"), (1, 5, "c"), (5, 4, "c")];
        assert_eq!(build(0, 4, &edges), [(0, 1), (0, 2), (1, 3), (2, 3)]);
    }

    #[test]
    fn an_empty_endless_loop_stays() {
        assert_eq!(build(0, 9, &[(0, 1, ""), (1, 2, ""), (2, 0, "")]), [(0, 0)]);
        assert_eq!(build(0, 9, &[(0, 1, ""), (1, 2, ""), (2, 1, "")]), [(0, 1), (1, 1)]);
        assert_eq!(build(0, 9, &[(0, 0, "")]), [(0, 0)]);
    }

    #[test]
    fn the_entry_gets_no_incoming_edges_by_contraction() {
        assert_eq!(
            build(0, 3, &[(0, 1, ""), (1, 2, "c"), (2, 1, ""), (1, 3, "c")]),
            [(0, 1), (1, 1), (1, 2)]
        );
    }

    #[test]
    fn nothing_follows_a_halt() {
        assert_eq!(build(0, 3, &[(0, 1, "halt"), (1, 2, "c"), (2, 3, "c")]), [(0, 1)]);
        assert_eq!(build(0, 3, &[(0, 1, "never"), (1, 3, "c")]), [(0, 1)]);
    }

    #[test]
    fn long_procedures_take_linear_time() {
        let n = 300_000;
        let edges: Vec<(u32, u32, &str)> =
            (0..n).map(|i| (i, i + 1, if i % 2 == 0 { "" } else { "c" })).collect();
        assert_eq!(build(0, n, &edges).len(), n as usize / 2);
    }
}
