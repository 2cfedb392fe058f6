//! Which engine is asked when.
//!
//! - `prepare` makes a program fit for being checked; `features` says what it is like.
//! - `plan` is the table of who is asked when, with the numbers of `limits`; `ask` goes through it (`beside`:
//!   several engines at a time), and `known` is what they have answered so far.
//! - `check` does that for each size of a team (and for each `division` of static loops) and `look` for what
//!   the program is given (`given`), or may be given (`guess`).
//! - `certified` is the proof for each thread alone with its argument checked.
//! - `world` asks whether the answer holds in every world, or only in the one that was tried.
//! - `so_far` is what is known when a limit ends the check.
//! - `tell` makes reports of what engines conclude; `tune` sets the numbers of all engines for an experiment.
//!
//! *Invariants:* no IO; only a [`Prepared`] program is checked; with one job the answer is the same every
//! time, but for what time decides.

mod ask;
mod beside;
mod caveat;
mod certified;
mod check;
mod division;
mod features;
mod given;
mod guess;
mod known;
pub mod limits;
mod look;
mod plan;
mod prepare;
mod probe;
mod refute;
mod so_far;
mod tell;
mod tune;
mod world;

pub use check::{Checked, Request, Teams, check, merge};
pub use division::Division;
pub use given::{Setting, find};
pub use look::{World, look};
pub use prepare::{Extern, Failing, Prepared, prepare, prepare_assuming};
pub use so_far::SoFar;
pub use tell::resource;
pub use tune::{tunable, tune};
pub use world::PARTS;
