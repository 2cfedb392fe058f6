//! The scanner: one pass over the bytes.
//!
//! Invariants: positions are line and column of the file that the last line marker named; columns
//! and lengths count characters, not bytes; a backslash at the end of a line joins it with the next
//! within white space, names and punctuators' neighbourhood alike, because every byte is taken through
//! [`Scanner::splice`]. Preprocessed text has no such joins, so the test is off the fast path.

use raceproof_ir::{FileId, Span};

use super::{Dialect, Punct, Token, TokenKind, expand_pragma_operators};
use crate::symbol::Interner;
use raceproof_source::{Diagnostic, Diagnostics};
use raceproof_source::{LineMarker, SourceMap};

/// Lexes the output of a preprocessor, or a `.i` file: line markers set positions, pragmas are
/// bracketed by [`TokenKind::Pragma`] and [`TokenKind::PragmaEnd`]. Ends in [`TokenKind::Eof`].
pub fn lex_preprocessed(
    text: &[u8],
    file: FileId,
    dialect: Dialect,
    sources: &mut SourceMap,
    interner: &mut Interner,
    diagnostics: &mut Diagnostics,
) -> Vec<Token> {
    let mut scanner = Scanner::new(text, file, dialect, interner);
    scanner.run(Some(sources));
    let Scanner { tokens, errors, .. } = scanner;
    errors.into_iter().for_each(|error| diagnostics.push(error));
    expand_pragma_operators(tokens, dialect, interner)
}

/// Lexes text that was not preprocessed: directives are plain tokens, and nothing is an error. The
/// text of a pragma operator and original source lines are lexed so.
pub fn lex_text(text: &[u8], file: FileId, dialect: Dialect, interner: &mut Interner) -> Vec<Token> {
    let mut scanner = Scanner::new(text, file, dialect, interner);
    scanner.run(None);
    scanner.tokens
}

struct Scanner<'a> {
    text: &'a [u8],
    pos: usize,
    file: FileId,
    line: u32,
    /// The offset that has column 1, later than the start of the line by the number of bytes of
    /// this line before `pos` that continue a character.
    line_start: usize,
    at_line_start: bool,
    in_pragma: bool,
    dialect: Dialect,
    interner: &'a mut Interner,
    tokens: Vec<Token>,
    errors: Vec<Diagnostic>,
}

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn is_name_part(byte: u8) -> bool {
    is_name_start(byte) || byte.is_ascii_digit()
}

impl<'a> Scanner<'a> {
    fn new(text: &'a [u8], file: FileId, dialect: Dialect, interner: &'a mut Interner) -> Self {
        Scanner {
            text: text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text),
            pos: 0,
            file,
            line: 1,
            line_start: 0,
            at_line_start: true,
            in_pragma: false,
            dialect,
            interner,
            tokens: Vec::with_capacity(text.len() / 6 + 16),
            errors: Vec::new(),
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn span_from(&self, start: usize, line: u32, line_start: usize) -> Span {
        let length = if line == self.line {
            // Bytes that continue a character moved `line_start` on; they are not characters.
            (self.pos - start) - (self.line_start - line_start)
        } else {
            self.text[start..self.pos]
                .iter()
                .take_while(|&&b| b != b'\n')
                .count()
        };
        Span {
            file: self.file,
            line,
            column: (start - line_start) as u32 + 1,
            length: length as u32,
        }
    }

    fn here(&self, length: u32) -> Span {
        Span {
            file: self.file,
            line: self.line,
            column: (self.pos - self.line_start) as u32 + 1,
            length,
        }
    }

    fn new_line(&mut self) {
        self.pos += 1;
        self.line = self.line.saturating_add(1);
        self.line_start = self.pos;
    }

    fn run(&mut self, mut sources: Option<&mut SourceMap>) {
        loop {
            self.skip_space();
            let Some(&byte) = self.text.get(self.pos) else {
                break;
            };
            if byte == b'\n' {
                if self.in_pragma {
                    self.push_empty(TokenKind::PragmaEnd);
                    self.in_pragma = false;
                }
                self.new_line();
                self.at_line_start = true;
                continue;
            }
            if byte == b'#'
                && self.at_line_start
                && let Some(sources) = sources.as_deref_mut()
            {
                self.directive(sources);
                continue;
            }
            self.at_line_start = false;
            self.token(byte);
        }
        if self.in_pragma {
            self.push_empty(TokenKind::PragmaEnd);
        }
        self.push_empty(TokenKind::Eof);
    }

    fn push_empty(&mut self, kind: TokenKind) {
        let span = self.here(1);
        self.tokens.push(Token { kind, span });
    }

    /// White space and comments, up to a token or the end of the line.
    fn skip_space(&mut self) {
        loop {
            match self.peek(0) {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.pos += 1,
                0 if self.pos < self.text.len() => self.pos += 1,
                b'/' if self.peek(1) == b'*' => self.block_comment(),
                b'/' if self.peek(1) == b'/' => {
                    while self.pos < self.text.len() && self.peek(0) != b'\n' {
                        if !self.splice() {
                            self.pass();
                        }
                    }
                }
                b'\\' if self.splice() => {}
                _ => return,
            }
        }
    }

    /// Steps over a backslash and the end of its line.
    fn splice(&mut self) -> bool {
        if self.peek(0) != b'\\' {
            return false;
        }
        let skip = match (self.peek(1), self.peek(2)) {
            (b'\n', _) => 1,
            (b'\r', b'\n') => 2,
            _ => return false,
        };
        self.pos += skip;
        self.new_line();
        true
    }

    /// Steps over one byte that is not the end of a line.
    fn pass(&mut self) {
        if self.peek(0) & 0xc0 == 0x80 && self.line_start < self.pos {
            self.line_start += 1;
        }
        self.pos += 1;
    }

    fn block_comment(&mut self) {
        let open = self.here(2);
        self.pos += 2;
        loop {
            if self.pos >= self.text.len() {
                self.error(open, "this comment does not end");
                return;
            }
            match self.peek(0) {
                b'*' if self.peek(1) == b'/' => {
                    self.pos += 2;
                    return;
                }
                b'\n' => self.new_line(),
                _ => self.pass(),
            }
        }
    }

    fn error(&mut self, span: Span, message: &str) {
        self.errors.push(Diagnostic::error(span, message));
    }

    fn directive(&mut self, sources: &mut SourceMap) {
        let end = self.text[self.pos..]
            .iter()
            .position(|&b| b == b'\n')
            .map_or(self.text.len(), |length| self.pos + length);
        let row = &self.text[self.pos..end];
        if let Some(marker) = LineMarker::parse(row) {
            if let Some(name) = &marker.name {
                self.file = sources.file(name);
            }
            self.pos = (end + 1).min(self.text.len());
            self.line_start = self.pos;
            self.line = marker.line;
            return;
        }
        let word = row[1..].trim_ascii_start();
        let length = word.iter().take_while(|b| is_name_part(**b)).count();
        match &word[..length] {
            b"pragma" => {
                let characters = String::from_utf8_lossy(row).trim_end().chars().count();
                let span = self.here(characters as u32);
                self.tokens.push(Token {
                    kind: TokenKind::Pragma,
                    span,
                });
                self.pos = end - word.len() + length;
                self.at_line_start = false;
                self.in_pragma = true;
            }
            b"" | b"ident" | b"sccs" => self.pos = end,
            name => {
                let message = format!(
                    "the directive `#{}` in preprocessed text",
                    String::from_utf8_lossy(name)
                );
                let span = self.here(1);
                self.errors.push(
                    Diagnostic::error(span, message)
                        .help("a file named `.i` is not preprocessed; name it `.c`"),
                );
                self.pos = end;
            }
        }
    }

    fn token(&mut self, byte: u8) {
        let (start, line, line_start) = (self.pos, self.line, self.line_start);
        let kind = if is_name_start(byte) || byte == b'\\' {
            match self.literal_prefix() {
                Some(length) => self.quoted(length),
                None => self.name(),
            }
        } else if byte.is_ascii_digit() || (byte == b'.' && self.peek(1).is_ascii_digit()) {
            self.number()
        } else if byte == b'"' || byte == b'\'' {
            self.quoted(0)
        } else if let Some((punct, length)) = self.punct(byte) {
            self.pos += length;
            TokenKind::Punct(punct)
        } else {
            self.pos += 1;
            let span = self.span_from(start, line, line_start);
            let shown = char::from(byte).escape_default();
            self.error(span, &format!("`{shown}` starts no token of C"));
            TokenKind::Unknown
        };
        let span = self.span_from(start, line, line_start);
        self.tokens.push(Token { kind, span });
    }

    /// The length of `u8`, `u`, `U` or `L` before a quote.
    fn literal_prefix(&self) -> Option<usize> {
        let is_quote = |byte| byte == b'"' || byte == b'\'';
        match (self.peek(0), self.peek(1), self.peek(2)) {
            (b'u' | b'U' | b'L', quote, _) if is_quote(quote) => Some(1),
            (b'u', b'8', quote) if is_quote(quote) => Some(2),
            _ => None,
        }
    }

    fn name(&mut self) -> TokenKind {
        let start = self.pos;
        while self.pos < self.text.len() && is_name_part(self.peek(0)) {
            self.pass();
        }
        if self.peek(0) != b'\\' {
            let bytes = &self.text[start..self.pos];
            if std::str::from_utf8(bytes).is_err() {
                let span = self.here(1);
                self.error(span, "a name with bytes that are not UTF-8");
                return TokenKind::Unknown;
            }
            return TokenKind::Ident(self.interner.intern_bytes(bytes));
        }
        self.name_with_escapes(start)
    }

    /// A name that holds universal character names (or joined lines, in original text).
    fn name_with_escapes(&mut self, start: usize) -> TokenKind {
        let mut name = self.text[start..self.pos].to_vec();
        loop {
            let byte = self.peek(0);
            if self.pos < self.text.len() && is_name_part(byte) {
                name.push(byte);
                self.pass();
            } else if byte == b'\\' {
                if self.splice() {
                    continue;
                }
                let digits = match self.peek(1) {
                    b'u' => 4,
                    b'U' => 8,
                    _ => break,
                };
                let hex = self.text.get(self.pos + 2..self.pos + 2 + digits);
                let character = hex
                    .and_then(|hex| std::str::from_utf8(hex).ok())
                    .and_then(|hex| u32::from_str_radix(hex, 16).ok())
                    .and_then(char::from_u32);
                let Some(character) = character else { break };
                name.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                self.pos += 2 + digits;
            } else {
                break;
            }
        }
        if name.is_empty() {
            let span = self.here(1);
            self.error(span, "`\\` starts no token of C");
            self.pos += 1;
            return TokenKind::Unknown;
        }
        if std::str::from_utf8(&name).is_err() {
            let span = self.here(1);
            self.error(span, "a name with bytes that are not UTF-8");
            return TokenKind::Unknown;
        }
        TokenKind::Ident(self.interner.intern_bytes(&name))
    }

    fn number(&mut self) -> TokenKind {
        let start = self.pos;
        loop {
            let byte = self.peek(0);
            if matches!(byte, b'e' | b'E' | b'p' | b'P') && matches!(self.peek(1), b'+' | b'-') {
                self.pos += 2;
            } else if is_name_part(byte) || byte == b'.' {
                self.pass();
            } else if byte == b'\'' && self.dialect.c23 && is_name_part(self.peek(1)) {
                self.pos += 2;
            } else {
                break;
            }
        }
        TokenKind::Number(self.interner.intern_bytes(&self.text[start..self.pos]))
    }

    /// A character constant or string literal whose prefix has `prefix` bytes.
    fn quoted(&mut self, prefix: usize) -> TokenKind {
        let start = self.pos;
        let open = self.here(1);
        self.pos += prefix;
        let quote = self.peek(0);
        self.pos += 1;
        loop {
            if self.pos >= self.text.len() || self.peek(0) == b'\n' {
                let what = if quote == b'"' {
                    "string literal"
                } else {
                    "character constant"
                };
                self.error(open, &format!("this {what} does not end on its line"));
                return TokenKind::Unknown;
            }
            let byte = self.peek(0);
            if byte == b'\\' && !self.splice() {
                self.pos += 1;
                if self.pos < self.text.len() && self.peek(0) != b'\n' {
                    self.pass();
                }
            } else if byte == quote {
                self.pos += 1;
                break;
            } else if byte != b'\\' {
                self.pass();
            }
        }
        let symbol = self.interner.intern_bytes(&self.text[start..self.pos]);
        if quote == b'"' {
            TokenKind::String(symbol)
        } else {
            TokenKind::Char(symbol)
        }
    }

    fn punct(&self, first: u8) -> Option<(Punct, usize)> {
        use Punct::*;
        let (second, third) = (self.peek(1), self.peek(2));
        Some(match first {
            b'(' => (LeftParen, 1),
            b')' => (RightParen, 1),
            b'[' => (LeftBracket, 1),
            b']' => (RightBracket, 1),
            b'{' => (LeftBrace, 1),
            b'}' => (RightBrace, 1),
            b';' => (Semicolon, 1),
            b',' => (Comma, 1),
            b'~' => (Tilde, 1),
            b'?' => (Question, 1),
            b'.' if second == b'.' && third == b'.' => (Ellipsis, 3),
            b'.' => (Dot, 1),
            b'-' => match second {
                b'>' => (Arrow, 2),
                b'-' => (Decrement, 2),
                b'=' => (MinusEqual, 2),
                _ => (Minus, 1),
            },
            b'+' => match second {
                b'+' => (Increment, 2),
                b'=' => (PlusEqual, 2),
                _ => (Plus, 1),
            },
            b'&' => match second {
                b'&' => (AmpAmp, 2),
                b'=' => (AmpEqual, 2),
                _ => (Ampersand, 1),
            },
            b'|' => match second {
                b'|' => (PipePipe, 2),
                b'=' => (PipeEqual, 2),
                _ => (Pipe, 1),
            },
            b'*' if second == b'=' => (StarEqual, 2),
            b'*' => (Star, 1),
            b'/' if second == b'=' => (SlashEqual, 2),
            b'/' => (Slash, 1),
            b'^' if second == b'=' => (CaretEqual, 2),
            b'^' => (Caret, 1),
            b'!' if second == b'=' => (BangEqual, 2),
            b'!' => (Bang, 1),
            b'=' if second == b'=' => (EqualEqual, 2),
            b'=' => (Equal, 1),
            b'%' => match second {
                b'=' => (PercentEqual, 2),
                b'>' => (RightBrace, 2),
                b':' if third == b'%' && self.peek(3) == b':' => (HashHash, 4),
                b':' => (Hash, 2),
                _ => (Percent, 1),
            },
            b'<' => match (second, third) {
                (b'<', b'=') => (ShiftLeftEqual, 3),
                (b'<', _) => (ShiftLeft, 2),
                (b'=', _) => (LessEqual, 2),
                (b':', _) => (LeftBracket, 2),
                (b'%', _) => (LeftBrace, 2),
                _ => (Less, 1),
            },
            b'>' => match (second, third) {
                (b'>', b'=') => (ShiftRightEqual, 3),
                (b'>', _) => (ShiftRight, 2),
                (b'=', _) => (GreaterEqual, 2),
                _ => (Greater, 1),
            },
            b':' if second == b'>' => (RightBracket, 2),
            b':' => (Colon, 1),
            b'#' if second == b'#' => (HashHash, 2),
            b'#' => (Hash, 1),
            _ => return None,
        })
    }
}
