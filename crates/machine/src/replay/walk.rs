//! Going through a schedule to see where it leads.

use super::Step;
use super::detect::play;
use super::inspect::Guide;
use crate::schedule::What;
use crate::{Machine, Pointer, Schedule, State, ThreadId};

/// Where a schedule leads.
pub struct Walk {
    /// The state at its end.
    pub state: State,
    /// The locks that threads hold there.
    pub held: Vec<(ThreadId, Pointer)>,
    /// The steps on the way that matter to a reader.
    pub steps: Vec<Step>,
}

/// Goes through a schedule. A defect at its end is what it leads to.
pub fn walk(machine: &Machine, schedule: &Schedule) -> Walk {
    let mut state = machine.initial();
    let mut guide = Guide::default();
    let mut steps = Vec::new();
    for turn in schedule.turns() {
        match turn.what {
            What::Take(choice) => steps.push(guide.step(machine, &mut state, turn.thread, choice)),
            What::Run | What::Access(_) => _ = play(machine, &mut state, *turn, &mut guide),
        }
    }
    Walk {
        held: guide.held(),
        state,
        steps,
    }
}
