//! Statements, asm and pragmas.

use raceproof_ir::Span;

use super::{Declaration, Expr, Ident, StaticAssert};
use crate::lex::Token;
use crate::openmp::Directive;

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
    /// Something before a statement that is not understood, and whose meaning the program may do without.
    Unclear(String),
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
    /// A `#pragma` line that is not OpenMP's.
    Pragma(Pragma),
    /// An OpenMP directive.
    OpenMp {
        /// The directive.
        directive: Box<Directive>,
        /// What it applies to; none for directives that are statements themselves (`barrier`,
        /// `taskwait` …) or declare something. Of a loop directive, a [`StmtKind::For`] or another
        /// loop directive. Of `sections`, a block of which every item is a `section` directive.
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
