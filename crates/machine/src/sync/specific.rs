//! Thread-specific data.
//!
//! Edges: none. A key is usually handed to the threads by their creation.
//!
//! Keys are numbers from 1; their destructors are part of the library's state. When a thread ends, each key with a
//! destructor and a value that is not null has its destructor called with the value, as long as there are any.

use super::{Done, Effects, Offer};
use crate::{Pointer, State, Stop, ThreadId};
use raceproof_ir::SyncOp as Op;

/// A deleted key.
const DELETED: u64 = u64::MAX;
/// `EINVAL`.
const INVALID: u64 = 22;

pub(super) fn perform(s: &mut State, o: &Offer, _effects: &mut Effects) -> Result<Done, Stop> {
    if o.op == Op::KeyCreate {
        s.environment_dirty = true;
        s.environment
            .destructors
            .push(o.args.first().copied().unwrap_or(0));
        return Ok(Done::Result(s.environment.destructors.len() as u64));
    }
    let key = (o.int(0) as usize).wrapping_sub(1);
    let known = s.environment.destructors.get(key).is_some_and(|&d| d != DELETED);
    if !known {
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
            s.environment.destructors[key] = DELETED;
            Ok(Done::Result(0))
        }
    }
}

/// The next destructor to call for a thread that ends, and its argument; forgets the value.
pub(crate) fn next_destructor(s: &mut State, thread: ThreadId) -> Option<(Pointer, Pointer)> {
    let destructors = &s.environment.destructors;
    let values = &mut s.threads[thread.0 as usize].specific;
    for (value, &destructor) in values.iter_mut().zip(destructors) {
        if !value.is_null() && destructor != 0 && destructor != DELETED {
            return Some((Pointer(destructor), std::mem::replace(value, Pointer::NULL)));
        }
    }
    values.clear();
    None
}
