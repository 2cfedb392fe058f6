//! Whether a program does the same in teams of any size.

use raceproof_ir::{
    Address, Callee, CompareOp, ConvertOp, FuncId, Inst, Kind, Operand, Origin, Role, Runtime, SyncOp,
};
use raceproof_library::{Gives, find};

use crate::Facts;

/// Whether a synchronisation of the program does the same in teams of any size. Barriers, semaphores and
/// conditions may count threads, and what asks for a thread's handle or its value of a key tells who it is.
fn is_sizeless(op: SyncOp) -> bool {
    use SyncOp as S;
    matches!(
        op,
        S::ThreadYield
            | S::MutexInit
            | S::MutexLock
            | S::MutexUnlock
            | S::MutexDestroy
            | S::SpinInit
            | S::SpinLock
            | S::SpinUnlock
            | S::SpinDestroy
            | S::OnceBegin
            | S::OnceEnd
            | S::WorkBegin
            | S::WorkEnd
            | S::WorkShare
            | S::WorkMore
            | S::WorkLimit
            | S::TaskDepend
            | S::TaskCreate
            | S::TaskAwaitDepend
            | S::TaskWait
            | S::TaskMark
            | S::TaskWaitSince
            | S::TaskRegion
    )
}

impl Facts<'_> {
    /// Whether the program may do something else in a team of another size, of two threads at least: it asks
    /// for the size, for the number of a thread, or for its share of works that the program gives to threads
    /// by their numbers. Or it can tell the thread that made the team from the others without that: by its
    /// handle, by what it left in thread-local variables, by their addresses or by any address as a number.
    /// Or it has synchronisation that counts threads.
    ///
    /// SOUNDNESS: team-of-two
    pub fn asks_for_size(&self) -> bool {
        let program = self.program;
        let is_runtime = |f: FuncId| program.function(f).origin == Origin::Runtime(Runtime::OpenMp);
        let divides = program.divides_loops();
        let is_sizeless_role = |role: Role| role.is_sizeless() && !(divides && role.is_divided());
        let tells = |f: FuncId| {
            let function = program.function(f);
            is_runtime(f) && !function.role.is_some_and(is_sizeless_role)
                || find(&function.name).is_some_and(|found| found.row.gives == Gives::Own)
        };
        let is_told = |address: &Address| matches!(address, Address::Function(f) if tells(*f));
        let asks = |inst: &Inst| {
            let mut found = match inst {
                Inst::Call { callee, .. } => matches!(callee, Callee::Function(f) if tells(*f)),
                Inst::ThreadLocalAddr { .. } => true,
                Inst::Convert { op, .. } => *op == ConvertOp::PtrToInt,
                Inst::Compare { op, kind, .. } => {
                    *kind == Kind::Ptr && !matches!(op, CompareOp::Eq | CompareOp::Ne)
                }
                Inst::Sync { op, .. } => !is_sizeless(*op),
                _ => false,
            };
            inst.operands(|o| found |= matches!(o, Operand::Address(a) if is_told(&a)));
            found
        };
        let relocations = || program.globals.iter().flat_map(|g| &g.relocations);
        relocations().any(|r| is_told(&r.target))
            || (0..program.functions.len() as u32).map(FuncId).any(|f| {
                let function = program.function(f);
                let instructions = || function.blocks.iter().flat_map(|b| &b.instructions);
                !is_runtime(f) && instructions().any(|(inst, _)| asks(inst))
            })
    }
}
