//! Reading strings of the program.

use super::Result;
use crate::memory::Object;
use crate::{Context, Pointer};

/// The bytes from `p` to the end of its object, without an access event; at least one.
pub(super) fn tail<'c>(ctx: &'c Context<'_>, p: Pointer) -> Result<&'c [u8]> {
    ctx.peek(p, 1)?;
    let bytes = ctx.memory().object(p.object()).map_or(&[][..], Object::bytes);
    Ok(bytes.get(p.offset() as usize..).unwrap_or(&[]))
}

/// Reads bytes from `p` up to and including the first that `last` accepts, at most `limit`; gives how
/// many and whether that one was among them. It is a fault if the object ends before either.
pub(super) fn find_byte(
    ctx: &mut Context<'_>,
    p: Pointer,
    limit: u64,
    last: impl Fn(u8) -> bool,
) -> Result<(u64, bool)> {
    if limit == 0 {
        return Ok((0, false));
    }
    let tail = tail(ctx, p)?;
    let within = &tail[..usize::try_from(limit).unwrap_or(usize::MAX).min(tail.len())];
    let (length, found) = match within.iter().position(|&b| last(b)) {
        Some(at) => (at as u64 + 1, true),
        // One byte too many where the object is too short, for the fault that it is.
        None => (limit.min(tail.len() as u64 + 1), false),
    };
    ctx.read_bytes(p, length)?;
    Ok((length, found))
}

/// The last byte of a range that was read.
pub(super) fn last_byte(ctx: &Context<'_>, p: Pointer, length: u64) -> Result<u8> {
    Ok(ctx.peek(p, length)?.last().copied().unwrap_or(0))
}

/// The string at `p` without its NUL, or its first `limit` bytes if the NUL comes later.
pub(super) fn read_bounded(ctx: &mut Context<'_>, p: Pointer, limit: u64) -> Result<Vec<u8>> {
    let (length, found) = find_byte(ctx, p, limit, |b| b == 0)?;
    Ok(ctx.peek(p, length - u64::from(found))?.to_vec())
}

/// The wide string at `p` without its NUL, or its first `limit` characters.
pub(super) fn read_wide(ctx: &mut Context<'_>, p: Pointer, limit: u64) -> Result<Vec<u32>> {
    if limit == 0 {
        return Ok(Vec::new());
    }
    let tail = tail(ctx, p)?;
    let units = tail.chunks_exact(4);
    let whole = units.len() as u64;
    let end = units
        .take(usize::try_from(limit).unwrap_or(usize::MAX))
        .position(|unit| unit == [0; 4]);
    let count = end.map_or(limit.min(whole + 1), |at| at as u64 + 1);
    let bytes = ctx.read_bytes(p, count * 4)?;
    let mut text: Vec<u32> = bytes
        .chunks_exact(4)
        .map(|unit| {
            unit.iter()
                .rev()
                .fold(0, |value, &byte| value << 8 | u32::from(byte))
        })
        .collect();
    if end.is_some() {
        text.pop();
    }
    Ok(text)
}

/// Writes a string and its NUL.
pub(super) fn write_string(ctx: &mut Context<'_>, p: Pointer, text: &[u8]) -> Result<()> {
    let mut bytes = Vec::with_capacity(text.len() + 1);
    bytes.extend_from_slice(text);
    bytes.push(0);
    ctx.write_bytes(p, &bytes)
}
