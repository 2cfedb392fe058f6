//! Races and deadlocks as findings.

use raceproof_machine::{Party, Schedule, Site, State, Step as MachineStep, ThreadId, Witness};

use super::{Describe, quoted};
use crate::{Access, AccessKind, Finding, Kind, Place, Step, Value};

impl Describe<'_> {
    /// A race as a finding.
    pub fn race(&self, witness: &Witness) -> Finding {
        let object = self.bytes(witness.object());
        let mut finding = Finding::new(Kind::Race, format!("data race on {}", quoted(&object)));
        finding.object = object;
        finding.threads = witness.threads();
        finding.accesses = witness
            .parties()
            .iter()
            .map(|party| self.party(witness, party))
            .collect();
        self.tell_steps(&mut finding, witness.steps());
        let racing = witness.steps().iter().zip(&mut finding.schedule);
        let racing = racing.filter_map(|(step, told)| step.racing.then_some(told));
        for (told, access) in racing.zip(&finding.accesses) {
            told.text = format!("{} {}", access.verb(), finding.object);
        }
        finding
    }

    /// Threads that wait for each other, as a finding. `state` is that of the deadlock.
    pub fn deadlock(&self, waiting: &[(ThreadId, Site)], state: &State) -> Finding {
        let message = match waiting.len() {
            1 => "a thread waits for something that never happens".to_owned(),
            count => format!("{count} threads wait for each other for ever"),
        };
        let mut finding = Finding::new(Kind::Deadlock, message);
        finding.threads = state.threads().count() as u32;
        let place = |(thread, site): &(ThreadId, Site)| {
            let stack = self.stack_at(state, *thread, *site);
            let thread = self.thread(*thread, &stack, None);
            let text = format!("{} waits here", thread.name());
            Place {
                thread: Some(thread),
                stack: self.frames(&stack),
                ..Place::new(self.site(*site), text)
            }
        };
        finding.places = waiting.iter().map(place).collect();
        finding
    }

    /// Threads that wait for each other, with the schedule that leads to it.
    pub fn deadlock_after(&self, waiting: &[(ThreadId, Site)], schedule: &Schedule) -> Finding {
        let (state, steps) = self.walk(schedule);
        let mut finding = self.deadlock(waiting, &state);
        self.tell_steps(&mut finding, &steps);
        finding
    }

    fn party(&self, witness: &Witness, party: &Party) -> Access {
        let access = party.access();
        let at = self.site(access.site);
        Access {
            expression: self.quote(&at),
            access: match access.write {
                true => AccessKind::Write,
                false => AccessKind::Read,
            },
            atomic: access.atomic,
            thread: self.thread(party.thread(), party.stack(), witness.origin(party.thread())),
            locks: party.locks().iter().map(|lock| self.bytes(*lock)).collect(),
            stack: self.frames(party.stack()),
            at,
        }
    }

    /// The steps of a run, and the inputs among them.
    pub(super) fn tell_steps(&self, finding: &mut Finding, steps: &[MachineStep]) {
        for step in steps {
            let at = self.site(step.site);
            let mut text = self.quote(&at);
            if let Some(created) = step.created {
                text = join(&text, &format!("creates thread {}", created.0));
            }
            if let Some(value) = step.value {
                let number = finding.inputs.len();
                let name = match text.is_empty() {
                    true => format!("input {number}"),
                    false => text.clone(),
                };
                finding.inputs.insert(name, Value::Integer(value));
                text = join(&text, &format!("gives {value}"));
            }
            finding.schedule.push(Step {
                thread: step.thread.0,
                at,
                text,
            });
        }
    }
}

fn join(text: &str, remark: &str) -> String {
    match text {
        "" => remark.to_owned(),
        text => format!("{text}  ({remark})"),
    }
}
