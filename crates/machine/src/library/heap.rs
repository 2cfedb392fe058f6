//! The heap: `malloc` and its relatives.
//!
//! A request that no system could grant (more than `PTRDIFF_MAX`) gives null and `ENOMEM`, as glibc
//! does; every other one succeeds.

use super::{Result, int, pointer, size_argument};
use crate::{Context, Flow, NativeFn, Pointer};

const ENOMEM: i32 = 12;
const EINVAL: i32 = 22;
/// What `malloc` aligns to.
const ALIGN: u64 = 16;
const PAGE: u64 = 4096;

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "malloc" => |ctx| {
            let size = size_argument(ctx, 0);
            reserve(ctx, Some(size), ALIGN, false)
        },
        "calloc" => |ctx| {
            let size = size_argument(ctx, 0).checked_mul(size_argument(ctx, 1));
            let made = reserve(ctx, size, ALIGN, true)?;
            // Whoever gets the address in order comes after this.
            if let (true, Some(size), Flow::Return(address)) = (ctx.weak_atomics, size, &made)
                && *address != 0
            {
                ctx.touch(Pointer(*address), size, true);
            }
            Ok(made)
        },
        "realloc" => |ctx| {
            let size = size_argument(ctx, 1);
            resize(ctx, Some(size))
        },
        "reallocarray" => |ctx| {
            let size = size_argument(ctx, 1).checked_mul(size_argument(ctx, 2));
            resize(ctx, size)
        },
        "free" => |ctx| {
            ctx.free(ctx.pointer(0))?;
            int(0)
        },
        "aligned_alloc" | "memalign" => |ctx| {
            let (align, size) = (size_argument(ctx, 0), size_argument(ctx, 1));
            if !align.is_power_of_two() {
                ctx.set_errno(EINVAL)?;
                return pointer(Pointer::NULL);
            }
            reserve(ctx, Some(size), align, false)
        },
        "posix_memalign" => posix_memalign,
        "valloc" => |ctx| {
            let size = size_argument(ctx, 0);
            reserve(ctx, Some(size), PAGE, false)
        },
        "pvalloc" => |ctx| {
            let size = size_argument(ctx, 0).checked_next_multiple_of(PAGE);
            reserve(ctx, size, PAGE, false)
        },
        "malloc_usable_size" => |ctx| {
            let p = ctx.pointer(0);
            Ok(Flow::Return(if p.is_null() { 0 } else { ctx.heap_object(p)?.1 }))
        },
        _ => return None,
    })
}

/// Whether an allocator would refuse such a size outright.
fn is_refused(ctx: &Context<'_>, size: Option<u64>) -> bool {
    let largest = u64::MAX >> (65 - super::long_bits(ctx));
    size.is_none_or(|size| size > largest)
}

fn reserve(ctx: &mut Context<'_>, size: Option<u64>, align: u64, zeroed: bool) -> Result<Flow> {
    let Some(size) = size.filter(|_| !is_refused(ctx, size)) else {
        ctx.set_errno(ENOMEM)?;
        return pointer(Pointer::NULL);
    };
    let Ok(align) = u32::try_from(align.max(ALIGN)) else {
        return Err(ctx.gap(format!("an object aligned to {align} bytes")));
    };
    pointer(ctx.allocate(size, align, zeroed)?)
}

fn resize(ctx: &mut Context<'_>, size: Option<u64>) -> Result<Flow> {
    let old = ctx.pointer(0);
    if old.is_null() {
        return reserve(ctx, size, ALIGN, false);
    }
    let (_, before) = ctx.heap_object(old)?;
    if is_refused(ctx, size) {
        ctx.set_errno(ENOMEM)?;
        return pointer(Pointer::NULL);
    }
    let size = size.unwrap_or(0);
    if size == 0 {
        ctx.free(old)?;
        return pointer(Pointer::NULL);
    }
    let new = ctx.allocate(size, ALIGN as u32, false)?;
    ctx.copy(new, old, before.min(size))?;
    ctx.free(old)?;
    pointer(new)
}

fn posix_memalign(ctx: &mut Context<'_>) -> Result<Flow> {
    let (place, align, size) = (ctx.pointer(0), size_argument(ctx, 1), size_argument(ctx, 2));
    if !align.is_power_of_two() || !align.is_multiple_of(u64::from(ctx.pointer_size())) {
        return int(EINVAL);
    }
    let Ok(align) = u32::try_from(align.max(ALIGN)) else {
        return Err(ctx.gap(format!("an object aligned to {align} bytes")));
    };
    if is_refused(ctx, Some(size)) {
        return int(ENOMEM);
    }
    let new = ctx.allocate(size, align, false)?;
    ctx.write_pointer(place, new)?;
    int(0)
}
