//! Who accessed what, object by object.
//!
//! An object has a sheet: what is known of it as a whole, and its [granules](super::granule) with the
//! accesses that a later one could race with ([`Entry`]).
//!
//! Cost: an access finds the sheet of its object by the object that its place accessed last, and its granule
//! by the offset. A thread that did the same before in the same moment is done then. Otherwise it compares
//! itself with the entries there, by relations that [`Moment`] remembers.
//!
//! Beside the granules it is kept which places used which objects ([`Uses`](super::uses::Uses)).

use super::dependent::{Dependent, Name, ranges};
use super::entry::{Entry, PLACES};
use super::granule::{Cell, Granules, Rare};
use super::lanes::{self, Kept, Met, Now, Stretch};
use super::lock_context::{ContextId, Contexts};
use super::moment::{Moment, World};
use super::stamp::StampId;
use super::thread::WorkId;
use super::uses::Uses;
use raceproof_engine::{condition, effect};
use raceproof_flow::COMBINES;
use raceproof_machine::{Access, ObjectId, Site, SpaceId, ThreadId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Accesses of one kind by one place: the first, how far each is behind the one before it, and how many there
/// are.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// The first one.
    pub first: Access,
    /// How many bytes further each of the others starts.
    pub by: i64,
    /// How many there are.
    pub count: u64,
}

/// The most granules of an object.
const MOST: usize = 1 << 25;

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
    /// How many objects have had its name.
    life: u32,
    granules: Granules,
}

impl Sheet {
    fn name(&self) -> Name {
        (self.object, self.site)
    }
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
    /// What was there before and what since, if that is the same wherever the former is there.
    pub alike: Option<(Cell, Cell)>,
}

/// Histories of all objects.
#[derive(Default)]
pub struct History {
    sheets: Vec<Sheet>,
    /// The sheet of each object plus one, by space and index; 0 is none, and [`DEFERRED`] with a place is
    /// none yet of an object that was made there.
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
            if let Some(rare) = sheet
                .granules
                .rare
                .as_ref()
                .filter(|rare| !rare.dependent.is_empty())
            {
                all.add(sheet.name(), sheet.granules.shift, &rare.dependent);
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
        if sheet.granules.cells.is_empty() && sheet.granules.rare.is_none() {
            sheet.granules.shift = 2;
        }
        let granules = sheet.granules.of(start, end - start);
        granules.for_each(|i| sheet.granules.set_dependent(i));
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
            Some(class)
                if condition!(
                    "commuting-updates",
                    "of the same bytes",
                    (a.start | by as u32).is_multiple_of(a.length)
                ) =>
            {
                *class & !COMBINES
            }
            _ => 0,
        }
    }

    /// An object is made, and nothing is to be said of it. It gets its sheet when it is used: most objects of
    /// some programs are not, or only by a thread that is alone. Says whether that was possible: nothing else
    /// has had its name.
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
        sheet.granules.clear();
        sheet.life += 1;
        sheet.born = 0;
        sheet.lent = false;
        sheet.maker = None;
        sheet.is_given = false;
        let (name, shift) = (sheet.name(), sheet.granules.shift);
        if let Some(rare) = sheet.granules.rare.take() {
            if !rare.dependent.is_empty() {
                self.gone.add(name, shift, &rare.dependent);
            }
            sheet.granules.rare = Rare::new(&self.known, name);
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
                sheet.granules.clear();
                sheet.life += 1;
                if let Some(rare) = &mut sheet.granules.rare {
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
            life: 0,
            granules: Granules::new(&self.known, (object, site)),
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
        self.sheets[id.0 as usize].granules.users()
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
        sheet.granules.fit(a.start | by as u32, a.length);
        let entry = Entry::new(&a, class);
        let mut found = Found::default();
        // Neighbours mostly have the same past, and what becomes of one becomes of the other.
        let mut alike: Option<(Cell, Cell)> = None;
        for k in 0..count as i64 {
            let start = (i64::from(a.start) + k * by) as u32;
            let (first, last) = sheet.granules.of(start, a.length).into_inner();
            if sheet.granules.cells.len() <= last {
                if last > MOST || last >= self.room {
                    self.is_full = true;
                    return Found::default();
                }
                let before = sheet.granules.cells.capacity();
                sheet.granules.grow(last);
                self.room = self.room.saturating_sub(sheet.granules.cells.capacity() - before);
            }
            let touched = sheet
                .granules
                .touch_all(first..=last, entry, moment, world, &mut alike);
            found.race = found.race.or(touched.race.map(|earlier| (earlier, start)));
            self.has_updates |= touched.commutes;
            let is_up_to_order = touched.commutes && !self.trusts_updates;
            if tainted_store && a.write {
                effect!(
                    "dependent-values",
                    "stores of such values",
                    (first..=last).for_each(|i| sheet.granules.set_dependent(i))
                );
            }
            if is_up_to_order {
                (first..=last).for_each(|i| sheet.granules.set_dependent(i));
            }
        }
        if let Some(lane) = world.lane.take() {
            found.lane = self.lane_accesses(id, series, lane, world.contexts);
        }
        found.dependent = self.depend(id, series);
        found.alike = alike;
        found
    }

    /// Records an access of the stamp at hand to granules that it has accessed, or that have the past of one
    /// that it has; whether they all are such.
    #[inline]
    pub fn repeats(
        &mut self,
        id: SheetId,
        a: &Access,
        entry: Entry,
        stamp: StampId,
        alike: &Option<(Cell, Cell)>,
    ) -> bool {
        let granules = &mut self.sheets[id.0 as usize].granules;
        if granules.rare.is_some() || !granules.fits(a.start, a.length) {
            return false;
        }
        let among = granules.of(a.start, a.length);
        let Some(cells) = granules.cells.get_mut(among) else {
            return false;
        };
        cells.iter_mut().all(|cell| {
            let is_own = |old: &Entry| old.stamp == stamp && old.includes(entry);
            match alike {
                _ if stamp != StampId(0) && cell.iter().any(is_own) => true,
                Some((before, after)) if cell == before => {
                    *cell = *after;
                    true
                }
                _ => false,
            }
        })
    }

    /// Whether values of accesses depend on the schedule.
    #[inline]
    pub fn depend(&self, id: SheetId, series: Series) -> bool {
        let sheet = &self.sheets[id.0 as usize];
        let Series { first: a, by, count } = series;
        sheet.granules.rare.is_some()
            && (0..count as i64).any(|k| {
                let start = (i64::from(a.start) + k * by) as u32;
                sheet.granules.depends(start, a.length)
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
        let before = sheet.granules.lanes.capacity();
        let mut first_met = None;
        for k in 0..count as i64 {
            let start = (i64::from(a.start) + k * by) as u32;
            let granules = sheet.granules.of(start, a.length);
            // It had room for them when they were made.
            if *granules.end() < sheet.granules.cells.len() {
                let met = sheet.granules.touch_lanes(granules, lane, &a, contexts);
                first_met = first_met.or(met.map(|met| (met, start)));
            }
        }
        let more = (sheet.granules.lanes.capacity() - before) * size_of::<lanes::Cell>();
        self.room = self.room.saturating_sub(more / size_of::<Cell>());
        first_met
    }

    /// The same for an access that no other can race with: only whether its value depends on the schedule.
    #[inline]
    pub fn pass(&mut self, id: SheetId, a: &Access, tainted_store: bool) -> bool {
        let sheet = &mut self.sheets[id.0 as usize];
        if sheet.granules.rare.is_none() && !tainted_store {
            return false;
        }
        sheet.granules.fit(a.start, a.length);
        if tainted_store && a.write {
            let granules = sheet.granules.of(a.start, a.length);
            granules.for_each(|i| sheet.granules.set_dependent(i));
        }
        sheet.granules.depends(a.start, a.length)
    }
}
