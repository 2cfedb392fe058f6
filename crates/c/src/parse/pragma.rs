//! `#pragma` lines other than OpenMP's: kept as tokens; only `pack` is interpreted here, because it
//! changes the layout of the structs that follow.

use super::Parser;
use crate::ast::Pragma;
use crate::lex::{Punct, Token, TokenKind};
use crate::symbol::Interner;
use raceproof_source::Diagnostic;

/// The alignments that `#pragma pack` set and saved.
#[derive(Default)]
pub struct PackStack {
    current: Option<u32>,
    saved: Vec<(Option<String>, Option<u32>)>,
}

impl PackStack {
    pub fn current(&self) -> Option<u32> {
        self.current
    }
}

impl Pragma {
    /// The words at the start of the pragma, which name it.
    pub fn words<'a>(&'a self, interner: &'a Interner) -> impl Iterator<Item = &'a str> {
        self.tokens.iter().map_while(|token| match token.kind {
            TokenKind::Ident(symbol) => Some(interner.name(symbol)),
            _ => None,
        })
    }

    /// Whether this is an OpenMP directive.
    pub fn is_openmp(&self, interner: &Interner) -> bool {
        self.words(interner).next() == Some("omp")
    }
}

impl Parser<'_> {
    /// Takes a `#pragma` line.
    pub fn pragma(&mut self) -> Pragma {
        let span = self.bump().span;
        let from = self.pos;
        while !matches!(self.token().kind, TokenKind::PragmaEnd | TokenKind::Eof) {
            self.bump();
        }
        let tokens = self.tokens[from.min(self.tokens.len())..self.pos].to_vec();
        if self.token().kind == TokenKind::PragmaEnd {
            self.bump();
        }
        let pragma = Pragma { span, tokens };
        if pragma.words(self.interner).next() == Some("pack") {
            self.pack_pragma(&pragma);
        }
        pragma
    }

    /// Steps over pragmas that are not OpenMP's, in lists where the tree has no place for them.
    pub fn skip_foreign_pragmas(&mut self) {
        while self.token().kind == TokenKind::Pragma {
            let pragma = self.pragma();
            if pragma.is_openmp(self.interner) {
                self.error(pragma.span, "an OpenMP directive cannot stand within a list");
            }
        }
    }

    /// `pack()`, `pack(n)`, `pack(push)`, `pack(push, n)`, `pack(push, name, n)`, `pack(pop)`, `pack(pop,
    /// name)`.
    fn pack_pragma(&mut self, pragma: &Pragma) {
        let [_, open, arguments @ .., close] = pragma.tokens.as_slice() else {
            return self.bad_pack(pragma);
        };
        if open.kind != TokenKind::Punct(Punct::LeftParen)
            || close.kind != TokenKind::Punct(Punct::RightParen)
        {
            return self.bad_pack(pragma);
        }
        let is_comma = |token: &Token| token.kind == TokenKind::Punct(Punct::Comma);
        let mut push = false;
        let mut pop = false;
        let mut name = None;
        let mut value = None;
        for argument in arguments.split(is_comma) {
            match argument {
                [] if arguments.is_empty() => {}
                [
                    Token {
                        kind: TokenKind::Ident(symbol),
                        ..
                    },
                ] => match self.interner.name(*symbol) {
                    "push" => push = true,
                    "pop" => pop = true,
                    other => name = Some(other.to_owned()),
                },
                [
                    Token {
                        kind: TokenKind::Number(symbol),
                        ..
                    },
                ] => match self.interner.name(*symbol).parse::<u32>() {
                    Ok(n) if matches!(n, 0 | 1 | 2 | 4 | 8 | 16) => value = Some(n),
                    _ => return self.bad_pack(pragma),
                },
                _ => return self.bad_pack(pragma),
            }
        }
        if pop {
            let index = match &name {
                Some(_) => self.pack.saved.iter().rposition(|(saved, _)| *saved == name),
                None => self.pack.saved.len().checked_sub(1),
            };
            match index {
                Some(index) => {
                    self.pack.current = self.pack.saved[index].1;
                    self.pack.saved.truncate(index);
                }
                None => self.report(Diagnostic::warning(
                    pragma.span,
                    "`#pragma pack(pop)` without a `push` before it",
                )),
            }
            return;
        }
        if push {
            let current = self.pack.current;
            self.pack.saved.push((name, current));
        }
        match value {
            Some(0) => self.pack.current = None,
            Some(n) => self.pack.current = Some(n),
            None if !push => self.pack.current = None,
            None => {}
        }
    }

    fn bad_pack(&mut self, pragma: &Pragma) {
        self.error(pragma.span, "this `#pragma pack` is not understood");
    }
}
