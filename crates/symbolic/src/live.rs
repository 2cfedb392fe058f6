//! Which registers matter at the start of a block: those that some path reads before it assigns them.

use raceproof_ir::{Function, Operand, Reg};

/// For each block, whether each register matters at its start.
pub(crate) fn live(function: &Function) -> Vec<Vec<bool>> {
    let count = function.registers.len();
    let mut live = vec![vec![false; count]; function.blocks.len()];
    loop {
        let mut changed = false;
        for (b, block) in function.blocks.iter().enumerate().rev() {
            let mut now = vec![false; count];
            for to in block.terminator.successors() {
                now.iter_mut()
                    .zip(&live[to.0 as usize])
                    .for_each(|(n, l)| *n |= l);
            }
            let mark = |now: &mut Vec<bool>, operand: Operand| {
                if let Operand::Reg(Reg(r)) = operand {
                    now[r as usize] = true;
                }
            };
            if let Some(operand) = block.terminator.operand() {
                mark(&mut now, operand);
            }
            for (inst, _) in block.instructions.iter().rev() {
                for Reg(r) in inst.results() {
                    now[r as usize] = false;
                }
                inst.operands(|operand| mark(&mut now, operand));
            }
            if now != live[b] {
                live[b] = now;
                changed = true;
            }
        }
        if !changed {
            return live;
        }
    }
}
