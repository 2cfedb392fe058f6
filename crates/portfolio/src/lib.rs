//! Which engine is asked when.
//!
//! [`prepare`](mod@prepare) makes a program fit for being checked, `ask` asks the engines about it, [`check`](mod@check) makes a report of what they say, for
//! each size of a team, and [`guess`](mod@guess) finds inputs worth trying.
//!
//! *Invariants:* no IO; only a [`Prepared`] program is checked; with one job the answer is the same every time.

mod ask;
pub mod check;
pub mod guess;
pub mod prepare;

pub use check::{Checked, Engine, Request, check, merge};
pub use prepare::{Prepared, prepare};
