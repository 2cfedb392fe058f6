//! Choice of operations for arithmetic, comparisons and conversions.

use raceproof_ir::{BinaryOp, CompareOp, ConvertOp, Kind, Operand, Reg, UnaryOp};

use super::{Flatten, Pending};
use crate::op::{Op, Word};

/// A comparison in the form that has an operation for values and one for branches.
#[derive(Clone, Copy)]
pub(super) enum Test {
    Eq(Word, Word),
    Ne(Word, Word),
    LtUnsigned(Word, Word),
    LeUnsigned(Word, Word),
    LtSigned32(Word, Word),
    LeSigned32(Word, Word),
    LtSigned64(Word, Word),
    LeSigned64(Word, Word),
    EqI(Word, u32),
    NeI(Word, u32),
    LtUnsignedI(Word, u32),
    GtUnsignedI(Word, u32),
    LtSigned32I(Word, i32),
    GtSigned32I(Word, i32),
    LtSigned64I(Word, i32),
    GtSigned64I(Word, i32),
    /// Compared as doubles; the branch is taken if the outcome is the flag.
    Float(CompareOp, Word, Word, bool),
}

impl Flatten<'_, '_> {
    /// Whether a conversion between one-word kinds leaves the bits as they are.
    pub fn is_plain(&self, op: ConvertOp, from: Kind, to: Kind) -> bool {
        if from == Kind::I128 || to == Kind::I128 {
            return false;
        }
        match op {
            ConvertOp::ZExt => from.bits() <= to.bits(),
            ConvertOp::Trunc | ConvertOp::SExt => from == to,
            ConvertOp::PtrToInt | ConvertOp::IntToPtr => {
                !self.code.is_flat() && from.bits() == 64 && to.bits() == 64
            }
            ConvertOp::FloatToFloat => from == to,
            _ => false,
        }
    }

    /// `dst = op a`.
    pub fn unary(&mut self, op: UnaryOp, kind: Kind, dst: Reg, a: Operand) {
        if kind == Kind::I128 {
            let x = self.wide_operand(a);
            let to = self.define(dst);
            return self.push(Op::UnaryWide { op, to, x });
        }
        let a = self.operand(a);
        let dst = self.define(dst);
        self.push(Op::Unary { dst, a, op, kind });
    }

    /// `dst = a op b`.
    pub fn binary(&mut self, op: BinaryOp, kind: Kind, dst: Reg, a: Operand, b: Operand) {
        if kind == Kind::I128 {
            let x = self.wide_operand(a);
            let y = self.wide_operand(b);
            let to = self.define(dst);
            return self.push(Op::BinaryWide { op, to, x, y });
        }
        use BinaryOp::*;
        let (mut a, mut b) = (a, b);
        if matches!(op, Add | Mul | AddSigned | MulSigned | And | Or | Xor)
            && self.known(a).is_some()
            && self.known(b).is_none()
        {
            std::mem::swap(&mut a, &mut b);
        }
        let constant = self.known(b).and_then(|v| small(v as u64, kind));
        let wide = kind.bits() == 64;
        let word_sized = matches!(kind.bits(), 32 | 64) && !kind.is_float();
        let a = self.operand(a);
        if let Some(b) = constant
            && word_sized
            && let Some(f) = immediate(op, wide, b)
        {
            let dst = self.define(dst);
            return self.push(f(dst, a, b));
        }
        let b = self.operand(b);
        let dst = self.define(dst);
        self.push(match (op, wide) {
            (FAdd, true) => Op::FAdd64 { dst, a, b },
            (FSub, true) => Op::FSub64 { dst, a, b },
            (FMul, true) => Op::FMul64 { dst, a, b },
            (FDiv, true) => Op::FDiv64 { dst, a, b },
            (FAdd, false) => Op::FAdd32 { dst, a, b },
            (FSub, false) => Op::FSub32 { dst, a, b },
            (FMul, false) => Op::FMul32 { dst, a, b },
            (FDiv, false) => Op::FDiv32 { dst, a, b },
            (And, _) => Op::And { dst, a, b },
            (Or, _) => Op::Or { dst, a, b },
            (Xor, _) => Op::Xor { dst, a, b },
            (DivUnsigned, _) => Op::DivUnsigned { dst, a, b },
            (RemUnsigned, _) => Op::RemUnsigned { dst, a, b },
            _ if !word_sized => Op::BinarySmall { dst, a, b, op, kind },
            (Add, false) => Op::Add32 { dst, a, b },
            (Sub, false) => Op::Sub32 { dst, a, b },
            (Mul, false) => Op::Mul32 { dst, a, b },
            (AddSigned, false) => Op::AddSigned32 { dst, a, b },
            (SubSigned, false) => Op::SubSigned32 { dst, a, b },
            (MulSigned, false) => Op::MulSigned32 { dst, a, b },
            (DivSigned, false) => Op::DivSigned32 { dst, a, b },
            (RemSigned, false) => Op::RemSigned32 { dst, a, b },
            (Shl, false) => Op::Shl32 { dst, a, b },
            (ShrUnsigned, false) => Op::ShrUnsigned32 { dst, a, b },
            (ShrSigned, false) => Op::ShrSigned32 { dst, a, b },
            (Add, true) => Op::Add64 { dst, a, b },
            (Sub, true) => Op::Sub64 { dst, a, b },
            (Mul, true) => Op::Mul64 { dst, a, b },
            (AddSigned, true) => Op::AddSigned64 { dst, a, b },
            (SubSigned, true) => Op::SubSigned64 { dst, a, b },
            (MulSigned, true) => Op::MulSigned64 { dst, a, b },
            (DivSigned, true) => Op::DivSigned64 { dst, a, b },
            (RemSigned, true) => Op::RemSigned64 { dst, a, b },
            (Shl, true) => Op::Shl64 { dst, a, b },
            (ShrUnsigned, true) => Op::ShrUnsigned64 { dst, a, b },
            (ShrSigned, true) => Op::ShrSigned64 { dst, a, b },
        });
    }

    /// `dst = a op b` as 0 or 1.
    pub fn compare(&mut self, op: CompareOp, kind: Kind, dst: Word, a: Operand, b: Operand) {
        if let Some(test) = self.test(op, kind, a, b) {
            return self.push(test.value(dst));
        }
        if kind == Kind::I128 {
            let x = self.wide_operand(a);
            let y = self.wide_operand(b);
            return self.push(Op::CompareWide { dst, op, x, y });
        }
        let a = self.operand(a);
        let b = self.operand(b);
        self.push(match kind {
            Kind::F32 => Op::FCompare32 { dst, a, b, op },
            _ => Op::CompareSmall { dst, a, b, op, kind },
        });
    }

    /// The comparison as a test, if it has that form.
    pub fn test(&mut self, op: CompareOp, kind: Kind, a: Operand, b: Operand) -> Option<Test> {
        use CompareOp::*;
        if kind == Kind::F64 {
            let (a, b) = (self.operand(a), self.operand(b));
            return Some(Test::Float(op, a, b, true));
        }
        if !self.is_test(op, kind) {
            return None;
        }
        // A comparison of a comparison with zero, as in `(x < y) != 0`.
        if matches!(op, Eq | Ne)
            && self.known(b) == Some(0)
            && let Some(Pending::Compare {
                op: o,
                kind: k,
                a: x,
                b: y,
            }) = self.peek(a)
            && self.is_test(o, k)
            && self.take(a).is_some()
            && let Some(test) = self.test(o, k, x, y)
        {
            return Some(if op == Ne { test } else { test.negated() });
        }
        if let Some(test) = self.test_constant(op, kind, a, b) {
            return Some(test);
        }
        let (a, b) = (self.operand(a), self.operand(b));
        Some(match (op, kind.bits()) {
            (Eq, _) => Test::Eq(a, b),
            (Ne, _) => Test::Ne(a, b),
            (LtUnsigned, _) => Test::LtUnsigned(a, b),
            (LeUnsigned, _) => Test::LeUnsigned(a, b),
            (LtSigned, 32) => Test::LtSigned32(a, b),
            (LeSigned, 32) => Test::LeSigned32(a, b),
            (LtSigned, _) => Test::LtSigned64(a, b),
            (LeSigned, _) => Test::LeSigned64(a, b),
            (FEq | FNe | FLt | FLe, _) => return None,
        })
    }

    /// Tests with a small constant on one side.
    fn test_constant(&mut self, op: CompareOp, kind: Kind, a: Operand, b: Operand) -> Option<Test> {
        use CompareOp::*;
        let (register, value, left) = match (self.known(a), self.known(b)) {
            (None, Some(v)) => (a, v as u64, false),
            (Some(v), None) => (b, v as u64, true),
            _ => return None,
        };
        let unsigned = u32::try_from(value).ok();
        let signed = small(value, kind);
        let narrow = kind.bits() == 32;
        let test = match (op, left) {
            (Eq, _) => Test::EqI(0, unsigned?),
            (Ne, _) => Test::NeI(0, unsigned?),
            (LtUnsigned, false) => Test::LtUnsignedI(0, unsigned?),
            (LtUnsigned, true) => Test::GtUnsignedI(0, unsigned?),
            (LeUnsigned, false) => Test::LtUnsignedI(0, unsigned?.checked_add(1)?),
            (LeUnsigned, true) => Test::GtUnsignedI(0, unsigned?.checked_sub(1)?),
            (LtSigned, false) if narrow => Test::LtSigned32I(0, signed?),
            (LtSigned, true) if narrow => Test::GtSigned32I(0, signed?),
            (LeSigned, false) if narrow => Test::LtSigned32I(0, signed?.checked_add(1)?),
            (LeSigned, true) if narrow => Test::GtSigned32I(0, signed?.checked_sub(1)?),
            (LtSigned, false) => Test::LtSigned64I(0, signed?),
            (LtSigned, true) => Test::GtSigned64I(0, signed?),
            (LeSigned, false) => Test::LtSigned64I(0, signed?.checked_add(1)?),
            (LeSigned, true) => Test::GtSigned64I(0, signed?.checked_sub(1)?),
            (FEq | FNe | FLt | FLe, _) => return None,
        };
        if !test.has_opposite() {
            return None;
        }
        let a = self.operand(register);
        Some(test.with_register(a))
    }

    /// `dst = src` as another kind.
    pub fn convert(&mut self, op: ConvertOp, from: Kind, to: Kind, dst: Reg, src: Operand) {
        if from == Kind::I128 || to == Kind::I128 {
            let x = if from == Kind::I128 {
                self.wide_operand(src)
            } else {
                self.operand(src)
            };
            let out = self.define(dst);
            return self.push(Op::ConvertWide { op, from, to, out, x });
        }
        if op == ConvertOp::SExt
            && (from, to) == (Kind::I32, Kind::I64)
            && let Operand::Reg(source) = src
        {
            self.force(source);
            return self.defer(dst, Pending::Extend(source));
        }
        let a = self.operand(src);
        let dst = self.define(dst);
        if self.is_plain(op, from, to) {
            return self.push(Op::Copy { dst, a });
        }
        self.push(match (op, from, to) {
            (ConvertOp::Trunc, _, Kind::I8) => Op::Low8 { dst, a },
            (ConvertOp::Trunc, _, Kind::I16) => Op::Low16 { dst, a },
            (ConvertOp::Trunc, _, Kind::I32) => Op::Low32 { dst, a },
            (ConvertOp::SExt, Kind::I8, Kind::I16) => Op::Sign8To16 { dst, a },
            (ConvertOp::SExt, Kind::I8, Kind::I32) => Op::Sign8To32 { dst, a },
            (ConvertOp::SExt, Kind::I16, Kind::I32) => Op::Sign16To32 { dst, a },
            (ConvertOp::SExt, Kind::I8, Kind::I64) => Op::Sign8To64 { dst, a },
            (ConvertOp::SExt, Kind::I16, Kind::I64) => Op::Sign16To64 { dst, a },
            (ConvertOp::SExt, Kind::I32, Kind::I64) => Op::Sign32To64 { dst, a },
            (ConvertOp::SignedToFloat, Kind::I32, Kind::F64) => Op::Signed32ToF64 { dst, a },
            _ => Op::Convert { dst, a, op, from, to },
        });
    }
}

/// A constant of an integer kind as a small signed number.
fn small(value: u64, kind: Kind) -> Option<i32> {
    let value = if kind.bits() == 32 {
        i64::from(value as i32)
    } else {
        value as i64
    };
    i32::try_from(value).ok()
}

/// The operation with a constant, if there is one for it.
fn immediate(op: BinaryOp, wide: bool, b: i32) -> Option<fn(Word, Word, i32) -> Op> {
    use BinaryOp::*;
    Some(match (op, wide) {
        (Add, false) => |dst, a, b| Op::Add32I { dst, a, b },
        (Mul, false) => |dst, a, b| Op::Mul32I { dst, a, b },
        (AddSigned, false) => |dst, a, b| Op::AddSigned32I { dst, a, b },
        (MulSigned, false) => |dst, a, b| Op::MulSigned32I { dst, a, b },
        (Shl, false) => |dst, a, b| Op::Shl32I { dst, a, b },
        (ShrUnsigned, false) => |dst, a, b| Op::ShrUnsigned32I { dst, a, b },
        (ShrSigned, false) => |dst, a, b| Op::ShrSigned32I { dst, a, b },
        (Add, true) => |dst, a, b| Op::Add64I { dst, a, b },
        (Mul, true) => |dst, a, b| Op::Mul64I { dst, a, b },
        (AddSigned, true) => |dst, a, b| Op::AddSigned64I { dst, a, b },
        (MulSigned, true) => |dst, a, b| Op::MulSigned64I { dst, a, b },
        (Shl, true) => |dst, a, b| Op::Shl64I { dst, a, b },
        (ShrUnsigned, true) => |dst, a, b| Op::ShrUnsigned64I { dst, a, b },
        (ShrSigned, true) => |dst, a, b| Op::ShrSigned64I { dst, a, b },
        // Subtraction of the smallest number is not addition of its negative.
        (Sub, false) if b != i32::MIN => |dst, a, b: i32| Op::Add32I { dst, a, b: -b },
        (Sub, true) if b != i32::MIN => |dst, a, b: i32| Op::Add64I { dst, a, b: -b },
        (SubSigned, false) if b != i32::MIN => |dst, a, b: i32| Op::AddSigned32I { dst, a, b: -b },
        (SubSigned, true) if b != i32::MIN => |dst, a, b: i32| Op::AddSigned64I { dst, a, b: -b },
        (And, _) => |dst, a, b| Op::AndI { dst, a, b },
        (Or, _) if wide || b >= 0 => |dst, a, b| Op::OrI { dst, a, b },
        (Xor, _) if wide || b >= 0 => |dst, a, b| Op::XorI { dst, a, b },
        _ => return None,
    })
}

impl Test {
    /// The same test of another register.
    fn with_register(self, a: Word) -> Test {
        match self {
            Test::EqI(_, b) => Test::EqI(a, b),
            Test::NeI(_, b) => Test::NeI(a, b),
            Test::LtUnsignedI(_, b) => Test::LtUnsignedI(a, b),
            Test::GtUnsignedI(_, b) => Test::GtUnsignedI(a, b),
            Test::LtSigned32I(_, b) => Test::LtSigned32I(a, b),
            Test::GtSigned32I(_, b) => Test::GtSigned32I(a, b),
            Test::LtSigned64I(_, b) => Test::LtSigned64I(a, b),
            Test::GtSigned64I(_, b) => Test::GtSigned64I(a, b),
            other => other,
        }
    }

    /// Whether the opposite test has a constant as well.
    fn has_opposite(self) -> bool {
        match self {
            Test::LtUnsignedI(_, b) => b > u32::MIN,
            Test::GtUnsignedI(_, b) => b < u32::MAX,
            Test::LtSigned32I(_, b) | Test::LtSigned64I(_, b) => b > i32::MIN,
            Test::GtSigned32I(_, b) | Test::GtSigned64I(_, b) => b < i32::MAX,
            _ => true,
        }
    }

    /// The opposite test, for those that have one.
    pub fn negated(self) -> Test {
        match self {
            Test::Eq(a, b) => Test::Ne(a, b),
            Test::Ne(a, b) => Test::Eq(a, b),
            Test::LtUnsigned(a, b) => Test::LeUnsigned(b, a),
            Test::LeUnsigned(a, b) => Test::LtUnsigned(b, a),
            Test::LtSigned32(a, b) => Test::LeSigned32(b, a),
            Test::LeSigned32(a, b) => Test::LtSigned32(b, a),
            Test::LtSigned64(a, b) => Test::LeSigned64(b, a),
            Test::LeSigned64(a, b) => Test::LtSigned64(b, a),
            Test::EqI(a, b) => Test::NeI(a, b),
            Test::NeI(a, b) => Test::EqI(a, b),
            Test::LtUnsignedI(a, b) => Test::GtUnsignedI(a, b - 1),
            Test::GtUnsignedI(a, b) => Test::LtUnsignedI(a, b + 1),
            Test::LtSigned32I(a, b) => Test::GtSigned32I(a, b - 1),
            Test::GtSigned32I(a, b) => Test::LtSigned32I(a, b + 1),
            Test::LtSigned64I(a, b) => Test::GtSigned64I(a, b - 1),
            Test::GtSigned64I(a, b) => Test::LtSigned64I(a, b + 1),
            Test::Float(op, a, b, on) => Test::Float(op, a, b, !on),
        }
    }
}

impl Test {
    /// The operation that gives its outcome.
    pub fn value(self, dst: Word) -> Op {
        match self {
            Test::Eq(a, b) => Op::Eq { dst, a, b },
            Test::Ne(a, b) => Op::Ne { dst, a, b },
            Test::LtUnsigned(a, b) => Op::LtUnsigned { dst, a, b },
            Test::LeUnsigned(a, b) => Op::LeUnsigned { dst, a, b },
            Test::LtSigned32(a, b) => Op::LtSigned32 { dst, a, b },
            Test::LeSigned32(a, b) => Op::LeSigned32 { dst, a, b },
            Test::LtSigned64(a, b) => Op::LtSigned64 { dst, a, b },
            Test::LeSigned64(a, b) => Op::LeSigned64 { dst, a, b },
            Test::EqI(a, b) => Op::EqI { dst, a, b },
            Test::NeI(a, b) => Op::NeI { dst, a, b },
            Test::LtUnsignedI(a, b) => Op::LtUnsignedI { dst, a, b },
            Test::GtUnsignedI(a, b) => Op::GtUnsignedI { dst, a, b },
            Test::LtSigned32I(a, b) => Op::LtSigned32I { dst, a, b },
            Test::GtSigned32I(a, b) => Op::GtSigned32I { dst, a, b },
            Test::LtSigned64I(a, b) => Op::LtSigned64I { dst, a, b },
            Test::GtSigned64I(a, b) => Op::GtSigned64I { dst, a, b },
            Test::Float(op, a, b, on) => Op::FCompare64 { dst, a, b, op, on },
        }
    }

    /// The operation that jumps if it holds.
    pub fn jump(self, target: u32) -> Op {
        match self {
            Test::Eq(a, b) => Op::JumpEq { a, b, target },
            Test::Ne(a, b) => Op::JumpNe { a, b, target },
            Test::LtUnsigned(a, b) => Op::JumpLtUnsigned { a, b, target },
            Test::LeUnsigned(a, b) => Op::JumpLeUnsigned { a, b, target },
            Test::LtSigned32(a, b) => Op::JumpLtSigned32 { a, b, target },
            Test::LeSigned32(a, b) => Op::JumpLeSigned32 { a, b, target },
            Test::LtSigned64(a, b) => Op::JumpLtSigned64 { a, b, target },
            Test::LeSigned64(a, b) => Op::JumpLeSigned64 { a, b, target },
            Test::EqI(a, b) => Op::JumpEqI { a, b, target },
            Test::NeI(a, b) => Op::JumpNeI { a, b, target },
            Test::LtUnsignedI(a, b) => Op::JumpLtUnsignedI { a, b, target },
            Test::GtUnsignedI(a, b) => Op::JumpGtUnsignedI { a, b, target },
            Test::LtSigned32I(a, b) => Op::JumpLtSigned32I { a, b, target },
            Test::GtSigned32I(a, b) => Op::JumpGtSigned32I { a, b, target },
            Test::LtSigned64I(a, b) => Op::JumpLtSigned64I { a, b, target },
            Test::GtSigned64I(a, b) => Op::JumpGtSigned64I { a, b, target },
            Test::Float(op, a, b, on) => Op::JumpFCompare64 { a, b, target, op, on },
        }
    }
}
