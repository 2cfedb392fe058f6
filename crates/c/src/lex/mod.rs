//! From bytes to tokens.
//!
//! Tokens own nothing: the text of names and literals is interned, so a [`Token`] is `Copy` and a
//! pragma can keep its tokens after the source text is gone.
//!
//! A preprocessor changes columns: it drops comments and spaces and replaces macros. [`realign`]
//! gives tokens the columns of the original text back.

mod keyword;
mod pragma_operator;
mod realign;
mod scan;
mod token;

pub use keyword::{Dialect, KEYWORDS, Keyword, When};
pub use pragma_operator::expand_pragma_operators;
pub use realign::realign;
pub use scan::{lex_preprocessed, lex_text};
pub use token::{Punct, Token, TokenKind};
