//! Mod/ref: which globals and memory variables a procedure reads and writes, itself or by what it calls.
//!
//! Block operations and allocations read and write regions that their terms do not name: see
//! [`crate::partition::touched_regions`]; before partition they touch the whole memory. Calls through pointers that
//! are not resolved count as calls of everything that fits.

use crate::calls::CallGraph;
use crate::partition::touched_regions;
use crate::{Op, ProcId, Program, VarId, VarKind};
use maymust_term::TermId;
use rustc_hash::FxHashMap;

/// The variables that procedures read and write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModRef {
    /// By procedure: globals and memory read, sorted.
    pub reads: Vec<Vec<VarId>>,
    /// By procedure: globals and memory written, sorted.
    pub writes: Vec<Vec<VarId>>,
}

impl ModRef {
    /// Computes the sets of all procedures, callees first.
    pub fn new(program: &Program, calls: &CallGraph) -> ModRef {
        let shared: Vec<VarId> = (0..program.vars.len())
            .map(VarId::from_index)
            .filter(|v| {
                matches!(program.var(*v).kind, VarKind::Global | VarKind::ThreadLocal | VarKind::Memory)
            })
            .collect();
        let mut number = vec![u32::MAX; program.vars.len()];
        for (i, v) in shared.iter().enumerate() {
            number[v.index()] = i as u32;
        }
        let n = program.procs.len();
        let mut reads = vec![Bits::new(shared.len()); n];
        let mut writes = vec![Bits::new(shared.len()); n];
        let mut supports = Supports::default();
        for (p, proc) in program.procs.iter().enumerate() {
            for e in &proc.edges {
                let effect = effect(program, &e.op, &mut supports);
                let set = |bits: &mut Bits, vars: &[VarId]| {
                    vars.iter()
                        .map(|v| number[v.index()])
                        .filter(|i| *i != u32::MAX)
                        .for_each(|i| bits.set(i));
                };
                set(&mut reads[p], &effect.reads);
                set(&mut writes[p], &effect.writes);
            }
        }
        for component in &calls.components {
            for sets in [&mut reads, &mut writes] {
                let mut all = Bits::new(shared.len());
                for p in component {
                    all.add(&sets[p.index()]);
                    for c in &calls.callees[p.index()] {
                        all.add(&sets[c.index()]);
                    }
                }
                for p in component {
                    sets[p.index()] = all.clone();
                }
            }
        }
        let list = |sets: Vec<Bits>| sets.iter().map(|b| b.iter().map(|i| shared[i]).collect()).collect();
        ModRef { reads: list(reads), writes: list(writes) }
    }

    /// Does a procedure write a variable?
    pub fn may_write(&self, proc: ProcId, var: VarId) -> bool {
        self.writes[proc.index()].binary_search(&var).is_ok()
    }

    /// Does a procedure read a variable?
    pub fn may_read(&self, proc: ProcId, var: VarId) -> bool {
        self.reads[proc.index()].binary_search(&var).is_ok()
    }
}

/// Variables that an operation itself reads and writes, without what a callee does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// Read, sorted.
    pub reads: Vec<VarId>,
    /// Written, sorted.
    pub writes: Vec<VarId>,
    /// Are all written variables overwritten as a whole, whatever they were?
    pub overwrites: bool,
}

/// Symbols of terms, remembered.
#[derive(Default)]
pub struct Supports {
    memo: FxHashMap<TermId, Vec<VarId>>,
}

impl Supports {
    /// The symbols in a term, sorted.
    pub fn of(&mut self, program: &Program, t: TermId) -> &[VarId] {
        self.memo.entry(t).or_insert_with(|| program.terms.support(t))
    }
}

/// What an operation itself reads and writes.
pub fn effect(program: &Program, op: &Op, supports: &mut Supports) -> Effect {
    let mut e = Effect { overwrites: true, ..Effect::default() };
    op.for_each_term(|t| e.reads.extend_from_slice(supports.of(program, t)));
    e.writes.extend(op.target());
    let m = &program.memory;
    let touched = || -> Vec<VarId> {
        let regions = touched_regions(program, op);
        let vars = regions.iter().map(|r| m.regions[*r as usize].var);
        vars.chain(m.bytes).collect()
    };
    match op {
        Op::Allocate { .. } => {
            e.reads.extend(m.next);
            let objects = [m.size, m.state];
            let contents = touched();
            e.reads.extend(objects.into_iter().flatten().chain(contents.iter().copied()));
            e.writes.extend(objects.into_iter().flatten().chain(m.next).chain(contents));
            e.overwrites = false;
        }
        Op::Free { .. } => {
            e.reads.extend(m.state);
            e.writes.extend(m.state);
            e.overwrites = false;
        }
        Op::Copy { .. } | Op::Fill { .. } | Op::Bytes { .. } => {
            let contents = touched();
            e.reads.extend(&contents);
            e.writes.extend(contents);
            e.overwrites = false;
        }
        // What these read and write their terms and targets say; callees are added to their callers.
        Op::Assign(..)
        | Op::Assume(_)
        | Op::Havoc(..)
        | Op::Check(..)
        | Op::Call { .. }
        | Op::CallPointer { .. }
        | Op::Output { .. }
        | Op::Halt(_)
        | Op::Spawn { .. }
        | Op::Block { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Acquire(_)
        | Op::Release(_)
        | Op::EndThread
        | Op::Unsupported(_) => {}
    }
    for list in [&mut e.reads, &mut e.writes] {
        list.sort_unstable();
        list.dedup();
    }
    e
}

/// A set of small numbers.
#[derive(Clone)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(n: usize) -> Self {
        Bits(vec![0; n.div_ceil(64)])
    }

    fn set(&mut self, i: u32) {
        self.0[i as usize / 64] |= 1 << (i % 64);
    }

    fn add(&mut self, other: &Bits) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        let bit = |w: u64, k: usize| w >> k & 1 == 1;
        self.0
            .iter()
            .enumerate()
            .flat_map(move |(i, w)| (0..64).filter(move |k| bit(*w, *k)).map(move |k| i * 64 + k))
    }
}
