//! Events, clocks and the partial orders over them. This crate knows nothing of programs: a
//! recorded trace is as good as a run of the machine.
//!
//! - [`VectorClock`] and [`Epoch`]: how far one thread knows the others.
//! - [`Edge`]: what a synchronisation operation does to knowledge.
//! - [`HappensBefore`]: the clocks of all threads and of everything they synchronise through.
//! - [`LocksetTable`]: the same knowledge seen from each access: the set of those who know of it.
//! - [`Shadow`]: who accessed each byte last; finds the race of an access with an earlier one.

mod clock;
mod edge;
mod happens_before;
mod lockset;
mod shadow;

pub use clock::*;
pub use edge::*;
pub use happens_before::*;
pub use lockset::*;
pub use shadow::*;
