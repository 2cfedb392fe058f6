//! Variables that say that something is done.
//!
//! A variable that starts with zero and that one thread alone sets to something else tells whoever finds that
//! there that the thread has come so far: all that it did before its first such store happens before what the
//! other one does from then on, provided that the store and the look at it are synchronised. They are if both
//! hold a common lock (an atomic block is one), one of them alone: the store came first, so its critical
//! section did. They are also if all such stores release and the look acquires: it reads one of them. Stores
//! of zero to exactly these bytes do not matter, whoever does them. One to some of them, or to others too,
//! may leave something that is not zero there without being the store that is read from.
//!
//! Every store that may be of something else than zero is noted, with the bytes that it may mean, who does
//! it, and what it is synchronised by; a look at bytes that more than one kind of store may have set tells
//! nothing.
//!
//! SOUNDNESS: flags

use crate::analyse::{Analysis, Here};
use crate::limits;
use crate::object::{Name, ObjectId};
use crate::offset::Offsets;
use crate::state::{Flag, Guard, Lock, Mode, Sort, State, ThreadNo};
use crate::value::{Claim, Split, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::Order;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is known of all stores to some bytes.
#[derive(Debug, PartialEq, Eq)]
struct Setting {
    /// None: anybody may.
    thread: Option<ThreadNo>,
    /// Locks that are held alone at every one.
    locks: BTreeSet<Lock>,
    /// Whether every one is atomic and releases.
    releases: bool,
}

/// All stores of something other than zero.
#[derive(Debug, Default)]
pub(crate) struct Flags {
    settings: BTreeMap<ObjectId, BTreeMap<(Offsets, u64), Setting>>,
    /// Variables that somebody has found to be set: who sets them matters.
    seen: BTreeSet<Flag>,
    /// Where zero is stored.
    cleared: BTreeMap<ObjectId, BTreeSet<(Offsets, u64)>>,
}

impl Flags {
    /// Whether a thread is the only one that sets a variable, and guards say who has set it.
    pub fn is_set_by(&self, flag: Flag, thread: ThreadNo) -> bool {
        let settings = self.settings.get(&flag.0).into_iter().flatten();
        let here = Offsets::at(flag.1);
        let is_seen = self.seen.contains(&flag);
        is_seen
            && settings
                .filter(|((at, length), _)| at.overlaps(*length, here, 1))
                .all(|(_, setting)| setting.thread == Some(thread))
    }

    /// All variables that somebody sets.
    pub fn all(&self) -> impl Iterator<Item = Flag> + '_ {
        self.settings.iter().flat_map(|(object, settings)| {
            let offsets = settings.keys().filter_map(|(at, _)| at.constant());
            offsets.map(|offset| (*object, offset))
        })
    }

    /// Notes a store. Says whether that is new.
    fn note(&mut self, object: ObjectId, at: Offsets, length: u64, new: Setting) -> bool {
        let settings = self.settings.entry(object).or_default();
        let key = match settings.len() < limits::FLAG_STORES.size() || settings.contains_key(&(at, length)) {
            true => (at, length),
            false => (Offsets::ANY, crate::analyse::UNKNOWN_SIZE),
        };
        let Some(known) = settings.get_mut(&key) else {
            settings.insert(key, new);
            return true;
        };
        let before = (known.thread, known.locks.len(), known.releases);
        known.thread = known
            .thread
            .filter(|t| condition!("flags", "every store by the same thread", Some(*t) == new.thread));
        known
            .locks
            .retain(|lock| condition!("flags", "every store with the lock", new.locks.contains(lock)));
        known.releases &= condition!("flags", "every store releases", new.releases);
        before != (known.thread, known.locks.len(), known.releases)
    }

    /// Notes a store of zero. Says whether that is new.
    fn clear(&mut self, object: ObjectId, at: Offsets, length: u64) -> bool {
        let cleared = self.cleared.entry(object).or_default();
        let is_one_too_many = cleared.len() >= limits::FLAG_STORES.size() && !cleared.contains(&(at, length));
        cleared.insert(match is_one_too_many {
            true => (Offsets::ANY, crate::analyse::UNKNOWN_SIZE),
            false => (at, length),
        })
    }

    /// The stores that a look at exactly these bytes may read from, if they are of one kind or there are
    /// none.
    fn of(&self, object: ObjectId, at: Offsets, length: u64) -> Result<Option<&Setting>, ()> {
        let mut cleared = self.cleared.get(&object).into_iter().flatten();
        let is_exact = !cleared.any(|(b, size)| b.overlaps(*size, at, length) && (*b, *size) != (at, length));
        if !condition!("flags", "zero is stored to exactly these bytes", is_exact) {
            return Err(());
        }
        let settings = self.settings.get(&object).into_iter().flatten();
        let mut hits = settings.filter(|((b, size), _)| b.overlaps(*size, at, length));
        match (hits.next(), hits.next()) {
            (None, _) => Ok(None),
            (Some((key, setting)), None)
                if condition!("flags", "set in exactly these bytes", *key == (at, length)) =>
            {
                Ok(Some(setting))
            }
            _ => Err(()),
        }
    }
}

impl Analysis<'_> {
    /// A store by a thread, exactly there if the address is one only.
    pub(crate) fn raise(
        &mut self,
        here: Here,
        state: &mut State,
        address: &Value,
        length: u64,
        value: &Value,
        order: Option<Order>,
    ) {
        if !value.may_be_other() {
            for (target, at) in self.places(address) {
                if self.contexts.flags.clear(target.object, at, length) {
                    self.contexts.changed = true;
                }
            }
            return;
        }
        let alone = |mode: &Mode| *mode == Mode::Exclusive;
        let locks = state.guard.locks.iter();
        let locks: BTreeSet<Lock> = locks
            .filter(|(lock, mode)| {
                lock.sort.is_lock() && condition!("flags", "stored with the lock alone", alone(mode))
            })
            .map(|(lock, _)| *lock)
            .collect();
        for (target, at) in self.places(address) {
            let new = Setting {
                thread: Some(here.thread),
                locks: locks.clone(),
                releases: order.is_some_and(Order::releases),
            };
            if self.contexts.flags.note(target.object, at, length, new) {
                self.contexts.changed = true;
            }
            // What the store may mean is what may be read there.
            match at.constant() {
                Some(offset) if !self.contexts.flags.seen.contains(&(target.object, offset)) => {}
                Some(offset) => effect!(
                    "flags",
                    "set from now on",
                    state.guard.set.extend([(target.object, offset)])
                ),
                None => self.raise_unknown(target.object, at, length),
            }
        }
    }

    /// Somebody finds that a variable is set. Guards that do not say yet who has set it are made anew.
    pub(crate) fn see(&mut self, lock: Lock) {
        if lock.sort == Sort::Raised && self.contexts.flags.seen.insert((lock.object, lock.offset)) {
            self.contexts.changed = true;
        }
    }

    /// Bytes are set by who knows whom to who knows what.
    pub(crate) fn raise_unknown(&mut self, object: ObjectId, at: Offsets, length: u64) {
        let new = Setting {
            thread: None,
            locks: BTreeSet::new(),
            releases: false,
        };
        if self.contexts.flags.note(object, at, length, new) {
            self.contexts.changed = true;
        }
    }

    /// The variable that a look at these bytes tells about: that it is not zero any more.
    fn raised(&self, guard: &Guard, address: &Value, length: u64, order: Option<Order>) -> Option<Lock> {
        if self.contexts.is_coarse() {
            return None;
        }
        let [(target, offsets)] = address.targets[..] else {
            return None;
        };
        let offset = offsets
            .constant()
            .filter(|_| condition!("flags", "known address", !address.is_lost()))?;
        let Name::Global(g) = self.memory.object(target.object).name else {
            return None;
        };
        let global = self.program.global(g);
        let start = usize::try_from(offset).ok()?;
        let bytes = global.bytes.iter().skip(start).take(length as usize);
        let relocated = |at: u64| (at as i64) < offset + length as i64 && at as i64 + 8 > offset;
        let is_zero = bytes.into_iter().all(|&b| b == 0);
        let is_plain = !global.relocations.iter().any(|r| relocated(r.at));
        if !condition!("flags", "zero at first", is_zero)
            || !condition!("flags", "no address at first", is_plain)
        {
            return None;
        }
        let setting = self.contexts.flags.of(target.object, offsets, length).ok()?;
        let is_ordered = |setting: &Setting| {
            let acquires = condition!(
                "flags",
                "seen by what acquires",
                order.is_some_and(Order::acquires)
            );
            condition!("flags", "set by what releases", setting.releases) && acquires
                || guard.locks.keys().any(|lock| setting.locks.contains(lock))
        };
        setting.is_none_or(is_ordered).then_some(Lock {
            object: target.object,
            offset,
            length,
            sort: Sort::Raised,
        })
    }

    /// What a number or an address that was found in memory tells.
    pub(crate) fn look(
        &mut self,
        state: &State,
        address: &Value,
        length: u64,
        order: Option<Order>,
        value: &mut Value,
    ) {
        let raised = self.raised(&state.guard, address, length, order);
        let zero = match order.is_none_or(Order::acquires) {
            true => self.read_word(state, address, length),
            false => None,
        };
        value.claim = match (zero, raised) {
            (None, Some(lock)) => Some(Claim {
                lock,
                zero: None,
                other: Some(Mode::Shared),
                busy: None,
            }),
            (zero, _) => zero,
        };
        // In an atomic block it tells two things.
        if let (Some(_), Some(lock)) = (zero, raised) {
            self.see(lock);
            let mut other = state.guard.clone();
            other.locks.insert(lock, Mode::Shared);
            value.split = Some(Rc::new(Split {
                both: state.guard.clone(),
                zero: Some(state.guard.clone()),
                other: Some(other),
            }));
        }
    }
}
