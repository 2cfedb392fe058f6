//! What is stored of locksets with a state, and compared when the state is reached again (`table` of figure
//! 5).
//!
//! Two executions that lead to a state seldom have the same locksets: who locked a mutex last is in the sets
//! of what it protects. But a thread that waits for a mutex is an *heir* of it: it does nothing before it
//! gets the mutex and, with it, all that was left there. So sets that differ only in heirs of a mutex that is
//! in both are the same for all that can happen from the state, and what is stored and compared are sets with
//! all their heirs.
//!
//! That a thread gets what was left there needs that its operation locks the mutex if it does anything. It
//! does: a thread that holds the mutex already is no heir, and only the thread itself can change that. One
//! thing comes before: a lock of a mutex that was destroyed is a defect, and an access of the mutex all the
//! same. So plain accesses of the mutex itself are compared without heirs. A program that overwrites the
//! bytes of a mutex while somebody waits for it has a race there; what comes after it may not be explored in
//! full.
//!
//! Nor does it matter who is in a set if nobody else makes a conflicting access later: that finished threads
//! are in it does not, unless whoever joins them goes on to access the same. What is accessed from a state is
//! known once all executions from it have been explored: it depends on the state only, and the search finds
//! every access. Where a cycle was cut it is not known, and then sets are compared as they are.

use super::cells::{Bytes, Cells, Change, Entry, Sort};
use super::future::{Future, Use};
use hashbrown::HashTable;
use raceproof_machine::{Machine, Pointer, Renaming, Site, State, ThreadId};
use raceproof_order::{Channel, Holder, Lockset, LocksetTable};
use rustc_hash::FxBuildHasher;
use std::borrow::Cow;
use std::hash::BuildHasher;

/// As many bytes as a mutex has at most.
const MUTEX: u32 = 40;

/// Threads that wait for a mutex.
#[derive(Debug, Default)]
pub struct Heirs {
    threads: raceproof_order::Heirs,
    mutexes: Vec<Bytes>,
}

impl Heirs {
    /// Becomes those of a state.
    pub fn find(&mut self, machine: &Machine, state: &State, table: &mut LocksetTable) {
        self.threads.clear();
        self.mutexes.clear();
        for t in (0..state.threads().len() as u32).map(ThreadId) {
            let Some(mutex) = machine.needed_mutex(state, t) else {
                continue;
            };
            let channel = Channel {
                key: mutex.0,
                lane: 0,
            };
            table.add_heir(&mut self.threads, t, channel);
            let bytes = Bytes {
                object: mutex.object(),
                start: mutex.offset(),
                end: mutex.offset().saturating_add(MUTEX),
            };
            if !self.mutexes.contains(&bytes) {
                self.mutexes.push(bytes);
            }
        }
    }

    /// Whether some of these bytes are of a mutex.
    fn touch(&self, bytes: Bytes) -> bool {
        self.mutexes.iter().any(|mutex| mutex.overlaps(&bytes))
    }

    /// The set of accesses of some sort with its heirs; `touch` is whether they are of a mutex.
    #[inline]
    fn complete<'s>(&self, set: &'s Lockset, sort: Sort, touch: bool) -> Cow<'s, Lockset> {
        match touch && !sort.is_atomic() {
            true => Cow::Borrowed(set),
            false => self.threads.complete(set).map_or(Cow::Borrowed(set), Cow::Owned),
        }
    }
}

/// The floors of a state: the locksets of cells with their heirs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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

    /// The floors if threads have other names.
    pub fn renamed(&self, names: &Renaming, table: &mut LocksetTable) -> Floors {
        let exchange = table.exchange(|holder| renamed(holder, names));
        let mut cells: Vec<(Bytes, &[(Sort, Lockset)])> = self
            .iter()
            .map(|(bytes, sets)| (bytes.renamed(names), sets))
            .collect();
        cells.sort_unstable_by_key(|(bytes, _)| *bytes);
        let mut new = Floors::default();
        for (bytes, sets) in cells {
            let first = new.sets.len();
            let sets = sets.iter();
            new.sets
                .extend(sets.map(|(sort, set)| (sort.renamed(names), set.exchanged(&exchange))));
            // Those of equal states are stored once.
            new.sets[first..].sort_unstable_by_key(|(sort, _)| *sort);
            new.cells.push((bytes, new.sets.len() as u32));
        }
        new
    }

    /// Whether the sets of accesses of a sort to these bytes, which are in no cell before the first, are
    /// within this one; mostly it is the access with this number of its cell.
    #[inline]
    fn are_within(&self, first: usize, bytes: Bytes, sort: Sort, number: usize, floor: &Lockset) -> bool {
        let mut at = bytes.start;
        for (other, sets) in self.iter_from(first) {
            if at >= bytes.end || !other.overlaps(&bytes) || other.start > at {
                break;
            }
            let is_it = |(s, _): &&(Sort, Lockset)| *s == sort;
            let set = sets.get(number).filter(is_it).or_else(|| sets.iter().find(is_it));
            if !set.is_some_and(|(_, set)| set.is_within(floor)) {
                return false;
            }
            at = other.end;
        }
        at >= bytes.end
    }
}

/// A holder if threads have other names.
fn renamed(holder: Holder, names: &Renaming) -> Holder {
    let address = |key: u64| names.pointer(Pointer(key)).0;
    match holder {
        Holder::Thread(t) => Holder::Thread(names.thread(t)),
        Holder::Channel(channel) => Holder::Channel(Channel {
            key: address(channel.key),
            ..channel
        }),
        Holder::Head(location, t) => Holder::Head(address(location), names.thread(t)),
        Holder::Fence(t) => Holder::Fence(names.thread(t)),
        Holder::Pending(t) => Holder::Pending(names.thread(t)),
    }
}

/// One of the floors in an [`Archive`]; the default is that there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloorsId(u32);

/// The floors of all states, each stored once: many states have the same.
#[derive(Debug)]
pub struct Archive {
    list: Vec<Floors>,
    index: HashTable<u32>,
    /// Kept for its memory.
    new: Floors,
    memory: usize,
}

impl Default for Archive {
    fn default() -> Archive {
        Archive {
            list: vec![Floors::default()],
            index: HashTable::new(),
            new: Floors::default(),
            memory: 0,
        }
    }
}

impl Archive {
    /// The floors with a number.
    pub fn get(&self, id: FloorsId) -> &Floors {
        &self.list[id.0 as usize]
    }

    /// Stores the floors of an execution, to be kept with the state, which has these names.
    pub fn store(
        &mut self,
        cells: &Cells,
        heirs: &Heirs,
        table: &mut LocksetTable,
        names: Option<&Renaming>,
    ) -> FloorsId {
        cells.store(heirs, table, &mut self.new);
        if let Some(names) = names {
            self.new = self.new.renamed(names, table);
        }
        let hash = |floors: &Floors| FxBuildHasher.hash_one(floors);
        let (new, list) = (&self.new, &mut self.list);
        let hash_new = hash(new);
        if let Some(&known) = self.index.find(hash_new, |&i| list[i as usize] == *new) {
            return FloorsId(known);
        }
        let id = list.len() as u32;
        // A copy takes no more than it needs.
        let kept = new.clone();
        self.memory += size_of::<Floors>()
            + kept.cells.capacity() * size_of::<(Bytes, u32)>()
            + kept.sets.capacity() * size_of::<(Sort, Lockset)>();
        list.push(kept);
        self.index
            .insert_unique(hash_new, id, |&i| hash(&list[i as usize]));
        FloorsId(id)
    }

    /// Bytes that it occupies.
    pub fn memory(&self) -> usize {
        self.memory + self.index.capacity() * 5
    }
}

impl Cells {
    /// Puts floors together with those of another execution: what both know.
    pub fn lower(&mut self, stored: &Floors, heirs: &Heirs, table: &mut LocksetTable) {
        for (bytes, sets) in stored.iter() {
            let touch = heirs.touch(bytes);
            if let Some(place) = self.cell(bytes) {
                self.lower_cell(place, sets, heirs, touch, table);
                continue;
            }
            for key in self.cover(bytes) {
                if let Ok(place) = self.find(key) {
                    self.lower_cell(place, sets, heirs, touch, table);
                }
            }
        }
    }

    fn lower_cell(
        &mut self,
        place: usize,
        sets: &[(Sort, Lockset)],
        heirs: &Heirs,
        touch: bool,
        table: &mut LocksetTable,
    ) {
        let (key, cell) = &mut self.list[place];
        let (key, entries) = (*key, &mut cell.entries);
        for (k, (sort, set)) in sets.iter().enumerate() {
            // Mostly both have the same accesses in the same order.
            let same = match entries.get(k) {
                Some(e) if e.sort == *sort => Some(k),
                _ => entries.iter().position(|e| e.sort == *sort),
            };
            match same {
                Some(i) => {
                    let floor = heirs.complete(table.set(entries[i].floor), *sort, touch);
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

    /// Lets these be the floors.
    fn store(&self, heirs: &Heirs, table: &LocksetTable, floors: &mut Floors) {
        floors.cells.clear();
        floors.sets.clear();
        for (bytes, cell) in self.iter().filter(|(_, cell)| !cell.entries.is_empty()) {
            let touch = heirs.touch(bytes);
            let set = |e: &Entry| heirs.complete(table.set(e.floor), e.sort, touch).into_owned();
            floors.sets.extend(cell.entries.iter().map(|e| (e.sort, set(e))));
            floors.cells.push((bytes, floors.sets.len() as u32));
        }
    }

    /// Whether everything that can be found from here was found from there, where these floors were stored
    /// and this is all that may happen: stored sets are within the floors, or nobody makes a conflicting
    /// access who is not in the floor.
    pub fn contain(&self, stored: &Floors, later: &Future, heirs: &Heirs, table: &LocksetTable) -> bool {
        // Where this execution has a set, the stored one must have one that is no larger; no set is the
        // largest. Both are in the order of their bytes.
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
                let touch = heirs.touch(bytes);
                cell.entries.iter().enumerate().all(|(k, e)| {
                    let floor = table.set(e.floor);
                    stored.are_within(first, bytes, e.sort, k, floor) || {
                        let floor = heirs.complete(floor, e.sort, touch);
                        is_settled(bytes, e.sort, &floor, later, table)
                            || stored.are_within(first, bytes, e.sort, k, &floor)
                    }
                })
            })
    }
}

/// Whether everybody who makes an access later that conflicts with one of this sort is in its set.
fn is_settled(bytes: Bytes, sort: Sort, set: &Lockset, later: &Future, table: &LocksetTable) -> bool {
    let misses =
        |u: &Use| u.object == bytes.object && sort.conflicts(u.write, u.atomic) && !table.has(set, u.thread);
    !later.any_use && !later.uses.iter().any(misses)
}
