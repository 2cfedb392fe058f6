//! Whose a state is: a hash of its canonical bytes says it, which is the same for every worker.

use raceproof_machine::Part;

use crate::space::Space;
use crate::store::{NodeId, Store};

/// Hashes of what states are made of.
#[derive(Default)]
pub(in crate::graph) struct Hashes {
    /// By leaf, 0 if not known yet.
    leaves: Vec<u64>,
    /// By position, 0 if not known yet.
    parts: Vec<u64>,
}

impl Hashes {
    /// The hash of a state and of what its threads know. Sets of accesses do not count: nodes that differ in
    /// them only are compared, so one worker must have them all.
    pub fn state(
        &mut self,
        store: &Store,
        space: &Space<'_, '_>,
        leaves: &[NodeId],
        causality: NodeId,
    ) -> u64 {
        let mut sum = mix(self.leaf(store, causality));
        for (position, &leaf) in leaves.iter().enumerate() {
            if leaf != NodeId(0) {
                // A sum, so that the order of the positions, which is not the same for all, does not count.
                let part = self.part(space, position);
                sum = sum.wrapping_add(mix(part ^ self.leaf(store, leaf)));
            }
        }
        mix(sum)
    }

    #[inline]
    fn leaf(&mut self, store: &Store, leaf: NodeId) -> u64 {
        let i = leaf.0 as usize;
        match self.leaves.get(i) {
            Some(&hash) if hash != 0 => hash,
            _ => fill(&mut self.leaves, i, bytes(store.content(leaf))),
        }
    }

    #[inline]
    fn part(&mut self, space: &Space<'_, '_>, position: usize) -> u64 {
        match self.parts.get(position) {
            Some(&hash) if hash != 0 => hash,
            _ => {
                let (kind, first, second) = match space.part(position) {
                    Part::Thread(t) => (1, t.0, 0),
                    Part::Object(id, chunk) => (2, id.0, chunk),
                    Part::Space(id) => (3, id.0, 0),
                    Part::Environment => (4, 0, 0),
                };
                let hash = mix(mix(u64::from(first) << 32 | u64::from(second)).wrapping_add(kind));
                fill(&mut self.parts, position, hash)
            }
        }
    }

    /// Bytes that it occupies.
    pub fn memory(&self) -> usize {
        (self.leaves.capacity() + self.parts.capacity()) * 8
    }
}

/// Who of so many workers has the states with a hash.
pub(in crate::graph) fn owner(hash: u64, count: u32) -> u32 {
    (((hash >> 32) * u64::from(count)) >> 32) as u32
}

#[cold]
fn fill(list: &mut Vec<u64>, i: usize, hash: u64) -> u64 {
    if list.len() <= i {
        list.resize(i + 1, 0);
    }
    list[i] = hash.max(1);
    list[i]
}

fn bytes(content: &[u8]) -> u64 {
    let (chunks, rest) = content.as_chunks::<8>();
    let mut hash = content.len() as u64;
    for chunk in chunks {
        hash = mix(hash ^ u64::from_le_bytes(*chunk)).wrapping_add(1);
    }
    for &byte in rest {
        hash = mix(hash ^ u64::from(byte)).wrapping_add(1);
    }
    hash
}

#[inline]
fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ x >> 32
}
