//! Polynomial relations between numbers of a loop, variables and cells of memory, guessed from sampled iterations.
//!
//! A sample is a model of one iteration; it says by how much each monomial moves. A combination of monomials that moves by
//! nothing in all samples is a candidate: it never moves. So `s += i; i++` gives `2s - i² + i`, and two branches that
//! count in different variables give the sum that both keep.

use maymust_solver::{Answer, Limits, Solver};
use maymust_term::{Op, Sort, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::houdini::Effort;

/// At most so many numbers are related, …
const MOST_MOVING: usize = 8;
/// … so many of them in products, with so many that the loop does not change.
const MOST_FACTORS: usize = 4;
const MOST_STEADY: usize = 3;
/// Branches that are sampled both ways.
const MOST_BRANCHES: usize = 12;
/// More samples than monomials, so that what they have in common is no accident.
const SPARE: usize = 4;
/// Values that are asked for first lie below this.
const SMALL: u64 = 60;
/// So often less is asked for.
const TRIES: usize = 4;
/// Conflicts of one sample.
const CONFLICTS: u64 = 300;
/// At most so many choices are taken apart in an equation.
const MOST_CASES: usize = 24;
/// Larger coefficients are accidents.
const LARGEST: i128 = 1 << 16;
/// Values of this size and more are not multiplied: they may have wrapped around.
const HUGE: i128 = 1 << 20;

/// One iteration of a loop.
pub struct Iteration<'i> {
    /// What holds when it goes on to the next.
    pub step: &'i [TermId],
    /// Numbers that it changes.
    pub moving: &'i [Item],
    /// Numbers that it does not change.
    pub steady: &'i [Item],
    /// What the search may use.
    pub effort: Effort,
}

/// A number: a variable or a cell of memory.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Before the iteration.
    pub now: TermId,
    /// After it.
    pub after: TermId,
    /// At the start of the loop.
    pub old: TermId,
}

/// A product of one or two numbers.
type Monomial<'m> = Vec<&'m Item>;

/// Values of numbers before and after an iteration.
type Sample = FxHashMap<TermId, (i128, i128)>;

/// Combinations of monomials that no sample moves, as equations between now and the start.
pub fn relations(terms: &mut Terms, solver: &mut dyn Solver, iteration: &Iteration<'_>) -> Vec<TermId> {
    let mut found = Vec::new();
    for width in [32, 64] {
        let of_width = |items: &[Item], most: usize| -> Vec<Item> {
            items.iter().filter(|i| terms.sort(i.now) == Sort::BitVec(width)).take(most).copied().collect()
        };
        let moving = of_width(iteration.moving, MOST_MOVING);
        let steady = of_width(iteration.steady, MOST_STEADY);
        if moving.is_empty() || moving.len() + steady.len() < 2 {
            continue;
        }
        let mut sampler = Sampler { terms, solver, iteration, moving: &moving, steady: &steady, seed: 1 };
        let linear: Vec<Monomial<'_>> = moving.iter().map(|v| vec![v]).collect();
        let mut samples = sampler.branches();
        samples.extend(sampler.more(linear.len() + SPARE));
        let combinations = unmoved(&linear, &samples);
        let mut all: Vec<(Vec<Monomial<'_>>, Vec<i128>)> =
            combinations.into_iter().map(|c| (linear.clone(), c)).collect();
        if moving.iter().any(|i| sampler.adds_up(i)) {
            let monomials = quadratic(&moving, &steady);
            samples.extend(sampler.more(monomials.len() + SPARE));
            samples.retain(|s| s.values().all(|(a, b)| a.abs() < HUGE && b.abs() < HUGE));
            // What is linear was found before.
            let combinations = unmoved(&monomials, &samples);
            let is_new = |c: &Vec<i128>| c.iter().zip(&monomials).any(|(k, m)| *k != 0 && m.len() > 1);
            all.extend(combinations.into_iter().filter(is_new).map(|c| (monomials.clone(), c)));
        }
        for (monomials, coefficients) in all {
            found.push(equation(terms, width, &monomials, &coefficients));
        }
    }
    found
}

fn quadratic<'m>(moving: &'m [Item], steady: &'m [Item]) -> Vec<Monomial<'m>> {
    let factors = &moving[..moving.len().min(MOST_FACTORS)];
    // Products first: what is found is solved for the last ones, which are simple.
    let mut monomials = Vec::new();
    for (i, a) in factors.iter().enumerate() {
        monomials.extend(factors[i..].iter().chain(steady).map(|b| vec![a, b]));
    }
    monomials.extend(moving.iter().map(|a| vec![a]));
    monomials
}

/// The sum of what monomials have moved since the start is zero.
fn equation(terms: &mut Terms, width: u32, monomials: &[Monomial<'_>], coefficients: &[i128]) -> TermId {
    let mut sum = terms.bv(width, 0);
    for (monomial, k) in monomials.iter().zip(coefficients).filter(|(_, k)| **k != 0) {
        let k = terms.bv_i64(width, *k as i64);
        let now = monomial.iter().fold(k, |t, i| terms.bv_mul(t, i.now));
        let then = monomial.iter().fold(k, |t, i| terms.bv_mul(t, i.old));
        let moved = terms.bv_sub(now, then);
        sum = terms.bv_add(sum, moved);
    }
    let zero = terms.bv(width, 0);
    terms.eq(sum, zero)
}

/// By how much a monomial moves.
fn moved(sample: &Sample, monomial: &[&Item]) -> i128 {
    let (mut before, mut after) = (1i128, 1i128);
    for item in monomial {
        let (a, b) = sample[&item.now];
        before = before.wrapping_mul(a);
        after = after.wrapping_mul(b);
    }
    after.wrapping_sub(before)
}

/// Asks for iterations.
struct Sampler<'s> {
    terms: &'s mut Terms,
    solver: &'s mut dyn Solver,
    iteration: &'s Iteration<'s>,
    moving: &'s [Item],
    steady: &'s [Item],
    seed: u64,
}

impl Sampler<'_> {
    /// Samples of both sides of the branches within an iteration.
    fn branches(&mut self) -> Vec<Sample> {
        let roots: Vec<TermId> = self.moving.iter().map(|i| i.after).collect();
        let mut conditions: Vec<TermId> = Vec::new();
        for t in self.terms.cone_of(&roots) {
            if self.terms.op(t) == Op::Ite && !conditions.contains(&self.terms.arg(t, 0)) {
                conditions.push(self.terms.arg(t, 0));
            }
        }
        conditions.truncate(MOST_BRANCHES);
        let mut samples = Vec::new();
        for condition in conditions {
            let not = self.terms.not(condition);
            for side in [condition, not] {
                samples.extend(self.sample(Some(side)));
            }
        }
        samples
    }

    /// Is something added to a number that is not always the same?
    fn adds_up(&mut self, item: &Item) -> bool {
        let mut work = vec![item.after];
        while let Some(t) = work.pop() {
            if self.terms.op(t) == Op::Ite {
                work.extend(&self.terms.args(t)[1..]);
                continue;
            }
            let added = self.terms.bv_sub(t, item.now);
            if !self.terms.is_const(added) && !self.terms.cone(added).contains(&item.now) {
                return true;
            }
        }
        false
    }

    /// So many more, if that is possible.
    fn more(&mut self, n: usize) -> Vec<Sample> {
        (0..n).map_while(|_| self.sample(None)).collect()
    }

    fn random(&mut self) -> u64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.seed >> 33
    }

    fn sample(&mut self, side: Option<TermId>) -> Option<Sample> {
        // Small numbers, as far as they go together.
        let mut wishes: Vec<TermId> = Vec::new();
        for item in self.moving.iter().chain(self.steady) {
            let value = self.random() % SMALL;
            let value = self.terms.bv(self.terms.width(item.now), value);
            wishes.push(self.terms.eq(item.now, value));
        }
        for _ in 0..TRIES {
            if self.iteration.effort.is_spent() {
                return None;
            }
            let limits = Limits { conflicts: Some(CONFLICTS), ..self.iteration.effort.limits() };
            let mut query = self.iteration.step.to_vec();
            query.extend(side.iter().chain(&wishes));
            match self.solver.check(self.terms, &query, &limits) {
                Answer::Sat => return self.read(),
                Answer::Unsat => {
                    let core = self.solver.core(self.terms);
                    let before = wishes.len();
                    wishes.retain(|w| !core.contains(w));
                    if wishes.len() == before {
                        return None;
                    }
                }
                Answer::Unknown(_) => return None,
            }
        }
        None
    }

    fn read(&mut self) -> Option<Sample> {
        let mut sample = Sample::default();
        for item in self.moving.iter().chain(self.steady) {
            let before = self.number(item.now)?;
            sample.insert(item.now, (before, self.number(item.after)?));
        }
        Some(sample)
    }

    fn number(&mut self, t: TermId) -> Option<i128> {
        match self.solver.value(self.terms, t)? {
            Value::Bv(v) => v.to_i64().map(i128::from),
            _ => None,
        }
    }
}

/// An equation of sums by the cases that its numbers distinguish: where each case is a polynomial, a solver need not add.
pub fn by_cases(terms: &mut Terms, equation: TermId) -> TermId {
    let mut left = MOST_CASES;
    cases(terms, equation, &mut left)
}

fn cases(terms: &mut Terms, t: TermId, left: &mut usize) -> TermId {
    let Some(condition) = choice(terms, t).filter(|_| *left > 0) else { return t };
    *left -= 1;
    let mut sides = [true, false].map(|side| {
        let side = [(condition, terms.bool(side))].into_iter().collect();
        terms.replace(t, &side)
    });
    for side in &mut sides {
        *side = cases(terms, *side, left);
    }
    terms.ite(condition, sides[0], sides[1])
}

/// The condition of a choice between numbers, or memories that they are read from, in an equation of sums.
fn choice(terms: &Terms, equation: TermId) -> Option<TermId> {
    if terms.op(equation) != Op::Eq || !matches!(terms.sort(terms.arg(equation, 0)), Sort::BitVec(_)) {
        return None;
    }
    let (mut work, mut seen) = (terms.args(equation).to_vec(), FxHashSet::default());
    while let Some(t) = work.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.op(t) {
            Op::Ite => return Some(terms.arg(t, 0)),
            Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvMul | Op::BvShl => work.extend(terms.args(t)),
            Op::Select | Op::Load { .. } | Op::Store => work.push(terms.arg(t, 0)),
            _ => {}
        }
    }
    None
}

/// The combinations of monomials (with whole numbers) that no sample moves; independent of each other, and few.
fn unmoved(monomials: &[Monomial<'_>], samples: &[Sample]) -> Vec<Vec<i128>> {
    let n = monomials.len();
    if samples.len() <= n {
        return Vec::new();
    }
    let rows = samples.iter().map(|s| monomials.iter().map(|m| moved(s, m)).collect());
    let Some((rows, pivots)) = echelon(rows.collect(), n) else { return Vec::new() };
    let mut found = Vec::new();
    for free in (0..n).filter(|c| !pivots.contains(c)) {
        // Each row says: d · pivot + k · free = 0.
        let mut vector = vec![0i128; n];
        let Some(scale) = rows.iter().zip(&pivots).try_fold(1i128, |l, (r, p)| lcm(l, r[*p])) else {
            continue;
        };
        vector[free] = scale;
        for (row, &pivot) in rows.iter().zip(&pivots) {
            vector[pivot] = -row[free] * (scale / row[pivot]);
        }
        let divisor = vector.iter().fold(0, |g, v| gcd(g, *v)).max(1);
        vector.iter_mut().for_each(|v| *v /= divisor);
        if vector.iter().all(|v| v.abs() <= LARGEST) {
            found.push(vector);
        }
    }
    found
}

/// Gauss and Jordan with whole numbers: rows with a pivot each, all other pivots zero in them; none if numbers grow too large.
fn echelon(mut rows: Vec<Vec<i128>>, n: usize) -> Option<(Vec<Vec<i128>>, Vec<usize>)> {
    let mut done: Vec<Vec<i128>> = Vec::new();
    let mut pivots = Vec::new();
    for column in 0..n {
        let Some(at) = rows.iter().position(|r| r[column] != 0) else { continue };
        let pivot = rows.swap_remove(at);
        for row in rows.iter_mut().chain(&mut done) {
            let (a, b) = (pivot[column], row[column]);
            if b == 0 {
                continue;
            }
            for (x, p) in row.iter_mut().zip(&pivot) {
                *x = x.checked_mul(a)?.checked_sub(p.checked_mul(b)?)?;
            }
            let divisor = row.iter().fold(0, |g, v| gcd(g, *v)).max(1);
            row.iter_mut().for_each(|v| *v /= divisor);
        }
        done.push(pivot);
        pivots.push(column);
    }
    Some((done, pivots))
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a as i128
}

fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b).max(1)).checked_mul(b).map(i128::abs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rows_have_in_common() {
        let terms = &mut Terms::new();
        let items = ["x", "y", "z"].map(|n| {
            let t = terms.declare_var(n, Sort::BitVec(32));
            Item { now: t, after: t, old: t }
        });
        let sample = |d: [i128; 3]| items.iter().zip(d).map(|(i, d)| (i.now, (0, d))).collect();
        let monomials: Vec<Monomial<'_>> = items.iter().map(|i| vec![i]).collect();
        // Two ways to move: x and z, or y and against z.
        let samples: Vec<Sample> = [[1, 0, 1], [0, 1, -1], [0, 0, 0], [3, 1, 2]].map(sample).to_vec();
        let found = unmoved(&monomials, &samples);
        assert_eq!(found, [[-1, 1, 1]]);
        let more: Vec<Sample> = [[1, 0, 1], [0, 1, -1], [0, 0, 5], [0, 0, 0]].map(sample).to_vec();
        assert!(unmoved(&monomials, &more).is_empty());
        let same: Vec<Sample> = vec![sample([2, 3, 0]); 4];
        assert_eq!(unmoved(&monomials, &same), [[-3, 2, 0], [0, 0, 1]]);
        assert!(unmoved(&monomials, &same[1..]).is_empty());
    }
}
