//! The flat 32-bit address space of the ILP32 data model.
//!
//! Registers hold pointers as (object, offset) in every data model. Where a pointer has four bytes in
//! memory, every object also gets a base address, and a pointer becomes a number, and back, through
//! it. Addresses are a function of the object's arena and of what that thread did, like ids are. The
//! heap of an arena grows upwards and never reuses addresses; its stack grows downwards.

use std::collections::BTreeMap;

use crate::{ObjectId, Pointer, SpaceId};

/// Addresses of all objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Flat {
    /// Living and freed heap objects and living stack objects, by base address.
    objects: BTreeMap<u32, (ObjectId, u32)>,
    /// Where the next object of a space goes: the end of the last one, or its start in a stack.
    next: Vec<u32>,
}

/// First address of arena 0; below it nothing is mapped.
const FIRST: u32 = 0x0001_0000;
/// End of arena 0. Above it the other arenas, each [`ARENA`] bytes.
const SPLIT: u32 = 0x8000_0000;
const ARENA: u32 = (u32::MAX - SPLIT) / crate::pointer::THREADS;

impl Flat {
    fn bounds(space: SpaceId) -> (u32, u32) {
        match space.thread().0 {
            0 => (FIRST, SPLIT),
            n => (SPLIT + (n - 1) * ARENA, SPLIT + n * ARENA),
        }
    }

    /// The current end of a space's use.
    pub fn next(&self, space: SpaceId) -> u32 {
        let (low, high) = Flat::bounds(space);
        match self.next.get(space.0 as usize) {
            None | Some(0) if space.is_stack() => high & !15,
            None | Some(0) => low.next_multiple_of(16),
            Some(n) => *n,
        }
    }

    /// Sets it.
    pub fn set_next(&mut self, space: SpaceId, next: u32) {
        let i = space.0 as usize;
        if self.next.len() <= i {
            self.next.resize(i + 1, 0);
        }
        self.next[i] = next;
    }

    /// Gives an object an address.
    pub fn place(&mut self, id: ObjectId, size: u32, align: u32) -> Result<u32, &'static str> {
        const FULL: &str = "more memory than 32-bit addresses reach";
        let space = id.space();
        let align = align.max(1).next_power_of_two();
        // One byte more than the size, so that the address past the end is not another object's.
        let room = (size.checked_add(1).ok_or(FULL)?)
            .checked_next_multiple_of(16)
            .ok_or(FULL)?;
        let next = self.next(space);
        let base = if space.is_stack() {
            let heap = self.next(SpaceId(space.0 - 1));
            let base = next.checked_sub(room).ok_or(FULL)? & !(align - 1);
            if base < heap {
                return Err(FULL);
            }
            self.set_next(space, base);
            base
        } else {
            let base = next.checked_next_multiple_of(align).ok_or(FULL)?;
            let end = base.checked_add(room).ok_or(FULL)?;
            if end > self.next(SpaceId(space.0 + 1)) {
                return Err(FULL);
            }
            self.set_next(space, end);
            base
        };
        self.objects.insert(base, (id, size));
        Ok(base)
    }

    /// A stack object ends: the stack shrinks to the lowest living one.
    pub fn leave(&mut self, id: ObjectId, base: u32) {
        let space = id.space();
        if !space.is_stack() {
            return;
        }
        self.objects.remove(&base);
        let (low, high) = Flat::bounds(space);
        let heap = self.next(SpaceId(space.0 - 1)).max(low);
        let lowest = self.objects.range(heap..high).next();
        self.set_next(space, lowest.map_or(high & !15, |(base, _)| *base));
    }

    /// Puts an object at an address that it had before.
    pub fn restore(&mut self, id: ObjectId, base: u32, size: u32) {
        self.objects.insert(base, (id, size));
    }

    /// Forgets an object.
    pub fn remove(&mut self, base: u32) {
        self.objects.remove(&base);
    }

    /// The pointer that a number is.
    pub fn find(&self, address: u32) -> Pointer {
        match self.objects.range(..=address).next_back() {
            Some((base, (id, size))) if address - base <= *size => Pointer::new(*id, address - base),
            // Object 0 at this offset: a null or wild pointer whose number survives.
            _ => Pointer(u64::from(address)),
        }
    }
}
