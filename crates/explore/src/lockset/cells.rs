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

/// Where a cell begins.
type Key = (ObjectId, u32);

/// What a change replaced, in the cell that begins here.
#[derive(Debug)]
enum Change {
    /// The whole cell, or that there was none.
    Cell(Key, Option<Cell>),
    /// All its accesses.
    Entries(Key, Vec<Entry>),
    /// The access with this number.
    Entry(Key, usize, Entry),
    /// That it did not have its last access.
    Added(Key),
}

/// The cells of an execution.
#[derive(Debug, Default)]
pub struct Cells {
    map: BTreeMap<Key, Cell>,
    journal: Vec<Change>,
}

impl Cells {
    pub fn moment(&self) -> usize {
        self.journal.len()
    }

    pub fn undo(&mut self, moment: usize) {
        for change in self.journal.drain(moment..).rev() {
            let (key, old) = match change {
                Change::Cell(key, Some(cell)) => {
                    self.map.insert(key, cell);
                    continue;
                }
                Change::Cell(key, None) => {
                    self.map.remove(&key);
                    continue;
                }
                Change::Entries(key, old) => (key, Err(old)),
                Change::Entry(key, i, old) => (key, Ok(Some((i, old)))),
                Change::Added(key) => (key, Ok(None)),
            };
            let Some(Cell { entries, .. }) = self.map.get_mut(&key) else {
                continue;
            };
            match old {
                Err(old) => *entries = old,
                Ok(Some((i, old))) => entries[i] = old,
                Ok(None) => drop(entries.pop()),
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Bytes, &Cell)> {
        self.map.iter().map(|(&(object, start), cell)| {
            let end = cell.end;
            (Bytes { object, start, end }, cell)
        })
    }

    fn set(&mut self, key: Key, cell: Option<Cell>) {
        let old = match cell {
            Some(cell) => self.map.insert(key, cell),
            None => self.map.remove(&key),
        };
        self.journal.push(Change::Cell(key, old));
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
    fn cover(&mut self, bytes: Bytes) -> Vec<Key> {
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
        let bytes = Bytes::of(a);
        if self.is_cell(bytes) {
            return self.access_cell((bytes.object, bytes.start), t, new, table, met);
        }
        for key in self.cover(bytes) {
            self.access_cell(key, t, new, table, met);
        }
    }

    /// Whether these bytes are just those of a cell, as they mostly are.
    fn is_cell(&self, bytes: Bytes) -> bool {
        let cell = self.map.get(&(bytes.object, bytes.start));
        cell.is_some_and(|cell| cell.end == bytes.end)
    }

    fn access_cell(&mut self, key: Key, t: ThreadId, new: Entry, table: &LocksetTable, met: &mut Met) {
        let Some(Cell { entries, .. }) = self.map.get_mut(&key) else {
            return;
        };
        for e in entries.iter() {
            if !(e.writes() || new.writes()) || (e.is_atomic() && new.is_atomic()) {
                continue;
            }
            if !table.knows(t, e.floor) {
                met.unprotected = true;
                met.expand.extend(e.node);
            }
            if e.row.is_some_and(|row| !table.knows(t, row)) {
                met.races.push((e.site, new.site));
            }
        }
        let same = entries.iter().position(|e| e.sort == new.sort);
        let change = match same {
            Some(i) if new.sort != Sort::Write || entries.len() == 1 => {
                Change::Entry(key, i, std::mem::replace(&mut entries[i], new))
            }
            _ if new.sort == Sort::Write => Change::Entries(key, std::mem::replace(entries, vec![new])),
            _ => {
                entries.push(new);
                Change::Added(key)
            }
        };
        self.journal.push(change);
    }

    /// Puts floors together with those of another execution: what both know.
    pub fn lower(&mut self, stored: &Floors, table: &mut LocksetTable) {
        for (bytes, sets) in stored.iter() {
            if self.is_cell(bytes) {
                self.lower_cell((bytes.object, bytes.start), sets, table);
                continue;
            }
            for key in self.cover(bytes) {
                self.lower_cell(key, sets, table);
            }
        }
    }

    fn lower_cell(&mut self, key: Key, sets: &[(Sort, Lockset)], table: &mut LocksetTable) {
        let Some(Cell { entries, .. }) = self.map.get_mut(&key) else {
            return;
        };
        for (sort, set) in sets {
            match entries.iter().position(|e| e.sort == *sort) {
                Some(i) => {
                    let floor = table.set(entries[i].floor);
                    if !floor.is_within(set) {
                        let common = floor.common(set);
                        self.journal.push(Change::Entry(key, i, entries[i]));
                        entries[i].floor = table.row(common);
                    }
                }
                None => {
                    entries.push(Entry {
                        sort: *sort,
                        row: None,
                        floor: table.row(set.clone()),
                        node: None,
                        site: Site::START,
                    });
                    self.journal.push(Change::Added(key));
                }
            }
        }
    }

    /// Stores the floors, to be kept with the state.
    pub fn store(&self, table: &LocksetTable, floors: &mut Floors) {
        floors.cells.clear();
        floors.sets.clear();
        floors.cells.reserve(self.map.len());
        floors.sets.reserve(2 * self.map.len());
        for (bytes, cell) in self.iter().filter(|(_, cell)| !cell.entries.is_empty()) {
            let sets = cell.entries.iter().map(|e| (e.sort, table.set(e.floor).clone()));
            floors.sets.extend(sets);
            floors.cells.push((bytes, floors.sets.len() as u32));
        }
    }

    /// Whether stored sets are within the floors: everything that can be found from here was found from there.
    pub fn contain(&self, stored: &Floors, table: &LocksetTable) -> bool {
        // Where this execution has a set, the stored one must have one that is no larger; no set is the largest. Both are in the order of
        // their bytes.
        let mut first = 0;
        self.iter()
            .filter(|(_, cell)| !cell.entries.is_empty())
            .all(|(bytes, cell)| {
                let is_before = |other: Bytes| (other.object, other.end) <= (bytes.object, bytes.start);
                while stored
                    .cells
                    .get(first)
                    .is_some_and(|&(other, _)| is_before(other))
                {
                    first += 1;
                }
                let mut at = bytes.start;
                for (other, sets) in stored.iter_from(first) {
                    if !other.overlaps(&bytes) || other.start > at {
                        break;
                    }
                    let smaller = cell.entries.iter().all(|e| {
                        let set = sets.iter().find(|(sort, _)| *sort == e.sort);
                        set.is_some_and(|(_, set)| set.is_within(table.set(e.floor)))
                    });
                    if !smaller {
                        return false;
                    }
                    at = other.end;
                }
                at >= bytes.end
            })
    }
}

/// The floors of a state: the locksets of cells, stored.
#[derive(Clone, Debug, Default)]
pub struct Floors {
    /// The bytes of each cell, and where its sets end.
    cells: Vec<(Bytes, u32)>,
    sets: Vec<(Sort, Lockset)>,
}

impl Floors {
    fn iter(&self) -> impl Iterator<Item = (Bytes, &[(Sort, Lockset)])> {
        self.iter_from(0)
    }

    /// The cells from one of them on.
    fn iter_from(&self, first: usize) -> impl Iterator<Item = (Bytes, &[(Sort, Lockset)])> {
        let mut start = match first {
            0 => 0,
            n => self.cells[n - 1].1,
        };
        self.cells[first..].iter().map(move |&(bytes, end)| {
            let sets = &self.sets[start as usize..end as usize];
            start = end;
            (bytes, sets)
        })
    }
}
