//! Wide strings and characters, of which the C locale knows ASCII only.

use super::{Result, int, pointer, size_argument, text, truth};
use crate::{Context, Flow, NativeFn, Pointer};

/// `WEOF`.
const END: u32 = u32::MAX;

/// Long because it has a row for each function.
pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "wcslen" => |ctx| {
            Ok(Flow::Return(
                text::read_wide(ctx, ctx.pointer(0), u64::MAX)?.len() as u64,
            ))
        },
        "wcscpy" => |ctx| {
            let to = ctx.pointer(0);
            copy(ctx, to, u64::MAX)?;
            pointer(to)
        },
        "wcscat" => |ctx| {
            let to = ctx.pointer(0);
            let length = text::read_wide(ctx, to, u64::MAX)?.len() as i64;
            copy(ctx, to.moved(length * 4), u64::MAX)?;
            pointer(to)
        },
        "wcsncpy" => |ctx| {
            let (to, limit) = (ctx.pointer(0), size_argument(ctx, 2));
            let mut units = text::read_wide(ctx, ctx.pointer(1), limit)?;
            ctx.peek(to, limit.saturating_mul(4))?;
            units.resize(limit as usize, 0);
            write(ctx, to, &units)?;
            pointer(to)
        },
        "wcsncat" => |ctx| {
            let (to, limit) = (ctx.pointer(0), size_argument(ctx, 2));
            let length = text::read_wide(ctx, to, u64::MAX)?.len() as i64;
            copy(ctx, to.moved(length * 4), limit)?;
            pointer(to)
        },
        "wcsnlen" => |ctx| {
            let limit = size_argument(ctx, 1);
            Ok(Flow::Return(
                text::read_wide(ctx, ctx.pointer(0), limit)?.len() as u64
            ))
        },
        "wcsdup" => |ctx| {
            let mut units = text::read_wide(ctx, ctx.pointer(0), u64::MAX)?;
            units.push(0);
            let new = ctx.allocate(units.len() as u64 * 4, 16, false)?;
            write(ctx, new, &units)?;
            pointer(new)
        },
        "wcscmp" => |ctx| compare(ctx, u64::MAX),
        "wcsncmp" => |ctx| compare(ctx, size_argument(ctx, 2)),
        "wcschr" => |ctx| {
            let (p, wanted) = (ctx.pointer(0), ctx.arg(1) as u32);
            let mut units = text::read_wide(ctx, p, u64::MAX)?;
            units.push(0);
            let found = units.iter().position(|&u| u == wanted);
            pointer(found.map_or(Pointer::NULL, |at| p.moved(at as i64 * 4)))
        },
        "wcsrchr" => |ctx| {
            let (p, wanted) = (ctx.pointer(0), ctx.arg(1) as u32);
            let mut units = text::read_wide(ctx, p, u64::MAX)?;
            units.push(0);
            let found = units.iter().rposition(|&u| u == wanted);
            pointer(found.map_or(Pointer::NULL, |at| p.moved(at as i64 * 4)))
        },
        "wmemcpy" | "wmemmove" => |ctx| {
            let (to, from, n) = (ctx.pointer(0), ctx.pointer(1), size_argument(ctx, 2));
            ctx.copy(to, from, n.saturating_mul(4))?;
            pointer(to)
        },
        "wmemset" => |ctx| {
            let (to, unit, n) = (ctx.pointer(0), ctx.arg(1) as u32, size_argument(ctx, 2));
            ctx.peek(to, n.saturating_mul(4))?;
            ctx.write_bytes(to, &unit.to_le_bytes().repeat(n as usize))?;
            pointer(to)
        },
        "iswalpha" => |ctx| class(ctx, |b| b.is_ascii_alphabetic()),
        "iswdigit" => |ctx| class(ctx, |b| b.is_ascii_digit()),
        "iswalnum" => |ctx| class(ctx, |b| b.is_ascii_alphanumeric()),
        "iswblank" => |ctx| class(ctx, |b| matches!(b, b' ' | b'\t')),
        "iswspace" => |ctx| class(ctx, super::number::is_space),
        "iswupper" => |ctx| class(ctx, |b| b.is_ascii_uppercase()),
        "iswlower" => |ctx| class(ctx, |b| b.is_ascii_lowercase()),
        "iswpunct" => |ctx| class(ctx, |b| b.is_ascii_punctuation()),
        "iswxdigit" => |ctx| class(ctx, |b| b.is_ascii_hexdigit()),
        "iswcntrl" => |ctx| class(ctx, |b| b.is_ascii_control()),
        "iswprint" => |ctx| class(ctx, |b| matches!(b, b' '..=b'~')),
        "iswgraph" => |ctx| class(ctx, |b| b.is_ascii_graphic()),
        "towlower" => |ctx| convert(ctx, |b| b.to_ascii_lowercase()),
        "towupper" => |ctx| convert(ctx, |b| b.to_ascii_uppercase()),
        "btowc" => |ctx| {
            let byte = ctx.int(0);
            int(if (0..128).contains(&byte) {
                byte
            } else {
                END as i32
            })
        },
        "wctob" => |ctx| {
            let unit = ctx.arg(0) as u32;
            int(if unit < 128 { unit as i32 } else { -1 })
        },
        _ => return None,
    })
}

fn copy(ctx: &mut Context<'_>, to: Pointer, limit: u64) -> Result<()> {
    let mut units = text::read_wide(ctx, ctx.pointer(1), limit)?;
    units.push(0);
    write(ctx, to, &units)
}

fn write(ctx: &mut Context<'_>, to: Pointer, units: &[u32]) -> Result<()> {
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    ctx.write_bytes(to, &bytes)
}

fn compare(ctx: &mut Context<'_>, limit: u64) -> Result<Flow> {
    let left = text::read_wide(ctx, ctx.pointer(0), limit)?;
    let right = text::read_wide(ctx, ctx.pointer(1), limit)?;
    let signed = |units: Vec<u32>| units.into_iter().map(|u| u as i32).collect::<Vec<i32>>();
    int(signed(left).cmp(&signed(right)) as i32)
}

fn class(ctx: &Context<'_>, test: fn(u8) -> bool) -> Result<Flow> {
    let unit = ctx.arg(0) as u32;
    truth(unit < 128 && test(unit as u8))
}

fn convert(ctx: &Context<'_>, change: fn(u8) -> u8) -> Result<Flow> {
    let unit = ctx.arg(0) as u32;
    int(if unit < 128 {
        i32::from(change(unit as u8))
    } else {
        unit as i32
    })
}
