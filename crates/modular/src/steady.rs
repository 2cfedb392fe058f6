//! Bytes that nobody writes as long as a team is there.
//!
//! What all threads of a team find in such bytes is one number, as often as they look. Who made the team
//! waits until it has ended, and so do those around; teams that they make one after the other are not there
//! at the same time. Everybody else may write beside it.

use crate::analyse::Analysis;
use crate::context::Contexts;
use crate::object::{Name, ObjectId};
use crate::state::ThreadNo;
use raceproof_engine::condition;
use std::collections::BTreeSet;

impl Contexts<'_> {
    /// The threads that wait for a thread of a team or of one within, and whom they made for that.
    fn waiters(&self, t: ThreadNo) -> Vec<(ThreadNo, ThreadNo)> {
        let mut waiters = Vec::new();
        let mut at = t;
        while let (true, Some(parent)) = (self.is_team(at), self.thread(at).parent) {
            waiters.push((parent, at));
            at = parent;
        }
        waiters
    }

    /// Whether a thread does nothing while one of a team is there.
    fn is_never_beside(&self, other: ThreadNo, t: ThreadNo) -> bool {
        let mine = self.waiters(t);
        if mine.iter().any(|(waiter, _)| *waiter == other) {
            return condition!("steady", "who waits is one thread", self.is_unique(other));
        }
        let theirs = self.waiters(other);
        let common = mine.iter().find_map(|(waiter, made)| {
            let (_, other) = theirs.iter().find(|(w, _)| w == waiter)?;
            Some((*waiter, made != other))
        });
        common.is_some_and(|(waiter, is_other)| {
            condition!("steady", "made one after the other", is_other)
                && condition!("steady", "made by one thread", self.is_unique(waiter))
        })
    }
}

impl Analysis<'_> {
    /// Whether there is one instance of an object as long as a team is there.
    pub(crate) fn is_one_for(&self, object: ObjectId, t: ThreadNo) -> bool {
        match self.memory.object(object).name {
            Name::Slot(context, _) => {
                let context = self.contexts.context(context);
                condition!("steady", "variable of who waits", context.thread != t)
                    && self.contexts.is_never_beside(context.thread, t)
                    && condition!("steady", "variable of what is not recursive", !context.recursive)
            }
            Name::Global(_) => true,
            Name::Site(..) => self.is_single(object),
            _ => false,
        }
    }

    /// Whether nobody writes an object as long as a team is there.
    pub(crate) fn is_steady(&self, object: ObjectId, t: ThreadNo) -> bool {
        let writers = self.stores.writers.get(&object).into_iter().flatten();
        let mut threads: BTreeSet<ThreadNo> = BTreeSet::new();
        threads.extend(writers.map(|((context, ..), _)| self.contexts.context(*context).thread));
        let is_found = self.memory.is_wild && self.memory.disclosed.contains(&object);
        condition!("steady", "not written by whom nobody knows", !is_found)
            && condition!("steady", "not kept by the world", !self.is_kept(object))
            && (threads.into_iter()).all(|other| {
                condition!(
                    "steady",
                    "not written beside the team",
                    self.contexts.is_never_beside(other, t)
                )
            })
    }

    /// Whether the world outside may use an object.
    fn is_kept(&self, object: ObjectId) -> bool {
        let mut open: Vec<ObjectId> = self.wild.kept.keys().copied().collect();
        let mut seen = BTreeSet::new();
        while let Some(kept) = open.pop() {
            if seen.insert(kept) {
                open.extend(self.memory.contents(kept).targets.iter().map(|(t, _)| t.object));
            }
        }
        seen.contains(&object)
    }
}
