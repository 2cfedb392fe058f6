//! Which registers matter at the start of a block: those that some path reads before it assigns them.

use raceproof_ir::{Callee, Function, Inst, Operand, Reg, Terminator};

pub(crate) fn operands(inst: &Inst, f: &mut impl FnMut(Operand)) {
    match inst {
        Inst::Copy { src, .. } | Inst::Convert { src, .. } => f(*src),
        Inst::Unary { a, .. } => f(*a),
        Inst::Binary { a, b, .. } | Inst::Compare { a, b, .. } => [*a, *b].into_iter().for_each(f),
        Inst::Offset { base, index, .. } => [*base, *index].into_iter().for_each(f),
        Inst::SlotAddr { .. } | Inst::SlotDead { .. } | Inst::ThreadLocalAddr { .. } => {}
        Inst::Alloca { size, .. } => f(*size),
        Inst::AllocaFree { addr }
        | Inst::Load { addr, .. }
        | Inst::LoadBits { addr, .. }
        | Inst::AtomicLoad { addr, .. } => f(*addr),
        Inst::Store { addr, value, .. }
        | Inst::StoreBits { addr, value, .. }
        | Inst::AtomicStore { addr, value, .. }
        | Inst::AtomicRmw { addr, value, .. } => [*addr, *value].into_iter().for_each(f),
        Inst::MemCopy { dst, src, size } => [*dst, *src, *size].into_iter().for_each(f),
        Inst::MemFill { dst, byte, size } => [*dst, *byte, *size].into_iter().for_each(f),
        Inst::AtomicCas {
            addr,
            expected,
            desired,
            ..
        } => [*addr, *expected, *desired].into_iter().for_each(f),
        Inst::Fence { .. } | Inst::Nondet { .. } | Inst::Gap { .. } => {}
        Inst::Call { callee, args, .. } => {
            if let Callee::Pointer(pointer) = callee {
                f(*pointer);
            }
            args.iter().copied().for_each(f);
        }
        Inst::Sync { args, .. } => args.iter().copied().for_each(f),
        Inst::Assume { cond } | Inst::Assert { cond, .. } => f(*cond),
        Inst::SetJump { buffer, .. } => f(*buffer),
        Inst::LongJump { buffer, value } => [*buffer, *value].into_iter().for_each(f),
    }
}

fn assigned(inst: &Inst) -> [Option<Reg>; 2] {
    match inst {
        Inst::Copy { dst, .. }
        | Inst::Unary { dst, .. }
        | Inst::Binary { dst, .. }
        | Inst::Compare { dst, .. }
        | Inst::Convert { dst, .. }
        | Inst::Offset { dst, .. }
        | Inst::SlotAddr { dst, .. }
        | Inst::ThreadLocalAddr { dst, .. }
        | Inst::Alloca { dst, .. }
        | Inst::Load { dst, .. }
        | Inst::LoadBits { dst, .. }
        | Inst::AtomicLoad { dst, .. }
        | Inst::AtomicRmw { dst, .. }
        | Inst::Nondet { dst, .. }
        | Inst::SetJump { dst, .. } => [Some(*dst), None],
        Inst::AtomicCas { dst, ok, .. } => [Some(*dst), Some(*ok)],
        Inst::Call { dst, .. } | Inst::Sync { dst, .. } => [*dst, None],
        _ => [None, None],
    }
}

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
            match &block.terminator {
                Terminator::Branch { cond, .. } => mark(&mut now, *cond),
                Terminator::Switch { value, .. } => mark(&mut now, *value),
                Terminator::JumpTo { target, .. } => mark(&mut now, *target),
                Terminator::Return(Some(value)) => mark(&mut now, *value),
                _ => {}
            }
            for (inst, _) in block.instructions.iter().rev() {
                for Reg(r) in assigned(inst).into_iter().flatten() {
                    now[r as usize] = false;
                }
                operands(inst, &mut |operand| mark(&mut now, operand));
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
