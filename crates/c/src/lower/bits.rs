//! Counting and moving bits with plain arithmetic, so that no engine needs to know of it.

use raceproof_ir::{BinaryOp, CompareOp, Inst, Kind, Operand, Span, UnaryOp};

use super::FunctionLowering;
use super::convert::{Numeric, constant};
use crate::hir::Builtin;

/// Emission with everything but the operands fixed.
struct Word<'f, 'p, 'a> {
    lowering: &'f mut FunctionLowering<'p, 'a>,
    kind: Kind,
    span: Span,
}

impl Word<'_, '_, '_> {
    fn op(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Operand {
        self.lowering.binary(op, self.kind, a, b, None, self.span)
    }

    fn shift_right(&mut self, a: Operand, by: u32) -> Operand {
        let by = constant(self.kind, by.into());
        self.op(BinaryOp::ShrUnsigned, a, by)
    }

    fn shift_left(&mut self, a: Operand, by: u32) -> Operand {
        let by = constant(self.kind, by.into());
        self.op(BinaryOp::Shl, a, by)
    }

    fn complement(&mut self, a: Operand) -> Operand {
        let kind = self.kind;
        let dst = self.lowering.temporary(kind);
        let op = UnaryOp::Not;
        self.lowering.emit(Inst::Unary { op, kind, dst, a }, self.span);
        Operand::Reg(dst)
    }

    /// A constant made of one byte repeated.
    fn repeated(&self, byte: u8) -> Operand {
        constant(self.kind, i128::from_ne_bytes([byte; 16]))
    }

    /// Adds neighbouring bits, pairs and nibbles, then all bytes by a multiplication.
    fn population(&mut self, x: Operand) -> Operand {
        let halved = self.shift_right(x, 1);
        let mask = self.repeated(0x55);
        let odd = self.op(BinaryOp::And, halved, mask);
        let pairs = self.op(BinaryOp::Sub, x, odd);
        let mask = self.repeated(0x33);
        let low = self.op(BinaryOp::And, pairs, mask);
        let high = self.shift_right(pairs, 2);
        let high = self.op(BinaryOp::And, high, mask);
        let nibbles = self.op(BinaryOp::Add, low, high);
        let high = self.shift_right(nibbles, 4);
        let sum = self.op(BinaryOp::Add, nibbles, high);
        let mask = self.repeated(0x0f);
        let bytes = self.op(BinaryOp::And, sum, mask);
        let ones = self.repeated(0x01);
        let total = self.op(BinaryOp::Mul, bytes, ones);
        self.shift_right(total, self.kind.bits() - 8)
    }

    /// The number of zeros above the highest one; all of them for zero.
    fn leading_zeros(&mut self, x: Operand) -> Operand {
        let mut smeared = x;
        let mut by = 1;
        while by < self.kind.bits() {
            let moved = self.shift_right(smeared, by);
            smeared = self.op(BinaryOp::Or, smeared, moved);
            by *= 2;
        }
        let zeros = self.complement(smeared);
        self.population(zeros)
    }

    /// The number of zeros below the lowest one; all of them for zero.
    fn trailing_zeros(&mut self, x: Operand) -> Operand {
        let one = constant(self.kind, 1);
        let below = self.op(BinaryOp::Sub, x, one);
        let inverse = self.complement(x);
        let zeros = self.op(BinaryOp::And, inverse, below);
        self.population(zeros)
    }

    fn byte_swap(&mut self, x: Operand) -> Operand {
        let bytes = self.kind.bits() / 8;
        let mut swapped = None;
        for index in 0..bytes {
            let mut byte = x;
            if index > 0 {
                byte = self.shift_right(byte, index * 8);
            }
            let mask = constant(self.kind, 0xff);
            byte = self.op(BinaryOp::And, byte, mask);
            byte = self.shift_left(byte, (bytes - 1 - index) * 8);
            swapped = Some(match swapped {
                None => byte,
                Some(so_far) => self.op(BinaryOp::Or, so_far, byte),
            });
        }
        swapped.unwrap_or(x)
    }

    /// `x` if `flag` is not zero, else 0.
    fn only_if_not_zero(&mut self, x: Operand, flag: Operand) -> Operand {
        let dst = self.lowering.temporary(Kind::I32);
        let inst = Inst::Compare {
            op: CompareOp::Ne,
            kind: self.kind,
            dst,
            a: flag,
            b: constant(self.kind, 0),
        };
        self.lowering.emit(inst, self.span);
        let from = Numeric::unsigned(Kind::I32);
        let to = Numeric::unsigned(self.kind);
        let factor = self
            .lowering
            .convert(Operand::Reg(dst), from, to, None, self.span);
        self.op(BinaryOp::Mul, x, factor)
    }
}

impl FunctionLowering<'_, '_> {
    /// A builtin on the bits of one integer; the result has its kind.
    pub(super) fn bit_builtin(&mut self, builtin: Builtin, x: Operand, kind: Kind, span: Span) -> Operand {
        let mut word = Word {
            lowering: self,
            kind,
            span,
        };
        match builtin {
            Builtin::PopCount => word.population(x),
            Builtin::CountLeadingZeros => word.leading_zeros(x),
            Builtin::CountTrailingZeros => word.trailing_zeros(x),
            Builtin::Parity => {
                let count = word.population(x);
                word.op(BinaryOp::And, count, constant(kind, 1))
            }
            Builtin::FindFirstSet => {
                let zeros = word.trailing_zeros(x);
                let position = word.op(BinaryOp::Add, zeros, constant(kind, 1));
                word.only_if_not_zero(position, x)
            }
            Builtin::CountRedundantSignBits => {
                let all = constant(kind, (kind.bits() - 1).into());
                let sign = word.op(BinaryOp::ShrSigned, x, all);
                let differing = word.op(BinaryOp::Xor, x, sign);
                let zeros = word.leading_zeros(differing);
                word.op(BinaryOp::Sub, zeros, constant(kind, 1))
            }
            _ => word.byte_swap(x),
        }
    }
}
