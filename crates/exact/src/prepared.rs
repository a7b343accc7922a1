//! A program ready to be abstracted: sliced for the checks in question, in blocks.

use maymust_engine::Integers;
use maymust_program::constants::{constant_objects, constant_parameters};
use maymust_program::slice::{Assumptions, slice_with};
use maymust_program::{CheckId, Op, ProcId, Program};
use maymust_term::Terms;
use rustc_hash::FxHashSet;

use crate::abstraction::Start;
use crate::blocks::{Graph, Label, Node};
use crate::model::Place;
use crate::predicates::Predicates;
use crate::refine::Refiner;
use crate::scope::Scopes;
use crate::unbounded;

/// A prepared program, and what is found out about it.
pub struct Prepared {
    /// The program, without its terms.
    pub program: Program,
    /// Its terms.
    pub terms: Terms,
    /// By procedure: its blocks, if runs can come to it.
    pub graphs: Vec<Option<Graph>>,
    /// Who can speak of what.
    pub scopes: Scopes,
    /// The predicates.
    pub predicates: Predicates,
    /// Where runs start.
    pub start: Start,
    /// The procedure in which they do.
    pub main: ProcId,
    /// Failures that are still asked about.
    pub targets: Vec<(Label, Place)>,
    /// Checks with a path that could not be replayed: nothing more is said of them.
    pub given_up: FxHashSet<CheckId>,
}

impl Prepared {
    /// Prepares a program for some checks (of the lowered program).
    pub fn new(
        whole: &Program,
        main: ProcId,
        checks: &FxHashSet<CheckId>,
        assumptions: Assumptions,
        integers: Integers,
    ) -> Prepared {
        let all = (0..whole.checks.len() as u32).map(CheckId);
        let ids: Vec<CheckId> = all.filter(|c| checks.contains(&whole.original_check(*c))).collect();
        let mut program = slice_with(whole, &ids, assumptions);
        let ids: FxHashSet<CheckId> = ids.into_iter().collect();
        constant_objects(&mut program);
        constant_parameters(&mut program);
        Prepared::blocks(program, main, &ids, integers)
    }

    /// Prepares all of a program, with no check in question.
    pub fn whole(whole: &Program, main: ProcId, integers: Integers) -> Prepared {
        Prepared::blocks(whole.clone(), main, &FxHashSet::default(), integers)
    }

    /// The program in blocks; checks that are not asked about hold.
    fn blocks(mut program: Program, main: ProcId, ids: &FxHashSet<CheckId>, integers: Integers) -> Prepared {
        for edge in program.procs.iter_mut().flat_map(|p| &mut p.edges) {
            if let Op::Check(c, t) = edge.op
                && !ids.contains(&c)
            {
                edge.op = Op::Assume(t);
            }
        }
        // Effects of operations are read off their terms: scopes come first.
        let scopes = Scopes::new(&program);
        let mut terms = std::mem::take(&mut program.terms);
        let mut graphs: Vec<Option<Graph>> = Vec::new();
        for i in 0..program.procs.len() {
            let is_there = scopes.reachable[i] && program.procs[i].has_body;
            graphs.push(is_there.then(|| Graph::new(&program, &mut terms, ProcId(i as u32))));
        }
        let mut start = Start::new(&program, &mut terms);
        if integers == Integers::Unbounded {
            terms = unbounded::translate(&terms, &mut graphs, &mut start);
        }
        let mut targets = Vec::new();
        for (proc, graph) in graphs.iter().enumerate() {
            for (loc, node) in graph.iter().flat_map(|g| g.nodes.iter().enumerate()) {
                if let Node::Fail(label) = node {
                    targets.push((label.clone(), Place { proc, loc }));
                }
            }
        }
        let predicates = Predicates::new(&graphs);
        let given_up = FxHashSet::default();
        Prepared { program, terms, graphs, scopes, predicates, start, main, targets, given_up }
    }

    /// The check of the lowered program that a failure is one of.
    pub fn original(&self, label: &Label) -> Option<CheckId> {
        match label {
            Label::Check(c) => Some(self.program.original_check(*c)),
            Label::Unsupported(_) => None,
        }
    }

    /// Begins anew with guesses about recursive procedures; without these nothing changes.
    pub fn guess(&mut self) {
        let recursive = self.scopes.recursive.clone();
        let none = Predicates::new(&self.graphs);
        let before = std::mem::replace(&mut self.predicates, none);
        if self.refiner().guess(&recursive) == 0 {
            self.predicates = before;
        }
    }

    /// What finds predicates.
    pub fn refiner(&mut self) -> Refiner<'_> {
        Refiner {
            program: &self.program,
            terms: &mut self.terms,
            graphs: &self.graphs,
            scopes: &mut self.scopes,
            predicates: &mut self.predicates,
            products: 1,
        }
    }
}
