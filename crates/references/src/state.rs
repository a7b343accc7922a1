//! States: globals, objects, threads with their frames, and what is known of inputs that are not chosen yet.

use std::rc::Rc;

use maymust_term::TermId;

use crate::heap::Heap;
use crate::value::Val;

/// An activation of a procedure.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The procedure, by number.
    pub proc: u32,
    /// Where it stands: of callers, after the call.
    pub loc: u32,
    /// The edge of the call it waits for.
    pub edge: u32,
    /// Its variables.
    pub vals: Vec<Val>,
}

/// A thread.
#[derive(Clone, Debug, Default)]
pub struct Thread {
    /// Activations, outermost first; empty when it has ended.
    pub frames: Vec<Frame>,
    /// Variables that each thread has for itself.
    pub own: Vec<Val>,
    /// How many atomic sections it is in.
    pub atomic: u32,
    /// Does it go round in a loop that changes nothing, for ever?
    pub stuck: bool,
}

/// A state of a run.
#[derive(Clone, Debug)]
pub struct State {
    /// Global variables.
    pub globals: Vec<Val>,
    /// Objects.
    pub heap: Heap,
    /// Threads; the first one runs the entry.
    pub threads: Vec<Thread>,
    /// The thread that runs.
    pub running: usize,
    /// May the running thread take its next step although others see it?
    pub permit: bool,
    /// What must hold of the inputs for this state to be reached, sorted.
    pub path: Rc<Vec<TermId>>,
    /// Numbers of the inputs that are in use.
    pub inputs: Rc<Vec<u32>>,
}

impl State {
    /// The running thread's innermost frame.
    pub fn top(&self) -> Option<&Frame> {
        self.threads[self.running].frames.last()
    }

    /// The same, to be changed.
    pub fn top_mut(&mut self) -> Option<&mut Frame> {
        let running = self.running;
        self.threads[running].frames.last_mut()
    }
}
