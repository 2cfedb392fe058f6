//! The texts that snippets are cut from.

use std::collections::BTreeMap;

use crate::Location;

/// Source texts by file name. A file that is not here is named in a report and not quoted.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    texts: BTreeMap<String, String>,
}

impl Sources {
    /// No texts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file; bytes that are not UTF-8 are shown as replacement characters.
    pub fn add(&mut self, file: impl Into<String>, text: &[u8]) {
        let text = String::from_utf8_lossy(text).into_owned();
        self.texts.insert(file.into(), text);
    }

    /// The text of a file.
    pub fn text(&self, file: &str) -> Option<&str> {
        self.texts.get(file).map(String::as_str)
    }

    /// All files with their texts.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts
            .iter()
            .map(|(file, text)| (file.as_str(), text.as_str()))
    }

    /// The bytes of a file's text that a location covers: at least one character unless the line
    /// is empty, never past the end of the line. None if the text does not have that line.
    pub fn range(&self, at: &Location) -> Option<std::ops::Range<usize>> {
        let text = self.text(&at.file)?;
        let line_index = at.line.checked_sub(1)? as usize;
        let mut start = 0;
        for _ in 0..line_index {
            start += text[start..].find('\n')? + 1;
        }
        let line = text[start..].split('\n').next()?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        let offset = |column: usize| {
            line.char_indices()
                .nth(column)
                .map_or(line.len(), |(index, _)| index)
        };
        let first = at.column.saturating_sub(1) as usize;
        let last = first.saturating_add(at.length.max(1) as usize);
        Some(start + offset(first)..start + offset(last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(text: &str, line: u32, column: u32, length: u32) -> Option<String> {
        let mut sources = Sources::new();
        sources.add("a.c", text.as_bytes());
        let at = Location {
            file: "a.c".into(),
            line,
            column,
            length,
        };
        let range = sources.range(&at)?;
        Some(sources.text("a.c").unwrap_or_default()[range].to_owned())
    }

    #[test]
    fn a_range_stays_on_its_line() {
        let text = "int x;\r\n\té = y;\n\n";
        assert_eq!(covered(text, 1, 5, 1).as_deref(), Some("x"));
        assert_eq!(covered(text, 1, 5, 99).as_deref(), Some("x;"));
        assert_eq!(covered(text, 2, 2, 5).as_deref(), Some("é = y"));
        assert_eq!(covered(text, 2, 99, 5).as_deref(), Some(""));
        assert_eq!(covered(text, 3, 1, 1).as_deref(), Some(""));
        assert_eq!(covered(text, 9, 1, 1), None);
        assert_eq!(covered(text, 0, 1, 1), None);
    }
}
