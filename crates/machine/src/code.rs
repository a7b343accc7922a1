//! The code of a procedure: its instructions, and the tables of what does not fit into them.

use std::sync::Arc;

use maymust_program::{CheckId, EdgeId, Input, LocId, ObjectState, ProcId, VarId};
use maymust_term::{Op, Sort, TermId};

use crate::inst::{Inst, Reg};
use crate::layout::Place;
use crate::races::Touch;

/// A call.
#[derive(Clone, Debug)]
pub(crate) struct CallInfo {
    /// Callee; none for a call through a pointer.
    pub(crate) proc: Option<ProcId>,
    /// The pointer.
    pub(crate) pointer: Reg,
    pub(crate) args: Vec<(Place, Sort)>,
    /// Registers of the arguments and of the callee's parameters, for plain calls.
    pub(crate) moves: Vec<(Reg, Reg)>,
    pub(crate) result: Option<VarId>,
    /// The register of the result, or [`NO_REGISTER`].
    pub(crate) result_register: Reg,
    pub(crate) check: Option<CheckId>,
    pub(crate) to: LocId,
    pub(crate) edge: EdgeId,
}

/// An application of an operator by its meaning.
#[derive(Clone, Debug)]
pub(crate) struct ApplyInfo {
    pub(crate) op: Op,
    pub(crate) args: Vec<(Place, Sort)>,
    pub(crate) dst: Place,
}

/// A load or store of unusual size.
#[derive(Clone, Debug)]
pub(crate) struct AnyAccess {
    pub(crate) address: Reg,
    pub(crate) value: Place,
    pub(crate) sort: Sort,
    pub(crate) bytes: u32,
    pub(crate) quiet: bool,
}

/// An arbitrary value.
#[derive(Clone, Debug)]
pub(crate) struct HavocInfo {
    pub(crate) var: VarId,
    pub(crate) input: Input,
}

/// An allocation.
#[derive(Clone, Debug)]
pub(crate) struct AllocateInfo {
    pub(crate) result: VarId,
    pub(crate) size: Reg,
    pub(crate) state: ObjectState,
    pub(crate) zeroed: bool,
}

/// Targets of a switch by value.
#[derive(Clone, Debug)]
pub(crate) enum SwitchTable {
    /// Targets of `base`, `base + 1`, …
    Dense { base: u64, targets: Vec<u32>, other: u32 },
    /// Sorted by value.
    Sorted { targets: Vec<(u64, u32)>, other: u32 },
}

impl SwitchTable {
    #[inline]
    pub(crate) fn target(&self, value: u64) -> u32 {
        match self {
            SwitchTable::Dense { base, targets, other } => {
                let index = value.wrapping_sub(*base);
                usize::try_from(index).ok().and_then(|i| targets.get(i)).copied().unwrap_or(*other)
            }
            SwitchTable::Sorted { targets, other } => {
                targets.binary_search_by_key(&value, |t| t.0).map_or(*other, |i| targets[i].1)
            }
        }
    }
}

/// The code of a procedure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) insts: Vec<Inst>,
    /// First position of each edge's code, sorted; out-of-line code comes again later.
    pub(crate) places: Vec<(u32, EdgeId)>,
    /// Where the code of a location starts; `NOWHERE` if a run cannot enter there.
    pub(crate) entries: Vec<u32>,
    /// Where the procedure starts: location and position.
    pub(crate) entry: u32,
    pub(crate) entry_pc: u32,
    /// Constants, and the register of the first.
    pub(crate) consts: Vec<u64>,
    pub(crate) const_base: u32,
    /// What the first registers of a frame start as: zeros for the variables, then the constants.
    pub(crate) image: Vec<u64>,
    /// Where the parameters are.
    pub(crate) params: Vec<Place>,
    /// Where the result is.
    pub(crate) result: Option<Place>,
    /// The register of the result, or [`NO_REGISTER`].
    pub(crate) result_register: Reg,
    /// Registers and big values of a frame.
    pub(crate) regs: u32,
    pub(crate) bigs: u32,
    /// On a fault at the first position go on at the second: the checks of the access, one by one.
    pub(crate) faults: Vec<(u32, u32)>,
    /// Constants of range tests: what is added, and the limit.
    pub(crate) ranges: Vec<(u64, u64)>,
    /// The locations of jumps back with tests.
    pub(crate) loops: Vec<(u32, LocId)>,
    pub(crate) calls: Vec<CallInfo>,
    pub(crate) applies: Vec<ApplyInfo>,
    pub(crate) evals: Vec<(TermId, Place)>,
    pub(crate) accesses: Vec<AnyAccess>,
    pub(crate) array_assigns: Vec<(VarId, TermId)>,
    pub(crate) havocs: Vec<HavocInfo>,
    pub(crate) allocates: Vec<AllocateInfo>,
    pub(crate) data: Vec<Arc<[u8]>>,
    pub(crate) reasons: Vec<Arc<str>>,
    pub(crate) switches: Vec<SwitchTable>,
    pub(crate) touches: Vec<Touch>,
}

/// No entry.
pub(crate) const NOWHERE: u32 = u32::MAX;
/// No value, or one that is not in one register of a frame.
pub(crate) const NO_REGISTER: Reg = u32::MAX;

impl Code {
    /// The edge that an instruction belongs to.
    pub(crate) fn edge_at(&self, pc: u32) -> Option<EdgeId> {
        let i = self.places.partition_point(|p| p.0 <= pc);
        i.checked_sub(1).map(|i| self.places[i].1)
    }

    /// The location of a jump back with its test.
    #[cold]
    #[inline(never)]
    pub(crate) fn loop_location(&self, pc: u32) -> LocId {
        self.loops.binary_search_by_key(&pc, |l| l.0).map_or(LocId(0), |i| self.loops[i].1)
    }

    /// Where to go on after a fault.
    #[cold]
    #[inline(never)]
    pub(crate) fn fault_target(&self, pc: u32) -> Option<u32> {
        self.faults.binary_search_by_key(&pc, |f| f.0).ok().map(|i| self.faults[i].1)
    }
}
