//! What is known when a thread is at some place.

use crate::object::ObjectId;
use crate::value::{Round, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A lock that is one object in every run: its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lock {
    pub object: ObjectId,
    pub offset: i64,
}

/// How a lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Mode {
    /// With others.
    Shared,
    /// Alone.
    Exclusive,
}

/// Index of an abstract thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ThreadNo(pub u32);

/// What orders an access with those of other threads.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Guard {
    /// Locks that are held for certain.
    pub locks: BTreeMap<Lock, Mode>,
    /// Threads that this one may have created, without those that have ended, and all that they created, this one knowing it.
    pub created: BTreeSet<ThreadNo>,
    /// Threads that have ended for certain, this one knowing it.
    pub joined: BTreeSet<ThreadNo>,
    /// Rounds of loops in which this thread has created none yet.
    pub quiet: BTreeSet<Round>,
    /// Objects whose lock has been made for certain, before anything that this thread does now.
    pub ready: BTreeSet<ObjectId>,
}

impl Guard {
    /// Keeps what holds on both paths. Says whether anything changed.
    pub fn meet(&mut self, other: &Guard) -> bool {
        let before = (
            self.locks.clone(),
            self.created.len(),
            self.joined.len(),
            self.quiet.len(),
            self.ready.len(),
        );
        self.locks.retain(|lock, mode| match other.locks.get(lock) {
            Some(&theirs) => {
                *mode = (*mode).min(theirs);
                true
            }
            None => false,
        });
        self.created.extend(&other.created);
        self.joined.retain(|t| other.joined.contains(t));
        self.quiet.retain(|round| other.quiet.contains(round));
        self.ready.retain(|object| other.ready.contains(object));
        before.0 != self.locks
            || before.1 != self.created.len()
            || before.2 != self.joined.len()
            || before.3 != self.quiet.len()
            || before.4 != self.ready.len()
    }
}

/// What is known at a place in a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub registers: Vec<Value>,
    pub guard: Guard,
    /// Objects whose youngest instance no memory and no other thread knows.
    pub fresh: BTreeSet<ObjectId>,
}

impl State {
    /// Locks that are held no longer, or may not be; what registers say about them is old too.
    pub fn drop_locks(&mut self, gone: impl Fn(&Lock) -> bool) {
        self.guard.locks.retain(|lock, _| !gone(lock));
        for register in &mut self.registers {
            if register.claim.is_some_and(|c| gone(&c.lock)) {
                register.claim = None;
            }
        }
    }

    /// Takes in another way to get here. Says whether anything changed.
    pub fn join(&mut self, other: &State, widen: bool) -> bool {
        let mut changed = self.guard.meet(&other.guard);
        let fresh = self.fresh.len();
        self.fresh.retain(|o| other.fresh.contains(o));
        changed |= fresh != self.fresh.len();
        for (mine, theirs) in self.registers.iter_mut().zip(&other.registers) {
            if mine == theirs {
                continue;
            }
            let joined = if widen {
                mine.widen(theirs)
            } else {
                mine.join(theirs)
            };
            changed |= joined != *mine;
            *mine = joined;
        }
        changed
    }
}
