//! The symbolic engine: programs as formulas, with inputs and schedules left free.

mod formula;
mod gates;
mod term;
pub mod translate;

pub use formula::{Formula, Model, Size};
pub use term::{Term, Terms};
