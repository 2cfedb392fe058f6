//! Replay: runs a schedule and finds the race in it.
//!
//! This is the only way to make a [`Witness`]. Whatever an engine believes, a race is told to the user only
//! after the machine has gone through the schedule step by step with exact happens-before clocks and met two
//! conflicting, unordered accesses. The schedule is run twice: once to find the pair, once to stop at each of
//! the two and look at the stacks and the locks held there. The second run takes every turn in the way of the
//! first one, and what it finds at the two accesses must be a race in itself, or there is no witness.

mod calm;
mod content;
mod detect;
mod inspect;
mod living;
mod referee;
mod survey;
mod thin;
mod walk;

use raceproof_ir::FuncId;
use raceproof_order::{Epoch, VectorClock};

use crate::{Access, Machine, ObjectKind, Schedule, Site, ThreadId, Work};
use detect::{After, Detector, play, play_within};
use inspect::inspect;
use referee::Referee;

pub use content::{Change, Content};
pub use living::living;
pub use survey::survey;
pub use thin::thin;
pub use walk::{Walk, walk};

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

/// A lock that a thread holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldLock {
    /// Where it is.
    pub bytes: Bytes,
    /// Whether it is held for reading only, so that others may hold it too.
    pub reading: bool,
}

/// One of the two accesses of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    thread: ThreadId,
    access: Access,
    stack: Vec<(FuncId, Site)>,
    locks: Vec<HeldLock>,
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
    /// How it went to sleep or woke up.
    pub wait: Option<Wait>,
    /// The locks that it took, and those that it gave back.
    pub took: Vec<HeldLock>,
    /// See `took`.
    pub gave: Vec<HeldLock>,
    /// The locks that the thread holds after it.
    pub held: Vec<HeldLock>,
    /// What one of the racing accesses, or an atomic operation, found and left.
    pub change: Option<Change>,
    /// When its thread took it.
    pub moment: Epoch,
    /// What its thread knows after it.
    pub clock: VectorClock,
}

/// A part of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The thread goes to sleep.
    Sleeps,
    /// It goes on, because somebody woke it.
    Woken,
    /// It goes on though nobody woke it.
    Spurious,
    /// Its time is over.
    TimesOut,
}

/// A race, confirmed: a schedule and the two accesses that it leads to.
#[derive(Clone, Debug)]
pub struct Witness {
    schedule: Schedule,
    parties: [Party; 2],
    lanes: Option<[Work; 2]>,
    object: Bytes,
    steps: Vec<Step>,
    threads: u32,
    /// How many accesses the run made.
    accesses: u32,
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

    /// The two lanes of a vector loop that made them, if one thread did.
    pub fn lanes(&self) -> Option<[Work; 2]> {
        self.lanes
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
    pub fn locks(&self) -> &[HeldLock] {
        &self.locks
    }
}

/// Two accesses of a run by their numbers, each with the turn in which it is made.
#[derive(Clone, Copy, Debug)]
struct Pair {
    numbers: [u32; 2],
    turns: [usize; 2],
}

/// How many accesses there were before each turn.
#[derive(Debug, Default)]
struct Starts(Vec<u32>);

impl Starts {
    fn begin_turn(&mut self, count: u32) {
        self.0.push(count);
    }

    fn pair(&self, earlier: u32, later: u32) -> Pair {
        let turn = |number: u32| self.0.partition_point(|&start| start <= number).saturating_sub(1);
        Pair {
            numbers: [earlier, later],
            turns: [turn(earlier), turn(later)],
        }
    }
}

/// Runs a schedule and gives the race it leads to. Where `wanted` names two places, a race between these is
/// preferred to others.
pub fn replay(machine: &Machine, schedule: &Schedule, wanted: Option<(Site, Site)>) -> Option<Witness> {
    run(machine, schedule, Detector::of(wanted))
}

/// The same for a race between two lanes of a vector loop: one thread does one after the other, but the two
/// are not ordered. Where no places are wanted it is the last one of the schedule.
pub fn replay_lanes(
    machine: &Machine,
    schedule: &Schedule,
    lanes: [Work; 2],
    wanted: Option<(Site, Site)>,
) -> Option<Witness> {
    run(machine, schedule, Detector::between(lanes, wanted))
}

fn run(machine: &Machine, schedule: &Schedule, mut detector: Detector) -> Option<Witness> {
    let mut state = machine.initial();
    let mut referee = Referee::default();
    let mut used = 0;
    for turn in schedule.turns() {
        if !referee.allows(machine, &state, *turn) {
            return None;
        }
        used += 1;
        detector.begin_turn();
        play(machine, &mut state, *turn, &mut detector);
        if detector.preferred {
            break;
        }
    }
    let pair = detector.race?;
    let schedule = Schedule::new(schedule.turns()[..used].to_vec());
    inspect(machine, schedule, pair, detector.lanes)
}
