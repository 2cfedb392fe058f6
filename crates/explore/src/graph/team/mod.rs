//! Several workers on one graph.
//!
//! Every worker has a store, a memo and a state at hand of its own, and owns the nodes whose state
//! [hashes](owner) to it: it alone keeps them, compares sets of accesses and takes turns from them. What a
//! turn leads to goes to its owner in [batches](travel). Workers are threads or processes, which makes no
//! difference here: they share nothing but messages.
//!
//! The beginning of the graph is searched by each of them in the same way, so that all have the same first
//! nodes and what is found there; a small graph ends there. Then each goes on from those nodes that it owns.
//!
//! The first worker leads. It asks in waves whether the others are done, and ends the search when nobody is
//! at work and no message is on its way; it hears of races and defects ([clues](clue)) and shows them by
//! replay; it puts together what all have seen ([facts](facts)), and tells all how the search has ended.
//!
//! The order in which nodes come is not the same every time, nor is the path to a race. So the findings of
//! threads are found once more by a search of one thread, see [`check`](super::check).
//!
//! SOUNDNESS: shared-graph

mod clue;
mod facts;
mod lead;
mod message;
mod owner;
mod travel;
mod work;

pub(super) use clue::{Clue, Sight};
pub(super) use message::{Garbled, Message, put};
pub(super) use travel::{Departure, Way, thread};
pub(super) use work::{work_in_process, work_with};

use crate::graph::search::Search;
use crate::space::Space;
use crate::store::Store;
use owner::{Hashes, owner};
use raceproof_machine::ThreadId;
use travel::{Incoming, Outgoing};

/// What a worker needs to work with others.
pub(super) struct Team {
    /// The number of this worker.
    pub index: u32,
    /// How many there are.
    count: u32,
    hashes: Hashes,
    outgoing: Vec<Outgoing>,
    incoming: Vec<Incoming>,
    /// The nodes before this are the same for all workers.
    common: usize,
    /// Which of them this worker owns.
    is_mine: Vec<bool>,
    /// How many these are.
    owned: u64,
    /// A hash of them all: workers on different graphs have different ones.
    digest: u64,
    /// How many states all workers have, as far as is known.
    pub total: u64,
    /// What was seen and is to be sent.
    clues: Vec<Clue>,
    /// How many messages with nodes or clues were sent and received.
    sent: u64,
    received: u64,
}

impl Team {
    /// Sends a node to its owner. Gives whether that is another worker.
    pub fn send_away(&mut self, store: &Store, space: &Space<'_, '_>, node: Departure<'_>, way: Way) -> bool {
        let hash = self.hashes.state(store, space, node.state, node.causality);
        let owner = owner(hash, self.count);
        if owner != self.index {
            self.outgoing[owner as usize].add(store, space, node, way);
        }
        owner != self.index
    }

    /// Bytes that it occupies.
    pub fn memory(&self) -> usize {
        let links = self.outgoing.iter().map(Outgoing::memory).sum::<usize>()
            + self.incoming.iter().map(Incoming::memory).sum::<usize>();
        links + self.hashes.memory()
    }
}

impl Search<'_, '_> {
    /// Works with others from now on. The nodes there are so far are the same for all, and those of others
    /// count as done here.
    fn join(&mut self, index: u32, count: u32) -> Result<(), crate::OutOfMemory> {
        let mut hashes = Hashes::default();
        let (mut owned, mut digest) = (0, 0u64);
        let mut tree = crate::Tree::default();
        let mut is_mine = Vec::with_capacity(self.visited.nodes.len());
        for node in &self.visited.nodes {
            let (state, _) = self.visited.edges.roots(node);
            tree.load(&mut self.visited.store, state, |_, _, _, _| {})?;
            let hash = hashes.state(&self.visited.store, &self.space, tree.leaves(), node.causality);
            digest = digest.rotate_left(1) ^ hash;
            is_mine.push(owner(hash, count) == index);
        }
        for (node, &is_mine) in self.visited.nodes.iter_mut().zip(&is_mine) {
            owned += u64::from(is_mine);
            if !is_mine {
                node.set_expanded();
            }
        }
        self.frontier.late.retain(|&(node, _, _)| is_mine[node as usize]);
        if index != 0 {
            // The first worker tells of the beginning.
            let stats = &mut self.found.outcome.stats;
            (stats.executions, stats.turns, stats.steps) = (0, 0, 0);
        }
        self.team = Some(Box::new(Team {
            index,
            count,
            hashes,
            outgoing: (0..count).map(|_| Outgoing::default()).collect(),
            incoming: (0..count).map(|_| Incoming::default()).collect(),
            common: self.visited.nodes.len(),
            is_mine,
            owned,
            digest,
            total: self.visited.nodes.len() as u64,
            clues: Vec::new(),
            sent: 0,
            received: 0,
        }));
        Ok(())
    }

    /// How many nodes this worker owns.
    fn owned(&self) -> u64 {
        match &self.team {
            Some(team) => team.owned + (self.visited.nodes.len() - team.common) as u64,
            None => self.visited.nodes.len() as u64,
        }
    }

    /// The same without those that others cover.
    fn count_owned(&self) -> u64 {
        let team = self.team.as_ref();
        self.count_nodes(|i| team.is_none_or(|team| team.is_mine.get(i).is_none_or(|&is_mine| is_mine)))
    }

    /// Whether this worker has a node of some worker.
    fn knows_node(&self, worker: u32, node: u32) -> bool {
        let team = self.team.as_ref();
        team.is_none_or(|team| worker == team.index || (node as usize) < team.common)
    }

    /// Something was seen on an edge from a node, or at the node; the first worker is to show it.
    pub fn leave_clue(&mut self, sight: Sight, node: u32, last: Option<(ThreadId, u64)>) {
        if let Some(team) = &mut self.team {
            team.clues.push(Clue {
                sight,
                last,
                turns: Vec::new(),
                worker: team.index,
                node,
            });
        }
    }
}
