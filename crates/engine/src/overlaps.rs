//! Synchronisation on some of the bytes that others synchronise on too.
//!
//! An atomic operation or one of a lock is ordered after those on the same bytes that it sees. Where the
//! bytes of two are not the same and overlap, one sees of the other what orders nothing, or is ordered after
//! a third one that it does not see. Where they are the same and the kinds of their objects are not, what one
//! leaves there means something else to the other.

use raceproof_ir::SyncObject;
use raceproof_machine::{Access, Code, ObjectId, Site};
use std::collections::BTreeMap;

/// The most bytes that one operation uses.
const MOST: u32 = 64;

/// Some bytes of an object, and what they are taken for: none if an atomic operation uses them.
type Extent = (ObjectId, u32, u32, Option<SyncObject>);

/// The bytes that operations have used.
#[derive(Debug, Default)]
pub struct Overlaps {
    /// Each with the first operation that used it.
    extents: BTreeMap<Extent, Site>,
    last: Option<Extent>,
    /// What operations work on, by operation.
    kinds: Vec<Option<SyncObject>>,
}

impl Overlaps {
    /// Nothing was used yet.
    pub fn new(code: &Code<'_>) -> Overlaps {
        Overlaps {
            kinds: code.sync_objects(),
            ..Overlaps::default()
        }
    }

    /// Keeps an access in mind; whether it overlaps with one of other bytes or to an object of another kind.
    #[inline]
    pub fn add(&mut self, access: &Access) -> bool {
        let kind = self.kinds.get(access.site.0 as usize).copied().flatten();
        // A wait uses the mutex too.
        let kind = match kind {
            Some(kind) if kind.length() != access.length => Some(SyncObject::Mutex),
            kind => kind,
        };
        let extent = (access.object, access.start, access.length, kind);
        if self.last == Some(extent) {
            return false;
        }
        self.look(extent, access.site)
    }

    /// What was kept in mind, as one access for each extent.
    pub fn accesses(&self) -> impl ExactSizeIterator<Item = Access> + '_ {
        let extents = self.extents.iter();
        extents.map(|(&(object, start, length, _), &site)| Access {
            object,
            start,
            length,
            write: true,
            atomic: true,
            site,
        })
    }

    #[cold]
    fn look(&mut self, extent: Extent, site: Site) -> bool {
        let (object, start, length, _) = extent;
        self.extents.entry(extent).or_insert(site);
        let end = start.saturating_add(length);
        let mut near = self
            .extents
            .range((object, start.saturating_sub(MOST), 0, None)..(object, end, 0, None));
        let is_mixed = near.any(|(other, _)| *other != extent && start < other.1.saturating_add(other.2));
        // Only what overlaps with nothing is passed over next time.
        self.last = Some(extent).filter(|_| !is_mixed);
        is_mixed
    }
}
