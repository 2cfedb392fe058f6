//! Lives of local variables, `alloca` objects and copies of thread-local globals.

use raceproof_ir::ObjectRole;

use super::Machine;
use crate::memory::ObjectKind;
use crate::state::State;
use crate::{FaultKind, Gap, ObjectId, Pointer, Sink, Site, SpaceId, Stop, Thread, ThreadId};

impl Machine<'_> {
    /// Makes the object of a slot, given by its index in the code's table.
    #[inline(never)]
    pub(super) fn make_slot(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut impl Sink,
        slot: u32,
        site: Site,
    ) -> Result<Pointer, Stop> {
        let (kind, size, align) = self.code.slots[slot as usize];
        match state.memory.allocate_stack(t, size, align, kind) {
            Ok(id) => {
                sink.allocated(t, id, site);
                Ok(Pointer::new(id, 0))
            }
            Err(what) => Err(Gap::stop(what, t, site)),
        }
    }

    /// Makes an `alloca` object of the running function.
    pub(super) fn make_alloca(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut impl Sink,
        size: u64,
        align: u32,
        site: Site,
    ) -> Result<Pointer, Stop> {
        if size > 1 << 30 {
            return Err(FaultKind::StackOverflow.at(t, site));
        }
        let kind = ObjectKind::Alloca(site);
        match state.memory.allocate_stack(t, size, align, kind) {
            Ok(id) => {
                state.threads[t.0 as usize].allocas.push(id);
                sink.allocated(t, id, site);
                Ok(Pointer::new(id, 0))
            }
            Err(what) => Err(Gap::stop(what, t, site)),
        }
    }

    /// Ends the life of an `alloca` object; anything else is left alone.
    pub(super) fn end_alloca(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut impl Sink,
        p: Pointer,
        site: Site,
    ) {
        let allocas = &mut state.threads[t.0 as usize].allocas;
        if let Some(i) = allocas.iter().rposition(|id| *id == p.object()) {
            allocas.remove(i);
            state.memory.end(p.object(), site);
            sink.released(t, p.object(), 0, site);
        }
    }

    /// Whether a thread that leaves its function ends the process: `main` returns to nobody, and no handler
    /// of `atexit` runs in its place. Its variables are not written by anybody else then, and other threads
    /// may use them to the end.
    pub(super) fn ends_process(state: &State, t: ThreadId) -> bool {
        t == ThreadId::MAIN
            && state.threads[t.0 as usize].frames.len() == 1
            && state.environment.at_exit.is_empty()
    }

    /// Ends the lives of all locals of the running function.
    pub(crate) fn leave(&self, state: &mut State, t: ThreadId, sink: &mut impl Sink, site: Site) {
        let thread = &mut state.threads[t.0 as usize];
        let Some(frame) = thread.frames.last() else {
            return;
        };
        let routine = &self.code.functions[frame.function.0 as usize];
        let (first, count) = routine.slots;
        let at = frame.base as usize + first as usize;
        for register in thread.registers[at..at + count as usize].iter_mut().rev() {
            let p = Pointer(std::mem::take(register));
            if !p.is_null() {
                state.memory.end(p.object(), site);
                sink.released(t, p.object(), 0, site);
            }
        }
        while thread.allocas.len() > frame.allocas as usize {
            let id = thread.allocas.pop().unwrap_or(ObjectId::NONE);
            state.memory.end(id, site);
            sink.released(t, id, 0, site);
        }
    }

    /// This thread's copy of a thread-local global, made when first used.
    pub(super) fn thread_local(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut impl Sink,
        number: u32,
        site: Site,
    ) -> Result<Pointer, Stop> {
        let Some(global) = self.code.thread_locals.get(number as usize) else {
            return Err(Gap::stop("thread-local address of a global that is not", t, site));
        };
        let thread = &mut state.threads[t.0 as usize];
        let known = thread.locals.get(number as usize).copied();
        // A task sees the variables of the thread that executes it, with whatever that has left there; here
        // it has its own, unless that thread was known when it was made.
        if thread.family.parent.is_some()
            && known.is_none_or(|id| id == ObjectId::NONE)
            && !sink.follows_own()
        {
            let info = self.code.program.global(*global);
            let what = match info.origin.is_ours() {
                true if info.role == Some(ObjectRole::AnyThread) => {
                    Some("the number of the thread that runs a task: any thread of the team may")
                }
                true => None,
                false => {
                    Some("a thread-local variable in a task, which has the value that its thread left there")
                }
            };
            if let Some(what) = what {
                return Err(Gap::stop(what, t, site));
            }
        }
        let locals = &mut thread.locals;
        if locals.len() <= number as usize {
            locals.resize(number as usize + 1, ObjectId::NONE);
        }
        let mut id = locals[number as usize];
        if id == ObjectId::NONE {
            let info = self.code.program.global(*global);
            let kind = ObjectKind::ThreadLocal(*global);
            id = state
                .memory
                .allocate(t, info.size, info.align, kind, true)
                .map_err(|what| Gap::stop(what, t, site))?;
            self.fill_global(&mut state.memory, *global, id);
            if info.constant {
                state.memory.make_constant(id);
            }
            sink.allocated(t, id, site);
            sink.thread_local(t, id, (!info.origin.is_ours()).then_some(number));
            state.threads[t.0 as usize].locals[number as usize] = id;
        }
        Ok(Pointer::new(id, 0))
    }

    /// A new task that the thread itself executes sees the thread's variables: in a team of one thread.
    /// Whoever [follows](Sink::follows_own) what is own to a task finds out that it does not matter.
    pub(crate) fn lend_locals(
        &self,
        state: &mut State,
        t: ThreadId,
        task: &mut Thread,
        site: Site,
        sink: &mut impl Sink,
    ) -> Result<(), Stop> {
        let maker = &state.threads[t.0 as usize];
        let turn = self
            .code
            .has_turn
            .and_then(|number| maker.locals.get(number as usize));
        let has_turn = |id: &ObjectId| {
            let bytes = state.memory.load(Pointer::new(*id, 0), 1);
            bytes.is_ok_and(|bytes| bytes != [0])
        };
        // A task whose own thread is open has nothing to lend.
        let is_lost = maker.family.parent.is_some() && !self.has_borrowed(t, maker);
        if sink.follows_own() || is_lost || !turn.is_some_and(has_turn) {
            return Ok(());
        }
        for (number, global) in (0u32..).zip(&self.code.thread_locals) {
            if self.code.program.global(*global).origin.is_ours() {
                continue;
            }
            let lent = self.thread_local(state, t, sink, number, site)?.object();
            if task.locals.len() <= number as usize {
                task.locals.resize(number as usize + 1, ObjectId::NONE);
            }
            task.locals[number as usize] = lent;
        }
        if self.code.uses.errno {
            task.errno = self.make_errno(state, t, sink, site)?;
        }
        Ok(())
    }

    /// Whether a task sees variables of another thread.
    fn has_borrowed(&self, t: ThreadId, task: &Thread) -> bool {
        let is_lent = |id: &ObjectId| *id != ObjectId::NONE && id.space() != SpaceId::heap(t);
        task.locals.iter().chain([&task.errno]).any(is_lent)
    }

    /// This thread's `errno`, made when first used.
    fn make_errno(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut impl Sink,
        site: Site,
    ) -> Result<ObjectId, Stop> {
        let known = state.threads[t.0 as usize].errno;
        if known != ObjectId::NONE {
            return Ok(known);
        }
        let made = state.memory.allocate(t, 4, 4, ObjectKind::Errno, true);
        let id = made.map_err(|what| Gap::stop(what, t, site))?;
        sink.allocated(t, id, site);
        state.threads[t.0 as usize].errno = id;
        Ok(id)
    }

    /// Makes all copies of thread-local globals that this thread has not used yet, so that it does not matter
    /// where it does so first.
    pub fn make_locals(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut impl Sink,
        site: Site,
    ) -> Result<(), Stop> {
        let functions = (0u32..).zip(&self.code.program.functions);
        let mut library =
            functions.filter(|(_, function)| !function.blocks.is_empty() && function.is_inner());
        let inner = library
            .next()
            .map(|(f, _)| Site(self.code.functions[f as usize].entry));
        for (number, global) in (0u32..).zip(&self.code.thread_locals) {
            let inner = inner.filter(|_| self.code.program.global(*global).origin.is_ours());
            self.thread_local(state, t, sink, number, inner.unwrap_or(site))?;
        }
        Ok(())
    }

    /// Gives thread-local variables the values that they start with.
    pub(crate) fn renew_locals(&self, state: &mut State, locals: &[ObjectId]) {
        for (id, global) in locals.iter().zip(&self.code.thread_locals) {
            let info = self.code.program.global(*global);
            if *id == ObjectId::NONE || info.constant {
                continue;
            }
            // Without addresses its bytes are known.
            if info.relocations.is_empty() && state.memory.refill(*id, &info.bytes) {
                continue;
            }
            // It has this size, and is no constant.
            if let Ok(bytes) = state.memory.prepare(Pointer::new(*id, 0), info.size) {
                bytes.fill(0);
            }
            self.fill_global(&mut state.memory, *global, *id);
        }
    }
}
