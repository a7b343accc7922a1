//! Local variables that are never read before they are written.

use rustc_hash::FxHashMap;

use crate::builder::ends_run;
use crate::{Input, LocId, Op, Proc, ProcId, Program, VarId, VarKind};

/// Which variables are read before they are written, found out when somebody asks.
pub struct Unset<'p> {
    program: &'p Program,
    known: FxHashMap<VarId, bool>,
    /// By procedure: what each edge reads.
    reads: FxHashMap<ProcId, Vec<Vec<VarId>>>,
}

impl<'p> Unset<'p> {
    /// Nothing is known so far.
    pub fn new(program: &'p Program) -> Unset<'p> {
        Unset { program, known: FxHashMap::default(), reads: FxHashMap::default() }
    }

    /// May a way through its procedure read the variable between an arbitrary value that it gets because it is not initialised and the
    /// next write?
    pub fn may_be_read(&mut self, v: VarId) -> bool {
        if let Some(known) = self.known.get(&v) {
            return *known;
        }
        let VarKind::Local(id) = self.program.var(v).kind else { return true };
        let (program, proc) = (self.program, self.program.proc(id));
        let all = || proc.edges.iter().map(|e| program.terms.support_of(&e.op.terms())).collect();
        let reads = self.reads.entry(id).or_insert_with(all);
        let starts =
            proc.edges.iter().filter(|e| matches!(&e.op, Op::Havoc(to, Input::Uninitialised(_)) if *to == v));
        let found = is_read(program, proc, reads, v, starts.map(|e| e.to).collect());
        self.known.insert(v, found);
        found
    }
}

/// Is the variable read on a way from one of these locations, before it is written?
fn is_read(program: &Program, proc: &Proc, reads: &[Vec<VarId>], v: VarId, from: Vec<LocId>) -> bool {
    let mut seen = vec![false; proc.locs as usize];
    let mut work = from;
    while let Some(loc) = work.pop() {
        if loc == proc.exit && proc.result == Some(v) {
            return true;
        }
        if std::mem::replace(&mut seen[loc.index()], true) {
            continue;
        }
        for (id, edge) in proc.successors(loc) {
            if reads[id.index()].contains(&v) {
                return true;
            }
            if edge.op.target() != Some(v) && !ends_run(program, &edge.op) {
                work.push(edge.to);
            }
        }
    }
    false
}
