//! Output: the printf family, and the plain ways to write.
//!
//! Output is handed on at once and in order; buffering would be visible only in the interleaving of
//! stdout and stderr.

use super::format::{self, Formatted};
use super::stream;
use super::variadic::Cells;
use super::{Result, int, long, pointer, size_argument, text};
use crate::{Context, Flow, NativeFn, Pointer, Stream};

/// `EOF`.
const END: i32 = -1;

/// `R_OK` and `F_OK`, as bits.
const READABLE: i32 = 4;

/// Where formatted text goes.
enum Target {
    Stream(Stream),
    /// A buffer, with its size if it has a known one.
    Buffer(Pointer, Option<u64>),
    /// A new string, whose address is stored there.
    Allocated(Pointer),
}

/// Long because it has a row for each function.
pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "printf" => |ctx| print(ctx, Target::Stream(Stream::Stdout), 0, false),
        "vprintf" => |ctx| print(ctx, Target::Stream(Stream::Stdout), 0, true),
        "__printf_chk" => |ctx| print(ctx, Target::Stream(Stream::Stdout), 1, false),
        "__vprintf_chk" => |ctx| print(ctx, Target::Stream(Stream::Stdout), 1, true),
        "fprintf" => |ctx| to_file(ctx, 1, false),
        "vfprintf" => |ctx| to_file(ctx, 1, true),
        "__fprintf_chk" => |ctx| to_file(ctx, 2, false),
        "__vfprintf_chk" => |ctx| to_file(ctx, 2, true),
        "dprintf" => |ctx| to_descriptor(ctx, 1, false),
        "vdprintf" => |ctx| to_descriptor(ctx, 1, true),
        "__dprintf_chk" => |ctx| to_descriptor(ctx, 2, false),
        "__vdprintf_chk" => |ctx| to_descriptor(ctx, 2, true),
        "sprintf" => |ctx| print(ctx, Target::Buffer(ctx.pointer(0), None), 1, false),
        "vsprintf" => |ctx| print(ctx, Target::Buffer(ctx.pointer(0), None), 1, true),
        "__sprintf_chk" => |ctx| print(ctx, Target::Buffer(ctx.pointer(0), None), 3, false),
        "__vsprintf_chk" => |ctx| print(ctx, Target::Buffer(ctx.pointer(0), None), 3, true),
        "snprintf" => |ctx| to_bounded(ctx, 2, false),
        "vsnprintf" => |ctx| to_bounded(ctx, 2, true),
        "__snprintf_chk" => |ctx| to_bounded(ctx, 4, false),
        "__vsnprintf_chk" => |ctx| to_bounded(ctx, 4, true),
        "asprintf" => |ctx| print(ctx, Target::Allocated(ctx.pointer(0)), 1, false),
        "vasprintf" => |ctx| print(ctx, Target::Allocated(ctx.pointer(0)), 1, true),
        "puts" => |ctx| {
            let mut line = ctx.read_string(ctx.pointer(0))?;
            line.push(b'\n');
            ctx.output(Stream::Stdout, &line);
            int(i32::try_from(line.len()).unwrap_or(i32::MAX))
        },
        "putchar" => |ctx| put(ctx, Stream::Stdout),
        "putc" => |ctx| {
            let stream = stream::output(ctx, ctx.pointer(1))?;
            put(ctx, stream)
        },
        "fputs" => |ctx| {
            let stream = stream::output(ctx, ctx.pointer(1))?;
            let text = ctx.read_string(ctx.pointer(0))?;
            ctx.output(stream, &text);
            int(1)
        },
        "fwrite" => fwrite,
        "fflush" => |ctx| {
            if !ctx.pointer(0).is_null() {
                stream::standard(ctx, ctx.pointer(0))?;
            }
            int(0)
        },
        "setvbuf" | "setbuf" | "setbuffer" => |ctx| {
            stream::standard(ctx, ctx.pointer(0))?;
            match ctx.pointer(1).is_null() {
                true => int(0),
                false => Err(ctx.gap("a stream with a buffer of the program is not modelled")),
            }
        },
        "setlinebuf" => |ctx| {
            stream::standard(ctx, ctx.pointer(0))?;
            int(0)
        },
        "fileno" => |ctx| int(stream::standard(ctx, ctx.pointer(0))?.descriptor()),
        "fclose" => |ctx| {
            stream::close(ctx, ctx.pointer(0))?;
            int(0)
        },
        "fopen" => |ctx| {
            let mode = ctx.read_string(ctx.pointer(1))?;
            let file = stream::open(ctx, ctx.pointer(0), &mode)?;
            Ok(Flow::Return(file.0))
        },
        "access" => |ctx| {
            let found = stream::find(ctx, ctx.pointer(0))?;
            // Files that can be read, and no more.
            let is_allowed = ctx.int(1) & !READABLE == 0;
            match found {
                Some(_) if !is_allowed => Err(stream::files(ctx)),
                Some(_) => int(0),
                None => int(END),
            }
        },
        "scandir" => |ctx| match stream::find(ctx, ctx.pointer(0))? {
            Some(_) => Err(stream::files(ctx)),
            None => int(END),
        },
        "readlink" => |ctx| match stream::find(ctx, ctx.pointer(0))? {
            Some(_) => Err(stream::files(ctx)),
            None => long(ctx, -1),
        },
        "realpath" => |ctx| match stream::find(ctx, ctx.pointer(0))? {
            Some(_) => Err(stream::files(ctx)),
            None => pointer(Pointer::NULL),
        },
        // Names of files mean nothing here.
        "remove" | "unlink" => |ctx| {
            ctx.read_string(ctx.pointer(0))?;
            int(0)
        },
        _ => return None,
    })
}

fn put(ctx: &mut Context<'_>, stream: Stream) -> Result<Flow> {
    let byte = ctx.arg(0) as u8;
    ctx.output(stream, &[byte]);
    int(i32::from(byte))
}

fn fwrite(ctx: &mut Context<'_>) -> Result<Flow> {
    let (from, size, count) = (ctx.pointer(0), size_argument(ctx, 1), size_argument(ctx, 2));
    let stream = stream::output(ctx, ctx.pointer(3))?;
    let Some(total) = size.checked_mul(count) else {
        return Err(ctx.misuse("fwrite of more than memory"));
    };
    if total == 0 {
        return long(ctx, 0);
    }
    let bytes = ctx.read_bytes(from, total)?.to_vec();
    ctx.output(stream, &bytes);
    long(ctx, count as i64)
}

fn to_file(ctx: &mut Context<'_>, format: usize, list: bool) -> Result<Flow> {
    let stream = stream::output(ctx, ctx.pointer(0))?;
    print(ctx, Target::Stream(stream), format, list)
}

fn to_descriptor(ctx: &mut Context<'_>, format: usize, list: bool) -> Result<Flow> {
    super::descriptor::refuse_channel(ctx, ctx.int(0))?;
    let stream = stream::descriptor(ctx.int(0));
    print(ctx, Target::Stream(stream), format, list)
}

fn to_bounded(ctx: &mut Context<'_>, format: usize, list: bool) -> Result<Flow> {
    let (buffer, size) = (ctx.pointer(0), size_argument(ctx, 1));
    print(ctx, Target::Buffer(buffer, Some(size)), format, list)
}

/// Formats with the format at an argument and the variable arguments after it.
fn print(ctx: &mut Context<'_>, target: Target, format: usize, list: bool) -> Result<Flow> {
    let text = ctx.read_string(ctx.pointer(format))?;
    let mut cells = if list {
        Cells::list(ctx, format + 1)?
    } else {
        Cells::block(ctx, format + 1)
    };
    let Formatted { bytes, failure } = format::format(&text, &mut cells)?;
    cells.finish()?;
    match target {
        Target::Stream(stream) => ctx.output(stream, &bytes),
        Target::Buffer(buffer, None) => text::write_string(ctx, buffer, &bytes)?,
        Target::Buffer(_, Some(0)) => {}
        Target::Buffer(buffer, Some(size)) => {
            let room = (size - 1).min(bytes.len() as u64) as usize;
            text::write_string(ctx, buffer, &bytes[..room])?;
        }
        Target::Allocated(place) if failure.is_none() => {
            let new = ctx.allocate(bytes.len() as u64 + 1, 16, false)?;
            text::write_string(ctx, new, &bytes)?;
            ctx.write_pointer(place, new)?;
        }
        Target::Allocated(_) => {}
    }
    match failure {
        Some(number) => {
            ctx.set_errno(number)?;
            int(END)
        }
        None => int(i32::try_from(bytes.len()).unwrap_or(END)),
    }
}
