//! Sync-preserving races (Mathur, Pavlogiannis, Viswanathan 2021).
//!
//! Two conflicting events race so if some correct reordering of the trace, in which critical sections of each
//! lock keep their order, leads to where both come next. It need not be searched for. What must have happened
//! before both is the least set that has the predecessors of both, whatever an event of the set comes after
//! by its thread, by creation and join or as the reader of a write, and the whole of every section of a lock
//! that another section in the set follows. The events race exactly if neither is in it, and the set in the
//! order of the trace is the reordering.
//!
//! Sets are closed downwards in each thread, so a vector clock stands for one: how many events of each
//! thread.
//!
//! Both sets and events go one way only: what an earlier access of a thread was found to be in the set of,
//! all later events of the other thread find it in, too. So each pair of threads goes through each other's
//! accesses of a variable once.
//!
//! Cost: for each access and other thread the closure of one set, O(locks that several threads use × threads)
//! a round. Memory grows with the trace: accesses and sections are kept.

use rustc_hash::FxHashMap;

use crate::{Action, Channel, Detect, Edge, ThreadId, VectorClock};

/// The events of one thread.
#[derive(Clone, Debug, Default)]
struct Course {
    /// How many events there are.
    events: u32,
    /// From which event on the thread comes after what of others; event 0 is before its first one.
    known: Vec<(u32, VectorClock)>,
    /// The sections that go on: their locks.
    held: Vec<u64>,
}

impl Course {
    /// The thread comes after a set from its next event on.
    fn learn(&mut self, set: &VectorClock) {
        let last = self.known.last();
        if last.is_some_and(|(_, known)| set.is_within(known)) {
            return;
        }
        let mut known = last.map(|(_, known)| known.clone()).unwrap_or_default();
        known.join(set);
        match self.known.last_mut() {
            Some((from, old)) if *from == self.events => *old = known,
            _ => self.known.push((self.events, known)),
        }
    }
}

/// A critical section.
#[derive(Clone, Copy, Debug)]
struct Section {
    /// The events of its thread at both ends.
    acquired: u32,
    released: Option<u32>,
    /// Which section of the lock it is.
    rank: u32,
}

/// The accesses of a variable by one thread in one mode: its event and its mark.
type Accesses = Vec<(u32, u64)>;

/// How far a thread has come in the accesses of another one.
#[derive(Clone, Debug, Default)]
struct Progress {
    next: usize,
    /// What must have happened before both that were looked at last.
    set: VectorClock,
}

/// A variable.
#[derive(Clone, Debug, Default)]
struct Cell {
    accesses: FxHashMap<(ThreadId, bool), Accesses>,
    progress: FxHashMap<(ThreadId, bool, ThreadId, bool), Progress>,
    last_write: Option<(ThreadId, u32)>,
}

/// A lock: the sections of each thread, and how many there are.
#[derive(Clone, Debug, Default)]
struct Lock {
    sections: Vec<(ThreadId, Vec<Section>)>,
    count: u32,
}

/// All sync-preserving races along one trace.
#[derive(Clone, Debug, Default)]
pub struct SyncPreserving {
    courses: Vec<Course>,
    locks: FxHashMap<u64, Lock>,
    /// Locks that several threads use.
    contended: Vec<u64>,
    cells: FxHashMap<u64, Cell>,
    channels: FxHashMap<Channel, VectorClock>,
    /// Races are not looked for, only [confirmed](SyncPreserving::confirms).
    is_history: bool,
}

impl SyncPreserving {
    /// For a trace that has not begun.
    pub fn new() -> SyncPreserving {
        SyncPreserving::default()
    }

    /// What confirms races that others found, and looks for none.
    pub fn history() -> SyncPreserving {
        SyncPreserving {
            is_history: true,
            ..SyncPreserving::default()
        }
    }

    fn course(&mut self, t: ThreadId) -> &mut Course {
        let i = t.0 as usize;
        if self.courses.len() <= i {
            self.courses.resize_with(i + 1, Course::default);
        }
        &mut self.courses[i]
    }

    /// Adds to a set an event of a thread with all that it comes after.
    fn add(&self, set: &mut VectorClock, t: ThreadId, event: u32) {
        let course = &self.courses[t.0 as usize];
        // What is learnt at an event concerns the next one on.
        let known = course.known.partition_point(|(from, _)| *from <= event);
        if let Some((_, known)) = course.known[..known].last() {
            set.join(known);
        }
        if set.get(t) < event {
            set.set(t, event);
        }
    }

    /// Adds to a set the rest of every section that another one in the set follows. False if one of these
    /// never ends.
    fn close(&self, set: &mut VectorClock) -> bool {
        loop {
            let mut changed = false;
            for lock in &self.contended {
                let lock = &self.locks[lock];
                let begun = |(t, sections): &(ThreadId, Vec<Section>)| {
                    let count = sections.partition_point(|s| s.acquired <= set.get(*t));
                    count.checked_sub(1).map(|last| (*t, sections[last]))
                };
                let Some(newest) = lock.sections.iter().filter_map(begun).map(|(_, s)| s.rank).max() else {
                    continue;
                };
                let older: Vec<_> = lock.sections.iter().filter_map(begun).collect();
                for (t, section) in older {
                    if section.rank == newest {
                        continue;
                    }
                    let Some(released) = section.released else {
                        return false;
                    };
                    if set.get(t) < released {
                        self.add(set, t, released);
                        changed = true;
                    }
                }
            }
            if !changed {
                return true;
            }
        }
    }

    fn access(&mut self, t: ThreadId, x: u64, write: bool, mark: u64) -> Option<u64> {
        // The access is no part of what it comes after, and neither is the write that it reads from.
        let now = self.course(t).events;
        let mut cell = self.cells.remove(&x).unwrap_or_default();
        let mut race = None;
        for (&(other, by_write), accesses) in &cell.accesses {
            if self.is_history || other == t || !(write || by_write) {
                continue;
            }
            let progress = cell.progress.entry((other, by_write, t, write)).or_default();
            self.add(&mut progress.set, t, now - 1);
            while let Some(&(event, earlier)) = accesses.get(progress.next) {
                self.add(&mut progress.set, other, event - 1);
                if self.close(&mut progress.set) && progress.set.get(other) < event {
                    race = race.max(Some(earlier));
                    break;
                }
                progress.next += 1;
            }
        }
        cell.accesses.entry((t, write)).or_default().push((now, mark));
        if write {
            cell.last_write = Some((t, now));
        } else if let Some((writer, event)) = cell.last_write
            && writer != t
        {
            let mut set = VectorClock::default();
            self.add(&mut set, writer, event);
            self.course(t).learn(&set);
        }
        self.cells.insert(x, cell);
        race
    }

    /// Whether an earlier access of a variable, by its mark, and the last event of a thread race so. It is
    /// asked when that event has been applied.
    pub fn confirms(&self, x: u64, earlier: u64, t: ThreadId) -> bool {
        self.reordering(x, earlier, t).is_some()
    }

    /// How many events of each thread come before both of such a race: these in the order of the trace, then
    /// the two, are the reordering that shows it.
    pub fn reordering(&self, x: u64, earlier: u64, t: ThreadId) -> Option<VectorClock> {
        let cell = self.cells.get(&x)?;
        let first = cell.accesses.iter().find_map(|(&(other, _), accesses)| {
            let at = accesses.binary_search_by_key(&earlier, |(_, mark)| *mark).ok()?;
            (other != t).then_some((other, accesses[at].0))
        });
        let (other, event) = first?;
        let mut set = VectorClock::default();
        self.add(&mut set, other, event - 1);
        let now = self.courses[t.0 as usize].events;
        self.add(&mut set, t, now - 1);
        (self.close(&mut set) && set.get(other) < event && set.get(t) < now).then_some(set)
    }

    fn hand(&mut self, t: ThreadId, edge: Edge) {
        let now = self.course(t).events;
        let mut set = VectorClock::default();
        self.add(&mut set, t, now);
        match edge {
            Edge::Fork(child) => self.course(child).learn(&set),
            Edge::Join(child) => {
                let last = self.course(child).events;
                let mut set = VectorClock::default();
                self.add(&mut set, child, last);
                self.course(t).learn(&set);
            }
            Edge::Release(channel) => self.channels.entry(channel).or_default().join(&set),
            Edge::Acquire(channel) => {
                if let Some(set) = self.channels.get(&channel).cloned() {
                    self.course(t).learn(&set);
                }
            }
            Edge::AtomicLoad(..) | Edge::AtomicStore(..) | Edge::AtomicUpdate(..) | Edge::Fence(_) => {}
        }
    }

    fn acquire(&mut self, t: ThreadId, lock: u64) {
        let acquired = self.course(t).events;
        let course = self.course(t);
        course.held.push(lock);
        // A lock that is held already is only counted.
        if course.held.iter().filter(|held| **held == lock).count() > 1 {
            return;
        }
        let entry = self.locks.entry(lock).or_default();
        let section = Section {
            acquired,
            released: None,
            rank: entry.count,
        };
        entry.count += 1;
        match entry.sections.iter_mut().find(|(of, _)| *of == t) {
            Some((_, sections)) => sections.push(section),
            None => {
                entry.sections.push((t, vec![section]));
                if entry.sections.len() == 2 {
                    self.contended.push(lock);
                }
            }
        }
    }

    fn release(&mut self, t: ThreadId, lock: u64) {
        let course = self.course(t);
        let released = course.events;
        let Some(at) = course.held.iter().rposition(|held| *held == lock) else {
            return;
        };
        course.held.remove(at);
        if course.held.contains(&lock) {
            return;
        }
        let sections = self.locks.get_mut(&lock).map(|lock| &mut lock.sections);
        let mine = sections.and_then(|all| all.iter_mut().find(|(of, _)| *of == t));
        if let Some(section) = mine.and_then(|(_, sections)| sections.last_mut()) {
            section.released = Some(released);
        }
    }
}

impl Detect for SyncPreserving {
    fn apply(&mut self, t: ThreadId, action: Action, mark: u64) -> Option<u64> {
        self.course(t).events += 1;
        match action {
            Action::Read(x) => return self.access(t, x, false, mark),
            Action::Write(x) => return self.access(t, x, true, mark),
            Action::Acquire(lock) => self.acquire(t, lock),
            Action::Release(lock) => self.release(t, lock),
            Action::Hand(edge) => self.hand(t, edge),
        }
        None
    }
}
