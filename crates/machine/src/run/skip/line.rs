//! Lines: values that grow by the same amount in every round, and accesses on them.

use crate::{Pointer, Site};

/// A value that grows by the same amount in every round, modulo 2^32 if `narrow`, else 2^64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) at: u64,
    pub(super) by: u64,
    pub(super) narrow: bool,
}

impl Line {
    pub(super) fn constant(at: u64) -> Line {
        Line {
            at,
            by: 0,
            narrow: false,
        }
    }

    pub(super) fn after(self, rounds: u64) -> u64 {
        let value = self.at.wrapping_add(self.by.wrapping_mul(rounds));
        if self.narrow {
            u64::from(value as u32)
        } else {
            value
        }
    }

    /// The low 32 bits.
    pub(super) fn low(self) -> Line {
        Line {
            at: u64::from(self.at as u32),
            by: u64::from(self.by as u32),
            narrow: true,
        }
    }

    pub(super) fn is_constant(self) -> bool {
        self.by == 0
    }
}

/// `None` is unknown.
pub(super) type Value = Option<Line>;

/// An access of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub(super) site: Site,
    pub(super) start: Pointer,
    pub(super) by: i64,
    pub(super) length: u32,
    pub(super) write: bool,
    pub(super) value: Value,
}

impl Touch {
    /// First byte and the one behind the last, over all rounds.
    pub(super) fn span(&self, rounds: u64) -> (i64, i64) {
        let first = i64::from(self.start.offset());
        let last = first + self.by * (rounds as i64 - 1);
        (first.min(last), first.max(last) + i64::from(self.length))
    }

    /// Whether one round may access a byte here that another round accesses there.
    pub(super) fn meets_in_another_round(&self, other: &Touch, rounds: i64) -> bool {
        if !self.overlaps(other, rounds as u64) {
            return false;
        }
        let (mine, theirs) = (i64::from(self.length), i64::from(other.length));
        if self.by != other.by || self.by.abs() < mine.max(theirs) {
            return true;
        }
        // They meet where the first is so many rounds ahead that it has made up for the distance.
        let distance = i64::from(self.start.offset()) - i64::from(other.start.offset());
        let ahead = -distance / self.by;
        (ahead - 2..=ahead + 2)
            .filter(|k| *k != 0 && k.abs() < rounds)
            .map(|k| distance + self.by * k)
            .any(|gap| -mine < gap && gap < theirs)
    }

    pub(super) fn overlaps(&self, other: &Touch, rounds: u64) -> bool {
        let (a, b) = (self.span(rounds), other.span(rounds));
        self.start.object() == other.start.object() && a.0 < b.1 && b.0 < a.1
    }
}
