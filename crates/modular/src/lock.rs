//! Locks that are one object in every run, and what all that use their bytes do.
//!
//! SOUNDNESS: recursive-locks

use crate::analyse::Analysis;
use crate::context::{ContextId, Place};
use crate::object::{Name, ObjectId};
use crate::offset::Offsets;
use crate::state::{Lock, Mode, Sort, State, ThreadNo};
use crate::value::{Claim, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::sync_object::mutex;
use raceproof_ir::{Kind, SyncObject};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of the bytes that are locks, from all places that use them. It only grows.
#[derive(Debug, Default)]
pub(crate) struct Locks {
    /// Where locks are made, by object: places, and whether one of them may come after their use.
    pub made: BTreeMap<ObjectId, (BTreeSet<Place>, bool)>,
    /// Bytes of objects that are used as synchronisation objects of a kind.
    pub objects: BTreeMap<ObjectId, BTreeSet<(Offsets, SyncObject)>>,
    /// Bytes that are written in ways that locks of a sort do not allow.
    pub spoiled: BTreeMap<(ObjectId, Sort), BTreeSet<(Offsets, u64)>>,
    /// Bytes that are written as the lock in exactly these bytes allows.
    pub words: BTreeMap<ObjectId, BTreeSet<(Offsets, u64)>>,
    /// Objects with locks that are semaphores or variables.
    pub used: BTreeSet<(ObjectId, Sort)>,
    /// Objects with locks that a thread may give up that has not taken them for certain; none is any.
    pub given: BTreeSet<Option<ObjectId>>,
    /// Those of them that a guest may give up, and so the thread that it runs in may have lost; none is any.
    pub lent: BTreeSet<Option<ObjectId>>,
    /// Objects with mutexes that may refuse to be taken again.
    pub checking: BTreeSet<ObjectId>,
}

impl Analysis<'_> {
    /// Whether an object is one and the same in all of a run.
    pub(crate) fn is_single(&self, object: ObjectId) -> bool {
        let unique = |context: ContextId| self.contexts.is_unique(self.contexts.context(context).thread);
        match self.memory.object(object).name {
            Name::Global(_) | Name::AtomicBlock => true,
            Name::ThreadLocal(t, _) => {
                condition!("one-object", "thread-local without teams", !self.has_teams)
                    && condition!("one-object", "thread-local without guests", !self.has_guests)
                    && condition!(
                        "one-object",
                        "thread-local of one thread",
                        self.contexts.is_unique(t)
                    )
            }
            Name::Slot(context, slot) => {
                condition!(
                    "one-object",
                    "variable made once",
                    !self.contexts.is_reborn(context, slot)
                ) && condition!("one-object", "variable of one thread", unique(context))
            }
            Name::Site(context, block, index) => {
                condition!(
                    "one-object",
                    "block made once",
                    !self.contexts.is_repeated((context, block, index))
                ) && condition!("one-object", "block of one thread", unique(context))
            }
            _ => false,
        }
    }

    pub(crate) fn happens_once(&self, place: Place) -> bool {
        let thread = self.contexts.context(place.0).thread;
        condition!("happens-once", "not repeated", !self.contexts.is_repeated(place))
            && condition!("happens-once", "by one thread", self.contexts.is_unique(thread))
    }

    /// The lock that an address means, if it is one only and made before it is used.
    pub(crate) fn lock(&self, state: &State, address: &Value) -> Option<Lock> {
        let [(target, offsets)] = address.targets[..] else {
            return None;
        };
        if !condition!("locks", "known address", !address.is_lost()) {
            return None;
        }
        let sound = match self.locks.made.get(&target.object) {
            Some((places, late)) => {
                let once = condition!("locks", "made at one place", places.len() == 1)
                    && condition!("locks", "made once", places.iter().all(|&p| self.happens_once(p)));
                !*late
                    || once
                        && condition!(
                            "locks",
                            "made before its use",
                            state.guard.ready.contains(&target.object)
                        )
            }
            None => true,
        };
        (sound && condition!("locks", "one object", self.is_single(target.object))).then_some(())?;
        let object = self.whole(target.object, offsets)?;
        Some(Lock {
            object: target.object,
            offset: offsets.constant()?,
            length: u64::from(object.length()),
            sort: Sort::Object,
        })
    }

    /// The kind of synchronisation objects at some offsets of an object, if they are whole: no operation on
    /// one of another kind, or at another place, ever uses some of their bytes. Otherwise what is done to one
    /// may make the other free.
    pub(crate) fn whole(&self, object: ObjectId, at: Offsets) -> Option<SyncObject> {
        let lent = &self.locks.lent;
        let is_lent = lent.contains(&None) || lent.contains(&Some(object));
        if !condition!("locks", "not given up by a guest", !is_lent) {
            return None;
        }
        let uses = self.locks.objects.get(&object)?;
        let length = |kind: SyncObject| u64::from(kind.length());
        let (_, kind) = *uses.iter().find(|(b, kind)| b.overlaps(length(*kind), at, 1))?;
        let mut hits = uses
            .iter()
            .filter(|(b, other)| b.overlaps(length(*other), at, length(kind)));
        hits.all(|(b, other)| {
            condition!("locks", "objects of one kind", *other == kind)
                && condition!("locks", "objects at one place", b.aligned(at, length(kind)))
        })
        .then_some(kind)
    }

    pub(crate) fn hold(&mut self, state: &mut State, lock: Lock, mode: Mode) {
        self.see(lock);
        let held = state.guard.locks.entry(lock).or_insert(mode);
        *held = (*held).max(mode);
    }

    /// A mutex is taken. Who has one that is recursive has it once more; who has another one does not get
    /// past this, unless it tells of the error.
    pub(crate) fn take_mutex(&mut self, state: &mut State, address: &Value) {
        if let Some(lock) = self.lock(state, address)
            && condition!(
                "recursive-locks",
                "held alone before",
                state.guard.locks.get(&lock) == Some(&Mode::Exclusive)
            )
            && self.counts(lock)
        {
            let again = state.guard.again.entry(lock).or_default();
            *again = again.saturating_add(1);
        }
    }

    /// A mutex is given back: who has it more than once still has it.
    pub(crate) fn release_mutex(&mut self, thread: ThreadNo, state: &mut State, address: &Value) {
        let lock = self.lock(state, address);
        match lock.and_then(|lock| Some((lock, *state.guard.again.get(&lock)?))) {
            Some((lock, times)) => {
                state.forget_splits();
                state.given.insert(Some(lock.object));
                match times {
                    0 | 1 => state.guard.again.remove(&lock),
                    _ => state.guard.again.insert(lock, times - 1),
                };
            }
            None => self.give_up(thread, state, address),
        }
    }

    /// Whether a mutex is none that refuses, with an error, to be taken again.
    fn counts(&self, lock: Lock) -> bool {
        let is_plain = match self.memory.object(lock.object).name {
            Name::Global(g) => {
                let kind = lock
                    .offset
                    .saturating_add(i64::from(mutex::kind_at(self.program.model)));
                let mut bytes = self.program.global(g).bytes.iter();
                let first = bytes.nth(usize::try_from(kind).unwrap_or(usize::MAX));
                let checks = mutex::ERROR_CHECKING as u8;
                condition!(
                    "recursive-locks",
                    "does not check at first",
                    first != Some(&checks)
                )
            }
            _ => true,
        };
        is_plain
            && condition!(
                "recursive-locks",
                "not made to check",
                !self.locks.checking.contains(&lock.object)
            )
    }

    /// A mutex of a kind is made.
    pub(crate) fn note_kind(&mut self, address: &Value, kind: &Value) {
        let checks = i128::from(mutex::ERROR_CHECKING);
        if kind.targets.is_empty() && (kind.high < checks || kind.low > checks) {
            return;
        }
        let before = self.locks.checking.len();
        let objects = address.targets.iter().map(|(target, _)| target.object);
        self.locks.checking.extend(objects);
        self.contexts.changed |= self.locks.checking.len() > before;
    }

    /// A lock that the address may mean is given up. A guest that has not taken it gives up that of the
    /// thread that it runs in.
    pub(crate) fn give_up(&mut self, thread: ThreadNo, state: &mut State, address: &Value) {
        effect!("elements", "given up", self.give_up_picked(state, address));
        let objects = address.targets.iter().map(|(t, _)| Some(t.object));
        effect!("merged-calls", "given up", state.given.extend(objects));
        let gone = self.lock(state, address);
        let has_it = gone.is_some_and(|gone| state.guard.locks.contains_key(&gone));
        if !condition!("locks", "given up by who has it", has_it) {
            let objects = address.targets.iter().map(|(t, _)| Some(t.object));
            let objects = objects.chain(address.is_forged().then_some(None));
            let is_guest = self.contexts.is_guest(thread);
            let mut changed = false;
            for object in objects {
                changed |= self.locks.given.insert(object);
                changed |= is_guest && self.locks.lent.insert(object);
            }
            self.contexts.changed |= changed;
        }
        if address.is_forged() {
            self.give_up_anything(state);
        }
        match gone {
            Some(gone) => effect!("locks", "given up", state.drop_locks(|lock| *lock == gone)),
            None => {
                effect!(
                    "locks",
                    "perhaps given up",
                    state.drop_locks(|lock| address.targets.iter().any(|(t, _)| t.object == lock.object))
                );
            }
        }
    }

    /// Locks that a thread holds may be given up while it is one of a team: it has taken them, and so they
    /// are not those of another.
    pub(crate) fn give_up_in_team(&self, state: &mut State) {
        let given = &self.locks.given;
        if given.is_empty() {
            return;
        }
        state.given.insert(None);
        let is_any = given.contains(&None);
        state.drop_locks(|lock| lock.sort == Sort::Object && (is_any || given.contains(&Some(lock.object))));
        state.guard.picked.clear();
    }

    /// The result of an operation that takes a lock or not.
    pub(crate) fn claim(
        &self,
        state: &State,
        address: &Value,
        zero: Option<Mode>,
        other: Option<Mode>,
    ) -> Value {
        let mut value = Value::any(Kind::I32);
        value.claim = self.lock(state, address).map(|lock| Claim {
            lock,
            zero,
            other,
            busy: None,
        });
        value
    }
}
