//! Ordered regions of a loop, one after the other in the order of the iterations; and events that come once,
//! such as the source of a dependence between iterations.
//!
//! Edges: leaving a region releases, entering the next acquires. So do an event and the wait for it. There is
//! only one order, so the schedule has no say.
//!
//! Bytes: a counter of eight bytes, the iteration whose turn it is; of an event, zero until it has come.

use super::{Done, Effects, Offer};
use crate::{State, Stop};
use raceproof_ir::SyncOp as Op;

fn counter(s: &State, o: &Offer) -> u64 {
    let p = o.pointer(0);
    u64::from(o.peek(s, p, 0)) | u64::from(o.peek(s, p, 4)) << 32
}

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    u32::from(counter(s, o) >= o.args.get(1).copied().unwrap_or(0))
}

pub(super) fn perform(s: &mut State, o: &Offer, effects: &mut Effects) -> Result<Done, Stop> {
    let p = o.pointer(0);
    o.touch(s, effects, p, 8, true)?;
    if o.op == Op::OrderedEnter {
        o.acquire(effects, p, 0);
        effects.lock = Some((p, true));
    } else {
        let value = o.args.get(1).copied().unwrap_or(0);
        o.release(effects, p, 0);
        effects.lock = Some((p, false));
        o.poke(s, p, 0, value as u32)?;
        o.poke(s, p, 4, (value >> 32) as u32)?;
    }
    Ok(Done::Result(0))
}

pub(super) fn perform_event(s: &mut State, o: &Offer, effects: &mut Effects) -> Result<Done, Stop> {
    let p = o.pointer(0);
    o.touch(s, effects, p, 8, true)?;
    if o.op == Op::EventWait {
        o.acquire(effects, p, 0);
    } else {
        let value = o.args.get(1).copied().unwrap_or(0).max(counter(s, o));
        o.release(effects, p, 0);
        o.poke(s, p, 0, value as u32)?;
        o.poke(s, p, 4, (value >> 32) as u32)?;
    }
    Ok(Done::Result(0))
}
