//! The engine that decides by one run.
//!
//! Where no branch, address or bound depends on a value whose order of update is up to the schedule, every thread does the same
//! accesses in every schedule. Then one run shows all accesses, and two of them race exactly if they conflict, are not ordered by the
//! synchronisation that holds in every schedule (creation, join, barriers, tasks, ordered regions), and can happen at the same time in
//! spite of the locks held: lock contexts with acquisition histories tell, see [`lock_context`].
//!
//! Works (iterations, sections, single blocks) whose thread the program leaves open have identities of their own, see [`stamp`]: one run covers
//! every mapping. That needs works that do the same whoever does them: what belongs to a thread (its number, its private variables, what it left
//! behind in them after other works) must not steer control or an address in them, see [`Machine::work_view`] and [`private`]. What threads collect in registers and
//! combine afterwards is no such thing, see [`totals`].
//!
//! Values that depend on the schedule are found in the run itself: a granule that conflicting accesses reach without order (kept apart by a
//! lock or atomic) has such a value, and so has whatever is computed from it; see [`SiteFacts::influence`]. If one of them steers control or an
//! address, or a kind of synchronisation occurs that this reasoning does not cover (semaphores, condition variables, read-write locks, tries, locks
//! held across barriers or not released in order), one run is not enough, and the outcome says so: a search is to follow.
//!
//! Updates that commute leave no such value for whoever comes after all of them, see [`history`] and [`SiteFacts::updates`].
//!
//! A branch that such a value decides does no harm if its ways soon meet again and only compute, load and store before that. Then what both ways may
//! access is told at the branch, in every round of the run that knows the branch ([`raceproof_machine::Meet`]): in any schedule the thread goes one of these
//! ways, under the same locks and at the same time of its clock, and goes on from the meeting point with the same registers but for those assigned on
//! the ways, whose values depend on the schedule from then on, as do all bytes that a way may store to. So the accesses told are at least those of any schedule. One that
//! races with them is a candidate as any other; one that cannot happen is not confirmed, and one run is not enough.
//!
//! A loop that such a value ends does no harm either if its rounds do the same whatever those values are, see [`rounds`].
//!
//! Inputs are taken as their smallest or 0 and count as values that depend on the schedule: where they steer nothing, the run tells what happens with
//! any of them. So do bytes that are read before anybody wrote them.
//!
//! A race found so is a candidate until a schedule for it has been replayed.
//!
//! SOUNDNESS: same-accesses

mod circle;
mod cross;
mod dependent;
mod direct;
mod engine;
mod follow;
mod history;
mod judge;
mod lanes;
pub mod lock_context;
mod loops;
mod moment;
mod private;
mod rounds;
mod run;
mod stamp;
mod thread;
mod totals;
mod uses;
mod watch;

use dependent::Dependent;
pub use engine::Once;
use raceproof_engine::{Accumulator, Budget, Finding, Influence, Limit, Outcome, SiteFacts};
use raceproof_flow::Facts;
use raceproof_machine::{Fault, Machine, Schedule, Site};
use rounds::Rounds;
use run::Run;
use rustc_hash::{FxHashMap, FxHashSet};
use stamp::Turning;
use std::rc::Rc;
use watch::{Places, Watch};

/// How often the program is run with what is known of values that depend on the schedule.
const ROUNDS: u32 = 9;

/// Steps and accesses of a run that is not made again without need.
const LONG: u64 = 1 << 20;

/// What one run told.
#[derive(Debug)]
enum Decision {
    /// It decides: a race, or none in any schedule; or there is something that it cannot get past.
    Decided(Outcome),
    /// It does not, for what happens at this place.
    Undecided {
        /// Where one run stopped being enough.
        site: Site,
        /// Why.
        why: &'static str,
        /// A defect that leaves the rest of the program undefined, met with some inputs before there were threads.
        defect: Option<Box<Fault>>,
    },
}

impl Decision {
    fn undecided(site: Site, why: &'static str) -> Decision {
        Decision::Undecided {
            site,
            why,
            defect: None,
        }
    }
}

/// What commutes in a program.
struct Updates {
    /// By place, the class of the update that it belongs to.
    classes: Rc<Vec<u8>>,
    accumulators: Vec<Accumulator>,
}

/// Runs the program once and decides if that is possible; if not, the outcome has the limit [`Limit::OneRun`]. A defect that comes with it was met with
/// some inputs before there were threads, and leaves the rest of the program undefined for these.
///
/// With `all` races are looked for beyond the first.
pub fn check(machine: &Machine, budget: &Budget, all: bool) -> Outcome {
    match run(machine, budget, all) {
        Decision::Decided(mut outcome) => {
            outcome.by_identities = true;
            outcome
        }
        Decision::Undecided { site, why, defect } => {
            let mut outcome = Outcome::default();
            outcome.limit(Limit::OneRun(site, why));
            if let Some(defect) = defect {
                outcome.limit(Limit::Undefined(defect.site));
                outcome.findings.push(Finding::Fault(defect, Schedule::default()));
            }
            outcome
        }
    }
}

/// What updates of one class leave does not depend on their order, see [`history`], but how many there are may depend on the size of a team. So that
/// is only made use of where there is no answer otherwise.
fn run(machine: &Machine, budget: &Budget, all: bool) -> Decision {
    let facts = Facts::new(machine.code().program());
    let facts = SiteFacts::new(machine, &facts);
    let accumulators = facts.accumulators();
    let mut updates = facts.updates();
    totals::mark(&mut updates, &accumulators);
    let updates = Updates {
        classes: Rc::new(updates),
        accumulators,
    };
    let mut has_updates = false;
    let again = |has_updates: &mut bool| decide(facts, budget, all, &updates, has_updates);
    let answer = again(&mut has_updates);
    if !has_updates {
        return answer;
    }
    match answer {
        Decision::Undecided { defect: None, .. } => match again(&mut has_updates) {
            Decision::Decided(mut outcome) => {
                outcome.by_totals = true;
                Decision::Decided(outcome)
            }
            other => other,
        },
        Decision::Decided(mut outcome) if outcome.unseen.is_some() => {
            if let Decision::Decided(more) = again(&mut has_updates)
                && more.is_complete()
                && more.findings.is_empty()
            {
                outcome.unseen = more.unseen;
            }
            Decision::Decided(outcome)
        }
        answer => answer,
    }
}

/// Decides by one run. `has_updates` says whether the order of updates of one class is taken to leave no trace, and gets whether there are any.
fn decide(
    facts: SiteFacts,
    budget: &Budget,
    all: bool,
    updates: &Updates,
    has_updates: &mut bool,
) -> Decision {
    let mut rounds = Rounds::default();
    let mut found = *has_updates;
    loop {
        let updates = (updates, *has_updates);
        let answer = attempt(facts, budget, all, updates, &mut rounds, &mut found);
        if matches!(answer, Decision::Decided(_)) || !rounds.change() {
            *has_updates = found;
            return answer;
        }
    }
}

/// The same with loops that are left after any number of rounds; more of these may be found. The classes of updates come with whether their order is taken
/// to leave no trace, and `has_updates` gets whether there are any.
fn attempt(
    facts: SiteFacts,
    budget: &Budget,
    all: bool,
    (updates, trusts_updates): (&Updates, bool),
    rounds: &mut Rounds,
    has_updates: &mut bool,
) -> Decision {
    let mut tainted = FxHashSet::default();
    let mut late_stores = FxHashSet::default();
    let mut known = Dependent::default();
    let mut open = FxHashMap::default();
    // Each round knows more memory whose value depends on the schedule, and more stores of such values; a few rounds reach the
    // fixpoint. A program without locks and atomics needs one.
    // A run that leaves loops early skips none: being clean is not all that is asked of it.
    let mut skipping = rounds.is_empty();
    let places = Rc::new(Places::of(facts));
    let mut turning = Turning::default();
    let mut left = ROUNDS;
    let mut unseen = None;
    while left > 0 {
        if rounds.has_ways() {
            known.merge_by_place();
        }
        let mut watch = Watch::new(&tainted, &late_stores, known.clone(), places.clone());
        watch.history.limit(budget.memory());
        watch.history.classify(updates.classes.clone(), trusts_updates);
        watch.open(&open, rounds.sites());
        let mut run = Run::new(facts, budget, watch);
        run.rounds = std::mem::take(rounds);
        run.rounds.begin();
        run.is_patient = all;
        run.watch.loops.allowed = skipping;
        run.watch.stamps.turning = turning.clone();
        let mut outcome = Outcome::default();
        if trusts_updates {
            totals::begin(&mut run.own, &updates.accumulators);
        }
        run.go(&mut outcome);
        if trusts_updates {
            totals::settle(&mut run.own, &updates.accumulators, &run.watch.totals);
        }
        *rounds = std::mem::take(&mut run.rounds);
        *has_updates |= run.watch.history.has_updates;
        if let Some(construct) = run.watch.turned {
            turning.add(construct);
            continue;
        }
        skipping = false;
        if let Some(crossing) = run.crossing.take() {
            rounds.add(crossing);
            left = ROUNDS;
            continue;
        }
        left -= 1;
        outcome.forks_in_lock = run.watch.forks_in_lock;
        outcome.stats.executions = 1;
        outcome.stats.states = 1;
        outcome.unwritten.extend(run.watch.unwritten());
        if let Some(witness) = run.shown.take() {
            outcome.findings.push(Finding::Race(Box::new(witness)));
            return Decision::Decided(outcome);
        }
        if run.watch.loops.skipped {
            if run.is_clean(&outcome) || outcome.limits.iter().any(|l| matches!(l, Limit::Exhausted(_))) {
                return Decision::Decided(outcome);
            }
            // What it met may be a race all the same: a replay tells, and saves another long run.
            let is_long = run.steps + run.watch.accesses > LONG;
            run.rest();
            if is_long
                && !all
                && !run.astray
                && let Some(race) = run.watch.races.first()
                && let Some(witness) = run.confirm(race)
            {
                outcome.findings.push(Finding::Race(Box::new(witness)));
                return Decision::Decided(outcome);
            }
            continue;
        }
        if !run.watch.races.is_empty() {
            run.rest();
            for race in &run.watch.races {
                if let Some(witness) = run.confirm(race) {
                    outcome.findings.push(Finding::Race(Box::new(witness)));
                    if !all {
                        break;
                    }
                }
            }
            if outcome.has_race() {
                return Decision::Decided(outcome);
            }
            rounds.is_in_doubt = true;
            let why = "accesses that seem to race could not be brought together";
            return Decision::undecided(run.watch.races[0].access.site, why);
        }
        if !outcome.limits.is_empty() {
            return Decision::Decided(outcome);
        }
        if let Some((site, why)) = run.watch.unsuitable {
            let defect = run.defect;
            return Decision::Undecided { site, why, defect };
        }
        if let Some(site) = run.differing_synchronisation(rounds) {
            let why = "rounds of a loop leave something that threads synchronise by in different states";
            return Decision::undecided(site, why);
        }
        if let Some(site) = rounds.unseen().filter(|_| !rounds.is_enough && !rounds.news) {
            let why = "a value that depends on the schedule ends a loop that has one round";
            return Decision::undecided(site, why);
        }
        if let Some(site) = run.untimely_end() {
            let why = "the life of an object may end before others are done with it";
            return Decision::undecided(site, why);
        }
        if run.watch.has_lock_cycle() {
            let why = "locks are taken in a circle, so threads may wait for each other for ever";
            return Decision::undecided(Site::START, why);
        }
        // What one way leaves may matter on another, so that all must know it.
        if !rounds.news
            && !rounds.is_enough
            && !rounds.has_ways()
            && !rounds.is_collective()
            && follow::steers_nothing(facts, &run.watch, &run.own, &rounds.crossings)
            && follow::fails_nothing(facts, &run.watch, &run.own, &rounds.crossings, &run.state)
        {
            if rounds.is_done() {
                outcome.unseen = unseen;
                return Decision::Decided(outcome);
            }
            left = ROUNDS;
            continue;
        }
        let dependent = run.watch.dependent();
        let news = dependent != known || rounds.news;
        known = dependent;
        let (reads, inputs) = run.steering();
        // Where nobody runs beside it, a value can do no harm but to be an address or to make something fail.
        let (all_reads, all_inputs) = run.watch.all_reads();
        let late = facts.late(
            (&all_reads, &all_inputs),
            &run.own,
            &rounds.crossings,
            (&run.state, run.watch.returned),
            |site| run.watch.history.uses.has_store(site),
        );
        match facts.influence(&reads, &inputs, &run.own, &rounds.crossings) {
            Influence::Steers(site) => {
                if let Some(crossing) = facts.crossing(site).filter(|o| rounds.takes(o)) {
                    rounds.add(crossing);
                    left = ROUNDS;
                    continue;
                }
                let why = "a value that depends on the schedule steers control or an address";
                return Decision::undecided(site, why);
            }
            Influence::Stores { stores, branches } => {
                if let Some(site) = late.steers {
                    let why = "a value that depends on the schedule is an address or a size";
                    return Decision::undecided(site, why);
                }
                let stores: FxHashSet<Site> = stores.into_iter().collect();
                let late_now: FxHashSet<Site> = late.stores.into_iter().collect();
                if !news
                    && !rounds.is_enough
                    && stores.is_subset(&tainted)
                    && late_now.is_subset(&late_stores)
                    && run.watch.has_told(&branches)
                {
                    if let Some(site) = rounds.unsteady(facts, (&reads, &inputs), &run.own) {
                        rounds.is_beside = true;
                        let why = "threads beside each other may go different ways";
                        return Decision::undecided(site, why);
                    }
                    unseen = unseen.or(late.fails);
                    if rounds.is_done() {
                        outcome.unseen = unseen;
                        return Decision::Decided(outcome);
                    }
                    left = ROUNDS;
                    continue;
                }
                rounds.is_unclean();
                tainted.extend(stores);
                late_stores.extend(late_now);
                open.extend(branches);
            }
        }
    }
    let why = "too many rounds were needed to follow values that depend on the schedule";
    Decision::undecided(Site::START, why)
}
