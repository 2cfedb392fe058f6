//! States of the search that are one: reached by different orders of isolated blocks, with different
//! computation graphs behind them, but nothing that follows can tell.
//!
//! What follows depends on the state of the machine, and on which earlier accesses are ordered before what
//! is still to come. Earlier nodes get no new edges between each other, so of all that happened only this
//! matters: for each access that a later one could race with, or that a later block could be ordered by, who
//! knows it. This is the lockset of Elmas, Qadeer, Tasiran 2006 in the world of tasks. Those who know are
//!
//! - tasks that go on, and tasks that have ended and may be joined one by one;
//! - of the tasks that have ended and can only be joined all at once, by an await of their region, the region
//!   of their owner: what one of them knows, the await learns;
//! - isolated blocks, from which a later block learns that conflicts with one of their accesses; all blocks
//!   together, from which a block learns that posts or joins; and all blocks that did so.
//!
//! An access that everybody knows is left out: everybody who comes later will know it too, and nothing can
//! be learnt from its block that is not known to whoever meets it there.
//!
//! Blocks are named by where they occur, not by their tasks: so it does not matter who was last to update
//! a counter, but what else those know who come after. Equal names are equal states, and no hash stands for
//! one. Two states that are alike may have different names (objects named in another order), which costs
//! time only.
//!
//! SOUNDNESS: each-graph

use super::course::Course;
use super::history::Entry;
use crate::store::{NodeId, OutOfMemory, Root, Store};
use raceproof_machine::{Heir, ObjectId, Part, ThreadId};
use raceproof_order::TaskId;
use rustc_hash::{FxHashMap, FxHashSet};

/// The states that were seen.
pub struct Merge {
    store: Store,
    positions: FxHashMap<Part, u32>,
    seen: FxHashSet<(Root, NodeId)>,
}

/// Who may know of earlier accesses and tell those who come later.
struct Agent {
    name: [u64; 2],
    tasks: Vec<TaskId>,
}

/// An access that matters: its object and first byte, whether it wrote, its block, and who knows it.
type Mark = (ObjectId, u32, bool, Option<u32>, (TaskId, u32));

impl Merge {
    /// No state yet, and room for as many bytes.
    pub fn new(limit: usize) -> Merge {
        Merge {
            store: Store::new(limit),
            positions: FxHashMap::default(),
            seen: FxHashSet::default(),
        }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// Bytes that they occupy.
    pub fn size(&self) -> usize {
        self.store.size() + self.seen.capacity() * size_of::<(Root, NodeId)>()
    }

    /// Whether no run was in this state before. Nobody may be in an isolated block.
    pub fn insert(&mut self, course: &mut Course) -> Result<bool, OutOfMemory> {
        let (mut parts, mut bytes) = (Vec::new(), Vec::new());
        course.state.drain(&mut parts);
        for part in parts {
            bytes.clear();
            course.machine.encode_part(&course.state, part, &mut bytes);
            let leaf = self.store.intern(&bytes)?;
            let next = self.positions.len() as u32;
            let position = *self.positions.entry(part).or_insert(next);
            course.tree.set(position as usize, leaf);
        }
        let root = course.tree.root(&mut self.store)?;
        let past = self.past(course);
        bytes.clear();
        past.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        let past = self.store.intern(&bytes)?;
        Ok(self.seen.insert((root, past)))
    }

    /// What matters of the computation graph so far.
    fn past(&self, course: &Course) -> Vec<u64> {
        let agents = agents(course);
        let mut knowers: FxHashMap<(TaskId, u32), Vec<u64>> = FxHashMap::default();
        let mut marks: Vec<Mark> = Vec::new();
        course.watch.each_past(|object, start, e: &Entry| {
            let node = (e.task, e.node);
            let known = knowers
                .entry(node)
                .or_insert_with(|| known_by(course, &agents, node));
            if known.len() < agents.len() {
                marks.push((object, start, e.write, e.block, node));
            }
        });
        for (object, node) in course.watch.births() {
            let known = knowers
                .entry(node)
                .or_insert_with(|| known_by(course, &agents, node));
            if known.len() < agents.len() {
                marks.push((object, u32::MAX, false, None, node));
            }
        }
        marks.sort_by_key(|&(object, start, write, block, _)| (object, start, write, block.is_some()));
        let mut blocks: Vec<u32> = Vec::new();
        for (.., block, _) in &marks {
            if let Some(block) = block
                && !blocks.contains(block)
            {
                blocks.push(*block);
            }
        }
        let mut told: FxHashMap<(TaskId, u32), Vec<u64>> = FxHashMap::default();
        let mut out: Vec<u64> = Vec::new();
        for (waiter, task) in course.commits() {
            out.extend([u64::from(waiter.0), u64::from(task.0)]);
        }
        out.push(u64::MAX);
        agents.iter().for_each(|agent| out.extend(agent.name));
        out.push(u64::MAX);
        for (object, start, write, block, node) in marks {
            let place = |b: u32| {
                blocks
                    .iter()
                    .position(|other| *other == b)
                    .map_or(0, |i| i as u64 + 1)
            };
            out.push(u64::from(object.0) << 32 | u64::from(start));
            out.push(u64::from(write) | block.map_or(0, place) << 1);
            let tellers = told.entry(node).or_insert_with(|| told_by(course, &blocks, node));
            out.extend(&knowers[&node]);
            out.push(u64::MAX - 1);
            out.extend(&*tellers);
            out.push(u64::MAX);
        }
        out
    }
}

/// The agents, in order.
fn agents(course: &Course) -> Vec<Agent> {
    let mut agents: Vec<Agent> = Vec::new();
    for (i, heir) in course.machine.heirs(&course.state).into_iter().enumerate() {
        let thread = ThreadId(i as u32);
        let name = match heir {
            Heir::Nobody => continue,
            Heir::Itself => [u64::from(thread.0), 0],
            Heir::Region(owner, region) => [u64::from(owner.0) << 1 | 1 << 63, region],
        };
        let task = course.watch.task(thread);
        match agents.iter_mut().find(|agent| agent.name == name) {
            Some(agent) => agent.tasks.push(task),
            None => agents.push(Agent {
                name,
                tasks: vec![task],
            }),
        }
    }
    agents.sort_by_key(|agent| agent.name);
    agents
}

/// The agents that know a node, by their places.
fn known_by(course: &Course, agents: &[Agent], (task, node): (TaskId, u32)) -> Vec<u64> {
    let knows = |agent: &Agent| {
        let mut tasks = agent.tasks.iter();
        tasks.any(|&now| course.watch.chains.precedes(task, node, now))
    };
    let places = 0..agents.len() as u64;
    places.filter(|&i| knows(&agents[i as usize])).collect()
}

/// The blocks whose ends know a node: those that are listed by their places, then all, and all wide ones.
fn told_by(course: &Course, blocks: &[u32], (task, node): (TaskId, u32)) -> Vec<u64> {
    let knows = |block: u32| course.watch.tells(block, task, node);
    let places = 0..blocks.len() as u64;
    let mut tellers: Vec<u64> = places.filter(|&i| knows(blocks[i as usize])).collect();
    let all = || 0..course.watch.events.len() as u32;
    tellers.push(1 << 32 | u64::from(all().any(knows)));
    tellers.push(1 << 32 | u64::from(all().any(|b| course.watch.events[b as usize].wide && knows(b))));
    tellers
}
