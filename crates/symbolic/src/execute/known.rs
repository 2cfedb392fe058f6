//! What a thread surely finds in memory that others can reach.
//!
//! What a thread hands to those that it creates is mostly written once, before they are. If all writes to a
//! byte are by one thread, at constant addresses, then this thread finds what it wrote last, and so do
//! threads that it creates after the last write of all. A read of such bytes is a visible statement like any
//! other, but its value is that word and no variable, so that addresses and conditions made of it are
//! constants again.
//!
//! Whether a write was the last one is known at the end only: what was taken for known is checked then, and
//! where it was not, everything is executed again with these bytes as variables.
//!
//! SOUNDNESS: surely-found

use std::collections::{BTreeMap, BTreeSet};

use super::Executor;
use crate::bounded::{Origin, Write};
use crate::limits;
use crate::path::Path;
use crate::term::Term;

/// A byte, by object and offset.
type Key = (u32, u32);

/// What was written to a byte last.
#[derive(Clone, Copy)]
struct Entry {
    byte: Term,
    /// How many writes there were to it then, this one included.
    stamp: u32,
    guard: Term,
    /// Whether the thread that knows it wrote it.
    is_own: bool,
}

/// What a thread took for known: a byte, and how many writes there were to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    key: Key,
    stamp: u32,
    /// The thread, if all that was written is its own.
    owner: Option<usize>,
}

/// Bytes that are no longer taken for known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unsteady {
    bytes: BTreeSet<(Origin, u32)>,
    /// There are writes to anywhere.
    all: bool,
}

/// What each thread knows, and what that rests on.
#[derive(Default)]
pub(super) struct Known {
    pub unsteady: Unsteady,
    entries: BTreeMap<usize, BTreeMap<Key, Entry>>,
    /// For each byte how many writes there are, and by which thread if by one.
    writes: BTreeMap<Key, (u32, Option<usize>)>,
    /// Objects that are written at addresses that are not constant.
    vague: BTreeSet<u32>,
    is_anywhere: bool,
    used: BTreeSet<Use>,
    /// How many objects there were when the first thread was created on all ways.
    settled: u32,
}

impl Known {
    pub fn new(unsteady: Unsteady) -> Known {
        Known {
            unsteady,
            ..Known::default()
        }
    }
}

impl Executor<'_, '_> {
    /// The first thread is created, on all ways: memory is what it is now until it is written.
    pub(super) fn settle_known(&mut self) {
        self.known.settled = self.bounded.objects.len() as u32;
    }

    /// The thread at hand has made an object whose bytes are what they are until they are written.
    pub(super) fn note_made(&mut self, object: u32, guard: Term) {
        let made = &self.bounded.objects[object as usize];
        // Before there are threads nobody tells of writes: what is there then counts from the first one on.
        let is_alone = self.current == 0 && self.known.settled == 0;
        if is_alone || made.unset || made.size > limits::BYTES_KNOWN.count() {
            return;
        }
        for key in (0..made.size).map(|at| (object, at)) {
            let entry = Entry {
                byte: Self::initial(self.terms, &self.bounded.objects, key),
                stamp: 0,
                guard,
                is_own: true,
            };
            let entries = self.known.entries.entry(self.current).or_default();
            entries.insert(key, entry);
        }
    }

    /// A thread is created on a path: it knows what the thread at hand knows there.
    pub(super) fn inherit_known(&mut self, path: &Path, child: usize) {
        let mine = self.known.entries.get(&self.current).cloned().unwrap_or_default();
        let always = self.terms.bool(true);
        let mut theirs = BTreeMap::new();
        for (key, entry) in mine {
            if self.terms.and(path.guard, entry.guard) == path.guard {
                let inherited = Entry {
                    guard: always,
                    is_own: false,
                    ..entry
                };
                theirs.insert(key, inherited);
            }
        }
        self.known.entries.insert(child, theirs);
    }

    /// Bytes are written by a visible statement.
    pub(super) fn note_write(&mut self, path: &Path, write: &Write) {
        let Some(address) = self.terms.constant(write.address) else {
            let targets = self.targets(write.address);
            self.known.is_anywhere |= targets.open;
            self.known.vague.extend(targets.objects);
            return;
        };
        let (o, at) = self.terms.shape.place(address);
        for i in 0..write.length {
            let key = (o, at.wrapping_add(i));
            let current = self.current;
            let (count, writer) = self.known.writes.entry(key).or_insert((0, Some(current)));
            *count += 1;
            *writer = writer.filter(|other| *other == current);
            let stamp = *count;
            let byte = self.terms.extract(write.value, 8 * i as u8, 8);
            let entries = self.known.entries.entry(current).or_default();
            match self.terms.is_true(write.when) {
                true => {
                    let guard = path.guard;
                    let is_own = true;
                    let entry = Entry {
                        byte,
                        stamp,
                        guard,
                        is_own,
                    };
                    entries.insert(key, entry);
                }
                false => {
                    entries.remove(&key);
                }
            }
        }
    }

    /// What is surely found at an address on a path.
    pub(super) fn known_word(&mut self, path: &Path, address: Term, length: u32) -> Option<Term> {
        let address = self
            .terms
            .constant(address)
            .filter(|_| !self.known.unsteady.all)?;
        let (o, at) = self.terms.shape.place(address);
        let object = self.bounded.objects.get(o as usize)?;
        let origin = object.origin;
        // Whoever signals writes the state of a wait.
        if origin == Origin::Wait || at.checked_add(length).is_none_or(|end| end > object.size) {
            return None;
        }
        let current = self.current;
        let mut bytes: Vec<(Term, Use)> = Vec::new();
        for key in (at..at + length).map(|at| (o, at)) {
            if self.known.unsteady.bytes.contains(&(origin, key.1)) {
                return None;
            }
            let mine = self.known.entries.get(&self.current);
            let entry = mine.and_then(|entries| entries.get(&key)).copied();
            bytes.push(match entry {
                Some(entry) if self.terms.and(path.guard, entry.guard) == path.guard => {
                    let owner = entry.is_own.then_some(current);
                    let stamp = entry.stamp;
                    (entry.byte, Use { key, stamp, owner })
                }
                None if o < self.known.settled && !self.known.writes.contains_key(&key) => {
                    let settled = self.bounded.memory.get(&key).copied();
                    let byte =
                        settled.unwrap_or_else(|| Self::initial(self.terms, &self.bounded.objects, key));
                    let owner = (current == 0).then_some(0);
                    (byte, Use { key, stamp: 0, owner })
                }
                _ => return None,
            });
        }
        self.known.used.extend(bytes.iter().map(|(_, used)| *used));
        let mut bytes = bytes.into_iter().map(|(byte, _)| byte);
        let first = bytes.next()?;
        Some(bytes.fold(first, |word, byte| self.terms.concat(byte, word)))
    }

    /// Whether all that was taken for known is; if not, what is not is kept as such.
    pub(super) fn is_known(&mut self) -> bool {
        let known = &mut self.known;
        if known.is_anywhere && !known.used.is_empty() {
            known.unsteady.all = true;
            return false;
        }
        let mut holds = true;
        for used in &known.used {
            let (o, at) = used.key;
            let (count, writer) = known.writes.get(&used.key).copied().unwrap_or_default();
            // Its own writes a thread finds as they are, those of another if none comes later.
            let is_last = count == 0 || writer.is_some() && (writer == used.owner || count == used.stamp);
            if !is_last || known.vague.contains(&o) {
                let origin = self.bounded.objects[o as usize].origin;
                known.unsteady.bytes.insert((origin, at));
                holds = false;
            }
        }
        holds
    }
}
