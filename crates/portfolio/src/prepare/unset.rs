//! Local variables that are read where nothing was assigned to them may hold anything.
//!
//! A variable whose address is never taken is a register, and registers start as zero. A proof must hold for
//! whatever happens to be there. So before a check, each register that has a use which no assignment reaches
//! on any way becomes a choice of the environment where its life begins ([`unassigned`]). One that is
//! assigned on some ways to its use ([`partly_assigned`]) gets a place in memory beside it, which is written
//! with every assignment and read where that may be missing: whoever executes the program sees then whether
//! the byte that is read was ever written. One whose value steers nothing and is stored nowhere stays as it
//! is: no other value would make a difference.
//!
//! *Invariant:* no [`Inst::Unset`] is left. Some front ends mean the zeros
//! ([`Loaded::starts_zeroed`](raceproof_source::Loaded)), and so do sources of ours.

use std::collections::BTreeMap;

use raceproof_flow::{Exposed, Facts, partly_assigned, unassigned};
use raceproof_ir::{
    BlockId, ConvertOp, FuncId, Function, Inst, Kind, Operand, Point, Program, Reg, Register, Slot, SlotId,
    Span,
};

use crate::limits;

/// What becomes of variables of a function.
#[derive(Default)]
struct Unset {
    /// Those that are chosen, with their first uses.
    chosen: Vec<(Reg, Span)>,
    /// Those that get a place in memory.
    placed: BTreeMap<Reg, SlotId>,
    /// Where these are read from there.
    reads: BTreeMap<(BlockId, usize), Vec<Reg>>,
}

/// Makes such variables of a program choices of the environment, or gives them a place in memory.
pub fn free(program: &mut Program) {
    let mut found = find(program);
    let address = match program.model.pointer_size() {
        4 => Kind::I32,
        _ => Kind::I64,
    };
    for (id, function) in (0..).map(FuncId).zip(&mut program.functions) {
        let unset = found.remove(&id).unwrap_or_default();
        if !unset.placed.is_empty() || has_unset(function) {
            rebuild(function, &unset, address);
        }
        for (r, span) in unset.chosen {
            let first = choice(function, r, span, address);
            let instructions = &mut function.blocks[0].instructions;
            instructions.splice(0..0, first.into_iter().map(|inst| (inst, span)));
        }
    }
}

fn has_unset(function: &Function) -> bool {
    let mut blocks = function.blocks.iter();
    let is_unset = |inst: &Inst| matches!(inst, Inst::Unset { .. });
    blocks.any(|block| block.instructions.iter().any(|(inst, _)| is_unset(inst)))
}

/// The variables whose values may be anything, and may matter.
fn find(program: &mut Program) -> BTreeMap<FuncId, Unset> {
    let mut found: BTreeMap<FuncId, Unset> = BTreeMap::new();
    let mut slots: Vec<(FuncId, Reg)> = Vec::new();
    let facts = Facts::new(program);
    let mut asked = 0;
    for (id, function) in (0..).map(FuncId).zip(&program.functions) {
        if function.origin.is_ours() {
            continue;
        }
        let chosen = unassigned(function);
        for partly in partly_assigned(function, &Exposed::new(function)) {
            let r = partly.register;
            let begins = partly.begins.iter();
            let begins: Vec<Point> = begins.map(|(b, at)| Point::new(id, *b, *at as u32)).collect();
            asked += 1;
            // A place in memory is never wrong, and the question has its price.
            if asked <= limits::UNSET_VARIABLES.get() && !facts.entry_matters(id, r, &begins) {
                continue;
            }
            let unset = found.entry(id).or_default();
            if let Some(one) = chosen.iter().find(|(chosen, _)| *chosen == r) {
                unset.chosen.push(*one);
                continue;
            }
            slots.push((id, r));
            for at in partly.reads {
                unset.reads.entry(at).or_default().push(r);
            }
        }
    }
    let pointer = program.model.pointer_size();
    for (id, r) in slots {
        let function = &mut program.functions[id.0 as usize];
        let Register { kind, name } = function.registers[r.0 as usize].clone();
        let size = match kind {
            Kind::Ptr => pointer,
            kind => kind.bits() / 8,
        };
        let slot = add_slot(function, name, size, Span::NONE);
        found.entry(id).or_default().placed.insert(r, slot);
    }
    found
}

fn add_slot(function: &mut Function, name: String, size: u32, span: Span) -> SlotId {
    let slot = SlotId(function.slots.len() as u32);
    function.slots.push(Slot {
        name,
        size: u64::from(size),
        align: size,
        shape: None,
        span,
    });
    slot
}

/// Puts the accesses to the places of variables into a function.
fn rebuild(function: &mut Function, unset: &Unset, address: Kind) {
    for b in 0..function.blocks.len() {
        let block = BlockId(b as u32);
        let old = std::mem::take(&mut function.blocks[b].instructions);
        let end = function.blocks[b].span;
        let mut new = Vec::with_capacity(old.len());
        let reads = |at: usize| unset.reads.get(&(block, at)).into_iter().flatten();
        let count = old.len();
        for (at, (inst, span)) in old.into_iter().enumerate() {
            for r in reads(at) {
                access(function, unset, *r, true, span, &mut new);
            }
            if let Inst::Unset { dst, .. } = inst {
                if let Some(slot) = unset.placed.get(&dst) {
                    new.push((Inst::SlotDead { slot: *slot }, span));
                } else if unset.chosen.iter().any(|(chosen, _)| *chosen == dst) {
                    let choice = choice(function, dst, span, address);
                    new.extend(choice.into_iter().map(|inst| (inst, span)));
                }
                continue;
            }
            let written: Vec<Reg> = inst.results().collect();
            new.push((inst, span));
            for r in written {
                access(function, unset, r, false, span, &mut new);
            }
        }
        for r in reads(count) {
            access(function, unset, *r, true, end, &mut new);
        }
        function.blocks[b].instructions = new;
    }
}

/// Reads a variable from its place, or writes it there, if it has one.
fn access(
    function: &mut Function,
    unset: &Unset,
    r: Reg,
    reads: bool,
    span: Span,
    out: &mut Vec<(Inst, Span)>,
) {
    let Some(&slot) = unset.placed.get(&r) else {
        return;
    };
    let kind = function.kind(r);
    let place = function.add_register(Kind::Ptr, "");
    let addr = Operand::Reg(place);
    out.push((Inst::SlotAddr { dst: place, slot }, span));
    let inst = match reads {
        true => Inst::Load { kind, dst: r, addr },
        false => Inst::Store {
            kind,
            addr,
            value: Operand::Reg(r),
        },
    };
    out.push((inst, span));
}

/// Chooses the value of a register. Of a floating one the bits are chosen; an address is any number, which
/// points to nothing that may be accessed.
fn choice(function: &mut Function, r: Reg, span: Span, address: Kind) -> Vec<Inst> {
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
        let slot = add_slot(function, String::new(), size, span);
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
    first
}
