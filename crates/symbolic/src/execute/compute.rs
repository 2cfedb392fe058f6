//! Instructions that compute words from others.

use raceproof_ir::{Inst, Kind};

use super::{Executor, Flow};
use crate::bounded::{Place, Reason};
use crate::path::Local;
use crate::term::Shape;
use crate::translate;

impl Executor<'_, '_> {
    pub(super) fn compute(&mut self, mut local: Local, inst: &Inst, place: Place) -> Flow<Local> {
        match inst {
            Inst::Copy { dst, src } => {
                let value = operand!(self, local, place, *src);
                self.set(&mut local, *dst, value);
            }
            Inst::Unary { op, kind, dst, a } => {
                let a = operand!(self, local, place, *a);
                let value = translate::unary(self.terms, *op, *kind, a);
                self.set(&mut local, *dst, value);
            }
            Inst::Binary { op, kind, dst, a, b } => {
                let (a, b) = (operand!(self, local, place, *a), operand!(self, local, place, *b));
                let computed = translate::binary(self.terms, *op, *kind, a, b);
                let wrong = self.terms.not(computed.defined);
                self.stop(&mut local.path, wrong, Reason::Fault, place);
                self.set(&mut local, *dst, computed.value);
            }
            Inst::Compare { op, kind, dst, a, b } => {
                let (a, b) = (operand!(self, local, place, *a), operand!(self, local, place, *b));
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
                let src = operand!(self, local, place, *src);
                let is_large = self.terms.shape == Shape::default() && *from == Kind::I64;
                if is_large && to.is_float() && self.numbers_addresses {
                    // The upper half is zero of small numbers, all ones of small negative ones, and else it
                    // may be that of an address. Like all that should not be it is only asked whether it is.
                    let high = self.terms.extract(src, 32, 32);
                    let (zeros, ones) = (self.terms.number(0, 32), self.terms.number(u128::MAX, 32));
                    let (plus, minus) = (self.terms.eq(high, zeros), self.terms.eq(high, ones));
                    let is_small = self.terms.or(plus, minus);
                    let may_be_address = self.terms.not(is_small);
                    let what = Reason::Gap("an address that becomes a floating-point number".into());
                    self.stop(&mut local.path.clone(), may_be_address, what, place);
                }
                let value = translate::convert(self.terms, *op, *from, *to, src);
                let value = understood!(self, local, place, value, "such a conversion");
                self.set(&mut local, *dst, value);
            }
            Inst::Offset {
                dst,
                base,
                index,
                scale,
                disp,
                within: _,
            } => {
                let (base, index) = (
                    operand!(self, local, place, *base),
                    operand!(self, local, place, *index),
                );
                let far = self.terms.moves_too_far(base, index, *scale, *disp);
                let scale = self.terms.number(*scale as u128, 64);
                let product = self.terms.mul(index, scale);
                let disp = self.terms.number(*disp as u128, 64);
                let delta = self.terms.add(product, disp);
                let what = Reason::Gap("a pointer far outside of its object".into());
                // With eight bytes it is only asked whether it happens: as a part of every path it would slow
                // the solver down.
                match self.terms.shape == Shape::default() {
                    true => self.stop(&mut local.path.clone(), far, what, place),
                    false => self.stop(&mut local.path, far, what, place),
                }
                let value = self.terms.moved(base, delta);
                self.set(&mut local, *dst, value);
            }
            _ => unreachable!("an instruction of another family"),
        }
        Ok(Some(local))
    }
}
