//! The locks that threads hold in a run.
//!
//! Those of the library are told by the machine. A semaphore is held by whoever got past it until he posts
//! it. A variable is held by whoever made it something other than zero, from zero, until it is zero again,
//! whoever does that: this is what being a lock means for a variable, whatever the prover thinks of it.

use crate::book::{Book, Word};
use raceproof_engine::argument::{Lock, LockSort, Mode, ObjectName};
use raceproof_engine::{condition, effect};
use raceproof_ir::{Program, SyncOp};
use raceproof_machine::{Access, ObjectId, Pointer, State, ThreadId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A lock that a thread holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Held {
    pub at: Pointer,
    pub object: Option<ObjectName>,
    /// Of a variable: its bytes.
    pub length: u64,
    pub sort: Option<LockSort>,
    /// Whether it belongs to a runtime of ours.
    pub is_ours: bool,
    pub mode: Mode,
}

impl Held {
    /// Whether this is the lock that a reason names, for an access to an object.
    pub fn is_meant(&self, lock: Lock, accessed: ObjectId) -> bool {
        match lock {
            Lock::Bytes {
                object,
                offset,
                length,
                sort,
            } => {
                condition!("checked-locks", "in the object", self.object == Some(object))
                    && condition!("checked-locks", "of the sort", self.sort == Some(sort))
                    && condition!(
                        "checked-locks",
                        "at the offset",
                        i64::from(self.at.offset()) == offset
                    )
                    && condition!(
                        "checked-locks",
                        "of so many bytes",
                        sort != LockSort::Word || self.length == length
                    )
            }
            Lock::AtomicBlock => condition!("checked-locks", "an atomic block", self.sort.is_none()),
            Lock::Combination => {
                condition!("checked-locks", "of the runtime", self.is_ours)
                    && self.sort == Some(LockSort::Object)
            }
            Lock::Element {
                object,
                offset,
                stride,
            } => {
                let apart = i64::from(self.at.offset()) - offset;
                condition!(
                    "checked-locks",
                    "element of the object",
                    self.object == Some(object)
                ) && condition!(
                    "checked-locks",
                    "a whole element",
                    stride == 0 || apart.rem_euclid(stride as i64) == 0
                )
            }
            Lock::Near(_) => {
                condition!(
                    "checked-locks",
                    "in what is accessed",
                    self.at.object() == accessed
                ) && self.sort == Some(LockSort::Object)
            }
        }
    }
}

/// Whether a variable is zero, and who made it something else.
#[derive(Clone, Copy, Debug, Default)]
struct Holder {
    is_set: bool,
    thread: Option<ThreadId>,
}

/// All locks of a run.
#[derive(Default)]
pub(crate) struct Locks {
    threads: Vec<Vec<Held>>,
    words: FxHashMap<(ObjectId, Word), Holder>,
    /// Equal lists are one.
    lists: FxHashMap<Rc<[Held]>, ()>,
}

impl Locks {
    fn of(&mut self, t: ThreadId) -> &mut Vec<Held> {
        let i = t.0 as usize;
        if self.threads.len() <= i {
            self.threads.resize_with(i + 1, Vec::new);
        }
        &mut self.threads[i]
    }

    /// The library says that a lock was taken or given back, by an operation.
    pub fn turn(&mut self, t: ThreadId, held: Held, op: Option<SyncOp>, is_held: bool) {
        let shared = matches!(op, Some(SyncOp::RwRead | SyncOp::RwTryRead | SyncOp::RwTimedRead));
        let locks = self.of(t);
        effect!(
            "checked-locks",
            "given back",
            locks.retain(|lock| lock.at != held.at || lock.sort != held.sort)
        );
        if is_held {
            locks.push(Held {
                mode: match condition!("checked-locks", "not shared", !shared) {
                    true => held.mode,
                    false => Mode::Shared,
                },
                ..held
            });
        }
    }

    /// Whether another thread holds a lock.
    pub fn is_held_by_another(&self, t: ThreadId, at: Pointer, sort: LockSort) -> bool {
        let mut others = self
            .threads
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != t.0 as usize);
        others.any(|(_, locks)| locks.iter().any(|lock| lock.at == at && lock.sort == Some(sort)))
    }

    /// Bytes were written: variables among them may have been taken or given back.
    pub fn written(
        &mut self,
        (program, state): (&Program, &State),
        book: &Book<'_>,
        t: ThreadId,
        name: ObjectName,
        access: Access,
    ) {
        let (start, end) = (
            i64::from(access.start),
            i64::from(access.start) + i64::from(access.length),
        );
        for &word in book.words.iter().filter(|word| word.object == name) {
            if word.offset >= end || word.offset + word.length as i64 <= start {
                continue;
            }
            let at = Pointer::new(access.object, word.offset as u32);
            let bytes = state.memory.load(at, word.length as u32);
            let is_set = bytes.is_ok_and(|bytes| bytes.iter().any(|b| *b != 0));
            let first = || Holder {
                is_set: !condition!("checked-words", "zero at first", !starts_set(program, word)),
                thread: None,
            };
            let holder = self.words.entry((access.object, word)).or_insert_with(first);
            match (holder.is_set, is_set) {
                (was_set, true) => {
                    if condition!("checked-words", "taken from zero", !was_set) {
                        holder.thread = Some(t);
                    }
                }
                (_, false) => effect!("checked-words", "zero gives it back", holder.thread = None),
            }
            holder.is_set = is_set;
        }
    }

    /// All that a thread holds now.
    pub fn all(&mut self, t: ThreadId, in_atomic_block: bool) -> Rc<[Held]> {
        let mut all = self.of(t).clone();
        let words = self.words.iter().filter(|(_, holder)| holder.thread == Some(t));
        all.extend(words.map(|((object, word), _)| Held {
            at: Pointer::new(*object, word.offset as u32),
            object: Some(word.object),
            length: word.length,
            sort: Some(LockSort::Word),
            is_ours: false,
            mode: Mode::Exclusive,
        }));
        if in_atomic_block {
            all.push(Held {
                at: Pointer::NULL,
                object: None,
                length: 0,
                sort: None,
                is_ours: false,
                mode: Mode::Exclusive,
            });
        }
        all.sort_by_key(|held| (held.at, held.length));
        if let Some((known, ())) = self.lists.get_key_value(all.as_slice()) {
            return Rc::clone(known);
        }
        let list: Rc<[Held]> = all.into();
        self.lists.insert(Rc::clone(&list), ());
        list
    }
}

/// Whether a variable is not zero when the program starts.
fn starts_set(program: &Program, word: Word) -> bool {
    match word.object {
        ObjectName::Global(g) => {
            let bytes = program.global(g).bytes.iter();
            let mut bytes = bytes.skip(word.offset as usize).take(word.length as usize);
            bytes.any(|b| *b != 0)
        }
        _ => false,
    }
}
