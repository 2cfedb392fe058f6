//! The weak-causally-precedes order (Kini, Mathur, Viswanathan 2017).
//!
//! As in [`Dc`](crate::Dc), critical sections of one lock are ordered if they conflict (release before
//! conflicting access) and releases if the acquisition of the earlier section comes before the release of the
//! later; but the order is closed under composition with happens-before on both sides: what happens before
//! something that weakly causally precedes an event does so itself. So a single conflict orders all that
//! locks ordered before it.
//!
//! Sound for any locks: the first race predicted is a race of some execution, or a deadlock. Not complete for
//! one execution.
//!
//! Two clocks for each thread and lock: happens-before (`H` in the paper) and this order (`P`). Creation,
//! join and barriers belong to the order of threads: they order, but are not composed with happens-before, so
//! each thread has a third clock for them. Cost as for [`Dc`](crate::Dc).

use crate::journal::Journal;
use crate::predict::{Clocks, Locks, SPARED, Section, Variable};
use crate::{Action, Channel, Detect, Edge, Epoch, Predict, PredictMoment, ThreadId, VectorClock};

/// The weak-causally-precedes order along one trace.
#[derive(Clone, Debug, Default)]
pub struct Wcp {
    happens_before: Clocks,
    /// The order of threads, which also has their moments.
    threads: Clocks,
    /// What precedes the next event of each thread.
    precedes: Journal<ThreadId, VectorClock>,
    channels: Journal<Channel, VectorClock>,
    locks: Locks,
    /// What the last release of each lock knew, in both orders.
    released: Journal<u64, (VectorClock, VectorClock)>,
    variables: Journal<u64, Variable>,
    sections: Journal<ThreadId, Vec<Section>>,
}

impl Wcp {
    /// For any number of locks.
    pub fn new() -> Wcp {
        Wcp::sparing(SPARED)
    }

    /// The same, where that many critical sections come before those that can order nothing any more are
    /// dropped. Nothing is dropped while a journal is kept.
    pub fn sparing(sections: usize) -> Wcp {
        let mut order = Wcp::default();
        order.locks.spared = sections;
        order
    }

    fn access(&mut self, t: ThreadId, x: u64, write: bool, mark: u64) -> Option<u64> {
        for section in self.sections.get(t).into_iter().flatten() {
            for clock in self.locks.conflicts(section.lock, t, x, write) {
                if !self.precedes.get(t).is_some_and(|mine| clock.is_within(mine)) {
                    self.precedes.change(t).join(clock);
                }
            }
        }
        if self
            .sections
            .get(t)
            .is_some_and(|all| all.iter().any(|s| !s.has(x, write)))
        {
            let sections = self.sections.change(t);
            sections.iter_mut().for_each(|section| section.add(x, write));
        }
        let now = self.epoch(t);
        let (threads, precedes) = (&self.threads, self.precedes.get(t));
        let variable = self.variables.change(x);
        variable.access(write, now, mark, |e| {
            threads.knows(t, e) || precedes.is_some_and(|clock| clock.knows(e))
        })
    }

    fn learn(&mut self, t: ThreadId, clock: &VectorClock) {
        self.precedes.change(t).join(clock);
    }

    /// What precedes a thread goes where its knowledge goes.
    fn hand(&mut self, t: ThreadId, edge: Edge) {
        let mine = self.precedes.get(t).cloned().unwrap_or_default();
        match edge {
            Edge::Fork(child) => self.learn(child, &mine),
            Edge::Join(child) => {
                let theirs = self.precedes.get(child).cloned().unwrap_or_default();
                self.learn(t, &theirs);
            }
            Edge::Release(channel) => self.channels.change(channel).join(&mine),
            Edge::Acquire(channel) => {
                let left = self.channels.get(channel).cloned().unwrap_or_default();
                self.learn(t, &left);
            }
            Edge::AtomicLoad(..) | Edge::AtomicStore(..) | Edge::AtomicUpdate(..) | Edge::Fence(_) => {}
        }
        self.happens_before.hand(t, edge);
        self.threads.hand(t, edge);
    }
}

impl Detect for Wcp {
    fn apply(&mut self, t: ThreadId, action: Action, mark: u64) -> Option<u64> {
        match action {
            Action::Read(x) => return self.access(t, x, false, mark),
            Action::Write(x) => return self.access(t, x, true, mark),
            Action::Acquire(lock) => {
                if let Some((happens_before, precedes)) = self.released.get(lock) {
                    self.happens_before.learn(t, happens_before);
                    self.precedes.change(t).join(precedes);
                }
                let time = self.epoch(t).time;
                self.sections.change(t).push(Section {
                    lock,
                    time,
                    ..Section::default()
                });
            }
            Action::Release(lock) => {
                let at = self.sections.get(t)?.iter().rposition(|s| s.lock == lock)?;
                let section = self.sections.change(t).remove(at);
                loop {
                    let (clock, precedes) =
                        (self.clock(t), self.precedes.get(t).cloned().unwrap_or_default());
                    let knows = |e: Epoch| if e.thread == t { &precedes } else { &clock }.knows(e);
                    let learnt = self.locks.earlier_sections(lock, t, knows);
                    if learnt.is_within(&precedes) {
                        break;
                    }
                    self.learn(t, &learnt);
                }
                let happens_before = self.happens_before.get(t);
                self.locks.leave(t, &section, &happens_before);
                // The releaser itself does not precede what follows by the lock alone: only what precedes it
                // does.
                let precedes = self.precedes.get(t).cloned().unwrap_or_default();
                *self.released.change(lock) = (happens_before, precedes);
                self.happens_before.advance(t);
                self.threads.advance(t);
                if self.locks.is_full() {
                    let precedes = self.precedes.entries().map(|(_, clock)| clock);
                    let channels = self.channels.entries().map(|(_, clock)| clock);
                    let released = self.released.entries().flat_map(|(_, (h, p))| [h, p]);
                    let clocks = self.happens_before.all().chain(precedes).chain(channels);
                    self.locks
                        .drop_sections(clocks.chain(released), self.threads.all());
                }
            }
            Action::Hand(edge) => self.hand(t, edge),
        }
        None
    }
}

impl Predict for Wcp {
    fn clock(&self, t: ThreadId) -> VectorClock {
        let mut clock = self.threads.get(t);
        if let Some(precedes) = self.precedes.get(t) {
            clock.join(precedes);
        }
        clock
    }

    fn epoch(&self, thread: ThreadId) -> Epoch {
        let precedes = self.precedes.get(thread).map_or(0, |clock| clock.get(thread));
        let time = self.threads.epoch(thread).time.max(precedes);
        Epoch { thread, time }
    }

    fn keep_journal(&mut self) {
        self.happens_before.keep();
        self.threads.keep();
        self.precedes.keep();
        self.channels.keep();
        self.locks.keep();
        self.released.keep();
        self.variables.keep();
        self.sections.keep();
    }

    fn moment(&self) -> PredictMoment {
        let mut moment = PredictMoment::default();
        moment.0[..2].copy_from_slice(&self.happens_before.moment());
        moment.0[2..4].copy_from_slice(&self.threads.moment());
        moment.0[4..9].copy_from_slice(&self.locks.moment());
        moment.0[9] = self.precedes.moment();
        moment.0[10] = self.channels.moment();
        moment.0[11] = self.released.moment();
        moment.0[12] = self.variables.moment();
        moment.0[13] = self.sections.moment();
        moment
    }

    fn undo(&mut self, PredictMoment(m): PredictMoment) {
        self.happens_before.undo([m[0], m[1]]);
        self.threads.undo([m[2], m[3]]);
        self.locks.undo([m[4], m[5], m[6], m[7], m[8]]);
        self.precedes.undo(m[9]);
        self.channels.undo(m[10]);
        self.released.undo(m[11]);
        self.variables.undo(m[12]);
        self.sections.undo(m[13]);
    }
}
