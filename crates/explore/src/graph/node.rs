//! Nodes: arriving at one, and going back to one.

use super::access_set::AccessSet;
use super::causality::{Past, Segment};
use super::search::{End, Search};
use super::symmetry::{CREW, Crew};
use super::team::{Departure, Way};
use crate::limits;
use crate::store::{NodeId, OutOfMemory, Root};
use raceproof_machine::ThreadId;
use raceproof_order::VectorClock;
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// A node of the graph and how it was reached. There are many, so what has few values is told by its edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    state: NodeId,
    sets: NodeId,
    pub causality: NodeId,
    pub parent: u32,
    /// Another node with the same state.
    next: u32,
    /// The number of its edge, and whether it has been [expanded](EXPANDED) already.
    edge: u32,
}

/// The bit of a node's edge that says that the ways on from it have been gone.
const EXPANDED: u32 = 1 << 31;

impl Node {
    pub fn is_expanded(&self) -> bool {
        self.edge & EXPANDED != 0
    }

    pub fn set_expanded(&mut self) {
        self.edge |= EXPANDED;
    }
}

/// The turn by which a node was reached, and the heights of its roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Edge {
    thread: ThreadId,
    choice: u64,
    /// The worker that has the node before.
    worker: u32,
    state: u8,
    sets: u8,
}

/// Edges by their numbers.
#[derive(Debug, Default)]
pub(super) struct Edges {
    list: Vec<Edge>,
    index: FxHashMap<Edge, u32>,
}

impl Edges {
    fn number(&mut self, edge: Edge) -> Result<u32, OutOfMemory> {
        if let Some(&number) = self.index.get(&edge) {
            return Ok(number);
        }
        let number = u32::try_from(self.list.len()).map_err(|_| OutOfMemory)?;
        if number & EXPANDED != 0 {
            return Err(OutOfMemory);
        }
        self.list.try_reserve(1).map_err(|_| OutOfMemory)?;
        self.index.try_reserve(1).map_err(|_| OutOfMemory)?;
        self.list.push(edge);
        self.index.insert(edge, number);
        Ok(number)
    }

    /// The edge by which a node was reached.
    fn of(&self, node: &Node) -> &Edge {
        &self.list[(node.edge & !EXPANDED) as usize]
    }

    /// The turn by which a node was reached.
    pub fn turn(&self, node: &Node) -> (ThreadId, u64) {
        let edge = self.of(node);
        (edge.thread, edge.choice)
    }

    /// The worker that has the node before a node.
    pub fn worker(&self, node: &Node) -> u32 {
        self.of(node).worker
    }

    pub fn roots(&self, node: &Node) -> (Root, Root) {
        let edge = self.of(node);
        (Root::new(node.state, edge.state), Root::new(node.sets, edge.sets))
    }

    fn memory(&self) -> usize {
        self.list.capacity() * size_of::<Edge>() + self.index.capacity() * (size_of::<(Edge, u32)>() + 1)
    }
}

fn hash(state: Root, causality: NodeId) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    (state, causality).hash(&mut hasher);
    hasher.finish()
}

/// No node.
pub(super) const NOBODY: u32 = u32::MAX;

impl Search<'_, '_> {
    /// Bytes of everything that grows with the number of nodes.
    pub fn memory(&self) -> usize {
        self.visited.store.size()
            + self.visited.nodes.capacity() * size_of::<Node>()
            + self.visited.table.capacity() * (size_of::<u32>() + 1)
            + self.visited.edges.memory()
            + self.alike.cards.memory()
            + self.known.memo.memory()
            + self.team.as_ref().map_or(0, |team| team.memory())
    }

    /// Makes a node of the state at hand unless a visited one covers it. Gives the node if it is new.
    pub fn arrive(&mut self, parent: u32, thread: ThreadId, choice: u64) -> Result<Option<u32>, End> {
        self.settle()?;
        let causality = self.save_causality()?;
        let way = self.way(parent, thread, choice);
        if let Some(team) = &mut self.team {
            let node = Departure {
                state: self.space.leaves(),
                sets: self.visited.sets.leaves(),
                causality,
            };
            if team.send_away(&self.visited.store, &self.space, node, way) {
                return Ok(None);
            }
        }
        let state = self.space.root(&mut self.visited.store)?;
        let sets = self.visited.sets.root(&mut self.visited.store)?;
        self.place((state, sets, causality), way, true)
    }

    /// The turn by which a node was reached from one of this worker.
    pub fn way(&self, parent: u32, thread: ThreadId, choice: u64) -> Way {
        Way {
            worker: self.team.as_ref().map_or(0, |team| team.index),
            parent,
            thread,
            choice,
        }
    }

    /// Makes a node of a stored state, sets and clocks, to which a turn led, unless a visited one covers it.
    /// They may be those at hand.
    pub fn place(
        &mut self,
        (state, sets, causality): (Root, Root, NodeId),
        way: Way,
        at_hand: bool,
    ) -> Result<Option<u32>, End> {
        let hash = hash(state, causality);
        let (nodes, edges) = (&self.visited.nodes, &self.visited.edges);
        let same = |&i: &u32| {
            let node = &nodes[i as usize];
            node.causality == causality && edges.roots(node).0 == state
        };
        let head = self.visited.table.find(hash, same).copied().unwrap_or(NOBODY);
        let mut at = head;
        for _ in 0..limits::NODES_COMPARED.get() {
            if at == NOBODY {
                break;
            }
            let node = self.visited.nodes[at as usize];
            let known = self.visited.edges.roots(&node).1;
            if known == sets || self.covers(known, sets, at_hand) {
                return Ok(None);
            }
            at = node.next;
        }
        let index = u32::try_from(self.visited.nodes.len()).map_err(|_| crate::OutOfMemory)?;
        if self.visited.nodes.len() == self.visited.nodes.capacity() {
            if self.memory() + self.visited.nodes.capacity() * size_of::<Node>() > self.budget.memory() {
                return Err(crate::OutOfMemory.into());
            }
            self.visited
                .nodes
                .try_reserve(1)
                .map_err(|_| crate::OutOfMemory)?;
        }
        let edge = self.visited.edges.number(Edge {
            thread: way.thread,
            choice: way.choice,
            worker: way.worker,
            state: state.height(),
            sets: sets.height(),
        })?;
        self.visited.nodes.push(Node {
            state: state.node(),
            sets: sets.node(),
            causality,
            parent: way.parent,
            next: head,
            edge,
        });
        let (nodes, edges) = (&self.visited.nodes, &self.visited.edges);
        if head != NOBODY {
            if let Some(newest) = self.visited.table.find_mut(hash, |&i| i == head) {
                *newest = index;
            }
            return Ok(Some(index));
        }
        let rehash = |&i: &u32| {
            let node = &nodes[i as usize];
            self::hash(edges.roots(node).0, node.causality)
        };
        self.visited
            .table
            .try_reserve(1, rehash)
            .map_err(|_| crate::OutOfMemory)?;
        self.visited.table.insert_unique(hash, index, rehash);
        Ok(Some(index))
    }

    /// How many nodes there are of which no other one, visited later, has all the accesses and the same
    /// state: that does not depend on the order in which nodes are visited.
    pub fn count_nodes(&self, is_counted: impl Fn(usize) -> bool) -> u64 {
        let mut count = (0..self.visited.nodes.len()).filter(|&i| is_counted(i)).count() as u64;
        let mut alike = Vec::new();
        for &newest in &self.visited.table {
            if self.visited.nodes[newest as usize].next == NOBODY {
                continue;
            }
            alike.clear();
            let mut at = newest;
            while at != NOBODY {
                let node = &self.visited.nodes[at as usize];
                if is_counted(at as usize) {
                    alike.push(self.visited.edges.roots(node).1);
                }
                at = node.next;
            }
            count -= self.count_covered(&alike);
        }
        count
    }

    /// How many of these sets, the newest first, are within others.
    fn count_covered(&self, sets: &[Root]) -> u64 {
        let is_covered = |(i, &mine): (usize, &Root)| {
            let first = i.saturating_sub(limits::NODES_COUNTED.size());
            let near = sets
                .iter()
                .enumerate()
                .skip(first)
                .take(2 * limits::NODES_COUNTED.size());
            near.filter(|(j, _)| *j != i)
                .any(|(j, &other)| match other == mine {
                    true => j < i,
                    false => self.covers(other, mine, false),
                })
        };
        sets.iter().enumerate().filter(|&set| is_covered(set)).count() as u64
    }

    /// Brings the state at hand into the form that nodes have.
    pub fn settle(&mut self) -> Result<(), End> {
        let state = &self.space.state;
        self.causality
            .normalise(|t| state.thread(t).is_some_and(|t| t.status().is_alive()));
        self.space.update_threads(&mut self.visited.store)?;
        self.update_sets()?;
        if self.known.recording.is_some() {
            self.space.update(&mut self.visited.store)?;
            self.record()?;
        }
        self.arrange();
        // Words of locks have the new names of threads.
        Ok(self.space.update(&mut self.visited.store)?)
    }

    /// Goes back to a node.
    pub fn load(&mut self, index: usize) -> Result<(), End> {
        let node = self.visited.nodes[index];
        let (state, sets) = self.visited.edges.roots(&node);
        self.space.load(&mut self.visited.store, state)?;
        self.load_sets(sets)?;
        if !self.causality.clocks_changed && self.visited.causality_leaf == node.causality {
            return Ok(());
        }
        self.visited.causality_leaf = node.causality;
        let content = self.visited.store.content(node.causality);
        let mut rest = self.causality.decode_clocks(content);
        self.causality.settle_clocks();
        self.alike.crews.clear();
        while rest.first() == Some(&CREW) {
            rest = &rest[1..];
            self.alike.crews.push(Crew::decode(&mut rest));
        }
        self.yielded.clear();
        if let Some((_, flags)) = rest.split_first() {
            self.yielded.extend(flags.iter().map(|&f| f != 0));
        }
        Ok(())
    }

    fn save_causality(&mut self) -> Result<NodeId, End> {
        if !self.causality.clocks_changed {
            return Ok(self.visited.causality_leaf);
        }
        self.scratch.bytes.clear();
        self.causality.encode_clocks(&mut self.scratch.bytes);
        for crew in &self.alike.crews {
            self.scratch.bytes.push(CREW);
            crew.encode(&mut self.scratch.bytes);
        }
        while self.yielded.last() == Some(&false) {
            self.yielded.pop();
        }
        if !self.yielded.is_empty() {
            self.scratch.bytes.push(u8::MAX);
            self.scratch
                .bytes
                .extend(self.yielded.iter().map(|&y| u8::from(y)));
        }
        self.visited.causality_leaf = self.visited.store.intern(&self.scratch.bytes)?;
        self.causality.settle_clocks();
        Ok(self.visited.causality_leaf)
    }

    /// Stores the pasts of the threads, not yet all of them together.
    pub fn update_sets(&mut self) -> Result<(), End> {
        for t in 0..self.causality.pasts.len() {
            if std::mem::take(&mut self.causality.changed[t]) {
                self.scratch.bytes.clear();
                encode_past(&self.causality.pasts[t], &mut self.scratch.bytes);
                let id = self.visited.store.intern(&self.scratch.bytes)?;
                self.visited.sets.set(t, id);
            }
        }
        Ok(())
    }

    fn load_sets(&mut self, root: Root) -> Result<(), End> {
        let causality = &mut self.causality;
        self.visited
            .sets
            .load(&mut self.visited.store, root, |_, t, _, _| {
                causality.change(ThreadId(t as u32));
            })?;
        for t in 0..self.causality.pasts.len() {
            if std::mem::take(&mut self.causality.changed[t]) {
                decode_past(
                    &mut self.causality.pasts[t],
                    self.visited.store.content(self.visited.sets.leaf(t)),
                );
            }
        }
        Ok(())
    }

    /// Whether every thread's accesses of some sets, which may be those at hand, are within those of other
    /// stored sets.
    fn covers(&self, stored: Root, mine: Root, at_hand: bool) -> bool {
        let (mut past, mut other) = (Past::default(), Past::default());
        let store = &self.visited.store;
        (0..stored.reach().max(mine.reach())).all(|t| {
            let (known, new) = (store.leaf_of(stored, t), store.leaf_of(mine, t));
            if known == new {
                return true;
            }
            decode_past(&mut past, store.content(known));
            match self.causality.pasts.get(t).filter(|_| at_hand) {
                Some(mine) => is_within(mine, &past),
                None => {
                    decode_past(&mut other, store.content(new));
                    is_within(&other, &past)
                }
            }
        })
    }
}

/// Whether the accesses of one past are within those of another, segment by segment.
fn is_within(mine: &Past, other: &Past) -> bool {
    let mut segments = mine.segments.iter().zip(&other.segments);
    mine.segments.len() == other.segments.len()
        && segments.all(|(a, b)| a.knows == b.knows && a.set.is_within(&b.set))
        && mine.current.set.is_within(&other.current.set)
}

/// Number of segments, then each: length of clock, clock, length of set, set; then the current set.
fn encode_past(past: &Past, out: &mut Vec<u8>) {
    if past.segments.is_empty() && past.current.set.is_empty() {
        return;
    }
    out.extend((past.segments.len() as u32).to_le_bytes());
    for segment in &past.segments {
        encode_clock(&segment.knows, out);
        let at = out.len();
        out.extend([0; 4]);
        segment.set.encode(out);
        let length = (out.len() - at - 4) as u32;
        out[at..at + 4].copy_from_slice(&length.to_le_bytes());
    }
    past.current.set.encode(out);
}

pub(super) fn decode_past(past: &mut Past, mut bytes: &[u8]) {
    past.segments.clear();
    if bytes.is_empty() {
        past.current.number = 1;
        past.current.set.clear();
        return;
    }
    let count = word(&mut bytes);
    for number in 1..=count {
        let knows = decode_clock(&mut bytes);
        let length = word(&mut bytes) as usize;
        let (set, rest) = bytes.split_at(length);
        bytes = rest;
        let mut segment = Segment {
            number,
            knows,
            set: AccessSet::default(),
        };
        segment.set.decode(set);
        past.segments.push(segment);
    }
    past.current.number = count + 1;
    past.current.set.decode(bytes);
}

pub(super) fn encode_clock(clock: &VectorClock, out: &mut Vec<u8>) {
    out.extend((clock.components().len() as u32).to_le_bytes());
    for c in clock.components() {
        out.extend(c.to_le_bytes());
    }
}

pub(super) fn decode_clock(bytes: &mut &[u8]) -> VectorClock {
    let count = word(bytes);
    let mut clock = VectorClock::default();
    for i in 0..count {
        clock.set(ThreadId(i), word(bytes));
    }
    clock
}

/// Takes a number off the front.
pub(super) fn word(bytes: &mut &[u8]) -> u32 {
    let (head, tail) = bytes.split_at(4);
    *bytes = tail;
    u32::from_le_bytes([head[0], head[1], head[2], head[3]])
}
