//! The gate graph: and, exclusive or, if-then-else and majority over literals, hashed
//! structurally and simplified by local rules. What bit-vectors are blasted into, and what
//! clauses are made from.
//!
//! It is an and-inverter graph with three more gates, so that adders and multiplexers need not
//! be detected again when clauses are made.

use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::Not;

/// A gate or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// The constant false.
    pub const FALSE: Lit = Lit(0);
    /// The constant true.
    pub const TRUE: Lit = Lit(1);

    /// A constant.
    pub fn constant(b: bool) -> Lit {
        Lit(b as u32)
    }

    /// The positive literal of a gate.
    pub fn positive(node: u32) -> Lit {
        Lit(node << 1)
    }

    /// The gate.
    pub fn node(self) -> u32 {
        self.0 >> 1
    }

    /// Is it the negation of its gate?
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Is it a constant?
    pub fn is_const(self) -> bool {
        self.0 < 2
    }

    /// The truth value of a constant.
    pub fn as_const(self) -> Option<bool> {
        self.is_const().then_some(self.0 == 1)
    }

    /// Itself, or its negation if `b`.
    pub fn negate_if(self, b: bool) -> Lit {
        Lit(self.0 ^ b as u32)
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negated() { "!" } else { "" }, self.node())
    }
}

/// What a gate computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// False; the gate with number 0.
    False,
    /// A free bit.
    Input,
    /// Both.
    And(Lit, Lit),
    /// One of the two, not both. The arguments are positive.
    Xor(Lit, Lit),
    /// If the first, the second, else the third. The first and the second are positive.
    Ite(Lit, Lit, Lit),
    /// At least two of the three. The first is positive.
    Maj(Lit, Lit, Lit),
}

impl Gate {
    /// The inputs of the gate.
    pub fn args(&self) -> impl Iterator<Item = Lit> {
        let (args, n) = match *self {
            Gate::False | Gate::Input => ([Lit::FALSE; 3], 0),
            Gate::And(a, b) | Gate::Xor(a, b) => ([a, b, Lit::FALSE], 2),
            Gate::Ite(a, b, c) | Gate::Maj(a, b, c) => ([a, b, c], 3),
        };
        args.into_iter().take(n)
    }

    /// The value from those of the arguments; `None` for an input.
    pub fn value(&self, v: impl Fn(Lit) -> bool) -> Option<bool> {
        Some(match *self {
            Gate::False => false,
            Gate::Input => return None,
            Gate::And(a, b) => v(a) && v(b),
            Gate::Xor(a, b) => v(a) != v(b),
            Gate::Ite(c, t, e) => v(if v(c) { t } else { e }),
            Gate::Maj(a, b, c) => (v(a) && v(b)) || (v(c) && (v(a) || v(b))),
        })
    }
}

/// The graph of all gates; arguments come before the gates that use them.
#[derive(Clone)]
pub struct Graph {
    gates: Vec<Gate>,
    uses: Vec<u32>,
    index: FxHashMap<Gate, u32>,
}

impl Default for Graph {
    fn default() -> Self {
        Self::new()
    }
}

impl Graph {
    /// The graph with the constant alone.
    pub fn new() -> Self {
        Graph { gates: vec![Gate::False], uses: vec![0], index: FxHashMap::default() }
    }

    /// How many gates there are.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// Is there the constant alone?
    pub fn is_empty(&self) -> bool {
        self.gates.len() == 1
    }

    /// A gate.
    pub fn gate(&self, node: u32) -> Gate {
        self.gates[node as usize]
    }

    /// How many gates use this one.
    pub fn uses(&self, node: u32) -> u32 {
        self.uses[node as usize]
    }

    /// A new free bit.
    pub fn input(&mut self) -> Lit {
        self.push(Gate::Input)
    }

    fn push(&mut self, gate: Gate) -> Lit {
        let node = u32::try_from(self.gates.len()).expect("fewer than 2^31 gates");
        assert!(node < 1 << 31, "more than 2^31 gates");
        for arg in gate.args() {
            self.uses[arg.node() as usize] += 1;
        }
        self.gates.push(gate);
        self.uses.push(0);
        Lit::positive(node)
    }

    fn hashed(&mut self, gate: Gate) -> Lit {
        if let Some(&node) = self.index.get(&gate) {
            return Lit::positive(node);
        }
        let lit = self.push(gate);
        self.index.insert(gate, lit.node());
        lit
    }

    fn and_args(&self, lit: Lit) -> Option<(Lit, Lit)> {
        match self.gates[lit.node() as usize] {
            Gate::And(a, b) => Some((a, b)),
            _ => None,
        }
    }

    /// Conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (mut a, mut b) = if a <= b { (a, b) } else { (b, a) };
        loop {
            if a == Lit::FALSE || a == !b {
                return Lit::FALSE;
            }
            if a == Lit::TRUE || a == b {
                return b;
            }
            match self.and_two_levels(a, b) {
                Step::Done(lit) => return lit,
                Step::Again(c, d) => (a, b) = if c <= d { (c, d) } else { (d, c) },
                Step::None => return self.hashed(Gate::And(a, b)),
            }
        }
    }

    /// The two-level rules: contradiction, subsumption, idempotence, substitution, resolution.
    fn and_two_levels(&self, a: Lit, b: Lit) -> Step {
        let (x, y) = (self.and_args(a), self.and_args(b));
        for (p, args, q) in [(a, x, b), (b, y, a)] {
            let Some((c, d)) = args else { continue };
            if !p.is_negated() {
                if c == !q || d == !q {
                    return Step::Done(Lit::FALSE);
                }
                if c == q || d == q {
                    return Step::Done(p);
                }
            } else {
                if c == !q || d == !q {
                    return Step::Done(q);
                }
                if c == q {
                    return Step::Again(!d, q);
                }
                if d == q {
                    return Step::Again(!c, q);
                }
            }
        }
        let (Some((c, d)), Some((e, f))) = (x, y) else { return Step::None };
        match (a.is_negated(), b.is_negated()) {
            (false, false) => {
                if c == !e || c == !f || d == !e || d == !f {
                    return Step::Done(Lit::FALSE);
                }
                if c == e || c == f {
                    return Step::Again(d, b);
                }
                if d == e || d == f {
                    return Step::Again(c, b);
                }
            }
            (true, false) => return mixed((c, d), (a, b), (e, f)),
            (false, true) => return mixed((e, f), (b, a), (c, d)),
            (true, true) => {
                if (c == e && d == !f) || (c == f && d == !e) {
                    return Step::Done(!c);
                }
                if (d == e && c == !f) || (d == f && c == !e) {
                    return Step::Done(!d);
                }
            }
        }
        Step::None
    }

    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// `a` implies `b`.
    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(a, !b)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (Lit::positive(a.node()), Lit::positive(b.node()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::constant(negate);
        }
        if a == Lit::FALSE {
            return b.negate_if(negate);
        }
        for (p, q) in [(a, b), (b, a)] {
            if let Gate::Xor(c, d) = self.gates[p.node() as usize] {
                if c == q {
                    return d.negate_if(negate);
                }
                if d == q {
                    return c.negate_if(negate);
                }
            }
        }
        self.hashed(Gate::Xor(a, b)).negate_if(negate)
    }

    /// Equivalence.
    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// If `c` then `t` else `e`.
    pub fn ite(&mut self, c: Lit, t: Lit, e: Lit) -> Lit {
        let (c, mut t, mut e) = if c.is_negated() { (!c, e, t) } else { (c, t, e) };
        if c == Lit::FALSE {
            return e;
        }
        if t == e {
            return t;
        }
        if t == !e {
            return self.xor(c, e);
        }
        if t.node() == c.node() {
            t = Lit::constant(t == c);
        }
        if e.node() == c.node() {
            e = Lit::constant(e != c);
        }
        // A multiplexer under a multiplexer with the same condition.
        if let Some((_, inner_t, _)) = self.ite_with(t, c) {
            t = inner_t;
        }
        if let Some((_, _, inner_e)) = self.ite_with(e, c) {
            e = inner_e;
        }
        if t == e {
            return t;
        }
        match (t.as_const(), e.as_const()) {
            (Some(false), _) => self.and(!c, e),
            (Some(true), _) => self.or(c, e),
            (_, Some(false)) => self.and(c, t),
            (_, Some(true)) => self.or(!c, t),
            _ if t == !e => self.xor(c, e),
            _ => {
                let negate = t.is_negated();
                let (t, e) = (t.negate_if(negate), e.negate_if(negate));
                self.hashed(Gate::Ite(c, t, e)).negate_if(negate)
            }
        }
    }

    fn ite_with(&self, lit: Lit, c: Lit) -> Option<(Lit, Lit, Lit)> {
        match self.gates[lit.node() as usize] {
            Gate::Ite(d, t, e) if d == c => {
                let n = lit.is_negated();
                Some((d, t.negate_if(n), e.negate_if(n)))
            }
            _ => None,
        }
    }

    /// At least two of three: the carry of a full adder.
    pub fn maj(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut args = [a, b, c];
        args.sort();
        let [a, b, c] = args;
        if a == b {
            return a;
        }
        if b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        match a.as_const() {
            Some(false) => return self.and(b, c),
            Some(true) => return self.or(b, c),
            None => {}
        }
        // Majority is self-dual: push negation of the first to the output.
        let negate = a.is_negated();
        let gate = Gate::Maj(a.negate_if(negate), b.negate_if(negate), c.negate_if(negate));
        self.hashed(gate).negate_if(negate)
    }

    /// Conjunction of many, as a balanced tree.
    pub fn and_all(&mut self, lits: &[Lit]) -> Lit {
        let mut level: Vec<Lit> = lits.to_vec();
        level.sort();
        level.dedup();
        if level.is_empty() {
            return Lit::TRUE;
        }
        while level.len() > 1 {
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            for pair in level.chunks(2) {
                let lit = if pair.len() == 2 { self.and(pair[0], pair[1]) } else { pair[0] };
                if lit == Lit::FALSE {
                    return lit;
                }
                next.push(lit);
            }
            level = next;
        }
        level[0]
    }

    /// Disjunction of many.
    pub fn or_all(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|l| !*l).collect();
        !self.and_all(&negated)
    }

    /// The values of literals from the gates whose value is known; unknown inputs are false.
    pub fn compute(&self, lits: &[Lit], known: &dyn Fn(Lit) -> Option<bool>) -> Vec<bool> {
        let mut memo: FxHashMap<u32, bool> = FxHashMap::default();
        let mut stack: Vec<u32> = lits.iter().map(|l| l.node()).collect();
        while let Some(&node) = stack.last() {
            if memo.contains_key(&node) {
                stack.pop();
                continue;
            }
            if let Some(v) = known(Lit::positive(node)) {
                memo.insert(node, v);
                continue;
            }
            let gate = self.gates[node as usize];
            let before = stack.len();
            stack.extend(gate.args().map(Lit::node).filter(|n| !memo.contains_key(n)));
            if stack.len() > before {
                continue;
            }
            let value = gate.value(|l| memo[&l.node()] != l.is_negated()).unwrap_or(false);
            memo.insert(node, value);
        }
        lits.iter().map(|l| memo[&l.node()] != l.is_negated()).collect()
    }

    /// Values of all gates, given the values of the inputs.
    pub fn evaluate(&self, input: impl Fn(u32) -> bool) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::with_capacity(self.gates.len());
        for (node, gate) in self.gates.iter().enumerate() {
            let value = gate.value(|l| values[l.node() as usize] != l.is_negated());
            values.push(value.unwrap_or_else(|| input(node as u32)));
        }
        values
    }
}

/// What a rule says of a conjunction.
enum Step {
    Done(Lit),
    Again(Lit, Lit),
    None,
}

/// `!(c & d)` and `(e & f)`: `neg` is the first, `pos` the second.
fn mixed((c, d): (Lit, Lit), (_neg, pos): (Lit, Lit), (e, f): (Lit, Lit)) -> Step {
    if c == !e || c == !f || d == !e || d == !f {
        return Step::Done(pos);
    }
    if c == e || c == f {
        return Step::Again(!d, pos);
    }
    if d == e || d == f {
        return Step::Again(!c, pos);
    }
    Step::None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All gates over all small literals compute what they say, whatever rule applies.
    #[test]
    fn rules_keep_meaning() {
        let mut g = Graph::new();
        let inputs: Vec<Lit> = (0..3).map(|_| g.input()).collect();
        let mut pool = vec![Lit::FALSE, Lit::TRUE];
        pool.extend(inputs.iter().flat_map(|l| [*l, !*l]));
        let mut checks: Vec<(Lit, Vec<Lit>, u8)> = Vec::new();
        for round in 0..2 {
            let base = pool.clone();
            for (i, &a) in base.iter().enumerate() {
                for (j, &b) in base.iter().enumerate().skip(if round == 0 { 0 } else { 8 }) {
                    if round == 1 && (i * 31 + j * 17) % 7 != 0 {
                        continue;
                    }
                    let c = base[(i * 5 + j * 3) % base.len()];
                    checks.push((g.and(a, b), vec![a, b], 0));
                    checks.push((g.xor(a, b), vec![a, b], 1));
                    checks.push((g.ite(a, b, c), vec![a, b, c], 2));
                    checks.push((g.maj(a, b, c), vec![a, b, c], 3));
                    if round == 0 {
                        pool.extend(checks[checks.len() - 4..].iter().map(|c| c.0));
                    }
                }
            }
        }
        for bits in 0..8u32 {
            let values = g.evaluate(|n| bits >> (n - 1) & 1 == 1);
            let v = |l: &Lit| values[l.node() as usize] != l.is_negated();
            for (lit, args, kind) in &checks {
                let x: Vec<bool> = args.iter().map(v).collect();
                let want = match kind {
                    0 => x[0] && x[1],
                    1 => x[0] != x[1],
                    2 => {
                        if x[0] {
                            x[1]
                        } else {
                            x[2]
                        }
                    }
                    _ => (x[0] as u8 + x[1] as u8 + x[2] as u8) >= 2,
                };
                assert_eq!(v(lit), want, "kind {kind} of {args:?}");
            }
        }
    }

    #[test]
    fn hashing_shares() {
        let mut g = Graph::new();
        let (a, b) = (g.input(), g.input());
        assert_eq!(g.and(a, b), g.and(b, a));
        assert_eq!(g.xor(!a, b), !g.xor(b, a));
        let n = g.len();
        g.ite(a, a, b);
        assert_eq!(g.len(), n + 1);
    }
}
