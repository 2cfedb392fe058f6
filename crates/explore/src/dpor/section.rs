//! Critical sections as events, for orders in which a lock alone does not make two of them dependent
//! (Ogles, Aldous, Mercer 2019, section IV).
//!
//! A transition begins with the acquisition of a lock and ends with its release; what it touches are the
//! accesses in between, not the lock. No lock is held between transitions, so none waits. This covers threads
//! that hold one lock at a time, creation, join and barriers; anything else is a limit of the order.

use super::event::{Attempt, Event};
use super::search::Search;
use crate::touch::Touch;
use crate::walk::Halt;
use raceproof_engine::Limit;
use raceproof_machine::{At, SyncKind, ThreadId};
use raceproof_order::{Epoch, VectorClock};

impl Search<'_, '_> {
    /// The critical section that a thread is at, and everything local that follows.
    pub fn step_section(&mut self, i: usize, t: ThreadId) -> Result<Option<ThreadId>, Halt> {
        self.watch.touches.clear();
        self.watch.inside = true;
        self.watch.opened = self.walk.path.len() as u32;
        let released = self.run_section(t);
        self.watch.inside = false;
        self.watch.global = false;
        let released = released?;
        let touches = std::mem::take(&mut self.watch.touches);
        let attempt = Attempt {
            thread: t,
            can_wait: false,
            takes: None,
            woken: false,
        };
        let learnt = match self.options.classic {
            true => VectorClock::default(),
            false => self.reverse(attempt, &touches),
        };
        let ordered = self.watch.ordered(t);
        let event = Event {
            thread: t,
            clock: self.watch.dependence.learn(t, &learnt),
            lock: None,
            start: i as u32,
            previous: self.last_event(t),
            // The release ended this moment.
            moment: Epoch {
                thread: t,
                time: ordered.get(t).saturating_sub(1),
            },
            touches,
        };
        if self.options.classic {
            self.insert_backtracking_points(i, &event, &ordered);
        }
        if !released {
            // The lock stays taken: whoever waits for it must be tried first.
            self.try_all(i);
        }
        self.happen(i, event);
        self.advance()
    }

    /// Runs a thread to the end of its section; gives whether it got there.
    fn run_section(&mut self, t: ThreadId) -> Result<bool, Halt> {
        let machine = self.walk.machine;
        let mut held = 0;
        loop {
            let at = machine.at(self.walk.state(), t);
            self.watch.turn(self.walk.path.len(), t);
            match at {
                At::Code => {
                    self.watch.global = false;
                    if self.walk.run(t, &mut self.watch)? {
                        return Err(self.beyond_order());
                    }
                }
                At::Sync if machine.alternatives(self.walk.state(), t) != 1 => {
                    return Err(self.beyond_order());
                }
                At::Sync if machine.sync_kind(self.walk.state(), t) == SyncKind::Lock => {
                    self.watch.global = true;
                    self.watch.lock = None;
                    self.walk.take(t, 0, &mut self.watch)?;
                    self.watch.global = false;
                    match self.watch.lock {
                        Some((_, true)) if held == 0 => held = 1,
                        Some((_, false)) => held = 0,
                        _ if machine.at(self.walk.state(), t) == At::End => {}
                        _ => return Err(self.beyond_order()),
                    }
                }
                At::Sync if self.walk.class(t).is_local() => {
                    self.watch.global = false;
                    self.walk.take(t, 0, &mut self.watch)?;
                }
                At::End => return Ok(false),
                At::Sync | At::Choice(_) | At::Held => return Err(self.beyond_order()),
            }
            self.tell_race()?;
            if held == 0 {
                return Ok(machine.at(self.walk.state(), t) != At::End);
            }
        }
    }

    /// The program does something that the order is not made for.
    fn beyond_order(&mut self) -> Halt {
        let what = "this order is for locks held one at a time, creation, join and barriers (use --order hb)";
        self.walk.outcome.limit(Limit::TooLarge(what.to_owned()));
        Halt::Enough
    }

    /// Figure 2: the section at hand comes, in the order, after earlier ones that threads do not order; each
    /// of them might have come later. The dependence is conditional (figure 4), so the first such section is
    /// not the last to look at.
    fn insert_backtracking_points(&mut self, i: usize, event: &Event, ordered: &VectorClock) {
        let t = event.thread;
        for frame in &mut self.frames[..i] {
            let Some(earlier) = &frame.event else { continue };
            if event.clock.knows(earlier.epoch()) || !ordered.knows(earlier.moment) {
                continue;
            }
            if frame.enabled.contains(t) {
                frame.backtrack.insert(t);
            } else {
                for u in frame.enabled.clone().iter() {
                    frame.backtrack.insert(u);
                }
            }
        }
    }

    /// Every thread must be tried from a frame, and nothing that another thread does makes that superfluous.
    pub fn try_all(&mut self, i: usize) {
        let frame = &mut self.frames[i];
        for u in frame.enabled.clone().iter() {
            frame.backtrack.insert(u);
        }
        if !frame.footprint.contains(&Touch::ALL) {
            frame.footprint.push(Touch::ALL);
        }
    }
}
