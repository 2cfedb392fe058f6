//! Random tiny concurrent programs, to compare engines with the oracle. Only tests use this crate.
//!
//! A [`Plan`] is a tree of actions for each thread; [`Plan::text`] writes it as IR text. Failures are shrunk
//! on the plan by leaving actions out, so the smallest failing program is a readable `.ir` file.

mod draw_team;
mod element;
pub mod family;
mod mixed_locks;
mod nest;
mod nested_teams;
mod plan;
mod reduce_team;
mod round;
pub mod settings;
pub mod task;
mod team;
mod thread_loops;
mod write;
mod write_deed;
mod write_team;

pub use nest::{Nest, Race};
pub use plan::{Action, MemoryOrder, Plan, Style, Wait};
pub use round::{RoundPlan, Step};
pub use team::{
    Age, Change, Deed, Item, Lease, Look, Mapping, Number, Part, Place, TeamPlan, TeamRounds, TeamStyle,
    Totals, Update,
};

/// A plan of a program that can be made smaller and is written as text.
pub trait Smaller: Clone + std::fmt::Display {
    /// Plans with one part less, larger cuts first.
    fn reductions(&self) -> Vec<Self>;
}

/// Checks a plan and counts in `tally` what it is. If it does not pass, the message says why and has the
/// smallest plan found that does not pass.
pub fn check<P: Smaller, T: Default>(
    plan: &P,
    tally: &mut T,
    passes: impl Fn(&P, &mut T) -> Result<(), String>,
) -> Result<(), String> {
    let Err(first) = passes(plan, tally) else {
        return Ok(());
    };
    let again = |p: &P| passes(p, &mut T::default()).err();
    let small = shrink(plan, |p| again(p).is_some());
    let why = again(&small).unwrap_or(first);
    Err(format!("{why}\n{small}"))
}

/// Leaves parts out of a plan as long as it still `fails`; gives the smallest plan found.
fn shrink<P: Smaller>(plan: &P, fails: impl Fn(&P) -> bool) -> P {
    let mut best = plan.clone();
    loop {
        let smaller = best.reductions().into_iter().find(|p| fails(p));
        match smaller {
            Some(p) => best = p,
            None => return best,
        }
    }
}
