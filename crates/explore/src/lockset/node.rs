//! A state on the path (figure 5), and what is stored of a state that has left it.

use super::cells::{Bytes, Stored};
use crate::store::Root;
use crate::thread_set::ThreadSet;
use crate::touch::Touch;
use raceproof_machine::ThreadId;

/// What may happen in the executions from a state: races, and operations whose order matters.
#[derive(Clone, Debug, Default)]
pub struct Future {
    /// Everything: it is not known what may happen.
    pub all: bool,
    /// Bytes that a race may be on.
    pub races: Vec<Bytes>,
    /// Operations, and who does them.
    pub operations: Vec<(ThreadId, Touch)>,
}

impl Future {
    pub fn add_race(&mut self, bytes: Bytes) {
        if !self.all && !self.races.contains(&bytes) {
            self.races.push(bytes);
        }
    }

    pub fn add_operation(&mut self, t: ThreadId, touch: Touch) {
        if !self.all && !self.operations.contains(&(t, touch)) {
            self.operations.push((t, touch));
        }
    }

    /// Adds the future of a successor. Races on bytes that the step to it accesses are its business.
    pub fn add(&mut self, next: &Future, accessed: &[Bytes]) {
        if next.all {
            *self = Future {
                all: true,
                ..Future::default()
            };
            return;
        }
        for &bytes in &next.races {
            let covered = accessed
                .iter()
                .any(|a| a.object == bytes.object && a.start <= bytes.start && bytes.end <= a.end);
            if !covered {
                self.add_race(bytes);
            }
        }
        for &(t, touch) in &next.operations {
            self.add_operation(t, touch);
        }
    }
}

/// A state on the path. The names in brackets are those of figure 5.
#[derive(Debug, Default)]
pub struct Node {
    pub root: Root,
    pub turns: usize,
    /// Moments of the lockset table and of the cells.
    pub moment: (usize, usize),
    /// Whether other threads must be scheduled too (`tid = 0`).
    pub expanded: bool,
    /// Threads that were scheduled in all their alternatives (`done`).
    pub done: ThreadSet,
    /// The thread at hand (`tid`), with the number of its next alternative and of all.
    pub current: Option<ThreadId>,
    pub next: u64,
    pub count: u64,
    pub values: Vec<u64>,
    /// What the operation of the thread at hand touches, if its order matters.
    pub touches: Vec<Touch>,
    /// The last operation of an atomic block is not a place to schedule others: the first is.
    pub block: Option<u32>,
    /// Bytes that the step to this node accessed (`va`).
    pub accessed: Vec<Bytes>,
    /// What may happen from here (`races`).
    pub future: Future,
    /// A successor is on the path (`succOnStack`).
    pub cycle: bool,
}

/// A state that was visited (`table` and `rtable`).
#[derive(Debug, Default)]
pub struct Visited {
    pub locksets: Vec<Stored>,
    pub future: Future,
    /// How often it is on the path.
    pub on_path: u32,
}
