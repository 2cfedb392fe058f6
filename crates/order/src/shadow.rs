//! Shadow memory: who accessed each byte last, to find the race of an access with an earlier one.
//!
//! After FastTrack (Flanagan, Freund 2009): a granule remembers its last write and its last read as
//! epochs; only reads by several unordered threads, and atomic accesses, need a list. Exact for the
//! question "does this access race with an earlier one": of the accesses of one thread and one mode
//! the last is enough, for if an earlier one is unordered with the new access, so is the last.
//!
//! Granules start as large as the first access to an object allows and are split to bytes for the
//! whole object when an access does not fit, so arrays of doubles cost a cell per element.
//!
//! With a journal ([`Shadow::keep_journal`]) every change keeps what it replaced, for searches that go back.
//!
//! The order is a parameter (`ordered`): whoever knows that an epoch precedes the new access.

use crate::{Epoch, ThreadId};
use std::collections::HashMap;

/// An earlier access, as kept in shadow memory. `site` is whatever the caller uses to name a place in the
/// program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Touch {
    /// When.
    pub epoch: Epoch,
    /// Where in the program.
    pub site: u32,
    /// Whether it wrote.
    pub write: bool,
    /// Whether it was atomic.
    pub atomic: bool,
}

/// A new access to a range of bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reach {
    /// The object.
    pub object: u32,
    /// First byte.
    pub start: u32,
    /// Number of bytes.
    pub length: u32,
}

const NONE: Epoch = Epoch {
    thread: ThreadId(u32::MAX),
    time: 0,
};

/// Non-atomic accesses: the last write and, if they are ordered, the last read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    write: Epoch,
    read: Epoch,
    write_site: u32,
    /// Site of the read; or the index of a list if `read.thread` is `LISTED`.
    read_site: u32,
}

const LISTED: ThreadId = ThreadId(u32::MAX - 1);

const EMPTY: Cell = Cell {
    write: NONE,
    read: NONE,
    write_site: 0,
    read_site: 0,
};

/// Accesses of one object.
#[derive(Clone, Debug, Default)]
struct Sheet {
    /// Log2 of the bytes of a granule.
    shift: u32,
    cells: Vec<Cell>,
    /// Lists of accesses of granules that a cell cannot describe.
    lists: Vec<Vec<Touch>>,
}

/// Shadow memory of all objects.
#[derive(Clone, Debug, Default)]
pub struct Shadow {
    sheets: HashMap<u32, Sheet, std::hash::BuildHasherDefault<IdHasher>>,
    journal: Option<Vec<Change>>,
}

/// What a change replaced.
#[derive(Clone, Debug)]
enum Change {
    Sheet(u32, Option<Box<Sheet>>),
    Cell(u32, u32, Cell),
    List(u32, u32, Vec<Touch>),
}

/// Object ids are well spread already; hashing them further costs more than it gains.
#[derive(Clone, Debug, Default)]
struct IdHasher(u64);

impl std::hash::Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    fn write_u32(&mut self, n: u32) {
        self.0 = u64::from(n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Shadow {
    /// Forgets an object: its name is going to be used for a new one.
    pub fn forget(&mut self, object: u32) {
        let old = self.sheets.remove(&object);
        if let Some(journal) = &mut self.journal
            && let Some(sheet) = old
        {
            journal.push(Change::Sheet(object, Some(Box::new(sheet))));
        }
    }

    /// The life of an object ends. Gives an access by another thread that is not `ordered` before that.
    pub fn end(&mut self, object: u32, thread: ThreadId, ordered: impl Fn(Epoch) -> bool) -> Option<Touch> {
        let sheet = self.sheets.get(&object)?;
        let late =
            |touch: &Touch| touch.epoch != NONE && touch.epoch.thread != thread && !ordered(touch.epoch);
        let found = sheet.cells.iter().find_map(|cell| match cell.read.thread {
            LISTED => sheet.lists[cell.read_site as usize].iter().copied().find(late),
            _ => [cell.last_write(), cell.last_read()].into_iter().find(late),
        });
        self.forget(object);
        found
    }

    /// From now on keeps what changes replace.
    pub fn keep_journal(&mut self) {
        self.journal = Some(Vec::new());
    }

    /// The moment to go back to with [`Shadow::undo`].
    pub fn moment(&self) -> usize {
        self.journal.as_ref().map_or(0, Vec::len)
    }

    /// Goes back to a moment.
    pub fn undo(&mut self, moment: usize) {
        let Some(journal) = &mut self.journal else { return };
        for change in journal.drain(moment..).rev() {
            match change {
                Change::Sheet(object, Some(old)) => {
                    self.sheets.insert(object, *old);
                }
                Change::Sheet(object, None) => {
                    self.sheets.remove(&object);
                }
                Change::Cell(object, i, old) => {
                    if let Some(sheet) = self.sheets.get_mut(&object) {
                        let cell = std::mem::replace(&mut sheet.cells[i as usize], old);
                        // Lists are made at the end, so what is undone last in, first out frees the last one.
                        if cell.read.thread == LISTED && old.read.thread != LISTED {
                            sheet.lists.truncate(cell.read_site as usize);
                        }
                    }
                }
                Change::List(object, i, old) => {
                    if let Some(sheet) = self.sheets.get_mut(&object) {
                        sheet.lists[i as usize] = old;
                    }
                }
            }
        }
    }

    /// Records an access and gives an earlier one that it races with: conflicting, not both atomic, of
    /// another thread and not `ordered` before it.
    #[inline]
    pub fn access(&mut self, reach: Reach, touch: Touch, ordered: impl Fn(Epoch) -> bool) -> Option<Touch> {
        if reach.length == 0 {
            return None;
        }
        let sheet = self.sheets.entry(reach.object).or_insert_with(|| {
            if let Some(journal) = &mut self.journal {
                journal.push(Change::Sheet(reach.object, None));
            }
            Sheet::for_first(reach)
        });
        if !sheet.fits(reach) {
            if let Some(journal) = &mut self.journal {
                journal.push(Change::Sheet(reach.object, Some(Box::new(sheet.clone()))));
            }
            sheet.split();
        }
        let first = (reach.start >> sheet.shift) as usize;
        let last = ((reach.start + (reach.length - 1)) >> sheet.shift) as usize;
        if sheet.cells.len() <= last {
            sheet.cells.resize(last + 1, EMPTY);
        }
        let mut found = None;
        for i in first..=last {
            if let Some(journal) = &mut self.journal {
                let cell = sheet.cells[i];
                journal.push(Change::Cell(reach.object, i as u32, cell));
                if cell.read.thread == LISTED {
                    let list = sheet.lists[cell.read_site as usize].clone();
                    journal.push(Change::List(reach.object, cell.read_site, list));
                }
            }
            let race = sheet.touch(i, touch, &ordered);
            found = found.or(race);
        }
        found
    }
}

impl Sheet {
    fn for_first(reach: Reach) -> Sheet {
        let aligned = (reach.start | reach.length).trailing_zeros().min(3);
        Sheet {
            shift: aligned,
            ..Sheet::default()
        }
    }

    /// Whether an access is made of whole granules.
    #[inline]
    fn fits(&self, reach: Reach) -> bool {
        (reach.start | reach.length) & ((1u32 << self.shift) - 1) == 0
    }

    /// Splits the granules to bytes.
    fn split(&mut self) {
        let parts = 1usize << self.shift;
        let mut cells = Vec::with_capacity(self.cells.len() * parts);
        for cell in &self.cells {
            for part in 0..parts {
                let mut copy = *cell;
                if part > 0 && copy.read.thread == LISTED {
                    let list = self.lists[copy.read_site as usize].clone();
                    copy.read_site = self.lists.len() as u32;
                    self.lists.push(list);
                }
                cells.push(copy);
            }
        }
        self.cells = cells;
        self.shift = 0;
    }

    #[inline]
    fn touch(&mut self, i: usize, t: Touch, ordered: &impl Fn(Epoch) -> bool) -> Option<Touch> {
        let cell = &mut self.cells[i];
        if t.atomic || cell.read.thread == LISTED {
            return self.touch_list(i, t, ordered);
        }
        let before = |e: Epoch| e == NONE || e.thread == t.epoch.thread || ordered(e);
        if t.write {
            if cell.write == t.epoch && cell.read == NONE {
                return None;
            }
            let race = if !before(cell.write) {
                Some(cell.last_write())
            } else if !before(cell.read) {
                Some(cell.last_read())
            } else {
                None
            };
            // Reads that precede this write are no longer needed: what is unordered with them is
            // unordered with the write.
            *cell = Cell {
                write: t.epoch,
                write_site: t.site,
                read: NONE,
                read_site: 0,
            };
            race
        } else {
            if cell.read == t.epoch {
                return None;
            }
            let race = (!before(cell.write)).then(|| cell.last_write());
            if before(cell.read) {
                cell.read = t.epoch;
                cell.read_site = t.site;
            } else {
                self.enlist(i);
                self.touch_list(i, t, ordered);
            }
            race
        }
    }

    /// Turns a cell into a list.
    fn enlist(&mut self, i: usize) {
        let cell = &mut self.cells[i];
        let mut list = Vec::new();
        if cell.write != NONE {
            list.push(cell.last_write());
        }
        if cell.read != NONE {
            list.push(cell.last_read());
        }
        cell.read.thread = LISTED;
        cell.read_site = self.lists.len() as u32;
        self.lists.push(list);
    }

    fn touch_list(&mut self, i: usize, t: Touch, ordered: &impl Fn(Epoch) -> bool) -> Option<Touch> {
        if self.cells[i].read.thread != LISTED {
            self.enlist(i);
        }
        let list = &mut self.lists[self.cells[i].read_site as usize];
        let race = list
            .iter()
            .find(|e| {
                e.epoch.thread != t.epoch.thread
                    && (e.write || t.write)
                    && !(e.atomic && t.atomic)
                    && !ordered(e.epoch)
            })
            .copied();
        let same =
            |e: &&mut Touch| e.epoch.thread == t.epoch.thread && e.write == t.write && e.atomic == t.atomic;
        match list.iter_mut().find(same) {
            Some(entry) => *entry = t,
            None => list.push(t),
        }
        race
    }
}

impl Cell {
    fn last_write(&self) -> Touch {
        Touch {
            epoch: self.write,
            site: self.write_site,
            write: true,
            atomic: false,
        }
    }

    fn last_read(&self) -> Touch {
        Touch {
            epoch: self.read,
            site: self.read_site,
            write: false,
            atomic: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(thread: u32, time: u32, write: bool, atomic: bool) -> Touch {
        Touch {
            epoch: Epoch {
                thread: ThreadId(thread),
                time,
            },
            site: thread,
            write,
            atomic,
        }
    }

    fn reach(start: u32, length: u32) -> Reach {
        Reach {
            object: 1,
            start,
            length,
        }
    }

    #[test]
    fn unordered_conflicts_are_found_and_ordered_ones_are_not() {
        let mut s = Shadow::default();
        assert!(
            s.access(reach(0, 4), touch(0, 1, true, false), |_| false)
                .is_none()
        );
        assert!(
            s.access(reach(0, 4), touch(1, 1, false, false), |_| true)
                .is_none()
        );
        assert!(
            s.access(reach(0, 4), touch(2, 1, false, false), |_| false)
                .is_some()
        );
    }

    #[test]
    fn bytes_of_one_word_do_not_conflict() {
        let mut s = Shadow::default();
        assert!(
            s.access(reach(0, 4), touch(0, 1, true, false), |_| true)
                .is_none()
        );
        assert!(
            s.access(reach(1, 1), touch(1, 1, true, false), |e| e.thread.0 == 0)
                .is_none()
        );
        assert!(
            s.access(reach(2, 1), touch(2, 1, true, false), |e| e.thread.0 == 0)
                .is_none()
        );
        assert!(
            s.access(reach(1, 2), touch(2, 1, true, false), |e| e.thread.0 == 0)
                .is_some()
        );
    }

    #[test]
    fn a_write_races_with_any_of_several_reads() {
        let mut s = Shadow::default();
        s.access(reach(0, 8), touch(0, 1, false, false), |_| false);
        s.access(reach(0, 8), touch(1, 1, false, false), |_| false);
        let race = s.access(reach(0, 8), touch(2, 1, true, false), |e| e.thread.0 == 1);
        assert_eq!(race.map(|r| r.epoch.thread), Some(ThreadId(0)));
    }

    #[test]
    fn a_journal_leads_back() {
        let mut s = Shadow::default();
        s.keep_journal();
        let mut past = Vec::new();
        for (start, length, thread, write) in [
            (0, 4, 0, true),
            (0, 4, 1, false),
            (0, 4, 2, false),
            (1, 1, 1, false),
            (8, 8, 0, true),
            (0, 4, 2, true),
        ] {
            past.push((s.moment(), format!("{:?}", s.sheets)));
            s.access(reach(start, length), touch(thread, 1, write, false), |_| false);
        }
        for (moment, expected) in past.into_iter().rev() {
            s.undo(moment);
            let trim = |text: String| {
                text.replace(&format!(", {EMPTY:?}"), "")
                    .replace(&format!("{EMPTY:?}"), "")
            };
            assert_eq!(trim(format!("{:?}", s.sheets)), trim(expected));
        }
    }

    #[test]
    fn atomic_accesses_race_with_plain_ones_only() {
        let mut s = Shadow::default();
        assert!(
            s.access(reach(0, 4), touch(0, 1, true, true), |_| false)
                .is_none()
        );
        assert!(
            s.access(reach(0, 4), touch(1, 1, true, true), |_| false)
                .is_none()
        );
        assert!(
            s.access(reach(0, 4), touch(2, 1, false, false), |_| false)
                .is_some()
        );
        assert!(
            s.access(reach(0, 4), touch(1, 1, false, true), |_| false)
                .is_none()
        );
    }
}
