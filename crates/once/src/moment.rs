//! The moment that a thread is in: its stamps, and how they relate to earlier ones.
//!
//! A moment lasts until the thread's clock, work or locks change or another thread goes on. Accesses sweep
//! over memory that others swept over before, so the same few earlier stamps are met again and again: their
//! relations are kept in a small table.
//!
//! Stamps get their names when an entry needs one. A work that reads what two others of its construct have
//! read leaves no trace at all.

use super::lanes::Now;
use super::lock_context::{ContextId, Contexts};
use super::stamp::{Knowledge, Stamp, StampId, Stamps};
use crate::limits;

/// How an earlier stamp relates to the one at hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Relation {
    /// It is ordered before.
    pub ordered: bool,
    /// The locks held at both do not keep them apart.
    pub compatible: bool,
    /// The same locks are held at both.
    pub same_locks: bool,
    /// Both are of one thread, and of one work if of any.
    pub same_owner: bool,
    /// If they are different works of one construct: the number of the earlier one.
    pub sibling: Option<u64>,
}

/// What relations are worked out from.
pub struct World<'a> {
    /// What is known now.
    pub know: Knowledge<'a>,
    /// All stamps.
    pub stamps: &'a mut Stamps,
    /// All lock contexts.
    pub contexts: &'a mut Contexts,
    /// The lane of a vector loop that accesses, if it is one.
    pub lane: Option<Now<'a>>,
}

/// The stamps of a moment: of the work at hand, and of what belongs to the thread whoever does the work.
#[derive(Debug)]
pub struct Moment {
    stamps: [Stamp; 2],
    names: [StampId; 2],
    /// Which of the two is meant.
    own: usize,
    /// Relations of earlier stamps, valid if the number is that of this moment.
    kept: [[(StampId, u32, Relation); limits::MOMENTS_KEPT]; 2],
    number: u32,
}

impl Moment {
    /// A moment with these stamps.
    pub fn new(stamps: [Stamp; 2]) -> Moment {
        Moment {
            stamps,
            names: [StampId(0); 2],
            own: 0,
            kept: [[(StampId(0), 0, Relation::default()); limits::MOMENTS_KEPT]; 2],
            number: 1,
        }
    }

    /// Goes on to another moment.
    pub fn turn_to(&mut self, stamps: [Stamp; 2]) {
        self.stamps = stamps;
        self.names = [StampId(0); 2];
        self.number += 1;
    }

    /// Says whether the object at hand belongs to the thread whoever does the work.
    #[inline]
    pub fn choose(&mut self, own: bool) {
        self.own = usize::from(own);
    }

    /// Whether the stamp has a name yet.
    #[inline]
    pub fn is_named(&self) -> bool {
        self.names[self.own] != StampId(0)
    }

    /// Whether this is the name of the stamp.
    #[inline]
    pub fn is(&self, name: StampId) -> bool {
        self.names[self.own] == name && name != StampId(0)
    }

    /// The name of the stamp; none if it has none yet.
    #[inline]
    pub fn stamp(&self) -> StampId {
        self.names[self.own]
    }

    /// Whether locks are held.
    #[inline]
    pub fn is_locked(&self) -> bool {
        self.stamps[self.own].context != ContextId::default()
    }

    /// The stamp itself.
    pub fn value(&self) -> Stamp {
        self.stamps[self.own]
    }

    /// The name of the stamp, made if need be.
    #[inline]
    pub fn name(&mut self, world: &mut World) -> StampId {
        let name = &mut self.names[self.own];
        if *name == StampId(0) {
            *name = world.stamps.intern(self.stamps[self.own]);
        }
        *name
    }

    /// How an earlier stamp relates to this one.
    #[inline]
    pub fn relation(&mut self, old: StampId, world: &mut World) -> Relation {
        if world.know.private.is_some() {
            return relate(old, self.stamps[self.own], world);
        }
        let place = &mut self.kept[self.own][old.0 as usize % limits::MOMENTS_KEPT];
        if place.0 != old || place.1 != self.number {
            *place = (old, self.number, relate(old, self.stamps[self.own], world));
        }
        place.2
    }
}

fn relate(old: StampId, new: Stamp, world: &mut World) -> Relation {
    let old = *world.stamps.get(old);
    // What is private to a thread is ordered by its clock, and two works do not stand for a third.
    let is_private = old.is_own || new.is_own || world.know.private.is_some();
    let sibling = match is_private {
        true => None,
        false => {
            let siblings = world.stamps.siblings(&old, &new);
            let free = siblings.filter(|(construct, _, _)| !world.stamps.takes_turns(*construct));
            free.map(|(_, number, _)| number)
        }
    };
    let same_owner = old.way == new.way
        && old.work == new.work
        && world.stamps.lives.now(old.epoch).thread == new.epoch.thread;
    Relation {
        ordered: world.stamps.ordered(&old, &new, &world.know),
        compatible: world.contexts.compatible(old.context, new.context),
        same_locks: old.context == new.context,
        same_owner,
        sibling,
    }
}
