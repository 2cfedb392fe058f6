//! Instructions that make, read and write objects.

use crate::analyse::{Analysis, Here, UNKNOWN_SIZE};
use crate::object::Name;
use crate::offset::Offsets;
use crate::state::{State, ThreadNo};
use crate::value::{Origin, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::{Inst, Kind};
use rustc_hash::FxHashMap;

impl Analysis<'_> {
    /// What an instruction on memory does.
    ///
    /// Long because it has an arm for each of them.
    pub(super) fn access(&mut self, here: Here, inst: &Inst, state: &mut State) {
        let function = self.contexts.context(here.place.0).function;
        match inst {
            Inst::SlotAddr { dst, slot } => {
                let object = self.slot(here.place.0, *slot);
                let context = self.contexts.context(here.place.0);
                let recent = condition!(
                    "fresh-objects",
                    "variables of what is not recursive",
                    !context.recursive
                );
                self.set(state, *dst, Value::pointer(object, recent, 0));
            }
            Inst::SlotDead { slot } => {
                let object = self.slot(here.place.0, *slot);
                effect!(
                    "labels",
                    "end with the variable",
                    state.forget_labels(|label| label.is_of_instance(object))
                );
                effect!(
                    "local-constants",
                    "the variable dies",
                    state.forget_variable(object)
                );
                self.begin_again(here.thread, state, object);
            }
            Inst::ThreadLocalAddr { dst, global } => {
                // The first thread of a team is the one that makes the region and brings its own, and others
                // find what they left in another one.
                let is_own = condition!("thread-local", "no teams", !self.has_teams)
                    && condition!("thread-local", "no guests", !self.has_guests);
                let whose = match is_own {
                    true => here.thread,
                    false => ThreadNo(0),
                };
                let name = Name::ThreadLocal(whose, *global);
                let object = self
                    .memory
                    .named(self.program, name, self.program.global(*global).size);
                self.set(state, *dst, Value::pointer(object, false, 0));
            }
            Inst::Alloca { dst, size, .. } => {
                let size = self.operand(function, state, size);
                let value = self.allocate(here, state, &size);
                self.set(state, *dst, value);
            }
            Inst::Load { kind, dst, addr } => {
                let address = self.operand(function, state, addr);
                self.note_bound(here, &address, u64::from(kind.size(self.program.model)));
                let value = self.read(here, state, &address, *kind);
                self.set(state, *dst, value);
                if *kind == Kind::Ptr {
                    self.unpack(here, state, &address, *dst);
                }
            }
            Inst::Store { kind, addr, value } => {
                let address = self.operand(function, state, addr);
                let value = self.operand(function, state, value);
                self.write(here, state, &address, *kind, &value);
            }
            Inst::LoadBits {
                kind,
                dst,
                addr,
                bits,
            } => {
                let (start, length) = (i64::from(bits.location_start), u64::from(bits.location_length));
                let address = self.operand(function, state, addr).shift((0, 0), 1, start);
                self.touch(here, state, &address, length, false, false);
                let value = self.load(here.thread, state, &address, length, *kind);
                let value = value.mix(&Value::NONE, *kind);
                self.disclose(&value, state);
                self.set(state, *dst, value);
            }
            Inst::StoreBits {
                kind,
                addr,
                value,
                bits,
            } => {
                let (start, length) = (i64::from(bits.location_start), u64::from(bits.location_length));
                let address = self.operand(function, state, addr).shift((0, 0), 1, start);
                let value = self.operand(function, state, value).mix(&Value::NONE, *kind);
                self.disclose(&value, state);
                let value = Value {
                    low: i128::MIN,
                    high: i128::MAX,
                    ..value
                };
                self.touch(here, state, &address, length, true, false);
                self.store(state, &address, length, &value);
            }
            Inst::MemCopy { dst, src, size } => {
                let (dst, src) = (
                    self.operand(function, state, dst),
                    self.operand(function, state, src),
                );
                let size = self.operand(function, state, size);
                self.copy(here, state, &dst, &src, &size);
            }
            Inst::MemFill { dst, byte, size } => {
                let dst = self.operand(function, state, dst);
                let byte = self.operand(function, state, byte);
                let size = self.operand(function, state, size);
                self.fill(here, state, &dst, self.length(&size), &byte.repeated());
            }
            _ => unreachable!("an instruction of another family"),
        }
    }

    /// What a load finds.
    fn read(&mut self, here: Here, state: &mut State, address: &Value, kind: Kind) -> Value {
        let size = u64::from(kind.size(self.program.model));
        self.touch(here, state, address, size, false, false);
        let mut value = self.load(here.thread, state, address, size, kind);
        self.disclose_number(kind, &value, state);
        if !kind.is_float() {
            self.look(state, address, size, None, &mut value);
            value.own = self
                .read_label(state, address, size)
                .or_else(|| self.find(state, address, kind));
            if kind == Kind::Ptr && value.own.is_none() {
                value.own = self.content(address, &value);
            }
        }
        let told = match kind.is_int() {
            true => self.read_told(here.thread, state, address, size),
            false => None,
        };
        value.form = told.or_else(|| self.load_sum(here, address, kind, &value));
        if value.form.is_none() && kind == Kind::Ptr && self.follows_sums_in(here.place.0) {
            value.form = self.row(address, &value);
        }
        state.use_ticket(address);
        match self.read_local(state, address, size) {
            Some(constant) if kind.is_int() => constant,
            _ => value,
        }
    }

    /// A store: it may label what a thread is given, take a number from a counter, and be a step of a lock in
    /// a variable.
    fn write(&mut self, here: Here, state: &mut State, address: &Value, kind: Kind, value: &Value) {
        let size = u64::from(kind.size(self.program.model));
        self.at_hand.labelling = self.label(state, address, size, value);
        self.at_hand.taking = self.taking(state, address, kind, value);
        let found = match self.at_hand.taking {
            Some(_) => self.found(state, address, kind),
            None => Vec::new(),
        };
        match kind {
            Kind::Ptr => {
                self.memory.placed = self.placed_once(state, address, value);
                self.store_pointer(here, state, (address, value), |analysis, state| {
                    analysis.write_word(here, state, address, size, value, None);
                });
                self.memory.placed = None;
            }
            _ => self.write_word(here, state, address, size, value, None),
        }
        if self.at_hand.taking.take().is_some() {
            self.take_found(here, state, address, kind, &found);
        }
        state.use_ticket(address);
        state.guard.labels.extend(self.at_hand.labelling.take());
        if kind.is_int() {
            self.keep_local(state, address, size, value);
        }
    }

    /// `size` bytes, or up to the end of every object.
    pub(crate) fn length(&self, size: &Value) -> u64 {
        match size.indices() {
            Some((_, high)) if size.targets.is_empty() && high >= 0 => {
                u64::try_from(high).unwrap_or(u64::MAX).min(UNKNOWN_SIZE)
            }
            _ => UNKNOWN_SIZE,
        }
    }

    pub(crate) fn copy(&mut self, here: Here, state: &mut State, dst: &Value, src: &Value, size: &Value) {
        let length = self.length(size);
        self.touch(here, state, src, length, false, false);
        self.touch(here, state, dst, length, true, false);
        if dst.is_forged() || src.is_forged() {
            self.copy_anywhere(state, dst, src, length);
        }
        let (from, to) = (self.places(src), self.places(dst));
        for (from, _) in &from {
            self.note_reader(from.object);
        }
        // What goes to the same place is put together first: there may be many on either side.
        let mut carried: FxHashMap<Offsets, FxHashMap<(Offsets, u64), Value>> = FxHashMap::default();
        for (to, to_at) in to {
            self.record(state, to, to_at, length);
            self.memory.store(to.object, to_at, length, &Value::UNSET);
            let carried = carried.entry(to_at).or_insert_with(|| {
                let mut all: FxHashMap<(Offsets, u64), Value> = FxHashMap::default();
                for &(from, from_at) in &from {
                    for (at, piece, value) in self.memory.pieces(from.object, from_at, length) {
                        let moved = from_at.carry(to_at, length, at, piece);
                        let known = all.entry((moved, piece)).or_insert(Value::NONE);
                        *known = known.join(&value);
                    }
                }
                all
            });
            let size = self.memory.object(to.object).size;
            let mut carried: Vec<_> = carried.iter().collect();
            carried.sort_unstable_by_key(|(at, _)| **at);
            for ((moved, piece), value) in carried {
                if let Some(moved) = moved.inside(size) {
                    self.memory.store(to.object, moved, *piece, value);
                }
            }
        }
    }

    /// A copy from or to nobody knows where.
    fn copy_anywhere(&mut self, state: &mut State, dst: &Value, src: &Value, length: u64) {
        if src.is_forged() {
            let known = Value {
                origin: Origin::Plain,
                ..dst.clone()
            };
            self.store(state, &known, length, &Value::RESULT);
        }
        if dst.is_forged() {
            let mut all = Value::UNSET;
            for (from, at) in self.places(src) {
                for (_, _, value) in self.memory.pieces(from.object, at, length) {
                    all = all.join(&value);
                }
            }
            if src.is_forged() {
                all = all.join(&Value::RESULT);
            }
            self.publish(&all, state);
            self.store_anywhere(state, &all);
        }
    }

    /// Somebody sets up to `length` bytes; what they are says `value`.
    pub(crate) fn fill(&mut self, here: Here, state: &mut State, dst: &Value, length: u64, value: &Value) {
        self.touch(here, state, dst, length, true, false);
        // Zeros and the like are no blocks.
        self.at_hand.is_container = *value == Value::UNSET;
        for (to, at) in self.places(dst) {
            self.record(state, to, at, length);
            self.memory.store(to.object, at, length, value);
        }
        self.at_hand.is_container = false;
        if dst.is_forged() {
            self.store_anywhere(state, value);
        }
    }
}
