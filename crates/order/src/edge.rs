//! What a synchronisation operation does to what threads know of each other.

use crate::ThreadId;

/// A place where knowledge is left and picked up: a lane of a synchronisation object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Channel {
    /// The object.
    pub key: u64,
    /// Which of its lanes (a read-write lock has two).
    pub lane: u8,
}

/// Which edges an atomic operation or a fence asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Strength {
    /// A read with it acquires.
    pub acquire: bool,
    /// A write with it releases.
    pub release: bool,
}

/// One effect of one operation of a thread. An operation is a short list of these, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Picks up all that was ever left in the channel.
    Acquire(Channel),
    /// Leaves what the thread knows, in addition to what is there.
    Release(Channel),
    /// A thread comes to life and knows what its creator knows.
    Fork(ThreadId),
    /// Learns all that a finished thread knew.
    Join(ThreadId),
    /// Atomic load of a location.
    AtomicLoad(u64, Strength),
    /// Atomic store: ends the release sequences of other threads.
    AtomicStore(u64, Strength),
    /// The write half of an atomic read-modify-write, whose read half is an `AtomicLoad`: continues every
    /// release sequence.
    AtomicUpdate(u64, Strength),
    /// A fence.
    Fence(Strength),
}
