//! Condition variables. Who waits sleeps, so a wait is two statements.

use raceproof_ir::sync_object::{condition, mutex};
use raceproof_ir::{Reg, SyncObject, SyncOp as Op};

use super::{DESTROYED, Operation};
use crate::bounded::{Motion, Order as By, Origin, Place, Reason, Special, Touch};
use crate::execute::{Executor, Flow};
use crate::path::Local;
use crate::term::Term;

impl Executor<'_, '_> {
    pub(super) fn condition(&mut self, mut local: Local, o: Operation<'_>, object: Term) -> Flow<Local> {
        let (zero, yes) = (o.zero, o.yes);
        match o.op {
            Op::CondInit | Op::CondDestroy => {
                let mut draft = self.open(
                    &mut local.path,
                    object,
                    SyncObject::Condition,
                    o.op != Op::CondInit,
                    o.place,
                )?;
                let value = match o.op {
                    Op::CondInit => zero,
                    _ => self.word(DESTROYED),
                };
                self.poke(&mut draft, object, condition::STATE, value, yes);
                if o.op == Op::CondDestroy && !draft.direct {
                    self.alive(&mut draft, &local.path, object)?;
                    draft.special = Special::Destroy { condition: object };
                }
                self.done(local, draft, o.dst, zero)
            }
            Op::CondSignal | Op::CondBroadcast => {
                let mut draft = self.open(&mut local.path, object, SyncObject::Condition, true, o.place)?;
                self.alive(&mut draft, &local.path, object)?;
                let all = o.op == Op::CondBroadcast;
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
                if let Some(dst) = o.dst {
                    self.set(&mut local, dst, zero);
                }
                Ok(Some(local))
            }
            // A thread may wake up without a reason as often as it likes, so no number of rounds is enough.
            Op::CondWait if !self.config.faithful_waits && !self.waits.insert((self.current, o.place)) => {
                self.gap(
                    local.path,
                    "a wait that is repeated and may end without a reason",
                    o.place,
                )
            }
            Op::CondWait => self.wait(local, object, o.args[1], o.dst, o.place),
            _ => self.gap(local.path, o.unknown(), o.place),
        }
    }

    /// Waits: gives the mutex up and sleeps, then takes it again once it was woken.
    fn wait(
        &mut self,
        mut local: Local,
        condition: Term,
        mutex: Term,
        dst: Option<Reg>,
        place: Place,
    ) -> Flow<Local> {
        self.settle(&mut local.path, place)?;
        self.bounds(&mut local.path, mutex, SyncObject::Mutex.length(), true, place);
        self.bounds(
            &mut local.path,
            condition,
            SyncObject::Condition.length(),
            true,
            place,
        );
        let (zero, one, yes) = (self.word(0), self.word(1), self.terms.bool(true));
        let mut draft = self.begin(&local.path, &[condition, mutex], true, place)?;
        self.touch(&mut draft, condition, SyncObject::Condition.length(), yes, true);
        draft.touches.push(Touch {
            address: mutex,
            length: SyncObject::Mutex.length(),
            write: yes,
            atomic: true,
            races: false,
            when: yes,
        });
        self.alive(&mut draft, &local.path, condition)?;
        let owner = self.peek(&mut draft, &local.path, mutex, mutex::OWNER)?;
        let me = self.me();
        let mine = self.terms.eq(owner, me);
        self.define(&mut draft, mine);
        self.poke(&mut draft, mutex, mutex::OWNER, zero, yes);
        self.poke(&mut draft, mutex, mutex::COUNT, zero, yes);
        self.edge(&mut draft, By::Release, mutex, 0, yes);
        if draft.direct {
            let motion = self.take();
            self.finish(draft, &mut local.path, motion)?;
            return self.wake_alone(local, [condition, mutex], dst, place);
        }
        let object = self.make(Origin::Wait, 4, false);
        self.bounded.objects[object as usize].private = false;
        draft.special = Special::Sleep { condition, object };
        let state = self.pointer(object, 0);
        self.write(&mut draft, state, one, yes);
        let motion = self.take();
        self.push(draft, &local.path, motion)?;
        let mut draft = self.begin(&local.path, &[condition, mutex], true, place)?;
        self.touch(&mut draft, condition, SyncObject::Condition.length(), yes, true);
        draft.touches.push(Touch {
            address: mutex,
            length: SyncObject::Mutex.length(),
            write: yes,
            atomic: true,
            races: false,
            when: yes,
        });
        let woken = self.read(&mut draft, &local.path, state, 4)?;
        let owner = self.peek(&mut draft, &local.path, mutex, mutex::OWNER)?;
        let kind = self.kind_of(&mut draft, &local.path, mutex)?;
        let dead = self.is(kind, DESTROYED);
        let alive = self.terms.not(dead);
        self.define(&mut draft, alive);
        let (ready, free) = (self.is(woken, 2), self.is(owner, 0));
        let enabled = match self.config.faithful_waits {
            true => self.terms.and(ready, free),
            false => free,
        };
        self.require(&mut draft, enabled);
        if !self.config.faithful_waits {
            draft.asleep = Some(self.terms.not(ready));
        }
        self.poke(&mut draft, mutex, mutex::OWNER, me, yes);
        self.poke(&mut draft, mutex, mutex::COUNT, one, yes);
        self.edge(&mut draft, By::Acquire, mutex, 0, yes);
        self.edge(&mut draft, By::Acquire, condition, 0, ready);
        self.write(&mut draft, state, zero, yes);
        let motion = self.take();
        self.push(draft, &local.path, motion)?;
        if let Some(dst) = dst {
            self.set(&mut local, dst, zero);
        }
        Ok(Some(local))
    }

    /// A thread that is alone sleeps: nobody will ever wake it, but it may wake up without a reason.
    fn wake_alone(
        &mut self,
        mut local: Local,
        [condition, mutex]: [Term; 2],
        dst: Option<Reg>,
        place: Place,
    ) -> Flow<Local> {
        let (zero, one, yes) = (self.word(0), self.word(1), self.terms.bool(true));
        let asleep = match self.config.faithful_waits {
            true => yes,
            false => self.terms.var(1),
        };
        self.stop(&mut local.path, asleep, Reason::Blocked, place);
        if self.terms.is_false(local.path.guard) {
            return Ok(None);
        }
        let mut draft = self.begin(&local.path, &[condition, mutex], true, place)?;
        let me = self.me();
        self.poke(&mut draft, mutex, mutex::OWNER, me, yes);
        self.poke(&mut draft, mutex, mutex::COUNT, one, yes);
        let motion = self.take();
        self.finish(draft, &mut local.path, motion)?;
        if let Some(dst) = dst {
            self.set(&mut local, dst, zero);
        }
        Ok(Some(local))
    }
}
