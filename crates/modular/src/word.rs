//! Variables and semaphores that are used as locks.
//!
//! A variable is a lock if it is not zero while somebody has it. Whoever finds zero in it and sets it to
//! something else in one step has it: by an exchange or a compare-and-swap, or in an atomic block that looks
//! first. Whoever has it gives it up by storing zero.
//!
//! Why that excludes: say that a thread *has* the variable between such a step and its next store that may be
//! zero. *Invariant:* while a thread has it, it is not zero, and nobody else has it. A thread that takes it
//! found zero, so nobody had it. Other stores are of something that is not zero, which change nothing, or of
//! zero by who has it. Every store that may be anything else (by somebody who does not have it for certain,
//! of bytes that are not exactly these, by the library) *spoils* the bytes, and then they are no lock
//! anywhere. Only stores of the first thread while there is no other are free: nobody else can have it then
//! who still does anything.
//!
//! Exactly these bytes: a store of more of them may be of something that is not zero and clear those that are
//! the lock, and who finds zero in some of them does not know about the others. So bytes that are locks of
//! two extents are no lock of either.
//!
//! Why that orders: whoever takes it reads what the last one stored who had it, because nothing can come in
//! between: after zero the next store takes it, or is of somebody who does not know that he has it, and then
//! nobody takes it any more. If the store releases and the read acquires, one critical section happens before
//! the other. Atomic blocks do both. The accesses to the variable itself are candidates like all others, so
//! plain ones that nothing protects are no proof.
//!
//! A semaphore is a lock if its value and those who got past it and have not posted it are one together at
//! most: it starts with one or zero, set by the first thread while there is no other, and only those post it
//! who got past it.
//!
//! Like a guard, being spoiled only grows until the fixed point.
//!
//! SOUNDNESS: word-locks

use crate::analyse::{Analysis, Here};
use crate::context::Place;
use crate::object::{Name, ObjectId};
use crate::offset::Offsets;
use crate::state::{Lock, Mode, Sort, State};
use crate::value::{Claim, Target, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::{Kind, Order, SyncObject};

/// Bytes of a semaphore that operations use.
const SEMAPHORE: u64 = SyncObject::Semaphore.length() as u64;

impl Analysis<'_> {
    /// These bytes are no lock of a sort.
    pub(crate) fn spoil(&mut self, object: ObjectId, sort: Sort, at: Offsets, length: u64) {
        let new = self
            .locks
            .spoiled
            .entry((object, sort))
            .or_default()
            .insert((at, length));
        if new && self.locks.used.contains(&(object, sort)) {
            self.contexts.changed = true;
        }
    }

    /// The lock that exactly these bytes are, if they are one.
    fn exact(&mut self, address: &Value, length: u64, sort: Sort) -> Option<Lock> {
        let [(target, offsets)] = address.targets[..] else {
            return None;
        };
        let object = target.object;
        let lock = Lock {
            object,
            offset: offsets
                .constant()
                .filter(|_| condition!("word-locks", "known address", !address.is_lost()))?,
            length,
            sort,
        };
        let is_hit = |(at, size): &(Offsets, u64)| at.overlaps(*size, offsets, length);
        let spoiled = self.locks.spoiled.get(&(object, sort));
        let is_clean = spoiled.is_none_or(|bytes| !bytes.iter().any(is_hit));
        if !condition!("word-locks", "one object", self.is_single(object))
            || !condition!("word-locks", "not spoiled", is_clean)
        {
            return None;
        }
        let is_apart = match sort {
            Sort::Semaphore => condition!(
                "semaphore-locks",
                "whole object",
                self.whole(object, offsets) == Some(SyncObject::Semaphore)
            ),
            _ => {
                let mut words = self.locks.words.get(&object).into_iter().flatten();
                condition!(
                    "word-locks",
                    "same bytes",
                    words.all(|bytes| !is_hit(bytes) || *bytes == (offsets, length))
                )
            }
        };
        is_apart.then_some(())?;
        self.locks.used.insert((object, sort));
        Some(lock)
    }

    fn in_atomic_block(&mut self, state: &State) -> bool {
        let block = self.atomic_block();
        state.guard.locks.contains_key(&block)
    }

    /// Whether there is no other thread.
    pub(crate) fn is_alone(&self, place: Place, state: &State) -> bool {
        condition!(
            "alone",
            "first thread",
            self.contexts.context(place.0).thread.0 == 0
        ) && condition!("alone", "no other created", state.guard.created.is_empty())
    }

    /// What a number that an atomic block finds in memory tells: whether a variable is zero, until the block
    /// ends.
    pub(crate) fn read_word(&mut self, state: &State, address: &Value, length: u64) -> Option<Claim> {
        if !condition!(
            "word-locks",
            "looked at in an atomic block",
            self.in_atomic_block(state)
        ) {
            return None;
        }
        let lock = self.exact(address, length, Sort::Word)?;
        Some(Claim {
            lock: Lock {
                sort: Sort::Zero,
                ..lock
            },
            zero: Some(Mode::Exclusive),
            other: None,
            busy: None,
        })
    }

    /// A store in one step, with an order if it is atomic by itself.
    pub(crate) fn write_word(
        &mut self,
        here: Here,
        state: &mut State,
        address: &Value,
        length: u64,
        value: &Value,
        order: Option<Order>,
    ) {
        self.raise(here, state, address, length, value, order);
        let in_block = self.in_atomic_block(state);
        self.at_hand.noted = true;
        let lock = match condition!("word-locks", "stored in one step", order.is_some() || in_block) {
            true => self.exact(address, length, Sort::Word),
            false => None,
        };
        let Some(lock) = lock else {
            self.touch(here, state, address, length, true, order.is_some());
            self.store(state, address, length, value);
            self.at_hand.noted = false;
            return;
        };
        let zero = Lock {
            sort: Sort::Zero,
            ..lock
        };
        let sets =
            value.may_be_other() && condition!("word-locks", "sets to something else", !value.may_be_zero());
        let finds_zero =
            in_block && condition!("word-locks", "found zero", state.guard.locks.contains_key(&zero));
        let takes = sets
            && finds_zero
            && condition!(
                "word-locks",
                "taken by what acquires",
                order.is_none_or(Order::acquires)
            );
        let gives = condition!(
            "word-locks",
            "given up by who has it",
            state.guard.locks.contains_key(&lock)
        ) && condition!(
            "word-locks",
            "given up by what releases",
            order.is_none_or(Order::releases)
        );
        // Whoever finds out later that there was zero has taken it by this.
        let acquires = condition!(
            "word-locks",
            "found later by what acquires",
            order.is_none_or(Order::acquires)
        );
        let finders: Vec<usize> = match sets && in_block && acquires {
            true => (0..state.registers.len())
                .filter(|&r| state.registers[r].claim.is_some_and(|claim| claim.lock == zero))
                .collect(),
            false => Vec::new(),
        };
        if takes {
            // The store that takes it comes after all that others did who had it.
            self.hold(state, lock, Mode::Exclusive);
        }
        self.touch(here, state, address, length, true, order.is_some());
        self.at_hand.lawful = sets || gives;
        self.store(state, address, length, value);
        (self.at_hand.lawful, self.at_hand.noted) = (false, false);
        if !sets {
            effect!(
                "word-locks",
                "zero gives it up",
                state.drop_locks(|held| *held == lock)
            );
        }
        for r in finders {
            state.registers[r].claim = Some(Claim {
                lock,
                zero: Some(Mode::Exclusive),
                other: None,
                busy: None,
            });
        }
    }

    /// A step that stores something other than zero, perhaps only if it found zero: whoever found zero has
    /// the lock.
    pub(crate) fn set_word(
        &mut self,
        here: Here,
        state: &mut State,
        address: &Value,
        length: u64,
        value: &Value,
        order: Order,
    ) -> Option<Claim> {
        let lock = self.exact(address, length, Sort::Word);
        self.raise(here, state, address, length, value, Some(order));
        self.touch(here, state, address, length, true, true);
        (self.at_hand.lawful, self.at_hand.noted) = (lock.is_some(), true);
        self.store(state, address, length, value);
        (self.at_hand.lawful, self.at_hand.noted) = (false, false);
        let claim = |lock| Claim {
            lock,
            zero: Some(Mode::Exclusive),
            other: None,
            busy: None,
        };
        lock.filter(|_| condition!("word-locks", "swapped by what acquires", order.acquires()))
            .map(claim)
    }

    /// Bytes of an object are written.
    pub(crate) fn write_words(
        &mut self,
        place: Place,
        state: &mut State,
        target: Target,
        at: Offsets,
        length: u64,
    ) {
        let lawful = self.at_hand.lawful;
        let is_used = |sort: Sort| self.locks.used.contains(&(target.object, sort));
        let hits = |lock: &Lock| {
            // Whoever knows that it is zero knows no longer.
            let stays = match lock.sort {
                Sort::Object | Sort::Raised => true,
                Sort::Word => {
                    lawful
                        && condition!(
                            "word-locks",
                            "kept by stores to it alone",
                            (Offsets::at(lock.offset), lock.length) == (at, length)
                        )
                }
                Sort::Semaphore | Sort::Zero => false,
            };
            !stays && lock.object == target.object && lock.overlaps(at, length)
        };
        if is_used(Sort::Word) || is_used(Sort::Semaphore) {
            effect!(
                "merged-calls",
                "variable written",
                state.given.insert(Some(target.object))
            );
            effect!("word-locks", "writes end it", state.drop_locks(hits));
        }
        effect!(
            "semaphore-locks",
            "writes spoil it",
            self.spoil(target.object, Sort::Semaphore, at, length)
        );
        if !self.at_hand.noted {
            effect!(
                "flags",
                "other writes are noted",
                self.raise_unknown(target.object, at, length)
            );
        }
        let unknown = condition!(
            "word-locks",
            "written while unknown",
            target.recent && state.fresh.contains(&target.object)
        );
        if unknown || condition!("word-locks", "written while alone", self.is_alone(place, state)) {
            return;
        }
        match lawful {
            true => self.note_word(target.object, at, length),
            false => self.spoil(target.object, Sort::Word, at, length),
        }
    }

    /// Bytes are written as the lock in exactly these bytes allows: they are no lock with others.
    fn note_word(&mut self, object: ObjectId, at: Offsets, length: u64) {
        let is_new = self.locks.words.entry(object).or_default().insert((at, length));
        if is_new && self.locks.used.contains(&(object, Sort::Word)) {
            self.contexts.changed = true;
        }
    }

    /// All that an address may mean are semaphores that let more than one past.
    fn open(&mut self, address: &Value) {
        for (target, at) in self.places(address) {
            self.spoil(target.object, Sort::Semaphore, at, SEMAPHORE);
        }
    }

    pub(crate) fn make_semaphore(
        &mut self,
        here: Here,
        state: &mut State,
        address: &Value,
        value: &Value,
    ) -> Value {
        let is_small = value.targets.is_empty() && value.low >= 0 && value.high <= 1;
        let is_small = condition!("semaphore-locks", "starts with one at most", is_small);
        if !is_small
            || !condition!(
                "semaphore-locks",
                "made while alone",
                self.is_alone(here.place, state)
            )
        {
            self.open(address);
        }
        self.forget_semaphores(state, address);
        Value::any(Kind::I32)
    }

    /// Those that an address may mean are no longer held; others of the same structure are.
    fn forget_semaphores(&self, state: &mut State, address: &Value) {
        let is_meant = |lock: &Lock| {
            let mut targets = address.targets.iter();
            targets.any(|(target, at)| {
                target.object == lock.object
                    && !condition!(
                        "semaphore-locks",
                        "another one of the structure",
                        !lock.overlaps(*at, SEMAPHORE)
                    )
            })
        };
        state.drop_locks(|lock| lock.sort == Sort::Semaphore && is_meant(lock));
    }

    pub(crate) fn wait(&mut self, state: &mut State, address: &Value) -> Value {
        if let Some(lock) = self.semaphore(address) {
            self.hold(state, lock, Mode::Exclusive);
        }
        Value::any(Kind::I32)
    }

    pub(crate) fn try_wait(&mut self, address: &Value) -> Value {
        let mut value = Value::any(Kind::I32);
        value.claim = self.semaphore(address).map(|lock| Claim {
            lock,
            zero: Some(Mode::Exclusive),
            other: None,
            busy: None,
        });
        value
    }

    pub(crate) fn post(&mut self, state: &mut State, address: &Value) -> Value {
        let lock = self.semaphore(address);
        let has_it = lock.is_some_and(|lock| state.guard.locks.contains_key(&lock));
        if !condition!("semaphore-locks", "posted by who has it", has_it) {
            self.open(address);
        }
        effect!(
            "semaphore-locks",
            "posting gives it up",
            self.forget_semaphores(state, address)
        );
        Value::any(Kind::I32)
    }

    /// The semaphore that an address means, if it is one only. One that nobody has made has no value, so
    /// nobody gets past it.
    fn semaphore(&mut self, address: &Value) -> Option<Lock> {
        let lock = self.exact(address, SEMAPHORE, Sort::Semaphore)?;
        match self.memory.object(lock.object).name {
            Name::Global(g) | Name::ThreadLocal(_, g) => {
                let is_zero = self.program.global(g).bytes.iter().all(|&byte| byte == 0);
                condition!("semaphore-locks", "nothing in it before", is_zero).then_some(lock)
            }
            _ => Some(lock),
        }
    }
}
