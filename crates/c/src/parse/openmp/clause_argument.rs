//! The arguments of clauses, by the name of the clause.

use raceproof_ir::Span;

use super::super::{Parse, Parser};
use crate::ast::{Expr, ExprKind, Ident};
use crate::lex::{Punct, Token, TokenKind};
use crate::openmp::{
    ClauseArgument as Argument, ClauseName as Name, Construct, DependKind, Directive, Doacross, IterVar,
    LinearModifier, MapKind, MapModifier, OrderKind, ScheduleKind, Word,
};

/// What `map`, `to` and `from` have before their items.
#[derive(Default)]
struct MapPrefix {
    modifiers: Vec<MapModifier>,
    mapper: Option<Ident>,
    iterators: Vec<IterVar>,
    kind: Option<MapKind>,
}

impl Parser<'_> {
    pub fn clause_argument(&mut self, name: Name, directive: &Directive) -> Parse<Argument> {
        use Name as N;
        let text = name.text();
        let has_argument = self.at(Punct::LeftParen);
        match name {
            N::AcqRel
            | N::Acquire
            | N::Capture
            | N::Compare
            | N::DynamicAllocators
            | N::Full
            | N::Inbranch
            | N::Mergeable
            | N::NoOpenmp
            | N::NoOpenmpRoutines
            | N::NoParallelism
            | N::Nogroup
            | N::Notinbranch
            | N::Nowait
            | N::Read
            | N::Relaxed
            | N::Release
            | N::ReverseOffload
            | N::SeqCst
            | N::Simd
            | N::Threads
            | N::UnifiedAddress
            | N::UnifiedSharedMemory
            | N::Untied
            | N::Weak
            | N::Write => {
                if has_argument {
                    return self.fail(self.span(), format!("`{text}` takes no argument"));
                }
                return Ok(Argument::None);
            }
            N::Destroy | N::Indirect | N::Ordered | N::Partial if !has_argument => return Ok(Argument::None),
            N::Update if directive.is(Construct::Atomic) => return Ok(Argument::None),
            _ => {}
        }
        if !has_argument {
            let after = self.previous_span();
            return self.fail(
                after,
                format!("`{text}` needs an argument in parentheses: `{text}(…)`"),
            );
        }
        let open = self.bump().span;
        if self.at(Punct::RightParen) {
            return self.fail(self.span(), format!("the argument of `{text}` is empty"));
        }
        let argument = self.clause_argument_within(name, directive, open)?;
        self.expect(Punct::RightParen, &format!("to end the argument of `{text}`"))?;
        Ok(argument)
    }

    /// An argument between its parentheses.
    ///
    /// Long because it has an arm for each clause.
    fn clause_argument_within(&mut self, name: Name, directive: &Directive, open: Span) -> Parse<Argument> {
        use Name as N;
        let text = name.text();
        Ok(match name {
            N::Private
            | N::Firstprivate
            | N::Shared
            | N::Copyin
            | N::Copyprivate
            | N::Nontemporal
            | N::Uniform
            | N::UseDevicePtr
            | N::IsDevicePtr
            | N::Enter
            | N::Link => Argument::Names(self.names(text)?),
            N::To if directive.is(Construct::DeclareTarget) => Argument::Names(self.names(text)?),
            N::Detach => Argument::Names(vec![self.expect_name("the name of an event")?]),
            N::Inclusive | N::Exclusive | N::UseDeviceAddr | N::HasDeviceAddr => {
                Argument::Items(self.items()?)
            }
            N::Lastprivate => {
                let conditional = self.prefix_word("conditional");
                let names = self.names(text)?;
                Argument::Lastprivate { conditional, names }
            }
            N::If => self.if_argument()?,
            N::Default => Argument::Default(self.meaning(text)?),
            N::Schedule => self.schedule()?,
            N::DistSchedule => {
                let kind: ScheduleKind = self.meaning(text)?;
                if kind != ScheduleKind::Static {
                    return self.fail(self.previous_span(), "`dist_schedule` can only be `static`");
                }
                let chunk = self.chunk()?;
                Argument::DistSchedule { chunk }
            }
            N::Reduction | N::TaskReduction | N::InReduction => self.reduction(name)?,
            N::Linear => self.linear()?,
            N::Aligned => {
                let names = self.names(text)?;
                let alignment = if self.eat(Punct::Colon) {
                    Some(self.boxed_expr()?)
                } else {
                    None
                };
                Argument::Aligned { names, alignment }
            }
            N::Depend | N::Doacross => self.depend(name)?,
            N::Update => {
                let kind: DependKind = self.meaning(text)?;
                Argument::DependUpdate(kind)
            }
            N::Map => {
                let prefix = self.map_prefix(name)?;
                Argument::Map {
                    modifiers: prefix.modifiers,
                    mapper: prefix.mapper,
                    iterators: prefix.iterators,
                    kind: prefix.kind,
                    items: self.items()?,
                }
            }
            N::To | N::From => {
                let prefix = self.map_prefix(name)?;
                Argument::Motion {
                    modifiers: prefix.modifiers,
                    mapper: prefix.mapper,
                    iterators: prefix.iterators,
                    items: self.items()?,
                }
            }
            N::Defaultmap => {
                let behaviour = self.meaning(text)?;
                let category = if self.eat(Punct::Colon) {
                    Some(self.meaning(text)?)
                } else {
                    None
                };
                Argument::Defaultmap { behaviour, category }
            }
            N::Affinity => {
                let mut iterators = Vec::new();
                if self.is_word_at(0, "iterator") && self.is_colon_ahead(0) {
                    self.bump();
                    iterators = self.iterators()?;
                    self.expect(Punct::Colon, "after the iterators")?;
                }
                let items = self.items()?;
                Argument::Affinity { iterators, items }
            }
            N::ProcBind => Argument::ProcBind(self.meaning(text)?),
            N::Order => {
                let modifier = if self.is_colon_ahead(0) {
                    let modifier = self.meaning(text)?;
                    self.expect(Punct::Colon, "after the modifier")?;
                    Some(modifier)
                } else {
                    None
                };
                let OrderKind::Concurrent = self.meaning(text)?;
                Argument::Order(modifier)
            }
            N::Bind => Argument::Bind(self.meaning(text)?),
            N::Device => {
                let modifier = if self.is_colon_ahead(0) {
                    let modifier = self.meaning(text)?;
                    self.expect(Punct::Colon, "after the modifier")?;
                    Some(modifier)
                } else {
                    None
                };
                let device = self.boxed_expr()?;
                Argument::Device { modifier, device }
            }
            N::Grainsize | N::NumTasks => {
                let strict = self.prefix_word("strict");
                let value = self.boxed_expr()?;
                Argument::Amount { strict, value }
            }
            N::NumTeams => {
                let first = self.boxed_expr()?;
                if self.eat(Punct::Colon) {
                    let upper = self.boxed_expr()?;
                    let lower = Some(first);
                    Argument::NumTeams { lower, upper }
                } else {
                    Argument::NumTeams {
                        lower: None,
                        upper: first,
                    }
                }
            }
            N::Allocate => self.allocate()?,
            N::Fail | N::AtomicDefaultMemOrder => Argument::MemoryOrder(self.meaning(text)?),
            N::DeviceType => Argument::DeviceType(self.meaning(text)?),
            N::At => Argument::At(self.meaning(text)?),
            N::Severity => Argument::Severity(self.meaning(text)?),
            N::Absent | N::Contains => {
                let mut directives = vec![self.directive_name()?];
                while self.eat(Punct::Comma) {
                    directives.push(self.directive_name()?);
                }
                Argument::Directives(directives)
            }
            N::Initializer => Argument::Initializer(self.reduction_initializer()?),
            N::Match => Argument::Match(self.context_selector()?),
            N::AdjustArgs | N::AppendArgs | N::Init | N::UsesAllocators => {
                let tokens: Vec<Token> = self.raw_argument(open)?;
                Argument::Tokens(tokens)
            }
            N::Sizes => {
                let mut sizes = vec![self.nested(Self::assignment)?];
                while self.eat(Punct::Comma) {
                    sizes.push(self.nested(Self::assignment)?);
                }
                Argument::Exprs(sizes)
            }
            _ => Argument::Expr(self.boxed_expr()?),
        })
    }

    fn boxed_expr(&mut self) -> Parse<Box<Expr>> {
        self.nested(Self::assignment).map(Box::new)
    }

    /// `word:` before the argument proper.
    fn prefix_word(&mut self, word: &str) -> bool {
        let found = self.is_word_at(0, word) && self.at_ahead(1, Punct::Colon);
        if found {
            self.bump();
            self.bump();
        }
        found
    }

    fn if_argument(&mut self) -> Parse<Argument> {
        // Words of a directive's name and a colon; a variable may have the name of a construct.
        let mut words = 0;
        while matches!(self.token_at(words).kind, TokenKind::Ident(_)) {
            words += 1;
        }
        let construct = if words > 0 && self.at_ahead(words, Punct::Colon) {
            let span = self.span();
            let constructs = self.directive_name()?;
            self.expect(Punct::Colon, "after the name of the directive")?;
            match constructs[..] {
                [construct] => Some(construct),
                _ => return self.fail(span, "name one construct of the directive, not several"),
            }
        } else {
            None
        };
        let condition = self.boxed_expr()?;
        Ok(Argument::If { construct, condition })
    }

    fn schedule(&mut self) -> Parse<Argument> {
        let modifiers = if self.at_ahead(1, Punct::Colon) || self.is_modifier_list() {
            self.modifiers(Name::Schedule)?
        } else {
            Vec::new()
        };
        let kind: ScheduleKind = self.meaning("schedule")?;
        let comma = self.span();
        let chunk = self.chunk()?;
        if chunk.is_some() && matches!(kind, ScheduleKind::Auto | ScheduleKind::Runtime) {
            return self.fail(comma, "this schedule takes no chunk size");
        }
        Ok(Argument::Schedule {
            modifiers,
            kind,
            chunk,
        })
    }

    /// `word, word :`.
    fn is_modifier_list(&self) -> bool {
        self.at_ahead(1, Punct::Comma)
            && matches!(self.token_at(2).kind, TokenKind::Ident(_))
            && self.at_ahead(3, Punct::Colon)
    }

    fn chunk(&mut self) -> Parse<Option<Box<Expr>>> {
        if !self.eat(Punct::Comma) {
            return Ok(None);
        }
        self.boxed_expr().map(Some)
    }

    /// `list : step`, `modifier(list) : step`, `list : modifier, step(n)`.
    fn linear(&mut self) -> Parse<Argument> {
        let mut modifier = None;
        let names = if self.at_ahead(1, Punct::LeftParen) {
            modifier = Some(self.meaning("linear")?);
            self.in_parentheses("linear", |parser| parser.names("linear"))?
        } else {
            self.names("linear")?
        };
        let mut step = None;
        if self.eat(Punct::Colon) {
            loop {
                let is_alone = self.at_ahead(1, Punct::Comma) || self.at_ahead(1, Punct::RightParen);
                if let Some(word) = LinearModifier::from_word(self.word_at(0))
                    && is_alone
                {
                    if modifier.replace(word).is_some() {
                        return self.fail(self.span(), "`linear` takes one modifier");
                    }
                    self.bump();
                } else if step.is_some() {
                    return self.fail(self.span(), "`linear` takes one step");
                } else if self.is_word_at(0, "step") && self.at_ahead(1, Punct::LeftParen) {
                    self.bump();
                    step = Some(self.in_parentheses("step", Self::boxed_expr)?);
                } else {
                    step = Some(self.boxed_expr()?);
                }
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
        }
        Ok(Argument::Linear {
            modifier,
            names,
            step,
        })
    }

    fn depend(&mut self, name: Name) -> Parse<Argument> {
        if self.is_word_at(0, "source") {
            self.bump();
            if self.eat(Punct::Colon) && self.is_word_at(0, "omp_cur_iteration") {
                self.bump();
            }
            return Ok(Argument::Doacross(Doacross::Source));
        }
        if self.is_word_at(0, "sink") {
            self.bump();
            self.expect(Punct::Colon, "after `sink`")?;
            return self.sink().map(Argument::Doacross);
        }
        if name == Name::Doacross {
            return self.unexpected("`source` or `sink`");
        }
        let mut iterators = Vec::new();
        if self.is_word_at(0, "iterator") && self.at_ahead(1, Punct::LeftParen) {
            self.bump();
            iterators = self.iterators()?;
            self.expect(Punct::Comma, "after the iterators")?;
        }
        let kind: DependKind = self.meaning(name.text())?;
        self.expect(Punct::Colon, "after the type of the dependence")?;
        let mut items = self.items()?;
        let before = items.len();
        items.retain(|item| match item.base.kind {
            ExprKind::Name(symbol) => self.interner.name(symbol) != "omp_all_memory",
            _ => true,
        });
        let all_memory = items.len() < before;
        if all_memory && !matches!(kind, DependKind::Out | DependKind::Inout) {
            return self.fail(
                self.previous_span(),
                "`omp_all_memory` can only be `out` or `inout`",
            );
        }
        Ok(Argument::Depend {
            iterators,
            kind,
            all_memory,
            items,
        })
    }

    /// What stands before the `:` of `map`, `to` and `from`.
    fn map_prefix(&mut self, name: Name) -> Parse<MapPrefix> {
        let mut prefix = MapPrefix::default();
        if !self.is_colon_ahead(0) {
            return Ok(prefix);
        }
        loop {
            if prefix.kind.is_some() {
                return self.unexpected("`:` after the type of the map");
            }
            if self.is_word_at(0, "mapper") {
                self.bump();
                prefix.mapper = self.in_parentheses("mapper", Self::mapper_name)?;
            } else if self.is_word_at(0, "iterator") {
                self.bump();
                prefix.iterators = self.iterators()?;
            } else if name == Name::Map && MapModifier::from_word(self.word_at(0)).is_none() {
                prefix.kind = Some(self.meaning(name.text())?);
            } else {
                prefix.modifiers.push(self.meaning(name.text())?);
            }
            if self.eat(Punct::Colon) {
                return Ok(prefix);
            }
            self.eat(Punct::Comma);
        }
    }

    /// `allocator : list`, `allocator(a), align(n) : list`.
    fn allocate(&mut self) -> Parse<Argument> {
        let (mut allocator, mut align) = (None, None);
        if self.is_colon_ahead(0) {
            loop {
                let (word, has_argument) = (self.word_at(0), self.at_ahead(1, Punct::LeftParen));
                if word == "align" && has_argument {
                    self.bump();
                    align = Some(self.in_parentheses("align", Self::boxed_expr)?);
                } else if word == "allocator" && has_argument {
                    self.bump();
                    allocator = Some(self.in_parentheses("allocator", Self::boxed_expr)?);
                } else {
                    allocator = Some(self.boxed_expr()?);
                }
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
            self.expect(Punct::Colon, "after the allocator")?;
        }
        Ok(Argument::Allocate {
            allocator,
            align,
            names: self.names("allocate")?,
        })
    }
}
