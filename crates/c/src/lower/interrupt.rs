//! Waits that a handler of a signal may end.
//!
//! What such a wait gives is asked of the system, and is 0 in a program that sets no handlers.

use raceproof_ir::{Callee, Function, Inst, Kind, Operand, Program, Span};
use raceproof_library::{CallsBack, registers};

use super::FunctionLowering;

/// Tells whether a handler has ended a wait.
const INTERRUPTED: &str = "__interrupted";

impl FunctionLowering<'_, '_> {
    /// How a wait ended.
    pub(crate) fn is_interrupted(&mut self, span: Span) -> Operand {
        let id = self.program.library_function(INTERRUPTED, &[]);
        self.program.program.functions[id.0 as usize].result = Some(Kind::I32);
        let dst = self.temporary(Kind::I32);
        let call = Inst::Call {
            dst: Some(dst),
            callee: Callee::Function(id),
            args: Vec::new(),
        };
        self.emit(call, span);
        Operand::Reg(dst)
    }
}

/// Nothing ends a wait early in a program without handlers.
pub(super) fn settle(program: &mut Program) {
    let sets =
        |f: &Function| f.blocks.is_empty() && matches!(registers(&f.name), Some((CallsBack::Handlers, _)));
    let is_asked = |f: &Function| f.blocks.is_empty() && f.name == INTERRUPTED;
    let Some(asked) = program.functions.iter().position(is_asked) else {
        return;
    };
    if program.functions.iter().any(sets) {
        return;
    }
    let blocks = program.functions.iter_mut().flat_map(|f| &mut f.blocks);
    for (inst, _) in blocks.flat_map(|block| &mut block.instructions) {
        if let Inst::Call {
            dst: Some(dst),
            callee: Callee::Function(f),
            ..
        } = inst
            && f.0 as usize == asked
        {
            *inst = Inst::Copy {
                dst: *dst,
                src: Operand::Const(Kind::I32, 0),
            };
        }
    }
}
