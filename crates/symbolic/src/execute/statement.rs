//! Statements in the making. What only this thread can reach is read and written on the spot; the rest
//! becomes a visible statement.

use crate::limits;
use std::collections::BTreeSet;
use std::rc::Rc;

use raceproof_ir::FuncId;

use super::{Abort, Executor};
use crate::bounded::{Edge, Motion, Origin, Place, Read, Reason, Special, Statement, Step, Touch, Write};
use crate::path::Path;
use crate::term::Term;

/// A statement in the making.
pub(crate) struct Draft {
    pub place: Place,
    pub direct: bool,
    pub reads: Vec<Read>,
    pub writes: Vec<Write>,
    pub touches: Vec<Touch>,
    pub edges: Vec<Edge>,
    pub enabled: Term,
    pub asleep: Option<Term>,
    pub defined: Term,
    pub special: Special,
    pub unordered: bool,
    /// What it reads goes to where it writes, as it is.
    pub copies: bool,
    /// Whether the places that it uses are among those that are followed.
    pub followed: Term,
    /// Whether all that it reads is surely found, and the runtime's own.
    pub is_settled: bool,
}

impl Executor<'_, '_> {
    /// Begins a statement that uses these addresses.
    pub fn begin(
        &mut self,
        path: &Path,
        addresses: &[Term],
        writes: bool,
        place: Place,
    ) -> Result<Draft, Abort> {
        let addresses: Vec<(Term, bool)> = addresses.iter().map(|&address| (address, writes)).collect();
        self.begin_mixed(path, &addresses, place)
    }

    /// The same, with whether it writes at each.
    pub fn begin_mixed(
        &mut self,
        path: &Path,
        addresses: &[(Term, bool)],
        place: Place,
    ) -> Result<Draft, Abort> {
        let mut direct = true;
        let mut all = BTreeSet::new();
        for &(address, writes) in addresses {
            direct &= self.is_own(path, address, writes);
            all.extend(self.targets(address).objects);
        }
        if !direct {
            self.escape(&all)?;
        }
        let (enabled, defined) = (self.terms.bool(true), self.terms.bool(true));
        Ok(Draft {
            place,
            direct,
            reads: Vec::new(),
            writes: Vec::new(),
            touches: Vec::new(),
            edges: Vec::new(),
            enabled,
            asleep: None,
            defined,
            special: Special::None,
            unordered: false,
            copies: false,
            followed: enabled,
            is_settled: !direct && self.is_of_runtime(place, &all),
        })
    }

    /// Whether nobody else can reach what is at an address, or write it if this thread does not.
    pub fn is_own(&mut self, path: &Path, address: Term, writes: bool) -> bool {
        let targets = self.targets(address);
        let objects = &self.bounded.objects;
        let local = |o: &u32| objects[*o as usize].private || (objects[*o as usize].constant && !writes);
        path.alone || !targets.open && targets.objects.iter().all(local)
    }

    /// Reads a value of up to 16 bytes.
    pub fn read(
        &mut self,
        draft: &mut Draft,
        path: &Path,
        address: Term,
        length: u32,
    ) -> Result<Term, Abort> {
        let always = self.terms.bool(true);
        self.read_if(draft, path, address, length, always)
    }

    /// The same where it matters what is there only if the condition holds.
    pub fn read_if(
        &mut self,
        draft: &mut Draft,
        path: &Path,
        address: Term,
        length: u32,
        when: Term,
    ) -> Result<Term, Abort> {
        if !draft.direct {
            let known = self.known_word(path, address, length);
            draft.is_settled &= known.is_some();
            let value = known.unwrap_or_else(|| self.terms.var(8 * length as u8));
            draft.reads.push(Read {
                address,
                length,
                value,
                when,
            });
            return Ok(value);
        }
        let targets = self.targets(address);
        let places = self.some_places(draft, address, length, &targets.objects);
        let mut value = None;
        if !draft.copies {
            self.tell_unset(path, (address, &places), length, when, draft.place);
        }
        for (o, at) in places {
            let here = self.bytes(path, o, at, length);
            value = Some(match value {
                None => here,
                Some(others) => {
                    let pointer = self.pointer(o, at);
                    let there = self.terms.eq(address, pointer);
                    self.terms.ite(there, here, others)
                }
            });
        }
        Ok(value.unwrap_or_else(|| self.terms.number(0, 8 * length as u8)))
    }

    /// The places that an access of the statement can be at; if there are too many, the first of them, and
    /// the path ends where it is elsewhere.
    fn some_places(
        &mut self,
        draft: &mut Draft,
        address: Term,
        length: u32,
        objects: &BTreeSet<u32>,
    ) -> Vec<(u32, u32)> {
        let (places, all) = self.places(address, length, objects);
        if !all {
            let mut any = self.terms.bool(false);
            for &(o, at) in &places {
                let pointer = self.pointer(o, at);
                let there = self.terms.eq(address, pointer);
                any = self.terms.or(any, there);
            }
            draft.followed = self.terms.and(draft.followed, any);
        }
        places
    }

    /// Writes a value where the condition holds.
    pub fn write(&mut self, draft: &mut Draft, address: Term, value: Term, when: Term) {
        let length = u32::from(self.terms.width(value)) / 8;
        draft.writes.push(Write {
            address,
            length,
            value,
            when,
            unset: self.terms.bool(false),
        });
    }

    pub(super) fn write_directly(&mut self, path: &mut Path, write: &Write) -> Result<(), Abort> {
        let targets = self.targets(write.address);
        // Where there are more, the path has ended.
        let (places, _) = self.places(write.address, write.length, &targets.objects);
        let only = places.len() == 1;
        for (o, at) in places {
            let pointer = self.pointer(o, at);
            let there = if only {
                self.terms.bool(true)
            } else {
                self.terms.eq(write.address, pointer)
            };
            let when = self.terms.and(there, write.when);
            for i in 0..write.length {
                let key = (o, at + i);
                let old = self.byte(path, key);
                let new = self.terms.extract(write.value, 8 * i as u8, 8);
                let byte = self.terms.ite(when, new, old);
                let was_unset = self.unset(path, key);
                if !self.terms.is_false(was_unset) {
                    let is_unset = self.terms.ite(when, write.unset, was_unset);
                    match self.terms.is_false(is_unset) {
                        true => Rc::make_mut(&mut path.unset).remove(&key),
                        false => Rc::make_mut(&mut path.unset).insert(key, is_unset),
                    };
                }
                Rc::make_mut(&mut path.memory).insert(key, byte);
            }
        }
        Ok(())
    }

    /// The statement is complete.
    pub fn finish(&mut self, draft: Draft, path: &mut Path, motion: Motion) -> Result<(), Abort> {
        for write in &draft.writes {
            let to = self.targets(write.address);
            let shared = |o: &u32| !self.bounded.objects[*o as usize].private;
            if !draft.direct || to.objects.iter().any(shared) {
                self.publish(write.value)?;
            }
        }
        if draft.direct {
            self.finish_alone(draft, path)?;
            let guard = path.guard;
            self.thread().steps.push(Step {
                guard,
                motion,
                statement: None,
            });
            return Ok(());
        }
        let only_reads = !draft.reads.is_empty() && draft.writes.is_empty() && draft.edges.is_empty();
        let is_plain = self.terms.is_true(draft.enabled) && self.terms.is_true(draft.defined);
        if draft.is_settled && only_reads && is_plain && draft.special == Special::None {
            let guard = path.guard;
            self.thread().steps.push(Step {
                guard,
                motion,
                statement: None,
            });
            return Ok(());
        }
        self.push(draft, path, motion)
    }

    /// Whether it is the runtime that uses these objects, and they are its own: what it finds there it has
    /// put there for those that it creates.
    fn is_of_runtime(&self, place: Place, objects: &BTreeSet<u32>) -> bool {
        let program = self.program;
        let is_ours = |f: FuncId| program.function(f).origin.is_ours();
        let is_its_own = |o: &u32| match self.bounded.objects[*o as usize].origin {
            Origin::Slot(function, _) => is_ours(function),
            Origin::Made(place) => is_ours(place.function),
            _ => false,
        };
        is_ours(place.function) && objects.iter().all(is_its_own)
    }

    /// What a thread does to what is its own, as part of a step or as one.
    pub fn finish_alone(&mut self, mut draft: Draft, path: &mut Path) -> Result<(), Abort> {
        for write in &draft.writes.clone() {
            let objects = self.targets(write.address).objects;
            self.some_places(&mut draft, write.address, write.length, &objects);
        }
        let elsewhere = self.terms.not(draft.followed);
        let what = limits::PLACES.more_than("places of one access");
        self.stop(path, elsewhere, Reason::Beyond(what), draft.place);
        let wrong = self.terms.not(draft.defined);
        self.stop(path, wrong, Reason::Undefined, draft.place);
        // Nobody else is there to let it go on.
        let waits = self.terms.not(draft.enabled);
        self.stop(path, waits, Reason::Blocked, draft.place);
        for write in &draft.writes {
            self.write_directly(path, write)?;
        }
        Ok(())
    }

    /// Adds a visible statement.
    pub fn push(&mut self, draft: Draft, path: &Path, motion: Motion) -> Result<(), Abort> {
        let statement = self.thread().statements.len();
        if self.terms.is_false(path.guard) {
            return Ok(());
        }
        for write in &draft.writes {
            self.note_write(path, write);
        }
        let guard = path.guard;
        // Whoever synchronises with the middle of an atomic block has seen that the block is over without
        // being ordered after its end.
        let synchronises = draft.touches.iter().any(|t| t.atomic)
            || !matches!(draft.special, Special::None | Special::Begin | Special::Finish);
        let unordered = draft.unordered || (path.block.is_some() && synchronises);
        self.thread().statements.push(Statement {
            guard,
            place: draft.place,
            reads: draft.reads,
            enabled: draft.enabled,
            asleep: draft.asleep,
            defined: draft.defined,
            writes: draft.writes,
            touches: draft.touches,
            edges: draft.edges,
            special: draft.special,
            block: path.block.map(|(begin, _)| begin),
            unordered,
        });
        self.thread().steps.push(Step {
            guard,
            motion,
            statement: Some(statement),
        });
        Ok(())
    }

    /// Bytes that the statement accesses.
    pub fn touch(&mut self, draft: &mut Draft, address: Term, length: u32, write: Term, atomic: bool) {
        let when = self.terms.bool(true);
        self.touch_if(draft, address, length, write, atomic, when);
    }

    /// Bytes that the statement accesses if the condition holds, which may be about what it reads.
    pub fn touch_if(
        &mut self,
        draft: &mut Draft,
        address: Term,
        length: u32,
        write: Term,
        atomic: bool,
        when: Term,
    ) {
        draft.touches.push(Touch {
            address,
            length,
            write,
            atomic,
            races: true,
            when,
        });
    }
}
