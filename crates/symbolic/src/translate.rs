//! Integer operations of the IR as words, exactly as the machine computes them.
//!
//! Floats are computed where they are constants, by the processor as the machine does, and are not understood elsewhere.

use raceproof_ir::{BinaryOp, CompareOp, ConvertOp, Kind, RmwOp, UnaryOp};

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

/// An operation with two operands; `None` if it is not understood.
pub fn binary(terms: &mut Terms, op: BinaryOp, kind: Kind, a: Term, b: Term) -> Option<Computed> {
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
        FAdd | FSub | FMul | FDiv => {
            let (x, y) = (terms.constant(a)?, terms.constant(b)?);
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
    };
    Some(Computed { value, defined })
}

/// An operation with one operand.
pub fn unary(terms: &mut Terms, op: UnaryOp, kind: Kind, a: Term) -> Term {
    match op {
        UnaryOp::Neg => terms.neg(a),
        UnaryOp::Not => terms.not(a),
        UnaryOp::FNeg => {
            let top = terms.number(1 << (width(kind) - 1), width(kind));
            terms.xor(a, top)
        }
    }
}

/// A comparison, as one bit.
pub fn compare(terms: &mut Terms, op: CompareOp, kind: Kind, a: Term, b: Term) -> Option<Term> {
    Some(match op {
        CompareOp::Eq => terms.eq(a, b),
        CompareOp::Ne => terms.ne(a, b),
        CompareOp::LtSigned => terms.less_signed(a, b),
        CompareOp::LeSigned => terms.less_equal_signed(a, b),
        CompareOp::LtUnsigned => terms.less(a, b),
        CompareOp::LeUnsigned => terms.less_equal(a, b),
        _ => {
            let (x, y) = (terms.constant(a)?, terms.constant(b)?);
            let double = |v: u128| match kind {
                Kind::F32 => f64::from(f32::from_bits(v as u32)),
                _ => f64::from_bits(v as u64),
            };
            let (x, y) = (double(x), double(y));
            terms.bool(match op {
                CompareOp::FEq => x == y,
                CompareOp::FNe => x != y,
                CompareOp::FLt => x < y,
                _ => x <= y,
            })
        }
    })
}

/// A conversion between integers and pointers; `None` if it is not understood.
pub fn convert(terms: &mut Terms, op: ConvertOp, to: Kind, a: Term) -> Option<Term> {
    let (from, to) = (terms.width(a), terms.shape.of_kind(to));
    Some(match op {
        ConvertOp::Trunc => terms.extract(a, 0, to),
        ConvertOp::ZExt => terms.zext(a, to),
        ConvertOp::SExt => terms.sext(a, to),
        ConvertOp::PtrToInt | ConvertOp::IntToPtr if from == to => a,
        _ => return None,
    })
}

/// What a read-modify-write leaves; `None` if it is not understood.
pub fn modify(terms: &mut Terms, op: RmwOp, old: Term, operand: Term) -> Option<Term> {
    let pick = |terms: &mut Terms, second: Term| terms.ite(second, operand, old);
    Some(match op {
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
        RmwOp::FAdd | RmwOp::FSub | RmwOp::FMul | RmwOp::FDiv => return None,
    })
}
