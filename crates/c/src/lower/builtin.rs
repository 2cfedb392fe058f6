//! Builtins that have no C equivalent.

use raceproof_ir::{BinaryOp, CompareOp, Inst, Kind, Operand, Reg, Span, Terminator};

use super::FunctionLowering;
use super::convert::{Numeric, constant};
use crate::hir::{Builtin, Expr};

impl<'a> FunctionLowering<'_, 'a> {
    /// The value of a builtin.
    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        args: &'a [Expr],
        e: &'a Expr,
        dest: Option<Reg>,
    ) -> Operand {
        let span = e.span;
        let nothing = constant(Kind::I32, 0);
        let result = self.numeric(e.ty);
        match (builtin, args) {
            (Builtin::Unreachable, _) => {
                self.code.end(Terminator::Unreachable, span);
                nothing
            }
            (Builtin::Trap, _) => {
                self.abnormal_end("__builtin_trap", span);
                nothing
            }
            (Builtin::Alloca, [size, ..]) => {
                let from = self.numeric(size.ty);
                let size = self.value(size);
                let size = self.convert(size, from, Numeric::unsigned(Kind::I64), None, span);
                self.alloca(size, dest, span)
            }
            (
                Builtin::PopCount
                | Builtin::CountLeadingZeros
                | Builtin::CountTrailingZeros
                | Builtin::FindFirstSet
                | Builtin::Parity
                | Builtin::CountRedundantSignBits
                | Builtin::ByteSwap,
                [arg, ..],
            ) => {
                let kind = self.layout.scalar(arg.ty);
                let value = self.value(arg);
                let value = self.bit_builtin(builtin, value, kind, span);
                let from = Numeric::unsigned(self.operand_kind(value));
                self.convert(value, from, result, dest, span)
            }
            (Builtin::AddOverflow | Builtin::SubOverflow | Builtin::MulOverflow, [a, b, at]) => {
                self.overflow(builtin, a, b, at, e, dest)
            }
            (Builtin::SetJump, [buffer, ..]) => {
                let buffer = self.value(buffer);
                self.set_jump(buffer, span)
            }
            (Builtin::LongJump, [buffer, value]) => {
                let buffer = self.value(buffer);
                let value = self.value(value);
                let value = self.coerce(value, Kind::I32, span);
                self.emit(Inst::LongJump { buffer, value }, span);
                self.code.end(Terminator::Unreachable, span);
                nothing
            }
            (Builtin::FrameAddress, _) => {
                let slot = self.code.temporary_slot(1, 1, None);
                self.code.slot_address(slot, span)
            }
            (Builtin::ObjectSize, _) => {
                for arg in args {
                    self.effect(arg);
                }
                let least =
                    matches!(args, [_, kind] if matches!(kind.kind, crate::hir::ExprKind::Int(2 | 3)));
                constant(result.kind, if least { 0 } else { -1 })
            }
            _ => {
                self.gap("a builtin with these arguments", span);
                Operand::Const(result.kind, 0)
            }
        }
    }

    /// `setjmp`.
    pub(crate) fn set_jump(&mut self, buffer: Operand, span: Span) -> Operand {
        // The value comes back by another way: it goes to a register that nothing else reuses.
        let dst = self.code.function.add_register(Kind::I32, "");
        self.emit(Inst::SetJump { dst, buffer }, span);
        Operand::Reg(dst)
    }

    /// The same bits as a value of another kind of that size, by way of memory.
    pub(crate) fn reinterpret(&mut self, value: Operand, from: Kind, to: Kind, span: Span) -> Operand {
        let size = u64::from(from.bits()) / 8;
        let slot = self.code.temporary_slot(size, size as u32, None);
        let addr = self.code.slot_address(slot, span);
        let kind = from;
        self.emit(Inst::Store { kind, addr, value }, span);
        let dst = self.temporary(to);
        self.emit(Inst::Load { kind: to, dst, addr }, span);
        Operand::Reg(dst)
    }

    /// A new stack object of `size` (`i64`) bytes.
    pub(crate) fn alloca(&mut self, size: Operand, dest: Option<Reg>, span: Span) -> Operand {
        let dst = self.target(dest, Kind::Ptr);
        self.emit(
            Inst::Alloca {
                dst,
                size,
                align: 16,
                shape: None,
            },
            span,
        );
        Operand::Reg(dst)
    }

    /// The program ends here with a defect.
    pub(crate) fn abnormal_end(&mut self, message: &str, span: Span) {
        let cond = constant(Kind::I32, 0);
        let message = message.to_owned();
        self.emit(Inst::Assert { cond, message }, span);
        self.code.end(Terminator::Unreachable, span);
    }

    /// `__builtin_add_overflow(a, b, at)` and its relatives: computed in 128 bits, where operands of up to 64
    /// bits do not overflow.
    fn overflow(
        &mut self,
        builtin: Builtin,
        a: &'a Expr,
        b: &'a Expr,
        at: &'a Expr,
        e: &'a Expr,
        dest: Option<Reg>,
    ) -> Operand {
        let span = e.span;
        let truth = Numeric::unsigned(self.layout.scalar(e.ty));
        let wide = Numeric::signed(Kind::I128);
        let pointee = self.layout.pointee(at.ty).unwrap_or(a.ty);
        let to = self.numeric(pointee);
        if [a.ty, b.ty, pointee]
            .iter()
            .any(|&ty| self.layout.scalar(ty) == Kind::I128)
        {
            self.gap("checked arithmetic on 128-bit integers", span);
            return Operand::Const(truth.kind, 0);
        }
        let (from_a, from_b) = (self.numeric(a.ty), self.numeric(b.ty));
        let x = self.value(a);
        let x = self.convert(x, from_a, wide, None, span);
        let y = self.value(b);
        let y = self.convert(y, from_b, wide, None, span);
        let at = self.value(at);
        let op = match builtin {
            Builtin::AddOverflow => BinaryOp::Add,
            Builtin::SubOverflow => BinaryOp::Sub,
            _ => BinaryOp::Mul,
        };
        let exact = self.binary(op, Kind::I128, x, y, None, span);
        let stored = self.convert(exact, wide, to, None, span);
        let kind = to.kind;
        self.emit(
            Inst::Store {
                kind,
                addr: at,
                value: stored,
            },
            span,
        );
        let back = self.convert(stored, to, wide, None, span);
        let dst = self.code.temporary(Kind::I32);
        self.emit(
            Inst::Compare {
                op: CompareOp::Ne,
                kind: Kind::I128,
                dst,
                a: back,
                b: exact,
            },
            span,
        );
        let from = Numeric::unsigned(Kind::I32);
        self.convert(Operand::Reg(dst), from, truth, dest, span)
    }
}
