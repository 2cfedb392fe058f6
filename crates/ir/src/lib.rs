//! The concurrent program: what every engine of raceproof reads.
//!
//! A [`Program`] is typed three-address code over basic blocks. Loads, stores and address
//! arithmetic are explicit; a scalar local whose address is never taken is a register and causes
//! no access. Synchronisation, thread creation, nondeterministic choice, assumptions and
//! assertions are instructions, so that an engine never has to guess what a call means. Every
//! instruction carries the source position it came from.
//!
//! Registers are mutable (this is not SSA): the interpreter wants them dense, and the symbolic
//! engine renames them while unrolling anyway.
//!
//! A program has a text form, described in `TEXT.md`: [`Program`] displays itself in it and [`parse()`] reads
//! it back to an equal program. [`verify()`] checks the rules that every consumer may rely on.
//!
//! This crate does no IO and gives instructions no meaning; `machine` and `symbolic` do.

mod effect;
mod instruction;
mod kind;
mod mnemonic;
mod parse;
mod point;
mod print;
mod program;
mod role;
mod shape;
mod span;
pub mod sync_object;
mod verify;

pub use effect::{Extent, FAILURE, Part, Touch, Use};
pub use instruction::*;
pub use kind::*;
pub use parse::{ParseError, parse};
pub use point::Point;
pub use print::Text;
pub use program::*;
pub use role::*;
pub use shape::*;
pub use span::*;
pub use sync_object::SyncObject;
pub use verify::{Place, Rule, Violation, verify};
