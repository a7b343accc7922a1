//! Times two loops on the machine: a sum, and an array that is filled and read with all checks.

#[path = "../tests/common/mod.rs"]
mod common;

use common::*;
use maymust_machine::Machine;
use maymust_program::{ObjectState, ProcId, Program};
use maymust_source::Span;
use maymust_term::{Sort, Value};

const BV32: Sort = Sort::BitVec(32);

/// `for (i = 0; i < n; i++) { s += i ^ (s >> 1); }` and, with an array, `a[i % size] = s; s += a[i % size]`.
fn loop_program(array: Option<u32>) -> (Program, ProcId) {
    let mut p = program();
    let base = static_object(&mut p, "a", array.unwrap_or(1) * 4, ObjectState::Static);
    let mut b = Builder::new(&p, "loop");
    let (_, n) = b.param(&mut p, BV32);
    let (result, _) = b.result(&mut p, BV32);
    let (i_var, i) = b.local(&mut p, BV32);
    let (s_var, s) = b.local(&mut p, BV32);
    let (k_var, k) = b.local(&mut p, BV32);
    let (zero, one) = (p.terms.bv(32, 0), p.terms.bv(32, 1));
    b.assign(i_var, zero);
    b.assign(s_var, zero);
    let head = b.at;
    let (body, done) = (b.proc.fresh_loc(), b.proc.fresh_loc());
    let condition = p.terms.slt(i, n);
    b.proc.branch(&mut p.terms, head, condition, body, done, Span::NONE);
    b.at = body;
    if let Some(size) = array {
        let size = p.terms.bv(32, u64::from(size));
        let index = p.terms.bv_urem(i, size);
        b.assign(k_var, index);
        let wide = p.terms.sign_extend(k, 32);
        let (four, base) = (p.terms.bv(64, 4), p.terms.bv(64, base));
        let offset = p.terms.bv_mul(wide, four);
        let address = p.terms.bv_add(base, offset);
        access_checks(&mut b, &mut p, address, 4, true);
        let op = store(&mut p, address, s);
        b.op(op);
        access_checks(&mut b, &mut p, address, 4, false);
        let loaded = load(&mut p, address, 4);
        let sum = p.terms.bv_add(loaded, i);
        b.assign(s_var, sum);
    } else {
        let half = p.terms.bv_lshr(s, one);
        let mixed = p.terms.bv_xor(i, half);
        let sum = p.terms.bv_add(s, mixed);
        b.assign(s_var, sum);
    }
    let next = p.terms.bv_add(i, one);
    b.assign(i_var, next);
    b.jump(&p, head);
    b.at = done;
    b.assign(result, s);
    let id = b.finish(&mut p);
    (p, id)
}

/// Nanoseconds that this process has had a processor, so that other load does not count.
fn cpu_ns() -> u64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

fn time(name: &str, array: Option<u32>, n: u64) {
    let (p, id) = loop_program(array);
    let machine = Machine::new(&p);
    let mut state = machine.start_at(id, &[Value::bv(32, n)]).expect("it has a body");
    let start = cpu_ns();
    let stop = run(&machine, &mut state);
    let each = (cpu_ns() - start) as f64 / n as f64;
    println!("{name}: {each:.2} ns per iteration ({stop:?}, {:?})", state.returned);
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("--code") {
        let (p, id) = loop_program(Some(1000));
        print!("{}", Machine::new(&p).listing(id));
        return;
    }
    time("sum", None, 100_000_000);
    time("array of 1000", Some(1000), 30_000_000);
    time("array of 1000000", Some(1_000_000), 30_000_000);
}
