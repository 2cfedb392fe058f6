//! Accesses of code that nobody has given: a front end calls these where the program calls a function that
//! nobody defines.
//!
//! What is behind an address may be read, or read and written, up to the end of its object. What is written
//! may be anything: the bytes count as not written by anybody, so that whoever reads them is told of. An
//! address that leads nowhere, and an object that may not be written, are left alone: the unknown function is
//! not to blame. Where the program is to be executed as it is, there is nothing to execute.

use super::{Result, int};
use crate::{Context, Flow, NativeFn};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "__unknown_read" => |ctx| access(ctx, false),
        "__unknown_write" => |ctx| access(ctx, true),
        _ => return None,
    })
}

fn access(ctx: &mut Context<'_>, writes: bool) -> Result<Flow> {
    if ctx.config().needs_all_code {
        return Err(ctx.gap("no file defines the function that is called"));
    }
    let at = ctx.pointer(0);
    let length = ctx.memory().rest_of(at);
    if length > 0 && !ctx.config().without_assumed {
        ctx.touch(at, length, false);
        if writes && ctx.forget(at, length) {
            ctx.touch(at, length, true);
        }
    }
    int(0)
}
