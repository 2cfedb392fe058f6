//! Engines on the machine, and what they share.

mod store;

pub use store::*;
