//! What a branch decides before its ways meet again.
//!
//! Between the branch and the meeting point there are a few blocks without a cycle that only compute, load
//! and store, and all ways lead to the meeting point. Whichever way is gone, the thread is at the same place
//! afterwards, with the same registers but for those assigned on the ways and the same memory but for what is
//! stored there.
//!
//! SOUNDNESS: hammock

use crate::limits;
use raceproof_ir::{Block, Extent, Inst, Operand, Reg, Terminator, Touch, Use};
use std::collections::BTreeSet;

/// What is between a branch and the place where its ways meet.
#[derive(Debug, Default)]
pub(super) struct Hammock {
    /// Where they meet.
    pub meet: u32,
    /// What is assigned on the ways.
    pub assigned: BTreeSet<Reg>,
    /// Stores on the ways: block and index.
    pub stores: Vec<(u32, u32)>,
    /// Whether there are loads or stores.
    pub accesses: bool,
}

/// What is between the branch that ends a block and the place where its ways meet, if that is simple.
pub(super) fn find(blocks: &[Block], from: u32) -> Option<Hammock> {
    let ways: Vec<u32> = blocks[from as usize]
        .terminator
        .successors()
        .map(|block| block.0)
        .collect();
    // The nearest block that will do.
    let mut candidates = ways.clone();
    candidates.dedup();
    let mut i = 0;
    while i < candidates.len() && candidates.len() <= 2 * limits::HAMMOCK_BLOCKS.size() {
        let block = candidates[i];
        if let Some(hammock) = up_to(blocks, from, &ways, block) {
            return Some(hammock);
        }
        for next in blocks[block as usize].terminator.successors() {
            if !candidates.contains(&next.0) {
                candidates.push(next.0);
            }
        }
        i += 1;
    }
    None
}

/// The same with a given meeting point.
fn up_to(blocks: &[Block], from: u32, ways: &[u32], meet: u32) -> Option<Hammock> {
    if meet == from {
        return None;
    }
    let mut hammock = Hammock {
        meet,
        ..Hammock::default()
    };
    // Blocks that have been gone through, and those that the way at hand goes through with what is left to
    // try of each.
    let mut done = BTreeSet::new();
    for &way in ways {
        let mut path: Vec<(u32, Vec<u32>)> = Vec::new();
        let mut next = Some(way);
        loop {
            if let Some(block) = next.take() {
                if block == from || path.iter().any(|(b, _)| *b == block) {
                    return None;
                }
                if block != meet && done.insert(block) {
                    if done.len() > limits::HAMMOCK_BLOCKS.size() {
                        return None;
                    }
                    let more = hammock.add(block, &blocks[block as usize])?;
                    path.push((block, more));
                }
            }
            let Some((_, more)) = path.last_mut() else {
                break;
            };
            next = more.pop();
            if next.is_none() {
                path.pop();
            }
        }
    }
    Some(hammock)
}

impl Hammock {
    /// Adds a block; gives where it goes on to.
    fn add(&mut self, number: u32, block: &Block) -> Option<Vec<u32>> {
        for (i, (inst, _)) in (0..).zip(&block.instructions) {
            let is_scalar = |touch: &Touch| touch.is_plain() && matches!(touch.extent, Extent::Scalar(_));
            let is_load = inst.writes().is_none() && inst.reads().is_some_and(|touch| is_scalar(&touch));
            let is_store = inst.writes().is_some_and(|touch| is_scalar(&touch));
            let computes = inst.is_computation() && !fails(inst) || matches!(inst, Inst::SlotAddr { .. });
            if !is_load && !is_store && !computes {
                return None;
            }
            if is_store {
                self.stores.push((number, i));
            }
            self.accesses |= is_load || is_store;
            self.assigned.extend(inst.results());
        }
        match block.terminator {
            Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => {
                Some(block.terminator.successors().map(|b| b.0).collect())
            }
            _ => None,
        }
    }
}

/// Whether an instruction may divide by zero, or have no result because it divides by minus one.
fn fails(inst: &Inst) -> bool {
    let mut fails = false;
    inst.uses(|what, operand| fails |= what == Use::Divisor && !divides(operand));
    fails
}

/// Whether a division by this does not fail.
fn divides(by: Operand) -> bool {
    match by {
        Operand::Const(kind, value) => {
            let ones = u128::MAX >> (128 - kind.bits().clamp(1, 128));
            value != 0 && value & ones != ones
        }
        _ => false,
    }
}
