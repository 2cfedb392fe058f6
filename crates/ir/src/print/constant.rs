//! Constants in the text form.

use crate::Kind;

/// What `nan` stands for as an `f32`: quiet, positive, no payload.
pub(crate) const NAN_F32: u32 = 0x7fc0_0000;

/// What `nan` stands for as an `f64`.
pub(crate) const NAN_F64: u64 = 0x7ff8_0000_0000_0000;

/// The digits of a constant, without its kind. Integers are shown signed; a float whose decimal form would
/// not give its bits back (a NaN with a payload) is shown as hexadecimal bits; bits beyond the width, which
/// the verifier forbids, make the number too large for the reader.
pub(crate) fn constant(kind: Kind, bits: u128) -> String {
    if bits & !kind.mask() != 0 {
        return format!("{bits:#x}");
    }
    match kind {
        Kind::F32 => {
            let bits = bits as u32;
            let value = f32::from_bits(bits);
            float(f64::from(value), format!("{value:?}"), bits == NAN_F32)
                .unwrap_or_else(|| format!("{bits:#x}"))
        }
        Kind::F64 => {
            let bits = bits as u64;
            let value = f64::from_bits(bits);
            float(value, format!("{value:?}"), bits == NAN_F64).unwrap_or_else(|| format!("{bits:#x}"))
        }
        Kind::Ptr if bits == 0 => "null".to_string(),
        Kind::Ptr => format!("{bits:#x}"),
        Kind::I8 | Kind::I16 | Kind::I32 | Kind::I64 | Kind::I128 => {
            let unused = 128 - kind.bits();
            format!("{}", ((bits << unused) as i128) >> unused)
        }
    }
}

fn float(value: f64, digits: String, canonical_nan: bool) -> Option<String> {
    if value.is_nan() {
        canonical_nan.then(|| "nan".to_string())
    } else if value.is_infinite() {
        Some(if value > 0.0 { "inf" } else { "-inf" }.to_string())
    } else {
        Some(digits)
    }
}
