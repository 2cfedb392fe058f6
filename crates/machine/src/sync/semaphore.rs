//! Semaphores.
//!
//! Edges: a post releases, a successful wait acquires all that was posted before. A failed try gives none.

use super::{Done, Effects, MINUS_ONE, Offer};
use crate::{State, Stop};
use raceproof_ir::sync_object::DESTROYED;
use raceproof_ir::sync_object::semaphore::{MOST, VALUE};
use raceproof_ir::{SyncObject, SyncOp as Op};

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    u32::from(o.op == Op::SemTimedWait || o.peek(s, o.pointer(0), VALUE) > 0)
}

pub(super) fn perform(s: &mut State, o: &Offer, _choice: u64, effects: &mut Effects) -> Result<Done, Stop> {
    let semaphore = o.pointer(0);
    o.touch(
        s,
        effects,
        semaphore,
        SyncObject::Semaphore.length(),
        o.op != Op::SemInit,
    )?;
    let value = o.peek(s, semaphore, VALUE);
    if value == DESTROYED && o.op != Op::SemInit {
        return Err(o.misuse("use of a destroyed semaphore", None));
    }
    let result = match o.op {
        Op::SemInit => {
            if o.int(1) > MOST {
                return Err(o.misuse("a semaphore that starts with more than SEM_VALUE_MAX", None));
            }
            o.poke(s, semaphore, VALUE, o.int(1))?;
            0
        }
        Op::SemPost => {
            if value >= MOST {
                return Err(o.misuse("a semaphore that gets more than SEM_VALUE_MAX", None));
            }
            o.release(effects, semaphore, 0);
            o.poke(s, semaphore, VALUE, value + 1)?;
            0
        }
        Op::SemValue => {
            effects.unordered = true;
            u64::from(value)
        }
        Op::SemDestroy => {
            o.poke(s, semaphore, VALUE, DESTROYED)?;
            0
        }
        _ if value > 0 => {
            o.poke(s, semaphore, VALUE, value - 1)?;
            o.acquire(effects, semaphore, 0);
            0
        }
        _ => {
            effects.unordered = true;
            MINUS_ONE
        }
    };
    Ok(Done::Result(result))
}
