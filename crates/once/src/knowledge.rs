//! What runs found out, which the runs after them begin with. It only grows, so that it stops growing: there
//! are as many runs as that takes.

use super::dependent::Dependent;
use super::stamp::Turning;
use raceproof_machine::{Meet, Site};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of values that depend on the schedule, and of works that wait for each other.
#[derive(Debug, Default)]
pub(super) struct Knowledge {
    /// Stores of such values.
    pub stores: FxHashSet<Site>,
    /// Stores of such values where no other thread is about.
    pub late_stores: FxHashSet<Site>,
    /// Memory that holds such values.
    pub memory: Dependent,
    /// Branches that such values decide, and where their ways meet.
    pub branches: FxHashMap<Site, Meet>,
    /// Constructs whose works wait for each other.
    pub turning: Turning,
    /// The first place found that may fail in another order of events.
    pub may_fail: Option<Site>,
}

impl Knowledge {
    /// Takes the memory that a run found, which began with what was known; whether there is more than that.
    pub fn learn_memory(&mut self, found: Dependent) -> bool {
        let is_more = found != self.memory;
        self.memory = found;
        is_more
    }

    /// Whether these stores are known, of any threads and of threads without others about.
    pub fn has_stores(&self, stores: &FxHashSet<Site>, late_stores: &FxHashSet<Site>) -> bool {
        stores.is_subset(&self.stores) && late_stores.is_subset(&self.late_stores)
    }

    /// Takes such stores, and branches.
    pub fn learn(
        &mut self,
        stores: &FxHashSet<Site>,
        late_stores: &FxHashSet<Site>,
        branches: &[(Site, Meet)],
    ) {
        self.stores.extend(stores);
        self.late_stores.extend(late_stores);
        self.branches.extend(branches.iter().copied());
    }
}
