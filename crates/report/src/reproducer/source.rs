//! The sources as one text: with the user's own headers in the places where they are included, and macros
//! around operators on atomic objects.

use std::path::{Component, Path, PathBuf};

use super::Around;
use super::list::is_of_name;
use super::wrap::expression;
use crate::{Describe, Sources};

/// How deep headers may include others.
const DEEPEST: usize = 64;

/// All texts, by the index of their file.
pub struct Texts {
    files: Vec<String>,
    texts: Vec<String>,
    units: usize,
}

impl Texts {
    /// The texts of some files, of which the first are compiled.
    ///
    /// # Errors
    ///
    /// A file without a text.
    pub fn new(
        describe: &Describe<'_>,
        sources: &Sources,
        files: &[String],
        around: &Around,
    ) -> Result<Texts, String> {
        let mut edits: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
        for at in describe.atomic_places() {
            let file = files.iter().position(|file| *file == at.file);
            let text = sources.text(&at.file);
            if let (Some(file), Some(text), Some(range)) = (file, text, sources.range(&at))
                && let Some(range) = expression(text, range)
            {
                edits.push((file, range));
            }
        }
        edits.sort_by_key(|(file, range)| (*file, range.start, std::cmp::Reverse(range.end)));
        edits.dedup();
        let mut texts = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let text = sources
                .text(file)
                .ok_or_else(|| format!("{file}: no text is known"))?;
            let mine = edits
                .iter()
                .filter(|(of, _)| *of == number)
                .map(|(_, range)| range);
            let wrapped = wrapped(text, mine.cloned().collect());
            texts.push(without_definitions(&wrapped, &around.overrides));
        }
        Ok(Texts {
            files: files.to_vec(),
            texts,
            units: around.files.len(),
        })
    }

    /// Whether some text has this word.
    pub fn has_word(&self, word: &str) -> bool {
        self.texts.iter().any(|text| has_word(text, word))
    }

    /// Whether there may be atomic operations.
    pub fn has_atomics(&self) -> bool {
        self.texts.iter().any(|text| {
            let starts = ["atomic", "__sync_"];
            starts.iter().any(|start| text.contains(start))
        })
    }

    /// All of it, with the place behind the last header of the system. Headers that only later files include
    /// stand there too.
    pub fn whole(&self, prelude: &str) -> String {
        let mut units = (0..self.units).map(|unit| self.unit(unit, 0));
        let first = units.next().unwrap_or_default();
        let at = behind_includes(&first);
        let mut headers = String::new();
        let mut others = String::new();
        for unit in units {
            for line in unit.split_inclusive('\n') {
                match is_of_system(line) {
                    true => {
                        headers.push_str(line);
                        others.push('\n');
                    }
                    false => others.push_str(line),
                }
            }
        }
        let again = position(&first[..at]);
        let (head, tail) = first.split_at(at);
        format!("{head}{headers}{prelude}{again}{tail}\n{others}")
    }

    fn unit(&self, file: usize, depth: usize) -> String {
        let mut out = start(file, 1, &self.files[file]);
        for (line, number) in self.texts[file].split_inclusive('\n').zip(1..) {
            match self.included(file, line) {
                Some(header) if depth < DEEPEST => {
                    out.push_str(&self.unit(header, depth + 1));
                    out.push_str(&start(file, number + 1, &self.files[file]));
                }
                _ if is_directive(line, "pragma") && line.contains("once") => out.push('\n'),
                _ => out.push_str(line),
            }
        }
        if !out.ends_with('\n') {
            out.push('\n');
        }
        out
    }

    /// The file of the user that a line includes.
    fn included(&self, file: usize, line: &str) -> Option<usize> {
        let name = is_directive(line, "include").then(|| line.split('"').nth(1))??;
        let beside = Path::new(&self.files[file]).with_file_name(name);
        let is_it = |path: &Path| {
            self.files
                .iter()
                .position(|file| plain(Path::new(file)) == plain(path))
        };
        let ends = || {
            self.files
                .iter()
                .position(|file| Path::new(file).ends_with(plain(Path::new(name))))
        };
        is_it(&beside).or_else(ends)
    }
}

/// A path without `.` and `..`, as far as that can be.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() => _ = out.pop(),
            part => out.push(part),
        }
    }
    out
}

/// Where a text of a file begins.
fn start(file: usize, line: usize, name: &str) -> String {
    format!("#undef RP_FILE\n#define RP_FILE {file}\n#line {line} {name:?}\n")
}

fn is_directive(line: &str, word: &str) -> bool {
    let rest = line.trim_start().strip_prefix('#');
    rest.is_some_and(|rest| rest.trim_start().starts_with(word))
}

fn is_of_system(line: &str) -> bool {
    is_directive(line, "include") && line.contains('<')
}

/// The end of the last line at the top that includes a header of the system, or of the condition around it.
fn behind_includes(text: &str) -> usize {
    let (mut depth, mut at, mut found, mut is_pending) = (0_usize, 0, 0, false);
    for line in text.split_inclusive('\n') {
        at += line.len();
        if is_directive(line, "if") {
            depth += 1;
        } else if is_directive(line, "endif") {
            depth = depth.saturating_sub(1);
        }
        is_pending |= is_of_system(line);
        if is_pending && depth == 0 {
            (found, is_pending) = (at, false);
        }
    }
    match found {
        // Without any, behind the line that says which file it is.
        0 => text.match_indices('\n').nth(2).map_or(0, |(at, _)| at + 1),
        found => found,
    }
}

/// Says again in which line of which file the text goes on.
fn position(text: &str) -> String {
    let mut last = (1, "\"\"");
    for line in text.lines() {
        last.0 += 1;
        if let Some(rest) = line.strip_prefix("#line ")
            && let Some((number, name)) = rest.split_once(' ')
        {
            last = (number.parse().unwrap_or(1), name);
        }
    }
    format!("#line {} {}\n", last.0, last.1)
}

/// The text with macros around some parts, of which one may be in another.
fn wrapped(text: &str, ranges: Vec<std::ops::Range<usize>>) -> String {
    let mut marks: Vec<(usize, bool)> = Vec::new();
    for range in ranges {
        marks.push((range.start, true));
        marks.push((range.end, false));
    }
    // What ends at a place does so before others begin there.
    marks.sort();
    let mut out = String::new();
    let mut done = 0;
    for (at, is_start) in marks {
        out.push_str(&text[done..at]);
        out.push_str(if is_start { "RP_STEP(" } else { ")" });
        done = at;
    }
    out.push_str(&text[done..]);
    out
}

/// The text without definitions of macros that are given another value.
fn without_definitions(text: &str, overrides: &[(String, String)]) -> String {
    let defines = |line: &&str| {
        let Some((_, rest)) = line.split_once("define").filter(|_| is_directive(line, "define")) else {
            return false;
        };
        overrides.iter().any(|(name, _)| {
            let behind = rest.trim_start().strip_prefix(name.as_str());
            behind.is_some_and(|behind| !behind.bytes().next().is_some_and(is_of_name))
        })
    };
    let line = |line| if defines(&line) { "\n" } else { line };
    text.split_inclusive('\n').map(line).collect()
}

fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].bytes().next_back();
        let behind = text[at + word.len()..].bytes().next();
        !before.is_some_and(is_of_name) && !behind.is_some_and(is_of_name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scheduler_stands_behind_all_headers_of_the_system() {
        let text = "#include <a.h>\n#ifdef X\n#include <b.h>\n#endif\nint x;\n";
        assert_eq!(&text[behind_includes(text)..], "int x;\n");
    }

    #[test]
    fn parts_may_be_in_others() {
        assert_eq!(wrapped("a = b;", vec![0..5, 4..5]), "RP_STEP(a = RP_STEP(b));");
    }

    #[test]
    fn a_word_is_no_part_of_another() {
        assert!(has_word("x = sem_wait(&s);", "sem_wait"));
        assert!(!has_word("my_sem_wait(&s); sem_waiting()", "sem_wait"));
    }
}
