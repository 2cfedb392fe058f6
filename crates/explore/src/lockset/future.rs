//! What may happen in the executions from a state (`races` of figure 5): races, operations whose order
//! matters, and who uses what.
//!
//! There are few different ones and every step puts two together, so each is kept once and known by its
//! number, and so is what comes of two.

use super::cells::Bytes;
use crate::limits;
use crate::touch::Touch;
use hashbrown::HashTable;
use raceproof_machine::{ObjectId, Renaming, ThreadId};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// Accesses of a thread of one kind to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Use {
    pub object: ObjectId,
    pub thread: ThreadId,
    pub write: bool,
    pub atomic: bool,
}

impl Use {
    fn renamed(&self, names: &Renaming) -> Use {
        Use {
            object: names.object(self.object),
            thread: names.thread(self.thread),
            ..*self
        }
    }
}

/// What may happen. Lists are in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Future {
    /// Everything: it is not known what may happen.
    pub all: bool,
    /// Bytes that a race may be on.
    pub races: Vec<Bytes>,
    /// Operations, and who does them.
    pub operations: Vec<(ThreadId, Touch)>,
    /// All accesses, unless anybody may access anything.
    pub uses: Vec<Use>,
    pub any_use: bool,
}

impl Future {
    /// Bytes of its lists.
    fn memory(&self) -> usize {
        self.races.capacity() * size_of::<Bytes>()
            + self.operations.capacity() * size_of::<(ThreadId, Touch)>()
            + self.uses.capacity() * size_of::<Use>()
    }
}

/// What one of two lists has. Both are in order and have nothing twice.
fn merge<T: Ord + Copy>(mut a: &[T], mut b: &[T]) -> Vec<T> {
    let mut both = Vec::with_capacity(a.len().max(b.len()));
    while let (Some(x), Some(y)) = (a.first(), b.first()) {
        both.push(*x.min(y));
        a = &a[usize::from(x <= y)..];
        b = &b[usize::from(y <= x)..];
    }
    both.extend_from_slice(a);
    both.extend_from_slice(b);
    both
}

/// One of the [`Futures`]; the default is that nothing happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FutureId(u32);

/// All that may happen, each once.
#[derive(Debug)]
pub struct Futures {
    list: Vec<Future>,
    index: HashTable<FutureId>,
    unions: FxHashMap<(FutureId, FutureId), FutureId>,
    operations: FxHashMap<(ThreadId, Touch), FutureId>,
    uses: FxHashMap<Use, FutureId>,
    memory: usize,
}

impl Default for Futures {
    fn default() -> Futures {
        let mut futures = Futures {
            list: Vec::new(),
            index: HashTable::new(),
            unions: FxHashMap::default(),
            operations: FxHashMap::default(),
            uses: FxHashMap::default(),
            memory: 0,
        };
        futures.number(Future::default());
        futures.number(Future {
            all: true,
            any_use: true,
            ..Future::default()
        });
        futures.number(Future {
            any_use: true,
            ..Future::default()
        });
        futures
    }
}

impl Futures {
    /// Everything.
    pub const ALL: FutureId = FutureId(1);
    /// Anybody may access anything.
    pub const ANY_USE: FutureId = FutureId(2);

    fn number(&mut self, future: Future) -> FutureId {
        let hash = |future: &Future| FxBuildHasher.hash_one(future);
        let hash_new = hash(&future);
        let list = &mut self.list;
        if let Some(&known) = self.index.find(hash_new, |id| list[id.0 as usize] == future) {
            return known;
        }
        let id = FutureId(list.len() as u32);
        self.memory += size_of::<Future>() + future.memory();
        list.push(future);
        self.index
            .insert_unique(hash_new, id, |id| hash(&list[id.0 as usize]));
        id
    }

    /// Bytes that they occupy.
    pub fn memory(&self) -> usize {
        let union = size_of::<((FutureId, FutureId), FutureId)>() + 1;
        self.memory + self.unions.capacity() * union
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
        let (one, other) = (self.get(a), self.get(b));
        let mut both = Future {
            all: false,
            races: merge(&one.races, &other.races),
            operations: merge(&one.operations, &other.operations),
            uses: merge(&one.uses, &other.uses),
            any_use: one.any_use || other.any_use,
        };
        if both.any_use || both.uses.len() > limits::LOCKSET_USES.size() {
            both.any_use = true;
            both.uses = Vec::new();
        }
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

    /// With accesses of a thread.
    pub fn with_use(&mut self, id: FutureId, new: Use) -> FutureId {
        let future = match self.uses.get(&new) {
            Some(&known) => known,
            None => {
                let number = self.number(Future {
                    uses: vec![new],
                    ..Future::default()
                });
                self.uses.insert(new, number);
                number
            }
        };
        self.union(id, future)
    }

    /// What may happen if threads have other names.
    pub fn renamed(&mut self, id: FutureId, names: &Renaming) -> FutureId {
        let future = self.get(id);
        let mut new = Future {
            all: future.all,
            races: future.races.iter().map(|bytes| bytes.renamed(names)).collect(),
            operations: future
                .operations
                .iter()
                .map(|(t, touch)| (names.thread(*t), touch.renamed(names)))
                .collect(),
            uses: future.uses.iter().map(|u| u.renamed(names)).collect(),
            any_use: future.any_use,
        };
        new.races.sort_unstable();
        new.operations.sort_unstable();
        new.uses.sort_unstable();
        self.number(new)
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
