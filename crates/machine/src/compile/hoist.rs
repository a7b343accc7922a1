//! Values and checks that stay the same in a loop: computed once, before it.
//!
//! Where a natural loop without calls is entered, the code first computes the terms of the loop that nothing in it changes
//! (*pinned* values: their registers are not used for anything else in the loop), and tests the checks on its straight first
//! stretch that do not change. All terms but loads are total, so computing them early is harmless. If such a check does not
//! hold, stepped code takes over at the header: it finds the failure, or that the loop is not run. A run that stops in
//! the loop goes on by way of this code again, from the header.

use maymust_program::loops::{LoopId, LoopTree};
use maymust_program::{CheckKind, EdgeId, LocId, Op as ProgramOp};
use maymust_term::{Op, TermId};
use rustc_hash::FxHashSet;

use super::{Available, Compiler, Known, Label, Stub, bit};
use crate::code::NOWHERE;
use crate::inst::{Inst, Reg};
use crate::layout::Home;
use crate::layout::{Place, Rep, rep_of};

/// Pinned values per loop, at most.
const MAX_PINNED: u32 = 32;
/// Loops of more locations are left alone: their code is not what costs.
const MAX_LOCS: usize = 400;

/// A sum of 64 bits: terms with factors, sorted, and a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Linear {
    pub(crate) parts: Vec<(TermId, u64)>,
    pub(crate) constant: u64,
}

impl Linear {
    /// Without one of the parts.
    pub(crate) fn without(&self, index: usize) -> Linear {
        let mut rest = self.clone();
        rest.parts.remove(index);
        rest
    }
}

/// The loops of a procedure, and what is pinned in them.
pub(super) struct Hoists {
    tree: LoopTree,
    /// By loop: what is at hand everywhere in it, and the label after the code that computes that.
    done: Vec<Option<(Available, Label)>>,
}

impl Hoists {
    pub(super) fn new(tree: LoopTree) -> Hoists {
        let done = vec![None; tree.loops.len()];
        Hoists { tree, done }
    }

    /// The innermost loop around a location that has pinned values.
    fn around(&self, loc: LocId) -> Option<&(Available, Label)> {
        let mut at = self.tree.innermost.get(loc.index()).copied().flatten();
        while let Some(id) = at {
            if let Some(done) = &self.done[id.index()] {
                return Some(done);
            }
            at = self.tree.loops[id.index()].parent;
        }
        None
    }

    /// The loop with this header; stepped code knows of none.
    fn at_header(&self, loc: LocId) -> Option<LoopId> {
        let id = self.tree.innermost.get(loc.index()).copied().flatten()?;
        (self.tree.loops[id.index()].header == loc).then_some(id)
    }

    /// Is the location of a jump inside of the loop with this header?
    fn is_inside(&self, from: LocId, header: LocId) -> bool {
        self.at_header(header).is_some_and(|id| self.tree.contains(id, from))
    }
}

impl Compiler<'_> {
    /// What is at hand at a location however it is reached.
    pub(crate) fn floor(&self, loc: LocId) -> Available {
        let (regs, bigs) = self.temps;
        let bare = || Available { regs, bigs, ..Available::default() };
        self.hoists.around(loc).map_or_else(bare, |(floor, _)| floor.clone())
    }

    /// Does the code at hand lie in the loop with this header?
    pub(crate) fn inside_loop_at(&self, header: LocId) -> bool {
        self.hoists.is_inside(self.at, header)
    }

    /// The label for a jump to a location from the code at hand: jumps back skip what comes before the loop.
    pub(crate) fn entry_label(&self, loc: LocId) -> Label {
        match self.hoists.at_header(loc).and_then(|id| self.hoists.done[id.index()].as_ref()) {
            Some((_, inner)) if self.inside_loop_at(loc) => *inner,
            _ => loc.0,
        }
    }

    /// Can code that is inside the same loops jump to this location, whose code is there already?
    pub(crate) fn is_open(&self, loc: LocId) -> bool {
        self.code.entries[loc.index()] != NOWHERE || self.open[loc.index()]
    }

    /// Emits what comes before a loop, where one starts here.
    pub(super) fn before_loop(&mut self, header: LocId) {
        let Some(id) = self.hoists.at_header(header).filter(|_| !self.stepped) else { return };
        let Some(mask) = self.changed_in(id) else { return };
        let start = self.available.regs;
        let edges = self.edges_of(id);
        for edge in &edges {
            for root in self.proc.edges[edge.index()].op.terms() {
                self.pin_parts(root, mask, start + MAX_PINNED);
            }
        }
        self.pin_checks(id, mask);
        if self.available.regs == start && self.available.facts.is_empty() {
            return;
        }
        let inner = self.new_label();
        self.bind(inner);
        self.hoists.done[id.index()] = Some((self.available.clone(), inner));
    }

    fn edges_of(&self, id: LoopId) -> Vec<EdgeId> {
        let locs = &self.hoists.tree.loops[id.index()].locs;
        locs.iter()
            .flat_map(|l| (self.proc.out[l.index()]..self.proc.out[l.index() + 1]).map(EdgeId))
            .collect()
    }

    /// The variables that a loop changes; none if its values cannot be pinned.
    fn changed_in(&self, id: LoopId) -> Option<u64> {
        let data = &self.hoists.tree.loops[id.index()];
        if data.irreducible || data.header == self.proc.entry || data.locs.len() > MAX_LOCS {
            return None;
        }
        let mut mask = 0;
        for edge in self.edges_of(id) {
            mask |= match &self.proc.edges[edge.index()].op {
                ProgramOp::Assign(var, _) | ProgramOp::Havoc(var, _) => bit(*var),
                ProgramOp::Call { .. } | ProgramOp::CallPointer { .. } => return None,
                ProgramOp::Spawn { .. } | ProgramOp::Block { .. } => return None,
                ProgramOp::Allocate { result, .. } => bit(*result) | self.memory_mask(),
                ProgramOp::Free { .. }
                | ProgramOp::Copy { .. }
                | ProgramOp::Fill { .. }
                | ProgramOp::Bytes { .. } => self.memory_mask(),
                _ => 0,
            };
        }
        Some(mask)
    }

    /// Pins the largest parts of a term that do not change.
    fn pin_parts(&mut self, root: TermId, mask: u64, limit: u32) {
        let mut stack = vec![root];
        let mut seen = FxHashSet::default();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) || self.available.regs >= limit {
                continue;
            }
            let terms = &self.program.terms;
            if terms.is_const(t) || self.known(t, false).is_some() {
                continue;
            }
            let is_sum = terms.op(t) == Op::BvAdd && terms.width(t) == 64;
            if self.depends_of(t) & mask == 0 {
                if self.is_total(t) {
                    self.value(t);
                    continue;
                }
            } else if is_sum {
                self.pin_sum(t, mask);
            }
            stack.extend(self.program.terms.args(t));
        }
    }

    /// Can the term be computed anywhere, in registers?
    fn is_total(&self, root: TermId) -> bool {
        let terms = &self.program.terms;
        let mut stack = vec![root];
        let mut budget = 64;
        while let Some(t) = stack.pop() {
            budget -= 1;
            if budget < 0 || rep_of(terms.sort(t)) != Rep::One {
                return false;
            }
            let args = terms.args(t);
            match terms.op(t) {
                Op::Load { .. } => return false,
                Op::Select => match terms.as_var(args[0]).map(|v| self.homes.of(v)) {
                    Some(Home::Size | Home::State) => stack.push(args[1]),
                    _ => return false,
                },
                Op::Var(var) => match self.homes.of(var) {
                    Home::Frame(..) | Home::Global(_) | Home::Next => {}
                    _ => return false,
                },
                _ => stack.extend(args),
            }
        }
        true
    }

    /// Pins the parts of a sum that do not change, as one value.
    fn pin_sum(&mut self, t: TermId, mask: u64) {
        let all = self.linear(t);
        let fixed: Vec<(TermId, u64)> =
            all.parts.iter().copied().filter(|p| self.depends_of(p.0) & mask == 0).collect();
        let total = fixed.iter().all(|p| self.is_total(p.0));
        let is_one = fixed.len() == 1 && all.constant == 0 && fixed[0].1 == 1;
        if !total || fixed.len() == all.parts.len() || fixed.is_empty() || is_one {
            return;
        }
        let sum = Linear { parts: fixed, constant: all.constant };
        if self.available.sums.contains_key(&sum) {
            return;
        }
        let mut depends = 0;
        let mut acc = self.constant(sum.constant);
        for &(part, factor) in &sum.parts {
            depends |= self.depends_of(part);
            acc = self.add_scaled(acc, part, factor);
        }
        let place = Place { rep: Rep::One, index: acc };
        self.available.sums.insert(sum, Known { place, depends, quiet: false });
    }

    /// `acc + part * factor` in a new register.
    fn add_scaled(&mut self, acc: Reg, part: TermId, factor: u64) -> Reg {
        if let Ok(factor) = u16::try_from(factor) {
            let (index, from) = self.unsigned_part(part);
            let b = self.register(index);
            let dst = self.temp(Rep::One).index;
            self.emit(Inst::Index { from, factor, dst, a: acc, b });
            return dst;
        }
        let (a, b) = (self.register(part), self.constant(factor));
        let product = self.temp(Rep::One).index;
        self.emit(Inst::Mul { s: 0, dst: product, a, b });
        let dst = self.temp(Rep::One).index;
        self.emit(Inst::Add { s: 0, dst, a: acc, b: product });
        dst
    }

    /// Tests checks that do not change and that every iteration makes before anything else.
    fn pin_checks(&mut self, id: LoopId, mask: u64) {
        let (edges, header) = (self.first_stretch(id), self.hoists.tree.loops[id.index()].header);
        let mut step = None;
        for edge in edges {
            let ProgramOp::Check(check, condition) = self.proc.edges[edge.index()].op else { continue };
            let wanted = self.active(check).is_some_and(|k| k != CheckKind::Leak)
                && !self.program.terms.is_const(condition)
                && !self.available.facts.contains_key(&condition);
            if wanted && self.depends_of(condition) & mask == 0 && self.is_total(condition) {
                let label = *step.get_or_insert_with(|| self.stub_label(Stub::Step(header)));
                self.jump_if(condition, false, label);
                self.learn(condition);
            }
        }
    }

    /// The edges that every iteration takes first, but for the test of the loop.
    fn first_stretch(&self, id: LoopId) -> Vec<EdgeId> {
        let tree = &self.hoists.tree;
        let header = tree.loops[id.index()].header;
        let mut loc = header;
        let mut edges = Vec::new();
        loop {
            let out = (self.proc.out[loc.index()]..self.proc.out[loc.index() + 1]).map(EdgeId);
            let mut within = out.filter(|e| tree.contains(id, self.proc.edges[e.index()].to));
            let Some(edge) = within.next() else { return edges };
            let to = self.proc.edges[edge.index()].to;
            if within.next().is_some() || to == header || self.incoming[to.index()] > 1 {
                return edges;
            }
            edges.push(edge);
            loc = to;
        }
    }

    /// A term of 64 bits as a sum.
    pub(crate) fn linear(&self, t: TermId) -> Linear {
        let terms = &self.program.terms;
        let mut sum = Linear::default();
        let mut work = vec![(t, 1u64)];
        let mut budget = 16;
        while let Some((t, factor)) = work.pop() {
            if let Some(value) = terms.as_u64(t) {
                sum.constant = sum.constant.wrapping_add(value.wrapping_mul(factor));
                continue;
            }
            budget -= 1;
            let args = terms.args(t);
            match terms.op(t) {
                _ if budget < 0 => sum.parts.push((t, factor)),
                Op::BvAdd => work.extend(args.iter().map(|a| (*a, factor))),
                Op::BvSub => work.extend([(args[0], factor), (args[1], factor.wrapping_neg())]),
                Op::BvMul if args.len() == 2 && terms.as_u64(args[1]).is_some() => {
                    let by = terms.as_u64(args[1]).unwrap_or(0);
                    work.push((args[0], factor.wrapping_mul(by)));
                }
                Op::BvShl if terms.as_u64(args[1]).is_some_and(|n| n < 64) => {
                    work.push((args[0], factor << terms.as_u64(args[1]).unwrap_or(0)));
                }
                _ => sum.parts.push((t, factor)),
            }
        }
        sum.parts.sort_unstable();
        sum
    }
}
