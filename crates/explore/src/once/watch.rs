//! Watches the one run: clocks of the deterministic synchronisation, locks, works, and the history of memory.

use super::history::{Dependent, Entry, History, Sheet};
use super::lock_context::{Context, Contexts};
use super::loops::Loops;
use super::moment::{Moment, World};
use super::private::Private;
use super::stamp::{ConstructId, Knowledge, Stamp, Stamps};
use raceproof_machine::{Access, ObjectId, Observer, Pointer, Shapes, Sink, Site, Skip, ThreadId, Work};
use raceproof_order::{Channel, Edge, Epoch, HappensBefore, VectorClock};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

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

/// A construct that a thread is in.
#[derive(Clone, Copy, Debug)]
enum Level {
    Work(Work),
    Lane(Work),
    /// Nobody else might have done it: the program says so, or the team has one thread.
    Fixed,
}

#[derive(Debug, Default)]
struct Thread {
    context: Context,
    /// The works that it is in, the outermost first: only that one might have been done by another thread, for all others are parts of it.
    levels: Vec<Level>,
    work: Option<Work>,
    /// The lane of a vector loop that it is in.
    lane: Option<Work>,
    /// Whether it did works since its team last met.
    worked: bool,
    base: VectorClock,
    /// What it would know whoever did its work, or the work that it descends from.
    known: VectorClock,
    /// The works that it descends from, if it is a task.
    lineage: Vec<(ConstructId, u64)>,
    is_task: bool,
    /// Its own time when it started the team at hand; what is younger on its stack is private to it.
    region: Option<u32>,
    /// The threads that it started for teams, each with what `region` was before. Teams join the last one first.
    members: Vec<(ThreadId, Option<u32>)>,
}

impl Thread {
    /// Whether another thread might have done what it does.
    fn is_movable(&self) -> bool {
        self.work.is_some() || !self.lineage.is_empty()
    }

    /// Whether an object is private to this thread, which accesses it, in the current region: on its stack, or thread-local.
    #[inline]
    fn owns(&self, t: ThreadId, sheet: &Sheet) -> bool {
        let space = sheet.object.space();
        if space.thread() != t {
            return false;
        }
        if !space.is_stack() {
            return sheet.local;
        }
        match self.region {
            None => t != ThreadId::MAIN,
            Some(start) => sheet.born >= start,
        }
    }

    /// Has started a thread for a team.
    fn start(&mut self, member: ThreadId, time: u32) {
        self.members.push((member, self.region));
        self.region = Some(time);
    }

    /// Has joined a thread.
    fn leave(&mut self, member: ThreadId) {
        if let Some(at) = self.members.iter().rposition(|(m, _)| *m == member) {
            self.region = self.members.remove(at).1;
        }
    }

    fn knowledge<'a>(&'a self, clock: &'a VectorClock) -> Knowledge<'a> {
        let base = if self.is_movable() {
            &self.known
        } else {
            &self.base
        };
        Knowledge {
            clock,
            base,
            lineage: &self.lineage,
        }
    }
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
    /// The operation is one at which the whole team knows what it knew.
    pub meets: bool,
    /// Races found: one for each pair of places.
    pub races: Vec<Candidate>,
    pairs: FxHashSet<(Site, Site)>,
    /// Stores of values that depend on the schedule, from the last run, by their places.
    tainted_stores: Vec<bool>,
    /// Places that read a value that depends on the schedule, with the number of threads made by then if the reader was alone.
    pub dependent_reads: FxHashMap<Site, u32>,
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
    /// Why one run is not enough.
    pub unsuitable: Option<(Site, &'static str)>,
    /// Pairs of locks of which the second was taken while the first was held.
    nested: BTreeSet<(u64, u64)>,
    /// Constructs of teams of one thread.
    pub alone: FxHashSet<(u64, u64)>,
}

impl Watch {
    pub fn new(tainted_stores: FxHashSet<Site>, known: Dependent) -> Watch {
        let mut tainted = vec![false; tainted_stores.iter().map(|s| s.0 as usize + 1).max().unwrap_or(0)];
        tainted_stores.iter().for_each(|s| tainted[s.0 as usize] = true);
        Watch {
            history: History::new(known),
            order: HappensBefore::new(),
            tainted_stores: tainted,
            ..Watch::default()
        }
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
        let own_work = thread.work.map(|w| (self.stamps.construct(w), w.number));
        let lane = thread.lane.map(|w| (self.stamps.construct(w), w.number));
        let work = own_work.or(self.threads[t.0 as usize].lineage.last().copied());
        let is_task = own_work.is_none() && work.is_some();
        if let Some((construct, _)) = work {
            self.stamps.ends_at(construct, epoch);
        }
        let shared = Stamp {
            epoch,
            work,
            is_task,
            lane,
            context,
        };
        let own = Stamp {
            work: None,
            is_task: false,
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
        if a.length == 0 {
            return;
        }
        let sheet = match self.history.uses.last(&a) {
            Some(sheet) => sheet,
            None => {
                let sheet = self.history.sheet(a.object);
                self.loops.news |= self.history.uses.add(&a, sheet);
                sheet
            }
        };
        let tainted = a.write && self.tainted_stores.get(a.site.0 as usize) == Some(&true);
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
        let is_movable = thread.work.is_some() || thread.lane.is_some() || thread.is_task;
        let of = self.history.get(sheet);
        let owns = is_movable && thread.owns(t, of);
        if thread.work.is_some() || thread.is_task {
            // A task's own stack is as new as the task.
            if owns && (!thread.is_task || of.local) {
                self.private.access(t.0 as usize, true, &a);
            }
        } else {
            self.private.access(t.0 as usize, false, &a);
        }
        let own = owns && !thread.is_task;
        moment.choose(own);
        let mut know = thread.knowledge(self.order.clock(t));
        if own {
            // Whoever does the work has an object of his own and knows what his teams did with it.
            know.base = know.clock;
        }
        let mut world = World {
            know,
            stamps: &mut self.stamps,
            contexts: &mut self.contexts,
        };
        let (race, dependent) = self.history.access(sheet, &a, moment, &mut world, tainted);
        if let Some(earlier) = race {
            let later = moment.value();
            self.add_race(earlier, later, a);
        }
        if dependent {
            self.note_dependent(&a);
        }
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

    /// What a new thread knows and descends from, by the thread that creates it.
    fn inherit(&mut self, t: ThreadId, child: ThreadId, before: Epoch) {
        let parent = self.thread(t);
        let (work, mut known, mut lineage) = (parent.work, parent.known.clone(), parent.lineage.clone());
        match work {
            Some(work) => lineage.push((self.stamps.construct(work), work.number)),
            None => known.set(t, before.time),
        }
        if !lineage.is_empty() && !self.meets {
            let child = self.thread(child);
            child.known = known;
            child.lineage = lineage;
        }
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
        let thread = self.thread(t);
        thread.base = base;
        thread.worked = false;
    }
}

impl Sink for Watch {
    #[inline]
    fn access(&mut self, t: ThreadId, a: Access) {
        self.note(t, a);
    }

    fn allocated(&mut self, t: ThreadId, object: ObjectId, _site: Site) {
        self.history.forget(object);
        self.private.forget(t.0 as usize, object);
        if object.space().is_stack() && self.thread(t).region.is_some() {
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
    }

    fn edge(&mut self, t: ThreadId, edge: Edge) {
        if !self.deterministic {
            return;
        }
        let before = self.order.epoch(t);
        self.order.apply(t, edge);
        self.changed(t);
        if let Edge::Join(child) = edge
            && self.thread(t).is_movable()
        {
            let learned = self.order.clock(child).clone();
            self.thread(t).known.join(&learned);
        }
        if let Edge::Join(child) = edge {
            self.thread(t).leave(child);
        }
        if let Edge::Fork(child) = edge {
            let forked = child;
            let meets = self.meets;
            let parent = self.thread(t);
            if meets && (parent.worked || parent.is_movable()) {
                let why =
                    "a thread makes others where another thread of its team might have done what it did";
                self.unsuitable = Some((Site::START, why));
            }
            self.inherit(t, child, before);
            let is_task = !self.meets;
            self.forks += 1;
            self.set_concurrent(true);
            // A task knows of works what its creator's team knows; a new team knows all that its creator knows.
            let base = match is_task {
                true => self.thread(t).base.clone(),
                false => {
                    // What it does from now on is its own.
                    let mut clock = self.order.clock(child).clone();
                    let now = clock.get(child);
                    clock.set(child, now.saturating_sub(1));
                    clock
                }
            };
            let child = self.thread(child);
            child.base = base;
            child.is_task = is_task;
            if self.meets {
                let time = self.order.epoch(t).time;
                self.thread(t).start(forked, time);
            }
        }
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
        thread.work = thread.levels.iter().find_map(|level| match level {
            Level::Work(work) => Some(*work),
            _ => None,
        });
        thread.lane = thread.levels.iter().rev().find_map(|level| match level {
            Level::Lane(work) => Some(*work),
            _ => None,
        });
        if thread.work != before {
            thread.worked = true;
            if thread.lineage.is_empty() {
                thread.known = thread.base.clone();
            }
            self.private.begin(t.0 as usize);
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

    fn shapes(&mut self) -> Option<&mut Shapes> {
        Some(&mut self.loops.shapes)
    }

    fn cannot_skip(&mut self, from: Site, ever: bool) {
        self.loops.fail(from, ever);
    }
}
