//! Mutexes: normal, recursive, error-checking.

use raceproof_ir::sync_object::mutex;
use raceproof_ir::{SyncObject, SyncOp as Op};

use super::{BUSY, DEADLOCK, DESTROYED, NOT_PERMITTED, Operation, TIMED_OUT};
use crate::bounded::Order as By;
use crate::execute::{Abort, Draft, Executor, Flow};
use crate::path::{Local, Path};
use crate::term::Term;

const RECURSIVE: u128 = mutex::RECURSIVE as u128;
const ERROR_CHECKING: u128 = mutex::ERROR_CHECKING as u128;

impl Executor<'_, '_> {
    pub(super) fn mutex(&mut self, mut local: Local, o: Operation<'_>, object: Term) -> Flow<Local> {
        let (zero, yes) = (o.zero, o.yes);
        match o.op {
            Op::MutexInit => {
                let mut draft = self.open(&mut local.path, object, SyncObject::Mutex, false, o.place)?;
                let kind = self.kind_of(&mut draft, &local.path, object)?;
                let owner = self.peek(&mut draft, &local.path, object, mutex::OWNER)?;
                let (dead, free) = (self.is(kind, DESTROYED), self.is(owner, 0));
                let ok = self.terms.or(dead, free);
                self.define(&mut draft, ok);
                let kind_at = mutex::kind_at(self.program.model);
                for at in (0..kind_at).step_by(4) {
                    self.poke(&mut draft, object, at, zero, yes);
                }
                self.poke(&mut draft, object, kind_at, o.args[1], yes);
                self.done(local, draft, o.dst, zero)
            }
            Op::MutexDestroy => {
                let mut draft = self.open(&mut local.path, object, SyncObject::Mutex, true, o.place)?;
                let owner = self.peek(&mut draft, &local.path, object, mutex::OWNER)?;
                let kind = self.kind_of(&mut draft, &local.path, object)?;
                let free = self.is(owner, 0);
                self.define(&mut draft, free);
                let dead = self.is(kind, DESTROYED);
                let alive = self.terms.not(dead);
                self.define(&mut draft, alive);
                let destroyed = self.word(DESTROYED);
                let kind_at = mutex::kind_at(self.program.model);
                self.poke(&mut draft, object, kind_at, destroyed, yes);
                self.done(local, draft, o.dst, zero)
            }
            Op::MutexLock | Op::MutexTryLock | Op::MutexTimedLock => {
                let mut draft = self.open(&mut local.path, object, SyncObject::Mutex, true, o.place)?;
                let result = self.lock(&mut draft, &local.path, o.op, object)?;
                self.done(local, draft, o.dst, result)
            }
            Op::MutexUnlock => {
                let mut draft = self.open(&mut local.path, object, SyncObject::Mutex, true, o.place)?;
                let owner = self.peek(&mut draft, &local.path, object, mutex::OWNER)?;
                let count = self.peek(&mut draft, &local.path, object, mutex::COUNT)?;
                let kind = self.kind_of(&mut draft, &local.path, object)?;
                let me = self.me();
                let mine = self.terms.eq(owner, me);
                let (recursive, checking) = (self.is(kind, RECURSIVE), self.is(kind, ERROR_CHECKING));
                let told = self.terms.or(recursive, checking);
                let defined = self.terms.or(mine, told);
                self.define(&mut draft, defined);
                let one = self.word(1);
                let less = self.terms.sub(count, one);
                let more = self.terms.less(one, count);
                let left = self.terms.ite(more, less, zero);
                let keeper = self.terms.ite(more, owner, zero);
                self.poke(&mut draft, object, mutex::OWNER, keeper, mine);
                self.poke(&mut draft, object, mutex::COUNT, left, mine);
                let once = self.terms.not(more);
                let freed = self.terms.and(mine, once);
                self.edge(&mut draft, By::Release, object, 0, freed);
                let refused = self.word(NOT_PERMITTED);
                let result = self.terms.ite(mine, zero, refused);
                self.done(local, draft, o.dst, result)
            }
            _ => self.gap(local.path, o.unknown(), o.place),
        }
    }

    pub(super) fn kind_of(&mut self, draft: &mut Draft, path: &Path, object: Term) -> Result<Term, Abort> {
        self.peek(draft, path, object, mutex::kind_at(self.program.model))
    }

    /// Takes a mutex; gives the result.
    pub(super) fn lock(
        &mut self,
        draft: &mut Draft,
        path: &Path,
        op: Op,
        object: Term,
    ) -> Result<Term, Abort> {
        let owner = self.peek(draft, path, object, mutex::OWNER)?;
        let count = self.peek(draft, path, object, mutex::COUNT)?;
        let kind = self.kind_of(draft, path, object)?;
        let (me, zero, one) = (self.me(), self.word(0), self.word(1));
        let free = self.is(owner, 0);
        let mine = self.terms.eq(owner, me);
        let (recursive, checking) = (self.is(kind, RECURSIVE), self.is(kind, ERROR_CHECKING));
        let dead = self.is(kind, DESTROYED);
        let alive = self.terms.not(dead);
        self.define(draft, alive);
        let again = self.terms.and(mine, recursive);
        let taken = self.terms.or(free, again);
        let more = self.terms.add(count, one);
        let depth = self.terms.ite(free, one, more);
        self.poke(draft, object, mutex::OWNER, me, taken);
        self.poke(draft, object, mutex::COUNT, depth, taken);
        self.edge(draft, By::Acquire, object, 0, free);
        if op == Op::MutexLock {
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
        let refused = self.word(if op == Op::MutexTryLock { BUSY } else { TIMED_OUT });
        Ok(self.terms.ite(taken, zero, refused))
    }
}
