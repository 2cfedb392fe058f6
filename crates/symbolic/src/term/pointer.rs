//! Addresses as words: the high part names the object, the low part is the offset in it.
//!
//! A word has the width that a pointer has in memory, so that casts between pointers and integers are
//! nothing. With eight bytes either part has 32 bits. With four it has 16, which bounds the number and the
//! size of objects: whoever makes objects has to refuse more, and whoever moves a pointer has to see that its
//! offset is one that the low part can hold.
//!
//! The first byte of an object is not at 0 of the low part but a little further on, so that a pointer to
//! before an object is a smaller number than one into it, as on the machine.

use raceproof_ir::{DataModel, Kind};
use raceproof_machine::NULLS;

use super::{Term, Terms};

/// How far before its object a pointer of four bytes may point.
const BEFORE: u32 = 1 << 12;
/// The same for one of eight bytes.
const FAR_BEFORE: u32 = 1 << 28;

/// The shape of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Bits of an address.
    pub width: u8,
    /// Bits of its offset.
    pub split: u8,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape::new(DataModel::Lp64)
    }
}

impl Shape {
    /// The shape in a data model.
    pub fn new(model: DataModel) -> Shape {
        let width = (8 * Kind::Ptr.size(model)) as u8;
        let split = width / 2;
        Shape { width, split }
    }

    /// Bytes of an address.
    pub fn bytes(self) -> u32 {
        u32::from(self.width) / 8
    }

    /// The most objects that can be told apart.
    pub fn objects(self) -> u64 {
        1 << (self.width - self.split)
    }

    /// The largest object that offsets reach all of, with some room before and behind it.
    pub fn size(self) -> u64 {
        (1 << self.split) - 2 * u64::from(BEFORE)
    }

    /// Whether these bits are one of the two parts.
    pub(super) fn is_part(self, from: u8, length: u8) -> bool {
        (from == 0 || from == self.split) && length == self.split
    }

    /// Bits of a kind in a register.
    pub fn of_kind(self, kind: Kind) -> u8 {
        match kind {
            Kind::Ptr => self.width,
            _ => kind.bits() as u8,
        }
    }

    /// The low part of the address of an object's first byte.
    fn start(self) -> u32 {
        match self.split {
            32 => FAR_BEFORE,
            _ => BEFORE,
        }
    }

    /// A number as the low part has it.
    fn low(self, number: u32) -> u32 {
        number & (u32::MAX >> (32 - self.split))
    }

    /// The address of a place in an object.
    pub fn address(self, object: u32, offset: u32) -> u64 {
        let low = self.low(offset.wrapping_add(self.start()));
        u64::from(object) << self.split | u64::from(low)
    }

    /// The object and the offset of an address.
    pub fn place(self, address: u128) -> (u32, u32) {
        let low = self.low((address as u32).wrapping_sub(self.start()));
        ((address >> self.split) as u32, low)
    }
}

impl Terms {
    /// The object of an address.
    pub fn object_of(&mut self, address: Term) -> Term {
        let Shape { width, split } = self.shape;
        self.extract(address, split, width - split)
    }

    /// The low part of an address.
    fn low_of(&mut self, address: Term) -> Term {
        self.extract(address, 0, self.shape.split)
    }

    /// The offset of an address.
    pub fn offset_of(&mut self, address: Term) -> Term {
        let (low, start) = (self.low_of(address), self.offset_number(self.shape.start()));
        self.sub(low, start)
    }

    /// The number of an object, to compare with.
    pub fn object_number(&mut self, object: u32) -> Term {
        self.number(u128::from(object), self.shape.width - self.shape.split)
    }

    /// An offset, to compare with.
    pub fn offset_number(&mut self, offset: u32) -> Term {
        self.number(u128::from(offset), self.shape.split)
    }

    /// The address of a place in an object.
    pub fn address(&mut self, object: u32, offset: u32) -> Term {
        let address = self.shape.address(object, offset);
        self.number(u128::from(address), self.shape.width)
    }

    /// The null pointer.
    pub fn null(&mut self) -> Term {
        self.number(0, self.shape.width)
    }

    /// Whether an access at an address is one through a null pointer, which ends the process: no object, and
    /// near to zero, as the machine has it. Other numbers may lead anywhere.
    pub fn is_near_null(&mut self, address: Term) -> Term {
        let (high, none) = (self.object_of(address), self.object_number(0));
        let nothing = self.eq(high, none);
        if u32::from(self.shape.split) <= NULLS.ilog2() {
            return nothing;
        }
        let low = self.low_of(address);
        let (first, last) = (self.offset_number(NULLS), self.offset_number(!NULLS));
        let (below, above) = (self.less(low, first), self.less(last, low));
        let near = self.or(below, above);
        self.and(nothing, near)
    }

    /// The handle of a thread, as operations on threads have it; memory keeps as many bytes of it as an
    /// address has.
    pub fn handle(&mut self, thread: usize) -> Term {
        self.number(thread as u128 + 1, 64)
    }

    /// `address + delta` for a delta of 64 bits, staying with the object.
    pub fn moved(&mut self, address: Term, delta: Term) -> Term {
        let (high, low) = (self.object_of(address), self.low_of(address));
        let delta = self.extract(delta, 0, self.shape.split);
        let low = self.add(low, delta);
        self.concat(high, low)
    }

    /// Whether the offset of an address that is moved by `index * scale + disp` is one that an address cannot
    /// hold, or the distance is one that no object is as long as.
    pub fn moves_too_far(&mut self, address: Term, index: Term, scale: i64, disp: i64) -> Term {
        let split = self.shape.split;
        if split >= 32 {
            let reach = ((1u64 << 31) / scale.unsigned_abs().max(1)).max(1);
            let low = reach.ilog2() as u8;
            let high = self.extract(index, low, 64 - low);
            let (zeros, ones) = (self.number(0, 64 - low), self.number(u128::MAX, 64 - low));
            let (plus, minus) = (self.eq(high, zeros), self.eq(high, ones));
            let near = self.or(plus, minus);
            let near = match disp.unsigned_abs() >> 31 {
                0 => near,
                _ => self.bool(false),
            };
            return self.not(near);
        }
        // What is moved by more can come back by no other part of the sum.
        let reach = (1u64 << (split + 1)) / scale.unsigned_abs().max(1);
        let (first, count) = (
            self.number(u128::from(reach), 64),
            self.number(u128::from(2 * reach), 64),
        );
        let from_first = self.add(index, first);
        let near = self.less_equal(from_first, count);
        if disp.unsigned_abs() >> (split + 1) != 0 {
            return self.bool(true);
        }
        // So 32 bits hold all that follows.
        let (index, scale) = (self.extract(index, 0, 32), self.number(scale as u128, 32));
        let disp = self.number(disp as u128, 32);
        let product = self.mul(index, scale);
        let delta = self.add(product, disp);
        let low = self.low_of(address);
        let (low, around) = (self.zext(low, 32), self.number(1 << split, 32));
        let after = self.add(low, delta);
        let inside = self.less(after, around);
        let fits = self.and(near, inside);
        self.not(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_four_bytes_say_when_they_overflow() {
        let mut terms = Terms {
            shape: Shape::new(DataModel::Ilp32),
            ..Terms::default()
        };
        let far = |terms: &mut Terms, offset: u32, delta: i64| {
            let (at, zero) = (terms.address(3, offset), terms.number(0, 64));
            let far = terms.moves_too_far(at, zero, 1, delta);
            let delta = terms.number(delta as u128, 64);
            assert_eq!(far, terms.moves_too_far(at, delta, 1, 0));
            let moved = terms.moved(at, delta);
            let place = terms.constant(moved).map(|v| terms.shape.place(v));
            (terms.is_true(far), place)
        };
        assert_eq!(far(&mut terms, 8, 4), (false, Some((3, 12))));
        assert_eq!(far(&mut terms, 8, -8), (false, Some((3, 0))));
        assert_eq!(far(&mut terms, 0, -4), (false, Some((3, 0xfffc))));
        assert_eq!(far(&mut terms, 0xfffc, 4), (false, Some((3, 0))));
        assert!(far(&mut terms, 0, 1 << 16).0);
        assert!(far(&mut terms, 0, -(1 << 16)).0);
        assert!(far(&mut terms, 0, i64::MIN).0);
    }
}
