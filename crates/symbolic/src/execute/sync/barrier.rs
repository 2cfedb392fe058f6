//! Barriers. Who is not the last to arrive sleeps, so a wait is two statements.

use raceproof_ir::sync_object::barrier;
use raceproof_ir::{Inst, Program, Reg, SyncObject, SyncOp as Op};

use super::Operation;
use crate::bounded::{Motion, Order as By, Origin, Place, Reason};
use crate::execute::{Executor, Flow};
use crate::limits;
use crate::path::Local;
use crate::term::Term;

impl Executor<'_, '_> {
    pub(super) fn barrier(&mut self, mut local: Local, o: Operation<'_>, object: Term) -> Flow<Local> {
        let (zero, yes) = (o.zero, o.yes);
        match o.op {
            Op::BarrierInit => {
                let none = self.is(o.args[1], 0);
                self.stop(&mut local.path, none, Reason::Undefined, o.place);
                let mut draft = self.open(&mut local.path, object, SyncObject::Barrier, false, o.place)?;
                self.poke(&mut draft, object, barrier::NEEDED, o.args[1], yes);
                for at in [barrier::ARRIVED, barrier::ROUND, barrier::SERIAL] {
                    self.poke(&mut draft, object, at, zero, yes);
                }
                self.done(local, draft, o.dst, zero)
            }
            Op::BarrierDestroy => {
                let mut draft = self.open(&mut local.path, object, SyncObject::Barrier, false, o.place)?;
                let arrived = self.peek(&mut draft, &local.path, object, barrier::ARRIVED)?;
                let empty = self.is(arrived, 0);
                self.define(&mut draft, empty);
                self.poke(&mut draft, object, barrier::NEEDED, zero, yes);
                self.done(local, draft, o.dst, zero)
            }
            Op::BarrierWait => self.meet(local, object, o.dst, o.place),
            _ => self.gap(local.path, o.unknown(), o.place),
        }
    }

    /// Waits at a barrier. Where anybody asks who the serial thread is, that is any of those who met: whoever
    /// sleeps has the barrier's address in a word of its own, and the last to arrive chooses.
    fn meet(&mut self, mut local: Local, object: Term, dst: Option<Reg>, place: Place) -> Flow<Local> {
        self.settle(&mut local.path, place)?;
        let mut draft = self.open(&mut local.path, object, SyncObject::Barrier, true, place)?;
        let needed = self.peek(&mut draft, &local.path, object, barrier::NEEDED)?;
        let arrived = self.peek(&mut draft, &local.path, object, barrier::ARRIVED)?;
        let round = self.peek(&mut draft, &local.path, object, barrier::ROUND)?;
        let none = self.is(needed, 0);
        let some = self.terms.not(none);
        self.define(&mut draft, some);
        let (one, zero, yes) = (self.word(1), self.word(0), self.terms.bool(true));
        let now = self.terms.add(arrived, one);
        let more = self.terms.less(now, needed);
        let count = self.terms.ite(more, now, zero);
        let next = self.terms.add(round, one);
        let last = self.terms.not(more);
        self.poke(&mut draft, object, barrier::ARRIVED, count, yes);
        self.poke(&mut draft, object, barrier::ROUND, next, last);
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
            self.poke(&mut draft, object, barrier::SERIAL, serial, last);
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
            self.touch(&mut draft, object, SyncObject::Barrier.length(), yes, true);
            let later = self.peek(&mut draft, &asleep, object, barrier::ROUND)?;
            let over = self.terms.ne(later, round);
            self.require(&mut draft, over);
            for (lane, parity) in [(0, even), (1, odd)] {
                self.edge(&mut draft, By::Acquire, object, lane, parity);
            }
            if let Some(mine) = sleeper {
                let serial = self.peek(&mut draft, &asleep, object, barrier::SERIAL)?;
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
}

/// Whether any wait at a barrier wants to know whether it is the serial thread.
fn asks_for_serial(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|f| &f.blocks);
    blocks.flat_map(|b| &b.instructions).any(|(i, _)| {
        matches!(
            i,
            Inst::Sync {
                op: Op::BarrierWait,
                dst: Some(_),
                ..
            }
        )
    })
}
