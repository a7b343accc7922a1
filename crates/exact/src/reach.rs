//! Reachability on the fly (the paper's `reach-otf`): least fixpoints of the states that come to a target, and of the relations
//! of callees, for the postconditions that are asked for only.
//!
//! For every location there are two sets that grow: the states from which a target is reached in the mixed semantics, and the
//! pairs of a state and a state at the procedure's exit that it leads to. Each growth has a stamp: a path that follows growing
//! to lesser stamps ends.

use std::collections::VecDeque;

use maymust_solver::Reason;
use maymust_solver::bdd::Bdd;

use crate::belnap::{Set, Sides};
use crate::model::{Call, Links, Model, Place, Step};
use crate::space::{At, Space};

/// A set that grew, with when.
#[derive(Clone)]
pub struct History {
    steps: Vec<(u32, Set)>,
}

impl History {
    /// What it is now.
    pub fn now(&self) -> &Set {
        &self.steps[self.steps.len() - 1].1
    }

    /// What it was before a moment.
    pub fn before(&self, stamp: u32) -> Option<&Set> {
        let n = self.steps.partition_point(|s| s.0 < stamp);
        n.checked_sub(1).map(|i| &self.steps[i].1)
    }

    /// The first moment from which on something held.
    pub fn first(&self, holds: impl Fn(&Set) -> bool) -> Option<u32> {
        let n = self.steps.partition_point(|s| !holds(&s.1));
        self.steps.get(n).map(|s| s.0)
    }
}

/// What is known of a procedure.
struct Known {
    /// By location: states that reach a target.
    reach: Vec<History>,
    /// By location: pairs of a state and an exit state.
    relation: Vec<History>,
    /// The postconditions asked for.
    asked: Bdd,
    /// The relation from entry to exit as callers see it.
    as_callee: Option<(u32, Set)>,
}

/// The fixpoint.
pub struct Reach<'a> {
    /// Where all sets live.
    pub space: &'a mut Space,
    /// The program.
    pub model: &'a Model,
    /// Its links.
    pub links: &'a Links,
    sides: Sides,
    known: Vec<Known>,
    queue: VecDeque<Place>,
    is_queued: Vec<Vec<bool>>,
    clock: u32,
    /// Must the work come to an end?
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Reach<'a> {
    /// Nothing is known yet.
    pub fn new(
        space: &'a mut Space,
        model: &'a Model,
        links: &'a Links,
        sides: Sides,
        stop: &'a dyn Fn() -> bool,
    ) -> Reach<'a> {
        // What is not computed says nothing: all may be, nothing must.
        let none = Set { may: if sides.may { space.fls() } else { space.tru() }, must: space.fls() };
        let empty = History { steps: vec![(0, none)] };
        let known = |n_locs: usize| Known {
            reach: vec![empty.clone(); n_locs],
            relation: vec![empty.clone(); n_locs],
            asked: space.fls(),
            as_callee: None,
        };
        let known = model.procs.iter().map(|p| known(p.n_locs)).collect();
        let is_queued = model.procs.iter().map(|p| vec![false; p.n_locs]).collect();
        Reach { space, model, links, sides, known, queue: VecDeque::new(), is_queued, clock: 0, stop }
    }

    /// The states at a place from which a target is reached.
    pub fn reach(&self, place: Place) -> &History {
        &self.known[place.proc].reach[place.loc]
    }

    /// The pairs of a state at a place and one at its procedure's exit.
    pub fn relation(&self, place: Place) -> &History {
        &self.known[place.proc].relation[place.loc]
    }

    /// Is the start among the states that reach a target?
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn at_start(&self) -> Result<Set, Reason> {
        let main = Place { proc: self.model.main, loc: self.model.procs[self.model.main].entry };
        self.model.start.pre(self.reach(main).now(), self.space, At::Here, self.sides)
    }

    /// Makes a place a target, whatever the state.
    pub fn add_target(&mut self, place: Place) {
        let all = Set::known(self.space.tru());
        let all = if self.sides.must { all } else { Set { must: self.space.fls(), ..all } };
        self.clock += 1;
        self.known[place.proc].reach[place.loc].steps.push((self.clock, all));
        self.changed(place);
    }

    /// Asks for the relation of a procedure with a postcondition (at [`At::Here`]).
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn ask(&mut self, proc: usize, post: &Bdd) -> Result<(), Reason> {
        let exit = self.model.procs[proc].exit;
        let asked = self.known[proc].asked.or(post)?;
        if asked == self.known[proc].asked {
            return Ok(());
        }
        let bits = self.model.procs[proc].exit_bits.iter().copied();
        let same = self.space.same(At::Here, At::Exit, bits)?.and(&asked)?;
        self.known[proc].asked = asked;
        let mut set = Set::known(same);
        if !self.sides.may {
            set.may = self.space.tru();
        }
        if !self.sides.must {
            set.must = self.space.fls();
        }
        self.clock += 1;
        self.known[proc].relation[exit].steps.push((self.clock, set));
        self.changed(Place { proc, loc: exit });
        Ok(())
    }

    /// Grows all sets until nothing changes.
    ///
    /// # Errors
    /// If there are too many nodes, or the work has to end.
    pub fn run(&mut self) -> Result<(), Reason> {
        while let Some(place) = self.queue.pop_front() {
            if (self.stop)() {
                return Err(Reason::Interrupted);
            }
            self.is_queued[place.proc][place.loc] = false;
            self.grow(place)?;
        }
        Ok(())
    }

    fn enqueue(&mut self, place: Place) {
        if !std::mem::replace(&mut self.is_queued[place.proc][place.loc], true) {
            self.queue.push_back(place);
        }
    }

    /// What a place was grew: those before it have to be looked at.
    fn changed(&mut self, place: Place) {
        let links = self.links;
        for &loc in &links.before[place.proc][place.loc] {
            self.enqueue(Place { loc, ..place });
        }
        if place.loc == self.model.procs[place.proc].entry {
            for &caller in &links.callers[place.proc] {
                self.enqueue(caller);
            }
        }
    }

    fn grow(&mut self, place: Place) -> Result<(), Reason> {
        let (model, links) = (self.model, self.links);
        let mut reach = self.reach(place).now().clone();
        let mut relation = self.relation(place).now().clone();
        for &edge in &links.out[place.proc][place.loc] {
            let edge = &model.procs[place.proc].edges[edge];
            let to = Place { loc: edge.to, ..place };
            match &edge.step {
                Step::Local(step) => {
                    for (here, there) in [
                        (&mut reach, self.reach(to).now().clone()),
                        (&mut relation, self.relation(to).now().clone()),
                    ] {
                        if self.says_something(&there) {
                            let there = there.moved(self.space, At::Here, At::Next)?;
                            *here = here.or(&step.pre(&there, self.space, At::Next, self.sides)?)?;
                        }
                    }
                }
                Step::Call(call) => {
                    reach = reach.or(&self.within_callee(call)?)?;
                    let there = self.reach(to).now().clone();
                    reach = reach.or(&self.over_call(call, &there, false)?)?;
                    let there = self.relation(to).now().clone();
                    relation = relation.or(&self.over_call(call, &there, true)?)?;
                }
            }
        }
        let is_new = |old: &Set, new: &Set| old != new;
        let grew = (is_new(self.reach(place).now(), &reach), is_new(self.relation(place).now(), &relation));
        self.clock += 1;
        let known = &mut self.known[place.proc];
        if grew.0 {
            known.reach[place.loc].steps.push((self.clock, reach));
        }
        if grew.1 {
            known.relation[place.loc].steps.push((self.clock, relation));
        }
        if grew.0 || grew.1 {
            self.changed(place);
        }
        Ok(())
    }

    /// Is a set more than nothing, on a side that counts?
    fn says_something(&self, set: &Set) -> bool {
        self.sides.may && !set.may.is_false() || self.sides.must && !set.must.is_false()
    }

    fn nothing(&self) -> Set {
        Set { may: if self.sides.may { self.space.fls() } else { self.space.tru() }, must: self.space.fls() }
    }

    /// The states from which a target is reached within a callee.
    fn within_callee(&mut self, call: &Call) -> Result<Set, Reason> {
        let entry = Place { proc: call.proc, loc: self.model.procs[call.proc].entry };
        let there = self.reach(entry).now().clone();
        if !self.says_something(&there) {
            return Ok(self.nothing());
        }
        let there = there.moved(self.space, At::Here, At::CalleeEntry)?;
        call.enter.pre(&there, self.space, At::CalleeEntry, self.sides)
    }

    /// The states from which a call leads into a set; asks for the callee's relation.
    fn over_call(&mut self, call: &Call, there: &Set, has_exit: bool) -> Result<Set, Reason> {
        if !self.says_something(there) {
            return Ok(self.nothing());
        }
        let there = there.moved(self.space, At::Here, At::Next)?;
        let after = call.leave.pre(&there, self.space, At::Next, self.sides)?;
        let post = self.post(&after, has_exit)?;
        self.ask(call.proc, &post)?;
        let relation = self.as_callee(call.proc)?;
        let through = after.product(&relation, self.space, At::CalleeExit)?;
        if !self.says_something(&through) {
            return Ok(self.nothing());
        }
        call.enter.pre(&through, self.space, At::CalleeEntry, self.sides)
    }

    /// The exit states of a callee that a set over the caller's and the callee's states asks for.
    pub fn post(&mut self, after: &Set, has_exit: bool) -> Result<Bdd, Reason> {
        let mut post = if self.sides.may { after.may.clone() } else { after.must.clone() };
        if has_exit {
            post = self.space.exists(&post, At::Exit)?;
        }
        post = self.space.exists(&post, At::Here)?;
        self.space.moved(&post, At::CalleeExit, At::Here)
    }

    /// The relation of a procedure from entry to exit, in the variables of a call.
    pub fn as_callee(&mut self, proc: usize) -> Result<Set, Reason> {
        let entry = self.model.procs[proc].entry;
        let history = &self.known[proc].relation[entry];
        let stamp = history.steps[history.steps.len() - 1].0;
        if let Some((known, set)) = &self.known[proc].as_callee
            && *known == stamp
        {
            return Ok(set.clone());
        }
        let set = history.now().clone();
        let set = set.moved(self.space, At::Exit, At::CalleeExit)?;
        let set = set.moved(self.space, At::Here, At::CalleeEntry)?;
        self.known[proc].as_callee = Some((stamp, set.clone()));
        Ok(set)
    }
}
