//! OpenMP: the syntax tree of directives and the rules of which clause may stand on which.
//!
//! A directive is taken apart into its leaf constructs ([`Construct`]), so `target teams distribute
//! parallel for simd` is a list of six and nobody compares names. A clause is its name and its
//! argument; the shape of the argument follows from the name (see [`ClauseArgument`]).
//!
//! Invariant: what the parser did not report as an error obeys the rules here: every clause is
//! allowed on one of the constructs, those that may stand once do, required ones are there.

mod clause;
mod construct;
mod context;
mod directive;
mod rule;
mod text;
mod word;

pub use clause::*;
pub use construct::*;
pub use context::*;
pub use directive::*;
pub use word::*;
