//! Instructions that make, read and write objects, but for atomic ones.

use std::rc::Rc;

use raceproof_ir::{Bits, Function, GlobalId, Inst, Kind, Reg, SlotId};

use super::block::Source;
use super::{Abort, Executor, Flow};
use crate::bounded::{Motion, Origin, Place};
use crate::path::{Local, Path};
use crate::term::Term;

impl Executor<'_, '_> {
    pub(super) fn access(
        &mut self,
        mut local: Local,
        function: &Function,
        inst: &Inst,
        place: Place,
    ) -> Flow<Local> {
        match inst {
            Inst::SlotAddr { dst, slot } => {
                let value = self.slot(&mut local, function, *slot, place);
                self.set(&mut local, *dst, value);
            }
            Inst::SlotDead { slot } => {
                let pointer = local.slots[slot.0 as usize];
                self.bury(&mut local.path, pointer, place)?;
                let none = self.terms.null();
                Rc::make_mut(&mut local.slots)[slot.0 as usize] = none;
            }
            Inst::ThreadLocalAddr { dst, global } => {
                return self.thread_local_address(local, *dst, *global, place);
            }
            Inst::Alloca { dst, size, .. } => {
                let size = operand!(self, local, place, *size);
                let object = understood!(
                    self,
                    local,
                    place,
                    self.allocate(&mut local.path, size, false, place),
                    "an array of that size"
                );
                let value = self.pointer(object, 0);
                self.set(&mut local, *dst, value);
            }
            Inst::AllocaFree { addr } => {
                let address = operand!(self, local, place, *addr);
                self.bury(&mut local.path, address, place)?;
            }
            Inst::Load { kind, dst, addr } => {
                let address = operand!(self, local, place, *addr);
                let value = self.load(
                    &mut local.path,
                    address,
                    u32::from(self.terms.shape.of_kind(*kind)) / 8,
                    (0, 0),
                    place,
                )?;
                self.set(&mut local, *dst, value);
            }
            Inst::Store { addr, value, .. } => {
                let (address, value) = (
                    operand!(self, local, place, *addr),
                    operand!(self, local, place, *value),
                );
                self.store(&mut local.path, address, value, place)?;
            }
            Inst::LoadBits {
                kind,
                dst,
                addr,
                bits,
            } => {
                let address = operand!(self, local, place, *addr);
                let value = self.load_bits(&mut local.path, *kind, address, bits, place)?;
                self.set(&mut local, *dst, value);
            }
            Inst::StoreBits {
                addr, value, bits, ..
            } => {
                let (address, value) = (
                    operand!(self, local, place, *addr),
                    operand!(self, local, place, *value),
                );
                self.store_bits(&mut local.path, address, value, bits, place)?;
            }
            Inst::MemCopy { dst, src, size } => {
                let (to, from, size) = (
                    operand!(self, local, place, *dst),
                    operand!(self, local, place, *src),
                    operand!(self, local, place, *size),
                );
                return self.move_block(local, to, Source::From(from), size, place);
            }
            Inst::MemFill { dst, byte, size } => {
                let (to, byte, size) = (
                    operand!(self, local, place, *dst),
                    operand!(self, local, place, *byte),
                    operand!(self, local, place, *size),
                );
                let byte = self.terms.extract(byte, 0, 8);
                return self.move_block(local, to, Source::Byte(byte), size, place);
            }
            _ => unreachable!("an instruction of another family"),
        }
        Ok(Some(local))
    }

    /// The address of this thread's copy of a thread-local variable.
    fn thread_local_address(
        &mut self,
        mut local: Local,
        dst: Reg,
        global: GlobalId,
        place: Place,
    ) -> Flow<Local> {
        if self.borrows(Some(self.program.global(global))) {
            return self.gap(local.path, "a variable of the thread that runs a task", place);
        }
        let size = self.bounded.objects[global.0 as usize + 1].size;
        let object = self.thread_local(global.0, size);
        let value = self.pointer(object, 0);
        self.set(&mut local, dst, value);
        Ok(Some(local))
    }

    /// The address of a local variable, which is made the first time.
    fn slot(&mut self, local: &mut Local, function: &Function, slot: SlotId, place: Place) -> Term {
        let at = slot.0 as usize;
        let old = local.slots[at];
        let none = self.terms.null();
        let missing = self.terms.eq(old, none);
        if self.terms.is_false(missing) {
            return old;
        }
        let size = u32::try_from(function.slots[at].size).unwrap_or(u32::MAX - 1);
        let object = self.make(Origin::Slot(place.function, slot.0), size, false);
        let fresh = self.pointer(object, 0);
        let value = self.terms.ite(missing, fresh, old);
        Rc::make_mut(&mut local.slots)[at] = value;
        value
    }

    /// Copies or fills bytes, as many as a word says.
    fn move_block(
        &mut self,
        mut local: Local,
        to: Term,
        source: Source,
        size: Term,
        place: Place,
    ) -> Flow<Local> {
        let Some(size) = self.terms.constant(size) else {
            self.move_some(&mut local.path, to, source, size, place)?;
            return Ok(Some(local));
        };
        if size == 0 {
            return Ok(Some(local));
        }
        let (path, motion) = (&mut local.path, Motion::Access);
        match source {
            Source::From(from) => understood!(
                self,
                local,
                place,
                self.copy(path, to, from, size, motion, place)?,
                "a copy of many bytes"
            ),
            Source::Byte(byte) => understood!(
                self,
                local,
                place,
                self.fill(path, to, byte, size, motion, place)?,
                "a fill of many bytes"
            ),
        };
        Ok(Some(local))
    }

    /// Reads a bit-field.
    fn load_bits(
        &mut self,
        path: &mut Path,
        kind: Kind,
        address: Term,
        bits: &Bits,
        place: Place,
    ) -> Result<Term, Abort> {
        let length = (u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8);
        let location = (bits.location_start, bits.location_length);
        let raw = self.load(path, address, length, location, place)?;
        let field = self.terms.extract(raw, bits.shift, bits.width);
        let wanted = self.terms.shape.of_kind(kind);
        let value = match bits.signed {
            true => self.terms.sext(field, wanted.max(bits.width)),
            false => self.terms.zext(field, wanted.max(bits.width)),
        };
        Ok(self.terms.extract(value, 0, wanted))
    }

    /// Writes a bit-field and leaves the other bits of its bytes as they are.
    fn store_bits(
        &mut self,
        path: &mut Path,
        address: Term,
        value: Term,
        bits: &Bits,
        place: Place,
    ) -> Result<(), Abort> {
        let length = (u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8);
        self.bounds(path, address, length, true, place);
        let mut draft = self.begin(path, &[address], true, place)?;
        let old = self.read(&mut draft, path, address, length)?;
        let total = 8 * length as u8;
        let mask = (u128::MAX >> (128 - u32::from(bits.width))) << bits.shift;
        let (field, others) = (self.terms.number(mask, total), self.terms.number(!mask, total));
        let value = match self.terms.width(value) < total {
            true => self.terms.zext(value, total),
            false => self.terms.extract(value, 0, total),
        };
        // Not by `shl`, whose amounts are those of kinds.
        let value = match bits.shift {
            0 => value,
            shift => {
                let low = self.terms.number(0, shift);
                let rest = self.terms.extract(value, 0, total - shift);
                self.terms.concat(rest, low)
            }
        };
        let (new, kept) = (self.terms.and(value, field), self.terms.and(old, others));
        let word = self.terms.or(new, kept);
        let always = self.terms.bool(true);
        self.write(&mut draft, address, word, always);
        let start = self.terms.number(bits.location_start as u128, 64);
        let first = self.terms.moved(address, start);
        self.touch(&mut draft, first, bits.location_length, always, false);
        self.finish(draft, path, Motion::Access)
    }
}
