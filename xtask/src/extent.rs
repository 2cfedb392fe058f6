//! How large things are in a source file: functions, structs, comments. `cargo xtask wrap` breaks the lines
//! of comments.
//!
//! It reads text that `rustfmt` has made, so that an item ends with a brace as far to the right as it began.
//! Text in a raw string that looks like an item counts as one.

use crate::tidy::files;
use crate::workspace::root;

/// Lines of a function that gives no reason for more.
const LINES: usize = 100;
/// Fields of a struct.
const FIELDS: usize = 20;
/// Columns to which comments are wrapped: those of the code.
const WRAPPED: usize = 110;
/// How the line of a doc comment begins that says why a function is long.
const REASON: &str = "/// Long because ";

/// What is too large in a file: the line, and what to do.
pub fn too_large(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        let words = trimmed.split(|c: char| !c.is_alphanumeric() && c != '_');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        match item(&words) {
            Some(("fn", name)) => {
                let length = length(&lines[index..], indent);
                if length > LINES && !has_reason(&lines[..index]) {
                    found.push((
                        index + 1,
                        format!(
                            "`{name}` has {length} lines: divide it, or say why in a line `{}…`",
                            REASON.trim_end()
                        ),
                    ));
                }
            }
            Some(("struct", name)) if line.ends_with('{') => {
                let body = &lines[index..index + length(&lines[index..], indent)];
                let fields = body
                    .iter()
                    .skip(1)
                    .filter(|line| is_field(line, indent + 4))
                    .count();
                if fields > FIELDS {
                    found.push((
                        index + 1,
                        format!("`{name}` has {fields} fields: group those that belong together"),
                    ));
                }
            }
            _ => {}
        }
    }
    found
}

/// The function or struct that a line begins, by its words.
fn item<'a>(words: &[&'a str]) -> Option<(&'a str, &'a str)> {
    let at = words.iter().position(|word| matches!(*word, "fn" | "struct"))?;
    let before = [
        "pub", "crate", "super", "in", "execute", "const", "unsafe", "async", "extern",
    ];
    let is_item = words[..at].iter().all(|word| before.contains(word));
    is_item.then_some((words[at], *words.get(at + 1)?))
}

/// How many lines an item has that begins in the first of these, so far to the right.
fn length(lines: &[&str], indent: usize) -> usize {
    let is_end = |line: &&str| {
        line.len() > indent && line[..indent].trim().is_empty() && line[indent..].starts_with('}')
    };
    let ends_at_once = |line: &&str| line.ends_with(';') || line.ends_with('}');
    match lines.iter().position(is_end) {
        _ if lines.first().is_some_and(ends_at_once) => 1,
        Some(end) => end + 1,
        None => 1,
    }
}

fn is_field(line: &str, indent: usize) -> bool {
    let trimmed = line.trim_start();
    let is_there = line.len() - trimmed.len() == indent;
    is_there && !trimmed.starts_with(['/', '#', ')', '}']) && trimmed.contains(": ")
}

/// Whether the doc comment before an item says why it is long.
fn has_reason(before: &[&str]) -> bool {
    let lines = before.iter().rev().map(|line| line.trim_start());
    lines
        .take_while(|line| line.starts_with("///") || line.starts_with("#["))
        .any(|line| line.starts_with(REASON))
}

/// What `cargo xtask wrap` is asked to do.
#[derive(clap::Args)]
pub struct Arguments {
    /// Change nothing, and fail if there are comments to wrap
    #[arg(long)]
    check: bool,
}

/// Wraps the comments of all sources, or tells which ones have some to wrap.
pub fn wrap(arguments: &Arguments) -> Result<bool, String> {
    let mut is_wrapped = true;
    for path in files()? {
        if path.extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let explain = |error: std::io::Error| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(&path).map_err(explain)?;
        let wrapped = wrapped(&text);
        if wrapped == text {
            continue;
        }
        let name = path.strip_prefix(root()).unwrap_or(&path);
        println!("{}: comments are wider than the code", name.display());
        match arguments.check {
            true => is_wrapped = false,
            false => std::fs::write(&path, wrapped).map_err(explain)?,
        }
    }
    Ok(is_wrapped)
}

/// A paragraph of comments: what stands before each line, how far lines after the first go in, and the words.
struct Paragraph<'t> {
    before: &'t str,
    hang: usize,
    words: Vec<&'t str>,
    lines: Vec<&'t str>,
}

impl Paragraph<'_> {
    /// Its lines, broken anew if one of them is too wide.
    fn write(&self, out: &mut Vec<String>) {
        if self.lines.iter().all(|line| line.chars().count() <= WRAPPED) {
            out.extend(self.lines.iter().map(|line| (*line).to_owned()));
            return;
        }
        let mut line = format!("{} ", self.before);
        let mut is_empty = true;
        for word in &self.words {
            if !is_empty && line.chars().count() + 1 + word.chars().count() > WRAPPED {
                let next = format!("{} {:hang$}", self.before, "", hang = self.hang);
                out.push(std::mem::replace(&mut line, next));
                is_empty = true;
            }
            if !is_empty {
                line.push(' ');
            }
            line.push_str(word);
            is_empty = false;
        }
        out.push(line);
    }
}

/// The comment of a line: what marks it, with the blanks before, and its text.
fn comment(line: &str) -> Option<(&str, &str)> {
    let trimmed = line.trim_start();
    let mark = ["//!", "///", "//"]
        .into_iter()
        .find(|mark| trimmed.starts_with(mark))?;
    let end = line.len() - trimmed.len() + mark.len();
    Some((&line[..end], &line[end..]))
}

/// A text with its wide comments wrapped. Lists keep their items; tables, headings and code stay as they are.
fn wrapped(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut open: Option<Paragraph<'_>> = None;
    let mut in_code = false;
    for line in text.lines() {
        let content = comment(line).map(|(before, rest)| (before, rest, rest.trim()));
        let is_fence = content.is_some_and(|(_, _, words)| words.starts_with("```"));
        in_code ^= is_fence;
        let plain = content.filter(|(_, rest, words)| {
            let is_link = words.starts_with('[') && words.contains("]: ");
            let is_text = !words.is_empty() && !words.starts_with(['#', '|', '~']) && !is_link;
            is_text && !is_fence && !in_code && !rest.starts_with("     ")
        });
        let Some((before, rest, words)) = plain else {
            if let Some(paragraph) = open.take() {
                paragraph.write(&mut out);
            }
            out.push(line.to_owned());
            continue;
        };
        let inset = rest.len() - rest.trim_start().len();
        let hang = item_mark(words);
        let goes_on = open.as_ref().is_some_and(|p| {
            p.before == before && hang == 0 && inset == if p.hang > 0 { p.hang + 1 } else { 1 }
        });
        if !goes_on {
            if let Some(paragraph) = open.take() {
                paragraph.write(&mut out);
            }
            open = Some(Paragraph {
                before,
                hang,
                words: Vec::new(),
                lines: Vec::new(),
            });
        }
        if let Some(paragraph) = &mut open {
            paragraph.words.extend(words.split_whitespace());
            paragraph.lines.push(line);
        }
    }
    if let Some(paragraph) = open {
        paragraph.write(&mut out);
    }
    out.join("\n") + "\n"
}

/// How wide the mark is that begins an item of a list: none if it begins none.
fn item_mark(words: &str) -> usize {
    let digits = words.chars().take_while(char::is_ascii_digit).count();
    match words {
        _ if words.starts_with("- ") || words.starts_with("* ") => 2,
        _ if digits > 0 && words[digits..].starts_with(". ") => digits + 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_functions_need_a_reason() {
        let body = "    let x = 1;\n".repeat(LINES);
        let long = format!("pub(crate) fn f() {{\n{body}}}\n");
        assert_eq!(too_large(&long).len(), 1);
        assert!(
            too_large(&format!(
                "/// A table.\n///\n/// Long because it is one.\n#[inline]\n{long}"
            ))
            .is_empty()
        );
        assert!(too_large("fn f() {\n    g();\n}\n").is_empty());
    }

    #[test]
    fn structs_have_few_fields() {
        let fields = |count: usize| {
            (0..count)
                .map(|i| format!("    /// One: more.\n    pub f{i}: u32,\n"))
                .collect::<String>()
        };
        assert!(too_large(&format!("struct S {{\n{}}}\n", fields(FIELDS))).is_empty());
        assert_eq!(
            too_large(&format!("pub struct S<T> {{\n{}}}\n", fields(FIELDS + 1))).len(),
            1
        );
    }

    #[test]
    fn comments_are_wrapped_at_words() {
        let words = "word ".repeat(30);
        let text = format!("    /// {}\n    /// end.\nfn f() {{}}\n", words.trim());
        let wrapped = wrapped(&text);
        assert!(
            wrapped.lines().all(|line| line.chars().count() <= WRAPPED),
            "{wrapped}"
        );
        assert_eq!(wrapped.lines().count(), 3);
        assert!(wrapped.contains(" end.\n"), "{wrapped}");
        assert_eq!(super::wrapped(&wrapped), wrapped);
    }

    #[test]
    fn items_of_lists_stay_apart() {
        let words = "word ".repeat(30);
        let text = format!("//! - {}\n//! - next\n//!   one\n", words.trim());
        let wrapped = wrapped(&text);
        assert!(wrapped.contains("\n//!   word"), "{wrapped}");
        assert!(wrapped.ends_with("\n//! - next\n//!   one\n"), "{wrapped}");
    }
}
