//! Who accessed which bytes last, each access with its lockset (rules 2 and 3 of figure 8).
//!
//! A cell is a range of bytes with the same accesses: the last plain write, the last plain read of each
//! thread since, and the last atomic accesses of each thread since. A plain write replaces all of them: what
//! is unordered with them is unordered with it.
//!
//! An access has two locksets. The *row* is that of the execution at hand and decides what is a race. The
//! *floor* is within it: the search puts what it knew of the state from other executions together with this
//! one (line 50 of figure 6), and the floor decides where other threads must be scheduled.

use raceproof_machine::{Access, ObjectId, Renaming, Site, ThreadId};
use raceproof_order::{LocksetTable, Row};
use std::ops::Range;

/// What sort of access a lockset belongs to. Only one plain write is kept, whoever made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    Write,
    Read(ThreadId),
    Atomic(ThreadId, bool),
}

impl Sort {
    pub fn is_atomic(self) -> bool {
        matches!(self, Sort::Atomic(..))
    }

    pub fn writes(self) -> bool {
        matches!(self, Sort::Write | Sort::Atomic(_, true))
    }

    /// The sort if threads have other names.
    pub fn renamed(self, names: &Renaming) -> Sort {
        match self {
            Sort::Write => Sort::Write,
            Sort::Read(t) => Sort::Read(names.thread(t)),
            Sort::Atomic(t, write) => Sort::Atomic(names.thread(t), write),
        }
    }

    /// Whether accesses of the same bytes may race.
    pub fn conflicts(self, write: bool, atomic: bool) -> bool {
        (self.writes() || write) && !(self.is_atomic() && atomic)
    }
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

    /// The bytes if threads have other names.
    pub fn renamed(&self, names: &Renaming) -> Bytes {
        Bytes {
            object: names.object(self.object),
            ..*self
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
pub(super) type Key = (ObjectId, u32);

/// What a change replaced, in the cell that begins here.
#[derive(Debug)]
pub(super) enum Change {
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
    /// In the order of where they begin. Every stored state goes through all of them, so that there cannot be
    /// very many.
    pub(super) list: Vec<(Key, Cell)>,
    pub(super) journal: Vec<Change>,
}

impl Cells {
    pub fn moment(&self) -> usize {
        self.journal.len()
    }

    /// The place of the cell that begins here, or where it would be.
    #[inline]
    pub(super) fn find(&self, key: Key) -> Result<usize, usize> {
        self.list.binary_search_by_key(&key, |(k, _)| *k)
    }

    /// The cells that begin in these bytes, by their places.
    fn range(&self, object: ObjectId, start: u32, end: u32) -> Range<usize> {
        let place = |at: u32| self.find((object, at)).unwrap_or_else(|place| place);
        place(start)..place(end)
    }

    /// The cells of an object.
    fn of(&self, object: ObjectId) -> &[(Key, Cell)] {
        let first = self.list.partition_point(|(key, _)| key.0 < object);
        let count = self.list[first..].partition_point(|(key, _)| key.0 == object);
        &self.list[first..first + count]
    }

    pub fn undo(&mut self, moment: usize) {
        while self.journal.len() > moment
            && let Some(change) = self.journal.pop()
        {
            let (key, old) = match change {
                Change::Cell(key, old) => {
                    self.replace(key, old);
                    continue;
                }
                Change::Entries(key, old) => (key, Err(old)),
                Change::Entry(key, i, old) => (key, Ok(Some((i, old)))),
                Change::Added(key) => (key, Ok(None)),
            };
            let Ok(place) = self.find(key) else {
                continue;
            };
            let entries = &mut self.list[place].1.entries;
            match old {
                Err(old) => *entries = old,
                Ok(Some((i, old))) => entries[i] = old,
                Ok(None) => drop(entries.pop()),
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Bytes, &Cell)> {
        self.list.iter().map(|((object, start), cell)| {
            let bytes = Bytes {
                object: *object,
                start: *start,
                end: cell.end,
            };
            (bytes, cell)
        })
    }

    /// Lets there be this cell or none. Gives what there was.
    fn replace(&mut self, key: Key, cell: Option<Cell>) -> Option<Cell> {
        match (self.find(key), cell) {
            (Ok(place), Some(cell)) => Some(std::mem::replace(&mut self.list[place].1, cell)),
            (Ok(place), None) => Some(self.list.remove(place).1),
            (Err(place), Some(cell)) => {
                self.list.insert(place, (key, cell));
                None
            }
            (Err(_), None) => None,
        }
    }

    fn set(&mut self, key: Key, cell: Option<Cell>) {
        let old = self.replace(key, cell);
        self.journal.push(Change::Cell(key, old));
    }

    /// Forgets an object: its name is going to be used for a new one.
    pub fn forget(&mut self, object: ObjectId) {
        let keys: Vec<Key> = self.of(object).iter().map(|(key, _)| *key).collect();
        for key in keys {
            self.set(key, None);
        }
    }

    /// Thread `t` ends the life of an object. Gives whether another thread might have accessed it later.
    pub fn end(&mut self, t: ThreadId, object: ObjectId, table: &LocksetTable, met: &mut Met) -> bool {
        let mut late = false;
        for e in self.of(object).iter().flat_map(|(_, cell)| &cell.entries) {
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
        let before = self.list[self.range(object, 0, at)].last();
        if let Some((key, cell)) = before
            && cell.end > at
        {
            let key = *key;
            let right = cell.clone();
            let mut left = cell.clone();
            left.end = at;
            self.set(key, Some(left));
            self.set((object, at), Some(right));
        }
    }

    /// The keys of cells that cover these bytes exactly, made where there were none.
    pub(super) fn cover(&mut self, bytes: Bytes) -> Vec<Key> {
        let Bytes { object, start, end } = bytes;
        self.split(object, start);
        self.split(object, end);
        let cells = &self.list[self.range(object, start, end)];
        let known: Vec<(u32, u32)> = cells.iter().map(|(key, cell)| (key.1, cell.end)).collect();
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
        if let Some(place) = self.cell(bytes) {
            return self.access_cell(place, t, new, table, met);
        }
        for key in self.cover(bytes) {
            if let Ok(place) = self.find(key) {
                self.access_cell(place, t, new, table, met);
            }
        }
    }

    /// The place of the cell that has just these bytes, as there mostly is.
    #[inline]
    pub(super) fn cell(&self, bytes: Bytes) -> Option<usize> {
        let place = self.find((bytes.object, bytes.start)).ok()?;
        (self.list[place].1.end == bytes.end).then_some(place)
    }

    fn access_cell(&mut self, place: usize, t: ThreadId, new: Entry, table: &LocksetTable, met: &mut Met) {
        let (key, Cell { entries, .. }) = &mut self.list[place];
        let key = *key;
        for e in entries.iter() {
            if !e.sort.conflicts(new.sort.writes(), new.sort.is_atomic()) {
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
}
