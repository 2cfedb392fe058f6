//! Happens-before along one execution, by vector clocks (Mattern 1988; Fidge 1988), with the
//! edges of C11 atomics.
//!
//! Invariant: the clock of thread `t` knows an epoch of thread `u` exactly if every event of `u` in
//! that epoch happens before the next event of `t`. A thread's own component grows after each
//! release, so events after a release are not known to those who acquired it.
//!
//! Release sequences are those of C11 and C17 (5.1.2.4): the head, then stores of the same thread
//! and read-modify-writes of any. A release fence makes later atomic stores heads with the clock of
//! the fence; an acquire fence picks up what earlier atomic loads could have acquired.
//!
//! A search that goes back and forth asks for a journal ([`HappensBefore::keep_journal`]): then every change
//! keeps what it replaced, and [`HappensBefore::undo`] goes back to an earlier moment at the cost of what
//! happened since.
//!
//! Cost: O(threads) per synchronisation operation, nothing per access.

use crate::{Channel, Edge, Epoch, Strength, ThreadId, VectorClock};
use std::collections::HashMap;

/// The clocks of all threads and of everything they synchronise through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HappensBefore {
    threads: Vec<Thread>,
    channels: HashMap<Channel, VectorClock>,
    locations: HashMap<u64, Vec<Head>>,
    journal: Option<Vec<Change>>,
}

/// What a change replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    /// A thread was added.
    Added,
    Thread(usize, Thread),
    Channel(Channel, Option<VectorClock>),
    Location(u64, Option<Vec<Head>>),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Thread {
    clock: VectorClock,
    /// What a release fence lets later stores publish.
    fence: VectorClock,
    /// What an acquire fence would pick up.
    pending: VectorClock,
}

/// A release sequence that the current value of a location belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    thread: ThreadId,
    clock: VectorClock,
}

impl HappensBefore {
    /// One thread, which has done nothing.
    pub fn new() -> HappensBefore {
        let mut hb = HappensBefore::default();
        hb.thread(ThreadId(0));
        hb
    }

    fn thread(&mut self, t: ThreadId) -> &mut Thread {
        let i = t.0 as usize;
        while self.threads.len() <= i {
            let mut fresh = Thread::default();
            fresh.clock.set(ThreadId(self.threads.len() as u32), 1);
            self.threads.push(fresh);
            if let Some(journal) = &mut self.journal {
                journal.push(Change::Added);
            }
        }
        &mut self.threads[i]
    }

    /// The clock of a thread that has been forked (or is thread 0).
    #[inline]
    pub fn clock(&self, t: ThreadId) -> &VectorClock {
        &self.threads[t.0 as usize].clock
    }

    /// The current moment of a thread.
    #[inline]
    pub fn epoch(&self, t: ThreadId) -> Epoch {
        Epoch {
            thread: t,
            time: self.clock(t).get(t),
        }
    }

    /// What was known where somebody released a channel, if anybody has.
    pub fn told(&self, channel: Channel) -> Option<&VectorClock> {
        self.channels.get(&channel)
    }

    /// Number of threads seen so far.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    fn advance(&mut self, t: ThreadId) {
        let clock = &mut self.thread(t).clock;
        clock.set(t, clock.get(t) + 1);
    }

    /// From now on keeps what changes replace.
    pub fn keep_journal(&mut self) {
        self.journal = Some(Vec::new());
    }

    /// The moment to go back to with [`HappensBefore::undo`].
    pub fn moment(&self) -> usize {
        self.journal.as_ref().map_or(0, Vec::len)
    }

    /// Goes back to a moment.
    pub fn undo(&mut self, moment: usize) {
        let Some(journal) = &mut self.journal else { return };
        for change in journal.drain(moment..).rev() {
            match change {
                Change::Added => {
                    self.threads.pop();
                }
                Change::Thread(i, old) => self.threads[i] = old,
                Change::Channel(channel, Some(old)) => {
                    self.channels.insert(channel, old);
                }
                Change::Channel(channel, None) => {
                    self.channels.remove(&channel);
                }
                Change::Location(location, Some(old)) => {
                    self.locations.insert(location, old);
                }
                Change::Location(location, None) => {
                    self.locations.remove(&location);
                }
            }
        }
    }

    /// Keeps what an edge of thread `t` is about to replace.
    fn keep(&mut self, t: ThreadId, edge: Edge) {
        if let Edge::Fork(child) | Edge::Join(child) = edge {
            self.thread(child);
        }
        let Some(journal) = &mut self.journal else { return };
        let i = t.0 as usize;
        journal.push(Change::Thread(i, self.threads[i].clone()));
        match edge {
            Edge::Fork(child) => {
                let i = child.0 as usize;
                journal.push(Change::Thread(i, self.threads[i].clone()));
            }
            Edge::Release(channel) => {
                journal.push(Change::Channel(channel, self.channels.get(&channel).cloned()));
            }
            Edge::AtomicStore(location, _) | Edge::AtomicUpdate(location, _) => {
                journal.push(Change::Location(location, self.locations.get(&location).cloned()));
            }
            Edge::Acquire(_) | Edge::Join(_) | Edge::AtomicLoad(..) | Edge::Fence(_) => {}
        }
    }

    /// Thread `t` is there, even if nobody has forked it.
    pub fn begin(&mut self, t: ThreadId) {
        self.thread(t);
    }

    /// What thread `t` does from now on is a moment of its own.
    pub fn pass(&mut self, t: ThreadId) {
        self.keep_thread(t);
        self.advance(t);
    }

    /// An event of thread `t` learns what a clock knows, and is a moment of its own. Gives what it knows,
    /// itself included.
    pub fn learn(&mut self, t: ThreadId, clock: &VectorClock) -> VectorClock {
        self.take(t, clock);
        let known = self.clock(t).clone();
        self.advance(t);
        known
    }

    /// Thread `t` learns what a clock knows.
    pub fn take(&mut self, t: ThreadId, clock: &VectorClock) {
        self.keep_thread(t);
        self.threads[t.0 as usize].clock.join(clock);
    }

    /// Keeps what is known of a thread that is about to change.
    fn keep_thread(&mut self, t: ThreadId) {
        self.thread(t);
        let i = t.0 as usize;
        if let Some(journal) = &mut self.journal {
            journal.push(Change::Thread(i, self.threads[i].clone()));
        }
    }

    /// Thread `t` does `edge`.
    pub fn apply(&mut self, t: ThreadId, edge: Edge) {
        self.thread(t);
        self.keep(t, edge);
        match edge {
            Edge::Acquire(channel) => {
                if let Some(left) = self.channels.get(&channel) {
                    self.threads[t.0 as usize].clock.join(left);
                }
            }
            Edge::Release(channel) => {
                let clock = &self.threads[t.0 as usize].clock;
                self.channels.entry(channel).or_default().join(clock);
                self.advance(t);
            }
            Edge::Fork(child) => {
                let clock = std::mem::take(&mut self.threads[t.0 as usize].clock);
                // The place of a thread that has ended may be used again: the new one starts a moment of its
                // own.
                self.thread(child).clock.join(&clock);
                self.threads[t.0 as usize].clock = clock;
                self.advance(child);
                self.advance(t);
            }
            Edge::Join(child) => {
                let clock = std::mem::take(&mut self.thread(child).clock);
                self.thread(t).clock.join(&clock);
                self.threads[child.0 as usize].clock = clock;
            }
            Edge::AtomicLoad(location, strength) => self.read(t, location, strength),
            Edge::AtomicStore(location, strength) => {
                let heads = self.locations.entry(location).or_default();
                heads.retain(|h| h.thread == t);
                self.publish(t, location, strength);
            }
            Edge::AtomicUpdate(location, strength) => self.publish(t, location, strength),
            Edge::Fence(strength) => {
                let thread = self.thread(t);
                if strength.acquire {
                    let pending = std::mem::take(&mut thread.pending);
                    thread.clock.join(&pending);
                }
                if strength.release {
                    thread.fence = thread.clock.clone();
                    self.advance(t);
                }
            }
        }
    }

    /// Thread `t` forks another one in the place of one that has ended, and of which the new one knows no
    /// more than `t` does. Moments of the old one are not to be asked for any more.
    pub fn replace(&mut self, t: ThreadId, child: ThreadId) {
        self.keep(t, Edge::Fork(child));
        // What it has is used again: tasks may be many.
        let mut clock = std::mem::take(&mut self.thread(child).clock);
        let now = clock.get(child);
        clock.copy(self.clock(t));
        clock.set(child, now + 1);
        self.threads[child.0 as usize] = Thread {
            clock,
            ..Thread::default()
        };
        self.advance(t);
    }

    /// Appends bytes that are equal exactly if everybody knows the same.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let clock = |c: &VectorClock, out: &mut Vec<u8>| {
            out.extend((c.components().len() as u32).to_le_bytes());
            c.components().iter().for_each(|n| out.extend(n.to_le_bytes()));
        };
        for t in &self.threads {
            clock(&t.clock, out);
            clock(&t.fence, out);
            clock(&t.pending, out);
        }
        let mut channels: Vec<_> = self.channels.iter().collect();
        channels.sort_by_key(|(c, _)| **c);
        for (channel, left) in channels {
            out.extend(channel.key.to_le_bytes());
            out.push(channel.lane);
            clock(left, out);
        }
        let mut locations: Vec<_> = self.locations.iter().collect();
        locations.sort_by_key(|(l, _)| **l);
        for (location, heads) in locations {
            out.extend(location.to_le_bytes());
            let mut heads: Vec<_> = heads.iter().collect();
            heads.sort_by_key(|h| h.thread);
            for head in heads {
                out.extend(head.thread.0.to_le_bytes());
                clock(&head.clock, out);
            }
        }
    }

    fn read(&mut self, t: ThreadId, location: u64, strength: Strength) {
        let Some(heads) = self.locations.get(&location) else {
            return;
        };
        let thread = &mut self.threads[t.0 as usize];
        for head in heads {
            if strength.acquire {
                thread.clock.join(&head.clock);
            } else {
                thread.pending.join(&head.clock);
            }
        }
    }

    /// Makes the thread's store a head of a release sequence if it, or a fence before it, releases.
    fn publish(&mut self, t: ThreadId, location: u64, strength: Strength) {
        let thread = &self.threads[t.0 as usize];
        let clock = if strength.release {
            &thread.clock
        } else {
            &thread.fence
        };
        if !clock.components().is_empty() {
            let heads = self.locations.entry(location).or_default();
            match heads.iter_mut().find(|h| h.thread == t) {
                Some(head) => head.clock.join(clock),
                None => heads.push(Head {
                    thread: t,
                    clock: clock.clone(),
                }),
            }
        }
        if strength.release {
            self.advance(t);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: ThreadId = ThreadId(0);
    const B: ThreadId = ThreadId(1);
    const C: ThreadId = ThreadId(2);
    const NONE: Strength = Strength {
        acquire: false,
        release: false,
    };
    const ACQ: Strength = Strength {
        acquire: true,
        release: false,
    };
    const REL: Strength = Strength {
        acquire: false,
        release: true,
    };

    /// Three threads forked by A; gives the epoch in which A is after that.
    fn start() -> (HappensBefore, Epoch) {
        let mut hb = HappensBefore::new();
        hb.apply(A, Edge::Fork(B));
        hb.apply(A, Edge::Fork(C));
        let epoch = hb.epoch(A);
        (hb, epoch)
    }

    fn ordered_after(edges: &[(ThreadId, Edge)]) -> bool {
        let (mut hb, epoch) = start();
        for &(t, e) in edges {
            hb.apply(t, e);
        }
        hb.clock(B).knows(epoch)
    }

    #[test]
    fn a_release_is_acquired_and_what_follows_it_is_not() {
        let m = Channel { key: 1, lane: 0 };
        let (mut hb, before) = start();
        hb.apply(A, Edge::Release(m));
        let after = hb.epoch(A);
        hb.apply(B, Edge::Acquire(m));
        assert!(hb.clock(B).knows(before) && !hb.clock(B).knows(after));
    }

    #[test]
    fn relaxed_orders_nothing() {
        assert!(!ordered_after(&[
            (A, Edge::AtomicStore(7, NONE)),
            (B, Edge::AtomicLoad(7, ACQ))
        ]));
        assert!(!ordered_after(&[
            (A, Edge::AtomicStore(7, REL)),
            (B, Edge::AtomicLoad(7, NONE))
        ]));
        assert!(ordered_after(&[
            (A, Edge::AtomicStore(7, REL)),
            (B, Edge::AtomicLoad(7, ACQ))
        ]));
    }

    #[test]
    fn a_store_of_another_thread_breaks_a_release_sequence_and_an_rmw_does_not() {
        let rel = (A, Edge::AtomicStore(7, REL));
        let acq = (B, Edge::AtomicLoad(7, ACQ));
        assert!(!ordered_after(&[rel, (C, Edge::AtomicStore(7, NONE)), acq]));
        assert!(ordered_after(&[rel, (C, Edge::AtomicUpdate(7, NONE)), acq]));
        assert!(ordered_after(&[rel, (A, Edge::AtomicStore(7, NONE)), acq]));
    }

    #[test]
    fn fences_order_relaxed_accesses() {
        let store = (A, Edge::AtomicStore(7, NONE));
        let load = (B, Edge::AtomicLoad(7, NONE));
        let release = (A, Edge::Fence(REL));
        let acquire = (B, Edge::Fence(ACQ));
        assert!(ordered_after(&[release, store, load, acquire]));
        assert!(!ordered_after(&[store, release, load, acquire]));
        assert!(!ordered_after(&[release, store, acquire, load]));
        assert!(!ordered_after(&[release, store, load]));
    }

    #[test]
    fn a_journal_leads_back() {
        let m = Channel { key: 1, lane: 0 };
        let (mut hb, _) = start();
        hb.keep_journal();
        let edges = [
            (A, Edge::Release(m)),
            (B, Edge::Acquire(m)),
            (A, Edge::AtomicStore(7, REL)),
            (C, Edge::AtomicUpdate(7, NONE)),
            (B, Edge::AtomicLoad(7, NONE)),
            (B, Edge::Fence(ACQ)),
            (B, Edge::Fork(ThreadId(3))),
            (A, Edge::Join(C)),
        ];
        let mut past = Vec::new();
        let bytes = |hb: &HappensBefore| {
            let mut out = Vec::new();
            hb.encode(&mut out);
            out
        };
        for (t, e) in edges {
            past.push((hb.moment(), bytes(&hb)));
            hb.apply(t, e);
        }
        for (moment, expected) in past.into_iter().rev() {
            hb.undo(moment);
            assert_eq!(bytes(&hb), expected);
        }
    }

    #[test]
    fn join_learns_the_last_moment() {
        let (mut hb, _) = start();
        let last = hb.epoch(B);
        hb.apply(C, Edge::Join(B));
        assert!(hb.clock(C).knows(last));
    }
}
