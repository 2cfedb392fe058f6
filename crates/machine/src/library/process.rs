//! The process: how it ends, its environment, signals, and questions to the system.

use super::statics::{self, Static};
use super::{Result, int, long, pointer, signal};
use crate::{Context, FaultKind, Flow, NativeFn, Pointer};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "exit" => exit,
        "_exit" | "_Exit" | "quick_exit" => |ctx| Ok(Flow::Exit(ctx.int(0))),
        "atexit" => |ctx| {
            if ctx.is_ending() {
                return Err(
                    ctx.gap("a handler of atexit that is added while another thread ends the program")
                );
            }
            let handler = ctx.arg(0);
            ctx.environment_mut().at_exit.push(handler);
            int(0)
        },
        "abort" => signal::abort,
        "__stack_chk_fail" => {
            |ctx| Err(ctx.fault(FaultKind::Abort("the C library found an overflow".to_owned())))
        }
        "getenv" => getenv,
        "sched_yield" | "sched_setscheduler" | "sched_setaffinity" | "sched_setparam" | "nice" => |_| int(0),
        "sched_getcpu" => |_| int(0),
        "sched_get_priority_min" => |ctx| int(i32::from(matches!(ctx.int(0), 1 | 2))),
        "sched_get_priority_max" => |ctx| int(if matches!(ctx.int(0), 1 | 2) { 99 } else { 0 }),
        "malloc_trim" | "mallopt" => |_| int(1),
        "sysconf" => sysconf,
        "getpagesize" => |_| int(4096),
        "get_nprocs" => |ctx| int(processors(ctx)),
        "getpid" | "getpgrp" => |_| int(1000),
        "getppid" => |_| int(1),
        "getuid" | "geteuid" | "getgid" | "getegid" => {
            |ctx| Ok(Flow::Return(u64::from(ctx.config().user.unwrap_or(USER))))
        }
        "isatty" => |ctx| {
            if ctx.config().terminal && matches!(ctx.int(0), 0..=2) {
                return int(1);
            }
            ctx.set_errno(25)?;
            int(0)
        },
        _ => return None,
    })
}

/// The user whom a program runs as, and the group.
const USER: u32 = 1000;
/// Processors that the program is told of if nobody says how many there are.
pub const PROCESSORS: u32 = 4;
/// `_SC_NPROCESSORS_CONF` and `_SC_NPROCESSORS_ONLN`.
const CONFIGURED: i32 = 83;
const ONLINE: i32 = 84;

fn processors(ctx: &Context<'_>) -> i32 {
    let count = ctx.config().processors.unwrap_or(PROCESSORS);
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Whether what `sysconf` is asked for is the number of processors.
pub(super) fn is_about_processors(asked: u64) -> bool {
    matches!(asked as i32, CONFIGURED | ONLINE)
}

/// Runs the handlers of `atexit`, the last one first, and ends the program. A handler that was added
/// by a handler runs next, as the C standard wants it.
fn exit(ctx: &mut Context<'_>) -> Result<Flow> {
    match ctx.environment_mut().at_exit.pop() {
        Some(callee) => Ok(Flow::Call {
            callee,
            args: [0; 4],
            count: 0,
        }),
        None => Ok(Flow::Exit(ctx.int(0))),
    }
}

/// The value of a variable, in one object that holds them all.
fn getenv(ctx: &mut Context<'_>) -> Result<Flow> {
    let name = ctx.read_string(ctx.pointer(0))?;
    let mut offset = 0;
    let mut found = None;
    let mut all = Vec::new();
    for variable in &ctx.config().variables {
        let split = variable.iter().position(|&b| b == b'=').unwrap_or(variable.len());
        if found.is_none() && variable[..split] == name[..] && split < variable.len() {
            found = Some(offset + split + 1);
        }
        all.extend_from_slice(variable);
        all.push(0);
        offset = all.len();
    }
    let Some(found) = found else {
        return pointer(Pointer::NULL);
    };
    let object = statics::object(ctx, Static::Variables, || all)?;
    pointer(object.moved(found as i64))
}

fn sysconf(ctx: &mut Context<'_>) -> Result<Flow> {
    let value = match ctx.int(0) {
        0 => 2_097_152,
        2 => 100,
        4 => 1024,
        30 => 4096,
        CONFIGURED | ONLINE => i64::from(processors(ctx)),
        85 | 86 => 1 << 20,
        other => return Err(ctx.gap(format!("sysconf of {other} is not modelled"))),
    };
    long(ctx, value)
}
