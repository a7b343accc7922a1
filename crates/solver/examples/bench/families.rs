//! Families of queries as they come from programs.

use maymust_solver::smtlib::query_text;
use maymust_term::{FloatFormat, Op, Rounding, Sort, TermId, Terms};

/// All queries: a name and a script.
pub fn all() -> Vec<(String, String)> {
    let mut out = Vec::new();
    for n in [2, 4, 6, 8, 12, 16, 24, 32] {
        for variant in 0..6 {
            out.push(named(&format!("loop-{n:02}-{variant}"), |t| path(t, n, variant)));
        }
    }
    for width in [4, 5, 6, 7, 8, 9] {
        for law in 0..5 {
            out.push(named(&format!("mul-{width:02}-{law}"), |t| product_law(t, width, law)));
        }
    }
    for n in 2..=5 {
        for variant in 0..4 {
            out.push(named(&format!("sort-{n}-{variant}"), |t| sort_check(t, n, variant)));
        }
    }
    for n in [2, 4, 6, 8, 12, 16, 24, 32] {
        for variant in 0..4 {
            out.push(named(&format!("copy-{n:02}-{variant}"), |t| copy_check(t, n, variant)));
        }
    }
    for n in 1..=8 {
        for variant in 0..4 {
            out.push(named(&format!("pointer-{n}-{variant}"), |t| pointers(t, n, variant)));
        }
    }
    for width in [8, 16, 32, 64] {
        for law in 0..8 {
            out.push(named(&format!("bits-{width:02}-{law}"), |t| bit_law(t, width, law)));
        }
    }
    for n in 1..=6 {
        for variant in 0..3 {
            out.push(named(&format!("divide-{n}-{variant}"), |t| calendar(t, n, variant)));
        }
    }
    for n in 1..=6 {
        for variant in 0..4 {
            out.push(named(&format!("float-{n}-{variant}"), |t| float_range(t, n, variant)));
        }
    }
    out
}

fn named(name: &str, make: impl FnOnce(&mut Terms) -> Vec<TermId>) -> (String, String) {
    let mut terms = Terms::new();
    let roots = make(&mut terms);
    (name.into(), query_text(&mut terms, &roots))
}

fn add(t: &mut Terms, a: TermId, c: u64) -> TermId {
    let c = t.bv(t.width(a), c);
    t.app(Op::BvAdd, &[a, c])
}

fn cmp(t: &mut Terms, op: Op, a: TermId, c: u64) -> TermId {
    let c = t.bv(t.width(a), c);
    t.app(op, &[a, c])
}

/// The condition of a path through a loop of `n` rounds, in single assignment form.
fn path(t: &mut Terms, n: usize, variant: usize) -> Vec<TermId> {
    let int = Sort::BitVec(32);
    let mut roots = Vec::new();
    let (mut x, mut y) = (t.declare_var("x0", int), t.declare_var("y0", int));
    let bound = t.declare_var("n", int);
    let limit = t.bv(32, n as u64);
    roots.push(t.app(Op::Sle, &[limit, bound]));
    let mut i = t.bv(32, 0);
    for k in 1..=n {
        roots.push(t.app(Op::Slt, &[i, bound]));
        let (nx, ny) = (t.declare_var(&format!("x{k}"), int), t.declare_var(&format!("y{k}"), int));
        let sum = t.app(Op::BvAdd, &[x, y]);
        let odd = t.extract(x, 0, 0);
        let one = t.bv(1, 1);
        let odd = t.eq(odd, one);
        let (ex, ey) = match variant % 3 {
            0 => (sum, add(t, y, 3)),
            1 => {
                let three = t.bv(32, 3);
                let tripled = t.app(Op::BvMul, &[x, three]);
                let up = add(t, tripled, 1);
                let one = t.bv(32, 1);
                let half = t.app(Op::BvLShr, &[x, one]);
                (t.app(Op::Ite, &[odd, up, half]), add(t, y, 1))
            }
            _ => {
                let mixed = t.app(Op::BvXor, &[x, y]);
                let less = t.app(Op::Slt, &[x, y]);
                (t.app(Op::Ite, &[less, sum, mixed]), t.app(Op::BvSub, &[y, i]))
            }
        };
        roots.push(t.eq(nx, ex));
        roots.push(t.eq(ny, ey));
        if variant % 3 == 2 {
            let distinct = t.ne(nx, ny);
            roots.push(distinct);
        }
        (x, y) = (nx, ny);
        i = add(t, i, 1);
    }
    let x0 = t.declare_var("x0", int);
    let y0 = t.declare_var("y0", int);
    let goal = match (variant % 3, variant / 3) {
        (0, 0) => {
            // x_n = x0 + n*y0 + 3*n(n-1)/2: asked to differ.
            let c = t.bv(32, n as u64);
            let p = t.app(Op::BvMul, &[c, y0]);
            let q = add(t, p, 3 * (n as u64) * (n as u64 - 1) / 2);
            let r = t.app(Op::BvAdd, &[x0, q]);
            t.ne(x, r)
        }
        (0, _) => cmp(t, Op::Eq, x, 123_456),
        (1, 0) => cmp(t, Op::Eq, x, 1),
        (1, _) => {
            let c = add(t, y0, n as u64 + 1);
            t.eq(y, c)
        }
        (_, 0) => t.app(Op::Slt, &[x, y]),
        _ => t.eq(x, y),
    };
    roots.push(goal);
    roots
}

/// Laws of multiplication, asked to fail.
fn product_law(t: &mut Terms, width: u32, law: usize) -> Vec<TermId> {
    let [x, y, z] = ["x", "y", "z"].map(|n| t.declare_var(n, Sort::BitVec(width)));
    let mut shifted = t.bv(width, 0);
    for i in 0..width {
        let bit = t.extract(y, i, i);
        let mask = t.sign_extend(bit, width - 1);
        let row = t.app(Op::BvAnd, &[x, mask]);
        let by = t.bv(width, i as u64);
        let row = t.app(Op::BvShl, &[row, by]);
        shifted = t.app(Op::BvAdd, &[row, shifted]);
    }
    let xy = t.app(Op::BvMul, &[x, y]);
    let (left, right) = match law {
        0 => (xy, shifted),
        1 => {
            let (sum, xz, yz) =
                (t.app(Op::BvAdd, &[x, y]), t.app(Op::BvMul, &[x, z]), t.app(Op::BvMul, &[y, z]));
            (t.app(Op::BvMul, &[sum, z]), t.app(Op::BvAdd, &[xz, yz]))
        }
        2 => {
            let (sum, difference) = (t.app(Op::BvAdd, &[x, y]), t.app(Op::BvSub, &[x, y]));
            let (xx, yy) = (t.app(Op::BvMul, &[x, x]), t.app(Op::BvMul, &[y, y]));
            (t.app(Op::BvMul, &[sum, difference]), t.app(Op::BvSub, &[xx, yy]))
        }
        3 => {
            // (x * y) / y = x without overflow.
            let overflow = t.app(Op::UMulO, &[x, y]);
            let fits = t.not(overflow);
            let zero = t.bv(width, 0);
            let nonzero = t.ne(y, zero);
            let q = t.app(Op::BvUDiv, &[xy, y]);
            let differ = t.ne(q, x);
            return vec![fits, nonzero, differ];
        }
        _ => {
            // A factorisation, satisfiable.
            let wide = t.zero_extend(x, width);
            let other = t.zero_extend(y, width);
            let p = t.app(Op::BvMul, &[wide, other]);
            let n = [0, 0, 0, 0, 143, 437, 1763, 6557, 25591, 102_877][width as usize];
            let (gx, gy) = (cmp(t, Op::Eq, x, 1), cmp(t, Op::Eq, y, 1));
            let (gx, gy) = (t.not(gx), t.not(gy));
            let ordered = t.app(Op::Ule, &[x, y]);
            return vec![cmp(t, Op::Eq, p, n), gx, gy, ordered];
        }
    };
    vec![t.ne(left, right)]
}

fn read(t: &mut Terms, a: TermId, i: u64) -> TermId {
    let i = t.bv(8, i);
    t.app(Op::Select, &[a, i])
}

/// Bubble sort of an array, with what should hold afterwards asked to fail (or something else to
/// hold).
fn sort_check(t: &mut Terms, n: usize, variant: usize) -> Vec<TermId> {
    let sort = t.array_sort(Sort::BitVec(8), Sort::BitVec(16));
    let start = t.declare_var("a", sort);
    let mut a = start;
    for round in 0..n {
        for i in 0..n - 1 - round.min(n - 1) {
            let (x, y) = (read(t, a, i as u64), read(t, a, i as u64 + 1));
            let swap = t.app(Op::Ult, &[y, x]);
            let (i, j) = (t.bv(8, i as u64), t.bv(8, i as u64 + 1));
            let b = t.app(Op::Store, &[a, i, y]);
            let b = t.app(Op::Store, &[b, j, x]);
            a = t.app(Op::Ite, &[swap, b, a]);
        }
    }
    match variant {
        0 => {
            let pairs: Vec<TermId> = (0..n - 1)
                .map(|i| {
                    let (x, y) = (read(t, a, i as u64), read(t, a, i as u64 + 1));
                    t.app(Op::Ult, &[y, x])
                })
                .collect();
            vec![t.or(&pairs)]
        }
        1 => {
            // Something that was there is still there.
            let k = t.declare_var("k", Sort::BitVec(8));
            let inside = cmp(t, Op::Ult, k, n as u64);
            let x = t.app(Op::Select, &[start, k]);
            let mut roots = vec![inside];
            for i in 0..n {
                let y = read(t, a, i as u64);
                roots.push(t.ne(x, y));
            }
            roots
        }
        2 => {
            let k = t.declare_var("k", Sort::BitVec(8));
            let x = t.app(Op::Select, &[a, k]);
            let first = read(t, a, 0);
            let inside = cmp(t, Op::Ult, k, n as u64);
            vec![inside, t.app(Op::Ult, &[x, first])]
        }
        _ => {
            let (x, y) = (read(t, a, 0), read(t, a, n as u64 - 1));
            let c = cmp(t, Op::Eq, x, 17);
            let d = cmp(t, Op::Eq, y, 4711);
            let z = read(t, start, 0);
            vec![c, d, cmp(t, Op::Eq, z, 99)]
        }
    }
}

/// Copies of memory, compared afterwards.
fn copy_check(t: &mut Terms, n: usize, variant: usize) -> Vec<TermId> {
    let word = Sort::BitVec(32);
    let sort = t.array_sort(word, Sort::BitVec(8));
    let start = t.declare_var("m", sort);
    let [from, to] = ["from", "to"].map(|n| t.declare_var(n, word));
    let mut m = start;
    for i in 0..n {
        let (p, q) = (add(t, from, i as u64), add(t, to, i as u64));
        let v = t.app(Op::Select, &[m, p]);
        m = t.app(Op::Store, &[m, q, v]);
    }
    let k = t.declare_var("k", word);
    let inside = cmp(t, Op::Ult, k, n as u64);
    let (p, q) = (t.app(Op::BvAdd, &[from, k]), t.app(Op::BvAdd, &[to, k]));
    let (old, new) = (t.app(Op::Select, &[start, p]), t.app(Op::Select, &[m, q]));
    let differ = t.ne(old, new);
    let distance = t.app(Op::BvSub, &[to, from]);
    let apart = cmp(t, Op::Ult, distance, n as u64);
    let apart = t.not(apart);
    match variant {
        0 => vec![inside, differ, apart],
        1 => vec![inside, differ],
        2 => {
            let outside = t.declare_var("j", word);
            let offset = t.app(Op::BvSub, &[outside, to]);
            let not_in = cmp(t, Op::Ult, offset, n as u64);
            let not_in = t.not(not_in);
            let (a, b) = (t.app(Op::Select, &[start, outside]), t.app(Op::Select, &[m, outside]));
            vec![not_in, t.ne(a, b)]
        }
        _ => {
            let c = cmp(t, Op::Eq, new, 7);
            let d = cmp(t, Op::Eq, old, 9);
            vec![inside, c, d]
        }
    }
}

/// Addresses of an object number and an offset; stores and loads of words through them.
fn pointers(t: &mut Terms, n: usize, variant: usize) -> Vec<TermId> {
    let pointer = Sort::BitVec(64);
    let sort = t.array_sort(pointer, Sort::BitVec(8));
    let start = t.declare_var("memory", sort);
    let mut m = start;
    let mut roots = Vec::new();
    let mut slots = Vec::new();
    for i in 0..n {
        let index = t.declare_var(&format!("i{i}"), Sort::BitVec(32));
        roots.push(cmp(t, Op::Ult, index, 100));
        let wide = t.zero_extend(index, 32);
        let four = t.bv(64, 4);
        let offset = t.app(Op::BvMul, &[wide, four]);
        let object = t.bv(64, (1 + i as u64 % 3) << 32);
        let p = t.app(Op::BvAdd, &[object, offset]);
        let v = t.declare_var(&format!("v{i}"), Sort::BitVec(32));
        m = t.store_wide(m, p, v);
        slots.push((p, v));
    }
    let (p, v) = slots[0];
    let loaded = t.load(m, p, 4);
    let changed = t.ne(loaded, v);
    match variant {
        0 => {
            // Unchanged unless a later store has the same address.
            for (q, _) in &slots[1..] {
                roots.push(t.ne(p, *q));
            }
            roots.push(changed);
        }
        1 => {
            roots.push(changed);
            if n < 4 {
                let c = t.bv(32, 5);
                roots.push(t.eq(loaded, c));
            }
        }
        2 => {
            let one = t.bv(64, 1);
            let q = t.app(Op::BvAdd, &[p, one]);
            let odd = t.load(m, q, 2);
            let part = t.extract(v, 23, 8);
            roots.push(t.ne(odd, part));
            for (q, _) in &slots[1..] {
                let d = t.app(Op::BvSub, &[*q, p]);
                let c = t.bv(64, 4);
                roots.push(t.app(Op::Sle, &[c, d]));
            }
        }
        _ => {
            let sums: Vec<TermId> = slots.iter().map(|(p, _)| t.load(m, *p, 4)).collect();
            let mut sum = t.bv(32, 0);
            for s in sums {
                sum = t.app(Op::BvAdd, &[sum, s]);
            }
            roots.push(cmp(t, Op::Eq, sum, 0xdead_beef));
        }
    }
    roots
}

/// Ways to compute with bits, asked to differ from the plain ones.
fn bit_law(t: &mut Terms, width: u32, law: usize) -> Vec<TermId> {
    let [x, y] = ["x", "y"].map(|n| t.declare_var(n, Sort::BitVec(width)));
    let zero = t.bv(width, 0);
    let one = t.bv(width, 1);
    let (left, right) = match law {
        0 => {
            // The average without overflow.
            let (and, xor) = (t.app(Op::BvAnd, &[x, y]), t.app(Op::BvXor, &[x, y]));
            let half = t.app(Op::BvLShr, &[xor, one]);
            let a = t.app(Op::BvAdd, &[and, half]);
            let (wx, wy) = (t.zero_extend(x, 1), t.zero_extend(y, 1));
            let sum = t.app(Op::BvAdd, &[wx, wy]);
            (a, t.extract(sum, width, 1))
        }
        1 => {
            // Magnitude without a branch.
            let s = t.bv(width, width as u64 - 1);
            let mask = t.app(Op::BvAShr, &[x, s]);
            let flipped = t.app(Op::BvXor, &[x, mask]);
            let a = t.app(Op::BvSub, &[flipped, mask]);
            let negative = t.app(Op::Slt, &[x, zero]);
            let minus = t.app(Op::BvNeg, &[x]);
            (a, t.app(Op::Ite, &[negative, minus, x]))
        }
        2 => {
            // The lowest set bit is a power of two.
            let minus = t.app(Op::BvNeg, &[x]);
            let low = t.app(Op::BvAnd, &[x, minus]);
            let less = t.app(Op::BvSub, &[low, one]);
            (t.app(Op::BvAnd, &[low, less]), zero)
        }
        3 => {
            // Exchange by exclusive or.
            let a = t.app(Op::BvXor, &[x, y]);
            let b = t.app(Op::BvXor, &[a, y]);
            let c = t.app(Op::BvSub, &[x, b]);
            let d = t.app(Op::BvAdd, &[c, y]);
            (d, y)
        }
        4 => (count(t, x, false), count(t, x, true)),
        5 => {
            // Comparison by subtraction.
            let d = t.app(Op::BvSub, &[x, y]);
            let (nx, ny) = (t.app(Op::BvXor, &[x, y]), t.app(Op::BvXor, &[d, x]));
            let o = t.app(Op::BvAnd, &[nx, ny]);
            let s = t.app(Op::BvXor, &[d, o]);
            let sign = t.extract(s, width - 1, width - 1);
            let less = t.app(Op::Slt, &[x, y]);
            (sign, t.bool_to_bv(less, 1))
        }
        6 => {
            // Satisfiable: a number whose square ends like itself.
            let square = t.app(Op::BvMul, &[x, x]);
            let low = t.extract(square, 7, 0);
            let c = t.bv(8, 0x21);
            let big = cmp(t, Op::Ult, x, 100);
            let big = t.not(big);
            return vec![t.eq(low, c), big];
        }
        _ => {
            // Rotation and back.
            let r = t.rotate_left(x, 3);
            let b = t.app(Op::BvAdd, &[r, y]);
            let c = t.app(Op::BvSub, &[b, y]);
            (t.rotate_right(c, 3), x)
        }
    };
    vec![t.ne(left, right)]
}

/// The number of set bits, in a loop or by halves.
fn count(t: &mut Terms, x: TermId, halves: bool) -> TermId {
    let width = t.width(x);
    if !halves {
        let mut sum = t.bv(width, 0);
        for i in 0..width {
            let bit = t.extract(x, i, i);
            let bit = t.zero_extend(bit, width - 1);
            sum = t.app(Op::BvAdd, &[sum, bit]);
        }
        return sum;
    }
    let mut v = x;
    let mut step = 1;
    while step < width {
        let mask = (0..width).filter(|i| i / step % 2 == 0).fold(0u64, |m, i| m | 1 << i);
        let mask = t.bv(width, mask);
        let by = t.bv(width, step as u64);
        let high = t.app(Op::BvLShr, &[v, by]);
        let (a, b) = (t.app(Op::BvAnd, &[v, mask]), t.app(Op::BvAnd, &[high, mask]));
        v = t.app(Op::BvAdd, &[a, b]);
        step *= 2;
    }
    v
}

/// Days, weeks and remainders.
fn calendar(t: &mut Terms, n: usize, variant: usize) -> Vec<TermId> {
    let width = 8 + 4 * n as u32;
    let day = t.declare_var("day", Sort::BitVec(width));
    let d = t.bv(width, [7, 10, 13, 12, 60, 24][n - 1]);
    let (q, r) = (t.app(Op::BvUDiv, &[day, d]), t.app(Op::BvURem, &[day, d]));
    let p = t.app(Op::BvMul, &[q, d]);
    let sum = t.app(Op::BvAdd, &[p, r]);
    match variant {
        0 => vec![t.ne(sum, day)],
        1 => {
            let three = t.bv(width, 3);
            let s = t.app(Op::BvSRem, &[day, three]);
            vec![cmp(t, Op::Eq, r, 4), cmp(t, Op::Eq, s, 2), cmp(t, Op::Ult, q, 20)]
        }
        _ => {
            let e = t.declare_var("e", Sort::BitVec(width));
            let q2 = t.app(Op::BvUDiv, &[e, d]);
            let le = t.app(Op::Ule, &[day, e]);
            vec![le, t.app(Op::Ult, &[q2, q])]
        }
    }
}

/// Ranges of float computations.
fn float_range(t: &mut Terms, n: usize, variant: usize) -> Vec<TermId> {
    let f = if n <= 3 { FloatFormat::F16 } else { FloatFormat::F32 };
    let r = Rounding::NearestEven;
    let [x, y] = ["x", "y"].map(|v| t.declare_var(v, Sort::Float(f)));
    let constant = |t: &mut Terms, v: f64| {
        let c = t.fp_f64(v);
        t.fp_from_fp(r, f, c)
    };
    let (low, high) = (constant(t, -1.0), constant(t, 8.0));
    let mut roots = Vec::new();
    for v in [x, y] {
        roots.push(t.app(Op::FpLe, &[low, v]));
        roots.push(t.app(Op::FpLe, &[v, high]));
    }
    let mut sum = x;
    for _ in 0..n.div_ceil(2) {
        sum = t.app(Op::FpAdd(r), &[sum, y]);
    }
    let bound = constant(t, 100.0);
    roots.push(match variant {
        0 => t.app(Op::FpLt, &[bound, sum]),
        1 => {
            let p = t.app(Op::FpMul(r), &[x, y]);
            let c = constant(t, 6.25);
            t.app(Op::FpEq, &[p, c])
        }
        2 => {
            // Addition commutes.
            let (a, b) = (t.app(Op::FpAdd(r), &[x, y]), t.app(Op::FpSub(r), &[y, x]));
            let c = t.app(Op::FpNeg, &[b]);
            let d = t.app(Op::FpSub(r), &[x, y]);
            let same = t.app(Op::FpEq, &[c, d]);
            let big = t.app(Op::FpLt, &[bound, a]);
            let differ = t.not(same);
            t.or(&[differ, big])
        }
        _ => {
            let two = constant(t, 2.0);
            let half = t.app(Op::FpDiv(r), &[x, two]);
            let back = t.app(Op::FpMul(r), &[half, two]);
            let same = t.eq(back, x);
            t.not(same)
        }
    });
    roots
}
