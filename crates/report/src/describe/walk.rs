//! Going through a schedule to see where it leads.

use raceproof_machine::{Blind, FUEL, Observer, Pause, Schedule, Sink, State, Step, ThreadId, What};

use super::Describe;

/// Pauses after every access.
struct Stepper;

impl Sink for Stepper {}

impl Observer for Stepper {
    const STEP: bool = true;
}

impl Describe<'_> {
    /// The state that a schedule leads to, and the steps on the way that matter to a reader.
    pub(super) fn walk(&self, schedule: &Schedule) -> (State, Vec<Step>) {
        let machine = self.machine;
        let mut state = machine.initial();
        let mut steps = Vec::new();
        for turn in schedule.turns() {
            let thread = turn.thread;
            match turn.what {
                What::Run => {
                    machine.run(&mut state, thread, &mut Blind, FUEL);
                }
                What::Access(count) => {
                    for _ in 0..count {
                        if machine.run(&mut state, thread, &mut Stepper, FUEL) != Pause::Accessed {
                            break;
                        }
                    }
                }
                What::Take(choice) => {
                    let site = machine.user_site(&state, thread);
                    let value = machine.choice_value(&state, thread, choice);
                    let before = state.threads().count();
                    // A defect at the end of the schedule is what it leads to.
                    let _ = machine.take(&mut state, thread, choice, &mut Blind);
                    let created = (state.threads().count() > before).then_some(ThreadId(before as u32));
                    steps.push(Step {
                        thread,
                        site,
                        racing: false,
                        value,
                        created,
                    });
                }
            }
        }
        (state, steps)
    }
}
