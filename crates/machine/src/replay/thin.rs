//! Thinning: leaves out of a schedule what the race does not need.
//!
//! Engines stop wherever a search came upon a race, and what other threads did until then is in the schedule.
//! The last turns of each thread are left out as long as the same two accesses still race: of threads that
//! take no part as many as possible, of the one that made the earlier access those that came later. What is
//! left is a schedule like any other; only its replay makes a witness.

use super::{Detector, Pair, Referee, Witness, inspect, play};
use crate::limits;
use crate::{Machine, Schedule, Site, ThreadId, Turn};

/// The same race with a schedule that is no longer.
pub fn thin(machine: &Machine, witness: Witness) -> Witness {
    let [first, second] = witness.parties.each_ref();
    let is_between_lanes = first.thread == second.thread;
    if witness.schedule.turns().len() > limits::THIN_TURNS.size()
        || witness.accesses > limits::THIN_RUN.count()
        || is_between_lanes
    {
        return witness;
    }
    let mut attempt = Attempt {
        machine,
        places: (first.access.site, second.access.site),
        accesses: 0,
        race: None,
    };
    let mut turns = witness.schedule.turns().to_vec();
    // What one thread waits for can go after its wait has gone.
    let mut before = usize::MAX;
    while turns.len() < before {
        before = turns.len();
        for t in (0..witness.threads).rev().map(ThreadId) {
            if t != second.thread {
                attempt.leave_out(&mut turns, t);
            }
        }
    }
    let thinner = attempt
        .race
        .and_then(|pair| inspect(machine, Schedule::new(turns), pair, None));
    thinner.unwrap_or(witness)
}

struct Attempt<'m, 'p> {
    machine: &'m Machine<'p>,
    places: (Site, Site),
    accesses: u32,
    /// The race of the last schedule that showed it.
    race: Option<Pair>,
}

impl Attempt<'_, '_> {
    /// Leaves out as many of the last turns of a thread as can be: all, or half, a quarter and so on of what
    /// is left.
    fn leave_out(&mut self, turns: &mut Vec<Turn>, t: ThreadId) {
        let mut count = turns.iter().filter(|turn| turn.thread == t).count();
        while count > 0 && self.accesses < limits::THIN_ACCESSES.count() {
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
    fn shows_race(&mut self, turns: &[Turn]) -> Option<usize> {
        let mut state = self.machine.initial();
        let mut referee = Referee::default();
        let mut detector = Detector::of(Some(self.places));
        for (i, turn) in turns.iter().enumerate() {
            if !referee.allows(self.machine, &state, *turn) {
                break;
            }
            detector.begin_turn();
            play(self.machine, &mut state, *turn, &mut detector);
            if detector.preferred {
                self.race = detector.race;
                self.accesses = self.accesses.saturating_add(detector.count);
                return Some(i + 1);
            }
        }
        self.accesses = self.accesses.saturating_add(detector.count);
        None
    }
}
