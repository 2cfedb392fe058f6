//! Numbers read from text, as `strtol` and `strtod` read them.
//!
//! Both functions take the longest prefix that is a number and say how long it was; a length of zero
//! means that there was none. They know nothing of memory: the natives and the scanf engine share
//! them.

/// What an integer prefix says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    /// Whether a minus sign stood before it.
    pub negative: bool,
    /// Its magnitude; `u64::MAX` if it does not fit.
    pub magnitude: u64,
    /// Whether the magnitude did not fit.
    pub overflow: bool,
    /// How many bytes were read, white space and sign included.
    pub length: usize,
}

impl Integer {
    /// The value as a signed integer of `bits` bits, clamped; and whether it had to be.
    pub fn signed(self, bits: u32) -> (i64, bool) {
        let largest = (1u64 << (bits - 1)) - 1;
        let limit = largest + u64::from(self.negative);
        if self.overflow || self.magnitude > limit {
            let clamped = if self.negative {
                (largest as i64).wrapping_neg() - 1
            } else {
                largest as i64
            };
            return (clamped, true);
        }
        let value = self.magnitude as i64;
        (
            if self.negative {
                value.wrapping_neg()
            } else {
                value
            },
            false,
        )
    }

    /// The value as an unsigned integer of `bits` bits (a minus sign negates it in that type).
    pub fn unsigned(self, bits: u32) -> (u64, bool) {
        let largest = u64::MAX >> (64 - bits);
        if self.overflow || self.magnitude > largest {
            return (largest, true);
        }
        let value = if self.negative {
            self.magnitude.wrapping_neg()
        } else {
            self.magnitude
        };
        (value & largest, false)
    }
}

/// The white space of the C locale.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Reads an integer in `base` (0: as the prefix says; 2 to 36).
pub fn integer(text: &[u8], base: u32) -> Integer {
    let mut at = text.iter().take_while(|&&b| is_space(b)).count();
    let negative = text.get(at) == Some(&b'-');
    at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
    let mut base = base;
    let zero = text.get(at) == Some(&b'0');
    let hexadecimal = zero
        && matches!(text.get(at + 1), Some(b'x' | b'X'))
        && text.get(at + 2).is_some_and(u8::is_ascii_hexdigit);
    if hexadecimal && (base == 0 || base == 16) {
        at += 2;
        base = 16;
    } else if base == 0 {
        base = if zero { 8 } else { 10 };
    }
    let start = at;
    let mut magnitude = Some(0u64);
    while let Some(digit) = text.get(at).and_then(|&b| (b as char).to_digit(base)) {
        magnitude = magnitude
            .and_then(|m| m.checked_mul(u64::from(base)))
            .and_then(|m| m.checked_add(u64::from(digit)));
        at += 1;
    }
    Integer {
        negative,
        magnitude: magnitude.unwrap_or(u64::MAX),
        overflow: magnitude.is_none(),
        length: if at == start { 0 } else { at },
    }
}

/// The precision to which a floating number is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// `float`
    Single,
    /// `double` (and `long double`).
    Double,
}

impl Precision {
    /// Bits of the significand, the leading one included.
    fn digits(self) -> i64 {
        if self == Precision::Single { 24 } else { 53 }
    }

    /// The exponent of the lowest bit of a subnormal number.
    fn lowest(self) -> i64 {
        if self == Precision::Single { -149 } else { -1074 }
    }
}

/// What a floating prefix says.
#[derive(Clone, Copy, Debug)]
pub struct Float {
    /// The value, exactly representable in the precision asked for.
    pub value: f64,
    /// Whether it overflowed, or underflowed and lost bits (`ERANGE`).
    pub range: bool,
    /// How many bytes were read, white space and sign included.
    pub length: usize,
}

/// Reads a floating number: decimal, hexadecimal, `inf`, `infinity`, `nan`, `nan(chars)`.
pub fn float(text: &[u8], precision: Precision) -> Float {
    let mut at = text.iter().take_while(|&&b| is_space(b)).count();
    let negative = text.get(at) == Some(&b'-');
    at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
    let rest = &text[at..];
    let begins = |word: &[u8]| rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word);
    let (magnitude, range, length) = if begins(b"infinity") {
        (f64::INFINITY, false, 8)
    } else if begins(b"inf") {
        (f64::INFINITY, false, 3)
    } else if begins(b"nan") {
        (f64::NAN, false, 3 + payload(&rest[3..]))
    } else {
        match hexadecimal(rest, precision) {
            Some(found) => found,
            None => decimal(rest, precision),
        }
    };
    Float {
        value: if negative { -magnitude } else { magnitude },
        range,
        length: if length == 0 { 0 } else { at + length },
    }
}

/// The length of `(chars)` after `nan`, or 0.
fn payload(text: &[u8]) -> usize {
    if text.first() != Some(&b'(') {
        return 0;
    }
    let inside = text[1..]
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
        .count();
    if text.get(1 + inside) == Some(&b')') {
        inside + 2
    } else {
        0
    }
}

/// The digits of a number with a point: all of them, how many stood after the point, and the
/// length; None if there is no digit.
fn digits(text: &[u8], is_digit: fn(&u8) -> bool) -> Option<(Vec<u8>, i64, usize)> {
    let mut found = Vec::new();
    let mut after = 0i64;
    let mut point = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if is_digit(&byte) {
            found.push(byte);
            after += i64::from(point);
        } else if byte == b'.' && !point {
            point = true;
        } else {
            break;
        }
        at += 1;
    }
    if found.is_empty() {
        None
    } else {
        Some((found, after, at))
    }
}

/// An exponent after one of `marks`: its value and length, or (0, 0).
fn exponent(text: &[u8], marks: [u8; 2]) -> (i64, usize) {
    if !text.first().is_some_and(|b| marks.contains(b)) {
        return (0, 0);
    }
    let mut at = 1;
    let negative = text.get(at) == Some(&b'-');
    at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
    let start = at;
    let mut value = 0i64;
    while let Some(digit @ b'0'..=b'9') = text.get(at) {
        // A cap far beyond any exponent that matters keeps the sums below from overflowing.
        value = (value * 10 + i64::from(digit - b'0')).min(1 << 40);
        at += 1;
    }
    if at == start {
        (0, 0)
    } else {
        (if negative { -value } else { value }, at)
    }
}

fn decimal(text: &[u8], precision: Precision) -> (f64, bool, usize) {
    let Some((found, after, length)) = digits(text, u8::is_ascii_digit) else {
        return (0.0, false, 0);
    };
    let (power, more) = exponent(&text[length..], [b'e', b'E']);
    // The standard library rounds correctly whatever the length of the digits.
    let all = String::from_utf8_lossy(&found);
    let plain = format!("{all}e{}", power - after);
    let value = match precision {
        Precision::Single => f64::from(plain.parse::<f32>().unwrap_or(f32::NAN)),
        Precision::Double => plain.parse::<f64>().unwrap_or(f64::NAN),
    };
    let zero = found.iter().all(|&d| d == b'0');
    let range = value.is_infinite()
        || (!zero && value < smallest_normal(precision) && !is_exact(&all, power - after, value));
    (value, range, length + more)
}

fn smallest_normal(precision: Precision) -> f64 {
    if precision == Precision::Single {
        f64::from(f32::MIN_POSITIVE)
    } else {
        f64::MIN_POSITIVE
    }
}

/// Whether `digits` times ten to the `power` is exactly `value`, a subnormal or zero.
fn is_exact(digits: &str, power: i64, value: f64) -> bool {
    if value == 0.0 {
        return false;
    }
    // 1074 digits after the point write any subnormal exactly.
    let exact = format!("{value:.1074}");
    let exact = exact.replacen('.', "", 1);
    let theirs = exact.trim_start_matches('0').trim_end_matches('0');
    let lowest = |all: &str, power: i64| power + (all.len() - all.trim_end_matches('0').len()) as i64;
    theirs == digits.trim_start_matches('0').trim_end_matches('0')
        && lowest(&exact, -1074) == lowest(digits, power)
}

/// A hexadecimal number; None if the text is none (`0x` alone is the number 0).
fn hexadecimal(text: &[u8], precision: Precision) -> Option<(f64, bool, usize)> {
    if text.first() != Some(&b'0') || !matches!(text.get(1), Some(b'x' | b'X')) {
        return None;
    }
    let (found, after, length) = digits(&text[2..], u8::is_ascii_hexdigit)?;
    let (power, more) = exponent(&text[2 + length..], [b'p', b'P']);
    // The significand in 64 bits, with a sticky bit for all that fell off.
    let mut significand = 0u64;
    let mut scale = power - 4 * after;
    let mut sticky = false;
    for digit in found.iter().filter_map(|&b| (b as char).to_digit(16)) {
        if significand >> 60 == 0 {
            significand = significand << 4 | u64::from(digit);
        } else {
            sticky |= digit != 0;
            scale += 4;
        }
    }
    let (value, range) = round(significand, scale, sticky, precision);
    Some((value, range, 2 + length + more))
}

/// `significand` times two to the `scale`, rounded half to even; and whether it left the range.
fn round(significand: u64, scale: i64, sticky: bool, precision: Precision) -> (f64, bool) {
    if significand == 0 {
        return (0.0, false);
    }
    let top = scale + 63 - i64::from(significand.leading_zeros());
    let lowest = (top - precision.digits() + 1).max(precision.lowest());
    let drop = lowest - scale;
    let (mut kept, inexact) = if drop <= 0 {
        // Room below: a sticky bit cannot be, since it needs more than 60 bits above it.
        (significand << (-drop).min(63), false)
    } else if drop > 64 {
        (0, true)
    } else {
        let wide = u128::from(significand);
        let rest = wide & ((1u128 << drop) - 1);
        let half = 1u128 << (drop - 1);
        let mut kept = (wide >> drop) as u64;
        if rest > half || (rest == half && (sticky || kept & 1 == 1)) {
            kept += 1;
        }
        (kept, rest != 0 || sticky)
    };
    let mut exponent = lowest;
    if kept >> precision.digits() != 0 {
        kept >>= 1;
        exponent += 1;
    }
    let largest = if precision == Precision::Single { 127 } else { 1023 };
    if kept != 0 && exponent + 63 - i64::from(kept.leading_zeros()) > largest {
        return (f64::INFINITY, true);
    }
    // Two exact steps: a power of two below the smallest normal has no exact reciprocal.
    let steps = [exponent / 2, exponent - exponent / 2];
    let value = steps.iter().fold(kept as f64, |v, &e| v * 2f64.powi(e as i32));
    (value, inexact && value < smallest_normal(precision))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_in_all_bases() {
        let read = |text: &str, base| {
            let found = integer(text.as_bytes(), base);
            (found.signed(64).0, found.length)
        };
        assert_eq!(read("  -42x", 10), (-42, 5));
        assert_eq!(read("0x1fg", 0), (0x1f, 4));
        assert_eq!(read("0x1f", 16), (0x1f, 4));
        assert_eq!(read("0xg", 0), (0, 1));
        assert_eq!(read("0777", 0), (0o777, 4));
        assert_eq!(read("zz", 36), (35 * 36 + 35, 2));
        assert_eq!(read("+", 10), (0, 0));
        assert_eq!(read("129", 2), (1, 1));
        assert_eq!(read("9", 8), (0, 0));
    }

    #[test]
    fn integers_clamp() {
        let read = |text: &str| integer(text.as_bytes(), 10);
        assert_eq!(read("9223372036854775807").signed(64), (i64::MAX, false));
        assert_eq!(read("9223372036854775808").signed(64), (i64::MAX, true));
        assert_eq!(read("-9223372036854775808").signed(64), (i64::MIN, false));
        assert_eq!(read("-99999999999999999999").signed(64), (i64::MIN, true));
        assert_eq!(read("2147483648").signed(32), (0x7fff_ffff, true));
        assert_eq!(read("-2147483649").signed(32), (-0x8000_0000, true));
        assert_eq!(read("-1").unsigned(64), (u64::MAX, false));
        assert_eq!(read("-1").unsigned(32), (0xffff_ffff, false));
        assert_eq!(read("18446744073709551616").unsigned(64), (u64::MAX, true));
    }

    fn check(text: &str, value: f64, range: bool, length: usize) {
        let found = float(text.as_bytes(), Precision::Double);
        assert_eq!(found.value.to_bits(), value.to_bits(), "{text}: {}", found.value);
        assert_eq!((found.range, found.length), (range, length), "{text}");
    }

    #[test]
    fn decimal_floats() {
        check(" 1.5e3x", 1500.0, false, 6);
        check("-.5", -0.5, false, 3);
        check("5.", 5.0, false, 2);
        check(".", 0.0, false, 0);
        check("1e", 1.0, false, 1);
        check("1e+", 1.0, false, 1);
        check("-0", -0.0, false, 2);
        check("1e400", f64::INFINITY, true, 5);
        check("1e-400", 0.0, true, 6);
        check("0e400", 0.0, false, 5);
        check("4.9e-324", 5e-324, true, 8);
        check("1e99999999999999999999", f64::INFINITY, true, 22);
        check("inf", f64::INFINITY, false, 3);
        check("-INFINITYx", f64::NEG_INFINITY, false, 9);
        assert_eq!(float(b"nan(12_a)b", Precision::Double).length, 9);
        assert_eq!(float(b"nan(12", Precision::Double).length, 3);
    }

    #[test]
    fn an_exact_subnormal_is_in_range() {
        let smallest = format!("{:.1074}", 5e-324);
        check(&smallest, 5e-324, false, smallest.len());
        check(&format!("{smallest}0"), 5e-324, false, smallest.len() + 1);
        check(&format!("{smallest}1"), 5e-324, true, smallest.len() + 1);
    }

    #[test]
    fn hexadecimal_floats() {
        check("0x1p3", 8.0, false, 5);
        check("0x.8", 0.5, false, 4);
        check("0xg", 0.0, false, 1);
        check("0x1.8p1", 3.0, false, 7);
        check("0x1p-1074", 5e-324, false, 9);
        check("0x1p-1075", 0.0, true, 9);
        check("0x1.8p-1074", 1e-323, true, 11);
        check("0x1.fffffffffffff8p0", 2.0, false, 20);
        check("0x1.fffffffffffff7ffffffffp0", 2.0f64.next_down(), false, 28);
        check(
            "0x10000000000000800000000000001p0",
            2f64.powi(112) + 2f64.powi(60),
            false,
            33,
        );
        check("0x1p1024", f64::INFINITY, true, 8);
    }

    #[test]
    fn doubles_printed_are_doubles_read() {
        let mut bits = 1u64;
        for _ in 0..20_000 {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(bits).abs();
            if value.is_finite() {
                assert_eq!(
                    float(format!("{value:e}").as_bytes(), Precision::Double).value,
                    value
                );
                let single = f32::from_bits((bits >> 32) as u32).abs();
                if single.is_finite() {
                    let found = float(format!("{single:e}").as_bytes(), Precision::Single);
                    assert_eq!(found.value as f32, single);
                }
            }
        }
    }
}
