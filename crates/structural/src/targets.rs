//! What the engine asks: checks one by one, checks of library models together, and what is not modelled.

use maymust_program::{CheckId, EdgeId, Op, ProcId, Program};
use rustc_hash::FxHashSet;

use crate::summary::Target;

/// Checks in a row as one target.
pub fn together(checks: &[CheckId]) -> Option<Target> {
    match checks {
        [] => None,
        [c] => Some(Target::Check(*c)),
        [first, .., last] => Some(Target::Checks(*first, *last)),
    }
}

/// All targets of a program.
#[derive(Default)]
pub struct Targets {
    /// Checks of the program's own procedures.
    pub own: Vec<CheckId>,
    /// Checks of library models.
    pub library: Vec<CheckId>,
    /// What is not modelled.
    pub others: Vec<Target>,
}

impl Targets {
    /// Of a prepared program, whose checks are those of the lowered one.
    pub fn new(program: &Program, lowered: &Program, asked: &FxHashSet<CheckId>) -> Targets {
        let mut all = Targets::default();
        for (p, proc) in program.procs.iter().enumerate() {
            for (e, edge) in proc.edges.iter().enumerate() {
                match &edge.op {
                    Op::Check(check, _) => {
                        let check = program.original_check(*check);
                        if asked.contains(&check) {
                            let home = lowered.checks[check.index()].proc;
                            let is_library = lowered.proc(home).is_library();
                            let list = if is_library { &mut all.library } else { &mut all.own };
                            list.push(check);
                        }
                    }
                    Op::Unsupported(_) | Op::CallPointer { .. } | Op::Spawn { .. } | Op::Block { .. } => {
                        all.others.push(Target::Unsupported(ProcId(p as u32), EdgeId(e as u32)));
                    }
                    _ => {}
                }
            }
        }
        for list in [&mut all.own, &mut all.library] {
            list.sort_unstable();
            list.dedup();
        }
        all
    }

    /// Each by itself.
    pub fn single(&self) -> impl Iterator<Item = Target> {
        let checks = self.own.iter().chain(&self.library).map(|c| Target::Check(*c));
        checks.chain(self.others.iter().copied())
    }

    /// As they are asked: the program's own checks, what would block their proofs, then library models, whose many checks mostly
    /// hold together.
    pub fn together(&self) -> Vec<Target> {
        let own = self.own.iter().map(|c| Target::Check(*c));
        let library = self.library.chunk_by(|a, b| {
            let at = self.own.partition_point(|c| c < a);
            self.own.get(at).is_none_or(|c| c > b)
        });
        own.chain(self.others.iter().copied()).chain(library.filter_map(together)).collect()
    }
}
