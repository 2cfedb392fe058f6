//! What operations touch, which makes them dependent.

use raceproof_machine::{Access, ObjectId, Pointer, Renaming};
use raceproof_order::Channel;
use rustc_hash::FxHashMap;

/// Bytes that an operation accesses. Two operations are dependent if they touch common bytes and one of them
/// writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Touch {
    /// The object.
    pub object: ObjectId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Whether it changes them.
    pub write: bool,
}

impl Touch {
    /// The bytes of an access.
    pub fn of(a: &Access) -> Touch {
        Touch {
            object: a.object,
            start: a.start,
            end: a.start.saturating_add(a.length),
            write: a.write,
        }
    }

    /// The first word of an object, changed: what a synchronisation object stands for, and what those look at
    /// that wait for it.
    pub fn at(p: Pointer) -> Touch {
        Touch {
            object: p.object(),
            start: p.offset(),
            end: p.offset().saturating_add(4),
            write: true,
        }
    }

    /// A channel of an edge.
    pub fn channel(channel: Channel) -> Touch {
        Touch::at(Pointer(channel.key))
    }

    /// All bytes there are: what an operation touches after which nobody else can do anything.
    pub const ALL: Touch = Touch {
        object: ObjectId(u32::MAX),
        start: 0,
        end: u32::MAX,
        write: true,
    };

    /// The touch if threads have other names.
    pub fn renamed(&self, names: &Renaming) -> Touch {
        Touch {
            object: names.object(self.object),
            ..*self
        }
    }

    /// Whether the order of the two matters.
    #[inline]
    pub fn depends(&self, other: &Touch) -> bool {
        if *self == Touch::ALL || *other == Touch::ALL {
            return true;
        }
        self.object == other.object
            && self.start < other.end
            && other.start < self.end
            && (self.write || other.write)
    }

    /// Whether it touches all bytes of the other.
    pub fn covers(&self, other: &Touch) -> bool {
        self.object == other.object && self.start <= other.start && other.end <= self.end
    }
}

/// Whether two operations are dependent.
pub fn dependent(a: &[Touch], b: &[Touch]) -> bool {
    a.iter().any(|x| b.iter().any(|y| x.depends(y)))
}

/// Who touched which bytes on the path, oldest first.
#[derive(Debug, Default)]
pub struct Touched(FxHashMap<ObjectId, List>);

/// The touches of an object.
#[derive(Debug, Default)]
struct List {
    entries: Vec<Entry>,
    /// How many of them, from the first, need not be looked at again.
    settled: usize,
}

/// A touch, and the place on the path where it was made.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The place.
    pub frame: u32,
    /// The touch.
    pub touch: Touch,
}

impl Touched {
    /// The touches of an object, oldest first.
    pub fn of(&self, object: ObjectId) -> &[Entry] {
        self.0.get(&object).map_or(&[], |list| &list.entries)
    }

    /// Calls `f` with the touches of an object from the first one that is not settled, oldest first. Where it
    /// says so, the touch is settled as long as it is on the path; only those are skipped before which all
    /// are.
    pub fn look(&mut self, object: ObjectId, mut f: impl FnMut(&Entry) -> bool) {
        let Some(list) = self.0.get_mut(&object) else {
            return;
        };
        for i in list.settled..list.entries.len() {
            if f(&list.entries[i]) && i == list.settled {
                list.settled += 1;
            }
        }
    }

    /// The operation at this place of the path touched these.
    pub fn add(&mut self, frame: u32, touches: &[Touch]) {
        for &touch in touches {
            self.0
                .entry(touch.object)
                .or_default()
                .entries
                .push(Entry { frame, touch });
        }
    }

    /// The last operation, at this place, is undone.
    pub fn remove(&mut self, frame: u32, touches: &[Touch]) {
        for touch in touches {
            if let Some(list) = self.0.get_mut(&touch.object) {
                while list.entries.last().is_some_and(|e| e.frame == frame) {
                    list.entries.pop();
                }
                list.settled = list.settled.min(list.entries.len());
            }
        }
    }
}
