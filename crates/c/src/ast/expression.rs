//! Expressions.

use raceproof_ir::Span;

use super::{
    Block, CharLiteral, Designator, FloatingLiteral, Ident, Initialiser, IntegerLiteral, StringLiteral,
    TypeName,
};
use crate::symbol::Symbol;

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
    /// An imaginary constant (GNU C), of this number.
    Imaginary(Box<ExprKind>),
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
    /// `__builtin_convertvector(vector, type)`.
    ConvertVector {
        /// The vector.
        vector: Box<Expr>,
        /// The type of the result.
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

/// What `_Generic` selects by. Always boxed, so the size of the larger variant is no matter.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)]
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
