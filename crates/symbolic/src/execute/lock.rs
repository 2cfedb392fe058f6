//! Synchronisation operations as visible statements.
//!
//! The state of an object is in its bytes, laid out as the machine does, so that static initialisers and copies need no
//! care. An operation reads some words, is blocked unless a condition over them holds, and writes others. A wait with a sleep in the middle
//! (condition variables, barriers) is two statements.

use raceproof_ir::{DataModel, Reg, SyncOp};

use super::{Abort, Draft, Executor, Flow, Reading};
use crate::bounded::{Edge, Motion, Order as By, Place, Reason, Special, Step};
use crate::path::{Local, Path};
use crate::term::Term;

const BUSY: u128 = 16;
const TIMED_OUT: u128 = 110;
const DEADLOCK: u128 = 35;
const NOT_PERMITTED: u128 = 1;
pub(super) const DESTROYED: u128 = 0xffff_ffff;

impl Executor<'_, '_> {
    pub(super) fn me(&mut self) -> Term {
        let number = self.current as u128 + 1;
        self.terms.number(number, 32)
    }

    pub(super) fn word(&mut self, value: u128) -> Term {
        self.terms.number(value, 32)
    }

    pub(super) fn at(&mut self, object: Term, offset: u128) -> Term {
        let offset = self.terms.number(offset, 64);
        self.terms.moved(object, offset)
    }

    pub(super) fn peek(
        &mut self,
        draft: &mut Draft,
        path: &Path,
        object: Term,
        offset: u128,
    ) -> Result<Term, Abort> {
        let address = self.at(object, offset);
        self.read(draft, path, address, 4)
    }

    pub(super) fn poke(&mut self, draft: &mut Draft, object: Term, offset: u128, value: Term, when: Term) {
        let address = self.at(object, offset);
        self.write(draft, address, value, when);
    }

    pub(super) fn is(&mut self, a: Term, value: u128) -> Term {
        let number = self.terms.number(value, self.terms.width(a));
        self.terms.eq(a, number)
    }

    /// How often the thread at hand holds a lock for reading. What other paths did does not count: their conditions do not hold.
    fn readings(&mut self, lock: Term) -> Term {
        let mut count = self.word(0);
        let one = self.word(1);
        for reading in self.readings.get(&self.current).cloned().unwrap_or_default() {
            let same = self.terms.eq(reading.lock, lock);
            let counts = self.terms.and(same, reading.when);
            let changed = match reading.taken {
                true => self.terms.add(count, one),
                false => self.terms.sub(count, one),
            };
            count = self.terms.ite(counts, changed, count);
        }
        count
    }

    /// Remembers that the thread at hand took a read lock or gave it up.
    fn note_reading(&mut self, path: &Path, lock: Term, when: Term, taken: bool) {
        let when = self.terms.and(path.guard, when);
        let readings = self.readings.entry(self.current).or_default();
        readings.push(Reading { lock, when, taken });
    }

    pub(super) fn require(&mut self, draft: &mut Draft, enabled: Term) {
        draft.enabled = self.terms.and(draft.enabled, enabled);
    }

    pub(super) fn define(&mut self, draft: &mut Draft, defined: Term) {
        draft.defined = self.terms.and(draft.defined, defined);
    }

    /// Begins an operation on an object of so many bytes.
    pub(super) fn open(
        &mut self,
        path: &mut Path,
        object: Term,
        length: u32,
        atomic: bool,
        place: Place,
    ) -> Result<Draft, Abort> {
        self.bounds(path, object, length, true, place);
        let mut draft = self.begin(path, &[object], true, place)?;
        let yes = self.terms.bool(true);
        self.touch(&mut draft, object, length, yes, atomic);
        Ok(draft)
    }

    pub(super) fn edge(&mut self, draft: &mut Draft, order: By, address: Term, lane: u8, when: Term) {
        draft.edges.push(Edge {
            order,
            address,
            lane,
            when,
        });
    }

    pub(super) fn take(&mut self) -> Motion {
        Motion::Take(self.terms.number(0, 64))
    }

    pub(super) fn done(
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
    pub(super) fn plain(&mut self, mut local: Local, dst: Option<Reg>, value: Option<Term>) -> Flow<Local> {
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

    pub(crate) fn sync(
        &mut self,
        mut local: Local,
        op: SyncOp,
        dst: Option<Reg>,
        args: &[Term],
        place: Place,
    ) -> Flow<Local> {
        use SyncOp as Op;
        let object = args.first().copied();
        let zero = self.word(0);
        let yes = self.terms.bool(true);
        match (op, object) {
            (Op::ThreadYield, _) => self.plain(local, None, None),
            (Op::ThreadSelf, _) => {
                let handle = self.terms.handle(self.current);
                self.plain(local, dst, Some(handle))
            }
            (Op::ThreadExit, Some(value)) => {
                let (guard, motion) = (local.path.guard, self.take());
                self.thread().steps.push(Step {
                    guard,
                    motion,
                    statement: None,
                });
                self.exit_thread(local.path, value)?;
                Ok(None)
            }
            (Op::ThreadCreate | Op::ThreadCreateAt, Some(function)) => {
                self.create(local, function, args, dst, place)
            }
            (Op::ThreadJoin, Some(handle)) => {
                self.settle(&mut local.path, place)?;
                let mut draft = self.begin(&local.path, &[], false, place)?;
                draft.direct = false;
                let result = self.terms.var(self.terms.shape.width);
                draft.special = Special::Join { handle, result };
                self.push(draft, &local.path, Motion::Join(handle))?;
                if let Some(dst) = dst {
                    self.set(&mut local, dst, result);
                }
                Ok(Some(local))
            }
            (Op::ThreadDetach, Some(handle)) => {
                self.settle(&mut local.path, place)?;
                let mut draft = self.begin(&local.path, &[], false, place)?;
                draft.direct = false;
                draft.special = Special::Detach { handle };
                self.done(local, draft, dst, zero)
            }
            (Op::MutexInit, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 20, false, place)?;
                let kind = self.kind_of(&mut draft, &local.path, object)?;
                let owner = self.peek(&mut draft, &local.path, object, 0)?;
                let (dead, free) = (self.is(kind, DESTROYED), self.is(owner, 0));
                let ok = self.terms.or(dead, free);
                self.define(&mut draft, ok);
                for at in (0..self.kind_at()).step_by(4) {
                    self.poke(&mut draft, object, at, zero, yes);
                }
                let at = self.kind_at();
                self.poke(&mut draft, object, at, args[1], yes);
                self.done(local, draft, dst, zero)
            }
            (Op::MutexDestroy, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 20, true, place)?;
                let owner = self.peek(&mut draft, &local.path, object, 0)?;
                let kind = self.kind_of(&mut draft, &local.path, object)?;
                let free = self.is(owner, 0);
                self.define(&mut draft, free);
                let dead = self.is(kind, DESTROYED);
                let alive = self.terms.not(dead);
                self.define(&mut draft, alive);
                let destroyed = self.word(DESTROYED);
                let at = self.kind_at();
                self.poke(&mut draft, object, at, destroyed, yes);
                self.done(local, draft, dst, zero)
            }
            (Op::MutexLock | Op::MutexTryLock | Op::MutexTimedLock, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 20, true, place)?;
                let result = self.lock(&mut draft, &local.path, op, object)?;
                self.done(local, draft, dst, result)
            }
            (Op::MutexUnlock, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 20, true, place)?;
                let owner = self.peek(&mut draft, &local.path, object, 0)?;
                let count = self.peek(&mut draft, &local.path, object, 4)?;
                let kind = self.kind_of(&mut draft, &local.path, object)?;
                let me = self.me();
                let mine = self.terms.eq(owner, me);
                let (recursive, checking) = (self.is(kind, 1), self.is(kind, 2));
                let told = self.terms.or(recursive, checking);
                let defined = self.terms.or(mine, told);
                self.define(&mut draft, defined);
                let one = self.word(1);
                let less = self.terms.sub(count, one);
                let more = self.terms.less(one, count);
                let left = self.terms.ite(more, less, zero);
                let keeper = self.terms.ite(more, owner, zero);
                self.poke(&mut draft, object, 0, keeper, mine);
                self.poke(&mut draft, object, 4, left, mine);
                let once = self.terms.not(more);
                let freed = self.terms.and(mine, once);
                self.edge(&mut draft, By::Release, object, 0, freed);
                let refused = self.word(NOT_PERMITTED);
                let result = self.terms.ite(mine, zero, refused);
                self.done(local, draft, dst, result)
            }
            (Op::SpinInit | Op::SpinDestroy, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, op != Op::SpinInit, place)?;
                let value = match op {
                    Op::SpinInit => zero,
                    _ => {
                        let owner = self.peek(&mut draft, &local.path, object, 0)?;
                        let free = self.is(owner, 0);
                        self.define(&mut draft, free);
                        self.word(DESTROYED)
                    }
                };
                self.poke(&mut draft, object, 0, value, yes);
                self.done(local, draft, dst, zero)
            }
            (Op::SpinLock | Op::SpinTryLock, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, true, place)?;
                let owner = self.peek(&mut draft, &local.path, object, 0)?;
                let (me, free) = (self.me(), self.is(owner, 0));
                let dead = self.is(owner, DESTROYED);
                let alive = self.terms.not(dead);
                self.define(&mut draft, alive);
                let result = if op == Op::SpinLock {
                    let mine = self.terms.eq(owner, me);
                    let other = self.terms.not(mine);
                    self.define(&mut draft, other);
                    let settled = self.terms.or(dead, mine);
                    let enabled = self.terms.or(free, settled);
                    self.require(&mut draft, enabled);
                    zero
                } else {
                    draft.unordered = true;
                    let busy = self.word(BUSY);
                    self.terms.ite(free, zero, busy)
                };
                self.edge(&mut draft, By::Acquire, object, 0, free);
                self.poke(&mut draft, object, 0, me, free);
                self.done(local, draft, dst, result)
            }
            (Op::SpinUnlock, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, true, place)?;
                let owner = self.peek(&mut draft, &local.path, object, 0)?;
                let me = self.me();
                let mine = self.terms.eq(owner, me);
                self.define(&mut draft, mine);
                self.poke(&mut draft, object, 0, zero, yes);
                self.edge(&mut draft, By::Release, object, 0, yes);
                self.done(local, draft, dst, zero)
            }
            (Op::SemInit | Op::SemDestroy, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, op != Op::SemInit, place)?;
                let value = match op {
                    Op::SemInit => args[1],
                    _ => {
                        self.alive(&mut draft, &local.path, object)?;
                        self.word(DESTROYED)
                    }
                };
                self.poke(&mut draft, object, 0, value, yes);
                self.done(local, draft, dst, zero)
            }
            (Op::SemPost, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, true, place)?;
                self.alive(&mut draft, &local.path, object)?;
                let value = self.peek(&mut draft, &local.path, object, 0)?;
                let one = self.word(1);
                let more = self.terms.add(value, one);
                self.poke(&mut draft, object, 0, more, yes);
                self.edge(&mut draft, By::Release, object, 0, yes);
                self.done(local, draft, dst, zero)
            }
            (Op::SemValue, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, true, place)?;
                draft.unordered = true;
                self.alive(&mut draft, &local.path, object)?;
                let value = self.peek(&mut draft, &local.path, object, 0)?;
                self.done(local, draft, dst, value)
            }
            (Op::SemWait | Op::SemTryWait | Op::SemTimedWait, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, true, place)?;
                self.alive(&mut draft, &local.path, object)?;
                let value = self.peek(&mut draft, &local.path, object, 0)?;
                let none = self.is(value, 0);
                let some = self.terms.not(none);
                let one = self.word(1);
                let less = self.terms.sub(value, one);
                self.poke(&mut draft, object, 0, less, some);
                self.edge(&mut draft, By::Acquire, object, 0, some);
                let result = if op == Op::SemWait {
                    self.require(&mut draft, some);
                    zero
                } else {
                    draft.unordered = true;
                    let failed = self.word(0xffff_ffff);
                    self.terms.ite(some, zero, failed)
                };
                self.done(local, draft, dst, result)
            }
            (Op::RwInit | Op::RwDestroy, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 8, op != Op::RwInit, place)?;
                let writer = self.peek(&mut draft, &local.path, object, 0)?;
                let readers = self.peek(&mut draft, &local.path, object, 4)?;
                let unread = self.is(readers, 0);
                if op == Op::RwInit {
                    let dead = self.is(writer, DESTROYED);
                    let ok = self.terms.or(dead, unread);
                    self.define(&mut draft, ok);
                    self.poke(&mut draft, object, 0, zero, yes);
                    self.poke(&mut draft, object, 4, zero, yes);
                } else {
                    let unwritten = self.is(writer, 0);
                    let free = self.terms.and(unwritten, unread);
                    self.define(&mut draft, free);
                    let destroyed = self.word(DESTROYED);
                    self.poke(&mut draft, object, 0, destroyed, yes);
                }
                self.done(local, draft, dst, zero)
            }
            (
                Op::RwRead
                | Op::RwWrite
                | Op::RwTryRead
                | Op::RwTryWrite
                | Op::RwTimedRead
                | Op::RwTimedWrite,
                Some(object),
            ) => {
                let reads = matches!(op, Op::RwRead | Op::RwTryRead | Op::RwTimedRead);
                let mut draft = self.open(&mut local.path, object, 8, true, place)?;
                let writer = self.peek(&mut draft, &local.path, object, 0)?;
                let readers = self.peek(&mut draft, &local.path, object, 4)?;
                let (me, one) = (self.me(), self.word(1));
                let dead = self.is(writer, DESTROYED);
                let alive = self.terms.not(dead);
                self.define(&mut draft, alive);
                let mut free = self.is(writer, 0);
                if reads {
                    let more = self.terms.add(readers, one);
                    self.poke(&mut draft, object, 4, more, free);
                    self.edge(&mut draft, By::Acquire, object, 0, free);
                    self.note_reading(&local.path, object, free, true);
                } else {
                    let none = self.is(readers, 0);
                    free = self.terms.and(free, none);
                    self.poke(&mut draft, object, 0, me, free);
                    self.edge(&mut draft, By::Acquire, object, 0, free);
                    self.edge(&mut draft, By::Acquire, object, 1, free);
                }
                let result = if matches!(op, Op::RwRead | Op::RwWrite) {
                    let mine = self.terms.eq(writer, me);
                    let settled = self.terms.or(mine, dead);
                    let enabled = self.terms.or(free, settled);
                    self.require(&mut draft, enabled);
                    let refused = self.word(DEADLOCK);
                    self.terms.ite(free, zero, refused)
                } else {
                    draft.unordered = true;
                    let tried = matches!(op, Op::RwTryRead | Op::RwTryWrite);
                    let refused = self.word(if tried { BUSY } else { TIMED_OUT });
                    self.terms.ite(free, zero, refused)
                };
                self.done(local, draft, dst, result)
            }
            (Op::RwUnlock, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 8, true, place)?;
                let writer = self.peek(&mut draft, &local.path, object, 0)?;
                let readers = self.peek(&mut draft, &local.path, object, 4)?;
                let me = self.me();
                let mine = self.terms.eq(writer, me);
                let others = self.terms.not(mine);
                let held = self.readings(object);
                let (none, unread) = (self.is(held, 0), self.is(readers, 0));
                let idle = self.terms.or(none, unread);
                let some = self.terms.not(idle);
                let defined = self.terms.or(mine, some);
                self.define(&mut draft, defined);
                self.note_reading(&local.path, object, others, false);
                let one = self.word(1);
                let less = self.terms.sub(readers, one);
                self.poke(&mut draft, object, 0, zero, mine);
                self.poke(&mut draft, object, 4, less, others);
                self.edge(&mut draft, By::Release, object, 0, mine);
                self.edge(&mut draft, By::Release, object, 1, others);
                self.done(local, draft, dst, zero)
            }
            (Op::OnceBegin, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, true, place)?;
                let state = self.peek(&mut draft, &local.path, object, 0)?;
                let (fresh, over) = (self.is(state, 0), self.is(state, 1));
                let (me, one) = (self.me(), self.word(1));
                let running = self.terms.add(me, one);
                let mine = self.terms.eq(state, running);
                let other = self.terms.not(mine);
                self.define(&mut draft, other);
                let settled = self.terms.or(fresh, over);
                let enabled = self.terms.or(settled, mine);
                self.require(&mut draft, enabled);
                self.poke(&mut draft, object, 0, running, fresh);
                self.edge(&mut draft, By::Acquire, object, 0, over);
                let result = self.terms.zext(fresh, 32);
                self.done(local, draft, dst, result)
            }
            (Op::OnceEnd, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, true, place)?;
                self.edge(&mut draft, By::Release, object, 0, yes);
                let one = self.word(1);
                self.poke(&mut draft, object, 0, one, yes);
                self.done(local, draft, dst, zero)
            }
            (Op::BarrierInit, Some(object)) => {
                let none = self.is(args[1], 0);
                self.stop(&mut local.path, none, Reason::Undefined, place);
                let mut draft = self.open(&mut local.path, object, 16, false, place)?;
                self.poke(&mut draft, object, 0, args[1], yes);
                for at in [4, 8, 12] {
                    self.poke(&mut draft, object, at, zero, yes);
                }
                self.done(local, draft, dst, zero)
            }
            (Op::BarrierDestroy, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 16, false, place)?;
                let arrived = self.peek(&mut draft, &local.path, object, 4)?;
                let empty = self.is(arrived, 0);
                self.define(&mut draft, empty);
                self.poke(&mut draft, object, 0, zero, yes);
                self.done(local, draft, dst, zero)
            }
            (Op::BarrierWait, Some(object)) => self.meet(local, object, dst, place),
            (Op::CondInit | Op::CondDestroy, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, op != Op::CondInit, place)?;
                let value = match op {
                    Op::CondInit => zero,
                    _ => self.word(DESTROYED),
                };
                self.poke(&mut draft, object, 0, value, yes);
                if op == Op::CondDestroy && !draft.direct {
                    self.alive(&mut draft, &local.path, object)?;
                    draft.special = Special::Destroy { condition: object };
                }
                self.done(local, draft, dst, zero)
            }
            (Op::CondSignal | Op::CondBroadcast, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, true, place)?;
                self.alive(&mut draft, &local.path, object)?;
                let all = op == Op::CondBroadcast;
                self.edge(&mut draft, By::Release, object, 0, yes);
                let motion = match draft.direct || all {
                    true => self.take(),
                    false => Motion::Signal,
                };
                if !draft.direct {
                    draft.special = Special::Signal {
                        condition: object,
                        all,
                    };
                }
                self.finish(draft, &mut local.path, motion)?;
                if let Some(dst) = dst {
                    self.set(&mut local, dst, zero);
                }
                Ok(Some(local))
            }
            (Op::CondWait, Some(_)) if self.config.spurious_wakeups => {
                self.gap(local.path, "waits that end without a reason", place)
            }
            (Op::CondWait, Some(object)) => self.wait(local, object, args[1], dst, place),
            (Op::AtomicBegin, _) => {
                let motion = self.take();
                match local.path.block {
                    Some((begin, depth)) => {
                        local.path.block = Some((begin, depth + 1));
                        self.plain(local, None, None)
                    }
                    None => {
                        self.settle(&mut local.path, place)?;
                        let mut draft = self.begin(&local.path, &[], true, place)?;
                        draft.direct = false;
                        draft.special = Special::Begin;
                        let all = self.terms.null();
                        self.edge(&mut draft, By::Acquire, all, 0, yes);
                        let begin = self.thread().statements.len();
                        local.path.block = Some((begin, 1));
                        self.push(draft, &local.path, motion)?;
                        Ok(Some(local))
                    }
                }
            }
            (Op::AtomicEnd, _) => match local.path.block {
                None => {
                    self.stop(&mut local.path, yes, Reason::Undefined, place);
                    Ok(None)
                }
                Some((begin, depth)) if depth > 1 => {
                    local.path.block = Some((begin, depth - 1));
                    self.plain(local, None, None)
                }
                Some(_) => {
                    let motion = self.take();
                    let mut draft = self.begin(&local.path, &[], true, place)?;
                    draft.direct = false;
                    draft.special = Special::Finish;
                    let all = self.terms.null();
                    self.edge(&mut draft, By::Release, all, 0, yes);
                    self.push(draft, &local.path, motion)?;
                    local.path.block = None;
                    Ok(Some(local))
                }
            },
            (Op::KeyCreate | Op::KeyDelete | Op::KeySet | Op::KeyGet, Some(_)) => {
                self.specific(local, op, dst, args, place)
            }
            _ => self.gap(local.path, format!("{} in this engine", op.name()), place),
        }
    }

    /// Where a mutex keeps its kind.
    fn kind_at(&self) -> u128 {
        match self.program.model {
            DataModel::Lp64 => 16,
            DataModel::Ilp32 => 12,
        }
    }

    pub(super) fn kind_of(&mut self, draft: &mut Draft, path: &Path, mutex: Term) -> Result<Term, Abort> {
        let at = self.kind_at();
        self.peek(draft, path, mutex, at)
    }

    /// Takes a mutex; gives the result.
    pub(super) fn lock(
        &mut self,
        draft: &mut Draft,
        path: &Path,
        op: SyncOp,
        object: Term,
    ) -> Result<Term, Abort> {
        let owner = self.peek(draft, path, object, 0)?;
        let count = self.peek(draft, path, object, 4)?;
        let kind = self.kind_of(draft, path, object)?;
        let (me, zero, one) = (self.me(), self.word(0), self.word(1));
        let free = self.is(owner, 0);
        let mine = self.terms.eq(owner, me);
        let (recursive, checking) = (self.is(kind, 1), self.is(kind, 2));
        let dead = self.is(kind, DESTROYED);
        let alive = self.terms.not(dead);
        self.define(draft, alive);
        let again = self.terms.and(mine, recursive);
        let taken = self.terms.or(free, again);
        let more = self.terms.add(count, one);
        let depth = self.terms.ite(free, one, more);
        self.poke(draft, object, 0, me, taken);
        self.poke(draft, object, 4, depth, taken);
        self.edge(draft, By::Acquire, object, 0, free);
        if op == SyncOp::MutexLock {
            let enabled = self.terms.or(free, mine);
            self.require(draft, enabled);
            // Relocking a normal mutex waits for ever.
            let told = self.terms.or(recursive, checking);
            let other = self.terms.not(mine);
            let defined = self.terms.or(told, other);
            self.define(draft, defined);
            let refused = self.word(DEADLOCK);
            return Ok(self.terms.ite(taken, zero, refused));
        }
        draft.unordered = true;
        let refused = self.word(if op == SyncOp::MutexTryLock {
            BUSY
        } else {
            TIMED_OUT
        });
        Ok(self.terms.ite(taken, zero, refused))
    }
}
