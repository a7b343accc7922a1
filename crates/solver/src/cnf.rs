//! One clause-solver instance over a part of the gate graph: gates get variables and clauses
//! when first asked for, with the gates they need.

use crate::gate::{Gate, Graph, Lit};
use crate::limits::Reason;
use crate::sat::{Cadical, SatLimits, SatSolver};
use std::ops::Range;

/// The largest conjunction that is written as one gate.
const WIDE: usize = 64;

/// Stands for the variable of a gate that was found and is not numbered yet.
const FOUND: i32 = i32::MAX;

/// After so many gates the limits are looked at.
const GATES: usize = 1 << 14;

/// For so many variables at a time room is made: it takes much.
const ROOM: usize = 1 << 20;

/// Variables of gates, in pages: a cone is small against the graph, but its gates lie together.
#[derive(Default)]
struct Vars(Vec<Option<Box<[i32; PAGE]>>>);

const PAGE: usize = 256;

impl Vars {
    fn get(&self, node: u32) -> Option<i32> {
        let page = self.0.get(node as usize / PAGE)?.as_ref()?;
        Some(page[node as usize % PAGE]).filter(|v| *v != 0)
    }

    fn set(&mut self, node: u32, var: i32) {
        let at = node as usize / PAGE;
        if at >= self.0.len() {
            self.0.resize_with(at + 1, || None);
        }
        self.0[at].get_or_insert_with(|| Box::new([0; PAGE]))[node as usize % PAGE] = var;
    }
}

/// How variables are numbered. CaDiCaL decides great ones first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As gates are found from the roots on: best for proofs about few gates.
    AsFound,
    /// The inputs greatest, the gates next to the roots least: decisions on inputs compute what
    /// hangs on them, so that a large formula with much freedom needs few conflicts.
    InputsFirst,
}

/// An instance and the variables of gates in it.
pub struct Instance {
    sat: Box<dyn SatSolver>,
    order: Order,
    vars: Vars,
    n_vars: i32,
    n_clauses: u64,
    contradiction: bool,
    /// Values of the variables in the last positive answer.
    model: Vec<bool>,
    /// Input gates that have a variable.
    inputs: Vec<u32>,
    /// What the query at hand may cost.
    limits: SatLimits,
    /// Why clauses are missing: encoding met a limit, and there will be no answers any more.
    partial: Option<Reason>,
}

impl Default for Instance {
    fn default() -> Self {
        Self::new()
    }
}

impl Instance {
    /// An empty instance of CaDiCaL.
    pub fn new() -> Self {
        Self::with(Box::new(Cadical::new()), Order::AsFound)
    }

    /// An empty instance of a given solver.
    pub fn with(sat: Box<dyn SatSolver>, order: Order) -> Self {
        Instance {
            sat,
            order,
            vars: Vars::default(),
            n_vars: 0,
            n_clauses: 0,
            contradiction: false,
            model: Vec::new(),
            inputs: Vec::new(),
            limits: SatLimits::default(),
            partial: None,
        }
    }

    /// From here on, for another query.
    pub fn begin(&mut self, limits: &SatLimits) {
        self.limits = limits.clone();
    }

    /// Did a limit end its encoding? Then it is of no more use.
    pub fn is_partial(&self) -> bool {
        self.partial.is_some()
    }

    /// How many variables are in use.
    pub fn n_vars(&self) -> usize {
        self.n_vars as usize
    }

    /// How many clauses were added.
    pub fn n_clauses(&self) -> u64 {
        self.n_clauses
    }

    /// Has the gate a variable here?
    pub fn has(&self, node: u32) -> bool {
        self.vars.get(node).is_some()
    }

    fn add(&mut self, clause: &[i32]) {
        // Where clauses are missing, so are variables.
        if self.partial.is_some() {
            return;
        }
        self.n_clauses += 1;
        self.sat.add_clause(clause);
    }

    /// The signed variable of a literal whose gate has one.
    fn var(&self, lit: Lit) -> i32 {
        let var = self.vars.get(lit.node()).unwrap_or(FOUND);
        if lit.is_negated() { -var } else { var }
    }

    /// Variables and clauses for the cones of literals that are no constants.
    pub fn encode(&mut self, graph: &Graph, lits: &[Lit]) {
        if self.partial.is_some() {
            return;
        }
        let mut todo: Vec<u32> = lits.iter().filter(|l| !l.is_const()).map(|l| l.node()).collect();
        // New gates, with the place of their arguments in one list.
        let mut found: Vec<(u32, Range<usize>)> = Vec::new();
        let mut args: Vec<Lit> = Vec::new();
        while let Some(node) = todo.pop() {
            if self.vars.get(node).is_none() {
                if found.len() % GATES == GATES - 1 && self.is_over() {
                    return;
                }
                self.vars.set(node, FOUND);
                let start = args.len();
                self.args_of(graph, node, &mut args);
                todo.extend(args[start..].iter().map(|l| l.node()));
                found.push((node, start..args.len()));
            }
        }
        if self.order == Order::InputsFirst {
            found.sort_unstable_by_key(|f| std::cmp::Reverse(f.0));
        }
        for (i, (node, _)) in found.iter().enumerate() {
            self.n_vars += 1;
            self.vars.set(*node, self.n_vars);
            if i % ROOM == ROOM - 1 {
                self.sat.reserve(self.n_vars);
                if self.is_over() {
                    return;
                }
            }
        }
        for (i, (node, range)) in found.into_iter().enumerate() {
            if i % GATES == GATES - 1 && self.is_over() {
                return;
            }
            self.clauses_of(graph, node, &args[range]);
        }
    }

    /// Is a limit met? Then what is there stays partial.
    fn is_over(&mut self) -> bool {
        self.partial = self.partial.take().or_else(|| self.limits.exceeded());
        self.partial.is_some()
    }

    /// What the clauses of a gate are about: its arguments; a conjunction takes in those below it
    /// that nothing else uses.
    fn args_of(&self, graph: &Graph, node: u32, leaves: &mut Vec<Lit>) {
        let gate = graph.gate(node);
        let Gate::And(a, b) = gate else {
            leaves.extend(gate.args());
            return;
        };
        let most = leaves.len() + WIDE;
        let mut todo = vec![b, a];
        while let Some(lit) = todo.pop() {
            let inner = !lit.is_negated()
                && graph.uses(lit.node()) == 1
                && leaves.len() + todo.len() < most
                && self.vars.get(lit.node()).is_none();
            match graph.gate(lit.node()) {
                Gate::And(a, b) if inner => todo.extend([b, a]),
                _ => leaves.push(lit),
            }
        }
    }

    fn clauses_of(&mut self, graph: &Graph, node: u32, args: &[Lit]) {
        let out = self.var(Lit::positive(node));
        let arg = |i: usize| self.var(args[i]);
        match graph.gate(node) {
            Gate::False => self.add(&[-out]),
            Gate::Input => self.inputs.push(node),
            Gate::And(..) => {
                let mut long: Vec<i32> = args.iter().map(|l| -self.var(*l)).collect();
                for negated in &long {
                    self.add(&[-out, -negated]);
                }
                long.push(out);
                self.add(&long);
            }
            Gate::Xor(..) => {
                let (a, b) = (arg(0), arg(1));
                self.add(&[-out, a, b]);
                self.add(&[-out, -a, -b]);
                self.add(&[out, -a, b]);
                self.add(&[out, a, -b]);
            }
            Gate::Ite(..) => {
                let (c, t, e) = (arg(0), arg(1), arg(2));
                self.add(&[-c, -t, out]);
                self.add(&[-c, t, -out]);
                self.add(&[c, -e, out]);
                self.add(&[c, e, -out]);
                // Not needed, but they let the output follow when both branches agree.
                self.add(&[-t, -e, out]);
                self.add(&[t, e, -out]);
            }
            Gate::Maj(..) => {
                let (a, b, c) = (arg(0), arg(1), arg(2));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.add(&[-x, -y, out]);
                    self.add(&[x, y, -out]);
                }
            }
        }
    }

    /// Adds a clause for good.
    pub fn add_clause(&mut self, graph: &Graph, clause: &[Lit]) {
        if clause.contains(&Lit::TRUE) {
            return;
        }
        let lits: Vec<Lit> = clause.iter().copied().filter(|l| *l != Lit::FALSE).collect();
        self.encode(graph, &lits);
        let vars: Vec<i32> = lits.iter().map(|l| self.var(*l)).collect();
        self.contradiction |= vars.is_empty();
        if !vars.is_empty() {
            self.add(&vars);
        }
    }

    /// Is there an assignment under which these literals hold?
    ///
    /// # Errors
    /// The reason why it stopped without an answer.
    pub fn solve(&mut self, graph: &Graph, assumptions: &[Lit]) -> Result<bool, Reason> {
        if self.contradiction || assumptions.contains(&Lit::FALSE) {
            return Ok(false);
        }
        self.encode(graph, assumptions);
        if let Some(reason) = &self.partial {
            return Err(reason.clone());
        }
        let vars: Vec<i32> = assumptions.iter().filter(|l| !l.is_const()).map(|l| self.var(*l)).collect();
        let answer = self.sat.solve(&vars, &self.limits)?;
        if answer {
            self.model.clear();
            self.model.extend((1..=self.n_vars).map(|v| self.sat.value(v)));
        }
        Ok(answer)
    }

    /// The value of a literal in the last positive answer; `None` if it was not encoded then.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        if let Some(b) = lit.as_const() {
            return Some(b);
        }
        let var = self.vars.get(lit.node())?;
        let value = *self.model.get(var as usize - 1)?;
        Some(value != lit.is_negated())
    }

    /// Input gates that have a variable, in the order in which they got it.
    pub fn inputs(&self) -> &[u32] {
        &self.inputs
    }

    /// After a negative answer: was this assumption needed?
    pub fn failed(&self, lit: Lit) -> bool {
        if self.contradiction || lit == Lit::TRUE {
            return false;
        }
        match self.vars.get(lit.node()) {
            Some(var) => self.sat.failed(if lit.is_negated() { -var } else { var }),
            None => lit == Lit::FALSE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Clauses that are missing must not make anything satisfiable.
    #[test]
    fn an_instance_that_lacks_clauses_gives_no_answer() {
        let mut graph = Graph::default();
        let bits = graph.input_word(2 * GATES as u32);
        let last = bits.iter().copied().reduce(|a, b| graph.xor(a, b)).unwrap_or(Lit::FALSE);
        let flag = Arc::new(AtomicBool::new(true));
        let limits = SatLimits { interrupts: vec![flag.clone()], ..SatLimits::default() };
        let mut instance = Instance::new();
        instance.begin(&limits);
        assert_eq!(instance.solve(&graph, &[last]), Err(Reason::Interrupted));
        flag.store(false, Ordering::Relaxed);
        instance.add_clause(&graph, &[last, bits[0]]);
        assert_eq!(instance.solve(&graph, &[last]), Err(Reason::Interrupted));
        assert!(instance.is_partial());
        let mut other = Instance::new();
        other.begin(&limits);
        assert_eq!(other.solve(&graph, &[last]), Ok(true));
    }
}
