//! Bytes that nobody writes as long as a team is there.
//!
//! What all threads of a team find in such bytes is one number, as often as they look, if there is one such
//! team at a time. The one thread that made it waits until it has ended; teams that it makes one after the
//! other are not there at the same time. Everybody else may write beside it. A store that may be anywhere is
//! one to all that it may mean.

use crate::analyse::Analysis;
use crate::context::Contexts;
use crate::object::{Name, ObjectId};
use crate::state::ThreadNo;
use raceproof_engine::condition;
use std::collections::BTreeSet;

impl Contexts<'_> {
    /// Whether one thread makes the team that a thread is of, or is within, and another one that another
    /// thread is of or within, and waits for each.
    pub(crate) fn are_made_in_turn(&self, t: ThreadNo, other: ThreadNo) -> bool {
        let mut at = t;
        while let Some((maker, _)) = self.awaited(at) {
            if condition!("phases", "teams of one thread", self.is_unique(maker)) {
                return self.made_for(maker, t) == Some(at)
                    && (self.made_for(maker, other))
                        .is_some_and(|made| condition!("phases", "another team", made != at));
            }
            at = maker;
        }
        false
    }

    /// Whether a thread does nothing while one of a team is there that one thread makes.
    fn is_never_beside(&self, other: ThreadNo, t: ThreadNo) -> bool {
        let Some(maker) = self.thread(t).parent else {
            return false;
        };
        other == maker
            || self
                .made_for(maker, other)
                .is_some_and(|made| condition!("steady", "made one after the other", made != t))
    }
}

impl Analysis<'_> {
    /// Whether there is one instance of an object as long as a team is there.
    pub(crate) fn is_one_for(&self, object: ObjectId, t: ThreadNo) -> bool {
        match self.memory.object(object).name {
            Name::Slot(context, _) => {
                let context = self.contexts.context(context);
                self.contexts.is_never_beside(context.thread, t)
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
        condition!("steady", "not kept by the world", !self.is_kept(object))
            && (threads.into_iter()).all(|other| {
                condition!(
                    "steady",
                    "not written beside the team",
                    self.contexts.is_never_beside(other, t)
                )
            })
    }

    /// Whether the world outside may use an object.
    pub(crate) fn is_kept(&self, object: ObjectId) -> bool {
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
