//! The parts of a state: what engines intern instead of whole states.
//!
//! A state is a set of parts. [`State::drain`] tells which of them changed, [`Machine::encode_part`] gives
//! the canonical bytes of one, and [`Machine::decode_part`] puts one back. Parts may be put back in any
//! order; a part that a state does not have has no bytes. After all parts of a state have been put back, it
//! is that state exactly, except for registers that nobody will read.

use raceproof_ir::FuncId;

use crate::context::LOCALS;
use crate::encode::{Reader, put, put_value};
use crate::live::Live;
use crate::op::WIDE;
use crate::state::{Dependence, Ending, Frame, NOWHERE, Outside, State, Status, Thread};
use crate::symmetry::Mark;
use crate::{Environment, Machine, ObjectId, Pointer, SpaceId, ThreadId};

/// A part of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// A thread: its frames, registers and status.
    Thread(ThreadId),
    /// A chunk of [`CHUNK`](crate::CHUNK) bytes of an object.
    Object(ObjectId, u32),
    /// The names that a space will give next.
    Space(SpaceId),
    /// The library's state.
    Environment,
}

impl State {
    /// Starts to keep track of the parts that change; the first drain gives them all.
    pub fn track(&mut self) {
        self.memory.track();
        self.environment_dirty = true;
        self.threads.iter_mut().for_each(|t| t.dirty = true);
    }

    /// Appends the parts that changed since the last drain, each once.
    pub fn drain(&mut self, out: &mut Vec<Part>) {
        self.drain_threads(out);
        if std::mem::take(&mut self.environment_dirty) {
            out.push(Part::Environment);
        }
        self.memory.drain(out);
    }

    /// Appends the threads that changed since the last drain.
    pub fn drain_threads(&mut self, out: &mut Vec<Part>) {
        for (i, thread) in self.threads.iter_mut().enumerate() {
            if std::mem::take(&mut thread.dirty) {
                out.push(Part::Thread(ThreadId(i as u32)));
            }
        }
    }
}

impl Machine<'_> {
    /// Appends the canonical bytes of a part.
    pub fn encode_part(&self, state: &State, part: Part, out: &mut Vec<u8>) {
        match part {
            Part::Thread(t) => {
                if let Some(thread) = state.threads.get(t.0 as usize) {
                    self.encode_thread(thread, out);
                }
            }
            Part::Object(id, chunk) => state.memory.encode_chunk(id, chunk, out),
            Part::Space(space) => state.memory.encode_space(space, out),
            Part::Environment => state.environment.encode(out),
        }
    }

    /// Appends the canonical bytes of everything: equal states have equal bytes, whatever led to them.
    pub fn encode_all(&self, state: &State, out: &mut Vec<u8>) {
        for thread in &state.threads {
            self.encode_thread(thread, out);
        }
        for (id, object) in state.memory.objects() {
            if object.is_alive() {
                put(out, u64::from(id.0));
                out.extend_from_slice(object.bytes());
            }
        }
        state.environment.encode(out);
    }

    /// Puts a part back.
    pub fn decode_part(&self, state: &mut State, part: Part, bytes: &[u8]) {
        match part {
            Part::Thread(t) => {
                let i = t.0 as usize;
                if bytes.is_empty() {
                    // Threads are made in order, so those of an older state come before.
                    state.threads.truncate(i);
                    return;
                }
                if state.threads.len() <= i {
                    state.threads.resize_with(i + 1, Box::default);
                }
                self.decode_thread(&mut state.threads[i], bytes);
            }
            Part::Object(id, chunk) => state.memory.decode_chunk(id, chunk, bytes),
            Part::Space(space) => state.memory.decode_space(space, bytes),
            Part::Environment => state.environment = Environment::decode(bytes),
        }
    }

    /// First what every thread has, in one byte; then only what this one has beside its calls.
    pub(crate) fn encode_thread(&self, thread: &Thread, out: &mut Vec<u8>) {
        let rare = !thread.is_plain();
        out.push(
            thread.status.tag()
                | u8::from(rare) << 3
                | u8::from(!thread.marks.is_empty()) << 4
                | u8::from(thread.detached) << 5
                | u8::from(thread.joined) << 6
                | u8::from(thread.recyclable) << 7,
        );
        thread.status.encode(out);
        if rare {
            encode_rare(thread, out);
        }
        if !thread.marks.is_empty() {
            put(out, thread.marks.len() as u64);
            thread.marks.iter().for_each(|m| m.encode(out));
        }
        put(out, thread.frames.len() as u64);
        for frame in &thread.frames {
            let routine = &self.code.functions[frame.function.0 as usize];
            let rare = frame.dst != NOWHERE || frame.allocas != 0 || frame.serial != 0;
            put(out, u64::from(frame.function.0));
            put(
                out,
                u64::from(frame.pc.wrapping_sub(routine.entry)) << 1 | u64::from(rare),
            );
            if rare {
                put(out, u64::from(frame.dst.wrapping_add(1)));
                put(out, u64::from(frame.allocas));
                put(out, u64::from(frame.serial));
            }
        }
        for (i, frame) in thread.frames.iter().enumerate() {
            let registers = &thread.registers[frame.base as usize..];
            self.each_live(&thread.frames[i..], |word| {
                put_value(out, registers[word as usize])
            });
        }
    }

    /// Calls `f` with the words that matter of the first of these frames, in a fixed order.
    pub(crate) fn each_live(&self, frames: &[Frame], mut f: impl FnMut(u32)) {
        let Some((frame, callees)) = frames.split_first() else {
            return;
        };
        let routine = &self.code.functions[frame.function.0 as usize];
        if routine.is_native() {
            return (0..frame.serial + LOCALS as u32).for_each(f);
        }
        // What a call in progress will write does not matter.
        let (first, second) = match callees.first().map_or(NOWHERE, |callee| callee.dst) {
            NOWHERE => (NOWHERE, NOWHERE),
            word if word & WIDE != 0 => (word & !WIDE, (word & !WIDE) + 1),
            word => (word, NOWHERE),
        };
        let live = routine.live.get_or_init(|| Live::new(&self.code, routine));
        for word in live.before(frame.pc - routine.entry) {
            if *word != first && *word != second {
                f(*word);
            }
        }
        let (first, count) = routine.slots;
        (first..first + count).for_each(f);
    }

    fn decode_thread(&self, thread: &mut Thread, bytes: &[u8]) {
        let mut reader = Reader::new(bytes);
        let r = &mut reader;
        let head = r.byte();
        thread.status = Status::decode(head & 7, r);
        thread.detached = head & 1 << 5 != 0;
        thread.joined = head & 1 << 6 != 0;
        thread.recyclable = head & 1 << 7 != 0;
        if head & 1 << 3 != 0 {
            decode_rare(thread, r);
        } else if !thread.is_plain() {
            thread.make_plain();
        }
        thread.marks.clear();
        if head & 1 << 4 != 0 {
            let count = r.get();
            thread.marks.extend((0..count).map(|_| Mark::decode(r)));
        }
        let count = r.get() as usize;
        thread.frames.truncate(count);
        let mut base = 0;
        // Frames of the same functions as before have their constants, and what else is in them nobody will
        // read.
        let mut alike = true;
        for i in 0..count {
            let function = FuncId(r.get32());
            let routine = &self.code.functions[function.0 as usize];
            // One bit more than a place has.
            let pc = r.get();
            let mut frame = Frame {
                function,
                pc: ((pc >> 1) as u32).wrapping_add(routine.entry),
                base,
                dst: NOWHERE,
                allocas: 0,
                serial: 0,
            };
            if pc & 1 != 0 {
                frame.dst = r.get32().wrapping_sub(1);
                frame.allocas = r.get32();
                frame.serial = r.get32();
            }
            alike &= thread
                .frames
                .get(i)
                .is_some_and(|old| old.function == function && old.base == base && !routine.is_native());
            base += if routine.is_native() {
                frame.serial + LOCALS as u32
            } else {
                routine.words
            };
            match thread.frames.get_mut(i) {
                Some(old) => *old = frame,
                None => thread.frames.push(frame),
            }
            if !alike {
                if thread.registers.len() < base as usize {
                    thread.registers.resize(base as usize, 0);
                }
                let registers = &mut thread.registers[frame.base as usize..];
                registers[..routine.words as usize].fill(0);
                self.set_constants(routine, registers);
            }
        }
        for i in 0..count {
            let registers = &mut thread.registers[thread.frames[i].base as usize..];
            self.each_live(&thread.frames[i..], |word| {
                registers[word as usize] = r.get_value()
            });
        }
    }
}

impl Thread {
    /// Whether it has nothing but its status, its calls and what it says of its handle. Names all that a
    /// thread has, so that nothing is left out of what is stored.
    fn is_plain(&self) -> bool {
        let Thread {
            status: _,
            frames: _,
            registers: _,
            marks: _,
            detached: _,
            joined: _,
            recyclable: _,
            dirty: _,
            allocas,
            locals,
            errno,
            specific,
            family,
            share_limit,
            spare,
            atomic_depth,
            ending,
            serial,
            clock,
            outside,
        } = self;
        allocas.is_empty()
            && locals.is_empty()
            && errno.0 == 0
            && specific.is_empty()
            && family.is_empty()
            && *share_limit == 0
            && spare.is_empty()
            && *atomic_depth == 0
            && ending.is_none()
            && *serial == 0
            && *clock == 0
            && *outside == Outside::default()
    }

    /// Takes everything else from it.
    fn make_plain(&mut self) {
        *self = Thread {
            status: self.status,
            frames: std::mem::take(&mut self.frames),
            registers: std::mem::take(&mut self.registers),
            marks: std::mem::take(&mut self.marks),
            detached: self.detached,
            joined: self.joined,
            recyclable: self.recyclable,
            dirty: self.dirty,
            ..Thread::default()
        };
    }
}

/// What a thread has that is not plain.
fn encode_rare(thread: &Thread, out: &mut Vec<u8>) {
    put(out, u64::from(thread.serial));
    put(out, thread.clock);
    put(out, thread.outside.mask);
    put(out, thread.outside.first_mask);
    put(out, thread.outside.children.into());
    put(out, thread.outside.came.into());
    put(out, thread.outside.told.into());
    put(out, thread.family.first_task);
    put(out, thread.family.tasks_made);
    put(out, thread.family.rank);
    put(out, u64::from(thread.errno.0));
    for list in [&thread.allocas, &thread.locals] {
        put(out, list.len() as u64);
        list.iter().for_each(|id| put(out, u64::from(id.0)));
    }
    put(out, thread.specific.len() as u64);
    thread.specific.iter().for_each(|p| put(out, p.0));
    put(out, u64::from(thread.atomic_depth));
    for list in [&thread.spare, &thread.family.spare_tasks] {
        put(out, list.len() as u64);
        list.iter().for_each(|t| put(out, u64::from(t.0)));
    }
    put(
        out,
        thread.ending.map_or(0, |ending| ending.value.wrapping_add(1)),
    );
    put(out, thread.share_limit);
    put(out, thread.family.parent.map_or(0, |p| u64::from(p.0) + 1));
    put(out, thread.family.after.len() as u64);
    thread.family.after.iter().for_each(|t| put(out, u64::from(t.0)));
    put(out, thread.family.pending.len() as u64);
    thread.family.pending.iter().for_each(|d| d.encode(out));
    put(out, thread.family.history.len() as u64);
    for (dependence, task) in &thread.family.history {
        dependence.encode(out);
        put(out, u64::from(task.0));
    }
    put(out, thread.family.owned.len() as u64);
    for (region, task) in &thread.family.owned {
        put(out, *region);
        put(out, u64::from(task.0));
    }
    put(out, thread.family.passing.len() as u64);
    thread.family.passing.iter().for_each(|region| put(out, *region));
    put(out, thread.family.tag.map_or(0, |tag| tag.wrapping_add(1)));
    put(out, u64::from(thread.family.tag.is_some()));
    put(
        out,
        thread.ending.map_or(0, |ending| {
            u64::from(ending.round) << 32 | u64::from(ending.key) << 1 | 1
        }),
    );
}

fn decode_rare(thread: &mut Thread, r: &mut Reader<'_>) {
    thread.serial = r.get32();
    thread.clock = r.get();
    thread.outside = Outside {
        mask: r.get(),
        first_mask: r.get(),
        children: r.get32(),
        came: r.get32(),
        told: r.get32(),
    };
    thread.family.first_task = r.get();
    thread.family.tasks_made = r.get();
    thread.family.rank = r.get();
    thread.errno = ObjectId(r.get32());
    for list in [&mut thread.allocas, &mut thread.locals] {
        list.clear();
        let count = r.get();
        list.extend((0..count).map(|_| ObjectId(r.get32())));
    }
    thread.specific.clear();
    let count = r.get();
    thread.specific.extend((0..count).map(|_| Pointer(r.get())));
    thread.atomic_depth = r.get32();
    for list in [&mut thread.spare, &mut thread.family.spare_tasks] {
        let count = r.get();
        *list = (0..count).map(|_| ThreadId(r.get32())).collect();
    }
    let value = r.get().wrapping_sub(1);
    thread.share_limit = r.get();
    thread.family.parent = r.get32().checked_sub(1).map(ThreadId);
    let count = r.get();
    thread.family.after = (0..count).map(|_| ThreadId(r.get32())).collect();
    let count = r.get();
    thread.family.pending = (0..count).map(|_| Dependence::decode(r)).collect();
    let count = r.get();
    thread.family.history = (0..count)
        .map(|_| (Dependence::decode(r), ThreadId(r.get32())))
        .collect();
    let count = r.get();
    thread.family.owned = (0..count).map(|_| (r.get(), ThreadId(r.get32()))).collect();
    let count = r.get();
    thread.family.passing = (0..count).map(|_| r.get()).collect();
    let tag = r.get().wrapping_sub(1);
    thread.family.tag = (r.get() != 0).then_some(tag);
    let ending = r.get();
    thread.ending = (ending != 0).then_some(Ending {
        value,
        round: (ending >> 32) as u32,
        key: ending as u32 >> 1,
    });
}
