//! Post-dominators and control dependence of a procedure.
//!
//! The graph has one more node, the *end*: the exit leads there, and so does every edge after which nothing
//! follows (a halt, a failed check, a call that never returns) and every location without edges. Locations from which no
//! path leads to the end (endless loops) get an edge to it, so that each location has a post-dominator.

use crate::builder::ends_run;
use crate::scc::Graph;
use crate::{LocId, Op, Proc, ProcId, Program};

/// Post-dominators and control dependence of a procedure.
#[derive(Clone, Debug)]
pub struct ControlFlow {
    /// Immediate post-dominators by location; none: the end.
    pub post_dominator: Vec<Option<LocId>>,
    /// By location: the branching locations that decide whether it is reached.
    pub controllers: Vec<Vec<LocId>>,
}

impl ControlFlow {
    /// Analyses a procedure; `returns` says which procedures can return.
    pub fn new(program: &Program, proc: &Proc, returns: &[bool]) -> ControlFlow {
        let n = proc.locs as usize;
        let end = n as u32;
        let mut edges: Vec<(u32, u32)> = Vec::with_capacity(proc.edges.len() + 1);
        let mut leaves = vec![false; n];
        for e in &proc.edges {
            let to = if stops(program, &e.op, returns) { end } else { e.to.0 };
            edges.push((e.from.0, to));
            leaves[e.from.index()] = true;
        }
        edges.extend((0..n as u32).filter(|l| !leaves[*l as usize]).map(|l| (l, end)));
        lead_to_end(n, &mut edges);
        let forward = Graph::new(n + 1, &edges);
        let dominator = post_dominators(n, &edges, &forward);
        let mut controllers = vec![Vec::new(); n];
        for l in 0..n as u32 {
            if forward.out(l).len() < 2 {
                continue;
            }
            for &s in forward.out(l) {
                let mut at = s;
                while at != end && at != dominator[l as usize] {
                    let list: &mut Vec<LocId> = &mut controllers[at as usize];
                    if list.last() != Some(&LocId(l)) {
                        list.push(LocId(l));
                    }
                    at = dominator[at as usize];
                }
            }
        }
        let post_dominator = dominator[..n].iter().map(|d| (*d != end).then_some(LocId(*d))).collect();
        ControlFlow { post_dominator, controllers }
    }
}

/// Which procedures can return to their callers?
pub fn returning(program: &Program) -> Vec<bool> {
    let n = program.procs.len();
    let mut returns: Vec<bool> = program.procs.iter().map(|p| !p.has_body).collect();
    let mut callers: Vec<Vec<u32>> = vec![Vec::new(); n];
    for (p, proc) in program.procs.iter().enumerate() {
        for e in &proc.edges {
            if let Op::Call { proc: callee, .. } = e.op {
                callers[callee.index()].push(p as u32);
            }
        }
    }
    let mut work: Vec<u32> = (0..n as u32).rev().collect();
    while let Some(p) = work.pop() {
        if !returns[p as usize] && reaches_exit(program, &program.procs[p as usize], &returns) {
            returns[p as usize] = true;
            work.extend(&callers[p as usize]);
        }
    }
    returns
}

fn reaches_exit(program: &Program, proc: &Proc, returns: &[bool]) -> bool {
    let mut seen = vec![false; proc.locs as usize];
    let mut stack = vec![proc.entry];
    while let Some(l) = stack.pop() {
        if l == proc.exit {
            return true;
        }
        if !std::mem::replace(&mut seen[l.index()], true) {
            let next = proc.successors(l).filter(|(_, e)| !stops(program, &e.op, returns));
            stack.extend(next.map(|(_, e)| e.to));
        }
    }
    false
}

/// Does nothing follow the operation?
pub fn stops(program: &Program, op: &Op, returns: &[bool]) -> bool {
    let never = |p: &ProcId| !returns[p.index()];
    ends_run(program, op) || matches!(op, Op::Call { proc, .. } if never(proc))
}

/// Adds edges so that the end (node `n`) is reached from everywhere.
fn lead_to_end(n: usize, edges: &mut Vec<(u32, u32)>) {
    let backward: Vec<(u32, u32)> = edges.iter().map(|(a, b)| (*b, *a)).collect();
    let backward = Graph::new(n + 1, &backward);
    let mut seen = vec![false; n + 1];
    let mut stack = vec![n as u32];
    let mut last = n as u32;
    loop {
        while let Some(v) = stack.pop() {
            if !std::mem::replace(&mut seen[v as usize], true) {
                stack.extend_from_slice(backward.out(v));
            }
        }
        // The last location of an endless loop leads to the end.
        while last > 0 && seen[last as usize - 1] {
            last -= 1;
        }
        let Some(stuck) = last.checked_sub(1) else { return };
        edges.push((stuck, n as u32));
        stack.push(stuck);
    }
}

/// Immediate post-dominators; the end is node `n` and its own. (Cooper, Harvey and Kennedy's iteration.)
fn post_dominators(n: usize, edges: &[(u32, u32)], forward: &Graph) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let backward: Vec<(u32, u32)> = edges.iter().map(|(a, b)| (*b, *a)).collect();
    let order = post_order(&Graph::new(n + 1, &backward), n as u32);
    let mut number = vec![0u32; n + 1];
    for (i, v) in order.iter().enumerate() {
        number[*v as usize] = i as u32;
    }
    let mut dominator = vec![NONE; n + 1];
    dominator[n] = n as u32;
    let mut changed = true;
    while changed {
        changed = false;
        for &v in order.iter().rev().filter(|v| **v != n as u32) {
            let mut new = NONE;
            for &s in forward.out(v).iter().filter(|s| dominator[**s as usize] != NONE) {
                new = if new == NONE { s } else { meet(&dominator, &number, new, s) };
            }
            if dominator[v as usize] != new {
                dominator[v as usize] = new;
                changed = true;
            }
        }
    }
    dominator
}

fn meet(dominator: &[u32], number: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while number[a as usize] < number[b as usize] {
            a = dominator[a as usize];
        }
        while number[b as usize] < number[a as usize] {
            b = dominator[b as usize];
        }
    }
    a
}

fn post_order(graph: &Graph, root: u32) -> Vec<u32> {
    let mut seen = vec![false; graph.len()];
    let mut order = Vec::with_capacity(graph.len());
    let mut stack = vec![(root, 0)];
    seen[root as usize] = true;
    while let Some((v, i)) = stack.last_mut() {
        match graph.out(*v).get(*i) {
            Some(&s) => {
                *i += 1;
                if !std::mem::replace(&mut seen[s as usize], true) {
                    stack.push((s, 0));
                }
            }
            None => {
                order.push(*v);
                stack.pop();
            }
        }
    }
    order
}
