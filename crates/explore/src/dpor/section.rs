//! Critical sections as events, for orders in which a lock alone does not make two of them dependent
//! (Ogles, Aldous, Mercer 2019, section IV).
//!
//! A transition begins with the acquisition of a lock and ends with its release; what it touches are the
//! accesses in between, not the lock. No such lock is held between transitions, so none waits. This is for
//! locks that are *leaves*: whoever holds one does nothing that others have a say in, but for taking the same
//! lock again, until it gives it back.
//!
//! Everything else is treated as with the order `hb`: locks under which another lock is taken or a thread
//! waits, tried and read-write locks, condition variables, semaphores, atomic operations and blocks. Their
//! operations are events of their own, dependent by the object, and what they hand over belongs to the order
//! of threads for the predicting order, like creation and join. So both orders stay within the dependence of
//! events, which is all that the argument in [`super`] asks for.
//!
//! Which locks are leaves shows on the way. Where one turns out not to be, the search begins again and knows.

use super::event::{Attempt, Event};
use super::search::Search;
use crate::touch::{Touch, dependent};
use crate::walk::Halt;
use raceproof_machine::{At, Pointer, SyncKind, ThreadId};
use raceproof_order::{Epoch, VectorClock};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of the locks of a program.
#[derive(Debug, Default)]
pub struct Locks {
    /// Those whose sections are events, with their bytes.
    leaves: FxHashMap<Pointer, Touch>,
    /// Those that are no leaves.
    others: FxHashSet<Pointer>,
    /// One turned out to be no leaf: the search must begin again.
    pub has_changed: bool,
}

impl Locks {
    /// For a search that begins again.
    pub fn again(self) -> Locks {
        Locks {
            others: self.others,
            ..Locks::default()
        }
    }
}

impl Search<'_, '_> {
    /// The critical section that a thread is at, and everything local that follows.
    pub fn step_section(&mut self, i: usize, t: ThreadId, lock: Pointer) -> Result<Option<ThreadId>, Halt> {
        self.watch.touches.clear();
        self.watch.inside = Some(self.walk.path.len() as u32);
        if self.is_touched(lock) {
            return Err(self.is_no_leaf(lock));
        }
        let released = self.run_section(t, lock);
        self.watch.inside = None;
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

    /// Runs a thread to the end of its section of a lock; gives whether it got there.
    fn run_section(&mut self, t: ThreadId, lock: Pointer) -> Result<bool, Halt> {
        let machine = self.walk.machine;
        let mut held = false;
        loop {
            let at = machine.at(self.walk.state(), t);
            self.watch.turn(self.walk.path.len(), t);
            match at {
                At::Code => {
                    self.watch.global = false;
                    if self.walk.run(t, &mut self.watch)? {
                        return Err(self.is_no_leaf(lock));
                    }
                }
                At::Sync if machine.alternatives(self.walk.state(), t) != 1 => {
                    return Err(self.is_no_leaf(lock));
                }
                // A recursive mutex is taken once more, or given back.
                At::Sync if self.lock_at(t) == Some(lock) => {
                    self.watch.global = true;
                    self.watch.lock = None;
                    self.walk.take(t, 0, &mut self.watch)?;
                    self.watch.global = false;
                    self.add_leaf(lock)?;
                    held = match self.watch.lock {
                        Some((_, held)) => held,
                        None => held,
                    };
                }
                At::Sync if self.walk.class(t).is_local() => {
                    self.watch.global = false;
                    self.walk.take(t, 0, &mut self.watch)?;
                }
                At::End => return Ok(false),
                At::Sync | At::Choice(_) | At::Held => return Err(self.is_no_leaf(lock)),
            }
            self.tell_race()?;
            if !held {
                return Ok(machine.at(self.walk.state(), t) != At::End);
            }
        }
    }

    /// The lock that a thread is about to take or to give back.
    fn lock_at(&self, t: ThreadId) -> Option<Pointer> {
        let (machine, state) = (self.walk.machine, self.walk.state());
        let is_lock = machine.sync_kind(state, t) == SyncKind::Lock;
        machine
            .waits_for(state, t)
            .first()
            .copied()
            .filter(|_| is_lock && !state.is_woken(t))
    }

    /// The lock whose section a thread is about to begin, if sections of that lock are events.
    pub fn leaf_at(&self, t: ThreadId) -> Option<Pointer> {
        let (machine, state) = (self.walk.machine, self.walk.state());
        let takes = machine.can_wait(state, t) && !machine.in_atomic_block(state, t);
        self.lock_at(t)
            .filter(|lock| takes && !self.locks.others.contains(lock))
    }

    /// More is done with a lock than the order has sections for.
    fn is_no_leaf(&mut self, lock: Pointer) -> Halt {
        self.locks.others.insert(lock);
        self.locks.has_changed = true;
        Halt::Enough
    }

    /// Whether an operation on the path that is no section touched a lock.
    fn is_touched(&self, lock: Pointer) -> bool {
        let mut touches = self.touched.of(lock.object()).iter();
        touches.any(|entry| entry.touch.depends(&Touch::at(lock)))
    }

    /// The sections of a lock are events, if it shares no bytes with another such lock.
    fn add_leaf(&mut self, lock: Pointer) -> Result<(), Halt> {
        let bytes = self.watch.lock_bytes.take().unwrap_or(Touch::at(lock));
        if self.locks.leaves.get(&lock) == Some(&bytes) {
            return Ok(());
        }
        self.locks.leaves.remove(&lock);
        if self.check_leaves(&[bytes]).is_err() {
            return Err(self.is_no_leaf(lock));
        }
        self.locks.leaves.insert(lock, bytes);
        Ok(())
    }

    /// An operation that is no section touches these, or waits for them: a lock among them whose sections are
    /// events is no leaf.
    pub fn check_leaves(&mut self, touches: &[Touch]) -> Result<(), Halt> {
        let mut leaves = self.locks.leaves.iter();
        let touched = leaves.find(|(_, bytes)| dependent(&[**bytes], touches));
        match touched.map(|(lock, _)| *lock) {
            Some(lock) => Err(self.is_no_leaf(lock)),
            None => Ok(()),
        }
    }

    /// Figure 2: the section at hand comes, in the order, after earlier ones that threads do not order; each
    /// of them might have come later. The dependence is conditional (figure 4), so the first such section is
    /// not the last to look at.
    fn insert_backtracking_points(&mut self, i: usize, event: &Event, ordered: &VectorClock) {
        let is_met = |earlier: &Event| !event.clock.knows(earlier.epoch()) && ordered.knows(earlier.moment);
        self.backtrack(i, event.thread, is_met);
    }

    /// The same for what is no section: it might have come before each earlier event that it depends on.
    pub fn backtrack_all(&mut self, t: ThreadId, touches: &[Touch]) {
        let is_met = |earlier: &Event| earlier.thread != t && dependent(&earlier.touches, touches);
        self.backtrack(self.frames.len(), t, is_met);
    }

    /// Sees to it that a thread is tried before each of the first events that it meets.
    fn backtrack(&mut self, count: usize, t: ThreadId, is_met: impl Fn(&Event) -> bool) {
        for i in 0..count {
            let event = self.frames[i].event.as_ref();
            let Some(start) = event.filter(|e| is_met(e)).map(|e| e.start) else {
                continue;
            };
            let frame = &mut self.frames[start as usize];
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
