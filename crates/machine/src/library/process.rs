//! The process: how it ends, its environment, signals, and questions to the system.

use raceproof_library::Hidden;

use super::statics::{self, Static};
use super::{Result, by_row, int, long, pointer, signal, size_argument};
use crate::{Context, FaultKind, Flow, NativeFn, Pointer};

/// Long because it has a row for each function.
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
        "__environ_location" => |ctx| {
            by_row::use_state(ctx, Hidden::Variables, false)?;
            if !ctx.environment().variables.is_empty() {
                return Err(ctx.gap("`environ` after a change of the environment"));
            }
            pointer(list_place(ctx)?)
        },
        "setenv" => |ctx| {
            let name = ctx.read_string(ctx.pointer(0))?;
            let value = ctx.read_string(ctx.pointer(1))?;
            change_variables(ctx)?;
            if name.is_empty() || name.contains(&b'=') {
                ctx.set_errno(EINVAL)?;
                return int(-1);
            }
            if ctx.int(2) != 0 || value_of(ctx, &name)?.is_null() {
                let place = ctx.allocate_static(value.len() as u64 + 1, 1)?;
                statics::initialise(ctx, place, &value)?;
                ctx.environment_mut().variables.insert(name, place.0);
            }
            int(0)
        },
        "unsetenv" => |ctx| {
            let name = ctx.read_string(ctx.pointer(0))?;
            change_variables(ctx)?;
            if name.is_empty() || name.contains(&b'=') {
                ctx.set_errno(EINVAL)?;
                return int(-1);
            }
            ctx.environment_mut().variables.insert(name, 0);
            int(0)
        },
        "clearenv" => |ctx| {
            change_variables(ctx)?;
            let variables = &mut ctx.environment_mut().variables;
            variables.clear();
            variables.insert(CLEARED.to_vec(), 0);
            int(0)
        },
        "putenv" => |ctx| {
            let text = ctx.read_string(ctx.pointer(0))?;
            change_variables(ctx)?;
            let place = match text.iter().position(|b| *b == b'=') {
                Some(at) => ctx.pointer(0).moved(at as i64 + 1).0,
                None => 0,
            };
            let name = text.split(|b| *b == b'=').next().unwrap_or_default().to_vec();
            ctx.environment_mut().variables.insert(name, place);
            int(0)
        },
        // Both ways are possible; a child has no thread but its first.
        "fork" => |ctx| {
            let others = ctx
                .state
                .threads()
                .filter(|(_, thread)| thread.status().is_alive())
                .count()
                > 1;
            let is_child = ctx.config().child && !others;
            if !is_child {
                ctx.thread_mut().outside.children += 1;
            }
            int(if is_child { 0 } else { CHILD })
        },
        "wait" => |ctx| wait(ctx, -1, 0),
        "waitpid" => |ctx| {
            let process = ctx.int(0);
            wait(ctx, process, 1)
        },
        "getrlimit" => |ctx| {
            let (place, size) = (ctx.pointer(1), ctx.pointer_size());
            for i in 0..2 {
                ctx.write_uint(place.moved(i * i64::from(size)), size, LIMIT)?;
            }
            int(0)
        },
        "sched_getaffinity" => |ctx| {
            let (size, set) = (size_argument(ctx, 1), ctx.pointer(2));
            let room = size.min(ctx.memory().rest_of(set));
            let mut bytes = vec![0; room as usize];
            for number in 0..processors(ctx).min(64) as usize {
                if let Some(byte) = bytes.get_mut(number / 8) {
                    *byte |= 1 << (number % 8);
                }
            }
            ctx.write_bytes(set, &bytes)?;
            int(0)
        },
        "getentropy" => |ctx| {
            let (place, size) = (ctx.pointer(0), size_argument(ctx, 1));
            if size > 256 {
                ctx.set_errno(5)?;
                return int(-1);
            }
            ctx.fill(place, 0, size)?;
            int(0)
        },
        "getrandom" => |ctx| {
            let (place, size) = (ctx.pointer(0), size_argument(ctx, 1));
            let size = size.min(ctx.memory().rest_of(place));
            ctx.fill(place, 0, size)?;
            long(ctx, size as i64)
        },
        "arc4random_buf" => |ctx| {
            let (place, size) = (ctx.pointer(0), size_argument(ctx, 1));
            ctx.fill(place, 0, size)?;
            int(0)
        },
        "timer_create" => |ctx| {
            let (event, place) = (ctx.pointer(1), ctx.pointer(2));
            if !event.is_null() {
                let way = ctx.read_uint(event.moved(i64::from(ctx.pointer_size()) + 4), 4)?;
                // SIGEV_THREAD
                if way == 2 {
                    return Err(ctx.gap("timers that start threads are not modelled"));
                }
            }
            if !place.is_null() {
                ctx.write_uint(place, ctx.pointer_size(), 1)?;
            }
            int(0)
        },
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

/// Stands for all variables that were given, when the program has removed them. No variable has this name.
const CLEARED: &[u8] = b"=";

/// The version of POSIX that options have.
const POSIX: i64 = 200_809;

const ECHILD: i32 = 10;
const EINVAL: i32 = 22;
/// The process that `fork` makes.
const CHILD: i32 = 1001;

/// A child of the thread has ended, if it has one. Children of others are a gap.
fn wait(ctx: &mut Context<'_>, process: i32, at: usize) -> Result<Flow> {
    let children = ctx.thread_mut().outside.children;
    let all: u32 = ctx
        .state
        .threads()
        .map(|(_, thread)| thread.outside.children)
        .sum();
    if children == 0 && all > 0 {
        return Err(ctx.gap("waiting for a child of another thread is not modelled"));
    }
    if children == 0 {
        ctx.set_errno(ECHILD)?;
        return int(-1);
    }
    ctx.thread_mut().outside.children -= 1;
    let place = ctx.pointer(at);
    if !place.is_null() {
        ctx.write_uint(place, 4, 0)?;
    }
    int(if process > 0 { process } else { CHILD })
}
/// All limits.
const LIMIT: u64 = 1 << 20;
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

fn getenv(ctx: &mut Context<'_>) -> Result<Flow> {
    let name = ctx.read_string(ctx.pointer(0))?;
    by_row::use_state(ctx, Hidden::Variables, false)?;
    look_at_list(ctx)?;
    let place = value_of(ctx, &name)?;
    pointer(place)
}

/// A function of the library is about to change the environment.
fn change_variables(ctx: &mut Context<'_>) -> Result<()> {
    by_row::use_state(ctx, Hidden::Variables, true)?;
    look_at_list(ctx)
}

/// Where the program names `environ`, functions of the environment look at it too: it might have been
/// assigned.
fn look_at_list(ctx: &mut Context<'_>) -> Result<()> {
    let is_one = |f: &raceproof_ir::Function| f.blocks.is_empty() && f.name == "__environ_location";
    if !ctx.program.functions.iter().any(is_one) {
        return Ok(());
    }
    let (place, list) = (list_place(ctx)?, list(ctx)?);
    match ctx.read_pointer(place)? == list {
        true => Ok(()),
        false => Err(ctx.gap("an environment of the program's own, by an assignment to `environ`")),
    }
}

/// `environ`.
fn list_place(ctx: &mut Context<'_>) -> Result<Pointer> {
    let list = list(ctx)?;
    statics::place(ctx, Static::ListPlace, list)
}

/// The addresses of the texts of variables that the program was given.
fn list(ctx: &mut Context<'_>) -> Result<Pointer> {
    if let Some(list) = statics::known(ctx.state, Static::List) {
        return Ok(list);
    }
    let texts = texts(ctx)?;
    let mut offsets = vec![0];
    offsets.extend(ctx.config().variables.iter().scan(0, |end, variable| {
        *end += variable.len() as i64 + 1;
        Some(*end)
    }));
    let size = ctx.pointer_size() as usize;
    let mut cells: Vec<u8> = Vec::new();
    for offset in &offsets[..offsets.len() - 1] {
        let address = ctx.memory().pointer_to_integer(texts.moved(*offset));
        cells.extend_from_slice(&address.to_le_bytes()[..size]);
    }
    cells.extend(std::iter::repeat_n(0, size));
    statics::object(ctx, Static::List, || cells)
}

/// The value of a variable: what the program has set it to, or in one object that holds those that it was
/// given.
fn value_of(ctx: &mut Context<'_>, name: &[u8]) -> Result<Pointer> {
    if let Some(place) = ctx.environment().variables.get(name) {
        return Ok(Pointer(*place));
    }
    if ctx.environment().variables.contains_key(CLEARED) {
        return Ok(Pointer::NULL);
    }
    let mut offset = 0;
    let mut found = None;
    for variable in &ctx.config().variables {
        let split = variable.iter().position(|&b| b == b'=').unwrap_or(variable.len());
        if found.is_none() && variable[..split] == name[..] && split < variable.len() {
            found = Some(offset + split + 1);
        }
        offset += variable.len() + 1;
    }
    let Some(found) = found else {
        return Ok(Pointer::NULL);
    };
    Ok(texts(ctx)?.moved(found as i64))
}

/// The texts of the variables that the program was given, with an end after each.
fn texts(ctx: &mut Context<'_>) -> Result<Pointer> {
    let mut all: Vec<u8> = Vec::new();
    for variable in &ctx.config().variables {
        all.extend_from_slice(variable);
        all.push(0);
    }
    // There is an object even where there is no text.
    all.push(0);
    statics::object(ctx, Static::Variables, || all)
}

/// What glibc says on a system of today; the number says what is asked for (`_SC_…`). What has no limit, and
/// what there is not, is -1.
fn sysconf(ctx: &mut Context<'_>) -> Result<Flow> {
    let value = match ctx.int(0) {
        0 => 2_097_152,
        1 | 3 | 34 => 1 << 16,
        2 => 100,
        4 | 60 | 69 | 70 | 74 => 1024,
        5 => 16,
        7 | 8 | 91 | 93 | 94 | 98..=100 | 127 | 129..=131 | 155 | 157 | 178 | 239 => 1,
        25 => 20,
        26 | 33 | 87 => i64::from(i32::MAX),
        28 => 32_768,
        30 => 4096,
        31 | 42 | 72 => 32,
        36 | 38 => 99,
        37 | 43 | 45 => 2048,
        39 => 1000,
        40 => 255,
        44 => 32_767,
        71 => 256,
        73 | 90 => 4,
        75 => 16_384,
        9..=22 | 29 | 46..=48 | 51 | 52 | 67 | 68 | 77..=82 | 95 | 96 => POSIX,
        132 | 133 | 137..=139 | 149 | 153 | 154 | 159 | 164 | 235 | 236 => POSIX,
        CONFIGURED | ONLINE => i64::from(processors(ctx)),
        85 | 86 => 1 << 20,
        88 => 8192,
        89 => 700,
        180 => 64,
        // Sizes of caches, which the system need not know.
        185..=199 => 0,
        // Of types of the compiler, which nobody asks at run time.
        other @ 101..=126 => return Err(ctx.gap(format!("sysconf of {other} is not modelled"))),
        known if (0..=250).contains(&known) => -1,
        _ => {
            ctx.set_errno(EINVAL)?;
            -1
        }
    };
    long(ctx, value)
}
