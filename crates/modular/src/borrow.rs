//! Local variables that begin again while others may still have their address.
//!
//! The next instance of a variable, in the next round of a loop or the next call, is often in the bytes of
//! the last one. Whoever was told the address of that and is still there may use it: the classic is a loop
//! that gives each of its threads the address of one variable of the round. To use what has ended is
//! undefined, but by then another instance has begun, and all that can be seen is a race for it. So a
//! variable that begins again is only fresh if all who ever use it through an address that they were given
//! or have found in memory are over, or have not begun.
//!
//! Blocks of the heap are another matter: who frees a block that others use has raced with them already.
//!
//! SOUNDNESS: borrowed-variables

use crate::analyse::Analysis;
use crate::context::{Contexts, Place};
use crate::object::{Name, ObjectId};
use crate::state::{Guard, State, ThreadNo};
use crate::value::Target;
use raceproof_engine::condition;
use raceproof_ir::{BlockId, Function, Inst, SlotId};
use std::collections::{BTreeMap, BTreeSet};

/// The threads that use variables through addresses that they were given or have found. It only grows.
pub(crate) type Borrowers = BTreeMap<ObjectId, BTreeSet<ThreadNo>>;

/// Slots whose life ends in a block that can be run again, or before another use of them.
pub(crate) fn reborn(function: &Function, cyclic: &[bool]) -> BTreeSet<SlotId> {
    let mut reborn = BTreeSet::new();
    for (b, block) in function.blocks.iter().enumerate() {
        let mut ended = BTreeSet::new();
        for (inst, _) in &block.instructions {
            match inst {
                Inst::SlotDead { slot } if cyclic[b] => _ = reborn.insert(*slot),
                Inst::SlotDead { slot } => _ = ended.insert(*slot),
                Inst::SlotAddr { slot, .. } if ended.contains(slot) => _ = reborn.insert(*slot),
                _ => {}
            }
        }
        if ended.is_empty() {
            continue;
        }
        let later = raceproof_flow::reachable(function, BlockId(b as u32), |_| true);
        for next in later {
            for (inst, _) in &function.blocks[next.0 as usize].instructions {
                if let Inst::SlotAddr { slot, .. } = inst
                    && ended.contains(slot)
                {
                    reborn.insert(*slot);
                }
            }
        }
    }
    reborn
}

impl Contexts<'_> {
    /// Whether what an instruction allocates ends with its function.
    pub fn is_alloca(&self, (context, block, index): Place) -> bool {
        let function = self.program.function(self.context(context).function);
        let inst = function.blocks[block.0 as usize].instructions.get(index);
        matches!(inst, Some((Inst::Alloca { .. }, _)))
    }
}

impl Analysis<'_> {
    /// A thread uses an object. Through the address of an older instance, or of who knows which, it is one
    /// that the thread was given or has found.
    pub(crate) fn note_borrower(&mut self, thread: ThreadNo, target: Target) {
        let is_variable = match self.memory.object(target.object).name {
            Name::Slot(..) => true,
            Name::Site(context, block, index) => self.contexts.is_alloca((context, block, index)),
            _ => false,
        };
        if is_variable
            && !target.recent
            && self
                .stores
                .borrowers
                .entry(target.object)
                .or_default()
                .insert(thread)
        {
            self.contexts.changed = true;
        }
    }

    /// A variable of a thread begins again.
    pub(crate) fn begin_again(&self, thread: ThreadNo, state: &mut State, object: ObjectId) {
        self.make_fresh(state, object);
        if !condition!(
            "fresh-objects",
            "begins again when nobody has it",
            self.is_given_back(thread, &state.guard, object)
        ) && state.fresh.contains(&object)
        {
            state.fresh.remove(&object);
        }
    }

    /// Whether nobody else is there who may use a variable of a thread.
    fn is_given_back(&self, thread: ThreadNo, guard: &Guard, object: ObjectId) -> bool {
        let is_found = self.memory.is_wild && self.memory.disclosed.contains(&object);
        let is_open = is_found || self.wild.kept.contains_key(&object);
        let mut others = self.stores.borrowers.get(&object).into_iter().flatten();
        condition!("fresh-objects", "not open to unknown code", !is_open)
            && others.all(|&other| self.is_absent(thread, guard, other))
    }

    /// Whether a thread is not there where another one is.
    fn is_absent(&self, thread: ThreadNo, guard: &Guard, other: ThreadNo) -> bool {
        let contexts = &self.contexts;
        if other == thread {
            return condition!("fresh-objects", "of one thread", contexts.is_unique(thread));
        }
        guard.joined.contains(&other)
            || contexts.are_made_in_turn(thread, other)
            || contexts.are_made_in_turn(other, thread)
            || contexts.waits_for(thread, other)
            || contexts.waits_for(other, thread)
            || contexts.begins_before(other, None, thread).is_some()
            || contexts.begins_before(thread, Some(guard), other).is_some()
    }
}
