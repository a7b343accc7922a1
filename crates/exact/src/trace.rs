//! A path to a target, read off a finished fixpoint: from growth to lesser growth, so it ends.

use maymust_solver::Reason;
use maymust_solver::bdd::Bdd;

use crate::belnap::Set;
use crate::model::{Call, Place, Step};
use crate::reach::Reach;
use crate::space::At;

/// A step of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// An edge of the procedure on top.
    Edge(usize),
    /// An edge that calls: the next steps are in the callee.
    Enter(usize),
    /// The end of the procedure on top; its caller goes on behind the call.
    Return,
}

/// A path: each event with the place and the state before it. The last is a target.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Events.
    pub steps: Vec<(Place, Vec<bool>, Event)>,
    /// Where it ends, and the state there.
    pub end: Option<(Place, Vec<bool>)>,
}

/// What a frame of the path wants.
#[derive(Clone)]
enum Goal {
    /// A target.
    Target,
    /// The exit, in this state.
    Exit(Vec<bool>),
}

struct Frame {
    place: Place,
    state: Vec<bool>,
    goal: Goal,
}

/// Paths with more steps are given up.
const MOST_STEPS: usize = 200_000;

impl Reach<'_> {
    /// A path over what may happen, from the start to a target; `None` if there is none (or it is too long).
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn trace(&mut self) -> Result<Option<Trace>, Reason> {
        let main = Place { proc: self.model.main, loc: self.model.procs[self.model.main].entry };
        let from = self.model.start.may.and(&self.reach(main).now().may)?;
        let Some(state) = self.picked(&from, At::Here) else { return Ok(None) };
        let mut frames = vec![Frame { place: main, state, goal: Goal::Target }];
        let mut trace = Trace::default();
        while let Some(frame) = frames.last() {
            if trace.steps.len() > MOST_STEPS {
                return Ok(None);
            }
            let Some(stamp) = self.since(frame) else { return Ok(None) };
            let place = frame.place;
            if matches!(frame.goal, Goal::Target) && self.links.out[place.proc][place.loc].is_empty() {
                trace.end = Some((place, frame.state.clone()));
                return Ok(Some(trace));
            }
            if let Goal::Exit(_) = frame.goal
                && place.loc == self.model.procs[place.proc].exit
            {
                trace.steps.push((place, frame.state.clone(), Event::Return));
                frames.pop();
                continue;
            }
            if !self.step(&mut frames, &mut trace, stamp)? {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// When the state of a frame got to its goal first.
    fn since(&self, frame: &Frame) -> Option<u32> {
        match &frame.goal {
            Goal::Target => {
                self.reach(frame.place).first(|s| self.space.contains(&s.may, At::Here, &frame.state))
            }
            Goal::Exit(exit) => self
                .relation(frame.place)
                .first(|s| self.space.contains_pair(&s.may, (At::Here, &frame.state), (At::Exit, exit))),
        }
    }

    fn picked(&self, set: &Bdd, at: At) -> Option<Vec<bool>> {
        self.space.pick(set, &[at]).and_then(|mut v| v.pop())
    }

    /// What led to the goal before a moment, as a set at [`At::Here`].
    fn wanted(&mut self, place: Place, goal: &Goal, stamp: u32) -> Result<Option<Bdd>, Reason> {
        let history: &dyn Fn(&Self) -> Option<Set> = &|r: &Self| match goal {
            Goal::Target => r.reach(place).before(stamp).cloned(),
            Goal::Exit(_) => r.relation(place).before(stamp).cloned(),
        };
        let Some(set) = history(self) else { return Ok(None) };
        let set = match goal {
            Goal::Target => set.may,
            Goal::Exit(exit) => {
                let bits = self.model.procs[place.proc].exit_bits.iter();
                let exit = self.space.state(At::Exit, bits.map(|b| (*b, exit[*b])))?;
                self.space.and_exists(&set.may, &exit, At::Exit)?
            }
        };
        Ok((!set.is_false()).then_some(set))
    }

    /// One step of the frame on top; false if there is none, which a finished fixpoint rules out.
    fn step(&mut self, frames: &mut Vec<Frame>, trace: &mut Trace, stamp: u32) -> Result<bool, Reason> {
        let (model, links) = (self.model, self.links);
        let Some(top) = frames.last_mut() else { return Ok(false) };
        let (place, goal) = (top.place, top.goal.clone());
        let here = self.space.state(At::Here, top.state.iter().copied().enumerate())?;
        for &i in &links.out[place.proc][place.loc] {
            let edge = &model.procs[place.proc].edges[i];
            let to = Place { loc: edge.to, ..place };
            match &edge.step {
                Step::Local(relation) => {
                    let Some(set) = self.wanted(to, &goal, stamp)? else { continue };
                    let set = self.space.moved(&set, At::Here, At::Next)?;
                    let next = self.space.and_exists(&relation.may, &here, At::Here)?.and(&set)?;
                    let Some(next) = self.picked(&next, At::Next) else { continue };
                    trace.steps.push((place, std::mem::replace(&mut top.state, next), Event::Edge(i)));
                    top.place = to;
                    return Ok(true);
                }
                Step::Call(call) => {
                    if let Goal::Target = goal
                        && let Some(entry) = self.entered(call, &here, stamp)?
                    {
                        trace.steps.push((place, top.state.clone(), Event::Enter(i)));
                        let place = Place { proc: call.proc, loc: model.procs[call.proc].entry };
                        frames.push(Frame { place, state: entry, goal });
                        return Ok(true);
                    }
                    let Some(set) = self.wanted(to, &goal, stamp)? else { continue };
                    let Some([entry, exit, next]) = self.over(call, &here, &set, stamp)? else { continue };
                    trace.steps.push((place, std::mem::replace(&mut top.state, next), Event::Enter(i)));
                    top.place = to;
                    let place = Place { proc: call.proc, loc: model.procs[call.proc].entry };
                    frames.push(Frame { place, state: entry, goal: Goal::Exit(exit) });
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// A state at the callee's entry from which a target was reached before a moment.
    fn entered(&mut self, call: &Call, here: &Bdd, stamp: u32) -> Result<Option<Vec<bool>>, Reason> {
        let entry = Place { proc: call.proc, loc: self.model.procs[call.proc].entry };
        let Some(set) = self.reach(entry).before(stamp).cloned() else { return Ok(None) };
        let set = self.space.moved(&set.may, At::Here, At::CalleeEntry)?;
        let set = self.space.and_exists(&call.enter.may, here, At::Here)?.and(&set)?;
        Ok(self.picked(&set, At::CalleeEntry))
    }

    /// States at the callee's entry and exit and behind the call.
    fn over(
        &mut self,
        call: &Call,
        here: &Bdd,
        set: &Bdd,
        stamp: u32,
    ) -> Result<Option<[Vec<bool>; 3]>, Reason> {
        let entry = Place { proc: call.proc, loc: self.model.procs[call.proc].entry };
        let Some(relation) = self.relation(entry).before(stamp).cloned() else { return Ok(None) };
        let relation = self.space.moved(&relation.may, At::Exit, At::CalleeExit)?;
        let relation = self.space.moved(&relation, At::Here, At::CalleeEntry)?;
        let set = self.space.moved(set, At::Here, At::Next)?;
        let enter = self.space.and_exists(&call.enter.may, here, At::Here)?;
        let leave = self.space.and_exists(&call.leave.may, here, At::Here)?.and(&set)?;
        let all = enter.and(&relation)?.and(&leave)?;
        let picked = self.space.pick(&all, &[At::CalleeEntry, At::CalleeExit, At::Next]);
        Ok(picked.and_then(|v| v.try_into().ok()))
    }
}
