//! Which clauses a directive takes, how often, and which it needs: OpenMP 5.2, with the older
//! spellings that compilers still take.

use super::ClauseName::{self, *};
use super::Construct::{self as C};

const MEMORY_ORDERS: &[ClauseName] = &[SeqCst, AcqRel, Release, Acquire, Relaxed];
const ASSUMPTIONS: &[ClauseName] = &[Absent, Contains, Holds, NoOpenmp, NoOpenmpRoutines, NoParallelism];

impl C {
    /// The clauses that this construct takes.
    #[rustfmt::skip]
    pub fn clauses(self) -> &'static [ClauseName] {
        match self {
            C::Allocate => &[Align, Allocator],
            C::Assume | C::Assumes | C::BeginAssumes => ASSUMPTIONS,
            C::Atomic => &[
                Read, Write, Update, Capture, Compare, Fail, Weak, Hint, SeqCst, AcqRel, Release, Acquire, Relaxed,
            ],
            C::Barrier | C::CancellationPoint | C::EndAssumes | C::EndDeclareTarget => &[],
            C::Master | C::Nothing | C::Section | C::Taskyield | C::Threadprivate => &[],
            C::BeginDeclareTarget => &[DeviceType, Indirect],
            C::Cancel => &[If],
            C::Critical => &[Hint],
            C::DeclareMapper => &[Map],
            C::DeclareReduction => &[Initializer],
            C::DeclareSimd => &[Aligned, Linear, Uniform, Simdlen, Inbranch, Notinbranch],
            C::DeclareTarget => &[DeviceType, Enter, Indirect, Link, To],
            C::DeclareVariant => &[AdjustArgs, AppendArgs, Match],
            C::Depobj => &[Depend, Destroy, Update],
            C::Dispatch => &[Depend, Device, HasDeviceAddr, IsDevicePtr, Nocontext, Novariants, Nowait],
            C::Distribute => &[
                Allocate, Collapse, DistSchedule, Firstprivate, Lastprivate, Order, Private,
            ],
            C::Error => &[At, Message, Severity],
            C::Flush => MEMORY_ORDERS,
            C::For => &[
                Allocate, Collapse, Firstprivate, Lastprivate, Linear, Nowait, Order, Ordered, Private, Reduction,
                Schedule,
            ],
            C::Interop => &[Depend, Destroy, Device, Init, Nowait, Use],
            C::Loop => &[Bind, Collapse, Lastprivate, Order, Private, Reduction],
            C::Masked => &[Filter],
            C::Ordered => &[Depend, Doacross, Simd, Threads],
            C::Parallel => &[
                Allocate, Copyin, Default, Firstprivate, If, NumThreads, Private, ProcBind, Reduction, Shared,
            ],
            C::Requires => &[
                AtomicDefaultMemOrder,
                DynamicAllocators,
                ReverseOffload,
                UnifiedAddress,
                UnifiedSharedMemory,
            ],
            C::Scan => &[Exclusive, Inclusive],
            C::Scope => &[Allocate, Firstprivate, Nowait, Private, Reduction],
            C::Sections => &[Allocate, Firstprivate, Lastprivate, Nowait, Private, Reduction],
            C::Simd => &[
                Aligned, Collapse, If, Lastprivate, Linear, Nontemporal, Order, Private, Reduction, Safelen,
                Simdlen,
            ],
            C::Single => &[Allocate, Copyprivate, Firstprivate, Nowait, Private],
            C::Target => &[
                Allocate, Defaultmap, Depend, Device, Firstprivate, HasDeviceAddr, If, InReduction, IsDevicePtr,
                Map, Nowait, Private, ThreadLimit, UsesAllocators,
            ],
            C::TargetData => &[Device, If, Map, UseDeviceAddr, UseDevicePtr],
            C::TargetEnterData | C::TargetExitData => &[Depend, Device, If, Map, Nowait],
            C::TargetUpdate => &[Depend, Device, From, If, Nowait, To],
            C::Task => &[
                Affinity, Allocate, Default, Depend, Detach, Final, Firstprivate, If, InReduction, Mergeable,
                Priority, Private, Shared, Untied,
            ],
            C::Taskgroup => &[Allocate, TaskReduction],
            C::Taskloop => &[
                Allocate, Collapse, Default, Final, Firstprivate, Grainsize, If, InReduction, Lastprivate,
                Mergeable, Nogroup, NumTasks, Priority, Private, Reduction, Shared, Untied,
            ],
            C::Taskwait => &[Depend, Nowait],
            C::Teams => &[
                Allocate, Default, Firstprivate, NumTeams, Private, Reduction, Shared, ThreadLimit,
            ],
            C::Tile => &[Sizes],
            C::Unroll => &[Full, Partial],
        }
    }

    /// Clauses of which this directive needs one; empty if it needs none.
    pub fn required_clauses(self) -> &'static [ClauseName] {
        match self {
            C::Assume | C::Assumes | C::BeginAssumes => ASSUMPTIONS,
            C::DeclareMapper | C::TargetEnterData | C::TargetExitData => &[Map],
            C::DeclareVariant => &[Match],
            C::Depobj => &[Depend, Destroy, Update],
            C::Requires => self.clauses(),
            C::Scan => &[Inclusive, Exclusive],
            C::TargetData => &[Map, UseDevicePtr, UseDeviceAddr],
            C::TargetUpdate => &[To, From],
            C::Tile => &[Sizes],
            _ => &[],
        }
    }

    /// Whether a directive of these constructs takes a clause.
    pub fn take(constructs: &[C], name: ClauseName) -> bool {
        let has = |construct| constructs.contains(&construct);
        match name {
            // The barrier at the end of `parallel` cannot be left out, whatever it is combined with.
            Nowait if has(C::Parallel) => has(C::Target),
            Ordered if has(C::Distribute) => false,
            Copyin if has(C::Target) => false,
            _ => constructs
                .iter()
                .any(|construct| construct.clauses().contains(&name)),
        }
    }
}

impl ClauseName {
    /// Whether a directive may have more than one clause of this name. `if` may stand once for each
    /// construct.
    #[rustfmt::skip]
    pub fn may_repeat(self) -> bool {
        matches!(
            self,
            Absent | AdjustArgs | Affinity | Aligned | Allocate | AppendArgs | Contains | Copyin
                | Copyprivate | Defaultmap | Depend | Doacross | Enter | Exclusive | Firstprivate | From
                | HasDeviceAddr | Holds | If | InReduction | Inclusive | Init | IsDevicePtr | Lastprivate
                | Linear | Link | Map | Nontemporal | Private | Reduction | Shared | TaskReduction | To
                | Uniform | Use | UseDeviceAddr | UseDevicePtr | UsesAllocators
        )
    }

    /// Whether two different clauses exclude each other on a directive.
    pub fn excludes(self, other: ClauseName) -> bool {
        const GROUPS: &[&[ClauseName]] = &[
            MEMORY_ORDERS,
            &[Read, Write, Update],
            &[Read, Write, Capture],
            &[Read, Write, Compare],
            &[Full, Partial],
            &[Grainsize, NumTasks],
            &[Inbranch, Notinbranch],
            &[Inclusive, Exclusive],
            &[Nogroup, Reduction],
            &[Depend, Threads],
            &[Depend, Simd],
            &[Doacross, Threads],
            &[Doacross, Simd],
            &[Detach, Mergeable],
            &[Depend, Update],
            &[Destroy, Update],
        ];
        // `read` and `write` exclude `capture` and `compare`, which do not exclude each other.
        self != other
            && GROUPS
                .iter()
                .any(|group| group.contains(&self) && group.contains(&other))
    }
}
