//! The typed tree: what `check` makes from the syntax tree and `lower` turns into IR.
//!
//! Invariants:
//! - Every conversion is an explicit [`ExprKind::Cast`], [`ExprKind::Load`], [`ExprKind::Decay`] or
//!   [`ExprKind::Bool`]; both operands of a binary operator have the operator's type.
//! - An *lvalue* expression (see [`Expr::is_lvalue`]) denotes a place; it is read only under `Load`.
//! - Integer constant expressions are folded to [`ExprKind::Int`].
//! - `a[i]` is `*(a + i)`, `p->m` is `(*p).m`, `sizeof` is a constant or an expression over VLA lengths.
//! - Names are resolved: locals by [`LocalId`] (one per declaration, whatever its scope), globals and
//!   functions by ids that are the same for the whole linked program.
#![allow(missing_docs, reason = "fields are explained by the line above their variant")]

use std::ops::Range;

use raceproof_ir::{Construct, ObjectRole, Order, Origin, RmwOp, Role, Span, SyncOp};

/// Index into [`Types::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// Index into [`Types::records`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId(pub u32);

/// Index into [`Unit::globals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// Index into [`Unit::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncId(pub u32);

/// Index into [`Body::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// Index into [`Body::labels`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

/// A linked program, typed.
#[derive(Debug, Default)]
pub struct Unit {
    /// All types, interned: equal unqualified types have equal ids (records and enums by identity).
    pub types: Types,
    /// Objects of static and thread storage duration, static locals and string literals included.
    pub globals: Vec<Global>,
    /// Functions, those only declared included.
    pub functions: Vec<Function>,
    /// What is not understood and holds for the program as a whole, and where.
    pub gaps: Vec<(String, Span)>,
    /// Functions to call before `main`, in this order.
    pub constructors: Vec<FuncId>,
    /// Functions to call when the program exits, in this order.
    pub destructors: Vec<FuncId>,
}

/// The table of types.
#[derive(Debug, Default)]
pub struct Types {
    /// By [`TypeId`].
    pub types: Vec<Type>,
    /// By [`RecordId`].
    pub records: Vec<Record>,
}

/// An unqualified type, except that `_Atomic` is part of it (it changes what an access does).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`.
    Void,
    /// `_Bool`: 1 byte, values 0 and 1.
    Bool,
    /// An integer type. `rank` orders types of equal width (`long` and `long long`); `char` differs from
    /// `signed char`. Enums are their compatible integer type.
    Int { bits: u8, signed: bool, rank: Rank },
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `long double` (and `__float128`): computed and stored as a double in a larger box.
    LongDouble,
    /// Pointer to a type with these qualifiers.
    Pointer {
        to: TypeId,
        constant: bool,
        volatile: bool,
    },
    /// Array of known length; `None` is an incomplete array or a flexible member (size 0).
    Array { element: TypeId, length: Option<u64> },
    /// Variable length array: `length` is a local of type `size_t` set where the declaration is executed.
    /// `None` is `[*]` or a parameter whose length does not matter.
    Vla {
        element: TypeId,
        length: Option<LocalId>,
    },
    /// Function type.
    Function {
        result: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
        prototype: bool,
    },
    /// Struct or union.
    Record(RecordId),
    /// `_Atomic` version of a scalar or record type.
    Atomic(TypeId),
    /// `__builtin_va_list`: like an array of one struct (24 bytes) whose first member is the address of the
    /// next argument.
    VaList,
}

/// Conversion rank of integer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rank {
    /// `char` without a sign keyword.
    PlainChar,
    /// `signed char`, `unsigned char`.
    Char,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `long long`.
    LongLong,
    /// `__int128`.
    Int128,
}

/// A struct or union with its layout.
#[derive(Clone, Debug)]
pub struct Record {
    /// Tag (or typedef name), may be empty.
    pub name: String,
    /// Whether it is a union.
    pub union: bool,
    /// Whether its members are known.
    pub complete: bool,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Members in order; anonymous ones have an empty name.
    pub fields: Vec<Field>,
    /// Where it is declared.
    pub span: Span,
}

/// A member.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name, or empty.
    pub name: String,
    /// Type.
    pub ty: TypeId,
    /// Offset in bytes; for a bit-field, of the byte that its first bit is in.
    pub offset: u64,
    /// For a bit-field: which bits.
    pub bits: Option<FieldBits>,
}

/// The bits of a bit-field member, in gcc's layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldBits {
    /// First bit in the byte at the member's offset, 0 to 7.
    pub shift: u8,
    /// Width, 1 to 64 (zero-width bit-fields are no members).
    pub width: u8,
    /// First byte of the memory location that it is part of, relative to the record.
    pub location_start: u64,
    /// Length of the location.
    pub location_length: u32,
}

/// An object of static or thread storage duration.
#[derive(Debug)]
pub struct Global {
    /// Name (`name` of a static local is prefixed by its function: `f.counter`); string literals are shown as
    /// written.
    pub name: String,
    /// Type (complete).
    pub ty: TypeId,
    /// Size in bytes; more than the type's for an initialised flexible member.
    pub size: u64,
    /// Alignment.
    pub align: u64,
    /// Leading bytes of the initial value; the rest is zero.
    pub bytes: Vec<u8>,
    /// Addresses in it.
    pub relocations: Vec<(u64, StaticAddress)>,
    /// `const` or a string literal.
    pub constant: bool,
    /// `_Thread_local`.
    pub thread_local: bool,
    /// Whether the program defines it; if not, it is declared `extern` only and the library may know it by
    /// name.
    pub defined: bool,
    /// Whether a declaration says `weak`: if nobody defines it its address is null.
    pub weak: bool,
    /// The object that it is another name of.
    pub alias: Option<GlobalId>,
    /// Where it comes from.
    pub origin: Origin,
    /// What it is there for.
    pub role: Option<ObjectRole>,
    /// Where it is declared.
    pub span: Span,
}

/// An address constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticAddress {
    /// A global plus bytes.
    Global(GlobalId, i64),
    /// A function.
    Function(FuncId),
    /// A label of a function.
    Label(FuncId, LabelId),
    /// How far the first label of a function is from the second, as an integer of so many bytes.
    LabelDifference(FuncId, LabelId, LabelId, u8),
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Name.
    pub name: String,
    /// Its type (`Type::Function`).
    pub ty: TypeId,
    /// Body; `None` if it is only declared.
    pub body: Option<Body>,
    /// Whether a declaration says that it does not return.
    pub noreturn: bool,
    /// Whether a declaration says `weak`: without a body its address is null.
    pub weak: bool,
    /// The function that it is another name of.
    pub alias: Option<FuncId>,
    /// Where its body comes from.
    pub origin: Origin,
    /// What it does, in a runtime.
    pub role: Option<Role>,
    /// Where it is defined (or first declared).
    pub span: Span,
}

/// The body of a function.
#[derive(Debug, Default)]
pub struct Body {
    /// Every local variable and parameter of the function; the first ones are the parameters in order.
    pub locals: Vec<Local>,
    /// Labels.
    pub labels: Vec<Label>,
    /// The statements.
    pub block: Vec<Stmt>,
    /// The closing brace, where `return;` is implied.
    pub end: Span,
}

/// A local variable (automatic storage duration).
#[derive(Debug)]
pub struct Local {
    /// Name, empty for a temporary (compound literals, VLA lengths).
    pub name: String,
    /// Type.
    pub ty: TypeId,
    /// Alignment asked for (0: the type's).
    pub align: u64,
    /// Whether it needs memory: its address is taken, it is an aggregate, `volatile` does not count, or it is
    /// `_Atomic`.
    pub addressed: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A label.
#[derive(Debug)]
pub struct Label {
    /// Name.
    pub name: String,
    /// Whether `&&label` occurs.
    pub addressed: bool,
    /// The locals in scope there that have a `cleanup`.
    pub cleanups: Vec<LocalId>,
    /// Position.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where.
    pub span: Span,
}

/// Statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// For its effects.
    Expr(Expr),
    /// Scope of the locals declared directly in it.
    Block(Vec<Stmt>),
    /// Start of life of a local, with its initialiser. For a VLA, its length local has been set before.
    Local { local: LocalId, init: Option<Init> },
    /// `if`.
    If {
        cond: Expr,
        then: Box<Stmt>,
        otherwise: Option<Box<Stmt>>,
    },
    /// `while` (`cond` has type int or any scalar as `Bool`).
    While { cond: Expr, body: Box<Stmt> },
    /// `do`.
    DoWhile { body: Box<Stmt>, cond: Expr },
    /// `for`; what is declared in `init` is in scope of the whole statement.
    For {
        init: Vec<Stmt>,
        cond: Option<Expr>,
        step: Option<Expr>,
        body: Box<Stmt>,
    },
    /// `switch`; the cases are inside `body`.
    Switch {
        value: Expr,
        cases: Vec<Case>,
        body: Box<Stmt>,
    },
    /// `case` (index into the innermost switch's `cases`).
    Case { index: usize, body: Box<Stmt> },
    /// `default`.
    Default { body: Box<Stmt> },
    /// A label.
    Label { label: LabelId, body: Box<Stmt> },
    /// `goto`, with the calls that end the lives of locals in scope here, the innermost first; those of
    /// locals that are in scope at the label are not made.
    Goto {
        label: LabelId,
        calls: Vec<(LocalId, Expr)>,
    },
    /// `goto *e`.
    GotoPointer(Expr),
    /// `break` of the innermost loop or switch.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<Expr>),
    /// Something that is not followed, such as `asm` that we do not know.
    Gap { text: String },
    /// A pragma that has a meaning (`omp …`, without `#pragma`) and the statement it applies to, if it has
    /// one.
    Directive { text: String, body: Option<Box<Stmt>> },
    /// A block that the runtime library runs, perhaps by other threads or later.
    Region(Box<Region>),
    /// A statement whose accesses to `_Atomic` places have this order instead of the strongest one.
    Atomic { order: Order, body: Box<Stmt> },
    /// Nothing.
    Empty,
}

/// A block that becomes a function of its own with one parameter, the address of a context that holds what it
/// uses of the function around it. It stands for the call `runtime(function, context, bytes of the context,
/// args…)`.
///
/// Locals around it are captured by address if they are `addressed`; the others by value, and the block does
/// not set them.
#[derive(Clone, Debug)]
pub struct Region {
    /// What the function is called after.
    pub construct: Construct,
    /// Takes the function, the context, its size as a `long` and the arguments.
    pub runtime: FuncId,
    /// Gives the memory of the context, whose size it takes; the context is on the stack if there is none.
    pub block: Option<FuncId>,
    /// The other arguments, evaluated before the context is made.
    pub args: Vec<Expr>,
    /// The locals declared in it, but for those that are of a region around it.
    pub inside: Range<u32>,
    pub except: Vec<LocalId>,
    /// Locals around it whose values are copied into the context when it is made, and the locals inside that
    /// get them.
    pub by_value: Vec<(LocalId, LocalId)>,
    /// The block.
    pub body: Stmt,
}

/// Values of a case.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// First value, converted to the switch's type.
    pub low: i128,
    /// Last value.
    pub high: i128,
}

/// An initialiser of an automatic object.
#[derive(Clone, Debug)]
pub enum Init {
    /// `T x = e` (also struct by value).
    Expr(Expr),
    /// Braced: all bytes zero first if `zero`, then these stores in order. A string initialising an array is
    /// a `Bytes` store.
    List { zero: bool, items: Vec<InitItem> },
}

/// A store of a braced initialiser.
#[derive(Clone, Debug)]
pub struct InitItem {
    /// Offset in bytes into the object.
    pub offset: u64,
    /// For a bit-field.
    pub bits: Option<FieldBits>,
    /// Type of the part.
    pub ty: TypeId,
    /// What is stored.
    pub value: InitValue,
}

/// What an initialiser stores.
#[derive(Clone, Debug)]
pub enum InitValue {
    /// An rvalue of the item's type.
    Expr(Expr),
    /// Bytes of a string literal.
    Bytes(Vec<u8>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type; of an lvalue, the type of the object.
    pub ty: TypeId,
    /// Where; covers the whole expression if it is on one line.
    pub span: Span,
}

/// Expressions. Comments say "lvalue" where the expression is one.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Integer (or pointer, or bool) constant, as a signed or unsigned number according to its type.
    Int(i128),
    /// Floating constant.
    Float(f64),
    /// lvalue: a local.
    Local(LocalId),
    /// lvalue: a global (a string literal too).
    Global(GlobalId),
    /// A function designator; its type is a function type. Used as callee or under `AddrOf`.
    Function(FuncId),
    /// lvalue: what a pointer rvalue points to.
    Deref(Box<Expr>),
    /// lvalue if the base is one: a member (offset and bits are those of the field). The base may be an
    /// rvalue record (a call's result), then this is an rvalue-like place in a temporary and must still be
    /// read under `Load`.
    Member {
        base: Box<Expr>,
        record: RecordId,
        field: u32,
    },
    /// Value of an lvalue (an atomic load if its type is atomic; the result type is the non-atomic one).
    Load(Box<Expr>),
    /// Address of an lvalue or function.
    AddrOf(Box<Expr>),
    /// Array lvalue to pointer to its first element.
    Decay(Box<Expr>),
    /// Conversion of a scalar to another scalar type, or to void.
    Cast(Box<Expr>),
    /// Scalar to truth value: 0 or 1, of type int.
    Bool(Box<Expr>),
    /// `-`, `~` on promoted operands.
    Unary(UnaryOp, Box<Expr>),
    /// `!e`: type int, operand any scalar.
    Not(Box<Expr>),
    /// Arithmetic on two operands of the result's type (shift: the right operand has its own promoted type).
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Comparison of two operands of equal type (arithmetic or pointer); type int.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// Pointer plus (or minus) an integer (any integer type) in elements.
    PtrAdd {
        pointer: Box<Expr>,
        index: Box<Expr>,
        subtract: bool,
    },
    /// Difference of two pointers in elements; type `ptrdiff_t`.
    PtrDiff(Box<Expr>, Box<Expr>),
    /// `&&`: type int; operands any scalar.
    And(Box<Expr>, Box<Expr>),
    /// `||`.
    Or(Box<Expr>, Box<Expr>),
    /// `c ? a : b`; both of the result's type (or void).
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `c ?: b`: `c` evaluated once; `c` and `b` have the result's type.
    Elvis(Box<Expr>, Box<Expr>),
    /// `a, b`.
    Comma(Box<Expr>, Box<Expr>),
    /// `place = value`; the value is of the place's (non-atomic) type; gives the stored value.
    Assign { place: Box<Expr>, value: Box<Expr> },
    /// `place op= value`: the place is read, converted to `computation`, combined, converted back and stored.
    /// For a pointer place (`p += n`), `op` is Add or Sub, `computation` is the pointer type and `value` an
    /// integer in elements.
    AssignOp {
        op: BinaryOp,
        place: Box<Expr>,
        value: Box<Expr>,
        computation: TypeId,
    },
    /// `++`, `--`: `prefix` gives the new value, otherwise the old one. Pointers step by an element.
    IncDec {
        place: Box<Expr>,
        increment: bool,
        prefix: bool,
    },
    /// A call. `callee` is `Function(..)` or an rvalue pointer to function. Arguments are converted; the
    /// variable ones are promoted.
    Call { callee: Box<Expr>, args: Vec<Expr> },
    /// `({ ... })`: the value is that of the last statement if it is an expression (already an rvalue), else
    /// void.
    Statements(Vec<Stmt>, Option<Box<Expr>>),
    /// lvalue: a compound literal in a function: the local is (re)initialised here.
    CompoundLiteral { local: LocalId, init: Box<Init> },
    /// `&&label`.
    LabelAddr(LabelId),
    /// `sizeof` of a variable length type, in bytes; type `size_t`.
    SizeOfVla(TypeId),
    /// Sets a VLA length local, part of a declaration or type name, then gives `then`.
    SetLength {
        local: LocalId,
        length: Box<Expr>,
        then: Option<Box<Expr>>,
    },
    /// `va_start(ap)`: `ap` is an lvalue of type VaList (or `*` of a pointer to one).
    VaStart(Box<Expr>),
    /// `va_arg(ap, T)`; `T` is the expression's type.
    VaArg(Box<Expr>),
    /// `va_end(ap)`.
    VaEnd(Box<Expr>),
    /// `va_copy(dst, src)`.
    VaCopy(Box<Expr>, Box<Expr>),
    /// Atomic load of `*pointer`.
    AtomicLoad { pointer: Box<Expr>, order: Order },
    /// Atomic store.
    AtomicStore {
        pointer: Box<Expr>,
        value: Box<Expr>,
        order: Order,
    },
    /// Atomic read-modify-write; gives the old value, or the new one if `new_value`. Pointer operands are in
    /// bytes as gcc's builtins take them (`value` is an integer then).
    AtomicRmw {
        op: RmwOp,
        pointer: Box<Expr>,
        value: Box<Expr>,
        order: Order,
        new_value: bool,
    },
    /// `__atomic_compare_exchange_n` (`expected` points to the expected value, which is overwritten on
    /// failure; gives bool).
    AtomicCompareExchange {
        pointer: Box<Expr>,
        expected: Box<Expr>,
        desired: Box<Expr>,
        weak: bool,
        success: Order,
        failure: Order,
    },
    /// `__sync_val_compare_and_swap` (gives the old value) or `__sync_bool_…` (gives bool).
    AtomicCompareSwap {
        pointer: Box<Expr>,
        expected: Box<Expr>,
        desired: Box<Expr>,
        gives_bool: bool,
    },
    /// A fence.
    Fence(Order),
    /// A synchronisation operation made directly (by the library models); result as in its signature.
    Sync { op: SyncOp, args: Vec<Expr> },
    /// Other builtins that have no C equivalent.
    Builtin { builtin: Builtin, args: Vec<Expr> },
}

/// Builtins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// Control does not get here.
    Unreachable,
    /// Abnormal end.
    Trap,
    /// `alloca(size)`.
    Alloca,
    /// Number of one bits (operand width matters).
    PopCount,
    /// Leading zeros.
    CountLeadingZeros,
    /// Trailing zeros.
    CountTrailingZeros,
    /// 1 + index of the lowest one bit, or 0.
    FindFirstSet,
    /// Parity.
    Parity,
    /// Number of leading redundant sign bits.
    CountRedundantSignBits,
    /// Byte swap (type gives the width).
    ByteSwap,
    /// `__builtin_add_overflow(a, b, &result)`: operands of any integer types, computed exactly; type bool.
    AddOverflow,
    /// Likewise.
    SubOverflow,
    /// Likewise.
    MulOverflow,
    /// `setjmp(buffer)`; type int.
    SetJump,
    /// `longjmp(buffer, value)`.
    LongJump,
    /// `__builtin_frame_address`, `__builtin_return_address`: some address.
    FrameAddress,
    /// `__builtin_object_size`: unknown.
    ObjectSize,
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`.
    Neg,
    /// `~`.
    Complement,
}

/// Arithmetic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`.
    Div,
    /// `%`.
    Rem,
    /// `&`.
    And,
    /// `|`.
    Or,
    /// `^`.
    Xor,
    /// `<<`.
    Shl,
    /// `>>`.
    Shr,
}

/// Comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
}

impl Expr {
    /// Whether this denotes a place.
    pub fn is_lvalue(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Local(_)
                | ExprKind::Global(_)
                | ExprKind::Deref(_)
                | ExprKind::Member { .. }
                | ExprKind::CompoundLiteral { .. }
        )
    }
}
