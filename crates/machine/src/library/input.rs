//! Input: standard input and the scanf family.
//!
//! Standard input is the bytes that the run was given; how many of them have been read is part of
//! the state.

use super::scan;
use super::stream::{self, Standard};
use super::variadic::Cells;
use super::{Result, int, long, pointer, size_argument, text, truth};
use crate::{Config, Context, Flow, NativeFn, Pointer};

/// `EOF`.
const END: i32 = -1;

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "scanf" => |ctx| scan_input(ctx, 0, false),
        "vscanf" => |ctx| scan_input(ctx, 0, true),
        "fscanf" => |ctx| {
            stream::input(ctx, ctx.pointer(0))?;
            scan_input(ctx, 1, false)
        },
        "vfscanf" => |ctx| {
            stream::input(ctx, ctx.pointer(0))?;
            scan_input(ctx, 1, true)
        },
        "sscanf" => |ctx| scan_string(ctx, false),
        "vsscanf" => |ctx| scan_string(ctx, true),
        "getchar" => |ctx| int(next(ctx).map_or(END, i32::from)),
        "getc" => |ctx| {
            stream::input(ctx, ctx.pointer(0))?;
            int(next(ctx).map_or(END, i32::from))
        },
        "ungetc" => unread,
        "gets" => |ctx| {
            let buffer = ctx.pointer(0);
            let mut line = take(ctx, u64::MAX, true);
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
            stream::input(ctx, ctx.pointer(2))?;
            if size <= 0 {
                return pointer(Pointer::NULL);
            }
            let line = take(ctx, size as u64 - 1, true);
            if line.is_empty() && size > 1 {
                return pointer(Pointer::NULL);
            }
            text::write_string(ctx, buffer, &line)?;
            pointer(buffer)
        },
        "getline" => |ctx| {
            stream::input(ctx, ctx.pointer(2))?;
            read_line(ctx, b'\n')
        },
        "getdelim" => |ctx| {
            stream::input(ctx, ctx.pointer(3))?;
            let delimiter = ctx.arg(2) as u8;
            read_line(ctx, delimiter)
        },
        "fread" => |ctx| {
            let (to, size, count) = (ctx.pointer(0), size_argument(ctx, 1), size_argument(ctx, 2));
            stream::input(ctx, ctx.pointer(3))?;
            let Some(total) = size.checked_mul(count) else {
                return Err(ctx.misuse("fread of more than memory"));
            };
            if total == 0 {
                return long(ctx, 0);
            }
            let bytes = take(ctx, total, false);
            ctx.write_bytes(to, &bytes)?;
            long(ctx, (bytes.len() as u64 / size) as i64)
        },
        "read" => |ctx| {
            if ctx.int(0) != 0 {
                return Err(stream::files(ctx));
            }
            let (to, n) = (ctx.pointer(1), size_argument(ctx, 2));
            let bytes = take(ctx, n, false);
            ctx.write_bytes(to, &bytes)?;
            long(ctx, bytes.len() as i64)
        },
        "feof" => |ctx| match stream::standard(ctx, ctx.pointer(0))? {
            Standard::Input => truth(ctx.environment().stdin_end),
            Standard::Output(_) => int(0),
        },
        "ferror" => |ctx| {
            stream::standard(ctx, ctx.pointer(0))?;
            int(0)
        },
        "clearerr" => |ctx| {
            if stream::standard(ctx, ctx.pointer(0))? == Standard::Input {
                ctx.environment_mut().stdin_end = false;
            }
            int(0)
        },
        _ => return None,
    })
}

/// What is left of standard input. It lives as long as the machine, not only during the call.
fn rest<'r>(ctx: &Context<'r>) -> &'r [u8] {
    let config: &'r Config = ctx.config;
    let read = usize::try_from(ctx.environment().stdin).unwrap_or(usize::MAX);
    &config.stdin[read.min(config.stdin.len())..]
}

/// The next byte of standard input.
fn next(ctx: &mut Context<'_>) -> Option<u8> {
    take(ctx, 1, false).first().copied()
}

/// The next bytes of standard input: `limit`, or fewer at its end, or up to the end of the line.
fn take(ctx: &mut Context<'_>, limit: u64, line: bool) -> Vec<u8> {
    take_until(ctx, limit, line.then_some(b'\n'))
}

fn take_until(ctx: &mut Context<'_>, limit: u64, last: Option<u8>) -> Vec<u8> {
    let rest = rest(ctx);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let length = match rest.iter().position(|&b| Some(b) == last) {
        Some(at) => (at + 1).min(limit),
        None => rest.len().min(limit),
    };
    let bytes = rest[..length].to_vec();
    let ended = length < limit && (last.is_none() || bytes.last().copied() != last);
    let environment = ctx.environment_mut();
    environment.stdin += bytes.len() as u64;
    environment.stdin_end |= ended;
    bytes
}

/// `ungetc`: only the byte that was read last can go back.
fn unread(ctx: &mut Context<'_>) -> Result<Flow> {
    let byte = ctx.int(0);
    stream::input(ctx, ctx.pointer(1))?;
    if byte == END {
        return int(END);
    }
    let read = ctx.environment().stdin;
    let last = read
        .checked_sub(1)
        .and_then(|at| ctx.config().stdin.get(at as usize))
        .copied();
    if last != Some(byte as u8) {
        return Err(ctx.gap("ungetc of a character that was not the last one read is not modelled"));
    }
    let environment = ctx.environment_mut();
    environment.stdin = read - 1;
    environment.stdin_end = false;
    int(i32::from(byte as u8))
}

/// `getline(&buffer, &size, …)`.
fn read_line(ctx: &mut Context<'_>, delimiter: u8) -> Result<Flow> {
    let (place, size_place) = (ctx.pointer(0), ctx.pointer(1));
    let width = ctx.pointer_size();
    let mut buffer = ctx.read_pointer(place)?;
    let mut size = ctx.read_uint(size_place, width)?;
    let line = take_until(ctx, u64::MAX, Some(delimiter));
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

fn scan_input(ctx: &mut Context<'_>, format: usize, list: bool) -> Result<Flow> {
    let text = ctx.read_string(ctx.pointer(format))?;
    let input = rest(ctx);
    let scanned = run(ctx, &text, input, format + 1, list)?;
    let environment = ctx.environment_mut();
    environment.stdin += scanned.consumed as u64;
    environment.stdin_end |= scanned.end;
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
