//! The predicates of an abstraction, and the bits that stand for them.
//!
//! A predicate over globals alone holds its bit in every procedure that touches one of them; another one belongs to a node of
//! a procedure.

use maymust_program::{ProcId, Program};
use maymust_term::{Op, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::blocks::{Graph, Node};
use crate::scope::{Owner, Scopes};

/// A predicate and its bit.
pub type Bit = (usize, TermId);

/// All predicates.
pub struct Predicates {
    /// Over globals alone.
    global: Vec<Bit>,
    /// By procedure: those of `global` that concern it.
    touched: Vec<Vec<Bit>>,
    /// By procedure and node.
    local: Vec<Vec<Vec<Bit>>>,
    /// By procedure: bits of its own predicates.
    bits: Vec<FxHashMap<TermId, usize>>,
    /// By procedure: bits that are taken.
    taken: Vec<Vec<bool>>,
    n_bits: usize,
}

impl Predicates {
    /// None yet.
    pub fn new(graphs: &[Option<Graph>]) -> Predicates {
        let nodes = |g: &Option<Graph>| vec![Vec::new(); g.as_ref().map_or(0, |g| g.nodes.len())];
        Predicates {
            global: Vec::new(),
            touched: vec![Vec::new(); graphs.len()],
            local: graphs.iter().map(nodes).collect(),
            bits: vec![FxHashMap::default(); graphs.len()],
            taken: vec![Vec::new(); graphs.len()],
            n_bits: 0,
        }
    }

    /// How many bits states have at most.
    pub fn n_bits(&self) -> usize {
        self.n_bits
    }

    /// The number of different predicates of all procedures.
    pub fn count(&self) -> usize {
        self.global.len() + self.bits.iter().map(FxHashMap::len).sum::<usize>()
    }

    /// The predicates at a node.
    pub fn at(&self, proc: ProcId, graph: &Graph, node: usize) -> Vec<Bit> {
        if let Node::Fail(_) = graph.nodes[node] {
            return Vec::new();
        }
        let (global, local) = (&self.touched[proc.index()], &self.local[proc.index()][node]);
        global.iter().chain(local).copied().collect()
    }

    /// All predicates of a procedure.
    pub fn of(&self, proc: ProcId) -> Vec<Bit> {
        let mut own: Vec<Bit> = self.bits[proc.index()].iter().map(|(t, b)| (*b, *t)).collect();
        own.extend(&self.touched[proc.index()]);
        own.sort_unstable();
        own
    }

    /// Adds a predicate at a node; false if it was there. Its symbols must be the procedure's or globals.
    pub fn add(
        &mut self,
        program: &Program,
        scopes: &Scopes,
        terms: &mut Terms,
        (proc, node): (ProcId, usize),
        t: TermId,
    ) -> bool {
        let t = if terms.op(t) == Op::Not { terms.arg(t, 0) } else { t };
        if terms.is_const(t) || t == terms.tru() || t == terms.fls() {
            return false;
        }
        let support = terms.support(t);
        if support.iter().all(|s| scopes.owner(program, *s) == Owner::Global) {
            if self.global.iter().any(|g| g.1 == t) {
                return false;
            }
            let bit = self.free_bit(0..self.taken.len());
            self.global.push((bit, t));
            for (p, touched) in self.touched.iter_mut().enumerate() {
                let id = ProcId(p as u32);
                if scopes.reachable[p] && support.iter().any(|s| scopes.touches(id, *s)) {
                    touched.push((bit, t));
                }
            }
            return true;
        }
        let p = proc.index();
        if self.local[p][node].iter().any(|b| b.1 == t) {
            return false;
        }
        let bit = match self.bits[p].get(&t) {
            Some(bit) => *bit,
            None => self.free_bit(p..p + 1),
        };
        self.bits[p].insert(t, bit);
        self.local[p][node].push((bit, t));
        true
    }

    /// Takes a bit that none of these procedures has.
    fn free_bit(&mut self, procs: std::ops::Range<usize>) -> usize {
        let is_free = |bit: &usize| procs.clone().all(|p| self.taken[p].get(*bit) != Some(&true));
        let bit = (0..).find(is_free).unwrap_or(0);
        for p in procs {
            if self.taken[p].len() <= bit {
                self.taken[p].resize(bit + 1, false);
            }
            self.taken[p][bit] = true;
        }
        self.n_bits = self.n_bits.max(bit + 1);
        bit
    }
}
