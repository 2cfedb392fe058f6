//! Sets of accesses, as sorted intervals.
//!
//! A thread's accesses are recorded as they happen; neighbours in time that are neighbours in memory grow one
//! interval, so a loop over an array records one. [`AccessSet::settle`] sorts and merges what is left.
//! Which operation made an access is kept for the report only: of equal intervals the first one counts.

use crate::limits;
use raceproof_machine::{Access, ObjectId, Site};

/// An interval of bytes of an object that one operation (or several) accessed in one mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The object.
    pub object: ObjectId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Whether it writes.
    pub write: bool,
    /// Whether it is atomic.
    pub atomic: bool,
    /// The operation, or the first of several.
    pub site: Site,
}

impl Interval {
    /// The interval of one access.
    pub fn of(a: Access) -> Interval {
        Interval {
            object: a.object,
            start: a.start,
            end: a.start.saturating_add(a.length),
            write: a.write,
            atomic: a.atomic,
            site: a.site,
        }
    }

    fn mode(&self) -> u8 {
        u8::from(self.write) << 1 | u8::from(self.atomic)
    }

    fn key(&self) -> (ObjectId, u8, u32, u32) {
        (self.object, self.mode(), self.start, self.end)
    }

    /// Whether the two conflict: common bytes, a write, not both atomic.
    pub fn conflicts(&self, other: &Interval) -> bool {
        self.object == other.object
            && self.start < other.end
            && other.start < self.end
            && (self.write || other.write)
            && !(self.atomic && other.atomic)
    }
}

/// A set of accesses. Settled: sorted by object, mode and start, disjoint within an object and mode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccessSet {
    intervals: Vec<Interval>,
    settled: usize,
    news: bool,
    /// A bit for each settled object, several for one: sets without a common bit have no common object.
    objects: u64,
}

fn bit(object: ObjectId) -> u64 {
    1 << (object.0 % 64)
}

impl AccessSet {
    /// Whether there is no access.
    pub fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.intervals.clear();
        self.settled = 0;
        self.news = false;
        self.objects = 0;
    }

    /// Adds an access.
    #[inline]
    pub fn add(&mut self, a: Access) {
        let new = Interval::of(a);
        self.news = true;
        // Loops touch a few arrays in turn: look back a little for the interval that this one continues.
        for old in self.intervals[self.settled..].iter_mut().rev().take(4) {
            if old.object == new.object
                && old.mode() == new.mode()
                && new.start <= old.end
                && old.start <= new.end
            {
                old.start = old.start.min(new.start);
                old.end = old.end.max(new.end);
                return;
            }
        }
        self.intervals.push(new);
        if self.intervals.len() - self.settled > limits::UNSETTLED.size() + self.settled {
            self.settle();
        }
    }

    /// Sorts and merges.
    pub fn settle(&mut self) {
        if self.settled == self.intervals.len() {
            return;
        }
        self.intervals.sort_by_key(Interval::key);
        let mut kept = 0;
        for i in 1..self.intervals.len() {
            let new = self.intervals[i];
            let old = &mut self.intervals[kept];
            if old.object == new.object && old.mode() == new.mode() && new.start <= old.end {
                old.end = old.end.max(new.end);
            } else {
                kept += 1;
                self.intervals[kept] = new;
            }
        }
        if !self.intervals.is_empty() {
            self.intervals.truncate(kept + 1);
        }
        self.settled = self.intervals.len();
        self.objects = self.intervals.iter().fold(0, |bits, x| bits | bit(x.object));
    }

    /// Whether anything was added since [`AccessSet::settle_news`] was asked last.
    pub fn has_news(&self) -> bool {
        self.news
    }

    /// Sorts and merges; whether anything was added since this was asked last.
    pub fn settle_news(&mut self) -> bool {
        self.settle();
        std::mem::take(&mut self.news)
    }

    /// A conflict between two settled sets: the accesses of this one and of the other.
    #[inline]
    pub fn conflict(&self, other: &AccessSet) -> Option<(Interval, Interval)> {
        if self.objects & other.objects == 0 {
            return None;
        }
        self.conflict_between(other)
    }

    fn conflict_between(&self, other: &AccessSet) -> Option<(Interval, Interval)> {
        let (mut i, mut j) = (0, 0);
        let (a, b) = (&self.intervals, &other.intervals);
        while i < a.len() && j < b.len() {
            let object = a[i].object;
            if object < b[j].object {
                i += a[i..].partition_point(|x| x.object < b[j].object);
                continue;
            }
            if b[j].object < object {
                j += b[j..].partition_point(|x| x.object < object);
                continue;
            }
            let mine = &a[i..i + a[i..].partition_point(|x| x.object == object)];
            let theirs = &b[j..j + b[j..].partition_point(|x| x.object == object)];
            if let Some(found) = conflict_in_object(mine, theirs) {
                return Some(found);
            }
            i += mine.len();
            j += theirs.len();
        }
        None
    }

    /// Whether every access of this settled set is in the other.
    pub fn is_within(&self, other: &AccessSet) -> bool {
        self.intervals.iter().all(|x| {
            let i = other
                .intervals
                .partition_point(|y| (y.object, y.mode(), y.start) <= (x.object, x.mode(), x.start));
            i > 0 && {
                let y = &other.intervals[i - 1];
                y.object == x.object && y.mode() == x.mode() && y.end >= x.end
            }
        })
    }

    /// Appends the canonical bytes of a settled set. Sites are part of it so that they can be restored;
    /// of equal sets with different sites two encodings may exist, which costs states but no verdict.
    pub fn encode(&self, out: &mut Vec<u8>) {
        for x in &self.intervals {
            let mut bytes = [0; 16];
            bytes[..4].copy_from_slice(&x.object.0.to_le_bytes());
            bytes[4..8].copy_from_slice(&x.start.to_le_bytes());
            bytes[8..12].copy_from_slice(&(x.end - x.start).to_le_bytes());
            bytes[12..].copy_from_slice(&(x.site.0 << 2 | u32::from(x.mode())).to_le_bytes());
            out.extend_from_slice(&bytes);
        }
    }

    /// Becomes what [`AccessSet::encode`] wrote.
    pub fn decode(&mut self, bytes: &[u8]) {
        let word = |c: &[u8; 16], i: usize| u32::from_le_bytes([c[i], c[i + 1], c[i + 2], c[i + 3]]);
        self.clear();
        let objects = &mut self.objects;
        self.intervals.extend(bytes.as_chunks().0.iter().map(|c| {
            let (start, last) = (word(c, 4), word(c, 12));
            let object = ObjectId(word(c, 0));
            *objects |= bit(object);
            Interval {
                object,
                start,
                end: start + word(c, 8),
                write: last & 2 != 0,
                atomic: last & 1 != 0,
                site: Site(last >> 2),
            }
        }));
        self.settled = self.intervals.len();
    }
}

/// Intervals of one object, sorted by mode and start within each slice.
fn conflict_in_object(a: &[Interval], b: &[Interval]) -> Option<(Interval, Interval)> {
    for x in a.chunk_by(|x, y| x.mode() == y.mode()) {
        for y in b.chunk_by(|x, y| x.mode() == y.mode()) {
            if !(x[0].write || y[0].write) || (x[0].atomic && y[0].atomic) {
                continue;
            }
            let (mut i, mut j) = (0, 0);
            while i < x.len() && j < y.len() {
                if x[i].conflicts(&y[j]) {
                    return Some((x[i], y[j]));
                }
                if x[i].end <= y[j].end {
                    i += 1;
                } else {
                    j += 1;
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(object: u32, start: u32, length: u32, write: bool) -> Access {
        Access {
            object: ObjectId(object),
            start,
            length,
            write,
            atomic: false,
            site: Site(start),
        }
    }

    fn set(accesses: &[(u32, u32, u32, bool)]) -> AccessSet {
        let mut s = AccessSet::default();
        for &(o, start, length, write) in accesses {
            s.add(access(o, start, length, write));
        }
        s.settle();
        s
    }

    #[test]
    fn a_loop_over_arrays_is_one_interval_each() {
        let mut s = AccessSet::default();
        for i in 0..1000 {
            s.add(access(1, i * 4, 4, false));
            s.add(access(2, i * 8, 8, true));
        }
        assert_eq!(s.intervals.len(), 2);
    }

    #[test]
    fn conflicts_need_common_bytes_and_a_write() {
        let a = set(&[(1, 0, 4, false), (2, 0, 4, true), (3, 8, 8, false)]);
        assert!(
            a.conflict(&set(&[(1, 0, 4, false), (2, 4, 4, true), (3, 0, 8, true)]))
                .is_none()
        );
        assert!(a.conflict(&set(&[(1, 3, 1, true)])).is_some());
        assert!(a.conflict(&set(&[(0, 0, 9, true), (3, 15, 4, true)])).is_some());
    }

    #[test]
    fn inclusion_and_encoding() {
        let small = set(&[(1, 4, 4, true)]);
        let large = set(&[(1, 0, 16, true), (2, 0, 4, false)]);
        assert!(small.is_within(&large) && !large.is_within(&small));
        let mut bytes = Vec::new();
        large.encode(&mut bytes);
        let mut again = small;
        again.decode(&bytes);
        assert_eq!(again.intervals, large.intervals);
    }
}
