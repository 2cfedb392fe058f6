//! Numbers that are accepted and not computed with: `_Float16`, decimal floating types and `_BitInt`.
//!
//! Their types are records of bytes, so that such values are declared, copied, passed and kept in memory as
//! they are. What would look at the number is a gap: an operator, a test for zero, a conversion from or to
//! another type. Constants have their bytes where this is known how.

use std::fmt;

use raceproof_ir::Span;

use super::Checker;
use super::operator::compare_op;
use super::packed::{Form, Packed};
use super::types::{INT, TypeTable, UCHAR};
use crate::ast::BinaryOp as Op;
use crate::hir::{Expr, ExprKind, TypeId};

/// The most bits of a `_BitInt`.
pub(crate) const MAX_BITS: u16 = 1024;

/// Such a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Foreign {
    /// `_Float16`, `__fp16`, `__bf16`.
    Half,
    /// `_Decimal32` and its like, by the bits.
    Decimal(u8),
    /// `_BitInt(bits)`.
    Bits { bits: u16, signed: bool },
}

impl Foreign {
    fn size(self) -> u64 {
        match self {
            Foreign::Half => 2,
            Foreign::Decimal(bits) => u64::from(bits / 8),
            Foreign::Bits { bits: 0..=64, .. } => self.align(),
            Foreign::Bits { bits, .. } => 8 * u64::from(bits).div_ceil(64),
        }
    }

    pub fn align(self) -> u64 {
        match self {
            Foreign::Half | Foreign::Decimal(_) => self.size(),
            Foreign::Bits { bits, .. } => u64::from(bits.min(64)).div_ceil(8).next_power_of_two(),
        }
    }

    /// The bytes of a constant, if they are known; those of an integer are not cut to the bits of the type.
    fn bytes(self, value: &ExprKind) -> Option<Vec<u8>> {
        match (self, value) {
            (Foreign::Half, ExprKind::Float(number)) => Some(half(*number).to_le_bytes().into()),
            (Foreign::Half, ExprKind::Int(number)) => Some(half(*number as f64).to_le_bytes().into()),
            (Foreign::Bits { bits, .. }, ExprKind::Int(number)) => {
                let fits = bits >= 128 || (0..1i128 << (bits - 1).min(126)).contains(number);
                let sign = if *number < 0 { 0xff } else { 0 };
                let mut bytes = number.to_le_bytes().to_vec();
                bytes.resize(self.size() as usize, sign);
                fits.then_some(bytes)
            }
            (Foreign::Decimal(bits), ExprKind::Int(number)) => decimal(bits, *number),
            _ => None,
        }
    }
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Foreign::Half => write!(f, "_Float16"),
            Foreign::Decimal(bits) => write!(f, "_Decimal{bits}"),
            Foreign::Bits { bits, signed } => {
                let sign = if *signed { "" } else { "unsigned " };
                write!(f, "{sign}_BitInt({bits})")
            }
        }
    }
}

/// The nearest number of half precision, ties to even.
fn half(number: f64) -> u16 {
    let sign = if number.is_sign_negative() { 0x8000 } else { 0 };
    let size = number.abs();
    if size.is_nan() {
        return sign | 0x7e00;
    }
    // Half of the last place above the largest finite number rounds to infinity.
    if size >= 65520.0 {
        return sign | 0x7c00;
    }
    // The last place of the numbers near this one, which no number below has smaller.
    let exponent = ((size.to_bits() >> 52) as i32 - 1023).max(-14);
    let places = (size / 2f64.powi(exponent - 10)).round_ties_even() as u16;
    // The leading place counts as one more in the field of the exponent, as does a carry out of the others.
    let field = (exponent + 14) as u16;
    sign | ((field << 10) + places)
}

/// An integer as a decimal number with the exponent 0, in the binary encoding of x86-64.
fn decimal(bits: u8, number: i128) -> Option<Vec<u8>> {
    let (bias, places) = match bits {
        32 => (101, 23),
        64 => (398, 53),
        _ => (6176, 113),
    };
    let digits = number.unsigned_abs();
    let sign = u128::from(number < 0) << (bits - 1);
    // Seven digits fit into every format without being rounded.
    let word = sign | bias << places | digits;
    (digits < 10_000_000 && digits < 1 << places).then(|| word.to_le_bytes()[..usize::from(bits / 8)].into())
}

impl TypeTable {
    pub fn foreign(&mut self, of: Foreign) -> TypeId {
        self.packed(Packed {
            element: UCHAR,
            count: of.size(),
            form: Form::Foreign(of),
        })
    }
}

impl Checker<'_> {
    fn as_foreign(&self, ty: TypeId) -> Option<Foreign> {
        match self.types.as_packed(ty)?.form {
            Form::Foreign(foreign) => Some(foreign),
            Form::Vector | Form::Complex => None,
        }
    }

    pub(crate) fn is_foreign(&self, ty: TypeId) -> bool {
        self.as_foreign(ty).is_some()
    }

    /// What comes of these values: a gap behind them.
    pub(crate) fn foreign_result(&mut self, of: Vec<Expr>, ty: TypeId, span: Span) -> Expr {
        let names = of.iter().find_map(|value| self.as_foreign(value.ty));
        let name = names.or_else(|| self.as_foreign(ty));
        let name = name.map_or_else(String::new, |name| name.to_string());
        let result = self.gap_value(&format!("computing with `{name}`"), ty, span);
        let of = of.into_iter().map(|value| self.discard(value)).collect();
        self.after(of, result, span)
    }

    /// A conversion from or to such a type; none if there is no such conversion.
    pub(crate) fn convert_foreign(&mut self, value: Expr, to: TypeId) -> Option<Expr> {
        let span = value.span;
        let is_number = |ty| {
            let packed = self.types.as_packed(ty);
            self.types.is_arithmetic(ty) || packed.is_some_and(|of| !of.is_vector())
        };
        if !is_number(value.ty) || !is_number(to) {
            return None;
        }
        let bytes = self.as_foreign(to).and_then(|foreign| foreign.bytes(&value.kind));
        Some(match bytes {
            Some(bytes) => {
                let byte = |byte: u8| self.int(i128::from(byte), UCHAR, span);
                let parts = bytes.into_iter().map(byte).collect();
                self.put_together(to, Vec::new(), parts, span)
            }
            None => self.foreign_result(vec![value], to, span),
        })
    }

    /// `a op b`, where one of them is such a number.
    pub(crate) fn foreign_operator(&mut self, operator: Op, a: Expr, b: Expr, span: Span, at: Span) -> Expr {
        let types = (a.ty, b.ty);
        let is_number = |ty| {
            let packed = self.types.as_packed(ty);
            self.types.is_arithmetic(ty) || packed.is_some_and(|of| !of.is_vector())
        };
        if !is_number(types.0) || !is_number(types.1) {
            self.invalid_operands(operator, types.0, types.1, at);
            return self.poison(span);
        }
        let ty = match (compare_op(operator), operator) {
            (Some(_), _) => INT,
            (None, Op::ShiftLeft | Op::ShiftRight) => types.0,
            _ => self.common_packed(types.0, types.1, span),
        };
        self.foreign_result(vec![a, b], ty, span)
    }
}

#[cfg(test)]
mod tests {
    use super::{decimal, half};

    #[test]
    fn halves_are_rounded_to_nearest() {
        let cases = [
            (0.0, 0),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (65504.0, 0x7bff),
            (65519.9, 0x7bff),
            (65520.0, 0x7c00),
            (f64::INFINITY, 0x7c00),
            (2f64.powi(-14), 0x0400),
            (2f64.powi(-24), 0x0001),
            (2f64.powi(-25), 0),
            (3.0 * 2f64.powi(-25), 2),
            (1.0 + 2f64.powi(-11), 0x3c00),
            (1.0 + 3.0 * 2f64.powi(-11), 0x3c02),
            (2.0 - 2f64.powi(-12), 0x4000),
        ];
        for (number, bits) in cases {
            assert_eq!(half(number), bits, "{number}");
        }
    }

    #[test]
    fn decimals_are_in_the_binary_encoding() {
        assert_eq!(decimal(32, 1), Some(vec![1, 0, 0x80, 0x32]));
        assert_eq!(decimal(64, -2), Some(vec![2, 0, 0, 0, 0, 0, 0xc0, 0xb1]));
        assert_eq!(decimal(128, 0), Some([vec![0; 14], vec![0x40, 0x30]].concat()));
        assert_eq!(decimal(32, 9_999_999), None);
    }
}
