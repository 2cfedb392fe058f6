//! Mutexes: normal, recursive, error-checking.
//!
//! Edges: an unlock is a release, a successful lock an acquire, on the mutex. A failed try gives none.
//!
//! Relocking a normal mutex blocks for ever and is told as misuse with both places.

use super::{BUSY, DEADLOCK, Done, Effects, NOT_PERMITTED, Offer, TIMED_OUT};
use crate::symmetry::{Mark, MarkKind};
use crate::{Pointer, Site, State, Stop, ThreadId};
use raceproof_ir::sync_object::DESTROYED;
use raceproof_ir::sync_object::mutex::{COUNT, ERROR_CHECKING, OWNER, PLACE, RECURSIVE, kind_at};
use raceproof_ir::{SyncObject, SyncOp as Op};

/// Free for this thread to lock.
pub(super) fn is_free(s: &State, o: &Offer, mutex: Pointer) -> bool {
    o.peek(s, mutex, OWNER) == 0
}

/// Who owns it, if it is there.
#[inline]
fn owner(s: &State, mutex: Pointer) -> Option<u32> {
    let object = s.memory.object(mutex.object())?;
    let word = object.bytes().get(mutex.offset() as usize..)?.first_chunk()?;
    Some(u32::from_le_bytes(*word))
}

/// Whether a thread that wants the mutex gets an answer at once. Whoever holds it does: one more level, an
/// error, or the fault of a relock.
#[inline]
pub(crate) fn can_lock(s: &State, thread: ThreadId, mutex: Pointer) -> bool {
    // Where there is none the operation itself faults.
    owner(s, mutex).is_none_or(|owner| owner == 0 || owner == thread.0 + 1)
}

/// Whether a thread holds the mutex.
#[inline]
pub(crate) fn holds(s: &State, thread: ThreadId, mutex: Pointer) -> bool {
    owner(s, mutex) == Some(thread.0 + 1)
}

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    // It may time out, and only then fail.
    u32::from(o.op == Op::MutexTimedLock || can_lock(s, o.thread, o.pointer(0)))
}

/// Makes the thread the owner.
pub(super) fn take(s: &mut State, o: &Offer, mutex: Pointer, effects: &mut Effects) -> Result<(), Stop> {
    o.poke_words(s, mutex, [o.me(), 1, o.site.0.wrapping_add(1)])?;
    o.mark(
        s,
        Mark {
            at: mutex,
            kind: MarkKind::Owner,
        },
    );
    o.acquire(effects, mutex, 0);
    effects.lock = Some((mutex, true));
    Ok(())
}

/// Makes the mutex free. The caller has checked that the thread owns it.
pub(super) fn give(s: &mut State, o: &Offer, mutex: Pointer, effects: &mut Effects) -> Result<(), Stop> {
    o.release(effects, mutex, 0);
    effects.lock = Some((mutex, false));
    o.poke_words(s, mutex, [0; 3])?;
    o.unsign(s, mutex);
    Ok(())
}

/// Whether the thread owns it.
pub(super) fn is_mine(s: &State, o: &Offer, mutex: Pointer) -> bool {
    o.peek(s, mutex, OWNER) == o.me()
}

/// Whether it has been destroyed.
pub(super) fn is_destroyed(s: &State, o: &Offer, mutex: Pointer) -> bool {
    o.peek(s, mutex, kind_at(o.model)) == DESTROYED
}

fn locked_at(s: &State, o: &Offer, mutex: Pointer) -> Option<Site> {
    let place = o.peek(s, mutex, PLACE);
    (place != 0).then(|| Site(place - 1))
}

pub(super) fn perform(s: &mut State, o: &Offer, _choice: u64, effects: &mut Effects) -> Result<Done, Stop> {
    let mutex = o.pointer(0);
    o.touch(
        s,
        effects,
        mutex,
        SyncObject::Mutex.length(),
        o.op != Op::MutexInit,
    )?;
    let [owner, count, _, fourth, fifth] = o.peek_words(s, mutex);
    let kind = if kind_at(o.model) == 12 { fourth } else { fifth };
    if kind == DESTROYED && o.op != Op::MutexInit {
        return Err(o.misuse("use of a destroyed mutex", None));
    }
    match o.op {
        Op::MutexInit => {
            if owner != 0 && kind != DESTROYED && locked_at(s, o, mutex).is_some() {
                return Err(o.misuse("initialisation of a locked mutex", locked_at(s, o, mutex)));
            }
            for word in [OWNER, COUNT, PLACE, 12, 16] {
                o.poke(s, mutex, word, 0)?;
            }
            o.poke(s, mutex, kind_at(o.model), o.int(1))?;
            Ok(Done::Result(0))
        }
        Op::MutexDestroy => {
            if owner != 0 {
                return Err(o.misuse("destruction of a locked mutex", locked_at(s, o, mutex)));
            }
            o.poke(s, mutex, kind_at(o.model), DESTROYED)?;
            Ok(Done::Result(0))
        }
        Op::MutexUnlock => {
            if owner != o.me() {
                if kind == ERROR_CHECKING || kind == RECURSIVE {
                    return Ok(Done::Result(NOT_PERMITTED));
                }
                let what = if owner == 0 {
                    "unlock of a mutex that is not locked"
                } else {
                    "unlock of a mutex that another thread holds"
                };
                return Err(o.misuse(what, locked_at(s, o, mutex)));
            }
            if count > 1 {
                o.poke(s, mutex, COUNT, count - 1)?;
            } else {
                give(s, o, mutex, effects)?;
            }
            Ok(Done::Result(0))
        }
        _ if owner == 0 => {
            take(s, o, mutex, effects)?;
            Ok(Done::Result(0))
        }
        _ if owner == o.me() && kind == RECURSIVE => {
            o.poke(s, mutex, COUNT, count + 1)?;
            Ok(Done::Result(0))
        }
        Op::MutexTryLock | Op::MutexTimedLock => {
            effects.unordered = true;
            Ok(Done::Result(if o.op == Op::MutexTryLock {
                BUSY
            } else {
                TIMED_OUT
            }))
        }
        _ if kind == ERROR_CHECKING => Ok(Done::Result(DEADLOCK)),
        _ => Err(o.misuse(
            "lock of a mutex that this thread holds: it waits for itself",
            locked_at(s, o, mutex),
        )),
    }
}
