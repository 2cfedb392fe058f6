//! Ordered regions of a loop, one after the other in the order of the iterations; and events that come once.
//! Both are counters of eight bytes.

use raceproof_ir::SyncOp as Op;

use super::Operation;
use crate::bounded::Order as By;
use crate::execute::{Executor, Flow};
use crate::path::Local;

const LENGTH: u32 = 8;

impl Executor<'_, '_> {
    pub(super) fn ordered(&mut self, mut local: Local, o: Operation<'_>) -> Flow<Local> {
        let &[counter, value] = o.args else {
            return self.gap(local.path, o.unknown(), o.place);
        };
        self.bounds(&mut local.path, counter, LENGTH, true, o.place);
        let mut draft = self.begin(&local.path, &[counter], true, o.place)?;
        self.touch(&mut draft, counter, LENGTH, o.yes, true);
        if o.op == Op::OrderedExit {
            self.write(&mut draft, counter, value, o.yes);
            self.edge(&mut draft, By::Release, counter, 0, o.yes);
            return self.done(local, draft, o.dst, o.zero);
        }
        let count = self.read(&mut draft, &local.path, counter, LENGTH)?;
        let below = self.terms.less(count, value);
        if o.op == Op::EventSet {
            let more = self.terms.ite(below, value, count);
            self.write(&mut draft, counter, more, o.yes);
            self.edge(&mut draft, By::Release, counter, 0, o.yes);
        } else {
            let come = self.terms.not(below);
            self.require(&mut draft, come);
            self.edge(&mut draft, By::Acquire, counter, 0, o.yes);
        }
        self.done(local, draft, o.dst, o.zero)
    }
}
