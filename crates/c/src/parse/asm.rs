//! Assembler: labels of declarations, statements, file scope.

use super::{Parse, Parser};
use crate::ast::{Asm, AsmOperand, StringUnits};
use crate::lex::{Keyword, Punct, TokenKind};

impl Parser<'_> {
    /// `asm("name")` after a declarator.
    pub fn asm_label(&mut self) -> Parse<Vec<u8>> {
        self.bump();
        self.expect(Punct::LeftParen, "after `asm`")?;
        let name = self.byte_string()?;
        self.expect(Punct::RightParen, "after the name")?;
        Ok(name)
    }

    /// A string literal that must be of bytes.
    pub fn byte_string(&mut self) -> Parse<Vec<u8>> {
        let literal = self.string_literal()?;
        match literal.units {
            StringUnits::Bytes(bytes) => Ok(bytes),
            _ => self.fail(literal.span, "a wide string literal cannot be used here"),
        }
    }

    /// `asm volatile goto ("…" : outputs : inputs : clobbers : labels);`
    pub fn asm_statement(&mut self) -> Parse<Asm> {
        let start = self.bump().span;
        let mut asm = Asm {
            span: start,
            is_volatile: false,
            is_goto: false,
            template: Vec::new(),
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
        };
        loop {
            match self.keyword() {
                Some(Keyword::Volatile) => asm.is_volatile = true,
                Some(Keyword::Goto) => asm.is_goto = true,
                Some(Keyword::Inline | Keyword::Const) => {}
                _ => break,
            }
            self.bump();
        }
        self.expect(Punct::LeftParen, "after `asm`")?;
        asm.template = self.byte_string()?;
        if self.eat(Punct::Colon) {
            asm.outputs = self.asm_operands()?;
        }
        if self.eat(Punct::Colon) {
            asm.inputs = self.asm_operands()?;
        }
        if self.eat(Punct::Colon) && matches!(self.token().kind, TokenKind::String(_)) {
            loop {
                asm.clobbers.push(self.byte_string()?);
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
        }
        if self.eat(Punct::Colon) && self.name_at(0).is_some() {
            loop {
                asm.labels.push(self.expect_name("a label")?);
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
        }
        self.expect(Punct::RightParen, "after the operands of `asm`")?;
        asm.span = self.since(start);
        self.expect_semicolon("after `asm`")?;
        Ok(asm)
    }

    fn asm_operands(&mut self) -> Parse<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        if self.at(Punct::Colon) || self.at(Punct::RightParen) {
            return Ok(operands);
        }
        loop {
            let name = if self.eat(Punct::LeftBracket) {
                let name = self.expect_name("the name of an operand")?;
                self.expect(Punct::RightBracket, "after the name")?;
                Some(name)
            } else {
                None
            };
            let constraint = self.byte_string()?;
            self.expect(Punct::LeftParen, "before the operand")?;
            let operand = self.nested(Self::expression)?;
            self.expect(Punct::RightParen, "after the operand")?;
            operands.push(AsmOperand {
                name,
                constraint,
                operand,
            });
            if !self.eat(Punct::Comma) {
                return Ok(operands);
            }
        }
    }
}
