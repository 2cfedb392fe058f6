//! What synchronisation tells: locks that are held, threads that exist, threads that have ended.
//!
//! Operations that order threads in other ways (condition variables, semaphores that are no locks)
//! are taken to order nothing.

use crate::analyse::{Analysis, Here, Step, UNKNOWN_SIZE};
use crate::context::Place;
use crate::object::Name;
use crate::refusal::Why;
use crate::state::{Lock, Mode, Sort, State, ThreadNo};
use crate::value::{Claim, Target, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::{Kind, SyncObject, SyncOp as Op};
use raceproof_library::Hidden;

/// `EBUSY`.
const BUSY: i128 = 16;

impl Analysis<'_> {
    /// What an operation of synchronisation does; nothing if control does not go on.
    ///
    /// Long because it has an arm for each of them.
    pub(crate) fn synchronise(
        &mut self,
        here: Here,
        state: &mut State,
        op: Op,
        args: &[Value],
    ) -> Step<Value> {
        let none = Value::NONE;
        let first = args.first().unwrap_or(&none);
        effect!("synchronisation", "results before are old", state.forget_splits());
        if !matches!(op, Op::CondSignal | Op::CondBroadcast | Op::ThreadSelf) {
            self.stir(state);
        }
        self.touch_object(here, state, op, args);
        let result = match op {
            Op::ThreadCreate | Op::ThreadCreateAt | Op::ThreadJoin | Op::ThreadExit | Op::ThreadSelf => {
                return self.thread_operation(here, state, op, args);
            }
            Op::ThreadDetach | Op::ThreadYield => Value::number(0),
            Op::MutexInit | Op::RwInit | Op::SpinInit => {
                self.give_up(here.thread, state, first);
                if op == Op::MutexInit {
                    self.note_kind(first, args.get(1).unwrap_or(&none));
                }
                for &(target, _) in &first.targets {
                    self.make_lock(here.place, state, target);
                }
                self.make_anything(state, first);
                if let [(target, _)] = first.targets[..] {
                    state.guard.ready.insert(target.object);
                }
                Value::number(0)
            }
            Op::MutexLock => {
                self.take_mutex(state, first);
                self.acquire(state, first, Mode::Exclusive)
            }
            Op::RwWrite | Op::SpinLock => self.acquire(state, first, Mode::Exclusive),
            Op::RwRead => self.acquire(state, first, Mode::Shared),
            Op::MutexTryLock | Op::RwTryWrite | Op::SpinTryLock => {
                self.try_to_acquire(state, first, Mode::Exclusive)
            }
            Op::RwTryRead => self.try_to_acquire(state, first, Mode::Shared),
            Op::MutexTimedLock | Op::RwTimedWrite => self.claim(state, first, Some(Mode::Exclusive), None),
            Op::RwTimedRead => self.claim(state, first, Some(Mode::Shared), None),
            Op::MutexUnlock => {
                self.release_mutex(here.thread, state, first);
                Value::any(Kind::I32)
            }
            Op::RwUnlock | Op::SpinUnlock => {
                self.give_up(here.thread, state, first);
                Value::any(Kind::I32)
            }
            // Who runs the initialiser is alone; whoever comes later comes after it, and stays so.
            Op::OnceBegin => self.claim(state, first, Some(Mode::Shared), Some(Mode::Exclusive)),
            Op::OnceEnd => {
                if let Some(lock) = self.lock(state, first) {
                    state.guard.locks.insert(lock, Mode::Shared);
                }
                let any = first.is_forged().then_some(None);
                let known = first.targets.iter().map(|(t, _)| Some(t.object));
                state.given.extend(known.chain(any));
                Value::NONE
            }
            Op::AtomicBegin => {
                let lock = self.atomic_block();
                self.hold(state, lock, Mode::Exclusive);
                Value::NONE
            }
            Op::AtomicEnd => {
                let lock = self.atomic_block();
                state.given.insert(Some(lock.object));
                effect!(
                    "atomic-blocks",
                    "over at the end",
                    state.drop_locks(|held| *held == lock || held.sort == Sort::Zero)
                );
                Value::NONE
            }
            Op::MutexDestroy | Op::RwDestroy | Op::SpinDestroy | Op::CondDestroy | Op::BarrierDestroy
                if first.is_forged() =>
            {
                self.make_anything(state, first);
                Value::any(Kind::I32)
            }
            Op::MutexDestroy
            | Op::RwDestroy
            | Op::SpinDestroy
            | Op::CondInit
            | Op::CondWait
            | Op::CondTimedWait
            | Op::CondSignal
            | Op::CondBroadcast
            | Op::CondDestroy
            | Op::BarrierDestroy
            | Op::SemValue
            | Op::SemDestroy => Value::any(Kind::I32),
            Op::BarrierInit => {
                self.make_barrier(here, state, first, args.get(1).unwrap_or(&none));
                Value::any(Kind::I32)
            }
            Op::BarrierWait => {
                self.pass_barrier(here, state, first);
                Value::any(Kind::I32)
            }
            Op::SemInit if first.is_forged() => {
                self.make_anything(state, first);
                Value::any(Kind::I32)
            }
            Op::SemInit => self.make_semaphore(here, state, first, args.get(1).unwrap_or(&none)),
            Op::SemWait => self.wait(state, first),
            Op::SemTryWait | Op::SemTimedWait => self.try_wait(first),
            Op::SemPost => {
                state
                    .given
                    .extend(first.targets.iter().map(|(t, _)| Some(t.object)));
                self.make_anything(state, first);
                self.post(state, first)
            }
            Op::KeyCreate | Op::KeyDelete | Op::KeySet | Op::KeyGet => {
                return self.key_operation(here, state, op, args);
            }
            // Who does which works is open, and what orders these is left out.
            Op::WorkShare | Op::WorkMore | Op::WorkLimit => Value::any(Kind::I64),
            Op::WorkBegin | Op::WorkEnd | Op::OrderedEnter | Op::OrderedExit => Value::NONE,
            Op::TaskCreate => {
                self.run_task(here, state, args, None);
                Value::computed(Kind::I64)
            }
            Op::TaskPost => {
                for argument in args.iter().skip(3) {
                    self.disclose(argument, state);
                }
                self.note_unknown(here, Why::Teams);
                let any = Value::computed(Kind::I64).fit(Kind::Ptr);
                self.run_task(here, state, &[first.clone(), any], None);
                Value::computed(Kind::I64)
            }
            Op::EventWait | Op::EventSet | Op::TaskDepend | Op::TaskAwaitDepend | Op::TaskWait => Value::NONE,
            Op::TaskWaitSince | Op::TaskPass | Op::TaskAwait => Value::NONE,
            Op::TaskMark | Op::TaskRegion | Op::TaskPick | Op::TaskTag => Value::computed(Kind::I64),
            Op::TaskValue | Op::TaskGet => {
                let exits = self.contexts.threads.iter().filter_map(|t| t.exit.as_ref());
                exits.fold(Value::RESULT, |all, (value, _)| all.join(value))
            }
        };
        Ok(Some(result))
    }

    /// An operation on thread-specific data.
    fn key_operation(&mut self, here: Here, state: &mut State, op: Op, args: &[Value]) -> Step<Value> {
        let none = Value::NONE;
        let first = args.first().unwrap_or(&none);
        let length = u64::from(Kind::Ptr.size(self.program.model));
        if op != Op::KeyCreate {
            // Who has set a value uses the key when it ends, whatever it holds now.
            let mut end = state.clone();
            end.guard.locks.clear();
            end.guard.picked.clear();
            let all_keys = self.hidden(Hidden::Keys);
            effect!(
                "keys",
                "deleting is a write",
                self.touch(here, &end, &all_keys, UNKNOWN_SIZE, op == Op::KeyDelete, false)
            );
        }
        Ok(Some(match op {
            Op::KeyCreate => {
                let mut destructors = self.functions(first);
                if first.is_forged() {
                    self.note_unknown(here, Why::Call);
                    destructors = self.functions_anywhere(1, None);
                }
                for f in destructors {
                    // It gets whatever a thread has stored under a key.
                    let keys = self.keys(here);
                    let value = self.load(here.thread, state, &keys, length, Kind::Ptr);
                    self.run_at_any_time(here, state, f, &value, None);
                }
                Value::any(Kind::I32)
            }
            Op::KeySet => {
                let keys = self.keys(here);
                self.store(state, &keys, length, args.get(1).unwrap_or(&none));
                Value::any(Kind::I32)
            }
            Op::KeyGet => {
                let keys = self.keys(here);
                self.load(here.thread, state, &keys, length, Kind::Ptr)
            }
            _ => Value::any(Kind::I32),
        }))
    }

    /// An operation writes its object: atomically, unless it makes it or ends it.
    fn touch_object(&mut self, here: Here, state: &State, op: Op, args: &[Value]) {
        let Some(kind) = op.object() else { return };
        let length = u64::from(kind.length());
        if let Some(object) = args.first() {
            let is_atomic = condition!("synchronisation", "not made", !op.makes_object())
                && condition!("synchronisation", "not ended", !op.ends_object());
            self.touch(here, state, object, length, true, is_atomic);
            for (target, at) in self.places(object) {
                effect!(
                    "word-locks",
                    "no object of the library",
                    self.spoil(target.object, Sort::Word, at, length)
                );
                effect!(
                    "flags",
                    "no object of the library",
                    self.raise_unknown(target.object, at, length)
                );
                effect!(
                    "labels",
                    "no object of the library",
                    self.note_label(target.object, at, length, None)
                );
            }
            self.use_object(object, kind);
        }
        if let (Op::CondWait | Op::CondTimedWait, Some(mutex)) = (op, args.get(1)) {
            self.touch(
                here,
                state,
                mutex,
                u64::from(SyncObject::Mutex.length()),
                true,
                true,
            );
            self.use_object(mutex, SyncObject::Mutex);
        }
    }

    /// Bytes are used as a synchronisation object of a kind.
    fn use_object(&mut self, address: &Value, kind: SyncObject) {
        for (target, at) in self.places(address) {
            if self
                .locks
                .objects
                .entry(target.object)
                .or_default()
                .insert((at, kind))
            {
                self.contexts.changed = true;
            }
        }
    }

    /// Where a thread keeps what only it can reach: thread-specific data, `errno`.
    pub(crate) fn keys(&mut self, here: Here) -> Value {
        // A guest finds what the thread has that it runs in.
        let whose = match condition!("keys", "no guests", !self.has_guests) {
            true => here.thread,
            false => ThreadNo(0),
        };
        let object = self.memory.named(self.program, Name::Keys(whose), 16);
        Value::pointer(object, false, 0)
    }

    pub(crate) fn atomic_block(&mut self) -> Lock {
        let object = self.memory.named(self.program, Name::AtomicBlock, 1);
        Lock {
            object,
            offset: 0,
            length: 1,
            sort: Sort::Object,
        }
    }

    /// The result of an operation that takes a lock if that is free, and fails in one way only.
    fn try_to_acquire(&self, state: &State, address: &Value, mode: Mode) -> Value {
        let mut value = self.claim(state, address, Some(mode), None);
        value.claim = value.claim.map(|claim| Claim {
            busy: Some(BUSY),
            ..claim
        });
        value
    }

    fn acquire(&mut self, state: &mut State, address: &Value, mode: Mode) -> Value {
        if let Some(lock) = self.lock(state, address) {
            self.hold(state, lock, mode);
        }
        self.hold_picked(state, address, mode);
        Value::any(Kind::I32)
    }

    /// A lock that is made again, or while others may use it, protects nothing from then on.
    pub(crate) fn make_lock(&mut self, place: Place, state: &State, target: Target) {
        let thread = self.contexts.context(place.0).thread;
        let alone = condition!("locks", "made by the first thread", thread.0 == 0)
            && condition!(
                "locks",
                "made while there is no other",
                state.guard.created.is_empty()
            );
        let unknown = condition!(
            "locks",
            "made while unknown",
            target.recent && state.fresh.contains(&target.object)
        );
        let (places, late) = self.locks.made.entry(target.object).or_default();
        let before = (places.len(), *late);
        places.insert(place);
        *late |= !alone && !unknown;
        if before != (places.len(), *late) {
            self.contexts.changed = true;
        }
    }
}
