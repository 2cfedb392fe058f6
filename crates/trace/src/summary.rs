//! What was found in a trace.

use serde::Serialize;

/// What is known of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// An order says so that may be wrong, and no reordering of the trace is known.
    Predicted,
    /// A correct reordering of the trace leads to where both come next.
    Race,
}

/// One of two accesses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Access {
    /// Who.
    pub thread: String,
    /// Where in the program.
    pub place: String,
    /// Whether it writes.
    pub write: bool,
}

/// Two places of the program that race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// What is known of it.
    pub standing: Standing,
    /// The variable, at the first time.
    pub variable: String,
    /// Both accesses, at the first time.
    pub accesses: [Access; 2],
    /// The number of the second one in the trace, from 1.
    pub event: u64,
    /// How many events race with an earlier one in these places.
    pub times: u64,
}

/// What one order found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The order.
    pub order: &'static str,
    /// How many events race with an earlier one.
    pub events: u64,
    /// The places, in the order of their events.
    pub pairs: Vec<Pair>,
}

/// What was found in a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// How many events there are.
    pub events: u64,
    /// How many threads.
    pub threads: usize,
    /// How many locks.
    pub locks: usize,
    /// How many variables.
    pub variables: usize,
    /// What each order found.
    pub orders: Vec<Found>,
}

impl Summary {
    /// The best that is known of any race, if there is one.
    pub fn standing(&self) -> Option<Standing> {
        let pairs = self.orders.iter().flat_map(|found| &found.pairs);
        pairs.map(|pair| pair.standing).max()
    }
}
