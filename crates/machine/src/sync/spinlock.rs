//! Spin locks.
//!
//! Edges: as a mutex: unlock releases, a successful lock acquires.

use super::{BUSY, Done, Effects, Offer};
use crate::symmetry::MarkKind;
use crate::{State, Stop};
use raceproof_ir::sync_object::DESTROYED;
use raceproof_ir::sync_object::spinlock::OWNER;
use raceproof_ir::{SyncObject, SyncOp as Op};

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    let owner = o.peek(s, o.pointer(0), OWNER);
    u32::from(owner == 0 || owner == o.me() || owner == DESTROYED)
}

pub(super) fn perform(s: &mut State, o: &Offer, effects: &mut Effects) -> Result<Done, Stop> {
    let lock = o.pointer(0);
    o.touch(
        s,
        effects,
        lock,
        SyncObject::SpinLock.length(),
        o.op != Op::SpinInit,
    )?;
    let owner = o.peek(s, lock, OWNER);
    if owner == DESTROYED && o.op != Op::SpinInit {
        return Err(o.misuse("use of a destroyed spin lock", None));
    }
    match o.op {
        Op::SpinInit => o.poke(s, lock, OWNER, 0)?,
        Op::SpinDestroy => {
            if owner != 0 {
                return Err(o.misuse("destruction of a locked spin lock", None));
            }
            o.poke(s, lock, OWNER, DESTROYED)?;
        }
        Op::SpinUnlock => {
            if owner != o.me() {
                return Err(o.misuse("unlock of a spin lock that this thread does not hold", None));
            }
            o.release(effects, lock, 0);
            effects.lock = Some((lock, false));
            o.erase(s, lock, OWNER, 0)?;
        }
        _ if owner == 0 => {
            o.sign(s, lock, OWNER, MarkKind::Owner)?;
            o.acquire(effects, lock, 0);
            effects.lock = Some((lock, true));
        }
        Op::SpinTryLock => {
            effects.unordered = true;
            return Ok(Done::Result(BUSY));
        }
        _ => {
            return Err(o.misuse(
                "lock of a spin lock that this thread holds: it waits for itself",
                None,
            ));
        }
    }
    Ok(Done::Result(0))
}
