//! What each instruction does to a path.

use std::rc::Rc;

use raceproof_ir::{Callee, Function, Inst, Operand, Reg};

use super::block::Source;
use super::{Executor, Flow};
use crate::bounded::{Motion, Origin, Place, Reason, Step};
use crate::path::Local;
use crate::term::{Shape, Term};
use crate::translate;

impl Executor<'_, '_> {
    #[allow(clippy::too_many_lines, reason = "one arm for each instruction")]
    pub(super) fn instruction(
        &mut self,
        mut local: Local,
        function: &Function,
        inst: &Inst,
        place: Place,
    ) -> Flow<Local> {
        macro_rules! operand {
            ($operand:expr) => {
                match self.operand(&local, $operand) {
                    Some(term) => term,
                    None => return self.gap(local.path, "the address of a label", place),
                }
            };
        }
        macro_rules! understood {
            ($value:expr, $what:expr) => {
                match $value {
                    Some(value) => value,
                    None => return self.gap(local.path, $what, place),
                }
            };
        }
        match inst {
            Inst::Copy { dst, src } => {
                let value = operand!(*src);
                self.set(&mut local, *dst, value);
            }
            Inst::Unary { op, kind, dst, a } => {
                let a = operand!(*a);
                let value = translate::unary(self.terms, *op, *kind, a);
                self.set(&mut local, *dst, value);
            }
            Inst::Binary { op, kind, dst, a, b } => {
                let (a, b) = (operand!(*a), operand!(*b));
                let computed = translate::binary(self.terms, *op, *kind, a, b);
                let wrong = self.terms.not(computed.defined);
                self.stop(&mut local.path, wrong, Reason::Undefined, place);
                self.set(&mut local, *dst, computed.value);
            }
            Inst::Compare { op, kind, dst, a, b } => {
                let (a, b) = (operand!(*a), operand!(*b));
                let bit = translate::compare(self.terms, *op, *kind, a, b);
                let value = self.terms.zext(bit, 32);
                self.set(&mut local, *dst, value);
            }
            Inst::Convert {
                op,
                from,
                to,
                dst,
                src,
            } => {
                let src = operand!(*src);
                let value = translate::convert(self.terms, *op, *from, *to, src);
                let value = understood!(value, "such a conversion");
                self.set(&mut local, *dst, value);
            }
            Inst::Offset {
                dst,
                base,
                index,
                scale,
                disp,
            } => {
                let (base, index) = (operand!(*base), operand!(*index));
                let far = self.terms.moves_too_far(base, index, *scale, *disp);
                let scale = self.terms.number(*scale as u128, 64);
                let product = self.terms.mul(index, scale);
                let disp = self.terms.number(*disp as u128, 64);
                let delta = self.terms.add(product, disp);
                let what = Reason::Gap("a pointer far outside of its object".into());
                // With eight bytes it is only asked whether it happens: as a part of every path it would slow the solver down.
                match self.terms.shape == Shape::default() {
                    true => self.stop(&mut local.path.clone(), far, what, place),
                    false => self.stop(&mut local.path, far, what, place),
                }
                let value = self.terms.moved(base, delta);
                self.set(&mut local, *dst, value);
            }
            Inst::SlotAddr { dst, slot } => {
                let at = slot.0 as usize;
                let old = local.slots[at];
                let none = self.terms.null();
                let missing = self.terms.eq(old, none);
                let mut value = old;
                if !self.terms.is_false(missing) {
                    let size = u32::try_from(function.slots[at].size).unwrap_or(u32::MAX - 1);
                    let object = self.make(Origin::Slot(place.function, slot.0), size, false);
                    let fresh = self.pointer(object, 0);
                    value = self.terms.ite(missing, fresh, old);
                    Rc::make_mut(&mut local.slots)[at] = value;
                }
                self.set(&mut local, *dst, value);
            }
            Inst::SlotDead { slot } => {
                let pointer = local.slots[slot.0 as usize];
                self.bury(&mut local.path, pointer, place)?;
                let none = self.terms.null();
                Rc::make_mut(&mut local.slots)[slot.0 as usize] = none;
            }
            Inst::ThreadLocalAddr { dst, global } => {
                let size = self.bounded.objects[global.0 as usize + 1].size;
                let object = self.thread_local(global.0, size);
                let value = self.pointer(object, 0);
                self.set(&mut local, *dst, value);
            }
            Inst::Alloca { dst, size, .. } => {
                let size = operand!(*size);
                let object = understood!(
                    self.allocate(&mut local.path, size, false, place),
                    "an array of that size"
                );
                let value = self.pointer(object, 0);
                self.set(&mut local, *dst, value);
            }
            Inst::AllocaFree { addr } => {
                let address = operand!(*addr);
                self.bury(&mut local.path, address, place)?;
            }
            Inst::Load { kind, dst, addr } => {
                let address = operand!(*addr);
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
                let (address, value) = (operand!(*addr), operand!(*value));
                self.store(&mut local.path, address, value, place)?;
            }
            Inst::LoadBits {
                kind,
                dst,
                addr,
                bits,
            } => {
                let address = operand!(*addr);
                let length = (u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8);
                let location = (bits.location_start, bits.location_length);
                let raw = self.load(&mut local.path, address, length, location, place)?;
                let field = self.terms.extract(raw, bits.shift, bits.width);
                let wanted = self.terms.shape.of_kind(*kind);
                let value = match bits.signed {
                    true => self.terms.sext(field, wanted.max(bits.width)),
                    false => self.terms.zext(field, wanted.max(bits.width)),
                };
                let value = self.terms.extract(value, 0, wanted);
                self.set(&mut local, *dst, value);
            }
            Inst::StoreBits {
                addr, value, bits, ..
            } => {
                let (address, value) = (operand!(*addr), operand!(*value));
                let length = (u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8);
                let path = &mut local.path;
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
                self.finish(draft, path, Motion::Access)?;
            }
            Inst::MemCopy { dst, src, size } => {
                let (to, from, size) = (operand!(*dst), operand!(*src), operand!(*size));
                let Some(size) = self.terms.constant(size) else {
                    self.move_some(&mut local.path, to, Source::From(from), size, place)?;
                    return Ok(Some(local));
                };
                if size > 0 {
                    understood!(
                        self.copy(&mut local.path, to, from, size, Motion::Access, place)?,
                        "a copy of many bytes"
                    );
                }
            }
            Inst::MemFill { dst, byte, size } => {
                let (to, byte, size) = (operand!(*dst), operand!(*byte), operand!(*size));
                let byte = self.terms.extract(byte, 0, 8);
                let Some(size) = self.terms.constant(size) else {
                    self.move_some(&mut local.path, to, Source::Byte(byte), size, place)?;
                    return Ok(Some(local));
                };
                if size > 0 {
                    understood!(
                        self.fill(&mut local.path, to, byte, size, Motion::Access, place)?,
                        "a fill of many bytes"
                    );
                }
            }
            Inst::AtomicLoad { .. }
            | Inst::AtomicStore { .. }
            | Inst::AtomicRmw { .. }
            | Inst::AtomicCas { .. }
            | Inst::Fence { .. } => return self.atomic(local, inst, place),
            Inst::Sync { op, dst, args } => {
                let mut words = Vec::new();
                for arg in args {
                    words.push(operand!(*arg));
                }
                return self.sync(local, *op, *dst, &words, place);
            }
            Inst::Call { dst, callee, args } => {
                let mut words = Vec::new();
                for arg in args {
                    words.push(operand!(*arg));
                }
                let id = match callee {
                    Callee::Function(id) => *id,
                    Callee::Pointer(pointer) => {
                        let pointer = operand!(*pointer);
                        let list = self.functions(&mut local.path, pointer, args.len(), place);
                        if self.terms.is_false(local.path.guard) {
                            return Ok(None);
                        }
                        match list[..] {
                            [] => return Ok(None),
                            [(id, _)] => id,
                            _ => return self.call_one_of(local, &list, *dst, &words, place),
                        }
                    }
                };
                if self.program.function(id).blocks.is_empty() {
                    return self.library(local, id, *dst, &words, place);
                }
                let Some((path, value)) = self.call(local.path.clone(), id, &words)? else {
                    return Ok(None);
                };
                local.path = path;
                if let (Some(dst), Some(value)) = (dst, value) {
                    self.set(&mut local, *dst, value);
                }
            }
            Inst::Nondet {
                kind,
                dst,
                signed,
                low,
                high,
                ..
            } => {
                let bits = self.terms.shape.of_kind(*kind);
                if bits > 64 {
                    return self.gap(local.path, "a choice of 128 bits", place);
                }
                let value = self.terms.var(bits);
                let (first, last) = (
                    self.terms.number(*low as u128, bits),
                    self.terms.number(*high as u128, bits),
                );
                let (above, below) = match signed {
                    true => (
                        self.terms.less_equal_signed(first, value),
                        self.terms.less_equal_signed(value, last),
                    ),
                    false => (
                        self.terms.less_equal(first, value),
                        self.terms.less_equal(value, last),
                    ),
                };
                self.bounded.constraints.extend([above, below]);
                let number = match signed {
                    true => self.terms.sext(value, 64),
                    false => self.terms.zext(value, 64),
                };
                let guard = local.path.guard;
                self.thread().steps.push(Step {
                    guard,
                    motion: Motion::Take(number),
                    statement: None,
                });
                self.set(&mut local, *dst, value);
            }
            Inst::Assume { cond } => {
                let cond = operand!(*cond);
                let holds = self.truth(cond);
                local.path.guard = self.terms.and(local.path.guard, holds);
            }
            Inst::Assert { cond, .. } => {
                let cond = operand!(*cond);
                let holds = self.truth(cond);
                let fails = self.terms.not(holds);
                self.stop(&mut local.path, fails, Reason::Fault, place);
            }
            Inst::SetJump { .. } | Inst::LongJump { .. } => return self.gap(local.path, "setjmp", place),
            Inst::Gap { what } => return self.gap(local.path, what.clone(), place),
        }
        Ok(Some(local))
    }

    /// Whether a word is not zero.
    pub fn truth(&mut self, word: Term) -> Term {
        let zero = self.terms.number(0, self.terms.width(word));
        self.terms.ne(word, zero)
    }

    /// The value of an operand; none for the address of a label.
    pub fn operand(&mut self, local: &Local, operand: Operand) -> Option<Term> {
        Some(match operand {
            Operand::Reg(Reg(r)) => local.registers[r as usize],
            Operand::Const(kind, value) => self.terms.number(value, self.terms.shape.of_kind(kind)),
            Operand::Address(address) => {
                let value = self.address(address)?;
                self.terms.number(u128::from(value), self.terms.shape.width)
            }
        })
    }

    pub fn set(&mut self, local: &mut Local, register: Reg, value: Term) {
        Rc::make_mut(&mut local.registers)[register.0 as usize] = value;
    }
}
