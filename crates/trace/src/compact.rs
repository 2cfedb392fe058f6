//! The compact form: events in a few bytes each, with names where they are met first.
//!
//! After [`MAGIC`] come records. The first byte of one has its kind in the low four bits, and says whether an
//! event is of the same thread (0x10) and at the same place (0x20) as the one before. What is not the same
//! follows, the place as the difference to the last one, then the operand as the difference to the last one
//! of its kind. Numbers are in groups of seven bits, lowest first; a difference has its sign in the lowest
//! bit. A name gets the next number of its kind.
//!
//! A variable that is *forgotten* ends: what has its number afterwards is another one.

use raceproof_order::{Action, Channel, Edge, ThreadId};
use rustc_hash::FxHashMap;

use crate::{Event, Roster};

/// What a trace in this form begins with.
pub const MAGIC: &[u8; 8] = b"RPTRACE\x01";

const SAME_THREAD: u8 = 0x10;
const SAME_PLACE: u8 = 0x20;

const READ: u8 = 1;
const WRITE: u8 = 2;
const ACQUIRE: u8 = 3;
const RELEASE: u8 = 4;
const FORK: u8 = 5;
const JOIN: u8 = 6;
const RECEIVE: u8 = 7;
const SEND: u8 = 8;
const FORGET: u8 = 9;
const THREAD: u8 = 10;
const LOCK: u8 = 11;
const VARIABLE: u8 = 12;
const PLACE: u8 = 13;

/// The last operand of each kind.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    thread: u32,
    place: u32,
    variable: u64,
    lock: u64,
    channel: u64,
    other: u64,
}

impl Last {
    fn of(&mut self, kind: u8) -> &mut u64 {
        match kind {
            READ | WRITE | FORGET => &mut self.variable,
            ACQUIRE | RELEASE => &mut self.lock,
            RECEIVE | SEND => &mut self.channel,
            _ => &mut self.other,
        }
    }
}

/// Appends a number.
pub(crate) fn put(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Takes a number off the front, if all of it is there.
#[inline]
pub(crate) fn take(bytes: &mut &[u8]) -> Option<u64> {
    let (mut n, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        n |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(n);
        }
        shift += 7;
        if shift > 63 {
            return Some(n);
        }
    }
}

fn fold(now: u64, before: u64) -> u64 {
    let d = now.wrapping_sub(before) as i64;
    (d << 1 ^ d >> 63) as u64
}

#[inline]
pub(crate) fn unfold(n: u64, before: u64) -> u64 {
    before.wrapping_add((n >> 1) ^ (n & 1).wrapping_neg())
}

/// Writes the form. What has been written is in `bytes`, which the caller takes away as it likes.
#[derive(Clone, Debug)]
pub struct Encoder {
    /// What has been written and not been taken away.
    pub bytes: Vec<u8>,
    last: Last,
}

impl Default for Encoder {
    fn default() -> Self {
        Encoder {
            bytes: MAGIC.to_vec(),
            last: Last::default(),
        }
    }
}

impl Encoder {
    fn name(&mut self, kind: u8, name: &str) {
        self.bytes.push(kind);
        put(&mut self.bytes, name.len() as u64);
        self.bytes.extend_from_slice(name.as_bytes());
    }

    /// The next thread has this name.
    pub fn thread(&mut self, name: &str) {
        self.name(THREAD, name);
    }

    /// The next lock has this name.
    pub fn lock(&mut self, name: &str) {
        self.name(LOCK, name);
    }

    /// The next variable has this name.
    pub fn variable(&mut self, name: &str) {
        self.name(VARIABLE, name);
    }

    /// The next place has this name.
    pub fn place(&mut self, name: &str) {
        self.name(PLACE, name);
    }

    /// A variable ends; its number is used again.
    pub fn forget(&mut self, x: u64) {
        self.bytes.push(FORGET);
        put(&mut self.bytes, fold(x, self.last.variable));
        self.last.variable = x;
    }

    /// An event. Edges of atomic operations and fences are none: they have a lock of their own in a trace.
    pub fn event(&mut self, event: Event) {
        let (kind, operand) = match event.action {
            Action::Read(x) => (READ, x),
            Action::Write(x) => (WRITE, x),
            Action::Acquire(l) => (ACQUIRE, l),
            Action::Release(l) => (RELEASE, l),
            Action::Hand(Edge::Fork(t)) => (FORK, t.0.into()),
            Action::Hand(Edge::Join(t)) => (JOIN, t.0.into()),
            Action::Hand(Edge::Acquire(c)) => (RECEIVE, c.key),
            Action::Hand(Edge::Release(c)) => (SEND, c.key),
            Action::Hand(_) => return,
        };
        let is_same_thread = event.thread.0 == self.last.thread;
        let is_same_place = event.place == self.last.place;
        let flags = [(is_same_thread, SAME_THREAD), (is_same_place, SAME_PLACE)];
        let tag = flags
            .iter()
            .fold(kind, |tag, (is_set, flag)| if *is_set { tag | flag } else { tag });
        self.bytes.push(tag);
        if !is_same_thread {
            put(&mut self.bytes, event.thread.0.into());
            self.last.thread = event.thread.0;
        }
        if !is_same_place {
            put(&mut self.bytes, fold(event.place.into(), self.last.place.into()));
            self.last.place = event.place;
        }
        let last = self.last.of(kind);
        let difference = fold(operand, *last);
        *last = operand;
        put(&mut self.bytes, difference);
    }
}

/// Why bytes are no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// How many bytes of the trace were read before.
    pub position: u64,
    /// What is wrong.
    pub message: String,
}

/// Makes events of bytes.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    /// The names that were met.
    pub roster: Roster,
    position: u64,
    last: Last,
    holders: FxHashMap<u64, ThreadId>,
    /// How often each variable was forgotten, if ever.
    forgotten: FxHashMap<u64, u32>,
}

impl Decoder {
    /// Behind the magic bytes.
    pub fn new() -> Decoder {
        Decoder {
            position: MAGIC.len() as u64,
            ..Decoder::default()
        }
    }

    /// Reads the whole records at the beginning of some bytes, and gives how many bytes that were. Bytes of
    /// a record that is not whole come again, with more, unless the trace ends there.
    pub fn read(
        &mut self,
        bytes: &[u8],
        mut each: impl FnMut(Event),
        mut forget: impl FnMut(u64),
    ) -> Result<usize, Broken> {
        let mut rest = bytes;
        let mut done = 0;
        while let Some((&tag, after)) = rest.split_first() {
            let mut after = after;
            let before = self.last;
            match self.record(tag, &mut after) {
                Ok(Record::Event(event)) => each(event),
                Ok(Record::Forget(x)) => forget(x),
                Ok(Record::Name) => {}
                Ok(Record::Part) => {
                    self.last = before;
                    break;
                }
                Err(message) => {
                    return Err(Broken {
                        position: self.position + done as u64,
                        message,
                    });
                }
            }
            rest = after;
            done = bytes.len() - rest.len();
        }
        self.position += done as u64;
        Ok(done)
    }

    #[inline]
    fn record(&mut self, tag: u8, bytes: &mut &[u8]) -> Result<Record, String> {
        let kind = tag & 0xf;
        if (THREAD..=PLACE).contains(&kind) {
            return self.name(kind, bytes);
        }
        if !(READ..=FORGET).contains(&kind) || tag >= 0x40 {
            return Err(format!("{tag:#04x} is no kind of record"));
        }
        if kind == FORGET {
            let Some(difference) = take(bytes) else {
                return Ok(Record::Part);
            };
            let x = unfold(difference, self.last.variable);
            self.last.variable = x;
            let known = self.number(x);
            *self.forgotten.entry(x).or_default() += 1;
            return Ok(Record::Forget(known));
        }
        if tag & SAME_THREAD == 0 {
            let Some(thread) = take(bytes) else {
                return Ok(Record::Part);
            };
            self.last.thread = u32::try_from(thread).unwrap_or(u32::MAX);
        }
        if tag & SAME_PLACE == 0 {
            let Some(difference) = take(bytes) else {
                return Ok(Record::Part);
            };
            self.last.place = unfold(difference, self.last.place.into()) as u32;
        }
        let Some(difference) = take(bytes) else {
            return Ok(Record::Part);
        };
        let last = self.last.of(kind);
        *last = unfold(difference, *last);
        let operand = *last;
        let (thread, place) = (ThreadId(self.last.thread), self.last.place);
        if thread.0 as usize >= self.roster.threads.len() {
            return Err(format!("thread {} has no name", thread.0));
        }
        let action = self.action(kind, operand, thread)?;
        Ok(Record::Event(Event {
            thread,
            action,
            place,
        }))
    }

    /// What the orders know a variable by: another one after it was forgotten.
    #[inline]
    fn number(&self, x: u64) -> u64 {
        match self.forgotten.is_empty() {
            true => x,
            false => x | u64::from(self.forgotten.get(&x).copied().unwrap_or(0)) << 32,
        }
    }

    fn action(&mut self, kind: u8, operand: u64, thread: ThreadId) -> Result<Action, String> {
        let other = || match (operand as usize) < self.roster.threads.len() && operand != thread.0.into() {
            true => Ok(ThreadId(operand as u32)),
            false => Err(format!("{operand} is no other thread")),
        };
        let channel = Channel {
            key: operand,
            lane: 1,
        };
        Ok(match kind {
            READ | WRITE if operand >= self.roster.variables.len() as u64 => {
                return Err(format!("variable {operand} has no name"));
            }
            READ => Action::Read(self.number(operand)),
            WRITE => Action::Write(self.number(operand)),
            ACQUIRE => {
                if operand >= self.roster.locks.len() as u64 {
                    return Err(format!("lock {operand} has no name"));
                }
                let name = self.roster.locks.name(operand as u32);
                if let Some(holder) = self.holders.insert(operand, thread) {
                    let holder = self.roster.threads.name(holder.0);
                    return Err(format!("`{name}` is acquired while `{holder}` holds it"));
                }
                Action::Acquire(operand)
            }
            RELEASE => {
                if self.holders.remove(&operand) != Some(thread) {
                    let name = self.roster.locks.name(operand as u32);
                    let by = self.roster.threads.name(thread.0);
                    return Err(format!("`{by}` releases `{name}`, which it does not hold"));
                }
                Action::Release(operand)
            }
            FORK => Action::Hand(Edge::Fork(other()?)),
            JOIN => Action::Hand(Edge::Join(other()?)),
            RECEIVE => Action::Hand(Edge::Acquire(channel)),
            _ => Action::Hand(Edge::Release(channel)),
        })
    }

    fn name(&mut self, kind: u8, bytes: &mut &[u8]) -> Result<Record, String> {
        let Some(length) = take(bytes) else {
            return Ok(Record::Part);
        };
        if length > 1 << 16 {
            return Err(format!("a name has {length} bytes; 65536 are allowed"));
        }
        let Some((name, rest)) = bytes.split_at_checked(length as usize) else {
            return Ok(Record::Part);
        };
        *bytes = rest;
        let name = std::str::from_utf8(name).map_err(|_| "a name is no text in UTF-8".to_owned())?;
        let names = match kind {
            THREAD => &mut self.roster.threads,
            LOCK => &mut self.roster.locks,
            VARIABLE => &mut self.roster.variables,
            _ => &mut self.roster.places,
        };
        names.push(name);
        Ok(Record::Name)
    }
}

/// What a record says.
enum Record {
    Event(Event),
    Forget(u64),
    Name,
    /// Its end is missing.
    Part,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> (Encoder, Vec<Event>) {
        let mut encoder = Encoder::default();
        ["T0", "T1"].iter().for_each(|name| encoder.thread(name));
        encoder.lock("l");
        ["x", "y"].iter().for_each(|name| encoder.variable(name));
        ["a", "b"].iter().for_each(|name| encoder.place(name));
        let channel = Channel {
            key: 1 << 40,
            lane: 1,
        };
        let list = [
            (0, Action::Hand(Edge::Fork(ThreadId(1))), 0),
            (1, Action::Acquire(0), 1),
            (1, Action::Write(1), 1),
            (1, Action::Release(0), 0),
            (1, Action::Hand(Edge::Release(channel)), 0),
            (0, Action::Hand(Edge::Acquire(channel)), 0),
            (0, Action::Read(0), 1),
            (0, Action::Hand(Edge::Join(ThreadId(1))), 1),
        ];
        let events: Vec<Event> = list
            .iter()
            .map(|&(t, action, place)| Event {
                thread: ThreadId(t),
                action,
                place,
            })
            .collect();
        events.iter().for_each(|event| encoder.event(*event));
        (encoder, events)
    }

    #[test]
    fn what_is_written_is_read() {
        let (encoder, events) = sample();
        let bytes = &encoder.bytes[MAGIC.len()..];
        // However the bytes come.
        for step in 1..bytes.len() {
            let mut decoder = Decoder::new();
            let mut read = Vec::new();
            let mut open: Vec<u8> = Vec::new();
            for piece in bytes.chunks(step) {
                open.extend_from_slice(piece);
                let done = decoder.read(&open, |event| read.push(event), |_| {}).unwrap();
                open.drain(..done);
            }
            assert_eq!((read, open.len()), (events.clone(), 0));
            assert_eq!(decoder.roster.variables.name(1), "y");
        }
    }

    #[test]
    fn a_forgotten_variable_is_another_one() {
        let (mut encoder, events) = sample();
        encoder.forget(0);
        encoder.event(events[6]);
        let (mut read, mut gone) = (Vec::new(), Vec::new());
        let mut decoder = Decoder::new();
        let bytes = &encoder.bytes[MAGIC.len()..];
        let done = decoder.read(bytes, |event| read.push(event.action), |x| gone.push(x));
        assert_eq!(done, Ok(bytes.len()));
        assert_eq!((gone, read.last()), (vec![0], Some(&Action::Read(1 << 32))));
    }

    #[test]
    fn no_bytes_make_it_panic() {
        let (encoder, _) = sample();
        let bytes = &encoder.bytes[MAGIC.len()..];
        let mut broken = 0;
        for at in 0..bytes.len() {
            for byte in 0..=255 {
                let mut bytes = bytes.to_vec();
                bytes[at] = byte;
                broken += u32::from(Decoder::new().read(&bytes, |_| {}, |_| {}).is_err());
            }
        }
        assert!(broken > 1_000, "{broken}");
    }

    #[test]
    fn mistakes_have_a_position() {
        let mut encoder = Encoder::default();
        encoder.thread("T0");
        encoder.event(Event {
            thread: ThreadId(0),
            action: Action::Release(3),
            place: 0,
        });
        let broken = Decoder::new().read(&encoder.bytes[MAGIC.len()..], |_| {}, |_| {});
        let Broken { position, message } = broken.unwrap_err();
        assert_eq!(
            (position, message.as_str()),
            (12, "`T0` releases `?`, which it does not hold")
        );
    }
}
