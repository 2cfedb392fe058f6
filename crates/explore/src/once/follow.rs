//! Where values that depend on the schedule may go, told after the run.
//!
//! Object by object: whatever is read from an object with a granule that depends on the schedule may depend on it, and so may whatever object
//! a place writes that stores such a value. That is more than what another run would show granule by granule, so where nothing is
//! steered by it, nothing is. It needs no other run, and most programs are content with it: what they lock or reduce is an object of
//! its own.

use super::history::SheetId;
use super::watch::Watch;
use raceproof_machine::{Influence, Machine, Site};
use rustc_hash::FxHashSet;

/// Whether values that depend on the schedule steer nothing, though they may be anywhere in their objects.
pub(super) fn steers_nothing(machine: &Machine, watch: &Watch) -> bool {
    let mut objects: FxHashSet<SheetId> = watch.history.dependent_sheets().collect();
    let mut reads: Vec<Site> = Vec::new();
    loop {
        let uses = watch.history.uses.all();
        let mut now: Vec<Site> = uses
            .filter(|u| u.reads && u.forks < watch.forks() && objects.contains(&u.sheet))
            .map(|u| u.site)
            .collect();
        now.sort_unstable();
        now.dedup();
        if now == reads {
            return true;
        }
        reads = now;
        let Influence::Stores(stores) = machine.influence(&reads) else {
            return false;
        };
        let stores: FxHashSet<Site> = stores.into_iter().collect();
        let uses = watch.history.uses.all();
        objects.extend(
            uses.filter(|u| u.writes && stores.contains(&u.site))
                .map(|u| u.sheet),
        );
    }
}
