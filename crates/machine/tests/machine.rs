//! Programs by hand: loops, memory, calls, checks, limits.

mod common;

use common::*;
use maymust_machine::{Limits, Machine, Stop};
use maymust_program::{CheckKind, ObjectState, Op, ProcId};
use maymust_term::{Sort, Value};

const BV32: Sort = Sort::BitVec(32);
const BV64: Sort = Sort::BitVec(64);

/// `s = 0; for (i = 0; i < n; i++) s += i; return s`
fn sum_program() -> (maymust_program::Program, ProcId) {
    let mut p = program();
    let mut b = Builder::new(&p, "sum");
    let (_, n) = b.param(&mut p, BV32);
    let (result, _) = b.result(&mut p, BV32);
    let (i_var, i) = b.local(&mut p, BV32);
    let (s_var, s) = b.local(&mut p, BV32);
    let (zero, one) = (p.terms.bv(32, 0), p.terms.bv(32, 1));
    b.assign(i_var, zero);
    b.assign(s_var, zero);
    let head = b.at;
    let (body, done) = (b.proc.fresh_loc(), b.proc.fresh_loc());
    let condition = p.terms.slt(i, n);
    b.proc.branch(&mut p.terms, head, condition, body, done, maymust_source::Span::NONE);
    b.at = body;
    let sum = p.terms.bv_add(s, i);
    b.assign(s_var, sum);
    let next = p.terms.bv_add(i, one);
    b.assign(i_var, next);
    b.jump(&p, head);
    b.at = done;
    b.assign(result, s);
    let id = b.finish(&mut p);
    (p, id)
}

#[test]
fn a_loop_sums() {
    let (p, id) = sum_program();
    let machine = Machine::new(&p);
    let mut state = machine.start_at(id, &[Value::bv(32, 1000)]).unwrap();
    assert!(matches!(run(&machine, &mut state), Stop::Returned));
    assert_eq!(state.returned, Some(Value::bv(32, 499_500)));
}

#[test]
fn a_step_limit_stops_and_the_run_goes_on() {
    let (p, id) = sum_program();
    let machine = Machine::new(&p);
    for stepped in [false, true] {
        let mut state = machine.start_at(id, &[Value::bv(32, 100)]).unwrap();
        let limits = Limits { steps: 7, stepped, ..Limits::default() };
        let mut stops = 0;
        while !state.is_over() {
            stops += 1;
            // Alternate between fast and stepped code on the way.
            let limits = Limits { stepped: stepped && stops % 2 == 0, ..limits };
            run_with(&machine, &mut state, &mut maymust_machine::Zeros, limits);
        }
        assert!(stops > 10, "{stops}");
        assert_eq!(state.returned, Some(Value::bv(32, 4950)));
    }
}

#[test]
fn single_steps_execute_one_edge_each() {
    let (p, id) = sum_program();
    let machine = Machine::new(&p);
    let mut state = machine.start_at(id, &[Value::bv(32, 3)]).unwrap();
    let mut edges = 0;
    while !state.is_over() {
        let (mut inputs, mut output) = (maymust_machine::Zeros, maymust_machine::Silent);
        machine.step(
            &mut state,
            maymust_machine::Env { inputs: &mut inputs, output: &mut output, observer: None },
        );
        edges += 1;
    }
    // Two assignments, three rounds of three edges, the exit edge, the result.
    assert_eq!(edges, 2 + 9 + 1 + 1);
    assert_eq!(state.returned, Some(Value::bv(32, 3)));
}

/// Fills an array of `n` ints with squares and sums them; with the checks of every access.
fn array_program(n: u32, size: u32) -> (maymust_program::Program, ProcId) {
    let mut p = program();
    let base = static_object(&mut p, "a", size, ObjectState::Static);
    let mut b = Builder::new(&p, "fill");
    let (result, _) = b.result(&mut p, BV32);
    let (i_var, i) = b.local(&mut p, BV32);
    let (s_var, s) = b.local(&mut p, BV32);
    let (v_var, v) = b.local(&mut p, BV32);
    let (zero, one, n) = (p.terms.bv(32, 0), p.terms.bv(32, 1), p.terms.bv(32, u64::from(n)));
    b.assign(i_var, zero);
    b.assign(s_var, zero);
    let head = b.at;
    let (body, done) = (b.proc.fresh_loc(), b.proc.fresh_loc());
    let condition = p.terms.slt(i, n);
    b.proc.branch(&mut p.terms, head, condition, body, done, maymust_source::Span::NONE);
    b.at = body;
    let wide = p.terms.sign_extend(i, 32);
    let (four, base) = (p.terms.bv(64, 4), p.terms.bv(64, base));
    let offset = p.terms.bv_mul(wide, four);
    let address = p.terms.bv_add(base, offset);
    let square = p.terms.bv_mul(i, i);
    access_checks(&mut b, &mut p, address, 4, true);
    let op = store(&mut p, address, square);
    b.op(op);
    access_checks(&mut b, &mut p, address, 4, false);
    let loaded = load(&mut p, address, 4);
    b.assign(v_var, loaded);
    let sum = p.terms.bv_add(s, v);
    b.assign(s_var, sum);
    let next = p.terms.bv_add(i, one);
    b.assign(i_var, next);
    b.jump(&p, head);
    b.at = done;
    b.assign(result, s);
    let id = b.finish(&mut p);
    (p, id)
}

#[test]
fn an_array_is_written_and_read() {
    for size in [400, 100_000] {
        let (p, id) = array_program(100, size);
        let machine = Machine::new(&p);
        let mut state = machine.start_at(id, &[]).unwrap();
        let stop = run(&machine, &mut state);
        assert!(matches!(stop, Stop::Returned), "{stop:?}");
        assert_eq!(state.returned, Some(Value::bv(32, 328_350)));
        assert_eq!(state.memory.read(1 << 32 | 40, 4).unwrap(), vec![100, 0, 0, 0]);
    }
}

#[test]
fn an_index_out_of_bounds_fails_its_check() {
    let (p, id) = array_program(101, 400);
    let machine = Machine::new(&p);
    let mut state = machine.start_at(id, &[]).unwrap();
    let Stop::Failed(failure) = run(&machine, &mut state) else { panic!("no failure") };
    assert_eq!(failure.kind, CheckKind::Bounds);
    assert_eq!(
        failure.access.as_deref(),
        Some("write of 4 bytes at offset 400 of static object `a` (400 bytes)")
    );
}

#[test]
fn a_snapshot_copies_no_memory_cell() {
    let (p, id) = array_program(100, 1 << 20);
    let machine = Machine::new(&p);
    let mut state = machine.start_at(id, &[]).unwrap();
    let limits = Limits { steps: 50, ..Limits::default() };
    assert!(matches!(run_with(&machine, &mut state, &mut maymust_machine::Zeros, limits), Stop::StepLimit));
    let snapshots: Vec<_> = (0..100).map(|_| state.clone()).collect();
    assert_eq!(state.memory.copied_bytes(), 0);
    run(&machine, &mut state);
    assert_eq!(state.memory.copied_bytes(), 4096, "one page, when it was written again");
    for mut snapshot in snapshots {
        assert_eq!(snapshot.memory.read(1 << 32 | 240, 4).unwrap(), vec![0; 4]);
        run(&machine, &mut snapshot);
        assert_eq!(snapshot.returned, state.returned);
    }
}

/// `f(n) = n == 0 ? 0 : n + f(n - 1)`
fn recursive_program() -> (maymust_program::Program, ProcId) {
    let mut p = program();
    let mut b = Builder::new(&p, "f");
    let (_, n) = b.param(&mut p, BV32);
    let (result, _) = b.result(&mut p, BV32);
    let (r_var, r) = b.local(&mut p, BV32);
    let (zero, one) = (p.terms.bv(32, 0), p.terms.bv(32, 1));
    let (yes, no) = (b.proc.fresh_loc(), b.proc.fresh_loc());
    let condition = p.terms.eq(n, zero);
    b.proc.branch(&mut p.terms, b.entry, condition, yes, no, maymust_source::Span::NONE);
    b.at = yes;
    b.assign(result, zero);
    b.jump(&p, b.exit);
    b.at = no;
    let less = p.terms.bv_sub(n, one);
    b.op(Op::Call { proc: b.proc.id, args: vec![less], result: Some(r_var) });
    let sum = p.terms.bv_add(n, r);
    b.assign(result, sum);
    let id = b.finish(&mut p);
    (p, id)
}

#[test]
fn recursion_is_deep_and_limited() {
    let (p, id) = recursive_program();
    let machine = Machine::new(&p);
    let mut state = machine.start_at(id, &[Value::bv(32, 100_000)]).unwrap();
    assert!(matches!(run(&machine, &mut state), Stop::Returned));
    assert_eq!(state.returned, Some(Value::bv(32, 100_000u64 * 100_001 / 2)));
    let mut state = machine.start_at(id, &[Value::bv(32, 300_000)]).unwrap();
    assert!(matches!(run(&machine, &mut state), Stop::StackOverflow { .. }));
    assert_eq!(state.frames().len(), 200_000);
}

#[test]
fn a_switch_takes_the_right_case() {
    for keys in [[1u64, 2, 3, 5, 8], [7, 1000, 100_000, 4_000_000_000, 0]] {
        let mut p = program();
        let mut b = Builder::new(&p, "switch");
        let (_, n) = b.param(&mut p, BV32);
        let (result, _) = b.result(&mut p, BV64);
        let mut others = Vec::new();
        let head = b.entry;
        for (i, key) in keys.iter().enumerate() {
            let k = p.terms.bv(32, *key);
            let equal = p.terms.eq(n, k);
            let different = p.terms.not(equal);
            others.push(different);
            b.at = b.proc.step(head, Op::Assume(equal), maymust_source::Span::NONE);
            let value = p.terms.bv(64, 100 + i as u64);
            b.assign(result, value);
            b.jump(&p, b.exit);
        }
        let none = p.terms.and(&others);
        b.at = b.proc.step(head, Op::Assume(none), maymust_source::Span::NONE);
        let value = p.terms.bv(64, 99);
        b.assign(result, value);
        let id = b.finish(&mut p);
        let machine = Machine::new(&p);
        for (input, stepped) in keys.iter().chain(&[4, 6, 9, 77]).flat_map(|k| [(*k, false), (*k, true)]) {
            let mut state = machine.start_at(id, &[Value::bv(32, input)]).unwrap();
            run_with(
                &machine,
                &mut state,
                &mut maymust_machine::Zeros,
                Limits { stepped, ..Limits::default() },
            );
            let expected = keys.iter().position(|k| *k == input).map_or(99, |i| 100 + i as u64);
            assert_eq!(state.returned, Some(Value::bv(64, expected)), "{input}");
        }
    }
}
