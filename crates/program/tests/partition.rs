//! Points-to analysis and memory partition on small programs in text form.

use maymust_program::partition::{partition, touched_regions};
use maymust_program::text::print;
use maymust_program::text_parse::parse;
use maymust_program::verify::verify;
use maymust_program::{Cell, Op, Program};

/// A program with the static objects x (4 bytes), s (24), a (40), q (8), c (16), and one procedure whose steps are
/// given: each is an edge to the next location. Variables: p, r, n of 64 bits; i, j of 32; b of 8.
fn program(steps: &[&str]) -> Program {
    let mut text = String::from(
        "maymust-program 1
pointers 32 32
entry proc0
var bytes memory unsigned @0:0 (Array (_ BitVec 64) (_ BitVec 8))
var size memory unsigned @0:0 (Array (_ BitVec 32) (_ BitVec 32))
var state memory unsigned @0:0 (Array (_ BitVec 32) (_ BitVec 8))
var next memory unsigned @0:0 (_ BitVec 32)
",
    );
    for v in ["p", "r", "n"] {
        text += &format!("var {v} local proc0 unsigned @0:0 (_ BitVec 64)\n");
    }
    for v in ["i", "j"] {
        text += &format!("var {v} local proc0 signed @0:0 (_ BitVec 32)\n");
    }
    text += "var b local proc0 unsigned @0:0 (_ BitVec 8)\n";
    for (name, size) in [("x", 4), ("s", 24), ("a", 40), ("q", 8), ("c", 16)] {
        text += &format!("static {name} {size} static - @0:0\n");
    }
    text += "memory bytes size state next -\n";
    let n = steps.len();
    let locs = n + 1;
    text +=
        &format!("proc f @0:0 locs {locs} entry 0 exit {n} body user result - params locals p r n i j b\n");
    for (i, step) in steps.iter().enumerate() {
        text += &format!("  {i} -> {} @0:0 {}\n", i + 1, expand(step));
    }
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&p), []);
    p
}

/// Shorthands: `&x`, `&s+8` for addresses; `ld4 A`, `st4 A V` for loads and stores.
fn expand(step: &str) -> String {
    let mut out = step.to_owned();
    for (i, name) in ["x", "s", "a", "q", "c"].iter().enumerate() {
        for offset in (0..40).rev() {
            let address = format!("#x{:016x}", (i as u64 + 1) << 32 | offset);
            out = out.replace(&format!("&{name}+{offset}"), &address);
            if offset == 0 {
                out = out.replace(&format!("&{name}"), &address);
            }
        }
    }
    for n in [1, 2, 4, 8] {
        out = out.replace(&format!("ld{n}"), &format!("(_ load {n}) bytes"));
        out = out.replace(&format!("bytes := (st{n}"), &format!("bytes := ((_ store_wide {n}) bytes"));
    }
    for k in [24, 12, 8, 4, 1] {
        out = out.replace(&format!("i*{k}"), &format!("(bvmul ((_ sign_extend 32) i) #x{k:016x})"));
        out = out.replace(&format!("j*{k}"), &format!("(bvmul ((_ sign_extend 32) j) #x{k:016x})"));
    }
    for k in [16, 12, 8, 4] {
        out = out.replace(&format!("+{k}"), &format!("#x{k:016x}"));
    }
    out
}

/// The regions: kind and description.
fn regions(p: &Program) -> Vec<String> {
    let kind = |c: Cell| match c {
        Cell::Bytes => "bytes".to_owned(),
        Cell::Cells { bits } => format!("cells{bits}"),
        Cell::Scalar { bits, .. } => format!("scalar{bits}"),
    };
    p.memory.regions.iter().map(|r| format!("{} {}", kind(r.cell), r.description)).collect()
}

/// Partitions a program and checks what must hold of every result.
fn divide(steps: &[&str]) -> Program {
    let mut p = program(steps);
    let bytes = p.memory.bytes.expect("memory");
    partition(&mut p);
    assert_eq!(verify(&p), []);
    for e in &p.procs[0].edges {
        assert!(!p.terms.support_of(&e.op.terms()).contains(&bytes), "memory is left in {}", print(&p));
    }
    let text = print(&p);
    assert_eq!(print(&parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))), text);
    p
}

fn check(steps: &[&str], expected: &[&str]) {
    let p = divide(steps);
    assert_eq!(regions(&p), expected, "{}", print(&p));
}

/// The first steps in either order, then the others.
fn check_both(first: &[&str], then: &[&str], expected: &[&str]) {
    let backward: Vec<&str> = first.iter().rev().copied().collect();
    check(&[first, then].concat(), expected);
    check(&[&backward, then].concat(), expected);
}

#[test]
fn a_static_scalar_becomes_a_variable() {
    check(&["p := &x", "bytes := (st4 p #x00000005)", "i := (ld4 &x)"], &["scalar32 x"]);
    let p = divide(&["p := &x", "bytes := (st4 p #x00000005)", "i := (ld4 &x)"]);
    let region = p.memory.regions[0].var;
    assert!(
        matches!(p.procs[0].edges[1].op, Op::Assign(v, t) if v == region && p.terms.as_u64(t) == Some(5))
    );
}

#[test]
fn fields_are_told_apart() {
    check(
        &["bytes := (st4 &s i)", "bytes := (st8 &s+8 p)", "bytes := (st8 (bvadd r +16) n)", "r := &s"],
        &["scalar32 s", "scalar64 s+8", "scalar64 s+16"],
    );
}

#[test]
fn arrays_are_cells() {
    check(&["bytes := (st4 (bvadd &a i*4) j)", "j := (ld4 &a+8)"], &["cells32 a[]"]);
}

#[test]
fn a_bounded_index_stays_in_its_array() {
    // int s.head, s.items[3]; char *s.name: an array among other fields.
    let accesses =
        ["assume (bvult i #x00000003)", "bytes := (st4 (bvadd &s+4 i*4) j)", "bytes := (st4 &s j)"];
    let name = "bytes := (st8 &s+16 n)";
    let [bound, item, head] = accesses;
    check(&[bound, item, head, name], &["cells32 s+4", "scalar32 s", "scalar64 s+16"]);
    // The same by way of a pointer.
    check(
        &["p := &s", bound, "bytes := (st4 (bvadd p (bvadd i*4 +4)) j)", head, name],
        &["cells32 s+4", "scalar32 s", "scalar64 s+16"],
    );
    // Not where the bound comes too late, or does not hold any more, or not for all accesses, or reaches too far.
    check(&[item, bound, head, name], &["bytes s[]"]);
    check(&[bound, "i := j", item, head, name], &["bytes s[]"]);
    check(&[bound, item, "i := j", item, head, name], &["bytes s[]"]);
    check(&["assume (bvult i #x00000004)", item, head, name], &["bytes s+4", "scalar32 s"]);
    // A field of records in an array.
    check(
        &[bound, "bytes := (st4 (bvadd &s+4 i*8) j)", "bytes := (st4 &s j)"],
        &["cells32 s+4[]", "scalar32 s"],
    );
}

#[test]
fn a_pointer_to_an_element_stays_in_its_array() {
    // struct { int head; struct { int key; int value; } items[3]; } c4, at a: pointers to items.
    let (bound, item) = ("assume (bvult i #x00000003)", "p := (bvadd &a+4 i*8)");
    let (key, value, head) = ("bytes := (st4 p j)", "bytes := (st4 (bvadd p +4) j)", "bytes := (st4 &a j)");
    let fields = ["cells32 a+4[]", "cells32 a+4[]+4", "scalar32 a"];
    check(&[bound, item, key, value, head], &fields);
    // Constant and bounded indices lead to the same cells.
    check(&[bound, item, key, value, head, "j := (ld4 &a+12)", "j := (ld4 (bvadd &a+8 i*8))"], &fields);
    check(&["r := &a", bound, "p := (bvadd r (bvadd i*8 +4))", key, value, "bytes := (st4 r j)"], &fields);
    // What lies behind the array is a field of its own unless the bound leads there.
    check(&[bound, item, key, "j := (ld4 &a+28)"], &["cells32 a+4[]", "scalar32 a+28"]);
    check(&["assume (bvult i #x00000004)", item, key, "j := (ld4 &a+28)"], &["cells32 a+4[]"]);
    // One behind the last element is an address too, but not where a loop goes on.
    let (guard, index) = ("assume (bvslt i #x00000003)", "assume (bvult i #x00000004)");
    check_both(&[guard, index], &[item, key, "j := (ld4 &a+28)"], &["cells32 a+4[]", "scalar32 a+28"]);
    check_both(&[guard], &[item, key, head], &["cells32 a[]+4", "cells32 a[]"]);
    // Not where the index is not bounded, or the pointer moves on, or a block of any length begins there.
    check(&[item, key, head], &["cells32 a[]+4", "cells32 a[]"]);
    check(&[bound, item, key, "p := (bvadd p +8)", head], &["cells32 a[]+4", "cells32 a[]"]);
    let fill = "fill p #x00 i";
    check(&[bound, item, key, head, fill], &["bytes a[]", "bytes a[]+4"]);
    // A block that is as long as an element stays in the array.
    check(&[bound, item, key, head, "fill p #x00 #x00000008"], &["cells32 a+4[]", "scalar32 a"]);
    // A pointer that may be an element or something else.
    check(
        &[bound, item, "p := &s", key, head, "j := (ld4 &s+4)"],
        &["cells32 s[], a+4[]", "scalar32 a", "cells32 s[]+4, a+4[]+4"],
    );
}

#[test]
fn a_bounded_index_in_a_load() {
    let bound = "assume (bvult i #x00000003)";
    check(
        &[bound, "j := (ld4 (bvadd &s+4 i*4))", "bytes := (st4 &s j)", "bytes := (st8 &s+16 n)"],
        &["cells32 s+4", "scalar32 s", "scalar64 s+16"],
    );
    // An index that is itself in memory.
    check(
        &[
            "assume (bvult (ld4 &s) #x00000003)",
            "j := (ld4 (bvadd &s+4 (bvmul ((_ sign_extend 32) (ld4 &s)) #x0000000000000004)))",
            "bytes := (st8 &s+16 n)",
        ],
        &["scalar32 s", "cells32 s+4", "scalar64 s+16"],
    );
}

#[test]
fn an_index_with_an_offset_folded_into_the_address() {
    // &a[i - 1]: the constant lies before the object.
    check(&["bytes := (st4 (bvadd #x00000002fffffffc i*4) j)", "j := (ld4 &a+8)"], &["cells32 a[]"]);
}

#[test]
fn arrays_of_records_keep_their_fields() {
    check(
        &["p := (bvadd &s i*12)", "bytes := (st4 p j)", "bytes := (st8 (bvadd p +4) n)"],
        &["cells32 s[]", "cells64 s[]+4"],
    );
}

#[test]
fn mixed_widths_are_bytes_and_leave_other_fields_alone() {
    check(
        &["bytes := (st8 &s n)", "i := (ld4 &s+4)", "bytes := (st4 &s+16 i)"],
        &["bytes s", "scalar32 s+16"],
    );
}

#[test]
fn pointers_in_memory_are_followed() {
    check(
        &["bytes := (st8 &q &x)", "p := (ld8 &q)", "bytes := (st4 p i)", "bytes := (st4 &a i)"],
        &["scalar64 q", "scalar32 x", "scalar32 a"],
    );
}

#[test]
fn two_targets_share_a_region() {
    check(&["p := (ite (= i j) &x &a)", "bytes := (st4 p i)"], &["cells32 x, a"]);
}

#[test]
fn heap_objects_and_walking_pointers() {
    let p = divide(&[
        "allocate p heap zeroed #x00000028",
        "r := p",
        "r := (bvadd r +4)",
        "bytes := (st4 r i)",
        "allocate n heap arbitrary #x00000008",
        "bytes := (st8 n #x0000000000000001)",
    ]);
    assert_eq!(regions(&p), ["cells32 heap:p[]", "cells64 heap:n"]);
    let touched: Vec<Vec<u32>> = p.procs[0].edges.iter().map(|e| touched_regions(&p, &e.op)).collect();
    assert_eq!((&touched[0], &touched[4]), (&vec![0], &vec![1]));
}

#[test]
fn copies_join_objects_without_collapse() {
    let p = divide(&[
        "bytes := (st4 &s i)",
        "bytes := (st8 &s+8 p)",
        "copy &c &s #x00000010",
        "r := (ld8 &c+8)",
        "p := &x",
        "bytes := (st4 r j)",
    ]);
    assert_eq!(regions(&p), ["cells32 s, c", "cells64 s+8, c+8", "scalar32 x"]);
    assert_eq!(touched_regions(&p, &p.procs[0].edges[2].op), [0, 1]);
}

#[test]
fn a_copy_that_cuts_a_cell_makes_it_bytes() {
    check(
        &["bytes := (st4 &s i)", "bytes := (st4 &s+4 i)", "copy &c &s #x00000006"],
        &["cells32 s, c", "bytes s+4, c+4"],
    );
    // Of unknown length.
    check(&["bytes := (st4 &s i)", "copy &c &s j"], &["bytes s, c"]);
    // A whole number of elements.
    check(&["bytes := (st4 &s i)", "copy &c &s (bvmul j #x00000004)"], &["cells32 s, c"]);
}

#[test]
fn tables_with_addresses_are_read() {
    // The first eight bytes are the address of x.
    check(
        &["bytes &q x0000000001000000", "p := (ld8 &q)", "bytes := (st4 p i)", "i := (ld4 &x)"],
        &["scalar64 q", "scalar32 x"],
    );
}

#[test]
fn bytewise_copies_of_pointers_stay_sound() {
    let p = divide(&[
        "bytes := (st8 &q &x)",
        "b := ((_ load 1) bytes (bvadd &q i*1))",
        "bytes := ((_ store_wide 1) bytes (bvadd &c i*1) b)",
        "p := (ld8 &c)",
        "bytes := (st4 p i)",
        "i := (ld4 &x)",
    ]);
    // The store through `p` must reach `x`.
    let stored = p.procs[0].edges[4].op.target();
    let read = p.terms.support_of(&p.procs[0].edges[5].op.terms());
    assert!(stored.is_some_and(|v| read.contains(&v)), "{}", print(&p));
}

#[test]
fn pieces_put_together_stay_sound() {
    for last in [
        "p := (concat ((_ extract 63 32) r) ((_ extract 31 0) r))",
        "p := (bvor (bvshl ((_ zero_extend 32) j) #x0000000000000020) ((_ zero_extend 32) i))",
        "p := (bvxor n r)",
        "p := (bvsub (bvadd n r) n)",
        "p := (bvand r #xfffffffffffffff8)",
    ] {
        let p = divide(&[
            "r := &x",
            "n := (bvxor r n)",
            "i := ((_ extract 31 0) r)",
            "j := ((_ extract 63 32) r)",
            last,
            "bytes := (st4 p i)",
            "i := (ld4 &x)",
        ]);
        let stored = p.procs[0].edges[5].op.target();
        let read = p.terms.support_of(&p.procs[0].edges[6].op.terms());
        assert!(stored.is_some_and(|v| read.contains(&v)), "{last}\n{}", print(&p));
    }
}

#[test]
fn hashing_an_address_costs_nothing() {
    check(
        &[
            "p := &x",
            "bytes := (st4 (bvadd &a (bvmul (bvurem (bvlshr p #x0000000000000003) #x000000000000000a) \
             #x0000000000000004)) i)",
            "bytes := (st4 p j)",
        ],
        &["cells32 a", "scalar32 x"],
    );
}

#[test]
fn differences_are_numbers() {
    check(
        &[
            "p := (bvadd &a i*4)",
            "n := (bvsdiv (bvsub p &a) #x0000000000000004)",
            "bytes := (st4 (bvadd &a (bvmul n #x0000000000000004)) j)",
            "bytes := (st4 &x j)",
        ],
        &["cells32 a[]", "scalar32 x"],
    );
}

#[test]
fn loops_over_offsets_do_not_merge_neighbours() {
    check(
        &[
            "n := (bvadd n #x0000000000000001)",
            "bytes := (st4 (bvadd &a (bvmul n #x0000000000000004)) i)",
            "i := (ld4 &x)",
        ],
        &["cells32 a[]", "scalar32 x"],
    );
}

#[test]
fn dividing_twice_changes_nothing() {
    let mut p = divide(&["bytes := (st4 &x i)"]);
    let before = print(&p);
    assert_eq!(partition(&mut p), "");
    assert_eq!(print(&p), before);
}
