//! Standard input and files that may be anything: what is read is made when it is read.
//!
//! The state of a stream is four bytes of an object, so that paths merge it and threads share it like any
//! other memory: whether the end was met, what must follow (see [`Glue`]), whether a byte was looked at and
//! not taken, and that byte. All that takes from a stream is one statement.

use raceproof_ir::GlobalId;
use raceproof_machine::World;

use super::{Abort, Draft, Executor, Flow};
use crate::bounded::{Motion, Origin, Place, Reason, Touch};
use crate::path::{Local, Path};
use crate::term::Term;
use crate::world::{Input, Name, Piece, is_free};

/// The bytes of a stream's state.
const STATE: u32 = 4;

/// The size of a `FILE`.
const FILE: u32 = 216;

/// What must follow in a stream: nothing certain, what ends a number, white space.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Glue {
    None = 0,
    Number = 1,
    Word = 2,
}

/// A stream that is being read from.
pub(super) struct Stream {
    number: usize,
    /// Where its state is.
    state: Term,
    pub ended: Term,
    pub glue: Term,
    pub pending: Term,
    pub byte: Term,
    pub pieces: Vec<(Term, Piece)>,
}

/// Which stream is read from: its number, and where its state is.
#[derive(Clone, Copy)]
pub(super) struct Which {
    number: usize,
    state: Term,
}

impl Executor<'_, '_> {
    /// Whether a part of the world may be anything.
    pub(super) fn is_free(&self, part: World) -> bool {
        is_free(self.config, part)
    }

    /// Standard input.
    pub(super) fn standard_input(&mut self) -> Option<Which> {
        if !self.is_free(World::Input) {
            return None;
        }
        let object = match self.streams.iter().find(|(_, number)| **number == 0) {
            Some((object, _)) => *object,
            None => {
                let object = self.make(Origin::Input, STATE, false);
                self.bounded.objects[object as usize].private = false;
                self.streams.insert(object, 0);
                object
            }
        };
        let state = self.pointer(object, 0);
        Some(Which { number: 0, state })
    }

    /// The stream that a `FILE *` is. Paths on which it is null end.
    fn stream_of(&mut self, path: &mut Path, file: Term, place: Place) -> Option<Which> {
        let targets = self.targets(file);
        let mut objects = targets.objects.iter();
        let (Some(&object), None, false) = (objects.next(), objects.next(), targets.open) else {
            return None;
        };
        let which = match self.streams.get(&object) {
            Some(&number) => {
                let state = self.pointer(object, 0);
                Which { number, state }
            }
            None => {
                let global = GlobalId(object.checked_sub(1)?);
                let is_global = (global.0 as usize) < self.program.globals.len();
                if !is_global || self.program.global(global).name != "__stdin" {
                    return None;
                }
                self.standard_input()?
            }
        };
        let there = self.pointer(object, 0);
        let other = self.terms.ne(file, there);
        self.stop(path, other, Reason::Undefined, place);
        Some(which)
    }

    /// Begins to take from a stream, in a statement that uses these addresses as well.
    pub(super) fn take_from(
        &mut self,
        path: &Path,
        which: Which,
        addresses: &[(Term, bool)],
        place: Place,
    ) -> Result<(Draft, Stream), Abort> {
        let mut all = vec![(which.state, true)];
        all.extend(addresses);
        let mut draft = self.begin_mixed(path, &all, place)?;
        let word = self.read(&mut draft, path, which.state, STATE)?;
        let byte = |executor: &mut Self, at: u8| executor.terms.extract(word, 8 * at, 8);
        let (ended, glue, pending) = (byte(self, 0), byte(self, 1), byte(self, 2));
        let stream = Stream {
            number: which.number,
            state: which.state,
            ended: self.truth(ended),
            glue,
            pending: self.truth(pending),
            byte: byte(self, 3),
            pieces: Vec::new(),
        };
        Ok((draft, stream))
    }

    /// The statement that takes from a stream is complete.
    pub(super) fn taken(&mut self, mut draft: Draft, stream: Stream, path: &mut Path) -> Result<(), Abort> {
        let ended = self.terms.zext(stream.ended, 8);
        let pending = self.terms.zext(stream.pending, 8);
        let low = self.terms.concat(stream.glue, ended);
        let high = self.terms.concat(stream.byte, pending);
        let word = self.terms.concat(high, low);
        let yes = self.terms.bool(true);
        self.write(&mut draft, stream.state, word, yes);
        if !draft.direct {
            // Streams have locks of their own, which order nothing here.
            draft.unordered = true;
            draft.touches.push(Touch {
                address: stream.state,
                length: STATE,
                write: yes,
                atomic: false,
                races: false,
                when: yes,
            });
        }
        let step = self.thread().steps.len();
        self.finish(draft, path, Motion::Look)?;
        if self.thread().steps.len() > step {
            let thread = self.current;
            self.bounded.free.inputs.push(Input {
                thread,
                step,
                stream: stream.number,
                pieces: stream.pieces,
            });
        }
        Ok(())
    }

    /// Whether a byte is one of a range.
    pub(super) fn is_within(&mut self, byte: Term, first: u8, last: u8) -> Term {
        let (low, high) = (
            self.terms.number(u128::from(first), 8),
            self.terms.number(u128::from(last), 8),
        );
        let (above, below) = (
            self.terms.less_equal(low, byte),
            self.terms.less_equal(byte, high),
        );
        self.terms.and(above, below)
    }

    /// White space of the C locale.
    pub(super) fn is_space(&mut self, byte: Term) -> Term {
        let (blank, control) = (
            self.is(byte, u128::from(b' ')),
            self.is_within(byte, b'\t', b'\r'),
        );
        self.terms.or(blank, control)
    }

    /// Whether a byte may follow what was read before.
    pub(super) fn may_follow(&mut self, glue: Term, byte: Term) -> Term {
        let space = self.is_space(byte);
        let mut ends = space;
        for one in [b',', b';', b':', b'/', b')', b']', b'|', b'='] {
            let is = self.is(byte, u128::from(one));
            ends = self.terms.or(ends, is);
        }
        let none = self.is(glue, Glue::None as u128);
        let number = self.is(glue, Glue::Number as u128);
        let after = self.terms.and(number, ends);
        self.terms.any([none, after, space])
    }

    /// Takes a byte if the condition holds: the byte, and whether there is one.
    pub(super) fn next_byte(&mut self, stream: &mut Stream, when: Term, any: bool) -> (Term, Term) {
        let (fresh, end) = (self.terms.var(8), self.terms.var(1));
        if !any {
            let (typed, space) = (self.is_within(fresh, 0x20, 0x7e), self.is_space(fresh));
            let text = self.terms.or(typed, space);
            self.bounded.constraints.push(text);
        }
        let follows = self.may_follow(stream.glue, fresh);
        let (idle, before) = (self.terms.not(when), stream.pending);
        let fine = self.terms.any([idle, before, follows]);
        self.bounded.constraints.push(fine);
        let glued = self.truth(stream.glue);
        let more = self.terms.not(end);
        let open = self.terms.not(stream.ended);
        let some = self.terms.any([stream.pending, glued, more]);
        let there = self.terms.and(open, some);
        let got = self.terms.and(when, there);
        let byte = self.terms.ite(stream.pending, stream.byte, fresh);
        let new = self.terms.not(stream.pending);
        let made = self.terms.and(got, new);
        stream.pieces.push((made, Piece::Byte(fresh)));
        let missed = self.terms.not(there);
        let at_end = self.terms.and(when, missed);
        stream.ended = self.terms.or(stream.ended, at_end);
        let not = self.terms.not(when);
        stream.pending = self.terms.and(stream.pending, not);
        let none = self.terms.number(Glue::None as u128, 8);
        stream.glue = self.terms.ite(got, none, stream.glue);
        (byte, got)
    }

    /// Takes bytes up to a number of them and, where that is asked for, up to the end of a line; writes them
    /// to memory. Gives for each whether it was taken.
    fn take_bytes(
        &mut self,
        draft: &mut Draft,
        stream: &mut Stream,
        to: Term,
        (count, line): (u32, bool),
        any: bool,
    ) -> Vec<Term> {
        let mut taken = Vec::new();
        let mut more = self.terms.bool(true);
        for i in 0..count {
            if self.terms.is_false(more) {
                break;
            }
            let (byte, got) = self.next_byte(stream, more, any);
            let address = self.at(to, u128::from(i));
            self.write_byte(draft, address, byte, got);
            taken.push(got);
            more = got;
            if line {
                let last = self.is(byte, u128::from(b'\n'));
                let other = self.terms.not(last);
                more = self.terms.and(more, other);
            }
        }
        taken
    }

    /// Writes a byte where the condition holds.
    pub(super) fn write_byte(&mut self, draft: &mut Draft, address: Term, byte: Term, when: Term) {
        self.define_byte(draft, when, address, true);
        self.write(draft, address, byte, when);
        let yes = self.terms.bool(true);
        self.touch_if(draft, address, 1, yes, false, when);
    }

    /// How many of these hold, of which none holds behind one that does not.
    fn count_of(&mut self, taken: &[Term], width: u8) -> Term {
        let mut count = self.terms.number(0, width);
        for (i, &got) in (1..).zip(taken) {
            let number = self.terms.number(i, width);
            count = self.terms.ite(got, number, count);
        }
        count
    }

    /// A line of at most so many bytes goes to memory with a zero behind it; gives its length.
    fn take_line(
        &mut self,
        draft: &mut Draft,
        stream: &mut Stream,
        to: Term,
        most: u32,
    ) -> (Vec<Term>, Term) {
        let bound = self.free_bytes().min(most);
        let taken = self.take_bytes(draft, stream, to, (bound, true), false);
        let (zero, width) = (self.terms.number(0, 8), self.terms.shape.width);
        for i in 0..taken.len() {
            let next = match taken.get(i + 1) {
                Some(&next) => next,
                None => self.terms.bool(false),
            };
            let last = self.terms.not(next);
            let here = self.terms.and(taken[i], last);
            let address = self.at(to, i as u128 + 1);
            self.write_byte(draft, address, zero, here);
        }
        // The line ends within the bound, if it is not cut by its buffer.
        if bound < most
            && let (Some(&(_, Piece::Byte(byte))), Some(&got)) = (stream.pieces.last(), taken.last())
        {
            let (ends, missing) = (self.is(byte, u128::from(b'\n')), self.terms.not(got));
            let fine = self.terms.or(ends, missing);
            self.bounded.constraints.push(fine);
        }
        let length = self.count_of(&taken, width);
        (taken, length)
    }

    /// A function that reads from a stream; none if it is not known.
    pub(super) fn input_function(
        &mut self,
        local: &mut Local,
        name: &str,
        args: &[Term],
        place: Place,
    ) -> Flow<Term> {
        let path = &mut local.path;
        let width = self.terms.shape.width;
        let from = match (name, args) {
            ("getchar", []) => self.standard_input(),
            ("scanf", _) => self.standard_input(),
            ("read", &[fd, ..]) if self.terms.constant(fd) == Some(0) => self.standard_input(),
            ("getc" | "feof", &[file]) => self.stream_of(path, file, place),
            ("fscanf", &[file, ..]) => self.stream_of(path, file, place),
            ("fgets" | "getline", &[.., file]) => self.stream_of(path, file, place),
            ("fread", &[.., file]) => self.stream_of(path, file, place),
            _ => None,
        };
        let Some(from) = from else {
            return Ok(None);
        };
        match (name, args) {
            ("getchar" | "getc", _) => {
                let (draft, mut stream) = self.take_from(path, from, &[], place)?;
                let yes = self.terms.bool(true);
                let (byte, got) = self.next_byte(&mut stream, yes, false);
                self.taken(draft, stream, path)?;
                let (byte, end) = (self.terms.zext(byte, 32), self.terms.number(u128::MAX, 32));
                Ok(Some(self.terms.ite(got, byte, end)))
            }
            ("feof", _) => {
                let (draft, stream) = self.take_from(path, from, &[], place)?;
                let ended = self.terms.zext(stream.ended, 32);
                self.taken(draft, stream, path)?;
                Ok(Some(ended))
            }
            ("fgets", &[to, size, _]) => {
                let Some(size @ 2..=0xffff) = self.terms.constant(size) else {
                    return Ok(None);
                };
                self.bounds(path, to, 1, true, place);
                let (mut draft, mut stream) = self.take_from(path, from, &[(to, true)], place)?;
                let (taken, _) = self.take_line(&mut draft, &mut stream, to, size as u32 - 1);
                self.taken(draft, stream, path)?;
                let none = self.terms.null();
                Ok(Some(match taken.first() {
                    Some(&some) => self.terms.ite(some, to, none),
                    None => none,
                }))
            }
            ("fread", &[to, size, count, _]) => {
                let (size, count) = (self.terms.constant(size), self.terms.constant(count));
                let (Some(size @ 1..), Some(count)) = (size, count) else {
                    return Ok(None);
                };
                let total = size.saturating_mul(count);
                if total > u128::from(self.free_bytes()) * 4 || total == 0 {
                    return Ok(None);
                }
                let taken = self.take_block(path, from, to, total as u32, place)?;
                let whole: Vec<Term> = taken
                    .chunks_exact(size as usize)
                    .map(|c| c[c.len() - 1])
                    .collect();
                Ok(Some(self.count_of(&whole, width)))
            }
            ("read", &[_, to, size]) => {
                let most = u128::from(self.free_bytes());
                let Some(size @ 1..) = self.terms.constant(size) else {
                    return Ok(None);
                };
                let taken = self.take_block(path, from, to, size.min(most) as u32, place)?;
                if let Some(&last) = taken.last().filter(|_| size > most) {
                    let reason = Reason::Gap("a read of many bytes".to_owned());
                    self.stop(path, last, reason, place);
                }
                Ok(Some(self.count_of(&taken, width)))
            }
            ("getline", &[line, size, _]) => self.line(path, from, line, size, place),
            ("scanf", &[format, block]) | ("fscanf", &[_, format, block]) => {
                self.scan_stream(path, from, format, block, place)
            }
            _ => Ok(None),
        }
    }

    fn take_block(
        &mut self,
        path: &mut Path,
        from: Which,
        to: Term,
        count: u32,
        place: Place,
    ) -> Result<Vec<Term>, Abort> {
        self.bounds(path, to, 1, true, place);
        let (mut draft, mut stream) = self.take_from(path, from, &[(to, true)], place)?;
        let taken = self.take_bytes(&mut draft, &mut stream, to, (count, false), true);
        self.taken(draft, stream, path)?;
        Ok(taken)
    }

    /// `getline`: the buffer is made anew if there is none, and is always large enough.
    fn line(&mut self, path: &mut Path, from: Which, line: Term, size: Term, place: Place) -> Flow<Term> {
        const ROOM: u32 = 120;
        let width = self.terms.shape.width;
        let bytes = self.terms.shape.bytes();
        self.bounds(path, line, bytes, true, place);
        self.bounds(path, size, bytes, true, place);
        let probe = self.begin(path, &[line, size], true, place)?;
        if !probe.direct {
            return Ok(None);
        }
        let mut probe = probe;
        let old = self.read(&mut probe, path, line, bytes)?;
        let room = self.read(&mut probe, path, size, bytes)?;
        let (Some(old), Some(room)) = (self.terms.constant(old), self.terms.constant(room)) else {
            return Ok(None);
        };
        let to = match old {
            0 => {
                let object = self.make(Origin::Made(place), ROOM, true);
                self.pointer(object, 0)
            }
            _ if room >= u128::from(ROOM) => self.terms.number(old, width),
            _ => return Ok(None),
        };
        let addresses = [(line, true), (size, true), (to, true)];
        let (mut draft, mut stream) = self.take_from(path, from, &addresses, place)?;
        let yes = self.terms.bool(true);
        if old == 0 {
            let room = self.terms.number(u128::from(ROOM), width);
            self.write(&mut draft, line, to, yes);
            self.write(&mut draft, size, room, yes);
        }
        let (taken, length) = self.take_line(&mut draft, &mut stream, to, ROOM - 1);
        self.taken(draft, stream, path)?;
        let none = self.terms.number(u128::MAX, width);
        Ok(Some(match taken.first() {
            Some(&some) => self.terms.ite(some, length, none),
            None => none,
        }))
    }

    /// Whether a mode of `fopen` is a constant that reads only.
    pub(super) fn reads(&mut self, mode: Term) -> bool {
        let text = self.text(mode);
        text.is_some_and(|text| text.first() == Some(&b'r') && !text.contains(&b'+'))
    }

    /// Whether a `FILE *` is a file that is read here.
    pub(super) fn is_stream(&mut self, file: Term) -> bool {
        let targets = self.targets(file);
        let is_file = |object: &u32| self.streams.get(object).is_some_and(|number| *number > 0);
        !targets.open && !targets.objects.is_empty() && targets.objects.iter().all(is_file)
    }

    /// `fopen` for reading, where files may be anything: there is none of that name, or one of free bytes.
    pub(super) fn free_file(&mut self, mut local: Local, name: Term, place: Place) -> Flow<(Local, Term)> {
        let name = match self.text(name) {
            Some(text) => Name::Text(text),
            None => {
                let Some(bytes) = self.argument_at(&mut local.path, name, place) else {
                    return self.gap(local.path, "a file whose name is not known", place);
                };
                Name::Bytes(bytes)
            }
        };
        let same = |(other, _): &(Name, Term)| match (&name, other) {
            (Name::Text(a), Name::Text(b)) => a == b,
            (Name::Bytes(a), Name::Bytes(b)) => a == b,
            _ => false,
        };
        if self.bounded.free.files.iter().any(same) {
            return self.gap(local.path, "a file that is opened again", place);
        }
        let object = self.make(Origin::Made(place), FILE, false);
        self.bounded.objects[object as usize].unset = false;
        let present = self.terms.var(1);
        self.bounded.free.files.push((name, present));
        let number = self.bounded.free.files.len();
        self.streams.insert(object, number);
        let (address, none) = (self.pointer(object, 0), self.terms.null());
        let value = self.terms.ite(present, address, none);
        self.called(&local);
        Ok(Some((local, value)))
    }

    /// The bytes of the argument of the program that an address is. Those that are no simple names end the
    /// path.
    fn argument_at(&mut self, path: &mut Path, address: Term, place: Place) -> Option<Vec<Term>> {
        let targets = self.targets(address);
        let mut objects = targets.objects.iter();
        let (Some(&object), None, false) = (objects.next(), objects.next(), targets.open) else {
            return None;
        };
        let first = path.memory.get(&(object, 0)).copied();
        let (_, texts) = self.bounded.free.arguments.as_ref()?;
        let bytes = texts
            .iter()
            .find(|bytes| bytes.first().copied() == first)?
            .clone();
        let there = self.pointer(object, 0);
        let other = self.terms.ne(address, there);
        self.stop(path, other, Reason::Undefined, place);
        let mut simple = self.is_within(bytes[0], b'a', b'z');
        for &byte in &bytes[1..] {
            let (letter, end) = (self.is_within(byte, b'a', b'z'), self.is(byte, 0));
            let fine = self.terms.or(letter, end);
            simple = self.terms.and(simple, fine);
        }
        let odd = self.terms.not(simple);
        let reason = Reason::Gap("a file of an odd name".to_owned());
        self.stop(path, odd, reason, place);
        Some(bytes)
    }
}
