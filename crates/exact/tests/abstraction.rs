//! Abstract steps against concrete ones: every concrete step may happen, every choice is one that concrete states have, and
//! an abstraction with a wrong edge is noticed.

mod common;

use std::time::{Duration, Instant};

use common::{assertions, load};
use maymust_engine::Task;
use maymust_exact::abstraction::{Abstraction, Start};
use maymust_exact::belnap::{Must, Relation, Sides};
use maymust_exact::blocks::{Block, Graph, Kind};
use maymust_exact::model::{Model, Step};
use maymust_exact::oracle::Oracle;
use maymust_exact::predicates::{Bit, Predicates};
use maymust_exact::scope::Scopes;
use maymust_exact::space::{At, Space};
use maymust_program::{ProcId, Program};
use maymust_solver::Answer;
use maymust_term::{Symbol, TermId, Terms, Value, eval};
use rustc_hash::FxHashMap;

const SIDES: Sides = Sides { may: true, must: true };

/// Signs change, an input is read, and a procedure that calls itself.
const TEXT: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int g;
    void down(int n) { if (n > 0) { g = -g; down(n - 1); } else { g = g + 1; } }
    int main(void) { g = __VERIFIER_nondet_int(); int x = __VERIFIER_nondet_int();
      while (g > 0) { if (x < g) g = g - 1; else g = x - g; }
      down(x); if (g < 0) reach_error(); return 0; }";

struct World {
    program: Program,
    terms: Terms,
    graphs: Vec<Option<Graph>>,
    predicates: Predicates,
    oracle: Oracle,
    space: Space,
    model: Model,
}

/// The abstraction of the text over the signs of its variables.
fn world() -> World {
    let loaded = load(TEXT);
    let checks = assertions(&loaded);
    let task = Task::new(&loaded.program, checks, Duration::from_secs(60));
    let mut program = task.prepared();
    let mut scopes = Scopes::new(&program);
    let mut terms = std::mem::take(&mut program.terms);
    let mut graphs: Vec<Option<Graph>> = Vec::new();
    for i in 0..program.procs.len() {
        let is_there = scopes.reachable[i] && program.procs[i].has_body;
        graphs.push(is_there.then(|| Graph::new(&program, &mut terms, ProcId(i as u32))));
    }
    let start = Start::new(&program, &mut terms);
    let mut predicates = Predicates::new(&graphs);
    let names = ["g", "x", "n"];
    let of_name = |s: Symbol| {
        names.iter().any(|n| program.var(s).name.split(|c: char| !c.is_alphanumeric()).any(|part| part == *n))
    };
    let signed: Vec<Symbol> =
        (0..program.vars.len()).map(Symbol::from_index).filter(|s| of_name(*s)).collect();
    assert!(signed.len() >= 3, "the variables have other names");
    for (p, graph) in graphs.iter().enumerate() {
        for node in 0..graph.as_ref().map_or(0, |g| g.nodes.len()) {
            for &s in &signed {
                let place = (ProcId(p as u32), node);
                let (v, zero) = (terms.var(s), terms.bv(32, 0));
                let is_mine = maymust_exact::path::is_spoken(&scopes, &program, place.0, s);
                if terms.sort(v) == terms.sort(zero) && is_mine {
                    let below = terms.slt(v, zero);
                    let above = terms.slt(zero, v);
                    predicates.add(&program, &scopes, &mut terms, place, below);
                    predicates.add(&program, &scopes, &mut terms, place, above);
                }
            }
        }
    }
    let mut oracle = Oracle::new(&task, Instant::now() + Duration::from_secs(60)).expect("a solver");
    let mut space = Space::new(1 << 20);
    let model = Abstraction {
        program: &program,
        terms: &mut terms,
        graphs: &graphs,
        scopes: &mut scopes,
        predicates: &predicates,
        oracle: &mut oracle,
        space: &mut space,
        sides: SIDES,
    }
    .model(&start)
    .expect("room");
    World { program, terms, graphs, predicates, oracle, space, model }
}

/// Numbers at which something changes.
const NUMBERS: [i64; 9] = [i32::MIN as i64, i32::MIN as i64 + 1, -2, -1, 0, 1, 2, 3, i32::MAX as i64];

/// Some values for symbols.
fn sample(terms: &Terms, symbols: &[Symbol], seed: &mut u64) -> FxHashMap<Symbol, Value> {
    let mut values = FxHashMap::default();
    for &s in symbols {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let number = NUMBERS[(*seed >> 33) as usize % NUMBERS.len()];
        if let maymust_term::Sort::BitVec(width) = terms.symbol_sort(s) {
            values.insert(s, Value::Bv(maymust_term::BvValue::from_i64(width, number)));
        }
    }
    values
}

impl World {
    fn holds(&self, t: TermId, values: &FxHashMap<Symbol, Value>) -> bool {
        let value = |s: Symbol| {
            values
                .get(&s)
                .cloned()
                .unwrap_or_else(|| maymust_machine::zero(&self.terms, self.terms.symbol_sort(s)))
        };
        eval(&self.terms, t, &value).as_bool() == Some(true)
    }

    /// Predicates in a concrete state.
    fn bits(&self, bits: &[Bit], values: &FxHashMap<Symbol, Value>) -> Vec<bool> {
        let mut out = vec![false; self.space.n_bits()];
        for (bit, t) in bits {
            out[*bit] = self.holds(*t, values);
        }
        out
    }

    /// What is wrong with the step of a piece, if a sample shows it.
    fn wrong(
        &mut self,
        relation: &Relation,
        block: &Block,
        from: &[Bit],
        to: &[Bit],
    ) -> Option<&'static str> {
        let mut after = Vec::new();
        for (bit, t) in to {
            after.push((*bit, self.terms.substitute(*t, &block.updates)));
        }
        let mut roots = block.guard.clone();
        roots.extend(from.iter().chain(&after).map(|b| b.1));
        let symbols = self.terms.support_of(&roots);
        let inputs: Vec<Symbol> =
            block.reads.inputs.iter().map(|i| i.symbol).filter(|s| symbols.contains(s)).collect();
        let mut seed = 7;
        for _ in 0..300 {
            let values = sample(&self.terms, &symbols, &mut seed);
            let pre = self.bits(from, &values);
            let is_taken = block.guard.iter().all(|g| self.holds(*g, &values));
            let post = self.bits(&after, &values);
            let pair = ((At::Here, &pre[..]), (At::Next, &post[..]));
            if is_taken && !self.space.contains_pair(&relation.may, pair.0, pair.1) {
                return Some("a may step is missing");
            }
            let Must::Choices(choices) = &relation.must else { return Some("an exact step") };
            for choice in choices.clone() {
                if !self.space.contains(&choice.sure, At::Here, &pre) {
                    continue;
                }
                if inputs.is_empty() {
                    if !is_taken || !self.space.contains_pair(&choice.may, pair.0, pair.1) {
                        return Some("a must step is too many");
                    }
                } else if !self.can(&choice.may, block, &pre, &after, &values, &inputs) {
                    return Some("a must step is too many");
                }
            }
        }
        None
    }

    /// Is there an input with which a concrete state takes the piece and gets where a choice says?
    fn can(
        &mut self,
        may: &maymust_solver::bdd::Bdd,
        block: &Block,
        pre: &[bool],
        after: &[Bit],
        values: &FxHashMap<Symbol, Value>,
        inputs: &[Symbol],
    ) -> bool {
        let mut map = FxHashMap::default();
        for (s, v) in values.iter().filter(|(s, _)| !inputs.contains(s)) {
            map.insert(*s, self.terms.value(v).expect("a constant"));
        }
        let mut facts = self.terms.substitute_all(&block.guard, &map);
        for post in 0..1u32 << after.len() {
            let mut state = vec![false; self.space.n_bits()];
            let known = facts.len();
            for (i, (bit, t)) in after.iter().enumerate() {
                state[*bit] = post >> i & 1 == 1;
                let t = self.terms.substitute(*t, &map);
                facts.push(if state[*bit] { t } else { self.terms.not(t) });
            }
            if self.space.contains_pair(may, (At::Here, pre), (At::Next, &state))
                && self.oracle.check(&mut self.terms, &facts) == Answer::Sat
            {
                return true;
            }
            facts.truncate(known);
        }
        false
    }

    /// All pieces with their relations and the predicates at their ends.
    fn pieces(&self) -> Vec<(Relation, Block, Vec<Bit>, Vec<Bit>)> {
        let mut out = Vec::new();
        for (p, graph) in self.graphs.iter().enumerate() {
            let Some(graph) = graph else { continue };
            for (edge, abstracted) in graph.edges.iter().zip(&self.model.procs[p].edges) {
                if let (Kind::Block(block), Step::Local(relation)) = (&edge.kind, &abstracted.step) {
                    let at = |node| self.predicates.at(ProcId(p as u32), graph, node);
                    out.push((relation.clone(), block.clone(), at(edge.from), at(edge.to)));
                }
            }
        }
        out
    }
}

#[test]
fn every_concrete_step_is_there_and_every_choice_is_one() {
    let mut world = world();
    let pieces = world.pieces();
    assert!(pieces.len() > 5 && !world.program.procs.is_empty());
    for (relation, block, from, to) in pieces {
        assert_eq!(world.wrong(&relation, &block, &from, &to), None);
    }
}

#[test]
fn a_missing_may_step_is_noticed() {
    let mut world = world();
    let mut noticed = 0;
    for (relation, block, from, to) in world.pieces() {
        let Some(pair) = world.space.pick(&relation.may, &[At::Here, At::Next]) else { continue };
        let here = world.space.state(At::Here, pair[0].iter().copied().enumerate()).expect("room");
        let next = world.space.state(At::Next, pair[1].iter().copied().enumerate()).expect("room");
        let less = relation.may.and(&here.and(&next).expect("room").not().expect("room")).expect("room");
        let mutant = Relation { may: less, ..relation };
        noticed += usize::from(world.wrong(&mutant, &block, &from, &to) == Some("a may step is missing"));
    }
    assert!(noticed >= 3, "{noticed} mutants noticed");
}

#[test]
fn a_must_step_too_many_is_noticed() {
    let mut world = world();
    let (mut mutants, mut noticed) = (0, 0);
    for (relation, block, from, to) in world.pieces() {
        let Must::Choices(choices) = &relation.must else { continue };
        let all = world.space.tru();
        let Some(choice) = choices.iter().find(|c| c.sure != all) else { continue };
        let mutant = maymust_exact::belnap::Choice { sure: all, may: choice.may.clone() };
        let mutant = Relation { may: relation.may.clone(), must: Must::Choices(vec![mutant]) };
        mutants += 1;
        noticed += usize::from(world.wrong(&mutant, &block, &from, &to) == Some("a must step is too many"));
    }
    assert!(mutants >= 3 && noticed == mutants, "{noticed} of {mutants} mutants noticed");
}
