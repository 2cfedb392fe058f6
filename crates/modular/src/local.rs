//! Constants in local variables whose address is taken.
//!
//! Memory does not know time, so a variable that a failed compare-and-swap overwrites would hold anything for
//! ever. But what is in the youngest instance of a variable that only registers of this thread know
//! ([`State::fresh`]) nobody else changes: a constant that was stored there is there until the thread stores
//! something else that may mean these bytes, calls a function that was given the address, or the variable
//! dies.

use crate::analyse::Analysis;
use crate::limits;
use crate::object::{Name, ObjectId};
use crate::offset::Offsets;
use crate::state::State;
use crate::value::Value;
use raceproof_engine::condition;

/// Bytes of a variable: its object, where they begin, how many they are.
pub(crate) type Local = (ObjectId, i64, u64);

/// More bytes than this hold no constant.
const LONGEST: u64 = 16;

impl State {
    /// Bytes of an object are written, or may be.
    pub fn forget_locals(&mut self, object: ObjectId, at: Offsets, length: u64) {
        let of_object = match at.constant() {
            // Only what begins shortly before these bytes or among them can have some of them.
            Some(offset) => (
                offset.saturating_sub(LONGEST as i64),
                offset.saturating_add_unsigned(length),
            ),
            None => (i64::MIN, i64::MAX),
        };
        let (from, to) = ((object, of_object.0, 0), (object, of_object.1, u64::MAX));
        let is_hit = |(_, start, size): &&Local| at.overlaps(length, Offsets::at(*start), *size);
        let locals = self.locals.range(from..=to).map(|(local, _)| local);
        let hit: Vec<Local> = locals.filter(is_hit).copied().collect();
        for local in hit {
            self.locals.remove(&local);
        }
    }

    /// A variable dies, or somebody else was given its address.
    pub fn forget_variable(&mut self, object: ObjectId) {
        let bytes = (object, i64::MIN, 0)..=(object, i64::MAX, u64::MAX);
        let gone: Vec<Local> = self.locals.range(bytes).map(|(local, _)| *local).collect();
        for local in gone {
            self.locals.remove(&local);
        }
    }
}

impl Analysis<'_> {
    fn local(&self, state: &State, address: &Value, length: u64) -> Option<Local> {
        let [(target, offsets)] = address.targets[..] else {
            return None;
        };
        let is_local = matches!(self.memory.object(target.object).name, Name::Slot(..));
        let is_known = condition!("local-constants", "youngest instance", target.recent)
            && condition!(
                "local-constants",
                "known to nobody else",
                state.fresh.contains(&target.object)
            )
            && !address.has_numbers()
            && !address.is_lost();
        Some((target.object, offsets.constant()?, length)).filter(|_| is_local && is_known)
    }

    /// A value was stored.
    pub(crate) fn keep_local(&self, state: &mut State, address: &Value, length: u64, value: &Value) {
        if value.targets.is_empty()
            && value.low == value.high
            && length <= LONGEST
            && state.locals.len() < limits::LOCALS.size()
            && let Some(local) = self.local(state, address, length)
        {
            state.locals.insert(local, value.low);
        }
    }

    /// What a load finds, if that is known better than by all that was ever stored.
    pub(crate) fn read_local(&self, state: &State, address: &Value, length: u64) -> Option<Value> {
        let local = self.local(state, address, length)?;
        state.locals.get(&local).copied().map(Value::number)
    }
}
