//! Addresses that atomic operations hand from one thread to another.
//!
//! What a thread does with an object while it is fresh is not compared with what others do later: they can
//! only know its address from this thread, and so come after. By locks, creation and joins they do, or the
//! address itself is raced for. By an atomic operation they do only if it releases on the one side and
//! acquires on the other. An object whose address goes through one that does not, or is found in bytes that
//! may be raced for, counts as known to others from the start, with whatever it leads to. A fence or a lock
//! around it might order all the same, which is not looked at.

use crate::analyse::{Analysis, Here};
use crate::object::{Name, ObjectId};
use crate::refusal::Why;
use crate::state::State;
use crate::value::Value;
use raceproof_engine::condition;
use raceproof_ir::{Inst, Kind, Operand, Order};

impl Analysis<'_> {
    /// Looks at what an atomic instruction hands over.
    pub fn hand_over(&mut self, here: Here, inst: &Inst, state: &State) {
        match inst {
            Inst::AtomicLoad {
                kind, addr, order, ..
            } => self.take_over(here, state, *kind, addr, *order),
            Inst::AtomicStore { value, order, .. } => self.give(here, state, value, *order),
            Inst::AtomicRmw {
                kind,
                addr,
                value,
                order,
                ..
            } => {
                self.give(here, state, value, *order);
                self.take_over(here, state, *kind, addr, *order);
            }
            Inst::AtomicCas {
                kind,
                addr,
                desired,
                success,
                failure,
                ..
            } => {
                self.give(here, state, desired, *success);
                // The value may be the expected one again, put there by somebody else.
                self.take_over(here, state, *kind, addr, *success);
                self.take_over(here, state, *kind, addr, *failure);
            }
            _ => {}
        }
    }

    fn give(&mut self, here: Here, state: &State, value: &Operand, order: Order) {
        if !condition!("hand-over", "given by what releases", order.releases()) {
            let function = self.contexts.context(here.place.0).function;
            let value = self.operand(function, state, value);
            self.refuse_private(here, &value);
        }
    }

    fn take_over(&mut self, here: Here, state: &State, kind: Kind, addr: &Operand, order: Order) {
        if !condition!("hand-over", "taken by what acquires", order.acquires()) {
            let function = self.contexts.context(here.place.0).function;
            let address = self.operand(function, state, addr);
            let value = self.load(
                here.thread,
                state,
                &address,
                u64::from(kind.size(self.program.model)),
                kind,
            );
            self.refuse_private(here, &value);
        }
    }

    /// The address of an object that was fresh once, and whatever that leads to: none of them is fresh.
    fn refuse_private(&mut self, here: Here, value: &Value) {
        if self.spoil_private(value) {
            let point = self.contexts.point(here.place);
            let why = (Why::UnorderedAddress, here.span);
            self.wild.places.entry(point).or_insert(why);
        }
    }

    /// Whoever finds these addresses need not come after who made the objects. Says whether that is new.
    pub fn spoil_private(&mut self, value: &Value) -> bool {
        let mut is_new = false;
        let is_private = |name: Name| matches!(name, Name::Slot(..) | Name::Site(..) | Name::ThreadLocal(..));
        let mut open: Vec<ObjectId> = self.memory.led_to(value);
        while let Some(object) = open.pop() {
            if is_private(self.memory.object(object).name) && self.memory.unordered.insert(object) {
                self.contexts.changed = true;
                let inside = self.memory.contents(object);
                open.extend(self.memory.led_to(&inside));
                is_new = true;
            }
        }
        is_new
    }
}
