//! Strings: lengths, copies, comparisons and searches.

use super::memory_block::position;
use super::{Result, int, pointer, size_argument, text};
use crate::{Context, Flow, NativeFn, Pointer};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "strlen" => |ctx| Ok(Flow::Return(ctx.string_length(ctx.pointer(0))?)),
        "strnlen" => |ctx| {
            let (p, limit) = (ctx.pointer(0), size_argument(ctx, 1));
            let (length, found) = text::find_byte(ctx, p, limit, |b| b == 0)?;
            Ok(Flow::Return(length - u64::from(found)))
        },
        "strcpy" => |ctx| {
            let to = ctx.pointer(0);
            copy(ctx, to)?;
            pointer(to)
        },
        "stpcpy" => |ctx| {
            let to = ctx.pointer(0);
            let n = copy(ctx, to)?;
            pointer(to.moved(n as i64))
        },
        "strncpy" => |ctx| {
            copy_padded(ctx)?;
            pointer(ctx.pointer(0))
        },
        "stpncpy" => |ctx| {
            let n = copy_padded(ctx)?;
            pointer(ctx.pointer(0).moved(n as i64))
        },
        "strcat" => |ctx| {
            let to = ctx.pointer(0);
            let n = ctx.string_length(to)?;
            copy(ctx, to.moved(n as i64))?;
            pointer(to)
        },
        "strncat" => |ctx| {
            let (to, limit) = (ctx.pointer(0), size_argument(ctx, 2));
            let n = ctx.string_length(to)?;
            let bytes = text::read_bounded(ctx, ctx.pointer(1), limit)?;
            text::write_string(ctx, to.moved(n as i64), &bytes)?;
            pointer(to)
        },
        "strlcpy" => |ctx| bounded_copy(ctx, false),
        "strlcat" => |ctx| bounded_copy(ctx, true),
        "strdup" => |ctx| duplicate(ctx, u64::MAX),
        "strndup" => |ctx| {
            let limit = size_argument(ctx, 1);
            duplicate(ctx, limit)
        },
        "strcmp" => |ctx| compare(ctx, u64::MAX, |b| b),
        "strncmp" => |ctx| compare(ctx, size_argument(ctx, 2), |b| b),
        "strcasecmp" => |ctx| compare(ctx, u64::MAX, |b| b.to_ascii_lowercase()),
        "strncasecmp" => |ctx| compare(ctx, size_argument(ctx, 2), |b| b.to_ascii_lowercase()),
        "strxfrm" => |ctx| {
            let (to, from, limit) = (ctx.pointer(0), ctx.pointer(1), size_argument(ctx, 2));
            let bytes = ctx.read_string(from)?;
            if limit > bytes.len() as u64 {
                text::write_string(ctx, to, &bytes)?;
            }
            Ok(Flow::Return(bytes.len() as u64))
        },
        "strchr" => |ctx| {
            let (p, byte) = (ctx.pointer(0), ctx.arg(1) as u8);
            let (length, _) = text::find_byte(ctx, p, u64::MAX, |b| b == 0 || b == byte)?;
            let found = text::last_byte(ctx, p, length)? == byte;
            pointer(if found {
                p.moved(length as i64 - 1)
            } else {
                Pointer::NULL
            })
        },
        "strchrnul" => |ctx| {
            let (p, byte) = (ctx.pointer(0), ctx.arg(1) as u8);
            let (length, _) = text::find_byte(ctx, p, u64::MAX, |b| b == 0 || b == byte)?;
            pointer(p.moved(length as i64 - 1))
        },
        "strrchr" => |ctx| {
            let (p, byte) = (ctx.pointer(0), ctx.arg(1) as u8);
            let length = ctx.string_length(p)? + 1;
            let found = ctx.peek(p, length)?.iter().rposition(|&b| b == byte);
            pointer(found.map_or(Pointer::NULL, |at| p.moved(at as i64)))
        },
        "strstr" => |ctx| search(ctx, |b| b),
        "strcasestr" => |ctx| search(ctx, |b| b.to_ascii_lowercase()),
        "strspn" => |ctx| Ok(Flow::Return(span(ctx, true)?)),
        "strcspn" => |ctx| Ok(Flow::Return(span(ctx, false)?)),
        "strpbrk" => |ctx| {
            let p = ctx.pointer(0);
            let end = p.moved(span(ctx, false)? as i64);
            let stopped_inside = ctx.peek(end, 1)? != [0];
            pointer(if stopped_inside { end } else { Pointer::NULL })
        },
        _ => return None,
    })
}

/// Copies the string at argument 1 and its NUL; gives the length.
fn copy(ctx: &mut Context<'_>, to: Pointer) -> Result<u64> {
    let from = ctx.pointer(1);
    let length = match ctx.memory().string_length(from) {
        Ok(length) => u64::from(length),
        Err(kind) => return Err(ctx.fault(*kind)),
    };
    ctx.copy(to, from, length + 1)?;
    Ok(length)
}

/// Copies as `strncpy` does, filling up with NULs; gives the length of the string.
fn copy_padded(ctx: &mut Context<'_>) -> Result<u64> {
    let limit = size_argument(ctx, 2);
    let (to, from) = (ctx.pointer(0), ctx.pointer(1));
    let mut bytes = text::read_bounded(ctx, from, limit)?;
    let length = bytes.len();
    // The fault of a limit beyond the object must come before we try to fill that many bytes.
    if limit > 0 {
        ctx.peek(to, limit)?;
    }
    bytes.resize(limit as usize, 0);
    ctx.write_bytes(to, &bytes)?;
    Ok(length as u64)
}

/// `strlcpy`, or `strlcat` if `append`.
fn bounded_copy(ctx: &mut Context<'_>, append: bool) -> Result<Flow> {
    let (to, from, size) = (ctx.pointer(0), ctx.pointer(1), size_argument(ctx, 2));
    let bytes = ctx.read_string(from)?;
    let before = if append {
        text::read_bounded(ctx, to, size)?.len() as u64
    } else {
        0
    };
    if before < size {
        let room = (size - before - 1).min(bytes.len() as u64);
        text::write_string(ctx, to.moved(before as i64), &bytes[..room as usize])?;
    }
    Ok(Flow::Return(before + bytes.len() as u64))
}

fn duplicate(ctx: &mut Context<'_>, limit: u64) -> Result<Flow> {
    let bytes = text::read_bounded(ctx, ctx.pointer(0), limit)?;
    let new = ctx.allocate(bytes.len() as u64 + 1, 16, false)?;
    text::write_string(ctx, new, &bytes)?;
    pointer(new)
}

/// Compares at most `limit` bytes; reads both strings up to where they differ.
fn compare(ctx: &mut Context<'_>, limit: u64, fold: fn(u8) -> u8) -> Result<Flow> {
    if limit == 0 {
        return int(0);
    }
    let (a, b) = (ctx.pointer(0), ctx.pointer(1));
    let (left, right) = (text::tail(ctx, a)?, text::tail(ctx, b)?);
    let mut length = 0u64;
    let mut result = 0;
    for (&x, &y) in left.iter().zip(right) {
        length += 1;
        result = i32::from(fold(x)) - i32::from(fold(y));
        if result != 0 || x == 0 || length == limit {
            ctx.read_bytes(a, length)?;
            ctx.read_bytes(b, length)?;
            return int(result);
        }
    }
    // One of them ended without a NUL: reading one byte more is the fault that it is.
    ctx.read_bytes(a, length + 1)?;
    ctx.read_bytes(b, length + 1)?;
    int(result)
}

fn search(ctx: &mut Context<'_>, fold: fn(u8) -> u8) -> Result<Flow> {
    let (place, what) = (ctx.pointer(0), ctx.pointer(1));
    let folded = |bytes: Vec<u8>| bytes.into_iter().map(fold).collect::<Vec<u8>>();
    let needle = folded(ctx.read_string(what)?);
    let bytes = folded(ctx.read_string(place)?);
    pointer(position(&bytes, &needle).map_or(Pointer::NULL, |at| place.moved(at as i64)))
}

/// How many bytes at argument 0 come before the first whose membership in the set at argument 1 is not
/// `member`.
fn span(ctx: &mut Context<'_>, member: bool) -> Result<u64> {
    let (p, set) = (ctx.pointer(0), ctx.pointer(1));
    let set = ctx.read_string(set)?;
    let (length, _) = text::find_byte(ctx, p, u64::MAX, |b| b == 0 || set.contains(&b) != member)?;
    Ok(length - 1)
}
