//! Assignment, compound assignment, increment and decrement.

use raceproof_ir::{BinaryOp, Bits, Kind, Operand, Reg, Span};

use super::FunctionLowering;
use super::convert::{constant, float_constant};
use super::place::{Addr, Place, PlaceHome};
use crate::hir::{self, Expr, ExprKind, TypeId};

/// What is wanted of `++` and `--`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stepped {
    /// The value before.
    Old,
    /// The value after.
    New,
    /// No value.
    Nothing,
}

impl<'a> FunctionLowering<'_, 'a> {
    /// `place = value`; gives the stored value if it is wanted and a scalar.
    pub(super) fn assign(&mut self, place: &'a Expr, value: &'a Expr, wanted: bool, span: Span) -> Operand {
        if self.layout.is_record(place.ty) {
            return self.assign_record(place, value, span);
        }
        let place = self.place(place);
        if let PlaceHome::Register(register) = place.home {
            self.value_into(value, register);
            return Operand::Reg(register);
        }
        let stored = self.value(value);
        let stored = self.coerce(stored, self.layout.scalar(place.ty), value.span);
        self.store(place, stored);
        match place.home {
            PlaceHome::Bits(_, bits) if wanted => self.truncate(stored, bits, place.ty, span),
            _ => stored,
        }
    }

    /// `place op= value`; gives the stored value if it is wanted.
    pub(super) fn assign_op(&mut self, e: &'a Expr, wanted: bool) -> Operand {
        let ExprKind::AssignOp {
            op,
            place: place_expr,
            value,
            computation,
        } = &e.kind
        else {
            return constant(Kind::I32, 0);
        };
        if self.layout.is_atomic(place_expr.ty) {
            return self.atomic_assign_op(*op, place_expr, value, *computation, wanted, e.span);
        }
        let place = self.place(place_expr);
        let register = register_of(place);
        if self.layout.kind(place.ty) == Some(Kind::Ptr) {
            let place = self.settle(place);
            let old = self.load(place, None);
            let subtract = *op == hir::BinaryOp::Sub;
            let addr = self.step(Addr::of(old), place.ty, value, (subtract, None));
            let new = self.materialise(addr, register, e.span);
            self.store(place, new);
            return new;
        }
        let b = self.operand_of(*op, value, *computation);
        let place = self.settle(place);
        let old = self.load(place, None);
        let new = self.combine(*op, old, b, place.ty, value, *computation, register, e.span);
        self.store(place, new);
        match place.home {
            PlaceHome::Bits(_, bits) if wanted => self.truncate(new, bits, place.ty, e.span),
            _ => new,
        }
    }

    /// The right operand of a compound assignment, in the type that the computation is done in.
    pub(super) fn operand_of(&mut self, op: hir::BinaryOp, value: &'a Expr, computation: TypeId) -> Operand {
        let b = self.value(value);
        match op {
            hir::BinaryOp::Shl | hir::BinaryOp::Shr => b,
            _ => self.convert_type(b, value.ty, computation, None, value.span),
        }
    }

    /// The new value of a compound assignment: `old` is converted, combined with `b`, and converted back.
    #[allow(clippy::too_many_arguments, reason = "a compound assignment has many parts")]
    pub(super) fn combine(
        &mut self,
        op: hir::BinaryOp,
        old: Operand,
        b: Operand,
        ty: TypeId,
        value: &'a Expr,
        computation: TypeId,
        dest: Option<Reg>,
        span: Span,
    ) -> Operand {
        let a = self.convert_type(old, ty, computation, None, span);
        let same = self.layout.kind(ty) == self.layout.kind(computation) && !self.layout.is_bool(ty);
        let new = self.arithmetic(op, computation, a, b, value.ty, dest.filter(|_| same), span);
        self.convert_type(new, computation, ty, dest, span)
    }

    /// `++` and `--`.
    pub(super) fn step_value(
        &mut self,
        place: &'a Expr,
        increment: bool,
        wanted: Stepped,
        span: Span,
    ) -> Operand {
        if self.layout.is_atomic(place.ty) {
            return self.atomic_step(place, increment, wanted, span);
        }
        let place = self.place(place);
        let place = self.settle(place);
        let register = register_of(place);
        let mut old = self.load(place, None);
        if let (Stepped::Old, Some(_)) = (wanted, register) {
            let kept = self.code.temporary(self.layout.scalar(place.ty));
            self.copy(kept, old, span);
            old = Operand::Reg(kept);
        }
        let from = register.map_or(old, Operand::Reg);
        let new = self.stepped(from, place.ty, increment, register, span);
        self.store(place, new);
        match (wanted, place.home) {
            (Stepped::Old, _) => old,
            (Stepped::New, PlaceHome::Bits(_, bits)) => self.truncate(new, bits, place.ty, span),
            (Stepped::New | Stepped::Nothing, _) => new,
        }
    }

    /// A value one up or down.
    pub(super) fn stepped(
        &mut self,
        old: Operand,
        ty: TypeId,
        increment: bool,
        dest: Option<Reg>,
        span: Span,
    ) -> Operand {
        let kind = self.layout.scalar(ty);
        if kind == Kind::Ptr {
            let sign = if increment { 1 } else { -1 };
            let addr = match self.layout.pointee(ty) {
                Some(element) if self.layout.is_variable(element) => {
                    let size = self.vla_size(element, span);
                    self.add_index(Addr::of(old), size, sign, span)
                }
                Some(element) => Addr::of(old).plus(sign * self.layout.size(element) as i64),
                None => Addr::of(old).plus(sign),
            };
            return self.materialise(addr, dest, span);
        }
        if self.layout.is_bool(ty) {
            let one = constant(kind, 1);
            return match increment {
                true => one,
                false => self.binary(BinaryOp::Xor, kind, old, one, dest, span),
            };
        }
        let (op, one) = if kind.is_float() {
            let op = if increment { BinaryOp::FAdd } else { BinaryOp::FSub };
            (op, float_constant(kind, 1.0))
        } else {
            // Types smaller than int are promoted, so they do not overflow but are cut off.
            let overflows = self.layout.is_signed(ty) && kind.bits() >= 32;
            let op = match (increment, overflows) {
                (true, true) => BinaryOp::AddSigned,
                (true, false) => BinaryOp::Add,
                (false, true) => BinaryOp::SubSigned,
                (false, false) => BinaryOp::Sub,
            };
            (op, constant(kind, 1))
        };
        self.binary(op, kind, old, one, dest, span)
    }

    /// The value that a bit-field has after storing `value`.
    fn truncate(&mut self, value: Operand, bits: Bits, ty: TypeId, span: Span) -> Operand {
        let kind = self.layout.scalar(ty);
        let width = u32::from(bits.width);
        if width >= kind.bits() || self.layout.is_bool(ty) {
            return value;
        }
        if bits.signed {
            let amount = constant(kind, (kind.bits() - width).into());
            let high = self.binary(BinaryOp::Shl, kind, value, amount, None, span);
            return self.binary(BinaryOp::ShrSigned, kind, high, amount, None, span);
        }
        let mask = constant(kind, (1i128 << width) - 1);
        self.binary(BinaryOp::And, kind, value, mask, None, span)
    }
}

fn register_of(place: Place) -> Option<Reg> {
    match place.home {
        PlaceHome::Register(register) => Some(register),
        _ => None,
    }
}
