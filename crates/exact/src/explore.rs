//! Few paths need no abstraction: a program with boundedly many of them is executed symbolically on each.
//!
//! Every path is then one step of its own, whose may and must relations are the same: a failing path is a run, and if all
//! paths have come to their end without a limit in the way, what was not reached never is.

use std::collections::VecDeque;

use maymust_program::{ProcId, Program};
use maymust_solver::{Answer, Reason};
use maymust_term::{TermId, Terms};
use rustc_hash::FxHashSet;

use crate::abstraction::Start;
use crate::blocks::{Block, Graph, Kind, Label, Node};
use crate::oracle::Oracle;
use crate::path::{Script, Walk, rename};
use crate::scope::Scopes;

/// Steps of all paths together.
const STEPS: usize = 30_000;
/// Paths that are being followed at one time.
const PATHS: usize = 400;

/// A place on the stack of a path: the procedure, the node it is at, and the edge by which it called the one above.
#[derive(Clone, Copy)]
struct Activation {
    proc: ProcId,
    node: usize,
    call: usize,
}

#[derive(Clone)]
struct Way<'a> {
    walk: Walk<'a>,
    stack: Vec<Activation>,
    conditions: Vec<TermId>,
}

/// What following the paths came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Explored {
    /// Every path has come to its end.
    All,
    /// A limit was reached.
    Some,
    /// Nobody wants to know any more.
    Stopped,
}

/// What is explored.
pub struct Explorer<'a, 'o> {
    /// The program.
    pub program: &'a Program,
    /// Its terms.
    pub terms: &'o mut Terms,
    /// Its blocks.
    pub graphs: &'a [Option<Graph>],
    /// Who can speak of what.
    pub scopes: &'o mut Scopes,
    /// Answers queries.
    pub oracle: &'o mut Oracle,
}

impl<'a> Explorer<'a, '_> {
    /// Follows all paths, the ones with few steps first. `found` receives paths that fail, with their inputs, and returns whether to
    /// go on.
    pub fn run(
        &mut self,
        start: &Start,
        main: ProcId,
        found: &mut dyn FnMut(&Label, Script) -> bool,
    ) -> Explored {
        let Some(graph) = &self.graphs[main.index()] else { return Explored::Some };
        let walk = Walk::new(self.program, self.graphs, start);
        let stack = vec![Activation { proc: main, node: graph.entry, call: 0 }];
        let mut ways = VecDeque::from([Way { walk, stack, conditions: start.facts.clone() }]);
        for _ in 0..STEPS {
            let Some(way) = ways.pop_front() else { return Explored::All };
            if self.oracle.is_over() || ways.len() > PATHS {
                return Explored::Some;
            }
            match self.step(way, &mut ways, found) {
                Ok(true) => {}
                Ok(false) => return Explored::Stopped,
                Err(_) => return Explored::Some,
            }
        }
        Explored::Some
    }

    fn step(
        &mut self,
        mut way: Way<'a>,
        ways: &mut VecDeque<Way<'a>>,
        found: &mut dyn FnMut(&Label, Script) -> bool,
    ) -> Result<bool, Reason> {
        let Some(top) = way.stack.last().copied() else { return Ok(true) };
        let Some(graph) = &self.graphs[top.proc.index()] else { return Ok(true) };
        if top.node == graph.exit {
            way.stack.pop();
            if let Some(caller) = way.stack.last_mut()
                && let Some(graph) = &self.graphs[caller.proc.index()]
                && let Kind::Call(call) = &graph.edges[caller.call].kind
            {
                way.walk.leave(self.terms, call);
                caller.node = graph.edges[caller.call].to;
                ways.push_back(way);
            }
            return Ok(true);
        }
        let mut next: Vec<(usize, &Block, Vec<TermId>)> = Vec::new();
        // The inputs of a place have one name, whichever way the path goes on.
        let mut inputs = crate::path::Renaming::default();
        for &i in &graph.out[top.node] {
            match &graph.edges[i].kind {
                Kind::Block(block) => {
                    rename(self.terms, block, &mut inputs);
                    let guard = way.walk.guard(self.terms, block, &inputs);
                    if !guard.contains(&self.terms.fls()) {
                        next.push((i, block, guard));
                    }
                }
                Kind::Call(call) => {
                    let Some(callee) = &self.graphs[call.proc.index()] else { continue };
                    let mut way = way.clone();
                    way.walk.enter(self.scopes, self.terms, call);
                    if let Some(caller) = way.stack.last_mut() {
                        caller.call = i;
                    }
                    way.stack.push(Activation { proc: call.proc, node: callee.entry, call: 0 });
                    ways.push_back(way);
                }
            }
        }
        for (i, block, guard) in next {
            let mut way = way.clone();
            let known: FxHashSet<TermId> = way.conditions.iter().copied().collect();
            let tru = self.terms.tru();
            let before = way.conditions.len();
            way.conditions.extend(guard.into_iter().filter(|c| *c != tru && !known.contains(c)));
            let to = graph.edges[i].to;
            let fail = if let Node::Fail(label) = &graph.nodes[to] { Some(label) } else { None };
            if way.conditions.len() > before || fail.is_some() {
                match self.oracle.check(self.terms, &way.conditions) {
                    Answer::Sat => {}
                    Answer::Unsat => continue,
                    Answer::Unknown(reason) => return Err(reason),
                }
            }
            way.walk.block(self.terms, block, &inputs);
            if let Some(label) = fail {
                let script = way.walk.script(self.terms, self.oracle);
                if !found(label, script) {
                    return Ok(false);
                }
                continue;
            }
            if let Some(top) = way.stack.last_mut() {
                top.node = to;
            }
            ways.push_back(way);
        }
        Ok(true)
    }
}
