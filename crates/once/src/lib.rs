//! The engine that decides by one run.
//!
//! Where no branch, address or bound depends on a value whose order of update is up to the schedule, every
//! thread does the same accesses in every schedule. Then one run shows all accesses, and two of them race
//! exactly if they conflict, are not ordered by the synchronisation that holds in every schedule (creation,
//! join, barriers, tasks, ordered regions), and can happen at the same time in spite of the locks held: lock
//! contexts with acquisition histories tell, see [`lock_context`].
//!
//! Works (iterations, sections, single blocks) whose thread the program leaves open have identities of their
//! own, see [`stamp`]: one run covers every mapping. That needs works that do the same whoever does them:
//! what belongs to a thread (its number, its private variables, what it left behind in them after other
//! works) must not steer control or an address in them, see [`Machine::work_view`] and [`private`]. What
//! threads collect in registers and combine afterwards is no such thing, see [`totals`].
//!
//! Values that depend on the schedule are found in the run itself: a granule that conflicting accesses reach
//! without order (kept apart by a lock or atomic) has such a value, and so has whatever is computed from it;
//! see [`SiteFacts::influence`]. If one of them steers control or an address, or a kind of synchronisation
//! occurs that this reasoning does not cover (semaphores, condition variables, read-write locks, tries, locks
//! held across barriers or not released in order), one run is not enough, and the outcome says so: a search
//! is to follow.
//!
//! Updates that commute leave no such value for whoever comes after all of them, see [`history`] and
//! [`SiteFacts::updates`].
//!
//! A branch that such a value decides does no harm if its ways soon meet again and only compute, load and
//! store before that. Then what both ways may access is told at the branch, in every round of the run that
//! knows the branch ([`raceproof_machine::Meet`]): in any schedule the thread goes one of these ways, under
//! the same locks and at the same time of its clock, and goes on from the meeting point with the same
//! registers but for those assigned on the ways, whose values depend on the schedule from then on, as do all
//! bytes that a way may store to. So the accesses told are at least those of any schedule. One that races
//! with them is a candidate as any other; one that cannot happen is not confirmed, and one run is not enough.
//!
//! A loop that such a value ends does no harm either if its rounds do the same whatever those values are, see
//! [`rounds`].
//!
//! Inputs are taken as their smallest or 0 and count as values that depend on the schedule: where they steer
//! nothing, the run tells what happens with any of them. So do bytes that are read before anybody wrote them,
//! and what calls find in parts of the world that may be anything ([`Config::open`], [`given`]).
//!
//! A race found so is a candidate until a schedule for it has been replayed.
//!
//! A run is made again as long as runs find out more that the next one has to know ([`Knowledge`]); what is
//! made of each is a list of [`rules`].
//!
//! SOUNDNESS: same-accesses

mod circle;
mod cross;
mod dependent;
mod direct;
mod engine;
mod entry;
mod follow;
mod given;
mod granule;
mod history;
mod judge;
mod knowledge;
mod lanes;
pub mod limits;
pub mod lock_context;
mod loops;
mod moment;
mod private;
mod rounds;
mod rules;
mod run;
mod stamp;
mod thread;
mod totals;
mod uses;
mod watch;

pub use engine::Once;
use given::Given;
use knowledge::Knowledge;
use raceproof_engine::{Accumulator, Budget, Finding, Limit, Obstacle, Outcome, Overlaps, SiteFacts};
use raceproof_flow::Facts;
#[cfg(doc)]
use raceproof_machine::Config;
use raceproof_machine::{Fault, Machine, Schedule, Site};
use rounds::Rounds;
pub use rules::names as rules;
use rules::{Review, Ruling};
use run::Run;
use std::rc::Rc;
use watch::{Places, Watch};

/// What one run told.
#[derive(Debug)]
pub struct Decision {
    /// The rule that had an answer after each run; the last one decided.
    pub rules: Vec<&'static str>,
    /// Its findings and limits, [`Limit::OneRun`] if one run does not decide.
    pub outcome: Outcome,
}

impl Decision {
    /// One run decides: a race, or none in any schedule; or there is something that it cannot get past.
    fn decided(rules: Vec<&'static str>, mut outcome: Outcome) -> Decision {
        outcome.by_identities = true;
        Decision { rules, outcome }
    }

    /// One run does not decide, for what happens at this place. The defect was met with some inputs before
    /// there were threads, and leaves the rest of the program undefined for these.
    fn undecided(
        rules: Vec<&'static str>,
        site: Site,
        obstacle: Obstacle,
        defect: Option<Box<Fault>>,
    ) -> Decision {
        let mut outcome = Outcome::default();
        outcome.limit(Limit::OneRun(site, obstacle));
        if let Some(defect) = defect {
            outcome.limit(Limit::Undefined(defect.site));
            outcome.findings.push(Finding::Fault(defect, Schedule::default()));
        }
        Decision { rules, outcome }
    }

    fn is_decided(&self) -> bool {
        self.outcome.beyond_one_run().is_none()
    }
}

/// Runs the program once and decides if that is possible; if not, the outcome has the limit
/// [`Limit::OneRun`]. A defect that comes with it was met with some inputs before there were threads, and
/// leaves the rest of the program undefined for these.
///
/// With `all` races are looked for beyond the first.
pub fn check(machine: &Machine, budget: &Budget, all: bool) -> Outcome {
    decide(machine, budget, all).outcome
}

/// The same, and by which rules.
///
/// What updates of one class leave does not depend on their order, see [`history`], but how many there are
/// may depend on the size of a team. So that is only made use of where there is no answer otherwise.
pub fn decide(machine: &Machine, budget: &Budget, all: bool) -> Decision {
    let facts = Facts::new(machine.code().program());
    let question = Question::new(SiteFacts::new(machine, &facts), budget, all);
    let (first, has_updates) = question.decide(false);
    if !has_updates {
        return first;
    }
    let again = || question.decide(true).0;
    let Decision { rules, mut outcome } = first;
    if outcome.beyond_one_run().is_some() && outcome.findings.is_empty() {
        let mut second = again();
        second.outcome.by_totals = second.is_decided();
        return second;
    }
    if outcome.unseen.is_some() {
        let more = again().outcome;
        if more.is_complete() && more.findings.is_empty() {
            outcome.unseen = more.unseen;
        }
    }
    Decision { rules, outcome }
}

/// A program, and what is asked and known of it before any run.
struct Question<'m, 'p> {
    facts: SiteFacts<'m, 'p>,
    budget: &'m Budget,
    /// Whether races are looked for beyond the first.
    all: bool,
    /// By place, the class of the update that it belongs to.
    classes: Rc<Vec<u8>>,
    accumulators: Vec<Accumulator>,
    places: Rc<Places>,
    /// What of the arguments and variables may be anything.
    given: Given,
}

impl<'m, 'p> Question<'m, 'p> {
    fn new(facts: SiteFacts<'m, 'p>, budget: &'m Budget, all: bool) -> Question<'m, 'p> {
        let accumulators = facts.accumulators();
        let mut classes = facts.updates();
        totals::mark(&mut classes, &accumulators);
        Question {
            facts,
            budget,
            all,
            classes: Rc::new(classes),
            accumulators,
            places: Rc::new(Places::of(facts)),
            given: Given::of(facts.machine),
        }
    }

    /// Decides by one run. Comes with whether there are updates that commute; `trusts_updates` says whether
    /// their order is taken to leave no trace.
    fn decide(&self, trusts_updates: bool) -> (Decision, bool) {
        let mut rounds = Rounds::with(self.given.registers.clone());
        let mut has_updates = trusts_updates;
        loop {
            let decision = self.attempt(trusts_updates, &mut rounds, &mut has_updates);
            if decision.is_decided() || !rounds.change() {
                return (decision, has_updates);
            }
        }
    }

    /// The same with loops that are left after any number of rounds; more of these may be found.
    ///
    /// Each run knows more memory whose value depends on the schedule, and more stores of such values; a few
    /// runs reach the fixpoint. A program without locks and atomics needs one.
    fn attempt(&self, trusts_updates: bool, rounds: &mut Rounds, has_updates: &mut bool) -> Decision {
        let mut knowledge = Knowledge {
            memory: self.given.memory.clone(),
            ..Knowledge::default()
        };
        // A run that leaves loops early skips none: being clean is not all that is asked of it.
        let mut skips = rounds.is_empty();
        let mut left = limits::RUNS.count();
        let mut rules = Vec::new();
        while left > 0 {
            if rounds.has_ways() {
                knowledge.memory.merge_by_place();
            }
            let (run, outcome) = self.run(trusts_updates, skips, rounds, &knowledge);
            *has_updates |= run.watch.history.has_updates;
            let mut review = Review::new(run, outcome, rounds, &mut knowledge, self.all);
            let (rule, ruling) = review.decide();
            rules.push(rule);
            match ruling {
                Ruling::Decided => return Decision::decided(rules, review.outcome),
                Ruling::Undecided(site, obstacle) => {
                    return Decision::undecided(rules, site, obstacle, review.defect);
                }
                Ruling::Pass | Ruling::Repeat => continue,
                Ruling::More => left -= 1,
                Ruling::Anew => left = limits::RUNS.count(),
            }
            skips = false;
        }
        Decision::undecided(rules, Site::START, Obstacle::ManyRuns, None)
    }

    /// Makes a run with what is known.
    fn run(
        &self,
        trusts_updates: bool,
        skips: bool,
        rounds: &mut Rounds,
        knowledge: &Knowledge,
    ) -> (Run<'_, 'p>, Outcome) {
        let mut watch = Watch::new(knowledge, self.places.clone(), rounds.sites());
        watch.history.limit(self.budget.memory());
        watch.history.classify(self.classes.clone(), trusts_updates);
        watch.locks.overlaps = Overlaps::new(self.facts.machine.code());
        watch.loops.allowed = skips;
        watch.open_to(&self.facts.machine.config().open);
        let mut run = Run::new(self.facts, self.budget, watch);
        run.rounds = std::mem::take(rounds);
        run.rounds.begin();
        run.is_patient = self.all;
        let mut outcome = Outcome::default();
        if trusts_updates {
            totals::begin(&mut run.own, &self.accumulators);
        }
        run.go(&mut outcome);
        if trusts_updates {
            totals::settle(&mut run.own, &self.accumulators, &run.watch.constructs.totals);
        }
        *rounds = std::mem::take(&mut run.rounds);
        (run, outcome)
    }
}
