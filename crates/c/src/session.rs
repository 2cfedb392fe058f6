//! What the stages of the front end share, and the first of them in a row.

use std::path::Path;
use std::sync::Arc;

use raceproof_ir::{FileId, Span};

use crate::ast::TranslationUnit;
use crate::lex::{Dialect, Token, lex_preprocessed, realign};
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

/// A file that was preprocessed and taken apart into tokens, apart from all others: its names and files have
/// numbers of their own.
#[derive(Debug)]
pub struct Scanned {
    session: Session,
    /// The file, its text after preprocessing, and its tokens; none if it could not be read.
    parts: Option<(FileId, Arc<[u8]>, Vec<Token>)>,
    dialect: Dialect,
}

/// Preprocesses a file; a `.i` file is read as it is. `known` says whether a text has been seen before: then
/// nothing more is done, and it is given back.
pub fn scan_file(
    path: &Path,
    options: &PreprocessOptions,
    known: &dyn Fn(&[u8]) -> bool,
) -> Result<Scanned, Arc<[u8]>> {
    let mut session = Session::default();
    let dialect = options.dialect(&mut session.diagnostics);
    let Session {
        sources,
        interner,
        diagnostics,
    } = &mut session;
    let parts = match preprocess(path, options, sources, diagnostics) {
        Err(Rejected) => None,
        Ok((_, text)) if known(&text) => return Err(text.into()),
        Ok((file, text)) => {
            let mut tokens = lex_preprocessed(&text, file, dialect, sources, interner, diagnostics);
            realign(&mut tokens, dialect, sources, interner);
            Some((file, text.into(), tokens))
        }
    };
    Ok(Scanned {
        session,
        parts,
        dialect,
    })
}

impl Scanned {
    /// Whether a name stands anywhere in it.
    pub fn has_name(&self, name: &str) -> bool {
        self.session.interner.get(name).is_some()
    }
}

impl Session {
    /// Takes over the names, files and messages of a file that was scanned apart, and parses it. Gives the
    /// text after preprocessing too. If there were errors the tree is what is left without them.
    pub fn parse(&mut self, scanned: Scanned) -> Option<(TranslationUnit, Arc<[u8]>)> {
        let Scanned {
            session: apart,
            parts,
            dialect,
        } = scanned;
        let files: Vec<FileId> = apart
            .sources
            .into_files()
            .map(|file| self.sources.adopt(file))
            .collect();
        let place = |span: &mut Span| {
            if let Some(file) = files.get(span.file.0 as usize) {
                span.file = *file;
            }
        };
        for mut diagnostic in apart.diagnostics.into_list() {
            place(&mut diagnostic.span);
            diagnostic.labels.iter_mut().for_each(|(span, _)| place(span));
            self.diagnostics.push(diagnostic);
        }
        let (file, text, mut tokens) = parts?;
        let names = self.interner.adopt(&apart.interner);
        for token in &mut tokens {
            place(&mut token.span);
            token.kind = token.kind.renamed(&names);
        }
        self.sources
            .set_preprocessed(files[file.0 as usize], Arc::clone(&text));
        let unit = parse(&tokens, dialect, &mut self.interner, &mut self.diagnostics);
        Some((unit, text))
    }
}

/// Preprocesses and parses a C file; a `.i` file is parsed as it is.
pub fn parse_file(
    session: &mut Session,
    path: &Path,
    options: &PreprocessOptions,
) -> Result<TranslationUnit, Rejected> {
    let before = session.diagnostics.error_count();
    let scanned = scan_file(path, options, &|_| false).map_err(|_| Rejected)?;
    match session.parse(scanned) {
        Some((unit, _)) if session.diagnostics.error_count() == before => Ok(unit),
        _ => Err(Rejected),
    }
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
