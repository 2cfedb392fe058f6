//! What names mean as far as a parser must know: which are types here, and which belong to a block, so that
//! what a function mentions beyond itself is known.

use crate::symbol::Symbol;

/// What an ordinary name is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Meaning {
    /// Declared at file scope or, as something with linkage, in a block; or not declared.
    #[default]
    Outer,
    /// A type.
    Typedef,
    /// A parameter, or declared in a block.
    Local,
}

/// The ordinary names in scope.
#[derive(Default)]
pub struct Names {
    /// By symbol.
    meanings: Vec<Meaning>,
    /// What to restore when scopes end.
    changes: Vec<(Symbol, Meaning)>,
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
            self.meanings[name.0 as usize] = before;
        }
    }

    pub fn meaning(&self, name: Symbol) -> Meaning {
        self.meanings.get(name.0 as usize).copied().unwrap_or_default()
    }

    pub fn is_typedef(&self, name: Symbol) -> bool {
        self.meaning(name) == Meaning::Typedef
    }

    /// Declares a name that is no type and, in a block, has no linkage.
    pub fn declare(&mut self, name: Symbol) {
        let meaning = match self.scopes.is_empty() {
            true => Meaning::Outer,
            false => Meaning::Local,
        };
        self.declare_as(name, meaning);
    }

    pub fn declare_as(&mut self, name: Symbol, meaning: Meaning) {
        if self.meaning(name) == meaning {
            return;
        }
        let index = name.0 as usize;
        if index >= self.meanings.len() {
            self.meanings.resize(index + 64, Meaning::Outer);
        }
        if !self.scopes.is_empty() {
            self.changes.push((name, self.meanings[index]));
        }
        self.meanings[index] = meaning;
    }
}
