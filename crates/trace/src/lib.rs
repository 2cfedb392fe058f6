//! Recorded traces: what threads of a program did, event after event, whoever recorded it.
//!
//! - [`Reader`] makes events of the lines of a trace, in one of the [`Form`]s that are in use.
//! - [`Analysis`] goes through the events and finds races by several orders at a time.
//! - [`Summary`] is what it found, and [`text`] how that is told.
//!
//! A trace is one run, so what is said of it is said of that run and of its reorderings: that there is no
//! race here proves nothing of the program.
//!
//! *Invariants:* no IO (lines come from the caller, text goes to it); no text makes it panic; with the orders
//! `hb`, `shb`, `wcp` and `dc` alone memory does not grow with accesses that repeat.

mod analysis;
mod compact;
mod names;
mod read;
mod recording;
mod spread;
mod summary;
pub mod text;
mod write;

pub use analysis::{Analysis, OrderName};
pub use compact::{Broken, Decoder, Encoder, MAGIC};
pub use names::{Names, Roster};
pub use read::{Form, Malformed, Reader};
pub use recording::{Recording, Symbols, Told};
pub use spread::Spread;
pub use summary::{Access, Found, Pair, Standing, Summary};
pub use write::standard;

use raceproof_order::{Action, ThreadId};

/// An event of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub action: Action,
    /// Where in the program, by its number among the names of places.
    pub place: u32,
}
