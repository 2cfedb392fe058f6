//! How control and values flow: what every analysis of the code asks of an instruction.

use crate::{BlockId, Callee, Inst, Operand, Reg, Terminator};

impl Terminator {
    /// The blocks that may come next, in the order in which they stand there; one may stand there more than once.
    pub fn successors(&self) -> impl Iterator<Item = BlockId> + '_ {
        let (fixed, cases, labels) = match self {
            Terminator::Jump(b) => ([Some(*b), None], [].as_slice(), [].as_slice()),
            Terminator::Branch { then, otherwise, .. } => {
                ([Some(*then), Some(*otherwise)], [].as_slice(), [].as_slice())
            }
            Terminator::Switch { cases, default, .. } => {
                ([Some(*default), None], cases.as_slice(), [].as_slice())
            }
            Terminator::JumpTo { labels, .. } => ([None, None], [].as_slice(), labels.as_slice()),
            Terminator::Return(_) | Terminator::Unreachable => ([None, None], [].as_slice(), [].as_slice()),
        };
        let cases = cases.iter().map(|case| case.target);
        cases
            .chain(fixed.into_iter().flatten())
            .chain(labels.iter().copied())
    }

    /// What it looks at.
    pub fn operand(&self) -> Option<Operand> {
        match self {
            Terminator::Branch { cond: o, .. }
            | Terminator::Switch { value: o, .. }
            | Terminator::JumpTo { target: o, .. }
            | Terminator::Return(Some(o)) => Some(*o),
            Terminator::Jump(_) | Terminator::Return(None) | Terminator::Unreachable => None,
        }
    }
}

impl Inst {
    /// The registers that it writes.
    pub fn results(&self) -> impl Iterator<Item = Reg> + use<> {
        let results = match self {
            Inst::Copy { dst, .. }
            | Inst::Unary { dst, .. }
            | Inst::Binary { dst, .. }
            | Inst::Compare { dst, .. }
            | Inst::Convert { dst, .. }
            | Inst::Offset { dst, .. }
            | Inst::SlotAddr { dst, .. }
            | Inst::ThreadLocalAddr { dst, .. }
            | Inst::Alloca { dst, .. }
            | Inst::Load { dst, .. }
            | Inst::LoadBits { dst, .. }
            | Inst::AtomicLoad { dst, .. }
            | Inst::AtomicRmw { dst, .. }
            | Inst::Nondet { dst, .. }
            | Inst::SetJump { dst, .. } => [Some(*dst), None],
            Inst::AtomicCas { dst, ok, .. } => [Some(*dst), Some(*ok)],
            Inst::Call { dst, .. } | Inst::Sync { dst, .. } => [*dst, None],
            Inst::SlotDead { .. }
            | Inst::AllocaFree { .. }
            | Inst::Store { .. }
            | Inst::StoreBits { .. }
            | Inst::MemCopy { .. }
            | Inst::MemFill { .. }
            | Inst::AtomicStore { .. }
            | Inst::Fence { .. }
            | Inst::Assume { .. }
            | Inst::Assert { .. }
            | Inst::LongJump { .. }
            | Inst::Gap { .. } => [None, None],
        };
        results.into_iter().flatten()
    }

    /// Calls `f` with every operand.
    pub fn operands(&self, mut f: impl FnMut(Operand)) {
        match self {
            Inst::Copy { src: a, .. }
            | Inst::Unary { a, .. }
            | Inst::Convert { src: a, .. }
            | Inst::Alloca { size: a, .. }
            | Inst::AllocaFree { addr: a }
            | Inst::Load { addr: a, .. }
            | Inst::LoadBits { addr: a, .. }
            | Inst::AtomicLoad { addr: a, .. }
            | Inst::Assume { cond: a }
            | Inst::Assert { cond: a, .. }
            | Inst::SetJump { buffer: a, .. } => f(*a),
            Inst::Binary { a, b, .. }
            | Inst::Compare { a, b, .. }
            | Inst::Offset {
                base: a, index: b, ..
            }
            | Inst::Store {
                addr: a, value: b, ..
            }
            | Inst::StoreBits {
                addr: a, value: b, ..
            }
            | Inst::AtomicStore {
                addr: a, value: b, ..
            }
            | Inst::AtomicRmw {
                addr: a, value: b, ..
            }
            | Inst::LongJump { buffer: a, value: b } => {
                f(*a);
                f(*b);
            }
            Inst::MemCopy { dst, src, size } => [dst, src, size].into_iter().for_each(|o| f(*o)),
            Inst::MemFill { dst, byte, size } => [dst, byte, size].into_iter().for_each(|o| f(*o)),
            Inst::AtomicCas {
                addr,
                expected,
                desired,
                ..
            } => [addr, expected, desired].into_iter().for_each(|o| f(*o)),
            Inst::Call { callee, args, .. } => {
                if let Callee::Pointer(p) = callee {
                    f(*p);
                }
                args.iter().for_each(|o| f(*o));
            }
            Inst::Sync { args, .. } => args.iter().for_each(|o| f(*o)),
            Inst::SlotAddr { .. }
            | Inst::SlotDead { .. }
            | Inst::ThreadLocalAddr { .. }
            | Inst::Fence { .. }
            | Inst::Nondet { .. }
            | Inst::Gap { .. } => {}
        }
    }
}
