//! Synchronisation on some of the bytes that others synchronise on too.
//!
//! An atomic operation or one of a lock is ordered after those on the same bytes that it sees. Where the
//! bytes of two are not the same and overlap, one sees of the other what orders nothing, or is ordered after
//! a third one that it does not see.

use raceproof_machine::{Access, ObjectId};
use std::collections::BTreeSet;

/// The most bytes that one operation uses.
const MOST: u32 = 64;

/// The bytes that operations have used.
#[derive(Debug, Default)]
pub struct Overlaps {
    extents: BTreeSet<(ObjectId, u32, u32)>,
    last: Option<(ObjectId, u32, u32)>,
}

impl Overlaps {
    /// Keeps an access in mind; whether it overlaps with one of other bytes.
    #[inline]
    pub fn add(&mut self, access: &Access) -> bool {
        let extent = (access.object, access.start, access.length);
        if self.last == Some(extent) {
            return false;
        }
        self.look(extent)
    }

    #[cold]
    fn look(&mut self, extent: (ObjectId, u32, u32)) -> bool {
        let (object, start, length) = extent;
        self.extents.insert(extent);
        let end = start.saturating_add(length);
        let mut near = self
            .extents
            .range((object, start.saturating_sub(MOST), 0)..(object, end, 0));
        let is_mixed = near.any(|other| *other != extent && start < other.1.saturating_add(other.2));
        // Only what overlaps with nothing is passed over next time.
        self.last = Some(extent).filter(|_| !is_mixed);
        is_mixed
    }
}
