//! What comparisons tell.

use crate::value::Value;
use raceproof_ir::{Block, CompareOp, Inst, Kind, Operand, Reg};

fn writes(inst: &Inst, r: Reg) -> bool {
    inst.results().any(|result| result == r)
}

/// The last instruction before `end` that writes a register.
pub(crate) fn definition(block: &Block, r: Reg, end: usize) -> Option<usize> {
    (0..end).rev().find(|&i| writes(&block.instructions[i].0, r))
}

/// Whether a register still has just before `end` the value that it had at an instruction.
pub(crate) fn is_untouched(block: &Block, r: Reg, at: usize, end: usize) -> bool {
    block.instructions[at..end]
        .iter()
        .all(|(inst, _)| !writes(inst, r))
}

/// Whether a comparison is with zero, and then whether it turns truth round.
pub(crate) fn negation(op: CompareOp, b: &Operand) -> Option<bool> {
    match (op, b) {
        (CompareOp::Eq, Operand::Const(_, 0)) => Some(true),
        (CompareOp::Ne, Operand::Const(_, 0)) => Some(false),
        _ => None,
    }
}

/// Narrows both sides of a comparison that came out so.
pub(crate) fn refine(op: CompareOp, kind: Kind, truth: bool, a: Value, b: Value) -> (Value, Value) {
    let pure = |v: &Value| v.has_numbers() && v.targets.is_empty();
    if !kind.is_int() || !pure(&a) || !pure(&b) {
        return (a, b);
    }
    let (mut x, mut y) = (a.clone(), b.clone());
    let less = |x: &mut Value, y: &mut Value, gap: i128| {
        x.high = x.high.min(y.high.saturating_sub(gap));
        y.low = y.low.max(x.low.saturating_add(gap));
    };
    let unsigned_is_signed = a.low >= 0 && b.low >= 0;
    match (op, truth) {
        (CompareOp::Eq, true) | (CompareOp::Ne, false) => {
            (x.low, x.high) = (a.low.max(b.low), a.high.min(b.high));
            (y.low, y.high) = (x.low, x.high);
        }
        (CompareOp::Ne, true) | (CompareOp::Eq, false) if b.low == b.high => {
            x.low += i128::from(x.low == b.low);
            x.high -= i128::from(x.high == b.low);
        }
        (CompareOp::LtSigned, true) => less(&mut x, &mut y, 1),
        (CompareOp::LtSigned, false) => less(&mut y, &mut x, 0),
        (CompareOp::LeSigned, true) => less(&mut x, &mut y, 0),
        (CompareOp::LeSigned, false) => less(&mut y, &mut x, 1),
        (CompareOp::LtUnsigned, true) if unsigned_is_signed => less(&mut x, &mut y, 1),
        (CompareOp::LtUnsigned, false) if unsigned_is_signed => less(&mut y, &mut x, 0),
        (CompareOp::LeUnsigned, true) if unsigned_is_signed => less(&mut x, &mut y, 0),
        (CompareOp::LeUnsigned, false) if unsigned_is_signed => less(&mut y, &mut x, 1),
        _ => {}
    }
    // An empty range would mean that this way is never taken; that is left to others to use.
    match (x.has_numbers(), y.has_numbers()) {
        (true, true) => (x, y),
        _ => (a, b),
    }
}
