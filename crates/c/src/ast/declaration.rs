//! Declarations, declarators and initialisers.

use raceproof_ir::Span;

use super::{Attribute, Block, Expr, Ident, Qualifiers, StringLiteral, Symbol, TypeName, TypeSpecifier};

/// A function definition.
#[derive(Clone, Debug)]
pub struct FunctionDef {
    /// From the first specifier to the end of the declarator (or of its line).
    pub span: Span,
    /// Storage class, type and attributes.
    pub specifiers: DeclSpecifiers,
    /// Always has a name; its first derived part is the function's.
    pub declarator: Declarator,
    /// Parameter declarations of an old-style definition, between declarator and body.
    pub old_style_params: Vec<Declaration>,
    /// The body.
    pub body: Block,
    /// The names of expressions in it that it does not declare, each once.
    pub mentions: Vec<Symbol>,
    /// Whether there is a `cilk_spawn` in it.
    pub spawns: bool,
}

/// `specifiers declarator = initialiser, …;`
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The whole declaration, or its first line.
    pub span: Span,
    /// What the declarators share.
    pub specifiers: DeclSpecifiers,
    /// The declared names; empty for `struct s { … };` and the like, and for `[[…]];`.
    pub declarators: Vec<InitDeclarator>,
}

/// One declared name of a declaration.
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    /// The declarator; it has a name.
    pub declarator: Declarator,
    /// The initial value.
    pub initialiser: Option<Initialiser>,
    /// A function with a body, which is not kept, in a block (GNU C).
    pub is_nested: bool,
}

/// Storage class, function specifiers, alignment and type of a declaration.
#[derive(Clone, Debug)]
pub struct DeclSpecifiers {
    /// From the first to the last specifier, or the first line of it.
    pub span: Span,
    /// `typedef`, `extern`, `static`, `auto` or `register`.
    pub storage: Option<(StorageClass, Span)>,
    /// `_Thread_local`, `__thread` or, in C23, `thread_local`.
    pub thread_local: Option<Span>,
    /// `inline`.
    pub inline: Option<Span>,
    /// `_Noreturn`.
    pub noreturn: Option<Span>,
    /// C23 `constexpr`.
    pub constexpr: Option<Span>,
    /// `_Alignas` specifiers.
    pub alignas: Vec<Alignas>,
    /// Qualifiers among the specifiers.
    pub qualifiers: Qualifiers,
    /// `cilk_reducer(identity, reduce)`.
    pub reducer: Option<Box<Reducer>>,
    /// The type named.
    pub ty: TypeSpecifier,
    /// `__attribute__` and `[[…]]` among the specifiers or before the declaration.
    pub attributes: Vec<Attribute>,
}

/// What makes a variable a reducer of Cilk.
#[derive(Clone, Debug)]
pub struct Reducer {
    /// The whole of it.
    pub span: Span,
    /// The function that makes a view, and the one that combines two; none if they are not given.
    pub functions: Option<(Expr, Expr)>,
}

/// A storage class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum StorageClass {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// `_Alignas(…)`.
#[derive(Clone, Debug)]
pub struct Alignas {
    /// The whole specifier.
    pub span: Span,
    /// Its operand.
    pub value: AlignasValue,
}

/// The operand of `_Alignas`.
#[derive(Clone, Debug)]
pub enum AlignasValue {
    /// As strict as a type.
    Type(Box<TypeName>),
    /// A number of bytes.
    Expr(Box<Expr>),
}

/// The name of a declaration and how its type is made from the specifiers' type.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// The declarator, or its first line; for an abstract empty one, the place where it would be.
    pub span: Span,
    /// The declared name; none in an abstract declarator.
    pub name: Option<Ident>,
    /// From the name outward: `int *a[3]` is `[Array 3, Pointer]`, "array of 3 of pointer to" int.
    /// To build the type, start with the specifiers' type and apply these from last to first.
    pub derived: Vec<Derived>,
    /// `asm("name")` after the declarator.
    pub asm_label: Option<Vec<u8>>,
    /// Attributes within or after the declarator; they belong to the declared entity.
    pub attributes: Vec<Attribute>,
}

/// One step from a type to a type.
#[derive(Clone, Debug)]
pub enum Derived {
    /// Pointer to.
    Pointer {
        /// The `*`.
        span: Span,
        /// Qualifiers of the pointer itself.
        qualifiers: Qualifiers,
        /// Attributes after the `*`.
        attributes: Vec<Attribute>,
    },
    /// Array of.
    Array {
        /// The brackets.
        span: Span,
        /// The number of elements.
        size: ArraySize,
        /// Qualifiers within the brackets (parameters only).
        qualifiers: Qualifiers,
        /// `static` within the brackets (parameters only).
        is_static: bool,
    },
    /// Function returning.
    Function {
        /// From the opening to the closing parenthesis, or the first line of it.
        span: Span,
        /// The parameters.
        params: Params,
    },
}

/// What stands between the brackets of an array declarator.
#[derive(Clone, Debug)]
pub enum ArraySize {
    /// `[]`.
    Unspecified,
    /// `[*]`.
    Star,
    /// `[n]`, constant or not.
    Expr(Box<Expr>),
}

/// The parameters of a function declarator.
#[derive(Clone, Debug)]
pub enum Params {
    /// `(int a, …)`. `(void)` is an empty, non-variadic prototype. In C23 so is `()`.
    Prototype {
        /// The parameters.
        params: Vec<Parameter>,
        /// `...` at the end.
        variadic: bool,
    },
    /// `()` before C23: nothing is said about the parameters.
    Unspecified,
    /// `(a, b)`: the names of an old-style definition.
    OldStyle(Vec<Ident>),
}

/// A parameter of a prototype.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The whole parameter, or its first line.
    pub span: Span,
    /// Its type.
    pub specifiers: DeclSpecifiers,
    /// Its name, if given, and the rest of its type.
    pub declarator: Declarator,
}

/// `_Static_assert(condition, "message")`.
#[derive(Clone, Debug)]
pub struct StaticAssert {
    /// The whole declaration.
    pub span: Span,
    /// What must not be zero.
    pub condition: Expr,
    /// What to say if it is.
    pub message: Option<StringLiteral>,
}

/// An initial value.
#[derive(Clone, Debug)]
pub struct Initialiser {
    /// The whole initialiser, or its first line.
    pub span: Span,
    /// Which form.
    pub kind: InitialiserKind,
}

/// The two forms of initialisers.
#[derive(Clone, Debug)]
pub enum InitialiserKind {
    /// An expression.
    Expr(Box<Expr>),
    /// `{ … }`, perhaps empty.
    List(Vec<InitialiserItem>),
}

/// One element of a braced initialiser.
#[derive(Clone, Debug)]
pub struct InitialiserItem {
    /// `.a[1] =`, `[1 ... 3] =` or the old `a:`; empty if none.
    pub designators: Vec<Designator>,
    /// The value.
    pub value: Initialiser,
}

/// One step of a designation.
#[derive(Clone, Debug)]
pub struct Designator {
    /// The step.
    pub span: Span,
    /// Which kind.
    pub kind: DesignatorKind,
}

/// The kinds of designators.
#[derive(Clone, Debug)]
pub enum DesignatorKind {
    /// `.field`.
    Field(Ident),
    /// `[index]`.
    Index(Box<Expr>),
    /// `[first ... last]`, both included.
    Range(Box<Expr>, Box<Expr>),
}
