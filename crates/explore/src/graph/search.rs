//! The search loop: from node to node, and everything local in between.

use super::access_set::AccessSet;
use super::causality::Causality;
use super::memo::{Memo, Recording, SettingId, TakenId};
use super::node::{Edges, NOBODY, Node};
use super::own_load::OwnLoads;
use super::recall::Only;
use super::record::Record;
use super::retrace::Log;
use super::sketch::Sketch;
use super::symmetry::{Cards, Crew, Key};
use super::team::{Sight, Team};
use super::{Options, Rules};
use crate::limits;
use crate::space::Space;
use crate::store::{NodeId, OutOfMemory, Store, Tree};
use hashbrown::HashTable;
use raceproof_engine::{Amount, Budget, Exhausted, Limit, Outcome, Overlaps};
use raceproof_machine::{
    Class, FUEL, Machine, Next, ObjectId, Pause, Rearrangement, Site, State, Status, Stop, ThreadId,
};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Why a search stops.
pub(super) enum End {
    /// What was asked for has been found.
    Enough,
    /// An assumption does not hold: these are left.
    Wrong(Rules),
    Exhausted(Exhausted),
    /// Other workers cannot be heard any more, for this reason.
    Lost(String),
}

impl From<OutOfMemory> for End {
    fn from(_: OutOfMemory) -> End {
        End::Exhausted(Exhausted::Memory)
    }
}

/// The search: what was asked, the state at hand, and what is known by now.
pub(super) struct Search<'m, 'p> {
    pub machine: &'m Machine<'p>,
    pub options: Options,
    pub budget: &'m Budget,
    pub rules: Rules,
    /// Objects whose bytes do not matter.
    pub idle: &'m [ObjectId],
    /// The state at hand.
    pub space: Space<'m, 'p>,
    /// What its threads know of each other.
    pub causality: Causality,
    /// Threads that ran out of fuel and count as being at a node of R.
    pub yielded: Vec<bool>,
    /// What the turn at hand accessed.
    pub record: Record,
    /// Which threads used each barrier.
    pub barrier_users: BTreeMap<u64, BarrierUsers>,
    pub own_loads: OwnLoads,
    pub overlaps: Overlaps,
    /// When a path is retraced: the turns taken.
    pub log: Option<Log>,
    pub visited: Visited,
    pub frontier: Frontier,
    pub alike: Alike,
    pub known: Known,
    pub found: Found,
    /// The other workers on the same graph.
    pub team: Option<Box<Team>>,
    pub scratch: Scratch,
}

/// For how many threads a barrier is, and who has used it.
#[derive(Debug, Default)]
pub(super) struct BarrierUsers {
    pub needed: u32,
    pub users: Vec<ThreadId>,
}

/// The nodes that were reached, and how.
pub(super) struct Visited {
    pub store: Store,
    /// The pasts of the threads as leaves.
    pub sets: Tree,
    pub nodes: Vec<Node>,
    /// The newest node with each state and causality.
    pub table: HashTable<u32>,
    /// How nodes were reached, each way once.
    pub edges: Edges,
    /// The stored form of clocks, crews and who has yielded, unless these have changed.
    pub causality_leaf: NodeId,
}

/// What is to be done.
#[derive(Default)]
pub(super) struct Frontier {
    /// Turns that are taken when there are no others: a node, a thread, a choice.
    pub late: Vec<(u32, ThreadId, u64)>,
    /// The turns from the node at hand.
    turns: Vec<(ThreadId, u64)>,
    /// What was done since the budget was looked at.
    spent: u32,
}

/// Threads that can change places, see [`super::symmetry`], and lists that are kept for their memory.
#[derive(Default)]
pub(super) struct Alike {
    pub crews: Vec<Crew>,
    /// Whether a thread has come to an operation that may be a join since crews were looked for.
    pub newly_waiting: bool,
    /// Threads for which another in an equal state goes on.
    pub doubles: Vec<ThreadId>,
    pub places: Vec<ThreadId>,
    pub from: Vec<ThreadId>,
    pub homeless: Vec<ThreadId>,
    pub cards: Cards,
    pub keys: Vec<Key>,
    pub rearrangement: Rearrangement,
}

/// Turns that need not be taken again, see [`super::memo`].
pub(super) struct Known {
    pub memo: Memo,
    pub sketch: Sketch,
    /// The node that the sketch is of, if it is of one.
    pub sketched: u32,
    /// Its setting, if it is quiet.
    pub setting: Option<SettingId>,
    /// The turn that is being taken, if it may be kept.
    pub recording: Option<Recording>,
}

/// What the search has to tell.
#[derive(Default)]
pub(super) struct Found {
    /// Races seen since the last node: the thread's place and the other's.
    pub races: Vec<(Site, Site)>,
    /// Races told.
    pub pairs: FxHashSet<(Site, Site)>,
    /// Defects seen since the last node.
    pub faults: Vec<Stop>,
    /// The places of defects told.
    pub faulty: FxHashSet<Site>,
    pub outcome: Outcome,
    pub finals: FxHashSet<Vec<u8>>,
    /// How many defects there are to be found, if that is known: the search ends with the last of them.
    pub awaited: Option<usize>,
}

/// Kept for its memory.
#[derive(Default)]
pub(super) struct Scratch {
    pub bytes: Vec<u8>,
    pub momentary: AccessSet,
}

impl<'m, 'p> Search<'m, 'p> {
    pub fn new(
        machine: &'m Machine<'p>,
        options: Options,
        budget: &'m Budget,
        rules: Rules,
        idle: &'m [ObjectId],
    ) -> Self {
        let mut space = Space::new(machine);
        space.ignore(idle);
        Search {
            machine,
            options,
            budget,
            rules,
            idle,
            space,
            causality: Causality::default(),
            yielded: Vec::new(),
            record: Record::default(),
            barrier_users: BTreeMap::new(),
            own_loads: OwnLoads::default(),
            overlaps: Overlaps::new(machine.code()),
            log: None,
            visited: Visited {
                store: Store::new(budget.memory()),
                sets: Tree::default(),
                nodes: Vec::new(),
                table: HashTable::new(),
                edges: Edges::default(),
                causality_leaf: NodeId(0),
            },
            frontier: Frontier::default(),
            alike: Alike::default(),
            known: Known {
                memo: Memo::new(!options.anew && rules.forgetful_locks),
                sketch: Sketch::default(),
                sketched: NOBODY,
                setting: None,
                recording: None,
            },
            found: Found::default(),
            team: None,
            scratch: Scratch::default(),
        }
    }

    /// Breadth first, so that the first race found has a shortest schedule; only where there is one way on,
    /// that is gone at once. Where there are so many nodes the first one that was not looked at is given, and
    /// else all were.
    pub fn begin(&mut self, most: usize) -> Result<Option<usize>, End> {
        self.advance()?;
        self.report(NOBODY, ThreadId::MAIN, 0)?;
        self.arrive(NOBODY, ThreadId::MAIN, 0)?;
        let mut next = 0;
        loop {
            while next < self.visited.nodes.len() {
                if self.visited.nodes.len() >= most {
                    return Ok(Some(next));
                }
                if !self.visited.nodes[next].is_expanded() {
                    self.expand(next)?;
                }
                next += 1;
            }
            if !self.take_late()? {
                return Ok(None);
            }
        }
    }

    /// Takes one of the turns that are left for the end. Gives whether there was one.
    pub fn take_late(&mut self) -> Result<bool, End> {
        let Some((index, thread, choice)) = self.frontier.late.pop() else {
            return Ok(false);
        };
        self.load(index as usize)?;
        self.follow_edge(index, thread, choice, None, true)?;
        Ok(true)
    }

    /// Takes a turn from a node, and then those to which there is no alternative. What comes of the turn may
    /// be known, and the state of the node may be at hand.
    pub fn follow_edge(
        &mut self,
        mut index: u32,
        mut thread: ThreadId,
        mut choice: u64,
        mut known: Option<TakenId>,
        mut at_hand: bool,
    ) -> Result<(), End> {
        for done in 0..=limits::GRAPH_CHAIN.count() {
            let recalled = match known {
                Some(id) => self.recall(thread, id)?,
                None => false,
            };
            self.count_turn(recalled);
            let new = if recalled {
                self.found.outcome.stats.turns += 1;
                self.spend()?;
                self.arrive_recalled(index, thread)?
            } else {
                if !at_hand {
                    self.load(index as usize)?;
                }
                self.take_turn(thread, choice)?;
                self.report(index, thread, choice)?;
                self.arrive(index, thread, choice)?
            };
            at_hand = !recalled;
            let Some(new) = new.filter(|_| done < limits::GRAPH_CHAIN.count()) else {
                return Ok(());
            };
            let only = match recalled.then(|| self.only_known()) {
                Some(Only::None) => None,
                Some(Only::Thread(t)) => Some(t),
                Some(Only::Unknown) => {
                    at_hand = true;
                    self.only_turn_anew(new)?
                }
                None => self.only_turn(),
            };
            let Some(only) = only else {
                return Ok(());
            };
            self.visited.nodes[new as usize].set_expanded();
            (index, thread, choice) = (new, only, 0);
            known = self.known_turn(index, thread)?;
            if known.is_none() {
                self.begin_recording(index, thread)?;
            }
        }
        Ok(())
    }

    /// The thread that can go on if only one can, and only in one way.
    pub fn only_turn(&mut self) -> Option<ThreadId> {
        let mut only = None;
        let count = self.state().threads().count() as u32;
        for t in (0..count).map(ThreadId) {
            let ways = match self.machine.next(self.state(), t) {
                Next::Code => 1,
                Next::Sync(_) => self.ways(t),
                Next::Choice => return None,
                Next::Held | Next::End => 0,
            };
            // Where only such a thread can go on the program may end.
            if ways > 1 || ways == 1 && (self.need_not_move(t) || only.replace(t).is_some()) {
                return None;
            }
        }
        only
    }

    /// Takes all turns from a node.
    pub fn expand(&mut self, index: usize) -> Result<(), End> {
        if self.expand_known(index as u32)? {
            return Ok(());
        }
        self.load(index)?;
        let mut turns = std::mem::take(&mut self.frontier.turns);
        self.list_turns(&mut turns);
        let may_end = turns.iter().all(|&(t, _)| self.need_not_move(t));
        for (i, &(thread, choice)) in turns.iter().enumerate() {
            if i > 0 {
                self.load(index)?;
            }
            if self.is_extreme(thread, choice) {
                self.frontier.late.push((index as u32, thread, choice));
                continue;
            }
            self.follow_edge(index as u32, thread, choice, None, true)?;
        }
        if may_end {
            self.load(index)?;
            self.end_of_path(index as u32, turns.is_empty())?;
        }
        self.frontier.turns = turns;
        Ok(())
    }

    /// Whether a thread would only wake up without a reason: that need not happen.
    pub fn need_not_move(&self, t: ThreadId) -> bool {
        self.machine.only_wakes(self.state(), t)
    }

    /// A defect has been found: the last one, if it is known how many there are.
    pub fn note_defect(&self) -> Result<(), End> {
        match self.found.awaited == Some(self.found.faulty.len()) {
            true => Err(End::Enough),
            false => Ok(()),
        }
    }

    /// How many states there are, those of other workers included as far as they are known.
    pub fn states(&self) -> u64 {
        match &self.team {
            Some(team) => team.total,
            None => self.visited.nodes.len() as u64,
        }
    }

    /// Looks at the budget now and then. What a turn costs grows with the number of threads.
    fn spend(&mut self) -> Result<(), End> {
        let threads = self.state().threads().len() as u32;
        self.frontier.spent += 8 + threads;
        let states = self.states();
        if self.frontier.spent > 1 << 12 || !self.budget.allows(states) {
            self.frontier.spent = 0;
            self.budget.report(Amount {
                states,
                steps: self.found.outcome.stats.steps,
                store_size: self.visited.store.size() as u64,
                ..Amount::default()
            });
            self.budget.check(states).map_err(End::Exhausted)?;
        }
        Ok(())
    }

    /// Whether a turn is a very large or small value, one of those tried of too many to try all. What a
    /// program does with such values (to allocate or to count as much) may take longer than everything else.
    fn is_extreme(&self, t: ThreadId, choice: u64) -> bool {
        match self.machine.next(self.state(), t) {
            Next::Choice => {
                let range = self.machine.choice(self.state(), t);
                range.is_some_and(|range| !range.values().1) && (choice as i64).unsigned_abs() > 3
            }
            _ => false,
        }
    }

    pub fn state(&self) -> &State {
        &self.space.state
    }

    /// Whether every other thread has finished or is stuck.
    pub fn is_alone(&self, t: ThreadId) -> bool {
        self.state()
            .threads()
            .all(|(u, thread)| u == t || !thread.status().is_alive())
    }

    /// Whether every other thread has ended and been joined, so that all it did is known.
    pub fn knows_all(&self, t: ThreadId) -> bool {
        self.state()
            .threads()
            .all(|(u, thread)| u == t || (!thread.status().is_alive() && thread.is_joined()))
    }

    fn class(&self, t: ThreadId) -> Class {
        self.class_here(t, self.machine.class(self.state(), t))
    }

    /// What the class of an operation of a thread is in this state.
    #[inline]
    fn class_here(&self, t: ThreadId, class: Class) -> Class {
        match class {
            Class::Barrier if !self.rules.simple_barriers => Class::Global,
            // Where a thread that is alone sleeps the program may end.
            Class::Global | Class::Block if self.is_alone(t) && !self.need_not_move(t) => Class::Local,
            class => class,
        }
    }

    /// What a thread does next.
    #[inline]
    fn next(&self, t: ThreadId) -> Next {
        self.next_here(t, self.machine.next(self.state(), t))
    }

    #[inline]
    fn next_here(&self, t: ThreadId, next: Next) -> Next {
        match next {
            Next::Sync(class) => Next::Sync(self.class_here(t, class)),
            next => next,
        }
    }

    /// Whether two threads can go on, so that none is alone.
    #[inline]
    fn is_crowded(&self) -> bool {
        let mut alive = self.state().threads().filter(|(_, t)| t.status().is_alive());
        alive.next().is_some() && alive.next().is_some()
    }

    /// The turns that a node offers: those of one thread if its next step is a choice of its own, else those
    /// of all.
    pub fn list_turns(&mut self, turns: &mut Vec<(ThreadId, u64)>) {
        turns.clear();
        let count = self.state().threads().count() as u32;
        for t in (0..count).map(ThreadId) {
            let next = self.next(t);
            let own = match next {
                Next::Choice => true,
                Next::Sync(class) => class.is_local() && self.ways(t) > 1,
                _ => false,
            };
            if own {
                turns.clear();
            }
            self.list_alternatives(t, next, turns);
            if own {
                return;
            }
        }
        if turns.len() > 1 {
            self.list_doubles();
            turns.retain(|(t, _)| !self.alike.doubles.contains(t));
        }
    }

    fn list_alternatives(&mut self, t: ThreadId, next: Next, turns: &mut Vec<(ThreadId, u64)>) {
        match next {
            Next::Code => turns.push((t, 0)),
            Next::Sync(_) => {
                let count = self.ways(t);
                turns.extend((0..u64::from(count)).map(|c| (t, c)));
            }
            Next::Choice => {
                let range = self.machine.choice(self.state(), t);
                let (values, all) = range.map_or((Vec::new(), true), |range| range.values());
                turns.extend(values.into_iter().map(|v| (t, v)));
                if !all {
                    self.found
                        .outcome
                        .limit(Limit::Sampled(self.machine.site(self.state(), t)));
                }
            }
            Next::Held | Next::End => {}
        }
    }

    /// One edge of the graph: the thread's operation, then everything that is local, up to the next node.
    pub fn take_turn(&mut self, t: ThreadId, choice: u64) -> Result<(), End> {
        self.found.outcome.stats.turns += 1;
        self.spend()?;
        if self.has_yielded(t) {
            self.set_yielded(t, false);
        } else {
            self.take(t, choice)?;
        }
        self.advance()?;
        if !self.found.races.is_empty() || !self.found.faults.is_empty() {
            self.known.recording = None;
        }
        Ok(())
    }

    /// Whether a thread ran out of fuel and counts as being at a node of R.
    pub fn has_yielded(&self, t: ThreadId) -> bool {
        self.yielded.get(t.0 as usize) == Some(&true)
    }

    pub fn set_yielded(&mut self, t: ThreadId, yielded: bool) {
        let i = t.0 as usize;
        if self.yielded.len() <= i {
            if !yielded {
                return;
            }
            self.yielded.resize(i + 1, false);
        }
        if self.yielded[i] != yielded {
            self.yielded[i] = yielded;
            self.causality.clocks_changed = true;
        }
    }

    /// Lets the lowest thread that is about to do something local do it, as long as there is one.
    pub fn advance(&mut self) -> Result<(), End> {
        let mut done = 0;
        let mut t = ThreadId(0);
        let mut crowded = self.is_crowded();
        while (t.0 as usize) < self.state().threads().len() {
            let next = self.machine.next(self.state(), t);
            // Most threads wait to do something whose order matters.
            if next == Next::End || next == Next::Sync(Class::Global) && crowded {
                t.0 += 1;
                continue;
            }
            let runs = match self.next_here(t, next) {
                _ if self.has_yielded(t) => None,
                Next::Code => Some(true),
                // The first choice makes a node of its own.
                Next::Choice => return self.form_crews(),
                Next::Sync(class) if class.is_local() => match self.ways(t) {
                    0 => None,
                    1 => Some(false),
                    _ => return self.form_crews(),
                },
                _ => None,
            };
            let Some(runs) = runs else {
                t.0 += 1;
                continue;
            };
            done += 1;
            if done == limits::GRAPH_LOCAL.count() {
                self.set_yielded(t, true);
                return self.form_crews();
            }
            if done.is_multiple_of(64) || self.state().threads().len() > limits::GRAPH_MANY_THREADS.size() {
                self.budget.check(self.states()).map_err(End::Exhausted)?;
            }
            match runs {
                true => self.run(t)?,
                false => self.take(t, 0)?,
            }
            // Code alone does not let others go on, unless the thread has ended.
            if !runs || !self.state().thread(t).is_some_and(|t| t.status().is_alive()) {
                t = ThreadId(0);
                crowded = self.is_crowded();
            }
        }
        self.form_crews()
    }

    /// Runs a thread to its next operation and compares what it accessed with the others.
    fn run(&mut self, t: ThreadId) -> Result<(), End> {
        if let Some(log) = &mut self.log {
            log.run(t);
        }
        self.known.recording = self.known.recording.filter(|r| r.key.thread == t);
        std::mem::swap(&mut self.record.set, &mut self.causality.change(t).current.set);
        let pause = self.machine.run(&mut self.space.state, t, &mut self.record, FUEL);
        std::mem::swap(&mut self.record.set, &mut self.causality.change(t).current.set);
        self.detect(t);
        self.detect_ends(t);
        self.note_waiting(t);
        match pause {
            Pause::Fuel => {
                self.budget.check(self.states()).map_err(End::Exhausted)?;
                self.set_yielded(t, true);
            }
            Pause::Stop(stop) => self.stop(t, stop),
            Pause::Ignored => self.space.state.set_status(t, Status::Stuck),
            _ => {}
        }
        Ok(())
    }

    /// The thread does the operation that it is at.
    fn take(&mut self, t: ThreadId, choice: u64) -> Result<(), End> {
        if let Some(log) = &mut self.log {
            let sleepers = self.machine.sleepers(&self.space.state, t);
            log.take(t, choice, &sleepers);
        }
        // A turn that is kept has one operation.
        self.known.recording = self.known.recording.filter(|r| r.key.thread == t && !r.done);
        self.dismiss_crew(t);
        let class = self.class(t);
        let site = self.machine.site(self.state(), t);
        let is_swap = self.machine.is_swap(self.state(), t);
        if class == Class::Barrier {
            self.note_barrier_user(t)?;
        }
        self.record.edges.clear();
        self.record.momentary.clear();
        self.record.unordered = None;
        std::mem::swap(&mut self.record.set, &mut self.causality.change(t).current.set);
        let result = self
            .machine
            .take(&mut self.space.state, t, choice, &mut self.record);
        std::mem::swap(&mut self.record.set, &mut self.causality.change(t).current.set);
        let news = self.causality.change(t).current.set.has_news();
        self.detect(t);
        self.detect_ends(t);
        self.detect_momentary(t);
        let missed = is_swap && self.misses_swap(t);
        // Nobody can come between the operations of an atomic block, so one that releases in the middle, or
        // an atomic access outside that the block overlaps with, is ordered by more than its edges.
        let mixed = match class {
            Class::Global => self.machine.in_atomic_block(self.state(), t),
            Class::Block => self.machine.has_atomics(),
            _ => false,
        };
        let unordered = self.record.unordered.or((mixed || missed).then_some(site));
        let unordered = unordered.map(|site| (site, mixed || missed));
        self.note_observation(t, unordered)?;
        let simple = class == Class::Global && !news && !is_swap && unordered.is_none();
        if simple && self.record.narrowed.is_none() {
            self.record_operation()?;
        } else {
            self.known.recording = None;
        }
        if let Some(site) = self.record.narrowed.take() {
            self.found.outcome.limit(Limit::Mapping(site));
        }
        if class == Class::Global {
            self.causality.drop_segments(t);
        }
        if class != Class::Global || !self.rules.forgetful_locks {
            for i in 0..self.record.edges.len() {
                self.causality.apply(t, self.record.edges[i]);
            }
        }
        if let Err(stop) = result {
            self.stop(t, stop);
        }
        self.note_waiting(t);
        Ok(())
    }

    fn note_waiting(&mut self, t: ThreadId) {
        self.alike.newly_waiting |= self.machine.next(self.state(), t) == Next::Sync(Class::Local);
    }

    fn note_barrier_user(&mut self, t: ThreadId) -> Result<(), End> {
        if let Some((barrier, needed)) = self.machine.barrier(self.state(), t) {
            return self.add_barrier_user(barrier.0, needed, t);
        }
        Ok(())
    }

    /// A thread uses a barrier for so many.
    pub fn add_barrier_user(&mut self, barrier: u64, needed: u32, t: ThreadId) -> Result<(), End> {
        let known = self.barrier_users.entry(barrier).or_default();
        known.needed = needed;
        if !known.users.contains(&t) {
            known.users.push(t);
        }
        if known.users.len() > needed as usize {
            return Err(End::Wrong(Rules {
                simple_barriers: false,
                ..self.rules
            }));
        }
        Ok(())
    }

    /// A thread cannot go on; the others can.
    fn stop(&mut self, t: ThreadId, stop: Stop) {
        self.known.recording = None;
        self.space.state.set_status(t, Status::Stuck);
        match stop {
            Stop::Gap(gap) => self.found.outcome.limit(Limit::Gap(gap)),
            Stop::Fault(fault) => {
                if fault.kind.is_undefined() {
                    self.found.outcome.limit(Limit::Undefined(fault.site));
                }
                self.found.faults.push(Stop::Fault(fault));
            }
        }
    }

    /// Nothing can move, or nothing need move: the end of the program, or a deadlock.
    pub fn end_of_path(&mut self, index: u32, is_end: bool) -> Result<(), End> {
        self.dissolve_crews()?;
        self.found.outcome.stats.executions += u64::from(is_end);
        let threads: Vec<(ThreadId, Status)> = self.state().threads().map(|(t, s)| (t, s.status())).collect();
        let exits = threads.iter().any(|(_, s)| matches!(s, Status::Exited(_)));
        let stuck = threads.iter().any(|(_, s)| matches!(s, Status::Stuck));
        let waiting: Vec<(ThreadId, Site)> = threads
            .iter()
            .filter(|(_, s)| s.is_alive())
            .map(|&(t, _)| (t, self.machine.site(self.state(), t)))
            .collect();
        if !exits && !stuck && !waiting.is_empty() && self.found.faulty.insert(waiting[0].1) {
            match self.team.is_some() {
                true => self.leave_clue(Sight::Deadlock(waiting[0].1), index, None),
                false => {
                    let retraced = self.retrace(index, None);
                    self.show_deadlock(waiting, retraced)?;
                }
            }
            self.note_defect()?;
        }
        if self.options.finals && !stuck && is_end {
            let mut bytes = Vec::new();
            self.machine.encode_all(self.state(), &mut bytes);
            self.found.finals.insert(bytes);
        }
        Ok(())
    }
}
