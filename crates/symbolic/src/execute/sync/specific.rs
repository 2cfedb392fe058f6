//! Thread-specific data.
//!
//! Which keys there are, with their destructors, is in one object; the values of a thread are in an object of
//! its own. Keys are usually made before there are threads and never deleted while there are any: then
//! operations on values read the keys as they were, and nobody else has a say in them. When a key is made or
//! deleted later everything is executed again with the keys as shared memory, in which operations are visible
//! statements. They order nothing, as in the machine. Deleting a key is a write to it, which races with uses
//! of the key: those by operations, and those by the end of a thread that has a value of a key with a
//! destructor.

use std::rc::Rc;

use raceproof_ir::{Inst, Program, Reg, SyncOp};

use crate::bounded::{Origin, Place, Reason, Touch, Write};
use crate::execute::{Abort, Draft, Executor, Flow, WHOLE};
use crate::path::{Local, Path};
use crate::term::Term;

/// `EINVAL`.
const INVALID: u128 = 22;
/// The number that stands for the global of a thread's values.
const VALUES: u32 = u32::MAX - 1;
/// Where the keys are in their object: the count, then for each key a destructor and whether it is deleted.
const FIRST: u128 = 8;
const STRIDE: u128 = 16;
const DELETED: u128 = 8;

/// How many keys there can be: one for each place that makes one. More are a gap.
fn count(program: &Program) -> u32 {
    let instructions = program
        .functions
        .iter()
        .flat_map(|f| &f.blocks)
        .flat_map(|b| &b.instructions);
    let made = instructions.filter(|(i, _)| {
        matches!(
            i,
            Inst::Sync {
                op: SyncOp::KeyCreate,
                ..
            }
        )
    });
    u32::try_from(made.count()).unwrap_or(u32::MAX).clamp(1, 64)
}

/// The state of the keys, as one operation sees it.
struct Keys {
    draft: Draft,
    /// What it is read from, if it is not shared memory.
    path: Path,
    object: Term,
    count: Term,
}

impl Executor<'_, '_> {
    /// Begins an operation on the keys.
    fn keys(&mut self, path: &Path, write: bool, place: Place) -> Result<Keys, Abort> {
        let number = match self.keys {
            Some(number) => number,
            None => {
                let size = FIRST as u32 + STRIDE as u32 * count(self.program);
                let number = self.make(Origin::Keys, size, false);
                self.bounded.objects[number as usize].private = false;
                self.keys = Some(number);
                number
            }
        };
        let late = self.bounded.escaped.contains(&Origin::Keys);
        if write && !path.alone && !late {
            self.bounded.escaped.insert(Origin::Keys);
            return Err(Abort::Escape);
        }
        let object = self.pointer(number, 0);
        let mut draft = self.begin(path, &[object], write, place)?;
        let mut from = path.clone();
        if !path.alone && !late {
            draft.direct = true;
            from.memory = Rc::new(self.bounded.memory.clone());
        }
        draft.touches.push(Touch {
            address: object,
            length: WHOLE,
            write: self.terms.bool(write),
            atomic: true,
            races: false,
            when: self.terms.bool(true),
        });
        let count = self.peek(&mut draft, &from, object, 0)?;
        Ok(Keys {
            draft,
            path: from,
            object,
            count,
        })
    }

    /// Whether there is such a key, and its index, which is 0 if there is none.
    fn key(&mut self, keys: &mut Keys, key: Term) -> Result<(Term, Term), Abort> {
        let one = self.word(1);
        let index = self.terms.sub(key, one);
        let made = self.terms.less(index, keys.count);
        let none = self.word(0);
        let index = self.terms.ite(made, index, none);
        let at = self.entry(keys.object, index, DELETED);
        let deleted = self.read(&mut keys.draft, &keys.path, at, 4)?;
        let alive = self.is(deleted, 0);
        Ok((self.terms.and(made, alive), index))
    }

    /// The access of an operation on a key.
    fn use_key(&mut self, keys: &mut Keys, key: Term, write: bool) {
        let one = self.word(1);
        let index = self.terms.sub(key, one);
        let made = self.terms.less(index, keys.count);
        let none = self.word(0);
        let index = self.terms.ite(made, index, none);
        self.touch_key(keys, index, write, made);
    }

    fn touch_key(&mut self, keys: &mut Keys, index: Term, write: bool, when: Term) {
        let at = self.entry(keys.object, index, DELETED);
        let write = self.terms.bool(write);
        self.touch_if(&mut keys.draft, at, 1, write, false, when);
    }

    fn entry(&mut self, object: Term, index: Term, offset: u128) -> Term {
        let (stride, first) = (
            self.terms.number(STRIDE, 64),
            self.terms.number(FIRST + offset, 64),
        );
        let wide = self.terms.zext(index, 64);
        let scaled = self.terms.mul(wide, stride);
        let delta = self.terms.add(scaled, first);
        self.terms.moved(object, delta)
    }

    /// Where this thread has the value of a key.
    fn value(&mut self, index: Term) -> Term {
        let object = self.thread_local(VALUES, 8 * count(self.program));
        let object = self.pointer(object, 0);
        let eight = self.terms.number(8, 64);
        let wide = self.terms.zext(index, 64);
        let delta = self.terms.mul(wide, eight);
        self.terms.moved(object, delta)
    }

    fn value_of(&mut self, path: &Path, index: Term, place: Place) -> Result<Term, Abort> {
        let address = self.value(index);
        let mut draft = self.begin(path, &[address], false, place)?;
        let length = self.terms.shape.bytes();
        self.read(&mut draft, path, address, length)
    }

    /// An operation on keys or values.
    pub(super) fn specific(
        &mut self,
        mut local: Local,
        op: SyncOp,
        dst: Option<Reg>,
        args: &[Term],
        place: Place,
    ) -> Flow<Local> {
        let yes = self.terms.bool(true);
        let (zero, invalid) = (self.word(0), self.word(INVALID));
        let write = matches!(op, SyncOp::KeyCreate | SyncOp::KeyDelete);
        let mut keys = self.keys(&local.path, write, place)?;
        if op == SyncOp::KeyCreate {
            keys.draft.unordered = !keys.draft.direct;
        } else {
            self.use_key(&mut keys, args[0], op == SyncOp::KeyDelete);
        }
        match op {
            SyncOp::KeyCreate => {
                let most = self.word(u128::from(count(self.program)));
                let fits = self.terms.less(keys.count, most);
                let zero = self.word(0);
                let index = self.terms.ite(fits, keys.count, zero);
                let one = self.word(1);
                let more = self.terms.add(keys.count, one);
                let (object, at) = (keys.object, self.entry(keys.object, index, 0));
                self.write(&mut keys.draft, at, args[0], fits);
                self.poke(&mut keys.draft, object, 0, more, fits);
                let Some(mut local) = self.done(local, keys.draft, dst, more)? else {
                    return Ok(None);
                };
                let full = self.terms.not(fits);
                let reason = Reason::Gap("more keys than places that make them".into());
                self.stop(&mut local.path, full, reason, place);
                Ok(Some(local))
            }
            SyncOp::KeyDelete => {
                let (known, index) = self.key(&mut keys, args[0])?;
                let at = self.entry(keys.object, index, DELETED);
                let one = self.word(1);
                self.write(&mut keys.draft, at, one, known);
                let result = self.terms.ite(known, zero, invalid);
                self.done(local, keys.draft, dst, result)
            }
            SyncOp::KeySet => {
                let (known, index) = self.key(&mut keys, args[0])?;
                let motion = self.take();
                self.finish(keys.draft, &mut local.path, motion)?;
                let address = self.value(index);
                let length = self.terms.shape.bytes();
                let write = Write {
                    address,
                    length,
                    value: args[1],
                    when: known,
                    unset: self.terms.bool(false),
                };
                self.write_directly(&mut local.path, &write)?;
                let result = self.terms.ite(known, zero, invalid);
                if let Some(dst) = dst {
                    self.set(&mut local, dst, result);
                }
                Ok(Some(local))
            }
            SyncOp::KeyGet => {
                let (known, index) = self.key(&mut keys, args[0])?;
                let value = self.value_of(&local.path, index, place)?;
                let none = self.terms.null();
                let result = self.terms.ite(known, value, none);
                self.done(local, keys.draft, dst, result)
            }
            _ => {
                self.stop(&mut local.path, yes, Reason::Gap(op.name().into()), place);
                Ok(None)
            }
        }
    }

    /// Calls the destructors of what the thread at hand has set: always that of the first key with a value.
    /// Where they set values again, in which order that goes on and when it ends is not followed.
    pub(in crate::execute) fn destroy(&mut self, mut path: Path, place: Place) -> Flow<Path> {
        if !self.thread_locals.contains_key(&(self.current, VALUES)) {
            return Ok(Some(path));
        }
        let most = count(self.program);
        for round in 0.. {
            let mut keys = self.keys(&path, false, place)?;
            let mut rest = self.terms.bool(true);
            let mut calls = Vec::new();
            for i in 0..most {
                let key = self.word(u128::from(i) + 1);
                let (known, index) = self.key(&mut keys, key)?;
                // Without a value nothing is to be done, so where there can be none nothing is read.
                let value = self.value_of(&path, index, place)?;
                let at = self.entry(keys.object, index, 0);
                let length = self.terms.shape.bytes();
                let destructor = self.read(&mut keys.draft, &keys.path, at, length)?;
                let none = self.terms.null();
                let (set, is_one) = (self.terms.ne(value, none), self.terms.ne(destructor, none));
                let asked = self.terms.and(set, is_one);
                let looked = self.terms.and(rest, asked);
                self.touch_key(&mut keys, index, false, looked);
                let due = self.terms.and(known, asked);
                let now = self.terms.and(rest, due);
                let not = self.terms.not(due);
                rest = self.terms.and(rest, not);
                calls.push((now, index, value, destructor));
            }
            if !keys.draft.direct {
                self.push(keys.draft, &path, crate::bounded::Motion::None)?;
            }
            if self.terms.is_true(rest) {
                return Ok(Some(path));
            }
            let busy = self.terms.not(rest);
            if round > most {
                let what = "destructors of thread-specific data that set values again";
                self.stop(&mut path, busy, Reason::Gap(what.into()), place);
                return Ok(Some(path));
            }
            let idle = Path {
                guard: self.terms.and(path.guard, rest),
                ..path.clone()
            };
            let mut done = (!self.terms.is_false(idle.guard)).then_some((idle, None));
            for (now, index, value, destructor) in calls {
                let mut one = path.clone();
                one.guard = self.terms.and(path.guard, now);
                if self.terms.is_false(one.guard) {
                    continue;
                }
                let address = self.value(index);
                let none = self.terms.null();
                let write = Write {
                    address,
                    length: self.terms.shape.bytes(),
                    value: none,
                    when: self.terms.bool(true),
                    unset: self.terms.bool(false),
                };
                self.write_directly(&mut one, &write)?;
                for (function, condition) in self.functions(&mut one, destructor, 1, place) {
                    let mut there = one.clone();
                    there.guard = self.terms.and(one.guard, condition);
                    if self.terms.is_false(there.guard) {
                        continue;
                    }
                    if self.program.function(function).blocks.is_empty() {
                        let what = "a function of the library as destructor";
                        let _: Option<()> = self.gap(there, what, place)?;
                        continue;
                    }
                    if let Some((after, _)) = self.call(there, function, &[value])? {
                        done = Some(self.join(done, after, None, place)?);
                    }
                }
            }
            match done {
                Some((after, _)) => path = after,
                None => return Ok(None),
            }
        }
        Ok(Some(path))
    }
}
