//! Going through a schedule to see where it leads.

use raceproof_machine::{Blind, FUEL, Observer, Pause, Pointer, Schedule, Sink, State, Step, ThreadId, What};
use raceproof_order::Edge;

use super::Describe;

/// Pauses after every access.
struct Stepper;

impl Sink for Stepper {}

impl Observer for Stepper {
    const STEP: bool = true;
}

/// Hears of threads that are made and of locks that are taken.
#[derive(Default)]
struct Ear {
    created: Option<ThreadId>,
    held: Vec<(ThreadId, Pointer)>,
}

impl Sink for Ear {
    fn lock(&mut self, thread: ThreadId, object: Pointer, held: bool) {
        let lock = (thread, object);
        if held {
            self.held.push(lock);
        } else if let Some(at) = self.held.iter().rposition(|other| *other == lock) {
            self.held.remove(at);
        }
    }

    fn edge(&mut self, _thread: ThreadId, edge: Edge) {
        if let Edge::Fork(child) = edge {
            self.created = Some(child);
        }
    }
}

impl Observer for Ear {}

impl Describe<'_> {
    /// The state that a schedule leads to, the locks that threads hold there, and the steps on the way that
    /// matter to a reader.
    pub(super) fn walk(&self, schedule: &Schedule) -> (State, Vec<(ThreadId, Pointer)>, Vec<Step>) {
        let machine = self.machine;
        let mut state = machine.initial();
        let mut steps = Vec::new();
        let mut ear = Ear::default();
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
                    let joined = machine.picked(&state, thread, choice);
                    // A defect at the end of the schedule is what it leads to.
                    let _ = machine.take(&mut state, thread, choice, &mut ear);
                    let created = ear.created.take();
                    steps.push(Step {
                        thread,
                        site,
                        racing: false,
                        value,
                        created,
                        joined,
                    });
                }
            }
        }
        (state, ear.held, steps)
    }
}
