//! Posting tasks, and what an engine for task-parallel programs asks about the operation that a task is at.

use raceproof_ir::SyncOp;
use raceproof_order::Edge;

use crate::op::Op;
use crate::state::{Family, Status};
use crate::sync::region;
use crate::{Gap, Machine, Observer, Pointer, Site, State, Stop, Thread, ThreadId};

/// What a task of a task-parallel program is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskStep {
    /// Posts a task, joins or gets: no choice of the schedule.
    Structured,
    /// Joins one of these tasks, of which there are several.
    Pick(Vec<ThreadId>),
    /// Takes a lock, unless it holds it already.
    Lock(Pointer),
    /// Gives a lock back.
    Unlock(Pointer),
    /// Something that task-parallel programs do not have.
    Foreign,
}

/// Who learns what a task knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heir {
    /// Itself: it goes on, or it may be joined alone, by its handle or by an ewait.
    Itself,
    /// It has ended, and only an await of this region of this owner, or of whoever inherits it, joins it,
    /// with all others that are there.
    Region(ThreadId, u64),
    /// It has ended and was joined, and nobody has its handle.
    Nobody,
}

impl Machine<'_> {
    /// Who learns what each thread knows.
    pub fn heirs(&self, s: &State) -> Vec<Heir> {
        let alone = self.code.syncs.iter().any(|sync| sync.op == SyncOp::TaskPick);
        let mut heirs = vec![Heir::Itself; s.threads.len()];
        let is_over = |t: ThreadId| {
            let task = &s.threads[t.0 as usize];
            task.recyclable && task.family.tag.is_some() && matches!(task.status, Status::Finished(_))
        };
        for (i, thread) in s.threads.iter().enumerate() {
            let me = ThreadId(i as u32);
            if thread.joined && is_over(me) {
                heirs[i] = Heir::Nobody;
            }
            for &(region, task) in thread.family.owned.iter().filter(|(_, t)| !alone && is_over(*t)) {
                heirs[task.0 as usize] = Heir::Region(me, region);
            }
        }
        heirs
    }

    /// The operation that a thread is at, for an engine that knows tasks and one lock.
    pub fn task_step(&self, s: &State, t: ThreadId) -> TaskStep {
        use SyncOp as S;
        let Some((Op::Sync { index }, _)) = self.pending(s, t) else {
            return TaskStep::Foreign;
        };
        let lock = || Pointer(self.arguments(s, t, index).first().copied().unwrap_or(0));
        match self.code.syncs[index as usize].op {
            S::TaskPass
            | S::TaskPost
            | S::TaskAwait
            | S::TaskTag
            | S::TaskValue
            | S::TaskGet
            | S::ThreadCreate
            | S::ThreadCreateAt
            | S::ThreadSelf
            | S::ThreadYield
            | S::MutexInit => TaskStep::Structured,
            S::MutexDestroy if self.class(s, t).is_local() => TaskStep::Structured,
            S::ThreadJoin => TaskStep::Structured,
            S::TaskPick => match self.candidates(s, t) {
                tasks if tasks.len() < 2 => TaskStep::Structured,
                tasks => TaskStep::Pick(tasks),
            },
            S::MutexLock => TaskStep::Lock(lock()),
            S::MutexUnlock => TaskStep::Unlock(lock()),
            _ => TaskStep::Foreign,
        }
    }

    /// The tasks of which a thread is about to join one, whether they have ended or not.
    pub fn candidates(&self, s: &State, t: ThreadId) -> Vec<ThreadId> {
        let Some((Op::Sync { index }, _)) = self.pending(s, t) else {
            return Vec::new();
        };
        let region = self.arguments(s, t, index).first().copied().unwrap_or(0);
        region::owned(s, t, region).collect()
    }

    /// The task that an alternative of a pick joins, if the thread is at one.
    pub fn picked(&self, s: &State, t: ThreadId, choice: u64) -> Option<ThreadId> {
        let Some((Op::Sync { index }, _)) = self.pending(s, t) else {
            return None;
        };
        if self.code.syncs[index as usize].op != SyncOp::TaskPick {
            return None;
        }
        let is_finished = |task: &ThreadId| matches!(s.threads[task.0 as usize].status, Status::Finished(_));
        let mut finished = self.candidates(s, t).into_iter().filter(is_finished);
        finished.nth(usize::try_from(choice).ok()?)
    }

    /// Which alternative of a pick joins this task, if it has ended.
    pub fn alternative_of(&self, s: &State, t: ThreadId, task: ThreadId) -> Option<u64> {
        let mut finished = self
            .candidates(s, t)
            .into_iter()
            .filter(|c| matches!(s.threads[c.0 as usize].status, Status::Finished(_)));
        finished.position(|c| c == task).map(|i| i as u64)
    }

    /// Posts a task: rule POST of figure 4.
    pub(crate) fn post<O: Observer>(
        &self,
        s: &mut State,
        t: ThreadId,
        args: &[u64],
        handle_used: bool,
        site: Site,
        observer: &mut O,
    ) -> Result<u64, Stop> {
        let entry = Pointer(args[0]);
        let Some(function) = self.code.function_at(entry) else {
            return Err(crate::FaultKind::BadCall(entry).at(t, site));
        };
        if self.code.program.function(function).blocks.is_empty() {
            return Err(Gap::stop("a task that starts in a library function", t, site));
        }
        let (region, tag) = (args[1], args[2]);
        let poster = &mut s.threads[t.0 as usize];
        let spare = match handle_used {
            true => None,
            false => poster.spare.pop(),
        };
        let mut task = Thread {
            recyclable: !handle_used,
            family: Family {
                tag: Some(tag),
                ..Family::default()
            },
            clock: poster.clock,
            ..Thread::default()
        };
        let passing = std::mem::take(&mut poster.family.passing);
        if !passing.is_empty() {
            let (passed, kept) = std::mem::take(&mut poster.family.owned)
                .into_iter()
                .partition(|(r, _)| passing.contains(r));
            poster.family.owned = kept;
            task.family.owned = passed;
        }
        let child = match spare {
            Some(child) => child,
            None => match u32::try_from(s.threads.len()) {
                Ok(n) if n < u32::MAX / 4 => ThreadId(n),
                _ => return Err(Gap::stop("more tasks than the machine has room for", t, site)),
            },
        };
        s.threads[t.0 as usize].family.owned.push((region, child));
        self.start_thread(&mut task, function, &args[3..]);
        match spare {
            Some(_) => *s.threads[child.0 as usize] = task,
            None => s.threads.push(Box::new(task)),
        }
        s.mark_thread(child);
        s.mark_thread(t);
        observer.edge(t, Edge::Fork(child));
        Ok(u64::from(child.0) + 1)
    }
}

impl crate::Code<'_> {
    /// Whether the program posts tasks into regions.
    pub fn posts_tasks(&self) -> bool {
        self.syncs.iter().any(|s| s.op == SyncOp::TaskPost)
    }

    /// Whether the program may have teams that share works, or tasks.
    pub fn has_teams(&self) -> bool {
        let of_team = |op| {
            matches!(
                op,
                SyncOp::TaskPost | SyncOp::TaskCreate | SyncOp::WorkShare | SyncOp::WorkMore
            )
        };
        self.syncs.iter().any(|s| of_team(s.op))
    }
}
