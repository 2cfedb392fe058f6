//! `setjmp`, `longjmp` and `alloca` declared as functions.

use raceproof_ir::{Inst, Kind, Operand};

use super::ModelCall;
use crate::lower::FunctionLowering;

/// `setjmp(buffer)`.
pub(super) fn set(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let buffer = call.pointer(f, 0);
    Some(f.set_jump(buffer, call.span))
}

/// `longjmp(buffer, value)`.
pub(super) fn long(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let buffer = call.pointer(f, 0);
    let value = call.arg(f, 1, Kind::I32);
    f.emit(Inst::LongJump { buffer, value }, call.span);
    f.unreachable(call.span);
    None
}

/// `alloca(size)`.
pub(super) fn alloca(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let size = call.arg(f, 0, Kind::I64);
    Some(f.alloca(size, None, call.span))
}
