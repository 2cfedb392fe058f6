//! Makes lines of tokens.

use super::ParseError;
use crate::{FileId, Span};

/// A name after its sign: the name itself, and the number that tells it from others of that name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub name: String,
    pub number: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A word without a sign: instruction, kind, label, attribute.
    Word(&'a str),
    /// A name with its sign: `%` register, `@` global or function, `$` slot, `#` shape.
    Name(char, Key),
    /// A whole number; its digits, for use as a float, and whether they are hexadecimal.
    Integer { value: u128, text: &'a str, hex: bool },
    /// A number with a fraction or an exponent.
    Float(&'a str),
    /// Text in quotes, escapes replaced.
    Text(Vec<u8>),
    /// One of `( ) [ ] { } , : = + - * !`, or `>` for `->`.
    Mark(char),
    /// `..`
    Range,
    /// `...`
    Dots,
}

#[derive(Clone, Debug)]
pub(super) struct Spanned<'a> {
    pub token: Token<'a>,
    pub span: Span,
}

/// The tokens of one line, at least one; a line goes on while a parenthesis or bracket is open.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub tokens: Vec<Spanned<'a>>,
    /// Whether its tokens are not all there because of an error that has been reported.
    pub bad: bool,
}

/// Splits the text into lines of tokens.
pub(super) fn lex<'a>(text: &'a str, errors: &mut Vec<ParseError>) -> Vec<Line<'a>> {
    let mut lexer = Lexer {
        rest: text,
        line: 1,
        column: 1,
    };
    let mut lines = Vec::new();
    let mut tokens: Vec<Spanned<'a>> = Vec::new();
    let mut open: Vec<Span> = Vec::new();
    let mut bad = false;
    loop {
        lexer.skip_blanks();
        let end = lexer.rest.is_empty();
        let at_line_end = end || lexer.rest.starts_with(['\n', ';']);
        // A closing brace never belongs inside brackets: the bracket was forgotten.
        if !open.is_empty() && (end || lexer.rest.starts_with('}')) {
            for span in open.drain(..) {
                errors.push(error(
                    span,
                    "this is never closed",
                    "close it before the line ends",
                ));
            }
            tokens.clear();
            bad = false;
        }
        if at_line_end {
            if open.is_empty() {
                if !tokens.is_empty() {
                    lines.push(Line { tokens, bad });
                }
                tokens = Vec::new();
                bad = false;
            }
            if end {
                return lines;
            }
            lexer.advance(1);
            continue;
        }
        let (line, column) = (lexer.line, lexer.column);
        let token = lexer.token();
        let span = Span {
            file: FileId(0),
            line,
            column,
            length: lexer.column.saturating_sub(column).max(1),
        };
        match token {
            Ok(token) => {
                match token {
                    Token::Mark('(' | '[') => open.push(span),
                    Token::Mark(')' | ']') => drop(open.pop()),
                    _ => {}
                }
                tokens.push(Spanned { token, span });
            }
            Err((message, remedy)) => {
                errors.push(error(span, &message, remedy));
                lexer.skip_line();
                open.clear();
                bad = true;
            }
        }
    }
}

fn error(span: Span, message: &str, remedy: &str) -> ParseError {
    ParseError {
        span,
        message: message.to_string(),
        remedy: remedy.to_string(),
    }
}

type Failure = (String, &'static str);

struct Lexer<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Lexer<'a> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes so many bytes, which end at a character boundary.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            if c == '\n' {
                self.line = self.line.saturating_add(1);
                self.column = 1;
            } else {
                self.column = self.column.saturating_add(1);
            }
        }
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        self.advance(end)
    }

    fn skip_line(&mut self) {
        self.take_while(|c| c != '\n');
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take_while(|c| c != '\n' && c.is_whitespace());
            if !self.rest.starts_with("//") {
                return;
            }
            self.skip_line();
        }
    }

    fn token(&mut self) -> Result<Token<'a>, Failure> {
        let Some(c) = self.peek() else {
            return Err(("the text ends here".to_string(), "complete the line"));
        };
        match c {
            'a'..='z' | 'A'..='Z' | '_' => Ok(Token::Word(self.word())),
            '0'..='9' => self.number(),
            '"' => self.text().map(Token::Text),
            '%' | '@' | '$' | '#' => self.name(c),
            '.' => {
                let dots = self.take_while(|c| c == '.');
                match dots.len() {
                    2 => Ok(Token::Range),
                    3 => Ok(Token::Dots),
                    _ => Err((
                        format!("`{dots}` has no meaning"),
                        "write `..` in a range and `...` before variable arguments",
                    )),
                }
            }
            '-' if self.rest.starts_with("->") => {
                self.advance(2);
                Ok(Token::Mark('>'))
            }
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' | '=' | '+' | '-' | '*' | '!' => {
                self.advance(1);
                Ok(Token::Mark(c))
            }
            _ => {
                self.advance(c.len_utf8());
                Err((format!("the character {c:?} has no meaning here"), "remove it"))
            }
        }
    }

    fn word(&mut self) -> &'a str {
        self.take_while(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
    }

    fn name(&mut self, sign: char) -> Result<Token<'a>, Failure> {
        self.advance(1);
        let mut key = Key {
            name: String::new(),
            number: None,
        };
        match self.peek() {
            Some('0'..='9') => {
                key.number = Some(self.small()?);
                return Ok(Token::Name(sign, key));
            }
            Some('a'..='z' | 'A'..='Z' | '_') => key.name = self.word().to_string(),
            Some('"') => {
                key.name = String::from_utf8(self.text()?).map_err(|_| {
                    (
                        "this name is not UTF-8".to_string(),
                        "write its characters as they are or as \\u{…}",
                    )
                })?;
            }
            _ => {
                return Err((
                    format!("a name must follow `{sign}`"),
                    "write an identifier, a number, or text in quotes",
                ));
            }
        }
        let mut after = self.rest.chars();
        if after.next() == Some('.') && after.next().is_some_and(|c| c.is_ascii_digit()) {
            self.advance(1);
            key.number = Some(self.small()?);
        }
        Ok(Token::Name(sign, key))
    }

    fn small(&mut self) -> Result<u32, Failure> {
        let digits = self.take_while(|c| c.is_ascii_digit());
        digits.parse().map_err(|_| {
            (
                format!("the number {digits} of a name is too large"),
                "use one below 2^32",
            )
        })
    }

    fn number(&mut self) -> Result<Token<'a>, Failure> {
        let start = self.rest;
        if self.rest.starts_with("0x") || self.rest.starts_with("0X") {
            self.advance(2);
            let text = self.take_while(|c| c.is_ascii_alphanumeric());
            let value = u128::from_str_radix(text, 16).map_err(|_| {
                (
                    format!("`0x{text}` is no hexadecimal number of up to 128 bits"),
                    "correct its digits",
                )
            })?;
            return Ok(Token::Integer {
                value,
                text,
                hex: true,
            });
        }
        self.take_while(|c| c.is_ascii_digit());
        let mut float = false;
        let mut after = self.rest.chars();
        if after.next() == Some('.') && after.next().is_some_and(|c| c.is_ascii_digit()) {
            float = true;
            self.advance(1);
            self.take_while(|c| c.is_ascii_digit());
        }
        if self.rest.starts_with(['e', 'E']) {
            float = true;
            self.advance(1);
            if self.rest.starts_with(['+', '-']) {
                self.advance(1);
            }
            self.take_while(|c| c.is_ascii_digit());
        }
        let tail = self.word();
        let text = &start[..start.len() - self.rest.len()];
        if !tail.is_empty() || (float && text.parse::<f64>().is_err()) {
            return Err((
                format!("`{text}` is no number"),
                "separate it from what follows, or correct it",
            ));
        }
        if float {
            return Ok(Token::Float(text));
        }
        match text.parse() {
            Ok(value) => Ok(Token::Integer {
                value,
                text,
                hex: false,
            }),
            Err(_) => Err((
                "this number needs more than 128 bits".to_string(),
                "use a smaller one",
            )),
        }
    }

    fn text(&mut self) -> Result<Vec<u8>, Failure> {
        self.advance(1);
        let mut bytes = Vec::new();
        loop {
            let plain = self.take_while(|c| !matches!(c, '"' | '\\' | '\n'));
            bytes.extend_from_slice(plain.as_bytes());
            match self.peek() {
                Some('"') => {
                    self.advance(1);
                    return Ok(bytes);
                }
                Some('\\') => self.escape(&mut bytes)?,
                _ => return Err(("this text has no closing quote".to_string(), "add a `\"`")),
            }
        }
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) -> Result<(), Failure> {
        const KNOWN: &str = "the escapes are \\n \\t \\r \\0 \\\\ \\\" \\xNN and \\u{N}";
        self.advance(1);
        let Some(c) = self.peek().filter(|c| *c != '\n') else {
            return Err(("this text has no closing quote".to_string(), "add a `\"`"));
        };
        self.advance(c.len_utf8());
        let byte = match c {
            'n' => b'\n',
            't' => b'\t',
            'r' => b'\r',
            '0' => 0,
            '\\' => b'\\',
            '"' => b'"',
            'x' => {
                let digits = self.rest.get(..2).unwrap_or("");
                let value = u8::from_str_radix(digits, 16).ok();
                let value = value.filter(|_| digits.bytes().all(|b| b.is_ascii_hexdigit()));
                let Some(value) = value else {
                    return Err(("`\\x` needs two hexadecimal digits".to_string(), KNOWN));
                };
                self.advance(2);
                value
            }
            'u' => {
                let digits = self.rest.strip_prefix('{').and_then(|r| r.split_once('}'));
                let digits = digits.map_or("", |(digits, _)| digits);
                let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                let Some(character) = character.filter(|_| !digits.starts_with('+')) else {
                    return Err(("`\\u{…}` does not name a character".to_string(), KNOWN));
                };
                self.advance(digits.len() + 2);
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => return Err((format!("the escape `\\{c}` is unknown"), KNOWN)),
        };
        bytes.push(byte);
        Ok(())
    }
}
