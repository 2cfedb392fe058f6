//! What every engine gets and gives: a budget, what is known of the program before it runs, and an outcome.

mod budget;
mod dice;
mod outcome;
mod site_facts;

pub use budget::*;
pub use dice::Dice;
pub use outcome::*;
pub use site_facts::{Accumulator, Crossing, Influence, Late, SiteFacts};
