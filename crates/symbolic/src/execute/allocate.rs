//! Objects that the program makes and releases itself: on the heap, and arrays on the stack.
//!
//! Where the size is up to a value the object has room for a number of bytes that grows with the bound of
//! loops; how many there are is its limit, and a larger object is cut off like a loop.

use crate::limits;
use std::collections::BTreeSet;
use std::rc::Rc;

use raceproof_ir::Reg;

use super::block::Source;
use super::{DEAD, Executor, Flow, WHOLE};
use crate::bounded::{Motion, Origin, Place, Reason, Special, Step};
use crate::path::{Local, Path};
use crate::term::Term;

impl Executor<'_, '_> {
    /// Makes an object; none if it is too large.
    pub(super) fn allocate(&mut self, path: &mut Path, size: Term, heap: bool, place: Place) -> Option<u32> {
        let origin = Origin::Made(place);
        if let Some(size) = self.terms.constant(size) {
            return (size <= u128::from(limits::OBJECT_SIZE.get()))
                .then(|| self.make(origin, size as u32, heap));
        }
        let room = 64u32.saturating_mul(self.loops.unwind).clamp(64, 512);
        let bound = self.terms.number(u128::from(room), self.terms.width(size));
        let more = self.terms.less(bound, size);
        self.stop(path, more, Reason::Cut, place);
        let object = self.make(origin, room, heap);
        let limit = self.terms.extract(size, 0, self.terms.shape.split);
        self.bounded.objects[object as usize].limit = Some(limit);
        Some(object)
    }

    /// `malloc`, `calloc` and `realloc`.
    pub(super) fn allocation(
        &mut self,
        mut local: Local,
        name: &str,
        dst: Option<Reg>,
        args: &[Term],
        place: Place,
    ) -> Flow<Local> {
        let size = match (name, args) {
            ("malloc", &[size]) | ("realloc", &[_, size]) => size,
            ("calloc", &[count, size]) => self.product(&mut local.path, count, size, place),
            _ => return self.gap(local.path, format!("such a {name}"), place),
        };
        if name == "realloc" {
            return self.reallocate(local, dst, args[0], size, place);
        }
        let Some(object) = self.allocate(&mut local.path, size, true, place) else {
            return self.gap(local.path, "a large allocation", place);
        };
        self.bounded.objects[object as usize].unset = name == "malloc";
        self.note_made(object, local.path.guard);
        let value = self.pointer(object, 0);
        // The zeros are writes, which matter where an address may be passed on without an order.
        let empty = self.is(size, 0);
        if name == "malloc" || self.terms.is_true(empty) || !self.program.has_weak_atomics() {
            self.called(&local);
            return Ok(self.given(local, dst, value));
        }
        let zero = self.terms.number(0, 8);
        match self.terms.constant(size) {
            None => self.move_some(&mut local.path, value, Source::Byte(zero), size, place)?,
            Some(size) => {
                let filled = self.fill(&mut local.path, value, zero, size, Motion::Access, place)?;
                if filled.is_none() {
                    return self.gap(local.path, "a fill of many bytes", place);
                }
            }
        }
        Ok(self.given(local, dst, value))
    }

    /// The product of two sizes; ends the paths on which a factor is large and not constant.
    fn product(&mut self, path: &mut Path, a: Term, b: Term, place: Place) -> Term {
        let width = self.terms.width(a);
        if let (Some(x), Some(y)) = (self.terms.constant(a), self.terms.constant(b)) {
            let product = x.saturating_mul(y).min(u128::MAX >> (128 - u32::from(width)));
            return self.terms.number(product, width);
        }
        let bound = self.terms.number(1 << 12, width);
        for factor in [a, b] {
            let large = self.terms.less(bound, factor);
            self.stop(path, large, Reason::Cut, place);
        }
        self.terms.mul(a, b)
    }

    /// Moves an object to a new one of another size. A null pointer is no object, so that nothing is moved
    /// then.
    fn reallocate(
        &mut self,
        mut local: Local,
        dst: Option<Reg>,
        address: Term,
        size: Term,
        place: Place,
    ) -> Flow<Local> {
        let targets = self.targets(address);
        if targets.open {
            return self.gap(local.path, "a reallocation of what others stored", place);
        }
        let zero = self.is(size, 0);
        let reason = Reason::Gap("a reallocation to nothing".into());
        self.stop(&mut local.path, zero, reason, place);
        let Some(object) = self.allocate(&mut local.path, size, true, place) else {
            return self.gap(local.path, "a large allocation", place);
        };
        if self.terms.is_false(local.path.guard) {
            return Ok(None);
        }
        let none = self.terms.null();
        let null = self.terms.eq(address, none);
        let nothing = self.terms.and(local.path.guard, null);
        let value = self.pointer(object, 0);
        if !self.terms.is_false(nothing) {
            self.thread().steps.push(Step {
                guard: nothing,
                motion: Motion::Access,
                statement: None,
            });
        }
        let some = self.terms.not(null);
        local.path.guard = self.terms.and(local.path.guard, some);
        if !self.terms.is_false(local.path.guard)
            && !self.move_object(&mut local, address, object, &targets.objects, place)?
        {
            return self.gap(local.path, "such a reallocation", place);
        }
        local.path.guard = self.terms.or(nothing, local.path.guard);
        Ok(self.given(local, dst, value))
    }

    /// Moves what fits to a new object and releases the old one; whether that is understood.
    fn move_object(
        &mut self,
        local: &mut Local,
        address: Term,
        object: u32,
        old: &BTreeSet<u32>,
        place: Place,
    ) -> Result<bool, super::Abort> {
        let objects = &self.bounded.objects;
        let room = objects[object as usize].size;
        let most = old
            .iter()
            .map(|o| objects[*o as usize].size)
            .max()
            .unwrap_or(0)
            .min(room);
        if most > limits::BYTES_MOVED.count() || old.iter().any(|o| !objects[*o as usize].heap) {
            return Ok(false);
        }
        let low = self.terms.offset_of(address);
        let inner = self.truth(low);
        self.stop(&mut local.path, inner, Reason::Undefined, place);
        self.bounds(&mut local.path, address, 0, true, place);
        if self.terms.is_false(local.path.guard) {
            return Ok(true);
        }
        let path = &mut local.path;
        let new = self.pointer(object, 0);
        let mut draft = self.begin(path, &[address, new], true, place)?;
        let (yes, no) = (self.terms.bool(true), self.terms.bool(false));
        for at in 0..most {
            // A byte that both have.
            let mut there = self.terms.bool(false);
            for &o in old {
                let (high, number) = (self.terms.object_of(address), self.terms.object_number(o));
                let this = self.terms.eq(high, number);
                let within = self.has_byte(o, at);
                let both = self.terms.and(this, within);
                there = self.terms.or(there, both);
            }
            let room = self.has_byte(object, at);
            let there = self.terms.and(there, room);
            let from = self.at(address, u128::from(at));
            let to = self.at(new, u128::from(at));
            let byte = self.read_if(&mut draft, path, from, 1, there)?;
            self.write(&mut draft, to, byte, there);
            self.touch_if(&mut draft, from, 1, no, false, there);
            self.touch_if(&mut draft, to, 1, yes, false, there);
        }
        if draft.direct {
            self.kill(path, address, old);
        } else {
            draft.special = Special::Free { address };
            self.touch(&mut draft, address, WHOLE, yes, false);
        }
        self.finish(draft, path, Motion::Access)?;
        Ok(true)
    }

    /// Whether an object is long enough to have a byte there.
    fn has_byte(&mut self, object: u32, at: u32) -> Term {
        let object = &self.bounded.objects[object as usize];
        let (size, limit) = (object.size, object.limit);
        match limit {
            Some(limit) if at < size => {
                let at = self.terms.offset_number(at);
                self.terms.less(at, limit)
            }
            _ => self.terms.bool(at < size),
        }
    }

    /// Ends the lives of the objects that an address can be of.
    fn kill(&mut self, path: &mut Path, address: Term, objects: &BTreeSet<u32>) {
        for &o in objects {
            let number = self.terms.object_number(o);
            let high = self.terms.object_of(address);
            let there = self.terms.eq(high, number);
            let dead = match path.memory.get(&(o, DEAD)).copied() {
                Some(old) => self.terms.or(old, there),
                None => there,
            };
            Rc::make_mut(&mut path.memory).insert((o, DEAD), dead);
        }
    }

    /// `free`.
    pub(super) fn release(&mut self, mut local: Local, address: Term, place: Place) -> Flow<Local> {
        let none = self.terms.null();
        let null = self.terms.eq(address, none);
        if self.terms.is_true(null) {
            self.called(&local);
            return Ok(Some(local));
        }
        // Nothing happens to a null pointer.
        let nothing = self.terms.and(local.path.guard, null);
        if !self.terms.is_false(nothing) {
            let motion = Motion::Access;
            self.thread().steps.push(Step {
                guard: nothing,
                motion,
                statement: None,
            });
        }
        let some = self.terms.not(null);
        local.path.guard = self.terms.and(local.path.guard, some);
        let low = self.terms.offset_of(address);
        let inner = self.truth(low);
        self.stop(&mut local.path, inner, Reason::Undefined, place);
        self.bounds(&mut local.path, address, 0, true, place);
        let mut draft = self.begin(&local.path, &[address], true, place)?;
        let yes = self.terms.bool(true);
        if draft.direct {
            let objects = self.targets(address).objects;
            if objects.iter().any(|o| !self.bounded.objects[*o as usize].heap) {
                return self.gap(local.path, "a release of what may not be on the heap", place);
            }
            self.kill(&mut local.path, address, &objects);
        } else {
            draft.special = Special::Free { address };
            self.touch(&mut draft, address, WHOLE, yes, false);
        }
        self.finish(draft, &mut local.path, Motion::Access)?;
        let freed = local.path.guard;
        local.path.guard = self.terms.or(nothing, freed);
        Ok(Some(local))
    }
}
