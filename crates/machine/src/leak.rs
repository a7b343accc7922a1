//! Leaks: live heap objects that no pointer reaches.

use maymust_program::ObjectState;
use maymust_term::Value;
use rustc_hash::FxHashSet;

use crate::machine::Machine;
use crate::state::State;

/// The first heap object that is reachable neither from static and external objects nor from globals and live frames.
pub(crate) fn first_lost(machine: &Machine<'_>, state: &State) -> Option<u32> {
    let heap = state.memory.objects_in(ObjectState::Heap);
    let reached = reachable(machine, state);
    heap.into_iter().find(|number| !reached.contains(number))
}

/// Every object that a value which may be a pointer leads to, from the roots on.
fn reachable(machine: &Machine<'_>, state: &State) -> FxHashSet<u32> {
    let memory = &state.memory;
    let mut reached = FxHashSet::default();
    let mut work: Vec<u32> = Vec::new();
    for root in [ObjectState::Static, ObjectState::Constant, ObjectState::External, ObjectState::Stack] {
        work.extend(memory.objects_in(root));
    }
    let live_regs = state.frames.iter().flat_map(|frame| {
        let regs = machine.homes.frame_size(frame.proc).0;
        state.regs[frame.base as usize..].iter().take(regs as usize)
    });
    let words = state.globals.iter().chain(live_regs).copied();
    let bigs = state.bigs.iter().chain(&state.global_bigs).filter_map(Value::as_u64);
    work.extend(words.chain(bigs).map(|w| memory.split(w).0));
    while let Some(number) = work.pop() {
        if !memory.state(number).is_live() || !reached.insert(number) {
            continue;
        }
        let pointer = machine.program.layout.bytes() as usize;
        let mut carry: Vec<u8> = Vec::new();
        memory.scan(number, &mut |_, bytes| {
            // A pointer may lie across two pages.
            carry.extend_from_slice(bytes);
            let word = |w: &[u8]| w.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            let found = carry.windows(pointer).map(word);
            work.extend(found.map(|word| memory.split(word).0).filter(|n| *n != 0 && *n < memory.next()));
            let keep = carry.len().saturating_sub(pointer - 1);
            carry.drain(..keep);
        });
    }
    reached
}
