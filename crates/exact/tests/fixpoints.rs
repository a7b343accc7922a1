//! Fixpoints of small random programs, compared with an enumeration of their states.

use std::collections::BTreeSet;

use maymust_exact::belnap::{Must, Relation, Sides, Truth};
use maymust_exact::model::{Call, Edge, Links, Model, Place, Proc, Step};
use maymust_exact::nonterm::endless;
use maymust_exact::reach::Reach;
use maymust_exact::space::{At, Space};
use maymust_exact::trace::Event;

const STATES: u32 = 4;
const EXACT: Sides = Sides { may: true, must: true };

struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }

    /// A relation between states: for each its successors, rather few.
    fn table(&mut self) -> [u32; 4] {
        std::array::from_fn(|_| self.below(16) & self.below(16))
    }
}

/// An edge by its tables; a call has a second one, from the callee's exit.
#[derive(Clone)]
struct Plain {
    from: usize,
    to: usize,
    callee: Option<(usize, [u32; 4])>,
    table: [u32; 4],
}

const PROCS: usize = 3;
const LOCS: usize = 5;
const EXIT: usize = 1;
const TARGET: usize = 4;

/// Procedures whose location 4 is the target, without a way on.
fn program(random: &mut Random) -> Vec<Vec<Plain>> {
    let edge = |random: &mut Random| {
        let from = [0, 2, 3][random.below(3) as usize];
        let mut to = random.below(4) as usize;
        if random.below(12) == 0 {
            to = TARGET;
        }
        let is_call = to != TARGET && random.below(3) == 0;
        let callee = is_call.then(|| (random.below(PROCS as u32) as usize, random.table()));
        Plain { from, to, callee, table: random.table() }
    };
    (0..PROCS).map(|_| (0..6 + random.below(4)).map(|_| edge(random)).collect()).collect()
}

fn relation(space: &Space, from: At, to: At, table: &[u32; 4]) -> Relation {
    let bits = |s: u32| (0..2).map(move |b| (b, s >> b & 1 == 1));
    let mut may = space.fls();
    for s in 0..STATES {
        for t in (0..STATES).filter(|t| table[s as usize] >> t & 1 == 1) {
            let source = space.state(from, bits(s)).expect("room");
            let pair = source.and(&space.state(to, bits(t)).expect("room")).expect("room");
            may = may.or(&pair).expect("room");
        }
    }
    Relation { may, must: Must::Same }
}

fn model(space: &Space, program: &[Vec<Plain>]) -> Model {
    let edge = |e: &Plain| {
        let step = match &e.callee {
            None => Step::Local(relation(space, At::Here, At::Next, &e.table)),
            Some((proc, leave)) => Step::Call(Call {
                proc: *proc,
                enter: relation(space, At::Here, At::CalleeEntry, &e.table),
                leave: relation(space, At::CalleeExit, At::Next, leave),
            }),
        };
        Edge { from: e.from, to: e.to, step }
    };
    let proc = |edges: &Vec<Plain>| Proc {
        n_locs: LOCS,
        entry: 0,
        exit: EXIT,
        exit_bits: vec![0, 1],
        edges: edges.iter().map(edge).collect(),
    };
    let start = relation(space, At::Next, At::Here, &[1; 4]);
    let start = Relation { may: space.exists(&start.may, At::Next).expect("room"), must: Must::Same };
    Model { procs: program.iter().map(proc).collect(), main: 0, start }
}

/// By enumeration: who gets where from the entry of its procedure, and the runs of procedures from entry to exit.
struct Enumerated {
    /// (procedure, state at its entry, location, state)
    reached: BTreeSet<(usize, u32, usize, u32)>,
}

fn successors(table: &[u32; 4], s: u32) -> impl Iterator<Item = u32> + use<> {
    let targets = table[s as usize];
    (0..STATES).filter(move |t| targets >> t & 1 == 1)
}

fn enumerate(program: &[Vec<Plain>], starts: Vec<(usize, u32)>, enter: bool) -> Enumerated {
    let mut reached: BTreeSet<_> = starts.into_iter().map(|(p, s)| (p, s, 0, s)).collect();
    loop {
        let mut new = BTreeSet::new();
        for &(p, entry, loc, s) in &reached {
            for e in program[p].iter().filter(|e| e.from == loc) {
                for t in successors(&e.table, s) {
                    let Some((callee, leave)) = &e.callee else {
                        new.insert((p, entry, e.to, t));
                        continue;
                    };
                    if enter {
                        new.insert((*callee, t, 0, t));
                    }
                    let exits = reached.iter().filter(|r| (r.0, r.1, r.2) == (*callee, t, EXIT));
                    for exit in exits {
                        new.extend(successors(leave, exit.3).map(|u| (p, entry, e.to, u)));
                    }
                }
            }
        }
        let before = reached.len();
        reached.extend(new);
        if reached.len() == before {
            return Enumerated { reached };
        }
    }
}

#[test]
fn reachability_is_what_enumeration_finds() {
    let mut random = Random(7);
    let mut found = 0;
    for round in 0..400 {
        let program = program(&mut random);
        let expected = enumerate(&program, vec![(0, 0)], true).reached.iter().any(|r| r.2 == TARGET);
        let mut space = Space::new(1 << 16);
        space.reserve(2).expect("room");
        let model = model(&space, &program);
        let links = Links::new(&model);
        let mut reach = Reach::new(&mut space, &model, &links, EXACT, &|| false);
        (0..PROCS).for_each(|proc| reach.add_target(Place { proc, loc: TARGET }));
        reach.run().expect("room");
        let truth = reach.at_start().expect("room").truth();
        assert_eq!(truth, if expected { Truth::True } else { Truth::False }, "round {round}");
        let trace = reach.trace().expect("room");
        assert_eq!(trace.is_some(), expected);
        let Some(trace) = trace else { continue };
        found += 1;
        follow(&program, &trace.steps, trace.end.expect("an end"));
    }
    assert!((50..350).contains(&found), "{found} rounds reach the target");
}

fn number(state: &[bool]) -> u32 {
    u32::from(state[0]) | u32::from(state[1]) << 1
}

/// Every step of a path is one of the program.
fn follow(program: &[Vec<Plain>], steps: &[(Place, Vec<bool>, Event)], end: (Place, Vec<bool>)) {
    let mut stack: Vec<(usize, &Plain)> = Vec::new();
    for (i, (place, state, event)) in steps.iter().enumerate() {
        let (next, after) = steps.get(i + 1).map_or((end.0, &end.1), |s| (s.0, &s.1));
        let (s, t) = (number(state), number(after));
        match event {
            Event::Edge(e) => {
                let e = &program[place.proc][*e];
                assert_eq!((e.from, e.to, next.proc), (place.loc, next.loc, place.proc));
                assert!(successors(&e.table, s).any(|x| x == t));
            }
            Event::Enter(e) => {
                let e = &program[place.proc][*e];
                assert_eq!((e.from, next.loc, Some(next.proc)), (place.loc, 0, e.callee.map(|c| c.0)));
                assert!(successors(&e.table, s).any(|x| x == t));
                stack.push((place.proc, e));
            }
            Event::Return => {
                let (proc, e) = stack.pop().expect("a caller");
                assert_eq!((place.loc, next.proc, next.loc), (EXIT, proc, e.to));
                assert!(successors(&e.callee.expect("a call").1, s).any(|x| x == t));
            }
        }
    }
    assert_eq!(end.0.loc, TARGET);
}

/// The states with an endless run: the greatest set closed under having a successor, calls by the relations of callees.
fn endless_by_enumeration(program: &[Vec<Plain>]) -> bool {
    let everywhere = (0..PROCS).flat_map(|p| (0..STATES).map(move |s| (p, s))).collect();
    let relations = enumerate(program, everywhere, false).reached;
    let returns =
        |p: usize, s: u32| relations.iter().filter(move |r| (r.0, r.1, r.2) == (p, s, EXIT)).map(|r| r.3);
    let mut left: BTreeSet<(usize, usize, u32)> =
        (0..PROCS).flat_map(|p| (0..LOCS).flat_map(move |l| (0..STATES).map(move |s| (p, l, s)))).collect();
    loop {
        let goes_on = |&&(p, loc, s): &&(usize, usize, u32)| {
            program[p].iter().filter(|e| e.from == loc).any(|e| {
                successors(&e.table, s).any(|t| match &e.callee {
                    None => left.contains(&(p, e.to, t)),
                    Some((callee, leave)) => {
                        left.contains(&(*callee, 0, t))
                            || returns(*callee, t)
                                .any(|x| successors(leave, x).any(|u| left.contains(&(p, e.to, u))))
                    }
                })
            })
        };
        let next: BTreeSet<_> = left.iter().filter(goes_on).copied().collect();
        if next == left {
            return left.contains(&(0, 0, 0));
        }
        left = next;
    }
}

#[test]
fn endless_runs_are_what_enumeration_finds() {
    let mut random = Random(11);
    let mut found = 0;
    for round in 0..300 {
        let program = program(&mut random);
        let expected = endless_by_enumeration(&program);
        found += u32::from(expected);
        let mut space = Space::new(1 << 16);
        space.reserve(2).expect("room");
        let model = model(&space, &program);
        let (_, start) = endless(&mut space, &model, EXACT, &|| false).expect("room");
        assert_eq!(start.truth(), if expected { Truth::True } else { Truth::False }, "round {round}");
    }
    assert!((30..270).contains(&found), "{found} rounds run for ever");
}
