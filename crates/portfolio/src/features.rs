//! What a program is like, as far as the plan asks: computed once for each machine.

use raceproof_ir::Role;
use raceproof_machine::Machine;

use crate::limits;

/// What a program is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features {
    /// It posts tasks.
    pub posts_tasks: bool,
    /// It has parallel regions, or teams of threads.
    pub has_regions: bool,
    /// It has neither: threads that it creates by itself, or none.
    pub has_threads: bool,
    /// The engine on formulas may know it: that knows no tasks.
    pub suits_formulas: bool,
    /// It has atomics in weak orders, so the graph may not apply.
    pub has_weak_atomics: bool,
    /// It creates ever more threads, or as many as an input says.
    pub is_crowd: bool,
    /// Engines may work beside each other.
    pub is_shared_out: bool,
    /// A proof is of interest, and not only a race.
    pub wants_proof: bool,
}

impl Features {
    /// Those of a program, if so many engines may work at a time.
    pub fn of(machine: &Machine<'_>, jobs: u32) -> Features {
        let code = machine.code();
        let program = code.program();
        let posts_tasks = code.posts_tasks();
        let has_regions = code.has_teams() || program.has_role(Role::Parallel);
        let has_threads = !posts_tasks && !has_regions;
        Features {
            posts_tasks,
            has_regions: has_regions && !posts_tasks,
            has_threads,
            suits_formulas: !posts_tasks,
            has_weak_atomics: program.has_weak_atomics(),
            is_crowd: has_threads && raceproof_flow::is_crowd(program, limits::FEW_THREADS.get()),
            is_shared_out: jobs > 1,
            wants_proof: true,
        }
    }
}
