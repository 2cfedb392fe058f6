//! Programs that may create more threads than a search wants to follow.

use crate::context::cyclic;
use crate::count::counted;
use crate::limits;
use raceproof_ir::{BlockId, Callee, FuncId, Function, Inst, Operand, Program, SyncOp};
use std::collections::BTreeSet;

/// Whether a loop creates threads that does not count up to a small constant, or to a number that may be small. It is a guess, for choosing what to search first: creations in
/// recursive functions and in functions that are called through pointers are not looked for.
pub fn is_crowd(program: &Program) -> bool {
    let creators = creators(program);
    let functions = (0..).map(FuncId).zip(&program.functions);
    functions
        .filter(|(f, _)| creators.contains(f))
        .any(|(_, function)| repeats_creation(function, &creators))
}

fn creates(inst: &Inst, creators: &BTreeSet<FuncId>) -> bool {
    match inst {
        Inst::Sync { op, .. } => matches!(op, SyncOp::ThreadCreate | SyncOp::ThreadCreateAt),
        Inst::Call {
            callee: Callee::Function(f),
            ..
        } => creators.contains(f),
        _ => false,
    }
}

/// Functions that create threads, or call some that do.
fn creators(program: &Program) -> BTreeSet<FuncId> {
    let mut creators = BTreeSet::new();
    loop {
        let before = creators.len();
        for (f, function) in (0..).map(FuncId).zip(&program.functions) {
            let mut code = function.blocks.iter().flat_map(|b| &b.instructions);
            if code.any(|(inst, _)| creates(inst, &creators)) {
                creators.insert(f);
            }
        }
        if creators.len() == before {
            return creators;
        }
    }
}

fn repeats_creation(function: &Function, creators: &BTreeSet<FuncId>) -> bool {
    let next: Vec<Vec<BlockId>> = function
        .blocks
        .iter()
        .map(|b| b.terminator.successors().collect())
        .collect();
    let repeated = cyclic(&next);
    let loops = counted(function);
    let is_few = |b: BlockId| {
        let mut around = loops.iter().filter(|l| l.once.contains(&b));
        around.any(
            |l| !matches!(l.bound, Operand::Const(_, bits) if bits > u128::from(limits::FEW_THREADS.get())),
        )
    };
    let blocks = (0..).map(BlockId).zip(&function.blocks);
    blocks
        .filter(|(b, _)| repeated[b.0 as usize] && !is_few(*b))
        .any(|(_, block)| block.instructions.iter().any(|(inst, _)| creates(inst, creators)))
}
