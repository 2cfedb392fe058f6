//! Which threads may run a function.

use super::mention::Mentions;
use raceproof_engine::{condition, effect};
use raceproof_ir::{BlockId, FuncId, Point, Program};
use rustc_hash::FxHashSet;

/// The functions that threads begin with, and what each may come to.
pub(super) struct Actors {
    /// By function, the first functions of threads that may run it.
    by: Vec<Vec<FuncId>>,
    /// First functions of which there is one thread only.
    single: FxHashSet<FuncId>,
}

impl Actors {
    pub fn of(program: &Program, mentions: &Mentions) -> Actors {
        let calls: Vec<Vec<FuncId>> = program
            .functions
            .iter()
            .map(|function| {
                let code = function.blocks.iter().flat_map(|block| &block.instructions);
                code.filter_map(|(inst, _)| inst.called()).collect()
            })
            .collect();
        let mut firsts: Vec<FuncId> = program.entry.into_iter().collect();
        firsts.extend(mentions.begun.iter().map(|(f, _)| *f));
        if mentions.begins_unknown {
            effect!(
                "inductive",
                "threads may begin with any function",
                firsts.extend(&mentions.taken)
            );
        }
        firsts.sort_unstable();
        firsts.dedup();
        let mut by = vec![Vec::new(); program.functions.len()];
        for first in &firsts {
            // Anybody may call a function whose address somebody has: as a callback, a handler, a destructor.
            let mut open: Vec<FuncId> = mentions.taken.iter().copied().chain([*first]).collect();
            let mut seen = FxHashSet::default();
            while let Some(f) = open.pop() {
                if seen.insert(f) {
                    by[f.0 as usize].push(*first);
                    open.extend(&calls[f.0 as usize]);
                }
            }
        }
        let called: FxHashSet<FuncId> = calls.iter().flatten().copied().collect();
        let is_called = |f: FuncId| called.contains(&f) || mentions.taken.contains(&f);
        let is_single = |first: &FuncId| {
            let created: Vec<Point> = mentions
                .begun
                .iter()
                .filter(|(f, _)| f == first)
                .map(|(_, at)| *at)
                .collect();
            let is_alone = |main: &FuncId| {
                condition!("inductive", "the first function is not called", !is_called(*main))
            };
            let main = program.entry.filter(is_alone);
            match created.as_slice() {
                [] => Some(*first) == main,
                [at, rest @ ..] => {
                    condition!("inductive", "created in one place", rest.is_empty())
                        && condition!(
                            "inductive",
                            "created by the first thread",
                            Some(at.function) == main
                        )
                        && condition!("inductive", "created once", !is_in_loop(program, *at))
                }
            }
        };
        Actors {
            single: firsts.iter().copied().filter(is_single).collect(),
            by,
        }
    }

    /// Whether some thread may run a function.
    pub fn reach(&self, f: FuncId) -> bool {
        !self.by[f.0 as usize].is_empty()
    }

    /// The first functions of threads that may run a function.
    pub fn firsts(&self, f: FuncId) -> &[FuncId] {
        &self.by[f.0 as usize]
    }

    /// Whether two functions are run by the same one thread.
    pub fn is_one(&self, f: FuncId, g: FuncId) -> bool {
        let (f, g) = (&self.by[f.0 as usize], &self.by[g.0 as usize]);
        let [first] = f.as_slice() else {
            return false;
        };
        condition!("inductive", "one thread only", self.single.contains(first))
            && condition!("inductive", "the same thread", f == g)
    }
}

fn is_in_loop(program: &Program, at: Point) -> bool {
    let next = program.function(at.function).successors();
    let mut open: Vec<BlockId> = next[at.block.0 as usize].clone();
    let mut seen = FxHashSet::default();
    while let Some(block) = open.pop() {
        if block == at.block {
            return true;
        }
        if seen.insert(block) {
            open.extend(&next[block.0 as usize]);
        }
    }
    false
}
