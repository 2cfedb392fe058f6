//! Which names are types here: the one thing a parser of C must know about scopes.

use crate::symbol::Symbol;

/// The ordinary names in scope, as far as they are or hide typedef names.
#[derive(Default)]
pub struct Names {
    /// By symbol.
    is_typedef: Vec<bool>,
    /// What to restore when scopes end.
    changes: Vec<(Symbol, bool)>,
    /// The length of `changes` at the start of each open scope.
    scopes: Vec<usize>,
}

impl Names {
    pub fn enter(&mut self) {
        self.scopes.push(self.changes.len());
    }

    pub fn leave(&mut self) {
        let start = self.scopes.pop().unwrap_or(0);
        for (name, before) in self.changes.drain(start..).rev() {
            self.is_typedef[name.0 as usize] = before;
        }
    }

    pub fn is_typedef(&self, name: Symbol) -> bool {
        self.is_typedef.get(name.0 as usize).is_some_and(|&is| is)
    }

    pub fn declare(&mut self, name: Symbol, is_typedef: bool) {
        if self.is_typedef(name) == is_typedef {
            return;
        }
        let index = name.0 as usize;
        if index >= self.is_typedef.len() {
            self.is_typedef.resize(index + 64, false);
        }
        if !self.scopes.is_empty() {
            self.changes.push((name, self.is_typedef[index]));
        }
        self.is_typedef[index] = is_typedef;
    }
}
