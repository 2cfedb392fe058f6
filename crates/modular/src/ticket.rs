//! Numbers that threads take from a counter.
//!
//! A variable that only ever goes up by one gives everybody who does that another number: an atomic addition
//! gives what it found, and so does who loads it and stores one more while holding a lock that everybody
//! holds who does so. Elements that such numbers pick belong to whoever took the number, in whichever thread.
//!
//! Every write that may mean the bytes of the counter, by anybody, is noted: it takes a number, in one of the
//! two ways, or it spoils the counter. Only writes of the first thread while there is no other are free: the
//! threads that took numbers before have ended, and whatever they did comes before what others do with the
//! same numbers. The first thread itself takes no numbers that count, as it may keep them across such a
//! write.
//!
//! *Found* ([`Own::Found`]) is what a load got under a lock, and what was computed from it, as long as
//! nothing happens that may take or give back a lock: no call, no synchronisation, no atomic step, no write
//! of the counter. The store of one more than that takes the number, and then it is one that nobody else has.
//!
//! The counter goes round when it has given all numbers of its kind. With 64 bits that takes longer than any
//! run. With 32 bits, a thread must use every number before it takes the next one: by an access to an element
//! that the number picks ([`Guard::unused`] has the counters of which it did not). Only the last number that
//! it took counts, so that an older one is not used instead. Elements are fewer than half of all numbers, so
//! the counter could go round only if more than two thousand million threads took a number that they did not
//! use. Smaller counters give no numbers that count.
//!
//! [`Guard::unused`]: crate::state::Guard
//!
//! SOUNDNESS: tickets

use crate::analyse::{Analysis, Here};
use crate::context::Place;
use crate::limits;
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::state::{Flag, Lock, Mode, State};
use crate::value::{Index, Own, Round, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::Kind;
use std::collections::BTreeSet;

/// Bits of a counter that may go round.
const SHORT: u32 = 32;
/// Bits of a counter that does not.
const LONG: u32 = 64;

/// How numbers are taken from a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Taking {
    /// In one step.
    Atomic,
    /// With all these locks held alone.
    Locked(BTreeSet<Lock>),
    /// It is written in some other way.
    Spoiled,
}

impl Taking {
    /// How numbers are taken if they are taken in both ways.
    fn and(&self, other: &Taking) -> Taking {
        match (self, other) {
            (Taking::Atomic, Taking::Atomic) => Taking::Atomic,
            (Taking::Locked(a), Taking::Locked(b)) => {
                let common: BTreeSet<Lock> = a.intersection(b).copied().collect();
                match condition!("tickets", "one lock for all", !common.is_empty()) {
                    true => Taking::Locked(common),
                    false => Taking::Spoiled,
                }
            }
            _ => Taking::Spoiled,
        }
    }
}

impl State {
    /// What was found under a lock is old now.
    pub fn forget_found(&mut self, is_old: impl Fn(Flag) -> bool) {
        for register in &mut self.registers {
            if let Some(Own::Found { counter, .. }) = register.own
                && is_old(counter)
            {
                register.own = None;
            }
        }
    }

    /// Numbers of counters, and elements that they pick, are not known any more to be the last that this
    /// thread took.
    pub fn forget_tickets(&mut self, is_old: impl Fn(Flag) -> bool) {
        for register in &mut self.registers {
            if let Some(Own::Index(Index { round, .. }) | Own::Cell { round, .. }) = register.own
                && let Round::Counter(counter) = round
                && is_old(counter)
            {
                register.own = None;
            }
        }
    }

    /// Locks that are held alone.
    pub fn exclusive(&self) -> BTreeSet<Lock> {
        let locks = self.guard.locks.iter();
        locks
            .filter(|(lock, mode)| {
                lock.sort.is_lock() && condition!("tickets", "lock held alone", **mode == Mode::Exclusive)
            })
            .map(|(lock, _)| *lock)
            .collect()
    }

    /// An element is used: the number that picked it is.
    pub fn use_ticket(&mut self, address: &Value) {
        if let Some(Own::Cell {
            round: Round::Counter(counter),
            ..
        }) = address.own
            && self.guard.unused.contains(&counter)
        {
            self.guard.unused.remove(&counter);
        }
    }
}

impl Analysis<'_> {
    /// The variable that exactly these bytes are, if it is one in all of a run and may be a counter.
    fn counter(&self, address: &Value, kind: Kind) -> Option<Flag> {
        if self.contexts.is_coarse() {
            return None;
        }
        let [(target, offsets)] = address.targets[..] else {
            return None;
        };
        let offset = offsets
            .constant()
            .filter(|_| condition!("tickets", "known address", !address.is_lost()))?;
        let is_wide = kind.is_int() && matches!(kind.bits(), SHORT | LONG);
        (condition!("tickets", "wide counter", is_wide)
            && condition!("tickets", "one object", self.is_single(target.object)))
        .then_some((target.object, offset))
    }

    /// Bytes of an object are written.
    pub(crate) fn note_taking(
        &mut self,
        place: Place,
        state: &State,
        object: ObjectId,
        at: Offsets,
        length: u64,
    ) {
        if self.at_hand.taking.is_none()
            && condition!("tickets", "written while alone", self.is_alone(place, state))
        {
            return;
        }
        let new = self.at_hand.taking.clone().unwrap_or(Taking::Spoiled);
        let takings = self.stores.takings.entry(object).or_default();
        let key = match takings.len() < limits::TICKET_WRITES.size() || takings.contains_key(&(at, length)) {
            true => (at, length),
            false => (Offsets::ANY, crate::analyse::UNKNOWN_SIZE),
        };
        let all = match takings.get(&key) {
            Some(known) => known.and(&new),
            None => new,
        };
        if takings.get(&key) != Some(&all) {
            takings.insert(key, all);
            self.contexts.changed = true;
        }
    }

    /// What a load under a lock finds.
    pub(crate) fn find(&self, state: &State, address: &Value, kind: Kind) -> Option<Own> {
        let counter = self.counter(address, kind)?;
        let is_locked = condition!("tickets", "found under a lock", !state.exclusive().is_empty());
        if is_locked {
            self.stores.found.borrow_mut().insert(counter.0);
        }
        is_locked.then_some(Own::Found {
            counter,
            bits: kind.bits(),
            add: 0,
        })
    }

    /// How a store takes a number, if it does.
    pub(crate) fn taking(&self, state: &State, address: &Value, kind: Kind, value: &Value) -> Option<Taking> {
        let counter = self.counter(address, kind)?;
        let next = Some(Own::Found {
            counter,
            bits: kind.bits(),
            add: 1,
        });
        let locks = state.exclusive();
        (condition!("tickets", "one more is stored", value.own == next)
            && condition!("tickets", "stored under a lock", !locks.is_empty()))
        .then_some(Taking::Locked(locks))
    }

    /// How an atomic addition takes a number, if it does.
    pub(crate) fn taking_at_once(&self, address: &Value, kind: Kind, by: &Value) -> Option<Taking> {
        self.counter(address, kind)?;
        let is_one = by.targets.is_empty() && (by.low, by.high) == (1, 1);
        condition!("tickets", "one is added", is_one).then_some(Taking::Atomic)
    }

    /// A number was taken from the counter: whether nobody else gets the same.
    pub(crate) fn take(
        &mut self,
        here: Here,
        state: &mut State,
        address: &Value,
        kind: Kind,
    ) -> Option<Index> {
        let counter = self.counter(address, kind)?;
        let at = Offsets::at(counter.1);
        let length = u64::from(kind.size(self.program.model));
        effect!(
            "tickets",
            "only the last number counts",
            state.forget_tickets(|c| c == counter)
        );
        // Whoever has taken numbers of many counters may have used none of them.
        let has_room = state.guard.unused.len() < limits::UNUSED_TICKETS.size();
        let is_used = has_room && state.guard.unused.insert(counter) || kind.bits() >= LONG;
        if !condition!("tickets", "the last number was used", is_used) {
            // The last one may not have been used.
            self.at_hand.taking = Some(Taking::Spoiled);
            self.note_taking(here.place, state, counter.0, at, length);
            self.at_hand.taking = None;
        }
        let mut takings = self.stores.takings.get(&counter.0)?.iter();
        let is_sound = takings.all(|((b, size), taking)| {
            !b.overlaps(*size, at, length)
                || condition!(
                    "tickets",
                    "written in exactly these bytes",
                    (*b, *size) == (at, length)
                ) && condition!("tickets", "not spoiled", *taking != Taking::Spoiled)
        });
        // Anything may be in the bytes of an object of the library.
        let locks = self.locks.objects.get(&counter.0).into_iter().flatten();
        let is_library = locks
            .into_iter()
            .any(|(b, kind)| b.overlaps(u64::from(kind.length()), at, length));
        let is_own = is_sound
            && condition!("tickets", "no object of the library", !is_library)
            && condition!("tickets", "not by the first thread", here.thread.0 != 0);
        self.needs.few_tickets |= is_own && kind.bits() < LONG;
        is_own.then_some(Index::new(Round::Counter(counter), kind.bits()))
    }

    /// What was found is a number that was taken now.
    pub(crate) fn take_found(
        &mut self,
        here: Here,
        state: &mut State,
        address: &Value,
        kind: Kind,
        found: &[(usize, i64)],
    ) {
        let index = self.take(here, state, address, kind);
        for &(r, add) in found {
            state.registers[r].own = index.map(|index| Own::Index(Index { add, ..index }));
        }
    }

    /// Registers with what was found in a counter, and how much was added to it.
    pub(crate) fn found(&self, state: &State, address: &Value, kind: Kind) -> Vec<(usize, i64)> {
        let Some(of) = self.counter(address, kind) else {
            return Vec::new();
        };
        let registers = state.registers.iter().enumerate();
        registers
            .filter_map(|(r, value)| match value.own {
                Some(Own::Found { counter, add, .. })
                    if condition!("tickets", "found in the same counter", counter == of) =>
                {
                    Some((r, add))
                }
                _ => None,
            })
            .collect()
    }
}
