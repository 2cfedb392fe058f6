//! The symbolic engine: programs as formulas, with inputs and schedules left free.

mod bounded;
mod check;
mod decode;
mod execute;
mod float;
mod formula;
mod gates;
mod know;
pub mod limits;
mod path;
mod reach;
mod sequentialize;
mod term;
pub mod translate;
mod unroll;
mod world;

pub use check::{Answer, Options, Symbolic, check};
pub use formula::{Formula, Model, Size};
pub use term::{Term, Terms};
