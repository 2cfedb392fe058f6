//! The granules of an object: equal parts of it, as small as its accesses need, each with the accesses that a
//! later one could race with.
//!
//! Most granules have at most three entries (a write, and reads of two works), which are kept in place.

use super::dependent::{Dependent, Name, has_bit};
use super::entry::{Alike, Conflict, Effect, Entry, compare, merge, stays, thin};
use super::lanes::{self, Met, Now};
use super::lock_context::Contexts;
use super::moment::{Moment, World};
use super::stamp::StampId;
use crate::limits;
use raceproof_engine::effect;
use raceproof_machine::Access;
use std::ops::RangeInclusive;

/// Entries in place, or the number of a list if the first has `LISTED` as its stamp.
pub(super) type Cell = [Entry; limits::GRANULE_IN_PLACE];

/// Bytes of the largest granule (log2).
const LARGEST: u32 = 3;

const LISTED: StampId = StampId(u32::MAX);

/// What is kept of the granules of an object.
#[derive(Clone, Debug)]
pub(super) struct Granules {
    /// Bytes of a granule (log2).
    pub shift: u32,
    pub cells: Vec<Cell>,
    /// What lanes of vector loops did to granules.
    pub lanes: Vec<lanes::Cell>,
    pub rare: Option<Box<Rare>>,
}

/// What few objects have.
#[derive(Clone, Debug, Default)]
pub(super) struct Rare {
    pub lists: Vec<Vec<Entry>>,
    /// Lists that no granule has any more.
    pub unused: Vec<u32>,
    /// Granules whose value depends on the schedule.
    pub dependent: Vec<u64>,
    /// The same as an earlier run found it, with the size of its granules (log2).
    known: Option<(u32, Vec<u64>)>,
}

/// What became of an access to granules.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touched {
    /// What it races with.
    pub race: Option<Entry>,
    /// Whether it commutes with another one that is not ordered.
    pub commutes: bool,
}

impl Rare {
    pub fn new(known: &Dependent, name: Name) -> Option<Box<Rare>> {
        let known = known.get(name)?.clone();
        Some(Box::new(Rare {
            known: Some(known),
            ..Rare::default()
        }))
    }

    /// The number of a new list.
    fn list(&mut self, entries: Vec<Entry>) -> u32 {
        if let Some(number) = self.unused.pop() {
            self.lists[number as usize] = entries;
            return number;
        }
        self.lists.push(entries);
        self.lists.len() as u32 - 1
    }
}

impl Granules {
    /// No granules yet, of an object that has this name.
    pub fn new(known: &Dependent, name: Name) -> Granules {
        Granules {
            shift: LARGEST,
            cells: Vec::new(),
            lanes: Vec::new(),
            rare: Rare::new(known, name),
        }
    }

    /// Forgets the accesses.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.lanes.clear();
    }

    /// The granules of so many bytes.
    #[inline]
    pub fn of(&self, start: u32, length: u32) -> RangeInclusive<usize> {
        (start >> self.shift) as usize..=((start + (length - 1)) >> self.shift) as usize
    }

    /// Those who used the object, as far as a later access could race with it.
    pub fn users(&self) -> impl Iterator<Item = StampId> + '_ {
        let cells = self.cells.iter().filter(|cell| cell[0].stamp != LISTED);
        let lists = self.rare.iter().flat_map(|rare| rare.lists.iter().flatten());
        cells
            .flatten()
            .chain(lists)
            .map(|entry| entry.stamp)
            .filter(|stamp| *stamp != StampId(0))
    }

    /// Whether the granules are small enough for accesses, given by bits of their starts and their length.
    #[inline]
    pub fn fits(&self, start: u32, length: u32) -> bool {
        (start | length) & ((1u32 << self.shift) - 1) == 0
    }

    /// Makes the granules small enough for accesses, given by bits of their starts and their length.
    #[inline]
    pub fn fit(&mut self, start: u32, length: u32) {
        if self.cells.is_empty() {
            self.start(start, length);
        }
        if !self.fits(start, length) {
            self.divide((start | length).trailing_zeros());
        }
    }

    /// The first access tells the size of granules; what is in a block of many bytes is rather small.
    #[cold]
    fn start(&mut self, start: u32, length: u32) {
        if self.rare.as_ref().is_none_or(|r| r.dependent.is_empty()) {
            let most = if length > 8 { 2 } else { LARGEST };
            // What had its name was mostly used in the same way.
            self.shift = (start | length).trailing_zeros().min(most).min(self.shift);
        }
    }

    /// An access to granules. `alike` is what became of the granule before.
    #[inline]
    pub fn touch_all(
        &mut self,
        granules: RangeInclusive<usize>,
        entry: Entry,
        moment: &mut Moment,
        world: &mut World,
        alike: &mut Option<(Cell, Cell)>,
    ) -> Touched {
        let (first, last) = (*granules.start(), *granules.end());
        let mut touched = Touched::default();
        let mut i = first;
        if first == last
            && self.cells[i]
                .iter()
                .any(|c| moment.is(c.stamp) && c.includes(entry))
        {
            i += 1;
        }
        while i <= last {
            if moment.is_named() {
                let stamp = moment.stamp();
                let includes = |old: Entry| old.stamp == stamp && old.includes(entry);
                let rest = self.cells[i..=last].iter();
                i += rest.take_while(|c| c.iter().any(|old| includes(*old))).count();
            }
            if let Some((before, after)) = *alike {
                let rest = self.cells[i..=last].iter_mut();
                i += rest.take_while(|c| **c == before).map(|c| *c = after).count();
            }
            if i > last {
                break;
            }
            let before = self.cells[i];
            let conflict = self.touch(i, entry, moment, world);
            if let Some(Conflict { earlier, effect }) = conflict {
                match effect {
                    Effect::Commutes => touched.commutes = true,
                    Effect::Depends => {}
                    Effect::Races => touched.race = touched.race.or(Some(earlier)),
                }
                if effect != Effect::Commutes {
                    effect!("dependent-values", "unordered conflicts", self.set_dependent(i));
                }
            }
            let after = self.cells[i];
            *alike = (conflict.is_none() && after[0].stamp != LISTED && before[0].stamp != LISTED)
                .then_some((before, after));
            i += 1;
        }
        touched
    }

    /// The same for the lane of a vector loop and others of the loop.
    pub fn touch_lanes(
        &mut self,
        granules: RangeInclusive<usize>,
        now: &Now,
        a: &Access,
        contexts: &mut Contexts,
    ) -> Option<Met> {
        if self.lanes.len() <= *granules.end() {
            self.lanes.resize(self.cells.len(), lanes::Cell::default());
        }
        let mut first = None;
        for i in granules {
            match lanes::touch(&mut self.lanes[i], now, a, contexts) {
                Some(Met::Turn) => effect!("dependent-values", "turns of lanes", self.set_dependent(i)),
                met => first = first.or(met),
            }
        }
        first
    }

    /// Makes granules smaller.
    #[cold]
    fn divide(&mut self, shift: u32) {
        let parts = 1usize << (self.shift - shift);
        let mut cells = Vec::with_capacity(self.cells.len() * parts);
        for cell in &self.cells {
            for part in 0..parts {
                let mut copy = *cell;
                if part > 0
                    && copy[0].stamp == LISTED
                    && let Some(rare) = &mut self.rare
                {
                    let list = rare.lists[copy[0].what as usize].clone();
                    copy[0].what = rare.list(list);
                }
                cells.push(copy);
            }
        }
        self.cells = cells;
        let of_lanes = std::mem::take(&mut self.lanes).into_iter();
        self.lanes = of_lanes
            .flat_map(|cell| std::iter::repeat_n(cell, parts))
            .collect();
        self.shift = shift;
        if let Some(rare) = &mut self.rare {
            let old = std::mem::take(&mut rare.dependent);
            for i in (0..old.len() * 64).filter(|&i| has_bit(&old, i)) {
                (i * parts..(i + 1) * parts).for_each(|j| self.set_dependent(j));
            }
        }
    }

    #[cold]
    pub fn grow(&mut self, last: usize) {
        self.cells.resize(last + 1, Cell::default());
    }

    pub fn set_dependent(&mut self, i: usize) {
        let bits = &mut self.rare.get_or_insert_default().dependent;
        if bits.len() <= i / 64 {
            bits.resize(i / 64 + 1, 0);
        }
        bits[i / 64] |= 1 << (i % 64);
    }

    /// Whether the value of so many bytes depends on the schedule.
    pub fn depends(&self, start: u32, length: u32) -> bool {
        let Some(rare) = &self.rare else {
            return false;
        };
        let now =
            || !rare.dependent.is_empty() && self.of(start, length).any(|i| has_bit(&rare.dependent, i));
        let before = |(shift, bits): &(u32, Vec<u64>)| {
            let last = (start + (length - 1)) >> shift;
            (start >> shift..=last).any(|i| has_bit(bits, i as usize))
        };
        now() || rare.known.as_ref().is_some_and(before)
    }

    fn touch(&mut self, i: usize, new: Entry, moment: &mut Moment, world: &mut World) -> Option<Conflict> {
        let cell = self.cells[i];
        let mut conflict = None;
        let mut alike = Alike::default();
        if cell[0].stamp == LISTED {
            let rare = self.rare.get_or_insert_default();
            let list = &mut rare.lists[cell[0].what as usize];
            let stamp = moment.stamp();
            if moment.is_named()
                && list
                    .iter()
                    .any(|old| old.stamp == stamp && old.mode() == new.mode() && old.speaks_for(new))
            {
                return None;
            }
            list.retain(|&old| {
                let relation = moment.relation(old.stamp, world);
                merge(&mut conflict, compare(old, new, relation));
                stays(old, new, relation, &mut alike)
            });
            if !alike.is_enough {
                let stamp = moment.name(world);
                list.push(Entry { stamp, ..new });
                if list.len() >= limits::MANY_ENTRIES.size() && list.len().is_power_of_two() {
                    thin(list, world.stamps);
                }
            }
            if list.len() <= limits::GRANULE_IN_PLACE {
                self.cells[i] = Cell::default();
                self.cells[i][..list.len()].copy_from_slice(list);
                list.clear();
                rare.unused.push(cell[0].what);
            }
            return conflict;
        }
        let mut kept = [Entry::default(); limits::GRANULE_IN_PLACE + 1];
        let mut count = 0;
        for old in cell {
            if old.stamp != StampId(0) {
                let relation = moment.relation(old.stamp, world);
                merge(&mut conflict, compare(old, new, relation));
                if stays(old, new, relation, &mut alike) {
                    kept[count] = old;
                    count += 1;
                }
            }
        }
        if !alike.is_enough {
            let stamp = moment.name(world);
            kept[count] = Entry { stamp, ..new };
            count += 1;
        }
        if count <= limits::GRANULE_IN_PLACE {
            self.cells[i].copy_from_slice(&kept[..limits::GRANULE_IN_PLACE]);
        } else {
            let what = self.rare.get_or_insert_default().list(kept.to_vec());
            self.cells[i][0] = Entry { stamp: LISTED, what };
        }
        conflict
    }
}
