//! Synchronisation objects: which kind an operation works on, and what the bytes of each kind hold.
//!
//! The state of an object lives in its own bytes, in a layout that agrees with glibc's where a static
//! initialiser shows (the kind of a mutex, for one). So it is copied, freed and compared with them, and zero
//! bytes are a fresh object. Offsets here are those of words of 32 bits from the start of the object.
//!
//! Invariant: an operation touches the [length](SyncObject::length) of its object and nothing else of memory,
//! but for the mutex of a wait on a condition variable.

use crate::{DataModel, SyncOp};

/// What stands in an object that was destroyed: a mutex has it as its kind, others in their first word.
pub const DESTROYED: u32 = u32::MAX;

/// A kind of synchronisation objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SyncObject {
    /// A mutex.
    Mutex,
    /// A read-write lock.
    ReadWriteLock,
    /// A spin lock.
    SpinLock,
    /// A condition variable.
    Condition,
    /// A barrier.
    Barrier,
    /// A semaphore.
    Semaphore,
    /// A once object.
    Once,
}

impl SyncObject {
    /// How many bytes an operation uses.
    pub const fn length(self) -> u32 {
        match self {
            SyncObject::Mutex => 20,
            SyncObject::ReadWriteLock => 8,
            SyncObject::Barrier => 16,
            SyncObject::SpinLock | SyncObject::Condition | SyncObject::Semaphore | SyncObject::Once => 4,
        }
    }
}

/// Words of a mutex.
pub mod mutex {
    use super::DataModel;

    /// The number of the thread that holds it and one, or 0.
    pub const OWNER: u32 = 0;
    /// How often it is held.
    pub const COUNT: u32 = 4;
    /// Where it was locked.
    pub const PLACE: u32 = 8;

    /// Its kind, where glibc has it.
    pub const fn kind_at(model: DataModel) -> u32 {
        match model {
            DataModel::Lp64 => 16,
            DataModel::Ilp32 => 12,
        }
    }

    /// Kind: who holds it may lock it again.
    pub const RECURSIVE: u32 = 1;
    /// Kind: misuse is told by an error.
    pub const ERROR_CHECKING: u32 = 2;
}

/// Words of a read-write lock.
pub mod rwlock {
    /// The number of the thread that writes and one, or 0.
    pub const WRITER: u32 = 0;
    /// How often it is held for reading.
    pub const READERS: u32 = 4;
}

/// The word of a spin lock.
pub mod spinlock {
    /// The number of the thread that holds it and one, or 0.
    pub const OWNER: u32 = 0;
}

/// The word of a condition variable.
pub mod condition {
    /// Zero until it is destroyed. Who waits is told by the threads.
    pub const STATE: u32 = 0;
}

/// Words of a barrier.
pub mod barrier {
    /// How many threads it is for; 0 if it was never made, or destroyed.
    pub const NEEDED: u32 = 0;
    /// How many have arrived.
    pub const ARRIVED: u32 = 4;
    /// The number of the round.
    pub const ROUND: u32 = 8;
    /// Who is told to be the serial thread.
    pub const SERIAL: u32 = 12;
}

/// The word of a semaphore.
pub mod semaphore {
    /// Its value.
    pub const VALUE: u32 = 0;
    /// The largest value.
    pub const MOST: u32 = i32::MAX as u32;
}

/// The word of a once object.
pub mod once {
    /// Not yet, done, or the number of the thread that runs the initialiser and two.
    pub const STATE: u32 = 0;
    /// Nobody has begun.
    pub const NOT_YET: u32 = 0;
    /// The initialiser has been run.
    pub const DONE: u32 = 1;
}

impl SyncOp {
    /// The kind of the object that the first operand is the address of, if it is one.
    pub fn object(self) -> Option<SyncObject> {
        use SyncOp as Op;
        Some(match self {
            Op::MutexInit | Op::MutexLock | Op::MutexTryLock | Op::MutexTimedLock => SyncObject::Mutex,
            Op::MutexUnlock | Op::MutexDestroy => SyncObject::Mutex,
            Op::RwInit | Op::RwRead | Op::RwTryRead | Op::RwTimedRead => SyncObject::ReadWriteLock,
            Op::RwWrite | Op::RwTryWrite | Op::RwTimedWrite => SyncObject::ReadWriteLock,
            Op::RwUnlock | Op::RwDestroy => SyncObject::ReadWriteLock,
            Op::SpinInit | Op::SpinLock | Op::SpinTryLock => SyncObject::SpinLock,
            Op::SpinUnlock | Op::SpinDestroy => SyncObject::SpinLock,
            Op::CondInit | Op::CondWait | Op::CondTimedWait => SyncObject::Condition,
            Op::CondSignal | Op::CondBroadcast | Op::CondDestroy => SyncObject::Condition,
            Op::BarrierInit | Op::BarrierWait | Op::BarrierDestroy => SyncObject::Barrier,
            Op::SemInit | Op::SemWait | Op::SemTryWait | Op::SemTimedWait => SyncObject::Semaphore,
            Op::SemPost | Op::SemValue | Op::SemDestroy => SyncObject::Semaphore,
            Op::OnceBegin | Op::OnceEnd => SyncObject::Once,
            _ => return None,
        })
    }

    /// Whether it makes its object.
    pub fn makes_object(self) -> bool {
        use SyncOp as Op;
        matches!(
            self,
            Op::MutexInit | Op::RwInit | Op::SpinInit | Op::CondInit | Op::BarrierInit | Op::SemInit
        )
    }

    /// Whether it ends the life of its object.
    pub fn ends_object(self) -> bool {
        use SyncOp as Op;
        matches!(
            self,
            Op::MutexDestroy
                | Op::RwDestroy
                | Op::SpinDestroy
                | Op::CondDestroy
                | Op::BarrierDestroy
                | Op::SemDestroy
        )
    }
}
