//! Calls and returns.

use raceproof_ir::FuncId;

use super::Machine;
use crate::code::Routine;
use crate::context::LOCALS;
use crate::limits::{DEPTH, WORDS};
use crate::op::WIDE;
use crate::state::{Frame, NOWHERE, State, Status, Thread};
use crate::{FaultKind, Sink, Site, Stop, ThreadId};

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
    /// It waits for something that does not come.
    Waits,
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

    /// Calls a function of the program, whose frame begins at `base`, with the arguments in the caller's
    /// registers. Says whether arguments are missing, or `None` if this is no call of that kind: a native, or
    /// too deep.
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
        Self::push_native(thread, call.function, base, call.args.len(), call.result, site);
        self.drive(state, t, sink, None)
    }

    /// Returns to a function of the program. `None` if there is none or it is a native: see
    /// [`Machine::return_value`].
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
            let site = Site(
                self.code.functions[done.function.0 as usize]
                    .end
                    .saturating_sub(1),
            );
            return self.finish(state, t, sink, value as u64, site);
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
        site: Site,
    ) -> Result<Entered, Stop> {
        if t != ThreadId::MAIN {
            return self.end_thread(state, t, value, site, sink);
        }
        sink.returned(site);
        let mut others = state.threads.iter().skip(1);
        if others.any(|thread| {
            let is_over = matches!(thread.status, Status::Finished(_) | Status::Exited(_));
            !is_over && !thread.joined
        }) {
            self.record.leave();
        }
        let exit = self.code.functions.len() - 1;
        if state.environment.at_exit.is_empty() || self.code.functions[exit].native.is_none() {
            state.set_status(t, Status::Exited(value as i32));
            return Ok(Entered::Exit(value as i32));
        }
        let registers = &mut state.threads[0].registers;
        registers.resize(registers.len().max(1 + LOCALS), 0);
        registers[0] = value;
        Self::push_native(
            &mut state.threads[0],
            FuncId(exit as u32),
            0,
            1,
            NOWHERE,
            Site::START,
        );
        self.drive(state, t, sink, None)
    }
}
