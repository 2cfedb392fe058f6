//! Context selectors, and the metadirectives that they decide.
//!
//! A metadirective is replaced by the directive that applies, where that does not depend on anything
//! that is known only when the program is compiled for a device: conditions that are integer constants,
//! and kinds of devices, of which there is the host. Anything else is an error.

use raceproof_ir::Span;

use super::super::{Parse, Parser};
use crate::ast::{ExprKind, Ident};
use crate::diagnostic::Diagnostic;
use crate::lex::{Punct, Token, TokenKind};
use crate::openmp::{Construct, Directive, DirectiveArgument, Trait, TraitProperties, TraitSet};

static SETS: &[&str] = &["construct", "device", "target_device", "implementation", "user"];

impl Parser<'_> {
    /// `set={trait(…), …}, …`.
    pub fn context_selector(&mut self) -> Parse<Vec<TraitSet>> {
        let mut sets = Vec::new();
        loop {
            let name = self.word("the name of a set of traits")?;
            if !SETS.contains(&self.interner.name(name.symbol)) {
                self.report(
                    Diagnostic::error(name.span, "unknown set of traits")
                        .help(format!("it is one of `{}`", SETS.join("`, `"))),
                );
                return Err(super::Failed);
            }
            self.expect(Punct::Equal, "after the name of the set")?;
            self.expect(Punct::LeftBrace, "before the traits")?;
            let mut traits = vec![self.nested(Self::selector_trait)?];
            while self.eat(Punct::Comma) {
                traits.push(self.nested(Self::selector_trait)?);
            }
            self.expect(Punct::RightBrace, "after the traits")?;
            sets.push(TraitSet { name, traits });
            if !self.eat(Punct::Comma) {
                return Ok(sets);
            }
        }
    }

    fn word(&mut self, what: &str) -> Parse<Ident> {
        match self.token().kind {
            TokenKind::Ident(symbol) => Ok(Ident {
                symbol,
                span: self.bump().span,
            }),
            _ => self.unexpected(what),
        }
    }

    fn selector_trait(&mut self) -> Parse<Trait> {
        let name = self.word("the name of a trait")?;
        let open = self.span();
        let mut score = None;
        let mut properties = TraitProperties::Tokens(Vec::new());
        if self.eat(Punct::LeftParen) {
            if self.is_word_at(0, "score") && self.at_ahead(1, Punct::LeftParen) {
                self.bump();
                let value = self.in_parentheses("score", |parser| parser.nested(Self::conditional))?;
                score = Some(Box::new(value));
                self.expect(Punct::Colon, "after the score")?;
            }
            properties = if self.interner.name(name.symbol) == "condition" {
                TraitProperties::Condition(Box::new(self.nested(Self::conditional)?))
            } else {
                TraitProperties::Tokens(self.raw_argument(open)?)
            };
            self.expect(Punct::RightParen, "after the properties of the trait")?;
        }
        Ok(Trait {
            name,
            score,
            properties,
        })
    }

    /// `metadirective when(selector: directive) … otherwise(directive)`, as the directive that applies.
    pub fn metadirective(&mut self, span: Span) -> Parse<Directive> {
        let keyword = self.bump().span;
        // Where the directives begin that apply, and the default one.
        let mut chosen: Option<usize> = None;
        let mut otherwise: Option<usize> = None;
        loop {
            self.eat(Punct::Comma);
            if self.at_directive_end() {
                break;
            }
            let start = self.span();
            if self.is_word_at(0, "when") {
                self.bump();
                let open = self.expect(Punct::LeftParen, "after `when`")?;
                let applies = self.decide()?;
                self.expect(Punct::Colon, "after the selector")?;
                let at = self.pos;
                self.raw_argument(open)?;
                if applies && chosen.replace(at).is_some() {
                    self.report(
                        Diagnostic::error(start, "more than one directive of this `metadirective` applies")
                            .help("write the directive that you mean"),
                    );
                    return Err(super::Failed);
                }
            } else if self.is_word_at(0, "otherwise") || self.is_word_at(0, "default") {
                self.bump();
                let open = self.expect(Punct::LeftParen, "after `otherwise`")?;
                otherwise = Some(self.pos);
                self.raw_argument(open)?;
            } else {
                return self.unexpected("`when` or `otherwise`");
            }
            self.expect(Punct::RightParen, "to end the clause")?;
        }
        let end = self.pos;
        let nothing = Directive {
            span,
            constructs: vec![Construct::Nothing],
            argument: DirectiveArgument::None,
            clauses: Vec::new(),
            tokens: Vec::new(),
        };
        let Some(start) = chosen.or(otherwise) else {
            return Ok(nothing);
        };
        self.variant(start, end, nothing, keyword)
    }

    /// Parses the directive that begins at a token of a metadirective and ends at a parenthesis.
    fn variant(&mut self, start: usize, end: usize, nothing: Directive, keyword: Span) -> Parse<Directive> {
        self.pos = start;
        let inner = self.raw_argument(keyword)?;
        self.pos = end;
        if inner.is_empty() {
            return Ok(nothing);
        }
        let last = inner.last().map_or(keyword, |token| token.span);
        let closed = [TokenKind::PragmaEnd, TokenKind::Eof].map(|kind| Token { kind, span: last });
        let tokens: Vec<Token> = inner.into_iter().chain(closed).collect();
        // The same parser, for a while on other tokens.
        let mut parser = Parser {
            tokens: &tokens,
            pos: 0,
            dialect: self.dialect,
            interner: self.interner,
            diagnostics: self.diagnostics,
            depth: self.depth,
            height: self.height,
            peak: self.peak,
            names: std::mem::take(&mut self.names),
            pack: std::mem::take(&mut self.pack),
            spawns: 0,
            is_stopped: self.is_stopped,
            sections_end_expressions: false,
        };
        let result = parser.nested(|parser| parser.directive_parts(nothing.span));
        let (names, pack, stopped) = (parser.names, parser.pack, parser.is_stopped);
        self.names = names;
        self.pack = pack;
        if stopped {
            self.stop();
        }
        result
    }

    /// Whether a selector matches, if that can be told here.
    fn decide(&mut self) -> Parse<bool> {
        if self.at(Punct::Colon) {
            return Ok(true);
        }
        let sets = self.context_selector()?;
        let mut applies = true;
        for set in &sets {
            for property in &set.traits {
                let set_name = self.interner.name(set.name.symbol);
                let trait_name = self.interner.name(property.name.symbol);
                let matches = match (set_name, trait_name, &property.properties) {
                    ("user", "condition", TraitProperties::Condition(condition)) => match &condition.kind {
                        ExprKind::Integer(value) => Some(value.value != 0),
                        ExprKind::Bool(value) => Some(*value),
                        _ => None,
                    },
                    ("device", "kind", TraitProperties::Tokens(kinds)) => self.is_host(kinds),
                    _ => None,
                };
                let Some(matches) = matches else {
                    self.report(
                        Diagnostic::error(
                            property.name.span,
                            "which directive of this `metadirective` applies is not known here",
                        )
                        .help("write the directive that you mean"),
                    );
                    return Err(super::Failed);
                };
                applies &= matches;
            }
        }
        Ok(applies)
    }

    fn is_host(&self, kinds: &[Token]) -> Option<bool> {
        let mut host = true;
        for kind in kinds {
            let word = match kind.kind {
                TokenKind::Ident(symbol) => self.interner.name(symbol),
                TokenKind::String(symbol) => self.interner.name(symbol).trim_matches('"'),
                TokenKind::Punct(Punct::Comma) => continue,
                _ => return None,
            };
            host &= match word {
                "host" | "cpu" | "any" => true,
                "nohost" | "gpu" | "fpga" => false,
                _ => return None,
            };
        }
        Some(host)
    }
}
