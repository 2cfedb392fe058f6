//! Expressions, by precedence climbing.

use super::{Parsed, Parser};
use crate::ast::{Expr, Value};
use crate::lex::Token;

/// Binary operators from the loosest to the tightest.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["==", "!=", "<", "<=", ">", ">="],
    &["|"],
    &["^"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// How many operators of one level may follow each other; the tree leans to the left.
const CHAIN: u32 = 500;

impl Parser {
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.nested(|p| p.level(0))
    }

    fn level(&mut self, level: usize) -> Parsed<Expr> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.level(level + 1)?;
        for _ in 0..CHAIN {
            let span = self.span();
            let Token::Mark(mark) = *self.peek() else {
                return Ok(left);
            };
            if !operators.contains(&mark) {
                return Ok(left);
            }
            self.at += 1;
            let right = self.nested(|p| p.level(level + 1))?;
            left = Expr {
                what: Value::Binary(mark, Box::new(left), Box::new(right)),
                span,
            };
        }
        self.fail("this expression is too long", "divide it into several")
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let span = self.span();
        for mark in ["-", "!", "~"] {
            if self.take_mark(mark) {
                let inner = self.nested(Parser::unary)?;
                return Ok(Expr {
                    what: Value::Unary(mark, Box::new(inner)),
                    span,
                });
            }
        }
        let mut value = self.primary()?;
        while self.take_mark(".") {
            let span = self.span();
            let name = self.name("`get`")?;
            if name.text != "get" {
                return Err(crate::Error::new(
                    name.span,
                    "a value has no such part",
                    "`f.get()` asks for the value of a future",
                ));
            }
            self.mark("(", "write `f.get()`")?;
            self.mark(")", "write `f.get()`")?;
            value = Expr {
                what: Value::Get(Box::new(value)),
                span,
            };
        }
        Ok(value)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let span = self.span();
        let what = match self.peek().clone() {
            Token::Int(n) => {
                self.at += 1;
                Value::Int(n)
            }
            Token::Real(n) => {
                self.at += 1;
                Value::Real(n)
            }
            Token::Mark("*") => {
                self.at += 1;
                Value::Star
            }
            Token::Mark("(") => {
                self.at += 1;
                let inner = self.expression()?;
                self.mark(")", "close the parenthesis")?;
                return Ok(inner);
            }
            Token::Word(w) => match w.as_str() {
                "true" | "false" => {
                    self.at += 1;
                    Value::Bool(w == "true")
                }
                "async" => {
                    self.at += 1;
                    Value::Async(self.block()?)
                }
                "choose" => {
                    self.at += 1;
                    self.mark("(", "write `choose(0..3)`")?;
                    let low = self.expression()?;
                    self.mark("..", "write `choose(0..3)`")?;
                    let high = self.expression()?;
                    self.mark(")", "write `choose(0..3)`")?;
                    Value::Choose(Box::new(low), Box::new(high))
                }
                "int" | "real" => {
                    self.next();
                    self.mark("(", "a conversion is `int(e)` or `real(e)`")?;
                    let args = self.arguments()?;
                    Value::Call(crate::ast::Name { text: w, span }, args)
                }
                _ => {
                    let place = self.place()?;
                    if place.indices.is_empty() && self.take_mark("(") {
                        let args = self.arguments()?;
                        Value::Call(place.name, args)
                    } else {
                        Value::Place(place)
                    }
                }
            },
            _ => return self.wanted("an expression", "write a value, a variable or a call"),
        };
        Ok(Expr { what, span })
    }
}
