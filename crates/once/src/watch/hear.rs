//! Hears from the machine what threads do.

use super::Watch;
use crate::limits;
use crate::thread::{Level, Turns, WorkId};
use raceproof_engine::Obstacle;
use raceproof_engine::effect;
use raceproof_machine::{
    Access, ERRNO, Fork, Note, ObjectId, Observer, Pointer, Shapes, Sink, Site, Skip, ThreadId, Work, World,
};
use raceproof_order::Edge;

impl Sink for Watch {
    #[inline]
    fn access(&mut self, t: ThreadId, a: Access) {
        self.note(t, a);
    }

    /// One run shows one order with the other uses of the object. What seems to race with it is not
    /// confirmed, and the search looks at both.
    fn destroyed(&mut self, t: ThreadId, a: Access) {
        self.note(t, Access { atomic: false, ..a });
    }

    fn allocated(&mut self, t: ThreadId, object: ObjectId, site: Site) {
        self.private.forget(t.0 as usize, object);
        self.stamps.forget_team(object);
        let thread = self.thread(t);
        let (is_started, maker) = (thread.start.is_some(), thread.work_id);
        let is_inner = self.before.places.is_inner(site);
        let is_scratch = !object.space().is_stack() && self.before.places.is_scratch(site);
        let is_of_region = object.space().is_stack() && (is_started || maker.is_some());
        if !is_inner && !is_scratch && !is_of_region && self.history.defer(object, site) {
            return;
        }
        self.present.habits.renew();
        let sheet = self.history.begin(object, site);
        self.history.get_mut(sheet).is_inner = is_inner;
        if is_of_region {
            let time = if is_started { self.order.epoch(t).time } else { 0 };
            let sheet = self.history.get_mut(sheet);
            sheet.born = time;
            sheet.maker = maker;
        }
        let sheet = self.history.get_mut(sheet);
        (sheet.is_scratch, sheet.local) = (is_scratch, is_scratch);
    }

    fn thread_local(&mut self, _t: ThreadId, object: ObjectId, number: Option<u32>) {
        let sheet = self.history.sheet(object);
        let sheet = self.history.get_mut(sheet);
        (sheet.is_scratch, sheet.local) = (false, true);
        // Calls that were skipped may have left something there.
        if number == Some(ERRNO) && self.loops.skipped {
            (sheet.lost, self.loops.news) = (true, true);
        }
        if let Some(number) = number {
            self.private.copies.insert(object, number);
        }
    }

    /// What a task is made from is the runtime's alone: its body copies what it needs. Names that are not
    /// used twice are easier to follow, so that is for programs with many tasks.
    fn reuses(&self, object: ObjectId, site: Site) -> bool {
        let is_inner = |id| self.history.get(id).is_inner;
        self.tally.forks >= limits::MANY_FORKS.count()
            && self.before.places.is_inner(site)
            && self.history.find(object).is_some_and(is_inner)
    }

    fn released(&mut self, t: ThreadId, object: ObjectId, size: u32, site: Site) {
        if !object.space().is_stack() && self.reuses(object, site) {
            return;
        }
        let is_in_use = self.is_in_use(t, object);
        if !object.space().is_stack() {
            // The program may still hold an address of what the runtime gives up.
            let sheet = self.history.sheet(object);
            self.history.get_mut(sheet).is_inner = false;
            self.note(t, Access::end(object, size, site));
        }
        if is_in_use {
            effect!("one-run", "untimely ends are noted", self.ends.insert(site));
        }
        self.take_back(t, object);
    }

    fn edge(&mut self, t: ThreadId, edge: Edge) {
        if !self.operation.is_deterministic {
            return;
        }
        if self.operation.takes_turn
            && let Some(work) = self.thread(t).work
        {
            let heeds = self.heed(t, edge);
            if !heeds || self.stamps.turning.has(work.construct) {
                self.take_turn(t, work, edge);
            }
            return;
        }
        match edge {
            Edge::Fork(child) if !self.operation.meets && self.takes_place(child) => {
                self.order.replace(t, child)
            }
            Edge::Join(child) if self.thread(child).is_retired => self.join_retired(t, child),
            _ => self.order.apply(t, edge),
        }
        self.changed(t);
        if let Edge::Join(child) = edge {
            self.leave(t, child);
            self.end_task(t, child);
        }
        if let Edge::Fork(child) = edge {
            let made = match self.operation.meets {
                true => self.start(t, child),
                false => self.post(t, child),
            };
            if made.is_none() {
                self.obstacle = Some((Site::START, Obstacle::DeepNesting));
            }
            self.tally.forks += 1;
            self.set_concurrent(true);
        }
    }

    fn retired(&mut self, t: ThreadId, from: ThreadId, to: ThreadId) {
        self.retire(t, from, to);
    }

    fn follows_own(&self) -> bool {
        true
    }

    fn returned(&mut self, site: Site) {
        self.returned = Some(site);
    }

    fn note(&mut self, note: Note, site: Site) {
        if note == Note::UninitialisedRead {
            let forks = self.forks_now();
            effect!("same-accesses", "what nobody wrote is an input", {
                let known = self.reads.unwritten.entry(site).or_insert(forks);
                *known = (*known).min(forks);
            });
        }
    }

    fn looked(&mut self, world: World, site: Site) {
        if !self.reads.open.contains(&world) {
            return;
        }
        if world == World::Signals {
            let obstacle = Some((site, Obstacle::Signals));
            effect!("same-accesses", "no signals", self.obstacle = obstacle);
        }
        let forks = self.forks_now();
        let known = self.reads.looks.entry(site).or_insert(forks);
        *known = (*known).min(forks);
    }

    fn unordered(&mut self, _t: ThreadId, site: Site) {
        // Relaxed atomics are fine as long as their values steer nothing, and that is found by the reads.
        let _ = site;
    }

    fn work(&mut self, t: ThreadId, work: Option<Work>) {
        let is_alone = work.is_some_and(|w| self.constructs.alone.contains(&w.construct));
        if work.is_none() {
            self.leave_behind(t);
        }
        self.tally.works += 1;
        self.present.habits.renew();
        let id = WorkId(self.tally.works);
        self.thread(t);
        let thread = &mut self.threads[t.0 as usize];
        let before = thread.work;
        match work {
            None => {
                thread.levels.pop();
            }
            Some(_) if is_alone => thread.levels.push(Level::Fixed),
            Some(work) if work.is_lane() => {
                let is_lane = |level: &&Level| matches!(level, Level::Lane(_));
                let depth = thread.levels.iter().filter(is_lane).count();
                let held = thread.context.held().count();
                let lane = self.lanes.begin(t.0 as usize, depth, work, held);
                thread.levels.push(Level::Lane(lane));
            }
            Some(work) if work.is_shared() => thread.levels.push(Level::Work(work, id)),
            Some(_) => thread.levels.push(Level::Fixed),
        }
        thread.look();
        if thread.work != before {
            thread.turns = Turns::default();
            if let Some(base) = thread.unheeded.take() {
                thread.base = base;
            }
            let level = thread.regions.len();
            self.private.begin(t.0 as usize, level);
            self.changed(t);
        }
    }

    fn lock(&mut self, t: ThreadId, object: Pointer, held: bool) {
        let thread = self.thread(t);
        if held {
            let outer: Vec<u64> = thread.context.held().filter(|&l| l != object.0).collect();
            thread.context.take(object.0);
            self.locks.nested.extend(outer.into_iter().map(|l| (l, object.0)));
        } else if !thread.context.give(object.0) {
            let obstacle = Some((Site::START, Obstacle::UnnestedLocks));
            effect!("lock-contexts", "given back in order", self.obstacle = obstacle);
        }
        self.changed(t);
    }
}

impl Observer for Watch {
    const SKIP: bool = true;

    #[inline]
    fn turns_back(&mut self, from: Site) -> bool {
        self.loops.turns_back(from)
    }

    fn skip(&mut self, from: Site, skip: Skip<'_>) -> bool {
        self.loops.skip(from, skip.computed);
        for &object in skip.stored {
            let sheet = self.history.sheet(object);
            let sheet = self.history.get_mut(sheet);
            self.loops.news |= !sheet.lost;
            sheet.lost = true;
        }
        true
    }

    fn accesses(&mut self, t: ThreadId, first: Access, by: i64, count: u64) {
        if count > 0 && first.length > 0 {
            self.note_many(t, first, by, count);
        }
    }

    fn shapes(&mut self) -> Option<&mut Shapes> {
        Some(&mut self.loops.shapes)
    }

    fn cannot_skip(&mut self, from: Site, ever: bool) {
        self.loops.fail(from, ever);
    }

    const FORKS: bool = true;

    #[inline]
    fn forks(&mut self, from: Site) -> Option<Fork> {
        self.before.open.get(from.0 as usize).copied().flatten()
    }

    fn ways(&mut self, t: ThreadId, from: Site, accesses: Option<&[Access]>) {
        let gives = |a: &Access| a.write && self.before.places.stores_address(a.site);
        match accesses {
            Some(accesses) if !accesses.iter().any(gives) => {
                accesses.iter().for_each(|a| self.record(t, *a, true));
            }
            _ => {
                self.obstacle = Some((from, Obstacle::UntoldBranch));
            }
        }
    }
}
