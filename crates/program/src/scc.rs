//! Strongly connected components of a graph, without recursion on the call stack (Tarjan's algorithm).

/// A directed graph over `0..n` in compressed form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    first: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// The graph of `n` nodes with these edges; the order of edges of one node is kept.
    pub fn new(n: usize, edges: &[(u32, u32)]) -> Self {
        let mut first = vec![0u32; n + 1];
        for (from, _) in edges {
            first[*from as usize + 1] += 1;
        }
        for i in 0..n {
            first[i + 1] += first[i];
        }
        let mut next = first.clone();
        let mut targets = vec![0; edges.len()];
        for (from, to) in edges {
            targets[next[*from as usize] as usize] = *to;
            next[*from as usize] += 1;
        }
        Self { first, targets }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Successors of a node.
    pub fn out(&self, node: u32) -> &[u32] {
        &self.targets[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }

    /// The components, successors first: a component comes after all that it has edges to.
    pub fn components(&self) -> Vec<Vec<u32>> {
        const NEW: u32 = u32::MAX;
        let n = self.len();
        let mut index = vec![NEW; n];
        let mut low = vec![0u32; n];
        let mut on_stack = vec![false; n];
        let (mut stack, mut components, mut counter) = (Vec::new(), Vec::new(), 0);
        let mut calls: Vec<(u32, usize)> = Vec::new();
        for root in 0..n as u32 {
            if index[root as usize] != NEW {
                continue;
            }
            calls.push((root, 0));
            while let Some((v, i)) = calls.last_mut() {
                let (node, at) = (*v as usize, *i);
                if at == 0 {
                    index[node] = counter;
                    low[node] = counter;
                    counter += 1;
                    stack.push(node as u32);
                    on_stack[node] = true;
                }
                if let Some(&w) = self.out(node as u32).get(at) {
                    *i += 1;
                    if index[w as usize] == NEW {
                        calls.push((w, 0));
                    } else if on_stack[w as usize] {
                        low[node] = low[node].min(index[w as usize]);
                    }
                    continue;
                }
                calls.pop();
                if let Some((parent, _)) = calls.last() {
                    low[*parent as usize] = low[*parent as usize].min(low[node]);
                }
                if low[node] == index[node] {
                    components.push(pop_component(&mut stack, &mut on_stack, node as u32));
                }
            }
        }
        components
    }
}

fn pop_component(stack: &mut Vec<u32>, on_stack: &mut [bool], root: u32) -> Vec<u32> {
    let mut component = Vec::new();
    while let Some(v) = stack.pop() {
        on_stack[v as usize] = false;
        component.push(v);
        if v == root {
            break;
        }
    }
    component.sort_unstable();
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_successors_first() {
        let g = Graph::new(6, &[(0, 1), (1, 2), (2, 1), (2, 3), (3, 3), (4, 0), (5, 5)]);
        assert_eq!(g.components(), [vec![3], vec![1, 2], vec![0], vec![4], vec![5]]);
    }

    #[test]
    fn a_long_chain_does_not_overflow() {
        let n = 200_000;
        let edges: Vec<(u32, u32)> = (0..n).map(|i| (i, (i + 1) % n)).collect();
        assert_eq!(Graph::new(n as usize, &edges).components().len(), 1);
    }
}
