//! Work that any thread of a team might do: iterations, sections, single blocks.
//!
//! Edges: none. What is told is whose work the thread does from now on, so that an engine can compare two works that happened to
//! be done by one thread.
//!
//! The share of a thread is a contiguous range: alternative 0 divides the works evenly, alternative `n` gives the first `n` to thread 0 and
//! the rest to thread 1. Only the even one is offered; the others serve to put two works on different threads in a witness.

use super::{Done, Effects, Offer};
use crate::observe::Work;
use crate::{State, Stop};
use raceproof_ir::SyncOp as Op;

pub(super) fn perform(s: &mut State, o: &Offer, choice: u64, effects: &mut Effects) -> Result<Done, Stop> {
    let number = |i: usize| o.args.get(i).copied().unwrap_or(0);
    match o.op {
        Op::WorkBegin => {
            effects.work = Some(Some(Work {
                team: number(0),
                construct: number(1),
                number: number(2),
            }));
        }
        Op::WorkEnd => effects.work = Some(None),
        Op::WorkLimit => return Ok(Done::Result(s.threads[o.thread.0 as usize].share_limit)),
        _ => {
            let works = (number(2) as i64).max(0);
            let size = i64::from(o.int(4) as i32).max(1);
            let thread = i64::from(o.int(3) as i32).clamp(0, size - 1);
            let split = (choice as i64).min(works);
            let (first, limit) = match (split, thread) {
                (0, _) => {
                    let (each, rest) = (works / size, works % size);
                    let first = each * thread + thread.min(rest);
                    (first, first + each + i64::from(thread < rest))
                }
                (_, 0) => (0, split),
                (_, 1) => (split, works),
                _ => (works, works),
            };
            s.threads[o.thread.0 as usize].share_limit = limit as u64;
            return Ok(Done::Result(first as u64));
        }
    }
    Ok(Done::Result(0))
}
