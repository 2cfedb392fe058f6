//! The history of a lockset: who knows of the first access of a race, event by event (Elmas, Qadeer, Tasiran
//! 2006, figure 4 and section 2.1).
//!
//! A thread is in the lockset of an access exactly if its next event happens after it (their theorem 1), so
//! the history follows from the clocks of a schedule. A lock is in it from where a thread that is in it has
//! the lock: whoever takes the lock later comes into it. The race is that the second thread never did.

use raceproof_order::{Epoch, VectorClock};

use crate::finding::thread_name;
use crate::{Step, StepKind};

/// What a step of a schedule adds to the lockset of the first access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The step.
    pub step: usize,
    /// Who is in the lockset after it.
    pub holders: Vec<String>,
    /// Whether this step makes the second access, by a thread that is not in it.
    pub races: bool,
}

/// The history of a race between two threads; nothing for other schedules. Each step comes with its moment
/// and what its thread knows after it.
pub(crate) fn history(schedule: &[Step], moments: &[(Epoch, VectorClock)]) -> Vec<Growth> {
    let mut accesses = (0..schedule.len()).filter(|step| schedule[*step].kind == StepKind::Access);
    let (Some(first), Some(second), None) = (accesses.next(), accesses.next(), accesses.next()) else {
        return Vec::new();
    };
    let (owner, access) = (schedule[first].thread, moments[first].0);
    if schedule[second].thread == owner {
        return Vec::new();
    }
    let mut holders: Vec<String> = Vec::new();
    let mut history = Vec::new();
    for step in first..=second {
        let Step { thread, locks, .. } = &schedule[step];
        let races = step == second;
        if !races && (*thread == owner || moments[step].1.knows(access)) {
            let before = holders.len();
            let locks = locks.iter().map(|lock| format!("`{}`", lock.name));
            for holder in [thread_name(*thread)].into_iter().chain(locks) {
                if !holders.contains(&holder) {
                    holders.push(holder);
                }
            }
            if holders.len() == before {
                continue;
            }
        } else if !races {
            continue;
        }
        history.push(Growth {
            step,
            holders: holders.clone(),
            races,
        });
    }
    history
}

impl Growth {
    /// What there is to say of the step, made by this thread.
    pub fn words(&self, thread: u32) -> String {
        let holders = self.holders.join(", ");
        match self.races {
            false => format!("{{{holders}}}"),
            true => format!("{} is not in {{{holders}}}", thread_name(thread)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Held;
    use raceproof_order::ThreadId;

    fn step(thread: u32, kind: StepKind, locks: &[&str]) -> Step {
        let held = |name: &&str| Held {
            name: (*name).to_owned(),
            reading: false,
        };
        Step {
            thread,
            kind,
            locks: locks.iter().map(held).collect(),
            ..Step::default()
        }
    }

    fn moment(thread: u32, time: u32, knows: &[(u32, u32)]) -> (Epoch, VectorClock) {
        let thread = ThreadId(thread);
        let mut clock = VectorClock::default();
        clock.set(thread, time);
        knows
            .iter()
            .for_each(|(other, time)| clock.set(ThreadId(*other), *time));
        (Epoch { thread, time }, clock)
    }

    #[test]
    fn a_lock_brings_a_thread_in_and_another_stays_out() {
        let (access, take) = (StepKind::Access, StepKind::default());
        let schedule = [
            step(1, access, &["m"]),
            step(1, take, &[]),
            step(2, take, &["m"]),
            step(2, take, &["m", "n"]),
            step(3, take, &["k"]),
            step(3, access, &["k"]),
        ];
        let moments = [
            moment(1, 1, &[]),
            moment(1, 2, &[]),
            moment(2, 1, &[(1, 1)]),
            moment(2, 1, &[(1, 1)]),
            moment(3, 1, &[]),
            moment(3, 1, &[]),
        ];
        let told: Vec<(usize, String)> = history(&schedule, &moments)
            .iter()
            .map(|growth| (growth.step, growth.words(schedule[growth.step].thread)))
            .collect();
        let expected = [
            (0, "{thread 1, `m`}"),
            (2, "{thread 1, `m`, thread 2}"),
            (3, "{thread 1, `m`, thread 2, `n`}"),
            (5, "thread 3 is not in {thread 1, `m`, thread 2, `n`}"),
        ];
        assert_eq!(told, expected.map(|(step, words)| (step, words.to_owned())));
        assert!(history(&schedule[..5], &moments[..5]).is_empty());
    }
}
