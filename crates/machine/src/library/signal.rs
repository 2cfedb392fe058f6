//! Signals that the program sends to itself; no other ever arrives.
//!
//! Handlers are kept in an object of the library and called by `raise` in the raising thread. Masks are
//! accepted and have no effect, since they could only delay what `raise` does.

use super::statics::{self, Static};
use super::{Result, int, pointer};
use crate::{Context, FaultKind, Flow, NativeFn, Pointer};

const SIGABRT: u64 = 6;
const EINVAL: i32 = 22;
/// Numbers of signals are below this.
const LIMIT: u64 = 65;
/// `SIG_DFL` and `SIG_IGN`, as numbers.
const DEFAULT: u64 = 0;
const IGNORE: u64 = 1;

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "signal" | "bsd_signal" | "__sysv_signal" | "sysv_signal" => |ctx| {
            let Some(place) = place(ctx, ctx.arg(0) as u32)? else {
                ctx.set_errno(EINVAL)?;
                return Ok(Flow::Return(address_of_error(ctx)));
            };
            let old = handler(ctx, place)?;
            let new = ctx.pointer(1);
            set(ctx, place, new)?;
            pointer(old)
        },
        "sigaction" => sigaction,
        "raise" => raise,
        "sigprocmask" | "pthread_sigmask" | "siginterrupt" => |_| int(0),
        "sigemptyset" | "sigfillset" => |_| int(0),
        "sigaddset" | "sigdelset" => |_| int(0),
        "alarm" => |_| int(0),
        _ => return None,
    })
}

/// `SIG_ERR`.
fn address_of_error(ctx: &Context<'_>) -> u64 {
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
    let object = statics::object(ctx, Static::Handlers, || vec![0; (LIMIT * size) as usize])?;
    Ok(Some(object.moved((number * size) as i64)))
}

fn handler(ctx: &Context<'_>, place: Pointer) -> Result<Pointer> {
    let bytes = ctx.peek(place, u64::from(ctx.pointer_size()))?;
    let number = bytes.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b));
    Ok(ctx.memory().integer_to_pointer(number))
}

fn set(ctx: &mut Context<'_>, place: Pointer, handler: Pointer) -> Result<()> {
    let number = ctx.memory().pointer_to_integer(handler);
    let size = ctx.pointer_size() as usize;
    statics::initialise(ctx, place, &number.to_le_bytes()[..size])
}

/// `sigaction(number, new, old)`; the handler is the first member of the struct.
fn sigaction(ctx: &mut Context<'_>) -> Result<Flow> {
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
        set(ctx, place, after)?;
    }
    int(0)
}

fn raise(ctx: &mut Context<'_>) -> Result<Flow> {
    if ctx.resumed().is_some() {
        return int(0);
    }
    let number = u64::from(ctx.arg(0) as u32);
    let handler = match place(ctx, number as u32)? {
        Some(place) => handler(ctx, place)?,
        None => Pointer::NULL,
    };
    match (ctx.memory().pointer_to_integer(handler), number) {
        (DEFAULT, 1..=16 | 24..=27 | 29..=31) => {
            Err(ctx.fault(FaultKind::Abort(format!("signal {number} was raised"))))
        }
        // Those that are ignored if nobody asks for them.
        (DEFAULT, 17 | 18 | 23 | 28) | (IGNORE, _) => int(0),
        (DEFAULT, _) => Err(ctx.gap(format!("signal {number} is not modelled"))),
        _ => Ok(Flow::Call {
            callee: handler.0,
            args: [number, 0, 0, 0],
            count: 1,
        }),
    }
}

/// `abort`: the handler of `SIGABRT` runs first; if it returns the program still ends.
pub(super) fn abort(ctx: &mut Context<'_>) -> Result<Flow> {
    if ctx.resumed().is_none()
        && let Some(place) = place(ctx, SIGABRT as u32)?
    {
        let handler = handler(ctx, place)?;
        if ctx.memory().pointer_to_integer(handler) > IGNORE {
            return Ok(Flow::Call {
                callee: handler.0,
                args: [SIGABRT, 0, 0, 0],
                count: 1,
            });
        }
    }
    Err(ctx.fault(FaultKind::Abort("abort was called".to_owned())))
}
