//! What an engine gives back.

use crate::argument::Arguments;
use crate::{Exhausted, Obstacle, SiteFacts, Tried};
use raceproof_flow::Facts;
use raceproof_ir::Span;
use raceproof_machine::{Config, Fault, Gap, Machine, Note, Schedule, Site, ThreadId, Witness, World};
use std::collections::BTreeSet;

/// What a search found, how far it got and what it cost.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Defects, races first found first.
    pub findings: Vec<Finding>,
    /// What was not covered; a search without limits covered everything.
    pub limits: Vec<Limit>,
    /// What it cost.
    pub stats: Stats,
    /// A place that may fail in another order of events, though none has a race. That was not explored.
    pub unseen: Option<Site>,
    /// One run was enough, because works whose thread is open have identities of their own.
    pub by_identities: bool,
    /// One run was enough because the order of updates that commute leaves no trace in what steers the
    /// program. How many there are may depend on the size of a team.
    pub by_totals: bool,
    /// One run was enough whichever way is taken at these branches, which values of the schedule or inputs
    /// decide.
    pub either_way: Vec<Site>,
    /// A thread made others while it held a lock, which it may take or give back otherwise than they do.
    pub forks_in_lock: bool,
    /// What it takes for granted, where it is a proof for each thread alone.
    pub needs: Needs,
    /// Places that read bytes which nobody has written.
    pub unwritten: Unwritten,
    /// How it was found, where an engine has several ways.
    pub how: Option<How>,
    /// The world in which the findings were made, where parts of it were free and the engine chose them.
    pub config: Option<Box<Config>>,
    /// Why each shared object does not race, where an engine has an argument for each.
    pub arguments: Option<Box<Arguments>>,
    /// What runs have shown of the aims that were given; nothing if there were no such runs.
    pub tried: Vec<Tried>,
}

/// What a proof for each thread alone takes for granted, beyond what all of them do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// No loop that threads share has 2^63 iterations or more.
    pub short_loops: bool,
    /// Sums and products of numbers with a sign do not overflow, where they pick elements.
    pub exact_sums: bool,
    /// Fewer than 2^31 threads take a number from a counter of 32 bits and do not use it.
    pub few_tickets: bool,
    /// No index leaves an array that is a member of a structure or a row.
    pub whole_arrays: bool,
}

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By one execution of a structured program of tasks.
    Structured,
    /// By one execution: whatever the schedule decides changes no access.
    OneRun,
    /// By all computation graphs.
    Graphs,
    /// By each thread alone, provided that no access leaves its object or comes after its end and no thread
    /// gives up a lock of another.
    EachAlone,
    /// By the program's text: no second thread can be started.
    OneThread,
}

/// Places that read bytes which nobody has written. The machine finds zeros there; a program may find
/// anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unwritten(BTreeSet<Site>);

impl Unwritten {
    /// Keeps the place of a note that is about such a read.
    #[cold]
    pub fn add(&mut self, note: Note, site: Site) {
        if note == Note::UninitialisedRead && site != Site::START {
            self.0.insert(site);
        }
    }

    /// Keeps places that others have met.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Site>) {
        self.0.extend(others);
    }

    /// The places.
    pub fn sites(&self) -> impl Iterator<Item = Site> + '_ {
        self.0.iter().copied()
    }
}

/// A defect of the program.
#[derive(Clone, Debug)]
pub enum Finding {
    /// Two accesses, confirmed by replay.
    Race(Box<Witness>),
    /// A defect of one thread, and a schedule that leads to it.
    Fault(Box<Fault>, Schedule),
    /// These threads wait for each other for ever, each at its place.
    Deadlock(Vec<(ThreadId, Site)>, Schedule),
}

impl Finding {
    /// Whether this is a race.
    pub fn is_race(&self) -> bool {
        matches!(self, Finding::Race(_))
    }
}

/// Why a search does not cover everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// It reached something that raceproof does not know.
    Gap(Box<Gap>),
    /// Threads observe each other at this place without being ordered by it, which this engine's theory does
    /// not cover.
    Unordered(Site),
    /// Too many values of a nondeterministic choice: only some were tried.
    Sampled(Site),
    /// Which thread does the works of this construct is up to the implementation; there are many mappings,
    /// and only one was explored.
    Mapping(Site),
    /// What the program does after this defect is undefined: it was not followed.
    Undefined(Site),
    /// What is read here may be anything, and only zeros were tried.
    Unwritten(Site),
    /// The life of an object may end here before others are done with it: another engine may show how.
    Ending(Site),
    /// These two accesses could not be shown to be ordered. They need not race.
    Unproved(Span, Span),
    /// The argument of a proof was refuted by what runs do at these places.
    Refuted(Site, Site, String),
    /// This is more than a proof for each thread alone can say something about.
    Refused(Span, String),
    /// One run does not tell about all schedules, for what happens at this place.
    OneRun(Site, Obstacle),
    /// What is found in these parts of the world may be anything, and only one was tried.
    World(Vec<World>),
    /// These two accesses race, if a function that nobody defines makes one of them.
    Assumed(Site, Site),
    /// There never was a second thread: the program ended here.
    NoThread(Site),
    /// Only a few runs were looked at.
    FewRuns,
    /// The budget.
    Exhausted(Exhausted),
    /// A limit of our own on what the engine may use, by its name.
    Cut(Exhausted, String),
    /// The program is too large for this engine.
    TooLarge(String),
    /// Other workers of the search cannot be heard any more, for this reason; what they had to tell is
    /// missing.
    Lost(String),
    /// A race was seen that replay did not confirm: a defect of raceproof.
    Unconfirmed(Site, Site),
}

/// What a search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Stored states.
    pub states: u64,
    /// Complete executions (paths to an end).
    pub executions: u64,
    /// Turns taken.
    pub turns: u64,
    /// Operations executed.
    pub steps: u64,
    /// Bytes of the state store.
    pub bytes: u64,
    /// Variables of the formula, if the search was for a solution of one.
    pub variables: u64,
    /// Its clauses.
    pub clauses: u64,
    /// Microseconds spent in the solver.
    pub solver_time: u64,
    /// Rounds that the formula has.
    pub rounds: u64,
    /// How often it follows loops.
    pub unwind: u64,
}

impl Outcome {
    /// Whether a race was found.
    pub fn has_race(&self) -> bool {
        self.findings.iter().any(Finding::is_race)
    }

    /// Whether all that was asked for was covered.
    pub fn is_complete(&self) -> bool {
        self.limits.is_empty()
    }

    /// Whether there is a race; none if the search is not conclusive.
    pub fn verdict(&self) -> Option<bool> {
        match self.has_race() {
            true => Some(true),
            false => self.is_complete().then_some(false),
        }
    }

    /// Where and why the one run that was made does not tell about all schedules.
    pub fn beyond_one_run(&self) -> Option<(Site, Obstacle)> {
        self.limits.iter().find_map(|limit| match limit {
            Limit::OneRun(site, why) => Some((*site, *why)),
            _ => None,
        })
    }

    /// Hears from a search what may fail in other orders of events. It is known if the search was complete.
    pub fn hear(&mut self, search: Outcome) {
        if search.has_race() {
            *self = search;
            return;
        }
        if search.is_complete() {
            self.unseen = None;
        }
        self.unwritten.extend(search.unwritten.sites());
        for limit in search.limits {
            if matches!(limit, Limit::Undefined(_) | Limit::Gap(_)) {
                self.limit(limit);
            }
        }
        for found in search.findings {
            let is_known = self.findings.iter().any(|known| match (known, &found) {
                (Finding::Fault(a, _), Finding::Fault(b, _)) => a.site == b.site,
                (Finding::Deadlock(..), Finding::Deadlock(..)) => true,
                _ => false,
            });
            if !is_known {
                self.findings.push(found);
            }
        }
    }

    /// A search that took bytes which nobody has written as zeros covers everything only if their values make
    /// no difference.
    pub fn settle_unwritten(&mut self, machine: &Machine) {
        let reads: Vec<Site> = self.unwritten.sites().collect();
        if reads.is_empty() || self.has_race() {
            return;
        }
        let facts = Facts::new(machine.code().program());
        let facts = SiteFacts::new(machine, &facts);
        if !facts.reads_matter(&reads) {
            return;
        }
        let alone = reads.iter().find(|site| facts.reads_matter(&[**site]));
        self.limit(Limit::Unwritten(*alone.unwrap_or(&reads[0])));
    }

    /// Adds a limit unless it is there.
    pub fn limit(&mut self, limit: Limit) {
        if !self.limits.contains(&limit) {
            self.limits.push(limit);
        }
    }
}
