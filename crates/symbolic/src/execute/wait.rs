//! Waits with a sleep in the middle, barriers and condition variables: two statements each.

use raceproof_ir::Reg;

use super::{Abort, Draft, Executor, Flow};
use crate::bounded::{Order as By, Origin, Place, Reason, Special, Touch};
use crate::execute::lock::DESTROYED;
use crate::path::{Local, Path};
use crate::term::Term;

impl Executor<'_, '_> {
    pub(super) fn meet(&mut self, mut local: Local, object: Term, place: Place) -> Flow<Local> {
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
            self.stop(&mut local.path, more, Reason::Blocked, place);
            return Ok(Some(local));
        }
        let motion = self.take();
        self.push(draft, &asleep, motion)?;
        Ok(Some(local))
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

    pub(super) fn alive(&mut self, draft: &mut Draft, path: &Path, condition: Term) -> Result<(), Abort> {
        let state = self.peek(draft, path, condition, 0)?;
        let dead = self.is(state, DESTROYED);
        let alive = self.terms.not(dead);
        self.define(draft, alive);
        Ok(())
    }
}
