//! The first pass of a replay: finds the race by happens-before.

use raceproof_order::{Edge, HappensBefore, Reach, Shadow, Touch};

use super::{Pair, Starts};
use crate::schedule::What;
use crate::{
    Access, FUEL, Machine, ObjectId, Observer, Pause, Pointer, Sink, Site, State, ThreadId, Turn, Work,
};

/// Finds the first race by happens-before. Accesses are numbered as they come.
#[derive(Default)]
pub(super) struct Detector {
    order: Option<HappensBefore>,
    shadow: Shadow,
    pub count: u32,
    starts: Starts,
    sites: Vec<Site>,
    wanted: Option<(Site, Site)>,
    /// Two lanes whose accesses count as those of two threads, which nothing orders.
    pub lanes: Option<[Work; 2]>,
    /// The works that each thread is in, the outermost first, and which of the lanes each is.
    works: Vec<Vec<Option<usize>>>,
    pub race: Option<Pair>,
    /// The race is one that was asked for.
    pub preferred: bool,
}

impl Detector {
    /// Prefers a race between these places.
    pub fn of(wanted: Option<(Site, Site)>) -> Detector {
        Detector {
            wanted,
            ..Detector::default()
        }
    }

    /// Looks for a race between these lanes, at these places rather than at others.
    pub fn between(lanes: [Work; 2], wanted: Option<(Site, Site)>) -> Detector {
        Detector {
            lanes: Some(lanes),
            wanted,
            ..Detector::default()
        }
    }

    /// The next turn is taken.
    pub fn begin_turn(&mut self) {
        self.starts.begin_turn(self.count);
    }

    fn note(&mut self, thread: ThreadId, reach: Reach, write: bool, atomic: bool, site: Site) {
        let number = self.count;
        self.count += 1;
        if self.wanted.is_some() {
            self.sites.push(site);
        }
        let works = self.works.get(thread.0 as usize);
        let lane = works.and_then(|works| works.iter().copied().find_map(|lane| lane));
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
            let is_last = self.lanes.is_some() && self.wanted.is_none();
            let wanted = self.wanted.map_or(!is_last, |(a, b)| {
                let other = self.sites[earlier.site as usize];
                (other, site) == (a, b) || (other, site) == (b, a)
            });
            if wanted || is_last || self.race.is_none() {
                self.race = Some(self.starts.pair(earlier.site, number));
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
            self.access(thread, Access::end(object, size, site));
        }
    }

    fn work(&mut self, thread: ThreadId, work: Option<Work>) {
        let Some(lanes) = self.lanes else { return };
        let i = thread.0 as usize;
        if self.works.len() <= i {
            self.works.resize(i + 1, Vec::new());
        }
        let Some(work) = work else {
            self.works[i].pop();
            return;
        };
        let lane = lanes.iter().position(|lane| *lane == work);
        self.works[i].push(lane);
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

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// The thread may go on.
    GoesOn,
    /// It has a defect, came to a gap, ended the program or waits for what never comes: that is its part in
    /// the run.
    Stopped,
    /// It had fewer steps than a turn has, and has used them.
    Cut,
}

impl From<Pause> for After {
    fn from(pause: Pause) -> After {
        match pause {
            Pause::Exit(_) | Pause::Stop(_) | Pause::Ignored => After::Stopped,
            _ => After::GoesOn,
        }
    }
}

/// Takes a turn.
pub(super) fn play<O: Observer>(machine: &Machine, state: &mut State, turn: Turn, observer: &mut O) -> After {
    play_within(machine, state, turn, observer, FUEL)
}

/// Takes a turn that may be of so many steps.
pub(super) fn play_within<O: Observer>(
    machine: &Machine,
    state: &mut State,
    turn: Turn,
    observer: &mut O,
    fuel: u64,
) -> After {
    match turn.what {
        What::Run => match machine.run(state, turn.thread, observer, fuel) {
            Pause::Fuel if fuel < FUEL => After::Cut,
            pause => pause.into(),
        },
        What::Access(count) => {
            let mut step = Stepping {
                observer,
                left: count,
            };
            loop {
                match machine.run(state, turn.thread, &mut step, FUEL) {
                    // Running out of fuel counts like an access.
                    Pause::Fuel if !step.accessed() => {}
                    pause => return pause.into(),
                }
            }
        }
        What::Take(choice) => match machine.take(state, turn.thread, choice, observer) {
            Ok(()) => After::GoesOn,
            Err(_) => After::Stopped,
        },
    }
}

/// Hands on what it sees, and pauses after so many operations with accesses.
struct Stepping<'a, O> {
    observer: &'a mut O,
    left: u32,
}

impl<O: Observer> Sink for Stepping<'_, O> {
    fn access(&mut self, thread: ThreadId, access: Access) {
        self.observer.access(thread, access);
    }

    fn allocated(&mut self, thread: ThreadId, object: ObjectId, site: Site) {
        self.observer.allocated(thread, object, site);
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        self.observer.released(thread, object, size, site);
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.observer.edge(thread, edge);
    }

    fn work(&mut self, thread: ThreadId, work: Option<Work>) {
        self.observer.work(thread, work);
    }

    fn work_at(&mut self, thread: ThreadId, site: Site) {
        self.observer.work_at(thread, site);
    }

    fn lock(&mut self, thread: ThreadId, object: Pointer, held: bool) {
        self.observer.lock(thread, object, held);
    }
}

impl<O: Observer> Observer for Stepping<'_, O> {
    const STEP: bool = true;

    fn accessed(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }
}
