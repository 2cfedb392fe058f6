//! The search of figures 6 and 7.

use super::Options;
use super::canonize::Symmetry;
use super::floors::{Archive, Heirs};
use super::future::{FutureId, Futures};
use super::node::{Node, Visited};
use super::watch::Watch;
use crate::limits;
use crate::store::{NodeId, Root};
use crate::thread_set::ThreadSet;
use crate::touch::{Touch, Touched};
use crate::walk::{Halt, Walk};
use raceproof_engine::{Amount, Budget, Exhausted, Limit};
use raceproof_machine::{At, Machine, TaskStep, ThreadId};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Barriers are operations whose order matters.
    pub barriers_global: bool,
    /// Threads that are alike change places.
    pub symmetry: bool,
}

pub struct Search<'m, 'p> {
    pub walk: Walk<'m, 'p>,
    options: Options,
    pub watch: Watch,
    nodes: Vec<Node>,
    touched: Touched,
    visited: Vec<Visited>,
    /// Where each stored state is among those visited.
    places: FxHashMap<Root, u32>,
    /// The same for canonical states.
    alike: FxHashMap<NodeId, u32>,
    /// What is known of names, unless those of threads matter.
    pub(super) symmetry: Option<Symmetry>,
    /// They do after all.
    pub asymmetric: bool,
    archive: Archive,
    futures: Futures,
    /// Those of the state at hand.
    heirs: Heirs,
    /// The node whose state and locksets are at hand, if they are those of a node.
    at_hand: Option<usize>,
    pub steps: u64,
}

impl<'m, 'p> Search<'m, 'p> {
    pub fn new(machine: &'m Machine<'p>, options: Options, budget: &'m Budget, rules: Rules) -> Self {
        let mut walk = Walk::new(machine, budget, !options.first, options.finals);
        walk.barriers_global = rules.barriers_global;
        let symmetry = match rules.symmetry && !options.finals && !options.stateless {
            true => Symmetry::of(machine),
            false => None,
        };
        Search {
            walk,
            options,
            watch: Watch::default(),
            nodes: Vec::new(),
            touched: Touched::default(),
            visited: Vec::new(),
            places: FxHashMap::default(),
            alike: FxHashMap::default(),
            symmetry,
            asymmetric: false,
            archive: Archive::default(),
            futures: Futures::default(),
            heirs: Heirs::default(),
            at_hand: None,
            steps: 0,
        }
    }

    /// How many states were visited.
    pub fn states(&self) -> u64 {
        match self.options.stateless {
            true => self.steps + 1,
            false => self.visited.len() as u64,
        }
    }

    /// Bytes that the visited states occupy, with what is kept of them.
    pub fn memory(&self) -> u64 {
        let visited = self.visited.capacity() * size_of::<Visited>();
        let places = self.places.capacity() * (size_of::<(Root, u32)>() + 1);
        let alike = self.alike.capacity() * (size_of::<(NodeId, u32)>() + 1);
        let names = self.symmetry.as_ref().map_or(0, Symmetry::memory);
        let kept = visited + places + alike + names + self.archive.memory() + self.futures.memory();
        (self.walk.store.size() + kept) as u64
    }

    pub fn explore(&mut self) -> Result<(), Halt> {
        self.enter(None)?;
        while let Some(last) = self.nodes.len().checked_sub(1) {
            match self.next_turn(last)? {
                Some((t, choice)) => self.step(last, t, choice)?,
                None => self.leave(),
            }
        }
        Ok(())
    }

    /// Lines 17 to 23 of figure 6: who is scheduled next from the last node. Its state is at hand then.
    fn next_turn(&mut self, i: usize) -> Result<Option<(ThreadId, u64)>, Halt> {
        let node = &mut self.nodes[i];
        if let Some(t) = node.current
            && node.next == node.count
        {
            node.done.insert(t);
            node.current = None;
        }
        let t = match node.current {
            Some(t) => t,
            None if node.done.is_empty() || node.expanded => {
                self.back_to(i)?;
                let Some(t) = self.choose(i) else { return Ok(None) };
                self.nodes[i].expanded = false;
                self.list_alternatives(i, t);
                t
            }
            None => return Ok(None),
        };
        self.back_to(i)?;
        let node = &mut self.nodes[i];
        let n = node.next;
        node.next += 1;
        Ok(Some((t, node.values.get(n as usize).copied().unwrap_or(n))))
    }

    fn back_to(&mut self, i: usize) -> Result<(), Halt> {
        if self.at_hand == Some(i) {
            return Ok(());
        }
        let node = &mut self.nodes[i];
        self.touched.remove(i as u32, &node.touches);
        node.touches.clear();
        self.watch.table.undo(node.moment.0);
        self.watch.cells.undo(node.moment.1);
        let (root, turns) = (node.root, node.turns);
        self.walk.back_to(root, turns)?;
        self.at_hand = Some(i);
        Ok(())
    }

    /// A thread that can go on and was not scheduled yet, the one that led here if possible.
    fn choose(&self, i: usize) -> Option<ThreadId> {
        let Node { done, enabled, .. } = &self.nodes[i];
        let fits = |t: &ThreadId| !done.contains(*t) && enabled.contains(*t);
        // Nobody wakes up without a reason as long as others can go on, so that it shows where all wait.
        let eager = |t: &ThreadId| fits(t) && !self.walk.machine.only_wakes(self.walk.state(), *t);
        let last = i.checked_sub(1).and_then(|p| self.nodes[p].current);
        last.filter(eager)
            .or_else(|| enabled.iter().find(eager))
            .or_else(|| enabled.iter().find(fits))
    }

    fn is_enabled(&mut self, t: ThreadId) -> bool {
        match self.walk.machine.at(self.walk.state(), t) {
            At::Code | At::Choice(_) => true,
            At::Sync => self.walk.ways(t) > 0,
            At::Held | At::End => false,
        }
    }

    fn list_alternatives(&mut self, i: usize, t: ThreadId) {
        let (machine, state) = (self.walk.machine, self.walk.state());
        let mut values = Vec::new();
        let count = match machine.at(state, t) {
            At::Choice(range) => {
                let (all, complete) = range.values();
                values = all;
                if !complete {
                    let site = machine.site(state, t);
                    self.walk.outcome.limit(Limit::Sampled(site));
                }
                values.len() as u64
            }
            At::Sync => u64::from(self.walk.ways(t)),
            _ => 1,
        };
        let node = &mut self.nodes[i];
        node.current = Some(t);
        node.next = 0;
        node.count = count;
        node.values = values;
    }

    /// Figure 7: one step of a thread from the last node, whose state is at hand.
    fn step(&mut self, i: usize, t: ThreadId, choice: u64) -> Result<(), Halt> {
        self.count_step()?;
        self.at_hand = None;
        let at = self.walk.machine.at(self.walk.state(), t);
        let is_code = at == At::Code;
        let global = at == At::Sync && !self.walk.class(t).is_local();
        if at == At::Sync && self.is_hasty(t) {
            self.expand(i);
        }
        self.watch.begin(i as u32, global);
        if is_code {
            self.walk.run(t, &mut self.watch)?;
        } else {
            self.walk.take(t, choice, &mut self.watch)?;
        }
        self.look_at_accesses()?;
        if let Some(site) = self.watch.narrowed.take() {
            self.walk.outcome.limit(Limit::Mapping(site));
        }
        for site in std::mem::take(&mut self.watch.ended) {
            if !self.walk.machine.code().is_runtime(site) {
                self.walk.outcome.limit(Limit::Ending(site));
            }
        }
        for (a, b) in std::mem::take(&mut self.watch.met.races) {
            self.walk.race(a, b)?;
        }
        for n in std::mem::take(&mut self.watch.met.expand) {
            self.expand(n as usize);
        }
        for bytes in std::mem::take(&mut self.watch.unprotected) {
            let future = &mut self.nodes[i].future;
            *future = self.futures.with_race(*future, bytes);
        }
        for &new in &self.watch.uses {
            let future = &mut self.nodes[i].future;
            *future = self.futures.with_use(*future, new);
        }
        for k in 0..self.watch.touches.len() {
            let touch = self.watch.touches[k];
            self.meet(t, touch);
            self.add_operation(i, t, touch);
        }
        self.touched.add(i as u32, &self.watch.touches);
        self.nodes[i].touches.clone_from(&self.watch.touches);
        self.enter(Some(i))
    }

    /// Whether what was accessed shows that names of threads matter.
    fn look_at_accesses(&mut self) -> Result<(), Halt> {
        let Some(symmetry) = &mut self.symmetry else {
            return Ok(());
        };
        let state = &self.walk.space.state;
        let mut accesses = self.watch.accesses.iter();
        if !accesses.all(|(t, access)| symmetry.watch(state, *t, access)) {
            self.asymmetric = true;
            return Err(Halt::Enough);
        }
        Ok(())
    }

    /// Whether a thread joins one of several tasks while not all of them have ended: later it might join
    /// another one.
    fn is_hasty(&self, t: ThreadId) -> bool {
        let (machine, state) = (self.walk.machine, self.walk.state());
        match machine.task_step(state, t) {
            TaskStep::Pick(tasks) => (machine.alternatives(state, t) as usize) < tasks.len(),
            _ => false,
        }
    }

    fn count_step(&mut self) -> Result<(), Halt> {
        self.steps += 1;
        let states = self.states();
        if self.steps.is_multiple_of(64) || !self.walk.budget.allows(states) {
            let size = self.memory();
            self.walk.budget.report(Amount {
                states,
                steps: self.steps,
                store_size: size,
                ..Amount::default()
            });
            self.walk.budget.check(states).map_err(Halt::Exhausted)?;
            if size > self.walk.budget.memory() as u64 {
                return Err(Halt::Exhausted(Exhausted::Memory));
            }
        }
        Ok(())
    }

    /// Other threads must be scheduled from a node; inside an atomic block, from its first one.
    fn expand(&mut self, n: usize) {
        expand(&mut self.nodes, n);
    }

    fn meet(&mut self, t: ThreadId, touch: Touch) {
        meet(&mut self.nodes, &mut self.touched, t, touch);
    }

    /// What may happen later makes scheduling points of what happened on the path (lines 29 to 33 of figure
    /// 7).
    fn foresee(&mut self, future: FutureId) {
        let future = self.futures.get(future);
        if future.all {
            return self.expand_all();
        }
        let nodes = &mut self.nodes;
        for bytes in &future.races {
            let cells = self.watch.cells.iter().filter(|(b, _)| b.overlaps(bytes));
            for e in cells.flat_map(|(_, cell)| &cell.entries) {
                if let Some(n) = e.node {
                    expand(nodes, n as usize);
                }
            }
        }
        for &(t, touch) in &future.operations {
            meet(nodes, &mut self.touched, t, touch);
        }
    }

    fn add_operation(&mut self, i: usize, t: ThreadId, touch: Touch) {
        let future = &mut self.nodes[i].future;
        *future = self.futures.with_operation(*future, t, touch);
    }

    fn expand_all(&mut self) {
        self.nodes.iter_mut().for_each(|n| n.expanded = true);
    }

    /// Makes a node of the state at hand, unless all that it can lead to is known (lines 38 to 53 of figure
    /// 6).
    fn enter(&mut self, parent: Option<usize>) -> Result<(), Halt> {
        if self.nodes.len() >= limits::LOCKSET_PATH.size() {
            let what = format!("an execution of {}", limits::LOCKSET_PATH.more_than("steps"));
            self.walk.outcome.limit(Limit::TooLarge(what));
            return Err(Halt::Enough);
        }
        let root = self.walk.save()?;
        let accessed = std::mem::take(&mut self.watch.written);
        let mut future = FutureId::default();
        let mut place = 0;
        let crew = match parent.and_then(|i| Some((i, self.nodes[i].current?))) {
            Some((i, moved)) => self.crew_after(root, moved, self.nodes[i].crew.clone())?,
            None => None,
        };
        let mut names = None;
        if !self.options.stateless {
            let mut canonical = None;
            if let Some(crew) = &crew {
                if self.is_asked_for(crew) {
                    self.asymmetric = true;
                    return Err(Halt::Enough);
                }
                canonical = self.canonize(crew)?;
            }
            self.heirs
                .find(self.walk.machine, &self.walk.space.state, &mut self.watch.table);
            let new = self.visited.len() as u32;
            place = *match &canonical {
                Some(canonical) => self.alike.entry(canonical.key).or_insert(new),
                None => self.places.entry(root).or_insert(new),
            };
            names = canonical.map(|canonical| canonical.names);
            if place == new {
                self.visited.push(Visited::default());
            } else {
                let visited = &self.visited[place as usize];
                let mut known = visited.future;
                let on_path = visited.on_path > 0;
                let mut floors = Cow::Borrowed(self.archive.get(visited.floors));
                if let Some(names) = &names {
                    let ours = names.inverse();
                    known = self.futures.renamed(known, &ours);
                    floors = Cow::Owned(floors.renamed(&ours, &mut self.watch.table));
                }
                let later = match on_path {
                    // What may happen is not known yet.
                    true => Futures::ANY_USE,
                    false => known,
                };
                let Watch { cells, table, .. } = &self.watch;
                let covered = cells.contain(&floors, self.futures.get(later), &self.heirs, table);
                let cells = &mut self.watch.cells;
                if !covered {
                    cells.lower(&floors, &self.heirs, &mut self.watch.table);
                }
                self.foresee(known);
                if let Some(i) = parent {
                    let node = &mut self.nodes[i];
                    let business = node.business(&accessed);
                    node.future = self.futures.with_next(node.future, known, business);
                    if covered {
                        if on_path {
                            self.expand(i);
                            self.nodes[i].expanded = true;
                            self.nodes[i].cycle = true;
                        }
                        return Ok(());
                    }
                }
                future = known;
            }
            let visited = &mut self.visited[place as usize];
            let Watch { cells, table, .. } = &mut self.watch;
            visited.floors = self.archive.store(cells, &self.heirs, table, names.as_deref());
            visited.on_path += 1;
        }
        let block = parent.and_then(|i| {
            let t = self.nodes[i].current?;
            let inside = self.walk.machine.in_atomic_block(self.walk.state(), t);
            inside.then(|| self.nodes[i].block.unwrap_or(i as u32))
        });
        self.nodes.push(Node {
            root,
            place,
            turns: self.walk.path.len(),
            moment: (self.watch.table.moment(), self.watch.cells.moment()),
            done: ThreadSet::default(),
            block,
            accessed,
            future,
            crew,
            names,
            ..Node::default()
        });
        let last = self.nodes.len() - 1;
        self.at_hand = Some(last);
        self.wake_in_vain(last)?;
        self.attempt_all(last);
        Ok(())
    }

    /// Threads that could wake up without a reason and would find nothing to do are left asleep, unless what
    /// they read races: then others are scheduled from where the other access was made, as after any race.
    fn wake_in_vain(&mut self, i: usize) -> Result<(), Halt> {
        for t in self.walk.vain_sleepers() {
            self.watch.begin(i as u32, false);
            self.walk.wake_in_vain(t, &mut self.watch)?;
            self.look_at_accesses()?;
            let met = std::mem::take(&mut self.watch.met);
            let unprotected = std::mem::take(&mut self.watch.unprotected);
            let uses = std::mem::take(&mut self.watch.uses);
            let path = self.walk.path.clone();
            self.at_hand = None;
            self.back_to(i)?;
            let future = &mut self.nodes[i].future;
            for bytes in unprotected {
                *future = self.futures.with_race(*future, bytes);
            }
            for new in uses {
                *future = self.futures.with_use(*future, new);
            }
            for n in met.expand {
                self.expand(n as usize);
            }
            let here = std::mem::replace(&mut self.walk.path, path);
            let told = met.races.into_iter().try_for_each(|(a, b)| self.walk.race(a, b));
            self.walk.path = here;
            told?;
        }
        Ok(())
    }

    /// Threads that wait would do their operation if they could. If nobody can move, this is the end.
    fn attempt_all(&mut self, i: usize) {
        let count = self.walk.state().threads().count() as u32;
        let crew = self.nodes[i].crew.clone();
        let waits = crew.filter(|crew| !crew.has_ended(self.walk.state()));
        let joiner = waits.map(|crew| crew.joiner);
        for t in (0..count).map(ThreadId).filter(|t| Some(*t) != joiner) {
            if self.is_enabled(t) {
                self.nodes[i].enabled.insert(t);
            } else if self.walk.machine.at(self.walk.state(), t) == At::Sync && !self.walk.class(t).is_local()
            {
                for object in self.walk.machine.waits_for(self.walk.state(), t) {
                    let touch = Touch::at(object);
                    self.meet(t, touch);
                    self.add_operation(i, t, touch);
                }
            }
        }
        // The joiner waits for all of its crew as long as others go on.
        if let Some(joiner) = joiner
            && self.walk.may_end(self.nodes[i].enabled.iter())
            && self.is_enabled(joiner)
        {
            self.nodes[i].enabled.insert(joiner);
        }
        if !self.nodes[i].enabled.is_empty() && self.walk.may_end(self.nodes[i].enabled.iter()) {
            self.walk.tell_deadlock(false);
        }
        if self.nodes[i].enabled.is_empty() {
            // Whoever waits in an atomic block keeps all others from running.
            if self.nodes[i].block.is_some() {
                self.expand(i);
                self.nodes[i].future = Futures::ALL;
            }
            self.walk.end(false);
        }
    }

    /// Lines 24 to 33 of figure 6.
    fn leave(&mut self) {
        let Some(mut node) = self.nodes.pop() else { return };
        self.at_hand = None;
        self.touched.remove(self.nodes.len() as u32, &node.touches);
        if node.expanded && node.cycle {
            self.expand_all();
            node.future = Futures::ALL;
        }
        if node.cycle {
            // What comes after the state that closes the cycle is not known yet.
            node.future = self.futures.union(node.future, Futures::ANY_USE);
        }
        if let Some(visited) = self.visited.get_mut(node.place as usize) {
            visited.on_path -= 1;
            let future = match &node.names {
                Some(names) => self.futures.renamed(node.future, names),
                None => node.future,
            };
            visited.future = self.futures.union(visited.future, future);
        }
        if let Some(parent) = self.nodes.last_mut() {
            let business = parent.business(&node.accessed);
            parent.future = self.futures.with_next(parent.future, node.future, business);
        }
    }
}

/// Other threads must be scheduled from a node; inside an atomic block, from its first one.
fn expand(nodes: &mut [Node], n: usize) {
    let n = nodes[n].block.map_or(n, |first| first as usize);
    nodes[n].expanded = true;
}

/// An operation of a thread, done or attempted, might have come before those on the path that touch the same.
fn meet(nodes: &mut [Node], touched: &mut Touched, t: ThreadId, touch: Touch) {
    touched.look(touch.object, |e| {
        let node = &nodes[e.frame as usize];
        let is_met = e.touch.depends(&touch) && node.current != Some(t);
        let first = node.block.unwrap_or(e.frame);
        let first = &mut nodes[first as usize];
        first.expanded |= is_met;
        // Nobody is scheduled from a node below the last one, so it stays so.
        first.expanded
    });
}
