//! Addresses that become floating-point numbers.
//!
//! What is left of an address there depends on how large addresses are, and what comes back from it may be
//! another one. So such a conversion is a gap, where a function makes it of an address that it has made a
//! number. Not found: numbers that went through memory or came from another function.

use std::collections::HashSet;

use raceproof_ir::{BinaryOp, ConvertOp, Function, Inst, Operand, Program, Reg};

/// Makes such conversions gaps.
pub fn stop(program: &mut Program) {
    for function in &mut program.functions {
        let numbers = numbers(function);
        if numbers.is_empty() {
            continue;
        }
        for block in &mut function.blocks {
            for (inst, _) in &mut block.instructions {
                if is_lost(inst, &numbers) {
                    let what = "an address that becomes a floating-point number".to_owned();
                    *inst = Inst::Gap { what };
                }
            }
        }
    }
}

fn is_in(operand: Operand, registers: &HashSet<Reg>) -> bool {
    matches!(operand, Operand::Reg(r) if registers.contains(&r))
}

/// Whether an instruction makes a float of one of these.
fn is_lost(inst: &Inst, numbers: &HashSet<Reg>) -> bool {
    match inst {
        Inst::Convert {
            op: ConvertOp::SignedToFloat | ConvertOp::UnsignedToFloat,
            src,
            ..
        } => is_in(*src, numbers),
        _ => false,
    }
}

/// The registers of a function that may have an address as a number. What is computed from one otherwise than
/// by moving it is some number.
fn numbers(function: &Function) -> HashSet<Reg> {
    let mut found: HashSet<Reg> = HashSet::default();
    loop {
        let before = found.len();
        for (inst, _) in function.blocks.iter().flat_map(|block| &block.instructions) {
            let (dst, is_address) = match inst {
                Inst::Convert {
                    op: ConvertOp::PtrToInt,
                    dst,
                    ..
                } => (dst, true),
                Inst::Copy { dst, src } => (dst, is_in(*src, &found)),
                Inst::Binary {
                    op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor,
                    dst,
                    a,
                    b,
                    ..
                } => (dst, is_in(*a, &found) != is_in(*b, &found)),
                _ => continue,
            };
            if is_address {
                found.insert(*dst);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}
