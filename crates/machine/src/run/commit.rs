//! Operations at which a run pauses, executed on request.

use raceproof_ir::Kind;

use super::arith::mask;
use super::{Machine, atomic};
use crate::code::NondetCode;
use crate::op::Op;
use crate::state::State;
use crate::{FaultKind, Gap, Observer, Pointer, Site, Stop, ThreadId};

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
}

impl Machine<'_> {
    /// The operation that a thread paused at.
    fn pending(&self, state: &State, t: ThreadId) -> Option<(Op, Site)> {
        let frame = state.threads.get(t.0 as usize)?.frames.last()?;
        let op = self.code.ops.get(frame.pc as usize)?;
        Some((*op, Site(frame.pc)))
    }

    /// The choice of the environment that a thread paused at.
    pub fn choice(&self, state: &State, t: ThreadId) -> Option<Range<'_>> {
        let (Op::Nondet { index }, _) = self.pending(state, t)? else {
            return None;
        };
        let nondet = &self.code.nondets[index as usize];
        Some(Range {
            low: nondet.low,
            high: nondet.high,
            signed: nondet.signed,
            kind: nondet.kind,
            name: &nondet.name,
        })
    }

    /// Executes the operation that a thread paused at. `choice` is the value of a choice of the environment, brought into
    /// its range; it is ignored elsewhere.
    pub fn commit<O: Observer>(
        &self,
        state: &mut State,
        t: ThreadId,
        choice: i128,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let Some((op, site)) = self.pending(state, t) else {
            return Err(Gap::stop("a step of a thread that has ended", t, Site::START));
        };
        state.threads[t.0 as usize].dirty = true;
        match op {
            Op::Nondet { index } => self.choose(state, t, &self.code.nondets[index as usize], choice),
            Op::Atomic { index } => {
                let code = &self.code.atomics[index as usize];
                atomic::execute(state, t, code, self.code.is_flat(), site, observer)?;
            }
            Op::Sync { index } => self.synchronise(index, t, site)?,
            _ => return Ok(()),
        }
        if let Some(frame) = state.threads[t.0 as usize].frames.last_mut() {
            frame.pc += 1;
        }
        Ok(())
    }

    fn choose(&self, state: &mut State, t: ThreadId, code: &NondetCode, choice: i128) {
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

    /// Synchronisation of threads is not there yet: reaching it is a gap.
    fn synchronise(&self, index: u32, t: ThreadId, site: Site) -> Result<(), Stop> {
        let name = self.code.syncs[index as usize].op.name();
        Err(Gap::stop(format!("synchronisation by `{name}`"), t, site))
    }

    /// Whether `p` is null, as a fault for those who need an object.
    pub(crate) fn need(&self, p: Pointer, t: ThreadId, site: Site) -> Result<(), Stop> {
        if p.is_null() {
            return Err(FaultKind::NullPointer.at(t, site));
        }
        Ok(())
    }
}
