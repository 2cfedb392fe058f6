//! Arguments and environment variables that may be anything: texts of free bytes.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Executor, Flow};
use crate::bounded::{Origin, Place};
use crate::limits;
use crate::path::{Local, Path};
use crate::term::Term;

impl Executor<'_, '_> {
    /// How many bytes of a text that may be anything are free.
    pub(super) fn free_bytes(&self) -> u32 {
        let bytes = limits::FREE_BYTES.count();
        match self.loops.unwind {
            0..=2 => bytes,
            _ => bytes.saturating_mul(2),
        }
    }

    /// A byte that can be typed, or a zero where the text ends; and whether it is not the end.
    fn free_byte(&mut self) -> (Term, Term) {
        let byte = self.terms.var(8);
        let (first, last) = (self.terms.number(0x21, 8), self.terms.number(0x7e, 8));
        let some = self.truth(byte);
        let none = self.terms.not(some);
        let (above, below) = (
            self.terms.less_equal(first, byte),
            self.terms.less_equal(byte, last),
        );
        let typed = self.terms.and(above, below);
        let fine = self.terms.or(none, typed);
        self.bounded.constraints.push(fine);
        (byte, some)
    }

    /// An object with a text of free bytes: the bytes without the zero at the end of all.
    pub(super) fn free_text(&mut self, memory: &mut BTreeMap<(u32, u32), Term>) -> (u32, Vec<Term>) {
        let count = self.free_bytes();
        let object = self.make(Origin::Given, count + 1, false);
        let width = self.terms.shape.split;
        let mut limit = self.terms.number(1, width);
        let mut bytes = Vec::new();
        let mut more = self.terms.bool(true);
        for i in 0..count {
            let (byte, some) = self.free_byte();
            more = self.terms.and(more, some);
            let end = self.terms.number(u128::from(i) + 2, width);
            limit = self.terms.ite(more, end, limit);
            memory.insert((object, i), byte);
            bytes.push(byte);
        }
        self.bounded.objects[object as usize].limit = Some(limit);
        (object, bytes)
    }

    /// The number of arguments and the array of them, which may be any.
    pub(super) fn free_arguments(&mut self, memory: &mut BTreeMap<(u32, u32), Term>) -> (Term, Term) {
        let most = limits::FREE_ARGUMENTS.count();
        let count = self.terms.var(32);
        let (one, last) = (
            self.terms.number(1, 32),
            self.terms.number(u128::from(most) + 1, 32),
        );
        let (above, below) = (
            self.terms.less_equal(one, count),
            self.terms.less_equal(count, last),
        );
        self.bounded.constraints.extend([above, below]);
        let length = self.terms.shape.bytes();
        let array = self.make(Origin::Given, (most + 2) * length, false);
        let name = self.config.args.first().cloned().unwrap_or_default();
        let program = self.make(Origin::Given, name.len() as u32 + 1, false);
        self.bounded.objects[program as usize].bytes = (0..).zip(name).collect();
        let mut addresses = vec![self.pointer(program, 0)];
        let mut texts = Vec::new();
        for i in 1..=most {
            let (object, bytes) = self.free_text(memory);
            texts.push(bytes);
            let index = self.terms.number(u128::from(i), 32);
            let given = self.terms.less(index, count);
            let (address, none) = (self.pointer(object, 0), self.terms.null());
            addresses.push(self.terms.ite(given, address, none));
        }
        for (at, address) in (0..).step_by(length as usize).zip(addresses) {
            for i in 0..length {
                let byte = self.terms.extract(address, 8 * i as u8, 8);
                memory.insert((array, at + i), byte);
            }
        }
        self.bounded.free.arguments = Some((count, texts));
        (count, self.pointer(array, 0))
    }

    /// `getenv` where the variables may be anything: nothing, or a text of free bytes.
    pub(super) fn free_variable(
        &mut self,
        mut local: Local,
        name: Term,
        place: Place,
    ) -> Flow<(Local, Term)> {
        let Some(name) = self.text(name) else {
            return self.gap(local.path, "a variable whose name is not constant", place);
        };
        if !local.path.alone {
            return self.gap(
                local.path,
                "a variable that is asked for beside other threads",
                place,
            );
        }
        if self.bounded.free.variables.contains_key(&name) {
            return self.gap(local.path, "a variable that is asked for again", place);
        }
        let memory: &mut Path = &mut local.path;
        let (object, bytes) = self.free_text(Rc::make_mut(&mut memory.memory));
        let present = self.terms.var(1);
        self.bounded.free.variables.insert(name, (present, bytes));
        let (address, none) = (self.pointer(object, 0), self.terms.null());
        let value = self.terms.ite(present, address, none);
        self.called(&local);
        Ok(Some((local, value)))
    }
}
