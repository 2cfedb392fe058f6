//! Which places of the program used which objects in a run.
//!
//! From this it can be told after the run where a value may go, object by object, instead of following it
//! granule by granule in another run: see [`super::follow`]. A place mostly uses an object that it used
//! lately, so that a look at a small table of such uses is all that most accesses cost. Tasks that are at the
//! same place in turn use different objects, so the table is by place and object.

use super::history::SheetId;
use crate::limits;
use raceproof_machine::{Access, ObjectId, Site};

/// A late use.
#[derive(Clone, Copy, Debug)]
struct Last {
    site: Site,
    object: ObjectId,
    sheet: SheetId,
    /// The phase of the run.
    phase: u32,
    /// How many names of objects had gone to others.
    renamed: u32,
    /// A bit for each mode of access seen.
    modes: u8,
    /// The bytes.
    low: u32,
    high: u32,
}

impl Last {
    #[inline]
    fn covers(&self, a: &Access, phase: u32) -> bool {
        self.object == a.object
            && self.site == a.site
            && self.phase == phase
            && self.modes & mode(a) != 0
            && self.low <= a.start
            && a.start + a.length <= self.high
    }
}

fn mode(a: &Access) -> u8 {
    1 << (u8::from(a.write) + 2 * u8::from(a.atomic))
}

/// Where in the table a use is.
#[inline]
fn place(a: &Access) -> usize {
    // Odd numbers without a pattern mix the bits.
    let mixed = a.site.0.wrapping_mul(0x9e37_79b1) ^ a.object.0.wrapping_mul(0x85eb_ca77);
    (mixed >> (u32::BITS - limits::LATE_USES)) as usize
}

/// How a place used an object.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// What.
    pub sheet: SheetId,
    /// Where.
    pub site: Site,
    /// A range of bytes that has all that were used.
    pub low: u32,
    pub high: u32,
    /// The number of threads made by then, 0 if others were alive.
    pub forks: u32,
    /// Whether it read.
    pub reads: bool,
    /// Whether it wrote.
    pub writes: bool,
}

/// Which places used which objects.
#[derive(Debug, Default)]
pub struct Uses {
    /// Late uses; empty before the first.
    last: Vec<Option<Last>>,
    /// By sheet, the uses of an object, by place.
    all: Vec<Vec<Use>>,
    phase: u32,
    forks: u32,
    renamed: u32,
}

impl Uses {
    /// The number of threads made by now, 0 if others are alive.
    pub fn set_forks(&mut self, forks: u32) {
        if self.forks != forks {
            self.forks = forks;
            self.phase += 1;
        }
    }

    /// The name of an object goes to another.
    pub fn rename(&mut self) {
        self.renamed += 1;
    }

    /// The object of an access, if its place used it lately.
    #[inline]
    pub fn last(&self, a: &Access) -> Option<SheetId> {
        match self.last.get(place(a)) {
            Some(Some(last)) if last.renamed == self.renamed && last.covers(a, self.phase) => {
                Some(last.sheet)
            }
            _ => None,
        }
    }

    /// The bytes of the object of an access that its place is known to have used.
    #[inline]
    pub fn range(&self, a: &Access) -> Option<(u32, u32)> {
        let last = (*self.last.get(place(a))?)?;
        (last.renamed == self.renamed && last.covers(a, self.phase)).then_some((last.low, last.high))
    }

    /// Whether the place of an access used this object lately, though names went to others since.
    pub fn renew(&mut self, a: &Access, sheet: SheetId) -> bool {
        match self.last.get_mut(place(a)) {
            Some(Some(last)) if last.sheet == sheet && last.covers(a, self.phase) => {
                last.renamed = self.renamed;
                true
            }
            _ => false,
        }
    }

    /// Remembers the use of an object; whether that is new.
    #[cold]
    pub fn add(&mut self, a: &Access, sheet: SheetId) -> bool {
        let (low, high) = (a.start, a.start + a.length);
        let known = self.find_or_insert(Use {
            sheet,
            site: a.site,
            low,
            high,
            forks: self.forks,
            reads: false,
            writes: false,
        });
        let before = (known.reads, known.writes, known.low, known.high);
        // A place that goes through an array gets a range that doubles, so that it is seldom too small.
        let more = known.high - known.low;
        if high > known.high {
            known.high = high.max(known.high.saturating_add(more));
        }
        if low < known.low {
            known.low = low.min(known.low.saturating_sub(more));
        }
        known.reads |= !a.write || a.atomic;
        known.writes |= a.write;
        let (low, high) = (known.low, known.high);
        let news = before != (known.reads, known.writes, low, high);
        if a.site != Site::START {
            if self.last.is_empty() {
                self.last.resize(1 << limits::LATE_USES, None);
            }
            let last = &mut self.last[place(a)];
            let modes = match *last {
                Some(last) if (last.sheet, last.site, last.phase) == (sheet, a.site, self.phase) => {
                    last.modes
                }
                _ => 0,
            };
            *last = Some(Last {
                site: a.site,
                object: a.object,
                sheet,
                phase: self.phase,
                renamed: self.renamed,
                modes: modes | mode(a),
                low,
                high,
            });
        }
        news
    }

    /// The use of an object by a place, and if there was none this one.
    fn find_or_insert(&mut self, new: Use) -> &mut Use {
        let i = new.sheet.0 as usize;
        if self.all.len() <= i {
            self.all.resize_with(i + 1, Vec::new);
        }
        let uses = &mut self.all[i];
        let at = match uses.binary_search_by_key(&new.site, |u| u.site) {
            Ok(at) => at,
            Err(at) => {
                uses.insert(at, new);
                at
            }
        };
        let known = &mut uses[at];
        known.forks = known.forks.min(new.forks);
        known
    }

    /// Whether a place wrote.
    pub fn has_store(&self, site: Site) -> bool {
        self.all().any(|u| u.site == site && u.writes)
    }

    /// All uses.
    pub fn all(&self) -> impl Iterator<Item = &Use> {
        self.all.iter().flatten()
    }
}
