//! One-time initialisation (`pthread_once`, `call_once`).
//!
//! Edges: the end of the initialiser releases, and whoever finds it done acquires.
//!
//! Bytes: one word: 0 not yet, 1 + thread + 1 while that thread runs it, 1 done.

use super::{Done, Effects, Offer};
use crate::symmetry::MarkKind;
use crate::{State, Stop};
use raceproof_ir::SyncOp as Op;

const NOT_YET: u32 = 0;
const DONE: u32 = 1;

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    let word = o.peek(s, o.pointer(0), 0);
    u32::from(word == NOT_YET || word == DONE || word == o.me() + 1)
}

pub(super) fn perform(s: &mut State, o: &Offer, effects: &mut Effects) -> Result<Done, Stop> {
    let once = o.pointer(0);
    o.touch(s, effects, once, 4, true)?;
    match (o.op, o.peek(s, once, 0)) {
        (Op::OnceEnd, _) => {
            o.release(effects, once, 0);
            o.erase(s, once, 0, DONE)?;
            Ok(Done::Result(0))
        }
        (_, DONE) => {
            o.acquire(effects, once, 0);
            Ok(Done::Result(0))
        }
        (_, NOT_YET) => {
            o.sign(s, once, 0, MarkKind::Runner)?;
            Ok(Done::Result(1))
        }
        _ => Err(o.misuse("the initialiser of a once object waits for itself", None)),
    }
}
