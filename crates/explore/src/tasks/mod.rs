//! The tasks engine: computation graphs of task-parallel programs.
//!
//! After Nakade, Mercer, McCarthy, "Model-checking Task Parallel Programs for Data-races using Computation
//! Graphs" (SPIN 2017). A program of tasks that only post, join and get each other makes the same computation
//! graph in every schedule (section 4), so one execution decides. Isolated blocks, the choice of an ewait,
//! and handlers of several tasks make more than one graph possible (section 5). Three steps, each for what
//! the one before cannot decide:
//!
//! 1. [`structured`]: one depth-first run with [`Bags`](raceproof_order::Bags). Joins must nest, and nothing
//!    may be up to the schedule. Nearly constant cost for each access; what is over leaves two words behind.
//! 2. One run with [`Chains`](raceproof_order::Chains), for any joins, futures, and isolated blocks whose
//!    order steers nothing: if no branch or address depends on a value that isolated blocks update in an
//!    order that is up to the schedule ([`Machine::influence`] tells), every order makes the same accesses,
//!    and two of them race exactly if they conflict, nothing orders them and not both are isolated.
//! 3. [`search`]: Algorithm 2. Every order of isolated blocks and every choice. Two orders of isolated blocks
//!    that do not conflict give the same graph (the relation DC of Ogles, Aldous, Mercer 2019, for which one
//!    lock is enough), and two graphs of which what follows tells nothing are one too ([`merge`]).
//!
//! With [`Algorithm::Exact`] only the last step is made, and each computation graph is explored once, as the
//! paper does.
//!
//! Deviations: ownership of tasks may be passed, and joins need not nest, without leaving the deterministic
//! fragment, because here an await joins all tasks of its region at once; the paper's Algorithm 2 branches at
//! every isolated statement over all runnable tasks, here only those that want to isolate are alternatives,
//! the others have run.
//!
//! It does not apply to other synchronisation than tasks, threads, their joins and one mutex: then it says
//! so.
//!
//! Every race is confirmed by a replay: the run itself if that does not order the two accesses, else one that
//! [`direct`] makes.
//!
//! SOUNDNESS: same-graph

mod course;
mod direct;
mod graph;
mod history;
mod merge;
mod names;
mod search;
mod sheet;
mod structured;
mod watch;

pub use graph::{Drawn, draw, draw_schedule};

use crate::limits;
use course::{Course, Halt};
use raceproof_engine::{
    Algorithm, Budget, Engine, EngineName, Finding, How, Influence, Limit, Outcome, Question, SiteFacts,
};
use raceproof_flow::{Crossings, Facts, Own};
use raceproof_machine::{Machine, Site};
use rustc_hash::FxHashSet;
use watch::{Dependent, Watch};

/// Computation graphs as an engine.
pub struct Tasks;

impl Engine for Tasks {
    fn name(&self) -> EngineName {
        EngineName::Tasks
    }

    fn answer(&self, question: &Question<'_>) -> Outcome {
        let scope = question.scope;
        check(question.machine, question.budget, scope.all, scope.algorithm)
    }
}

/// Checks a program. The outcome says how; its states are points where graphs part, and one.
pub fn check(machine: &Machine, budget: &Budget, all: bool, algorithm: Algorithm) -> Outcome {
    if algorithm == Algorithm::Exact {
        let mut outcome = search::check(machine, algorithm, budget);
        outcome.how = Some(How::Graphs);
        return outcome;
    }
    if let Some(mut outcome) = structured::check(machine, budget) {
        outcome.stats.states = 1;
        outcome.how = Some(How::Structured);
        return outcome;
    }
    if let Some(mut outcome) = one_run(machine, budget, all) {
        if outcome.unseen.is_some() && outcome.is_complete() {
            let states = limits::TASK_SECOND_LOOK_STATES.get();
            let budget = budget.part(limits::TASK_SECOND_LOOK.time(), states);
            outcome.hear(search::check(machine, algorithm, &budget));
        }
        outcome.how = Some(How::OneRun);
        return outcome;
    }
    let mut outcome = search::check(machine, algorithm, budget);
    outcome.how = Some(How::Graphs);
    outcome
}

/// One run with chains; nothing if it does not decide.
fn one_run(machine: &Machine, budget: &Budget, all: bool) -> Option<Outcome> {
    let mut tainted: FxHashSet<Site> = FxHashSet::default();
    let mut late_stores: FxHashSet<Site> = FxHashSet::default();
    let facts = Facts::new(machine.code().program());
    let facts = SiteFacts::new(machine, &facts);
    let mut known = Dependent::default();
    for _ in 0..limits::TASK_ROUNDS.get() {
        let watch = Watch::for_one_run(tainted.clone(), late_stores.clone(), known.clone(), all);
        let mut course = Course::new(machine, watch);
        let mut outcome = Outcome::default();
        outcome.stats.states = 1;
        outcome.stats.executions = 1;
        let halt = course.settle(budget, &mut outcome, true);
        outcome.unwritten = course.watch.unwritten.clone();
        if let Err(exhausted) = halt {
            outcome.limit(Limit::Exhausted(exhausted));
            return Some(outcome);
        }
        confirm_all(machine, &course, &mut outcome);
        if !course.watch.races.is_empty() {
            // Without a witness it may be that values steer: in another order of isolated blocks, tasks do
            // other things.
            return outcome.has_race().then(|| {
                outcome.limits.retain(|l| !matches!(l, Limit::Unconfirmed(..)));
                outcome
            });
        }
        match halt {
            Ok(Halt::Foreign(site)) => {
                outcome.limit(Limit::Unordered(site));
                return Some(outcome);
            }
            Ok(Halt::Quiet) => {}
            Err(_) => unreachable!("an exhausted budget was told above"),
        }
        if course.has_choices() || course.watch.holds_across_wait || course.watch.order_matters {
            return None;
        }
        course.tell_deadlock(&mut outcome);
        let dependent = course.watch.dependent();
        let news = dependent != known;
        known = dependent;
        let reads = course.watch.steering_reads(|site| facts.may_create_after(site));
        // Where nobody runs beside it, a value can do no harm but to be an address or to make something fail.
        let late = facts.late(
            (&course.watch.dependent_reads(), &[]),
            &Own::default(),
            &Crossings::default(),
            (&course.state, None),
            |site| course.watch.has_stored(site),
        );
        let unseen = late.fails;
        match facts.influence(&reads, &[], &Own::default(), &Crossings::default()) {
            Influence::Steers(_) => return None,
            Influence::Stores { branches, .. } if !branches.is_empty() => return None,
            Influence::Stores { stores, .. } => {
                let stores: FxHashSet<Site> = stores.into_iter().collect();
                let late_now: FxHashSet<Site> = late.stores.into_iter().collect();
                if late.steers.is_some() {
                    return None;
                }
                if !news && stores.is_subset(&tainted) && late_now.is_subset(&late_stores) {
                    outcome.unseen = unseen;
                    if let Some(site) = course.watch.ended {
                        outcome.limit(Limit::Ending(site));
                    }
                    outcome.settle_unwritten(machine);
                    return Some(outcome);
                }
                tainted.extend(stores);
                late_stores.extend(late_now);
            }
        }
    }
    None
}

/// Turns the races of a run into findings.
fn confirm_all(machine: &Machine, course: &Course, outcome: &mut Outcome) {
    for race in &course.watch.races {
        match direct::confirm(machine, course, race) {
            Some(witness) => outcome.findings.push(Finding::Race(Box::new(witness))),
            None => outcome.limit(Limit::Unconfirmed(race.earlier.site, race.later.site)),
        }
    }
}
