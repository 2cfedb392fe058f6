//! The does-not-commute order (Roemer, Genç, Bond 2018; Ogles, Aldous, Mercer 2019, definition 2 and figure 3).
//!
//! Critical sections of one lock are ordered only if they conflict: the release of the earlier comes before the conflicting access in the
//! later. With several locks there is a second rule: if the acquisition of an earlier section comes before the release of a later one of the same
//! lock, so does its release. With a single lock the second rule adds nothing (definition 2), so [`Dc::single_lock`] leaves it out.
//!
//! Sound (the first race predicted is a race of some execution) where each thread holds at most one lock at a time: proved for a single lock,
//! argued for several in section III.A of the paper. Elsewhere a prediction is a candidate. Not complete for one execution: it misses the race of
//! figure 1, whose sections write without anybody reading.
//!
//! Cost: O(threads) for an access and each lock held, O(variables of the section + threads) for a release. Each access keeps an epoch, not a clock.

use crate::predict::{Clocks, Lock, Section, Variable};
use crate::{Action, Predict, ThreadId, VectorClock};
use std::collections::HashMap;

/// The does-not-commute order along one trace.
#[derive(Clone, Debug, Default)]
pub struct Dc {
    clocks: Clocks,
    locks: HashMap<u64, Lock>,
    variables: HashMap<u64, Variable>,
    sections: HashMap<ThreadId, Vec<Section>>,
    single_lock: bool,
}

impl Dc {
    /// For any number of locks.
    pub fn new() -> Dc {
        Dc::default()
    }

    /// For traces with one lock only.
    pub fn single_lock() -> Dc {
        Dc {
            single_lock: true,
            ..Dc::default()
        }
    }

    fn access(&mut self, t: ThreadId, x: u64, write: bool, mark: u32) -> Option<u32> {
        for section in self.sections.entry(t).or_default() {
            if let Some(lock) = self.locks.get(&section.lock) {
                let clock = self.clocks.of(t);
                lock.writes.get(&x).into_iter().for_each(|c| clock.join(c));
                if write {
                    lock.reads.get(&x).into_iter().for_each(|c| clock.join(c));
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
        let now = self.epoch(t);
        let clock = self.clocks.of(t).clone();
        let variable = self.variables.entry(x).or_default();
        variable.access(write, now, mark, |e| clock.knows(e))
    }
}

impl Predict for Dc {
    fn apply(&mut self, t: ThreadId, action: Action, mark: u32) -> Option<u32> {
        match action {
            Action::Read(x) => return self.access(t, x, false, mark),
            Action::Write(x) => return self.access(t, x, true, mark),
            Action::Acquire(lock) => {
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
                if !self.single_lock {
                    // Learning of one section may order after the acquisition of another.
                    loop {
                        let clock = self.clocks.of(t).clone();
                        let learnt = state.earlier_sections(t, |e| clock.knows(e));
                        self.clocks.of(t).join(&learnt);
                        if learnt.is_within(&clock) {
                            break;
                        }
                    }
                }
                let clock = self.clocks.of(t).clone();
                state.leave(t, &section, &clock);
                self.clocks.advance(t);
            }
            Action::Hand(edge) => self.clocks.hand(t, edge),
        }
        None
    }

    fn clock(&self, t: ThreadId) -> VectorClock {
        self.clocks.get(t)
    }
}
