//! The state at hand, tied to the store: saved by its changed parts, loaded by its different parts.

use crate::store::{NodeId, OutOfMemory, Root, Store, Tree};
use raceproof_machine::{Machine, Part, State, ThreadId};
use rustc_hash::FxHashMap;

/// A state that can be saved and loaded.
pub struct Space<'m, 'p> {
    machine: &'m Machine<'p>,
    /// The state at hand.
    pub state: State,
    tree: Tree,
    positions: FxHashMap<Part, u32>,
    parts: Vec<Part>,
    /// Kept for its memory.
    bytes: Vec<u8>,
    dirty: Vec<Part>,
}

impl<'m, 'p> Space<'m, 'p> {
    /// Starts at the initial state of the machine.
    pub fn new(machine: &'m Machine<'p>) -> Space<'m, 'p> {
        let mut state = machine.initial();
        state.track();
        Space {
            machine,
            state,
            tree: Tree::default(),
            positions: FxHashMap::default(),
            parts: Vec::new(),
            bytes: Vec::new(),
            dirty: Vec::new(),
        }
    }

    /// Stores the state at hand.
    pub fn save(&mut self, store: &mut Store) -> Result<Root, OutOfMemory> {
        self.update(store)?;
        self.tree.root(store)
    }

    /// Stores the parts of the state at hand, not yet the state.
    pub fn update(&mut self, store: &mut Store) -> Result<(), OutOfMemory> {
        self.dirty.clear();
        self.state.drain(&mut self.dirty);
        for i in 0..self.dirty.len() {
            let part = self.dirty[i];
            self.bytes.clear();
            self.machine.encode_part(&self.state, part, &mut self.bytes);
            let id = store.intern(&self.bytes)?;
            let position = *self.positions.entry(part).or_insert_with(|| {
                self.parts.push(part);
                self.parts.len() as u32 - 1
            });
            self.tree.set(position as usize, id);
        }
        Ok(())
    }

    /// The stored part that a thread was when the state at hand was updated or loaded.
    pub fn thread_leaf(&self, t: ThreadId) -> NodeId {
        match self.positions.get(&Part::Thread(t)) {
            Some(&position) => self.tree.leaf(position as usize),
            None => NodeId(0),
        }
    }

    /// Lets movable threads change places, after an update: see [`State::rearrange`].
    pub fn rearrange(&mut self, places: &[ThreadId], from: &[ThreadId]) {
        let leaves: Vec<NodeId> = from.iter().map(|&t| self.thread_leaf(t)).collect();
        for (t, leaf) in places.iter().zip(leaves) {
            if let Some(&position) = self.positions.get(&Part::Thread(*t)) {
                self.tree.set(position as usize, leaf);
            }
        }
        self.state.rearrange(places, from);
    }

    /// Makes a stored state the one at hand. What was changed since it was saved or loaded is undone.
    pub fn load(&mut self, store: &mut Store, root: Root) -> Result<(), OutOfMemory> {
        // Parts that changed since the last save differ from what the tree says.
        self.dirty.clear();
        self.state.drain(&mut self.dirty);
        let (machine, state, parts) = (self.machine, &mut self.state, &self.parts);
        self.tree.load(store, root, |store, position, id: NodeId| {
            machine.decode_part(state, parts[position], store.content(id));
        })?;
        for &part in &self.dirty {
            let content = match self.positions.get(&part) {
                Some(&position) => store.content(self.tree.leaf(position as usize)),
                None => &[],
            };
            machine.decode_part(&mut self.state, part, content);
        }
        self.dirty.clear();
        self.state.drain(&mut self.dirty);
        Ok(())
    }
}
