//! Reachability in any computation graph, by chains: every task is a chain of nodes, and each keeps how far
//! it knows the others.
//!
//! Exact for whatever edges there are (futures, joins that do not nest, edges between isolated blocks) and
//! for every order in which tasks run. A task's clock counts, for each task, the nodes of it that precede the
//! task's current node. Clocks share what they have in common ([`Known`]).
//!
//! Cost: O(log tasks) in time and memory for an operation that posts, or that joins a task which knows more
//! or less what the joiner does; at worst O(tasks) for a join of strangers. O(log tasks) for a question.
//! [`Bags`](crate::Bags) costs less where it applies.

use crate::{Known, TaskId};

#[derive(Clone, Debug, Default)]
struct Chain {
    known: Known,
    /// Nodes of this task before the current one.
    node: u32,
}

/// The chains of all tasks.
#[derive(Clone, Debug, Default)]
pub struct Chains {
    tasks: Vec<Chain>,
}

impl Chains {
    /// One task.
    pub fn new() -> Chains {
        Chains {
            tasks: vec![Chain::default()],
        }
    }

    /// The number of the node that a task is in.
    #[inline]
    pub fn node(&self, task: TaskId) -> u32 {
        self.tasks[task.0 as usize].node
    }

    /// A new task that knows what its poster does. Both are in fresh nodes.
    pub fn fork(&mut self, parent: TaskId) -> TaskId {
        let p = &mut self.tasks[parent.0 as usize];
        p.node += 1;
        let nodes = p.node;
        let mut known = p.known.clone();
        known.set(parent, nodes);
        self.tasks.push(Chain { known, node: 0 });
        TaskId(self.tasks.len() as u32 - 1)
    }

    /// What is known once the task's current node is over.
    pub fn after(&self, task: TaskId) -> Known {
        let chain = &self.tasks[task.0 as usize];
        let mut known = chain.known.clone();
        known.set(task, chain.node + 1);
        known
    }

    /// What is known in the task's current node.
    pub fn known(&self, task: TaskId) -> &Known {
        &self.tasks[task.0 as usize].known
    }

    /// The waiter knows what the task, which has ended, did.
    pub fn join(&mut self, waiter: TaskId, task: TaskId) {
        let known = self.after(task);
        self.advance(waiter);
        self.learn(waiter, &known);
    }

    /// The task goes on in a fresh node.
    pub fn advance(&mut self, task: TaskId) {
        self.tasks[task.0 as usize].node += 1;
    }

    /// The task's current node comes after all that is known here.
    pub fn learn(&mut self, task: TaskId, known: &Known) {
        self.tasks[task.0 as usize].known.learn(known);
    }

    /// Whether a node of a task is the current one of another, or precedes it.
    #[inline]
    pub fn precedes(&self, task: TaskId, node: u32, now: TaskId) -> bool {
        task == now || node < self.tasks[now.0 as usize].known.get(task)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ComputationGraph, Reach};

    /// Random graphs with joins that need not nest: every pair of nodes is ordered as the graph says.
    #[test]
    fn chains_agree_with_algorithm_1() {
        let mut state = 7u64;
        let mut below = move |n: u32| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as u32 % n.max(1)
        };
        let mut races = 0;
        for _ in 0..2000 {
            let mut graph = ComputationGraph::new();
            let mut chains = Chains::new();
            let mut past: Vec<(TaskId, u32, Reach, bool)> = Vec::new();
            let (mut count, mut race) = (1, false);
            let mut ended = vec![false];
            for _ in 0..below(25) {
                let t = TaskId(below(count));
                if ended[t.0 as usize] {
                    continue;
                }
                match below(4) {
                    0 => {
                        graph.post(t);
                        chains.fork(t);
                        ended.push(false);
                        count += 1;
                    }
                    1 => {
                        let other = TaskId(below(count));
                        if other != t && other.0 != 0 {
                            ended[other.0 as usize] = true;
                            graph.join(t, other);
                            chains.join(t, other);
                        }
                    }
                    _ => {
                        let reach = Reach {
                            object: below(2),
                            start: 0,
                            length: 4,
                        };
                        let write = below(2) == 0;
                        graph.access(t, reach, write);
                        race |= past.iter().any(|&(u, node, r, w)| {
                            r.object == reach.object && (w || write) && !chains.precedes(u, node, t)
                        });
                        past.push((t, chains.node(t), reach, write));
                    }
                }
            }
            assert_eq!(graph.detect_race().is_some(), race);
            races += u32::from(race);
        }
        assert!((200..1800).contains(&races), "{races}");
    }
}
