//! Walks over the tokens of one line.

use super::ParseError;
use super::lex::{Key, Line, Spanned, Token};
use crate::{FileId, Kind, Span};

pub(super) type Read<T> = Result<T, ParseError>;

/// A position in a line.
#[derive(Clone)]
pub(super) struct Cursor<'l, 'a> {
    tokens: &'l [Spanned<'a>],
    at: usize,
}

pub(super) fn fail<T>(span: Span, message: impl Into<String>, remedy: impl Into<String>) -> Read<T> {
    Err(ParseError {
        span,
        message: message.into(),
        remedy: remedy.into(),
    })
}

impl<'l, 'a> Cursor<'l, 'a> {
    pub fn new(line: &'l Line<'a>) -> Self {
        Cursor {
            tokens: &line.tokens,
            at: 0,
        }
    }

    pub fn peek(&self) -> Option<&'l Token<'a>> {
        self.tokens.get(self.at).map(|t| &t.token)
    }

    fn peek_second(&self) -> Option<&'l Token<'a>> {
        self.tokens.get(self.at + 1).map(|t| &t.token)
    }

    /// Where the next token is, or the end of the line.
    pub fn span(&self) -> Span {
        match (self.tokens.get(self.at), self.tokens.last()) {
            (Some(next), _) => next.span,
            (None, Some(last)) => Span {
                column: last.span.column.saturating_add(last.span.length),
                length: 1,
                ..last.span
            },
            (None, None) => Span::NONE,
        }
    }

    /// The part of the line's text that is on its first row.
    pub fn row(&self) -> Span {
        let Some(first) = self.tokens.first().map(|t| t.span) else {
            return Span::NONE;
        };
        let last = self.tokens.iter().rev().find(|t| t.span.line == first.line);
        let last = last.map_or(first, |t| t.span);
        Span {
            length: last
                .column
                .saturating_add(last.length)
                .saturating_sub(first.column),
            ..first
        }
    }

    pub fn step(&mut self) {
        self.at += 1;
    }

    /// Fails at the next token.
    pub fn fail<T>(&self, message: impl Into<String>, remedy: impl Into<String>) -> Read<T> {
        fail(self.span(), message, remedy)
    }

    fn found(&self) -> String {
        match self.peek() {
            None => "the end of the line".to_string(),
            Some(Token::Word(word)) => format!("`{word}`"),
            Some(Token::Name(sign, key)) if key.name.is_empty() => {
                format!("`{sign}{}`", key.number.unwrap_or(0))
            }
            Some(Token::Name(sign, key)) => format!("`{sign}{}`", key.name),
            Some(Token::Integer { .. } | Token::Float(_)) => "a number".to_string(),
            Some(Token::Text(_)) => "text in quotes".to_string(),
            Some(Token::Mark('>')) => "`->`".to_string(),
            Some(Token::Mark(c)) => format!("`{c}`"),
            Some(Token::Range) => "`..`".to_string(),
            Some(Token::Dots) => "`...`".to_string(),
        }
    }

    /// Fails because something else was expected at the next token.
    pub fn wanted<T>(&self, what: &str, remedy: &str) -> Read<T> {
        self.fail(format!("expected {what}, found {}", self.found()), remedy)
    }

    pub fn take_mark(&mut self, mark: char) -> bool {
        let there = self.peek() == Some(&Token::Mark(mark));
        self.at += usize::from(there);
        there
    }

    pub fn mark(&mut self, mark: char, remedy: &str) -> Read<()> {
        if self.take_mark(mark) {
            return Ok(());
        }
        let shown = if mark == '>' {
            "`->`".to_string()
        } else {
            format!("`{mark}`")
        };
        self.wanted(&shown, remedy)
    }

    pub fn take_word(&mut self, word: &str) -> bool {
        let there = matches!(self.peek(), Some(Token::Word(w)) if *w == word);
        self.at += usize::from(there);
        there
    }

    pub fn word(&mut self, what: &str, remedy: &str) -> Read<&'a str> {
        match self.peek() {
            Some(Token::Word(word)) => {
                self.at += 1;
                Ok(word)
            }
            _ => self.wanted(what, remedy),
        }
    }

    pub fn keyword(&mut self, word: &str, remedy: &str) -> Read<()> {
        if self.take_word(word) {
            Ok(())
        } else {
            self.wanted(&format!("`{word}`"), remedy)
        }
    }

    pub fn name(&mut self, sign: char, what: &str) -> Read<(&'l Key, Span)> {
        let span = self.span();
        match self.peek() {
            Some(Token::Name(s, key)) if *s == sign => {
                self.at += 1;
                Ok((key, span))
            }
            _ => self.wanted(what, &format!("its name begins with `{sign}`")),
        }
    }

    pub fn text(&mut self, what: &str) -> Read<&'l [u8]> {
        match self.peek() {
            Some(Token::Text(bytes)) => {
                self.at += 1;
                Ok(bytes)
            }
            _ => self.wanted(what, "write it in double quotes"),
        }
    }

    /// Text in quotes that is a name or a message, so must be characters.
    pub fn string(&mut self, what: &str) -> Read<String> {
        let span = self.span();
        match String::from_utf8(self.text(what)?.to_vec()) {
            Ok(text) => Ok(text),
            Err(_) => fail(
                span,
                format!("{what} is not UTF-8"),
                "write characters, not bytes",
            ),
        }
    }

    /// A word or text in quotes.
    pub fn word_or_string(&mut self, what: &str) -> Read<String> {
        match self.peek() {
            Some(Token::Word(word)) => {
                self.at += 1;
                Ok((*word).to_string())
            }
            _ => self.string(what),
        }
    }

    pub fn kind(&mut self) -> Read<Kind> {
        const KINDS: &str = "the kinds are i8, i16, i32, i64, i128, f32, f64 and ptr";
        if let Some(Token::Word(word)) = self.peek() {
            return match Kind::from_name(word) {
                Some(kind) => {
                    self.at += 1;
                    Ok(kind)
                }
                None => self.fail(format!("`{word}` is not a kind"), KINDS),
            };
        }
        self.wanted("a kind", KINDS)
    }

    /// A kind if there is one.
    pub fn take_kind(&mut self) -> Option<Kind> {
        let Some(Token::Word(word)) = self.peek() else {
            return None;
        };
        let kind = Kind::from_name(word)?;
        self.at += 1;
        Some(kind)
    }

    /// A whole number with an optional sign, in a range.
    pub fn integer(&mut self, what: &str, low: i128, high: i128) -> Read<i128> {
        let span = self.span();
        let negative = self.take_mark('-');
        let Some(Token::Integer { value, .. }) = self.peek() else {
            return self.wanted(what, "write a whole number");
        };
        self.at += 1;
        let value = if negative {
            0i128.checked_sub_unsigned(*value)
        } else {
            i128::try_from(*value).ok()
        };
        match value {
            Some(value) if (low..=high).contains(&value) => Ok(value),
            _ => fail(
                span,
                format!("{what} is out of range"),
                format!("use a number from {low} to {high}"),
            ),
        }
    }

    pub fn u64(&mut self, what: &str) -> Read<u64> {
        let value = self.integer(what, 0, i128::from(u64::MAX))?;
        Ok(value as u64)
    }

    pub fn u32(&mut self, what: &str) -> Read<u32> {
        let value = self.integer(what, 0, i128::from(u32::MAX))?;
        Ok(value as u32)
    }

    /// `+ N` or `- N` if there is one, else 0.
    pub fn displacement(&mut self) -> Read<i64> {
        let negative = match self.peek() {
            Some(Token::Mark('+')) => false,
            Some(Token::Mark('-')) => true,
            _ => return Ok(0),
        };
        self.at += 1;
        let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
        if negative {
            Ok(-self.integer("the offset", 0, -least)? as i64)
        } else {
            Ok(self.integer("the offset", least, most)? as i64)
        }
    }

    /// Items separated by commas up to a closing mark. Line breaks inside do not count, and a comma after the
    /// last item is allowed.
    pub fn list(&mut self, close: char, mut item: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        loop {
            if self.take_mark(close) {
                return Ok(());
            }
            item(self)?;
            if !self.take_mark(',') {
                return self.mark(close, "close the list, or separate its items by `,`");
            }
        }
    }

    /// `! line:column+length` or `! file:line:column+length`, if there is one.
    pub fn source(&mut self) -> Read<Option<Span>> {
        if !self.take_mark('!') {
            return Ok(None);
        }
        let first = self.u32("a line or file number")?;
        self.mark(':', "write `!line:column` or `!file:line:column`")?;
        let second = self.u32("a column or line number")?;
        let (file, line, column) = if self.take_mark(':') {
            (first, second, self.u32("a column")?)
        } else {
            (0, first, second)
        };
        let length = if self.take_mark('+') {
            self.u32("a length")?
        } else {
            0
        };
        Ok(Some(Span {
            file: FileId(file),
            line,
            column,
            length,
        }))
    }

    pub fn end(&self) -> Read<()> {
        if self.at >= self.tokens.len() {
            Ok(())
        } else {
            self.wanted("the end of the line", "begin a new line, or remove the rest")
        }
    }

    /// Whether the line is `word:`.
    pub fn label(&self) -> Option<&'a str> {
        match (self.peek(), self.peek_second()) {
            (Some(Token::Word(word)), Some(Token::Mark(':'))) => Some(word),
            _ => None,
        }
    }
}
