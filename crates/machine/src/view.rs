//! What threads see in their registers, to be compared with what others see.
//!
//! An engine that lets one run stand for all mappings of works to threads must know that a work does the same
//! whoever does it. A work sees the registers of the function that it is in, and memory. For the registers
//! there is [`Machine::work_view`]: their values when a thread asks for works, to be compared with those of
//! the other threads of its team. Memory that is private to a thread is the engine's business; only of the
//! runtime's own variables it need not care, except where the program asks for the number of its thread.

use raceproof_ir::{FuncId, Kind, Reg, SyncOp};
use std::collections::BTreeSet;

use crate::flatten::Layout;
use crate::op::Op;
use crate::{Machine, ObjectId, ObjectKind, Pointer, State, ThreadId};

/// What a register held when its thread asked for works.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The register; none for a word of the frame that is no register of the program.
    pub register: Option<(FuncId, Reg)>,
    bits: u64,
    /// What it points to, if that is on the thread's own stack.
    own: Option<(ObjectKind, u32)>,
    /// The same if it is a block that the thread allocated.
    block: Option<(ObjectId, ObjectKind, u32)>,
}

impl Seen {
    /// Whether a work sees the same in both threads: the same value, or the address of the thread's own copy
    /// of the same thing. That may be a block which nobody but its thread uses.
    pub fn is_like(&self, other: &Seen, is_scratch: impl Fn(ObjectId) -> bool) -> bool {
        let has_block = || match (self.block, other.block) {
            (Some((a, kind, offset)), Some((b, other_kind, other_offset))) => {
                (kind, offset) == (other_kind, other_offset) && is_scratch(a) && is_scratch(b)
            }
            _ => false,
        };
        self.register == other.register
            && (self.bits == other.bits || self.own.is_some() && self.own == other.own || has_block())
    }
}

impl Machine<'_> {
    /// If a thread is about to ask for its first works of a construct: the registers that its works will see.
    pub fn work_view(&self, s: &State, t: ThreadId) -> Option<Vec<Seen>> {
        let (Op::Sync { index }, _) = self.pending(s, t)? else {
            return None;
        };
        if self.code.syncs[index as usize].op != SyncOp::WorkShare {
            return None;
        }
        let thread = s.threads.get(t.0 as usize)?;
        // The function that has the works: the runtime asks for it.
        let at = (0..thread.frames.len())
            .rev()
            .find(|&i| !self.code.program.function(thread.frames[i].function).hides_who())?;
        let frame = thread.frames[at];
        let function = self.code.program.function(frame.function);
        let layout = Layout::of(function);
        let mut seen = Vec::new();
        self.each_live(&thread.frames[at..], |word| {
            let register = layout.words.iter().position(|&w| w == word);
            let bits = thread.registers[frame.base as usize + word as usize];
            let is_pointer = register.is_some_and(|r| function.registers[r].kind == Kind::Ptr);
            let target = is_pointer.then(|| self.own_target(s, t, Pointer(bits))).flatten();
            let is_on_stack = |(id, _, _): &(ObjectId, ObjectKind, u32)| id.space().is_stack();
            let own = target.filter(is_on_stack).map(|(_, kind, offset)| (kind, offset));
            let block = target.filter(|target| !is_on_stack(target));
            let slots = self.code.functions[frame.function.0 as usize].slots;
            if !(slots.0..slots.0 + slots.1).contains(&word) {
                seen.push(Seen {
                    register: register.map(|r| (frame.function, Reg(r as u32))),
                    bits,
                    own,
                    block,
                });
            }
        });
        Some(seen)
    }

    fn own_target(&self, s: &State, t: ThreadId, pointer: Pointer) -> Option<(ObjectId, ObjectKind, u32)> {
        let id = pointer.object();
        let kind = s.memory.object(id)?.kind();
        let is_own = id.space().is_stack() || matches!(kind, ObjectKind::Heap(_));
        (is_own && id.space().thread() == t).then_some((id, kind, pointer.offset()))
    }

    /// Whether registers of the running function have the same values in all these threads, which are at the
    /// same operation of it.
    pub fn agree(&self, state: &State, threads: &[ThreadId], f: FuncId, registers: &BTreeSet<Reg>) -> bool {
        let layout = Layout::of(self.code.program.function(f));
        let values = |t: &ThreadId| {
            let thread = state.thread(*t)?;
            let frame = thread.frames.last().filter(|frame| frame.function == f)?;
            let words = registers.iter().flat_map(|r| {
                let first = layout.words[r.0 as usize];
                let is_wide = self.code.program.function(f).registers[r.0 as usize].kind == Kind::I128;
                first..first + 1 + u32::from(is_wide)
            });
            let values: Vec<u64> = words
                .map(|w| thread.registers[(frame.base + w) as usize])
                .collect();
            Some((frame.pc, values))
        };
        let first = threads.first().and_then(values);
        first.is_some() && threads.iter().all(|t| values(t) == first)
    }
}
