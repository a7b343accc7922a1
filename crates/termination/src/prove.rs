//! Termination, by going through the program once.
//!
//! A loop is replaced by its invariant: the variables that it may write have any values that candidates which turned out to be inductive
//! allow. One iteration from there, with the loops and calls in it replaced in the same way, is the transition that
//! [`rank`] must find a measure for. A recursion is treated alike, with its calls for iterations: from the parameters
//! of one activation to those of the next.

use std::time::Instant;

use maymust_engine::{Reason, Statistics};
use maymust_invariant::{Candidates, Houdini, Shape, Transition, broken_by, comparisons};
use maymust_program::loops::LoopId;
use maymust_program::{LocId, Op, Proc, ProcId, Reading, VarId};
use maymust_source::Span;
use maymust_symbolic::State;
use maymust_term::{Sort, Symbol, TermId};
use rustc_hash::FxHashMap;

use crate::explore::{Explorer, Halted, Policy, Region, body, enter, region};
use crate::hang::Stage;
use crate::rank::{self, Slot};

/// Iterations of a loop without a measure that are executed one by one.
const UNROLLED: usize = 48;
/// Conflicts of one query for invariants.
const CONFLICTS: u64 = 5_000;

/// Shows that every run ends.
///
/// # Errors
/// Why this is not known.
pub fn prove(stage: &Stage<'_>, deadline: Instant, statistics: &mut Statistics) -> Result<(), Reason> {
    let unknown = |halted| match halted {
        Halted::Unknown(reason) => reason,
        Halted::Found => Reason::NoProgress,
    };
    let core = Explorer::new(stage, deadline).map_err(unknown)?;
    let entry = stage.program.entry.ok_or(Reason::NoEntry)?;
    let mut prover = Prover { stage, core, quiet: false, recursions: Vec::new(), ranks: Vec::new() };
    let start = prover.core.start();
    let done = body(&mut prover, entry, start);
    statistics.count("loops_ranked", prover.ranks.len() as u64);
    if stage.task.options.evidence {
        statistics.evidence.append(&mut prover.ranks);
    }
    done.map(|_| ()).map_err(unknown)
}

struct Prover<'s> {
    stage: &'s Stage<'s>,
    core: Explorer<'s>,
    /// Are loops only passed by, without a look at whether they end?
    quiet: bool,
    recursions: Vec<Recursion>,
    /// What was ranked, and how.
    ranks: Vec<(String, String)>,
}

/// A recursion that is being looked at.
struct Recursion {
    members: Vec<ProcId>,
    /// The one whose body is executed.
    current: ProcId,
    calls: Vec<Call>,
}

/// A call from one member to another: the condition, the arguments, and the variables that the recursion writes.
#[derive(Clone)]
struct Call {
    from: ProcId,
    to: ProcId,
    condition: TermId,
    args: Vec<TermId>,
    globals: Vec<TermId>,
}

/// A place from which anything that satisfies the invariant goes on.
struct Head {
    /// Variables, with what stands for any value of them.
    any: Vec<(VarId, TermId)>,
    /// What stands for their values where the loop was entered.
    old: Vec<(Symbol, Symbol)>,
    /// By symbol: the value on entry.
    on_entry: FxHashMap<Symbol, TermId>,
    state: State,
    /// Symbols from here on are those of one iteration.
    mark: usize,
}

impl<'s> Prover<'s> {
    /// Where some variables have any value.
    fn head(&mut self, entered: &State, vars: &[(VarId, TermId)]) -> Head {
        let mut head = Head {
            any: Vec::new(),
            old: Vec::new(),
            on_entry: FxHashMap::default(),
            state: entered.clone(),
            mark: 0,
        };
        for &(var, value) in vars {
            let any = self.core.any(var);
            let old = self.core.any(var);
            head.any.push((var, any));
            head.state.set(var, any);
            if let (Some(any), Some(old)) = (self.core.terms.as_var(any), self.core.terms.as_var(old)) {
                head.old.push((any, old));
                head.on_entry.extend([(any, value), (old, value)]);
            }
        }
        head.mark = self.core.terms.symbol_count();
        head
    }

    /// What holds at a head whenever the run comes to it, after one iteration that was executed.
    fn invariants(&mut self, entered: &State, head: &Head, back: &State) -> Vec<TermId> {
        let terms = &mut self.core.terms;
        let condition = back.condition(terms);
        let mut now: FxHashMap<Symbol, TermId> = FxHashMap::default();
        let mut roots = vec![condition];
        for (var, any) in &head.any {
            let after = back.value(terms, *var);
            roots.push(after);
            now.extend(terms.as_var(*any).map(|s| (s, after)));
        }
        let symbols: Vec<Symbol> = head.old.iter().map(|(any, _)| *any).collect();
        let context = entered.condition(terms);
        let around = comparisons(terms, &[context]);
        let layout = self.core.program.layout;
        let shape = Shape {
            inputs: &symbols,
            modifies: &symbols,
            old: &head.old,
            now: &now,
            objects: [None; 3],
            layout,
        };
        let mut candidates = Candidates::new(terms, shape);
        candidates.gather(&roots, &[], &around);
        let mut list = candidates.finish();
        list.retain(|t| self.core.terms.support(*t).iter().all(|s| s.index() < head.mark));
        let old: FxHashMap<Symbol, TermId> =
            head.old.iter().map(|(_, old)| (*old, head.on_entry[old])).collect();
        let mut list = self.core.terms.substitute_all(&list, &old);
        list.sort_unstable();
        list.dedup();
        let at_entry = self.core.terms.substitute_all(&list, &head.on_entry);
        let effort = self.core.effort(CONFLICTS);
        let broken =
            broken_by(&mut self.core.terms, self.core.solver.as_mut(), &[context], &at_entry, &effort);
        let list = list.iter().enumerate().filter(|(i, _)| !broken.contains(i)).map(|(_, t)| *t).collect();
        let transition = Transition { step: vec![condition], now, frame: FxHashMap::default() };
        let mut houdini = Houdini {
            terms: &mut self.core.terms,
            solver: self.core.solver.as_mut(),
            transition: &transition,
            effort,
        };
        houdini.together(list)
    }

    /// Has a loop others in it, or calls that have?
    fn is_nested(&self, proc: ProcId, id: LoopId) -> bool {
        let loops = &self.stage.loops;
        let tree = &loops.trees[proc.index()];
        let data = self.core.program.proc(proc);
        let called = tree.loops[id.index()]
            .locs
            .iter()
            .flat_map(|l| data.successors(*l))
            .filter_map(|(_, e)| if let Op::Call { proc, .. } = e.op { Some(proc) } else { None });
        let reached = loops.calls.reachable_from(called);
        let deep =
            |(p, is): (usize, &bool)| *is && (!loops.trees[p].loops.is_empty() || loops.calls.recursive[p]);
        tree.children(Some(id)).next().is_some() || reached.iter().enumerate().any(deep)
    }

    /// Can a loop or a recursion make objects? Their numbers grow, but not because anything comes to an end.
    fn allocates<'o>(&self, ops: impl Iterator<Item = &'o Op>) -> bool {
        let next = self.core.program.memory.next;
        let writes_next = |p: ProcId| next.is_some_and(|v| self.stage.loops.modref.may_write(p, v));
        ops.into_iter().any(|op| match op {
            Op::Allocate { .. } => true,
            Op::Call { proc, .. } => writes_next(*proc),
            _ => false,
        })
    }

    fn slot(&self, var: VarId, before: TermId, after: TermId) -> Slot {
        let data = self.core.program.var(var);
        Slot {
            before,
            after,
            name: source_name(&data.name).to_owned(),
            float: data.reading == Reading::Float,
            signed: data.reading == Reading::Signed,
        }
    }

    /// A measure for the iterations of a loop.
    fn rank_loop(&mut self, proc: ProcId, id: LoopId, head: &Head, back: &State) -> bool {
        let data = self.core.program.proc(proc);
        let deciding = self.stage.loops.deciding(self.core.program, proc, id);
        let locs = &self.stage.loops.trees[proc.index()].loops[id.index()].locs;
        let allocates = self.allocates(locs.iter().flat_map(|l| data.successors(*l)).map(|(_, e)| &e.op));
        let mut slots = Vec::new();
        // Of everything that an iteration may change, or a measure could be about what was before and after at once.
        let mut now: FxHashMap<Symbol, TermId> = FxHashMap::default();
        for &(var, before) in &head.any {
            let after = back.value(&mut self.core.terms, var);
            now.extend(self.core.terms.as_var(before).map(|s| (s, after)));
            if deciding.contains(&var) {
                slots.push(self.slot(var, before, after));
            }
        }
        let condition = back.condition(&self.core.terms);
        let mut transition = vec![condition];
        // An iteration matters only if another one follows: what that needs of its first state holds as well.
        for t in self.core.terms.conjuncts(condition) {
            let support = self.core.terms.support(t);
            if support.iter().all(|s| s.index() < head.mark) && support.iter().any(|s| now.contains_key(s)) {
                transition.push(self.core.terms.substitute(t, &now));
            }
        }
        let mut guards = vec![condition];
        guards.extend(slots.iter().map(|s| s.after));
        let mut measures = rank::measures(&mut self.core.terms, &slots, &now, &guards);
        let banned = self.banned(head, allocates);
        measures.retain(|m| self.is_fit(m.before, head.mark, &banned, allocates));
        match rank::rank(&mut self.core, &transition, &measures) {
            Some(parts) => {
                let place = self.place(proc, id);
                self.ranks.push((format!("rank of the loop at {place}"), shown(&parts)));
                true
            }
            None => false,
        }
    }

    /// Symbols that no measure may speak of.
    fn banned(&self, head: &Head, allocates: bool) -> Vec<Symbol> {
        let program = self.core.program;
        let is_banned = |var: VarId| {
            Some(var) == program.memory.next || allocates && program.var(var).reading == Reading::Pointer
        };
        let vars = head.any.iter().filter(|(var, _)| is_banned(*var));
        vars.filter_map(|(_, any)| self.core.terms.as_var(*any)).collect()
    }

    /// May it be a measure? It speaks of nothing but the state at the start of an iteration, and not of numbers of objects that are being
    /// made.
    fn is_fit(&self, t: TermId, mark: usize, banned: &[Symbol], allocates: bool) -> bool {
        let terms = &self.core.terms;
        let support = terms.support(t);
        let is_pointer_cell = |s: &Symbol| {
            let element = terms.array_parts(terms.symbol_sort(*s)).map(|(_, element)| element);
            allocates && element.is_some_and(|e| e == Sort::BitVec(64) || e == Sort::BitVec(8))
        };
        support.iter().all(|s| s.index() < mark && !banned.contains(s) && !is_pointer_cell(s))
    }

    fn place(&self, proc: ProcId, id: LoopId) -> String {
        let data = self.core.program.proc(proc);
        let l = &self.stage.loops.trees[proc.index()].loops[id.index()];
        let spans = || data.successors(l.header).map(|(_, e)| e.span);
        let all = l.locs.iter().flat_map(|l| data.successors(*l)).map(|(_, e)| e.span);
        let span = spans().chain(all).find(|s| *s != Span::NONE).unwrap_or(data.span);
        let place = (self.stage.task.place)(span).unwrap_or_else(|| "?".to_owned());
        format!("{place} in `{}`", self.core.program.shown_name(proc))
    }

    /// Executes iterations one by one until no run is left in the loop; none if that does not happen soon.
    fn unroll(
        &mut self,
        proc: ProcId,
        id: LoopId,
        entered: State,
    ) -> Result<Option<Vec<(LocId, State)>>, Halted> {
        let header = self.stage.loops.trees[proc.index()].loops[id.index()].header;
        let (mut exits, mut state) = (Vec::new(), entered);
        let (calls, ranks) = (self.recursions.last().map_or(0, |r| r.calls.len()), self.ranks.len());
        for n in 0..UNROLLED {
            match region(self, proc, Some(id), header, state) {
                Ok(done) => {
                    exits.extend(done.exits);
                    let back = State::merge(&mut self.core.terms, done.back);
                    let Some(back) = back.filter(|b| !self.core.is_impossible(b)) else {
                        let text = format!("at most {n} iterations");
                        self.ranks.push((format!("rank of the loop at {}", self.place(proc, id)), text));
                        return Ok(Some(exits));
                    };
                    state = back;
                }
                Err(Halted::Unknown(reason @ (Reason::Time(_) | Reason::StepLimit))) => {
                    return Err(Halted::Unknown(reason));
                }
                Err(_) => break,
            }
        }
        self.ranks.truncate(ranks);
        if let Some(recursion) = self.recursions.last_mut() {
            recursion.calls.truncate(calls);
        }
        Ok(None)
    }

    fn n_calls(&self) -> usize {
        self.recursions.last().map_or(0, |r| r.calls.len())
    }

    fn forget_calls(&mut self, from: usize) {
        if let Some(recursion) = self.recursions.last_mut() {
            recursion.calls.truncate(from);
        }
    }

    /// Executes a region without a look at whether the loops in it end.
    fn quietly(&mut self, proc: ProcId, id: LoopId, state: State) -> Result<Region, Halted> {
        let header = self.stage.loops.trees[proc.index()].loops[id.index()].header;
        let before = std::mem::replace(&mut self.quiet, true);
        let done = region(self, proc, Some(id), header, state);
        self.quiet = before;
        done
    }

    /// The variables that a recursion writes, whoever of its members is called.
    fn written(&self, members: &[ProcId]) -> Vec<VarId> {
        let mut vars: Vec<VarId> =
            members.iter().flat_map(|p| self.stage.loops.modref.writes[p.index()].clone()).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// Any state after a call: what it writes and its result have any values.
    fn returned(&mut self, proc: ProcId, mut state: State) -> State {
        let writes = self.stage.loops.modref.writes[proc.index()].clone();
        for var in writes.into_iter().chain(self.core.program.proc(proc).result) {
            let any = self.core.any(var);
            state.set(var, any);
        }
        state
    }

    /// Executes the bodies of all members, each from its head.
    fn bodies(&mut self, heads: &[(ProcId, Head)], invariants: &[Vec<TermId>]) -> Result<(), Halted> {
        for ((proc, head), invariant) in heads.iter().zip(invariants) {
            if let Some(recursion) = self.recursions.last_mut() {
                recursion.current = *proc;
            }
            let mut state = head.state.clone();
            invariant.iter().for_each(|t| state.assume(&mut self.core.terms, *t));
            body(self, *proc, state)?;
        }
        Ok(())
    }

    /// What holds of the parameters of all activations.
    fn preconditions(&mut self, heads: &[(ProcId, Head)], first: ProcId, calls: &[Call]) -> Vec<Vec<TermId>> {
        let mut all: Vec<Vec<TermId>> = Vec::new();
        for (proc, head) in heads {
            let mut list = Vec::new();
            for call in calls.iter().filter(|c| c.from == *proc) {
                list.extend(comparisons(&self.core.terms, &[call.condition]));
            }
            let terms = &mut self.core.terms;
            for (_, any) in &head.any {
                let Sort::BitVec(w) = terms.sort(*any) else { continue };
                let (zero, one) = (terms.bv(w, 0), terms.bv(w, 1));
                list.push(terms.sle(zero, *any));
                list.push(terms.sle(one, *any));
                list.push(terms.eq(zero, *any));
                if let Some(symbol) = terms.as_var(*any)
                    && let Some(value) = head.on_entry.get(&symbol).copied()
                {
                    list.extend([terms.sle(*any, value), terms.sle(value, *any), terms.eq(value, *any)]);
                    list.extend([terms.ule(*any, value), terms.ule(value, *any)]);
                }
            }
            let negated: Vec<TermId> = list.clone().into_iter().map(|t| terms.not(t)).collect();
            list.extend(negated);
            list.retain(|t| terms.support(*t).iter().all(|s| s.index() < head.mark));
            list.sort_unstable();
            list.dedup();
            list.truncate(120);
            if *proc == first {
                let entry = terms.substitute_all(&list, &head.on_entry);
                let context = [self.recursion_context(head)];
                let effort = self.core.effort(CONFLICTS);
                let solver = self.core.solver.as_mut();
                let broken = broken_by(&mut self.core.terms, solver, &context, &entry, &effort);
                let kept = list.iter().enumerate().filter(|(i, _)| !broken.contains(i));
                list = kept.map(|(_, t)| *t).collect();
            }
            all.push(list);
        }
        loop {
            let mut changed = false;
            for call in calls {
                let at = |p: ProcId| heads.iter().position(|(q, _)| *q == p).unwrap_or(0);
                let (from, to) = (at(call.from), at(call.to));
                let mut before = all[from].clone();
                before.push(call.condition);
                let now = self.arguments(&heads[to].1, call, heads[to].0);
                let after = self.core.terms.substitute_all(&all[to], &now);
                let effort = self.core.effort(CONFLICTS);
                let solver = self.core.solver.as_mut();
                let broken = broken_by(&mut self.core.terms, solver, &before, &after, &effort);
                if !broken.is_empty() {
                    changed = true;
                    let kept = all[to].iter().enumerate().filter(|(i, _)| !broken.contains(i));
                    all[to] = kept.map(|(_, t)| *t).collect();
                }
            }
            if !changed {
                return all;
            }
        }
    }

    fn recursion_context(&self, head: &Head) -> TermId {
        head.state.condition(&self.core.terms)
    }

    /// What a call gives to the head of its callee.
    fn arguments(&self, head: &Head, call: &Call, to: ProcId) -> FxHashMap<Symbol, TermId> {
        let params = self.core.program.proc(to).params.len();
        let values = call.args.iter().take(params).chain(&call.globals);
        let symbols = head.any.iter().map(|(_, any)| self.core.terms.as_var(*any));
        symbols.zip(values).filter_map(|(s, v)| Some((s?, *v))).collect()
    }

    /// A measure for the calls of a recursion, over what its members have in common by position.
    fn rank_calls(&mut self, heads: &[(ProcId, Head)], calls: &[Call]) -> bool {
        let program = self.core.program;
        let members: Vec<ProcId> = heads.iter().map(|(p, _)| *p).collect();
        let ops = members.iter().flat_map(|p| &program.proc(*p).edges).map(|e| &e.op);
        let allocates = self.allocates(ops);
        let first = &heads[0].1;
        let n_params = members.iter().map(|p| program.proc(*p).params.len()).min().unwrap_or(0);
        let n_globals = first.any.len() - program.proc(members[0]).params.len();
        let mut slots: Vec<Slot> = Vec::new();
        // By slot: its position among the parameters, or among the globals.
        let mut positions: Vec<Result<usize, usize>> = (0..n_params).map(Ok).collect();
        positions.extend((0..n_globals).map(Err));
        let at = |core: &Explorer<'_>, head: &Head, proc: ProcId, position: Result<usize, usize>| {
            let params = core.program.proc(proc).params.len();
            head.any[position.unwrap_or_else(|g| params + g)]
        };
        positions.retain(|p| {
            let sort = |(q, h): &(ProcId, Head)| self.core.terms.sort(at(&self.core, h, *q, *p).1);
            let same = heads.iter().all(|h| sort(h) == sort(&heads[0]));
            let var = at(&self.core, first, members[0], *p).0;
            let is_pointer = program.var(var).reading == Reading::Pointer;
            same && !sort(&heads[0]).is_array()
                && Some(var) != program.memory.next
                && !(allocates && is_pointer)
        });
        for p in &positions {
            let var = at(&self.core, first, members[0], *p).0;
            let (before, after) = (self.core.any(var), self.core.any(var));
            slots.push(self.slot(var, before, after));
        }
        let tag = |core: &mut Explorer<'_>, p: ProcId| {
            let i = members.iter().position(|m| *m == p).unwrap_or(0);
            core.terms.bv(16, i as u64)
        };
        let fresh = |core: &mut Explorer<'_>| {
            let s = core.terms.fresh("procedure", Sort::BitVec(16));
            core.terms.var(s)
        };
        let (tag_before, tag_after) = (fresh(&mut self.core), fresh(&mut self.core));
        let mark = self.core.terms.symbol_count();
        let (mut ways, mut guards) = (Vec::new(), Vec::new());
        for call in calls {
            let Some((_, head)) = heads.iter().find(|(p, _)| *p == call.from) else { return false };
            let mut parts = vec![call.condition];
            let mut renamed: FxHashMap<Symbol, TermId> = FxHashMap::default();
            for (slot, p) in slots.iter().zip(&positions) {
                let before = at(&self.core, head, call.from, *p).1;
                let after = match p {
                    Ok(i) => call.args[*i],
                    Err(g) => call.globals[*g],
                };
                parts.push(self.core.terms.eq(slot.before, before));
                parts.push(self.core.terms.eq(slot.after, after));
                renamed.extend(self.core.terms.as_var(before).map(|s| (s, slot.before)));
            }
            guards.push(self.core.terms.substitute(call.condition, &renamed));
            let (from, to) = (tag(&mut self.core, call.from), tag(&mut self.core, call.to));
            parts.push(self.core.terms.eq(tag_before, from));
            parts.push(self.core.terms.eq(tag_after, to));
            ways.push(self.core.terms.and(&parts));
        }
        let some = self.core.terms.or(&ways);
        if members.len() > 1 {
            let name = "procedure".to_owned();
            slots.push(Slot { before: tag_before, after: tag_after, name, float: false, signed: false });
        }
        let now: FxHashMap<Symbol, TermId> =
            slots.iter().filter_map(|s| Some((self.core.terms.as_var(s.before)?, s.after))).collect();
        let mut measures = rank::measures(&mut self.core.terms, &slots, &now, &guards);
        let own: Vec<Symbol> = slots.iter().filter_map(|s| self.core.terms.as_var(s.before)).collect();
        // Of all symbols that are not of a slot only those of the context are the same in all calls.
        let context = first.mark.min(heads.iter().map(|(_, h)| h.mark).min().unwrap_or(0));
        let heads_symbols: Vec<Symbol> =
            heads.iter().flat_map(|(_, h)| h.old.iter().flat_map(|(a, b)| [*a, *b])).collect();
        measures.retain(|m| {
            let support = self.core.terms.support(m.before);
            support.iter().all(|s| own.contains(s) || s.index() < context && !heads_symbols.contains(s))
        });
        debug_assert!(own.iter().all(|s| s.index() < mark));
        match rank::rank(&mut self.core, &[some], &measures) {
            Some(parts) => {
                let names: Vec<&str> = members.iter().map(|p| program.shown_name(*p)).collect();
                self.ranks.push((format!("rank of the calls of {}", names.join(", ")), shown(&parts)));
                true
            }
            None => false,
        }
    }
}

/// A lexicographic rank as text.
fn shown(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        all => format!("({})", all.join(", ")),
    }
}

/// A variable's name in the source.
fn source_name(name: &str) -> &str {
    let name = name.rsplit("::").next().unwrap_or(name);
    name.split(['!', '#']).next().unwrap_or(name)
}

impl<'s> Policy<'s> for Prover<'s> {
    fn core(&mut self) -> &mut Explorer<'s> {
        &mut self.core
    }

    fn enter_loop(
        &mut self,
        proc: ProcId,
        id: LoopId,
        entered: State,
    ) -> Result<Vec<(LocId, State)>, Halted> {
        if !self.quiet && self.core.is_impossible(&entered) {
            return Ok(Vec::new());
        }
        let modified = self.stage.loops.modified(self.core.program, proc, id);
        let vars: Vec<(VarId, TermId)> =
            modified.iter().map(|v| (*v, entered.value(&mut self.core.terms, *v))).collect();
        let mut head = self.head(&entered, &vars);
        let calls = self.n_calls();
        let mut done = self.quietly(proc, id, head.state.clone())?;
        if self.quiet {
            return Ok(done.exits);
        }
        let header = self.stage.loops.trees[proc.index()].loops[id.index()].header;
        let is_nested = self.is_nested(proc, id);
        let back = State::merge(&mut self.core.terms, std::mem::take(&mut done.back));
        if let Some(back) = &back {
            for t in self.invariants(&entered, &head, back) {
                head.state.assume(&mut self.core.terms, t);
            }
        }
        self.forget_calls(calls);
        // Once more, with what is known now.
        let mut done = region(self, proc, Some(id), header, head.state.clone())?;
        let back = State::merge(&mut self.core.terms, std::mem::take(&mut done.back));
        let Some(mut back) = back.filter(|b| !self.core.is_impossible(b)) else {
            self.ranks
                .push((format!("rank of the loop at {}", self.place(proc, id)), "one iteration".into()));
            return Ok(done.exits);
        };
        if self.rank_loop(proc, id, &head, &back) {
            return Ok(done.exits);
        }
        if is_nested {
            // The loops within have invariants of their own by now.
            let more = self.invariants(&entered, &head, &back);
            for t in more {
                back.assume(&mut self.core.terms, t);
                done.exits.iter_mut().for_each(|(_, s)| s.assume(&mut self.core.terms, t));
            }
            if self.rank_loop(proc, id, &head, &back) {
                return Ok(done.exits);
            }
        }
        self.forget_calls(calls);
        if let Some(exits) = self.unroll(proc, id, entered)? {
            return Ok(exits);
        }
        let place = self.place(proc, id);
        let why = format!("no measure was found that every iteration of the loop at {place} lowers");
        Err(Halted::Unknown(Reason::Other(why)))
    }

    fn call_recursive(
        &mut self,
        proc: ProcId,
        args: Vec<TermId>,
        state: State,
    ) -> Result<Option<State>, Halted> {
        if self.recursions.last().is_some_and(|r| r.members.contains(&proc)) {
            let members = self.recursions.last().map(|r| r.members.clone()).unwrap_or_default();
            let written = self.written(&members);
            let globals = written.iter().map(|v| state.value(&mut self.core.terms, *v)).collect();
            let condition = state.condition(&self.core.terms);
            if let Some(r) = self.recursions.last_mut() {
                r.calls.push(Call { from: r.current, to: proc, condition, args, globals });
            }
            return Ok(Some(self.returned(proc, state)));
        }
        if self.quiet {
            return Ok(Some(self.returned(proc, state)));
        }
        let components = &self.stage.loops.calls.components;
        let members = components.iter().find(|c| c.contains(&proc)).cloned().unwrap_or_default();
        let written = self.written(&members);
        let mut heads: Vec<(ProcId, Head)> = Vec::new();
        for member in &members {
            let data: &Proc = self.core.program.proc(*member);
            let mut vars: Vec<(VarId, TermId)> =
                data.params.iter().copied().zip(args.iter().copied()).collect();
            for param in data.params.iter().skip(vars.len()) {
                vars.push((*param, self.core.any(*param)));
            }
            // Arguments are of the one that is called; sorts of others' parameters may differ.
            for (var, value) in &mut vars {
                if self.core.terms.sort(*value) != self.core.terms.symbol_sort(*var) {
                    *value = self.core.any(*var);
                }
            }
            for var in &written {
                vars.push((*var, state.value(&mut self.core.terms, *var)));
            }
            let entered = enter(data, &[], state.clone());
            let head = self.head(&entered, &vars);
            heads.push((*member, head));
        }
        self.recursions.push(Recursion { members, current: proc, calls: Vec::new() });
        let nothing = vec![Vec::new(); heads.len()];
        self.quiet = true;
        let first = self.bodies(&heads, &nothing);
        self.quiet = false;
        let calls = self.recursions.last_mut().map(|r| std::mem::take(&mut r.calls)).unwrap_or_default();
        let done = first.and_then(|()| {
            let invariants = self.preconditions(&heads, proc, &calls);
            self.bodies(&heads, &invariants)
        });
        let calls = self.recursions.pop().map(|r| r.calls).unwrap_or_default();
        done?;
        if calls.is_empty() || self.rank_calls(&heads, &calls) {
            return Ok(Some(self.returned(proc, state)));
        }
        let name = self.core.program.shown_name(proc);
        let why = format!("no measure was found that every call of `{name}` by itself lowers");
        Err(Halted::Unknown(Reason::Other(why)))
    }

    fn unsupported(&mut self, reason: &str, state: State) -> Result<(), Halted> {
        if self.quiet || self.core.is_impossible(&state) {
            return Ok(());
        }
        Err(Halted::Unknown(Reason::Unsupported { what: reason.to_owned(), function: None }))
    }
}
