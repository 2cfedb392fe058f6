//! Lanes of vector loops: which of them accessed each granule in the loops that are in progress.
//!
//! Lanes of one vector loop that are near enough run beside each other, and to all others they are what their
//! thread does. So the history of memory knows nothing of them, and what one lane may race with is only what
//! other lanes of the same loop did. Where such loops nest, an access is one of a lane of each. That is kept
//! beside the history, and counts for nothing when the loop is over: the next loop of the thread finds
//! entries of a loop that is no more and takes their places. Stamps with lanes in them would be as many as
//! there are vectors, and none of their relations would be met again.
//!
//! Of lanes that run beside each other however far apart they are, two that did the same are enough, for a
//! third conflicts with one of them. Of others the last two are the nearest to what follows.
//!
//! Most vector loops are short, or most of their rounds are skipped and told as few accesses with strides. So
//! what the lanes of a loop did is a short list of *stretches* as long as it is short, which costs nothing
//! for each granule. Beyond that, and where it takes more than arithmetic to tell whether two of them meet,
//! the list goes to the granules.

use super::history::{Series, SheetId};
use super::lock_context::{Context, ContextId, Contexts};
use crate::limits;
use raceproof_machine::{Access, Site, Work};

/// A vector loop that a thread went through once. 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LoopId(u32);

/// A lane of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    of: LoopId,
    /// How many lanes it is in.
    depth: usize,
    /// The machine's name for it.
    pub work: Work,
}

impl Lane {
    /// Whether it is in another one.
    #[inline]
    pub fn is_nested(&self) -> bool {
        self.depth > 0
    }
}

/// The loops that threads are in.
#[derive(Debug, Default)]
pub struct Loops {
    count: u32,
    /// By thread, the outermost first.
    of: Vec<Vec<Loop>>,
    live: Vec<LoopId>,
}

/// A loop that a thread is in.
#[derive(Debug)]
struct Loop {
    work: Work,
    of: LoopId,
    /// How many locks the thread held when it began. They keep no lane from another.
    held: usize,
    stretches: Stretches,
}

impl Loops {
    /// A thread that is in so many lanes, and holds so many locks, begins another one.
    pub fn begin(&mut self, thread: usize, depth: usize, work: Work, held: usize) -> Lane {
        if self.of.len() <= thread {
            self.of.resize_with(thread + 1, Vec::new);
        }
        let mine = &mut self.of[thread];
        let is_same = |known: &&Loop| known.work.construct == work.construct;
        if let Some(Loop { of, .. }) = mine.get(depth).filter(is_same) {
            let of = *of;
            return Lane { of, depth, work };
        }
        let mut over = mine.drain(depth.min(mine.len())..);
        let mut stretches = Stretches::default();
        if let Some(first) = over.next() {
            self.live.retain(|live| *live != first.of);
            stretches = first.stretches;
            stretches.begin();
        }
        over.for_each(|deeper| self.live.retain(|live| *live != deeper.of));
        self.count += 1;
        let of = LoopId(self.count);
        mine.push(Loop {
            work,
            of,
            held,
            stretches,
        });
        self.live.push(of);
        Lane { of, depth, work }
    }

    /// A thread begins, perhaps in the place of another one.
    pub fn forget(&mut self, thread: usize) {
        if let Some(mine) = self.of.get_mut(thread).filter(|mine| !mine.is_empty()) {
            self.live.retain(|live| !mine.iter().any(|l| l.of == *live));
            mine.clear();
        }
    }

    /// A lane of a thread that accesses, under these locks.
    pub fn now(&mut self, thread: usize, lane: Lane, held: &Context, contexts: &mut Contexts) -> Now<'_> {
        let mine = self.of.get_mut(thread).and_then(|mine| mine.get_mut(lane.depth));
        let own = held.after(mine.as_ref().map_or(0, |mine| mine.held));
        let context = match own.is_empty() {
            true => ContextId::default(),
            false => contexts.intern(&own),
        };
        Now {
            lane,
            context,
            live: &self.live,
            stretches: mine.map(|mine| &mut mine.stretches),
        }
    }
}

/// Accesses of one kind by one lane.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// The object.
    pub sheet: SheetId,
    /// Which of the objects that had its name.
    pub life: u32,
    /// What they are.
    pub series: Series,
    low: i64,
    high: i64,
    lane: Lane,
}

impl Stretch {
    /// Accesses of the lane at hand.
    pub fn new(sheet: SheetId, life: u32, series: Series, lane: Lane) -> Stretch {
        let Series { first, by, count } = series;
        let start = i64::from(first.start);
        let last = start + by * (count as i64 - 1);
        Stretch {
            sheet,
            life,
            series,
            low: start.min(last),
            high: start.max(last) + i64::from(first.length),
            lane,
        }
    }

    fn is_within(&self, other: &Stretch) -> bool {
        let (mine, theirs) = (&self.series, &other.series);
        self.lane.work.number == other.lane.work.number
            && (self.sheet, self.life) == (other.sheet, other.life)
            && (mine.by, mine.count) == (theirs.by, theirs.count)
            && (mine.first.start, mine.first.length) == (theirs.first.start, theirs.first.length)
            && (mine.first.write == theirs.first.write || theirs.first.write)
    }

    /// Whether accesses of two lanes conflict, and where the later one of two that do starts. None if that is
    /// not told here.
    fn conflict(&self, later: &Stretch) -> Option<Option<u32>> {
        let (a, b) = (&self.series, &later.series);
        let (number, other) = (self.lane.work.number, later.lane.work.number);
        let near = later.lane.work.near();
        let is_beside = number != other && (near == 0 || number.abs_diff(other) < near);
        let is_apart = (self.sheet, self.life) != (later.sheet, later.life)
            || self.high <= later.low
            || later.high <= self.low;
        if !is_beside || is_apart || !(a.first.write || b.first.write) {
            return Some(None);
        }
        let (of_a, of_b) = (i64::from(a.first.length), i64::from(b.first.length));
        let by = match (a.count, b.count) {
            (1, 1) => return Some(Some(b.first.start)),
            (_, 1) => a.by,
            (1, _) => b.by,
            _ if a.by == b.by => a.by,
            _ => return None,
        };
        let step = by.abs();
        if step < of_a.max(of_b) {
            return None;
        }
        // The j-th of these and the i-th of those are this far apart: `apart + (j - i) * by`.
        let apart = i64::from(b.first.start) - i64::from(a.first.start);
        let ahead = apart.rem_euclid(step);
        let found = [ahead, ahead - step].into_iter().find_map(|distance| {
            let more = (distance - apart) / by;
            let is_near = -of_b < distance && distance < of_a;
            (is_near && -(a.count as i64) < more && more < b.count as i64).then_some(more)
        });
        Some(found.map(|more| (i64::from(b.first.start) + more.max(0) * by) as u32))
    }
}

/// What the lanes of a loop did, as long as that is little.
#[derive(Debug, Default)]
pub struct Stretches {
    list: Vec<Stretch>,
    /// It is kept by granules.
    is_over: bool,
}

/// What became of accesses of a lane.
pub enum Kept {
    /// They are on the list. They may conflict with what another lane did: its number and place, and where
    /// the later access starts.
    Listed(Option<(Met, u32)>),
    /// They are for the granules, and before them what was on the list.
    Over(Vec<Stretch>),
}

impl Stretches {
    fn begin(&mut self) {
        self.list.clear();
        self.is_over = false;
    }

    fn give_up(&mut self) -> Kept {
        self.is_over = true;
        Kept::Over(std::mem::take(&mut self.list))
    }

    /// A lane accesses, perhaps under locks.
    pub fn add(&mut self, new: Stretch, is_locked: bool) -> Kept {
        if self.is_over {
            return Kept::Over(Vec::new());
        }
        if is_locked || new.series.first.atomic || self.list.len() >= limits::STRETCHES.size() {
            return self.give_up();
        }
        let mut met = None;
        let mut is_known = false;
        for old in &self.list {
            match old.conflict(&new) {
                None => return self.give_up(),
                Some(None) => {}
                Some(Some(start)) => {
                    let race = Met::Race(old.lane.work.number, old.series.first.site);
                    met = met.or(Some((race, start)));
                }
            }
            is_known |= new.is_within(old);
        }
        if !is_known {
            self.list.push(new);
        }
        Kept::Listed(met)
    }
}

/// An access of a granule by a lane.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    of: LoopId,
    number: u32,
    /// `site << 2 | write << 1 | atomic`.
    what: u32,
    context: ContextId,
}

impl Entry {
    fn mode(self) -> u32 {
        self.what & 3
    }

    /// Whether an access of the same lane under the same locks adds nothing to this one.
    fn includes(self, new: Entry) -> bool {
        self.mode() == new.mode() || self.mode() == 2
    }

    fn is_by(self, other: Entry) -> bool {
        (self.of, self.number, self.context) == (other.of, other.number, other.context)
    }
}

/// What lanes did to a granule.
pub type Cell = [Entry; limits::LANES_IN_PLACE];

/// The lane that accesses, and what it is compared with.
pub struct Now<'a> {
    /// The lane.
    pub lane: Lane,
    /// The locks that it holds.
    pub context: ContextId,
    /// The loops that are in progress.
    pub live: &'a [LoopId],
    /// What lanes of its loop did, if that is little.
    pub stretches: Option<&'a mut Stretches>,
}

impl Now<'_> {
    /// The lane of a stretch, of the same loop and under no locks.
    pub fn of(&self, stretch: &Stretch) -> Now<'_> {
        Now {
            lane: stretch.lane,
            context: ContextId::default(),
            live: self.live,
            stretches: None,
        }
    }
}

/// What an access of a lane came to.
#[derive(Clone, Copy, Debug)]
pub enum Met {
    /// A conflict with another lane, with this number, at this place.
    Race(u64, Site),
    /// Atomicity or locks keep it apart from another lane: the value depends on the schedule.
    Turn,
    /// There was no room to remember it.
    Full,
}

/// A lane accesses a granule.
#[inline]
pub fn touch(cell: &mut Cell, now: &Now, a: &Access, contexts: &mut Contexts) -> Option<Met> {
    let new = Entry {
        of: now.lane.of,
        number: now.lane.work.number as u32,
        what: a.site.0 << 2 | u32::from(a.write) << 1 | u32::from(a.atomic),
        context: now.context,
    };
    if cell[0].is_by(new) && cell[0].includes(new) && cell[1].of != new.of {
        return None;
    }
    if cell.iter().all(|old| !now.live.contains(&old.of)) {
        *cell = Cell::default();
        cell[0] = new;
        return None;
    }
    join(cell, now, new, contexts)
}

fn join(cell: &mut Cell, now: &Now, new: Entry, contexts: &mut Contexts) -> Option<Met> {
    let near = now.lane.work.near();
    let mut met = None;
    let mut kept = [Entry::default(); limits::LANES_IN_PLACE + 1];
    let mut count = 0;
    let mut is_included = false;
    for old in cell.iter().copied().filter(|old| now.live.contains(&old.of)) {
        let beside = old.of == new.of
            && old.number != new.number
            && (near == 0 || u64::from(old.number.abs_diff(new.number)) < near);
        let writes = (old.what | new.what) & 2 != 0;
        let atomic = old.what & new.what & 1 != 0;
        if beside && writes {
            if atomic || !contexts.compatible(old.context, new.context) {
                met = met.or(Some(Met::Turn));
            } else if !matches!(met, Some(Met::Race(..))) {
                met = Some(Met::Race(u64::from(old.number), Site(old.what >> 2)));
            }
        }
        is_included |= old.is_by(new) && old.includes(new);
        if !(old.is_by(new) && new.includes(old)) {
            kept[count] = old;
            count += 1;
        }
    }
    if is_included {
        return met;
    }
    let is_alike = |old: &Entry| old.of == new.of && old.mode() == new.mode() && old.context == new.context;
    if kept[..count].iter().filter(|old| is_alike(old)).count() >= 2 {
        if near == 0 {
            return met;
        }
        if let Some(oldest) = kept[..count].iter().position(is_alike) {
            kept.copy_within(oldest + 1..count, oldest);
            count -= 1;
        }
    }
    kept[count] = new;
    count += 1;
    if count > limits::LANES_IN_PLACE {
        return met.filter(|met| matches!(met, Met::Race(..))).or(Some(Met::Full));
    }
    kept[count..].fill(Entry::default());
    cell.copy_from_slice(&kept[..limits::LANES_IN_PLACE]);
    met
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_machine::ObjectId;

    fn stretch(number: u64, start: u32, length: u32, by: i64, count: u64) -> Stretch {
        let first = Access {
            object: ObjectId(1),
            start,
            length,
            write: true,
            atomic: false,
            site: Site(1),
        };
        let work = Work::begun(0, 1, number);
        let (of, depth) = (LoopId(1), 0);
        let series = Series { first, by, count };
        Stretch::new(SheetId(0), 0, series, Lane { of, depth, work })
    }

    fn starts(stretch: &Stretch) -> Vec<i64> {
        let Series { first, by, count } = stretch.series;
        (0..count as i64)
            .map(|k| i64::from(first.start) + k * by)
            .collect()
    }

    /// Arithmetic tells what a look at all pairs of accesses tells, and where.
    #[test]
    fn stretches_meet_where_their_accesses_do() {
        let mut seed = 1u64;
        let mut draw = |below: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        let mut told = 0;
        for _ in 0..20_000 {
            let by = [-12, -8, -5, 0, 5, 8, 12, 24][draw(8) as usize];
            let mut any = |number: u64| {
                let count = if by == 0 { 1 } else { 1 + draw(6) };
                let by = if draw(8) == 0 && by != 0 { by + 1 } else { by };
                stretch(number, 200 + draw(80) as u32, 1 + draw(8) as u32, by, count)
            };
            let (a, b) = (any(0), any(1));
            let Some(found) = a.conflict(&b) else { continue };
            told += 1;
            let (of_a, of_b) = (i64::from(a.series.first.length), i64::from(b.series.first.length));
            let meets = |at: i64| starts(&a).iter().any(|&x| x < at + of_b && at < x + of_a);
            assert_eq!(found.is_some(), starts(&b).into_iter().any(meets), "{a:?} {b:?}");
            if let Some(start) = found {
                let start = i64::from(start);
                assert!(starts(&b).contains(&start) && meets(start), "{a:?} {b:?}");
            }
        }
        assert!(told > 10_000);
    }

    /// A list that gets long goes to the granules, with all that is on it.
    #[test]
    fn long_lists_are_given_up() {
        let mut stretches = Stretches::default();
        for k in 0..limits::STRETCHES.size() as u64 {
            let new = stretch(k, 8 * k as u32, 8, 0, 1);
            assert!(matches!(stretches.add(new, false), Kept::Listed(None)));
        }
        let again = stretch(7, 0, 8, 0, 1);
        assert!(
            matches!(stretches.add(again, false), Kept::Over(list) if list.len() == limits::STRETCHES.size())
        );
        assert!(matches!(stretches.add(again, false), Kept::Over(list) if list.is_empty()));
        stretches.begin();
        assert!(matches!(stretches.add(again, false), Kept::Listed(None)));
        let other = stretch(8, 4, 8, 0, 1);
        assert!(matches!(
            stretches.add(other, false),
            Kept::Listed(Some((Met::Race(7, _), 4)))
        ));
    }
}
