//! Which places of the program used which objects in a run.
//!
//! From this it can be told after the run where a value may go, object by object, instead of following it granule by granule in another
//! run: see [`super::follow`]. A place mostly uses the object that it used last, so that a look at that is all that most accesses cost.

use super::history::SheetId;
use raceproof_machine::{Access, ObjectId, Site};
use rustc_hash::FxHashMap;

/// The last use of a place.
#[derive(Clone, Copy, Debug)]
struct Last {
    object: ObjectId,
    sheet: SheetId,
    /// The phase of the run.
    phase: u32,
    /// A bit for each mode of access seen.
    modes: u8,
}

fn mode(a: &Access) -> u8 {
    1 << (u8::from(a.write) + 2 * u8::from(a.atomic))
}

/// How a place used an object.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// What.
    pub sheet: SheetId,
    /// Where.
    pub site: Site,
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
    last: Vec<Option<Last>>,
    all: FxHashMap<(SheetId, Site), Use>,
    phase: u32,
    forks: u32,
}

impl Uses {
    /// The number of threads made by now, 0 if others are alive.
    pub fn set_forks(&mut self, forks: u32) {
        if self.forks != forks {
            self.forks = forks;
            self.phase += 1;
        }
    }

    /// The object of an access, if its place used it last.
    #[inline]
    pub fn last(&self, a: &Access) -> Option<SheetId> {
        match self.last.get(a.site.0 as usize) {
            Some(Some(last))
                if last.object == a.object && last.phase == self.phase && last.modes & mode(a) != 0 =>
            {
                Some(last.sheet)
            }
            _ => None,
        }
    }

    /// Remembers the use of an object.
    #[cold]
    pub fn add(&mut self, a: &Access, sheet: SheetId) {
        if a.site != Site::START {
            let place = a.site.0 as usize;
            if self.last.len() <= place {
                self.last.resize(place + 1, None);
            }
            let modes = match self.last[place] {
                Some(last) if last.object == a.object && last.phase == self.phase => last.modes,
                _ => 0,
            };
            self.last[place] = Some(Last {
                object: a.object,
                sheet,
                phase: self.phase,
                modes: modes | mode(a),
            });
        }
        let known = self.all.entry((sheet, a.site)).or_insert(Use {
            sheet,
            site: a.site,
            forks: self.forks,
            reads: false,
            writes: false,
        });
        known.forks = known.forks.min(self.forks);
        known.reads |= !a.write || a.atomic;
        known.writes |= a.write;
    }

    /// All uses.
    pub fn all(&self) -> impl Iterator<Item = &Use> {
        self.all.values()
    }
}
