//! Whether a program may still create threads after a place, in any execution: a static closure over blocks and calls.
//!
//! Used to tell whether what a thread reads while it is alone can matter for races: it cannot if nobody will ever run beside it. Lanes of a
//! vector loop count as created by their `work_begin`. An indirect call may call whatever function there is, so creation may be found
//! where there is none, never the other way round.

use raceproof_ir::{Callee, FuncId, Function, Inst, SyncOp, Terminator};
use std::collections::{BTreeMap, BTreeSet};

use crate::{Machine, Site};

/// Where in a block a call is, and whom it calls if that is known.
type Call = (usize, Option<FuncId>);

/// Where threads may be created from.
#[derive(Clone, Debug, Default)]
pub struct Ahead {
    /// Functions that may create threads while they run.
    creators: BTreeSet<FuncId>,
    /// Blocks from whose start a creation may be reached, in the function or after it returned.
    blocks: BTreeSet<(FuncId, u32)>,
    /// Functions after whose return a creation may be reached.
    returns: BTreeSet<FuncId>,
}

fn creates(creators: &BTreeSet<FuncId>, inst: &Inst) -> bool {
    match inst {
        Inst::Sync { op, .. } => matches!(
            op,
            SyncOp::ThreadCreate
                | SyncOp::ThreadCreateAt
                | SyncOp::TaskCreate
                | SyncOp::TaskPost
                | SyncOp::WorkBegin
        ),
        Inst::Call { callee, .. } => match callee {
            Callee::Function(f) => creators.contains(f),
            Callee::Pointer(_) => !creators.is_empty(),
        },
        // Nobody knows here where a jump ends.
        Inst::LongJump { .. } => true,
        _ => false,
    }
}

impl Ahead {
    /// Whether a creation may be reached from an instruction of a block.
    fn from(&self, f: FuncId, function: &Function, block: u32, index: usize) -> bool {
        let code = &function.blocks[block as usize];
        let rest = code.instructions.get(index..).unwrap_or(&[]);
        rest.iter().any(|(inst, _)| creates(&self.creators, inst))
            || code
                .terminator
                .successors()
                .any(|b| self.blocks.contains(&(f, b.0)))
            || matches!(code.terminator, Terminator::Return(_)) && self.returns.contains(&f)
    }
}

impl Machine<'_> {
    /// Where threads may be created from.
    pub fn ahead(&self) -> Ahead {
        let program = self.code.program;
        let functions: Vec<(FuncId, &Function)> = (0..).map(FuncId).zip(&program.functions).collect();
        let mut ahead = Ahead::default();
        loop {
            let before = ahead.creators.len();
            for &(f, function) in &functions {
                let mut insts = function.blocks.iter().flat_map(|b| &b.instructions);
                if insts.any(|(inst, _)| creates(&ahead.creators, inst)) {
                    ahead.creators.insert(f);
                }
            }
            if ahead.creators.len() == before {
                break;
            }
        }
        let mut calls: BTreeMap<(FuncId, u32), Vec<Call>> = BTreeMap::new();
        for &(f, function) in &functions {
            for (b, block) in (0..).zip(&function.blocks) {
                for (i, (inst, _)) in block.instructions.iter().enumerate() {
                    match inst {
                        Inst::Call {
                            callee: Callee::Function(g),
                            ..
                        } => {
                            calls.entry((f, b)).or_default().push((i, Some(*g)));
                        }
                        Inst::Call { .. } => calls.entry((f, b)).or_default().push((i, None)),
                        _ => {}
                    }
                }
            }
        }
        loop {
            let before = (ahead.blocks.len(), ahead.returns.len());
            for &(f, function) in &functions {
                for b in 0..function.blocks.len() as u32 {
                    if !ahead.blocks.contains(&(f, b)) && ahead.from(f, function, b, 0) {
                        ahead.blocks.insert((f, b));
                    }
                    for &(i, callee) in calls.get(&(f, b)).into_iter().flatten() {
                        if ahead.from(f, function, b, i + 1) {
                            match callee {
                                Some(g) => drop(ahead.returns.insert(g)),
                                None => ahead.returns.extend(functions.iter().map(|(g, _)| *g)),
                            }
                        }
                    }
                }
            }
            if before == (ahead.blocks.len(), ahead.returns.len()) {
                return ahead;
            }
        }
    }

    /// Whether threads may be created after this place.
    pub fn may_create_after(&self, ahead: &Ahead, site: Site) -> bool {
        let Some(at) = self.code.locate(site) else {
            return true;
        };
        let function = self.code.program.function(at.function);
        ahead.from(at.function, function, at.block.0, at.index + 1)
    }
}
