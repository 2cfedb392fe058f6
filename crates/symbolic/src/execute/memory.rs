//! Memory while executing: where words point to, what of it the thread has for itself, and accesses.

use crate::limits;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::{Abort, DEAD, Executor, Targets, WHOLE};
use crate::bounded::{Motion, Object, Origin, Place, Reason, Special, Touch, Write};
use crate::path::Path;
use crate::term::{Node, Term, Terms};

impl Executor<'_, '_> {
    /// The objects that a word can be the address of.
    pub fn targets(&mut self, word: Term) -> Targets {
        let mut targets = Targets::default();
        if self.terms.width(word) != self.terms.shape.width {
            return targets;
        }
        let high = self.terms.object_of(word);
        let (mut stack, mut seen) = (vec![high], FxHashSet::default());
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            match self.terms.node(t) {
                Node::Const(v) => {
                    targets.objects.insert(v as u32);
                }
                Node::Ite(_, a, b) => stack.extend([a, b]),
                _ => targets.open = true,
            }
        }
        let count = self.bounded.objects.len() as u32;
        targets.objects.retain(|&o| o != 0 && o < count);
        targets
    }

    pub(super) fn escape(&mut self, objects: &BTreeSet<u32>) -> Result<(), Abort> {
        let mut any = false;
        for &o in objects {
            let object = &self.bounded.objects[o as usize];
            if object.private {
                any |= self.bounded.escaped.insert(object.origin);
            }
        }
        if any { Err(Abort::Escape) } else { Ok(()) }
    }

    /// The word becomes known to other threads.
    pub fn publish(&mut self, word: Term) -> Result<(), Abort> {
        let width = self.terms.shape.width;
        for i in 0..self.terms.width(word) / width {
            let one = self.terms.extract(word, i * width, width);
            let targets = self.targets(one);
            self.escape(&targets.objects)?;
        }
        Ok(())
    }

    /// The places that an access of so many bytes through a pointer can be at, and whether these are all of
    /// them.
    pub fn places(&mut self, address: Term, length: u32, objects: &BTreeSet<u32>) -> (Vec<(u32, u32)>, bool) {
        if let Some(v) = self.terms.constant(address) {
            return (vec![self.terms.shape.place(v)], true);
        }
        let low = self.terms.offset_of(address);
        let (step, fixed) = match self.terms.constant(low) {
            Some(v) => (1, Some(v as u32)),
            None => (1u32 << self.terms.trailing_zeros(low).min(12), None),
        };
        let mut places = Vec::new();
        for &o in objects {
            let size = self.bounded.objects[o as usize].size;
            let Some(last) = size.checked_sub(length) else {
                continue;
            };
            match fixed {
                Some(at) if at <= last => places.push((o, at)),
                Some(_) => {}
                None => places.extend(
                    (0..=last)
                        .step_by(step as usize)
                        .take(limits::PLACES.size() + 1)
                        .map(|at| (o, at)),
                ),
            }
            if places.len() > limits::PLACES.size() {
                places.truncate(limits::PLACES.size());
                return (places, false);
            }
        }
        (places, true)
    }

    /// Whether the bytes are all in an object that can be accessed so.
    pub fn inside_of(&mut self, address: Term, length: u32, write: bool) -> Term {
        let targets = self.targets(address);
        if targets.open {
            let inside = self.terms.var(1);
            self.bounded.inside.push((inside, address, length, write));
            return inside;
        }
        inside(
            self.terms,
            &self.bounded.objects,
            &targets.objects,
            address,
            length,
            write,
        )
    }

    /// Ends the paths on which the bytes are not all in an object that can be accessed so.
    pub fn bounds(&mut self, path: &mut Path, address: Term, length: u32, write: bool, place: Place) {
        let always = self.terms.bool(true);
        self.bounds_if(path, always, address, length, write, place);
    }

    /// The same where the condition holds.
    pub fn bounds_if(
        &mut self,
        path: &mut Path,
        when: Term,
        address: Term,
        length: u32,
        write: bool,
        place: Place,
    ) {
        let targets = self.targets(address);
        let inside = self.inside_of(address, length, write);
        let outside = self.terms.not(inside);
        let outside = self.terms.and(when, outside);
        let null = self.terms.is_near_null(address);
        let null = self.terms.and(outside, null);
        self.stop(path, null, Reason::Fault, place);
        self.stop(path, outside, Reason::Undefined, place);
        if path.alone || !targets.open {
            for &o in &targets.objects {
                if let Some(&dead) = path.memory.get(&(o, DEAD)) {
                    let high = self.terms.object_of(address);
                    let number = self.terms.object_number(o);
                    let there = self.terms.eq(high, number);
                    let bad = self.terms.all([there, dead, when]);
                    self.stop(path, bad, Reason::Undefined, place);
                }
            }
        }
    }

    pub(super) fn initial(terms: &mut Terms, objects: &[Object], (o, at): (u32, u32)) -> Term {
        if at == DEAD {
            return terms.bool(false);
        }
        let byte = objects.get(o as usize).and_then(|o| o.bytes.get(&at)).copied();
        terms.number(u128::from(byte.unwrap_or(0)), 8)
    }

    /// When nobody has written a byte, which may be anything then.
    pub(super) fn unset(&mut self, path: &Path, key: (u32, u32)) -> Term {
        match (path.unset.get(&key), path.memory.contains_key(&key)) {
            (Some(&unset), _) => unset,
            (None, true) => self.terms.bool(false),
            (None, false) => is_unset(self.terms, &self.bounded.objects, key),
        }
    }

    /// Tells when a read of these places finds bytes that nobody has written, where the condition holds.
    pub(super) fn tell_unset(
        &mut self,
        path: &Path,
        (address, places): (Term, &[(u32, u32)]),
        length: u32,
        when: Term,
        place: Place,
    ) {
        let mut any = self.terms.bool(false);
        for &(o, at) in places {
            let mut here = self.terms.bool(false);
            for i in 0..length {
                let byte = self.unset(path, (o, at + i));
                here = self.terms.or(here, byte);
            }
            if places.len() > 1 && !self.terms.is_false(here) {
                let pointer = self.pointer(o, at);
                let there = self.terms.eq(address, pointer);
                here = self.terms.and(here, there);
            }
            any = self.terms.or(any, here);
        }
        let any = self.terms.and(any, when);
        self.stop(&mut path.clone(), any, Reason::Unwritten, place);
    }

    pub(super) fn byte(&mut self, path: &Path, key: (u32, u32)) -> Term {
        match path.memory.get(&key) {
            Some(&byte) => byte,
            None => Self::initial(self.terms, &self.bounded.objects, key),
        }
    }

    pub(super) fn bytes(&mut self, path: &Path, o: u32, at: u32, length: u32) -> Term {
        let mut word = self.byte(path, (o, at));
        for i in 1..length {
            let byte = self.byte(path, (o, at + i));
            word = self.terms.concat(byte, word);
        }
        word
    }

    /// This thread's copy of a thread-local variable.
    pub fn thread_local(&mut self, global: u32, size: u32) -> u32 {
        let key = (self.current, global);
        if let Some(&object) = self.thread_locals.get(&key) {
            return object;
        }
        let object = self.make(Origin::ThreadLocal(global), size, false);
        if (global as usize) < self.program.globals.len() {
            let bytes = self.bounded.objects[global as usize + 1].bytes.clone();
            self.bounded.objects[object as usize].bytes = bytes;
        }
        self.thread_locals.insert(key, object);
        let always = self.terms.bool(true);
        self.note_made(object, always);
        object
    }

    /// Ends the life of a local variable's object.
    pub(super) fn bury(&mut self, path: &mut Path, pointer: Term, place: Place) -> Result<(), Abort> {
        let targets = self.targets(pointer);
        if targets.objects.is_empty() {
            return Ok(());
        }
        let objects = &self.bounded.objects;
        if path.alone || targets.objects.iter().all(|&o| objects[o as usize].private) {
            let one = targets.objects.len() == 1;
            for &o in &targets.objects {
                let dead = if one {
                    let none = self.terms.null();
                    self.terms.ne(pointer, none)
                } else {
                    let high = self.terms.object_of(pointer);
                    let number = self.terms.object_number(o);
                    self.terms.eq(high, number)
                };
                let old = self.byte(path, (o, DEAD));
                let dead = self.terms.or(old, dead);
                Rc::make_mut(&mut path.memory).insert((o, DEAD), dead);
            }
            return Ok(());
        }
        let mut draft = self.begin(path, &[pointer], true, place)?;
        draft.direct = false;
        draft.special = Special::Free { address: pointer };
        let write = self.terms.bool(true);
        draft.touches.push(Touch {
            address: pointer,
            length: WHOLE,
            write,
            atomic: false,
            races: false,
            when: write,
        });
        let none = self.terms.null();
        let some = self.terms.ne(pointer, none);
        let mut there = path.clone();
        there.guard = self.terms.and(path.guard, some);
        self.push(draft, &there, Motion::None)
    }

    pub(super) fn load(
        &mut self,
        path: &mut Path,
        address: Term,
        length: u32,
        location: (i32, u32),
        place: Place,
    ) -> Result<Term, Abort> {
        self.bounds(path, address, length, false, place);
        let mut draft = self.begin(path, &[address], false, place)?;
        let value = self.read(&mut draft, path, address, length)?;
        let (first, count) = match location {
            (_, 0) => (address, length),
            (start, count) => {
                let start = self.terms.number(start as u128, 64);
                (self.terms.moved(address, start), count)
            }
        };
        let write = self.terms.bool(false);
        self.touch(&mut draft, first, count, write, false);
        self.finish(draft, path, Motion::Access)?;
        Ok(value)
    }

    pub(super) fn store(
        &mut self,
        path: &mut Path,
        address: Term,
        value: Term,
        place: Place,
    ) -> Result<(), Abort> {
        let length = u32::from(self.terms.width(value)) / 8;
        self.bounds(path, address, length, true, place);
        let mut draft = self.begin(path, &[address], true, place)?;
        let always = self.terms.bool(true);
        self.write(&mut draft, address, value, always);
        self.touch(&mut draft, address, length, always, false);
        self.finish(draft, path, Motion::Access)
    }

    /// Other threads may exist from here on: what this one has written becomes the memory that all see.
    pub fn settle(&mut self, path: &mut Path, place: Place) -> Result<(), Abort> {
        if !path.alone {
            return Ok(());
        }
        path.alone = false;
        let objects = &self.bounded.objects;
        let shared = |o: u32| !objects[o as usize].private;
        let bytes: BTreeMap<(u32, u32), Term> = path
            .memory
            .iter()
            .filter(|((o, _), _)| shared(*o))
            .map(|(k, t)| (*k, *t))
            .collect();
        Rc::make_mut(&mut path.memory).retain(|(o, at), _| !shared(*o) || *at == DEAD);
        let unset = path.unset.iter().filter(|((o, _), _)| shared(*o));
        let unset: BTreeMap<(u32, u32), Term> = unset.map(|(k, t)| (*k, *t)).collect();
        if self.terms.is_true(path.guard) {
            self.bounded.memory = bytes;
            self.bounded.unset = unset;
            self.settle_known();
            return Ok(());
        }
        // What the keys are is up to the path, so whoever asks later must read it.
        if self.keys.is_some() && self.bounded.escaped.insert(Origin::Keys) {
            return Err(Abort::Escape);
        }
        let mut draft = self.begin(path, &[], true, place)?;
        draft.direct = false;
        let when = self.terms.bool(true);
        let words: BTreeSet<(u32, u32)> = bytes
            .keys()
            .filter(|k| k.1 != DEAD)
            .map(|(o, at)| (*o, at & !7))
            .collect();
        for (o, at) in words {
            let size = self.bounded.objects[o as usize].size;
            let length = (size - at).min(8);
            let pieces: Vec<(u32, u32)> = match length {
                8 => vec![(at, 8)],
                4 => vec![(at, 4)],
                _ => (at..at + length).map(|at| (at, 1)).collect(),
            };
            for (at, length) in pieces {
                let alone = Path {
                    memory: Rc::new(bytes.clone()),
                    ..path.clone()
                };
                let value = self.bytes(&alone, o, at, length);
                let address = self.pointer(o, at);
                let mut unset = self.terms.bool(false);
                for i in 0..length {
                    let byte = self.unset(&alone, (o, at + i));
                    unset = self.terms.or(unset, byte);
                }
                draft.writes.push(Write {
                    address,
                    length,
                    value,
                    when,
                    unset,
                });
            }
        }
        for (&(_, at), &dead) in &bytes {
            if at == DEAD && !self.terms.is_false(dead) {
                let what = "memory that was freed on some paths before the first thread".to_owned();
                self.stop(path, dead, Reason::Beyond(what), place);
            }
        }
        self.push(draft, path, Motion::None)
    }
}

/// Whether a byte may be anything until it is written.
pub(super) fn is_unset(terms: &mut Terms, objects: &[Object], (o, at): (u32, u32)) -> Term {
    terms.bool(at != DEAD && objects.get(o as usize).is_some_and(|object| object.unset))
}

/// Whether bytes are all in one of the objects.
pub(crate) fn inside(
    terms: &mut Terms,
    objects: &[Object],
    targets: &BTreeSet<u32>,
    address: Term,
    length: u32,
    write: bool,
) -> Term {
    let (high, low) = (terms.object_of(address), terms.offset_of(address));
    let mut any = terms.bool(false);
    for &o in targets {
        let object = &objects[o as usize];
        let Some(last) = object.size.checked_sub(length) else {
            continue;
        };
        if (write && object.constant) || matches!(object.origin, Origin::Function) {
            continue;
        }
        let (number, last) = (terms.object_number(o), terms.offset_number(last));
        let (there, below) = (terms.eq(high, number), terms.less_equal(low, last));
        let mut fits = terms.and(there, below);
        if let Some(limit) = object.limit {
            let length = terms.offset_number(length);
            let end = terms.add(low, length);
            let within = terms.less_equal(end, limit);
            fits = terms.and(fits, within);
        }
        any = terms.or(any, fits);
    }
    any
}
