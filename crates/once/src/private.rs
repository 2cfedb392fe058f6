//! Private memory that a work sees: its content depends on who does the work.
//!
//! A work that reads bytes of its thread's stack or thread-local variables which it has not written itself
//! reads something of the thread: left behind by other works that happened to be done by this thread, or put
//! there before. The same holds for code of the thread that reads what works left behind, for tasks that read
//! thread-local variables, and for the regions and tasks that the work or that code makes. The places of such
//! reads are noted; what they influence is found out elsewhere. Contents are not compared, so a read of
//! something that is equal in all threads is noted too.

use raceproof_engine::{condition, effect};
use raceproof_machine::{Access, ObjectId, Site};
use rustc_hash::{FxHashMap, FxHashSet};

/// Sorted ranges of bytes that do not touch.
#[derive(Debug, Default)]
struct Ranges(Vec<(u32, u32)>);

impl Ranges {
    fn add(&mut self, start: u32, end: u32) {
        let from = self.0.partition_point(|r| r.1 < start);
        let to = self.0.partition_point(|r| r.0 <= end);
        if from == to {
            self.0.insert(from, (start, end));
            return;
        }
        let merged = (self.0[from].0.min(start), self.0[to - 1].1.max(end));
        self.0.splice(from..to, [merged]);
    }

    fn contain(&self, start: u32, end: u32) -> bool {
        let at = self.0.partition_point(|r| r.1 < end);
        self.0.get(at).is_some_and(|r| r.0 <= start)
    }

    fn meet(&self, start: u32, end: u32) -> bool {
        let at = self.0.partition_point(|r| r.1 <= start);
        self.0.get(at).is_some_and(|r| r.0 < end)
    }
}

/// The private memory of all threads.
#[derive(Debug, Default)]
pub struct Private {
    /// What the work at hand of each thread has written, by thread, the number of regions that it has made
    /// and is in, and object.
    fresh: Vec<Vec<FxHashMap<ObjectId, Ranges>>>,
    /// What works have written.
    worked: FxHashMap<ObjectId, Ranges>,
    /// Places that read something of the thread.
    pub reads: FxHashSet<Site>,
    /// The numbers of the variables of which objects are threads' copies: those of the program.
    pub copies: FxHashMap<ObjectId, u32>,
    /// Those that anybody read, and those that tasks wrote.
    read: FxHashSet<(u32, Site)>,
    written_by_tasks: FxHashSet<u32>,
}

impl Private {
    fn fresh(&mut self, thread: usize, level: usize) -> Option<&mut FxHashMap<ObjectId, Ranges>> {
        self.fresh.get_mut(thread)?.get_mut(level)
    }

    /// Somebody accesses an object; whether it is a copy of a thread-local variable.
    pub fn note_copy(&mut self, is_task: bool, a: &Access) -> bool {
        let Some(of) = self.copies.get(&a.object) else {
            return false;
        };
        if !a.write {
            self.read.insert((*of, a.site));
        } else if is_task {
            effect!(
                "identities",
                "what tasks leave",
                self.written_by_tasks.insert(*of)
            );
        }
        true
    }

    /// Places that read thread-local variables which tasks write. Tasks leave their values with whichever
    /// thread executes them, and with its other tasks, whereas each has a copy of its own here.
    pub fn after_tasks(&self) -> impl Iterator<Item = Site> {
        let read = self.read.iter();
        let known = read.filter(|(of, _)| self.written_by_tasks.contains(of));
        known.map(|(_, site)| *site)
    }

    /// A thread begins another work, or ends one.
    pub fn begin(&mut self, thread: usize, level: usize) {
        if let Some(fresh) = self.fresh(thread, level) {
            fresh.clear();
        }
    }

    /// A thread ends a region in a work: the runtime has put back the thread's own variables, which is not to
    /// say that the work wrote them.
    pub fn put_back(&mut self, thread: usize, level: usize) {
        if let Some(fresh) = self.fresh(thread, level) {
            fresh.retain(|object, _| object.space().is_stack());
        }
    }

    /// An object is made anew.
    pub fn forget(&mut self, thread: usize, object: ObjectId) {
        // Its place in the tables stays, for one that is made anew once is so again and again.
        let fresh = self.fresh.get_mut(thread).into_iter().flatten();
        let all = fresh.filter_map(|fresh| fresh.get_mut(&object));
        all.chain(self.worked.get_mut(&object))
            .for_each(|ranges| ranges.0.clear());
    }

    /// A thread accesses its private memory, in a work or not. `is_whole`: a write writes all bytes that it
    /// says.
    pub fn access(&mut self, thread: usize, level: usize, in_work: bool, a: &Access, is_whole: bool) {
        let (start, end) = (a.start, a.start.saturating_add(a.length));
        if in_work {
            if self.fresh.len() <= thread {
                self.fresh.resize_with(thread + 1, Vec::new);
            }
            let levels = &mut self.fresh[thread];
            if levels.len() <= level {
                levels.resize_with(level + 1, FxHashMap::default);
            }
            let fresh = levels[level].entry(a.object).or_default();
            if a.write {
                if is_whole {
                    fresh.add(start, end);
                }
                self.worked.entry(a.object).or_default().add(start, end);
            } else if !condition!(
                "identities",
                "written by the work itself",
                fresh.contain(start, end)
            ) {
                self.reads.insert(a.site);
            }
        } else if !a.write
            && self
                .worked
                .get(&a.object)
                .is_some_and(|ranges| ranges.meet(start, end))
        {
            effect!("identities", "what works leave", self.reads.insert(a.site));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_grow_together() {
        let mut ranges = Ranges::default();
        ranges.add(8, 12);
        ranges.add(0, 4);
        assert!(!ranges.contain(0, 8) && ranges.meet(3, 9) && !ranges.meet(4, 8));
        ranges.add(4, 8);
        assert_eq!(ranges.0, [(0, 12)]);
        assert!(ranges.contain(2, 12) && !ranges.contain(2, 13));
    }
}
