//! Tasks in regions: the concurrent statements of figure 2 of Nakade, Mercer, McCarthy 2017 (post, await,
//! ewait), and futures.
//!
//! Every thread owns tasks, each in a region. Joining a task makes its own unjoined tasks the joiner's (the
//! multiset union of rule AWAIT of figure 4); passing a region hands its tasks to the next task posted. So
//! the owner of a task and what an await joins are no choice of the schedule; which task an ewait
//! (`task_pick`) joins is one, if its region has several.
//!
//! Edges: posting is a fork; a join, and the get of a future, learn all that the task knew.
//!
//! A task whose handle nobody took is gone after its join: its place is used again by tasks of whoever joined
//! it. Tag and value stay readable until the joiner posts the next task.

use super::{Done, Effects, Offer};
use crate::{State, Status, Stop, ThreadId};
use raceproof_ir::SyncOp as Op;
use raceproof_order::Edge;

/// Every region at once.
const ALL: u64 = u64::MAX;

fn argument(o: &Offer) -> u64 {
    o.args.first().copied().unwrap_or(0)
}

/// The task that a handle names.
fn named(s: &State, o: &Offer) -> Option<ThreadId> {
    let index = argument(o).checked_sub(1)?;
    let thread = s.threads.get(usize::try_from(index).ok()?)?;
    thread.family.tag.is_some().then_some(ThreadId(index as u32))
}

fn is_finished(s: &State, t: ThreadId) -> bool {
    matches!(s.threads[t.0 as usize].status, Status::Finished(_))
}

fn is_in(region: u64, wanted: u64) -> bool {
    wanted == ALL || region == wanted
}

/// Whether all tasks of a region have ended, those included that are inherited by joining them.
fn is_quiet(s: &State, owner: ThreadId, region: u64) -> bool {
    let mut owners = vec![owner];
    while let Some(owner) = owners.pop() {
        for &(r, t) in &s.threads[owner.0 as usize].family.owned {
            if is_in(r, region) {
                if !is_finished(s, t) {
                    return false;
                }
                owners.push(t);
            }
        }
    }
    true
}

/// The tasks that a thread owns in a region, in the order in which they were posted or inherited.
pub(crate) fn owned(s: &State, owner: ThreadId, region: u64) -> impl Iterator<Item = ThreadId> + '_ {
    s.threads[owner.0 as usize]
        .family
        .owned
        .iter()
        .filter(move |(r, _)| is_in(*r, region))
        .map(|(_, t)| *t)
}

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    match o.op {
        Op::TaskAwait => u32::from(is_quiet(s, o.thread, argument(o))),
        // A get of what is no task is a fault, and that does not wait.
        Op::TaskGet => named(s, o).map_or(1, |t| u32::from(t == o.thread || is_finished(s, t))),
        _ => {
            let mut tasks = owned(s, o.thread, argument(o)).peekable();
            match tasks.peek() {
                None => u32::from(o.int(1) == 0),
                Some(_) => tasks.filter(|&t| is_finished(s, t)).count() as u32,
            }
        }
    }
}

/// The task is over and its tasks are the joiner's. It has been taken off the joiner's list.
fn join(s: &mut State, o: &Offer, t: ThreadId, effects: &mut Effects) {
    let task = &mut s.threads[t.0 as usize];
    task.joined = true;
    let clock = task.clock;
    task.registers = Vec::new();
    let mut owned = std::mem::take(&mut task.family.owned);
    let mut spare = std::mem::take(&mut task.spare);
    if task.recyclable {
        spare.push(t);
    }
    s.mark_thread(t);
    s.catch_up(o.thread, clock);
    let me = &mut s.threads[o.thread.0 as usize];
    me.family.owned.append(&mut owned);
    me.spare.append(&mut spare);
    effects.acquires.push(Edge::Join(t));
}

fn await_all(s: &mut State, o: &Offer, effects: &mut Effects) {
    let region = argument(o);
    let me = o.thread.0 as usize;
    let mut at = 0;
    // What a join brings is appended, so one walk meets everything. Tasks of other regions stay in order.
    let mut kept = 0;
    while let Some(&(r, t)) = s.threads[me].family.owned.get(at) {
        if is_in(r, region) {
            join(s, o, t, effects);
        } else {
            s.threads[me].family.owned[kept] = (r, t);
            kept += 1;
        }
        at += 1;
    }
    s.threads[me].family.owned.truncate(kept);
}

pub(super) fn perform(s: &mut State, o: &Offer, choice: u64, effects: &mut Effects) -> Result<Done, Stop> {
    let me = o.thread.0 as usize;
    match o.op {
        Op::TaskPass => s.threads[me].family.passing.push(argument(o)),
        Op::TaskAwait => await_all(s, o, effects),
        Op::TaskPick => {
            let finished = owned(s, o.thread, argument(o)).filter(|&t| is_finished(s, t));
            let Some(t) = finished.take(choice as usize + 1).last() else {
                return Ok(Done::Result(0));
            };
            s.threads[me].family.owned.retain(|&(_, task)| task != t);
            join(s, o, t, effects);
            return Ok(Done::Result(u64::from(t.0) + 1));
        }
        _ => {
            let Some(t) = named(s, o) else {
                return Err(o.misuse("no task has this handle", None));
            };
            let task = &s.threads[t.0 as usize];
            if o.op == Op::TaskTag {
                return Ok(Done::Result(task.family.tag.unwrap_or(0)));
            }
            if t == o.thread {
                return Err(o.misuse("a task waits for itself", None));
            }
            if o.op == Op::TaskGet {
                effects.acquires.push(Edge::Join(t));
            }
            if let Status::Finished(value) = task.status {
                return Ok(Done::Result(value));
            }
        }
    }
    Ok(Done::Result(0))
}
