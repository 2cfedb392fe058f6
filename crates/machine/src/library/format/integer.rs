//! Integers as printf writes them, and the padding that all conversions share.

use raceproof_library::format::Flags;

/// Appends `prefix` and `body`, padded to `width`: zeros go between the two.
pub(super) fn pad(out: &mut Vec<u8>, flags: Flags, zero: bool, width: usize, prefix: &[u8], body: &[u8]) {
    let fill = width.saturating_sub(prefix.len() + body.len());
    let spaces = |out: &mut Vec<u8>| out.resize(out.len() + fill, b' ');
    if !flags.left && !zero {
        spaces(out);
    }
    out.extend_from_slice(prefix);
    if !flags.left && zero {
        out.resize(out.len() + fill, b'0');
    }
    out.extend_from_slice(body);
    if flags.left {
        spaces(out);
    }
}

/// The sign that a signed conversion shows.
pub(super) fn sign(flags: Flags, negative: bool) -> &'static str {
    match (negative, flags.plus, flags.space) {
        (true, ..) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        (false, false, false) => "",
    }
}

/// Appends an integer given by sign and magnitude; `conversion` is one of `d u o x X`.
pub(super) fn render(
    out: &mut Vec<u8>,
    flags: Flags,
    width: usize,
    precision: Option<usize>,
    conversion: u8,
    sign: &str,
    magnitude: u64,
) {
    let mut digits = match conversion {
        b'o' => format!("{magnitude:o}"),
        b'x' => format!("{magnitude:x}"),
        b'X' => format!("{magnitude:X}"),
        _ => magnitude.to_string(),
    };
    if magnitude == 0 && precision == Some(0) {
        digits.clear();
    }
    let mut body = Vec::new();
    body.resize(precision.unwrap_or(0).saturating_sub(digits.len()), b'0');
    body.extend_from_slice(digits.as_bytes());
    if conversion == b'o' && flags.alternate && body.first() != Some(&b'0') {
        body.insert(0, b'0');
    }
    let mut prefix = sign.to_owned();
    if flags.alternate && magnitude != 0 {
        match conversion {
            b'x' => prefix.push_str("0x"),
            b'X' => prefix.push_str("0X"),
            _ => {}
        }
    }
    let zero = flags.zero && precision.is_none();
    pad(out, flags, zero, width, prefix.as_bytes(), &body);
}
