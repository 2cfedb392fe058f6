//! Branches at which a thread that is alone may go either way, whatever a value in question says.
//!
//! If such a value decides whether a loop goes on, or which of two ways is taken, that steers nothing as long
//! as it is shown what happens on either way, and every round of a loop does the same whatever such values
//! are. Who asks lets runs go both ways, and tells here which registers were different from one time to the
//! next: they have values in question where the branch leads, see [`Crossings`]. The other branches must not
//! depend on such values, or are crossings themselves.

use raceproof_ir::{Block, FuncId, Point, Reg, Terminator};
use std::collections::BTreeSet;

use crate::Facts;

/// A branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Its function.
    pub function: FuncId,
    /// The block that it ends.
    pub block: u32,
    /// The smallest loop that it leaves, if it leaves one.
    pub leaves: Option<Loop>,
    /// The blocks that it leads to.
    pub ways: [u32; 2],
}

/// A natural loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Its first block.
    pub head: u32,
    /// All its blocks.
    pub body: BTreeSet<u32>,
}

/// Branches that may go either way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crossings {
    branches: BTreeSet<(FuncId, u32)>,
    /// Registers that have values in question at the start of a block.
    registers: BTreeSet<(FuncId, u32, Reg)>,
}

impl Crossings {
    /// A branch is one of them.
    pub fn add(&mut self, crossing: &Crossing) {
        self.branches.insert((crossing.function, crossing.block));
    }

    /// A register has a value in question at the start of a block; whether that is new.
    pub fn taint(&mut self, f: FuncId, block: u32, r: Reg) -> bool {
        self.registers.insert((f, block, r))
    }

    /// The branches alone.
    pub(crate) fn without_registers(&self) -> Crossings {
        Crossings {
            branches: self.branches.clone(),
            registers: BTreeSet::new(),
        }
    }

    pub(crate) fn has(&self, f: FuncId, block: u32) -> bool {
        self.branches.contains(&(f, block))
    }

    pub(crate) fn registers(&self) -> impl Iterator<Item = (FuncId, u32, Reg)> + '_ {
        self.registers.iter().copied()
    }
}

impl Facts<'_> {
    /// The branch there, and the smallest loop that it leaves.
    pub fn crossing(&self, at: Point) -> Option<Crossing> {
        let (f, b) = (at.function, at.block.0);
        let blocks = &self.program.function(f).blocks;
        let block = &blocks[b as usize];
        let Terminator::Branch { then, otherwise, .. } = block.terminator else {
            return None;
        };
        if at.index as usize != block.instructions.len() {
            return None;
        }
        let leaves = |around: &Loop| around.body.contains(&then.0) != around.body.contains(&otherwise.0);
        Some(Crossing {
            function: f,
            block: b,
            leaves: loops_around(blocks, b)
                .into_iter()
                .filter(leaves)
                .min_by_key(|around| around.body.len()),
            ways: [then.0, otherwise.0],
        })
    }
}

/// The natural loops that a block is in.
fn loops_around(blocks: &[Block], b: u32) -> Vec<Loop> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); blocks.len()];
    for (from, block) in (0u32..).zip(blocks) {
        for to in block.terminator.successors() {
            before[to.0 as usize].push(from);
        }
    }
    // A head of such a loop comes before the block and after it.
    let after = closure([b], |at| {
        blocks[at as usize].terminator.successors().map(|next| next.0)
    });
    let ahead = closure([b], |at| before[at as usize].iter().copied());
    let mut loops = Vec::new();
    for &head in after.intersection(&ahead) {
        let is_entered = before[head as usize].iter().any(|from| after.contains(from));
        if !is_entered {
            continue;
        }
        let outside = reach(blocks, head);
        // What is not reached without the head is dominated by it.
        let ends = before[head as usize]
            .iter()
            .filter(|from| !outside.contains(from));
        let ends: Vec<u32> = ends.copied().collect();
        if ends.is_empty() || outside.contains(&b) {
            continue;
        }
        let stops = |at: u32| if at == head { &[][..] } else { &before[at as usize] };
        let mut body = closure(ends, |at| stops(at).iter().copied());
        body.insert(head);
        if body.contains(&b) {
            loops.push(Loop { head, body });
        }
    }
    loops
}

/// These blocks and all that others lead to.
fn closure<I: Iterator<Item = u32>>(
    from: impl IntoIterator<Item = u32>,
    next: impl Fn(u32) -> I,
) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut open: Vec<u32> = from.into_iter().collect();
    while let Some(at) = open.pop() {
        if found.insert(at) {
            open.extend(next(at));
        }
    }
    found
}

/// The blocks that are reached from the first one without a certain one.
fn reach(blocks: &[Block], without: u32) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if at != without && found.insert(at) {
            open.extend(blocks[at as usize].terminator.successors().map(|next| next.0));
        }
    }
    found
}
