//! Splitting strings: `strtok`, `strtok_r`, `strsep`.
//!
//! `strtok` keeps its place in an object of the library, with access events: two threads that use
//! it at once race, and the report says so.

use super::statics::{self, Static};
use super::{Result, pointer, text};
use crate::{Context, Flow, NativeFn, Pointer};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "strtok" => |ctx| {
            let size = ctx.pointer_size() as usize;
            let place = statics::object(ctx, Static::Token, || vec![0; size])?;
            split(ctx, place)
        },
        "strtok_r" => |ctx| split(ctx, ctx.pointer(2)),
        "strsep" => separate,
        _ => return None,
    })
}

/// The next token; `place` holds where the search goes on.
fn split(ctx: &mut Context<'_>, place: Pointer) -> Result<Flow> {
    let (given, set) = (ctx.pointer(0), ctx.pointer(1));
    let start = if given.is_null() {
        ctx.read_pointer(place)?
    } else {
        given
    };
    if start.is_null() {
        return pointer(Pointer::NULL);
    }
    let set = ctx.read_string(set)?;
    let (skipped, _) = text::find_byte(ctx, start, u64::MAX, |b| !set.contains(&b))?;
    let begin = start.moved(skipped as i64 - 1);
    if text::last_byte(ctx, start, skipped)? == 0 {
        ctx.write_pointer(place, begin)?;
        return pointer(Pointer::NULL);
    }
    let (token, _) = text::find_byte(ctx, begin, u64::MAX, |b| b == 0 || set.contains(&b))?;
    let end = begin.moved(token as i64 - 1);
    let mut next = end;
    if text::last_byte(ctx, begin, token)? != 0 {
        ctx.write_bytes(end, &[0])?;
        next = end.moved(1);
    }
    ctx.write_pointer(place, next)?;
    pointer(begin)
}

fn separate(ctx: &mut Context<'_>) -> Result<Flow> {
    let (place, set) = (ctx.pointer(0), ctx.pointer(1));
    let begin = ctx.read_pointer(place)?;
    if begin.is_null() {
        return pointer(Pointer::NULL);
    }
    let set = ctx.read_string(set)?;
    let (token, _) = text::find_byte(ctx, begin, u64::MAX, |b| b == 0 || set.contains(&b))?;
    let end = begin.moved(token as i64 - 1);
    if text::last_byte(ctx, begin, token)? == 0 {
        ctx.write_pointer(place, Pointer::NULL)?;
    } else {
        ctx.write_bytes(end, &[0])?;
        ctx.write_pointer(place, end.moved(1))?;
    }
    pointer(begin)
}
