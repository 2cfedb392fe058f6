//! Which accesses may race: conflicts, what happens in parallel, and common locks.
//!
//! Two accesses of different threads are ordered if one thread is created after the other's access, or has
//! been joined before it (directly, or by whom the other one's creator or joined threads joined), or has set
//! a variable after its access that the other one has seen (`flag`). They are ordered too if both hold a
//! lock, one of them alone: then one critical section comes after the other. They mean different bytes if
//! numbers that differ in all threads pick these (`round`, `ticket`, `work`). Everything else that orders
//! threads is left out, which can only add candidates.

use crate::context::{ContextId, Contexts};
use crate::fact::Facts;
use crate::form::Form;
use crate::join_all::Met;
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::pick::{self, Key};
use crate::state::{Flag, Guard, Lock, Mode, Sort, ThreadNo};
use crate::value::{Own, Round};
use raceproof_engine::condition;
use raceproof_ir::{Point, Span};
use std::rc::Rc;

/// Why two accesses that conflict do not race.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ground {
    Atomic,
    Lock(Lock, Mode),
    Key(Key, Mode),
    /// Their numbers are different.
    Own(Own),
    /// One thread of a team has this number.
    Only(i128),
    /// There is one thread.
    Unique,
    Join,
    Creation,
    Flag(Flag),
    /// A barrier is between them.
    Barrier,
    HandOver,
}

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
    /// The sum that its address is, and what is known of sums there.
    pub form: Option<Rc<Form>>,
    pub facts: Rc<Facts>,
    /// Whether it is to an instance that nobody else knows.
    pub fresh: bool,
    /// Whether it is to a block that the thread has taken from a container.
    pub taken: bool,
    /// Whether it is one that may be to any object that is disclosed (`wild`).
    pub unknown: bool,
    /// Who makes it; nobody that is known if code makes it that keeps the address.
    pub context: Option<ContextId>,
    pub at_point: Point,
    pub span: Span,
}

impl Access {
    /// Whether this and the other access the same bytes, perhaps, and one of them writes.
    pub fn conflicts(&self, other: &Access) -> bool {
        (self.write || other.write) && self.at.overlaps(self.length, other.at, other.length)
    }

    /// Why this and the other do not race, which conflict and are by different threads; nothing if they may.
    pub fn ground(&self, other: &Access, contexts: &Contexts<'_>) -> Option<Ground> {
        if self.atomic && other.atomic {
            return Some(Ground::Atomic);
        }
        if let Some(ground) = self.exclusion(other) {
            return Some(ground);
        }
        if self.thread == other.thread {
            let is_lane = |access: &Access| access.context.is_some_and(|c| contexts.context(c).lanes);
            if is_lane(self) && is_lane(other) {
                return None;
            }
            let only = self.guard.only.filter(|_| {
                condition!(
                    "thread-number",
                    "the same number",
                    self.guard.only == other.guard.only
                )
            });
            return match (
                condition!("pairs", "one thread", contexts.is_unique(self.thread)),
                only,
            ) {
                (true, _) => Some(Ground::Unique),
                (false, Some((_, number))) => Some(Ground::Only(number)),
                (false, None) => self
                    .own
                    .map(Ground::Own)
                    .filter(|_| condition!("pairs", "elements apart", self.is_apart(other))),
            };
        }
        // Whose threads have ended may also be said to have none.
        let has_joined = |a: &Access, b: &Access| a.guard.joined.contains(&b.thread);
        if has_joined(self, other) || has_joined(other, self) {
            return Some(Ground::Join);
        }
        if self.has_met(other) || other.has_met(self) {
            return Some(Ground::Join);
        }
        if contexts.are_made_in_turn(self.thread, other.thread)
            || contexts.are_made_in_turn(other.thread, self.thread)
        {
            return Some(Ground::Join);
        }
        let order = self
            .precedes(other, contexts)
            .or_else(|| other.precedes(self, contexts));
        let has_another = || self.is_ahead(other) || other.is_ahead(self) || self.takes_another(other);
        order.or_else(|| self.own.map(Ground::Own).filter(|_| has_another()))
    }

    /// Whether two threads created in different rounds of a loop, or two rounds of it, never mean the same
    /// bytes.
    fn is_apart(&self, other: &Access) -> bool {
        match (self.own, other.own) {
            (Some(Own::Instance), Some(Own::Instance)) => true,
            _ => self
                .cells(other)
                .is_some_and(|(round, r)| condition!("pairs", "the same numbers", round == r)),
        }
    }

    /// Whose numbers pick the bytes of this and of the other, where different numbers pick different bytes.
    fn cells(&self, other: &Access) -> Option<(Round, Round)> {
        let (
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
        ) = (self.own, other.own)
        else {
            return None;
        };
        let end = |at: i64, span: u64, length: u64| i128::from(at) + i128::from(span) + i128::from(length);
        let end = end(at, span, self.length).max(end(b, t, other.length));
        (condition!("pairs", "the same stride", stride == s)
            && condition!(
                "pairs",
                "within a stride",
                end - i128::from(at.min(b)) <= i128::from(stride)
            ))
        .then_some((round, r))
    }

    /// Whether the other one is by a thread that has ended in this round, if it is to the same bytes.
    fn has_met(&self, other: &Access) -> bool {
        !self.guard.met.is_empty()
            && self.cells(other).is_some_and(|(joins, creates)| {
                let met = Met {
                    joins,
                    creates,
                    thread: other.thread,
                };
                condition!("met", "the thread of the cell", self.guard.met.contains(&met))
            })
    }

    /// Whether numbers that were taken from one counter pick these bytes and those of the other, whichever
    /// thread that is.
    fn takes_another(&self, other: &Access) -> bool {
        match self.own {
            Some(Own::Cell {
                round: Round::Counter(_),
                ..
            }) => condition!("tickets", "elements apart", self.is_apart(other)),
            _ => false,
        }
    }

    /// Whether this is in a round of a loop that has created no thread yet, and the other in a thread of an
    /// earlier round.
    fn is_ahead(&self, other: &Access) -> bool {
        match self.own {
            Some(Own::Cell { round, .. }) => {
                condition!("rounds", "none created yet", self.guard.quiet.contains(&round))
                    && condition!("rounds", "elements apart", self.is_apart(other))
            }
            _ => false,
        }
    }

    /// A common lock that keeps the two apart.
    fn exclusion(&self, other: &Access) -> Option<Ground> {
        if let Some((key, mode)) = pick::keep_apart(&self.keys, &other.keys) {
            return Some(Ground::Key(key, mode));
        }
        let named = [(self, other), (other, self)];
        let named = named
            .into_iter()
            .find_map(|(picked, other)| picked.exclusion_by_name(other));
        if named.is_some() {
            return named;
        }
        let is_lock = |lock: &Lock| condition!("pairs", "a lock", lock.sort.is_lock());
        let mut locks = self.guard.locks.iter().filter(|(lock, _)| is_lock(lock));
        locks.find_map(|(lock, &mode)| {
            let theirs = *other.guard.locks.get(lock)?;
            let is_alone = condition!("pairs", "one holds it alone", mode.max(theirs) == Mode::Exclusive);
            is_alone.then_some(Ground::Lock(*lock, mode.min(theirs)))
        })
    }

    /// A lock of the element that this is in, whichever that is, where the other is in a known element and
    /// has a known lock: if it is the same element, it is the same lock.
    fn exclusion_by_name(&self, other: &Access) -> Option<Ground> {
        let offset = other.at.constant().filter(|_| !self.keys.is_empty())?;
        self.keys.iter().find_map(|&(key, mode)| {
            let lock = key.lock_at(self.object, offset, other.length)?;
            let is_it = |held: &Lock| held.sort == Sort::Object && (held.object, held.offset) == lock;
            let (_, &theirs) = other.guard.locks.iter().find(|(held, _)| is_it(held))?;
            let is_alone = condition!(
                "elements",
                "one of two holds it alone",
                mode.max(theirs) == Mode::Exclusive
            );
            is_alone.then_some(Ground::Key(key, mode.min(theirs)))
        })
    }

    /// What puts this before the other in every run with both.
    fn precedes(&self, other: &Access, contexts: &Contexts<'_>) -> Option<Ground> {
        if contexts.waits_for(self.thread, other.thread) {
            return Some(Ground::Join);
        }
        // The other thread has seen a variable that this one has set later on, and nobody else.
        let mut raised = other.guard.locks.keys().filter(|lock| lock.sort == Sort::Raised);
        if condition!("flags", "set by one thread", contexts.is_unique(self.thread))
            && let Some(lock) = raised.find(|l| {
                let flag = (l.object, l.offset);
                condition!(
                    "flags",
                    "set by this thread",
                    contexts.flags.is_set_by(flag, self.thread)
                ) && condition!(
                    "flags",
                    "accessed before it was set",
                    !self.guard.set.contains(&flag)
                )
            })
        {
            return Some(Ground::Flag((lock.object, lock.offset)));
        }
        contexts.begins_before(self.thread, Some(&self.guard), other.thread)
    }
}

impl Contexts<'_> {
    /// What puts a thread, as far as it has come by what its guard says, before all that another one does.
    /// Without a guard that is all of the thread.
    pub(crate) fn begins_before(
        &self,
        thread: ThreadNo,
        guard: Option<&Guard>,
        other: ThreadNo,
    ) -> Option<Ground> {
        // Which ancestor of the other thread did this thread create, and was that before this access?
        let mut child = other;
        loop {
            let created = self.thread(child);
            if created.before.as_ref().is_some_and(|b| b.contains(&thread)) {
                return Some(Ground::Join);
            }
            match created.parent {
                Some(parent) if parent == thread => {
                    let is_before = guard.is_some_and(|guard| {
                        condition!("creation", "created by one thread", self.is_unique(parent))
                            && condition!("creation", "accessed before it", !guard.created.contains(&child))
                    });
                    return is_before.then_some(Ground::Creation);
                }
                Some(parent) => child = parent,
                None => return None,
            }
        }
    }
}
