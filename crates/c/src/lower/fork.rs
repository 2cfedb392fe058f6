//! `fork` in programs with functions that it calls (`pthread_atfork`).

use raceproof_ir::{Address, Callee, FuncId, Function, Inst, Operand, Program, Span};

/// `fork` calls functions of the program then, which is not modelled: each call is a gap, and the program as
/// a whole where its address is taken. `vfork` and `_Fork` call none.
pub(super) fn stop(program: &mut Program) {
    let is_fork = |f: &Function| f.blocks.is_empty() && f.name == "fork";
    let Some(fork) = program.functions.iter().position(is_fork) else {
        return;
    };
    let fork = FuncId(fork as u32);
    let gap = |span: Span| {
        let what = "functions that `fork` calls are not modelled".to_owned();
        (Inst::Gap { what }, span)
    };
    if is_address_taken(program, fork)
        && let Some(entry) = program.entry
        && let Some(first) = program.functions[entry.0 as usize].blocks.first_mut()
    {
        first.instructions.insert(0, gap(Span::NONE));
        return;
    }
    for block in program.functions.iter_mut().flat_map(|f| &mut f.blocks) {
        let mut at = 0;
        while let Some(next) = block.instructions[at..]
            .iter()
            .position(|(inst, _)| calls(inst, fork))
        {
            let span = block.instructions[at + next].1;
            block.instructions.insert(at + next, gap(span));
            at += next + 2;
        }
    }
}

fn calls(inst: &Inst, fork: FuncId) -> bool {
    matches!(inst, Inst::Call { callee: Callee::Function(f), .. } if *f == fork)
}

fn is_address_taken(program: &Program, fork: FuncId) -> bool {
    let is_fork = |address: Address| address == Address::Function(fork);
    let mut relocations = program.globals.iter().flat_map(|global| &global.relocations);
    let mut taken = relocations.any(|relocation| is_fork(relocation.target));
    let blocks = program.functions.iter().flat_map(|f| &f.blocks);
    for (inst, _) in blocks.flat_map(|block| &block.instructions) {
        inst.operands(|operand| taken |= matches!(operand, Operand::Address(address) if is_fork(address)));
    }
    taken
}
