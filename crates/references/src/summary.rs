//! Summaries: what calls do, kept as patterns and effects; the work list of the paper's section 6.
//!
//! A *root* is a call from one visible state. Its search meets other calls: each is a *site*, which uses the effects of a root whose
//! pattern matches, or starts a new root. When a root's pattern or effects grow, the sites that use it are looked at again: the
//! match may not hold any more, and there may be effects that they have not used. The pattern of a root holds what *all* of
//! its runs have read, those that end in an assumption included.
//!
//! Effects are found by paths whose own reads are in the pattern, so an effect that was used before a pattern grew is still
//! that of a real run.

use std::rc::Rc;

use maymust_engine::{Event, Reason, Summaries};
use maymust_program::{CheckId, ObjectState, ProcId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::canon::{Base, Text};
use crate::eval::Access;
use crate::exec::{Exec, Point};
use crate::heap::Object;
use crate::pattern::{Carry, Objects, Pattern, Writes};
use crate::search::Found;
use crate::state::State;
use crate::value::Val;

/// Longer lists of choices are not replayed.
const MAX_CHOICES: usize = 1 << 22;

/// How a state of a root was reached.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A choice.
    Choice(u64),
    /// An effect of a root.
    Effect(u32, u32),
}

/// The state that a root starts in.
const START: u32 = u32::MAX;

/// What a call may do.
struct Effect {
    state: State,
    writes: Rc<Writes>,
    result: Option<Val>,
    node: u32,
    /// Is a heap object lost that the call made?
    lost: bool,
}

/// A call from one visible state.
struct Root {
    proc: u32,
    entry: State,
    base: Rc<Base>,
    pattern: Pattern,
    effects: Vec<Effect>,
    seen: FxHashSet<u128>,
    returned: FxHashSet<u128>,
    /// Step and the node before.
    nodes: Vec<(Step, u32)>,
    /// The site that it was made for.
    origin: Option<usize>,
    /// Sites that use it.
    users: Vec<usize>,
    /// Objects of the entry state in canonical order, where states are compared as a whole.
    order: Vec<u32>,
    scheduled: bool,
}

/// A call within a root.
struct Site {
    root: usize,
    node: u32,
    /// With the frame of the callee on top.
    state: State,
    writes: Rc<Writes>,
    target: Option<(usize, Objects)>,
    /// Reads of the target's pattern and effects that are accounted for.
    used: (usize, usize),
    waiting: bool,
}

enum Work {
    Explore(usize, Box<(State, Rc<Writes>, u32)>),
    Site(usize),
}

/// Why summaries cannot be used.
#[derive(Debug)]
pub struct NoSummaries;

/// Is there a live heap object, new since the entry, that was not met?
fn loses_new(state: &State, first_new: u32, text: &Text) -> bool {
    (first_new..state.heap.next())
        .any(|n| state.heap.state(n) == ObjectState::Heap && !text.numbers.contains_key(&n))
}

struct Search<'e, 't> {
    exec: &'e mut Exec<'t>,
    whole_states: bool,
    program: Base,
    roots: Vec<Root>,
    sites: Vec<Site>,
    work: Vec<Work>,
    /// Roots by procedure and what they are looked up by.
    index: FxHashMap<(u32, u128), Vec<usize>>,
    found: Found,
}

/// Searches with summaries.
///
/// # Errors
/// If a value depends on an input that is not chosen, or lost objects are asked about within a call.
pub fn search(exec: &mut Exec<'_>, start: State) -> Result<Found, NoSummaries> {
    let whole_states = exec.task.options.summaries == Summaries::States;
    let program = Base::of(&start);
    exec.stop_at_calls = true;
    exec.eval.log = Some(Vec::new());
    let (roots, sites, work, index) = Default::default();
    let mut search =
        Search { exec, whole_states, program, roots, sites, work, index, found: Found::default() };
    search.add_root(start, None, Vec::new());
    let result = search.run();
    let Search { found, roots, exec, .. } = search;
    exec.stop_at_calls = false;
    exec.eval.log = None;
    result?;
    Ok(counted(found, &roots, exec))
}

fn counted(mut found: Found, roots: &[Root], exec: &Exec<'_>) -> Found {
    let user = |r: &&Root| !exec.task.program.proc(ProcId(r.proc)).is_library();
    found.states = roots.iter().map(|r| r.seen.len() as u64).sum();
    for root in roots.iter().skip(1).filter(user) {
        found.summaries.0 += 1;
        found.summaries.1 += root.effects.len() as u64;
    }
    found
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<(), NoSummaries> {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Explore(root, start) => self.explore(root, *start)?,
                Work::Site(site) => {
                    self.sites[site].waiting = false;
                    self.visit(site)?;
                }
            }
            if self.found.cut.iter().any(|r| !matches!(r, Reason::Unsupported { .. })) {
                return Ok(());
            }
        }
        Ok(())
    }

    fn add_root(&mut self, entry: State, origin: Option<usize>, order: Vec<u32>) -> usize {
        let proc = entry.top().map_or(0, |f| f.proc);
        let base = Rc::new(Base::of(&entry));
        let start = Box::new((entry.clone(), Rc::default(), START));
        let (pattern, effects, seen, returned, nodes, users) = Default::default();
        let root = Root {
            proc,
            entry,
            base,
            pattern,
            effects,
            seen,
            returned,
            nodes,
            origin,
            users,
            order,
            scheduled: false,
        };
        self.roots.push(root);
        let number = self.roots.len() - 1;
        self.work.push(Work::Explore(number, start));
        (self.exec.task.listener)(Event::Counted("summaries", self.roots.len() as u64));
        number
    }

    /// Searches the states of a root from one of them on.
    fn explore(&mut self, root: usize, start: (State, Rc<Writes>, u32)) -> Result<(), NoSummaries> {
        let mut stack = vec![start];
        while let Some((mut state, mut writes, node)) = stack.pop() {
            // Steps so far when the state was last found to be new: it is no old one where it forks at once.
            let mut new_at = None;
            loop {
                let point = self.exec.run(&mut state);
                let is_new = new_at.is_some_and(|at| self.exec.steps == at + 1);
                self.note_accesses(root, &mut writes);
                if self.exec.eval.made_inputs > 0 || self.exec.looked_for_leaks && root != 0 {
                    return Err(NoSummaries);
                }
                for check in std::mem::take(&mut self.exec.failed) {
                    self.fail(check, root, node);
                }
                match point {
                    Point::Cut(why) => {
                        self.found.cut(why);
                        break;
                    }
                    Point::End | Point::Hit => break,
                    Point::Returned(result) => {
                        self.add_effect(root, state, writes, result, node);
                        break;
                    }
                    Point::Head | Point::Fork(_) | Point::Call | Point::Schedule => {}
                }
                let fingerprint = self.text(root, &state, &writes, None).fingerprint();
                if !self.roots[root].seen.insert(fingerprint) && !is_new {
                    break;
                }
                new_at = Some(self.exec.steps);
                match point {
                    Point::Fork(ways) => {
                        for (choice, way) in ways.into_iter().rev() {
                            let node = self.node(root, Step::Choice(choice), node);
                            stack.push((way, writes.clone(), node));
                        }
                        break;
                    }
                    Point::Call => {
                        self.add_site(root, state, writes, node);
                        break;
                    }
                    _ => {}
                }
            }
        }
        self.wake_users(root);
        Ok(())
    }

    fn node(&mut self, root: usize, step: Step, before: u32) -> u32 {
        let nodes = &mut self.roots[root].nodes;
        nodes.push((step, before));
        nodes.len() as u32 - 1
    }

    /// Adds what was read to the root's pattern, and what was written to the path's writes.
    fn note_accesses(&mut self, root: usize, writes: &mut Rc<Writes>) {
        let Some(log) = &mut self.exec.eval.log else { return };
        let log = std::mem::take(log);
        for (access, write) in &log {
            self.note(root, writes, *access, *write);
        }
        self.exec.eval.log = Some(log);
        if let Some(log) = &mut self.exec.eval.log {
            log.clear();
        }
    }

    fn note(&mut self, root: usize, writes: &mut Rc<Writes>, access: Access, write: bool) {
        let root = &mut self.roots[root];
        let is_new = match access {
            Access::Global(_) => false,
            // Objects that are there from the start stay what they are.
            Access::Meta(number) if number < root.entry.heap.first_dynamic() => true,
            Access::Meta(number) | Access::Bytes(number, ..) => number >= root.entry.heap.next(),
        };
        if is_new || writes.covers(access) {
            return;
        }
        if write {
            Rc::make_mut(writes).add(access);
        } else if root.pattern.add(&root.entry, access) {
            root.scheduled = true;
        }
    }

    /// The canonical form of a state within a root: objects of the entry state keep their numbers.
    fn text(&mut self, root: usize, state: &State, writes: &Writes, result: Option<&Val>) -> Text {
        let entry = &self.roots[root];
        let fixed = entry.entry.heap.next();
        let mut text = Text::new(state.heap.layout(), fixed);
        writes.globals.iter().for_each(|g| text.word(u64::from(*g)));
        text.word(u64::MAX);
        writes.meta.iter().for_each(|n| text.word(u64::from(*n)));
        text.word(u64::MAX);
        for ((number, from), to) in &writes.bytes {
            [*number, *from, *to].iter().for_each(|w| text.word(u64::from(*w)));
        }
        text.word(u64::MAX);
        if let Some(result) = result {
            text.val(result);
        }
        state.globals.iter().for_each(|v| text.val(v));
        crate::canon::threads(self.exec, state, true, &mut text);
        entry.base.changed(state, fixed, &mut text);
        text.reached(state);
        let lost = self.exec.leaks_matter && loses_new(state, fixed, &text);
        text.word(u64::from(lost));
        text
    }

    fn add_effect(&mut self, root: usize, state: State, writes: Rc<Writes>, result: Option<Val>, node: u32) {
        let text = self.text(root, &state, &writes, result.as_ref());
        let root = &mut self.roots[root];
        let lost = self.exec.leaks_matter && loses_new(&state, root.entry.heap.next(), &text);
        if root.returned.insert(text.fingerprint()) {
            root.effects.push(Effect { state, writes, result, node, lost });
            root.scheduled = true;
        }
    }

    /// If a root has changed, its users have to look at it again.
    fn wake_users(&mut self, root: usize) {
        if !std::mem::take(&mut self.roots[root].scheduled) {
            return;
        }
        for &site in &self.roots[root].users {
            if !std::mem::replace(&mut self.sites[site].waiting, true) {
                self.work.push(Work::Site(site));
            }
        }
    }

    fn add_site(&mut self, root: usize, state: State, writes: Rc<Writes>, node: u32) {
        self.sites.push(Site { root, node, state, writes, target: None, used: (0, 0), waiting: true });
        self.work.push(Work::Site(self.sites.len() - 1));
    }

    /// Uses what the target of a site offers.
    fn visit(&mut self, site: usize) -> Result<(), NoSummaries> {
        let target = match self.sites[site].target.take() {
            Some((target, objects)) => self.still_matches(site, target, objects),
            None => None,
        };
        let (target, objects) = match target {
            Some(found) => found,
            None => {
                self.sites[site].used = (0, 0);
                match self.find(site) {
                    Some(found) => found,
                    None => self.new_root(site),
                }
            }
        };
        if !self.roots[target].users.contains(&site) {
            self.roots[target].users.push(site);
        }
        self.note_reads(site, target, &objects)?;
        self.sites[site].target = Some((target, objects.clone()));
        while self.sites[site].used.1 < self.roots[target].effects.len() {
            let effect = self.sites[site].used.1;
            self.sites[site].used.1 += 1;
            self.apply(site, target, effect, objects.clone())?;
        }
        let root = self.sites[site].root;
        self.wake_users(root);
        Ok(())
    }

    /// The match as far as it goes after the target's pattern has grown.
    fn still_matches(&self, site: usize, target: usize, objects: Objects) -> Option<(usize, Objects)> {
        if self.whole_states || self.sites[site].used.0 == self.roots[target].pattern.len() {
            return Some((target, objects));
        }
        let objects = self.matches(target, &self.sites[site].state)?;
        Some((target, objects))
    }

    fn matches(&self, target: usize, state: &State) -> Option<Objects> {
        let root = &self.roots[target];
        let mut objects = Objects::new(state.heap.first_dynamic());
        let (mine, theirs) = (root.entry.top()?, state.top()?);
        for (a, b) in mine.vals.iter().zip(&theirs.vals) {
            if !objects.same_val(a, b, state) && *a != Val::Bad {
                return None;
            }
        }
        root.pattern.matches(state, objects)
    }

    /// What roots for a state are looked up by.
    fn key(&mut self, state: &State) -> ((u32, u128), Text) {
        let mut text = Text::new(state.heap.layout(), state.heap.first_dynamic());
        let frame = state.top();
        let args = frame.map_or(&[][..], |f| &f.vals);
        args.iter().for_each(|v| text.val(v));
        if self.whole_states {
            state.globals.iter().for_each(|v| text.val(v));
            self.program.changed(state, state.heap.first_dynamic(), &mut text);
            text.reached(state);
        }
        ((frame.map_or(0, |f| f.proc), text.fingerprint()), text)
    }

    /// A root that serves a site.
    fn find(&mut self, site: usize) -> Option<(usize, Objects)> {
        let state = self.sites[site].state.clone();
        let (key, text) = self.key(&state);
        let candidates = self.index.get(&key)?;
        if self.whole_states {
            let target = *candidates.first()?;
            let mut objects = Objects::new(state.heap.first_dynamic());
            for (a, b) in self.roots[target].order.iter().zip(&text.order) {
                objects.bind(*a, *b);
            }
            return Some((target, objects));
        }
        candidates.iter().find_map(|&target| Some((target, self.matches(target, &state)?)))
    }

    fn new_root(&mut self, site: usize) -> (usize, Objects) {
        let mut entry = self.sites[site].state.clone();
        let frame = entry.threads[0].frames.pop();
        entry.threads[0].frames = frame.into_iter().collect();
        let (key, text) = self.key(&entry);
        let mut objects = Objects::new(entry.heap.first_dynamic());
        (entry.heap.first_dynamic()..entry.heap.next()).for_each(|n| {
            objects.bind(n, n);
        });
        let target = self.add_root(entry, Some(site), text.order);
        self.index.entry(key).or_default().push(target);
        (target, objects)
    }

    /// What the target has read, the caller has read.
    fn note_reads(&mut self, site: usize, target: usize, objects: &Objects) -> Result<(), NoSummaries> {
        let from = self.sites[site].used.0;
        let reads: Vec<Access> = self.roots[target].pattern.reads().skip(from).collect();
        self.sites[site].used.0 = self.roots[target].pattern.len();
        let (root, mut writes) = (self.sites[site].root, self.sites[site].writes.clone());
        for access in reads {
            let access = objects.access(access).ok_or(NoSummaries)?;
            self.note(root, &mut writes, access, false);
        }
        Ok(())
    }

    /// The state after an effect of the target; the caller goes on from there.
    fn apply(
        &mut self,
        site: usize,
        target: usize,
        effect: usize,
        objects: Objects,
    ) -> Result<(), NoSummaries> {
        let Site { root, node, .. } = self.sites[site];
        let mut state = self.sites[site].state.clone();
        let mut writes = self.sites[site].writes.clone();
        let Effect { state: from, writes: written, result, .. } = &self.roots[target].effects[effect];
        let written = written.clone();
        let first_new = self.roots[target].entry.heap.next();
        let mut carry = Carry::new(from, first_new, objects, &mut state);
        let result = match result {
            Some(value) => Some(carry.val(value).ok_or(NoSummaries)?),
            None => None,
        };
        carry.all(&written).ok_or(NoSummaries)?;
        let objects = carry.objects;
        let bytes = written.bytes.iter().map(|(&(n, from), &to)| Access::Bytes(n, from, to - from));
        let globals = written.globals.iter().map(|g| Access::Global(*g));
        let all = globals.chain(written.meta.iter().map(|n| Access::Meta(*n))).chain(bytes);
        for access in all {
            let access = objects.access(access).ok_or(NoSummaries)?;
            self.note(root, &mut writes, access, true);
        }
        if self.roots[target].effects[effect].lost {
            // One that nothing leads to stands for all of them.
            state.heap.push(Object { size: 0, state: ObjectState::Heap, shared: false, body: None });
        }
        self.exec.give_back(&mut state, result);
        self.note_accesses(root, &mut writes);
        let node = self.node(root, Step::Effect(target as u32, effect as u32), node);
        self.work.push(Work::Explore(root, Box::new((state, writes, node))));
        Ok(())
    }

    fn fail(&mut self, check: CheckId, root: usize, node: u32) {
        if self.found.failures.iter().any(|f| f.0 == check) {
            return;
        }
        match self.choices(root, node) {
            Some(choices) => self.found.fail(check, || choices),
            None => self.found.cut(Reason::NotReplayed("the failing path is too long".to_owned())),
        }
    }

    /// The choices of a run to a state of a root.
    fn choices(&self, root: usize, node: u32) -> Option<Vec<u64>> {
        let mut chain = vec![(root, node)];
        while let Some(site) = self.roots[chain.last()?.0].origin {
            chain.push((self.sites[site].root, self.sites[site].node));
        }
        // Last first; effects are opened when they are met.
        let mut choices = Vec::new();
        let mut open: Vec<(usize, u32)> = chain.into_iter().rev().collect();
        while let Some((root, node)) = open.pop() {
            if node == START {
                continue;
            }
            let (step, before) = self.roots[root].nodes[node as usize];
            open.push((root, before));
            match step {
                Step::Choice(choice) => choices.push(choice),
                Step::Effect(target, effect) => {
                    let target = target as usize;
                    open.push((target, self.roots[target].effects[effect as usize].node));
                }
            }
            if choices.len() > MAX_CHOICES {
                return None;
            }
        }
        choices.reverse();
        Some(choices)
    }
}
