//! One object: its bytes, which of them are initialised, and what it is.
//!
//! The bytes and the bitmap of initialised bytes share one buffer: `size` bytes, then, while some
//! byte is uninitialised, one bit for each. The bitmap goes away with the last uninitialised byte,
//! so equal contents have equal buffers. An object that is not alive has no bytes (`limit` is 0),
//! which makes the bounds check of an access the test of its life as well.

use raceproof_ir::{FuncId, GlobalId, SlotId};

use crate::Site;

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// A global of the program.
    Global(GlobalId),
    /// A thread's copy of a thread-local global.
    ThreadLocal(GlobalId),
    /// A function: it has an address and no bytes.
    Code(FuncId),
    /// A local variable.
    Slot(FuncId, SlotId),
    /// Made by [`Inst::Alloca`](raceproof_ir::Inst::Alloca) there.
    Alloca(Site),
    /// Made by `malloc` and friends there.
    Heap(Site),
    /// `argv`, the environment and their strings.
    Environment,
    /// A thread's `errno`.
    Errno,
    /// A static object of the C library.
    Library,
}

/// Whether an object is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Life {
    /// Never made, or forgotten.
    #[default]
    Absent,
    /// It exists.
    Alive,
    /// It was freed, or its block was left.
    Freed(Site),
}

/// Bytes of a chunk: the unit in which a large object is stored and tracked.
pub const CHUNK: u32 = 4096;

/// Stores are faults.
pub(super) const CONSTANT: u8 = 1;
/// Not written since the last drain.
pub(super) const CLEAN: u8 = 2;
/// Has a bitmap of initialised bytes.
pub(super) const PARTIAL: u8 = 4;
/// Larger than a chunk and tracked chunk by chunk.
pub(super) const CHUNKED: u8 = 8;

/// An object of the program.
#[derive(Clone, Debug)]
pub struct Object {
    /// The bytes, then the bitmap if [`PARTIAL`].
    pub(super) buffer: Vec<u8>,
    /// Accesses must end at or before this: the size while alive, else 0.
    pub(super) limit: u32,
    pub(super) size: u32,
    /// Number of uninitialised bytes; 0 means that there is no bitmap.
    pub(super) uninitialised: u32,
    /// Base address in the flat 32-bit address space of ILP32, else 0.
    pub(super) base: u32,
    pub(super) kind: ObjectKind,
    pub(super) life: Life,
    pub(super) align: u32,
    pub(super) flags: u8,
    /// How many leading chunks are on the list of dirty parts, whatever became of the object since.
    pub(super) listed: u32,
    /// For [`CHUNKED`] objects a bit for each chunk: not written since the last drain.
    pub(super) clean: Box<[u64]>,
}

impl Default for Object {
    fn default() -> Object {
        Object {
            buffer: Vec::new(),
            limit: 0,
            size: 0,
            uninitialised: 0,
            base: 0,
            kind: ObjectKind::Library,
            life: Life::Absent,
            align: 1,
            flags: 0,
            listed: 0,
            clean: Box::default(),
        }
    }
}

impl Object {
    /// What it is.
    pub fn kind(&self) -> ObjectKind {
        self.kind
    }

    /// Whether it is there.
    pub fn life(&self) -> Life {
        self.life
    }

    /// Whether it exists now.
    pub fn is_alive(&self) -> bool {
        self.life == Life::Alive
    }

    /// Its size in bytes (also when freed).
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Its alignment in bytes.
    pub fn align(&self) -> u32 {
        self.align
    }

    /// Whether a store to it is a fault.
    pub fn is_constant(&self) -> bool {
        self.flags & CONSTANT != 0
    }

    /// Its bytes; none if it is not alive.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[..self.limit as usize]
    }

    /// Its bytes, to be changed in a copy of it.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.buffer[..self.limit as usize]
    }

    /// Number of chunks that it has, at least one.
    pub fn chunks(&self) -> u32 {
        self.size.div_ceil(CHUNK).max(1)
    }

    /// Whether all bytes of a range inside the object have been written.
    pub fn is_initialised(&self, start: u32, length: u32) -> bool {
        if self.flags & PARTIAL == 0 {
            return true;
        }
        let map = &self.buffer[self.size as usize..];
        let (start, length) = (start as usize, length as usize);
        if start & 7 == 0 && length & 7 == 0 {
            return map[start / 8..(start + length) / 8].iter().all(|b| *b == 0xff);
        }
        (start..start + length).all(|i| map[i / 8] >> (i % 8) & 1 != 0)
    }

    /// Makes it a new object, all bytes zero.
    pub(super) fn begin(&mut self, size: u32, align: u32, kind: ObjectKind, initialised: bool) {
        let total = size as usize + if initialised { 0 } else { size.div_ceil(8) as usize };
        if self.buffer.capacity() < total {
            // Fresh zero pages from the system cost nothing until they are touched.
            self.buffer = vec![0; total];
        } else {
            self.buffer.clear();
            self.buffer.resize(total, 0);
        }
        self.limit = size;
        self.size = size;
        self.align = align;
        self.kind = kind;
        self.life = Life::Alive;
        self.flags = 0;
        self.uninitialised = 0;
        if !initialised && size > 0 {
            self.uninitialised = size;
            self.flags = PARTIAL;
            self.set_padding();
        }
    }

    /// Makes it a new object of the size and kind that it had, uninitialised. Says whether that was possible.
    pub(super) fn renew(&mut self, size: u64, align: u32, kind: ObjectKind) -> bool {
        let total = size as usize + size.div_ceil(8) as usize;
        let same = u64::from(self.size) == size && self.align == align && self.kind == kind;
        if !same || size == 0 || self.buffer.capacity() < total {
            return false;
        }
        self.buffer.clear();
        self.buffer.resize(total, 0);
        self.limit = self.size;
        self.life = Life::Alive;
        self.uninitialised = self.size;
        self.flags = PARTIAL;
        self.set_padding();
        true
    }

    /// The bits past the last byte count as initialised.
    fn set_padding(&mut self) {
        let used = self.size % 8;
        if used != 0
            && let Some(last) = self.buffer.last_mut()
        {
            *last = !((1u8 << used) - 1);
        }
    }

    /// Ends its life. A small buffer is kept for the next object of this name.
    pub(super) fn end(&mut self, life: Life) {
        self.life = life;
        self.limit = 0;
        self.uninitialised = 0;
        self.flags = 0;
        if !self.clean.is_empty() {
            self.clean = Box::default();
        }
        if self.buffer.capacity() > CHUNK as usize {
            self.buffer = Vec::new();
        } else {
            self.buffer.clear();
        }
    }

    /// Marks a range inside the object as written.
    pub(super) fn initialise(&mut self, start: u32, length: u32) {
        if self.flags & PARTIAL == 0 {
            return;
        }
        let map = &mut self.buffer[self.size as usize..];
        let mut fresh = 0;
        let (mut at, end) = (start as usize, start as usize + length as usize);
        while at < end {
            let bit = at % 8;
            let n = (8 - bit).min(end - at);
            let mask = (((1u32 << n) - 1) << bit) as u8;
            let byte = &mut map[at / 8];
            fresh += (mask & !*byte).count_ones();
            *byte |= mask;
            at += n;
        }
        self.uninitialised -= fresh;
        if self.uninitialised == 0 {
            self.flags &= !PARTIAL;
            self.buffer.truncate(self.size as usize);
        }
    }

    /// Which bytes of a range inside the object are initialised; `None` if all are.
    pub(super) fn initialised_flags(&self, start: u32, length: u32) -> Option<Vec<bool>> {
        if self.is_initialised(start, length) {
            return None;
        }
        Some(
            (start..start + length)
                .map(|i| self.is_initialised(i, 1))
                .collect(),
        )
    }

    /// The bytes of a range inside the object are initialised exactly if those of another one are, from there
    /// on.
    pub(super) fn copy_flags(&mut self, start: u32, length: u32, source: &Object, from: u32) {
        if source.is_initialised(from, length) {
            return self.initialise(start, length);
        }
        let map = &source.buffer[source.size as usize..];
        let is_on = |i: u32| map[(from + i) as usize / 8] >> ((from + i) % 8) & 1 != 0;
        let mut at = 0;
        while at < length {
            let on = is_on(at);
            let end = (at + 1..length).find(|&i| is_on(i) != on).unwrap_or(length);
            match on {
                true => self.initialise(start + at, end - at),
                false => (at..end).for_each(|i| self.forget(start + i)),
            }
            at = end;
        }
    }

    /// Sets which bytes of a range inside the object are initialised; `None` means all.
    pub(super) fn restore_flags(&mut self, start: u32, length: u32, flags: Option<Vec<bool>>) {
        let Some(flags) = flags else {
            return self.initialise(start, length);
        };
        for (at, on) in (start..).zip(flags) {
            if on {
                self.initialise(at, 1);
            } else {
                self.forget(at);
            }
        }
    }

    /// Marks one byte as not written.
    pub(super) fn forget(&mut self, at: u32) {
        if self.flags & PARTIAL == 0 {
            self.flags |= PARTIAL;
            self.buffer
                .resize(self.size as usize + self.size.div_ceil(8) as usize, 0xff);
        }
        let byte = &mut self.buffer[self.size as usize + at as usize / 8];
        let mask = 1 << (at % 8);
        if *byte & mask != 0 {
            *byte &= !mask;
            self.uninitialised += 1;
        }
    }
}

/// Objects are equal if the program cannot tell them apart and reports would not either.
impl PartialEq for Object {
    fn eq(&self, other: &Object) -> bool {
        if self.life != other.life {
            return false;
        }
        match self.life {
            Life::Absent => true,
            Life::Freed(_) => self.size == other.size && self.kind == other.kind,
            Life::Alive => {
                self.size == other.size
                    && self.kind == other.kind
                    && self.align == other.align
                    && self.is_constant() == other.is_constant()
                    && self.buffer == other.buffer
            }
        }
    }
}
impl Eq for Object {}
