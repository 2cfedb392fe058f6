//! Lanes of vector loops: which of them accessed each granule in the loops that are in progress.
//!
//! Lanes of one vector loop that are near enough run beside each other, and to all others they are what their thread does. So the history of memory knows
//! nothing of them, and what one lane may race with is only what other lanes of the same loop did. That is kept beside the history, and counts for nothing
//! when the loop is over: the next loop of the thread finds entries of a loop that is no more and takes their places. Stamps with lanes in them would be as
//! many as there are vectors, and none of their relations would be met again.
//!
//! Of lanes that run beside each other however far apart they are, two that did the same are enough, for a third conflicts with one of them. Of others
//! the last two are the nearest to what follows.

use super::lock_context::{ContextId, Contexts};
use raceproof_machine::{Access, Site, Work};

/// A vector loop that a thread went through once. 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LoopId(u32);

/// A lane of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    of: LoopId,
    /// The machine's name for it.
    pub work: Work,
}

/// The loops that threads are in.
#[derive(Debug, Default)]
pub struct Loops {
    count: u32,
    /// By thread, the outermost first.
    of: Vec<Vec<(Work, LoopId)>>,
    live: Vec<LoopId>,
}

impl Loops {
    /// A thread that is in so many lanes begins another one.
    pub fn begin(&mut self, thread: usize, depth: usize, work: Work) -> Lane {
        if self.of.len() <= thread {
            self.of.resize_with(thread + 1, Vec::new);
        }
        let mine = &mut self.of[thread];
        let is_same =
            |(known, _): &&(Work, LoopId)| (known.team, known.construct) == (work.team, work.construct);
        if let Some((_, of)) = mine.get(depth).filter(is_same) {
            return Lane { of: *of, work };
        }
        let over = mine.split_off(depth.min(mine.len()));
        self.live.retain(|live| !over.iter().any(|(_, of)| of == live));
        self.count += 1;
        let of = LoopId(self.count);
        mine.push((work, of));
        self.live.push(of);
        Lane { of, work }
    }

    /// A thread begins, perhaps in the place of another one.
    pub fn forget(&mut self, thread: usize) {
        if let Some(mine) = self.of.get_mut(thread).filter(|mine| !mine.is_empty()) {
            self.live.retain(|live| !mine.iter().any(|(_, of)| of == live));
            mine.clear();
        }
    }

    /// The loops that are in progress.
    pub fn live(&self) -> &[LoopId] {
        &self.live
    }
}

/// An access of a granule by a lane.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    of: LoopId,
    number: u32,
    /// `site << 2 | write << 1 | atomic`.
    what: u32,
    context: ContextId,
}

impl Entry {
    fn mode(self) -> u32 {
        self.what & 3
    }

    /// Whether an access of the same lane under the same locks adds nothing to this one.
    fn includes(self, new: Entry) -> bool {
        self.mode() == new.mode() || self.mode() == 2
    }

    fn is_by(self, other: Entry) -> bool {
        (self.of, self.number, self.context) == (other.of, other.number, other.context)
    }
}

const IN_PLACE: usize = 4;

/// What lanes did to a granule.
pub type Cell = [Entry; IN_PLACE];

/// The lane that accesses, and what it is compared with.
#[derive(Clone, Copy)]
pub struct Now<'a> {
    /// The lane.
    pub lane: Lane,
    /// The locks that it holds.
    pub context: ContextId,
    /// The loops that are in progress.
    pub live: &'a [LoopId],
}

/// What an access of a lane came to.
#[derive(Clone, Copy, Debug)]
pub enum Met {
    /// A conflict with another lane, with this number, at this place.
    Race(u64, Site),
    /// Atomicity or locks keep it apart from another lane: the value depends on the schedule.
    Turn,
    /// There was no room to remember it.
    Full,
}

/// A lane accesses a granule.
#[inline]
pub fn touch(cell: &mut Cell, now: &Now, a: &Access, contexts: &mut Contexts) -> Option<Met> {
    let new = Entry {
        of: now.lane.of,
        number: now.lane.work.number as u32,
        what: a.site.0 << 2 | u32::from(a.write) << 1 | u32::from(a.atomic),
        context: now.context,
    };
    if cell[0].is_by(new) && cell[0].includes(new) && cell[1].of != new.of {
        return None;
    }
    if cell.iter().all(|old| !now.live.contains(&old.of)) {
        *cell = Cell::default();
        cell[0] = new;
        return None;
    }
    join(cell, now, new, contexts)
}

fn join(cell: &mut Cell, now: &Now, new: Entry, contexts: &mut Contexts) -> Option<Met> {
    let near = now.lane.work.team;
    let mut met = None;
    let mut kept: Vec<Entry> = Vec::with_capacity(IN_PLACE + 1);
    let mut is_included = false;
    for old in cell.iter().copied().filter(|old| now.live.contains(&old.of)) {
        let beside = old.of == new.of
            && old.number != new.number
            && (near == 0 || u64::from(old.number.abs_diff(new.number)) < near);
        let writes = (old.what | new.what) & 2 != 0;
        let atomic = old.what & new.what & 1 != 0;
        if beside && writes {
            if atomic || !contexts.compatible(old.context, new.context) {
                met = met.or(Some(Met::Turn));
            } else if !matches!(met, Some(Met::Race(..))) {
                met = Some(Met::Race(u64::from(old.number), Site(old.what >> 2)));
            }
        }
        is_included |= old.is_by(new) && old.includes(new);
        if !(old.is_by(new) && new.includes(old)) {
            kept.push(old);
        }
    }
    if is_included {
        return met;
    }
    let is_alike = |old: &Entry| old.of == new.of && old.mode() == new.mode() && old.context == new.context;
    if kept.iter().filter(|old| is_alike(old)).count() >= 2 {
        if near == 0 {
            return met;
        }
        if let Some(oldest) = kept.iter().position(is_alike) {
            kept.remove(oldest);
        }
    }
    kept.push(new);
    if kept.len() > IN_PLACE {
        return met.filter(|met| matches!(met, Met::Race(..))).or(Some(Met::Full));
    }
    *cell = Cell::default();
    for (place, entry) in cell.iter_mut().zip(kept) {
        *place = entry;
    }
    met
}
