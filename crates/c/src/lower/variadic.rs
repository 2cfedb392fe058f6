//! Variable arguments.

use raceproof_ir::{BinaryOp, Inst, Kind, Operand, Reg, Span, UnaryOp};

use super::FunctionLowering;
use super::convert::{NULL, Numeric, constant};
use super::layout::VA_LIST_SIZE;
use super::place::Addr;
use crate::hir::{Expr, ExprKind, Type, TypeId};

/// Arguments stand at multiples of this.
const CELL: u64 = 8;
/// Those that are aligned so stand at multiples of this.
const WIDE_CELL: u64 = 16;

impl<'a> FunctionLowering<'_, 'a> {
    /// Size and alignment of an argument among the variable ones.
    fn argument_cell(&self, ty: TypeId) -> (u64, u64) {
        if matches!(self.layout.plain(ty), Type::LongDouble) {
            return (WIDE_CELL, WIDE_CELL);
        }
        let align = match self.layout.align(ty) {
            16.. => WIDE_CELL,
            _ => CELL,
        };
        (self.layout.size(ty).next_multiple_of(CELL), align)
    }

    /// Puts variable arguments into one object; its address.
    pub(super) fn argument_block(&mut self, args: &[(Operand, TypeId)], span: Span) -> Operand {
        if args.is_empty() {
            return NULL;
        }
        let mut size = 0;
        let mut offsets = Vec::with_capacity(args.len());
        for &(_, ty) in args {
            let (cell, align) = self.argument_cell(ty);
            let offset = u64::next_multiple_of(size, align);
            offsets.push(offset);
            size = offset + cell;
        }
        let slot = self.code.temporary_slot(size, WIDE_CELL as u32, None);
        let block = self.code.slot_address(slot, span);
        for (&(value, ty), offset) in args.iter().zip(offsets) {
            let addr = self.materialise(Addr::of(block).plus(offset as i64), None, span);
            if self.layout.is_record(ty) {
                self.copy_record(addr, value, ty, span);
            } else {
                let kind = self.operand_kind(value);
                self.emit(Inst::Store { kind, addr, value }, span);
            }
        }
        block
    }

    /// `va_start`, `va_arg`, `va_end`, `va_copy`. Of a record argument, gives the address.
    pub(super) fn variadic(&mut self, e: &'a Expr, dest: Option<Reg>) -> Operand {
        let span = e.span;
        let nothing = constant(Kind::I32, 0);
        match &e.kind {
            ExprKind::VaStart(list) => {
                let addr = self.list_address(list);
                match self.variable_arguments {
                    Some(block) => {
                        let value = Operand::Reg(block);
                        let kind = Kind::Ptr;
                        self.emit(Inst::Store { kind, addr, value }, span);
                    }
                    None => self.gap("va_start in a function without variable arguments", span),
                }
                nothing
            }
            ExprKind::VaEnd(list) => {
                self.list_address(list);
                nothing
            }
            ExprKind::VaCopy(dst, src) => {
                let dst = self.list_address(dst);
                let src = self.list_address(src);
                let size = constant(Kind::I64, VA_LIST_SIZE.into());
                self.emit(Inst::MemCopy { dst, src, size }, span);
                nothing
            }
            ExprKind::VaArg(list) => {
                let list = self.list_address(list);
                let (size, align) = self.argument_cell(e.ty);
                let next = self.code.temporary(Kind::Ptr);
                self.emit(
                    Inst::Load {
                        kind: Kind::Ptr,
                        dst: next,
                        addr: list,
                    },
                    span,
                );
                let mut at = Operand::Reg(next);
                if align == WIDE_CELL {
                    at = self.aligned(at, span);
                }
                let after = self.materialise(Addr::of(at).plus(size as i64), None, span);
                self.emit(
                    Inst::Store {
                        kind: Kind::Ptr,
                        addr: list,
                        value: after,
                    },
                    span,
                );
                let Some(kind) = self.layout.kind(e.ty) else {
                    return at;
                };
                let dst = self.target(dest, kind);
                self.emit(Inst::Load { kind, dst, addr: at }, span);
                Operand::Reg(dst)
            }
            _ => nothing,
        }
    }

    /// A pointer rounded up to a multiple of [`WIDE_CELL`].
    fn aligned(&mut self, pointer: Operand, span: Span) -> Operand {
        let int = Numeric::signed(self.layout.address_kind());
        let number = self.convert(pointer, Numeric::unsigned(Kind::Ptr), int, None, span);
        let dst = self.code.temporary(int.kind);
        self.emit(
            Inst::Unary {
                op: UnaryOp::Neg,
                kind: int.kind,
                dst,
                a: number,
            },
            span,
        );
        let mask = constant(int.kind, i128::from(WIDE_CELL) - 1);
        let gap = self.binary(BinaryOp::And, int.kind, Operand::Reg(dst), mask, None, span);
        let gap = self.convert(gap, int, Numeric::signed(Kind::I64), None, span);
        let addr = self.add_index(Addr::of(pointer), gap, 1, span);
        self.materialise(addr, None, span)
    }

    /// The address of a `va_list` object.
    fn list_address(&mut self, list: &'a Expr) -> Operand {
        // A parameter of type `va_list` is a pointer to one.
        if self.layout.kind(list.ty) == Some(Kind::Ptr) {
            return self.value(list);
        }
        let addr = self.address(list);
        self.materialise(addr, None, list.span)
    }
}
