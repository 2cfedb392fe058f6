//! What flattening wants to know about a function before it starts: how often registers are used, which
//! blocks are in loops, and which slots are surely alive where.

use raceproof_ir::{Block, Function, Inst, Operand};

/// Facts about a function.
pub(super) struct Facts {
    /// For each block and instruction, whether the value that it defines is used exactly once, in the block,
    /// before its register changes again.
    single: Vec<Vec<bool>>,
    /// The registers that may be read before they are written, as bits.
    exposed: Vec<u64>,
    /// For each block, whether it is in a loop.
    pub in_loop: Vec<bool>,
    /// For each block, the slots that are alive whenever it is entered, as bits.
    pub alive: Vec<Vec<u64>>,
    /// Whether it has `alloca` objects.
    pub has_allocas: bool,
}

impl Facts {
    pub fn new(f: &Function) -> Facts {
        let live = live_registers(f);
        let instructions = f.blocks.iter().flat_map(|b| &b.instructions);
        Facts {
            single: single_uses(f, &live),
            exposed: live.first().cloned().unwrap_or_default(),
            in_loop: loops(f),
            alive: alive_slots(f),
            has_allocas: instructions
                .into_iter()
                .any(|(i, _)| matches!(i, Inst::Alloca { .. })),
        }
    }

    /// Whether what an instruction defines is used exactly once, later in its block.
    pub fn is_single(&self, block: u32, index: u32) -> bool {
        self.single[block as usize]
            .get(index as usize)
            .is_some_and(|s| *s)
    }

    /// Makes every value look used more than once.
    pub fn forget_singles(&mut self) {
        self.single.iter_mut().for_each(|flags| flags.fill(false));
    }

    /// Whether a register must have a value when the function begins.
    pub fn is_exposed(&self, r: usize) -> bool {
        contains(&self.exposed, r)
    }
}

fn contains(set: &[u64], r: usize) -> bool {
    set.get(r / 64).is_some_and(|word| word >> (r % 64) & 1 != 0)
}

/// For each block, the registers that are live when it is entered, as bits.
fn live_registers(f: &Function) -> Vec<Vec<u64>> {
    let words = f.registers.len().div_ceil(64);
    let count = f.blocks.len();
    // What a block reads before it writes, and what it writes.
    let (mut reads, mut writes) = (vec![vec![0u64; words]; count], vec![vec![0u64; words]; count]);
    for (b, block) in f.blocks.iter().enumerate() {
        let (read, written) = (&mut reads[b], &mut writes[b]);
        let mut note = |o: Operand, written: &[u64]| {
            if let Operand::Reg(r) = o
                && !contains(written, r.0 as usize)
            {
                read[r.0 as usize / 64] |= 1 << (r.0 % 64);
            }
        };
        for (inst, _) in &block.instructions {
            inst.operands(|o| note(o, written));
            inst.results()
                .for_each(|r| written[r.0 as usize / 64] |= 1 << (r.0 % 64));
        }
        block
            .terminator
            .operand()
            .into_iter()
            .for_each(|o| note(o, written));
    }
    let mut live = reads.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for b in (0..count).rev() {
            let mut set = live_out(f, &live, b);
            for (word, (read, written)) in set.iter_mut().zip(reads[b].iter().zip(&writes[b])) {
                *word = *word & !written | read;
            }
            if set != live[b] {
                live[b] = set;
                changed = true;
            }
        }
    }
    live
}

/// The registers that are live at the end of a block.
fn live_out(f: &Function, live: &[Vec<u64>], b: usize) -> Vec<u64> {
    let mut set = vec![0; f.registers.len().div_ceil(64)];
    for to in f.blocks[b].terminator.successors() {
        set.iter_mut()
            .zip(&live[to.0 as usize])
            .for_each(|(s, l)| *s |= l);
    }
    set
}

/// See [`Facts::single`]. Blocks are walked backwards, counting the uses of each register up to its next
/// definition.
fn single_uses(f: &Function, live: &[Vec<u64>]) -> Vec<Vec<bool>> {
    let mut uses = vec![0u8; f.registers.len()];
    let mut single = Vec::with_capacity(f.blocks.len());
    for (b, block) in f.blocks.iter().enumerate() {
        let out = live_out(f, live, b);
        for (r, count) in uses.iter_mut().enumerate() {
            // A use elsewhere is one too many.
            *count = if contains(&out, r) { 2 } else { 0 };
        }
        let count = |o: Operand, uses: &mut [u8]| {
            if let Operand::Reg(r) = o {
                let n = &mut uses[r.0 as usize];
                *n = n.saturating_add(1);
            }
        };
        block
            .terminator
            .operand()
            .into_iter()
            .for_each(|o| count(o, &mut uses));
        let mut flags = vec![false; block.instructions.len()];
        for (i, (inst, _)) in block.instructions.iter().enumerate().rev() {
            for r in inst.results() {
                flags[i] = uses[r.0 as usize] == 1;
                uses[r.0 as usize] = 0;
            }
            inst.operands(|o| count(o, &mut uses));
        }
        single.push(flags);
    }
    single
}

/// Whether an instruction is short and has no state of its own, so that it may be copied.
pub(super) fn is_simple(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Copy { .. }
            | Inst::Unary { .. }
            | Inst::Binary { .. }
            | Inst::Compare { .. }
            | Inst::Convert { .. }
            | Inst::Offset { .. }
            | Inst::SlotAddr { .. }
            | Inst::Load { .. }
    )
}

/// Blocks between the target and the source of a backward jump. Front ends lay loops out in one piece, and
/// this only decides whether constants are worth a register.
fn loops(f: &Function) -> Vec<bool> {
    let mut depth = vec![0i32; f.blocks.len() + 1];
    for (b, block) in f.blocks.iter().enumerate() {
        for to in block.terminator.successors().map(|to| to.0 as usize) {
            if to <= b {
                depth[to] += 1;
                depth[b + 1] -= 1;
            }
        }
    }
    let mut sum = 0;
    depth
        .iter()
        .map(|d| {
            sum += d;
            sum > 0
        })
        .collect()
}

/// Forward analysis: a slot is alive after a use of its address on every path without a later end.
fn alive_slots(f: &Function) -> Vec<Vec<u64>> {
    let words = f.slots.len().div_ceil(64);
    if words == 0 || f.blocks.is_empty() {
        return vec![Vec::new(); f.blocks.len()];
    }
    let mut alive = vec![vec![u64::MAX; words]; f.blocks.len()];
    alive[0].fill(0);
    let mut work: Vec<usize> = (0..f.blocks.len()).rev().collect();
    while let Some(b) = work.pop() {
        let mut set = alive[b].clone();
        transfer(&f.blocks[b], &mut set);
        for to in f.blocks[b].terminator.successors().map(|to| to.0 as usize) {
            let mut changed = false;
            for (old, new) in alive[to].iter_mut().zip(&set) {
                changed |= *old & new != *old;
                *old &= new;
            }
            if changed {
                work.push(to);
            }
        }
    }
    alive
}

fn transfer(block: &Block, set: &mut [u64]) {
    for (inst, _) in &block.instructions {
        match inst {
            Inst::SlotAddr { slot, .. } => set[slot.0 as usize / 64] |= 1 << (slot.0 % 64),
            Inst::SlotDead { slot } => set[slot.0 as usize / 64] &= !(1 << (slot.0 % 64)),
            // A `longjmp` comes back here from a time when other slots had ended.
            Inst::SetJump { .. } => set.fill(0),
            _ => {}
        }
    }
}
