//! Programs that may create more threads than a search wants to follow.

use crate::count::{Counted, counted};
use crate::graph::cyclic;
use crate::settled::Settled;
use raceproof_ir::{BlockId, FuncId, Function, Inst, Program, SyncOp};
use std::collections::BTreeSet;

/// Whether a loop creates threads that does not count up to a constant of at most `few`, or to a number that
/// may be small. It is a guess, for choosing what to search first: creations in recursive functions and in
/// functions that are called through pointers are not looked for.
pub fn is_crowd(program: &Program, few: u64) -> bool {
    let creators = creators(program);
    let settled = Settled::new(program);
    let functions = (0..).map(FuncId).zip(&program.functions);
    functions
        .filter(|(f, _)| creators.contains(f))
        .any(|(f, function)| {
            let repeated = repeated_creations(function, &creators);
            !repeated.is_empty() && exceeds(&counted(f, function, &settled), &repeated, few)
        })
}

fn creates(inst: &Inst, creators: &BTreeSet<FuncId>) -> bool {
    let is_thread = |op| matches!(op, SyncOp::ThreadCreate | SyncOp::ThreadCreateAt);
    inst.sync().is_some_and(is_thread) || inst.called().is_some_and(|f| creators.contains(&f))
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

/// Blocks that create threads and can be reached from themselves.
fn repeated_creations(function: &Function, creators: &BTreeSet<FuncId>) -> Vec<BlockId> {
    let repeated = cyclic(&function.successors());
    let blocks = (0..).map(BlockId).zip(&function.blocks);
    blocks
        .filter(|(b, _)| repeated[b.0 as usize])
        .filter(|(_, block)| block.instructions.iter().any(|(inst, _)| creates(inst, creators)))
        .map(|(b, _)| b)
        .collect()
}

/// Whether one of these blocks is in no loop that goes through it few times.
fn exceeds(loops: &[Counted], blocks: &[BlockId], few: u64) -> bool {
    let is_few = |b: &BlockId| {
        let mut around = loops.iter().filter(|l| !l.inner && l.once.contains(b));
        around.any(|l| l.bound.number().is_none_or(|bound| bound <= i128::from(few)))
    };
    !blocks.iter().all(is_few)
}
