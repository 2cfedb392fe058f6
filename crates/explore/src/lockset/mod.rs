//! Model checking with locksets (Elmas, Qadeer, Tasiran 2006, sections 5 to 7).
//!
//! The search follows one thread as long as it can and takes every step for independent of what other threads do. Locksets
//! ([`LocksetTable`](raceproof_order::LocksetTable)) say whether that was right: an access by a thread that does not know of the last one is a race, and then
//! other threads are scheduled from where that last access was made. A race is a finding and not the end: what other schedules do is explored, so
//! assertions are checked in racy programs too.
//!
//! States are stored with their locksets. A state that is reached again with locksets that contain the stored ones adds nothing; otherwise it is explored again with what
//! both have in common. What may happen from a stored state (races, operations) is stored with it and applied to the path that meets
//! it. Where a step closes a cycle, others are scheduled; if all of them do, everything may happen.
//!
//! Deviations from figures 5 to 7, with their reasons:
//! - Operations whose order matters (locks, atomics, …) are taken for independent at first as well, not scheduling points from the start: others are scheduled from
//!   them as soon as another thread does, or waits to do, an operation on the same object. Nor is a thread that ends or waits a scheduling point.
//!   So threads that work on data and locks of their own need one interleaving, as the paper says of its examples.
//! - Joins are enabled in one way only and conflict with nothing, but for those that take one of several tasks (`task_pick`): others are scheduled from such a one as long
//!   as some of these tasks have not ended.
//! - Only writes hide earlier accesses from later races (`va`): section 6 keeps reads and writes apart.
//! - States are canonical as far as the machine makes them so: names of heap objects depend on the thread that made them, not on the schedule. Threads are not permuted.
//! - An atomic block is scheduled as one: others are scheduled from its beginning.
//!
//! A step is one access, so this engine is for small programs. Cost: O(locksets) for an operation, O(bytes accessed so far) for a stored state.

mod cells;
mod future;
mod node;
mod search;
mod watch;

use crate::Budget;
use crate::outcome::{Limit, Outcome};
use crate::walk::Halt;
use raceproof_machine::Machine;
use rustc_hash::FxHashSet;
use search::Search;

/// What the engine is asked for beside the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Stops at the first race.
    pub first: bool,
    /// Keeps the final states (for comparison with the oracle).
    pub finals: bool,
    /// Stores no states: for acyclic programs, and to check the storing of states.
    pub stateless: bool,
}

/// The answer of the engine.
#[derive(Debug, Default)]
pub struct Answer {
    /// Findings, limits, costs.
    pub outcome: Outcome,
    /// The final states, if asked for: encodings of all parts.
    pub finals: FxHashSet<Vec<u8>>,
}

/// Searches the states of a program.
pub fn check(machine: &Machine, options: Options, budget: &Budget) -> Answer {
    let mut search = Search::new(machine, options, budget, false);
    let mut result = search.explore();
    if search.walk.barriers_overbooked {
        search = Search::new(machine, options, budget, true);
        result = search.explore();
    }
    if let Err(Halt::Exhausted(why)) = result {
        search.walk.outcome.limit(Limit::Exhausted(why));
    }
    let (states, steps) = (search.states(), search.steps);
    let mut walk = search.walk;
    walk.outcome.stats.states = states;
    walk.outcome.stats.steps = steps;
    walk.outcome.stats.bytes = walk.store.size() as u64;
    Answer {
        outcome: walk.outcome,
        finals: walk.finals.unwrap_or_default(),
    }
}
