//! Values on the way of a failure, and computing with them.

use raceproof_ir::{BinaryOp, CompareOp, ConvertOp, Kind};

/// What a register or a place in memory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    /// This, because of the failure.
    Known(u128),
    /// Something that is computed from it.
    Dark,
    /// Something else, by name.
    Other(u64),
}

impl Value {
    /// Whether it has to do with the failure.
    pub fn is_failed(self) -> bool {
        !matches!(self, Value::Other(_))
    }
}

/// A number of a kind as a signed one.
pub(super) fn widen(kind: Kind, value: u128) -> i128 {
    let unused = 128 - kind.bits().clamp(1, 128);
    ((value << unused) as i128) >> unused
}

/// Compares two numbers of a kind.
pub(super) fn compare(op: CompareOp, kind: Kind, a: u128, b: u128) -> Value {
    let (x, y) = (widen(kind, a), widen(kind, b));
    let holds = match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::LtSigned => x < y,
        CompareOp::LeSigned => x <= y,
        CompareOp::LtUnsigned => a < b,
        CompareOp::LeUnsigned => a <= b,
        CompareOp::FEq | CompareOp::FNe | CompareOp::FLt | CompareOp::FLe => return Value::Dark,
    };
    Value::Known(u128::from(holds))
}

/// Computes with two numbers of a kind.
pub(super) fn binary(op: BinaryOp, kind: Kind, a: u128, b: u128) -> Value {
    let all = u128::MAX >> (128 - kind.bits().clamp(1, 128));
    let value = match op {
        BinaryOp::Add | BinaryOp::AddSigned => a.wrapping_add(b),
        BinaryOp::Sub | BinaryOp::SubSigned => a.wrapping_sub(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        _ => return Value::Dark,
    };
    Value::Known(value & all)
}

/// A number of one kind as one of another.
pub(super) fn convert(op: ConvertOp, from: Kind, to: Kind, value: u128) -> Value {
    let all = u128::MAX >> (128 - to.bits().clamp(1, 128));
    match op {
        ConvertOp::Trunc | ConvertOp::ZExt | ConvertOp::PtrToInt | ConvertOp::IntToPtr => {
            Value::Known(value & all)
        }
        ConvertOp::SExt => Value::Known(widen(from, value) as u128 & all),
        _ => Value::Dark,
    }
}
