//! What came of a run.

use super::history::History;
use super::rounds::Rounds;
use super::watch::Candidate;
use raceproof_engine::Outcome;
use raceproof_engine::condition;
use raceproof_flow::Crossings;
use raceproof_machine::{Site, State, Witness};

use super::run::Run;
use super::{direct, follow, uses};

impl Run<'_, '_> {
    /// Gives back the memory of what is not needed to make a witness, which takes as much.
    pub(super) fn rest(&mut self) {
        self.state = State::default();
        self.watch.history = History::default();
    }

    /// A witness of a race that the run has shown, if a schedule leads to it.
    pub(super) fn confirm(&self, race: &Candidate) -> Option<Witness> {
        let steps = self.effort.steps * 8 + self.watch.tally.accesses * 4 + 1_000_000;
        direct::confirm(self.machine, self.budget, race, &self.watch, steps)
    }

    /// Whether a run that skipped loops ended well: no other run is needed to believe it.
    pub(super) fn is_clean(&self, outcome: &Outcome, crossings: &Crossings) -> bool {
        let watch = &self.watch;
        condition!("skipped-rounds", "not astray", !self.found.is_astray)
            && condition!("skipped-rounds", "no race", watch.races.list.is_empty())
            && outcome.limits.is_empty()
            && outcome.findings.is_empty()
            && condition!("skipped-rounds", "no obstacle", watch.obstacle.is_none())
            && condition!(
                "skipped-rounds",
                "nothing ends while it is used",
                self.untimely_end().is_none()
            )
            && condition!("skipped-rounds", "no circle of locks", !watch.has_lock_cycle())
            && condition!(
                "skipped-rounds",
                "what is lost decides nothing",
                follow::steers_nothing(self.facts, watch, &self.own, crossings)
            )
            && follow::fails_nothing(self.facts, watch, &self.own, crossings, &self.state)
    }

    /// Places that got values which depend on the schedule and matter, and inputs.
    pub(super) fn steering(&self) -> (Vec<Site>, Vec<Site>) {
        let may_create_after = |site| self.facts.may_create_after(site);
        let mut reads = self.watch.steering_reads(may_create_after);
        reads.extend(self.watch.own_reads(|site| self.machine.code().is_runtime(site)));
        (reads, self.watch.steering_inputs(may_create_after))
    }

    /// Where an operation other than those of locks used bytes that differ from round to round.
    pub(super) fn differing_synchronisation(&self, rounds: &Rounds) -> Option<Site> {
        if rounds.differing.is_empty() {
            return None;
        }
        let history = &self.watch.history;
        let meets = |u: &uses::Use| {
            let object = history.get(u.sheet).object;
            let is_met = |&(o, start, end): &(raceproof_machine::ObjectId, u32, u32)| {
                o == object && u.low < end && start < u.high
            };
            rounds.differing.iter().any(is_met)
        };
        let mut uses = history.uses.all();
        uses.find(|u| self.facts.synchronises(u.site) && meets(u))
            .map(|u| u.site)
    }

    /// Where the life of an object of the program ended that others might still use in another schedule.
    pub(super) fn untimely_end(&self) -> Option<Site> {
        let ends = self.watch.ends.iter().copied();
        ends.into_iter()
            .find(|site| !self.machine.code().is_runtime(*site))
    }
}
