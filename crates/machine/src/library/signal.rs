//! Signals that threads send to themselves, to others or to the process; no other arrives, unless the run has
//! some that do ([`Config::signals`](crate::Config)).
//!
//! Handlers are kept in an object of the library and called by `raise` in the raising thread. What is sent
//! while it is blocked is kept by a part in C, which knows who waits for it. A handler of another thread, and
//! a signal that is raised in a handler, during which signals are blocked, are gaps.

use super::statics::{self, Static};
use super::{Result, int, pointer};
use crate::state::State;
use crate::{Context, FaultKind, Flow, NativeFn, Pointer, Signals, World};

const SIGABRT: u64 = 6;
const EINVAL: i32 = 22;
const EINTR: i32 = 4;
/// The process itself.
const OWN: i32 = 1000;
/// Bytes of what a handler is told of a signal.
const INFO: usize = 1024;
/// Numbers of signals are below this.
const LIMIT: u64 = 65;
/// Words of a `sigset_t`, and bytes of the part of it that the kernel knows.
const SET_WORDS: u64 = 16;
const KERNEL_SET: u32 = 8;
/// `SA_SIGINFO` and `SA_RESETHAND`.
const SIGINFO: u64 = 4;
const RESET: u64 = 0x8000_0000;
/// `SIG_DFL` and `SIG_IGN`, as numbers.
const DEFAULT: u64 = 0;
const IGNORE: u64 = 1;

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "signal" => |ctx| {
            let Some(place) = place(ctx, ctx.arg(0) as u32)? else {
                ctx.set_errno(EINVAL)?;
                return Ok(Flow::Return(address_of_error(ctx)));
            };
            if ctx.resumed().is_some() {
                return Ok(Flow::Return(ctx.local(0)));
            }
            let old = handler(ctx, place)?;
            let new = ctx.pointer(1);
            set(ctx, place, new)?;
            let flag = flag(ctx, u64::from(ctx.arg(0) as u32))?;
            statics::initialise(ctx, flag, &[0])?;
            ctx.set_local(0, old.0);
            match arrives(ctx, new) {
                true => delivery(ctx, new, u64::from(ctx.arg(0) as u32)),
                false => pointer(old),
            }
        },
        "sigaction" => sigaction,
        "raise" => |ctx| send(ctx, 0, To::Own),
        "pthread_kill" => |ctx| match (ctx.arg(0), ctx.int(1)) {
            (_, 0) => int(0),
            (thread, _) if thread == u64::from(ctx.thread().0) + 1 => send(ctx, 1, To::Own),
            _ => send(ctx, 1, To::Other),
        },
        "__signal_comes" => |ctx| Ok(Flow::Return(awaited(ctx, 0)?.unwrap_or(0))),
        "__signal_first_mask" => |ctx| {
            // What they let through while they wait is not followed.
            if has(ctx, &["ppoll", "pselect", "epoll_pwait", "signalfd"]) {
                return Err(ctx.gap("signals that are sent to who waits for descriptors are not modelled"));
            }
            let index = usize::try_from(ctx.arg(0)).unwrap_or(usize::MAX).checked_sub(1);
            let thread = index.and_then(|index| ctx.state.threads.get(index));
            Ok(Flow::Return(
                thread.map_or(u64::MAX, |thread| thread.outside.first_mask),
            ))
        },
        "sigprocmask" | "pthread_sigmask" => mask,
        "siginterrupt" => |_| int(0),
        "pause" | "sigsuspend" => suspend,
        "sigwait" => |ctx| {
            let Some(number) = awaited(ctx, 0)? else {
                return Ok(Flow::Wait);
            };
            let place = ctx.pointer(1);
            ctx.write_uint(place, 4, number)?;
            int(0)
        },
        "sigwaitinfo" | "sigtimedwait" => |ctx| {
            let Some(number) = awaited(ctx, 0)? else {
                return Ok(Flow::Wait);
            };
            let place = ctx.pointer(1);
            if !place.is_null() {
                ctx.write_uint(place, 4, number)?;
            }
            Ok(Flow::Return(number))
        },
        "sigpending" => |ctx| fill_set(ctx, 0),
        "sigisemptyset" => |ctx| {
            let set = ctx.pointer(0);
            let is_empty = ctx
                .read_bytes(set, KERNEL_SET.into())?
                .iter()
                .all(|byte| *byte == 0);
            super::truth(is_empty)
        },
        "sigismember" => |ctx| {
            let number = u64::from(ctx.arg(1) as u32);
            if number == 0 || number >= LIMIT {
                ctx.set_errno(EINVAL)?;
                return int(-1);
            }
            let byte = ctx.pointer(0).moved(((number - 1) / 8) as i64);
            let set = ctx.read_uint(byte, 1)?;
            super::truth(set >> ((number - 1) % 8) & 1 != 0)
        },
        "kill" => |ctx| match (ctx.int(0), ctx.int(1)) {
            // Those of other processes, and asking whether there is one.
            (process, _) if process != OWN && process != 0 => int(0),
            (_, 0) => int(0),
            _ => send(ctx, 1, To::Process),
        },
        "sigemptyset" => |ctx| fill_set(ctx, 0),
        "sigfillset" => |ctx| fill_set(ctx, 0xff),
        "sigaddset" => |ctx| change_set(ctx, true),
        "sigdelset" => |ctx| change_set(ctx, false),
        _ => return None,
    })
}

/// Fills the set of signals at argument 0.
fn fill_set(ctx: &mut Context<'_>, byte: u8) -> Result<Flow> {
    let set = ctx.pointer(0);
    ctx.fill(set, byte, KERNEL_SET.into())?;
    int(0)
}

/// Adds a signal to the set at argument 0 or takes it out.
fn change_set(ctx: &mut Context<'_>, add: bool) -> Result<Flow> {
    let number = u64::from(ctx.arg(1) as u32);
    if number == 0 || number >= LIMIT {
        ctx.set_errno(EINVAL)?;
        return int(-1);
    }
    let size = ctx.pointer_size();
    let bits = u64::from(size) * 8;
    let (word, bit) = ((number - 1) / bits, 1 << ((number - 1) % bits));
    let at = ctx.pointer(0).moved((word * u64::from(size)) as i64);
    let before = ctx.read_uint(at, size)?;
    ctx.write_uint(at, size, if add { before | bit } else { before & !bit })?;
    int(0)
}

/// `pthread_sigmask(how, set, old)`.
fn mask(ctx: &mut Context<'_>) -> Result<Flow> {
    let (how, set, old) = (ctx.int(0), ctx.pointer(1), ctx.pointer(2));
    let before = ctx.thread_mut().outside.mask;
    let new = match set.is_null() {
        true => before,
        false => {
            let named = ctx.read_uint(set, KERNEL_SET)?;
            match how {
                0 => before | named,
                1 => before & !named,
                _ => named,
            }
        }
    };
    if !old.is_null() {
        ctx.write_uint(old, KERNEL_SET, before)?;
    }
    ctx.thread_mut().outside.mask = new;
    int(0)
}

/// Whether a thread blocks a signal.
fn is_blocked(mask: u64, number: u64) -> bool {
    number > 0 && number <= 64 && mask >> (number - 1) & 1 != 0
}

/// The first signal of the set at an argument, where signals arrive.
fn awaited(ctx: &mut Context<'_>, at: usize) -> Result<Option<u64>> {
    let set = ctx.pointer(at);
    let named = ctx.read_uint(set, KERNEL_SET)?;
    ctx.look(World::Signals);
    let first = u64::from(named.trailing_zeros()) + 1;
    Ok((ctx.config().signals != Signals::Never && named != 0).then_some(first))
}

/// Waits for a signal that has a handler.
fn suspend(ctx: &mut Context<'_>) -> Result<Flow> {
    if ctx.resumed().is_some() {
        ctx.set_errno(EINTR)?;
        return int(-1);
    }
    let mask = match ctx.name {
        "pause" => ctx.thread_mut().outside.mask,
        _ => {
            let set = ctx.pointer(0);
            ctx.read_uint(set, KERNEL_SET)?
        }
    };
    match ctx.config().signals {
        Signals::Never => Ok(Flow::Wait),
        Signals::Soon | Signals::Late => Ok(first_handler(ctx, mask)?.unwrap_or(Flow::Wait)),
    }
}

/// The call of the first handler that is set for a signal that is not blocked.
fn first_handler(ctx: &mut Context<'_>, mask: u64) -> Result<Option<Flow>> {
    for number in 1..LIMIT {
        let Some(place) = place(ctx, number as u32)? else {
            continue;
        };
        let handler = handler(ctx, place)?;
        if ctx.memory().pointer_to_integer(handler) > IGNORE && !is_blocked(mask, number) {
            return delivery(ctx, handler, number).map(Some);
        }
    }
    Ok(None)
}

/// The call of a handler by a signal that arrives. One that asks for it is told more than the number.
fn delivery(ctx: &mut Context<'_>, handler: Pointer, number: u64) -> Result<Flow> {
    let info = statics::object(ctx, Static::SignalInfo, || vec![0; INFO])?;
    Ok(Flow::Call {
        callee: handler.0,
        args: [number, info.0, info.0, 0],
        count: 3,
    })
}

/// The handler of the first signal that arrives in a thread that starts with this mask, and what it is given.
pub(crate) fn at_start(state: &State, mask: u64, word: u64) -> Option<(Pointer, [u64; 3])> {
    let handlers = statics::known(state, Static::Handlers)?;
    let info = statics::known(state, Static::SignalInfo)?;
    let handler = |number: u64| {
        let place = handlers.moved((number * word) as i64);
        let bytes = state.memory.load(place, word as u32).ok()?;
        let value = bytes.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b));
        (value > IGNORE).then(|| state.memory.integer_to_pointer(value))
    };
    (1..LIMIT)
        .filter(|number| !is_blocked(mask, *number))
        .find_map(|number| Some((handler(number)?, [number, info.0, info.0])))
}

/// Whether the program has one of these natives.
fn has(ctx: &Context<'_>, names: &[&str]) -> bool {
    let functions = &ctx.program.functions;
    functions
        .iter()
        .any(|f| f.blocks.is_empty() && names.contains(&f.name.as_str()))
}

/// `SIG_ERR` and `MAP_FAILED`.
pub(super) fn address_of_error(ctx: &Context<'_>) -> u64 {
    ctx.memory()
        .integer_to_pointer(u64::MAX >> (64 - super::long_bits(ctx)))
        .0
}

/// Where the handler of a signal is kept; none if there is no such signal or it cannot be handled.
fn place(ctx: &mut Context<'_>, number: u32) -> Result<Option<Pointer>> {
    let number = u64::from(number);
    if number == 0 || number >= LIMIT || number == 9 || number == 19 {
        return Ok(None);
    }
    let size = u64::from(ctx.pointer_size());
    let object = handlers(ctx)?;
    Ok(Some(object.moved((number * size) as i64)))
}

/// An address for each signal, and then a byte for each that says whether its handler is a special one.
fn handlers(ctx: &mut Context<'_>) -> Result<Pointer> {
    let size = u64::from(ctx.pointer_size()) + 1;
    statics::object(ctx, Static::Handlers, || vec![0; (LIMIT * size) as usize])
}

/// Where it is kept whether the handler of a signal is told more than its number, or runs once.
fn flag(ctx: &mut Context<'_>, number: u64) -> Result<Pointer> {
    let after = LIMIT * u64::from(ctx.pointer_size());
    Ok(handlers(ctx)?.moved((after + number) as i64))
}

fn handler(ctx: &Context<'_>, place: Pointer) -> Result<Pointer> {
    let bytes = ctx.peek(place, u64::from(ctx.pointer_size()))?;
    let number = bytes.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b));
    Ok(ctx.memory().integer_to_pointer(number))
}

fn set(ctx: &mut Context<'_>, place: Pointer, handler: Pointer) -> Result<()> {
    let number = ctx.memory().pointer_to_integer(handler);
    if number > IGNORE {
        ctx.look(World::Signals);
        if ctx.config().signals != Signals::Never {
            statics::object(ctx, Static::SignalInfo, || vec![0; INFO])?;
        }
    }
    let size = ctx.pointer_size() as usize;
    statics::initialise(ctx, place, &number.to_le_bytes()[..size])
}

/// `sigaction(number, new, old)`; the handler is the first member of the struct.
fn sigaction(ctx: &mut Context<'_>) -> Result<Flow> {
    if ctx.resumed().is_some() {
        return int(0);
    }
    let (new, old) = (ctx.pointer(1), ctx.pointer(2));
    let Some(place) = place(ctx, ctx.arg(0) as u32)? else {
        ctx.set_errno(EINVAL)?;
        return int(-1);
    };
    if !old.is_null() {
        let before = handler(ctx, place)?;
        ctx.write_pointer(old, before)?;
    }
    if !new.is_null() {
        let after = ctx.read_pointer(new)?;
        let flags_at = (SET_WORDS + 1) * u64::from(ctx.pointer_size());
        let flags = ctx.read_uint(new.moved(flags_at as i64), 4)?;
        set(ctx, place, after)?;
        let flag = flag(ctx, u64::from(ctx.arg(0) as u32))?;
        statics::initialise(ctx, flag, &[u8::from(flags & (SIGINFO | RESET) != 0)])?;
        if arrives(ctx, after) {
            return delivery(ctx, after, u64::from(ctx.arg(0) as u32));
        }
    }
    int(0)
}

/// Whether a signal arrives at once when its handler is set.
fn arrives(ctx: &mut Context<'_>, handler: Pointer) -> bool {
    let is_handler = ctx.memory().pointer_to_integer(handler) > IGNORE;
    let is_blocked = is_blocked(ctx.thread_mut().outside.mask, u64::from(ctx.arg(0) as u32));
    ctx.config().signals == Signals::Soon && is_handler && !is_blocked
}

/// Whom a signal is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Own,
    Other,
    Process,
}

/// The signal at an argument is sent. What a handler does in another thread is a gap.
fn send(ctx: &mut Context<'_>, at: usize, to: To) -> Result<Flow> {
    if ctx.resumed().is_some() {
        return int(0);
    }
    let number = u64::from(ctx.arg(at) as u32);
    let handler = match place(ctx, number as u32)? {
        Some(place) => handler(ctx, place)?,
        None => Pointer::NULL,
    };
    let own_mask = ctx.thread_mut().outside.mask;
    if has(ctx, &["sysv_signal", "__sysv_signal"]) || to != To::Other && is_blocked(own_mask, number) {
        return Err(ctx.gap("a signal that is raised while it is blocked is not modelled"));
    }
    match (ctx.memory().pointer_to_integer(handler), number) {
        (DEFAULT, 1..=16 | 24..=27 | 29..=31) => {
            return Err(ctx.fault(FaultKind::Abort(format!("signal {number} was raised"))));
        }
        // Those that are ignored if nobody asks for them.
        (DEFAULT, 17 | 18 | 23 | 28) | (IGNORE, _) => return int(0),
        (DEFAULT, _) => return Err(ctx.gap(format!("signal {number} is not modelled"))),
        _ => {}
    }
    let alive = ctx
        .state
        .threads()
        .filter(|(_, thread)| thread.status().is_alive());
    let is_alone = alive.count() == 1;
    if to == To::Other || to == To::Process && !is_alone {
        return Err(ctx.gap("a handler that runs at any point of another thread is not modelled"));
    }
    const SENDERS: [&str; 6] = [
        "raise",
        "kill",
        "pthread_kill",
        "__raise",
        "__kill",
        "__pthread_kill",
    ];
    if SENDERS.iter().map(|name| ctx.depth_of(name)).sum::<usize>() > 1 {
        return Err(ctx.gap("a signal that is raised in a handler may be blocked, which is not modelled"));
    }
    plain(ctx, number)?;
    Ok(Flow::Call {
        callee: handler.0,
        args: [number, 0, 0, 0],
        count: 1,
    })
}

/// A handler of the program that is told more than the number of its signal, or runs once, is a gap.
fn plain(ctx: &mut Context<'_>, number: u64) -> Result<()> {
    let flag = flag(ctx, number)?;
    match ctx.peek(flag, 1)?.first() {
        Some(0) => Ok(()),
        _ => Err(ctx
            .gap("handlers that are told more than the number of the signal, or run once, are not modelled")),
    }
}

/// `abort`: the handler of `SIGABRT` runs first; if it returns the program still ends.
pub(super) fn abort(ctx: &mut Context<'_>) -> Result<Flow> {
    if ctx.resumed().is_none()
        && let Some(place) = place(ctx, SIGABRT as u32)?
    {
        let handler = handler(ctx, place)?;
        if ctx.memory().pointer_to_integer(handler) > IGNORE {
            plain(ctx, SIGABRT)?;
            return Ok(Flow::Call {
                callee: handler.0,
                args: [SIGABRT, 0, 0, 0],
                count: 1,
            });
        }
    }
    Err(ctx.fault(FaultKind::Abort("abort was called".to_owned())))
}
