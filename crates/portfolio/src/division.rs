//! How loops with `schedule(static)` and no chunk size are divided.
//!
//! The standard asks for about equal parts, at most one for each thread, and for the same parts of equal
//! loops. One run in which an iteration is a work of any thread covers all of that, and more; where it does
//! not decide, the divisions that implementations have are looked at one after the other.
//!
//! SOUNDNESS: divisions

use raceproof_ir::{Operand, Program, Role};

/// A way to divide such loops. The runtime knows them by numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Division {
    /// An iteration is a work of any thread: more than the standard allows.
    Open,
    /// The first threads have one iteration more than the others, as gcc and clang do it.
    #[default]
    First,
    /// All threads have equally many but for the last ones.
    Chunks,
    /// The last threads have one more.
    Last,
}

impl Division {
    /// Those that are looked at after the first.
    pub const OTHERS: [Division; 2] = [Division::Chunks, Division::Last];

    /// Its number.
    pub fn number(self) -> u32 {
        match self {
            Division::Open => 0,
            Division::First => 1,
            Division::Chunks => 2,
            Division::Last => 3,
        }
    }

    /// The one with a number.
    pub fn of(number: u32) -> Division {
        match number {
            0 => Division::Open,
            2 => Division::Chunks,
            3 => Division::Last,
            _ => Division::First,
        }
    }
}

/// Which divisions an answer is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Divided {
    /// All that the standard allows.
    #[default]
    Any,
    /// Those that implementations have.
    Known,
    /// The first alone.
    First,
}

/// Whether the program has such a loop.
pub(crate) fn divides_loops(program: &Program) -> bool {
    calls(program, Role::StaticShare, |_| true)
}

/// Whether the program has a construct whose works threads share.
pub(crate) fn has_works(program: &Program) -> bool {
    divides_loops(program) || calls(program, Role::Share, |_| true)
}

/// Whether the program has a construct with several works that any thread may do, in any order.
pub(crate) fn shares_works(program: &Program) -> bool {
    let is_one = |works: &Operand| matches!(works, Operand::Const(_, 0 | 1));
    calls(program, Role::Share, |args| !args.first().is_some_and(is_one))
}

/// Whether the program calls a function of a runtime with such arguments.
pub(crate) fn calls(program: &Program, role: Role, is_such: impl Fn(&[Operand]) -> bool) -> bool {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let mut instructions = blocks.flat_map(|block| &block.instructions);
    instructions.any(|(inst, _)| {
        let called = inst.called().and_then(|f| program.function(f).role);
        called == Some(role) && is_such(inst.arguments())
    })
}
