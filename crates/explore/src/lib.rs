//! Engines on the machine, and what they share.

pub mod dpor;
mod glance;
pub mod graph;
pub mod limits;
pub mod lockset;
pub mod oracle;
mod space;
mod store;
pub mod tasks;
mod thread_set;
mod touch;
mod walk;

pub use glance::{Gaze, Glance, gaze, glance};
pub use store::*;
