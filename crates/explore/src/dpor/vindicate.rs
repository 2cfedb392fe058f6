//! From a predicted race to a schedule that shows it (after the witness order of definition 5).
//!
//! The events that must come before the two accesses are those that the order puts before one of them. They
//! are run in the order of the execution at hand, except for the critical sections that the two accesses are
//! in: these come last, and neither gets to its release. So nothing orders one access after the other. The
//! schedule is then replayed, which decides; where it does not lead there, the execution at hand is replayed.
//!
//! SOUNDNESS: predicted-order

use super::search::Search;
use super::watch::Mark;
use crate::walk::Halt;
use raceproof_machine::{At, Blind, Machine, Schedule, Turn, What, replay};
use raceproof_order::Epoch;

/// By what a race was predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicted {
    /// By the order that tells executions apart.
    ByOrder,
    /// By the weaker one of section III.B: the search does without, so one that is dropped leaves nothing
    /// open.
    Weakly,
}

impl Search<'_, '_> {
    /// Tells a predicted race if it is one.
    pub fn vindicate(&mut self, first: u64, second: u64, how: Predicted) -> Result<(), Halt> {
        let mark = |mark: u64| {
            let mut mark = self.watch.marks[mark as usize].clone();
            if let (Predicted::Weakly, Some(clock)) = (how, mark.knew_weakly.take()) {
                mark.knows = clock;
            }
            mark
        };
        let (x, y) = (mark(first), mark(second));
        // What the weaker order predicts in vain may be predicted by the other one too.
        let is_new = match how {
            Predicted::ByOrder => self.walk.is_new(x.site, y.site),
            Predicted::Weakly => self.guessed.insert((x.site.min(y.site), x.site.max(y.site))),
        };
        if !is_new {
            return Ok(());
        }
        // The execution at hand shows it if nothing but what values are read brings the two there.
        let schedules = [self.reorder(&x, &y), self.walk.path.clone()];
        for turns in schedules {
            if !is_possible(self.walk.machine, &turns) {
                continue;
            }
            let schedule = Schedule::new(turns);
            if let Some(witness) = replay(self.walk.machine, &schedule, Some((x.site, y.site))) {
                let is_told = how == Predicted::Weakly && !self.walk.is_new(x.site, y.site);
                return if is_told {
                    Ok(())
                } else {
                    self.walk.confirm(witness)
                };
            }
        }
        self.dropped += u64::from(how == Predicted::ByOrder);
        Ok(())
    }

    /// Whether a turn of the path comes before an access, in the order.
    fn is_needed(&self, turn: usize, mark: &Mark) -> bool {
        let thread = self.walk.path[turn].thread;
        let time = self.watch.times[turn];
        thread == mark.thread || mark.knows.knows(Epoch { thread, time })
    }

    /// A linearisation of the witness order: what is needed, then the two sections up to the accesses.
    fn reorder(&self, x: &Mark, y: &Mark) -> Vec<Turn> {
        let part = |i: usize, m: &Mark| self.walk.path[i].thread == m.thread && i >= m.section as usize;
        let needed = (0..=y.turn as usize).filter(|&i| {
            let before = self.is_needed(i, y) || (i <= x.turn as usize && self.is_needed(i, x));
            before && !part(i, x) && !part(i, y)
        });
        let open = |m: &Mark| {
            let (thread, range) = (m.thread, m.section as usize..=m.turn as usize);
            range.filter(move |&i| self.walk.path[i].thread == thread)
        };
        needed
            .chain(open(x))
            .chain(open(y))
            .map(|i| self.walk.path[i])
            .collect()
    }
}

/// Whether every turn can be taken when it comes.
fn is_possible(machine: &Machine, turns: &[Turn]) -> bool {
    let mut state = machine.initial();
    turns.iter().all(|turn| {
        let t = turn.thread;
        match (turn.what, machine.at(&state, t)) {
            (What::Take(choice), At::Sync) => {
                u64::from(machine.alternatives(&state, t)) > choice
                    && machine.take(&mut state, t, choice, &mut Blind).is_ok()
            }
            (What::Take(choice), At::Choice(_)) => machine.take(&mut state, t, choice, &mut Blind).is_ok(),
            // A defect of the thread ends its part in the run, no more.
            (What::Run, At::Code) => {
                machine.run(&mut state, t, &mut Blind, raceproof_machine::FUEL);
                true
            }
            _ => false,
        }
    })
}
