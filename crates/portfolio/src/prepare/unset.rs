//! Local variables that are read where nothing can have been assigned to them are inputs.
//!
//! A variable whose address is never taken is a register, and registers start as zero. A proof must hold for
//! whatever happens to be there: so before a check, each register that has a use which no assignment reaches
//! on any way becomes a choice of the environment where its function begins. One whose value steers nothing
//! and is stored nowhere stays as it is: no other value would make a difference.
//!
//! Variables that are assigned on some ways to their use are not meant ([`unassigned`]). They are zero on the
//! others. Some front ends mean the zeros ([`Loaded::starts_zeroed`](raceproof_source::Loaded)), and so do
//! sources of ours.

use raceproof_flow::{Facts, unassigned};
use raceproof_ir::{
    ConvertOp, FuncId, Function, Inst, Kind, Operand, Program, Reg, Register, Slot, SlotId, Span,
};

/// A variable of a function and its first use.
struct Unset {
    function: FuncId,
    register: Reg,
    span: Span,
}

/// Makes such variables of a program choices of the environment.
pub fn free(program: &mut Program) {
    let functions = (0..).map(FuncId).zip(&program.functions);
    let mut found: Vec<Unset> = functions
        .filter(|(_, function)| !function.origin.is_ours())
        .flat_map(|(id, function)| {
            unassigned(function)
                .into_iter()
                .map(move |(register, span)| Unset {
                    function: id,
                    register,
                    span,
                })
        })
        .collect();
    if found.is_empty() {
        return;
    }
    let facts = Facts::new(program);
    found.retain(|unset| facts.entry_matters(unset.function, unset.register));
    let address = match program.model.pointer_size() {
        4 => Kind::I32,
        _ => Kind::I64,
    };
    for unset in found {
        let function = &mut program.functions[unset.function.0 as usize];
        choose(function, unset.register, unset.span, address);
    }
}

/// Chooses the value of a register where its function begins. Of a floating one the bits are chosen; an
/// address is any number, which points to nothing that may be accessed.
fn choose(function: &mut Function, r: Reg, span: Span, address: Kind) {
    let Register { kind, name } = function.registers[r.0 as usize].clone();
    let chosen = match kind {
        Kind::Ptr => address,
        Kind::F32 => Kind::I32,
        Kind::F64 => Kind::I64,
        kind => kind,
    };
    let number = match chosen == kind {
        true => r,
        false => function.add_register(chosen, ""),
    };
    let (low, high) = chosen.range(true);
    let mut first = vec![Inst::Nondet {
        kind: chosen,
        dst: number,
        signed: true,
        low,
        high,
        name: match kind.is_float() {
            true => format!("bits of uninitialised {name}"),
            false => format!("uninitialised {name}"),
        },
    }];
    let value = Operand::Reg(number);
    if kind == Kind::Ptr {
        first.push(Inst::Convert {
            op: ConvertOp::IntToPtr,
            from: chosen,
            to: kind,
            dst: r,
            src: value,
        });
    } else if kind.is_float() {
        let size = chosen.bits() / 8;
        let slot = SlotId(function.slots.len() as u32);
        function.slots.push(Slot {
            name: String::new(),
            size: u64::from(size),
            align: size,
            shape: None,
            span,
        });
        let place = function.add_register(Kind::Ptr, "");
        let addr = Operand::Reg(place);
        first.extend([
            Inst::SlotAddr { dst: place, slot },
            Inst::Store {
                kind: chosen,
                addr,
                value,
            },
            Inst::Load { kind, dst: r, addr },
            Inst::SlotDead { slot },
        ]);
    }
    let instructions = &mut function.blocks[0].instructions;
    instructions.splice(0..0, first.into_iter().map(|inst| (inst, span)));
}
