//! Blocks of bytes: `memcpy`, `memset`, `memcmp` and their relatives.
//!
//! `memcpy` of ranges that overlap is done as `memmove` does it.

use super::{Result, int, pointer, size_argument, text};
use crate::{Context, Flow, NativeFn, Pointer};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "memcpy" | "memmove" => |ctx| {
            let (to, from, n) = (ctx.pointer(0), ctx.pointer(1), size_argument(ctx, 2));
            ctx.copy(to, from, n)?;
            pointer(to)
        },
        "mempcpy" => |ctx| {
            let (to, from, n) = (ctx.pointer(0), ctx.pointer(1), size_argument(ctx, 2));
            ctx.copy(to, from, n)?;
            pointer(to.moved(n as i64))
        },
        "bcopy" => |ctx| {
            let (from, to, n) = (ctx.pointer(0), ctx.pointer(1), size_argument(ctx, 2));
            ctx.copy(to, from, n)?;
            int(0)
        },
        "memset" | "explicit_memset" => |ctx| {
            let (to, byte, n) = (ctx.pointer(0), ctx.arg(1) as u8, size_argument(ctx, 2));
            ctx.fill(to, byte, n)?;
            pointer(to)
        },
        "bzero" => |ctx| {
            let (to, n) = (ctx.pointer(0), size_argument(ctx, 1));
            ctx.fill(to, 0, n)?;
            int(0)
        },
        "memcmp" | "bcmp" => memcmp,
        "memchr" => |ctx| {
            let (from, byte, n) = (ctx.pointer(0), ctx.arg(1) as u8, size_argument(ctx, 2));
            let (length, found) = text::find_byte(ctx, from, n, |b| b == byte)?;
            pointer(if found {
                from.moved(length as i64 - 1)
            } else {
                Pointer::NULL
            })
        },
        "rawmemchr" => |ctx| {
            let (from, byte) = (ctx.pointer(0), ctx.arg(1) as u8);
            let (length, _) = text::find_byte(ctx, from, u64::MAX, |b| b == byte)?;
            pointer(from.moved(length as i64 - 1))
        },
        "memrchr" => |ctx| {
            let (from, byte, n) = (ctx.pointer(0), ctx.arg(1) as u8, size_argument(ctx, 2));
            let found = ctx.read_bytes(from, n)?.iter().rposition(|&b| b == byte);
            pointer(found.map_or(Pointer::NULL, |at| from.moved(at as i64)))
        },
        "memccpy" => memccpy,
        "memmem" => |ctx| {
            let (place, n) = (ctx.pointer(0), size_argument(ctx, 1));
            let (what, m) = (ctx.pointer(2), size_argument(ctx, 3));
            let needle = ctx.read_bytes(what, m)?.to_vec();
            let found = position(ctx.read_bytes(place, n)?, &needle);
            pointer(found.map_or(Pointer::NULL, |at| place.moved(at as i64)))
        },
        "swab" => |ctx| {
            let (from, to) = (ctx.pointer(0), ctx.pointer(1));
            let n = super::long_argument(ctx, 2).max(0) as u64 & !1;
            let mut bytes = ctx.read_bytes(from, n)?.to_vec();
            bytes.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
            ctx.write_bytes(to, &bytes)?;
            int(0)
        },
        "ffs" => |ctx| int(first_bit(u64::from(ctx.arg(0) as u32))),
        "ffsl" => |ctx| int(first_bit(size_argument(ctx, 0))),
        "ffsll" => |ctx| int(first_bit(ctx.arg(0))),
        _ => return None,
    })
}

fn memcmp(ctx: &mut Context<'_>) -> Result<Flow> {
    let (a, b, n) = (ctx.pointer(0), ctx.pointer(1), size_argument(ctx, 2));
    ctx.read_bytes(a, n)?;
    ctx.read_bytes(b, n)?;
    int(difference(ctx.peek(a, n)?, ctx.peek(b, n)?))
}

/// The difference of the first bytes that differ, as glibc gives it.
fn difference(a: &[u8], b: &[u8]) -> i32 {
    a.iter()
        .zip(b)
        .find(|(x, y)| x != y)
        .map_or(0, |(x, y)| i32::from(*x) - i32::from(*y))
}

/// Where `needle` first is in `bytes`.
pub(super) fn position(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(0);
    }
    bytes.windows(needle.len()).position(|window| window == needle)
}

fn memccpy(ctx: &mut Context<'_>) -> Result<Flow> {
    let (to, from) = (ctx.pointer(0), ctx.pointer(1));
    let (byte, n) = (ctx.arg(2) as u8, size_argument(ctx, 3));
    let (length, found) = text::find_byte(ctx, from, n, |b| b == byte)?;
    let bytes = ctx.peek(from, length)?.to_vec();
    ctx.write_bytes(to, &bytes)?;
    pointer(if found {
        to.moved(length as i64)
    } else {
        Pointer::NULL
    })
}

/// The number of the lowest bit set, counted from one; 0 if there is none.
fn first_bit(value: u64) -> i32 {
    if value == 0 {
        0
    } else {
        value.trailing_zeros() as i32 + 1
    }
}
