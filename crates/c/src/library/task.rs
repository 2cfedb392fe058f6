//! Tasks in regions, for the library in C.

use raceproof_ir::{Inst, Kind, Operand, SyncOp};

use super::ModelCall;
use crate::lower::FunctionLowering;

/// `__raceproof_task_post(function, region, tag, argument)`: nobody keeps the handle.
pub(super) fn post(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let args = vec![
        call.pointer(f, 0),
        call.arg(f, 1, Kind::I64),
        call.arg(f, 2, Kind::I64),
        call.pointer(f, 3),
    ];
    let inst = Inst::Sync {
        op: SyncOp::TaskPost,
        dst: None,
        args,
    };
    f.emit(inst, call.span);
    None
}
