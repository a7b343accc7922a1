//! Watching a run: every edge, and the values it assigns.

use maymust_program::{EdgeId, ProcId, VarId};
use maymust_term::Value;

use crate::State;

/// Is told what a run does, edge by edge.
pub trait Observer {
    /// An edge is about to start in this state.
    fn before(&mut self, _state: &State) {}

    /// An edge starts.
    fn edge(&mut self, proc: ProcId, edge: EdgeId);

    /// The edge has assigned a variable.
    fn assigned(&mut self, _var: VarId, _value: &Value) {}

    /// The edge has written memory, which is this state's.
    fn stored(&mut self, _state: &State, _address: u64, _bytes: &[u8]) {}
}

/// One edge of a trace.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The procedure.
    pub proc: ProcId,
    /// The edge.
    pub edge: EdgeId,
    /// Variables assigned, with their values.
    pub values: Vec<(VarId, Value)>,
    /// Memory written.
    pub stores: Vec<(u64, Vec<u8>)>,
}

/// A trace that is kept.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// The edges in order.
    pub steps: Vec<Step>,
}

impl Observer for Trace {
    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        self.steps.push(Step { proc, edge, values: Vec::new(), stores: Vec::new() });
    }

    fn assigned(&mut self, var: VarId, value: &Value) {
        if let Some(step) = self.steps.last_mut() {
            step.values.push((var, value.clone()));
        }
    }

    fn stored(&mut self, _state: &State, address: u64, bytes: &[u8]) {
        if let Some(step) = self.steps.last_mut() {
            step.stores.push((address, bytes.to_vec()));
        }
    }
}
