//! Whether the threads of a team combine what they collected in their registers so that the total does not
//! depend on who did which works.
//!
//! What can be told from the program is told by [`Facts::accumulators`](raceproof_flow::Facts::accumulators):
//! a register is set, updated and then combined with memory once, and so on. The run tells the rest, for
//! every construct after which threads of its team do that: each thread of the team does it once, outside of
//! works, all of them with the same bytes, and no two of them in an order that holds in every schedule. By
//! the last, whoever looks at the bytes looks before or after all of them, or not in an order, which makes
//! the value depend on the schedule as ever. A place where it is otherwise is broken: what its register holds
//! depends on the mapping, and so does what comes of it.
//!
//! SOUNDNESS: totals

use super::stamp::{ConstructId, StampId};
use raceproof_engine::Accumulator;
use raceproof_engine::condition;
use raceproof_flow::{COMBINES, Own};
use raceproof_machine::{Access, ObjectId, Site, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The construct whose works a thread asked for last, and how many threads share it.
pub type Asked = Option<(ConstructId, u32)>;

/// The combinations of a place after a construct.
#[derive(Debug)]
struct Round {
    bytes: (ObjectId, u32),
    /// How many threads the team has.
    size: u32,
    members: Vec<(ThreadId, StampId)>,
}

/// The combinations of a run.
#[derive(Debug, Default)]
pub struct Totals {
    rounds: FxHashMap<(ConstructId, Site), Round>,
    broken: FxHashSet<Site>,
}

impl Totals {
    /// A combination that is not as it should be.
    pub fn give_up(&mut self, site: Site) {
        self.broken.insert(site);
    }

    /// A thread combines what it collected with memory. `is_ordered` tells whether an earlier combination was
    /// before this one in every schedule.
    pub fn combine(
        &mut self,
        (construct, size): (ConstructId, u32),
        t: ThreadId,
        a: &Access,
        stamp: StampId,
        mut is_ordered: impl FnMut(StampId) -> bool,
    ) {
        let bytes = (a.object, a.start);
        let round = self.rounds.entry((construct, a.site)).or_insert(Round {
            bytes,
            size,
            members: Vec::new(),
        });
        let mut is_once = |(u, other): &(ThreadId, StampId)| {
            condition!("totals", "once by a thread", *u != t)
                && condition!("totals", "in no order", !is_ordered(*other))
        };
        let is_well = condition!("totals", "with the same bytes", round.bytes == bytes)
            && condition!("totals", "by the same team", round.size == size)
            && round.members.iter().all(&mut is_once);
        if !is_well {
            self.broken.insert(a.site);
        }
        round.members.push((t, stamp));
    }

    /// Whether all was well with an accumulator.
    pub fn has_kept(&self, accumulator: &Accumulator) -> bool {
        let is_whole = |round: &Round| {
            condition!(
                "totals",
                "by all threads",
                round.members.len() == round.size as usize
            )
        };
        let is_kept = |site: &Site| {
            let mut rounds = self.rounds.iter().filter(|((_, at), _)| at == site);
            condition!("totals", "not given up", !self.broken.contains(site))
                && rounds.all(|(_, round)| is_whole(round))
        };
        accumulator.combines.iter().all(is_kept)
    }
}

/// Marks the places where accumulators are combined.
pub fn mark(updates: &mut [u8], accumulators: &[Accumulator]) {
    for site in accumulators.iter().flat_map(|a| &a.combines) {
        if let Some(class) = updates.get_mut(site.0 as usize) {
            *class |= COMBINES;
        }
    }
}

/// Takes all accumulators for such until more is known.
pub fn begin(own: &mut Own, accumulators: &[Accumulator]) {
    own.accumulators = accumulators.iter().map(|a| a.register).collect();
}

/// Takes only those accumulators for such with which all was well.
pub fn settle(own: &mut Own, accumulators: &[Accumulator], totals: &Totals) {
    let kept = accumulators.iter().filter(|a| totals.has_kept(a));
    own.accumulators = kept.map(|a| a.register).collect();
}
