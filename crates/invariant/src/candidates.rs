//! Where candidates for invariants come from: how variables step, what is compared, which objects are looked at.

use maymust_program::PointerLayout;
use maymust_term::{Op, Sort, Symbol, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// At most so many candidates.
const MOST: usize = 160;
/// Larger terms are not compared.
const SIZE: usize = 40;
/// At most so many comparisons of the loop are taken up.
const ATOMS: usize = 40;

/// A variable that moves in more ways than this is not looked at.
const MOVES: usize = 4;

/// The comparisons of numbers in some terms, as they stand there.
pub fn comparisons(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let cone = terms.cone_of(roots);
    cone.into_iter().filter(|t| is_comparison(terms, *t) && terms.is_small(*t, SIZE)).collect()
}

fn is_comparison(terms: &Terms, t: TermId) -> bool {
    matches!(terms.op(t), Op::Slt | Op::Ult | Op::Eq)
        && matches!(terms.sort(terms.arg(t, 0)), Sort::BitVec(_))
}

/// What candidates of a loop may speak of.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'s> {
    /// Variables whose values at the start of an iteration may matter.
    pub inputs: &'s [Symbol],
    /// Variables that an iteration may change.
    pub modifies: &'s [Symbol],
    /// Symbols for the values that these had where the loop was entered.
    pub old: &'s [(Symbol, Symbol)],
    /// Variables after an iteration.
    pub now: &'s FxHashMap<Symbol, TermId>,
    /// The arrays of the states and sizes of objects, and the number of the next object.
    pub objects: [Option<Symbol>; 3],
    /// How pointers are split.
    pub layout: PointerLayout,
}

/// Gathers candidates, simple ones first.
pub struct Candidates<'c> {
    pub(crate) terms: &'c mut Terms,
    pub(crate) inputs: FxHashSet<Symbol>,
    pub(crate) old: FxHashMap<Symbol, TermId>,
    pub(crate) modified: Vec<Symbol>,
    /// Variables after an iteration.
    pub(crate) now: &'c FxHashMap<Symbol, TermId>,
    layout: PointerLayout,
    state: Option<Symbol>,
    size: Option<Symbol>,
    next: Option<Symbol>,
    list: Vec<TermId>,
    seen: FxHashSet<TermId>,
}

impl<'c> Candidates<'c> {
    /// For a loop.
    pub fn new(terms: &'c mut Terms, shape: Shape<'c>) -> Candidates<'c> {
        let [state, size, next] = shape.objects;
        Candidates {
            inputs: shape.inputs.iter().copied().collect(),
            old: shape.old.iter().map(|(v, o)| (*v, terms.var(*o))).collect(),
            modified: shape.modifies.to_vec(),
            terms,
            now: shape.now,
            layout: shape.layout,
            state,
            size,
            next,
            list: Vec::new(),
            seen: FxHashSet::default(),
        }
    }

    /// The candidates.
    pub fn finish(self) -> Vec<TermId> {
        self.list
    }

    fn add(&mut self, t: TermId) {
        if self.list.len() < MOST && !self.terms.is_const(t) && self.seen.insert(t) {
            self.list.push(t);
        }
    }

    /// Everything, from the terms of the loop, relations of its variables, and comparisons around it.
    pub fn gather(&mut self, roots: &[TermId], related: &[TermId], atoms: &[TermId]) {
        let cone = self.terms.cone_of(roots);
        for v in self.modified.clone() {
            self.steps(v);
        }
        self.pairs();
        related.iter().for_each(|t| self.add(*t));
        self.guards(roots[0]);
        self.branches(&cone);
        self.objects(&cone);
        self.cells(&cone);
        self.compared_terms(atoms);
        self.compared_terms(&cone);
    }

    pub(crate) fn numbers(&self) -> Vec<(Symbol, u32)> {
        let width = |v: &Symbol| match self.terms.symbol_sort(*v) {
            Sort::BitVec(w) if (8..=64).contains(&w) => Some((*v, w)),
            _ => None,
        };
        self.modified.iter().filter_map(width).collect()
    }

    /// How one variable moves.
    fn steps(&mut self, v: Symbol) {
        let Sort::BitVec(w) = self.terms.symbol_sort(v) else { return };
        if !(8..=64).contains(&w) {
            return;
        }
        let (x, old) = (self.terms.var(v), self.old[&v]);
        let same = self.terms.eq(x, old);
        self.add(same);
        for (a, b) in [(old, x), (x, old)] {
            let signed = self.terms.sle(a, b);
            self.add(signed);
            let unsigned = self.terms.ule(a, b);
            self.add(unsigned);
        }
        if let Some(k) = self.step(v)
            && k.trailing_zeros() > 0
            && k != 0
        {
            let bits = k.trailing_zeros().min(w - 1);
            let moved = self.terms.bv_sub(x, old);
            let low = self.terms.extract(moved, bits - 1, 0);
            let zero = self.terms.bv(bits, 0);
            let multiple = self.terms.eq(low, zero);
            self.add(multiple);
        }
        if w == self.layout.bits() {
            self.pointer(x, old);
        }
        let zero = self.terms.bv(w, 0);
        let positive = self.terms.sle(zero, x);
        self.add(positive);
        let nonzero = self.terms.ne(x, zero);
        self.add(nonzero);
    }

    /// A pointer stays in its object.
    fn pointer(&mut self, x: TermId, old: TermId) {
        let layout = self.layout;
        let parts = |terms: &mut Terms, t: TermId| (layout.object(terms, t), layout.offset(terms, t));
        let ((object, offset), (old_object, old_offset)) = (parts(self.terms, x), parts(self.terms, old));
        let same = self.terms.eq(object, old_object);
        self.add(same);
        for (a, b) in [(old_offset, offset), (offset, old_offset)] {
            let moved = self.terms.ule(a, b);
            self.add(moved);
        }
        if let Some(size) = self.size {
            let sizes = self.terms.var(size);
            let size = self.terms.select(sizes, object);
            let within = self.terms.ule(offset, size);
            self.add(within);
        }
    }

    /// By how much a variable moves, if always by the same.
    fn step(&mut self, v: Symbol) -> Option<u64> {
        let (x, after) = (self.terms.var(v), *self.now.get(&v)?);
        let moved = self.terms.bv_sub(after, x);
        self.terms.as_u64(moved)
    }

    /// By how much a variable can move in an iteration, if these are few numbers.
    pub(crate) fn moves(&mut self, v: Symbol) -> Vec<TermId> {
        let Some(&after) = self.now.get(&v) else { return Vec::new() };
        let (x, mut work, mut moves) = (self.terms.var(v), vec![after], Vec::new());
        while let Some(t) = work.pop() {
            if self.terms.op(t) == Op::Ite && moves.len() + work.len() < MOVES {
                work.extend(&self.terms.args(t)[1..]);
                continue;
            }
            let moved = self.terms.bv_sub(t, x);
            if !self.terms.is_const(moved) || moves.len() == MOVES {
                return Vec::new();
            }
            if !moves.contains(&moved) {
                moves.push(moved);
            }
        }
        moves
    }

    /// Unless it is the first, an iteration begins where the one before went on: its condition held before the variables
    /// moved.
    fn guards(&mut self, guard: TermId) {
        for literal in self.terms.conjuncts(guard).into_iter().take(ATOMS) {
            let support = self.terms.support(literal);
            let moving: Vec<Symbol> = support.iter().filter(|s| self.modified.contains(s)).copied().collect();
            let &[v] = &moving[..] else { continue };
            let is_known = support.iter().all(|s| self.inputs.contains(s));
            if !is_known || !matches!(self.terms.symbol_sort(v), Sort::BitVec(w) if w <= 64) {
                continue;
            }
            let moves = self.moves(v);
            if moves.is_empty() {
                continue;
            }
            let (x, old) = (self.terms.var(v), self.old[&v]);
            let mut ways = vec![self.terms.eq(x, old)];
            for moved in moves {
                let before = self.terms.bv_sub(x, moved);
                ways.push(self.terms.substitute(literal, &[(v, before)].into_iter().collect()));
            }
            let either = self.terms.or(&ways);
            self.add(either);
        }
    }

    /// On one side of a branch a variable may move by even numbers only.
    fn branches(&mut self, cone: &[TermId]) {
        let mut n = 0;
        for (v, w) in self.numbers() {
            let x = self.terms.var(v);
            let constants = self.moves(v);
            let even = |c: &Self, t: TermId| c.terms.as_u64(t).map_or(0, |k| k.trailing_zeros().min(w));
            let bits = constants.iter().map(|t| even(self, *t)).filter(|b| *b < w).max().unwrap_or(0);
            // If all of them are even, the variable is even without a branch.
            if bits == 0 || constants.iter().all(|t| even(self, *t) > 0) {
                continue;
            }
            let low = self.terms.extract(x, bits - 1, 0);
            let zero = self.terms.bv(bits, 0);
            let multiple = self.terms.eq(low, zero);
            for &t in cone {
                if is_comparison(self.terms, t) && self.terms.support(t) == [v] && n < ATOMS {
                    n += 1;
                    for side in [t, self.terms.not(t)] {
                        let so = self.terms.implies(side, multiple);
                        self.add(so);
                    }
                }
            }
        }
    }

    /// Variables of different widths that move together.
    fn pairs(&mut self) {
        let mut steps = Vec::new();
        for (v, w) in self.numbers() {
            if let Some(k) = self.step(v).filter(|k| *k != 0) {
                steps.push((v, w, k));
            }
        }
        steps.truncate(6);
        for (i, &(v, w, k)) in steps.iter().enumerate() {
            for &(u, x, l) in &steps[i + 1..] {
                let moved = |c: &mut Self, v: Symbol| {
                    let (now, old) = (c.terms.var(v), c.old[&v]);
                    c.terms.bv_sub(now, old)
                };
                let (a, b) = (moved(self, v), moved(self, u));
                if w != x && w.max(x) == 64 {
                    let ((wide, kw), (narrow, kn)) =
                        if w == 64 { ((a, k), (b, l)) } else { ((b, l), (a, k)) };
                    if kw % kn == 0 {
                        let factor = self.terms.bv(64, kw / kn);
                        for signed in [true, false] {
                            let long = match signed {
                                true => self.terms.resize_signed(narrow, 64),
                                false => self.terms.resize_unsigned(narrow, 64),
                            };
                            let right = self.terms.bv_mul(long, factor);
                            let together = self.terms.eq(wide, right);
                            self.add(together);
                        }
                    }
                }
            }
        }
    }

    /// Only inputs, and none of what the loop changes?
    fn is_steady(&self, t: TermId) -> bool {
        if !self.terms.is_small(t, SIZE) {
            return false;
        }
        let support = self.terms.support(t);
        support.iter().all(|s| self.inputs.contains(s) && !self.modified.contains(s))
    }

    /// Objects that are looked at stay as they were.
    fn objects(&mut self, cone: &[TermId]) {
        let Some(next) = self.next else { return };
        let limit = match self.old.get(&next) {
            Some(old) => *old,
            None => self.terms.var(next),
        };
        for array in [self.state, self.size].into_iter().flatten() {
            let Some(&old) = self.old.get(&array) else { continue };
            let sort = self.terms.symbol_sort(array);
            let mut numbers: Vec<TermId> = Vec::new();
            for &t in cone {
                if self.terms.op(t) == Op::Select && self.terms.sort(self.terms.arg(t, 0)) == sort {
                    let index = self.terms.arg(t, 1);
                    if self.is_steady(index) && !numbers.contains(&index) {
                        numbers.push(index);
                    }
                }
            }
            let pointers = self.numbers().into_iter().filter(|(_, w)| *w == self.layout.bits());
            for (v, _) in pointers.collect::<Vec<_>>() {
                let old = self.old[&v];
                numbers.push(self.layout.object(self.terms, old));
            }
            numbers.truncate(24);
            let now = self.terms.var(array);
            for number in numbers {
                let (a, b) = (self.terms.select(now, number), self.terms.select(old, number));
                let same = self.terms.eq(a, b);
                let dealt = self.terms.ult(number, limit);
                let same = self.terms.implies(dealt, same);
                self.add(same);
            }
        }
    }

    /// Cells of memory at places that do not move stay as they were.
    fn cells(&mut self, cone: &[TermId]) {
        let mut n = 0;
        for &t in cone {
            let op = self.terms.op(t);
            if !matches!(op, Op::Select | Op::Load { .. }) || n >= 24 {
                continue;
            }
            let (array, index) = (self.terms.arg(t, 0), self.terms.arg(t, 1));
            let Some(&old) = self.terms.as_var(array).and_then(|s| self.old.get(&s)) else { continue };
            if Some(array) == self.state.map(|s| self.terms.var(s)) || !self.is_steady(index) {
                continue;
            }
            let before = self.terms.app(op, &[old, index]);
            let same = self.terms.eq(t, before);
            self.add(same);
            n += 1;
        }
    }

    /// What is compared in the loop, and what is a little weaker.
    fn compared_terms(&mut self, cone: &[TermId]) {
        let mut n = 0;
        for &t in cone.iter().rev() {
            let op = self.terms.op(t);
            if !is_comparison(self.terms, t) || !self.terms.is_small(t, SIZE) {
                continue;
            }
            let support = self.terms.support(t);
            let known = support.iter().all(|s| self.inputs.contains(s));
            if !known || !support.iter().any(|s| self.modified.contains(s)) {
                continue;
            }
            n += 1;
            if n > ATOMS {
                break;
            }
            let (x, y) = (self.terms.arg(t, 0), self.terms.arg(t, 1));
            self.add(t);
            let not = self.terms.not(t);
            self.add(not);
            if op == Op::Slt || op == Op::Eq {
                for (a, b) in [(x, y), (y, x)] {
                    let weaker = self.terms.sle(a, b);
                    self.add(weaker);
                }
            }
            for (a, b) in [(x, y), (y, x)] {
                let weaker = self.terms.ule(a, b);
                self.add(weaker);
            }
        }
    }
}
