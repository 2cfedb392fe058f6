//! Memory operations that are not plain loads and stores.

use raceproof_ir::{Bits, Kind};

use super::arith::{mask, signed};
use crate::Pointer;
use crate::memory::{Memory, Refused};

/// Reads a number of up to nine bytes for a bit-field: its bytes as one number.
fn read_span(memory: &Memory, p: Pointer, length: u32) -> Result<u128, Refused> {
    let bytes = memory.load(p, length)?;
    Ok(bytes.iter().rev().fold(0, |v, b| v << 8 | u128::from(*b)))
}

/// Number of bytes that the bits of a bit-field touch.
fn touched(bits: Bits) -> u32 {
    (u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8)
}

/// Reads a bit-field, and says whether its bytes have been written.
pub(crate) fn load_bits(memory: &Memory, p: Pointer, kind: Kind, bits: Bits) -> Result<(u64, bool), Refused> {
    let length = touched(bits);
    let raw = (read_span(memory, p, length)? >> bits.shift) as u64;
    let unused = 64 - u32::from(bits.width).clamp(1, 64);
    let value = if bits.signed {
        ((raw << unused) as i64 >> unused) as u64
    } else {
        raw << unused >> unused
    };
    Ok((value & mask(kind), memory.is_initialised(p, length)))
}

/// Writes a bit-field.
pub(crate) fn store_bits(memory: &mut Memory, p: Pointer, value: u64, bits: Bits) -> Result<(), Refused> {
    let length = touched(bits);
    let field = (u128::MAX >> (128 - u32::from(bits.width).clamp(1, 64))) << bits.shift;
    let old = read_span(memory, p, length)?;
    let new = old & !field | u128::from(value) << bits.shift & field;
    memory.store(p, &new.to_le_bytes()[..length as usize])
}

/// The bytes that an access to a bit-field reports: its memory location, clipped to the object.
pub(crate) fn location(memory: &Memory, p: Pointer, bits: Bits) -> (u32, u32) {
    let size = memory.object(p.object()).map_or(0, |o| o.size());
    let start = i64::from(p.offset()) + i64::from(bits.location_start);
    let end = (start + i64::from(bits.location_length)).clamp(0, i64::from(size));
    let start = start.clamp(0, end);
    (start as u32, (end - start) as u32)
}

/// A sign-extended 32-bit number or a 64-bit one, times a scale: a distance.
#[inline(always)]
pub(crate) fn distance(index: u64, narrow: bool, scale: u16) -> i64 {
    let index = if narrow {
        signed(Kind::I32, index)
    } else {
        index as i64
    };
    index.wrapping_mul(i64::from(scale))
}
