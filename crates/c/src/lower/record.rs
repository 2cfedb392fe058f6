//! Records as values: they live in memory and are copied whole.

use raceproof_ir::{Inst, Kind, Operand, Order, Span};

use super::FunctionLowering;
use super::convert::{NULL, constant};
use super::expression::Wanted;
use super::layout::int_kind;
use crate::hir::{Expr, ExprKind, TypeId};

impl<'a> FunctionLowering<'_, 'a> {
    /// The address of an rvalue record. With `dest`, the record is put there; it must be memory that the
    /// expression does not read.
    pub(super) fn record(&mut self, e: &'a Expr, dest: Option<Operand>) -> Operand {
        let span = e.span;
        let source = match &e.kind {
            ExprKind::Load(place) if self.layout.is_atomic(place.ty) => {
                let addr = self.address(place);
                let addr = self.materialise(addr, None, place.span);
                return self.atomic_record_load(addr, e.ty, Order::SeqCst, dest, place.span);
            }
            ExprKind::Load(place) => {
                let addr = self.address(place);
                let addr = self.materialise(addr, None, place.span);
                return self.record_to(dest, addr, e.ty, place.span);
            }
            ExprKind::Call { callee, args } => {
                let result = self.call(e, callee, args, Wanted::Record(dest));
                return result.unwrap_or(NULL);
            }
            ExprKind::Conditional(c, a, b) => {
                let [then, otherwise, end] = [(); 3].map(|()| self.code.new_block());
                let dst = self.code.temporary(Kind::Ptr);
                self.condition(c, then, otherwise);
                self.code.start(then);
                let first = self.record(a, dest);
                self.copy(dst, first, a.span);
                self.code.jump(end, span);
                self.code.start(otherwise);
                let second = self.record(b, dest);
                self.copy(dst, second, b.span);
                self.code.start(end);
                return dest.unwrap_or(Operand::Reg(dst));
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                return self.record(b, dest);
            }
            ExprKind::Cast(inner) => return self.record(inner, dest),
            ExprKind::Statements(statements, value) => {
                let scope = self.begin_scope();
                for statement in statements {
                    self.statement(statement);
                }
                // The value may be in a local that dies here.
                let result = match value {
                    Some(value) => {
                        let dest = dest.unwrap_or_else(|| self.temporary_record(e.ty, span));
                        self.record(value, Some(dest))
                    }
                    None => NULL,
                };
                self.end_scope(scope, span);
                return result;
            }
            ExprKind::SetLength {
                local,
                length,
                then: Some(then),
            } => {
                self.set_length(*local, length);
                return self.record(then, dest);
            }
            ExprKind::Assign { place, value } => self.assign_record(place, value, span),
            ExprKind::VaArg(_) => self.variadic(e, None),
            ExprKind::AtomicLoad { pointer, order } => {
                let addr = self.value(pointer);
                return self.atomic_record_load(addr, e.ty, *order, dest, pointer.span);
            }
            ExprKind::AtomicRmw { .. } => self.atomic_builtin(e, None),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::CompoundLiteral { .. } => {
                let addr = self.address(e);
                self.materialise(addr, None, span)
            }
            _ => {
                self.gap("a struct or union made in this way", span);
                NULL
            }
        };
        self.record_to(dest, source, e.ty, span)
    }

    fn record_to(&mut self, dest: Option<Operand>, source: Operand, ty: TypeId, span: Span) -> Operand {
        match dest {
            Some(dest) => {
                self.copy_record(dest, source, ty, span);
                dest
            }
            None => source,
        }
    }

    /// Copies a record.
    pub(super) fn copy_record(&mut self, dst: Operand, src: Operand, ty: TypeId, span: Span) {
        let size = self.layout.size(ty);
        if size == 0 || dst == src {
            return;
        }
        let size = constant(Kind::I64, size.into());
        self.emit(Inst::MemCopy { dst, src, size }, span);
    }

    /// `place = value` for records; gives the address of the place.
    pub(super) fn assign_record(&mut self, place: &'a Expr, value: &'a Expr, span: Span) -> Operand {
        let addr = self.address(place);
        let addr = self.materialise(addr, None, place.span);
        // Not straight to the place, which the expression may read.
        let source = self.record(value, None);
        if self.layout.is_atomic(place.ty) {
            self.atomic_record_store(addr, source, place.ty, Order::SeqCst, place.span);
        } else {
            self.copy_record(addr, source, place.ty, span);
        }
        addr
    }

    /// A temporary record; its address.
    pub(super) fn temporary_record(&mut self, ty: TypeId, span: Span) -> Operand {
        let shape = self.shape(ty);
        let align = u32::try_from(self.layout.align(ty)).unwrap_or(16);
        let size = self.layout.size(ty);
        let slot = self.code.temporary_slot(size, align, Some(shape));
        self.code.slot_address(slot, span)
    }

    /// The integer kind that an atomic record is accessed as; a gap if it is too large for one instruction.
    pub(super) fn atomic_record_kind(&mut self, ty: TypeId, span: Span) -> Option<Kind> {
        let kind = int_kind(self.layout.size(ty)).filter(|kind| *kind != Kind::I128);
        if kind.is_none() {
            self.gap("an atomic struct or union that is not lock-free", span);
        }
        kind
    }

    /// Reads an atomic record into a temporary.
    fn atomic_record_load(
        &mut self,
        addr: Operand,
        ty: TypeId,
        order: Order,
        dest: Option<Operand>,
        span: Span,
    ) -> Operand {
        let dest = dest.unwrap_or_else(|| self.temporary_record(ty, span));
        if let Some(kind) = self.atomic_record_kind(ty, span) {
            let dst = self.code.temporary(kind);
            self.emit(
                Inst::AtomicLoad {
                    kind,
                    dst,
                    addr,
                    order,
                },
                span,
            );
            let value = Operand::Reg(dst);
            self.emit(
                Inst::Store {
                    kind,
                    addr: dest,
                    value,
                },
                span,
            );
        }
        dest
    }

    /// Writes an atomic record.
    pub(super) fn atomic_record_store(
        &mut self,
        addr: Operand,
        source: Operand,
        ty: TypeId,
        order: Order,
        span: Span,
    ) {
        if let Some(kind) = self.atomic_record_kind(ty, span) {
            let dst = self.code.temporary(kind);
            self.emit(
                Inst::Load {
                    kind,
                    dst,
                    addr: source,
                },
                span,
            );
            let value = Operand::Reg(dst);
            self.emit(
                Inst::AtomicStore {
                    kind,
                    addr,
                    value,
                    order,
                },
                span,
            );
        }
    }
}
