//! The C front end: from a C file to the program that engines read.
//!
//! [`preprocess`] runs the system's preprocessor with our own [`headers`] before the system's,
//! [`lex`] makes tokens with exact positions, [`parse`] the syntax tree ([`ast`]), [`check`] one typed
//! tree ([`hir`]) of all files, [`lower`] the program. [`compile()`] does these in a row.

pub mod ast;
pub mod check;
pub mod compile;
pub mod entry;
pub mod external;
pub mod headers;
pub mod hir;
pub mod lex;
mod library;
pub mod lower;
pub mod openmp;
pub mod parse;
mod part;
pub mod preprocess;
pub mod session;
pub mod store;
mod suggest;
pub mod symbol;

pub use compile::{C, Input, Options, compile, compile_text};
pub use session::{Rejected, Session, parse_file, parse_text};
pub use store::{Reading, Store};
