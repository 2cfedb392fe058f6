//! Atomic accesses: `_Atomic` objects and gcc's builtins.
//!
//! A compound assignment that has no read-modify-write instruction is a loop of compare-and-swap.

use raceproof_ir::{BinaryOp, Inst, Kind, Operand, Order, Reg, RmwOp, Span, UnaryOp};

use super::FunctionLowering;
use super::assign::Stepped;
use super::convert::{Numeric, constant, float_constant};
use super::place::Addr;
use crate::hir::{self, Expr, ExprKind, TypeId};

impl<'a> FunctionLowering<'_, 'a> {
    /// `place op= value` on an atomic place; gives the new value.
    pub(super) fn atomic_assign_op(
        &mut self,
        op: hir::BinaryOp,
        place: &'a Expr,
        value: &'a Expr,
        computation: TypeId,
        wanted: bool,
        span: Span,
    ) -> Operand {
        let addr = self.address(place);
        let addr = self.materialise(addr, None, place.span);
        let ty = place.ty;
        let kind = self.layout.scalar(ty);
        if kind == Kind::Ptr {
            let index = self.value(value);
            let from = self.numeric(value.ty);
            let index = self.convert(index, from, Numeric::signed(Kind::I64), None, value.span);
            let size = match self.layout.pointee(ty) {
                Some(element) => self.vla_size(element, span),
                None => constant(Kind::I64, 1),
            };
            let bytes = self.binary(BinaryOp::Mul, Kind::I64, index, size, None, span);
            let sign = if op == hir::BinaryOp::Sub { -1 } else { 1 };
            return self.move_pointer(addr, bytes, sign, self.order, place.span).1;
        }
        let b = self.operand_of(op, value, computation);
        let numeric = self.numeric(computation);
        let rmw = match op {
            _ if self.layout.is_bool(ty) => None,
            hir::BinaryOp::Add if numeric.kind.is_int() => Some((RmwOp::Add, BinaryOp::Add)),
            hir::BinaryOp::Sub if numeric.kind.is_int() => Some((RmwOp::Sub, BinaryOp::Sub)),
            hir::BinaryOp::Mul if numeric.kind.is_int() => Some((RmwOp::Mul, BinaryOp::Mul)),
            hir::BinaryOp::Add => Some((RmwOp::FAdd, BinaryOp::FAdd)),
            hir::BinaryOp::Sub => Some((RmwOp::FSub, BinaryOp::FSub)),
            hir::BinaryOp::Mul => Some((RmwOp::FMul, BinaryOp::FMul)),
            hir::BinaryOp::Div if numeric.kind.is_float() => Some((RmwOp::FDiv, BinaryOp::FDiv)),
            hir::BinaryOp::And => Some((RmwOp::And, BinaryOp::And)),
            hir::BinaryOp::Or => Some((RmwOp::Or, BinaryOp::Or)),
            hir::BinaryOp::Xor => Some((RmwOp::Xor, BinaryOp::Xor)),
            _ => None,
        };
        // Integers may be computed in a wider type, because the result is cut off; floats may not.
        let exact = numeric.kind == kind || (numeric.kind.is_int() && kind.is_int());
        if let (Some((op, again)), true) = (rmw, exact) {
            let b = self.coerce(b, kind, value.span);
            let old = self.rmw(op, kind, addr, b, self.order, place.span);
            return match wanted {
                true => self.binary(again, kind, old, b, None, span),
                false => old,
            };
        }
        let order = self.order;
        let change =
            |lowering: &mut Self, old| lowering.combine(op, old, b, ty, value, computation, None, span);
        self.retry(kind, addr, order, place.span, change).1
    }

    /// Changes `*addr` by a loop of compare-and-swap; gives the old and the new value.
    fn retry(
        &mut self,
        kind: Kind,
        addr: Operand,
        success: Order,
        span: Span,
        change: impl FnOnce(&mut Self, Operand) -> Operand,
    ) -> (Operand, Operand) {
        let order = load_order(success);
        let old = self.code.temporary(kind);
        let inst = Inst::AtomicLoad {
            kind,
            dst: old,
            addr,
            order,
        };
        self.emit(inst, span);
        let (again, end) = (self.code.new_block(), self.code.new_block());
        self.code.start(again);
        let expected = Operand::Reg(old);
        let desired = change(self, expected);
        let ok = self.code.temporary(Kind::I32);
        let inst = Inst::AtomicCas {
            kind,
            dst: old,
            ok,
            addr,
            expected,
            desired,
            weak: false,
            success,
            failure: order,
        };
        self.emit(inst, span);
        self.code.branch(Operand::Reg(ok), end, again, span);
        self.code.start(end);
        (expected, desired)
    }

    /// Moves an atomic pointer by `bytes * sign`; gives the old and the new value.
    fn move_pointer(
        &mut self,
        addr: Operand,
        bytes: Operand,
        sign: i64,
        order: Order,
        span: Span,
    ) -> (Operand, Operand) {
        self.retry(Kind::Ptr, addr, order, span, |lowering, old| {
            let addr = lowering.add_index(Addr::of(old), bytes, sign, span);
            lowering.materialise(addr, None, span)
        })
    }

    /// `++` and `--` on an atomic place.
    pub(super) fn atomic_step(
        &mut self,
        place: &'a Expr,
        increment: bool,
        wanted: Stepped,
        span: Span,
    ) -> Operand {
        let addr = self.address(place);
        let addr = self.materialise(addr, None, place.span);
        let kind = self.layout.scalar(place.ty);
        if kind == Kind::Ptr {
            let size = match self.layout.pointee(place.ty) {
                Some(element) => self.vla_size(element, span),
                None => constant(Kind::I64, 1),
            };
            let sign = if increment { 1 } else { -1 };
            let (old, new) = self.move_pointer(addr, size, sign, self.order, place.span);
            return if wanted == Stepped::Old { old } else { new };
        }
        let (op, value) = if self.layout.is_bool(place.ty) {
            let op = if increment { RmwOp::Exchange } else { RmwOp::Xor };
            (op, constant(kind, 1))
        } else if kind.is_float() {
            let op = if increment { RmwOp::FAdd } else { RmwOp::FSub };
            (op, float_constant(kind, 1.0))
        } else {
            let op = if increment { RmwOp::Add } else { RmwOp::Sub };
            (op, constant(kind, 1))
        };
        let old = self.rmw(op, kind, addr, value, self.order, place.span);
        match wanted {
            Stepped::New => self.stepped(old, place.ty, increment, None, span),
            Stepped::Old | Stepped::Nothing => old,
        }
    }

    /// A read-modify-write; gives the old value.
    fn rmw(
        &mut self,
        op: RmwOp,
        kind: Kind,
        addr: Operand,
        value: Operand,
        order: Order,
        span: Span,
    ) -> Operand {
        let dst = self.code.temporary(kind);
        self.emit(
            Inst::AtomicRmw {
                op,
                kind,
                dst,
                addr,
                value,
                order,
            },
            span,
        );
        Operand::Reg(dst)
    }

    /// What stands for the value of an operation that is a gap, or has none.
    fn no_value(&self, ty: TypeId) -> Operand {
        match self.layout.is_record(ty) {
            true => Operand::Const(Kind::Ptr, 0),
            false => Operand::Const(self.layout.kind(ty).unwrap_or(Kind::I32), 0),
        }
    }

    /// The builtins.
    pub(super) fn atomic_builtin(&mut self, e: &'a Expr, dest: Option<Reg>) -> Operand {
        let nothing = self.no_value(e.ty);
        match &e.kind {
            ExprKind::Fence(order) => {
                self.emit(Inst::Fence { order: *order }, e.span);
                nothing
            }
            ExprKind::AtomicLoad { pointer, order } => {
                let addr = self.value(pointer);
                let Some((kind, _)) = self.atomic_kind(pointer, e.ty) else {
                    return nothing;
                };
                let dst = self.target(dest, kind);
                let inst = Inst::AtomicLoad {
                    kind,
                    dst,
                    addr,
                    order: load_order(*order),
                };
                self.emit(inst, place_span(pointer));
                Operand::Reg(dst)
            }
            ExprKind::AtomicStore {
                pointer,
                value,
                order,
            } => {
                let addr = self.value(pointer);
                let Some((kind, _)) = self.atomic_kind(pointer, value.ty) else {
                    return nothing;
                };
                let value = self.atomic_operand(value, kind);
                let inst = Inst::AtomicStore {
                    kind,
                    addr,
                    value,
                    order: store_order(*order),
                };
                self.emit(inst, place_span(pointer));
                nothing
            }
            ExprKind::AtomicRmw { .. } => self.atomic_rmw(e),
            ExprKind::AtomicCompareExchange { .. } => self.compare_exchange(e, dest),
            ExprKind::AtomicCompareSwap {
                pointer,
                expected,
                desired,
                gives_bool,
            } => {
                let addr = self.value(pointer);
                let Some((kind, _)) = self.atomic_kind(pointer, expected.ty) else {
                    return nothing;
                };
                let expected = self.atomic_operand(expected, kind);
                let desired = self.atomic_operand(desired, kind);
                let (dst, ok) = (self.code.temporary(kind), self.code.temporary(Kind::I32));
                let inst = Inst::AtomicCas {
                    kind,
                    dst,
                    ok,
                    addr,
                    expected,
                    desired,
                    weak: false,
                    success: Order::SeqCst,
                    failure: Order::SeqCst,
                };
                self.emit(inst, place_span(pointer));
                match gives_bool {
                    true => self.flag(ok, e, dest),
                    false => self.coerce(Operand::Reg(dst), self.layout.scalar(e.ty), e.span),
                }
            }
            _ => nothing,
        }
    }

    fn atomic_rmw(&mut self, e: &'a Expr) -> Operand {
        let nothing = self.no_value(e.ty);
        let ExprKind::AtomicRmw {
            op,
            pointer,
            value,
            order,
            new_value,
        } = &e.kind
        else {
            return nothing;
        };
        let addr = self.value(pointer);
        let Some((kind, is_record)) = self.atomic_kind(pointer, e.ty) else {
            return nothing;
        };
        // Pointers move by bytes.
        if let (Kind::Ptr, RmwOp::Add | RmwOp::Sub) = (kind, op) {
            let bytes = self.value(value);
            let from = self.numeric(value.ty);
            let bytes = self.convert(bytes, from, Numeric::signed(Kind::I64), None, value.span);
            let sign = if *op == RmwOp::Add { 1 } else { -1 };
            let (old, new) = self.move_pointer(addr, bytes, sign, *order, place_span(pointer));
            return if *new_value { new } else { old };
        }
        if kind == Kind::Ptr && *op != RmwOp::Exchange {
            self.gap("an atomic bitwise operation on a pointer", e.span);
            return Operand::Const(kind, 0);
        }
        let value = self.atomic_operand(value, kind);
        let old = self.rmw(*op, kind, addr, value, *order, place_span(pointer));
        if is_record {
            let place = self.temporary_record(e.ty, e.span);
            self.emit(
                Inst::Store {
                    kind,
                    addr: place,
                    value: old,
                },
                e.span,
            );
            return place;
        }
        if !*new_value {
            return self.coerce(old, self.layout.scalar(e.ty), e.span);
        }
        let again = match op {
            RmwOp::Exchange => return value,
            RmwOp::Add => BinaryOp::Add,
            RmwOp::Sub => BinaryOp::Sub,
            RmwOp::And | RmwOp::Nand => BinaryOp::And,
            RmwOp::Or => BinaryOp::Or,
            RmwOp::Xor => BinaryOp::Xor,
            RmwOp::Mul => BinaryOp::Mul,
            RmwOp::FAdd => BinaryOp::FAdd,
            RmwOp::FSub => BinaryOp::FSub,
            RmwOp::FMul => BinaryOp::FMul,
            RmwOp::FDiv => BinaryOp::FDiv,
            RmwOp::MinSigned | RmwOp::MaxSigned | RmwOp::MinUnsigned | RmwOp::MaxUnsigned => {
                self.gap("the new value of an atomic minimum or maximum", e.span);
                return old;
            }
        };
        let mut new = self.binary(again, kind, old, value, None, e.span);
        if *op == RmwOp::Nand {
            let dst = self.code.temporary(kind);
            let inst = Inst::Unary {
                op: UnaryOp::Not,
                kind,
                dst,
                a: new,
            };
            self.emit(inst, e.span);
            new = Operand::Reg(dst);
        }
        self.coerce(new, self.layout.scalar(e.ty), e.span)
    }

    fn compare_exchange(&mut self, e: &'a Expr, dest: Option<Reg>) -> Operand {
        let nothing = self.no_value(e.ty);
        let ExprKind::AtomicCompareExchange {
            pointer,
            expected,
            desired,
            weak,
            success,
            failure,
        } = &e.kind
        else {
            return nothing;
        };
        let addr = self.value(pointer);
        let Some((kind, _)) = self.atomic_kind(pointer, desired.ty) else {
            return nothing;
        };
        let expected_at = self.value(expected);
        let desired = self.atomic_operand(desired, kind);
        let found = self.code.temporary(kind);
        let ok = self.code.temporary(Kind::I32);
        let (span, expected_span) = (place_span(pointer), place_span(expected));
        self.emit(
            Inst::Load {
                kind,
                dst: found,
                addr: expected_at,
            },
            expected_span,
        );
        self.emit(
            Inst::AtomicCas {
                kind,
                dst: found,
                ok,
                addr,
                expected: Operand::Reg(found),
                desired,
                weak: *weak,
                success: *success,
                failure: load_order(*failure),
            },
            span,
        );
        let (failed, end) = (self.code.new_block(), self.code.new_block());
        self.code.branch(Operand::Reg(ok), end, failed, e.span);
        self.code.start(failed);
        let value = Operand::Reg(found);
        self.emit(
            Inst::Store {
                kind,
                addr: expected_at,
                value,
            },
            expected_span,
        );
        self.code.start(end);
        self.flag(ok, e, dest)
    }

    /// The success of a compare-and-swap in the type of the expression.
    fn flag(&mut self, ok: Reg, e: &Expr, dest: Option<Reg>) -> Operand {
        let to = Numeric::unsigned(self.layout.scalar(e.ty));
        let from = Numeric::unsigned(Kind::I32);
        self.convert(Operand::Reg(ok), from, to, dest, e.span)
    }

    /// The kind that an atomic operation on `*pointer` works on, and whether that stands for a record.
    fn atomic_kind(&mut self, pointer: &Expr, value: TypeId) -> Option<(Kind, bool)> {
        let pointee = self.layout.pointee(pointer.ty);
        let ty = match pointee {
            Some(ty) if self.layout.kind(ty).is_some() || self.layout.is_record(ty) => ty,
            _ => value,
        };
        if let Some(kind) = self.layout.kind(ty) {
            if kind == Kind::I128 {
                self.gap("an atomic access of 128 bits", pointer.span);
                return None;
            }
            return Some((kind, false));
        }
        self.atomic_record_kind(ty, pointer.span).map(|kind| (kind, true))
    }

    /// A value for an atomic operation; that of a record is its bytes.
    fn atomic_operand(&mut self, value: &'a Expr, kind: Kind) -> Operand {
        if self.layout.is_record(value.ty) {
            let addr = self.record(value, None);
            let dst = self.code.temporary(kind);
            self.emit(Inst::Load { kind, dst, addr }, value.span);
            return Operand::Reg(dst);
        }
        let operand = self.value(value);
        let from = self.numeric(value.ty);
        self.convert(operand, from, Numeric::signed(kind), None, value.span)
    }
}

/// The part of an order that a load can have.
pub(super) fn load_order(order: Order) -> Order {
    match order {
        Order::Release => Order::Relaxed,
        Order::AcqRel => Order::Acquire,
        other => other,
    }
}

/// The part of an order that a store can have.
pub(super) fn store_order(order: Order) -> Order {
    match order {
        Order::Acquire => Order::Relaxed,
        Order::AcqRel => Order::Release,
        other => other,
    }
}

/// The place that a pointer expression points to, as written if it is.
fn place_span(pointer: &Expr) -> Span {
    match &pointer.kind {
        ExprKind::AddrOf(place) | ExprKind::Decay(place) => place.span,
        ExprKind::Cast(inner) => place_span(inner),
        _ => pointer.span,
    }
}
