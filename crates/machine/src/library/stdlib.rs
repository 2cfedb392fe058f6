//! `<stdlib.h>` apart from the heap, random numbers and processes: numbers from text, integer
//! arithmetic, sorting and searching.

use super::number::{self, Precision, is_space};
use super::{Result, double, float, int, long, long_argument, long_bits, size_argument, text};
use crate::{Context, FaultKind, Flow, NativeFn, Pointer};

const EINVAL: i32 = 22;
const ERANGE: i32 = 34;

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "atoi" => |ctx| {
            let bits = long_bits(ctx);
            int(integer(ctx, 10, None, |n| n.signed(bits), false)? as i32)
        },
        "atol" => |ctx| {
            let bits = long_bits(ctx);
            let value = integer(ctx, 10, None, |n| n.signed(bits), false)?;
            long(ctx, value)
        },
        "atoll" => |ctx| {
            Ok(Flow::Return(
                integer(ctx, 10, None, |n| n.signed(64), false)? as u64
            ))
        },
        "strtol" => |ctx| {
            let bits = long_bits(ctx);
            let value = with_base(ctx, |n| n.signed(bits))?;
            long(ctx, value)
        },
        "strtoul" => |ctx| {
            let bits = long_bits(ctx);
            let value = with_base(ctx, |n| {
                let (value, range) = n.unsigned(bits);
                (value as i64, range)
            })?;
            long(ctx, value)
        },
        "strtoll" | "strtoimax" => |ctx| Ok(Flow::Return(with_base(ctx, |n| n.signed(64))? as u64)),
        "strtoull" | "strtoumax" => |ctx| {
            let value = with_base(ctx, |n| {
                let (value, range) = n.unsigned(64);
                (value as i64, range)
            })?;
            Ok(Flow::Return(value as u64))
        },
        "atof" => |ctx| double(floating(ctx, Precision::Double, None)?),
        "strtod" | "strtold" => |ctx| double(floating(ctx, Precision::Double, Some(ctx.pointer(1)))?),
        "strtof" => |ctx| float(floating(ctx, Precision::Single, Some(ctx.pointer(1)))? as f32),
        "abs" => |ctx| int(ctx.int(0).wrapping_abs()),
        "labs" => |ctx| long(ctx, long_argument(ctx, 0).wrapping_abs()),
        "llabs" | "imaxabs" => |ctx| Ok(Flow::Return((ctx.arg(0) as i64).wrapping_abs() as u64)),
        "div" => |ctx| divide(ctx, 4),
        "ldiv" => |ctx| divide(ctx, ctx.pointer_size()),
        "lldiv" => |ctx| divide(ctx, 8),
        "bsearch" => search,
        "qsort" => |ctx| super::sort::qsort(ctx, false),
        "qsort_r" => |ctx| super::sort::qsort(ctx, true),
        _ => return None,
    })
}

/// Reads a number at argument 0 with `read` and stores where it ends; only the bytes that are looked
/// at are accessed: the number and the byte after it.
fn parse<T>(
    ctx: &mut Context<'_>,
    end: Option<Pointer>,
    read: impl FnOnce(&[u8]) -> (T, usize),
) -> Result<T> {
    let p = ctx.pointer(0);
    let tail = text::tail(ctx, p)?;
    let (value, length) = read(tail);
    let start = tail.iter().take_while(|&&b| is_space(b)).count();
    let sign = usize::from(matches!(tail.get(start), Some(b'-' | b'+')));
    ctx.read_bytes(p, length.max(start + sign) as u64 + 1)?;
    if let Some(end) = end.filter(|end| !end.is_null()) {
        ctx.write_pointer(end, p.moved(length as i64))?;
    }
    Ok(value)
}

fn integer(
    ctx: &mut Context<'_>,
    base: u32,
    end: Option<Pointer>,
    clamp: impl FnOnce(number::Integer) -> (i64, bool),
    report: bool,
) -> Result<i64> {
    let found = parse(ctx, end, |bytes| {
        let found = number::integer(bytes, base);
        (found, found.length)
    })?;
    let (value, range) = clamp(found);
    if range && report {
        ctx.set_errno(ERANGE)?;
    }
    Ok(value)
}

/// The functions with arguments (text, end, base).
fn with_base(ctx: &mut Context<'_>, clamp: impl FnOnce(number::Integer) -> (i64, bool)) -> Result<i64> {
    match ctx.int(2) {
        base @ (0 | 2..=36) => integer(ctx, base as u32, Some(ctx.pointer(1)), clamp, true),
        _ => {
            ctx.set_errno(EINVAL)?;
            Ok(0)
        }
    }
}

fn floating(ctx: &mut Context<'_>, precision: Precision, end: Option<Pointer>) -> Result<f64> {
    let found = parse(ctx, end, |bytes| {
        let found = number::float(bytes, precision);
        (found, found.length)
    })?;
    if found.range {
        ctx.set_errno(ERANGE)?;
    }
    Ok(found.value)
}

/// `div` and its wider relatives: the result is a struct of two integers of `size` bytes.
fn divide(ctx: &mut Context<'_>, size: u32) -> Result<Flow> {
    let unused = 64 - size * 8;
    let argument = |i| ((ctx.arg(i) << unused) as i64) >> unused;
    let (result, a, b) = (ctx.pointer(0), argument(1), argument(2));
    if b == 0 {
        return Err(ctx.fault(FaultKind::DivisionByZero));
    }
    let quotient = a.wrapping_div(b);
    if size < 8 && quotient == 1 << (size * 8 - 1) || a == i64::MIN && b == -1 {
        return Err(ctx.fault(FaultKind::DivisionOverflow));
    }
    ctx.write_uint(result, size, quotient as u64)?;
    ctx.write_uint(result.moved(i64::from(size)), size, a.wrapping_rem(b) as u64)?;
    Ok(Flow::Return(result.0))
}

/// `bsearch(key, base, count, size, compare)`; the locals are the bounds and the element in question.
fn search(ctx: &mut Context<'_>) -> Result<Flow> {
    const LOW: usize = 0;
    const HIGH: usize = 1;
    const MIDDLE: usize = 2;
    let (base, count, size) = (ctx.pointer(1), size_argument(ctx, 2), size_argument(ctx, 3));
    let element = |i: u64| base.moved((i.wrapping_mul(size)) as i64);
    match ctx.resumed() {
        None => ctx.set_local(HIGH, count),
        Some(result) => {
            let middle = ctx.local(MIDDLE);
            match (result as i32).cmp(&0) {
                std::cmp::Ordering::Less => ctx.set_local(HIGH, middle),
                std::cmp::Ordering::Equal => return super::pointer(element(middle)),
                std::cmp::Ordering::Greater => ctx.set_local(LOW, middle + 1),
            }
        }
    }
    let (low, high) = (ctx.local(LOW), ctx.local(HIGH));
    if low >= high {
        return super::pointer(Pointer::NULL);
    }
    let middle = low + (high - low) / 2;
    ctx.set_local(MIDDLE, middle);
    Ok(Flow::Call {
        callee: ctx.arg(4),
        args: [ctx.arg(0), element(middle).0, 0, 0],
        count: 2,
    })
}
