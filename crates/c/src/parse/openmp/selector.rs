//! Context selectors, and the metadirectives that they decide.
//!
//! A metadirective is replaced by the directive that applies, where that does not depend on anything
//! that is known only when the program is compiled for a device: see [`is_met`]. Anything else is an error.

use raceproof_ir::Span;

use super::super::{Parse, Parser};
use crate::ast::{ExprKind, ExternalDecl, Ident};
use crate::lex::{Punct, Token, TokenKind};
use crate::openmp::{
    Clause, ClauseArgument, ClauseName, Construct, Directive, DirectiveArgument, Met, Trait, TraitProperties,
    TraitSet, construct_traits, is_met,
};
use raceproof_source::Diagnostic;

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
            mentioned: std::mem::take(&mut self.mentioned),
            pack: std::mem::take(&mut self.pack),
            variants: Vec::new(),
            unclear: std::mem::take(&mut self.unclear),
            is_inner_directive: false,
            spawns: 0,
            is_stopped: self.is_stopped,
            sections_end_expressions: false,
        };
        let result = parser.nested(|parser| parser.directive_parts(nothing.span));
        let (names, mentioned, pack, stopped) =
            (parser.names, parser.mentioned, parser.pack, parser.is_stopped);
        self.unclear = parser.unclear;
        self.names = names;
        self.mentioned = mentioned;
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
        let met = match (self.is_met(&sets), construct_traits(&sets, self.interner).first()) {
            // The constructs around are not known yet.
            (Met::Yes, Some(construct)) => Met::Open(construct.name.span),
            (met, _) => met,
        };
        match met {
            Met::Yes => Ok(true),
            Met::No => Ok(false),
            Met::Open(span) => {
                let what = "which directive of this `metadirective` applies is not known here".to_owned();
                self.unclear.push(super::Unclear { span, what });
                Ok(false)
            }
        }
    }

    fn is_met(&self, sets: &[TraitSet]) -> Met {
        is_met(sets, self.interner, |condition| match &condition.kind {
            ExprKind::Integer(value) => Some(value.value != 0),
            ExprKind::Bool(value) => Some(*value),
            _ => None,
        })
    }

    /// Whether a directive begins or ends variants of functions.
    pub fn at_variants(&self, word: &str) -> bool {
        let words = ["omp", word, "declare", "variant"];
        self.token().kind == TokenKind::Pragma && (1..).zip(words).all(|(at, word)| self.is_word_at(at, word))
    }

    /// `begin declare variant match(selector)`: the functions up to the end are variants of others with their
    /// names. If these are never called they are nothing at all, for they may be meant for another compiler.
    pub fn begin_variants(&mut self) -> Parse<()> {
        let span = self.span();
        (0..5).for_each(|_| {
            self.bump();
        });
        let word = self.word("`match`")?;
        if self.interner.name(word.symbol) != "match" {
            return self.fail(word.span, "`omp begin declare variant` needs `match`");
        }
        let sets = self.in_parentheses("match", Self::context_selector)?;
        if !self.at_directive_end() {
            return self.unexpected("the end of the directive");
        }
        self.skip_directive();
        if self.is_met(&sets) != Met::No {
            self.variants.push((sets, span));
            return Ok(());
        }
        let mut open = 1;
        while open > 0 {
            if self.is_eof() {
                return self.fail(span, "this `begin declare variant` has no `end declare variant`");
            }
            open += i32::from(self.at_variants("begin")) - i32::from(self.at_variants("end"));
            if open > 0 {
                self.bump();
            }
        }
        self.skip_directive();
        Ok(())
    }

    /// In a `begin declare variant` a function that is defined gets a name of its own, and a directive says
    /// what it is a variant of.
    pub fn as_variant(&mut self, item: ExternalDecl, number: usize) -> (Option<ExternalDecl>, ExternalDecl) {
        let Some(span) = self.variants.last().map(|(_, span)| *span) else {
            return (None, item);
        };
        let ExternalDecl::Function(mut function) = item else {
            return (None, item);
        };
        let Some(base) = function.declarator.name else {
            return (None, ExternalDecl::Function(function));
        };
        let spelling = format!("{}__variant{number}", self.interner.name(base.symbol));
        let name = Ident {
            symbol: self.interner.intern(&spelling),
            span: base.span,
        };
        function.declarator.name = Some(name);
        let sets = self.variants.iter().flat_map(|(sets, _)| sets.iter().cloned());
        let directive = Directive {
            span,
            constructs: vec![Construct::DeclareVariant],
            argument: DirectiveArgument::Variant {
                base: Some(base),
                name,
            },
            clauses: vec![Clause {
                name: ClauseName::Match,
                argument: ClauseArgument::Match(sets.collect()),
                span,
                tokens: 0..0,
            }],
            tokens: Vec::new(),
        };
        let directive = ExternalDecl::OpenMp(Box::new(directive));
        (Some(directive), ExternalDecl::Function(function))
    }
}
