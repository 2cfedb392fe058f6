//! Copies of bytes, and fills.

use std::rc::Rc;

use super::{Abort, Executor};
use crate::bounded::{Motion, Place};
use crate::path::Path;
use crate::term::Term;

impl Executor<'_, '_> {
    /// Sizes of the words in which many bytes are moved.
    pub(super) fn words(size: u32) -> Vec<(u32, u32)> {
        let mut at = 0;
        let mut out = Vec::new();
        while at < size {
            let length = [8, 4, 2, 1].into_iter().find(|l| at + l <= size).unwrap_or(1);
            out.push((at, length));
            at += length;
        }
        out
    }

    /// Copies bytes; `None` if they are too many.
    pub fn copy(
        &mut self,
        path: &mut Path,
        to: Term,
        from: Term,
        size: u128,
        motion: Motion,
        place: Place,
    ) -> Result<Option<()>, Abort> {
        if size > 4096 {
            return Ok(None);
        }
        let size = size as u32;
        self.bounds(path, to, size, true, place);
        self.bounds(path, from, size, false, place);
        let (is_own, is_of_own) = (self.is_own(path, to, true), self.is_own(path, from, false));
        if is_own != is_of_own {
            self.copy_across(path, (to, is_own), (from, size), motion, place)?;
            return Ok(Some(()));
        }
        let mut draft = self.begin(path, &[to, from], true, place)?;
        draft.copies = draft.direct;
        let is_direct = draft.direct;
        let (yes, no) = (self.terms.bool(true), self.terms.bool(false));
        let mut values = Vec::new();
        for (at, length) in Self::words(size) {
            let delta = self.terms.number(u128::from(at), 64);
            let source = self.terms.moved(from, delta);
            let value = self.read(&mut draft, path, source, length)?;
            values.push((delta, value));
        }
        for (delta, value) in values {
            let target = self.terms.moved(to, delta);
            self.write(&mut draft, target, value, yes);
        }
        self.touch(&mut draft, from, size, no, false);
        self.touch(&mut draft, to, size, yes, false);
        let source = path.clone();
        self.finish(draft, path, motion)?;
        if is_direct {
            self.carry(path, &source, to, from, size, place);
        }
        Ok(Some(()))
    }

    /// Copies bytes between an object of this thread alone and one that others can reach: only the latter is
    /// part of the statement, and the former need not be shared for it.
    fn copy_across(
        &mut self,
        path: &mut Path,
        (to, is_own): (Term, bool),
        (from, size): (Term, u32),
        motion: Motion,
        place: Place,
    ) -> Result<(), Abort> {
        let shared = if is_own { from } else { to };
        let mut draft = self.begin(path, &[shared], !is_own, place)?;
        let mut own = self.begin(path, &[if is_own { to } else { from }], is_own, place)?;
        own.copies = true;
        let (yes, no) = (self.terms.bool(true), self.terms.bool(false));
        for (at, length) in Self::words(size) {
            let delta = self.terms.number(u128::from(at), 64);
            let (source, target) = (self.terms.moved(from, delta), self.terms.moved(to, delta));
            if is_own {
                let value = self.read(&mut draft, path, source, length)?;
                self.write(&mut own, target, value, yes);
            } else {
                let value = self.read(&mut own, path, source, length)?;
                self.write(&mut draft, target, value, yes);
                let unset = self.unset_word(path, source, length, place);
                if let Some(write) = draft.writes.last_mut() {
                    write.unset = unset;
                }
            }
        }
        let write = if is_own { no } else { yes };
        self.touch(&mut draft, shared, size, write, false);
        self.finish(draft, path, motion)?;
        self.finish_alone(own, path)
    }

    /// When bytes of an object of this thread have not been written.
    fn unset_word(&mut self, path: &Path, address: Term, length: u32, place: Place) -> Term {
        let mut any = self.terms.bool(false);
        match self.terms.constant(address) {
            Some(address) => {
                let (o, at) = self.terms.shape.place(address);
                for key in (at..at + length).map(|at| (o, at)) {
                    let byte = self.unset(path, key);
                    any = self.terms.or(any, byte);
                }
            }
            None => {
                let objects = self.targets(address).objects;
                let (places, _) = self.places(address, length, &objects);
                let always = self.terms.bool(true);
                self.tell_unset(path, (address, &places), length, always, place);
            }
        }
        any
    }

    /// After bytes were copied: those that were not written where they come from are not written where they
    /// are now.
    fn carry(&mut self, path: &mut Path, before: &Path, to: Term, from: Term, size: u32, place: Place) {
        let (Some(target), Some(source)) = (self.terms.constant(to), self.terms.constant(from)) else {
            let objects = self.targets(from).objects;
            let (places, _) = self.places(from, size, &objects);
            let always = self.terms.bool(true);
            return self.tell_unset(before, (from, &places), size, always, place);
        };
        let (target, source) = (self.terms.shape.place(target), self.terms.shape.place(source));
        for i in 0..size {
            let unset = self.unset(before, (source.0, source.1 + i));
            if !self.terms.is_false(unset) {
                Rc::make_mut(&mut path.unset).insert((target.0, target.1 + i), unset);
            }
        }
    }

    /// Fills bytes; `None` if they are too many.
    pub fn fill(
        &mut self,
        path: &mut Path,
        to: Term,
        byte: Term,
        size: u128,
        motion: Motion,
        place: Place,
    ) -> Result<Option<()>, Abort> {
        if size > 4096 {
            return Ok(None);
        }
        let size = size as u32;
        self.bounds(path, to, size, true, place);
        let mut draft = self.begin(path, &[to], true, place)?;
        let yes = self.terms.bool(true);
        for (at, length) in Self::words(size) {
            let delta = self.terms.number(u128::from(at), 64);
            let target = self.terms.moved(to, delta);
            let mut value = byte;
            for _ in 1..length {
                value = self.terms.concat(byte, value);
            }
            self.write(&mut draft, target, value, yes);
        }
        self.touch(&mut draft, to, size, yes, false);
        self.finish(draft, path, motion)?;
        Ok(Some(()))
    }
}
