//! Statements and blocks.

use raceproof_ir::Span;

use super::openmp::Place;
use super::{Failed, Parse, Parser};
use crate::ast::{Block, Expr, ForLoop, Ident, IfArm, Label, LabelKind, Stmt, StmtKind, TypeSpecifierKind};
use crate::lex::{Keyword, Punct, TokenKind};
use raceproof_source::Diagnostic;

/// Words that begin a statement when they begin a line.
fn begins_statement(keyword: Keyword) -> bool {
    use Keyword as K;
    matches!(
        keyword,
        K::If
            | K::For
            | K::While
            | K::Do
            | K::Switch
            | K::Return
            | K::Break
            | K::Continue
            | K::Goto
            | K::Case
            | K::Default
            | K::Int
            | K::Char
            | K::Void
            | K::Struct
            | K::Static
            | K::Const
            | K::Unsigned
            | K::Double
            | K::Float
            | K::Long
    )
}

impl Parser<'_> {
    /// `{ … }` with a scope of its own.
    pub fn block(&mut self) -> Parse<Block> {
        let start = self.expect(Punct::LeftBrace, "to begin a block")?;
        self.names.enter();
        let items = self.block_items(|_| false);
        self.names.leave();
        let items = items?;
        let end = self.span();
        if !self.at(Punct::RightBrace) {
            if !self.is_stopped {
                let found = self.describe(self.token());
                let message = format!("expected `}}` to end the block, found {found}");
                self.report(Diagnostic::error(end, message).label(start, "the block begins here"));
            }
            return Err(Failed);
        }
        self.bump();
        Ok(Block {
            span: self.since(start),
            items,
            end,
        })
    }

    /// Items up to the closing brace or where `is_end` says.
    pub fn block_items(&mut self, is_end: fn(&Self) -> bool) -> Parse<Vec<Stmt>> {
        let mut items = Vec::new();
        while !self.at(Punct::RightBrace) && !self.is_eof() && !is_end(self) {
            let from = self.pos;
            match self.nested(Self::block_item) {
                Ok(item) => items.push(item),
                Err(Failed) if self.is_stopped => return Err(Failed),
                Err(Failed) => {
                    self.skip_to_next(begins_statement);
                    if self.pos == from {
                        self.bump();
                    }
                }
            }
        }
        items.shrink_to_fit();
        Ok(items)
    }

    fn block_item(&mut self) -> Parse<Stmt> {
        let start = self.span();
        if self.is_label() {
            return self.labeled(true);
        }
        if self.at_keyword(Keyword::Label) {
            return self.local_labels();
        }
        if self.at_openmp() {
            return self.directive_statement(Place::Block);
        }
        if self.token().kind == TokenKind::Pragma {
            let pragma = self.pragma();
            return Ok(Stmt {
                span: pragma.span,
                kind: StmtKind::Pragma(pragma),
            });
        }
        if self.is_declaration() || self.at_c23_attribute() {
            return self.declaration_statement(start);
        }
        self.statement()
    }

    /// A declaration, or a statement after attributes.
    fn declaration_statement(&mut self, start: Span) -> Parse<Stmt> {
        if self.at_c23_attribute() {
            let mut ahead = 2;
            // Past the attributes: is it a declaration?
            let mut depth = 2u32;
            while depth > 0 && self.token_at(ahead).kind != TokenKind::Eof {
                match self.token_at(ahead).kind {
                    TokenKind::Punct(Punct::LeftBracket) => depth += 1,
                    TokenKind::Punct(Punct::RightBracket) => depth -= 1,
                    _ => {}
                }
                ahead += 1;
            }
            let is_statement = !self.is_type_at(ahead) && !self.at_c23_attribute_ahead(ahead);
            if is_statement {
                let mut attributes = Vec::new();
                self.c23_attributes(&mut attributes)?;
                return self.block_item();
            }
        }
        while self.at_keyword(Keyword::Extension) {
            self.bump();
        }
        let kind = if self.at_keyword(Keyword::StaticAssert) {
            StmtKind::StaticAssert(Box::new(self.static_assert()?))
        } else {
            let declaration = self.declaration()?;
            let is_empty = declaration.declarators.is_empty()
                && matches!(declaration.specifiers.ty.kind, TypeSpecifierKind::Implicit);
            if is_empty {
                StmtKind::Empty
            } else {
                StmtKind::Declaration(Box::new(declaration))
            }
        };
        Ok(Stmt {
            span: self.since(start),
            kind,
        })
    }

    fn local_labels(&mut self) -> Parse<Stmt> {
        let start = self.bump().span;
        let mut labels = Vec::new();
        loop {
            labels.push(self.expect_name("the name of a label")?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect_semicolon("after the labels")?;
        Ok(Stmt {
            span: self.since(start),
            kind: StmtKind::LocalLabels(labels),
        })
    }

    fn is_label(&self) -> bool {
        match self.keyword() {
            Some(Keyword::Case | Keyword::Default) => true,
            Some(_) => false,
            None => self.name_at(0).is_some() && self.at_ahead(1, Punct::Colon),
        }
    }

    /// One or more labels and what they label.
    fn labeled(&mut self, in_block: bool) -> Parse<Stmt> {
        let start = self.span();
        let mut labels = Vec::new();
        while self.is_label() {
            labels.push(self.label()?);
        }
        let span = self.since(start);
        let before_declaration = in_block && self.is_declaration();
        let body = if self.at(Punct::RightBrace) || before_declaration {
            None
        } else if self.at_openmp() {
            Some(Box::new(
                self.nested(|parser| parser.directive_statement(Place::Block))?,
            ))
        } else {
            Some(Box::new(self.body()?))
        };
        Ok(Stmt {
            span,
            kind: StmtKind::Labeled { labels, body },
        })
    }

    fn label(&mut self) -> Parse<Label> {
        let start = self.span();
        let kind = match self.keyword() {
            Some(Keyword::Default) => {
                self.bump();
                LabelKind::Default
            }
            Some(Keyword::Case) => {
                self.bump();
                let first = Box::new(self.nested(Self::conditional)?);
                if self.eat(Punct::Ellipsis) {
                    LabelKind::CaseRange(first, Box::new(self.nested(Self::conditional)?))
                } else {
                    LabelKind::Case(first)
                }
            }
            _ => LabelKind::Name(self.expect_name("a label")?),
        };
        self.expect(Punct::Colon, "after the label")?;
        let span = self.since(start);
        if matches!(kind, LabelKind::Name(_)) && self.at_keyword(Keyword::Attribute) {
            self.maybe_gnu_attributes(&mut Vec::new())?;
        }
        Ok(Label { span, kind })
    }

    /// A statement within another.
    pub fn body(&mut self) -> Parse<Stmt> {
        self.nested(Self::statement)
    }

    /// A statement that is not a declaration.
    fn statement(&mut self) -> Parse<Stmt> {
        let start = self.span();
        if self.is_label() {
            return self.labeled(false);
        }
        let kind = match self.token().kind {
            TokenKind::Punct(Punct::LeftBrace) => StmtKind::Block(self.block()?),
            TokenKind::Punct(Punct::Semicolon) => {
                self.bump();
                StmtKind::Empty
            }
            TokenKind::Pragma => return self.pragma_statement(),
            _ => match self.keyword() {
                Some(keyword) => return self.keyword_statement(keyword),
                None if self.at_c23_attribute() => {
                    self.c23_attributes(&mut Vec::new())?;
                    return self.nested(Self::statement);
                }
                None if self.is_declaration() => return self.misplaced_declaration(),
                None => return self.expression_statement(),
            },
        };
        Ok(Stmt {
            span: self.since(start),
            kind,
        })
    }

    fn misplaced_declaration(&mut self) -> Parse<Stmt> {
        let span = self.span();
        self.report(
            Diagnostic::error(span, "a declaration cannot be the body of a statement")
                .help("put it in braces"),
        );
        self.declaration_statement(span)
    }

    /// A pragma where a single statement is due. Other than OpenMP's, it is no statement: the next
    /// one is.
    fn pragma_statement(&mut self) -> Parse<Stmt> {
        while self.token().kind == TokenKind::Pragma {
            if self.at_openmp() {
                return self.directive_statement(Place::Body);
            }
            self.pragma();
        }
        self.nested(Self::statement)
    }

    fn expression_statement(&mut self) -> Parse<Stmt> {
        let start = self.span();
        let value = Box::new(self.expression()?);
        let span = self.since(start);
        self.expect_semicolon("after the expression")?;
        Ok(Stmt {
            span,
            kind: StmtKind::Expr(value),
        })
    }

    fn keyword_statement(&mut self, keyword: Keyword) -> Parse<Stmt> {
        use Keyword as K;
        let start = self.span();
        let kind = match keyword {
            K::If => return self.if_statement(),
            K::Switch => {
                self.bump();
                let value = Box::new(self.condition("switch")?);
                let body = Box::new(self.body()?);
                StmtKind::Switch { value, body }
            }
            K::While => {
                self.bump();
                let condition = Box::new(self.condition("while")?);
                let body = Box::new(self.body()?);
                StmtKind::While { condition, body }
            }
            K::Do => {
                self.bump();
                let body = Box::new(self.body()?);
                if !self.eat_keyword(K::While) {
                    return self.unexpected("`while` after the body of `do`");
                }
                let condition = Box::new(self.condition("while")?);
                self.expect_semicolon("after `do … while`")?;
                StmtKind::DoWhile { body, condition }
            }
            K::For | K::CilkFor => {
                self.bump();
                self.names.enter();
                let parts = self.for_parts();
                self.names.leave();
                let parts = Box::new(parts?);
                if keyword == K::For {
                    StmtKind::For(parts)
                } else {
                    StmtKind::CilkFor(parts)
                }
            }
            K::Asm => StmtKind::Asm(Box::new(self.asm_statement()?)),
            K::CilkScope => {
                self.bump();
                StmtKind::CilkScope(Box::new(self.body()?))
            }
            K::Attribute => {
                self.maybe_gnu_attributes(&mut Vec::new())?;
                return self.nested(Self::statement);
            }
            K::Else => return self.fail(start, "`else` without an `if` before it"),
            K::Goto | K::Continue | K::Break | K::Return | K::CilkSync => return self.jump(keyword),
            _ if self.is_declaration() => return self.misplaced_declaration(),
            _ => return self.expression_statement(),
        };
        Ok(Stmt {
            span: self.since(start),
            kind,
        })
    }

    fn jump(&mut self, keyword: Keyword) -> Parse<Stmt> {
        let start = self.bump().span;
        let (kind, place) = match keyword {
            Keyword::Goto if self.eat(Punct::Star) => {
                let address = Box::new(self.nested(Self::expression)?);
                (StmtKind::GotoAddress(address), "after `goto`")
            }
            Keyword::Goto => {
                let label: Ident = self.expect_name("a label after `goto`")?;
                (StmtKind::Goto(label), "after `goto`")
            }
            Keyword::Continue => (StmtKind::Continue, "after `continue`"),
            Keyword::Break => (StmtKind::Break, "after `break`"),
            Keyword::CilkSync => (StmtKind::CilkSync, "after `cilk_sync`"),
            _ if self.at(Punct::Semicolon) => (StmtKind::Return(None), "after `return`"),
            _ => {
                let value = Box::new(self.expression()?);
                (StmtKind::Return(Some(value)), "after `return`")
            }
        };
        let span = self.since(start);
        self.expect_semicolon(place)?;
        Ok(Stmt { span, kind })
    }

    fn condition(&mut self, keyword: &str) -> Parse<Expr> {
        self.expect(Punct::LeftParen, &format!("after `{keyword}`"))?;
        let condition = self.nested(Self::expression)?;
        self.expect(Punct::RightParen, "after the condition")?;
        Ok(condition)
    }

    /// A whole `if … else if … else` chain.
    fn if_statement(&mut self) -> Parse<Stmt> {
        let start = self.span();
        let mut arms = Vec::new();
        let mut span = start;
        let otherwise = loop {
            let arm = self.bump().span;
            let condition = self.condition("if")?;
            let arm = self.since(arm);
            if arms.is_empty() {
                span = arm;
            }
            let body = self.body()?;
            arms.push(IfArm {
                span: arm,
                condition,
                body,
            });
            if !self.eat_keyword(Keyword::Else) {
                break None;
            }
            if !self.at_keyword(Keyword::If) {
                break Some(Box::new(self.body()?));
            }
        };
        arms.shrink_to_fit();
        Ok(Stmt {
            span,
            kind: StmtKind::If { arms, otherwise },
        })
    }

    fn for_parts(&mut self) -> Parse<ForLoop> {
        self.expect(Punct::LeftParen, "after `for`")?;
        let start = self.span();
        let init = if self.eat(Punct::Semicolon) {
            None
        } else if self.is_declaration() || self.at_c23_attribute() {
            Some(self.nested(|parser| parser.declaration_statement(start))?)
        } else {
            let value = Box::new(self.nested(Self::expression)?);
            let span = self.since(start);
            self.expect(Punct::Semicolon, "after the first part of `for`")?;
            Some(Stmt {
                span,
                kind: StmtKind::Expr(value),
            })
        };
        let condition = if self.at(Punct::Semicolon) {
            None
        } else {
            Some(self.nested(Self::expression)?)
        };
        self.expect(Punct::Semicolon, "after the condition of `for`")?;
        let step = if self.at(Punct::RightParen) {
            None
        } else {
            Some(self.nested(Self::expression)?)
        };
        self.expect(Punct::RightParen, "after the parts of `for`")?;
        let body = self.body()?;
        Ok(ForLoop {
            init,
            condition,
            step,
            body,
        })
    }
}
