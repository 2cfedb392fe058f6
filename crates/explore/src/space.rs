//! The state at hand, tied to the store: saved by its changed parts, loaded by its different parts.
//!
//! Most parts of a program never change: its functions, its constants, what it has no use for. So the first
//! state that is saved is the *base*, and a part is absent from a stored state as long as it is what it is
//! there. Threads are not in the base: those that are alike [change
//! places](raceproof_machine::Rearrangement), and a leaf must mean the same in every place then.

use crate::limits;
use crate::store::{NodeId, OutOfMemory, Root, Store, Tree};
use raceproof_machine::{CHUNK, Machine, ObjectId, Part, Pointer, Rearrangement, State, ThreadId};
use rustc_hash::FxHashMap;

/// No position.
const NOWHERE: u32 = u32::MAX;

/// The first state that was saved, without its threads.
struct Base {
    parts: FxHashMap<Part, NodeId>,
    /// The leaf of a part of the base that is not there any more.
    gone: NodeId,
}

/// A thread that is to become another.
struct Moved {
    thread: ThreadId,
    /// What it is; absent if that is not known.
    old: NodeId,
    /// What it is to be.
    leaf: NodeId,
}

/// What no part is stored as.
const GONE: [u8; 1] = [u8::MAX];

/// A state that can be saved and loaded.
pub struct Space<'m, 'p> {
    machine: &'m Machine<'p>,
    /// The state at hand.
    pub state: State,
    tree: Tree,
    positions: FxHashMap<Part, u32>,
    /// The positions of the threads, [`NOWHERE`] for one without.
    threads: Vec<u32>,
    /// Objects that were asked for lately, with their positions.
    recent: [(Part, u32); limits::SPACE_RECENT],
    /// The parts by their positions, each with what it is in the base.
    parts: Vec<(Part, NodeId)>,
    /// By position: how many parts before it are not threads, [`NOWHERE`] for a thread.
    ranks: Vec<u32>,
    /// How many parts have a position and are not threads.
    others: u32,
    base: Option<Base>,
    /// Objects whose bytes do not matter.
    idle: Vec<ObjectId>,
    /// Kept for its memory.
    bytes: Vec<u8>,
    dirty: Vec<Part>,
    leaves: Vec<(u32, NodeId)>,
    moved: Vec<Moved>,
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
            threads: Vec::new(),
            recent: [(Part::Environment, NOWHERE); limits::SPACE_RECENT],
            parts: Vec::new(),
            ranks: Vec::new(),
            others: 0,
            base: None,
            idle: Vec::new(),
            bytes: Vec::new(),
            dirty: Vec::new(),
            leaves: Vec::new(),
            moved: Vec::new(),
        }
    }

    /// The bytes of these objects do not matter: they are not stored, and loading a state leaves them as they
    /// are.
    pub fn ignore(&mut self, objects: &[ObjectId]) {
        self.idle = objects.to_vec();
    }

    fn is_idle(&self, part: Part) -> bool {
        matches!(part, Part::Object(id, _) if self.idle.contains(&id))
    }

    /// Stores the state at hand.
    pub fn save(&mut self, store: &mut Store) -> Result<Root, OutOfMemory> {
        self.update(store)?;
        self.root(store)
    }

    /// Stores the state at hand, of which all parts are stored.
    pub fn root(&mut self, store: &mut Store) -> Result<Root, OutOfMemory> {
        self.tree.root(store)
    }

    /// Stores the threads of the state at hand.
    pub fn update_threads(&mut self, store: &mut Store) -> Result<(), OutOfMemory> {
        self.dirty.clear();
        self.state.drain_threads(&mut self.dirty);
        for i in 0..self.dirty.len() {
            let part = self.dirty[i];
            self.bytes.clear();
            self.machine.encode_part(&self.state, part, &mut self.bytes);
            let id = store.intern(&self.bytes)?;
            self.set(part, id);
        }
        Ok(())
    }

    /// Stores the parts of the state at hand, not yet the state.
    pub fn update(&mut self, store: &mut Store) -> Result<(), OutOfMemory> {
        self.dirty.clear();
        self.state.drain(&mut self.dirty);
        let mut base = match &self.base {
            None => Some(Base {
                parts: FxHashMap::default(),
                gone: store.intern(&GONE)?,
            }),
            Some(_) => None,
        };
        for i in 0..self.dirty.len() {
            let part = self.dirty[i];
            if base.is_none() && self.is_idle(part) {
                continue;
            }
            self.bytes.clear();
            self.machine.encode_part(&self.state, part, &mut self.bytes);
            let id = store.intern(&self.bytes)?;
            match &mut base {
                Some(base) if !matches!(part, Part::Thread(_)) => {
                    base.parts.insert(part, id);
                }
                _ => self.set(part, id),
            }
        }
        if base.is_some() {
            self.base = base;
        }
        Ok(())
    }

    /// A part of the state at hand is this.
    fn set(&mut self, part: Part, id: NodeId) {
        let position = self.position(part) as usize;
        let leaf = match (self.parts[position].1, &self.base) {
            (NodeId(0), _) | (_, None) => id,
            (usual, _) if usual == id => NodeId(0),
            (_, Some(base)) if id == NodeId(0) => base.gone,
            _ => id,
        };
        self.tree.set(position, leaf);
    }

    /// The parts of the state at hand by their names, those that are not stored yet among them.
    pub fn leaves(&self) -> &[NodeId] {
        self.tree.leaves()
    }

    /// The part at a position.
    pub fn part(&self, position: usize) -> Part {
        self.parts[position].0
    }

    /// The position of a part, which it gets with this if it has none.
    pub fn position(&mut self, part: Part) -> u32 {
        let recent = match part {
            Part::Thread(t) => {
                if let Some(&position) = self.threads.get(t.0 as usize)
                    && position != NOWHERE
                {
                    return position;
                }
                None
            }
            Part::Object(id, chunk) => {
                let recent = (id.0 ^ chunk) as usize % limits::SPACE_RECENT;
                if self.recent[recent].0 == part {
                    return self.recent[recent].1;
                }
                Some(recent)
            }
            _ => None,
        };
        let position = *self.positions.entry(part).or_insert_with(|| {
            let usual = self.base.as_ref().and_then(|base| base.parts.get(&part));
            self.parts.push((part, usual.copied().unwrap_or_default()));
            if matches!(part, Part::Thread(_)) {
                self.ranks.push(NOWHERE);
            } else {
                self.ranks.push(self.others);
                self.others += 1;
            }
            self.parts.len() as u32 - 1
        });
        if let Some(recent) = recent {
            self.recent[recent] = (part, position);
        }
        if let Part::Thread(t) = part {
            let i = t.0 as usize;
            if self.threads.len() <= i {
                self.threads.resize(i + 1, NOWHERE);
            }
            self.threads[i] = position;
        }
        position
    }

    /// The stored part that a thread was when the state at hand was updated or loaded.
    #[inline]
    pub fn thread_leaf(&self, t: ThreadId) -> NodeId {
        match self.threads.get(t.0 as usize) {
            Some(&position) => self.tree.leaf(position as usize),
            None => NodeId(0),
        }
    }

    /// The position of the part that these bytes of an object are in, if they are in one.
    pub fn bytes_position(&mut self, start: Pointer, length: u32) -> Option<u32> {
        let chunk = start.offset() / CHUNK;
        let last = start.offset().checked_add(length - 1)?;
        let part = Part::Object(start.object(), chunk);
        (last / CHUNK == chunk && !self.is_idle(part)).then(|| self.position(part))
    }

    /// How many threads there have been at once.
    pub fn threads(&self) -> u32 {
        self.threads.len() as u32
    }

    /// The position of a thread that there has been.
    pub fn thread_position(&self, t: ThreadId) -> usize {
        self.threads[t.0 as usize] as usize
    }

    /// The number of the part at a position among those that are not threads.
    pub fn rank(&self, position: usize) -> Option<usize> {
        let rank = self.ranks[position];
        (rank != NOWHERE).then_some(rank as usize)
    }

    /// What the parts that the last update stored are now, but for threads: their positions and leaves.
    pub fn updated(&self) -> impl Iterator<Item = (u32, NodeId)> {
        let parts = self.dirty.iter().filter(|part| !matches!(part, Part::Thread(_)));
        parts.filter_map(|part| {
            let &position = self.positions.get(part)?;
            Some((position, self.tree.leaf(position as usize)))
        })
    }

    /// Lets movable threads change places, after an update: see [`State::rearrange`].
    pub fn rearrange(&mut self, rearrangement: &Rearrangement) {
        let mut leaves = std::mem::take(&mut self.leaves);
        leaves.extend(
            rearrangement
                .moves()
                .iter()
                .map(|&(to, from)| (self.position(Part::Thread(to)), self.thread_leaf(from))),
        );
        for (position, leaf) in leaves.drain(..) {
            self.tree.set(position as usize, leaf);
        }
        self.leaves = leaves;
        self.state.rearrange(rearrangement);
    }

    /// Makes a stored state the one at hand. What was changed since it was saved or loaded is undone.
    pub fn load(&mut self, store: &mut Store, root: Root) -> Result<(), OutOfMemory> {
        // Parts that changed since the last save differ from what the tree says.
        self.dirty.clear();
        self.state.drain(&mut self.dirty);
        let (machine, state, parts) = (self.machine, &mut self.state, &self.parts);
        let gone = self.base.as_ref().map_or(NodeId(0), |base| base.gone);
        let content = |leaf: NodeId, usual: NodeId| match leaf {
            NodeId(0) => usual,
            _ if leaf == gone => NodeId(0),
            _ => leaf,
        };
        let moved = &mut self.moved;
        moved.clear();
        self.tree
            .load(store, root, |store, position, old, leaf: NodeId| {
                let (part, usual) = parts[position];
                match part {
                    Part::Thread(thread) if old != NodeId(0) && leaf != NodeId(0) => {
                        moved.push(Moved { thread, old, leaf });
                    }
                    _ => machine.decode_part(state, part, store.content(content(leaf, usual))),
                }
            })?;
        self.load_threads(store);
        for &part in &self.dirty {
            if let Part::Thread(t) = part
                && self.moved.iter().any(|m| m.thread == t)
            {
                continue;
            }
            if self.is_idle(part) {
                continue;
            }
            let id = match self.positions.get(&part) {
                Some(&position) => {
                    let position = position as usize;
                    content(self.tree.leaf(position), self.parts[position].1)
                }
                None => {
                    let usual = self.base.as_ref().and_then(|base| base.parts.get(&part));
                    usual.copied().unwrap_or_default()
                }
            };
            machine.decode_part(&mut self.state, part, store.content(id));
        }
        self.dirty.clear();
        self.state.drain(&mut self.dirty);
        Ok(())
    }

    /// Lets threads be what their leaves say: those that change places with others are not read again.
    fn load_threads(&mut self, store: &Store) {
        let mut moved = std::mem::take(&mut self.moved);
        // Threads come first in what has changed. What has is not what its leaf says.
        for part in &self.dirty {
            let Part::Thread(t) = part else {
                break;
            };
            if let Some(at) = moved.iter_mut().find(|m| m.thread == *t) {
                at.old = NodeId(0);
            }
        }
        for i in 0..moved.len() {
            let Moved { thread, old, leaf } = moved[i];
            if old == leaf {
                continue;
            }
            let others = &mut moved[i + 1..];
            match others
                .iter_mut()
                .take(limits::SPACE_LOOK.size())
                .find(|m| m.old == leaf)
            {
                Some(other) => {
                    other.old = old;
                    self.state.exchange(thread, other.thread);
                }
                None => {
                    let part = Part::Thread(thread);
                    self.machine
                        .decode_part(&mut self.state, part, store.content(leaf));
                }
            }
        }
        self.moved = moved;
    }
}
