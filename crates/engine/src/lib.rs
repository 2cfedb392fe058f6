//! What every engine gets and gives: a budget, and an outcome.

mod budget;
mod dice;
mod outcome;

pub use budget::*;
pub use dice::Dice;
pub use outcome::*;
