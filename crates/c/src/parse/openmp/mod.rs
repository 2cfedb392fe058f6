//! OpenMP directives, read while the parser stands at them, so that names mean what they mean there.
//!
//! A directive is a bracket of tokens from [`TokenKind::Pragma`] to [`TokenKind::PragmaEnd`]; whatever is
//! wrong within, parsing goes on after it, and a wrong clause does not hide the next.

mod argument;
mod clause;
mod clause_argument;
#[cfg(test)]
mod dump;
mod item;
mod name;
mod reduction;
mod selector;
#[cfg(test)]
mod tests;

use raceproof_ir::Span;

use super::{Failed, Parse, Parser};
use crate::ast::{Block, ExternalDecl, Stmt, StmtKind};
use crate::lex::{Punct, TokenKind};
use crate::openmp::{Association, Construct, Directive, DirectiveArgument, Word};
use crate::suggest::similar;
use raceproof_source::Diagnostic;

/// What of a directive is not understood, where compilers that do not understand it go on without it. It is a
/// gap before the statement with that directive, and an error where there is none.
pub(super) struct Unclear {
    span: Span,
    what: String,
}

/// Where a directive stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Among the items of a block, or after a label.
    Block,
    /// Where one statement is due: after `if (…)`, `else`, a loop's head, another directive.
    Body,
}

impl Parser<'_> {
    pub fn at_openmp(&self) -> bool {
        self.token().kind == TokenKind::Pragma && self.is_word_at(1, "omp")
    }

    /// A directive at file scope; none if it was wrong.
    pub fn external_directive(&mut self) -> Parse<Option<ExternalDecl>> {
        if self.at_variants("begin") {
            return self.begin_variants().map(|()| None);
        }
        if self.at_variants("end") && self.variants.pop().is_some() {
            self.skip_directive();
            return Ok(None);
        }
        let Some(directive) = self.directive()? else {
            return Ok(None);
        };
        match directive.association() {
            Association::Declaration => {}
            _ if directive.is(Construct::Nothing) || directive.is(Construct::Error) => {}
            _ => {
                let message = format!("`omp {}` must stand in a function", directive.name());
                self.error(directive.span, message);
                return Ok(None);
            }
        }
        Ok(Some(ExternalDecl::OpenMp(Box::new(directive))))
    }

    /// What was not understood is an error where no statement has told of it.
    pub fn refuse_unclear(&mut self) {
        for unclear in std::mem::take(&mut self.unclear) {
            self.error(unclear.span, unclear.what);
        }
    }

    /// A directive with what belongs to it, and before that what of it is not understood.
    pub fn directive_statement(&mut self, place: Place) -> Parse<Stmt> {
        let (is_inner, known) = (std::mem::take(&mut self.is_inner_directive), self.unclear.len());
        let statement = self.whole_directive(place);
        // The directive around may need a loop.
        if is_inner || self.unclear.len() == known {
            return statement;
        }
        let mut items = Vec::new();
        for Unclear { span, what } in self.unclear.split_off(known) {
            self.report(Diagnostic::warning(span, what.clone()));
            let kind = StmtKind::Unclear(what);
            items.push(Stmt { span, kind });
        }
        let statement = statement?;
        let (span, end) = (statement.span, self.previous_span());
        items.push(statement);
        let kind = StmtKind::Block(Block { span, items, end });
        Ok(Stmt { span, kind })
    }

    fn whole_directive(&mut self, place: Place) -> Parse<Stmt> {
        let start = self.span();
        let has_end = self.is_word_at(2, "begin") && self.is_word_at(3, "metadirective");
        let Some(directive) = self.directive()? else {
            return match place {
                Place::Block => Ok(Stmt {
                    span: start,
                    kind: StmtKind::Empty,
                }),
                Place::Body => self.body(),
            };
        };
        if has_end {
            return self.delimited(directive);
        }
        if directive.is(Construct::Nothing) && place == Place::Body {
            return self.body();
        }
        if directive.is(Construct::Section) {
            self.report(
                Diagnostic::error(
                    directive.span,
                    "`omp section` must stand directly in the block of a `sections`",
                )
                .help("if the block belongs to a `sections`, put the directive in its outermost braces"),
            );
        }
        let association = directive.association();
        let body = match association {
            Association::Standalone | Association::Declaration => {
                self.check_place(&directive, place);
                None
            }
            Association::Sections => Some(self.nested(|parser| parser.sections(directive.span))?),
            Association::Statement | Association::Loop => {
                let body = self.directive_body(directive.span)?;
                if association == Association::Loop {
                    self.check_loop(&directive, &body);
                }
                Some(body)
            }
        };
        Ok(Stmt {
            span: directive.span,
            kind: StmtKind::OpenMp {
                directive: Box::new(directive),
                body: body.map(Box::new),
            },
        })
    }

    /// A directive without a statement is none itself where one is due: compilers reject it.
    fn check_place(&mut self, directive: &Directive, place: Place) {
        if place == Place::Body {
            let message = format!("`omp {}` cannot be the body of a statement", directive.name());
            self.report(Diagnostic::error(directive.span, message).help("put it in braces"));
        }
    }

    fn check_loop(&mut self, directive: &Directive, body: &Stmt) {
        let is_loop = match &body.kind {
            StmtKind::For(_) => true,
            StmtKind::OpenMp { directive: inner, .. } => {
                // An inner directive that was wrong has said so.
                matches!(inner.constructs[..], [Construct::Tile | Construct::Unroll])
            }
            _ => false,
        };
        if !is_loop {
            let message = format!("`omp {}` must be followed by a `for` loop", directive.name());
            self.report(Diagnostic::error(body.span, message).label(directive.span, "the directive"));
        }
    }

    /// The statement that a directive applies to.
    fn directive_body(&mut self, directive: Span) -> Parse<Stmt> {
        if self.at(Punct::RightBrace) || self.is_eof() {
            return self.fail(directive, "this directive needs a statement after it");
        }
        self.is_inner_directive = self.at_openmp();
        self.body()
    }

    /// The block of a `sections`: every item is an `omp section`, also what stands before the first
    /// of them, which then gets a directive without tokens.
    fn sections(&mut self, directive: Span) -> Parse<Stmt> {
        if !self.at(Punct::LeftBrace) {
            return self.fail(
                directive,
                "`sections` must be followed by a block of sections in braces",
            );
        }
        let start = self.bump().span;
        let mut sections = Vec::new();
        while !self.at(Punct::RightBrace) && !self.is_eof() {
            let first = self.span();
            let directive = if self.at_section() {
                self.directive()?
            } else {
                None
            };
            let directive = directive.unwrap_or(Directive {
                span: first,
                constructs: vec![Construct::Section],
                argument: DirectiveArgument::None,
                clauses: Vec::new(),
                tokens: Vec::new(),
            });
            let body = self.section_body(directive.span)?;
            sections.push(Stmt {
                span: directive.span,
                kind: StmtKind::OpenMp {
                    directive: Box::new(directive),
                    body: Some(Box::new(body)),
                },
            });
        }
        let end = self.expect(Punct::RightBrace, "to end the sections")?;
        let span = self.since(start);
        Ok(Stmt {
            span,
            kind: StmtKind::Block(Block {
                span,
                items: sections,
                end,
            }),
        })
    }

    fn at_section(&self) -> bool {
        self.at_openmp() && self.is_word_at(2, "section")
    }

    /// The statements of one section: a block, if they are not one already.
    fn section_body(&mut self, directive: Span) -> Parse<Stmt> {
        self.statements_until(directive, Self::at_section)
    }

    /// The statements of a `begin metadirective` under the directive that applies.
    fn delimited(&mut self, directive: Directive) -> Parse<Stmt> {
        let is_end = |parser: &Self| {
            parser.at_openmp() && parser.is_word_at(2, "end") && parser.is_word_at(3, "metadirective")
        };
        let span = directive.span;
        let body = self.statements_until(span, is_end)?;
        if !is_end(self) {
            return self.fail(span, "this `begin metadirective` has no `end metadirective`");
        }
        self.skip_directive();
        match directive.association() {
            _ if directive.is(Construct::Nothing) => return Ok(body),
            Association::Loop => self.check_loop(&directive, &body),
            Association::Statement => {}
            _ => {
                let message = format!("`omp {}` cannot be delimited here", directive.name());
                return self.fail(span, message);
            }
        }
        Ok(Stmt {
            span,
            kind: StmtKind::OpenMp {
                directive: Box::new(directive),
                body: Some(Box::new(body)),
            },
        })
    }

    /// Some statements as one: a block, if they are not one already.
    fn statements_until(&mut self, directive: Span, is_end: fn(&Self) -> bool) -> Parse<Stmt> {
        self.names.enter();
        let items = self.block_items(is_end);
        self.names.leave();
        let mut items = items?;
        match items.len() {
            0 => self.fail(directive, "this directive needs a statement after it"),
            1 if !matches!(items[0].kind, StmtKind::Declaration(_)) => Ok(items.remove(0)),
            _ => {
                let span = items[0].span;
                Ok(Stmt {
                    span,
                    kind: StmtKind::Block(Block {
                        span,
                        items,
                        end: self.previous_span(),
                    }),
                })
            }
        }
    }

    /// Takes a whole directive. None if its name or argument is wrong; a wrong clause is left out of it.
    fn directive(&mut self) -> Parse<Option<Directive>> {
        let span = self.bump().span;
        self.bump();
        let result = self.directive_parts(span);
        if self.is_stopped {
            return Err(Failed);
        }
        self.skip_directive();
        Ok(result.ok())
    }

    /// Goes on behind the directive at hand.
    fn skip_directive(&mut self) {
        while !self.at_directive_end() {
            self.bump();
        }
        if self.token().kind == TokenKind::PragmaEnd {
            self.bump();
        }
    }

    fn directive_parts(&mut self, span: Span) -> Parse<Directive> {
        let from = self.pos;
        if self.is_word_at(0, "begin") && self.is_word_at(1, "metadirective") {
            self.bump();
        }
        if self.is_word_at(0, "metadirective") {
            return self.metadirective(span);
        }
        let constructs = self.directive_name()?;
        let argument = self.directive_argument(&constructs)?;
        let mut directive = Directive {
            span,
            constructs,
            argument,
            clauses: Vec::new(),
            tokens: Vec::new(),
        };
        self.clauses(&mut directive, from)?;
        let end = self.pos.min(self.tokens.len());
        directive.tokens = self.tokens[from.min(end)..end].to_vec();
        Ok(directive)
    }

    // Words, which may be keywords of C.

    /// The word at a token; empty if it is none.
    fn word_at(&self, ahead: usize) -> &str {
        match self.token_at(ahead).kind {
            TokenKind::Ident(symbol) => self.interner.name(symbol),
            _ => "",
        }
    }

    fn is_word_at(&self, ahead: usize, word: &str) -> bool {
        self.word_at(ahead) == word
    }

    fn at_directive_end(&self) -> bool {
        matches!(self.token().kind, TokenKind::PragmaEnd | TokenKind::Eof)
    }

    /// A word with a meaning; the error lists the words there are.
    fn meaning<W: Word>(&mut self, of: &str) -> Parse<W> {
        let word = self.word_at(0).to_owned();
        if let Some(meaning) = W::from_word(&word) {
            self.bump();
            return Ok(meaning);
        }
        let known: Vec<&str> = W::WORDS.iter().map(|(spelling, _)| *spelling).collect();
        let found = self.describe(self.token());
        let mut message = Diagnostic::error(self.span(), format!("{found} is not an argument of `{of}`"));
        message = match similar(&word, known.iter().copied()) {
            Some(word) => message.help(format!("did you mean `{word}`?")),
            None => message.help(format!("it takes `{}`", known.join("`, `"))),
        };
        self.report(message);
        Err(Failed)
    }

    /// Whether a `:` follows from some token on before the bracket that is open there is closed,
    /// outside of inner brackets and not that of a conditional expression.
    fn is_colon_ahead(&self, from: usize) -> bool {
        let mut depth = 0u32;
        let mut questions = 0u32;
        for ahead in from.. {
            match self.token_at(ahead).kind {
                TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) => depth += 1,
                TokenKind::Punct(Punct::RightParen | Punct::RightBracket | Punct::RightBrace) => {
                    if depth == 0 {
                        return false;
                    }
                    depth -= 1;
                }
                TokenKind::Punct(Punct::Question) if depth == 0 => questions += 1,
                TokenKind::Punct(Punct::Colon) if depth == 0 => {
                    if questions == 0 {
                        return true;
                    }
                    questions -= 1;
                }
                TokenKind::PragmaEnd | TokenKind::Eof => return false,
                _ => {}
            }
        }
        false
    }
}
