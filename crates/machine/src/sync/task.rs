//! Tasks: threads whose creator can wait for them in a body, and that can depend on each other.
//!
//! Edges: creation is a fork. A task that depends on others starts after their end and learns what they knew; so does whoever waits for
//! tasks. A thread that is in a region within another (`task_region`) knows only the tasks that it created in that region, as they are
//! children of another implicit task. Dependences are between tasks of one creator, on common bytes: two `in` and two `inoutset` do not order, and two
//! `mutexinoutset` exclude each other only, which is the business of whoever makes them (a lock around the body).

use super::{Done, Effects, Offer};
use crate::state::{Dependence, Status};
use crate::{State, Stop, ThreadId};
use raceproof_ir::SyncOp as Op;
use raceproof_order::Edge;

const IN: u32 = 0;
const MUTEX: u32 = 2;
const IN_OUT_SET: u32 = 3;

fn orders(a: u32, b: u32) -> bool {
    !matches!((a, b), (IN, IN) | (MUTEX, MUTEX) | (IN_OUT_SET, IN_OUT_SET))
}

/// The tasks that the pending dependences of a thread are on.
pub(crate) fn predecessors(s: &State, t: ThreadId) -> Vec<ThreadId> {
    let thread = &s.threads[t.0 as usize];
    let mut out = Vec::new();
    for new in &thread.pending {
        for (old, task) in &thread.history {
            let overlap = old.start.object() == new.start.object()
                && u64::from(old.start.offset()) < u64::from(new.start.offset()) + new.length
                && u64::from(new.start.offset()) < u64::from(old.start.offset()) + old.length;
            let is_sibling = s.threads[task.0 as usize].rank >= thread.first_task;
            if is_sibling && overlap && orders(old.kind, new.kind) && !out.contains(task) {
                out.push(*task);
            }
        }
    }
    out
}

fn is_finished(s: &State, t: ThreadId) -> bool {
    !s.threads[t.0 as usize].status.is_alive()
}

/// Whether an operation other than `task_await_depend` waits for a thread.
fn awaits(s: &State, o: &Offer, i: usize) -> bool {
    let (me, thread) = (o.thread, &s.threads[i]);
    if thread.parent.is_none() || thread.joined {
        return false;
    }
    if o.op == Op::TaskWait {
        return thread.parent == Some(me) && thread.rank >= s.threads[me.0 as usize].first_task;
    }
    // Descendants belong to what the child of this thread belongs to that they come from.
    let (mut child, mut at) = (thread, thread.parent);
    while let Some(p) = at.filter(|p| *p != me) {
        child = &s.threads[p.0 as usize];
        at = child.parent;
    }
    at.is_some() && child.rank >= o.args.first().copied().unwrap_or(0)
}

/// The tasks that an operation waits for.
fn awaited(s: &State, o: &Offer) -> Vec<ThreadId> {
    if o.op == Op::TaskAwaitDepend {
        return predecessors(s, o.thread);
    }
    let is_awaited = |t: &ThreadId| awaits(s, o, t.0 as usize);
    match children(s, o) {
        Some(children) => children.iter().copied().filter(is_awaited).collect(),
        None => all(s).filter(is_awaited).collect(),
    }
}

fn all(s: &State) -> impl DoubleEndedIterator<Item = ThreadId> {
    (0..s.threads.len() as u32).map(ThreadId)
}

/// Tasks among which are all that an operation waits for, if that is known.
fn children<'a>(s: &'a State, o: &Offer) -> Option<&'a [ThreadId]> {
    let tasks = s.tasks.as_ref().filter(|_| o.op == Op::TaskWait)?;
    Some(tasks.of(o.thread))
}

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    if o.op == Op::TaskAwaitDepend {
        return u32::from(predecessors(s, o.thread).into_iter().all(|t| is_finished(s, t)));
    }
    u32::from(unfinished(s, o).is_none())
}

/// A task that has not ended and that an operation other than `task_await_depend` waits for.
pub(crate) fn unfinished(s: &State, o: &Offer) -> Option<ThreadId> {
    // It is mostly a young one, and there may be many that have ended.
    let is_awaited = |t: &ThreadId| !is_finished(s, *t) && awaits(s, o, t.0 as usize);
    match children(s, o) {
        Some(children) => children.iter().copied().rev().find(is_awaited),
        None => all(s).rev().find(is_awaited),
    }
}

/// Whether a task that waits for others can start.
pub(crate) fn can_start(s: &State, t: ThreadId) -> bool {
    s.threads[t.0 as usize].after.iter().all(|&p| is_finished(s, p))
}

pub(super) fn perform(s: &mut State, o: &Offer, effects: &mut Effects) -> Result<Done, Stop> {
    let me = o.thread.0 as usize;
    match o.op {
        Op::TaskDepend => {
            let length = o.args.get(1).copied().unwrap_or(0).max(1);
            let new = Dependence {
                start: o.pointer(0),
                length,
                kind: o.int(2),
            };
            s.threads[me].pending.push(new);
        }
        Op::TaskMark => return Ok(Done::Result(s.threads[me].tasks_made)),
        Op::TaskRegion => {
            let since = o.args.first().copied().unwrap_or(0);
            let before = std::mem::replace(&mut s.threads[me].first_task, since);
            return Ok(Done::Result(before));
        }
        _ => {
            let tasks = awaited(s, o);
            for &t in &tasks {
                effects.acquires.push(Edge::Join(t));
                if o.op != Op::TaskAwaitDepend {
                    s.threads[t.0 as usize].joined = true;
                    s.catch_up(o.thread, s.threads[t.0 as usize].clock);
                    s.mark_thread(t);
                }
            }
            let thread = &mut s.threads[me];
            if o.op == Op::TaskAwaitDepend {
                thread.pending.clear();
            } else {
                thread.history.retain(|(_, t)| !tasks.contains(t));
                s.forget_joined((o.op == Op::TaskWait).then_some(o.thread));
                recycle(s, o.thread, &tasks);
            }
        }
    }
    Ok(Done::Result(0))
}

/// So many threads are made before places of tasks are used again: names that are not used twice are easier to follow.
const FEW: usize = 128;

/// A thread has waited for tasks: their places can be used again by those that it makes from now on, which know all that happened there. Not those of
/// tasks whose own tasks nobody has waited for, for these know them as their parents.
pub(super) fn recycle(s: &mut State, t: ThreadId, tasks: &[ThreadId]) {
    if s.threads.len() < FEW {
        return;
    }
    let mut is_parent = Vec::new();
    if s.tasks.is_none() {
        is_parent = vec![false; s.threads.len()];
        for thread in s.threads.iter().filter(|thread| !thread.joined) {
            thread.parent.iter().for_each(|p| is_parent[p.0 as usize] = true);
        }
    }
    for &task in tasks {
        let is_parent = match &s.tasks {
            Some(tasks) => !tasks.of(task).is_empty(),
            None => is_parent[task.0 as usize],
        };
        let over = &mut s.threads[task.0 as usize];
        let mut spare = std::mem::take(&mut over.spare_tasks);
        if !is_parent && matches!(over.status, Status::Finished(_)) {
            spare.push(task);
        }
        s.mark_thread(task);
        match &mut s.tasks {
            Some(tasks) => tasks.free.append(&mut spare),
            None => s.threads[t.0 as usize].spare_tasks.append(&mut spare),
        }
    }
    s.mark_thread(t);
}

/// Starts a task whose predecessors have ended.
pub(crate) fn start(s: &mut State, t: ThreadId, effects: &mut Effects) {
    let after = std::mem::take(&mut s.threads[t.0 as usize].after);
    for task in after {
        effects.acquires.push(Edge::Join(task));
    }
    s.set_status(t, Status::Runnable);
}
