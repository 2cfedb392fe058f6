//! Loads and stores of up to eight bytes: the interpreter's hot path.
//!
//! An object without a bitmap has exactly its bytes in the buffer, and a dead one has none, so one bounds
//! check of the buffer is the whole test; anything else takes the slow path.

use super::object::PARTIAL;
use super::{Memory, Object, Refused};
use crate::Pointer;

impl Memory {
    /// Reads `N` bytes as a number, and says whether all of them have been written.
    #[inline(always)]
    pub(crate) fn read<const N: usize>(&self, p: Pointer) -> Result<(u64, bool), Refused> {
        if let Some(object) = self.object(p.object()) {
            let start = p.offset() as usize;
            if object.flags & PARTIAL == 0
                && let Some(bytes) = object.buffer.get(start..start + N)
            {
                return Ok((number(bytes), true));
            }
        }
        self.read_slowly::<N>(p)
    }

    #[inline(never)]
    fn read_slowly<const N: usize>(&self, p: Pointer) -> Result<(u64, bool), Refused> {
        let value = number(self.load(p, N as u32)?);
        let written = self
            .object(p.object())
            .is_none_or(|o| o.is_written(p.offset(), N as u32));
        Ok((value, written))
    }

    /// Writes the low `N` bytes of a number.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(&mut self, p: Pointer, value: u64) -> Result<(), Refused> {
        let start = p.offset() as usize;
        if let Some(object) = self.object_mut(p.object())
            && object.flags == 0
            && let Some(bytes) = object.buffer.get_mut(start..start + N)
        {
            bytes.copy_from_slice(&value.to_le_bytes()[..N]);
            return Ok(());
        }
        self.write_slowly::<N>(p, value)
    }

    #[inline(never)]
    fn write_slowly<const N: usize>(&mut self, p: Pointer, value: u64) -> Result<(), Refused> {
        let start = p.offset();
        let id = p.object();
        // Uninitialised bytes are the common reason to be here.
        if let Some(object) = self.object_mut(id)
            && object.flags == PARTIAL
            && start.checked_add(N as u32).is_some_and(|end| end <= object.limit)
        {
            object.buffer[start as usize..start as usize + N].copy_from_slice(&value.to_le_bytes()[..N]);
            object.mark_written(start, N as u32);
            return Ok(());
        }
        match self.object(id) {
            Some(object) if start.checked_add(N as u32).is_some_and(|end| end <= object.limit) => {}
            _ => return Err(self.refuse(p, N as u64)),
        }
        self.touch(id, start, N as u32)?;
        if let Some(object) = self.object_mut(id) {
            object.buffer[start as usize..start as usize + N].copy_from_slice(&value.to_le_bytes()[..N]);
            object.mark_written(start, N as u32);
        }
        Ok(())
    }
}

#[inline(always)]
fn number(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

impl Object {
    /// Whether up to eight bytes inside the object have been written.
    fn is_written(&self, start: u32, length: u32) -> bool {
        if self.flags & PARTIAL == 0 {
            return true;
        }
        let at = self.size as usize + start as usize / 8;
        let next = self.buffer.get(at + 1).copied().unwrap_or(0);
        let bits = (u32::from(self.buffer[at]) | u32::from(next) << 8) >> (start % 8);
        let mask = (1 << length) - 1;
        bits & mask == mask
    }

    /// Marks up to eight bytes inside the object as written.
    #[inline]
    fn mark_written(&mut self, start: u32, length: u32) {
        if self.flags & PARTIAL == 0 {
            return;
        }
        let at = self.size as usize + start as usize / 8;
        let mask = ((1u32 << length) - 1) << (start % 8);
        let old = self.buffer[at];
        let low = mask as u8;
        let mut fresh = (low & !old).count_ones();
        self.buffer[at] = old | low;
        let high = (mask >> 8) as u8;
        if high != 0 {
            let byte = &mut self.buffer[at + 1];
            fresh += (high & !*byte).count_ones();
            *byte |= high;
        }
        if fresh != 0 {
            self.uninitialised -= fresh;
            if self.uninitialised == 0 {
                self.flags &= !PARTIAL;
                self.buffer.truncate(self.size as usize);
            }
        }
    }
}
