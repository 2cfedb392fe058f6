//! The scanf engine: a format and input bytes give values to store.
//!
//! The input is a slice: the string of `sscanf`, or what is left of standard input. The engine says
//! how much of it was consumed, which is all that a stream needs. Where the C standard and glibc
//! differ (what is consumed of `1e` or `0x`), it does as glibc does.

use super::number::{self, Precision, is_space};

/// Where the values go.
pub trait Targets {
    /// What stops the scanning.
    type Error;
    /// The next pointer argument.
    fn next(&mut self) -> Result<u64, Self::Error>;
    /// Writes bytes to memory.
    fn store(&mut self, pointer: u64, bytes: &[u8]) -> Result<(), Self::Error>;
    /// Writes a pointer, which was read as a number, to memory.
    fn store_pointer(&mut self, pointer: u64, value: u64) -> Result<(), Self::Error>;
    /// How many bits a `long` has.
    fn long_bits(&self) -> u32;
    /// The error for a format that the engine does not support.
    fn unsupported(&mut self, what: String) -> Self::Error;
}

/// What a scanning did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scanned {
    /// The result of the C function: how many values were stored, or -1 if the input ended first.
    pub assigned: i32,
    /// How many bytes of the input were consumed.
    pub consumed: usize,
    /// Whether the end of the input was met.
    pub end: bool,
}

/// How an integer or floating target is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    Plain,
    Char,
    Short,
    Long,
    LongLong,
    LongDouble,
}

/// Why scanning ends before the format does.
enum Halt<E> {
    /// The input does not match.
    Mismatch,
    /// The input ended.
    End,
    /// The source of the targets stops.
    Error(E),
}

impl<E> From<E> for Halt<E> {
    fn from(error: E) -> Self {
        Halt::Error(error)
    }
}

/// Scans `input` as `format` says.
pub fn scan<T: Targets>(format: &[u8], input: &[u8], targets: &mut T) -> Result<Scanned, T::Error> {
    let mut scanner = Scanner {
        format,
        at: 0,
        input,
        read: 0,
        end: false,
        assigned: 0,
        targets,
    };
    let assigned = match scanner.run() {
        Ok(()) | Err(Halt::Mismatch) => scanner.assigned,
        Err(Halt::End) if scanner.assigned == 0 => -1,
        Err(Halt::End) => scanner.assigned,
        Err(Halt::Error(error)) => return Err(error),
    };
    Ok(Scanned {
        assigned,
        consumed: scanner.read,
        end: scanner.end,
    })
}

struct Scanner<'a, T> {
    format: &'a [u8],
    at: usize,
    input: &'a [u8],
    read: usize,
    end: bool,
    assigned: i32,
    targets: &'a mut T,
}

/// A conversion: `%[*][width][length]conversion`.
#[derive(Clone, Copy)]
struct Conversion {
    suppress: bool,
    width: usize,
    length: Length,
    what: u8,
}

impl<T: Targets> Scanner<'_, T> {
    fn run(&mut self) -> Result<(), Halt<T::Error>> {
        while let Some(&byte) = self.format.get(self.at) {
            self.at += 1;
            if is_space(byte) {
                self.skip_space();
            } else if byte != b'%' {
                self.literal(byte)?;
            } else {
                let conversion = self.conversion()?;
                self.convert(conversion)?;
            }
        }
        Ok(())
    }

    fn peek(&mut self) -> Option<u8> {
        let byte = self.input.get(self.read).copied();
        self.end |= byte.is_none();
        byte
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.read += 1;
        }
    }

    fn literal(&mut self, byte: u8) -> Result<(), Halt<T::Error>> {
        match self.peek() {
            None => Err(Halt::End),
            Some(found) if found == byte => {
                self.read += 1;
                Ok(())
            }
            Some(_) => Err(Halt::Mismatch),
        }
    }

    fn unsupported(&mut self, what: &str) -> Halt<T::Error> {
        Halt::Error(self.targets.unsupported(format!("scanf directive `{what}`")))
    }

    fn conversion(&mut self) -> Result<Conversion, Halt<T::Error>> {
        let start = self.at - 1;
        let next = |s: &Self| s.format.get(s.at).copied();
        let suppress = next(self) == Some(b'*');
        self.at += usize::from(suppress);
        let mut width = 0usize;
        while let Some(digit @ b'0'..=b'9') = next(self) {
            width = width.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
            self.at += 1;
        }
        let length = match next(self) {
            Some(b'h') => Length::Short,
            Some(b'l') => Length::Long,
            Some(b'z' | b't') => Length::Long,
            Some(b'j' | b'q') => Length::LongLong,
            Some(b'L') => Length::LongDouble,
            _ => Length::Plain,
        };
        let modifier = next(self);
        self.at += usize::from(length != Length::Plain);
        let length = match length {
            Length::Short if next(self) == Some(b'h') => Length::Char,
            Length::Long if modifier == Some(b'l') && next(self) == Some(b'l') => Length::LongLong,
            other => other,
        };
        self.at +=
            usize::from(length == Length::Char || (modifier == Some(b'l') && length == Length::LongLong));
        let what = next(self);
        self.at += 1;
        match what {
            Some(what) if b"diouxXpeEfFgGaAsc[n%CS".contains(&what) => {
                let wide = matches!(what, b'C' | b'S');
                let length = if wide { Length::Long } else { length };
                let what = if wide { what.to_ascii_lowercase() } else { what };
                Ok(Conversion {
                    suppress,
                    width,
                    length,
                    what,
                })
            }
            _ => {
                let shown = &self.format[start..self.at.min(self.format.len())];
                let shown = String::from_utf8_lossy(shown).into_owned();
                Err(self.unsupported(&shown))
            }
        }
    }

    fn convert(&mut self, conversion: Conversion) -> Result<(), Halt<T::Error>> {
        if !matches!(conversion.what, b'[' | b'c' | b'n') {
            self.skip_space();
        }
        match conversion.what {
            b'%' => self.literal(b'%'),
            b'n' => {
                if conversion.suppress {
                    return Ok(());
                }
                let target = self.targets.next()?;
                let count = self.read as u64;
                self.store_integer(target, conversion, count)
            }
            b'c' => self.bytes(conversion, |_| true, true),
            b's' => self.bytes(conversion, |byte| !is_space(byte), false),
            b'[' => {
                let set = self.set()?;
                self.bytes(conversion, |byte| set[usize::from(byte)], false)
            }
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'p' => self.integer(conversion),
            _ => self.float(conversion),
        }
    }

    /// The bytes that a `[…]` accepts.
    fn set(&mut self) -> Result<[bool; 256], Halt<T::Error>> {
        let mut set = [false; 256];
        let negated = self.format.get(self.at) == Some(&b'^');
        self.at += usize::from(negated);
        let first = self.at;
        loop {
            let Some(&byte) = self.format.get(self.at) else {
                return Err(self.unsupported("%[ without its end"));
            };
            if byte == b']' && self.at > first {
                break;
            }
            let upper = match self.format.get(self.at + 1..self.at + 3) {
                Some(&[b'-', upper]) if upper != b']' && upper >= byte => {
                    self.at += 2;
                    upper
                }
                _ => byte,
            };
            set[usize::from(byte)..=usize::from(upper)].fill(true);
            self.at += 1;
        }
        self.at += 1;
        if negated {
            set.iter_mut().for_each(|member| *member = !*member);
        }
        Ok(set)
    }

    /// `%c`, `%s` and `%[`: a run of accepted bytes; only `%c` has a fixed length and no NUL.
    fn bytes(
        &mut self,
        conversion: Conversion,
        accepts: impl Fn(u8) -> bool,
        fixed: bool,
    ) -> Result<(), Halt<T::Error>> {
        let limit = match (conversion.width, fixed) {
            (0, true) => 1,
            (0, false) => usize::MAX,
            (width, _) => width,
        };
        if self.peek().is_none() {
            return Err(Halt::End);
        }
        let mut found = Vec::new();
        while found.len() < limit {
            match self.peek() {
                Some(byte) if accepts(byte) => found.push(byte),
                _ => break,
            }
            self.read += 1;
        }
        if found.is_empty() {
            return Err(Halt::Mismatch);
        }
        if conversion.suppress {
            return Ok(());
        }
        let target = self.targets.next()?;
        if !fixed {
            found.push(0);
        }
        if conversion.length == Length::Long {
            if !found.is_ascii() {
                return Err(self.unsupported("%ls of a character outside ASCII"));
            }
            found = found
                .iter()
                .flat_map(|&byte| u32::from(byte).to_le_bytes())
                .collect();
        }
        self.targets.store(target, &found)?;
        self.assigned += 1;
        Ok(())
    }

    /// The input from here, at most `width` bytes of it.
    fn window(&self, width: usize) -> &[u8] {
        let rest = &self.input[self.read..];
        if width == 0 {
            rest
        } else {
            &rest[..width.min(rest.len())]
        }
    }

    fn integer(&mut self, conversion: Conversion) -> Result<(), Halt<T::Error>> {
        if self.peek().is_none() {
            return Err(Halt::End);
        }
        let mut base = match conversion.what {
            b'i' => 0,
            b'o' => 8,
            b'x' | b'X' | b'p' => 16,
            _ => 10,
        };
        let window = self.window(conversion.width);
        if conversion.what == b'p' && window.starts_with(b"(nil)") {
            self.read += 5;
            return self.finish_integer(conversion, b"0", 10);
        }
        let mut at = usize::from(matches!(window.first(), Some(b'-' | b'+')));
        let mut text = window[..at].to_vec();
        let zero = window.get(at) == Some(&b'0');
        if zero && (base == 0 || base == 16) && matches!(window.get(at + 1), Some(b'x' | b'X')) {
            // The `x` is consumed whatever follows; the zero before it is a number.
            text.push(b'0');
            at += 2;
            base = 16;
        } else if base == 0 {
            base = if zero { 8 } else { 10 };
        }
        while let Some(&byte) = window.get(at) {
            if (byte as char).to_digit(base).is_none() {
                break;
            }
            text.push(byte);
            at += 1;
        }
        let empty = text.iter().all(|b| !b.is_ascii_alphanumeric());
        self.read += at;
        if conversion.width != at {
            self.peek();
        }
        if empty {
            return Err(Halt::Mismatch);
        }
        self.finish_integer(conversion, &text, base)
    }

    fn finish_integer(
        &mut self,
        conversion: Conversion,
        text: &[u8],
        base: u32,
    ) -> Result<(), Halt<T::Error>> {
        if conversion.suppress {
            return Ok(());
        }
        let target = self.targets.next()?;
        let found = number::integer(text, base);
        let wide = matches!(conversion.length, Length::LongLong | Length::LongDouble);
        let bits = if wide { 64 } else { self.targets.long_bits() };
        // Read as a long and cut to the type of the target, as glibc does.
        let value = match conversion.what {
            b'd' | b'i' => found.signed(bits).0 as u64,
            _ => found.unsigned(bits).0,
        };
        if conversion.what == b'p' {
            self.targets.store_pointer(target, value)?;
        } else {
            self.store_integer(target, conversion, value)?;
        }
        self.assigned += 1;
        Ok(())
    }

    fn store_integer(
        &mut self,
        target: u64,
        conversion: Conversion,
        value: u64,
    ) -> Result<(), Halt<T::Error>> {
        let bytes = match conversion.length {
            Length::Char => 1,
            Length::Short => 2,
            Length::Plain => 4,
            Length::Long => self.targets.long_bits() as usize / 8,
            Length::LongLong | Length::LongDouble => 8,
        };
        Ok(self.targets.store(target, &value.to_le_bytes()[..bytes])?)
    }

    fn float(&mut self, conversion: Conversion) -> Result<(), Halt<T::Error>> {
        if self.peek().is_none() {
            return Err(Halt::End);
        }
        let window = self.window(conversion.width);
        let (consumed, whole) = float_prefix(window, window.len() == conversion.width);
        let text = self.input[self.read..self.read + consumed].to_vec();
        self.read += consumed;
        if conversion.width != consumed {
            self.peek();
        }
        if !whole {
            return Err(Halt::Mismatch);
        }
        if conversion.suppress {
            return Ok(());
        }
        let target = self.targets.next()?;
        match conversion.length {
            Length::Long | Length::LongDouble | Length::LongLong => {
                // A long double is computed as a double, which is in the first bytes of its object.
                let value = number::float(&text, Precision::Double).value;
                self.targets.store(target, &value.to_le_bytes())?;
            }
            _ => {
                let value = number::float(&text, Precision::Single).value as f32;
                self.targets.store(target, &value.to_le_bytes())?;
            }
        }
        self.assigned += 1;
        Ok(())
    }
}

/// How many bytes scanf takes as a floating number, and whether they are one. `cut` says that the
/// width of the field ended the text.
fn float_prefix(text: &[u8], cut: bool) -> (usize, bool) {
    let mut at = usize::from(matches!(text.first(), Some(b'-' | b'+')));
    for word in [&b"nan"[..], b"inf"] {
        let same = text[at..]
            .iter()
            .zip(word)
            .take_while(|(a, b)| a.eq_ignore_ascii_case(b))
            .count();
        if same == 0 {
            continue;
        }
        at += same;
        if same < 3 || word != b"inf" {
            return (at, same == 3);
        }
        let tail = b"inity";
        let more = text[at..]
            .iter()
            .zip(tail)
            .take_while(|(a, b)| a.eq_ignore_ascii_case(b))
            .count();
        return (at + more, more == 0 || more == tail.len());
    }
    // A field too narrow for a digit after `0x` holds a zero only.
    let hexadecimal = text.get(at) == Some(&b'0')
        && matches!(text.get(at + 1), Some(b'x' | b'X'))
        && !(cut && text.len() == at + 2);
    at += if hexadecimal { 2 } else { 0 };
    let mark = if hexadecimal { b'p' } else { b'e' };
    let is_digit = |b: u8| {
        if hexadecimal {
            b.is_ascii_hexdigit()
        } else {
            b.is_ascii_digit()
        }
    };
    let (mut digits, mut point) = (0, false);
    while let Some(&byte) = text.get(at) {
        if is_digit(byte) {
            digits += 1;
        } else if byte == b'.' && !point {
            point = true;
        } else {
            break;
        }
        at += 1;
    }
    if digits == 0 {
        // `0x.` counts as the zero that it begins with.
        return (at, hexadecimal && point);
    }
    if text.get(at).is_some_and(|b| b.eq_ignore_ascii_case(&mark)) {
        at += 1;
        at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
        at += text[at..].iter().take_while(|b| b.is_ascii_digit()).count();
    }
    (at, true)
}

#[cfg(test)]
mod tests;
