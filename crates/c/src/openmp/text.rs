//! The text of a directive, spaced in one way whatever way it was written.

use super::{Clause, Directive};
use crate::lex::{Punct, Token, TokenKind};
use crate::symbol::Interner;

impl Directive {
    /// `omp parallel for private(i, j) schedule(static, 4)`, without `#pragma`.
    pub fn text(&self, interner: &Interner) -> String {
        if self.tokens.is_empty() {
            let names: Vec<&str> = self.constructs.iter().map(|c| c.text()).collect();
            return format!("omp {}", names.join(" "));
        }
        format!("omp {}", text(&self.tokens, interner))
    }

    /// The name alone: `parallel for`.
    pub fn name(&self) -> String {
        let names: Vec<&str> = self.constructs.iter().map(|c| c.text()).collect();
        names.join(" ")
    }

    /// `schedule(static, 4)`.
    pub fn clause_text(&self, clause: &Clause, interner: &Interner) -> String {
        let tokens = self.tokens.get(clause.tokens.clone()).unwrap_or(&[]);
        text(tokens, interner)
    }
}

/// What the next token needs to know of those before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing, or an opening bracket, or an operator that takes what follows as its operand.
    Open,
    /// A word, a literal or a closing bracket.
    Operand,
    /// A comma, a colon or a binary operator: a space is due, and an operator now is a prefix.
    Spaced,
}

fn text(tokens: &[Token], interner: &Interner) -> String {
    let mut out = String::new();
    let mut before = Before::Open;
    // The brackets that are open, and the `?` that wait for their `:`.
    let mut open: Vec<Punct> = Vec::new();
    for token in tokens {
        let TokenKind::Punct(punct) = token.kind else {
            // After a parenthesis within parentheses an operand follows a cast.
            let is_cast = out.ends_with(')') && !open.is_empty();
            if !(before == Before::Open || before == Before::Operand && is_cast) {
                out.push(' ');
            }
            out.push_str(&spelling(token, interner));
            before = Before::Operand;
            continue;
        };
        match punct {
            Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace => {
                if before == Before::Spaced {
                    out.push(' ');
                }
                out.push_str(punct.text());
                open.push(punct);
                before = Before::Open;
            }
            Punct::RightParen | Punct::RightBracket | Punct::RightBrace => {
                out.push_str(punct.text());
                while open.pop() == Some(Punct::Question) {}
                before = Before::Operand;
            }
            // Commas between clauses say nothing.
            Punct::Comma if open.is_empty() => {}
            Punct::Comma => {
                out.push(',');
                before = Before::Spaced;
            }
            Punct::Colon if open.last() == Some(&Punct::Question) => {
                open.pop();
                out.push_str(" :");
                before = Before::Spaced;
            }
            Punct::Colon => {
                let in_brackets = open.last() == Some(&Punct::LeftBracket);
                out.push(':');
                before = if in_brackets { Before::Open } else { Before::Spaced };
            }
            Punct::Dot | Punct::Arrow => {
                out.push_str(punct.text());
                before = Before::Open;
            }
            Punct::Increment | Punct::Decrement if before == Before::Operand => out.push_str(punct.text()),
            _ if before == Before::Operand => {
                if punct == Punct::Question {
                    open.push(punct);
                }
                out.push(' ');
                out.push_str(punct.text());
                before = Before::Spaced;
            }
            _ => {
                if before == Before::Spaced {
                    out.push(' ');
                }
                out.push_str(punct.text());
                before = Before::Open;
            }
        }
    }
    out
}

fn spelling(token: &Token, interner: &Interner) -> String {
    match token.kind {
        TokenKind::Ident(symbol)
        | TokenKind::Number(symbol)
        | TokenKind::Char(symbol)
        | TokenKind::String(symbol) => String::from_utf8_lossy(interner.bytes(symbol)).into_owned(),
        TokenKind::Punct(punct) => punct.text().to_owned(),
        TokenKind::Pragma | TokenKind::PragmaEnd | TokenKind::Unknown | TokenKind::Eof => String::new(),
    }
}
