//! The state of a run: its threads, its memory, and the library's state.

use raceproof_ir::FuncId;

use crate::encode::{Reader, put};
use crate::symmetry::Mark;
use crate::{Environment, Memory, Naming, ObjectId, Pointer, Stop, ThreadId};

/// A state of the program. Cheap to change, not meant to be cloned at every step: engines store its
/// [parts](crate::Part).
#[derive(Clone, Debug, Default)]
pub struct State {
    /// All objects.
    pub memory: Memory,
    #[allow(clippy::vec_box, reason = "threads that are alike change places")]
    pub(crate) threads: Vec<Box<Thread>>,
    pub(crate) environment: Environment,
    pub(crate) environment_dirty: bool,
    /// None if places of tasks are used again only by those who know what happened there.
    pub(crate) tasks: Option<Tasks>,
    pub(crate) naming: Naming,
    /// How many bytes a native has gone through; the run that called it takes them off its fuel.
    pub(crate) effort: u64,
    /// Why there is no initial state, if there is none; a run says so.
    pub(crate) failed: Option<Stop>,
}

/// Tasks of a run in which any task may get the place of another one that is over. All this follows from the
/// threads, and is kept for the sake of programs with very many tasks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tasks {
    /// Places of tasks that are over and known to whoever waited for them.
    pub free: Vec<ThreadId>,
    /// How many places have been had, if there are threads beyond all places.
    pub places: Option<usize>,
    /// For each thread the tasks that it made and that matter: nobody has waited for them, or for descendants
    /// of theirs.
    pub children: Vec<Vec<ThreadId>>,
}

impl Tasks {
    /// A thread makes a task.
    pub fn add(&mut self, t: ThreadId, task: ThreadId) {
        let most = t.0.max(task.0) as usize;
        if self.children.len() <= most {
            self.children.resize(most + 1, Vec::new());
        }
        self.children[t.0 as usize].push(task);
    }

    /// Those that a thread made, the oldest first.
    pub fn of(&self, t: ThreadId) -> &[ThreadId] {
        self.children.get(t.0 as usize).map_or(&[], Vec::as_slice)
    }
}

/// What a thread has to do with tasks: whose it is, what it waits for, which ones it made and owns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Family {
    /// The thread that created it, if it is a task.
    pub(crate) parent: Option<ThreadId>,
    /// Tasks that it starts after, while it is delayed.
    pub(crate) after: Vec<ThreadId>,
    /// Dependences of the next task that it creates.
    pub(crate) pending: Vec<Dependence>,
    /// Dependences of the tasks that it created.
    pub(crate) history: Vec<(Dependence, ThreadId)>,
    /// The first task of the region that it is in; those before are not siblings of the ones that it makes
    /// now.
    pub(crate) first_task: u64,
    /// How many tasks it has made.
    pub(crate) tasks_made: u64,
    /// If it is a task: how many its creator had made before it.
    pub(crate) rank: u64,
    /// Places of tasks that are over, known to this thread, and referred to by nobody.
    pub(crate) spare_tasks: Vec<ThreadId>,
    /// Tasks that it owns and has not joined, each with its region, oldest first.
    pub(crate) owned: Vec<(u64, ThreadId)>,
    /// Regions whose tasks go to the next task that it posts.
    pub(crate) passing: Vec<u64>,
    /// What it says to whoever joins it, if it is a posted task.
    pub(crate) tag: Option<u64>,
}

impl Family {
    /// Whether it has nothing to do with tasks. Names all that there is, so that nothing is left out of what
    /// is stored.
    pub fn is_empty(&self) -> bool {
        let Family {
            parent,
            after,
            pending,
            history,
            first_task,
            tasks_made,
            rank,
            spare_tasks,
            owned,
            passing,
            tag,
        } = self;
        parent.is_none()
            && after.is_empty()
            && pending.is_empty()
            && history.is_empty()
            && *first_task == 0
            && *tasks_made == 0
            && *rank == 0
            && spare_tasks.is_empty()
            && owned.is_empty()
            && passing.is_empty()
            && tag.is_none()
    }
}

/// A thread of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    pub(crate) status: Status,
    /// Its calls, the running one last.
    pub(crate) frames: Vec<Frame>,
    /// The registers of all its frames, one frame after the other. Longer than what is in use.
    pub(crate) registers: Vec<u64>,
    /// Stack objects made by `alloca`, oldest first.
    pub(crate) allocas: Vec<ObjectId>,
    /// Its copies of the thread-local globals, by their number among these; none if not made yet.
    pub(crate) locals: Vec<ObjectId>,
    /// Its `errno`, made when first used.
    pub(crate) errno: ObjectId,
    /// Thread-specific data, by key.
    pub(crate) specific: Vec<Pointer>,
    pub(crate) family: Family,
    /// End of its share of the works of a construct.
    pub(crate) share_limit: u64,
    /// Whether its place may be used again after it was joined: nobody keeps its handle.
    pub(crate) recyclable: bool,
    /// Places of threads that it joined and may use again.
    pub(crate) spare: Vec<ThreadId>,
    /// Nobody may join it.
    pub(crate) detached: bool,
    /// Somebody has joined it.
    pub(crate) joined: bool,
    /// The locks that it holds, in order; one that it reads as often as it does.
    pub(crate) marks: Vec<Mark>,
    /// How many atomic blocks it is in.
    pub(crate) atomic_depth: u32,
    /// How far it has come with its destructors, while they run.
    pub(crate) ending: Option<Ending>,
    /// How far its clock has gone.
    pub(crate) clock: u64,
    /// What it has to do with the world.
    pub(crate) outside: Outside,
    /// How many frames it has made; gives each its serial number.
    pub(crate) serial: u32,
    pub(crate) dirty: bool,
}

/// What a thread has to do with the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outside {
    /// The signals that it blocks, a bit each.
    pub mask: u64,
    /// Those that it blocked when it was made.
    pub first_mask: u64,
    /// How many children it has made and not waited for.
    pub children: u32,
    /// How many messages have come to it.
    pub came: u32,
    /// How often it was told that there are some.
    pub told: u32,
}

/// The end of a thread with thread-specific data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// What it returned.
    pub value: u64,
    /// How often all keys have been gone through.
    pub round: u32,
    /// The next key to look at.
    pub key: u32,
}

/// What a thread is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Status {
    /// It can run.
    #[default]
    Runnable,
    /// It sleeps on a condition variable, or at a barrier in the round `generation`.
    Waiting {
        /// The object.
        on: Pointer,
        /// The round of a barrier, else 0.
        generation: u32,
    },
    /// It was woken from a condition variable and needs the mutex to go on.
    Woken {
        /// By its time limit, not by a signal.
        timed_out: bool,
    },
    /// A task that has to wait for others before it starts.
    Delayed,
    /// It has returned.
    Finished(u64),
    /// It has ended the program, with this status.
    Exited(i32),
    /// It met a defect or an assumption that does not hold, and stays where it is.
    Stuck,
}

/// A storage location that a task depends on, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dependence {
    pub start: Pointer,
    pub length: u64,
    pub kind: u32,
}

/// A call in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// What runs.
    pub function: FuncId,
    /// The next operation; in a caller, the one after the call.
    pub pc: u32,
    /// Index of its first register.
    pub base: u32,
    /// Register of the caller that takes the result; [`NOWHERE`] for none.
    pub dst: u32,
    /// Number of `alloca` objects when it was called.
    pub allocas: u32,
    /// Distinguishes it from a later frame at its depth, for `longjmp`. 0 until a `setjmp` asks.
    pub serial: u32,
}

/// No register.
pub(crate) const NOWHERE: u32 = u32::MAX;

impl Dependence {
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        put(out, self.start.0);
        put(out, self.length);
        put(out, u64::from(self.kind));
    }

    pub(crate) fn decode(r: &mut Reader<'_>) -> Dependence {
        Dependence {
            start: Pointer(r.get()),
            length: r.get(),
            kind: r.get32(),
        }
    }
}

impl Status {
    /// Whether the thread may still do something.
    #[inline]
    pub fn is_alive(self) -> bool {
        matches!(
            self,
            Status::Runnable | Status::Waiting { .. } | Status::Woken { .. } | Status::Delayed
        )
    }

    /// A number of three bits for what it is, without what goes with it.
    pub(crate) fn tag(self) -> u8 {
        match self {
            Status::Runnable => 0,
            Status::Finished(_) => 1,
            Status::Waiting { .. } => 2,
            Status::Woken { .. } => 3,
            Status::Exited(_) => 4,
            Status::Stuck => 5,
            Status::Delayed => 6,
        }
    }

    /// Appends what goes with its tag.
    pub(crate) fn encode(self, out: &mut Vec<u8>) {
        match self {
            Status::Runnable | Status::Stuck | Status::Delayed => {}
            Status::Finished(value) => put(out, value),
            Status::Waiting { on, generation } => {
                put(out, on.0);
                put(out, u64::from(generation));
            }
            Status::Woken { timed_out } => put(out, u64::from(timed_out)),
            Status::Exited(status) => put(out, u64::from(status as u32)),
        }
    }

    pub(crate) fn decode(tag: u8, r: &mut Reader<'_>) -> Status {
        match tag {
            0 => Status::Runnable,
            1 => Status::Finished(r.get()),
            2 => Status::Waiting {
                on: Pointer(r.get()),
                generation: r.get32(),
            },
            3 => Status::Woken {
                timed_out: r.get() != 0,
            },
            4 => Status::Exited(r.get32() as i32),
            5 => Status::Stuck,
            _ => Status::Delayed,
        }
    }
}

impl State {
    /// The threads that were ever made, finished ones included.
    pub fn threads(&self) -> impl ExactSizeIterator<Item = (ThreadId, &Thread)> {
        self.threads
            .iter()
            .enumerate()
            .map(|(i, t)| (ThreadId(i as u32), t.as_ref()))
    }

    /// A thread.
    pub fn thread(&self, id: ThreadId) -> Option<&Thread> {
        self.threads.get(id.0 as usize).map(Box::as_ref)
    }

    /// Puts two threads into each other's places, whatever else knows their names.
    pub fn exchange(&mut self, a: ThreadId, b: ThreadId) {
        self.threads.swap(a.0 as usize, b.0 as usize);
    }

    /// Sets what a thread is about to do.
    pub fn set_status(&mut self, t: ThreadId, status: Status) {
        if let Some(thread) = self.threads.get_mut(t.0 as usize) {
            thread.status = status;
            thread.dirty = true;
        }
    }

    /// Whether a thread was woken from a condition variable and has not gone on yet.
    pub fn is_woken(&self, t: ThreadId) -> bool {
        let thread = self.threads.get(t.0 as usize);
        thread.is_some_and(|thread| matches!(thread.status, Status::Woken { .. }))
    }

    /// Remembers that a thread has changed.
    pub(crate) fn mark_thread(&mut self, t: ThreadId) {
        self.threads[t.0 as usize].dirty = true;
    }

    /// How many places threads and tasks have had.
    pub(crate) fn places(&self) -> usize {
        let places = self.tasks.as_ref().and_then(|tasks| tasks.places);
        places.unwrap_or(self.threads.len())
    }

    /// Numbers of threads that are yet to be made are beyond all places.
    pub(crate) fn reserve_places(&mut self) {
        let places = self.places();
        if let Some(tasks) = &mut self.tasks {
            tasks.places = Some(places);
            while self.threads.len() < self.naming.places as usize {
                self.threads.push(Box::new(Thread {
                    status: Status::Finished(0),
                    joined: true,
                    ..Thread::default()
                }));
            }
        }
    }

    /// A thread begins in a place.
    pub(crate) fn put_thread(&mut self, place: ThreadId, thread: Thread) {
        let i = place.0 as usize;
        if let Some(places) = self.tasks.as_mut().and_then(|tasks| tasks.places.as_mut()) {
            *places = (*places).max(i + 1);
        }
        match self.threads.get_mut(i) {
            Some(old) => **old = thread,
            None => self.threads.push(Box::new(thread)),
        }
    }

    /// A thread's clock is not behind this.
    pub(crate) fn catch_up(&mut self, t: ThreadId, clock: u64) {
        let thread = &mut self.threads[t.0 as usize];
        thread.clock = thread.clock.max(clock);
        thread.dirty = true;
    }

    /// From now on the place of a task that somebody has waited for is given to any other, so that tasks are
    /// as many as the program likes, if only few of them are there at a time. Whoever observes the run must
    /// tell them apart.
    pub fn give_places_to_any(&mut self) {
        self.tasks = Some(Tasks::default());
    }

    /// From now on objects may have so many bytes more in all; the allocation of more is a gap that says
    /// [`NO_ROOM`](crate::NO_ROOM).
    pub fn limit_memory(&mut self, more: u64) {
        self.memory.limit(more);
    }

    /// State of the C library.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }
}

impl Thread {
    /// What it is about to do.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Whether somebody has waited for its end.
    pub fn is_joined(&self) -> bool {
        self.joined
    }

    /// The thread that made it, if it is a task.
    pub fn creator(&self) -> Option<ThreadId> {
        self.family.parent
    }

    /// Number of calls in progress.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }
}
