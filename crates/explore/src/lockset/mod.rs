//! Model checking with locksets (Elmas, Qadeer, Tasiran 2006, sections 5 to 7).
//!
//! The search follows one thread as long as it can and takes every step for independent of what other threads
//! do. Locksets ([`LocksetTable`](raceproof_order::LocksetTable)) say whether that was right: an access by a
//! thread that does not know of the last one is a race, and then other threads are scheduled from where that
//! last access was made. A race is a finding and not the end: what other schedules do is explored, so
//! assertions are checked in racy programs too.
//!
//! States are stored with their locksets. A state that is reached again with locksets that contain the stored
//! ones adds nothing; otherwise it is explored again with what both have in common. What may happen from a
//! stored state (races, operations) is stored with it and applied to the path that meets it. Where a step
//! closes a cycle, others are scheduled; if all of them do, everything may happen.
//!
//! Deviations from figures 5 to 7, with their reasons:
//! - Operations whose order matters (locks, atomics, …) are taken for independent at first as well, not
//!   scheduling points from the start: others are scheduled from them as soon as another thread does, or
//!   waits to do, an operation on the same object. Nor is a thread that ends or waits a scheduling point. So
//!   threads that work on data and locks of their own need one interleaving, as the paper says of its
//!   examples.
//! - Joins are enabled in one way only and conflict with nothing, but for those that take one of several
//!   tasks (`task_pick`): others are scheduled from such a one as long as some of these tasks have not ended.
//! - Only writes hide earlier accesses from later races (`va`): section 6 keeps reads and writes apart.
//! - Locksets are compared as far as they can matter from the state ([`floors`]): a thread that waits for a
//!   mutex counts as one who knows what was left there, and who is in a set does not count where nobody else
//!   accesses the same later.
//! - States are canonical where threads that are alike are joined by one ([`canonize`]): these change places,
//!   and the names of what they have allocated with them. Elsewhere names of heap objects depend on the
//!   thread that made them, not on the schedule, which is as canonical as it gets.
//! - An atomic block is scheduled as one: others are scheduled from its beginning.
//!
//! A step is one access, so this engine is for small programs. Cost: O(locksets) for an operation, O(bytes
//! accessed so far) for a stored state; equal locksets of states are stored once.
//!
//! SOUNDNESS: locksets

mod canonize;
mod cells;
mod floors;
mod future;
mod node;
mod search;
mod watch;

use crate::Searched;
use crate::walk::Halt;
use raceproof_engine::{Algorithm, Budget, Engine, EngineName, Limit, Outcome, Question};
use raceproof_machine::Machine;
use search::{Rules, Search};

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

/// The search with locksets as an engine. It stores states, which saves more than it costs where many
/// executions come together again.
pub struct Lockset;

impl Engine for Lockset {
    fn name(&self) -> EngineName {
        EngineName::Lockset
    }

    fn answer(&self, question: &Question<'_>) -> Outcome {
        let options = Options {
            first: !question.scope.all,
            stateless: question.scope.algorithm == Algorithm::Stateless,
            ..Options::default()
        };
        check(question.machine, options, question.budget).outcome
    }
}

/// Searches the states of a program.
pub fn check(machine: &Machine, options: Options, budget: &Budget) -> Searched {
    let mut rules = Rules {
        barriers_global: false,
        symmetry: true,
    };
    let mut search = Search::new(machine, options, budget, rules);
    let mut result = search.explore();
    while search.walk.barriers_overbooked || search.asymmetric {
        rules.barriers_global |= search.walk.barriers_overbooked;
        rules.symmetry &= !search.asymmetric;
        search = Search::new(machine, options, budget, rules);
        result = search.explore();
    }
    if let Err(Halt::Exhausted(why)) = result {
        search.walk.outcome.limit(Limit::Exhausted(why));
    }
    let (states, steps, bytes) = (search.states(), search.steps, search.memory());
    let unwritten = std::mem::take(&mut search.watch.unwritten);
    let mut walk = search.walk;
    walk.outcome.unwritten = unwritten;
    walk.outcome.settle_unwritten(machine);
    if let Some(site) = machine.tries_beside_waits() {
        walk.outcome.limit(Limit::Unordered(site));
    }
    walk.outcome.stats.states = states;
    walk.outcome.stats.steps = steps;
    walk.outcome.stats.bytes = bytes;
    Searched {
        outcome: walk.outcome,
        finals: walk.finals.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_machine::Config;

    /// Threads that increment a counter under a mutex, twice each, and `main`, which joins the first ones and
    /// then does more.
    fn counter(threads: usize, joined: usize, rest: &str) -> String {
        let create = |i| format!("  %t{i} = thread_create @work, null, 0\n");
        let join = |i| format!("  _ = thread_join %t{i}\n");
        let creates: String = (0..threads).map(create).collect();
        let joins: String = (0..joined).map(join).collect();
        let increment = "  mutex_lock @mutex\n  %v = load i32 @counter\n  %v = add i32 %v, 1\n  \
                         store i32 @counter, %v\n  mutex_unlock @mutex\n";
        format!(
            "global @mutex: 40 bytes align 8\nglobal @counter: 4 bytes align 4\n\
             func @main() -> i32 {{\n{creates}{joins}{rest}  return 0\n}}\n\
             func @work(%unused: ptr) -> ptr {{\n{increment}{increment}  return null\n}}\n"
        )
    }

    fn outcome(text: &str, stateless: bool) -> Outcome {
        let program = raceproof_ir::parse("counter.ir", text).unwrap();
        raceproof_ir::verify(&program).unwrap();
        let options = Options {
            stateless,
            ..Options::default()
        };
        let budget = Budget::new(None, 1 << 20, 1 << 30);
        check(&Machine::new(&program, Config::default()), options, &budget).outcome
    }

    #[test]
    fn states_under_a_mutex_are_seldom_explored_twice() {
        let outcome = outcome(&counter(3, 3, ""), false);
        assert_eq!(outcome.verdict(), Some(false));
        assert_eq!((outcome.stats.states, outcome.stats.steps), (130, 158));
    }

    /// Threads that push a node onto a list, with what else they do with it, and `main`, which joins them.
    fn pushers(threads: usize, more: &str, after: &str) -> String {
        let create = |i| format!("  %t{i} = thread_create @work, null, 0\n");
        let join = |i| format!("  _ = thread_join %t{i}\n");
        let creates: String = (0..threads).map(create).collect();
        let joins: String = (0..threads).map(join).collect();
        format!(
            "global @mutex: 40 bytes align 8\nglobal @head: 8 bytes align 8\nglobal @x: 4 bytes align 4\n\
             func @malloc(%0: i64) -> ptr\n\
             func @main() -> i32 {{\n{creates}{joins}{after}  return 0\n}}\n\
             func @work(%unused: ptr) -> ptr {{\n  %n = call @malloc(16)\n  %v = offset %n, 0 * 0 + 8\n  \
             store i32 %v, 1\n  mutex_lock @mutex\n  %h = load ptr @head\n  store ptr %n, %h\n  \
             store ptr @head, %n\n{more}  mutex_unlock @mutex\n  return %n\n}}\n"
        )
    }

    #[test]
    fn threads_that_push_nodes_are_alike() {
        let states = |threads| {
            let outcome = outcome(&pushers(threads, "", ""), false);
            assert_eq!(outcome.verdict(), Some(false));
            outcome.stats.states
        };
        assert_eq!([2, 4, 6, 8].map(states), [39, 120, 245, 414]);
    }

    #[test]
    fn names_that_matter_keep_threads_apart() {
        let few = outcome(&pushers(4, "", ""), false).stats.states;
        for more in [
            "  %a = load i64 @head\n",
            "  %a = load i32 @head\n",
            "  %a = load i32 @mutex\n",
            "  %a = ptr_to_int ptr %n to i64\n",
            "  %a = thread_self\n",
            "  %c = lt_u ptr %n, %h\n",
            "  store i64 %n, -9223372036586340352\n",
        ] {
            let outcome = outcome(&pushers(4, more, ""), false);
            assert!(outcome.stats.states > 4 * few, "{more}: {}", outcome.stats.states);
        }
    }

    #[test]
    fn races_among_threads_that_are_alike_are_found() {
        let bare = pushers(3, "", "").replace("  mutex_lock @mutex\n", "");
        let bare = bare.replace("  mutex_unlock @mutex\n", "");
        let behind = "  mutex_unlock @mutex\n  %c = load i32 @x\n  mutex_lock @mutex\n  store i32 @x, 2\n";
        let others =
            "  br %is, then, end\nthen:\n  %w = offset %h, 0 * 0 + 8\n  store i32 %w, 2\n  jump end\nend:\n";
        let others = format!("  mutex_unlock @mutex\n  %is = ne ptr %h, null\n{others}  mutex_lock @mutex\n");
        let all = format!("{others}  %b = load i32 %v\n");
        for text in [bare, pushers(3, behind, ""), pushers(3, &all, "")] {
            for stateless in [false, true] {
                assert!(outcome(&text, stateless).has_race(), "{text}");
            }
        }
    }

    #[test]
    fn who_has_finished_matters_to_whoever_joins() {
        for rest in ["  %v = load i32 @counter\n", "  mutex_init @mutex, 0\n"] {
            for (joined, races) in [(1, true), (2, false)] {
                for stateless in [false, true] {
                    let outcome = outcome(&counter(2, joined, rest), stateless);
                    assert_eq!(outcome.has_race(), races, "{rest}{joined} {stateless}");
                }
            }
        }
    }
}
