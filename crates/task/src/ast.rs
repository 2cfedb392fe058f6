//! The syntax tree.

use raceproof_ir::Span;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// 64 bits, signed, wraps around.
    Int,
    /// `true` or `false`.
    Bool,
    /// IEEE double.
    Real,
    /// The handle of a task, to ask for its value.
    Future,
}

impl Type {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Bool => "bool",
            Type::Real => "real",
            Type::Future => "future",
        }
    }
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A declaration at the top level.
#[derive(Clone, Debug)]
pub enum Item {
    /// `const N = e;`
    Const(Name, Expr),
    /// `region r[n]: int[n] := e;` or the same with `var`: a variable, perhaps with regions of its own.
    Variable(Variable),
    /// `phaser p;`
    Phaser(Name),
    /// `proc p(…) -> int { … }`
    Proc(Proc),
}

/// A shared variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Name,
    /// Whether it is the variable of a region.
    pub is_region: bool,
    /// How many regions, if it is an array of regions.
    pub regions: Option<Expr>,
    pub ty: Type,
    /// The lengths of an array, outermost first.
    pub lengths: Vec<Expr>,
    pub init: Option<Expr>,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct Proc {
    pub name: Name,
    pub params: Vec<(Name, Type)>,
    pub result: Option<Type>,
    pub body: Block,
}

/// Statements in braces.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub statements: Vec<Statement>,
    /// Of the closing brace.
    pub end: Span,
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Statement {
    pub what: What,
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum What {
    /// `var x: int := e;` or `future f := e;`
    Local(Name, Type, Option<Expr>),
    /// `place := e;`
    Assign(Place, Expr),
    /// `p(e);` or `call p(e);`
    Call(Expr),
    /// `return e;`
    Return(Option<Expr>),
    /// `skip;`
    Skip,
    /// `assume e;`
    Assume(Expr),
    /// `assert e;`
    Assert(Expr),
    /// `if e { } else { }`
    If(Expr, Block, Block),
    /// `while e { }`
    While(Expr, Block),
    /// `for i in a..b { }`, with tasks or not.
    For(Box<Counted>, Block),
    /// `post r <- p(e) …;`
    Post(Box<Post>),
    /// `await r;`
    Await(Place),
    /// `ewait r;`
    Ewait(Place),
    /// `isolated { }`, or `isolated(a, b[i]) { }`: only from blocks that name one of these.
    Isolated(Vec<Place>, Block),
    /// `finish { }`
    Finish(Block),
    /// `async { }` or `async phased(p) { }`
    Async(Vec<Name>, Block),
    /// `phased(p) { }`: registered with phasers.
    Phased(Vec<Name>, Block),
    /// `next;` or `next p;`
    Next(Vec<Name>),
    /// `choose { } or { }`
    Choose(Vec<Block>),
    /// `print e, "text";`
    Print(Vec<Printed>),
    /// `{ }`
    Block(Block),
}

/// The head of a loop over numbers.
#[derive(Clone, Debug)]
pub struct Counted {
    pub kind: Loop,
    pub name: Name,
    pub from: Expr,
    pub to: Expr,
    /// The phasers that its tasks are registered with.
    pub phasers: Vec<Name>,
}

/// How the iterations of a loop run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loop {
    /// `for`: one after the other.
    Sequential,
    /// `forasync`: each as a task.
    Tasks,
    /// `forall`: each as a task, and all are awaited.
    AwaitedTasks,
}

/// A post.
#[derive(Clone, Debug)]
pub struct Post {
    pub region: Place,
    pub proc: Name,
    pub args: Vec<Expr>,
    /// Regions whose tasks the new task gets.
    pub pass: Vec<Place>,
    /// What whoever joins it does with its value.
    pub handler: Option<Handler>,
}

/// What the procedure of a post or a call may use.
#[derive(Clone, Debug)]
pub struct Rights {
    /// `post` or `call`.
    pub word: &'static str,
    pub proc: Name,
    /// Regions that it may read; all if not given.
    pub reads: Option<Vec<Name>>,
    /// Regions that it may write; all if not given.
    pub writes: Option<Vec<Name>>,
}

impl Rights {
    /// All rights.
    pub fn all(word: &'static str, proc: &Name) -> Rights {
        Rights {
            word,
            proc: proc.clone(),
            reads: None,
            writes: None,
        }
    }
}

/// A return value handler: what to do with the value of a task that is joined.
#[derive(Clone, Debug)]
pub struct Handler {
    pub param: Name,
    pub body: Block,
}

/// What `print` prints.
#[derive(Clone, Debug)]
pub enum Printed {
    Text(String),
    Value(Expr),
}

/// A variable or an element of an array; or a region.
#[derive(Clone, Debug)]
pub struct Place {
    pub name: Name,
    pub indices: Vec<Expr>,
}

/// An expression with its place.
#[derive(Clone, Debug)]
pub struct Expr {
    pub what: Value,
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum Value {
    Int(i64),
    Real(f64),
    Bool(bool),
    /// `*`: true or false.
    Star,
    /// `choose(a..b)`: any number from a to b - 1.
    Choose(Box<Expr>, Box<Expr>),
    Place(Place),
    Call(Name, Vec<Expr>),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `async { }`: a future.
    Async(Block),
    /// `e.get()`.
    Get(Box<Expr>),
}
