//! Variables that end: a global variable of a compiled program becomes an object of `main`, on the heap or on
//! its stack, which the program reaches by a pointer that is set before anything else. Where the program
//! stores [`END`] to the variable, the object is freed or its life ends.

use raceproof_ir::{
    Address, Callee, FuncId, Function, Global, GlobalId, Inst, Kind, Operand, Program, Slot, SlotId,
};

/// The value whose store ends the life of the object.
pub(super) const END: u32 = 77;

/// What the variable becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lender {
    /// A block of the heap.
    Heap,
    /// A local variable.
    Stack,
}

const SIZE: u128 = 8;

/// Changes the program.
pub fn lend(program: &mut Program, variable: &str, lender: Lender) {
    let Some(known) = program.globals.iter().position(|g| g.name == variable) else {
        return;
    };
    let old = GlobalId(known as u32);
    let mut pointer: Global = program.globals[known].clone();
    pointer.name = "lent".to_owned();
    pointer.bytes = Vec::new();
    pointer.shape = None;
    program.globals.push(pointer);
    let pointer = Operand::Address(Address::Global(GlobalId(program.globals.len() as u32 - 1), 0));
    let malloc = declare(program, "malloc", Kind::I64, Some(Kind::Ptr));
    let free = declare(program, "free", Kind::Ptr, None);
    let main = program.find_function("main");
    for (i, function) in program.functions.iter_mut().enumerate() {
        let is_main = main == Some(FuncId(i as u32));
        let place = |addr: &Operand| matches!(addr, Operand::Address(Address::Global(g, _)) if *g == old);
        let slot = SlotId(function.slots.len() as u32);
        for b in 0..function.blocks.len() {
            let mut changed = Vec::new();
            for (mut inst, span) in std::mem::take(&mut function.blocks[b].instructions) {
                let (addr, ends) = match &mut inst {
                    Inst::Load { addr, .. } => (addr, false),
                    Inst::Store { addr, value, .. } => {
                        let ends = matches!(value, Operand::Const(_, n) if *n == u128::from(END));
                        (addr, ends)
                    }
                    _ => {
                        changed.push((inst, span));
                        continue;
                    }
                };
                if !place(addr) {
                    changed.push((inst, span));
                    continue;
                }
                if ends && lender == Lender::Stack {
                    if is_main {
                        changed.push((Inst::SlotDead { slot }, span));
                    }
                    continue;
                }
                let dst = function.add_register(Kind::Ptr, "");
                *addr = Operand::Reg(dst);
                let load = Inst::Load {
                    kind: Kind::Ptr,
                    dst,
                    addr: pointer,
                };
                changed.push((load, span));
                changed.push(match ends {
                    false => (inst, span),
                    true => (call(free, None, Operand::Reg(dst)), span),
                });
            }
            function.blocks[b].instructions = changed;
        }
        if is_main {
            let dst = function.add_register(Kind::Ptr, "");
            let span = function.span;
            let make = match lender {
                Lender::Heap => call(malloc, Some(dst), Operand::Const(Kind::I64, SIZE)),
                Lender::Stack => {
                    function.slots.push(Slot {
                        name: "lent".to_owned(),
                        size: SIZE as u64,
                        align: 8,
                        shape: None,
                        span,
                    });
                    Inst::SlotAddr { dst, slot }
                }
            };
            let store = |kind, addr, value| Inst::Store { kind, addr, value };
            let first = [
                make,
                store(Kind::Ptr, pointer, Operand::Reg(dst)),
                store(Kind::I64, Operand::Reg(dst), Operand::Const(Kind::I64, 0)),
            ];
            let instructions = &mut function.blocks[0].instructions;
            instructions.splice(0..0, first.map(|inst| (inst, span)));
        }
    }
}

fn call(function: FuncId, dst: Option<raceproof_ir::Reg>, argument: Operand) -> Inst {
    Inst::Call {
        dst,
        callee: Callee::Function(function),
        args: vec![argument],
    }
}

fn declare(program: &mut Program, name: &str, parameter: Kind, result: Option<Kind>) -> FuncId {
    let mut function = Function {
        name: name.to_owned(),
        result,
        params: 1,
        ..Function::default()
    };
    function.add_register(parameter, "");
    program.functions.push(function);
    FuncId(program.functions.len() as u32 - 1)
}
