//! The machine as a scheduler sees it: what each thread is at, in how many ways it can go on, and letting it.
//!
//! Between two turns a thread is at code (it can run), at an operation that others may have a say in, at a
//! choice of the environment, or at its end. [`Machine::run`] takes it through code, [`Machine::take`]
//! through the others.

use crate::limits;
use raceproof_ir::{FuncId, Order, SyncOp};
use raceproof_order::{Edge, Strength};

use crate::classify::Class;
use crate::code::AtomicWhat;
use crate::op::Op;
use crate::run::{Entered, Machine, Range, atomic};
use crate::state::{Ending, NOWHERE, Status};
use crate::sync::work::EVEN;
use crate::sync::{self, Arguments, Done, Effects, Offer};
use crate::{Access, Gap, ObjectId, Observer, Pointer, Sink, Site, SpaceId, State, Stop, Thread, ThreadId};

/// How many operations a thread may run before it is asked whether others want to.
pub const FUEL: u64 = 1 << 20;

/// Third operand of the creation of a thread whose handle nobody keeps after joining it.
const RECYCLABLE: u64 = 2;

/// What a thread is at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum At<'a> {
    /// Code that it can run.
    Code,
    /// A synchronisation or atomic operation.
    Sync,
    /// A choice of the environment.
    Choice(Range<'a>),
    /// It cannot go on while another thread is in an atomic block.
    Held,
    /// It has ended, or met a defect.
    End,
}

/// What a thread does next: what it is [at](At), in short and with who has a say in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Code.
    Code,
    /// A synchronisation or atomic operation.
    Sync(Class),
    /// A choice of the environment.
    Choice,
    /// Nothing while another thread is in an atomic block.
    Held,
    /// Nothing any more.
    End,
}

impl Range<'_> {
    /// The values to try, as bits, and whether these are all.
    pub fn values(&self) -> (Vec<u64>, bool) {
        let bits = |v: i128| v as u64;
        if self.high - self.low < i128::from(limits::VALUES.get()) {
            return ((self.low..=self.high).map(bits).collect(), true);
        }
        let mut some = vec![0, 1, 2, 3, -1, self.low, self.high];
        some.extend_from_slice(self.named);
        some.retain(|v| (self.low..=self.high).contains(v));
        some.sort_unstable();
        some.dedup();
        (some.into_iter().map(bits).collect(), false)
    }

    /// One of all the values, as bits: the one that a number picks, counted from the lowest and round again.
    pub fn value(&self, number: u64) -> u64 {
        let count = self.high - self.low + 1;
        (self.low + i128::from(number) % count) as u64
    }

    /// Whether a value, as bits, is one of them.
    pub fn contains(&self, bits: u64) -> bool {
        (self.low..=self.high).contains(&self.number(bits))
    }

    /// The number that these bits stand for.
    fn number(&self, bits: u64) -> i128 {
        if self.signed {
            i128::from(bits as i64)
        } else {
            i128::from(bits)
        }
    }
}

fn strength(order: Order) -> Strength {
    Strength {
        acquire: order.acquires(),
        release: order.releases(),
    }
}

/// Whether another thread is in an atomic block.
#[cold]
fn is_held(s: &State, t: ThreadId) -> bool {
    s.threads().any(|(u, other)| other.atomic_depth > 0 && u != t)
}

impl Machine<'_> {
    /// What a thread is at.
    #[inline]
    pub fn at(&self, s: &State, t: ThreadId) -> At<'_> {
        let Some(thread) = s.threads.get(t.0 as usize) else {
            return At::End;
        };
        if !thread.status.is_alive() {
            return At::End;
        }
        if self.code.uses.blocks && is_held(s, t) {
            return At::Held;
        }
        if thread.status == Status::Delayed {
            return At::Sync;
        }
        match self.operation(thread) {
            // Whoever runs it hears why it could not begin.
            None if s.failed.is_some() => At::Code,
            None => At::End,
            Some(Op::Sync { .. } | Op::Atomic { .. }) => At::Sync,
            Some(Op::Nondet { .. }) => self.at_choice(s, t),
            Some(_) => At::Code,
        }
    }

    #[cold]
    fn at_choice(&self, s: &State, t: ThreadId) -> At<'_> {
        self.choice(s, t).map_or(At::End, At::Choice)
    }

    /// What a thread does next.
    #[inline]
    pub fn next(&self, s: &State, t: ThreadId) -> Next {
        let Some(thread) = s.threads.get(t.0 as usize) else {
            return Next::End;
        };
        if !thread.status.is_alive() {
            return Next::End;
        }
        if self.code.uses.blocks && is_held(s, t) {
            return Next::Held;
        }
        if thread.status == Status::Delayed {
            return Next::Sync(Class::Local);
        }
        let Some(frame) = thread.frames.last() else {
            return if s.failed.is_some() { Next::Code } else { Next::End };
        };
        match self.code.nexts.get(frame.pc as usize) {
            Some(Some(next)) => *next,
            Some(None) => Next::Sync(self.class(s, t)),
            None => Next::End,
        }
    }

    /// The operation that a thread does next.
    #[inline]
    fn operation(&self, thread: &Thread) -> Option<&Op> {
        self.code.ops.get(thread.frames.last()?.pc as usize)
    }

    /// The operation that a thread does next.
    pub fn site(&self, s: &State, t: ThreadId) -> Site {
        self.pending(s, t).map_or(Site::START, |(_, site)| site)
    }

    /// The operation that a thread does next or, if that is in a part of the library that is written in C,
    /// the call of the user's that led to it.
    pub fn user_site(&self, s: &State, t: ThreadId) -> Site {
        let site = self.site(s, t);
        if !self.code.is_internal(site) {
            return site;
        }
        let mut calls = self.stack(s, t).into_iter().map(|(_, site)| site);
        calls.find(|site| !self.code.is_internal(*site)).unwrap_or(site)
    }

    /// The choice for an engine that explores one way only: works are divided evenly, else the first
    /// alternative.
    pub fn usual(&self, s: &State, t: ThreadId) -> u64 {
        if self.share(s, t).is_some() { EVEN } else { 0 }
    }

    pub(crate) fn arguments(&self, s: &State, t: ThreadId, index: u32) -> Arguments {
        let thread = &s.threads[t.0 as usize];
        let base = thread.frames.last().map_or(0, |f| f.base as usize);
        let code = &self.code.syncs[index as usize];
        Arguments::new(code.args.iter().map(|&w| thread.registers[base + w as usize]))
    }

    /// The object that stands for the state of the library, if that matters.
    fn library(&self) -> Option<ObjectId> {
        (!self.code.hidden.is_empty()).then(|| self.code.library_object())
    }

    fn offer<'a>(&self, t: ThreadId, index: u32, site: Site, args: &'a Arguments) -> Offer<'a> {
        let code = &self.code.syncs[index as usize];
        Offer {
            model: self.code.program.model,
            thread: t,
            site,
            op: code.op,
            args,
            spurious: !self.config.faithful_waits,
            // The last one to come to a barrier decides for all.
            library: self.library(),
            result_used: code.dst != NOWHERE || code.op == SyncOp::BarrierWait && self.code.uses.serial,
        }
    }

    /// In how many ways the synchronisation that a thread is at can go on now; 0 if it must wait.
    #[inline]
    pub fn alternatives(&self, s: &State, t: ThreadId) -> u32 {
        let thread = &s.threads[t.0 as usize];
        // Who waits for a mutex is asked most often.
        if let Some(frame) = thread.frames.last()
            && let Some(&mutex) = self.code.locks.get(frame.pc as usize)
            && mutex != NOWHERE
            && thread.status == Status::Runnable
        {
            let mutex = Pointer(thread.registers[frame.base as usize + mutex as usize]);
            return u32::from(sync::can_lock(s, t, mutex));
        }
        self.other_alternatives(s, t)
    }

    /// The choice by which a thread that asks for works gets this one, or by which it gets none if that is
    /// behind the last; none if it does not ask, or cannot get it now.
    pub fn choice_of_work(&self, s: &State, t: ThreadId, work: u64) -> Option<u64> {
        self.share(s, t)?;
        let (Op::Sync { index }, site) = self.pending(s, t)? else {
            return None;
        };
        let args = self.arguments(s, t, index);
        sync::work::choice(s, &self.offer(t, index, site, &args), work)
    }

    /// The mutex that a thread waits to lock: whether it has to wait is decided by who it is and by the first
    /// word of the mutex.
    pub fn wanted_mutex(&self, s: &State, t: ThreadId) -> Option<Pointer> {
        let thread = s.threads.get(t.0 as usize)?;
        let frame = thread.frames.last()?;
        let &mutex = self.code.locks.get(frame.pc as usize)?;
        let waits = mutex != NOWHERE && thread.status == Status::Runnable;
        waits.then(|| Pointer(thread.registers[frame.base as usize + mutex as usize]))
    }

    /// The mutex that a thread must get from others before it can do anything else: it waits to lock it and
    /// does not hold it.
    pub fn needed_mutex(&self, s: &State, t: ThreadId) -> Option<Pointer> {
        let mutex = self.wanted_mutex(s, t)?;
        (!sync::holds(s, t, mutex)).then_some(mutex)
    }

    fn other_alternatives(&self, s: &State, t: ThreadId) -> u32 {
        if s.threads[t.0 as usize].status == Status::Delayed {
            return u32::from(sync::task::can_start(s, t));
        }
        match self.pending(s, t) {
            Some((Op::Sync { index }, site)) => {
                let args = self.arguments(s, t, index);
                match self.is_cramped(s, t) {
                    true => 0,
                    false => sync::alternatives(s, &self.offer(t, index, site, &args)),
                }
            }
            Some((Op::Atomic { index }, _)) => match self.code.atomics[index as usize].what {
                // A weak compare-and-swap may fail for no reason.
                AtomicWhat::Cas { weak: true, .. } => 2,
                _ => 1,
            },
            _ => 1,
        }
    }

    /// A task that has not ended and that a thread which cannot go on waits for, if it waits for tasks.
    pub fn awaits(&self, s: &State, t: ThreadId) -> Option<ThreadId> {
        let (Op::Sync { index }, site) = self.pending(s, t)? else {
            return None;
        };
        if s.threads[t.0 as usize].status == Status::Delayed {
            return None;
        }
        let op = self.code.syncs[index as usize].op;
        if op == SyncOp::TaskCreate {
            return sync::task::unfinished_child(s, t);
        }
        if !matches!(op, SyncOp::TaskWait | SyncOp::TaskWaitSince) {
            return None;
        }
        let args = self.arguments(s, t, index);
        sync::task::unfinished(s, &self.offer(t, index, site, &args))
    }

    /// Whether a thread is about to make a task for which there is no place until others have ended.
    pub fn is_cramped(&self, s: &State, t: ThreadId) -> bool {
        let makes_task = || match self.pending(s, t) {
            Some((Op::Sync { index }, _)) => self.code.syncs[index as usize].op == SyncOp::TaskCreate,
            _ => false,
        };
        s.tasks.is_some() && makes_task() && sync::task::is_cramped(s, t)
    }

    /// Lets a thread do the operation or choice that it is at, in one alternative or with one value.
    pub fn take<O: Observer>(
        &self,
        s: &mut State,
        t: ThreadId,
        choice: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let Some((op, site)) = self.pending(s, t) else {
            return Err(Gap::stop("a step of a thread that has ended", t, Site::START));
        };
        s.mark_thread(t);
        if s.threads[t.0 as usize].status == Status::Delayed {
            let mut effects = Effects::default();
            sync::task::start(s, t, &mut effects);
            effects.tell(t, site, observer);
            return Ok(());
        }
        match op {
            Op::Nondet { index } => {
                let number = self.choice(s, t).map_or(0, |range| range.number(choice));
                self.choose(s, t, &self.code.choices.list[index as usize], number);
            }
            Op::Atomic { index } => self.take_atomic(s, t, index, choice, site, observer)?,
            Op::Sync { index } => return self.take_sync(s, t, index, choice, site, observer),
            _ => return Ok(()),
        }
        self.step_over(s, t);
        Ok(())
    }

    fn step_over(&self, s: &mut State, t: ThreadId) {
        if let Some(frame) = s.threads[t.0 as usize].frames.last_mut() {
            frame.pc += 1;
        }
    }

    /// Whether a thread is in an atomic block.
    pub fn in_atomic_block(&self, s: &State, t: ThreadId) -> bool {
        s.threads
            .get(t.0 as usize)
            .is_some_and(|thread| thread.atomic_depth > 0)
    }

    /// Whether the program waits on condition variables.
    pub fn has_waits(&self) -> bool {
        let mut syncs = self.code.syncs.iter();
        syncs.any(|sync| matches!(sync.op, SyncOp::CondWait | SyncOp::CondTimedWait))
    }

    /// Whether the program has atomic operations.
    pub fn has_atomics(&self) -> bool {
        self.code
            .atomics
            .iter()
            .any(|a| !matches!(a.what, AtomicWhat::Fence(_)))
    }

    /// The value of the choice that a thread is at, if it is at one.
    pub fn choice_value(&self, s: &State, t: ThreadId, choice: u64) -> Option<i128> {
        self.choice(s, t).map(|range| range.number(choice))
    }

    /// Edges in the order of happens-before: what the read acquires, the access, what the write releases.
    fn take_atomic<O: Observer>(
        &self,
        s: &mut State,
        t: ThreadId,
        index: u32,
        choice: u64,
        site: Site,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let code = &self.code.atomics[index as usize];
        let thread = &s.threads[t.0 as usize];
        let base = thread.frames.last().map_or(0, |f| f.base as usize);
        if let AtomicWhat::Fence(order) = code.what {
            observer.edge(t, Edge::Fence(strength(order)));
            return Ok(());
        }
        let location = thread.registers[base + code.address as usize];
        let fails = choice == 1;
        let mut told = Told::default();
        let stored = atomic::execute(s, t, code, self.code.is_flat(), site, fails, &mut told)?;
        let (read, write) = match code.what {
            AtomicWhat::Load(order) => (Some(order), None),
            AtomicWhat::Store(_, order) => (None, Some(order)),
            AtomicWhat::Rmw(_, _, order) => (Some(order), Some(order)),
            AtomicWhat::Cas { success, .. } if stored => (Some(success), Some(success)),
            AtomicWhat::Cas { failure, .. } => (Some(failure), None),
            AtomicWhat::Fence(_) => (None, None),
        };
        if let Some(order) = read {
            observer.edge(t, Edge::AtomicLoad(location, strength(order)));
        }
        told.tell(t, observer);
        if let Some(order) = write {
            let edge = if read.is_some() {
                Edge::AtomicUpdate(location, strength(order))
            } else {
                Edge::AtomicStore(location, strength(order))
            };
            observer.edge(t, edge);
        }
        if read.is_some_and(|o| !o.acquires()) || write.is_some_and(|o| !o.releases()) {
            observer.unordered(t, site);
        }
        Ok(())
    }

    fn take_sync<O: Observer>(
        &self,
        s: &mut State,
        t: ThreadId,
        index: u32,
        choice: u64,
        site: Site,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let code = &self.code.syncs[index as usize];
        let args = self.arguments(s, t, index);
        let offer = self.offer(t, index, site, &args);
        if matches!(
            offer.op,
            SyncOp::ThreadCreate | SyncOp::ThreadCreateAt | SyncOp::TaskCreate
        ) {
            let handle = self.create(s, t, offer.args, site, observer)?;
            self.finish_sync(s, t, code.dst, handle);
            return Ok(());
        }
        if offer.op == SyncOp::TaskPost {
            let handle = self.post(s, t, offer.args, offer.result_used, site, observer)?;
            self.finish_sync(s, t, code.dst, handle);
            return Ok(());
        }
        let mut effects = Effects::default();
        let done = sync::perform(s, &offer, choice, &mut effects);
        if effects.is_narrowed() {
            // Whoever asked the runtime for works is who the user knows.
            let frames = self.stack(s, t);
            observer.narrowed(t, frames.get(1).or(frames.first()).map_or(site, |frame| frame.1));
        }
        effects.tell(t, site, observer);
        match done? {
            Done::Result(value) => self.finish_sync(s, t, code.dst, value),
            Done::Asleep => {}
            Done::Exit(value) => {
                while !s.threads[t.0 as usize].frames.is_empty() {
                    self.leave(s, t, observer, site);
                    s.threads[t.0 as usize].frames.pop();
                }
                self.end_thread(s, t, value, site, observer)?;
            }
        }
        Ok(())
    }

    pub(crate) fn finish_sync(&self, s: &mut State, t: ThreadId, dst: u32, value: u64) {
        let thread = &mut s.threads[t.0 as usize];
        if dst != NOWHERE {
            let base = thread.frames.last().map_or(0, |f| f.base as usize);
            thread.registers[base + dst as usize] = value;
        }
        self.step_over(s, t);
    }

    fn create<O: Observer>(
        &self,
        s: &mut State,
        t: ThreadId,
        args: &[u64],
        site: Site,
        observer: &mut O,
    ) -> Result<u64, Stop> {
        let entry = Pointer(args[0]);
        let Some(function) = self.code.function_at(entry) else {
            return Err(crate::FaultKind::BadCall(entry).at(t, site));
        };
        if self.code.program.function(function).blocks.is_empty() {
            return Err(Gap::stop("a thread that starts in a library function", t, site));
        }
        // The place of a thread that this one has joined can be used again: whatever happened there is known
        // to the new one.
        let recyclable = args.get(2) == Some(&RECYCLABLE);
        let is_task = args.len() == 2;
        if is_task {
            for (from, to) in sync::task::retire(s, t) {
                observer.retired(t, from, to);
            }
        }
        let spare = match (recyclable, is_task) {
            (true, _) => s.threads[t.0 as usize].spare.pop(),
            (_, true) => match &mut s.tasks {
                Some(tasks) => tasks.free.pop(),
                None => s.threads[t.0 as usize].family.spare_tasks.pop(),
            },
            _ => None,
        };
        let child = spare.unwrap_or(ThreadId(s.places() as u32));
        let room = s.naming.places.min(crate::pointer::THREADS);
        if child.0 >= self.config.most_threads.map_or(room, |most| most.min(room)) {
            return Err(Gap::stop("more threads than the machine has room for", t, site));
        }
        let handle = u64::from(child.0) + 1;
        if let Some(&at) = args.get(3) {
            self.tell_handle(s, t, Pointer(at), handle, site, observer)?;
        }
        // Only threads have a third operand: whether they are detached. Tasks have a parent and perhaps
        // others to wait for.
        let mut thread = crate::Thread {
            detached: args.get(2).is_some_and(|&d| d == 1),
            recyclable,
            clock: s.threads[t.0 as usize].clock,
            outside: crate::state::Outside {
                mask: s.threads[t.0 as usize].outside.mask,
                first_mask: s.threads[t.0 as usize].outside.mask,
                ..Default::default()
            },
            ..crate::Thread::default()
        };
        if is_task {
            thread.family.parent = Some(t);
            thread.family.after = sync::task::predecessors(s, t);
            if !thread.family.after.is_empty() {
                thread.status = Status::Delayed;
            }
            let creator = &mut s.threads[t.0 as usize];
            thread.family.rank = creator.family.tasks_made;
            creator.family.tasks_made += 1;
            let pending = std::mem::take(&mut creator.family.pending);
            creator
                .family
                .history
                .extend(pending.into_iter().map(|d| (d, child)));
            if let Some(tasks) = &mut s.tasks {
                tasks.add(t, child);
            }
        }
        if spare.is_some() {
            let old = &mut s.threads[child.0 as usize];
            // Its thread-local variables keep their values, as those of a thread that waits between regions
            // do. Those of a task are new.
            thread.locals = std::mem::take(&mut old.locals);
            // What it had of another thread was not its own.
            let own = SpaceId::heap(child);
            let others = thread.locals.iter_mut().filter(|id| id.space() != own);
            others.for_each(|id| *id = ObjectId::NONE);
            thread.registers = std::mem::take(&mut old.registers);
            thread.frames = std::mem::take(&mut old.frames);
        }
        self.start_thread(&mut thread, function, &args[1..2]);
        if self.config.signals != crate::Signals::Never && !is_task {
            self.interrupt(s, &mut thread, function);
        }
        if spare.is_some() && is_task {
            self.renew_locals(s, &thread.locals);
        }
        if is_task {
            self.lend_locals(s, t, &mut thread, site, observer)?;
        }
        s.put_thread(child, thread);
        s.mark_thread(child);
        self.record.start();
        observer.edge(t, Edge::Fork(child));
        Ok(handle)
    }

    /// A signal arrives in a thread before its first step.
    fn interrupt(&self, s: &State, thread: &mut crate::Thread, first: FuncId) {
        let word = u64::from(self.code.program.model.pointer_size());
        let Some((handler, args)) = crate::library::signal::at_start(s, thread.outside.mask, word) else {
            return;
        };
        let Some(handler) = self.code.function_at(handler) else {
            return;
        };
        let routine = &self.code.functions[handler.0 as usize];
        if routine.is_native() {
            return;
        }
        let base = self.code.functions[first.0 as usize].words as usize;
        let words = routine.words as usize;
        thread
            .registers
            .resize(thread.registers.len().max(base + words), 0);
        let registers = &mut thread.registers[base..base + words];
        for (to, value) in registers[..routine.params as usize].iter_mut().zip(args) {
            *to = value;
        }
        self.set_constants(routine, registers);
        thread.frames.push(crate::state::Frame {
            function: handler,
            pc: routine.entry,
            base: base as u32,
            dst: crate::state::NOWHERE,
            allocas: 0,
            serial: 0,
        });
    }

    /// The creator learns the handle of a thread before that starts.
    fn tell_handle<O: Observer>(
        &self,
        s: &mut State,
        t: ThreadId,
        at: Pointer,
        handle: u64,
        site: Site,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let length = self.code.program.model.pointer_size();
        let bytes = handle.to_le_bytes();
        let stored = s.memory.store(at, &bytes[..length as usize]);
        stored.map_err(|refused| refused.at(t, site))?;
        let (object, start) = (at.object(), at.offset());
        observer.access(
            t,
            crate::Access {
                object,
                start,
                length,
                write: true,
                atomic: false,
                site,
            },
        );
        Ok(())
    }

    /// Ends a thread: leaves its calls, then runs the destructors of its thread-specific data.
    pub(crate) fn end_thread(
        &self,
        s: &mut State,
        t: ThreadId,
        value: u64,
        site: Site,
        sink: &mut dyn Sink,
    ) -> Result<Entered, Stop> {
        if t == ThreadId::MAIN && !s.environment.at_exit.is_empty() {
            let what = "handlers of atexit after the first thread has ended by pthread_exit";
            return Err(Gap::stop(what, t, site));
        }
        s.mark_thread(t);
        let start = Ending {
            value,
            round: 0,
            key: 0,
        };
        let value = s.threads[t.0 as usize].ending.get_or_insert(start).value;
        let Some((destructor, argument)) = sync::next_destructor(s, t, self.library(), site, sink) else {
            s.threads[t.0 as usize].ending = None;
            s.set_status(t, Status::Finished(value));
            return Ok(Entered::Finished);
        };
        let Some(function) = self.code.function_at(destructor) else {
            return Err(crate::FaultKind::BadCall(destructor).at(t, Site::START));
        };
        let body = self.code.program.function(function);
        if body.blocks.is_empty() {
            let what = format!(
                "the destructor `{}` of thread-specific data is a function of the library; wrap it in one of the program",
                body.name
            );
            return Err(Gap::stop(what, t, Site::START));
        }
        let thread = &mut s.threads[t.0 as usize];
        self.start_thread(thread, function, &[argument.0]);
        Ok(Entered::Frame {
            pc: self.code.functions[function.0 as usize].entry,
            base: 0,
        })
    }

    /// The calls in progress, the innermost first, each with the place where it is.
    pub fn stack(&self, s: &State, t: ThreadId) -> Vec<(FuncId, Site)> {
        let Some(thread) = s.threads.get(t.0 as usize) else {
            return Vec::new();
        };
        let last = thread.frames.len().saturating_sub(1);
        let place = |i: usize, pc: u32| Site(if i == last { pc } else { pc.saturating_sub(1) });
        thread
            .frames
            .iter()
            .enumerate()
            .rev()
            .map(|(i, f)| (f.function, place(i, f.pc)))
            .collect()
    }
}

/// Keeps what an atomic operation tells until its edges are told.
#[derive(Default)]
struct Told {
    access: Option<Access>,
    note: Option<(crate::Note, Site)>,
}

impl Told {
    fn tell(self, t: ThreadId, sink: &mut dyn Sink) {
        if let Some(access) = self.access {
            sink.access(t, access);
        }
        if let Some((note, site)) = self.note {
            sink.note(note, site);
        }
    }
}

impl Sink for Told {
    fn access(&mut self, _thread: ThreadId, access: Access) {
        self.access = Some(access);
    }

    fn note(&mut self, note: crate::Note, site: Site) {
        self.note = Some((note, site));
    }
}
