//! What may happen in the executions from a state (`races` of figure 5): races, and operations whose order matters.
//!
//! There are few different ones and every step puts two together, so each is kept once and known by its number, and so is what comes of two.

use super::cells::Bytes;
use crate::touch::Touch;
use raceproof_machine::ThreadId;
use rustc_hash::FxHashMap;

/// What may happen. Lists are in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Future {
    /// Everything: it is not known what may happen.
    pub all: bool,
    /// Bytes that a race may be on.
    pub races: Vec<Bytes>,
    /// Operations, and who does them.
    pub operations: Vec<(ThreadId, Touch)>,
}

/// One of the [`Futures`]; the default is that nothing happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FutureId(u32);

/// All that may happen, each once.
#[derive(Debug)]
pub struct Futures {
    list: Vec<Future>,
    index: FxHashMap<Future, FutureId>,
    unions: FxHashMap<(FutureId, FutureId), FutureId>,
    operations: FxHashMap<(ThreadId, Touch), FutureId>,
}

impl Default for Futures {
    fn default() -> Futures {
        let mut futures = Futures {
            list: Vec::new(),
            index: FxHashMap::default(),
            unions: FxHashMap::default(),
            operations: FxHashMap::default(),
        };
        futures.number(Future::default());
        futures.number(Future {
            all: true,
            ..Future::default()
        });
        futures
    }
}

impl Futures {
    /// Everything.
    pub const ALL: FutureId = FutureId(1);

    fn number(&mut self, future: Future) -> FutureId {
        let next = FutureId(self.list.len() as u32);
        let id = *self.index.entry(future.clone()).or_insert(next);
        if id == next {
            self.list.push(future);
        }
        id
    }

    /// What may happen.
    pub fn get(&self, id: FutureId) -> &Future {
        &self.list[id.0 as usize]
    }

    /// What one of the two says.
    pub fn union(&mut self, a: FutureId, b: FutureId) -> FutureId {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || a == FutureId::default() {
            return b;
        }
        if a == Futures::ALL {
            return a;
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let mut both = self.get(a).clone();
        let other = self.get(b);
        both.races.extend(&other.races);
        both.races.sort_unstable();
        both.races.dedup();
        both.operations.extend(&other.operations);
        both.operations.sort_unstable();
        both.operations.dedup();
        let id = self.number(both);
        self.unions.insert((a, b), id);
        id
    }

    /// With a race on these bytes.
    pub fn with_race(&mut self, id: FutureId, bytes: Bytes) -> FutureId {
        let race = self.number(Future {
            races: vec![bytes],
            ..Future::default()
        });
        self.union(id, race)
    }

    /// With an operation of a thread.
    pub fn with_operation(&mut self, id: FutureId, t: ThreadId, touch: Touch) -> FutureId {
        let operation = match self.operations.get(&(t, touch)) {
            Some(&known) => known,
            None => {
                let new = self.number(Future {
                    operations: vec![(t, touch)],
                    ..Future::default()
                });
                self.operations.insert((t, touch), new);
                new
            }
        };
        self.union(id, operation)
    }

    /// With the future of a successor. Races on bytes that the step to it accesses are its business.
    pub fn with_next(&mut self, id: FutureId, next: FutureId, accessed: &[Bytes]) -> FutureId {
        let covered = |race: &Bytes| {
            accessed
                .iter()
                .any(|a| a.object == race.object && a.start <= race.start && race.end <= a.end)
        };
        if !self.get(next).races.iter().any(covered) {
            return self.union(id, next);
        }
        let mut rest = self.get(next).clone();
        rest.races.retain(|race| !covered(race));
        let rest = self.number(rest);
        self.union(id, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_machine::ObjectId;

    #[test]
    fn equal_futures_are_one() {
        let mut futures = Futures::default();
        let bytes = |start| Bytes {
            object: ObjectId(1),
            start,
            end: start + 4,
        };
        let nothing = FutureId::default();
        let (a, b) = (
            futures.with_race(nothing, bytes(0)),
            futures.with_race(nothing, bytes(8)),
        );
        let both = futures.union(a, b);
        assert_eq!(both, futures.with_race(b, bytes(0)));
        assert_eq!(futures.with_next(nothing, both, &[bytes(0)]), b);
        assert_eq!(futures.union(both, Futures::ALL), Futures::ALL);
        assert_eq!(futures.union(nothing, a), a);
    }
}
