//! Expressions from the comma down to prefix operators.

use super::{Parse, Parser};
use crate::ast::{BinaryOp, BinaryTail, Expr, ExprKind, MAX_NESTING, UnaryOp};
use crate::lex::{Keyword, Punct, TokenKind};

/// The operator of a token and how tightly it binds.
fn binary_operator(punct: Punct) -> Option<(BinaryOp, u8)> {
    Some(match punct {
        Punct::PipePipe => (BinaryOp::Or, 1),
        Punct::AmpAmp => (BinaryOp::And, 2),
        Punct::Pipe => (BinaryOp::BitOr, 3),
        Punct::Caret => (BinaryOp::BitXor, 4),
        Punct::Ampersand => (BinaryOp::BitAnd, 5),
        Punct::EqualEqual => (BinaryOp::Equal, 6),
        Punct::BangEqual => (BinaryOp::NotEqual, 6),
        Punct::Less => (BinaryOp::Less, 7),
        Punct::Greater => (BinaryOp::Greater, 7),
        Punct::LessEqual => (BinaryOp::LessEqual, 7),
        Punct::GreaterEqual => (BinaryOp::GreaterEqual, 7),
        Punct::ShiftLeft => (BinaryOp::ShiftLeft, 8),
        Punct::ShiftRight => (BinaryOp::ShiftRight, 8),
        Punct::Plus => (BinaryOp::Add, 9),
        Punct::Minus => (BinaryOp::Subtract, 9),
        Punct::Star => (BinaryOp::Multiply, 10),
        Punct::Slash => (BinaryOp::Divide, 10),
        Punct::Percent => (BinaryOp::Remainder, 10),
        _ => return None,
    })
}

/// The operation of an assignment operator; the inner one is none for `=`.
fn assignment_operator(punct: Punct) -> Option<Option<BinaryOp>> {
    Some(match punct {
        Punct::Equal => None,
        Punct::StarEqual => Some(BinaryOp::Multiply),
        Punct::SlashEqual => Some(BinaryOp::Divide),
        Punct::PercentEqual => Some(BinaryOp::Remainder),
        Punct::PlusEqual => Some(BinaryOp::Add),
        Punct::MinusEqual => Some(BinaryOp::Subtract),
        Punct::ShiftLeftEqual => Some(BinaryOp::ShiftLeft),
        Punct::ShiftRightEqual => Some(BinaryOp::ShiftRight),
        Punct::AmpEqual => Some(BinaryOp::BitAnd),
        Punct::CaretEqual => Some(BinaryOp::BitXor),
        Punct::PipeEqual => Some(BinaryOp::BitOr),
        _ => return None,
    })
}

impl Parser<'_> {
    /// Records the height of an expression just made.
    pub fn set_height(&mut self, height: u32) -> Parse<()> {
        self.height = height;
        self.peak = self.peak.max(height);
        if height > MAX_NESTING {
            return self.too_deep();
        }
        Ok(())
    }

    fn punct(&self) -> Option<Punct> {
        match self.token().kind {
            TokenKind::Punct(punct) => Some(punct),
            _ => None,
        }
    }

    /// An expression with commas.
    pub fn expression(&mut self) -> Parse<Expr> {
        let first = self.assignment()?;
        if !self.at(Punct::Comma) {
            return Ok(first);
        }
        let start = first.span;
        let mut height = self.height;
        let mut parts = vec![first];
        while self.eat(Punct::Comma) {
            parts.push(self.assignment()?);
            height = height.max(self.height);
        }
        self.set_height(height + 1)?;
        Ok(Expr {
            span: self.since(start),
            kind: ExprKind::Comma(parts),
        })
    }

    pub fn assignment(&mut self) -> Parse<Expr> {
        let target = self.conditional()?;
        let Some(operator) = self.punct().and_then(assignment_operator) else {
            return Ok(target);
        };
        let operator_span = self.bump().span;
        let height = self.height;
        let value = self.nested(Self::assignment)?;
        self.set_height(height.max(self.height) + 1)?;
        Ok(Expr {
            span: self.since(target.span),
            kind: ExprKind::Assign {
                operator,
                operator_span,
                target: Box::new(target),
                value: Box::new(value),
            },
        })
    }

    /// A conditional expression, which is also what a constant expression is.
    pub fn conditional(&mut self) -> Parse<Expr> {
        let operand = self.cast()?;
        let condition = self.binary(operand, 1)?;
        if !self.eat(Punct::Question) {
            return Ok(condition);
        }
        let mut height = self.height;
        let then = if self.at(Punct::Colon) {
            None
        } else {
            let then = self.nested(Self::expression)?;
            height = height.max(self.height);
            Some(Box::new(then))
        };
        self.expect(Punct::Colon, "in the conditional expression")?;
        let otherwise = self.nested(Self::conditional)?;
        self.set_height(height.max(self.height) + 1)?;
        Ok(Expr {
            span: self.since(condition.span),
            kind: ExprKind::Conditional {
                condition: Box::new(condition),
                then,
                otherwise: Box::new(otherwise),
            },
        })
    }

    /// Precedence climbing: what follows `left` with operators that bind at least as `least`.
    fn binary(&mut self, mut left: Expr, least: u8) -> Parse<Expr> {
        // The level of the chain that `left` is, if this loop made it: parentheses end a chain.
        let mut chain = 0;
        let mut height = self.height;
        while let Some((operator, level)) = self.punct().and_then(binary_operator) {
            if level < least {
                break;
            }
            let operator_span = self.bump().span;
            let mut operand = self.cast()?;
            let next = self.punct().and_then(binary_operator);
            if next.is_some_and(|(_, next)| next > level) {
                operand = self.nested(|parser| parser.binary(operand, level + 1))?;
            }
            let tail = BinaryTail {
                operator,
                operator_span,
                operand,
            };
            match &mut left.kind {
                ExprKind::Binary { rest, .. } if chain == level => {
                    rest.push(tail);
                    height = height.max(self.height + 1);
                    left.span = self.since(left.span);
                }
                _ => {
                    height = height.max(self.height) + 1;
                    left = Expr {
                        span: self.since(left.span),
                        kind: ExprKind::Binary {
                            first: Box::new(left),
                            rest: vec![tail],
                        },
                    };
                    chain = level;
                }
            }
            self.set_height(height)?;
        }
        self.height = height;
        Ok(left)
    }

    /// A cast, a compound literal or an expression with a prefix operator.
    pub fn cast(&mut self) -> Parse<Expr> {
        if !self.at(Punct::LeftParen) || !self.is_type_at(1) {
            return self.unary();
        }
        let start = self.bump().span;
        let ty = Box::new(self.enclosing(Self::type_name)?);
        let height = self.height;
        self.expect(Punct::RightParen, "after the type")?;
        if self.at(Punct::LeftBrace) {
            let literal = self.compound_literal(start, ty)?;
            return self.postfix(literal);
        }
        let operand = Box::new(self.nested(Self::cast)?);
        self.set_height(height.max(self.height) + 1)?;
        Ok(Expr {
            span: self.since(start),
            kind: ExprKind::Cast { ty, operand },
        })
    }

    fn unary(&mut self) -> Parse<Expr> {
        let start = self.span();
        let operator = match self.punct() {
            Some(Punct::Ampersand) => UnaryOp::AddressOf,
            Some(Punct::Star) => UnaryOp::Deref,
            Some(Punct::Plus) => UnaryOp::Plus,
            Some(Punct::Minus) => UnaryOp::Minus,
            Some(Punct::Tilde) => UnaryOp::BitNot,
            Some(Punct::Bang) => UnaryOp::Not,
            Some(punct @ (Punct::Increment | Punct::Decrement)) => {
                self.bump();
                let operand = Box::new(self.nested(Self::unary)?);
                self.set_height(self.height + 1)?;
                return Ok(Expr {
                    span: self.since(start),
                    kind: ExprKind::Step {
                        increment: punct == Punct::Increment,
                        prefix: true,
                        operand,
                    },
                });
            }
            Some(Punct::AmpAmp) => {
                self.bump();
                let label = self.expect_name("the name of a label")?;
                self.set_height(1)?;
                return Ok(Expr {
                    span: self.since(start),
                    kind: ExprKind::LabelAddress(label),
                });
            }
            Some(_) => return self.postfix_expression(),
            None => match self.keyword() {
                Some(Keyword::Real) => UnaryOp::Real,
                Some(Keyword::Imag) => UnaryOp::Imag,
                Some(Keyword::Sizeof) => return self.sizeof(true),
                Some(Keyword::Alignof) => return self.sizeof(false),
                Some(Keyword::Extension) => {
                    self.bump();
                    return self.nested(Self::cast);
                }
                Some(Keyword::CilkSpawn) => {
                    self.bump();
                    self.spawns += 1;
                    let call = Box::new(self.nested(Self::cast)?);
                    self.set_height(self.height + 1)?;
                    return Ok(Expr {
                        span: self.since(start),
                        kind: ExprKind::CilkSpawn(call),
                    });
                }
                _ => return self.postfix_expression(),
            },
        };
        self.bump();
        let operand = Box::new(self.nested(Self::cast)?);
        self.set_height(self.height + 1)?;
        Ok(Expr {
            span: self.since(start),
            kind: ExprKind::Unary { operator, operand },
        })
    }

    /// `sizeof` or `_Alignof`, of a type or an expression.
    fn sizeof(&mut self, is_size: bool) -> Parse<Expr> {
        let start = self.bump().span;
        let kind = if self.at(Punct::LeftParen) && self.is_type_at(1) {
            let open = self.bump().span;
            let ty = Box::new(self.enclosing(Self::type_name)?);
            self.expect(Punct::RightParen, "after the type")?;
            if self.at(Punct::LeftBrace) {
                let literal = self.compound_literal(open, ty)?;
                let operand = Box::new(self.postfix(literal)?);
                if is_size {
                    ExprKind::SizeofExpr(operand)
                } else {
                    ExprKind::AlignofExpr(operand)
                }
            } else {
                if is_size {
                    ExprKind::SizeofType(ty)
                } else {
                    ExprKind::AlignofType(ty)
                }
            }
        } else {
            let operand = Box::new(self.nested(Self::unary)?);
            if is_size {
                ExprKind::SizeofExpr(operand)
            } else {
                ExprKind::AlignofExpr(operand)
            }
        };
        self.set_height(self.height + 1)?;
        Ok(Expr {
            span: self.since(start),
            kind,
        })
    }
}
