//! Follows addresses of what is on stacks to where others see them.
//!
//! A thread of a team has its own copy of what it made in its region. Whoever comes to such a copy through a
//! pointer that all see may meet another thread's in another mapping, which one run does not tell. What a
//! *work* made on the stack is different: the work has it, whoever does the work, as it has what it allocates
//! on the heap. Tasks and regions that the work makes may use it, for they come after the same work in every
//! mapping, at the same times of clocks. Nobody else may: what outlives its work (an `alloca` in a block of
//! the program) must have no users then that the work does not know to be done, and is private to the thread
//! from then on.
//!
//! A block whose address never leaves the registers of the function that allocated it
//! ([`Machine::scratch_sites`](raceproof_machine::Machine::scratch_sites)) is private to its thread.

use super::Watch;
use crate::history::SheetId;
use crate::thread::{Level, Thread};
use raceproof_machine::{Access, ObjectId, Site, SpaceId, ThreadId};

impl Watch {
    /// Whether what a thread stores in an object stays with it: the object is private to it in the region at
    /// hand. What is older than that is seen by the team, and what the first thread has outside of regions by
    /// those to come. Only what the runtime has on a stack is for itself, whenever it was made.
    pub(super) fn keeps(&self, t: ThreadId, a: &Access, sheet: SheetId) -> bool {
        let sheet = self.history.get(sheet);
        if self.before.places.is_inner(a.site) && sheet.object.space() == SpaceId::stack(t) {
            return true;
        }
        match self.threads.get(t.0 as usize) {
            Some(thread) => thread.owns(t, sheet),
            None => t != ThreadId::MAIN && sheet.object.space() == SpaceId::stack(t),
        }
    }

    #[cold]
    pub(super) fn note_given(&mut self, a: &Access) {
        let is_last =
            |last: &Access| last.object == a.object && last.start == a.start && last.length == a.length;
        if self.lending.gives_private.is_none() && !self.lending.given.last().is_some_and(is_last) {
            self.lending.given.push(*a);
        }
    }

    /// Whether an object is private to a thread of a team: on its stack in a region, or thread-local. What
    /// the work at hand of its thread made is not, and is given to others by this.
    pub fn is_private(&mut self, object: ObjectId) -> bool {
        let id = self.history.sheet(object);
        let (sheet, space) = (self.history.get_mut(id), object.space());
        if sheet.is_inner {
            return false;
        }
        if !space.is_stack() {
            return sheet.local;
        }
        let Some(owner) = self.threads.get_mut(space.thread().0 as usize) else {
            return false;
        };
        // What is on the stack of a task is the task's, whoever executes it.
        let is_of_task = |owner: &Thread| owner.is_task && owner.regions.is_empty();
        if is_of_task(owner) {
            return false;
        }
        if sheet.maker.is_some_and(|maker| owner.is_in(maker)) {
            if !std::mem::replace(&mut sheet.is_given, true) {
                owner.given.push(object);
            }
            return false;
        }
        owner.home(space.thread(), sheet).is_some()
    }

    /// The life of an object on the stack of a thread ends.
    pub(super) fn take_back(&mut self, t: ThreadId, object: ObjectId) {
        let given = &mut self.thread(t).given;
        // Lives on a stack end in the reverse order, mostly.
        if let Some(at) = given.iter().rposition(|other| *other == object) {
            given.remove(at);
        }
    }

    /// The innermost work of a thread ends.
    pub(super) fn leave_behind(&mut self, t: ThreadId) {
        let thread = self.thread(t);
        if thread.given.is_empty() {
            return;
        }
        let Some(Level::Work(_, work)) = thread.levels.last().copied() else {
            return;
        };
        let given = std::mem::take(&mut thread.given);
        let (left, rest): (Vec<_>, Vec<_>) = given.into_iter().partition(|&object| {
            let sheet = self.history.sheet(object);
            self.history.get(sheet).maker == Some(work)
        });
        self.thread(t).given = rest;
        if left.into_iter().any(|object| self.is_in_use(t, object)) {
            self.lending.gives_private.get_or_insert(Site::START);
        }
    }
}
