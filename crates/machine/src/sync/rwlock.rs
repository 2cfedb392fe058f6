//! Read-write locks.
//!
//! Edges: lane 0 carries what writers release, lane 1 what readers release. A read lock acquires lane 0; a
//! write lock acquires both; each unlock releases its lane. So readers are not ordered among themselves.
//!
//! Bytes: word 0 the writer, word 1 the number of readers. Which threads read is not kept: giving up a
//! read lock that another thread holds goes unnoticed.

use super::{BUSY, DEADLOCK, Done, Effects, Offer, TIMED_OUT};
use crate::{State, Stop};
use raceproof_ir::SyncOp as Op;

const WRITER: u32 = 0;
const READERS: u32 = 4;
const LENGTH: u32 = 8;
const DESTROYED: u32 = u32::MAX;

fn reads(op: Op) -> bool {
    matches!(op, Op::RwRead | Op::RwTryRead | Op::RwTimedRead)
}

fn is_free(s: &State, o: &Offer) -> bool {
    let lock = o.pointer(0);
    o.peek(s, lock, WRITER) == 0 && (reads(o.op) || o.peek(s, lock, READERS) == 0)
}

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    let timed = matches!(o.op, Op::RwTimedRead | Op::RwTimedWrite);
    let writer = o.peek(s, o.pointer(0), WRITER);
    u32::from(is_free(s, o) || timed || writer == o.me() || writer == DESTROYED)
}

pub(super) fn perform(s: &mut State, o: &Offer, _choice: u64, effects: &mut Effects) -> Result<Done, Stop> {
    let lock = o.pointer(0);
    o.touch(
        s,
        effects,
        lock,
        LENGTH,
        !matches!(o.op, Op::RwInit | Op::RwDestroy),
    )?;
    let writer = o.peek(s, lock, WRITER);
    let readers = o.peek(s, lock, READERS);
    if writer == DESTROYED && o.op != Op::RwInit {
        return Err(o.misuse("use of a destroyed read-write lock", None));
    }
    match o.op {
        Op::RwInit => {
            o.poke(s, lock, WRITER, 0)?;
            o.poke(s, lock, READERS, 0)?;
        }
        Op::RwDestroy => {
            if writer != 0 || readers != 0 {
                return Err(o.misuse("destruction of a locked read-write lock", None));
            }
            o.poke(s, lock, WRITER, DESTROYED)?;
        }
        Op::RwUnlock if writer == o.me() => {
            o.release(effects, lock, 0);
            effects.lock = Some((lock, false));
            o.erase(s, lock, WRITER, 0)?;
        }
        Op::RwUnlock if readers > 0 => {
            o.release(effects, lock, 1);
            effects.lock = Some((lock, false));
            o.poke(s, lock, READERS, readers - 1)?;
        }
        Op::RwUnlock => {
            return Err(o.misuse("unlock of a read-write lock that this thread does not hold", None));
        }
        op if is_free(s, o) => {
            o.acquire(effects, lock, 0);
            effects.lock = Some((lock, true));
            if reads(op) {
                o.poke(s, lock, READERS, readers + 1)?;
            } else {
                o.acquire(effects, lock, 1);
                o.sign(s, lock, WRITER, 0)?;
            }
        }
        Op::RwTryRead | Op::RwTryWrite | Op::RwTimedRead | Op::RwTimedWrite => {
            effects.unordered = true;
            let tried = matches!(o.op, Op::RwTryRead | Op::RwTryWrite);
            return Ok(Done::Result(if tried { BUSY } else { TIMED_OUT }));
        }
        _ => return Ok(Done::Result(DEADLOCK)),
    }
    Ok(Done::Result(0))
}
