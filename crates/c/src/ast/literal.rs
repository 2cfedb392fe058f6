//! Constants and string literals.

use raceproof_ir::Span;

/// An integer constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerLiteral {
    /// Its value.
    pub value: u128,
    /// Decimal, so that it is never of an unsigned type without a `u`.
    pub is_decimal: bool,
    /// `u`.
    pub is_unsigned: bool,
    /// The number of `l`: 0, 1 or 2.
    pub longs: u8,
}

/// A floating constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FloatingLiteral {
    /// Its value, rounded once to the type that the suffix names where that is `float` or `double`.
    pub value: f64,
    /// Its suffix.
    pub suffix: FloatSuffix,
}

/// The type of a floating constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatSuffix {
    /// None: `double`.
    None,
    /// `f`: `float`.
    F,
    /// `l`: `long double`.
    L,
    /// `q` or `f128`: `_Float128`.
    F128,
    /// `f16`.
    F16,
    /// `df`, `dd` or `dl`: a decimal floating type of so many bits.
    Decimal(u8),
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// `f32x`.
    F32x,
    /// `f64x` or `w`.
    F64x,
}

/// The prefix of a character constant or string literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// None: `char`.
    Plain,
    /// `u8`.
    Utf8,
    /// `u`: `char16_t`.
    Utf16,
    /// `U`: `char32_t`.
    Utf32,
    /// `L`: `wchar_t`.
    Wide,
}

/// A character constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharLiteral {
    /// Its prefix.
    pub encoding: Encoding,
    /// Its value in its type: a plain constant is an `int` with the value of a signed `char`;
    /// `'ab'` is `'a' << 8 | 'b'`, as gcc has it.
    pub value: i64,
}

/// One or more adjacent string literals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StringLiteral {
    /// The first literal, or all if they are on one line.
    pub span: Span,
    /// The prefix of the whole.
    pub encoding: Encoding,
    /// Its elements without the final zero.
    pub units: StringUnits,
}

/// The elements of a string literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StringUnits {
    /// Bytes, of a plain or `u8` literal.
    Bytes(Vec<u8>),
    /// 16-bit units, of a `u` literal.
    Units16(Vec<u16>),
    /// 32-bit units, of a `U` or `L` literal.
    Units32(Vec<u32>),
}
