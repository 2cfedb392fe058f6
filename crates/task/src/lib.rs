//! The front end of the task language (`.task` files): lex, parse, check, lower to the IR.
//!
//! The language is the surface syntax of figure 2 of Nakade, Mercer, McCarthy, "Model-checking Task Parallel
//! Programs for Data-races using Computation Graphs" (SPIN 2017), with `isolated` of section 5, and enough of
//! an ordinary language around it to write programs in: integers, booleans, reals, arrays, several
//! parameters, `async`, `finish`, futures. `TASK.md` has the grammar and what each statement means.
//!
//! *Invariants:* no IO; no text makes it panic; recursion is bounded; whatever is not understood is an error
//! with its position and a remedy. The program that comes out passes the verifier of the IR.
//!
//! Where it deviates from the paper: `call` is a plain call (the paper posts a task and waits for it, which
//! orders the same); the rights of a task to read and write regions are checked before the program runs, not
//! while it does; `f.get()` may be asked by any task that has the handle, not only by the task that owns `f`.

mod ast;
mod declare;
mod lex;
mod lower;
mod mention;
mod parse;
mod rights;

use std::path::Path;

use raceproof_ir::{Program, Span};
use raceproof_source::{Diagnostic, Failed, FrontEnd, Loaded, ReadFile, load_text};

/// A mistake in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl Error {
    fn new(span: Span, message: impl Into<String>, remedy: impl Into<String>) -> Error {
        Error {
            span,
            message: message.into(),
            remedy: remedy.into(),
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Span { line, column, .. } = self.span;
        write!(f, "{line}:{column}: {}; {}", self.message, self.remedy)
    }
}

impl std::error::Error for Error {}

/// The front end of the task language.
#[derive(Clone, Copy, Debug, Default)]
pub struct TaskText;

impl FrontEnd for TaskText {
    fn endings(&self) -> &'static [&'static str] {
        &["task"]
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn load(&self, paths: &[&Path], read: &ReadFile<'_>) -> Result<Loaded, Box<Failed>> {
        load_text(paths, read, |name, text| {
            compile(name, text).map_err(|errors| {
                let diagnostic = |e: Error| Diagnostic::error(e.span, e.message).help(e.remedy);
                errors.into_iter().map(diagnostic).collect()
            })
        })
    }
}

/// Compiles a program of the task language. `name` is the name of the text's file.
///
/// # Errors
///
/// What is wrong with it, in the order of the lines.
pub fn compile(name: &str, text: &str) -> Result<Program, Vec<Error>> {
    let tokens = lex::lex(text).map_err(|e| vec![e])?;
    let (items, rights) = parse::parse(tokens).map_err(|e| vec![e])?;
    let mut errors = Vec::new();
    let declared = declare::declare(&items, &mut errors);
    rights::check(&rights, &declared, &mut errors);
    let program = lower::lower(name, text, &items, declared, &mut errors);
    if errors.is_empty() {
        return Ok(program);
    }
    errors.sort_by_key(|e| e.span);
    errors.dedup();
    Err(errors)
}
