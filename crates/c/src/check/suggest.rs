//! What the user may have meant.

use raceproof_ir::Span;

use super::Checker;
use super::scope::Entity;
use crate::ast::Symbol;
use crate::diagnostic::Diagnostic;

/// The name nearest to a misspelt one, if it is near enough.
pub(crate) fn similar<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let limit = match name.chars().count() {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    candidates
        .filter(|candidate| !candidate.is_empty() && *candidate != name)
        .filter_map(|candidate| Some((distance(name, candidate, limit)?, candidate)))
        .filter(|(distance, candidate)| *distance < candidate.chars().count())
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}

/// Edits between two names (insert, delete, replace), if at most `limit`.
fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit || a.len() > 64 || b.len() > 64 {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replace = diagonal + usize::from(!x.eq_ignore_ascii_case(y));
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().filter(|distance| *distance <= limit)
}

impl Checker<'_> {
    /// A visible name like this one.
    pub(crate) fn similar_name(&self, name: &str) -> Option<String> {
        let names = self
            .scopes
            .visible()
            .map(|symbol| self.interner.name(symbol))
            .filter(|candidate| !candidate.starts_with("__"));
        similar(name, names)
    }

    /// Says that a name is not declared, once per file.
    pub(crate) fn undeclared(&mut self, symbol: Symbol, span: Span) {
        let name = self.name(symbol).to_owned();
        let mut message = Diagnostic::error(span, format!("`{name}` is not declared"));
        if let Some(header) = super::library::header_of(&name) {
            message = message.help(format!("add `#include <{header}>`"));
        } else if let Some(similar) = self.similar_name(&name) {
            message = message.help(format!("did you mean `{similar}`?"));
        }
        self.report(message);
        self.scopes.bind_at_file(symbol, span, Entity::Error);
    }
}
