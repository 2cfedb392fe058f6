//! Integer and float arithmetic at every width up to 64 bits.
//!
//! Values are zero-extended bits of their kind. Signed division by zero and of the smallest number by -1 trap
//! on the machines that gcc compiles for, so they are faults; everything else wraps.

use raceproof_ir::{BinaryOp, CompareOp, ConvertOp, Kind, UnaryOp};

use crate::FaultKind;

/// The low bits of a kind, set.
#[inline(always)]
pub(crate) fn mask(kind: Kind) -> u64 {
    u64::MAX >> (64 - kind.bits().min(64))
}

/// The value of a kind, sign-extended.
#[inline(always)]
pub(crate) fn signed(kind: Kind, value: u64) -> i64 {
    let shift = 64 - kind.bits().min(64);
    (value << shift) as i64 >> shift
}

/// Signed division of 64-bit numbers in the range of `bits`.
#[inline(always)]
pub(crate) fn div_signed(a: i64, b: i64, smallest: i64) -> Result<i64, FaultKind> {
    if b == 0 {
        return Err(FaultKind::DivisionByZero);
    }
    if b == -1 && a == smallest {
        return Err(FaultKind::DivisionOverflow);
    }
    Ok(a / b)
}

/// Signed remainder likewise.
#[inline(always)]
pub(crate) fn rem_signed(a: i64, b: i64, smallest: i64) -> Result<i64, FaultKind> {
    div_signed(a, b, smallest)?;
    Ok(a % b)
}

/// Any integer operation at 8, 16, 32 or 64 bits: the result, and whether a signed one overflowed.
pub(crate) fn binary(op: BinaryOp, kind: Kind, a: u64, b: u64) -> Result<(u64, bool), FaultKind> {
    use BinaryOp::*;
    let bits = kind.bits();
    let (sa, sb) = (i128::from(signed(kind, a)), i128::from(signed(kind, b)));
    let smallest = signed(kind, 1 << (bits - 1));
    let amount = (b % u64::from(bits)) as u32;
    let exact = match op {
        AddSigned => Some(sa + sb),
        SubSigned => Some(sa - sb),
        MulSigned => Some(sa * sb),
        _ => None,
    };
    let value = match op {
        Add | AddSigned => a.wrapping_add(b),
        Sub | SubSigned => a.wrapping_sub(b),
        Mul | MulSigned => a.wrapping_mul(b),
        DivSigned => div_signed(sa as i64, sb as i64, smallest)? as u64,
        RemSigned => rem_signed(sa as i64, sb as i64, smallest)? as u64,
        DivUnsigned => a.checked_div(b).ok_or(FaultKind::DivisionByZero)?,
        RemUnsigned => a.checked_rem(b).ok_or(FaultKind::DivisionByZero)?,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Shl => a << amount,
        ShrUnsigned => a >> amount,
        ShrSigned => (sa >> amount) as u64,
        FAdd | FSub | FMul | FDiv => float(op, kind, a, b),
    } & mask(kind);
    let overflow = exact.is_some_and(|e| e != i128::from(signed(kind, value)));
    Ok((value, overflow))
}

/// Any float operation.
pub(crate) fn float(op: BinaryOp, kind: Kind, a: u64, b: u64) -> u64 {
    if kind == Kind::F32 {
        let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        return u64::from(
            match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                _ => a / b,
            }
            .to_bits(),
        );
    }
    let (a, b) = (f64::from_bits(a), f64::from_bits(b));
    match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        _ => a / b,
    }
    .to_bits()
}

/// Any operation with one operand.
pub(crate) fn unary(op: UnaryOp, kind: Kind, a: u64) -> u64 {
    match (op, kind) {
        (UnaryOp::FNeg, Kind::F32) => a ^ 1 << 31,
        (UnaryOp::FNeg, _) => a ^ 1 << 63,
        (UnaryOp::Neg, _) => a.wrapping_neg() & mask(kind),
        (UnaryOp::Not, _) => !a & mask(kind),
    }
}

/// Any comparison of integers up to 64 bits.
pub(crate) fn compare(op: CompareOp, kind: Kind, a: u64, b: u64) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::LtSigned => signed(kind, a) < signed(kind, b),
        CompareOp::LeSigned => signed(kind, a) <= signed(kind, b),
        CompareOp::LtUnsigned => a < b,
        CompareOp::LeUnsigned => a <= b,
        _ if kind == Kind::F32 => {
            let widen = |v: u64| f64::from(f32::from_bits(v as u32)).to_bits();
            compare_float(op, widen(a), widen(b))
        }
        _ => compare_float(op, a, b),
    }
}

/// Any comparison of doubles.
#[inline(always)]
pub(crate) fn compare_float(op: CompareOp, a: u64, b: u64) -> bool {
    let (a, b) = (f64::from_bits(a), f64::from_bits(b));
    match op {
        CompareOp::FEq | CompareOp::Eq => a == b,
        CompareOp::FNe | CompareOp::Ne => a != b,
        CompareOp::FLt | CompareOp::LtSigned | CompareOp::LtUnsigned => a < b,
        CompareOp::FLe | CompareOp::LeSigned | CompareOp::LeUnsigned => a <= b,
    }
}

/// A conversion between one-word kinds, pointers of the flat model excepted: the result, and whether a float
/// was out of the range of the integer.
pub(crate) fn convert(op: ConvertOp, from: Kind, to: Kind, value: u64) -> (u64, bool) {
    match op {
        ConvertOp::Trunc | ConvertOp::ZExt | ConvertOp::PtrToInt | ConvertOp::IntToPtr => {
            (value & mask(to), false)
        }
        ConvertOp::SExt => (signed(from, value) as u64 & mask(to), false),
        ConvertOp::SignedToFloat => {
            let v = signed(from, value);
            (from_number(to, v as f64, v as f32), false)
        }
        ConvertOp::UnsignedToFloat => (from_number(to, value as f64, value as f32), false),
        ConvertOp::FloatToFloat => {
            let v = to_double(from, value);
            (from_number(to, v, v as f32), false)
        }
        ConvertOp::FloatToSigned => float_to_signed(to_double(from, value), to),
        ConvertOp::FloatToUnsigned => float_to_unsigned(to_double(from, value), to),
    }
}

fn from_number(to: Kind, double: f64, single: f32) -> u64 {
    if to == Kind::F32 {
        u64::from(single.to_bits())
    } else {
        double.to_bits()
    }
}

pub(crate) fn to_double(from: Kind, value: u64) -> f64 {
    if from == Kind::F32 {
        f64::from(f32::from_bits(value as u32))
    } else {
        f64::from_bits(value)
    }
}

/// `cvttsd2si`: out of range gives the smallest number. Kinds below 32 bits go through 32.
fn float_to_signed(v: f64, to: Kind) -> (u64, bool) {
    let bits = to.bits().max(32);
    let limit = 2f64.powi(bits as i32 - 1);
    // The largest integer below the limit may not be a double, but every double below it truncates into
    // range.
    if v > -limit - 1.0 && v < limit {
        let value = v as i64 as u64;
        let fits = signed(to, value & mask(to)) == v as i64;
        (value & mask(to), !fits)
    } else if v == -limit {
        (1 << (bits - 1) & mask(to), to.bits() < 32)
    } else {
        ((1u64 << (bits - 1)) & mask(to), true)
    }
}

/// As gcc does it on x86-64: narrower than 64 bits through the next wider signed conversion; 64 bits in two
/// halves.
fn float_to_unsigned(v: f64, to: Kind) -> (u64, bool) {
    match to.bits() {
        8 | 16 => {
            let (value, _) = float_to_signed(v, Kind::I32);
            let exact = v > -1.0 && v < 2f64.powi(to.bits() as i32);
            (value & mask(to), !exact)
        }
        32 => {
            let (value, _) = float_to_signed(v, Kind::I64);
            (value & mask(to), !(v > -1.0 && v < 2f64.powi(32)))
        }
        _ => {
            let half = 2f64.powi(63);
            // `comisd` and `jae` send what is not a number the first way.
            if v < half || v.is_nan() {
                (float_to_signed(v, Kind::I64).0, v.is_nan() || v <= -1.0)
            } else {
                let (value, outside) = float_to_signed(v - half, Kind::I64);
                (value ^ 1 << 63, outside)
            }
        }
    }
}
