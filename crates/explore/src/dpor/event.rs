//! Events of an execution and what makes them dependent.

use raceproof_machine::{ObjectId, Pointer, ThreadId};
use raceproof_order::{Channel, Epoch, VectorClock};

/// Bytes that an operation accesses. Two operations are dependent if they touch common bytes and one of them writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    pub object: ObjectId,
    pub start: u32,
    pub end: u32,
    pub write: bool,
}

impl Touch {
    /// The first byte of an object, changed: what a synchronisation object stands for.
    pub fn at(p: Pointer) -> Touch {
        Touch {
            object: p.object(),
            start: p.offset(),
            end: p.offset().saturating_add(1),
            write: true,
        }
    }

    /// A channel of an edge.
    pub fn channel(channel: Channel) -> Touch {
        Touch::at(Pointer(channel.key))
    }

    /// All bytes there are: what an operation touches after which nobody else can do anything.
    pub const ALL: Touch = Touch {
        object: ObjectId(u32::MAX),
        start: 0,
        end: u32::MAX,
        write: true,
    };

    #[inline]
    pub fn depends(&self, other: &Touch) -> bool {
        if *self == Touch::ALL || *other == Touch::ALL {
            return true;
        }
        self.object == other.object
            && self.start < other.end
            && other.start < self.end
            && (self.write || other.write)
    }

    /// Whether it touches all bytes of the other.
    pub fn covers(&self, other: &Touch) -> bool {
        self.object == other.object && self.start <= other.start && other.end <= self.end
    }
}

/// Whether two operations are dependent.
pub fn dependent(a: &[Touch], b: &[Touch]) -> bool {
    a.iter().any(|x| b.iter().any(|y| x.depends(y)))
}

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
}
