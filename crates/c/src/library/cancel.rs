//! Cancellation of threads. What a thread says of it matters only if there is one who cancels.

use raceproof_ir::{Kind, Operand};

use super::ModelCall;
use crate::lower::FunctionLowering;
use crate::lower::convert::constant;

/// `pthread_testcancel()`.
pub(super) fn test(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    f.call_defined("__raceproof_cancel_point", call.span);
    None
}

/// `pthread_setcancelstate(new, &old)`.
pub(super) fn state(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    set(f, call, "__raceproof_cancel_state")
}

/// `pthread_setcanceltype(new, &old)`.
pub(super) fn kind(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    set(f, call, "__raceproof_cancel_type")
}

fn set(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>, name: &str) -> Option<Operand> {
    let new = call.arg(f, 0, Kind::I32);
    let old = call.pointer(f, 1);
    f.set_cancellation(name, new, old, call.span).or_else(|| {
        let span = call.span;
        f.if_not_null(old, span, |f| f.store_int(old, constant(Kind::I32, 0), span));
        Some(constant(Kind::I32, 0))
    })
}
