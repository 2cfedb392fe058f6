//! One-time initialisation.

use raceproof_ir::sync_object::once;
use raceproof_ir::{SyncObject, SyncOp as Op};

use super::Operation;
use crate::bounded::Order as By;
use crate::execute::{Executor, Flow};
use crate::path::Local;
use crate::term::Term;

const NOT_YET: u128 = once::NOT_YET as u128;
const DONE: u128 = once::DONE as u128;

impl Executor<'_, '_> {
    pub(super) fn once(&mut self, mut local: Local, o: Operation<'_>, object: Term) -> Flow<Local> {
        let (zero, yes) = (o.zero, o.yes);
        match o.op {
            Op::OnceBegin => {
                let mut draft = self.open(&mut local.path, object, SyncObject::Once, true, o.place)?;
                let state = self.peek(&mut draft, &local.path, object, once::STATE)?;
                let (fresh, over) = (self.is(state, NOT_YET), self.is(state, DONE));
                let (me, one) = (self.me(), self.word(1));
                let running = self.terms.add(me, one);
                let mine = self.terms.eq(state, running);
                let other = self.terms.not(mine);
                self.define(&mut draft, other);
                let settled = self.terms.or(fresh, over);
                let enabled = self.terms.or(settled, mine);
                self.require(&mut draft, enabled);
                self.poke(&mut draft, object, once::STATE, running, fresh);
                self.edge(&mut draft, By::Acquire, object, 0, over);
                let result = self.terms.zext(fresh, 32);
                self.done(local, draft, o.dst, result)
            }
            Op::OnceEnd => {
                let mut draft = self.open(&mut local.path, object, SyncObject::Once, true, o.place)?;
                self.edge(&mut draft, By::Release, object, 0, yes);
                let over = self.word(DONE);
                self.poke(&mut draft, object, once::STATE, over, yes);
                self.done(local, draft, o.dst, zero)
            }
            _ => self.gap(local.path, o.unknown(), o.place),
        }
    }
}
