//! Calls and returns, of functions and natives, and the lives of local variables.
//!
//! A frame of a native has its arguments and then its locals as registers; its `pc` is the site of the call
//! and its `serial` the number of arguments.

use raceproof_ir::{ConvertOp, FuncId, Kind};

use super::arith::{self, mask};
use super::{DEPTH, Machine, WORDS};
use crate::code::Routine;
use crate::context::{Context, Flow, LOCALS};
use crate::memory::ObjectKind;
use crate::op::WIDE;
use crate::state::{Frame, NOWHERE, State, Status, Thread};
use crate::{FaultKind, Gap, Note, ObjectId, Pointer, Sink, Site, Stop, ThreadId};

/// A call to be made.
#[derive(Clone, Copy)]
pub(super) struct Call<'c> {
    pub function: FuncId,
    /// Registers of the caller.
    pub args: &'c [u32],
    /// Where the result goes.
    pub result: u32,
    /// The operation after the call.
    pub pc: u32,
}

/// Where a call or a return leads.
pub(crate) enum Entered {
    /// The native is done and its result is in place.
    Returned,
    /// This frame runs now.
    Frame { pc: u32, base: u32 },
    /// The thread has no frame left.
    Finished,
    /// The program ends.
    Exit(i32),
}

impl Routine {
    /// Whether it has no code of the program.
    pub(crate) fn is_native(&self) -> bool {
        self.entry == self.end
    }
}

impl Machine<'_> {
    /// Sets the constant registers of a frame.
    #[inline(always)]
    pub(crate) fn set_constants(&self, routine: &Routine, frame: &mut [u64]) {
        let (from, count) = routine.constants;
        for (word, value) in &self.code.constants[from as usize..][..count as usize] {
            frame[*word as usize] = *value;
        }
    }

    /// Calls a function of the program, whose frame begins at `base`, with the arguments in the caller's registers. Says
    /// whether arguments are missing, or `None` if this is no call of that kind: a native, or too deep.
    #[inline(always)]
    pub(super) fn enter(
        &self,
        thread: &mut Thread,
        registers: &mut Vec<u64>,
        base: usize,
        call: Call<'_>,
    ) -> Option<bool> {
        let routine = &self.code.functions[call.function.0 as usize];
        let words = routine.words as usize;
        let depth = thread.frames.len();
        if routine.is_native() || depth >= DEPTH || base + words > WORDS {
            return None;
        }
        let caller = thread.frames.last_mut()?;
        caller.pc = call.pc;
        let from = caller.base as usize;
        if registers.len() < base + words {
            registers.resize((base + words) * 2, 0);
        }
        let params = routine.params as usize;
        let (low, high) = registers.split_at_mut(base);
        let (low, frame) = (&low[from..], &mut high[..words]);
        for (to, word) in frame[..params].iter_mut().zip(call.args) {
            *to = low[*word as usize];
        }
        let (slots, count) = routine.slots;
        let (from, to) = (call.args.len().min(params), (slots + count) as usize);
        if from < to {
            frame[from..to].fill(0);
        }
        self.set_constants(routine, frame);
        let allocas = thread.allocas.len() as u32;
        thread.frames.push(Frame {
            function: call.function,
            pc: routine.entry,
            base: base as u32,
            dst: call.result,
            allocas,
            serial: 0,
        });
        Some(call.args.len() < params)
    }

    /// A call that [`Machine::enter`] does not do.
    #[inline(never)]
    pub(super) fn call_native(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut impl Sink,
        call: Call<'_>,
    ) -> Result<Entered, Stop> {
        let site = Site(call.pc - 1);
        let thread = &mut state.threads[t.0 as usize];
        let Some(caller) = thread.frames.last_mut() else {
            return Ok(Entered::Finished);
        };
        caller.pc = call.pc;
        let from = caller.base as usize;
        let base = from + self.code.functions[caller.function.0 as usize].words as usize;
        let words = call.args.len() + LOCALS;
        let native = self.code.functions[call.function.0 as usize].is_native();
        if !native || base + words > WORDS {
            return Err(FaultKind::StackOverflow.at(t, site));
        }
        if thread.registers.len() < base + words {
            thread.registers.resize((base + words) * 2, 0);
        }
        for (i, word) in call.args.iter().enumerate() {
            thread.registers[base + i] = thread.registers[from + *word as usize];
        }
        self.push_native(state, t, call.function, base, call.args.len(), call.result, site);
        self.drive(state, t, sink, None)
    }

    /// Returns to a function of the program. `None` if there is none or it is a native: see [`Machine::return_value`].
    #[inline(always)]
    pub(super) fn go_back(&self, thread: &mut Thread, registers: &mut [u64], value: u64) -> Option<Frame> {
        let [.., caller, done] = thread.frames[..] else {
            return None;
        };
        if self.code.functions[caller.function.0 as usize].is_native() {
            return None;
        }
        if done.dst != NOWHERE {
            let at = caller.base as usize + (done.dst & !WIDE) as usize;
            registers[at] = value;
            if done.dst & WIDE != 0 {
                registers[at + 1] = 0;
            }
        }
        thread.frames.pop();
        Some(caller)
    }

    /// Returns from the running function.
    #[inline(never)]
    pub(super) fn return_value(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut impl Sink,
        value: u128,
    ) -> Result<Entered, Stop> {
        let thread = &mut state.threads[t.0 as usize];
        let Some(done) = thread.frames.pop() else {
            return Ok(Entered::Finished);
        };
        let Some(caller) = thread.frames.last() else {
            return self.finish(state, t, sink, value as u64);
        };
        if self.code.functions[caller.function.0 as usize].is_native() {
            return self.drive(state, t, sink, Some(value as u64));
        }
        let (pc, base) = (caller.pc, caller.base);
        if done.dst != NOWHERE {
            let at = base as usize + (done.dst & !WIDE) as usize;
            thread.registers[at] = value as u64;
            if done.dst & WIDE != 0 {
                thread.registers[at + 1] = (value >> 64) as u64;
            }
        }
        Ok(Entered::Frame { pc, base })
    }

    /// The first function of a thread has returned. Returning from `main` is a call of `exit`.
    fn finish(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut impl Sink,
        value: u64,
    ) -> Result<Entered, Stop> {
        if t != ThreadId::MAIN {
            return Ok(self.end_thread(state, t, value));
        }
        let exit = self.code.functions.len() - 1;
        if state.environment.at_exit.is_empty() || self.code.functions[exit].native.is_none() {
            state.set_status(t, Status::Exited(value as i32));
            return Ok(Entered::Exit(value as i32));
        }
        let registers = &mut state.threads[0].registers;
        registers.resize(registers.len().max(1 + LOCALS), 0);
        registers[0] = value;
        self.push_native(state, t, FuncId(exit as u32), 0, 1, NOWHERE, Site::START);
        self.drive(state, t, sink, None)
    }

    fn push_native(
        &self,
        state: &mut State,
        t: ThreadId,
        function: FuncId,
        base: usize,
        count: usize,
        dst: u32,
        site: Site,
    ) {
        let thread = &mut state.threads[t.0 as usize];
        thread.registers[base + count..base + count + LOCALS].fill(0);
        let allocas = thread.allocas.len() as u32;
        thread.frames.push(Frame {
            function,
            pc: site.0,
            base: base as u32,
            dst,
            allocas,
            serial: count as u32,
        });
    }

    /// Runs the native of the top frame, and those that it returns to, until a frame of the program runs.
    #[inline(never)]
    fn drive(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut dyn Sink,
        resumed: Option<u64>,
    ) -> Result<Entered, Stop> {
        let first = resumed.is_none();
        let mut resumed = resumed;
        loop {
            let Some(frame) = state.threads[t.0 as usize].frames.last().copied() else {
                return self.finish_native(state, t, resumed);
            };
            let (base, count, site) = (frame.base as usize, frame.serial as usize, Site(frame.pc));
            let Some(native) = self.code.functions[frame.function.0 as usize].native else {
                let name = self.name(frame.function);
                return Err(Gap::stop(
                    format!("call of `{name}`, which has no body and no model"),
                    t,
                    site,
                ));
            };
            let flow = native(&mut Context {
                config: &self.config,
                program: self.code.program,
                state,
                sink,
                thread: t,
                site,
                base,
                count,
                resumed,
                pointer_size: self.code.program.model.pointer_size(),
            })?;
            match flow {
                Flow::Exit(status) => {
                    state.set_status(t, Status::Exited(status));
                    return Ok(Entered::Exit(status));
                }
                Flow::Return(value) => {
                    let value = self.clip(frame.function, value);
                    let thread = &mut state.threads[t.0 as usize];
                    thread.frames.pop();
                    match thread.frames.last() {
                        Some(caller) if !self.code.functions[caller.function.0 as usize].is_native() => {
                            let (pc, base) = (caller.pc, caller.base);
                            if frame.dst != NOWHERE {
                                thread.registers[base as usize + (frame.dst & !WIDE) as usize] = value;
                            }
                            return Ok(if first {
                                Entered::Returned
                            } else {
                                Entered::Frame { pc, base }
                            });
                        }
                        _ => resumed = Some(value),
                    }
                }
                Flow::Call {
                    callee,
                    args,
                    count: n,
                } => {
                    let args = &args[..usize::from(n).min(args.len())];
                    let base = base + count + LOCALS;
                    if let Some(entered) = self.call_back(state, t, Pointer(callee), args, base, site)? {
                        return Ok(entered);
                    }
                    resumed = None;
                }
            }
        }
    }

    /// A native that nobody called has returned: it was the thread's first function.
    fn finish_native(&self, state: &mut State, t: ThreadId, value: Option<u64>) -> Result<Entered, Stop> {
        let value = value.unwrap_or(0);
        if t != ThreadId::MAIN {
            return Ok(self.end_thread(state, t, value));
        }
        state.set_status(t, Status::Exited(value as i32));
        Ok(Entered::Exit(value as i32))
    }

    /// A native calls a function. `None` if that is a native too, whose frame is on top then.
    fn call_back(
        &self,
        state: &mut State,
        t: ThreadId,
        callee: Pointer,
        args: &[u64],
        base: usize,
        site: Site,
    ) -> Result<Option<Entered>, Stop> {
        let Some(function) = self.code.function_at(callee) else {
            return Err(FaultKind::BadCall(callee).at(t, site));
        };
        let routine = &self.code.functions[function.0 as usize];
        let thread = &mut state.threads[t.0 as usize];
        let words = routine.words as usize + args.len() + LOCALS;
        if thread.frames.len() >= DEPTH || base + words > WORDS {
            return Err(FaultKind::StackOverflow.at(t, site));
        }
        if thread.registers.len() < base + words {
            thread.registers.resize((base + words) * 2, 0);
        }
        if routine.is_native() {
            thread.registers[base..base + args.len()].copy_from_slice(args);
            self.push_native(state, t, function, base, args.len(), NOWHERE, site);
            return Ok(None);
        }
        let frame = &mut thread.registers[base..base + routine.words as usize];
        frame.fill(0);
        for (to, value) in frame[..routine.params as usize].iter_mut().zip(args) {
            *to = *value;
        }
        self.set_constants(routine, frame);
        let allocas = thread.allocas.len() as u32;
        thread.frames.push(Frame {
            function,
            pc: routine.entry,
            base: base as u32,
            dst: NOWHERE,
            allocas,
            serial: 0,
        });
        Ok(Some(Entered::Frame {
            pc: routine.entry,
            base: base as u32,
        }))
    }

    fn clip(&self, function: FuncId, value: u64) -> u64 {
        let function = self.code.program.functions.get(function.0 as usize);
        function
            .and_then(|f| f.result)
            .map_or(value, |kind| value & mask(kind))
    }

    fn name(&self, function: FuncId) -> &str {
        let function = self.code.program.functions.get(function.0 as usize);
        function.map_or("exit", |f| f.name.as_str())
    }

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
        let locals = &mut state.threads[t.0 as usize].locals;
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
            state.threads[t.0 as usize].locals[number as usize] = id;
        }
        Ok(Pointer::new(id, 0))
    }

    /// Conversions that have no operation of their own.
    #[inline(never)]
    #[allow(clippy::too_many_arguments, reason = "the fields of one operation")]
    pub(super) fn convert(
        &self,
        state: &State,
        sink: &mut impl Sink,
        site: Site,
        op: ConvertOp,
        from: Kind,
        to: Kind,
        value: u64,
    ) -> u64 {
        match op {
            ConvertOp::PtrToInt => state.memory.pointer_to_integer(Pointer(value)) & mask(to),
            ConvertOp::IntToPtr => state.memory.integer_to_pointer(value).0,
            _ => {
                let (value, outside) = arith::convert(op, from, to, value);
                if outside {
                    sink.note(Note::FloatOutOfRange, site);
                }
                value
            }
        }
    }
}
