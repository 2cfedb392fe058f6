//! What the user may have meant.

use raceproof_ir::Span;

use super::Checker;
use super::scope::Entity;
use crate::ast::Symbol;
use crate::suggest::similar;
use raceproof_source::Diagnostic;

impl Checker<'_> {
    /// A visible name like this one.
    pub(crate) fn similar_name(&self, name: &str) -> Option<String> {
        let names = self
            .scopes
            .visible()
            .map(|symbol| self.interner.name(symbol))
            .filter(|candidate| !candidate.starts_with("__"));
        similar(name, names).map(str::to_owned)
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
