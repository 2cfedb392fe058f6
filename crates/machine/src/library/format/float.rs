//! Floating-point numbers as printf writes them.
//!
//! The decimal digits come from the standard library's formatter, which expands the value exactly
//! and rounds half to even, as glibc does in its default rounding mode. A double has at most 1074
//! digits after the point, so a precision beyond [`LONGEST`] only appends zeros.
//!
//! `long double` is computed as double; only `%La` shows the difference, because the x87 format has
//! its leading one explicit and glibc prints the first four bits as the digit before the point.

use super::integer::{pad, sign};
use raceproof_library::format::{Directive, Length};

/// More digits than any double has.
const LONGEST: usize = 1100;

/// Appends a floating-point value.
pub(super) fn render(
    out: &mut Vec<u8>,
    directive: &Directive,
    width: usize,
    precision: Option<usize>,
    value: f64,
) {
    let mut flags = directive.flags;
    let upper = directive.conversion.is_ascii_uppercase();
    let sign = sign(flags, value.is_sign_negative());
    let magnitude = value.abs();
    let mut prefix = sign.to_owned();
    let mut body = if !magnitude.is_finite() {
        flags.zero = false;
        if magnitude.is_nan() {
            "nan".to_owned()
        } else {
            "inf".to_owned()
        }
    } else {
        match directive.conversion.to_ascii_lowercase() {
            b'f' => fixed(magnitude, precision.unwrap_or(6), flags.alternate),
            b'e' => scientific(magnitude, precision.unwrap_or(6), flags.alternate),
            b'g' => general(magnitude, precision.unwrap_or(6), flags.alternate),
            _ => {
                prefix.push_str("0x");
                let explicit = matches!(directive.length, Length::LongDouble | Length::LongLong);
                hexadecimal(magnitude, precision, flags.alternate, explicit)
            }
        }
    };
    if upper {
        prefix.make_ascii_uppercase();
        body.make_ascii_uppercase();
    }
    pad(out, flags, flags.zero, width, prefix.as_bytes(), body.as_bytes());
}

fn fixed(value: f64, precision: usize, alternate: bool) -> String {
    let mut text = format!("{value:.*}", precision.min(LONGEST));
    text.extend(std::iter::repeat_n('0', precision.saturating_sub(LONGEST)));
    if precision == 0 && alternate {
        text.push('.');
    }
    text
}

/// The digits `d.ddd` with `precision` digits after the point, and the decimal exponent.
fn mantissa(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.*e}", precision.min(LONGEST));
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits = digits.to_owned();
    digits.extend(std::iter::repeat_n('0', precision.saturating_sub(LONGEST)));
    (digits, exponent.parse().unwrap_or(0))
}

fn scientific(value: f64, precision: usize, alternate: bool) -> String {
    let (mut digits, exponent) = mantissa(value, precision);
    if precision == 0 && alternate {
        digits.push('.');
    }
    with_exponent(&digits, exponent)
}

fn with_exponent(digits: &str, exponent: i32) -> String {
    let mark = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{mark}{:02}", exponent.unsigned_abs())
}

fn general(value: f64, precision: usize, alternate: bool) -> String {
    let significant = precision.max(1);
    let (digits, exponent) = mantissa(value, significant - 1);
    let small = exponent >= -4 && i64::from(exponent) < i64::try_from(significant).unwrap_or(i64::MAX);
    if small {
        // In this branch exponent < significant, so the difference is not negative.
        let after = (significant as i64 - 1 - i64::from(exponent)) as usize;
        let text = fixed(value, after, alternate);
        if alternate { text } else { strip(&text).to_owned() }
    } else if alternate {
        let point = if significant == 1 { "." } else { "" };
        with_exponent(&format!("{digits}{point}"), exponent)
    } else {
        with_exponent(strip(&digits), exponent)
    }
}

/// Without the zeros at the end of a fraction, and without a point that ends it.
fn strip(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

/// The text after `0x`. `explicit` chooses the x87 form.
fn hexadecimal(value: f64, precision: Option<usize>, alternate: bool, explicit: bool) -> String {
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let biased = (bits >> 52) as i32 & 0x7ff;
    // `significand` has its leading digit in the bits from `point` upwards.
    let (mut significand, point, mut exponent) = if explicit {
        if value == 0.0 {
            (0u128, 60, 0)
        } else {
            let (whole, exponent) = if biased == 0 {
                (fraction, -1022)
            } else {
                (fraction | 1 << 52, biased - 1023)
            };
            let shift = whole.leading_zeros();
            (u128::from(whole << shift), 60, exponent - (shift as i32 - 11) - 3)
        }
    } else if biased == 0 {
        (u128::from(fraction), 52, if fraction == 0 { 0 } else { -1022 })
    } else {
        (u128::from(fraction | 1 << 52), 52, biased - 1023)
    };
    let available = point / 4;
    let kept = precision.map_or(available, |p| p.min(available));
    let dropped = (available - kept) * 4;
    if dropped > 0 {
        let half = 1u128 << (dropped - 1);
        let rest = significand & ((1 << dropped) - 1);
        significand >>= dropped;
        if rest > half || (rest == half && significand & 1 == 1) {
            significand += 1;
        }
        significand <<= dropped;
        if significand >> point > 0xf {
            // Only the x87 form can carry out of its leading digit.
            significand >>= 4;
            exponent += 4;
        }
    }
    let lead = significand >> point;
    let rest = significand & ((1 << point) - 1);
    let mut digits = format!("{rest:0available$x}");
    match precision {
        None => digits.truncate(digits.trim_end_matches('0').len()),
        Some(p) => {
            digits.truncate(kept);
            digits.extend(std::iter::repeat_n('0', p.saturating_sub(available)));
        }
    }
    let point = if alternate || !digits.is_empty() { "." } else { "" };
    format!("{lead:x}{point}{digits}p{exponent:+}")
}
