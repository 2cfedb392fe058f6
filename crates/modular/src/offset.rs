//! Sets of byte offsets into an object: an interval with a stride.

use raceproof_engine::argument::Bytes;

/// The numbers from `low` to `high` that leave `rest` when divided by `step`; one number if `step` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Offsets {
    low: i64,
    high: i64,
    step: u64,
    rest: u64,
}

/// Beyond every object, with room to add.
const FAR: i64 = 1 << 60;

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Offsets {
    pub const ANY: Offsets = Offsets {
        low: -FAR,
        high: FAR,
        step: 1,
        rest: 0,
    };

    pub fn at(offset: i64) -> Offsets {
        Offsets {
            low: offset,
            high: offset,
            step: 0,
            rest: 0,
        }
    }

    /// All that are so many strides from one.
    pub fn every(stride: u64, at: i64) -> Offsets {
        Offsets::make(-FAR, FAR, stride, at)
    }

    /// One, and all that are so many strides behind it.
    pub fn from(stride: u64, at: i64) -> Offsets {
        Offsets::make(at, FAR, stride, at)
    }

    /// The offset, if there is one only.
    pub fn constant(self) -> Option<i64> {
        (self.step == 0).then_some(self.low)
    }

    fn make(low: i64, high: i64, step: u64, number: i64) -> Offsets {
        if low == high {
            return Offsets::at(low);
        }
        let step = if step == 0 || step >= FAR as u64 { 1 } else { step };
        Offsets {
            low: low.max(-FAR),
            high: high.min(FAR),
            step,
            rest: number.rem_euclid(step as i64) as u64,
        }
    }

    /// A member, for the remainder.
    fn number(self) -> i64 {
        if self.step == 0 {
            self.low
        } else {
            self.rest as i64
        }
    }

    pub fn join(self, other: Offsets) -> Offsets {
        let apart = self.number().abs_diff(other.number());
        let step = gcd(gcd(self.step, other.step), apart);
        Offsets::make(
            self.low.min(other.low),
            self.high.max(other.high),
            step,
            self.number(),
        )
    }

    /// A superset of the join that cannot grow for ever.
    pub fn widen(self, other: Offsets) -> Offsets {
        let join = self.join(other);
        let low = if join.low < self.low { -FAR } else { join.low };
        let high = if join.high > self.high { FAR } else { join.high };
        Offsets::make(low, high, join.step, join.number())
    }

    /// The step, and what is left when they are divided by it.
    pub fn stride(self) -> (u64, u64) {
        (self.step, self.rest)
    }

    /// Adds `index * scale + disp` for every index of an interval.
    pub fn add(self, index: (i128, i128), scale: i64, disp: i64) -> Offsets {
        let far = i128::from(FAR);
        let (a, b) = (
            index.0.saturating_mul(i128::from(scale)),
            index.1.saturating_mul(i128::from(scale)),
        );
        let (a, b) = (a.min(b), a.max(b));
        let disp = i128::from(disp);
        let low = (i128::from(self.low) + a.clamp(-2 * far, 2 * far) + disp).clamp(-far, far) as i64;
        let high = (i128::from(self.high) + b.clamp(-2 * far, 2 * far) + disp).clamp(-far, far) as i64;
        if a == b && self.step == 0 {
            // What wraps or leaves every object is a defect that the machine finds.
            return Offsets::at(low);
        }
        let moved = if a == b { 0 } else { scale.unsigned_abs() };
        // The step divides the scale, so an index that is not one alone does not change the remainder.
        let start = i128::from(self.number()) + if a == b { a } else { 0 } + disp;
        let step = gcd(self.step, moved);
        let number = if step == 0 {
            0
        } else {
            start.rem_euclid(i128::from(step)) as i64
        };
        Offsets::make(low, high, step, number)
    }

    /// Where a piece of an object goes when `length` bytes at one of these offsets of it are copied to one of
    /// the others.
    pub fn carry(self, to: Offsets, length: u64, piece: Offsets, piece_length: u64) -> Offsets {
        let by = match (self.constant(), piece.constant()) {
            (Some(from), Some(at)) => at.checked_sub(from),
            (Some(from), None) => {
                return match to.constant() {
                    Some(to) => piece.add((0, 0), 1, to.saturating_sub(from)),
                    None => Offsets::ANY,
                };
            }
            // Of elements one is copied at a time, and the piece is at the same place in each of them.
            (None, _) => {
                let step = self.step as i64;
                let is_same = length <= self.step && piece.step.is_multiple_of(self.step);
                let by =
                    (i128::from(piece.number()) - i128::from(self.rest)).rem_euclid(i128::from(step)) as i64;
                let is_within =
                    by < length as i64 && i128::from(by) + i128::from(piece_length) <= i128::from(step);
                (is_same && is_within).then_some(by)
            }
        };
        by.map_or(Offsets::ANY, |by| to.add((0, 0), 1, by))
    }

    /// Only what lies inside an object of `size` bytes: what does not is a defect.
    pub fn inside(self, size: u64) -> Option<Offsets> {
        let last = i64::try_from(size).unwrap_or(FAR).min(FAR) - 1;
        let (low, high) = (self.low.max(0), self.high.min(last));
        if low > high {
            return None;
        }
        if self.step == 0 {
            return Some(self);
        }
        let step = self.step as i64;
        let first = low + (self.rest as i64 - low).rem_euclid(step);
        let last = high - (high - self.rest as i64).rem_euclid(step);
        (first <= last).then(|| Offsets::make(first, last, self.step, first))
    }

    /// Whether `length` bytes at one of these and `other_length` bytes at one of the others can overlap.
    pub fn overlaps(self, length: u64, other: Offsets, other_length: u64) -> bool {
        if length == 0 || other_length == 0 {
            return false;
        }
        let end = |high: i64, length: u64| i128::from(high) + i128::from(length);
        if end(self.high, length) <= i128::from(other.low)
            || end(other.high, other_length) <= i128::from(self.low)
        {
            return false;
        }
        let step = gcd(self.step, other.step);
        if step == 0 {
            return true;
        }
        let apart =
            (i128::from(other.number()) - i128::from(self.number())).rem_euclid(i128::from(step)) as u64;
        apart < length || step - apart < other_length
    }

    /// So many bytes at each of these, for others.
    pub fn bytes(self, length: u64) -> Bytes {
        Bytes {
            low: self.low,
            high: self.high,
            step: self.step,
            rest: self.rest,
            length,
        }
    }

    /// Whether ranges of `length` bytes at these and the others are the same where they overlap.
    pub fn aligned(self, other: Offsets, length: u64) -> bool {
        let step = gcd(self.step, other.step);
        if step == 0 {
            return self.low == other.low;
        }
        let apart = (i128::from(other.number()) - i128::from(self.number())).rem_euclid(i128::from(step));
        apart == 0 && step >= length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_keep_fields_apart() {
        let field = |at| Offsets::at(0).add((0, 9), 16, at);
        assert!(!field(0).overlaps(4, field(8), 4));
        assert!(field(0).overlaps(12, field(8), 4));
        assert!(field(0).overlaps(4, Offsets::at(32), 4));
        assert!(!field(0).overlaps(4, Offsets::at(160), 4));
        assert!(field(0).aligned(Offsets::at(32), 4));
    }

    #[test]
    fn every_small_set_is_kept() {
        for (low, count, scale) in [(0, 3, 4), (-8, 2, 8), (5, 7, 1), (3, 4, -4), (1, 0, 4)] {
            let set = Offsets::at(low).add((0, count), scale, 2);
            for k in 0..=count {
                let x = Offsets::at(low + k as i64 * scale + 2);
                assert!(set.overlaps(1, x, 1), "{set:?} {x:?}");
                assert!(set.join(Offsets::at(100)).overlaps(1, x, 1));
                assert!(set.widen(Offsets::at(100)).overlaps(1, x, 1));
            }
        }
    }

    #[test]
    fn fields_are_carried_to_fields() {
        let elements = |at| Offsets::at(0).add((0, 9), 16, at);
        // The second word of an element of one array, to that of another.
        let moved = elements(0).carry(elements(4), 16, elements(8), 8);
        assert_eq!(moved.stride(), (16, 12));
        assert_eq!(
            Offsets::at(32).carry(Offsets::at(0), 16, Offsets::at(40), 8),
            Offsets::at(8)
        );
        assert_eq!(
            elements(0).carry(Offsets::at(0), 16, Offsets::at(24), 8),
            Offsets::at(8)
        );
        // Two elements at once, a piece of two elements, pieces that are not one to an element.
        assert_eq!(
            elements(0).carry(Offsets::at(0), 32, Offsets::at(24), 8),
            Offsets::ANY
        );
        assert_eq!(
            elements(0).carry(Offsets::at(0), 16, Offsets::at(28), 8),
            Offsets::ANY
        );
        let words = Offsets::at(0).add((0, 9), 8, 0);
        assert_eq!(elements(0).carry(Offsets::at(0), 16, words, 8), Offsets::ANY);
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let all = Offsets::ANY.inside(8).unwrap();
        assert_eq!((all.low, all.high), (0, 7));
        let set = Offsets::at(-4).add((0, 10), 4, 0).inside(12).unwrap();
        assert_eq!((set.low, set.high), (0, 8));
        assert_eq!(Offsets::at(12).inside(12), None);
    }
}
