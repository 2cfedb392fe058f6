//! The memory of a run: all objects, and access to their bytes.
//!
//! Nothing here reports an access or knows where the program is: errors are a [`FaultKind`], and
//! whoever called adds thread and site. `load` and `store` are the interpreter's hot path and are
//! laid out for it: a successful access of an object that needs no bookkeeping is two table look-ups
//! and one comparison.

mod flat;
mod object;
mod stored;
mod track;
mod word;

pub use object::{CHUNK, Life, Object, ObjectKind};

use crate::limits;
use object::{CONSTANT, PARTIAL};
use std::collections::VecDeque;

use crate::part::Part;
use crate::{FaultKind, ObjectId, Pointer, Site, SpaceId, ThreadId};

/// Largest object, so that pointers into it, and the one past its end, do not wrap around.
const LARGEST: u64 = (u32::MAX - crate::pointer::START) as u64;
/// Why there is no room for an object in a run with [a limit](Memory::limit).
pub const NO_ROOM: &str = "more memory than this run may have";
/// All objects.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    spaces: Vec<Space>,
    /// Whether parts that change are put on `dirty`.
    tracking: bool,
    dirty: Vec<Part>,
    /// Whether some space is dirty.
    names_dirty: bool,
    /// The flat address space of ILP32.
    flat: Option<flat::Flat>,
    /// The largest sum of sizes, if it is less than [`limits::MEMORY`].
    most: Option<u64>,
    /// Bytes of objects that were made since the sum was last looked at.
    uncounted: u64,
}

/// Addresses so near to the null pointer are those of members and elements of an object that is not there.
pub const NULLS: u32 = 1 << 16;

/// The objects of one space.
#[derive(Clone, Debug, Default)]
struct Space {
    objects: Vec<Object>,
    /// In a stack: how many objects from the start are in use; the last of them is alive. Those above are
    /// dead and keep their buffers.
    top: usize,
    /// Freed heap objects, oldest first. Those that are forgotten are before them, and their names are used
    /// again at once.
    freed: VecDeque<u32>,
    /// Whether `freed` and the number of objects changed since the last drain.
    dirty: bool,
}

/// An access that cannot be made, as a fault; boxed to keep the good path's result small.
pub type Refused = Box<FaultKind>;

impl Memory {
    /// An empty memory; `flat` gives every object a 32-bit address as well.
    pub fn new(flat: bool) -> Memory {
        Memory {
            flat: flat.then(flat::Flat::default),
            ..Memory::default()
        }
    }

    /// From now on objects may have so many bytes more in all.
    pub fn limit(&mut self, more: u64) {
        self.most = Some(self.taken().saturating_add(more));
    }

    fn taken(&self) -> u64 {
        self.objects()
            .map(|(_, object)| (object.bytes().len() + size_of::<Object>()) as u64)
            .sum()
    }

    /// The object with this id, alive or not; `None` if there never was one.
    #[inline(always)]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.spaces.get(id.space().0 as usize)?.objects.get(id.index())
    }

    #[inline(always)]
    fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.spaces
            .get_mut(id.space().0 as usize)?
            .objects
            .get_mut(id.index())
    }

    /// Every object that is or was there.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.spaces.iter().enumerate().flat_map(|(s, space)| {
            space.objects.iter().enumerate().filter_map(move |(i, object)| {
                let id = ObjectId::new(SpaceId(s as u32), i)?;
                (object.life != Life::Absent).then_some((id, object))
            })
        })
    }

    fn space_mut(&mut self, space: SpaceId) -> &mut Space {
        let i = space.0 as usize;
        if self.spaces.len() <= i {
            self.spaces.resize_with(i + 1, Space::default);
        }
        &mut self.spaces[i]
    }

    /// Makes an object in the heap space (what outlives calls) of a thread. Its bytes are zero and count as
    /// initialised if `initialised`. `Err` says what ran out.
    pub fn allocate(
        &mut self,
        thread: ThreadId,
        size: u64,
        align: u32,
        kind: ObjectKind,
        initialised: bool,
    ) -> Result<ObjectId, &'static str> {
        let space = SpaceId::heap(thread);
        let table = self.space_mut(space);
        let is_forgotten = |i: &u32| table.objects[*i as usize].life == Life::Absent;
        let reuses =
            table.freed.len() >= limits::QUARANTINE.size() || table.freed.front().is_some_and(is_forgotten);
        let index = match reuses {
            true => table.freed.pop_front().map(|i| i as usize),
            false => None,
        };
        // Object 0 is null.
        let index = index.unwrap_or(table.objects.len().max(usize::from(space.0 == 0)));
        table.dirty = true;
        self.names_dirty = true;
        self.begin(space, index, size, align, kind, initialised)
    }

    /// Makes an object on the stack of a thread, uninitialised.
    pub fn allocate_stack(
        &mut self,
        thread: ThreadId,
        size: u64,
        align: u32,
        kind: ObjectKind,
    ) -> Result<ObjectId, &'static str> {
        let space = SpaceId::stack(thread);
        let plain = !self.tracking && self.flat.is_none();
        let table = self.space_mut(space);
        let index = table.top;
        // An object like the last one of this name, as in the next call of the same function, needs the
        // least.
        if let Some(object) = table.objects.get_mut(index)
            && plain
            && object.renew(size, align, kind)
            && let Some(id) = ObjectId::new(space, index)
        {
            table.top = index + 1;
            return Ok(id);
        }
        let id = self.begin(space, index, size, align, kind, false)?;
        self.spaces[space.0 as usize].top = index + 1;
        Ok(id)
    }

    /// Makes the object of a function: it has addresses and no bytes.
    pub(crate) fn allocate_code(&mut self, size: u64, kind: ObjectKind) -> Result<ObjectId, &'static str> {
        let id = self.allocate(ThreadId::MAIN, size, 1, kind, true)?;
        if let Some(object) = self.object_mut(id) {
            object.limit = 0;
            object.buffer = Vec::new();
        }
        Ok(id)
    }

    fn begin(
        &mut self,
        space: SpaceId,
        index: usize,
        size: u64,
        align: u32,
        kind: ObjectKind,
        initialised: bool,
    ) -> Result<ObjectId, &'static str> {
        let id = ObjectId::new(space, index).ok_or(match space.0 / 2 < crate::pointer::THREADS {
            true => "more objects than a thread can make",
            false => "memory of more than 2048 threads or tasks that are not joined",
        })?;
        if size > LARGEST {
            return Err("an object of 3.75 GiB or more");
        }
        self.uncounted += size + size_of::<Object>() as u64;
        if size >= limits::LARGE_OBJECT.get() || self.uncounted >= limits::UNCOUNTED.get() {
            self.uncounted = 0;
            self.find_room(size)?;
        }
        let size = size as u32;
        let base = match &mut self.flat {
            Some(flat) => flat.place(id, size, align)?,
            None => 0,
        };
        let table = &mut self.spaces[space.0 as usize];
        if table.objects.len() <= index {
            table.objects.resize_with(index + 1, Object::default);
        }
        let object = &mut table.objects[index];
        object.begin(size, align, kind, initialised);
        object.base = base;
        if self.tracking {
            self.begin_tracking(id);
        }
        Ok(id)
    }

    /// Says whether there is room for an object: a loop that makes some must not end the verifier.
    fn find_room(&self, size: u64) -> Result<(), &'static str> {
        let taken = self.taken();
        if self.most.is_some_and(|most| taken + size > most) {
            return Err(NO_ROOM);
        }
        if taken + size > limits::MEMORY.get() {
            return Err("objects of more than 4 GiB in all");
        }
        // The bytes and one bit for each: taken and given back, as zeroed memory cannot be asked for
        // fallibly.
        let total = size as usize + size.div_ceil(8) as usize;
        Vec::<u8>::new()
            .try_reserve_exact(total)
            .map_err(|_| "an object that the memory of this machine has no room for")
    }

    /// Whether there are no objects in a space.
    #[inline]
    pub(crate) fn is_vacant(&self, space: SpaceId) -> bool {
        self.spaces.get(space.0 as usize).is_none_or(|space| {
            space.top == 0 && space.freed.is_empty() && space.objects.iter().all(|o| o.life == Life::Absent)
        })
    }

    /// Makes the object constant: a later store is a fault.
    pub fn make_constant(&mut self, id: ObjectId) {
        if let Some(object) = self.object_mut(id) {
            object.flags |= CONSTANT;
        }
    }

    /// Frees a heap object, given the pointer that `malloc` returned.
    pub fn free(&mut self, p: Pointer, site: Site) -> Result<ObjectId, Refused> {
        let id = self.check_heap(p)?;
        self.end(id, site);
        Ok(id)
    }

    /// The name of the heap object that was freed last in its space goes to the next one, as if it had never
    /// been there.
    pub(crate) fn give_back(&mut self, id: ObjectId) {
        let Some(space) = self.spaces.get_mut(id.space().0 as usize) else {
            return;
        };
        if space.freed.back() == Some(&(id.index() as u32)) {
            space.freed.rotate_right(1);
            space.objects[id.index()].life = Life::Absent;
        }
    }

    /// Checks that `p` is the start of a living heap object and gives its id.
    pub fn check_heap(&self, p: Pointer) -> Result<ObjectId, Refused> {
        let id = p.object();
        let Some(object) = self.object(id) else {
            return Err(Box::new(FaultKind::InvalidFree(p)));
        };
        match (object.kind, object.life) {
            (ObjectKind::Heap(_), Life::Freed(freed)) => {
                Err(Box::new(FaultKind::DoubleFree { object: id, freed }))
            }
            (ObjectKind::Heap(_), Life::Alive) if p.offset() == 0 => Ok(id),
            _ => Err(Box::new(FaultKind::InvalidFree(p))),
        }
    }

    /// Ends the life of an object, whatever it is.
    pub fn end(&mut self, id: ObjectId, site: Site) {
        // The last object of a stack, untracked.
        if id.space().is_stack() && !self.tracking && self.flat.is_none() {
            let Some(space) = self.spaces.get_mut(id.space().0 as usize) else {
                return;
            };
            if let Some(object) = space.objects.get_mut(id.index()) {
                object.end(Life::Absent);
            }
            while space.top > 0 && !space.objects[space.top - 1].is_alive() {
                space.top -= 1;
            }
            return;
        }
        let Some(object) = self.object_mut(id) else {
            return;
        };
        if !object.is_alive() {
            return;
        }
        if self.tracking {
            self.list_chunks(id);
        }
        if let Some(flat) = &mut self.flat {
            let base = self.spaces[id.space().0 as usize].objects[id.index()].base;
            flat.leave(id, base);
        }
        let space = &mut self.spaces[id.space().0 as usize];
        let object = &mut space.objects[id.index()];
        if id.space().is_stack() {
            object.end(Life::Absent);
            while space.top > 0 && !space.objects[space.top - 1].is_alive() {
                space.top -= 1;
            }
        } else {
            object.end(Life::Freed(site));
            space.freed.push_back(id.index() as u32);
            space.dirty = true;
            self.names_dirty = true;
        }
    }

    /// The bytes of an access that only reads.
    #[inline(always)]
    pub fn load(&self, p: Pointer, length: u32) -> Result<&[u8], Refused> {
        let start = p.offset();
        if let Some(object) = self.object(p.object())
            && let Some(end) = start.checked_add(length)
            && end <= object.limit
        {
            return Ok(&object.buffer[start as usize..end as usize]);
        }
        Err(self.refuse(p, u64::from(length)))
    }

    /// Writes bytes, which become initialised.
    #[inline(always)]
    pub fn store(&mut self, p: Pointer, bytes: &[u8]) -> Result<(), Refused> {
        self.prepare(p, bytes.len() as u64)?.copy_from_slice(bytes);
        Ok(())
    }

    /// The bytes of an access that writes all of them.
    pub fn prepare(&mut self, p: Pointer, length: u64) -> Result<&mut [u8], Refused> {
        self.check_range(p, length)?;
        let (start, length) = (p.offset(), length as u32);
        let id = p.object();
        self.touch(id, start, length)?;
        let Some(object) = self.object_mut(id) else {
            return Err(Box::new(FaultKind::WildPointer(p)));
        };
        object.initialise(start, length);
        Ok(&mut object.buffer[start as usize..(start + length) as usize])
    }

    /// Gives an object these bytes, and zeros behind them. Says whether that was possible in short: it is all
    /// initialised and nobody follows its changes.
    pub(crate) fn refill(&mut self, id: ObjectId, bytes: &[u8]) -> bool {
        if self.tracking {
            return false;
        }
        let Some(object) = self.object_mut(id) else {
            return false;
        };
        let length = bytes.len().min(object.limit as usize);
        if object.flags != 0 || !object.is_alive() {
            return false;
        }
        object.buffer[..length].copy_from_slice(&bytes[..length]);
        object.buffer[length..].fill(0);
        true
    }

    /// Whether a range inside an object has been written (true if there is no such range).
    #[inline(always)]
    pub fn is_initialised(&self, p: Pointer, length: u32) -> bool {
        match self.object(p.object()) {
            Some(object) if object.flags & PARTIAL != 0 => {
                u64::from(p.offset()) + u64::from(length) > u64::from(object.limit)
                    || object.is_initialised(p.offset(), length)
            }
            _ => true,
        }
    }

    /// How many bytes there are from an address to the end of its object, if that is alive and has any.
    pub fn rest_of(&self, p: Pointer) -> u64 {
        let limit = self.object(p.object()).filter(|object| object.is_alive());
        let limit = limit.map_or(0, |object| u64::from(object.limit));
        limit.saturating_sub(u64::from(p.offset()))
    }

    /// Makes bytes count as never written; false if they cannot be written.
    pub fn unwrite(&mut self, p: Pointer, length: u32) -> bool {
        if self.prepare(p, length.into()).is_err() {
            return false;
        }
        match self.object_mut(p.object()) {
            Some(object) => {
                (p.offset()..p.offset() + length).for_each(|at| object.forget(at));
                true
            }
            None => false,
        }
    }

    /// Checks that an access of any length is inside a living object.
    pub fn check_range(&self, p: Pointer, length: u64) -> Result<(), Refused> {
        match self.object(p.object()) {
            Some(object)
                if object.is_alive()
                    && u64::from(p.offset()).saturating_add(length) <= u64::from(object.limit) =>
            {
                Ok(())
            }
            _ => Err(self.refuse(p, length)),
        }
    }

    /// Copies bytes together with whether they are initialised; the ranges may overlap.
    pub fn copy(&mut self, to: Pointer, from: Pointer, length: u64) -> Result<(), Refused> {
        self.check_range(from, length)?;
        self.check_range(to, length)?;
        if length == 0 || to == from {
            return Ok(());
        }
        let n = length as u32;
        self.touch(to.object(), to.offset(), n)?;
        let range = |p: Pointer| p.offset() as usize..p.offset() as usize + n as usize;
        if to.object() == from.object() {
            let Some(object) = self.object_mut(to.object()) else {
                return Ok(());
            };
            let flags = object.initialised_flags(from.offset(), n);
            object.buffer.copy_within(range(from), to.offset() as usize);
            object.restore_flags(to.offset(), n, flags);
            return Ok(());
        }
        // The target leaves the table for a moment so that both can be borrowed.
        let Some(target) = self.object_mut(to.object()) else {
            return Ok(());
        };
        let mut target = std::mem::take(target);
        if let Some(source) = self.object(from.object()) {
            target.buffer[range(to)].copy_from_slice(&source.buffer[range(from)]);
            target.copy_flags(to.offset(), n, source, from.offset());
        }
        if let Some(place) = self.object_mut(to.object()) {
            *place = target;
        }
        Ok(())
    }

    /// Length of the string at `p` without its terminator. The fault is that of the first byte outside.
    pub fn string_length(&self, p: Pointer) -> Result<u32, Refused> {
        self.check_range(p, 1)?;
        let bytes = self.object(p.object()).map_or(&[][..], Object::bytes);
        let tail = &bytes[p.offset() as usize..];
        match tail.iter().position(|b| *b == 0) {
            Some(n) => Ok(n as u32),
            None => Err(self.refuse(p.moved(tail.len() as i64), 1)),
        }
    }

    /// Says why an access is not possible.
    #[cold]
    #[inline(never)]
    pub fn refuse(&self, p: Pointer, length: u64) -> Refused {
        let id = p.object();
        // A large number is no null pointer: it may be a part of an address that went through a narrower
        // integer, and then it leads anywhere.
        if id == ObjectId::NONE && (NULLS..=!NULLS).contains(&p.low()) {
            return Box::new(FaultKind::WildPointer(p));
        }
        Box::new(match self.object(id) {
            None if id == ObjectId::NONE => FaultKind::NullPointer,
            None => FaultKind::WildPointer(p),
            Some(object) => match (object.life, object.kind) {
                (Life::Absent, _) if id == ObjectId::NONE => FaultKind::NullPointer,
                (Life::Absent, _) if id.space().is_stack() => FaultKind::DeadVariable(id),
                (Life::Absent, _) => FaultKind::WildPointer(p),
                (Life::Freed(freed), ObjectKind::Heap(_)) => FaultKind::UseAfterFree { object: id, freed },
                (Life::Freed(_), _) => FaultKind::DeadVariable(id),
                (Life::Alive, ObjectKind::Code(_)) => FaultKind::CodeAccess(id),
                (Life::Alive, _) => FaultKind::OutOfBounds {
                    object: id,
                    offset: p.offset(),
                    length,
                    size: object.size,
                },
            },
        })
    }

    /// The number that a pointer is in memory and as an integer.
    pub fn pointer_to_integer(&self, p: Pointer) -> u64 {
        match &self.flat {
            None => p.0,
            Some(_) if p.object() == ObjectId::NONE => u64::from(p.low()),
            Some(_) => {
                let base = self.object(p.object()).map_or(0, |o| o.base);
                u64::from(base.wrapping_add(p.offset()))
            }
        }
    }

    /// The pointer that an integer is.
    pub fn integer_to_pointer(&self, n: u64) -> Pointer {
        match &self.flat {
            None => Pointer(n),
            Some(flat) => flat.find(n as u32),
        }
    }
}
