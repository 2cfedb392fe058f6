//! Records accesses under the stamps of their threads, and sees which conflict.

use super::{Candidate, Tainted, Watch};
use crate::history::{Found, Series, SheetId};
use crate::lanes::{Lane, Met};
use crate::moment::{Moment, World};
use crate::stamp::Stamp;
use crate::thread::Level;
use raceproof_engine::Obstacle;
use raceproof_engine::{condition, effect};
use raceproof_machine::{Access, ObjectId, Site, ThreadId, Work};

impl Watch {
    /// A thread goes on: its stamps.
    #[cold]
    pub(super) fn turn_to(&mut self, t: ThreadId) {
        let epoch = self.order.epoch(t);
        self.thread(t);
        let thread = &self.threads[t.0 as usize];
        let context = self.locks.contexts.intern(&thread.context);
        let work = thread.work.map(|w| (self.stamps.construct(w), w.number));
        let shared = Stamp {
            epoch,
            way: thread.way,
            work,
            is_own: false,
            turn: thread.turns.told,
            context,
        };
        self.stamps.ends_at(&shared);
        let own = Stamp {
            work: None,
            is_own: true,
            turn: 0,
            ..shared
        };
        match &mut self.present.moment {
            Some(moment) => moment.turn_to([shared, own]),
            none => *none = Some(Box::new(Moment::new([shared, own]))),
        }
        self.present.thread = Some(t);
        self.present.habits.renew();
    }

    #[inline]
    pub(super) fn note(&mut self, t: ThreadId, a: Access) {
        self.tally.accesses += 1;
        self.tally.writes += u64::from(a.write && !a.atomic);
        if !self.repeats(t, &a) {
            self.record(t, a, false);
        }
    }

    /// Records an access that the thread makes, or may make in another schedule: what it stores then depends
    /// on that.
    #[inline]
    pub(super) fn record(&mut self, t: ThreadId, a: Access, is_possible: bool) {
        if a.length == 0 {
            return;
        }
        let sheet = match self.history.uses.last(&a) {
            Some(sheet) => sheet,
            None => {
                let sheet = self.history.sheet(a.object);
                if !self.history.uses.renew(&a, sheet) {
                    self.loops.news |= self.history.uses.add(&a, sheet);
                }
                sheet
            }
        };
        if a.write && !is_possible && self.before.places.gives_address(a.site) && !self.keeps(t, &a, sheet) {
            self.note_given(&a);
        }
        if !self.private.copies.is_empty() {
            self.note_copy(t, &a);
        }
        let is_tainted = || match self.before.stores.get(a.site.0 as usize) {
            Some(Some(Tainted::Always)) => true,
            Some(Some(Tainted::Alone)) => !self.tally.is_concurrent,
            _ => false,
        };
        let tainted = a.write && (is_possible || is_tainted());
        // SOUNDNESS: alone Who is alone knows all that was done, and whoever comes later will know this.
        // Lanes of a vector race all the same.
        let is_alone = || {
            let thread = self.threads.get(t.0 as usize);
            !self.tally.is_concurrent && thread.is_none_or(|t| t.work.is_none() && t.lane.is_none())
        };
        // What the runtime does with its own does not race, however many tasks look at their team.
        let is_inner = || self.history.get(sheet).is_inner && self.before.places.is_inner(a.site);
        if is_alone() || is_inner() {
            if self.history.pass(sheet, &a, tainted) {
                self.note_dependent(&a);
            }
            return;
        }
        self.record_shared(t, a, sheet, tainted, is_possible);
    }

    /// The same if it is an access to a thread's copy of a thread-local variable: tasks and works leave their
    /// values with whichever thread does them.
    #[cold]
    fn note_copy(&mut self, t: ThreadId, a: &Access) {
        let thread = self.threads.get(t.0 as usize);
        if !self
            .private
            .note_copy(thread.is_some_and(|thread| thread.is_task), a)
        {
            return;
        }
        let is_working = thread.is_some_and(|t| t.work.is_some() || t.is_inside || t.is_task);
        if !self.tally.is_concurrent && !is_working {
            self.private.access(t.0 as usize, 0, false, a, false);
        }
    }

    /// The same for an access that others may race with. It is a function of its own because the other
    /// accesses are many and need few registers.
    ///
    /// Long because each of its conditions is marked.
    #[inline(never)]
    fn record_shared(&mut self, t: ThreadId, a: Access, sheet: SheetId, tainted: bool, is_possible: bool) {
        if a.atomic && self.locks.meets_others(&a) {
            effect!(
                "same-accesses",
                "objects of the library apart",
                self.obstacle.get_or_insert((a.site, Obstacle::SharedBytes))
            );
        }
        if self.present.thread != Some(t) {
            self.turn_to(t);
        }
        let Some(moment) = &mut self.present.moment else {
            unreachable!("the thread at hand has a moment")
        };
        let thread = &self.threads[t.0 as usize];
        let is_new = thread.is_task || thread.is_inside;
        let is_movable = thread.work.is_some() || thread.lane.is_some() || is_new;
        let of = self.history.get(sheet);
        let owns = is_movable && thread.owns(t, of);
        let space = of.object.space();
        let home = match space.is_stack() {
            true => self.threads.get(space.thread().0 as usize),
            false => None,
        };
        let home = home.and_then(|owner| owner.home(space.thread(), of));
        // That an access is possible is not to say that the bytes were written, and what is read depends on
        // the schedule anyway.
        if !is_possible {
            let is_whole = self.before.places.writes_all(&a);
            let is_working = thread.work.is_some();
            if let Some((way, level)) = home {
                let sight = self
                    .stamps
                    .sight(way, thread.way, is_working && space.thread() == t);
                let in_work = sight.unwrap_or(thread.is_inside);
                self.private
                    .access(space.thread().0 as usize, level, in_work, &a, is_whole);
            } else if of.local || !is_working && !is_new {
                // Thread-local variables are those of whoever does this.
                let in_work = owns && (is_working || is_new);
                self.private
                    .access(t.0 as usize, thread.regions.len(), in_work, &a, is_whole);
            }
        }
        if let Some(maker) = of.maker.filter(|_| of.is_given) {
            let owner = self.threads.get(of.object.space().thread().0 as usize);
            if !owner.is_some_and(|owner| owner.is_in(maker)) {
                self.lending.gives_private.get_or_insert(a.site);
            }
        }
        let own = owns && !thread.is_task;
        moment.choose(own);
        let mut know = thread.knowledge(self.order.clock(t));
        if !own && (thread.is_inside || space.thread() == t) {
            know.private = home.map(|(way, _)| self.stamps.depth(way));
        }
        let contexts = &mut self.locks.contexts;
        let lane = thread
            .lane
            .map(|lane| self.lanes.now(t.0 as usize, lane, &thread.context, contexts));
        let mut world = World {
            know,
            stamps: &mut self.stamps,
            contexts: &mut self.locks.contexts,
            lane,
        };
        let series = Series {
            first: a,
            by: 0,
            count: 1,
        };
        let found = self.history.accesses(sheet, series, moment, &mut world, tainted);
        if self.history.combines(&a) {
            let is_movable = thread.work.is_some() || thread.lane.is_some();
            let is_task = thread.is_task && thread.regions.is_empty();
            match thread.asked {
                _ if !condition!(
                    "totals",
                    "outside of works",
                    !(is_possible || own || is_movable || is_task)
                ) =>
                {
                    self.constructs.totals.give_up(a.site)
                }
                // Who has done no works has nothing of them.
                None => {}
                Some(asked) => {
                    let stamp = moment.name(&mut world);
                    let mut is_ordered = |old| moment.relation(old, &mut world).ordered;
                    self.constructs
                        .totals
                        .combine(asked, t, &a, stamp, &mut is_ordered);
                }
            }
        }
        if space.is_stack() && space.thread() != t {
            self.history.get_mut(sheet).lent = true;
        }
        let now = moment.value();
        self.look_at(t, found, now, a);
        self.record_outer_lanes(t, sheet, series, now);
        if !is_possible {
            self.keep_habit(t, &a, sheet, &found);
        }
    }

    /// Accesses of a lane that is in others are accesses of these.
    #[inline]
    fn record_outer_lanes(&mut self, t: ThreadId, sheet: SheetId, series: Series, now: Stamp) {
        let thread = &self.threads[t.0 as usize];
        if !thread.lane.is_some_and(|lane| lane.is_nested()) {
            return;
        }
        let lane = |level: &Level| match level {
            Level::Lane(lane) => Some(*lane),
            _ => None,
        };
        let mut lanes: Vec<Lane> = thread.levels.iter().filter_map(lane).collect();
        lanes.pop();
        for lane in lanes {
            let held = &self.threads[t.0 as usize].context;
            let at = (self.lanes).now(t.0 as usize, lane, held, &mut self.locks.contexts);
            let met = self
                .history
                .lane_accesses(sheet, series, at, &mut self.locks.contexts);
            if let Some((met, start)) = met {
                let a = Access {
                    start,
                    ..series.first
                };
                self.meet_lane(lane, met, now, a);
            }
        }
        if self.history.depend(sheet, series) {
            self.note_dependent(&series.first);
        }
    }

    /// Whether others used an object that the thread gives up, and might do so after that in another
    /// schedule.
    pub(super) fn is_in_use(&mut self, t: ThreadId, object: ObjectId) -> bool {
        let is_stack = object.space().is_stack();
        let sheet = self.history.sheet(object);
        if !self.tally.is_concurrent || (is_stack && !self.history.get(sheet).lent) {
            return false;
        }
        if self.present.thread != Some(t) {
            self.turn_to(t);
        }
        let Some(moment) = &mut self.present.moment else {
            unreachable!("the thread at hand has a moment")
        };
        moment.choose(false);
        let thread = &self.threads[t.0 as usize];
        let mut know = thread.knowledge(self.order.clock(t));
        if is_stack {
            let home = thread.home(t, self.history.get(sheet));
            know.private = home.map(|(way, _)| self.stamps.depth(way));
        }
        let mut world = World {
            know,
            stamps: &mut self.stamps,
            contexts: &mut self.locks.contexts,
            lane: None,
        };
        // What is on its stack goes with the thread, whatever works it does.
        self.history.users(sheet).any(|user| {
            let is_own = is_stack && world.stamps.get(user).epoch.thread == t;
            !is_own && !moment.relation(user, &mut world).ordered
        })
    }

    /// Accesses of skipped rounds, all at once where they are alike to everything but the granules.
    pub(super) fn note_many(&mut self, t: ThreadId, first: Access, by: i64, count: u64) {
        let last = i64::from(first.start) + by * (count as i64 - 1);
        let (low, high) = (i64::from(first.start).min(last), i64::from(first.start).max(last));
        let span = Access {
            start: low as u32,
            length: (high - low) as u32 + first.length,
            ..first
        };
        let is_plain = self.tally.is_concurrent
            && !first.object.space().is_stack()
            && !self.before.places.stores_address(first.site)
            && !matches!(self.before.stores.get(first.site.0 as usize), Some(Some(_)))
            && self
                .threads
                .get(t.0 as usize)
                .is_some_and(|t| t.work.is_some() || t.is_task || t.is_inside);
        let sheet = self.history.sheet(first.object);
        if !is_plain || self.history.get(sheet).local {
            for k in 0..count as i64 {
                let start = (i64::from(first.start) + k * by) as u32;
                self.note(t, Access { start, ..first });
            }
            return;
        }
        if self.history.combines(&first) {
            self.constructs.totals.give_up(first.site);
        }
        self.tally.accesses += count;
        self.tally.writes += u64::from(first.write && !first.atomic) * count;
        if self.history.uses.last(&span).is_none() && !self.history.uses.renew(&span, sheet) {
            self.loops.news |= self.history.uses.add(&span, sheet);
        }
        if self.present.thread != Some(t) {
            self.turn_to(t);
        }
        let Some(moment) = &mut self.present.moment else {
            unreachable!("the thread at hand has a moment")
        };
        moment.choose(false);
        let thread = &self.threads[t.0 as usize];
        let contexts = &mut self.locks.contexts;
        let lane = thread
            .lane
            .map(|lane| self.lanes.now(t.0 as usize, lane, &thread.context, contexts));
        let mut world = World {
            know: thread.knowledge(self.order.clock(t)),
            stamps: &mut self.stamps,
            contexts: &mut self.locks.contexts,
            lane,
        };
        let series = Series { first, by, count };
        let found = self.history.accesses(sheet, series, moment, &mut world, false);
        let now = moment.value();
        self.look_at(t, found, now, first);
        self.record_outer_lanes(t, sheet, series, now);
    }

    /// What accesses by a thread came to.
    #[inline]
    fn look_at(&mut self, t: ThreadId, found: Found, now: Stamp, a: Access) {
        if let Some((earlier, start)) = found.race {
            let with = *self.stamps.get(earlier.stamp);
            self.add_race((with, earlier.site()), now, Access { start, ..a }, None);
        }
        if let Some((met, start)) = found.lane
            && let Some(lane) = self.threads[t.0 as usize].lane
        {
            self.meet_lane(lane, met, now, Access { start, ..a });
        }
        if found.dependent {
            self.note_dependent(&a);
        }
    }

    #[cold]
    fn meet_lane(&mut self, lane: Lane, met: Met, now: Stamp, a: Access) {
        match met {
            Met::Race(number, site) => {
                let earlier = Work { number, ..lane.work };
                self.add_race((now, site), now, a, Some([earlier, lane.work]));
            }
            _ => {
                self.obstacle = Some((a.site, Obstacle::LaneUses));
            }
        }
    }

    /// The value of an access depends on the schedule.
    #[cold]
    pub(super) fn note_dependent(&mut self, a: &Access) {
        if !a.write || a.atomic {
            let forks = self.forks_now();
            effect!("dependent-values", "reads are noted", {
                let known = self.reads.dependent.entry(a.site).or_insert(forks);
                *known = (*known).min(forks);
            });
        }
    }

    #[cold]
    fn add_race(&mut self, earlier: (Stamp, Site), later: Stamp, access: Access, lanes: Option<[Work; 2]>) {
        let (a, b) = (earlier.1, access.site);
        if self.races.pairs.insert((a.min(b), a.max(b))) {
            let later = (later, b);
            self.races.list.push(Candidate {
                earlier,
                later,
                access,
                lanes,
            });
        }
    }

    /// Places that read something of their thread which works or tasks must not depend on; not those of the
    /// runtime.
    pub fn own_reads(&self, is_runtime: impl Fn(Site) -> bool) -> Vec<Site> {
        let of_threads = self.private.reads.iter().copied();
        let mut sites: Vec<Site> = of_threads.chain(self.private.after_tasks()).collect();
        sites.retain(|site| !is_runtime(*site));
        sites.sort_unstable();
        sites.dedup();
        sites
    }
}
