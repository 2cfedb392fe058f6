//! Checks the rules that engines and the machine rely on.
//!
//! The rules are the variants of [`Rule`]; each says what must hold, and its [text](Rule::text) is what a
//! report shows beside the violation. Every violation is reported, not only the first. What is checked is the
//! form of the program: that a pointer points to something, or that a callee found at run time has the
//! right parameters, is the machine's business.

mod instruction;
mod object;
mod operand;
mod terminator;

use crate::{BlockId, FuncId, Function, GlobalId, Kind, Origin, Program, ShapeId, Span};
use std::fmt::{Display, Formatter, Result as FmtResult};

/// Declares the rules with their texts.
macro_rules! rules {
    ($($variant:ident $text:literal,)*) => {
        /// A rule of the IR.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule { $(#[doc = $text] $variant,)* }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$variant),*];

            /// What the rule demands.
            pub fn text(self) -> &'static str {
                match self { $(Rule::$variant => $text),* }
            }
        }
    };
}

rules! {
    Reference "Every register, slot, block, global, function, shape and file that is named exists.",
    Entry "There is an entry; it has a body, zero to three parameters and no variable arguments.",
    Parameters "The parameters, and the pointer to variable arguments, are the first registers; that pointer is a `ptr`.",
    OperandKind "An operand has the kind that its instruction demands.",
    ResultKind "The register that takes a result has the kind of the result.",
    OperationKind "An operation is applied to a kind that it is defined on.",
    Conversion "A conversion goes between kinds that it is defined on; pointers convert to and from the integer of their size.",
    Constant "The bits of a constant above the width of its kind are zero.",
    Call "A call passes what its callee takes, and takes a result only from a callee that has one.",
    Sync "A synchronisation operation has the operands of its signature, and a result only if that has one.",
    Return "A function with a result returns a value on every return, one without returns none.",
    Order "A load does not release, a store does not acquire, and a failed compare-and-swap is a load.",
    AtomicKind "Atomic accesses have at most 64 bits.",
    Bits "A bit-field starts in its first byte, has 1 to 64 bits that fit in its kind, and lies in its memory location.",
    Nondet "The range of a choice is not empty and fits in the kind.",
    Switch "The cases of a switch are not empty and fit in the kind, which is an integer.",
    ThreadLocal "The address of a thread-local global is taken with `thread_local_addr`, and of no other global.",
    Alignment "An alignment is a power of two.",
    Initialiser "The initial bytes and the relocations of a global lie inside it, and relocations do not overlap.",
    Shape "No shape contains itself; elements have a stride; arrays and members lie inside the address space and their record.",
    Origin "A region takes its context first and stands in a function that is no region; roles are those of runtimes.",
}

/// What breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The program as a whole.
    Program,
    /// A shape.
    Shape(ShapeId),
    /// A global.
    Global(GlobalId),
    /// A function's declaration, registers or slots.
    Function(FuncId),
    /// An instruction of a block, counted from 0.
    Instruction(FuncId, BlockId, u32),
    /// The end of a block.
    Terminator(FuncId, BlockId),
}

/// A rule that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// What breaks it.
    pub place: Place,
    /// The source position of that, if it has one.
    pub span: Span,
    /// What is wrong, with names where there are any.
    pub message: String,
}

impl Display for Violation {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match self.place {
            Place::Program => write!(f, "program")?,
            Place::Shape(id) => write!(f, "shape {}", id.0)?,
            Place::Global(id) => write!(f, "global {}", id.0)?,
            Place::Function(id) => write!(f, "function {}", id.0)?,
            Place::Instruction(id, block, index) => {
                write!(f, "function {}, block {}, instruction {index}", id.0, block.0)?;
            }
            Place::Terminator(id, block) => write!(f, "function {}, end of block {}", id.0, block.0)?,
        }
        if self.span.is_known() {
            write!(
                f,
                " ({}:{}:{})",
                self.span.file.0, self.span.line, self.span.column
            )?;
        }
        write!(f, ": {} [rule: {}]", self.message, self.rule.text())
    }
}

impl std::error::Error for Violation {}

/// Checks every rule.
///
/// # Errors
///
/// All violations, in the order of the program.
pub fn verify(program: &Program) -> Result<(), Vec<Violation>> {
    let mut checker = Checker {
        program,
        function: None,
        place: Place::Program,
        span: Span::NONE,
        violations: Vec::new(),
    };
    checker.program();
    if checker.violations.is_empty() {
        Ok(())
    } else {
        Err(checker.violations)
    }
}

/// The place that is being checked, and what was found so far.
struct Checker<'p> {
    program: &'p Program,
    function: Option<&'p Function>,
    place: Place,
    span: Span,
    violations: Vec<Violation>,
}

impl<'p> Checker<'p> {
    fn broken(&mut self, rule: Rule, message: impl Into<String>) {
        self.violations.push(Violation {
            rule,
            place: self.place,
            span: self.span,
            message: message.into(),
        });
    }

    fn at(&mut self, place: Place, span: Span) {
        self.place = place;
        self.span = span;
        self.position(span);
    }

    /// A known position names a file.
    fn position(&mut self, span: Span) {
        if span.is_known() && span.file.0 as usize >= self.program.files.len() {
            self.broken(Rule::Reference, format!("there is no file {}", span.file.0));
        }
    }

    fn alignment(&mut self, align: u32) {
        if !align.is_power_of_two() {
            self.broken(Rule::Alignment, format!("the alignment is {align}"));
        }
    }

    fn program(&mut self) {
        let program = self.program;
        self.shapes();
        for (i, global) in program.globals.iter().enumerate() {
            self.at(Place::Global(GlobalId(i as u32)), global.span);
            self.global(global);
        }
        for (i, function) in program.functions.iter().enumerate() {
            self.function(FuncId(i as u32), function);
        }
        self.at(Place::Program, Span::NONE);
        self.entry();
    }

    fn entry(&mut self) {
        let Some(entry) = self.program.entry else {
            return self.broken(Rule::Entry, "there is no entry");
        };
        let Some(function) = self.program.functions.get(entry.0 as usize) else {
            return self.broken(Rule::Entry, format!("the entry is function {}", entry.0));
        };
        if function.blocks.is_empty() {
            self.broken(Rule::Entry, format!("the entry `{}` has no body", function.name));
        }
        if function.params > 3 || function.variadic {
            let message = format!("the entry `{}` takes other parameters than main", function.name);
            self.broken(Rule::Entry, message);
        }
    }

    fn function(&mut self, id: FuncId, function: &'p Function) {
        self.at(Place::Function(id), function.span);
        self.function = Some(function);
        let registers = function.registers.len() as u64;
        if u64::from(function.params) + u64::from(function.variadic) > registers {
            let message = format!("{} parameters but {registers} registers", function.params);
            self.broken(Rule::Parameters, message);
        } else if function.variadic && function.registers[function.params as usize].kind != Kind::Ptr {
            self.broken(Rule::Parameters, "the variable arguments are not in a `ptr`");
        }
        self.origin(function);
        for slot in &function.slots {
            self.at(Place::Function(id), slot.span);
            self.alignment(slot.align);
            self.shape(slot.shape);
        }
        for (i, block) in function.blocks.iter().enumerate() {
            let block_id = BlockId(i as u32);
            for (j, (inst, span)) in block.instructions.iter().enumerate() {
                self.at(Place::Instruction(id, block_id, j as u32), *span);
                self.instruction(inst);
            }
            self.at(Place::Terminator(id, block_id), block.span);
            self.terminator(&block.terminator);
        }
        self.function = None;
    }

    fn origin(&mut self, function: &Function) {
        if function.role.is_some() && !matches!(function.origin, Origin::Runtime(_)) {
            self.broken(Rule::Origin, "it has a role and is of no runtime");
        }
        let Origin::Region { of, .. } = function.origin else {
            return;
        };
        if function.params == 0 {
            self.broken(Rule::Origin, "a region takes no context");
        }
        match self.program.functions.get(of.0 as usize) {
            None => self.broken(Rule::Reference, format!("there is no function {}", of.0)),
            Some(around) if around.origin.is_region() => {
                let message = format!("`{}` is a region itself", around.name);
                self.broken(Rule::Origin, message);
            }
            Some(_) => {}
        }
    }
}
