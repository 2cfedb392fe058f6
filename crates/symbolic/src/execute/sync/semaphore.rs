//! Semaphores.

use raceproof_ir::sync_object::semaphore;
use raceproof_ir::{SyncObject, SyncOp as Op};

use super::{DESTROYED, Operation};
use crate::bounded::Order as By;
use crate::execute::{Executor, Flow};
use crate::path::Local;
use crate::term::Term;

impl Executor<'_, '_> {
    pub(super) fn semaphore(&mut self, mut local: Local, o: Operation<'_>, object: Term) -> Flow<Local> {
        let (zero, yes) = (o.zero, o.yes);
        match o.op {
            Op::SemInit | Op::SemDestroy => {
                let mut draft = self.open(
                    &mut local.path,
                    object,
                    SyncObject::Semaphore,
                    o.op != Op::SemInit,
                    o.place,
                )?;
                let value = match o.op {
                    Op::SemInit => {
                        let most = self.word(semaphore::MOST.into());
                        let is_small = self.terms.less_equal(o.args[1], most);
                        self.define(&mut draft, is_small);
                        o.args[1]
                    }
                    _ => {
                        self.alive(&mut draft, &local.path, object)?;
                        self.word(DESTROYED)
                    }
                };
                self.poke(&mut draft, object, semaphore::VALUE, value, yes);
                self.done(local, draft, o.dst, zero)
            }
            Op::SemPost => {
                let mut draft = self.open(&mut local.path, object, SyncObject::Semaphore, true, o.place)?;
                self.alive(&mut draft, &local.path, object)?;
                let value = self.peek(&mut draft, &local.path, object, semaphore::VALUE)?;
                let most = self.is(value, semaphore::MOST.into());
                let is_less = self.terms.not(most);
                self.define(&mut draft, is_less);
                let one = self.word(1);
                let more = self.terms.add(value, one);
                self.poke(&mut draft, object, semaphore::VALUE, more, yes);
                self.edge(&mut draft, By::Release, object, 0, yes);
                self.done(local, draft, o.dst, zero)
            }
            Op::SemValue => {
                let mut draft = self.open(&mut local.path, object, SyncObject::Semaphore, true, o.place)?;
                draft.unordered = true;
                self.alive(&mut draft, &local.path, object)?;
                let value = self.peek(&mut draft, &local.path, object, semaphore::VALUE)?;
                self.done(local, draft, o.dst, value)
            }
            Op::SemWait | Op::SemTryWait | Op::SemTimedWait => {
                let mut draft = self.open(&mut local.path, object, SyncObject::Semaphore, true, o.place)?;
                self.alive(&mut draft, &local.path, object)?;
                let value = self.peek(&mut draft, &local.path, object, semaphore::VALUE)?;
                let none = self.is(value, 0);
                let some = self.terms.not(none);
                let one = self.word(1);
                let less = self.terms.sub(value, one);
                self.poke(&mut draft, object, semaphore::VALUE, less, some);
                self.edge(&mut draft, By::Acquire, object, 0, some);
                let result = if o.op == Op::SemWait {
                    self.require(&mut draft, some);
                    zero
                } else {
                    draft.unordered = true;
                    let failed = self.word(0xffff_ffff);
                    self.terms.ite(some, zero, failed)
                };
                self.done(local, draft, o.dst, result)
            }
            _ => self.gap(local.path, o.unknown(), o.place),
        }
    }
}
