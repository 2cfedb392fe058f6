//! Attributes.

use raceproof_ir::Span;

use super::{Expr, Ident};
use crate::symbol::Symbol;

/// An attribute, GNU or C23.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The attribute with its arguments.
    pub span: Span,
    /// Its name without underscores around it and without namespace.
    pub name: Symbol,
    /// What it means to us.
    pub kind: AttributeKind,
}

/// The meanings of attributes.
#[derive(Clone, Debug)]
pub enum AttributeKind {
    /// `packed`.
    Packed,
    /// `aligned` or `aligned(n)`; without a number the largest alignment of the target.
    Aligned(Option<Box<Expr>>),
    /// `noreturn`.
    Noreturn,
    /// `unused`, `maybe_unused`.
    Unused,
    /// `weak`.
    Weak,
    /// `alias("name")`.
    Alias(Vec<u8>),
    /// `constructor` or `constructor(priority)`.
    Constructor(Option<Box<Expr>>),
    /// `destructor` or `destructor(priority)`.
    Destructor(Option<Box<Expr>>),
    /// `transparent_union`.
    TransparentUnion,
    /// `mode(name)`, the name without underscores around it.
    Mode(Symbol),
    /// `vector_size(n)`.
    VectorSize(Box<Expr>),
    /// `cleanup(function)`.
    Cleanup(Ident),
    /// `gnu_inline`.
    GnuInline,
    /// `scalar_storage_order("…")`.
    ScalarStorageOrder(Vec<u8>),
    /// `raceproof::…`: the role of a function or an object, in sources of ours.
    Role,
    /// `ms_struct`, `weakref`, …: known, and it changes layout or meaning in a way that is
    /// not supported.
    Unsupported,
    /// Known, and it does not change what a program computes (`pure`, `format`, `cold`, …).
    Ignored,
    /// Not known.
    Unknown,
}
