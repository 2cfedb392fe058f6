//! Whether a program can ever have a second thread, a task or a lane, by its text.
//!
//! Whoever may run is mentioned by somebody who may run: a function is called by its name, or its address was
//! taken from an operand or from a global that is mentioned. So it does not matter who calls it and when: a
//! pointer, `atexit`, a signal, a constructor, a jump. Functions of the library that start threads or load
//! code say so in their rows; what has no row, and what was not understood, may do anything.
//!
//! It errs to the side of threads that there are not.

use raceproof_ir::{Address, Callee, FuncId, GlobalId, Inst, Operand, Program, SyncOp};
use raceproof_library::starts;
use std::collections::BTreeSet;

/// What may be reached so far.
struct Reached<'p> {
    program: &'p Program,
    functions: BTreeSet<FuncId>,
    globals: BTreeSet<GlobalId>,
    open: Vec<FuncId>,
}

impl Reached<'_> {
    fn function(&mut self, f: FuncId) {
        if self.functions.insert(f) {
            self.open.push(f);
        }
    }

    fn address(&mut self, address: &Address) {
        let mut open = vec![*address];
        while let Some(address) = open.pop() {
            match address {
                Address::Function(f) | Address::Label(f, _) => self.function(f),
                Address::Global(global, _) => {
                    let is_new = self.globals.insert(global);
                    if let Some(global) = self.program.globals.get(global.0 as usize).filter(|_| is_new) {
                        open.extend(global.relocations.iter().map(|relocation| relocation.target));
                    }
                }
            }
        }
    }
}

/// Whether no second thread, task or lane can ever come into being.
///
/// SOUNDNESS: solitude
pub(crate) fn is_alone(program: &Program) -> bool {
    let Some(entry) = program.entry else {
        return false;
    };
    let mut reached = Reached {
        program,
        functions: BTreeSet::new(),
        globals: BTreeSet::new(),
        open: Vec::new(),
    };
    reached.function(entry);
    while let Some(f) = reached.open.pop() {
        let function = program.function(f);
        if function.blocks.is_empty() && starts(&function.name) {
            return false;
        }
        for block in &function.blocks {
            for (inst, _) in &block.instructions {
                if begins(inst) {
                    return false;
                }
                match inst {
                    Inst::Call {
                        callee: Callee::Function(g),
                        ..
                    } => reached.function(*g),
                    Inst::ThreadLocalAddr { global, .. } => reached.address(&Address::Global(*global, 0)),
                    _ => {}
                }
                inst.operands(|operand| {
                    if let Operand::Address(address) = operand {
                        reached.address(&address);
                    }
                });
            }
            if let Some(Operand::Address(address)) = block.terminator.operand() {
                reached.address(&address);
            }
        }
    }
    true
}

/// Whether an instruction begins something beside its thread, or nobody knows what it does.
fn begins(inst: &Inst) -> bool {
    let is_beginning = |op: SyncOp| op.creates() || op == SyncOp::WorkBegin;
    matches!(inst, Inst::Gap { .. }) || inst.sync().is_some_and(is_beginning)
}
