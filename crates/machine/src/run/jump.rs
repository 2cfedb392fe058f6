//! Computed jumps, `setjmp` and `longjmp`.
//!
//! The buffer of `setjmp` gets 16 bytes that name the frame and the operation to come back to. A frame that
//! called `setjmp` has a serial number of its own, so that a later frame at its depth is not taken for it.

use super::Machine;
use super::call::Entered;
use crate::op::Op;
use crate::state::State;
use crate::{Access, FaultKind, Pointer, Sink, Site, Stop, ThreadId};

/// Bytes of the buffer that are used.
const TOKEN: u32 = 16;

impl Machine<'_> {
    /// The operation at a label, if it is one that the jump may go to.
    pub(super) fn label(&self, p: Pointer, table: u32) -> Option<u32> {
        let labels = &self.code.labels[table as usize];
        if p.object() != self.code.function_object(labels.function) {
            return None;
        }
        let block = p.offset().checked_sub(1)?;
        labels
            .targets
            .iter()
            .find(|(b, _)| b.0 == block)
            .map(|(_, at)| *at)
    }

    /// Fills the buffer of a `setjmp`; `pc` is the operation after it.
    pub(super) fn set_jump(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut impl Sink,
        p: Pointer,
        pc: u32,
    ) -> Result<(), Stop> {
        let site = Site(pc - 1);
        let thread = &mut state.threads[t.0 as usize];
        let depth = thread.frames.len() as u32;
        let Some(frame) = thread.frames.last_mut() else {
            return Ok(());
        };
        if frame.serial == 0 {
            thread.serial += 1;
            frame.serial = thread.serial;
        }
        let mut token = [0; TOKEN as usize];
        for (i, part) in [depth, frame.serial, pc, t.0].into_iter().enumerate() {
            token[i * 4..][..4].copy_from_slice(&part.to_le_bytes());
        }
        state.memory.store(p, &token).map_err(|k| k.at(t, site))?;
        sink.access(t, access(p, true, site));
        Ok(())
    }

    /// Goes back to a `setjmp`.
    pub(super) fn long_jump(
        &self,
        state: &mut State,
        t: ThreadId,
        sink: &mut impl Sink,
        p: Pointer,
        value: i32,
        pc: u32,
    ) -> Result<Entered, Stop> {
        let site = Site(pc - 1);
        let bad = || FaultKind::BadLongJump.at(t, site);
        let token = state.memory.load(p, TOKEN).map_err(|k| k.at(t, site))?;
        let part = |i: usize| u32::from_le_bytes([token[i], token[i + 1], token[i + 2], token[i + 3]]);
        let (depth, serial, back, owner) = (part(0) as usize, part(4), part(8), part(12));
        sink.access(t, access(p, false, site));
        let frames = &state.threads[t.0 as usize].frames;
        let frame = depth.checked_sub(1).and_then(|d| frames.get(d)).ok_or_else(bad)?;
        let routine = &self.code.functions[frame.function.0 as usize];
        let jump = back.checked_sub(1).and_then(|i| self.code.ops.get(i as usize));
        let Some(Op::SetJump { dst, .. }) = jump else {
            return Err(bad());
        };
        if owner != t.0 || frame.serial != serial || serial == 0 || routine.is_native() {
            return Err(bad());
        }
        let inside = routine.entry < back && back <= routine.end;
        if !inside {
            return Err(bad());
        }
        let (base, dst) = (frame.base, *dst);
        while state.threads[t.0 as usize].frames.len() > depth {
            let top = state.threads[t.0 as usize].frames.last();
            if top.is_some_and(|f| !self.code.functions[f.function.0 as usize].is_native()) {
                self.leave(state, t, sink, site);
            }
            state.threads[t.0 as usize].frames.pop();
        }
        let value = if value == 0 { 1 } else { value };
        state.threads[t.0 as usize].registers[(base + dst) as usize] = u64::from(value as u32);
        Ok(Entered::Frame { pc: back, base })
    }
}

fn access(p: Pointer, write: bool, site: Site) -> Access {
    Access {
        object: p.object(),
        start: p.offset(),
        length: TOKEN,
        write,
        atomic: false,
        site,
    }
}
