//! Making locks, barriers and semaphores, and their attributes.

use raceproof_ir::{BinaryOp, Kind, Operand, SyncOp};

use super::ModelCall;
use crate::lower::FunctionLowering;
use crate::lower::convert::constant;

const SUCCESS: Operand = Operand::Const(Kind::I32, 0);

/// `pthread_…attr_init(attributes)`.
pub(super) fn attribute_init(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let at = call.pointer(f, 0);
    f.store_int(at, SUCCESS, call.span);
    Some(SUCCESS)
}

/// `pthread_…attr_set…(attributes, value)`.
pub(super) fn attribute_set(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let at = call.pointer(f, 0);
    let value = call.arg(f, 1, Kind::I32);
    f.store_int(at, value, call.span);
    Some(SUCCESS)
}

/// `pthread_…attr_get…(attributes, &value)`.
pub(super) fn attribute_get(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let from = call.pointer(f, 0);
    let to = call.pointer(f, 1);
    let value = f.load_int(from, call.span);
    f.store_int(to, value, call.span);
    Some(SUCCESS)
}

/// `pthread_mutexattr_setprotocol(attributes, protocol)`. Who has a priority above the ceiling of a lock, or
/// may not raise its own, does not get it and is told so; the other protocols never keep anybody from a lock.
pub(super) fn protocol(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    const NONE: u128 = 0;
    const INHERIT: u128 = 1;
    if !matches!(call.args[1].value, Operand::Const(_, NONE | INHERIT)) {
        f.gap("a lock with a ceiling of priorities", call.span);
    }
    Some(SUCCESS)
}

/// `pthread_mutex_init(mutex, attributes)`.
pub(super) fn mutex_init(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let mutex = call.pointer(f, 0);
    let attributes = call.pointer(f, 1);
    let kind = match attributes {
        Operand::Const(_, 0) => SUCCESS,
        _ => {
            let kind = f.temporary(Kind::I32);
            f.copy(kind, SUCCESS, call.span);
            f.if_not_null(attributes, call.span, |f| {
                let value = f.load_int(attributes, call.span);
                f.copy(kind, value, call.span);
            });
            Operand::Reg(kind)
        }
    };
    f.sync(SyncOp::MutexInit, vec![mutex, kind], None, call.span);
    call.success(f)
}

/// `mtx_init(mutex, type)`.
pub(super) fn c11_mutex_init(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let mutex = call.pointer(f, 0);
    let flags = call.arg(f, 1, Kind::I32);
    let recursive = constant(Kind::I32, 1);
    let kind = f.binary(BinaryOp::And, Kind::I32, flags, recursive, None, call.span);
    f.sync(SyncOp::MutexInit, vec![mutex, kind], None, call.span);
    call.success(f)
}

/// `pthread_barrier_init(barrier, attributes, count)`.
pub(super) fn barrier_init(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let barrier = call.pointer(f, 0);
    let count = call.arg(f, 2, Kind::I32);
    f.sync(SyncOp::BarrierInit, vec![barrier, count], None, call.span);
    call.success(f)
}

/// `sem_init(semaphore, shared, value)`.
pub(super) fn semaphore_init(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let semaphore = call.pointer(f, 0);
    let value = call.arg(f, 2, Kind::I32);
    f.sync(SyncOp::SemInit, vec![semaphore, value], None, call.span);
    call.success(f)
}

/// `sem_getvalue(semaphore, &value)`.
pub(super) fn semaphore_value(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let semaphore = call.pointer(f, 0);
    let at = call.pointer(f, 1);
    let value = f.temporary(Kind::I32);
    f.sync(SyncOp::SemValue, vec![semaphore], Some(value), call.span);
    f.store_int(at, Operand::Reg(value), call.span);
    Some(SUCCESS)
}

/// `pthread_once(flag, function)` and `call_once(flag, function)`.
pub(super) fn once(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let flag = call.pointer(f, 0);
    let function = call.pointer(f, 1);
    let first = f.temporary(Kind::I32);
    f.sync(SyncOp::OnceBegin, vec![flag], Some(first), call.span);
    f.if_true(Operand::Reg(first), call.span, |f| {
        f.call_pointer(function, Vec::new(), call.span);
        f.sync(SyncOp::OnceEnd, vec![flag], None, call.span);
    });
    Some(SUCCESS)
}

/// The state of an OpenMP lock, which the runtime knows for each contention group.
fn group_lock(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Operand {
    let lock = call.pointer(f, 0);
    f.call_for_pointer("__raceproof_omp_lock", lock, call.span)
        .unwrap_or(lock)
}

/// `omp_set_lock(lock)`.
pub(super) fn set(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let lock = group_lock(f, call);
    f.sync(SyncOp::SpinLock, vec![lock], None, call.span);
    None
}

/// `omp_unset_lock(lock)`.
pub(super) fn unset(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let lock = group_lock(f, call);
    f.sync(SyncOp::SpinUnlock, vec![lock], None, call.span);
    None
}

/// `omp_test_lock(lock)`: 1 if it is locked now.
pub(super) fn test(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let lock = group_lock(f, call);
    let busy = f.temporary(Kind::I32);
    f.sync(SyncOp::SpinTryLock, vec![lock], Some(busy), call.span);
    let busy = f.is_not_zero(Operand::Reg(busy), call.span);
    let one = constant(Kind::I32, 1);
    Some(f.binary(BinaryOp::Xor, Kind::I32, busy, one, None, call.span))
}
