//! What is made of a run that is over: rules, asked in their order until one has an answer.
//!
//! The order is part of the proof. Rules that ask for another run because this one did not know enough come
//! before those that take it for what every schedule does. A race counts whatever else the run met, for a
//! replay has confirmed it. Obstacles come before the question what values that depend on the schedule reach,
//! because that question is about a run that is complete and whose accesses are ordered as the theory says.
//!
//! Each rule has a program of its own in `tests/ir/once`, which names it.

use super::follow;
use super::knowledge::Knowledge;
use super::rounds::Rounds;
use super::run::Run;
use crate::limits;
use raceproof_engine::condition;
use raceproof_engine::{Finding, Influence, Limit, Obstacle, Outcome};
use raceproof_machine::{Fault, Meet, Site};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What a rule says of a run.
pub(super) enum Ruling {
    /// It has no answer.
    Pass,
    /// The outcome is the answer.
    Decided,
    /// One run is not enough, for what happens at this place.
    Undecided(Site, Obstacle),
    /// The same run is to be made again with what is known now.
    Repeat,
    /// Another run is to be made, which knows more than all before.
    More,
    /// Another run is to be made, which is the first of its kind: it goes other ways than those before.
    Anew,
}

/// A rule, by its name.
type Rule = (&'static str, fn(&mut Review<'_, '_, '_>) -> Ruling);

/// All rules, in the order in which they are asked. The last one always has an answer.
const RULES: [Rule; 16] = [
    ("turning", turning),
    ("crossing", crossing),
    ("shown", shown),
    ("skipped", skipped),
    ("races", races),
    ("limits", limits),
    ("obstacle", obstacle),
    ("synchronisation-of-rounds", synchronisation_of_rounds),
    ("one-round", one_round),
    ("untimely-end", untimely_end),
    ("lock-circle", lock_circle),
    ("steers-nothing", steers_nothing),
    ("steering", steering),
    ("late-address", late_address),
    ("fixpoint", fixpoint),
    ("growth", growth),
];

/// The names of all rules, in the order in which they are asked.
pub fn names() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|(name, _)| *name)
}

/// A run that is over, and what is made of it.
pub(super) struct Review<'a, 'm, 'p> {
    pub run: Run<'m, 'p>,
    pub outcome: Outcome,
    /// Loops that are left after any number of rounds.
    pub rounds: &'a mut Rounds,
    /// What is known of values that depend on the schedule.
    pub knowledge: &'a mut Knowledge,
    /// Whether races are looked for beyond the first.
    pub all: bool,
    /// A defect that leaves the rest of the program undefined for some inputs.
    pub defect: Option<Box<Fault>>,
    followed: Option<Rc<Followed>>,
}

/// Where values that depend on the schedule go.
struct Followed {
    /// Whether memory or registers hold such values that were not known to.
    is_more: bool,
    /// The places that read them where it matters.
    reads: Vec<Site>,
    /// The places that get inputs where it matters.
    inputs: Vec<Site>,
    /// What they decide, or whose address they are.
    steers: Option<Site>,
    /// The stores of such values.
    stores: FxHashSet<Site>,
    /// Branches that they decide and whose ways soon meet.
    branches: Vec<(Site, Meet)>,
    /// Where no other thread is about: whose address or size they are.
    late_steers: Option<Site>,
    /// The stores of such values there.
    late_stores: FxHashSet<Site>,
    /// What may fail by them there.
    fails: Option<Site>,
}

impl<'a, 'm, 'p> Review<'a, 'm, 'p> {
    pub fn new(
        run: Run<'m, 'p>,
        mut outcome: Outcome,
        rounds: &'a mut Rounds,
        knowledge: &'a mut Knowledge,
        all: bool,
    ) -> Review<'a, 'm, 'p> {
        outcome.forks_in_lock = run.watch.locks.forks_inside;
        outcome.stats.executions = 1;
        outcome.stats.states = 1;
        knowledge.may_fail = knowledge.may_fail.or(run.found.may_fail);
        outcome.unwritten.extend(run.watch.unwritten());
        Review {
            run,
            outcome,
            rounds,
            knowledge,
            all,
            defect: None,
            followed: None,
        }
    }

    /// Asks the rules; the name of the one that has an answer, and the answer.
    pub fn decide(&mut self) -> (&'static str, Ruling) {
        for (name, rule) in RULES {
            match rule(self) {
                Ruling::Pass => {}
                ruling => return (name, ruling),
            }
        }
        unreachable!("the last rule has an answer")
    }

    /// Where values that depend on the schedule go. The memory that holds them is known from then on.
    fn follow(&mut self) -> Rc<Followed> {
        if let Some(followed) = &self.followed {
            return followed.clone();
        }
        let (run, crossings) = (&self.run, &self.rounds.crossings);
        let is_more = self.knowledge.learn_memory(run.watch.dependent()) || self.rounds.news;
        let (reads, inputs) = run.steering();
        // Where nobody runs beside it, a value can do no harm but to be an address or to make something fail.
        let (all_reads, all_inputs) = run.watch.all_reads();
        let late = run.facts.late(
            (&all_reads, &all_inputs),
            &run.own,
            crossings,
            (&run.state, run.watch.returned),
            |site| run.watch.history.uses.has_store(site),
        );
        let (steers, stores, branches) = match run.facts.influence(&reads, &inputs, &run.own, crossings) {
            Influence::Steers(site) => (Some(site), Vec::new(), Vec::new()),
            Influence::Stores { stores, branches } => (None, stores, branches),
        };
        let followed = Rc::new(Followed {
            is_more,
            reads,
            inputs,
            steers,
            stores: stores.into_iter().collect(),
            branches,
            late_steers: late.steers,
            late_stores: late.stores.into_iter().collect(),
            fails: late.fails,
        });
        self.followed = Some(followed.clone());
        followed
    }

    /// A run was as clean as it can be: the answer, if those on all other ways were too.
    fn clean(&mut self) -> Ruling {
        if !self.rounds.is_done() {
            return Ruling::Anew;
        }
        self.outcome.unseen = self.knowledge.may_fail;
        Ruling::Decided
    }
}

/// Works of a construct wait for each other, which has to be known from its first work on.
fn turning(review: &mut Review) -> Ruling {
    match review.run.watch.constructs.turned {
        Some(construct) if !condition!("one-run", "works that wait are known", false) => {
            review.knowledge.turning.add(construct);
            Ruling::Repeat
        }
        Some(_) => Ruling::Pass,
        None => Ruling::Pass,
    }
}

/// A value that depends on the schedule ends a loop that the run was in: rounds are to be compared from the
/// first one on.
fn crossing(review: &mut Review) -> Ruling {
    match review.run.found.crossing.take() {
        Some(crossing) => {
            review.rounds.add(crossing);
            Ruling::Anew
        }
        None => Ruling::Pass,
    }
}

/// A race was brought about while the run went on.
fn shown(review: &mut Review) -> Ruling {
    match review.run.found.shown.take() {
        Some(witness) => {
            review.outcome.findings.push(Finding::Race(Box::new(witness)));
            Ruling::Decided
        }
        None => Ruling::Pass,
    }
}

/// A run that skipped rounds of loops counts only if nothing came of what it lost.
fn skipped(review: &mut Review) -> Ruling {
    let Review {
        run,
        outcome,
        rounds,
        all,
        ..
    } = review;
    if !run.watch.loops.skipped {
        return Ruling::Pass;
    }
    let is_exhausted = |limit: &Limit| matches!(limit, Limit::Exhausted(_));
    if run.is_clean(outcome, &rounds.crossings) || outcome.limits.iter().any(is_exhausted) {
        return Ruling::Decided;
    }
    // What it met may be a race all the same: a replay tells, and saves another long run.
    let is_long = run.effort.steps + run.watch.tally.accesses > limits::LONG_RUN.get();
    run.rest();
    if is_long
        && !*all
        && !run.found.is_astray
        && let Some(race) = run.watch.races.list.first()
        && let Some(witness) = run.confirm(race)
    {
        outcome.findings.push(Finding::Race(Box::new(witness)));
        return Ruling::Decided;
    }
    Ruling::More
}

/// Accesses conflict and are not ordered: a race if a schedule brings them together.
fn races(review: &mut Review) -> Ruling {
    let Review {
        run, outcome, all, ..
    } = review;
    let Some(first) = run.watch.races.list.first() else {
        return Ruling::Pass;
    };
    let site = first.access.site;
    run.rest();
    for race in &run.watch.races.list {
        if let Some(witness) = run.confirm(race) {
            outcome.findings.push(Finding::Race(Box::new(witness)));
            if !*all {
                break;
            }
        }
    }
    if outcome.has_race() {
        return Ruling::Decided;
    }
    review.rounds.is_in_doubt = true;
    Ruling::Undecided(site, Obstacle::UnconfirmedRace)
}

/// The run came to something that no schedule gets past, or the budget is spent.
fn limits(review: &mut Review) -> Ruling {
    match review.outcome.limits.is_empty() {
        true => Ruling::Pass,
        false => Ruling::Decided,
    }
}

/// The run came to something that other schedules may do otherwise.
fn obstacle(review: &mut Review) -> Ruling {
    match review.run.watch.obstacle {
        Some((site, why)) => {
            review.defect = review.run.found.defect.take();
            Ruling::Undecided(site, why)
        }
        None => Ruling::Pass,
    }
}

/// Rounds that are taken for alike must leave barriers and the like alike: how many a barrier waits for is no
/// value that is followed.
fn synchronisation_of_rounds(review: &mut Review) -> Ruling {
    match review.run.differing_synchronisation(review.rounds) {
        Some(site) if !condition!("rounds-alike", "barriers are alike", false) => {
            Ruling::Undecided(site, Obstacle::DifferentSynchronisation)
        }
        _ => Ruling::Pass,
    }
}

/// A loop that was left before rounds could be compared has not shown what comes after it.
fn one_round(review: &mut Review) -> Ruling {
    let rounds = &review.rounds;
    match rounds.unseen().filter(|_| !rounds.is_enough && !rounds.news) {
        Some(site) if !condition!("rounds-alike", "what comes after is seen", false) => {
            Ruling::Undecided(site, Obstacle::OneRound)
        }
        _ => Ruling::Pass,
    }
}

/// What is used after its end in another schedule is undefined there.
fn untimely_end(review: &mut Review) -> Ruling {
    match review.run.untimely_end() {
        Some(site) if !condition!("one-run", "nothing ends while it is used", false) => {
            Ruling::Undecided(site, Obstacle::UntimelyEnd)
        }
        _ => Ruling::Pass,
    }
}

/// Threads that wait for each other for ever do not make the accesses that the run has shown.
fn lock_circle(review: &mut Review) -> Ruling {
    match condition!(
        "one-run",
        "no circle of locks",
        !review.run.watch.has_lock_cycle()
    ) {
        true => Ruling::Pass,
        false => Ruling::Undecided(Site::START, Obstacle::LockCircle),
    }
}

/// What places used tells that no value which depends on the schedule steers anything or makes anything fail:
/// no other run has to know which granules hold such values.
fn steers_nothing(review: &mut Review) -> Ruling {
    let Review { run, rounds, .. } = review;
    let (facts, watch) = (run.facts, &run.watch);
    // What one way leaves may matter on another, so that all must know it.
    let is_alone = !rounds.has_ways() && !rounds.is_collective();
    let crossings = &rounds.crossings;
    if condition!("steers-nothing", "rounds tell nothing new", !rounds.news)
        && condition!("steers-nothing", "all rounds were seen", !rounds.is_enough)
        && condition!("steers-nothing", "one way", is_alone)
        && condition!(
            "steers-nothing",
            "decides nothing beside others",
            follow::steers_nothing(facts, watch, &run.own, crossings)
        )
        && follow::fails_nothing(facts, watch, &run.own, crossings, &run.state)
    {
        return review.clean();
    }
    Ruling::Pass
}

/// A value that depends on the schedule decides a branch or is an address. If the branch leaves a loop,
/// rounds of it can be compared.
fn steering(review: &mut Review) -> Ruling {
    let Some(site) = review.follow().steers else {
        return Ruling::Pass;
    };
    let crossing = review.run.facts.crossing(site);
    match crossing.filter(|crossing| review.rounds.takes(crossing)) {
        Some(crossing) => {
            review.rounds.add(crossing);
            Ruling::Anew
        }
        None if condition!("one-run", "the schedule decides nothing", false) => Ruling::Pass,
        None => Ruling::Undecided(site, Obstacle::Steering),
    }
}

/// The same where no other thread is about: branches do no harm there, addresses and sizes do.
fn late_address(review: &mut Review) -> Ruling {
    match review.follow().late_steers {
        Some(site) if !condition!("one-run", "no address from the schedule", false) => {
            Ruling::Undecided(site, Obstacle::LateAddress)
        }
        _ => Ruling::Pass,
    }
}

/// The run knew all that it tells: then every schedule makes its accesses.
fn fixpoint(review: &mut Review) -> Ruling {
    let followed = review.follow();
    let Review {
        run,
        rounds,
        knowledge,
        ..
    } = review;
    let is_known = condition!("fixpoint", "no more memory", !followed.is_more)
        && condition!("fixpoint", "all rounds were seen", !rounds.is_enough)
        && condition!(
            "fixpoint",
            "no more stores",
            knowledge.has_stores(&followed.stores, &followed.late_stores)
        )
        && condition!(
            "fixpoint",
            "no more branches",
            run.watch.has_told(&followed.branches)
        );
    if !is_known {
        return Ruling::Pass;
    }
    if let Some(site) = rounds.unsteady(run.facts, (&followed.reads, &followed.inputs), &run.own)
        && !condition!("fixpoint", "all go the same way", false)
    {
        rounds.is_beside = true;
        return Ruling::Undecided(site, Obstacle::DifferentDecisions);
    }
    knowledge.may_fail = knowledge.may_fail.or(followed.fails);
    review.outcome.either_way = followed.branches.iter().map(|(branch, _)| *branch).collect();
    review.clean()
}

/// The run tells more than it knew.
fn growth(review: &mut Review) -> Ruling {
    let followed = review.follow();
    review.rounds.is_unclean();
    review
        .knowledge
        .learn(&followed.stores, &followed.late_stores, &followed.branches);
    Ruling::More
}
