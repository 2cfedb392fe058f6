//! Directives as S-expressions, for tests.

use super::super::dump::{Dumper, list};
use crate::ast::{Expr, Ident};
use crate::lex::{Token, TokenKind};
use crate::openmp::*;

impl Dumper<'_> {
    pub fn directive(&self, directive: &Directive) -> String {
        let names: Vec<&str> = directive.constructs.iter().map(|c| c.text()).collect();
        let argument = match &directive.argument {
            DirectiveArgument::None => String::new(),
            DirectiveArgument::Name(name) | DirectiveArgument::Variant { name, .. } => self.ident(name),
            DirectiveArgument::Names(names) => self.idents(names),
            DirectiveArgument::Items(items) => self.items(items),
            DirectiveArgument::Object(object) => self.expr(object),
            DirectiveArgument::Cancel(kind) => format!("{kind:?}"),
            DirectiveArgument::Reduction(reduction) => {
                let types = reduction.types.iter().map(|ty| self.type_name(ty));
                let operator = self.operator(reduction.operator);
                format!(
                    "{operator} {} {}",
                    list("types", types),
                    self.expr(&reduction.combiner)
                )
            }
            DirectiveArgument::Mapper(mapper) => {
                let name = mapper.name.map_or(String::new(), |name| self.ident(&name) + " ");
                format!(
                    "{name}({})",
                    self.declared(&mapper.specifiers, &mapper.declarator)
                )
            }
        };
        let clauses = directive.clauses.iter().map(|clause| {
            let argument = self.clause_argument(&clause.argument);
            list(clause.name.text(), [argument])
        });
        let head = format!("omp [{}]", names.join("|"));
        list(&head, [argument].into_iter().chain(clauses))
    }

    fn ident(&self, name: &Ident) -> String {
        self.name(name.symbol)
    }

    fn idents(&self, names: &[Ident]) -> String {
        let names: Vec<String> = names.iter().map(|name| self.ident(name)).collect();
        names.join(" ")
    }

    fn items(&self, items: &[Item]) -> String {
        let items: Vec<String> = items.iter().map(|item| self.item(item)).collect();
        items.join(" ")
    }

    fn item(&self, item: &Item) -> String {
        if item.shape.is_empty() && item.subscripts.is_empty() {
            return self.expr(&item.base);
        }
        let mut out = String::new();
        for size in &item.shape {
            out += &format!("<{}>", self.expr(size));
        }
        out += &self.expr(&item.base);
        for subscript in &item.subscripts {
            out += &match subscript {
                Subscript::Index(index) => format!("[{}]", self.expr(index)),
                Subscript::Section {
                    lower,
                    length,
                    stride,
                    ..
                } => {
                    let part = |part: &Option<Expr>| part.as_ref().map_or("-".to_owned(), |e| self.expr(e));
                    format!("[{}:{}:{}]", part(lower), part(length), part(stride))
                }
            };
        }
        out
    }

    fn operator(&self, operator: ReductionOperator) -> String {
        match operator {
            ReductionOperator::Named(name) => self.ident(&name),
            operator => format!("{operator:?}"),
        }
    }

    fn iterators(&self, iterators: &[IterVar]) -> String {
        let iterators: Vec<String> = iterators
            .iter()
            .map(|iterator| {
                let ty = match &iterator.ty {
                    Some(ty) => self.declared(&ty.0, &ty.1),
                    None => self.ident(&iterator.name),
                };
                let step = iterator
                    .step
                    .as_ref()
                    .map_or(String::new(), |step| self.expr(step));
                let (begin, end) = (self.expr(&iterator.begin), self.expr(&iterator.end));
                list("iterator", [ty, begin, end, step])
            })
            .collect();
        iterators.join(" ")
    }

    fn tokens(&self, tokens: &[Token]) -> String {
        let words = tokens.iter().map(|token| match token.kind {
            TokenKind::Ident(s) | TokenKind::Number(s) | TokenKind::Char(s) | TokenKind::String(s) => {
                self.name(s)
            }
            TokenKind::Punct(punct) => punct.text().to_owned(),
            other => format!("{other:?}"),
        });
        list("tokens", words)
    }

    /// Long because it has an arm for each clause.
    fn clause_argument(&self, argument: &ClauseArgument) -> String {
        use ClauseArgument as A;
        let optional = |part: &Option<Box<Expr>>| part.as_ref().map_or(String::new(), |e| self.expr(e));
        fn word<T: std::fmt::Debug>(word: &Option<T>) -> String {
            word.as_ref().map_or(String::new(), |word| format!("{word:?}"))
        }
        let parts: Vec<String> = match argument {
            A::None => vec![],
            A::Expr(value) => vec![self.expr(value)],
            A::Exprs(values) => values.iter().map(|value| self.expr(value)).collect(),
            A::Names(names) => vec![self.idents(names)],
            A::Items(items) => vec![self.items(items)],
            A::Lastprivate { conditional, names } => {
                let conditional = if *conditional { "conditional" } else { "" };
                vec![conditional.to_owned(), self.idents(names)]
            }
            A::If { construct, condition } => vec![word(construct), self.expr(condition)],
            A::Default(kind) => vec![format!("{kind:?}")],
            A::Schedule {
                modifiers,
                kind,
                chunk,
            } => {
                let modifiers = modifiers.iter().map(|modifier| format!("{modifier:?}"));
                modifiers.chain([format!("{kind:?}"), optional(chunk)]).collect()
            }
            A::DistSchedule { chunk } => vec!["Static".to_owned(), optional(chunk)],
            A::Reduction {
                modifier,
                operator,
                items,
            } => {
                vec![word(modifier), self.operator(*operator), self.items(items)]
            }
            A::Linear {
                modifier,
                names,
                step,
            } => {
                let step = step
                    .as_ref()
                    .map_or(String::new(), |step| format!("step {}", self.expr(step)));
                vec![word(modifier), self.idents(names), step]
            }
            A::Aligned { names, alignment } => {
                let alignment = alignment
                    .as_ref()
                    .map_or(String::new(), |e| format!("to {}", self.expr(e)));
                vec![self.idents(names), alignment]
            }
            A::Depend {
                iterators,
                kind,
                all_memory,
                items,
            } => {
                let all = if *all_memory { "all-memory" } else { "" };
                let (iterators, items) = (self.iterators(iterators), self.items(items));
                vec![iterators, format!("{kind:?}"), all.to_owned(), items]
            }
            A::Doacross(Doacross::Source) => vec!["source".to_owned()],
            A::Doacross(Doacross::SinkPrevious) => vec!["sink-previous".to_owned()],
            A::Doacross(Doacross::Sink(terms)) => {
                let term = |term: &SinkTerm| {
                    let mut out = self.ident(&term.variable);
                    for (is_negative, offset) in &term.offsets {
                        out += if *is_negative { "-" } else { "+" };
                        out += &self.expr(offset);
                    }
                    out
                };
                vec![list("sink", terms.iter().map(term))]
            }
            A::DependUpdate(kind) => vec![format!("{kind:?}")],
            A::Map {
                modifiers,
                mapper,
                iterators,
                kind,
                items,
            } => {
                let modifiers: Vec<String> =
                    modifiers.iter().map(|modifier| format!("{modifier:?}")).collect();
                let mapper = mapper.map_or(String::new(), |name| list("mapper", [self.ident(&name)]));
                vec![
                    modifiers.join(" "),
                    mapper,
                    self.iterators(iterators),
                    word(kind),
                    self.items(items),
                ]
            }
            A::Motion {
                modifiers,
                mapper,
                iterators,
                items,
            } => {
                let modifiers: Vec<String> =
                    modifiers.iter().map(|modifier| format!("{modifier:?}")).collect();
                let mapper = mapper.map_or(String::new(), |name| list("mapper", [self.ident(&name)]));
                vec![
                    modifiers.join(" "),
                    mapper,
                    self.iterators(iterators),
                    self.items(items),
                ]
            }
            A::Defaultmap { behaviour, category } => vec![format!("{behaviour:?}"), word(category)],
            A::Affinity { iterators, items } => vec![self.iterators(iterators), self.items(items)],
            A::ProcBind(kind) => vec![format!("{kind:?}")],
            A::Order(modifier) => vec![word(modifier), "Concurrent".to_owned()],
            A::Bind(kind) => vec![format!("{kind:?}")],
            A::Device { modifier, device } => vec![word(modifier), self.expr(device)],
            A::Amount { strict, value } => {
                let strict = if *strict { "strict" } else { "" };
                vec![strict.to_owned(), self.expr(value)]
            }
            A::NumTeams { lower, upper } => vec![optional(lower), self.expr(upper)],
            A::Allocate {
                allocator,
                align,
                names,
            } => {
                vec![
                    list("allocator", [optional(allocator)]),
                    optional(align),
                    self.idents(names),
                ]
            }
            A::MemoryOrder(order) => vec![format!("{order:?}")],
            A::DeviceType(kind) => vec![format!("{kind:?}")],
            A::At(time) => vec![format!("{time:?}")],
            A::Severity(severity) => vec![format!("{severity:?}")],
            A::Directives(directives) => directives
                .iter()
                .map(|directive| format!("{directive:?}"))
                .collect(),
            A::Initializer(ReductionInitializer::Value(value)) => {
                vec!["=".to_owned(), self.initialiser(value)]
            }
            A::Initializer(ReductionInitializer::Call(call)) => vec![self.expr(call)],
            A::Match(sets) => sets.iter().map(|set| self.trait_set(set)).collect(),
            A::Tokens(tokens) => vec![self.tokens(tokens)],
        };
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }

    fn trait_set(&self, set: &TraitSet) -> String {
        let traits = set.traits.iter().map(|property| {
            let score = property
                .score
                .as_ref()
                .map_or(String::new(), |score| self.expr(score));
            let properties = match &property.properties {
                TraitProperties::Condition(condition) => self.expr(condition),
                TraitProperties::Tokens(tokens) => self.tokens(tokens),
            };
            list(&self.ident(&property.name), [score, properties])
        });
        list(&self.ident(&set.name), traits)
    }
}
