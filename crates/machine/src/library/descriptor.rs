//! What is open: files, sockets, pipes, and waiting for them.
//!
//! A descriptor has a number of its thread's own, so that which one it is does not depend on the schedule;
//! numbers are not used again. Closing changes nothing. What is written goes nowhere. Files are those that
//! the run was given. At sockets nothing arrives, unless the run has something that does
//! ([`Config::network`](crate::Config)): then it comes a few times to each thread, and whoever waits for more
//! waits for ever. A pipe, a pair of sockets or an event is a channel if nobody but the threads of the
//! program can use it: the part of the library in C that goes with it asks which one a descriptor means, and
//! all other uses of it are gaps. Other ones would order threads, so reading from them is a gap; so is
//! waiting for descriptors that another thread has named to `epoll`.

use super::format::{Arguments, Kind};
use super::stream::{self, Source};
use super::variadic::Cells;
use super::{Result, int, long, size_argument};
use crate::environment::{Descriptor, Opened};
use crate::state::Outside;
use crate::{Context, Flow, NativeFn, Pointer, World};

const EAGAIN: i32 = 11;
const EINVAL: i32 = 22;
const ENOTTY: i32 = 25;
const ESPIPE: i32 = 29;
const ENOTSOCK: i32 = 88;

/// `O_NONBLOCK` and `SOCK_NONBLOCK`.
const NONBLOCK: i32 = 0o4000;
/// `MSG_DONTWAIT`.
const DONT_WAIT: i32 = 0x40;
/// `POLLIN` and `POLLOUT`, also those of `epoll`.
const READABLE: u32 = 1;
const WRITABLE: u32 = 4;
/// So many descriptors a thread has one after the other, and so many threads have some below 1024.
const SHARE: u32 = 32;
/// So many messages arrive at a thread.
const MESSAGES: u32 = 3;
/// So often a thread is told that there are some.
const TOLD: u32 = 12;
/// Bytes of an entry of `epoll`.
const EVENT: u32 = 12;

/// Long because it has a row for each function.
pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "socket" => |ctx| {
            let flags = ctx.int(1);
            opened(ctx, Opened::Socket, flags)
        },
        "accept" => |ctx| accept(ctx, 0),
        "accept4" => |ctx| accept(ctx, ctx.int(3)),
        "recv" => |ctx| receive(ctx, ctx.int(3)),
        "recvfrom" => |ctx| {
            peer(ctx, 4, 5)?;
            receive(ctx, ctx.int(3))
        },
        "recvmsg" => |ctx| {
            let parts = message_parts(ctx)?;
            match is_socket(ctx) {
                true => scatter(ctx, &parts, ctx.int(2)),
                false => no_socket(ctx),
            }
        },
        "sendmsg" => |ctx| {
            let parts = message_parts(ctx)?;
            gather(ctx, &parts)
        },
        "writev" | "pwritev" => |ctx| {
            let parts = parts(ctx, ctx.pointer(1), u64::from(ctx.arg(2) as u32))?;
            gather(ctx, &parts)
        },
        "readv" => |ctx| {
            let parts = parts(ctx, ctx.pointer(1), u64::from(ctx.arg(2) as u32))?;
            scatter(ctx, &parts, 0)
        },
        "getsockopt" => |ctx| {
            let (value, length) = (ctx.pointer(3), ctx.pointer(4));
            let room = ctx.read_uint(length, 4)?;
            let room = room.min(4).min(ctx.memory().rest_of(value));
            ctx.fill(value, 0, room)?;
            ctx.write_uint(length, 4, room)?;
            int(0)
        },
        "socketpair" => |ctx| pair(ctx, 3, ctx.int(1)),
        "pipe" => |ctx| pair(ctx, 0, 0),
        "pipe2" => |ctx| pair(ctx, 0, ctx.int(1)),
        "eventfd" => |ctx| opened(ctx, Opened::Pipe, ctx.int(1)),
        "__channels" => channels,
        "__channel_copy" => |ctx| {
            let (old, wanted) = (get(ctx, ctx.int(0)), ctx.int(1));
            // A number that stood for something else before would mean one or the other by the schedule.
            if wanted >= 0 && ctx.environment().descriptors.contains_key(&wanted) {
                refuse_channel(ctx, ctx.int(0))?;
            }
            let number = if wanted < 0 { free_number(ctx) } else { wanted };
            put(ctx, number, old);
            int(number)
        },
        "__channel" => |ctx| {
            let (descriptor, wanted) = (get(ctx, ctx.int(0)), ctx.int(1) != 0);
            match descriptor.kind {
                Opened::Channel { reads, writes } => {
                    int(if wanted { writes } else { reads }.map_or(-1, i32::from))
                }
                _ => int(-1),
            }
        },
        "timerfd_create" => |ctx| opened(ctx, Opened::Timer, ctx.int(1)),
        "signalfd" => |ctx| opened(ctx, Opened::Quiet, ctx.int(2)),
        "inotify_init" => |ctx| opened(ctx, Opened::Quiet, 0),
        "inotify_init1" => |ctx| opened(ctx, Opened::Quiet, ctx.int(0)),
        "epoll_create" | "epoll_create1" => |ctx| opened(ctx, Opened::Poll, 0),
        "shm_open" | "memfd_create" => |ctx| {
            let name = ctx.read_string(ctx.pointer(0))?;
            opened(ctx, Opened::Written(name), 0)
        },
        "dup" => |ctx| {
            let old = get(ctx, ctx.int(0));
            refuse_channel(ctx, ctx.int(0))?;
            let number = free_number(ctx);
            put(ctx, number, old);
            int(number)
        },
        "dup2" | "dup3" => |ctx| {
            refuse_channel(ctx, ctx.int(0))?;
            refuse_channel(ctx, ctx.int(1))?;
            let (old, number) = (get(ctx, ctx.int(0)), ctx.int(1));
            put(ctx, number, old);
            int(number)
        },
        "close" => |_| int(0),
        "read" => |ctx| {
            let (fd, to, n) = (ctx.int(0), ctx.pointer(1), size_argument(ctx, 2));
            receive_some(ctx, fd, to, n, 0)
        },
        "write" => |ctx| {
            let (from, n) = (ctx.pointer(1), size_argument(ctx, 2));
            let bytes = ctx.read_bytes(from, n)?.to_vec();
            put_out(ctx, ctx.int(0), &bytes)?;
            long(ctx, n as i64)
        },
        "pread" => |ctx| {
            let (to, n, at) = (
                ctx.pointer(1),
                size_argument(ctx, 2),
                super::long_argument(ctx, 3),
            );
            let bytes = match get(ctx, ctx.int(0)).kind {
                Opened::File(number) => file(ctx, number),
                Opened::Written(_) => return Err(written(ctx)),
                _ => return failed(ctx, ESPIPE),
            };
            let start = usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
            let end = usize::try_from(n).unwrap_or(usize::MAX).saturating_add(start);
            let bytes = bytes[start..end.min(bytes.len())].to_vec();
            ctx.write_bytes(to, &bytes)?;
            long(ctx, bytes.len() as i64)
        },
        "lseek" => seek,
        "fcntl" => control,
        "ioctl" => ioctl,
        "poll" => |ctx| {
            let timeout = ctx.int(2);
            poll(ctx, timeout < 0)
        },
        "ppoll" => |ctx| {
            let is_endless = ctx.pointer(2).is_null();
            poll(ctx, is_endless)
        },
        "select" | "pselect" => select,
        "epoll_ctl" => watch,
        "epoll_wait" | "epoll_pwait" => wait,
        _ => return None,
    })
}

/// The smallest number that is free among those of the thread.
fn free_number(ctx: &Context<'_>) -> i32 {
    let thread = ctx.thread().0;
    let known = &ctx.environment().descriptors;
    let numbers = (0..).flat_map(|round: u32| {
        let start = (thread + round * SHARE) * SHARE;
        start..start + SHARE
    });
    let mut numbers = numbers.map(|number| number as i32);
    let is_free = |number: &i32| *number > 2 && !known.contains_key(number);
    numbers.find(is_free).unwrap_or(i32::MAX)
}

/// What a number stands for. One that the program did not open may be anything.
pub(super) fn get(ctx: &Context<'_>, number: i32) -> Descriptor {
    let known = ctx.environment().descriptors.get(&number);
    known.cloned().unwrap_or_else(|| {
        Descriptor::new(match number {
            0 => Opened::Input,
            1 | 2 => Opened::Output,
            _ => Opened::Socket,
        })
    })
}

fn put(ctx: &mut Context<'_>, number: i32, descriptor: Descriptor) {
    ctx.environment_mut().descriptors.insert(number, descriptor);
}

/// The part of the world that reading from the descriptor at argument 0 looks at.
pub(super) fn part(ctx: &Context<'_>) -> World {
    match get(ctx, ctx.int(0)).kind {
        Opened::Input => World::Input,
        Opened::File(_) | Opened::Written(_) | Opened::Source => World::Files,
        Opened::Timer => World::Clock,
        _ => World::Network,
    }
}

/// A new descriptor.
pub(super) fn open(ctx: &mut Context<'_>, kind: Opened) -> i32 {
    let number = free_number(ctx);
    put(ctx, number, Descriptor::new(kind));
    number
}

fn opened(ctx: &mut Context<'_>, kind: Opened, flags: i32) -> Result<Flow> {
    let number = open(ctx, kind);
    set_nonblocking(ctx, number, flags & NONBLOCK != 0);
    int(number)
}

fn set_nonblocking(ctx: &mut Context<'_>, number: i32, is: bool) {
    let mut descriptor = get(ctx, number);
    if descriptor.nonblocking != is {
        descriptor.nonblocking = is;
        put(ctx, number, descriptor);
    }
}

fn failed(ctx: &mut Context<'_>, error: i32) -> Result<Flow> {
    ctx.set_errno(error)?;
    Ok(Flow::Return(u64::MAX))
}

/// The gap of reading what the program has written.
pub(super) fn written(ctx: &Context<'_>) -> crate::Stop {
    ctx.gap("a file that the program has written is not kept")
}

/// The contents of a file.
pub(super) fn file<'r>(ctx: &Context<'r>, number: u64) -> &'r [u8] {
    let files = &ctx.config.files;
    files.get(number as usize).map_or(&[][..], |(_, bytes)| bytes)
}

/// Whether something more arrives at the thread.
fn has_more(ctx: &Context<'_>) -> bool {
    let Outside { came, told, .. } = ctx.state.threads[ctx.thread().0 as usize].outside;
    ctx.config.network.is_some() && came < MESSAGES && told < TOLD
}

/// The next message for the thread, if there is one.
fn arrival<'r>(ctx: &mut Context<'r>) -> Option<&'r [u8]> {
    if !has_more(ctx) {
        return None;
    }
    ctx.thread_mut().outside.came += 1;
    ctx.config.network.as_deref()
}

/// Nothing comes any more.
fn nothing(ctx: &mut Context<'_>, number: i32, flags: i32) -> Result<Flow> {
    match get(ctx, number).nonblocking || flags & DONT_WAIT != 0 {
        true => failed(ctx, EAGAIN),
        false => Ok(Flow::Wait),
    }
}

/// Tells an address of nobody in particular.
fn peer(ctx: &mut Context<'_>, address: usize, length: usize) -> Result<()> {
    let (address, length) = (ctx.pointer(address), ctx.pointer(length));
    if address.is_null() || length.is_null() {
        return Ok(());
    }
    let room = ctx.read_uint(length, 4)?.min(2);
    ctx.write_uint(length, 4, room)?;
    ctx.fill(address, 0, room)
}

fn accept(ctx: &mut Context<'_>, flags: i32) -> Result<Flow> {
    let number = ctx.int(0);
    if arrival(ctx).is_none() {
        return nothing(ctx, number, 0);
    }
    peer(ctx, 1, 2)?;
    opened(ctx, Opened::Socket, flags)
}

fn receive(ctx: &mut Context<'_>, flags: i32) -> Result<Flow> {
    let (number, to, n) = (ctx.int(0), ctx.pointer(1), size_argument(ctx, 2));
    match is_socket(ctx) {
        true => receive_some(ctx, number, to, n, flags),
        false => no_socket(ctx),
    }
}

/// What the program was started with may be a socket.
fn no_socket(ctx: &mut Context<'_>) -> Result<Flow> {
    match get(ctx, ctx.int(0)).kind {
        Opened::Input => Err(ctx.gap("messages that come to standard input are not modelled")),
        Opened::Channel { .. } => refuse_channel(ctx, ctx.int(0)).and_then(|()| int(-1)),
        _ => failed(ctx, ENOTSOCK),
    }
}

/// Whether the descriptor at argument 0 is a socket, or one of a pair.
fn is_socket(ctx: &Context<'_>) -> bool {
    matches!(get(ctx, ctx.int(0)).kind, Opened::Socket | Opened::Pipe)
}

/// Takes what there is from a descriptor.
fn receive_some(ctx: &mut Context<'_>, number: i32, to: Pointer, n: u64, flags: i32) -> Result<Flow> {
    let descriptor = get(ctx, number);
    let limit = |bytes: &[u8]| bytes[..bytes.len().min(usize::try_from(n).unwrap_or(usize::MAX))].to_vec();
    let bytes = match &descriptor.kind {
        Opened::Input => {
            let rest = limit(stream::rest(ctx, Source::Input)?);
            stream::advance(ctx, Source::Input, rest.len() as u64, (rest.len() as u64) < n)?;
            rest
        }
        Opened::File(file_number) => {
            let all = file(ctx, *file_number);
            let start = usize::try_from(descriptor.position)
                .unwrap_or(usize::MAX)
                .min(all.len());
            let bytes = limit(&all[start..]);
            let position = (start + bytes.len()) as u64;
            put(
                ctx,
                number,
                Descriptor {
                    position,
                    ..descriptor
                },
            );
            bytes
        }
        Opened::Written(_) => return Err(written(ctx)),
        Opened::Pipe | Opened::Channel { .. } => {
            return Err(ctx.gap("what one thread writes to a pipe and another one reads is not modelled"));
        }
        Opened::Timer => limit(&1u64.to_le_bytes()),
        Opened::Source => {
            let room = ctx.memory().rest_of(to).min(n);
            vec![0; room as usize]
        }
        Opened::Quiet | Opened::Poll | Opened::Output => return nothing(ctx, number, flags),
        Opened::Socket => match (arrival(ctx), &ctx.config.network) {
            (Some(message), _) => limit(message),
            // The other side has ended the connection.
            (None, Some(_)) => Vec::new(),
            (None, None) => return nothing(ctx, number, flags),
        },
    };
    ctx.write_bytes(to, &bytes)?;
    long(ctx, bytes.len() as i64)
}

fn put_out(ctx: &mut Context<'_>, number: i32, bytes: &[u8]) -> Result<()> {
    refuse_channel(ctx, number)?;
    ctx.output(stream::descriptor(number), bytes);
    Ok(())
}

/// A use of a channel between threads that the part in C does not know is a gap.
pub(super) fn refuse_channel(ctx: &Context<'_>, number: i32) -> Result<()> {
    match get(ctx, number).kind {
        Opened::Channel { .. } => Err(ctx.gap("this use of a pipe between threads is not modelled")),
        _ => Ok(()),
    }
}

/// The parts of memory that an array names.
fn parts(ctx: &mut Context<'_>, array: Pointer, count: u64) -> Result<Vec<(Pointer, u64)>> {
    let size = ctx.pointer_size();
    let mut parts = Vec::new();
    for i in 0..count.min(1024) {
        let entry = array.moved((i * 2 * u64::from(size)) as i64);
        let start = ctx.read_pointer(entry)?;
        let length = ctx.read_uint(entry.moved(i64::from(size)), size)?;
        parts.push((start, length));
    }
    Ok(parts)
}

/// The parts of the message at argument 1.
fn message_parts(ctx: &mut Context<'_>) -> Result<Vec<(Pointer, u64)>> {
    let (message, size) = (ctx.pointer(1), i64::from(ctx.pointer_size()));
    let array = ctx.read_pointer(message.moved(2 * size))?;
    let count = ctx.read_uint(message.moved(3 * size), ctx.pointer_size())?;
    parts(ctx, array, count)
}

fn gather(ctx: &mut Context<'_>, parts: &[(Pointer, u64)]) -> Result<Flow> {
    let mut total = 0;
    for (start, length) in parts {
        let bytes = ctx.read_bytes(*start, *length)?.to_vec();
        put_out(ctx, ctx.int(0), &bytes)?;
        total += length;
    }
    long(ctx, total as i64)
}

fn scatter(ctx: &mut Context<'_>, parts: &[(Pointer, u64)], flags: i32) -> Result<Flow> {
    let number = ctx.int(0);
    match parts.iter().find(|(_, length)| *length > 0) {
        Some((start, length)) => receive_some(ctx, number, *start, *length, flags),
        None => long(ctx, 0),
    }
}

/// Two descriptors that are told at an argument.
fn pair(ctx: &mut Context<'_>, at: usize, flags: i32) -> Result<Flow> {
    let place = ctx.pointer(at);
    for i in 0..2 {
        let number = open(ctx, Opened::Pipe);
        set_nonblocking(ctx, number, flags & NONBLOCK != 0);
        ctx.write_uint(place.moved(4 * i), 4, number as u64)?;
    }
    int(0)
}

/// The number of a new channel: there is one if no other process can have it, and the first thread makes it,
/// as one of its first. The next number is free as well.
fn channel(ctx: &Context<'_>) -> Option<u8> {
    const PROCESSES: [&str; 6] = ["fork", "vfork", "_Fork", "posix_spawn", "posix_spawnp", "clone"];
    let functions = &ctx.program.functions;
    let mut natives = functions.iter().filter(|f| f.blocks.is_empty());
    let is_shared = natives.any(|f| PROCESSES.contains(&f.name.as_str()));
    let number = free_number(ctx);
    (!is_shared && (number as u32) < SHARE - 1).then_some(number as u8)
}

/// A pipe (0), a pair of sockets (1) or an event (2) between threads, if there can be one: its descriptors
/// are told at the second argument.
fn channels(ctx: &mut Context<'_>) -> Result<Flow> {
    let Some(own) = channel(ctx) else {
        return int(-1);
    };
    let next = Some(own + 1);
    let own = Some(own);
    let ends = match ctx.int(0) {
        0 => vec![(own, None), (None, own)],
        1 => vec![(own, next), (next, own)],
        _ => vec![(own, own)],
    };
    let place = ctx.pointer(1);
    for (i, (reads, writes)) in ends.into_iter().enumerate() {
        let number = open(ctx, Opened::Channel { reads, writes });
        ctx.write_uint(place.moved(4 * i as i64), 4, number as u64)?;
    }
    int(0)
}

fn seek(ctx: &mut Context<'_>) -> Result<Flow> {
    let (number, by, whence) = (ctx.int(0), super::long_argument(ctx, 1), ctx.int(2));
    let descriptor = get(ctx, number);
    let Opened::File(file_number) = descriptor.kind else {
        return failed(ctx, ESPIPE);
    };
    let base = match whence {
        0 => 0,
        1 => descriptor.position as i64,
        2 => file(ctx, file_number).len() as i64,
        _ => return failed(ctx, EINVAL),
    };
    match base.checked_add(by) {
        Some(to @ 0..) => {
            let position = to as u64;
            put(
                ctx,
                number,
                Descriptor {
                    position,
                    ..descriptor
                },
            );
            long(ctx, to)
        }
        _ => failed(ctx, EINVAL),
    }
}

/// The variable argument of a call, if there is one.
fn variable(ctx: &mut Context<'_>, at: usize, kind: Kind) -> Result<u64> {
    if ctx.memory().rest_of(ctx.pointer(at)) < 8 {
        return Ok(0);
    }
    Cells::block(ctx, at).next(kind)
}

/// `fcntl`: flags, and new numbers. Locks of files are granted.
fn control(ctx: &mut Context<'_>) -> Result<Flow> {
    let (number, command) = (ctx.int(0), ctx.int(1));
    // All but asking for flags, and those that hold for one process.
    if !matches!(command, 1..=3) {
        refuse_channel(ctx, number)?;
    }
    match command {
        0 | 1030 => {
            let old = get(ctx, number);
            let new = free_number(ctx);
            put(ctx, new, old);
            int(new)
        }
        1 | 2 => int(0),
        3 => int(if get(ctx, number).nonblocking {
            NONBLOCK | 2
        } else {
            2
        }),
        4 => {
            let flags = variable(ctx, 2, Kind::Int)? as i32;
            set_nonblocking(ctx, number, flags & NONBLOCK != 0);
            int(0)
        }
        6 | 7 => int(0),
        5 | 16 | 36 => Err(ctx.gap("locks and owners of files that others tell are not modelled")),
        _ => failed(ctx, EINVAL),
    }
}

fn ioctl(ctx: &mut Context<'_>) -> Result<Flow> {
    let (number, request) = (ctx.int(0), ctx.arg(1) as u32);
    refuse_channel(ctx, number)?;
    match request {
        // FIONBIO
        0x5421 => {
            let place = Pointer(variable(ctx, 2, Kind::Pointer)?);
            let is = ctx.read_uint(place, 4)? != 0;
            set_nonblocking(ctx, number, is);
            int(0)
        }
        // FIONREAD
        0x541b => {
            let place = Pointer(variable(ctx, 2, Kind::Pointer)?);
            ctx.write_uint(place, 4, 0)?;
            int(0)
        }
        // TIOCGWINSZ
        0x5413 if ctx.config().terminal && number <= 2 => {
            let place = Pointer(variable(ctx, 2, Kind::Pointer)?);
            ctx.write_uint(place, 8, 24 | 80 << 16)?;
            int(0)
        }
        // In other worlds it may write what it is given.
        _ if ctx.config().open.contains(&World::System) => {
            Err(ctx.gap("requests to devices are not modelled"))
        }
        _ => failed(ctx, ENOTTY),
    }
}

/// Which of these events a descriptor is ready for.
fn ready(ctx: &Context<'_>, number: i32, events: u32) -> u32 {
    let is_readable = match get(ctx, number).kind {
        Opened::Input | Opened::File(_) | Opened::Timer | Opened::Source => true,
        Opened::Socket => has_more(ctx),
        Opened::Output | Opened::Written(_) | Opened::Pipe | Opened::Poll | Opened::Quiet => false,
        // Whoever asks has refused it.
        Opened::Channel { .. } => false,
    };
    let readable = if is_readable { READABLE } else { 0 };
    events & (readable | WRITABLE)
}

/// Nothing is ready: whoever waits without an end waits.
fn idle(is_endless: bool) -> Result<Flow> {
    match is_endless {
        true => Ok(Flow::Wait),
        false => int(0),
    }
}

/// So many descriptors are ready.
fn tell(ctx: &mut Context<'_>, count: i32, is_endless: bool) -> Result<Flow> {
    if count == 0 {
        return idle(is_endless);
    }
    ctx.thread_mut().outside.told += 1;
    int(count)
}

fn poll(ctx: &mut Context<'_>, is_endless: bool) -> Result<Flow> {
    let (array, count) = (ctx.pointer(0), ctx.arg(1).min(1024));
    let mut found = 0;
    for i in 0..count {
        let entry = array.moved((i * 8) as i64);
        let number = ctx.read_uint(entry, 4)? as i32;
        let events = ctx.read_uint(entry.moved(4), 2)? as u32;
        refuse_channel(ctx, number)?;
        let now = if number < 0 { 0 } else { ready(ctx, number, events) };
        found += i32::from(now != 0);
        ctx.write_uint(entry.moved(6), 2, u64::from(now))?;
    }
    tell(ctx, found, is_endless)
}

fn select(ctx: &mut Context<'_>) -> Result<Flow> {
    let most = ctx.int(0).clamp(0, 1024) as u64;
    let bytes = most.div_ceil(64) * 8;
    let mut found = 0;
    for (at, event) in [(1, READABLE), (2, WRITABLE), (3, 0)] {
        let set = ctx.pointer(at);
        if set.is_null() {
            continue;
        }
        let mut members = ctx.read_bytes(set, bytes)?.to_vec();
        for number in 0..most {
            let (byte, bit) = (number as usize / 8, 1 << (number % 8));
            if members[byte] & bit != 0 {
                refuse_channel(ctx, number as i32)?;
            }
            let is_ready = members[byte] & bit != 0 && ready(ctx, number as i32, event) != 0;
            found += i32::from(is_ready);
            if !is_ready {
                members[byte] &= !bit;
            }
        }
        ctx.write_bytes(set, &members)?;
    }
    let is_endless = ctx.pointer(4).is_null();
    tell(ctx, found, is_endless)
}

/// `epoll_ctl`.
fn watch(ctx: &mut Context<'_>) -> Result<Flow> {
    let (set, operation, number) = (ctx.int(0), ctx.int(1), ctx.int(2));
    let event = ctx.pointer(3);
    let mut descriptor = get(ctx, set);
    descriptor.watched.retain(|(fd, ..)| *fd != number);
    // All but taking it out.
    if operation != 2 && !event.is_null() {
        let events = ctx.read_uint(event, 4)? as u32;
        let data = ctx.read_uint(event.moved(4), 8)?;
        descriptor.watched.push((number, events, data, ctx.thread()));
    }
    put(ctx, set, descriptor);
    int(0)
}

fn wait(ctx: &mut Context<'_>) -> Result<Flow> {
    let (set, place, most) = (ctx.int(0), ctx.pointer(1), ctx.int(2));
    let watched = get(ctx, set).watched;
    let thread = ctx.thread();
    if watched.iter().any(|(.., by)| *by != thread) {
        return Err(
            ctx.gap("waiting for descriptors that another thread has named to `epoll` is not modelled")
        );
    }
    let mut found = 0;
    for (number, events, data, _) in watched {
        refuse_channel(ctx, number)?;
        let now = ready(ctx, number, events);
        if now != 0 && found < most {
            let entry = place.moved(i64::from(EVENT) * i64::from(found));
            ctx.write_uint(entry, 4, u64::from(now))?;
            ctx.write_uint(entry.moved(4), 8, data)?;
            found += 1;
        }
    }
    let is_endless = ctx.int(3) < 0;
    tell(ctx, found, is_endless)
}
