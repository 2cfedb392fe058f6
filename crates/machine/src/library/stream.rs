//! Which stream a `FILE *` or a file descriptor is.
//!
//! The three standard streams are known by the name of the global that the pointer points to. A file that was opened for
//! writing is an object of the library; what is written to it is told as output and not kept. Files are not read.

use super::Result;
use crate::memory::ObjectKind;
use crate::{Context, Pointer, Stop, Stream};

/// The size of a `FILE`, by which the object of a file is known among those of the library.
const FILE: u64 = 216;

/// A standard stream, or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standard {
    Input,
    Output(Stream),
}

impl Standard {
    /// Its file descriptor.
    pub(super) fn descriptor(self) -> i32 {
        match self {
            Standard::Input => 0,
            Standard::Output(Stream::Stdout) => 1,
            Standard::Output(Stream::Stderr) => 2,
            Standard::Output(Stream::File) => 3,
        }
    }
}

/// The stream that a `FILE *` is.
pub(super) fn standard(ctx: &Context<'_>, file: Pointer) -> Result<Standard> {
    // The fault of a null or dead pointer comes first.
    ctx.peek(file, 1)?;
    let object = ctx.memory().object(file.object());
    let kind = object.map(|object| object.kind());
    let size = object.map_or(0, |object| u64::from(object.size()));
    let name = match kind {
        Some(ObjectKind::Library) if size == FILE && file.offset() == 0 => {
            return Ok(Standard::Output(Stream::File));
        }
        Some(ObjectKind::Global(global)) => ctx.global_name(global),
        _ => "",
    };
    match name.trim_matches('_') {
        "stdin" | "IO_2_1_stdin" | "stdinp" => Ok(Standard::Input),
        "stdout" | "IO_2_1_stdout" | "stdoutp" => Ok(Standard::Output(Stream::Stdout)),
        "stderr" | "IO_2_1_stderr" | "stderrp" => Ok(Standard::Output(Stream::Stderr)),
        _ => Err(files(ctx)),
    }
}

/// The stream that a `FILE *` must be to be written to.
pub(super) fn output(ctx: &Context<'_>, file: Pointer) -> Result<Stream> {
    match standard(ctx, file)? {
        Standard::Output(stream) => Ok(stream),
        Standard::Input => Err(ctx.gap("writing to standard input is not modelled")),
    }
}

/// Checks that a `FILE *` is standard input.
pub(super) fn input(ctx: &Context<'_>, file: Pointer) -> Result<()> {
    match standard(ctx, file)? {
        Standard::Input => Ok(()),
        Standard::Output(_) => Err(ctx.gap("reading from an output stream is not modelled")),
    }
}

/// The stream of a file descriptor that can be written to.
pub(super) fn descriptor(ctx: &Context<'_>, number: i32) -> Result<Stream> {
    match number {
        1 => Ok(Stream::Stdout),
        2 => Ok(Stream::Stderr),
        _ => Err(files(ctx)),
    }
}

/// Opens a file for writing, which succeeds. What a file has to be read from is not known.
pub(super) fn open(ctx: &mut Context<'_>, mode: &[u8]) -> Result<Pointer> {
    match mode.first() {
        Some(b'w' | b'a') => ctx.allocate_static(FILE, 16),
        _ => Err(ctx.gap("files to read from are not modelled")),
    }
}

/// The gap of all that has to do with files.
pub(super) fn files(ctx: &Context<'_>) -> Stop {
    ctx.gap("files are not modelled; only the standard streams and writing by fopen are")
}
