//! Clocks and sleeping, deterministic.
//!
//! The clock starts at a fixed moment and counts nanoseconds. Looking at it takes [`TICK`], so that a loop
//! that waits for time to pass ends; sleeping takes as long as it was asked to. Each thread has its own,
//! which goes on from its creator's and is never behind that of a thread it has joined: what it shows does
//! not depend on the schedule.

use super::{Result, double, int, long, long_argument};
use crate::{Context, Flow, NativeFn, Pointer};

/// How far the clock goes on at every look.
const TICK: u64 = 1_000_000;
/// Seconds of the Unix epoch at the start of a run (14 November 2023, 22:13:20 UTC).
pub(super) const START: u64 = 1_700_000_000;
const SECOND: u64 = 1_000_000_000;

const EINVAL: i32 = 22;

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "time" => |ctx| {
            let seconds = START + look(ctx) / SECOND;
            let place = ctx.pointer(0);
            if !place.is_null() {
                ctx.write_uint(place, ctx.pointer_size(), seconds)?;
            }
            long(ctx, seconds as i64)
        },
        "clock" => |ctx| {
            let micros = look(ctx) / 1000;
            long(ctx, micros as i64)
        },
        "gettimeofday" => |ctx| {
            let now = look(ctx);
            let place = ctx.pointer(0);
            if !place.is_null() {
                pair(ctx, place, START + now / SECOND, now % SECOND / 1000)?;
            }
            int(0)
        },
        "clock_gettime" => |ctx| {
            let (which, place) = (ctx.int(0), ctx.pointer(1));
            let now = look(ctx);
            // The real-time clocks tell the date, the others the time since the start.
            let origin = match which {
                0 | 5 | 11 => START,
                1..=4 | 6 | 7 => 0,
                _ => {
                    ctx.set_errno(EINVAL)?;
                    return int(-1);
                }
            };
            pair(ctx, place, origin + now / SECOND, now % SECOND)?;
            int(0)
        },
        "timespec_get" => |ctx| {
            let (place, base) = (ctx.pointer(0), ctx.int(1));
            if base != 1 {
                return int(0);
            }
            let now = look(ctx);
            pair(ctx, place, START + now / SECOND, now % SECOND)?;
            int(base)
        },
        "clock_getres" => |ctx| {
            let place = ctx.pointer(1);
            if !place.is_null() {
                pair(ctx, place, 0, 1)?;
            }
            int(0)
        },
        "difftime" => |ctx| double(long_argument(ctx, 0) as f64 - long_argument(ctx, 1) as f64),
        "sleep" => |ctx| {
            let seconds = u64::from(ctx.arg(0) as u32);
            pass(ctx, seconds.saturating_mul(SECOND));
            int(0)
        },
        "usleep" => |ctx| {
            let micros = u64::from(ctx.arg(0) as u32);
            pass(ctx, micros.saturating_mul(1000));
            int(0)
        },
        "nanosleep" | "thrd_sleep" => |ctx| sleep(ctx, 0),
        "clock_nanosleep" => |ctx| {
            // A flag other than 0 makes the time an absolute one.
            if ctx.int(1) != 0 {
                return Err(ctx.gap("clock_nanosleep to an absolute time is not modelled"));
            }
            sleep(ctx, 2)
        },
        "omp_get_wtime" => |ctx| double(look(ctx) as f64 / SECOND as f64),
        "omp_get_wtick" => |_| double(1e-9),
        _ => return None,
    })
}

/// Nanoseconds since the start.
fn look(ctx: &mut Context<'_>) -> u64 {
    pass(ctx, TICK);
    *ctx.clock()
}

fn pass(ctx: &mut Context<'_>, nanoseconds: u64) {
    let clock = ctx.clock();
    *clock = clock.saturating_add(nanoseconds);
}

/// Writes a `struct timeval` or `struct timespec`.
fn pair(ctx: &mut Context<'_>, place: Pointer, first: u64, second: u64) -> Result<()> {
    let size = ctx.pointer_size() as usize;
    let mut bytes = first.to_le_bytes()[..size].to_vec();
    bytes.extend_from_slice(&second.to_le_bytes()[..size]);
    ctx.write_bytes(place, &bytes)
}

/// Sleeps as the `struct timespec` at an argument says. It is never interrupted, so nothing remains.
fn sleep(ctx: &mut Context<'_>, request: usize) -> Result<Flow> {
    let place = ctx.pointer(request);
    let size = ctx.pointer_size();
    let seconds = ctx.read_uint(place, size)?;
    let nanoseconds = ctx.read_uint(place.moved(i64::from(size)), size)?;
    if nanoseconds >= SECOND {
        ctx.set_errno(EINVAL)?;
        return int(-1);
    }
    pass(ctx, seconds.saturating_mul(SECOND).saturating_add(nanoseconds));
    int(0)
}
