//! The values of numbers, character constants and string literals.

use raceproof_ir::Span;

use super::{Parse, Parser};
use crate::ast::{
    CharLiteral, Encoding, ExprKind, FloatSuffix, FloatingLiteral, IntegerLiteral, StringLiteral, StringUnits,
};
use crate::lex::TokenKind;
use crate::symbol::Symbol;
use raceproof_source::Diagnostic;

impl Parser<'_> {
    /// The value of a number; one that is none is reported and read as zero, so that parsing goes on.
    pub fn number(&mut self, symbol: Symbol, span: Span) -> ExprKind {
        let bytes = self.interner.bytes(symbol);
        // The common case, a small decimal without a suffix.
        if let [first @ b'1'..=b'9', rest @ ..] = bytes
            && rest.len() < 18
            && rest.iter().all(u8::is_ascii_digit)
        {
            let digits = rest.iter().fold(u128::from(first - b'0'), |value, digit| {
                value * 10 + u128::from(digit - b'0')
            });
            return ExprKind::Integer(IntegerLiteral {
                value: digits,
                is_decimal: true,
                is_unsigned: false,
                longs: 0,
            });
        }
        let text = self.interner.name(symbol).replace('\'', "").to_ascii_lowercase();
        let spelt = self.interner.name(symbol);
        match parse_number(&text) {
            Ok(kind) => kind,
            Err(problem) => {
                let message = format!("`{spelt}` {problem}");
                self.error(span, message);
                ExprKind::Integer(IntegerLiteral {
                    value: 0,
                    is_decimal: true,
                    is_unsigned: false,
                    longs: 0,
                })
            }
        }
    }

    pub fn character(&mut self, symbol: Symbol, span: Span) -> CharLiteral {
        let bytes = self.interner.bytes(symbol);
        let (encoding, body) = split_quoted(bytes);
        let mut units = Vec::new();
        let decoded = decode(body, encoding, &mut units);
        self.check_escapes(decoded, span);
        if units.is_empty() {
            self.error(span, "a character constant needs a character");
            units.push(0);
        }
        if units.len() > if encoding == Encoding::Plain { 4 } else { 1 } {
            let message = "this constant is too long; only its end counts";
            self.report(Diagnostic::warning(span, message));
        }
        // Only a plain constant may have several characters; of others the last counts.
        let last = units[units.len() - 1];
        let value = match encoding {
            Encoding::Plain if units.len() == 1 => i64::from(last as u8 as i8),
            Encoding::Plain => {
                let folded = units.iter().fold(0u32, |value, unit| value << 8 | (unit & 0xff));
                i64::from(folded as i32)
            }
            Encoding::Wide => i64::from(last as i32),
            _ => i64::from(last),
        };
        CharLiteral { encoding, value }
    }

    /// One or more adjacent string literals.
    pub fn string_literal(&mut self) -> Parse<StringLiteral> {
        let start = self.span();
        let from = self.pos;
        let mut encoding = Encoding::Plain;
        while let TokenKind::String(symbol) = self.token().kind {
            let (own, _) = split_quoted(self.interner.bytes(symbol));
            if own != Encoding::Plain && encoding != Encoding::Plain && own != encoding {
                return self.fail(
                    self.span(),
                    "string literals with different prefixes cannot be joined",
                );
            }
            if own != Encoding::Plain {
                encoding = own;
            }
            self.bump();
        }
        if self.pos == from {
            return self.unexpected("a string literal");
        }
        let is_bytes = matches!(encoding, Encoding::Plain | Encoding::Utf8);
        let mut bytes = Vec::new();
        let mut units = Vec::new();
        for index in from..self.pos {
            let token = self.tokens[index];
            let TokenKind::String(symbol) = token.kind else {
                continue;
            };
            let (_, body) = split_quoted(self.interner.bytes(symbol));
            if is_bytes && !body.contains(&b'\\') {
                bytes.extend_from_slice(body);
                continue;
            }
            let decoded = decode(body, encoding, &mut units);
            if is_bytes {
                bytes.extend(units.drain(..).map(|unit| unit as u8));
            }
            self.check_escapes(decoded, token.span);
        }
        let units = match encoding {
            Encoding::Plain | Encoding::Utf8 => StringUnits::Bytes(bytes),
            Encoding::Utf16 => StringUnits::Units16(units.iter().map(|&unit| unit as u16).collect()),
            Encoding::Utf32 | Encoding::Wide => StringUnits::Units32(units),
        };
        Ok(StringLiteral {
            span: self.since(start),
            encoding,
            units,
        })
    }

    fn check_escapes(&mut self, decoded: Result<(), String>, span: Span) {
        if let Err(problem) = decoded {
            self.error(span, problem);
        }
    }
}

fn parse_number(text: &str) -> Result<ExprKind, String> {
    if let Some(at) = text.find(['i', 'j']) {
        let real = format!("{}{}", &text[..at], &text[at + 1..]);
        if real.contains(['i', 'j']) {
            return Err("has an unknown suffix".to_owned());
        }
        return Ok(ExprKind::Imaginary(Box::new(parse_number(&real)?)));
    }
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x', ..] => (16, &text[2..]),
        [b'0', b'b', ..] => (2, &text[2..]),
        [b'0', ..] => (8, text),
        _ => (10, text),
    };
    let is_floating = match radix {
        16 => digits.contains(['.', 'p']),
        2 => false,
        _ => digits.contains(['.', 'e']),
    };
    if is_floating {
        return parse_floating(digits, radix == 16).map(ExprKind::Floating);
    }
    // `1f` is an error in C; `08` is one too, but `08.5` is not.
    let end = digits
        .find(|c: char| !c.is_digit(if radix == 16 { 16 } else { 10 }))
        .unwrap_or(digits.len());
    let (number, suffix) = digits.split_at(end);
    if number.is_empty() {
        return Err("has no digits".to_owned());
    }
    let Some((is_unsigned, longs)) = integer_suffix(suffix) else {
        return Err(if suffix.contains("wb") {
            "is a `_BitInt` constant, which is not supported".to_owned()
        } else {
            format!("has the unknown suffix `{suffix}`")
        });
    };
    let value = match u128::from_str_radix(number, radix) {
        Ok(value) => value,
        Err(error) if *error.kind() == std::num::IntErrorKind::PosOverflow => {
            return Err("is too large for any integer type".to_owned());
        }
        Err(_) => return Err(format!("has a digit that base {radix} does not have")),
    };
    Ok(ExprKind::Integer(IntegerLiteral {
        value,
        is_decimal: radix == 10,
        is_unsigned,
        longs,
    }))
}

fn integer_suffix(suffix: &str) -> Option<(bool, u8)> {
    Some(match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        _ => return None,
    })
}

fn parse_floating(text: &str, is_hex: bool) -> Result<FloatingLiteral, String> {
    let end = text
        .rfind(|c: char| c.is_ascii_digit() || c == '.')
        .map_or(0, |last| last + 1);
    // The digits of `f16` and the like are the suffix's: search from the exponent on.
    let mark = if is_hex { 'p' } else { 'e' };
    let mut start = text.find(mark).map_or(0, |at| at + 1);
    if start > 0 && text[start..].starts_with(['+', '-']) {
        start += 1;
    }
    let exponent_digits = text[start..]
        .find(|c: char| !(c.is_ascii_digit() || (start == 0 && c == '.')))
        .map_or(text.len(), |length| start + length);
    let (number, suffix) = text.split_at(exponent_digits.min(end.max(exponent_digits)));
    if start > 0 && exponent_digits == start {
        return Err("has no digits in its exponent".to_owned());
    }
    if is_hex && start == 0 {
        return Err("needs an exponent (`p0`)".to_owned());
    }
    let suffix = match suffix {
        "" => FloatSuffix::None,
        "f" => FloatSuffix::F,
        "l" => FloatSuffix::L,
        "q" | "f128" => FloatSuffix::F128,
        "f16" => FloatSuffix::F16,
        "f32" => FloatSuffix::F32,
        "f64" => FloatSuffix::F64,
        "f32x" => FloatSuffix::F32x,
        "f64x" | "w" => FloatSuffix::F64x,
        "df" => FloatSuffix::Decimal(32),
        "dd" => FloatSuffix::Decimal(64),
        "dl" => FloatSuffix::Decimal(128),
        other => return Err(format!("has the unknown suffix `{other}`")),
    };
    let is_float = matches!(suffix, FloatSuffix::F | FloatSuffix::F32);
    let malformed = || "is no number".to_owned();
    let value = if is_hex {
        parse_hex_float(number, if is_float { 24 } else { 53 }).ok_or_else(malformed)?
    } else if is_float {
        f64::from(number.parse::<f32>().map_err(|_| malformed())?)
    } else {
        number.parse::<f64>().map_err(|_| malformed())?
    };
    Ok(FloatingLiteral { value, suffix })
}

/// `1.8p3` without its `0x`, rounded to nearest even at `precision` bits.
fn parse_hex_float(text: &str, precision: u32) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p')?;
    let mut exponent = exponent.parse::<i64>().unwrap_or(if exponent.starts_with('-') {
        -100_000
    } else {
        100_000
    });
    let mut bits: u128 = 0;
    let mut is_inexact = false;
    let mut after_point = false;
    let mut seen = false;
    for c in mantissa.chars() {
        if c == '.' {
            if after_point {
                return None;
            }
            after_point = true;
            continue;
        }
        let digit = c.to_digit(16)?;
        seen = true;
        if bits >> 120 == 0 {
            bits = bits << 4 | u128::from(digit);
            exponent -= if after_point { 4 } else { 0 };
        } else {
            is_inexact |= digit != 0;
            exponent += if after_point { 0 } else { 4 };
        }
    }
    if !seen {
        return None;
    }
    if bits == 0 {
        return Some(0.0);
    }
    // Value is bits × 2^exponent. Round to the precision, less if the result is subnormal.
    let (least, greatest) = if precision == 24 {
        (-149, 128)
    } else {
        (-1074, 1024)
    };
    let width = i64::from(128 - bits.leading_zeros());
    let drop = (width - i64::from(precision)).max(least - exponent);
    if drop > 0 {
        if drop > 127 {
            return Some(0.0);
        }
        let half = 1u128 << (drop - 1);
        let low = bits & ((half << 1) - 1);
        bits >>= drop;
        exponent += drop;
        let is_above = low > half || (low == half && is_inexact);
        if is_above || (low == half && bits & 1 == 1) {
            bits += 1;
        }
    }
    if bits == 0 {
        return Some(0.0);
    }
    if i64::from(128 - bits.leading_zeros()) + exponent > greatest {
        return Some(f64::INFINITY);
    }
    // Exact: bits fit the precision and the exponent is in range; two steps avoid overflow of powi.
    let half = (exponent / 2) as i32;
    let rest = (exponent - i64::from(half)) as i32;
    Some(bits as f64 * 2f64.powi(half) * 2f64.powi(rest))
}

/// The encoding of a quoted literal and what is between its quotes.
fn split_quoted(bytes: &[u8]) -> (Encoding, &[u8]) {
    let (encoding, prefix) = match bytes {
        [b'u', b'8', ..] => (Encoding::Utf8, 2),
        [b'u', ..] => (Encoding::Utf16, 1),
        [b'U', ..] => (Encoding::Utf32, 1),
        [b'L', ..] => (Encoding::Wide, 1),
        _ => (Encoding::Plain, 0),
    };
    let end = bytes.len().saturating_sub(1);
    (encoding, bytes.get(prefix + 1..end).unwrap_or(&[]))
}

/// Decodes escapes into units of the encoding. On a problem, the rest is still decoded.
///
/// Long because it has an arm for each escape sequence.
fn decode(body: &[u8], encoding: Encoding, units: &mut Vec<u32>) -> Result<(), String> {
    let limit: u32 = match encoding {
        Encoding::Plain | Encoding::Utf8 => 0xff,
        Encoding::Utf16 => 0xffff,
        Encoding::Utf32 | Encoding::Wide => u32::MAX,
    };
    let mut problem = Ok(());
    let mut rest = body;
    while let Some((&byte, after)) = rest.split_first() {
        if byte != b'\\' {
            if limit == 0xff || byte < 0x80 {
                units.push(u32::from(byte));
                rest = after;
                continue;
            }
            let length = match byte {
                0xf0.. => 4,
                0xe0.. => 3,
                _ => 2,
            };
            let character = rest
                .get(..length)
                .and_then(|bytes| std::str::from_utf8(bytes).ok())
                .and_then(|text| text.chars().next());
            match character {
                Some(character) => {
                    push_character(character, encoding, units);
                    rest = &rest[length..];
                }
                None => {
                    problem = Err("a wide literal holds bytes that are not UTF-8".to_owned());
                    rest = after;
                }
            }
            continue;
        }
        let Some((&escape, mut after)) = after.split_first() else {
            break;
        };
        match escape {
            b'\n' => {}
            b'\r' if after.first() == Some(&b'\n') => after = &after[1..],
            b'0'..=b'7' => {
                let more = after
                    .iter()
                    .take(2)
                    .take_while(|b| matches!(b, b'0'..=b'7'))
                    .count();
                let digits = std::iter::once(&escape).chain(&after[..more]);
                let value = digits.fold(0, |value, digit| value * 8 + u32::from(digit - b'0'));
                if value > limit {
                    problem = Err("this octal escape is out of range".to_owned());
                }
                units.push(value & limit);
                after = &after[more..];
            }
            b'x' => {
                let length = after.iter().take_while(|b| b.is_ascii_hexdigit()).count();
                let value = after[..length].iter().fold(0u64, |value, digit| {
                    let digit = char::from(*digit).to_digit(16).unwrap_or(0);
                    (value * 16 + u64::from(digit)).min(u64::from(u32::MAX) + 1)
                });
                if length == 0 {
                    problem = Err("`\\x` needs hexadecimal digits".to_owned());
                } else if value > u64::from(limit) {
                    problem = Err("this hexadecimal escape is out of range".to_owned());
                }
                units.push(value as u32 & limit);
                after = &after[length..];
            }
            b'u' | b'U' => {
                let length = if escape == b'u' { 4 } else { 8 };
                let character = after
                    .get(..length)
                    .and_then(|hex| std::str::from_utf8(hex).ok())
                    .and_then(|hex| u32::from_str_radix(hex, 16).ok())
                    .and_then(char::from_u32);
                match character {
                    Some(character) => {
                        push_character(character, encoding, units);
                        after = &after[length..];
                    }
                    None => problem = Err("this names no character".to_owned()),
                }
            }
            _ => {
                let value = match escape {
                    b'a' => 7,
                    b'b' => 8,
                    b't' => 9,
                    b'n' => 10,
                    b'v' => 11,
                    b'f' => 12,
                    b'r' => 13,
                    b'e' | b'E' => 27,
                    // `\"` and unknown escapes stand for the character itself, as gcc has it.
                    other => other,
                };
                units.push(u32::from(value));
            }
        }
        rest = after;
    }
    problem
}

fn push_character(character: char, encoding: Encoding, units: &mut Vec<u32>) {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => {
            let mut buffer = [0; 4];
            let bytes = character.encode_utf8(&mut buffer).bytes();
            units.extend(bytes.map(u32::from));
        }
        Encoding::Utf16 => {
            let mut buffer = [0; 2];
            units.extend(
                character
                    .encode_utf16(&mut buffer)
                    .iter()
                    .map(|&unit| u32::from(unit)),
            );
        }
        Encoding::Utf32 | Encoding::Wide => units.push(u32::from(character)),
    }
}
