//! What objects hold where accesses are made, for the readers of a schedule.

use raceproof_ir::{Inst, Kind, Order};

use super::Bytes;
use super::inspect::bytes_of;
use crate::code::AtomicWhat;
use crate::op::Op;
use crate::{Access, Machine, Pointer, Site, State, ThreadId};

/// What some bytes hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nobody has written them.
    Unwritten,
    /// The bits of a number of this kind.
    Number(Kind, u128),
    /// The null pointer.
    Null,
    /// The address of these bytes.
    Address(Bytes),
}

/// What an access found and left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// What was accessed.
    pub bytes: Bytes,
    /// Whether the access writes.
    pub write: bool,
    /// What the bytes held before, as far as that is known.
    pub before: Option<Content>,
    /// What they held after it.
    pub after: Option<Content>,
}

impl Machine<'_> {
    /// What the bytes of an access hold, if it is one to a number or an address.
    pub(super) fn content(&self, state: &State, access: Access) -> Option<Content> {
        let kind = self.kind_at(access.site)?;
        let at = Pointer::new(access.object, access.start);
        // Addresses of 32 bits are numbers in memory, and not told.
        if access.length != kind.bits() / 8 {
            return None;
        }
        let bytes = state.memory.load(at, access.length).ok()?;
        if !state.memory.is_initialised(at, access.length) {
            return Some(Content::Unwritten);
        }
        let mut wide = [0; 16];
        wide[..bytes.len()].copy_from_slice(bytes);
        let bits = u128::from_le_bytes(wide);
        if kind != Kind::Ptr {
            return Some(Content::Number(kind, bits));
        }
        let target = Pointer(bits as u64);
        if target.is_null() {
            return Some(Content::Null);
        }
        state.memory.object(target.object())?;
        Some(Content::Address(bytes_of(
            state,
            target.object(),
            target.offset(),
            1,
        )))
    }

    /// What an operation loads or stores.
    fn kind_at(&self, site: Site) -> Option<Kind> {
        let point = self.code.point(site)?;
        match self.code.program().instruction(point)? {
            Inst::Load { kind, .. }
            | Inst::Store { kind, .. }
            | Inst::AtomicLoad { kind, .. }
            | Inst::AtomicStore { kind, .. }
            | Inst::AtomicRmw { kind, .. }
            | Inst::AtomicCas { kind, .. } => Some(*kind),
            _ => None,
        }
    }

    /// The order of an atomic operation, of one that compares where it succeeds, and whether it reads.
    pub fn atomic_order(&self, site: Site) -> Option<(Order, bool)> {
        let point = self.code.point(site)?;
        match self.code.program().instruction(point)? {
            Inst::AtomicLoad { order, .. } | Inst::AtomicRmw { order, .. } => Some((*order, true)),
            Inst::AtomicCas { success, .. } => Some((*success, true)),
            Inst::AtomicStore { order, .. } => Some((*order, false)),
            _ => None,
        }
    }

    /// What the atomic operation accesses that a thread of the program is at.
    pub(super) fn atomic_access(&self, state: &State, t: ThreadId) -> Option<Access> {
        let (Op::Atomic { index }, site) = self.pending(state, t)? else {
            return None;
        };
        let code = &self.code.atomics[index as usize];
        if matches!(code.what, AtomicWhat::Fence(_)) || self.code.is_internal(site) {
            return None;
        }
        let thread = &state.threads[t.0 as usize];
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        let at = Pointer(thread.registers[base + code.address as usize]);
        Some(Access {
            object: at.object(),
            start: at.offset(),
            length: code.kind.bits() / 8,
            write: !matches!(code.what, AtomicWhat::Load(_)),
            atomic: true,
            site,
        })
    }
}
