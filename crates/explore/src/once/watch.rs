//! Watches the one run: clocks of the deterministic synchronisation, locks, works, and the history of memory.

use super::history::{Dependent, Entry, History, Series};
use super::lock_context::Contexts;
use super::loops::Loops;
use super::moment::{Moment, World};
use super::private::Private;
use super::stamp::{ConstructId, MOST_TURNS, Stamp, Stamps, WayId};
use super::thread::{Level, Region, Thread, Turns};
use raceproof_machine::{
    Access, Fork, Meet, ObjectId, Observer, Pointer, Shapes, Sink, Site, Skip, SpaceId, ThreadId, Work,
};
use raceproof_order::{Channel, Edge, HappensBefore, VectorClock};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A race between two accesses of the run.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Stamp and place of the earlier access.
    pub earlier: (Stamp, Site),
    /// Of the later one.
    pub later: (Stamp, Site),
    /// The later access.
    pub access: Access,
}

/// When a store takes a value that depends on the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tainted {
    /// Whenever it is made.
    Always,
    /// When its thread is alone.
    Alone,
}

/// Watches a run.
#[derive(Default)]
pub struct Watch {
    pub order: HappensBefore,
    threads: Vec<Thread>,
    pub stamps: Stamps,
    contexts: Contexts,
    pub history: History,
    private: Private,
    /// The moment that a thread is in. None if something has changed.
    moment: Option<Box<Moment>>,
    /// The thread of the moment.
    current: Option<ThreadId>,
    /// Whether the edges of the operation at hand hold in every schedule.
    pub deterministic: bool,
    /// The operation makes a thread of a region, or the whole team knows what it knew.
    pub meets: bool,
    /// How deep the calls of the thread at hand are.
    pub depth: usize,
    /// Races found: one for each pair of places.
    pub races: Vec<Candidate>,
    pairs: FxHashSet<(Site, Site)>,
    /// Stores of values that depend on the schedule, from the last run, by their places.
    tainted_stores: Vec<Option<Tainted>>,
    /// Places that read a value that depends on the schedule, with the number of threads made by then if the reader was alone.
    pub dependent_reads: FxHashMap<Site, u32>,
    /// Branches that values which depend on the schedule decide, from the last runs, by their places: where their ways meet, or that they leave a loop.
    open: Vec<Option<Fork>>,
    /// By site, whether an operation may store an address.
    address_stores: Rc<Vec<bool>>,
    /// Where such stores wrote since this was last looked at, other than to the stack and the thread-local variables of their thread.
    pub given: Vec<Access>,
    /// Where a thread gave the address of something away that is private to it in a team.
    pub gives_private: Option<Site>,
    /// Places that got an input, in the same way.
    inputs: FxHashMap<Site, u32>,
    /// Whether more than one thread is alive.
    concurrent: bool,
    forks: u32,
    /// How many accesses were made.
    pub accesses: u64,
    /// Loops that were skipped.
    pub loops: Loops,
    /// How many of them wrote and were not atomic.
    pub writes: u64,
    /// Where lives of objects ended that others might still use in another schedule.
    pub ends: BTreeSet<Site>,
    /// Why one run is not enough.
    pub unsuitable: Option<(Site, &'static str)>,
    /// Whether a thread made others while it held a lock.
    pub forks_in_lock: bool,
    /// Pairs of locks of which the second was taken while the first was held.
    nested: BTreeSet<(u64, u64)>,
    /// Whether works wait for each other by the operation at hand.
    pub takes_turn: bool,
    /// A construct whose works do so, which was not known.
    pub turned: Option<(u64, u64)>,
    /// What works told others by such operations.
    turns: FxHashMap<(ConstructId, Channel), VectorClock>,
    /// Where `main` returned.
    pub returned: Option<Site>,
    /// Constructs of teams of one thread.
    pub alone: FxHashSet<(u64, u64)>,
}

impl Watch {
    /// Starts with what earlier runs found: stores of values that depend on the schedule, those that are such if their thread is alone, and memory.
    pub fn new(
        tainted_stores: &FxHashSet<Site>,
        late_stores: &FxHashSet<Site>,
        known: Dependent,
        address_stores: Rc<Vec<bool>>,
    ) -> Watch {
        let all = || tainted_stores.iter().chain(late_stores);
        let mut tainted = vec![None; all().map(|s| s.0 as usize + 1).max().unwrap_or(0)];
        for s in late_stores {
            tainted[s.0 as usize] = Some(Tainted::Alone);
        }
        for s in tainted_stores {
            tainted[s.0 as usize] = Some(Tainted::Always);
        }
        Watch {
            history: History::new(known),
            order: HappensBefore::new(),
            tainted_stores: tainted,
            address_stores,
            ..Watch::default()
        }
    }

    /// Branches whose ways are all to be told, and crossings of loops.
    pub fn open(&mut self, branches: &FxHashMap<Site, Meet>, crossings: impl Iterator<Item = Site>) {
        let ways = branches.iter().map(|(site, meet)| (*site, Fork::Ways(*meet)));
        let all: Vec<(Site, Fork)> = ways.chain(crossings.map(|site| (site, Fork::Pause))).collect();
        let most = all.iter().map(|(site, _)| site.0 as usize + 1).max();
        self.open = vec![None; most.unwrap_or(0)];
        for (site, fork) in all {
            self.open[site.0 as usize] = Some(fork);
        }
    }

    /// Whether a thread does a work or a lane of a vector.
    pub fn is_working(&self, t: ThreadId) -> bool {
        let thread = self.threads.get(t.0 as usize);
        thread.is_some_and(|t| t.work.is_some() || t.lane.is_some())
    }

    /// Whether the ways of all these branches were told in this run.
    pub fn has_told(&self, branches: &[(Site, Meet)]) -> bool {
        let is_open =
            |(site, meet): &(Site, Meet)| self.open.get(site.0 as usize) == Some(&Some(Fork::Ways(*meet)));
        branches.iter().all(is_open)
    }

    fn thread(&mut self, t: ThreadId) -> &mut Thread {
        let i = t.0 as usize;
        if self.threads.len() <= i {
            self.threads.resize_with(i + 1, Thread::default);
        }
        &mut self.threads[i]
    }

    /// What depends on the schedule.
    pub fn dependent(&self) -> Dependent {
        self.history.dependent()
    }

    /// Whether locks are taken in a circle, so that threads may wait for each other for ever.
    pub fn has_lock_cycle(&self) -> bool {
        let mut left = self.nested.clone();
        loop {
            let inner: BTreeSet<u64> = left.iter().map(|p| p.1).collect();
            let before = left.len();
            left.retain(|p| inner.contains(&p.0));
            if left.len() == before {
                return !left.is_empty();
            }
        }
    }

    /// Whether the thread holds a lock.
    pub fn holds_lock(&mut self, t: ThreadId) -> bool {
        !self.thread(t).context.is_empty()
    }

    /// The number of threads that were made.
    pub fn forks(&self) -> u32 {
        self.forks
    }

    /// Reads that matter: those that were made, or followed, by concurrent threads, or may be in another schedule.
    pub fn steering_reads(&self, may_create_after: impl Fn(Site) -> bool) -> Vec<Site> {
        self.that_matter(&self.dependent_reads, may_create_after)
    }

    /// All reads of values that depend on the schedule, and all inputs.
    pub fn all_reads(&self) -> (Vec<Site>, Vec<Site>) {
        let sorted = |places: &FxHashMap<Site, u32>| {
            let mut sites: Vec<Site> = places.keys().copied().collect();
            sites.sort_unstable();
            sites
        };
        (sorted(&self.dependent_reads), sorted(&self.inputs))
    }

    /// Inputs that matter, in the same way.
    pub fn steering_inputs(&self, may_create_after: impl Fn(Site) -> bool) -> Vec<Site> {
        self.that_matter(&self.inputs, may_create_after)
    }

    fn that_matter(
        &self,
        places: &FxHashMap<Site, u32>,
        may_create_after: impl Fn(Site) -> bool,
    ) -> Vec<Site> {
        let mut sites: Vec<Site> = places
            .iter()
            .filter(|(site, forks)| **forks < self.forks || may_create_after(**site))
            .map(|(s, _)| *s)
            .collect();
        sites.sort_unstable();
        sites
    }

    /// Whether threads got inputs.
    pub fn has_inputs(&self) -> bool {
        !self.inputs.is_empty()
    }

    /// A thread gets an input.
    pub fn note_input(&mut self, site: Site) {
        let forks = self.forks_now();
        let known = self.inputs.entry(site).or_insert(forks);
        *known = (*known).min(forks);
    }

    /// Says whether other threads are alive, or have been without the one that goes on knowing what they did.
    pub fn set_concurrent(&mut self, concurrent: bool) {
        self.concurrent = concurrent;
        self.history.uses.set_forks(self.forks_now());
    }

    fn forks_now(&self) -> u32 {
        if self.concurrent { 0 } else { self.forks }
    }

    /// A thread goes on: its stamps.
    #[cold]
    fn turn_to(&mut self, t: ThreadId) {
        let epoch = self.order.epoch(t);
        self.thread(t);
        let thread = &self.threads[t.0 as usize];
        let context = self.contexts.intern(&thread.context);
        let work = thread.work.map(|w| (self.stamps.construct(w), w.number));
        let lane = thread.lane.map(|w| (self.stamps.construct(w), w.number));
        let shared = Stamp {
            epoch,
            way: thread.way,
            work,
            is_own: false,
            turn: thread.turns.told,
            lane,
            context,
        };
        self.stamps.ends_at(&shared);
        let own = Stamp {
            work: None,
            is_own: true,
            turn: 0,
            ..shared
        };
        match &mut self.moment {
            Some(moment) => moment.turn_to([shared, own]),
            none => *none = Some(Box::new(Moment::new([shared, own]))),
        }
        self.current = Some(t);
    }

    #[inline]
    fn note(&mut self, t: ThreadId, a: Access) {
        self.accesses += 1;
        self.writes += u64::from(a.write && !a.atomic);
        self.record(t, a, false);
    }

    /// Records an access that the thread makes, or may make in another schedule: what it stores then depends on that.
    #[inline]
    fn record(&mut self, t: ThreadId, a: Access, is_possible: bool) {
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
        if a.write
            && !is_possible
            && self.address_stores.get(a.site.0 as usize) == Some(&true)
            && a.object.space() != SpaceId::stack(t)
            && !(self.history.get(sheet).local && a.object.space().thread() == t)
        {
            self.note_given(&a);
        }
        let is_tainted = || match self.tainted_stores.get(a.site.0 as usize) {
            Some(Some(Tainted::Always)) => true,
            Some(Some(Tainted::Alone)) => !self.concurrent,
            _ => false,
        };
        let tainted = a.write && (is_possible || is_tainted());
        // Who is alone knows all that was done, and whoever comes later will know this. Lanes of a vector race all the same.
        if !self.concurrent
            && self
                .threads
                .get(t.0 as usize)
                .is_none_or(|t| t.work.is_none() && t.lane.is_none())
        {
            if self.history.pass(sheet, &a, tainted) {
                self.note_dependent(&a);
            }
            return;
        }
        if self.current != Some(t) {
            self.turn_to(t);
        }
        let Some(moment) = &mut self.moment else {
            unreachable!("the thread at hand has a moment")
        };
        let thread = &self.threads[t.0 as usize];
        let is_new = thread.is_task || thread.is_inside;
        let is_movable = thread.work.is_some() || thread.lane.is_some() || is_new;
        let of = self.history.get(sheet);
        let owns = is_movable && thread.owns(t, of);
        if is_possible {
            // It is not to say that the bytes were written, and what is read depends on the schedule anyway.
        } else if thread.work.is_some() || is_new {
            // The stack of what a work has made is as new as that.
            if owns && (of.local || thread.work.is_some() && !thread.is_task) {
                self.private.access(t.0 as usize, thread.regions.len(), true, &a);
            }
        } else {
            self.private.access(t.0 as usize, 0, false, &a);
        }
        let own = owns && !thread.is_task;
        moment.choose(own);
        let mut know = thread.knowledge(self.order.clock(t));
        let space = of.object.space();
        if !own && space.is_stack() && (thread.is_inside || space.thread() == t) {
            let owner = self.threads.get(space.thread().0 as usize);
            let home = owner.and_then(|owner| owner.home(space.thread(), of));
            know.private = home.map(|(way, _)| self.stamps.depth(way));
            // What a work has made sees what belongs to whoever does the work.
            if let Some((_, level)) = home.filter(|_| thread.is_inside && !is_possible) {
                self.private.access(space.thread().0 as usize, level, true, &a);
            }
        }
        let mut world = World {
            know,
            stamps: &mut self.stamps,
            contexts: &mut self.contexts,
        };
        let series = Series {
            first: a,
            by: 0,
            count: 1,
        };
        let (race, dependent) = self.history.accesses(sheet, series, moment, &mut world, tainted);
        if space.is_stack() && space.thread() != t {
            self.history.get_mut(sheet).lent = true;
        }
        if let Some((earlier, _)) = race {
            let later = moment.value();
            self.add_race(earlier, later, a);
        }
        if dependent {
            self.note_dependent(&a);
        }
    }

    /// Whether others used an object that the thread gives up, and might do so after that in another schedule.
    fn is_in_use(&mut self, t: ThreadId, object: ObjectId) -> bool {
        let is_stack = object.space().is_stack();
        let sheet = self.history.sheet(object);
        if !self.concurrent || (is_stack && !self.history.get(sheet).lent) {
            return false;
        }
        if self.current != Some(t) {
            self.turn_to(t);
        }
        let Some(moment) = &mut self.moment else {
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
            contexts: &mut self.contexts,
        };
        // What is on its stack goes with the thread, whatever works it does.
        self.history.users(sheet).any(|user| {
            let is_own = is_stack && world.stamps.get(user).epoch.thread == t;
            !is_own && !moment.relation(user, &mut world).ordered
        })
    }

    /// Accesses of skipped rounds, all at once where they are alike to everything but the granules.
    fn note_many(&mut self, t: ThreadId, first: Access, by: i64, count: u64) {
        let last = i64::from(first.start) + by * (count as i64 - 1);
        let (low, high) = (i64::from(first.start).min(last), i64::from(first.start).max(last));
        let span = Access {
            start: low as u32,
            length: (high - low) as u32 + first.length,
            ..first
        };
        let is_plain = self.concurrent
            && !first.object.space().is_stack()
            && self.address_stores.get(first.site.0 as usize) != Some(&true)
            && !matches!(self.tainted_stores.get(first.site.0 as usize), Some(Some(_)))
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
        self.accesses += count;
        self.writes += u64::from(first.write && !first.atomic) * count;
        if self.history.uses.last(&span).is_none() && !self.history.uses.renew(&span, sheet) {
            self.loops.news |= self.history.uses.add(&span, sheet);
        }
        if self.current != Some(t) {
            self.turn_to(t);
        }
        let Some(moment) = &mut self.moment else {
            unreachable!("the thread at hand has a moment")
        };
        moment.choose(false);
        let mut world = World {
            know: self.threads[t.0 as usize].knowledge(self.order.clock(t)),
            stamps: &mut self.stamps,
            contexts: &mut self.contexts,
        };
        let series = Series { first, by, count };
        let (race, dependent) = self.history.accesses(sheet, series, moment, &mut world, false);
        if let Some((earlier, start)) = race {
            let later = moment.value();
            self.add_race(earlier, later, Access { start, ..first });
        }
        if dependent {
            self.note_dependent(&first);
        }
    }

    #[cold]
    fn note_given(&mut self, a: &Access) {
        let is_last =
            |last: &Access| last.object == a.object && last.start == a.start && last.length == a.length;
        if self.gives_private.is_none() && !self.given.last().is_some_and(is_last) {
            self.given.push(*a);
        }
    }

    /// Whether an object is private to a thread of a team: on its stack in a region, or thread-local.
    pub fn is_private(&mut self, object: ObjectId) -> bool {
        let sheet = self.history.sheet(object);
        let (sheet, space) = (self.history.get(sheet), object.space());
        if !space.is_stack() {
            return sheet.local;
        }
        let owner = self.threads.get(space.thread().0 as usize);
        // What is on the stack of a task is the task's, whoever executes it.
        let is_of_task = |owner: &Thread| owner.is_task && owner.regions.is_empty();
        owner.is_some_and(|owner| !is_of_task(owner) && owner.home(space.thread(), sheet).is_some())
    }

    /// The value of an access depends on the schedule.
    #[cold]
    fn note_dependent(&mut self, a: &Access) {
        if !a.write || a.atomic {
            let forks = self.forks_now();
            let known = self.dependent_reads.entry(a.site).or_insert(forks);
            *known = (*known).min(forks);
        }
    }

    #[cold]
    fn add_race(&mut self, earlier: Entry, later: Stamp, access: Access) {
        let (a, b) = (earlier.site(), access.site);
        if self.pairs.insert((a.min(b), a.max(b))) {
            let earlier = (*self.stamps.get(earlier.stamp), a);
            let later = (later, b);
            self.races.push(Candidate {
                earlier,
                later,
                access,
            });
        }
    }

    /// Places that read something of their thread which works or tasks must not depend on; not those of the runtime.
    pub fn own_reads(&self, is_runtime: impl Fn(Site) -> bool) -> Vec<Site> {
        let mut sites: Vec<Site> = self.private.reads.iter().copied().collect();
        sites.retain(|site| !is_runtime(*site));
        sites.sort_unstable();
        sites
    }

    /// A thread asks for works of a construct that so many share.
    pub fn asks(&mut self, t: ThreadId, (team, construct): (u64, u64), size: u32) {
        let work = Work {
            team,
            construct,
            number: 0,
        };
        let thread = self.thread(t);
        // In a region that a task makes it is the first thread of a team.
        let is_task = thread.is_task && thread.regions.is_empty();
        if work.is_shared() && !self.alone.contains(&(team, construct)) {
            self.stamps.asks(work, self.order.epoch(t), size, is_task);
        }
    }

    /// Where a thread is: the regions and works that whatever it makes now is in. None if that is too deep.
    fn here(&mut self, t: ThreadId) -> Option<WayId> {
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
    fn post(&mut self, t: ThreadId, child: ThreadId) -> Option<()> {
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
        Some(())
    }

    /// A thread makes another one for a region.
    fn start(&mut self, t: ThreadId, member: ThreadId) -> Option<()> {
        let depth = self.depth;
        let outer = self.thread(t);
        if outer.regions.last().is_none_or(|r| r.depth != depth) {
            let (outside, base, start) = (outer.way, outer.base.clone(), outer.start);
            let (levels, is_task) = (outer.levels.len(), outer.is_task);
            let way = self.here(t)?;
            let inner = self.stamps.enter(way, &base)?;
            let is_inside = self.stamps.is_open(inner);
            let thread = self.thread(t);
            let turns = std::mem::take(&mut thread.turns);
            thread.regions.push(Region {
                turns,
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
        Some(())
    }

    /// A thread has joined another one.
    fn leave(&mut self, t: ThreadId, member: ThreadId) {
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

    /// A work waited for others of its construct, or tells them to go on. That holds whoever does the works, and is no knowledge of the thread.
    fn take_turn(&mut self, t: ThreadId, work: Work, edge: Edge) {
        let key = (work.team, work.construct);
        if !self.stamps.turning.has(key) {
            self.turned = Some(key);
            return;
        }
        let construct = self.stamps.construct(work);
        let turns = &mut self.threads[t.0 as usize].turns;
        match edge {
            Edge::Acquire(channel) => {
                if let Some(told) = self.turns.get(&(construct, channel)) {
                    turns.known.join(told);
                }
            }
            Edge::Release(channel) => {
                turns.told += 1;
                if work.number < MOST_TURNS {
                    turns.known.set(ThreadId(work.number as u32), turns.told);
                    self.turns
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
    fn takes_place(&mut self, child: ThreadId) -> bool {
        let takes =
            self.order.threads() > child.0 as usize && self.stamps.lives.begin(self.order.epoch(child));
        if takes {
            self.history.renew_locals(child);
        }
        takes
    }

    /// A thread has waited for another one, perhaps for a task whose place others may get.
    fn end_task(&mut self, t: ThreadId, task: ThreadId) {
        if !self.thread(task).is_task {
            return;
        }
        self.stamps.lives.end(task, self.order.epoch(t));
        // Whoever knows the end of what this thread is in knows the task then.
        self.turn_to(t);
        self.current = None;
    }

    /// The thread's clock changed.
    fn changed(&mut self, t: ThreadId) {
        self.thread(t);
        self.current = None;
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

impl Sink for Watch {
    #[inline]
    fn access(&mut self, t: ThreadId, a: Access) {
        self.note(t, a);
    }

    fn allocated(&mut self, t: ThreadId, object: ObjectId, site: Site) {
        self.history.begin(object, site);
        self.private.forget(t.0 as usize, object);
        if object.space().is_stack() && self.thread(t).start.is_some() {
            let sheet = self.history.sheet(object);
            self.history.get_mut(sheet).born = self.order.epoch(t).time;
        }
        self.stamps.forget_team(object.0);
    }

    fn thread_local(&mut self, _t: ThreadId, object: ObjectId) {
        let sheet = self.history.sheet(object);
        self.history.get_mut(sheet).local = true;
    }

    fn released(&mut self, t: ThreadId, object: ObjectId, size: u32, site: Site) {
        let is_in_use = self.is_in_use(t, object);
        if !object.space().is_stack() {
            self.note(
                t,
                Access {
                    object,
                    start: 0,
                    length: size,
                    write: true,
                    atomic: false,
                    site,
                },
            );
        }
        if is_in_use {
            self.ends.insert(site);
        }
    }

    fn edge(&mut self, t: ThreadId, edge: Edge) {
        if !self.deterministic {
            return;
        }
        if self.takes_turn
            && let Some(work) = self.thread(t).work
        {
            return self.take_turn(t, work, edge);
        }
        match edge {
            Edge::Fork(child) if !self.meets && self.takes_place(child) => self.order.replace(t, child),
            _ => self.order.apply(t, edge),
        }
        self.changed(t);
        if let Edge::Join(child) = edge {
            self.leave(t, child);
            self.end_task(t, child);
        }
        if let Edge::Fork(child) = edge {
            let made = match self.meets {
                true => self.start(t, child),
                false => self.post(t, child),
            };
            if made.is_none() {
                self.unsuitable = Some((Site::START, "regions and works are nested very deep"));
            }
            self.forks += 1;
            self.set_concurrent(true);
        }
    }

    fn follows_own(&self) -> bool {
        true
    }

    fn returned(&mut self, site: Site) {
        self.returned = Some(site);
    }

    fn unordered(&mut self, _t: ThreadId, site: Site) {
        // Relaxed atomics are fine as long as their values steer nothing, and that is found by the reads.
        let _ = site;
    }

    fn work(&mut self, t: ThreadId, work: Option<Work>) {
        let is_alone = work.is_some_and(|w| self.alone.contains(&(w.team, w.construct)));
        let thread = self.thread(t);
        let before = thread.work;
        match work {
            None => {
                thread.levels.pop();
            }
            Some(_) if is_alone => thread.levels.push(Level::Fixed),
            Some(work) if work.is_lane() => thread.levels.push(Level::Lane(work)),
            Some(work) if work.is_shared() => thread.levels.push(Level::Work(work)),
            Some(_) => thread.levels.push(Level::Fixed),
        }
        thread.look();
        if thread.work != before {
            thread.turns = Turns::default();
            let level = thread.regions.len();
            self.private.begin(t.0 as usize, level);
        }
        self.changed(t);
    }

    fn lock(&mut self, t: ThreadId, object: Pointer, held: bool) {
        let thread = self.thread(t);
        if held {
            let outer: Vec<u64> = thread.context.held().filter(|&l| l != object.0).collect();
            thread.context.take(object.0);
            self.nested.extend(outer.into_iter().map(|l| (l, object.0)));
        } else if !thread.context.give(object.0) {
            self.unsuitable = Some((
                Site::START,
                "locks are not released in the order in which they were taken",
            ));
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
        self.open.get(from.0 as usize).copied().flatten()
    }

    fn ways(&mut self, t: ThreadId, from: Site, accesses: Option<&[Access]>) {
        let gives = |a: &Access| a.write && self.address_stores.get(a.site.0 as usize) == Some(&true);
        match accesses {
            Some(accesses) if !accesses.iter().any(gives) => {
                accesses.iter().for_each(|a| self.record(t, *a, true));
            }
            _ => {
                let why = "a branch that depends on the schedule decides what cannot be told";
                self.unsuitable = Some((from, why));
            }
        }
    }
}
