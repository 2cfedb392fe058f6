//! Dynamic partial order reduction: executions that differ in the order of independent operations only are
//! explored once.
//!
//! The search follows one execution to its end, looks for pairs of operations that depend on each other and
//! could have happened the other way round, and sees to it that an execution with the other order is explored
//! too (Flanagan, Godefroid 2005). What is tried from a state is a *source set* (Abdulla, Aronis, Jonsson,
//! Sagonas 2014), and *sleep sets* (Godefroid 1996) keep executions from being repeated. States are stored
//! only to go back to them.
//!
//! An event is an operation whose order matters ([`Class::Global`](raceproof_machine::Class)) with everything
//! local behind it. Two are dependent if they touch common bytes and one writes. Plain accesses are no
//! events: if they conflict and happens-before does not order them, that is a race and the search is over; if
//! it orders them, so does dependence, which contains it.
//!
//! Why nothing is missed. Let dependence include conflicts of the plain accesses that follow an operation.
//! With that it is a valid dependence relation, and a search with source sets and sleep sets for it reaches a
//! representative of every execution. A conflict of plain accesses that is not already ordered by the
//! operations is a race by happens-before, for that has fewer edges. So as long as no race is seen the search
//! is the one for the larger relation, and if there is a race, one is seen.
//!
//! Where operations wait, an operation could not have come before the one that let it go on (an unlock, a
//! post); it could perhaps have come before earlier ones (the lock before that unlock). These are looked for
//! behind it; see `reversal`. Operations that wait for ever are treated like those that happened. An atomic
//! block is one event, which begins with its first operation.
//!
//! A thread that comes back to the very state that it left, with no other thread in between, waits: it is not
//! run again before another thread touches what it touched on the way (`notice_loop`). More rounds would add
//! edges of happens-before and nothing else.
//!
//! With the order `dc` or `wcp` events are critical sections and depend on each other by what they access,
//! not by their lock; races are predicted by that order, and each is shown by a schedule or dropped (see
//! `section`, `vindicate`). If a conflict is not ordered by the sections it is not ordered by the predicting
//! order either, so the argument above holds with "predicted" for "race".
//!
//! Cost: one execution for each equivalence class, plus those that sleep sets cut off. Not found: what only
//! weak memory shows (executions are sequentially consistent), and everything behind an execution of more
//! than 2^18 events or a loop that runs for ever and changes its state; both are limits.
//!
//! SOUNDNESS: executions

mod event;
mod frame;
mod reverse;
mod search;
mod section;
mod sequence;
mod vindicate;
mod watch;

use crate::walk::Halt;
use raceproof_engine::{Algorithm, Budget, Engine, EngineName, Limit, Order, Outcome, Question};
use raceproof_machine::Machine;
use rustc_hash::FxHashSet;
use search::Search;
use section::Locks;

/// Partial order reduction as an engine.
pub struct Dpor;

impl Engine for Dpor {
    fn name(&self) -> EngineName {
        EngineName::Dpor
    }

    fn answer(&self, question: &Question<'_>) -> Outcome {
        let options = Options {
            order: question.scope.order,
            classic: question.scope.algorithm == Algorithm::Classic,
            all: question.scope.all,
            executions: question.scope.executions,
            ..Options::default()
        };
        check(question.machine, options, question.budget).outcome
    }
}

/// What the engine is asked for beside the program.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// By which order races are found and critical sections depend on each other.
    pub order: Order,
    /// Backtracks as the paper does (figure 2), without source sets and sleep sets. Always with
    /// [`Order::Wcp`], by which executions are not classes of equivalent ones.
    pub classic: bool,
    /// Goes on after the first race.
    pub all: bool,
    /// Keeps the final states (for comparison with the oracle).
    pub finals: bool,
    /// Most executions.
    pub executions: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            order: Order::Hb,
            classic: false,
            all: false,
            finals: false,
            executions: u64::MAX,
        }
    }
}

impl Options {
    /// Whether critical sections are the events.
    fn has_sections(&self) -> bool {
        self.classic || self.order != Order::Hb
    }
}

/// The executions that were explored.
#[derive(Debug, Default)]
pub struct Explored {
    /// Findings, limits, costs.
    pub outcome: Outcome,
    /// The final states, if asked for: encodings of all parts.
    pub finals: FxHashSet<Vec<u8>>,
    /// Executions that were cut off because they would have repeated others.
    pub blocked: u64,
    /// Predicted races that no schedule showed.
    pub dropped: u64,
}

/// Explores the executions of a program.
pub fn check(machine: &Machine, mut options: Options, budget: &Budget) -> Explored {
    options.classic |= options.order == Order::Wcp;
    let mut search = Search::new(machine, options, budget, false, Locks::default());
    let mut result = search.explore();
    loop {
        let barriers_global = search.walk.barriers_global || search.walk.barriers_overbooked;
        let has_changed = search.locks.has_changed || barriers_global != search.walk.barriers_global;
        if !has_changed {
            break;
        }
        let locks = search.locks.again();
        search = Search::new(machine, options, budget, barriers_global, locks);
        result = search.explore();
    }
    if let Err(Halt::Exhausted(why)) = result {
        search.walk.outcome.limit(Limit::Exhausted(why));
    }
    let (blocked, dropped, events) = (search.blocked, search.dropped, search.events);
    let unwritten = search.watch.unwritten;
    let mut walk = search.walk;
    walk.outcome.unwritten = unwritten;
    walk.outcome.settle_unwritten(machine);
    if let Some(site) = machine.tries_beside_waits() {
        walk.outcome.limit(Limit::Unordered(site));
    }
    walk.outcome.stats.states = events;
    if dropped > 0 {
        let what = format!("{dropped} predicted races were not confirmed (use --order hb)");
        walk.outcome.limit(Limit::TooLarge(what));
    }
    walk.outcome.stats.bytes = walk.store.size() as u64;
    Explored {
        outcome: walk.outcome,
        finals: walk.finals.unwrap_or_default(),
        blocked,
        dropped,
    }
}
