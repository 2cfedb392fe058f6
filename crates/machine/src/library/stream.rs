//! Which stream a `FILE *` or a file descriptor is.
//!
//! The three standard streams are known by the name of the global that the pointer points to. A file that was
//! opened for writing is an object of the library with its name; what is written to it is told as output and
//! not kept. The object of a stream begins with its lock, a recursive mutex, which `flockfile` takes. Files
//! are not read: that there are none is an assumption of whoever asks for it
//! ([`Config::without_files`](crate::Config)).

use raceproof_ir::DataModel;
use raceproof_ir::sync_object::mutex;

use super::{Result, statics};
use crate::memory::ObjectKind;
use crate::{Context, Pointer, Stop, Stream};

/// The size of a `FILE`, by which the object of a file is known among those of the library.
const FILE: u64 = 216;
/// Where its name is in it, behind its lock.
const NAME: u32 = 24;
/// As much of its name is in it.
const LONGEST: usize = 176;

const ENOENT: i32 = 2;

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

/// Opens a file: for writing, which succeeds, or for reading, if there are none.
pub(super) fn open(ctx: &mut Context<'_>, name: Pointer, mode: &[u8]) -> Result<Pointer> {
    match mode.first() {
        Some(b'w' | b'a') => {
            let name = ctx.read_string(name)?;
            let file = ctx.allocate_static(FILE, 16)?;
            let model = match ctx.pointer_size() {
                4 => DataModel::Ilp32,
                _ => DataModel::Lp64,
            };
            let kind = file.moved(i64::from(mutex::kind_at(model)));
            statics::initialise(ctx, kind, &mutex::RECURSIVE.to_le_bytes())?;
            let place = file.moved(i64::from(NAME));
            statics::initialise(ctx, place, &name[..name.len().min(LONGEST)])?;
            Ok(file)
        }
        Some(b'r') => {
            look_for(ctx, name)?;
            Ok(Pointer::NULL)
        }
        _ => Err(ctx.gap("files to read from are not modelled")),
    }
}

/// A file of that name is looked for, and there is none. What the program has written itself is not kept.
pub(super) fn look_for(ctx: &mut Context<'_>, name: Pointer) -> Result<()> {
    let name = ctx.read_string(name)?;
    if !ctx.config().without_files {
        return Err(ctx.gap("files to read from are not modelled"));
    }
    let name = &name[..name.len().min(LONGEST)];
    let is_written = ctx.memory().objects().any(|(id, object)| {
        let is_file = object.kind() == ObjectKind::Library && u64::from(object.size()) == FILE;
        let bytes = ctx.memory().load(Pointer::new(id, NAME), name.len() as u32 + 1);
        is_file && bytes.is_ok_and(|bytes| bytes.strip_prefix(name) == Some(&[0]))
    });
    match is_written {
        true => Err(ctx.gap("a file that the program has written is not kept")),
        false => ctx.set_errno(ENOENT),
    }
}

/// The gap of all that has to do with files.
pub(super) fn files(ctx: &Context<'_>) -> Stop {
    ctx.gap("files are not modelled; only the standard streams and writing by fopen are")
}
