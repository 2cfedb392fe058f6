//! Operations of the IR as words, exactly as the machine computes them.
//!
//! Floats are computed by the processor where they are constants, as the machine does, and by
//! [circuits](crate::float) elsewhere.

use raceproof_ir::{BinaryOp, CompareOp, ConvertOp, Kind, RmwOp, UnaryOp};

use crate::float;
use crate::term::{Term, Terms};

/// Bits of a kind that is no pointer.
fn width(kind: Kind) -> u8 {
    kind.bits() as u8
}

/// A result, and the condition under which the operation is defined.
#[derive(Clone, Copy, Debug)]
pub struct Computed {
    /// The value.
    pub value: Term,
    /// When it is no defect of the program.
    pub defined: Term,
}

/// An operation with two operands.
pub fn binary(terms: &mut Terms, op: BinaryOp, kind: Kind, a: Term, b: Term) -> Computed {
    use BinaryOp::*;
    let mut defined = terms.bool(true);
    let value = match op {
        Add | AddSigned => terms.add(a, b),
        Sub | SubSigned => terms.sub(a, b),
        Mul | MulSigned => terms.mul(a, b),
        DivUnsigned | RemUnsigned | DivSigned | RemSigned => {
            let zero = terms.number(0, width(kind));
            defined = terms.ne(b, zero);
            if matches!(op, DivSigned | RemSigned) {
                let smallest = terms.number(1 << (width(kind) - 1), width(kind));
                let minus_one = terms.number(u128::MAX, width(kind));
                let (x, y) = (terms.eq(a, smallest), terms.eq(b, minus_one));
                let overflow = terms.and(x, y);
                let fits = terms.not(overflow);
                defined = terms.and(defined, fits);
            }
            match op {
                DivUnsigned => terms.div(a, b),
                RemUnsigned => terms.rem(a, b),
                DivSigned => terms.div_signed(a, b),
                _ => terms.rem_signed(a, b),
            }
        }
        And => terms.and(a, b),
        Or => terms.or(a, b),
        Xor => terms.xor(a, b),
        Shl => terms.shl(a, b),
        ShrUnsigned => terms.shr(a, b),
        ShrSigned => terms.sar(a, b),
        FAdd | FSub | FMul | FDiv => float_binary(terms, op, kind, a, b),
    };
    Computed { value, defined }
}

fn float_binary(terms: &mut Terms, op: BinaryOp, kind: Kind, a: Term, b: Term) -> Term {
    use BinaryOp::*;
    let (Some(x), Some(y)) = (terms.constant(a), terms.constant(b)) else {
        return match op {
            FAdd => float::add(terms, kind, a, b),
            FSub => {
                let minus = float::negate(terms, kind, b);
                float::add(terms, kind, a, minus)
            }
            FMul => float::multiply(terms, kind, a, b),
            _ => float::divide(terms, kind, a, b),
        };
    };
    let bits = match kind {
        Kind::F32 => {
            let (x, y) = (f32::from_bits(x as u32), f32::from_bits(y as u32));
            let r = match op {
                FAdd => x + y,
                FSub => x - y,
                FMul => x * y,
                _ => x / y,
            };
            u64::from(r.to_bits())
        }
        _ => {
            let (x, y) = (f64::from_bits(x as u64), f64::from_bits(y as u64));
            let r = match op {
                FAdd => x + y,
                FSub => x - y,
                FMul => x * y,
                _ => x / y,
            };
            r.to_bits()
        }
    };
    terms.number(u128::from(bits), width(kind))
}

/// An operation with one operand.
pub fn unary(terms: &mut Terms, op: UnaryOp, kind: Kind, a: Term) -> Term {
    match op {
        UnaryOp::Neg => terms.neg(a),
        UnaryOp::Not => terms.not(a),
        UnaryOp::FNeg => float::negate(terms, kind, a),
    }
}

/// A comparison, as one bit.
pub fn compare(terms: &mut Terms, op: CompareOp, kind: Kind, a: Term, b: Term) -> Term {
    match op {
        CompareOp::Eq => terms.eq(a, b),
        CompareOp::Ne => terms.ne(a, b),
        CompareOp::LtSigned => terms.less_signed(a, b),
        CompareOp::LeSigned => terms.less_equal_signed(a, b),
        CompareOp::LtUnsigned => terms.less(a, b),
        CompareOp::LeUnsigned => terms.less_equal(a, b),
        CompareOp::FEq => float::equal(terms, kind, a, b),
        CompareOp::FNe => {
            let equal = float::equal(terms, kind, a, b);
            terms.not(equal)
        }
        CompareOp::FLt => float::less(terms, kind, a, b),
        CompareOp::FLe => {
            let (less, equal) = (float::less(terms, kind, a, b), float::equal(terms, kind, a, b));
            terms.or(less, equal)
        }
    }
}

/// A conversion; `None` if it is not understood.
pub fn convert(terms: &mut Terms, op: ConvertOp, from: Kind, to: Kind, a: Term) -> Option<Term> {
    let (bits, wanted) = (terms.width(a), terms.shape.of_kind(to));
    Some(match op {
        ConvertOp::Trunc => terms.extract(a, 0, wanted),
        ConvertOp::ZExt => terms.zext(a, wanted),
        ConvertOp::SExt => terms.sext(a, wanted),
        ConvertOp::PtrToInt | ConvertOp::IntToPtr if bits == wanted => a,
        ConvertOp::PtrToInt | ConvertOp::IntToPtr => return None,
        ConvertOp::SignedToFloat => float::from_integer(terms, to, true, a),
        ConvertOp::UnsignedToFloat => float::from_integer(terms, to, false, a),
        ConvertOp::FloatToFloat => float::resize(terms, from, to, a),
        ConvertOp::FloatToSigned if wanted > 64 => float::to_wide(terms, from, true, a),
        ConvertOp::FloatToUnsigned if wanted > 64 => float::to_wide(terms, from, false, a),
        ConvertOp::FloatToSigned => float::to_integer(terms, from, wanted, true, a),
        ConvertOp::FloatToUnsigned => float::to_integer(terms, from, wanted, false, a),
    })
}

/// What a read-modify-write leaves.
pub fn modify(terms: &mut Terms, op: RmwOp, old: Term, operand: Term) -> Term {
    let pick = |terms: &mut Terms, second: Term| terms.ite(second, operand, old);
    let kind = match terms.width(old) {
        32 => Kind::F32,
        _ => Kind::F64,
    };
    match op {
        RmwOp::Exchange => operand,
        RmwOp::Add => terms.add(old, operand),
        RmwOp::Sub => terms.sub(old, operand),
        RmwOp::Mul => terms.mul(old, operand),
        RmwOp::And => terms.and(old, operand),
        RmwOp::Or => terms.or(old, operand),
        RmwOp::Xor => terms.xor(old, operand),
        RmwOp::Nand => {
            let both = terms.and(old, operand);
            terms.not(both)
        }
        RmwOp::MinSigned => {
            let c = terms.less_signed(operand, old);
            pick(terms, c)
        }
        RmwOp::MaxSigned => {
            let c = terms.less_signed(old, operand);
            pick(terms, c)
        }
        RmwOp::MinUnsigned => {
            let c = terms.less(operand, old);
            pick(terms, c)
        }
        RmwOp::MaxUnsigned => {
            let c = terms.less(old, operand);
            pick(terms, c)
        }
        RmwOp::FAdd => float_binary(terms, BinaryOp::FAdd, kind, old, operand),
        RmwOp::FSub => float_binary(terms, BinaryOp::FSub, kind, old, operand),
        RmwOp::FMul => float_binary(terms, BinaryOp::FMul, kind, old, operand),
        RmwOp::FDiv => float_binary(terms, BinaryOp::FDiv, kind, old, operand),
    }
}
