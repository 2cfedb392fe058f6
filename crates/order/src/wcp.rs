//! The weak-causally-precedes order (Kini, Mathur, Viswanathan 2017).
//!
//! As in [`Dc`](crate::Dc), critical sections of one lock are ordered if they conflict (release before conflicting access) and releases if the
//! acquisition of the earlier section comes before the release of the later; but the order is closed under composition with happens-before on both
//! sides: what happens before something that weakly causally precedes an event does so itself. So a single conflict orders all that locks
//! ordered before it.
//!
//! Sound for any locks: the first race predicted is a race of some execution, or a deadlock. Not complete for one execution.
//!
//! Two clocks for each thread and lock: happens-before (`H` in the paper) and this order (`P`). Creation, join and barriers belong to the order of threads: they
//! order, but are not composed with happens-before, so each thread has a third clock for them. Cost as for [`Dc`](crate::Dc).

use crate::predict::{Clocks, Lock, Section, Variable};
use crate::{Action, Channel, Edge, Predict, ThreadId, VectorClock};
use std::collections::HashMap;

/// The weak-causally-precedes order along one trace.
#[derive(Clone, Debug, Default)]
pub struct Wcp {
    happens_before: Clocks,
    /// The order of threads, which also has their moments.
    threads: Clocks,
    /// What precedes the next event of each thread.
    precedes: HashMap<ThreadId, VectorClock>,
    channels: HashMap<Channel, VectorClock>,
    locks: HashMap<u64, Lock>,
    /// What the last release of each lock knew, in both orders.
    released: HashMap<u64, (VectorClock, VectorClock)>,
    variables: HashMap<u64, Variable>,
    sections: HashMap<ThreadId, Vec<Section>>,
}

impl Wcp {
    /// For any number of locks.
    pub fn new() -> Wcp {
        Wcp::default()
    }

    fn access(&mut self, t: ThreadId, x: u64, write: bool, mark: u32) -> Option<u32> {
        let precedes = self.precedes.entry(t).or_default();
        for section in self.sections.entry(t).or_default() {
            if let Some(lock) = self.locks.get(&section.lock) {
                lock.writes.get(&x).into_iter().for_each(|c| precedes.join(c));
                if write {
                    lock.reads.get(&x).into_iter().for_each(|c| precedes.join(c));
                }
            }
            let list = match write {
                true => &mut section.writes,
                false => &mut section.reads,
            };
            if !list.contains(&x) {
                list.push(x);
            }
        }
        let clock = self.clock(t);
        let now = self.epoch(t);
        let variable = self.variables.entry(x).or_default();
        variable.access(write, now, mark, |e| clock.knows(e))
    }

    fn learn(&mut self, t: ThreadId, clock: &VectorClock) {
        self.precedes.entry(t).or_default().join(clock);
    }

    /// What precedes a thread goes where its knowledge goes.
    fn hand(&mut self, t: ThreadId, edge: Edge) {
        let mine = self.precedes.get(&t).cloned().unwrap_or_default();
        match edge {
            Edge::Fork(child) => self.learn(child, &mine),
            Edge::Join(child) => {
                let theirs = self.precedes.get(&child).cloned().unwrap_or_default();
                self.learn(t, &theirs);
            }
            Edge::Release(channel) => self.channels.entry(channel).or_default().join(&mine),
            Edge::Acquire(channel) => {
                let left = self.channels.get(&channel).cloned().unwrap_or_default();
                self.learn(t, &left);
            }
            Edge::AtomicLoad(..) | Edge::AtomicStore(..) | Edge::AtomicUpdate(..) | Edge::Fence(_) => {}
        }
        self.happens_before.hand(t, edge);
        self.threads.hand(t, edge);
    }
}

impl Predict for Wcp {
    fn apply(&mut self, t: ThreadId, action: Action, mark: u32) -> Option<u32> {
        match action {
            Action::Read(x) => return self.access(t, x, false, mark),
            Action::Write(x) => return self.access(t, x, true, mark),
            Action::Acquire(lock) => {
                if let Some((happens_before, precedes)) = self.released.get(&lock) {
                    self.happens_before.of(t).join(happens_before);
                    self.precedes.entry(t).or_default().join(precedes);
                }
                let time = self.epoch(t).time;
                self.sections.entry(t).or_default().push(Section {
                    lock,
                    time,
                    ..Section::default()
                });
            }
            Action::Release(lock) => {
                let sections = self.sections.entry(t).or_default();
                let at = sections.iter().rposition(|s| s.lock == lock)?;
                let section = sections.remove(at);
                let state = self.locks.entry(lock).or_default();
                loop {
                    let mut clock = self.threads.get(t);
                    let precedes = self.precedes.entry(t).or_default();
                    clock.join(precedes);
                    let learnt = state.earlier_sections(t, |e| clock.knows(e));
                    precedes.join(&learnt);
                    if learnt.is_within(&clock) {
                        break;
                    }
                }
                let happens_before = self.happens_before.of(t).clone();
                state.leave(t, &section, &happens_before);
                // The releaser itself does not precede what follows by the lock alone: only what precedes it does.
                let precedes = self.precedes.get(&t).cloned().unwrap_or_default();
                self.released.insert(lock, (happens_before, precedes));
                self.happens_before.advance(t);
                self.threads.advance(t);
            }
            Action::Hand(edge) => self.hand(t, edge),
        }
        None
    }

    fn clock(&self, t: ThreadId) -> VectorClock {
        let mut clock = self.threads.get(t);
        if let Some(precedes) = self.precedes.get(&t) {
            clock.join(precedes);
        }
        clock
    }
}
