//! Local variables that are set before anybody reads them.
//!
//! Memory does not know time: a variable holds what anybody ever stores there, and what nobody has set is any
//! number. But most variables are set before they are read, and before another thread or memory learns their
//! address. Then whoever reads them finds what somebody stored.
//!
//! So a thread knows which bytes of the variables of its calls it has set since their life began
//! ([`State::assigned`]). Bytes that it reads without having set them, and those that are not set when the
//! address becomes known, may be found as nobody has set them ([`Memory::unset`](crate::object::Memory)).
//! This is about small variables; of larger ones any byte may be found so, and of those of functions that may
//! be going on twice.
//!
//! SOUNDNESS: set-before-read

use crate::analyse::Analysis;
use crate::context::ContextId;
use crate::object::{Name, ObjectId};
use crate::offset::Offsets;
use crate::state::{State, ThreadNo};
use crate::value::Value;
use raceproof_engine::{condition, effect};
use std::collections::BTreeMap;

/// Some of the first bytes of a variable, a bit for each.
pub(crate) type ByteSet = u64;

/// The variables of a thread that are set in part or altogether.
pub(crate) type Assigned = BTreeMap<ObjectId, ByteSet>;

/// A set of so many bytes from an offset on; everything if these are not known or not among the first.
pub(crate) fn bytes(at: Offsets, length: u64) -> ByteSet {
    let known = at.constant().and_then(|at| u32::try_from(at).ok());
    match (known, length) {
        (Some(at), 1..=63) if u64::from(at) + length <= 64 => ((1 << length) - 1) << at,
        _ => ByteSet::MAX,
    }
}

/// Keeps what is set on both ways. Says whether anything changed.
pub(crate) fn meet(mine: &mut Assigned, theirs: &Assigned) -> bool {
    let mut changed = false;
    mine.retain(|object, set| {
        let both = *set & theirs.get(object).copied().unwrap_or(0);
        changed |= both != *set;
        *set = both;
        both != 0
    });
    changed
}

impl Analysis<'_> {
    /// A thread stores something at an address.
    pub(crate) fn assign(&self, state: &mut State, address: &Value, length: u64) {
        let [(target, at)] = address.targets[..] else {
            return;
        };
        let is_variable = matches!(self.memory.object(target.object).name, Name::Slot(..));
        let (Some(offset), 1..=63) = (at.constant(), length) else {
            return;
        };
        if is_variable
            && condition!("set-before-read", "set in the youngest instance", target.recent)
            && !address.is_lost()
            && (0..64).contains(&offset)
            && offset + length as i64 <= 64
        {
            *state.assigned.entry(target.object).or_insert(0) |= bytes(at, length);
        }
    }

    /// Some bytes may be found as nobody has set them.
    fn find_unset(&mut self, object: ObjectId, unset: ByteSet) {
        if unset != 0 {
            self.memory.leave_unset(object, unset);
        }
    }

    /// A thread reads bytes of what may be a variable of its own.
    pub(crate) fn read_assigned(&mut self, thread: ThreadNo, state: &State, address: &Value, length: u64) {
        for (target, at) in self.places(address) {
            let Name::Slot(context, _) = self.memory.object(target.object).name else {
                continue;
            };
            if self.contexts.context(context).thread == thread {
                let set = state.assigned.get(&target.object).copied().unwrap_or(0);
                effect!(
                    "set-before-read",
                    "read before it is set",
                    self.find_unset(target.object, bytes(at, length) & !set)
                );
            }
        }
    }

    /// The address of what may be a variable of this thread becomes known to memory or to other threads.
    pub(crate) fn publish_assigned(&mut self, state: &State, object: ObjectId) {
        let Name::Slot(context, _) = self.memory.object(object).name else {
            return;
        };
        // Those of others were known before.
        let thread = |context: ContextId| self.contexts.context(context).thread;
        if (self.at_hand.place).is_none_or(|(at, ..)| thread(at) == thread(context)) {
            let set = state.assigned.get(&object).copied().unwrap_or(0);
            effect!(
                "set-before-read",
                "known before it is set",
                self.find_unset(object, !set)
            );
        }
    }
}
