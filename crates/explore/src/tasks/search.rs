//! Algorithm 2: every order of isolated blocks, every choice, each computation graph once.
//!
//! A state of the search is a run in which all tasks wait: for a choice, to isolate, or for others. Choices
//! of one task part the run at once. Then each task that wants to isolate is an alternative. Before parting,
//! the computation graph so far is looked up by its exact [name](super::names): if another order of isolated
//! blocks has led to the same graph, what follows has been explored, because the graph determines the state.
//!
//! Why races are found: in the graph of a run, isolated blocks are ordered only where they conflict, so two
//! accesses that are not ordered in it can be brought together by delaying whatever does not precede them.
//! And an execution with a race has a graph, with no more edges than its happens-before, in which the race
//! shows.
//!
//! SOUNDNESS: each-graph

use super::confirm_all;
use super::course::{Course, Halt};
use super::names::Names;
use super::watch::Watch;
use raceproof_engine::{Budget, Exhausted, Limit, Outcome};
use raceproof_machine::Machine;
use rustc_hash::FxHashSet;

/// Searches all computation graphs, up to the first race.
pub fn check(machine: &Machine, budget: &Budget) -> Outcome {
    let mut outcome = Outcome::default();
    if let Err(exhausted) = explore(machine, budget, &mut outcome) {
        outcome.limit(Limit::Exhausted(exhausted));
    }
    outcome.settle_unwritten(machine);
    outcome
}

fn explore(machine: &Machine, budget: &Budget, outcome: &mut Outcome) -> Result<(), Exhausted> {
    let mut names = Names::default();
    let mut visited: FxHashSet<Vec<(u32, u32)>> = FxHashSet::default();
    let mut open = vec![Course::new(machine, Watch::for_search())];
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
            choices += 1;
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
            } else if visited.insert(names.graph(&course.watch)) {
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
        if outcome.stats.turns.is_multiple_of(256) {
            let waiting = open.len() * course.weight();
            budget
                .check_memory(waiting + visited.len() * course.watch.tasks.len() * size_of::<(u32, u32)>())?;
        }
    }
    Ok(())
}
