//! Scopes: which locals are alive at a point, and how jumps end their lives.
//!
//! Objects of locals come to life when their address is first taken and must die at every exit of their
//! scope. The locals declared so far stand in a list, innermost last. `break` and `continue` end the lives of
//! those behind the length that the list had at their target. For `goto` the target may not be known yet, so
//! each goto gets a block of its own that is filled in at the end of the function: a local dies there unless
//! its scope encloses the label (a jump back before its declaration does not end its life), a variable length
//! array unless its declaration comes before the label.
//!
//! `goto *p` ends no lives: its locals live until the function returns.

use raceproof_ir::{BlockId, Inst, Operand, Reg, SlotId, Span, Terminator};

use super::function::{FunctionLowering, Home};
use crate::hir::{Expr, LabelId, LocalId};

/// A local that has memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    /// In a slot.
    Slot(SlotId),
    /// A variable length array.
    Vla(Reg),
}

/// A local that is alive.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Live {
    memory: Memory,
    scope: ScopeId,
}

/// A scope of the function; every one that is entered has its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ScopeId(u32);

/// The scopes that are open.
#[derive(Default)]
pub(super) struct Scopes {
    open: Vec<ScopeId>,
    next: u32,
}

/// A scope to be ended.
pub(super) struct Scope {
    /// How many locals were alive when it began.
    pub depth: usize,
}

/// A label.
pub(super) struct LabelState {
    /// Where it is.
    pub block: BlockId,
    /// Whether its address is taken.
    pub addressed: bool,
    /// The locals in scope there that have a `cleanup`.
    pub cleanups: Vec<LocalId>,
    /// What is alive there and the scopes around it, once the label was met.
    met: Option<(Vec<Live>, Vec<ScopeId>)>,
}

impl LabelState {
    pub fn new(block: BlockId, addressed: bool, cleanups: Vec<LocalId>) -> Self {
        LabelState {
            block,
            addressed,
            cleanups,
            met: None,
        }
    }
}

/// A `goto` whose block is still to be filled in.
pub(super) struct Goto {
    block: BlockId,
    label: LabelId,
    live: Vec<Live>,
    span: Span,
}

/// Where `break` or `continue` goes.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub block: BlockId,
    /// How many locals are alive there.
    pub depth: usize,
}

impl<'a> FunctionLowering<'_, 'a> {
    /// A local comes into scope.
    pub(super) fn declare(&mut self, id: LocalId) {
        let memory = match self.home(id) {
            Home::Slot(slot) => Memory::Slot(slot),
            Home::Pointed(register) => Memory::Vla(register),
            Home::Register(_) => return,
        };
        if !self.live.iter().any(|live| live.memory == memory) {
            let scope = self.scopes.open.last().copied().unwrap_or(ScopeId(0));
            self.live.push(Live { memory, scope });
        }
    }

    /// Begins a scope.
    pub(super) fn begin_scope(&mut self) -> Scope {
        self.scopes.next += 1;
        self.scopes.open.push(ScopeId(self.scopes.next));
        Scope {
            depth: self.live.len(),
        }
    }

    /// Ends the innermost scope.
    pub(super) fn end_scope(&mut self, scope: Scope, span: Span) {
        self.kill(scope.depth, span);
        self.live.truncate(scope.depth);
        self.scopes.open.pop();
    }

    /// Emits the ends of life of all but the first `depth` locals.
    pub(super) fn kill(&mut self, depth: usize, span: Span) {
        for index in (depth..self.live.len()).rev() {
            let live = self.live[index];
            self.code.emit(death(live.memory), span);
        }
    }

    /// `break` or `continue`.
    pub(super) fn jump_out(&mut self, target: Option<Target>, span: Span) {
        match target {
            Some(target) => {
                self.kill(target.depth, span);
                self.code.jump(target.block, span);
            }
            // The checker has reported it.
            None => self.code.end(Terminator::Unreachable, span),
        }
    }

    /// A label is here.
    pub(super) fn place_label(&mut self, label: LabelId) {
        let state = &mut self.labels[label.0 as usize];
        state.met = Some((self.live.clone(), self.scopes.open.clone()));
        let block = state.block;
        self.code.start(block);
    }

    /// `goto`, after the calls for the locals that are not in scope at the label.
    pub(super) fn goto(&mut self, label: LabelId, calls: &'a [(LocalId, Expr)], span: Span) {
        let there = self.labels[label.0 as usize].cleanups.clone();
        for (_, call) in calls.iter().filter(|(local, _)| !there.contains(local)) {
            self.full_effect(call);
        }
        if self.live.is_empty() {
            let block = self.labels[label.0 as usize].block;
            return self.code.jump(block, span);
        }
        if self.code.current().is_none() {
            return;
        }
        let block = self.code.new_block();
        self.code.start(block);
        self.code.resume(None);
        self.gotos.push(Goto {
            block,
            label,
            live: self.live.clone(),
            span,
        });
    }

    /// Fills in the blocks of gotos.
    pub(super) fn finish_gotos(&mut self) {
        for goto in std::mem::take(&mut self.gotos) {
            let target = &self.labels[goto.label.0 as usize];
            let block = target.block;
            let dying: Vec<Memory> = goto
                .live
                .iter()
                .rev()
                .filter(|live| match &target.met {
                    None => false,
                    Some((there, scopes)) => match live.memory {
                        Memory::Slot(_) => live.scope.0 != 0 && !scopes.contains(&live.scope),
                        Memory::Vla(_) => !there.contains(live),
                    },
                })
                .map(|live| live.memory)
                .collect();
            self.code.resume(Some(goto.block));
            for memory in dying {
                self.code.emit(death(memory), goto.span);
            }
            self.code.jump(block, goto.span);
        }
    }
}

fn death(memory: Memory) -> Inst {
    match memory {
        Memory::Slot(slot) => Inst::SlotDead { slot },
        Memory::Vla(register) => Inst::AllocaFree {
            addr: Operand::Reg(register),
        },
    }
}
