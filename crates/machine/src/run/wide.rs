//! 128-bit integers.

use raceproof_ir::{BinaryOp, CompareOp, ConvertOp, Kind, UnaryOp};

use super::arith::{mask, signed, to_double};
use crate::FaultKind;

/// Any integer operation at 128 bits: the result, and whether a signed one overflowed.
pub(crate) fn binary(op: BinaryOp, a: u128, b: u128) -> Result<(u128, bool), FaultKind> {
    use BinaryOp::*;
    let (sa, sb) = (a as i128, b as i128);
    let amount = (b % 128) as u32;
    if matches!(op, DivSigned | RemSigned | DivUnsigned | RemUnsigned) && b == 0 {
        return Err(FaultKind::DivisionByZero);
    }
    let value = match op {
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mul => a.wrapping_mul(b),
        AddSigned => return Ok(overflowing(sa.overflowing_add(sb))),
        SubSigned => return Ok(overflowing(sa.overflowing_sub(sb))),
        MulSigned => return Ok(overflowing(sa.overflowing_mul(sb))),
        // The library routine that gcc calls does not trap on the smallest number divided by -1.
        DivSigned => sa.wrapping_div(sb) as u128,
        RemSigned => sa.wrapping_rem(sb) as u128,
        DivUnsigned => a / b,
        RemUnsigned => a % b,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Shl => a << amount,
        ShrUnsigned => a >> amount,
        ShrSigned => (sa >> amount) as u128,
        // The verifier lets no float operation be of an integer kind.
        FAdd | FSub | FMul | FDiv => 0,
    };
    Ok((value, false))
}

fn overflowing((value, overflow): (i128, bool)) -> (u128, bool) {
    (value as u128, overflow)
}

/// Any operation with one operand.
pub(crate) fn unary(op: UnaryOp, a: u128) -> u128 {
    match op {
        UnaryOp::Neg => a.wrapping_neg(),
        UnaryOp::Not => !a,
        UnaryOp::FNeg => a,
    }
}

/// Any comparison.
pub(crate) fn compare(op: CompareOp, a: u128, b: u128) -> bool {
    match op {
        CompareOp::Eq | CompareOp::FEq => a == b,
        CompareOp::Ne | CompareOp::FNe => a != b,
        CompareOp::LtSigned | CompareOp::FLt => (a as i128) < b as i128,
        CompareOp::LeSigned | CompareOp::FLe => a as i128 <= b as i128,
        CompareOp::LtUnsigned => a < b,
        CompareOp::LeUnsigned => a <= b,
    }
}

/// A conversion from or to 128 bits; the value of a one-word kind is zero-extended.
pub(crate) fn convert(op: ConvertOp, from: Kind, to: Kind, value: u128) -> u128 {
    let low = |v: u128| {
        if to == Kind::I128 {
            v
        } else {
            v & u128::from(mask(to))
        }
    };
    match op {
        ConvertOp::Trunc | ConvertOp::ZExt | ConvertOp::PtrToInt | ConvertOp::IntToPtr => low(value),
        ConvertOp::SExt if from == Kind::I128 => low(value),
        ConvertOp::SExt => i128::from(signed(from, value as u64)) as u128,
        ConvertOp::SignedToFloat => float(to, value as i128 as f64, value as i128 as f32),
        ConvertOp::UnsignedToFloat => float(to, value as f64, value as f32),
        ConvertOp::FloatToFloat => value,
        ConvertOp::FloatToSigned => to_double(from, value as u64) as i128 as u128,
        ConvertOp::FloatToUnsigned => to_double(from, value as u64) as u128,
    }
}

fn float(to: Kind, double: f64, single: f32) -> u128 {
    if to == Kind::F32 {
        u128::from(single.to_bits())
    } else {
        u128::from(double.to_bits())
    }
}
