//! Happens-before along a recorded trace, and the schedulable happens-before order (Mathur, Kini,
//! Viswanathan 2018).
//!
//! Happens-before alone vouches for the first race of a trace only: after it a read may find a value that it
//! would not have found in the reordering that shows a later one. The schedulable order also has an edge from
//! each write to the reads that find its value, which is taken after the read was compared. So every race
//! that it tells, not only the first, is one of a correct reordering of the trace.
//!
//! Cost: O(threads) for a synchronisation, O(threads that accessed the variable) for an access, and nothing
//! for one that its thread has repeated since it synchronised. Memory is that of threads, locks and
//! variables, whatever the length of the trace.

use rustc_hash::FxHashMap;

use crate::predict::Variable;
use crate::{Action, Channel, Detect, Edge, HappensBefore, ThreadId, VectorClock};

/// Happens-before, or its schedulable refinement, along one trace.
#[derive(Clone, Debug)]
pub struct Schedulable {
    clocks: HappensBefore,
    variables: FxHashMap<u64, Variable>,
    /// What the last write of each variable knew; for the schedulable order only.
    last_writes: Option<FxHashMap<u64, VectorClock>>,
}

impl Schedulable {
    /// Happens-before itself.
    pub fn happens_before() -> Schedulable {
        Schedulable {
            clocks: HappensBefore::new(),
            variables: FxHashMap::default(),
            last_writes: None,
        }
    }

    /// With edges from writes to the reads that find their values.
    pub fn new() -> Schedulable {
        Schedulable {
            last_writes: Some(FxHashMap::default()),
            ..Schedulable::happens_before()
        }
    }

    fn access(&mut self, t: ThreadId, x: u64, write: bool, mark: u64) -> Option<u64> {
        let now = self.clocks.epoch(t);
        let clock = self.clocks.clock(t);
        let race = self
            .variables
            .entry(x)
            .or_default()
            .access(write, now, mark, |e| clock.knows(e));
        if let Some(last_writes) = &mut self.last_writes {
            if write {
                last_writes.entry(x).or_default().copy(clock);
                // What follows the write is not what its readers come after.
                self.clocks.pass(t);
            } else if let Some(write) = last_writes.get(&x)
                && !write.is_within(clock)
            {
                self.clocks.take(t, write);
            }
        }
        race
    }
}

impl Default for Schedulable {
    fn default() -> Self {
        Schedulable::new()
    }
}

impl Detect for Schedulable {
    fn apply(&mut self, t: ThreadId, action: Action, mark: u64) -> Option<u64> {
        let channel = |key| Channel { key, lane: 0 };
        self.clocks.begin(t);
        match action {
            Action::Read(x) => return self.access(t, x, false, mark),
            Action::Write(x) => return self.access(t, x, true, mark),
            Action::Acquire(lock) => self.clocks.apply(t, Edge::Acquire(channel(lock))),
            Action::Release(lock) => self.clocks.apply(t, Edge::Release(channel(lock))),
            Action::Hand(edge) => self.clocks.apply(t, edge),
        }
        None
    }

    fn forget(&mut self, x: u64) {
        self.variables.remove(&x);
        if let Some(last_writes) = &mut self.last_writes {
            last_writes.remove(&x);
        }
    }
}
