//! Blocks as a graph: what leads where, what is in a loop, and which instruction of a block a register has
//! its value from.

use raceproof_ir::{Block, BlockId, Function, Reg};
use std::collections::{BTreeMap, BTreeSet};

/// Which blocks can be reached from themselves: those of components with an edge inside (Tarjan's algorithm,
/// without recursion).
pub fn cyclic(next: &[Vec<BlockId>]) -> Vec<bool> {
    const NEW: usize = usize::MAX;
    let mut number = vec![NEW; next.len()];
    let mut low = vec![0; next.len()];
    let mut is_open = vec![false; next.len()];
    let mut cyclic = vec![false; next.len()];
    let (mut count, mut open): (usize, Vec<usize>) = (0, Vec::new());
    for root in 0..next.len() {
        let mut calls = vec![(root, 0)];
        while let Some((at, edge)) = calls.pop() {
            if edge == 0 {
                if number[at] != NEW {
                    continue;
                }
                (number[at], low[at]) = (count, count);
                count += 1;
                is_open[at] = true;
                open.push(at);
            } else {
                let to = next[at][edge - 1].0 as usize;
                if is_open[to] {
                    low[at] = low[at].min(low[to]);
                }
            }
            if let Some(to) = next[at].get(edge) {
                cyclic[at] |= to.0 as usize == at;
                calls.push((at, edge + 1));
                if number[to.0 as usize] == NEW {
                    calls.push((to.0 as usize, 0));
                }
            } else if low[at] == number[at] {
                let from = open.iter().rposition(|b| *b == at).unwrap_or(0);
                let component = open.split_off(from);
                let is_loop = component.len() > 1;
                for b in component {
                    is_open[b] = false;
                    cyclic[b] |= is_loop;
                }
            }
        }
    }
    cyclic
}

/// The blocks that can be reached from one.
pub fn reachable(function: &Function, from: BlockId, allowed: impl Fn(BlockId) -> bool) -> BTreeSet<BlockId> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for to in function.blocks[at.0 as usize].terminator.successors() {
            if allowed(to) && seen.insert(to) {
                open.push(to);
            }
        }
    }
    seen
}

/// Those of some blocks, among them `to`, that lead to it.
pub fn leading_to(function: &Function, to: BlockId, among: &BTreeSet<BlockId>) -> BTreeSet<BlockId> {
    let mut before: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
    for &b in among {
        for next in function.blocks[b.0 as usize].terminator.successors() {
            before.entry(next).or_default().push(b);
        }
    }
    let mut seen = BTreeSet::from([to]);
    let mut open = vec![to];
    while let Some(at) = open.pop() {
        let more = before.get(&at).into_iter().flatten();
        open.extend(more.filter(|b| seen.insert(**b)));
    }
    seen
}

/// The last instruction before `end` that writes a register.
pub fn definition(block: &Block, r: Reg, end: usize) -> Option<usize> {
    (0..end).rev().find(|&i| block.instructions[i].0.defines(r))
}

/// Whether a register still has just before `end` the value that it had at an instruction.
pub fn is_untouched(block: &Block, r: Reg, at: usize, end: usize) -> bool {
    let mut between = block.instructions[at..end].iter();
    between.all(|(inst, _)| !inst.defines(r))
}
