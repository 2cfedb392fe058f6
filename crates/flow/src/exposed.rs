//! Which registers may be read before they are written, where a block begins.
//!
//! Told use by use: from a block that reads a register before it writes it, back over all ways to the blocks
//! that write it. What is found is all that is visited, so the cost is the size of the answer, also in
//! functions with very many blocks and registers.

use raceproof_ir::{BlockId, Function, Operand, Reg};
use rustc_hash::FxHashSet;

/// What flow analyses want to know of a function.
#[derive(Debug)]
pub struct Exposed {
    /// By block, in order.
    at: Vec<Vec<Reg>>,
    /// Whether a `longjmp` may come back into the function: then registers go on from anywhere, and nothing
    /// is left out.
    pub returnable: bool,
}

impl Exposed {
    /// Looks through a function.
    pub fn new(f: &Function) -> Exposed {
        let count = f.blocks.len();
        let instructions = || f.blocks.iter().flat_map(|b| &b.instructions);
        let returnable = instructions().any(|(inst, _)| inst.is_returned_to());
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut writes: Vec<FxHashSet<Reg>> = vec![FxHashSet::default(); count];
        let mut open: Vec<(u32, Reg)> = Vec::new();
        for (b, block) in (0u32..).zip(&f.blocks) {
            let written = &mut writes[b as usize];
            let mut read = |o: Operand, written: &FxHashSet<Reg>| {
                if let Operand::Reg(r) = o
                    && !written.contains(&r)
                {
                    open.push((b, r));
                }
            };
            for (inst, _) in &block.instructions {
                inst.operands(|o| read(o, written));
                written.extend(inst.results());
            }
            block
                .terminator
                .operand()
                .into_iter()
                .for_each(|o| read(o, written));
            for next in block.terminator.successors() {
                before[next.0 as usize].push(b);
            }
        }
        let mut found: FxHashSet<(u32, Reg)> = FxHashSet::default();
        let mut at: Vec<Vec<Reg>> = vec![Vec::new(); count];
        while let Some((b, r)) = open.pop() {
            if !found.insert((b, r)) {
                continue;
            }
            at[b as usize].push(r);
            let through = before[b as usize].iter();
            open.extend(
                through
                    .filter(|p| !writes[**p as usize].contains(&r))
                    .map(|p| (*p, r)),
            );
        }
        at.iter_mut().for_each(|list| list.sort_unstable());
        Exposed { at, returnable }
    }

    /// Whether a register may be read where a block begins.
    pub fn has(&self, block: BlockId, r: Reg) -> bool {
        self.returnable || self.at[block.0 as usize].binary_search(&r).is_ok()
    }

    /// Calls `f` with those registers of a set that may be read where a block begins.
    pub fn each(&self, block: BlockId, set: &FxHashSet<Reg>, mut f: impl FnMut(Reg)) {
        if self.returnable {
            return set.iter().for_each(|r| f(*r));
        }
        let here = self.at[block.0 as usize].iter();
        here.filter(|r| set.contains(r)).for_each(|r| f(*r));
    }
}
