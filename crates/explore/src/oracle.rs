//! The oracle: every interleaving at the granularity of single accesses, with exact happens-before. Tiny programs only; the
//! judge of all other engines.
//!
//! It is as plain as it can be. A step of a thread is one access (with the local operations before it) or one
//! synchronisation. The history of each byte is the list of all that ever accessed it, the last access of each thread and mode; neighbours with
//! the same history are kept together.
//! States with equal clocks and histories are explored once; nothing else is left out.
//!
//! Defects, assumptions and the end of the program are treated as by the other engines: a thread that met a defect stays where it is,
//! and a program ends when nothing else can move.

use crate::outcome::{Finding, Limit, Outcome};
use crate::space::Space;
use crate::store::{NodeId, Root, Store};
use crate::{Budget, Exhausted, OutOfMemory};
use raceproof_machine::{
    Access, At, FUEL, Machine, ObjectId, Observer, Pause, Schedule, Sink, Site, Status, Stop, ThreadId, Turn,
    replay,
};
use raceproof_order::{Edge, Epoch, HappensBefore};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// The answer of the oracle.
#[derive(Debug, Default)]
pub struct Answer {
    /// Findings, limits, costs. The search ends at the first race.
    pub outcome: Outcome,
    /// Final states: encodings of all parts.
    pub finals: FxHashSet<Vec<u8>>,
    /// Places of the defects that are no races.
    pub defects: FxHashSet<Site>,
    /// Whether some schedule ends with threads that wait for ever.
    pub deadlocks: bool,
}

/// Explores everything, up to a number of states.
pub fn check(machine: &Machine, largest: u64, budget: &Budget) -> Answer {
    explore(machine, largest, budget, false)
}

/// The same, but a race is not the end: everything that the schedules after it do is explored too.
pub fn check_past_races(machine: &Machine, largest: u64, budget: &Budget) -> Answer {
    explore(machine, largest, budget, true)
}

fn explore(machine: &Machine, largest: u64, budget: &Budget, past_races: bool) -> Answer {
    let mut oracle = Oracle {
        machine,
        budget,
        largest,
        past_races,
        store: Store::new(budget.memory()),
        space: Space::new(machine),
        seen: FxHashSet::default(),
        answer: Answer::default(),
        path: Vec::new(),
    };
    match oracle.explore() {
        Ok(()) => {}
        Err(OutOfMemory) => oracle.answer.outcome.limit(Limit::Exhausted(Exhausted::Memory)),
    }
    oracle.answer.outcome.stats.states = oracle.seen.len() as u64;
    oracle.answer.outcome.stats.bytes = oracle.store.size() as u64;
    oracle.answer
}

struct Oracle<'m, 'p> {
    machine: &'m Machine<'p>,
    budget: &'m Budget,
    largest: u64,
    past_races: bool,
    store: Store,
    space: Space<'m, 'p>,
    seen: FxHashSet<(Root, NodeId)>,
    answer: Answer,
    path: Vec<Turn>,
}

/// Everybody's accesses and what they know of each other.
#[derive(Clone, Default)]
struct History {
    order: HappensBefore,
    /// By object and first byte.
    spans: BTreeMap<(ObjectId, u32), Span>,
    race: Option<(Site, Site)>,
    /// Where there were more alternatives than those on offer.
    narrowed: Option<Site>,
}

/// Bytes that have been accessed together so far, and by whom.
#[derive(Clone)]
struct Span {
    end: u32,
    pasts: Vec<Past>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Past {
    epoch: Epoch,
    write: bool,
    atomic: bool,
    site: Site,
}

impl History {
    fn access(&mut self, t: ThreadId, a: Access) {
        let now = Past {
            epoch: self.order.epoch(t),
            write: a.write,
            atomic: a.atomic,
            site: a.site,
        };
        let end = a.start.saturating_add(a.length);
        self.split(a.object, a.start);
        self.split(a.object, end);
        let mut at = a.start;
        while at < end {
            let next = self.spans.range_mut((a.object, at)..(a.object, end)).next();
            match next {
                Some((&(_, start), span)) if start == at => {
                    let clock = self.order.clock(t);
                    for past in &span.pasts {
                        let conflict = past.epoch.thread != t
                            && (past.write || now.write)
                            && !(past.atomic && now.atomic)
                            && !clock.knows(past.epoch);
                        if conflict && self.race.is_none() {
                            self.race = Some((past.site, now.site));
                        }
                    }
                    span.pasts
                        .retain(|p| (p.epoch.thread, p.write, p.atomic) != (t, now.write, now.atomic));
                    span.pasts.push(now);
                    span.pasts.sort_by_key(|p| (p.epoch.thread, p.write, p.atomic));
                    at = span.end;
                }
                other => {
                    let gap_end = other.map_or(end, |((_, start), _)| *start);
                    let span = Span {
                        end: gap_end,
                        pasts: vec![now],
                    };
                    self.spans.insert((a.object, at), span);
                    at = gap_end;
                }
            }
        }
    }

    /// Divides the span around a byte, so that one begins there.
    fn split(&mut self, object: ObjectId, at: u32) {
        if let Some((_, span)) = self.spans.range_mut((object, 0)..(object, at)).next_back()
            && span.end > at
        {
            let rest = span.clone();
            span.end = at;
            self.spans.insert((object, at), rest);
        }
    }

    fn encode(&self, out: &mut Vec<u8>) {
        self.order.encode(out);
        for ((object, start), span) in &self.spans {
            out.extend(object.0.to_le_bytes());
            out.extend(start.to_le_bytes());
            out.extend(span.end.to_le_bytes());
            for p in &span.pasts {
                out.extend(p.epoch.thread.0.to_le_bytes());
                out.extend(p.epoch.time.to_le_bytes());
                out.push(u8::from(p.write) << 1 | u8::from(p.atomic));
            }
        }
    }
}

impl Sink for History {
    fn access(&mut self, thread: ThreadId, access: Access) {
        History::access(self, thread, access);
    }

    fn allocated(&mut self, _thread: ThreadId, object: ObjectId, _site: Site) {
        self.spans.retain(|&(o, _), _| o != object);
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        if !object.space().is_stack() {
            let access = Access {
                object,
                start: 0,
                length: size,
                write: true,
                atomic: false,
                site,
            };
            History::access(self, thread, access);
        }
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.order.apply(thread, edge);
    }

    fn narrowed(&mut self, _thread: ThreadId, site: Site) {
        self.narrowed = Some(site);
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

impl Oracle<'_, '_> {
    fn explore(&mut self) -> Result<(), OutOfMemory> {
        let start = History {
            order: HappensBefore::new(),
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
                self.answer.outcome.limit(Limit::Mapping(site));
            }
            if self.past_races && self.answer.outcome.has_race() {
                history.race = None;
            }
            if history.race.is_some() {
                let schedule = Schedule::new(self.path.clone());
                match replay(self.machine, &schedule, history.race) {
                    Some(witness) => self
                        .answer
                        .outcome
                        .findings
                        .push(Finding::Race(Box::new(witness))),
                    None => {
                        let (a, b) = history.race.unwrap_or((Site::START, Site::START));
                        self.answer.outcome.limit(Limit::Unconfirmed(a, b));
                    }
                }
                if !self.past_races {
                    return Ok(());
                }
                history.race = None;
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
                self.answer.outcome.limit(Limit::TooLarge(what));
                return Ok(());
            }
            if states.is_multiple_of(64)
                && let Err(e) = self.budget.check(states)
            {
                self.answer.outcome.limit(Limit::Exhausted(e));
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
                    let alternatives = self.machine.alternatives(&self.space.state, t);
                    turns.extend((0..u64::from(alternatives)).map(|c| Turn::take(t, c)));
                }
                At::Choice(range) => {
                    let (values, all) = range.values();
                    turns.extend(values.into_iter().map(|v| Turn::take(t, v)));
                    if !all {
                        let site = self.machine.site(&self.space.state, t);
                        self.answer.outcome.limit(Limit::Sampled(site));
                    }
                }
                At::Held | At::End => {}
            }
        }
        if turns.is_empty() {
            self.end_of_path();
        }
        Ok(Some(Frame { root, history, turns }))
    }

    fn step(&mut self, turn: Turn, history: &mut History) {
        let t = turn.thread;
        self.answer.outcome.stats.turns += 1;
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
                    self.answer.outcome.limit(Limit::TooLarge(what));
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
                    self.answer.outcome.limit(Limit::Undefined(fault.site));
                }
                if self.answer.defects.insert(fault.site) {
                    let schedule = Schedule::new(self.path.clone());
                    self.answer.outcome.findings.push(Finding::Fault(fault, schedule));
                }
            }
            Some(Stop::Gap(gap)) => {
                self.space.state.set_status(t, Status::Stuck);
                self.answer.outcome.limit(Limit::Gap(gap));
            }
            None => {}
        }
    }

    fn end_of_path(&mut self) {
        self.answer.outcome.stats.executions += 1;
        let state = &self.space.state;
        let statuses: Vec<(ThreadId, Status)> = state.threads().map(|(t, s)| (t, s.status())).collect();
        let stuck = statuses.iter().any(|(_, s)| matches!(s, Status::Stuck));
        let exits = statuses.iter().any(|(_, s)| matches!(s, Status::Exited(_)));
        let waiting: Vec<_> = statuses
            .iter()
            .filter(|(_, s)| s.is_alive())
            .map(|&(t, _)| (t, self.machine.site(state, t)))
            .collect();
        if !stuck && !exits && !waiting.is_empty() && !std::mem::replace(&mut self.answer.deadlocks, true) {
            let schedule = Schedule::new(self.path.clone());
            self.answer
                .outcome
                .findings
                .push(Finding::Deadlock(waiting, schedule));
        }
        if !stuck {
            let mut bytes = Vec::new();
            self.machine.encode_all(state, &mut bytes);
            self.answer.finals.insert(bytes);
        }
    }
}
