//! Local variables that are read where nothing can have been assigned to them are inputs.
//!
//! A variable whose address is never taken is a register, and registers start as zero. A proof must hold for
//! whatever happens to be there: so before a check, each register that has a use which no assignment reaches
//! on any way becomes a choice of the environment where its function begins. One whose value steers nothing
//! and is stored nowhere stays as it is: no other value would make a difference.
//!
//! Not found: variables that are assigned on some ways to their use. They are zero on the others. Some front
//! ends mean the zeros ([`Loaded::starts_zeroed`](raceproof_source::Loaded)), and so do sources of ours.
//!
//! Cost: blocks times the variables that are used before they are assigned in some block.

use raceproof_flow::Facts;
use raceproof_ir::{
    Block, ConvertOp, FuncId, Function, Inst, Kind, Operand, Program, Reg, Register, Slot, SlotId, Span,
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
            find(function).into_iter().map(move |(register, span)| Unset {
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

/// Whether a block assigns to a register.
fn assigns(block: &Block, r: Reg) -> bool {
    let mut all = block.instructions.iter();
    all.any(|(inst, _)| inst.results().any(|result| result == r))
}

/// Whether a jump may come back into a block, with what registers hold elsewhere.
fn comes_back(block: &Block) -> bool {
    let mut all = block.instructions.iter();
    all.any(|(inst, _)| matches!(inst, Inst::SetJump { .. }))
}

/// The variables that a block uses before it assigns to them, with the places.
fn used_first(function: &Function, block: &Block) -> Vec<(Reg, Span)> {
    let mut used: Vec<(Reg, Span)> = Vec::new();
    let mut assigned = Vec::new();
    let is_variable =
        |r: Reg| r.0 >= function.arguments() && !function.registers[r.0 as usize].name.is_empty();
    for (inst, span) in &block.instructions {
        inst.operands(|operand| {
            if let Operand::Reg(r) = operand
                && is_variable(r)
                && !assigned.contains(&r)
                && !used.iter().any(|u| u.0 == r)
            {
                used.push((r, *span));
            }
        });
        assigned.extend(inst.results().filter(|r| is_variable(*r)));
    }
    if let Some(Operand::Reg(r)) = block.terminator.operand()
        && is_variable(r)
        && !assigned.contains(&r)
        && !used.iter().any(|u| u.0 == r)
    {
        used.push((r, block.span));
    }
    used
}

/// The blocks that ways from these lead to, those at the beginning of a way not counted.
fn reached(function: &Function, from: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut reached = vec![false; function.blocks.len()];
    let mut open: Vec<usize> = from.collect();
    while let Some(b) = open.pop() {
        for next in function.blocks[b].terminator.successors() {
            if !std::mem::replace(&mut reached[next.0 as usize], true) {
                open.push(next.0 as usize);
            }
        }
    }
    reached
}

/// The variables of a function that have a use which no assignment reaches.
fn find(function: &Function) -> Vec<(Reg, Span)> {
    if function.blocks.is_empty() {
        return Vec::new();
    }
    let mut alive = reached(function, std::iter::once(0));
    alive[0] = true;
    let used: Vec<(usize, Reg, Span)> = (0..)
        .zip(&function.blocks)
        .filter(|(b, _)| alive[*b])
        .flat_map(|(b, block)| {
            used_first(function, block)
                .into_iter()
                .map(move |(r, s)| (b, r, s))
        })
        .collect();
    let mut variables: Vec<Reg> = used.iter().map(|u| u.1).collect();
    variables.sort_unstable();
    variables.dedup();
    let mut found = Vec::new();
    for r in variables {
        let is_assigned = function.blocks.iter().any(|block| assigns(block, r));
        let sources = (0..function.blocks.len()).filter(|&b| {
            let block = &function.blocks[b];
            assigns(block, r) || is_assigned && comes_back(block)
        });
        let has_value = reached(function, sources);
        let first = used.iter().find(|(b, used, _)| *used == r && !has_value[*b]);
        found.extend(first.map(|(_, _, span)| (r, *span)));
    }
    found
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
