//! Non-termination on the fly (the paper's `nt-otf`): the greatest fixpoint of the states with a run that never ends, with least
//! fixpoints for the relations of callees inside.
//!
//! The order matters: a call may only be used with the *finished* relation of its callee for the postcondition in question. With
//! an unfinished one, runs that go over the call would be lost for good, since the sets only shrink. So first the sets shrink along all
//! other edges, with calls leading anywhere; then the relations for what is left are computed to their end; then all shrinks
//! to its end. The postconditions only shrink on the way, so finished relations stay so.

use maymust_solver::Reason;

use crate::belnap::{Set, Sides};
use crate::model::{Links, Model, Place, Step};
use crate::reach::Reach;
use crate::space::{At, Space};

/// When relations of callees are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// When they are finished.
    Finished,
    /// At once: wrong, and here to show that it is.
    #[cfg(test)]
    AtOnce,
}

/// By procedure and location: the states that have a run that never ends.
pub type Endless = Vec<Vec<Set>>;

/// The states from which a program may, and those from which it must be able to run for ever without coming to the exit of the main
/// procedure, to a location without a way on, or to a failed assumption; and whether the start is among them.
///
/// # Errors
/// If there are too many nodes, or the work has to end.
pub fn endless(
    space: &mut Space,
    model: &Model,
    sides: Sides,
    stop: &dyn Fn() -> bool,
) -> Result<(Endless, Set), Reason> {
    run(space, model, sides, stop, Order::Finished)
}

fn run(
    space: &mut Space,
    model: &Model,
    sides: Sides,
    stop: &dyn Fn() -> bool,
    order: Order,
) -> Result<(Endless, Set), Reason> {
    let links = Links::new(model);
    let all = Set { may: space.tru(), must: if sides.must { space.tru() } else { space.fls() } };
    let mut sets: Endless = model.procs.iter().map(|p| vec![all.clone(); p.n_locs]).collect();
    let mut relations = Reach::new(space, model, &links, sides, stop);
    if order == Order::Finished {
        shrink(&mut relations, &mut sets, sides, false)?;
        for (proc, p) in model.procs.iter().enumerate() {
            for edge in &p.edges {
                let Step::Call(call) = &edge.step else { continue };
                let there = sets[proc][edge.to].moved(relations.space, At::Here, At::Next)?;
                let after = call.leave.pre(&there, relations.space, At::Next, sides)?;
                let post = relations.post(&after, false)?;
                relations.ask(call.proc, &post)?;
            }
        }
        relations.run()?;
    }
    shrink(&mut relations, &mut sets, sides, true)?;
    let main = Place { proc: model.main, loc: model.procs[model.main].entry };
    let start = model.start.pre(&sets[main.proc][main.loc], relations.space, At::Here, sides)?;
    Ok((sets, start))
}

/// Shrinks the sets until nothing changes; calls lead anywhere, or as the relations of the callees say.
fn shrink(
    relations: &mut Reach<'_>,
    sets: &mut Endless,
    sides: Sides,
    over_calls: bool,
) -> Result<(), Reason> {
    let (model, links) = (relations.model, relations.links);
    let mut work: Vec<Place> = Vec::new();
    for (proc, p) in model.procs.iter().enumerate() {
        work.extend((0..p.n_locs).map(|loc| Place { proc, loc }));
    }
    let mut is_waiting: Vec<Vec<bool>> = model.procs.iter().map(|p| vec![true; p.n_locs]).collect();
    while let Some(place) = work.pop() {
        is_waiting[place.proc][place.loc] = false;
        let mut new = Set { may: relations.space.fls(), must: relations.space.fls() };
        for &edge in &links.out[place.proc][place.loc] {
            let edge = &model.procs[place.proc].edges[edge];
            let there = sets[place.proc][edge.to].moved(relations.space, At::Here, At::Next)?;
            match &edge.step {
                Step::Local(relation) => {
                    new = new.or(&relation.pre(&there, relations.space, At::Next, sides)?)?;
                }
                Step::Call(call) => {
                    let entry = &sets[call.proc][model.procs[call.proc].entry];
                    let entry = entry.moved(relations.space, At::Here, At::CalleeEntry)?;
                    new = new.or(&call.enter.pre(&entry, relations.space, At::CalleeEntry, sides)?)?;
                    if !over_calls {
                        new = new.or(&sets[place.proc][place.loc])?;
                        continue;
                    }
                    let after = call.leave.pre(&there, relations.space, At::Next, sides)?;
                    let callee = relations.as_callee(call.proc)?;
                    let through = after.product(&callee, relations.space, At::CalleeExit)?;
                    new = new.or(&call.enter.pre(&through, relations.space, At::CalleeEntry, sides)?)?;
                }
            }
        }
        if new == sets[place.proc][place.loc] {
            continue;
        }
        sets[place.proc][place.loc] = new;
        let mut again = |p: Place| {
            if !std::mem::replace(&mut is_waiting[p.proc][p.loc], true) {
                work.push(p);
            }
        };
        links.before[place.proc][place.loc].iter().for_each(|&loc| again(Place { loc, ..place }));
        if place.loc == model.procs[place.proc].entry {
            links.callers[place.proc].iter().for_each(|&p| again(p));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belnap::{Must, Relation, Truth};
    use crate::model::{Call, Edge, Proc};

    const SIDES: Sides = Sides { may: true, must: true };

    fn known(may: maymust_solver::bdd::Bdd) -> Relation {
        Relation { may, must: Must::Same }
    }

    /// The loop of the paper's EX1 over the predicate `y <= 0`: `while (y <= 0) y = f(y);`, where f keeps the predicate.
    fn example(space: &mut Space) -> Model {
        space.reserve(1).expect("room");
        let low = space.bit(At::Here, 0).expect("room");
        let same = |a, b| space.same(a, b, 0..1).expect("room");
        let stay = same(At::Here, At::Next).and(&low).expect("room");
        let leave = same(At::Here, At::Next).and(&low.not().expect("room")).expect("room");
        let call = Call {
            proc: 1,
            enter: known(same(At::Here, At::CalleeEntry)),
            leave: known(same(At::CalleeExit, At::Next)),
        };
        let edge = |from, to, step| Edge { from, to, step };
        let main = vec![
            edge(0, 1, Step::Local(known(stay))),
            edge(1, 0, Step::Call(call)),
            edge(0, 2, Step::Local(known(leave))),
        ];
        let callee = vec![edge(0, 1, Step::Local(known(same(At::Here, At::Next))))];
        let procs = vec![
            Proc { n_locs: 3, entry: 0, exit: 2, exit_bits: vec![0], edges: main },
            Proc { n_locs: 2, entry: 0, exit: 1, exit_bits: vec![0], edges: callee },
        ];
        Model { procs, main: 0, start: known(low) }
    }

    #[test]
    fn calls_wait_for_finished_relations() {
        let mut space = Space::new(1 << 12);
        let model = example(&mut space);
        let (sets, start) = endless(&mut space, &model, SIDES, &|| false).expect("room");
        assert_eq!(start.truth(), Truth::True);
        let low = space.bit(At::Here, 0).expect("room");
        assert!(sets[0][0] == Set::known(low));
        // With what is known of the callee at first, the run that never ends is lost.
        let (_, start) = run(&mut space, &model, SIDES, &|| false, Order::AtOnce).expect("room");
        assert_eq!(start.truth(), Truth::False);
    }

    #[test]
    fn what_is_interrupted_is_unknown() {
        let mut space = Space::new(1 << 12);
        let model = example(&mut space);
        assert_eq!(endless(&mut space, &model, SIDES, &|| true).err(), Some(Reason::Interrupted));
    }
}
