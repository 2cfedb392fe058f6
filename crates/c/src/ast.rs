//! The syntax tree of a translation unit, as written: names are not resolved and types not computed.
//!
//! Shapes that real code makes long are flat, so that neither the parser, nor a reader of the tree,
//! nor its destructor recurses once per element: chains of binary operators of one precedence
//! ([`ExprKind::Binary`]), comma lists, `else if` chains, stacked labels, and the parts of a declarator.
//! Everything else nests at most [`MAX_NESTING`] deep.
//!
//! Parentheses leave no node; the span of an expression includes those around it.

use raceproof_ir::{Origin, Span};

mod attribute;
mod declaration;
mod expression;
mod literal;
mod statement;
mod types;

pub use attribute::*;
pub use declaration::*;
pub use expression::*;
pub use literal::*;
pub use statement::*;
pub use types::*;

pub use crate::openmp::Directive;
pub use crate::symbol::{Interner, Symbol};

/// How deep statements, expressions, declarators and initialisers nest at most. The parser reports
/// anything deeper as an error, so a recursive walk of the tree needs a bounded stack.
pub const MAX_NESTING: u32 = 256;

/// A name with its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    /// The spelling.
    pub symbol: Symbol,
    /// Where it is written.
    pub span: Span,
}

/// A whole preprocessed source file.
#[derive(Clone, Debug, Default)]
pub struct TranslationUnit {
    /// What stands at file scope, in order.
    pub items: Vec<ExternalDecl>,
    /// The names in expressions outside of functions.
    pub mentions: Vec<Symbol>,
    /// Whose file it is: what it defines comes from there.
    pub origin: Origin,
}

/// One item at file scope.
#[derive(Clone, Debug)]
pub enum ExternalDecl {
    /// A function with its body.
    Function(Box<FunctionDef>),
    /// Any other declaration, of zero or more names.
    Declaration(Box<Declaration>),
    /// `_Static_assert`.
    StaticAssert(Box<StaticAssert>),
    /// `asm("…");` at file scope.
    Asm(Box<Asm>),
    /// A `#pragma` line that is not OpenMP's.
    Pragma(Pragma),
    /// An OpenMP directive that declares something; some are about the item that follows.
    OpenMp(Box<Directive>),
}
