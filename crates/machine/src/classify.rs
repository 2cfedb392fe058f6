//! What sort of operation a thread is at: who has a say in it, whether it may have to wait and for what, and
//! what works or barrier it is about.

use raceproof_ir::SyncOp;

use crate::code::{AtomicWhat, Code};
use crate::op::{Op, Word};
use crate::run::Machine;
use crate::state::{Frame, NOWHERE, Status};
use crate::sync::is_destroyed_by;
use crate::turn::Next;
use crate::{ConstructName, Doers, Pointer, State, ThreadId};

/// Who has a say in an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Nobody else: it commutes with whatever other threads do.
    Local,
    /// Like `Local` if no more threads use the barrier than it is for.
    Barrier,
    /// The edge of an atomic block: its order matters, and whoever runs after it has seen that it is over
    /// without being ordered after it.
    Block,
    /// Others: their order matters.
    Global,
}

/// What sort of operation a thread is at, for engines that reason about locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncKind {
    /// Takes or gives back a mutex or spin lock.
    Lock,
    /// An atomic access.
    Atomic,
    /// Destroys a synchronisation object.
    Destroy,
    /// Creates a thread.
    Create,
    /// Waits for the end of a thread.
    Join,
    /// Meets others at a barrier.
    Barrier,
    /// Anything else.
    Other,
}

impl Class {
    /// Whether the schedule has no say in it.
    pub fn is_local(self) -> bool {
        matches!(self, Class::Local | Class::Barrier)
    }
}

/// What a thread does next that is at this operation; none if that depends on the state.
pub(crate) fn next_at(code: &Code<'_>, op: &Op) -> Option<Next> {
    match op {
        Op::Sync { index } => match code.syncs[*index as usize].op {
            SyncOp::TaskPick => None,
            op if is_destroyed_by(op) => None,
            op => Some(Next::Sync(class_of(op))),
        },
        Op::Atomic { index } => Some(Next::Sync(match code.atomics[*index as usize].what {
            AtomicWhat::Fence(_) => Class::Local,
            _ => Class::Global,
        })),
        Op::Nondet { .. } => Some(Next::Choice),
        _ => Some(Next::Code),
    }
}

/// The register with the mutex that an operation locks.
pub(crate) fn lock_at(code: &Code<'_>, op: &Op) -> Word {
    match op {
        Op::Sync { index } => match &code.syncs[*index as usize] {
            sync if sync.op == SyncOp::MutexLock => sync.args.first().copied().unwrap_or(NOWHERE),
            _ => NOWHERE,
        },
        _ => NOWHERE,
    }
}

/// Who has a say in a synchronisation.
fn class_of(op: SyncOp) -> Class {
    use SyncOp as S;
    match op {
        S::ThreadCreate
        | S::ThreadCreateAt
        | S::ThreadJoin
        | S::ThreadDetach
        | S::ThreadExit
        | S::ThreadSelf
        | S::ThreadYield
        | S::MutexInit
        | S::RwInit
        | S::SpinInit
        | S::CondInit
        | S::BarrierInit
        | S::BarrierDestroy
        | S::SemInit
        | S::KeyDelete
        | S::KeySet
        | S::KeyGet
        | S::WorkBegin
        | S::WorkEnd
        | S::WorkShare
        | S::WorkMore
        | S::WorkLimit
        | S::OrderedEnter
        | S::OrderedExit
        | S::EventWait
        | S::EventSet
        | S::TaskDepend
        | S::TaskCreate
        | S::TaskAwaitDepend
        | S::TaskWait
        | S::TaskMark
        | S::TaskRegion
        | S::TaskWaitSince
        | S::TaskPass
        | S::TaskPost
        | S::TaskAwait
        | S::TaskTag
        | S::TaskValue
        | S::TaskGet => Class::Local,
        S::BarrierWait => Class::Barrier,
        S::AtomicBegin | S::AtomicEnd => Class::Block,
        _ => Class::Global,
    }
}

impl Machine<'_> {
    /// Who has a say in the operation that a thread is at.
    #[inline]
    pub fn class(&self, s: &State, t: ThreadId) -> Class {
        let thread = &s.threads[t.0 as usize];
        if thread.status == Status::Delayed {
            return Class::Local;
        }
        let Some(frame) = thread.frames.last() else {
            return Class::Local;
        };
        match self.code.nexts.get(frame.pc as usize) {
            Some(Some(Next::Sync(class))) => *class,
            Some(None) => self.class_now(s, t),
            _ => Class::Local,
        }
    }

    /// Which task is joined is up to the schedule only if there are several, and who uses what is destroyed
    /// only if there are others.
    #[cold]
    fn class_now(&self, s: &State, t: ThreadId) -> Class {
        let is_local = match self.sync_kind(s, t) {
            SyncKind::Destroy => s
                .threads()
                .all(|(u, other)| u == t || (!other.status.is_alive() && other.joined)),
            _ => self.candidates(s, t).len() < 2,
        };
        match is_local {
            true => Class::Local,
            false => Class::Global,
        }
    }

    /// What sort of operation a thread is at.
    pub fn sync_kind(&self, s: &State, t: ThreadId) -> SyncKind {
        use SyncOp as S;
        if s.threads[t.0 as usize].status == Status::Delayed {
            return SyncKind::Other;
        }
        match self.pending(s, t) {
            Some((Op::Sync { index }, _)) => match self.code.syncs[index as usize].op {
                S::MutexLock | S::MutexUnlock | S::SpinLock | S::SpinUnlock => SyncKind::Lock,
                S::ThreadCreate | S::ThreadCreateAt => SyncKind::Create,
                S::ThreadJoin => SyncKind::Join,
                S::BarrierWait => SyncKind::Barrier,
                op if is_destroyed_by(op) => SyncKind::Destroy,
                _ => SyncKind::Other,
            },
            Some((Op::Atomic { index }, _)) => match self.code.atomics[index as usize].what {
                AtomicWhat::Fence(_) => SyncKind::Other,
                _ => SyncKind::Atomic,
            },
            _ => SyncKind::Other,
        }
    }

    /// Whether a thread is at an operation by which iterations of a loop wait for each other: which is first
    /// is fixed by their numbers.
    pub fn takes_turn(&self, s: &State, t: ThreadId) -> bool {
        use SyncOp as S;
        let Some((Op::Sync { index }, _)) = self.pending(s, t) else {
            return false;
        };
        let op = self.code.syncs[index as usize].op;
        matches!(op, S::OrderedEnter | S::OrderedExit | S::EventWait | S::EventSet)
    }

    /// Whether a thread is at a compare-and-swap.
    pub fn is_swap(&self, s: &State, t: ThreadId) -> bool {
        match self.pending(s, t) {
            Some((Op::Atomic { index }, _)) => {
                matches!(self.code.atomics[index as usize].what, AtomicWhat::Cas { .. })
            }
            _ => false,
        }
    }

    /// Whether the operation that a thread is at may have to wait for others, in this state or another.
    pub fn can_wait(&self, s: &State, t: ThreadId) -> bool {
        use SyncOp as S;
        let Some((Op::Sync { index }, _)) = self.pending(s, t) else {
            return false;
        };
        match self.code.syncs[index as usize].op {
            S::MutexLock
            | S::RwRead
            | S::RwWrite
            | S::SpinLock
            | S::SemWait
            | S::OnceBegin
            | S::BarrierWait
            | S::ThreadJoin
            | S::OrderedEnter
            | S::TaskWait
            | S::TaskWaitSince
            | S::TaskAwaitDepend => true,
            S::CondWait | S::CondTimedWait => s.threads[t.0 as usize].status != Status::Runnable,
            _ => false,
        }
    }

    /// Whether the operation that a thread is at, its code up to the next one, and whether it can go on
    /// depend on the thread and on memory only, not on what other threads are. Operations that look at other
    /// threads have to be left out here: those that wake them, readers of a lock (which drop the marks of
    /// others), whatever is about threads and tasks; and what a native has called, for `exit` asks whether
    /// others do.
    pub fn is_insular(&self, s: &State, t: ThreadId) -> bool {
        use SyncOp as S;
        let thread = &s.threads[t.0 as usize];
        let is_native = |frame: &Frame| self.code.functions[frame.function.0 as usize].is_native();
        if self.code.uses.blocks || thread.status == Status::Delayed || thread.frames.iter().any(is_native) {
            return false;
        }
        // Whether a thread wakes up without a reason depends on whether that would be a race.
        if self.sleeps(s, t).is_some() {
            return false;
        }
        match self.pending(s, t) {
            Some((Op::Sync { index }, _)) => matches!(
                self.code.syncs[index as usize].op,
                S::MutexLock
                    | S::MutexTryLock
                    | S::MutexTimedLock
                    | S::MutexUnlock
                    | S::RwWrite
                    | S::RwTryWrite
                    | S::RwTimedWrite
                    | S::RwUnlock
                    | S::SpinLock
                    | S::SpinTryLock
                    | S::SpinUnlock
                    | S::CondWait
                    | S::CondTimedWait
                    | S::SemWait
                    | S::SemTryWait
                    | S::SemTimedWait
                    | S::SemPost
                    | S::OnceBegin
                    | S::OnceEnd
            ),
            Some((Op::Atomic { .. }, _)) => true,
            _ => false,
        }
    }

    /// Whether others have a say in the operation that a thread is at, whatever they are. Nothing is sure in
    /// a program with atomic blocks.
    pub fn is_surely_global(&self, s: &State, t: ThreadId) -> bool {
        let thread = &s.threads[t.0 as usize];
        let next = thread
            .frames
            .last()
            .and_then(|f| self.code.nexts.get(f.pc as usize));
        !self.code.uses.blocks
            && thread.status.is_alive()
            && thread.status != Status::Delayed
            && next == Some(&Some(Next::Sync(Class::Global)))
    }

    /// The objects that the operation of a thread waits for: whoever changes one may let the thread go on.
    pub fn waits_for(&self, s: &State, t: ThreadId) -> Vec<Pointer> {
        let Some((Op::Sync { index }, _)) = self.pending(s, t) else {
            return Vec::new();
        };
        let args = self.arguments(s, t, index);
        let needed = match s.threads[t.0 as usize].status {
            // Whoever was woken from a condition variable needs its mutex.
            Status::Woken { .. } => 1..2,
            // Whoever may wake up without a reason needs it too, and a reason to go on that is behind it.
            _ if self.sleeps(s, t).is_some() => 0..2,
            _ => 0..1,
        };
        args.get(needed)
            .unwrap_or_default()
            .iter()
            .map(|&p| Pointer(p))
            .collect()
    }

    /// The team and the construct of the share of works that a thread is about to ask for.
    pub fn share(&self, s: &State, t: ThreadId) -> Option<ConstructName> {
        let (Op::Sync { index }, _) = self.pending(s, t)? else {
            return None;
        };
        if !matches!(
            self.code.syncs[index as usize].op,
            SyncOp::WorkShare | SyncOp::WorkMore
        ) {
            return None;
        }
        let args = self.arguments(s, t, index);
        Some((Doers::decode(args[0]), args[1]))
    }

    /// How many threads share the works that a thread is about to ask for.
    pub fn share_size(&self, s: &State, t: ThreadId) -> u32 {
        match self.pending(s, t) {
            Some((Op::Sync { index }, _)) if self.share(s, t).is_some() => {
                self.arguments(s, t, index).get(4).map_or(0, |&size| size as u32)
            }
            _ => 0,
        }
    }

    /// Whether a thread is about to sleep for a time, or to let others go first.
    pub fn is_sleepy(&self, s: &State, t: ThreadId) -> bool {
        matches!(self.pending(s, t), Some((Op::Sync { index }, _))
            if self.code.syncs[index as usize].op == SyncOp::ThreadYield)
    }

    /// The barrier that a thread is at, and for how many threads it is.
    pub fn barrier(&self, s: &State, t: ThreadId) -> Option<(Pointer, u32)> {
        let (Op::Sync { index }, _) = self.pending(s, t)? else {
            return None;
        };
        if self.code.syncs[index as usize].op != SyncOp::BarrierWait {
            return None;
        }
        let barrier = Pointer(self.arguments(s, t, index).first().copied()?);
        let needed = s.memory.load(barrier, 4).ok()?;
        Some((
            barrier,
            u32::from_le_bytes([needed[0], needed[1], needed[2], needed[3]]),
        ))
    }
}
