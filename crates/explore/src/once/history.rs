//! Who accessed each granule of memory, under which stamps.
//!
//! A granule keeps the accesses that a later one could race with: those not ordered before a covering one. Of the works of one construct two
//! are enough, for a third conflicts with one of them. Most granules have at most two entries, which are kept in place.

use super::lock_context::Contexts;
use super::stamp::{Knowledge, Stamp, StampId, Stamps};
use raceproof_machine::{Access, ObjectId, Site};
use rustc_hash::FxHashMap;

/// An access of a granule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Entry {
    /// Who, when, under which locks.
    pub stamp: StampId,
    /// `site << 2 | write << 1 | atomic`.
    what: u32,
}

impl Entry {
    fn new(stamp: StampId, a: &Access) -> Entry {
        Entry {
            stamp,
            what: a.site.0 << 2 | u32::from(a.write) << 1 | u32::from(a.atomic),
        }
    }

    /// Where.
    pub fn site(self) -> Site {
        Site(self.what >> 2)
    }

    fn write(self) -> bool {
        self.what & 2 != 0
    }

    fn atomic(self) -> bool {
        self.what & 1 != 0
    }

    fn mode(self) -> u32 {
        self.what & 3
    }
}

/// Entries in place, or the number of a list if the first has `LISTED` as its stamp.
type Cell = [Entry; 2];

const LISTED: StampId = StampId(u32::MAX);

#[derive(Clone, Debug, Default)]
struct Sheet {
    shift: u32,
    cells: Vec<Cell>,
    lists: Vec<Vec<Entry>>,
    /// Granules whose value depends on the schedule.
    dependent: Vec<u64>,
}

/// Two accesses that conflict and are not ordered.
#[derive(Clone, Copy, Debug)]
pub struct Conflict {
    /// The earlier one.
    pub earlier: Entry,
    /// Whether locks or atomicity keep them apart: then it is no race, but the value depends on the schedule.
    pub excluded: bool,
}

/// Granules whose value depends on the schedule, by object: their size (log2) and a bit for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependent {
    objects: FxHashMap<ObjectId, (u32, Vec<u64>)>,
}

impl Dependent {
    fn touches(&self, a: &Access) -> bool {
        let Some((shift, bits)) = self.objects.get(&a.object) else {
            return false;
        };
        let last = (a.start + (a.length - 1)) >> shift;
        (a.start >> shift..=last).any(|i| bits.get(i as usize / 64).is_some_and(|w| w >> (i % 64) & 1 != 0))
    }
}

/// Histories of all objects.
#[derive(Default)]
pub struct History {
    sheets: FxHashMap<ObjectId, Sheet>,
    /// What an earlier run found to depend on the schedule.
    known: Dependent,
    /// Objects that are no more.
    gone: Dependent,
}

/// What a look at the past needs.
pub struct View<'a> {
    /// The stamp of the access at hand.
    pub stamp: StampId,
    /// What is known at it.
    pub know: Knowledge<'a>,
    /// All stamps.
    pub stamps: &'a Stamps,
    /// All lock contexts.
    pub contexts: &'a mut Contexts,
}

impl History {
    /// Starts with what earlier runs found.
    pub fn new(known: Dependent) -> History {
        History {
            known,
            ..History::default()
        }
    }

    /// What depends on the schedule as far as this run and those before it tell.
    pub fn dependent(&self) -> Dependent {
        let mut all = self.known.clone();
        let found = self.sheets.iter().filter(|(_, s)| !s.dependent.is_empty());
        let found = found.map(|(id, s)| (*id, (s.shift, s.dependent.clone())));
        for (id, (shift, bits)) in found.chain(self.gone.objects.clone()) {
            let entry = all.objects.entry(id).or_insert_with(|| (shift, Vec::new()));
            // A run that saw smaller granules has the finer picture; otherwise the bits add up.
            if entry.0 != shift {
                *entry = (
                    shift.min(entry.0),
                    if shift < entry.0 {
                        bits
                    } else {
                        std::mem::take(&mut entry.1)
                    },
                );
            } else {
                entry.1.resize(entry.1.len().max(bits.len()), 0);
                entry
                    .1
                    .iter_mut()
                    .zip(&bits)
                    .for_each(|(mine, theirs)| *mine |= theirs);
            }
        }
        all
    }

    /// Forgets an object whose name is going to be used for another.
    pub fn forget(&mut self, object: ObjectId) {
        if let Some(sheet) = self.sheets.remove(&object)
            && !sheet.dependent.is_empty()
        {
            self.gone.objects.insert(object, (sheet.shift, sheet.dependent));
        }
    }

    /// Records an access. Gives the race with an earlier access if there is one, and whether the value depends on the schedule.
    #[inline]
    pub fn access(&mut self, a: &Access, view: &mut View, tainted_store: bool) -> (Option<Entry>, bool) {
        if a.length == 0 {
            return (None, false);
        }
        let sheet = self.sheets.entry(a.object).or_insert_with(|| Sheet {
            shift: (a.start | a.length).trailing_zeros().min(3),
            ..Sheet::default()
        });
        sheet.fit(a);
        let first = (a.start >> sheet.shift) as usize;
        let last = ((a.start + (a.length - 1)) >> sheet.shift) as usize;
        if sheet.cells.len() <= last {
            sheet.cells.resize(last + 1, Cell::default());
        }
        let entry = Entry::new(view.stamp, a);
        let (mut race, mut dependent) = (None, false);
        for i in first..=last {
            let fresh = sheet.touch(i, entry, view);
            if let Some(conflict) = fresh {
                if !conflict.excluded {
                    race = race.or(Some(conflict.earlier));
                }
                sheet.set_dependent(i);
            }
            if tainted_store && a.write {
                sheet.set_dependent(i);
            }
            dependent |= !sheet.dependent.is_empty() && sheet.is_dependent(i);
        }
        (race, dependent || self.known.touches(a))
    }
}

impl Sheet {
    fn fit(&mut self, a: &Access) {
        let mask = (1u32 << self.shift) - 1;
        if (a.start | a.length) & mask == 0 {
            return;
        }
        let parts = 1usize << self.shift;
        let mut cells = Vec::with_capacity(self.cells.len() * parts);
        let marked: Vec<usize> = (0..self.cells.len()).filter(|&i| self.is_dependent(i)).collect();
        for cell in &self.cells {
            for part in 0..parts {
                let mut copy = *cell;
                if part > 0 && copy[0].stamp == LISTED {
                    let list = self.lists[copy[0].what as usize].clone();
                    copy[0].what = self.lists.len() as u32;
                    self.lists.push(list);
                }
                cells.push(copy);
            }
        }
        self.cells = cells;
        self.shift = 0;
        self.dependent.clear();
        for i in marked {
            (i * parts..(i + 1) * parts).for_each(|j| self.set_dependent(j));
        }
    }

    fn set_dependent(&mut self, i: usize) {
        if self.dependent.len() <= i / 64 {
            self.dependent.resize(i / 64 + 1, 0);
        }
        self.dependent[i / 64] |= 1 << (i % 64);
    }

    fn is_dependent(&self, i: usize) -> bool {
        self.dependent.get(i / 64).is_some_and(|w| w >> (i % 64) & 1 != 0)
    }

    #[inline]
    fn touch(&mut self, i: usize, new: Entry, view: &mut View) -> Option<Conflict> {
        let cell = self.cells[i];
        if cell[0].stamp == LISTED {
            let list = &mut self.lists[cell[0].what as usize];
            let mut conflict = None;
            for &old in list.iter() {
                if old.stamp == new.stamp && old.mode() == new.mode() {
                    return None;
                }
                merge(&mut conflict, compare(old, new, view));
            }
            settle(list, new, view);
            return conflict;
        }
        // The commonest case: the same thread did the same a moment ago.
        for old in cell {
            if old.stamp == new.stamp && (old.mode() == new.mode() || old.write() && !old.atomic()) {
                return None;
            }
        }
        let mut conflict = None;
        let mut kept = [Entry::default(); 3];
        let (mut count, mut alike) = (0, 0);
        for old in cell {
            if old.stamp != StampId(0) {
                merge(&mut conflict, compare(old, new, view));
                if stays(old, new, view, &mut alike) {
                    kept[count] = old;
                    count += 1;
                }
            }
        }
        if alike < 2 {
            kept[count] = new;
            count += 1;
        }
        if count <= 2 {
            self.cells[i] = [kept[0], kept[1]];
        } else {
            self.cells[i][0] = Entry {
                stamp: LISTED,
                what: self.lists.len() as u32,
            };
            self.lists.push(kept.to_vec());
        }
        conflict
    }
}

/// A race counts more than a conflict that is excluded.
fn merge(known: &mut Option<Conflict>, new: Option<Conflict>) {
    if known.is_none_or(|k| k.excluded)
        && new.is_some()
        && !(known.is_some() && new.is_some_and(|n| n.excluded))
    {
        *known = new;
    }
}

fn stamp<'a>(view: &View<'a>, id: StampId) -> &'a Stamp {
    view.stamps.get(id)
}

fn compare(old: Entry, new: Entry, view: &mut View) -> Option<Conflict> {
    if !(old.write() || new.write()) {
        return None;
    }
    let (a, b) = (stamp(view, old.stamp), stamp(view, new.stamp));
    if view.stamps.ordered(a, b, &view.know) {
        return None;
    }
    let excluded = (old.atomic() && new.atomic()) || !view.contexts.compatible(a.context, b.context);
    Some(Conflict {
        earlier: old,
        excluded,
    })
}

/// Adds an entry and drops those that it makes superfluous. Two works of one construct are enough.
fn settle(list: &mut Vec<Entry>, new: Entry, view: &View) {
    let mut alike = 0;
    list.retain(|&old| stays(old, new, view, &mut alike));
    if alike < 2 {
        list.push(new);
    }
}

/// Whether an entry is still needed beside a new one. Counts other works of the same construct that did the same.
#[inline]
fn stays(old: Entry, new: Entry, view: &View, alike: &mut u32) -> bool {
    let (a, b) = (stamp(view, old.stamp), stamp(view, new.stamp));
    let covers = (new.write() || !old.write()) && new.atomic() == old.atomic() && a.context == b.context;
    if !covers {
        return true;
    }
    let same_owner = match (a.work, b.work) {
        (Some((c, n)), Some((d, m))) if c == d => {
            if n != m && old.mode() == new.mode() {
                *alike += 1;
            }
            n == m
        }
        (None, None) => a.epoch.thread == b.epoch.thread,
        _ => false,
    };
    !(same_owner || view.stamps.ordered(a, b, &view.know))
}
