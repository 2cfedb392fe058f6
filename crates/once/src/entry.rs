//! Accesses of a granule, and which of them a later one could race with.
//!
//! A granule keeps the accesses that a later one could race with: those not ordered before a covering one. Of
//! the works of one construct two are enough, for a third conflicts with one of them.
//!
//! Conflicting accesses that locks or atomicity keep apart leave a value that depends on the schedule, unless
//! both belong to exact updates of one class ([`Machine::updates`](raceproof_machine::Machine::updates)):
//! those commute. All unordered conflicts of a granule being such, what an access that is ordered to all of
//! them finds is one value in every schedule. An entry stands for another one only if it is of its class or
//! of none. Two updates of one class that overlap are of the same bytes, because an access that is not at a
//! multiple of its length is of no class.

use super::moment::Relation;
use super::stamp::{Stamp, StampId, Stamps};
use raceproof_engine::condition;
use raceproof_machine::{Access, Site};
use rustc_hash::FxHashMap;

/// An access of a granule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Entry {
    /// Who, when, under which locks.
    pub stamp: StampId,
    /// `site << 8 | class << 2 | write << 1 | atomic`.
    pub(super) what: u32,
}

/// How many places an entry can tell apart.
pub(super) const PLACES: usize = 1 << 24;

impl Entry {
    #[inline]
    pub(super) fn new(a: &Access, class: u8) -> Entry {
        Entry {
            stamp: StampId(0),
            what: a.site.0 << 8 | u32::from(class) << 2 | u32::from(a.write) << 1 | u32::from(a.atomic),
        }
    }

    /// Where.
    pub fn site(self) -> Site {
        Site(self.what >> 8)
    }

    pub(super) fn write(self) -> bool {
        self.what & 2 != 0
    }

    pub(super) fn atomic(self) -> bool {
        self.what & 1 != 0
    }

    pub(super) fn mode(self) -> u32 {
        self.what & 3
    }

    /// The class of the exact update that it belongs to, 0 if to none.
    fn class(self) -> u32 {
        self.what >> 2 & 0x3f
    }

    /// Mode and class.
    fn sort(self) -> u32 {
        self.what & 0xff
    }

    /// Whether whatever commutes with this access commutes with another one.
    pub(super) fn speaks_for(self, other: Entry) -> bool {
        self.class() == 0 || self.class() == other.class()
    }

    /// Whether an access of the same stamp adds nothing to this one.
    #[inline]
    pub(super) fn includes(self, new: Entry) -> bool {
        (self.mode() == new.mode() || self.mode() == 2) && self.speaks_for(new)
    }
}

/// Two accesses that conflict and are not ordered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conflict {
    /// The earlier one.
    pub(super) earlier: Entry,
    pub(super) effect: Effect,
}

/// What comes of two accesses that conflict and are not ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    /// Locks or atomicity keep them apart, and they commute.
    Commutes,
    /// Locks or atomicity keep them apart: it is no race, but the value depends on the schedule.
    Depends,
    Races,
}

/// Leaves the last entry of each owner and sort. Of a task that was waited for that is the one who waited:
/// whoever knows that moment knows all before it, so an access that is not ordered after an earlier one of
/// the owner is not ordered after the last one either. The tasks of a recursion read what all read, and
/// without this each of them would be compared with all.
pub(super) fn thin(list: &mut Vec<Entry>, stamps: &Stamps) {
    let mut last: FxHashMap<(Stamp, u32), (u32, StampId)> = FxHashMap::default();
    let key = |entry: &Entry| {
        let (owner, time) = stamps.owner(entry.stamp);
        ((owner, entry.sort()), time)
    };
    for entry in list.iter() {
        let (key, time) = key(entry);
        let known = last.entry(key).or_insert((time, entry.stamp));
        if known.0 < time {
            *known = (time, entry.stamp);
        }
    }
    list.retain(|entry| last.get(&key(entry).0).is_none_or(|known| known.1 == entry.stamp));
}

/// The worst counts.
pub(super) fn merge(known: &mut Option<Conflict>, new: Option<Conflict>) {
    if let Some(new) = new
        && known.is_none_or(|k| k.effect < new.effect)
    {
        *known = Some(new);
    }
}

/// What comes of two accesses; nothing if they are both reads or ordered.
#[inline]
pub(super) fn compare(old: Entry, new: Entry, relation: Relation) -> Option<Conflict> {
    if !(old.write() || new.write()) || relation.ordered {
        return None;
    }
    let excluded = (old.atomic() && new.atomic())
        || condition!("lock-contexts", "cannot be there at once", !relation.compatible);
    let effect = match excluded {
        true if new.class() != 0
            && condition!("commuting-updates", "of one class", new.class() == old.class()) =>
        {
            Effect::Commutes
        }
        true => Effect::Depends,
        false => Effect::Races,
    };
    Some(Conflict { earlier: old, effect })
}

/// Other works of the construct at hand that did the same as the one at hand.
#[derive(Default)]
pub(super) struct Alike {
    first: Option<u64>,
    /// There are two different ones.
    pub(super) is_enough: bool,
}

/// Whether an entry is still needed beside a new one. Notes other works of the same construct that did the
/// same.
#[inline]
pub(super) fn stays(old: Entry, new: Entry, relation: Relation, alike: &mut Alike) -> bool {
    let covers = condition!("entries", "writes as well", new.write() || !old.write())
        && condition!("entries", "atomic as well", new.atomic() == old.atomic())
        && condition!("entries", "of its class", new.speaks_for(old))
        && condition!("entries", "with the same locks", relation.same_locks);
    if !covers {
        return true;
    }
    if let Some(number) = relation.sibling
        && old.mode() == new.mode()
        && old.class() == new.class()
    {
        alike.is_enough |= alike
            .first
            .is_some_and(|first| condition!("entries", "two other works", first != number));
        alike.first = Some(number);
    }
    !condition!("entries", "before it", relation.same_owner || relation.ordered)
}
