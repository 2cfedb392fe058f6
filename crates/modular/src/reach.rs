//! Objects as a thread makes, reads and writes them.

use crate::analyse::{Analysis, Here, UNKNOWN_SIZE};
use crate::borrow::Borrowers;
use crate::container::Containers;
use crate::context::{ContextId, Place};
use crate::form::Form;
use crate::join_all::Spot;
use crate::kept::Kept;
use crate::label::Label;
use crate::object::{Name, ObjectId};
use crate::offset::Offsets;
use crate::parallel::Access;
use crate::refusal::Why;
use crate::state::{Guard, Lock, State, ThreadNo};
use crate::ticket::Taking;
use crate::value::{Round, Target, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::{BlockId, Kind, SyncObject};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What an instruction writes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Writer {
    pub at: Offsets,
    pub length: u64,
    /// Whether there is no other thread then.
    pub alone: bool,
}

/// What all stores to objects are, by the bytes that they may mean. It only grows.
#[derive(Debug, Default)]
pub(crate) struct Stores {
    /// Instructions that store something in an object, and where.
    pub writers: BTreeMap<ObjectId, BTreeMap<Place, Writer>>,
    /// Where creations put handles, and where joins find them, as far as that is known.
    pub handles: BTreeMap<Place, Option<Spot>>,
    pub joins: BTreeMap<Place, Option<Spot>>,
    /// Who uses variables that are not its own, or not for certain.
    pub borrowers: Borrowers,
    /// Threads of which some may be left when the next one of the same number is created.
    pub crowded: BTreeSet<ThreadNo>,
    /// Threads that may be there when others, the second ones, are created.
    pub outlived: BTreeSet<(ThreadNo, ThreadNo)>,
    /// The threads that rely on the numbers of a loop, and loops that may begin anew while some are left.
    pub crowds: BTreeMap<Round, BTreeSet<ThreadNo>>,
    pub restless: BTreeSet<Round>,
    /// The threads that rely on the numbers of some loop.
    pub numbered: BTreeSet<ThreadNo>,
    /// Loops that wait until it is known whom they join, and those that have waited long enough.
    pub held: BTreeSet<Round>,
    pub released: BTreeSet<Round>,
    /// Cells that loops look at in every round to find their bounds, by where the loops begin.
    pub bounds: BTreeMap<(ContextId, BlockId), Option<Kept>>,
    /// Stores that put the number of a round there, and others.
    pub labelled: BTreeMap<ObjectId, BTreeMap<(Offsets, u64), Option<Label>>>,
    /// Sums that threads are told.
    pub told: Vec<Form>,
    /// Lists and slots through which blocks are handed over.
    pub containers: Containers,
    /// Writes, as far as they take numbers from counters.
    pub takings: BTreeMap<ObjectId, BTreeMap<(Offsets, u64), Taking>>,
    /// Objects in which loads have found what may be a number of a counter
    /// ([`Own::Found`](crate::value::Own)).
    pub found: RefCell<BTreeSet<ObjectId>>,
}

/// The instruction at hand.
#[derive(Debug, Default)]
pub(crate) struct AtHand {
    pub place: Option<Place>,
    /// What orders its accesses, once there was one.
    guard: Option<Rc<Guard>>,
    /// Whether its write is one that the lock in a variable allows.
    pub lawful: bool,
    /// Whether its write has been noted among those that set a variable.
    pub noted: bool,
    /// Whether somebody has looked at what its store is to containers.
    pub is_container: bool,
    /// Whether it is to another block than those that only this thread has.
    pub is_other: bool,
    /// What its store puts there.
    pub labelling: Option<Label>,
    /// How its write takes a number.
    pub taking: Option<Taking>,
}

impl AtHand {
    /// The instruction at a place, before it has done anything.
    pub fn at(place: Place) -> AtHand {
        AtHand {
            place: Some(place),
            ..AtHand::default()
        }
    }
}

impl Analysis<'_> {
    /// New local variables: nobody else knows them.
    pub(crate) fn add_slots(&mut self, id: ContextId, state: &mut State) {
        let context = self.contexts.context(id);
        let (thread, again) = (context.thread, context.repeated);
        let slots = self.program.function(context.function).slots.len() as u32;
        for slot in (0..slots).map(raceproof_ir::SlotId) {
            let object = self.slot(id, slot);
            match again {
                true => self.begin_again(thread, state, object),
                false => self.make_fresh(state, object),
            }
        }
    }

    pub(crate) fn slot(&mut self, id: ContextId, slot: raceproof_ir::SlotId) -> ObjectId {
        let function = self.program.function(self.contexts.context(id).function);
        let size = function.slots[slot.0 as usize].size;
        self.memory.named(self.program, Name::Slot(id, slot), size)
    }

    /// An instruction makes an object.
    pub(crate) fn allocate(&mut self, here: Here, state: &mut State, size: &Value) -> Value {
        let (context, block, index) = here.place;
        let size = match size.low == size.high && size.low > 0 {
            true => u64::try_from(size.low).unwrap_or(UNKNOWN_SIZE).min(UNKNOWN_SIZE),
            false => UNKNOWN_SIZE,
        };
        let object = self
            .memory
            .named(self.program, Name::Site(context, block, index), size);
        effect!(
            "labels",
            "end with a new instance",
            state.forget_labels(|label| label.is_of_instance(object))
        );
        state.forget_instance(object);
        for register in &mut state.registers {
            if register
                .targets
                .iter()
                .any(|(t, _)| t.recent && t.object == object)
            {
                effect!(
                    "fresh-objects",
                    "made anew",
                    *register = register.age(|o| o == object).into()
                );
            }
        }
        if !condition!(
            "fresh-objects",
            "blocks of what is not recursive",
            !self.contexts.context(context).recursive
        ) {
            state.fresh.remove(&object);
            return Value::pointer(object, false, 0);
        }
        match self.contexts.is_alloca(here.place) && self.contexts.is_repeated(here.place) {
            true => self.begin_again(here.thread, state, object),
            false => self.make_fresh(state, object),
        }
        Value::pointer(object, true, 0)
    }

    /// Nobody else knows a new instance, nor will know it before what is done to it until then.
    pub(crate) fn make_fresh(&self, state: &mut State, object: ObjectId) {
        if state.assigned.contains_key(&object) {
            effect!("set-before-read", "a new life", state.assigned.remove(&object));
        }
        let is_fresh = condition!(
            "hand-over",
            "handed over in order",
            !self.memory.unordered.contains(&object)
        );
        match (is_fresh, state.fresh.contains(&object)) {
            (true, false) => state.fresh.insert(object),
            (false, true) => state.fresh.remove(&object),
            _ => false,
        };
    }

    /// Addresses in a value become known to memory or to other threads.
    pub(crate) fn publish(&mut self, value: &Value, state: &mut State) {
        for (target, _) in &value.targets {
            self.publish_assigned(state, target.object);
            let (is_fresh, is_held) = self.may_be_own(value, *target);
            if is_held {
                state.give_away(target.object);
            }
            if is_fresh && state.fresh.contains(&target.object) {
                effect!("fresh-objects", "published", state.fresh.remove(&target.object));
            }
        }
    }

    /// The bytes that an address of `length` bytes may mean.
    pub(crate) fn places(&self, address: &Value) -> Vec<(Target, Offsets)> {
        let targets = address.targets.iter();
        targets
            .filter_map(|&(target, offsets)| {
                let size = self.memory.object(target.object).size;
                Some((target, offsets.inside(size)?))
            })
            .collect()
    }

    /// A thread may access memory.
    pub(crate) fn touch(
        &mut self,
        here: Here,
        state: &State,
        address: &Value,
        length: u64,
        write: bool,
        atomic: bool,
    ) {
        if !condition!("accesses", "known address", !address.is_forged()) {
            self.note_unknown(here, Why::Access);
        }
        if !write {
            self.note_locked(here, state);
        }
        if self.accesses.is_none() {
            for (target, _) in &address.targets {
                self.note_borrower(here.thread, *target);
            }
            return;
        }
        let guard = match &self.at_hand.guard {
            Some(guard) if **guard == *state.guard => guard.clone(),
            _ => self.intern(&state.guard),
        };
        self.at_hand.guard = Some(guard.clone());
        if address.is_lost() {
            effect!(
                "wildcards",
                "an access may be anywhere",
                self.touch_anywhere(here, guard.clone(), write, atomic)
            );
        }
        for (target, at) in self.places(address) {
            let fresh = condition!("fresh-objects", "youngest instance", target.recent)
                && condition!(
                    "fresh-objects",
                    "known to nobody else",
                    state.fresh.contains(&target.object)
                );
            let pick = address.pick.filter(|_| !address.is_lost());
            let keys = guard.keys(&state.relations, pick, at, length);
            let form = self.address_sum_of(here.thread, address);
            if let Some(accesses) = &mut self.accesses {
                accesses.push(Access {
                    object: target.object,
                    at,
                    length,
                    write,
                    atomic,
                    thread: here.thread,
                    guard: guard.clone(),
                    own: address.own,
                    keys,
                    form,
                    facts: state.facts.clone(),
                    fresh,
                    taken: target.recent && state.carry.held.contains(&target.object),
                    unknown: false,
                    context: Some(here.place.0),
                    at_point: self.contexts.point(here.place),
                    span: here.span,
                });
            }
        }
    }

    /// What orders an access, shared by all that are ordered by the same.
    pub(crate) fn intern(&mut self, guard: &Guard) -> Rc<Guard> {
        match self.guards.get(guard) {
            Some(known) => known.clone(),
            None => {
                let new = Rc::new(guard.clone());
                self.guards.insert(new.clone());
                new
            }
        }
    }

    pub(crate) fn store(&mut self, state: &mut State, address: &Value, length: u64, value: &Value) {
        self.publish(value, state);
        for (target, at) in self.places(address) {
            self.record(state, target, at, length);
            self.memory.store(target.object, at, length, value);
        }
        if address.is_forged() {
            self.store_anywhere(state, value);
        }
        self.assign(state, address, length);
    }

    pub(crate) fn load(
        &mut self,
        thread: ThreadNo,
        state: &State,
        address: &Value,
        length: u64,
        kind: Kind,
    ) -> Value {
        self.read_assigned(thread, state, address, length);
        let mut result = Value::NONE;
        for (target, at) in self.places(address) {
            self.note_reader(target.object);
            let found = self.memory.load(self.program, target.object, at, length, kind);
            result.absorb(&found);
        }
        if address.is_forged() {
            result = result.join(&Value::computed(kind));
        }
        result.fit(kind)
    }

    /// The instruction at hand stores something in an object. A lock whose bytes that are is made anew.
    pub(crate) fn record(&mut self, state: &mut State, target: Target, at: Offsets, length: u64) {
        effect!(
            "local-constants",
            "written",
            state.forget_locals(target.object, at, length)
        );
        let Some(place) = self.at_hand.place else { return };
        self.write_containers(state, target, at, length);
        self.write_words(place, state, target, at, length);
        self.note_label(target.object, at, length, self.at_hand.labelling);
        self.note_taking(place, state, target.object, at, length);
        if self.stores.found.borrow().contains(&target.object) {
            effect!(
                "tickets",
                "what was found is written",
                state.forget_found(|(object, offset)| {
                    object == target.object && at.overlaps(length, Offsets::at(offset), 8)
                })
            );
        }
        let is_alone = self.is_alone(place, state);
        let writers = self.stores.writers.entry(target.object).or_default();
        let before = writers.get(&place).copied();
        let all = Writer {
            at: before.map_or(at, |before| before.at.widen(at)),
            length: before.map_or(length, |before| before.length.max(length)),
            alone: is_alone && before.is_none_or(|before| before.alone),
        };
        if before != Some(all) {
            writers.insert(place, all);
            self.contexts.changed = true;
        }
        let Some(locks) = self.locks.objects.get(&target.object) else {
            return;
        };
        let size = |kind: &SyncObject| u64::from(kind.length());
        let hit: Vec<(Offsets, u64)> = locks
            .iter()
            .filter(|(offsets, kind)| offsets.overlaps(size(kind), at, length))
            .map(|(offsets, kind)| (*offsets, size(kind)))
            .collect();
        if hit.is_empty() {
            return;
        }
        effect!(
            "merged-calls",
            "bytes written",
            state.given.insert(Some(target.object))
        );
        let gone = |lock: &Lock| {
            lock.object == target.object && hit.iter().any(|(at, size)| lock.overlaps(*at, *size))
        };
        let checking = self.locks.checking.insert(target.object);
        self.contexts.changed |= checking;
        effect!("locks", "bytes written", state.drop_locks(gone));
        effect!("elements", "bytes written", state.guard.picked.clear());
        effect!(
            "locks",
            "written bytes are a lock made anew",
            self.make_lock(place, state, target)
        );
    }
}
