//! The oracle: every interleaving at the granularity of single accesses, with exact happens-before. Tiny
//! programs only; the judge of all other engines.
//!
//! It is as plain as it can be. A step of a thread is one access (with the local operations before it) or one
//! synchronisation. The history of each byte is the list of all that ever accessed it ([`Ledger`]).
//! States with equal clocks and histories are explored once; nothing else is left out.
//!
//! Defects, assumptions and the end of the program are treated as by the other engines: a thread that met a
//! defect stays where it is, and a program ends when nothing else can move.

use crate::OutOfMemory;
use crate::limits;
use crate::space::Space;
use crate::store::{NodeId, Root, Store};
use raceproof_engine::{
    Budget, Dice, Engine, EngineName, Exhausted, Finding, Limit, Outcome, Question, Unwritten,
};
use raceproof_machine::{
    Access, At, FUEL, Machine, Note, ObjectId, Observer, Pause, Schedule, Sink, Site, Status, Stop, ThreadId,
    Turn, replay,
};
use raceproof_order::{Edge, HappensBefore, Ledger, Reach, Touch};
use rustc_hash::FxHashSet;

/// Every interleaving as an engine.
pub struct Oracle;

impl Engine for Oracle {
    fn name(&self) -> EngineName {
        EngineName::Oracle
    }

    fn answer(&self, question: &Question<'_>) -> Outcome {
        let races = match question.scope.all {
            true => Races::All,
            false => Races::First,
        };
        explore(
            question.machine,
            limits::ORACLE_STATES.get(),
            question.budget,
            races,
        )
        .outcome
    }
}

/// What the oracle says.
#[derive(Debug, Default)]
pub struct Judgement {
    /// Findings, limits, costs.
    pub outcome: Outcome,
    /// Final states: encodings of all parts.
    pub finals: FxHashSet<Vec<u8>>,
    /// Places of the defects that are no races.
    pub defects: FxHashSet<Site>,
    /// Whether some schedule ends with threads that wait for ever.
    pub deadlocks: bool,
}

/// How much is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Races {
    /// A race ends the search.
    First,
    /// A race is not the end: everything that the schedules after it do is explored too.
    Past,
    /// The same, and each pair of places that race is told.
    All,
}

/// Explores everything, up to a number of states, until the first race.
pub fn check(machine: &Machine, largest: u64, budget: &Budget) -> Judgement {
    explore(machine, largest, budget, Races::First)
}

/// In so many orders it is looked for what is undefined: a search that goes deep first sees the schedules
/// that differ from its first one near their ends.
const ORDERS: u64 = 64;

/// Whether some schedule does what is undefined, races aside, as far as so many states tell in each of
/// several orders.
pub fn is_undefined(machine: &Machine, largest: u64, budget: &Budget) -> bool {
    let orders = std::iter::once(None).chain((1..=ORDERS).map(|seed| Some(Dice::new(seed))));
    for dice in orders {
        let limits = search(machine, largest, budget, Races::Past, dice).outcome.limits;
        if limits.iter().any(|limit| matches!(limit, Limit::Undefined(_))) {
            return true;
        }
        // What was searched to its end is the same in every order.
        if limits.is_empty() {
            return false;
        }
    }
    false
}

/// Explores everything, up to a number of states.
pub fn explore(machine: &Machine, largest: u64, budget: &Budget, races: Races) -> Judgement {
    search(machine, largest, budget, races, None)
}

/// Explores everything, up to a number of states, in the order of the threads or in one that is drawn.
fn search(machine: &Machine, largest: u64, budget: &Budget, races: Races, dice: Option<Dice>) -> Judgement {
    let mut oracle = Search {
        dice,
        machine,
        budget,
        largest,
        races,
        pairs: FxHashSet::default(),
        store: Store::new(budget.memory()),
        space: Space::new(machine),
        seen: FxHashSet::default(),
        judgement: Judgement::default(),
        path: Vec::new(),
    };
    match oracle.explore() {
        Ok(()) => {}
        Err(OutOfMemory) => oracle
            .judgement
            .outcome
            .limit(Limit::Exhausted(Exhausted::Memory)),
    }
    oracle.judgement.outcome.settle_unwritten(machine);
    oracle.judgement.outcome.stats.states = oracle.seen.len() as u64;
    oracle.judgement.outcome.stats.bytes = oracle.store.size() as u64;
    oracle.judgement
}

struct Search<'m, 'p> {
    machine: &'m Machine<'p>,
    /// Draws the order of turns, if it is not that of the threads.
    dice: Option<Dice>,
    budget: &'m Budget,
    largest: u64,
    races: Races,
    pairs: FxHashSet<(Site, Site)>,
    store: Store,
    space: Space<'m, 'p>,
    seen: FxHashSet<(Root, NodeId)>,
    judgement: Judgement,
    path: Vec<Turn>,
}

/// Everybody's accesses and what they know of each other.
#[derive(Clone, Default)]
struct History {
    order: HappensBefore,
    ledger: Ledger,
    races: Vec<(Site, Site)>,
    /// Where there were more alternatives than those on offer.
    narrowed: Option<Site>,
    /// Where bytes were read that nobody has written.
    unwritten: Unwritten,
}

impl History {
    fn encode(&self, out: &mut Vec<u8>) {
        self.order.encode(out);
        self.ledger.encode(out);
    }
}

impl Sink for History {
    fn access(&mut self, thread: ThreadId, a: Access) {
        let reach = Reach {
            object: a.object.0,
            start: a.start,
            length: a.length,
        };
        let touch = Touch {
            epoch: self.order.epoch(thread),
            site: a.site.0,
            write: a.write,
            atomic: a.atomic,
        };
        let clock = self.order.clock(thread);
        let knows = |old: &Touch| clock.knows(old.epoch);
        let races = &mut self.races;
        self.ledger.access(reach, touch, 0, knows, |old, _| {
            races.push((Site(old.site), a.site))
        });
    }

    fn allocated(&mut self, _thread: ThreadId, object: ObjectId, _site: Site) {
        self.ledger.forget(object.0);
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        if !object.space().is_stack() {
            self.access(thread, Access::end(object, size, site));
        }
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.order.apply(thread, edge);
    }

    fn narrowed(&mut self, _thread: ThreadId, site: Site) {
        self.narrowed = Some(site);
    }

    fn note(&mut self, note: Note, site: Site) {
        self.unwritten.add(note, site);
    }
}

impl Observer for History {
    const STEP: bool = true;
}

/// A state on the path, with the turns not yet tried.
struct Frame {
    root: Root,
    history: History,
    turns: Vec<Turn>,
}

impl Search<'_, '_> {
    fn explore(&mut self) -> Result<(), OutOfMemory> {
        let start = History {
            order: HappensBefore::new(),
            ledger: match self.races {
                Races::First | Races::Past => Ledger::default(),
                Races::All => Ledger::by_site(),
            },
            ..History::default()
        };
        let mut stack = Vec::new();
        stack.extend(self.enter(start)?);
        while let Some(frame) = stack.last_mut() {
            let Some(turn) = frame.turns.pop() else {
                stack.pop();
                self.path.pop();
                continue;
            };
            let (root, mut history) = (frame.root, frame.history.clone());
            self.space.load(&mut self.store, root)?;
            self.path.push(turn);
            self.step(turn, &mut history);
            if let Some(site) = history.narrowed.take() {
                self.judgement.outcome.limit(Limit::Mapping(site));
            }
            let unwritten = std::mem::take(&mut history.unwritten);
            self.judgement.outcome.unwritten.extend(unwritten.sites());
            for (a, b) in std::mem::take(&mut history.races) {
                if !self.pairs.insert((a.min(b), a.max(b))) {
                    continue;
                }
                let schedule = Schedule::new(self.path.clone());
                let outcome = &mut self.judgement.outcome;
                match replay(self.machine, &schedule, Some((a, b))) {
                    Some(witness) => outcome.findings.push(Finding::Race(Box::new(witness))),
                    None => outcome.limit(Limit::Unconfirmed(a, b)),
                }
                if self.races == Races::First {
                    return Ok(());
                }
            }
            match self.enter(history)? {
                Some(frame) => stack.push(frame),
                None => {
                    self.path.pop();
                }
            }
            let states = self.seen.len() as u64;
            if states > self.largest {
                let what = format!("more than {} states at the granularity of accesses", self.largest);
                self.judgement.outcome.limit(Limit::TooLarge(what));
                return Ok(());
            }
            if (states.is_multiple_of(64) || !self.budget.allows(states))
                && let Err(e) = self.budget.check(states)
            {
                self.judgement.outcome.limit(Limit::Exhausted(e));
                return Ok(());
            }
        }
        Ok(())
    }

    /// The state at hand with its turns, unless it was seen.
    fn enter(&mut self, history: History) -> Result<Option<Frame>, OutOfMemory> {
        let root = self.space.save(&mut self.store)?;
        let mut bytes = Vec::new();
        history.encode(&mut bytes);
        // Who has just gone to sleep has nothing else to read yet if it woke up again.
        let last = self.path.last().map(|turn| turn.thread);
        let idler = last.filter(|&t| self.machine.fruitless_wake(&mut self.space.state, t).is_some());
        bytes.extend(idler.map(|t| t.0 as u8));
        let past = self.store.intern(&bytes)?;
        if !self.seen.insert((root, past)) {
            return Ok(None);
        }
        let mut turns = Vec::new();
        let count = self.space.state.threads().count() as u32;
        for t in (0..count).map(ThreadId) {
            match self.machine.at(&self.space.state, t) {
                At::Code => turns.push(Turn::access(t)),
                At::Sync => {
                    let mut alternatives = self.machine.alternatives(&self.space.state, t);
                    alternatives -= u32::from(idler == Some(t));
                    turns.extend((0..u64::from(alternatives)).map(|c| Turn::take(t, c)));
                }
                At::Choice(range) => {
                    let (values, all) = range.values();
                    turns.extend(values.into_iter().map(|v| Turn::take(t, v)));
                    if !all {
                        let site = self.machine.site(&self.space.state, t);
                        self.judgement.outcome.limit(Limit::Sampled(site));
                    }
                }
                At::Held | At::End => {}
            }
        }
        // Nobody need wake up without a reason.
        let state = &self.space.state;
        if turns
            .iter()
            .all(|turn| self.machine.only_wakes(state, turn.thread))
        {
            self.end_of_path(turns.is_empty());
        }
        if let Some(dice) = &mut self.dice {
            for last in (1..turns.len()).rev() {
                turns.swap(last, dice.below(last as u32 + 1) as usize);
            }
        }
        Ok(Some(Frame { root, history, turns }))
    }

    fn step(&mut self, turn: Turn, history: &mut History) {
        let t = turn.thread;
        self.judgement.outcome.stats.turns += 1;
        let stop = match turn.what {
            raceproof_machine::What::Take(choice) => {
                self.machine.take(&mut self.space.state, t, choice, history).err()
            }
            _ => match self.machine.run(&mut self.space.state, t, history, FUEL) {
                Pause::Stop(stop) => Some(stop),
                Pause::Ignored => {
                    self.space.state.set_status(t, Status::Stuck);
                    None
                }
                Pause::Fuel => {
                    let what = "a thread that runs long without an access".to_owned();
                    self.judgement.outcome.limit(Limit::TooLarge(what));
                    self.space.state.set_status(t, Status::Stuck);
                    None
                }
                _ => None,
            },
        };
        match stop {
            Some(Stop::Fault(fault)) => {
                self.space.state.set_status(t, Status::Stuck);
                if fault.kind.is_undefined() {
                    self.judgement.outcome.limit(Limit::Undefined(fault.site));
                }
                if self.judgement.defects.insert(fault.site) {
                    let schedule = Schedule::new(self.path.clone());
                    self.judgement
                        .outcome
                        .findings
                        .push(Finding::Fault(fault, schedule));
                }
            }
            Some(Stop::Gap(gap)) => {
                self.space.state.set_status(t, Status::Stuck);
                self.judgement.outcome.limit(Limit::Gap(gap));
            }
            None => {}
        }
    }

    /// Nothing need move, or nothing can.
    fn end_of_path(&mut self, is_end: bool) {
        self.judgement.outcome.stats.executions += u64::from(is_end);
        let state = &self.space.state;
        let statuses: Vec<(ThreadId, Status)> = state.threads().map(|(t, s)| (t, s.status())).collect();
        let stuck = statuses.iter().any(|(_, s)| matches!(s, Status::Stuck));
        let exits = statuses.iter().any(|(_, s)| matches!(s, Status::Exited(_)));
        let waiting: Vec<_> = statuses
            .iter()
            .filter(|(_, s)| s.is_alive())
            .map(|&(t, _)| (t, self.machine.site(state, t)))
            .collect();
        if !stuck && !exits && !waiting.is_empty() && !std::mem::replace(&mut self.judgement.deadlocks, true)
        {
            let schedule = Schedule::new(self.path.clone());
            self.judgement
                .outcome
                .findings
                .push(Finding::Deadlock(waiting, schedule));
        }
        if !stuck && is_end {
            let mut bytes = Vec::new();
            self.machine.encode_all(state, &mut bytes);
            self.judgement.finals.insert(bytes);
        }
    }
}
