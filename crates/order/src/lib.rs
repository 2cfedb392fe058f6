//! Events, clocks and the partial orders over them. This crate knows nothing of programs: a
//! recorded trace is as good as a run of the machine.
//!
//! - [`VectorClock`] and [`Epoch`]: how far one thread knows the others.
//! - [`Edge`]: what a synchronisation operation does to knowledge.
//! - [`HappensBefore`]: the clocks of all threads and of everything they synchronise through.
//! - [`LocksetTable`]: the same knowledge seen from each access: the set of those who know of it.
//! - [`Wcp`], [`Dc`]: orders with fewer edges, which predict races of other executions ([`Predict`]).
//! - [`Schedulable`], [`SyncPreserving`]: races of which a reordering of the trace is known to show each.
//! - [`Shadow`]: who accessed each byte last; finds the race of an access with an earlier one.
//! - [`Ledger`]: all who accessed each byte; finds every race of an access with earlier ones.
//! - [`ComputationGraph`]: tasks and their nodes, the reference for races of task-parallel programs; [`Bags`]
//!   and [`Chains`] answer the same questions at scale.

mod bags;
mod chains;
mod clock;
mod computation_graph;
mod dc;
mod edge;
mod happens_before;
mod journal;
mod known;
mod ledger;
mod lockset;
mod predict;
mod schedulable;
mod shadow;
mod sync_preserving;
mod wcp;

pub use bags::*;
pub use chains::*;
pub use clock::*;
pub use computation_graph::*;
pub use dc::*;
pub use edge::*;
pub use happens_before::*;
pub use known::*;
pub use ledger::*;
pub use lockset::*;
pub use predict::{Action, Detect, Predict, PredictMoment};
pub use schedulable::*;
pub use shadow::*;
pub use sync_preserving::*;
pub use wcp::*;
