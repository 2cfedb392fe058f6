//! Names of threads and objects, and the pointers made of them.
//!
//! A pointer is 64 bits: the object's id in the high half, the byte offset in the low half. It
//! survives every copy of its bytes and every cast to a 64-bit integer and back without a shadow.
//! Arithmetic changes the low half only, so a pointer never wanders from one object to another.
//!
//! The low half of the first byte of an object is [`START`], not 0: then a pointer to a little before
//! an object, which loops that count down come to, is a smaller number than one into it, and their
//! difference is right, whether they are compared and subtracted as pointers or as integers.
//!
//! Object ids are a function of the thread that made the object and of how many it had made, not
//! of the schedule. Every thread has an *arena* of two *spaces*: things that live until they are
//! freed (globals, heap) and things that live on the stack.
//!
//! ```text
//! 0 0 iiiiii…  (30 bits)   arena 0: globals, functions, heap of the first thread
//! 0 1 iiiiii…  (30 bits)   arena 0: stack of the first thread
//! 1 aaaaaaaaaaa s iii…     arena a + 1 (11 bits), stack or not, index (19 bits)
//! ```

pub use raceproof_order::ThreadId;

/// How many threads a run can have (a thread is also the number of its arena); more is a gap.
pub(crate) const THREADS: u32 = 1 << 11;

/// The low half of a pointer to the first byte of an object: how far before it a pointer may be without
/// wrapping around.
pub(crate) const START: u32 = 1 << 28;

/// An object of the program. 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ObjectId(pub u32);

/// A space of objects: two for each arena, the even one for what outlives a call, the odd one for
/// the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpaceId(pub u32);

const FAR: u32 = 1 << 31;
const NEAR_BITS: u32 = 30;
const FAR_BITS: u32 = 19;

impl ObjectId {
    /// No object.
    pub const NONE: ObjectId = ObjectId(0);

    /// The object with an index in a space, or `None` if the space has no such index.
    pub fn new(space: SpaceId, index: usize) -> Option<ObjectId> {
        let index = u32::try_from(index).ok()?;
        if space.0 < 2 {
            (index < 1 << NEAR_BITS).then_some(ObjectId(space.0 << NEAR_BITS | index))
        } else {
            (index < 1 << FAR_BITS && space.0 - 2 < 1 << (31 - FAR_BITS))
                .then_some(ObjectId(FAR | (space.0 - 2) << FAR_BITS | index))
        }
    }

    /// The space it is in.
    #[inline(always)]
    pub fn space(self) -> SpaceId {
        if self.0 & FAR == 0 {
            SpaceId(self.0 >> NEAR_BITS)
        } else {
            SpaceId(((self.0 & !FAR) >> FAR_BITS) + 2)
        }
    }

    /// Its index in that space.
    #[inline(always)]
    pub fn index(self) -> usize {
        let bits = if self.0 & FAR == 0 { NEAR_BITS } else { FAR_BITS };
        (self.0 & ((1 << bits) - 1)) as usize
    }
}

impl SpaceId {
    /// The space of the globals, the functions and the heap of a thread.
    pub fn heap(thread: ThreadId) -> SpaceId {
        SpaceId(thread.0 * 2)
    }

    /// The space of the stack of a thread.
    pub fn stack(thread: ThreadId) -> SpaceId {
        SpaceId(thread.0 * 2 + 1)
    }

    /// Whose arena it belongs to.
    pub fn thread(self) -> ThreadId {
        ThreadId(self.0 / 2)
    }

    /// Whether this is the space of a stack.
    pub fn is_stack(self) -> bool {
        self.0 & 1 == 1
    }
}

/// An address: an object and an offset in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pointer(pub u64);

impl Pointer {
    /// The null pointer.
    pub const NULL: Pointer = Pointer(0);

    /// The address of a byte of an object, or of what is that far before or behind it.
    #[inline(always)]
    pub fn new(object: ObjectId, offset: u32) -> Pointer {
        Pointer(u64::from(object.0) << 32 | u64::from(offset.wrapping_add(START)))
    }

    /// The object that it points to or past.
    #[inline(always)]
    pub fn object(self) -> ObjectId {
        ObjectId((self.0 >> 32) as u32)
    }

    /// Offset in bytes from the start of the object.
    #[inline(always)]
    pub fn offset(self) -> u32 {
        self.low().wrapping_sub(START)
    }

    /// The low half as it is: [`START`] and the offset.
    #[inline(always)]
    pub(crate) fn low(self) -> u32 {
        self.0 as u32
    }

    /// Moves by `delta` bytes, staying with the object.
    #[inline(always)]
    #[must_use]
    pub fn moved(self, delta: i64) -> Pointer {
        Pointer(self.0 & !0xffff_ffff | u64::from(self.low().wrapping_add(delta as u32)))
    }

    /// Whether this is the null pointer.
    pub fn is_null(self) -> bool {
        self.0 == 0
    }
}
