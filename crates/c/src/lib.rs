//! The C front end: preprocessing, lexing and parsing.

pub mod ast;
pub mod lex;
pub mod symbol;
