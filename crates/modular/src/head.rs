//! Where values that grow without end are widened, and which of them.
//!
//! The blocks that a search in depth meets again while it is still below them are the *heads*. Every way
//! round has one. Only what changes on a way round from a head back to it is widened there: the counter of
//! an outer loop stays what it is in an inner one, whose head would lose the bound that the outer one tells.
//!
//! Why that ends: of the blocks of a way round, the search meets one first. It meets all others below that
//! one, so the way leads back to it as to a head, and whatever changes on the way is widened there.

use raceproof_ir::{BlockId, Function, Reg};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// So many times its blocks may a function be gone through to see what its loops change.
const LOOKS: usize = 64;

/// The heads of a function.
#[derive(Debug)]
pub(crate) struct Heads {
    /// The registers that may change on the way from a head back to it; none is any.
    changed: FxHashMap<u32, Option<BTreeSet<Reg>>>,
    /// The place of each block in an order in which ways lead on, but for those that lead back to heads.
    order: Vec<u32>,
}

impl Heads {
    pub fn new(function: &Function, next: &[Vec<BlockId>]) -> Heads {
        let (back, order) = search(next);
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); next.len()];
        for (from, to) in next.iter().enumerate() {
            for to in to {
                before[to.0 as usize].push(from);
            }
        }
        let mut looks = LOOKS * next.len();
        let mut changed = FxHashMap::default();
        for (head, from) in back {
            changed.insert(head as u32, changes(function, &before, (head, from), &mut looks));
        }
        Heads { changed, order }
    }

    /// Whether a register is widened at a block: all are where a function begins.
    pub fn widens(&self, block: BlockId, r: Reg) -> bool {
        match self.changed.get(&block.0) {
            Some(Some(changed)) => block.0 == 0 || changed.contains(&r),
            Some(None) => true,
            None => block.0 == 0,
        }
    }

    pub fn order(&self, block: BlockId) -> u32 {
        self.order[block.0 as usize]
    }
}

/// What may change on the ways from a head to the blocks that lead back to it; nothing is known if that would
/// take long.
fn changes(
    function: &Function,
    before: &[Vec<usize>],
    (head, from): (usize, Vec<usize>),
    looks: &mut usize,
) -> Option<BTreeSet<Reg>> {
    let (mut open, mut seen) = (from, FxHashSet::from_iter([head]));
    let results = |b: usize| {
        let code = function.blocks[b].instructions.iter();
        code.flat_map(|(inst, _)| inst.results())
    };
    let mut changed: BTreeSet<Reg> = results(head).collect();
    while let Some(at) = open.pop() {
        if seen.insert(at) {
            *looks = looks.checked_sub(1)?;
            changed.extend(results(at));
            open.extend(&before[at]);
        }
    }
    Some(changed)
}

/// The heads with the blocks that lead back to each, and for each block its place in an order in which all
/// other ways lead on.
fn search(next: &[Vec<BlockId>]) -> (FxHashMap<usize, Vec<usize>>, Vec<u32>) {
    let mut back: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    let mut order = vec![0; next.len()];
    let mut left = next.len() as u32;
    let mut is_seen = vec![false; next.len()];
    let mut is_open = vec![false; next.len()];
    for root in 0..next.len() {
        let mut calls = vec![(root, 0)];
        while let Some((at, edge)) = calls.pop() {
            if edge == 0 && std::mem::replace(&mut is_seen[at], true) {
                continue;
            }
            is_open[at] = true;
            match next[at].get(edge) {
                Some(to) => {
                    let to = to.0 as usize;
                    calls.push((at, edge + 1));
                    if is_open[to] {
                        back.entry(to).or_default().push(at);
                    }
                    if !is_seen[to] {
                        calls.push((to, 0));
                    }
                }
                None => {
                    is_open[at] = false;
                    left -= 1;
                    order[at] = left;
                }
            }
        }
    }
    (back, order)
}
