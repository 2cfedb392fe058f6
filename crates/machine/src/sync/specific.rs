//! Thread-specific data.
//!
//! Edges: none. A key is usually handed to the threads by their creation.
//!
//! Keys are numbers from 1; their destructors are part of the library's state. Which number a key gets is up
//! to the schedule if several threads make keys, so making one is a relaxed atomic access to their count.
//! When a thread ends, each key with a destructor and a value that is not null has its destructor called with
//! the value, up to four times for all keys.
//!
//! A key has a byte in the object that stands for the library's state. Deleting it writes there, and whoever
//! uses it reads, as does who ends with a value for its destructor: POSIX leaves open what a use after the
//! deletion does, so one that is not ordered with it is a race like any other. Values of a key without a
//! destructor may outlive it.

use super::{Done, Effects, Offer};
use raceproof_library::Hidden;

use crate::library::effect::{self, KEYS, key_offset};
use crate::state::Thread;
use crate::{Access, Gap, ObjectId, Pointer, Sink, Site, State, Stop, ThreadId};
use raceproof_ir::SyncOp as Op;

/// A deleted key that had a destructor, and one that had none.
const DELETED: u64 = u64::MAX;
const DELETED_PLAIN: u64 = u64::MAX - 1;
/// How often the keys of a thread that ends are gone through (`PTHREAD_DESTRUCTOR_ITERATIONS`).
const ROUNDS: u32 = 4;
/// `EINVAL`.
const INVALID: u64 = 22;

pub(super) fn perform(s: &mut State, o: &Offer, effects: &mut Effects) -> Result<Done, Stop> {
    if o.op == Op::KeyCreate {
        if s.environment.destructors.len() >= KEYS as usize {
            let what = "more keys of thread-specific data than a process can have";
            return Err(Gap::stop(what, o.thread, o.site));
        }
        if let Some(object) = o.library {
            effects.access = Some(Access {
                object,
                start: effect::offset(Hidden::Keys),
                length: 4,
                write: true,
                atomic: true,
                site: o.site,
            });
            // The first one to make a key has seen nothing of others.
            effects.unordered = !s.environment.destructors.is_empty();
        }
        s.environment_dirty = true;
        s.environment
            .destructors
            .push(o.args.first().copied().unwrap_or(0));
        return Ok(Done::Result(s.environment.destructors.len() as u64));
    }
    let key = (o.int(0) as usize).wrapping_sub(1);
    let Some(&destructor) = s.environment.destructors.get(key) else {
        return Ok(Done::Result(if o.op == Op::KeyGet { 0 } else { INVALID }));
    };
    effects.access = o
        .library
        .map(|object| use_of(object, key, o.op == Op::KeyDelete, o.site));
    if destructor >= DELETED_PLAIN {
        return Ok(Done::Result(if o.op == Op::KeyGet { 0 } else { INVALID }));
    }
    let values = &mut s.threads[o.thread.0 as usize].specific;
    match o.op {
        Op::KeySet => {
            if values.len() <= key {
                values.resize(key + 1, Pointer::NULL);
            }
            values[key] = o.pointer(1);
            while values.last() == Some(&Pointer::NULL) {
                values.pop();
            }
            Ok(Done::Result(0))
        }
        Op::KeyGet => Ok(Done::Result(values.get(key).map_or(0, |v| v.0))),
        _ => {
            s.environment_dirty = true;
            s.environment.destructors[key] = match destructor {
                0 => DELETED_PLAIN,
                _ => DELETED,
            };
            Ok(Done::Result(0))
        }
    }
}

/// The access of a use of a key.
fn use_of(object: ObjectId, key: usize, write: bool, site: Site) -> Access {
    Access {
        object,
        start: key_offset(key as u32),
        length: 1,
        write,
        atomic: false,
        site,
    }
}

/// The next destructor to call for a thread that ends, and its argument; forgets the value. Keys are gone
/// through in order, and again as long as destructors set values, but not for ever: as glibc does it.
pub(crate) fn next_destructor(
    s: &mut State,
    thread: ThreadId,
    library: Option<ObjectId>,
    site: Site,
    sink: &mut dyn Sink,
) -> Option<(Pointer, Pointer)> {
    let destructors = &s.environment.destructors;
    let Thread { specific, ending, .. } = &mut *s.threads[thread.0 as usize];
    let ending = ending.as_mut()?;
    while ending.round < ROUNDS {
        let from = ending.key as usize;
        let values = specific.iter_mut().zip(destructors).enumerate().skip(from);
        for (key, (value, &destructor)) in values {
            if value.is_null() || [0, DELETED_PLAIN].contains(&destructor) {
                continue;
            }
            if let Some(object) = library {
                sink.access(thread, use_of(object, key, false, site));
            }
            if destructor != DELETED {
                ending.key = key as u32 + 1;
                return Some((Pointer(destructor), std::mem::replace(value, Pointer::NULL)));
            }
        }
        ending.round += 1;
        if std::mem::take(&mut ending.key) == 0 {
            break;
        }
    }
    specific.clear();
    None
}
