//! What synchronisation tells: locks that are held, threads that exist, threads that have ended.
//!
//! Operations that order threads in other ways (barriers, condition variables, semaphores that are no locks) are taken to order nothing.

use crate::analyse::{Analysis, Here, Step};
use crate::context::Place;
use crate::label::Label;
use crate::object::Name;
use crate::refusal::{Refusal, Why};
use crate::relation::Relations;
use crate::state::{Guard, Lock, Mode, Sort, State, ThreadNo};
use crate::value::{Claim, Origin, Own, Target, Value};
use raceproof_ir::{BlockId, FuncId, Kind, SyncObject, SyncOp as Op};
use std::collections::{BTreeMap, BTreeSet};

/// `EBUSY`.
const BUSY: i128 = 16;

impl Analysis<'_> {
    pub(crate) fn synchronise(
        &mut self,
        here: Here,
        state: &mut State,
        op: Op,
        args: &[Value],
    ) -> Step<Value> {
        let none = Value::NONE;
        let first = args.first().unwrap_or(&none);
        state.forget_splits();
        self.touch_object(here, state, op, args);
        let result = match op {
            Op::ThreadCreate => self.create(here, state, first, args.get(1).unwrap_or(&none))?,
            Op::ThreadCreateAt => {
                let handle = self.create(here, state, first, args.get(1).unwrap_or(&none))?;
                let at = args.get(3).unwrap_or(&none);
                let length = u64::from(Kind::Ptr.size(self.program.model));
                let mut before = state.clone();
                if let Some(Name::Thread(t)) = handle
                    .targets
                    .first()
                    .map(|(t, _)| self.memory.object(t.object).name)
                {
                    // The handle is stored before the thread starts; a thread of the same place may have started before.
                    if self.contexts.is_unique(t) && handle.targets.len() == 1 {
                        before.guard.created.remove(&t);
                    }
                }
                self.touch(here, &before, at, length, true, false);
                self.store(state, at, length, &handle);
                handle
            }
            Op::ThreadJoin => return Ok(self.join(here, state, first)),
            Op::ThreadExit => {
                self.end_thread(here.thread, first, state);
                return Ok(None);
            }
            Op::ThreadSelf => {
                let object = self.memory.named(self.program, Name::Thread(here.thread), 1);
                Value::pointer(object, false, 0)
            }
            Op::ThreadDetach | Op::ThreadYield => Value::number(0),
            Op::MutexInit | Op::RwInit | Op::SpinInit => {
                self.give_up(state, first);
                for &(target, _) in &first.targets {
                    self.make_lock(here.place, state, target);
                }
                if let [(target, _)] = first.targets[..] {
                    state.guard.ready.insert(target.object);
                }
                Value::number(0)
            }
            Op::MutexLock | Op::RwWrite | Op::SpinLock => self.acquire(state, first, Mode::Exclusive),
            Op::RwRead => self.acquire(state, first, Mode::Shared),
            Op::MutexTryLock | Op::RwTryWrite | Op::SpinTryLock => {
                self.try_to_acquire(state, first, Mode::Exclusive)
            }
            Op::RwTryRead => self.try_to_acquire(state, first, Mode::Shared),
            Op::MutexTimedLock | Op::RwTimedWrite => self.claim(state, first, Some(Mode::Exclusive), None),
            Op::RwTimedRead => self.claim(state, first, Some(Mode::Shared), None),
            Op::MutexUnlock | Op::RwUnlock | Op::SpinUnlock => {
                self.give_up(state, first);
                Value::any(Kind::I32)
            }
            // Who runs the initialiser is alone; whoever comes later comes after it, and stays so.
            Op::OnceBegin => self.claim(state, first, Some(Mode::Shared), Some(Mode::Exclusive)),
            Op::OnceEnd => {
                if let Some(lock) = self.lock(state, first) {
                    state.guard.locks.insert(lock, Mode::Shared);
                }
                Value::NONE
            }
            Op::AtomicBegin => {
                let lock = self.atomic_block();
                self.hold(state, lock, Mode::Exclusive);
                Value::NONE
            }
            Op::AtomicEnd => {
                let lock = self.atomic_block();
                state.drop_locks(|held| *held == lock || held.sort == Sort::Zero);
                Value::NONE
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
            | Op::BarrierInit
            | Op::BarrierWait
            | Op::BarrierDestroy
            | Op::SemValue
            | Op::SemDestroy => Value::any(Kind::I32),
            Op::SemInit => self.make_semaphore(here, state, first, args.get(1).unwrap_or(&none)),
            Op::SemWait => self.wait(state, first),
            Op::SemTryWait | Op::SemTimedWait => self.try_wait(first),
            Op::SemPost => self.post(state, first),
            Op::KeyCreate if first.is_lost() || !self.functions(first).is_empty() => {
                return Err(Refusal::new(Why::Destructors, here.span));
            }
            Op::KeyDelete => {
                return Err(Refusal::new(Why::DeletedKey, here.span));
            }
            Op::KeyCreate => Value::any(Kind::I32),
            Op::KeySet => {
                let keys = self.keys(here);
                let length = u64::from(Kind::Ptr.size(self.program.model));
                self.store(state, &keys, length, args.get(1).unwrap_or(&none));
                Value::any(Kind::I32)
            }
            Op::KeyGet => {
                let keys = self.keys(here);
                let length = u64::from(Kind::Ptr.size(self.program.model));
                self.load(&keys, length, Kind::Ptr)
            }
            // Who does which works is open, and what orders these is left out.
            Op::WorkShare | Op::WorkMore | Op::WorkLimit => Value::any(Kind::I64),
            Op::WorkBegin | Op::WorkEnd | Op::OrderedEnter | Op::OrderedExit => Value::NONE,
            _ => {
                return Err(Refusal::new(Why::Teams, here.span));
            }
        };
        Ok(Some(result))
    }

    /// An operation writes its object: atomically, unless it makes it or ends it.
    fn touch_object(&mut self, here: Here, state: &State, op: Op, args: &[Value]) {
        let Some(kind) = op.object() else { return };
        let length = u64::from(kind.length());
        if let Some(object) = args.first() {
            let is_atomic = !op.makes_object() && !op.ends_object();
            self.touch(here, state, object, length, true, is_atomic);
            for (target, at) in self.places(object) {
                self.spoil(target.object, Sort::Word, at, length);
                self.raise_unknown(target.object, at, length);
                self.note_label(target.object, at, length, None);
                if kind != SyncObject::Semaphore {
                    self.spoil(target.object, Sort::Semaphore, at, length);
                }
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
        let object = self.memory.named(self.program, Name::Keys(here.thread), 16);
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
        let alone = thread.0 == 0 && state.guard.created.is_empty();
        let unknown = target.recent && state.fresh.contains(&target.object);
        let (places, late) = self.locks.made.entry(target.object).or_default();
        let before = (places.len(), *late);
        places.insert(place);
        *late |= !alone && !unknown;
        if before != (places.len(), *late) {
            self.contexts.changed = true;
        }
    }

    fn create(
        &mut self,
        here: Here,
        state: &mut State,
        function: &Value,
        argument: &Value,
    ) -> Result<Value, Refusal> {
        if self.contexts.is_of_team(here.thread) {
            return Err(Refusal::new(Why::ThreadOfTeam, here.span));
        }
        if function.is_lost() {
            self.lose(Why::Thread, here.span);
        }
        let given = (self.given(here, state, argument), self.labels_for(here, state));
        self.publish(argument, state);
        state.guard.quiet.clear();
        let mut handles = Value::NONE;
        for f in self.functions(function) {
            let code = self.program.function(f);
            if code.blocks.is_empty() {
                return Err(Refusal::new(Why::ThreadWithoutBody, here.span));
            }
            let t = self.contexts.create(here.place, f);
            let object = self.memory.named(self.program, Name::Thread(t), 1);
            handles = handles.join(&Value::pointer(object, false, 0));
            if self.accesses.is_none() {
                // Teams that come again may do so while the new thread is there.
                let joined = state.guard.joined.iter().copied();
                let ended = joined.filter(|t| !self.contexts.comes_again(*t)).collect();
                self.begin(state, t, f, argument, given.clone(), ended);
            }
            state.guard.created.insert(t);
            state.guard.joined.remove(&t);
        }
        Ok(handles)
    }

    /// A thread may begin with this argument, which may be its own, relying on these labels, when these threads have ended.
    pub(crate) fn begin(
        &mut self,
        state: &State,
        t: ThreadNo,
        f: FuncId,
        argument: &Value,
        (own, labels): (Option<Own>, BTreeSet<Label>),
        ended: BTreeSet<ThreadNo>,
    ) {
        let thread = self.contexts.thread_mut(t);
        let given = thread.argument.widen(&argument.settle());
        let before: BTreeSet<_> = match &thread.before {
            Some(known) => known.intersection(&ended).copied().collect(),
            None => ended,
        };
        if given != thread.argument || thread.before.as_ref() != Some(&before) {
            thread.argument = given;
            thread.before = Some(before);
            self.contexts.changed = true;
        }
        let root = self.contexts.thread(t).root;
        let code = self.program.function(f);
        let mut entry = State {
            registers: code.registers.iter().map(|r| Value::any(r.kind)).collect(),
            guard: Guard {
                ready: state.guard.ready.clone(),
                labels,
                ..Guard::default()
            },
            fresh: BTreeSet::new(),
            locals: BTreeMap::new(),
            relations: Relations::default(),
        };
        if let Some(register) = entry.registers.first_mut().filter(|_| code.arguments() > 0) {
            *register = Value {
                own,
                ..argument.settle()
            };
        }
        self.add_slots(root, &mut entry);
        self.enter(root, BlockId(0), &entry);
    }

    fn join(&mut self, here: Here, state: &mut State, handle: &Value) -> Option<Value> {
        if handle.is_lost() || handle.origin != Origin::Plain {
            self.lose(Why::Join, here.span);
        }
        let mut result: Option<Value> = None;
        let mut threads = Vec::new();
        for (target, _) in &handle.targets {
            if let Name::Thread(t) = self.memory.object(target.object).name {
                threads.push(t);
                let waiter = (here.place.0, here.place.1);
                self.contexts.thread_mut(t).joiners.insert(waiter);
                if let Some((value, _)) = &self.contexts.thread(t).exit {
                    result = Some(result.unwrap_or(Value::NONE).join(value));
                }
            }
        }
        if let ([t], [_]) = (&threads[..], &handle.targets[..])
            && self.contexts.is_unique(*t)
            && let Some((_, joined)) = &self.contexts.thread(*t).exit
        {
            state.guard.joined.extend(joined);
            state.guard.joined.insert(*t);
            // Nothing is left of it if it has created no others.
            if !self.contexts.threads.iter().any(|u| u.parent == Some(*t)) {
                state.guard.created.remove(t);
            }
        }
        result
    }
}
