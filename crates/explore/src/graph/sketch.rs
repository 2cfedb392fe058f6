//! A node by the names of its parts, without its state.
//!
//! What comes of a turn that is [known](super::memo) is a few other names, so that nothing has to be put
//! back, run or stored.

use crate::space::Space;
use crate::store::{NodeId, OutOfMemory, Root, Store, Tree};
use raceproof_machine::ThreadId;

/// The names of the parts of a node.
#[derive(Default)]
pub(super) struct Sketch {
    /// The parts of the state, by their positions.
    tree: Tree,
    /// Those that are not threads, by their ranks.
    memory: Tree,
    /// The pasts of the threads.
    sets: Tree,
    /// The threads that have a past, as bits; those with high numbers are not told.
    pasts: u64,
}

impl Sketch {
    /// Becomes that of a node.
    pub fn load(
        &mut self,
        store: &mut Store,
        space: &Space,
        state: Root,
        sets: Root,
    ) -> Result<(), OutOfMemory> {
        let memory = &mut self.memory;
        self.tree.load(store, state, |_, position, _, leaf| {
            if let Some(rank) = space.rank(position) {
                memory.set(rank, leaf);
            }
        })?;
        let pasts = &mut self.pasts;
        self.sets
            .load(store, sets, |_, t, _, past| note_past(pasts, t, past))
    }

    /// The names of the state and of all pasts together.
    pub fn roots(&mut self, store: &mut Store) -> Result<(Root, Root), OutOfMemory> {
        Ok((self.tree.root(store)?, self.sets.root(store)?))
    }

    /// The names of all parts, and of all pasts.
    pub fn leaves(&self) -> (&[NodeId], &[NodeId]) {
        (self.tree.leaves(), self.sets.leaves())
    }

    /// The threads that have a past, each with what it is stored as.
    #[inline]
    pub fn pasts(&self) -> impl Iterator<Item = (ThreadId, NodeId)> + '_ {
        let mut bits = self.pasts;
        std::iter::from_fn(move || {
            let t = ThreadId(bits.trailing_zeros());
            let is_last = bits == 0;
            bits &= bits.wrapping_sub(1);
            (!is_last).then(|| (t, self.past(t)))
        })
    }

    /// Lets a thread have another past.
    pub fn set_past(&mut self, t: ThreadId, past: NodeId) {
        self.sets.set(t.0 as usize, past);
        note_past(&mut self.pasts, t.0 as usize, past);
    }

    /// The name of all parts together that are not threads.
    pub fn memory(&mut self, store: &mut Store) -> Result<Root, OutOfMemory> {
        self.memory.root(store)
    }

    /// What a thread is stored as; absent if there is no such thread.
    #[inline]
    pub fn thread(&self, space: &Space, t: ThreadId) -> NodeId {
        self.tree.leaf(space.thread_position(t))
    }

    /// What the past of a thread is stored as.
    #[inline]
    pub fn past(&self, t: ThreadId) -> NodeId {
        self.sets.leaf(t.0 as usize)
    }

    /// What the part at a position is stored as.
    #[inline]
    pub fn part(&self, position: usize) -> NodeId {
        self.tree.leaf(position)
    }

    /// Lets a part have another name.
    pub fn set(&mut self, space: &Space, position: usize, leaf: NodeId) {
        self.tree.set(position, leaf);
        if let Some(rank) = space.rank(position) {
            self.memory.set(rank, leaf);
        }
    }
}

fn note_past(pasts: &mut u64, t: usize, past: NodeId) {
    let bit = 1u64.checked_shl(t as u32).unwrap_or(0);
    match past {
        NodeId(0) => *pasts &= !bit,
        _ => *pasts |= bit,
    }
}
