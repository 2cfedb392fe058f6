//! Memory operations that are not plain loads and stores, and conversions that may need the memory.

use raceproof_ir::{Bits, ConvertOp, Kind};

use super::Machine;
use super::arith::{self, mask, signed};
use crate::memory::{Memory, Refused};
use crate::op::Op;
use crate::state::State;
use crate::{Access, Note, ObjectId, Pointer, Sink, Site, Stop, ThreadId};

/// How far from its object an address may be as a number, in bytes.
const NEAR: u32 = 1 << 16;

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
fn load_bits(memory: &Memory, p: Pointer, kind: Kind, bits: Bits) -> Result<(u64, bool), Refused> {
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
fn store_bits(memory: &mut Memory, p: Pointer, value: u64, bits: Bits) -> Result<(), Refused> {
    let length = touched(bits);
    let field = (u128::MAX >> (128 - u32::from(bits.width).clamp(1, 64))) << bits.shift;
    let old = read_span(memory, p, length)?;
    let new = old & !field | u128::from(value) << bits.shift & field;
    memory.store(p, &new.to_le_bytes()[..length as usize])
}

/// The bytes that an access to a bit-field reports: its memory location, clipped to the object.
fn location(memory: &Memory, p: Pointer, bits: Bits) -> (u32, u32) {
    let size = memory.object(p.object()).map_or(0, |o| o.size());
    let start = i64::from(p.offset()) + i64::from(bits.location_start);
    let end = (start + i64::from(bits.location_length)).clamp(0, i64::from(size));
    let start = start.clamp(0, end);
    (start as u32, (end - start) as u32)
}

/// What stands for a distance that no object is as long as: it leads out of all but the largest, where the
/// offset alone, which wraps, could lead back in.
const FAR: i64 = 1 << 31;

/// A sign-extended 32-bit number or a 64-bit one, times a scale: a distance.
#[inline(always)]
pub(crate) fn distance(index: u64, narrow: bool, scale: u16) -> i64 {
    let index = if narrow {
        signed(Kind::I32, index)
    } else {
        index as i64
    };
    match index.checked_mul(i64::from(scale)) {
        Some(distance) if distance.unsigned_abs() >> 32 == 0 => distance,
        _ => FAR,
    }
}

/// Reads a number of any size.
fn load_number(memory: &Memory, p: Pointer, length: u32) -> Result<(u128, bool), Refused> {
    Ok((read_span(memory, p, length)?, memory.is_initialised(p, length)))
}

impl Machine<'_> {
    /// Executes a memory operation that is not a plain load or store. Says whether it accessed anything.
    #[inline(never)]
    pub(super) fn access(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut impl Sink,
        frame: &mut [u64],
        op: Op,
        site: Site,
    ) -> Result<bool, Stop> {
        let memory = &mut state.memory;
        let fault = |kind: Refused| kind.at(t, site);
        let report = |sink: &mut dyn Sink, p: Pointer, (start, length): (u32, u32), write: bool| {
            sink.access(
                t,
                Access {
                    object: p.object(),
                    start,
                    length,
                    write,
                    atomic: false,
                    site,
                },
            );
        };
        let mut written = true;
        match op {
            Op::LoadWide { a, to } => {
                let p = Pointer(frame[a as usize]);
                let (value, all) = load_number(memory, p, 16).map_err(fault)?;
                report(sink, p, (p.offset(), 16), false);
                written = all;
                frame[to as usize] = value as u64;
                frame[to as usize + 1] = (value >> 64) as u64;
            }
            Op::LoadPtr32 { dst, a, disp } => {
                let p = Pointer(frame[a as usize]).moved(disp.into());
                let (value, all) = load_number(memory, p, 4).map_err(fault)?;
                report(sink, p, (p.offset(), 4), false);
                written = all;
                frame[dst as usize] = memory.integer_to_pointer(value as u64).0;
            }
            Op::StoreWide { a, from } => {
                let p = Pointer(frame[a as usize]);
                let bytes = [frame[from as usize], frame[from as usize + 1]].map(u64::to_le_bytes);
                memory.store(p, bytes.as_flattened()).map_err(fault)?;
                report(sink, p, (p.offset(), 16), true);
            }
            Op::StorePtr32 { value, a, disp } => {
                let p = Pointer(frame[a as usize]).moved(disp.into());
                let number = memory.pointer_to_integer(Pointer(frame[value as usize]));
                memory.store(p, &number.to_le_bytes()[..4]).map_err(fault)?;
                report(sink, p, (p.offset(), 4), true);
            }
            Op::LoadBits { dst, a, bits } => {
                let (kind, bits) = self.code.bits[bits as usize];
                let p = Pointer(frame[a as usize]);
                let (value, all) = load_bits(memory, p, kind, bits).map_err(fault)?;
                report(sink, p, location(memory, p, bits), false);
                written = all;
                frame[dst as usize] = value;
            }
            Op::StoreBits { value, a, bits } => {
                let (_, bits) = self.code.bits[bits as usize];
                let p = Pointer(frame[a as usize]);
                store_bits(memory, p, frame[value as usize], bits).map_err(fault)?;
                report(sink, p, location(memory, p, bits), true);
            }
            Op::MemCopy { a, b, size } => {
                let (to, from) = (Pointer(frame[a as usize]), Pointer(frame[b as usize]));
                let size = frame[size as usize];
                if size == 0 {
                    return Ok(false);
                }
                memory.copy(to, from, size).map_err(fault)?;
                report(sink, from, (from.offset(), size as u32), false);
                report(sink, to, (to.offset(), size as u32), true);
            }
            Op::MemFill { a, b, size } => {
                let (to, byte) = (Pointer(frame[a as usize]), frame[b as usize] as u8);
                let size = frame[size as usize];
                if size == 0 {
                    return Ok(false);
                }
                memory.prepare(to, size).map_err(fault)?.fill(byte);
                report(sink, to, (to.offset(), size as u32), true);
            }
            _ => return Ok(false),
        }
        if !written {
            sink.note(Note::UninitialisedRead, site);
        }
        Ok(true)
    }

    /// Whether a number is that of an address of an object or near it. What is left of one as a
    /// floating-point number depends on how large addresses are, and what comes back from that may be another
    /// one.
    #[inline(never)]
    pub(super) fn is_number_of_address(&self, state: &State, number: u64) -> bool {
        let at = Pointer(number);
        let is_near = |size: u32| at.offset().wrapping_add(NEAR) <= size.saturating_add(2 * NEAR);
        self.code.uses.numbers
            && at.object() != ObjectId::NONE
            && state
                .memory
                .object(at.object())
                .is_some_and(|o| is_near(o.size()))
    }

    /// Conversions that have no operation of their own.
    #[inline(never)]
    #[allow(clippy::too_many_arguments, reason = "the fields of one operation")]
    pub(super) fn convert(
        &self,
        state: &State,
        sink: &mut impl Sink,
        site: Site,
        op: ConvertOp,
        from: Kind,
        to: Kind,
        value: u64,
    ) -> u64 {
        match op {
            ConvertOp::PtrToInt => state.memory.pointer_to_integer(Pointer(value)) & mask(to),
            ConvertOp::IntToPtr => state.memory.integer_to_pointer(value).0,
            _ => {
                let (value, outside) = arith::convert(op, from, to, value);
                if outside {
                    sink.note(Note::FloatOutOfRange, site);
                }
                value
            }
        }
    }
}
