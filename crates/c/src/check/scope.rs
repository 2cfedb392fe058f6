//! What names mean where: ordinary identifiers and tags, by scope.

use std::collections::HashMap;

use raceproof_ir::Span;

use super::types::QualType;
use crate::hir::{FuncId, GlobalId, LocalId, RecordId, TypeId};
use crate::symbol::Symbol;

/// What an ordinary identifier means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entity {
    /// An automatic object.
    Local(LocalId, QualType),
    /// An object of static or thread storage duration; its type is in the table of globals.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
    /// A typedef.
    Typedef(QualType),
    /// An enumeration constant.
    Constant(i128, TypeId),
    /// Something whose declaration was in error, or that is not declared, which has been said.
    Error,
}

/// What a tag means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tag {
    /// A struct or union.
    Record(RecordId),
    /// An enum and its integer type; none while it is not defined.
    Enum(Option<TypeId>),
}

/// A meaning, with the scope it belongs to and where it was given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding<T> {
    pub what: T,
    pub depth: u32,
    pub span: Span,
}

/// One name space.
#[derive(Debug)]
struct Names<T> {
    bindings: HashMap<Symbol, Vec<Binding<T>>>,
    /// Names bound in each scope, innermost last.
    bound: Vec<Vec<Symbol>>,
}

impl<T: Copy> Names<T> {
    fn new() -> Names<T> {
        Names {
            bindings: HashMap::new(),
            bound: vec![Vec::new()],
        }
    }

    fn pop(&mut self) {
        for symbol in self.bound.pop().unwrap_or_default() {
            if let Some(stack) = self.bindings.get_mut(&symbol) {
                stack.pop();
            }
        }
    }

    fn find(&self, symbol: Symbol) -> Option<&Binding<T>> {
        self.bindings.get(&symbol)?.last()
    }

    fn bind(&mut self, symbol: Symbol, depth: u32, span: Span, what: T) {
        let stack = self.bindings.entry(symbol).or_default();
        if let Some(last) = stack.last_mut()
            && last.depth == depth
        {
            *last = Binding { what, depth, span };
            return;
        }
        stack.push(Binding { what, depth, span });
        if let Some(bound) = self.bound.last_mut() {
            bound.push(symbol);
        }
    }
}

/// The scopes that are open.
#[derive(Debug)]
pub(crate) struct Scopes {
    ordinary: Names<Entity>,
    tags: Names<Tag>,
    depth: u32,
}

impl Scopes {
    /// File scope.
    pub fn new() -> Scopes {
        Scopes {
            ordinary: Names::new(),
            tags: Names::new(),
            depth: 0,
        }
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.depth += 1;
        self.ordinary.bound.push(Vec::new());
        self.tags.bound.push(Vec::new());
    }

    /// Closes the innermost scope.
    pub fn pop(&mut self) {
        self.ordinary.pop();
        self.tags.pop();
        self.depth = self.depth.saturating_sub(1);
    }

    /// Whether this is file scope.
    pub fn is_file(&self) -> bool {
        self.depth == 0
    }

    /// What a name means here.
    pub fn find(&self, symbol: Symbol) -> Option<&Binding<Entity>> {
        self.ordinary.find(symbol)
    }

    /// What a name means if it was declared in the innermost scope.
    pub fn find_here(&self, symbol: Symbol) -> Option<&Binding<Entity>> {
        self.find(symbol).filter(|b| b.depth == self.depth)
    }

    /// Gives a name a meaning in the innermost scope.
    pub fn bind(&mut self, symbol: Symbol, span: Span, what: Entity) {
        self.ordinary.bind(symbol, self.depth, span, what);
    }

    /// How many scopes are open within file scope.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Gives a name a meaning in an enclosing scope; scopes within may give it another one.
    pub fn bind_at(&mut self, depth: u32, symbol: Symbol, span: Span, what: Entity) {
        let stack = self.ordinary.bindings.entry(symbol).or_default();
        let at = stack.partition_point(|binding| binding.depth < depth);
        let binding = Binding { what, depth, span };
        match stack.get_mut(at) {
            Some(same) if same.depth == depth => *same = binding,
            _ => {
                stack.insert(at, binding);
                if let Some(bound) = self.ordinary.bound.get_mut(depth as usize) {
                    bound.push(symbol);
                }
            }
        }
    }

    /// Gives a name a meaning at file scope, whatever scopes are open.
    pub fn bind_at_file(&mut self, symbol: Symbol, span: Span, what: Entity) {
        let stack = self.ordinary.bindings.entry(symbol).or_default();
        let binding = Binding { what, depth: 0, span };
        match stack.first_mut() {
            Some(first) if first.depth == 0 => *first = binding,
            _ => {
                stack.insert(0, binding);
                if let Some(bound) = self.ordinary.bound.first_mut() {
                    bound.push(symbol);
                }
            }
        }
    }

    /// What a name means at file scope.
    pub fn find_at_file(&self, symbol: Symbol) -> Option<&Binding<Entity>> {
        self.ordinary
            .bindings
            .get(&symbol)?
            .first()
            .filter(|binding| binding.depth == 0)
    }

    /// What a tag means here.
    pub fn find_tag(&self, symbol: Symbol) -> Option<&Binding<Tag>> {
        self.tags.find(symbol)
    }

    /// What a tag means if it was declared in the innermost scope.
    pub fn find_tag_here(&self, symbol: Symbol) -> Option<&Binding<Tag>> {
        self.find_tag(symbol).filter(|b| b.depth == self.depth)
    }

    /// Gives a tag a meaning in the innermost scope.
    pub fn bind_tag(&mut self, symbol: Symbol, span: Span, what: Tag) {
        self.tags.bind(symbol, self.depth, span, what);
    }

    /// All names that mean something here, for suggestions.
    pub fn visible(&self) -> impl Iterator<Item = Symbol> {
        self.ordinary
            .bindings
            .iter()
            .filter(|(_, stack)| !stack.is_empty())
            .map(|(symbol, _)| *symbol)
    }
}
