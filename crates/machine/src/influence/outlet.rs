//! Branches that leave a loop, for loops whose number of rounds is not known.
//!
//! If a value in question decides whether a loop goes on, that steers nothing as long as every round does the same whatever such values are. Who asks
//! lets a run go round such a loop twice and leave it then, and tells here which registers were different from round to round: they have values in question
//! where the branch leads, see [`Outlets`]. The other branches of the loop must not depend on such values, or are outlets of it themselves.

use raceproof_ir::{Block, FuncId, Reg, Terminator};
use std::collections::BTreeSet;

use crate::op::Op;
use crate::{Machine, Site};

/// A branch that leaves a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlet {
    /// Its function.
    pub function: FuncId,
    /// The block that it ends.
    pub block: u32,
    /// The first block of the loop.
    pub head: u32,
    /// Where it leads if it leaves the loop.
    pub exit: u32,
    /// Where it leads if it does not.
    pub stay: u32,
    /// The operations that it has become, and whether each leaves by jumping.
    pub sites: Vec<(Site, bool)>,
}

/// Branches that may leave their loops in any round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outlets {
    branches: BTreeSet<(FuncId, u32)>,
    /// Registers that have values in question at the start of a block.
    registers: BTreeSet<(FuncId, u32, Reg)>,
}

impl Outlets {
    /// A branch is one of them.
    pub fn add(&mut self, outlet: &Outlet) {
        self.branches.insert((outlet.function, outlet.block));
    }

    /// A register has a value in question at the start of a block; whether that is new.
    pub fn taint(&mut self, f: FuncId, block: u32, r: Reg) -> bool {
        self.registers.insert((f, block, r))
    }

    pub(super) fn has(&self, f: FuncId, block: u32) -> bool {
        self.branches.contains(&(f, block))
    }

    pub(super) fn registers(&self) -> impl Iterator<Item = (FuncId, u32, Reg)> + '_ {
        self.registers.iter().copied()
    }
}

impl Outlet {
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

    /// The branch there, if it leaves a loop: the smallest one that it is in and leaves.
    pub fn outlet(&self, site: Site) -> Option<Outlet> {
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
        let leaves = |body: &BTreeSet<u32>| match (body.contains(&then.0), body.contains(&otherwise.0)) {
            (true, false) => Some((otherwise.0, then.0)),
            (false, true) => Some((then.0, otherwise.0)),
            _ => None,
        };
        let (head, body, (exit, stay)) = loops_around(blocks, b)
            .into_iter()
            .filter_map(|(head, body)| leaves(&body).map(|ways| (head, body, ways)))
            .min_by_key(|(_, body, _)| body.len())?;
        // Where an operation leads may be some way on, and is told by where that comes from.
        let inside = |op: usize| body.contains(&self.code.origins[op].block);
        let mut sites = Vec::new();
        for site in self.sites(f, b, block.instructions.len()) {
            let mut op = self.code.ops[site.0 as usize];
            if matches!(op, Op::Jump { .. }) {
                continue;
            }
            if let Some(target) = op.target_mut() {
                match (inside(*target as usize), inside(site.0 as usize + 1)) {
                    (true, false) => sites.push((site, false)),
                    (false, true) => sites.push((site, true)),
                    _ => return None,
                }
            }
        }
        let is_there = !sites.is_empty();
        is_there.then_some(Outlet {
            function: f,
            block: b,
            head,
            exit,
            stay,
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
