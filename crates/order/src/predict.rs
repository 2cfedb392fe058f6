//! What the predictive orders share: actions of a trace, critical sections in progress, and who accessed each variable last.
//!
//! A predictive order leaves out some of the edges that locks give to happens-before, so that from one execution it predicts races of others. It reads
//! a trace: threads that read and write variables, acquire and release locks, and hand over knowledge by operations that always
//! order (creation, join, barriers).

use crate::{Channel, Edge, Epoch, ThreadId, VectorClock};
use std::collections::HashMap;

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

/// An order that predicts races from a trace.
pub trait Predict {
    /// Thread `t` does an action, which the caller calls `mark`. Gives the mark of an earlier access that is predicted to race with it.
    fn apply(&mut self, t: ThreadId, action: Action, mark: u32) -> Option<u32>;

    /// What a thread knows in this order, its own moment included.
    fn clock(&self, t: ThreadId) -> VectorClock;

    /// The moment of a thread.
    fn epoch(&self, t: ThreadId) -> Epoch {
        Epoch {
            thread: t,
            time: self.clock(t).get(t),
        }
    }
}

/// A critical section in progress.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    pub lock: u64,
    pub reads: Vec<u64>,
    pub writes: Vec<u64>,
    /// The moment of its acquisition.
    pub time: u32,
}

/// What critical sections of one lock left behind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lock {
    /// For each variable, what those knew at their release who had read it.
    pub reads: HashMap<u64, VectorClock>,
    /// For each variable, what those knew at their release who had written it.
    pub writes: HashMap<u64, VectorClock>,
    /// By thread, its sections: the moment of the acquisition, and what was known at the release.
    pub sections: HashMap<ThreadId, Vec<(u32, VectorClock)>>,
    /// How many sections of the second thread the first one has been ordered after.
    pub passed: HashMap<(ThreadId, ThreadId), usize>,
}

impl Lock {
    /// The section of a thread ends, with this knowledge.
    pub fn leave(&mut self, t: ThreadId, section: &Section, clock: &VectorClock) {
        for &x in &section.reads {
            self.reads.entry(x).or_default().join(clock);
        }
        for &x in &section.writes {
            self.writes.entry(x).or_default().join(clock);
        }
        self.sections
            .entry(t)
            .or_default()
            .push((section.time, clock.clone()));
    }

    /// The release of a section comes after the release of each earlier section whose acquisition it comes after: what these knew. `knows` says
    /// whether a moment is known.
    pub fn earlier_sections(&mut self, t: ThreadId, knows: impl Fn(Epoch) -> bool) -> VectorClock {
        let mut learnt = VectorClock::default();
        for (&u, sections) in &self.sections {
            if u == t {
                continue;
            }
            let next = self.passed.entry((t, u)).or_default();
            while let Some((time, release)) = sections.get(*next)
                && knows(Epoch {
                    thread: u,
                    time: *time,
                })
            {
                learnt.join(release);
                *next += 1;
            }
        }
        learnt
    }
}

/// The last accesses of a variable, one of each thread and mode.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variable {
    writes: Vec<(Epoch, u32)>,
    reads: Vec<(Epoch, u32)>,
}

impl Variable {
    /// Adds an access and gives the last earlier one that it is not ordered after.
    pub fn access(
        &mut self,
        write: bool,
        now: Epoch,
        mark: u32,
        knows: impl Fn(Epoch) -> bool,
    ) -> Option<u32> {
        let unordered = |list: &[(Epoch, u32)]| {
            let others = list.iter().filter(|(e, _)| e.thread != now.thread && !knows(*e));
            others.map(|(_, mark)| *mark).max()
        };
        let mut race = unordered(&self.writes);
        if write {
            race = race.max(unordered(&self.reads));
        }
        let list = if write { &mut self.writes } else { &mut self.reads };
        match list.iter_mut().find(|(e, _)| e.thread == now.thread) {
            Some(entry) => *entry = (now, mark),
            None => list.push((now, mark)),
        }
        race
    }
}

/// Clocks of threads, with channels for what always orders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clocks {
    threads: Vec<VectorClock>,
    channels: HashMap<Channel, VectorClock>,
}

impl Clocks {
    pub fn of(&mut self, t: ThreadId) -> &mut VectorClock {
        let i = t.0 as usize;
        while self.threads.len() <= i {
            let mut clock = VectorClock::default();
            clock.set(ThreadId(self.threads.len() as u32), 1);
            self.threads.push(clock);
        }
        &mut self.threads[i]
    }

    pub fn get(&self, t: ThreadId) -> VectorClock {
        match self.threads.get(t.0 as usize) {
            Some(clock) => clock.clone(),
            None => {
                let mut clock = VectorClock::default();
                clock.set(t, 1);
                clock
            }
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
                let clock = self.of(t).clone();
                self.of(child).join(&clock);
                self.advance(child);
                self.advance(t);
            }
            Edge::Join(child) => {
                let clock = self.of(child).clone();
                self.of(t).join(&clock);
            }
            Edge::Release(channel) => {
                let clock = self.of(t).clone();
                self.channels.entry(channel).or_default().join(&clock);
                self.advance(t);
            }
            Edge::Acquire(channel) => {
                if let Some(clock) = self.channels.get(&channel).cloned() {
                    self.of(t).join(&clock);
                }
            }
            Edge::AtomicLoad(..) | Edge::AtomicStore(..) | Edge::AtomicUpdate(..) | Edge::Fence(_) => {}
        }
    }
}
