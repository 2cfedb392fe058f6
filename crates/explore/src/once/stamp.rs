//! Stamps: who accesses, when, and under which locks.
//!
//! A stamp stands for all accesses of a thread between two changes of its clock, its work or its locks, so an access costs a
//! comparison of numbers. Whether two stamps are ordered is a question about clocks:
//!
//! - Both of code that belongs to a thread: by the threads' clocks (creation, join, barriers, tasks).
//! - *Work* (an iteration, a section, a single block) might have been done by any thread of the team. So it is ordered after another thread's
//!   code only if every thread of the team is: what was known at the thread's last barrier, join or start (its *base*). And something is
//!   ordered after a work only if its base knows the ends of that construct in all threads that had a share.
//! - Two works of one construct are never ordered, unless they are the same. The tasks that a work creates belong to it, and within one work clocks
//!   tell. Two lanes of one vector loop that are near enough to run beside each other are not ordered either, whatever else orders them.

use super::lock_context::ContextId;
use raceproof_machine::Work;
use raceproof_order::{Epoch, VectorClock};
use rustc_hash::FxHashMap;

/// Index of a stamp. 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct StampId(pub u32);

/// Index of a construct whose works are shared: a loop that a team went through once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConstructId(pub u32);

/// Who accesses, when, under which locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// The thread and its time.
    pub epoch: Epoch,
    /// The work that it does, if it does any; of a task, the work that created it.
    pub work: Option<(ConstructId, u64)>,
    /// Whether it is a task of that work.
    pub is_task: bool,
    /// The lane of a vector loop that it is in, if it is.
    pub lane: Option<(ConstructId, u64)>,
    /// The locks that it holds.
    pub context: ContextId,
}

/// All stamps and constructs.
#[derive(Debug, Default)]
pub struct Stamps {
    list: Vec<Stamp>,
    /// The names of stamps without a work.
    ids: FxHashMap<Stamp, StampId>,
    /// By the object that the team is in, then by its address and the number.
    constructs: FxHashMap<u32, FxHashMap<(u64, u64), ConstructId>>,
    /// The construct asked for last.
    last: Option<((u64, u64), ConstructId)>,
    /// For each construct the time at which each thread ended its last work of it.
    ends: Vec<Vec<Epoch>>,
    works: Vec<Work>,
}

impl Stamps {
    /// The name of a stamp.
    pub fn intern(&mut self, stamp: Stamp) -> StampId {
        let next = StampId(self.list.len() as u32 + 1);
        // A work is done once, so its stamps need not be found again.
        let id = match stamp.work {
            Some(_) => next,
            None => *self.ids.entry(stamp).or_insert(next),
        };
        if id == next {
            self.list.push(stamp);
        }
        id
    }

    /// The stamp with a name.
    #[inline]
    pub fn get(&self, id: StampId) -> &Stamp {
        &self.list[id.0 as usize - 1]
    }

    /// The construct that a work belongs to.
    pub fn construct(&mut self, work: Work) -> ConstructId {
        let key = (work.team, work.construct);
        if let Some((last, id)) = self.last
            && last == key
        {
            return id;
        }
        let next = ConstructId(self.ends.len() as u32);
        let of_team = self.constructs.entry((work.team >> 32) as u32).or_default();
        let id = *of_team.entry(key).or_insert(next);
        if id == next {
            self.ends.push(Vec::new());
            self.works.push(work);
        }
        self.last = Some((key, id));
        id
    }

    /// The team and the number of a construct.
    pub fn work_of(&self, id: ConstructId) -> Work {
        self.works[id.0 as usize]
    }

    /// How near lanes of a vector loop must be to run beside each other; none if that does not matter.
    pub fn nearness(&self, id: ConstructId) -> Option<u64> {
        Some(self.works[id.0 as usize].team).filter(|near| *near != 0)
    }

    /// A team is over: a later one at its address is another.
    pub fn forget_team(&mut self, object: u32) {
        if self.constructs.remove(&object).is_some() {
            self.last = None;
        }
    }

    /// A thread does work of a construct until (at least) this time.
    pub fn ends_at(&mut self, id: ConstructId, epoch: Epoch) {
        let ends = &mut self.ends[id.0 as usize];
        match ends.iter_mut().find(|e| e.thread == epoch.thread) {
            Some(end) => end.time = end.time.max(epoch.time),
            None => ends.push(epoch),
        }
    }

    /// Whether an earlier stamp is ordered before a later one.
    pub fn ordered(&self, earlier: &Stamp, later: &Stamp, know: &Knowledge) -> bool {
        if let (Some((a, n)), Some((b, m))) = (earlier.lane, later.lane)
            && a == b
            && n != m
            && self.nearness(a).is_none_or(|near| n.abs_diff(m) < near)
        {
            return false;
        }
        match (earlier.work, later.work) {
            (Some((a, n)), Some((b, m))) if a == b => {
                let same_thread = earlier.epoch.thread == later.epoch.thread;
                n == m && (same_thread || know.clock.knows(earlier.epoch))
            }
            // A task knows what the work that created it did before, whoever did that work.
            (Some(work), _) if know.lineage.contains(&work) => know.clock.knows(earlier.epoch),
            (Some((a, _)), _) => {
                let mut ends = self.ends[a.0 as usize].iter();
                ends.all(|&end| know.base.knows(end))
            }
            (None, _) => self.plain(earlier, later, know),
        }
    }

    fn plain(&self, earlier: &Stamp, later: &Stamp, know: &Knowledge) -> bool {
        let shared_work = later.work.is_some();
        if shared_work || !know.lineage.is_empty() {
            earlier.epoch.thread == later.epoch.thread && !shared_work || know.base.knows(earlier.epoch)
        } else {
            earlier.epoch.thread == later.epoch.thread || know.clock.knows(earlier.epoch)
        }
    }
}

/// What is known at an access.
#[derive(Clone, Copy)]
pub struct Knowledge<'a> {
    /// What the thread knows.
    pub clock: &'a VectorClock,
    /// What it would know whichever thread of its team did the work at hand, or the work that it descends from.
    pub base: &'a VectorClock,
    /// The works that the thread descends from, if it is a task.
    pub lineage: &'a [(ConstructId, u64)],
}
