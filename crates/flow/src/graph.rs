//! Blocks as a graph: what leads where, what is in a loop, and which instruction of a block a register has
//! its value from.

use raceproof_ir::{Block, BlockId, Function, Reg};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Blocks that lead to each other have one component (Tarjan's algorithm, without recursion).
pub struct Components {
    /// The component of each block.
    pub of: Vec<usize>,
    /// Which blocks can be reached from themselves: those of components with an edge inside.
    pub cyclic: Vec<bool>,
}

/// The components of a graph, by where each block leads.
pub fn components(next: &[Vec<BlockId>]) -> Components {
    const NEW: usize = usize::MAX;
    let mut number = vec![NEW; next.len()];
    let mut low = vec![0; next.len()];
    let mut is_open = vec![false; next.len()];
    let mut cyclic = vec![false; next.len()];
    let mut of = vec![0; next.len()];
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
                    of[b] = at;
                }
            }
        }
    }
    Components { of, cyclic }
}

/// Which blocks can be reached from themselves.
pub fn cyclic(next: &[Vec<BlockId>]) -> Vec<bool> {
    components(next).cyclic
}

/// The blocks on every way through allowed ones from a block back to itself, by where each block leads.
pub fn always_passed(
    next: &[Vec<BlockId>],
    from: BlockId,
    allowed: impl Fn(BlockId) -> bool,
) -> BTreeSet<BlockId> {
    let Some(way) = way_back(next, from, &allowed) else {
        return BTreeSet::from([from]);
    };
    // Only blocks of one way can be on all: those that nothing leads past. All that can be reached without
    // going further along this way than `reached` is looked at before anything beyond.
    let place: BTreeMap<BlockId, usize> = way.iter().skip(1).zip(1..).map(|(b, i)| (*b, i)).collect();
    let mut always = BTreeSet::from([from]);
    let (mut passed, mut reached) = (0, 0);
    let mut seen: BTreeSet<BlockId> = BTreeSet::new();
    let mut open = vec![from];
    loop {
        while let Some(at) = open.pop() {
            for &to in next[at.0 as usize].iter().filter(|to| allowed(**to)) {
                match place.get(&to) {
                    _ if to == from => reached = way.len(),
                    Some(&i) => reached = reached.max(i),
                    None if seen.insert(to) => open.push(to),
                    None => {}
                }
            }
        }
        // What was led past goes on too.
        if passed + 1 < reached {
            passed += 1;
            open.push(way[passed]);
        } else if reached < way.len() && passed < reached {
            passed = reached;
            always.insert(way[passed]);
            open.push(way[passed]);
        } else {
            return always;
        }
    }
}

/// A way from a block back to itself, without its end.
fn way_back(next: &[Vec<BlockId>], from: BlockId, allowed: impl Fn(BlockId) -> bool) -> Option<Vec<BlockId>> {
    let mut before: BTreeMap<BlockId, BlockId> = BTreeMap::new();
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        for &to in next[at.0 as usize].iter().filter(|to| allowed(**to)) {
            if to == from {
                let back = std::iter::successors(Some(at), |b| before.get(b).copied());
                let mut way: Vec<BlockId> = back.collect();
                way.reverse();
                return Some(way);
            }
            if let Entry::Vacant(vacant) = before.entry(to) {
                vacant.insert(at);
                open.push_back(to);
            }
        }
    }
    None
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The blocks without which there is no way back, asked for one after the other.
    fn always_slowly(next: &[Vec<BlockId>], from: BlockId) -> BTreeSet<BlockId> {
        let comes_back = |without: BlockId| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
            while let Some(at) = open.pop() {
                let to = next[at.0 as usize].iter().filter(|to| **to != without);
                open.extend(to.filter(|to| seen.insert(**to)));
            }
            seen.contains(&from)
        };
        let all = (0..next.len() as u32).map(BlockId);
        all.filter(|&b| b == from || !comes_back(b)).collect()
    }

    #[test]
    fn what_every_way_passes_is_what_none_goes_without() {
        let mut random = 1u64;
        let mut draw = |below: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % below
        };
        for _ in 0..2_000 {
            let count = 2 + draw(8);
            // A round through all blocks, and ways past some of them.
            let mut next: Vec<Vec<BlockId>> = (0..count)
                .map(|b| vec![BlockId(((b + 1) % count) as u32)])
                .collect();
            for _ in 0..draw(6) {
                let (from, to) = (draw(count), draw(count));
                next[from as usize].push(BlockId(to as u32));
            }
            let found = always_passed(&next, BlockId(0), |_| true);
            assert_eq!(found, always_slowly(&next, BlockId(0)), "{next:?}");
        }
    }
}
