//! The second pass of a replay: stops at two accesses and looks around.

use raceproof_order::{Edge, Epoch, HappensBefore, VectorClock};

use super::detect::play;
use super::{Bytes, Change, HeldLock, Pair, Party, Step, Wait, Witness};
use crate::schedule::What;
use crate::{
    Access, FUEL, Machine, ObjectId, ObjectKind, Observer, Pause, Pointer, Schedule, Sink, Site, State,
    Status, Thread, ThreadId, Turn, Work,
};

/// Goes to two accesses and looks around. None if they do not race: two accesses to the same bytes by
/// different threads, at least one a write, not both atomic, that nothing orders; or by the two lanes.
pub(super) fn inspect(
    machine: &Machine,
    schedule: Schedule,
    pair: Pair,
    lanes: Option<[Work; 2]>,
) -> Option<Witness> {
    let mut guide = Guide::default();
    let mut state = machine.initial();
    let mut seen: Vec<Seen> = Vec::new();
    let mut steps = Vec::new();
    for (i, turn) in schedule.turns().iter().enumerate() {
        let here = (0..2).filter(|&which| pair.turns[which] == i);
        let mut wanted: Vec<u32> = here.map(|which| pair.numbers[which]).collect();
        if let What::Take(choice) = turn.what {
            let t = turn.thread;
            guide.wanted = wanted.clone();
            let step = guide.step(machine, &mut state, t, choice);
            let found = guide.look(machine, &state, lanes);
            // An operation that is one of the two accesses and nothing else is told as such.
            let is_all = step.created.is_none() && step.joined.is_none() && step.value.is_none();
            let (change, held) = (step.change, step.held.clone());
            if found.is_empty() || !is_all {
                steps.push(step);
            }
            seen.extend(found.into_iter().map(|found| Seen {
                change,
                held: held.clone(),
                ..found
            }));
        } else {
            if !wanted.is_empty() {
                // The turn is not interrupted: it goes as far as it went when the race was found.
                let (mut ahead, mut scout) = (state.clone(), guide.clone());
                while let Some(number) = wanted.iter().copied().min() {
                    scout.wanted = wanted;
                    scout.stop = Some(number);
                    scout.go_to(machine, &mut ahead, *turn);
                    scout.stop = None;
                    let before = scout.found.is_empty().then(|| ahead.clone());
                    if scout.found.is_empty() {
                        scout.go_to(machine, &mut ahead, *turn);
                    }
                    if scout.found.is_empty() {
                        return None;
                    }
                    wanted = std::mem::take(&mut scout.wanted);
                    seen.extend(scout.look(machine, &ahead, lanes).into_iter().map(|found| {
                        let access = found.party.access;
                        let change = Change {
                            bytes: found.object,
                            write: access.write,
                            before: before.as_ref().and_then(|before| machine.content(before, access)),
                            after: machine.content(&ahead, access),
                        };
                        Seen {
                            change: Some(change),
                            ..found
                        }
                    }));
                }
            }
            play(machine, &mut state, *turn, &mut guide);
        }
        let racing = steps.iter().filter(|step: &&Step| step.racing).count();
        steps.extend(seen[racing..].iter().map(|seen| Step {
            thread: seen.party.thread,
            site: seen.party.access.site,
            racing: true,
            value: None,
            created: None,
            joined: None,
            wait: None,
            took: Vec::new(),
            gave: Vec::new(),
            held: seen.held.clone(),
            change: seen.change,
            moment: seen.moment,
            clock: seen.clock.clone(),
        }));
        if let [first, second] = &seen[..] {
            if !is_race(first, second, lanes) {
                return None;
            }
            let threads = state.threads().count() as u32;
            return Some(Witness {
                parties: [first.party.clone(), second.party.clone()],
                lanes,
                object: second.object,
                schedule,
                steps,
                threads,
                accesses: pair.numbers[1],
            });
        }
    }
    None
}

/// Whether two accesses, one after the other, race in the run in which they were seen.
fn is_race(first: &Seen, second: &Seen, lanes: Option<[Work; 2]>) -> bool {
    let (a, b) = (first.party.access, second.party.access);
    let has_shared_bytes = a.object == b.object
        && a.start < b.start.saturating_add(b.length)
        && b.start < a.start.saturating_add(a.length);
    let is_conflict = has_shared_bytes && (a.write || b.write) && !(a.atomic && b.atomic);
    let is_unordered = match lanes {
        Some(_) => first.lane.is_some() && second.lane.is_some() && first.lane != second.lane,
        None => first.moment.thread != second.moment.thread && !second.clock.knows(first.moment),
    };
    is_conflict && is_unordered
}

/// One of the two accesses, as it was found.
struct Seen {
    party: Party,
    object: Bytes,
    /// When it was made.
    moment: Epoch,
    /// What its thread knew.
    clock: VectorClock,
    /// Which of the two lanes made it.
    lane: Option<usize>,
    /// What it found and left.
    change: Option<Change>,
    /// The locks that its thread held.
    held: Vec<HeldLock>,
}

impl Machine<'_> {
    /// A lock that a thread holds, as a reader knows it.
    pub fn held_lock(&self, state: &State, t: ThreadId, lock: Pointer) -> HeldLock {
        HeldLock {
            bytes: bytes_of(state, lock.object(), lock.offset(), 1),
            reading: crate::sync::is_reader(state, t, lock),
        }
    }
}

pub(super) fn bytes_of(state: &State, object: ObjectId, start: u32, length: u32) -> Bytes {
    let kind = state
        .memory
        .object(object)
        .map_or(ObjectKind::Library, crate::Object::kind);
    Bytes { kind, start, length }
}

/// Numbers accesses in the same way and keeps those that are wanted, and the locks that threads hold.
#[derive(Clone, Default)]
pub(super) struct Guide {
    /// The numbers of the accesses to look at.
    wanted: Vec<u32>,
    /// Those of the last operation.
    found: Vec<(ThreadId, Access, Epoch, VectorClock)>,
    /// How many accesses there were.
    count: u32,
    order: Option<HappensBefore>,
    held: Vec<Vec<Pointer>>,
    /// The works that threads are in, and where; and where the one is that begins next.
    works: Vec<Vec<(Work, Option<Site>)>>,
    place: Option<Site>,
    /// The last thread that was made.
    forked: Option<ThreadId>,
    /// Locks that were taken and given back since somebody looked.
    moved: Vec<(Pointer, bool)>,
    /// Pauses when so many accesses were made.
    stop: Option<u32>,
}

impl Guide {
    /// Runs up to the operation of the next access that is wanted, or to where it is to stop.
    fn go_to(&mut self, machine: &Machine, state: &mut State, turn: Turn) {
        if self.is_at_stop() {
            return;
        }
        let mut refuels = match turn.what {
            What::Access(count) => count,
            _ => 0,
        };
        loop {
            match machine.run(state, turn.thread, &mut Pausing(self), FUEL) {
                Pause::Fuel if self.found.is_empty() && !self.is_at_stop() && refuels > 0 => refuels -= 1,
                _ => return,
            }
        }
    }

    fn is_at_stop(&self) -> bool {
        self.stop == Some(self.count)
    }

    /// Takes a synchronisation or a choice, and tells what it does.
    pub fn step(&mut self, machine: &Machine, state: &mut State, t: ThreadId, choice: u64) -> Step {
        let status = |state: &State| state.thread(t).map(Thread::status);
        let site = machine.user_site(state, t);
        let value = machine.choice_value(state, t, choice);
        let joined = machine.picked(state, t, choice);
        let atomic = machine.atomic_access(state, t);
        let found = atomic.and_then(|access| machine.content(state, access));
        let before = status(state);
        let moment = self.order.get_or_insert_with(HappensBefore::new).epoch(t);
        self.moved.clear();
        // A defect of the thread ends its part in the run, no more.
        let _ = machine.take(state, t, choice, self);
        let moved = std::mem::take(&mut self.moved);
        let lock = |lock: &Pointer| machine.held_lock(state, t, *lock);
        let moves = |wanted: bool| {
            let moved = moved.iter().filter(move |(_, held)| *held == wanted);
            moved.map(|(object, _)| lock(object)).collect()
        };
        Step {
            thread: t,
            site,
            racing: false,
            value,
            created: self.forked.take(),
            joined,
            wait: before
                .zip(status(state))
                .and_then(|(before, after)| wait(before, after)),
            took: moves(true),
            gave: moves(false),
            held: self.locks(t).iter().map(lock).collect(),
            change: atomic.map(|access| Change {
                bytes: bytes_of(state, access.object, access.start, access.length),
                write: access.write,
                before: found,
                after: machine.content(state, access),
            }),
            moment,
            clock: self.order.get_or_insert_with(HappensBefore::new).clock(t).clone(),
        }
    }

    fn locks(&self, t: ThreadId) -> &[Pointer] {
        self.held.get(t.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// Who holds which lock.
    pub fn held(&self) -> Vec<(ThreadId, Pointer)> {
        let threads = (0..self.held.len() as u32).map(ThreadId);
        threads
            .flat_map(|t| self.locks(t).iter().map(move |lock| (t, *lock)))
            .collect()
    }

    /// Looks around after an operation with accesses that are wanted.
    fn look(&mut self, machine: &Machine, state: &State, lanes: Option<[Work; 2]>) -> Vec<Seen> {
        let found = std::mem::take(&mut self.found);
        let seen = found.into_iter().map(|(t, access, moment, clock)| {
            let mut stack = machine.stack(state, t);
            if let Some(top) = stack.first_mut() {
                top.1 = access.site;
            }
            let works = self.works.get(t.0 as usize).map_or(&[][..], Vec::as_slice);
            let lane_of = |work: &Work| lanes.and_then(|lanes| lanes.iter().position(|lane| lane == work));
            let lane = works
                .iter()
                .find_map(|(work, place)| Some((lane_of(work)?, *work, *place)));
            let work = match lane {
                Some((_, work, place)) => Some((work, place)),
                None => works.last().copied(),
            };
            let locks = self
                .locks(t)
                .iter()
                .map(|&lock| machine.held_lock(state, t, lock));
            let locks: Vec<HeldLock> = locks.collect();
            Seen {
                held: locks.clone(),
                change: None,
                object: bytes_of(state, access.object, access.start, access.length),
                party: Party {
                    thread: t,
                    access,
                    stack,
                    locks,
                    work: work.and_then(|(work, place)| Some((work, place?))),
                },
                moment,
                clock,
                lane: lane.map(|(lane, ..)| lane),
            }
        });
        seen.collect()
    }
}

impl Sink for Guide {
    fn access(&mut self, thread: ThreadId, access: Access) {
        let number = self.count;
        self.count += 1;
        if !self.wanted.contains(&number) {
            return;
        }
        self.wanted.retain(|&wanted| wanted != number);
        let order = self.order.get_or_insert_with(HappensBefore::new);
        let (moment, clock) = (order.epoch(thread), order.clock(thread).clone());
        self.found.push((thread, access, moment, clock));
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        if !object.space().is_stack() {
            self.access(thread, Access::end(object, size, site));
        }
    }

    fn work(&mut self, thread: ThreadId, work: Option<Work>) {
        let i = thread.0 as usize;
        if self.works.len() <= i {
            self.works.resize_with(i + 1, Vec::new);
        }
        match work {
            Some(work) => self.works[i].push((work, self.place)),
            None => {
                self.works[i].pop();
            }
        }
    }

    fn work_at(&mut self, _thread: ThreadId, site: Site) {
        self.place = Some(site);
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        if let Edge::Fork(child) = edge {
            self.forked = Some(child);
        }
        self.order
            .get_or_insert_with(HappensBefore::new)
            .apply(thread, edge);
    }

    fn lock(&mut self, thread: ThreadId, object: Pointer, held: bool) {
        let i = thread.0 as usize;
        if self.held.len() <= i {
            self.held.resize(i + 1, Vec::new());
        }
        self.moved.push((object, held));
        let locks = &mut self.held[i];
        if held {
            locks.push(object);
        } else if let Some(at) = locks.iter().rposition(|&l| l == object) {
            locks.remove(at);
        }
    }
}

impl Observer for Guide {}

/// What a change of a thread's status means for a wait.
fn wait(before: Status, after: Status) -> Option<Wait> {
    match (before, after) {
        (Status::Runnable, Status::Waiting { .. }) => Some(Wait::Sleeps),
        (Status::Waiting { .. }, Status::Woken { timed_out: true }) => Some(Wait::TimesOut),
        (Status::Waiting { .. }, Status::Runnable) => Some(Wait::Spurious),
        (Status::Woken { .. }, Status::Runnable) => Some(Wait::Woken),
        _ => None,
    }
}

/// Pauses where an access was found.
struct Pausing<'g>(&'g mut Guide);

impl Sink for Pausing<'_> {
    fn access(&mut self, thread: ThreadId, access: Access) {
        self.0.access(thread, access);
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        self.0.released(thread, object, size, site);
    }

    fn work(&mut self, thread: ThreadId, work: Option<Work>) {
        self.0.work(thread, work);
    }

    fn work_at(&mut self, thread: ThreadId, site: Site) {
        self.0.work_at(thread, site);
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.0.edge(thread, edge);
    }

    fn lock(&mut self, thread: ThreadId, object: Pointer, held: bool) {
        self.0.lock(thread, object, held);
    }
}

impl Observer for Pausing<'_> {
    const STEP: bool = true;

    fn accessed(&mut self) -> bool {
        !self.0.found.is_empty() || self.0.is_at_stop()
    }
}
