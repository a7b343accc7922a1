//! A state of a run: frames, registers, globals, memory. Cheap to clone, and a run can go on from every clone.

use maymust_program::{EdgeId, LocId, ProcId, VarId};
use maymust_term::Value;

use crate::inputs::Record;
use crate::memory::Memory;
use crate::races::Races;
use crate::threads::Threads;

/// An activation of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The procedure.
    pub proc: ProcId,
    /// Where it goes on: for the callers, after the call.
    pub loc: LocId,
    /// The edge it is at: for the callers, the call.
    pub edge: EdgeId,
    pub(crate) base: u32,
    pub(crate) big_base: u32,
    /// What gets the result of the call it is waiting for.
    pub(crate) result: Option<VarId>,
    /// The register of that, or [`NO_REGISTER`](crate::code::NO_REGISTER).
    pub(crate) result_register: u32,
}

/// A state of a run.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) frames: Vec<Frame>,
    pub(crate) regs: Vec<u64>,
    pub(crate) bigs: Vec<Value>,
    pub(crate) globals: Vec<u64>,
    pub(crate) global_bigs: Vec<Value>,
    pub(crate) threads: Threads,
    /// What is known of accesses, if races are looked for.
    pub(crate) races: Option<Box<Races>>,
    /// Memory.
    pub memory: Memory,
    /// What the last procedure returned, once it has.
    pub returned: Option<Value>,
    /// The inputs used so far, if they are recorded.
    pub record: Record,
    /// Steps taken: edges in stepped runs, else loop iterations and calls.
    pub steps: u64,
}

impl State {
    /// The activations of the running thread, outermost first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The innermost activation.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// Has the run read memory that it had not written? Only a machine that watches this knows.
    pub fn has_read_unset(&self) -> bool {
        self.memory.has_read_unset()
    }

    /// Is it the same state as an earlier one of this run (of one thread)? What was read so far does not count.
    pub fn same(&self, earlier: &State) -> bool {
        self.frames == earlier.frames
            && self.regs == earlier.regs
            && self.bigs == earlier.bigs
            && self.same_around(earlier)
    }

    /// Is the innermost activation the same as the innermost one of an earlier state, with the same globals and memory?
    pub fn same_top(&self, earlier: &State) -> bool {
        let (Some(now), Some(then)) = (self.top(), earlier.top()) else { return false };
        let regs = |s: &'_ State, f: &Frame| s.regs[f.base as usize..].to_vec();
        let bigs = |s: &'_ State, f: &Frame| s.bigs[f.big_base as usize..].to_vec();
        (now.proc, now.loc) == (then.proc, then.loc)
            && regs(self, now) == regs(earlier, then)
            && bigs(self, now) == bigs(earlier, then)
            && self.same_around(earlier)
    }

    /// Are globals and memory the same as in an earlier state?
    pub fn same_around(&self, earlier: &State) -> bool {
        self.globals == earlier.globals
            && self.global_bigs == earlier.global_bigs
            && self.memory.same(&earlier.memory)
    }

    /// Is the run over?
    pub fn is_over(&self) -> bool {
        self.threads().all(|t| t.frames.is_empty())
    }
}
