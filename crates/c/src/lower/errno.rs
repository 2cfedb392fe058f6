//! `errno` of operations that are modelled.
//!
//! It is assigned to only in a program that looks at it somewhere, which is known when all of it is lowered:
//! such a program is lowered a second time.

use raceproof_ir::{Callee, Inst, Kind, Operand, Span};

use super::convert::constant;
use super::{FunctionLowering, ProgramLowering};

/// Tells where it is.
const LOCATION: &str = "__errno_location";

/// What is known of it.
#[derive(Debug)]
pub(super) struct Use {
    /// Whether operations that fail assign to it.
    is_set: bool,
    /// Whether one would have.
    is_left_out: bool,
}

impl Use {
    pub fn new(is_set: bool) -> Use {
        Use {
            is_set,
            is_left_out: false,
        }
    }
}

/// Whether the program looks at what an operation would have assigned.
pub(super) fn is_missing(lowering: &ProgramLowering<'_>) -> bool {
    let mut functions = lowering.program.functions.iter();
    lowering.errno.is_left_out && functions.any(|f| f.blocks.is_empty() && f.name == LOCATION)
}

impl FunctionLowering<'_, '_> {
    /// Whether operations that fail assign to `errno`; notes that one of them may fail.
    pub(crate) fn sets_errno(&mut self) -> bool {
        let errno = &mut self.program.errno;
        errno.is_left_out = !errno.is_set;
        errno.is_set
    }

    /// Assigns this number if an operation has failed.
    pub(crate) fn set_errno(&mut self, failed: Operand, number: i32, span: Span) {
        let failed = self.is_not_zero(failed, span);
        self.if_true(failed, span, |f| {
            let callee = Callee::Function(f.program.location_function(LOCATION));
            let addr = f.temporary(Kind::Ptr);
            let call = Inst::Call {
                dst: Some(addr),
                callee,
                args: Vec::new(),
            };
            f.emit(call, span);
            let store = Inst::Store {
                kind: Kind::I32,
                addr: Operand::Reg(addr),
                value: constant(Kind::I32, i64::from(number).into()),
            };
            f.emit(store, span);
        });
    }
}
