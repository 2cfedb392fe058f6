//! Who accessed which bytes last, each access with its lockset (rules 2 and 3 of figure 8).
//!
//! A cell is a range of bytes with the same accesses: the last plain write, the last plain read of each thread since, and the last atomic
//! accesses of each thread since. A plain write replaces all of them: what is unordered with them is unordered with it.
//!
//! An access has two locksets. The *row* is that of the execution at hand and decides what is a race. The *floor* is within it: the
//! search puts what it knew of the state from other executions together with this one (line 50 of figure 6), and the floor decides where other
//! threads must be scheduled.

use raceproof_machine::{Access, ObjectId, Site, ThreadId};
use raceproof_order::{Lockset, LocksetTable, Row};
use std::collections::BTreeMap;

/// What sort of access a lockset belongs to. Only one plain write is kept, whoever made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    Write,
    Read(ThreadId),
    Atomic(ThreadId, bool),
}

/// An access. `row` and `node` are absent if another execution made it that led to the same state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub sort: Sort,
    pub row: Option<Row>,
    pub floor: Row,
    pub node: Option<u32>,
    pub site: Site,
}

impl Entry {
    fn writes(&self) -> bool {
        matches!(self.sort, Sort::Write | Sort::Atomic(_, true))
    }

    fn is_atomic(&self) -> bool {
        matches!(self.sort, Sort::Atomic(..))
    }
}

/// Accesses of the bytes from the key's offset up to `end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub end: u32,
    pub entries: Vec<Entry>,
}

/// A range of bytes: the paper's heap variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes {
    pub object: ObjectId,
    pub start: u32,
    pub end: u32,
}

impl Bytes {
    pub fn of(a: &Access) -> Bytes {
        Bytes {
            object: a.object,
            start: a.start,
            end: a.start.saturating_add(a.length),
        }
    }

    pub fn overlaps(&self, other: &Bytes) -> bool {
        self.object == other.object && self.start < other.end && other.start < self.end
    }
}

/// What an access met.
#[derive(Debug, Default)]
pub struct Met {
    /// Places of earlier accesses that race with it.
    pub races: Vec<(Site, Site)>,
    /// Nodes from which other threads must be scheduled.
    pub expand: Vec<u32>,
    /// Whether some floor did not have the thread.
    pub unprotected: bool,
}

/// The cells of an execution.
#[derive(Debug, Default)]
pub struct Cells {
    map: BTreeMap<(ObjectId, u32), Cell>,
    journal: Vec<((ObjectId, u32), Option<Cell>)>,
}

impl Cells {
    pub fn moment(&self) -> usize {
        self.journal.len()
    }

    pub fn undo(&mut self, moment: usize) {
        for (key, old) in self.journal.drain(moment..).rev() {
            match old {
                Some(cell) => self.map.insert(key, cell),
                None => self.map.remove(&key),
            };
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Bytes, &Cell)> {
        self.map.iter().map(|(&(object, start), cell)| {
            let end = cell.end;
            (Bytes { object, start, end }, cell)
        })
    }

    fn set(&mut self, key: (ObjectId, u32), cell: Option<Cell>) {
        let old = match cell {
            Some(cell) => self.map.insert(key, cell),
            None => self.map.remove(&key),
        };
        self.journal.push((key, old));
    }

    /// Forgets an object: its name is going to be used for a new one.
    pub fn forget(&mut self, object: ObjectId) {
        let keys: Vec<_> = self
            .map
            .range((object, 0)..=(object, u32::MAX))
            .map(|(k, _)| *k)
            .collect();
        for key in keys {
            self.set(key, None);
        }
    }

    /// Thread `t` ends the life of an object. Gives whether another thread might have accessed it later.
    pub fn end(&mut self, t: ThreadId, object: ObjectId, table: &LocksetTable, met: &mut Met) -> bool {
        let mut late = false;
        let cells = self.map.range((object, 0)..=(object, u32::MAX));
        for e in cells.flat_map(|(_, cell)| &cell.entries) {
            if !table.knows(t, e.floor) {
                met.unprotected = true;
                met.expand.extend(e.node);
            }
            late |= e.row.is_some_and(|row| !table.knows(t, row));
        }
        self.forget(object);
        late
    }

    /// Makes sure that no cell lies across a border.
    fn split(&mut self, object: ObjectId, at: u32) {
        let before = self.map.range((object, 0)..(object, at)).next_back();
        if let Some((&key, cell)) = before
            && cell.end > at
        {
            let right = cell.clone();
            let mut left = cell.clone();
            left.end = at;
            self.set(key, Some(left));
            self.set((object, at), Some(right));
        }
    }

    /// The keys of cells that cover these bytes exactly, made where there were none.
    pub fn cover(&mut self, bytes: Bytes) -> Vec<(ObjectId, u32)> {
        let Bytes { object, start, end } = bytes;
        self.split(object, start);
        self.split(object, end);
        let known: Vec<(u32, u32)> = self
            .map
            .range((object, start)..(object, end))
            .map(|(k, c)| (k.1, c.end))
            .collect();
        let mut keys = Vec::new();
        let mut at = start;
        for (first, last) in known.into_iter().chain([(end, end)]) {
            if at < first {
                let cell = Cell {
                    end: first,
                    entries: Vec::new(),
                };
                self.set((object, at), Some(cell));
                keys.push((object, at));
            }
            if first < end {
                keys.push((object, first));
            }
            at = last;
        }
        keys
    }

    /// Thread `t` makes an access from a node.
    pub fn access(&mut self, t: ThreadId, a: &Access, node: u32, table: &mut LocksetTable, met: &mut Met) {
        if a.length == 0 {
            return;
        }
        let row = table.access(t);
        let sort = match (a.atomic, a.write) {
            (true, write) => Sort::Atomic(t, write),
            (false, true) => Sort::Write,
            (false, false) => Sort::Read(t),
        };
        let new = Entry {
            sort,
            row: Some(row),
            floor: row,
            node: Some(node),
            site: a.site,
        };
        for key in self.cover(Bytes::of(a)) {
            let Some(cell) = self.map.get(&key) else { continue };
            for e in &cell.entries {
                if !(e.writes() || a.write) || (e.is_atomic() && a.atomic) {
                    continue;
                }
                if !table.knows(t, e.floor) {
                    met.unprotected = true;
                    met.expand.extend(e.node);
                }
                if e.row.is_some_and(|row| !table.knows(t, row)) {
                    met.races.push((e.site, a.site));
                }
            }
            let mut cell = cell.clone();
            if sort == Sort::Write {
                cell.entries.clear();
            }
            match cell.entries.iter_mut().find(|e| e.sort == sort) {
                Some(e) => *e = new,
                None => cell.entries.push(new),
            }
            self.set(key, Some(cell));
        }
    }

    /// Puts floors together with those of another execution: what both know.
    pub fn lower(&mut self, stored: &[Stored], table: &mut LocksetTable) {
        for other in stored {
            for key in self.cover(other.bytes) {
                let Some(mut cell) = self.map.get(&key).cloned() else {
                    continue;
                };
                for (sort, set) in &other.sets {
                    match cell.entries.iter_mut().find(|e| e.sort == *sort) {
                        Some(e) => {
                            let common = table.set(e.floor).common(set);
                            e.floor = table.row(common);
                        }
                        None => cell.entries.push(Entry {
                            sort: *sort,
                            row: None,
                            floor: table.row(set.clone()),
                            node: None,
                            site: Site::START,
                        }),
                    }
                }
                self.set(key, Some(cell));
            }
        }
    }

    /// The floors, to be stored with the state.
    pub fn store(&self, table: &LocksetTable) -> Vec<Stored> {
        self.iter()
            .filter(|(_, cell)| !cell.entries.is_empty())
            .map(|(bytes, cell)| Stored {
                bytes,
                sets: cell
                    .entries
                    .iter()
                    .map(|e| (e.sort, table.set(e.floor).clone()))
                    .collect(),
            })
            .collect()
    }

    /// Whether stored sets are within the floors: everything that can be found from here was found from there.
    pub fn contain(&self, stored: &[Stored], table: &LocksetTable) -> bool {
        // Where this execution has a set, the stored one must have one that is no larger; no set is the largest.
        self.iter()
            .filter(|(_, cell)| !cell.entries.is_empty())
            .all(|(bytes, cell)| {
                let mut at = bytes.start;
                let first =
                    stored.partition_point(|s| (s.bytes.object, s.bytes.end) <= (bytes.object, bytes.start));
                for other in &stored[first..] {
                    if !other.bytes.overlaps(&bytes) || other.bytes.start > at {
                        break;
                    }
                    let smaller = cell.entries.iter().all(|e| {
                        let set = other.sets.iter().find(|(sort, _)| *sort == e.sort);
                        set.is_some_and(|(_, set)| set.is_within(table.set(e.floor)))
                    });
                    if !smaller {
                        return false;
                    }
                    at = other.bytes.end;
                }
                at >= bytes.end
            })
    }
}

/// The locksets of some bytes, stored with a state.
#[derive(Clone, Debug)]
pub struct Stored {
    pub bytes: Bytes,
    pub sets: Vec<(Sort, Lockset)>,
}
