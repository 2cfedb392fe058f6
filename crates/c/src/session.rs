//! What the stages of the front end share, and the first of them in a row.

use std::path::Path;

use raceproof_ir::FileId;

use crate::ast::TranslationUnit;
use crate::lex::{Dialect, lex_preprocessed, realign};
use crate::parse::parse;
use crate::preprocess::{PreprocessOptions, preprocess};
use crate::symbol::Interner;
use raceproof_source::Diagnostics;
use raceproof_source::SourceMap;

/// The state that lasts over the files of a program.
#[derive(Debug, Default)]
pub struct Session {
    /// The files.
    pub sources: SourceMap,
    /// The names.
    pub interner: Interner,
    /// The messages.
    pub diagnostics: Diagnostics,
}

/// There were errors; the session's diagnostics tell them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rejected;

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the program has errors")
    }
}

impl std::error::Error for Rejected {}

/// Preprocesses and parses a C file; a `.i` file is parsed as it is.
pub fn parse_file(
    session: &mut Session,
    path: &Path,
    options: &PreprocessOptions,
) -> Result<TranslationUnit, Rejected> {
    let before = session.diagnostics.error_count();
    let dialect = options.dialect(&mut session.diagnostics);
    let (file, text) = preprocess(path, options, &mut session.sources, &mut session.diagnostics)?;
    let unit = parse_text(session, file, &text, dialect);
    session.sources.add_preprocessed(file, text);
    if session.diagnostics.error_count() > before {
        return Err(Rejected);
    }
    Ok(unit)
}

/// Parses preprocessed text that began as `file`. Does no IO.
pub fn parse_text(session: &mut Session, file: FileId, text: &[u8], dialect: Dialect) -> TranslationUnit {
    let Session {
        sources,
        interner,
        diagnostics,
    } = session;
    let mut tokens = lex_preprocessed(text, file, dialect, sources, interner, diagnostics);
    realign(&mut tokens, dialect, sources, interner);
    parse(&tokens, dialect, interner, diagnostics)
}
