//! How control and values flow: what every analysis of the code asks of an instruction.

use crate::{BlockId, Inst, Reg, Terminator};

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
}
