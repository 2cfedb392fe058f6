//! Gives tokens of preprocessed text the columns of the original text.
//!
//! Per line: the tokens that begin and end the line in the same way are the same tokens; what is
//! left in the middle is matched by a longest common subsequence. A token without a match came out
//! of a macro: it gets the position and length of the name of that macro, the nearest name before it
//! on the line that has no match itself. The arguments of a macro may go on over the next lines; they
//! are matched too, as the preprocessor puts them all on the first.

use raceproof_ir::{FileId, Span};

use super::{Dialect, Punct, Token, TokenKind, lex_text};
use crate::symbol::Interner;
use raceproof_source::SourceMap;

/// Beyond this size of the table of the longest common subsequence, the middle is not matched.
const MAX_TABLE: usize = 1 << 16;

/// Corrects the positions of all tokens that come from a file whose original text is known.
pub fn realign(tokens: &mut [Token], dialect: Dialect, sources: &SourceMap, interner: &mut Interner) {
    let mut originals: Vec<(FileId, Original)> = Vec::new();
    let mut start = 0;
    while start < tokens.len() {
        let Span { file, line, .. } = tokens[start].span;
        let length = tokens[start..]
            .iter()
            .take_while(|t| t.span.file == file && t.span.line == line)
            .count();
        let row = &mut tokens[start..start + length];
        start += length;
        let Some(text) = sources.text(file) else {
            continue;
        };
        let index = match originals.iter().position(|(known, _)| *known == file) {
            Some(index) => index,
            None => {
                originals.push((file, Original::new(text, file, dialect, interner)));
                originals.len() - 1
            }
        };
        let (original, on_line) = originals[index].1.row(line);
        align_row(row, original, on_line);
    }
}

/// The tokens of a file as written.
struct Original {
    tokens: Vec<Token>,
    /// The index of the first token at or after each line.
    line_starts: Vec<u32>,
    /// The lines that end in a backslash, in order.
    joined: Vec<u32>,
}

impl Original {
    fn new(text: &[u8], file: FileId, dialect: Dialect, interner: &mut Interner) -> Self {
        let tokens = lex_text(text, file, dialect, interner);
        let mut line_starts = vec![0];
        for (index, token) in tokens.iter().enumerate() {
            while line_starts.len() <= token.span.line as usize {
                line_starts.push(index as u32);
            }
        }
        let rows = text.split(|&b| b == b'\n').zip(1..);
        let joined = rows
            .filter(|(row, _)| row.trim_ascii_end().ends_with(b"\\"))
            .map(|(_, line)| line)
            .collect();
        Original {
            tokens,
            line_starts,
            joined,
        }
    }

    /// The tokens of a line with those that a backslash joins to it, and of the lines after it until
    /// the parentheses opened on it are closed; and how many of them are of the line itself.
    fn row(&self, line: u32) -> (&[Token], usize) {
        let start_of = |line: u32| {
            self.line_starts
                .get(line as usize)
                .map_or(self.tokens.len(), |start| *start as usize)
        };
        let start = start_of(line);
        let mut next = line.saturating_add(1);
        while self.joined.binary_search(&(next - 1)).is_ok() {
            next = next.saturating_add(1);
        }
        let mut end = start_of(next);
        let on_line = end - start;
        let mut depth = 0usize;
        for token in &self.tokens[start..end] {
            depth = depth_after(depth, token);
        }
        while depth > 0 && end < self.tokens.len() && end - start < 256 {
            depth = depth_after(depth, &self.tokens[end]);
            end += 1;
        }
        (&self.tokens[start..end], on_line)
    }
}

fn depth_after(depth: usize, token: &Token) -> usize {
    match token.kind {
        TokenKind::Punct(Punct::LeftParen) => depth + 1,
        TokenKind::Punct(Punct::RightParen) => depth.saturating_sub(1),
        _ => depth,
    }
}

fn align_row(row: &mut [Token], original: &[Token], on_line: usize) {
    let mut expanded = row;
    let mut original = original;
    let mut on_line = on_line;
    if expanded[0].kind == TokenKind::Pragma {
        // The original of `#pragma` is two tokens; its end has none.
        if let [hash, _, ..] = original
            && hash.kind == TokenKind::Punct(Punct::Hash)
        {
            let line = hash.span.line;
            let last = original.iter().rev().find(|token| token.span.line == line);
            let end = last.map_or(hash.span.column, |t| t.span.column + t.span.length);
            expanded[0].span = Span {
                length: end - hash.span.column,
                ..hash.span
            };
            original = &original[2..];
            on_line = on_line.saturating_sub(2);
        }
        expanded = &mut expanded[1..];
    }
    let before_end = expanded.len().saturating_sub(1);
    if expanded.last().is_some_and(|t| t.kind == TokenKind::PragmaEnd) {
        if let Some(end) = original[..on_line.min(original.len())].last() {
            expanded[before_end].span = end.span;
        }
        expanded = &mut expanded[..before_end];
    }
    if original.is_empty() {
        return;
    }
    let same = |a: &Token, b: &Token| a.kind == b.kind;
    let prefix = expanded
        .iter()
        .zip(original)
        .take_while(|(a, b)| same(a, b))
        .count();
    for (token, written) in expanded.iter_mut().zip(&original[..prefix]) {
        token.span = written.span;
    }
    let expanded = &mut expanded[prefix..];
    if expanded.is_empty() {
        return;
    }
    // Only tokens of the first line can end the line in the same way.
    let suffix = expanded
        .iter()
        .rev()
        .zip(original[prefix.min(on_line)..on_line].iter().rev())
        .take_while(|(a, b)| same(a, b))
        .count();
    let middle = expanded.len() - suffix;
    let last = on_line.max(prefix) - suffix;
    for (token, written) in expanded[middle..].iter_mut().zip(&original[last..]) {
        token.span = written.span;
    }
    let rest = if suffix == 0 {
        &original[prefix..]
    } else {
        &original[prefix..last]
    };
    align_middle(&mut expanded[..middle], rest, &original[..prefix]);
}

fn align_middle(expanded: &mut [Token], original: &[Token], before: &[Token]) {
    let (n, m) = (expanded.len(), original.len());
    let mut matched = vec![None; n];
    if (n + 1) * (m + 1) <= MAX_TABLE {
        // lengths[i][j]: the longest common subsequence of expanded[i..] and original[j..].
        let width = m + 1;
        let mut lengths = vec![0u16; (n + 1) * width];
        for i in (0..n).rev() {
            for j in (0..m).rev() {
                lengths[i * width + j] = if expanded[i].kind == original[j].kind {
                    lengths[(i + 1) * width + j + 1] + 1
                } else {
                    lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < n && j < m {
            if expanded[i].kind == original[j].kind {
                matched[i] = Some(j);
                i += 1;
                j += 1;
            } else if lengths[(i + 1) * width + j] > lengths[i * width + j + 1] {
                i += 1;
            } else {
                // Of several copies of a macro's argument, the first is matched.
                j += 1;
            }
        }
    }
    let mut is_used = vec![false; m];
    matched.iter().flatten().for_each(|&j| is_used[j] = true);
    let is_macro = |j: usize| !is_used[j] && matches!(original[j].kind, TokenKind::Ident(_));
    // The first match at or after each token.
    let mut following = vec![m; n];
    let mut nearest = m;
    for i in (0..n).rev() {
        nearest = matched[i].unwrap_or(nearest);
        following[i] = nearest;
    }
    // The macro whose expansion the current token may be in.
    let mut current: Option<usize> = None;
    let mut next = 0;
    for i in 0..n {
        if let Some(j) = matched[i] {
            current = (next..j).rev().find(|&j| is_macro(j)).or(current);
            next = j + 1;
            expanded[i].span = original[j].span;
            continue;
        }
        let opening = (next..following[i]).find(|&j| is_macro(j)).or(current);
        let place = opening
            .map(|j| &original[j])
            .or(before.last())
            .or(original.first());
        if let Some(place) = place {
            expanded[i].span = place.span;
        }
    }
}
