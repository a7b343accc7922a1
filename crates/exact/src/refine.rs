//! Refinement: predicates that rule out a path which no run takes.
//!
//! The conditions in an unsatisfiable core of the path are carried back over it as weakest preconditions, and their comparisons
//! become predicates at the nodes that they pass. A condition on its way back through a callee may speak of its caller's
//! variables; these are replaced by constants or by entry values that equal them on the path.

use maymust_program::{ProcId, Program, VarId};
use maymust_term::{Op, Sort, Symbol, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::{Graph, Kind};
use crate::path::{Action, Condition, Path, Renaming, is_spoken};
use crate::predicates::Predicates;
use crate::scope::{Owner, Scopes};

/// Larger terms are no predicates.
const SIZE: usize = 120;
/// Conditions of one core that are carried back.
const CONDITIONS: usize = 24;
/// Parameters that guesses speak of.
const GUESSED: usize = 3;
/// Comparisons taken from one condition.
const ATOMS: usize = 10;

/// What refinement works on.
pub struct Refiner<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its terms.
    pub terms: &'a mut Terms,
    /// Its blocks.
    pub graphs: &'a [Option<Graph>],
    /// Who can speak of what.
    pub scopes: &'a mut Scopes,
    /// Where predicates go.
    pub predicates: &'a mut Predicates,
    /// Predicates may have so many products of unknowns.
    pub products: usize,
}

/// Values of variables on the path, of the frames that are being left behind on the way back.
struct Rigid {
    frame: usize,
    var: Symbol,
}

impl Refiner<'_> {
    /// Adds predicates for an infeasible path; how many were new.
    pub fn refine(&mut self, path: &Path, core: &[Condition], renamings: &[Renaming]) -> usize {
        let mut core = core.to_vec();
        core.sort_by_key(|c| std::cmp::Reverse(c.step));
        core.truncate(CONDITIONS);
        let mut new = 0;
        // Products and remainders of products and remainders are for the solver's bad days.
        for products in [1, usize::MAX] {
            self.products = products;
            for condition in &core {
                new += self.carry_back(path, condition, renamings);
            }
            if new > 0 {
                break;
            }
        }
        new
    }

    /// Comparisons of what recursive procedures return with what they are given: guesses for where cores alone go round in
    /// circles. How many were new.
    pub fn guess(&mut self, recursive: &[bool]) -> usize {
        let mut new = 0;
        for (i, graph) in self.graphs.iter().enumerate() {
            let (Some(graph), true) = (graph, recursive[i]) else { continue };
            let id = ProcId(i as u32);
            let proc = self.program.proc(id);
            let params: Vec<VarId> = proc.params.iter().copied().take(GUESSED).collect();
            let mut guesses = Vec::new();
            for param in params {
                let at_entry = self.scopes.at_entry(self.program, self.terms, id, param);
                guesses.extend(self.below_zero(at_entry));
                if let Some(result) = proc.result {
                    let result = self.terms.var(result);
                    guesses.extend(self.less(at_entry, result));
                }
            }
            if let Some(result) = proc.result {
                let result = self.terms.var(result);
                guesses.extend(self.below_zero(result));
            }
            for node in 0..graph.nodes.len() {
                for guess in &guesses {
                    let reads_result = proc.result.is_some_and(|r| self.terms.support(*guess).contains(&r));
                    // A result is there at the exit only.
                    if !reads_result || node == graph.exit {
                        new += usize::from(self.add((id, node), *guess));
                    }
                }
            }
        }
        new
    }

    fn below_zero(&mut self, t: TermId) -> Option<TermId> {
        let zero = match self.terms.sort(t) {
            Sort::BitVec(width) => self.terms.bv(width, 0),
            Sort::Int => self.terms.int(0),
            _ => return None,
        };
        self.less(t, zero)
    }

    fn less(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.terms.sort(a), self.terms.sort(b)) {
            (Sort::BitVec(m), Sort::BitVec(n)) if m == n => Some(self.terms.slt(a, b)),
            (Sort::Int, Sort::Int) => Some(self.terms.int_lt(a, b)),
            _ => None,
        }
    }

    fn add(&mut self, place: (ProcId, usize), t: TermId) -> bool {
        self.predicates.add(self.program, self.scopes, self.terms, place, t)
    }

    /// Carries a condition back to the start, leaving predicates on the way.
    fn carry_back(&mut self, path: &Path, condition: &Condition, renamings: &[Renaming]) -> usize {
        let mut new = 0;
        let mut rigid: FxHashMap<Symbol, Rigid> = FxHashMap::default();
        let mut rigid_of: FxHashMap<(usize, Symbol), TermId> = FxHashMap::default();
        let mut t = self.terms.substitute(condition.own, &renamings[condition.step]);
        new += self.record(path, condition.step, t, &rigid);
        for at in (0..condition.step).rev() {
            let step = path.steps[at];
            if self.terms.support(t).is_empty() {
                break;
            }
            match step.action {
                Action::Block(edge) => {
                    let Some(graph) = &self.graphs[path.frames[step.frame].proc.index()] else { continue };
                    let Kind::Block(block) = &graph.edges[edge].kind else { continue };
                    let mut map: FxHashMap<Symbol, TermId> = FxHashMap::default();
                    for s in self.terms.support(t) {
                        if let Some(update) = block.updates.get(&s) {
                            map.insert(s, self.terms.substitute(*update, &renamings[at]));
                        }
                    }
                    t = self.terms.substitute(t, &map);
                }
                Action::Return(frame) => {
                    let Some((caller, call)) = path.call(self.graphs, frame) else { break };
                    let result = self.program.proc(call.proc).result;
                    let mut map: FxHashMap<Symbol, TermId> = FxHashMap::default();
                    for s in self.terms.support(t) {
                        if call.result == Some(s) {
                            if let Some(r) = result {
                                map.insert(s, self.terms.var(r));
                            }
                            continue;
                        }
                        let is_own = match self.scopes.owner(self.program, s) {
                            Owner::Proc(_) | Owner::Entry(_) => true,
                            Owner::Global | Owner::Nobody => false,
                        };
                        if !is_own {
                            continue;
                        }
                        let terms = &mut *self.terms;
                        let symbol = *rigid_of.entry((caller, s)).or_insert_with(|| {
                            let fresh = terms.fresh("rigid", terms.symbol_sort(s));
                            rigid.insert(fresh, Rigid { frame: caller, var: s });
                            terms.var(fresh)
                        });
                        map.insert(s, symbol);
                    }
                    t = self.terms.substitute(t, &map);
                }
                Action::Enter(frame) => {
                    let Some((caller, call)) = path.call(self.graphs, frame) else { break };
                    let params = &self.program.proc(call.proc).params;
                    let arg = |v: VarId| params.iter().position(|p| *p == v).map(|i| call.args[i]);
                    let mut map: FxHashMap<Symbol, TermId> = FxHashMap::default();
                    for s in self.terms.support(t) {
                        if let Some(r) = rigid.get(&s) {
                            if r.frame == caller {
                                map.insert(s, self.terms.var(r.var));
                            }
                            continue;
                        }
                        match self.scopes.owner(self.program, s) {
                            Owner::Entry(v) => {
                                let value = arg(v).unwrap_or_else(|| self.terms.var(v));
                                map.insert(s, value);
                            }
                            Owner::Proc(_) => {
                                let value = arg(s).unwrap_or_else(|| {
                                    // A local of the callee that was never written: any value.
                                    let any = self.terms.fresh("any", self.terms.symbol_sort(s));
                                    self.terms.var(any)
                                });
                                map.insert(s, value);
                            }
                            Owner::Global | Owner::Nobody => {}
                        }
                    }
                    t = self.terms.substitute(t, &map);
                }
            }
            new += self.record(path, at, t, &rigid);
        }
        new
    }

    /// Predicates from a condition before a step.
    fn record(&mut self, path: &Path, at: usize, t: TermId, rigid: &FxHashMap<Symbol, Rigid>) -> usize {
        let step = path.steps[at];
        let proc = path.frames[step.frame].proc;
        let mut new = 0;
        let t = self.without_rigid(path, step.frame, t, rigid);
        for atom in self.atoms(t) {
            let support = self.terms.support(atom);
            let is_spoken = |s: &Symbol| is_spoken(self.scopes, self.program, proc, *s);
            if support.iter().all(is_spoken) && self.products(atom) <= self.products {
                let place = (proc, step.node);
                new += usize::from(self.add(place, atom));
            }
        }
        new
    }

    /// Replaces the variables of callers by what a callee can speak of: arguments that are these variables.
    fn without_rigid(
        &mut self,
        path: &Path,
        frame: usize,
        t: TermId,
        rigid: &FxHashMap<Symbol, Rigid>,
    ) -> TermId {
        let mut map: FxHashMap<Symbol, TermId> = FxHashMap::default();
        for s in self.terms.support(t) {
            let Some(r) = rigid.get(&s) else { continue };
            let mut value = self.terms.var(r.var);
            // From the frame that owns it down to this one.
            let mut down = vec![frame];
            while let Some((caller, _)) = path.call(self.graphs, down[down.len() - 1]) {
                if caller == r.frame {
                    break;
                }
                down.push(caller);
            }
            let mut is_known = true;
            for f in down.into_iter().rev() {
                let Some((_, call)) = path.call(self.graphs, f) else { continue };
                match self.passed(call.proc, &call.args, value) {
                    Some(v) => value = v,
                    None => is_known = false,
                }
                if !is_known {
                    break;
                }
            }
            if is_known {
                map.insert(s, value);
            }
        }
        self.terms.substitute(t, &map)
    }

    /// A value of the caller in the words of the callee, if an argument is that value (or that value and a constant).
    fn passed(&mut self, callee: ProcId, args: &[TermId], value: TermId) -> Option<TermId> {
        let params = self.program.proc(callee).params.clone();
        for (param, arg) in params.iter().zip(args) {
            if self.terms.sort(*arg) != self.terms.sort(value) {
                continue;
            }
            let entry = self.scopes.at_entry(self.program, self.terms, callee, *param);
            if *arg == value {
                return Some(entry);
            }
            match self.terms.sort(value) {
                Sort::BitVec(_) => {
                    let distance = self.terms.bv_sub(value, *arg);
                    if self.terms.is_const(distance) {
                        return Some(self.terms.bv_add(entry, distance));
                    }
                }
                Sort::Int => {
                    let distance = self.terms.int_sub(value, *arg);
                    if self.terms.is_const(distance) {
                        return Some(self.terms.int_add(entry, distance));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Products, quotients and remainders of two unknowns in a term.
    fn products(&self, t: TermId) -> usize {
        let is_product = |u: &TermId| {
            matches!(
                self.terms.op(*u),
                Op::BvMul | Op::BvUDiv | Op::BvSDiv | Op::BvURem | Op::BvSRem | Op::BvSMod
            ) && !self.terms.args(*u).iter().any(|a| self.terms.is_const(*a))
        };
        self.terms.cone(t).iter().filter(|u| is_product(u)).count()
    }

    /// The comparisons that a condition is made of; the condition itself, if they are many.
    fn atoms(&mut self, t: TermId) -> Vec<TermId> {
        if !self.terms.is_small(t, 10 * SIZE) {
            return Vec::new();
        }
        let mut atoms = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work = vec![t];
        while let Some(t) = work.pop() {
            if !seen.insert(t) {
                continue;
            }
            if seen.len() > 20 * ATOMS {
                return vec![t];
            }
            let args = self.terms.args(t).to_vec();
            let is_bool = |x: &TermId| self.terms.sort(*x) == Sort::Bool;
            match self.terms.op(t) {
                Op::BoolConst(_) => {}
                Op::Not | Op::And | Op::Or => work.extend(args),
                Op::Ite => work.extend(args),
                Op::Eq if args.iter().all(is_bool) => work.extend(args),
                _ => match self.split(t) {
                    Some(parts) => work.extend(parts),
                    None => atoms.push(t),
                },
            }
        }
        if atoms.len() > ATOMS && self.terms.is_small(t, SIZE) {
            return vec![t];
        }
        atoms.retain(|a| self.terms.is_small(*a, SIZE));
        atoms.sort_unstable();
        atoms
    }

    /// A comparison by cases of an `if` in it: the condition and both cases.
    fn split(&mut self, t: TermId) -> Option<[TermId; 3]> {
        let cone = self.terms.cone(t);
        let inner = cone.into_iter().find(|u| self.terms.op(*u) == Op::Ite)?;
        let args = self.terms.args(inner).to_vec();
        let case =
            |terms: &mut Terms, branch: TermId| terms.replace(t, &FxHashMap::from_iter([(inner, branch)]));
        let (then, other) = (case(self.terms, args[1]), case(self.terms, args[2]));
        Some([args[0], then, other])
    }
}
