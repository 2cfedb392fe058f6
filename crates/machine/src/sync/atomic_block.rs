//! Atomic blocks (`__VERIFIER_atomic_begin`, `__VERIFIER_atomic_end` and functions so named).
//!
//! No other thread runs between begin and end; the machine asks [`State::atomic_owner`] before it offers a
//! thread's operation. Blocks nest.
//!
//! Edges: as one lock for all atomic blocks.

use super::{Done, Effects, Offer};
use crate::{Pointer, State, Stop};
use raceproof_ir::SyncOp as Op;

pub(super) fn perform(s: &mut State, o: &Offer, effects: &mut Effects) -> Result<Done, Stop> {
    let depth = &mut s.threads[o.thread.0 as usize].atomic_depth;
    match o.op {
        Op::AtomicBegin => {
            *depth += 1;
            if *depth == 1 {
                o.acquire(effects, Pointer::NULL, 0);
            }
        }
        _ => {
            if *depth == 0 {
                return Err(o.misuse("the end of an atomic block that did not begin", None));
            }
            *depth -= 1;
            if *depth == 0 {
                o.release(effects, Pointer::NULL, 0);
            }
        }
    }
    Ok(Done::Result(0))
}
