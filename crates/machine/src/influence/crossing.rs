//! Branches at which a thread that is alone may go either way, whatever a value in question says.
//!
//! If such a value decides whether a loop goes on, or which of two ways is taken, that steers nothing as long as it is shown what happens on either
//! way, and every round of a loop does the same whatever such values are. Who asks lets runs go both ways, and tells here which registers were different from one time to the
//! next: they have values in question where the branch leads, see [`Crossings`]. The other branches must not depend on such values, or are crossings themselves.

use raceproof_ir::{Block, FuncId, Reg, Terminator};
use std::collections::BTreeSet;

use crate::op::Op;
use crate::{Machine, Site};

/// A branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Its function.
    pub function: FuncId,
    /// The block that it ends.
    pub block: u32,
    /// The first block of the loop that it leaves, if it leaves one.
    pub head: Option<u32>,
    /// The blocks that it leads to.
    pub ways: [u32; 2],
    /// The operations that it has become, and whether each leaves the loop by jumping. If there is no loop, one of them.
    pub sites: Vec<(Site, bool)>,
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
    pub(super) fn without_registers(&self) -> Crossings {
        Crossings {
            branches: self.branches.clone(),
            registers: BTreeSet::new(),
        }
    }

    pub(super) fn has(&self, f: FuncId, block: u32) -> bool {
        self.branches.contains(&(f, block))
    }

    pub(super) fn registers(&self) -> impl Iterator<Item = (FuncId, u32, Reg)> + '_ {
        self.registers.iter().copied()
    }
}

impl Crossing {
    /// Whether an operation of it leaves the loop by jumping.
    pub fn leaves_by_jumping(&self, site: Site) -> Option<bool> {
        self.sites
            .iter()
            .find(|(s, _)| *s == site)
            .map(|(_, jumps)| *jumps)
    }
}

impl Machine<'_> {
    /// Where a branch leads: by jumping, and by not.
    pub fn ways(&self, site: Site) -> Option<[Site; 2]> {
        let mut op = *self.code.ops.get(site.0 as usize)?;
        let target = *op.target_mut()?;
        Some([Site(target), Site(site.0 + 1)])
    }

    /// The branch there, and the smallest loop that it leaves.
    pub fn crossing(&self, site: Site) -> Option<Crossing> {
        let at = self.code.locate(site)?;
        let (f, b) = (at.function, at.block.0);
        let blocks = &self.code.program.function(f).blocks;
        let block = &blocks[b as usize];
        let Terminator::Branch { then, otherwise, .. } = block.terminator else {
            return None;
        };
        if at.index != block.instructions.len() {
            return None;
        }
        let leaves = |body: &BTreeSet<u32>| body.contains(&then.0) != body.contains(&otherwise.0);
        let smallest = loops_around(blocks, b)
            .into_iter()
            .filter(|(_, body)| leaves(body))
            .min_by_key(|(_, body)| body.len());
        // Where an operation leads may be some way on, and is told by where that comes from. A way that is not the next one begins with a jump of the branch itself.
        let leaves_at = |op: usize| {
            let op = match self.code.ops[op] {
                Op::Jump { target } => target as usize,
                _ => op,
            };
            match &smallest {
                Some((_, body)) => !body.contains(&self.code.origins[op].block),
                None => false,
            }
        };
        let mut sites = Vec::new();
        for site in self.sites(f, b, block.instructions.len()) {
            let mut op = self.code.ops[site.0 as usize];
            if matches!(op, Op::Jump { .. }) {
                continue;
            }
            if let Some(target) = op.target_mut() {
                let ways = [leaves_at(*target as usize), leaves_at(site.0 as usize + 1)];
                if smallest.is_some() && ways[0] == ways[1] {
                    return None;
                }
                sites.push((site, ways[0]));
            }
        }
        let is_there = !sites.is_empty();
        is_there.then_some(Crossing {
            function: f,
            block: b,
            head: smallest.map(|(head, _)| head),
            ways: [then.0, otherwise.0],
            sites,
        })
    }
}

/// The natural loops that a block is in: their first blocks, and all their blocks.
fn loops_around(blocks: &[Block], b: u32) -> Vec<(u32, BTreeSet<u32>)> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); blocks.len()];
    for (from, block) in (0u32..).zip(blocks) {
        for to in block.terminator.successors() {
            before[to.0 as usize].push(from);
        }
    }
    let mut loops = Vec::new();
    for head in 0..blocks.len() as u32 {
        let outside = reach(blocks, head);
        // What is not reached without the head is dominated by it.
        let ends = before[head as usize]
            .iter()
            .filter(|from| !outside.contains(from));
        let mut open: Vec<u32> = ends.copied().collect();
        if open.is_empty() || outside.contains(&b) {
            continue;
        }
        let mut body = BTreeSet::from([head]);
        while let Some(at) = open.pop() {
            if body.insert(at) {
                open.extend(&before[at as usize]);
            }
        }
        if body.contains(&b) {
            loops.push((head, body));
        }
    }
    loops
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
