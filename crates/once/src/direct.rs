//! From a candidate to a witness: a schedule that leads to both accesses without ordering them.
//!
//! One thread runs first until it has made its access and then stands still while it can; the others go on
//! until the second access has been made. Works of one construct that the run gave to one thread are put on
//! two by dividing the construct's works between them. Both orders are tried, and where there are inputs,
//! some that are not the usual ones.

use super::stamp::{ConstructId, Stamp};
use super::watch::{Candidate, Watch};
use crate::limits;
use raceproof_engine::Budget;
use raceproof_machine::{
    Access, At, FUEL, Machine, ObjectId, Observer, Part, Pause, SPLIT, Schedule, Sink, Site, State, Status,
    ThreadId, Turn, What, Witness, Work, Works, replay, replay_lanes,
};

/// Tries to make a witness of a candidate, with runs of so many steps and accesses.
pub(super) fn confirm(
    machine: &Machine,
    budget: &Budget,
    race: &Candidate,
    watch: &Watch,
    steps: u64,
) -> Option<Witness> {
    let lots: &[Lot] = if watch.has_inputs() { &LOTS } else { &LOTS[..1] };
    lots.iter()
        .find_map(|lot| confirm_with(machine, budget, race, watch, (*lot, steps)))
}

/// What inputs are.
#[derive(Clone, Copy, Debug)]
enum Lot {
    /// Always the same number.
    Number(u64),
    /// One more each time.
    Count,
}

/// Those that are tried: many programs take a remainder by a small number.
const LOTS: [Lot; 6] = [
    Lot::Number(0),
    Lot::Count,
    Lot::Number(1),
    Lot::Number(2),
    Lot::Number(3),
    Lot::Number(u32::MAX as u64),
];

fn confirm_with(
    machine: &Machine,
    budget: &Budget,
    race: &Candidate,
    watch: &Watch,
    (lot, steps): (Lot, u64),
) -> Option<Witness> {
    let director = |split| Director {
        machine,
        budget,
        split,
        state: machine.initial(),
        turns: Vec::new(),
        steps,
        crowd: u32::MAX,
        lot,
        drawn: 0,
    };
    if let Some(lanes) = race.lanes {
        let mut director = director(None);
        director.go(
            [
                Goal::of(&race.earlier, race, Some(lanes[0])),
                Goal::of(&race.later, race, Some(lanes[1])),
            ],
            true,
        );
        let sites = (race.earlier.1, race.later.1);
        return replay_lanes(machine, &director.end(), lanes, Some(sites));
    }
    let splits = splits_of(race, watch);
    let goals = [
        Goal::of(&race.earlier, race, None),
        Goal::of(&race.later, race, None),
    ];
    let shows = |schedule| replay(machine, &schedule, Some((race.earlier.1, race.later.1)));
    let lead = |crowd| {
        let orders = [(0, 1), (1, 0)];
        let ways = orders.iter().flat_map(|&(first, second)| {
            let splits = splits.iter().copied().map(Some).chain([None]);
            splits.map(move |s| (first, second, s))
        });
        ways.into_iter().find_map(|(first, second, split)| {
            let mut director = director(split);
            director.crowd = crowd;
            let is_there = director.go([goals[first], goals[second]], false);
            is_there.then(|| director.end()).and_then(shows)
        })
    };
    if !watch.has_tasks() {
        return lead(u32::MAX);
    }
    let deepen = || {
        let mut director = director(None);
        director.deepen();
        shows(director.end())
    };
    lead(limits::DIRECT_CROWD.count())
        .or_else(deepen)
        .or_else(|| lead(u32::MAX))
}

/// How the works of a construct can be divided so that two of them are done by different threads.
fn splits_of(race: &Candidate, watch: &Watch) -> Vec<(Work, u64)> {
    let of = |id: ConstructId| watch.stamps.work_of(id);
    let (earlier, later) = (&race.earlier.0, &race.later.0);
    if let Some((construct, n, m)) = watch.stamps.siblings(earlier, later) {
        return vec![(of(construct), n.max(m))];
    }
    // Work against code of the thread that did it: give it to the other thread.
    let work = |stamp: &Stamp| watch.stamps.innermost(stamp);
    match work(earlier).or_else(|| work(later)) {
        // Or to another team: the first two are of different ones.
        Some((a, n)) if of(a).doers().is_of_regions() => vec![(of(a), n), (of(a), n + 1)],
        Some((a, n)) if earlier.epoch.thread == later.epoch.thread => {
            if earlier.epoch.thread == ThreadId::MAIN || n == 0 {
                vec![(of(a), n.max(1))]
            } else {
                vec![(of(a), n + 1)]
            }
        }
        _ => Vec::new(),
    }
}

/// An access to wait for.
#[derive(Clone, Copy)]
struct Goal {
    site: Site,
    /// The work or lane in which it is made, if it is.
    number: Option<u64>,
    is_lane: bool,
    /// The thread, if no work tells.
    thread: ThreadId,
    object: ObjectId,
    start: u32,
    end: u32,
}

impl Goal {
    fn of((stamp, site): &(Stamp, Site), race: &Candidate, lane: Option<Work>) -> Goal {
        let work = stamp.work.map(|(_, n)| n);
        Goal {
            site: *site,
            number: lane.map(|lane| lane.number).or(work),
            is_lane: lane.is_some(),
            thread: stamp.epoch.thread,
            object: race.access.object,
            start: race.access.start,
            end: race.access.start.saturating_add(race.access.length),
        }
    }
}

struct Director<'m, 'p> {
    machine: &'m Machine<'p>,
    budget: &'m Budget,
    split: Option<(Work, u64)>,
    state: State,
    turns: Vec<Turn>,
    /// How many steps and accesses it may take: it may wait in a loop for the thread that stands still.
    steps: u64,
    /// How many threads there may be: each is looked at before each step.
    crowd: u32,
    /// What inputs are, and how many there were.
    lot: Lot,
    drawn: u64,
}

impl Director<'_, '_> {
    /// What it did. Its state is given back, for a replay takes as much memory.
    fn end(self) -> Schedule {
        Schedule::new(self.turns)
    }

    /// Goes on until both accesses have been made or nothing can move. Gives whether it came to one of these.
    fn go(&mut self, goals: [Goal; 2], same_thread: bool) -> bool {
        let mut round = Round::default();
        let mut eye = Eye::default();
        let mut frozen: Option<ThreadId> = None;
        let mut reached = 0;
        let (mut steps, mut next_look) = (0u64, 0);
        loop {
            steps += 1 + u64::from(std::mem::take(&mut eye.passed));
            if reached == 2 || steps > self.steps {
                return reached == 2;
            }
            if steps >= next_look {
                next_look = steps + 1024;
                if self.budget.check(0).is_err() {
                    return false;
                }
            }
            let count = self.state.threads().count() as u32;
            if count > self.crowd {
                return false;
            }
            // The thread of the goal first, then the others in order; one that waits in a loop only if those
            // cannot move, a frozen one only if nothing else can.
            let wanted = goals[reached].thread;
            let rank = |t: ThreadId| {
                (
                    Some(t) == frozen,
                    round.threads.contains(&t),
                    t != wanted || goals[reached].number.is_some(),
                    t,
                )
            };
            let ready = (0..count).map(ThreadId).filter(|&t| self.can_go_on(t));
            let Some(t) = ready.min_by_key(|&t| rank(t)) else {
                return true;
            };
            if round.threads.contains(&t) && !round.begin(&self.state) {
                return false;
            }
            eye.goal = Some(goals[reached]);
            eye.met = false;
            self.step(t, &mut eye);
            round.note(self.machine, &self.state, t);
            if eye.met && (same_thread || Some(t) != frozen) {
                if !same_thread {
                    frozen.get_or_insert(t);
                }
                reached += 1;
            }
        }
    }

    /// Lets every task run as soon as it is made. Where tasks of a recursion have the places of others the
    /// goals do not tell which one is meant, but what only clocks keep apart is met in any schedule, and in
    /// this one soon.
    fn deepen(&mut self) {
        let mut eye = Eye::default();
        for steps in 0..self.steps {
            let count = self.state.threads().count() as u32;
            if count > limits::DIRECT_DEPTH.count() || steps % 1024 == 0 && self.budget.check(0).is_err() {
                return;
            }
            let mut youngest = (0..count).rev().map(ThreadId);
            let Some(t) = youngest.find(|&t| self.can_go_on(t)) else {
                return;
            };
            self.step(t, &mut eye);
        }
    }

    fn add_accesses(&mut self, t: ThreadId, more: u32) {
        match self.turns.last_mut() {
            Some(Turn {
                thread,
                what: What::Access(count),
            }) if *thread == t && count.checked_add(more).is_some() => *count += more,
            _ => self.turns.push(Turn {
                thread: t,
                what: What::Access(more),
            }),
        }
    }

    fn can_go_on(&self, t: ThreadId) -> bool {
        match self.machine.at(&self.state, t) {
            At::Code => true,
            At::Sync => self.machine.alternatives(&self.state, t) > 0,
            At::Choice(_) => true,
            _ => false,
        }
    }

    fn step(&mut self, t: ThreadId, eye: &mut Eye) {
        if self.machine.at(&self.state, t) == At::Code {
            eye.passed = 0;
            // Access by access only where the goal can be.
            let pause = match eye.goal.is_some_and(|g| g.number.is_some() || g.thread == t) {
                true => {
                    let pause = self.machine.run(&mut self.state, t, eye, FUEL);
                    // A run that ends elsewhere than after an access counts as one more, to get there.
                    eye.passed = eye.passed.saturating_add(u32::from(pause != Pause::Accessed));
                    self.add_accesses(t, eye.passed);
                    pause
                }
                false => {
                    self.turns.push(Turn::run(t));
                    self.machine.run(&mut self.state, t, &mut Drift(eye), FUEL)
                }
            };
            match pause {
                Pause::Stop(_) | Pause::Ignored => self.state.set_status(t, Status::Stuck),
                Pause::Fuel => eye.passed = eye.passed.saturating_add(limits::DIRECT_ACCESSES.count()),
                _ => {}
            }
            return;
        }
        let choice = match (self.machine.share(&self.state, t), self.split) {
            (Some((doers, construct)), Some((work, n)))
                if construct == work.construct.1 && doers.object() == work.doers().object() =>
            {
                SPLIT | n
            }
            _ if matches!(self.machine.at(&self.state, t), At::Choice(_)) => {
                self.drawn += 1;
                match self.lot {
                    Lot::Number(number) => number,
                    Lot::Count => self.drawn,
                }
            }
            _ => self.machine.usual(&self.state, t),
        };
        self.turns.push(Turn::take(t, choice));
        if self.machine.take(&mut self.state, t, choice, eye).is_err() {
            self.state.set_status(t, Status::Stuck);
        }
    }
}

/// Threads that go round in a loop of synchronisation: they wait for others.
#[derive(Default)]
struct Round {
    threads: Vec<ThreadId>,
    /// Who took the last step, and how many in a row.
    last: Option<ThreadId>,
    streak: u32,
    /// The thread when it was looked at, and the memory when it was so again.
    before: (Vec<u8>, Option<Vec<u8>>),
    /// The memory when all were in loops.
    all: Option<Vec<u8>>,
}

impl Round {
    /// A thread took a step. If everything is as it was a few of its steps ago, it is in a loop.
    fn note(&mut self, machine: &Machine, state: &State, t: ThreadId) {
        self.streak = if self.last == Some(t) { self.streak + 1 } else { 0 };
        self.last = Some(t);
        let since = self.streak % limits::DIRECT_LOOKED_AT_EVERY.count();
        if self.streak < limits::DIRECT_LOOKED_AT_EVERY.count() || since > limits::DIRECT_WAITING_LOOP.count()
        {
            return;
        }
        let mut part = Vec::new();
        machine.encode_part(state, Part::Thread(t), &mut part);
        if since == 0 {
            self.before = (part, None);
        } else if self.before.0 == part {
            // Memory only where the thread's own part was met again, so that long computations pay for that
            // alone.
            let now = Some(memory(state));
            if self.before.1 == now {
                self.threads.push(t);
                self.last = None;
            }
            self.before.1 = now;
        }
    }

    /// All that can move are in loops, but for the one that stands still. They get another chance unless
    /// memory is what it was the last time: then nobody has written what another waits for.
    fn begin(&mut self, state: &State) -> bool {
        let now = Some(memory(state));
        let goes_on = self.all != now;
        self.all = now;
        self.threads.clear();
        goes_on
    }
}

/// What threads can read.
fn memory(state: &State) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (id, object) in state.memory.objects() {
        bytes.extend(id.0.to_le_bytes());
        bytes.extend(object.size().to_le_bytes());
        bytes.extend_from_slice(object.bytes());
    }
    bytes
}

/// Looks for the goal.
#[derive(Default)]
struct Eye {
    goal: Option<Goal>,
    met: bool,
    works: Works,
    /// Operations with accesses that the last run passed.
    passed: u32,
}

impl Eye {
    /// Whether the thread does the work that the goal is in, or is the thread of the goal.
    fn looks_at(&self, t: ThreadId) -> bool {
        let number = |work: Option<Work>| work.map(|work| work.number);
        self.goal.is_some_and(|goal| match goal.number {
            Some(number) if goal.is_lane => self.works.lanes(t).any(|lane| lane.number == number),
            Some(_) => number(self.works.shared(t)) == goal.number,
            None => t == goal.thread,
        })
    }
}

impl Sink for Eye {
    fn access(&mut self, t: ThreadId, a: Access) {
        let Some(goal) = self.goal else { return };
        self.met |= self.looks_at(t)
            && a.site == goal.site
            && a.object == goal.object
            && a.start < goal.end
            && goal.start < a.start.saturating_add(a.length);
    }

    fn work(&mut self, t: ThreadId, work: Option<Work>) {
        self.works.turn(t, work);
    }
}

impl Observer for Eye {
    const STEP: bool = true;

    fn accessed(&mut self) -> bool {
        self.passed += 1;
        self.met || self.passed >= limits::DIRECT_ACCESSES.count()
    }
}

/// Runs on without looking, but for the works that threads begin.
struct Drift<'a>(&'a mut Eye);

impl Sink for Drift<'_> {
    fn work(&mut self, t: ThreadId, work: Option<Work>) {
        self.0.work(t, work);
    }
}

impl Observer for Drift<'_> {}
