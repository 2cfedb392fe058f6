//! What every front end gives: files, positions in them, messages about them, and a loaded program.
//!
//! A [`FrontEnd`] makes a [`Loaded`] program of files. Nothing behind it knows which one that was: what
//! differs between languages is said in the loaded program.
//!
//! This crate does no IO; who loads hands in a way to read files.

mod diagnostic;
mod load;
mod map;
mod text;

pub use diagnostic::{Diagnostic, Diagnostics, MAX_ERRORS, Severity};
pub use load::{Failed, FrontEnd, IntegerObject, Loaded, ReadFile, Traits, Unknown};
pub use map::{FileId, LineMarker, SourceFile, SourceMap, Span};
pub use text::{IrText, load_text};
