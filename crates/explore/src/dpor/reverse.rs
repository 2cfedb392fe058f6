//! Which earlier events an operation could have come before, and where that must be tried (source sets).

use super::event::{Attempt, Event};
use super::search::Search;
use crate::thread_set::ThreadSet;
use crate::touch::Touch;
use raceproof_machine::ThreadId;
use raceproof_order::VectorClock;

/// Whether an operation could have come before an event that it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reversal {
    Possible,
    /// The event let the operation go on.
    Impossible,
    Unknown,
}

impl Search<'_, '_> {
    /// The operation of a thread depends on earlier events: adds to their frames who must be tried there, and
    /// gives what the operation learns from them.
    pub fn reverse(&mut self, attempt: Attempt, touches: &[Touch]) -> VectorClock {
        let p = attempt.thread;
        let before = self.watch.dependence.clock(p).clone();
        let mut learnt = VectorClock::default();
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        for touch in touches {
            for entry in self.touched.of(touch.object).iter().rev() {
                if !entry.touch.depends(touch) {
                    continue;
                }
                let Some(event) = &self.frames[entry.frame as usize].event else {
                    continue;
                };
                let known = event.thread == p || before.knows(event.epoch());
                let reversal = if known {
                    Reversal::Possible
                } else {
                    learnt.join(&event.clock);
                    self.reversal(event, attempt)
                };
                if !known {
                    found.push((entry.frame, reversal));
                }
                // Whatever touched these bytes before is known to the one who changed them all.
                if reversal == Reversal::Possible && entry.touch.write && entry.touch.covers(touch) {
                    break;
                }
            }
        }
        found.sort_by_key(|&(frame, reversal)| (std::cmp::Reverse(frame), reversal != Reversal::Possible));
        found.dedup_by_key(|f| f.0);
        let mut passed = before.clone();
        for &(frame, reversal) in &found {
            let Some(event) = &self.frames[frame as usize].event else {
                continue;
            };
            if passed.knows(event.epoch()) || reversal == Reversal::Impossible {
                continue;
            }
            let start = event.start;
            if reversal == Reversal::Possible {
                passed.join(&event.clock);
            }
            self.try_before(start, p, &before, &found);
        }
        self.found = found;
        learnt
    }

    fn reversal(&self, event: &Event, attempt: Attempt) -> Reversal {
        let p = attempt.thread;
        if !attempt.can_wait {
            return Reversal::Possible;
        }
        // If the thread was at this operation already, the frame knows.
        let at = &self.frames[event.start as usize];
        if self.last_event(p).is_none_or(|last| last < event.start) {
            if at.enabled.contains(p) {
                return Reversal::Possible;
            }
            if at.waiting.contains(p) && !attempt.woken {
                return Reversal::Impossible;
            }
        }
        // A lock can be taken where another thread took it, and nowhere else on the way to its release.
        match (attempt.takes, event.lock) {
            (Some(lock), Some((other, true))) if lock == other => Reversal::Possible,
            (Some(lock), _) if event.touches.iter().any(|t| t.depends(&Touch::at(lock))) => {
                Reversal::Impossible
            }
            _ => Reversal::Unknown,
        }
    }

    /// Sees to it that some execution from this frame has the events that do not depend on the frame's, and
    /// then the operation of `p`, which knew `before` and depends on what was `found`.
    fn try_before(&mut self, frame: u32, p: ThreadId, before: &VectorClock, found: &[(u32, Reversal)]) {
        let Some(event) = &self.frames[frame as usize].event else {
            return;
        };
        let epoch = event.epoch();
        let mut knows = before.clone();
        for &(i, _) in found {
            if let Some(event) = &self.frames[i as usize].event
                && !event.clock.knows(epoch)
            {
                knows.join(&event.clock);
            }
        }
        let mut initials = ThreadSet::default();
        let mut minimal = std::mem::take(&mut self.minimal);
        minimal.clear();
        let is_later = |clock: &VectorClock, minimal: &[u32]| {
            minimal.iter().any(|&i| {
                let first = self.frames[i as usize].event.as_ref();
                first.is_some_and(|e| clock.knows(e.epoch()))
            })
        };
        for i in frame + 1..self.frames.len() as u32 {
            let Some(event) = &self.frames[i as usize].event else {
                continue;
            };
            if event.clock.knows(epoch) || is_later(&event.clock, &minimal) {
                continue;
            }
            minimal.push(i);
            initials.insert(event.thread);
        }
        if !is_later(&knows, &minimal) {
            initials.insert(p);
        }
        self.minimal = minimal;
        let at = &mut self.frames[frame as usize];
        if initials
            .iter()
            .any(|t| at.backtrack.contains(t) || at.is_asleep(t))
        {
            return;
        }
        let chosen = if initials.contains(p) && at.enabled.contains(p) {
            Some(p)
        } else {
            initials.iter().find(|&t| at.enabled.contains(t))
        };
        if let Some(t) = chosen {
            at.backtrack.insert(t);
        }
    }
}
