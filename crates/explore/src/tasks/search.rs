//! Algorithm 2: every order of isolated blocks, every choice.
//!
//! A state of the search is a run in which all tasks wait: for a choice, to isolate, or for others. Choices
//! of one task part the run at once. Then each task that wants to isolate is an alternative. Before parting,
//! the state is looked up: if another run has led to it, what follows has been explored. Two ways to tell:
//!
//! - [`Algorithm::Best`]: by what the [rest of the run depends on](super::merge), the state of the machine
//!   and who knows which access. Orders of isolated blocks that give different graphs are one where nothing
//!   that follows can tell.
//! - [`Algorithm::Exact`]: by the exact [name](super::names) of the computation graph so far, as the paper
//!   enumerates graphs.
//!
//! Why races are found: in the graph of a run, isolated blocks are ordered only where they conflict, so two
//! accesses that are not ordered in it can be brought together by delaying whatever does not precede them.
//! And an execution with a race has a graph, with no more edges than its happens-before, in which the race
//! shows.
//!
//! SOUNDNESS: each-graph

use super::confirm_all;
use super::course::{Course, Halt};
use super::merge::Merge;
use super::names::Names;
use super::watch::Watch;
use raceproof_engine::{Algorithm, Amount, Budget, Exhausted, Limit, Outcome};
use raceproof_machine::Machine;
use rustc_hash::FxHashSet;

/// Searches all computation graphs, up to the first race.
pub fn check(machine: &Machine, algorithm: Algorithm, budget: &Budget) -> Outcome {
    let mut outcome = Outcome::default();
    let mut visited = match algorithm {
        Algorithm::Exact => Visited::Graphs(Names::default(), FxHashSet::default()),
        _ => Visited::States(Merge::new(budget.memory())),
    };
    if let Err(exhausted) = explore(machine, budget, &mut visited, &mut outcome) {
        outcome.limit(Limit::Exhausted(exhausted));
    }
    outcome.settle_unwritten(machine);
    outcome
}

/// What was explored from.
enum Visited {
    /// States that differ in what follows.
    States(Merge),
    /// Computation graphs.
    Graphs(Names, FxHashSet<Vec<(u32, u32)>>),
}

impl Visited {
    /// Whether nothing was explored yet from where a run is.
    fn insert(&mut self, course: &mut Course) -> Result<bool, Exhausted> {
        match self {
            Visited::States(merge) => merge.insert(course).map_err(|_| Exhausted::Memory),
            Visited::Graphs(names, graphs) => Ok(graphs.insert(names.graph(&course.watch))),
        }
    }

    /// Whether choices are explored once from each state, and not once from each way to it.
    fn has_choices(&self) -> bool {
        matches!(self, Visited::States(_))
    }

    fn len(&self) -> usize {
        match self {
            Visited::States(merge) => merge.len(),
            Visited::Graphs(_, graphs) => graphs.len(),
        }
    }

    /// The bytes that it takes, roughly.
    fn size(&self, tasks: usize) -> usize {
        match self {
            Visited::States(merge) => merge.size(),
            Visited::Graphs(_, graphs) => graphs.len() * tasks * size_of::<(u32, u32)>(),
        }
    }
}

fn explore(
    machine: &Machine,
    budget: &Budget,
    visited: &mut Visited,
    outcome: &mut Outcome,
) -> Result<(), Exhausted> {
    let mut first = Course::new(machine, Watch::for_search());
    first.state.track();
    let mut open = vec![first];
    let mut choices = 0;
    while let Some(mut course) = open.pop() {
        outcome.stats.turns += 1;
        let halt = course.settle(budget, outcome, false)?;
        outcome.unwritten.extend(course.watch.unwritten.sites());
        if !course.watch.races.is_empty() {
            confirm_all(machine, &course, outcome);
            return Ok(());
        }
        if let Halt::Foreign(site) = halt {
            outcome.limit(Limit::Unordered(site));
            return Ok(());
        }
        if let Some(site) = course.watch.ended {
            outcome.limit(Limit::Ending(site));
        }
        if let Some((t, alternatives)) = course.open_choice(outcome) {
            // In an isolated block it is the block's task that chooses, and no other run is there.
            if !visited.has_choices() || course.watch.holder.is_some() {
                choices += 1;
            } else if !visited.insert(&mut course)? {
                continue;
            }
            // The first alternative is explored first.
            for &choice in alternatives.iter().rev() {
                let mut other = course.clone();
                other.choose(t, choice, outcome);
                open.push(other);
            }
        } else {
            let isolating = course.isolating();
            if isolating.is_empty() {
                outcome.stats.executions += 1;
                course.tell_deadlock(outcome);
            } else if visited.insert(&mut course)? {
                for &t in isolating.iter().rev() {
                    let mut other = course.clone();
                    if !other.isolate(t, outcome) {
                        outcome.limit(Limit::Unordered(machine.site(&course.state, t)));
                        return Ok(());
                    }
                    open.push(other);
                }
            }
        }
        outcome.stats.states = visited.len() as u64 + choices + 1;
        budget.check(outcome.stats.states)?;
        if outcome.stats.states.is_multiple_of(64) {
            budget.report(Amount {
                states: outcome.stats.states,
                steps: outcome.stats.steps,
                ..Amount::default()
            });
        }
        if outcome.stats.turns.is_multiple_of(256) {
            let waiting = open.len() * course.weight();
            budget.check_memory(waiting + visited.size(course.watch.tasks.len()))?;
        }
    }
    Ok(())
}
