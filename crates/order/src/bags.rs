//! Series-parallel relations of a depth-first run of a structured task program, by disjoint sets.
//!
//! After SP-bags (Feng, Leiserson 1997) and its form for async and finish (Raman, Zhao, Sarkar, Vechev, Yahav
//! 2012). Every task is in a set; the set is *serial* if what its tasks did precedes what runs now,
//! *parallel* if it does not. A task that ends makes its set parallel; a join puts the set into that of the
//! joiner, which is serial.
//!
//! Invariant: valid for the task that runs now, if tasks run depth first (a posted task runs to its end
//! before its poster goes on) and joins nest: a join takes, of the tasks that the joiner has not joined, all
//! those posted after some point. Whoever cannot promise this uses [`Chains`](crate::Chains).
//!
//! Cost: nearly constant for each operation (union by size, path halving); eight bytes for each task ever
//! made.

use crate::TaskId;

/// The sets of all tasks.
#[derive(Clone, Debug, Default)]
pub struct Bags {
    parent: Vec<u32>,
    /// For a root: twice the size of its set, plus one if the set is parallel.
    size: Vec<u32>,
}

impl Bags {
    /// One task.
    pub fn new() -> Bags {
        let mut bags = Bags::default();
        bags.fork();
        bags
    }

    /// A new task, which runs now.
    pub fn fork(&mut self) -> TaskId {
        let id = self.parent.len() as u32;
        self.parent.push(id);
        self.size.push(2);
        TaskId(id)
    }

    #[inline]
    fn root(&mut self, task: TaskId) -> u32 {
        let mut at = task.0;
        loop {
            let up = self.parent[at as usize];
            if up == at {
                return at;
            }
            let further = self.parent[up as usize];
            self.parent[at as usize] = further;
            at = further;
        }
    }

    /// The task has ended; what it did, and what it joined, is parallel to what follows until somebody joins
    /// it.
    pub fn end(&mut self, task: TaskId) {
        let root = self.root(task);
        self.size[root as usize] |= 1;
    }

    /// The running task joins one that has ended.
    pub fn join(&mut self, waiter: TaskId, task: TaskId) {
        let (a, b) = (self.root(waiter), self.root(task));
        if a == b {
            return;
        }
        let total = (self.size[a as usize] >> 1) + (self.size[b as usize] >> 1);
        let (large, small) = match self.size[a as usize] >= self.size[b as usize] {
            true => (a, b),
            false => (b, a),
        };
        self.parent[small as usize] = large;
        self.size[large as usize] = total << 1;
    }

    /// Whether all that the task did so far precedes what runs now.
    #[inline]
    pub fn precedes(&mut self, task: TaskId) -> bool {
        let root = self.root(task);
        self.size[root as usize] & 1 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_parallel_until_it_is_joined() {
        let mut bags = Bags::new();
        let main = TaskId(0);
        let a = bags.fork();
        assert!(bags.precedes(main));
        let b = bags.fork();
        bags.end(b);
        assert!(!bags.precedes(b) && bags.precedes(a));
        bags.join(a, b);
        assert!(bags.precedes(b));
        bags.end(a);
        assert!(!bags.precedes(a) && !bags.precedes(b));
        bags.join(main, a);
        assert!(bags.precedes(a) && bags.precedes(b));
    }
}
