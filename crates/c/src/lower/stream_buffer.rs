//! Buffers that a program gives to streams (`setbuf`, `setvbuf`).
//!
//! What a stream keeps in its buffer is nobody's business but the library's, as long as the program does not
//! look there. A global that the program names nowhere but in such a call is one that it never looks at; the
//! call is one without a buffer then. The stream must be a standard one by its name: two streams with one
//! buffer would race. Any other buffer stays with the call, which is a gap.

use raceproof_ir::{Address, Callee, FuncId, GlobalId, Inst, Kind, Operand, Program, Reg, Terminator};

/// Takes the buffers away that only their stream uses.
pub(super) fn settle(program: &mut Program) {
    let is_setter = |name: &str| matches!(name, "setbuf" | "setvbuf" | "setbuffer");
    let setters: Vec<FuncId> = (0..)
        .map(FuncId)
        .zip(&program.functions)
        .filter(|(_, f)| f.blocks.is_empty() && is_setter(&f.name))
        .map(|(id, _)| id)
        .collect();
    if setters.is_empty() {
        return;
    }
    let uses = uses(program);
    let ids = (0..program.globals.len() as u32).map(GlobalId);
    let standard: Vec<bool> = ids.map(|id| is_standard(program, id)).collect();
    for block in program.functions.iter_mut().flat_map(|f| &mut f.blocks) {
        // The registers that hold a standard stream at this place of the block.
        let mut streams: Vec<Reg> = Vec::new();
        for (inst, _) in &mut block.instructions {
            if let Inst::Call {
                callee: Callee::Function(callee),
                args,
                ..
            } = inst
                && setters.contains(callee)
                && let [stream, buffer, ..] = args.as_mut_slice()
                && matches!(stream, Operand::Reg(r) if streams.contains(r))
                && let Operand::Address(Address::Global(global, _)) = *buffer
                && uses[global.0 as usize] == 1
            {
                *buffer = Operand::Const(Kind::Ptr, 0);
            }
            streams.retain(|r| inst.results().all(|result| result != *r));
            if let Inst::Load { dst, addr, .. } = inst
                && matches!(addr, Operand::Address(Address::Global(g, 0)) if standard[g.0 as usize])
            {
                streams.push(*dst);
            }
        }
    }
}

/// Whether an object holds one of the three streams, for good: the program only reads it.
fn is_standard(program: &Program, id: GlobalId) -> bool {
    let place = Operand::Address(Address::Global(id, 0));
    let global = &program.globals[id.0 as usize];
    let leads_to = |at: Address| match at {
        Address::Global(other, 0) => program.globals[other.0 as usize].name == format!("__{}", global.name),
        _ => false,
    };
    let is_named = matches!(global.name.as_str(), "stdin" | "stdout" | "stderr");
    let only_reads = |inst: &Inst| {
        let mut count = 0;
        inst.operands(|operand| count += usize::from(operand == place));
        count == 0 || matches!(inst, Inst::Load { .. })
    };
    let steps = program.functions.iter().flat_map(|f| &f.blocks);
    is_named
        && matches!(&global.relocations[..], [one] if leads_to(one.target))
        && steps
            .flat_map(|block| &block.instructions)
            .all(|(inst, _)| only_reads(inst))
}

/// How often the program names each global.
fn uses(program: &Program) -> Vec<usize> {
    let mut uses = vec![0; program.globals.len()];
    let mut note = |global: GlobalId| uses[global.0 as usize] += 1;
    let mut named = |operand: Operand| {
        if let Operand::Address(Address::Global(global, _)) = operand {
            note(global);
        }
    };
    for block in program.functions.iter().flat_map(|f| &f.blocks) {
        for (inst, _) in &block.instructions {
            inst.operands(&mut named);
            if let Inst::ThreadLocalAddr { global, .. } = inst {
                named(Operand::Address(Address::Global(*global, 0)));
            }
        }
        match &block.terminator {
            Terminator::Branch { cond: operand, .. }
            | Terminator::Switch { value: operand, .. }
            | Terminator::JumpTo { target: operand, .. }
            | Terminator::Return(Some(operand)) => named(*operand),
            Terminator::Jump(_) | Terminator::Return(None) | Terminator::Unreachable => {}
        }
    }
    for relocation in program.globals.iter().flat_map(|global| &global.relocations) {
        named(Operand::Address(relocation.target));
    }
    uses
}
