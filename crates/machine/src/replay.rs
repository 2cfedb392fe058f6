//! Replay: runs a schedule and finds the race in it.
//!
//! This is the only way to make a [`Witness`]. Whatever an engine believes, a race is told to the user only after the machine
//! has gone through the schedule step by step with exact happens-before clocks and met two conflicting, unordered accesses. The schedule is run
//! twice: once to find the pair, once to stop at each of the two and look at the stacks and the locks held there.

use raceproof_ir::FuncId;

use raceproof_order::{Edge, HappensBefore, Reach, Shadow, Touch};

use crate::schedule::What;
use crate::{
    Access, FUEL, Machine, ObjectId, ObjectKind, Observer, Pause, Pointer, Schedule, Sink, Site, State,
    ThreadId, Work, Works,
};

/// Some bytes of an object, told by what the object is: its id means nothing after the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// What the object is.
    pub kind: ObjectKind,
    /// First byte.
    pub start: u32,
    /// Number of bytes.
    pub length: u32,
}

/// One of the two accesses of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    thread: ThreadId,
    access: Access,
    stack: Vec<(FuncId, Site)>,
    locks: Vec<Bytes>,
    work: Option<(Work, Site)>,
}

/// A step of the run that matters to a reader: a synchronisation, a choice, or one of the two accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who.
    pub thread: ThreadId,
    /// Where.
    pub site: Site,
    /// Whether it is one of the racing accesses.
    pub racing: bool,
    /// The value, if it was a choice of the environment.
    pub value: Option<i128>,
    /// A thread that it created.
    pub created: Option<ThreadId>,
    /// The task that it joined, if it had the choice.
    pub joined: Option<ThreadId>,
}

/// A race, confirmed: a schedule and the two accesses that it leads to.
#[derive(Clone, Debug)]
pub struct Witness {
    schedule: Schedule,
    parties: [Party; 2],
    object: Bytes,
    steps: Vec<Step>,
    threads: u32,
}

impl Witness {
    /// The schedule that leads to the second access.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The two accesses, in the order in which they happen in the schedule.
    pub fn parties(&self) -> &[Party; 2] {
        &self.parties
    }

    /// The bytes of the second access.
    pub fn object(&self) -> Bytes {
        self.object
    }

    /// What happens on the way, up to and including the two accesses.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many threads the run had.
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Where a thread was created.
    pub fn origin(&self, thread: ThreadId) -> Option<Site> {
        // Places of threads that have ended are used again.
        self.steps
            .iter()
            .rfind(|s| s.created == Some(thread))
            .map(|s| s.site)
    }
}

impl Party {
    /// Who made it.
    pub fn thread(&self) -> ThreadId {
        self.thread
    }

    /// The access.
    pub fn access(&self) -> Access {
        self.access
    }

    /// The calls in progress, the innermost first, each with the place where it is.
    pub fn stack(&self) -> &[(FuncId, Site)] {
        &self.stack
    }

    /// The work that it was part of: an iteration, a section, a lane of a vector.
    pub fn work(&self) -> Option<Work> {
        self.work.map(|(work, _)| work)
    }

    /// Where that work begins.
    pub fn work_site(&self) -> Option<Site> {
        self.work.map(|(_, site)| site)
    }

    /// The locks held.
    pub fn locks(&self) -> &[Bytes] {
        &self.locks
    }
}

/// Runs a schedule and gives the race it leads to. Where `wanted` names two places, a race between these is preferred to others.
pub fn replay(machine: &Machine, schedule: &Schedule, wanted: Option<(Site, Site)>) -> Option<Witness> {
    run(
        machine,
        schedule,
        Detector {
            wanted,
            ..Detector::default()
        },
    )
}

/// The same for a race between two lanes of a vector loop: one thread does one after the other, but the two are not ordered.
pub fn replay_lanes(machine: &Machine, schedule: &Schedule, lanes: [Work; 2]) -> Option<Witness> {
    run(
        machine,
        schedule,
        Detector {
            lanes: Some(lanes),
            ..Detector::default()
        },
    )
}

fn run(machine: &Machine, schedule: &Schedule, mut detector: Detector) -> Option<Witness> {
    let mut state = machine.initial();
    let mut used = 0;
    for turn in schedule.turns() {
        used += 1;
        detector.turn(machine, &mut state, *turn);
        if detector.preferred {
            break;
        }
    }
    let (earlier, later) = detector.race?;
    let schedule = Schedule::new(schedule.turns()[..used].to_vec());
    inspect(machine, schedule, earlier, later)
}

/// The second pass: goes to the accesses with these numbers and looks around.
fn inspect(machine: &Machine, schedule: Schedule, earlier: u32, later: u32) -> Option<Witness> {
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

/// Finds the first race by happens-before. Accesses are numbered as they come.
#[derive(Default)]
struct Detector {
    order: Option<HappensBefore>,
    shadow: Shadow,
    count: u32,
    sites: Vec<Site>,
    wanted: Option<(Site, Site)>,
    /// Two lanes whose accesses count as those of two threads, which nothing orders.
    lanes: Option<[Work; 2]>,
    /// Which of them each thread is in.
    in_lane: Vec<Option<usize>>,
    race: Option<(u32, u32)>,
    /// The race is one that was asked for.
    preferred: bool,
}

impl Detector {
    fn turn(&mut self, machine: &Machine, state: &mut State, turn: crate::Turn) {
        match turn.what {
            What::Run => {
                machine.run(state, turn.thread, self, FUEL);
            }
            What::Access(count) => {
                let mut step = Stepping {
                    detector: self,
                    left: count,
                };
                // Running out of fuel counts like an access.
                while machine.run(state, turn.thread, &mut step, FUEL) == Pause::Fuel && !step.accessed() {}
            }
            What::Take(choice) => {
                // A defect of the thread ends its part in the run, no more.
                let _ = machine.take(state, turn.thread, choice, self);
            }
        }
    }

    fn note(&mut self, thread: ThreadId, reach: Reach, write: bool, atomic: bool, site: Site) {
        let number = self.count;
        self.count += 1;
        if self.wanted.is_some() {
            self.sites.push(site);
        }
        let lane = self.in_lane.get(thread.0 as usize).copied().flatten();
        let thread = lane.map_or(thread, lane_thread);
        let order = self.order.get_or_insert_with(HappensBefore::new);
        let epoch = order.epoch(thread);
        let clock = order.clock(thread);
        let touch = Touch {
            epoch,
            site: number,
            write,
            atomic,
        };
        if let Some(earlier) = self.shadow.access(reach, touch, |e| clock.knows(e))
            && !self.preferred
        {
            let both = [lane_thread(0), lane_thread(1)];
            let between = both.contains(&thread) && both.contains(&earlier.epoch.thread);
            if self.lanes.is_some() && !between {
                return;
            }
            let wanted = self.wanted.is_none_or(|(a, b)| {
                let other = self.sites[earlier.site as usize];
                (other, site) == (a, b) || (other, site) == (b, a)
            });
            if wanted || self.race.is_none() {
                self.race = Some((earlier.site, number));
                self.preferred = wanted;
            }
        }
    }
}

impl Sink for Detector {
    fn access(&mut self, thread: ThreadId, a: Access) {
        let reach = Reach {
            object: a.object.0,
            start: a.start,
            length: a.length,
        };
        self.note(thread, reach, a.write, a.atomic, a.site);
    }

    fn allocated(&mut self, _thread: ThreadId, object: ObjectId, _site: Site) {
        self.shadow.forget(object.0);
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        if !object.space().is_stack() {
            self.note(
                thread,
                Reach {
                    object: object.0,
                    start: 0,
                    length: size,
                },
                true,
                false,
                site,
            );
        }
    }

    fn work(&mut self, thread: ThreadId, work: Option<Work>) {
        let Some(lanes) = self.lanes else { return };
        let lane = work.and_then(|w| lanes.iter().position(|l| *l == w));
        let i = thread.0 as usize;
        if self.in_lane.len() <= i {
            self.in_lane.resize(i + 1, None);
        }
        self.in_lane[i] = lane;
        if let Some(lane) = lane {
            self.edge(thread, Edge::Fork(lane_thread(lane)));
        }
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.order
            .get_or_insert_with(HappensBefore::new)
            .apply(thread, edge);
    }
}

impl Observer for Detector {}

/// A thread that stands for a lane; no run has so many.
fn lane_thread(lane: usize) -> ThreadId {
    ThreadId(1000 + lane as u32)
}

/// The same, pausing after so many operations with accesses.
struct Stepping<'a> {
    detector: &'a mut Detector,
    left: u32,
}

impl Sink for Stepping<'_> {
    fn access(&mut self, thread: ThreadId, access: Access) {
        self.detector.access(thread, access);
    }

    fn allocated(&mut self, thread: ThreadId, object: ObjectId, site: Site) {
        self.detector.allocated(thread, object, site);
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        self.detector.released(thread, object, size, site);
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.detector.edge(thread, edge);
    }

    fn work(&mut self, thread: ThreadId, work: Option<Work>) {
        self.detector.work(thread, work);
    }
}

impl Observer for Stepping<'_> {
    const STEP: bool = true;

    fn accessed(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }
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
            self.accesses.push(Access {
                object,
                start: 0,
                length: size,
                write: true,
                atomic: false,
                site,
            });
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
