//! Addresses of four bytes that become floating-point numbers. Larger ones are told from other numbers by
//! those who run the program.
//!
//! What is left of an address there depends on how large addresses are, and what comes back from it may be
//! another one. So such a conversion is a gap. Addresses that were made numbers are followed through
//! registers, calls and memory: a number that is stored may be found by every load of its kind, of the same
//! global if it went to a global. Not followed are numbers that are computed from an address otherwise than
//! by moving it.

use std::collections::HashSet;

use raceproof_ir::{
    Address, BinaryOp, Callee, ConvertOp, DataModel, FuncId, GlobalId, Inst, Kind, Operand, Program, Reg,
    Terminator,
};

/// Makes such conversions gaps.
pub fn stop(program: &mut Program) {
    let has = |is_one: fn(&Inst) -> bool| program.instructions().any(|(_, inst)| is_one(inst));
    let is_small = program.model == DataModel::Ilp32;
    if !is_small || !has(|inst| is_lost(inst, |_| true)) || !has(|inst| made(inst).is_some()) {
        return;
    }
    let numbers = Numbers::new(program);
    for (f, function) in (0..).map(FuncId).zip(&mut program.functions) {
        let instructions = function
            .blocks
            .iter_mut()
            .flat_map(|block| &mut block.instructions);
        for (inst, _) in instructions {
            if is_lost(inst, |operand| numbers.has(f, operand)) {
                let what = "an address that becomes a floating-point number".to_owned();
                *inst = Inst::Gap { what };
            }
        }
    }
}

/// The register that gets an address as a number.
fn made(inst: &Inst) -> Option<Reg> {
    match inst {
        Inst::Convert {
            op: ConvertOp::PtrToInt,
            dst,
            ..
        } => Some(*dst),
        _ => None,
    }
}

/// Whether an instruction makes a float of one of these.
fn is_lost(inst: &Inst, is_number: impl Fn(Operand) -> bool) -> bool {
    match inst {
        Inst::Convert {
            op: ConvertOp::SignedToFloat | ConvertOp::UnsignedToFloat,
            src,
            ..
        } => is_number(*src),
        _ => false,
    }
}

/// What may hold an address as a number.
#[derive(Default)]
struct Numbers {
    registers: HashSet<(FuncId, Reg)>,
    /// Functions that return one.
    returns: HashSet<FuncId>,
    /// Globals that one was stored in, and in which kind.
    globals: HashSet<(GlobalId, Kind)>,
    /// The kinds in which one was stored elsewhere.
    elsewhere: HashSet<Kind>,
}

impl Numbers {
    fn new(program: &Program) -> Numbers {
        let mut numbers = Numbers::default();
        loop {
            let before = numbers.count();
            for (at, inst) in program.instructions() {
                numbers.follow(program, at.function, inst);
            }
            for (f, function) in (0..).map(FuncId).zip(&program.functions) {
                let ends = function.blocks.iter().map(|block| &block.terminator);
                let is_one = |end: &Terminator| end.returned().is_some_and(|value| numbers.has(f, value));
                if ends.into_iter().any(is_one) {
                    numbers.returns.insert(f);
                }
            }
            if numbers.count() == before {
                return numbers;
            }
        }
    }

    fn count(&self) -> usize {
        self.registers.len() + self.returns.len() + self.globals.len() + self.elsewhere.len()
    }

    fn has(&self, f: FuncId, operand: Operand) -> bool {
        matches!(operand, Operand::Reg(r) if self.registers.contains(&(f, r)))
    }

    fn is_stored(&self, kind: Kind, addr: &Operand) -> bool {
        match addr {
            Operand::Address(Address::Global(global, _)) => {
                self.globals.contains(&(*global, kind)) || self.elsewhere.contains(&kind)
            }
            _ => self.elsewhere.contains(&kind) || self.globals.iter().any(|(_, k)| *k == kind),
        }
    }

    fn follow(&mut self, program: &Program, f: FuncId, inst: &Inst) {
        let (dst, is_number) = match inst {
            Inst::Copy { dst, src } => (*dst, self.has(f, *src)),
            Inst::Binary {
                op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor,
                dst,
                a,
                b,
                ..
            } => (*dst, self.has(f, *a) != self.has(f, *b)),
            Inst::Load { kind, dst, addr } => (*dst, self.is_stored(*kind, addr)),
            Inst::Store { kind, addr, value } => {
                if self.has(f, *value) {
                    match addr {
                        Operand::Address(Address::Global(global, _)) => {
                            self.globals.insert((*global, *kind));
                        }
                        _ => drop(self.elsewhere.insert(*kind)),
                    }
                }
                return;
            }
            Inst::Call { dst, callee, args } => {
                let called = match callee {
                    Callee::Function(g) => Some(*g),
                    // It may be any that is called so.
                    Callee::Pointer(_) => None,
                };
                for (i, arg) in (0..).zip(args) {
                    if let (true, Some(g)) = (self.has(f, *arg), called)
                        && !program.function(g).blocks.is_empty()
                    {
                        self.registers.insert((g, Reg(i)));
                    }
                }
                let gives = match called {
                    Some(g) => self.returns.contains(&g),
                    None => !self.returns.is_empty(),
                };
                match dst {
                    Some(dst) => (*dst, gives),
                    None => return,
                }
            }
            inst => match made(inst) {
                Some(dst) => (dst, true),
                None => return,
            },
        };
        if is_number {
            self.registers.insert((f, dst));
        }
    }
}
