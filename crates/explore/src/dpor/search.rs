//! The search: one execution after the other, depth first.

use super::Options;
use super::event::{Attempt, Event};
use super::frame::{Frame, Known, estimate};
use super::reverse::Reversal;
use super::section::Locks;
use super::vindicate::Predicted;
use super::watch::Watch;
use crate::limits;
use crate::thread_set::ThreadSet;
use crate::touch::{Touch, Touched, dependent};
use crate::walk::{Halt, Walk};
use raceproof_engine::{Amount, Budget, Limit};
use raceproof_machine::{At, Machine, Site, SyncKind, ThreadId};
use raceproof_order::{Epoch, VectorClock};
use rustc_hash::FxHashSet;
use std::rc::Rc;

pub struct Search<'m, 'p> {
    pub walk: Walk<'m, 'p>,
    pub watch: Watch,
    pub options: Options,
    pub frames: Vec<Frame>,
    pub touched: Touched,
    /// By thread, the frame of its last event.
    last_events: Vec<Option<u32>>,
    aside: ThreadSet,
    tired: u32,
    cuts: u32,
    pub blocked: u64,
    /// Predicted races that no schedule showed.
    pub dropped: u64,
    /// The places of races that the weaker order predicted.
    pub guessed: FxHashSet<(Site, Site)>,
    pub events: u64,
    /// Which locks have sections that are events, if sections are.
    pub locks: Locks,
    /// Frames that are not in use, kept for their memory.
    spare: Vec<Frame>,
    /// Kept for their memory.
    pub found: Vec<(u32, Reversal)>,
    pub minimal: Vec<u32>,
}

impl<'m, 'p> Search<'m, 'p> {
    pub fn new(
        machine: &'m Machine<'p>,
        options: Options,
        budget: &'m Budget,
        barriers_global: bool,
        locks: Locks,
    ) -> Self {
        let mut walk = Walk::new(machine, budget, options.all, options.finals);
        walk.barriers_global = barriers_global;
        Search {
            walk,
            watch: Watch::new(&options),
            options,
            frames: Vec::new(),
            touched: Touched::default(),
            last_events: Vec::new(),
            aside: ThreadSet::default(),
            tired: 0,
            cuts: 0,
            blocked: 0,
            dropped: 0,
            guessed: FxHashSet::default(),
            events: 0,
            locks,
            spare: Vec::new(),
            found: Vec::new(),
            minimal: Vec::new(),
        }
    }

    pub fn last_event(&self, t: ThreadId) -> Option<u32> {
        self.last_events.get(t.0 as usize).copied().flatten()
    }

    pub fn explore(&mut self) -> Result<(), Halt> {
        let chooser = self.advance()?;
        let mut at_hand = self.enter(chooser)?;
        while !self.frames.is_empty() {
            let i = self.frames.len() - 1;
            if !at_hand {
                self.go_back(i)?;
            }
            let Some((t, choice)) = self.next_turn(i) else {
                let frame = self.frames.pop();
                self.spare.extend(frame);
                at_hand = false;
                continue;
            };
            let chooser = self.step(i, t, choice)?;
            at_hand = self.enter(chooser)?;
        }
        Ok(())
    }

    /// Undoes the event of the last frame: its state is at hand again.
    fn go_back(&mut self, i: usize) -> Result<(), Halt> {
        let frame = &mut self.frames[i];
        if let Some(event) = frame.event.take() {
            self.touched.remove(i as u32, &event.touches);
            self.last_events[event.thread.0 as usize] = event.previous;
        }
        self.watch.undo(frame.moment);
        self.aside = frame.aside.clone();
        let (root, turns) = (frame.root, frame.turns);
        self.walk.back_to(root, turns)?;
        Ok(())
    }

    /// The next turn to be tried from the last frame, whose state is at hand.
    fn next_turn(&mut self, i: usize) -> Option<(ThreadId, u64)> {
        let frame = &mut self.frames[i];
        loop {
            if let Some(t) = frame.current {
                if frame.next < frame.count {
                    let n = frame.next;
                    frame.next += 1;
                    return Some((t, frame.values.get(n as usize).copied().unwrap_or(n)));
                }
                frame.finish();
                if frame.choice {
                    return None;
                }
            }
            let t = frame.backtrack.iter().find(|&t| !frame.is_asleep(t))?;
            frame.current = Some(t);
            frame.next = 0;
            frame.count = u64::from(self.walk.ways(t));
        }
    }

    /// One event of a thread, or a choice of it, and everything local that follows.
    fn step(&mut self, i: usize, t: ThreadId, choice: u64) -> Result<Option<ThreadId>, Halt> {
        self.count_event()?;
        self.watch.turn(self.walk.path.len(), t);
        if self.frames[i].choice {
            self.watch.global = false;
            self.walk.take(t, choice, &mut self.watch)?;
            self.tell_race()?;
            return self.advance();
        }
        if self.options.has_sections()
            && let Some(lock) = self.leaf_at(t)
        {
            return self.step_section(i, t, lock);
        }
        let (machine, state) = (self.walk.machine, self.walk.state());
        let attempt = self.attempt(t);
        let block = machine.in_atomic_block(state, t);
        let before = match self.options.has_sections() {
            true => self.watch.ordered(t).get(t),
            false => 0,
        };
        self.watch.begin();
        self.walk.take(t, choice, &mut self.watch)?;
        self.watch.global = false;
        self.tell_race()?;
        let touches = std::mem::take(&mut self.watch.touches);
        if self.options.has_sections() {
            self.check_leaves(&touches)?;
        }
        let learnt = match self.options.classic {
            true => {
                self.backtrack_all(t, &touches);
                VectorClock::default()
            }
            false => self.reverse(attempt, &touches),
        };
        let previous = self.last_event(t);
        let start = match previous {
            Some(frame) if block => self.frames[frame as usize]
                .event
                .as_ref()
                .map_or(i as u32, |e| e.start),
            _ => i as u32,
        };
        let clock = self.watch.dependence.learn(t, &learnt);
        let moment = Epoch {
            thread: t,
            time: before,
        };
        let event = Event {
            thread: t,
            moment,
            clock,
            lock: self.watch.lock,
            start,
            previous,
            touches,
        };
        self.happen(i, event);
        self.advance()
    }

    /// Puts the event of the last frame on the path.
    pub fn happen(&mut self, i: usize, event: Event) {
        let (t, start) = (event.thread, event.start);
        self.touched.add(i as u32, &event.touches);
        for frame in [i, start as usize] {
            let footprint = &mut self.frames[frame].footprint;
            footprint.extend(
                event
                    .touches
                    .iter()
                    .filter(|t| !footprint.contains(t))
                    .copied()
                    .collect::<Vec<_>>(),
            );
        }
        let index = t.0 as usize;
        if self.last_events.len() <= index {
            self.last_events.resize(index + 1, None);
        }
        self.last_events[index] = Some(i as u32);
        self.frames[i].event = Some(event);
        // Whoever ran long may find something changed.
        self.aside.clear();
    }

    /// The operation that a thread is at.
    fn attempt(&self, t: ThreadId) -> Attempt {
        let (machine, state) = (self.walk.machine, self.walk.state());
        let can_wait = machine.can_wait(state, t);
        let woken = state.is_woken(t);
        let takes = (can_wait && (woken || machine.sync_kind(state, t) == SyncKind::Lock))
            .then(|| machine.waits_for(state, t).first().copied())
            .flatten();
        Attempt {
            thread: t,
            can_wait,
            takes,
            woken,
        }
    }

    fn count_event(&mut self) -> Result<(), Halt> {
        self.events += 1;
        let executions = self.walk.outcome.stats.executions + self.blocked;
        if self.events.is_multiple_of(64) || !self.walk.budget.allows(executions) {
            self.walk.budget.report(Amount {
                executions,
                steps: self.events,
                store_size: self.walk.store.size() as u64,
                ..Amount::default()
            });
            if self.events.is_multiple_of(1 << 12) {
                self.walk.budget.estimate(estimate(&self.frames));
            }
            self.walk.budget.check(executions).map_err(Halt::Exhausted)?;
            if executions > self.options.executions {
                let what = format!("more than {} executions", self.options.executions);
                self.walk.outcome.limit(Limit::TooLarge(what));
                return Err(Halt::Enough);
            }
        }
        Ok(())
    }

    pub fn tell_race(&mut self) -> Result<(), Halt> {
        if let Some(site) = self.watch.narrowed.take() {
            self.walk.outcome.limit(Limit::Mapping(site));
        }
        for site in std::mem::take(&mut self.watch.ended) {
            if !self.walk.machine.code().is_runtime(site) {
                self.walk.outcome.limit(Limit::Ending(site));
            }
        }
        if let Some((first, second)) = self.watch.predicted.take() {
            self.vindicate(first, second, Predicted::ByOrder)?;
        }
        if let Some((first, second)) = self.watch.predicted_weakly.take() {
            self.vindicate(first, second, Predicted::Weakly)?;
        }
        for (a, b) in self.watch.races.drain(..) {
            self.walk.race(a, b)?;
        }
        Ok(())
    }

    /// Lets the lowest thread that is about to do something local do it, as long as there is one. Gives a
    /// thread that has a choice.
    pub fn advance(&mut self) -> Result<Option<ThreadId>, Halt> {
        let mut turns = 0;
        'again: loop {
            turns += 1;
            let count = self.walk.state().threads().count() as u32;
            for t in (0..count).map(ThreadId) {
                match self.walk.machine.at(self.walk.state(), t) {
                    At::Sync if turns > limits::DPOR_LOCAL.count() && self.walk.class(t).is_local() => {
                        self.aside.insert(t)
                    }
                    At::Code if !self.aside.contains(t) => {
                        self.watch.turn(self.walk.path.len(), t);
                        if self.walk.run(t, &mut self.watch)? {
                            self.tired += 1;
                            if self.tired > limits::DPOR_TIRED.count() {
                                self.aside.insert(t);
                            }
                        } else {
                            self.tired = 0;
                        }
                        self.tell_race()?;
                        continue 'again;
                    }
                    At::Choice(_) => return Ok(Some(t)),
                    At::Sync if self.walk.class(t).is_local() => {
                        match self.walk.machine.alternatives(self.walk.state(), t) {
                            0 => {}
                            1 => {
                                self.watch.turn(self.walk.path.len(), t);
                                self.walk.take(t, 0, &mut self.watch)?;
                                self.tell_race()?;
                                continue 'again;
                            }
                            _ => return Ok(Some(t)),
                        }
                    }
                    _ => {}
                }
            }
            return Ok(None);
        }
    }

    /// Makes a frame of the state at hand, unless the execution ends here. Gives whether it did.
    fn enter(&mut self, chooser: Option<ThreadId>) -> Result<bool, Halt> {
        if self.frames.len() >= limits::DPOR_EVENTS.size() {
            let what = format!("an execution of {}", limits::DPOR_EVENTS.more_than("events"));
            self.walk.outcome.limit(Limit::TooLarge(what));
            self.cuts += 1;
            return if self.cuts > limits::DPOR_CUTS.count() {
                Err(Halt::Enough)
            } else {
                Ok(false)
            };
        }
        let mut frame = self.spare.pop().unwrap_or_default();
        frame.root = self.walk.save()?;
        frame.turns = self.walk.path.len();
        frame.moment = self.watch.moment();
        frame.aside.clone_from(&self.aside);
        frame.choice = chooser.is_some();
        frame.current = chooser;
        frame.event = None;
        frame.next = 0;
        frame.footprint.clear();
        frame.values.clear();
        frame.backtrack.clear();
        frame.enabled.clear();
        frame.waiting.clear();
        self.inherit(&mut frame);
        if let Some(t) = chooser {
            self.list_values(&mut frame, t);
            self.frames.push(frame);
            return Ok(true);
        }
        self.notice_loop(&mut frame);
        let count = self.walk.state().threads().count() as u32;
        for t in (0..count).map(ThreadId) {
            let is_operation = self.walk.machine.at(self.walk.state(), t) == At::Sync;
            if is_operation && !self.walk.class(t).is_local() && !frame.is_spinning(t) {
                match self.walk.ways(t) {
                    0 => frame.waiting.insert(t),
                    _ => frame.enabled.insert(t),
                }
            }
        }
        self.wake_in_vain(&frame)?;
        if !frame.enabled.is_empty() && self.walk.may_end(frame.enabled.iter()) {
            let busy = !frame.spinning.is_empty() || !frame.aside.is_empty();
            self.walk.tell_deadlock(busy);
        }
        // Going on with the same thread makes executions with few switches, which people can read.
        let last = self
            .frames
            .iter()
            .rev()
            .find_map(|f| f.event.as_ref())
            .map(|e| e.thread);
        let awake = |t: &ThreadId| frame.enabled.contains(*t) && !frame.is_asleep(*t);
        // Nobody wakes up without a reason as long as others can go on, so that it shows where all wait.
        let eager = |t: &ThreadId| awake(t) && !self.walk.machine.only_wakes(self.walk.state(), *t);
        let first = last
            .filter(eager)
            .or_else(|| frame.enabled.iter().find(eager))
            .or_else(|| frame.enabled.iter().find(awake));
        let Some(first) = first else {
            self.end(frame)?;
            return Ok(false);
        };
        frame.backtrack.insert(first);
        self.frames.push(frame);
        Ok(true)
    }

    /// Threads that could wake up without a reason and would find nothing to do are left asleep, unless what
    /// they read races.
    fn wake_in_vain(&mut self, frame: &Frame) -> Result<(), Halt> {
        for t in self.walk.vain_sleepers() {
            self.watch.turn(self.walk.path.len(), t);
            self.watch.global = false;
            self.walk.wake_in_vain(t, &mut self.watch)?;
            let told = self.tell_race();
            self.watch.undo(frame.moment);
            self.walk.back_to(frame.root, frame.turns)?;
            told?;
        }
        Ok(())
    }

    /// What stays asleep or spinning after the event of the last frame.
    fn inherit(&self, frame: &mut Frame) {
        frame.sleep.clear();
        frame.spinning.clear();
        let Some(parent) = self.frames.last() else { return };
        let event = parent.event.as_ref();
        let stays = |known: &&Known| {
            event.is_none_or(|e| e.thread != known.thread && !dependent(&e.touches, &known.touches))
        };
        if self.options.classic {
            return;
        }
        frame.sleep.extend(parent.sleep.iter().filter(stays).cloned());
        frame
            .spinning
            .extend(parent.spinning.iter().filter(stays).cloned());
    }

    fn list_values(&mut self, frame: &mut Frame, t: ThreadId) {
        let machine = self.walk.machine;
        match machine.at(self.walk.state(), t) {
            At::Choice(range) => {
                let (values, all) = range.values();
                frame.count = values.len() as u64;
                frame.values = values;
                if !all {
                    let site = machine.site(self.walk.state(), t);
                    self.walk.outcome.limit(Limit::Sampled(site));
                }
            }
            _ => frame.count = u64::from(machine.alternatives(self.walk.state(), t)),
        }
    }

    /// A thread that came back to the same state all by itself can do nothing but the same again, until
    /// another thread touches what its way touched. Others that it woke on the way are as they were.
    fn notice_loop(&self, frame: &mut Frame) {
        let mut thread = None;
        let mut touches: Vec<Touch> = Vec::new();
        for old in self.frames.iter().rev().take(limits::DPOR_LOOP.size()) {
            let t = match &old.event {
                Some(event) => {
                    touches.extend(&event.touches);
                    event.thread
                }
                None => match old.current {
                    Some(t) => t,
                    None => return,
                },
            };
            if *thread.get_or_insert(t) != t {
                return;
            }
            if old.root == frame.root {
                frame.spinning.clone_from(&old.spinning);
                frame.spinning.push(Known {
                    thread: t,
                    touches: Rc::from(touches),
                });
                return;
            }
        }
    }

    /// The end of an execution, or of one that was seen before.
    fn end(&mut self, frame: Frame) -> Result<(), Halt> {
        if !frame.aside.is_empty() {
            let what = "a thread that runs long without an operation that others see".to_owned();
            self.walk.outcome.limit(Limit::TooLarge(what));
        }
        let asleep = !frame.enabled.is_empty();
        let waiting: Vec<ThreadId> = frame.waiting.iter().collect();
        let busy = !frame.spinning.is_empty() || !frame.aside.is_empty();
        self.spare.push(frame);
        // Also where the rest was seen before: what waits may have to come first here and nowhere else.
        for t in waiting {
            self.try_first(t)?;
        }
        if asleep {
            self.blocked += 1;
            return Ok(());
        }
        let count = self.walk.state().threads().count() as u32;
        for t in (0..count).map(ThreadId) {
            self.free_block(t)?;
        }
        self.walk.end(busy);
        Ok(())
    }

    /// What waits for ever might have come first.
    fn try_first(&mut self, t: ThreadId) -> Result<(), Halt> {
        let attempt = self.attempt(t);
        let objects = self.walk.machine.waits_for(self.walk.state(), t);
        let touches: Vec<Touch> = objects.into_iter().map(Touch::at).collect();
        if self.leaf_at(t).is_none() {
            self.check_leaves(&touches)?;
        }
        if self.options.classic {
            self.backtrack_all(t, &touches);
        } else if !touches.is_empty() {
            self.reverse(attempt, &touches);
        }
        Ok(())
    }

    /// A thread that waits inside an atomic block keeps all others from running: they must be tried before
    /// the block.
    fn free_block(&mut self, t: ThreadId) -> Result<(), Halt> {
        if !self.walk.machine.in_atomic_block(self.walk.state(), t) {
            return Ok(());
        }
        let start = self
            .last_event(t)
            .and_then(|last| self.frames[last as usize].event.as_ref())
            .map(|event| event.start);
        if let Some(start) = start {
            self.try_all(start as usize);
            // Nobody has moved since, so whoever waited there does so here.
            let waiting: Vec<ThreadId> = self.frames[start as usize].waiting.iter().collect();
            for t in waiting {
                self.try_first(t)?;
            }
        }
        Ok(())
    }
}
