//! Synchronisation operations as visible statements: one file for each kind of object, as the machine has
//! them.
//!
//! The state of an object is in its bytes, laid out as [`sync_object`] says, so that static initialisers and
//! copies need no care. An operation reads some words, is blocked unless a condition over them holds, and
//! writes others. A wait with a sleep in the middle (condition variables, barriers) is two statements.

mod atomic_block;
mod barrier;
mod condition;
mod mutex;
mod once;
mod ordered;
mod region;
mod rwlock;
mod semaphore;
mod specific;
mod spinlock;
mod task;
mod thread;
mod work;

pub(super) use task::Awaited;

use raceproof_ir::{Reg, SyncObject, SyncOp, sync_object};

use super::{Abort, Draft, Executor, Flow};
use crate::bounded::{Edge, Motion, Order as By, Place, Step};
use crate::path::{Local, Path};
use crate::term::Term;

/// What threads share and make that are in teams or have tasks.
#[derive(Default)]
pub(super) struct Teams {
    works: work::Works,
    families: task::Families,
    regions: region::Regions,
}

const BUSY: u128 = 16;
const TIMED_OUT: u128 = 110;
const DEADLOCK: u128 = 35;
const NOT_PERMITTED: u128 = 1;
const DESTROYED: u128 = sync_object::DESTROYED as u128;

/// An operation at hand.
#[derive(Clone, Copy)]
struct Operation<'a> {
    op: SyncOp,
    /// Where its result goes.
    dst: Option<Reg>,
    args: &'a [Term],
    place: Place,
    /// The number 0 as a word, and what is true: most operations need them.
    zero: Term,
    yes: Term,
}

impl Operation<'_> {
    /// What a path gets to that comes to an operation which this engine does not know.
    fn unknown(&self) -> String {
        format!("{} in this engine", self.op.name())
    }
}

impl Executor<'_, '_> {
    pub(super) fn me(&mut self) -> Term {
        let number = self.current as u128 + 1;
        self.terms.number(number, 32)
    }

    pub(in crate::execute) fn word(&mut self, value: u128) -> Term {
        self.terms.number(value, 32)
    }

    pub(in crate::execute) fn at(&mut self, object: Term, offset: u128) -> Term {
        let offset = self.terms.number(offset, 64);
        self.terms.moved(object, offset)
    }

    pub(super) fn peek(
        &mut self,
        draft: &mut Draft,
        path: &Path,
        object: Term,
        offset: u32,
    ) -> Result<Term, Abort> {
        let address = self.at(object, u128::from(offset));
        self.read(draft, path, address, 4)
    }

    pub(super) fn poke(&mut self, draft: &mut Draft, object: Term, offset: u32, value: Term, when: Term) {
        let address = self.at(object, u128::from(offset));
        self.write(draft, address, value, when);
    }

    pub(in crate::execute) fn is(&mut self, a: Term, value: u128) -> Term {
        let number = self.terms.number(value, self.terms.width(a));
        self.terms.eq(a, number)
    }

    pub(in crate::execute) fn require(&mut self, draft: &mut Draft, enabled: Term) {
        draft.enabled = self.terms.and(draft.enabled, enabled);
    }

    pub(in crate::execute) fn define(&mut self, draft: &mut Draft, defined: Term) {
        draft.defined = self.terms.and(draft.defined, defined);
    }

    /// Begins an operation on an object of a kind.
    pub(super) fn open(
        &mut self,
        path: &mut Path,
        object: Term,
        kind: SyncObject,
        atomic: bool,
        place: Place,
    ) -> Result<Draft, Abort> {
        let length = kind.length();
        self.bounds(path, object, length, true, place);
        let mut draft = self.begin(path, &[object], true, place)?;
        let yes = self.terms.bool(true);
        self.touch(&mut draft, object, length, yes, atomic);
        Ok(draft)
    }

    pub(in crate::execute) fn edge(
        &mut self,
        draft: &mut Draft,
        order: By,
        address: Term,
        lane: u8,
        when: Term,
    ) {
        draft.edges.push(Edge {
            order,
            address,
            lane,
            when,
        });
    }

    pub(in crate::execute) fn take(&mut self) -> Motion {
        Motion::Take(self.terms.number(0, 64))
    }

    pub(in crate::execute) fn done(
        &mut self,
        mut local: Local,
        draft: Draft,
        dst: Option<Reg>,
        value: Term,
    ) -> Flow<Local> {
        let motion = self.take();
        self.finish(draft, &mut local.path, motion)?;
        if let Some(dst) = dst {
            self.set(&mut local, dst, value);
        }
        Ok(Some(local))
    }

    /// An operation that nobody else has a say in.
    pub(in crate::execute) fn plain(
        &mut self,
        mut local: Local,
        dst: Option<Reg>,
        value: Option<Term>,
    ) -> Flow<Local> {
        let (guard, motion) = (local.path.guard, self.take());
        self.thread().steps.push(Step {
            guard,
            motion,
            statement: None,
        });
        if let (Some(dst), Some(value)) = (dst, value) {
            self.set(&mut local, dst, value);
        }
        Ok(Some(local))
    }

    /// The object, which says so in its first word, must not have been destroyed.
    pub(super) fn alive(&mut self, draft: &mut Draft, path: &Path, object: Term) -> Result<(), Abort> {
        let state = self.peek(draft, path, object, 0)?;
        let dead = self.is(state, DESTROYED);
        let alive = self.terms.not(dead);
        self.define(draft, alive);
        Ok(())
    }

    pub(in crate::execute) fn sync(
        &mut self,
        local: Local,
        op: SyncOp,
        dst: Option<Reg>,
        args: &[Term],
        place: Place,
    ) -> Flow<Local> {
        use SyncOp as Op;
        let o = Operation {
            op,
            dst,
            args,
            place,
            zero: self.word(0),
            yes: self.terms.bool(true),
        };
        match (op.object(), args.first().copied()) {
            (Some(SyncObject::Mutex), Some(object)) => self.mutex(local, o, object),
            (Some(SyncObject::ReadWriteLock), Some(object)) => self.read_write_lock(local, o, object),
            (Some(SyncObject::SpinLock), Some(object)) => self.spin_lock(local, o, object),
            (Some(SyncObject::Condition), Some(object)) => self.condition(local, o, object),
            (Some(SyncObject::Barrier), Some(object)) => self.barrier(local, o, object),
            (Some(SyncObject::Semaphore), Some(object)) => self.semaphore(local, o, object),
            (Some(SyncObject::Once), Some(object)) => self.once(local, o, object),
            _ => match op {
                Op::AtomicBegin | Op::AtomicEnd => self.atomic_block(local, o),
                Op::KeyCreate | Op::KeyDelete | Op::KeySet | Op::KeyGet => {
                    self.specific(local, op, dst, args, place)
                }
                Op::TaskMark
                | Op::TaskRegion
                | Op::TaskDepend
                | Op::TaskAwaitDepend
                | Op::TaskWait
                | Op::TaskWaitSince => self.task(local, o),
                Op::TaskPost | Op::TaskAwait => self.region_operation(local, o),
                Op::OrderedEnter | Op::OrderedExit | Op::EventWait | Op::EventSet => self.ordered(local, o),
                Op::WorkBegin | Op::WorkEnd | Op::WorkShare | Op::WorkMore | Op::WorkLimit => {
                    self.work(local, o)
                }
                _ => self.thread_operation(local, o),
            },
        }
    }
}
