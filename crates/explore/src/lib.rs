//! Engines on the machine, and what they share.

mod ahead;
mod aimed_runs;
pub mod dpor;
pub mod graph;
pub mod limits;
pub mod lockset;
pub mod oracle;
mod random_runs;
mod space;
mod store;
pub mod tasks;
mod thread_set;
mod touch;
mod walk;

pub use aimed_runs::AimedRuns;
pub use random_runs::{LongRuns, ShortRuns, long_runs, refuting_runs, short_runs};
pub use store::*;

/// What a search of states told, and the final states.
#[derive(Debug, Default)]
pub struct Searched {
    /// Findings, limits, costs.
    pub outcome: raceproof_engine::Outcome,
    /// The final states, if asked for: encodings of all parts.
    pub finals: rustc_hash::FxHashSet<Vec<u8>>,
}
