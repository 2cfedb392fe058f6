//! From bytes to tokens.
//!
//! Tokens own nothing: the text of names and literals is interned, so a [`Token`] is `Copy` and a
//! pragma can keep its tokens after the source text is gone.

mod token;

pub use token::{Punct, Token, TokenKind};
