//! The does-not-commute order (Roemer, Genç, Bond 2018; Ogles, Aldous, Mercer 2019, definition 2 and figure
//! 3).
//!
//! Critical sections of one lock are ordered only if they conflict: the release of the earlier comes before
//! the conflicting access in the later. With several locks there is a second rule: if the acquisition of an
//! earlier section comes before the release of a later one of the same lock, so does its release. With a
//! single lock the second rule adds nothing (definition 2), so [`Dc::single_lock`] leaves it out.
//!
//! Sound (the first race predicted is a race of some execution) where each thread holds at most one lock at a
//! time: proved for a single lock, argued for several in section III.A of the paper. Elsewhere a prediction
//! is a candidate. Not complete for one execution: it misses the race of figure 1, whose sections write
//! without anybody reading. [`Dc::weak`] predicts that one.
//!
//! Cost: O(threads) for an access and each lock held, O(variables of the section + threads) for a release.
//! Each access keeps an epoch, not a clock.

use crate::journal::Journal;
use crate::predict::{Clocks, Last, Locks, SPARED, Section, Variable};
use crate::{Action, Detect, Epoch, Predict, PredictMoment, ThreadId, VectorClock};

/// The does-not-commute order along one trace.
#[derive(Clone, Debug, Default)]
pub struct Dc {
    clocks: Clocks,
    locks: Locks,
    variables: Journal<u64, Variable>,
    sections: Journal<ThreadId, Vec<Section>>,
    single_lock: bool,
    weak: bool,
}

impl Dc {
    /// For any number of locks.
    pub fn new() -> Dc {
        Dc::sparing(SPARED)
    }

    /// The same, where that many critical sections come before those that can order nothing any more are
    /// dropped. Nothing is dropped while a journal is kept.
    pub fn sparing(sections: usize) -> Dc {
        let mut order = Dc::default();
        order.locks.spared = sections;
        order
    }

    /// The weaker order of section III.B, for any number of locks: sections are ordered if one of them reads
    /// what the other writes, and accesses under one lock are no race. The paper has no algorithm for it;
    /// this one keeps the last access of each variable by thread, mode and locks held.
    pub fn weak() -> Dc {
        Dc {
            weak: true,
            ..Dc::new()
        }
    }

    /// For traces with one lock only.
    pub fn single_lock() -> Dc {
        Dc {
            single_lock: true,
            ..Dc::new()
        }
    }

    fn access(&mut self, t: ThreadId, x: u64, write: bool, mark: u64) -> Option<u64> {
        let mut locks = Vec::new();
        for section in self.sections.get(t).into_iter().flatten() {
            if self.weak {
                for clock in self.locks.opposites(section.lock, t, x, write) {
                    self.clocks.learn(t, clock);
                }
                locks.push(section.lock);
            } else {
                for clock in self.locks.conflicts(section.lock, t, x, write) {
                    self.clocks.learn(t, clock);
                }
            }
        }
        locks.sort_unstable();
        if self
            .sections
            .get(t)
            .is_some_and(|all| all.iter().any(|s| !s.has(x, write)))
        {
            let sections = self.sections.change(t);
            sections.iter_mut().for_each(|section| section.add(x, write));
        }
        let now = self.epoch(t);
        let clocks = &self.clocks;
        let variable = self.variables.change(x);
        let now = Last {
            epoch: now,
            mark,
            locks,
        };
        variable.access_under(write, now, |e| clocks.knows(t, e))
    }
}

impl Detect for Dc {
    fn apply(&mut self, t: ThreadId, action: Action, mark: u64) -> Option<u64> {
        match action {
            Action::Read(x) => return self.access(t, x, false, mark),
            Action::Write(x) => return self.access(t, x, true, mark),
            Action::Acquire(lock) => {
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
                if !self.single_lock {
                    // Learning of one section may order after the acquisition of another.
                    loop {
                        let clock = self.clocks.get(t);
                        // What it learnt from its own sections it knows already.
                        let knows = |e: Epoch| e.thread != t && clock.knows(e);
                        let learnt = self.locks.earlier_sections(lock, t, knows);
                        self.clocks.learn(t, &learnt);
                        if learnt.is_within(&clock) {
                            break;
                        }
                    }
                }
                let clock = self.clocks.get(t);
                self.locks.leave(t, &section, &clock);
                self.clocks.advance(t);
                if self.locks.is_full() {
                    self.locks.drop_sections(self.clocks.all(), std::iter::empty());
                }
            }
            Action::Hand(edge) => self.clocks.hand(t, edge),
        }
        None
    }
}

impl Predict for Dc {
    fn clock(&self, t: ThreadId) -> VectorClock {
        self.clocks.get(t)
    }

    fn epoch(&self, t: ThreadId) -> Epoch {
        self.clocks.epoch(t)
    }

    fn keep_journal(&mut self) {
        self.clocks.keep();
        self.locks.keep();
        self.variables.keep();
        self.sections.keep();
    }

    fn moment(&self) -> PredictMoment {
        let mut moment = PredictMoment::default();
        moment.0[..2].copy_from_slice(&self.clocks.moment());
        moment.0[2..7].copy_from_slice(&self.locks.moment());
        moment.0[7] = self.variables.moment();
        moment.0[8] = self.sections.moment();
        moment
    }

    fn undo(&mut self, PredictMoment(m): PredictMoment) {
        self.clocks.undo([m[0], m[1]]);
        self.locks.undo([m[2], m[3], m[4], m[5], m[6]]);
        self.variables.undo(m[7]);
        self.sections.undo(m[8]);
    }
}
