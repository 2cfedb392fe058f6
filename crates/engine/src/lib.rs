//! What an engine is, what it gets (a [`Question`] with a [`Budget`], and what is known of the program before
//! it runs) and what it gives (an [`Outcome`]).

mod aim;
pub mod argument;
mod budget;
mod clock;
mod condition;
mod dice;
mod exchange;
#[cfg(feature = "mutants")]
pub mod mutants;
mod obstacle;
mod outcome;
mod overlaps;
mod progress;
mod question;
mod site_facts;

pub use aim::{Aim, Blocked, Tried};
pub use budget::*;
pub use condition::{time_spent, try_mutants};
pub use dice::Dice;
pub use exchange::{Broken, Exchange, Lane, NUMBER, Party, Workers, lanes};
pub use obstacle::Obstacle;
pub use outcome::*;
pub use overlaps::Overlaps;
pub use progress::{Amount, Progress};
pub use question::*;
pub use site_facts::{Accumulator, Crossing, Influence, Late, SiteFacts};
