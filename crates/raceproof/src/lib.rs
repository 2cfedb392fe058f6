//! raceproof as a library: the parts under one roof, and the command line.
//!
//! | to | use |
//! |---|---|
//! | read a program | [`load`](mod@load), [`source`] |
//! | run it | [`execute`](mod@execute), [`machine`] |
//! | check it | [`portfolio`], [`explore`] |
//! | look at it, print it, read its text form | [`ir`] |
//! | show a result | [`report`] |
//!
//! Together with the preprocessor call of the C front end, this is the only crate that does IO.

pub mod cli;
pub mod execute;
mod follow;
pub mod load;
pub mod log;

pub use raceproof_c as c;
pub use raceproof_engine as engine;
pub use raceproof_explore as explore;
pub use raceproof_ir as ir;
pub use raceproof_machine as machine;
pub use raceproof_portfolio as portfolio;
pub use raceproof_report as report;
pub use raceproof_source as source;
