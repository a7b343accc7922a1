//! Checks of memory, inputs and replay, calls through pointers, leaks, output, traces.

mod common;

use common::*;
use maymust_machine::{
    AfterEnd, Captured, CheckSet, Env, Limits, List, Machine, Options, Seeded, Stop, Trace, Zeros,
};
use maymust_program::{
    CheckData, CheckId, CheckKind, Input, ObjectState, Op, ProcId, Program, StaticObject, VarKind,
};
use maymust_source::Span;
use maymust_term::{Sort, TermId, Value};

const BV32: Sort = Sort::BitVec(32);
const BV64: Sort = Sort::BitVec(64);

/// A program that accesses 4 bytes at the address it is given: reads or writes, with the usual checks.
fn access_program(write: bool) -> (Program, ProcId) {
    let mut p = program();
    static_object(&mut p, "global", 8, ObjectState::Static);
    static_object(&mut p, "text", 8, ObjectState::Constant);
    let mut b = Builder::new(&p, "access");
    let (_, address) = b.param(&mut p, BV64);
    let (result, _) = b.result(&mut p, BV32);
    let (heap, heap_term) = b.local(&mut p, BV64);
    let size = p.terms.bv(32, 10);
    b.op(Op::Allocate { result: heap, size, state: ObjectState::Heap, zeroed: true });
    b.op(Op::Free { pointer: heap_term, state: ObjectState::Freed });
    access_checks(&mut b, &mut p, address, 4, write);
    if write {
        let value = p.terms.bv(32, 7);
        let op = store(&mut p, address, value);
        b.op(op);
    } else {
        let loaded = load(&mut p, address, 4);
        b.assign(result, loaded);
    }
    let id = b.finish(&mut p);
    (p, id)
}

fn access(write: bool, address: u64, stepped: bool) -> Result<(), CheckKind> {
    let (p, id) = access_program(write);
    let machine = Machine::new(&p);
    let mut state = machine.start_at(id, &[Value::bv(64, address)]).unwrap();
    match run_with(&machine, &mut state, &mut Zeros, Limits { stepped, ..Limits::default() }) {
        Stop::Returned => Ok(()),
        Stop::Failed(failure) => {
            assert!(failure.check.is_some());
            Err(failure.kind)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_bad_access_fails_its_own_check() {
    for stepped in [false, true] {
        for write in [false, true] {
            let at = |address| access(write, address, stepped);
            assert_eq!(at(1 << 32), Ok(()));
            assert_eq!(at(1 << 32 | 4), Ok(()));
            assert_eq!(at(0), Err(CheckKind::NullDereference));
            assert_eq!(at(12), Err(CheckKind::NullDereference));
            assert_eq!(at(1 << 32 | 5), Err(CheckKind::Bounds));
            assert_eq!(at((1 << 32) - 1 + (1 << 32)), Err(CheckKind::Bounds));
            assert_eq!(at(3 << 32), Err(CheckKind::UseAfterFree));
            assert_eq!(at(99 << 32), Err(CheckKind::InvalidPointer));
            let read_only = if write { Err(CheckKind::InvalidPointer) } else { Ok(()) };
            assert_eq!(at(2 << 32 | 2), read_only);
        }
    }
}

#[test]
fn an_access_that_no_check_guards_stops_too() {
    let (p, id) = access_program(true);
    let machine = Machine::with_options(&p, Options { checks: CheckSet::NONE, record: false });
    let mut state = machine.start_at(id, &[Value::bv(64, 1 << 32 | 6)]).unwrap();
    let Stop::Failed(failure) = run(&machine, &mut state) else { panic!("no failure") };
    assert_eq!((failure.check, failure.kind), (None, CheckKind::Bounds));
}

#[test]
fn a_report_names_object_and_place_of_allocation() {
    let (p, id) = access_program(false);
    let machine = Machine::new(&p);
    let mut state = machine.start_at(id, &[Value::bv(64, 3 << 32 | 2)]).unwrap();
    let Stop::Failed(failure) = run(&machine, &mut state) else { panic!("no failure") };
    assert_eq!(failure.access.as_deref(), Some("read of 4 bytes at offset 2 of freed object (10 bytes)"));
    let notes: Vec<&str> = failure.notes.iter().map(|n| n.1.as_str()).collect();
    assert_eq!(notes, ["the object is allocated here", "it is freed here"]);
    let text = maymust_machine::render(&machine, &failure, &Default::default(), false);
    assert!(text.contains("use-after-free: check"), "{text}");
}

#[test]
fn overflow_is_found_before_the_sum_is_used() {
    for (x, y, fails) in [(1, 2, false), (i32::MAX, 1, true), (i32::MIN, -1, true), (-5, 5, false)] {
        let mut p = program();
        let mut b = Builder::new(&p, "sum");
        let (_, a) = b.param(&mut p, BV32);
        let (_, c) = b.param(&mut p, BV32);
        let (result, _) = b.result(&mut p, BV32);
        let overflow = p.terms.saddo(a, c);
        let fine = p.terms.not(overflow);
        b.check(&mut p, CheckKind::SignedOverflow, fine, None);
        let sum = p.terms.bv_add(a, c);
        b.assign(result, sum);
        let id = b.finish(&mut p);
        let machine = Machine::new(&p);
        let args = [x, y].map(|v: i32| Value::bv(32, u64::from(v as u32)));
        let mut state = machine.start_at(id, &args).unwrap();
        match run(&machine, &mut state) {
            Stop::Failed(failure) => {
                assert!(fails);
                let values: Vec<&str> = failure.values.iter().map(|v| v.1.as_str()).collect();
                assert_eq!(values, [x.to_string(), y.to_string()]);
            }
            Stop::Returned => {
                assert!(!fails);
                assert_eq!(state.returned, Some(Value::bv(32, u64::from(x.wrapping_add(y) as u32))));
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Reads three numbers and gives `x + 10 * y + 100 * z`.
fn input_program() -> (Program, ProcId) {
    let mut p = program();
    let mut b = Builder::new(&p, "inputs");
    let (result, _) = b.result(&mut p, BV32);
    let mut total = p.terms.bv(32, 0);
    for factor in [1, 10, 100] {
        let (x, x_term) = b.local(&mut p, BV32);
        b.op(Op::Havoc(x, Input::Nondet("int".into())));
        let factor = p.terms.bv(32, factor);
        let part = p.terms.bv_mul(x_term, factor);
        total = p.terms.bv_add(total, part);
    }
    b.assign(result, total);
    let id = b.finish(&mut p);
    (p, id)
}

#[test]
fn inputs_come_from_a_list_and_are_replayed() {
    let (p, id) = input_program();
    let machine = Machine::new(&p);
    let numbers = |values: &[u64]| List::new(values.iter().map(|v| Value::bv(32, *v)), AfterEnd::Stop);
    let mut state = machine.start_at(id, &[]).unwrap();
    run_with(&machine, &mut state, &mut numbers(&[3, 2, 1]), Limits::default());
    assert_eq!(state.returned, Some(Value::bv(32, 123)));

    let mut short = machine.start_at(id, &[]).unwrap();
    let stop = run_with(&machine, &mut short, &mut numbers(&[3, 2]), Limits::default());
    assert!(matches!(stop, Stop::InputsEnded { .. }));
    // The run goes on where it asked.
    assert!(matches!(run_with(&machine, &mut short, &mut numbers(&[9]), Limits::default()), Stop::Returned));
    assert_eq!(short.returned, Some(Value::bv(32, 923)));

    let mut seeded = machine.start_at(id, &[]).unwrap();
    run_with(&machine, &mut seeded, &mut Seeded::new(7), Limits::default());
    assert_eq!(seeded.record.values.len(), 3);
    let mut replayed = machine.start_at(id, &[]).unwrap();
    run_with(&machine, &mut replayed, &mut List::replay(&seeded.record, AfterEnd::Stop), Limits::default());
    assert_eq!(replayed.returned, seeded.returned);
    assert_eq!(replayed.record, seeded.record);
}

#[test]
fn calls_through_pointers_are_checked() {
    let mut p = program();
    let mut f = Builder::new(&p, "f");
    let (_, x) = f.param(&mut p, BV32);
    let (result, _) = f.result(&mut p, BV32);
    let one = p.terms.bv(32, 1);
    let next = p.terms.bv_add(x, one);
    f.assign(result, next);
    let f = f.finish(&mut p);
    p.statics.push(StaticObject {
        name: "f".into(),
        size: 0,
        state: ObjectState::Code,
        proc: Some(f),
        is_library: false,
        span: Span::NONE,
    });
    let mut b = Builder::new(&p, "caller");
    let (_, pointer) = b.param(&mut p, BV64);
    let (r, r_term) = b.local(&mut p, BV32);
    let (result, _) = b.result(&mut p, BV32);
    let check = CheckId(p.checks.len() as u32);
    let message = "call".into();
    let kind = CheckKind::InvalidCall;
    p.checks.push(CheckData { kind, message, proc: b.proc.id, span: Span::NONE, access: None });
    let arg = p.terms.bv(32, 41);
    b.op(Op::CallPointer { pointer, args: vec![arg], result: Some(r), check });
    b.assign(result, r_term);
    let caller = b.finish(&mut p);
    let machine = Machine::new(&p);
    let mut state = machine.start_at(caller, &[Value::bv(64, 1 << 32)]).unwrap();
    assert!(matches!(run(&machine, &mut state), Stop::Returned));
    assert_eq!(state.returned, Some(Value::bv(32, 42)));
    for bad in [0, 2 << 32, 1 << 32 | 1] {
        let mut state = machine.start_at(caller, &[Value::bv(64, bad)]).unwrap();
        let Stop::Failed(failure) = run(&machine, &mut state) else { panic!("no failure") };
        assert_eq!(failure.kind, CheckKind::InvalidCall);
    }
}

/// Allocates, stores the pointer at `at` (a static object, or nowhere), and checks for leaks.
fn leak_program(keep: Option<u32>) -> (Program, ProcId) {
    let mut p = program();
    let root = static_object(&mut p, "root", 20_000, ObjectState::Static);
    let mut b = Builder::new(&p, "leaky");
    let (heap, pointer) = b.local(&mut p, BV64);
    let size = p.terms.bv(32, 24);
    b.op(Op::Allocate { result: heap, size, state: ObjectState::Heap, zeroed: false });
    if let Some(offset) = keep {
        let to = p.terms.bv(64, root + u64::from(offset));
        let op = store(&mut p, to, pointer);
        b.op(op);
    }
    let zero = p.terms.bv(64, 0);
    b.assign(heap, zero);
    // Zero from the start: nothing says that no object is live.
    let (_, none_live) = b.local(&mut p, Sort::Bool);
    b.check(&mut p, CheckKind::Leak, none_live, None);
    let status = p.terms.bv(32, 3);
    b.op(Op::Halt(status));
    let id = b.finish(&mut p);
    (p, id)
}

#[test]
fn leaks_are_decided_by_reachability() {
    let options = Options { checks: CheckSet::ALL, record: false };
    // Also unaligned, and across two pages.
    for (keep, lost) in [(Some(0), false), (Some(13), false), (Some(4093), false), (None, true)] {
        let (p, id) = leak_program(keep);
        let machine = Machine::with_options(&p, options);
        let mut state = machine.start_at(id, &[]).unwrap();
        let stop = run(&machine, &mut state);
        assert_eq!(matches!(stop, Stop::Failed(_)), lost, "{keep:?}: {stop:?}");
        assert_eq!(matches!(stop, Stop::Exit(3)), !lost);
    }
}

#[test]
fn output_is_passed_on_and_a_trace_tells_all() {
    let mut p = program();
    let mut b = Builder::new(&p, "hello");
    let (x, x_term) = b.local(&mut p, BV32);
    let (one, two) = (p.terms.bv(32, 1), p.terms.bv(32, 2));
    for (stream, byte) in [(one, b'h'), (one, b'i'), (two, b'!')] {
        let byte = p.terms.bv(8, u64::from(byte));
        b.op(Op::Output { stream, byte });
    }
    b.assign(x, two);
    let status = p.terms.bv_add(x_term, one);
    b.op(Op::Halt(status));
    let id = b.finish(&mut p);
    let machine = Machine::new(&p);
    let mut state = machine.start_at(id, &[]).unwrap();
    let (mut output, mut trace) = (Captured::default(), Trace::default());
    let env = Env { inputs: &mut Zeros, output: &mut output, observer: Some(&mut trace) };
    assert!(matches!(machine.run(&mut state, env, Limits::default()), Stop::Exit(3)));
    assert_eq!((&output.stdout[..], &output.stderr[..]), (&b"hi"[..], &b"!"[..]));
    assert_eq!(trace.steps.len(), 5);
    assert_eq!(trace.steps[3].values, [(x, Value::bv(32, 2))]);
}

#[test]
fn objects_of_a_loop_do_not_pile_up() {
    let mut p = program();
    let mut b = Builder::new(&p, "loop");
    let (_, n) = b.param(&mut p, BV32);
    let (i_var, i) = b.local(&mut p, BV32);
    let (object, pointer) = b.local(&mut p, BV64);
    let (zero, one, size) = (p.terms.bv(32, 0), p.terms.bv(32, 1), p.terms.bv(32, 1000));
    b.assign(i_var, zero);
    let head = b.at;
    let (body, done) = (b.proc.fresh_loc(), b.proc.fresh_loc());
    let condition = p.terms.slt(i, n);
    b.proc.branch(&mut p.terms, head, condition, body, done, Span::NONE);
    b.at = body;
    b.op(Op::Allocate { result: object, size, state: ObjectState::Stack, zeroed: false });
    let op = store(&mut p, pointer, i);
    b.op(op);
    b.op(Op::Free { pointer, state: ObjectState::Dead });
    let next = p.terms.bv_add(i, one);
    b.assign(i_var, next);
    b.jump(&p, head);
    b.at = done;
    let id = b.finish(&mut p);
    let machine = Machine::new(&p);
    let mut state = machine.start_at(id, &[Value::bv(32, 200_000)]).unwrap();
    assert!(matches!(run(&machine, &mut state), Stop::Returned));
    assert_eq!(state.memory.next(), 200_001);
    assert!(state.memory.kept_objects() < 20_000, "{}", state.memory.kept_objects());
    assert_eq!(state.memory.state(5), ObjectState::Dead);
    assert_eq!(state.memory.state(200_000), ObjectState::Dead);
    assert_eq!(state.memory.live_bytes(), 0);
    // One object at a time: a limit of its size is enough, a smaller one is not.
    for (memory, is_enough) in [(1000, true), (999, false)] {
        let mut state = machine.start_at(id, &[Value::bv(32, 10)]).unwrap();
        let limits = Limits { memory, ..Limits::default() };
        match run_with(&machine, &mut state, &mut Zeros, limits) {
            Stop::Returned => assert!(is_enough),
            Stop::Unsupported { reason, .. } => assert!(!is_enough && reason.contains("999 bytes")),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_load_in_the_branch_not_taken_does_not_fault() {
    let mut p = program();
    let object = static_object(&mut p, "x", 4, ObjectState::Static);
    let mut b = Builder::new(&p, "f");
    let (_, pointer) = b.param(&mut p, BV64);
    let (result, _) = b.result(&mut p, BV32);
    let zero = p.terms.bv(64, 0);
    let is_null: TermId = p.terms.eq(pointer, zero);
    let loaded = load(&mut p, pointer, 4);
    let nine = p.terms.bv(32, 9);
    let value = p.terms.ite(is_null, nine, loaded);
    b.assign(result, value);
    let id = b.finish(&mut p);
    let machine = Machine::new(&p);
    for (pointer, expected) in [(0, 9), (object, 0)] {
        let mut state = machine.start_at(id, &[Value::bv(64, pointer)]).unwrap();
        assert!(matches!(run(&machine, &mut state), Stop::Returned));
        assert_eq!(state.returned, Some(Value::bv(32, expected)));
    }
}

#[test]
fn globals_and_functions_without_body() {
    let mut p = program();
    let global = p.new_var("g", Sort::BitVec(100), VarKind::Global, true, Span::NONE);
    let g = p.terms.var(global);
    let mut e = Builder::new(&p, "external");
    e.result(&mut p, BV32);
    let external = e.finish(&mut p);
    p.procs[external.index()].has_body = false;
    let mut b = Builder::new(&p, "f");
    let (r, r_term) = b.local(&mut p, BV32);
    let (result, _) = b.result(&mut p, Sort::BitVec(100));
    b.op(Op::Call { proc: external, args: vec![], result: Some(r) });
    let wide = p.terms.sign_extend(r_term, 68);
    b.assign(global, wide);
    let square = p.terms.bv_mul(g, g);
    b.assign(global, square);
    b.assign(result, g);
    let id = b.finish(&mut p);
    let machine = Machine::new(&p);
    let mut state = machine.start_at(id, &[]).unwrap();
    let mut inputs = List::new([Value::bv(32, 0xffff_0000)], AfterEnd::Stop);
    assert!(matches!(run_with(&machine, &mut state, &mut inputs, Limits::default()), Stop::Returned));
    assert_eq!(state.returned, Some(Value::bv(100, 1 << 32)));
    assert_eq!(state.record.values[0].0, Input::External("external".into()));
}
