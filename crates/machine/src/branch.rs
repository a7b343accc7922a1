//! Branches: conditions to jumps, locations with several assumes, switches.

use maymust_program::{EdgeId, LocId, Op as ProgramOp};
use maymust_term::{Op, TermId};

use crate::code::SwitchTable;
use crate::compile::{Compiler, Label};
use crate::inst::Inst;
use crate::layout::{Rep, rep_of};

/// Conditions with more nodes than this (as trees) become values first.
const MAX_CONDITION: usize = 64;
/// From so many cases on, a switch has a table.
const MIN_TABLE: usize = 4;

impl Compiler<'_> {
    /// Jumps to a label if the condition is `sense`, else falls through.
    pub(crate) fn jump_if(&mut self, condition: TermId, sense: bool, to: Label) {
        let mut budget = MAX_CONDITION;
        if self.fits(condition, &mut budget) {
            self.jump_tree(condition, sense, to);
        } else {
            let a = self.register(condition);
            self.emit(if sense { Inst::JTrue { a, to } } else { Inst::JFalse { a, to } });
        }
    }

    /// Is the tree of connectives small?
    fn fits(&self, condition: TermId, budget: &mut usize) -> bool {
        let terms = &self.program.terms;
        match terms.op(condition) {
            Op::Not | Op::And | Op::Or => terms.args(condition).iter().all(|a| {
                *budget = budget.saturating_sub(1);
                *budget > 0 && self.fits(*a, budget)
            }),
            _ => true,
        }
    }

    fn jump_tree(&mut self, condition: TermId, sense: bool, to: Label) {
        let terms = &self.program.terms;
        if let Some(b) = terms.as_bool(condition) {
            if b == sense {
                self.emit(Inst::Jump(to));
            }
            return;
        }
        if self.known(condition, false).is_some() {
            let a = self.register(condition);
            self.emit(if sense { Inst::JTrue { a, to } } else { Inst::JFalse { a, to } });
            return;
        }
        let args = terms.args(condition);
        match terms.op(condition) {
            Op::Not => self.jump_tree(args[0], !sense, to),
            Op::And | Op::Or => self.jump_connective(condition, sense, to),
            _ => self.jump_atom(condition, sense, to),
        }
    }

    /// A connective by short circuit; values found after the first jump are not at hand afterwards.
    fn jump_connective(&mut self, condition: TermId, sense: bool, to: Label) {
        let program = self.program;
        let args = program.terms.args(condition);
        let absorbing = program.terms.op(condition) == Op::Or;
        let Some((last, rest)) = args.split_last() else { return };
        let skip = self.new_label();
        let mut kept = None;
        for arg in rest {
            // An absorbing argument decides: it jumps to the label or past the end.
            self.jump_tree(*arg, absorbing, if absorbing == sense { to } else { skip });
            kept.get_or_insert_with(|| self.available.clone());
        }
        self.jump_tree(*last, sense, to);
        if let Some(kept) = kept {
            self.available = kept;
        }
        self.bind(skip);
    }

    fn jump_atom(&mut self, condition: TermId, sense: bool, to: Label) {
        let terms = &self.program.terms;
        let (op, args) = (terms.op(condition), terms.args(condition));
        let comparison =
            matches!(op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::SAddO | Op::SSubO | Op::SMulO);
        let overflow = matches!(op, Op::SAddO | Op::SSubO | Op::SMulO);
        if !comparison || (overflow && !sense) || rep_of(terms.sort(args[0])) != Rep::One {
            let a = self.register(condition);
            self.emit(if sense { Inst::JTrue { a, to } } else { Inst::JFalse { a, to } });
            return;
        }
        let s = terms.sort(args[0]).width().map_or(0, |w| 64 - w as u8);
        let (mut x, y) = (args[0], args[1]);
        if !self.stepped && self.jump_range(condition, sense, to) {
            return;
        }
        if matches!(op, Op::Ult | Op::Ule) {
            x = self.unextended(x, y);
        }
        let (a, b) = (self.register(x), self.register(y));
        self.emit(match (op, sense) {
            (Op::Eq, true) => Inst::JEq { a, b, to },
            (Op::Eq, false) => Inst::JNe { a, b, to },
            (Op::Ult, true) => Inst::JUlt { a, b, to },
            (Op::Ult, false) => Inst::JUle { a: b, b: a, to },
            (Op::Ule, true) => Inst::JUle { a, b, to },
            (Op::Ule, false) => Inst::JUlt { a: b, b: a, to },
            (Op::Slt, true) => Inst::JSlt { s, a, b, to },
            (Op::Slt, false) => Inst::JSle { s, a: b, b: a, to },
            (Op::Sle, true) => Inst::JSle { s, a, b, to },
            (Op::Sle, false) => Inst::JSlt { s, a: b, b: a, to },
            (Op::SAddO, _) => Inst::JSAddO { s, a, b, to },
            (Op::SSubO, _) => Inst::JSSubO { s, a, b, to },
            _ => Inst::JSMulO { s, a, b, to },
        });
    }

    /// `x + c < d`, perhaps with `x` extended from fewer bits, as one instruction.
    fn jump_range(&mut self, condition: TermId, sense: bool, to: Label) -> bool {
        let terms = &self.program.terms;
        let (x, limit) = (terms.arg(condition, 0), terms.arg(condition, 1));
        if terms.op(condition) != Op::Ult || terms.op(x) != Op::BvAdd || self.known(x, false).is_some() {
            return false;
        }
        let (Some(limit), Some(add)) = (terms.as_u64(limit), terms.as_u64(terms.arg(x, 1))) else {
            return false;
        };
        let s = 64 - terms.width(x) as u8;
        let mut value = terms.arg(x, 0);
        let mut from = 0;
        match terms.op(value) {
            // The mask takes the offset of an address.
            Op::Extract { lo: 0, .. }
                if terms.width(value) == self.program.layout.offset_bits
                    && rep_of(terms.sort(terms.arg(value, 0))) == Rep::One =>
            {
                value = terms.arg(value, 0);
            }
            Op::SignExtend(_) if s == 0 && self.known(value, false).is_none() => {
                value = terms.arg(value, 0);
                from = 64 - terms.width(value) as u8;
            }
            _ => value = self.address_with(value).unwrap_or(value),
        }
        let a = self.register(value);
        let range = self.code.ranges.len() as u32;
        self.code.ranges.push((add, limit));
        self.emit(Inst::JRange { s, from, sense, a, range, to });
        true
    }

    /// The address whose offset a term is, if the procedure wants it anyway.
    fn address_with(&self, low: TermId) -> Option<TermId> {
        let terms = &self.program.terms;
        if self.known(low, false).is_some() {
            return None;
        }
        self.addresses.find(terms, low)
    }

    /// A signed extension compared with a small constant: the operand itself does.
    fn unextended(&self, x: TermId, limit: TermId) -> TermId {
        let terms = &self.program.terms;
        if let (Op::SignExtend(_), Some(limit)) = (terms.op(x), terms.as_u64(limit)) {
            let inner = terms.arg(x, 0);
            if limit < 1 << (terms.width(inner) - 1) && self.known(x, false).is_none() {
                return inner;
            }
        }
        x
    }

    /// The test of a loop at its end: jumps to the body while it holds. False if the test is not that simple.
    pub(crate) fn loop_test(&mut self, head: LocId) -> bool {
        let range = self.proc.out[head.index()]..self.proc.out[head.index() + 1];
        if range.len() != 2 || !self.inside_loop_at(head) {
            return false;
        }
        let edges = &self.proc.edges[range.start as usize..range.end as usize];
        let [ProgramOp::Assume(x), ProgramOp::Assume(y)] = [&edges[0].op, &edges[1].op] else { return false };
        let (x, y) = (*x, *y);
        if !self.complementary(x, y) && !self.opposite_orders(x, y) {
            return false;
        }
        // One of the two leads to code that can be entered from here: the body.
        let inside = |to: LocId| self.is_bound(to) && self.is_open(to) && to != head;
        let (condition, body, end) = match (inside(edges[0].to), inside(edges[1].to)) {
            (true, _) => (x, edges[0].to, edges[1].to),
            (false, true) => (y, edges[1].to, edges[0].to),
            _ => return false,
        };
        let Some(inst) = self.loop_inst(condition, body) else { return false };
        let can_end = if self.is_bound(end) { self.is_open(end) } else { !self.in_stubs };
        if !can_end {
            return false;
        }
        let inst = self.with_increment(inst);
        self.code.loops.push((self.code.insts.len() as u32, head));
        self.emit(inst);
        self.pend_bare(end);
        self.emit(Inst::Jump(self.entry_label(end)));
        true
    }

    /// The test of a loop that counts up by 1 together with the counting.
    fn with_increment(&mut self, test: Inst) -> Inst {
        if self.barrier == self.code.insts.len() {
            return test;
        }
        let Some(&Inst::AddChecked { s, dst, a, b }) = self.code.insts.last() else { return test };
        let one = b.checked_sub(self.code.const_base).and_then(|i| self.code.consts.get(i as usize));
        if dst != a || one != Some(&1) {
            return test;
        }
        let both = match test {
            Inst::LoopSlt { s: width, a: counter, b, to } if (width, counter) == (s, a) && b != a => {
                Inst::NextSlt { s, a, b, to }
            }
            Inst::LoopSle { s: width, a: counter, b, to } if (width, counter) == (s, a) && b != a => {
                Inst::NextSle { s, a, b, to }
            }
            _ => return test,
        };
        self.code.insts.pop();
        both
    }

    fn loop_inst(&self, condition: TermId, body: LocId) -> Option<Inst> {
        let terms = &self.program.terms;
        let negated = terms.op(condition) == Op::Not;
        let atom = if negated { terms.arg(condition, 0) } else { condition };
        let [x, y] = terms.args(atom) else { return None };
        let floor = self.floor(body);
        let in_frame = |t: TermId| {
            let place = self.layout.const_place.get(&t).copied();
            let home = || match self.homes.of(terms.as_var(t)?) {
                crate::layout::Home::Frame(_, place) => Some(place),
                _ => None,
            };
            let pinned = || floor.values.get(&t).map(|known| known.place);
            place.or_else(home).or_else(pinned).filter(|p| p.rep == Rep::One).map(|p| p.index)
        };
        let (a, b, to) = (in_frame(*x)?, in_frame(*y)?, body.0);
        let s = terms.sort(*x).width().map_or(0, |w| 64 - w as u8);
        Some(match (terms.op(atom), negated) {
            (Op::Eq, false) => Inst::LoopEq { a, b, to },
            (Op::Eq, true) => Inst::LoopNe { a, b, to },
            (Op::Slt, false) => Inst::LoopSlt { s, a, b, to },
            (Op::Slt, true) => Inst::LoopSle { s, a: b, b: a, to },
            (Op::Sle, false) => Inst::LoopSle { s, a, b, to },
            (Op::Sle, true) => Inst::LoopSlt { s, a: b, b: a, to },
            (Op::Ult, false) => Inst::LoopUlt { a, b, to },
            (Op::Ult, true) => Inst::LoopUle { a: b, b: a, to },
            (Op::Ule, false) => Inst::LoopUle { a, b, to },
            (Op::Ule, true) => Inst::LoopUlt { a: b, b: a, to },
            _ => return None,
        })
    }

    /// A location with several edges; the location that the code falls through to.
    pub(crate) fn branch(&mut self, loc: LocId) -> Option<LocId> {
        let range = self.proc.out[loc.index()]..self.proc.out[loc.index() + 1];
        let mut edges: Vec<(EdgeId, TermId, LocId)> = Vec::new();
        for id in range.map(EdgeId) {
            let edge = &self.proc.edges[id.index()];
            match &edge.op {
                ProgramOp::Assume(condition) => edges.push((id, *condition, edge.to)),
                _ => {
                    self.unsupported("a choice between operations that are not assumptions");
                    return None;
                }
            }
        }
        self.code.places.push((self.code.insts.len() as u32, edges[0].0));
        if self.stepped {
            return self.stepped_branch(&edges);
        }
        let edges = self.switch(edges);
        self.chain(&edges)
    }

    /// The condition of a location with two edges, one for it and one against.
    pub(crate) fn two_way_condition(&self, loc: LocId) -> Option<TermId> {
        let range = self.proc.out[loc.index()]..self.proc.out[loc.index() + 1];
        let edges = self.proc.edges.get(range.start as usize..range.end as usize)?;
        let [ProgramOp::Assume(x), ProgramOp::Assume(y)] = [&edges.first()?.op, &edges.get(1)?.op] else {
            return None;
        };
        let opposite = self.complementary(*x, *y) || self.opposite_orders(*x, *y);
        (edges.len() == 2 && opposite).then_some(*x)
    }

    /// Are these the negations of each other?
    fn complementary(&self, a: TermId, b: TermId) -> bool {
        let terms = &self.program.terms;
        let negates = |a: TermId, b: TermId| terms.op(a) == Op::Not && terms.arg(a, 0) == b;
        negates(a, b) || negates(b, a)
    }

    /// One test after the other; the last of a complementary pair needs none.
    fn chain(&mut self, edges: &[(EdgeId, TermId, LocId)]) -> Option<LocId> {
        let mut rest = edges;
        while let [first, others @ ..] = rest {
            if let [second] = others
                && (self.complementary(first.1, second.1) || self.opposite_orders(first.1, second.1))
            {
                return self.two_way(*first, *second);
            }
            if others.is_empty() {
                let blocked = self.blocked_label();
                self.jump_if(first.1, false, blocked);
                return self.fall_to(first.2);
            }
            let to = self.location_label(first.2);
            self.jump_if(first.1, true, to);
            rest = others;
        }
        None
    }

    /// `a < b` and `b <= a`: negations that the terms' rules turned around.
    fn opposite_orders(&self, x: TermId, y: TermId) -> bool {
        let terms = &self.program.terms;
        let pair = |strict, loose, x, y| {
            terms.op(x) == strict
                && terms.op(y) == loose
                && terms.arg(x, 0) == terms.arg(y, 1)
                && terms.arg(x, 1) == terms.arg(y, 0)
        };
        let either = |strict, loose| pair(strict, loose, x, y) || pair(strict, loose, y, x);
        either(Op::Ult, Op::Ule) || either(Op::Slt, Op::Sle)
    }

    fn two_way(&mut self, first: (EdgeId, TermId, LocId), second: (EdgeId, TermId, LocId)) -> Option<LocId> {
        // Loops go on with their body: the edge that leads to an unvisited location falls through.
        let (fall, jump) = if self.is_bound(first.2) { (second, first) } else { (first, second) };
        let to = self.location_label(jump.2);
        let terms = &self.program.terms;
        let (condition, sense) = if terms.op(jump.1) == Op::Not { (fall.1, false) } else { (jump.1, true) };
        self.jump_if(condition, sense, to);
        self.fall_to(fall.2)
    }

    /// Goes on at a location: by falling through, or by a jump if it is behind us.
    fn fall_to(&mut self, loc: LocId) -> Option<LocId> {
        Some(loc)
    }

    /// Puts cases `v == constant` into a table; gives the edges that are left to test.
    fn switch(&mut self, edges: Vec<(EdgeId, TermId, LocId)>) -> Vec<(EdgeId, TermId, LocId)> {
        let Some((subject, mut cases, rest)) = self.cases(&edges) else { return edges };
        let a = self.register(subject);
        let keys: Vec<u64> = cases.iter().map(|c| c.0).collect();
        let other = self.new_label();
        let mut targets = Vec::new();
        cases.sort_unstable_by_key(|c| c.0);
        for (key, loc) in cases {
            targets.push((key, self.location_label(loc)));
        }
        let table = self.code.switches.len() as u32;
        self.code.switches.push(switch_table(targets, other));
        self.emit(Inst::Switch { a, table });
        self.bind(other);
        if let [only] = rest[..]
            && self.excludes_exactly(only.1, subject, &keys)
        {
            return vec![(only.0, self.program.terms.tru(), only.2)];
        }
        if rest.is_empty() {
            self.emit(Inst::Blocked);
        }
        rest
    }

    /// The term that most edges compare with constants, the cases, and the other edges.
    #[allow(clippy::type_complexity)]
    fn cases(
        &self,
        edges: &[(EdgeId, TermId, LocId)],
    ) -> Option<(TermId, Vec<(u64, LocId)>, Vec<(EdgeId, TermId, LocId)>)> {
        if edges.len() < 3 {
            return None;
        }
        let subject = edges.iter().find_map(|e| self.equalities(e.1, None)).map(|(subject, _)| subject)?;
        let (mut cases, mut rest) = (Vec::new(), Vec::new());
        for edge in edges {
            match self.equalities(edge.1, Some(subject)) {
                Some((_, keys)) => cases.extend(keys.into_iter().map(|k| (k, edge.2))),
                None => rest.push(*edge),
            }
        }
        let mut keys: Vec<u64> = cases.iter().map(|c| c.0).collect();
        keys.sort_unstable();
        keys.dedup();
        (cases.len() >= MIN_TABLE && keys.len() == cases.len()).then_some((subject, cases, rest))
    }

    /// Reads `v == k1 || v == k2 …`.
    fn equalities(&self, condition: TermId, subject: Option<TermId>) -> Option<(TermId, Vec<u64>)> {
        let terms = &self.program.terms;
        let parts = if terms.op(condition) == Op::Or { terms.args(condition) } else { &[condition] };
        let mut found = subject;
        let mut keys = Vec::new();
        for part in parts {
            if terms.op(*part) != Op::Eq {
                return None;
            }
            let (v, k) = (terms.arg(*part, 0), terms.arg(*part, 1));
            let (v, key) = match (terms.as_u64(v), terms.as_u64(k)) {
                (None, Some(key)) => (v, key),
                (Some(key), None) => (k, key),
                _ => return None,
            };
            if *found.get_or_insert(v) != v {
                return None;
            }
            keys.push(key);
        }
        found.map(|v| (v, keys))
    }

    /// Is the condition `v != k` for the keys of the table and for nothing else?
    fn excludes_exactly(&self, condition: TermId, subject: TermId, keys: &[u64]) -> bool {
        let terms = &self.program.terms;
        let parts = if terms.op(condition) == Op::And { terms.args(condition) } else { &[condition] };
        parts.iter().all(|part| {
            terms.op(*part) == Op::Not
                && self
                    .equalities(terms.arg(*part, 0), Some(subject))
                    .is_some_and(|(_, excluded)| excluded.iter().all(|k| keys.contains(k)))
        })
    }

    /// Each edge with its own announcement.
    fn stepped_branch(&mut self, edges: &[(EdgeId, TermId, LocId)]) -> Option<LocId> {
        for (id, condition, to) in edges {
            let next = self.new_label();
            self.jump_if(*condition, false, next);
            self.start_edge(*id);
            let label = self.location_label(*to);
            self.emit(Inst::Jump(label));
            self.forget_all();
            self.bind(next);
        }
        self.emit(Inst::Blocked);
        None
    }
}

fn switch_table(targets: Vec<(u64, u32)>, other: Label) -> SwitchTable {
    let (first, last) = match (targets.first(), targets.last()) {
        (Some(first), Some(last)) => (first.0, last.0),
        _ => (0, 0),
    };
    let span = last - first;
    if span > 4 * targets.len() as u64 + 16 {
        return SwitchTable::Sorted { targets, other };
    }
    let mut dense = vec![other; span as usize + 1];
    for (key, label) in targets {
        dense[(key - first) as usize] = label;
    }
    SwitchTable::Dense { base: first, targets: dense, other }
}
