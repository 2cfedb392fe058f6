//! Computation graphs of task-parallel programs, built on the fly, and Algorithm 1 on them.
//!
//! After Nakade, Mercer, McCarthy, "Model-checking Task Parallel Programs for Data-races using Computation
//! Graphs" (SPIN 2017): definition 2.1, the rules of figures 4 (post, await) and 8 (isolated), Algorithm 1. A
//! node is a stretch of one task between two such operations, with the bytes that it reads and writes as
//! intervals.
//!
//! This is the reference: plain, and quadratic in the nodes. The engines decide by [`Bags`](crate::Bags) and
//! [`Chains`](crate::Chains), which keep no graph; tests compare them with it, and pictures are drawn from
//! it. Deviation: accesses of two isolated nodes exclude each other, so they are no race even where the edge
//! between two isolated blocks is left out (see [`ComputationGraph::exclude`]).

use crate::Reach;

/// A node of a computation graph; numbered in a topological order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// A task; numbered in the order in which they are posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskId(pub u32);

/// Bytes of objects, as intervals that are merged where they touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Intervals(Vec<Reach>);

impl Intervals {
    /// Adds bytes.
    pub fn add(&mut self, reach: Reach) {
        if reach.length == 0 {
            return;
        }
        let end = reach.start.saturating_add(reach.length);
        // Accesses mostly go up: the last interval is the one that grows.
        if let Some(last) = self.0.last_mut()
            && last.object == reach.object
            && reach.start >= last.start
            && reach.start <= last.start + last.length
        {
            last.length = last.length.max(end - last.start);
            return;
        }
        self.0.push(reach);
    }

    /// Whether a byte is in both.
    pub fn meets(&self, other: &Intervals) -> bool {
        let overlap = |a: &Reach, b: &Reach| {
            a.object == b.object && a.start < b.start + b.length && b.start < a.start + a.length
        };
        self.0.iter().any(|a| other.0.iter().any(|b| overlap(a, b)))
    }

    /// The intervals, in no order.
    pub fn list(&self) -> &[Reach] {
        &self.0
    }
}

/// A stretch of a task.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Whose.
    pub task: u32,
    /// Edges to it.
    pub before: Vec<NodeId>,
    /// The bytes that it reads (δ).
    pub reads: Intervals,
    /// The bytes that it writes (ω).
    pub writes: Intervals,
    /// Whether it is part of an isolated block.
    pub isolated: bool,
}

/// A computation graph in the making.
#[derive(Clone, Debug, Default)]
pub struct ComputationGraph {
    nodes: Vec<Node>,
    /// The node that each task is in.
    current: Vec<NodeId>,
    /// How many isolated blocks each task is in.
    depth: Vec<u32>,
    /// The node of the last isolated block.
    last: Option<NodeId>,
    /// Whether isolated blocks are ordered one after the other as they happened, as figure 8 says.
    sequences: bool,
}

impl ComputationGraph {
    /// A graph with one task and its first node.
    pub fn new() -> ComputationGraph {
        let mut graph = ComputationGraph {
            sequences: true,
            ..ComputationGraph::default()
        };
        graph.task(None);
        graph
    }

    /// The same, but isolated blocks only exclude each other: what one run shows for every order of them.
    pub fn exclude() -> ComputationGraph {
        ComputationGraph {
            sequences: false,
            ..ComputationGraph::new()
        }
    }

    fn task(&mut self, after: Option<NodeId>) -> TaskId {
        let task = TaskId(self.current.len() as u32);
        self.current.push(NodeId(0));
        self.depth.push(0);
        self.fresh(task, after.into_iter().collect());
        task
    }

    /// A fresh node of a task, which is in it from now on.
    fn fresh(&mut self, task: TaskId, before: Vec<NodeId>) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            task: task.0,
            before,
            isolated: self.depth[task.0 as usize] > 0,
            ..Node::default()
        });
        self.current[task.0 as usize] = id;
        id
    }

    /// The node that a task is in.
    pub fn current(&self, task: TaskId) -> NodeId {
        self.current[task.0 as usize]
    }

    /// Rule POST of figure 4.
    pub fn post(&mut self, parent: TaskId) -> TaskId {
        let node = self.current(parent);
        let child = self.task(Some(node));
        self.fresh(parent, vec![node]);
        child
    }

    /// Rules AWAIT and EWAIT of figure 4: one task is joined. The get of a future orders the same.
    pub fn join(&mut self, waiter: TaskId, task: TaskId) {
        let before = vec![self.current(waiter), self.current(task)];
        self.fresh(waiter, before);
    }

    /// Rules ISOLATED and ISOLATED-NESTED of figure 8.
    pub fn isolate(&mut self, task: TaskId) {
        let depth = &mut self.depth[task.0 as usize];
        *depth += 1;
        if *depth == 1 {
            let last = self.last.filter(|_| self.sequences);
            let before = std::iter::once(self.current(task)).chain(last).collect();
            self.fresh(task, before);
        }
    }

    /// Rules ISOLATED-END and ISOLATED-END-NESTED.
    pub fn end_isolated(&mut self, task: TaskId) {
        let depth = &mut self.depth[task.0 as usize];
        *depth = depth.saturating_sub(1);
        if *depth == 0 {
            let node = self.current(task);
            self.last = Some(node);
            self.fresh(task, vec![node]);
        }
    }

    /// The task accesses bytes.
    pub fn access(&mut self, task: TaskId, reach: Reach, write: bool) {
        let node = &mut self.nodes[self.current[task.0 as usize].0 as usize];
        match write {
            true => node.writes.add(reach),
            false => node.reads.add(reach),
        }
    }

    /// How many tasks there are, the first included.
    pub fn tasks(&self) -> usize {
        self.current.len()
    }

    /// The nodes, in a topological order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Algorithm 1: two nodes that are not ordered and conflict. (Line 7 means "n does not precede n'".)
    pub fn detect_race(&self) -> Option<(NodeId, NodeId)> {
        let words = self.nodes.len().div_ceil(64);
        let mut preceding = vec![vec![0u64; words]; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            let mut row = vec![0; words];
            for before in &node.before {
                let b = before.0 as usize;
                row[b / 64] |= 1 << (b % 64);
                row.iter_mut()
                    .zip(&preceding[b])
                    .for_each(|(mine, theirs)| *mine |= theirs);
            }
            preceding[i] = row;
        }
        for (i, n) in self.nodes.iter().enumerate() {
            for (j, m) in self.nodes.iter().enumerate().skip(i + 1) {
                let ordered = preceding[j][i / 64] >> (i % 64) & 1 != 0;
                let conflict =
                    || n.reads.meets(&m.writes) || n.writes.meets(&m.reads) || n.writes.meets(&m.writes);
                if !(ordered || n.isolated && m.isolated) && conflict() {
                    return Some((NodeId(i as u32), NodeId(j as u32)));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: TaskId = TaskId(0);

    fn x() -> Reach {
        Reach {
            object: 1,
            start: 0,
            length: 8,
        }
    }

    #[test]
    fn figure_1_has_a_race() {
        // The program of figure 3: two tasks write one variable.
        let mut g = ComputationGraph::new();
        let (a, b) = (g.post(MAIN), g.post(MAIN));
        g.access(a, x(), true);
        g.access(b, x(), true);
        g.join(MAIN, a);
        g.join(MAIN, b);
        g.access(MAIN, x(), false);
        assert_eq!(g.nodes().len(), 7);
        let (n, m) = g.detect_race().expect("there is one");
        assert_eq!(
            (g.nodes()[n.0 as usize].task, g.nodes()[m.0 as usize].task),
            (a.0, b.0)
        );
    }

    #[test]
    fn a_join_orders() {
        let mut g = ComputationGraph::new();
        g.access(MAIN, x(), true);
        let a = g.post(MAIN);
        g.access(a, x(), true);
        g.join(MAIN, a);
        g.access(MAIN, x(), false);
        assert_eq!(g.detect_race(), None);
    }

    #[test]
    fn isolated_blocks_exclude_and_sequence() {
        for mut g in [ComputationGraph::new(), ComputationGraph::exclude()] {
            let (a, b) = (g.post(MAIN), g.post(MAIN));
            for t in [a, b] {
                g.isolate(t);
                g.isolate(t);
                g.access(t, x(), true);
                g.end_isolated(t);
                g.end_isolated(t);
            }
            assert_eq!(g.detect_race(), None);
            // What follows the first block is ordered before the second only by accident.
            g.access(a, x(), false);
            assert!(g.detect_race().is_some());
        }
    }

    #[test]
    fn touching_intervals_merge() {
        let mut set = Intervals::default();
        for start in [0, 4, 8, 4] {
            set.add(Reach {
                object: 1,
                start,
                length: 4,
            });
        }
        assert_eq!(set.list().len(), 1);
        assert_eq!(set.list()[0].length, 12);
    }
}
