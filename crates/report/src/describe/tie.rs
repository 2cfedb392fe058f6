//! Which steps of a schedule come after which by happens-before.

use std::collections::BTreeMap;

use raceproof_machine::{Step as MachineStep, ThreadId};
use raceproof_order::{Epoch, VectorClock};

/// The moments of the steps that are told.
#[derive(Default)]
pub(super) struct Ties {
    steps: Vec<(Epoch, VectorClock)>,
}

impl Ties {
    /// A step is told as one.
    pub fn push(&mut self, step: &MachineStep) {
        self.steps.push((step.moment, step.clock.clone()));
    }

    /// A step is told as a part of the last one.
    pub fn extend(&mut self, step: &MachineStep) {
        if let Some((_, clock)) = self.steps.last_mut() {
            clock.clone_from(&step.clock);
        }
    }

    /// The moment of each step, and what its thread knows after it.
    pub fn moments(&self) -> &[(Epoch, VectorClock)] {
        &self.steps
    }

    /// For each step those of other threads that it directly comes after.
    pub fn follows(&self) -> Vec<Vec<usize>> {
        // The steps of each thread so far.
        let mut of: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        let mut all = Vec::new();
        for (number, (moment, clock)) in self.steps.iter().enumerate() {
            let own = moment.thread;
            let before = of.get(&own.0).and_then(|steps| steps.last());
            let before = before.map(|step| &self.steps[*step].1);
            let mut follows = Vec::new();
            for (thread, time) in (0..).map(ThreadId).zip(clock.components()) {
                let known = before.map_or(0, |before| before.get(thread));
                if thread == own || *time <= known {
                    continue;
                }
                let steps = of.get(&thread.0).map_or(&[][..], Vec::as_slice);
                let end = steps.partition_point(|step| self.steps[*step].0.time <= *time);
                let last = end.checked_sub(1).map(|last| steps[last]);
                follows.extend(last.filter(|step| self.steps[*step].0.time > known));
            }
            let is_behind = |step: &usize| {
                let mut others = follows.iter().filter(|other| *other != step);
                others.any(|other| self.steps[*other].1.knows(self.steps[*step].0))
            };
            all.push(follows.iter().copied().filter(|step| !is_behind(step)).collect());
            of.entry(own.0).or_default().push(number);
        }
        all
    }
}
