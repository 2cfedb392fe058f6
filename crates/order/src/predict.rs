//! What the predictive orders share: actions of a trace, critical sections in progress, and who accessed each
//! variable last.
//!
//! A predictive order leaves out some of the edges that locks give to happens-before, so that from one
//! execution it predicts races of others. It reads a trace: threads that read and write variables, acquire
//! and release locks, and hand over knowledge by operations that always order (creation, join, barriers).

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::journal::{Journal, OrderedJournal};
use crate::{Channel, Edge, Epoch, ThreadId, VectorClock};

/// What a thread does in a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Reads a variable.
    Read(u64),
    /// Writes a variable.
    Write(u64),
    /// Acquires a lock.
    Acquire(u64),
    /// Releases a lock.
    Release(u64),
    /// Hands over knowledge in a way that always orders.
    Hand(Edge),
}

/// An order that finds races in a trace, event after event.
pub trait Detect {
    /// Thread `t` does an action, which the caller calls `mark`; marks grow. Gives the mark of an
    /// earlier access that races with it by this order: the last one, unless the order says otherwise.
    fn apply(&mut self, t: ThreadId, action: Action, mark: u64) -> Option<u64>;

    /// A variable is not accessed any more. What is kept of its accesses may go.
    fn forget(&mut self, _variable: u64) {}
}

/// An order that predicts races from a trace, and goes back to earlier moments of it.
pub trait Predict: Detect {
    /// What a thread knows in this order, its own moment included.
    fn clock(&self, t: ThreadId) -> VectorClock;

    /// The moment of a thread.
    fn epoch(&self, t: ThreadId) -> Epoch;

    /// Notes changes from now on, so that they can be taken back.
    fn keep_journal(&mut self);

    /// A moment of the trace to go back to.
    fn moment(&self) -> PredictMoment;

    /// Goes back to a moment.
    fn undo(&mut self, moment: PredictMoment);
}

/// A moment to go back to: how many changes each part had seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PredictMoment(pub(crate) [u32; 14]);

/// A critical section in progress.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    pub lock: u64,
    pub reads: Vec<u64>,
    pub writes: Vec<u64>,
    /// The moment of its acquisition.
    pub time: u32,
}

impl Section {
    /// Whether the section has accessed a variable in this way.
    pub fn has(&self, x: u64, write: bool) -> bool {
        if write { &self.writes } else { &self.reads }.contains(&x)
    }

    /// The section accesses a variable.
    pub fn add(&mut self, x: u64, write: bool) {
        let list = if write { &mut self.writes } else { &mut self.reads };
        if !list.contains(&x) {
            list.push(x);
        }
    }
}

/// What each thread knew at its releases.
#[derive(Clone, Debug, Default)]
struct Releases(Vec<(ThreadId, VectorClock)>);

impl Releases {
    fn all(&self) -> impl Iterator<Item = &VectorClock> {
        self.0.iter().map(|(_, clock)| clock)
    }

    fn of_others(&self, t: ThreadId) -> impl Iterator<Item = &VectorClock> {
        self.0
            .iter()
            .filter(move |(u, _)| *u != t)
            .map(|(_, clock)| clock)
    }

    fn join(&mut self, t: ThreadId, clock: &VectorClock) {
        match self.0.iter_mut().find(|(u, _)| *u == t) {
            Some((_, known)) => known.join(clock),
            None => self.0.push((t, clock.clone())),
        }
    }
}

/// What critical sections left behind, by lock.
#[derive(Clone, Debug, Default)]
pub(crate) struct Locks {
    /// For each variable, what each thread knew at the release of its sections that had read it.
    reads: Journal<(u64, u64), Releases>,
    /// The same of those that had written it.
    writes: Journal<(u64, u64), Releases>,
    /// The sections of a thread, by number: the moment of the acquisition, and what was known at the release.
    sections: OrderedJournal<(u64, ThreadId, u32), (u32, VectorClock)>,
    /// How many there are of a thread.
    counts: Journal<(u64, ThreadId), u32>,
    /// How many sections of the second thread the first one has been ordered after.
    passed: Journal<(u64, ThreadId, ThreadId), u32>,
    /// One more than the highest thread.
    threads: u32,
    /// How many sections there were when some were dropped, and how many came since.
    left: usize,
    added: usize,
    /// How many may come before some are dropped, beside twice those that were left.
    pub spared: usize,
    /// How many clocks were looked at to find out which could be dropped.
    looked: usize,
}

/// A section that was left.
struct Left<'c> {
    /// The moment of its acquisition.
    time: u32,
    number: u32,
    /// What was known at its release.
    release: &'c VectorClock,
    matters: bool,
}

/// How many sections of a lock are kept in any case.
pub(crate) const SPARED: usize = 4096;

impl Locks {
    /// What an access of a variable in a section of a lock comes after: sections of other threads. With its
    /// own a thread has no conflict.
    pub fn conflicts(
        &self,
        lock: u64,
        t: ThreadId,
        x: u64,
        write: bool,
    ) -> impl Iterator<Item = &VectorClock> {
        let reads = write.then(|| self.reads.get((lock, x))).flatten();
        let both = self.writes.get((lock, x)).into_iter().chain(reads);
        both.flat_map(move |releases| releases.of_others(t))
    }

    /// Of these the ones of the other mode: those that had written it for a read, and the other way round.
    pub fn opposites(
        &self,
        lock: u64,
        t: ThreadId,
        x: u64,
        write: bool,
    ) -> impl Iterator<Item = &VectorClock> {
        let list = if write { &self.reads } else { &self.writes };
        let list = list.get((lock, x)).into_iter();
        list.flat_map(move |releases| releases.of_others(t))
    }

    /// The section of a thread ends, with this knowledge.
    pub fn leave(&mut self, t: ThreadId, section: &Section, clock: &VectorClock) {
        let lock = section.lock;
        for &x in &section.reads {
            self.reads.change((lock, x)).join(t, clock);
        }
        for &x in &section.writes {
            self.writes.change((lock, x)).join(t, clock);
        }
        let count = self.counts.change((lock, t));
        *self.sections.change((lock, t, *count)) = (section.time, clock.clone());
        *count += 1;
        self.added += 1;
        self.threads = self.threads.max(t.0 + 1);
    }

    /// The release of a section comes after the release of each earlier section of the lock whose acquisition
    /// it comes after: what these knew. `knows` says whether the section comes after a moment, if it is one
    /// of its own thread by more than the order of the thread.
    pub fn earlier_sections(&mut self, lock: u64, t: ThreadId, knows: impl Fn(Epoch) -> bool) -> VectorClock {
        let mut learnt = VectorClock::default();
        for thread in (0..self.threads).map(ThreadId) {
            let first = self.passed.get((lock, t, thread)).copied().unwrap_or(0);
            let mut next = first;
            let later = (lock, thread, first)..=(lock, thread, u32::MAX);
            for (&(.., n), &(time, ref release)) in self.sections.range(later) {
                if !knows(Epoch { thread, time }) {
                    break;
                }
                learnt.join(release);
                next = n + 1;
            }
            if next != first {
                *self.passed.change((lock, t, thread)) = next;
            }
        }
        learnt
    }

    /// Whether there are many more sections than when they were last [dropped](Locks::drop_sections).
    pub fn is_full(&self) -> bool {
        // To look at many clocks is worth it for many sections only. Both are bounded by the same things.
        let spared = self.spared * (1 + 2 * self.looked / SPARED);
        self.added > spared + 2 * self.left && !self.sections.is_kept()
    }

    /// Drops sections that can order nothing any more. A section matters to a thread that comes to know its
    /// acquisition and not its release, as the last one of its lock and thread. All that anybody will ever
    /// know is in one of these clocks, in what sections left for conflicting ones, or in what sections that
    /// matter left; or it is newer, and then comes with the release. A clock of `others` tells of
    /// acquisitions, but who knows a release by it has yet to learn that from the section.
    pub fn drop_sections<'c>(
        &'c mut self,
        clocks: impl Iterator<Item = &'c VectorClock>,
        others: impl Iterator<Item = &'c VectorClock>,
    ) {
        // The sections of each lock and thread, in order.
        let mut of: Vec<(u64, ThreadId, Vec<Left<'_>>)> = Vec::new();
        for (&(lock, thread, number), (time, release)) in self.sections.entries() {
            if of.last().is_none_or(|(l, t, _)| (*l, *t) != (lock, thread)) {
                of.push((lock, thread, Vec::new()));
            }
            if let Some((.., sections)) = of.last_mut() {
                sections.push(Left {
                    time: *time,
                    number,
                    release,
                    matters: false,
                });
            }
        }
        let left = self.reads.entries().chain(self.writes.entries());
        let left = left.flat_map(|(_, releases)| releases.all());
        let with = clocks.chain(left).map(|clock| (clock, true));
        // A section leaves the same for all that it has accessed.
        let all: FxHashSet<(&VectorClock, bool)> = with.chain(others.map(|clock| (clock, false))).collect();
        let looked = all.len();
        let mut open: Vec<(&VectorClock, bool)> = all.into_iter().collect();
        while let Some((clock, has_releases)) = open.pop() {
            for (_, thread, sections) in &mut of {
                let known = clock.get(*thread);
                let count = sections.partition_point(|section| section.time <= known);
                if let Some(last) = sections[..count].last_mut()
                    && !last.matters
                    && !(has_releases && last.release.is_within(clock))
                {
                    last.matters = true;
                    open.push((last.release, true));
                }
            }
        }
        let mut matters = BTreeSet::new();
        for (lock, thread, sections) in of {
            let those = sections.iter().filter(|section| section.matters);
            matters.extend(those.map(|section| (lock, thread, section.number)));
        }
        self.sections.retain(|key| matters.contains(key));
        (self.added, self.left, self.looked) = (0, matters.len(), looked);
    }

    pub fn keep(&mut self) {
        self.reads.keep();
        self.writes.keep();
        self.sections.keep();
        self.counts.keep();
        self.passed.keep();
    }

    pub fn moment(&self) -> [u32; 5] {
        [
            self.reads.moment(),
            self.writes.moment(),
            self.sections.moment(),
            self.counts.moment(),
            self.passed.moment(),
        ]
    }

    pub fn undo(&mut self, moment: [u32; 5]) {
        self.reads.undo(moment[0]);
        self.writes.undo(moment[1]);
        self.sections.undo(moment[2]);
        self.counts.undo(moment[3]);
        self.passed.undo(moment[4]);
    }
}

/// An access: when, which, and the locks with which it is no race, in order.
#[derive(Clone, Debug)]
pub(crate) struct Last {
    pub epoch: Epoch,
    pub mark: u64,
    pub locks: Vec<u64>,
}

/// The last accesses of a variable, one of each thread, mode and locks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variable {
    writes: Vec<Last>,
    reads: Vec<Last>,
}

impl Variable {
    /// Adds an access and gives the last earlier one that it is not ordered after.
    pub fn access(
        &mut self,
        write: bool,
        epoch: Epoch,
        mark: u64,
        knows: impl Fn(Epoch) -> bool,
    ) -> Option<u64> {
        let locks = Vec::new();
        self.access_under(write, Last { epoch, mark, locks }, knows)
    }

    /// The same where two accesses are no race that have a lock in common.
    pub fn access_under(&mut self, write: bool, now: Last, knows: impl Fn(Epoch) -> bool) -> Option<u64> {
        let me = now.epoch.thread;
        let apart = |e: &Last| e.locks.iter().all(|lock| !now.locks.contains(lock));
        let unordered = |list: &[Last]| {
            let others = list
                .iter()
                .filter(|e| e.epoch.thread != me && apart(e) && !knows(e.epoch));
            others.map(|e| e.mark).max()
        };
        let mut race = unordered(&self.writes);
        if write {
            race = race.max(unordered(&self.reads));
        }
        let list = if write { &mut self.writes } else { &mut self.reads };
        let same = |e: &&mut Last| e.epoch.thread == me && e.locks == now.locks;
        match list.iter_mut().find(same) {
            Some(entry) => *entry = now,
            None => list.push(now),
        }
        race
    }
}

/// Clocks of threads, with channels for what always orders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clocks {
    threads: Journal<ThreadId, VectorClock>,
    channels: Journal<Channel, VectorClock>,
}

impl Clocks {
    /// The clock of a thread, to be changed.
    pub fn of(&mut self, t: ThreadId) -> &mut VectorClock {
        let clock = self.threads.change(t);
        if clock.get(t) == 0 {
            clock.set(t, 1);
        }
        clock
    }

    pub fn get(&self, t: ThreadId) -> VectorClock {
        match self.threads.get(t) {
            Some(clock) => clock.clone(),
            None => {
                let mut clock = VectorClock::default();
                clock.set(t, 1);
                clock
            }
        }
    }

    /// What threads know, and what was handed over.
    pub fn all(&self) -> impl Iterator<Item = &VectorClock> {
        let threads = self.threads.entries().map(|(_, clock)| clock);
        threads.chain(self.channels.entries().map(|(_, clock)| clock))
    }

    /// Whether a thread knows a moment.
    pub fn knows(&self, t: ThreadId, e: Epoch) -> bool {
        match self.threads.get(t) {
            Some(clock) => clock.knows(e),
            None => e.thread == t && e.time <= 1,
        }
    }

    pub fn epoch(&self, thread: ThreadId) -> Epoch {
        let time = self.threads.get(thread).map_or(1, |clock| clock.get(thread));
        Epoch { thread, time }
    }

    /// A thread learns what another clock has.
    pub fn learn(&mut self, t: ThreadId, clock: &VectorClock) {
        if !self.threads.get(t).is_some_and(|mine| clock.is_within(mine)) {
            self.of(t).join(clock);
        }
    }

    pub fn advance(&mut self, t: ThreadId) {
        let clock = self.of(t);
        clock.set(t, clock.get(t) + 1);
    }

    /// An operation that always orders.
    pub fn hand(&mut self, t: ThreadId, edge: Edge) {
        match edge {
            Edge::Fork(child) => {
                let clock = self.get(t);
                self.learn(child, &clock);
                self.advance(child);
                self.advance(t);
            }
            Edge::Join(child) => {
                let clock = self.get(child);
                self.learn(t, &clock);
            }
            Edge::Release(channel) => {
                let clock = self.get(t);
                self.channels.change(channel).join(&clock);
                self.advance(t);
            }
            Edge::Acquire(channel) => {
                if let Some(clock) = self.channels.get(channel).cloned() {
                    self.learn(t, &clock);
                }
            }
            Edge::AtomicLoad(..) | Edge::AtomicStore(..) | Edge::AtomicUpdate(..) | Edge::Fence(_) => {}
        }
    }

    pub fn keep(&mut self) {
        self.threads.keep();
        self.channels.keep();
    }

    pub fn moment(&self) -> [u32; 2] {
        [self.threads.moment(), self.channels.moment()]
    }

    pub fn undo(&mut self, moment: [u32; 2]) {
        self.threads.undo(moment[0]);
        self.channels.undo(moment[1]);
    }
}
