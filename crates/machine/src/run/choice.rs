//! Choices of the environment.

use raceproof_ir::Kind;

use super::Machine;
use super::arith::mask;
use crate::code::NondetCode;
use crate::op::Op;
use crate::state::State;
use crate::{Site, ThreadId};

/// The values that a pending choice can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range<'a> {
    /// Smallest, as a signed number if the choice is signed.
    pub low: i128,
    /// Largest.
    pub high: i128,
    /// Whether values are signed.
    pub signed: bool,
    /// Kind of the value.
    pub kind: Kind,
    /// What the user calls it.
    pub name: &'a str,
    /// Numbers that the program names, which are worth a try where there are too many values for all.
    pub named: &'a [i128],
}

impl Machine<'_> {
    /// The operation that a thread paused at.
    pub(crate) fn pending(&self, state: &State, t: ThreadId) -> Option<(Op, Site)> {
        let frame = state.threads.get(t.0 as usize)?.frames.last()?;
        let op = self.code.ops.get(frame.pc as usize)?;
        Some((*op, Site(frame.pc)))
    }

    /// The choice of the environment that a thread paused at.
    pub fn choice(&self, state: &State, t: ThreadId) -> Option<Range<'_>> {
        let (Op::Nondet { index }, _) = self.pending(state, t)? else {
            return None;
        };
        let nondet = &self.code.choices.list[index as usize];
        Some(Range {
            low: nondet.low,
            high: nondet.high,
            signed: nondet.signed,
            kind: nondet.kind,
            name: &nondet.name,
            named: &self.code.choices.named,
        })
    }

    pub(crate) fn choose(&self, state: &mut State, t: ThreadId, code: &NondetCode, choice: i128) {
        let value = choice.max(code.low).min(code.high) as u128;
        let thread = &mut state.threads[t.0 as usize];
        let base = thread.frames.last().map_or(0, |f| f.base as usize);
        let at = base + code.dst as usize;
        if code.kind == Kind::I128 {
            thread.registers[at] = value as u64;
            thread.registers[at + 1] = (value >> 64) as u64;
        } else {
            thread.registers[at] = value as u64 & mask(code.kind);
        }
    }
}
