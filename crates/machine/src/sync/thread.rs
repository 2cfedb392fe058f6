//! Threads: their end, and waiting for it. The machine itself makes them.
//!
//! Edges: creation is a fork; a successful join learns all that the thread knew.

use super::{Done, Effects, Offer};
use crate::{State, Status, Stop, ThreadId};
use raceproof_ir::SyncOp as Op;
use raceproof_order::Edge;

/// The thread that a handle names.
fn named(s: &State, o: &Offer) -> Option<ThreadId> {
    let handle = o.args.first().copied().unwrap_or(0);
    let index = handle.checked_sub(1)?;
    ((index as usize) < s.threads.len()).then_some(ThreadId(index as u32))
}

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    // A join of what cannot be joined is a fault, and that does not wait.
    match named(s, o) {
        Some(t) if t != o.thread => {
            let thread = &s.threads[t.0 as usize];
            u32::from(thread.detached || thread.joined || matches!(thread.status, Status::Finished(_)))
        }
        _ => 1,
    }
}

pub(super) fn perform(s: &mut State, o: &Offer, effects: &mut Effects) -> Result<Done, Stop> {
    match o.op {
        Op::ThreadSelf => Ok(Done::Result(u64::from(o.thread.0) + 1)),
        Op::ThreadYield => Ok(Done::Result(0)),
        Op::ThreadExit => Ok(Done::Exit(o.args.first().copied().unwrap_or(0))),
        _ => {
            let Some(t) = named(s, o) else {
                return Err(o.misuse("no thread has this handle", None));
            };
            if o.op == Op::ThreadJoin && t == o.thread {
                return Err(o.misuse("a thread joins itself", None));
            }
            let thread = &mut s.threads[t.0 as usize];
            if thread.joined {
                return Err(o.misuse("the thread has been joined already", None));
            }
            if thread.detached {
                return Err(o.misuse("the thread is detached", None));
            }
            if o.op == Op::ThreadDetach {
                thread.detached = true;
                s.mark_thread(t);
                return Ok(Done::Result(0));
            }
            thread.joined = true;
            let clock = thread.clock;
            let recyclable = thread.recyclable;
            let value = match thread.status {
                Status::Finished(value) => value,
                _ => 0,
            };
            s.mark_thread(t);
            s.catch_up(o.thread, clock);
            if recyclable {
                s.threads[o.thread.0 as usize].spare.push(t);
            }
            if s.threads[t.0 as usize].family.parent == Some(o.thread) {
                // An undeferred task: whoever comes after it knows that it is over.
                s.threads[o.thread.0 as usize]
                    .family
                    .history
                    .retain(|(_, task)| *task != t);
                super::task::recycle(s, o.thread, &[t]);
            } else {
                let mut spare = std::mem::take(&mut s.threads[t.0 as usize].family.spare_tasks);
                s.threads[o.thread.0 as usize]
                    .family
                    .spare_tasks
                    .append(&mut spare);
            }
            effects.acquires.push(Edge::Join(t));
            Ok(Done::Result(value))
        }
    }
}
