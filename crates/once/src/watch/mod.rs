//! Watches the one run: clocks of the deterministic synchronisation, locks, works, and the history of memory.

mod lend;
mod nest;
mod record;

use super::dependent::Dependent;
use super::history::History;
use super::knowledge::Knowledge;
use super::lanes;
use super::lock_context::Contexts;
use super::loops::Loops;
use super::moment::Moment;
use super::private::Private;
use super::stamp::{ConstructId, Stamp, Stamps};
use super::thread::{Level, Thread, Turns, WorkId};
use super::totals::Totals;
use raceproof_engine::{Obstacle, SiteFacts};
use raceproof_machine::{
    Access, Fork, Meet, Note, ObjectId, Observer, Pointer, Shapes, Sink, Site, Skip, ThreadId, Work,
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
    /// The lanes that made them, if they are lanes of one vector loop.
    pub lanes: Option<[Work; 2]>,
}

/// When a store takes a value that depends on the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tainted {
    /// Whenever it is made.
    Always,
    /// When its thread is alone.
    Alone,
}

/// The longest access that surely writes all that it says.
const SCALAR: u32 = 16;

/// From so many threads and tasks on names of what they are made from are used again.
const MANY_FORKS: u32 = 128;

/// What is known of the places of a program before it runs.
#[derive(Debug, Default)]
pub struct Places {
    /// Whether works may be done by others than who does them: only then it matters who has which address.
    has_teams: bool,
    address_stores: Vec<bool>,
    inner: Vec<bool>,
    block_writes: Vec<bool>,
    scratch: Vec<bool>,
}

impl Places {
    /// The places of a program.
    pub fn of(facts: SiteFacts) -> Places {
        Places {
            has_teams: facts.machine.code().has_teams(),
            address_stores: facts.stores_of_addresses(),
            inner: facts.inner(),
            block_writes: facts.block_writes(),
            scratch: facts.scratch(),
        }
    }

    /// Whether a place may give an address to others to whom that matters.
    #[inline]
    fn gives_address(&self, site: Site) -> bool {
        self.has_teams && self.stores_address(site)
    }

    /// Whether a place may store an address.
    #[inline]
    fn stores_address(&self, site: Site) -> bool {
        self.address_stores.get(site.0 as usize) == Some(&true)
    }

    /// Whether a place allocates a block for the thread alone.
    fn is_scratch(&self, site: Site) -> bool {
        self.scratch.get(site.0 as usize) == Some(&true)
    }

    /// Whether an access writes all bytes that it says. A long range may stand for the rounds of a skipped loop, which need not.
    #[inline]
    fn writes_all(&self, a: &Access) -> bool {
        a.length <= SCALAR || self.block_writes.get(a.site.0 as usize) == Some(&true)
    }

    /// Whether a place is in what the runtime does for itself.
    #[inline]
    fn is_inner(&self, site: Site) -> bool {
        self.inner.get(site.0 as usize) == Some(&true)
    }
}

/// A table by place; of what is said of one place the last counts.
fn by_place<T: Copy>(all: impl Iterator<Item = (Site, T)>) -> Vec<Option<T>> {
    let all: Vec<(Site, T)> = all.collect();
    let length = all.iter().map(|(site, _)| site.0 as usize + 1).max();
    let mut table = vec![None; length.unwrap_or(0)];
    for (site, what) in all {
        table[site.0 as usize] = Some(what);
    }
    table
}

/// Watches a run.
#[derive(Default)]
pub struct Watch {
    pub order: HappensBefore,
    threads: Vec<Thread>,
    pub stamps: Stamps,
    contexts: Contexts,
    /// The vector loops that threads are in.
    lanes: lanes::Loops,
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
    /// Places that read bytes which nobody has written, in the same way: they may hold anything.
    unwritten: FxHashMap<Site, u32>,
    /// Branches that values which depend on the schedule decide, from the last runs, by their places: where their ways meet, or that they leave a loop.
    open: Vec<Option<Fork>>,
    /// What is known of places before the run.
    places: Rc<Places>,
    /// Where such stores wrote since this was last looked at, other than to the stack and the thread-local variables of their thread.
    pub given: Vec<Access>,
    /// Where a thread gave the address of something away that is private to it in a team.
    pub gives_private: Option<Site>,
    /// How many works were begun.
    works: u64,
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
    pub obstacle: Option<(Site, Obstacle)>,
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
    /// How threads combined what they collected.
    pub totals: Totals,
    /// Constructs of teams of one thread.
    pub alone: FxHashSet<(u64, u64)>,
    /// What tasks without a place know beyond what their makers did.
    retired: FxHashMap<ThreadId, VectorClock>,
}

impl Watch {
    /// Starts with what earlier runs found, and crossings of loops.
    pub(super) fn new(
        knowledge: &Knowledge,
        places: Rc<Places>,
        crossings: impl Iterator<Item = Site>,
    ) -> Watch {
        let late = knowledge.late_stores.iter().map(|site| (*site, Tainted::Alone));
        let always = knowledge.stores.iter().map(|site| (*site, Tainted::Always));
        let ways = knowledge
            .branches
            .iter()
            .map(|(site, meet)| (*site, Fork::Ways(*meet)));
        let mut watch = Watch {
            history: History::new(knowledge.memory.clone()),
            order: HappensBefore::new(),
            tainted_stores: by_place(late.chain(always)),
            open: by_place(ways.chain(crossings.map(|site| (site, Fork::Pause)))),
            places,
            ..Watch::default()
        };
        watch.stamps.turning = knowledge.turning.clone();
        watch
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

    /// Whether tasks were made.
    pub fn has_tasks(&self) -> bool {
        self.threads.iter().any(|thread| thread.is_task)
    }

    /// The number of threads that were made.
    pub fn forks(&self) -> u32 {
        self.forks
    }

    /// Reads that matter: those that were made, or followed, by concurrent threads, or may be in another schedule.
    pub fn steering_reads(&self, may_create_after: impl Fn(Site) -> bool) -> Vec<Site> {
        let mut reads = self.that_matter(&self.dependent_reads, &may_create_after);
        reads.extend(self.steering_unwritten(may_create_after));
        reads.sort_unstable();
        reads.dedup();
        reads
    }

    /// Reads of what nobody has written, in the same way.
    pub fn steering_unwritten(&self, may_create_after: impl Fn(Site) -> bool) -> Vec<Site> {
        self.that_matter(&self.unwritten, may_create_after)
    }

    /// Places that read what nobody has written.
    pub fn unwritten(&self) -> impl Iterator<Item = Site> + '_ {
        self.unwritten.keys().copied()
    }

    /// All reads of values that depend on the schedule or may be anything, and all inputs.
    pub fn all_reads(&self) -> (Vec<Site>, Vec<Site>) {
        fn sorted<'a>(places: impl Iterator<Item = &'a Site>) -> Vec<Site> {
            let mut sites: Vec<Site> = places.copied().collect();
            sites.sort_unstable();
            sites.dedup();
            sites
        }
        let reads = self.dependent_reads.keys().chain(self.unwritten.keys());
        (sorted(reads), sorted(self.inputs.keys()))
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
}

impl Sink for Watch {
    #[inline]
    fn access(&mut self, t: ThreadId, a: Access) {
        self.note(t, a);
    }

    /// One run shows one order with the other uses of the object. What seems to race with it is not confirmed, and the search looks at both.
    fn destroyed(&mut self, t: ThreadId, a: Access) {
        self.note(t, Access { atomic: false, ..a });
    }

    fn allocated(&mut self, t: ThreadId, object: ObjectId, site: Site) {
        self.private.forget(t.0 as usize, object);
        self.stamps.forget_team(object.0);
        let thread = self.thread(t);
        let (is_started, maker) = (thread.start.is_some(), thread.work_id);
        let is_inner = self.places.is_inner(site);
        let is_scratch = !object.space().is_stack() && self.places.is_scratch(site);
        let is_of_region = object.space().is_stack() && (is_started || maker.is_some());
        if !is_inner && !is_scratch && !is_of_region && self.history.defer(object, site) {
            return;
        }
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

    fn thread_local(&mut self, _t: ThreadId, object: ObjectId) {
        let sheet = self.history.sheet(object);
        let sheet = self.history.get_mut(sheet);
        (sheet.is_scratch, sheet.local) = (false, true);
    }

    /// What a task is made from is the runtime's alone: its body copies what it needs. Names that are not used twice are easier to follow, so that is for
    /// programs with many tasks.
    fn reuses(&self, object: ObjectId, site: Site) -> bool {
        let is_inner = |id| self.history.get(id).is_inner;
        self.forks >= MANY_FORKS
            && self.places.is_inner(site)
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
            self.ends.insert(site);
        }
        self.take_back(t, object);
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
            Edge::Join(child) if self.thread(child).is_retired => self.join_retired(t, child),
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
                self.obstacle = Some((Site::START, Obstacle::DeepNesting));
            }
            self.forks += 1;
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
            let known = self.unwritten.entry(site).or_insert(forks);
            *known = (*known).min(forks);
        }
    }

    fn unordered(&mut self, _t: ThreadId, site: Site) {
        // Relaxed atomics are fine as long as their values steer nothing, and that is found by the reads.
        let _ = site;
    }

    fn work(&mut self, t: ThreadId, work: Option<Work>) {
        let is_alone = work.is_some_and(|w| self.alone.contains(&(w.team, w.construct)));
        if work.is_none() {
            self.leave_behind(t);
        }
        self.works += 1;
        let id = WorkId(self.works);
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
                let lane = self.lanes.begin(t.0 as usize, depth, work);
                thread.levels.push(Level::Lane(lane));
            }
            Some(work) if work.is_shared() => thread.levels.push(Level::Work(work, id)),
            Some(_) => thread.levels.push(Level::Fixed),
        }
        thread.look();
        if thread.work != before {
            thread.turns = Turns::default();
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
            self.nested.extend(outer.into_iter().map(|l| (l, object.0)));
        } else if !thread.context.give(object.0) {
            self.obstacle = Some((Site::START, Obstacle::UnnestedLocks));
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
        let gives = |a: &Access| a.write && self.places.stores_address(a.site);
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
