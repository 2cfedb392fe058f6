//! How far a node of a computation graph knows the tasks: a persistent map from task to the number of its
//! first nodes that precede the node.
//!
//! A tree of shared parts with 16 entries each. What two maps have in common is shared, and a part that both
//! share is not looked at when one learns from the other, so that a chain of a million futures, of which each
//! knows all before it, costs O(log tasks) for each.
//!
//! Invariant: a part is never changed while another map shares it; entries that are not there are 0.
//!
//! Cost: O(log tasks) to look up and to set, in time and in memory; to learn, O(log tasks) for each part in
//! which the two differ.

use crate::TaskId;
use std::rc::Rc;

/// Log2 of the entries of a part.
const BITS: u32 = 4;
const WIDTH: usize = 1 << BITS;

#[derive(Clone, Debug)]
enum Part {
    Leaf([u32; WIDTH]),
    Inner([Option<Rc<Part>>; WIDTH]),
}

impl Part {
    fn new(height: u32) -> Part {
        match height {
            0 => Part::Leaf([0; WIDTH]),
            _ => Part::Inner(Default::default()),
        }
    }
}

/// How many first nodes of each task precede a node.
#[derive(Clone, Debug, Default)]
pub struct Known {
    root: Option<Rc<Part>>,
    /// Levels of inner parts above the leaves.
    height: u32,
}

fn digit(index: u32, level: u32) -> usize {
    (index >> (BITS * level)) as usize & (WIDTH - 1)
}

impl Known {
    /// The number of the first nodes of a task that are known.
    #[inline]
    pub fn get(&self, task: TaskId) -> u32 {
        if BITS * (self.height + 1) < u32::BITS && task.0 >> (BITS * (self.height + 1)) != 0 {
            return 0;
        }
        let mut part = &self.root;
        let mut level = self.height;
        loop {
            match part.as_deref() {
                None => return 0,
                Some(Part::Leaf(nodes)) => return nodes[digit(task.0, 0)],
                Some(Part::Inner(parts)) => part = &parts[digit(task.0, level)],
            }
            level -= 1;
        }
    }

    /// Knows at least this many nodes of a task.
    pub fn set(&mut self, task: TaskId, nodes: u32) {
        if self.get(task) >= nodes {
            return;
        }
        while BITS * (self.height + 1) < u32::BITS && task.0 >> (BITS * (self.height + 1)) != 0 {
            self.grow();
        }
        let mut at = &mut self.root;
        let mut level = self.height;
        loop {
            match Rc::make_mut(at.get_or_insert_with(|| Rc::new(Part::new(level)))) {
                Part::Leaf(known) => {
                    known[digit(task.0, 0)] = nodes;
                    return;
                }
                Part::Inner(parts) => at = &mut parts[digit(task.0, level)],
            }
            level -= 1;
        }
    }

    fn grow(&mut self) {
        if let Some(root) = self.root.take() {
            let mut parts: [Option<Rc<Part>>; WIDTH] = Default::default();
            parts[0] = Some(root);
            self.root = Some(Rc::new(Part::Inner(parts)));
        }
        self.height += 1;
    }

    /// Knows what another does as well.
    pub fn learn(&mut self, other: &Known) {
        while self.height < other.height {
            self.grow();
        }
        let mut at = &mut self.root;
        for level in (other.height + 1..=self.height).rev() {
            let Part::Inner(parts) = Rc::make_mut(at.get_or_insert_with(|| Rc::new(Part::new(level)))) else {
                unreachable!("a part above the leaves has parts");
            };
            at = &mut parts[0];
        }
        if let Some(theirs) = &other.root {
            *at = Some(
                at.as_ref()
                    .map_or_else(|| Rc::clone(theirs), |mine| union(mine, theirs)),
            );
        }
    }
}

/// What either of two parts knows: one of them if it knows it all.
fn union(a: &Rc<Part>, b: &Rc<Part>) -> Rc<Part> {
    if Rc::ptr_eq(a, b) {
        return Rc::clone(a);
    }
    match (&**a, &**b) {
        (Part::Leaf(mine), Part::Leaf(theirs)) => {
            let all: [u32; WIDTH] = std::array::from_fn(|i| mine[i].max(theirs[i]));
            match () {
                () if all == *mine => Rc::clone(a),
                () if all == *theirs => Rc::clone(b),
                () => Rc::new(Part::Leaf(all)),
            }
        }
        (Part::Inner(mine), Part::Inner(theirs)) => {
            let all: [Option<Rc<Part>>; WIDTH] = std::array::from_fn(|i| match (&mine[i], &theirs[i]) {
                (Some(a), Some(b)) => Some(union(a, b)),
                (one, None) | (None, one) => one.clone(),
            });
            match () {
                () if same(&all, mine) => Rc::clone(a),
                () if same(&all, theirs) => Rc::clone(b),
                () => Rc::new(Part::Inner(all)),
            }
        }
        _ => unreachable!("parts of one level are of one kind"),
    }
}

fn same(a: &[Option<Rc<Part>>; WIDTH], b: &[Option<Rc<Part>>; WIDTH]) -> bool {
    a.iter().zip(b).all(|(a, b)| match (a, b) {
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random operations: the map says what a vector would.
    #[test]
    fn knows_what_a_vector_knows() {
        let mut state = 3u64;
        let mut below = move |n: u32| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as u32 % n
        };
        let mut maps = vec![(Known::default(), vec![0u32; 70_000]); 6];
        for _ in 0..3000 {
            let (i, j) = (below(6) as usize, below(6) as usize);
            match below(3) {
                0 => {
                    let (known, vector) = maps[j].clone();
                    maps[i].0.learn(&known);
                    maps[i]
                        .1
                        .iter_mut()
                        .zip(vector)
                        .for_each(|(a, b)| *a = (*a).max(b));
                }
                _ => {
                    let limit = [16, 300, 5000, 70_000][below(4) as usize];
                    let (task, nodes) = (below(limit), below(9));
                    maps[i].0.set(TaskId(task), nodes);
                    let entry = &mut maps[i].1[task as usize];
                    *entry = (*entry).max(nodes);
                }
            }
            let (known, vector) = &maps[i];
            for task in (0..16).map(|_| below(70_000)).chain(0..40) {
                assert_eq!(known.get(TaskId(task)), vector[task as usize]);
            }
        }
    }
}
