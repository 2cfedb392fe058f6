//! Tasks: threads whose creator can wait for them in a body, and that can depend on each other.
//!
//! Edges: creation is a fork. A task that depends on others starts after their end and learns what they knew;
//! so does whoever waits for tasks. A thread that is in a region within another (`task_region`) knows only
//! the tasks that it created in that region, as they are children of another implicit task. Dependences are
//! between tasks of one creator, on common bytes: two `in` and two `inoutset` do not order, and two
//! `mutexinoutset` exclude each other only, which is the business of whoever makes them (a lock around the
//! body).

use super::{Done, Effects, Offer};
use crate::state::{Dependence, Family, Status, Tasks};
use crate::{Gap, State, Stop, Thread, ThreadId};
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
    for new in &thread.family.pending {
        for (old, task) in &thread.family.history {
            let is_sibling = s.threads[task.0 as usize].family.rank >= thread.family.first_task;
            if is_sibling && overlap(old, new) && orders(old.kind, new.kind) && !out.contains(task) {
                out.push(*task);
            }
        }
    }
    out
}

/// Whether a dependence of the next task of a thread has some bytes in common with one of its other tasks,
/// and is not the same. The standard has no meaning for that.
fn overlaps_in_part(s: &State, t: ThreadId, new: &Dependence) -> bool {
    let family = &s.threads[t.0 as usize].family;
    let history = family.history.iter().map(|(old, _)| old);
    let mut others = history.chain(&family.pending);
    others.any(|old| {
        let is_same = old.start == new.start && old.length == new.length;
        !is_same && overlap(old, new)
    })
}

fn overlap(a: &Dependence, b: &Dependence) -> bool {
    let begin = |d: &Dependence| u64::from(d.start.offset());
    a.start.object() == b.start.object() && begin(a) < begin(b) + b.length && begin(b) < begin(a) + a.length
}

/// Whether a task has come to its end. One that met a defect or a limit of ours has not, and whoever waits
/// for it waits for ever.
fn is_finished(s: &State, t: ThreadId) -> bool {
    matches!(s.threads[t.0 as usize].status, Status::Finished(_))
}

fn is_alive(s: &State, t: ThreadId) -> bool {
    s.threads[t.0 as usize].status.is_alive()
}

/// Whether an operation other than `task_await_depend` waits for a thread.
fn awaits(s: &State, o: &Offer, i: usize) -> bool {
    let (me, thread) = (o.thread, &s.threads[i]);
    if thread.family.parent.is_none() || thread.joined {
        return false;
    }
    if o.op == Op::TaskWait {
        return thread.family.parent == Some(me)
            && thread.family.rank >= s.threads[me.0 as usize].family.first_task;
    }
    // Descendants belong to what the child of this thread belongs to that they come from.
    let (mut child, mut at) = (thread, thread.family.parent);
    while let Some(p) = at.filter(|p| *p != me) {
        child = &s.threads[p.0 as usize];
        at = child.family.parent;
    }
    at.is_some() && child.family.rank >= o.args.first().copied().unwrap_or(0)
}

/// The tasks that an operation waits for.
fn awaited(s: &State, o: &Offer) -> Vec<ThreadId> {
    if o.op == Op::TaskAwaitDepend {
        return predecessors(s, o.thread);
    }
    let is_awaited = |t: &ThreadId| awaits(s, o, t.0 as usize);
    match candidates(s, o) {
        Some(children) => children.iter().copied().filter(is_awaited).collect(),
        None => all(s).filter(is_awaited).collect(),
    }
}

fn all(s: &State) -> impl DoubleEndedIterator<Item = ThreadId> {
    (0..s.threads.len() as u32).map(ThreadId)
}

/// Tasks among which are all that an operation waits for, if that is known.
fn candidates<'a>(s: &'a State, o: &Offer) -> Option<&'a [ThreadId]> {
    let tasks = s.tasks.as_ref().filter(|_| o.op == Op::TaskWait)?;
    Some(tasks.of(o.thread))
}

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    if o.op == Op::TaskAwaitDepend {
        return u32::from(predecessors(s, o.thread).into_iter().all(|t| is_finished(s, t)));
    }
    // It is mostly a young one that has not ended, and there may be many that have.
    let is_awaited = |t: &ThreadId| !is_finished(s, *t) && awaits(s, o, t.0 as usize);
    let waits = match candidates(s, o) {
        Some(children) => children.iter().rev().any(is_awaited),
        None => all(s).rev().any(|t| is_awaited(&t)),
    };
    u32::from(!waits)
}

/// A task that can still go on and that an operation other than `task_await_depend` waits for.
pub(crate) fn unfinished(s: &State, o: &Offer) -> Option<ThreadId> {
    let is_awaited = |t: &ThreadId| is_alive(s, *t) && awaits(s, o, t.0 as usize);
    match candidates(s, o) {
        Some(children) => children.iter().copied().rev().find(is_awaited),
        // Who waits for all its descendants waits longest for the oldest.
        None => all(s).find(is_awaited),
    }
}

/// Whether a task that waits for others can start.
pub(crate) fn can_start(s: &State, t: ThreadId) -> bool {
    s.threads[t.0 as usize]
        .family
        .after
        .iter()
        .all(|&p| is_finished(s, p))
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
            if overlaps_in_part(s, o.thread, &new) {
                let what = "dependences on sections that overlap without being the same";
                return Err(Gap::stop(what, o.thread, o.site));
            }
            s.threads[me].family.pending.push(new);
        }
        Op::TaskMark => return Ok(Done::Result(s.threads[me].family.tasks_made)),
        Op::TaskRegion => {
            let since = o.args.first().copied().unwrap_or(0);
            let before = std::mem::replace(&mut s.threads[me].family.first_task, since);
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
                thread.family.pending.clear();
            } else {
                thread.family.history.retain(|(_, t)| !tasks.contains(t));
                recycle(s, o.thread, &tasks);
            }
        }
    }
    Ok(Done::Result(0))
}

/// A thread has waited for tasks: their places can be used again by those that it makes from now on, which
/// know all that happened there. Not those of tasks that have descendants whom nobody has waited for, for
/// these know them as their ancestors.
pub(super) fn recycle(s: &mut State, t: ThreadId, tasks: &[ThreadId]) {
    if s.tasks.is_none() && is_few(s) {
        return;
    }
    let mut children = match &mut s.tasks {
        Some(tasks) => std::mem::take(&mut tasks.children),
        None => children(s),
    };
    let mut spare = Vec::new();
    for &task in tasks {
        spare.append(&mut s.threads[task.0 as usize].family.spare_tasks);
        s.mark_thread(task);
    }
    let parent = |task: &ThreadId| s.threads[task.0 as usize].family.parent;
    let mut parents: Vec<ThreadId> = tasks.iter().filter_map(parent).collect();
    // A task that is over may have been the last that its parent stayed for.
    while !parents.is_empty() {
        parents.sort_unstable();
        parents.dedup();
        let mut next = Vec::new();
        for p in parents {
            let mut list = std::mem::take(&mut children[p.0 as usize]);
            list.retain(|&task| {
                let is_over = is_joined(s, task) && children[task.0 as usize].is_empty();
                // Those that gave up their places before have none to give.
                if is_over && task.0 < s.naming.places {
                    spare.push(task);
                }
                !is_over
            });
            if list.is_empty() && is_joined(s, p) {
                next.extend(parent(&p));
            }
            children[p.0 as usize] = list;
        }
        parents = next;
    }
    let is_few = is_few(s);
    match &mut s.tasks {
        Some(tasks) => {
            tasks.children = children;
            if !is_few {
                tasks.free.append(&mut spare);
            }
        }
        None => s.threads[t.0 as usize].family.spare_tasks.append(&mut spare),
    }
    s.mark_thread(t);
}

/// Whether names are still given to one thread or task each.
fn is_few(s: &State) -> bool {
    s.threads.len() < s.naming.fresh as usize
}

/// Places that no thread and no task has, in a run whose tasks get any place.
fn room(s: &State, tasks: &Tasks) -> usize {
    tasks.free.len() + (s.naming.places as usize).saturating_sub(s.places())
}

/// So many places are left to those who have no task that they could wait for: tasks make tasks.
fn reserve(s: &State) -> usize {
    s.naming.places as usize / 2
}

/// Whether a thread must wait for a task of its own before it makes another one: places are few, and none of
/// its tasks can give up its own. Or there are none.
pub(crate) fn is_cramped(s: &State, t: ThreadId) -> bool {
    let Some(tasks) = &s.tasks else { return false };
    let room = room(s, tasks);
    room < reserve(s)
        && !tasks.of(t).iter().any(|&task| can_retire(s, t, task))
        && (room == 0 || unfinished_child(s, t).is_some())
}

/// A task of a thread that can still go on, in a run whose tasks get any place.
pub(crate) fn unfinished_child(s: &State, t: ThreadId) -> Option<ThreadId> {
    let tasks = s.tasks.as_ref()?;
    let mut children = tasks.of(t).iter().copied();
    children.rfind(|task| is_alive(s, *task))
}

/// Whether a task can give up its place before somebody has waited for it: it has ended, nobody is its child,
/// and no task that is to come depends on it.
fn can_retire(s: &State, t: ThreadId, task: ThreadId) -> bool {
    let thread = &s.threads[task.0 as usize];
    let has_children = || s.tasks.as_ref().is_some_and(|tasks| !tasks.of(task).is_empty());
    task.0 < s.naming.places
        && matches!(thread.status, Status::Finished(_))
        && !thread.joined
        && !has_children()
        && s.threads[t.0 as usize].family.history.is_empty()
}

/// Where places are few, tasks of a thread that have ended give up theirs. They get numbers beyond those of
/// places, for somebody will wait for them.
pub(crate) fn retire(s: &mut State, t: ThreadId) -> Vec<(ThreadId, ThreadId)> {
    let Some(tasks) = &s.tasks else {
        return Vec::new();
    };
    if room(s, tasks) >= reserve(s) {
        return Vec::new();
    }
    let mut list = tasks.of(t).to_vec();
    let mut moved = Vec::new();
    for task in &mut list {
        if !can_retire(s, t, *task) {
            continue;
        }
        s.reserve_places();
        let to = ThreadId(s.threads.len() as u32);
        let place = &mut s.threads[task.0 as usize];
        let over = Thread {
            status: place.status,
            family: Family {
                parent: place.family.parent.take(),
                rank: place.family.rank,
                ..Family::default()
            },
            clock: place.clock,
            ..Thread::default()
        };
        place.joined = true;
        s.threads.push(Box::new(over));
        moved.push((std::mem::replace(task, to), to));
    }
    let most = s.threads.len();
    if let Some(tasks) = s.tasks.as_mut().filter(|_| !moved.is_empty()) {
        tasks.children.resize(most.max(tasks.children.len()), Vec::new());
        tasks.children[t.0 as usize] = list;
        tasks.free.extend(moved.iter().map(|(place, _)| *place));
    }
    moved
}

fn is_joined(s: &State, t: ThreadId) -> bool {
    let thread = &s.threads[t.0 as usize];
    thread.joined && matches!(thread.status, Status::Finished(_))
}

/// For each thread the tasks that it made and whose places no others may have, the oldest first: nobody has
/// waited for them, or for descendants of theirs.
fn children(s: &State) -> Vec<Vec<ThreadId>> {
    let mut out = vec![Vec::new(); s.threads.len()];
    let mut is_spare = vec![false; s.threads.len()];
    for spare in s.threads.iter().flat_map(|thread| &thread.family.spare_tasks) {
        is_spare[spare.0 as usize] = true;
    }
    for task in all(s).filter(|task| !is_spare[task.0 as usize]) {
        if let Some(p) = s.threads[task.0 as usize].family.parent {
            out[p.0 as usize].push(task);
        }
    }
    out
}

/// Starts a task whose predecessors have ended.
pub(crate) fn start(s: &mut State, t: ThreadId, effects: &mut Effects) {
    let after = std::mem::take(&mut s.threads[t.0 as usize].family.after);
    for task in after {
        effects.acquires.push(Edge::Join(task));
    }
    s.set_status(t, Status::Runnable);
}
