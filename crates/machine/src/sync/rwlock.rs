//! Read-write locks.
//!
//! Edges: lane 0 carries what writers release, lane 1 what readers release. A read lock acquires lane 0; a
//! write lock acquires both; each unlock releases its lane. So readers are not ordered among themselves.
//!
//! Who reads is not in its bytes, because any number of threads may: a reader has a [mark](Mark) for each
//! time that it holds the lock, and without one its unlock is misuse. Marks of a lock whose bytes are no more
//! (its memory was freed, or written by the program) are dropped when the next lock in that place gets its
//! first reader.

use super::{BUSY, DEADLOCK, Done, Effects, Offer, TIMED_OUT};
use crate::symmetry::{Mark, MarkKind};
use crate::{Pointer, State, Stop, ThreadId};
use raceproof_ir::sync_object::DESTROYED;
use raceproof_ir::sync_object::rwlock::{READERS, WRITER};
use raceproof_ir::{SyncObject, SyncOp as Op};

fn reads(op: Op) -> bool {
    matches!(op, Op::RwRead | Op::RwTryRead | Op::RwTimedRead)
}

fn is_free(s: &State, o: &Offer) -> bool {
    let lock = o.pointer(0);
    o.peek(s, lock, WRITER) == 0 && (reads(o.op) || o.peek(s, lock, READERS) == 0)
}

fn mark(lock: Pointer) -> Mark {
    Mark {
        at: lock.moved(i64::from(READERS)),
        kind: MarkKind::Reader,
    }
}

/// How often a thread holds the lock for reading.
pub(super) fn readings(s: &State, thread: ThreadId, lock: Pointer) -> usize {
    let mark = mark(lock);
    let marks = &s.threads[thread.0 as usize].marks;
    marks.iter().filter(|m| **m == mark).count()
}

/// Nobody reads: whatever marks there are, they are of a lock that was here before.
fn forget_readers(s: &mut State, lock: Pointer) {
    let mark = mark(lock);
    for thread in &mut s.threads {
        let before = thread.marks.len();
        thread.marks.retain(|m| *m != mark);
        thread.dirty |= thread.marks.len() != before;
    }
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
        SyncObject::ReadWriteLock.length(),
        o.op != Op::RwInit,
    )?;
    let writer = o.peek(s, lock, WRITER);
    let readers = o.peek(s, lock, READERS);
    if writer == DESTROYED && o.op != Op::RwInit {
        return Err(o.misuse("use of a destroyed read-write lock", None));
    }
    match o.op {
        Op::RwInit => {
            let is_read = |t: u32| readings(s, ThreadId(t), lock) > 0;
            if readers != 0 && writer != DESTROYED && (0..s.threads.len() as u32).any(is_read) {
                return Err(o.misuse("initialisation of a locked read-write lock", None));
            }
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
        Op::RwUnlock => {
            let mine = readings(s, o.thread, lock);
            if mine == 0 || readers == 0 {
                return Err(o.misuse("unlock of a read-write lock that this thread does not hold", None));
            }
            o.release(effects, lock, 1);
            if mine == 1 {
                effects.lock = Some((lock, false));
            }
            o.poke(s, lock, READERS, readers - 1)?;
            o.unmark(s, mark(lock));
        }
        op if is_free(s, o) => {
            o.acquire(effects, lock, 0);
            if reads(op) {
                if readers == 0 {
                    forget_readers(s, lock);
                }
                if readings(s, o.thread, lock) == 0 {
                    effects.lock = Some((lock, true));
                }
                o.poke(s, lock, READERS, readers + 1)?;
                o.mark(s, mark(lock));
            } else {
                o.acquire(effects, lock, 1);
                effects.lock = Some((lock, true));
                o.sign(s, lock, WRITER, MarkKind::Owner)?;
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
