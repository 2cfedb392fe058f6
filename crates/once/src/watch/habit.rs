//! What became of the last access of a place, for those after it that are alike.
//!
//! Most accesses are made by a thread in the moment in which the one before them at their place was made,
//! with the same object, and find the same past. What became of that one becomes of them: nothing if the
//! thread did the same before, else the same entries. That is a look at the place's habit and at the granule.
//! Whatever may change that begins another generation, and habits are only made for accesses of which nothing
//! else is to be told: memory that is no thread's own, no lane, no lock held, no value that depends on the
//! schedule.

use super::Watch;
use crate::entry::Entry;
use crate::granule::Cell;
use crate::history::{Found, SheetId};
use crate::limits;
use crate::stamp::StampId;
use raceproof_machine::{Access, ObjectId, ThreadId};

/// What became of the last access of a place.
#[derive(Clone, Copy, Debug)]
struct Habit {
    generation: u32,
    object: ObjectId,
    sheet: SheetId,
    /// Bytes that the place is known to have used.
    low: u32,
    high: u32,
    /// Place and mode.
    entry: Entry,
    /// Who accessed, if that has a name.
    stamp: StampId,
    /// What was there before, and what since.
    alike: Option<(Cell, Cell)>,
}

/// The habits of all places; some share one.
#[derive(Debug, Default)]
pub(super) struct Habits {
    generation: u32,
    habits: Vec<Option<Habit>>,
}

impl Habits {
    /// Something changes that habits depend on.
    #[inline]
    pub(super) fn renew(&mut self) {
        self.generation += 1;
    }
}

/// Where the habit of an access is.
#[inline]
fn place(a: &Access) -> usize {
    a.site.0 as usize % limits::HABITS
}

impl Watch {
    /// Records an access like the last one of its place; whether it is one.
    #[inline]
    pub(super) fn repeats(&mut self, t: ThreadId, a: &Access) -> bool {
        if !self.tally.is_concurrent || self.present.thread != Some(t) {
            return false;
        }
        let Some(Some(habit)) = self.present.habits.habits.get(place(a)) else {
            return false;
        };
        let entry = Entry::new(a, 0);
        habit.entry == entry
            && habit.object == a.object
            && habit.generation == self.present.habits.generation
            && habit.low <= a.start
            && a.start + a.length <= habit.high
            && self
                .history
                .repeats(habit.sheet, a, entry, habit.stamp, &habit.alike)
    }

    /// An access was recorded that others may race with: what became of it is kept if that is all that there
    /// is to say of such an access.
    #[inline]
    pub(super) fn keep_habit(&mut self, t: ThreadId, a: &Access, sheet: SheetId, found: &Found) {
        let Some(moment) = &self.present.moment else {
            return;
        };
        let of = self.history.get(sheet);
        let is_plain = self.tally.is_concurrent
            && !a.atomic
            && !moment.is_locked()
            && !of.object.space().is_stack()
            && !of.local
            && self.threads[t.0 as usize].lane.is_none()
            && !(a.write && self.before.places.gives_address(a.site))
            && !matches!(self.before.stores.get(a.site.0 as usize), Some(Some(_)))
            && !self.history.combines(a);
        let Some((low, high)) = self.history.uses.range(a).filter(|_| is_plain) else {
            return;
        };
        if self.present.habits.habits.is_empty() {
            self.present.habits.habits.resize(limits::HABITS, None);
        }
        self.present.habits.habits[place(a)] = Some(Habit {
            generation: self.present.habits.generation,
            object: a.object,
            sheet,
            low,
            high,
            entry: Entry::new(a, 0),
            stamp: moment.stamp(),
            alike: found.alike,
        });
    }
}
