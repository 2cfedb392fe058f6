//! Events of an execution.

use crate::touch::Touch;
use raceproof_machine::{Pointer, ThreadId};
use raceproof_order::{Epoch, VectorClock};

/// One operation of a thread whose order matters.
#[derive(Clone, Debug)]
pub struct Event {
    pub thread: ThreadId,
    /// What it knows in the order of dependence, itself included.
    pub clock: VectorClock,
    pub touches: Vec<Touch>,
    /// A lock that it took (`true`) or gave back.
    pub lock: Option<(Pointer, bool)>,
    /// The frame of the first event of its atomic block, or its own.
    pub start: u32,
    /// The frame of the thread's event before it.
    pub previous: Option<u32>,
    /// Its moment in the order that races are predicted by.
    pub moment: Epoch,
}

impl Event {
    /// Its moment.
    pub fn epoch(&self) -> Epoch {
        Epoch {
            thread: self.thread,
            time: self.clock.get(self.thread),
        }
    }
}

/// An operation as far as it decides whether it could have come before another.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    pub thread: ThreadId,
    /// It may have to wait for others.
    pub can_wait: bool,
    /// The lock that it takes, if it takes nothing else and waits for nothing else.
    pub takes: Option<Pointer>,
    /// It was asleep before somebody woke it, so that it waited for something else then.
    pub woken: bool,
}
