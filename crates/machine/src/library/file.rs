//! Files by their names: opening, asking about them, directories, mappings.
//!
//! There are those that the run was given, and the directories that their names are in.

use super::descriptor::{self, get};
use super::statics;
use super::stream;
use super::{Result, int, pointer, size_argument};
use crate::environment::Opened;
use crate::memory::ObjectKind;
use crate::{Context, Flow, NativeFn, Pointer};

const ENOENT: i32 = 2;
const EINVAL: i32 = 22;
const ERANGE: i32 = 34;
const ENOMEM: i32 = 12;

/// `O_WRONLY`, `O_RDWR` and `O_CREAT`.
const WRITES: i32 = 3;
const READS_AND_WRITES: i32 = 2;
const CREATES: i32 = 0o100;
/// `PROT_WRITE`.
const WRITABLE: i32 = 2;
/// `MAP_SHARED`, `MAP_FIXED` and `MAP_ANONYMOUS`.
const SHARED: i32 = 1;
const FIXED: i32 = 0x10;
const ANONYMOUS: i32 = 0x20;
/// The largest mapping.
const LARGEST: u64 = 1 << 28;

/// An open directory: how far it was read, the entry that was told last, and its name.
const ENTRY: i64 = 16;
const NAME: i64 = ENTRY + 280;
const LONGEST: usize = 255;

/// What is found under a name.
enum Found {
    File(u64),
    Directory,
}

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "open" => |ctx| open(ctx, 0, ctx.int(1)),
        "openat" => |ctx| open(ctx, 1, ctx.int(2)),
        "creat" => |ctx| open(ctx, 0, CREATES | 1),
        "stat" | "lstat" => |ctx| status_of_name(ctx, 0, 1),
        "fstatat" => |ctx| status_of_name(ctx, 1, 2),
        "fstat" => |ctx| {
            let (place, kind) = (ctx.pointer(1), get(ctx, ctx.int(0)).kind);
            match kind {
                Opened::File(number) => {
                    let size = descriptor::file(ctx, number).len() as u64;
                    status(ctx, place, REGULAR, size)
                }
                Opened::Written(_) => status(ctx, place, REGULAR, 0),
                Opened::Socket => status(ctx, place, SOCKET, 0),
                _ => status(ctx, place, FIFO, 0),
            }
        },
        "statvfs" => |ctx| {
            ctx.read_string(ctx.pointer(0))?;
            file_system(ctx)
        },
        "fstatvfs" => file_system,
        "opendir" => open_directory,
        "readdir" => read_directory,
        "closedir" => |ctx| {
            let directory = ctx.pointer(0);
            ctx.free(directory)?;
            int(0)
        },
        "rewinddir" => |ctx| {
            let directory = ctx.pointer(0);
            ctx.write_uint(directory, 8, 0)?;
            int(0)
        },
        "mmap" => map,
        "munmap" => |ctx| {
            let (place, size) = (ctx.pointer(0), size_argument(ctx, 1));
            // A part of a mapping stays.
            let object = ctx.memory().object(place.object());
            let is_whole = object.is_some_and(|object| {
                matches!(object.kind(), ObjectKind::Heap(_))
                    && object.is_alive()
                    && place.offset() == 0
                    && u64::from(object.size()) <= size
            });
            if is_whole {
                ctx.free(place)?;
            }
            int(0)
        },
        "fdopen" => |ctx| {
            let descriptor = get(ctx, ctx.int(0));
            ctx.read_string(ctx.pointer(1))?;
            let file = match descriptor.kind {
                Opened::File(number) => stream::from_descriptor(ctx, Some((number, descriptor.position)))?,
                Opened::Written(_) | Opened::Output => stream::from_descriptor(ctx, None)?,
                _ => return Err(ctx.gap("a stream of a socket or a pipe is not modelled")),
            };
            pointer(file)
        },
        "mkstemp" | "mkostemp" => |ctx| {
            let name = replace(ctx, 0)?;
            int(descriptor::open(ctx, Opened::Written(name)))
        },
        "mkstemps" => |ctx| {
            let suffix = u64::from(ctx.arg(1) as u32);
            let name = replace(ctx, suffix)?;
            int(descriptor::open(ctx, Opened::Written(name)))
        },
        "mkdtemp" | "mktemp" => |ctx| {
            replace(ctx, 0)?;
            pointer(ctx.pointer(0))
        },
        "getcwd" => |ctx| {
            let (place, size) = (ctx.pointer(0), size_argument(ctx, 1));
            if !place.is_null() && size < 2 {
                ctx.set_errno(ERANGE)?;
                return pointer(Pointer::NULL);
            }
            let place = match place.is_null() {
                true => ctx.allocate(size.max(2), 16, false)?,
                false => place,
            };
            ctx.write_bytes(place, b"/\0")?;
            pointer(place)
        },
        _ => return None,
    })
}

const REGULAR: u64 = 0o100_644;
const DIRECTORY: u64 = 0o40_755;
const SOCKET: u64 = 0o140_777;
const FIFO: u64 = 0o10_600;

/// A name without what leads nowhere.
fn plain(name: &[u8]) -> &[u8] {
    let name = name.strip_prefix(b"./").unwrap_or(name);
    match name {
        [start @ .., b'/'] if !start.is_empty() => start,
        name => name,
    }
}

/// The names of what is in a directory, each once.
fn entries(ctx: &Context<'_>, directory: &[u8]) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    for (name, _) in &ctx.config().files {
        let inside = match plain(directory) {
            b"." => Some(plain(name)),
            directory => plain(name)
                .strip_prefix(directory)
                .and_then(|rest| rest.strip_prefix(b"/")),
        };
        let first = inside.and_then(|inside| inside.split(|b| *b == b'/').next());
        let first = first.filter(|first| !first.is_empty() && first.len() <= LONGEST);
        if let Some(first) = first
            && !found.iter().any(|known| known == first)
        {
            found.push(first.to_vec());
        }
    }
    found
}

/// What there is under a name. Where there is nothing the reason is in `errno`.
fn look(ctx: &mut Context<'_>, name: Pointer) -> Result<Option<Found>> {
    let text = ctx.read_string(name)?;
    if !entries(ctx, &text).is_empty() {
        return Ok(Some(Found::Directory));
    }
    Ok(stream::find_text(ctx, &text)?.map(Found::File))
}

fn open(ctx: &mut Context<'_>, at: usize, flags: i32) -> Result<Flow> {
    let name = ctx.pointer(at);
    if flags & (WRITES | CREATES) != 0 {
        let text = ctx.read_string(name)?;
        let is_given = ctx
            .config()
            .files
            .iter()
            .any(|(given, _)| plain(given) == plain(&text));
        if is_given && flags & WRITES == READS_AND_WRITES {
            return Err(ctx.gap("files that are read and written are not modelled"));
        }
        return int(descriptor::open(ctx, Opened::Written(text)));
    }
    let text = ctx.read_string(name)?;
    let device = match &text[..] {
        b"/dev/null" => Some(Opened::File(u64::MAX)),
        b"/dev/zero" | b"/dev/random" | b"/dev/urandom" => Some(Opened::Source),
        b"/dev/stdin" => Some(Opened::Input),
        _ => None,
    };
    if let Some(device) = device {
        return int(descriptor::open(ctx, device));
    }
    match stream::find_text(ctx, &text)? {
        Some(number) => int(descriptor::open(ctx, Opened::File(number))),
        None => int(-1),
    }
}

fn status_of_name(ctx: &mut Context<'_>, at: usize, place: usize) -> Result<Flow> {
    let place = ctx.pointer(place);
    match look(ctx, ctx.pointer(at))? {
        Some(Found::Directory) => status(ctx, place, DIRECTORY, 4096),
        Some(Found::File(number)) => {
            let size = descriptor::file(ctx, number).len() as u64;
            status(ctx, place, REGULAR, size)
        }
        None => int(-1),
    }
}

/// Writes a `struct stat`.
fn status(ctx: &mut Context<'_>, place: Pointer, mode: u64, size: u64) -> Result<Flow> {
    let wide = ctx.pointer_size() == 8;
    let mut bytes = vec![0; if wide { 144 } else { 88 }];
    let fields: [(usize, u64, usize); 4] = match wide {
        true => [(16, 1, 8), (24, mode, 4), (48, size, 8), (56, 4096, 8)],
        false => [(20, 1, 4), (16, mode, 4), (44, size, 4), (48, 4096, 4)],
    };
    for (at, value, length) in fields {
        bytes[at..at + length].copy_from_slice(&value.to_le_bytes()[..length]);
    }
    bytes.truncate(ctx.memory().rest_of(place) as usize);
    ctx.write_bytes(place, &bytes)?;
    int(0)
}

/// A file system of some size, half of which is free.
fn file_system(ctx: &mut Context<'_>) -> Result<Flow> {
    const WORDS: [u64; 11] = [
        4096,
        4096,
        1 << 20,
        1 << 19,
        1 << 19,
        1 << 16,
        1 << 15,
        1 << 15,
        0,
        0,
        255,
    ];
    let (place, size) = (ctx.pointer(1), ctx.pointer_size());
    let room = ctx.memory().rest_of(place).min(112);
    ctx.fill(place, 0, room)?;
    for (i, word) in WORDS.into_iter().enumerate() {
        ctx.write_uint(place.moved(i as i64 * i64::from(size)), size, word)?;
    }
    int(0)
}

fn open_directory(ctx: &mut Context<'_>) -> Result<Flow> {
    let name = ctx.read_string(ctx.pointer(0))?;
    if entries(ctx, &name).is_empty() || name.len() > LONGEST {
        // What is no directory that is known may be a file that the program has written.
        if stream::find_text(ctx, &name)?.is_some() {
            ctx.set_errno(ENOENT)?;
        }
        return pointer(Pointer::NULL);
    }
    let size = NAME as u64 + name.len() as u64 + 1;
    let directory = ctx.allocate(size, 16, true)?;
    statics::initialise(ctx, directory.moved(NAME), &name)?;
    pointer(directory)
}

fn read_directory(ctx: &mut Context<'_>) -> Result<Flow> {
    let directory = ctx.pointer(0);
    let position = ctx.read_uint(directory, 8)?;
    let name = match ctx.memory().string_length(directory.moved(NAME)) {
        Ok(length) => ctx.peek(directory.moved(NAME), length.into())?.to_vec(),
        Err(kind) => return Err(ctx.fault(*kind)),
    };
    let Some(entry) = entries(ctx, &name).get(position as usize).cloned() else {
        return pointer(Pointer::NULL);
    };
    ctx.write_uint(directory, 8, position + 1)?;
    // An inode number, an offset, the length, the type and the name.
    let word = ctx.pointer_size() as usize;
    let mut bytes = vec![0; 2 * word];
    bytes[0] = 1;
    bytes.extend([24, 1, 0]);
    bytes.extend(&entry);
    bytes.push(0);
    let place = directory.moved(ENTRY);
    ctx.write_bytes(place, &bytes)?;
    pointer(place)
}

/// `mmap`: a new block, with what is in the file if there is one.
fn map(ctx: &mut Context<'_>) -> Result<Flow> {
    let (size, flags, number) = (size_argument(ctx, 1), ctx.int(3), ctx.int(4));
    let error = match size {
        0 => Some(EINVAL),
        size if size > LARGEST => Some(ENOMEM),
        _ => None,
    };
    if let Some(error) = error {
        ctx.set_errno(error)?;
        return Ok(Flow::Return(super::signal::address_of_error(ctx)));
    }
    if flags & FIXED != 0 {
        return Err(ctx.gap("mappings at a fixed address are not modelled"));
    }
    if flags & ANONYMOUS == 0 {
        // Two of them may be the same bytes, by whatever names and descriptors they were opened.
        let is_writable = ctx.int(2) & WRITABLE != 0 || ctx.program.find_function("mprotect").is_some();
        let is_shared = flags & SHARED != 0 && is_writable;
        let (count, shares) = &mut ctx.environment_mut().mappings;
        *count += 1;
        *shares |= is_shared;
        if *count > 1 && *shares {
            return Err(ctx.gap("two mappings of files, one of which shares what is written to it"));
        }
    }
    let contents = match get(ctx, number).kind {
        _ if flags & ANONYMOUS != 0 => &[][..],
        Opened::File(number) => descriptor::file(ctx, number),
        Opened::Written(_) => return Err(descriptor::written(ctx)),
        _ => &[][..],
    };
    let start = usize::try_from(ctx.arg(5))
        .unwrap_or(usize::MAX)
        .min(contents.len());
    let contents = &contents[start..];
    let block = ctx.allocate(size, 4096, true)?;
    let length = contents.len().min(size as usize);
    statics::initialise(ctx, block, &contents[..length])?;
    pointer(block)
}

/// Replaces the six characters before the end of the name at argument 0, and gives the name.
fn replace(ctx: &mut Context<'_>, suffix: u64) -> Result<Vec<u8>> {
    let place = ctx.pointer(0);
    let mut name = ctx.read_string(place)?;
    let end = (name.len() as u64).saturating_sub(suffix) as usize;
    if let Some(start) = end.checked_sub(6) {
        name[start..end].fill(b'a');
        ctx.write_bytes(place.moved(start as i64), b"aaaaaa")?;
    }
    Ok(name)
}
