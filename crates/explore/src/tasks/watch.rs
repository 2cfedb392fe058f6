//! Watches a run: the chains of its tasks, its isolated blocks, and the history of memory.

use super::history::{Entry, History};
use raceproof_engine::Unwritten;
use raceproof_machine::{Access, Note, ObjectId, Observer, Pointer, Sink, Site, ThreadId};
use raceproof_order::{Chains, Edge, Known, TaskId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A race between two accesses of the run.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub earlier: Entry,
    pub later: Entry,
}

/// Bytes whose value depends on the schedule: object and offset.
pub type Dependent = FxHashSet<(ObjectId, u32)>;

/// A task of the run.
#[derive(Clone, Debug)]
pub struct Task {
    /// Who posted it, and as which of its tasks.
    pub parent: TaskId,
    pub index: u32,
    forks: u32,
    /// Whether somebody has waited for its end.
    joined: bool,
    /// How many accesses it has made.
    pub ordinal: u32,
    /// The isolated block that it is in.
    block: Option<u32>,
    /// Its last event.
    pub event: Option<u32>,
}

/// What a task chose, or was chosen for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A value of the environment.
    Value(u64),
    /// The task that it joins.
    Join(TaskId),
}

/// An isolated block or a choice of a task: what makes computation graphs differ.
#[derive(Clone, Debug)]
pub struct Event {
    pub task: TaskId,
    /// The event of the task before it.
    pub previous: Option<u32>,
    /// Isolated blocks that it conflicts with and comes after.
    pub after: Vec<u32>,
    /// What was chosen.
    pub choice: Option<Chosen>,
    /// What precedes whatever comes after an isolated block, once it is over.
    end: Option<Known>,
    /// The block makes or joins tasks, so that it excludes more than its own accesses: it is ordered with all
    /// blocks.
    pub wide: bool,
}

/// What depends on the schedule.
#[derive(Clone, Default)]
struct Taint {
    /// Where such values are stored, as earlier runs found.
    tainted: FxHashSet<Site>,
    /// Stores of such values if their task is alone.
    late: FxHashSet<Site>,
    /// Where a task that was alone wrote.
    stored: FxHashSet<Site>,
    /// Bytes that earlier runs found, and those that this one finds.
    known: Dependent,
    found: Dependent,
    /// Places that read such a value, with the number of tasks made by then if the reader was alone.
    reads: FxHashMap<Site, u32>,
}

/// Watches a run.
#[derive(Clone, Default)]
pub struct Watch {
    pub chains: Chains,
    pub tasks: Vec<Task>,
    /// By thread: the task that it runs.
    running: Vec<TaskId>,
    pub events: Vec<Event>,
    history: History,
    /// Conflicting isolated blocks are ordered as they happen; else they only exclude each other.
    sequences: bool,
    /// A thread that was just made.
    pub forked: Option<ThreadId>,
    /// Races found: one for each pair of places.
    pub races: Vec<Candidate>,
    /// Where bytes were read that nobody has written.
    pub unwritten: Unwritten,
    all: bool,
    /// The lock of the isolated blocks.
    pub lock: Option<Pointer>,
    pub holder: Option<ThreadId>,
    /// A task waited, made or joined others while it held the lock.
    pub holds_across_wait: bool,
    /// Isolated blocks decide by their order whether an object is still there.
    pub order_matters: bool,
    /// In which node of which task objects on stacks came to life.
    born: FxHashMap<ObjectId, (TaskId, u32)>,
    /// Where the life of an object ended that another task might still use in another schedule.
    pub ended: Option<Site>,
    /// Something happened that is beyond this engine.
    pub foreign: Option<Site>,
    taint: Taint,
    /// Tasks that nobody has waited for, the one at hand included.
    alive: u32,
}

impl Watch {
    /// For a search: conflicting isolated blocks are ordered.
    pub fn for_search() -> Watch {
        Watch {
            chains: Chains::new(),
            tasks: vec![Task {
                parent: TaskId(0),
                index: 0,
                forks: 0,
                joined: false,
                ordinal: 0,
                block: None,
                event: None,
            }],
            running: vec![TaskId(0)],
            sequences: true,
            alive: 1,
            ..Watch::default()
        }
    }

    /// For one run that is to stand for all: what earlier runs found to depend on the schedule is known.
    pub fn for_one_run(
        tainted: FxHashSet<Site>,
        late: FxHashSet<Site>,
        known: Dependent,
        all: bool,
    ) -> Watch {
        Watch {
            sequences: false,
            taint: Taint {
                tainted,
                late,
                known,
                ..Taint::default()
            },
            all,
            ..Watch::for_search()
        }
    }

    /// The task that a thread runs.
    pub fn task(&self, t: ThreadId) -> TaskId {
        self.running.get(t.0 as usize).copied().unwrap_or(TaskId(0))
    }

    fn task_mut(&mut self, t: ThreadId) -> &mut Task {
        let id = self.task(t);
        &mut self.tasks[id.0 as usize]
    }

    /// What depends on the schedule as far as this run and those before it tell.
    pub fn dependent(&self) -> Dependent {
        self.taint.known.union(&self.taint.found).copied().collect()
    }

    /// Whether a task that was alone wrote at this place.
    pub fn has_stored(&self, site: Site) -> bool {
        self.taint.stored.contains(&site)
    }

    /// All places that read such values.
    pub fn dependent_reads(&self) -> Vec<Site> {
        let mut sites: Vec<Site> = self.taint.reads.keys().copied().collect();
        sites.sort_unstable();
        sites
    }

    /// Reads of such values that were made, or may be followed in some schedule, by tasks that are not
    /// ordered with all others.
    pub fn steering_reads(&self, may_create_after: impl Fn(Site) -> bool) -> Vec<Site> {
        let forks = self.tasks.len() as u32;
        let mut sites: Vec<Site> = self
            .taint
            .reads
            .iter()
            .filter(|(site, made)| **made < forks || may_create_after(**site))
            .map(|(s, _)| *s)
            .collect();
        sites.sort_unstable();
        sites
    }

    /// A choice was made for the task of a thread.
    pub fn choose(&mut self, t: ThreadId, choice: Chosen) {
        self.event(self.task(t), Some(choice));
    }

    fn event(&mut self, task: TaskId, choice: Option<Chosen>) -> u32 {
        let id = self.events.len() as u32;
        let previous = self.tasks[task.0 as usize].event.replace(id);
        self.events.push(Event {
            task,
            previous,
            after: Vec::new(),
            choice,
            end: None,
            wide: false,
        });
        id
    }

    fn note(&mut self, t: ThreadId, a: Access) {
        if a.atomic || self.lock.is_some_and(|l| l.object() == a.object) {
            // The lock's own bytes. Atomic accesses elsewhere are beyond this engine.
            if self.lock.is_none_or(|l| l.object() != a.object) || !a.atomic {
                self.foreign.get_or_insert(a.site);
            }
            return;
        }
        let id = self.task(t);
        // An object of another task that is younger than what is known of it has the name of one that is no
        // more.
        if a.object.space().is_stack()
            && let Some(&(task, node)) = self.born.get(&a.object)
            && !self.chains.precedes(task, node, id)
        {
            self.ended.get_or_insert(a.site);
        }
        let task = &mut self.tasks[id.0 as usize];
        task.ordinal += 1;
        let me = Entry {
            task: id,
            node: self.chains.node(id),
            ordinal: task.ordinal,
            site: a.site,
            write: a.write,
            block: task.block,
            known: Known::clone(self.chains.known(id)),
        };
        if self.sequences && me.block.is_some() {
            self.sequence(id, &a, &me);
        }
        let chains = &self.chains;
        let tainted = a.write
            && ((!self.taint.tainted.is_empty() && self.taint.tainted.contains(&a.site))
                || (self.alive <= 1 && !self.taint.late.is_empty() && self.taint.late.contains(&a.site)));
        if a.write && self.alive <= 1 && !self.sequences {
            self.taint.stored.insert(a.site);
        }
        let (mut race, mut dependent) = (None, false);
        let found = &mut self.taint.found;
        let known = &self.taint.known;
        let sequences = self.sequences;
        self.history.each(&a, |cell, start, length| {
            if let Some(last) = cell.entries.last()
                && (last.task, last.node, last.write, last.block) == (id, me.node, a.write, me.block)
                && cell.entries.len() == 1
                && !cell.dependent
                && known.is_empty()
            {
                return;
            }
            let mut conflict = tainted;
            for e in &cell.entries {
                if !(e.write || a.write) || chains.precedes(e.task, e.node, id) {
                    continue;
                }
                if e.block.is_some() && me.block.is_some() {
                    conflict = true;
                } else if race.is_none() {
                    race = Some(e.clone());
                }
            }
            if !sequences {
                if conflict {
                    cell.dependent = true;
                    found.extend((start..start + length).map(|byte| (a.object, byte)));
                }
                dependent |= cell.dependent
                    || (!known.is_empty()
                        && (start..start + length).any(|byte| known.contains(&(a.object, byte))));
            }
            cell.entries.retain(|o| {
                let covered = (a.write || !o.write) && (me.block.is_none() || o.block.is_some());
                !(covered && chains.precedes(o.task, o.node, id))
            });
            cell.entries.push(me.clone());
        });
        if let Some(earlier) = race {
            self.add_race(earlier, me);
        }
        if dependent && !a.write {
            let made = match self.alive {
                0 | 1 => self.tasks.len() as u32,
                _ => 0,
            };
            let first = self.taint.reads.entry(a.site).or_insert(made);
            *first = (*first).min(made);
        }
    }

    /// An isolated access comes after the isolated blocks whose accesses it conflicts with.
    fn sequence(&mut self, id: TaskId, a: &Access, me: &Entry) {
        let mut after: Vec<u32> = Vec::new();
        let chains = &self.chains;
        self.history.each(a, |cell, _, _| {
            for e in &cell.entries {
                if let Some(block) = e.block
                    && (e.write || a.write)
                    && Some(block) != me.block
                    && !chains.precedes(e.task, e.node, id)
                    && !after.contains(&block)
                {
                    after.push(block);
                }
            }
        });
        if let Some(mine) = me.block {
            after.into_iter().for_each(|block| self.follow(id, mine, block));
        }
    }

    /// The life of an object on the stack ends. Tasks that used it and are not ordered before would use it
    /// too late in another order: it is no race, but a defect that this run does not show.
    fn end_life(&mut self, t: ThreadId, object: ObjectId, site: Site) {
        let id = self.task(t);
        let mine = self.tasks[id.0 as usize].block;
        let mut after: Vec<u32> = Vec::new();
        for e in self.history.cells(object).iter().flat_map(|cell| &cell.entries) {
            if self.chains.precedes(e.task, e.node, id) {
                continue;
            }
            match (e.block, mine) {
                (Some(block), Some(mine)) if block != mine => after.push(block),
                (Some(_), Some(_)) => {}
                _ => {
                    self.ended.get_or_insert(site);
                }
            }
        }
        let (true, Some(mine)) = (self.sequences, mine) else {
            self.order_matters |= !after.is_empty();
            return;
        };
        after.into_iter().for_each(|block| self.follow(id, mine, block));
    }

    /// The same for a heap object, if both the end and the use are in isolated blocks. Otherwise they race.
    fn free(&mut self, t: ThreadId, object: ObjectId) {
        let id = self.task(t);
        let mine = self.tasks[id.0 as usize].block;
        let entries = || self.history.cells(object).iter().flat_map(|cell| &cell.entries);
        self.order_matters |= mine.is_some()
            && entries()
                .any(|e| e.block.is_some() && e.block != mine && !self.chains.precedes(e.task, e.node, id));
    }

    /// A block of a task comes after another one.
    fn follow(&mut self, id: TaskId, mine: u32, block: u32) {
        if let Some(end) = self.events[block as usize].end.clone() {
            self.chains.learn(id, &end);
            if !self.events[mine as usize].after.contains(&block) {
                self.events[mine as usize].after.push(block);
            }
        }
    }

    /// The block that a task is in, if it is in one, makes or joins tasks.
    fn widen(&mut self, id: TaskId) {
        let Some(mine) = self.tasks[id.0 as usize].block else {
            return;
        };
        if !std::mem::replace(&mut self.events[mine as usize].wide, true) {
            self.holds_across_wait = true;
            if self.sequences {
                (0..mine).for_each(|block| self.follow(id, mine, block));
            }
        }
    }

    /// Calls `f` for each access that a later one could race with, with its object and the first byte.
    pub fn each_past(&self, f: impl FnMut(ObjectId, u32, &Entry)) {
        self.history.each_entry(f);
    }

    /// Where objects on stacks came to life.
    pub fn births(&self) -> impl Iterator<Item = (ObjectId, (TaskId, u32))> + '_ {
        self.born.iter().map(|(object, node)| (*object, *node))
    }

    /// Whether whoever comes after an isolated block, which is over, knows a node.
    pub fn tells(&self, block: u32, task: TaskId, node: u32) -> bool {
        let end = self.events[block as usize].end.as_ref();
        end.is_some_and(|end| node < end.get(task))
    }

    fn add_race(&mut self, earlier: Entry, later: Entry) {
        let pair = |c: &Candidate| (c.earlier.site.min(c.later.site), c.earlier.site.max(c.later.site));
        let new = Candidate { earlier, later };
        let wanted = match self.all {
            true => self.races.iter().all(|c| pair(c) != pair(&new)),
            false => self.races.is_empty(),
        };
        if wanted {
            self.races.push(new);
        }
    }
}

impl Sink for Watch {
    fn access(&mut self, t: ThreadId, a: Access) {
        self.note(t, a);
    }

    fn allocated(&mut self, t: ThreadId, object: ObjectId, _site: Site) {
        self.history.forget(object);
        if object.space().is_stack() {
            let task = self.task(t);
            self.born.insert(object, (task, self.chains.node(task)));
        }
    }

    fn released(&mut self, t: ThreadId, object: ObjectId, size: u32, site: Site) {
        if object.space().is_stack() {
            self.end_life(t, object, site);
        } else {
            self.free(t, object);
            self.note(t, Access::end(object, size, site));
        }
    }

    fn edge(&mut self, t: ThreadId, edge: Edge) {
        if matches!(edge, Edge::Fork(_) | Edge::Join(_)) {
            self.widen(self.task(t));
        }
        match edge {
            Edge::Fork(child) => {
                let parent = self.task(t);
                let id = self.chains.fork(parent);
                let index = self.tasks[parent.0 as usize].forks;
                self.tasks[parent.0 as usize].forks += 1;
                self.tasks.push(Task {
                    parent,
                    index,
                    forks: 0,
                    joined: false,
                    ordinal: 0,
                    block: None,
                    event: None,
                });
                let i = child.0 as usize;
                if self.running.len() <= i {
                    self.running.resize(i + 1, TaskId(0));
                }
                self.running[i] = id;
                self.forked = Some(child);
                self.alive += 1;
            }
            Edge::Join(child) => {
                let (id, child) = (self.task(t), self.task(child));
                self.chains.join(id, child);
                if !std::mem::replace(&mut self.tasks[child.0 as usize].joined, true) {
                    self.alive = self.alive.saturating_sub(1);
                }
            }
            // Those of the lock: its blocks tell what they order.
            Edge::Acquire(_) | Edge::Release(_) => {}
            _ => {
                self.foreign.get_or_insert(Site::START);
            }
        }
    }

    fn unordered(&mut self, _t: ThreadId, site: Site) {
        self.foreign.get_or_insert(site);
    }

    fn lock(&mut self, t: ThreadId, _object: Pointer, held: bool) {
        let id = self.task(t);
        if held {
            self.holder = Some(t);
            self.chains.advance(id);
            let block = self.event(id, None);
            self.task_mut(t).block = Some(block);
            if self.sequences {
                let wide: Vec<u32> = (0..block).filter(|b| self.events[*b as usize].wide).collect();
                wide.into_iter().for_each(|b| self.follow(id, block, b));
            }
        } else {
            self.holder = None;
            if let Some(block) = self.task_mut(t).block.take() {
                self.events[block as usize].end = Some(self.chains.after(id));
            }
            self.chains.advance(id);
        }
    }

    fn note(&mut self, note: Note, site: Site) {
        self.unwritten.add(note, site);
    }
}

impl Observer for Watch {}
