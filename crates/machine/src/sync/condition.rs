//! Condition variables.
//!
//! Edges: the mutex's release when a wait begins and its acquire when it ends. A signal or broadcast releases
//! on the condition variable and the woken waiter acquires there: POSIX (4.12) names them among the functions
//! that synchronise memory. A waiter that times out or wakes up without a reason acquires the mutex only.
//!
//! The waiters are the threads with that status. A signal wakes any
//! one of them, so each is an alternative.
//!
//! A wait may end without a reason, as POSIX says, in one step with taking the mutex. That is as good as two
//! steps: who has woken up and waits for the mutex does nothing that one who sleeps does not do. Only a
//! signal in between would tell them apart, by waking somebody else, and what the sleeper knows through it;
//! but then the wait can end before the signal too, or its mutex is held by one who knows of the signal, or
//! whose section can as well be over before. It is always the last alternative.

use super::{Done, Effects, Offer, TIMED_OUT, mutex};
use crate::{Pointer, State, Status, Stop, ThreadId};
use raceproof_ir::sync_object::DESTROYED;
use raceproof_ir::sync_object::condition::STATE;
use raceproof_ir::{SyncObject, SyncOp as Op};

/// The threads that sleep on a condition variable, in order.
pub(crate) fn waiters(s: &State, condition: Pointer) -> impl Iterator<Item = ThreadId> + '_ {
    s.threads().filter_map(move |(id, t)| match t.status() {
        Status::Waiting { on, .. } if on == condition => Some(id),
        _ => None,
    })
}

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    match (o.op, o.status(s)) {
        (Op::CondSignal, _) => waiters(s, o.pointer(0)).count().max(1) as u32,
        (_, Status::Waiting { .. }) => {
            let wakes = o.spurious && mutex::is_free(s, o, o.pointer(1));
            u32::from(o.op == Op::CondTimedWait) + u32::from(wakes)
        }
        (_, Status::Woken { .. }) => u32::from(mutex::is_free(s, o, o.pointer(1))),
        _ => 1,
    }
}

pub(super) fn perform(s: &mut State, o: &Offer, choice: u64, effects: &mut Effects) -> Result<Done, Stop> {
    let condition = o.pointer(0);
    o.touch(
        s,
        effects,
        condition,
        SyncObject::Condition.length(),
        o.op != Op::CondInit,
    )?;
    // Who was woken does not wait on it any more: POSIX allows to destroy it then.
    let is_over = o.op == Op::CondInit || matches!(o.status(s), Status::Woken { .. });
    if o.peek(s, condition, STATE) == DESTROYED && !is_over {
        return Err(o.misuse("use of a destroyed condition variable", None));
    }
    match o.op {
        Op::CondInit => o.poke(s, condition, STATE, 0)?,
        Op::CondDestroy => {
            if waiters(s, condition).next().is_some() {
                return Err(o.misuse("destruction of a condition variable that threads wait on", None));
            }
            o.poke(s, condition, STATE, DESTROYED)?;
        }
        Op::CondSignal => {
            o.release(effects, condition, 0);
            let woken = waiters(s, condition).nth(choice as usize);
            if let Some(t) = woken {
                s.set_status(t, Status::Woken { timed_out: false });
            }
        }
        Op::CondBroadcast => {
            o.release(effects, condition, 0);
            let all: Vec<ThreadId> = waiters(s, condition).collect();
            for t in all {
                s.set_status(t, Status::Woken { timed_out: false });
            }
        }
        _ => return wait(s, o, choice, effects),
    }
    Ok(Done::Result(0))
}

fn wait(s: &mut State, o: &Offer, choice: u64, effects: &mut Effects) -> Result<Done, Stop> {
    let mutex = o.pointer(1);
    match o.status(s) {
        Status::Waiting { .. } if o.op == Op::CondTimedWait && choice == 0 => {
            o.set_status(s, Status::Woken { timed_out: true });
            Ok(Done::Asleep)
        }
        Status::Waiting { .. } | Status::Woken { .. } if mutex::is_destroyed(s, o, mutex) => {
            Err(o.misuse("use of a destroyed mutex", None))
        }
        Status::Waiting { .. } => {
            o.set_status(s, Status::Runnable);
            mutex::take(s, o, mutex, effects)?;
            Ok(Done::Result(0))
        }
        Status::Woken { timed_out } => {
            o.set_status(s, Status::Runnable);
            mutex::take(s, o, mutex, effects)?;
            if !timed_out {
                o.acquire(effects, o.pointer(0), 0);
            }
            Ok(Done::Result(if timed_out { TIMED_OUT } else { 0 }))
        }
        _ => {
            if !mutex::is_mine(s, o, mutex) {
                return Err(o.misuse("wait on a condition variable without holding the mutex", None));
            }
            mutex::give(s, o, mutex, effects)?;
            o.set_status(
                s,
                Status::Waiting {
                    on: o.pointer(0),
                    generation: 0,
                },
            );
            Ok(Done::Asleep)
        }
    }
}
