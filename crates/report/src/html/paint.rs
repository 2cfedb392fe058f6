//! Lines of C with their colours and marks.

use std::ops::Range;

use maud::{Markup, html};

/// Words that have a meaning of their own, beside types.
const KEYWORDS: &[&str] = &[
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Generic",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "__thread",
    "break",
    "case",
    "cilk_for",
    "cilk_spawn",
    "cilk_sync",
    "const",
    "continue",
    "default",
    "do",
    "else",
    "enum",
    "extern",
    "for",
    "goto",
    "if",
    "inline",
    "register",
    "restrict",
    "return",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "volatile",
    "while",
];

/// Types of the language, and of the library where they do not end in `_t`.
const TYPES: &[&str] = &[
    "FILE", "_Bool", "_Complex", "bool", "char", "double", "float", "int", "long", "short", "signed",
    "unsigned", "void",
];

/// What some bytes of a line are.
pub type Colour = (Range<usize>, &'static str);

/// The colours of each line of a text.
pub fn colours(text: &str) -> Vec<Vec<Colour>> {
    let mut in_comment = false;
    text.lines().map(|line| colour(line, &mut in_comment)).collect()
}

fn colour(line: &str, in_comment: &mut bool) -> Vec<Colour> {
    let bytes = line.as_bytes();
    let mut found: Vec<Colour> = Vec::new();
    let mut at = 0;
    let is_directive = !*in_comment && line.trim_start().starts_with('#');
    while at < bytes.len() {
        let rest = &line[at..];
        let (length, class) = if *in_comment || rest.starts_with("/*") {
            let skipped = if *in_comment { 0 } else { 2 };
            let end = rest[skipped..].find("*/").map(|end| end + skipped + 2);
            *in_comment = end.is_none();
            (end.unwrap_or(rest.len()), "comment")
        } else if rest.starts_with("//") {
            (rest.len(), "comment")
        } else if matches!(bytes[at], b'"' | b'\'') {
            (quoted(rest), "string")
        } else {
            let word = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            match &rest[..word] {
                "" => (rest.chars().next().map_or(1, char::len_utf8), ""),
                _ if is_directive => (word, "directive"),
                word if KEYWORDS.contains(&word) => (word.len(), "keyword"),
                word if TYPES.contains(&word) || word.ends_with("_t") => (word.len(), "type"),
                word if word.starts_with(|c: char| c.is_ascii_digit()) => (word.len(), "number"),
                word => (word.len(), ""),
            }
        };
        match found.last_mut() {
            _ if class.is_empty() => {}
            Some((range, last)) if *last == class && range.end == at => range.end += length,
            _ => found.push((at..at + length, class)),
        }
        at += length;
    }
    found
}

/// How long a text or character in quotes is; it ends with the line.
fn quoted(text: &str) -> usize {
    let quote = text.as_bytes()[0];
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => _ = bytes.next(),
            _ if byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A line with its colours, and with marks whose columns count characters from 1.
pub fn paint(line: &str, colours: &[Colour], marks: &[(u32, u32, &str)]) -> Markup {
    let place = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    let marks: Vec<(Range<usize>, &str)> = marks
        .iter()
        .map(|(column, length, class)| {
            let first = column.saturating_sub(1) as usize;
            (place(first)..place(first + (*length).max(1) as usize), *class)
        })
        .collect();
    let ends = |range: &Range<usize>| [range.start, range.end];
    let mut cuts: Vec<usize> = vec![0, line.len()];
    cuts.extend(colours.iter().flat_map(|(range, _)| ends(range)));
    cuts.extend(marks.iter().flat_map(|(range, _)| ends(range)));
    cuts.sort_unstable();
    cuts.dedup();
    html! {
        @for pair in cuts.windows(2) {
            @let text = printable(&line[pair[0]..pair[1]]);
            @let has = |range: &Range<usize>| range.start <= pair[0] && pair[1] <= range.end;
            @let class = colours.iter().find(|(range, _)| has(range)).map_or("", |(_, class)| *class);
            @match marks.iter().find(|(range, _)| has(range)) {
                Some((_, mark)) => mark class=(format!("{mark} {class}").trim()) { (text) },
                None if class.is_empty() => (text),
                None => span class=(class) { (text) },
            }
        }
    }
}

/// Text without characters that a page must not have.
pub fn printable(text: &str) -> String {
    let printable = |c: char| match c.is_control() && c != '\t' && c != '\n' {
        true => '\u{fffd}',
        false => c,
    };
    text.chars().map(printable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_says_is_not_the_page() {
        let page = |line, marks: &[(u32, u32, &str)]| paint(line, &[], marks).into_string();
        assert_eq!(
            page("a<b && \"c\"\u{1}", &[]),
            "a&lt;b &amp;&amp; &quot;c&quot;\u{fffd}"
        );
        assert_eq!(
            page("x<y = é;", &[(3, 1, "a")]),
            "x&lt;<mark class=\"a\">y</mark> = é;"
        );
        assert_eq!(page("é", &[(9, 4, "a")]), "é");
    }

    #[test]
    fn lines_have_the_colours_of_c() {
        let found = |text: &str| -> Vec<Vec<String>> {
            let lines = text.lines().zip(colours(text));
            let words = lines.map(|(line, colours)| {
                let words = colours.into_iter();
                words
                    .map(|(range, class)| format!("{class}:{}", &line[range]))
                    .collect()
            });
            words.collect()
        };
        assert_eq!(
            found("int x = 0x1f; /* a\nb */ size_t é; // c"),
            [
                vec!["type:int", "number:0x1f", "comment:/* a"],
                vec!["comment:b */", "type:size_t", "comment:// c"]
            ]
        );
        assert_eq!(
            found("if (c == '\\'') s = \"/*\\\"\";\n#define a \"b"),
            [
                vec!["keyword:if", "string:'\\''", "string:\"/*\\\"\""],
                vec!["directive:define", "directive:a", "string:\"b"]
            ]
        );
        assert_eq!(found("/*/ int */ int"), [vec!["comment:/*/ int */", "type:int"]]);
    }
}
