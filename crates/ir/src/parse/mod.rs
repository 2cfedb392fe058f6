//! Reads the text form (`TEXT.md`).
//!
//! The text is a sequence of lines; inside parentheses and brackets a line break does not count. Reading goes
//! in three steps: `lex` makes lines of tokens; `declare` finds every global, function, shape and label, so
//! that code may name what comes later; then each declaration and each function body is read by itself.
//! A line with an error is skipped and the next one is read, so that all errors come at once.
//!
//! The reader checks only what it must to build a [`Program`]; the rules of a sensible program are checked
//! by [`verify`](crate::verify()). No text makes it panic, recurse, or use memory out of proportion.

mod cursor;
mod declare;
mod function;
mod instruction;
mod lex;
mod memory;
mod object;
mod operand;

use crate::{Program, Span};
use std::fmt::{Display, Formatter, Result as FmtResult};

/// A mistake in the text of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Where in the text; its file is the text itself.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl Display for ParseError {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        let Span { line, column, .. } = self.span;
        write!(f, "{line}:{column}: {}; {}", self.message, self.remedy)
    }
}

impl std::error::Error for ParseError {}

/// Reads a program. `name` is the name of the text's file: unless the text says `spans explicit`, it becomes
/// file 0 of the program, and whatever gives no source position of its own gets its position in the text.
///
/// # Errors
///
/// All mistakes in the text, in the order of their lines.
pub fn parse(name: &str, text: &str) -> Result<Program, Vec<ParseError>> {
    let mut errors = Vec::new();
    let lines = lex::lex(text, &mut errors);
    let (mut reader, declared) = declare::declare(name, &lines, errors);
    reader.objects(&declared);
    reader.bodies(&declared);
    reader.entry(&declared);
    let mut errors = reader.errors;
    if errors.is_empty() {
        return Ok(reader.program);
    }
    errors.sort_by_key(|e| e.span);
    Err(errors)
}
