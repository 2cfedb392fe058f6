//! The order in which the blocks of a function are executed, with its loops unrolled.
//!
//! Blocks are ranked so that every edge but those back to the head of a loop goes to a higher rank and the
//! blocks of a loop are together. A loop is a strongly connected part of the graph; its head is the block
//! that it is entered by (the first, if there are several), and inside, without the edges to the head, the
//! same is done again. A block in the n-th round of a loop comes after all blocks of the round before and
//! before all blocks behind the loop, so executing in this order meets every path to a block before the block
//! itself, and paths can be merged there.

use raceproof_ir::Function;

/// Where a block is among the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rank {
    /// The rank among the parts at each level of nesting.
    pub ranks: Vec<u32>,
    /// The heads of the loops around it, the outermost first; its own loop if it is a head.
    pub heads: Vec<usize>,
}

/// Ranks the blocks of a function.
pub(crate) fn rank(function: &Function) -> Vec<Rank> {
    let edges: Vec<Vec<usize>> = function
        .blocks
        .iter()
        .map(|b| b.terminator.successors().map(|to| to.0 as usize).collect())
        .collect();
    let mut out = vec![Rank::default(); edges.len()];
    let all: Vec<usize> = (0..edges.len()).collect();
    rank_part(&edges, &all, None, &mut out);
    out
}

fn rank_part(edges: &[Vec<usize>], part: &[usize], head: Option<usize>, out: &mut [Rank]) {
    let inside = |b: usize| part.contains(&b) && Some(b) != head;
    let components = components(edges, part, &inside);
    for (rank, component) in components.iter().enumerate() {
        for &b in component {
            out[b].ranks.push(rank as u32);
        }
        let first = component[0];
        if component.len() == 1 && !(edges[first].contains(&first) && inside(first)) {
            continue;
        }
        let entered = |b: usize| {
            b == 0
                || edges
                    .iter()
                    .enumerate()
                    .any(|(from, to)| to.contains(&b) && !component.contains(&from))
        };
        let mut sorted = component.clone();
        sorted.sort_unstable();
        let head = sorted.iter().copied().find(|&b| entered(b)).unwrap_or(sorted[0]);
        for &b in component {
            out[b].heads.push(head);
        }
        rank_part(edges, &sorted, Some(head), out);
    }
}

/// Strongly connected components in topological order (Tarjan's algorithm gives them in reverse).
fn components(edges: &[Vec<usize>], part: &[usize], inside: &dyn Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let n = edges.len();
    let (mut number, mut low, mut on_stack) = (vec![usize::MAX; n], vec![0; n], vec![false; n]);
    let (mut stack, mut out, mut next) = (Vec::new(), Vec::new(), 0);
    for &root in part {
        if number[root] != usize::MAX {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some(&mut (b, ref mut i)) = calls.last_mut() {
            if *i == 0 {
                number[b] = next;
                low[b] = next;
                next += 1;
                stack.push(b);
                on_stack[b] = true;
            }
            if let Some(&to) = edges[b].get(*i) {
                *i += 1;
                if !inside(to) {
                    continue;
                }
                if number[to] == usize::MAX {
                    calls.push((to, 0));
                } else if on_stack[to] {
                    low[b] = low[b].min(number[to]);
                }
                continue;
            }
            if *i == edges[b].len() {
                // Leaves the block; counted once more so that it is not entered again.
                *i += 1;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent] = low[parent].min(low[b]);
            }
            if low[b] == number[b] {
                let mut component = Vec::new();
                while let Some(top) = stack.pop() {
                    on_stack[top] = false;
                    component.push(top);
                    if top == b {
                        break;
                    }
                }
                out.push(component);
            }
        }
    }
    out.reverse();
    out
}

impl Rank {
    /// The rounds of the loops around `to` after an edge from a block with these rounds, and the level of the
    /// loop that the edge closes.
    pub fn follow(&self, rounds: &[u32], to: usize, target: &Rank) -> (Vec<u32>, Option<usize>) {
        let common = self
            .heads
            .iter()
            .zip(&target.heads)
            .take_while(|(a, b)| a == b)
            .count();
        let mut new: Vec<u32> = rounds[..common].to_vec();
        new.resize(target.heads.len(), 0);
        let closes = (common > 0 && target.heads.len() == common && target.heads[common - 1] == to)
            .then(|| common - 1);
        if let Some(level) = closes {
            new[level] += 1;
        }
        (new, closes)
    }

    /// What orders this block in these rounds.
    pub fn key(&self, rounds: &[u32]) -> Vec<u32> {
        let mut key = vec![self.ranks[0]];
        for (level, &round) in rounds.iter().enumerate() {
            key.push(round);
            key.push(self.ranks[level + 1]);
        }
        key
    }
}
