//! Why a run cannot go on: a defect of the program, or a limit of raceproof.

use crate::{ObjectId, Pointer, Site, ThreadId};

/// Why a thread cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A defect of the program.
    Fault(Box<Fault>),
    /// A limit of raceproof.
    Gap(Box<Gap>),
}

/// A defect of the program, other than a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// Where.
    pub site: Site,
    /// Who did it.
    pub thread: ThreadId,
}

/// Something that raceproof cannot do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// What, and what would help.
    pub what: String,
    /// Where.
    pub site: Site,
    /// Who got there.
    pub thread: ThreadId,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Access through a null pointer.
    NullPointer,
    /// Access through a pointer to nothing, such as an integer.
    WildPointer(Pointer),
    /// Access outside of an object.
    OutOfBounds {
        /// Of which object.
        object: ObjectId,
        /// First byte of the access.
        offset: u32,
        /// Number of bytes.
        length: u64,
        /// Size of the object.
        size: u32,
    },
    /// Access to a freed heap object.
    UseAfterFree {
        /// Which object.
        object: ObjectId,
        /// Where it was freed.
        freed: Site,
    },
    /// Access to a local variable whose life has ended.
    DeadVariable(ObjectId),
    /// Access to the bytes of a function.
    CodeAccess(ObjectId),
    /// Store to a constant.
    ConstantWrite(ObjectId),
    /// Second free of a heap object.
    DoubleFree {
        /// Which object.
        object: ObjectId,
        /// Where it was freed first.
        freed: Site,
    },
    /// Free of something that is not the start of a heap object.
    InvalidFree(Pointer),
    /// Integer division by zero.
    DivisionByZero,
    /// The smallest integer divided by -1.
    DivisionOverflow,
    /// An assertion failed.
    Assertion(String),
    /// Control reached a point that it cannot reach (`__builtin_unreachable`, the end of a `noreturn`
    /// function).
    Unreachable,
    /// The stack is exhausted.
    StackOverflow,
    /// Call of something that is not a function.
    BadCall(Pointer),
    /// Computed jump to something that is not a label of the function.
    BadJump(Pointer),
    /// `longjmp` to a function that has returned, or with a buffer that no `setjmp` filled.
    BadLongJump,
    /// The program gave up: `abort`, or a library function that detected misuse.
    Abort(String),
    /// Misuse of a synchronisation object or of a library function.
    Misuse {
        /// What, in words.
        what: String,
        /// The other position that matters, such as where the lock was taken.
        other: Option<Site>,
    },
}

impl FaultKind {
    /// Whether the language leaves open what happens next; otherwise the program ends.
    pub fn is_undefined(&self) -> bool {
        !matches!(
            self,
            FaultKind::Assertion(_)
                | FaultKind::Abort(_)
                | FaultKind::StackOverflow
                | FaultKind::NullPointer
                | FaultKind::DivisionByZero
                | FaultKind::DivisionOverflow
                | FaultKind::Unreachable
        )
    }

    /// Whether the object was there once and its life has ended.
    pub fn is_ended_object(&self) -> bool {
        matches!(self, FaultKind::UseAfterFree { .. } | FaultKind::DeadVariable(_))
    }

    /// Makes it a stop.
    #[cold]
    pub fn at(self, thread: ThreadId, site: Site) -> Stop {
        Stop::Fault(Box::new(Fault {
            kind: self,
            site,
            thread,
        }))
    }
}

impl Gap {
    /// A gap as a stop.
    #[cold]
    pub fn stop(what: impl Into<String>, thread: ThreadId, site: Site) -> Stop {
        Stop::Gap(Box::new(Gap {
            what: what.into(),
            site,
            thread,
        }))
    }
}
