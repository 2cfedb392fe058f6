//! Initialisers and designators.

use super::{Parse, Parser};
use crate::ast::{Designator, DesignatorKind, Ident, Initialiser, InitialiserItem, InitialiserKind};
use crate::lex::Punct;

impl Parser<'_> {
    pub fn initialiser(&mut self) -> Parse<Initialiser> {
        let start = self.span();
        if self.at(Punct::LeftBrace) {
            return self.initialiser_list();
        }
        let value = self.assignment()?;
        Ok(Initialiser {
            span: self.since(start),
            kind: InitialiserKind::Expr(Box::new(value)),
        })
    }

    pub fn initialiser_list(&mut self) -> Parse<Initialiser> {
        let start = self.expect(Punct::LeftBrace, "before the values")?;
        let mut items = Vec::new();
        loop {
            self.skip_foreign_pragmas();
            if self.at(Punct::RightBrace) {
                break;
            }
            let designators = self.designation()?;
            let value = self.nested(Self::initialiser)?;
            items.push(InitialiserItem { designators, value });
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.skip_foreign_pragmas();
        self.expect(Punct::RightBrace, "after the values")?;
        items.shrink_to_fit();
        Ok(Initialiser {
            span: self.since(start),
            kind: InitialiserKind::List(items),
        })
    }

    fn designation(&mut self) -> Parse<Vec<Designator>> {
        if let Some(symbol) = self.name_at(0)
            && self.at_ahead(1, Punct::Colon)
        {
            let span = self.bump().span;
            self.bump();
            return Ok(vec![Designator {
                span,
                kind: DesignatorKind::Field(Ident { symbol, span }),
            }]);
        }
        let designators = self.designators()?;
        // GNU C lets `[3] value` do without the `=`.
        let is_index = matches!(
            designators.as_slice(),
            [Designator {
                kind: DesignatorKind::Index(_) | DesignatorKind::Range(..),
                ..
            }]
        );
        if !designators.is_empty() && !self.eat(Punct::Equal) && !is_index {
            return self.unexpected("`=` after the designator");
        }
        Ok(designators)
    }

    /// Any number of `.field` and `[index]`.
    pub fn designators(&mut self) -> Parse<Vec<Designator>> {
        let mut designators = Vec::new();
        loop {
            let start = self.span();
            let kind = if self.eat(Punct::Dot) {
                DesignatorKind::Field(self.expect_name("the name of a member")?)
            } else if self.eat(Punct::LeftBracket) {
                let first = Box::new(self.nested(Self::expression)?);
                let kind = if self.eat(Punct::Ellipsis) {
                    DesignatorKind::Range(first, Box::new(self.nested(Self::expression)?))
                } else {
                    DesignatorKind::Index(first)
                };
                self.expect(Punct::RightBracket, "after the index")?;
                kind
            } else {
                return Ok(designators);
            };
            designators.push(Designator {
                span: self.since(start),
                kind,
            });
        }
    }
}
