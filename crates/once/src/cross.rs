//! Where a run goes on at a branch that a value of the schedule decides, see [`super::rounds`].
//!
//! A thread that is alone goes where the rounds want it to. Threads of a team that come to such a branch
//! beside each other (`while (error > limit)` in a region, with a barrier in each round) stand there until
//! nobody else can go on, and go the same way then. In every schedule they do, if what decides is the same
//! for all of them: [`Machine::grounds`] tells what does, and has the reason.
//!
//! What they do before the branch and after it is beside each other as far as no barrier orders it, and
//! compared as anything else: a round with the one before it, and what comes after the loop with the last
//! round.
//!
//! SOUNDNESS: together

use super::run::Run;
use raceproof_engine::condition;
use raceproof_engine::{Obstacle, Outcome};
#[cfg(doc)]
use raceproof_machine::Machine;
use raceproof_machine::{At, Pointer, Site, SyncKind, ThreadId};

impl Run<'_, '_> {
    /// A thread is at a branch that leaves a loop in any round, or in none.
    pub(super) fn at_crossing(&mut self, t: ThreadId, outcome: &mut Outcome) {
        let site = self.machine.site(&self.state, t);
        let is_last = self.is_last(t);
        if !condition!("together", "in no work", !self.watch.is_working(t))
            || !condition!("together", "without locks", is_last || !self.watch.holds_lock(t))
        {
            return self.is_beside(site);
        }
        if let Err(stop) = self
            .machine
            .make_locals(&mut self.state, t, &mut self.watch, site)
        {
            return self.stop(t, stop, outcome);
        }
        match is_last {
            true => self.cross(&[t], site),
            false => self.roster.gathered.push(t),
        }
    }

    fn is_beside(&mut self, site: Site) {
        self.rounds.is_beside = true;
        self.watch.obstacle = Some((site, Obstacle::Steering));
    }

    /// Nobody can go on but those who stand at such a branch.
    pub(super) fn cross_together(&mut self) {
        let mut threads = std::mem::take(&mut self.roster.gathered);
        threads.sort_unstable();
        let site = self.machine.site(&self.state, threads[0]);
        let joins = |t: ThreadId| {
            self.machine.at(&self.state, t) == At::Sync
                && self.machine.sync_kind(&self.state, t) == SyncKind::Join
        };
        let are_all = self
            .state
            .threads()
            .filter(|(_, thread)| thread.status().is_alive())
            .all(|(t, _)| threads.contains(&t) || joins(t));
        let grounds = self.rounds.grounds(self.facts, site);
        let agree =
            grounds.is_some_and(|(f, registers)| self.machine.agree(&self.state, &threads, f, &registers));
        let are_all = condition!("together", "all are there", are_all);
        match are_all && condition!("together", "what decides is the same", agree) && threads.len() > 1 {
            true => self.cross(&threads, site),
            false => self.is_beside(site),
        }
    }

    fn cross(&mut self, threads: &[ThreadId], site: Site) {
        let barriers: Vec<Pointer> = self.barrier_users.iter().map(|(b, _)| Pointer(*b)).collect();
        let arrival = self
            .rounds
            .arrive(self.facts, &self.state, (threads, &barriers), site);
        let Some(arrival) = arrival else {
            self.watch.obstacle = Some((site, Obstacle::DifferentRounds));
            return;
        };
        for (object, start, end) in arrival.bytes {
            self.watch.history.mark(object, start, end);
        }
        for &t in threads {
            self.machine.go(&mut self.state, t, arrival.jumps);
        }
    }
}
