//! Watches the one run: clocks of the deterministic synchronisation, locks, works, and the history of memory.

mod habit;
mod hear;
mod lend;
mod nest;
mod places;
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
use super::thread::Thread;
use super::totals::Totals;
use crate::limits;
use habit::Habits;
pub use places::Places;
use raceproof_engine::{Obstacle, Overlaps};
use raceproof_machine::{Access, ConstructName, Fork, Meet, ObjectId, Site, ThreadId, Work, World};
use raceproof_order::{Channel, HappensBefore, VectorClock};
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

/// Watches a run: who is ordered after whom, who accessed what, and what of it depends on the schedule.
#[derive(Default)]
pub struct Watch {
    /// What threads know of each other by synchronisation that holds in every schedule.
    pub order: HappensBefore,
    threads: Vec<Thread>,
    pub stamps: Stamps,
    pub locks: Locks,
    /// The vector loops that threads are in.
    lanes: lanes::Loops,
    /// What works tell each other, and who shares them.
    pub constructs: Constructs,
    pub history: History,
    private: Private,
    pub lending: Lending,
    present: Present,
    pub operation: Operation,
    before: Before,
    pub reads: Reads,
    pub races: Races,
    pub tally: Tally,
    /// Loops that were skipped.
    pub loops: Loops,
    /// Where lives of objects ended that others might still use in another schedule.
    pub ends: BTreeSet<Site>,
    /// Where `main` returned.
    pub returned: Option<Site>,
    /// What tasks without a place know beyond what their makers did.
    retired: FxHashMap<ThreadId, VectorClock>,
    /// Why one run is not enough.
    pub obstacle: Option<(Site, Obstacle)>,
}

/// What is known before the run, by place.
#[derive(Default)]
struct Before {
    /// Stores of values that depend on the schedule.
    stores: Vec<Option<Tainted>>,
    /// Branches that such values decide: where their ways meet, or that they leave a loop.
    open: Vec<Option<Fork>>,
    places: Rc<Places>,
}

/// The moment that a thread is in.
#[derive(Default)]
struct Present {
    moment: Option<Box<Moment>>,
    /// Its thread; none if something has changed since.
    thread: Option<ThreadId>,
    habits: Habits,
}

/// The operation at hand.
#[derive(Default)]
pub struct Operation {
    /// Whether its edges hold in every schedule.
    pub is_deterministic: bool,
    /// It makes a thread of a region, or the whole team knows what it knew.
    pub meets: bool,
    /// Whether works wait for each other by it.
    pub takes_turn: bool,
    /// How deep the calls of its thread are.
    pub depth: usize,
}

/// Locks that were taken.
#[derive(Default)]
pub struct Locks {
    contexts: Contexts,
    /// Pairs of which the second was taken while the first was held.
    nested: BTreeSet<(u64, u64)>,
    /// Whether a thread made others while it held one.
    pub forks_inside: bool,
    /// The bytes that threads synchronised on.
    pub overlaps: Overlaps,
    /// Late operations on such bytes that overlap with no others, as far as these are known.
    apart: Vec<Option<(ObjectId, u32, u32, Site)>>,
}

impl Locks {
    /// Keeps an operation in mind; whether its bytes overlap with others that threads synchronise on.
    fn meets_others(&mut self, a: &Access) -> bool {
        if self.apart.is_empty() {
            self.apart.resize(limits::APART, None);
        }
        let mixed = a.object.0 ^ (a.start / a.length);
        let last = &mut self.apart[mixed as usize % limits::APART];
        let now = Some((a.object, a.start, a.length, a.site));
        // Whoever overlaps with it later finds it.
        if *last == now {
            return false;
        }
        let meets = self.overlaps.add(a);
        *last = now.filter(|_| !meets);
        meets
    }
}

/// Constructs of teams.
#[derive(Default)]
pub struct Constructs {
    /// One whose works wait for each other, which was not known.
    pub turned: Option<ConstructName>,
    /// What works told others by waiting for each other.
    turns: FxHashMap<(ConstructId, Channel), VectorClock>,
    /// Those of teams of one thread.
    pub alone: FxHashSet<ConstructName>,
    /// How threads combined what they collected.
    pub totals: Totals,
}

/// Addresses that went where others see them.
#[derive(Default)]
pub struct Lending {
    /// Where addresses were stored since this was last looked at, other than to the stack and the
    /// thread-local variables of their thread.
    pub given: Vec<Access>,
    /// Where a thread gave the address of something away that is private to it in a team.
    pub gives_private: Option<Site>,
}

/// Places that got values which may be others, each with the number of threads made by then if the reader was
/// alone.
#[derive(Default)]
pub struct Reads {
    /// Values that depend on the schedule.
    pub dependent: FxHashMap<Site, u32>,
    /// Bytes which nobody has written: they may hold anything.
    unwritten: FxHashMap<Site, u32>,
    inputs: FxHashMap<Site, u32>,
    /// Calls that look at a part of the world that may be anything.
    looks: FxHashMap<Site, u32>,
    /// The parts of the world that may be anything.
    open: Vec<World>,
}

/// Races of the run.
#[derive(Default)]
pub struct Races {
    /// One for each pair of places.
    pub list: Vec<Candidate>,
    pairs: FxHashSet<(Site, Site)>,
}

/// How much there was.
#[derive(Default)]
pub struct Tally {
    /// Works that were begun.
    works: u64,
    /// Threads that were made.
    forks: u32,
    /// Whether more than one thread is alive.
    is_concurrent: bool,
    pub accesses: u64,
    /// Accesses that wrote and were not atomic.
    pub writes: u64,
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
            before: Before {
                stores: by_place(late.chain(always)),
                open: by_place(ways.chain(crossings.map(|site| (site, Fork::Pause)))),
                places,
            },
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
        let is_open = |(site, meet): &(Site, Meet)| {
            self.before.open.get(site.0 as usize) == Some(&Some(Fork::Ways(*meet)))
        };
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
        let mut left = self.locks.nested.clone();
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
        self.tally.forks
    }

    /// Reads that matter: those that were made, or followed, by concurrent threads, or may be in another
    /// schedule.
    pub fn steering_reads(&self, may_create_after: impl Fn(Site) -> bool) -> Vec<Site> {
        let mut reads = self.that_matter(&self.reads.dependent, &may_create_after);
        reads.extend(self.steering_unwritten(may_create_after));
        reads.sort_unstable();
        reads.dedup();
        reads
    }

    /// Reads of what nobody has written, in the same way.
    pub fn steering_unwritten(&self, may_create_after: impl Fn(Site) -> bool) -> Vec<Site> {
        self.that_matter(&self.reads.unwritten, may_create_after)
    }

    /// Places that read what nobody has written.
    pub fn unwritten(&self) -> impl Iterator<Item = Site> + '_ {
        self.reads.unwritten.keys().copied()
    }

    /// All reads of values that depend on the schedule or may be anything, and all inputs.
    pub fn all_reads(&self) -> (Vec<Site>, Vec<Site>) {
        fn sorted<'a>(places: impl Iterator<Item = &'a Site>) -> Vec<Site> {
            let mut sites: Vec<Site> = places.copied().collect();
            sites.sort_unstable();
            sites.dedup();
            sites
        }
        let reads = self.reads.dependent.keys().chain(self.reads.unwritten.keys());
        let inputs = self.reads.inputs.keys().chain(self.reads.looks.keys());
        (sorted(reads), sorted(inputs))
    }

    /// Inputs that matter, in the same way.
    pub fn steering_inputs(&self, may_create_after: impl Fn(Site) -> bool) -> Vec<Site> {
        let mut inputs = self.that_matter(&self.reads.inputs, &may_create_after);
        inputs.extend(self.that_matter(&self.reads.looks, may_create_after));
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    /// These parts of the world may be anything.
    pub(super) fn open_to(&mut self, world: &[World]) {
        self.reads.open = world.to_vec();
    }

    fn that_matter(
        &self,
        places: &FxHashMap<Site, u32>,
        may_create_after: impl Fn(Site) -> bool,
    ) -> Vec<Site> {
        let mut sites: Vec<Site> = places
            .iter()
            .filter(|(site, forks)| **forks < self.tally.forks || may_create_after(**site))
            .map(|(s, _)| *s)
            .collect();
        sites.sort_unstable();
        sites
    }

    /// Whether threads got inputs.
    pub fn has_inputs(&self) -> bool {
        !self.reads.inputs.is_empty()
    }

    /// A thread gets an input.
    pub fn note_input(&mut self, site: Site) {
        let forks = self.forks_now();
        let known = self.reads.inputs.entry(site).or_insert(forks);
        *known = (*known).min(forks);
    }

    /// Says whether other threads are alive, or have been without the one that goes on knowing what they did.
    pub fn set_concurrent(&mut self, concurrent: bool) {
        if self.tally.is_concurrent != concurrent {
            self.present.habits.renew();
        }
        self.tally.is_concurrent = concurrent;
        self.history.uses.set_forks(self.forks_now());
    }

    fn forks_now(&self) -> u32 {
        if self.tally.is_concurrent {
            0
        } else {
            self.tally.forks
        }
    }
}
