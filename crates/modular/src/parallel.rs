//! Which accesses may race: conflicts, what happens in parallel, and common locks.
//!
//! Two accesses of different threads are ordered if one thread is created after the other's access, or has
//! been joined before it (directly, or by whom the other one's creator or joined threads joined), or has set
//! a variable after its access that the other one has seen (`flag`). They are ordered too if both hold a
//! lock, one of them alone: then one critical section comes after the other. They mean different bytes if
//! numbers that differ in all threads pick these (`round`, `ticket`, `work`). Everything else that orders
//! threads is left out, which can only add candidates.

use crate::context::Contexts;
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::pick::{self, Key};
use crate::state::{Guard, Mode, Sort, ThreadNo};
use crate::value::{Own, Round};
use raceproof_ir::Span;
use std::rc::Rc;

/// An access that a thread may do.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub object: ObjectId,
    pub at: Offsets,
    pub length: u64,
    pub write: bool,
    pub atomic: bool,
    pub thread: ThreadNo,
    pub guard: Rc<Guard>,
    pub own: Option<Own>,
    /// Locks of the element or object that it is in.
    pub keys: Vec<(Key, Mode)>,
    pub span: Span,
}

impl Access {
    /// Whether this and the other may race.
    pub fn may_race(&self, other: &Access, contexts: &Contexts<'_>) -> bool {
        (self.write || other.write)
            && !(self.atomic && other.atomic)
            && self.at.overlaps(self.length, other.at, other.length)
            && !self.excludes(other)
            && match self.thread == other.thread {
                true => {
                    let same = self.guard.only.is_some() && self.guard.only == other.guard.only;
                    !contexts.is_unique(self.thread) && !same && !self.is_apart(other)
                }
                false => {
                    !self.precedes(other, contexts)
                        && !other.precedes(self, contexts)
                        && !self.is_ahead(other)
                        && !other.is_ahead(self)
                        && !self.takes_another(other)
                }
            }
    }

    /// Whether two threads created in different rounds of a loop, or two rounds of it, never mean the same
    /// bytes.
    fn is_apart(&self, other: &Access) -> bool {
        match (self.own, other.own) {
            (Some(Own::Instance), Some(Own::Instance)) => true,
            (
                Some(Own::Cell {
                    round,
                    stride,
                    at,
                    span,
                }),
                Some(Own::Cell {
                    round: r,
                    stride: s,
                    at: b,
                    span: t,
                }),
            ) => {
                let end =
                    |at: i64, span: u64, length: u64| i128::from(at) + i128::from(span) + i128::from(length);
                let end = end(at, span, self.length).max(end(b, t, other.length));
                round == r && stride == s && end - i128::from(at.min(b)) <= i128::from(stride)
            }
            _ => false,
        }
    }

    /// Whether numbers that were taken from one counter pick these bytes and those of the other, whichever
    /// thread that is.
    fn takes_another(&self, other: &Access) -> bool {
        match self.own {
            Some(Own::Cell {
                round: Round::Counter(_),
                ..
            }) => self.is_apart(other),
            _ => false,
        }
    }

    /// Whether this is in a round of a loop that has created no thread yet, and the other in a thread of an
    /// earlier round.
    fn is_ahead(&self, other: &Access) -> bool {
        match self.own {
            Some(Own::Cell { round, .. }) => self.guard.quiet.contains(&round) && self.is_apart(other),
            _ => false,
        }
    }

    /// Whether a common lock keeps the two apart.
    fn excludes(&self, other: &Access) -> bool {
        if pick::keep_apart(&self.keys, &other.keys) {
            return true;
        }
        let locks = self.guard.locks.iter().filter(|(lock, _)| lock.sort.is_lock());
        locks.into_iter().any(|(lock, &mode)| {
            other
                .guard
                .locks
                .get(lock)
                .is_some_and(|&theirs| mode.max(theirs) == Mode::Exclusive)
        })
    }

    /// Whether this comes before the other in every run with both.
    fn precedes(&self, other: &Access, contexts: &Contexts<'_>) -> bool {
        if other.guard.joined.contains(&self.thread) || contexts.waits_for(self.thread, other.thread) {
            return true;
        }
        // The other thread has seen a variable that this one has set later on, and nobody else.
        let mut raised = other.guard.locks.keys().filter(|lock| lock.sort == Sort::Raised);
        if contexts.is_unique(self.thread)
            && raised.any(|l| {
                let flag = (l.object, l.offset);
                contexts.flags.is_set_by(flag, self.thread) && !self.guard.set.contains(&flag)
            })
        {
            return true;
        }
        // Which ancestor of the other thread did this thread create, and was that before this access?
        let mut child = other.thread;
        loop {
            let thread = contexts.thread(child);
            if thread.before.as_ref().is_some_and(|b| b.contains(&self.thread)) {
                return true;
            }
            match thread.parent {
                Some(parent) if parent == self.thread => {
                    return contexts.is_unique(parent) && !self.guard.created.contains(&child);
                }
                Some(parent) => child = parent,
                None => return false,
            }
        }
    }
}
