//! The printf engine: a format and a source of arguments give bytes.
//!
//! The engine knows nothing of the machine. What it needs (the next argument of a kind, the bytes
//! of a string, a place to store `%n`) it asks of an [`Arguments`]; the natives implement it over
//! the program's memory and the tests over a list. The output is byte for byte that of glibc in the
//! C locale.

mod float;
mod integer;

use crate::limits;
use raceproof_library::format::{Amount, Directive, Flags, Length, Malformed, Piece, parse};

/// The kinds of argument that a conversion can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `int`, and everything that promotes to it.
    Int,
    /// `long`, `size_t`, `ptrdiff_t`: 4 or 8 bytes as the data model says.
    Long,
    /// `long long` and `intmax_t`.
    LongLong,
    /// `double`.
    Double,
    /// `long double`; the value is given as a double.
    LongDouble,
    /// Any pointer.
    Pointer,
}

/// Where the arguments of a format come from.
pub trait Arguments {
    /// What stops the formatting.
    type Error;
    /// The next argument: integers extended to 64 bits by their own sign where they are `int` or
    /// `long`, floating values as the bits of a double, pointers as they are.
    fn next(&mut self, kind: Kind) -> Result<u64, Self::Error>;
    /// The bytes of the string at `pointer` up to its NUL, or `limit` bytes if that comes first.
    fn string(&mut self, pointer: u64, limit: Option<usize>) -> Result<Vec<u8>, Self::Error>;
    /// The same of a wide string: its characters up to the NUL, at most `limit` of them.
    fn wide_string(&mut self, pointer: u64, limit: Option<usize>) -> Result<Vec<u32>, Self::Error>;
    /// Stores the number of bytes written so far (`%n`) as an integer of the given length.
    fn store_count(&mut self, pointer: u64, length: Length, count: u64) -> Result<(), Self::Error>;
    /// The message of the current `errno` (`%m`).
    fn error_message(&mut self) -> Result<String, Self::Error>;
    /// How many bits a `long` has.
    fn long_bits(&self) -> u32;
    /// The error for a format that the engine does not support.
    fn unsupported(&mut self, what: String) -> Self::Error;
}

/// What a formatting gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// The bytes to write; those before the failure if there is one.
    pub bytes: Vec<u8>,
    /// The `errno` of a format that fails (the function then returns a negative number).
    pub failure: Option<i32>,
}

/// `EILSEQ`: a wide character that the C locale cannot write.
const EILSEQ: i32 = 84;

/// Formats `format` with the arguments of `source`.
pub fn format<A: Arguments>(format: &[u8], source: &mut A) -> Result<Formatted, A::Error> {
    let pieces = match parse(format) {
        Ok(pieces) => pieces,
        Err(Malformed(shown)) => return Err(source.unsupported(format!("printf directive `{shown}`"))),
    };
    let mut fetch = Fetch { source, table: None };
    fetch.prepare(&pieces)?;
    let mut out = Vec::new();
    for piece in &pieces {
        match piece {
            Piece::Text(text) => out.extend_from_slice(text),
            Piece::Directive(directive) => {
                if let Some(failure) = render(directive, &mut fetch, &mut out)? {
                    return Ok(Formatted {
                        bytes: out,
                        failure: Some(failure),
                    });
                }
            }
        }
    }
    Ok(Formatted {
        bytes: out,
        failure: None,
    })
}

/// Hands out arguments in order, or by number once a format with `n$` was seen.
struct Fetch<'s, A> {
    source: &'s mut A,
    table: Option<Vec<u64>>,
}

impl<A: Arguments> Fetch<'_, A> {
    /// Fetches all arguments at once if the format numbers them: they lie in memory in the order
    /// of their numbers, and the kind of each says where the next one is.
    fn prepare(&mut self, pieces: &[Piece<'_>]) -> Result<(), A::Error> {
        let mut kinds: Vec<Option<Kind>> = Vec::new();
        let mut note = |position: Option<usize>, kind: Kind| {
            let Some(position) = position.filter(|&p| p <= 4096) else {
                return;
            };
            if kinds.len() < position {
                kinds.resize(position, None);
            }
            kinds[position - 1].get_or_insert(kind);
        };
        for piece in pieces {
            let Piece::Directive(directive) = piece else {
                continue;
            };
            for amount in [directive.width, directive.precision] {
                if let Amount::Argument(position) = amount {
                    note(position, Kind::Int);
                }
            }
            if let Some(kind) = kind(directive) {
                note(directive.position, kind);
            }
        }
        if kinds.is_empty() {
            return Ok(());
        }
        let mut table = Vec::with_capacity(kinds.len());
        for kind in kinds {
            // An argument that no directive names has an unknown size; an int is what glibc assumes.
            table.push(self.source.next(kind.unwrap_or(Kind::Int))?);
        }
        self.table = Some(table);
        Ok(())
    }

    fn argument(&mut self, position: Option<usize>, kind: Kind) -> Result<u64, A::Error> {
        match (&self.table, position) {
            (None, None) => self.source.next(kind),
            (Some(table), Some(position)) => match table.get(position - 1) {
                Some(&value) => Ok(value),
                None => Err(self
                    .source
                    .unsupported(format!("printf argument number {position}"))),
            },
            _ => Err(self
                .source
                .unsupported("printf format that numbers some arguments only".to_owned())),
        }
    }

    /// A width or precision; negative ones are the caller's to interpret.
    fn amount(&mut self, amount: Amount) -> Result<Option<i64>, A::Error> {
        let value = match amount {
            Amount::Absent => return Ok(None),
            Amount::Fixed(value) => i64::try_from(value).unwrap_or(i64::MAX),
            Amount::Argument(position) => i64::from(self.argument(position, Kind::Int)? as i32),
        };
        if value.unsigned_abs() > limits::FIELD_WIDTH.get() {
            return Err(self.source.unsupported(format!("printf field of {value} bytes")));
        }
        Ok(Some(value))
    }
}

/// The kind of argument that a directive converts, if it converts one.
fn kind(directive: &Directive) -> Option<Kind> {
    Some(match (directive.conversion, directive.length) {
        (b'%' | b'm', _) => return None,
        (b's' | b'p' | b'n', _) => Kind::Pointer,
        (b'c', _) => Kind::Int,
        (b'd' | b'i' | b'u' | b'o' | b'x' | b'X', length) => match length {
            Length::Plain | Length::Char | Length::Short => Kind::Int,
            Length::Long | Length::Size | Length::Difference => Kind::Long,
            Length::LongLong | Length::Max | Length::LongDouble => Kind::LongLong,
        },
        (_, Length::LongDouble | Length::LongLong) => Kind::LongDouble,
        _ => Kind::Double,
    })
}

/// How many bits of an integer argument count.
fn bits(length: Length, long_bits: u32) -> u32 {
    match length {
        Length::Char => 8,
        Length::Short => 16,
        Length::Plain => 32,
        Length::Long | Length::Size | Length::Difference => long_bits,
        Length::LongLong | Length::Max | Length::LongDouble => 64,
    }
}

/// Appends one conversion; the result is the `errno` of a failure.
fn render<A: Arguments>(
    directive: &Directive,
    fetch: &mut Fetch<'_, A>,
    out: &mut Vec<u8>,
) -> Result<Option<i32>, A::Error> {
    let mut directive = *directive;
    let width = fetch.amount(directive.width)?.unwrap_or(0);
    directive.flags.left |= width < 0;
    let width = width.unsigned_abs() as usize;
    let precision = fetch
        .amount(directive.precision)?
        .and_then(|p| usize::try_from(p).ok());
    let flags = directive.flags;
    let argument = match kind(&directive) {
        Some(kind) => fetch.argument(directive.position, kind)?,
        None => 0,
    };
    let unused = 64 - bits(directive.length, fetch.source.long_bits());
    match directive.conversion {
        b'd' | b'i' => {
            let value = ((argument << unused) as i64) >> unused;
            let sign = integer::sign(flags, value < 0);
            integer::render(out, flags, width, precision, b'd', sign, value.unsigned_abs());
        }
        conversion @ (b'u' | b'o' | b'x' | b'X') => {
            let value = (argument << unused) >> unused;
            integer::render(out, flags, width, precision, conversion, "", value);
        }
        b'p' if argument == 0 => integer::pad(out, flags, false, width, b"", b"(nil)"),
        b'p' => {
            let flags = Flags {
                alternate: true,
                ..flags
            };
            let sign = integer::sign(flags, false);
            integer::render(out, flags, width, precision, b'x', sign, argument);
        }
        b'c' if directive.length == Length::Long => match narrow(argument as u32) {
            Some(byte) => integer::pad(out, flags, false, width, b"", &[byte]),
            None => return Ok(Some(EILSEQ)),
        },
        b'c' => integer::pad(out, flags, false, width, b"", &[argument as u8]),
        b's' | b'm' => {
            let text = match text(&directive, fetch.source, argument, precision)? {
                Ok(text) => text,
                Err(failure) => return Ok(Some(failure)),
            };
            integer::pad(out, flags, false, width, b"", &text);
        }
        b'n' => fetch
            .source
            .store_count(argument, directive.length, out.len() as u64)?,
        b'%' => out.push(b'%'),
        _ => float::render(out, &directive, width, precision, f64::from_bits(argument)),
    }
    Ok(None)
}

/// The bytes of a `%s`, `%ls` or `%m`, cut to the precision.
fn text<A: Arguments>(
    directive: &Directive,
    source: &mut A,
    pointer: u64,
    precision: Option<usize>,
) -> Result<Result<Vec<u8>, i32>, A::Error> {
    let mut text = if directive.conversion == b'm' {
        source.error_message()?.into_bytes()
    } else if pointer == 0 {
        // A precision too small for the whole word prints nothing.
        if precision.is_some_and(|p| p < 6) {
            Vec::new()
        } else {
            b"(null)".to_vec()
        }
    } else if matches!(directive.length, Length::Long | Length::LongLong) {
        let wide = source.wide_string(pointer, precision)?;
        match wide.into_iter().map(narrow).collect::<Option<Vec<u8>>>() {
            Some(text) => text,
            None => return Ok(Err(EILSEQ)),
        }
    } else {
        source.string(pointer, precision)?
    };
    if let Some(precision) = precision {
        text.truncate(precision);
    }
    Ok(Ok(text))
}

/// The byte that stands for a wide character in the C locale.
fn narrow(wide: u32) -> Option<u8> {
    u8::try_from(wide).ok().filter(u8::is_ascii)
}

#[cfg(test)]
pub(in crate::library) mod tests;
