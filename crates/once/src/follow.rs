//! Where values that depend on the schedule, are inputs or were never written, or that were lost in skipped
//! loops, may go.
//!
//! Told from which places used which bytes: whatever is read from bytes that may have such a value may be
//! one, and so may whatever bytes a place writes that stores one. Of an array that a place goes through all
//! is one. That is more than what another run would show granule by granule, so where nothing is steered by
//! it, nothing is. It needs no other run, and most programs are content with it: what they lock or reduce is
//! a variable of its own.

use super::history::SheetId;
use super::uses::Use;
use super::watch::Watch;
use raceproof_engine::{Influence, SiteFacts};
use raceproof_flow::{Crossings, Own};
use raceproof_machine::{Site, State};
use rustc_hash::{FxHashMap, FxHashSet};

/// Ranges of bytes of objects.
type Ranges = FxHashMap<SheetId, Vec<(u32, u32)>>;

/// Whether values that depend on the schedule or were lost steer nothing that other threads could race with.
pub(super) fn steers_nothing(facts: SiteFacts, watch: &Watch, own: &Own, crossings: &Crossings) -> bool {
    let may_create_after = |site| facts.may_create_after(site);
    let matters = |u: &Use| u.forks < watch.forks() || may_create_after(u.site);
    let inputs = watch.steering_inputs(may_create_after);
    let unwritten = watch.steering_unwritten(may_create_after);
    is_harmless(
        facts,
        watch,
        questionable(watch),
        matters,
        (unwritten, inputs),
        (own, crossings),
        None,
    )
}

/// The bytes whose values depend on the schedule or were lost.
fn questionable(watch: &Watch) -> Ranges {
    let mut bytes = lost(watch);
    for (sheet, ranges) in watch.history.dependent_ranges() {
        bytes.entry(sheet).or_default().extend(ranges);
    }
    bytes
}

/// Whether such values make nothing fail either, where nobody runs beside it.
pub(super) fn fails_nothing(
    facts: SiteFacts,
    watch: &Watch,
    own: &Own,
    crossings: &Crossings,
    end: &State,
) -> bool {
    let (_, inputs) = watch.all_reads();
    is_harmless(
        facts,
        watch,
        questionable(watch),
        |_| true,
        (watch.unwritten().collect(), inputs),
        (own, crossings),
        Some(end),
    )
}

/// Whether values that were lost steer nothing at all, as far as the run has got.
pub(super) fn is_on_track(facts: SiteFacts, watch: &Watch, own: &Own) -> bool {
    let crossings = Crossings::default();
    is_harmless(
        facts,
        watch,
        lost(watch),
        |_| true,
        (Vec::new(), Vec::new()),
        (own, &crossings),
        None,
    )
}

fn lost(watch: &Watch) -> Ranges {
    watch
        .history
        .lost_sheets()
        .map(|sheet| (sheet, vec![(0, u32::MAX)]))
        .collect()
}

fn is_harmless(
    facts: SiteFacts,
    watch: &Watch,
    mut bytes: Ranges,
    matters: impl Fn(&Use) -> bool,
    (unwritten, inputs): (Vec<Site>, Vec<Site>),
    (own, crossings): (&Own, &Crossings),
    late: Option<&State>,
) -> bool {
    let mut computed = inputs;
    computed.extend(&watch.loops.computed);
    computed.sort_unstable();
    let own_reads = watch.own_reads(|site| facts.machine.code().is_runtime(site));
    let mut reads: Option<Vec<Site>> = None;
    loop {
        let uses = watch.history.uses.all();
        let has = |u: &Use| {
            let ranges = bytes.get(&u.sheet);
            ranges.is_some_and(|r| r.iter().any(|&(low, high)| u.low < high && low < u.high))
        };
        let mut now: Vec<Site> = uses
            .filter(|u| u.reads && has(u) && matters(u))
            .map(|u| u.site)
            .collect();
        now.extend(&own_reads);
        now.extend(&unwritten);
        now.sort_unstable();
        now.dedup();
        if reads.as_ref() == Some(&now) {
            return true;
        }
        let (stores, branches) = match late {
            None => match facts.influence(&now, &computed, own, crossings) {
                Influence::Stores { stores, branches } => (stores, branches),
                Influence::Steers(_) => return false,
            },
            Some(end) => {
                let is_made = |site| watch.history.uses.has_store(site);
                let end = (end, watch.returned);
                let late = facts.late((&now, &computed), own, crossings, end, is_made);
                if late.steers.is_some() || late.fails.is_some() {
                    return false;
                }
                (late.stores, Vec::new())
            }
        };
        if !watch.has_told(&branches) {
            return false;
        }
        reads = Some(now);
        let stores: FxHashSet<Site> = stores.into_iter().collect();
        for u in watch.history.uses.all() {
            if u.writes && stores.contains(&u.site) {
                let ranges = bytes.entry(u.sheet).or_default();
                if !ranges.iter().any(|r| r.0 <= u.low && u.high <= r.1) {
                    ranges.push((u.low, u.high));
                }
            }
        }
    }
}
