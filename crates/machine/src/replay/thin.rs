//! Thinning: leaves out of a schedule what the race does not need.
//!
//! Engines stop wherever a search came upon a race, and what other threads did until then is in the schedule.
//! The last turns of each thread are left out as long as the same two accesses still race: of threads that
//! take no part as many as possible, of the one that made the earlier access those that came later. Then it
//! is made calm: threads change as rarely as can be. What is left is a schedule like any other; only its
//! replay makes a witness.

use super::calm::calm;
use super::{After, Detector, Pair, Referee, Witness, inspect, play_within};
use crate::limits;
use crate::{FUEL, Machine, Schedule, Site, ThreadId, Turn};

/// The same race with a schedule that is no longer.
pub fn thin(machine: &Machine, witness: Witness) -> Witness {
    let [first, second] = witness.parties.each_ref();
    if witness.schedule.turns().len() > limits::THIN_TURNS.size()
        || witness.accesses > limits::THIN_RUN.count()
        || witness.lanes().is_some()
    {
        return witness;
    }
    let mut attempt = Attempt {
        machine,
        places: (first.access.site, second.access.site),
        accesses: 0,
        fuel: FUEL,
        race: None,
    };
    let mut turns = witness.schedule.turns().to_vec();
    attempt.fuel = limits::THIN_FUEL.count().into();
    if attempt.shows_race(&turns).is_none() {
        attempt.fuel = FUEL;
    }
    attempt.leave_out_all(&mut turns, witness.threads);
    let mut calmer = calm(&mut attempt, turns.clone(), witness.threads);
    if calmer != turns {
        attempt.leave_out_all(&mut calmer, witness.threads);
    }
    // The last attempt may have been another one. Limits end attempts, not this.
    attempt
        .shows_race(&calmer)
        .and_then(|_| inspect(machine, Schedule::new(calmer), attempt.race?, None))
        .unwrap_or(witness)
}

pub(super) struct Attempt<'m, 'p> {
    pub machine: &'m Machine<'p>,
    pub places: (Site, Site),
    accesses: u32,
    /// How many steps a turn may have: who does more waits for another thread in a loop, or the schedule
    /// itself has such turns.
    pub fuel: u64,
    /// The race of the last schedule that showed it.
    race: Option<Pair>,
}

impl Attempt<'_, '_> {
    /// Some accesses were made.
    pub fn count(&mut self, accesses: u32) {
        self.accesses = self.accesses.saturating_add(accesses);
    }

    /// Whether enough was tried.
    pub fn is_over(&self) -> bool {
        self.accesses >= limits::THIN_ACCESSES.count()
    }

    /// Leaves out what the race does not need. What one thread waits for can go after its wait has gone.
    fn leave_out_all(&mut self, turns: &mut Vec<Turn>, threads: u32) {
        let mut before = usize::MAX;
        while turns.len() < before {
            before = turns.len();
            for t in (0..threads).rev().map(ThreadId) {
                if turns.last().is_some_and(|last| last.thread != t) {
                    self.leave_out(turns, t);
                }
            }
        }
    }

    /// Leaves out as many of the last turns of a thread as can be: all, or half, a quarter and so on of what
    /// is left.
    fn leave_out(&mut self, turns: &mut Vec<Turn>, t: ThreadId) {
        let mut count = turns.iter().filter(|turn| turn.thread == t).count();
        while count > 0 && !self.is_over() {
            let left = turns.iter().filter(|turn| turn.thread == t).count();
            let mut kept = left.saturating_sub(count);
            let mut fewer = turns.clone();
            fewer.retain(|turn| {
                let is_kept = turn.thread != t || kept > 0;
                kept -= usize::from(turn.thread == t && kept > 0);
                is_kept
            });
            match self.shows_race(&fewer) {
                Some(used) => {
                    fewer.truncate(used);
                    *turns = fewer;
                    count = count.min(left - count);
                }
                None => count /= 2,
            }
        }
    }

    /// How many turns lead to the race, if they do.
    pub fn shows_race(&mut self, turns: &[Turn]) -> Option<usize> {
        let mut state = self.machine.initial();
        let mut referee = Referee::default();
        let mut detector = Detector::of(Some(self.places));
        for (i, turn) in turns.iter().enumerate() {
            if !referee.allows(self.machine, &state, *turn) {
                break;
            }
            detector.begin_turn();
            let after = play_within(self.machine, &mut state, *turn, &mut detector, self.fuel);
            if detector.preferred {
                self.race = detector.race;
                self.count(detector.count);
                return Some(i + 1);
            }
            if after == After::Cut {
                break;
            }
        }
        self.count(detector.count);
        None
    }
}
