//! Type specifiers and type names.

use raceproof_ir::Span;

use super::{Attribute, DeclSpecifiers, Declarator, Expr, Ident, Pragma, StaticAssert};
use crate::symbol::Symbol;

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
