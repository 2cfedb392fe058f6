//! What stands after the name of a directive and is no clause.

use raceproof_ir::Span;

use super::super::declarator::Naming;
use super::super::{Parse, Parser};
use crate::ast::{Expr, Ident};
use crate::lex::{Punct, Token, TokenKind};
use crate::openmp::{Construct, DeclareMapper, DirectiveArgument as Argument};

impl Parser<'_> {
    pub fn directive_argument(&mut self, constructs: &[Construct]) -> Parse<Argument> {
        let [construct] = constructs else {
            return Ok(Argument::None);
        };
        let name = construct.text();
        Ok(match construct {
            Construct::Cancel | Construct::CancellationPoint => Argument::Cancel(self.meaning(name)?),
            Construct::Critical if self.at(Punct::LeftParen) => {
                Argument::Name(self.in_parentheses(name, |p| p.expect_name("a name"))?)
            }
            Construct::Flush if self.at(Punct::LeftParen) => {
                Argument::Items(self.in_parentheses(name, Self::items)?)
            }
            Construct::DeclareTarget if self.at(Punct::LeftParen) => {
                Argument::Names(self.in_parentheses(name, |p| p.names(name))?)
            }
            Construct::Threadprivate | Construct::Allocate => {
                Argument::Names(self.in_parentheses(name, |p| p.names(name))?)
            }
            Construct::Depobj => {
                let object: Expr = self.in_parentheses(name, |p| p.nested(Self::assignment))?;
                Argument::Object(Box::new(object))
            }
            Construct::DeclareVariant => {
                let mut names = self.in_parentheses(name, |p| {
                    let first = p.expect_name("the name of a function")?;
                    let second = match p.eat(Punct::Colon) {
                        true => Some(p.expect_name("the name of a function")?),
                        false => None,
                    };
                    Ok((first, second))
                })?;
                let base = names.1.map(|variant| std::mem::replace(&mut names.0, variant));
                Argument::Variant { base, name: names.0 }
            }
            Construct::DeclareReduction => {
                let reduction = self.in_parentheses(name, Self::declare_reduction)?;
                Argument::Reduction(Box::new(reduction))
            }
            Construct::DeclareMapper => {
                let mapper = self.in_parentheses(name, Self::declare_mapper)?;
                Argument::Mapper(Box::new(mapper))
            }
            _ => Argument::None,
        })
    }

    /// `( … )` after a name.
    pub fn in_parentheses<T>(&mut self, of: &str, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.expect(Punct::LeftParen, &format!("after `{of}`"))?;
        let value = parse(self)?;
        self.expect(Punct::RightParen, &format!("to end the argument of `{of}`"))?;
        Ok(value)
    }

    fn declare_mapper(&mut self) -> Parse<DeclareMapper> {
        let name = if matches!(self.token().kind, TokenKind::Ident(_)) && self.at_ahead(1, Punct::Colon) {
            let name = self.mapper_name()?;
            self.bump();
            name
        } else {
            None
        };
        let specifiers = self.specifiers()?;
        let declarator = self.declarator(Naming::Named)?;
        Ok(DeclareMapper {
            name,
            specifiers,
            declarator,
        })
    }

    /// The name of a mapper; none for `default`.
    pub fn mapper_name(&mut self) -> Parse<Option<Ident>> {
        if self.is_word_at(0, "default") {
            self.bump();
            return Ok(None);
        }
        self.expect_name("the name of a mapper").map(Some)
    }

    /// The tokens up to the parenthesis that closes the one open here.
    pub fn raw_argument(&mut self, start: Span) -> Parse<Vec<Token>> {
        let from = self.pos;
        let mut depth = 0u32;
        while !self.at_directive_end() {
            if self.at(Punct::LeftParen) {
                depth += 1;
            } else if self.at(Punct::RightParen) {
                if depth == 0 {
                    return Ok(self.tokens[from..self.pos].to_vec());
                }
                depth -= 1;
            }
            self.bump();
        }
        self.fail(start, "this parenthesis is not closed")
    }
}
