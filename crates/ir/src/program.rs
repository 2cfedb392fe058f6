//! Programs, globals and functions.

use crate::{
    DataModel, FileId, Inst, Kind, ObjectRole, Order, Origin, Reg, Role, Runtime, Shape, ShapeId, Span,
    Terminator,
};

/// A whole program: every file linked together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Sizes of pointers in memory.
    pub model: DataModel,
    /// Names of the source files, by [`FileId`].
    pub files: Vec<String>,
    /// Layouts for naming parts of objects.
    pub shapes: Vec<Shape>,
    /// Objects that exist from the start, string literals included.
    pub globals: Vec<Global>,
    /// Functions; one without blocks has no body in the program and is looked up in the library.
    pub functions: Vec<Function>,
    /// The function that the first thread runs.
    pub entry: Option<FuncId>,
}

/// Index into [`Program::globals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// Index into [`Program::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncId(pub u32);

/// Index into [`Function::blocks`]. The entry is block 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// Index into [`Function::slots`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotId(pub u32);

/// An object with static or thread storage duration.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Name as the user knows it. Unique for external linkage only.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Leading bytes of the initial value; the rest is zero.
    pub bytes: Vec<u8>,
    /// Addresses stored in the initial value, over `bytes`.
    pub relocations: Vec<Relocation>,
    /// Whether a store to it is a fault (string literals, `const` objects).
    pub constant: bool,
    /// Whether every thread has its own.
    pub thread_local: bool,
    /// Layout, for naming parts.
    pub shape: Option<ShapeId>,
    /// Where it comes from.
    pub origin: Origin,
    /// What it is there for, if engines must know.
    pub role: Option<ObjectRole>,
    /// Where it is declared.
    pub span: Span,
}

/// An address in an initial value, stored with the data model's pointer size.
#[derive(Clone, Debug, PartialEq)]
pub struct Relocation {
    /// Where in the global.
    pub at: u64,
    /// Which address.
    pub target: Address,
}

/// An address known before the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// A global (not thread-local) plus a byte offset.
    Global(GlobalId, i64),
    /// A function.
    Function(FuncId),
    /// A label of a function (`&&label`).
    Label(FuncId, BlockId),
}

/// A function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    /// Name as the user knows it.
    pub name: String,
    /// The first `params` registers are the parameters, in order. A variadic function has one more,
    /// of kind `ptr`: the address of the block of variable arguments.
    pub params: u32,
    /// Whether the last parameter is the block of variable arguments.
    pub variadic: bool,
    /// Kind of the result.
    pub result: Option<Kind>,
    /// Registers.
    pub registers: Vec<Register>,
    /// Locals whose address is taken, and aggregates.
    pub slots: Vec<Slot>,
    /// Code; empty if the program has no body for it.
    pub blocks: Vec<Block>,
    /// Where it comes from.
    pub origin: Origin,
    /// What it does, if engines must know: it is of a runtime then.
    pub role: Option<Role>,
    /// Where it is defined.
    pub span: Span,
}

/// A register of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    /// What it holds.
    pub kind: Kind,
    /// Name of the variable that it is, or empty for a temporary.
    pub name: String,
}

/// A local variable in memory. Its object comes into being at the first [`Inst::SlotAddr`] and ends at
/// [`Inst::SlotDead`] or when the function returns.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Name of the variable, or empty for a temporary.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Layout, for naming parts.
    pub shape: Option<ShapeId>,
    /// Where it is declared.
    pub span: Span,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// What it does, with the position of each instruction.
    pub instructions: Vec<(Inst, Span)>,
    /// Where it goes.
    pub terminator: Terminator,
    /// Position of the terminator.
    pub span: Span,
}

impl Program {
    /// The function `id`.
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// The global `id`.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    /// The name of a source file.
    pub fn file(&self, id: FileId) -> &str {
        self.files.get(id.0 as usize).map_or("?", String::as_str)
    }

    /// Whether loops with `schedule(static)` are given to threads by their numbers, if there are any: the
    /// [division](ObjectRole::Division) is not open.
    pub fn divides_loops(&self) -> bool {
        let mut globals = self.globals.iter();
        let division = globals.find(|global| global.role == Some(ObjectRole::Division));
        division.is_some_and(|global| global.bytes.iter().any(|&byte| byte != 0))
    }

    /// Whether there are atomic accesses in an order weaker than `seq_cst`, those of our own sources aside.
    pub fn has_weak_atomics(&self) -> bool {
        let is_weak = |inst: &Inst| match inst {
            Inst::AtomicLoad { order, .. }
            | Inst::AtomicStore { order, .. }
            | Inst::AtomicRmw { order, .. }
            | Inst::AtomicCas { success: order, .. } => *order != Order::SeqCst,
            _ => false,
        };
        let functions = self.functions.iter().filter(|f| !f.origin.is_ours());
        functions
            .flat_map(|function| &function.blocks)
            .flat_map(|block| &block.instructions)
            .any(|(inst, _)| is_weak(inst))
    }

    /// Looks a function up by name.
    pub fn find_function(&self, name: &str) -> Option<FuncId> {
        self.functions
            .iter()
            .position(|f| f.name == name)
            .map(|i| FuncId(i as u32))
    }

    /// Whether there is a function with this role.
    pub fn has_role(&self, role: Role) -> bool {
        self.functions.iter().any(|f| f.role == Some(role))
    }
}

impl Function {
    /// Kind of a register.
    pub fn kind(&self, r: Reg) -> Kind {
        self.registers[r.0 as usize].kind
    }

    /// Adds a register.
    pub fn add_register(&mut self, kind: Kind, name: impl Into<String>) -> Reg {
        self.registers.push(Register {
            kind,
            name: name.into(),
        });
        Reg(self.registers.len() as u32 - 1)
    }

    /// Whether it is part of what the runtime of OpenMP does for itself.
    pub fn is_inner(&self) -> bool {
        self.origin == Origin::Runtime(Runtime::OpenMp)
            && !self
                .role
                .is_some_and(|role| role.tells_who() || role.is_routine())
    }

    /// Whether it comes with us and keeps to itself what it knows of the thread that runs it.
    pub fn hides_who(&self) -> bool {
        self.origin.is_ours() && !self.role.is_some_and(Role::tells_who)
    }

    /// Number of arguments that a call passes: the declared ones and the block of variable ones.
    pub fn arguments(&self) -> u32 {
        self.params.saturating_add(u32::from(self.variadic))
    }
}
