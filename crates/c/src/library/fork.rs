//! `pthread_atfork`.

use raceproof_ir::{Kind, Operand};

use super::ModelCall;
use crate::lower::FunctionLowering;
use crate::lower::convert::constant;

/// `pthread_atfork(prepare, parent, child)`: nothing but `fork` calls them, and that is a gap from then on.
pub(super) fn handlers(f: &mut FunctionLowering<'_, '_>, _: &ModelCall<'_>) -> Option<Operand> {
    f.program.handles_forks = true;
    Some(constant(Kind::I32, 0))
}
