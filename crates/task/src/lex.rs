//! From text to tokens.

use crate::Error;
use raceproof_ir::{FileId, Span};

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A name or a keyword.
    Word(String),
    /// An integer.
    Int(i64),
    /// A real number.
    Real(f64),
    /// Text in quotes.
    Text(String),
    /// A mark, such as `:=`.
    Mark(&'static str),
    /// The end of the text.
    End,
}

/// Longer marks come before their beginnings.
const MARKS: &[&str] = &[
    ":=", "<-", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "..", "(", ")", "{", "}", "[", "]",
    ",", ";", ":", ".", "+", "-", "*", "/", "%", "<", ">", "!", "&", "|", "^", "~", "=",
];

struct Scan<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
}

impl Scan<'_> {
    fn span(&self, length: usize) -> Span {
        Span {
            file: FileId(0),
            line: self.line,
            column: self.column,
            length: length as u32,
        }
    }

    /// Goes on by so many bytes.
    fn advance(&mut self, bytes: usize) {
        let (over, rest) = self.rest.split_at(bytes);
        for c in over.chars() {
            if c == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.rest = rest;
    }

    /// The bytes at the start for which the test holds.
    fn while_matching(&self, test: impl Fn(char) -> bool) -> usize {
        self.rest.find(|c| !test(c)).unwrap_or(self.rest.len())
    }

    fn number(&mut self) -> Result<(Token, usize), Error> {
        let digits = self.while_matching(|c| c.is_ascii_alphanumeric() || c == '_');
        let mut length = digits;
        let after = &self.rest[digits..];
        let fraction = after.starts_with('.') && after[1..].starts_with(|c: char| c.is_ascii_digit());
        if fraction {
            length += 1 + after[1..]
                .find(|c: char| !c.is_ascii_alphanumeric())
                .unwrap_or(after.len() - 1);
            if self.rest[..length].ends_with(['e', 'E']) && self.rest[length..].starts_with('-') {
                let exponent = &self.rest[length + 1..];
                length += 1 + exponent
                    .find(|c: char| !c.is_ascii_digit())
                    .unwrap_or(exponent.len());
            }
        }
        let text: String = self.rest[..length].chars().filter(|c| *c != '_').collect();
        let bad = |scan: &Scan| {
            Error::new(
                scan.span(length),
                "not a number",
                "write digits, as in 42, 0x2a or 1.5",
            )
        };
        let token = if fraction {
            Token::Real(text.parse().map_err(|_| bad(self))?)
        } else if let Some(hex) = text.strip_prefix("0x") {
            Token::Int(u64::from_str_radix(hex, 16).map_err(|_| bad(self))?.cast_signed())
        } else {
            Token::Int(text.parse().map_err(|_| bad(self))?)
        };
        Ok((token, length))
    }

    fn text(&mut self) -> Result<(Token, usize), Error> {
        let mut out = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => return Ok((Token::Text(out), at + 1)),
                '\n' => break,
                '\\' => match chars.next() {
                    Some((_, 'n')) => out.push('\n'),
                    Some((_, 't')) => out.push('\t'),
                    Some((_, c @ ('"' | '\\'))) => out.push(c),
                    _ => {
                        let remedy = "the escapes are \\n, \\t, \\\" and \\\\";
                        return Err(Error::new(self.span(at + 2), "unknown escape in a text", remedy));
                    }
                },
                c => out.push(c),
            }
        }
        Err(Error::new(
            self.span(1),
            "a text that does not end",
            "close it with \" on the same line",
        ))
    }
}

/// The tokens of a text with their positions; the last is [`Token::End`].
pub fn lex(text: &str) -> Result<Vec<(Token, Span)>, Error> {
    let mut scan = Scan {
        rest: text,
        line: 1,
        column: 1,
    };
    let mut out = Vec::new();
    loop {
        let blank = scan.while_matching(char::is_whitespace);
        scan.advance(blank);
        let Some(first) = scan.rest.chars().next() else {
            out.push((Token::End, scan.span(0)));
            return Ok(out);
        };
        if scan.rest.starts_with("//") {
            let line = scan.while_matching(|c| c != '\n');
            scan.advance(line);
            continue;
        }
        let (token, length) = if first.is_ascii_digit() {
            scan.number()?
        } else if first == '"' {
            scan.text()?
        } else if first.is_alphabetic() || first == '_' {
            let length = scan.while_matching(|c| c.is_alphanumeric() || c == '_');
            (Token::Word(scan.rest[..length].to_owned()), length)
        } else if let Some(mark) = MARKS.iter().find(|m| scan.rest.starts_with(**m)) {
            (Token::Mark(mark), mark.len())
        } else {
            let message = format!("the character {first:?} has no meaning here");
            return Err(Error::new(
                scan.span(1),
                message,
                "remove it; comments begin with //",
            ));
        };
        let count = scan.rest[..length].chars().count();
        out.push((token, scan.span(count)));
        scan.advance(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_the_longest() {
        let tokens: Vec<Token> = lex("a:=0..3<-x.y 1.5e-3 // z\n")
            .unwrap()
            .into_iter()
            .map(|t| t.0)
            .collect();
        let word = |w: &str| Token::Word(w.into());
        let mark = Token::Mark;
        assert_eq!(
            tokens,
            [
                word("a"),
                mark(":="),
                Token::Int(0),
                mark(".."),
                Token::Int(3),
                mark("<-"),
                word("x"),
                mark("."),
                word("y"),
                Token::Real(0.0015),
                Token::End
            ]
        );
    }
}
