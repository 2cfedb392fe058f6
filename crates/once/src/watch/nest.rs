//! Follows regions, works and tasks: what is made in what, and what its makers and teams knew.

use super::Watch;
use crate::stamp::{MOST_TURNS, WayId};
use crate::thread::{Region, Thread};
use raceproof_engine::Obstacle;
use raceproof_engine::condition;
use raceproof_machine::{ConstructName, Site, ThreadId, Work};
use raceproof_order::{Channel, Edge, Epoch};
use std::rc::Rc;

/// The moment that stands for a task without a place.
fn retirement(task: ThreadId) -> Epoch {
    Epoch {
        thread: task,
        time: 1,
    }
}

impl Watch {
    /// A thread asks for works of a construct that so many share.
    pub fn asks(&mut self, t: ThreadId, construct: ConstructName, size: u32, site: Site) {
        let work = Work { construct, number: 0 };
        let thread = self.thread(t);
        // In a region that a task makes it is the first thread of a team.
        let is_task = thread.is_task && thread.regions.is_empty();
        if work.is_shared() && !self.constructs.alone.contains(&construct) {
            let agree = self.stamps.asks(work, self.order.epoch(t), size, is_task);
            if !condition!("identities", "teams agree on their size", agree) {
                self.obstacle = Some((site, Obstacle::TeamSizes));
            }
            let construct = self.stamps.construct(work);
            self.thread(t).asked = Some((construct, size));
        }
    }

    /// Where a thread is: the regions and works that whatever it makes now is in. None if that is too deep.
    pub(super) fn here(&mut self, t: ThreadId) -> Option<WayId> {
        let thread = self.thread(t);
        let (way, work, base) = (thread.way, thread.work, thread.base.clone());
        match work {
            None => Some(way),
            Some(work) => {
                let step = (self.stamps.construct(work), work.number);
                self.stamps.go(way, step, &base)
            }
        }
    }

    /// A thread makes a task.
    pub(super) fn post(&mut self, t: ThreadId, child: ThreadId) -> Option<()> {
        let way = self.here(t)?;
        let is_inside = self.stamps.is_open(way);
        let base = self.thread(t).base.clone();
        *self.thread(child) = Thread {
            way,
            base,
            is_task: true,
            is_inside,
            ..Thread::default()
        };
        self.private.begin(child.0 as usize, 0);
        self.lanes.forget(child.0 as usize);
        Some(())
    }

    /// A thread makes another one for a region.
    pub(super) fn start(&mut self, t: ThreadId, member: ThreadId) -> Option<()> {
        let depth = self.operation.depth;
        let outer = self.thread(t);
        if outer.regions.last().is_none_or(|r| r.depth != depth) {
            let (outside, base, start) = (outer.way, outer.base.clone(), outer.start);
            let (levels, is_task) = (outer.levels.len(), outer.is_task);
            let way = self.here(t)?;
            let inner = self.stamps.enter(way, &base)?;
            let is_inside = self.stamps.is_open(inner);
            let thread = self.thread(t);
            let turns = std::mem::take(&mut thread.turns);
            let asked = thread.asked.take();
            thread.regions.push(Region {
                turns,
                asked,
                depth,
                since: 0,
                members: Vec::new(),
                levels,
                outside,
                base,
                start,
            });
            thread.way = inner;
            thread.is_inside = is_inside && !is_task;
            thread.look();
            let level = thread.regions.len();
            self.private.begin(t.0 as usize, level);
        }
        let time = self.order.epoch(t).time;
        // What the new thread does from now on is its own.
        let mut known = self.order.clock(member).clone();
        let now = known.get(member);
        known.set(member, now.saturating_sub(1));
        let thread = self.thread(t);
        if let Some(region) = thread.regions.last_mut() {
            region.members.push(member);
            region.since = time;
        }
        thread.start = Some(time);
        let (way, is_task) = (thread.way, thread.is_task);
        let is_inside = is_task || self.stamps.is_open(way);
        *self.thread(member) = Thread {
            way,
            is_inside,
            base: Rc::new(known),
            ..Thread::default()
        };
        self.private.begin(member.0 as usize, 0);
        self.lanes.forget(member.0 as usize);
        Some(())
    }

    /// A thread has joined another one.
    pub(super) fn leave(&mut self, t: ThreadId, member: ThreadId) {
        let thread = self.thread(t);
        let Some(at) = thread.regions.iter().rposition(|r| r.members.contains(&member)) else {
            return;
        };
        thread.regions[at].members.retain(|m| *m != member);
        let mut left = false;
        while thread.regions.last().is_some_and(|r| r.members.is_empty())
            && let Some(region) = thread.regions.pop()
        {
            thread.way = region.outside;
            thread.base = region.base;
            thread.start = region.start;
            thread.turns = region.turns;
            thread.asked = region.asked;
            left = true;
        }
        if left {
            thread.look();
            let way = thread.way;
            let is_inside = self.stamps.is_open(way) && !self.thread(t).is_task;
            self.thread(t).is_inside = is_inside;
            let level = self.thread(t).regions.len();
            self.private.put_back(t.0 as usize, level);
        }
    }

    /// A work waited for what a thread did outside of works, if it did. Whoever does the work waits for that
    /// too, so it is as good as what the whole team knows, until the work is over.
    pub(super) fn heed(&mut self, t: ThreadId, edge: Edge) -> bool {
        let Edge::Acquire(channel) = edge else {
            return false;
        };
        let mut base = (*self.thread(t).base).clone();
        match self.order.told(channel) {
            Some(told) => base.join(told),
            None => return false,
        }
        let thread = self.thread(t);
        let before = std::mem::replace(&mut thread.base, Rc::new(base));
        thread.unheeded.get_or_insert(before);
        self.changed(t);
        true
    }

    /// A work waited for others of its construct, or tells them to go on. That holds whoever does the works,
    /// and is no knowledge of the thread.
    pub(super) fn take_turn(&mut self, t: ThreadId, work: Work, edge: Edge) {
        let key = work.construct;
        if !self.stamps.turning.has(key) {
            self.constructs.turned = Some(key);
            return;
        }
        let construct = self.stamps.construct(work);
        let turns = &mut self.threads[t.0 as usize].turns;
        match edge {
            Edge::Acquire(channel) => {
                if let Some(told) = self.constructs.turns.get(&(construct, channel)) {
                    turns.known.join(told);
                }
            }
            Edge::Release(channel) => {
                turns.told += 1;
                if work.number < MOST_TURNS {
                    turns.known.set(ThreadId(work.number as u32), turns.told);
                    self.constructs
                        .turns
                        .entry((construct, channel))
                        .or_default()
                        .join(&turns.known);
                }
            }
            _ => {}
        }
        self.changed(t);
    }

    /// A task is made; whether it takes the place of another one that is over.
    pub(super) fn takes_place(&mut self, child: ThreadId) -> bool {
        let is_vacant = self.thread(child).is_retired;
        let takes = is_vacant
            || self.order.threads() > child.0 as usize && self.stamps.lives.begin(self.order.epoch(child));
        if takes {
            self.history.renew_locals(child);
        }
        takes
    }

    /// A thread has waited for another one, perhaps for a task whose place others may get.
    pub(super) fn end_task(&mut self, t: ThreadId, task: ThreadId) {
        if !self.thread(task).is_task {
            return;
        }
        self.stamps.lives.end(task, self.order.epoch(t));
        if self.thread(task).is_retired {
            self.stamps.lives.begin(retirement(task));
        }
        // Whoever knows the end of what this thread is in knows the task then.
        self.turn_to(t);
        self.present.thread = None;
    }

    /// A task of a thread that has ended and for which nobody has waited gives up its place. Nobody knows any
    /// of its moments, so that one moment of nobody stands for all of them.
    pub(super) fn retire(&mut self, t: ThreadId, from: ThreadId, to: ThreadId) {
        if !condition!("identities", "tasks end without locks", !self.holds_lock(from)) {
            self.obstacle = Some((Site::START, Obstacle::TaskEndsLocked));
        }
        let way = self.thread(from).way;
        *self.thread(to) = Thread {
            way,
            is_task: true,
            is_retired: true,
            ..Thread::default()
        };
        self.stamps.lives.end(from, retirement(to));
        self.stamps.lives.begin(self.order.epoch(from));
        self.thread(from).is_retired = true;
        // It mostly knew what its maker did, and nothing else.
        let mut known = self.order.clock(from).clone();
        known.set(from, 0);
        if !known.is_within(self.order.clock(t)) {
            self.retired.insert(to, known);
        }
        self.present.thread = None;
    }

    /// A thread has waited for such a task.
    pub(super) fn join_retired(&mut self, t: ThreadId, task: ThreadId) {
        if let Some(known) = self.retired.remove(&task) {
            self.order.learn(t, &known);
        }
    }

    /// The thread's clock changed.
    pub(super) fn changed(&mut self, t: ThreadId) {
        self.thread(t);
        self.present.thread = None;
    }

    /// After an operation at which the team met: what the thread knows now, everybody of the team knows.
    pub fn meet(&mut self, t: ThreadId) {
        // A moment of its own, so that what the thread did before and does after can be told apart.
        let own = Channel {
            key: u64::from(t.0),
            lane: u8::MAX,
        };
        self.order.apply(t, Edge::Release(own));
        self.changed(t);
        let mut base = self.order.clock(t).clone();
        let time = base.get(t);
        base.set(t, time.saturating_sub(1));
        self.thread(t).base = Rc::new(base);
    }
}
