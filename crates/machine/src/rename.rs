//! Other names for threads and for what they have made.
//!
//! A thread's number is a name, and so is what an object in its arena is called: the heap blocks that it has
//! allocated and its stack. If threads that are alike change places, all these names change with them,
//! wherever they are: in pointers in memory and registers, and in the words of locks ([`Renaming`]). Handles
//! do not change: whoever lets threads change places sees to it that nobody asks for one of them by its
//! handle.
//!
//! Words have no types, so a number might be taken for a pointer, and a program that computes with addresses
//! would see what they are called. Hence the conditions of [`Addresses`]. By its code a program only copies
//! addresses, compares whether they are equal, and moves them within their objects. In memory a word that
//! looks like the address of something that a thread has made is one: it was stored as a pointer, where
//! pointers are, or copied from such a place. That is looked at when the program runs, at each access
//! ([`Addresses::admit`]): an access that uses such a word as anything else is not admitted. Registers have
//! kinds.

use raceproof_ir::{Callee, CompareOp, FuncId, Function, Inst, Kind, Operand, Program, SyncOp, Terminator};

use crate::flatten::Layout;
use crate::memory::Object;
use crate::state::Thread;
use crate::{Access, Life, Machine, ObjectId, Part, Pointer, SpaceId, State, Status, ThreadId};

/// Threads from here on keep their names: what looks like the address of something of theirs may be a number.
const NAMED: u32 = 64;

/// The bytes of a pointer.
const WORD: u32 = 8;

/// Functions without a body that do not care what addresses are.
const INDIFFERENT: [&str; 6] = ["malloc", "calloc", "free", "exit", "abort", "__assert_fail"];

/// The thread that has made what a word is the address of, if it looks like one of a thread that can have
/// another name.
#[inline]
fn maker(word: u64) -> Option<ThreadId> {
    let thread = Pointer(word).object().space().thread();
    (1..NAMED).contains(&thread.0).then_some(thread)
}

/// A number may be an address, or the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mixed;

/// Which threads get which names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// By the name that a thread has. Those beyond keep theirs.
    new: Vec<ThreadId>,
    /// Those that could have got another one, in order.
    members: Vec<ThreadId>,
}

impl Renaming {
    /// The one that gives these threads, in this order, the names that they have among them, the smallest
    /// first.
    pub fn in_order(threads: &[ThreadId]) -> Renaming {
        let mut names = threads.to_vec();
        names.sort_unstable();
        let count = names.last().map_or(0, |last| last.0 + 1);
        let mut new: Vec<ThreadId> = (0..count).map(ThreadId).collect();
        for (thread, name) in threads.iter().zip(&names) {
            new[thread.0 as usize] = *name;
        }
        Renaming { new, members: names }
    }

    /// The one that tells one of these threads from the others and not the others from each other.
    pub fn as_seen_by(t: ThreadId, threads: &[ThreadId]) -> Renaming {
        let count = threads.iter().max().map_or(0, |last| last.0 + 1);
        let mut new: Vec<ThreadId> = (0..count).map(ThreadId).collect();
        for other in threads {
            new[other.0 as usize] = ThreadId(NAMED + u32::from(*other != t));
        }
        Renaming {
            new,
            members: threads.to_vec(),
        }
    }

    /// The one that takes it back, if no two threads have the same name.
    pub fn inverse(&self) -> Renaming {
        let mut new = self.new.clone();
        for (old, name) in (0..).map(ThreadId).zip(&self.new) {
            new[name.0 as usize] = old;
        }
        Renaming {
            new,
            members: self.members.clone(),
        }
    }

    /// The threads that could have got another name, in order.
    pub fn members(&self) -> &[ThreadId] {
        &self.members
    }

    /// The new name of a thread.
    #[inline]
    pub fn thread(&self, t: ThreadId) -> ThreadId {
        self.new.get(t.0 as usize).copied().unwrap_or(t)
    }

    /// The new name of an object.
    pub fn object(&self, id: ObjectId) -> ObjectId {
        let space = id.space();
        let thread = space.thread();
        let new = self.thread(thread);
        if new == thread {
            return id;
        }
        ObjectId::new(space_of(new, space), id.index()).unwrap_or(id)
    }

    /// The new name of what is at an address.
    pub fn pointer(&self, p: Pointer) -> Pointer {
        Pointer(self.word(p.0))
    }

    /// The new name of a part.
    pub fn part(&self, part: Part) -> Part {
        match part {
            Part::Thread(t) => Part::Thread(self.thread(t)),
            Part::Object(id, chunk) => Part::Object(self.object(id), chunk),
            Part::Space(space) => Part::Space(space_of(self.thread(space.thread()), space)),
            Part::Environment => Part::Environment,
        }
    }

    #[inline]
    fn word(&self, word: u64) -> u64 {
        match maker(word) {
            Some(_) => u64::from(self.object(Pointer(word).object()).0) << 32 | word & 0xffff_ffff,
            None => word,
        }
    }
}

/// The space of a thread that is of the same sort as another.
fn space_of(thread: ThreadId, other: SpaceId) -> SpaceId {
    match other.is_stack() {
        true => SpaceId::stack(thread),
        false => SpaceId::heap(thread),
    }
}

/// Whose part it is, if it is one of a thread and not of all.
pub fn owner(part: Part) -> Option<ThreadId> {
    let owner = match part {
        Part::Thread(t) => t,
        Part::Object(id, _) => id.space().thread(),
        Part::Space(space) => space.thread(),
        Part::Environment => return None,
    };
    (owner.0 != 0).then_some(owner)
}

/// Where a program has addresses.
pub struct Addresses {
    /// For each function which words of its frames are addresses.
    words: Vec<Vec<bool>>,
    /// How each operation uses what it accesses.
    uses: Vec<WordUse>,
}

/// How an operation uses the bytes that it accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum WordUse {
    /// As numbers, or in ways that are not known.
    #[default]
    Number,
    /// As an address.
    Address,
    /// It copies them.
    Copy,
    /// As the words of a lock or of another object of synchronisation.
    Synchronisation,
}

impl Addresses {
    /// Those of a program that does nothing with addresses that tells what they are called, before its first
    /// step.
    pub fn of(machine: &Machine<'_>) -> Option<Addresses> {
        let code = machine.code();
        let program = code.program();
        if code.is_flat() || !is_indifferent(program) {
            return None;
        }
        let looks_like = |object: &Object| words(object).any(|(_, word)| maker(word).is_some());
        if machine
            .initial()
            .memory
            .objects()
            .any(|(_, object)| looks_like(object))
        {
            return None;
        }
        Some(Addresses {
            words: program.functions.iter().map(address_words).collect(),
            uses: code.by_site(|point| word_use(program.instruction(point))),
        })
    }

    /// Whether an access, which was made just now, leaves it so that what looks like an address is one.
    pub fn admit(&self, state: &State, access: &Access) -> bool {
        let Some(object) = state.memory.object(access.object) else {
            return true;
        };
        let (start, end) = (access.start, access.start.saturating_add(access.length));
        let usage = self.uses.get(access.site.0 as usize).copied().unwrap_or_default();
        let is_whole = start.is_multiple_of(WORD) && end.is_multiple_of(WORD);
        let fits = match usage {
            WordUse::Number | WordUse::Synchronisation => false,
            WordUse::Address => is_whole && access.length == WORD,
            WordUse::Copy => is_whole,
        };
        // The word of a lock that is held is the name of a thread.
        let names_thread = usage != WordUse::Synchronisation
            && state.threads.iter().any(|thread| {
                let is_at =
                    |p: Pointer| p.object() == access.object && p.offset() < end && p.offset() + 4 > start;
                thread.marks.iter().any(|mark| is_at(mark.at))
            });
        if names_thread {
            return false;
        }
        // A pointer that is not where pointers are is a number to whoever looks at the words around it.
        fits || {
            let touched = |at: u32| at < end && at + WORD > start;
            let stray = usage == WordUse::Address && !is_whole;
            !stray && words(object).all(|(at, word)| !touched(at) || maker(word).is_none())
        }
    }
}

/// The words of an object where pointers are, with their places.
fn words(object: &Object) -> impl Iterator<Item = (u32, u64)> {
    let (words, _) = object.bytes().as_chunks::<8>();
    (0..)
        .step_by(8)
        .zip(words.iter().map(|word| u64::from_le_bytes(*word)))
}

/// Which words of a function's frames are addresses.
fn address_words(function: &Function) -> Vec<bool> {
    if function.blocks.is_empty() {
        return Vec::new();
    }
    let layout = Layout::of(function);
    let mut is_address = vec![false; layout.size as usize];
    for (register, word) in function.registers.iter().zip(&layout.words) {
        is_address[*word as usize] |= register.kind == Kind::Ptr;
    }
    let slots = layout.first_slot as usize..layout.first_slot as usize + function.slots.len();
    is_address[slots].fill(true);
    is_address
}

fn word_use(inst: Option<&Inst>) -> WordUse {
    match inst {
        Some(
            Inst::Load { kind: Kind::Ptr, .. }
            | Inst::Store { kind: Kind::Ptr, .. }
            | Inst::AtomicLoad { kind: Kind::Ptr, .. }
            | Inst::AtomicStore { kind: Kind::Ptr, .. }
            | Inst::AtomicCas { kind: Kind::Ptr, .. },
        ) => WordUse::Address,
        Some(Inst::MemCopy { .. }) => WordUse::Copy,
        Some(Inst::Sync { .. }) => WordUse::Synchronisation,
        _ => WordUse::Number,
    }
}

/// Whether nothing in a program depends on what addresses and threads are called, as far as its code tells.
fn is_indifferent(program: &Program) -> bool {
    program.functions.iter().all(|f| match f.blocks.is_empty() {
        true => INDIFFERENT.contains(&f.name.as_str()),
        false => f.blocks.iter().all(|block| {
            let by_address = matches!(block.terminator, Terminator::Switch { kind: Kind::Ptr, .. });
            !by_address && block.instructions.iter().all(|(inst, _)| leaves_names(inst))
        }),
    })
}

fn leaves_names(inst: &Inst) -> bool {
    let mut numbers = false;
    inst.operands(|o| {
        if let Operand::Const(Kind::Ptr, value) = o {
            numbers |= u64::try_from(value).map_or(true, |value| maker(value).is_some());
        }
    });
    let tells = match inst {
        Inst::Convert { from, to, .. } => *from == Kind::Ptr || *to == Kind::Ptr,
        Inst::Unary { kind, .. }
        | Inst::Binary { kind, .. }
        | Inst::AtomicRmw { kind, .. }
        | Inst::Nondet { kind, .. }
        | Inst::LoadBits { kind, .. }
        | Inst::StoreBits { kind, .. } => *kind == Kind::Ptr,
        Inst::Compare { kind, op, .. } => *kind == Kind::Ptr && !matches!(op, CompareOp::Eq | CompareOp::Ne),
        Inst::Call { callee, .. } => matches!(callee, Callee::Pointer(_)),
        Inst::SetJump { .. } | Inst::LongJump { .. } | Inst::ThreadLocalAddr { .. } => true,
        Inst::Sync { op, .. } => !leaves_names_to(*op),
        _ => false,
    };
    !numbers && !tells
}

/// Whether a synchronisation tells nobody a thread's name, beside its handle to who creates it.
fn leaves_names_to(op: SyncOp) -> bool {
    use SyncOp::*;
    matches!(
        op,
        ThreadCreate
            | ThreadCreateAt
            | ThreadJoin
            | ThreadExit
            | ThreadYield
            | MutexInit
            | MutexLock
            | MutexTryLock
            | MutexTimedLock
            | MutexUnlock
            | MutexDestroy
            | RwInit
            | RwRead
            | RwTryRead
            | RwTimedRead
            | RwWrite
            | RwTryWrite
            | RwTimedWrite
            | RwUnlock
            | RwDestroy
            | SpinInit
            | SpinLock
            | SpinTryLock
            | SpinUnlock
            | SpinDestroy
            | CondInit
            | CondWait
            | CondTimedWait
            | CondSignal
            | CondBroadcast
            | CondDestroy
            | SemInit
            | SemWait
            | SemTryWait
            | SemTimedWait
            | SemPost
            | SemValue
            | SemDestroy
    )
}

impl Machine<'_> {
    /// Calls `f` with the addresses in a part that are of something that a thread has made, in a fixed order.
    /// Nobody asks for what these members have returned.
    pub fn each_address(
        &self,
        addresses: &Addresses,
        state: &State,
        part: Part,
        members: &[ThreadId],
        mut f: impl FnMut(Pointer),
    ) -> Result<(), Mixed> {
        let mut see = |word: u64| {
            if maker(word).is_some() {
                f(Pointer(word));
            }
        };
        match part {
            Part::Thread(t) => {
                let Some(thread) = state.threads.get(t.0 as usize) else {
                    return Ok(());
                };
                match thread.status {
                    Status::Waiting { on, .. } => see(on.0),
                    Status::Finished(value)
                        if maker(value).is_some() && !thread.joined && !members.contains(&t) =>
                    {
                        return Err(Mixed);
                    }
                    _ => {}
                }
                thread.marks.iter().for_each(|mark| see(mark.at.0));
                for (i, word) in self.live_words(thread) {
                    let value = thread.registers[i];
                    let is_address = word.is_some_and(|(f, w)| {
                        let words = &addresses.words[f.0 as usize];
                        words.get(w).copied().unwrap_or_default()
                    });
                    if !is_address && maker(value).is_some() {
                        return Err(Mixed);
                    }
                    see(value);
                }
            }
            Part::Object(id, chunk) => {
                if let Some(object) = state.memory.object(id) {
                    let (first, last) = (chunk * crate::CHUNK, (chunk + 1) * crate::CHUNK);
                    words(object)
                        .filter(|(at, _)| (first..last).contains(at))
                        .for_each(|(_, word)| see(word));
                }
            }
            Part::Space(_) | Part::Environment => {}
        }
        Ok(())
    }

    /// The registers of a thread that matter: each with its function and word, if it is one of code.
    fn live_words(&self, thread: &Thread) -> Vec<(usize, Option<(FuncId, usize)>)> {
        let mut live = Vec::new();
        for (i, frame) in thread.frames.iter().enumerate() {
            let routine = &self.code.functions[frame.function.0 as usize];
            self.each_live(&thread.frames[i..], |word| {
                let place = (frame.function, word as usize);
                live.push((
                    (frame.base + word) as usize,
                    (!routine.is_native()).then_some(place),
                ));
            });
        }
        live
    }

    /// Appends the canonical bytes of a part as they are with other names. What members have returned is
    /// left out: nobody asks for it.
    pub fn encode_renamed(&self, state: &State, part: Part, names: &Renaming, out: &mut Vec<u8>) {
        match part {
            Part::Thread(t) => {
                let Some(thread) = state.threads.get(t.0 as usize) else {
                    return;
                };
                let mut thread = Thread::clone(thread);
                match &mut thread.status {
                    Status::Waiting { on, .. } => *on = names.pointer(*on),
                    Status::Finished(value) if names.members.contains(&t) => *value = 0,
                    _ => {}
                }
                thread
                    .marks
                    .iter_mut()
                    .for_each(|mark| mark.at = names.pointer(mark.at));
                thread.marks.sort_unstable();
                for (i, _) in self.live_words(&thread) {
                    thread.registers[i] = names.word(thread.registers[i]);
                }
                self.encode_thread(&thread, out);
            }
            Part::Object(id, chunk) => match state.memory.object(id) {
                Some(object) if object.life() == Life::Alive => {
                    let mut object = object.clone();
                    rename_bytes(state, id, &mut object, names);
                    object.encode_chunk(chunk, out);
                }
                _ => state.memory.encode_chunk(id, chunk, out),
            },
            Part::Space(_) | Part::Environment => self.encode_part(state, part, out),
        }
    }
}

fn rename_bytes(state: &State, id: ObjectId, object: &mut Object, names: &Renaming) {
    for word in object.bytes_mut().as_chunks_mut::<8>().0 {
        *word = names.word(u64::from_le_bytes(*word)).to_le_bytes();
    }
    // All words are looked at before any is written.
    let mut renamed = Vec::new();
    for (old, thread) in (0..).map(ThreadId).zip(&state.threads) {
        for mark in thread.marks.iter().filter(|mark| mark.at.object() == id) {
            let (Some(name), Some(new)) = (mark.kind.name(old), mark.kind.name(names.thread(old))) else {
                continue;
            };
            let at = mark.at.offset() as usize;
            if object.bytes().get(at..at + 4) == Some(&name.to_le_bytes()) {
                renamed.push((at, new.to_le_bytes()));
            }
        }
    }
    for (at, name) in renamed {
        object.bytes_mut()[at..at + 4].copy_from_slice(&name);
    }
}

impl State {
    /// The objects whose bytes have names of threads, by their locks.
    pub fn each_named_object(&self, mut f: impl FnMut(ObjectId)) {
        let marks = self.threads.iter().flat_map(|thread| &thread.marks);
        marks.for_each(|mark| f(mark.at.object()));
    }

    /// Whether a thread can have another name: see [`State::is_impersonal`].
    pub fn can_be_renamed(&self, t: ThreadId) -> bool {
        (1..NAMED).contains(&t.0) && self.is_impersonal(t)
    }
}
