//! What is known of the places of a program before it runs.

use raceproof_engine::SiteFacts;
use raceproof_machine::{Access, Site};

/// The longest access that surely writes all that it says.
const SCALAR: u32 = 16;

/// What is known of the places of a program before it runs.
#[derive(Debug, Default)]
pub struct Places {
    /// Whether works may be done by others than who does them: only then it matters who has which address.
    has_teams: bool,
    address_stores: Vec<bool>,
    inner: Vec<bool>,
    block_writes: Vec<bool>,
    scratch: Vec<bool>,
}

impl Places {
    /// The places of a program.
    pub fn of(facts: SiteFacts) -> Places {
        Places {
            has_teams: facts.machine.code().has_teams(),
            address_stores: facts.stores_of_addresses(),
            inner: facts.inner(),
            block_writes: facts.block_writes(),
            scratch: facts.scratch(),
        }
    }

    /// Whether a place may give an address to others to whom that matters.
    #[inline]
    pub(super) fn gives_address(&self, site: Site) -> bool {
        self.has_teams && self.stores_address(site)
    }

    /// Whether a place may store an address.
    #[inline]
    pub(super) fn stores_address(&self, site: Site) -> bool {
        self.address_stores.get(site.0 as usize) == Some(&true)
    }

    /// Whether a place allocates a block for the thread alone.
    pub(super) fn is_scratch(&self, site: Site) -> bool {
        self.scratch.get(site.0 as usize) == Some(&true)
    }

    /// Whether an access writes all bytes that it says. A long range may stand for the rounds of a skipped
    /// loop, which need not.
    #[inline]
    pub(super) fn writes_all(&self, a: &Access) -> bool {
        a.length <= SCALAR || self.block_writes.get(a.site.0 as usize) == Some(&true)
    }

    /// Whether a place is in what the runtime does for itself.
    #[inline]
    pub(super) fn is_inner(&self, site: Site) -> bool {
        self.inner.get(site.0 as usize) == Some(&true)
    }
}
