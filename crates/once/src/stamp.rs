//! Stamps: who accesses, when, and under which locks.
//!
//! A stamp stands for all accesses of a thread between two changes of its clock, its work or its locks, so an
//! access costs a comparison of numbers. Whether two stamps are ordered is a question about clocks and about
//! the *ways* to them.
//!
//! *Work* (an iteration, a section, a single block) might have been done by any thread of its team. So it is
//! ordered after something else only if every thread of the team is: what was known at the thread's last
//! barrier or start (its *base*). And something is ordered after a work only if its base knows the ends of
//! that construct in all threads that share it. Two works of one construct are not ordered unless one waited
//! for the other by its number (`ordered`, dependences between iterations): of that each work has a clock of
//! its own, whoever does it, and threads do not learn it. Regions and works nest: the way to an access is the
//! list of the regions (each pinned to the thread that made it) and works that it is in, the outermost first.
//! Two ways are compared where they part. Within the same way clocks tell, for tasks and regions that a work
//! makes belong to it. Where one of them goes on with a work of a team, the base of that team tells, and
//! where both go on in regions of their own, what the later one knew at its first work does. The threads of
//! all teams of a league may share works, each in the region of its team: then it is what was known before
//! these regions were made.
//!
//! The works of a `taskloop` are done by tasks of one creator: they are not ordered among each other, but
//! what others know of them is told by clocks. All these tasks are made in one go, so each of them knows what
//! the others know but for their works, and whoever knows the ends of all of them comes after every work,
//! whichever task did it. An object that is private to a thread of a team is another one for every thread
//! that might have done its works: where ways part at such works, they are compared behind them. Objects that
//! belong to a thread whoever does its works are ordered by its clock. Lanes of vector loops are no business
//! of stamps: see [`lanes`](super::lanes).
//!
//! SOUNDNESS: identities

use super::lock_context::ContextId;
use crate::limits;
use raceproof_engine::condition;
use raceproof_machine::{ConstructName, Doers, ObjectId, Work};
use raceproof_order::{Epoch, ThreadId, VectorClock};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Index of a stamp. 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct StampId(pub u32);

/// Index of a construct whose works are shared: a loop that a team went through once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConstructId(pub u32);

/// Index of a way: the regions and works that something is in. The default is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct WayId(pub u32);

/// The last step of a way.
#[derive(Debug)]
struct Step {
    /// The way before.
    before: WayId,
    depth: usize,
    work: (ConstructId, u64),
    /// What was known to all threads that might have made this step.
    base: Rc<VectorClock>,
}

/// Who accesses, when, under which locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// The thread and its time.
    pub epoch: Epoch,
    /// The regions and works that its thread was made in, or that it has made regions in.
    pub way: WayId,
    /// The work that it does, if it does any, as the last step of its way.
    pub work: Option<(ConstructId, u64)>,
    /// Whether the object belongs to the thread, whoever does its works.
    pub is_own: bool,
    /// How often the work has told others to go on.
    pub turn: u32,
    /// The locks that it holds.
    pub context: ContextId,
}

/// Constructs whose works wait for each other, found when the first one does. Of their works two do not stand
/// for a third.
#[derive(Clone, Debug, Default)]
pub struct Turning {
    /// By team and number.
    known: FxHashSet<ConstructName>,
    /// All may be.
    all: bool,
}

impl Turning {
    /// One more.
    pub fn add(&mut self, construct: ConstructName) {
        self.known.insert(construct);
        self.all |= self.known.len() > limits::CONSTRUCTS.size();
    }

    /// Whether it is known that works of a construct may wait for each other.
    pub fn has(&self, construct: ConstructName) -> bool {
        self.all || self.known.contains(&construct)
    }
}

/// The numbers of works that know each other; knowledge of others is not kept.
pub const MOST_TURNS: u64 = 4096;

/// A loop that a team went through once, or a region.
#[derive(Debug)]
struct Construct {
    work: Work,
    kind: Kind,
    /// Whether its works may wait for each other.
    turns: bool,
    /// By thread, the time at which it ended its last work of it, 0 if it has done none.
    ends: Vec<u32>,
    /// The threads that asked for works, and how many will.
    askers: Vec<ThreadId>,
    size: u32,
}

/// Who does the works of a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Any thread of the team.
    Team,
    /// Any of the tasks that one thread made for it.
    Tasks,
    /// It is a region, made by one thread.
    Region,
}

/// Tasks whose places others have now. Whoever knows what such a task did knows it from the thread that
/// waited for it, so that thread's moment stands for all of the task.
#[derive(Debug, Default)]
pub struct Lives {
    /// By place: the last moment of each task, in order, and when it was waited for.
    over: Vec<Vec<(u32, Epoch)>>,
    /// By place: when the task that has it was waited for.
    joined: Vec<Option<Epoch>>,
}

impl Lives {
    /// A task was waited for.
    pub fn end(&mut self, task: ThreadId, joined: Epoch) {
        let i = task.0 as usize;
        if self.joined.len() <= i {
            self.joined.resize(i + 1, None);
        }
        self.joined[i] = Some(joined);
    }

    /// The place of a task goes to another one. Says whether there was one that had ended.
    pub fn begin(&mut self, last: Epoch) -> bool {
        let i = last.thread.0 as usize;
        let Some(joined) = self.joined.get_mut(i).and_then(Option::take) else {
            return false;
        };
        if self.over.len() <= i {
            self.over.resize_with(i + 1, Vec::new);
        }
        self.over[i].push((last.time, joined));
        true
    }

    /// The moment that stands for one of a task that is over; any other stands for itself.
    #[inline]
    pub fn now(&self, epoch: Epoch) -> Epoch {
        match self.over.is_empty() {
            true => epoch,
            false => self.find(epoch),
        }
    }

    fn find(&self, mut epoch: Epoch) -> Epoch {
        while let Some(lives) = self.over.get(epoch.thread.0 as usize) {
            let life = lives.partition_point(|(last, _)| *last < epoch.time);
            match lives.get(life) {
                Some((_, joined)) => epoch = *joined,
                None => break,
            }
        }
        epoch
    }
}

/// All stamps, ways and constructs.
#[derive(Debug, Default)]
pub struct Stamps {
    list: Vec<Stamp>,
    /// The names of stamps without a work, but for old ones.
    ids: FxHashMap<Stamp, StampId>,
    /// By the object that the team is in, then by its address and the number.
    named: FxHashMap<ObjectId, FxHashMap<ConstructName, ConstructId>>,
    /// The construct asked for last.
    last: Option<(ConstructName, ConstructId)>,
    constructs: Vec<Construct>,
    ways: Vec<Step>,
    /// Constructs whose works wait for each other.
    pub turning: Turning,
    /// Tasks whose places others have now.
    pub lives: Lives,
}

/// A way written down: the steps of a stamp, and for each the way that it ends, none for the work of the
/// stamp itself.
struct Steps {
    steps: [((ConstructId, u64), WayId); limits::DEEPEST + 1],
    count: usize,
}

impl Steps {
    fn get(&self, i: usize) -> Option<(ConstructId, u64)> {
        self.steps[..self.count].get(i).map(|s| s.0)
    }
}

impl Stamps {
    /// The name of a stamp.
    pub fn intern(&mut self, stamp: Stamp) -> StampId {
        let next = StampId(self.list.len() as u32 + 1);
        // A work is done once, so its stamps need not be found again. Nor need those of tasks that are over,
        // which may be many: two names of one stamp do no harm.
        if self.ids.len() >= limits::NAMES_KEPT.size() {
            self.ids.clear();
        }
        let id = match stamp.work {
            Some(_) => next,
            None => *self.ids.entry(stamp).or_insert(next),
        };
        if id == next {
            self.list.push(stamp);
        }
        id
    }

    /// The stamp with a name.
    #[inline]
    pub fn get(&self, id: StampId) -> &Stamp {
        &self.list[id.0 as usize - 1]
    }

    /// A stamp for all of whoever stands for a stamp now, under the same locks, and its time.
    pub fn owner(&self, id: StampId) -> (Stamp, u32) {
        let mut stamp = *self.get(id);
        let now = self.lives.now(stamp.epoch);
        stamp.epoch = Epoch { time: 0, ..now };
        (stamp, now.time)
    }

    /// The construct that a work belongs to.
    pub fn construct(&mut self, work: Work) -> ConstructId {
        let key = work.construct;
        if let Some((last, id)) = self.last
            && last == key
        {
            return id;
        }
        let next = ConstructId(self.constructs.len() as u32);
        let of_team = self.named.entry(work.doers().object()).or_default();
        let id = *of_team.entry(key).or_insert(next);
        if id == next {
            self.add(work, Kind::Tasks);
        }
        self.last = Some((key, id));
        id
    }

    fn add(&mut self, work: Work, kind: Kind) -> ConstructId {
        let turns = self.turning.has(work.construct);
        self.constructs.push(Construct {
            work,
            kind,
            turns,
            ends: Vec::new(),
            askers: Vec::new(),
            size: 0,
        });
        ConstructId(self.constructs.len() as u32 - 1)
    }

    /// A thread asks for works of a construct that so many threads share, or a task for those of a loop that
    /// so many tasks share. Says whether they agree on how many.
    pub fn asks(&mut self, work: Work, epoch: Epoch, size: u32, is_task: bool) -> bool {
        let twin = work.doers().twin().map(|twin| (twin, work.construct.1));
        let of_team = self.named.get(&work.doers().object());
        let has_twin = of_team
            .zip(twin)
            .is_some_and(|(known, twin)| known.contains_key(&twin));
        let id = self.construct(work);
        let construct = &mut self.constructs[id.0 as usize];
        let agree = !has_twin && (construct.askers.is_empty() || construct.size == size);
        if !is_task {
            construct.kind = Kind::Team;
        }
        construct.size = size;
        if !construct.askers.contains(&epoch.thread) {
            construct.askers.push(epoch.thread);
        }
        construct.end(epoch);
        agree
    }

    /// The way into a region that a thread makes.
    pub fn enter(&mut self, before: WayId, base: &Rc<VectorClock>) -> Option<WayId> {
        let work = Work {
            construct: (Doers::Fixed, 0),
            number: 0,
        };
        let region = self.add(work, Kind::Region);
        self.go(before, (region, 0), base)
    }

    /// The way into a work. None if it is too deep.
    pub fn go(&mut self, before: WayId, work: (ConstructId, u64), base: &Rc<VectorClock>) -> Option<WayId> {
        let depth = self.depth(before) + 1;
        if depth > limits::DEEPEST {
            return None;
        }
        let base = base.clone();
        self.ways.push(Step {
            before,
            depth,
            work,
            base,
        });
        Some(WayId(self.ways.len() as u32))
    }

    fn step(&self, way: WayId) -> Option<&Step> {
        self.ways.get((way.0 as usize).checked_sub(1)?)
    }

    /// How many steps a way has.
    pub fn depth(&self, way: WayId) -> usize {
        self.step(way).map_or(0, |s| s.depth)
    }

    fn steps(&self, stamp: &Stamp) -> Steps {
        let depth = self.depth(stamp.way);
        let mut all = Steps {
            steps: [((ConstructId(0), 0), WayId(0)); limits::DEEPEST + 1],
            count: depth,
        };
        let mut at = stamp.way;
        while let Some(step) = self.step(at) {
            all.steps[step.depth - 1] = (step.work, at);
            at = step.before;
        }
        if let Some(work) = stamp.work {
            all.steps[depth] = (work, WayId(0));
            all.count += 1;
        }
        all
    }

    /// Whether a way leads into one region at most, and into no work.
    fn is_shallow(&self, way: WayId) -> bool {
        self.step(way)
            .is_none_or(|step| step.depth == 1 && self.kind(step.work.0) == Kind::Region)
    }

    /// Whether a team shared works.
    pub fn has_teams(&self) -> bool {
        self.constructs.iter().any(|c| c.kind == Kind::Team && c.size > 1)
    }

    /// Whether a way is in a work that another thread might have done.
    pub fn is_open(&self, way: WayId) -> bool {
        let mut at = way;
        while let Some(step) = self.step(at) {
            if self.kind(step.work.0) != Kind::Region {
                return true;
            }
            at = step.before;
        }
        false
    }

    /// Whether what goes this way sees what is private to a thread, in the region that another way leads
    /// into, from within a work that the thread does there. `is_working`: it is that thread, and does a work.
    /// None if the way does not go there.
    pub fn sight(&self, home: WayId, way: WayId, is_working: bool) -> Option<bool> {
        if way == home {
            return Some(is_working);
        }
        let depth = self.depth(home) + 1;
        let mut at = way;
        while let Some(step) = self.step(at) {
            if step.depth == depth {
                let is_work = self.kind(step.work.0) != Kind::Region;
                return (step.before == home).then_some(is_work);
            }
            at = step.before;
        }
        None
    }

    /// Whether the works of a construct may wait for each other.
    pub fn takes_turns(&self, id: ConstructId) -> bool {
        self.constructs[id.0 as usize].turns
    }

    fn kind(&self, id: ConstructId) -> Kind {
        self.constructs[id.0 as usize].kind
    }

    /// Whether threads of several regions might do a work.
    fn is_of_league(&self, step: Option<(ConstructId, u64)>) -> bool {
        step.is_some_and(|(c, _)| self.work_of(c).doers().is_of_regions())
    }

    /// The team and the number of a construct.
    pub fn work_of(&self, id: ConstructId) -> Work {
        self.constructs[id.0 as usize].work
    }

    /// A team is over: a later one at its address is another.
    pub fn forget_team(&mut self, object: ObjectId) {
        if self.named.remove(&object).is_some() {
            self.last = None;
        }
    }

    /// A thread does what a stamp says until (at least) now.
    pub fn ends_at(&mut self, stamp: &Stamp) {
        let mut at = stamp.way;
        if let Some((id, _)) = stamp.work {
            self.constructs[id.0 as usize].end(stamp.epoch);
        }
        while let Some(step) = self.ways.get((at.0 as usize).wrapping_sub(1)) {
            let construct = &mut self.constructs[step.work.0.0 as usize];
            if construct.kind != Kind::Region {
                construct.end(stamp.epoch);
            }
            at = step.before;
        }
    }

    /// The innermost work that a stamp is in.
    pub fn innermost(&self, stamp: &Stamp) -> Option<(ConstructId, u64)> {
        let steps = self.steps(stamp);
        let works = (0..steps.count).rev().filter_map(|i| steps.get(i));
        works.into_iter().find(|(c, _)| self.kind(*c) != Kind::Region)
    }

    /// The works of one construct in which two stamps are, if these are different ones.
    pub fn siblings(&self, a: &Stamp, b: &Stamp) -> Option<(ConstructId, u64, u64)> {
        if a.way == b.way {
            let ((c, n), (d, m)) = (a.work?, b.work?);
            return (c == d && n != m).then_some((c, n, m));
        }
        if self.is_shallow(a.way) && self.is_shallow(b.way) {
            return None;
        }
        let (a, b) = (self.steps(a), self.steps(b));
        let parting = (0..limits::DEEPEST).find(|&i| a.get(i).is_none() || a.get(i) != b.get(i))?;
        let ((c, n), (d, m)) = (a.get(parting)?, b.get(parting)?);
        (c == d).then_some((c, n, m))
    }

    /// Whether an earlier stamp is ordered before a later one.
    pub fn ordered(&self, earlier: &Stamp, later: &Stamp, know: &Knowledge) -> bool {
        let by_clock = || {
            let moment = self.lives.now(earlier.epoch);
            moment.thread == later.epoch.thread || know.clock.knows(moment)
        };
        if earlier.is_own || later.is_own || (earlier.way == later.way && earlier.work == later.work) {
            return by_clock();
        }
        let of_team =
            |step: Option<(ConstructId, u64)>| step.is_some_and(|(c, _)| self.kind(c) == Kind::Team);
        // Most accesses are made in the same region, or in one of two that are in nothing else: what is
        // written below, in short.
        let is_same = earlier.way == later.way;
        let depth = if is_same { self.depth(later.way) } else { 0 };
        let parts_at_regions = || {
            let outside = earlier.way == WayId::default() && earlier.work.is_some();
            !outside && self.is_shallow(earlier.way) && self.is_shallow(later.way)
        };
        if know.private != Some(depth) && (is_same || parts_at_regions()) {
            if let (true, Some((c, n)), Some((d, _))) = (is_same, earlier.work, later.work)
                && c == d
            {
                let told = u32::try_from(n).map_or(0, |n| know.turns.get(ThreadId(n)));
                return condition!("identities", "works that waited", told > earlier.turn);
            }
            let by_base = of_team(later.work) || is_same && of_team(earlier.work);
            let region = self.step(later.way).filter(|_| self.is_of_league(later.work));
            let known = match (by_base, region) {
                (true, Some(region)) => &*region.base,
                (true, None) => know.base,
                (false, _) => know.clock,
            };
            return self.is_known(earlier.work, earlier, known);
        }
        let (a, b) = (self.steps(earlier), self.steps(later));
        let mut i = 0;
        while a.get(i).is_some() && a.get(i) == b.get(i) {
            i += 1;
        }
        let (mut i, mut j) = (i, i);
        if know.private == Some(i) {
            let is_open =
                |step: Option<(ConstructId, u64)>| step.is_some_and(|(c, _)| self.kind(c) != Kind::Region);
            i += usize::from(is_open(a.get(i)));
            j += usize::from(is_open(b.get(j)));
        }
        let (v, w) = (a.get(i), b.get(j));
        match (v, w) {
            (None, None) => return by_clock(),
            (Some((c, _)), Some((d, _))) if c == d => {
                return condition!("identities", "works of one construct", false);
            }
            _ => {}
        }
        let base = |i: usize| {
            // What the region of a team knew others need not know, but what is private to the team they have
            // one each of.
            let is_of_team = know.private.is_some_and(|private| private + 1 >= i);
            let i = i - usize::from(self.is_of_league(b.get(i)) && !is_of_team && i > 0);
            match b.steps[..b.count].get(i).and_then(|s| self.step(s.1)) {
                Some(step) => &*step.base,
                None => know.base,
            }
        };
        let known = if of_team(v) {
            base(j)
        } else {
            let first = (j..b.count).find(|&i| of_team(b.get(i)));
            first.map_or(know.clock, base)
        };
        let work = (i..a.count).find_map(|i| a.get(i).filter(|s| self.kind(s.0) != Kind::Region));
        self.is_known(work, earlier, known)
    }

    /// Whether a clock knows the end of a work, or if it is none the moment of a stamp.
    fn is_known(&self, work: Option<(ConstructId, u64)>, stamp: &Stamp, known: &VectorClock) -> bool {
        match work {
            Some((construct, _)) => {
                let construct = &self.constructs[construct.0 as usize];
                condition!(
                    "identities",
                    "all of the team have asked",
                    construct.askers.len() >= construct.size as usize
                ) && condition!(
                    "identities",
                    "after the ends of all",
                    construct.ends().all(|end| known.knows(self.lives.now(end)))
                )
            }
            None => known.knows(self.lives.now(stamp.epoch)),
        }
    }
}

impl Construct {
    fn end(&mut self, epoch: Epoch) {
        let i = epoch.thread.0 as usize;
        if self.ends.len() <= i {
            self.ends.resize(i + 1, 0);
        }
        self.ends[i] = self.ends[i].max(epoch.time);
    }

    fn ends(&self) -> impl Iterator<Item = Epoch> {
        let ends = (0u32..).zip(&self.ends).filter(|(_, time)| **time > 0);
        ends.map(|(t, &time)| Epoch {
            thread: ThreadId(t),
            time,
        })
    }
}

/// What is known at an access.
#[derive(Clone, Copy)]
pub struct Knowledge<'a> {
    /// What the thread knows.
    pub clock: &'a VectorClock,
    /// What every thread of its team knows: what it would know whoever did the work at hand.
    pub base: &'a VectorClock,
    /// What its work knows of others of its construct.
    pub turns: &'a VectorClock,
    /// If the object at hand is private to a thread of a team: how many steps lead to its region.
    pub private: Option<usize>,
}
