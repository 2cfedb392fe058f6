//! Engines on the machine, and what they share.

mod budget;
pub mod dpor;
mod glance;
pub mod graph;
pub mod lockset;
pub mod once;
pub mod oracle;
mod outcome;
pub mod random;
mod space;
mod store;
pub mod tasks;
mod thread_set;
mod touch;
mod walk;

pub use budget::*;
pub use glance::{gaze, glance};
pub use outcome::*;
pub use store::*;
