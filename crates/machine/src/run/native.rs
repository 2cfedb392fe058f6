//! Natives: library functions that raceproof implements itself.
//!
//! A frame of a native has its arguments and then its locals as registers; its `pc` is the site of the call
//! and its `serial` the number of arguments.

use raceproof_ir::FuncId;

use super::Machine;
use super::arith::mask;
use super::call::Entered;
use crate::context::{Context, Flow, LOCALS};
use crate::limits::{DEPTH, WORDS};
use crate::op::WIDE;
use crate::state::{Frame, NOWHERE, State, Status, Thread};
use crate::{FaultKind, Gap, Pointer, Signals, Sink, Site, Stop, ThreadId, World, library};

impl Machine<'_> {
    /// Puts a frame for a native on top of a thread whose registers from `base` on begin with the arguments.
    pub(super) fn push_native(
        thread: &mut Thread,
        function: FuncId,
        base: usize,
        count: usize,
        dst: u32,
        site: Site,
    ) {
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
    pub(super) fn drive(
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
                return self.finish_native(state, t, sink, resumed);
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
            let mut context = Context {
                name: self.name(frame.function),
                config: &self.config,
                record: &self.record,
                program: self.code.program,
                state,
                sink,
                thread: t,
                site,
                base,
                count,
                resumed,
                pointer_size: self.code.program.model.pointer_size(),
                weak_atomics: self.code.uses.weak_atomics,
            };
            let world = self.code.functions[frame.function.0 as usize].world;
            if let Some(world) = world.filter(|_| resumed.is_none()) {
                self.look(frame.function, world, &mut context)?;
            }
            let flow = native(&mut context)?;
            match flow {
                Flow::Exit(status) => {
                    state.set_status(t, Status::Exited(status));
                    return Ok(Entered::Exit(status));
                }
                Flow::Wait if self.code.uses.cancellation => {
                    let what =
                        "a wait for something from the world that a cancellation may end is not modelled";
                    return Err(Gap::stop(what, t, site));
                }
                Flow::Wait => return Ok(Entered::Waits),
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
                    // A handler may be called where it is set.
                    let calls_back = self.code.functions[frame.function.0 as usize].calls_back;
                    if !calls_back && self.config.signals == Signals::Never {
                        let name = self.name(frame.function);
                        return Err(Gap::stop(format!("`{name}` is not known to call back"), t, site));
                    }
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

    /// A native looks at the world, and may fail because of what it finds there.
    fn look(
        &self,
        function: FuncId,
        (world, sets_errno): (World, bool),
        context: &mut Context<'_>,
    ) -> Result<(), Stop> {
        let world = library::part_of(context, self.name(function), world);
        context.look(world);
        let is_open = self.config.open.contains(&world);
        if is_open {
            library::write_all(context)?;
        }
        match sets_errno && is_open {
            true => context.renew_errno(),
            false => Ok(()),
        }
    }

    /// A native that nobody called has returned: it was the thread's first function.
    fn finish_native(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut dyn Sink,
        value: Option<u64>,
    ) -> Result<Entered, Stop> {
        let value = value.unwrap_or(0);
        if t != ThreadId::MAIN {
            return self.end_thread(state, t, value, Site::START, sink);
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
        if self.is_refused(function) {
            return Err(self.refusal(function, t, site));
        }
        if routine.is_native() {
            thread.registers[base..base + args.len()].copy_from_slice(args);
            Self::push_native(thread, function, base, args.len(), NOWHERE, site);
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

    /// Whether a function cannot be called through a pointer: what it does besides its accesses is looked for
    /// where it is called by name.
    pub(super) fn is_refused(&self, function: FuncId) -> bool {
        self.code.uses.threads && self.code.functions[function.0 as usize].by_name
    }

    #[cold]
    pub(super) fn refusal(&self, function: FuncId, t: ThreadId, site: Site) -> Stop {
        let name = self.name(function);
        Gap::stop(
            format!("a call of `{name}` through a pointer in a program with threads; call it by its name"),
            t,
            site,
        )
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
}
