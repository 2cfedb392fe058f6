//! Input: standard input, files that are read, and the scanf family.
//!
//! Both are bytes that the run was given; how many of them have been read is part of the state.

use super::scan;
use super::stream::{self, Source, Standard};
use super::variadic::Cells;
use super::{Result, int, long, long_argument, pointer, size_argument, text, truth};
use crate::{Context, Flow, NativeFn, Pointer};

/// `EOF`.
const END: i32 = -1;

/// `ESPIPE`.
const NO_SEEK: i32 = 29;

/// Long because it has a row for each function.
pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "scanf" => |ctx| scan_input(ctx, Source::Input, 0, false),
        "vscanf" => |ctx| scan_input(ctx, Source::Input, 0, true),
        "fscanf" => |ctx| {
            let from = stream::input(ctx, ctx.pointer(0))?;
            scan_input(ctx, from, 1, false)
        },
        "vfscanf" => |ctx| {
            let from = stream::input(ctx, ctx.pointer(0))?;
            scan_input(ctx, from, 1, true)
        },
        "sscanf" => |ctx| scan_string(ctx, false),
        "vsscanf" => |ctx| scan_string(ctx, true),
        "getchar" => |ctx| int(next(ctx, Source::Input)?.map_or(END, i32::from)),
        "getc" => |ctx| {
            let from = stream::input(ctx, ctx.pointer(0))?;
            int(next(ctx, from)?.map_or(END, i32::from))
        },
        "ungetc" => unread,
        "gets" => |ctx| {
            let buffer = ctx.pointer(0);
            let mut line = take(ctx, Source::Input, u64::MAX, true)?;
            if line.is_empty() {
                return pointer(Pointer::NULL);
            }
            if line.last() == Some(&b'\n') {
                line.pop();
            }
            text::write_string(ctx, buffer, &line)?;
            pointer(buffer)
        },
        "fgets" => |ctx| {
            let (buffer, size) = (ctx.pointer(0), ctx.int(1));
            let from = stream::input(ctx, ctx.pointer(2))?;
            if size <= 0 {
                return pointer(Pointer::NULL);
            }
            let line = take(ctx, from, size as u64 - 1, true)?;
            if line.is_empty() && size > 1 {
                return pointer(Pointer::NULL);
            }
            text::write_string(ctx, buffer, &line)?;
            pointer(buffer)
        },
        "getline" => |ctx| {
            let from = stream::input(ctx, ctx.pointer(2))?;
            read_line(ctx, from, b'\n')
        },
        "getdelim" => |ctx| {
            let from = stream::input(ctx, ctx.pointer(3))?;
            let delimiter = ctx.arg(2) as u8;
            read_line(ctx, from, delimiter)
        },
        "fread" => |ctx| {
            let (to, size, count) = (ctx.pointer(0), size_argument(ctx, 1), size_argument(ctx, 2));
            let from = stream::input(ctx, ctx.pointer(3))?;
            let Some(total) = size.checked_mul(count) else {
                return Err(ctx.misuse("fread of more than memory"));
            };
            if total == 0 {
                return long(ctx, 0);
            }
            let bytes = take(ctx, from, total, false)?;
            ctx.write_bytes(to, &bytes)?;
            long(ctx, (bytes.len() as u64 / size) as i64)
        },
        "feof" => |ctx| match stream::standard(ctx, ctx.pointer(0))? {
            Standard::Output(_) => int(0),
            _ => {
                let from = stream::input(ctx, ctx.pointer(0))?;
                truth(stream::is_at_end(ctx, from)?)
            }
        },
        "ferror" => |ctx| {
            stream::standard(ctx, ctx.pointer(0))?;
            int(0)
        },
        "clearerr" => |ctx| {
            if !matches!(stream::standard(ctx, ctx.pointer(0))?, Standard::Output(_)) {
                let from = stream::input(ctx, ctx.pointer(0))?;
                let now = stream::position(ctx, from)?;
                stream::go_to(ctx, from, now)?;
            }
            int(0)
        },
        "fseek" => |ctx| {
            let by = long_argument(ctx, 1);
            let whence = ctx.int(2);
            int(seek(ctx, by, whence)?)
        },
        "rewind" => |ctx| int(seek(ctx, 0, 0)?),
        "ftell" => |ctx| match file(ctx)? {
            Some(from) => {
                let now = stream::position(ctx, from)?;
                long(ctx, now as i64)
            }
            None => {
                ctx.set_errno(NO_SEEK)?;
                long(ctx, -1)
            }
        },
        _ => return None,
    })
}

/// The file that the first argument is; none if it is standard input, which is taken to be a pipe.
fn file(ctx: &mut Context<'_>) -> Result<Option<Source>> {
    match stream::standard(ctx, ctx.pointer(0))? {
        Standard::File(file) => Ok(Some(Source::File(file))),
        Standard::Input => Ok(None),
        Standard::Output(_) => Err(stream::files(ctx)),
    }
}

/// Goes to a place in a file; -1 if there is none.
fn seek(ctx: &mut Context<'_>, by: i64, whence: i32) -> Result<i32> {
    let Some(from) = file(ctx)? else {
        ctx.set_errno(NO_SEEK)?;
        return Ok(-1);
    };
    let now = stream::position(ctx, from)?;
    let base = match whence {
        0 => 0,
        1 => now,
        2 => now + stream::rest(ctx, from)?.len() as u64,
        _ => return Ok(-1),
    };
    match (base as i64).checked_add(by) {
        Some(to @ 0..) => stream::go_to(ctx, from, to as u64).map(|()| 0),
        _ => Ok(-1),
    }
}

/// The next byte.
fn next(ctx: &mut Context<'_>, from: Source) -> Result<Option<u8>> {
    Ok(take(ctx, from, 1, false)?.first().copied())
}

/// The next bytes: `limit`, or fewer at the end, or up to the end of the line.
fn take(ctx: &mut Context<'_>, from: Source, limit: u64, line: bool) -> Result<Vec<u8>> {
    take_until(ctx, from, limit, line.then_some(b'\n'))
}

fn take_until(ctx: &mut Context<'_>, from: Source, limit: u64, last: Option<u8>) -> Result<Vec<u8>> {
    let rest = stream::rest(ctx, from)?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let length = match rest.iter().position(|&b| Some(b) == last) {
        Some(at) => (at + 1).min(limit),
        None => rest.len().min(limit),
    };
    let bytes = rest[..length].to_vec();
    let ended = length < limit && (last.is_none() || bytes.last().copied() != last);
    stream::advance(ctx, from, bytes.len() as u64, ended)?;
    Ok(bytes)
}

/// `ungetc`: only the byte that was read last can go back.
fn unread(ctx: &mut Context<'_>) -> Result<Flow> {
    let byte = ctx.int(0);
    let from = stream::input(ctx, ctx.pointer(1))?;
    if byte == END {
        return int(END);
    }
    let read = stream::position(ctx, from)?;
    let last = match read.checked_sub(1) {
        Some(at) => {
            stream::go_to(ctx, from, at)?;
            stream::rest(ctx, from)?.first().copied()
        }
        None => None,
    };
    if last != Some(byte as u8) {
        return Err(ctx.gap("ungetc of a character that was not the last one read is not modelled"));
    }
    int(i32::from(byte as u8))
}

/// `getline(&buffer, &size, …)`.
fn read_line(ctx: &mut Context<'_>, from: Source, delimiter: u8) -> Result<Flow> {
    let (place, size_place) = (ctx.pointer(0), ctx.pointer(1));
    let width = ctx.pointer_size();
    let mut buffer = ctx.read_pointer(place)?;
    let mut size = ctx.read_uint(size_place, width)?;
    let line = take_until(ctx, from, u64::MAX, Some(delimiter))?;
    if buffer.is_null() || size <= line.len() as u64 {
        if buffer.is_null() {
            size = 0;
        }
        let wanted = (line.len() as u64 + 1).max(120).max(size.saturating_mul(2));
        let new = ctx.allocate(wanted, 16, false)?;
        ctx.free(buffer)?;
        ctx.write_pointer(place, new)?;
        ctx.write_uint(size_place, width, wanted)?;
        buffer = new;
    }
    if line.is_empty() {
        return long(ctx, -1);
    }
    text::write_string(ctx, buffer, &line)?;
    long(ctx, line.len() as i64)
}

fn scan_input(ctx: &mut Context<'_>, from: Source, format: usize, list: bool) -> Result<Flow> {
    let text = ctx.read_string(ctx.pointer(format))?;
    let input = stream::rest(ctx, from)?;
    let scanned = run(ctx, &text, input, format + 1, list)?;
    stream::advance(ctx, from, scanned.consumed as u64, scanned.end)?;
    int(scanned.assigned)
}

fn scan_string(ctx: &mut Context<'_>, list: bool) -> Result<Flow> {
    let input = ctx.read_string(ctx.pointer(0))?;
    let text = ctx.read_string(ctx.pointer(1))?;
    int(run(ctx, &text, &input, 2, list)?.assigned)
}

fn run(
    ctx: &mut Context<'_>,
    format: &[u8],
    input: &[u8],
    arguments: usize,
    list: bool,
) -> Result<scan::Scanned> {
    let mut cells = if list {
        Cells::list(ctx, arguments)?
    } else {
        Cells::block(ctx, arguments)
    };
    let scanned = scan::scan(format, input, &mut cells)?;
    cells.finish()?;
    Ok(scanned)
}
