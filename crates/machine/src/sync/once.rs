//! One-time initialisation (`pthread_once`, `call_once`).
//!
//! Edges: the end of the initialiser releases, and whoever finds it done acquires.

use super::{Done, Effects, Offer};
use crate::symmetry::MarkKind;
use crate::{State, Stop};
use raceproof_ir::sync_object::once::{DONE, NOT_YET, STATE};
use raceproof_ir::{SyncObject, SyncOp as Op};

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    let word = o.peek(s, o.pointer(0), STATE);
    u32::from(word == NOT_YET || word == DONE || word == o.me() + 1)
}

pub(super) fn perform(s: &mut State, o: &Offer, effects: &mut Effects) -> Result<Done, Stop> {
    let once = o.pointer(0);
    o.touch(s, effects, once, SyncObject::Once.length(), true)?;
    match (o.op, o.peek(s, once, STATE)) {
        (Op::OnceEnd, _) => {
            o.release(effects, once, 0);
            o.erase(s, once, STATE, DONE)?;
            Ok(Done::Result(0))
        }
        (_, DONE) => {
            o.acquire(effects, once, 0);
            Ok(Done::Result(0))
        }
        (_, NOT_YET) => {
            o.sign(s, once, STATE, MarkKind::Runner)?;
            Ok(Done::Result(1))
        }
        _ => Err(o.misuse("the initialiser of a once object waits for itself", None)),
    }
}
