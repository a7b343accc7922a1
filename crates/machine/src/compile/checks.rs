//! Checks: each on its own, those of one access in one test, those of sums in the sum.

use maymust_program::{CheckData, CheckId, CheckKind, EdgeId, LocId, Op as ProgramOp};
use maymust_term::{Op, TermId};

use super::{Compiler, Guard, Known, Label, READABLE, Stub, WRITABLE};
use crate::inst::{Inst, Reg};
use crate::layout::Home;
use crate::layout::{Place, Rep, rep_of};

impl<'p> Compiler<'p> {
    pub(super) fn check(&mut self, check: CheckId, condition: TermId) -> bool {
        let Some(kind) = self.active(check) else { return true };
        if self.available.facts.contains_key(&condition) && self.guard.is_none() {
            return true;
        }
        if kind == CheckKind::Leak {
            // Reachability may show that nothing is lost: then the run goes on after the jump.
            let resume = self.new_label();
            let label = self.stub_label(Stub::Leak(check, resume));
            self.jump_if(condition, false, label);
            self.bind(resume);
            return true;
        }
        let label = self.stub_label(Stub::Fail(check));
        if !self.checked_sum(condition, label) {
            self.jump_if(condition, false, label);
        }
        self.learn(condition);
        self.program.terms.as_bool(condition) != Some(false)
    }

    /// A check that a sum does not overflow, where the sum itself is wanted too: both in one instruction.
    fn checked_sum(&mut self, condition: TermId, fail: Label) -> bool {
        let terms = &self.program.terms;
        if self.stepped || terms.op(condition) != Op::Not || self.known(condition, false).is_some() {
            return false;
        }
        let overflow = terms.arg(condition, 0);
        if terms.op(overflow) == Op::Eq {
            return self.checked_increment(overflow, fail);
        }
        let operator = match terms.op(overflow) {
            Op::SAddO => Op::BvAdd,
            Op::SSubO => Op::BvSub,
            Op::SMulO => Op::BvMul,
            _ => return false,
        };
        let (x, y) = (terms.arg(overflow, 0), terms.arg(overflow, 1));
        let swapped = || self.sums.get(&(operator, y, x)).filter(|_| operator != Op::BvSub);
        let Some(&sum) = self.sums.get(&(operator, x, y)).or_else(swapped) else { return false };
        if rep_of(terms.sort(sum)) != Rep::One || self.known(sum, false).is_some() {
            return false;
        }
        self.emit_checked(sum, operator, (x, y), fail);
        true
    }

    /// `x != MAX` before `x + 1`, `x != MIN` before `x - 1`.
    fn checked_increment(&mut self, border: TermId, fail: Label) -> bool {
        let terms = &self.program.terms;
        let (x, limit) = (terms.arg(border, 0), terms.arg(border, 1));
        let Some(limit) = terms.as_bv(limit).filter(|v| v.width() <= 64) else { return false };
        let step = match limit.to_i64() {
            Some(v) if v == i64::MAX >> (64 - limit.width()) => 1,
            Some(v) if v == i64::MIN >> (64 - limit.width()) => -1,
            _ => return false,
        };
        let Some(&sum) = self.increments.get(&(x, step)).filter(|s| self.known(**s, false).is_none()) else {
            return false;
        };
        let by = terms.arg(sum, 1);
        self.emit_checked(sum, Op::BvAdd, (x, by), fail);
        true
    }

    fn emit_checked(&mut self, sum: TermId, operator: Op, (x, y): (TermId, TermId), fail: Label) {
        let s = 64 - self.program.terms.width(sum) as u8;
        let (a, b) = (self.register(x), self.register(y));
        let place = self.temp(Rep::One);
        let dst = place.index;
        self.code.faults.push((self.code.insts.len() as u32, fail));
        self.emit(match operator {
            Op::BvAdd => Inst::AddChecked { s, dst, a, b },
            Op::BvSub => Inst::SubChecked { s, dst, a, b },
            _ => Inst::MulChecked { s, dst, a, b },
        });
        let depends = self.depends_of(sum);
        self.available.values.insert(sum, Known { place, depends, quiet: false });
    }

    /// If the last instruction made a value in a temporary that is wanted elsewhere, it can make it there.
    pub(crate) fn retarget(&mut self, to: Reg, from: Reg) -> bool {
        if self.stepped || from < self.temps.0 || self.barrier == self.code.insts.len() {
            return false;
        }
        let dst = match self.code.insts.last_mut() {
            Some(
                Inst::AddChecked { dst, .. } | Inst::SubChecked { dst, .. } | Inst::MulChecked { dst, .. },
            ) if *dst == from => dst,
            _ => return false,
        };
        *dst = to;
        self.available.values.retain(|_, known| known.place != Place { rep: Rep::One, index: from });
        true
    }

    pub(super) fn active(&self, check: CheckId) -> Option<CheckKind> {
        let kind = self.check_data(check)?.kind;
        self.checks.contains(kind).then_some(kind)
    }

    fn check_data(&self, check: CheckId) -> Option<&'p CheckData> {
        self.program.checks.get(check.index())
    }

    /// Checks of one access in a row: one fast test. Gives the location after them; none if there is nothing to fuse.
    pub(super) fn check_group(&mut self, first: EdgeId, check: CheckId) -> Option<LocId> {
        if self.stepped {
            return None;
        }
        let access = self.check_data(check)?.access?;
        let mut edges = Vec::new();
        let mut loc = self.proc.edges[first.index()].from;
        loop {
            let range = self.proc.out[loc.index()]..self.proc.out[loc.index() + 1];
            let only = (range.len() == 1).then_some(EdgeId(range.start));
            let joined = loc != self.proc.edges[first.index()].from && self.incoming[loc.index()] > 1;
            let Some(id) = only.filter(|_| !joined && loc != self.proc.exit) else { break };
            let edge = &self.proc.edges[id.index()];
            let ProgramOp::Check(check, _) = &edge.op else { break };
            if self.check_data(*check).and_then(|c| c.access) != Some(access) {
                break;
            }
            if self.active(*check).is_some() {
                edges.push(id);
            }
            if loc != self.proc.edges[first.index()].from {
                self.labels[loc.index()] = self.code.insts.len() as u32;
            }
            loc = edge.to;
        }
        if edges.is_empty() {
            return Some(loc);
        }
        self.access_test(access, edges, loc);
        Some(loc)
    }

    fn access_test(&mut self, (address, bytes): (TermId, u32), edges: Vec<EdgeId>, after: LocId) {
        let conditions: Vec<TermId> = edges.iter().filter_map(|e| self.condition_of(*e)).collect();
        if self.guard.is_some() {
            // The address is loaded by an access whose checks that load does.
            self.register(address);
        } else if conditions.iter().all(|c| self.available.facts.contains_key(c)) {
            return;
        }
        let mask = self.homes.states_that_pass(self.program, address, bytes, &conditions);
        if mask == 0 || conditions.len() < 2 {
            for id in edges {
                self.start_edge(id);
                if let ProgramOp::Check(check, condition) = &self.proc.edges[id.index()].op {
                    self.check(*check, *condition);
                }
            }
            return;
        }
        if let Some(write) = self.next_access(after, address, bytes, mask) {
            let stub = self.stub_label(Stub::Checks { edges, resume: None });
            self.guard = Some(Guard { address, stub, write });
            self.guarded = conditions;
            return;
        }
        let a = self.register(address);
        let resume = self.new_label();
        let to = self.stub_label(Stub::Checks { edges, resume: Some(resume) });
        self.emit(Inst::Access { mask, a, bytes, to });
        self.bind(resume);
        conditions.into_iter().for_each(|c| self.learn(c));
    }

    /// Does the edge after the checks surely make the access, so that it can do their test? True for a write.
    fn next_access(&self, loc: LocId, address: TermId, bytes: u32, mask: u16) -> Option<bool> {
        let range = self.proc.out[loc.index()]..self.proc.out[loc.index() + 1];
        if self.incoming[loc.index()] > 1 || loc == self.proc.exit {
            return None;
        }
        let readable = mask & READABLE == READABLE;
        if range.len() != 1 {
            let condition = self.two_way_condition(loc)?;
            return (readable && self.surely_loads(condition, address, bytes)).then_some(false);
        }
        let (var, term) = match &self.proc.edges[range.start as usize].op {
            ProgramOp::Assign(var, term) => (var, term),
            ProgramOp::Assume(condition) => {
                return (readable && self.surely_loads(*condition, address, bytes)).then_some(false);
            }
            ProgramOp::Check(check, condition) => {
                self.active(*check)?;
                let next = self.check_data(*check)?.access.map_or(*condition, |a| a.0);
                return (readable && self.surely_loads(next, address, bytes)).then_some(false);
            }
            _ => return None,
        };
        let terms = &self.program.terms;
        if matches!(self.homes.of(*var), Home::Bytes) {
            let stores = self.store_chain(*var, *term)?;
            let simple = |t: TermId| rep_of(terms.sort(t)) == Rep::One;
            return match stores[..] {
                [(to, value, n)]
                    if to == address && n == bytes && simple(value) && matches!(n, 1 | 2 | 4 | 8) =>
                {
                    (mask & READABLE == WRITABLE).then_some(true)
                }
                _ => None,
            };
        }
        let frame = matches!(self.homes.of(*var), Home::Frame(..) | Home::Global(_));
        (frame && readable && self.surely_loads(*term, address, bytes)).then_some(false)
    }

    /// Is the load among the parts of a term that are computed whatever the conditions in it?
    fn surely_loads(&self, term: TermId, address: TermId, bytes: u32) -> bool {
        let terms = &self.program.terms;
        let mut stack = vec![term];
        let mut budget = 64;
        while let Some(t) = stack.pop() {
            budget -= 1;
            if budget < 0 || self.known(t, true).is_some() {
                continue;
            }
            let args = terms.args(t);
            match terms.op(t) {
                op @ (Op::Load { .. } | Op::Select) if args[1] == address => {
                    let n = if let Op::Load { bytes } = op { bytes } else { 1 };
                    let home = terms.as_var(args[0]).map(|v| self.homes.of(v));
                    if home == Some(Home::Bytes) && n == bytes && matches!(n, 1 | 2 | 4 | 8) {
                        return true;
                    }
                    stack.extend(args.iter().filter(|a| !terms.sort(**a).is_array()));
                }
                Op::Ite | Op::And | Op::Or => stack.extend(args.first()),
                _ => stack.extend(args.iter().filter(|a| !terms.sort(**a).is_array())),
            }
        }
        false
    }

    /// Makes the next instruction do the guarded access: a load from an address, or a store.
    pub(crate) fn use_guard(&mut self, load_from: Option<TermId>) -> bool {
        let fits = |guard: &Guard| match load_from {
            Some(address) => !guard.write && guard.address == address,
            None => guard.write,
        };
        if !self.guard.as_ref().is_some_and(fits) {
            return false;
        }
        let Some(guard) = self.guard.take() else { return false };
        self.code.faults.push((self.code.insts.len() as u32, guard.stub));
        for condition in std::mem::take(&mut self.guarded) {
            self.learn(condition);
        }
        true
    }

    fn condition_of(&self, edge: EdgeId) -> Option<TermId> {
        match &self.proc.edges[edge.index()].op {
            ProgramOp::Check(_, condition) => Some(*condition),
            _ => None,
        }
    }
}
