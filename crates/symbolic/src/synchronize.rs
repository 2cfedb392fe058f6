//! Synchronisation and atomic operations as visible statements.
//!
//! The state of an object is in its bytes, laid out as the machine does, so that static initialisers and copies need no
//! care. An operation reads some words, is blocked unless a condition over them holds, and writes others. A wait with a sleep in the middle
//! (condition variables, barriers) is two statements.

use raceproof_ir::{FuncId, Inst, Order, Reg, SyncOp};

use crate::bounded::{Edge, Motion, Order as By, Origin, Place, Reason, Special, Step};
use crate::execute::{Abort, Draft, Executor, Flow};
use crate::path::{Local, Path};
use crate::term::Term;
use crate::translate::{modify, width};

const BUSY: u128 = 16;
const TIMED_OUT: u128 = 110;
const DEADLOCK: u128 = 35;
const NOT_PERMITTED: u128 = 1;
const DESTROYED: u128 = 0xffff_ffff;

impl Executor<'_, '_> {
    fn me(&mut self) -> Term {
        let number = self.current as u128 + 1;
        self.terms.number(number, 32)
    }

    fn word(&mut self, value: u128) -> Term {
        self.terms.number(value, 32)
    }

    fn at(&mut self, object: Term, offset: u128) -> Term {
        let offset = self.terms.number(offset, 64);
        self.moved(object, offset)
    }

    fn peek(&mut self, draft: &mut Draft, path: &Path, object: Term, offset: u128) -> Result<Term, Abort> {
        let address = self.at(object, offset);
        self.read(draft, path, address, 4)
    }

    fn poke(&mut self, draft: &mut Draft, object: Term, offset: u128, value: Term, when: Term) {
        let address = self.at(object, offset);
        self.write(draft, address, value, when);
    }

    fn is(&mut self, a: Term, value: u128) -> Term {
        let number = self.terms.number(value, self.terms.width(a));
        self.terms.eq(a, number)
    }

    fn require(&mut self, draft: &mut Draft, enabled: Term) {
        draft.enabled = self.terms.and(draft.enabled, enabled);
    }

    fn define(&mut self, draft: &mut Draft, defined: Term) {
        draft.defined = self.terms.and(draft.defined, defined);
    }

    /// Begins an operation on an object of so many bytes.
    fn open(
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

    fn edge(&mut self, draft: &mut Draft, order: By, address: Term, lane: u8, when: Term) {
        draft.edges.push(Edge {
            order,
            address,
            lane,
            when,
        });
    }

    fn take(&mut self) -> Motion {
        Motion::Take(self.terms.number(0, 64))
    }

    fn done(&mut self, mut local: Local, draft: Draft, dst: Option<Reg>, value: Term) -> Flow<Local> {
        let motion = self.take();
        self.finish(draft, &mut local.path, motion)?;
        if let Some(dst) = dst {
            self.set(&mut local, dst, value);
        }
        Ok(Some(local))
    }

    /// An operation that nobody else has a say in.
    fn plain(&mut self, mut local: Local, dst: Option<Reg>, value: Option<Term>) -> Flow<Local> {
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
                let handle = self.terms.number(self.current as u128 + 1, 64);
                self.plain(local, dst, Some(handle))
            }
            (Op::ThreadExit, Some(value)) => {
                let (guard, motion) = (local.path.guard, self.take());
                self.exit_thread(&local.path, value)?;
                self.thread().steps.push(Step {
                    guard,
                    motion,
                    statement: None,
                });
                Ok(None)
            }
            (Op::ThreadCreate, Some(function)) => self.create(local, function, args, dst, place),
            (Op::ThreadJoin, Some(handle)) => {
                self.settle(&mut local.path, place)?;
                let mut draft = self.begin(&local.path, &[], false, place)?;
                draft.direct = false;
                let result = self.terms.var(64);
                draft.special = Special::Join { handle, result };
                self.push(draft, &local.path, Motion::Join(handle))?;
                if let Some(dst) = dst {
                    self.set(&mut local, dst, result);
                }
                Ok(Some(local))
            }
            (Op::ThreadDetach, Some(handle)) => {
                let Some(t) = self.terms.constant(handle).filter(|&t| t > 0) else {
                    return self.gap(
                        local.path,
                        "the detachment of a thread that is not constant",
                        place,
                    );
                };
                if let Some(thread) = self.bounded.threads.get_mut(t as usize - 1) {
                    thread.detached = true;
                }
                self.plain(local, dst, Some(zero))
            }
            (Op::MutexInit, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 20, false, place)?;
                let kind = self.peek(&mut draft, &local.path, object, 16)?;
                let owner = self.peek(&mut draft, &local.path, object, 0)?;
                let (dead, free) = (self.is(kind, DESTROYED), self.is(owner, 0));
                let ok = self.terms.or(dead, free);
                self.define(&mut draft, ok);
                for at in [0, 4, 8, 12] {
                    self.poke(&mut draft, object, at, zero, yes);
                }
                self.poke(&mut draft, object, 16, args[1], yes);
                self.done(local, draft, dst, zero)
            }
            (Op::MutexDestroy, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 20, false, place)?;
                let owner = self.peek(&mut draft, &local.path, object, 0)?;
                let kind = self.peek(&mut draft, &local.path, object, 16)?;
                let free = self.is(owner, 0);
                self.define(&mut draft, free);
                let dead = self.is(kind, DESTROYED);
                let alive = self.terms.not(dead);
                self.define(&mut draft, alive);
                let destroyed = self.word(DESTROYED);
                self.poke(&mut draft, object, 16, destroyed, yes);
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
                let kind = self.peek(&mut draft, &local.path, object, 16)?;
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
                let mut draft = self.open(&mut local.path, object, 4, false, place)?;
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
                let mut draft = self.open(&mut local.path, object, 4, false, place)?;
                if op == Op::SemInit {
                    self.poke(&mut draft, object, 0, args[1], yes);
                }
                self.done(local, draft, dst, zero)
            }
            (Op::SemPost, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, true, place)?;
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
                let value = self.peek(&mut draft, &local.path, object, 0)?;
                self.done(local, draft, dst, value)
            }
            (Op::SemWait | Op::SemTryWait | Op::SemTimedWait, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, true, place)?;
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
                let mut draft = self.open(&mut local.path, object, 8, false, place)?;
                if op == Op::RwInit {
                    self.poke(&mut draft, object, 0, zero, yes);
                    self.poke(&mut draft, object, 4, zero, yes);
                } else {
                    let writer = self.peek(&mut draft, &local.path, object, 0)?;
                    let readers = self.peek(&mut draft, &local.path, object, 4)?;
                    let (a, b) = (self.is(writer, 0), self.is(readers, 0));
                    let free = self.terms.and(a, b);
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
                let none = self.is(readers, 0);
                let some = self.terms.not(none);
                let defined = self.terms.or(mine, some);
                self.define(&mut draft, defined);
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
            (Op::BarrierWait, Some(object)) if dst.is_none() => self.meet(local, object, place),
            (Op::BarrierWait, _) => self.gap(local.path, "the result of a wait at a barrier", place),
            (Op::CondInit | Op::CondDestroy, Some(object)) => {
                let mut draft = self.open(&mut local.path, object, 4, false, place)?;
                let value = match op {
                    Op::CondInit => zero,
                    _ => self.word(DESTROYED),
                };
                self.poke(&mut draft, object, 0, value, yes);
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
                        let all = self.terms.number(0, 64);
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
                    let all = self.terms.number(0, 64);
                    self.edge(&mut draft, By::Release, all, 0, yes);
                    self.push(draft, &local.path, motion)?;
                    local.path.block = None;
                    Ok(Some(local))
                }
            },
            _ => self.gap(local.path, format!("{} in this engine", op.name()), place),
        }
    }

    fn alive(&mut self, draft: &mut Draft, path: &Path, condition: Term) -> Result<(), Abort> {
        let state = self.peek(draft, path, condition, 0)?;
        let dead = self.is(state, DESTROYED);
        let alive = self.terms.not(dead);
        self.define(draft, alive);
        Ok(())
    }

    /// Takes a mutex; gives the result.
    fn lock(&mut self, draft: &mut Draft, path: &Path, op: SyncOp, object: Term) -> Result<Term, Abort> {
        let owner = self.peek(draft, path, object, 0)?;
        let count = self.peek(draft, path, object, 4)?;
        let kind = self.peek(draft, path, object, 16)?;
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

    fn meet(&mut self, mut local: Local, object: Term, place: Place) -> Flow<Local> {
        self.settle(&mut local.path, place)?;
        let mut draft = self.open(&mut local.path, object, 16, true, place)?;
        let needed = self.peek(&mut draft, &local.path, object, 0)?;
        let arrived = self.peek(&mut draft, &local.path, object, 4)?;
        let round = self.peek(&mut draft, &local.path, object, 8)?;
        let none = self.is(needed, 0);
        let some = self.terms.not(none);
        self.define(&mut draft, some);
        let (one, zero, yes) = (self.word(1), self.word(0), self.terms.bool(true));
        let now = self.terms.add(arrived, one);
        let more = self.terms.less(now, needed);
        let count = self.terms.ite(more, now, zero);
        let next = self.terms.add(round, one);
        let last = self.terms.not(more);
        self.poke(&mut draft, object, 4, count, yes);
        self.poke(&mut draft, object, 8, next, last);
        let odd = self.terms.extract(round, 0, 1);
        let even = self.terms.not(odd);
        for (lane, parity) in [(0, even), (1, odd)] {
            // What is released before it is acquired makes no difference to the thread itself.
            let ends = self.terms.and(parity, last);
            self.edge(&mut draft, By::Acquire, object, lane, ends);
            self.edge(&mut draft, By::Release, object, lane, parity);
        }
        let motion = self.take();
        self.finish(draft, &mut local.path, motion)?;
        // Whoever is not the last sleeps until the round is over.
        let mut asleep = local.path.clone();
        asleep.guard = self.terms.and(local.path.guard, more);
        let mut draft = self.begin(&asleep, &[object], true, place)?;
        self.touch(&mut draft, object, 16, yes, true);
        let later = self.peek(&mut draft, &asleep, object, 8)?;
        let over = self.terms.ne(later, round);
        self.require(&mut draft, over);
        for (lane, parity) in [(0, even), (1, odd)] {
            self.edge(&mut draft, By::Acquire, object, lane, parity);
        }
        if draft.direct {
            local.path.guard = self.terms.and(local.path.guard, last);
            return Ok(Some(local));
        }
        let motion = self.take();
        self.push(draft, &asleep, motion)?;
        Ok(Some(local))
    }

    fn wait(
        &mut self,
        mut local: Local,
        condition: Term,
        mutex: Term,
        dst: Option<Reg>,
        place: Place,
    ) -> Flow<Local> {
        self.settle(&mut local.path, place)?;
        self.bounds(&mut local.path, mutex, 20, true, place);
        self.bounds(&mut local.path, condition, 4, true, place);
        let (zero, one, yes) = (self.word(0), self.word(1), self.terms.bool(true));
        let mut draft = self.begin(&local.path, &[condition, mutex], true, place)?;
        if draft.direct {
            // Nobody will ever wake it.
            return Ok(None);
        }
        self.touch(&mut draft, condition, 4, yes, true);
        draft.touches.push(crate::bounded::Touch {
            address: mutex,
            length: 20,
            write: yes,
            atomic: true,
            races: false,
        });
        self.alive(&mut draft, &local.path, condition)?;
        let owner = self.peek(&mut draft, &local.path, mutex, 0)?;
        let me = self.me();
        let mine = self.terms.eq(owner, me);
        self.define(&mut draft, mine);
        self.poke(&mut draft, mutex, 0, zero, yes);
        self.poke(&mut draft, mutex, 4, zero, yes);
        self.edge(&mut draft, By::Release, mutex, 0, yes);
        let object = self.make(Origin::Wait, 4, false);
        self.bounded.objects[object as usize].private = false;
        draft.special = Special::Sleep { condition, object };
        let state = self.pointer(object, 0);
        self.write(&mut draft, state, one, yes);
        let motion = self.take();
        self.push(draft, &local.path, motion)?;
        let mut draft = self.begin(&local.path, &[condition, mutex], true, place)?;
        self.touch(&mut draft, condition, 4, yes, true);
        draft.touches.push(crate::bounded::Touch {
            address: mutex,
            length: 20,
            write: yes,
            atomic: true,
            races: false,
        });
        let woken = self.read(&mut draft, &local.path, state, 4)?;
        let owner = self.peek(&mut draft, &local.path, mutex, 0)?;
        let (ready, free) = (self.is(woken, 2), self.is(owner, 0));
        let enabled = self.terms.and(ready, free);
        self.require(&mut draft, enabled);
        self.poke(&mut draft, mutex, 0, me, yes);
        self.poke(&mut draft, mutex, 4, one, yes);
        self.edge(&mut draft, By::Acquire, mutex, 0, yes);
        self.edge(&mut draft, By::Acquire, condition, 0, yes);
        self.write(&mut draft, state, zero, yes);
        let motion = self.take();
        self.push(draft, &local.path, motion)?;
        if let Some(dst) = dst {
            self.set(&mut local, dst, zero);
        }
        Ok(Some(local))
    }

    fn create(
        &mut self,
        mut local: Local,
        function: Term,
        args: &[Term],
        dst: Option<Reg>,
        place: Place,
    ) -> Flow<Local> {
        let Some(function) = self.terms.constant(function) else {
            return self.gap(local.path, "a thread whose function is not constant", place);
        };
        let Some(function): Option<FuncId> = self.function_at(function) else {
            let always = self.terms.bool(true);
            self.stop(&mut local.path, always, Reason::Undefined, place);
            return Ok(None);
        };
        let what = self.program.function(function);
        if what.blocks.is_empty() || what.params > 1 {
            return self.gap(local.path, "a thread that starts in such a function", place);
        }
        self.settle(&mut local.path, place)?;
        self.publish(args[1])?;
        let flag = self.terms.constant(args[2]).unwrap_or(0);
        let number = self.bounded.threads.len();
        let mut draft = self.begin(&local.path, &[], true, place)?;
        draft.direct = false;
        draft.special = Special::Create(number);
        let statement = self.thread().statements.len();
        self.push(draft, &local.path, Motion::Create(number, flag == 2))?;
        let argument = match (what.params, what.registers.first()) {
            (1, Some(register)) if width(register.kind) != 64 => {
                return self.gap(local.path, "a thread function with such a parameter", place);
            }
            _ => args[1],
        };
        let current = self.current;
        let made = self.spawn(function, argument, (current, statement))?;
        self.bounded.threads[made].detached = flag == 1;
        if let Some(dst) = dst {
            let handle = self.terms.number(made as u128 + 1, 64);
            self.set(&mut local, dst, handle);
        }
        Ok(Some(local))
    }

    pub(crate) fn atomic(&mut self, mut local: Local, inst: &Inst, place: Place) -> Flow<Local> {
        macro_rules! operand {
            ($operand:expr) => {
                match self.operand(&local, $operand) {
                    Some(term) => term,
                    None => return self.gap(local.path, "the address of a label", place),
                }
            };
        }
        let (yes, no) = (self.terms.bool(true), self.terms.bool(false));
        let strong = |read: bool, write: bool, order: Order| {
            (!read || order.acquires()) && (!write || order.releases())
        };
        match inst {
            Inst::Fence { order } => {
                if local.path.alone {
                    return self.plain(local, None, None);
                }
                let mut draft = self.begin(&local.path, &[], true, place)?;
                draft.direct = false;
                let nowhere = self.terms.number(0, 64);
                let fence = By::Fence(order.acquires(), order.releases());
                self.edge(&mut draft, fence, nowhere, 0, yes);
                let motion = self.take();
                self.push(draft, &local.path, motion)?;
                Ok(Some(local))
            }
            Inst::AtomicLoad {
                kind,
                dst,
                addr,
                order,
            } => {
                let (address, length) = (operand!(*addr), u32::from(width(*kind)) / 8);
                self.bounds(&mut local.path, address, length, false, place);
                let mut draft = self.begin(&local.path, &[address], true, place)?;
                let value = self.read(&mut draft, &local.path, address, length)?;
                self.touch(&mut draft, address, length, no, true);
                draft.unordered = !strong(true, false, *order);
                self.edge(&mut draft, By::Load(order.acquires()), address, 0, yes);
                self.done(local, draft, Some(*dst), value)
            }
            Inst::AtomicStore {
                kind,
                addr,
                value,
                order,
            } => {
                let (address, value) = (operand!(*addr), operand!(*value));
                let length = u32::from(width(*kind)) / 8;
                self.bounds(&mut local.path, address, length, true, place);
                let mut draft = self.begin(&local.path, &[address], true, place)?;
                self.write(&mut draft, address, value, yes);
                self.touch(&mut draft, address, length, yes, true);
                draft.unordered = !strong(false, true, *order);
                self.edge(&mut draft, By::Store(order.releases()), address, 0, yes);
                self.done(local, draft, None, value)
            }
            Inst::AtomicRmw {
                op,
                kind,
                dst,
                addr,
                value,
                order,
            } => {
                let (address, operand) = (operand!(*addr), operand!(*value));
                let length = u32::from(width(*kind)) / 8;
                self.bounds(&mut local.path, address, length, true, place);
                let mut draft = self.begin(&local.path, &[address], true, place)?;
                let old = self.read(&mut draft, &local.path, address, length)?;
                let Some(new) = modify(self.terms, *op, old, operand) else {
                    return self.gap(local.path, "an atomic operation on floats", place);
                };
                self.write(&mut draft, address, new, yes);
                self.touch(&mut draft, address, length, yes, true);
                draft.unordered = !strong(true, true, *order);
                self.edge(&mut draft, By::Load(order.acquires()), address, 0, yes);
                self.edge(&mut draft, By::Update(order.releases()), address, 0, yes);
                self.done(local, draft, Some(*dst), old)
            }
            Inst::AtomicCas {
                kind,
                dst,
                ok,
                addr,
                expected,
                desired,
                weak,
                success,
                failure,
            } => {
                let (address, expected, desired) = (operand!(*addr), operand!(*expected), operand!(*desired));
                let length = u32::from(width(*kind)) / 8;
                self.bounds(&mut local.path, address, length, true, place);
                let mut draft = self.begin(&local.path, &[address], true, place)?;
                let old = self.read(&mut draft, &local.path, address, length)?;
                let mut equal = self.terms.eq(old, expected);
                let mut motion = self.take();
                if *weak {
                    // It may fail for no reason.
                    let fails = self.terms.var(1);
                    let lucky = self.terms.not(fails);
                    equal = self.terms.and(equal, lucky);
                    motion = Motion::Take(self.terms.zext(fails, 64));
                }
                self.write(&mut draft, address, desired, equal);
                self.touch(&mut draft, address, length, equal, true);
                draft.unordered = !strong(true, true, *success) || !strong(true, false, *failure);
                let differs = self.terms.not(equal);
                self.edge(&mut draft, By::Load(success.acquires()), address, 0, equal);
                self.edge(&mut draft, By::Load(failure.acquires()), address, 0, differs);
                self.edge(&mut draft, By::Update(success.releases()), address, 0, equal);
                self.finish(draft, &mut local.path, motion)?;
                let flag = self.terms.zext(equal, 32);
                self.set(&mut local, *dst, old);
                self.set(&mut local, *ok, flag);
                Ok(Some(local))
            }
            _ => Ok(Some(local)),
        }
    }
}
