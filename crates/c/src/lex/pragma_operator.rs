//! `_Pragma("…")` becomes what the line `#pragma …` would be. Preprocessors do this; one that did not
//! leaves it to us.

use super::{Dialect, Keyword, Punct, Token, TokenKind, lex_text};
use crate::symbol::Interner;

/// Rewrites the tokens, if there is such an operator among them.
pub fn expand_pragma_operators(tokens: Vec<Token>, dialect: Dialect, interner: &mut Interner) -> Vec<Token> {
    let is_operator = |token: &Token| match token.kind {
        TokenKind::Ident(symbol) => Keyword::of(symbol, dialect) == Some(Keyword::PragmaOperator),
        _ => false,
    };
    if !tokens.iter().any(is_operator) {
        return tokens;
    }
    let mut out = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
    while let [token, after @ ..] = rest {
        if is_operator(token)
            && let [open, literal, close, after @ ..] = after
            && open.kind == TokenKind::Punct(Punct::LeftParen)
            && let TokenKind::String(symbol) = literal.kind
            && close.kind == TokenKind::Punct(Punct::RightParen)
        {
            let text = unescape(interner.bytes(symbol));
            let span = token.span;
            out.push(Token {
                kind: TokenKind::Pragma,
                span,
            });
            let inner = lex_text(&text, span.file, dialect, interner);
            out.extend(
                inner
                    .into_iter()
                    .filter(|token| token.kind != TokenKind::Eof)
                    .map(|token| Token {
                        span: literal.span,
                        ..token
                    }),
            );
            out.push(Token {
                kind: TokenKind::PragmaEnd,
                span: close.span,
            });
            rest = after;
            continue;
        }
        out.push(*token);
        rest = after;
    }
    out
}

/// The text of a string literal as the operator reads it: only `\"` and `\\` are escapes.
fn unescape(literal: &[u8]) -> Vec<u8> {
    let start = literal.iter().position(|&b| b == b'"').map_or(0, |at| at + 1);
    let body = literal.get(start..literal.len().saturating_sub(1)).unwrap_or(&[]);
    let mut out = Vec::with_capacity(body.len());
    let mut bytes = body.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(&next @ (b'"' | b'\\'))) => {
                out.push(next);
                bytes.next();
            }
            _ => out.push(byte),
        }
    }
    out
}
