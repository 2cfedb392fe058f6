//! Conversions between kinds and types, and arithmetic on constants.

use raceproof_ir::{BinaryOp, CompareOp, ConvertOp, Inst, Kind, Operand, Reg, Span};

use super::FunctionLowering;
use crate::hir::TypeId;

/// An integer constant of a kind, bits above its width cut off.
pub(crate) fn constant(kind: Kind, value: i128) -> Operand {
    let bits = kind.bits();
    let mask = if bits == 128 {
        u128::MAX
    } else {
        (1u128 << bits) - 1
    };
    Operand::Const(kind, value as u128 & mask)
}

/// A floating constant.
pub(crate) fn float_constant(kind: Kind, value: f64) -> Operand {
    match kind {
        Kind::F32 => Operand::Const(kind, u128::from((value as f32).to_bits())),
        _ => Operand::Const(Kind::F64, u128::from(value.to_bits())),
    }
}

/// The null pointer.
pub(crate) const NULL: Operand = Operand::Const(Kind::Ptr, 0);

/// The value of the bits of an integer kind as a number.
pub(super) fn number(kind: Kind, bits: u128, signed: bool) -> i128 {
    let unused = 128 - kind.bits().min(128);
    if signed {
        ((bits << unused) as i128) >> unused
    } else {
        bits as i128
    }
}

fn float_number(kind: Kind, bits: u128) -> f64 {
    match kind {
        Kind::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    }
}

/// A kind, and whether its integers are signed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Numeric {
    pub kind: Kind,
    pub signed: bool,
}

impl Numeric {
    /// Signed integers of a kind.
    pub fn signed(kind: Kind) -> Self {
        Numeric { kind, signed: true }
    }

    /// Unsigned integers of a kind, or anything that is no integer.
    pub fn unsigned(kind: Kind) -> Self {
        Numeric { kind, signed: false }
    }
}

impl FunctionLowering<'_, '_> {
    /// Kind and sign of a scalar type.
    pub(super) fn numeric(&self, ty: TypeId) -> Numeric {
        Numeric {
            kind: self.layout.scalar(ty),
            signed: self.layout.is_signed(ty),
        }
    }

    /// Converts a scalar to another scalar type.
    pub(super) fn convert_type(
        &mut self,
        value: Operand,
        from: TypeId,
        to: TypeId,
        dest: Option<Reg>,
        span: Span,
    ) -> Operand {
        if self.layout.is_bool(to) && !self.layout.is_bool(from) {
            let truth = self.truth(value, None, span);
            let from = Numeric::unsigned(Kind::I32);
            return self.convert(truth, from, Numeric::unsigned(Kind::I8), dest, span);
        }
        let (from, to) = (self.numeric(from), self.numeric(to));
        self.convert(value, from, to, dest, span)
    }

    /// Converts a value to another kind as C does.
    pub(crate) fn convert(
        &mut self,
        value: Operand,
        from: Numeric,
        to: Numeric,
        dest: Option<Reg>,
        span: Span,
    ) -> Operand {
        if from.kind == to.kind {
            return value;
        }
        if let Operand::Const(_, bits) = value
            && let Some(folded) = fold(bits, from, to)
        {
            return folded;
        }
        let address = Numeric::signed(self.layout.address_kind());
        let op = match (from.kind, to.kind) {
            (Kind::Ptr, kind) if kind == address.kind => ConvertOp::PtrToInt,
            (kind, Kind::Ptr) if kind == address.kind => ConvertOp::IntToPtr,
            // Through an integer as large as a pointer; a pointer that is widened takes its sign along, as
            // with gcc.
            (Kind::Ptr, _) | (_, Kind::Ptr) => {
                let middle = self.convert(value, from, address, None, span);
                return self.convert(middle, address, to, dest, span);
            }
            (a, b) if a.is_int() && b.is_int() => match (a.bits() > b.bits(), from.signed) {
                (true, _) => ConvertOp::Trunc,
                (false, true) => ConvertOp::SExt,
                (false, false) => ConvertOp::ZExt,
            },
            (a, b) if a.is_float() && b.is_float() => ConvertOp::FloatToFloat,
            (a, _) if a.is_float() && to.signed => ConvertOp::FloatToSigned,
            (a, _) if a.is_float() => ConvertOp::FloatToUnsigned,
            _ if from.signed => ConvertOp::SignedToFloat,
            _ => ConvertOp::UnsignedToFloat,
        };
        let dst = self.target(dest, to.kind);
        let inst = Inst::Convert {
            op,
            from: from.kind,
            to: to.kind,
            dst,
            src: value,
        };
        self.emit(inst, span);
        Operand::Reg(dst)
    }

    /// Converts whatever kind an operand has to `kind`, integers without regard to sign.
    pub(crate) fn coerce(&mut self, value: Operand, kind: Kind, span: Span) -> Operand {
        let from = Numeric::signed(self.operand_kind(value));
        self.convert(value, from, Numeric::signed(kind), None, span)
    }

    /// Whether a value is not zero, as 0 or 1 in an `i32`.
    pub(crate) fn is_not_zero(&mut self, value: Operand, span: Span) -> Operand {
        self.truth(value, None, span)
    }

    /// Whether a value is not zero, as 0 or 1 in an `i32`.
    pub(super) fn truth(&mut self, value: Operand, dest: Option<Reg>, span: Span) -> Operand {
        let kind = self.operand_kind(value);
        self.is_zero(CompareOp::Ne, kind, value, dest, span)
    }

    /// Compares a value with zero: `op` is `Eq` or `Ne`.
    pub(super) fn is_zero(
        &mut self,
        op: CompareOp,
        kind: Kind,
        value: Operand,
        dest: Option<Reg>,
        span: Span,
    ) -> Operand {
        let not_zero = match value {
            Operand::Const(kind, bits) if kind.is_float() => Some(float_number(kind, bits) != 0.0),
            Operand::Const(_, bits) => Some(bits != 0),
            Operand::Address(_) => Some(true),
            Operand::Reg(_) => None,
        };
        if let Some(not_zero) = not_zero {
            return constant(Kind::I32, i128::from(not_zero == (op == CompareOp::Ne)));
        }
        let op = match (op, kind.is_float()) {
            (CompareOp::Eq, true) => CompareOp::FEq,
            (_, true) => CompareOp::FNe,
            (op, false) => op,
        };
        let dst = self.target(dest, Kind::I32);
        let b = Operand::Const(kind, 0);
        self.emit(
            Inst::Compare {
                op,
                kind,
                dst,
                a: value,
                b,
            },
            span,
        );
        Operand::Reg(dst)
    }

    /// `a op b`, folded if it is trivial.
    pub(crate) fn binary(
        &mut self,
        op: BinaryOp,
        kind: Kind,
        a: Operand,
        b: Operand,
        dest: Option<Reg>,
        span: Span,
    ) -> Operand {
        use BinaryOp::{Add, AddSigned, And, Mul, MulSigned, Or, Shl, Sub, SubSigned, Xor};
        match (op, a, b) {
            (Add | AddSigned | Sub | SubSigned | Or | Xor | Shl, a, Operand::Const(_, 0))
            | (Mul | MulSigned, a, Operand::Const(_, 1))
                if kind.is_int() =>
            {
                return a;
            }
            (Add | AddSigned | Or | Xor, Operand::Const(_, 0), b)
            | (Mul | MulSigned, Operand::Const(_, 1), b)
                if kind.is_int() =>
            {
                return b;
            }
            (Mul | MulSigned | And, zero @ Operand::Const(_, 0), _)
            | (Mul | MulSigned | And, _, zero @ Operand::Const(_, 0))
                if kind.is_int() =>
            {
                return zero;
            }
            (_, Operand::Const(_, x), Operand::Const(_, y)) if kind.is_int() => {
                let (x, y) = (number(kind, x, true), number(kind, y, true));
                let folded = match op {
                    Add | AddSigned => x.checked_add(y),
                    Sub | SubSigned => x.checked_sub(y),
                    Mul | MulSigned => x.checked_mul(y),
                    And => Some(x & y),
                    Or => Some(x | y),
                    Xor => Some(x ^ y),
                    _ => None,
                };
                // Signed overflow is left to the machine, which notes it.
                let fits = |v: &i128| {
                    !matches!(op, AddSigned | SubSigned | MulSigned) || number(kind, *v as u128, true) == *v
                };
                if let Some(value) = folded.filter(fits) {
                    return constant(kind, value);
                }
            }
            _ => {}
        }
        let dst = self.target(dest, kind);
        self.emit(Inst::Binary { op, kind, dst, a, b }, span);
        Operand::Reg(dst)
    }
}

/// Converts a constant, where that needs no run.
fn fold(bits: u128, from: Numeric, to: Numeric) -> Option<Operand> {
    match (from.kind, to.kind) {
        (Kind::Ptr, b) if b.is_int() => Some(constant(b, number(Kind::Ptr, bits, true))),
        (a, Kind::Ptr) if a.is_int() => Some(constant(Kind::Ptr, number(a, bits, from.signed))),
        (a, b) if a.is_int() && b.is_int() => Some(constant(b, number(a, bits, from.signed))),
        (a, b) if a.is_float() && b.is_float() => Some(float_constant(b, float_number(a, bits))),
        (a, Kind::F32) if a.is_int() => {
            let value = match from.signed {
                true => number(a, bits, true) as f32,
                false => bits as f32,
            };
            Some(Operand::Const(Kind::F32, u128::from(value.to_bits())))
        }
        (a, Kind::F64) if a.is_int() => {
            let value = match from.signed {
                true => number(a, bits, true) as f64,
                false => bits as f64,
            };
            Some(float_constant(Kind::F64, value))
        }
        _ => None,
    }
}
