//! Schedules: the choices that make a run reproducible.

use crate::ThreadId;

/// One choice: who does what next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub what: What,
}

/// What a thread does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// Runs to its next synchronisation or choice, or as far as the fuel of a turn goes.
    Run,
    /// Runs up to and including so many operations that access memory.
    Access(u32),
    /// Does the synchronisation or choice that it is at, in this alternative or with this value.
    Take(u64),
}

impl Turn {
    /// The thread runs to its next synchronisation.
    pub fn run(thread: ThreadId) -> Turn {
        Turn {
            thread,
            what: What::Run,
        }
    }

    /// The thread makes one access.
    pub fn access(thread: ThreadId) -> Turn {
        Turn {
            thread,
            what: What::Access(1),
        }
    }

    /// The thread does what it is at.
    pub fn take(thread: ThreadId, choice: u64) -> Turn {
        Turn {
            thread,
            what: What::Take(choice),
        }
    }
}

/// A sequence of turns from the initial state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    turns: Vec<Turn>,
}

impl Schedule {
    /// These turns.
    pub fn new(turns: Vec<Turn>) -> Schedule {
        Schedule { turns }
    }

    /// The turns.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }
}
