//! The parser: recursive descent, with precedence climbing for binary operators.
//!
//! A function that fails has reported why and returns [`Failed`]; the caller passes it on up to the
//! next place that can go on, which is the end of a statement, a member or an external declaration.
//! So one run reports many errors.
//!
//! Two bounds keep every walk of the tree within a small stack: `depth` counts how deep the parser itself is,
//! and `height` how high the expression just parsed is, which grows without depth in `a[0][0][0]…`.
//! Expressions within statements within an expression count for its height. Past [`MAX_NESTING`] parsing ends
//! with an error.

mod asm;
mod attribute;
mod declaration;
mod declarator;
#[cfg(test)]
mod dump;
mod expression;
mod initialiser;
mod literal;
mod openmp;
mod pragma;
mod primary;
mod record;
mod scope;
mod specifiers;
mod statement;
#[cfg(test)]
mod tests;

use raceproof_ir::Span;

use crate::ast::{Ident, MAX_NESTING, TranslationUnit};
use crate::lex::{Dialect, Keyword, Punct, Token, TokenKind};
use crate::symbol::{Interner, Symbol};
use raceproof_source::{Diagnostic, Diagnostics};

/// Parses a translation unit. Whether it is whole, the diagnostics tell.
///
/// `tokens` ends in [`TokenKind::Eof`].
pub fn parse(
    tokens: &[Token],
    dialect: Dialect,
    interner: &mut Interner,
    diagnostics: &mut Diagnostics,
) -> TranslationUnit {
    Parser::new(tokens, dialect, interner, diagnostics).translation_unit()
}

/// The failure is reported already.
#[derive(Clone, Copy, Debug)]
struct Failed;

type Parse<T> = Result<T, Failed>;

struct Parser<'a> {
    tokens: &'a [Token],
    pos: usize,
    dialect: Dialect,
    interner: &'a mut Interner,
    diagnostics: &'a mut Diagnostics,
    depth: u32,
    height: u32,
    /// The greatest height since the innermost [`Parser::enclosing`] began.
    peak: u32,
    names: scope::Names,
    /// What the item at file scope mentions and does not declare itself.
    mentioned: Vec<Symbol>,
    pack: pragma::PackStack,
    /// An array section ends an expression: the parser is in a list item of an OpenMP clause.
    sections_end_expressions: bool,
    /// The selectors of the `begin declare variant` around, and where these are.
    variants: Vec<(Vec<crate::openmp::TraitSet>, raceproof_ir::Span)>,
    /// What was not understood of directives and is not told yet.
    unclear: Vec<openmp::Unclear>,
    /// The next directive stands between another one and the statement of that.
    is_inner_directive: bool,
    /// How many `cilk_spawn` there were.
    spawns: u32,
    /// The input is given up; everything fails without a further word.
    is_stopped: bool,
}

const END: Token = Token {
    kind: TokenKind::Eof,
    span: Span::NONE,
};

impl<'a> Parser<'a> {
    fn new(
        tokens: &'a [Token],
        dialect: Dialect,
        interner: &'a mut Interner,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Parser {
            tokens,
            pos: 0,
            dialect,
            interner,
            diagnostics,
            depth: 0,
            height: 0,
            peak: 0,
            variants: Vec::new(),
            unclear: Vec::new(),
            is_inner_directive: false,
            names: scope::Names::default(),
            mentioned: Vec::new(),
            pack: pragma::PackStack::default(),
            sections_end_expressions: false,
            spawns: 0,
            is_stopped: false,
        }
    }

    // Looking at tokens.

    fn token(&self) -> Token {
        self.token_at(0)
    }

    fn token_at(&self, ahead: usize) -> Token {
        let last = self.tokens.last().copied().unwrap_or(END);
        self.tokens.get(self.pos + ahead).copied().unwrap_or(last)
    }

    fn span(&self) -> Span {
        self.token().span
    }

    fn previous_span(&self) -> Span {
        self.pos
            .checked_sub(1)
            .and_then(|index| self.tokens.get(index))
            .map_or(self.span(), |token| token.span)
    }

    fn is_eof(&self) -> bool {
        self.token().kind == TokenKind::Eof
    }

    fn at(&self, punct: Punct) -> bool {
        self.at_ahead(0, punct)
    }

    fn at_ahead(&self, ahead: usize, punct: Punct) -> bool {
        self.token_at(ahead).kind == TokenKind::Punct(punct)
    }

    fn keyword(&self) -> Option<Keyword> {
        self.keyword_at(0)
    }

    fn keyword_at(&self, ahead: usize) -> Option<Keyword> {
        match self.token_at(ahead).kind {
            TokenKind::Ident(symbol) => Keyword::of(symbol, self.dialect),
            _ => None,
        }
    }

    fn at_keyword(&self, keyword: Keyword) -> bool {
        self.keyword() == Some(keyword)
    }

    /// The name at a token that is no keyword.
    fn name_at(&self, ahead: usize) -> Option<Symbol> {
        match self.token_at(ahead).kind {
            TokenKind::Ident(symbol) if Keyword::of(symbol, self.dialect).is_none() => Some(symbol),
            _ => None,
        }
    }

    fn is_typedef_at(&self, ahead: usize) -> bool {
        self.name_at(ahead)
            .is_some_and(|name| self.names.is_typedef(name))
    }

    // Taking tokens.

    fn bump(&mut self) -> Token {
        let token = self.token();
        if self.pos < self.tokens.len() {
            self.pos += 1;
        }
        token
    }

    fn eat(&mut self, punct: Punct) -> bool {
        let found = self.at(punct);
        if found {
            self.bump();
        }
        found
    }

    fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, punct: Punct, place: &str) -> Parse<Span> {
        if self.at(punct) {
            return Ok(self.bump().span);
        }
        self.unexpected(&format!("`{}` {place}", punct.text()))
    }

    /// A `;`. One that is missing at the end of a line is reported and taken as there.
    fn expect_semicolon(&mut self, place: &str) -> Parse<()> {
        if self.eat(Punct::Semicolon) {
            return Ok(());
        }
        let previous = self.previous_span();
        let next = self.span();
        if self.is_stopped {
            return Err(Failed);
        }
        if previous.line == next.line && previous.file == next.file && !self.at(Punct::RightBrace) {
            return self.unexpected(&format!("`;` {place}"));
        }
        let after = Span {
            column: previous.column + previous.length,
            length: 1,
            ..previous
        };
        self.error(after, format!("expected `;` {place}"));
        Ok(())
    }

    fn expect_name(&mut self, what: &str) -> Parse<Ident> {
        match self.name_at(0) {
            Some(symbol) => Ok(Ident {
                symbol,
                span: self.bump().span,
            }),
            None => self.unexpected(what),
        }
    }

    /// From `start` to the last token taken, or as much of it as is on the line of `start`.
    fn since(&self, start: Span) -> Span {
        let end = self.previous_span();
        let end_column = end.column + end.length;
        if end.file == start.file && end.line == start.line && end_column > start.column {
            Span {
                length: end_column - start.column,
                ..start
            }
        } else {
            start
        }
    }

    // Errors.

    fn report(&mut self, diagnostic: Diagnostic) {
        if !self.is_stopped {
            self.diagnostics.push(diagnostic);
            if self.diagnostics.is_full() {
                self.stop();
            }
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(span, message));
    }

    fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Parse<T> {
        self.error(span, message);
        Err(Failed)
    }

    fn unexpected<T>(&mut self, expected: &str) -> Parse<T> {
        let found = self.describe(self.token());
        // The lexer has reported what it could not read.
        if self.token().kind != TokenKind::Unknown {
            self.error(self.span(), format!("expected {expected}, found {found}"));
        }
        Err(Failed)
    }

    fn describe(&self, token: Token) -> String {
        match token.kind {
            TokenKind::Ident(symbol) => {
                let what = if Keyword::of(symbol, self.dialect).is_some() {
                    "keyword "
                } else {
                    ""
                };
                format!("{what}`{}`", self.interner.name(symbol))
            }
            TokenKind::Number(symbol) | TokenKind::Char(symbol) => {
                format!("`{}`", self.interner.name(symbol))
            }
            TokenKind::String(_) => "a string literal".to_owned(),
            TokenKind::Punct(punct) => format!("`{}`", punct.text()),
            TokenKind::Pragma => "a `#pragma`".to_owned(),
            TokenKind::PragmaEnd => "the end of the line".to_owned(),
            TokenKind::Unknown => "something that is no token".to_owned(),
            TokenKind::Eof => "the end of the file".to_owned(),
        }
    }

    /// Gives up the rest of the input.
    fn stop(&mut self) {
        self.is_stopped = true;
        self.pos = self.tokens.len().saturating_sub(1);
    }

    // Bounds.

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_NESTING {
            return self.too_deep();
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Parses something that holds expressions which are not its operands; the height is then that
    /// of the highest of them.
    fn enclosing<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let outer = std::mem::replace(&mut self.peak, 0);
        let result = self.nested(parse);
        self.height = self.peak;
        self.peak = self.peak.max(outer);
        result
    }

    fn too_deep<T>(&mut self) -> Parse<T> {
        let message = format!("nested too deeply: more than {MAX_NESTING} levels");
        self.report(
            Diagnostic::error(self.span(), message).help("split the expression, statement or declaration"),
        );
        self.stop();
        Err(Failed)
    }

    // Going on after an error.

    /// Skips to where the next statement, member or declaration may begin: past the next `;` or
    /// block, before a closing brace, or before a line that begins with a word of `restart`.
    fn skip_to_next(&mut self, restart: fn(Keyword) -> bool) {
        let from = self.pos;
        while !self.is_eof() {
            let token = self.token();
            match token.kind {
                TokenKind::Punct(Punct::Semicolon) => {
                    self.bump();
                    return;
                }
                TokenKind::Punct(Punct::RightBrace) => return,
                TokenKind::Punct(Punct::LeftBrace) => {
                    self.skip_balanced();
                    if !self.at(Punct::Semicolon) && !self.at(Punct::Comma) {
                        return;
                    }
                }
                TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket) => self.skip_balanced(),
                TokenKind::Pragma if self.pos > from => return,
                TokenKind::Ident(_) => {
                    let is_first = self.previous_span().line != token.span.line;
                    if is_first && self.pos > from && self.keyword().is_some_and(restart) {
                        return;
                    }
                    self.bump();
                }
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Skips a bracket with all within; within parentheses, stops before `;` and braces, which
    /// mean that the closing one is missing.
    fn skip_balanced(&mut self) {
        let mut open: Vec<Punct> = Vec::new();
        while !self.is_eof() {
            let TokenKind::Punct(punct) = self.token().kind else {
                self.bump();
                continue;
            };
            let in_braces = open.first() == Some(&Punct::LeftBrace);
            match punct {
                Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace => open.push(punct),
                Punct::RightParen | Punct::RightBracket | Punct::RightBrace => {
                    let opening = match punct {
                        Punct::RightParen => Punct::LeftParen,
                        Punct::RightBracket => Punct::LeftBracket,
                        _ => Punct::LeftBrace,
                    };
                    match open.iter().rposition(|&p| p == opening) {
                        Some(index) => open.truncate(index),
                        None if punct == Punct::RightBrace => return,
                        None => {}
                    }
                }
                Punct::Semicolon if !in_braces => return,
                _ => {}
            }
            self.bump();
            if open.is_empty() {
                return;
            }
        }
    }
}
