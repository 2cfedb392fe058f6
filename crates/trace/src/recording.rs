//! What a recorded program wrote, as `crates/record/runtime` has it, and the trace that it is.
//!
//! A recording is a header and *windows*. A window has events of one thread, each with its moment; windows of
//! a thread are in their order. The clock that counts moments is advanced by each synchronisation, so these
//! have one each, and an access lies between two of them. The trace takes everything in the order of moments,
//! and accesses of several threads between the same two synchronisations thread by thread, as they are not
//! ordered anyway.
//!
//! It is gone through twice: first for the sizes of accesses ([`Spread`]), then for the events. Memory is
//! that of threads and of the addresses that were accessed, whatever the length.
//!
//! *Invariant:* no bytes make it panic. What is cut off, as the program ended there, is left out.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use raceproof_order::{Action, Channel, Edge, ThreadId};
use rustc_hash::FxHashMap;

use crate::compact::{take, unfold};
use crate::spread::Spread;
use crate::{Encoder, Event};

const HEADER: usize = 4096;
const WINDOW_HEADER: usize = 16;

/// The longest range that is gone through byte by byte.
const LONGEST: u64 = 1 << 32;

/// Kinds of events, as `recorder.h` numbers them.
mod tag {
    pub const TIME: u8 = 1;
    pub const ACQUIRE: u8 = 2;
    pub const RELEASE: u8 = 3;
    pub const FORK: u8 = 4;
    pub const JOIN: u8 = 5;
    pub const RECEIVE: u8 = 6;
    pub const SEND: u8 = 7;
    pub const RECEIVE_READERS: u8 = 8;
    pub const SEND_READERS: u8 = 9;
    pub const ATOMIC_LOAD: u8 = 10;
    pub const ATOMIC_STORE: u8 = 11;
    pub const ATOMIC_UPDATE: u8 = 12;
    pub const FREE: u8 = 13;
    pub const FRESH: u8 = 14;
    pub const ACCESS: u8 = 0x80;
    pub const WRITES: u8 = 0x40;
    pub const RANGE: u8 = 0x20;
    pub const SAME_PLACE: u8 = 0x10;
}

/// Names for what a recording has as addresses.
pub trait Symbols {
    /// The place of a call that returns to this address.
    fn place(&mut self, address: u64) -> String;
    /// What is at an address of data.
    fn data(&mut self, address: u64) -> String;
}

/// An event as it was recorded.
#[derive(Clone, Copy, Debug)]
struct Raw {
    tag: u8,
    /// Twice the moment, and one more for a synchronisation.
    moment: u64,
    operand: u64,
    size: u64,
    place: u64,
}

/// The events of a thread, as far as they were read.
struct Course<'a> {
    windows: Vec<&'a [u8]>,
    next_window: usize,
    rest: &'a [u8],
    time: u64,
    address: u64,
    place: u64,
}

impl Course<'_> {
    /// The next event. What is not whole ends its window.
    fn next(&mut self) -> Option<Raw> {
        loop {
            if self.rest.first().is_none_or(|tag| *tag == 0) {
                self.rest = self.windows.get(self.next_window)?;
                self.next_window += 1;
                (self.time, self.address, self.place) = (0, 0, 0);
                continue;
            }
            let mut rest = self.rest;
            match self.event(&mut rest) {
                Some(event) => {
                    self.rest = rest;
                    match event {
                        Some(raw) => return Some(raw),
                        None => continue,
                    }
                }
                None => self.rest = &[],
            }
        }
    }

    /// An event, or none that is to be told of; nothing if it is not whole.
    #[inline]
    fn event(&mut self, rest: &mut &[u8]) -> Option<Option<Raw>> {
        let (&tag, after) = rest.split_first()?;
        *rest = after;
        if tag & tag::ACCESS != 0 {
            self.address = unfold(take(rest)?, self.address);
            let size = match tag & tag::RANGE != 0 {
                true => take(rest)?,
                false => 1 << (tag & 7),
            };
            if tag & tag::SAME_PLACE == 0 {
                self.place = unfold(take(rest)?, self.place);
            }
            return Some(Some(Raw {
                tag: tag & (tag::ACCESS | tag::WRITES),
                moment: self.time << 1,
                operand: self.address,
                size: size.min(LONGEST),
                place: self.place,
            }));
        }
        self.time = self.time.wrapping_add(take(rest)?);
        if tag == tag::TIME {
            return Some(None);
        }
        if tag > tag::FRESH {
            return None;
        }
        self.address = unfold(take(rest)?, self.address);
        let size = match tag >= tag::ATOMIC_LOAD {
            true => take(rest)?,
            false => 0,
        };
        self.place = unfold(take(rest)?, self.place);
        let moment = self.time << 1 | 1;
        self.time = self.time.wrapping_add(1);
        Some(Some(Raw {
            tag,
            moment,
            operand: self.address,
            size,
            place: self.place,
        }))
    }
}

/// What a program wrote while it was recorded.
pub struct Recording<'a> {
    /// The windows of each thread.
    threads: Vec<Vec<&'a [u8]>>,
    maps: Vec<&'a [u8]>,
    is_full: bool,
}

impl<'a> Recording<'a> {
    /// Looks at the bytes of a recording; says what is wrong if they are none.
    pub fn new(bytes: &'a [u8]) -> Result<Recording<'a>, String> {
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap_or_default());
        if bytes.len() < HEADER || &bytes[..8] != b"RPRECORD" {
            return Err("this is no recording".into());
        }
        let window = number(12) as usize;
        if number(8) != 1 || window < 2 * WINDOW_HEADER {
            return Err("this is a recording of another version of raceproof".into());
        }
        let mut recording = Recording {
            threads: Vec::new(),
            maps: Vec::new(),
            is_full: number(32) != 0,
        };
        for bytes in bytes[HEADER..].chunks_exact(window) {
            let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap_or_default());
            let Some(thread) = number(0).checked_sub(1) else {
                continue;
            };
            let inside = &bytes[WINDOW_HEADER..];
            if number(4) == 1 {
                recording
                    .maps
                    .push(&inside[..inside.len().min(number(8) as usize)]);
                continue;
            }
            // Threads have numbers one after the other, so there cannot be many that wrote nothing.
            let thread = thread as usize;
            if thread > 1 << 20 {
                return Err(format!("thread {thread} cannot be"));
            }
            if recording.threads.len() <= thread {
                recording.threads.resize_with(thread + 1, Vec::new);
            }
            recording.threads[thread].push(inside);
        }
        Ok(recording)
    }

    /// What was mapped where, as the system says it, each time that changed.
    pub fn maps(&self) -> &[&'a [u8]] {
        &self.maps
    }

    /// Whether the recording ended before the program, as it became too long.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    fn courses(&self) -> Vec<Course<'a>> {
        let course = |windows: &Vec<&'a [u8]>| Course {
            windows: windows.clone(),
            next_window: 0,
            rest: &[],
            time: 0,
            address: 0,
            place: 0,
        };
        self.threads.iter().map(course).collect()
    }

    /// Writes the trace, with names from `symbols`. The bytes go to `out` as they become many.
    pub fn encode<E>(
        &self,
        symbols: &mut dyn Symbols,
        mut out: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<Told, E> {
        let mut spread = Spread::default();
        for mut course in self.courses() {
            while let Some(raw) = course.next() {
                let is_access = raw.tag & tag::ACCESS != 0;
                if is_access || (tag::ATOMIC_LOAD..=tag::ATOMIC_UPDATE).contains(&raw.tag) {
                    spread.cut(raw.operand, raw.size.min(LONGEST));
                }
            }
        }
        let mut writing = Writing {
            symbols,
            encoder: Encoder::default(),
            spread,
            threads: 0,
            locks: FxHashMap::default(),
            lock_names: 0,
            places: FxHashMap::default(),
            holders: FxHashMap::default(),
            told: Told::default(),
        };
        let mut courses = self.courses();
        let mut next: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
        let mut heads: Vec<Option<Raw>> = courses.iter_mut().map(Course::next).collect();
        for (t, head) in heads.iter().enumerate() {
            writing.encoder.thread(&format!("T{t}"));
            writing.threads += 1;
            next.extend(head.map(|raw| Reverse((raw.moment, t))));
        }
        while let Some(Reverse((_, t))) = next.pop() {
            let until = next.peek().map_or(u64::MAX, |Reverse((moment, _))| *moment);
            while let Some(raw) = heads[t] {
                if raw.moment > until {
                    next.push(Reverse((raw.moment, t)));
                    break;
                }
                writing.write(t as u32, raw);
                heads[t] = courses[t].next();
                if writing.encoder.bytes.len() > 1 << 16 {
                    out(&writing.encoder.bytes)?;
                    writing.encoder.bytes.clear();
                }
            }
        }
        out(&writing.encoder.bytes)?;
        Ok(writing.told)
    }
}

/// How much there was.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told {
    /// Threads that did something.
    pub threads: u32,
    /// Events of the trace.
    pub events: u64,
}

/// A lock, by its address and whether it is that of atomic operations.
type LockKey = (u64, bool);

/// Writes a trace from recorded events.
struct Writing<'s> {
    symbols: &'s mut dyn Symbols,
    encoder: Encoder,
    spread: Spread,
    threads: u32,
    locks: FxHashMap<LockKey, u64>,
    lock_names: u64,
    places: FxHashMap<u64, u32>,
    /// Who holds each lock, and how many times.
    holders: FxHashMap<u64, (u32, u32)>,
    told: Told,
}

impl Writing<'_> {
    fn event(&mut self, t: u32, action: Action, place: u32) {
        self.told.events += 1;
        self.told.threads = self.told.threads.max(t + 1);
        self.encoder.event(Event {
            thread: ThreadId(t),
            action,
            place,
        });
    }

    fn place(&mut self, address: u64) -> u32 {
        let next = self.places.len() as u32;
        let number = *self.places.entry(address).or_insert(next);
        if number == next {
            let name = self.symbols.place(address);
            self.encoder.place(&name);
        }
        number
    }

    fn lock(&mut self, key: LockKey) -> u64 {
        let next = self.lock_names;
        let number = *self.locks.entry(key).or_insert(next);
        if number == next {
            self.lock_names += 1;
            let name = self.symbols.data(key.0);
            match key.1 {
                true => self.encoder.lock(&format!("atomic {name}")),
                false => self.encoder.lock(&name),
            }
        }
        number
    }

    fn access(&mut self, t: u32, raw: Raw, write: bool, place: u32) {
        let Writing {
            symbols,
            encoder,
            spread,
            told,
            ..
        } = self;
        let mut parts = Vec::new();
        spread.access(
            raw.operand,
            raw.size.min(LONGEST),
            |address| encoder.variable(&symbols.data(address)),
            |part| parts.push(part),
        );
        for part in parts {
            told.events += 1;
            told.threads = told.threads.max(t + 1);
            let x = u64::from(part);
            encoder.event(Event {
                thread: ThreadId(t),
                action: if write { Action::Write(x) } else { Action::Read(x) },
                place,
            });
        }
    }

    fn acquire(&mut self, t: u32, lock: u64, place: u32) {
        match self.holders.get_mut(&lock) {
            Some((holder, depth)) if *holder == t => {
                *depth += 1;
                return;
            }
            // Somebody gave it back where nobody recorded that.
            Some((holder, _)) => {
                let holder = *holder;
                self.event(holder, Action::Release(lock), place);
            }
            None => {}
        }
        self.holders.insert(lock, (t, 1));
        self.event(t, Action::Acquire(lock), place);
    }

    fn release(&mut self, t: u32, lock: u64, place: u32) {
        let Some((holder, depth)) = self.holders.get_mut(&lock) else {
            return;
        };
        if *holder != t {
            return;
        }
        *depth -= 1;
        if *depth == 0 {
            self.holders.remove(&lock);
            self.event(t, Action::Release(lock), place);
        }
    }

    fn write(&mut self, t: u32, raw: Raw) {
        let place = self.place(raw.place);
        if raw.tag & tag::ACCESS != 0 {
            self.access(t, raw, raw.tag & tag::WRITES != 0, place);
            return;
        }
        // The lanes of a lock for readers and writers are channels of their own.
        let channel = |lane: u64| Channel {
            key: raw.operand << 1 | lane,
            lane: 1,
        };
        let is_other = raw.operand < self.threads.into() && raw.operand != t.into();
        match raw.tag {
            tag::ACQUIRE => {
                let lock = self.lock((raw.operand, false));
                self.acquire(t, lock, place);
            }
            tag::RELEASE => {
                let lock = self.lock((raw.operand, false));
                self.release(t, lock, place);
            }
            tag::FORK | tag::JOIN if !is_other => {}
            tag::FORK => {
                let edge = Edge::Fork(ThreadId(raw.operand as u32));
                self.event(t, Action::Hand(edge), place);
            }
            tag::JOIN => {
                let edge = Edge::Join(ThreadId(raw.operand as u32));
                self.event(t, Action::Hand(edge), place);
            }
            tag::RECEIVE => self.event(t, Action::Hand(Edge::Acquire(channel(0))), place),
            tag::SEND => self.event(t, Action::Hand(Edge::Release(channel(0))), place),
            tag::RECEIVE_READERS => self.event(t, Action::Hand(Edge::Acquire(channel(1))), place),
            tag::SEND_READERS => self.event(t, Action::Hand(Edge::Release(channel(1))), place),
            tag::ATOMIC_LOAD | tag::ATOMIC_STORE | tag::ATOMIC_UPDATE => {
                let lock = self.lock((raw.operand, true));
                self.acquire(t, lock, place);
                if raw.tag != tag::ATOMIC_STORE {
                    self.access(t, raw, false, place);
                }
                if raw.tag != tag::ATOMIC_LOAD {
                    self.access(t, raw, true, place);
                }
                self.release(t, lock, place);
            }
            tag::FREE | tag::FRESH => self.end(t, raw, place),
            _ => {}
        }
    }

    /// A block of memory ends. Who gives it back races with all who still access it.
    fn end(&mut self, t: u32, raw: Raw, place: u32) {
        let mut parts = Vec::new();
        self.spread
            .forget(raw.operand, raw.size, |part| parts.push(u64::from(part)));
        if raw.tag == tag::FREE {
            for &x in &parts {
                self.event(t, Action::Write(x), place);
            }
        }
        parts.iter().for_each(|&x| self.encoder.forget(x));
    }
}
