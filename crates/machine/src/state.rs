//! The state of a run: its threads, its memory, and the library's state.

use raceproof_ir::FuncId;

use crate::{Environment, Memory, ObjectId, Pointer, ThreadId};

/// A state of the program. Cheap to change, not meant to be cloned at every step: engines store its
/// [parts](crate::Part).
#[derive(Clone, Debug, Default)]
pub struct State {
    /// All objects.
    pub memory: Memory,
    pub(crate) threads: Vec<Thread>,
    pub(crate) environment: Environment,
    pub(crate) environment_dirty: bool,
    /// Whether threads and library state that change are remembered.
    pub(crate) tracking: bool,
}

/// A thread of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    pub(crate) status: Status,
    /// Its calls, the running one last.
    pub(crate) frames: Vec<Frame>,
    /// The registers of all its frames, one frame after the other. Longer than what is in use.
    pub(crate) registers: Vec<u64>,
    /// Stack objects made by `alloca`, oldest first.
    pub(crate) allocas: Vec<ObjectId>,
    /// Its copies of the thread-local globals, by their number among these; none if not made yet.
    pub(crate) locals: Vec<ObjectId>,
    /// Its `errno`, made when first used.
    pub(crate) errno: ObjectId,
    /// Thread-specific data, by key.
    pub(crate) specific: Vec<Pointer>,
    /// How many frames it has made; gives each its serial number.
    pub(crate) serial: u32,
    pub(crate) dirty: bool,
}

/// What a thread is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Status {
    /// It can run.
    #[default]
    Runnable,
    /// It has returned.
    Finished(u64),
}

/// A call in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// What runs.
    pub function: FuncId,
    /// The next operation; in a caller, the one after the call.
    pub pc: u32,
    /// Index of its first register.
    pub base: u32,
    /// Register of the caller that takes the result; [`NOWHERE`] for none.
    pub dst: u32,
    /// Number of `alloca` objects when it was called.
    pub allocas: u32,
    /// Distinguishes it from a later frame at its depth, for `longjmp`. 0 until a `setjmp` asks.
    pub serial: u32,
}

/// No register.
pub(crate) const NOWHERE: u32 = u32::MAX;

impl State {
    /// The threads that were ever made, finished ones included.
    pub fn threads(&self) -> impl Iterator<Item = (ThreadId, &Thread)> {
        self.threads
            .iter()
            .enumerate()
            .map(|(i, t)| (ThreadId(i as u32), t))
    }

    /// A thread.
    pub fn thread(&self, id: ThreadId) -> Option<&Thread> {
        self.threads.get(id.0 as usize)
    }

    /// State of the C library.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }
}

impl Thread {
    /// What it is about to do.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Number of calls in progress.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }
}
