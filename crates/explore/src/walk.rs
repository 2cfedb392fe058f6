//! A walk through the states of a program, for engines that follow one execution at a time: the state at
//! hand, the turns that led to it, and what was found on the way.
//!
//! Defects, assumptions and the end of the program are the same for all: a thread that met a defect stays
//! where it is and the others go on; a program ends when nothing can move. What is told to the user comes
//! with the turns that led to it, and a race only after its replay.

use crate::space::Space;
use crate::store::{OutOfMemory, Root, Store};
use raceproof_engine::{Budget, Exhausted, Finding, Limit, Outcome};
use raceproof_machine::{
    At, Class, FUEL, Machine, Observer, Pause, Schedule, Site, State, Status, Stop, ThreadId, Turn, Witness,
    replay,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why a search stops.
#[derive(Debug)]
pub enum Halt {
    /// What was asked for has been found, or the search must be done in another way.
    Enough,
    /// The budget.
    Exhausted(Exhausted),
}

impl From<OutOfMemory> for Halt {
    fn from(_: OutOfMemory) -> Halt {
        Halt::Exhausted(Exhausted::Memory)
    }
}

/// The state at hand and what was found on the way to it.
pub struct Walk<'m, 'p> {
    /// The program.
    pub machine: &'m Machine<'p>,
    /// What may be used.
    pub budget: &'m Budget,
    /// Stored states.
    pub store: Store,
    /// The state at hand.
    pub space: Space<'m, 'p>,
    /// What was found.
    pub outcome: Outcome,
    /// The turns that led here.
    pub path: Vec<Turn>,
    /// Whether to go on after the first race.
    pub all: bool,
    /// Final states, if they are asked for.
    pub finals: Option<FxHashSet<Vec<u8>>>,
    /// Barriers are operations whose order matters: more threads use one than it is for.
    pub barriers_global: bool,
    /// Such a barrier was seen.
    pub barriers_overbooked: bool,
    barrier_users: FxHashMap<u64, Vec<ThreadId>>,
    faulty: FxHashSet<Site>,
    pairs: FxHashSet<(Site, Site)>,
}

impl<'m, 'p> Walk<'m, 'p> {
    /// At the initial state.
    pub fn new(machine: &'m Machine<'p>, budget: &'m Budget, all: bool, finals: bool) -> Walk<'m, 'p> {
        Walk {
            machine,
            budget,
            store: Store::new(budget.memory()),
            space: Space::new(machine),
            outcome: Outcome::default(),
            path: Vec::new(),
            all,
            finals: finals.then(FxHashSet::default),
            barriers_global: false,
            barriers_overbooked: false,
            barrier_users: FxHashMap::default(),
            faulty: FxHashSet::default(),
            pairs: FxHashSet::default(),
        }
    }

    /// The state at hand.
    pub fn state(&self) -> &State {
        &self.space.state
    }

    /// Stores the state at hand.
    pub fn save(&mut self) -> Result<Root, OutOfMemory> {
        self.space.save(&mut self.store)
    }

    /// Goes back to a stored state that `turns` turns led to.
    pub fn back_to(&mut self, root: Root, turns: usize) -> Result<(), OutOfMemory> {
        self.path.truncate(turns);
        self.space.load(&mut self.store, root)
    }

    /// Who has a say in the operation that a thread is at. That of a thread whose others have ended is not
    /// its own business: they might have come later.
    pub fn class(&self, t: ThreadId) -> Class {
        match self.machine.class(self.state(), t) {
            Class::Barrier if self.barriers_global => Class::Global,
            class => class,
        }
    }

    /// In how many ways the synchronisation that a thread is at can go on now, without a wake-up that finds
    /// nothing to do.
    pub fn ways(&mut self, t: ThreadId) -> u32 {
        self.machine.fruitful_alternatives(&mut self.space.state, t)
    }

    /// Whether these threads are only those that would wake up without a reason: that need not happen, so the
    /// program may end here.
    pub fn may_end(&self, threads: impl Iterator<Item = ThreadId>) -> bool {
        let mut threads = threads;
        threads.all(|t| self.machine.only_wakes(self.state(), t))
    }

    /// Lets a thread wake up without a reason, and go back to sleep: whether that is a race.
    pub fn wake_in_vain<O: Observer>(&mut self, t: ThreadId, observer: &mut O) -> Result<(), Halt> {
        let last = self.machine.alternatives(self.state(), t) - 1;
        self.take(t, u64::from(last), observer)?;
        loop {
            self.run(t, observer)?;
            if self.machine.at(self.state(), t) != At::Code {
                return Ok(());
            }
        }
    }

    /// The threads that could wake up without a reason and would find nothing to do.
    pub fn vain_sleepers(&mut self) -> Vec<ThreadId> {
        let count = self.state().threads().count() as u32;
        let state = &mut self.space.state;
        (0..count)
            .map(ThreadId)
            .filter(|&t| self.machine.fruitless_wake(state, t).is_some())
            .collect()
    }

    /// The thread does the operation or choice that it is at.
    pub fn take<O: Observer>(&mut self, t: ThreadId, choice: u64, observer: &mut O) -> Result<(), Halt> {
        self.path.push(Turn::take(t, choice));
        self.outcome.stats.turns += 1;
        if self.class(t) == Class::Barrier {
            self.note_barrier_user(t)?;
        }
        if let Err(stop) = self.machine.take(&mut self.space.state, t, choice, observer) {
            self.stop(t, stop);
        }
        Ok(())
    }

    /// The thread runs, to its next operation or (if the observer steps) its next access. Gives whether it
    /// ran out of fuel.
    pub fn run<O: Observer>(&mut self, t: ThreadId, observer: &mut O) -> Result<bool, Halt> {
        self.path
            .push(if O::STEP { Turn::access(t) } else { Turn::run(t) });
        self.outcome.stats.turns += 1;
        match self.machine.run(&mut self.space.state, t, observer, FUEL) {
            Pause::Stop(stop) => self.stop(t, stop),
            Pause::Ignored => self.space.state.set_status(t, Status::Stuck),
            Pause::Fuel => {
                self.budget.check(0).map_err(Halt::Exhausted)?;
                return Ok(true);
            }
            _ => {}
        }
        Ok(false)
    }

    fn note_barrier_user(&mut self, t: ThreadId) -> Result<(), Halt> {
        if let Some((barrier, needed)) = self.machine.barrier(self.state(), t) {
            let users = self.barrier_users.entry(barrier.0).or_default();
            if !users.contains(&t) {
                users.push(t);
                if users.len() > needed as usize {
                    self.barriers_overbooked = true;
                    return Err(Halt::Enough);
                }
            }
        }
        Ok(())
    }

    /// A thread cannot go on; the others can.
    fn stop(&mut self, t: ThreadId, stop: Stop) {
        self.space.state.set_status(t, Status::Stuck);
        match stop {
            Stop::Gap(gap) => self.outcome.limit(Limit::Gap(gap)),
            Stop::Fault(fault) => {
                if fault.kind.is_undefined() {
                    self.outcome.limit(Limit::Undefined(fault.site));
                }
                if self.faulty.insert(fault.site) {
                    let schedule = Schedule::new(self.path.clone());
                    self.outcome.findings.push(Finding::Fault(fault, schedule));
                }
            }
        }
    }

    /// Whether no race between these two places was told before. From now on one was.
    pub fn is_new(&mut self, a: Site, b: Site) -> bool {
        self.pairs.insert((a.min(b), a.max(b)))
    }

    /// A race is a finding.
    pub fn confirm(&mut self, witness: Witness) -> Result<(), Halt> {
        self.outcome.findings.push(Finding::Race(Box::new(witness)));
        match self.all {
            true => Ok(()),
            false => Err(Halt::Enough),
        }
    }

    /// A race between these two places was seen on the path. Only its replay makes it a finding.
    pub fn race(&mut self, a: Site, b: Site) -> Result<(), Halt> {
        if !self.is_new(a, b) {
            return Ok(());
        }
        let schedule = Schedule::new(self.path.clone());
        match replay(self.machine, &schedule, Some((a, b))) {
            Some(witness) => self.confirm(witness),
            None => {
                self.outcome.limit(Limit::Unconfirmed(a, b));
                Ok(())
            }
        }
    }

    /// Nothing can move: the end of the program, or a deadlock if no thread is only `busy` with waiting.
    pub fn end(&mut self, busy: bool) {
        self.outcome.stats.executions += 1;
        let stuck = self.tell_deadlock(busy);
        if !stuck
            && !busy
            && let Some(finals) = &mut self.finals
        {
            let mut bytes = Vec::new();
            self.machine.encode_all(&self.space.state, &mut bytes);
            finals.insert(bytes);
        }
    }

    /// Nothing need move: a deadlock unless the program has ended or a thread is only `busy` with waiting.
    /// Gives whether a thread has met a defect.
    pub fn tell_deadlock(&mut self, busy: bool) -> bool {
        let threads: Vec<(ThreadId, Status)> = self.state().threads().map(|(t, s)| (t, s.status())).collect();
        let exits = threads.iter().any(|(_, s)| matches!(s, Status::Exited(_)));
        let stuck = threads.iter().any(|(_, s)| matches!(s, Status::Stuck));
        let waiting: Vec<(ThreadId, Site)> = threads
            .iter()
            .filter(|(_, s)| s.is_alive())
            .map(|&(t, _)| (t, self.machine.site(self.state(), t)))
            .collect();
        if !busy && !exits && !stuck && !waiting.is_empty() && self.faulty.insert(waiting[0].1) {
            let schedule = Schedule::new(self.path.clone());
            self.outcome.findings.push(Finding::Deadlock(waiting, schedule));
        }
        stuck
    }
}
