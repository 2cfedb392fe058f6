//! Runs that aim at pairs of accesses which a proof could not tell apart.
//!
//! Whether two accesses are unordered in a run is often decided by accident: whoever is quick has given a
//! lock back long before the other one takes it. So a thread that has made one of the two is held there,
//! before it does anything that others could learn of, until another thread accesses the same bytes (active
//! testing; Sen, "Race directed random testing of concurrent programs", 2008, holds threads before the
//! access, which comes to the same: nobody hears of the access while its thread is held). If nobody else can
//! go on, or for long nobody came, one of those that are held is let go.
//!
//! Pairs of the same bytes are one target. A run holds threads at one target; all runs tell which places were
//! come to. Targets come first whose places the same run has come to, then those without a common lock;
//! places that no run has come to are left alone, and the branch is told that kept threads from them.
//!
//! Runs prove nothing; a race counts after its replay, as always. The dice are the same every time.
//!
//! SOUNDNESS: aimed-runs
//!
//! Cost: as many runs as there are tries, each with a replay, which finds whatever else the run shows.

use std::collections::VecDeque;

use crate::limits;
use crate::random_runs::{Manner, Taken, can_move, hasty, next, sleeping, take};
use raceproof_engine::{
    Aim, Blocked, Budget, Dice, Engine, EngineName, Finding, Limit, Outcome, Question, Tried,
};
use raceproof_ir::{BlockId, FuncId, Point, Program};
use raceproof_machine::{
    Access, Fork, Machine, ObjectId, Observer, Schedule, Sink, Site, State, ThreadId, Turn, What, Witness,
    replay,
};

/// How threads take turns, in one run after the other.
const MANNERS: [Manner; 6] = [
    sleeping(1),
    hasty(4),
    sleeping(16),
    hasty(1),
    sleeping(4),
    hasty(64),
];

/// Runs that aim at open pairs, as an engine. They are executions like those of partial order reduction, so
/// that is its name.
pub struct AimedRuns;

impl Engine for AimedRuns {
    fn name(&self) -> EngineName {
        EngineName::Dpor
    }

    fn answer(&self, question: &Question<'_>) -> Outcome {
        let mut outcome = Outcome::default();
        if question.aims.is_empty() {
            outcome.limit(Limit::FewRuns);
        } else {
            let budget = question.budget.part(limits::AIMED_TIME.time(), u64::MAX);
            let mut range = Range::new(&Question {
                budget: &budget,
                ..*question
            });
            match range.shoot() {
                Some(witness) => outcome.findings.push(Finding::Race(Box::new(witness))),
                None => outcome.limit(Limit::FewRuns),
            }
            outcome.tried = range.tried();
        }
        outcome
    }
}

/// Which side of a pair an operation is: bits of a mask.
const SIDES: [u8; 2] = [1, 2];

/// All aims, and what is known of them.
struct Range<'a> {
    machine: &'a Machine<'a>,
    aims: &'a [Aim],
    budget: &'a Budget,
    /// The operations that each step of an aim has become.
    sites: Vec<[Vec<Site>; 2]>,
    /// By operation: whether it was come to in the run at hand, and in any.
    now: Vec<bool>,
    ever: Vec<bool>,
    tried: Vec<Tried>,
}

impl<'a> Range<'a> {
    fn new(question: &Question<'a>) -> Range<'a> {
        let code = question.machine.code();
        let sites = |aim: &Aim| aim.places.map(|place| code.sites(place).collect());
        let none = code.by_site(|_| false);
        Range {
            machine: question.machine,
            aims: question.aims,
            budget: question.budget,
            sites: question.aims.iter().map(sites).collect(),
            now: none.clone(),
            ever: none,
            tried: vec![Tried::default(); question.aims.len()],
        }
    }

    /// The first race.
    fn shoot(&mut self) -> Option<Witness> {
        let nowhere = vec![0; self.now.len()];
        for number in 0..limits::AIMED_FIRST_RUNS.get() {
            let race = self.run(&nowhere, number);
            if race.is_some() || self.budget.check(0).is_err() {
                return race;
            }
        }
        let first = limits::AIMED_FIRST_RUNS.get();
        for number in first..first + limits::AIMED_RUNS.get() {
            for group in self.targets() {
                let sides = self.sides(group);
                let race = self.run(&sides, number);
                if race.is_some() || self.budget.check(0).is_err() {
                    return race;
                }
            }
        }
        None
    }

    /// The targets that are worth a run, those first that are worth most.
    fn targets(&self) -> Vec<usize> {
        let mut groups: Vec<(u32, usize)> = Vec::new();
        for (aim, tried) in self.aims.iter().zip(&self.tried) {
            if tried.reached.contains(&0) {
                continue;
            }
            let rank = 4 * u32::from(tried.both == 0)
                + 2 * u32::from(aim.has_common_lock)
                + u32::from(aim.is_unknown);
            match groups.iter_mut().find(|(_, group)| *group == aim.group) {
                Some((known, _)) => *known = rank.min(*known),
                None => groups.push((rank, aim.group)),
            }
        }
        groups.sort_unstable();
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// By operation: the sides of pairs of a target that it is.
    fn sides(&self, group: usize) -> Vec<u8> {
        let mut sides = vec![0; self.now.len()];
        for (aim, sites) in self.aims.iter().zip(&self.sites) {
            if aim.group == group {
                for (side, sites) in SIDES.iter().zip(sites) {
                    sites.iter().for_each(|site| sides[site.0 as usize] |= side);
                }
            }
        }
        sides
    }

    /// Makes a run that holds threads at these operations. Gives the race that it shows.
    fn run(&mut self, sides: &[u8], number: u64) -> Option<Witness> {
        self.now.fill(false);
        let mut dice = Dice::numbered(2, number);
        let manner = MANNERS[number as usize % MANNERS.len()];
        // Some runs wait at one side for the other.
        let mask = [3, 1, 2][dice.below(3) as usize];
        let mut run = Run {
            machine: self.machine,
            state: self.machine.initial(),
            turns: Vec::new(),
            held: Vec::new(),
            watch: Watch {
                sides,
                mask,
                reached: &mut self.now,
                visits: vec![0; sides.len()],
                held: Vec::new(),
                dice: dice.clone(),
                count: 0,
                stops: None,
                met: None,
            },
        };
        run.state.limit_memory(limits::RUN_MEMORY.get());
        let met = run.draw(self.budget, manner, &mut dice);
        run.look_at_stacks();
        let schedule = Schedule::new(run.turns);
        self.keep();
        replay(self.machine, &schedule, met)
    }

    /// Keeps what the run at hand has come to.
    fn keep(&mut self) {
        for (ever, now) in self.ever.iter_mut().zip(&self.now) {
            *ever |= now;
        }
        for (tried, sites) in self.tried.iter_mut().zip(&self.sites) {
            let is_reached = |sites: &Vec<Site>| sites.iter().any(|site| self.now[site.0 as usize]);
            let reached = sites.each_ref().map(is_reached);
            tried.runs += 1;
            for (count, is_reached) in tried.reached.iter_mut().zip(reached) {
                *count += u32::from(is_reached);
            }
            tried.both += u32::from(reached == [true, true]);
        }
    }

    /// What was tried, with what kept threads from places that no run has come to.
    fn tried(self) -> Vec<Tried> {
        let code = self.machine.code();
        let blocks = Reached::new(code.program(), &self.ever, &|site| code.point(site));
        let aims = self.aims.iter().zip(&self.tried);
        aims.map(|(aim, tried)| {
            let mut tried = *tried;
            for (side, place) in aim.places.iter().enumerate() {
                tried.blocked[side] = (tried.reached[side] == 0).then(|| blocks.blocked(*place));
            }
            tried
        })
        .collect()
    }
}

/// A thread that is held after an access.
#[derive(Clone, Copy)]
struct Held {
    thread: ThreadId,
    access: Access,
    /// After how many turns it is let go.
    until: usize,
}

/// A run, as far as it is drawn.
struct Run<'a, 'm> {
    machine: &'m Machine<'m>,
    state: State,
    turns: Vec<Turn>,
    held: Vec<Held>,
    watch: Watch<'a>,
}

impl Run<'_, '_> {
    /// Draws turns until two threads have met, or to the end. Gives where the two are.
    fn draw(&mut self, budget: &Budget, manner: Manner, dice: &mut Dice) -> Option<(Site, Site)> {
        let mut long_runs = 0;
        while self.turns.len() < limits::AIMED_TURNS.size() && long_runs < limits::AIMED_LONG_RUNS.count() {
            if budget.check(0).is_err() {
                return None;
            }
            let over = self.held.iter().position(|held| self.turns.len() >= held.until);
            over.map(|i| self.held.swap_remove(i));
            let Some(t) = self.pick(manner, dice) else {
                // Nobody else can go on.
                if self.held.is_empty() {
                    return None;
                }
                let i = dice.below(self.held.len() as u32) as usize;
                self.held.swap_remove(i);
                continue;
            };
            for n in 0..manner.quantum {
                if n > 0 && manner.sleeps && self.machine.is_sleepy(&self.state, t) {
                    break;
                }
                let Some(turn) = next(self.machine, &mut self.state, t, dice, (true, false)) else {
                    break;
                };
                match self.take(turn) {
                    Taken::Whole => {}
                    Taken::Long => long_runs += 1,
                    Taken::TooLarge => return None,
                }
                if self.watch.met.is_some() {
                    return self.watch.met;
                }
                if let Some(access) = self.watch.stops.take() {
                    let until = self.turns.len() + limits::AIMED_PATIENCE.size();
                    self.held.push(Held {
                        thread: t,
                        access,
                        until,
                    });
                    break;
                }
            }
        }
        None
    }

    /// Who has not ended is somewhere, perhaps behind a call that does not return.
    fn look_at_stacks(&mut self) {
        for t in (0..self.state.threads().count() as u32).map(ThreadId) {
            let calls = self.machine.stack(&self.state, t).into_iter();
            calls.for_each(|(_, site)| self.watch.come_to(site));
        }
    }

    /// Who goes on; none if nobody can who is not held.
    fn pick(&mut self, manner: Manner, dice: &mut Dice) -> Option<ThreadId> {
        let threads = (0..self.state.threads().count() as u32).map(ThreadId);
        let free = threads.filter(|t| self.held.iter().all(|held| held.thread != *t));
        let free: Vec<ThreadId> = free.collect();
        let (machine, state) = (self.machine, &mut self.state);
        let mut ready: Vec<ThreadId> = free
            .into_iter()
            .filter(|&t| can_move(machine, state, t))
            .collect();
        if manner.sleeps && ready.iter().any(|&t| !machine.is_sleepy(state, t)) {
            ready.retain(|&t| !machine.is_sleepy(state, t));
        }
        ready.get(dice.below(ready.len() as u32) as usize).copied()
    }

    /// Takes a turn, or as much of it as there is before the thread is held or meets another.
    fn take(&mut self, turn: Turn) -> Taken {
        self.watch.held.clone_from(&self.held);
        self.watch.count = 0;
        let site = self.machine.site(&self.state, turn.thread);
        self.watch.come_to(site);
        let taken = take(self.machine, &mut self.state, turn, &mut self.watch);
        if matches!(taken, Taken::TooLarge) {
            return taken;
        }
        if turn.what != What::Run {
            self.turns.push(turn);
            return taken;
        }
        // Who is not stopped after an access comes to the next operation before another one. Running out of
        // fuel, which counts from the last access, is like one.
        let is_stopped = self.watch.stops.is_some() || self.watch.met.is_some();
        let what = What::Access(self.watch.count + u32::from(!is_stopped));
        self.turns.push(Turn { what, ..turn });
        taken
    }
}

/// Sees what a thread does in its turn.
struct Watch<'a> {
    sides: &'a [u8],
    /// The sides that threads are held at.
    mask: u8,
    reached: &'a mut [bool],
    /// How often each operation was come to in the run.
    visits: Vec<u32>,
    /// Those who are held.
    held: Vec<Held>,
    dice: Dice,
    /// Operations with accesses in this turn.
    count: u32,
    /// The access after which the thread is held.
    stops: Option<Access>,
    /// The places of two accesses that are unordered.
    met: Option<(Site, Site)>,
}

impl Watch<'_> {
    fn come_to(&mut self, site: Site) {
        if let Some(is_reached) = self.reached.get_mut(site.0 as usize) {
            *is_reached = true;
        }
    }
}

impl Sink for Watch<'_> {
    fn access(&mut self, thread: ThreadId, access: Access) {
        let conflicts = |other: &Access| {
            other.object == access.object
                && other.start < access.start.saturating_add(access.length)
                && access.start < other.start.saturating_add(other.length)
                && (other.write || access.write)
                && !(other.atomic && access.atomic)
        };
        let mut others = self.held.iter().filter(|held| held.thread != thread);
        if let Some(held) = others.find(|held| conflicts(&held.access)) {
            self.met = Some((held.access.site, access.site));
        }
        let at = access.site.0 as usize;
        let Some(side) = self.sides.get(at) else { return };
        self.reached[at] = true;
        if side & self.mask != 0 && self.stops.is_none() {
            self.visits[at] += 1;
            let chance = 1 + self.visits[at] / limits::AIMED_VISITS.count();
            self.stops = self.dice.one_in(chance).then_some(access);
        }
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        if !object.space().is_stack() {
            self.access(thread, Access::end(object, size, site));
        }
    }
}

impl Observer for Watch<'_> {
    const STEP: bool = true;

    fn accessed(&mut self) -> bool {
        self.count += 1;
        self.stops.is_some() || self.met.is_some()
    }

    const FORKS: bool = true;

    fn forks(&mut self, from: Site) -> Option<Fork> {
        self.come_to(from);
        None
    }
}

/// The blocks that runs have come to.
struct Reached<'a> {
    program: &'a Program,
    blocks: Vec<Vec<bool>>,
}

impl<'a> Reached<'a> {
    fn new(program: &'a Program, sites: &[bool], point: &dyn Fn(Site) -> Option<Point>) -> Reached<'a> {
        let mut blocks: Vec<Vec<bool>> = program
            .functions
            .iter()
            .map(|f| vec![false; f.blocks.len()])
            .collect();
        for (site, _) in (0..).map(Site).zip(sites).filter(|(_, is_reached)| **is_reached) {
            if let Some(point) = point(site) {
                let blocks = &mut blocks[point.function.0 as usize];
                blocks[point.block.0 as usize] = true;
            }
        }
        Reached { program, blocks }
    }

    /// What kept threads from a place: the end of the nearest block that was come to.
    ///
    /// Blocks with an access, an operation of synchronisation or a branch are known if threads came to them.
    /// Others lead to one block only, so they are none of those that threads came to without coming to the
    /// place.
    fn blocked(&self, place: Point) -> Blocked {
        let FuncId(f) = place.function;
        let (function, reached) = (&self.program.functions[f as usize], &self.blocks[f as usize]);
        let successors = function.successors();
        let mut open = VecDeque::from([place.block]);
        let mut seen = vec![false; reached.len()];
        while let Some(block) = open.pop_front() {
            if reached[block.0 as usize] {
                let end = function.blocks[block.0 as usize].instructions.len() as u32;
                let end = Point::new(place.function, block, end);
                let is_branch = successors[block.0 as usize].len() > 1;
                return match is_branch && block != place.block {
                    true => Blocked::Branch(end),
                    false => Blocked::Before(end),
                };
            }
            let before = (0..).map(BlockId).zip(&successors);
            for (before, _) in before.filter(|(_, next)| next.contains(&block)) {
                if !std::mem::replace(&mut seen[before.0 as usize], true) {
                    open.push_back(before);
                }
            }
        }
        Blocked::Uncalled
    }
}
