//! The parts of a state: what engines intern instead of whole states.

use crate::{ObjectId, SpaceId, ThreadId};

/// A part of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// A thread: its frames, registers and status.
    Thread(ThreadId),
    /// A chunk of [`CHUNK`](crate::CHUNK) bytes of an object.
    Object(ObjectId, u32),
    /// The names that a space will give next.
    Space(SpaceId),
    /// The library's state.
    Environment,
}
