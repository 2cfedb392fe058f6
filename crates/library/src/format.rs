//! The grammar of a printf format: text and directives.
//!
//! A directive is `%[n$][flags][width][.precision][length]conversion`. Parsing is apart from
//! rendering because positional arguments (`%2$d`) force all directives to be known before the
//! first argument is fetched.

/// The flags of a directive. `'` and `I` change nothing in the C locale and are not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `-`: pad on the right.
    pub left: bool,
    /// `+`: a sign always.
    pub plus: bool,
    /// A space where a plus sign would be.
    pub space: bool,
    /// `#`: the alternate form.
    pub alternate: bool,
    /// `0`: pad with zeros.
    pub zero: bool,
}

/// A width or a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Not given.
    Absent,
    /// Written in the format.
    Fixed(usize),
    /// `*`, or `*n$` with the number of the argument counted from one.
    Argument(Option<usize>),
}

/// The length modifier of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// None: `int`, `double`.
    Plain,
    /// `hh`
    Char,
    /// `h`
    Short,
    /// `l`
    Long,
    /// `ll`, `q`, and `L` before an integer conversion.
    LongLong,
    /// `j`
    Max,
    /// `z`
    Size,
    /// `t`
    Difference,
    /// `L` before a floating conversion.
    LongDouble,
}

/// One conversion and all that modifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directive {
    /// `n$`: the argument to convert, counted from one.
    pub position: Option<usize>,
    /// The flags.
    pub flags: Flags,
    /// The least number of bytes to write.
    pub width: Amount,
    /// Digits or bytes, depending on the conversion.
    pub precision: Amount,
    /// The length modifier.
    pub length: Length,
    /// The conversion character; `C` and `S` have become `c` and `s` with [`Length::Long`].
    pub conversion: u8,
}

/// A part of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'f> {
    /// Bytes to copy.
    Text(&'f [u8]),
    /// A conversion to do.
    Directive(Directive),
}

/// A directive that we do not understand, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed(pub String);

/// Splits a format into its pieces.
pub fn parse(format: &[u8]) -> Result<Vec<Piece<'_>>, Malformed> {
    let mut pieces = Vec::new();
    let mut rest = format;
    while !rest.is_empty() {
        let text = rest.iter().position(|&b| b == b'%').unwrap_or(rest.len());
        if text > 0 {
            pieces.push(Piece::Text(&rest[..text]));
            rest = &rest[text..];
            continue;
        }
        let mut cursor = Cursor { bytes: rest, at: 1 };
        let Some(directive) = cursor.directive() else {
            let shown = &rest[..cursor.at.min(rest.len())];
            return Err(Malformed(String::from_utf8_lossy(shown).into_owned()));
        };
        rest = &rest[cursor.at..];
        pieces.push(Piece::Directive(directive));
    }
    Ok(pieces)
}

struct Cursor<'f> {
    bytes: &'f [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn number(&mut self) -> Option<usize> {
        let mut value = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let so_far: usize = value.unwrap_or(0);
            value = Some(
                so_far
                    .saturating_mul(10)
                    .saturating_add(usize::from(digit - b'0')),
            );
            self.at += 1;
        }
        value
    }

    /// `n$`, or nothing consumed.
    fn position(&mut self) -> Option<usize> {
        let start = self.at;
        match self.number() {
            Some(n) if n > 0 && self.take(b'$') => Some(n),
            _ => {
                self.at = start;
                None
            }
        }
    }

    fn amount(&mut self) -> Amount {
        if self.take(b'*') {
            Amount::Argument(self.position())
        } else {
            self.number().map_or(Amount::Absent, Amount::Fixed)
        }
    }

    fn length(&mut self) -> Length {
        let length = match self.peek() {
            Some(b'h') => Length::Short,
            Some(b'l') => Length::Long,
            Some(b'q') => Length::LongLong,
            Some(b'L') => Length::LongDouble,
            Some(b'j') => Length::Max,
            Some(b'z' | b'Z') => Length::Size,
            Some(b't') => Length::Difference,
            _ => return Length::Plain,
        };
        self.at += 1;
        match length {
            Length::Short if self.take(b'h') => Length::Char,
            Length::Long if self.take(b'l') => Length::LongLong,
            other => other,
        }
    }

    fn directive(&mut self) -> Option<Directive> {
        let position = self.position();
        let mut flags = Flags::default();
        loop {
            match self.peek() {
                Some(b'-') => flags.left = true,
                Some(b'+') => flags.plus = true,
                Some(b' ') => flags.space = true,
                Some(b'#') => flags.alternate = true,
                Some(b'0') => flags.zero = true,
                Some(b'\'' | b'I') => {}
                _ => break,
            }
            self.at += 1;
        }
        let width = self.amount();
        let precision = if self.take(b'.') {
            match self.amount() {
                Amount::Absent => Amount::Fixed(0),
                amount => amount,
            }
        } else {
            Amount::Absent
        };
        let mut length = self.length();
        let mut conversion = self.peek()?;
        self.at += 1;
        match conversion {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'n' => {
                if length == Length::LongDouble {
                    length = Length::LongLong;
                }
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                if !matches!(length, Length::LongDouble | Length::LongLong) {
                    length = Length::Plain;
                }
            }
            b'c' | b's' | b'p' | b'm' | b'%' => {}
            b'C' | b'S' => {
                length = Length::Long;
                conversion = conversion.to_ascii_lowercase();
            }
            _ => return None,
        }
        Some(Directive {
            position,
            flags,
            width,
            precision,
            length,
            conversion,
        })
    }
}
