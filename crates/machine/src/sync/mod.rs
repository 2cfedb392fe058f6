//! Synchronisation objects: one file each, with the happens-before edges that it gives.
//!
//! The state of an object lives in the object's own bytes, in the layout that
//! [`sync_object`](raceproof_ir::sync_object) declares. Who waits is told by the [status](Status) of the
//! threads, and who reads by their [marks](Mark).
//!
//! An operation is *offered* while its thread is at it: [`alternatives`] says in how many ways it can go on
//! now (0: it is blocked), [`perform`] does one of them. An operation with a wait in the middle (condition
//! variables, barriers) is performed in two steps with the thread asleep between them.
//!
//! Every operation is an atomic access to the object's bytes, and making or destroying one is a plain
//! write: an initialisation that races with a use is a race like any other.

mod atomic_block;
mod barrier;
mod condition;
mod mutex;
mod once;
mod ordered;
pub(crate) mod region;
mod rwlock;
mod semaphore;
mod specific;
mod spinlock;
pub(crate) mod task;
mod thread;
pub(crate) mod work;

pub(crate) use condition::waiters;
pub(crate) use mutex::{can_lock, holds};
pub(crate) use specific::next_destructor;

use raceproof_ir::{DataModel, SyncOp};
use raceproof_order::{Channel, Edge};

use crate::symmetry::{Mark, MarkKind};
use crate::{Access, FaultKind, ObjectId, Pointer, Sink, Site, State, Status, Stop, ThreadId};

/// `EBUSY`.
const BUSY: u64 = 16;
/// `ETIMEDOUT`.
const TIMED_OUT: u64 = 110;
/// `EDEADLK`.
const DEADLOCK: u64 = 35;
/// `EPERM`.
const NOT_PERMITTED: u64 = 1;
/// -1 as an `int`.
const MINUS_ONE: u64 = 0xffff_ffff;

/// What became of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// It is over, with this result (0 if it has none).
    Result(u64),
    /// The thread sleeps in it.
    Asleep,
    /// The thread ends with this value.
    Exit(u64),
}

/// The arguments of an operation. Most have few, and operations are many.
#[derive(Default)]
pub(crate) struct Arguments {
    few: [u64; 6],
    count: usize,
    many: Vec<u64>,
}

impl Arguments {
    pub fn new(values: impl ExactSizeIterator<Item = u64>) -> Arguments {
        let mut arguments = Arguments {
            count: values.len(),
            ..Arguments::default()
        };
        if arguments.count > arguments.few.len() {
            arguments.many = values.collect();
        } else {
            arguments
                .few
                .iter_mut()
                .zip(values)
                .for_each(|(place, value)| *place = value);
        }
        arguments
    }
}

impl std::ops::Deref for Arguments {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        self.few.get(..self.count).unwrap_or(&self.many)
    }
}

/// Edges of an operation. Most have at most one.
#[derive(Debug, Default)]
struct EdgeList {
    first: Option<Edge>,
    more: Vec<Edge>,
}

impl EdgeList {
    fn push(&mut self, edge: Edge) {
        match self.first {
            None => self.first = Some(edge),
            Some(_) => self.more.push(edge),
        }
    }

    fn tell(&mut self, thread: ThreadId, sink: &mut dyn Sink) {
        for edge in self.first.take().into_iter().chain(self.more.drain(..)) {
            sink.edge(thread, edge);
        }
    }
}

/// What an operation tells the observer. It is told in the order of happens-before: what is acquired orders
/// the access itself, unless that is an arrival, and what is released covers it.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    acquires: EdgeList,
    access: Option<Access>,
    /// The access destroys the object.
    destroys: bool,
    /// The access comes before what is acquired: who comes last to a barrier has come there by itself.
    arrives: bool,
    releases: EdgeList,
    /// A lock was taken or given back.
    lock: Option<(Pointer, bool)>,
    /// The thread saw what another did without being ordered after it.
    unordered: bool,
    /// There are more alternatives than those on offer.
    narrowed: bool,
}

impl Effects {
    /// Whether there are more alternatives than those on offer.
    pub fn is_narrowed(&self) -> bool {
        self.narrowed
    }

    /// Tells them.
    pub fn tell(&mut self, thread: ThreadId, site: Site, sink: &mut dyn Sink) {
        if !self.arrives {
            self.acquires.tell(thread, sink);
        }
        match self.access.take() {
            Some(access) if self.destroys => sink.destroyed(thread, access),
            Some(access) => sink.access(thread, access),
            None => {}
        }
        if std::mem::take(&mut self.arrives) {
            self.acquires.tell(thread, sink);
        }
        self.releases.tell(thread, sink);
        if let Some((object, held)) = self.lock.take() {
            sink.lock(thread, object, held);
        }
        if std::mem::take(&mut self.unordered) {
            sink.unordered(thread, site);
        }
    }
}

/// An operation that a thread is at.
pub(crate) struct Offer<'a> {
    pub model: DataModel,
    pub thread: ThreadId,
    pub site: Site,
    pub op: SyncOp,
    pub args: &'a [u64],
    /// Whether waits on condition variables may end without a reason.
    pub spurious: bool,
    /// The object that stands for the state of the library, if that matters.
    pub library: Option<ObjectId>,
    /// Whether the result is used.
    pub result_used: bool,
}

impl Offer<'_> {
    fn pointer(&self, i: usize) -> Pointer {
        Pointer(self.args.get(i).copied().unwrap_or(0))
    }

    fn int(&self, i: usize) -> u32 {
        self.args.get(i).copied().unwrap_or(0) as u32
    }

    fn misuse(&self, what: impl Into<String>, other: Option<Site>) -> Stop {
        FaultKind::Misuse {
            what: what.into(),
            other,
        }
        .at(self.thread, self.site)
    }

    /// The object's word at a byte offset; 0 where there is none (the operation itself then faults).
    fn peek(&self, s: &State, object: Pointer, at: u32) -> u32 {
        match s.memory.load(object.moved(i64::from(at)), 4) {
            Ok(b) => u32::from_le_bytes([b[0], b[1], b[2], b[3]]),
            Err(_) => 0,
        }
    }

    fn poke(&self, s: &mut State, object: Pointer, at: u32, value: u32) -> Result<(), Stop> {
        s.memory
            .store(object.moved(i64::from(at)), &value.to_le_bytes())
            .map_err(|kind| kind.at(self.thread, self.site))
    }

    /// The object's first words; zeros where there are none.
    fn peek_words<const N: usize>(&self, s: &State, object: Pointer) -> [u32; N] {
        let mut words = [0; N];
        if let Ok(bytes) = s.memory.load(object, 4 * N as u32) {
            let chunks = bytes.as_chunks().0;
            words
                .iter_mut()
                .zip(chunks)
                .for_each(|(word, chunk)| *word = u32::from_le_bytes(*chunk));
        }
        words
    }

    /// Writes the object's first words.
    fn poke_words<const N: usize>(
        &self,
        s: &mut State,
        object: Pointer,
        words: [u32; N],
    ) -> Result<(), Stop> {
        let place = s.memory.prepare(object, 4 * N as u64);
        let place = place.map_err(|kind| kind.at(self.thread, self.site))?;
        let chunks = place.as_chunks_mut().0;
        chunks
            .iter_mut()
            .zip(words)
            .for_each(|(chunk, word)| *chunk = word.to_le_bytes());
        Ok(())
    }

    /// Writes the thread's name into a word of the object.
    fn sign(&self, s: &mut State, object: Pointer, at: u32, kind: MarkKind) -> Result<(), Stop> {
        self.poke(s, object, at, kind.name(self.thread).unwrap_or(0))?;
        let at = object.moved(i64::from(at));
        self.mark(s, Mark { at, kind });
        Ok(())
    }

    /// Adds a mark to those of the thread.
    fn mark(&self, s: &mut State, mark: Mark) {
        let marks = &mut s.threads[self.thread.0 as usize].marks;
        marks.insert(marks.partition_point(|m| *m < mark), mark);
    }

    /// Takes a mark from those of the thread.
    fn unmark(&self, s: &mut State, mark: Mark) {
        let marks = &mut s.threads[self.thread.0 as usize].marks;
        if let Some(i) = marks.iter().position(|m| *m == mark) {
            marks.remove(i);
        }
    }

    /// Writes something else there.
    fn erase(&self, s: &mut State, object: Pointer, at: u32, value: u32) -> Result<(), Stop> {
        self.poke(s, object, at, value)?;
        self.unsign(s, object.moved(i64::from(at)));
        Ok(())
    }

    /// A word has the thread's name no more.
    fn unsign(&self, s: &mut State, at: Pointer) {
        s.threads[self.thread.0 as usize].marks.retain(|m| m.at != at);
    }

    /// The access to the object's first `length` bytes, which must be there.
    fn touch(
        &self,
        s: &State,
        effects: &mut Effects,
        object: Pointer,
        length: u32,
        atomic: bool,
    ) -> Result<(), Stop> {
        s.memory
            .check_range(object, u64::from(length))
            .map_err(|kind| kind.at(self.thread, self.site))?;
        effects.destroys = atomic && is_destroyed_by(self.op);
        effects.access = Some(Access {
            object: object.object(),
            start: object.offset(),
            length,
            write: true,
            atomic,
            site: self.site,
        });
        Ok(())
    }

    fn acquire(&self, effects: &mut Effects, object: Pointer, lane: u8) {
        effects
            .acquires
            .push(Edge::Acquire(Channel { key: object.0, lane }));
    }

    fn release(&self, effects: &mut Effects, object: Pointer, lane: u8) {
        effects
            .releases
            .push(Edge::Release(Channel { key: object.0, lane }));
    }

    /// How this thread is named in an object's bytes: 0 is nobody.
    fn me(&self) -> u32 {
        self.thread.0 + 1
    }

    fn status(&self, s: &State) -> Status {
        s.threads[self.thread.0 as usize].status
    }

    fn set_status(&self, s: &mut State, status: Status) {
        s.set_status(self.thread, status);
    }
}

/// Whether an operation destroys its object, in whatever order with the other operations on it. Not those of
/// barriers: the order of waits there is not looked at.
pub(crate) fn is_destroyed_by(op: SyncOp) -> bool {
    use SyncOp as Op;
    matches!(
        op,
        Op::MutexDestroy | Op::RwDestroy | Op::SpinDestroy | Op::CondDestroy | Op::SemDestroy
    )
}

/// In how many ways the operation can go on in this state.
pub(crate) fn alternatives(s: &State, o: &Offer) -> u32 {
    use SyncOp as Op;
    match o.op {
        Op::ThreadJoin => thread::alternatives(s, o),
        Op::MutexLock | Op::MutexTimedLock => mutex::alternatives(s, o),
        Op::RwRead | Op::RwTimedRead | Op::RwWrite | Op::RwTimedWrite => rwlock::alternatives(s, o),
        Op::SpinLock => spinlock::alternatives(s, o),
        Op::CondWait | Op::CondTimedWait | Op::CondSignal => condition::alternatives(s, o),
        Op::BarrierWait => barrier::alternatives(s, o),
        Op::SemWait | Op::SemTimedWait => semaphore::alternatives(s, o),
        Op::OnceBegin => once::alternatives(s, o),
        Op::OrderedEnter | Op::EventWait => ordered::alternatives(s, o),
        Op::WorkShare | Op::WorkMore => work::alternatives(s, o),
        Op::TaskWait | Op::TaskWaitSince | Op::TaskAwaitDepend => task::alternatives(s, o),
        Op::TaskAwait | Op::TaskPick | Op::TaskGet => region::alternatives(s, o),
        _ => 1,
    }
}

/// Does alternative `choice` of the operation.
pub(crate) fn perform(s: &mut State, o: &Offer, choice: u64, effects: &mut Effects) -> Result<Done, Stop> {
    use SyncOp as Op;
    match o.op {
        Op::ThreadJoin | Op::ThreadDetach | Op::ThreadExit | Op::ThreadSelf | Op::ThreadYield => {
            thread::perform(s, o, effects)
        }
        Op::ThreadCreate | Op::ThreadCreateAt | Op::TaskCreate | Op::TaskPost => {
            unreachable!("the machine makes threads itself: it knows how to enter a function")
        }
        Op::MutexInit
        | Op::MutexLock
        | Op::MutexTryLock
        | Op::MutexTimedLock
        | Op::MutexUnlock
        | Op::MutexDestroy => mutex::perform(s, o, choice, effects),
        Op::RwInit
        | Op::RwRead
        | Op::RwTryRead
        | Op::RwTimedRead
        | Op::RwWrite
        | Op::RwTryWrite
        | Op::RwTimedWrite
        | Op::RwUnlock
        | Op::RwDestroy => rwlock::perform(s, o, choice, effects),
        Op::SpinInit | Op::SpinLock | Op::SpinTryLock | Op::SpinUnlock | Op::SpinDestroy => {
            spinlock::perform(s, o, effects)
        }
        Op::CondInit
        | Op::CondWait
        | Op::CondTimedWait
        | Op::CondSignal
        | Op::CondBroadcast
        | Op::CondDestroy => condition::perform(s, o, choice, effects),
        Op::BarrierInit | Op::BarrierWait | Op::BarrierDestroy => barrier::perform(s, o, choice, effects),
        Op::SemInit
        | Op::SemWait
        | Op::SemTryWait
        | Op::SemTimedWait
        | Op::SemPost
        | Op::SemValue
        | Op::SemDestroy => semaphore::perform(s, o, choice, effects),
        Op::OnceBegin | Op::OnceEnd => once::perform(s, o, effects),
        Op::KeyCreate | Op::KeyDelete | Op::KeySet | Op::KeyGet => specific::perform(s, o, effects),
        Op::WorkBegin | Op::WorkEnd => {
            unreachable!("a run passes these without a pause")
        }
        Op::WorkShare | Op::WorkMore | Op::WorkLimit => work::perform(s, o, choice, effects),
        Op::TaskPass | Op::TaskAwait | Op::TaskPick | Op::TaskTag | Op::TaskValue | Op::TaskGet => {
            region::perform(s, o, choice, effects)
        }
        Op::OrderedEnter | Op::OrderedExit => ordered::perform(s, o, effects),
        Op::EventWait | Op::EventSet => ordered::perform_event(s, o, effects),
        Op::TaskDepend
        | Op::TaskMark
        | Op::TaskRegion
        | Op::TaskWait
        | Op::TaskWaitSince
        | Op::TaskAwaitDepend => task::perform(s, o, effects),
        Op::AtomicBegin | Op::AtomicEnd => atomic_block::perform(s, o, effects),
    }
}

/// Whether a thread holds a read-write lock for reading.
pub(crate) fn is_reader(s: &State, thread: ThreadId, lock: Pointer) -> bool {
    rwlock::readings(s, thread, lock) > 0
}
