//! What an instruction touches: which registers it reads and writes and what for, which memory, whom it
//! calls, where control may go.
//!
//! [`Inst::parts`] is the one table, with a line for each instruction; whatever else is asked here is asked
//! of it. Analyses that only want to know what is touched ask these questions; whoever gives instructions a
//! meaning matches on them.
//!
//! What a synchronisation or a call touches besides is no part of this: the state of the object that an
//! operand names is the machine's, and what a function of the library does is said in `library`.

use crate::{Address, Bits, BlockId, Callee, FuncId, Inst, Kind, Operand, Reg, SyncOp, Terminator};

/// The name of the choice whether a step fails for lack of memory or threads.
pub const FAILURE: &str = "failure";

/// What an instruction uses an operand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// What it gives is made of it.
    Value,
    /// Likewise, and for some values it fails.
    Divisor,
    /// It is put into memory.
    Stored,
    /// It is combined with what is in memory, and the outcome is put there.
    Combined,
    /// It is compared with what is in memory, which decides whether something is put there.
    Expected,
    /// It says where memory is touched, or which object ends.
    Address,
    /// It says how many bytes are touched or made.
    Size,
    /// The run does not count if it is zero.
    Assumed,
    /// It is a defect if it is zero.
    Asserted,
    /// It says whom to call or where a jump goes.
    Target,
    /// A function or a synchronisation gets it.
    Argument,
}

impl Use {
    /// Whether what the instruction gives is made of it.
    pub fn is_value(self) -> bool {
        matches!(self, Use::Value | Use::Divisor)
    }
}

/// How many bytes an instruction touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A value of this kind.
    Scalar(Kind),
    /// A bit-field.
    Field(Bits),
    /// As many as the operand says.
    Bytes(Operand),
}

/// Memory that an instruction touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Where.
    pub address: Operand,
    /// How much.
    pub extent: Extent,
    /// Whether it is an atomic access.
    pub is_atomic: bool,
}

impl Touch {
    /// Whether it is a plain access to a scalar or a bit-field.
    pub fn is_plain(&self) -> bool {
        !self.is_atomic && !matches!(self.extent, Extent::Bytes(_))
    }
}

/// One thing that an instruction touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It reads an operand.
    Uses(Use, Operand),
    /// It reads memory.
    Reads(Touch),
    /// It writes memory, perhaps.
    Writes(Touch),
    /// It writes a register.
    Defines(Reg),
}

impl Inst {
    /// Calls `f` with everything that it touches: operands in the order in which they stand there, then
    /// memory, then registers.
    ///
    /// Long because it is the table: an arm for each instruction.
    pub fn parts(&self, mut f: impl FnMut(Part)) {
        use Part::{Defines, Reads, Uses, Writes};
        let plain = |address: &Operand, extent| Touch {
            address: *address,
            extent,
            is_atomic: false,
        };
        let atomic = |address: &Operand, kind: &Kind| Touch {
            address: *address,
            extent: Extent::Scalar(*kind),
            is_atomic: true,
        };
        match self {
            Inst::Copy { dst, src } | Inst::Convert { dst, src, .. } | Inst::Unary { dst, a: src, .. } => {
                f(Uses(Use::Value, *src));
                f(Defines(*dst));
            }
            Inst::Binary { op, dst, a, b, .. } => {
                f(Uses(Use::Value, *a));
                f(Uses(if op.divides() { Use::Divisor } else { Use::Value }, *b));
                f(Defines(*dst));
            }
            Inst::Compare { dst, a, b, .. }
            | Inst::Offset {
                dst,
                base: a,
                index: b,
                ..
            } => {
                f(Uses(Use::Value, *a));
                f(Uses(Use::Value, *b));
                f(Defines(*dst));
            }
            Inst::SlotAddr { dst, .. }
            | Inst::ThreadLocalAddr { dst, .. }
            | Inst::Unset { dst, .. }
            | Inst::Nondet { dst, .. } => {
                f(Defines(*dst));
            }
            Inst::Alloca { dst, size, .. } => {
                f(Uses(Use::Size, *size));
                f(Defines(*dst));
            }
            Inst::AllocaFree { addr } => f(Uses(Use::Address, *addr)),
            Inst::Load { kind, dst, addr } => {
                f(Uses(Use::Address, *addr));
                f(Reads(plain(addr, Extent::Scalar(*kind))));
                f(Defines(*dst));
            }
            Inst::LoadBits { dst, addr, bits, .. } => {
                f(Uses(Use::Address, *addr));
                f(Reads(plain(addr, Extent::Field(*bits))));
                f(Defines(*dst));
            }
            Inst::Store { kind, addr, value } => {
                f(Uses(Use::Address, *addr));
                f(Uses(Use::Stored, *value));
                f(Writes(plain(addr, Extent::Scalar(*kind))));
            }
            Inst::StoreBits {
                addr, value, bits, ..
            } => {
                f(Uses(Use::Address, *addr));
                f(Uses(Use::Stored, *value));
                f(Writes(plain(addr, Extent::Field(*bits))));
            }
            Inst::MemCopy { dst, src, size } => {
                f(Uses(Use::Address, *dst));
                f(Uses(Use::Address, *src));
                f(Uses(Use::Size, *size));
                f(Reads(plain(src, Extent::Bytes(*size))));
                f(Writes(plain(dst, Extent::Bytes(*size))));
            }
            Inst::MemFill { dst, byte, size } => {
                f(Uses(Use::Address, *dst));
                f(Uses(Use::Stored, *byte));
                f(Uses(Use::Size, *size));
                f(Writes(plain(dst, Extent::Bytes(*size))));
            }
            Inst::AtomicLoad { kind, dst, addr, .. } => {
                f(Uses(Use::Address, *addr));
                f(Reads(atomic(addr, kind)));
                f(Defines(*dst));
            }
            Inst::AtomicStore {
                kind, addr, value, ..
            } => {
                f(Uses(Use::Address, *addr));
                f(Uses(Use::Stored, *value));
                f(Writes(atomic(addr, kind)));
            }
            Inst::AtomicRmw {
                kind,
                dst,
                addr,
                value,
                ..
            } => {
                f(Uses(Use::Address, *addr));
                f(Uses(Use::Combined, *value));
                f(Reads(atomic(addr, kind)));
                f(Writes(atomic(addr, kind)));
                f(Defines(*dst));
            }
            Inst::AtomicCas {
                kind,
                dst,
                ok,
                addr,
                expected,
                desired,
                ..
            } => {
                f(Uses(Use::Address, *addr));
                f(Uses(Use::Expected, *expected));
                f(Uses(Use::Stored, *desired));
                f(Reads(atomic(addr, kind)));
                f(Writes(atomic(addr, kind)));
                f(Defines(*dst));
                f(Defines(*ok));
            }
            Inst::Call { dst, callee, args } => {
                if let Callee::Pointer(p) = callee {
                    f(Uses(Use::Target, *p));
                }
                args.iter().for_each(|o| f(Uses(Use::Argument, *o)));
                dst.iter().for_each(|dst| f(Defines(*dst)));
            }
            Inst::Sync { dst, args, .. } => {
                args.iter().for_each(|o| f(Uses(Use::Argument, *o)));
                dst.iter().for_each(|dst| f(Defines(*dst)));
            }
            Inst::Assume { cond } => f(Uses(Use::Assumed, *cond)),
            Inst::Assert { cond, .. } => f(Uses(Use::Asserted, *cond)),
            Inst::SetJump { dst, buffer } => {
                f(Uses(Use::Address, *buffer));
                f(Defines(*dst));
            }
            Inst::LongJump { buffer, value } => {
                f(Uses(Use::Target, *buffer));
                f(Uses(Use::Argument, *value));
            }
            Inst::SlotDead { .. } | Inst::Fence { .. } | Inst::Gap { .. } => {}
        }
    }

    /// Calls `f` with every operand, and what it is used for.
    #[inline]
    pub fn uses(&self, mut f: impl FnMut(Use, Operand)) {
        self.parts(|part| {
            if let Part::Uses(what, operand) = part {
                f(what, operand);
            }
        });
    }

    /// Calls `f` with every operand.
    #[inline]
    pub fn operands(&self, mut f: impl FnMut(Operand)) {
        self.uses(|_, operand| f(operand));
    }

    /// Whether it reads a register.
    pub fn reads_register(&self, r: Reg) -> bool {
        let mut found = false;
        self.operands(|operand| found |= operand == Operand::Reg(r));
        found
    }

    /// The registers that it writes.
    #[inline]
    pub fn results(&self) -> impl Iterator<Item = Reg> + use<> {
        let mut results = [None, None];
        self.parts(|part| {
            if let Part::Defines(r) = part {
                let at = usize::from(results[0].is_some());
                results[at] = Some(r);
            }
        });
        results.into_iter().flatten()
    }

    /// Whether it writes a register.
    pub fn defines(&self, r: Reg) -> bool {
        self.results().any(|result| result == r)
    }

    /// The memory that it reads itself.
    pub fn reads(&self) -> Option<Touch> {
        let mut found = None;
        self.parts(|part| {
            if let Part::Reads(touch) = part {
                found = Some(touch);
            }
        });
        found
    }

    /// The memory that it writes itself, or may write.
    pub fn writes(&self) -> Option<Touch> {
        let mut found = None;
        self.parts(|part| {
            if let Part::Writes(touch) = part {
                found = Some(touch);
            }
        });
        found
    }

    /// The value that it puts into memory as it is.
    pub fn stored(&self) -> Option<Operand> {
        let mut found = None;
        self.uses(|what, operand| {
            if what == Use::Stored {
                found = Some(operand);
            }
        });
        found
    }

    /// Whether it does nothing but compute what it gives from registers.
    pub fn is_computation(&self) -> bool {
        matches!(
            self,
            Inst::Copy { .. }
                | Inst::Unary { .. }
                | Inst::Binary { .. }
                | Inst::Compare { .. }
                | Inst::Convert { .. }
                | Inst::Offset { .. }
        )
    }

    /// Whether it does nothing but compute or load a scalar or a bit-field: others learn nothing of it, and
    /// it does not wait for them.
    pub fn is_quiet(&self) -> bool {
        self.is_computation() || self.writes().is_none() && self.reads().is_some_and(|touch| touch.is_plain())
    }

    /// The address that what it gives is made of without leaving the object.
    pub fn base(&self) -> Option<(Reg, Operand)> {
        match self {
            Inst::Copy { dst, src: base } | Inst::Offset { dst, base, .. } => Some((*dst, *base)),
            _ => None,
        }
    }

    /// Whether it may fail for what an operand is, wherever its addresses are.
    pub fn may_fail(&self) -> bool {
        let mut found = false;
        self.uses(|what, operand| {
            found |= match what {
                Use::Asserted => true,
                Use::Divisor => !matches!(operand, Operand::Const(_, n) if n != 0),
                _ => false,
            }
        });
        found
    }

    /// Whom it calls.
    pub fn callee(&self) -> Option<&Callee> {
        match self {
            Inst::Call { callee, .. } => Some(callee),
            _ => None,
        }
    }

    /// The function that it calls, if that is not told by a pointer.
    pub fn called(&self) -> Option<FuncId> {
        match self.callee() {
            Some(Callee::Function(f)) => Some(*f),
            _ => None,
        }
    }

    /// What it gives to the function that it calls, or to the synchronisation that it is.
    pub fn arguments(&self) -> &[Operand] {
        match self {
            Inst::Call { args, .. } | Inst::Sync { args, .. } => args,
            _ => &[],
        }
    }

    /// What a thread or a task that it creates runs.
    pub fn operand_of_creation(&self) -> Option<Operand> {
        match self {
            Inst::Sync { op, args, .. } if op.creates() => args.first().copied(),
            _ => None,
        }
    }

    /// Whether it chooses if the next step fails for lack of memory or threads.
    pub fn is_failure(&self) -> bool {
        matches!(self, Inst::Nondet { name, .. } if name == FAILURE)
    }

    /// Whether it accesses a bit-field.
    pub fn is_of_bit_field(&self) -> bool {
        matches!(self, Inst::LoadBits { .. } | Inst::StoreBits { .. })
    }

    /// What it compares with each other.
    pub fn compared(&self) -> Option<[Operand; 2]> {
        match self {
            Inst::Compare { a, b, .. } => Some([*a, *b]),
            _ => None,
        }
    }

    /// The synchronisation that it is.
    pub fn sync(&self) -> Option<SyncOp> {
        match self {
            Inst::Sync { op, .. } => Some(*op),
            _ => None,
        }
    }

    /// Whether a jump may come back to it, with what registers hold elsewhere.
    pub fn is_returned_to(&self) -> bool {
        matches!(self, Inst::SetJump { .. })
    }

    /// Whether it leaves its function by a jump.
    pub fn jumps(&self) -> bool {
        matches!(self, Inst::LongJump { .. })
    }
}

impl Callee {
    /// The function that it is, if it is given by name, be that as the value of a pointer.
    pub fn named(&self) -> Option<FuncId> {
        match self {
            Callee::Function(f) | Callee::Pointer(Operand::Address(Address::Function(f))) => Some(*f),
            Callee::Pointer(_) => None,
        }
    }
}

impl SyncOp {
    /// Whether it creates a thread or a task.
    pub fn creates(self) -> bool {
        matches!(
            self,
            SyncOp::ThreadCreate | SyncOp::ThreadCreateAt | SyncOp::TaskCreate | SyncOp::TaskPost
        )
    }
}

impl Terminator {
    /// The values that it has cases for; of a range, the lowest.
    pub fn cases(&self) -> impl Iterator<Item = i128> + '_ {
        let cases = match self {
            Terminator::Switch { cases, .. } => cases.as_slice(),
            _ => &[],
        };
        cases.iter().map(|case| case.low)
    }

    /// The blocks that may come next, in the order in which they stand there; one may stand there more than
    /// once.
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
        self.decider().or(self.returned())
    }

    /// What decides where it goes.
    pub fn decider(&self) -> Option<Operand> {
        match self {
            Terminator::Branch { cond: o, .. }
            | Terminator::Switch { value: o, .. }
            | Terminator::JumpTo { target: o, .. } => Some(*o),
            Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
        }
    }

    /// What it returns.
    pub fn returned(&self) -> Option<Operand> {
        match self {
            Terminator::Return(value) => *value,
            _ => None,
        }
    }

    /// Whether it returns from the function.
    pub fn returns(&self) -> bool {
        matches!(self, Terminator::Return(_))
    }
}
