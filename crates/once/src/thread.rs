//! Where a thread of the one run is: in which regions and works, and what is private to it there.

use super::history::Sheet;
use super::lanes::Lane;
use super::lock_context::Context;
use super::stamp::{Knowledge, WayId};
use super::totals::Asked;
use raceproof_machine::{ObjectId, ThreadId, Work};
use raceproof_order::VectorClock;
use std::rc::Rc;

/// One of all the works that threads began in the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkId(pub u64);

/// A construct that a thread is in.
#[derive(Clone, Copy, Debug)]
pub enum Level {
    /// A work that any thread of its team might have done.
    Work(Work, WorkId),
    /// A lane of a vector loop.
    Lane(Lane),
    /// Nobody else might have done it: the program says so, or the team has one thread.
    Fixed,
}

/// A region whose threads a thread has made, it being one of them.
#[derive(Debug)]
pub struct Region {
    /// How deep its calls were: the threads of one region are made in one place.
    pub depth: usize,
    /// Its maker's time then.
    pub since: u32,
    /// The others.
    pub members: Vec<ThreadId>,
    /// How many works it was in.
    pub levels: usize,
    /// What it was before.
    pub outside: WayId,
    /// What its team knew before.
    pub base: Rc<VectorClock>,
    /// When it had started the region before.
    pub start: Option<u32>,
    /// What the work knew of others.
    pub turns: Turns,
    /// What it had asked for.
    pub asked: Asked,
}

/// What a work knows of others of its construct that it waited for.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    /// How often it has told others.
    pub told: u32,
    /// By the number of a work, how much of what it told is known.
    pub known: VectorClock,
}

/// A thread.
#[derive(Debug, Default)]
pub struct Thread {
    /// The locks that it holds.
    pub context: Context,
    /// The works that it is in, the outermost first: of those in one region only the first might have been
    /// done by another thread, for all others are parts of it.
    pub levels: Vec<Level>,
    /// The work that it does, if another thread of its team might have done it.
    pub work: Option<Work>,
    /// Which of all works that is.
    pub work_id: Option<WorkId>,
    /// What is on its stack, was made by a work that is not over and whose address others see.
    pub given: Vec<ObjectId>,
    /// The lane of a vector loop that it is in.
    pub lane: Option<Lane>,
    /// The regions and works that it is in, without `work`.
    pub way: WayId,
    /// Whether another thread might have done what it does even if it does no work of its own team.
    pub is_inside: bool,
    /// What all threads of its team know.
    pub base: Rc<VectorClock>,
    /// The same before the work at hand waited for what threads did outside of works.
    pub unheeded: Option<Rc<VectorClock>>,
    /// What the work knows of others that it waited for.
    pub turns: Turns,
    /// Whether it is a task.
    pub is_task: bool,
    /// Whether it is one that has ended and given up its place, or the place that it had.
    pub is_retired: bool,
    /// Its own time when it started the region at hand; what is younger on its stack is private to it.
    pub start: Option<u32>,
    /// The construct whose works it asked for last in the region at hand.
    pub asked: Asked,
    /// The regions that it has made and not left.
    pub regions: Vec<Region>,
}

impl Thread {
    /// Whether an object is private to this thread, which accesses it, in the current region: on its stack,
    /// or thread-local.
    #[inline]
    pub fn owns(&self, t: ThreadId, sheet: &Sheet) -> bool {
        let space = sheet.object.space();
        if space.thread() != t {
            return false;
        }
        if !space.is_stack() {
            return sheet.local;
        }
        match self.start {
            None => t != ThreadId::MAIN,
            Some(start) => sheet.born >= start,
        }
    }

    /// Whether it is in a work.
    pub fn is_in(&self, work: WorkId) -> bool {
        let is_it = |level: &Level| matches!(level, Level::Work(_, id) if *id == work);
        self.levels.iter().any(is_it)
    }

    /// What it knows by a clock.
    pub fn knowledge<'a>(&'a self, clock: &'a VectorClock) -> Knowledge<'a> {
        Knowledge {
            clock,
            base: &self.base,
            turns: &self.turns.known,
            private: None,
        }
    }

    /// The way into the region, if any, in which an object on its stack is private to it, and how many
    /// regions it had made by then.
    pub fn home(&self, t: ThreadId, sheet: &Sheet) -> Option<(WayId, usize)> {
        let inner = self.regions.iter().position(|r| sheet.born < r.since);
        match inner {
            Some(0) if t == ThreadId::MAIN => None,
            Some(i) => Some((self.regions[i].outside, i)),
            None if t == ThreadId::MAIN && self.regions.is_empty() => None,
            None => Some((self.way, self.regions.len())),
        }
    }

    /// Finds the work and the lane that it is in.
    pub fn look(&mut self) {
        let first = self.regions.last().map_or(0, |r| r.levels);
        let of_region = self.levels.get(first..).unwrap_or_default();
        let work = of_region.iter().find_map(|level| match level {
            Level::Work(work, id) => Some((*work, *id)),
            _ => None,
        });
        self.work = work.map(|(work, _)| work);
        self.work_id = work.map(|(_, id)| id);
        self.lane = self.levels.iter().rev().find_map(|level| match level {
            Level::Lane(lane) => Some(*lane),
            _ => None,
        });
    }
}
