//! Whom an instruction may call, directly or through the library: what static analyses over calls ask.
//!
//! The library calls back while a native runs (`qsort`), when the program ends (`atexit`), when a signal is
//! raised, and when a thread ends that has thread-specific data. Functions are known where they are given by
//! name, which is nearly everywhere; else any function may be called.

use raceproof_ir::{Address, Block, Callee, FuncId, Inst, Operand, Program, SyncOp};

use raceproof_library::{CallsBack, calls_back, registers, starts};

/// Functions that may be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callees {
    /// These.
    Known(Vec<FuncId>),
    /// Any.
    Any,
}

impl Callees {
    const NONE: Callees = Callees::Known(Vec::new());

    /// Whether one of them has this property, which some functions have if `exists`.
    pub fn any(&self, exists: bool, has: impl Fn(FuncId) -> bool) -> bool {
        match self {
            Callees::Known(some) => some.iter().any(|f| has(*f)),
            Callees::Any => exists,
        }
    }

    /// Adds what an operand is the address of. A native that calls back itself may call whomever.
    fn add(&mut self, program: &Program, operand: Option<&Operand>) {
        let is_plain = |f: FuncId| {
            let function = program.function(f);
            !function.blocks.is_empty() || calls_back(&function.name).is_none()
        };
        match (operand, self) {
            (Some(Operand::Address(Address::Function(f))), Callees::Known(some)) if is_plain(*f) => {
                some.push(*f)
            }
            // A null pointer, or what the library takes for one.
            (Some(Operand::Const(_, 0 | 1)), _) => {}
            (_, callees) => *callees = Callees::Any,
        }
    }
}

/// Who calls whom.
pub struct Callbacks<'p> {
    program: &'p Program,
    at_exit: Callees,
    handlers: Callees,
    destructors: Callees,
}

impl<'p> Callbacks<'p> {
    /// Looks through a program.
    pub fn new(program: &'p Program) -> Callbacks<'p> {
        let mut callbacks = Callbacks {
            program,
            at_exit: Callees::NONE,
            handlers: Callees::NONE,
            destructors: Callees::NONE,
        };
        let instructions = program
            .functions
            .iter()
            .flat_map(|f| &f.blocks)
            .flat_map(|b| &b.instructions);
        for (inst, _) in instructions {
            match inst {
                Inst::Sync {
                    op: SyncOp::KeyCreate,
                    args,
                    ..
                } => callbacks.destructors.add(program, args.first()),
                Inst::Call { callee, args, .. } => {
                    let Some(f) = callee.named().filter(|f| program.function(*f).blocks.is_empty()) else {
                        continue;
                    };
                    let Some((by, argument)) = registers(&program.function(f).name) else {
                        continue;
                    };
                    let callees = match by {
                        CallsBack::AtExit => &mut callbacks.at_exit,
                        _ => &mut callbacks.handlers,
                    };
                    callees.add(program, argument.and_then(|i| args.get(i)));
                }
                _ => {}
            }
        }
        callbacks
    }

    /// Whom an instruction may call before it is over.
    pub fn of(&self, inst: &Inst) -> Callees {
        match inst {
            Inst::Call { callee, args, .. } => match callee.named() {
                None => Callees::Any,
                Some(f) if !self.program.function(f).blocks.is_empty() => Callees::Known(vec![f]),
                Some(f) => match calls_back(&self.program.function(f).name) {
                    None => Callees::NONE,
                    Some(CallsBack::Argument(i)) => {
                        let mut callees = Callees::NONE;
                        callees.add(self.program, args.get(i));
                        callees
                    }
                    Some(CallsBack::AtExit) => self.at_exit.clone(),
                    Some(CallsBack::Handlers) => self.handlers.clone(),
                },
            },
            Inst::Sync {
                op: SyncOp::ThreadExit,
                ..
            } => self.destructors.clone(),
            _ => Callees::NONE,
        }
    }

    /// Whom a signal may call at any time after an instruction, which sets a handler.
    pub fn later(&self, inst: &Inst) -> Callees {
        match self.native(inst).and_then(registers) {
            Some((CallsBack::Handlers, _)) => self.handlers.clone(),
            _ => Callees::NONE,
        }
    }

    /// Whether an instruction may start a thread by way of the library, or bring in code that may.
    pub fn starts(&self, inst: &Inst) -> bool {
        self.native(inst).is_some_and(starts)
    }

    /// The name of the native that an instruction calls.
    fn native(&self, inst: &Inst) -> Option<&'p str> {
        let program = self.program;
        let f = inst.callee().and_then(Callee::named)?;
        let function = program.function(f);
        function.blocks.is_empty().then_some(function.name.as_str())
    }

    /// Whether an instruction of a block is a call of a native.
    pub fn is_native(&self, block: &Block, index: usize) -> bool {
        let callee = block.instructions.get(index).and_then(|(inst, _)| inst.callee());
        let named = callee.and_then(Callee::named);
        named.is_some_and(|f| self.program.function(f).blocks.is_empty())
    }

    /// Whether returning from a function may lead to the call of a function with this property, which some
    /// have if `exists`: it may be the end of a thread or of the program, or one of the functions that are
    /// called then.
    pub fn follow(&self, f: FuncId, exists: bool, has: impl Fn(FuncId) -> bool) -> bool {
        let ends = self.program.entry == Some(f) || self.at_exit.any(true, |g| g == f);
        self.destructors.any(exists, &has) || ends && self.at_exit.any(exists, &has)
    }
}
