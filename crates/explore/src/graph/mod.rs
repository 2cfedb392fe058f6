//! The race-detecting state graph (Wu, Hückelheim, Hovland, Luo, Siegel 2023, version 2).
//!
//! A node is a state in which every thread is about to do something whose order matters (a *global*
//! operation: locks, atomics, semaphores, condition variables), together with what each thread accessed since
//! its last such operation. From a node every thread that can go on takes its operation and runs to its next
//! one; what it accessed on the way is then compared with the sets of the others (Definition 7 of version 2:
//! on *arrival*). The theorem of the paper says that this finds a race exactly if there is one.
//!
//! Deviations, with their reasons:
//! - Creation, join and barriers are not nodes: they are no choice of the schedule. They order accesses by
//!   clocks instead, see [`causality`]. So a program without locks is one path, and the end of a thread needs
//!   no interleaving.
//! - Atomic accesses with acquire and release order are global operations. The access itself is compared with
//!   the sets of the others at the moment it is made and then forgotten: if it races with a plain access,
//!   some schedule makes it second. Only a compare-and-swap may write when it comes first and fail when it
//!   comes second; where that matters it is said as a limit.
//! - The ends of an atomic block are places to switch threads but drop no accesses: that nobody else runs in
//!   it orders more than happens-before does, so their edges are clocks too.
//! - A thread that runs long without reaching an operation (a busy wait) is made a node of R after [`FUEL`]
//!   operations.
//! - A thread that met a defect or a false assumption stays where it is, and the others go on: their accesses
//!   may have come first.
//! - A return from `main` or `exit` waits until nothing else can move; earlier ends of the program have fewer
//!   accesses.
//! - Threads that are alike change places, see [`symmetry`].
//! - What global variables hold whose values influence nothing ([idle](Machine::idle) ones) is not part of a
//!   node.
//! - A turn that depends on its thread and on memory only is not taken again in the same memory: what came of
//!   it is kept, see [`memo`].
//! - A node whose sets are within those of a visited node with the same state is not explored (subsumption).
//!
//! Not covered, and said as a limit: operations by which threads observe each other without being ordered
//! (relaxed atomics, a failed try-lock, the value of a semaphore). The theorem needs "observed implies
//! ordered".
//!
//! A barrier is deterministic only if no more threads use it than it is for. The search keeps track; if it is
//! wrong it starts again with barriers as global operations.
//!
//! SOUNDNESS: state-graph

mod access_set;
mod causality;
mod detect;
mod memo;
mod node;
mod own_load;
mod recall;
mod record;
mod retrace;
mod search;
mod sketch;
mod symmetry;
mod team;

use std::sync::PoisonError;

use crate::{Searched, limits};
use raceproof_engine::{Budget, Engine, EngineName, Limit, Outcome, Question, SiteFacts, Workers};
use raceproof_flow::Facts;
use raceproof_machine::{Machine, ObjectId};
use search::{End, Search};

/// What the engine is asked for beside the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Goes on after the first race and finds every pair of places.
    pub all: bool,
    /// Keeps the final states (for comparison with the oracle).
    pub finals: bool,
    /// Takes every turn anew, also those that are known (for comparison).
    pub anew: bool,
}

/// The search of the graph as an engine.
pub struct Graph;

impl Engine for Graph {
    fn name(&self) -> EngineName {
        EngineName::Graph
    }

    fn answer(&self, question: &Question<'_>) -> Outcome {
        let options = Options {
            all: question.scope.all,
            ..Options::default()
        };
        check(question.machine, options, question.budget).outcome
    }
}

/// What a search assumes of the program to be small. It notices where an assumption does not hold, and the
/// next search goes without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    /// No more threads use a barrier than it is for, so its order is no choice of the schedule.
    simple_barriers: bool,
    /// What threads learn through locks of accesses that other synchronisation published orders no conflict.
    forgetful_locks: bool,
    /// Threads that one thread waits for can change places.
    crews: bool,
}

/// Searches the graph of a program with the workers that the budget has.
pub fn check(machine: &Machine, options: Options, budget: &Budget) -> Searched {
    // Final states are told with all their values.
    let idle = if options.finals {
        Vec::new()
    } else {
        let facts = Facts::new(machine.code().program());
        SiteFacts::new(machine, &facts).idle()
    };
    let given = Given {
        machine,
        options,
        idle: &idle,
    };
    match budget.workers() {
        // Final states stay where they are.
        Workers::Threads(count @ 2..) if !options.finals => by_threads(given, budget, *count),
        Workers::Cluster(party) => {
            let mut party = party.lock().unwrap_or_else(PoisonError::into_inner);
            let go_on = |search: &mut Search, next, _| team::work_with(search, &mut party, next, true);
            search(given, budget, None, limits::GRAPH_ALONE.size(), go_on)
        }
        Workers::Threads(_) => alone(given, budget, None),
    }
}

/// What a search is about.
#[derive(Clone, Copy)]
struct Given<'m, 'p> {
    machine: &'m Machine<'p>,
    options: Options,
    /// Objects whose bytes do not matter.
    idle: &'m [ObjectId],
}

/// By one thread, up to so many defects.
fn alone(given: Given<'_, '_>, budget: &Budget, awaited: Option<usize>) -> Searched {
    search(given, budget, awaited, usize::MAX, |_, _, _| Ok(()))
}

/// By the threads of this process. What they have found is found once more by one thread, up to the first
/// race or the last of the defects: it is the same for any number of threads then.
fn by_threads(given: Given<'_, '_>, budget: &Budget, count: u32) -> Searched {
    let share = budget.of_worker(count);
    let mut is_shared = false;
    let go_on = |search: &mut Search<'_, '_>, next, rules| {
        is_shared = true;
        let begin = || Search::new(given.machine, given.options, &share, rules, given.idle);
        team::work_in_process(search, next, count, begin)
    };
    let together = search(given, &share, None, limits::GRAPH_ALONE.size(), go_on);
    if !is_shared || together.outcome.findings.is_empty() {
        return together;
    }
    let has_race = together.outcome.has_race();
    let defects = together.outcome.findings.len();
    let mut again = alone(given, budget, (!has_race).then_some(defects));
    let is_cut = |limit: &Limit| matches!(limit, Limit::Exhausted(_));
    if again.outcome.has_race() {
        return again;
    }
    if has_race || again.outcome.limits.iter().any(is_cut) {
        return together;
    }
    again.outcome.stats = together.outcome.stats;
    for limit in together.outcome.limits {
        again.outcome.limit(limit);
    }
    again
}

/// Searches with ever fewer assumptions until all hold: by one thread up to so many nodes, and from there as
/// `go_on` says.
fn search<'m, 'p>(
    given: Given<'m, 'p>,
    budget: &'m Budget,
    awaited: Option<usize>,
    most: usize,
    mut go_on: impl FnMut(&mut Search<'m, 'p>, usize, Rules) -> Result<(), End>,
) -> Searched {
    let Given {
        machine,
        options,
        idle,
    } = given;
    let mut rules = Rules {
        simple_barriers: true,
        forgetful_locks: true,
        crews: machine.is_nameless() && !options.finals,
    };
    loop {
        let mut search = Search::new(machine, options, budget, rules, idle);
        search.found.awaited = awaited;
        let end = match search.begin(most) {
            Ok(Some(next)) => go_on(&mut search, next, rules),
            Ok(None) => Ok(()),
            Err(end) => Err(end),
        };
        match end {
            Ok(()) | Err(End::Enough) => {}
            Err(End::Wrong(assumption)) => {
                rules = assumption;
                continue;
            }
            Err(End::Exhausted(e)) => search.found.outcome.limit(Limit::Exhausted(e)),
            Err(End::Lost(why)) => search.found.outcome.limit(Limit::Lost(why)),
        }
        search.settle_observations();
        search
            .found
            .outcome
            .unwritten
            .extend(search.record.unwritten.sites());
        search.found.outcome.settle_unwritten(machine);
        if search.team.is_none() {
            search.found.outcome.stats.states = search.count_nodes(|_| true);
            search.found.outcome.stats.bytes = search.memory() as u64;
        }
        return Searched {
            outcome: search.found.outcome,
            finals: search.found.finals,
        };
    }
}
