//! Folding: of a loop that runs for long, the first iteration and the last are told, and how many there are between.

use maymust_program::{LocId, ProcId, Program, loops::LoopTree};
use std::collections::HashMap;

use super::record::Line;

/// More lines than these are not kept.
const LINES: usize = 4_000;
/// How many of the first ones are kept then.
const FIRST: usize = 1_000;

/// The lines so far, and the loops that are being executed.
#[derive(Default)]
pub(super) struct Folded {
    pub(super) lines: Vec<Line>,
    /// Lines that were dropped because there are too many.
    pub(super) omitted: u64,
    /// Iterations that are left out before the next line.
    pending: u64,
    activations: Vec<Activation>,
    /// Only looked up, never iterated.
    trees: HashMap<ProcId, LoopTree>,
}

/// An activation of a function, by its depth among all.
struct Activation {
    depth: usize,
    loops: Vec<Open>,
}

/// A loop that is being executed.
struct Open {
    header: LocId,
    /// Where the lines of its second iteration begin.
    second: Option<usize>,
    /// Iterations that are left out.
    folded: u64,
}

impl Folded {
    /// The innermost activation is now one of this depth.
    pub(super) fn at_depth(&mut self, depth: usize) {
        while self.activations.last().is_some_and(|a| a.depth > depth) {
            self.activations.pop();
        }
        if self.activations.last().is_none_or(|a| a.depth < depth) {
            self.activations.push(Activation { depth, loops: Vec::new() });
        }
    }

    /// The innermost activation comes to a location, which stands at a line of the source.
    pub(super) fn at_location(&mut self, program: &Program, proc: ProcId, at: LocId, line: Option<u32>) {
        let tree = self.trees.entry(proc).or_insert_with(|| LoopTree::new(program.proc(proc)));
        let Some(activation) = self.activations.last_mut() else { return };
        let is_inside = |header: LocId| {
            let mut inner = tree.innermost.get(at.index()).copied().flatten();
            while let Some(id) = inner {
                let data = &tree.loops[id.index()];
                if data.header == header {
                    return true;
                }
                inner = data.parent;
            }
            false
        };
        while activation.loops.last().is_some_and(|l| !is_inside(l.header)) {
            activation.loops.pop();
        }
        let is_header = |id: &maymust_program::loops::LoopId| tree.loops[id.index()].header == at;
        if tree.innermost.get(at.index()).copied().flatten().filter(is_header).is_none() {
            return;
        }
        match activation.loops.last_mut() {
            Some(open) if open.header == at => {
                self.pending = open.next_iteration(&mut self.lines, line);
            }
            _ => activation.loops.push(Open { header: at, second: None, folded: 0 }),
        }
    }

    /// Another line.
    pub(super) fn push(&mut self, mut line: Line) {
        line.folded += std::mem::take(&mut self.pending);
        if self.lines.len() >= LINES {
            // What is dropped may be what a loop would be folded to.
            let drop = LINES / 2;
            self.omitted += self.lines.drain(FIRST..FIRST + drop).map(|l| 1 + l.folded).sum::<u64>();
            for open in self.activations.iter_mut().flat_map(|a| &mut a.loops) {
                open.second = open.second.map(|at| if at > FIRST + drop { at - drop } else { usize::MAX });
            }
        }
        self.lines.push(line);
    }
}

impl Open {
    /// Another iteration begins, at a line: what was told of the one before is dropped, unless it was the first. Gives how many iterations
    /// are to be told of at the next line, if any.
    fn next_iteration(&mut self, lines: &mut Vec<Line>, line: Option<u32>) -> u64 {
        let Some(second) = self.second else {
            self.second = Some(lines.len());
            return 0;
        };
        if second >= lines.len() {
            return 0;
        }
        self.folded += 1;
        // The head of a `for` counts up at the end of an iteration: that belongs to the next one.
        let head = lines.pop().filter(|l| Some(l.place.line) == line);
        lines.truncate(second);
        let Some(mut head) = head else { return self.folded };
        head.folded = self.folded;
        head.resumed = false;
        lines.push(head);
        0
    }
}
