//! Spin locks.

use raceproof_ir::sync_object::spinlock;
use raceproof_ir::{SyncObject, SyncOp as Op};

use super::{BUSY, DESTROYED, Operation};
use crate::bounded::Order as By;
use crate::execute::{Executor, Flow};
use crate::path::Local;
use crate::term::Term;

impl Executor<'_, '_> {
    pub(super) fn spin_lock(&mut self, mut local: Local, o: Operation<'_>, object: Term) -> Flow<Local> {
        let (zero, yes) = (o.zero, o.yes);
        match o.op {
            Op::SpinInit | Op::SpinDestroy => {
                let mut draft = self.open(
                    &mut local.path,
                    object,
                    SyncObject::SpinLock,
                    o.op != Op::SpinInit,
                    o.place,
                )?;
                let value = match o.op {
                    Op::SpinInit => zero,
                    _ => {
                        let owner = self.peek(&mut draft, &local.path, object, spinlock::OWNER)?;
                        let free = self.is(owner, 0);
                        self.define(&mut draft, free);
                        self.word(DESTROYED)
                    }
                };
                self.poke(&mut draft, object, spinlock::OWNER, value, yes);
                self.done(local, draft, o.dst, zero)
            }
            Op::SpinLock | Op::SpinTryLock => {
                let mut draft = self.open(&mut local.path, object, SyncObject::SpinLock, true, o.place)?;
                let owner = self.peek(&mut draft, &local.path, object, spinlock::OWNER)?;
                let (me, free) = (self.me(), self.is(owner, 0));
                let dead = self.is(owner, DESTROYED);
                let alive = self.terms.not(dead);
                self.define(&mut draft, alive);
                let result = if o.op == Op::SpinLock {
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
                self.poke(&mut draft, object, spinlock::OWNER, me, free);
                self.done(local, draft, o.dst, result)
            }
            Op::SpinUnlock => {
                let mut draft = self.open(&mut local.path, object, SyncObject::SpinLock, true, o.place)?;
                let owner = self.peek(&mut draft, &local.path, object, spinlock::OWNER)?;
                let me = self.me();
                let mine = self.terms.eq(owner, me);
                self.define(&mut draft, mine);
                self.poke(&mut draft, object, spinlock::OWNER, zero, yes);
                self.edge(&mut draft, By::Release, object, 0, yes);
                self.done(local, draft, o.dst, zero)
            }
            _ => self.gap(local.path, o.unknown(), o.place),
        }
    }
}
