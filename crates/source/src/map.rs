//! The source files of a program: names, and text where there is any.
//!
//! The preprocessor stage fills this in; nothing here reads a file. Headers of the system are known
//! by name only: their lines are found again, when a report needs one, in the preprocessed text.

use std::collections::HashMap;
use std::sync::Arc;

pub use raceproof_ir::{FileId, Span};

/// A file that some line of the program comes from.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// As the user or the preprocessor named it.
    pub name: String,
    /// The original text, if it was read.
    pub text: Option<Arc<[u8]>>,
}

/// All source files of a session.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    by_name: HashMap<String, FileId>,
    /// Outputs of the preprocessor, with the file each began as.
    preprocessed: Vec<(FileId, Arc<[u8]>)>,
}

impl SourceMap {
    /// No files.
    pub fn new() -> Self {
        Self::default()
    }

    /// The id of a file, new if its name was not seen before.
    pub fn file(&mut self, name: &str) -> FileId {
        if let Some(&file) = self.by_name.get(name) {
            return file;
        }
        let file = FileId(self.files.len() as u32);
        self.files.push(SourceFile {
            name: name.to_owned(),
            text: None,
        });
        self.by_name.insert(name.to_owned(), file);
        file
    }

    /// Keeps the original text of a file.
    pub fn set_text(&mut self, file: FileId, text: impl Into<Arc<[u8]>>) {
        if let Some(entry) = self.files.get_mut(file.0 as usize) {
            entry.text = Some(text.into());
        }
    }

    /// The id of a file that another map has; its text is taken over if there is none here.
    pub fn adopt(&mut self, other: SourceFile) -> FileId {
        let file = self.file(&other.name);
        let entry = &mut self.files[file.0 as usize];
        entry.text = entry.text.take().or(other.text);
        file
    }

    /// The files, in the order of their ids.
    pub fn into_files(self) -> impl Iterator<Item = SourceFile> {
        self.files.into_iter()
    }

    /// Keeps preprocessed text, as a source of lines whose original text was not read, in place of an older
    /// one that began as the same file.
    pub fn set_preprocessed(&mut self, file: FileId, text: Arc<[u8]>) {
        match self.preprocessed.iter_mut().find(|(known, _)| *known == file) {
            Some((_, known)) => *known = text,
            None => self.preprocessed.push((file, text)),
        }
    }

    /// The files in the order of their ids.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The name of a file.
    pub fn name(&self, file: FileId) -> &str {
        self.files
            .get(file.0 as usize)
            .map_or("<unknown>", |entry| &entry.name)
    }

    /// The original text of a file, if it was read.
    pub fn text(&self, file: FileId) -> Option<&[u8]> {
        self.files.get(file.0 as usize)?.text.as_deref()
    }

    /// One line, without its end, bytes that are not UTF-8 replaced.
    pub fn line(&self, file: FileId, line: u32) -> Option<String> {
        let bytes = match self.text(file) {
            Some(text) => text.split(|&b| b == b'\n').nth(line.checked_sub(1)? as usize)?,
            None => self.preprocessed_line(file, line)?,
        };
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    fn preprocessed_line(&self, wanted: FileId, wanted_line: u32) -> Option<&[u8]> {
        for (start, text) in &self.preprocessed {
            let mut file = Some(*start);
            let mut line = 1;
            for row in text.split(|&b| b == b'\n') {
                if let Some(marker) = LineMarker::parse(row) {
                    if let Some(name) = marker.name {
                        file = self.by_name.get(&name).copied();
                    }
                    line = marker.line;
                    continue;
                }
                let is_blank = row.iter().all(u8::is_ascii_whitespace);
                if file == Some(wanted) && line == wanted_line && !is_blank {
                    return Some(row);
                }
                line = line.wrapping_add(1);
            }
        }
        None
    }

    /// `file:line:column`.
    pub fn position(&self, span: Span) -> String {
        format!("{}:{}:{}", self.name(span.file), span.line, span.column)
    }
}

/// `# 12 "file" flags` or `#line 12 "file"`: the next line is this line of that file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineMarker {
    /// The number of the next line.
    pub line: u32,
    /// The file, if the marker names one.
    pub name: Option<String>,
    /// The preprocessor says that this is a header of the system.
    pub is_system: bool,
}

impl LineMarker {
    /// Reads a line of preprocessed text; none if it is no line marker.
    pub fn parse(row: &[u8]) -> Option<LineMarker> {
        let rest = row.trim_ascii().strip_prefix(b"#")?.trim_ascii_start();
        let rest = rest.strip_prefix(b"line").unwrap_or(rest).trim_ascii_start();
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let line = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
        let rest = rest[digits..].trim_ascii_start();
        let Some(quoted) = rest.strip_prefix(b"\"") else {
            return rest.is_empty().then_some(LineMarker {
                line,
                name: None,
                is_system: false,
            });
        };
        let mut name = Vec::new();
        let mut bytes = quoted.iter();
        loop {
            match bytes.next()? {
                b'"' => break,
                b'\\' => name.push(*bytes.next()?),
                byte => name.push(*byte),
            }
        }
        let is_system = bytes
            .as_slice()
            .split(u8::is_ascii_whitespace)
            .any(|flag| flag == b"3");
        Some(LineMarker {
            line,
            name: Some(String::from_utf8_lossy(&name).into_owned()),
            is_system,
        })
    }
}
