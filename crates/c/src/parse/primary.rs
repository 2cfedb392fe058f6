//! Primary expressions and what may follow them.

use raceproof_ir::Span;

use super::scope::Meaning;
use super::{Parse, Parser};
use crate::ast::{Designator, DesignatorKind, Expr, ExprKind, GenericControl, TypeName};
use crate::lex::{Keyword, Punct, TokenKind};

impl Parser<'_> {
    pub fn postfix_expression(&mut self) -> Parse<Expr> {
        let primary = self.primary()?;
        self.postfix(primary)
    }

    /// Calls, subscripts, members and steps after an expression.
    pub fn postfix(&mut self, mut expr: Expr) -> Parse<Expr> {
        loop {
            let TokenKind::Punct(punct) = self.token().kind else {
                return Ok(expr);
            };
            let mut height = self.height;
            let start = expr.span;
            let kind = match punct {
                Punct::LeftBracket if self.at_array_section() => return Ok(expr),
                Punct::LeftBracket => {
                    self.bump();
                    let index = Box::new(self.nested(Self::expression)?);
                    height = height.max(self.height);
                    self.expect(Punct::RightBracket, "after the index")?;
                    ExprKind::Index {
                        base: Box::new(expr),
                        index,
                    }
                }
                Punct::LeftParen => {
                    self.bump();
                    let mut arguments = Vec::new();
                    if !self.at(Punct::RightParen) {
                        loop {
                            arguments.push(self.nested(Self::assignment)?);
                            height = height.max(self.height);
                            if !self.eat(Punct::Comma) {
                                break;
                            }
                        }
                    }
                    self.expect(Punct::RightParen, "after the arguments")?;
                    arguments.shrink_to_fit();
                    ExprKind::Call {
                        callee: Box::new(expr),
                        arguments,
                    }
                }
                Punct::Dot | Punct::Arrow => {
                    self.bump();
                    let field = self.expect_name("the name of a member")?;
                    ExprKind::Member {
                        base: Box::new(expr),
                        arrow: punct == Punct::Arrow,
                        field,
                    }
                }
                Punct::Increment | Punct::Decrement => {
                    self.bump();
                    ExprKind::Step {
                        increment: punct == Punct::Increment,
                        prefix: false,
                        operand: Box::new(expr),
                    }
                }
                _ => return Ok(expr),
            };
            expr = Expr {
                span: self.since(start),
                kind,
            };
            self.set_height(height + 1)?;
        }
    }

    pub fn compound_literal(&mut self, start: Span, ty: Box<TypeName>) -> Parse<Expr> {
        // The height of the type counts too.
        let height = self.height;
        let initialiser = Box::new(self.enclosing(Self::initialiser_list)?);
        self.set_height(height.max(self.height) + 1)?;
        Ok(Expr {
            span: self.since(start),
            kind: ExprKind::CompoundLiteral { ty, initialiser },
        })
    }

    fn primary(&mut self) -> Parse<Expr> {
        let token = self.token();
        let span = token.span;
        self.height = 1;
        let kind = match token.kind {
            TokenKind::Number(symbol) => {
                self.bump();
                self.number(symbol, span)
            }
            TokenKind::Char(symbol) => {
                self.bump();
                ExprKind::Char(self.character(symbol, span))
            }
            TokenKind::String(_) => {
                let literal = self.string_literal()?;
                return Ok(Expr {
                    span: literal.span,
                    kind: ExprKind::String(Box::new(literal)),
                });
            }
            TokenKind::Ident(symbol) => match self.keyword() {
                None => {
                    self.bump();
                    if self.names.meaning(symbol) == Meaning::Outer {
                        self.mentioned.push(symbol);
                    }
                    ExprKind::Name(symbol)
                }
                Some(Keyword::True) => {
                    self.bump();
                    ExprKind::Bool(true)
                }
                Some(Keyword::False) => {
                    self.bump();
                    ExprKind::Bool(false)
                }
                Some(Keyword::Nullptr) => {
                    self.bump();
                    ExprKind::Nullptr
                }
                Some(Keyword::Extension) => return self.nested(Self::cast),
                Some(keyword) => {
                    let kind = self.enclosing(|parser| parser.special(keyword))?;
                    self.set_height(self.height + 1)?;
                    return Ok(Expr {
                        span: self.since(span),
                        kind,
                    });
                }
            },
            TokenKind::Punct(Punct::LeftParen) => return self.parenthesised(),
            _ => return self.unexpected("an expression"),
        };
        Ok(Expr { span, kind })
    }

    fn parenthesised(&mut self) -> Parse<Expr> {
        let start = self.bump().span;
        if self.at(Punct::LeftBrace) {
            let block = Box::new(self.enclosing(Self::block)?);
            self.expect(Punct::RightParen, "after the statement expression")?;
            self.set_height(self.height + 1)?;
            return Ok(Expr {
                span: self.since(start),
                kind: ExprKind::StmtExpr(block),
            });
        }
        let mut inner = self.nested(Self::expression)?;
        self.expect(Punct::RightParen, "to close the parenthesis")?;
        // `(unknown) x` was meant as a cast.
        if let ExprKind::Name(symbol) = inner.kind
            && (self.name_at(0).is_some()
                || matches!(self.token().kind, TokenKind::Number(_) | TokenKind::String(_)))
        {
            self.report_unknown_type(symbol, inner.span);
            return self.nested(Self::cast);
        }
        inner.span = self.since(start);
        Ok(inner)
    }

    /// Expressions with a syntax of their own.
    fn special(&mut self, keyword: Keyword) -> Parse<ExprKind> {
        let kind = match keyword {
            Keyword::Generic => self.generic()?,
            Keyword::VaArg => {
                self.open_special()?;
                let list = Box::new(self.nested(Self::assignment)?);
                self.expect(Punct::Comma, "before the type")?;
                let ty = Box::new(self.nested(Self::type_name)?);
                ExprKind::VaArg { list, ty }
            }
            Keyword::ConvertVector => {
                self.open_special()?;
                let vector = Box::new(self.nested(Self::assignment)?);
                self.expect(Punct::Comma, "before the type")?;
                let ty = Box::new(self.nested(Self::type_name)?);
                ExprKind::ConvertVector { vector, ty }
            }
            Keyword::Offsetof => {
                self.open_special()?;
                let ty = Box::new(self.nested(Self::type_name)?);
                self.expect(Punct::Comma, "before the member")?;
                ExprKind::Offsetof {
                    ty,
                    member: self.offsetof_member()?,
                }
            }
            Keyword::TypesCompatible => {
                self.open_special()?;
                let first = Box::new(self.nested(Self::type_name)?);
                self.expect(Punct::Comma, "between the types")?;
                let second = Box::new(self.nested(Self::type_name)?);
                ExprKind::TypesCompatible(first, second)
            }
            Keyword::ChooseExpr => {
                self.open_special()?;
                let condition = Box::new(self.nested(Self::assignment)?);
                self.expect(Punct::Comma, "after the condition")?;
                let then = Box::new(self.nested(Self::assignment)?);
                self.expect(Punct::Comma, "between the choices")?;
                let otherwise = Box::new(self.nested(Self::assignment)?);
                ExprKind::ChooseExpr {
                    condition,
                    then,
                    otherwise,
                }
            }
            _ => return self.unexpected("an expression"),
        };
        self.expect(Punct::RightParen, "after the operands")?;
        Ok(kind)
    }

    fn open_special(&mut self) -> Parse<()> {
        self.bump();
        self.expect(Punct::LeftParen, "before the operands")?;
        Ok(())
    }

    fn generic(&mut self) -> Parse<ExprKind> {
        self.open_special()?;
        let controlling = if self.is_type_at(0) {
            GenericControl::Type(self.nested(Self::type_name)?)
        } else {
            GenericControl::Expr(self.nested(Self::assignment)?)
        };
        let mut associations = Vec::new();
        while self.eat(Punct::Comma) {
            let ty = if self.eat_keyword(Keyword::Default) {
                None
            } else {
                Some(self.nested(Self::type_name)?)
            };
            self.expect(Punct::Colon, "before the value")?;
            associations.push((ty, self.nested(Self::assignment)?));
        }
        if associations.is_empty() {
            return self.unexpected("`,` and an association");
        }
        Ok(ExprKind::Generic {
            controlling: Box::new(controlling),
            associations,
        })
    }

    /// `a.b[3]->c` as the second operand of `offsetof`.
    fn offsetof_member(&mut self) -> Parse<Vec<Designator>> {
        let first = self.expect_name("the name of a member")?;
        let mut member = vec![Designator {
            span: first.span,
            kind: DesignatorKind::Field(first),
        }];
        loop {
            if self.at(Punct::Arrow) {
                // `a->b` is `a[0].b`; only an array can stand before it, which no real code has.
                return self.fail(self.span(), "`->` in `offsetof` is not supported");
            }
            let more = self.designators()?;
            if more.is_empty() {
                return Ok(member);
            }
            if let Some(range) = more.iter().find(|d| matches!(d.kind, DesignatorKind::Range(..))) {
                return self.fail(range.span, "`offsetof` takes no range");
            }
            member.extend(more);
        }
    }
}
