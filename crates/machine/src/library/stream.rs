//! Which stream a `FILE *` or a file descriptor is.
//!
//! The three standard streams are known by the name of the global that the pointer points to. A file that was
//! opened for writing is an object of the library with its name; what is written to it is told as output and
//! not kept. A file that was closed must not be used: each use reads a byte of its object that closing
//! writes, so that a use which nothing orders with that is a race as with `free`. The object of a stream
//! begins with its lock, a recursive mutex, which `flockfile` takes. Files are not read: that there are none
//! is an assumption of whoever asks for it ([`Config::without_files`](crate::Config)).

use raceproof_ir::DataModel;
use raceproof_ir::sync_object::mutex;

use super::{Result, statics};
use crate::environment::Opened;
use crate::memory::ObjectKind;
use crate::{Config, Context, Pointer, Stop, Stream};

/// The size of a `FILE`, by which the object of a file is known among those of the library.
const FILE: u64 = 216;
/// Where its name is in it, behind its lock.
const NAME: u32 = 24;
/// As much of its name is in it.
const LONGEST: usize = 176;
/// Where the number of a file is in it that is read, and how much of it was read: eight bytes each.
const NUMBER: i64 = 200;
const READ: i64 = 208;

/// The number of a file that was closed.
const CLOSED: u64 = u64::MAX;

/// Set in how much was read if the end was met.
const END: u64 = 1 << 63;

const ENOENT: i32 = 2;

/// A standard stream, or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standard {
    Input,
    /// A file that is read, by its object.
    File(Pointer),
    Output(Stream),
}

/// What is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Input,
    File(Pointer),
}

impl Standard {
    /// Its file descriptor.
    pub(super) fn descriptor(self) -> i32 {
        match self {
            Standard::Input => 0,
            Standard::Output(Stream::Stdout) => 1,
            Standard::Output(Stream::Stderr) => 2,
            Standard::Output(Stream::File) | Standard::File(_) => 3,
        }
    }
}

/// The stream that a `FILE *` is, which is used. For that it must be open.
pub(super) fn standard(ctx: &mut Context<'_>, file: Pointer) -> Result<Standard> {
    touch(ctx, file, false)?;
    which(ctx, file)
}

/// Accesses the byte of a file that closing writes; who does so without being ordered comes to a race before
/// he comes to a stream that is closed.
fn touch(ctx: &mut Context<'_>, file: Pointer, write: bool) -> Result<()> {
    ctx.peek(file, 1)?;
    if is_file(ctx, file) {
        ctx.touch(file.moved(NUMBER), 1, write);
    }
    Ok(())
}

/// Whether a `FILE *` is a file that was opened, and not a standard stream.
fn is_file(ctx: &Context<'_>, file: Pointer) -> bool {
    let object = ctx.memory().object(file.object());
    object.is_some_and(|object| object.kind() == ObjectKind::Library && u64::from(object.size()) == FILE)
        && file.offset() == 0
}

/// Closes a file. Who uses it without being ordered races with that.
pub(super) fn close(ctx: &mut Context<'_>, file: Pointer) -> Result<()> {
    touch(ctx, file, true)?;
    match which(ctx, file)? {
        Standard::Output(Stream::File) | Standard::File(_) => {
            statics::initialise(ctx, file.moved(NUMBER), &CLOSED.to_le_bytes())
        }
        Standard::Input | Standard::Output(_) => Err(ctx.gap("closing a standard stream is not modelled")),
    }
}

/// The stream that a `FILE *` is.
pub(super) fn which(ctx: &Context<'_>, file: Pointer) -> Result<Standard> {
    // The fault of a null or dead pointer comes first.
    ctx.peek(file, 1)?;
    if is_file(ctx, file) {
        return match word(ctx, file.moved(NUMBER))? {
            0 => Ok(Standard::Output(Stream::File)),
            CLOSED => Err(ctx.misuse("the stream has been closed already")),
            _ => Ok(Standard::File(file)),
        };
    }
    let object = ctx.memory().object(file.object());
    let name = match object.map(|object| object.kind()) {
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
pub(super) fn output(ctx: &mut Context<'_>, file: Pointer) -> Result<Stream> {
    match standard(ctx, file)? {
        Standard::Output(stream) => Ok(stream),
        Standard::Input | Standard::File(_) => {
            Err(ctx.gap("writing to what is open for reading is not modelled"))
        }
    }
}

/// What a `FILE *` that is read from is.
pub(super) fn input(ctx: &mut Context<'_>, file: Pointer) -> Result<Source> {
    match standard(ctx, file)? {
        Standard::Input => Ok(Source::Input),
        Standard::File(file) => Ok(Source::File(file)),
        Standard::Output(_) => Err(ctx.gap("reading from an output stream is not modelled")),
    }
}

/// The stream of a file descriptor that can be written to.
pub(super) fn descriptor(number: i32) -> Stream {
    match number {
        1 => Stream::Stdout,
        2 => Stream::Stderr,
        _ => Stream::File,
    }
}

/// Opens a file: for writing, which succeeds, or for reading, if there are none.
pub(super) fn open(ctx: &mut Context<'_>, name: Pointer, mode: &[u8]) -> Result<Pointer> {
    match mode.first() {
        Some(b'w' | b'a') => {
            let name = ctx.read_string(name)?;
            let file = fresh(ctx)?;
            let place = file.moved(i64::from(NAME));
            statics::initialise(ctx, place, &name[..name.len().min(LONGEST)])?;
            Ok(file)
        }
        Some(b'r') => {
            let Some(number) = find(ctx, name)? else {
                return Ok(Pointer::NULL);
            };
            if mode.contains(&b'+') {
                return Err(ctx.gap("files that are read and written are not modelled"));
            }
            let file = fresh(ctx)?;
            statics::initialise(ctx, file.moved(NUMBER), &(number + 1).to_le_bytes())?;
            Ok(file)
        }
        _ => Err(ctx.gap("files to read from are not modelled")),
    }
}

/// The stream of a descriptor: of a file that is read from a position on, or of one that is written.
pub(super) fn from_descriptor(ctx: &mut Context<'_>, read: Option<(u64, u64)>) -> Result<Pointer> {
    let file = fresh(ctx)?;
    if let Some((number, position)) = read {
        statics::initialise(ctx, file.moved(NUMBER), &number.wrapping_add(1).to_le_bytes())?;
        statics::initialise(ctx, file.moved(READ), &position.to_le_bytes())?;
    }
    Ok(file)
}

/// The object of a file that is opened, with a lock that nobody has.
fn fresh(ctx: &mut Context<'_>) -> Result<Pointer> {
    let file = ctx.allocate_static(FILE, 16)?;
    let model = match ctx.pointer_size() {
        4 => DataModel::Ilp32,
        _ => DataModel::Lp64,
    };
    let kind = file.moved(i64::from(mutex::kind_at(model)));
    statics::initialise(ctx, kind, &mutex::RECURSIVE.to_le_bytes())?;
    Ok(file)
}

fn word(ctx: &Context<'_>, at: Pointer) -> Result<u64> {
    let bytes = ctx.peek(at, 8)?;
    Ok(bytes.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b)))
}

/// The number of the file of that name among those that the run was given; none if there is none.
pub(super) fn find(ctx: &mut Context<'_>, name: Pointer) -> Result<Option<u64>> {
    let text = ctx.read_string(name)?;
    find_text(ctx, &text)
}

/// Likewise, by a name that was read.
pub(super) fn find_text(ctx: &mut Context<'_>, text: &[u8]) -> Result<Option<u64>> {
    let plain = |name: &[u8]| name.strip_prefix(b"./").unwrap_or(name).to_vec();
    let is_it = |(given, _): &(Vec<u8>, Vec<u8>)| plain(given) == plain(text);
    match ctx.config().files.iter().position(is_it) {
        Some(number) => Ok(Some(number as u64)),
        None => look_for(ctx, text).map(|()| None),
    }
}

/// What is left of a file or of standard input. It lives as long as the machine.
pub(super) fn rest<'r>(ctx: &Context<'r>, from: Source) -> Result<&'r [u8]> {
    let config: &'r Config = ctx.config;
    let (bytes, read) = match from {
        Source::Input => (&config.stdin, ctx.environment().stdin),
        Source::File(file) => {
            let number = word(ctx, file.moved(NUMBER))?;
            let Some((_, bytes)) = number.checked_sub(1).and_then(|n| config.files.get(n as usize)) else {
                return Err(files(ctx));
            };
            (bytes, word(ctx, file.moved(READ))? & !END)
        }
    };
    let read = usize::try_from(read).unwrap_or(usize::MAX);
    Ok(&bytes[read.min(bytes.len())..])
}

/// So much was read, and whether the end was met.
pub(super) fn advance(ctx: &mut Context<'_>, from: Source, count: u64, end: bool) -> Result<()> {
    match from {
        Source::Input => {
            let environment = ctx.environment_mut();
            environment.stdin += count;
            environment.stdin_end |= end;
            Ok(())
        }
        Source::File(file) => {
            let now = word(ctx, file.moved(READ))? + count;
            let now = if end { now | END } else { now };
            statics::initialise(ctx, file.moved(READ), &now.to_le_bytes())
        }
    }
}

/// How much was read.
pub(super) fn position(ctx: &Context<'_>, from: Source) -> Result<u64> {
    match from {
        Source::Input => Ok(ctx.environment().stdin),
        Source::File(file) => Ok(word(ctx, file.moved(READ))? & !END),
    }
}

/// Reading goes on there, and the end is forgotten.
pub(super) fn go_to(ctx: &mut Context<'_>, from: Source, to: u64) -> Result<()> {
    match from {
        Source::Input => {
            let environment = ctx.environment_mut();
            (environment.stdin, environment.stdin_end) = (to, false);
            Ok(())
        }
        Source::File(file) => statics::initialise(ctx, file.moved(READ), &to.to_le_bytes()),
    }
}

/// Whether the end was met.
pub(super) fn is_at_end(ctx: &Context<'_>, from: Source) -> Result<bool> {
    match from {
        Source::Input => Ok(ctx.environment().stdin_end),
        Source::File(file) => Ok(word(ctx, file.moved(READ))? & END != 0),
    }
}

/// A file of that name is looked for, and there is none. What the program has written itself is not kept.
fn look_for(ctx: &mut Context<'_>, name: &[u8]) -> Result<()> {
    if !ctx.config().without_files {
        return Err(ctx.gap("files to read from are not modelled"));
    }
    let mut opened = ctx.environment().descriptors.values();
    let is_open = opened.any(|one| matches!(&one.kind, Opened::Written(written) if written == name));
    let name = &name[..name.len().min(LONGEST)];
    let is_written = ctx.memory().objects().any(|(id, object)| {
        let is_file = object.kind() == ObjectKind::Library && u64::from(object.size()) == FILE;
        let bytes = ctx.memory().load(Pointer::new(id, NAME), name.len() as u32 + 1);
        is_file && bytes.is_ok_and(|bytes| bytes.strip_prefix(name) == Some(&[0]))
    });
    match is_written || is_open {
        true => Err(ctx.gap("a file that the program has written is not kept")),
        false => ctx.set_errno(ENOENT),
    }
}

/// The gap of all that has to do with files.
pub(super) fn files(ctx: &Context<'_>) -> Stop {
    ctx.gap("files are not modelled; only the standard streams and those of fopen are")
}
