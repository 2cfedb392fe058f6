//! The state store: states as trees over interned parts.
//!
//! A state is a sequence of *leaves*: the encodings of its parts (a thread, a chunk of an object), each
//! interned once. Groups of four leaves, groups of groups and so on are interned too, up to one root
//! (collapse compression of SPIN; tree compression of Laarman, van de Pol, Weber 2011). States that differ in
//! one leaf share all but the path to it, so a stored state costs a few groups of sixteen bytes, and only
//! that path is hashed again. Pairs would share more, but four times as many would be looked up.
//!
//! States are compared exactly: equal roots are equal states, and no hash stands for a state.
//!
//! Leaf 0 of the numbering is "absent"; a subtree of absent leaves is absent itself, and absent right
//! halves at the top are cut off. So the number of leaves may grow during a search without
//! changing the name of a state that has none of the new ones.

use hashbrown::HashTable;
use std::hash::Hasher;

/// An interned leaf or group; 0 is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct NodeId(pub u32);

/// A stored state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Root {
    node: NodeId,
    /// Levels of groups above the leaves.
    height: u8,
}

impl Root {
    /// The state with this topmost node, that many levels above its leaves.
    pub fn new(node: NodeId, height: u8) -> Root {
        Root { node, height }
    }

    /// Its topmost node.
    pub fn node(self) -> NodeId {
        self.node
    }

    /// The levels of groups above its leaves.
    pub fn height(self) -> u8 {
        self.height
    }

    /// Leaves at this position and beyond are absent.
    pub fn reach(self) -> usize {
        1 << (u32::from(self.height) * BITS)
    }
}

/// The memory for states is used up, or the system gave no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// Leaves or groups that are stored together.
type Group = [NodeId; GROUP];

/// Two to the power of [`BITS`].
const GROUP: usize = 4;
const BITS: u32 = 2;

/// A group above leaves that have changed; no stored one has this name.
const UNKNOWN: NodeId = NodeId(u32::MAX);

/// A group of nothing.
const ABSENT: Group = [NodeId(0); GROUP];

/// All leaves and groups.
pub struct Store {
    bytes: Vec<u8>,
    /// End of each leaf in `bytes`; leaf `i` starts where leaf `i - 1` ends.
    ends: Vec<u64>,
    leaf_index: HashTable<u32>,
    groups: Vec<Group>,
    group_index: HashTable<u32>,
    limit: usize,
}

/// The leaves of the state at hand, with the groups above them, so that a change costs one path.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// `levels[0]` are the leaves, `levels[k]` the groups of `levels[k - 1]`. Each has room for whole groups.
    levels: Vec<Vec<NodeId>>,
    dirty: Vec<u32>,
    /// The root, while nothing has changed since it was asked for or loaded.
    root: Option<Root>,
}

impl Store {
    /// An empty store that may grow to `limit` bytes.
    pub fn new(limit: usize) -> Store {
        Store {
            bytes: Vec::new(),
            ends: vec![0],
            leaf_index: HashTable::new(),
            groups: vec![ABSENT],
            group_index: HashTable::new(),
            limit,
        }
    }

    /// Bytes that the store occupies.
    pub fn size(&self) -> usize {
        self.bytes.capacity()
            + self.ends.capacity() * 8
            + self.groups.capacity() * size_of::<Group>()
            + (self.leaf_index.capacity() + self.group_index.capacity()) * 5
    }

    /// Makes room for a leaf of `more` bytes, or fails without changing anything.
    fn reserve_leaf(&mut self, more: usize) -> Result<(), OutOfMemory> {
        let growing = self.bytes.len() + more > self.bytes.capacity()
            || self.ends.len() == self.ends.capacity()
            || self.leaf_index.len() == self.leaf_index.capacity();
        if !growing {
            return Ok(());
        }
        if self.size() + more > self.limit {
            return Err(OutOfMemory);
        }
        let failed = |_| OutOfMemory;
        self.bytes.try_reserve(more).map_err(failed)?;
        self.ends.try_reserve(1).map_err(failed)?;
        let (bytes, ends) = (&self.bytes, &self.ends);
        self.leaf_index
            .try_reserve(1, |&i| hash_bytes(leaf(bytes, ends, i)))
            .map_err(|_| OutOfMemory)
    }

    /// Makes room for a group, or fails without changing anything.
    fn reserve_group(&mut self) -> Result<(), OutOfMemory> {
        let growing = self.groups.len() == self.groups.capacity()
            || self.group_index.len() == self.group_index.capacity();
        if !growing {
            return Ok(());
        }
        if self.size() > self.limit {
            return Err(OutOfMemory);
        }
        self.groups.try_reserve(1).map_err(|_| OutOfMemory)?;
        let groups = &self.groups;
        self.group_index
            .try_reserve(1, |&i| hash_group(&groups[i as usize]))
            .map_err(|_| OutOfMemory)
    }

    /// Interns a leaf; the empty one is absent.
    pub fn intern(&mut self, content: &[u8]) -> Result<NodeId, OutOfMemory> {
        if content.is_empty() {
            return Ok(NodeId(0));
        }
        let hash = hash_bytes(content);
        if let Some(&i) = self
            .leaf_index
            .find(hash, |&i| leaf(&self.bytes, &self.ends, i) == content)
        {
            return Ok(NodeId(i));
        }
        self.reserve_leaf(content.len())?;
        let id = u32::try_from(self.ends.len()).map_err(|_| OutOfMemory)?;
        self.bytes.extend_from_slice(content);
        self.ends.push(self.bytes.len() as u64);
        let (bytes, ends) = (&self.bytes, &self.ends);
        self.leaf_index
            .insert_unique(hash, id, |&i| hash_bytes(leaf(bytes, ends, i)));
        Ok(NodeId(id))
    }

    /// The content of a leaf.
    pub fn content(&self, id: NodeId) -> &[u8] {
        if id.0 == 0 {
            &[]
        } else {
            leaf(&self.bytes, &self.ends, id.0)
        }
    }

    /// The leaf of a stored state at a position.
    pub fn leaf_of(&self, root: Root, position: usize) -> NodeId {
        let mut height = u32::from(root.height) * BITS;
        if position >> height != 0 {
            return NodeId(0);
        }
        let mut node = root.node;
        while height > 0 {
            height -= BITS;
            node = self.groups[node.0 as usize][position >> height & (GROUP - 1)];
        }
        node
    }

    /// Interns a group of leaves, or of groups of equal height.
    pub fn group(&mut self, group: &Group) -> Result<NodeId, OutOfMemory> {
        if *group == ABSENT {
            return Ok(NodeId(0));
        }
        let hash = hash_group(group);
        if let Some(&i) = self
            .group_index
            .find(hash, |&i| self.groups[i as usize] == *group)
        {
            return Ok(NodeId(i));
        }
        self.reserve_group()?;
        let id = u32::try_from(self.groups.len()).map_err(|_| OutOfMemory)?;
        if NodeId(id) == UNKNOWN {
            return Err(OutOfMemory);
        }
        self.groups.push(*group);
        let groups = &self.groups;
        self.group_index
            .insert_unique(hash, id, |&i| hash_group(&groups[i as usize]));
        Ok(NodeId(id))
    }
}

fn leaf<'a>(bytes: &'a [u8], ends: &[u64], i: u32) -> &'a [u8] {
    &bytes[ends[i as usize - 1] as usize..ends[i as usize] as usize]
}

fn hash_bytes(content: &[u8]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(content);
    hasher.finish()
}

fn hash_group(group: &Group) -> u64 {
    let [a, b, c, d] = group.map(|id| u64::from(id.0));
    let left = (a << 32 | b).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = ((c << 32 | d) ^ left ^ left >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 32
}

impl Tree {
    /// The leaf at a position.
    pub fn leaf(&self, position: usize) -> NodeId {
        self.levels
            .first()
            .and_then(|l| l.get(position))
            .copied()
            .unwrap_or_default()
    }

    /// Number of positions that may be present.
    pub fn len(&self) -> usize {
        self.levels.first().map_or(0, Vec::len)
    }

    /// Whether no leaf was ever set.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Replaces a leaf.
    #[inline]
    pub fn set(&mut self, position: usize, id: NodeId) {
        if self.leaf(position) != id {
            if self.levels.is_empty() {
                self.levels.push(Vec::new());
            }
            *place(&mut self.levels[0], position) = id;
            self.dirty.push(position as u32);
            self.root = None;
        }
    }

    /// The leaves, by their positions.
    pub fn leaves(&self) -> &[NodeId] {
        self.levels.first().map_or(&[], Vec::as_slice)
    }

    /// Becomes the tree of a stored state; calls `changed` for each leaf that is another one then, with the
    /// old and the new one. Changes that [`Tree::root`] has not interned are given up.
    pub fn load(
        &mut self,
        store: &mut Store,
        root: Root,
        mut changed: impl FnMut(&Store, usize, NodeId, NodeId),
    ) -> Result<(), OutOfMemory> {
        let top = usize::from(root.height);
        while self.levels.len() <= top {
            self.levels.push(Vec::new());
        }
        self.forget_groups();
        if self.root.is_none_or(|at_hand| at_hand.height > root.height) {
            self.cut(top, |position, old| changed(store, position, old, NodeId(0)));
        }
        descend(&mut self.levels[..=top], store, 0, root.node, &mut changed);
        for height in top + 1..self.levels.len() {
            let mut group = ABSENT;
            group[0] = self.levels[height - 1].first().copied().unwrap_or_default();
            if let Some(first) = self.levels[height].first_mut() {
                *first = store.group(&group)?;
            }
        }
        self.root = self.dirty.is_empty().then_some(root);
        Ok(())
    }

    /// The groups above changed leaves are no longer known.
    fn forget_groups(&mut self) {
        for mut position in self.dirty.drain(..).map(|position| position as usize) {
            for level in &mut self.levels[1..] {
                position >>= BITS;
                *place(level, position) = UNKNOWN;
            }
        }
    }

    /// Makes absent what is beyond the reach of a root at this height.
    fn cut(&mut self, top: usize, mut changed: impl FnMut(usize, NodeId)) {
        for height in 0..self.levels.len() {
            let reach = 1 << (BITS as usize * top.saturating_sub(height));
            for position in reach..self.levels[height].len() {
                let old = std::mem::take(&mut self.levels[height][position]);
                if height == 0 && old != NodeId(0) {
                    changed(position, old);
                }
            }
        }
    }

    /// Interns the groups above the changed leaves and gives the root.
    pub fn root(&mut self, store: &mut Store) -> Result<Root, OutOfMemory> {
        if self.is_empty() {
            return Ok(Root::default());
        }
        if let Some(root) = self.root {
            return Ok(root);
        }
        let mut changed = std::mem::take(&mut self.dirty);
        changed.sort_unstable();
        let mut height = 0;
        let mut width = self.levels[0].len();
        while width > 1 {
            width = width.div_ceil(GROUP);
            if self.levels.len() == height + 1 {
                self.levels.push(Vec::new());
            }
            let (low, high) = self.levels.split_at_mut(height + 1);
            let (below, above) = (low[height].as_chunks::<GROUP>().0, &mut high[0]);
            let known = above.len().min(width);
            if known < width {
                *place(above, width - 1) = NodeId(0);
                changed.extend((known * GROUP..width * GROUP).step_by(GROUP).map(|p| p as u32));
                changed.sort_unstable();
            }
            let (mut kept, mut last) = (0, u32::MAX);
            for i in 0..changed.len() {
                let position = changed[i] >> BITS;
                if position != last {
                    last = position;
                    changed[kept] = position;
                    kept += 1;
                    above[position as usize] = store.group(&below[position as usize])?;
                }
            }
            changed.truncate(kept);
            height += 1;
        }
        // The lowest level at which everything to the right of the first node is absent.
        let height = (0..height)
            .find(|&h| self.levels[h].iter().skip(1).all(|&n| n == NodeId(0)))
            .unwrap_or(height);
        changed.clear();
        self.dirty = changed;
        let root = Root {
            node: self.levels[height][0],
            height: height as u8,
        };
        self.root = Some(root);
        Ok(root)
    }
}

/// The place of a node in its level, which is made long enough and stays a number of whole groups.
fn place(level: &mut Vec<NodeId>, position: usize) -> &mut NodeId {
    if level.len() <= position {
        level.resize((position + 1).next_multiple_of(GROUP), NodeId(0));
    }
    &mut level[position]
}

/// Lets the highest of these levels have a node at a position, and those below what belongs to it.
fn descend(
    levels: &mut [Vec<NodeId>],
    store: &Store,
    position: usize,
    node: NodeId,
    changed: &mut impl FnMut(&Store, usize, NodeId, NodeId),
) {
    let Some((level, below)) = levels.split_last_mut() else {
        return;
    };
    let old = std::mem::replace(place(level, position), node);
    if old == node {
        return;
    }
    let Some(next) = below.last_mut() else {
        return changed(store, position, old, node);
    };
    let first = position << BITS;
    place(next, first);
    let group = &store.groups[node.0 as usize];
    for (i, &child) in group.iter().enumerate() {
        if below[below.len() - 1][first + i] != child {
            descend(below, store, first + i, child, changed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(store: &mut Store, tree: &mut Tree, leaves: &[&str]) -> Root {
        for i in 0..tree.len().max(leaves.len()) {
            let id = store.intern(leaves.get(i).unwrap_or(&"").as_bytes()).unwrap();
            tree.set(i, id);
        }
        tree.root(store).unwrap()
    }

    #[test]
    fn equal_states_have_equal_roots_however_they_were_reached() {
        let mut store = Store::new(1 << 20);
        let mut tree = Tree::default();
        let a = build(&mut store, &mut tree, &["x", "y", "z"]);
        let b = build(&mut store, &mut tree, &["x", "y", "z", "w", "v", "u"]);
        let c = build(&mut store, &mut tree, &["x", "y", "z"]);
        assert_eq!(a, c);
        assert_ne!(a, b);
        let d = build(&mut store, &mut Tree::default(), &["x", "y", "z", "w", "v", "u"]);
        assert_eq!(b, d);
    }

    #[test]
    fn loading_tells_the_changed_leaves_and_restores_the_root() {
        let mut store = Store::new(1 << 20);
        let mut tree = Tree::default();
        let a = build(&mut store, &mut tree, &["x"]);
        let b = build(&mut store, &mut tree, &["x", "y", "z", "w", "v"]);
        let c = build(&mut store, &mut tree, &["x", "y", "", "w", "v"]);
        for (root, leaves) in [
            (a, vec!["x"]),
            (c, vec!["x", "y", "", "w", "v"]),
            (b, vec!["x", "y", "z", "w", "v"]),
        ] {
            let mut now: Vec<Vec<u8>> = (0..tree.len())
                .map(|i| store.content(tree.leaf(i)).to_vec())
                .collect();
            tree.load(&mut store, root, |store, i, _, id| {
                now.resize(now.len().max(i + 1), Vec::new());
                now[i] = store.content(id).to_vec();
            })
            .unwrap();
            now.retain(|l| !l.is_empty());
            let expected: Vec<Vec<u8>> = leaves
                .iter()
                .filter(|l| !l.is_empty())
                .map(|l| l.as_bytes().to_vec())
                .collect();
            assert_eq!(now, expected);
            assert_eq!(tree.root(&mut store).unwrap(), root);
        }
    }

    #[test]
    fn loading_gives_up_what_was_not_interned() {
        let mut store = Store::new(1 << 20);
        let mut tree = Tree::default();
        let small = build(&mut store, &mut tree, &["x", "y"]);
        let names: Vec<String> = (0..70).map(|i| format!("l{i}")).collect();
        let large = build(
            &mut store,
            &mut tree,
            &names.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        let other = store.intern(b"other").unwrap();
        for (root, length) in [(small, 2), (large, 70), (small, 2)] {
            for changed in [1, 30, 69, 200] {
                tree.load(&mut store, root, |_, _, _, _| {}).unwrap();
                tree.set(changed, other);
                tree.load(&mut store, root, |_, _, _, _| {}).unwrap();
                assert!((0..length).all(|i| tree.leaf(i) != other && tree.leaf(i) != NodeId(0)));
                assert!((length..tree.len()).all(|i| tree.leaf(i) == NodeId(0)));
                tree.set(0, other);
                tree.root(&mut store).unwrap();
            }
        }
    }

    #[test]
    fn a_full_store_fails_cleanly() {
        let mut store = Store::new(300);
        let mut last = Ok(NodeId(0));
        for i in 0..1000u32 {
            last = store.intern(&i.to_le_bytes());
            if last.is_err() {
                break;
            }
        }
        assert_eq!(last, Err(OutOfMemory));
        assert_eq!(store.content(NodeId(1)), 0u32.to_le_bytes());
    }
}
