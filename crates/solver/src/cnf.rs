//! One clause-solver instance over a part of the gate graph: gates get variables and clauses
//! when first asked for, with the gates they need.

use crate::gate::{Gate, Graph, Lit};
use crate::limits::Reason;
use crate::sat::{Cadical, SatLimits, SatSolver};
use rustc_hash::FxHashMap;

/// The largest conjunction that is written as one gate.
const WIDE: usize = 64;

/// An instance and the variables of gates in it.
pub struct Instance {
    sat: Box<dyn SatSolver>,
    vars: FxHashMap<u32, i32>,
    n_vars: i32,
    n_clauses: u64,
    queue: Vec<u32>,
    contradiction: bool,
    /// Values of the variables in the last positive answer.
    model: Vec<bool>,
    /// Input gates that have a variable.
    inputs: Vec<u32>,
}

impl Default for Instance {
    fn default() -> Self {
        Self::new()
    }
}

impl Instance {
    /// An empty instance of CaDiCaL.
    pub fn new() -> Self {
        Self::with(Box::new(Cadical::new()))
    }

    /// An empty instance of a given solver.
    pub fn with(sat: Box<dyn SatSolver>) -> Self {
        Instance {
            sat,
            vars: FxHashMap::default(),
            n_vars: 0,
            n_clauses: 0,
            queue: Vec::new(),
            contradiction: false,
            model: Vec::new(),
            inputs: Vec::new(),
        }
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
        self.vars.contains_key(&node)
    }

    fn add(&mut self, clause: &[i32]) {
        self.n_clauses += 1;
        self.sat.add_clause(clause);
    }

    fn var(&mut self, lit: Lit) -> i32 {
        let node = lit.node();
        let var = match self.vars.get(&node) {
            Some(&v) => v,
            None => {
                self.n_vars += 1;
                self.vars.insert(node, self.n_vars);
                self.queue.push(node);
                self.n_vars
            }
        };
        if lit.is_negated() { -var } else { var }
    }

    /// The variable of a literal that is no constant, with clauses for all its cone.
    pub fn encode(&mut self, graph: &Graph, lit: Lit) -> i32 {
        let var = self.var(lit);
        while let Some(node) = self.queue.pop() {
            self.clauses_of(graph, node);
        }
        var
    }

    fn clauses_of(&mut self, graph: &Graph, node: u32) {
        let out = self.vars[&node];
        match graph.gate(node) {
            Gate::False => self.add(&[-out]),
            Gate::Input => self.inputs.push(node),
            Gate::And(..) => self.clauses_of_and(graph, node, out),
            Gate::Xor(a, b) => {
                let (a, b) = (self.var(a), self.var(b));
                self.add(&[-out, a, b]);
                self.add(&[-out, -a, -b]);
                self.add(&[out, -a, b]);
                self.add(&[out, a, -b]);
            }
            Gate::Ite(c, t, e) => {
                let (c, t, e) = (self.var(c), self.var(t), self.var(e));
                self.add(&[-c, -t, out]);
                self.add(&[-c, t, -out]);
                self.add(&[c, -e, out]);
                self.add(&[c, e, -out]);
                // Not needed, but they let the output follow when both branches agree.
                self.add(&[-t, -e, out]);
                self.add(&[t, e, -out]);
            }
            Gate::Maj(a, b, c) => {
                let (a, b, c) = (self.var(a), self.var(b), self.var(c));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.add(&[-x, -y, out]);
                    self.add(&[x, y, -out]);
                }
            }
        }
    }

    /// A conjunction takes in those below it that nothing else uses.
    fn clauses_of_and(&mut self, graph: &Graph, node: u32, out: i32) {
        let mut leaves: Vec<Lit> = Vec::new();
        let mut todo = vec![Lit::positive(node)];
        while let Some(lit) = todo.pop() {
            let inner = lit.node() == node
                || (!lit.is_negated()
                    && graph.uses(lit.node()) == 1
                    && leaves.len() + todo.len() < WIDE
                    && !self.vars.contains_key(&lit.node()));
            match graph.gate(lit.node()) {
                Gate::And(a, b) if inner => todo.extend([b, a]),
                _ => leaves.push(lit),
            }
        }
        let mut long: Vec<i32> = Vec::with_capacity(leaves.len() + 1);
        for leaf in leaves {
            let var = self.var(leaf);
            self.add(&[-out, var]);
            long.push(-var);
        }
        long.push(out);
        self.add(&long);
    }

    /// Adds a clause for good.
    pub fn add_clause(&mut self, graph: &Graph, clause: &[Lit]) {
        if clause.contains(&Lit::TRUE) {
            return;
        }
        let lits: Vec<Lit> = clause.iter().copied().filter(|l| *l != Lit::FALSE).collect();
        let vars: Vec<i32> = lits.iter().map(|l| self.encode(graph, *l)).collect();
        self.contradiction |= vars.is_empty();
        if !vars.is_empty() {
            self.add(&vars);
        }
    }

    /// Is there an assignment under which these literals hold?
    ///
    /// # Errors
    /// The reason why it stopped without an answer.
    pub fn solve(&mut self, graph: &Graph, assumptions: &[Lit], limits: &SatLimits) -> Result<bool, Reason> {
        if self.contradiction || assumptions.contains(&Lit::FALSE) {
            return Ok(false);
        }
        let vars: Vec<i32> =
            assumptions.iter().filter(|l| !l.is_const()).map(|l| self.encode(graph, *l)).collect();
        let answer = self.sat.solve(&vars, limits)?;
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
        let var = *self.vars.get(&lit.node())?;
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
        match self.vars.get(&lit.node()) {
            Some(&var) => self.sat.failed(if lit.is_negated() { -var } else { var }),
            None => lit == Lit::FALSE,
        }
    }
}
