//! Memory as words for cells, and where accesses can be.

use super::{Sequence, Spots};
use crate::bounded::Touch;
use crate::execute::WHOLE;
use crate::limits;
use crate::term::Term;

impl Sequence<'_, '_> {
    /// The places of an access; if there are too many, the first of them.
    pub(super) fn find_spots(&mut self, address: Term, length: u32) -> Spots {
        let terms = &mut self.formula.terms;
        let objects = self.reach.of(terms, address);
        let high = terms.object_of(address);
        let low = terms.offset_of(address);
        let mut mortal = Vec::new();
        for &o in &objects {
            if self.dead.contains_key(&o) {
                let number = terms.object_number(o);
                let there = terms.eq(high, number);
                mortal.push((o, there));
            }
        }
        let mut places = Vec::new();
        let mut all = true;
        let fixed = terms.constant(low).map(|v| v as u32);
        let step = 1usize << terms.trailing_zeros(low).min(12);
        for &o in &objects {
            let Some(last) = self.bounded.objects[o as usize].size.checked_sub(length) else {
                continue;
            };
            match fixed {
                Some(at) if at <= last => places.push((o, at)),
                Some(_) => {}
                None => places.extend(
                    (0..=last)
                        .step_by(step)
                        .take(limits::PLACES.size() + 1)
                        .map(|at| (o, at)),
                ),
            }
            if places.len() > limits::PLACES.size() {
                places.truncate(limits::PLACES.size());
                all = false;
                break;
            }
        }
        let only = places.len() == 1;
        let conditions: Vec<Option<Term>> = places
            .iter()
            .map(|&(o, at)| {
                let pointer = terms.address(o, at);
                (!only).then(|| terms.eq(address, pointer))
            })
            .collect();
        let followed = match all {
            true => terms.bool(true),
            false => terms.any(conditions.iter().flatten().copied()),
        };
        Spots {
            places,
            conditions,
            mortal,
            followed,
        }
    }

    pub(super) fn cell(&mut self, o: u32, at: u32) -> Term {
        if let Some(&word) = self.memory.get(&(o, at)) {
            return word;
        }
        let object = &self.bounded.objects[o as usize];
        let terms = &mut self.formula.terms;
        let mut word = None;
        for i in at..at + self.grain[o as usize] {
            let byte = match self.bounded.memory.get(&(o, i)) {
                Some(&byte) => byte,
                None => terms.number(u128::from(object.bytes.get(&i).copied().unwrap_or(0)), 8),
            };
            word = Some(match word {
                None => byte,
                Some(low) => terms.concat(byte, low),
            });
        }
        let word = word.unwrap_or_else(|| terms.number(0, 8));
        self.memory.insert((o, at), word);
        word
    }

    /// Whether nobody has written a cell, whose bytes may be anything then.
    fn ghost(&mut self, o: u32, at: u32) -> Term {
        if let Some(&ghost) = self.ghosts.get(&(o, at)) {
            return ghost;
        }
        let (bounded, terms) = (self.bounded, &mut self.formula.terms);
        let is_unset = bounded.objects[o as usize].unset;
        let mut ghost = terms.bool(false);
        for key in (at..at + self.grain[o as usize]).map(|at| (o, at)) {
            let byte = match bounded.unset.get(&key) {
                Some(&unset) => unset,
                None => terms.bool(is_unset && !bounded.memory.contains_key(&key)),
            };
            ghost = terms.or(ghost, byte);
        }
        ghost
    }

    /// Whether a read at an address now finds bytes that nobody has written.
    pub(super) fn is_unwritten(&mut self, address: Term, length: u32) -> Term {
        let mut any = self.formula.terms.bool(false);
        let Some(spots) = self.spots.remove(&(address, length)) else {
            return any;
        };
        for (&(o, at), condition) in spots.places.iter().zip(&spots.conditions) {
            let grain = self.grain[o as usize];
            for i in 0..length / grain {
                let mut here = self.ghost(o, at + i * grain);
                if let Some(condition) = condition {
                    here = self.formula.terms.and(here, *condition);
                }
                any = self.formula.terms.or(any, here);
            }
        }
        self.spots.insert((address, length), spots);
        any
    }

    /// Bytes are written where the condition holds; some of them may still be anything.
    pub(super) fn note_written(&mut self, address: Term, length: u32, when: Term, unset: Term) {
        let Some(spots) = self.spots.remove(&(address, length)) else {
            return;
        };
        for (&(o, at), condition) in spots.places.iter().zip(&spots.conditions) {
            let grain = self.grain[o as usize];
            for i in 0..length / grain {
                let key = (o, at + i * grain);
                let old = self.ghost(key.0, key.1);
                let terms = &mut self.formula.terms;
                if terms.is_false(old) && terms.is_false(unset) {
                    continue;
                }
                let here = match condition {
                    Some(condition) => terms.and(when, *condition),
                    None => when,
                };
                let ghost = terms.ite(here, unset, old);
                self.ghosts.insert(key, ghost);
            }
        }
        self.spots.insert((address, length), spots);
    }

    pub(super) fn bytes(&mut self, o: u32, at: u32, length: u32) -> Term {
        let grain = self.grain[o as usize];
        let mut word = self.cell(o, at);
        for i in 1..length / grain {
            let high = self.cell(o, at + i * grain);
            word = self.formula.terms.concat(high, word);
        }
        word
    }

    /// What is in memory at an address now.
    pub(super) fn read(&mut self, address: Term, length: u32) -> Term {
        let Some(spots) = self.spots.remove(&(address, length)) else {
            return self.formula.terms.number(0, 8 * length as u8);
        };
        let mut value = None;
        for (&(o, at), condition) in spots.places.iter().zip(&spots.conditions) {
            let here = self.bytes(o, at, length);
            value = Some(match (value, condition) {
                (Some(others), Some(condition)) => self.formula.terms.ite(*condition, here, others),
                _ => here,
            });
        }
        self.spots.insert((address, length), spots);
        value.unwrap_or_else(|| self.formula.terms.number(0, 8 * length as u8))
    }

    pub(super) fn write(&mut self, address: Term, value: Term, length: u32, when: Term) {
        let Some(spots) = self.spots.remove(&(address, length)) else {
            return;
        };
        for (&(o, at), condition) in spots.places.iter().zip(&spots.conditions) {
            let here = match condition {
                Some(condition) => self.formula.terms.and(when, *condition),
                None => when,
            };
            let grain = self.grain[o as usize];
            for i in 0..length / grain {
                let old = self.cell(o, at + i * grain);
                let new = self
                    .formula
                    .terms
                    .extract(value, (8 * i * grain) as u8, 8 * grain as u8);
                let word = self.formula.terms.ite(here, new, old);
                self.memory.insert((o, at + i * grain), word);
            }
        }
        self.spots.insert((address, length), spots);
    }

    /// Whether two accesses overlap.
    pub(super) fn overlap(&mut self, a: &Touch, b: &Touch) -> Term {
        let terms = &mut self.formula.terms;
        if a.length == WHOLE || b.length == WHOLE {
            let (x, y) = (terms.object_of(a.address), terms.object_of(b.address));
            let (ra, rb) = (self.reach.of(terms, a.address), self.reach.of(terms, b.address));
            return match ra.is_disjoint(&rb) {
                true => terms.bool(false),
                false => terms.eq(x, y),
            };
        }
        if let (Some(x), Some(y)) = (terms.constant(a.address), terms.constant(b.address)) {
            let (x, y) = (terms.shape.place(x), terms.shape.place(y));
            let same = x.0 == y.0;
            let (x, y) = (u64::from(x.1), u64::from(y.1));
            return terms.bool(same && x < y + u64::from(b.length) && y < x + u64::from(a.length));
        }
        let (ra, rb) = (self.reach.of(terms, a.address), self.reach.of(terms, b.address));
        if ra.is_disjoint(&rb) {
            return terms.bool(false);
        }
        let (la, lb) = (terms.offset_of(a.address), terms.offset_of(b.address));
        let aligned = a.length == b.length
            && a.length.is_power_of_two()
            && terms.trailing_zeros(la).min(terms.trailing_zeros(lb)) >= a.length.trailing_zeros();
        if aligned {
            return terms.eq(a.address, b.address);
        }
        let (ha, hb) = (terms.object_of(a.address), terms.object_of(b.address));
        let same = terms.eq(ha, hb);
        let (lengths_a, lengths_b) = (terms.offset_number(a.length), terms.offset_number(b.length));
        let (end_a, end_b) = (terms.add(la, lengths_a), terms.add(lb, lengths_b));
        let (x, y) = (terms.less(la, end_b), terms.less(lb, end_a));
        let both = terms.and(x, y);
        terms.and(same, both)
    }

    /// The places that an address can be, each with the condition.
    pub fn places_of(&mut self, address: Term) -> Vec<((u32, u32), Term)> {
        if !self.spots.contains_key(&(address, 1)) {
            // Too many are told of the access itself.
            let spots = self.find_spots(address, 1);
            self.spots.insert((address, 1), spots);
        }
        let yes = self.formula.terms.bool(true);
        let Some(spots) = self.spots.get(&(address, 1)) else {
            return Vec::new();
        };
        let conditions = spots.conditions.iter().map(|c| c.unwrap_or(yes));
        spots.places.iter().copied().zip(conditions).collect()
    }
}
