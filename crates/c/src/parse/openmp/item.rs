//! List items: names, locators with array sections, and the variables of iterators.

use super::super::declarator::Naming;
use super::super::{Parse, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Ident};
use crate::lex::{Punct, TokenKind};
use crate::openmp::{Doacross, Item, IterVar, SinkTerm, Subscript};
use raceproof_source::Diagnostic;

impl Parser<'_> {
    /// `a, b, c`, where only whole variables make sense.
    pub fn names(&mut self, of: &str) -> Parse<Vec<Ident>> {
        let mut names = Vec::new();
        loop {
            let name = self.expect_name(&format!("the name of a variable in `{of}`"))?;
            if let TokenKind::Punct(Punct::LeftBracket | Punct::Dot | Punct::Arrow) = self.token().kind {
                let message = format!("`{of}` takes whole variables, not parts of them");
                return self.fail(self.since(name.span), message);
            }
            names.push(name);
            if !self.eat(Punct::Comma) {
                return Ok(names);
            }
        }
    }

    pub fn items(&mut self) -> Parse<Vec<Item>> {
        let mut items = Vec::new();
        loop {
            items.push(self.nested(Self::item)?);
            if !self.eat(Punct::Comma) {
                return Ok(items);
            }
        }
    }

    fn item(&mut self) -> Parse<Item> {
        let start = self.span();
        let is_closed = self.at(Punct::LeftParen) && self.is_shape_at(1);
        if is_closed {
            self.bump();
        }
        let shape = self.shape()?;
        let is_prefixed = match self.token().kind {
            _ if !shape.is_empty() => !is_closed,
            TokenKind::Punct(Punct::LeftParen) => self.is_type_at(1),
            TokenKind::Punct(_) => true,
            _ => false,
        };
        let outer = std::mem::replace(&mut self.sections_end_expressions, true);
        let base = self.cast();
        self.sections_end_expressions = outer;
        let base = base?;
        if is_closed {
            self.expect(Punct::RightParen, "after the pointer with a shape")?;
        }
        if is_prefixed && self.at(Punct::LeftBracket) {
            self.report(
                Diagnostic::error(
                    self.span(),
                    "an array section binds tighter than what stands before",
                )
                .help("put parentheses: `(*p)[0:n]`"),
            );
        }
        let mut subscripts = Vec::new();
        while self.at(Punct::LeftBracket) {
            subscripts.push(self.subscript()?);
        }
        if let TokenKind::Punct(Punct::Dot | Punct::Arrow) = self.token().kind {
            return self.fail(self.span(), "members of an array section are not supported");
        }
        Ok(Item {
            span: self.since(start),
            shape,
            base,
            subscripts,
        })
    }

    fn is_shape_at(&self, ahead: usize) -> bool {
        self.at_ahead(ahead, Punct::LeftParen) && self.at_ahead(ahead + 1, Punct::LeftBracket)
    }

    /// `([n][m])` before a pointer.
    fn shape(&mut self) -> Parse<Vec<Expr>> {
        let mut shape = Vec::new();
        if self.is_shape_at(0) {
            self.bump();
            while self.eat(Punct::LeftBracket) {
                shape.push(self.nested(Self::expression)?);
                self.expect(Punct::RightBracket, "after the size")?;
            }
            self.expect(Punct::RightParen, "after the shape")?;
        }
        Ok(shape)
    }

    /// Whether the brackets here are an array section of a list item: there is a `:` in them.
    pub fn at_array_section(&self) -> bool {
        self.sections_end_expressions && self.is_colon_ahead(1)
    }

    fn subscript(&mut self) -> Parse<Subscript> {
        let start = self.bump().span;
        let lower = self.section_part()?;
        if !self.eat(Punct::Colon) {
            self.expect(Punct::RightBracket, "after the index")?;
            return match lower {
                Some(index) => Ok(Subscript::Index(index)),
                None => self.fail(start, "expected an index or `:`"),
            };
        }
        let length = self.section_part()?;
        let stride = if self.eat(Punct::Colon) {
            self.section_part()?
        } else {
            None
        };
        self.expect(Punct::RightBracket, "after the array section")?;
        Ok(Subscript::Section {
            span: self.since(start),
            lower,
            length,
            stride,
        })
    }

    fn section_part(&mut self) -> Parse<Option<Expr>> {
        if self.at(Punct::Colon) || self.at(Punct::RightBracket) {
            return Ok(None);
        }
        let outer = std::mem::replace(&mut self.sections_end_expressions, false);
        let part = self.nested(Self::expression);
        self.sections_end_expressions = outer;
        part.map(Some)
    }

    /// `(type name = begin : end : step, …)` after `iterator`. The caller has opened a scope of names.
    pub fn iterators(&mut self) -> Parse<Vec<IterVar>> {
        self.expect(Punct::LeftParen, "after `iterator`")?;
        let mut iterators = Vec::new();
        loop {
            iterators.push(self.nested(Self::iter_var)?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RightParen, "after the iterators")?;
        for iterator in &iterators {
            self.names.declare(iterator.name.symbol);
        }
        Ok(iterators)
    }

    fn iter_var(&mut self) -> Parse<IterVar> {
        let start = self.span();
        let (ty, name) = if self.name_at(0).is_some() && self.at_ahead(1, Punct::Equal) {
            (None, self.expect_name("the name of an iterator")?)
        } else {
            let specifiers = self.specifiers()?;
            let declarator = self.declarator(Naming::Named)?;
            let Some(name) = declarator.name else {
                return self.unexpected("the name of an iterator");
            };
            (Some(Box::new((specifiers, declarator))), name)
        };
        self.expect(Punct::Equal, "after the name of the iterator")?;
        let begin = self.nested(Self::conditional)?;
        self.expect(Punct::Colon, "after the first value of the iterator")?;
        let end = self.nested(Self::conditional)?;
        let step = if self.eat(Punct::Colon) {
            Some(self.nested(Self::conditional)?)
        } else {
            None
        };
        Ok(IterVar {
            span: self.since(start),
            ty,
            name,
            begin,
            end,
            step,
        })
    }

    /// `i - 1, j + 2` after `sink:`.
    pub fn sink(&mut self) -> Parse<Doacross> {
        let mut terms = Vec::new();
        loop {
            let value = self.nested(Self::conditional)?;
            if let ExprKind::Binary { first, rest } = &value.kind
                && let ExprKind::Name(symbol) = first.kind
                && self.interner.name(symbol) == "omp_cur_iteration"
            {
                let is_one = |expr: &Expr| matches!(&expr.kind, ExprKind::Integer(one) if one.value == 1);
                return match &rest[..] {
                    [tail] if tail.operator == BinaryOp::Subtract && is_one(&tail.operand) => {
                        Ok(Doacross::SinkPrevious)
                    }
                    _ => self.fail(value.span, "`omp_cur_iteration` can only be followed by `- 1`"),
                };
            }
            terms.push(self.sink_term(value)?);
            if !self.eat(Punct::Comma) {
                return Ok(Doacross::Sink(terms));
            }
        }
    }

    fn sink_term(&mut self, value: Expr) -> Parse<SinkTerm> {
        use BinaryOp::{Add, Subtract};
        let span = value.span;
        let (first, rest) = match value.kind {
            ExprKind::Binary { first, rest } => (*first, rest),
            _ => (value, Vec::new()),
        };
        let is_sum = rest.iter().all(|tail| matches!(tail.operator, Add | Subtract));
        let (ExprKind::Name(symbol), true) = (&first.kind, is_sum) else {
            return self.fail(span, "expected a loop variable plus or minus a constant");
        };
        let variable = Ident {
            symbol: *symbol,
            span: first.span,
        };
        let offsets = rest
            .into_iter()
            .map(|tail| (tail.operator == Subtract, tail.operand));
        Ok(SinkTerm {
            variable,
            offsets: offsets.collect(),
        })
    }
}
