//! Races and deadlocks as findings.

use raceproof_machine::{HeldLock, Party, Pointer, Schedule, Site, State, ThreadId, Witness, walk};

use super::construct::Sharing;
use super::{Describe, quoted};
use crate::finding::thread_name;
use crate::{Access, AccessKind, Finding, Held, Kind, Place, Work};

impl Describe<'_> {
    /// A race as a finding.
    pub fn race(&self, witness: &Witness) -> Finding {
        let hidden = self.hidden(witness);
        let object = match &hidden {
            Some(hidden) => format!("state of {}", hidden.names()),
            None => self
                .written(witness)
                .unwrap_or_else(|| self.bytes(witness.object())),
        };
        let mut finding = Finding::new(Kind::Race, format!("data race on {}", quoted(&object)));
        finding.object = object;
        finding.threads = witness.threads();
        finding.accesses = witness
            .parties()
            .iter()
            .map(|party| self.party(witness, party))
            .collect();
        self.tell_steps(&mut finding, witness.steps());
        self.tell_block(&mut finding, witness);
        self.tell_decisions(&mut finding, witness);
        self.explain(&mut finding, witness, hidden.as_ref());
        finding
    }

    /// Threads that wait for each other, as a finding. `state` is that of the deadlock, where these threads
    /// hold these locks, as far as that is known.
    pub fn deadlock(
        &self,
        waiting: &[(ThreadId, Site)],
        state: &State,
        held: &[(ThreadId, Pointer)],
    ) -> Finding {
        let message = match waiting.len() {
            1 => "a thread waits for something that never happens".to_owned(),
            count => format!("{count} threads wait for each other for ever"),
        };
        let mut finding = Finding::new(Kind::Deadlock, message);
        finding.threads = state.threads().count() as u32;
        let place = |(thread, site): &(ThreadId, Site)| {
            let stack = self.stack_at(state, *thread, *site);
            let text = self.wait(state, *thread, held);
            let locks = held.iter().filter(|(holder, _)| holder == thread);
            let locks = locks.map(|(_, lock)| self.held(self.machine.held_lock(state, *thread, *lock)));
            let locks = locks.collect();
            let thread = self.thread(*thread, &stack, None);
            // A construct waits in the runtime; the user knows where it is written.
            let mut places = stack.iter().map(|(_, site)| *site);
            let place = places.find(|site| !self.is_internal(*site));
            Place {
                thread: Some(thread),
                locks,
                stack: self.frames(&stack),
                ..Place::new(self.site(place.unwrap_or(*site)), text)
            }
        };
        finding.places = waiting.iter().map(place).collect();
        finding
    }

    /// Threads that wait for each other, with the schedule that leads to it.
    pub fn deadlock_after(&self, waiting: &[(ThreadId, Site)], schedule: &Schedule) -> Finding {
        let way = walk(self.machine, schedule);
        let mut finding = self.deadlock(waiting, &way.state, &way.held);
        self.tell_steps(&mut finding, &way.steps);
        finding
    }

    /// What a thread waits for, and who has it: "thread 1 waits for `a`, which thread 2 holds".
    fn wait(&self, state: &State, thread: ThreadId, held: &[(ThreadId, Pointer)]) -> String {
        let name = thread_name(thread.0);
        let wanted = self.machine.waits_for(state, thread);
        let holder = |lock: &Pointer| {
            let others = held.iter().filter(|(other, _)| *other != thread);
            let (other, _) = others.into_iter().find(|(_, held)| held == lock)?;
            Some((*other, *lock))
        };
        match wanted.iter().find_map(holder) {
            Some((other, lock)) => {
                let lock = self.held(self.machine.held_lock(state, other, lock));
                format!("{name} waits for {lock}, which {} holds", thread_name(other.0))
            }
            None => format!("{name} waits here"),
        }
    }

    pub(super) fn held(&self, lock: HeldLock) -> Held {
        Held {
            name: self.lock(lock.bytes),
            reading: lock.reading,
        }
    }

    fn party(&self, witness: &Witness, party: &Party) -> Access {
        let access = party.access();
        // What the library keeps is accessed by the call of a function of it.
        let mut calls = party.stack().iter().map(|(_, site)| *site);
        let place = match self.is_internal(access.site) {
            true => calls.find(|site| !self.is_internal(*site)),
            false => None,
        };
        let at = self.site(place.unwrap_or(access.site));
        Access {
            expression: self.quote(&at),
            access: match access.write {
                true => AccessKind::Write,
                false => AccessKind::Read,
            },
            atomic: access.atomic,
            thread: self.thread(party.thread(), party.stack(), witness.origin(party.thread())),
            locks: party.locks().iter().map(|lock| self.held(*lock)).collect(),
            work: self.work(party),
            stack: self.frames(party.stack()),
            at,
        }
    }

    /// The iteration, section or single block that an access is part of.
    fn work(&self, party: &Party) -> Option<Work> {
        let number = party.work()?.number;
        let at = self.site(party.work_site()?);
        if !at.is_known() {
            return None;
        }
        let (name, construct) = match self.sharing(&at) {
            Sharing::Sections => (format!("section {}", number + 1), "sections"),
            Sharing::Single => ("single block".to_owned(), ""),
            Sharing::Chunks => (format!("chunk {number}"), "loop"),
            Sharing::Loop if party.work()?.is_lane() => (format!("iteration {number}"), "vector loop"),
            Sharing::Loop => (format!("iteration {number}"), "loop"),
        };
        Some(Work {
            name,
            construct: construct.to_owned(),
            number,
            at,
        })
    }
}
