//! The second pass of a replay: stops at two accesses and looks around.

use raceproof_order::Edge;

use super::{Bytes, Party, Step, Witness};
use crate::schedule::What;
use crate::{
    Access, FUEL, Machine, ObjectId, ObjectKind, Observer, Pause, Pointer, Schedule, Sink, Site, State,
    ThreadId, Work, Works,
};

/// Goes to the accesses with these numbers and looks around.
pub(super) fn inspect(machine: &Machine, schedule: Schedule, earlier: u32, later: u32) -> Option<Witness> {
    let mut guide = Guide {
        wanted: [earlier, later],
        ..Guide::default()
    };
    let mut state = machine.initial();
    let mut parties = Vec::new();
    let mut steps = Vec::new();
    let mut object = bytes_of(&state, ObjectId::NONE, 0, 0);
    for turn in schedule.turns() {
        let t = turn.thread;
        guide.left = match turn.what {
            What::Access(count) => count,
            _ => u32::MAX,
        };
        loop {
            guide.pass();
            let again = match turn.what {
                What::Take(choice) => {
                    let site = machine.user_site(&state, t);
                    let value = machine.choice_value(&state, t, choice);
                    let joined = machine.picked(&state, t, choice);
                    // A defect of the thread ends its part in the run, no more.
                    let _ = machine.take(&mut state, t, choice, &mut guide);
                    let created = guide.forked.take();
                    steps.push(Step {
                        thread: t,
                        site,
                        racing: false,
                        value,
                        created,
                        joined,
                    });
                    false
                }
                What::Run => machine.run(&mut state, t, &mut guide, FUEL) == Pause::Accessed,
                What::Access(_) => {
                    let pause = machine.run(&mut state, t, &mut guide, FUEL);
                    guide.left -= u32::from(pause == Pause::Fuel && guide.left > 0);
                    matches!(pause, Pause::Accessed | Pause::Fuel) && guide.left > 0
                }
            };
            for number in [earlier, later] {
                if let Some(access) = guide.accesses.get((number.wrapping_sub(guide.base)) as usize) {
                    let locks = guide
                        .held(t)
                        .iter()
                        .map(|&p| bytes_of(&state, p.object(), p.offset(), 1))
                        .collect();
                    let mut stack = machine.stack(&state, t);
                    if let Some(top) = stack.first_mut() {
                        top.1 = access.site;
                    }
                    object = bytes_of(&state, access.object, access.start, access.length);
                    parties.push(Party {
                        thread: t,
                        access: *access,
                        stack,
                        locks,
                        work: guide.work_of(t),
                    });
                    steps.push(Step {
                        thread: t,
                        site: access.site,
                        racing: true,
                        value: None,
                        created: None,
                        joined: None,
                    });
                }
            }
            if parties.len() == 2 {
                let threads = state.threads().count() as u32;
                let parties = [parties[0].clone(), parties[1].clone()];
                return Some(Witness {
                    schedule,
                    parties,
                    object,
                    steps,
                    threads,
                    accesses: later,
                });
            }
            if !again {
                break;
            }
        }
    }
    None
}

fn bytes_of(state: &State, object: ObjectId, start: u32, length: u32) -> Bytes {
    let kind = state
        .memory
        .object(object)
        .map_or(ObjectKind::Library, crate::Object::kind);
    Bytes { kind, start, length }
}

/// Numbers accesses in the same way and keeps those of the last operation, and the locks that threads hold.
#[derive(Default)]
struct Guide {
    /// The numbers of the accesses to pause after.
    wanted: [u32; 2],
    /// Operations with accesses until the end of the turn.
    left: u32,
    /// The number of the first of `accesses`.
    base: u32,
    accesses: Vec<Access>,
    held: Vec<Vec<Pointer>>,
    works: Works,
    /// Where the works are that threads are in, and the one that begins next.
    places: Vec<Vec<Option<Site>>>,
    place: Option<Site>,
    /// The last thread that was made.
    forked: Option<ThreadId>,
}

impl Guide {
    fn work_of(&self, t: ThreadId) -> Option<(Work, Site)> {
        let place = self.places.get(t.0 as usize)?.last().copied()??;
        Some((self.works.innermost(t)?, place))
    }

    /// Forgets the accesses of the last operation.
    fn pass(&mut self) {
        self.base += self.accesses.len() as u32;
        self.accesses.clear();
    }

    fn held(&self, t: ThreadId) -> &[Pointer] {
        self.held.get(t.0 as usize).map_or(&[], Vec::as_slice)
    }
}

impl Sink for Guide {
    fn access(&mut self, _thread: ThreadId, access: Access) {
        self.accesses.push(access);
    }

    fn released(&mut self, _thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        if !object.space().is_stack() {
            self.accesses.push(Access::end(object, size, site));
        }
    }

    fn work(&mut self, thread: ThreadId, work: Option<Work>) {
        self.works.turn(thread, work);
        let i = thread.0 as usize;
        if self.places.len() <= i {
            self.places.resize_with(i + 1, Vec::new);
        }
        match work {
            Some(_) => self.places[i].push(self.place),
            None => {
                self.places[i].pop();
            }
        }
    }

    fn work_at(&mut self, _thread: ThreadId, site: Site) {
        self.place = Some(site);
    }

    fn edge(&mut self, _thread: ThreadId, edge: Edge) {
        if let Edge::Fork(child) = edge {
            self.forked = Some(child);
        }
    }

    fn lock(&mut self, thread: ThreadId, object: Pointer, held: bool) {
        let i = thread.0 as usize;
        if self.held.len() <= i {
            self.held.resize(i + 1, Vec::new());
        }
        let locks = &mut self.held[i];
        if held {
            locks.push(object);
        } else if let Some(at) = locks.iter().rposition(|&l| l == object) {
            locks.remove(at);
        }
    }
}

impl Observer for Guide {
    const STEP: bool = true;

    fn accessed(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        let end = self.base + self.accesses.len() as u32;
        if self.left == 0 || self.wanted.iter().any(|n| (self.base..end).contains(n)) {
            return true;
        }
        self.pass();
        false
    }
}
