//! Waits with a sleep in the middle, barriers and condition variables: two statements each.

use crate::limits;
use raceproof_ir::{Inst, Program, Reg, SyncOp};

use super::{Abort, Draft, Executor, Flow};
use crate::bounded::{Motion, Order as By, Origin, Place, Reason, Special, Touch};
use crate::execute::lock::DESTROYED;
use crate::path::{Local, Path};
use crate::term::Term;

impl Executor<'_, '_> {
    /// Waits at a barrier. Where anybody asks who the serial thread is, that is any of those who met: whoever sleeps has the barrier's
    /// address in a word of its own, and the last to arrive chooses.
    pub(super) fn meet(
        &mut self,
        mut local: Local,
        object: Term,
        dst: Option<Reg>,
        place: Place,
    ) -> Flow<Local> {
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
        let asked = asks_for_serial(self.program);
        let me = self.me();
        let mut serial = me;
        let mut sleeper = None;
        if asked {
            if !draft.direct {
                let mine = self.sleeper(self.current);
                sleeper = Some(mine);
                self.write(&mut draft, mine, object, more);
                let wanted = self.terms.var(32);
                let current = self.current;
                for other in (0..limits::THREADS.size()).filter(|t| *t != current) {
                    let place = self.sleeper(other);
                    let length = self.terms.shape.bytes();
                    let awaits = self.read(&mut draft, &local.path, place, length)?;
                    let number = self.word(other as u128 + 1);
                    let (sleeps, named) = (self.terms.eq(awaits, object), self.terms.eq(wanted, number));
                    let chosen = self.terms.and(sleeps, named);
                    serial = self.terms.ite(chosen, number, serial);
                }
            }
            self.poke(&mut draft, object, 12, serial, last);
        }
        let odd = self.terms.extract(round, 0, 1);
        let even = self.terms.not(odd);
        for (lane, parity) in [(0, even), (1, odd)] {
            // What is released before it is acquired makes no difference to the thread itself.
            let ends = self.terms.and(parity, last);
            self.edge(&mut draft, By::Acquire, object, lane, ends);
            self.edge(&mut draft, By::Release, object, lane, parity);
        }
        let motion = match asked {
            true => Motion::Meet(self.terms.ite(last, serial, me)),
            false => self.take(),
        };
        self.finish(draft, &mut local.path, motion)?;
        let told = |executor: &mut Self, serial: Term| {
            let (named, minus_one) = (executor.terms.eq(serial, me), executor.word(u128::MAX));
            executor.terms.ite(named, minus_one, zero)
        };
        let mut result = told(self, serial);
        // Whoever is not the last sleeps until the round is over.
        let mut asleep = local.path.clone();
        asleep.guard = self.terms.and(local.path.guard, more);
        let mut draft = self.begin(&asleep, &[object], true, place)?;
        if draft.direct {
            self.stop(&mut local.path, more, Reason::Blocked, place);
        } else {
            self.touch(&mut draft, object, 16, yes, true);
            let later = self.peek(&mut draft, &asleep, object, 8)?;
            let over = self.terms.ne(later, round);
            self.require(&mut draft, over);
            for (lane, parity) in [(0, even), (1, odd)] {
                self.edge(&mut draft, By::Acquire, object, lane, parity);
            }
            if let Some(mine) = sleeper {
                let serial = self.peek(&mut draft, &asleep, object, 12)?;
                let nowhere = self.terms.null();
                self.write(&mut draft, mine, nowhere, yes);
                let late = told(self, serial);
                result = self.terms.ite(more, late, result);
            }
            let motion = self.take();
            self.push(draft, &asleep, motion)?;
        }
        if let Some(dst) = dst {
            self.set(&mut local, dst, result);
        }
        Ok(Some(local))
    }

    /// Where it says at which barrier a thread sleeps.
    fn sleeper(&mut self, thread: usize) -> Term {
        let object = match self.sleepers.get(&thread) {
            Some(&object) => object,
            None => {
                let object = self.make(Origin::Wait, self.terms.shape.bytes(), false);
                self.bounded.objects[object as usize].private = false;
                self.sleepers.insert(thread, object);
                object
            }
        };
        self.pointer(object, 0)
    }

    pub(super) fn wait(
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
        self.touch(&mut draft, condition, 4, yes, true);
        draft.touches.push(Touch {
            address: mutex,
            length: 20,
            write: yes,
            atomic: true,
            races: false,
            when: yes,
        });
        self.alive(&mut draft, &local.path, condition)?;
        let owner = self.peek(&mut draft, &local.path, mutex, 0)?;
        let me = self.me();
        let mine = self.terms.eq(owner, me);
        self.define(&mut draft, mine);
        self.poke(&mut draft, mutex, 0, zero, yes);
        self.poke(&mut draft, mutex, 4, zero, yes);
        self.edge(&mut draft, By::Release, mutex, 0, yes);
        if draft.direct {
            let motion = self.take();
            self.finish(draft, &mut local.path, motion)?;
            // Nobody will ever wake it.
            self.stop(&mut local.path, yes, Reason::Blocked, place);
            return Ok(None);
        }
        let object = self.make(Origin::Wait, 4, false);
        self.bounded.objects[object as usize].private = false;
        draft.special = Special::Sleep { condition, object };
        let state = self.pointer(object, 0);
        self.write(&mut draft, state, one, yes);
        let motion = self.take();
        self.push(draft, &local.path, motion)?;
        let mut draft = self.begin(&local.path, &[condition, mutex], true, place)?;
        self.touch(&mut draft, condition, 4, yes, true);
        draft.touches.push(Touch {
            address: mutex,
            length: 20,
            write: yes,
            atomic: true,
            races: false,
            when: yes,
        });
        let woken = self.read(&mut draft, &local.path, state, 4)?;
        let owner = self.peek(&mut draft, &local.path, mutex, 0)?;
        let kind = self.kind_of(&mut draft, &local.path, mutex)?;
        let dead = self.is(kind, DESTROYED);
        let alive = self.terms.not(dead);
        self.define(&mut draft, alive);
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

    /// The object, which says so in its first word, must not have been destroyed.
    pub(super) fn alive(&mut self, draft: &mut Draft, path: &Path, object: Term) -> Result<(), Abort> {
        let state = self.peek(draft, path, object, 0)?;
        let dead = self.is(state, DESTROYED);
        let alive = self.terms.not(dead);
        self.define(draft, alive);
        Ok(())
    }
}

/// Whether any wait at a barrier wants to know whether it is the serial thread.
fn asks_for_serial(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|f| &f.blocks);
    blocks.flat_map(|b| &b.instructions).any(|(i, _)| {
        matches!(
            i,
            Inst::Sync {
                op: SyncOp::BarrierWait,
                dst: Some(_),
                ..
            }
        )
    })
}
