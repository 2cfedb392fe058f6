//! The syntax tree of a translation unit, as written: names are not resolved and types not computed.
//!
//! Shapes that real code makes long are flat, so that neither the parser, nor a reader of the tree,
//! nor its destructor recurses once per element: chains of binary operators of one precedence
//! ([`ExprKind::Binary`]), comma lists, `else if` chains, stacked labels, and the parts of a declarator.
//! Everything else nests at most [`MAX_NESTING`] deep.
//!
//! Parentheses leave no node; the span of an expression includes those around it.

use raceproof_ir::Span;

use crate::lex::Token;
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
    /// A `#pragma` line.
    Pragma(Pragma),
}

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
    /// The type named.
    pub ty: TypeSpecifier,
    /// `__attribute__` and `[[…]]` among the specifiers or before the declaration.
    pub attributes: Vec<Attribute>,
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

/// A set of type qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qualifiers {
    /// `const`.
    pub is_const: bool,
    /// `volatile`.
    pub is_volatile: bool,
    /// `restrict`.
    pub is_restrict: bool,
    /// `_Atomic` without parentheses.
    pub is_atomic: bool,
}

/// A type as named by the specifiers of a declaration, without qualifiers.
#[derive(Clone, Debug)]
pub struct TypeSpecifier {
    /// The words of the type. Where no type is written, the place where it would be.
    pub span: Span,
    /// Which type.
    pub kind: TypeSpecifierKind,
}

/// The kinds of type specifiers; words in any order (`long unsigned int`) are already combined.
#[derive(Clone, Debug)]
pub enum TypeSpecifierKind {
    /// `void`.
    Void,
    /// `_Bool`.
    Bool,
    /// `char`, which is a type of its own.
    Char,
    /// `signed char`.
    SignedChar,
    /// `unsigned char`.
    UnsignedChar,
    /// `short`.
    Short,
    /// `unsigned short`.
    UnsignedShort,
    /// `int`, `signed`.
    Int,
    /// `unsigned`.
    UnsignedInt,
    /// `long`.
    Long,
    /// `unsigned long`.
    UnsignedLong,
    /// `long long`.
    LongLong,
    /// `unsigned long long`.
    UnsignedLongLong,
    /// `__int128`.
    Int128,
    /// `unsigned __int128`.
    UnsignedInt128,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `long double`.
    LongDouble,
    /// `_Float16` (also `__fp16`, `__bf16` spelt as is and told apart by nothing).
    Float16,
    /// `_Float32`.
    Float32,
    /// `_Float64`.
    Float64,
    /// `_Float128`, `__float128`.
    Float128,
    /// `_Float32x`.
    Float32x,
    /// `_Float64x`, `__float80`.
    Float64x,
    /// `_Complex` of a real type; plain `_Complex` is of `double`.
    Complex(Box<TypeSpecifierKind>),
    /// A decimal floating type (`_Decimal32`, `_Decimal64`, `_Decimal128`): its size in bits.
    Decimal(u8),
    /// `_BitInt(n)`.
    BitInt {
        /// `unsigned _BitInt`.
        unsigned: bool,
        /// The width in bits.
        width: Box<Expr>,
    },
    /// `__builtin_va_list`.
    VaList,
    /// `struct` or `union`.
    Record(Box<RecordSpecifier>),
    /// `enum`.
    Enum(Box<EnumSpecifier>),
    /// A name that a typedef in scope gave.
    Typedef(Symbol),
    /// `typeof(expression)`.
    TypeofExpr {
        /// The operand.
        operand: Box<Expr>,
        /// `typeof_unqual`.
        unqualified: bool,
    },
    /// `typeof(type)`.
    TypeofType {
        /// The operand.
        operand: Box<TypeName>,
        /// `typeof_unqual`.
        unqualified: bool,
    },
    /// `_Atomic(type)`.
    Atomic(Box<TypeName>),
    /// `__auto_type`, or C23 `auto` without a type: deduced from the initialiser.
    Auto,
    /// No type was written: `int` in old code.
    Implicit,
}

/// `struct` or `union`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum RecordKind {
    Struct,
    Union,
}

/// `struct tag { members }`.
#[derive(Clone, Debug)]
pub struct RecordSpecifier {
    /// The keyword and the tag, or the keyword.
    pub span: Span,
    /// Struct or union.
    pub kind: RecordKind,
    /// The tag.
    pub tag: Option<Ident>,
    /// The members, if this is a definition.
    pub members: Option<Vec<Member>>,
    /// Attributes after the keyword or after the closing brace.
    pub attributes: Vec<Attribute>,
    /// The largest alignment of a member, where a `#pragma pack` is in force at a definition.
    pub pack: Option<u32>,
}

/// One item of a member list.
#[derive(Clone, Debug)]
pub enum Member {
    /// Zero or more members of one type.
    Field(FieldDeclaration),
    /// `_Static_assert`.
    StaticAssert(StaticAssert),
    /// A `#pragma` line.
    Pragma(Pragma),
}

/// `specifiers declarator : width, …;` in a struct or union.
#[derive(Clone, Debug)]
pub struct FieldDeclaration {
    /// The whole declaration, or its first line.
    pub span: Span,
    /// What the declarators share.
    pub specifiers: DeclSpecifiers,
    /// The members; empty for an anonymous struct or union.
    pub declarators: Vec<FieldDeclarator>,
}

/// One member.
#[derive(Clone, Debug)]
pub struct FieldDeclarator {
    /// The name and its type; nameless for `int : 3`.
    pub declarator: Declarator,
    /// The width of a bit-field.
    pub width: Option<Expr>,
}

/// `enum tag { enumerators }`.
#[derive(Clone, Debug)]
pub struct EnumSpecifier {
    /// The keyword and the tag, or the keyword.
    pub span: Span,
    /// The tag.
    pub tag: Option<Ident>,
    /// C23: `enum e : type`.
    pub underlying: Option<Box<TypeName>>,
    /// The enumerators, if this is a definition.
    pub enumerators: Option<Vec<Enumerator>>,
    /// Attributes after the keyword or after the closing brace.
    pub attributes: Vec<Attribute>,
}

/// One enumerator.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// Its name.
    pub name: Ident,
    /// Its value, if written.
    pub value: Option<Expr>,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
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

/// A type where no name is declared: casts, `sizeof`, compound literals.
#[derive(Clone, Debug)]
pub struct TypeName {
    /// The whole type name.
    pub span: Span,
    /// The type's words.
    pub specifiers: DeclSpecifiers,
    /// An abstract declarator.
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

/// `{ … }`.
#[derive(Clone, Debug)]
pub struct Block {
    /// The opening brace, or the whole block if it is on one line.
    pub span: Span,
    /// Statements and declarations in order.
    pub items: Vec<Stmt>,
    /// The closing brace.
    pub end: Span,
}

/// A statement, or a declaration in a block.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The whole statement, or its first line.
    pub span: Span,
    /// Which statement.
    pub kind: StmtKind,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`, perhaps with attributes (`[[fallthrough]];`).
    Empty,
    /// An expression evaluated for its effects; also the value of a statement expression.
    Expr(Box<Expr>),
    /// A declaration.
    Declaration(Box<Declaration>),
    /// `_Static_assert`.
    StaticAssert(Box<StaticAssert>),
    /// `__label__ a, b;`, only at the start of a block.
    LocalLabels(Vec<Ident>),
    /// A block.
    Block(Block),
    /// One or more labels and what follows them.
    Labeled {
        /// The labels, outermost first.
        labels: Vec<Label>,
        /// The statement; none before a declaration and at the end of a block, where C23 allows it
        /// (the declaration is then the next item of the block).
        body: Option<Box<Stmt>>,
    },
    /// `if (c) s else if (c) s else s`.
    If {
        /// The conditions and what they guard, in order; at least one.
        arms: Vec<IfArm>,
        /// The last `else`.
        otherwise: Option<Box<Stmt>>,
    },
    /// `switch`.
    Switch {
        /// The value switched on.
        value: Box<Expr>,
        /// The body, which need not be a block.
        body: Box<Stmt>,
    },
    /// `while`.
    While {
        /// The condition.
        condition: Box<Expr>,
        /// The body.
        body: Box<Stmt>,
    },
    /// `do … while (condition);`
    DoWhile {
        /// The body.
        body: Box<Stmt>,
        /// The condition.
        condition: Box<Expr>,
    },
    /// `for`.
    For(Box<ForLoop>),
    /// `goto label;`
    Goto(Ident),
    /// `goto *address;`
    GotoAddress(Box<Expr>),
    /// `continue;`
    Continue,
    /// `break;`
    Break,
    /// `return value;`
    Return(Option<Box<Expr>>),
    /// An asm statement.
    Asm(Box<Asm>),
    /// A `#pragma` line. `body` is the statement it applies to: for OpenMP directives that have one,
    /// never for standalone ones (`barrier`, `taskwait`, …) nor for pragmas other than OpenMP's.
    Pragma {
        /// The line.
        pragma: Pragma,
        /// What it applies to.
        body: Option<Box<Stmt>>,
    },
    /// `cilk_sync;`
    CilkSync,
    /// `cilk_for (…) body`.
    CilkFor(Box<ForLoop>),
    /// `cilk_scope body`.
    CilkScope(Box<Stmt>),
}

/// A condition and the statement it guards.
#[derive(Clone, Debug)]
pub struct IfArm {
    /// The `if` of this arm, to the end of its condition.
    pub span: Span,
    /// The condition.
    pub condition: Expr,
    /// What runs if it holds.
    pub body: Stmt,
}

/// The parts of a `for` or `cilk_for`.
#[derive(Clone, Debug)]
pub struct ForLoop {
    /// A [`StmtKind::Declaration`], [`StmtKind::StaticAssert`] or [`StmtKind::Expr`].
    pub init: Option<Stmt>,
    /// The condition; none means true.
    pub condition: Option<Expr>,
    /// What follows each iteration.
    pub step: Option<Expr>,
    /// The body.
    pub body: Stmt,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// The label with its colon.
    pub span: Span,
    /// Which kind.
    pub kind: LabelKind,
}

/// The kinds of labels.
#[derive(Clone, Debug)]
pub enum LabelKind {
    /// `name:`.
    Name(Ident),
    /// `case value:`.
    Case(Box<Expr>),
    /// `case first ... last:`, both included.
    CaseRange(Box<Expr>, Box<Expr>),
    /// `default:`.
    Default,
}

/// An asm statement or file-scope asm.
#[derive(Clone, Debug)]
pub struct Asm {
    /// The whole statement, or its first line.
    pub span: Span,
    /// `volatile`.
    pub is_volatile: bool,
    /// `goto`.
    pub is_goto: bool,
    /// The instructions.
    pub template: Vec<u8>,
    /// What it writes.
    pub outputs: Vec<AsmOperand>,
    /// What it reads.
    pub inputs: Vec<AsmOperand>,
    /// Registers it changes, and `memory`, `cc`.
    pub clobbers: Vec<Vec<u8>>,
    /// Where it may jump.
    pub labels: Vec<Ident>,
}

/// `[name] "constraint" (expression)`.
#[derive(Clone, Debug)]
pub struct AsmOperand {
    /// The symbolic name.
    pub name: Option<Ident>,
    /// The constraint.
    pub constraint: Vec<u8>,
    /// The operand.
    pub operand: Expr,
}

/// A `#pragma` line, or a `_Pragma` operator.
#[derive(Clone, Debug)]
pub struct Pragma {
    /// The line, from `#` on.
    pub span: Span,
    /// The tokens after `pragma`.
    pub tokens: Vec<Token>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The whole expression with parentheses around it, or its first line.
    pub span: Span,
    /// Which expression.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A variable, function or enumeration constant; also `__func__` and its relatives.
    Name(Symbol),
    /// An integer constant.
    Integer(IntegerLiteral),
    /// A floating constant.
    Floating(FloatingLiteral),
    /// A character constant.
    Char(CharLiteral),
    /// String literals, already concatenated.
    String(Box<StringLiteral>),
    /// C23 `true` and `false`.
    Bool(bool),
    /// C23 `nullptr`.
    Nullptr,
    /// `base[index]`, in the order written.
    Index {
        /// The expression before the brackets.
        base: Box<Expr>,
        /// The expression within.
        index: Box<Expr>,
    },
    /// A call.
    Call {
        /// What is called.
        callee: Box<Expr>,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// `base.field` or `base->field`.
    Member {
        /// The expression before the operator.
        base: Box<Expr>,
        /// `->`.
        arrow: bool,
        /// The member.
        field: Ident,
    },
    /// `++` and `--`, before or after the operand.
    Step {
        /// `++`, not `--`.
        increment: bool,
        /// Before the operand: the value is the new one.
        prefix: bool,
        /// What changes.
        operand: Box<Expr>,
    },
    /// `(type){ … }`.
    CompoundLiteral {
        /// The type; its specifiers may hold a storage class (C23).
        ty: Box<TypeName>,
        /// Always a list.
        initialiser: Box<Initialiser>,
    },
    /// An operator before its operand.
    Unary {
        /// The operator.
        operator: UnaryOp,
        /// Its operand.
        operand: Box<Expr>,
    },
    /// `sizeof expression`.
    SizeofExpr(Box<Expr>),
    /// `sizeof(type)`.
    SizeofType(Box<TypeName>),
    /// `_Alignof expression` (GNU).
    AlignofExpr(Box<Expr>),
    /// `_Alignof(type)`.
    AlignofType(Box<TypeName>),
    /// `&&label`.
    LabelAddress(Ident),
    /// `(type) operand`.
    Cast {
        /// The type.
        ty: Box<TypeName>,
        /// The operand.
        operand: Box<Expr>,
    },
    /// `first op operand op operand …`: operators of one precedence, grouped from the left.
    Binary {
        /// The leftmost operand.
        first: Box<Expr>,
        /// What follows; at least one.
        rest: Vec<BinaryTail>,
    },
    /// `condition ? then : otherwise`.
    Conditional {
        /// The condition.
        condition: Box<Expr>,
        /// The value if it holds; omitted, the condition's own (GNU).
        then: Option<Box<Expr>>,
        /// The value if not.
        otherwise: Box<Expr>,
    },
    /// `target = value`, `target += value` …
    Assign {
        /// The operation of a compound assignment.
        operator: Option<BinaryOp>,
        /// Where the operator stands.
        operator_span: Span,
        /// The left side.
        target: Box<Expr>,
        /// The right side.
        value: Box<Expr>,
    },
    /// `a, b, c`; at least two.
    Comma(Vec<Expr>),
    /// `({ … })`.
    StmtExpr(Box<Block>),
    /// `_Generic(controlling, type: value, default: value)`.
    Generic {
        /// The expression (or, as an extension, type) whose type selects.
        controlling: Box<GenericControl>,
        /// The associations; without a type: `default`.
        associations: Vec<(Option<TypeName>, Expr)>,
    },
    /// `__builtin_va_arg(list, type)`.
    VaArg {
        /// The list.
        list: Box<Expr>,
        /// The type of the argument.
        ty: Box<TypeName>,
    },
    /// `__builtin_offsetof(type, member.designator[…])`.
    Offsetof {
        /// The type.
        ty: Box<TypeName>,
        /// The member; never a range.
        member: Vec<Designator>,
    },
    /// `__builtin_types_compatible_p(type, type)`.
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    /// `__builtin_choose_expr(condition, then, otherwise)`.
    ChooseExpr {
        /// A constant.
        condition: Box<Expr>,
        /// The expression if it is not zero.
        then: Box<Expr>,
        /// The expression if it is.
        otherwise: Box<Expr>,
    },
    /// `cilk_spawn call`.
    CilkSpawn(Box<Expr>),
}

/// What `_Generic` selects by.
#[derive(Clone, Debug)]
pub enum GenericControl {
    /// The type of an expression, after conversion.
    Expr(Expr),
    /// A type.
    Type(TypeName),
}

/// One more operator and operand of a chain.
#[derive(Clone, Debug)]
pub struct BinaryTail {
    /// The operator.
    pub operator: BinaryOp,
    /// Where the operator stands.
    pub operator_span: Span,
    /// Its right operand.
    pub operand: Expr,
}

/// Operators before one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `&`.
    AddressOf,
    /// `*`.
    Deref,
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `~`.
    BitNot,
    /// `!`.
    Not,
    /// `__real__`.
    Real,
    /// `__imag__`.
    Imag,
}

/// Operators between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
    /// `%`.
    Remainder,
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
    /// `<`.
    Less,
    /// `>`.
    Greater,
    /// `<=`.
    LessEqual,
    /// `>=`.
    GreaterEqual,
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `&`.
    BitAnd,
    /// `^`.
    BitXor,
    /// `|`.
    BitOr,
    /// `&&`.
    And,
    /// `||`.
    Or,
}

/// An integer constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerLiteral {
    /// Its value.
    pub value: u128,
    /// Decimal, so that it is never of an unsigned type without a `u`.
    pub is_decimal: bool,
    /// `u`.
    pub is_unsigned: bool,
    /// The number of `l`: 0, 1 or 2.
    pub longs: u8,
}

/// A floating constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FloatingLiteral {
    /// Its value, rounded once to the type that the suffix names where that is `float` or `double`.
    pub value: f64,
    /// Its suffix.
    pub suffix: FloatSuffix,
}

/// The type of a floating constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatSuffix {
    /// None: `double`.
    None,
    /// `f`: `float`.
    F,
    /// `l`: `long double`.
    L,
    /// `q` or `f128`: `_Float128`.
    F128,
    /// `f16`.
    F16,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// `f32x`.
    F32x,
    /// `f64x` or `w`.
    F64x,
}

/// The prefix of a character constant or string literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// None: `char`.
    Plain,
    /// `u8`.
    Utf8,
    /// `u`: `char16_t`.
    Utf16,
    /// `U`: `char32_t`.
    Utf32,
    /// `L`: `wchar_t`.
    Wide,
}

/// A character constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharLiteral {
    /// Its prefix.
    pub encoding: Encoding,
    /// Its value in its type: a plain constant is an `int` with the value of a signed `char`;
    /// `'ab'` is `'a' << 8 | 'b'`, as gcc has it.
    pub value: i64,
}

/// One or more adjacent string literals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StringLiteral {
    /// The first literal, or all if they are on one line.
    pub span: Span,
    /// The prefix of the whole.
    pub encoding: Encoding,
    /// Its elements without the final zero.
    pub units: StringUnits,
}

/// The elements of a string literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StringUnits {
    /// Bytes, of a plain or `u8` literal.
    Bytes(Vec<u8>),
    /// 16-bit units, of a `u` literal.
    Units16(Vec<u16>),
    /// 32-bit units, of a `U` or `L` literal.
    Units32(Vec<u32>),
}

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
    /// `ms_struct`, `weakref`, `ifunc`, …: known, and it changes layout or meaning in a way that is
    /// not supported.
    Unsupported,
    /// Known, and it does not change what a program computes (`pure`, `format`, `cold`, …).
    Ignored,
    /// Not known.
    Unknown,
}
