//! Addresses of the network.

use super::{Result, int};
use crate::{Context, Flow, NativeFn};

/// `AF_INET`.
const INTERNET: u64 = 2;

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "htonl" => |ctx| Ok(Flow::Return(u64::from((ctx.arg(0) as u32).swap_bytes()))),
        "htons" => |ctx| Ok(Flow::Return(u64::from((ctx.arg(0) as u16).swap_bytes()))),
        "inet_pton" => |ctx| {
            let (family, place) = (ctx.arg(0), ctx.pointer(2));
            ctx.read_string(ctx.pointer(1))?;
            let length = if family == INTERNET { 4 } else { 16 };
            ctx.fill(place, 1, length)?;
            int(1)
        },
        "getaddrinfo" => addresses,
        "freeaddrinfo" | "freeifaddrs" => |ctx| {
            let list = ctx.pointer(0);
            ctx.free(list)?;
            int(0)
        },
        "__h_errno_location" => |ctx| super::pointer(ctx.errno()?),
        _ => return None,
    })
}

/// `getaddrinfo`: one address, with which what was asked for can be done.
fn addresses(ctx: &mut Context<'_>) -> Result<Flow> {
    for at in [0, 1] {
        if !ctx.pointer(at).is_null() {
            ctx.read_string(ctx.pointer(at))?;
        }
    }
    let (hints, place) = (ctx.pointer(2), ctx.pointer(3));
    let word = u64::from(ctx.pointer_size());
    // Four numbers, a length, and then an address, a name, and the next one.
    let kind = match hints.is_null() {
        true => 1,
        false => {
            let wanted = ctx.read_bytes(hints, 16)?[8];
            u64::from(wanted.max(1))
        }
    };
    let first = 16 + word;
    let size = first + 3 * word;
    let list = ctx.allocate(size + 16, 16, true)?;
    for (at, value) in [(4, INTERNET), (8, kind), (16, 16)] {
        ctx.write_uint(list.moved(at), 4, value)?;
    }
    ctx.write_pointer(list.moved(first as i64), list.moved(size as i64))?;
    ctx.write_uint(list.moved(size as i64), 2, INTERNET)?;
    ctx.write_pointer(place, list)?;
    int(0)
}
