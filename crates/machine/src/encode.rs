//! Compact numbers for encoded parts.

use crate::pointer::START;

/// Appends a number in groups of seven bits, low ones first.
#[inline]
pub(crate) fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a register: a small number, or a pointer near the start of an object with a small name.
#[inline]
pub(crate) fn put_value(out: &mut Vec<u8>, value: u64) {
    let (high, low) = ((value >> 32) as u32, value as u32);
    if high == 0 {
        put(out, u64::from(low) << 1);
    } else {
        put(out, u64::from(low.wrapping_sub(START)) << 1 | 1);
        // The highest bits tell the stack of the first thread from its heap.
        put(out, u64::from(high.rotate_left(2)));
    }
}

/// Reads what was put, in the same order.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes }
    }

    /// The next byte; 0 at the end.
    #[inline]
    pub fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((&byte, rest)) => {
                self.bytes = rest;
                byte
            }
            None => 0,
        }
    }

    /// The next number; 0 at the end.
    #[inline]
    pub fn get(&mut self) -> u64 {
        let mut value = 0;
        let mut shift = 0;
        while let Some((byte, rest)) = self.bytes.split_first() {
            self.bytes = rest;
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 || shift > 63 {
                break;
            }
        }
        value
    }

    /// The next register.
    #[inline]
    pub fn get_value(&mut self) -> u64 {
        let first = self.get();
        let low = (first >> 1) as u32;
        if first & 1 == 0 {
            return u64::from(low);
        }
        let high = self.get32().rotate_right(2);
        u64::from(low.wrapping_add(START)) | u64::from(high) << 32
    }

    /// The next number as 32 bits.
    pub fn get32(&mut self) -> u32 {
        self.get() as u32
    }

    /// The next `n` bytes, or what there is.
    pub fn take(&mut self, n: usize) -> &'a [u8] {
        let (head, rest) = self.bytes.split_at(n.min(self.bytes.len()));
        self.bytes = rest;
        head
    }

    /// Whether everything has been read.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// What is left.
    pub fn rest(self) -> &'a [u8] {
        self.bytes
    }
}
