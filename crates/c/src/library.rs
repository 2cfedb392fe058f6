//! Models of library functions that are instructions rather than native calls: threads, locks,
//! nondeterministic values, assertions.
//!
//! A direct call of a function that has no body and stands in [`MODELS`] becomes the instructions of its
//! model; where its address is taken, a function with those instructions is made. Everything else without a
//! body is called and looked up by the machine.
//!
//! Attribute objects keep what matters of them in their first four bytes: the kind of a mutex, the
//! detach state of a thread.

mod cancel;
mod check;
mod fork;
mod jump;
mod lock;
mod object;
mod task;
mod thread;

use raceproof_ir::{BinaryOp, Inst, Kind, Operand, Span, SyncOp};

use raceproof_library::{By, find};

use crate::hir;
use crate::lower::FunctionLowering;
use crate::lower::convert::{Numeric, constant};
pub(crate) use object::{KnownObject, known_object, location_of};

/// An argument of a modelled call.
#[derive(Clone, Copy)]
pub(crate) struct Argument {
    pub value: Operand,
    pub numeric: Numeric,
}

/// A call of a modelled function.
pub(crate) struct ModelCall<'c> {
    pub name: &'c str,
    pub args: &'c [Argument],
    /// Whether the result is used.
    pub wanted: bool,
    /// Kind of the result as the program declares it.
    pub result: Option<Numeric>,
    pub span: Span,
}

/// What makes the instructions of a call; gives the result if there is one.
type Expand = for<'f, 'p, 'a> fn(&'f mut FunctionLowering<'p, 'a>, &ModelCall<'_>) -> Option<Operand>;

/// What a library function does.
#[derive(Clone, Copy)]
pub(crate) enum Model {
    /// A synchronisation operation on its first arguments; gives the operation's result, or 0.
    Sync(SyncOp),
    /// Likewise; a result other than 0 comes with this number in `errno`.
    Refuses(SyncOp, i32),
    /// Likewise; a result other than 0 is this code of C11's `thrd_…`.
    Threads(SyncOp, u8),
    /// Nothing that matters; gives 0, or what the row of the function says.
    Zero,
    /// Nothing that matters; stores this `int` through the argument with this number if it is not null, and
    /// gives 0.
    Report(u8, i32),
    /// Not modelled.
    Gap,
    /// Not modelled; the text says what.
    Says(&'static str),
    /// Instructions of its own, with at least this many arguments.
    Custom(u8, Expand),
}

/// Codes of C11's `thrd_…`.
const BUSY: u8 = 1;
const ERROR: u8 = 2;
const TIMED_OUT: u8 = 4;

/// Numbers in `errno`.
const EAGAIN: i32 = 11;
const ETIMEDOUT: i32 = 110;

use Model::{Custom, Gap, Refuses, Report, Says, Sync, Threads, Zero};

/// The models by name.
static MODELS: &[(&str, Model)] = &[
    ("pthread_create", Custom(4, thread::create)),
    ("pthread_join", Custom(2, thread::join)),
    ("pthread_detach", Sync(SyncOp::ThreadDetach)),
    ("pthread_exit", Custom(1, thread::exit)),
    ("pthread_self", Sync(SyncOp::ThreadSelf)),
    ("pthread_equal", Custom(2, thread::equal)),
    ("gettid", Custom(0, thread::id)),
    ("syscall", Custom(1, thread::system_call)),
    ("pthread_yield", Sync(SyncOp::ThreadYield)),
    ("sched_yield", Sync(SyncOp::ThreadYield)),
    ("pthread_tryjoin_np", Gap),
    ("pthread_timedjoin_np", Gap),
    ("pthread_clockjoin_np", Gap),
    ("pthread_testcancel", Custom(0, cancel::test)),
    ("pthread_setcancelstate", Custom(2, cancel::state)),
    ("pthread_setcanceltype", Custom(2, cancel::kind)),
    ("pthread_setname_np", Zero),
    ("pthread_setaffinity_np", Zero),
    ("pthread_setconcurrency", Zero),
    ("pthread_setschedparam", Zero),
    ("pthread_setschedprio", Zero),
    ("pthread_atfork", Custom(0, fork::handlers)),
    ("pthread_attr_init", Custom(1, lock::attribute_init)),
    ("pthread_attr_destroy", Zero),
    ("pthread_attr_setdetachstate", Custom(2, lock::attribute_set)),
    ("pthread_attr_getdetachstate", Custom(2, lock::attribute_get)),
    ("pthread_attr_setstacksize", Zero),
    ("pthread_attr_setstack", Zero),
    ("pthread_attr_setstackaddr", Zero),
    ("pthread_attr_setguardsize", Zero),
    ("pthread_attr_setscope", Zero),
    ("pthread_attr_getscope", Report(1, 0)),
    ("pthread_attr_setschedpolicy", Zero),
    ("pthread_attr_getschedpolicy", Report(1, 0)),
    ("pthread_attr_setschedparam", Zero),
    ("pthread_attr_setinheritsched", Zero),
    ("pthread_attr_getinheritsched", Report(1, 0)),
    ("pthread_attr_setaffinity_np", Zero),
    ("pthread_mutex_init", Custom(2, lock::mutex_init)),
    ("pthread_mutex_lock", Sync(SyncOp::MutexLock)),
    ("pthread_mutex_trylock", Sync(SyncOp::MutexTryLock)),
    ("pthread_mutex_timedlock", Sync(SyncOp::MutexTimedLock)),
    ("pthread_mutex_clocklock", Sync(SyncOp::MutexTimedLock)),
    ("pthread_mutex_unlock", Sync(SyncOp::MutexUnlock)),
    ("pthread_mutex_destroy", Sync(SyncOp::MutexDestroy)),
    ("flockfile", Sync(SyncOp::MutexLock)),
    ("ftrylockfile", Sync(SyncOp::MutexTryLock)),
    ("funlockfile", Sync(SyncOp::MutexUnlock)),
    ("pthread_mutex_consistent", Gap),
    ("pthread_mutexattr_init", Custom(1, lock::attribute_init)),
    ("pthread_mutexattr_destroy", Zero),
    ("pthread_mutexattr_settype", Custom(2, lock::attribute_set)),
    ("pthread_mutexattr_gettype", Custom(2, lock::attribute_get)),
    ("pthread_mutexattr_setkind_np", Custom(2, lock::attribute_set)),
    ("pthread_mutexattr_setpshared", Zero),
    ("pthread_mutexattr_getpshared", Report(1, 0)),
    ("pthread_mutexattr_setprotocol", Custom(2, lock::protocol)),
    ("pthread_mutexattr_getprotocol", Report(1, 0)),
    ("pthread_mutexattr_setprioceiling", Zero),
    ("pthread_mutexattr_setrobust", Gap),
    ("pthread_mutexattr_getrobust", Report(1, 0)),
    ("pthread_rwlock_init", Sync(SyncOp::RwInit)),
    ("pthread_rwlock_rdlock", Sync(SyncOp::RwRead)),
    ("pthread_rwlock_tryrdlock", Sync(SyncOp::RwTryRead)),
    ("pthread_rwlock_timedrdlock", Sync(SyncOp::RwTimedRead)),
    ("pthread_rwlock_clockrdlock", Sync(SyncOp::RwTimedRead)),
    ("pthread_rwlock_wrlock", Sync(SyncOp::RwWrite)),
    ("pthread_rwlock_trywrlock", Sync(SyncOp::RwTryWrite)),
    ("pthread_rwlock_timedwrlock", Sync(SyncOp::RwTimedWrite)),
    ("pthread_rwlock_clockwrlock", Sync(SyncOp::RwTimedWrite)),
    ("pthread_rwlock_unlock", Sync(SyncOp::RwUnlock)),
    ("pthread_rwlock_destroy", Sync(SyncOp::RwDestroy)),
    ("pthread_rwlockattr_init", Zero),
    ("pthread_rwlockattr_destroy", Zero),
    ("pthread_rwlockattr_setpshared", Zero),
    ("pthread_rwlockattr_getpshared", Report(1, 0)),
    ("pthread_rwlockattr_setkind_np", Zero),
    ("pthread_spin_init", Sync(SyncOp::SpinInit)),
    ("pthread_spin_lock", Sync(SyncOp::SpinLock)),
    ("pthread_spin_trylock", Sync(SyncOp::SpinTryLock)),
    ("pthread_spin_unlock", Sync(SyncOp::SpinUnlock)),
    ("pthread_spin_destroy", Sync(SyncOp::SpinDestroy)),
    ("pthread_cond_init", Sync(SyncOp::CondInit)),
    ("pthread_cond_wait", Sync(SyncOp::CondWait)),
    ("pthread_cond_timedwait", Sync(SyncOp::CondTimedWait)),
    ("pthread_cond_clockwait", Sync(SyncOp::CondTimedWait)),
    ("pthread_cond_signal", Sync(SyncOp::CondSignal)),
    ("pthread_cond_broadcast", Sync(SyncOp::CondBroadcast)),
    ("pthread_cond_destroy", Sync(SyncOp::CondDestroy)),
    ("pthread_condattr_init", Zero),
    ("pthread_condattr_destroy", Zero),
    ("pthread_condattr_setclock", Zero),
    ("pthread_condattr_getclock", Report(1, 0)),
    ("pthread_condattr_setpshared", Zero),
    ("pthread_condattr_getpshared", Report(1, 0)),
    ("pthread_barrier_init", Custom(3, lock::barrier_init)),
    ("pthread_barrier_wait", Sync(SyncOp::BarrierWait)),
    ("pthread_barrier_destroy", Sync(SyncOp::BarrierDestroy)),
    ("pthread_barrierattr_init", Zero),
    ("pthread_barrierattr_destroy", Zero),
    ("pthread_barrierattr_setpshared", Zero),
    ("pthread_barrierattr_getpshared", Report(1, 0)),
    ("pthread_once", Custom(2, lock::once)),
    ("pthread_key_create", Custom(2, thread::key_create)),
    ("pthread_key_delete", Sync(SyncOp::KeyDelete)),
    ("pthread_setspecific", Sync(SyncOp::KeySet)),
    ("pthread_getspecific", Sync(SyncOp::KeyGet)),
    ("sem_init", Custom(3, lock::semaphore_init)),
    ("sem_wait", Sync(SyncOp::SemWait)),
    ("sem_trywait", Refuses(SyncOp::SemTryWait, EAGAIN)),
    ("sem_timedwait", Refuses(SyncOp::SemTimedWait, ETIMEDOUT)),
    ("sem_clockwait", Refuses(SyncOp::SemTimedWait, ETIMEDOUT)),
    ("sem_post", Sync(SyncOp::SemPost)),
    ("sem_getvalue", Custom(2, lock::semaphore_value)),
    ("sem_destroy", Sync(SyncOp::SemDestroy)),
    ("thrd_create", Custom(3, thread::c11_create)),
    ("thrd_join", Custom(2, thread::c11_join)),
    ("thrd_detach", Sync(SyncOp::ThreadDetach)),
    ("thrd_exit", Custom(1, thread::exit)),
    ("thrd_current", Sync(SyncOp::ThreadSelf)),
    ("thrd_equal", Custom(2, thread::equal)),
    ("thrd_yield", Sync(SyncOp::ThreadYield)),
    ("thrd_sleep", Sync(SyncOp::ThreadYield)),
    ("sleep", Sync(SyncOp::ThreadYield)),
    ("usleep", Sync(SyncOp::ThreadYield)),
    ("nanosleep", Sync(SyncOp::ThreadYield)),
    ("clock_nanosleep", Sync(SyncOp::ThreadYield)),
    ("mtx_init", Custom(2, lock::c11_mutex_init)),
    ("mtx_lock", Threads(SyncOp::MutexLock, ERROR)),
    ("mtx_trylock", Threads(SyncOp::MutexTryLock, BUSY)),
    ("mtx_timedlock", Threads(SyncOp::MutexTimedLock, TIMED_OUT)),
    ("mtx_unlock", Threads(SyncOp::MutexUnlock, ERROR)),
    ("mtx_destroy", Sync(SyncOp::MutexDestroy)),
    ("cnd_init", Sync(SyncOp::CondInit)),
    ("cnd_wait", Threads(SyncOp::CondWait, ERROR)),
    ("cnd_timedwait", Threads(SyncOp::CondTimedWait, TIMED_OUT)),
    ("cnd_signal", Threads(SyncOp::CondSignal, ERROR)),
    ("cnd_broadcast", Threads(SyncOp::CondBroadcast, ERROR)),
    ("cnd_destroy", Sync(SyncOp::CondDestroy)),
    ("tss_create", Custom(2, thread::key_create)),
    ("tss_delete", Sync(SyncOp::KeyDelete)),
    ("tss_set", Threads(SyncOp::KeySet, ERROR)),
    ("tss_get", Sync(SyncOp::KeyGet)),
    ("call_once", Custom(2, lock::once)),
    ("atomic_thread_fence", Custom(1, check::fence)),
    ("atomic_signal_fence", Zero),
    ("__raceproof_work_begin", Sync(SyncOp::WorkBegin)),
    ("__raceproof_work_end", Sync(SyncOp::WorkEnd)),
    ("__raceproof_work_share", Sync(SyncOp::WorkShare)),
    ("__raceproof_work_more", Sync(SyncOp::WorkMore)),
    ("__raceproof_work_limit", Sync(SyncOp::WorkLimit)),
    ("__raceproof_ordered_enter", Sync(SyncOp::OrderedEnter)),
    ("__raceproof_ordered_exit", Sync(SyncOp::OrderedExit)),
    (
        "__raceproof_omp_in_task",
        Says("a work-sharing construct or a barrier in a task: it is for all threads of the team"),
    ),
    (
        "__raceproof_cilk_partial",
        Says("the value of a reducer before all tasks that update it are synced: it is up to the schedule"),
    ),
    (
        "__raceproof_cancel_at_any_time",
        Says("canceling threads of which one can be canceled at any time (PTHREAD_CANCEL_ASYNCHRONOUS)"),
    ),
    (
        "__raceproof_semaphore_limit",
        Says("more than 16 named semaphores, or names of more than 31 characters"),
    ),
    (
        "__raceproof_futex_limit",
        Says(
            "operations of `futex` other than waiting and waking, or more than 16 words that are waited for",
        ),
    ),
    (
        "__raceproof_signal_limit",
        Says("a signal that several threads wait for, or signals in more than 63 threads"),
    ),
    (
        "__raceproof_omp_many_exclusions",
        Says("a task with more than 8 items of `mutexinoutset`"),
    ),
    (
        "__raceproof_omp_many_teams",
        Says("a lock in a league of more than 16 teams"),
    ),
    (
        "__raceproof_omp_many_groups",
        Says("a critical section in a league of more than 63 teams"),
    ),
    (
        "__raceproof_omp_nest_league",
        Says("a nestable lock in a league of several teams"),
    ),
    (
        "__raceproof_omp_many_ordered",
        Says("more than 8 ordered loops (4 with dependences) without a barrier between them"),
    ),
    (
        "__raceproof_omp_concurrent_alone",
        Says("iterations beside each other by `order(concurrent)` or `loop` in a team of one thread"),
    ),
    (
        "__raceproof_omp_runtime_static",
        Says("schedule(runtime) where `omp_set_schedule` has chosen a static schedule"),
    ),
    (
        "__raceproof_omp_many_combinations",
        Says("combinations of reductions that are 8 constructs apart without a barrier between them"),
    ),
    (
        "__raceproof_omp_many_iterations",
        Says("dependences between more than 16384 iterations of a loop"),
    ),
    (
        "__raceproof_omp_rival_teams",
        Says("dependences between iterations in several teams at once"),
    ),
    ("__raceproof_event_wait", Sync(SyncOp::EventWait)),
    ("__raceproof_event_set", Sync(SyncOp::EventSet)),
    ("__raceproof_task_depend", Sync(SyncOp::TaskDepend)),
    ("__raceproof_task_create", Sync(SyncOp::TaskCreate)),
    ("__raceproof_task_post", Custom(4, task::post)),
    ("__raceproof_task_await", Sync(SyncOp::TaskAwait)),
    ("__raceproof_task_await_depend", Sync(SyncOp::TaskAwaitDepend)),
    ("__raceproof_task_wait", Sync(SyncOp::TaskWait)),
    ("__raceproof_task_mark", Sync(SyncOp::TaskMark)),
    ("__raceproof_task_region", Sync(SyncOp::TaskRegion)),
    ("__raceproof_task_wait_since", Sync(SyncOp::TaskWaitSince)),
    ("__raceproof_thread_create", Sync(SyncOp::ThreadCreate)),
    ("__raceproof_thread_join", Sync(SyncOp::ThreadJoin)),
    ("__raceproof_thread_self", Sync(SyncOp::ThreadSelf)),
    ("__raceproof_barrier_init", Sync(SyncOp::BarrierInit)),
    ("__raceproof_barrier_wait", Sync(SyncOp::BarrierWait)),
    ("__raceproof_mutex_init", Sync(SyncOp::MutexInit)),
    ("__raceproof_mutex_destroy", Sync(SyncOp::MutexDestroy)),
    ("__raceproof_mutex_trylock", Sync(SyncOp::MutexTryLock)),
    ("__raceproof_mutex_lock", Sync(SyncOp::MutexLock)),
    ("__raceproof_mutex_unlock", Sync(SyncOp::MutexUnlock)),
    ("__raceproof_cond_wait", Sync(SyncOp::CondWait)),
    ("__raceproof_cond_timedwait", Sync(SyncOp::CondTimedWait)),
    ("__raceproof_cond_signal", Sync(SyncOp::CondSignal)),
    ("__raceproof_cond_broadcast", Sync(SyncOp::CondBroadcast)),
    ("__raceproof_sem_init", Sync(SyncOp::SemInit)),
    ("__raceproof_sem_wait", Sync(SyncOp::SemWait)),
    ("__raceproof_sem_trywait", Sync(SyncOp::SemTryWait)),
    ("__raceproof_sem_post", Sync(SyncOp::SemPost)),
    ("__raceproof_spin_init", Sync(SyncOp::SpinInit)),
    ("__raceproof_spin_lock", Sync(SyncOp::SpinLock)),
    ("__raceproof_spin_trylock", Sync(SyncOp::SpinTryLock)),
    ("__raceproof_spin_unlock", Sync(SyncOp::SpinUnlock)),
    ("__raceproof_spin_destroy", Sync(SyncOp::SpinDestroy)),
    ("omp_init_lock", Sync(SyncOp::SpinInit)),
    ("omp_init_lock_with_hint", Sync(SyncOp::SpinInit)),
    ("omp_destroy_lock", Sync(SyncOp::SpinDestroy)),
    ("omp_set_lock", Custom(1, lock::set)),
    ("omp_unset_lock", Custom(1, lock::unset)),
    ("omp_test_lock", Custom(1, lock::test)),
    ("__VERIFIER_atomic_begin", Sync(SyncOp::AtomicBegin)),
    ("__VERIFIER_atomic_end", Sync(SyncOp::AtomicEnd)),
    ("__ESBMC_atomic_begin", Sync(SyncOp::AtomicBegin)),
    ("__ESBMC_atomic_end", Sync(SyncOp::AtomicEnd)),
    ("__CPROVER_atomic_begin", Sync(SyncOp::AtomicBegin)),
    ("__CPROVER_atomic_end", Sync(SyncOp::AtomicEnd)),
    ("__VERIFIER_assume", Custom(1, check::assume)),
    ("__ESBMC_assume", Custom(1, check::assume)),
    ("__CPROVER_assume", Custom(1, check::assume)),
    ("assume_abort_if_not", Custom(1, check::assume)),
    ("__VERIFIER_assert", Custom(1, check::assert)),
    ("__ESBMC_assert", Custom(1, check::assert)),
    ("__CPROVER_assert", Custom(1, check::assert)),
    ("__VERIFIER_error", Custom(0, check::error)),
    ("reach_error", Custom(0, check::error)),
    ("__assert_fail", Custom(1, check::assertion_failed)),
    ("__assert", Custom(1, check::assertion_failed)),
    ("__assert_perror_fail", Custom(1, check::error)),
    ("assert_perror_fail", Custom(0, check::error)),
    ("setjmp", Custom(1, jump::set)),
    ("_setjmp", Custom(1, jump::set)),
    ("__setjmp", Custom(1, jump::set)),
    ("sigsetjmp", Custom(1, jump::set)),
    ("__sigsetjmp", Custom(1, jump::set)),
    ("longjmp", Custom(2, jump::long)),
    ("_longjmp", Custom(2, jump::long)),
    ("siglongjmp", Custom(2, jump::long)),
    ("alloca", Custom(1, jump::alloca)),
];

/// Whether a function without a body gives any value: by the name that SV-COMP gave to such functions, or by
/// that of other verifiers, which ends with a type.
fn is_nondet(name: &str) -> bool {
    const TYPES: [&str; 22] = [
        "bool",
        "_Bool",
        "char",
        "schar",
        "uchar",
        "short",
        "ushort",
        "int",
        "uint",
        "unsigned",
        "long",
        "ulong",
        "longlong",
        "ulonglong",
        "float",
        "double",
        "pointer",
        "size_t",
        "int32",
        "uint32",
        "int64",
        "uint64",
    ];
    let is_type = |rest: &str| TYPES.contains(&rest) || TYPES.contains(&rest.trim_end_matches("_t"));
    name.starts_with("__VERIFIER_nondet_") || name.strip_prefix("nondet_").is_some_and(is_type)
}

/// Whether a call uses what its first argument points to: a synchronisation object.
pub(crate) fn uses_first(function: &hir::Function) -> bool {
    matches!(
        model(function),
        Some(Sync(_) | Model::Refuses(..) | Model::Threads(..))
    )
}

/// The model of a function, if it has no body and one is known.
pub(crate) fn model(function: &hir::Function) -> Option<Model> {
    if function.body.is_some() {
        return None;
    }
    if is_nondet(&function.name) {
        return Some(Custom(0, check::nondet));
    }
    MODELS
        .iter()
        .find(|(name, _)| *name == function.name)
        .map(|(_, model)| *model)
}

/// Whether the system may refuse what a modelled function asks for: then what a call gives is what the row of
/// the function says.
pub(crate) fn is_refusable(name: &str) -> bool {
    find(name).is_some_and(|found| matches!(found.row.by, By::Row(_)))
}

/// What a function gives of which nothing is known: any value of the type that the program declares.
pub(crate) fn anything(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    check::nondet(f, call)
}

/// Whether an operation without a result takes something that may run out.
fn may_run_out(op: SyncOp) -> bool {
    matches!(op, SyncOp::RwInit | SyncOp::SpinInit | SyncOp::CondInit)
}

/// Makes the instructions of a modelled call. Gives its result in the kind that the program declares, if it
/// declares one and the model gives one.
pub(crate) fn expand(
    f: &mut FunctionLowering<'_, '_>,
    model: Model,
    call: &ModelCall<'_>,
) -> Option<Operand> {
    let needed = match model {
        Sync(op) | Refuses(op, _) | Threads(op, _) => op.signature().0.len(),
        Zero | Gap | Says(_) => 0,
        Report(index, _) => usize::from(index) + 1,
        Custom(count, _) => usize::from(count),
    };
    if call.args.len() < needed {
        let (name, given) = (call.name, call.args.len());
        f.gap(format!("a call of `{name}` with {given} arguments"), call.span);
        return None;
    }
    let value = match model {
        Zero => None,
        Gap => {
            f.gap(format!("`{}` is not modelled", call.name), call.span);
            None
        }
        Says(what) => {
            f.gap(what, call.span);
            None
        }
        Report(index, value) => {
            let pointer = call.pointer(f, usize::from(index));
            let span = call.span;
            f.if_not_null(pointer, span, |f| {
                f.store_int(pointer, constant(Kind::I32, value.into()), span);
            });
            None
        }
        Sync(op) if may_run_out(op) => call.sync(f, op).or_else(|| call.success(f)),
        Sync(SyncOp::ThreadYield) if call.name.ends_with("sleep") => {
            call.read_time(f);
            call.sync(f, SyncOp::ThreadYield).or_else(|| call.interrupted(f))
        }
        Sync(op) => {
            call.read_time(f);
            call.sync(f, op)
        }
        Refuses(op, number) => {
            call.read_time(f);
            let is_seen = f.sets_errno();
            let value = call.sync_for(f, op, call.wanted || is_seen);
            if let Some(failed) = value.filter(|_| is_seen) {
                f.set_errno(failed, number, call.span);
            }
            value
        }
        Threads(op, code) => {
            call.read_time(f);
            let value = call.sync(f, op);
            value.filter(|_| call.wanted).map(|value| {
                let failed = f.is_not_zero(value, call.span);
                let shift = constant(Kind::I32, code.trailing_zeros().into());
                f.binary(BinaryOp::Shl, Kind::I32, failed, shift, None, call.span)
            })
        }
        Custom(_, expand) => expand(f, call),
    };
    let result = call.result?;
    let value = value?;
    let from = Numeric::signed(f.operand_kind(value));
    Some(f.convert(value, from, result, None, call.span))
}

impl ModelCall<'_> {
    /// An argument as a kind.
    fn arg(&self, f: &mut FunctionLowering<'_, '_>, index: usize, kind: Kind) -> Operand {
        let arg = self.args[index];
        let to = Numeric {
            kind,
            signed: arg.numeric.signed,
        };
        f.convert(arg.value, arg.numeric, to, None, self.span)
    }

    fn pointer(&self, f: &mut FunctionLowering<'_, '_>, index: usize) -> Operand {
        self.arg(f, index, Kind::Ptr)
    }

    /// Whether the function may wait, so that the thread may be canceled while it is in there.
    pub(crate) fn may_wait(&self) -> bool {
        find(self.name).is_some_and(|found| found.row.blocks)
    }

    /// Reads the time until which, or for how long, the operation waits.
    fn read_time(&self, f: &mut FunctionLowering<'_, '_>) {
        let Some(index) = find(self.name).and_then(|found| found.row.time) else {
            return;
        };
        let index = usize::from(index);
        if index >= self.args.len() {
            return;
        }
        let base = self.pointer(f, index);
        // Both parts are as long as a `long`.
        let kind = f.layout.address_kind();
        f.if_not_null(base, self.span, |f| {
            for part in 0..2 {
                let addr = f.temporary(Kind::Ptr);
                let disp = part * i64::from(kind.bits() / 8);
                let index = constant(Kind::I64, 0);
                let offset = Inst::Offset {
                    dst: addr,
                    base,
                    index,
                    scale: 1,
                    disp,
                    within: None,
                };
                f.emit(offset, self.span);
                let dst = f.temporary(kind);
                let addr = Operand::Reg(addr);
                f.emit(Inst::Load { kind, dst, addr }, self.span);
            }
        });
    }

    /// What an operation gives that was just made and has no result of its own. It is copied, so that it can
    /// be seen where the operation might have failed.
    fn success(&self, f: &mut FunctionLowering<'_, '_>) -> Option<Operand> {
        self.wanted.then(|| {
            let status = f.temporary(Kind::I32);
            f.copy(status, constant(Kind::I32, 0), self.span);
            Operand::Reg(status)
        })
    }

    /// What a wait gives: how it ended.
    fn interrupted(&self, f: &mut FunctionLowering<'_, '_>) -> Option<Operand> {
        self.wanted.then(|| f.is_interrupted(self.span))
    }

    /// The operation on the first arguments.
    fn sync(&self, f: &mut FunctionLowering<'_, '_>, op: SyncOp) -> Option<Operand> {
        self.sync_for(f, op, self.wanted)
    }

    /// Likewise, with its result or not.
    fn sync_for(&self, f: &mut FunctionLowering<'_, '_>, op: SyncOp, wanted: bool) -> Option<Operand> {
        let (kinds, result) = op.signature();
        let mut args = Vec::with_capacity(kinds.len());
        for (index, &kind) in kinds.iter().enumerate() {
            args.push(self.arg(f, index, kind));
        }
        if matches!(op, SyncOp::CondWait | SyncOp::SemWait) && f.can_cancel() {
            return Some(f.cancellable_wait(op, args, self.span));
        }
        let dst = result.filter(|_| wanted).map(|kind| f.temporary(kind));
        f.sync(op, args, dst, self.span);
        dst.map(Operand::Reg)
    }
}

impl FunctionLowering<'_, '_> {
    /// Stores an `int`.
    fn store_int(&mut self, addr: Operand, value: Operand, span: Span) {
        let kind = Kind::I32;
        self.emit(Inst::Store { kind, addr, value }, span);
    }

    /// Loads an `int`.
    fn load_int(&mut self, addr: Operand, span: Span) -> Operand {
        let kind = Kind::I32;
        let dst = self.temporary(kind);
        self.emit(Inst::Load { kind, dst, addr }, span);
        Operand::Reg(dst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_those_that_rows_claim() {
        let is_ours = |name: &str| name.starts_with("__raceproof_");
        for (name, _) in MODELS.iter().filter(|(name, _)| !is_ours(name)) {
            let claimed = find(name).is_some_and(|found| found.row.has_model);
            assert!(claimed, "`{name}` has no row that says so");
        }
        for (row, _) in raceproof_library::rows().filter(|(row, _)| row.has_model) {
            for name in std::iter::once(&row.name).chain(row.aliases) {
                let is_there = MODELS.iter().any(|(known, _)| known == name);
                assert!(is_there, "`{name}` has no model");
            }
        }
    }
}
