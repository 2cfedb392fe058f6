//! What a native library function sees: its arguments, and the run around it.
//!
//! A native is `fn(&mut Context) -> Result<Flow, Stop>`. One that needs to call back into the program
//! (`qsort`, `bsearch`, `exit` with its handlers) returns [`Flow::Call`] and is entered again with the
//! result in [`Context::resumed`]; what it has to remember in between goes into its
//! [locals](Context::local), which are part of the thread's state like any register.

use raceproof_ir::{GlobalId, Program};

use crate::memory::ObjectKind;
use crate::record::Record;
use crate::state::{State, Status};
use crate::{
    Access, Config, Environment, FaultKind, Gap, Memory, Note, ObjectId, Pointer, Sink, Site, Stop, Stream,
    ThreadId, World,
};

/// A library function that raceproof implements itself.
pub type NativeFn = fn(&mut Context<'_>) -> Result<Flow, Stop>;

/// What a native wants to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It is done; the value is its result (ignored if it has none).
    Return(u64),
    /// Call this function (a pointer value) with the first `count` of these arguments, then enter the native
    /// again.
    Call {
        /// The function.
        callee: u64,
        /// Its arguments.
        args: [u64; 4],
        /// How many.
        count: u8,
    },
    /// The whole program ends with this status; handlers have been run.
    Exit(i32),
    /// It waits for something from the world that does not come in this run.
    Wait,
}

/// How many locals a native has.
pub const LOCALS: usize = 12;

/// The number of `errno` among thread-local variables; those of programs are few.
pub const ERRNO: u32 = u32::MAX;

/// Whether a program can see `errno`.
pub(crate) fn looks_at_errno(program: &Program) -> bool {
    let names = ["__errno_location", "__error", "___errno"];
    let mut functions = program.functions.iter();
    functions.any(|f| f.blocks.is_empty() && names.contains(&f.name.as_str()))
}

/// A call of a native.
pub struct Context<'a> {
    pub(crate) program: &'a Program,
    /// The name of the function, as the program calls it.
    pub(crate) name: &'a str,
    pub(crate) config: &'a Config,
    pub(crate) record: &'a Record,
    pub(crate) state: &'a mut State,
    pub(crate) sink: &'a mut dyn Sink,
    pub(crate) thread: ThreadId,
    pub(crate) site: Site,
    /// Where in the thread's registers the arguments are; the locals follow them.
    pub(crate) base: usize,
    pub(crate) count: usize,
    pub(crate) resumed: Option<u64>,
    pub(crate) pointer_size: u32,
    /// Whether threads may get to know each other's addresses without order.
    pub(crate) weak_atomics: bool,
}

impl Context<'_> {
    /// Number of arguments that the call passed.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Argument `i` as zero-extended bits (of a float: its bits); 0 if the call did not pass it.
    pub fn arg(&self, i: usize) -> u64 {
        if i < self.count {
            self.state.threads[self.thread.0 as usize].registers[self.base + i]
        } else {
            0
        }
    }

    /// Argument `i` as a pointer.
    pub fn pointer(&self, i: usize) -> Pointer {
        Pointer(self.arg(i))
    }

    /// Argument `i` as an `int`.
    pub fn int(&self, i: usize) -> i32 {
        self.arg(i) as i32
    }

    /// Argument `i` as a `double`.
    pub fn double(&self, i: usize) -> f64 {
        f64::from_bits(self.arg(i))
    }

    /// Argument `i` as a `float`.
    pub fn float(&self, i: usize) -> f32 {
        f32::from_bits(self.arg(i) as u32)
    }

    /// The result of the function that this native called, when it is entered again.
    pub fn resumed(&self) -> Option<u64> {
        self.resumed
    }

    /// Local `i` (below [`LOCALS`]); zero at first.
    pub fn local(&self, i: usize) -> u64 {
        assert!(i < LOCALS, "a native has {LOCALS} locals");
        self.state.threads[self.thread.0 as usize].registers[self.base + self.count + i]
    }

    /// Sets a local.
    pub fn set_local(&mut self, i: usize, value: u64) {
        assert!(i < LOCALS, "a native has {LOCALS} locals");
        self.state.threads[self.thread.0 as usize].registers[self.base + self.count + i] = value;
    }

    /// Bytes of a pointer in memory: 8, or 4 in ILP32.
    pub fn pointer_size(&self) -> u32 {
        self.pointer_size
    }

    /// The running thread.
    pub fn thread(&self) -> ThreadId {
        self.thread
    }

    /// The call's place in the code.
    pub fn site(&self) -> Site {
        self.site
    }

    /// The name of a global of the program.
    pub fn global_name(&self, id: GlobalId) -> &str {
        self.program
            .globals
            .get(id.0 as usize)
            .map_or("", |global| &global.name)
    }

    /// Arguments, environment variables and input of the program.
    pub fn config(&self) -> &Config {
        self.config
    }

    /// The library's own state.
    pub fn environment(&self) -> &Environment {
        &self.state.environment
    }

    /// The running thread's own state.
    pub(crate) fn thread_mut(&mut self) -> &mut crate::state::Thread {
        self.state.mark_thread(self.thread);
        &mut self.state.threads[self.thread.0 as usize]
    }

    /// The thread's clock.
    pub fn clock(&mut self) -> &mut u64 {
        self.state.mark_thread(self.thread);
        &mut self.state.threads[self.thread.0 as usize].clock
    }

    /// How many calls of the native of this name the thread is in.
    pub(crate) fn depth_of(&self, name: &str) -> usize {
        let is_it = |f: &&crate::state::Frame| {
            let function = self.program.functions.get(f.function.0 as usize);
            function.is_some_and(|f| f.blocks.is_empty() && f.name == name)
        };
        self.state.threads[self.thread.0 as usize]
            .frames
            .iter()
            .filter(is_it)
            .count()
    }

    /// Whether another thread is in `exit`, or the first thread has ended without ending the program.
    pub(crate) fn is_ending(&self) -> bool {
        let is_exit = |f: &crate::state::Frame| {
            let function = self.program.functions.get(f.function.0 as usize);
            function.is_none_or(|f| f.blocks.is_empty() && f.name.ends_with("exit"))
        };
        let mut others = self.state.threads().filter(|(t, _)| *t != self.thread);
        others.any(|(t, other)| match other.status() {
            Status::Finished(_) => t == ThreadId::MAIN,
            // What comes after the end of the program is looked at only for what could have come before.
            Status::Exited(_) => false,
            _ => other.frames.iter().any(is_exit),
        })
    }

    /// The library's own state, to change it.
    pub fn environment_mut(&mut self) -> &mut Environment {
        self.state.environment_dirty = true;
        &mut self.state.environment
    }

    /// All objects, to look at without access events.
    pub fn memory(&self) -> &Memory {
        &self.state.memory
    }

    /// Prints.
    pub fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.sink.output(stream, bytes);
    }

    /// The call is open to a part of the world from now on.
    pub fn look(&mut self, world: World) {
        self.record.look(world, self.site);
        self.sink.looked(world, self.site);
    }

    /// Tells the user something.
    pub fn note(&mut self, note: Note) {
        self.sink.note(note, self.site);
    }

    /// A defect of the program at this call.
    pub fn fault(&self, kind: FaultKind) -> Stop {
        kind.at(self.thread, self.site)
    }

    /// A limit of raceproof at this call.
    pub fn gap(&self, what: impl Into<String>) -> Stop {
        Gap::stop(what, self.thread, self.site)
    }

    /// Misuse of a library function.
    pub fn misuse(&self, what: impl Into<String>) -> Stop {
        self.fault(FaultKind::Misuse {
            what: what.into(),
            other: None,
        })
    }

    /// Reports an access of `length` bytes without making it. The range must have been checked.
    pub fn touch(&mut self, p: Pointer, length: u64, write: bool) {
        self.state.effort += length;
        if length > 0 {
            self.sink.access(
                self.thread,
                Access {
                    object: p.object(),
                    start: p.offset(),
                    length: length as u32,
                    write,
                    atomic: false,
                    site: self.site,
                },
            );
        }
    }

    /// The bytes there, without an access event.
    pub fn peek(&self, p: Pointer, length: u64) -> Result<&[u8], Stop> {
        if length == 0 {
            return Ok(&[]);
        }
        let memory = &self.state.memory;
        memory
            .check_range(p, length)
            .and_then(|()| memory.load(p, length as u32))
            .map_err(|k| self.fault(*k))
    }

    /// Reads bytes.
    pub fn read_bytes(&mut self, p: Pointer, length: u64) -> Result<&[u8], Stop> {
        self.peek(p, length)?;
        self.touch(p, length, false);
        if !self.state.memory.is_initialised(p, length as u32) {
            self.note(Note::UninitialisedRead);
        }
        self.peek(p, length)
    }

    /// Writes bytes.
    pub fn write_bytes(&mut self, p: Pointer, bytes: &[u8]) -> Result<(), Stop> {
        if bytes.is_empty() {
            return Ok(());
        }
        match self.state.memory.store(p, bytes) {
            Ok(()) => {
                self.touch(p, bytes.len() as u64, true);
                Ok(())
            }
            Err(kind) => Err(self.fault(*kind)),
        }
    }

    /// Makes bytes count as never written, with the values that they have. Says whether that was possible: a
    /// constant stays as it is. The range must have been checked.
    pub fn forget(&mut self, p: Pointer, length: u64) -> bool {
        self.state.memory.unwrite(p, length as u32)
    }

    /// Fills bytes.
    pub fn fill(&mut self, p: Pointer, byte: u8, length: u64) -> Result<(), Stop> {
        if length == 0 {
            return Ok(());
        }
        match self.state.memory.prepare(p, length) {
            Ok(bytes) => {
                bytes.fill(byte);
                self.touch(p, length, true);
                Ok(())
            }
            Err(kind) => Err(self.fault(*kind)),
        }
    }

    /// Copies bytes and whether they are initialised; the ranges may overlap. One read and one write.
    pub fn copy(&mut self, to: Pointer, from: Pointer, length: u64) -> Result<(), Stop> {
        if length == 0 {
            return Ok(());
        }
        match self.state.memory.copy(to, from, length) {
            Ok(()) => {
                self.touch(from, length, false);
                self.touch(to, length, true);
                Ok(())
            }
            Err(kind) => Err(self.fault(*kind)),
        }
    }

    /// Length of the string at `p`; a read of it and its terminator.
    pub fn string_length(&mut self, p: Pointer) -> Result<u64, Stop> {
        match self.state.memory.string_length(p) {
            Ok(n) => {
                self.read_bytes(p, u64::from(n) + 1)?;
                Ok(u64::from(n))
            }
            Err(kind) => Err(self.fault(*kind)),
        }
    }

    /// The string at `p` without its terminator, which is read too.
    pub fn read_string(&mut self, p: Pointer) -> Result<Vec<u8>, Stop> {
        let n = self.string_length(p)?;
        self.peek(p, n).map(<[u8]>::to_vec)
    }

    /// Reads a number of 1, 2, 4 or 8 bytes.
    pub fn read_uint(&mut self, p: Pointer, size: u32) -> Result<u64, Stop> {
        let bytes = self.read_bytes(p, u64::from(size))?;
        Ok(bytes.iter().rev().fold(0, |v, b| v << 8 | u64::from(*b)))
    }

    /// Writes a number of 1, 2, 4 or 8 bytes.
    pub fn write_uint(&mut self, p: Pointer, size: u32, value: u64) -> Result<(), Stop> {
        self.write_bytes(p, &value.to_le_bytes()[..size as usize])
    }

    /// Reads a pointer from memory.
    pub fn read_pointer(&mut self, p: Pointer) -> Result<Pointer, Stop> {
        let n = self.read_uint(p, self.pointer_size)?;
        Ok(self.state.memory.integer_to_pointer(n))
    }

    /// Writes a pointer to memory.
    pub fn write_pointer(&mut self, p: Pointer, value: Pointer) -> Result<(), Stop> {
        let n = self.state.memory.pointer_to_integer(value);
        self.write_uint(p, self.pointer_size, n)
    }

    /// A new heap object; all zero and initialised if `zeroed`.
    pub fn allocate(&mut self, size: u64, align: u32, zeroed: bool) -> Result<Pointer, Stop> {
        let size = match self.config.roomy {
            true => usable(size, self.pointer_size.into()),
            false => size,
        };
        self.allocate_as(ObjectKind::Heap(self.site), size, align, zeroed)
    }

    /// A new object that is never freed, for static buffers of the library.
    pub fn allocate_static(&mut self, size: u64, align: u32) -> Result<Pointer, Stop> {
        self.allocate_as(ObjectKind::Library, size, align, true)
    }

    fn allocate_as(
        &mut self,
        kind: ObjectKind,
        size: u64,
        align: u32,
        zeroed: bool,
    ) -> Result<Pointer, Stop> {
        match self.state.memory.allocate(self.thread, size, align, kind, zeroed) {
            Ok(id) => {
                self.sink.allocated(self.thread, id, self.site);
                Ok(Pointer::new(id, 0))
            }
            Err(what) => Err(self.gap(what)),
        }
    }

    /// Frees a heap object; null is fine.
    pub fn free(&mut self, p: Pointer) -> Result<(), Stop> {
        if p.is_null() {
            return Ok(());
        }
        let size = self.heap_object(p)?.1 as u32;
        match self.state.memory.free(p, self.site) {
            Ok(id) => {
                let reuses = self.sink.reuses(id, self.site);
                self.sink.released(self.thread, id, size, self.site);
                if reuses {
                    self.state.memory.give_back(id);
                }
                Ok(())
            }
            Err(kind) => Err(self.fault(*kind)),
        }
    }

    /// The living heap object that starts at `p`, and its size (for `realloc`).
    pub fn heap_object(&self, p: Pointer) -> Result<(ObjectId, u64), Stop> {
        let id = self.state.memory.check_heap(p).map_err(|k| self.fault(*k))?;
        Ok((
            id,
            self.state.memory.object(id).map_or(0, |o| u64::from(o.size())),
        ))
    }

    /// Address of this thread's `errno`.
    pub fn errno(&mut self) -> Result<Pointer, Stop> {
        let id = self.state.threads[self.thread.0 as usize].errno;
        if id != ObjectId::NONE {
            return Ok(Pointer::new(id, 0));
        }
        // A task leaves it with the thread that executes it, where somebody may look.
        let is_task = self.state.threads[self.thread.0 as usize].family.parent.is_some();
        if is_task && !self.sink.follows_own() && looks_at_errno(self.program) {
            return Err(self.gap("errno in a task, which its thread has left there"));
        }
        let p = self.allocate_as(ObjectKind::Errno, 4, 4, true)?;
        self.state.threads[self.thread.0 as usize].errno = p.object();
        self.sink.thread_local(self.thread, p.object(), Some(ERRNO));
        Ok(p)
    }

    /// Sets this thread's `errno` to what it is: where the world is open, a call may set it to anything.
    pub(crate) fn renew_errno(&mut self) -> Result<(), Stop> {
        let p = self.errno()?;
        let bytes = self.peek(p, 4)?.to_vec();
        self.write_bytes(p, &bytes)
    }

    /// Sets this thread's `errno`.
    pub fn set_errno(&mut self, value: i32) -> Result<(), Stop> {
        let p = self.errno()?;
        self.write_uint(p, 4, u64::from(value as u32))
    }
}

/// How many bytes there are in a block of glibc's: what is left of a multiple of 16, four words at least,
/// beside one word of the allocator.
fn usable(size: u64, word: u64) -> u64 {
    let chunk = size.saturating_add(word).saturating_add(15) & !15;
    chunk.max(4 * word) - word
}
