//! What decides a branch that all threads of a team come to: whether it is the same for all of them.
//!
//! Threads that meet at a branch go the same way if each computes the same from the same: from what it loads,
//! in the block that the branch ends, at places that are the same for all; from constants; and from registers
//! with the same values. Who asks sees to it that nobody writes between these loads, by letting threads stand
//! at the branch until no other can go on: whoever writes later in such a run is not ordered before a load,
//! so without a race it is ordered after all of them.
//!
//! That registers have the same values in one run says the same of all schedules if their values depend
//! neither on the schedule nor on the number of rounds. Counters may depend on the rounds: what is only ever
//! set to constants and added constants to grows in the same way in every round, so if it was the same for
//! all threads three times in a row, it stays so.

use raceproof_ir::{BinaryOp, FuncId, Inst, Operand, Point, Reg, Terminator};
use std::collections::BTreeSet;

use crate::{Crossing, Crossings, Facts, Own};

impl Facts<'_> {
    /// The registers that decide a branch, beside what its block loads; none if anything else does.
    pub fn grounds(&self, crossing: &Crossing) -> Option<BTreeSet<Reg>> {
        let block = &self.program.function(crossing.function).blocks[crossing.block as usize];
        let Terminator::Branch { cond, .. } = block.terminator else {
            return None;
        };
        let mut needed = BTreeSet::new();
        let need = |needed: &mut BTreeSet<Reg>, operand: Operand| {
            if let Operand::Reg(r) = operand {
                needed.insert(r);
            }
        };
        need(&mut needed, cond);
        let mut meets = false;
        for (inst, _) in block.instructions.iter().rev() {
            let is_needed = inst.results().any(|r| needed.contains(&r));
            if is_needed {
                // What is loaded must not be followed by anything that others could learn of.
                if !inst.is_quiet() || inst.reads().is_some() && meets {
                    return None;
                }
                needed = &needed - &inst.results().collect();
                inst.operands(|operand| need(&mut needed, operand));
            }
            let is_store = inst.writes().is_some_and(|touch| touch.is_plain());
            meets |= !inst.is_quiet() && !is_store;
        }
        let mut assigned = block.instructions.iter().flat_map(|(inst, _)| inst.results());
        (!assigned.any(|r| needed.contains(&r))).then_some(needed)
    }

    /// Whether registers at the start of a block have values that depend neither on what was read at these
    /// places, nor on results of `computed`, nor on how often crossings were passed, but for counters.
    pub fn is_steady(
        &self,
        (reads, computed): (&[Point], &[Point]),
        own: &Own,
        crossings: &Crossings,
        (f, block): (FuncId, u32),
        registers: &BTreeSet<Reg>,
    ) -> bool {
        let tainted = |crossings: &Crossings| {
            let closure = self.closure(reads, computed, own, crossings, None).ok()?;
            let start = closure.starts[f.0 as usize][block as usize].tainted.clone();
            closure.steers.is_none().then_some(start)
        };
        let (Some(all), Some(scheduled)) = (tainted(crossings), tainted(&crossings.without_registers()))
        else {
            return false;
        };
        let is_steady = |r: &Reg| !all.contains(r) || !scheduled.contains(r) && self.is_counter(f, *r);
        registers.iter().all(is_steady)
    }

    /// Whether a register is only ever set to constants and to itself, or another such register, plus or
    /// minus a constant.
    fn is_counter(&self, f: FuncId, r: Reg) -> bool {
        let function = self.program.function(f);
        let mut known = BTreeSet::from([r]);
        let mut open = vec![r];
        while let Some(r) = open.pop() {
            if r.0 < function.arguments() {
                return false;
            }
            let blocks = function.blocks.iter().flat_map(|block| &block.instructions);
            for (inst, _) in blocks.filter(|(inst, _)| inst.results().any(|result| result == r)) {
                let from = match inst {
                    Inst::Copy { src, .. } => *src,
                    Inst::Binary {
                        op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::AddSigned | BinaryOp::SubSigned,
                        a,
                        b: Operand::Const(..),
                        ..
                    } => *a,
                    _ => return false,
                };
                match from {
                    Operand::Const(..) => {}
                    Operand::Reg(other) if known.insert(other) => open.push(other),
                    Operand::Reg(_) => {}
                    Operand::Address(_) => return false,
                }
            }
        }
        true
    }
}
