//! The C library, as natives.
//!
//! One file for each family of functions, each with a `find` from the name in C to the native; a program
//! looks its functions up once. What a native claims to do says its row in `raceproof-library`, and so which
//! names it has; the tests hold the two against each other. What needs no machine (formatting, scanning,
//! reading numbers) is in modules that know none.
//!
//! Rules that all natives keep:
//! - Every access to the program's memory goes through the [`Context`], in as few ranges as the C
//!   standard allows to say (`memcpy` is one read and one write), so that engines see races inside
//!   the library. Accesses stop where the standard says that the function stops looking.
//! - What the real library protects by its own locks (streams, `rand`, the heap) is no access; if others can
//!   find what a call leaves there, `effect` lists it. What it does not protect (`strtok`, the result of
//!   `localtime`) is an object with accesses.
//! - Time, random numbers and process ids are deterministic; a check makes inputs of random numbers before it
//!   comes here.
//! - A function that exists here is exact or stops with a gap; it never guesses.

mod by_row;
pub(crate) use by_row::write_all;
mod calendar;
mod character;
mod clock;
mod descriptor;
pub(crate) mod effect;
mod error;
mod file;
pub mod format;
mod heap;
mod input;
mod math;
mod memory_block;
mod network;
pub mod number;
mod output;
mod process;
mod random;
pub mod scan;
pub(crate) mod signal;
mod sort;
mod statics;
mod stdlib;
mod stream;
mod string;
mod text;
mod token;
mod unknown;
mod variadic;
mod wide;

use raceproof_ir::{Function, Role};
use raceproof_library::{By, Floating, Missing, Use, World};

use crate::{Context, Flow, NativeFn, Stop};

pub use process::PROCESSORS;

/// The native for a function without a body, if there is one.
pub(crate) fn native(function: &Function) -> Option<NativeFn> {
    match function.role {
        Some(Role::NoRegion) => Some(error::no_region),
        _ => lookup(&function.name),
    }
}

/// The part of the world that a call looks at: what is read from a stream may be a file, and the system may
/// be asked for its processors.
pub(crate) fn part_of(ctx: &Context<'_>, name: &str, world: World) -> World {
    match world {
        World::System if name == "sysconf" && process::is_about_processors(ctx.arg(0)) => World::Processors,
        World::Input if matches!(name, "read" | "__read" | "readv" | "lseek" | "lseek64") => {
            descriptor::part(ctx)
        }
        World::Input => {
            let found = raceproof_library::find(name).and_then(|found| found.position_of(Use::Stream));
            let stream = found.map(|at| stream::which(ctx, ctx.pointer(at)));
            match stream {
                Some(Ok(stream::Standard::File(_))) => World::Files,
                _ => World::Input,
            }
        }
        world => world,
    }
}

/// The native for a C function, if there is one.
pub fn lookup(name: &str) -> Option<NativeFn> {
    let found = raceproof_library::find(name)?;
    let row = found.row;
    if found.is_unlocked && matches!(row.by, By::Native | By::Row(_)) {
        return Some(without_lock);
    }
    match row.by {
        By::Gap(why) => Some(missing(why)),
        By::Row(_) => Some(by_row::call),
        By::Native => {
            // Where arguments of a checking version come in between, that has a native of its own.
            let is_longer = |&&at: &&u8| usize::from(at) < row.arguments.len();
            match (found.floating, found.extra().iter().find(is_longer)) {
                (_, Some(_)) => by_name(name.strip_prefix("__builtin_").unwrap_or(name)),
                (Floating::Double, None) => by_name(row.name),
                (Floating::Single, None) => by_name(&format!("{}f", row.name)),
                (Floating::Long, None) => by_name(&format!("{}l", row.name)),
            }
        }
        By::C | By::Model => None,
    }
}

/// A function that uses a stream without its lock. While there is one thread that makes no difference.
fn without_lock(ctx: &mut Context<'_>) -> Result<Flow> {
    let threads = ctx.state.threads();
    let alive = threads.filter(|(_, thread)| thread.status().is_alive());
    if alive.count() > 1 {
        return Err(ctx.gap("a stream that is used without its lock where there are threads is not modelled"));
    }
    let plain = raceproof_library::find(ctx.name).and_then(|found| by_name(found.row.name));
    match plain {
        Some(plain) => plain(ctx),
        None => by_row::call(ctx),
    }
}

/// The native of this name.
fn by_name(name: &str) -> Option<NativeFn> {
    let families: [fn(&str) -> Option<NativeFn>; 20] = [
        memory_block::find,
        string::find,
        token::find,
        wide::find,
        heap::find,
        stdlib::find,
        random::find,
        character::find,
        output::find,
        input::find,
        descriptor::find,
        file::find,
        network::find,
        clock::find,
        calendar::find,
        process::find,
        signal::find,
        error::find,
        math::find,
        unknown::find,
    ];
    families.iter().find_map(|family| family(name))
}

/// The native of a function that is not there.
fn missing(why: Missing) -> NativeFn {
    match why {
        Missing::Files => |ctx| Err(stream::files(ctx)),
        Missing::WideStreams => |ctx| Err(ctx.gap("wide streams are not modelled")),
        Missing::Generators => {
            |ctx| Err(ctx.gap("random number generators with a state of their own are not modelled"))
        }
        Missing::Pipes => {
            |ctx| Err(ctx.gap("what one thread writes to a pipe and another one reads is not modelled"))
        }
        Missing::Contexts => |ctx| Err(ctx.gap("contexts that the program makes itself are not modelled")),
        Missing::System => |ctx| Err(ctx.gap("this function of the operating system is not modelled")),
        Missing::Signals => {
            |ctx| Err(ctx.gap("signals other than those that a thread raises itself are not modelled"))
        }
    }
}

/// The result of a native.
type Result<T> = std::result::Result<T, Stop>;

/// Returns an `int`.
fn int(value: i32) -> Result<Flow> {
    Ok(Flow::Return(u64::from(value as u32)))
}

/// Returns 0 or 1.
fn truth(value: bool) -> Result<Flow> {
    int(i32::from(value))
}

/// Returns a pointer.
fn pointer(value: crate::Pointer) -> Result<Flow> {
    Ok(Flow::Return(value.0))
}

/// Returns a `double`.
fn double(value: f64) -> Result<Flow> {
    Ok(Flow::Return(value.to_bits()))
}

/// Returns a `float`.
fn float(value: f32) -> Result<Flow> {
    Ok(Flow::Return(u64::from(value.to_bits())))
}

/// Returns a `long`, `size_t` or another integer as wide as a pointer.
fn long(ctx: &Context<'_>, value: i64) -> Result<Flow> {
    Ok(Flow::Return(value as u64 & u64::MAX >> (64 - long_bits(ctx))))
}

/// How many bits a `long` has.
fn long_bits(ctx: &Context<'_>) -> u32 {
    ctx.pointer_size() * 8
}

/// Argument `i` as a `long`.
fn long_argument(ctx: &Context<'_>, i: usize) -> i64 {
    let unused = 64 - long_bits(ctx);
    ((ctx.arg(i) << unused) as i64) >> unused
}

/// Argument `i` as a `size_t`.
fn size_argument(ctx: &Context<'_>, i: usize) -> u64 {
    ctx.arg(i) & u64::MAX >> (64 - long_bits(ctx))
}

#[cfg(test)]
mod tests;
