//! Whether a program does the same in teams of any size.

use raceproof_ir::{Address, Callee, CompareOp, ConvertOp, FuncId, Inst, Kind, Operand, SyncOp};
use raceproof_machine::runtime::is_runtime;

use crate::Facts;
use crate::own::TASK_BLOCK;

/// Functions of the runtime that do the same for teams of any size, as far as the program can see.
const SIZELESS: [&str; 27] = [
    "__raceproof_omp_parallel",
    "__raceproof_omp_barrier",
    "__raceproof_omp_construct",
    "__raceproof_omp_workers",
    "__raceproof_omp_share",
    "__raceproof_omp_more",
    "__raceproof_omp_count",
    "__raceproof_omp_concurrent",
    "__raceproof_omp_next_construct",
    "__raceproof_omp_next_lanes",
    "__raceproof_omp_lock",
    "__raceproof_omp_group_mutex",
    "__raceproof_omp_reduce_begin",
    "__raceproof_omp_reduce_end",
    "__raceproof_omp_publish",
    "__raceproof_omp_published",
    "__raceproof_omp_task",
    TASK_BLOCK,
    "omp_init_lock",
    "omp_destroy_lock",
    "omp_set_lock",
    "omp_unset_lock",
    "__raceproof_omp_runtime_chunk",
    "omp_alloc",
    "omp_free",
    "omp_get_wtime",
    "omp_get_wtick",
];

/// Functions of the C library that give each thread something of its own.
const OWN: [&str; 4] = ["__errno_location", "__error", "___errno", "sched_getcpu"];

/// Whether a synchronisation of the program does the same in teams of any size. Barriers, semaphores and conditions may count threads, and
/// what asks for a thread's handle or its value of a key tells who it is.
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
    /// Whether the program may do something else in a team of another size, of two threads at least: it asks for the size, for the number of a
    /// thread, or for its share of works that the program gives to threads by their numbers. Or it can tell the thread that made the team from
    /// the others without that: by its handle, by what it left in thread-local variables, by their addresses or by any address as a number. Or it
    /// has synchronisation that counts threads.
    ///
    /// SOUNDNESS: team-of-two
    pub fn asks_for_size(&self) -> bool {
        let program = self.program;
        let tells = |f: FuncId| {
            let name = program.function(f).name.as_str();
            (name.starts_with("omp_") || name.starts_with("__raceproof_omp_")) && !SIZELESS.contains(&name)
                || OWN.contains(&name)
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
                !is_runtime(program, f) && instructions().any(|(inst, _)| asks(inst))
            })
    }
}
