//! States on their way from one worker to another.
//!
//! What a state is made of has a name in the store of each worker, and these differ. So a state travels as
//! the canonical bytes of its parts. Each link has a list of the bytes that have gone over it and of the
//! parts that there are; after the first time a number in these lists is enough, and only what differs from
//! the state sent before is said at all. The lists of both ends are the same, for messages come in their
//! order.

use raceproof_machine::{ObjectId, Part, SpaceId, ThreadId};

use super::message::{Garbled, Message, put, put_bytes};
use crate::space::Space;
use crate::store::{NodeId, OutOfMemory, Root, Store, Tree};

/// Threads with higher numbers are nonsense.
const THREADS: u32 = 1 << 16;

/// How a node was reached.
#[derive(Clone, Copy, Debug)]
pub(in crate::graph) struct Way {
    /// The worker that has the node before it.
    pub worker: u32,
    /// That node.
    pub parent: u32,
    pub thread: ThreadId,
    pub choice: u64,
}

/// A node that has come.
pub(in crate::graph) struct Arrival {
    pub state: Root,
    pub sets: Root,
    pub causality: NodeId,
    pub way: Way,
}

/// A node that goes: what its parts and pasts are stored as here.
#[derive(Clone, Copy)]
pub(in crate::graph) struct Departure<'a> {
    pub state: &'a [NodeId],
    pub sets: &'a [NodeId],
    pub causality: NodeId,
}

/// Why a state cannot be taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::graph) enum Refusal {
    Garbled,
    Memory,
}

impl From<Garbled> for Refusal {
    fn from(_: Garbled) -> Refusal {
        Refusal::Garbled
    }
}

impl From<OutOfMemory> for Refusal {
    fn from(_: OutOfMemory) -> Refusal {
        Refusal::Memory
    }
}

/// The end of a link that sends.
#[derive(Default)]
pub(in crate::graph) struct Outgoing {
    /// What is to be sent.
    pub batch: Vec<u8>,
    /// By leaf: its number on this link, 0 if it has none.
    leaves: Vec<u32>,
    leaf_count: u32,
    /// By position: the number of the part on this link and 1, or 0.
    positions: Vec<u32>,
    position_count: u32,
    /// The state and the sets that were sent last.
    state: Vec<NodeId>,
    sets: Vec<NodeId>,
    /// Kept for its memory.
    changes: Vec<(usize, NodeId)>,
}

impl Outgoing {
    /// Adds a node to what is to be sent.
    pub fn add(&mut self, store: &Store, space: &Space<'_, '_>, node: Departure<'_>, way: Way) {
        put(&mut self.batch, u64::from(way.parent));
        put(&mut self.batch, u64::from(way.thread.0));
        put(&mut self.batch, way.choice);
        self.put_leaf(store, node.causality);
        let mut changes = std::mem::take(&mut self.changes);
        update(&mut self.state, node.state, &mut changes);
        put(&mut self.batch, changes.len() as u64);
        for &(position, leaf) in &changes {
            self.put_position(space, position);
            self.put_leaf(store, leaf);
        }
        update(&mut self.sets, node.sets, &mut changes);
        put(&mut self.batch, changes.len() as u64);
        for &(t, leaf) in &changes {
            put(&mut self.batch, t as u64);
            self.put_leaf(store, leaf);
        }
        self.changes = changes;
    }

    fn put_leaf(&mut self, store: &Store, leaf: NodeId) {
        let i = leaf.0 as usize;
        if i == 0 {
            return put(&mut self.batch, 0);
        }
        if self.leaves.len() <= i {
            self.leaves.resize(i + 1, 0);
        }
        if self.leaves[i] != 0 {
            return put(&mut self.batch, u64::from(self.leaves[i]));
        }
        self.leaf_count += 1;
        self.leaves[i] = self.leaf_count;
        put(&mut self.batch, u64::from(self.leaf_count));
        put_bytes(&mut self.batch, store.content(leaf));
    }

    fn put_position(&mut self, space: &Space<'_, '_>, position: usize) {
        if self.positions.len() <= position {
            self.positions.resize(position + 1, 0);
        }
        if self.positions[position] != 0 {
            return put(&mut self.batch, u64::from(self.positions[position]));
        }
        self.position_count += 1;
        self.positions[position] = self.position_count;
        put(&mut self.batch, u64::from(self.position_count));
        let (kind, first, second) = match space.part(position) {
            Part::Thread(t) => (0, t.0, 0),
            Part::Object(id, chunk) => (1, id.0, chunk),
            Part::Space(id) => (2, id.0, 0),
            Part::Environment => (3, 0, 0),
        };
        for number in [kind, first, second] {
            put(&mut self.batch, u64::from(number));
        }
    }

    /// Bytes that it occupies.
    pub fn memory(&self) -> usize {
        self.batch.capacity() + (self.leaves.capacity() + self.positions.capacity()) * 4
    }
}

/// Lists what is another leaf now, and makes it the one before.
fn update(before: &mut Vec<NodeId>, now: &[NodeId], changes: &mut Vec<(usize, NodeId)>) {
    changes.clear();
    if before.len() < now.len() {
        before.resize(now.len(), NodeId(0));
    }
    for (i, old) in before.iter_mut().enumerate() {
        let new = now.get(i).copied().unwrap_or_default();
        if *old != new {
            *old = new;
            changes.push((i, new));
        }
    }
}

/// The end of a link that receives.
#[derive(Default)]
pub(in crate::graph) struct Incoming {
    leaves: Vec<NodeId>,
    positions: Vec<u32>,
    state: Tree,
    sets: Tree,
}

impl Incoming {
    /// Takes a node of a worker out of a message.
    pub fn take(
        &mut self,
        worker: u32,
        message: &mut Message<'_>,
        store: &mut Store,
        space: &mut Space<'_, '_>,
    ) -> Result<Arrival, Refusal> {
        let way = Way {
            worker,
            parent: message.word()?,
            thread: thread(message)?,
            choice: message.number()?,
        };
        let causality = self.leaf(message, store)?;
        for _ in 0..message.count()? {
            let position = self.position(message, space)?;
            let leaf = self.leaf(message, store)?;
            self.state.set(position as usize, leaf);
        }
        for _ in 0..message.count()? {
            let t = thread(message)?;
            let leaf = self.leaf(message, store)?;
            self.sets.set(t.0 as usize, leaf);
        }
        Ok(Arrival {
            state: self.state.root(store)?,
            sets: self.sets.root(store)?,
            causality,
            way,
        })
    }

    fn leaf(&mut self, message: &mut Message<'_>, store: &mut Store) -> Result<NodeId, Refusal> {
        let number = message.word()? as usize;
        if number == 0 {
            return Ok(NodeId(0));
        }
        if number == self.leaves.len() + 1 {
            self.leaves.push(store.intern(message.bytes()?)?);
        }
        self.leaves.get(number - 1).copied().ok_or(Refusal::Garbled)
    }

    fn position(&mut self, message: &mut Message<'_>, space: &mut Space<'_, '_>) -> Result<u32, Refusal> {
        let number = message.word()? as usize;
        if number == self.positions.len() + 1 {
            let (kind, first, second) = (message.word()?, message.word()?, message.word()?);
            let part = match kind {
                0 if first < THREADS => Part::Thread(ThreadId(first)),
                1 => Part::Object(ObjectId(first), second),
                2 if first < 2 * THREADS => Part::Space(SpaceId(first)),
                3 => Part::Environment,
                _ => return Err(Refusal::Garbled),
            };
            self.positions.push(space.position(part));
        }
        let position = number.checked_sub(1).and_then(|i| self.positions.get(i));
        position.copied().ok_or(Refusal::Garbled)
    }

    /// Bytes that it occupies.
    pub fn memory(&self) -> usize {
        (self.leaves.capacity() + self.positions.capacity()) * 4
    }
}

/// The next number, as that of a thread.
pub(in crate::graph) fn thread(message: &mut Message<'_>) -> Result<ThreadId, Garbled> {
    let t = message.word()?;
    (t < THREADS).then_some(ThreadId(t)).ok_or(Garbled)
}
