//! Who accessed each granule of memory, under which stamps.
//!
//! A granule keeps the accesses that a later one could race with: those not ordered before a covering one. Of the works of one construct two
//! are enough, for a third conflicts with one of them. Most granules have at most three entries (a write, and reads of two works), which are
//! kept in place.
//!
//! Cost: an access finds the sheet of its object by the object that its place accessed last, and its granule by the offset. A thread that did the
//! same before in the same moment is done then. Otherwise it compares itself with the entries there, by relations that [`Moment`] remembers.
//!
//! Conflicting accesses that locks or atomicity keep apart leave a value that depends on the schedule, unless both belong to exact updates of one
//! class ([`Machine::updates`](raceproof_machine::Machine::updates)): those commute. All unordered conflicts of a granule being such, what an access
//! that is ordered to all of them finds is one value in every schedule. An entry stands for another one only if it is of its class or of none. Two updates of
//! one class that overlap are of the same bytes, because an access that is not at a multiple of its length is of no class.
//!
//! Beside the granules it is kept which places used which objects ([`Uses`](super::uses::Uses)).

use super::dependent::{Dependent, Name, has_bit, ranges};
use super::lanes::{self, Kept, Met, Now, Stretch};
use super::lock_context::{ContextId, Contexts};
use super::moment::{Moment, Relation, World};
use super::stamp::{Stamp, StampId, Stamps};
use super::thread::WorkId;
use super::uses::Uses;
use raceproof_flow::COMBINES;
use raceproof_machine::{Access, ObjectId, Site, SpaceId, ThreadId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An access of a granule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Entry {
    /// Who, when, under which locks.
    pub stamp: StampId,
    /// `site << 8 | class << 2 | write << 1 | atomic`.
    what: u32,
}

/// How many places an entry can tell apart.
const PLACES: usize = 1 << 24;

impl Entry {
    #[inline]
    fn new(a: &Access, class: u8) -> Entry {
        Entry {
            stamp: StampId(0),
            what: a.site.0 << 8 | u32::from(class) << 2 | u32::from(a.write) << 1 | u32::from(a.atomic),
        }
    }

    /// Where.
    pub fn site(self) -> Site {
        Site(self.what >> 8)
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

    /// The class of the exact update that it belongs to, 0 if to none.
    fn class(self) -> u32 {
        self.what >> 2 & 0x3f
    }

    /// Mode and class.
    fn sort(self) -> u32 {
        self.what & 0xff
    }

    /// Whether whatever commutes with this access commutes with another one.
    fn speaks_for(self, other: Entry) -> bool {
        self.class() == 0 || self.class() == other.class()
    }

    /// Whether an access of the same stamp adds nothing to this one.
    #[inline]
    fn includes(self, new: Entry) -> bool {
        (self.mode() == new.mode() || self.mode() == 2) && self.speaks_for(new)
    }
}

/// Accesses of one kind by one place: the first, how far each is behind the one before it, and how many there are.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// The first one.
    pub first: Access,
    /// How many bytes further each of the others starts.
    pub by: i64,
    /// How many there are.
    pub count: u64,
}

/// Entries in place, or the number of a list if the first has `LISTED` as its stamp.
type Cell = [Entry; IN_PLACE];

const IN_PLACE: usize = 3;

/// Bytes of the largest granule (log2).
const LARGEST: u32 = 3;

/// The most granules of an object.
const MOST: usize = 1 << 25;

const LISTED: StampId = StampId(u32::MAX);

/// Marks an object that has no sheet yet; more sheets than that do not fit into memory.
const DEFERRED: u32 = 1 << 31;

/// Index of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SheetId(pub u32);

/// An object.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Which.
    pub object: ObjectId,
    /// Where it was made.
    site: Site,
    /// The time of its thread when it was made on the stack, if that was in a region.
    pub born: u32,
    /// Whether the runtime made it for itself.
    pub is_inner: bool,
    /// Whether it is a copy of a thread-local variable, or scratch.
    pub local: bool,
    /// Whether it is a block that its thread keeps to itself.
    pub is_scratch: bool,
    /// Whether it is on a stack and another thread than the stack's used it.
    pub lent: bool,
    /// The work that made it on a stack, if one did.
    pub maker: Option<WorkId>,
    /// Whether its address was stored where others see it, while that work was not over.
    pub is_given: bool,
    /// Whether it lacks values that a skipped loop stored.
    pub lost: bool,
    /// Bytes of a granule (log2).
    shift: u32,
    cells: Vec<Cell>,
    /// How many objects have had its name.
    life: u32,
    /// What lanes of vector loops did to granules.
    lanes: Vec<lanes::Cell>,
    rare: Option<Box<Rare>>,
}

/// What few objects have.
#[derive(Clone, Debug, Default)]
struct Rare {
    lists: Vec<Vec<Entry>>,
    /// Lists that no granule has any more.
    unused: Vec<u32>,
    /// Granules whose value depends on the schedule.
    dependent: Vec<u64>,
    /// The same as an earlier run found it, with the size of its granules (log2).
    known: Option<(u32, Vec<u64>)>,
}

/// Two accesses that conflict and are not ordered.
#[derive(Clone, Copy, Debug)]
struct Conflict {
    /// The earlier one.
    earlier: Entry,
    effect: Effect,
}

/// What comes of two accesses that conflict and are not ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    /// Locks or atomicity keep them apart, and they commute.
    Commutes,
    /// Locks or atomicity keep them apart: it is no race, but the value depends on the schedule.
    Depends,
    Races,
}

/// What became of an access to granules.
#[derive(Clone, Copy, Debug, Default)]
struct Touched {
    /// What it races with.
    race: Option<Entry>,
    /// Whether it commutes with another one that is not ordered.
    commutes: bool,
}

/// What accesses came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// A race with an earlier access, and where the later one starts.
    pub race: Option<(Entry, u32)>,
    /// What a lane met, and where its access starts.
    pub lane: Option<(Met, u32)>,
    /// Whether a value depends on the schedule.
    pub dependent: bool,
}

/// Histories of all objects.
#[derive(Default)]
pub struct History {
    sheets: Vec<Sheet>,
    /// The sheet of each object plus one, by space and index; 0 is none, and [`DEFERRED`] with a place is none yet of an object that was made there.
    table: Vec<Vec<u32>>,
    /// The sheets of objects whose names others have now.
    others: FxHashMap<Name, SheetId>,
    /// What an earlier run found to depend on the schedule.
    known: Dependent,
    /// Objects that are no more.
    gone: Dependent,
    /// Which places used which objects.
    pub uses: Uses,
    /// By place, the class of the exact update that it belongs to.
    updates: Rc<Vec<u8>>,
    /// Whether the order of updates of one class is taken to leave no trace.
    trusts_updates: bool,
    /// Whether there were updates of one class whose order is up to the schedule.
    pub has_updates: bool,
    /// Whether an access was left out because its object is too large, or all objects are.
    pub is_full: bool,
    /// How many granules there is room for.
    room: usize,
}

impl History {
    /// Takes no more than so many bytes for granules.
    pub fn limit(&mut self, bytes: usize) {
        self.room = bytes / size_of::<Cell>();
    }

    /// Takes classes of updates by their places, and whether their order is taken to leave no trace.
    pub fn classify(&mut self, updates: Rc<Vec<u8>>, trusts_updates: bool) {
        self.is_full |= updates.len() > PLACES;
        self.updates = updates;
        self.trusts_updates = trusts_updates;
    }

    /// Starts with what earlier runs found.
    pub fn new(known: Dependent) -> History {
        History {
            known,
            room: usize::MAX,
            ..History::default()
        }
    }

    /// What depends on the schedule as far as this run and those before it tell.
    pub fn dependent(&self) -> Dependent {
        let mut all = self.known.clone();
        for sheet in &self.sheets {
            if let Some(rare) = sheet.rare.as_ref().filter(|rare| !rare.dependent.is_empty()) {
                all.add(sheet.name(), sheet.shift, &rare.dependent);
            }
        }
        for (name, (shift, bits)) in &self.gone.objects {
            all.add(*name, *shift, bits);
        }
        all
    }

    /// The bytes whose value depends on the schedule, by object.
    pub fn dependent_ranges(&self) -> Vec<(SheetId, Vec<(u32, u32)>)> {
        let all = self.dependent();
        (0u32..)
            .zip(&self.sheets)
            .filter_map(|(i, sheet)| {
                let (shift, bits) = all.get(sheet.name())?;
                Some((SheetId(i), ranges(*shift, bits)))
            })
            .collect()
    }

    /// Bytes of an object depend on the schedule.
    pub fn mark(&mut self, object: ObjectId, start: u32, end: u32) {
        let id = self.sheet(object);
        let sheet = &mut self.sheets[id.0 as usize];
        if sheet.cells.is_empty() && sheet.rare.is_none() {
            sheet.shift = 2;
        }
        let (first, last) = (start >> sheet.shift, (end - 1) >> sheet.shift);
        (first..=last).for_each(|i| sheet.set_dependent(i as usize));
    }

    /// The objects that lack values that a skipped loop stored.
    pub fn lost_sheets(&self) -> impl Iterator<Item = SheetId> + '_ {
        (0u32..)
            .zip(&self.sheets)
            .filter(|(_, s)| s.lost)
            .map(|(i, _)| SheetId(i))
    }

    /// Whether an access combines what a thread collected in a register.
    #[inline]
    pub fn combines(&self, a: &Access) -> bool {
        a.write
            && self.trusts_updates
            && self
                .updates
                .get(a.site.0 as usize)
                .is_some_and(|c| c & COMBINES != 0)
    }

    /// The class of accesses that are so far apart.
    #[cold]
    fn class(&self, a: &Access, by: i64) -> u8 {
        match self.updates.get(a.site.0 as usize) {
            Some(class) if (a.start | by as u32).is_multiple_of(a.length) => *class & !COMBINES,
            _ => 0,
        }
    }

    /// An object is made, and nothing is to be said of it. It gets its sheet when it is used: most objects of some programs are not, or only by a thread that is alone. Says
    /// whether that was possible: nothing else has had its name.
    pub fn defer(&mut self, object: ObjectId, site: Site) -> bool {
        if site.0 >= DEFERRED || self.find(object).is_some() {
            return false;
        }
        *self.place(object) = DEFERRED | site.0;
        true
    }

    /// Where the table has the sheet of an object.
    fn place(&mut self, object: ObjectId) -> &mut u32 {
        let (space, index) = (object.space().0 as usize, object.index());
        if self.table.len() <= space {
            self.table.resize(space + 1, Vec::new());
        }
        if self.table[space].len() <= index {
            self.table[space].resize(index + 1, 0);
        }
        &mut self.table[space][index]
    }

    /// An object is made, perhaps with the name of one that is no more.
    pub fn begin(&mut self, object: ObjectId, site: Site) -> SheetId {
        let Some(id) = self.find(object) else {
            return self.add(object, site);
        };
        let sheet = &mut self.sheets[id.0 as usize];
        sheet.cells.clear();
        sheet.lanes.clear();
        sheet.life += 1;
        sheet.born = 0;
        sheet.lent = false;
        sheet.maker = None;
        sheet.is_given = false;
        let (name, shift) = (sheet.name(), sheet.shift);
        if let Some(rare) = sheet.rare.take() {
            if !rare.dependent.is_empty() {
                self.gone.add(name, shift, &rare.dependent);
            }
            sheet.rare = Rare::new(&self.known, name);
        }
        if name.1 == site {
            return id;
        }
        self.others.insert(name, id);
        self.uses.rename();
        match self.others.get(&(object, site)) {
            Some(other) => {
                self.table[object.space().0 as usize][object.index()] = other.0 + 1;
                *other
            }
            None => self.add(object, site),
        }
    }

    /// The thread-local variables of a place are another task's now.
    pub fn renew_locals(&mut self, place: ThreadId) {
        let Some(space) = self.table.get(SpaceId::heap(place).0 as usize) else {
            return;
        };
        for id in space
            .iter()
            .filter(|id| **id < DEFERRED)
            .filter_map(|id| id.checked_sub(1))
        {
            let sheet = &mut self.sheets[id as usize];
            if sheet.local {
                sheet.cells.clear();
                sheet.lanes.clear();
                sheet.life += 1;
                if let Some(rare) = &mut sheet.rare {
                    rare.lists.clear();
                    rare.unused.clear();
                }
            }
        }
    }

    /// The sheet of an object, if it has one.
    #[inline]
    pub fn find(&self, object: ObjectId) -> Option<SheetId> {
        let space = self.table.get(object.space().0 as usize)?;
        let id = space.get(object.index())?.checked_sub(1)?;
        (id < DEFERRED - 1).then_some(SheetId(id))
    }

    /// Whether an object is a block that its thread keeps to itself.
    pub fn is_scratch(&self, object: ObjectId) -> bool {
        self.find(object).is_some_and(|id| self.get(id).is_scratch)
    }

    /// The sheet of an object, made if need be.
    pub fn sheet(&mut self, object: ObjectId) -> SheetId {
        match self.find(object) {
            Some(id) => id,
            None => {
                let site = match *self.place(object) {
                    0 => Site::START,
                    deferred => Site(deferred & !DEFERRED),
                };
                self.add(object, site)
            }
        }
    }

    fn add(&mut self, object: ObjectId, site: Site) -> SheetId {
        let id = SheetId(self.sheets.len() as u32);
        *self.place(object) = id.0 + 1;
        self.sheets.push(Sheet {
            object,
            site,
            born: 0,
            is_inner: false,
            local: false,
            is_scratch: false,
            lent: false,
            maker: None,
            is_given: false,
            lost: false,
            shift: LARGEST,
            cells: Vec::new(),
            life: 0,
            lanes: Vec::new(),
            rare: Rare::new(&self.known, (object, site)),
        });
        id
    }

    /// A sheet.
    #[inline]
    pub fn get(&self, id: SheetId) -> &Sheet {
        &self.sheets[id.0 as usize]
    }

    /// Those who used an object, as far as a later access could race with it.
    pub fn users(&self, id: SheetId) -> impl Iterator<Item = StampId> + '_ {
        let sheet = &self.sheets[id.0 as usize];
        let cells = sheet.cells.iter().filter(|cell| cell[0].stamp != LISTED);
        let lists = sheet.rare.iter().flat_map(|rare| rare.lists.iter().flatten());
        cells
            .flatten()
            .chain(lists)
            .map(|entry| entry.stamp)
            .filter(|stamp| *stamp != StampId(0))
    }

    /// A sheet, to change it.
    pub fn get_mut(&mut self, id: SheetId) -> &mut Sheet {
        &mut self.sheets[id.0 as usize]
    }

    /// Records accesses.
    #[inline]
    pub fn accesses(
        &mut self,
        id: SheetId,
        series: Series,
        moment: &mut Moment,
        world: &mut World,
        tainted_store: bool,
    ) -> Found {
        let Series { first: a, by, count } = series;
        let class = match a.atomic || moment.is_locked() {
            true => self.class(&a, by),
            // Nothing but locks and atomicity keeps updates apart.
            false => 0,
        };
        let sheet = &mut self.sheets[id.0 as usize];
        sheet.fit(a.start | by as u32, a.length);
        let entry = Entry::new(&a, class);
        let mut found = Found::default();
        // Neighbours mostly have the same past, and what becomes of one becomes of the other.
        let mut alike: Option<(Cell, Cell)> = None;
        for k in 0..count as i64 {
            let start = (i64::from(a.start) + k * by) as u32;
            let first = (start >> sheet.shift) as usize;
            let last = ((start + (a.length - 1)) >> sheet.shift) as usize;
            if sheet.cells.len() <= last {
                if last > MOST || last >= self.room {
                    self.is_full = true;
                    return Found::default();
                }
                let before = sheet.cells.capacity();
                sheet.grow(last);
                self.room = self.room.saturating_sub(sheet.cells.capacity() - before);
            }
            let touched = sheet.touch_all(first..=last, entry, moment, world, &mut alike);
            found.race = found.race.or(touched.race.map(|earlier| (earlier, start)));
            self.has_updates |= touched.commutes;
            let is_up_to_order = touched.commutes && !self.trusts_updates;
            if tainted_store && a.write || is_up_to_order {
                (first..=last).for_each(|i| sheet.set_dependent(i));
            }
        }
        if let Some(lane) = world.lane.take() {
            found.lane = self.lane_accesses(id, series, lane, world.contexts);
        }
        found.dependent = self.depend(id, series);
        found
    }

    /// Whether values of accesses depend on the schedule.
    #[inline]
    pub fn depend(&self, id: SheetId, series: Series) -> bool {
        let sheet = &self.sheets[id.0 as usize];
        let Series { first: a, by, count } = series;
        sheet.rare.is_some()
            && (0..count as i64).any(|k| {
                let start = (i64::from(a.start) + k * by) as u32;
                let last = ((start + (a.length - 1)) >> sheet.shift) as usize;
                sheet.depends(&Access { start, ..a }, (start >> sheet.shift) as usize, last)
            })
    }

    /// Accesses are those of a lane too. Says what other lanes of its loop they meet, and where.
    pub fn lane_accesses(
        &mut self,
        id: SheetId,
        series: Series,
        mut lane: Now,
        contexts: &mut Contexts,
    ) -> Option<(Met, u32)> {
        let new = Stretch::new(id, self.sheets[id.0 as usize].life, series, lane.lane);
        let is_locked = lane.context != ContextId::default();
        let listed = match &mut lane.stretches {
            Some(stretches) => match stretches.add(new, is_locked) {
                Kept::Listed(met) => return met,
                Kept::Over(listed) => listed,
            },
            None => Vec::new(),
        };
        let mut met = None;
        for old in &listed {
            if self.sheets[old.sheet.0 as usize].life == old.life {
                met = met.or(self.touch_lanes(old.sheet, old.series, &lane.of(old), contexts));
            }
        }
        met.or(self.touch_lanes(id, series, &lane, contexts))
    }

    /// The same by granules.
    fn touch_lanes(
        &mut self,
        id: SheetId,
        series: Series,
        lane: &Now,
        contexts: &mut Contexts,
    ) -> Option<(Met, u32)> {
        let sheet = &mut self.sheets[id.0 as usize];
        let Series { first: a, by, count } = series;
        let before = sheet.lanes.capacity();
        let mut first_met = None;
        for k in 0..count as i64 {
            let start = (i64::from(a.start) + k * by) as u32;
            let last = ((start + (a.length - 1)) >> sheet.shift) as usize;
            // It had room for them when they were made.
            if last < sheet.cells.len() {
                let granules = (start >> sheet.shift) as usize..=last;
                let met = sheet.touch_lanes(granules, lane, &a, contexts);
                first_met = first_met.or(met.map(|met| (met, start)));
            }
        }
        let more = (sheet.lanes.capacity() - before) * size_of::<lanes::Cell>();
        self.room = self.room.saturating_sub(more / size_of::<Cell>());
        first_met
    }

    /// The same for an access that no other can race with: only whether its value depends on the schedule.
    #[inline]
    pub fn pass(&mut self, id: SheetId, a: &Access, tainted_store: bool) -> bool {
        let sheet = &mut self.sheets[id.0 as usize];
        if sheet.rare.is_none() && !tainted_store {
            return false;
        }
        sheet.fit(a.start, a.length);
        let first = (a.start >> sheet.shift) as usize;
        let last = ((a.start + (a.length - 1)) >> sheet.shift) as usize;
        if tainted_store && a.write {
            (first..=last).for_each(|i| sheet.set_dependent(i));
        }
        sheet.depends(a, first, last)
    }
}

impl Rare {
    fn new(known: &Dependent, name: Name) -> Option<Box<Rare>> {
        let known = known.get(name)?.clone();
        Some(Box::new(Rare {
            known: Some(known),
            ..Rare::default()
        }))
    }
}

impl Rare {
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

impl Sheet {
    fn name(&self) -> Name {
        (self.object, self.site)
    }

    /// Makes the granules small enough for accesses, given by bits of their starts and their length.
    #[inline]
    fn fit(&mut self, start: u32, length: u32) {
        if self.cells.is_empty() {
            self.start(start, length);
        }
        let mask = (1u32 << self.shift) - 1;
        if (start | length) & mask != 0 {
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
    fn touch_all(
        &mut self,
        granules: std::ops::RangeInclusive<usize>,
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
                    self.set_dependent(i);
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
    fn touch_lanes(
        &mut self,
        granules: std::ops::RangeInclusive<usize>,
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
                Some(Met::Turn) => self.set_dependent(i),
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
    fn grow(&mut self, last: usize) {
        self.cells.resize(last + 1, Cell::default());
    }

    fn set_dependent(&mut self, i: usize) {
        let bits = &mut self.rare.get_or_insert_default().dependent;
        if bits.len() <= i / 64 {
            bits.resize(i / 64 + 1, 0);
        }
        bits[i / 64] |= 1 << (i % 64);
    }

    fn depends(&self, a: &Access, first: usize, last: usize) -> bool {
        let Some(rare) = &self.rare else {
            return false;
        };
        let now = || !rare.dependent.is_empty() && (first..=last).any(|i| has_bit(&rare.dependent, i));
        let before = |(shift, bits): &(u32, Vec<u64>)| {
            let last = (a.start + (a.length - 1)) >> shift;
            (a.start >> shift..=last).any(|i| has_bit(bits, i as usize))
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
                if list.len() >= MANY && list.len().is_power_of_two() {
                    thin(list, world.stamps);
                }
            }
            if list.len() <= IN_PLACE {
                self.cells[i] = Cell::default();
                self.cells[i][..list.len()].copy_from_slice(list);
                list.clear();
                rare.unused.push(cell[0].what);
            }
            return conflict;
        }
        let mut kept = [Entry::default(); IN_PLACE + 1];
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
        if count <= IN_PLACE {
            self.cells[i].copy_from_slice(&kept[..IN_PLACE]);
        } else {
            let what = self.rare.get_or_insert_default().list(kept.to_vec());
            self.cells[i][0] = Entry { stamp: LISTED, what };
        }
        conflict
    }
}

/// From so many entries on those of one owner are looked for.
const MANY: usize = 16;

/// Leaves the last entry of each owner and sort. Of a task that was waited for that is the one who waited: whoever knows that moment knows all before it, so an access
/// that is not ordered after an earlier one of the owner is not ordered after the last one either. The tasks of a recursion read what all read, and without this each of
/// them would be compared with all.
fn thin(list: &mut Vec<Entry>, stamps: &Stamps) {
    let mut last: FxHashMap<(Stamp, u32), (u32, StampId)> = FxHashMap::default();
    let key = |entry: &Entry| {
        let (owner, time) = stamps.owner(entry.stamp);
        ((owner, entry.sort()), time)
    };
    for entry in list.iter() {
        let (key, time) = key(entry);
        let known = last.entry(key).or_insert((time, entry.stamp));
        if known.0 < time {
            *known = (time, entry.stamp);
        }
    }
    list.retain(|entry| last.get(&key(entry).0).is_none_or(|known| known.1 == entry.stamp));
}

/// The worst counts.
fn merge(known: &mut Option<Conflict>, new: Option<Conflict>) {
    if let Some(new) = new
        && known.is_none_or(|k| k.effect < new.effect)
    {
        *known = Some(new);
    }
}

#[inline]
fn compare(old: Entry, new: Entry, relation: Relation) -> Option<Conflict> {
    if !(old.write() || new.write()) || relation.ordered {
        return None;
    }
    let excluded = (old.atomic() && new.atomic()) || !relation.compatible;
    let effect = match excluded {
        true if new.class() != 0 && new.class() == old.class() => Effect::Commutes,
        true => Effect::Depends,
        false => Effect::Races,
    };
    Some(Conflict { earlier: old, effect })
}

/// Other works of the construct at hand that did the same as the one at hand.
#[derive(Default)]
struct Alike {
    first: Option<u64>,
    /// There are two different ones.
    is_enough: bool,
}

/// Whether an entry is still needed beside a new one. Notes other works of the same construct that did the same.
#[inline]
fn stays(old: Entry, new: Entry, relation: Relation, alike: &mut Alike) -> bool {
    let covers = (new.write() || !old.write())
        && new.atomic() == old.atomic()
        && new.speaks_for(old)
        && relation.same_locks;
    if !covers {
        return true;
    }
    if let Some(number) = relation.sibling
        && old.mode() == new.mode()
        && old.class() == new.class()
    {
        alike.is_enough |= alike.first.is_some_and(|first| first != number);
        alike.first = Some(number);
    }
    !(relation.same_owner || relation.ordered)
}
