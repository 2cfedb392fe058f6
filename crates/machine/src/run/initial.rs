//! The state in which a program starts.

use raceproof_ir::{FuncId, Kind};

use super::Machine;
use crate::library::effect;
use crate::memory::{Memory, ObjectKind};
use crate::state::{Frame, NOWHERE, State, Thread};
use crate::{Gap, ObjectId, Pointer, Site, Stop, ThreadId};

impl Machine<'_> {
    /// The initial state: globals in place, the first thread about to call `main`. If there is none (no
    /// `main`, globals that do not fit), running its thread says why.
    pub fn initial(&self) -> State {
        self.try_initial().unwrap_or_else(|stop| State {
            threads: vec![Box::default()],
            failed: Some(stop),
            ..State::default()
        })
    }

    fn try_initial(&self) -> Result<State, Stop> {
        let gap = |what: &str| Gap::stop(what, ThreadId::MAIN, Site::START);
        let mut state = State {
            memory: Memory::new(self.code.is_flat()),
            threads: vec![Box::default()],
            naming: self.config.naming,
            ..State::default()
        };
        self.make_globals(&mut state.memory).map_err(|what| gap(&what))?;
        let Some(entry) = self.code.program.entry else {
            return Err(gap("a program without a function to start with"));
        };
        let main = self.code.program.function(entry);
        if main.blocks.is_empty() {
            return Err(gap("the function to start with has no body"));
        }
        let kinds: Vec<Kind> = main.registers.iter().map(|r| r.kind).collect();
        let wanted = main.arguments() as usize;
        let mut args = Vec::new();
        if wanted > 0 {
            args.push(self.config.args.len() as u64);
        }
        for strings in [&self.config.args, &self.config.variables] {
            if args.len() < wanted && wanted > 1 {
                args.push(self.make_strings(&mut state.memory, strings).map_err(gap)?);
            }
        }
        if kinds.iter().take(wanted).any(|k| *k == Kind::I128) {
            return Err(gap("a parameter of main that is not an int or a pointer"));
        }
        self.start_thread(&mut state.threads[0], entry, &args);
        Ok(state)
    }

    /// Gives a new thread its first frame.
    pub(crate) fn start_thread(&self, thread: &mut Thread, entry: FuncId, args: &[u64]) {
        let routine = &self.code.functions[entry.0 as usize];
        thread.registers.clear();
        thread.registers.resize((routine.words as usize).max(64), 0);
        thread.frames.clear();
        let count = args.len().min(routine.params as usize);
        thread.registers[..count].copy_from_slice(&args[..count]);
        self.set_constants(routine, &mut thread.registers);
        thread.frames.push(Frame {
            function: entry,
            pc: routine.entry,
            base: 0,
            dst: NOWHERE,
            allocas: 0,
            serial: 0,
        });
    }

    fn make_globals(&self, memory: &mut Memory) -> Result<(), String> {
        let program = self.code.program;
        for (i, global) in program.globals.iter().enumerate() {
            let kind = ObjectKind::Global(raceproof_ir::GlobalId(i as u32));
            // A thread-local global keeps its place in the numbering with an object of no bytes.
            let size = if global.thread_local { 0 } else { global.size };
            memory
                .allocate(ThreadId::MAIN, size, global.align, kind, true)
                .map_err(|what| format!("{what}, as `{}`", global.name))?;
        }
        for (i, function) in program.functions.iter().enumerate() {
            let size = function.blocks.len() as u64 + 2;
            memory.allocate_code(size, ObjectKind::Code(FuncId(i as u32)))?;
        }
        if !self.code.hidden.is_empty() {
            memory.allocate(
                ThreadId::MAIN,
                u64::from(effect::SIZE),
                4,
                ObjectKind::Library,
                true,
            )?;
        }
        for (i, global) in program.globals.iter().enumerate() {
            let id = ObjectId(i as u32 + 1);
            if !global.thread_local {
                self.fill_global(memory, raceproof_ir::GlobalId(i as u32), id);
            }
            if global.constant {
                memory.make_constant(id);
            }
        }
        Ok(())
    }

    /// Writes the initial value of a global to an object. What lies outside of it is not written.
    pub(crate) fn fill_global(&self, memory: &mut Memory, global: raceproof_ir::GlobalId, id: ObjectId) {
        let global = self.code.program.global(global);
        let length = global.bytes.len().min(global.size as usize);
        let start = Pointer::new(id, 0);
        if memory.store(start, &global.bytes[..length]).is_err() {
            return;
        }
        for relocation in &global.relocations {
            let value = memory.pointer_to_integer(self.code.address(relocation.target));
            let size = self.code.program.model.pointer_size() as usize;
            if relocation.at.saturating_add(size as u64) <= global.size {
                let at = start.moved(relocation.at as i64);
                // It fits, and nothing is constant yet.
                let _ = memory.store(at, &value.to_le_bytes()[..size]);
            }
        }
    }

    /// An array of strings with a null pointer at the end.
    fn make_strings(&self, memory: &mut Memory, strings: &[Vec<u8>]) -> Result<u64, &'static str> {
        let size = self.code.program.model.pointer_size() as usize;
        let total = (strings.len() + 1) * size;
        let kind = ObjectKind::Environment;
        let array = memory.allocate(ThreadId::MAIN, total as u64, size as u32, kind, true)?;
        for (i, string) in strings.iter().enumerate() {
            let id = memory.allocate(ThreadId::MAIN, string.len() as u64 + 1, 1, kind, true)?;
            let p = Pointer::new(id, 0);
            let n = memory.pointer_to_integer(p);
            let _ = memory.store(p, string);
            let at = Pointer::new(array, 0).moved((i * size) as i64);
            let _ = memory.store(at, &n.to_le_bytes()[..size]);
        }
        Ok(Pointer::new(array, 0).0)
    }
}
