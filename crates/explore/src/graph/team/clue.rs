//! What a worker has seen, on its way to the first worker, which shows it.
//!
//! A race, a defect or a deadlock is seen on an edge of the graph; to show it the turns from the beginning
//! are needed, and the nodes on that path belong to several workers. So a clue goes from the owner of a node
//! to the owner of the one before it and takes the turn between the two along, up to the beginning.

use raceproof_engine::{Finding, Limit};
use raceproof_machine::{Site, Stop, ThreadId, replay};

use super::message::{Garbled, Message, put};
use super::travel::thread;
use crate::graph::Rules;
use crate::graph::node::NOBODY;
use crate::graph::retrace::Retraced;
use crate::graph::search::{End, Search};

/// What was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::graph) enum Sight {
    /// Two accesses that may race.
    Race(Site, Site),
    /// A defect of one thread.
    Fault(Site),
    /// Threads that wait for each other, and where the first of them does.
    Deadlock(Site),
}

/// A sight and the way to it.
#[derive(Clone, Debug)]
pub(in crate::graph) struct Clue {
    pub sight: Sight,
    /// The last turn, which leads to no node.
    pub last: Option<(ThreadId, u64)>,
    /// The turns before it that are known, the last first.
    pub turns: Vec<(ThreadId, u64)>,
    /// The worker that knows the turns before these, and its node.
    pub worker: u32,
    pub node: u32,
}

impl Clue {
    pub fn encode(&self, out: &mut Vec<u8>) {
        let (kind, a, b) = match self.sight {
            Sight::Race(a, b) => (0, a.0, b.0),
            Sight::Fault(site) => (1, site.0, 0),
            Sight::Deadlock(site) => (2, site.0, 0),
        };
        for number in [kind, a, b, self.worker, self.node] {
            put(out, u64::from(number));
        }
        put(out, u64::from(self.last.is_some()));
        put(out, self.turns.len() as u64);
        for (t, choice) in self.last.iter().chain(&self.turns) {
            put(out, u64::from(t.0));
            put(out, *choice);
        }
    }

    pub fn decode(message: &mut Message<'_>) -> Result<Clue, Garbled> {
        let kind = message.number()?;
        let (a, b) = (Site(message.word()?), Site(message.word()?));
        let (worker, node) = (message.word()?, message.word()?);
        let sight = match kind {
            0 => Sight::Race(a, b),
            1 => Sight::Fault(a),
            2 => Sight::Deadlock(a),
            _ => return Err(Garbled),
        };
        let has_last = message.number()? != 0;
        let count = message.count()?;
        let turn = |message: &mut Message<'_>| Ok((thread(message)?, message.number()?));
        let last = has_last.then(|| turn(message)).transpose()?;
        let turns = (0..count).map(|_| turn(message)).collect::<Result<_, _>>()?;
        Ok(Clue {
            sight,
            last,
            turns,
            worker,
            node,
        })
    }

    /// Whether all turns are known.
    pub fn is_whole(&self) -> bool {
        self.node == NOBODY
    }
}

impl Search<'_, '_> {
    /// Goes back from the node of a clue as long as nodes are known here.
    pub fn walk_back(&self, clue: &mut Clue) -> Result<(), Garbled> {
        while let Some(node) = self.visited.nodes.get(clue.node as usize) {
            if !self.knows_node(clue.worker, clue.node) {
                return Ok(());
            }
            if node.parent != NOBODY {
                clue.turns.push(self.visited.edges.turn(node));
            }
            clue.worker = self.visited.edges.worker(node);
            clue.node = node.parent;
        }
        match clue.is_whole() || !self.knows_node(clue.worker, clue.node) {
            true => Ok(()),
            false => Err(Garbled),
        }
    }

    /// Shows what a whole clue is about.
    pub fn show(&mut self, clue: &Clue) -> Result<(), End> {
        let path: Vec<(ThreadId, u64)> = clue.turns.iter().rev().copied().collect();
        let retraced = self.retrace_path(&path, true, clue.last);
        match clue.sight {
            Sight::Race(a, b) => self.show_race(a, b, retraced),
            Sight::Fault(site) => {
                let is_it = |stop: &Stop| matches!(stop, Stop::Fault(fault) if fault.site == site);
                let seen = retraced.faults.iter().find(|stop| is_it(stop));
                if let Some(Stop::Fault(fault)) = seen.cloned() {
                    self.show_fault(fault, retraced);
                }
                Ok(())
            }
            Sight::Deadlock(_) => self.show_deadlock(Vec::new(), retraced),
        }
    }

    /// A race, if its replay confirms it.
    pub fn show_race(&mut self, a: Site, b: Site, retraced: Retraced) -> Result<(), End> {
        match replay(self.machine, &retraced.schedule, Some((a, b))) {
            Some(witness) => {
                self.found.outcome.findings.push(Finding::Race(Box::new(witness)));
                match self.options.all {
                    true => Ok(()),
                    false => Err(End::Enough),
                }
            }
            None if self.rules.forgetful_locks => Err(End::Wrong(Rules {
                forgetful_locks: self.rules.crews,
                crews: false,
                ..self.rules
            })),
            None => {
                self.found.outcome.limit(Limit::Unconfirmed(a, b));
                Ok(())
            }
        }
    }

    /// A defect of one thread.
    pub fn show_fault(&mut self, mut fault: Box<raceproof_machine::Fault>, retraced: Retraced) {
        fault.thread = retraced.names.of(fault.thread);
        let finding = Finding::Fault(fault, retraced.schedule);
        self.found.outcome.findings.push(finding);
    }

    /// Threads that wait for each other, at these places at the end of the path.
    pub fn show_deadlock(&mut self, waiting: Vec<(ThreadId, Site)>, retraced: Retraced) -> Result<(), End> {
        let (schedule, waiting) = match self.run_down(&retraced.schedule) {
            Some(confirmed) => confirmed,
            None if self.rules.crews => return Err(self.without_crews()),
            None => (retraced.schedule, waiting),
        };
        let finding = Finding::Deadlock(waiting, schedule);
        self.found.outcome.findings.push(finding);
        Ok(())
    }
}
